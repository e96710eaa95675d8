"""Frames are the same where their paths are: against a dictionary of paths, whatever the order of moves."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.alignment import NOT_OFFERED, PRUNED, SEARCHED_ONCE, STOPPED, UNFINISHED, Branches, align
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.columns import HORIZON, INNER, OPEN

from tests.examples import examples
from tests.full_traces import Trace, record
from tests.trees import as_text, inner_nested

Path = tuple[tuple[int, int], ...]
SEARCHES = st.sampled_from(["minimax", "maxmin", "alphabeta", "negamax", "pvs"])
ORDERS = st.sampled_from(["given", "reverse", "center", "random"])


def paths(trace: Trace) -> dict[Path, int]:
    """Every frame by its path of moves, each with how often its parent has tried it before."""
    found: list[Path] = [()]
    times: Counter[tuple[int, int]] = Counter()
    for frame in range(1, len(trace)):
        step = (trace.parents[frame], trace.moves[frame])
        found.append((*found[step[0]], (step[1], times[step])))
        times[step] += 1
    return {path: frame for frame, path in enumerate(found)}


def assert_aligned(a: Trace, b: Trace) -> None:
    found, in_a, in_b = align(a, b), paths(a), paths(b)
    expected = sorted((frame, in_b[path]) for path, frame in in_a.items() if path in in_b)
    assert list(zip(found.frames_a.tolist(), found.frames_b.tolist(), strict=True)) == expected
    assert_branches(found.branches_a, in_a, in_b, b)
    assert_branches(found.branches_b, in_b, in_a, a)


def assert_branches(branches: Branches, here: dict[Path, int], there: dict[Path, int], other: Trace) -> None:
    tops = {frame: path for path, frame in here.items() if path not in there and path[:-1] in there}
    assert branches.frames.tolist() == sorted(tops)
    for frame, parent, reason in zip(branches.frames, branches.parents, branches.reasons, strict=True):
        path = tops[int(frame)]
        assert parent == there[path[:-1]]
        move, times = path[-1]
        status = other.statuses[parent]
        if reason == PRUNED:
            # However often it is searched here: there it was pruned.
            assert status == INNER
            assert move in other.pruned_moves(int(parent))
        elif reason == STOPPED:
            assert status == HORIZON
        elif reason == UNFINISHED:
            assert status == OPEN
        else:
            assert reason == SEARCHED_ONCE
            assert times == 1


@examples(300)
@given(tree=inner_nested, names=st.tuples(SEARCHES, SEARCHES), orders=st.tuples(ORDERS, ORDERS))
def test_frames_are_paired_by_their_paths(tree: Any, names: tuple[str, str], orders: tuple[str, str]) -> None:
    position = load("tree:" + as_text(tree))
    assert_aligned(*(record(position, name, order=order) for name, order in zip(names, orders, strict=True)))


@pytest.mark.parametrize(
    ("options_a", "options_b"),
    [
        ({"algorithm": "minimax"}, {"algorithm": "alphabeta", "order": "center"}),
        ({"cut": ">="}, {"cut": ">"}),
        ({"depth": 3}, {"depth": 5}),
        ({"limit": 300}, {"algorithm": "pvs", "order": "reverse"}),
        ({"algorithm": "pvs"}, {"algorithm": "pvs", "order": "random", "seed": 3}),
        ({"algorithm": "alphabeta"}, {"algorithm": "notebook"}),
        ({"algorithm": "accumulate"}, {"algorithm": "negamax", "cut": ">"}),
    ],
)
def test_on_boards_too(options_a: dict[str, Any], options_b: dict[str, Any]) -> None:
    position = load("tictactoe:X../.O./... x")
    assert_aligned(record(position, **options_a), record(position, **options_b))


def test_a_search_with_fewer_moves_is_distinguished_from_one_that_prunes() -> None:
    position = load("connectfour:4,4,3 ")
    found = align(record(position, "minimax", depth=2), record(position, "tutorial-random"))
    assert set(found.branches_a.reasons.tolist()) <= {STOPPED, NOT_OFFERED}


def test_the_same_recording_is_the_same_all_through() -> None:
    trace = record("hexline:.../..#")
    found = align(trace, trace)
    assert found.frames_a.tolist() == found.frames_b.tolist() == list(range(len(trace)))
    assert len(found.branches_a.frames) == len(found.branches_b.frames) == 0


def test_a_subtree_is_aligned_with_the_same_tree_written_alone() -> None:
    """Nodes have other numbers there, and the paths are the same all the same."""
    inside = load("tree:[1,[[3,[4,5]],[6,7]],2]").play("2")
    alone = load("tree:[[3,[4,5]],[6,7]] second")
    for a, b in ((inside, alone), (alone, inside)):
        traces = record(a, "minimax"), record(b, "minimax", order="reverse")
        found = align(*traces)
        assert len(found.frames_a) == len(traces[0])
        for frame, partner in zip(found.frames_a, found.frames_b, strict=True):
            assert traces[0].path(int(frame)) == traces[1].path(int(partner))


def test_different_roots_are_refused() -> None:
    a = record("tree:[1,2]")
    with pytest.raises(InputError, match=r"only recordings of the same position .* tree:\[1,2\] and tree:\[1,3\]"):
        align(a, record("tree:[1,3]"))
    with pytest.raises(InputError, match="these begin with"):
        align(a, record("tictactoe:XOX/OXO/O.. x"))
    position = load("tictactoe:XOX/OXO/O.. x", max="o")
    with pytest.raises(InputError, match="MAX is x in one and o in the other"):
        align(record("tictactoe:XOX/OXO/O.. x"), record(position))
