"""A recording of user code as evidence for findings, and what a finding is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.declaration import NO_SIDE
from plyscope.model.roles import ALPHA, BETA, DEPTH, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.usercode.result_values import argument_values
from plyscope.usercode.search_text import SearchText

MAX_INNER_FRAMES = 20_000
"""Inner frames that are checked one by one."""
BUG, WASTE, REMARK = "bug", "waste", "remark"
"""A wrong value, move or board; more calls than alpha-beta makes with the same rule and order; neither of them."""


class Finding(NamedTuple):
    """What the run shows of user code: the first frame that shows it, and where in the text it comes from."""

    kind: str
    name: str
    frame: int
    step: int
    line: int
    """The source line; 0 where it is not known."""
    happened: Message
    should: Message

    @property
    def sentence(self) -> Message:
        """What happened, with its line."""
        if not self.line:
            return self.happened
        return Message("{happened} (line {line})", happened=self.happened, line=self.line)

    @property
    def facts(self) -> dict[str, Any]:
        """The finding as `debug --json` prints it."""
        return {
            self.kind: self.name,
            "frame": self.frame,
            "step": self.step,
            "line": self.line or None,
            "happened": str(self.happened),
            "should": str(self.should),
            "sentence": str(self.sentence),
        }


class RunEvidence:
    """A recording with its roles, and the windows and depths that its calls were given, as whole columns."""

    def __init__(self, trace: Trace, user_code: UserCode, proposal: Proposal) -> None:
        self.trace = trace
        self.user_code = user_code
        self.proposal = proposal
        roles = {
            role: {name: proposal.parameter(name, role) for name in proposal.roles} for role in (ALPHA, BETA, DEPTH)
        }
        self.alpha, self.beta, self.depth = (argument_values(trace, role, roles[role]) for role in (ALPHA, BETA, DEPTH))
        self.has_window = bool(np.any(~np.isnan(self.alpha) & ~np.isnan(self.beta)))
        self.first = int(user_code.has_caller)
        """The first frame that is a call: 1 where frame 0 stands for the caller of several calls."""
        self.text = SearchText(trace)

    def found(self, kind: str, name: str, frame: int, line: int, happened: Message, should: Message) -> Finding:
        """A finding at the step at which its frame is entered."""
        return Finding(kind, name, frame, self.text.steps.enter(frame), line, happened, should)

    def bound_name(self, frame: int, bound: str) -> str | None:
        """The name of the parameter that the best value narrows in a frame, for MAX's α or β; negamax narrows its α."""
        bound = ALPHA if self.proposal.negated else bound
        return self.proposal.parameter(self.user_code.function_of(frame).name, bound)

    def inner_frames(self) -> Iterator[int]:
        """The first frames with children."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        yield from (frame for frame in frames[:MAX_INNER_FRAMES].tolist() if frame >= self.first)

    @cached_property
    def same_side(self) -> NDArray[np.int64]:
        """The calls that move for the same side as their parent, where that is at least half of all calls."""
        kind, parent = self.trace.column("kind"), self.trace.column("parent")
        frames = np.flatnonzero((parent >= self.first) & (kind != NO_SIDE))
        same: NDArray[np.int64] = frames[kind[frames] == kind[parent[frames]]]
        return same if len(same) * 2 > len(frames) else same[:0]
