"""The breakpoints: what each stops at, how often that happens, and a row to set another one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from plyscope.messages import InputError, Message
from plyscope.model.marks import Breakpoint, On
from plyscope.model.trace import Trace
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QSizePolicy

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font, theme
from plyscope_window.panels.panel import TablePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Choice, framed_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import BAR_MARGINS, PANEL_MARGIN, row_layout
from plyscope_window.widgets.table import TRAILING, Column
from plyscope_window.words import count, localized, tr

MAX_PASSES = 2**31 - 1
"""The largest number of hits that a breakpoint lets pass."""


def kind_name(on: On) -> str:
    """Return the name of a kind of breakpoint."""
    return {
        On.FRAME: tr("frame"),
        On.PLY: tr("ply"),
        On.MOVE: tr("move"),
        On.POSITION: tr("position"),
        On.LINE: tr("line"),
        On.CONDITION: tr("condition"),
    }[on]


def description(breakpoint: Breakpoint, trace: Trace | None = None) -> str:
    """Return where a breakpoint stops; for a condition, its text. `trace` is given to name a line with its file."""
    if breakpoint.on is On.CONDITION:
        return breakpoint.target
    target = breakpoint.target
    if breakpoint.on is On.LINE and has_several_files(trace) and target.isdigit():
        assert trace is not None
        shown = trace.user_code.line_text(int(target))
        target = localized(shown) if isinstance(shown, Message) else target
    sentences = {
        On.FRAME: tr("frame {target}", target=breakpoint.target),
        On.PLY: tr("ply {target}", target=breakpoint.target),
        On.MOVE: tr("move {target}", target=breakpoint.target),
        On.POSITION: tr("position {target}", target=breakpoint.target),
        On.LINE: tr("line {target}", target=target),
    }
    return sentences[breakpoint.on]


def has_several_files(trace: Trace | None) -> bool:
    """Whether a recording has the texts of several files."""
    return trace is not None and bool(trace.origin.files)


def target_font(breakpoint: Breakpoint) -> QFont:
    """Return the font of a breakpoint's target: fixed for a condition, which is code."""
    return font(13, fixed=breakpoint.on is On.CONDITION)


def example_text(on: On) -> str:
    """Return what to type for a kind of breakpoint."""
    return {
        On.FRAME: tr("number of a frame"),
        On.PLY: tr("number of a ply"),
        On.MOVE: tr("a move, such as b2"),
        On.POSITION: tr("a position as text"),
        On.LINE: tr("number of a line"),
        On.CONDITION: tr("such as: cutoff and ply >= 3"),
    }[on]


