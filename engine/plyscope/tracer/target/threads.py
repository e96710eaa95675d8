"""Threads that a watched program starts, and work handed to them: what they call is known by who asked for it."""

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
    """Has the log know of threads before they begin; closing what is given back ends that."""
    changed = ExitStack()
    for module, name in STARTING:
        if hasattr(module, name):
            replace(module, name, starting(log, getattr(module, name), changed), changed)
    return changed


def replace(place: Any, name: str, new: object, changed: ExitStack) -> None:
    changed.callback(setattr, place, name, getattr(place, name))
    setattr(place, name, new)


def starting(log: Log, start: Callable[..., Any], changed: ExitStack) -> Callable[..., Any]:
    """What starts a thread, and carries over which call has started it."""

    @functools.wraps(start)
    def carry(function: Any, *args: Any, **kwargs: Any) -> Any:
        log.weave()
        if POOLS in sys.modules:
            follow_work(log, sys.modules[POOLS], changed)
        maker = log.current(sys._getframe(1))

        def carried(*args: Any, **kwargs: Any) -> Any:
            for begin in log.in_new_threads:
                begin()
            return made_by(log, maker, function, *args, **kwargs)

        return start(carried if callable(function) else function, *args, **kwargs)

    return carry


def made_by(log: Log, maker: int, function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function for a call that asked for it, maybe in another thread."""
    before = log.makers.get(get_ident(), 0)
    log.makers[get_ident()] = maker
    try:
        return function(*args, **kwargs)
    finally:
        log.makers[get_ident()] = before


def follow_work(log: Log, pools: Any, changed: ExitStack) -> None:
    """The threads of a pool do what others ask for, later on. The work that has the first of them started is that
    one's too, and so it is early enough to look at it then."""
    work = getattr(pools, "_WorkItem", None)
    if work is None or hasattr(work.run, "__wrapped__"):
        return
    make, do = work.__init__, work.run
    makers: dict[int, int] = {}

    @functools.wraps(make)
    def made(item: Any, *args: Any, **kwargs: Any) -> None:
        make(item, *args, **kwargs)
        makers[id(item)] = log.current(sys._getframe(1))

    @functools.wraps(do)
    def done(item: Any, *args: Any) -> Any:
        maker = makers.pop(id(item), log.makers.get(get_ident(), 0))
        return made_by(log, maker, do, item, *args)

    replace(work, "__init__", made, changed)
    replace(work, "run", done, changed)
