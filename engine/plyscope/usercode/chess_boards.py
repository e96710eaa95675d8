"""Boards of the package chess as recordings show them: their positions, and the moves between them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from plyscope.model.board_texts import EMPTY_CELLS, Cells, cell_name, changes

CHESS = "chess"
"""The name of the game, and of the package whose boards these are."""
FEN_PATTERN = re.compile(r"'((?:[pnbrqkPNBRQK1-8]+/){7}[pnbrqkPNBRQK1-8]+ [wb] [KQkq-]+ (?:-|[a-h][36]) \d+ \d+)'")
MOVE_PATTERN = re.compile(r"'([a-h][1-8][a-h][1-8][qrbn]?)'")
MIN_POSITIONS_AFTER = 3
"""Positions after one move each from which the position before them is known."""


def fen_in(text: str) -> str:
    """Return the position in Forsyth-Edwards notation that a text shows; empty where it shows none, or several."""
    fens = FEN_PATTERN.findall(text)
    return fens[0] if len(fens) == 1 else ""


def position_before(fens: Sequence[str]) -> str:
    """Return the position, as notation, from which several come by one move each; empty for fewer than three.

    Pieces of the side that did not move stand where they stand in any of them, those of the other where they stand in
    most. A pawn that was passed by in the move before is not known.
    """
    if len(fens) < MIN_POSITIONS_AFTER or not all(fens):
        return ""
    boards = ["".join(map("".join, cells_of_fen(fen))) for fen in fens]
    side = "b" if " w " in fens[0] else "w"
    cells = ["."] * 64
    for piece in "PNBRQK" if side == "w" else "pnbrqk":
        counts = [board.count(piece) for board in boards]
        stands = Counter(square for board in boards for square, mark in enumerate(board) if mark == piece)
        for square, _ in stands.most_common(max(counts) if piece in "Pp" else min(counts)):
            cells[square] = piece
    for board in boards:
        for square, piece in enumerate(board):
            if piece.islower() if side == "w" else piece.isupper():
                cells[square] = piece
    rows = "/".join("".join(cells[start : start + 8]) for start in range(0, 64, 8))
    rows = re.sub(r"\.+", lambda found: str(len(found[0])), rows)
    rights = "".join(right for right in "KQkq" if any(right in fen.split()[2] for fen in fens)) or "-"
    clock, number = max(int(fen.split()[4]) for fen in fens), int(fens[0].split()[5])
    return f"{rows} {side} {rights} - {max(0, clock - 1)} {number - (side == 'b')}"


def cells_of_fen(fen: str) -> Cells:
    """Return the board of a position in Forsyth-Edwards notation; no cells for an empty text."""
    rows = fen.partition(" ")[0].split("/") if fen else []
    return tuple(tuple(re.sub(r"\d", lambda found: "." * int(found[0]), row)) for row in rows)


def move_between(above: Cells, after: Cells) -> str:
    """Return the move, as e7e8q, that the changes from one board to another show; empty where no piece left a cell.

    Whether it is legal is not asked; castling is the move of the king.
    """
    changed = changes(above, after)
    left = [(x, y) for x, y in changed if after[y][x] in EMPTY_CELLS]
    taken = [(x, y) for x, y in changed if after[y][x] not in EMPTY_CELLS]
    kings = [(x, y) for x, y in taken if after[y][x] in ("K", "k")]
    x, y = (kings or taken or [(0, 0)])[0]
    piece = after[y][x]
    start = next(((i, j) for i, j in left if above[j][i] == piece), None)
    promoted = ""
    if start is None:
        pawn = "P" if piece.isupper() else "p"
        start, promoted = next(((i, j) for i, j in left if above[j][i] == pawn), None), piece.lower()
    return "" if start is None else f"{cell_name(above, *start)}{cell_name(after, x, y)}{promoted}"
