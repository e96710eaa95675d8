"""What was measured for each n: calls and time on a log scale, plain and with a cache, and the same as a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from plyscope.messages import shortened
from plyscope.tracer.calls_by_size import Row

from plyscope_window.widgets.plots.numbers import Numbers
from plyscope_window.widgets.plots.plot import Kind, Mark, Plot, Series, logarithmic, seconds, short
from plyscope_window.words import count, tr

Measured = Mapping[bool, Sequence[Row]]
"""The rows without a cache and with one, as far as they were measured."""
MAX_RESULT_LETTERS = 40
"""Characters of a result in the table."""


def plots_by_size(measured: Measured, first: int, last: int) -> list[Plot]:
    """Calls above, time below."""
    return [
        plot(tr("Calls"), measured, first, last, lambda row: row.calls, short),
        plot(tr("Time"), measured, first, last, lambda row: row.seconds, seconds),
    ]


def plot(
    title: str,
    measured: Measured,
    first: int,
    last: int,
    amount: Callable[[Row], float | None],
    text: Callable[[float], str],
) -> Plot:
    series, amounts = [], []
    for cached, rows in sorted(measured.items()):
        found = [(row, value) for row in rows if (value := amount(row)) is not None and row.complete]
        amounts += [value for _, value in found]
        marks = tuple(
            Mark(row.n - first, value, 0, title_of(row, cached), lines_of(row), row.n) for row, value in found
        )
        name = tr("with a cache") if cached else tr("as it is written")
        marker, tone = ("square", 0.65) if cached else ("disc", 1.0)
        # What grows by a factor is a straight line.
        series.append(Series(name, Kind.LINE, marks, marker=marker, tone=tone))
    return Plot(
        title,
        tuple(map(str, range(first, last + 1))),
        "n",
        logarithmic(amounts, text),
        tuple(series),
        remark="" if amounts else tr("Nothing has been measured yet."),
    )


def title_of(row: Row, cached: bool) -> str:
    return tr("n = {n}, with a cache", n=row.n) if cached else tr("n = {n}", n=row.n)


def lines_of(row: Row) -> tuple[tuple[str, str], ...]:
    lines = [(tr("result"), shortened(row.result, MAX_RESULT_LETTERS)), (tr("calls"), count(row.calls))]
    lines.append((tr("different calls"), count(row.distinct)))
    if row.seconds is not None:
        lines.append((tr("time"), in_words(row.seconds)))
    return tuple(lines)


def numbers_by_size(measured: Measured, call: str) -> Numbers:
    """The table: one row for each n, with what was measured both ways."""
    plain = {row.n: row for row in measured.get(False, ())}
    cached = {row.n: row for row in measured.get(True, ())}
    headings = ["n", call.replace("{n}", "n"), tr("calls"), tr("different"), tr("time")]
    if True in measured:
        headings += [tr("calls with a cache"), tr("time with a cache")]
    cells, csv = [], []
    sizes = sorted({*plain, *cached})
    for n in sizes:
        row, saved = plain.get(n), cached.get(n)
        either = row or saved
        assert either is not None
        line: list[object] = [n, shortened(either.result, MAX_RESULT_LETTERS), *cells_of(row)]
        facts: dict[str, object] = {"n": n, "result": either.result, **facts_of(row, "")}
        if True in measured:
            line += [None if saved is None else saved.calls, time_of(saved)]
            facts |= facts_of(saved, "_cached")
        cells.append(tuple(line))
        csv.append(facts)
    return Numbers(tr("What was measured"), tuple(headings), tuple(cells), tuple(sizes), csv)


def cells_of(row: Row | None) -> list[object]:
    return [None, None, None] if row is None else [row.calls, row.distinct, time_of(row)]


def time_of(row: Row | None) -> str | None:
    return None if row is None or row.seconds is None else in_words(row.seconds)


def in_words(took: float) -> str:
    return seconds(took) or tr("less than 1 µs")


def facts_of(row: Row | None, ending: str) -> dict[str, object]:
    names = ("calls", "distinct", "seconds", "complete")
    return {f"{name}{ending}": None if row is None else getattr(row, name) for name in names}
