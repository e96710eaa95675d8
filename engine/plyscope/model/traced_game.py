"""The game of a recording of user code: its calls, with boards where an argument has the role of a board."""

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
    """A recorded game whose boards are those that the calls were given."""

    def __init__(self, known: RecordedGame, user_code: UserCode) -> None:
        super().__init__(known.name, known.root, known.sides[0], known.texts, known.tree)
        self.user_code = user_code
        self.proposal = Proposal.read(user_code)

    def cells(self, frame: int) -> Cells | None:
        """The board that a frame was given; None if no argument is one."""
        return None if self.proposal is None else self.proposal.cells(self.user_code, frame)

    def diagram(self, state: Sequence[int]) -> str:
        """The board if there is one, else the call; followed by a pruned move if the state is behind one."""
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
    """The position with the game of the traced user code."""
    assert isinstance(position.game, RecordedGame)
    return replace(position, game=TracedGame(position.game, origin.user_code))
