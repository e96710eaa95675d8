"""The legal moves of a position and the cells that they take, found once; on large boards in the background.

An empty board of 144 hexagons has 869 moves, and to find their cells takes a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from engine.playing.cells import cells_of_moves
from engine.position import Position
from visualiser.background import Answer, in_background

Moves = Mapping[str, frozenset[tuple[int, int]]]
AT_ONCE = 100
"""Moves up to which they are found while one waits."""


class LegalMoves(QObject):
    """The moves of the position that was asked for last."""

    found = Signal()
    """What was not known when it was asked for is known now."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state: tuple[int, ...] | None = None
        self._moves: Moves = {}
        self._asking: Answer | None = None

    def of(self, position: Position) -> Moves:
        """The moves; none as long as they are being looked for."""
        if position.state == self._state:
            return self._moves
        self.end()
        self._state, self._moves = position.state, {}
        if len(position.legal_moves()) <= AT_ONCE:
            self._moves = cells_of_moves(position)
        else:
            self._asking = in_background(lambda: cells_of_moves(position), self._take)
        return self._moves

    def _take(self, moves: Moves) -> None:
        self._asking, self._moves = None, moves
        self.found.emit()

    def end(self) -> None:
        """What is still being looked for is wanted no more."""
        if self._asking is not None:
            self._asking.is_wanted = False
        self._asking = None
