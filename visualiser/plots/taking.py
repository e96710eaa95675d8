"""Taking numbers and pictures along: to the clipboard, and into files that are written in one go or not at all."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter

from engine.messages import InputError
from engine.writing import replacing
from visualiser.plots.geometry import Geometry, height_for
from visualiser.plots.painting import paint_plot
from visualiser.plots.plot import Plot
from visualiser.theme import theme

WIDTH, INSIDE = 640, 220.0
"""Of a picture and of the room between its axes, in the window's pixels."""
SCALE = 2
"""Pixels of a bitmap for one of the window's."""


def areas(plots: Sequence[Plot]) -> list[QRectF]:
    """The plots above each other."""
    found, top = list[QRectF](), 0.0
    for plot in plots:
        high = height_for(plot, WIDTH, 8.0 if plot.is_empty else INSIDE)
        found.append(QRectF(0, top, WIDTH, high))
        top += high + 8
    return found


def paint_all(painter: QPainter, plots: Sequence[Plot]) -> None:
    for plot, area in zip(plots, areas(plots), strict=True):
        paint_plot(painter, Geometry(plot, area))


def size_of(plots: Sequence[Plot]) -> QSize:
    return QSize(WIDTH, int(areas(plots)[-1].bottom() + 8))


def picture(plots: Sequence[Plot]) -> QImage:
    """The plots as a bitmap, in the colours of the theme."""
    size = size_of(plots)
    image = QImage(size * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(theme().paper)
    painter = QPainter(image)
    paint_all(painter, plots)
    painter.end()
    return image


def save_picture(plots: Sequence[Plot], path: Path) -> None:
    """As SVG or PNG, by the ending of the name."""
    with replacing(path, force=True) as temporary:
        if path.suffix.lower() == ".svg":
            save_svg(plots, temporary)
        elif not QImageWriter(str(temporary), QByteArray(b"png")).write(picture(plots)):
            raise InputError("{path}: the picture could not be written", path=str(path))


def save_svg(plots: Sequence[Plot], path: Path) -> None:
    from PySide6.QtSvg import QSvgGenerator

    size = size_of(plots)
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle("; ".join(plot.title for plot in plots))
    painter = QPainter(generator)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), theme().paper)
    paint_all(painter, plots)
    painter.end()


def save_text(text: str, path: Path) -> None:
    with replacing(path, force=True) as temporary:
        temporary.write_text(text, encoding="utf-8")


def copy_picture(plots: Sequence[Plot]) -> None:
    QGuiApplication.clipboard().setImage(picture(plots))


def copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
