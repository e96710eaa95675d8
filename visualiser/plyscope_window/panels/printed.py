"""What a user's program has printed up to the cursor's step. A click on a line goes to the step that printed it."""

from __future__ import annotations

from collections.abc import Sequence

from plyscope.model.executed_lines import Printed

from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.table import Column, RowLook
from plyscope_window.words import count, tr

MAX_LINE_CHARS = 2_000
"""The most characters of a line that are shown."""


class PrintedPanel(TablePanel):
    """The lines as a terminal shows them; those printed by the cursor's step are marked. A row is a line's number."""

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording of user code to see what it prints."),
            tr("Printed"),
            (
                Column(
                    "", self.line_text, tip=lambda row: self.line_text(row, tabs=False), fixed=True, samples=lambda: ()
                ),
            ),
        )
        self.table.horizontalHeader().hide()
        self.printed: Printed | None = None

    def line_text(self, row: int, *, tabs: bool = True) -> str:
        """Return a printed line as far as it is known, with its tabs as spaces or as they are."""
        assert self.printed is not None
        text = self.printed.line(row, self.shown.known_step).text[:MAX_LINE_CHARS]
        return text.expandtabs(8) if tabs else text

    def attach(self, session: Session | None) -> None:
        """Show what another recording printed, or nothing."""
        self.printed = None
        if session is not None and session.trace.origin.is_user_code:
            self.printed = Printed(session.trace.user_code, session.cursor.steps)
        super().attach(session)

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording is one of a user's program."""
        return session.trace.origin.is_user_code

    def rows_of(self, session: Session) -> Sequence[int]:
        """Return the numbers of the lines printed by the known step."""
        return range(0 if self.printed is None else self.printed.count_at(session.known_step))

    def look(self, row: int) -> RowLook:
        """Mark the lines that were printed by the cursor's step itself."""
        assert self.printed is not None
        step = self.shown.cursor.step
        return RowLook(is_now=row < self.printed.count_at(step) and self.printed.line(row, step).is_new)

    def show_session(self, session: Session) -> None:
        """Show the lines so far, scrolled to the last one."""
        super().show_session(session)
        if self.model.rows:
            self.table.scrollTo(self.model.index(len(self.model.rows) - 1, 0))

    def summary_of(self, session: Session) -> str:
        """Return how many lines have been printed by the known step."""
        is_end = session.known_step == session.cursor.last_step
        lines = 0 if self.printed is None else self.printed.count_at(session.known_step)
        if not lines:
            return tr("Nothing is printed in this run.") if is_end else tr("Nothing has been printed so far.")
        return tr("1 line") if lines == 1 else tr("{lines} lines", lines=count(lines))

    def choose(self, row: int) -> None:
        """Go to the step that printed a line."""
        if self.session is not None and self.printed is not None:
            self.session.go(self.printed.line(row, self.session.known_step).step)
