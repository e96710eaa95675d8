"""The focus view: the path to the cursor, its siblings, and nothing else. What lies below a sibling is a lantern.

The window of each open frame stands beside its ply: the margin is the call stack. From step to step most plies stay
as they are, and only those that look different are painted again.
"""

from __future__ import annotations

from math import ceil, floor

from plyscope.layout.rows import Rows
from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QImage, QPainter, QRegion

from plyscope_window.canvas.focus_drawing import Band, Drawing, FocusStamps, StripChanges
from plyscope_window.canvas.focus_layout import FocusLayout
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.pictures import Stamps
from plyscope_window.look.theme import Theme
from plyscope_window.session.session import Session


class FocusPicture(FocusLayout):
    """The focus view of one session, painted from step to step."""

    def __init__(self, session: Session, boards: Boards) -> None:
        super().__init__(session, boards)
        self.stamps = FocusStamps(boards, siblings=Stamps(), calls=Stamps(), changes=StripChanges())
        self._stamped_rows: Rows | None = None

    @property
    def is_finished(self) -> bool:
        """Whether everything has been drawn."""
        return self.stamps.changes.is_finished

    def paint(
        self, image: QImage, size: QSizeF, theme: Theme, *, labels: bool, hide_future: bool, redraw: bool, new: int
    ) -> None:
        """Update the picture of the previous step, or paint all of it, making at most `new` lanterns.

        `size` is what the image measures before it is enlarged.
        """
        self.lay_out(size)
        if self._stamped_rows is not self.session.rows:
            self._stamped_rows, self.stamps.siblings = self.session.rows, Stamps()
        self.stamps.siblings.left_to_make, self.boards.stamps.left_to_make = new, max(1, new)
        if redraw:
            self.stamps.changes.reset()
        drawing = Drawing(self, self.stamps, size, theme, labels, hide_future)
        looks = [drawing.look(place) for place in range(len(self.plies))]
        changed, bands = self.stamps.changes.update(looks, self._bands(size))
        if not changed:
            return
        painter = QPainter(image)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = image.width() / image.devicePixelRatio() / size.width()
        painter.scale(scale, scale)
        if not redraw:
            painter.setClipRegion(region_of(bands, size))
        # A little beyond the edge, which lies between two pixels where the picture is enlarged.
        painter.fillRect(QRectF(QPointF(0, 0), size).adjusted(-1, -1, 1, 1), theme.paper)
        drawing.paint(painter, {place + beside for place in changed for beside in (-1, 0, 1)})
        painter.end()

    def _bands(self, size: QSizeF) -> list[Band]:
        """The vertical band of each ply: from the middle of the ply above to the middle of the ply below."""
        tops = [ply.y for ply in self.plies]
        return list(zip([0.0, *tops[:-1]], [*tops[1:], size.height()], strict=True))


def region_of(bands: list[Band], size: QSizeF) -> QRegion:
    """The region of bands across the whole picture."""
    region = QRegion()
    for top, bottom in bands:
        region += QRect(0, floor(top), ceil(size.width()), ceil(bottom) - floor(top))
    return region
