"""Two linked cursors: which step of one recording corresponds to which step of the other.

Where both have the frame, entering is entering, leaving is leaving, and being back is being back. For a frame
that the other does not have, the other cursor goes to the nearest ancestor that both have, to the step at which the
last earlier child in common has just returned. Where a cutoff pruned the others, that is its step.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from plyscope.analysis.alignment import FORWARD, NOT_OFFERED, NOT_RECORDED, PRUNED, SEARCHED_ONCE, STOPPED, UNFINISHED
from plyscope.analysis.comparison import Comparison
from plyscope.messages import Message
from plyscope.model.preorder import Column
from plyscope.model.steps import Moment, Steps
from plyscope.model.trace import Trace

Side = Literal["a", "b"]

NEVER_CALLED = {
    PRUNED: Message("{other} never calls this: a cutoff prunes {move} at {place}"),
    STOPPED: Message("{other} never calls this: its search stops at {place}"),
    UNFINISHED: Message("{other} never calls this: its recording ends at {place}"),
    SEARCHED_ONCE: Message("{other} never calls this: it searches {move} at {place} less often"),
    NOT_OFFERED: Message("{other} never calls this: it does not offer {move} at {place}"),
    FORWARD: Message("{other} never calls this: it leaves out {move} at {place} without searching it"),
    NOT_RECORDED: Message("{other} does not have this: its calls below {place} are not in the recording"),
}
"""The reason of the alignment -> the sentence that says why a frame is missing."""
NOT_TRIED = Message("{other} never calls this: it does not try {move} at {place}")
"""The sentence for a call without a move, and for user code, whose legal moves nobody knows."""


def other(side: Side) -> Side:
    """Return the other side."""
    return "b" if side == "a" else "a"


class Counterpart(NamedTuple):
    """The step of the other cursor, and the frame that the other recording lacks."""

    step: int
    missing: int = -1
    """The top frame of the branch that the other does not have; -1 where both have the frame."""


class Link:
    """The correspondence of steps in two recordings."""

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.traces: dict[Side, Trace] = {"a": comparison.a, "b": comparison.b}
        self.steps: dict[Side, Steps] = {side: Steps(trace) for side, trace in self.traces.items()}
        self.partners: dict[Side, Column] = {"a": comparison.partners_a, "b": comparison.partners_b}

    def nearest(self, side: Side, frame: int) -> tuple[int, int]:
        """Return the nearest frame, from this one upwards, that both have; and the top of what is missing, or -1."""
        partners, parents, missing = self.partners[side], self.traces[side].parents, -1
        while partners[frame] < 0:
            frame, missing = parents[frame], frame
        return frame, missing

    def counterpart(self, side: Side, step: int) -> Counterpart:
        """Return where the other cursor stands while this side's is at a step."""
        there, now = self.steps[other(side)], self.steps[side].at(step).of_call
        frame, missing = self.nearest(side, now.child if now.moment is Moment.BACK else now.frame)
        partner = int(self.partners[side][frame])
        if missing >= 0:
            return Counterpart(self._after_last_common(side, frame, missing), missing)
        found = {Moment.ENTER: there.enter, Moment.LEAVE: there.leave, Moment.BACK: there.back}[now.moment](partner)
        return Counterpart(there.count - 1 if found is None else found)

    def _after_last_common(self, side: Side, frame: int, missing: int) -> int:
        """Return the other's step behind the last common child before the missing one, else where the frame begins."""
        there, partners = self.steps[other(side)], self.partners[side]
        common = [child for child in self.traces[side].children(frame) if child < missing and partners[child] >= 0]
        if not common:
            return there.enter(int(partners[frame]))
        back = there.back(int(partners[common[-1]]))
        return there.count - 1 if back is None else back

    def reason_missing(self, side: Side, missing: int) -> int:
        """Return the reason why the other recording does not have the branch that begins with this frame."""
        alignment = self.comparison.alignment
        branches = alignment.branches_a if side == "a" else alignment.branches_b
        return int(branches.reasons[np.searchsorted(branches.frames, missing)])

    def why_missing(self, side: Side, missing: int, name: str) -> Message:
        """Return the sentence that says why the other recording lacks the branch that begins with this frame."""
        reason, trace = self.reason_missing(side, missing), self.traces[side]
        parent = trace.parents[missing]
        path = trace.name_of(parent) or " ".join(trace.shown_path(parent))
        has_move = trace.moves[missing] >= 0 and not self.traces[other(side)].origin.is_user_code
        is_known = reason != NOT_OFFERED or has_move
        return Message(
            (NEVER_CALLED[reason] if is_known else NOT_TRIED).pattern,
            other=name,
            move=trace.short_name(missing),
            place=path or Message("the root"),
        )
