"""The panel below the source: what will run, the progress of the run, and how it ended.

What will run is shown before it runs, since user code runs with the user's rights.
"""

from __future__ import annotations

import platform
import re
import sys
from pathlib import Path

from plyscope.messages import Message
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.look.theme import font
from plyscope_window.pages.usercode.limits import MEBIBYTE
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.widgets.labels import Label, MessageLabel
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.painting import STYLE_EVENTS
from plyscope_window.words import count, localized, tr


def run_facts(request: RunRequest) -> list[tuple[str, str]]:
    """What will run, as rows of a label and a text."""
    limits = request.limits
    traced = ", ".join(request.functions) or tr("the function that is called")
    recorded = {
        None: tr("the calls of {names}, and executed lines while the run is small", names=traced),
        True: tr("the calls of {names}, and all executed lines", names=traced),
        False: tr("the calls of {names}, and no executed lines", names=traced),
    }
    return [
        (tr("File"), request.file),
        (tr("Call"), request.call),
        (tr("Recorded"), recorded[request.lines]),
        (tr("Folder"), str(Path(request.file).parent)),
        (
            tr("Runs in"),
            tr(
                "Python {version}, in a process of its own that is ended with all processes it starts: {path}",
                version=platform.python_version(),
                path=sys.executable,
            ),
        ),
        (
            tr("Limits"),
            tr(
                "{seconds} seconds, {memory} MiB of memory, {calls} calls, {depth} levels of recursion",
                seconds=count(round(limits.seconds)),
                memory=count(limits.memory // MEBIBYTE),
                calls=count(limits.frames),
                depth=count(limits.depth),
            ),
        ),
    ]


def warning() -> str:
    return tr(
        "The whole file is executed, and then the call. It can do to your files whatever you can do: "
        "the limits only guard against accidents. Run it only if you know what it does."
    )


MAX_PRINTED_LINES, MAX_LINE = 500, 400
UNBROKEN_TEXT = re.compile(r"([^\s\u200b]{40})")
MIN_OUTPUT_HEIGHT = 70
"""Pixels for printed text even in a low window."""


class RunPreview(QWidget):
    """A view of what will run, with the button that runs it."""

    def __init__(self) -> None:
        super().__init__()
        self.title = Label(tr("This is what will run"), 13, bold=True)
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(3)
        self.grid.setColumnStretch(1, 1)
        self.rows: list[tuple[Label, Label]] = []
        self.warning = Label(warning(), 12, quiet=True, wrapped=True)
        self.run = QPushButton(tr("R&un it"))
        self.run.setProperty("strong", True)
        self.run.setToolTip(tr("Runs the file and the call as shown here; again with “Run it again”"))
        self.ended = MessageLabel("", 13, wrapped=True)
        """How the last run ended."""
        self.show_again = QPushButton(tr("Show the recordi&ng"))
        self.more = QPushButton()
        self.more.setToolTip(tr("Raises the limit at which it ended, and runs it again"))
        said = QVBoxLayout()
        said.setSpacing(8)
        said.addWidget(self.ended)
        said.addWidget(self.title)
        said.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addLayout(said, 1)
        # Always visible, however long the text below is.
        head.addWidget(self.more, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.show_again, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.run, 0, Qt.AlignmentFlag.AlignTop)
        layout = column_layout(self, margin=0, spacing=8)
        layout.addLayout(head)
        layout.addLayout(self.grid)
        layout.addWidget(self.warning)
        layout.addStretch(1)
        self.show_ended("", is_well=True)
        self.show_again.hide()
        self.more.hide()

    def show_request(self, request: RunRequest | None) -> None:
        lines = [] if request is None else run_facts(request)
        while len(self.rows) < len(lines):
            name, text = Label("", 12, quiet=True), Label("", 12, wrapped=True)
            if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
                # The text reads from left to right, but stands next to its label at the right.
                text.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute)
            place = len(self.rows)
            name.setMinimumWidth(60)
            self.grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
            self.grid.addWidget(text, place, 1)
            self.rows.append((name, text))
        for (name, text), (left, right) in zip(self.rows, lines, strict=False):
            name.setText(left)
            text.setText(breakable(right))
        for name, text in self.rows:
            name.setVisible(bool(lines))
            text.setVisible(bool(lines))
        self.title.setVisible(bool(lines))
        hint = tr("What will run is shown here as soon as there is a call that Python can parse.")
        self.warning.setText(warning() if lines else hint)
        self.run.setEnabled(request is not None)

    def show_ended(self, words: str, *, is_well: bool) -> None:
        self.ended.show_message(breakable(words), is_problem=not is_well)
        self.ended.setVisible(bool(words))


class LineCutter:
    """Cuts long lines of printed text as it arrives, because their layout would block the window."""

    def __init__(self) -> None:
        self.column = 0

    def take(self, text: str) -> str:
        found = []
        for place, line in enumerate(text.split("\n")):
            if place:
                found.append("\n")
                self.column = 0
            found.append(line[: max(0, MAX_LINE - self.column)])
            if self.column <= MAX_LINE < self.column + len(line):
                found.append("…")
            self.column += len(line)
        return "".join(found)


