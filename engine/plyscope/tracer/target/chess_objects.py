"""Boards and moves of the package chess, as chess players write them. It is asked only where the program uses it."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from operator import countOf
from typing import Any


def is_of_chess(value: Any, name: str) -> bool:
    """Whether a value is of a class of the package chess, or of a subclass."""
    package = sys.modules.get("chess")
    kind = getattr(package, name, None)
    if type(value) is kind:
        return hasattr(package, "BaseBoard")
    return hasattr(package, "BaseBoard") and isinstance(kind, type) and issubclass(type(value), kind)


def is_of_package(path: str) -> bool:
    """Whether a file is one of the package chess, as of a copy that a program brings: boards are asked for texts."""
    package = sys.modules.get("chess")
    file = getattr(package, "__file__", None) or ""
    folder = os.path.dirname(path)
    if os.path.basename(folder) != "chess" or (file and os.path.dirname(file) != folder):
        return False
    try:
        with open(os.path.join(folder, "__init__.py"), encoding="utf-8") as text:
            return "\nclass BaseBoard" in text.read()
    except (OSError, ValueError):
        return False


LETTERS = "PNBRQK"
SQUARES = [file + rank for rank in "12345678" for file in "abcdefgh"]
CORNERS = {"K": 7, "Q": 0, "k": 63, "q": 56}
"""The squares of the rooks with which each side may castle, by the letters of Forsyth-Edwards notation."""


def is_board(value: Any) -> bool:
    """Whether a value is a board of the package chess."""
    return is_of_chess(value, "Board")


def board_numbers(value: Any) -> Sequence[int] | None:
    """Return a chess board as few numbers, faster than as text; None for all else, Chess960 included."""
    try:
        if not is_of_chess(value, "Board") or value.chess960:
            return None
        white, black = value.occupied_co[True], value.occupied_co[False]
        passed = -1 if value.ep_square is None else value.ep_square
        pieces = value.pawns, value.knights, value.bishops, value.rooks, value.queens, value.kings
        rest = (value.castling_rights, passed, value.halfmove_clock, value.fullmove_number)
        numbers = (*pieces, white, black, int(value.turn), *rest)
    except Exception:
        return None
    return numbers if countOf(map(type, numbers), int) == len(numbers) else None


def fen_of(numbers: Sequence[int]) -> str:
    """Return the numbers of a board in Forsyth-Edwards notation; a passed square is always named."""
    pieces, (white, _, turn, castling, passed, clock, move) = numbers[:6], numbers[6:]
    ranks = []
    for rank in range(7, -1, -1):
        text, free = "", 0
        for square in range(8 * rank, 8 * rank + 8):
            letter = next((one for one, board in zip(LETTERS, pieces) if board >> square & 1), "")
            if not letter:
                free += 1
                continue
            text += (str(free) if free else "") + (letter if white >> square & 1 else letter.lower())
            free = 0
        ranks.append(text + (str(free) if free else ""))
    rights = "".join(letter for letter, square in CORNERS.items() if castling >> square & 1) or "-"
    behind = "-" if passed < 0 else "abcdefgh"[passed % 8] + str(passed // 8 + 1)
    return " ".join(["/".join(ranks), "w" if turn else "b", rights, behind, str(clock), str(move)])


def chess_text(value: Any) -> str:
    """Return a board as class and FEN, a move as its squares; empty for all else."""
    try:
        if is_of_chess(value, "Board"):
            return f"{type(value).__name__}({value.fen()!r})"
        return f"Move({value.uci()!r})" if is_of_chess(value, "Move") else ""
    except Exception:
        return ""


def move_on_board(move: Any, around: Sequence[Any]) -> Any:
    """Return a chess move in algebraic notation if its board is among some values; else as it is.

    The board may have made the move already.
    """
    if type(move).__module__ != "chess" or not is_of_chess(move, "Move"):
        return move
    try:
        board = (
            around[0] if around and is_of_chess(around[0], "Board") else next(filter(is_board, with_attributes(around)))
        )
        if board.move_stack and (board.move_stack[-1] is move or board.move_stack[-1] == move):
            try:
                return quick_notation(board, move)
            except Exception:  # it is one of those that take more
                pass
            board = board.copy(stack=1)
            board.pop()
        return board.san(move)
    except Exception:
        return move.uci()


def quick_notation(board: Any, move: Any) -> str:
    """Return the algebraic notation of a board's last move; raise an exception where that takes longer.

    That is castling, promotion, check, a board of a class of the user's, and where another piece of the kind might have
    moved there, which here is asked of the board after the move: no line is open before it that is closed after it.
    """
    source, target, before = move.from_square, move.to_square, board._stack[-1]
    left, taken, own = 1 << source, 1 << target, board.occupied_co[before.turn]
    king = board.kings & board.occupied_co[not before.turn]
    is_plain = type(board) is sys.modules["chess"].Board and not (board.chess960 or move.promotion or move.drop)
    if not is_plain or board.turn == before.turn or board.attackers_mask(before.turn, king.bit_length() - 1):
        raise LookupError
    if before.pawns & left:
        return SQUARES[target] if source % 8 == target % 8 else f"{SQUARES[source][0]}x{SQUARES[target]}"
    if before.kings & left:
        letter, alike = "K", board.kings
        if alike & own != taken or abs(source % 8 - target % 8) > 1:
            raise LookupError
    elif before.knights & left:
        letter, alike = "N", board.knights
    elif before.bishops & left:
        letter, alike = "B", board.bishops
    elif before.rooks & left:
        letter, alike = "R", board.rooks
    else:
        letter, alike = "Q", board.queens
    alike &= own & ~taken
    if alike and alike & board.attackers_mask(before.turn, target):
        raise LookupError
    return f"{letter}x{SQUARES[target]}" if before.occupied & taken else letter + SQUARES[target]


def with_attributes(values: Sequence[Any]) -> list[Any]:
    """Return values, followed by the boards in their attribute `board`."""
    return [*values, *(vars(value)["board"] for value in values if "board" in getattr(value, "__dict__", {}))]
