"""The statistics of a recording, ply by ply, as plots and a table; also of two recordings beside each other.

They count up to the cursor's step, on the scales of the whole run; a switch shows the whole run, which is headed so.
A click on a number finds the frames that were counted, by a condition for each mark and each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from plyscope.analysis.branching import effective_branching
from plyscope.analysis.rounds import by_round, by_simulations, group_of_simulations
from plyscope.analysis.stats import added, by_ply, ratio
from plyscope.model.trace import Trace
from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.rounds import plots_of_rounds, plots_of_simulations, round_numbers
from plyscope_window.session.session import Matches, Session
from plyscope_window.session.stepping import MAX_FOREGROUND_FRAMES
from plyscope_window.widgets.controls import framed_button
from plyscope_window.widgets.layouts import column_layout, scroll_area
from plyscope_window.widgets.plots.numbers import NO_NUMBERS, Numbers
from plyscope_window.widgets.plots.plot import (
    Fill,
    Kind,
    Mark,
    Plot,
    Series,
    decimal,
    linear_scale,
    log_scale,
    percent,
    share_scale,
    short_count,
)
from plyscope_window.widgets.plots.stack import PlotStack
from plyscope_window.words import count, localized, tr

Row = Mapping[str, Any]
"""The counts of a ply, or of several, by name."""
Rows = Sequence[Row]
MAX_PLOT_PLACES = 400
"""The largest number of places; in deeper trees a place stands for several plies, so that plots are painted quickly."""
COUNTED_KEYS = ("frames", "inner", "leaves", "cutoffs", "cut_frames", "first_move_cuts", "pruned", "tried", "repeated")
"""The counts that are added up where several plies are one row."""


def grouped_rows(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, added up in groups where there are more than `MAX_PLOT_PLACES`."""
    apart = -(-len(rows) // MAX_PLOT_PLACES)
    return [joined_row(rows[first : first + apart]) for first in range(0, len(rows), apart)]


def joined_row(rows: Sequence[Row]) -> Row:
    """Return several plies as one row: their counts added up, with the last ply beside the first."""
    joined: dict[str, Any] = {"ply": rows[0]["ply"], "last_ply": rows[-1]["ply"]}
    joined |= {name: added(rows, name) for name in COUNTED_KEYS}
    joined["from_table"] = sum(row.get("from_table", 0) for row in rows) or None
    joined["first_move_cut_rate"] = ratio(joined["first_move_cuts"], joined["cut_frames"])
    joined["branching_factor"] = ratio(joined["tried"], joined["inner"])
    reached = [row["effective_branching_factor"] for row in rows if row["frames"]]
    joined["effective_branching_factor"] = reached[-1] if reached else None
    return joined


def ply_name(row: Row) -> str:
    """Return the ply of a row, or its range of plies, as text."""
    return str(row["ply"]) if row["ply"] == row["last_ply"] else f"{row['ply']}–{row['last_ply']}"


def row_condition(row: Row, clause: str, offset: int = 0) -> str:
    """Return the condition that finds the frames of a row that match `clause`; `offset` shifts its plies."""
    first, last = row["ply"] + offset, row["last_ply"] + offset
    plies = f"ply == {first}" if first == last else f"ply >= {first} and ply <= {last}"
    return f"{plies} and {clause}" if clause else plies


class PlyCount(NamedTuple):
    """One number of each ply, with its texts and the condition that finds the frames."""

    key: str
    name: str
    says: Callable[[Row], str]
    """Return what a mark of a row says."""
    clause: str
    offset: int = 0
    """Plies from the row to its frames: moves that would have led to a ply were pruned one ply above."""


def ply_counts() -> dict[str, PlyCount]:
    """Return the kinds of counts that the plot of frames shows, by their key."""

    def number(key: str) -> Callable[[Row], dict[str, object]]:
        return lambda row: {"ply": ply_name(row), "number": count(row[key])}

    inner, leaves, table, cutoffs, pruned = map(number, ("inner", "leaves", "from_table", "cutoffs", "pruned"))
    counts = (
        PlyCount(
            "inner", tr("inner frames"), lambda row: tr("Inner frames at ply {ply}: {number}", **inner(row)), "inner"
        ),
        PlyCount("leaves", tr("leaves"), lambda row: tr("Leaves at ply {ply}: {number}", **leaves(row)), "leaf"),
        PlyCount(
            "from_table",
            tr("from the table"),
            lambda row: tr("Answered by the table at ply {ply}: {number}", **table(row)),
            "table",
        ),
        PlyCount("cutoffs", tr("cutoffs"), lambda row: tr("Cutoffs at ply {ply}: {number}", **cutoffs(row)), "cutoff"),
        PlyCount(
            "pruned",
            tr("pruned moves"),
            lambda row: tr("Pruned moves to ply {ply}: {number}", **pruned(row)),
            "pruned > 0",
            -1,
        ),
    )
    return {ply_count.key: ply_count for ply_count in counts}


def count_marks(ply_count: PlyCount, rows: Sequence[Row], *below: str) -> tuple[Mark, ...]:
    """Return a mark for each place with a count above 0; `below` are the counts that it is stacked on."""
    names = {"frames": tr("frames"), **{key: other.name for key, other in ply_counts().items()}}
    marks = []
    for place, row in enumerate(rows):
        if row[ply_count.key]:
            low = sum(row[key] or 0 for key in below)
            lines = tuple((name, count(row[key])) for key, name in names.items() if row[key] is not None)
            target = row_condition(row, ply_count.clause, ply_count.offset)
            marks.append(Mark(place, low + row[ply_count.key], low, ply_count.says(row), lines, target))
    return tuple(marks)


def frames_plot(rows: Sequence[Row], scaled_by: Sequence[Row], *, is_log: bool = False) -> Plot:
    """Return the plot of frames: bars of inner frames, leaves and table answers; lines for cutoffs and pruned moves.

    On a log scale, stacked bars would mislead, so they are drawn side by side.
    """
    inner, leaves, table, cutoffs, pruned = ply_counts().values()
    on_leaves = () if is_log else ("inner", "leaves")
    slots = (3 if any(row["from_table"] for row in rows) else 2) if is_log else 1
    series = (
        Series(inner.name, Kind.BARS, count_marks(inner, rows), Fill.SOLID),
        Series(leaves.name, Kind.BARS, count_marks(leaves, rows, *on_leaves[:1]), Fill.LIGHT, slot=min(1, slots - 1)),
        Series(table.name, Kind.BARS, count_marks(table, rows, *on_leaves), Fill.HATCHED, slot=min(2, slots - 1)),
        Series(cutoffs.name, Kind.LINE, count_marks(cutoffs, rows), marker="disc"),
        Series(pruned.name, Kind.LINE, count_marks(pruned, rows), marker="ring", is_dashed=True),
    )
    keys = ("frames", "inner", "leaves", "cutoffs", "pruned")
    amounts = [row[key] for row in scaled_by for key in keys if row[key]]
    return Plot(
        tr("Frames"),
        tuple(map(ply_name, rows)),
        tr("ply"),
        log_scale(amounts, short_count) if is_log else linear_scale(max(amounts), short_count),
        tuple(line for line in series if line.marks),
        slots=slots,
    )


def first_move_plot(rows: Sequence[Row]) -> Plot:
    """Return the plot of the share of cut frames that had tried one move only: most of them, with good ordering."""
    marks = tuple(
        Mark(
            place,
            row["first_move_cut_rate"],
            0,
            tr("Ply {ply}: {share}", ply=ply_name(row), share=percent(row["first_move_cut_rate"])),
            (
                (tr("frames that were cut"), count(row["cut_frames"])),
                (tr("by the first move tried"), count(row["first_move_cuts"])),
            ),
            row_condition(row, "first_move_cut") if row["first_move_cuts"] else row_condition(row, "cutoff"),
        )
        for place, row in enumerate(rows)
        if row["cut_frames"]
    )
    total, first = added(rows, "cut_frames"), added(rows, "first_move_cuts")
    if total is None or first is None:
        remark = tr("The recording does not say which frames were cut.")
    elif total:
        remark = tr("{share} of all cut frames", share=percent(first / total))
    else:
        remark = tr("Nothing was cut.")
    series = Series(tr("share of the cut frames"), Kind.BARS, marks, Fill.SOLID, in_legend=False)
    return Plot(
        tr("Cut by the first move tried"),
        tuple(map(ply_name, rows)),
        tr("ply"),
        share_scale(),
        (series,),
        remark=remark,
    )


def branching_plot(rows: Sequence[Row], scaled_by: Sequence[Row]) -> Plot:
    """Return the plot of the moves that inner frames try, and the effective branching factor of the whole tree."""
    marks = tuple(
        Mark(
            place,
            row["branching_factor"],
            0,
            tr("Ply {ply}: {number}", ply=ply_name(row), number=decimal(row["branching_factor"])),
            ((tr("inner frames"), count(row["inner"])), (tr("moves that they tried"), count(row["tried"]))),
            row_condition(row, "inner"),
        )
        for place, row in enumerate(rows)
        if row["inner"]
    )
    series = [Series(tr("moves tried, on average"), Kind.LINE, marks, marker="disc")]
    effective = effective_factor(rows)
    if effective is not None and marks:
        name = tr("effective: {number}", number=decimal(effective))
        across = (Mark(-0.5, effective), Mark(len(rows) - 0.5, effective))
        series.append(Series(name, Kind.CURVE, across, is_dashed=True, tone=0.7))
    highest = max([effective_factor(scaled_by) or 1.0, *(row["branching_factor"] or 0 for row in scaled_by)])
    return Plot(
        tr("Branching factor"),
        tuple(map(ply_name, rows)),
        tr("ply"),
        linear_scale(highest, decimal),
        tuple(series),
        remark="" if marks else tr("No frame tried a move."),
    )


def effective_factor(rows: Sequence[Row]) -> float | None:
    """Return the branching factor of a uniform tree as large and as deep as these rows; None where there is none."""
    deepest = max(row["last_ply"] for row in rows if row["frames"])
    return effective_branching(sum(row["frames"] for row in rows), deepest)


def repeated_plot(
    rows: Sequence[Row], scaled_by: Sequence[Row], *, is_log: bool = False, is_counting: bool = False
) -> Plot:
    """Return the plot of frames on positions seen for the first time, and on positions seen before."""
    places = tuple(map(ply_name, rows))
    title = tr("Repeated positions")
    if rows[0]["repeated"] is None:
        remark = tr("Counting …") if is_counting else tr("The positions of this game are not known here.")
        return Plot(title, places, tr("ply"), share_scale(), (), remark=remark)
    new, again = tr("for the first time"), tr("seen before")
    marks_by_name: dict[str, list[Mark]] = {new: [], again: []}
    says = {
        new: lambda **values: tr("For the first time at ply {ply}: {number}", **values),
        again: lambda **values: tr("Seen before at ply {ply}: {number}", **values),
    }
    for place, row in enumerate(rows):
        first = row["frames"] - row["repeated"]
        lines = ((tr("frames"), count(row["frames"])), (new, count(first)), (again, count(row["repeated"])))
        for name, amount, low, clause in (
            (new, first, 0, "not repeated"), (again, row["repeated"], 0 if is_log else first, "repeated"),
        ):  # fmt: skip
            if amount:
                label = says[name](ply=ply_name(row), number=count(amount))
                marks_by_name[name].append(Mark(place, low + amount, low, label, lines, row_condition(row, clause)))
    fills = {new: Fill.SOLID, again: Fill.HATCHED}
    total = sum(row["frames"] for row in rows)
    repeated = sum(row["repeated"] for row in rows)
    amounts = [row["frames"] for row in scaled_by if row["frames"]]
    return Plot(
        title,
        places,
        tr("ply"),
        log_scale(amounts, short_count) if is_log else linear_scale(max(amounts), short_count),
        tuple(
            Series(name, Kind.BARS, tuple(marks), fills[name], slot=int(is_log and name is again))
            for name, marks in marks_by_name.items()
            if marks
        ),
        slots=2 if is_log else 1,
        remark=tr(
            "{distinct} positions; {share} of the frames are on one seen before",
            distinct=count(total - repeated),
            share=percent(repeated / total),
        ),
    )


def plots_by_ply(
    rows: Sequence[Row], whole: Sequence[Row] | None = None, *, is_log: bool = False, is_counting: bool = False
) -> list[Plot]:
    """Return all plots for the rows of `stats.by_ply`; `is_counting` while the positions are not known yet.

    The rows of the whole run, where these are only of its beginning, set the scales, which then stay while one steps.
    """
    shown = grouped_rows(rows)
    scaled_by = shown if whole is None else grouped_rows(whole)
    return [
        frames_plot(shown, scaled_by, is_log=is_log),
        first_move_plot(shown),
        branching_plot(shown, scaled_by),
        repeated_plot(shown, scaled_by, is_log=is_log, is_counting=is_counting),
    ]


class FrameRequest(NamedTuple):
    """A request to find frames of one of the two recordings."""

    is_b: bool
    condition: str


class Quantity(NamedTuple):
    """One number of each ply, and the clause that finds the frames that it counts."""

    title: str
    key: str
    clause: str
    offset: int
    text: Callable[[float], str]


def quantities() -> list[Quantity]:
    """Return the numbers that are compared ply by ply."""
    return [
        Quantity(tr("Frames"), "frames", "", 0, short_count),
        Quantity(tr("Leaves"), "leaves", "leaf", 0, short_count),
        Quantity(tr("Cutoffs"), "cutoffs", "cutoff", 0, short_count),
        Quantity(tr("Pruned moves"), "pruned", "pruned > 0", -1, short_count),
        Quantity(tr("Cut by the first move tried"), "first_move_cut_rate", "first_move_cut", 0, percent),
        Quantity(tr("Branching factor"), "branching_factor", "inner", 0, decimal),
        Quantity(tr("Effective branching factor, down to each ply"), "effective_branching_factor", "", 0, decimal),
        Quantity(tr("Frames on positions seen before"), "repeated", "repeated", 0, short_count),
    ]


def compare_plots(a: Sequence[Row], b: Sequence[Row], names: tuple[str, str], *, is_log: bool = False) -> list[Plot]:
    """Return a plot for each quantity, with A's bars beside B's, for the rows of `stats.by_ply` of both."""
    sides = tuple(grouped_rows(side) for side in (a, b))
    return [plot for quantity in quantities() if (plot := compare_plot(quantity, sides, names, is_log)) is not None]


def compare_plot(
    quantity: Quantity, sides: tuple[Sequence[Row], ...], names: tuple[str, str], is_log: bool
) -> Plot | None:
    """Return the plot of one quantity of both recordings; None where neither has any."""
    fills = (Fill.SOLID, Fill.HATCHED)
    amounts = [row[quantity.key] for side in sides for row in side if row[quantity.key]]
    if not amounts:
        return None
    logs = is_log and quantity.text is short_count
    scale = share_scale() if quantity.text is percent else linear_scale(max(amounts), quantity.text)
    longest = max(sides, key=len)
    series = tuple(
        Series(name, Kind.BARS, compared_marks(quantity, sides, names, number), fills[number], slot=number)
        for number, name in enumerate(names)
    )
    return Plot(
        quantity.title,
        tuple(map(ply_name, longest)),
        tr("ply"),
        log_scale(amounts, short_count) if logs else scale,
        series,
        slots=2,
    )


def compared_marks(
    quantity: Quantity, sides: tuple[Sequence[Row], ...], names: tuple[str, str], number: int
) -> tuple[Mark, ...]:
    """Return the bars of one recording, by its number; each also says the number of the other."""
    marks = []
    for place, rows in enumerate(zip_longest(*sides)):
        row = rows[number]
        if row is None or not row[quantity.key]:
            continue
        lines = [(tr("ply"), ply_name(row))]
        for name, other in zip(names, rows, strict=True):
            lines.append((name, amount_text(quantity, None if other is None else other[quantity.key])))
        target = FrameRequest(number == 1, row_condition(row, quantity.clause, quantity.offset))
        marks.append(Mark(place, row[quantity.key], 0, quantity.title, tuple(lines), target))
    return tuple(marks)


def amount_text(quantity: Quantity, amount: float | None) -> str:
    """Return an amount of a quantity as text; a dash for None."""
    if amount is None:
        return "–"
    return count(int(amount)) if quantity.text is short_count else quantity.text(amount)


def compared_numbers(a: Sequence[Row], b: Sequence[Row], names: tuple[str, str]) -> Numbers:
    """Return the table of both recordings; a row leads to its ply in A, or in B where A is less deep."""
    keys = [(quantity.title, quantity.key) for quantity in quantities()]
    headings = [tr("ply"), *(tr("{what}, {name}", what=title, name=name) for title, _ in keys for name in names)]
    shown = list(zip_longest(grouped_rows(a), grouped_rows(b)))
    cells = tuple(
        (ply_name(rows[0] or rows[1]), *(None if row is None else row[key] for _, key in keys for row in rows))
        for rows in shown
    )
    targets = tuple(FrameRequest(rows[0] is None, row_condition(rows[0] or rows[1], "")) for rows in shown)
    csv = [compared_row(place, rows) for place, rows in enumerate(zip_longest(a, b))]
    return Numbers(tr("Statistics of both by ply"), tuple(headings), cells, targets, csv)


def compared_row(ply: int, rows: tuple[Row | None, ...]) -> Row:
    """Return both rows of a ply as one, with keys ending in _a and _b."""
    names = [name for name in next(row for row in rows if row is not None) if name != "ply"]
    sides = tuple(zip("ab", rows, strict=True))
    columns = {f"{name}_{side}": None if row is None else row[name] for name in names for side, row in sides}
    return {"ply": ply, **columns}


class ComparePlots(QWidget):
    """The plots of two traces, counted in the background."""

    chosen = Signal(object)
    """A `FrameRequest`."""
    message = Signal(str)
    """A message for the user, such as that the table was copied."""

    def __init__(self, a: Trace, b: Trace, names: tuple[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.names = names
        self.rows: tuple[Sequence[Row], Sequence[Row]] | None = None
        self.stack = PlotStack()
        self.stack.chosen.connect(self.chosen)
        self.stack.message.connect(self.message)
        self.stack.file_name = "plyscope-compare"
        self.log = framed_button(tr("Log scale"), tr("Small numbers beside large ones"), checkable=True)
        self.log.toggled.connect(lambda _: self._show_rows())
        self.stack.switches.addWidget(self.log)
        self.stack.show_plots([], NO_NUMBERS)
        self.stack.say(tr("Counting …"))
        self.setLayout(column_layout(self.stack))
        answer = in_background(
            lambda: (by_ply(a), by_ply(b)), self._take_counts, lambda error: self.stack.say(localized(error.message))
        )
        self.destroyed.connect(lambda: answer.cancel())

    def _take_counts(self, rows: tuple[Sequence[Row], Sequence[Row]]) -> None:
        """Show the counts of both, once they are known."""
        self.rows = rows
        self.stack.say("")
        self._show_rows()

    def _show_rows(self) -> None:
        """Show the plots and the table, on the chosen scale."""
        if self.rows is not None:
            plots = compare_plots(*self.rows, self.names, is_log=self.log.isChecked())
            self.stack.show_plots(plots, compared_numbers(*self.rows, self.names))


MAX_FRAMES_AT_ONCE = 2_000
"""The largest number of frames that are counted in the interface thread."""
PAUSE_MS = 150
"""Milliseconds for which the cursor rests until a large recording is counted up to it."""


class StatisticsPanel(Panel):
    """The statistics of a recording up to the cursor's step, or of the whole run; counted while they are visible."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see what was counted in it."))
        self.stack = PlotStack(scrolls_by_itself=False)
        self.stack.chosen.connect(self.find_frames)
        self.stack.message.connect(lambda words: self.session.refused.emit(words) if self.session is not None else None)
        self.log = framed_button(tr("Log scale"), tr("Small numbers beside large ones"), checkable=True)
        self.log.toggled.connect(lambda _: self._show_rows())
        help = tr("All that was counted in the run, wherever the cursor is")
        self.whole_run = framed_button(tr("Whole run"), help, checkable=True)
        self.whole_run.toggled.connect(lambda _: self.present())
        help = tr("What each search of the root’s position has cost and found")
        self.by_round = framed_button(tr("By round"), help, checkable=True)
        self.by_round.toggled.connect(lambda _: self._show_rows())
        self.stack.switches.addWidget(self.log)
        self.stack.switches.addWidget(self.whole_run)
        self.stack.switches.addWidget(self.by_round)
        self.whole: Rows | None = None
        """A row of counts for each ply of the whole run; None until they are counted."""
        self.rows: Rows | None = None
        """The rows that are shown."""
        self.is_counting = False
        """Whether the positions are still being counted."""
        self._answer: Answer | None = None
        self._counted_step = -1
        """The step up to which the shown rows are counted."""
        self._answer_so_far: Answer | None = None
        self._later = later(self, self._count_so_far_in_background, PAUSE_MS)
        self.body.setLayout(column_layout(scroll_area(self.stack, is_upright=True, takes_focus=False)))

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and stop counting the previous one."""
        for answer in (self._answer, self._answer_so_far):
            if answer is not None:
                answer.cancel()
        self._later.stop()
        self._answer = self._answer_so_far = None
        self.rows = self.whole = None
        self._counted_step = -1
        self.stack.show_plots([], NO_NUMBERS)
        self.by_round.setVisible(session is not None and bool(session.trace.rounds))
        super().attach(session)
        self._count_if_visible()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count_if_visible()

    # Counting

    def _count_if_visible(self) -> None:
        """Start counting the whole run when the panel is first visible."""
        session = self.session
        if session is None or self.whole is not None or self._answer is not None or not self.isVisible():
            return
        if len(session.trace) <= MAX_FRAMES_AT_ONCE:
            self._take_counts(session, by_ply(session.trace, with_positions=True))
        else:
            self.stack.say(tr("Counting …"))
            self._count_in_background(session, with_positions=len(session.trace) <= MAX_FOREGROUND_FRAMES)

    def _count_in_background(self, session: Session, *, with_positions: bool) -> None:
        """Count the whole run; the positions, which take long in a large recording, in a second pass."""
        self._answer = in_background(
            lambda: by_ply(session.trace, with_positions=with_positions),
            lambda rows: self._take_counts(session, rows, is_all=with_positions),
            lambda error: self.stack.say(localized(error.message)),
        )

    def _take_counts(self, session: Session, rows: Rows, *, is_all: bool = True) -> None:
        """Show the counts of the whole run, and start to count the positions where they are missing."""
        self._answer = None
        if session is not self.session:
            return
        self.whole = rows
        self.is_counting = not is_all and session.trace.facts.knows_positions
        self._counted_step = -1
        self.show_session(session)
        if self.is_counting:
            self._count_in_background(session, with_positions=True)

    @property
    def _step(self) -> int:
        """The step up to which the rows are to be counted."""
        cursor = self.shown.cursor
        return cursor.last_step if self.whole_run.isChecked() else self.shown.known_step

    def _count_so_far_in_background(self) -> None:
        """Count up to the cursor's step in the background, dropping an earlier count."""
        session, step = self.session, self._step
        if session is None or self.whole is None:
            return
        if self._answer_so_far is not None:
            self._answer_so_far.cancel()
        with_positions = self.whole[0]["repeated"] is not None
        self._answer_so_far = in_background(
            lambda: by_ply(session.trace, with_positions=with_positions, step=step),
            lambda rows: self._take_counts_so_far(session, rows, step),
        )

    def _take_counts_so_far(self, session: Session, rows: Rows, step: int) -> None:
        """Show the counts up to a step."""
        if session is self.session:
            self.rows, self._counted_step, self._answer_so_far = rows, step, None
            self._show_rows()

    def _show_rows(self) -> None:
        """Show the plots and the table of what is counted, by ply or by round."""
        if self.rows is None or self.whole is None or self.session is None:
            return
        self.stack.file_name = tr("{name} by ply", name=self.session.title).replace("/", "-")
        is_log, is_counting = self.log.isChecked(), self.is_counting
        if self.shows_rounds:
            trace, step = self.session.trace, self._counted_step
            if trace.search.simulates:
                rounds = by_simulations(trace, step)
                plots = plots_of_simulations(trace, rounds, is_log=is_log)
            else:
                rounds = by_round(trace, step)
                plots = plots_of_rounds(trace, rounds, is_log=is_log)
            self.stack.show_plots(plots, round_numbers(trace, rounds))
        else:
            plots = plots_by_ply(self.rows, self.whole, is_log=is_log, is_counting=is_counting)
            self.stack.show_plots(plots, ply_numbers(self.rows))
        self.stack.say(self.extent_text)
        self._mark_ply(self.session)

    @property
    def shows_rounds(self) -> bool:
        """Whether it counts by round, and not by ply."""
        return self.by_round.isChecked() and bool(self.shown.trace.rounds)

    @property
    def extent_text(self) -> str:
        """The step up to which the rows are counted, as a heading."""
        last = self.shown.cursor.last_step
        if self._counted_step == last:
            return tr("The whole run")
        return tr("Up to step {step} of {last}", step=count(self._counted_step), last=count(last))

    def show_session(self, session: Session) -> None:
        """Show the counts up to the cursor's step; in a large recording when the cursor has rested for a moment."""
        if self.whole is None:
            return
        step = self._step
        if step == self._counted_step:
            self._mark_ply(session)
        elif step == session.cursor.last_step:
            self._take_counts_so_far(session, self.whole, step)
        elif len(session.trace) <= MAX_FRAMES_AT_ONCE:
            self._take_counts_so_far(session, by_ply(session.trace, step=step), step)
        else:
            self._later.start()

    def _mark_ply(self, session: Session) -> None:
        """Mark the ply of the inspected frame, or its round."""
        if self.shows_rounds:
            trace = session.trace
            place = trace.round_number(session.inspected.frame) - 1
            apart = group_of_simulations(trace) if trace.search.simulates else 1
            self.stack.show_now(place // apart if place >= 0 else None)
        elif self.whole is not None:
            apart = -(-len(self.whole) // len(grouped_rows(self.whole)))
            self.stack.show_now(session.inspected.ply // apart)

    # Navigation

    def find_frames(self, condition: object) -> None:
        """Search for the frames that were counted, and go to the first of them."""
        if self.session is not None and isinstance(condition, str):
            find_frames(self.session, condition)


def find_frames(session: Session, condition: str) -> None:
    """Find the frames of a condition, in the background in a large recording, and go to the first of them."""
    if len(session.trace) <= MAX_FOREGROUND_FRAMES:
        show_matches(session, condition, session.find(condition))
    else:
        in_background(
            lambda: session.find(condition),
            lambda found: show_matches(session, condition, found),
            lambda error: session.refused.emit(localized(error.message)),
        )


def show_matches(session: Session, condition: str, found: Matches) -> None:
    """Show the frames that match a condition, and go to the first of them."""
    session.keep_matches(condition, found)
    if len(session.matches):
        session.go(int(session.matches[0]))


def ply_numbers(rows: Rows) -> Numbers:
    """Return the table of a recording; each row leads to the frames of its ply."""
    shown = grouped_rows(rows)
    headings = [
        tr("ply"), tr("frames"), tr("inner"), tr("leaves"), tr("cutoffs"), tr("by first move"), tr("pruned"),
        tr("branching"), tr("effective"), tr("seen before"),
    ]  # fmt: skip
    keys, factors = ("frames", "inner", "leaves", "cutoffs"), ("branching_factor", "effective_branching_factor")
    cells = tuple(
        (
            ply_name(row),
            *(row[key] for key in keys),
            None if row["first_move_cut_rate"] is None else percent(row["first_move_cut_rate"]),
            row["pruned"],
            *(None if row[key] is None else decimal(row[key]) for key in factors),
            row["repeated"],
        )
        for row in shown
    )
    targets = tuple(row_condition(row, "") for row in shown)
    return Numbers(tr("Statistics by ply"), tuple(headings), cells, targets, rows)
