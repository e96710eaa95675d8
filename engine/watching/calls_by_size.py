"""One function called with one number after the other: values, calls and times against n, as a table for a plot."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from engine.watching.running import Limits, Progress, debug


class Row(NamedTuple):
    """What a call with n did."""

    n: int
    result: str
    calls: int
    distinct: int
    seconds: float
    """Of the run with its recording; what times are worth on a machine, calls say exactly."""
    complete: bool


def calls_by_size(
    path: str | Path,
    call: str,
    sizes: Iterable[int],
    limits: Limits | None = None,
    progress: Progress | None = None,
) -> list[Row]:
    """A row for each n; `call` holds `{n}`, as in fib({n}). Ends with the first that does not come to its end."""
    rows = []
    for n in sizes:
        began = perf_counter()
        trace = debug(path, call.replace("{n}", str(n)), limits=limits, lines=False, progress=progress)
        own = trace.own
        assert own is not None
        without = int(own.has_caller)
        took = perf_counter() - began
        rows.append(Row(n, own.ended.text, len(trace) - without, own.distinct - without, took, trace.complete))
        if not trace.complete:
            break
    return rows