class PrintedText(QPlainTextEdit):
    """What a program has printed: its last lines, which scroll with it while the end is visible."""

    def __init__(self) -> None:
        super().__init__()
        self.cutter = LineCutter()
        self.setReadOnly(True)
        self.setProperty("framed", True)
        self.setMaximumBlockCount(MAX_PRINTED_LINES)
        self.setPlaceholderText(tr("Printed text is shown here."))
        self.setAccessibleName(tr("Printed so far"))
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setMinimumHeight(MIN_OUTPUT_HEIGHT)
        self.apply_theme()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in STYLE_EVENTS:
            self.apply_theme()

    def apply_theme(self) -> None:
        if self.font() != font(12, fixed=True):
            self.setFont(font(12, fixed=True))

    def begin(self) -> None:
        """Remove what an earlier run has printed."""
        self.clear()
        self.cutter = LineCutter()

    def add(self, text: str) -> None:
        """Append printed text; the view scrolls with it only if it was at the end."""
        bar = self.verticalScrollBar()
        follows = bar.value() >= bar.maximum() - 2
        at = self.textCursor()
        at.movePosition(at.MoveOperation.End)
        at.insertText(self.cutter.take(text))
        if follows:
            bar.setValue(bar.maximum())


class RunProgress(QWidget):
    """The number of calls, the time, and the printed text of a run."""

    def __init__(self) -> None:
        super().__init__()
        self.headline = Label("", 13, bold=True)
        self.calls = Label("0", 30, bold=True)
        self.pace = Label("", 15, quiet=True)
        self.output = PrintedText()
        self.stop = QPushButton(tr("Stop and &keep what there is"))
        counted = QHBoxLayout()
        counted.setSpacing(8)
        counted.addWidget(self.calls, 0, Qt.AlignmentFlag.AlignBaseline)
        counted.addWidget(Label(tr("calls"), 15, quiet=True), 0, Qt.AlignmentFlag.AlignBaseline)
        counted.addWidget(self.pace, 1, Qt.AlignmentFlag.AlignBaseline)
        counted.addWidget(self.stop)
        layout = column_layout(self, margin=0, spacing=6)
        layout.addWidget(self.headline)
        layout.addLayout(counted)
        layout.addWidget(self.output, 1)

    def begin(self, call: str) -> None:
        self.headline.setText(tr("Running {call}", call=call))
        self.output.begin()
        self.stop.setEnabled(True)
        self.show_calls(0, 0.0)

    def show_calls(self, calls: int, seconds: float) -> None:
        self.calls.setText(count(calls))
        minutes, rest = divmod(int(seconds), 60)
        self.pace.setText(tr("in {time}", time=f"{minutes}:{rest:02}"))

    def add_printed(self, text: str) -> None:
        self.output.add(text)


class RunPanel(QStackedWidget):
    """The preview of what will run, or the progress of the run."""

    run_requested = Signal()
    stop_requested = Signal()
    recording_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.preview, self.progress = RunPreview(), RunProgress()
        self.addWidget(self.preview)
        self.addWidget(self.progress)
        self.show_part(self.preview)
        self.preview.run.clicked.connect(self.run_requested)
        self.preview.show_again.clicked.connect(self.recording_requested)
        self.progress.stop.clicked.connect(self._stop)

    def _stop(self) -> None:
        self.progress.stop.setEnabled(False)
        self.progress.headline.setText(tr("Stopping, and keeping what there is…"))
        self.stop_requested.emit()

    def show_part(self, part: QWidget) -> None:
        """Show one part; the hidden one takes up no space."""
        policies = QSizePolicy.Policy
        for one in (self.preview, self.progress):
            one.setSizePolicy(policies.Preferred, policies.Preferred if one is part else policies.Ignored)
        self.setCurrentWidget(part)

    def begin(self, request: RunRequest) -> None:
        self.progress.begin(request.call)
        self.show_part(self.progress)

    def read(self, calls: int) -> None:
        """Show that the program has ended and its recording is being made."""
        self.progress.headline.setText(tr("Making the recording of {calls} calls…", calls=count(calls)))
        self.progress.stop.setEnabled(False)

    def end(self, ended: Message | None, *, is_well: bool) -> None:
        self.preview.show_ended("" if ended is None else localized(ended), is_well=is_well)
        self.show_part(self.preview)


def breakable(text: str) -> str:
    """A path or a call that wraps after slashes and commas, anywhere if it is long, and reads from left to right."""
    whole = UNBROKEN_TEXT.sub("\\1\u200b", text.replace("/", "/\u200b").replace(",", ",\u200b"))
    return f"\u2066{whole}\u2069" if QGuiApplication.isRightToLeft() else whole
