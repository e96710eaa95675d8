"""A budget of seconds: what it may be, and the clock that ends a search when it is spent."""

from __future__ import annotations

from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING

from plyscope.messages import OptionError

if TYPE_CHECKING:
    from plyscope.recording.recorder import Progress


def check_seconds(seconds: float | None) -> None:
    """Raise OptionError unless a budget is a positive number of seconds, or None."""
    if seconds is None:
        return
    if isinstance(seconds, bool) or not isfinite(seconds):
        raise OptionError("a budget is a number of seconds, not {seconds}", seconds=str(seconds))
    if seconds <= 0:
        raise OptionError("a budget of {seconds} seconds leaves no time to search", seconds=seconds)


class Clock:
    """Ends a search after some seconds, which begin now; None for no end."""

    def __init__(self, seconds: float | None, progress: Progress | None) -> None:
        check_seconds(seconds)
        self.end = None if seconds is None else perf_counter() + seconds
        self.reported = progress
        self.has_run_out = False

    @property
    def progress(self) -> Progress | None:
        """The function to report progress to, which stops the search when the time is up; None where nobody listens."""
        return self.reported if self.end is None else self.go_on

    def go_on(self, frames: int) -> bool:
        """Pass on how many frames there are; return False where the search is to stop, and note if time has run out."""
        if self.reported is not None and self.reported(frames) is False:
            return False
        assert self.end is not None
        self.has_run_out = perf_counter() >= self.end
        return not self.has_run_out
