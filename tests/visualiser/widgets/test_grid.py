from __future__ import annotations

import plyscope
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import sample_names
from plyscope_window.widgets.grid import OUTSIDE, Grid, read_grid

BOARDS = [name for name in sample_names() if not name.startswith("tree/")]


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_read_and_written_is_the_same_position(name: str) -> None:
    position = plyscope.load(f"sample:{name}")
    grid = read_grid(position.game.name, position.text)
    again = plyscope.load(f"{position.game.name}:{grid.text}")
    assert again.state == position.state
    assert grid.board().owners == position.board().owners


@given(st.sampled_from(["tictactoe", "connectfour", "hexline"]), st.integers(1, 9), st.integers(1, 9), st.data())
def test_any_cells_survive_being_written(game: str, columns: int, rows: int, data: st.DataObject) -> None:
    """Also those of an impossible board, which the engine refuses."""
    owners = st.integers(0, 3 if game == "hexline" else 2)
    cells = tuple(data.draw(owners) for _ in range(columns * rows))
    if game == "hexline" and set(cells) == {OUTSIDE}:
        return
    in_a_row = 0 if game == "hexline" else max(columns, rows)
    turn = data.draw(st.sampled_from([None, 1, 2])) if game == "tictactoe" else None
    grid = Grid(game, columns, rows, in_a_row, cells, turn)
    assert read_grid(game, grid.text) == grid


def test_digits_of_connect_four_become_discs() -> None:
    assert read_grid("connectfour", "44").text == "......./......./......./......./...Y.../...R..."


def test_a_larger_board_keeps_its_pieces_by_their_names() -> None:
    grid = read_grid("tictactoe", "X../.O./...").resized(4, 4, 3)
    assert grid.text == "4,4,3 ..../X.../.O../...."
    discs = read_grid("connectfour", "12").resized(5, 4, 4)
    assert discs.text == "5,4,4 ...../...../...../RY..."


def test_a_disc_falls_on_what_is_there_even_if_that_floats() -> None:
    grid = read_grid("connectfour", "......./......./R....../......./......./.......")
    assert grid.landing(0) == (0, 1)
    assert grid.landing(1) == (1, 5)
    full = read_grid("connectfour", "4,2,2 R.../Y...")
    assert full.landing(0) is None


def test_pieces_placed_in_turn_alternate() -> None:
    grid = read_grid("tictactoe", "")
    for cell in ((0, 0), (1, 1), (2, 2)):
        grid = grid.put_in_turn(cell)
    assert grid.text == "X../.O./..X"
    named = read_grid("tictactoe", ".../.../... o").put_in_turn((0, 0)).put_in_turn((1, 0))
    assert named.text == "OX./.../... o"
