"""What is counted in a recording, ply by ply: plots and a table. A click on a number finds what was counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyscope.messages import InputError
from PySide6.QtGui import QShowEvent

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.statistics_plots import condition, grouped, place_name, plots_by_ply
from plyscope_window.session.session import Found, Session
from plyscope_window.session.stepping import MAX_FOREGROUND_FRAMES
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.plots.numbers import NOTHING, Numbers
from plyscope_window.widgets.plots.plot import decimal, percent
from plyscope_window.widgets.plots.stack import PlotStack, switch
from plyscope_window.words import localized, tr

Rows = Sequence[Mapping[str, Any]]
MAX_FRAMES_AT_ONCE = 2_000
"""The largest number of frames that is counted in the interface thread."""


class StatisticsPanel(Panel):
    """The statistics of a recording, counted when they are first visible."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see what was counted in it."))
        self.stack = PlotStack()
        self.stack.chosen.connect(self.find_frames)
        self.stack.message.connect(lambda words: self.session.refused.emit(words) if self.session is not None else None)
        self.log = switch(tr("Log scale"), tr("Small numbers beside large ones"))
        self.log.toggled.connect(lambda _: self._show_rows())
        self.stack.add_switch(self.log)
        self.rows: Rows | None = None
        """A row of counts for each ply; None until they are counted."""
        self.is_counting = False
        """Whether the positions are still being counted."""
        self._answer: Answer | None = None
        column(self.body, margin=0).addWidget(self.stack)

    def attach(self, session: Session | None) -> None:
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
        self.rows = None
        self.stack.show_plots([], NOTHING)
        super().attach(session)
        self._count()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._count()

    # Counting

    def _count(self) -> None:
        """Start counting when the panel is first visible."""
        session = self.session
        if session is None or self.rows is not None or self._answer is not None or not self.isVisible():
            return
        if len(session.trace) <= MAX_FRAMES_AT_ONCE:
            self._counted(session, by_ply(session, with_positions=True))
        else:
            self.stack.say(tr("Counting …"))
            self._count_in_background(session, with_positions=len(session.trace) <= MAX_FOREGROUND_FRAMES)

    def _count_in_background(self, session: Session, *, with_positions: bool) -> None:
        """Show the counts, then count the positions, which takes long in a large recording."""
        self._answer = in_background(
            lambda: by_ply(session, with_positions=with_positions),
            lambda rows: self._counted(session, rows, is_all=with_positions),
            lambda error: self.stack.say(localized(error.message)),
        )

    def _counted(self, session: Session, rows: Rows, *, is_all: bool = True) -> None:
        self._answer = None
        if session is not self.session:
            return
        self.rows = rows
        self.is_counting = not is_all and session.trace.facts.knows_positions
        self.stack.say("")
        self._show_rows()
        if self.is_counting:
            self._count_in_background(session, with_positions=True)

    def _show_rows(self) -> None:
        if self.rows is not None and self.session is not None:
            self.stack.file_name = tr("{name} by ply", name=self.session.title).replace("/", "-")
            plots = plots_by_ply(self.rows, is_log=self.log.isChecked(), is_counting=self.is_counting)
            self.stack.show_plots(plots, numbers_of(self.rows))
            self.show_session(self.session)

    def show_session(self, session: Session) -> None:
        """Mark the ply of the selected frame."""
        if self.rows is not None:
            apart = -(-len(self.rows) // len(grouped(self.rows)))
            self.stack.show_now(session.inspected.ply // apart)

    # Navigation

    def find_frames(self, condition: object) -> None:
        """Search for the frames that were counted, and go to the first of them."""
        if self.session is not None and isinstance(condition, str):
            find_frames(self.session, condition)


def by_ply(session: Session, *, with_positions: bool) -> Rows:
    from plyscope.analysis import stats

    return stats.by_ply(session.trace, with_positions=with_positions)


def find_frames(session: Session, condition: str) -> None:
    """Find the frames of a condition, and go to the first of them."""
    if len(session.trace) <= MAX_FOREGROUND_FRAMES:
        go_to_found(session, condition, session.find(condition))
    else:
        in_background(
            lambda: session.find(condition),
            lambda found: go_to_found(session, condition, found),
            lambda error: refuse(session, error),
        )


def go_to_found(session: Session, condition: str, found: Found) -> None:
    session.show_found(condition, found)
    if len(session.matches):
        session.go(int(session.matches[0]))


def refuse(session: Session, error: InputError) -> None:
    session.refused.emit(localized(error.message))


def numbers_of(rows: Rows) -> Numbers:
    """The table: each row leads to the frames of its ply."""
    shown = grouped(rows)
    headings = [
        tr("ply"), tr("frames"), tr("inner"), tr("leaves"), tr("cutoffs"), tr("by first move"), tr("pruned"),
        tr("branching"), tr("effective"), tr("seen before"),
    ]  # fmt: skip
    keys, factors = ("frames", "inner", "leaves", "cutoffs"), ("branching_factor", "effective_branching_factor")
    cells = tuple(
        (
            place_name(row),
            *(row[key] for key in keys),
            None if row["first_move_cut_rate"] is None else percent(row["first_move_cut_rate"]),
            row["pruned"],
            *(None if row[key] is None else decimal(row[key]) for key in factors),
            row["repeated"],
        )
        for row in shown
    )
    targets = tuple(condition(row, "") for row in shown)
    return Numbers(tr("Statistics by ply"), tuple(headings), cells, targets, rows)
