"""What is said of two recordings: the headline, the first difference, and why each cut was safe."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope import record
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.linked_cursors import Link
from plyscope.analysis.savings import Savings
from plyscope.files.sources import load
from plyscope.text.compared import Names, cut_text, first_difference, headline, shown_share, until_then

NAMES: Names = {"a": "alpha-beta", "b": "minimax"}
TEXTBOOK, HEBREW = "sample:tree/textbook", "sample:tictactoe/hebrew"


def comparison_of(source: str, first: Any, second: Any) -> Comparison:
    options = ({"algorithm": one} if isinstance(one, str) else one for one in (first, second))
    return Comparison(*(record(load(source), **one) for one in options))


@pytest.mark.parametrize(
    ("source", "first", "second", "long", "short"),
    [
        (TEXTBOOK, "alphabeta", "minimax", "Alpha-beta made 11 of minimax’s 13 calls: 84.6 %. Same value, same move.",
         "11 of 13 calls: 84.6 %. Same value. 2 cutoffs"),
        (TEXTBOOK, "minimax", "minimax", "Both made the same 13 calls. Same value, same move.",
         "Both made the same 13 calls. Same value."),
        (HEBREW, "alphabeta", "minimax", "Alpha-beta made 6 of minimax’s 8 calls: 75 %. Same value, same move.",
         "6 of 8 calls: 75 %. Same value. 1 cutoff"),
        (HEBREW, "alphabeta", {"algorithm": "minimax", "limit": 4},
         "Minimax made 4 of alpha-beta’s 6 calls: 66.7 %. Minimax was cut short.",
         "4 of 6 calls: 66.7 %. Minimax was cut short."),
        ("sample:connectfour/chapter-7-story", {"algorithm": "alphabeta", "depth": 4}, {"algorithm": "pvs", "depth": 5},
         "Alpha-beta made 378 calls, minimax 3,480: 10.9 %. Same value, same move.",
         "378 of 3,480 calls: 10.9 %. Same value. 108 cutoffs"),
    ],
)  # fmt: skip
def test_the_headline(source: str, first: Any, second: Any, long: str, short: str) -> None:
    comparison = comparison_of(source, first, second)
    assert str(headline(comparison, NAMES)) == long
    assert str(headline(comparison, NAMES, is_short=True)) == short


def test_small_shares_are_not_rounded_away() -> None:
    assert [shown_share(*pair) for pair in ((11, 13), (9, 9), (18_297, 549_946), (3, 50_000), (0, 7))] == [
        "84.6 %", "100 %", "3.3 %", "0.006 %", "0 %",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "first", "second", "expected"),
    [
        (TEXTBOOK, "minimax", "minimax", []),
        (TEXTBOOK, "alphabeta", "minimax",
         ["At step 16 alpha-beta cuts at C.", "At step 17 minimax goes on to C2.",
          "Until then both made the same 7 calls with the same values."]),
        (HEBREW, "minimax", "alphabeta",
         ["At step 10 minimax cuts after [0,2].", "At step 11 alpha-beta goes on to [2,2].",
          "Until then both made the same 5 calls with the same values."]),
        (TEXTBOOK, "alphabeta", {"algorithm": "alphabeta", "order": "reverse"},
         ["At step 1 alpha-beta goes on to B.", "At step 1 minimax goes on to D.",
          "Until then both made the same call."]),
        ("tictactoe:.OO/XXO/.X. o", {"algorithm": "minimax", "depth": 1}, {"algorithm": "minimax", "depth": 2},
         ["At step 5 minimax goes on to a3.", "Alpha-beta never calls this: its search stops at a1.",
          "Until then both made the same 3 calls with the same values."]),
    ],
)  # fmt: skip
def test_the_first_difference(source: str, first: Any, second: Any, expected: list[str]) -> None:
    comparison = comparison_of(source, first, second)
    link = Link(comparison)
    until = until_then(comparison, link)
    said = [str(half.sentence) for half in first_difference(comparison, link, NAMES)]
    assert said + ([] if until is None else [str(until)]) == expected


def said_of_cuts(comparison: Comparison) -> list[list[str]]:
    savings = Savings(comparison)
    texts = [cut_text(comparison, savings[place], NAMES, is_known=True) for place in savings.in_time]
    return [[str(text.title), *map(str, text.paragraphs)] for text in texts]


def test_a_cut_far_below_the_bound_that_it_meets() -> None:
    deep, shallow = said_of_cuts(comparison_of("sample:tree/deep-cutoff", "alphabeta", "minimax"))
    assert deep == [
        "Cut at D: 1 call saved",
        "Pruned: D2 9.",
        "Why it was safe. After D1 = 3, D is at most 3. A had 5 from A1. A takes the largest, so the game does not "
        "come to D, whatever D2 is.",
        "What was there. Minimax looked: D = min(3, 9) = 3. That is at most 3, as alpha-beta had said.",
    ]
    assert shallow[0] == "Cut at B: 1 call saved"
    assert shallow[2].startswith("Why it was safe. After C ≤ 3, B is at most 3.")


def test_where_nodes_have_no_names_the_moves_lead_there() -> None:
    (said,) = said_of_cuts(comparison_of(HEBREW, "alphabeta", "minimax"))
    assert said == [
        "Cut after [0,2]: 2 calls saved",
        "Pruned: [2,2].",
        "Why it was safe. After [0,0] = 1, [0,2] is at most 1. MAX had 1 from [0,0]. MAX takes the largest, so "
        "[0,2] cannot improve that, whatever [2,2] is.",
        "What was there. Minimax looked: [0,2] = min(1, 1) = 1. That is at most 1, as alpha-beta had said.",
    ]


@pytest.mark.parametrize("second", ["minimax", "pvs", {"algorithm": "alphabeta", "cut": ">"}])
@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_every_cut_of_a_game_can_be_explained(second: Any, fail: str) -> None:
    first = {"algorithm": "alphabeta", "depth": 4, "fail": fail}
    other = {"algorithm": second} if isinstance(second, str) else second
    comparison = comparison_of("tictactoe:X../.../...", first, {"depth": 4, **other})
    assert all(len(said) > 1 for said in said_of_cuts(comparison))
