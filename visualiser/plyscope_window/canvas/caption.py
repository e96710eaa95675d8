"""The caption below a canvas: the sentence of the step, its values coloured as their nodes are, and its reason."""

from __future__ import annotations

from plyscope.messages import Message, Part
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.theme import Current, theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import row_layout
from plyscope_window.widgets.painting import Themed, fill_rim
from plyscope_window.widgets.sentence import Outline, Piece, Sentence
from plyscope_window.words import count, in_language, minus, tr

TEXT_MARGIN, BAR_HEIGHT = 16, 6
"""Pixels beside the number of the step, and the height of the bar."""


class Caption(Themed, QWidget):
    """The sentence of the cursor's step, whole at every size of the window."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.sentence = Sentence()
        self.place = Label(quiet=True)
        """The number of the step, in a presentation, where no bar says it; until the first step, also the keys."""
        self.place.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        self._keys, self._keys_at = "", -1
        """What is said of the keys, and the step at which the presentation began."""
        self.place.hide()
        self.layout_of_parts = row_layout(
            (self.sentence, 1), (self.place, 0, Qt.AlignmentFlag.AlignBottom), margins=(0, 1, 0, 0)
        )
        self.setLayout(self.layout_of_parts)
        self.setAccessibleName("")
        # Otherwise Qt would first paint everything below the caption at each step.
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        session.moved.connect(self.present)
        session.laid_out.connect(self.present)
        self.present()

    def show_progress(self, is_shown: bool, keys: str = "") -> None:
        """Show, or hide, how far the search has come: its step in numbers and as a bar; at first with the keys."""
        self._keys = keys
        if is_shown and self.place.isHidden():
            self._keys_at = self.session.cursor.step
        self.place.setVisible(is_shown)
        edge = round(TEXT_MARGIN * Current.text_scale) if is_shown else 0
        is_mirrored = self.isRightToLeft()
        self.place.setContentsMargins(edge * is_mirrored, 0, edge * (not is_mirrored), edge // 2)
        self.layout_of_parts.setContentsMargins(0, 1, 0, BAR_HEIGHT if is_shown else 0)
        self.present()
        self.update()

    def present(self) -> None:
        """Show the sentence of the cursor's step, and its number where that is shown."""
        cursor = self.session.cursor
        if not self.place.isHidden():
            lines = [tr("{step} of {last}", step=count(cursor.step), last=count(cursor.last_step))]
            if cursor.step != self._keys_at:
                self._keys_at = -1
            elif self._keys:
                lines.insert(0, self._keys)
            self.place.setText("\n".join(lines))
            self.update()
        trace, now = self.session.trace, self.session.cursor.now
        self.sentence.show_pieces(
            [self._piece(part) for part in message_parts(sentence(trace, now))],
            [self._piece(part) for part in message_parts(reason(trace, now))],
        )

    def _piece(self, part: Part) -> Piece:
        """A part of a message as a piece of the sentence: a value in a box that is filled as its node is."""
        if part.style != "value":
            return Piece(minus(part.text), is_strong=part.style == "strong", is_code=part.style == "code")
        text = part.text.replace("-", "−", 1)
        colours = theme()
        if part.move >= 0 or part.frame < 0 or self.session.rows is None:
            return Piece(text, fill=colours.paper, ink=colours.quiet, line=Outline.DASHED)
        if self.session.is_open(part.frame):
            return Piece(text, fill=colours.card, ink=colours.ink, line=Outline.SOLID)
        fill = theme_for(self.session.rows).of_shade(self.session.rows.shades.of_frame(self.session.trace, part.frame))
        return Piece(text, fill=fill, ink=colours.on_fill)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        fill_rim(painter, self.rect(), theme().card)
        painter.fillRect(self.rect(), theme().card)
        painter.setPen(QPen(theme().hairline, 1))
        painter.drawLine(0, 0, self.width(), 0)
        if not self.place.isHidden():
            cursor = self.session.cursor
            bar = QRectF(0, self.height() - BAR_HEIGHT, self.width(), BAR_HEIGHT)
            painter.fillRect(bar, theme().band)
            bar.setWidth(bar.width() * cursor.step / max(1, cursor.last_step))
            if self.isRightToLeft():
                bar.moveRight(self.width())
            painter.fillRect(bar, theme().now)

    def apply_theme(self) -> None:
        self.sentence.pieces = []
        self.sentence.updateGeometry()
        self.present()
        self.update()


def message_parts(message: Message | None) -> list[Part]:
    """The parts of a message in the user's language; none for None."""
    return [] if message is None else message.parts(in_language)
