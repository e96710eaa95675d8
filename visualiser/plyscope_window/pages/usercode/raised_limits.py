"""The limit at which a run ended, and the same limits with that one raised."""

from __future__ import annotations

from dataclasses import replace

from plyscope.model.trace import Trace
from plyscope.tracer.ending import OUT_OF_MEMORY, OUT_OF_STACK
from plyscope.tracer.starting import Limits

from plyscope_window.pages.usercode.requests import MAX_CALLS, MAX_LEVELS, MAX_MEMORY, MAX_SECONDS, MEBIBYTE
from plyscope_window.words import count, tr

RAISE_FACTORS = {"seconds": 4, "frames": 4, "memory": 2, "depth": 2}
"""The factors by which limits are raised."""
MAX_LIMITS = {"seconds": MAX_SECONDS, "frames": MAX_CALLS, "memory": MAX_MEMORY * MEBIBYTE, "depth": MAX_LEVELS}


def limit_reached(trace: Trace, limits: Limits) -> str:
    """The name of the limit at which a run ended; empty if it ended otherwise, or at a limit that the program set."""
    ended = trace.user_code.ended if trace.origin.is_user_code else None
    if ended is None:
        return ""
    if ended.how == "limit":
        return ended.text
    if ended.how == "exception" and ended.text.startswith(OUT_OF_MEMORY):
        return "memory"
    # Python counts frames, and a call may take two of them.
    is_as_deep = 2 * int(trace.column("ply")[max(ended.frame, 0)]) >= limits.depth
    return "depth" if ended.how == "exception" and ended.text.startswith(OUT_OF_STACK) and is_as_deep else ""


def raised(trace: Trace, limits: Limits) -> Limits | None:
    """The limits with the reached one raised; None if none was reached or it cannot be raised further."""
    name = limit_reached(trace, limits)
    if not name:
        return None
    more = min(MAX_LIMITS[name], RAISE_FACTORS[name] * getattr(limits, name))
    return replace(limits, **{name: more}) if more > getattr(limits, name) else None


def raise_text(trace: Trace, limits: Limits) -> str:
    """The text of the button that runs the program with the raised limit; empty if no limit can be raised."""
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


def known_limits(trace: Trace) -> Limits:
    """The limits of a recording from a file, which holds only the limit of calls."""
    return Limits() if trace.limit is None else Limits(frames=trace.limit)
