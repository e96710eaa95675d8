"""The source of the search: the text that ran, with the running line and the values at this step.

Where user code stands in several files, each has a tab, and the one of the running line comes to the front at a step.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from plyscope.model.marks import Breakpoint, On
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from plyscope.model.user_code import texts_by_file
from plyscope.text.inline_values import InlineValues, UserCodeInlineValues, inline_values
from plyscope.text.lines_run import lines_run
from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QTabBar, QToolButton

from plyscope_window.look.theme import Current
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.source_text import SourceText
from plyscope_window.words import localized, tr

FOLD_TEXT_WIDTH = 380
"""Pixels from which there is room to say what is folded."""
NEGATIVE = re.compile(r"-(?=[\d∞])")
"""A minus sign before a number."""


class SourcePanel(Panel):
    """The text of the search. A click in the margin sets or removes a breakpoint."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see the code of its search at work."))
        self.text = SourceText()
        self.text.toggled.connect(self.toggle_breakpoint)
        self.values: InlineValues | UserCodeInlineValues | None = None
        self.files = QTabBar()
        self.files.setAccessibleName(tr("Files"))
        self.files.setExpanding(False)
        self.files.setDrawBase(False)
        self.files.currentChanged.connect(self._show_file)
        self._texts: list[str] = []
        """The text of each file."""
        self._first_lines = [1]
        """The line of the recording's text at which each file begins."""
        self._shown_step = 0, -1
        """The line and the step whose file has come to the front."""
        self.folding = QToolButton()
        self.folding.setAutoRaise(True)
        self.folding.setCursor(Qt.CursorShape.PointingHandCursor)
        self.folding.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.folding.clicked.connect(self._fold_or_unfold)
        self.beside_heading = self.folding
        self.body.setLayout(column_layout(self.files, self.text, spacing=6))

    def attach(self, session: Session | None) -> None:
        """Show the text of another recording, or none."""
        self.values = None
        if self.session is not None:
            self.session.line_requested.disconnect(self.scroll_to_line)
        if session is not None:
            session.line_requested.connect(self.scroll_to_line)
        self.nothing.setText(
            tr("Open a recording to see the code of its search at work.")
            if session is None
            else self._why_no_text(session.trace)
        )
        if session is not None:
            self.values = inline_values(session.trace, session.cursor.lines)
            self._set_files(session)
        super().attach(session)

    # Files

    def _set_files(self, session: Session) -> None:
        """Make a tab for each file of the text, and show the first one."""
        trace, files = session.trace, session.trace.origin.files
        self._texts = texts_by_file(trace.text, files) if files else [trace.text]
        self._first_lines = [file.first_line for file in files] or [1]
        self._shown_step = 0, -1
        with QSignalBlocker(self.files):
            while self.files.count():
                self.files.removeTab(0)
            for place, file in enumerate(files):
                self.files.addTab(trace.user_code.file_name(file))
                self.files.setTabToolTip(place, file.path)
        self.files.setVisible(len(files) > 1)
        self._set_text(session)

    @property
    def _file_number(self) -> int:
        """The index of the file that is shown."""
        return max(0, self.files.currentIndex())

    def _set_text(self, session: Session) -> None:
        """Show the text of the current file."""
        with_steps = (self._line_in_file(line) for line in session.cursor.lines.with_steps)
        self.text.set_source(self._texts[self._file_number], frozenset(line for line in with_steps if line))
        self._label_folding()

    def _fold_or_unfold(self) -> None:
        """Fold imports and type hints away, or show the text as it runs."""
        self.text.fold(not self.text.is_folded)
        self._label_folding()

    def _label_folding(self) -> None:
        """Say on the folding button what is folded; hide the button where nothing can be."""
        if self.folding.parent() is not None or not self.text.can_fold:
            # Without the bar above the panel it would be a window of its own.
            self.folding.setVisible(self.text.can_fold)
        is_wide = self.width() >= FOLD_TEXT_WIDTH * Current.text_scale
        words = tr("imports and type hints folded ▸") if is_wide else tr("hints folded ▸")
        self.folding.setText(words if self.text.is_folded else tr("as it runs ▾"))
        self.folding.setToolTip(
            tr("Show the text as it runs, with imports and type hints")
            if self.text.is_folded
            else tr("Fold imports and type hints away")
        )

    def _show_file(self) -> None:
        """Show the file of the current tab."""
        if self.session is not None:
            self._set_text(self.session)
            self._show_step(self.session)

    def _file_with(self, line: int) -> int:
        """Return the index of the file that has a line of the recording's text."""
        return max(0, bisect_right(self._first_lines, line) - 1)

    def _line_in_file(self, line: int) -> int:
        """Return a line of the recording's text as one of the file that is shown; 0 if it is in another one."""
        return (
            line - self._first_lines[self._file_number] + 1
            if line and self._file_with(line) == self._file_number
            else 0
        )

    def _line_in_text(self, line: int) -> int:
        """Return a line of the file that is shown as one of the recording's text."""
        return line + self._first_lines[self._file_number] - 1

    def scroll_to_line(self, line: int) -> None:
        """Bring a line of the recording's text into view, with its file."""
        self.files.setCurrentIndex(self._file_with(line))
        self.text.scroll_to_line(self._line_in_file(line))

    def _why_no_text(self, trace: Trace) -> str:
        """Return why a recording has no text: its game is missing, as its warning says, or it is imported."""
        if trace.position.warnings:
            return localized(trace.position.warnings[0])
        return tr("This recording comes from another program, and brings no code of its search along.")

    def has_something_of(self, session: Session) -> bool:
        """Whether the recording has a text."""
        return bool(session.trace.text)

    def show_session(self, session: Session) -> None:
        """Bring the file of the inspected frame's line to the front, once at each step, and show the step."""
        line = session.inspected.line or session.cursor.line
        if self.files.count() and line and (line, session.cursor.step) != self._shown_step:
            self._shown_step = line, session.cursor.step
            self.files.setCurrentIndex(self._file_with(line))
        self._show_step(session)

    def _show_step(self, session: Session) -> None:
        """Mark the lines of the step, and write its values beside them."""
        assert self.values is not None
        cursor, inspected, place = session.cursor, session.inspected, self._line_in_file
        line = cursor.line
        ran = lines_run(session.trace, self.values, cursor.now, line)
        values: dict[int, list[str]] = {}
        inline_values = self.values.at(cursor.now, line)
        if isinstance(self.values, InlineValues) and cursor.now.moment is not Moment.ENTER:
            inline_values += self.values.called(cursor.now.frame)
        for value in inline_values:
            values.setdefault(place(value.line), []).append(NEGATIVE.sub("−", localized(value.message)))
        self.text.show_step(
            now=place(line),
            inspected=0 if inspected.frame == cursor.frame else place(inspected.line),
            callers=frozenset(place(open_frame.line) for open_frame in session.stack[:-1]) - {0},
            breakpoints={place(at): enabled for at, enabled in line_breakpoints(session).items() if place(at)},
            values={at: "  ".join(texts) for at, texts in values.items() if at},
            wrong=frozenset(map(place, session.wrong_lines)) - {0},
            at_work=frozenset(map(place, ran.at_work)) - {0},
            run=frozenset(map(place, ran.run)) - {0},
        )

    def toggle_breakpoint(self, line: int) -> None:
        """Set a breakpoint at a line of the shown file, or remove the one there; say why if there can be none."""
        if self.session is None:
            return
        at = self._line_in_text(line)
        existing = [breakpoint for breakpoint in self.session.cursor.marks.breakpoints if is_at_line(breakpoint, at)]
        if not existing and line not in self.text.with_steps:
            self.session.refused.emit(self.text.why_no_breakpoint(line))
            return
        for breakpoint in existing or [Breakpoint(On.LINE, str(at))]:
            self.session.toggle_breakpoint(breakpoint)


def is_at_line(breakpoint: Breakpoint, line: int) -> bool:
    """Whether a breakpoint is one at this line."""
    return breakpoint.on is On.LINE and breakpoint.target == str(line)


def line_breakpoints(session: Session) -> dict[int, bool]:
    """Return the lines that have a breakpoint, and whether it is enabled."""
    return {
        int(breakpoint.target): breakpoint.enabled
        for breakpoint in session.cursor.marks.breakpoints
        if breakpoint.on is On.LINE and breakpoint.target.isdigit()
    }
