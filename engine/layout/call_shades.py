"""Shades for recordings of recursion without a game: equal calls have equal ones, and what is called once is even.

There are as many shades as people can tell colours apart; the calls that are made most often have each their own.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.layout.shades import Shades
from engine.trace import Trace
from engine.watching.own_code import OwnCode

STEPS = 4
"""Shades to either side of the even one."""
Tones = NDArray[np.int8]


@dataclass(frozen=True)
class CallShades(Shades):
    """How calls become shades; what they are worth does not matter."""

    of_call: Tones = field(default_factory=lambda: np.zeros(0, np.int8))
    """For each distinct call, from -127 to 127."""

    def of_value(self, value: float) -> float:
        return 0.0

    def of_frame(self, trace: Trace, frame: int) -> float:
        return float(self.of_call[trace.own.call_number(frame)]) / 127 if trace.own is not None else 0.0

    def of_frames(self, trace: Trace, shown: NDArray[np.int32] | None) -> NDArray[np.int8]:
        assert trace.own is not None
        calls = trace.own.tables.call
        found: Tones = self.of_call[calls if shown is None else calls[shown]]
        return found


def shades_of_trace(trace: Trace) -> Shades:
    """By value where values are somebody's gain; by calls where nobody plays."""
    if trace.own is None or trace.own.proposal is not None:
        return Shades.of(trace)
    return CallShades(0.0, 1.0, tones_of_calls(trace.own))


def tones_of_calls(own: OwnCode) -> Tones:
    """The calls made most often have the first shades; where that is alike, those that are made first."""
    times = own.times_called
    again = np.flatnonzero(times > 1)
    order = again[np.argsort(-times[again], kind="stable")]
    steps = np.array([*range(1, STEPS + 1), *range(-1, -STEPS - 1, -1)])
    tones = np.zeros(len(times), np.int8)
    tones[order] = np.rint(steps[np.arange(len(order)) % len(steps)] * 127 / STEPS).astype(np.int8)
    return tones
