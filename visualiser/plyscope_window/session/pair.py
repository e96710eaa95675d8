"""Two recordings that go together. One is active: the docks show it and the commands move it; the other follows.

Their union is a session as well, with the cursor and the open frames of the active one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from plyscope.analysis.comparison import Comparison, Divergence, returns
from plyscope.analysis.differences import Differences
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.analysis.savings import Savings
from plyscope.analysis.union import (
    BOUNDS_AGREE,
    CUT_IN_A,
    CUT_IN_B,
    ONLY_A,
    ONLY_B,
    SAME,
    VALUE_DIFFERS,
    WINDOW_DIFFERS,
    Union,
)
from plyscope.layout.rows import Rows
from plyscope.layout.shades import Shades
from plyscope.layout.whole_tree import whole_tree
from plyscope.messages import Message
from plyscope.model.preorder import Column
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from plyscope.text.compared import First, beginning, first_difference, step_of
from PySide6.QtCore import QObject, Signal

from plyscope_window.session.limits import Future, ShownPart
from plyscope_window.session.session import Command, Session
from plyscope_window.words import tr

SIDES: tuple[Side, Side] = ("a", "b")

SIGNS = {SAME: "=", BOUNDS_AGREE: "≈", VALUE_DIFFERS: "≠", WINDOW_DIFFERS: "[ ]"}
"""The signs of what both call. What only one of them calls is marked by the square of its side."""
SIDE_OF: dict[int, Side] = {ONLY_A: "a", CUT_IN_B: "a", ONLY_B: "b", CUT_IN_A: "b"}
"""The side that calls what only one of them calls."""


def verdict_name(verdict: int, names: dict[Side, str]) -> str:
    """What the badge of a node says: how its call stands in the two recordings, which have names."""
    if verdict in SIDE_OF:
        side = SIDE_OF[verdict]
        if verdict in (CUT_IN_A, CUT_IN_B):
            return tr("pruned in {other}", other=names[other(side)])
        return tr("only {name}", name=names[side])
    return {
        SAME: tr("same"),
        BOUNDS_AGREE: tr("bounds agree"),
        VALUE_DIFFERS: tr("value differs"),
        WINDOW_DIFFERS: tr("window differs"),
    }[verdict]


@dataclass(frozen=True)
class Prepared:
    """Everything about two recordings that takes time to compute. May be made in any thread."""

    comparison: Comparison
    union: Union
    link: Link
    differences: Differences
    savings: Savings
    shades: Shades | None
    """One scale for the values of both; None where neither is a search with values."""

    @staticmethod
    def of(a: Trace, b: Trace) -> Prepared:
        """Compare two recordings; all that takes time is computed here."""
        comparison = Comparison(a, b)
        union, savings = Union(comparison), Savings(comparison)
        shades = Shades.of_all([a, b]) if a.origin.is_search and b.origin.is_search else None
        prepared = Prepared(comparison, union, Link(comparison), Differences(union), savings, shades)
        _ = union.same_throughout, prepared.differences.sizes, comparison.first_divergence, savings.by_size
        return prepared


class Pair(QObject):
    """Two recordings with linked cursors."""

    leader_changed = Signal()
    """The other side is active now."""
    followed = Signal()
    """Both cursors have moved."""
    filter_changed = Signal()
    """Another part of the trees is shown."""
    future_changed = Signal()
    """The whole run is shown, or both as they are at their steps."""
    other_leaves_requested = Signal()
    """The position was requested in an editor."""

    def __init__(self, prepared: Prepared, titles: tuple[str, str]) -> None:
        super().__init__()
        self.comparison, self.union, self.link = prepared.comparison, prepared.union, prepared.link
        self.differences, self.savings, self.shades = prepared.differences, prepared.savings, prepared.shades
        self.names: dict[Side, str] = dict(zip(SIDES, titles, strict=True))
        self.leader: Side = "a"
        self.shown = ShownPart.ALL
        self.future = Future.WHOLE
        """Whether the whole run is shown, and if not, how what happens after the steps."""
        self.missing: Message | None = None
        """Why the other side does not have the active side's frame; None where it has."""
        self.has_selected = False
        """Whether a node was selected since the cursors last moved."""
        self._is_following = False
        self._known_at, self._known = (-1, -1), np.zeros(0, np.bool_)
        self._unreturned_at, self._unreturned = (-1, -1), np.zeros(0, np.bool_)
        self.sides: dict[Side, SideSession] = {
            "a": SideSession(self, "a", prepared.comparison.a, titles[0]),
            "b": SideSession(self, "b", prepared.comparison.b, titles[1]),
        }
        self.merged = MergedSession(self)
        self.sides["a"].moved.connect(self._moved_a)
        self.sides["b"].moved.connect(self._moved_b)
        self._follow()

    @property
    def leading(self) -> SideSession:
        """The active side."""
        return self.sides[self.leader]

    # The active side

    def lead(self, side: Side) -> None:
        """Make a side the active one."""
        if side != self.leader:
            self.leader = side
            self._follow()
            self.leader_changed.emit()

    def begin_at(self, side: Side, step: int) -> None:
        """Stand at a step of one side; this is not kept in the history of visited steps."""
        self.lead(side)
        self.leading.begin_at(step)
        self.leading.moved.emit()

    def _moved_a(self) -> None:
        self._moved("a")

    def _moved_b(self) -> None:
        self._moved("b")

    def _moved(self, side: Side) -> None:
        """Let the other side follow a side that has moved, and which is the active one from now on."""
        if self._is_following:
            return
        self.lead(side)
        self._follow()

    def _follow(self) -> None:
        """Move the other side's cursor and the union's to where the active side's is."""
        self._is_following = True
        here, there = self.leading, self.sides[other(self.leader)]
        counterpart = self.link.counterpart(self.leader, here.cursor.step)
        name = beginning(self.names[other(self.leader)])
        self.missing = (
            None if counterpart.missing < 0 else self.link.why_missing(self.leader, counterpart.missing, name)
        )
        nearest, _ = self.link.nearest(self.leader, here.selected)
        there.follow(counterpart.step, int(self.link.partners[self.leader][nearest]))
        self.merged.follow(here)
        self._is_following = False
        self.followed.emit()

    # Going to a node of the union

    def frame_at(self, node: int, side: Side) -> int:
        """The frame of a node in one of the recordings; -1 where it has none."""
        return int((self.union.frames_a if side == "a" else self.union.frames_b)[node])

    def node_of(self, side: Side, frame: int) -> int:
        """The node of the union that a frame of one side is."""
        return int((self.union.nodes_a if side == "a" else self.union.nodes_b)[frame])

    @property
    def node(self) -> int:
        """The selected node."""
        return self.node_of(self.leader, self.leading.selected)

    def go_to_node(self, node: int) -> None:
        """Move both cursors to a node; where only one side has it, that side becomes active."""
        self._lead_at(node)
        self.leading.go_to_frame(self.frame_at(node, self.leader))

    def select_node(self, node: int) -> None:
        """Select a node without moving the cursors."""
        self.has_selected = True
        self._lead_at(node)
        self.leading.select(self.frame_at(node, self.leader))
        self.leading.moved.emit()

    def _lead_at(self, node: int) -> None:
        """Make the side active that has a node, unless the active one has it too."""
        if self.frame_at(node, self.leader) < 0:
            self.lead(other(self.leader))

    def go_to_first_divergence(self) -> bool:
        """Go to the first step that differs; False where there is none.

        Up to there both are the same call by call, so that either side has the step.
        """
        first = self.comparison.first_divergence
        if first is None:
            return False
        if not self._has(self.leader, first):
            self.lead(other(self.leader))
        self.leading.go(step_of(self.link, self.leader, first.step))
        return True

    @cached_property
    def first_difference(self) -> list[First]:
        """What the two do where they first differ; empty where they never do."""
        return first_difference(self.comparison, self.link, self.names)

    def _has(self, side: Side, first: Divergence) -> bool:
        """Whether a side has the step at which the two first differ."""
        steps = self.link.steps[side]
        frame = first.frame_a if side == "a" else first.frame_b
        return frame >= 0 and first.step in (steps.enter_of_call(frame), steps.leave_of_call(frame))

    def go_to_next_difference(self, *, forwards: bool) -> bool:
        """Go to the next difference, in the order of the tree; False where there is none."""
        node = self.differences.next_after(self.node, forwards=forwards)
        if node < 0:
            return False
        self.show_node(node)
        return True

    def show_node(self, node: int) -> None:
        """Select a node where the whole run is shown; else go to where it is entered."""
        if self.future is Future.WHOLE:
            self.select_node(node)
        else:
            self.go_to_node(node)

    def go_to_cut(self, side: Side, step: int) -> None:
        """Go to the step of a cutoff, with both shown up to there."""
        self.lead(side)
        self.leading.go(step)
        self.show_up_to_step()

    # How much is shown

    def show(self, shown: ShownPart) -> None:
        """Show all of the trees, the differences alone, or what was pruned alone; the row indexes are made again."""
        if shown is not self.shown:
            self.shown = shown
            self.filter_changed.emit()

    @property
    def hidden_tops(self) -> Column:
        """The tops of the subtrees that are hidden because it is known that nothing differs, or is pruned, in them."""
        union = self.union
        if self.shown is ShownPart.ALL:
            return union.same_throughout[:0]
        if not self.shows_whole:
            differs = union.is_pruned if self.shown is ShownPart.PRUNED else union.verdicts != SAME
            return union.known_throughout(differs, self.known_verdicts)
        return union.unpruned_throughout if self.shown is ShownPart.PRUNED else union.same_throughout

    @property
    def hides_equal(self) -> bool:
        """Whether all that is hidden is the same in both."""
        return self.shown is not ShownPart.PRUNED

    def show_future(self, future: Future) -> None:
        """Show the whole run of both, or both as they are at their steps."""
        if future is not self.future:
            self.future = future
            for session in self.sides.values():
                session.take_future(future)
            self.merged.take_future(future)
            self.future_changed.emit()

    def show_up_to_step(self) -> None:
        """Show both as they are at their steps, if the whole run is shown."""
        if self.future is Future.WHOLE:
            self.show_future(Future.OUTLINES)

    @property
    def shows_whole(self) -> bool:
        """Whether the whole run of both is shown, wherever the cursors are."""
        return self.future is Future.WHOLE

    # What is known

    def step(self, side: Side) -> int:
        """The last step that is shown of a side."""
        cursor = self.sides[side].cursor
        return cursor.last_step if self.shows_whole else cursor.step

    def entered(self, side: Side) -> int:
        """How many frames of a side have been entered by the last step that is shown."""
        session = self.sides[side]
        return len(session.trace) if self.shows_whole else session.entered

    def verdict(self, node: int) -> int | None:
        """How a node stands in the two recordings; None where that is not known yet."""
        verdict = int(self.union.verdicts[node])
        return verdict if self.shows_whole or bool(self.known_verdicts[node]) else None

    @property
    def known_verdicts(self) -> NDArray[np.bool_]:
        """For each node whether it is known how it stands in the two."""
        at = (self.step("a"), self.step("b"))
        if self._known_at != at:
            self._known_at, self._known = at, self._find_known()
        return self._known

    def _find_known(self) -> NDArray[np.bool_]:
        """Mark the nodes that both have returned from, and those that one has entered and the other has passed over."""
        union = self.union
        if self.shows_whole:
            return np.ones(len(union), np.bool_)
        frames: dict[Side, Column] = {"a": union.frames_a, "b": union.frames_b}
        missing = {side: frames[side] < 0 for side in SIDES}
        entered = {side: ~missing[side] & (frames[side] < self.entered(side)) for side in SIDES}
        # What one side does not have is known once it has returned from the nearest call above that both have.
        parents = self._common_above
        passed = {side: missing[side] & self._is_through(side)[frames[side][parents]] for side in SIDES}
        both = ~missing["a"] & ~missing["b"]
        left = {side: ~missing[side] & (self._leaves[side] <= self.step(side))[frames[side]] for side in SIDES}
        known = both & left["a"] & left["b"]
        return np.asarray(known | (entered["a"] & passed["b"]) | (entered["b"] & passed["a"]))

    @property
    def unreturned(self) -> NDArray[np.bool_]:
        """A mask of the nodes from which the side that has their value has not returned yet."""
        at = (self.step("a"), self.step("b"))
        if self._unreturned_at != at:
            union, by_b = self.union, self.union.by_b
            left = np.where(by_b, self._leaves["b"][union.frames_b], self._leaves["a"][union.frames_a])
            self._unreturned_at, self._unreturned = at, left > np.where(by_b, at[1], at[0])
        return self._unreturned

    def _is_through(self, side: Side) -> NDArray[np.bool_]:
        """Whether each call of a side has returned, or has pruned what was left of it, by its step."""
        is_cut = self.sides[side].trace.column("skipped") > 0
        return np.asarray(self._leaves[side] - is_cut <= self.step(side))

    @cached_property
    def _leaves(self) -> dict[Side, Column]:
        """The steps at which the calls of each side return."""
        traces = {side: session.trace for side, session in self.sides.items()}
        return {side: returns(trace, np.arange(len(trace))) for side, trace in traces.items()}

    @cached_property
    def _common_above(self) -> Column:
        """For each node the nearest one above it, or itself, that both have."""
        union = self.union
        parents = union.column("parent")
        nodes = np.arange(len(union))
        missing = np.flatnonzero((union.frames_a < 0) | (union.frames_b < 0))
        while len(missing):
            nodes[missing] = parents[nodes[missing]]
            above = nodes[missing]
            missing = missing[(union.frames_a[above] < 0) | (union.frames_b[above] < 0)]
        return nodes

    @cached_property
    def is_small(self) -> bool:
        """Whether both together are so few calls that their tree is shown whole."""
        return whole_tree(self.union) is not None


