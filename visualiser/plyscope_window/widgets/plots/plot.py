"""What a plot shows: series of marks over a row of places, on a scale. Nothing here knows of pixels or of widgets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from math import ceil, floor, log10

from plyscope.messages import written


@dataclass(frozen=True)
class Scale:
    """An axis from a lowest to a highest amount."""

    low: float
    high: float
    is_log: bool = False
    text: Callable[[float], str] = str
    """The label of an amount."""

    def place(self, amount: float) -> float:
        """The place of an amount: 0 at the lowest, 1 at the highest, clamped between them."""
        return min(1.0, max(0.0, self.unbounded_place(amount)))

    def unbounded_place(self, amount: float) -> float:
        """The place of an amount, also beyond 0 and 1, for lines that are clipped at the edge of the plot."""
        if not self.is_log:
            return (amount - self.low) / (self.high - self.low)
        return log10(amount / self.low) / log10(self.high / self.low) if amount > 0 else 0.0

    def ticks(self, limit: int) -> list[float]:
        """The amounts to label on the axis: at most `limit`, at round distances; powers of ten if it is logarithmic."""
        limit = max(2, limit)
        if self.is_log:
            first, last = ceil(log10(self.low) - 1e-9), floor(log10(self.high) + 1e-9)
            apart = max(1, ceil((last - first) / (limit - 1)))
            return [10.0**power for power in range(first, last + 1, apart)]
        length = self.high - self.low
        apart_by = next(step for step in round_steps(length) if int(length / step + 1e-9) < limit)
        first = ceil(self.low / apart_by - 1e-9)
        return [number * apart_by for number in range(first, floor(self.high / apart_by + 1e-9) + 1)]


def round_steps(length: float) -> Iterable[float]:
    """Round numbers without end: 1, 2, 5, 10, 20 … times a power of ten, from a hundredth of a length on."""
    power = 10.0 ** floor(log10(length) - 2)
    while True:
        yield from (power, 2 * power, 5 * power)
        power *= 10


def linear_scale(highest: float, text: Callable[[float], str]) -> Scale:
    """A scale from 0 to a little above the highest amount, or above 1 if that is not positive."""
    highest = highest if highest > 0 else 1.0
    return Scale(0.0, highest * 1.06, False, text)


def spanning_scale(amounts: Iterable[float], text: Callable[[float], str]) -> Scale:
    """A scale from a little below the lowest amount to a little above the highest, which may be negative."""
    known = [*amounts] or [0.0]
    room = 0.12 * (max(known) - min(known)) or 1.0
    return Scale(min(known) - room, max(known) + room, False, text)


def share_scale() -> Scale:
    """A scale from 0 to a little above 100 per cent."""
    return Scale(0.0, 1.06, False, percent)


def log_scale(amounts: Iterable[float], text: Callable[[float], str]) -> Scale:
    """A scale from a power of ten at or below the lowest positive amount to one at or above the highest."""
    positive = [amount for amount in amounts if amount > 0] or [1.0]
    low, high = 10.0 ** floor(log10(min(positive)) + 1e-9), 10.0 ** ceil(log10(max(positive)) - 1e-9)
    # A bar that ends at the bottom of the axis would not be visible.
    low = low / 2 if min(positive) < low * 1.5 else low
    return Scale(low, max(high, low * 10), True, text)


def short_count(amount: float) -> str:
    """A count in few characters: 800, 20k, 1.5M; empty between 0 and 1."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if amount >= size:
            return written(round(amount / size, 3)) + letter
    return written(round(amount, 3)) if amount >= 1 or amount == 0 else ""


def seconds(amount: float) -> str:
    """A time in few characters: 1.5 s, 20 ms, 3 µs; empty for less, but 0 s for none."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if amount >= size * 0.9995:
            return f"{written(float(f'{amount / size:.3g}'))} {unit}"
    return "0 s" if amount == 0 else ""


def percent(share: float) -> str:
    """A share from 0 to 1 as a percentage."""
    return f"{100 * share:.0f} %"


def decimal(amount: float) -> str:
    """A number to two decimals at most."""
    return written(round(amount, 2))


class Kind(Enum):
    """How the marks of a series are drawn."""

    BARS = "bars"
    LINE = "line"
    """Points, connected from place to place."""
    POINTS = "points"
    CURVE = "curve"
    """A line without points that the pointer ignores, such as a fit."""
    BAND = "band"
    """The area between the low and the high of its marks, from place to place; the pointer ignores it, too."""


class Fill(Enum):
    """The fill of bars, which distinguishes series without colours."""

    SOLID = "solid"
    LIGHT = "light"
    HATCHED = "hatched"


MARKERS = ("disc", "square", "triangle", "diamond", "ring", "cross")
"""The shape of points, which distinguishes series without colours."""


@dataclass(frozen=True)
class Mark:
    """One bar or point."""

    place: float
    """Its place on the axis; whole numbers are the named places."""
    high: float
    low: float = 0.0
    """Where a bar begins: in a stack, where the one below it ends."""
    title: str = ""
    lines: tuple[tuple[str, str], ...] = ()
    """Labels and texts for its card."""
    target: object = None
    """What a click goes to; None for nothing."""


@dataclass(frozen=True)
class Series:
    """Marks of one quantity."""

    name: str
    kind: Kind
    marks: tuple[Mark, ...]
    fill: Fill = Fill.SOLID
    marker: str = "disc"
    tone: float = 1.0
    """Its colour, from paper (0) to ink (1)."""
    is_dashed: bool = False
    slot: int = 0
    """The index among the bars or points beside each other at one place."""
    in_legend: bool = True


@dataclass(frozen=True)
class Plot:
    """What one plot shows: series of marks over places, on a scale."""

    title: str
    places: tuple[str, ...]
    """The labels of the places on the horizontal axis."""
    across: str
    """The name of the horizontal axis."""
    scale: Scale
    series: tuple[Series, ...]
    slots: int = 1
    remark: str = ""
    """A sentence below the title; for a plot without marks, the reason."""

    @property
    def marks(self) -> Iterator[tuple[int, Mark]]:
        """The marks that the pointer can select, each with the number of its series."""
        for number, series in enumerate(self.series):
            if series.kind not in (Kind.CURVE, Kind.BAND):
                yield from ((number, mark) for mark in series.marks)

    @property
    def table(self) -> list[dict[str, float | str | None]]:
        """Rows for other programs: one for each place with a mark, with the number of every series there."""
        names = dict.fromkeys(self.series[number].name for number, _ in self.marks)
        rows: dict[float, dict[str, float | str | None]] = {}
        for number, mark in sorted(self.marks, key=lambda numbered: numbered[1].place):
            row = rows.setdefault(mark.place, {self.across: self.name_of(mark.place), **dict.fromkeys(names)})
            row[self.series[number].name] = mark.high - mark.low
        return list(rows.values())

    def name_of(self, place: float) -> str:
        """The name of a place, or its number where it has none."""
        return self.places[int(place)] if place == int(place) and 0 <= place < len(self.places) else f"{place:g}"

    @property
    def is_empty(self) -> bool:
        """Whether there is no mark that the pointer can select."""
        return not any(True for _ in self.marks)
