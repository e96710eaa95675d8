"""What each move changes on the board: cells and who holds them from then on.

The page draws the first board and follows the changes. A tree of numbers has no cells, but words at each node.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from plyscope.export.page.packing import Pool
from plyscope.export.progress import AT_ONCE
from plyscope.export.selection import Selection
from plyscope.model.position import Board, Cell

OUTSIDE = 3
"""In the place of an owner: the cell is not part of the board."""


class BoardColumns:
    """For each frame what its move changed, which line is won there, and the words of a node."""

    def __init__(self, selection: Selection, frames: Sequence[int]) -> None:
        self.trace = selection.trace
        self.game = self.trace.position.game
        self._known: dict[tuple[int, ...], Board] = {}
        self.changes: Pool[tuple[int, ...]] = Pool(())
        """Cell and owner, cell and owner."""
        self.lines: Pool[tuple[int, ...]] = Pool(())
        self.labels: Pool[tuple[str, ...]] = Pool(())
        self.change: list[int] = []
        self.line: list[int] = []
        self.label: list[int] = []
        self.first = self._board(self.trace.state(frames[0]))
        self.frames = frames

    def read(self) -> Iterator[str]:
        """Works them out, with an empty piece now and then."""
        trace, frames = self.trace, self.frames
        states = {frames[0]: self.trace.state(frames[0])}
        for frame in frames:
            parent = trace.parents[frame]
            if frame != frames[0]:
                state = list(states[parent])
                if not trace.search.moves_unplayed:
                    self.game.rules.play(state, trace.moves[frame])
                states[frame] = state
            board = self._board(states[frame])
            before = self.first if frame == frames[0] else self._board(states[parent])
            self.change.append(self.changes.number(self._changed(before, board)))
            self.line.append(self.lines.number(tuple(self._cell(cell) for cell in board.winning_line)))
            self.label.append(self.labels.number(tuple(board.labels.values())))
            if len(self.label) % AT_ONCE == 0:
                yield ""

    def _board(self, state: Sequence[int]) -> Board:
        """The board of a state, drawn up once."""
        key = tuple(state)
        if key not in self._known:
            self._known[key] = self.game.board(state)
        return self._known[key]

    def _changed(self, before: Board, after: Board) -> tuple[int, ...]:
        if after.shape == "node" or before is after:
            return ()
        changed: list[int] = []
        for cell, owner in after.owners.items():
            if before.owners[cell] != owner:
                changed += [self._cell(cell), owner]
        return tuple(changed)

    def _cell(self, cell: Cell) -> int:
        return cell[1] * self.first.columns + cell[0]

    def head(self) -> Mapping[str, object]:
        board, cells = self.first, [OUTSIDE] * (self.first.columns * self.first.rows)
        for cell, owner in board.owners.items():
            cells[self._cell(cell)] = owner
        return {
            "shape": board.shape,
            "pieces": board.pieces,
            "columns": board.columns,
            "rows": board.rows,
            "cells": [] if board.shape == "node" else cells,
            "max": self.trace.position.max_side,
            "marks": list(self.game.marks),
            "changes": list(self.changes),
            "lines": list(self.lines),
            "labels": list(self.labels),
        }

    def columns(self) -> dict[str, Sequence[int]]:
        return {"change": self.change, "won": self.line, "label": self.label}
