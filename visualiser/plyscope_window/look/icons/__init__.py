"""The icons: one line drawing each, on a grid of 24, in the colours of the theme.

An icon is painted in any size, density, state and theme; what was drawn once stays in Qt's own cache.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import ClassVar

from PySide6.QtCore import QByteArray, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer
from shiboken6 import isValid

from plyscope_window.look.theme import theme

NAMES = (
    # Steps through time, and the same backwards.
    "first", "back", "play-back", "pause", "play", "forward", "last",
    "step-into", "step-over", "step-out", "back-into", "back-over", "back-out", "run", "run-back",
    "next-cut", "next-best", "next-change", "previous-cut", "previous-best", "previous-change",
    "to-return", "same-position", "same-position-before", "go-to-step", "undo", "redo",
    # Marks and finding.
    "breakpoint", "breakpoint-off", "bookmark", "bookmark-add", "next-bookmark", "previous-bookmark",
    "find", "find-next", "find-previous",
    # The view of the tree.
    "fit", "centre", "follow", "zoom-in", "zoom-out", "labels", "hide", "unhide", "collapse", "expand",
    "hide-future", "focus-view", "tree-view", "icicle-view",
    # Files and recordings.
    "open", "save", "save-as", "record", "record-again", "new", "close", "recent",
    "paste", "copy", "export", "compare",
    # The window and its panels.
    "settings", "theme", "presentation", "help", "keyboard",
    "board", "turn", "code", "stack", "timeline", "list", "outline",
    # Signs, shapes of nodes, and editing.
    "warning", "error", "info", "max", "min", "leaf", "add", "remove", "edit", "random",
)  # fmt: skip
"""The names of all icons."""


def icon(name: str) -> QIcon:
    """An icon in the ink of the theme that is in use when it is painted."""
    if name not in NAMES:
        raise KeyError(f"there is no icon {name!r}")
    return QIcon(Engine(name))


class Engine(QIconEngine):
    """The engine of one icon; Qt asks it for a picture whenever it shows one."""

    copies: ClassVar[list[Engine]] = []

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        ratio = painter.device().devicePixelRatio()
        picture = icon_pixmap(self.name, rect.size() * ratio, colour_for(mode, state))
        painter.drawPixmap(QRectF(rect), picture, QRectF(picture.rect()))

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """A picture of a size in device pixels."""
        return icon_pixmap(self.name, size, colour_for(mode, state))

    def clone(self) -> QIconEngine:
        """A copy for an icon that is to be changed; it is kept here, since PySide keeps no reference to it."""
        copy = Engine(self.name)
        Engine.copies = [*filter(isValid, Engine.copies), copy]
        return copy


def colour_for(mode: QIcon.Mode, state: QIcon.State) -> QColor:
    """The colour of an icon in a state: that of the text that would stand in its place."""
    if mode == QIcon.Mode.Disabled:
        return theme().edge
    if mode == QIcon.Mode.Selected:
        return theme().on_now
    return theme().paper if state == QIcon.State.On else theme().ink


def icon_pixmap(name: str, size: QSize, colour: QColor) -> QPixmap:
    """An icon in one colour, as large as fits, in the middle of a transparent picture of a size in pixels."""
    key = f"icon {name} {size.width()} {size.height()} {colour.name()}"
    kept = QPixmap()
    if QPixmapCache.find(key, kept):
        return kept
    picture = QPixmap(size)
    picture.fill(Qt.GlobalColor.transparent)
    side = min(size.width(), size.height())
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    place = QRectF((size.width() - side) / 2, (size.height() - side) / 2, side, side)
    QSvgRenderer(QByteArray(icon_svg(name).replace(b"currentColor", colour.name().encode()))).render(painter, place)
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


@cache
def icon_svg(name: str) -> bytes:
    """The drawing of an icon, in currentColor."""
    return files("plyscope_window.look.icons").joinpath(f"{name}.svg").read_bytes()
