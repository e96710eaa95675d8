"""Limits of the process that runs somebody's program, and what it may not do to others."""

from __future__ import annotations

import contextlib
import functools
import os
import sys
from collections.abc import Callable
from typing import Any

from .log import ELSEWHERE, Log

MOST_PROCESSES = 32
"""That a program may start; those may start none."""
LARGEST_FILE = 4 << 30
"""Bytes that it may write into one file."""
STARTING = ("os.fork", "os.forkpty", "os.posix_spawn", "subprocess.Popen")
TRACER_FRAMES = 12
"""Frames that stand below somebody's call, and that telling of it may take."""
KILLING = ("os.kill", "os.killpg")


def limit_process(seconds: float, memory: int) -> None:
    """Limits that the system keeps. Seconds are of processor time here; whoever has started us looks at the clock."""
    try:
        import resource
    except ImportError:  # not a Unix
        return
    seconds = int(seconds) + 5
    wanted = [
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ]
    for which, most in wanted:
        hard = resource.getrlimit(which)[1]
        soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(which, (soft, hard))
    # A stack that is as large as may be: functions of C that call Python back need it.
    with contextlib.suppress(OSError, ValueError):
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        resource.setrlimit(resource.RLIMIT_STACK, (hard, hard))


def die_with_parent() -> None:
    """Where the system can do that: nothing is left running when the one who watches is gone."""
    with contextlib.suppress(Exception):
        import ctypes

        ctypes.CDLL(None).prctl(1, 9)


def guard_others(log: Log) -> None:
    """A program that is watched may end itself and what it has started, and nobody else; and it may not multiply
    without end.

    Before what may be its end, what has happened so far is written away.
    """
    started = 0
    most = MOST_PROCESSES

    def in_child() -> None:
        nonlocal most
        most = 0
        log.forked()

    def look(event: str, details: tuple[Any, ...]) -> None:
        nonlocal started
        if event in KILLING or event.startswith("ctypes."):
            log.flush()
        if event in KILLING and (event == "os.killpg" or not is_own(details[0])):
            raise PermissionError("a program that is watched may not end other processes")
        if event in STARTING:
            started += 1
            if not log.is_silent:
                log.events.append((ELSEWHERE,))
            if started > most:
                raise PermissionError("a program that is watched may not start so many processes")

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=in_child)
    sys.addaudithook(look)


def is_own(process: int) -> bool:
    """Whether a process is the watched one or one that it has started: those have a session of their own."""
    try:
        return process > 0 and os.getsid(process) == os.getsid(0)
    except (OSError, AttributeError):
        return process == os.getpid()


def take_care(log: Log) -> None:
    """Before a sudden end the log is written away."""
    for name in ("_exit", "abort"):
        setattr(os, name, preceded(log.flush, getattr(os, name)))


def preceded(before: Callable[[], None], function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def both(*args: Any, **kwargs: Any) -> Any:
        before()
        return function(*args, **kwargs)

    return both


def keep_recursion_limit(most: int, frames: int) -> None:
    """Has the program notice nothing where calls that are watched take several frames of Python's."""
    real_set = sys.setrecursionlimit
    theirs = sys.getrecursionlimit()

    def set_limit(limit: int) -> None:
        nonlocal theirs
        if limit < 1:
            raise ValueError("recursion limit must be greater or equal than 1")
        theirs = limit
        real_set(frames * min(limit, most) + TRACER_FRAMES)

    def get_limit() -> int:
        return theirs

    setter: Callable[[int], None] = set_limit
    sys.setrecursionlimit = setter
    sys.getrecursionlimit = get_limit
    set_limit(theirs)
