"""Boards and moves of the package chess, as chess players write them. It is asked only where the program uses it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from operator import countOf
from typing import Any


def known(value: Any, name: str) -> bool:
    """Whether a value is of a class of the package chess, or of one that is derived from it."""
    package = sys.modules.get("chess")
    kind = getattr(package, name, None)
    if type(value) is kind:
        return hasattr(package, "BaseBoard")
    return hasattr(package, "BaseBoard") and isinstance(kind, type) and issubclass(type(value), kind)


LETTERS = "PNBRQK"
CORNERS = {"K": 7, "Q": 0, "k": 63, "q": 56}
"""The squares of the rooks with which each side may castle, by the letters of Forsyth-Edwards notation."""


def board_numbers(value: Any) -> Sequence[int] | None:
    """A board as a few numbers, which are taken many times faster than a text; None for all else, and for Chess960."""
    try:
        if not known(value, "Board") or value.chess960:
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
    """The numbers of a board in Forsyth-Edwards notation; a square that a pawn has passed is always named."""
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
    """A board as its class and its position in Forsyth-Edwards notation, a move as its squares; empty for all else."""
    try:
        if known(value, "Board"):
            return f"{type(value).__name__}({value.fen()!r})"
        return f"Move({value.uci()!r})" if known(value, "Move") else ""
    except Exception:
        return ""


def move_on_board(move: Any, around: Sequence[Any]) -> Any:
    """A move of the package chess in standard algebraic notation, if its board is among some values; else as it is.

    The board may have made the move already.
    """
    if type(move).__module__ != "chess" or not known(move, "Move"):
        return move
    try:
        board = next(one for one in with_attributes(around) if known(one, "Board"))
        if board.move_stack and board.move_stack[-1] == move:
            with suppress(Exception):
                return quick_notation(board, move)
            board = board.copy(stack=1)
            board.pop()
        return board.san(move)
    except Exception:
        return move.uci()


def quick_notation(board: Any, move: Any) -> str:
    """The algebraic notation of the last move of a board; raises an exception where it takes more to find it.

    That is castling, promotion, check, a board of a class of the user's, and where another piece of the kind might have
    moved there, which here is asked of the board after the move: no line is open before it that is closed after it.
    """
    package = sys.modules["chess"]
    if type(board) is not package.Board or board.chess960 or move.promotion or move.drop:
        raise LookupError
    before, left, taken = board._stack[-1], 1 << move.from_square, 1 << move.to_square
    if board.turn == before.turn or board.is_check():
        raise LookupError
    across = move.to_square % 8 - move.from_square % 8
    goal = "abcdefgh"[move.to_square % 8] + str(move.to_square // 8 + 1)
    if before.pawns & left:
        return f"{'abcdefgh'[move.from_square % 8]}x{goal}" if across else goal
    own = before.occupied_w if before.turn else before.occupied_b
    kinds = before.knights, before.bishops, before.rooks, before.queens, before.kings
    letter, alike = next((one, kind & own & ~left) for one, kind in zip("NBRQK", kinds) if kind & own & left)
    if letter == "K" and (alike or abs(across) > 1 or own & taken):
        raise LookupError
    if alike and alike & board.attackers_mask(before.turn, move.to_square):
        raise LookupError
    return letter + "x" * bool(before.occupied & taken) + goal


def with_attributes(values: Sequence[Any]) -> list[Any]:
    """Values, and after them the boards that they hold under that name."""
    return [*values, *(vars(one)["board"] for one in values if "board" in getattr(one, "__dict__", {}))]
