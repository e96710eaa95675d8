"""What is placed on a board by a click, and what a click then makes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.position import FIRST, SECOND, Cell
from visualiser.editor.grid import OUTSIDE, Grid
from visualiser.words import tr


@dataclass(frozen=True)
class Tool:
    """One thing that can be chosen for the pointer. `owner` is what a cell gets; None: whoever is to move."""

    owner: int | None
    label: str
    help: str


def tools_of(game: str) -> list[Tool]:
    """The tools of a game's board; the first is the usual one."""
    return MAKERS[game]()


def tictactoe_tools() -> list[Tool]:
    return [
        Tool(None, tr("In turn"), tr("Click a square to place the mark of whoever is to move")),
        Tool(FIRST, tr("X"), tr("Click a square to place an X, or to take it away again. Key: X")),
        Tool(SECOND, tr("O"), tr("Click a square to place an O, or to take it away again. Key: O")),
        Tool(0, tr("Empty"), tr("Click a square to empty it. Key: Delete, or the right mouse button")),
    ]


def connectfour_tools() -> list[Tool]:
    return [
        Tool(None, tr("In turn"), tr("Click a column to drop the disc of whoever is to move")),
        Tool(FIRST, tr("Red"), tr("Click a column to drop a red disc. Key: R")),
        Tool(SECOND, tr("Yellow"), tr("Click a column to drop a yellow disc. Key: Y")),
        Tool(0, tr("Take"), tr("Click a column to take its top disc. Key: Delete, or the right mouse button")),
    ]


def hexline_tools() -> list[Tool]:
    return [
        Tool(0, tr("Cell"), tr("Click to add a cell to the board, or to take it out again. Draw with the button held")),
        Tool(FIRST, tr("Taken by 1"), tr("Click a cell that player 1 has taken. Key: 1")),
        Tool(SECOND, tr("Taken by 2"), tr("Click a cell that player 2 has taken. Key: 2")),
        Tool(
            OUTSIDE, tr("No cell"), tr("Click to take a cell out of the board. Key: Delete, or the right mouse button")
        ),
    ]


MAKERS: dict[str, Callable[[], list[Tool]]] = {
    "tictactoe": tictactoe_tools,
    "connectfour": connectfour_tools,
    "hexline": hexline_tools,
}


def apply(grid: Grid, cell: Cell, owner: int | None) -> Grid:
    """The board after a click on a cell with a tool; the same board where nothing can be done there."""
    if grid.game == "connectfour":
        return drop(grid, cell[0], owner)
    found = grid.owner(cell)
    if owner is None:
        return grid.put(cell, 0) if found else grid.put_in_turn(cell)
    if owner == 0 and grid.game == "hexline":
        return grid.put(cell, OUTSIDE if found == 0 else 0)
    return grid.put(cell, 0 if found == owner and owner != OUTSIDE else owner)


def drop(grid: Grid, column: int, owner: int | None) -> Grid:
    if owner == 0:
        return remove(grid, (column, 0))
    landing = grid.landing(column)
    if landing is None:
        return grid
    return grid.put_in_turn(landing) if owner is None else grid.put(landing, owner)


def remove(grid: Grid, cell: Cell) -> Grid:
    """The board after a click with the other button: without the piece, or in hexline without the cell."""
    if grid.game == "connectfour":
        top = grid.top_disc(cell[0])
        return grid if top is None else grid.put(top, 0)
    if grid.game == "hexline":
        return grid.put(cell, OUTSIDE if grid.owner(cell) in (0, OUTSIDE) else 0)
    return grid.put(cell, 0)


KEYS = {"x": FIRST, "r": FIRST, "1": FIRST, "o": SECOND, "y": SECOND, "2": SECOND, ".": 0, "0": 0, "#": OUTSIDE}
"""What a key places, in whichever game has it."""


def place(grid: Grid, cell: Cell, key: str) -> Grid:
    """The board after a key: the piece is placed, whatever was there."""
    owner = KEYS.get(key.lower())
    if owner is None or (owner == OUTSIDE and grid.game != "hexline"):
        return grid
    if grid.game == "connectfour":
        return drop(grid, cell[0], owner)
    return grid.put(cell, owner)
