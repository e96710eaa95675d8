"""The source of the search: the text that ran, with the running line and the values at this step."""

from __future__ import annotations

import re

from plyscope.model.marks import Breakpoint, On
from plyscope.model.trace import Trace
from plyscope.text.inline_values import InlineValues, UserCodeInlineValues, inline_values

from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.source_text import SourceText
from plyscope_window.words import localized, tr

NEGATIVE = re.compile(r"-(?=[\d∞])")


class SourcePanel(Panel):
    """The text of the search. A click in the margin sets or removes a breakpoint."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see the code of its search at work."))
        self.text = SourceText()
        self.text.toggled.connect(self.toggle_breakpoint)
        self.values: InlineValues | UserCodeInlineValues | None = None
        column(self.body, margin=0).addWidget(self.text)

    def attach(self, session: Session | None) -> None:
        self.values = None
        if self.session is not None:
            self.session.line_requested.disconnect(self.text.scroll_to_line)
        if session is not None:
            session.line_requested.connect(self.text.scroll_to_line)
        self.nothing.setText(
            tr("Open a recording to see the code of its search at work.")
            if session is None
            else self._why_no_text(session.trace)
        )
        if session is not None:
            self.values = inline_values(session.trace, session.cursor.lines)
            self.text.set_source(session.trace.text, session.cursor.lines.with_steps)
        super().attach(session)

    def _why_no_text(self, trace: Trace) -> str:
        """Why the recording has no text: its game is missing, as its warning says, or it is imported."""
        if trace.position.warnings:
            return localized(trace.position.warnings[0])
        return tr("This recording comes from another program, and brings no code of its search along.")

    def has_something_of(self, session: Session) -> bool:
        return bool(session.trace.text)

    def show_session(self, session: Session) -> None:
        assert self.values is not None
        cursor, inspected = session.cursor, session.inspected
        line = cursor.line
        values: dict[int, list[str]] = {}
        for value in self.values.at(cursor.now, line):
            values.setdefault(value.line, []).append(NEGATIVE.sub("−", localized(value.message)))
        self.text.show_step(
            now=line,
            inspected=0 if inspected.frame == cursor.frame else inspected.line,
            callers=frozenset(open_frame.line for open_frame in session.stack[:-1]),
            breakpoints=line_breakpoints(session),
            values={place: "  ".join(texts) for place, texts in values.items()},
            wrong=session.wrong_lines,
        )

    def toggle_breakpoint(self, line: int) -> None:
        """Set a breakpoint at a line, or remove the one that is there."""
        if self.session is None:
            return
        existing = [one for one in self.session.cursor.marks.breakpoints if is_at(one, line)]
        if not existing and line not in self.text.with_steps:
            self.session.refused.emit(self.text.no_steps(line))
            return
        for one in existing or [Breakpoint(On.LINE, str(line))]:
            self.session.toggle_breakpoint(one)


def is_at(breakpoint: Breakpoint, line: int) -> bool:
    return breakpoint.on is On.LINE and breakpoint.target == str(line)


def line_breakpoints(session: Session) -> dict[int, bool]:
    """Lines with a breakpoint, and whether it is enabled."""
    return {
        int(one.target): one.enabled
        for one in session.cursor.marks.breakpoints
        if one.on is On.LINE and one.target.isdigit()
    }
