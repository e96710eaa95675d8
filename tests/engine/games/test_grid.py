from __future__ import annotations

from dataclasses import replace

import plyscope
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import sample_names
from plyscope.games import GAMES
from plyscope.games.counts import FIXED, TAKE, CountRules
from plyscope.games.grid import OUTSIDE, Grid, GridRules

GRIDS = [name for name, entry in GAMES.items() if entry.grid is not None]
BOARDS = [name for name in sample_names() if name.partition("/")[0] in GRIDS]


def rules(game: str) -> GridRules:
    grid = GAMES[game].grid
    assert grid is not None
    return grid


def read_grid(game: str, text: str) -> Grid:
    return rules(game).read(text)


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_read_and_written_is_the_same_position(name: str) -> None:
    position = plyscope.load(f"sample:{name}")
    grid = read_grid(position.game.name, position.text)
    again = plyscope.load(f"{position.game.name}:{grid.text}")
    assert again.state == position.state
    assert grid.board().owners == position.board().owners


@given(st.sampled_from(GRIDS), st.integers(1, 9), st.integers(1, 9), st.data())
def test_any_cells_survive_being_written(game: str, columns: int, rows: int, data: st.DataObject) -> None:
    """Also those of an impossible board, which the engine refuses."""
    grid = rules(game)
    if isinstance(grid, CountRules):
        start = grid.read(GAMES[game].start)
        numbers = st.integers(0, grid.most)
        filled = tuple(data.draw(numbers) if number != FIXED else FIXED for number in start.cells)
        drawn = replace(start, cells=filled)
        assert grid.read(drawn.text) == drawn
        return
    if grid.has_one_size:
        columns, rows = grid.max_size
    owners = st.integers(0, len(grid.symbols) - 1)
    cells = tuple(data.draw(owners) for _ in range(columns * rows))
    if grid.has_outline and set(cells) == {OUTSIDE}:
        return
    if grid.kinds:
        drawn = replace(grid.read(""), cells=cells, turn=data.draw(st.sampled_from([1, 2])))
        assert grid.read(drawn.text).cells == cells
        assert grid.read(drawn.text).text == drawn.text
        return
    in_a_row = 0 if grid.usual_size is None else max(columns, rows)
    turn = data.draw(st.sampled_from([None, 1, 2])) if grid.turns and grid.counts_tell_turn else None
    drawn = Grid(grid, columns, rows, in_a_row, cells, turn)
    assert grid.read(drawn.text) == drawn


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
    assert read_grid(game, before).clicked(cell, owner).text == after


def test_the_other_button_takes_away() -> None:
    assert read_grid("tictactoe", "X../.../...").removed((0, 0)).text == ".../.../..."
    assert read_grid("connectfour", "2,2,2 R./Y.").removed((0, 1)).text == "2,2,2 ../Y."
    assert read_grid("hexline", "1.").removed((0, 0)).text == ".."
    assert read_grid("hexline", "..").removed((0, 0)).text == "#."


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
    assert grid.typed((0, 0), key).text == after


def test_numbers_are_added_to_taken_from_and_typed() -> None:
    grid = read_grid("kalah", "0 4 4/4 96 0 south")
    assert grid.clicked((1, 0), None).text == "0 5 4/4 96 0 south"
    assert grid.clicked((1, 0), TAKE).text == grid.removed((1, 0)).text == "0 3 4/4 96 0 south"
    assert grid.clicked((1, 0), 0).text == "0 0 4/4 96 0 south"
    assert grid.typed((0, 0), "12").text == "12 4 4/4 96 0 south"
    assert grid.removed((0, 0)) == grid.clicked((2, 1), None) == grid, "neither below nothing nor above the most"
    assert grid.clicked((0, 1), None) == grid, "no place of the board"
    assert [grid.key_owner(key) for key in ("7", "96", "97", "x", "")] == [7, 96, None, None, None]
    assert grid.cleared().text == "0 0 0/0 0 0 south"
    assert grid.with_turn(2).text == "0 4 4/4 96 0 north"


def test_points_of_pig_and_its_die_are_edited() -> None:
    grid = read_grid("pig", "50 34:41 +12 second")
    assert grid.typed((1, 1), "9").text == "50 34:41 +9 second"
    assert grid.clicked((1, 0), None) == grid, "only the side to move has a total"
    assert str(grid.content((2, 0))) == "nothing that can be changed"
    (die,) = grid.rules.switches
    rolling = die.turned(grid, True)
    assert rolling.text == "50 34:41 +12 rolls second"
    assert die.is_on(rolling)
    assert rolling.with_turn(1).text == "50 34:41 +12 rolls first"
