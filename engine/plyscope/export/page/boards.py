"""Boards that a page holds, in columns: the first one, and for each node what its move changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from plyscope.export.chess_pieces import PIECES, outlines
from plyscope.export.page.contents import Walked
from plyscope.export.page.packing import Pool
from plyscope.export.progress import BATCH
from plyscope.model.position import SECOND, Board, Cell, Position
from plyscope.model.trace import Trace

OUTSIDE = 3
"""In the place of an owner: the cell is not part of the board."""


class BoardColumns:
    """For each node the cells that its move changed, the winning line, and the labels in a tree."""

    def __init__(self, position: Position, coordinates: str) -> None:
        self.position, self.game, self.coordinates = position, position.game, coordinates
        self._known: dict[tuple[int, ...], Board] = {}
        self.changes: Pool[tuple[tuple[Cell, int], ...]] = Pool(())
        """Cells and their new owners."""
        self.lines: Pool[tuple[Cell, ...]] = Pool(())
        self.labels: Pool[tuple[str, ...]] = Pool(())
        self.signs: Pool[str] = Pool("")
        """What stands in the cells of boards of texts and of chess pieces; the first stands for nothing."""
        self.columns: dict[str, list[int]] = {"change": [], "won": [], "label": []}
        self.width = self.height = 0
        """Columns and rows of the largest board. Only texts have boards of several sizes."""
        self.first: Board | None = None

    def add(self, state: Sequence[int], before: Board | None) -> Board:
        """Add the board of a node reached from `before`, None for the first; return that board."""
        board = self._board(state)
        self.first = self.first or board
        self.columns["change"].append(self.changes.number(self._changed(before or board, board)))
        self.columns["won"].append(self.lines.number(board.winning_line))
        return board

    def read(self, trace: Trace, frames: Sequence[int]) -> Iterator[str]:
        """Fill the columns from frames of a recording, with an empty piece after every batch."""
        walked, boards = Walked(trace), dict[int, Board]()
        for place, frame in enumerate(frames, 1):
            board = boards[frame] = self.add(walked.state(frame), boards.get(trace.parents[frame]))
            self.columns["label"].append(self.labels.number(self._labels(trace, frame, board)))
            if place % BATCH == 0:
                yield ""

    def _labels(self, trace: Trace, frame: int, board: Board) -> tuple[str, ...]:
        """Return the names of a node and of its children, where the board is a node of a tree."""
        if board.shape != "node":
            return ()
        if (name := trace.name_of(frame)) is None:
            return tuple(board.labels.values())
        return (name, *(trace.short_name_of_move(frame, move) for move in trace.offered(frame)))

    def _board(self, state: Sequence[int]) -> Board:
        """Return the board of a state, which is made once."""
        key = self.game.rules.key(state)
        if key not in self._known:
            board = self._known[key] = self.game.board(state)
            self.width, self.height = max(self.width, board.columns), max(self.height, board.rows)
        return self._known[key]

    def _changed(self, before: Board, after: Board) -> tuple[tuple[Cell, int], ...]:
        """Return the cells in which two boards differ, with what is in them now."""
        if after.shape == "node" or before is after:
            return ()
        cells = dict.fromkeys((*before.owners, *after.owners))
        return tuple(
            (cell, self._content(after, cell))
            for cell in cells
            if before.owners.get(cell, 0) != after.owners.get(cell, 0)
            or before.labels.get(cell, "") != after.labels.get(cell, "")
        )

    def _content(self, board: Board, cell: Cell) -> int:
        """Return a cell's owner; for a text or chess piece a number above all owners."""
        if board.pieces not in ("texts", "chess"):
            return board.owners[cell]
        text = board.labels.get(cell, "")
        if board.pieces == "chess" and board.owners[cell] == SECOND:
            text = text.lower()
        return OUTSIDE + self.signs.number(text) if text else 0

    def _cell(self, cell: Cell) -> int:
        """Return the number of a cell."""
        return cell[1] * self.width + cell[0]

    def head(self) -> Mapping[str, object]:
        """Return the facts about all boards of the page: shape, size, and the first board."""
        board = self.first
        assert board is not None
        cells = [0 if board.shape == "text" else OUTSIDE] * (self.width * self.height)
        for cell in board.owners:
            cells[self._cell(cell)] = self._content(board, cell)
        chess = {"outlines": {letter: outlines(letter) for letter in PIECES}} if board.pieces == "chess" else {}
        texts = {"signs": list(self.signs)} if len(self.signs) > 1 else {}
        return (
            chess
            | texts
            | {
                "shape": board.shape,
                "pieces": board.pieces,
                "columns": self.width,
                "names": self.game.edge_names(self.coordinates) if board.shape == "square" else ((), ()),
                "rows": self.height,
                "cells": [] if board.shape == "node" else cells,
                "shaded": sorted(map(self._cell, board.shaded)),
                "max": self.position.max_side,
                "marks": list(self.game.marks),
                "changes": [
                    [part for cell, owner in change for part in (self._cell(cell), owner)] for change in self.changes
                ],
                "lines": [list(map(self._cell, line)) for line in self.lines],
                "labels": list(self.labels),
            }
        )
