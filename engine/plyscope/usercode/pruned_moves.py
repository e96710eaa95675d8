"""Moves that somebody's own search never tried because of a cutoff, where its text allows to know them.

It must leave its loop: by a break, or by a return from within. Then what a call has not tried although it could have
are the moves of the game; or, where the game is none of ours, the cells that are still empty, if a call that is not
cut tries all of these.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.fitting import Fitted
from plyscope.model import preorder
from plyscope.model.board_texts import cell_name, placed
from plyscope.model.columns import INNER
from plyscope.model.imported import shown_options
from plyscope.model.user_code import UserCode
from plyscope.tracer.target.recursion import functions_in
from plyscope.usercode.boards import BoardColumn

Columns = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Pruned:
    """How many moves each frame left out, and which, frame by frame."""

    counts: NDArray[np.uint16]
    moves: NDArray[np.int32]

    @staticmethod
    def none(frames: int) -> Pruned:
        return Pruned(np.zeros(frames, "<u2"), np.zeros(0, "<i4"))

    @staticmethod
    def of(frames: int, found: Mapping[int, list[int]]) -> Pruned:
        counts = np.zeros(frames, "<u2")
        for frame, moves in found.items():
            counts[frame] = len(moves)
        return Pruned(counts, np.array([move for frame in sorted(found) for move in found[frame]], "<i4"))


def may_leave_out(text: str, user_code: UserCode) -> bool:
    """Whether the text leaves the loop that its recursion stands in."""
    try:
        found = functions_in(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    names = {function.name.rpartition(".")[2] for function in user_code.functions}
    return any(leaves_loop(found[one.name].node, names) for one in user_code.functions if one.name in found)


def leaves_loop(function: ast.AST, names: set[str]) -> bool:
    for loop in ast.walk(function):
        if not isinstance(loop, ast.For | ast.While):
            continue
        inside = list(ast.walk(loop))
        calls = any(
            isinstance(node, ast.Call)
            and (getattr(node.func, "id", None) in names or getattr(node.func, "attr", None) in names)
            for node in inside
        )
        if calls and any(isinstance(node, ast.Break | ast.Return) for node in inside):
            return True
    return False


def cut_frames(columns: Columns) -> list[int]:
    """The frames in which the test of α against β fired, by the rule that the recording shows."""
    options = shown_options(columns)
    if "cut" not in options:
        return []
    probe = preorder.probes(columns["size"], columns["parent"], columns["move"])
    fired = preorder.cutoffs(columns, options["cut"] == ">", probe)
    return [int(frame) for frame in np.flatnonzero(fired & (columns["status"] == INNER))]


def children(columns: Columns, frame: int) -> list[int]:
    found, child, end = [], frame + 1, frame + int(columns["size"][frame])
    while child < end:
        found.append(child)
        child += int(columns["size"][child])
    return found


def pruned_by_game(columns: Columns, fitted: Fitted) -> Pruned:
    rules = fitted.position.game.rules
    offered: dict[int, list[int]] = {}
    found: dict[int, list[int]] = {}
    for frame in cut_frames(columns):
        number = int(fitted.of_frame[frame])
        if number not in offered:
            offered[number] = list(rules.moves(list(fitted.states[number])))
        tried = {int(columns["move"][child]) for child in children(columns, frame)}
        left = [move for move in offered[number] if move not in tried]
        if left:
            found[frame] = left
    return Pruned.of(len(columns["size"]), found)


def pruned_by_boards(columns: Columns, boards: BoardColumn, texts: list[str]) -> tuple[Pruned, list[str]]:
    """On a board of which nothing else is known: the cells that are still empty, where all of them are tried."""
    numbers = {text: number for number, text in enumerate(texts)}
    cut = set(cut_frames(columns))
    empty = boards.empty_cell
    found: dict[int, list[int]] = {}
    for frame in np.flatnonzero(columns["status"] == INNER).tolist():
        cells = boards.cells(frame)
        if cells is None:
            return Pruned.none(len(columns["size"])), texts
        free = [cell_name(cells, x, y) for (x, y), cell in placed(cells) if cell == empty]
        tried = {texts[columns["move"][child]] for child in children(columns, frame)}
        left = [name for name in free if name not in tried]
        if (frame not in cut and left) or not tried <= set(free):
            return Pruned.none(len(columns["size"])), texts
        if left:
            found[frame] = [numbers.setdefault(name, len(numbers)) for name in left]
    return Pruned.of(len(columns["size"]), found), list(numbers)
