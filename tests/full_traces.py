"""Recordings as the rooms of the engine take them: tests look at more of them than `import plyscope` promises."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any, Self

import plyscope
from plyscope.analysis.comparison import Comparison
from plyscope.api import cursor
from plyscope.export import export
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.model import cursor as model_cursor
from plyscope.model import trace
from plyscope.model.marks import Marks
from plyscope.model.position import Position
from plyscope.text.compared import comparison_facts
from plyscope.tracer import watch as tracer
from plyscope.usercode.reading import read_as_search

__all__ = ["Cursor", "Trace", "compare", "export", "record", "watch"]


class Trace(trace.Trace):
    """A recording that can be opened and saved in a line."""

    @classmethod
    def of(cls, recorded: trace.Trace) -> Self:
        return cls(**recorded.parts)

    @classmethod
    def open(cls, path: str | Path) -> Self:
        opened = open_trace(path)
        trace = cls.of(opened)
        trace.archive = opened.archive
        return trace

    def save(self, path: str | Path, *, force: bool = True, marks: Marks | None = None) -> None:
        save_trace(self, path, force=force, marks=marks)


class Cursor(cursor.Cursor):
    def __init__(self, recorded: trace.Trace) -> None:
        model_cursor.Cursor.__init__(self, recorded)


class Tracing(tracer.Tracing):
    @cached_property
    def trace(self) -> Trace:
        return Trace.of(self.recorded)

    @cached_property
    def search(self) -> Trace:
        return Trace.of(read_as_search(self.recorded))


def watch(*functions: Any, lines: bool = False, limit: int | None = None) -> Tracing:
    return Tracing(functions, lines, limit)


def record(position: Position | str, *options: Any, **named: Any) -> Trace:
    """The same as `plyscope.record`."""
    return Trace.of(plyscope.record(position, *options, **named)._recorded)


def compare(a: trace.Trace, b: trace.Trace) -> dict[str, Any]:
    return comparison_facts(Comparison(a, b))
