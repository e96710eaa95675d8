"""The game of a recording of user code: its calls, with the boards that they were given.

A board is drawn where an argument has the role of one and can be read. Else a position may draw itself, by the text
that its class makes of it, and that text is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from plyscope.model.board_texts import Cells, board_of, diagram_of, has_board_name, size_of_text, text_board
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.origin import TracedUserCode
from plyscope.model.position import Board, Position
from plyscope.model.recorded_game import FRAME, PRUNED, RecordedGame
from plyscope.model.roles import BOARD, IGNORE, Proposal
from plyscope.model.user_code import MAX_LABEL_CHARS, UserCode


class TracedGame(RecordedGame):
    """A recorded game whose boards are those that the calls were given."""

    def __init__(self, known: RecordedGame, user_code: UserCode) -> None:
        super().__init__(known.name, known.root, known.sides[0], known.texts, known.tree)
        self.user_code = user_code
        self.proposal = Proposal.read(user_code)

    def cells(self, frame: int) -> Cells | None:
        """Return the board that a frame was given; None if no argument is one."""
        return None if self.proposal is None else self.proposal.cells(self.user_code, frame)

    def diagram(self, state: Sequence[int]) -> str:
        """Return the board if there is one, else the call; and a pruned move if the state is behind one."""
        text = self.diagram_of_call(state[FRAME])
        return f"{text} {self.texts[state[PRUNED] - 1]}" if state[PRUNED] else text

    def diagram_of_call(self, frame: int) -> str:
        """Return the board that a frame was given if there is one, else its call.

        Several calls may be at one place: a move that is searched again has other arguments.
        """
        cells = self.cells(frame)
        drawn = "/".join(map(str.strip, self.drawing(frame).split("\n"))) if cells is None else ""
        is_short = 0 < len(drawn) <= MAX_LABEL_CHARS
        return diagram_of(cells) if cells is not None else drawn if is_short else self.user_code.label(frame)

    def board(self, state: Sequence[int], last: int | None = None) -> Board:
        if state[PRUNED]:
            return super().board(state, last)
        above = int(self.tree.columns["parent"][state[FRAME]]) if last is not None else -1
        cells = self.cells(state[FRAME])
        if cells is not None and self.proposal is not None:
            return board_of(cells, self.cells(above) if above >= 0 else None, self.proposal.marks)
        if self.text_size is None:
            return super().board(state, last)
        before = self.drawing(above) if above >= 0 else ""
        return text_board(self.drawing(state[FRAME]), before or None, self.text_size)

    # Positions that draw themselves

    def drawing(self, frame: int) -> str:
        """Return the text that the position of a frame draws of itself; empty if that is not known."""
        name = self.drawn_parameters.get(self.user_code.function_of(frame).name)
        if name is None:
            return ""
        place = self.user_code.function_of(frame).parameters.index(name)
        return self.user_code.drawing(self.user_code.argument_numbers(frame)[place])

    @cached_property
    def text_size(self) -> tuple[int, int] | None:
        """The size of the box for all that the positions draw of themselves; None if none does, or boards are known."""
        sizes = [size_of_text(text) for texts in self._drawings.values() for text in texts]
        if not sizes or any(
            self.cells(frame) is not None for frame in range(min(2, len(self.user_code.tables.function)))
        ):
            return None
        return max(columns for columns, _ in sizes), max(rows for _, rows in sizes)

    @cached_property
    def drawn_parameters(self) -> dict[str, str]:
        """For each function the parameter whose objects draw themselves as positions do."""
        return dict(self._drawings.keys())

    @cached_property
    def _drawings(self) -> dict[tuple[str, str], list[str]]:
        """For each function the parameter that is its position, and the texts that its objects draw.

        It has the role of a board, or its name, or it draws several lines.
        """
        found: dict[tuple[str, str], list[str]] = {}
        if not len(self.user_code.tables.drawn):
            return found
        for number, function in enumerate(self.user_code.functions):
            roles = {} if self.proposal is None else self.proposal.roles.get(function.name, {})
            choices: list[tuple[tuple[bool, bool, bool, int], str, list[str]]] = []
            for place, name in enumerate(function.parameters):
                numbers = distinct_numbers(self.user_code.argument_column(number, place)[1]).tolist()
                texts = [text for one in numbers if (text := self.user_code.drawing(one))]
                role, is_long = roles.get(name), any("\n" in text for text in texts)
                if texts and role != IGNORE and (role == BOARD or is_long or has_board_name(name)):
                    choices.append(((role == BOARD, is_long, has_board_name(name), len(texts)), name, texts))
            if choices:
                _, name, texts = max(choices, key=lambda choice: choice[0])
                found[function.name, name] = texts
        return found


def traced_position(position: Position, origin: TracedUserCode) -> Position:
    """Return the position with the game of the traced user code."""
    assert isinstance(position.game, RecordedGame)
    return replace(position, game=TracedGame(position.game, origin.user_code))
