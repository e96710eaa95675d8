"""How an export will look: drawn small, and for forms that are text, read from its beginning.

Both are found in another thread, by the very code that writes the file; only the last question is answered.
"""

from __future__ import annotations

from dataclasses import dataclass

from plyscope.export import Exporter, selected
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QPlainTextEdit, QTabWidget, QWidget

from plyscope_window.export.export_form import said_here
from plyscope_window.export.painting import DrawingPainter
from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.theme import font, theme
from plyscope_window.words import count, tr

MOST_DRAWN = 2_000
"""Nodes of a preview; a picture of more would show nothing anyway."""
MOST_LETTERS = 12_000
NOT_READ = ("png", "pdf", "gif", "html", "dot-svg")
"""Forms whose files are nothing to read."""
LARGEST = 1.5
"""How much a small drawing is enlarged."""


@dataclass(frozen=True)
class Seen:
    """What was found out about an export before it is written."""

    nodes: int
    picture: QImage | None
    text: str | None


def look(trace: Trace, exporter: Exporter, extent: Extent, room: QSize, ratio: float) -> Seen:
    """Raises InputError where the form cannot hold what is asked for."""
    selection = selected(exporter, trace, extent)
    if extent.all_steps:
        selection = selection.at_step(selection.own_steps()[-1])
    nodes = len(selection)
    picture = small_picture(selection, room, ratio) if nodes <= MOST_DRAWN else None
    text = None if exporter.name in NOT_READ else beginning(exporter, selection)
    return Seen(nodes, picture, text)


def small_picture(selection: Selection, room: QSize, ratio: float) -> QImage:
    drawing = draw(selection)
    scale = min(LARGEST, room.width() / max(1, drawing.width), room.height() / max(1, drawing.height))
    size = QSize(max(1, round(drawing.width * scale * ratio)), max(1, round(drawing.height * scale * ratio)))
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(drawing.palette.paper)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    painter.scale(scale, scale)
    for _ in DrawingPainter(painter, drawing).paint():
        pass
    painter.end()
    return image


def beginning(exporter: Exporter, selection: Selection) -> str:
    found, letters = [], 0
    for piece in exporter.pieces(selection):
        found.append(piece if isinstance(piece, str) else piece.decode())
        letters += len(found[-1])
        if letters > MOST_LETTERS:
            return "".join(found)[:MOST_LETTERS] + "\n…"
    return "".join(found)


class Picture(QWidget):
    """A picture in the middle, or words where there is none."""

    def __init__(self) -> None:
        super().__init__()
        self.image: QImage | None = None
        self.words = ""
        self.setMinimumSize(280, 220)

    def show_image(self, image: QImage | None, words: str) -> None:
        self.image, self.words = image, words
        self.setAccessibleName(words or tr("How it will look"))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().band)
        if self.image is not None:
            size = self.image.deviceIndependentSize()
            painter.drawImage(
                QPointF((self.width() - size.width()) / 2, (self.height() - size.height()) / 2), self.image
            )
        if self.words:
            painter.setFont(font(13))
            painter.setPen(theme().ink)
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(24, 24, -24, -24), flags, self.words)


class Preview(QTabWidget):
    """The picture and the text of what is asked for."""

    known = Signal(int)
    """What is asked for can be written, and has so many nodes."""
    refused = Signal(str)

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
        self._answer: Answer | None = None

    @property
    def is_waiting(self) -> bool:
        return self._answer is not None

    def ask(self, trace: Trace, exporter: Exporter, extent: Extent) -> None:
        """Finds out how an export would look."""
        self.forget()
        room, ratio = self.picture.size() - QSize(24, 24), self.devicePixelRatioF()
        self._answer = in_background(lambda: look(trace, exporter, extent, room, ratio), self._show, self._refuse)

    def forget(self) -> None:
        """Nobody wants to know any more."""
        if self._answer is not None:
            self._answer.is_wanted = False
        self._answer = None

    def _show(self, found: Seen) -> None:
        self._answer = None
        words = ""
        if found.picture is None:
            words = tr(
                "{nodes} nodes are too many for a preview. The file will hold all of them.", nodes=count(found.nodes)
            )
        self.picture.show_image(found.picture, words)
        self.text.setPlainText(found.text or "")
        self.setTabEnabled(1, found.text is not None)
        self.known.emit(found.nodes)

    def _refuse(self, error: InputError) -> None:
        self._answer = None
        words = said_here(error.message)
        self.picture.show_image(None, words)
        self.text.clear()
        self.setTabEnabled(1, False)
        self.setCurrentIndex(0)
        self.refused.emit(words)
