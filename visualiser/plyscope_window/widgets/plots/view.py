"""A plot in the window. The pointer and the arrow keys select its marks; a click or Enter goes to a mark's target.

A card beside the selected mark explains it.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolButton, QWidget

from plyscope_window.look.theme import Current, font, theme
from plyscope_window.widgets.painting import Themed, elided
from plyscope_window.widgets.plots.drawing import Geometry, PlacedMark, paint_plot, plot_height
from plyscope_window.widgets.plots.plot import Mark, Plot
from plyscope_window.words import tr

EDGE, GAP = 10.0, 14.0
"""Room inside the card's edge, and between a label and its text, in pixels."""


class Card(QWidget):
    """The card that explains a mark. It never takes the keyboard or the pointer, and stays within its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.mark: Mark | None = None
        self.hide()

    @property
    def words(self) -> str:
        """Its text in one line, for screen readers."""
        if self.mark is None:
            return ""
        return ", ".join([self.mark.title, *(f"{label} {text}" for label, text in self.mark.lines)])

    def show_mark(self, mark: Mark, beside: QPoint) -> None:
        """Show the card beside a point of the parent, on the side with enough room."""
        self.mark = mark
        parent = self.parentWidget()
        assert parent is not None
        small, bold = QFontMetricsF(font(12)), QFontMetricsF(font(13, bold=True))
        labels = max((small.horizontalAdvance(label) for label, _ in mark.lines), default=0.0)
        texts = max((small.horizontalAdvance(text) for _, text in mark.lines), default=0.0)
        width = 2 * EDGE + max(labels + GAP + texts, bold.horizontalAdvance(mark.title)) + 2
        width = min(width, parent.width() - 4)
        height = 2 * EDGE + bold.height() + 2 + small.height() * 1.2 * len(mark.lines)
        self.resize(int(width), int(height))
        right, left = beside.x() + 14, beside.x() - 14 - self.width()
        x = right if right + self.width() < parent.width() else left
        y = min(beside.y() + 14, parent.height() - self.height() - 2)
        self.move(max(2, x), max(2, y))
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.mark is None:
            return
        colours = theme()
        painter = QPainter(self)
        painter.setLayoutDirection(self.layoutDirection())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colours.edge, 1))
        painter.setBrush(colours.card)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 7, 7)
        inner = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        face = font(13, bold=True)
        line = QRectF(inner.left(), inner.top(), inner.width(), QFontMetricsF(face).height())
        painter.setFont(face)
        painter.setPen(colours.ink)
        painter.drawText(line, Qt.AlignmentFlag.AlignLeading, elided(self.mark.title, face, line.width() + 1))
        painter.setFont(font(12))
        line.moveTop(line.bottom() + 2)
        line.setHeight(QFontMetricsF(font(12)).height() * 1.2)
        for label, text in self.mark.lines:
            painter.setPen(colours.quiet)
            painter.drawText(line, Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter, label)
            painter.setPen(colours.ink)
            painter.drawText(line, Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter, text)
            line.moveTop(line.bottom())


INNER_HEIGHT = 110.0
"""Height between the axes, in pixels, at the default text size."""
EMPTY_INNER_HEIGHT = 8.0
"""The same for a plot without marks."""
ACROSS_KEYS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
DOWN_KEYS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}

BY_KEY = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)
"""The reasons for which the focus comes by the keyboard."""


class PlotView(Themed, QWidget):
    """The widget of one plot."""

    chosen = Signal(object)
    """The target of a mark."""
    menu_requested = Signal(QPoint)
    """A place on the screen."""

    def __init__(self, plot: Plot, *, inside: float = INNER_HEIGHT) -> None:
        super().__init__()
        self.plot = plot
        self.now: int | None = None
        self.pointed: PlacedMark | None = None
        self.current: PlacedMark | None = None
        """The mark that the keyboard is at."""
        self._inside = inside
        self._geometry: Geometry | None = None
        self.card = Card(self)
        self.menu_button = QToolButton(self)
        self.menu_button.setText("⋯")
        self.menu_button.setAutoRaise(True)
        self.menu_button.setToolTip(tr("Copy or save this plot"))
        self.menu_button.setAccessibleName(self.menu_button.toolTip())
        self.menu_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.menu_button.clicked.connect(self._ask_for_menu)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        self.show_plot(plot)

    def show_plot(self, plot: Plot) -> None:
        """Show another plot. The keyboard stays at the mark in the same place, if there is one."""
        before = self.current
        self.plot, self._geometry, self.pointed, self.current = plot, None, None, None
        self.setAccessibleName(plot.title)
        self.setAccessibleDescription(plot.remark)
        self.card.hide()
        self.menu_button.setHidden(plot.is_empty)
        if before is not None:
            same = (placed for placed in self.geometry_now.placed if placed.series == before.series)
            self.current = next((placed for placed in same if placed.mark.place == before.mark.place), None)
        self.updateGeometry()
        self.update()

    def show_now(self, place: int | None) -> None:
        """Mark the place of the cursor; None for none."""
        if place != self.now:
            self.now = place
            self.update()

    @property
    def geometry_now(self) -> Geometry:
        """Where everything lies in the widget's present size."""
        if self._geometry is None:
            self._geometry = Geometry(self.plot, QRectF(self.rect()))
        return self._geometry

    # Its size

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        inside = EMPTY_INNER_HEIGHT if self.plot.is_empty else self._inside * max(1.0, Current.text_scale * 0.8)
        return int(plot_height(self.plot, max(80, width), inside))

    def sizeHint(self) -> QSize:
        return QSize(260, self.heightForWidth(max(120, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.heightForWidth(max(120, self.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.menu_button.adjustSize()
        self.menu_button.move(4 if self.isRightToLeft() else self.width() - self.menu_button.width() - 4, 0)
        self._lay_out_again()

    def apply_theme(self) -> None:
        self._lay_out_again()
        self.updateGeometry()

    def _lay_out_again(self) -> None:
        """Find anew where everything lies; the marks under the pointer and the keyboard stay the same."""
        marks = [placed.mark if placed is not None else None for placed in (self.pointed, self.current)]
        self._geometry = None
        placed_by_mark = {id(placed.mark): placed for placed in self.geometry_now.placed}
        self.pointed, self.current = (placed_by_mark.get(id(mark)) for mark in marks)
        self.card.hide()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        current = self.current if self.hasFocus() else None
        paint_plot(painter, self.geometry_now, pointed=self.pointed, current=current, now=self.now)
        if self.hasFocus():
            painter.setPen(QPen(theme().ink, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # Its menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.plot.is_empty:
            self.menu_requested.emit(event.globalPos())

    def _ask_for_menu(self) -> None:
        """Ask for the menu below its button."""
        self.menu_requested.emit(self.menu_button.mapToGlobal(self.menu_button.rect().bottomLeft()))

    # The pointer

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(self.geometry_now.at(event.position()), event.position())

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point(None, QPointF())

    def _point(self, placed: PlacedMark | None, where: QPointF) -> None:
        """Show the card of the mark under the pointer, or hide it; the pointer is a hand over a mark with a target."""
        if placed is None:
            self.card.hide()
        else:
            self.card.show_mark(placed.mark, where.toPoint())
        is_target = placed is not None and placed.mark.target is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if is_target else Qt.CursorShape.ArrowCursor)
        if placed is not self.pointed:
            self.pointed = placed
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        placed = self.geometry_now.at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or placed is None:
            super().mousePressEvent(event)
            return
        self.current = placed
        self.update()
        self.choose(placed)

    def choose(self, placed: PlacedMark) -> None:
        """Emit the target of a mark, if it has one."""
        if placed.mark.target is not None:
            self.chosen.emit(placed.mark.target)

    # The keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        elif key in ACROSS_KEYS or key in DOWN_KEYS:
            self._go(self._neighbour(ACROSS_KEYS.get(key, 0), DOWN_KEYS.get(key, 0)))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.current is not None:
            self.choose(self.current)
        elif key == Qt.Key.Key_Escape and self.card.isVisible():
            self.card.hide()
        else:
            super().keyPressEvent(event)

    def _neighbour(self, across: int, down: int) -> PlacedMark | None:
        """The next mark across, of the same series if it can be, or the next down at the same place, in a circle."""
        placed = self.geometry_now.placed
        if self.current is None or not placed:
            return placed[0] if placed else None
        here = self.current
        if down:
            at_place = [candidate for candidate in placed if candidate.mark.place == here.mark.place]
            return at_place[(at_place.index(here) + down) % len(at_place)]
        beyond = [candidate for candidate in placed if (candidate.mark.place - here.mark.place) * across > 0]
        if not beyond:
            return here
        nearest = min(beyond, key=lambda candidate: abs(candidate.mark.place - here.mark.place)).mark.place
        return min(
            (candidate for candidate in beyond if candidate.mark.place == nearest),
            key=lambda candidate: (candidate.series != here.series, candidate.series),
        )

    def _go(self, placed: PlacedMark | None) -> None:
        """Move the keyboard to a mark, with its card; screen readers say what it says."""
        if placed is None:
            return
        self.current = placed
        beside = placed.area.center() if placed.column.isEmpty() else QPointF(placed.area.right(), placed.area.top())
        self.card.show_mark(placed.mark, beside.toPoint())
        self.setAccessibleDescription(self.card.words)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, self.card.words))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self.current is None and event.reason() in BY_KEY:
            self._go(self._neighbour(1, 0))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.card.hide()
        self.update()
