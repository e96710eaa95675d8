"""Growth: one position searched deeper and deeper by several searches, and how fast frames and time grow with that.

The searches take turns: the one with the fewest frames so far goes one ply deeper, so that most results arrive
early. A search ends at the first depth that has more frames than the limit, or at which the game is over everywhere.

Seconds are wall-clock time while every call is recorded. For this every call is searched: what a
recorder can copy says nothing of the search.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import numpy as np

from plyscope.analysis.branching import Fit, effective_branching, fitted_growth
from plyscope.messages import Message, OptionError
from plyscope.model.columns import HORIZON
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.recording.who import read_who

LIMIT = 1_000_000
"""The number of frames above which a search goes no deeper, unless another limit is given."""
DEPTHS = (1, 6)
"""The first and the last depth, unless others are given."""
MAX_DEPTH = 200
MAX_QUICK_SECONDS, AGAIN = 0.05, 2
"""Searches that take fewer seconds are repeated so many times, and the shortest time counts."""
MIN_SECONDS = 0.002
"""The fewest seconds that count for the growth of time: below, starting takes longer than searching."""

OVER, WHOLE, DEEP_ENOUGH = "limit", "whole", "done"
"""Why a search went no deeper."""
ENDS = {
    OVER: Message("more frames than the limit"),
    WHOLE: Message("to the end of the game"),
    DEEP_ENOUGH: Message("as deep as requested"),
}
"""The reasons in words."""

ABOUT_TIME = Message("seconds on a wall clock, with every call searched and recorded")
"""The meaning of the seconds, for a note."""

OnProgress = Callable[[str, int, int], object]
"""Called regularly with the search, its depth and its frames so far; returning False stops the measurement."""


@dataclass(frozen=True)
class Measured:
    """The frames and the time of one search at one depth."""

    who: str
    depth: int
    frames: int
    """The number of frames, up to the point where it was stopped if it is incomplete."""
    leaves: int
    cutoffs: int
    seconds: float
    complete: bool
    """Whether it stayed within the limit."""
    is_whole: bool
    """Whether it reached the end of the game everywhere, so that nothing changes at greater depths."""
    effective_branching_factor: float | None


def usual_searches(position: Position) -> tuple[str, ...]:
    """Return full minimax, alpha-beta, and alpha-beta with an order that is often better.

    Where chance moves, expectimax without and with cuts there.
    """
    if position.game.rules.chance is not None:
        return "expectimax", "expectimax:star1=yes"
    order = "center" if position.game.has_winner else "reverse"
    return "minimax", "alphabeta", f"alphabeta:order={order}"


def read_depths(text: str) -> tuple[int, int]:
    """Return the first and the last depth of a text such as `1-6`; a single number is the last one."""
    found = re.fullmatch(r"\s*(?:(\d{1,5})\s*[-–]\s*)?(\d{1,5})\s*", text, re.ASCII)
    if found is None:
        raise OptionError("depths are written as 1-6, and not as {text}", text=text or "''")
    last = int(found[2])
    first = int(found[1]) if found[1] is not None else min(1, last)
    if not first <= last <= MAX_DEPTH:
        raise OptionError("the depths go up, and to {deepest} at most", deepest=MAX_DEPTH)
    return first, last


def plans(position: Position, who: str, depths: range) -> dict[int, Plan]:
    """Return a search's plans by their depths: errors are reported before anything is searched."""
    typed = read_who(who)
    if typed.get("depth") is not None:
        raise OptionError("{who}: the depths are set for all searches together", who=who)
    return {depth: plan(position, {**typed, "depth": depth}) for depth in depths}


def grow(
    position: Position,
    searches: Sequence[str],
    depths: tuple[int, int] = DEPTHS,
    limit: int = LIMIT,
    on_progress: OnProgress | None = None,
) -> Iterator[Measured]:
    """Yield searches depth by depth, the smallest first, each as soon as it is done, until it is whole or cut short."""
    ways = {who: plans(position, who, range(depths[0], depths[1] + 1)) for who in searches}
    last_frames = dict.fromkeys(ways, 0)
    while last_frames:
        who = min(last_frames, key=lambda who: (last_frames[who], min(ways[who])))
        depth = min(ways[who])
        measured = measure(who, depth, ways[who].pop(depth), limit, on_progress)
        if measured is None:
            return
        yield measured
        if measured.complete and not measured.is_whole and ways[who]:
            last_frames[who] = measured.frames
        else:
            del last_frames[who]


