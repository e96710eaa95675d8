"""Boards and moves of the package chess, as chess players write them. It is asked only where the program uses it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any


def known(value: Any, name: str) -> bool:
    """Whether a value is of a class of the package chess, or of one that is derived from it."""
    package = sys.modules.get("chess")
    kind = getattr(package, name, None)
    return hasattr(package, "BaseBoard") and isinstance(kind, type) and issubclass(type(value), kind)


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
            board = board.copy(stack=1)
            board.pop()
        return board.san(move)
    except Exception:
        return move.uci()


def with_attributes(values: Sequence[Any]) -> list[Any]:
    """Values, and after them the boards that they hold under that name."""
    return [*values, *(vars(one)["board"] for one in values if "board" in getattr(one, "__dict__", {}))]
