"""The names of columns, rows and squares that stand on and beside a board, in the notation of its moves."""

from __future__ import annotations

from plyscope.model.position import Board, Cell, Game


def edge_names(board: Board, game: Game, coordinates: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the names of columns from the left and of rows from the top, in the notation of the moves.

    A board of hexagons has the numbers of its rows alone.
    """
    return ((), tuple(map(str, range(board.rows)))) if board.shape == "hex" else game.edge_names(coordinates)


def free_squares(board: Board, game: Game, coordinates: str) -> dict[Cell, str]:
    """Return the names of the empty squares, in a notation that names no columns and rows; else none."""
    if not coordinates or any(edge_names(board, game, coordinates)):
        return {}
    squares = ((move, game.square(move)) for move in range(board.columns * board.rows))
    return {
        cell: game.shown_move(move, coordinates)
        for move, cell in squares
        if cell is not None and not board.owners.get(cell)
    }
