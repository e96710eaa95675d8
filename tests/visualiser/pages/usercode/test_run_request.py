from __future__ import annotations

import json
from dataclasses import replace

import pytest

pytest.importorskip("PySide6.QtCore")

from plyscope.tracer.running import Limits
from plyscope_window.pages.usercode.run_request import Wanted

WANTED = Wanted(
    "/a/b.py", "f(1, 'ü')", ("f", "C.g"), True, Limits(3.5, 1 << 28, 1000, 99), ("/x", "/y"), "/folder", True
)


@pytest.mark.parametrize("lines", [None, True, False])
def test_what_is_wanted_goes_over_in_one_line(lines: bool | None) -> None:
    wanted = replace(WANTED, lines=lines)
    assert wanted.line.count(b"\n") == 1
    assert Wanted.from_line(wanted.line) == wanted


@pytest.mark.parametrize(
    "change",
    [
        {"file": 3}, {"functions": [3]}, {"lines": "yes"}, {"limits": {}}, {"more": 1},
        {"limits": {"seconds": 1, "memory": "much", "frames": 1, "depth": 1}}, {"paths": None},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        Wanted.of({**json.loads(WANTED.line), **change})
