"""The move that a user means by cells of the board, and why a move is refused.

The view of a board reports cells, and the game has moves. A drag over hexagons is a set of cells, a click on a
square is one cell; where discs drop, any cell of a column means the column.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from plyscope.games import pieces_fall
from plyscope.messages import InputError, Message
from plyscope.model.position import Cell, Position


def cells_of_moves(position: Position) -> dict[str, frozenset[Cell]]:
    """Return the legal moves with the cells that each takes; without a board, the node it leads to."""
    names = {move: position.here.move_text(move) for move in position.legal_moves()}
    if position.board().shape == "node":
        return {name: frozenset({(column, 1)}) for column, name in enumerate(names.values())}
    return {name: position.after(move).board(move).last_move for move, name in names.items()}


def move_by_cells(
    position: Position, cells: Collection[Cell], known: Mapping[str, frozenset[Cell]] | None = None
) -> str:
    """Return the legal move that takes just these cells; else raise InputError with the cells at fault.

    `known` is the result of `cells_of_moves`, to be computed once: large boards have many moves.
    """
    chosen = frozenset(cells)
    moves = known or cells_of_moves(position)
    for move, taken in moves.items():
        if taken == chosen:
            return move
    if pieces_fall(position.game.name) and len({column for column, _ in chosen}) == 1:
        column = next(iter(chosen))[0]
        for move, taken in moves.items():
            if {cell[0] for cell in taken} == {column}:
                return move
        if not position.is_over:
            raise InputError("column {column} is full", column=column + 1).at([(column, 0)])
    raise why_not(position, chosen, max(map(len, moves.values()), default=0))


def why_not(position: Position, chosen: frozenset[Cell], largest: int) -> InputError:
    """Return the error for cells that no move takes; `largest` is how many a move can take."""
    board = position.board()
    outside = sorted(chosen - board.owners.keys())
    taken = sorted(cell for cell in chosen - set(outside) if board.owners[cell] != 0)
    if position.is_over:
        return InputError("the game is over, there are no more moves")
    if not chosen:
        return InputError("no cell was chosen")
    if outside:
        return InputError("{cell} is not part of the board", cell=cell_text(position, outside[0])).at(outside)
    if board.pieces == "chess":
        return InputError("there is no legal move between these squares").at(chosen)
    if board.pieces == "texts":
        return InputError("there is no legal move on this square").at(chosen)
    if taken:
        return InputError("{cell} is taken", cell=cell_text(position, taken[0])).at(taken)
    if len(chosen) > max(largest, 1):
        return InputError(
            "{count} cells are too many, {most} at most are possible here", count=len(chosen), most=largest
        ).at(chosen)
    if board.shape == "hex":
        return InputError("these cells are not a straight line of neighbours").at(chosen)
    return InputError("there is no legal move on these cells").at(chosen)


def refusal(position: Position, text: str) -> InputError:
    """Return the error for a typed move that cannot be played."""
    try:
        position.find_move(text)
    except InputError as error:
        complaint = error
    else:
        raise AssertionError(f"{text} can be played")
    if position.is_over:
        return complaint
    move = position.game.read_move(text.strip(), position.state)
    if move is None:
        return why_no_line(position, text.strip()) or complaint
    board = position.board(move)
    if pieces_fall(position.game.name):
        return InputError("column {column} is full", column=position.shown_move(move)).at(board.last_move)
    taken = sorted(cell for cell in board.last_move if board.owners.get(cell))
    if not taken:
        return complaint
    reason = Message("{cell} is taken", cell=cell_text(position, taken[0]))
    return InputError("{move} cannot be played: {reason}", move=text.strip(), reason=reason).at(taken)


def why_no_line(position: Position, text: str) -> InputError | None:
    """Return the error for a text that begins with a cell of hexagons; None for other texts."""
    begun = re.match(r"([0-9]{1,3}),([0-9]{1,3})", text)
    board = position.board()
    if begun is None or board.shape != "hex":
        return None
    cell = int(begun[1]), int(begun[2])
    if board.owners.get(cell) != 0:
        reason = why_not(position, frozenset({cell}), 1)
        return InputError("{move} cannot be played: {reason}", move=text, reason=reason.message).at([cell])
    return InputError(
        "{move} cannot be played: a line is x,y:length:direction with a length up to 3 and a direction from 1 to 6, "
        "and all its cells are on the board and free",
        move=text,
    ).at([cell])


def cell_text(position: Position, cell: Cell, known: Mapping[str, frozenset[Cell]] | None = None) -> object:
    """Return a cell's name as moves have it, by its column and row, or by a move of `known` that takes it alone.

    Where the game has no such names, it is the column and row from 0.
    """
    board = position.board()
    squares = {position.game.square(move): move for move in range(board.columns * board.rows)}
    if cell in squares:
        name = position.shown_move(squares[cell])
        return Message("square {number}", number=name) if name.isdigit() else name
    columns, rows = position.game.edge_names(position.coordinates)
    if board.shape == "square" and any(columns) and any(rows) and cell in board.owners:
        return f"{columns[cell[0]]}{rows[cell[1]]}"
    alone = next((move for move, taken in (known or {}).items() if taken == {cell}), None)
    return f"{cell[0]},{cell[1]}" if alone is None or board.shape == "hex" else position.shown_text(alone)
