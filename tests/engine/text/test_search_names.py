"""How searches are called beside each other, and the rules that they follow."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.text.search_names import names_of, rules_of

from tests.full_traces import record

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.mark.parametrize(
    ("source", "search", "expected"),
    [
        (TREE, {}, "Cut rule α ≥ β, soft · left to right"),
        (TREE, {"cut": ">", "fail": "hard", "order": "reverse"}, "Cut rule α > β, hard · right to left"),
        (TREE, {"algorithm": "pvs", "order": "random"}, "Cut rule α ≥ β, soft · moves in random order"),
        (TREE, {"algorithm": "minimax"}, None),
        ("tictactoe:X../.../...", {"depth": 1}, "Cut rule α ≥ β, soft · moves as the game lists them"),
        ("tictactoe:X../.../...", {"depth": 1, "order": "center"}, "Cut rule α ≥ β, soft · moves in the middle first"),
        ("connectfour:4,4,3 12", {"algorithm": "tutorial-max", "depth": 1}, None),
        ("hexline:../..", {"algorithm": "hexline-project"}, "Cut rule α ≥ β"),
    ],
)
def test_rules_are_said_of_searches_with_windows(source: str, search: dict[str, Any], expected: str | None) -> None:
    rules = rules_of(record(source, **search))
    assert (None if rules is None else str(rules)) == expected


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({}, {"algorithm": "minimax"}, ("alpha-beta", "minimax")),
        ({}, {"cut": ">"}, ("alpha-beta · cut >=", "alpha-beta · cut >")),
        ({"depth": 1}, {}, ("alpha-beta · depth 1", "alpha-beta · to the end")),
        ({}, {"limit": 4}, ("alpha-beta", "alpha-beta · cut short")),
        ({}, {}, ("first alpha-beta", "second alpha-beta")),
    ],
)
def test_names_tell_two_searches_apart(first: Any, second: Any, expected: tuple[str, str]) -> None:
    source = "tictactoe:XO./X../..O"
    assert tuple(map(str, names_of(record(source, **first), record(source, **second)))) == expected
