"""What the signs at the nodes mean, and how many nodes have each: a line below the merged tree."""

from __future__ import annotations

import numpy as np
from plyscope.analysis.union import CUT_IN_B, Union
from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.theme import font, theme
from plyscope_window.pages.compare.badges import HEIGHT, paint_words
from plyscope_window.session.pair import SIGNS, verdict_name
from plyscope_window.words import count, tr

GAP, EDGE, LINE = 18.0, 10.0, 22.0


class Legend(QWidget):
    """Signs with their words and counts, in as many lines as it takes."""

    def __init__(self, union: Union) -> None:
        super().__init__()
        counts = np.bincount(union.verdicts, minlength=CUT_IN_B + 1).tolist()
        self.entries = [(verdict, SIGNS[verdict], verdict_name(verdict), counts[verdict]) for verdict in SIGNS]
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(
            ", ".join(tr("{what}: {number}", what=name, number=count(number)) for _, _, name, number in self.entries)
        )
        self.setToolTip(
            tr(
                "How each call stands in A and in B. Values that read differently are said as A · B. "
                "Where calls are too small for a sign, a line below them is the stronger the more of them differ."
            )
        )

    def _places(self, width: float) -> list[QPointF]:
        """Where each entry begins."""
        metrics, bold = QFontMetricsF(font(12)), QFontMetricsF(font(11, bold=True))
        x, y = EDGE, 0.0
        places: list[QPointF] = []
        for _, sign, name, number in self.entries:
            wide = bold.horizontalAdvance(sign) + 14 + metrics.horizontalAdvance(f"{name} {count(number)}") + GAP
            if places and x + wide - GAP > width - EDGE:
                x, y = EDGE, y + self._line
            places.append(QPointF(x, y))
            x += wide
        return places

    @property
    def _line(self) -> float:
        return max(LINE, QFontMetricsF(font(12)).height() + 6)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._places(width)[-1].y() + self._line + 4)

    def sizeHint(self) -> QSize:
        return QSize(400, self.heightForWidth(max(400, self.width())))

    def resizeEvent(self, event: object) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        for (verdict, sign, name, number), place in zip(self.entries, self._places(self.width()), strict=True):
            strong, plain = font(11, bold=True), font(12)
            wide = QFontMetricsF(strong).horizontalAdvance(sign) + 8
            words = f"{name} {count(number)}"
            room = QFontMetricsF(plain).horizontalAdvance(words) + 2
            badge = QRectF(place.x(), place.y() + (self._line - HEIGHT) / 2 + 1, wide, HEIGHT)
            text = QRectF(badge.right() + 6, place.y() + 2, room, self._line)
            if mirrored:
                badge.moveRight(self.width() - badge.left())
                text.moveRight(badge.left() - 6)
            painter.setFont(strong)
            paint_words(painter, badge, verdict, sign, colours)
            painter.setFont(plain)
            painter.setPen(colours.ink if number else colours.quiet)
            painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

    def changeEvent(self, event: object) -> None:
        self.setFixedHeight(self.heightForWidth(self.width()))
        self.update(QRect(QPointF(0, 0).toPoint(), self.size()))