class PairedSession(Session):
    """What is shown of a pair: the pair decides how the future is shown, and nothing is saved from here."""

    def __init__(self, pair: Pair, trace: Trace, title: str) -> None:
        super().__init__(trace, title, None, pair)
        self.pair = pair
        self.is_saved = True
        self.future = pair.future

    def show_future(self, future: Future) -> None:
        """Have the pair decide how what happens after the step is shown."""
        self.pair.show_future(future)

    def take_future(self, future: Future) -> None:
        """Show what happens after the step as the pair has decided."""
        super().show_future(future)


class SideSession(PairedSession):
    """One of two compared recordings, as a view of it."""

    def __init__(self, pair: Pair, side: Side, trace: Trace, title: str) -> None:
        super().__init__(pair, trace, title)
        self.side = side

    def act(self, command: Command) -> bool:
        """Carry out a command of the cursor; where it moves, both are shown up to there."""
        before = self.cursor.step
        has_changed = super().act(command)
        if self.cursor.step != before:
            self.pair.has_selected = False
            self.pair.show_up_to_step()
        return has_changed

    def follow(self, step: int, selected: int) -> None:
        """Follow the active side; this is not kept in the history of visited steps."""
        self.begin_at(step)
        self.selected, self.pruned_move = selected, None
        self.moved.emit()

    def mark(self) -> None:
        """Tell the views that marks have changed; nothing is saved from here."""
        self.marked.emit()

    def new_rows(self) -> Rows:
        """The row index of one side, without the frames that the pair hides."""
        marks, pair = self.cursor.marks, self.pair
        same = (pair.union.frames_a if self.side == "a" else pair.union.frames_b)[pair.hidden_tops]
        return Rows(
            self.trace,
            frozenset(marks.collapsed),
            frozenset(marks.hidden),
            unneeded=self.proving.hidden,
            strong=self.proving.strong,
            same=same[same >= 0],
            shades=pair.shades,
            are_equal=pair.hides_equal,
            in_stages=True,
        )


