"""The find bar: a condition, how many frames match it, and the way from one to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope.messages import InputError, Message
from plyscope.model.marks import Breakpoint, On
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, Qt, QTextCharFormat
from PySide6.QtWidgets import QApplication, QLineEdit, QSizePolicy, QToolButton, QWidget

from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.look.icons import icon
from plyscope_window.look.theme import theme
from plyscope_window.session.stepping import MAX_FOREGROUND_FRAMES
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import row_layout
from plyscope_window.widgets.painting import elided
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope_window.session.session import Matches, Session

TYPING_PAUSE_MS = 250
"""Milliseconds after the last change until the search begins."""
MAX_MESSAGE_WIDTH = 160
"""Pixels that the message may take from the field."""


EXAMPLE_MOVE = "b2"
"""A move in the example of a condition."""


class FindBar(QWidget):
    """One line for a condition. Return goes to the next match, Shift+Return to the previous one."""

    next_requested = Signal()
    previous_requested = Signal()
    refused = Signal(str)
    """Why the condition cannot be read; empty once it is valid again."""
    left = Signal()
    """Request to move the keyboard focus to the tree, on Escape."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.field = QLineEdit()
        self.field.setToolTip(
            tr(
                "Label: ply value alpha beta size pruned frame move position MAX MIN leaf terminal horizon cutoff best "
                "first_move_cut forward_pruned repeated"
            )
            + "\n"
            + tr("F9 keeps the condition as a breakpoint.")
        )
        self.field.setAccessibleName(tr("Condition to look for"))
        self.show_example()
        self.field.setClearButtonEnabled(True)
        self.field.setMinimumWidth(160)
        self.field.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.message_line = Label("", 12, quiet=True)
        self.message_line.setMaximumWidth(MAX_MESSAGE_WIDTH)
        self.previous, self.next = QToolButton(), QToolButton()
        for button, name, words, signal in (
            (self.previous, "find-previous", tr("Previous match"), self.previous_requested),
            (self.next, "find-next", tr("Next match"), self.next_requested),
        ):
            button.setIcon(icon(name))
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setAutoRaise(True)
            button.clicked.connect(signal)
        self.setLayout(row_layout(self.field, self.message_line, self.previous, self.next, spacing=4))
        self._pause = later(self, self.seek, TYPING_PAUSE_MS)
        self.field.textChanged.connect(self._restart_pause)
        self._answer: Answer | None = None
        self.is_searching = False
        """Whether the matches of a large recording are being searched."""
        self._has_error = False
        self.attach(None)

    def _restart_pause(self) -> None:
        """Wait for a pause in typing again, and clear the error of the previous text."""
        if self._has_error:
            self.present()
        self._pause.start()

    def attach(self, session: Session | None) -> None:
        """Show the condition of another session."""
        self._pause.stop()
        self.session, self.is_searching = session, False
        self.setEnabled(session is not None)
        self._write(session.condition if session is not None else "")
        self.show_example()
        self.present()

    def show_example(self) -> None:
        """Show what can be typed, with a move in the notation of the recording."""
        move = EXAMPLE_MOVE if self.session is None else self.session.trace.shown_text(EXAMPLE_MOVE)
        self.field.setPlaceholderText(tr('Find: cutoff and ply >= 3, value > alpha, move == "{move}" …', move=move))

    def follow(self) -> None:
        """Show the new condition of the session, unless the field is being edited or has one that cannot be read."""
        if self._has_error and self.session is not None and not self.session.condition:
            return
        if self.session is not None and not self.is_waiting:
            self._write(self.session.condition)
        self.present()

    def _write(self, condition: str) -> None:
        """Write a condition into the field, without looking for it."""
        if self.field.text() != condition:
            with QSignalBlocker(self.field):
                self.field.setText(condition)
            # While signals are blocked, Qt does not update the button by itself.
            self.field.setClearButtonEnabled(False)
            self.field.setClearButtonEnabled(True)

    @property
    def is_waiting(self) -> bool:
        """Whether the search waits for a pause in typing."""
        return self._pause.isActive()

    def seek(self) -> None:
        """Find the frames that match the condition in the field; in a large recording, off the interface thread."""
        self._pause.stop()
        session, condition = self.session, self.field.text()
        if session is None:
            return
        if self._answer is not None:
            self._answer.cancel()
            self._answer, self.is_searching = None, False
        if condition == session.condition:
            self.present()
            return
        if len(session.trace) <= MAX_FOREGROUND_FRAMES or not condition.strip():
            try:
                session.seek(condition)
            except InputError as error:
                self._show_error(error)
            else:
                self.present()
            return
        self.message_line.setText(tr("Searching…"))
        self.is_searching = True
        self._answer = in_background(
            lambda: session.find(condition),
            lambda found: self._found(session, condition, found),
            lambda error: self._show_error(error) if session is self.session else None,
        )

    def _found(self, session: Session, condition: str, matches: Matches) -> None:
        """Keep the matches that were found off the interface thread."""
        self.is_searching = False
        session.keep_matches(condition, matches)
        if session is self.session:
            self.present()

    def _show_error(self, error: InputError) -> None:
        """Show as much of what is wrong as there is room for, and all of it in the status bar; nothing matches now."""
        words, complaint = localized(error.message), error.message.values.get("complaint")
        short = localized(complaint) if isinstance(complaint, Message) else words
        self._has_error, self.is_searching = True, False
        if self.session is not None and self.session.condition:
            self.session.seek("")
        self._underline(error.message.values.get("place"))
        for button in (self.previous, self.next):
            button.setEnabled(False)
        self.message_line.paint_with(theme().for_min)
        self.message_line.setText(elided(short, self.message_line.font(), MAX_MESSAGE_WIDTH - 4))
        self.message_line.setToolTip(words)
        self.message_line.setAccessibleName(words)
        self.refused.emit(words)

    def toggle_breakpoint(self) -> None:
        """Keep the condition as a breakpoint, or remove the breakpoint with it."""
        self.seek()
        if self.session is not None and self.field.text().strip() and not self._has_error:
            self.session.toggle_breakpoint(Breakpoint(On.CONDITION, self.field.text().strip()))

    def _underline(self, place: object) -> None:
        """Underline the condition from a character on, counted from 1; nothing where that is None."""
        attributes = []
        if isinstance(place, int):
            wrong = QTextCharFormat()
            wrong.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
            wrong.setUnderlineColor(theme().for_min)
            start = max(0, min(place, len(self.field.text())) - 1)
            length = max(1, len(self.field.text()) - start)
            kind = QInputMethodEvent.AttributeType.TextFormat
            first = start - self.field.cursorPosition()
            attributes.append(QInputMethodEvent.Attribute(kind, first, length, wrong))
        QApplication.sendEvent(self.field, QInputMethodEvent("", attributes))

    def present(self) -> None:
        """Show how many frames match, and clear the error of a condition that could not be read."""
        if self._has_error:
            self._has_error = False
            self._underline(None)
            self.refused.emit("")
        self.message_line.paint_with(None)
        self.message_line.setToolTip("")
        self.message_line.setAccessibleName("")
        self.follow_cursor()

    def follow_cursor(self) -> None:
        """Show how many frames match by the cursor's step. The next match may be a later one."""
        session = self.session
        if self._has_error or self.is_searching:
            return
        self.message_line.setText("" if session is None or session.matching is None else matches_text(session))
        has_matches = session is not None and len(session.matches) > 0
        self.previous.setEnabled(has_matches)
        self.next.setEnabled(has_matches)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.seek()
            if self._has_error:
                return
            backwards = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.previous_requested if backwards else self.next_requested).emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def matches_text(session: Session) -> str:
    """How many frames match by the last step that is shown, in words."""
    known, values = session.known_matches, {"number": count(session.known_matches)}
    if session.known_step < session.cursor.last_step:
        texts = tr("no match so far"), tr("1 match so far"), tr("{number} matches so far", **values)
    else:
        texts = tr("no matches"), tr("1 match"), tr("{number} matches", **values)
    return texts[min(2, known)]
