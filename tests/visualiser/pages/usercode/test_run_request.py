from __future__ import annotations

import json
from dataclasses import replace

import pytest
from plyscope.tracer.running import Limits
from plyscope_window.pages.usercode.run_request import RunRequest

REQUEST = RunRequest("/a/b.py", "f(1, 'ü')", ("f", "C.g"), True, Limits(3.5, 1 << 28, 1000, 99))


@pytest.mark.parametrize("lines", [None, True, False])
def test_it_is_remembered_as_it_was(lines: bool | None) -> None:
    request = replace(REQUEST, lines=lines)
    remembered = json.loads(json.dumps(request.facts))
    assert RunRequest.of(remembered) == request
    assert RunRequest.of({**remembered, "paths": ["/x"], "folder": "/y", "is_over": False}) == request


@pytest.mark.parametrize(
    "change",
    [
        {"file": 3}, {"functions": [3]}, {"lines": "yes"}, {"limits": {}}, {"more": 1},
        {"limits": {"seconds": 1, "memory": "much", "frames": 1, "depth": 1}},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(change: dict[str, object]) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        RunRequest.of({**json.loads(json.dumps(REQUEST.facts)), **change})
