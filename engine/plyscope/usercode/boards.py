"""The boards that the calls of a recording of user code were given, for all frames at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import (
    COLUMN,
    EMPTY_CELLS,
    ROW,
    Cells,
    cell_name,
    cells_with_places,
    changes,
    is_chess,
    own_names,
    turned,
)
from plyscope.model.position import Cell
from plyscope.model.roles import BOARD, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.usercode.chess_boards import cells_of_fen, fen_in, position_before
from plyscope.usercode.move_names import ambiguous_names, named_moves, repeats_before, with_repeats_apart


@dataclass(eq=False)
class BoardColumn:
    """The boards of all frames of a recording: for each frame the number of the text that shows its board."""

    user_code: UserCode
    proposal: Proposal
    numbers: NDArray[np.int64]
    root: Cells | None = None
    """The board of a first frame that was given none, derived from the boards below it."""
    replaced: str | None = None
    """The text of the cells on which most moves put a mark; None where there is no such text."""
    fen: str = ""
    """The first position, where they are boards of the package chess."""

    @cached_property
    def _number_of_frame(self) -> Sequence[int]:
        return self.numbers.data

    def cells(self, frame: int) -> Cells | None:
        """Return the cells of the board that a frame was given; of the first frame they may be derived, else None."""
        number = self._number_of_frame[frame]
        if number < 0:
            return self.root if frame == 0 else None
        return self.proposal.cells_of_text(self.user_code, number)

    def turned(self, by_column: bool, is_upward: bool) -> BoardColumn:
        """Return the same boards with rows as columns, or with the first row below, or both."""
        if not by_column and not is_upward:
            return self
        form = self.proposal.board_form
        first = (ROW if form.first == COLUMN else COLUMN) if by_column else form.first
        form = form._replace(first=first, is_upward=form.is_upward != is_upward)
        root = None if self.root is None else tuple(map(tuple, turned(self.root, by_column, is_upward)))
        proposal = replace(self.proposal, form=form.written)
        return BoardColumn(self.user_code, proposal, self.numbers, root, self.replaced)

    def cell_name(self, cells: Cells, x: int, y: int, *, is_from_to: bool = False) -> str:
        """Return a cell's name as chess has it; its number where the board is one list, or its key if that is a text.

        Where a piece goes from cell to cell, one has to know which row is on top: else it is named by its indices.
        """
        own = self._own_names.get((x, y), ())
        if isinstance(own, str) or (own and is_from_to and not self.proposal.board_form.is_printed):
            return str(own)
        return cell_name(cells, x, y)

    @cached_property
    def _own_names(self) -> dict[tuple[int, int], Any]:
        """Return the program's own names of cells: numbers in one list, keys, or pairs of indices."""
        number = max(self.numbers[:2].tolist())
        return own_names(self.user_code.texts[number], self.proposal.board_form)

    @cached_property
    def empty_cell(self) -> str:
        """Return the text of an empty cell: what most moves replace, else the most frequent usual one, else 0."""
        if self.replaced is not None:
            return self.replaced
        counted: dict[str, int] = {}
        for frame in range(1, min(len(self.numbers), 200)):
            for _, cell in cells_with_places(self.cells(frame) or ()):
                if cell in EMPTY_CELLS:
                    counted[cell] = counted.get(cell, 0) + 1
        return max(counted, key=counted.__getitem__, default="0")


def boards_of(trace: Trace, proposal: Proposal) -> BoardColumn | None:
    """Return the boards of a recording's frames; None for a single frame, or if one below the first was given none."""
    user_code, numbers = trace.user_code, proposal.texts_given(trace.user_code, BOARD)
    if np.any(numbers[1:] < 0) or len(trace) < 2:
        return None
    boards = BoardColumn(user_code, proposal, numbers)
    boards.replaced = most_replaced_cell(trace, boards)
    if numbers[0] < 0:
        below = [boards.cells(int(child)) for child in trace.children(0)]
        has_moves = bool(np.any(trace.column("ply") > 1))
        if boards.replaced is not None or not has_moves:
            boards.root = common_board([cells for cells in below if cells is not None], boards.replaced)
        boards.fen = position_before([fen_in(user_code.texts[int(numbers[child])]) for child in trace.children(0)])
        boards.root = cells_of_fen(boards.fen) or boards.root
    else:
        boards.fen = fen_in(user_code.texts[int(numbers[0])])
    return boards


