"""Findings about moves: boards that are not undone, sides that do not alternate, a depth that is not decreased."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from math import copysign, inf
from typing import Any

import numpy as np

from plyscope.messages import Message
from plyscope.model.board_texts import placed
from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.model.executed_lines import Executed
from plyscope.model.roles import BOARD, DEPTH, SIDE
from plyscope.tracer.target.recursion import last_of
from plyscope.usercode.boards import BoardColumn, placed_marks
from plyscope.usercode.evidence import BUG, REMARK, Finding, RunEvidence
from plyscope.usercode.left_marks import MAX_COMPARED_FRAMES, sides_without_undo
from plyscope.usercode.search_text import UnknownValueError, evaluated, names_in, numbers_in

DEPTH_NAME = re.compile(r"depth|tiefe|ply|plies|remaining|^d$", re.IGNORECASE)
"""Names that say depth; a `level` may be a setting."""
UNDO = Message("the move should be taken back after the call, before the next one is made")


def board_not_undone(run: RunEvidence) -> Finding | None:
    return left_on_childrens_boards(run) or left_on_shared_board(run)


def left_on_childrens_boards(run: RunEvidence) -> Finding | None:
    """The move of a child is still on the board when the next child begins: after moves of both sides, or of one.

    It shows on the boards that the children were given.
    """
    kinds = sides_without_undo(run)
    if not kinds:
        return None
    child = min(kinds.values())
    values = {"frame": child, "before": run.called_before(child)}
    if kinds.keys() != {MAX} and kinds.keys() != {MIN}:
        happened = Message(
            "the board is not undone: frame {frame} begins with the move of frame {before} still on the board", **values
        )
    else:
        happened = Message(
            "moves of {side} are not undone: frame {frame} begins with the move of frame {before} still on the board",
            side=run.side_name(run.trace.parents[child]),
            **values,
        )
    return run.found(BUG, "board not undone", child, run.text.call_line(child), happened, UNDO)


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
    """Each call is given the depth of its caller, although the code stops at a depth.

    A number that is compared like a depth may be a setting, as `level` in `if level == 0`: nothing in a run tells the
    two apart, so that only a name or the user makes it a bug.
    """
    parent = run.trace.column("parent")
    frames = np.flatnonzero((parent >= run.first) & ~np.isnan(run.depth))
    frames = frames[~np.isnan(run.depth[parent[frames]])]
    if not len(frames) or not np.all(run.depth[frames] == run.depth[parent[frames]]):
        return None
    frame = int(frames[0])
    plies = int(run.trace.column("ply")[frames].max()) - int(run.trace.plies[parent[frame]])
    if not plies > plies_allowed(run, frame):
        return None
    line = run.text.call_line(frame)
    if not is_surely_depth(run, frame):
        values = {"name": depth_name(run, frame), "frame": frame, "depth": float(run.depth[frame])}
        happened = Message(
            "{name} is the same in all calls: frame {frame} is called with {depth}, like its parent", **values
        )
        should = Message(
            "this is right for a setting; if {name} is a depth, each call should be given a smaller one", **values
        )
        return run.found(REMARK, "same limit in all calls", frame, line, happened, should)
    happened = Message(
        "the depth is not decreased: frame {frame} is called with {depth}, like its parent",
        frame=frame,
        depth=float(run.depth[frame]),
    )
    should = Message("the call should be given a smaller depth than its caller, so that the search stops in time")
    return run.found(BUG, "depth not decreased", frame, line, happened, should)


def is_surely_depth(run: RunEvidence, frame: int) -> bool:
    """Whether the name of the number says that it is a depth, or the user has said so."""
    name = depth_name(run, frame) or ""
    given = run.proposal.given.get(run.user_code.function_of(frame).name, {})
    return given.get(name) == DEPTH or DEPTH_NAME.search(name) is not None


def depth_name(run: RunEvidence, frame: int) -> str | None:
    """The parameter of a frame's function that is read as its depth."""
    return run.proposal.parameter(run.user_code.function_of(frame).name, DEPTH)


def plies_allowed(run: RunEvidence, frame: int) -> float:
    """How many plies lie between the depth of a frame and the limit that ends the recursion there.

    Infinite where the text has no such test, for then nothing should have ended it: what is compared with the depth may
    be anything, such as the cells that are left.
    """
    function, name = run.text.function_of(frame), depth_name(run, frame)
    if function is None or name is None:
        return inf
    limits = [run.text.fixed_number(frame, one) for one in function.limits(name)]
    if run.depth[frame] == 0 and limits and None in limits:
        return 0  # it should count up to a limit that is kept somewhere else
    return min((abs(run.depth[frame] - one) for one in limits if one is not None), default=inf)


def sides_not_alternating(run: RunEvidence) -> Finding | None:
    """Calls move for the same side as their caller, because the side is passed on as it was."""
    for frame in run.same_side.tolist():
        if not passes_side_on(run, frame):
            continue
        happened = Message(
            "the sides do not alternate: frame {frame} moves for {side}, like its parent",
            frame=frame,
            side=run.side_name(frame),
        )
        should = Message("after a move of one side the other side should be to move")
        return run.found(BUG, "sides not alternating", frame, run.text.call_line(frame), happened, should)
    return None