def measure(who: str, depth: int, ready: Plan, limit: int, on_progress: OnProgress | None) -> Measured | None:
    """Run a search at a depth, a quick one repeatedly, and return its measurement; None where it was cancelled."""
    is_stopped = False

    def progress(frames: int) -> bool:
        nonlocal is_stopped
        is_stopped = on_progress is not None and on_progress(who, depth, frames) is False
        return not is_stopped

    if not progress(0):
        return None
    trace, seconds = timed(ready, limit, progress)
    for _ in range(AGAIN if seconds < MAX_QUICK_SECONDS else 0):
        again = timed(ready, limit, progress)[1]
        seconds = seconds if is_stopped else min(seconds, again)
    return None if is_stopped and not trace.complete else measurement_of(who, depth, trace, seconds)


def timed(ready: Plan, limit: int, progress: Callable[[int], object] | None = None) -> tuple[Trace, float]:
    """Run a plan and return its recording and the seconds it took."""
    began = perf_counter()
    trace = run(ready, limit, progress, replays=False)
    return trace, perf_counter() - began


def measurement_of(who: str, depth: int, trace: Trace, seconds: float) -> Measured:
    """Return the measurement in a recording of a search at a depth."""
    # Of rounds that go deeper and deeper, only the last ones are of the whole depth.
    first = next(iter(trace.intervals.standing(trace.rounds)), 0)
    is_whole = trace.complete and not np.any(trace.column("status")[first:] == HORIZON)
    deepest = int(trace.column("ply").max()) - bool(trace.rounds)
    says_how_fast = trace.complete and not trace.search.simulates
    effective = effective_branching(len(trace), deepest) if says_how_fast else None
    cutoffs = int(np.count_nonzero(trace.facts.cutoff))  # known of every search that runs here
    return Measured(who, depth, len(trace), trace.leaves, cutoffs, seconds, trace.complete, is_whole, effective)


# What it amounts to


@dataclass(frozen=True)
class Growth:
    """What was measured of one search, and the growth that fits it best."""

    who: str
    measured: tuple[Measured, ...]
    """By depth. The last one may have been stopped at the limit."""
    end: str | None
    """Why it went no deeper; None where the measurement was cancelled first."""
    frames: Fit | None
    seconds: Fit | None


def growths(all_measured: Sequence[Measured], searches: Sequence[str], depths: tuple[int, int]) -> list[Growth]:
    """Return the measurements by search, in the order in which the searches were requested."""
    return [growth(who, [one for one in all_measured if one.who == who], depths[1]) for who in dict.fromkeys(searches)]


def growth(who: str, measured: Sequence[Measured], deepest: int) -> Growth:
    """Return the measurements of a search, with the growth of the complete ones."""
    complete = [one for one in measured if one.complete]
    timed = [one for one in complete if one.seconds >= MIN_SECONDS]
    end = None
    if measured:
        last = measured[-1]
        end = OVER if not last.complete else WHOLE if last.is_whole else DEEP_ENOUGH if last.depth == deepest else None
    return Growth(
        who,
        tuple(measured),
        end,
        fitted_growth([one.depth for one in complete], [one.frames for one in complete]),
        fitted_growth([one.depth for one in timed], [one.seconds for one in timed]),
    )


def facts(position: Position, found: Sequence[Growth], depths: tuple[int, int], limit: int) -> dict[str, Any]:
    """Return the measurements as `plyscope growth --json` prints them."""
    return {
        "game": position.game.name,
        "position": position.text,
        "max": position.max,
        "depths": list(depths),
        "limit": limit,
        "clock": "wall",
        "searches": [
            {
                "who": one.who,
                "end": one.end,
                "frames_growth": None if one.frames is None else one.frames._asdict(),
                "seconds_growth": None if one.seconds is None else one.seconds._asdict(),
                "measured": [row(measured) for measured in one.measured],
            }
            for one in found
        ],
    }


def row(measured: Measured) -> dict[str, Any]:
    """Return a measurement as JSON values."""
    return {**asdict(measured), "seconds": round(measured.seconds, 6)}
