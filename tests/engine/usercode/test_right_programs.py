"""Correct searches with tables, orders, null windows and early returns give no bug and no waste."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope import Trace
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, REMARK, WASTE, findings
from plyscope.usercode.reading import read_as_search
from plyscope.usercode.reference_check import compare_with_reference

from tests.engine.usercode.right_programs import RIGHT, THREAT


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


def test_the_worst_move_is_a_mistake_where_it_is_called_the_best(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a player who takes the worst"]
    kinds = [[(one.kind, one.name) for one in findings(recorded(tmp_path, game + text, call))] for call in calls]
    assert kinds == [[], [], [(REMARK, "root takes the worst value")]]
    # A name that says best makes a claim that the run belies.
    wrong = recorded(tmp_path, game + text.replace("pick", "best"), calls[2].replace("pick", "best"))
    assert [(one.kind, one.name) for one in findings(wrong)] == [(BUG, "root takes the wrong extreme")]


def test_a_game_that_a_line_loses_is_not_compared(tmp_path: Path) -> None:
    game, text, calls = RIGHT["a player who takes the worst"]
    text = text.replace("return winner(board)", "return -winner(board)")
    facts = compare_with_reference(recorded(tmp_path, game + text, f"value({THREAT}, True)"))
    assert not facts["compared"]
    assert "another game than Tic-tac-toe" in facts["sentence"]