def passes_side_on(run: RunEvidence, child: int) -> bool:
    """Whether the code calls for the same side whatever the position: another rule may give a side several moves.

    Only tests of the side rule a call out: a test of anything else may hold the next time.
    """
    parent = run.trace.parents[child]
    function, call = run.text.function_of(parent), run.text.call_of(child)
    if function is None or call is None:
        return True
    mover = run.side_parameter(parent) or ""
    names = {name: value for name, value in run.text.names_of(parent).items() if name == mover}
    names = {**run.text.constants, **names}
    sites = [one for one in function.calls if function.may_run(one, names)]
    side = run.side_parameter(child)
    if side is None:
        return len({last_of(one.func) for one in sites}) == 1
    given = [run.text.argument(one, child, side) for one in sites]
    return all(one is not None and is_side_kept(one, mover, names) for one in given)


def is_side_kept(given: ast.expr, mover: str, names: Mapping[str, Any]) -> bool:
    """Whether an expression gives a call the side of its caller; where it has no value, whether it is made of that."""
    if mover not in names:
        return names_in(given) <= {mover, "self", *names}
    try:
        return bool(evaluated(given, names) == names[mover])
    except UnknownValueError:
        return names_in(given) <= {mover, "self", *names}


def same_piece(run: RunEvidence) -> Finding | None:
    """Moves of both sides put the same piece on the board, although the game has two kinds of pieces."""
    boards, trace = run.boards, run.trace
    if boards is None or len(run.same_side):
        return None
    placed_by: dict[int, set[str]] = {MAX: set(), MIN: set()}
    first: dict[int, int] = {}
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES):
        kind, marks = trace.kinds[frame], placed_marks(boards, frame, list(trace.children(frame)))
        if kind in placed_by and marks:
            placed_by[kind] |= set(marks.values())
            first.setdefault(kind, min(marks))
    if len(placed_by[MAX] | placed_by[MIN]) != 1 or not placed_by[MAX] or not placed_by[MIN]:
        return None
    mark = next(iter(placed_by[MAX]))
    if not any(scores_by_mark(run, (mark, other)) for other in other_marks(run, boards, mark)):
        return None
    child = first[owner_misplaced(run, mark)]
    parent = trace.parents[child]
    happened = Message(
        "both sides put the same piece: frame {parent} moves for {side} and puts {mark}, as the other side does",
        parent=parent, side=run.side_name(parent), mark=mark,
    )  # fmt: skip
    should = Message("each side should put its own piece")
    line = run.text.placing_line(child) or run.text.call_line(child)
    return run.found(BUG, "same piece for both sides", child, line, happened, should)


def scores_by_mark(run: RunEvidence, marks: Sequence[str]) -> bool:
    """Whether the text gives numbers of both signs by these marks, so that they belong to two sides.

    Other marks may be obstacles: in a game where both sides put the same piece the text scores by the side to move.
    """
    signs: set[float] = set()
    sides = {name for mine in run.proposal.roles.values() for name, role in mine.items() if role == SIDE}
    for node in ast.walk(run.text.tree) if run.text.tree is not None else ():
        if isinstance(node, ast.Dict):
            keys = [one for one in node.keys if one is not None and names_mark(run, one, marks)]
            signs |= signs_of(run, node.values) if keys else set()
            continue
        if not isinstance(node, ast.If | ast.IfExp) or sides & names_in(node.test):
            continue
        if any(names_mark(run, one, marks) for one in ast.walk(node.test)):
            signs |= signs_of(run, results_in(node.body)) | signs_of(run, results_in(node.orelse))
    return {1.0, -1.0} <= signs


def names_mark(run: RunEvidence, node: ast.AST, marks: Sequence[str]) -> bool:
    """Whether an expression is one of these marks, as a constant or as a name of one."""
    if isinstance(node, ast.Name | ast.Attribute):
        known = run.text.constants.get(last_of(node))
        return known is not None and str(known) in marks
    return isinstance(node, ast.Constant) and str(node.value) in marks


def results_in(body: ast.AST | Sequence[ast.AST]) -> list[ast.expr]:
    """What statements return or assign, without those below further tests; an expression itself."""
    if isinstance(body, ast.expr):
        return [body]
    statements = body if isinstance(body, Sequence) else [body]
    return [one.value for one in statements if isinstance(one, ast.Return | ast.Assign) and one.value is not None]


def signs_of(run: RunEvidence, nodes: Sequence[ast.expr]) -> set[float]:
    """The signs of the numbers that expressions are."""
    numbers = {number for one in nodes for number in numbers_in(one, run.text.constants)}
    return {copysign(1.0, number) for number in numbers if number}


def owner_misplaced(run: RunEvidence, mark: str) -> int:
    """The side that puts a piece of the other: by the free choice of pieces in the position, else MIN.

    Who has as many pieces as the other moves first; so a mark of which there are fewer belongs to the side to move.
    """
    boards = run.boards
    cells = None if boards is None else boards.cells(run.first)
    if boards is None or cells is None:
        return MIN
    counts = [cell for _, cell in placed(cells) if cell != boards.empty_cell]
    mine, others = counts.count(mark), len(counts) - counts.count(mark)
    root = run.trace.kinds[run.first]
    if mine == others:
        return MIN
    owner = root if mine < others else 1 - root
    return MIN if owner == MAX else MAX


def other_marks(run: RunEvidence, boards: BoardColumn, mark: str) -> set[str]:
    """Other pieces on the first board; a game in which both sides put the same has none."""
    cells = boards.cells(run.first)
    return {cell for _, cell in placed(cells or ()) if cell not in (boards.empty_cell, mark)}
