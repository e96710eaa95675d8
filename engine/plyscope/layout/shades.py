"""How values become shades, from -1, best for MIN, to 1, best for MAX: colours are chosen by the view.

In recordings of recursion without a game equal calls have equal shades, and a call made once is neutral. There are as
many shades as the eye can distinguish; the most frequent calls each have a shade of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from plyscope.model.preorder import parts
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode


@dataclass(frozen=True)
class Shades:
    """How values become shades: the middle is neutral, and values `reach` away from it have the full colour."""

    middle: float
    reach: float

    @staticmethod
    def of(trace: Trace) -> Shades:
        """Return the scale for the values of a recording."""
        return Shades.of_all([trace])

    @staticmethod
    def of_all(traces: Sequence[Trace]) -> Shades:
        """Return one scale for the values of recordings of one position.

        Zero is neutral in games and wherever values lie on both sides of it, else the middle of the values. A few
        outliers do not set the scale.
        """
        columns = [trace.column("value") for trace in traces]
        sample = np.concatenate([values[:: max(1, len(values) // 100_000)] for values in columns])
        sample = sample[np.isfinite(sample)]
        if not len(sample):
            return Shades(0.0, 1.0)
        low, high = float(sample.min()), float(sample.max())
        middle = 0.0 if low <= 0 <= high or traces[0].position.game.has_winner or low == high else (low + high) / 2
        away = np.abs(sample - middle)
        reach = float(np.quantile(away[away > 0], 0.95)) if np.any(away > 0) else 1.0
        return Shades(middle, reach)

    def of_value(self, value: float) -> float:
        """Return the shade of a value, from -1 to 1; NaN is neutral."""
        if value != value:
            return 0.0
        return max(-1.0, min(1.0, (value - self.middle) / self.reach))

    def of_frame(self, trace: Trace, frame: int) -> float:
        """Return the shade of a frame, from -1 to 1."""
        return self.of_value(trace.values[frame])

    def of_frames(self, trace: Trace, shown: NDArray[np.int32] | None) -> NDArray[np.int8]:
        """Return the shades of some frames, or of all, from -127 to 127."""
        values = trace.column("value")
        count = len(values) if shown is None else len(shown)
        shades = np.empty(count, np.int8)
        for chosen in parts(count):
            # Unlike an index in brackets, `take` lets other threads run.
            part = values[chosen].copy() if shown is None else values.take(shown[chosen].astype(np.intp))
            np.nan_to_num(part, copy=False, nan=self.middle)
            np.clip(part, self.middle - self.reach, self.middle + self.reach, out=part)
            part -= self.middle
            part /= self.reach
            part *= 127
            shades[chosen] = np.rint(part, out=part)
        return shades


STEPS = 4
"""The number of shades on either side of the neutral one."""
Tones = NDArray[np.int8]


@dataclass(frozen=True)
class CallShades(Shades):
    """A shade for each distinct call, whatever its value."""

    of_call: Tones = field(default_factory=lambda: np.zeros(0, np.int8))
    """For each distinct call, from -127 to 127."""

    def of_value(self, value: float) -> float:
        return 0.0

    def of_frame(self, trace: Trace, frame: int) -> float:
        return float(self.of_call[trace.user_code.call_number(frame)]) / 127

    def of_frames(self, trace: Trace, shown: NDArray[np.int32] | None) -> NDArray[np.int8]:
        calls = trace.user_code.tables.call
        found: Tones = self.of_call[calls if shown is None else calls[shown]]
        return found


def shades_of_trace(trace: Trace) -> Shades:
    """Return the shades of a recording: by value in a search of a game, by calls in other user code."""
    if trace.origin.is_search:
        return Shades.of(trace)
    return CallShades(0.0, 1.0, tones_of_calls(trace.user_code))


def tones_of_calls(user_code: UserCode) -> Tones:
    """Return a shade for each distinct call: the most frequent calls have shades of their own, calls made once none."""
    times = user_code.times_called
    again = np.flatnonzero(times > 1)
    order = again[np.argsort(-times[again], kind="stable")]
    steps = np.array([*range(1, STEPS + 1), *range(-1, -STEPS - 1, -1)])
    tones = np.zeros(len(times), np.int8)
    tones[order] = np.rint(steps[np.arange(len(order)) % len(steps)] * 127 / STEPS).astype(np.int8)
    return tones