class MergedSession(PairedSession):
    """Both recordings as one tree, with the cursor of the active side."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair, pair.union, "")

    @property
    def stack(self) -> list[StackFrame]:
        """The open frames of the active side, as nodes."""
        pair = self.pair
        return [call._replace(frame=pair.node_of(pair.leader, call.frame)) for call in pair.leading.stack]

    @property
    def affected(self) -> int:
        """The node that the step is about; -1 for the whole run once a node was selected."""
        if self.shows_whole and self.pair.has_selected:
            return -1
        return self.pair.node_of(self.pair.leader, self.pair.leading.affected)

    @property
    def entered(self) -> int:
        """How many nodes may be drawn: all where the whole run is shown."""
        return len(self.trace) if self.shows_whole else super().entered

    @property
    def unknown_nodes(self) -> NDArray[np.bool_] | None:
        """A mask of the nodes whose values are not known yet; None where the whole run is shown."""
        return None if self.shows_whole else self.pair.unreturned

    def has_entered(self, frame: int) -> bool:
        """Whether anything is known of a node: it is open, or the side whose value it has has returned from it."""
        unknown = self.unknown_nodes
        return unknown is None or not unknown[frame] or frame in self.open_frames

    def has_returned(self, frame: int) -> bool:
        """Whether the value of a node is known."""
        unknown = self.unknown_nodes
        return unknown is None or not unknown[frame]

    def best_child(self, frame: int) -> int:
        """The best child so far, as the active side has it; where it does not have the call, as the other has."""
        pair = self.pair
        if self.shows_whole:
            return self.trace.best_child(frame)
        side = pair.leader if pair.frame_at(frame, pair.leader) >= 0 else other(pair.leader)
        best = pair.sides[side].best_child(pair.frame_at(frame, side))
        return -1 if best < 0 else pair.node_of(side, best)

    def has_pruned(self, frame: int) -> bool:
        """Whether a side that has the call has passed over its untried moves."""
        pair = self.pair
        frames = {side: pair.frame_at(frame, side) for side in SIDES}
        return any(
            frames[side] >= 0 and session.trace.skips[frames[side]] > 0 and session.has_pruned(frames[side])
            for side, session in pair.sides.items()
        )

    def follow(self, leading: SideSession) -> None:
        """Move the cursor of the union to where that of the active side is."""
        pair, now, steps = self.pair, leading.cursor.now.of_call, self.cursor.steps
        node = pair.node_of(leading.side, now.child if now.moment is Moment.BACK else now.frame)
        step = {Moment.ENTER: steps.enter, Moment.LEAVE: steps.leave, Moment.BACK: steps.back}[now.moment](node)
        self.cursor.begin_at(self.cursor.last_step if step is None else step)
        self.selected = pair.node_of(leading.side, leading.selected)
        self.moved.emit()

    def select(self, frame: int) -> None:
        """Select a node on both sides."""
        self.pair.select_node(frame)

    def select_pruned(self, frame: int, move: int) -> None:
        """Select a pruned move on the active side; the node itself where that side has not pruned it."""
        leading = self.pair.leading
        in_leading = self.pair.frame_at(frame, leading.side)
        if in_leading >= 0 and move in leading.trace.pruned_moves(in_leading):
            leading.select_pruned(in_leading, move)
        else:
            self.pair.select_node(frame)

    def new_rows(self) -> Rows:
        """The row index, in which whatever is hidden or collapsed on either side is hidden or collapsed too."""
        pair, collapsed, hidden = self.pair, set[int](), set[int]()
        for side, session in pair.sides.items():
            collapsed |= {pair.node_of(side, frame) for frame in session.cursor.marks.collapsed}
            hidden |= {pair.node_of(side, frame) for frame in session.cursor.marks.hidden}
        return Rows(
            self.trace, collapsed, hidden, same=pair.hidden_tops, shades=pair.shades, are_equal=pair.hides_equal,
            in_stages=True,
        )  # fmt: skip
