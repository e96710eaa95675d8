"""A whole tree as a strip of pixels: where each column of the board leads, and what is worth what.

The root lies on top, below it one place for each column, and so on down. A column has the same place in every
strip, so that strips that stand one above the other can be compared at a glance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from visualiser.theme import theme

if TYPE_CHECKING:
    from engine.trace import Trace

PLIES = 5
"""Rows of a strip: as many as the deepest brains have calls below each other."""
LEAST = 120
"""Pixels that it must be wide to be worth looking at."""
ROW = 6
SHADES = 127


@dataclass(frozen=True)
class Block:
    """One call."""

    ply: int
    left: float
    """Where it begins and how wide it is, where the whole strip is one wide."""
    width: float
    shade: float | None
    """From -1, good for MIN, to 1, good for MAX; None where the brain's code has no number."""


def blocks_of(trace: Trace, columns: int) -> list[Block]:
    """The calls of a trace, each at the place of its columns."""
    from engine.layout.shades import Shades

    shades = Shades.of(trace).of_frames(trace, None).tolist()
    parents, moves, plies = (trace.column(name).tolist() for name in ("parent", "move", "ply"))
    found = [Block(0, 0.0, 1.0, None if trace.is_undecided(0) else shades[0] / SHADES)]
    for frame in range(1, len(trace)):
        above = found[parents[frame]]
        width = above.width / columns
        shade = None if trace.is_undecided(frame) else shades[frame] / SHADES
        found.append(Block(plies[frame], above.left + moves[frame] * width, width, shade))
    return found


class Miniature(QWidget):
    """The strip of one tree."""

    def __init__(self, blocks: list[Block], played: int | None, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.blocks, self.played, self.columns = blocks, played, columns
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def sizeHint(self) -> QSize:
        return QSize(LEAST, PLIES * ROW + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, painter = theme(), QPainter(self)
        area = QRectF(self.rect()).adjusted(6, 2, -4, -2)
        high = area.height() / PLIES
        for block in self.blocks:
            place = QRectF(
                area.left() + block.left * area.width(), area.top() + block.ply * high,
                block.width * area.width(), high,
            )  # fmt: skip
            # Between columns one sees where they begin, as long as they are more than a few pixels.
            apart = 1.0 if place.width() > 4 else 0.0
            colour = colours.band if block.shade is None else colours.of_shade(block.shade)
            painter.fillRect(place.adjusted(0, 0, -apart, -1), colour)
        if self.played is not None:
            width = area.width() / self.columns
            painter.setPen(QPen(colours.ink, 1.5))
            left, below = area.left() + self.played * width, area.height() - high
            painter.drawRect(QRectF(left - 1, area.top() + high - 1, width + 1, below + 1))
