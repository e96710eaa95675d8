"""`watch` as `import plyscope` promises it: functions of the caller are traced in the caller's own process."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from plyscope.api.trace import Trace
from plyscope.tracer import watch as tracer
from plyscope.usercode.reading import read_as_search


class Tracing(tracer.Tracing):
    """Functions that are traced as long as a `with` block lasts; afterwards `trace` is the recording."""

    @cached_property
    def trace(self) -> Trace:
        """The recording of the calls, made when it is first read."""
        return Trace(self.recorded)

    @cached_property
    def search(self) -> Trace:
        """The recording read as a search of a game, where it looks like one."""
        return Trace(read_as_search(self.recorded))


def watch(*functions: Any, lines: bool = False, limit: int | None = None) -> Tracing:
    """Trace functions, and those that they call each other with: `with plyscope.watch(minimax) as watched: …`.

    What can be traced is a function, a method, a class or a module with recursive functions in it, or a list of
    these. `lines` records executed lines too; `limit` is the largest number of calls that the recording has.
    """
    return Tracing(functions, lines, limit)
