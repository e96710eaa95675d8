"""The dialog of the export: controls on one side, a preview on the other, and the button that writes.

The preview and the file are made by the same code, each in another thread; only the preview that was requested last
is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from plyscope.export import EXPORTERS, Exporter, export, select
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection, notes_of
from plyscope.messages import InputError
from plyscope.model.trace import Trace
from PySide6.QtCore import QObject, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QDialog,
    QPlainTextEdit,
    QTabWidget,
    QWidget,
)

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.export.clipboard import visible_part
from plyscope_window.export.export_form import ExportForm, ExportOptions, View, extent_of, in_form_words
from plyscope_window.export.painting import paint_drawing
from plyscope_window.jobs.background import Answer, LastQuestion, in_background, later
from plyscope_window.look.theme import font, theme
from plyscope_window.settings import Settings
from plyscope_window.widgets import questions
from plyscope_window.widgets.controls import push_button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, splitter, widget_with
from plyscope_window.words import count, tr

LAST_FORMAT = "export_form"
"""The settings key of the format that was exported to last."""
PREVIEW_DELAY_MS = 180
"""The time from the last change of an option to the request for a preview."""
PROGRESS_MS = 120
"""The time between two reports of progress."""
MAX_PREVIEW_NODES = 2_000
"""The most nodes of which a picture is shown before they are written."""
MAX_PREVIEW_LETTERS = 12_000
"""The letters of a text format that are shown before it is written."""
FORMATS_WITHOUT_TEXT = ("png", "pdf", "gif", "html", "dot-svg")
"""Formats without a preview as text."""
MAX_PREVIEW_SCALE = 1.5
"""How much a small drawing is enlarged."""


class ExportDialog(QDialog):
    """One export of one recording. It may stay open while the window is used."""

    def __init__(
        self, parent: QWidget, trace: Trace, view: View, options: ExportOptions, folder: Path, title: str
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Export: {title}", title=title))
        self.trace, self.view, self.folder, self.title = trace, view, folder, title
        self.written: list[Path] = []
        self.form = ExportForm(view, options, int(trace.column("ply").max()))
        self.preview = Preview()
        self.state = Label("", 12, quiet=True, wrapped=True)
        self.writer = Writer(self)
        self.export_button = push_button(tr("&Export…"), self._write, is_strong=True)
        self.export_button.setDefault(True)
        self.stop_button = push_button(tr("&Stop"), self.writer.stop)
        self.close_button = push_button(tr("Close"), self.reject)
        self._delay = later(self, self._request, PREVIEW_DELAY_MS)
        self._progress = later(self, self._report, PROGRESS_MS, repeats=True)
        self._lay_out()
        self._connect()
        self._present()
        self._delay.start()

    def _lay_out(self) -> None:
        """Place the form, the preview and the buttons."""
        left = widget_with(column_layout(self.form, STRETCH, margins=(0, 0, 12, 0), spacing=6))
        split = splitter((left, self.preview), (380, 548), grows=1)
        buttons = (self.stop_button, self.close_button, self.export_button)
        for button in buttons:
            button.setAutoDefault(button is self.export_button)
        foot = row_layout((self.state, 1), *buttons)
        self.setLayout(column_layout((split, 1), foot, margins=(16, 16, 16, 12), spacing=12))
        self.resize(960, 560)

    def _connect(self) -> None:
        """Connect form, preview and writer."""
        self.form.changed.connect(self._request_later)
        self.preview.ready.connect(self._show_count)
        self.preview.refused.connect(self._refuse)
        self.writer.written.connect(self._finish)
        self.writer.refused.connect(self._fail)
        self.writer.stopped.connect(lambda: self._end(tr("Stopped: nothing has been written.")))

    # The preview

    def _request_later(self) -> None:
        """Request a preview a moment after the last change: while a key is held down, not every picture is needed."""
        self.export_button.setEnabled(False)
        self.preview.cancel()
        self._delay.start()

    def _request(self) -> None:
        """Request a preview of the options as they are."""
        options = self.form.options
        self.preview.request(self.trace, options.exporter, extent_of(options, self.view))

    def _show_count(self, nodes: int) -> None:
        """Show how many nodes will be written."""
        self._show_state(tr("nodes: {nodes}", nodes=count(nodes)))
        self._present()

    def _refuse(self, reason: str) -> None:
        """Show that the options as they are cannot be written."""
        self._show_state(tr("This cannot be written."), is_bad=True)
        self.export_button.setEnabled(False)
        self.export_button.setToolTip(reason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request a preview for the new size: it is as large as there is room for."""
        if not self.writer.is_running:
            self._delay.start()

    # Writing

    def _write(self) -> None:
        """Ask for a path, and begin to write."""
        options = self.form.options
        endings = " ".join(f"*.{suffix}" for suffix in options.exporter.suffixes)
        kinds = tr("{name} ({patterns})", name=options.form, patterns=endings)
        path = questions.ask_new_path(self, tr("Export"), self.form.proposed_path(self.folder, self.title), kinds)
        if path is None:
            return
        self.folder = path.parent
        self.writer.start(self.trace, extent_of(options, self.view), options.form, path)
        self._progress.start()
        self._report()
        self._present()

    def _report(self) -> None:
        """Show how far writing has come."""
        self._show_state(tr("Writing… pieces so far: {pieces}", pieces=count(self.writer.pieces)))

    def _finish(self, paths: list[Path]) -> None:
        """Show which files have been written."""
        self.written = paths
        last = str(paths[-1])
        self._end(
            tr("Written: {path}", path=last)
            if len(paths) == 1
            else tr("Written: {files} files, the last is {path}", files=count(len(paths)), path=last)
        )

    def _fail(self, error: InputError) -> None:
        """Show why nothing could be written."""
        self._end(in_form_words(error.message), is_bad=True)

    def _end(self, words: str, *, is_bad: bool = False) -> None:
        """Show how writing has ended, and enable the controls again."""
        self._progress.stop()
        self._show_state(words, is_bad=is_bad)
        self._present()

    def _show_state(self, words: str, *, is_bad: bool = False) -> None:
        """Show a sentence below the controls, in the colour of problems if it is one."""
        self.state.setText(words)
        self.state.paint_with(theme().for_min if is_bad else None)

    def _present(self) -> None:
        """Enable the controls and buttons: all but Stop, which is there while something is written."""
        is_running = self.writer.is_running
        self.form.setEnabled(not is_running)
        self.export_button.setEnabled(not is_running)
        self.export_button.setToolTip("")
        self.stop_button.setVisible(is_running)

    def done(self, result: int) -> None:
        """Close the dialog; the export and the preview stop."""
        self._delay.stop()
        self._progress.stop()
        self.writer.abandon()
        self.preview.cancel()
        super().done(result)
        self.deleteLater()


