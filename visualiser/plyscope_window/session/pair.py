"""Two recordings that go together. One is active: the docks show it and the commands move it; the other follows.

Their union is a session as well, with the cursor and the open frames of the active one.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyscope.analysis.comparison import WHAT_DIFFERS, Comparison
from plyscope.analysis.differences import Differences
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.analysis.union import CUT_IN_A, CUT_IN_B, ONLY_A, ONLY_B, SAME, VALUE_DIFFERS, WINDOW_DIFFERS, Union
from plyscope.layout.rows import Rows
from plyscope.messages import Message
from plyscope.model.preorder import Column
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from PySide6.QtCore import QObject, Signal

from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from plyscope_window.words import tr

SIDES: tuple[Side, Side] = ("a", "b")

SIGNS = {
    SAME: "=", VALUE_DIFFERS: "≠", WINDOW_DIFFERS: "[ ]", ONLY_A: "A", ONLY_B: "B", CUT_IN_A: "A//", CUT_IN_B: "B//",
}  # fmt: skip
"""The sign of each verdict: a letter is the only side that has the call, `A//` the side whose cutoff pruned it."""


def verdict_name(verdict: int) -> str:
    return {
        SAME: tr("same"),
        VALUE_DIFFERS: tr("value differs"),
        WINDOW_DIFFERS: tr("window differs"),
        ONLY_A: tr("only A"),
        ONLY_B: tr("only B"),
        CUT_IN_A: tr("cut in A"),
        CUT_IN_B: tr("cut in B"),
    }[verdict]


@dataclass(frozen=True)
class Prepared:
    """Everything about two recordings that takes time to compute. May be made in any thread."""

    comparison: Comparison
    union: Union
    link: Link
    differences: Differences

    @staticmethod
    def of(a: Trace, b: Trace) -> Prepared:
        comparison = Comparison(a, b)
        union = Union(comparison)
        found = Prepared(comparison, union, Link(comparison), Differences(union))
        _ = union.same_throughout, found.differences.sizes, comparison.first_divergence
        return found


class Pair(QObject):
    """Two recordings with linked cursors."""

    leader_changed = Signal()
    """The other side is active now."""
    followed = Signal()
    """Both cursors have moved."""
    filter_changed = Signal()
    """Whether everything is shown, or only the differences."""

    def __init__(self, prepared: Prepared, titles: tuple[str, str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.comparison, self.union, self.link = prepared.comparison, prepared.union, prepared.link
        self.differences = prepared.differences
        self.leader: Side = "a"
        self.shows_differences_only = False
        self.missing: Message | None = None
        """Why the other side does not have the active side's frame; None where it has."""
        self._is_following = False
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
        return self.sides[self.leader]

    # The active side

    def lead(self, side: Side) -> None:
        if side != self.leader:
            self.leader = side
            self._follow()
            self.leader_changed.emit()

    def _moved_a(self) -> None:
        self._moved("a")

    def _moved_b(self) -> None:
        self._moved("b")

    def _moved(self, side: Side) -> None:
        if self._is_following:
            return
        self.lead(side)
        self._follow()

    def _follow(self) -> None:
        """Move the other side's cursor and the union's to match."""
        self._is_following = True
        here, there = self.leading, self.sides[other(self.leader)]
        found = self.link.counterpart(self.leader, here.cursor.step)
        self.missing = None if found.missing < 0 else self.link.why_missing(self.leader, found.missing)
        nearest, _ = self.link.nearest(self.leader, here.selected)
        there.follow(found.step, int(self.link.partners[self.leader][nearest]))
        self.merged.follow(here)
        self._is_following = False
        self.followed.emit()

    # Going to a node of the union

    def frame_at(self, node: int, side: Side) -> int:
        """The frame of a node in one of the recordings; -1 where it has none."""
        return int((self.union.frames_a if side == "a" else self.union.frames_b)[node])

    def node_of(self, side: Side, frame: int) -> int:
        return int((self.union.nodes_a if side == "a" else self.union.nodes_b)[frame])

    @property
    def node(self) -> int:
        """The selected node."""
        return self.node_of(self.leader, self.leading.selected)

    def go_to_node(self, node: int) -> None:
        """Move both cursors there; where only one side has it, that side becomes active."""
        self._lead_at(node)
        self.leading.go_to_frame(self.frame_at(node, self.leader))

    def select_node(self, node: int) -> None:
        """Select a node without moving the cursors."""
        self._lead_at(node)
        self.leading.select(self.frame_at(node, self.leader))

    def _lead_at(self, node: int) -> None:
        if self.frame_at(node, self.leader) < 0:
            self.lead(other(self.leader))

    def go_to_first_divergence(self) -> bool:
        """Go to the first step that differs; False where there is none.

        Up to there both are the same step by step, so the step number holds for either side.
        """
        first = self.comparison.first_divergence
        if first is None:
            return False
        if not self._is_at(self.leader, first.step):
            self.lead(other(self.leader))
        self.leading.go(first.step)
        return True

    @property
    def first_divergence(self) -> Message | None:
        """Where the two diverge, and how; None where they never do."""
        first = self.comparison.first_divergence
        if first is None:
            return None
        path = " ".join(self.comparison.divergence_path())
        return Message(
            "First divergence at step {step}, {path}: {what}",
            step=first.step,
            path=path or Message("the root"),
            what=WHAT_DIFFERS[first.what],
        )

    def _is_at(self, side: Side, step: int) -> bool:
        """Whether one side's step shows the first divergence."""
        first, steps = self.comparison.first_divergence, self.link.steps[side]
        assert first is not None
        frame = first.frame_a if side == "a" else first.frame_b
        return frame >= 0 and step in (steps.enter(frame), steps.leave(frame))

    def go_to_next_difference(self, *, forwards: bool) -> bool:
        """Go to the next difference, in the order of the tree; False where there is none."""
        node = self.differences.next_after(self.node, forwards=forwards)
        if node < 0:
            return False
        self.go_to_node(node)
        return True

    # Differences only

    def show_differences_only(self, only: bool) -> None:
        """Hide the subtrees that are the same in both, or show them again; the row indexes are made again."""
        if only != self.shows_differences_only:
            self.shows_differences_only = only
            self.filter_changed.emit()

    @property
    def same_tops(self) -> Column:
        """The tops of equal subtrees, where those are hidden."""
        return self.union.same_throughout if self.shows_differences_only else self.union.same_throughout[:0]


