"""Attributes the calls of threads, and of work in thread pools, to the call that started or submitted them."""

from __future__ import annotations

import _thread
import functools
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack
from threading import get_ident
from typing import Any

from .log import Log

STARTING = (
    (_thread, "start_new_thread"),
    (threading, "_start_new_thread"),
    (threading, "_start_joinable_thread"),
)
POOLS = "concurrent.futures.thread"


def follow_threads(log: Log) -> ExitStack:
    """Register threads in the log before they begin; closing the returned stack ends that."""
    changed = ExitStack()
    for module, name in STARTING:
        if hasattr(module, name):
            replace(module, name, wrapped_start(log, getattr(module, name), changed), changed)
    return changed


def replace(place: Any, name: str, new: object, changed: ExitStack) -> None:
    """Set an attribute until the stack is closed."""
    changed.callback(setattr, place, name, getattr(place, name))
    setattr(place, name, new)


def wrapped_start(log: Log, start: Callable[..., Any], changed: ExitStack) -> Callable[..., Any]:
    """Return a function that starts a thread, and records which call started it."""

    @functools.wraps(start)
    def carry(function: Any, *args: Any, **kwargs: Any) -> Any:
        log.use_keys()
        if POOLS in sys.modules:
            follow_pool_work(log, sys.modules[POOLS], changed)
        caller, cuts = log.submitter(sys._getframe(1))

        def carried(*args: Any, **kwargs: Any) -> Any:
            for begin in log.on_thread_start:
                begin()
            return called_by(log, caller, cuts, function, *args, **kwargs)

        return start(carried if callable(function) else function, *args, **kwargs)

    return carry


def called_by(log: Log, caller: int, cuts: int, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call a function on behalf of the call that requested it, and return its result.

    `cuts` is how often calls had reached a limit when it was requested.
    """
    before = thread_caller(log)
    log.callers[get_ident()], log.cut_calls.before_callers[get_ident()] = caller, cuts
    try:
        return function(*args, **kwargs)
    finally:
        log.callers[get_ident()], log.cut_calls.before_callers[get_ident()] = before


def thread_caller(log: Log) -> tuple[int, int]:
    """Return the call for which this thread works, and how many limits were reached when it was requested."""
    return log.callers.get(get_ident(), 0), log.cut_calls.before_callers.get(get_ident(), log.cut_calls.count)


def follow_pool_work(log: Log, pools: Any, changed: ExitStack) -> None:
    """Attribute a thread pool's work to the calls that submitted it.

    The work that starts the first thread of a pool is submitted before, so wrapping it at that moment is early enough.
    """
    work = getattr(pools, "_WorkItem", None)
    if work is None or hasattr(work.run, "__wrapped__"):
        return
    make, do = work.__init__, work.run
    callers: dict[int, tuple[int, int]] = {}

    @functools.wraps(make)
    def made(item: Any, *args: Any, **kwargs: Any) -> None:
        make(item, *args, **kwargs)
        callers[id(item)] = log.submitter(sys._getframe(1))

    @functools.wraps(do)
    def done(item: Any, *args: Any) -> Any:
        caller, cuts = callers.pop(id(item)) if id(item) in callers else thread_caller(log)
        return called_by(log, caller, cuts, do, item, *args)

    replace(work, "__init__", made, changed)
    replace(work, "run", done, changed)
