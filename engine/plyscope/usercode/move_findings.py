"""Findings about moves: boards that are not undone, sides that do not alternate, a depth that is not decreased."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import numpy as np

from plyscope.messages import Message
from plyscope.model.board_texts import changes
from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX
from plyscope.model.executed_lines import Executed
from plyscope.model.roles import BOARD
from plyscope.usercode.boards import BoardColumn, boards_of
from plyscope.usercode.evidence import BUG, Finding, RunEvidence

MAX_COMPARED_FRAMES = 200
"""Frames whose children's boards are compared."""
UNDO = Message("the move should be taken back after the call, before the next one is made")


def board_not_undone(run: RunEvidence) -> Finding | None:
    return left_on_childrens_boards(run) or left_on_shared_board(run)


def left_on_childrens_boards(run: RunEvidence) -> Finding | None:
    """The move of a child is still on the board when the next child begins.

    It shows on the boards that the children were given: each has all changes of the one before it.
    """
    boards = boards_of(run.trace, run.user_code, run.proposal)
    if boards is None:
        return None
    first = -1
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES):
        children = list(run.trace.children(frame))
        if len(children) < 2:
            continue
        # Moves that take several cells grow sometimes; moves that are never undone grow always.
        if not keeps_growing(boards, frame, children):
            return None
        first = children[1] if first < 0 else first
    if first < 0:
        return None
    happened = Message(
        "the board is not undone: frame {frame} begins with the previous move still on the board", frame=first
    )
    return run.found(BUG, "board not undone", first, run.text.call_line(first), happened, UNDO)


def keeps_growing(boards: BoardColumn, frame: int, children: Sequence[int]) -> bool:
    """Whether each child's board has all changes of the previous one, and more."""
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


def left_on_shared_board(run: RunEvidence) -> Finding | None:
    """A board shared with the caller is changed when a call returns, and stays so until the caller returns.

    Executed lines show it, where they were recorded.
    """
    trace = run.trace
    executed = run.text.executed
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES if len(executed) else 0):
        values = values_of_board(run, executed, frame)
        for child in trace.children(frame):
            before = executed.last_before_call(frame, executed.steps.enter_of_call(child))
            if before is None or before not in values or trace.sizes[child] == 1:
                continue
            rows = list(values)
            after = values[rows[min(rows.index(before) + 1, len(rows) - 1)]]
            shared = values[before] == given_board(run, child)
            if shared and after != values[before] and values[rows[-1]] not in (values[before], given_board(run, frame)):
                happened = Message(
                    "the board is not undone: the move of frame {frame} is still on it afterwards", frame=child
                )
                return run.found(BUG, "board not undone", child, run.text.call_line(child), happened, UNDO)
    return None


def values_of_board(run: RunEvidence, executed: Executed, frame: int) -> dict[int, int]:
    """The number of the board's text at each line that a call executed; empty if it has not returned."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    if name not in function.variables or run.trace.statuses[frame] == OPEN:
        return {}
    place = function.variables.index(name)
    return {row: executed.values(row)[place] for row in executed.rows_of(frame).tolist()}


def given_board(run: RunEvidence, frame: int) -> int:
    """The number of the text of the board that a call was given; -1 if it was given none."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    return -1 if name is None else run.user_code.argument_numbers(frame)[function.parameters.index(name)]


def depth_not_decreased(run: RunEvidence) -> Finding | None:
    parent = run.trace.column("parent")
    frames = np.flatnonzero((parent >= run.first) & ~np.isnan(run.depth))
    frames = frames[~np.isnan(run.depth[parent[frames]])]
    if not len(frames) or not np.all(run.depth[frames] == run.depth[parent[frames]]):
        return None
    frame = int(frames[0])
    happened = Message(
        "the depth is not decreased: frame {frame} is called with {depth}, like its parent",
        frame=frame,
        depth=float(run.depth[frame]),
    )
    should = Message("the call should be given a smaller depth than its caller, so that the search stops at depth 0")
    return run.found(BUG, "depth not decreased", frame, run.text.call_line(frame), happened, should)


def sides_not_alternating(run: RunEvidence) -> Finding | None:
    if not len(run.same_side):
        return None
    frame = int(run.same_side[0])
    side = "MAX" if run.trace.kinds[frame] == MAX else "MIN"
    happened = Message(
        "the sides do not alternate: frame {frame} moves for {side}, like its parent", frame=frame, side=side
    )
    should = Message("after a move of one side the other side should be to move")
    return run.found(BUG, "sides not alternating", frame, run.text.call_line(frame), happened, should)
