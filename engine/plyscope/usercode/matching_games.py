"""Which game of the table the boards of user code may be, tried one reading after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations
from typing import Any

from numpy.typing import NDArray

from plyscope.files.sources import read_text
from plyscope.games import GAMES
from plyscope.games.grid import GridRules
from plyscope.messages import InputError
from plyscope.model.board_texts import EMPTY_CELLS, Cells, placed
from plyscope.model.declaration import MAX
from plyscope.model.position import Position
from plyscope.usercode.boards import BoardColumn

Spelling = Callable[[str], str]


def game_of(
    columns: dict[str, NDArray[Any]], boards: BoardColumn, move: NDArray[Any]
) -> Iterator[tuple[Position, Spelling]]:
    """Positions that the first board may be, each with how the game spells a move of the user code."""
    root = boards.cells(0)
    if root is None:
        return
    mover = first_mark(boards, columns)
    for entry in GAMES.values():
        if entry.grid is not None and entry.grid.usual_size is not None:
            columns_, rows_, _ = entry.grid.usual_size
            if (len(root), len(root[0])) == (rows_, columns_):
                yield from positions_of(entry.name, entry.grid, root, mover, columns["kind"][0] == MAX)


def positions_of(
    game: str, grid: GridRules, root: Cells, mover: str, maximizes: bool
) -> Iterator[tuple[Position, Spelling]]:
    """Positions of one game that a board may be, however its marks and its rows are read."""
    for marks in readings(root, mover, grid.symbols[1:3]):
        for rows in (root, root[::-1]):
            text = "/".join("".join(marks.get(cell, ".") for cell in row) for row in rows)
            side = f" {marks[mover].lower()}" if grid.turns and mover in marks else ""
            try:
                position = read_text(game, text + side)
            except InputError:
                continue
            if mover in marks and position.to_move.upper() != marks[mover]:
                continue
            yield position.with_max("mover" if maximizes else other_side(position)), column_of if grid.falls else str


def other_side(position: Position) -> str:
    sides = position.game.sides
    return sides[1] if position.to_move == sides[0] else sides[0]


def column_of(text: str) -> str:
    """Where pieces fall, a move is named by its column alone."""
    return str(ord(text[0]) - 96) if text[:1].isalpha() else text


def first_mark(boards: BoardColumn, columns: dict[str, NDArray[Any]]) -> str:
    """What the first move puts on the board; empty where there is no move."""
    if len(columns["parent"]) < 2:
        return ""
    before, after = boards.cells(0), boards.cells(1)
    if before is None or after is None:
        return ""
    for (_, cell), (_, now) in zip(placed(before), placed(after), strict=False):
        if cell != now:
            return now
    return ""


def readings(root: Cells, mover: str, letters: str) -> Iterator[dict[str, str]]:
    """Which mark is which letter: as it stands where it can, else any way."""
    marks = {cell for _, cell in placed(root)} | {mover}
    taken = sorted(mark for mark in marks if mark and mark not in EMPTY_CELLS)
    if len(taken) > 2:
        return
    usual = {"1": letters[0], "-1": letters[1], "2": letters[1], letters[0]: letters[0], letters[1]: letters[1]}
    known = {mark: usual[mark.upper()] for mark in taken if mark.upper() in usual}
    if len(known) == len(taken) == len(set(known.values())):
        yield known
    for order in permutations(letters, len(taken)):
        yield dict(zip(taken, order, strict=True))
