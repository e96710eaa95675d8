"""Somebody's own searches against ours: the same, or where they part."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope import Trace
from plyscope.messages import InputError
from plyscope.tracer.running import debug
from plyscope.usercode.reading import applied
from plyscope.usercode.reference_check import compare_with_reference, reference_position, reference_search
from plyscope.usercode.role_recognition import recognise

from tests.engine.tracer.searching import searched
from tests.engine.usercode.right_programs import RIGHT, THREAT
from tests.places import RECURSION


def read(name: str, call: str) -> Trace:
    trace = debug(RECURSION / f"{name}.py", call, lines=False)
    proposal = recognise(trace)
    return trace if proposal is None else applied(trace, proposal)


def test_a_strict_cut_parts_from_the_reference_where_that_cuts() -> None:
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    sound = compare_with_reference(read("alphabeta", call))
    assert sound["first_divergence"] is None
    strict = compare_with_reference(read("bugs/strict_cut", call))
    assert (strict["same_value"], strict["reference"]) == (True, "alphabeta")
    assert strict["frames"][0] > strict["frames"][1]
    assert strict["first_divergence"] is not None


def test_the_reference_looks_as_deep_as_the_search_did() -> None:
    assert reference_search(read("alphabeta", "alphabeta(list('.........'), 2, -2, 2, True)")) == {
        "algorithm": "alphabeta",
        "depth": 2,
    }
    assert reference_search(read("notebook", "minimax([0, -1, -1, 1, 1, -1, 0, 1, 0], -1)")) == {"algorithm": "minimax"}


def test_what_is_of_no_game_of_ours_has_no_reference() -> None:
    with pytest.raises(InputError, match="of no game"):
        reference_position(read("fibonacci", "fib(5)"))


def test_the_position_of_a_search_with_impossible_moves_is_known() -> None:
    trace = read("bugs/sides_not_alternating", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, True)")
    assert trace.position.game.name == "own"
    position = reference_position(trace)
    assert (position.game.name, position.text, position.to_move) == ("tictactoe", ".OO/XXO/.X. x", "x")
    facts = compare_with_reference(trace)
    assert (facts["aligned"], facts["same_value"]) == (False, False), "both sides have helped one of them to win"
    assert facts["value"] == [1, -1]


def test_a_random_order_of_moves_is_said(tmp_path: Path) -> None:
    game, text, _ = RIGHT["shuffled moves"]
    facts = compare_with_reference(searched(tmp_path, game + text, f"minimax({THREAT}, 1)"))
    assert (facts["same_value"], facts["same_move"]) == (True, True)
    line = next(n for n, one in enumerate((game + text).splitlines(), 1) if "shuffle" in one)
    assert facts["shuffled"] == line
    assert facts["sentence"].startswith("Same value and move.")
    assert f"random order, another one in each run (line {line})" in facts["sentence"]
