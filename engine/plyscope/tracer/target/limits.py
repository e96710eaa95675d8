"""Limits of the process that runs user code, and what it may not do to other processes."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Any

from ...operating_system import (
    call_after_fork,
    enlarge_stack,
    is_in_own_session,
    limit_files,
    limit_memory,
    limit_processor_time,
)
from .log import ELSEWHERE, Log

MAX_PROCESSES = 32
"""Processes that the target may start; those may start none."""
MAX_FILE_BYTES = 4 << 30
"""Size of a file that the target may write."""
STARTING = ("os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen")
"""Audit events of starting a process."""
TRACER_FRAMES = 12
"""Python frames below the user's call, and those that recording it may take."""
KILLING = ("os.kill", "os.killpg")
FREQUENT = frozenset({"builtins.id", "marshal.dumps", "sys._getframe"})
"""Events of `copy.deepcopy` and of the recording itself, thousands of times; nothing is done in them."""


def limit_process(seconds: float, memory: int) -> None:
    """Set limits that the system enforces: seconds of processor time, bytes of memory."""
    limit_memory(memory)
    limit_processor_time(int(seconds) + 5)
    limit_files(MAX_FILE_BYTES)
    enlarge_stack()


def guard_others(log: Log) -> None:
    """Forbid the target to end other processes than its own, and limit how many it may start.

    The log is flushed before anything that may end the process.
    """
    started = 0
    most = MAX_PROCESSES

    def in_child() -> None:
        nonlocal most
        most = 0
        log.forked()

    def audit(event: str, details: tuple[Any, ...]) -> None:
        nonlocal started
        if event in FREQUENT:
            return
        if event in KILLING or event.startswith("ctypes."):
            log.flush()
        if event in KILLING and (event == "os.killpg" or not is_in_own_session(details[0])):
            raise PermissionError("a traced program may not end other processes")
        if event in STARTING:
            started += 1
            if not log.is_silent:
                log.events.append((ELSEWHERE,))
            if started > most:
                raise PermissionError("a traced program may not start so many processes")

    call_after_fork(in_child)
    sys.addaudithook(audit)


def flush_before_exit(log: Log) -> None:
    """Have the log written before `os._exit` and `os.abort`."""
    for name in ("_exit", "abort"):
        setattr(os, name, calling_first(log.flush, getattr(os, name)))


def calling_first(before: Callable[[], None], function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that calls `before` first."""

    @functools.wraps(function)
    def both(*args: Any, **kwargs: Any) -> Any:
        before()
        return function(*args, **kwargs)

    return both


def keep_recursion_limit(most: int, frames: int) -> None:
    """Scale the recursion limit, unseen by the target, where a traced call takes several frames."""
    real_set = sys.setrecursionlimit
    visible_limit = sys.getrecursionlimit()

    def set_limit(limit: int) -> None:
        nonlocal visible_limit
        if limit < 1:
            raise ValueError("recursion limit must be greater or equal than 1")
        visible_limit = limit
        real_set(frames * min(limit, most) + TRACER_FRAMES)

    def get_limit() -> int:
        return visible_limit

    setter: Callable[[int], None] = set_limit
    sys.setrecursionlimit = setter
    sys.getrecursionlimit = get_limit
    set_limit(visible_limit)
