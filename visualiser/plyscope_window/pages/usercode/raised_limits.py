"""The limit at which a run has ended, raised: which one that was, and the same run with more of it."""

from __future__ import annotations

from dataclasses import replace

from plyscope.model.trace import Trace
from plyscope.tracer.ending import OUT_OF_MEMORY, OUT_OF_STACK
from plyscope.tracer.running import Limits

from plyscope_window.pages.usercode.run_request import MEBIBYTE, MOST_CALLS, MOST_LEVELS, MOST_MEMORY, MOST_SECONDS
from plyscope_window.words import count, tr

TIMES = {"seconds": 4, "frames": 4, "memory": 2, "depth": 2}
"""How many times as much of it one has next."""
MOST = {"seconds": MOST_SECONDS, "frames": MOST_CALLS, "memory": MOST_MEMORY * MEBIBYTE, "depth": MOST_LEVELS}


def limit_reached(trace: Trace, limits: Limits) -> str:
    """By its name among the limits; empty where it ended otherwise, or at a limit of Python's or the program's own."""
    ended = trace.user_code.ended if trace.origin.is_user_code else None
    if ended is None:
        return ""
    if ended.how == "limit":
        return ended.text
    if ended.how == "exception" and ended.text.startswith(OUT_OF_MEMORY):
        return "memory"
    # What Python counts are frames, and a call may take two of them.
    is_as_deep = 2 * int(trace.column("ply")[max(ended.frame, 0)]) >= limits.depth
    return "depth" if ended.how == "exception" and ended.text.startswith(OUT_OF_STACK) and is_as_deep else ""


def raised(trace: Trace, limits: Limits) -> Limits | None:
    """The limits with more of what was used up; None where that is nothing, or there is no more."""
    name = limit_reached(trace, limits)
    if not name:
        return None
    more = min(MOST[name], TIMES[name] * getattr(limits, name))
    return replace(limits, **{name: more}) if more > getattr(limits, name) else None


def in_words(trace: Trace, limits: Limits) -> str:
    """What a button does that runs it with more."""
    more = raised(trace, limits)
    if more is None:
        return ""
    match limit_reached(trace, limits):
        case "seconds":
            return tr("Run it for up to {count} seconds", count=count(round(more.seconds)))
        case "frames":
            return tr("Run it for up to {count} calls", count=count(more.frames))
        case "memory":
            return tr("Run it with up to {count} MiB", count=count(more.memory // MEBIBYTE))
        case _:
            return tr("Run it down to depth {count}", count=count(more.depth))


def usual_limits(trace: Trace) -> Limits:
    """Of a recording from elsewhere only the limit of calls is known."""
    return Limits() if trace.limit is None else Limits(frames=trace.limit)
