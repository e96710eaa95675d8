"""Linked cursors: each step of one leads the other to the same path of moves, walked here by texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.union import SAME
from plyscope.files.sources import load
from plyscope.model.steps import Moment
from plyscope_window.session.limits import Future, ShownPart
from plyscope_window.session.pair import SIDES, Pair, Prepared, Side
from plyscope_window.session.session import Session

from tests.full_traces import record

pytestmark = pytest.mark.qt

HEBREW = "sample:tictactoe/hebrew"


def pair_of(source: str, first: dict[str, Any], second: dict[str, Any]) -> Pair:
    return Pair(Prepared.of(record(load(source), **first), record(load(source), **second)), ("first", "second"))


@pytest.fixture
def pair() -> Pair:
    return pair_of(HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("source", "first", "second"),
    [
        (HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"}),
        (HEBREW, {"algorithm": "alphabeta"}, {"algorithm": "alphabeta", "cut": ">"}),
        ("sample:tree/nine-leaves", {"algorithm": "alphabeta"}, {"algorithm": "alphabeta", "order": "reverse"}),
        ("sample:tree/nine-leaves", {"algorithm": "minimax"}, {"algorithm": "minimax", "depth": 2}),
    ],
)
def test_every_step_of_one_moves_the_other(
    source: str, first: dict[str, Any], second: dict[str, Any], side: Side
) -> None:
    pair = pair_of(source, first, second)
    pair.lead(side)
    here, there = pair.leading, pair.sides["b" if side == "a" else "a"]
    known = {tuple(there.trace.path(frame)): frame for frame in range(len(there.trace))}
    for step in range(here.cursor.last_step + 1):
        here.go(step)
        now, follower = here.cursor.now, there.cursor.now
        path = tuple(here.trace.path(now.child if now.moment is Moment.BACK else now.frame))
        if path in known:
            assert follower.moment is now.moment
            assert (follower.child if now.moment is Moment.BACK else follower.frame) == known[path]
            assert pair.missing is None
        else:
            nearest = next(path[:end] for end in range(len(path), -1, -1) if path[:end] in known)
            assert follower.frame == known[nearest]
            assert pair.missing is not None
        stack = [pair.union.path(call.frame) for call in pair.merged.stack]
        assert stack == [here.trace.path(call.frame) for call in here.stack]
        assert pair.union.path(pair.merged.cursor.frame) == here.trace.path(here.cursor.frame)


def test_the_side_that_is_moved_becomes_active(pair: Pair) -> None:
    received: list[str] = []
    pair.leader_changed.connect(lambda: received.append(pair.leader))
    pair.sides["b"].go(4)
    assert pair.leader == "b"
    assert received == ["b"]
    assert pair.sides["a"].trace.path(pair.sides["a"].cursor.frame) == pair.sides["b"].trace.path(
        pair.sides["b"].cursor.frame
    )


def test_following_is_no_way_of_ones_own(pair: Pair) -> None:
    for _ in range(5):
        pair.sides["a"].act(lambda cursor: cursor.into())
    assert pair.sides["a"].cursor.can_undo
    assert not pair.sides["b"].cursor.can_undo


def test_a_node_of_only_one_side_makes_it_active(pair: Pair) -> None:
    pair.lead("b")
    node = next(node for node in range(len(pair.union)) if pair.union.path(node) == ["a1", "c1"])
    pair.go_to_node(node)
    assert pair.leader == "a"
    assert pair.leading.trace.path(pair.leading.cursor.frame) == ["a1", "c1"]
    assert str(pair.missing) == "Second never calls this: a cutoff prunes [2,2] at [0,2]"


def test_looking_at_a_frame_looks_at_it_in_both(pair: Pair) -> None:
    frame = next(frame for frame in range(len(pair.union.a)) if pair.union.a.path(frame) == ["a1", "a3"])
    pair.sides["a"].select(frame)
    other = pair.sides["b"]
    assert other.trace.path(other.selected) == ["a1", "a3"]
    assert pair.union.path(pair.merged.selected) == ["a1", "a3"]
    assert other.cursor.step == 0


def test_the_first_divergence_is_gone_to_where_it_can_be_seen(pair: Pair) -> None:
    for leader in SIDES:
        pair.lead(leader)
        assert pair.go_to_first_divergence()
        assert pair.leader == "a"
        assert pair.leading.cursor.step == pair.comparison.first_divergence.step  # type: ignore[union-attr]
        assert pair.leading.trace.path(pair.leading.cursor.frame) == ["a1", "c1"]


def test_the_same_search_twice_has_nowhere_to_go() -> None:
    same = {"algorithm": "alphabeta"}
    pair = pair_of(HEBREW, same, same)
    assert not pair.go_to_first_divergence()
    assert not pair.go_to_next_difference(forwards=True)
    pair.show(ShownPart.DIFFERENCES)
    assert len(pair.merged.make_rows()) == 1


def test_differences_only_leaves_away_what_is_the_same_throughout(pair: Pair) -> None:
    pair.show(ShownPart.DIFFERENCES)
    shown = shown_in(pair.merged)
    differing = {node for node in range(len(pair.union)) if pair.union.verdicts[node] != SAME}
    above = {ancestor for node in differing for ancestor in pair.union.ancestors(node)}
    assert shown == above
    for side, frames in zip(SIDES, (pair.union.frames_a, pair.union.frames_b), strict=True):
        assert shown_in(pair.sides[side]) == {int(frames[node]) for node in above if frames[node] >= 0}


def test_at_a_step_only_what_is_known_not_to_differ_is_left_away(pair: Pair) -> None:
    for shown in (ShownPart.DIFFERENCES, ShownPart.PRUNED):
        pair.show(shown)
        pair.show_future(Future.WHOLE)
        whole = set(pair.hidden_tops.tolist())
        pair.leading.go(0)
        pair.show_up_to_step()
        assert len(pair.hidden_tops) == 0, "nothing is known yet"
        pair.leading.go(pair.leading.cursor.last_step // 2)
        for top in pair.hidden_tops.tolist():
            below = range(top, top + int(pair.union.column("size")[top]))
            assert all(pair.known_verdicts[node] for node in below)
            assert any(top in range(one, one + int(pair.union.column("size")[one])) for one in whole)
        assert len(pair.hidden_tops) < len(shown_in(pair.merged))
        pair.leading.go(pair.leading.cursor.last_step)
        assert set(pair.hidden_tops.tolist()) == whole


def test_only_what_was_pruned_is_shown_with_all_above_it(pair: Pair) -> None:
    pair.show(ShownPart.PRUNED)
    assert {tuple(pair.union.path(node)) for node in shown_in(pair.merged)} == {
        (), ("a1",), ("a1", "c1"), ("a1", "c1", "a3"),
    }  # fmt: skip
    assert {tuple(pair.sides["b"].trace.path(frame)) for frame in shown_in(pair.sides["b"])} == {(), ("a1",)}


def test_a_step_shows_both_up_to_there(pair: Pair) -> None:
    assert pair.future is pair.merged.future is pair.sides["b"].future is Future.WHOLE
    assert pair.known_verdicts.all()
    pair.sides["a"].go(5)
    assert pair.future is pair.merged.future is pair.sides["b"].future is Future.OUTLINES
    assert 0 < pair.known_verdicts.sum() < len(pair.union)
    pair.sides["b"].show_future(Future.WHOLE)
    assert pair.merged.shows_whole


@pytest.mark.parametrize("first", ["minimax", "alphabeta"])
def test_how_a_node_stands_is_known_when_both_are_through_with_it(first: str) -> None:
    """Counted here from the steps of both, node by node."""
    second = "alphabeta" if first == "minimax" else "minimax"
    pair = pair_of("sample:tree/textbook", {"algorithm": first}, {"algorithm": second})
    lacks = "b" if first == "minimax" else "a"
    for step in range(pair.leading.cursor.last_step + 1):
        pair.leading.go(step)
        pair.show_future(Future.OUTLINES)
        for node in range(len(pair.union)):
            frames = {side: pair.frame_at(node, side) for side in SIDES}
            if min(frames.values()) < 0:
                has: Side = "a" if frames["a"] >= 0 else "b"
                cut = pair.frame_at(pair.union.parents[node], lacks)
                known = pair.sides[has].cursor.steps.enter(frames[has]) <= pair.step(has)
                known &= pair.sides[lacks].has_pruned(cut)
            else:
                left = {side: pair.sides[side].cursor.steps.leave(frame) for side, frame in frames.items()}
                known = all((leave := left[side]) is not None and leave <= pair.step(side) for side in SIDES)
            assert (pair.verdict(node) is not None) == known


def test_hidden_subtrees_are_counted_under_their_parent() -> None:
    pair = pair_of("tictactoe:XO./.../...", {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    pair.show(ShownPart.DIFFERENCES)
    for session in (pair.merged, *pair.sides.values()):
        rows = session.make_rows()
        shown = shown_in(session)
        gone: Counter[int] = Counter()
        for frame in range(1, len(session.trace)):
            if frame not in shown:
                gone[next(above for above in reversed(session.trace.ancestors(frame)) if above in shown)] += 1
        assert gone
        assert {frame: rows.same.under(frame) for frame in sorted(shown) if rows.same.under(frame)} == dict(gone)
        assert rows.same.among(np.arange(len(session.trace), dtype=np.int32)).sum() == len(gone)


def shown_in(session: Session) -> set[int]:
    return {frame for row in session.make_rows().rows for frame in row.frames.tolist()}


def test_frames_hidden_on_one_side_are_hidden_in_the_union(pair: Pair) -> None:
    frame = next(frame for frame in range(len(pair.union.a)) if pair.union.a.path(frame) == ["a1"])
    pair.sides["a"].cursor.marks.hidden.add(frame)
    rows = pair.merged.make_rows()
    assert ["a1"] not in [pair.union.path(node) for node in rows[1].frames.tolist()]


def test_in_the_whole_run_any_node_can_be_selected(pair: Pair) -> None:
    """The node that the step is about is no exception, since the whole run shows no step."""
    pair.begin_at("a", 7)
    here = pair.node
    assert pair.merged.selected == pair.merged.affected
    pair.select_node(here)
    assert (pair.merged.selected, pair.merged.affected) == (here, -1)
    pair.sides["a"].go(8)
    assert pair.merged.selected == pair.merged.affected