def show_export(parent: QWidget, canvas: Canvas, settings: Settings) -> ExportDialog:
    """Show the dialog for the recording on the canvas and its visible part.

    There is at most one dialog; one that is writing stays open and is returned.
    """
    session = canvas.session
    earlier = questions.raise_open_dialog(parent, ExportDialog)
    if earlier is not None and earlier.writer.is_running:
        return earlier
    if earlier is not None:
        earlier.reject()
    cursor = session.cursor
    notes = notes_of(session.trace, cursor.marks.bookmarks.values())
    ghosts = dict(session.ghosts.found)
    view = View(visible_part(canvas), session.selected, cursor.step, cursor.last_step, notes, ghosts)
    last = settings.text(LAST_FORMAT, "svg")
    options = ExportOptions(
        form=last if last in EXPORTERS else "svg",
        with_future=not session.hides_future,
        theme=theme().name,
        with_ghosts=session.ghosts.are_shown,
    )
    folder = session.path.parent if session.path is not None else Path.cwd()
    dialog = ExportDialog(parent, session.trace, view, options, folder, session.title)
    dialog.writer.written.connect(lambda _: settings.set(LAST_FORMAT, dialog.form.options.form))
    dialog.show()
    return dialog


@dataclass(frozen=True)
class PreviewResult:
    """What is shown of an export before it is written."""

    nodes: int
    picture: QImage | None
    text: str | None


def preview(trace: Trace, exporter: Exporter, extent: Extent, room: QSize, ratio: float) -> PreviewResult:
    """Make the preview; raises InputError where the format cannot hold the selection."""
    selection = select(exporter, trace, extent)
    if extent.all_steps:
        selection = selection.at_step(selection.own_steps()[-1])
    nodes = len(selection)
    picture = preview_picture(selection, room, ratio) if nodes <= MAX_PREVIEW_NODES else None
    text = None if exporter.name in FORMATS_WITHOUT_TEXT else beginning(exporter, selection)
    return PreviewResult(nodes, picture, text)


def preview_picture(selection: Selection, room: QSize, ratio: float) -> QImage:
    """A drawing of what is selected as an image, as large as there is room, and enlarged only a little."""
    drawing = draw(selection)
    scale = min(MAX_PREVIEW_SCALE, room.width() / max(1, drawing.width), room.height() / max(1, drawing.height))
    size = QSize(max(1, round(drawing.width * scale * ratio)), max(1, round(drawing.height * scale * ratio)))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(drawing.palette.paper)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    painter.scale(scale, scale)
    for _ in paint_drawing(painter, drawing):
        pass
    painter.end()
    return image


