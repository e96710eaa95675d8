"""How values become shades, from -1, best for MIN, to 1, best for MAX: colours, where somebody draws them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.derive import BLOCK
from engine.trace import Trace


@dataclass(frozen=True)
class Shades:
    """How values become shades: the middle is even, and what is `reach` away from it has the full colour."""

    middle: float
    reach: float

    @staticmethod
    def of(trace: Trace) -> Shades:
        """Zero is even in games, and wherever values lie on both sides of it, else the middle of them.

        A few values far out do not set the scale.
        """
        values = trace.column("value")
        sample = values[:: max(1, len(values) // 100_000)]
        sample = sample[np.isfinite(sample)]
        if not len(sample):
            return Shades(0.0, 1.0)
        low, high = float(sample.min()), float(sample.max())
        middle = 0.0 if low <= 0 <= high or trace.position.game.has_winner or low == high else (low + high) / 2
        away = np.abs(sample - middle)
        reach = float(np.quantile(away[away > 0], 0.95)) if np.any(away > 0) else 1.0
        return Shades(middle, reach)

    def of_value(self, value: float) -> float:
        """From -1 to 1; NaN is even."""
        if value != value:
            return 0.0
        return max(-1.0, min(1.0, (value - self.middle) / self.reach))

    def of_frame(self, trace: Trace, frame: int) -> float:
        return self.of_value(trace.values[frame])

    def of_frames(self, trace: Trace, shown: NDArray[np.int32] | None) -> NDArray[np.int8]:
        values = trace.column("value")
        count = len(values) if shown is None else len(shown)
        shades = np.empty(count, np.int8)
        for start in range(0, count, BLOCK):
            chosen = slice(start, start + BLOCK)
            part = np.nan_to_num(values[chosen if shown is None else shown[chosen]], nan=self.middle)
            part = np.clip(part, self.middle - self.reach, self.middle + self.reach)
            shades[chosen] = np.rint((part - self.middle) / self.reach * 127).astype(np.int8)
        return shades
