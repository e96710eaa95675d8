"""The job that runs user code, and the input line of a program that runs."""

from __future__ import annotations

import shutil

from plyscope.messages import Message
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from plyscope_window.jobs.job import Job
from plyscope_window.jobs.recovery import Recovery
from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.pages.usercode.usercode_work import InputEnds, Typed, read_left_call, run_user_code
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import row_layout
from plyscope_window.widgets.painting import elided
from plyscope_window.words import tr


class UserCodeRun(Job):
    """One run of a call or of a program, with the folder in which its recordings are made."""

    def __init__(self, recovery: Recovery) -> None:
        super().__init__(run_user_code)
        self.has_input = False
        """Whether anything was typed: then it cannot be repeated by running it again."""
        self.folder, self._lock = recovery.run_folder()
        self._is_call = False

    def run(self, request: RunRequest) -> None:
        """Run a request in another process."""
        self._is_call = request.is_call
        self.start(request, str(self.folder))

    def send_text(self, text: str) -> None:
        """Pass text on to the program's standard input."""
        self.has_input = True
        self.send(Typed(text))

    def end_input(self) -> None:
        """Tell the program that there is no more input."""
        self.has_input = True
        self.send(InputEnds())

    def abandon(self) -> None:
        super().abandon()
        self.clear()

    def succeed(self) -> None:
        super().succeed()
        self.clear()

    def fail(self, message: Message) -> None:
        super().fail(message)
        self.clear()

    def die(self, message: Message) -> None:
        """Read what is left of a call whose process was killed while it recorded; the second time, fail."""
        if self._is_call and self.work is run_user_code:
            self.work = read_left_call
            self.start(str(self.folder))
        else:
            super().die(message)

    def clear(self) -> None:
        """Remove the folder of the run. Its recordings have been moved out of it."""
        if self._lock is not None:
            self._lock.unlock()
        shutil.rmtree(self.folder, ignore_errors=True)


class Prompt(Label):
    """What the program has asked, as wide as it is; its end where that does not fit."""

    def __init__(self) -> None:
        super().__init__("", 12, fixed=True)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def say(self, text: str) -> None:
        self.setText(text)
        self.setToolTip(text)

    def minimumSizeHint(self) -> QSize:
        return QSize(40, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        shown = elided(self.text(), self.font(), self.width(), Qt.TextElideMode.ElideLeft)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(self.rect(), flags, f"\u2066{shown}\u2069")


class InputBar(QWidget):
    """The line in which the user answers the program: its question, a field, and Send."""

    sent = Signal(str)
    """A line for the program, with its end."""
    input_ended = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = Label(tr("Input"), 13, bold=True)
        self.state = Label("", 12, quiet=True)
        self.prompt = Prompt()
        self.line = QLineEdit()
        self.line.setAccessibleName(tr("Input of the program"))
        self.line.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.line.setAcceptDrops(False)
        self.line.setFont(font(13, fixed=True))
        help = tr("Passes the line on to the program (Enter)")
        self.send = push_button(tr("Se&nd"), self._send, help, is_strong=True)
        help = tr("Tells the program that there is no more input, as Ctrl+D does in a terminal")
        self.end = push_button(tr("End &input"), self._end, help)
        self.line.setMinimumWidth(120)
        self.setLayout(row_layout(
            self.label, self.state, (self.prompt, 1), (self.line, 2), self.send, self.end, margins=(12, 8, 12, 8),
            spacing=8,
        ))  # fmt: skip
        self.line.returnPressed.connect(self._send)

    def _send(self) -> None:
        """Send the line in the field to the program, and empty the field."""
        if not self.line.isEnabled():
            return
        text = self.line.text()
        self.line.clear()
        self.line.setFocus()
        self.sent.emit(f"{text}\n")

    def begin(self) -> None:
        """Let the user type, for a program that begins."""
        self.line.clear()
        self._allow_typing(True, tr("A line for the program"))

    def _end(self) -> None:
        """End the input."""
        self._allow_typing(False, tr("The input has been ended."))
        self.input_ended.emit()

    def finish(self) -> None:
        """Let the user type no more: the program has ended."""
        self._allow_typing(False, tr("The program has ended."))

    def _allow_typing(self, is_open: bool, words: str) -> None:
        """Let the user type, or not, with words in the empty line, and take the question away."""
        for widget in (self.line, self.send, self.end):
            widget.setEnabled(is_open)
        self.line.setPlaceholderText(words)
        self.show_question("", is_waiting=None)

    def show_question(self, prompt: str, *, is_waiting: bool | None) -> None:
        """Show what the program has asked, and whether it waits for an answer."""
        self.state.setText(tr("the program waits") if is_waiting else "")
        self.state.setVisible(bool(is_waiting))
        prompt = prompt.strip()
        self.prompt.say(prompt)
        self.prompt.setVisible(bool(prompt))
        self.line.setAccessibleDescription(prompt)