class SideSession(Session):
    """One of two compared recordings, as a view of it: nothing is saved from here."""

    def __init__(self, pair: Pair, side: Side, trace: Trace, title: str) -> None:
        super().__init__(trace, title, None, pair)
        self.pair, self.side = pair, side
        self.is_saved = True

    def follow(self, step: int, selected: int) -> None:
        """Follow the active side; this is not kept in the history of visited steps."""
        self.begin_at(step)
        self.selected, self.pruned_move = selected, None
        self.moved.emit()

    def mark(self) -> None:
        self.marked.emit()

    def make_rows(self) -> Rows:
        marks, pair = self.cursor.marks, self.pair
        same = (pair.union.frames_a if self.side == "a" else pair.union.frames_b)[pair.same_tops]
        rows = Rows(
            self.trace,
            frozenset(marks.collapsed),
            frozenset(marks.hidden),
            unneeded=self.proving.hidden,
            strong=self.proving.strong,
            same=same,
        )
        _ = self.trace.facts.is_best, self.trace.facts.cutoff, self.trace.intervals.columns
        return rows


class MergedSession(Session):
    """Both recordings as one tree, with the cursor of the active side. All of it is shown, whenever it happened."""

    def __init__(self, pair: Pair) -> None:
        super().__init__(pair.union, "", None, pair)
        self.pair = pair
        self.is_saved = True
        self.future = Future.WHOLE

    @property
    def stack(self) -> list[StackFrame]:
        pair = self.pair
        return [call._replace(frame=pair.node_of(pair.leader, call.frame)) for call in pair.leading.stack]

    @property
    def entered(self) -> int:
        return len(self.trace)

    def follow(self, leading: SideSession) -> None:
        pair, now, steps = self.pair, leading.cursor.now.of_call, self.cursor.steps
        node = pair.node_of(leading.side, now.child if now.moment is Moment.BACK else now.frame)
        step = {Moment.ENTER: steps.enter, Moment.LEAVE: steps.leave, Moment.BACK: steps.back}[now.moment](node)
        self.cursor.begin_at(self.cursor.last_step if step is None else step)
        self.selected = pair.node_of(leading.side, leading.selected)
        self.moved.emit()

    def select(self, frame: int) -> None:
        self.pair.select_node(frame)

    def select_pruned(self, frame: int, move: int) -> None:
        """Select a move that neither side tries where the active side pruned it."""
        leading = self.pair.leading
        in_leading = self.pair.frame_at(frame, leading.side)
        if in_leading >= 0 and move in leading.trace.pruned_moves(in_leading):
            leading.select_pruned(in_leading, move)
        else:
            self.pair.select_node(frame)

    def make_rows(self) -> Rows:
        """The row index, in which whatever is hidden or collapsed on either side is hidden or collapsed too."""
        pair, collapsed, hidden = self.pair, set[int](), set[int]()
        for side, session in pair.sides.items():
            collapsed |= {pair.node_of(side, frame) for frame in session.cursor.marks.collapsed}
            hidden |= {pair.node_of(side, frame) for frame in session.cursor.marks.hidden}
        rows = Rows(self.trace, collapsed, hidden, same=pair.same_tops)
        _ = self.trace.facts.is_best, self.trace.facts.cutoff, self.trace.intervals.columns
        return rows
