"""The boards of the window: the pieces of each game, their colours, and the layout of cells."""

from __future__ import annotations

from typing import Any

import plyscope
import pytest
from plyscope.export.palette import DISCS
from plyscope_window.look import theme
from plyscope_window.widgets.boards import BoardPlan, paint_board
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

pytestmark = pytest.mark.qt

BOARDS = {
    "marks": "tictactoe:XOX/.O./..X",
    "discs": "connectfour:44536",
    "cells": "hexline:##..##/##12.#/######",
}


def picture(position: plyscope.Position, side: int, last: int | None = None) -> Any:
    image = QImage(side, side, QImage.Format.Format_ARGB32)
    image.fill(0xFF000000)
    painter = QPainter(image)
    paint_board(painter, position.board(last), QRectF(0, 0, side, side), position.max_side)
    painter.end()
    return image


def colours(image: Any) -> set[str]:
    size = range(image.width())
    return {QColor(image.pixel(x, y)).name().upper() for x in size for y in size}


@pytest.mark.parametrize("pieces", BOARDS)
def test_every_game_declares_its_pieces(pieces: str) -> None:
    assert plyscope.load(BOARDS[pieces]).board().pieces == pieces


@pytest.mark.parametrize("theme_name", ["light", "dark"])
def test_discs_are_red_and_yellow_but_not_the_yellow_of_the_cursor(qtbot: Any, theme_name: str) -> None:
    theme.Current.theme = theme.THEMES[theme_name]
    found = colours(picture(plyscope.load(BOARDS["discs"]), 140))
    theme.Current.theme = theme.LIGHT
    assert {"#FF5641", "#FFDF37"} <= found
    assert not found & {theme.THEMES[theme_name].now.name().upper(), theme.THEMES[theme_name].grip.name().upper()}


def test_red_discs_have_a_ring_and_yellow_ones_do_not(qtbot: Any) -> None:
    position = plyscope.load("connectfour:12")
    image = picture(position, 420)
    plan = BoardPlan(position.board(), QRectF(0, 0, 420, 420))
    for column, disc in enumerate(DISCS):
        centre = plan.centre((column, 5))
        middle = {QColor(image.pixel(round(centre.x()) + x, round(centre.y()))).name() for x in range(20)}
        assert (disc.outline.lower() in middle) == (column == 0)


@pytest.mark.parametrize("side", [45, 120, 320])
@pytest.mark.parametrize("text", [*BOARDS.values(), "hexline:random 20 3"])
def test_cells_fill_the_rectangle_and_are_hit(qtbot: Any, text: str, side: int) -> None:
    """Check all boards, also one of hexagons with wide margins of absent cells."""
    board = plyscope.load(text).board()
    plan = BoardPlan(board, QRectF(0, 0, side, side))
    assert max(plan.frame.width(), plan.frame.height()) == pytest.approx(side)
    assert plan.frame.center().x() == pytest.approx(side / 2)
    assert all(plan.cell_at(plan.centre(cell)) == cell for cell in board.owners)


@pytest.mark.parametrize("text", [*BOARDS.values(), "hexline:random 20 3", "kalah:"])
def test_a_turned_board_takes_the_same_room_with_each_cell_opposite_its_place(qtbot: Any, text: str) -> None:
    board, area = plyscope.load(text).board(), QRectF(0, 0, 320, 320)
    plan, turned = BoardPlan(board, area), BoardPlan(board, area, is_turned=True)
    middle = plan.frame.center()
    for cell in board.owners:
        opposite = middle * 2 - plan.centre(cell)
        assert (turned.centre(cell) - opposite).manhattanLength() < 1e-6
        assert turned.cell_at(opposite) == cell
    drawn = {cell.place: (cell.x, cell.y) for cell in turned.describe().cells}
    assert drawn == {cell: pytest.approx(turned.centre(cell).toTuple()) for cell in board.owners}


def test_owners_and_the_last_move_differ_on_hexagons(qtbot: Any) -> None:
    position = plyscope.load("hexline:.../.../...")
    move = position.find_move("0,2:3:2")
    plain, after = position, position.after(move)
    pictures = [picture(plain, 200), picture(after, 200), picture(after, 200, move)]
    assert pictures[0] != pictures[1] != pictures[2]
    one, two = (picture(plyscope.load(f"hexline:.{owner}."), 12) for owner in "12")
    assert one != two


@pytest.mark.parametrize("text", ["tictactoe:XXX/OO./...", "connectfour:1122334"])
def test_a_plan_serves_any_board_of_its_size(qtbot: Any, text: str) -> None:
    """The editor lays out a bare board; the winning line of the real one is painted on it."""
    position = plyscope.load(text)
    board, area = position.board(), QRectF(0, 0, 120, 120)
    assert board.winning_line
    image = QImage(120, 120, QImage.Format.Format_ARGB32)
    image.fill(0xFF000000)
    painter = QPainter(image)
    paint_board(painter, board, area, position.max_side, plan=BoardPlan(board._replace(winning_line=()), area))
    painter.end()
    assert image == picture(position, 120)