MAX_COUNTED_MOVES = 200
"""Moves whose replaced cells are counted."""


def most_replaced_cell(trace: Trace, boards: BoardColumn) -> str | None:
    """Return the cell text that most moves replace, by changing one cell; None where most moves change other cells."""
    counted: dict[str, int] = {}
    moves = [move for move in range(1, min(len(trace), MAX_COUNTED_MOVES)) if boards.numbers[trace.parents[move]] >= 0]
    for frame in moves:
        above, cells = boards.cells(int(trace.parents[frame])), boards.cells(frame)
        changed = () if above is None or cells is None else changes(above, cells)
        if above is not None and len(changed) == 1:
            x, y = changed[0]
            counted[above[y][x]] = counted.get(above[y][x], 0) + 1
    most_replaced = max(counted, key=counted.__getitem__, default=None)
    return most_replaced if most_replaced is not None and counted[most_replaced] * 2 > len(moves) else None


def common_board(boards: Sequence[Cells], replaced: str | None = None) -> Cells | None:
    """Return the board from which two or more others come by a mark on one cell each; None if they do not."""
    if len(boards) < 2 or len({(len(cells), len(cells[0])) for cells in boards}) != 1:
        return None
    pieces = [cell for cells in boards for _, cell in cells_with_places(cells)]
    empty = replaced or max((cell for cell in EMPTY_CELLS if cell in pieces), key=pieces.count, default="0")
    common = tuple(
        tuple(here[0] if len(set(here)) == 1 else empty for here in zip(*rows, strict=True))
        for rows in zip(*boards, strict=True)
    )
    return common if all(len(changes(common, cells)) <= 1 for cells in boards) else None


def distinct_changes(
    trace: Trace, boards: BoardColumn
) -> tuple[NDArray[np.int32], list[tuple[tuple[int, int], ...]], list[int]]:
    """Return each frame's number of a board change, -1 at the root; for each change its cells and its first frame.

    A change is a pair of boards, with the move as the caller has it, if it has one.
    """
    user_code, parent = boards.user_code, trace.column("parent")[1:]
    # One number for each pair of boards: numbers are sorted many times faster than pairs.
    pairs = (boards.numbers[parent] + 1) * (len(user_code.texts) + 1) + boards.numbers[1:] + 1
    if len(user_code.tables.move):
        pairs = np.unique(pairs, return_inverse=True)[1].reshape(-1) * (len(user_code.texts) + 1)
        pairs += user_code.tables.move[1:] + 1
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    changed: list[tuple[tuple[int, int], ...]] = []
    for frame in (first + 1).tolist():
        before, after = boards.cells(int(trace.parents[frame])), boards.cells(frame)
        changed.append(() if before is None or after is None else changes(before, after))
    return np.concatenate([[-1], which.reshape(-1)]).astype("<i4"), changed, (first + 1).tolist()


def cell_moves(trace: Trace, boards: BoardColumn) -> tuple[NDArray[np.int32], list[str]]:
    """Return the number of each frame's move, and the names of the moves, by the cells that they change.

    A move that changes no or many cells is named as its caller has it, else by the call. Where several moves change the
    same cells, as one heap, or none since it is the called function that makes them, all are named as their callers
    have them.
    """
    user_code = boards.user_code
    of_frame, changed, frames = distinct_changes(trace, boards)
    by_cells, by_callers = list[str](), list[str]()
    for cells, frame in zip(changed, frames, strict=True):
        after = boards.cells(frame)
        above = boards.cells(int(trace.parents[frame]))
        names = []
        if above is not None and after is not None:
            naming = naming_cells(above, after, cells, boards.empty_cell)
            names = [boards.cell_name(after, x, y, is_from_to=len(naming) > 1) for x, y in naming]
        by_callers.append(user_code.move_of(frame))
        # Chess players do not name the squares that change, and a move that was not taken back is no part of the next.
        is_callers_better = not 1 <= len(names) <= 4 or (after is not None and is_chess(after))
        is_callers_better |= bool(by_callers[-1]) and adds_to_previous(trace, boards, frame, cells)
        by_cells.append(by_callers[-1] if is_callers_better else " ".join(names))
    columns = {name: trace.column(name) for name in ("parent", "ply")}
    repeats = repeats_before(of_frame, columns, user_code.facts)
    moves = with_repeats_apart(of_frame, by_cells, repeats)[0].astype(np.int64)
    if ambiguous_names(columns["parent"], moves, of_frame, by_cells):
        callers_tell = "" not in by_callers
        if callers_tell and not ambiguous_names(columns["parent"], boards.numbers, of_frame, by_callers):
            return named_moves(user_code, columns, of_frame, by_callers, boards.numbers)
    return named_moves(user_code, columns, of_frame, by_cells, moves)


