"""What slips are told by: a recording with its proposal, and the numbers that its calls were given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.messages import Message
from engine.search.declaration import NOBODY
from engine.trace import Trace
from engine.watching.own_code import OwnCode
from engine.watching.own_values import argument_values
from engine.watching.proposal import ALPHA, BETA, DEPTH, Proposal

MOST_LOOKED_AT = 20_000
"""Frames that are looked at one by one."""


class Slip(NamedTuple):
    """Something that a search should not do, and where it is seen first."""

    name: str
    frame: int
    sentence: Message


class Looking:
    """A recording with what the slips are told by."""

    def __init__(self, trace: Trace, own: OwnCode, proposal: Proposal) -> None:
        self.trace = trace
        self.own = own
        self.proposal = proposal
        roles = {
            role: {name: proposal.parameter(name, role) for name in proposal.roles} for role in (ALPHA, BETA, DEPTH)
        }
        self.alpha, self.beta, self.depth = (argument_values(trace, role, roles[role]) for role in (ALPHA, BETA, DEPTH))
        self.has_window = bool(np.any(~np.isnan(self.alpha) & ~np.isnan(self.beta)))
        self.first = int(own.has_caller)
        """The first frame that is a call."""

    def inner_frames(self) -> Iterator[int]:
        """The frames with children, the first ones."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        yield from (frame for frame in frames[:MOST_LOOKED_AT].tolist() if frame >= self.first)

    @cached_property
    def same_side(self) -> NDArray[np.int64]:
        """The calls that move for the side that their parent moves for, where that is most of them."""
        kind, parent = self.trace.column("kind"), self.trace.column("parent")
        frames = np.flatnonzero((parent >= self.first) & (kind != NOBODY))
        same: NDArray[np.int64] = frames[kind[frames] == kind[parent[frames]]]
        return same if len(same) * 2 > len(frames) else same[:0]
