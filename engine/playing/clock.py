"""How long each side has thought, and with a limit, how much it has left."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from engine.position import FIRST


class Clock:
    """Two clocks of which one runs at most. Seconds throughout."""

    def __init__(self, limit: float | None = None, now: Callable[[], float] = monotonic) -> None:
        self.limit = limit
        """What each side has for the whole game; None where nobody is in a hurry."""
        self.running = 0
        """The side whose clock runs; 0 where none does."""
        self._now = now
        self._spent = [0.0, 0.0]
        self._since = 0.0

    def start(self, side: int) -> None:
        """Runs for a side, and no longer for the other."""
        self.stop()
        self.running, self._since = side, self._now()

    def stop(self) -> None:
        if self.running:
            self._spent[self.running - FIRST] += self._now() - self._since
        self.running = 0

    def spent(self, side: int) -> float:
        running = self._now() - self._since if self.running == side else 0.0
        return self._spent[side - FIRST] + running

    def left(self, side: int) -> float | None:
        return None if self.limit is None else max(0.0, self.limit - self.spent(side))

    def has_fallen(self, side: int) -> bool:
        return self.left(side) == 0.0

    def set(self, spent: tuple[float, float]) -> None:
        """What a saved game says; both clocks stand still."""
        self.running = 0
        self._spent = list(spent)
