"""The game of a recording of somebody's own code: calls, and boards where arguments are taken for boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from plyscope.model.board_texts import Cells, board_of, diagram_of
from plyscope.model.origin import TracedUserCode
from plyscope.model.position import Board, Position
from plyscope.model.recorded_game import FRAME, PRUNED, RecordedGame
from plyscope.model.roles import Proposal
from plyscope.model.user_code import UserCode


class TracedGame(RecordedGame):
    """What is known of the game is what the calls were given."""

    def __init__(self, known: RecordedGame, user_code: UserCode) -> None:
        super().__init__(known.name, known.root, known.sides[0], known.texts, known.tree)
        self.user_code = user_code
        self.proposal = Proposal.read(user_code)

    def cells(self, frame: int) -> Cells | None:
        """The board that a frame was given; None where no argument is one."""
        return None if self.proposal is None else self.proposal.cells(self.user_code, frame)

    def diagram(self, state: Sequence[int]) -> str:
        """The board where there is one, else the call; a move left out stands behind it."""
        cells = self.cells(state[FRAME])
        text = self.user_code.label(state[FRAME]) if cells is None else diagram_of(cells)
        return f"{text} {self.texts[state[PRUNED] - 1]}" if state[PRUNED] else text

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        cells = None if state[PRUNED] else self.cells(state[FRAME])
        if cells is None or self.proposal is None:
            return super().board(state, last)
        above = self.tree.columns["parent"][state[FRAME]]
        before = self.cells(int(above)) if above >= 0 and last is not None else None
        return board_of(cells, before, self.proposal.marks)


def traced_position(position: Position, origin: TracedUserCode) -> Position:
    """The position with the game that knows of somebody's own code."""
    assert isinstance(position.game, RecordedGame)
    return replace(position, game=TracedGame(position.game, origin.user_code))
