"""The limits of a run: the numbers they can be set to, the usual ones, and the one that was reached, raised."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from plyscope.model.trace import Trace
from plyscope.tracer.ending import OUT_OF_MEMORY, OUT_OF_STACK
from plyscope.tracer.starting import Limits

from plyscope_window.widgets.controls import Number
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope_window.settings import Settings

MEBIBYTE = 1 << 20


class LimitRange(NamedTuple):
    """The numbers that a limit can be set to, in a unit of its own."""

    least: int
    most: int
    step: int
    factor: int
    """The factor by which it is raised where a run has reached it."""
    unit: int = 1


LIMIT_RANGES = {
    "seconds": LimitRange(1, 86_400, 10, 4),
    "memory": LimitRange(64, 1 << 20, 256, 2, MEBIBYTE),
    "frames": LimitRange(1, 100_000_000, 100_000, 4),
    "depth": LimitRange(10, 64_000, 1000, 2),
}
"""The range of each limit, by its name."""
LIMIT_KEYS = {"seconds": "limits/seconds", "memory": "limits/memory", "frames": "limits/calls"}
"""Where the settings have the usual limits."""


def limit_numbers(limits: Limits) -> dict[str, int]:
    """Return limits as they are set, each in its unit."""
    return {name: round(getattr(limits, name)) // limit_range.unit for name, limit_range in LIMIT_RANGES.items()}


def limits_from_numbers(numbers: Mapping[str, int]) -> Limits:
    """Return the limits of numbers, each in its unit."""
    return Limits(**{name: number * LIMIT_RANGES[name].unit for name, number in numbers.items()})


def usual_limit_numbers(settings: Settings) -> dict[str, int]:
    """Return the limits of time, memory and calls in the settings, each in its unit."""
    usual = limit_numbers(Limits())
    ranges = {name: LIMIT_RANGES[name] for name in LIMIT_KEYS}
    return {
        name: round(settings.number(LIMIT_KEYS[name], usual[name], limit_range.least, limit_range.most))
        for name, limit_range in ranges.items()
    }


def usual_limits(settings: Settings) -> Limits:
    """Return the limits with which a program runs unless others are given for it."""
    return limits_from_numbers(usual_limit_numbers(settings))


def limit_box(name: str, suffix: str = "") -> Number:
    """Return a control for a limit in its unit, which shows the default."""
    limit_range = LIMIT_RANGES[name]
    return Number(
        limit_range.least,
        limit_range.most,
        limit_numbers(Limits())[name],
        suffix=suffix,
        step=limit_range.step,
        is_grouped=True,
    )


def limit_reached(trace: Trace, limits: Limits) -> str:
    """Return the name of the limit at which a run ended; empty if it ended otherwise, or at the program's own limit."""
    ended = trace.user_code.ended if trace.origin.is_user_code else None
    if ended is None:
        return ""
    if ended.how == "limit":
        return ended.text if ended.text in LIMIT_RANGES else ""
    if ended.how == "exception" and ended.text.startswith(OUT_OF_MEMORY):
        return "memory"
    # Python counts frames, and a call may take two of them.
    is_as_deep = 2 * int(trace.column("ply")[max(ended.frame, 0)]) >= limits.depth
    return "depth" if ended.how == "exception" and ended.text.startswith(OUT_OF_STACK) and is_as_deep else ""


class Raised(NamedTuple):
    """The limits of a run with the one raised at which it ended."""

    name: str
    limits: Limits

    @property
    def text(self) -> str:
        """The text of a button that runs it within these limits."""
        limits = self.limits
        return {
            "seconds": tr("Run it for up to {count} seconds", count=count(round(limits.seconds))),
            "frames": tr("Run it for up to {count} calls", count=count(limits.frames)),
            "memory": tr("Run it with up to {count} MiB", count=count(limits.memory // MEBIBYTE)),
            "depth": tr("Run it down to depth {count}", count=count(limits.depth)),
        }[self.name]


def raised_limits_of(trace: Trace, limits: Limits) -> Raised | None:
    """Return the limits with the reached one raised; None if none was reached or it cannot be raised further."""
    name = limit_reached(trace, limits)
    if not name:
        return None
    limit_range, now = LIMIT_RANGES[name], getattr(limits, name)
    more = min(limit_range.most * limit_range.unit, limit_range.factor * now)
    return Raised(name, replace(limits, **{name: more})) if more > now else None


def limits_of_file(trace: Trace) -> Limits:
    """Return the limits of a recording from a file, which holds only the limit of calls."""
    return Limits() if trace.limit is None else Limits(frames=trace.limit)
