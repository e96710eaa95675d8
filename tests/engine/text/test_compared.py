"""What is said of two recordings: the headline, the first difference, and why each cut was safe."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.analysis.savings import Savings
from plyscope.files.sources import load
from plyscope.text.compared import (
    Names,
    calls_before_difference,
    cut_text,
    first_difference,
    headline,
    same_moves_sentence,
    shown_share,
)

from tests.examples import examples
from tests.full_traces import Trace, record
from tests.random_recordings import POSITIONS, WINDOWED, random_recording
from tests.unusual import SEARCHES_HERE, loaded

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
        (TEXTBOOK, "minimax", "minimax", "Both made 13 calls with the same moves and values. Same value, same move.",
         "Both made 13 calls with the same moves and values. Same value."),
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
          "Until then both made 7 calls with the same moves and values."]),
        (HEBREW, "minimax", "alphabeta",
         ["At step 10 minimax cuts after [0,2].", "At step 11 alpha-beta goes on to [0,2] [2,2].",
          "Until then both made 5 calls with the same moves and values."]),
        (TEXTBOOK, "alphabeta", {"algorithm": "alphabeta", "order": "reverse"},
         ["At step 1 alpha-beta goes on to B.", "At step 1 minimax goes on to D.",
          "Until then both had called the root alone."]),
        ("tictactoe:.OO/XXO/.X. o", {"algorithm": "minimax", "depth": 1}, {"algorithm": "minimax", "depth": 2},
         ["At step 5 minimax goes on to a1 a3.", "Alpha-beta never calls this: its search stops at a1.",
          "Until then both made 3 calls with the same moves and values."]),
    ],
)  # fmt: skip
def test_the_first_difference(source: str, first: Any, second: Any, expected: list[str]) -> None:
    comparison = comparison_of(source, first, second)
    link = Link(comparison)
    until = calls_before_difference(comparison, link)
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
        "Why it was safe. After [0,2] [0,0] = 1, [0,2] is at most 1. MAX had 1 from [0,0]. MAX takes the largest, so "
        "[0,2] cannot improve that, whatever [0,2] [2,2] is.",
        "What was there. Minimax looked: [0,2] = min(1, 1) = 1. That is at most 1, as alpha-beta had said.",
    ]


@pytest.mark.parametrize("second", ["minimax", "pvs", {"algorithm": "alphabeta", "cut": ">"}])
@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_every_cut_of_a_game_can_be_explained(second: Any, fail: str) -> None:
    first = {"algorithm": "alphabeta", "depth": 4, "fail": fail}
    other = {"algorithm": second} if isinstance(second, str) else second
    comparison = comparison_of("tictactoe:X../.../...", first, {"depth": 4, **other})
    assert all(len(said) > 1 for said in said_of_cuts(comparison))


# What is the same


def calls_of(trace: Trace) -> dict[tuple[tuple[str, int], ...], tuple[int, tuple[float, float], tuple[Any, ...]]]:
    """Each call by its moves, each with the times that it was made before: its place, window, value and interval."""
    found: dict[Any, Any] = {}
    paths: list[tuple[tuple[str, int], ...]] = [()]
    for frame in range(len(trace)):
        if frame:
            parent, text = trace.parents[frame], trace.move_text(frame)
            before = [child for child in trace.children(parent) if child < frame and trace.move_text(child) == text]
            paths.append((*paths[parent], (text, len(before))))
        window = trace.alphas[frame], trace.betas[frame]
        found[paths[frame]] = frame, window, (str(trace.values[frame]), trace.interval_of(frame))
    return found


@examples(800)
@given(draw=st.randoms(use_true_random=False))
@pytest.mark.full
def test_what_is_said_to_be_the_same_is_the_same(draw: random.Random) -> None:
    position = draw.choice(POSITIONS)(draw)
    searches = draw.choice((WINDOWED, ("minimax", "alphabeta"), ("table", "alphabeta")))
    a, b = (random_recording(draw, searches, position) for _ in range(2))
    calls_a, calls_b = calls_of(a), calls_of(b)
    if calls_a.keys() != calls_b.keys():
        return
    said = str(same_moves_sentence(Comparison(a, b), len(a)))
    same, _, other = said.partition(", but not the same ")
    pairs = [(calls_a[path], calls_b[path]) for path in calls_a]
    are_the_same = {
        "windows": all(one[1] == two[1] for one, two in pairs),
        "values": all(one[2] == two[2] for one, two in pairs),
    }
    for what, is_same in are_the_same.items():
        assert not (what in same and not is_same)
        assert not (what in other and is_same)
    assert ("in another order" in said) == any(one[0] != two[0] for one, two in pairs)


@pytest.mark.full
@examples(600)
@given(draw=st.randoms(use_true_random=False))
def test_a_difference_names_all_the_moves_that_lead_to_it(draw: random.Random) -> None:
    position = draw.choice(POSITIONS)(draw)
    comparison = Comparison(*(random_recording(draw, position=position) for _ in range(2)))
    first, link = comparison.first_divergence, Link(comparison)
    if first is None:
        return
    trace, frame = (comparison.a, first.frame_a) if first.frame_a >= 0 else (comparison.b, first.frame_b)
    if frame == 0 or trace.name_of(frame) is not None or first.what == "order differs":
        return
    said = " ".join(str(half.sentence) for half in first_difference(comparison, link, NAMES))
    assert " ".join(trace.shown_path(frame)) in said


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("search", SEARCHES_HERE)
def test_only_a_move_that_a_cut_prunes_is_said_to_be_missing_by_it(search: str) -> None:
    """Calls without a move, and moves that the other searches more often, are missing for another reason."""
    draw, seen, rival = random.Random(search), 0, "pvs" if search == "reductions" else "alphabeta"
    with loaded():
        for _ in range(20):
            position = load(f"numbers:{draw.randrange(101)} {draw.choice('ab')} 5")
            link = Link(Comparison(*(record(position, name, depth=4) for name in (search, rival))))
            first = link.comparison.first_divergence
            said = [half for half in first_difference(link.comparison, link, NAMES) if " cuts " in str(half.sentence)]
            if first is None or max(first.frame_a, first.frame_b) < 0 or min(first.frame_a, first.frame_b) >= 0:
                assert not said
                continue
            side: Side = "a" if first.frame_a >= 0 else "b"
            missing = max(first.frame_a, first.frame_b)
            trace, there = link.traces[side], link.traces[other(side)]
            cut = int(link.partners[side][trace.parents[missing]])
            assert bool(said) == (trace.moves[missing] in there.pruned_moves(cut) and there.is_cutoff(cut))
            seen += 1
    assert seen > 0
