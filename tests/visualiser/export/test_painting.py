"""What is painted is what the engine wrote down: its colours are the window's, its texts have the room they need."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from plyscope.export.boards import BoardColours, describe_board, draw_board
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.marks import BoardMarks
from plyscope.export.node_texts import STYLES, width_of
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection
from plyscope.model.board_texts import board_of, find_cells
from plyscope_window.export import painting
from plyscope_window.look import theme
from PySide6.QtGui import QColor, QFont, QGuiApplication, QImage, QPainter

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_colours_are_those_of_the_window(name: str) -> None:
    palette, shown = PALETTES[name], theme.THEMES[name]
    for field in fields(palette):
        if (name, field.name) != ("light", "paper"):  # a drawing goes to paper that is white
            assert getattr(palette, field.name) == getattr(shown, field.name).name().upper(), field.name


@pytest.mark.parametrize("text", ["b2", "≥−100", "5,4:3:2", "α −∞", "a name", "Move 17", "10k", "ראשון", "左上"])
@pytest.mark.parametrize("bold", [False, True])
def test_texts_are_as_wide_as_the_engine_thinks(text: str, bold: bool) -> None:
    painting.ensure_application()
    real = painting.width_of(painting.font_of(12 * painting.TEXT_SUBUNITS, bold), text)
    assert width_of(text, 12, bold=bold) == pytest.approx(real, rel=0.15)


def test_every_role_has_a_colour_in_every_palette() -> None:
    for style in STYLES.values():
        assert all(hasattr(palette, style.colour) for palette in PALETTES.values())


def test_figures_are_not_all_as_wide_whatever_the_window_has() -> None:
    """Printed pages could not be searched for them."""
    painting.ensure_application()
    before = QGuiApplication.font()
    try:
        QGuiApplication.setFont(theme.font(13))
        painting.font_of.cache_clear()
        tag = QFont.Tag("tnum")
        assert theme.font(13).featureValue(tag) == 1
        assert painting.font_of(24, False).featureValue(tag) == 0
    finally:
        QGuiApplication.setFont(before)
        painting.font_of.cache_clear()


def painted(text: str) -> QImage:
    """A board as it is painted on paper, twenty units a cell."""
    painting.ensure_application()
    cells = find_cells(text)
    assert cells is not None
    drawing = describe_board(board_of(cells, None, {}), 20.0)
    image = QImage(round(drawing.width), round(drawing.height), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    pen = BoardMarks(BoardColours(PALETTES["light"], 1))
    draw_board(drawing, pen)
    for mark in pen.marks:
        painting.paint_mark(painter, mark)
    painter.end()
    return image


def is_dark(image: QImage, column: int, row: int) -> bool:
    """Whether anything dark is in a cell."""
    pixels = (image.pixelColor(20 * column + x, 20 * row + y) for x in range(2, 19) for y in range(2, 19))
    return any(pixel.lightness() < 100 for pixel in pixels)


def test_chess_pieces_are_painted() -> None:
    image = painted("'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR'")
    assert [is_dark(image, 4, row) for row in range(8)] == [True, True, *[False] * 4, True, True]
    light, dark = (image.pixelColor(20 * column + 10, 70).lightness() for column in (0, 1))
    assert light != dark


def test_texts_in_cells_are_painted() -> None:
    image = painted("[['W', '', 'b'], ['', 'W', 'x']]")
    found = [[is_dark(image, column, row) for column in range(3)] for row in range(2)]
    assert found == [[True, False, True], [False, True, True]]


def test_an_arrow_leads_to_what_a_table_had_stored() -> None:
    painting.ensure_application()
    drawing = draw(Selection(record("sample:tictactoe/same-board"), Extent()))
    images = []
    for shown in (drawing, replace(drawing, links=[])):
        image = QImage(round(drawing.width), round(drawing.height), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        for _ in painting.paint_drawing(painter, shown):
            pass
        painter.end()
        images.append(image)
    for link in drawing.links:
        x, y = (round(sum(place) / 3) for place in zip(*link.head, strict=True))
        with_arrow, without = (image.pixelColor(x, y).lightness() for image in images)
        assert with_arrow < without
