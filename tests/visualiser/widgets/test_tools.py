from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.widgets.board_to_click import apply, place, remove
from plyscope_window.widgets.grid import OUTSIDE, read_grid


@pytest.mark.parametrize(
    ("game", "before", "cell", "owner", "after"),
    [
        ("tictactoe", ".../.../...", (0, 0), None, "X../.../..."),
        ("tictactoe", "X../.../...", (0, 0), None, ".../.../..."),
        ("tictactoe", "X../.../...", (0, 0), 2, "O../.../..."),
        ("tictactoe", "O../.../...", (0, 0), 2, ".../.../..."),
        ("connectfour", "2,2,2 ../..", (1, 0), None, "2,2,2 ../.R"),
        ("connectfour", "2,2,2 ../.R", (1, 0), 1, "2,2,2 .R/.R"),
        ("connectfour", "2,2,2 .R/.R", (1, 0), 1, "2,2,2 .R/.R"),
        ("connectfour", "2,2,2 .R/.R", (1, 1), 0, "2,2,2 ../.R"),
        ("hexline", "..", (0, 0), 0, "#."),
        ("hexline", "#.", (0, 0), 0, ".."),
        ("hexline", "..", (0, 0), 1, "1."),
        ("hexline", "1.", (0, 0), 1, ".."),
        ("hexline", "1.", (0, 0), OUTSIDE, "#."),
    ],
)
def test_what_a_click_does(game: str, before: str, cell: tuple[int, int], owner: int | None, after: str) -> None:
    assert apply(read_grid(game, before), cell, owner).text == after


def test_the_other_button_takes_away() -> None:
    assert remove(read_grid("tictactoe", "X../.../..."), (0, 0)).text == ".../.../..."
    assert remove(read_grid("connectfour", "2,2,2 R./Y."), (0, 1)).text == "2,2,2 ../Y."
    assert remove(read_grid("hexline", "1."), (0, 0)).text == ".."
    assert remove(read_grid("hexline", ".."), (0, 0)).text == "#."


@pytest.mark.parametrize(
    ("game", "key", "after"),
    [
        ("tictactoe", "x", "X../.../..."),
        ("tictactoe", "O", "O../.../..."),
        ("tictactoe", "#", ".../.../..."),
        ("connectfour", "y", "......./......./......./......./......./Y......"),
        ("hexline", "2", "2." + "." * 10),
        ("hexline", "#", "#." + "." * 10),
    ],
)
def test_what_a_key_places(game: str, key: str, after: str) -> None:
    grid = read_grid(game, "" if game != "hexline" else "." * 12)
    assert place(grid, (0, 0), key).text == after
