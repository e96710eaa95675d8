"""One function called with several sizes n: its result, calls and seconds for each, as a table for a plot.

The seconds are those of an untraced run, in a process of its own and within limits.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

from plyscope.messages import InputError
from plyscope.tracer.running import Limits, Progress, debug, with_cache
from plyscope.tracer.source_text import SourceFile, chosen, read_source_file

STARTUP_SECONDS = 5
"""Seconds for Python to start and to read the file."""
POLL_SECONDS = 0.01
RUNS, SHORT = 3, 0.05
"""How often a call is timed, each time with the file executed anew, as long as it takes less than `SHORT` seconds."""
CHILD = """
import json, os, sys, time
asked = json.loads(sys.stdin.readline())
answer = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (asked["memory"], asked["memory"]))
    resource.setrlimit(resource.RLIMIT_CPU, (int(asked["seconds"]) + 5,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
except (ImportError, OSError, ValueError):
    pass
sys.path.insert(0, os.path.dirname(asked["file"]))
code = compile(asked["text"], asked["file"], "exec")
call = compile(asked["call"], "call", "eval")
best = None
for _ in range(asked["runs"]):
    space = {"__name__": "__plyscope__", "__file__": asked["file"]}
    exec(code, space)
    began = time.perf_counter()
    eval(call, space)
    took = time.perf_counter() - began
    best = took if best is None else min(best, took)
    if took > asked["short"]:
        break
answer.write(json.dumps(best))
answer.flush()
os._exit(0)
"""


def plain_seconds(source: SourceFile, call: str, limits: Limits, goes_on: Callable[[], bool]) -> float | None:
    """The seconds of a call, the shortest of a few runs where it is short; None where it does not end."""
    request = {
        "file": str(source.path),
        "text": source.text,
        "call": call,
        "memory": limits.memory,
        "seconds": limits.seconds,
        "runs": RUNS,
        "short": SHORT,
    }
    process = subprocess.Popen(
        [sys.executable, "-c", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    until = monotonic() + limits.seconds + STARTUP_SECONDS
    try:
        with contextlib.suppress(OSError):
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.close()
        while process.poll() is None and monotonic() < until and goes_on():
            sleep(POLL_SECONDS)
        if process.poll() is None:
            return None
        return seconds_in(process.stdout.read())
    finally:
        with contextlib.suppress(OSError):
            os.killpg(process.pid, signal.SIGKILL)
        process.stdout.close()
        process.wait()


def seconds_in(answer: bytes) -> float | None:
    """The seconds that the process has written; None if the program wrote something itself."""
    try:
        found = json.loads(answer)
    except ValueError:
        return None
    return found if isinstance(found, float) and found >= 0 else None


class Row(NamedTuple):
    """The call with one n."""

    n: int
    result: str
    calls: int
    distinct: int
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
    """A row for each n; `call` holds `{n}`, as in fib({n}). Ends with the first call that is incomplete.

    `cached` puts a cache on the traced functions.
    """
    if "{n}" not in call:
        raise InputError("the call has no {place} in it, as fib({place}) has", place="{n}")
    limits = limits or Limits()
    source = read_source_file(path)
    text = with_cache(source, chosen(source, call.replace("{n}", "0"), ())) if cached else source
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
    return progress is None or progress(calls) is not False
