"""One function called with one number after the other: values, calls and times against n, as a table for a plot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from engine.messages import InputError
from engine.watching.caching import with_cache
from engine.watching.own_text import chosen, read_own_text
from engine.watching.running import Limits, Progress, debug
from engine.watching.timing import plain_seconds


class Row(NamedTuple):
    """What a call with n did."""

    n: int
    result: str
    calls: int
    distinct: int
    seconds: float | None
    """Of a run that nobody watched; None where that had no end. What they are worth on a machine, calls say exactly."""
    complete: bool


def rows_by_size(
    path: str | Path,
    call: str,
    sizes: Iterable[int],
    limits: Limits | None = None,
    progress: Progress | None = None,
    *,
    cached: bool = False,
) -> Iterator[Row]:
    """A row for each n; `call` holds `{n}`, as in fib({n}). Ends with the first that does not come to its end.

    `cached` puts a cache on the functions that are watched.
    """
    if "{n}" not in call:
        raise InputError("the call has no {place} in it, as fib({place}) has", place="{n}")
    limits = limits or Limits()
    own = read_own_text(path)
    text = with_cache(own, chosen(own, call.replace("{n}", "0"), ())) if cached else own
    for n in sizes:
        this = call.replace("{n}", str(n))
        trace = debug(path, this, limits=limits, lines=False, progress=progress, cached=cached)
        recorded = trace.own
        assert recorded is not None
        goes_on = partial(still_wanted, progress, recorded.calls)
        took = plain_seconds(text, this, limits, goes_on) if trace.complete else None
        yield Row(n, recorded.ended.text, recorded.calls, recorded.distinct_calls, took, trace.complete)
        if not trace.complete:
            return


def still_wanted(progress: Progress | None, calls: int) -> bool:
    return progress is None or progress(calls) is not False