def beginning(exporter: Exporter, selection: Selection) -> str:
    """The first letters of a text format, with an ellipsis where there are more."""
    pieces, letters = [], 0
    for piece in exporter.pieces(selection):
        pieces.append(piece if isinstance(piece, str) else piece.decode())
        letters += len(pieces[-1])
        if letters > MAX_PREVIEW_LETTERS:
            return "".join(pieces)[:MAX_PREVIEW_LETTERS] + "\n…"
    return "".join(pieces)


class Picture(QWidget):
    """A picture in the middle, or a message where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self.message = ""
        self.setMinimumSize(280, 220)

    def show_image(self, image: QImage | None, message: str) -> None:
        """Show an image, or where there is none a message."""
        self.image, self.message = image, message
        self.setAccessibleName(message or tr("Preview"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().band)
        if self.image is not None:
            size = self.image.deviceIndependentSize()
            painter.drawImage(
                QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2), self.image
            )
        if self.message:
            painter.setFont(font(13))
            painter.setPen(theme().ink)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(24, 24, -24, -24), flags, self.message)


class Preview(QTabWidget):
    """The picture and the text of an export."""

    ready = Signal(int)
    """The export can be written; the argument is its number of nodes."""
    refused = Signal(str)
    """The export cannot be written; the argument is the reason."""

    def __init__(self) -> None:
        super().__init__()
        self.setDocumentMode(True)
        self.picture = Picture()
        self.text = QPlainTextEdit(readOnly=True, lineWrapMode=QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setFont(font(12, fixed=True))
        self.text.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.text.setAccessibleName(tr("The beginning of the file"))
        self.addTab(self.picture, tr("Picture"))
        self.addTab(self.text, tr("Text"))
        self._question = LastQuestion(self)
        self.is_waiting = False
        """Whether a preview has been requested and is not there yet."""

    def request(self, trace: Trace, exporter: Exporter, extent: Extent) -> None:
        """Make a preview in another thread, in place of one that is being made."""
        self.is_waiting = True
        room, ratio = self.picture.size() - QSize(24, 24), self.devicePixelRatioF()
        self._question.ask(lambda: preview(trace, exporter, extent, room, ratio), self._show, self._refuse)

    def cancel(self) -> None:
        """Drop the request for a preview: its result is no longer needed."""
        self.is_waiting = False
        self._question.forget()

    def _show(self, result: PreviewResult) -> None:
        """Show a preview that has been made."""
        self.is_waiting = False
        message = ""
        if result.picture is None:
            message = tr(
                "{nodes} nodes are too many for a preview. The file will hold all of them.", nodes=count(result.nodes)
            )
        self.picture.show_image(result.picture, message)
        self.text.setPlainText(result.text or "")
        self.setTabEnabled(1, result.text is not None)
        self.ready.emit(result.nodes)

    def _refuse(self, error: InputError) -> None:
        """Show why no preview can be made."""
        self.is_waiting = False
        reason = in_form_words(error.message)
        self.picture.show_image(None, reason)
        self.text.clear()
        self.setTabEnabled(1, False)
        self.setCurrentIndex(0)
        self.refused.emit(reason)


class Stopped(InputError):
    """The user has stopped the export. The engine leaves no file behind."""


class Writer(QObject):
    """The writer of exports: one at a time, in another thread."""

    written = Signal(list)
    """The paths of the files."""
    refused = Signal(InputError)
    stopped = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pieces = 0
        """The number of pieces written so far, about one for each node. The other thread counts while this is read."""
        self._is_stopping = False
        self._answer: Answer | None = None

    @property
    def is_running(self) -> bool:
        """Whether a file is being written."""
        return self._answer is not None

    def start(self, trace: Trace, extent: Extent, form: str, path: Path) -> None:
        """Begin to write an export to a path, in another thread."""
        self.pieces, self._is_stopping = 0, False

        def count(pieces: int) -> None:
            self.pieces = pieces
            if self._is_stopping:
                raise Stopped("stopped")

        def write() -> list[Path]:
            try:
                return export(trace, path, extent, form=form, progress=count)
            except OSError as error:
                raise InputError("{path}: {reason}", path=str(path), reason=error.strerror or str(error)) from error

        self._answer = in_background(write, self._finish, self._refuse)

    def stop(self) -> None:
        """Have the writing stop at its next piece; no file is left behind."""
        self._is_stopping = True

    def abandon(self) -> None:
        """Stop without a message."""
        self.stop()
        if self._answer is not None:
            self._answer.cancel()

    def _finish(self, paths: list[Path]) -> None:
        """Tell which files have been written."""
        self._answer = None
        self.written.emit(paths)

    def _refuse(self, error: InputError) -> None:
        """Tell why nothing has been written, or that it was stopped."""
        self._answer = None
        if isinstance(error, Stopped):
            self.stopped.emit()
        else:
            self.refused.emit(error)
