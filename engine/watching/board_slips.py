"""A slip with boards: what a try has put there stays.

Executed lines show it where they were recorded: a variable that a call and its caller share is another one when the
call has come back. Elsewhere it shows on the boards of the tries, each of which has all that the one before it has.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.columns import OPEN
from engine.messages import Message
from engine.steps import Steps
from engine.watching.boards import BoardColumn, boards_of, changes
from engine.watching.executed import Executed
from engine.watching.looking import Looking, Slip
from engine.watching.proposal import BOARD

LOOKED_INTO = 200
"""Frames whose tries are compared."""


def board_not_undone(at: Looking) -> Slip | None:
    return left_on_boards_of_tries(at) or left_on_shared_board(at)


def left_on_boards_of_tries(at: Looking) -> Slip | None:
    """What a child has put on the board is still there when the next one begins."""
    boards = boards_of(at.trace, at.own, at.proposal)
    if boards is None:
        return None
    first = -1
    for frame in islice(at.inner_frames(), LOOKED_INTO):
        children = list(at.trace.children(frame))
        if len(children) < 2:
            continue
        # Moves that take several cells grow now and then; what is never undone grows always.
        if not keeps_growing(boards, frame, children):
            return None
        first = children[1] if first < 0 else first
    if first < 0:
        return None
    sentence = Message(
        "the board is not undone: frame {frame} begins with what the move before it has left there", frame=first
    )
    return Slip("board not undone", first, sentence)


def keeps_growing(boards: BoardColumn, frame: int, children: Sequence[int]) -> bool:
    """Whether each child's board has all changes of the one before it, and more."""
    above = boards.cells(frame)
    before: set[tuple[int, int]] = set()
    for child in children:
        cells = boards.cells(child)
        if above is None or cells is None:
            return False
        changed = set(changes(above, cells))
        if not changed or not before < changed:
            return False
        before = changed
    return True


def left_on_shared_board(at: Looking) -> Slip | None:
    """What a call was given is another thing when it has come back, and stays so until its caller returns."""
    trace, own = at.trace, at.own
    executed = Executed(own, Steps(trace))
    for frame in islice(at.inner_frames(), LOOKED_INTO if len(executed) else 0):
        values = values_of_board(at, executed, frame)
        for child in trace.children(frame):
            before = executed.last_before_call(frame, executed.steps.enter_of_call(child))
            if before is None or before not in values or trace.sizes[child] == 1:
                continue
            rows = list(values)
            after = values[rows[min(rows.index(before) + 1, len(rows) - 1)]]
            shared = values[before] == given_board(at, child)
            if shared and after != values[before] and values[rows[-1]] not in (values[before], given_board(at, frame)):
                sentence = Message(
                    "the board is not undone: what frame {frame} has put on it is still there afterwards", frame=child
                )
                return Slip("board not undone", child, sentence)
    return None


def values_of_board(at: Looking, executed: Executed, frame: int) -> dict[int, int]:
    """The number of the board's text at each line that a call executed; nothing where it has not returned."""
    function = at.own.function_of(frame)
    name = at.proposal.parameter(function.name, BOARD)
    if name not in function.variables or at.trace.statuses[frame] == OPEN:
        return {}
    place = function.variables.index(name)
    return {row: executed.values(row)[place] for row in executed.rows_of(frame).tolist()}


def given_board(at: Looking, frame: int) -> int:
    """The number of the text of the board that a call was given; -1 where it was given none."""
    function = at.own.function_of(frame)
    name = at.proposal.parameter(function.name, BOARD)
    return -1 if name is None else at.own.argument_numbers(frame)[function.parameters.index(name)]
