"""What a plot shows: series of marks over a row of places. Nothing here knows of pixels or of Qt's widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from plyscope_window.widgets.plots.scale import Scale


class Kind(Enum):
    """How the marks of a series are drawn."""

    BARS = "bars"
    LINE = "line"
    """Points, joined from place to place."""
    POINTS = "points"
    CURVE = "curve"
    """A line without points, which nothing can be said of: a fit."""
    BAND = "band"
    """The area between the low and the high of its marks, from place to place; nothing can be said of it either."""


class Fill(Enum):
    """What tells the bars of one series from another's, whatever the colours."""

    SOLID = "solid"
    LIGHT = "light"
    HATCHED = "hatched"


MARKERS = ("disc", "square", "triangle", "diamond", "ring", "cross")
"""What tells the points of one series from another's."""


@dataclass(frozen=True)
class Mark:
    """One bar or point."""

    place: float
    """Its place on the axis; whole numbers are the places that have a name."""
    high: float
    low: float = 0.0
    """Where a bar begins: in a pile, where the one below it ends."""
    title: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    """What is said of it: labels and texts."""
    target: object = None
    """What a click leads to; None where it leads nowhere."""


@dataclass(frozen=True)
class Series:
    """Marks that mean the same."""

    name: str
    kind: Kind
    marks: tuple[Mark, ...]
    fill: Fill = Fill.SOLID
    marker: str = "disc"
    tone: float = 1.0
    """How far its colour is from the paper's to the ink's."""
    is_dashed: bool = False
    slot: int = 0
    """Where several bars or points stand beside each other at a place: which of them."""
    in_legend: bool = True


@dataclass(frozen=True)
class Plot:
    """One plot."""

    title: str
    places: tuple[str, ...]
    """The names of the places on the horizontal axis."""
    across: str
    """What they are."""
    scale: Scale
    series: tuple[Series, ...]
    slots: int = 1
    remark: str = ""
    """A sentence under the title; what stands there instead of marks, where there are none."""

    @property
    def marks(self) -> Iterator[tuple[int, Mark]]:
        """The marks that can be pointed at, each with the number of its series."""
        for number, series in enumerate(self.series):
            if series.kind not in (Kind.CURVE, Kind.BAND):
                yield from ((number, mark) for mark in series.marks)

    @property
    def table(self) -> list[dict[str, float | str | None]]:
        """A row for each place that has a mark, with what every series has there."""
        names = dict.fromkeys(self.series[number].name for number, _ in self.marks)
        rows: dict[float, dict[str, float | str | None]] = {}
        for number, mark in sorted(self.marks, key=lambda numbered: numbered[1].place):
            row = rows.setdefault(mark.place, {self.across: self.name_of(mark.place), **dict.fromkeys(names)})
            row[self.series[number].name] = mark.high - mark.low
        return list(rows.values())

    def name_of(self, place: float) -> str:
        return self.places[int(place)] if place == int(place) and 0 <= place < len(self.places) else f"{place:g}"

    @property
    def is_empty(self) -> bool:
        return not any(True for _ in self.marks)