class BreakpointsPanel(TablePanel):
    """Fields to add a breakpoint, and below them the list, which scrolls: in a low dock the fields stay visible.

    Enter enables or disables a breakpoint, Delete removes it. The hits of each are found once, in the background, and
    counted up to the cursor's step.
    """

    def __init__(self) -> None:
        super().__init__(
            tr("Open a recording to set breakpoints in it."),
            tr("Breakpoints"),
            (
                Column(
                    tr("stops at"), self.describe, is_prose=True, stretches=True, face=target_font,
                    is_checked=lambda breakpoint: breakpoint.enabled,
                    check=lambda breakpoint, enabled: self.change(breakpoint, replace(breakpoint, enabled=enabled)),
                ),
                Column(tr("hits"), self.hits_text, TRAILING, about=tr("How often it has been hit by this step.")),
                Column(
                    tr("let pass"), lambda breakpoint: count(breakpoint.passes) if breakpoint.passes else "–", TRAILING,
                    about=tr("How many hits go by before it stops; press F2 on the number to change it."),
                    value=lambda breakpoint: breakpoint.passes, write=self.set_passes,
                ),
            ),
            by="key",
            no_rows=tr("No breakpoints yet. Set one above, or with F9."),
        )  # fmt: skip
        triggers = QAbstractItemView.EditTrigger
        self.table.setEditTriggers(triggers.DoubleClicked | triggers.SelectedClicked | triggers.EditKeyPressed)
        self.table.selectionModel().currentRowChanged.connect(lambda *_: self._enable_button())
        self._hits: dict[tuple[On, str], NDArray[np.int64]] = {}
        """The steps from which on the hits of each are known."""
        self._counting: dict[tuple[On, str], Answer] = {}
        self._adding: Answer | None = None
        self._make_bar()
        self._kind_changed()

    def _make_bar(self) -> None:
        """Make the fields and buttons that set and remove a breakpoint."""
        self.kind = Choice([(kind_name(on), on) for on in On], On.CONDITION, least_letters=4)
        self.target = QLineEdit()
        self.kind.setAccessibleName(tr("Kind of breakpoint"))
        self.kind.setToolTip(tr("Kind of breakpoint"))
        self.target.setAccessibleName(tr("What to stop at"))
        self.add_button = framed_button("", tr("Set this breakpoint (Enter)"), "add", self.add)
        self.remove_button = framed_button(
            "", tr("Remove the breakpoint (Delete)"), "remove", lambda: self.remove(self.table.current_row)
        )
        self.error = Label(pixels=12, wrapped=True)
        self.error.hide()
        self.error.setContentsMargins(PANEL_MARGIN, 0, PANEL_MARGIN, 4)
        self.layout_within.insertWidget(1, self.error)
        self.bar.setLayout(row_layout(
            (self.kind, 3), (self.target, 5), (self.add_button, 0), (self.remove_button, 0), margins=BAR_MARGINS,
            spacing=4,
        ))  # fmt: skip
        for field in (self.kind, self.target):
            field.setMinimumWidth(40)
            field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.bar.show()
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.target.textChanged.connect(self.error.hide)
        self.target.returnPressed.connect(self.add)

    # The list

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and stop counting the hits in the previous one."""
        for answer in self._counting.values():
            answer.cancel()
        self._hits, self._counting = {}, {}
        self.error.hide()
        super().attach(session)

    def describe(self, breakpoint: Breakpoint) -> str:
        """Return where a breakpoint of this recording stops, in words."""
        return description(breakpoint, None if self.session is None else self.session.trace)

    def rows_of(self, session: Session) -> Sequence[Breakpoint]:
        """Return the breakpoints in the order in which they were set."""
        return list(session.cursor.marks.breakpoints)

    def show_session(self, session: Session) -> None:
        """Show the breakpoints, and count the hits of new ones."""
        super().show_session(session)
        for breakpoint in self.model.rows:
            self._count_hits(session, breakpoint)
        self._enable_button()

    def _count_hits(self, session: Session, breakpoint: Breakpoint) -> None:
        """Count the hits of a breakpoint in the background, once for each kind and target."""
        key = (breakpoint.on, breakpoint.target)
        if key in self._hits or key in self._counting:
            return

        def counted(hits: NDArray[np.int64]) -> None:
            self._hits[key] = hits
            del self._counting[key]
            self.table.show_rows(self.model.rows)

        def find() -> NDArray[np.int64]:
            hits = session.cursor.hits(breakpoint)
            is_condition = breakpoint.on is On.CONDITION
            return session.known_steps(breakpoint.target, hits) if is_condition else hits

        self._counting[key] = in_background(find, counted, lambda error: counted(np.empty(0, np.int64)))

    def hits_text(self, breakpoint: Breakpoint) -> str:
        """Return the number of hits up to the last known step; dots while they are being counted."""
        hits = self._hits.get((breakpoint.on, breakpoint.target))
        return "…" if hits is None else count(int(np.searchsorted(hits, self.shown.known_step, "right")))

    def _enable_button(self) -> None:
        """Enable the button that removes a breakpoint while there is a current one."""
        is_enabled = self.table.currentIndex().isValid()
        self.remove_button.setEnabled(is_enabled)
        usual = self.remove_button.accessibleName()
        self.remove_button.setToolTip(usual if is_enabled else tr("Choose a breakpoint in the list first."))

    # Actions on a breakpoint

    def change(self, before: Breakpoint, after: Breakpoint | None) -> None:
        """Replace a breakpoint by its edited copy, or remove it where that is None."""
        if self.session is not None and after != before:
            self.session.change_breakpoint(before, after)

    def set_passes(self, breakpoint: Breakpoint, passes: Any) -> None:
        """Set how many hits a breakpoint lets pass before it stops."""
        self.change(breakpoint, replace(breakpoint, passes=max(0, min(MAX_PASSES, int(passes)))))

    def choose(self, row: Breakpoint) -> None:
        """Enable a breakpoint, or disable it."""
        self.change(row, replace(row, enabled=not row.enabled))

    def remove(self, row: Breakpoint) -> None:
        """Remove a breakpoint."""
        self.change(row, None)

    # Adding a breakpoint

    def add(self) -> None:
        """Check the typed breakpoint, which may take a moment on a large recording, and set it."""
        session, text = self.session, self.target.text().strip()
        if session is None or not text:
            return
        on: On = self.kind.currentData()
        target = text
        if on is On.LINE and has_several_files(session.trace):
            target = str(session.trace.user_code.line_named(text) or text)
        breakpoint = Breakpoint(on, target)
        if any((other.on, other.target) == (on, target) for other in session.cursor.marks.breakpoints):
            self._show_error(tr("There is such a breakpoint already."))
            return

        def set_breakpoint(_: object) -> None:
            if breakpoint not in session.cursor.marks.breakpoints:
                session.toggle_breakpoint(breakpoint)
            if self.target.text().strip() == text:
                self.target.clear()

        if self._adding is not None:
            self._adding.cancel()
        self._adding = in_background(lambda: session.cursor.hits(breakpoint), set_breakpoint, self._show_refusal)

    def _show_refusal(self, error: InputError) -> None:
        """Show why the typed breakpoint could not be set."""
        self._show_error(localized(error.message))

    def _show_error(self, text: str) -> None:
        """Show an error below the fields, and give the keyboard back to the field that says what to stop at."""
        self.error.setText(text)
        self.error.paint_with(theme().for_min)
        self.error.show()
        self.target.setFocus()

    def _kind_changed(self) -> None:
        """Show an example of what to type for the chosen kind."""
        self.target.setPlaceholderText(example_text(self.kind.currentData()))
        self.target.setToolTip(example_text(self.kind.currentData()))
        self.error.hide()
