"""Layouts, each declared with its parts: rows, columns, lines that wrap like text, and parts with handles between."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from PySide6.QtCore import QMargins, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from plyscope_window.look.theme import Current
from plyscope_window.widgets.painting import Themed

PANEL_MARGIN = 10
"""The margin of a panel, in pixels."""
BAR_MARGINS = (PANEL_MARGIN, 4, PANEL_MARGIN, 4)
"""Left, top, right and bottom of a bar of buttons and fields above a list, in pixels."""
STRETCH = (None, 1)
"""The part of a layout that takes the room which the others leave."""

Margins = int | tuple[int, int, int, int] | None
"""One for all sides, or left, top, right and bottom, in pixels; None for those of the style."""
LayoutPart = (
    QWidget
    | QLayout
    | int
    | tuple[QWidget | QLayout | None, int]
    | tuple[QWidget, int, Qt.AlignmentFlag]
)  # fmt: skip
"""What stands in a row or a column: a widget or a layout, or either with its stretch and where it is aligned; a number
is a gap in pixels.
"""
AnyBox = TypeVar("AnyBox", bound=QBoxLayout)


def column_layout(*parts: LayoutPart, margins: Margins = 0, spacing: int | None = None) -> QVBoxLayout:
    """A layout of parts below each other; without a spacing, that of the style or of the layout around."""
    return _filled(QVBoxLayout(), parts, margins, spacing)


def row_layout(*parts: LayoutPart, margins: Margins = 0, spacing: int | None = None) -> QHBoxLayout:
    """A layout of parts side by side; without a spacing, that of the style or of the layout around."""
    return _filled(QHBoxLayout(), parts, margins, spacing)


def _filled(layout: AnyBox, parts: Sequence[LayoutPart], margins: Margins, spacing: int | None) -> AnyBox:
    """A row or a column with its parts in it."""
    if margins is not None:
        layout.setContentsMargins(*(margins if isinstance(margins, tuple) else (margins,) * 4))
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        if isinstance(part, int):
            layout.addSpacing(part)
            continue
        inside, stretch, *alignment = part if isinstance(part, tuple) else (part, 0)
        if inside is None:
            layout.addStretch(stretch)
        elif isinstance(inside, QLayout):
            layout.addLayout(inside, stretch)
        else:
            layout.addWidget(inside, stretch, *alignment)
    return layout


def flow_layout(*parts: QWidget, trailing: QWidget | None = None, spacing: int = 8, least_width: int = 0) -> FlowLayout:
    """A layout of widgets in lines, with `trailing` at the end of its line."""
    layout = FlowLayout(spacing, least_width)
    for part in parts:
        layout.addWidget(part)
    if trailing is not None:
        layout.add_trailing(trailing)
    return layout


def widget_with(layout: QLayout) -> QWidget:
    """A widget that only holds a layout."""
    widget = QWidget()
    widget.setLayout(layout)
    return widget


def scroll_area(inside: QWidget, *, is_upright: bool = False, takes_focus: bool = True) -> QScrollArea:
    """A scroll area around a widget; an upright one has no bar across. Without focus the keyboard skips it."""
    area = QScrollArea()
    if is_upright:
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    if not takes_focus:
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidgetResizable(True)
    area.setWidget(inside)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area


def stacked(*pages: QWidget) -> QStackedWidget:
    """Widgets of which one is shown, the first one to begin with."""
    stack = QStackedWidget()
    for page in pages:
        stack.addWidget(page)
    return stack


def line_between() -> QFrame:
    """A thin upright line between two parts of a page."""
    line = QFrame()
    line.setFixedWidth(1)
    line.setStyleSheet("background: palette(mid)")
    return line


class Beside(Themed, QStackedWidget):
    """What stands beside a board, one of several widgets, as wide as the text size needs."""

    def __init__(self, width: int, *parts: QWidget) -> None:
        """`width` is that at the usual text size, in pixels."""
        super().__init__()
        self._usual_width = width
        for part in parts:
            self.addWidget(part)
        self.apply_theme()

    def apply_theme(self) -> None:
        """Take the width that the text size needs."""
        self.setFixedWidth(round(self._usual_width * max(1.0, Current.text_scale * 0.9)))


def splitter(
    parts: Sequence[QWidget], sizes: Sequence[int] = (), grows: int | None = None, *, is_upright: bool = False
) -> QSplitter:
    """Widgets with handles between them, side by side or, if `is_upright`, below each other.

    The one numbered `grows` takes what the window gains; None for all of them.
    """
    split = QSplitter(Qt.Orientation.Vertical if is_upright else Qt.Orientation.Horizontal)
    split.setChildrenCollapsible(False)
    for part in parts:
        split.addWidget(part)
    if sizes:
        split.setSizes([*sizes])
    if grows is not None:
        split.setStretchFactor(grows, 1)
    return split


class FlowLayout(QLayout):
    """Widgets in lines. One added by `add_trailing` is placed at the end of its line.

    With a `least_width`, all widgets have the same width, at least that, and fill their lines, like cards.
    """

    def __init__(self, spacing: int = 8, least_width: int = 0) -> None:
        super().__init__()
        self._heights: dict[int, int] = {}
        """By the widths that were asked about since anything changed: Qt asks many times."""
        self.setContentsMargins(QMargins(0, 0, 0, 0))
        self.setSpacing(spacing)
        self._items: list[QLayoutItem] = []
        self._trailing: QLayoutItem | None = None
        self._least_width = least_width

    def invalidate(self) -> None:
        self._heights.clear()
        super().invalidate()

    def add_trailing(self, widget: QWidget) -> None:
        """Add the widget that is placed at the end of its line."""
        self.addWidget(widget)
        self._trailing = self._items[-1]

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._place(QRect(0, 0, width, 0), moving=False)
        return self._heights[width]

    def sizeHint(self) -> QSize:
        shown = [item.sizeHint() for item in self._shown()]
        width = sum(size.width() for size in shown) + self.spacing() * max(0, len(shown) - 1)
        return QSize(width, max((size.height() for size in shown), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def setGeometry(self, area: QRect) -> None:
        super().setGeometry(area)
        self._place(area, moving=True)

    def _shown(self) -> list[QLayoutItem]:
        """The items that are not hidden."""
        return [item for item in self._items if not item.isEmpty()]

    def _widths(self, items: list[QLayoutItem], width: int) -> list[tuple[QLayoutItem, int]]:
        """Each item with the width that it gets in lines of a width."""
        if not self._least_width:
            return [(item, min(item.sizeHint().width(), width)) for item in items]
        spacing = self.spacing()
        columns = max(1, (width + spacing) // (self._least_width + spacing))
        return [(item, int((width - (columns - 1) * spacing) / columns)) for item in items]

    def _place(self, area: QRect, *, moving: bool) -> int:
        """Arrange the items in lines, if `moving`; return the height of all lines."""
        y, line, used, spacing, room = area.top(), list[tuple[QLayoutItem, int]](), 0, self.spacing(), area.width()
        for item, width in self._widths(self._shown(), room):
            if line and used + spacing + width > room:
                y += self._place_line(line, area, y, moving=moving) + spacing
                line, used = [], 0
            used += width + (spacing if line else 0)
            line.append((item, width))
        y += self._place_line(line, area, y, moving=moving) if line else 0
        return y - area.top()

    def _place_line(self, line: list[tuple[QLayoutItem, int]], area: QRect, y: int, *, moving: bool) -> int:
        """Arrange one line, if `moving`; return its height, which all its items get so that their middles align."""
        height = max(needed_height(item, width) for item, width in line)
        x = area.left()
        for item, width in line if moving else []:
            if item is self._trailing:
                x = area.right() + 1 - width
            place = QRect(x, y, width, height)
            widget = item.widget()
            direction = widget.layoutDirection() if widget is not None else Qt.LayoutDirection.LeftToRight
            item.setGeometry(QStyle.visualRect(direction, area, place))
            x += width + self.spacing()
        return height


def needed_height(item: QLayoutItem, width: int) -> int:
    """The height of an item at a width."""
    return item.heightForWidth(width) if item.hasHeightForWidth() else item.sizeHint().height()
