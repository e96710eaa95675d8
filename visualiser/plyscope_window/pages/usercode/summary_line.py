"""The bar above a recording of user code: how it ended, how it is read, and commands.

What it says is about the whole run, and headed so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from plyscope.tracer.ending import ending
from plyscope.usercode.reference_check import reference_sentence
from plyscope.usercode.win_values import unconverted
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QSizePolicy, QToolBar

from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.pages.usercode.reference_text import comparison_text, reading_text, with_conversion_note
from plyscope_window.widgets.controls import ActionButton
from plyscope_window.widgets.labels import Label, OneLine
from plyscope_window.widgets.layouts import column_layout, row_layout, widget_with
from plyscope_window.words import LocalizedText, localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.pair import Pair
    from plyscope_window.session.session import Session

COMMANDS = ("own_meaning", "own_reference", "run_own", "run_raised")
"""The keys of the actions that have a button."""
MARGINS = (10, 0, 6, 2)
"""Margins: left, above, right, below."""
MAX_TEXT = 48
"""The most characters of a call or a result, so that the line has room for the rest."""


class UserCodeBar(QToolBar):
    """The bar above a recording of user code: how it ended, how it is read, and commands."""

    def __init__(self, actions: dict[str, QAction]) -> None:
        super().__init__(tr("Your code"))
        self.setObjectName("own_code")
        self.setMovable(False)
        self.session: Session | None = None
        self.heading = Label(tr("The whole run").upper(), 11, bold=True, quiet=True)
        self.ended = OneLine()
        self.buttons: list[ActionButton] = []
        self._has_buttons = True
        self._answer: Answer | None = None
        self._notes: WeakKeyDictionary[Session, str] = WeakKeyDictionary()
        """Notes on recordings, shown before how they ended."""
        self.run_again, self.run_more = (actions[key] for key in COMMANDS[-2:])
        """The actions that run it again, unchanged or with the reached limit raised."""
        self.run_more.changed.connect(self._show_run_button)
        for key in COMMANDS:
            button = ActionButton(actions[key])
            button.setProperty("framed", True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            self.buttons.append(button)
        first = row_layout(self.heading, 6, (self.ended, 1), *self.buttons, spacing=4)
        content = widget_with(column_layout(first, margins=MARGINS))
        content.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.addWidget(content)
        self.setStyleSheet("QToolBar { border: none; }")

    def attach(self, session: Session | None, pair: Pair | None = None) -> None:
        """Show another recording, or two in comparison; how it is read is worked out in another thread."""
        if session is self.session:
            return
        self.session = session
        if self._answer is not None:
            self._answer.cancel()
        self._has_buttons = pair is None
        for button in self.buttons:
            button.setVisible(self._has_buttons)
        self._show_run_button()
        if session is None:
            return
        if pair is not None:
            self.ended.say(comparison_text(pair))
            a, b = pair.comparison.a, pair.comparison.b
            if a.origin.is_user_code and not b.origin.is_user_code:
                self._answer = in_background(
                    lambda: with_conversion_note(a, b, localized(reference_sentence(unconverted(a), b))),
                    self.ended.say,
                )
            return
        trace = session.trace
        self.ended.say(localized(ending(trace, MAX_TEXT)))
        self._answer = in_background(lambda: reading_text(trace), self._show_reading)

    def _show_run_button(self) -> None:
        """Show one of the two run buttons: the one that raises a limit, if one was reached."""
        for button in self.buttons:
            if button.action in (self.run_again, self.run_more):
                is_shown = (button.action is self.run_more) == self.run_more.isEnabled()
                button.setVisible(self._has_buttons and is_shown)

    def _show_reading(self, words: str) -> None:
        """Show how the recording is read, when that is known."""
        self.ended.say(tr("{ending} {reading}", ending=LocalizedText(self.ended.text()), reading=words))
        if self.session is not None and self.session in self._notes:
            self._add_note(self._notes[self.session])

    def note(self, session: Session, words: str) -> None:
        """Add a note on a recording, shown whenever it is in front."""
        self._notes[session] = words
        if session is self.session:
            self._add_note(words)

    def _add_note(self, words: str) -> None:
        """Show a note before the present text."""
        self.ended.say(tr("{words} {more}", words=words, more=LocalizedText(self.ended.text())))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, super().minimumSizeHint().height())
