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
    """By which it is raised where a run has reached it."""
    unit: int = 1


LIMIT_RANGES = {
    "seconds": LimitRange(1, 86_400, 10, 4),
    "memory": LimitRange(64, 1 << 20, 256, 2, MEBIBYTE),
    "frames": LimitRange(1, 100_000_000, 100_000, 4),
    "depth": LimitRange(10, 64_000, 1000, 2),
}
LIMIT_KEYS = {"seconds": "limits/seconds", "memory": "limits/memory", "frames": "limits/calls"}
"""Where the settings have the usual limits."""


def limit_numbers(limits: Limits) -> dict[str, int]:
    """Limits as they are set, each in its unit."""
    return {name: round(getattr(limits, name)) // one.unit for name, one in LIMIT_RANGES.items()}


def limits_from(numbers: Mapping[str, int]) -> Limits:
    return Limits(**{name: number * LIMIT_RANGES[name].unit for name, number in numbers.items()})


def usual_limit_numbers(settings: Settings) -> dict[str, int]:
    """The limits in the settings."""
    usual = limit_numbers(Limits())
    ranges = {name: LIMIT_RANGES[name] for name in LIMIT_KEYS}
    return {
        name: round(settings.number(LIMIT_KEYS[name], usual[name], one.least, one.most)) for name, one in ranges.items()
    }


def usual_limits(settings: Settings) -> Limits:
    """The limits with which a program runs unless others are given for it."""
    return limits_from(usual_limit_numbers(settings))


def limit_box(name: str, suffix: str = "") -> Number:
    """A control for a limit."""
    one = LIMIT_RANGES[name]
    return Number(one.least, one.most, limit_numbers(Limits())[name], suffix=suffix, step=one.step, is_grouped=True)


def limit_reached(trace: Trace, limits: Limits) -> str:
    """The name of the limit at which a run ended; empty if it ended otherwise, or at a limit that the program set."""
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
        """What a button says that runs it within them."""
        limits = self.limits
        return {
            "seconds": tr("Run it for up to {count} seconds", count=count(round(limits.seconds))),
            "frames": tr("Run it for up to {count} calls", count=count(limits.frames)),
            "memory": tr("Run it with up to {count} MiB", count=count(limits.memory // MEBIBYTE)),
            "depth": tr("Run it down to depth {count}", count=count(limits.depth)),
        }[self.name]


def raised(trace: Trace, limits: Limits) -> Raised | None:
    """The limits with the reached one raised; None if none was reached or it cannot be raised further."""
    name = limit_reached(trace, limits)
    if not name:
        return None
    one, now = LIMIT_RANGES[name], getattr(limits, name)
    more = min(one.most * one.unit, one.factor * now)
    return Raised(name, replace(limits, **{name: more})) if more > now else None


def known_limits(trace: Trace) -> Limits:
    """The limits of a recording from a file, which holds only the limit of calls."""
    return Limits() if trace.limit is None else Limits(frames=trace.limit)
