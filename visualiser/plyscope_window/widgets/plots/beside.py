"""Two recordings beside each other, ply by ply, in one widget that wants nothing but two traces."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import zip_longest
from typing import NamedTuple

from plyscope.analysis.stats import by_ply
from plyscope.model.trace import Trace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.plots.by_ply import Row, condition, grouped, place_name
from plyscope_window.widgets.plots.numbers import NOTHING, Numbers
from plyscope_window.widgets.plots.plot import Fill, Kind, Mark, Plot, Series
from plyscope_window.widgets.plots.scale import decimal, linear, logarithmic, percent, shares, short
from plyscope_window.widgets.plots.stack import PlotStack, switch
from plyscope_window.words import count, said, tr


class Wanted(NamedTuple):
    """What a click leads to: frames of one of the two recordings."""

    is_b: bool
    condition: str


class Quantity(NamedTuple):
    """One number of each ply, and what finds the frames that it counts."""

    title: str
    key: str
    words: str
    offset: int
    text: Callable[[float], str]


def quantities() -> list[Quantity]:
    return [
        Quantity(tr("Frames"), "frames", "", 0, short),
        Quantity(tr("Leaves"), "leaves", "leaf", 0, short),
        Quantity(tr("Cutoffs"), "cutoffs", "cutoff", 0, short),
        Quantity(tr("Pruned moves"), "pruned", "pruned > 0", -1, short),
        Quantity(tr("Cut by the first move tried"), "first_move_cut_rate", "first_move_cut", 0, percent),
        Quantity(tr("Branching factor"), "branching_factor", "inner", 0, decimal),
        Quantity(tr("Effective branching factor, down to each ply"), "effective_branching_factor", "", 0, decimal),
        Quantity(tr("Frames on positions seen before"), "repeated", "repeated", 0, short),
    ]


def compare_plots(a: Sequence[Row], b: Sequence[Row], names: tuple[str, str], *, is_log: bool = False) -> list[Plot]:
    """A's bars beside B's, for the rows of both that `plyscope.analysis.stats.by_ply` gives."""
    sides = tuple(grouped(side) for side in (a, b))
    return [one for quantity in quantities() if (one := compare_plot(quantity, sides, names, is_log)) is not None]


def compare_plot(
    quantity: Quantity, sides: tuple[Sequence[Row], ...], names: tuple[str, str], is_log: bool
) -> Plot | None:
    """None where neither recording has anything of it."""
    fills = (Fill.SOLID, Fill.HATCHED)
    amounts = [row[quantity.key] for side in sides for row in side if row[quantity.key]]
    if not amounts:
        return None
    logs = is_log and quantity.text is short
    scale = shares() if quantity.text is percent else linear(max(amounts), quantity.text)
    longest = max(sides, key=len)
    series = tuple(
        Series(name, Kind.BARS, marks_beside(quantity, sides, names, number), fills[number], slot=number)
        for number, name in enumerate(names)
    )
    return Plot(
        quantity.title,
        tuple(map(place_name, longest)),
        tr("ply"),
        logarithmic(amounts, short) if logs else scale,
        series,
        slots=2,
    )


def marks_beside(
    quantity: Quantity, sides: tuple[Sequence[Row], ...], names: tuple[str, str], number: int
) -> tuple[Mark, ...]:
    """The bars of one side; each says what the other has there."""
    found = []
    for place, rows in enumerate(zip_longest(*sides)):
        row = rows[number]
        if row is None or not row[quantity.key]:
            continue
        lines = [(tr("ply"), place_name(row))]
        for name, one in zip(names, rows, strict=True):
            lines.append((name, amount_text(quantity, None if one is None else one[quantity.key])))
        target = Wanted(number == 1, condition(row, quantity.words, quantity.offset))
        found.append(Mark(place, row[quantity.key], 0, quantity.title, tuple(lines), target))
    return tuple(found)


def amount_text(quantity: Quantity, amount: float | None) -> str:
    if amount is None:
        return "–"
    return count(int(amount)) if quantity.text is short else quantity.text(amount)


def numbers_beside(a: Sequence[Row], b: Sequence[Row], names: tuple[str, str]) -> Numbers:
    """The table of both; a row leads to its ply in A, or in B where A is not as deep."""
    keys = [(quantity.title, quantity.key) for quantity in quantities()]
    headings = [tr("ply"), *(tr("{what}, {name}", what=title, name=name) for title, _ in keys for name in names)]
    shown = list(zip_longest(grouped(a), grouped(b)))
    cells = tuple(
        (place_name(rows[0] or rows[1]), *(None if row is None else row[key] for _, key in keys for row in rows))
        for rows in shown
    )
    targets = tuple(Wanted(rows[0] is None, condition(rows[0] or rows[1], "")) for rows in shown)
    csv = [row_beside(place, rows) for place, rows in enumerate(zip_longest(a, b))]
    return Numbers(tr("Statistics of both by ply"), tuple(headings), cells, targets, csv)


def row_beside(ply: int, rows: tuple[Row | None, ...]) -> Row:
    """Both rows of a ply as one, the names of the numbers ending in _a and _b."""
    names = [name for name in next(row for row in rows if row is not None) if name != "ply"]
    sides = tuple(zip("ab", rows, strict=True))
    found = {f"{name}_{side}": None if row is None else row[name] for name in names for side, row in sides}
    return {"ply": ply, **found}


class ComparePlots(QWidget):
    """The plots of two traces, counted in the background. `chosen` says what somebody has clicked on."""

    chosen = Signal(object)
    """A `Wanted`."""
    told = Signal(str)

    def __init__(self, a: Trace, b: Trace, names: tuple[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.rows: tuple[Sequence[Row], Sequence[Row]] | None = None
        self.stack = PlotStack()
        self.stack.chosen.connect(self.chosen)
        self.stack.told.connect(self.told)
        self.stack.file_name = "plyscope-compare"
        self.log = switch(tr("Log scale"), tr("Small numbers beside large ones"))
        self.log.toggled.connect(lambda _: self._show_rows())
        self.stack.add_switch(self.log)
        self.stack.show_plots([], NOTHING)
        self.stack.say(tr("Counting …"))
        column(self, margin=0).addWidget(self.stack)
        answer = in_background(
            lambda: (by_ply(a), by_ply(b)), self._counted, lambda error: self.stack.say(said(error.message))
        )
        self.destroyed.connect(lambda: lose_interest(answer))

    def _counted(self, rows: tuple[Sequence[Row], Sequence[Row]]) -> None:
        self.rows = rows
        self.stack.say("")
        self._show_rows()

    def _show_rows(self) -> None:
        if self.rows is not None:
            plots = compare_plots(*self.rows, self.names, is_log=self.log.isChecked())
            self.stack.show_plots(plots, numbers_beside(*self.rows, self.names))


def lose_interest(answer: Answer) -> None:
    """The widget that was to show it is gone."""
    answer.is_wanted = False
