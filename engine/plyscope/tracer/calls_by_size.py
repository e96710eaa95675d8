"""One function called with several sizes n: its result, calls and seconds for each, as a table for a plot.

The seconds are those of an untraced run, in a process of its own and within limits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from plyscope.messages import InputError
from plyscope.operating_system import end_session
from plyscope.temporary import TemporaryFolder
from plyscope.tracer.programs import import_folders
from plyscope.tracer.running import Progress, debug
from plyscope.tracer.source_text import SourceFile, functions_to_trace, read_source_file
from plyscope.tracer.starting import Limits, with_cache
from plyscope.tracer.target_process import start_target
from plyscope.tracer.user_python import python_for

STARTUP_SECONDS = 5
"""Seconds for Python to start and to read the file."""
POLL_SECONDS = 0.01
TIMED_RUNS, SHORT_SECONDS = 3, 0.05
"""How often a call is timed, each time with the file executed anew, as long as it takes less than `SHORT_SECONDS`."""


def plain_seconds(source: SourceFile, call: str, limits: Limits, goes_on: Callable[[], bool]) -> float | None:
    """Return the seconds of a call without recording, the shortest of a few runs; None if it does not end."""
    with TemporaryFolder() as folder:
        request, answer = folder.path / "request", folder.path / "answer"
        facts = {
            "file": str(source.path),
            "text": source.text,
            "call": call,
            "folders": import_folders(source.path),
            "memory": limits.memory,
            "seconds": limits.seconds,
            "runs": TIMED_RUNS,
            "short": SHORT_SECONDS,
            "answer": str(answer),
        }
        request.write_text(json.dumps(facts), encoding="utf-8")
        process = start_target("timing", request, python_for(source.path).path)
        until = monotonic() + limits.seconds + STARTUP_SECONDS
        try:
            while process.poll() is None and monotonic() < until and goes_on():
                sleep(POLL_SECONDS)
            return None if process.poll() is None or not answer.exists() else seconds_in(answer.read_bytes())
        finally:
            end_session(process)


def seconds_in(answer: bytes) -> float | None:
    """Return the seconds that the process has written; None if the program wrote something itself."""
    try:
        found = json.loads(answer)
    except ValueError:
        return None
    return found if isinstance(found, float) and found >= 0 else None


class Row(NamedTuple):
    """The call with one n: its result, counts and time."""

    n: int
    result: str
    calls: int
    distinct: int | None
    """None if that is not known."""
    seconds: float | None
    """Of an untraced run; None if it did not end. They depend on the machine, the number of calls does not."""
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
    """Iterate over a row for each n of `call`, as fib({n}), up to the first that is incomplete.

    `cached` puts a cache on the traced functions.
    """
    if "{n}" not in call:
        raise InputError("the call has no {place} in it, as fib({place}) has", place="{n}")
    limits = limits or Limits()
    source = read_source_file(path)
    text = with_cache(source, functions_to_trace(source, call.replace("{n}", "0"), ())) if cached else source
    for n in sizes:
        this = call.replace("{n}", str(n))
        trace = debug(path, this, limits=limits, lines=False, progress=progress, cached=cached)
        recorded = trace.user_code
        assert recorded is not None
        goes_on = partial(goes_on_with, progress, recorded.calls)
        took = plain_seconds(text, this, limits, goes_on) if trace.complete else None
        yield Row(n, recorded.ended.text, recorded.calls, recorded.distinct_calls, took, trace.complete)
        if not trace.complete:
            return


def goes_on_with(progress: Progress | None, calls: int) -> bool:
    """Whether `progress`, given the number of calls, lets the work go on."""
    return progress is None or progress(calls) is not False
