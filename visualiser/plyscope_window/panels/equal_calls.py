"""The calls of a user's program that are made more than once, up to the cursor's step: how often, and what each gives.

A click goes there. Where calls depend on more than their arguments, or may, the panel says so: these are calls with the
same arguments.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from plyscope.layout.shades import CallShades
from plyscope.messages import compact
from plyscope.model.user_code import UserCode
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter

from plyscope_window.look.call_colours import call_theme
from plyscope_window.look.theme import font
from plyscope_window.panels.known import shades_of
from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.table import PADDING, TRAILING, Column, RowLook, paint_text
from plyscope_window.words import count, tr

MAX_LISTED_CALLS = 1_000
"""The largest number of distinct calls that are listed."""
MILLION = 1_000_000
DOT_PIXELS = 10


class EqualCallsPanel(TablePanel):
    """The calls that are made more than once, the most frequent first. A row is the number of a call."""

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording of user code to see which calls are made again."),
            tr("Equal calls"),
            (
                Column(
                    tr("call"), self.call_text, fixed=True, paint=self.paint_call, room=DOT_PIXELS + 6, is_elastic=True
                ),
                Column(tr("times"), self.short_times_text, TRAILING, bold=True, tip=self.times_text),
                Column(tr("result"), self.result_text, fixed=True),
            ),
            no_rows=tr("No call has been made again."),
        )
        self.times_made = np.empty(0, np.int64)
        """For each distinct call how often it is made by the last step that is shown."""

    @property
    def user_code(self) -> UserCode:
        """The user's code of the recording that is shown."""
        return self.shown.trace.user_code

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording is one of a user's program."""
        return session.trace.origin.is_user_code

    def show_session(self, session: Session) -> None:
        """Count the calls up to the last known frame, and list those made more than once."""
        self.times_made = session.trace.user_code.times_called_by(session.known_frames)
        super().show_session(session)

    def rows_of(self, session: Session) -> Sequence[int]:
        """Return the numbers of the distinct calls that are made more than once, the most frequent first."""
        again = np.flatnonzero(self.times_made > 1)
        most_frequent: list[int] = again[np.argsort(-self.times_made[again], kind="stable")[:MAX_LISTED_CALLS]].tolist()
        return most_frequent

    def look(self, row: int) -> RowLook:
        """Mark the call that is running at the cursor."""
        return RowLook(is_now=self.user_code.call_number(self.shown.inspected.frame) == row)

    def call_text(self, row: int) -> str:
        """Return a call with its arguments."""
        return self.user_code.label(int(self.user_code.first_of_call[row]))

    def times_text(self, row: int) -> str:
        """Return how often a call is made."""
        return count(int(self.times_made[row]))

    def short_times_text(self, row: int) -> str:
        """Return how often a call is made; millions are abbreviated to leave room for the call."""
        times = int(self.times_made[row])
        return count(times) if times < MILLION else compact(times)

    def result_text(self, row: int) -> str:
        """Return the result of a call, or a question mark until its first occurrence has returned."""
        first = int(self.user_code.first_of_call[row])
        return (self.user_code.result(first) if self.shown.has_returned(first) else None) or "?"

    def paint_call(self, painter: QPainter, area: QRectF, row: int, look: RowLook) -> None:
        """Paint the call with a dot in its colour."""
        shades = shades_of(self.shown)
        if isinstance(shades, CallShades):
            shade = shades.of_frame(self.shown.trace, int(self.user_code.first_of_call[row]))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(call_theme().of_shade(shade))
            painter.drawEllipse(
                QRectF(area.left() + PADDING, area.center().y() - DOT_PIXELS / 2, DOT_PIXELS, DOT_PIXELS)
            )
            area = area.adjusted(DOT_PIXELS + 6, 0, 0, 0)
        paint_text(painter, area, self.call_text(row), look.ink, font(13, fixed=True))

    def summary_of(self, session: Session) -> str:
        """Return the summary of the calls so far, or of the whole run at its end."""
        summary = self.summary_by(session.known_frames)
        return summary if session.known_frames == len(session.trace) else tr("So far: {summary}", summary=summary)

    def summary_by(self, frames: int) -> str:
        """Return the summary of the calls among the first `frames` frames: how many, and how many distinct."""
        calls_made = frames - self.user_code.judged_among(0, frames) - self.user_code.has_caller
        calls, number = count(calls_made), self.user_code.distinct_by(frames)
        saved = int(np.searchsorted(self.user_code.tables.saved, frames))
        if calls_made <= 1:
            return tr("1 call.") if calls_made else tr("no call.")
        if number is None:
            return tr("{calls} calls; their arguments are too long to be told apart.", calls=calls)
        distinct = count(number)
        if not self.user_code.has_equal_calls:
            return self.summary_of_arguments(calls, distinct)
        if calls == distinct:
            return tr("{calls} calls, no two of them equal.", calls=calls)
        if saved:
            return tr(
                "{calls} calls, {distinct} of them different; {saved} were saved by a cache.",
                calls=calls, distinct=distinct, saved=count(saved),
            )  # fmt: skip
        return tr("{calls} calls, {distinct} of them different.", calls=calls, distinct=distinct)

    def summary_of_arguments(self, calls: str, distinct: str) -> str:
        """Return the summary of calls that are not known to be equal where their arguments are."""
        if calls == distinct:
            return tr("{calls} calls, no two of them with the same arguments.", calls=calls)
        names = ", ".join(self.user_code.depends_on or ())
        if not names:
            return tr(
                "Calls with the same arguments: {calls} calls, {distinct} with different ones.",
                calls=calls, distinct=distinct,
            )  # fmt: skip
        return tr(
            "Calls with the same arguments: {calls} calls, {distinct} with different ones. They may also depend on "
            "{names}.",
            calls=calls, distinct=distinct, names=names,
        )  # fmt: skip

    def choose(self, row: int) -> None:
        """Go to where the call is made next, or else to where it is made first."""
        if self.session is not None:
            frames = np.flatnonzero(self.user_code.tables.call == row)
            later = frames[frames > self.session.cursor.frame]
            self.session.go_to_frame(int(later[0] if len(later) else frames[0]))
