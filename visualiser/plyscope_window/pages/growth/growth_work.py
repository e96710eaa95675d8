"""Measuring growth, as work of a process: nothing here loads anything of Qt."""

from __future__ import annotations

from typing import NamedTuple

from plyscope.analysis.growth import grow
from plyscope.files.sources import PositionText
from plyscope.messages import InputError
from plyscope.processes import Pace, Parent
from plyscope.tracer.calls_by_size import Row, rows_by_size
from plyscope.tracer.starting import Limits


class SearchProgress(NamedTuple):
    """The search that is running, its depth, and its frames so far."""

    who: str
    depth: int
    frames: int


class SizeProgress(NamedTuple):
    """The n that is being measured, and its calls so far."""

    n: int
    calls: int


class SizeMeasured(NamedTuple):
    """What a call with some n did, with a cache or without."""

    cached: bool
    row: Row


def measure_growth(
    position: PositionText, searches: tuple[str, ...], depths: tuple[int, int], limit: int, parent: Parent
) -> None:
    """Measure several searches of a position at growing depths; send each `Measured`, and progress now and then."""
    pace = Pace()

    def report(who: str, depth: int, frames: int) -> bool:
        if pace.is_due and not parent.is_stopped:
            parent.send(SearchProgress(who, depth, frames))
        return not parent.is_stopped

    for measured in grow(position.read(), searches, depths, limit, report):
        parent.send(measured)


def measure_sizes(file: str, call: str, sizes: range, ways: tuple[bool, ...], limits: Limits, parent: Parent) -> None:
    """Measure a call for one n after the other, without a cache, with one, or both; send each `SizeMeasured`."""
    pace, n = Pace(), sizes.start

    def report(calls: int) -> bool:
        if pace.is_due and not parent.is_stopped:
            parent.send(SizeProgress(n, calls))
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
        if not parent.is_stopped:  # A run that is stopped before its first call is no error.
            raise
