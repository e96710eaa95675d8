"""Measuring growth, as work of a process: nothing here loads anything of Qt."""

from __future__ import annotations

from typing import NamedTuple

from plyscope.analysis.growth import grow
from plyscope.files.sources import PositionText
from plyscope.messages import InputError
from plyscope.processes import Pace, Parent
from plyscope.tracer.calls_by_size import Row, rows_by_size
from plyscope.tracer.running import Limits


class Trying(NamedTuple):
    """The search that runs, its depth, and its frames so far."""

    who: str
    depth: int
    frames: int


class TryingSize(NamedTuple):
    """The n that is tried, and its calls so far."""

    n: int
    calls: int


class SizeMeasured(NamedTuple):
    """What a call with some n did, with a cache or without."""

    cached: bool
    row: Row


def measure_growth(
    position: PositionText, searches: tuple[str, ...], depths: tuple[int, int], limit: int, parent: Parent
) -> None:
    """Several searches of a position at growing depths; sends each `Measured`, and now and then what is tried."""
    pace = Pace()

    def report(who: str, depth: int, frames: int) -> bool:
        if pace.is_due and not parent.is_stopped:
            parent.send(Trying(who, depth, frames))
        return not parent.is_stopped

    for one in grow(position.read(), searches, depths, limit, report):
        parent.send(one)


def measure_sizes(file: str, call: str, sizes: range, ways: tuple[bool, ...], limits: Limits, parent: Parent) -> None:
    """A call with one n after the other, for each way: with a cache or without."""
    pace, n = Pace(), sizes.start

    def report(calls: int) -> bool:
        if pace.is_due and not parent.is_stopped:
            parent.send(TryingSize(n, calls))
        return not parent.is_stopped

    try:
        for cached in ways:
            n = sizes.start
            for row in rows_by_size(file, call, sizes, limits, report, cached=cached):
                if parent.is_stopped:
                    return
                parent.send(SizeMeasured(cached, row))
                n = row.n + 1
    except InputError:
        if not parent.is_stopped:  # else it was stopped before anything was called
            raise