def adds_to_previous(trace: Trace, boards: BoardColumn, frame: int, changed: Sequence[Cell]) -> bool:
    """Whether the board of a call has all changes of the call before it below the same caller, and more."""
    parent, previous = int(trace.parents[frame]), frame - 1
    if len(changed) < 2 or previous <= parent:
        return False
    while trace.parents[previous] != parent:
        previous = int(trace.parents[previous])
    above, before, after = (boards.cells(call) for call in (parent, previous, frame))
    if above is None or before is None or after is None:
        return False
    earlier = changes(above, before)
    return 0 < len(earlier) < len(changed) and all(before[y][x] == after[y][x] for x, y in earlier)


def naming_cells(above: Cells, after: Cells, changed: Sequence[Cell], empty: str) -> Sequence[Cell]:
    """Return the cells that name a move: all that change, or only the free one whose mark the others turn to.

    Where a mark goes from one cell to another, they are in this order.
    """
    empties = {*EMPTY_CELLS, empty}
    free = [(x, y) for x, y in changed if above[y][x] in empties]
    if len(free) == len({after[y][x] for x, y in changed}) == 1:
        return free
    marks = {cells[y][x] for x, y in changed for cells in (above, after)}
    if marks.isdisjoint(empties):
        all_marks = [mark for _, mark in cells_with_places(above)]
        empties = {max(sorted(marks), key=all_marks.count, default="")}
    left = [(x, y) for x, y in changed if after[y][x] in empties]
    moved = {after[y][x] for x, y in changed if (x, y) not in left}
    from_first = sorted(left, key=lambda cell: above[cell[1]][cell[0]] not in moved)
    return [*from_first, *(cell for cell in changed if cell not in left)]


def marks_by_kind(
    boards: BoardColumn, columns: Mapping[str, NDArray[Any]], frames: NDArray[np.int64]
) -> dict[int, set[str]]:
    """Return the marks that each kind of frame, MAX or MIN, puts on the board.

    Of the frames asked for, those count whose moves all put one mark on an empty cell.
    """
    parent, kind = columns["parent"], columns["kind"]
    is_asked = np.zeros(len(parent) + 1, np.bool_)
    is_asked[frames] = True
    children = np.flatnonzero(is_asked[parent])
    above = parent[children]
    pairs = (boards.numbers[above] + 1) * (int(boards.numbers.max()) + 2) + boards.numbers[children] + 1
    _, first, which = np.unique(pairs, return_index=True, return_inverse=True)
    marks = [placed_mark(boards, int(above[row]), int(children[row])) for row in first.tolist()]
    is_other = np.zeros(len(parent), np.bool_)
    is_other[above[np.array([mark is None for mark in marks], np.bool_)[which]]] = True
    marks_of_kind: dict[int, set[str]] = {}
    counted = ~is_other[above]
    for side, place in set(zip(kind[above[counted]].tolist(), which[counted].tolist(), strict=True)):
        marks_of_kind.setdefault(side, set()).add(marks[place] or "")
    return marks_of_kind


def placed_mark(boards: BoardColumn, frame: int, child: int) -> str | None:
    """Return the mark that a child's move puts on one empty cell; None where it changes the board otherwise."""
    above, cells = boards.cells(frame), boards.cells(child)
    changed = () if above is None or cells is None else changes(above, cells)
    if above is None or cells is None or len(changed) != 1:
        return None
    x, y = changed[0]
    return cells[y][x] if above[y][x] == boards.empty_cell else None
