"""Correct searches with tables, orders, null windows and early returns give no bug and no waste."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope import Trace
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, REMARK, WASTE, findings
from plyscope.usercode.reading import read_as_search

from tests.engine.usercode.right_programs import RIGHT


def recorded(tmp_path: Path, text: str, call: str, *, lines: bool | None = None) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, call, lines=lines)
    assert trace.user_code.ended.how == "returned", str(trace.user_code.ended)
    return read_as_search(trace)


@pytest.mark.parametrize(
    ("name", "lines"),
    [pytest.param(name, None, id=f"{name}-with lines") for name in RIGHT]
    + [
        pytest.param(name, False, id=f"{name}-without lines", marks=[] if place % 4 == 0 else pytest.mark.full)
        for place, name in enumerate(RIGHT)
    ],
)
def test_a_correct_program_is_not_accused(tmp_path: Path, name: str, lines: bool | None) -> None:
    game, text, calls = RIGHT[name]
    for call in calls:
        found = findings(recorded(tmp_path, game + text, call, lines=lines))
        assert [str(one.sentence) for one in found if one.kind in (BUG, WASTE)] == [], call


@pytest.mark.parametrize("name", ["folded by a helper", "the side as an attribute"])
def test_sides_are_known_by_the_values_of_many_calls(tmp_path: Path, name: str) -> None:
    game, text, calls = RIGHT[name]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert (trace.position.game.name, set(trace.column("kind").tolist())) == ("tictactoe", {0, 1})


def test_a_level_is_a_depth_once_the_user_says_so(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a level of 0 that does not search"]
    trace = recorded(tmp_path, game + text, calls[0], lines=False)
    assert [(one.kind, one.name) for one in findings(trace)] == [(REMARK, "same limit in all calls")]
    said = read_as_search(trace, {"minimax": {"level": "depth"}})
    assert [(one.kind, one.name) for one in findings(said)] == [(BUG, "depth not decreased")]
