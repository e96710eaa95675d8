"""Another reading of a recording, shown over its canvas for as long as it is considered."""

from __future__ import annotations

from plyscope.model.trace import Trace
from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from plyscope_window.canvas.canvas import Canvas
from plyscope_window.look.glyphs import dashed
from plyscope_window.look.theme import mixed, theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import tr

FRAME_WIDTH = 3
"""The width of the dashed frame in pixels."""


class Preview(QWidget):
    """A canvas of the recording as it would be read, in a dashed frame over the real one. It takes no input."""

    def __init__(self, canvas: Canvas, trace: Trace, name: str) -> None:
        super().__init__(canvas)
        self.session = Session(trace, name, None, self)
        self.session.future = canvas.session.future
        self.session.marks_not_undone = canvas.session.marks_not_undone
        self.session.begin_at(min(canvas.session.cursor.step, self.session.cursor.last_step))
        self.session.selected = canvas.session.selected
        self.canvas = Canvas(self.session)
        self.canvas.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.canvas.set_mode(canvas.mode)
        for option in ("labels", "shows_why"):
            setattr(self.canvas, option, getattr(canvas, option))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Preview: {reading}", reading=name))
        self.banner = Banner(tr("Preview: {reading}", reading=name))
        banner = (self.banner, 0, Qt.AlignmentFlag.AlignHCenter)
        self.setLayout(column_layout(banner, (self.canvas, 1), margins=FRAME_WIDTH, spacing=FRAME_WIDTH))
        self._below = canvas
        canvas.installEventFilter(self)
        self._fit()
        self.show()

    def lay_out(self) -> None:
        """Show the same part of the tree as the canvas below."""
        if self.session.rows is not None and self.canvas.view.units == self._below.view.units:
            room = self.canvas.drawing_size
            self.canvas.view = self._below.view.resized(room.width(), room.height())
            self.canvas.forget_picture()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize:
            self._fit()
        return False

    def _fit(self) -> None:
        """Cover the whole canvas."""
        self.setGeometry(self._below.rect())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme().paper)
        painter.setPen(dashed(theme().ink, 2, 4, 3))
        painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))


class Banner(Label):
    """What is previewed, on a ground of its own."""

    def __init__(self, text: str) -> None:
        super().__init__(text, 13, bold=True)
        self.setContentsMargins(12, 5, 12, 5)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        painter.setPen(dashed(theme().ink, 1.4, 4, 3))
        painter.setBrush(mixed(theme().paper, theme().now, 0.3))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()
        super().paintEvent(event)
