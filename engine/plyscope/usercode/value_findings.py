"""Findings about values that are seen without a window: of leaves, of a minus that is missing, and of the root."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.games import GAMES
from plyscope.games.lines import line_tables
from plyscope.messages import Message
from plyscope.model.board_texts import MAX_KEPT_BOARDS, Cells
from plyscope.model.columns import INNER, OPEN, TERMINAL
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.roles import BEST
from plyscope.model.user_code_facts import What
from plyscope.tracer.build_trace import literal
from plyscope.usercode.boards import boards_of, marks_by_kind
from plyscope.usercode.chosen_search import last_searches, searches_by_callers_move
from plyscope.usercode.evidence import BUG, MAX_INNER_FRAMES, REMARK, Finding, RunEvidence
from plyscope.usercode.function_facts import Assignment, places_in
from plyscope.usercode.result_values import children_extremes, item_text, result_values


def undecided_leaf_is_none(run: RunEvidence) -> Finding | None:
    """A leaf that returns None, of a function that returns numbers elsewhere, or whose calls that fold end by an error.

    A function that returns None always, as one that collects moves in a list, has no values. Where the search ends well
    its calls are prepared for None, as for a position that is not legal: that is no bug.
    """
    if not run.proposal.is_value_known or not none_had_effect(run):
        return None
    results, function = run.user_code.tables.result, run.user_code.tables.function
    is_leaf = (run.trace.column("size") == 1) & (run.trace.column("status") != OPEN) & (results >= 0)
    has_failed = run.trace.column("status") == OPEN
    has_failed[run.user_code.tables.raised] = True
    has_failed &= run.trace.column("size") > 1
    searching = distinct_numbers(function[~np.isnan(run.trace.column("value")) | has_failed])
    leaves = np.flatnonzero(is_leaf & np.isin(function, searching))
    for number in distinct_numbers(results[leaves]).tolist():
        text = run.user_code.texts[number]
        frame = int(leaves[results[leaves] == number][0])
        if item_text(text, run.proposal.path(run.user_code.function_of(frame).name)) == "None":
            happened = Message(
                "an undecided leaf has the value None: frame {frame} returns {result}", frame=frame, result=text
            )
            should = Message("every leaf should return a number, such as 0 for a position that is not decided")
            line = run.return_line(frame)
            return run.finding(BUG, "leaf", frame, line, happened, should)
    return None


def none_had_effect(run: RunEvidence) -> bool:
    """Whether None has had an effect: an error, no value of the search, or a value that is none of the calls below.

    A call may return None although its calls have values, or the constant that its best begins with as they have none.
    A function that holds results against None is prepared for it.
    """
    if "NoneType" in run.user_code.ended.text:
        return True
    if any(one.expects_none for one in run.functions.values()):
        return False
    is_none, parent = returns_none(run), run.trace.column("parent")
    if is_none[run.first :][parent[run.first :] == run.first - 1].any():
        return True
    above = {*parent[1:][is_none[1:]].tolist()}
    return any(
        is_none[frame] if run.valued_children(frame) else returns_start_value(run, frame)
        for frame in run.inner_frames
        if frame in above
    )


def returns_none(run: RunEvidence) -> NDArray[np.bool_]:
    """For each call whether it returned None where its value stands."""
    user_code, found = run.user_code, np.zeros(len(run.trace), np.bool_)
    for number, function in enumerate(user_code.functions):
        path = run.proposal.path(function.name)
        frames = np.flatnonzero((user_code.tables.function == number) & (user_code.tables.result >= 0))
        results = user_code.tables.result[frames]
        for text in distinct_numbers(results).tolist():
            if item_text(user_code.texts[text], path) == "None":
                found[frames[results == text]] = True
    return found


def wrong_extreme(run: RunEvidence) -> Finding | None:
    """A caller of several searches takes the largest value where its side takes the smallest, or the other way round.

    A player who is meant to be weak, or to lose, does so: nothing that ran tells whether this one is.
    """
    trace, root = run.trace, 0
    if not run.first:
        return None
    searches = last_searches({"parent": trace.column("parent")}, boards_of(trace, run.proposal))
    found = {trace.values[child] for child in searches if not isnan(trace.values[child])}
    if (
        len(found) < 2
        or trace.kinds[root] not in (MAX, MIN)
        or trace.statuses[root] != INNER
        or never_negated(run) >= 0
    ):
        return None
    taken = trace.values[root]
    if taken != (min(found) if trace.kinds[root] == MAX else max(found)):
        return None
    if trace.kinds[root] == MAX:
        happened = Message("the root moves for MAX and takes {taken}, the smallest value", taken=taken)
        should = Message("this is right for a player who is meant to lose; else MAX should take the largest value")
    else:
        happened = Message("the root moves for MIN and takes {taken}, the largest value", taken=taken)
        should = Message("this is right for a player who is meant to lose; else MIN should take the smallest value")
    return run.finding(REMARK, "played", root, 0, happened, should)


def worse_move(run: RunEvidence) -> Finding | None:
    """A root returns the best value, and beside it a move that has a worse one.

    The move is the item of the loop that its text says, and nothing but the value decides on it.
    """
    trace = run.trace
    for root in [0] if not run.first else trace.children(0):
        children, value = run.valued_children(root), trace.values[root]
        line = 0 if isnan(value) or trace.kinds[root] not in (MAX, MIN) else keeping_line(run, root)
        result = literal(run.user_code.result(root) or "") if line else None
        if not isinstance(result, tuple) or len(result) != 2:
            continue
        kept = searches_by_callers_move(run.user_code, children).get(
            result[run.proposal.path(function_name(run, root)) == "[0]"]
        )
        best = next((child for child in children if trace.values[child] == value), None)
        if kept is None or best is None:
            continue
        own = trace.values[kept]
        if own < value if trace.kinds[root] == MAX else own > value:
            values = {"frame": root, "value": value, "move": trace.move_text(kept), "own": own}
            happened = Message("frame {frame} returns {value} with move {move}, which gave {own}", **values)
            should = Message("move {best} gave {value}", best=trace.move_text(best), value=value)
            return run.finding(BUG, "played", root, line, happened, should, leaves=True)
    return None


MOVE_NAME_PATTERN = re.compile(r"move|best|action|choice|zug", re.IGNORECASE)
"""Names that say that a move is kept."""


def function_name(run: RunEvidence, frame: int) -> str:
    return run.user_code.function_of(frame).name


def keeping_line(run: RunEvidence, frame: int) -> int:
    """The line that keeps the move which a frame returns in a pair with its value; 0 where that is not known.

    Each time it is an item of the loop, and all tests behind the call compare the value.
    """
    name, event = function_name(run, frame), run.return_event(frame)
    pair = None if event is None else re.fullmatch(r"\((\w+), (\w+)\)", event.text)
    place = {"[0]": 2, "[1]": 1}.get(run.proposal.path(name))
    facts = run.functions.get(name)
    if pair is None or place is None or facts is None or not MOVE_NAME_PATTERN.search(pair[place]):
        return 0
    sets = [one for one in facts.assignments if one.place == pair[place]]
    kept = [one for one in sets if one.loops]
    called = min((one.call.lineno for one in facts.sites), default=0)
    known = {*facts.valued, *run.proposal.places.get(name, {}).values(), pair[place]}
    is_known = all(isinstance(one.value, ast.Constant) for one in sets if not one.loops) and all(
        is_item_of_loop(one)
        and all(compared_names(test.test) <= known for test in one.conditions if test.test.lineno > called)
        for one in kept
    )
    lines = {one.line for one in kept}
    return min(lines) if is_known and len(lines) == 1 else 0


def is_item_of_loop(made: Assignment) -> bool:
    """Whether a name is given nothing but what the loops around it take."""
    if made.value is None or not isinstance(made.statement, ast.Assign):
        return False
    items = {name for loop in made.loops if isinstance(loop, ast.For) for name in places_in(loop.target)}
    parts = made.value.elts if isinstance(made.value, ast.Tuple) else [made.value]
    return all(isinstance(one, ast.Name) and one.id in items for one in parts)


def compared_names(test: ast.expr) -> frozenset[str]:
    """The names that a test compares; of what is no comparison of names, its text."""
    match test:
        case ast.BoolOp():
            return frozenset().union(*map(compared_names, test.values))
        case ast.Compare():
            return frozenset().union(*map(compared_names, (test.left, *test.comparators)))
        case ast.UnaryOp():
            return compared_names(test.operand)
        case ast.Constant():
            return frozenset()
    return frozenset({ast.unparse(test)})


def returns_start_value(run: RunEvidence, frame: int) -> bool:
    """Whether a frame returns what its best value starts with: it took over no child's value."""
    best = run.proposal.places.get(run.user_code.function_of(frame).name, {}).get(BEST)
    set_ = [one for one in run.user_code.facts.of_frame(frame) if one.event.what is What.SET]
    return any(
        one.event.name == best and not one.event.from_call and one.value == run.value_in_code(frame) for one in set_
    )


def decided_leaves(run: RunEvidence) -> list[int]:
    """The first leaves, `MAX_INNER_FRAMES` at most, with a value that is good for one side."""
    trace = run.trace
    value = trace.column("value")
    is_leaf = (
        (trace.column("size") == 1) & (trace.column("status") != OPEN) & ~np.isnan(value) & (value != run.even_value)
    )
    frames: list[int] = np.flatnonzero(is_leaf & (trace.column("parent") >= run.first))[:MAX_INNER_FRAMES].tolist()
    return frames


def minus_missing(run: RunEvidence) -> Finding | None:
    """Negamax forgets the minus before its calls."""
    frame = never_negated(run)
    if frame < 0:
        return None
    child = run.valued_children(frame)[0]
    happened = Message(
        "the minus before the call is missing: frame {frame} returns {value}, the largest value of its children as the "
        "other side sees it",
        frame=frame, value=run.value_in_code(frame),
    )  # fmt: skip
    should = Message("what the call returns should be negated, for it is seen from the other side")
    return run.finding(BUG, "fold", frame, run.call_line(child), happened, should, leaves=True)


def never_negated(run: RunEvidence) -> int:
    """The first frame whose value is its children's largest, and not the largest negated, if all are so; else -1.

    Only where values are those of the side to move, and no call expression gives its result a minus.
    """
    trace, proposal = run.trace, run.proposal
    if not proposal.negated or any(site.sign != 1 for site in run.user_code.facts.sites):
        return -1
    extremes, kind = children_extremes(trace, result_values(trace, proposal)), trace.column("kind")
    is_inner = ~np.isnan(extremes.values) & ~np.isnan(extremes.smallest) & (kind != NO_SIDE)
    if not np.all(extremes.is_largest[is_inner]) or len(distinct_numbers(kind[is_inner])) < 2:
        return -1
    found = np.flatnonzero(is_inner & (extremes.values != proposal.total - extremes.smallest)).tolist()
    return found[0] if len(found) > 1 else -1


# Leaves


def wrong_leaf(run: RunEvidence) -> Finding | None:
    """Finished games that are good for the side with a line at one leaf, and bad for it at another.

    Where every line is bad for the side that has it, a line may lose the game: that is no finding.
    """
    winners, wrong = leaves_with_lines(run)
    if not wrong or is_estimate(run, wrong[0], winners):
        return None
    if len(wrong) == len(winners):
        return None  # where a line loses, it is worse
    frame = wrong[0]
    side = "MIN" if run.trace.values[frame] > run.even_value else "MAX"
    happened = Message(
        "a leaf has the value of the wrong side: frame {frame} returns {value}, although {mark}, who moves for {side}, "
        "has a line",
        frame=frame, value=run.value_in_code(frame), mark=winners[frame], side=side,
    )  # fmt: skip
    should = Message("a win should be good for the side that has won")
    if run.proposal.negated:
        should = Message("in negamax a leaf should return its value as the side to move sees it")
    return run.finding(BUG, "leaf", frame, run.return_line(frame), happened, should, leaves=True)


def leaves_with_lines(run: RunEvidence) -> tuple[dict[int, str], list[int]]:
    """The leaves with a line, by the mark that has it, and those of them with a value that is good for the other side.

    Where only one side has moved, another mark than its own is the other's.
    """
    marks, wrong = marks_of_sides(run), list[int]()
    winners = winners_by_lines(run) if marks else {}
    for frame, mark in winners.items():
        is_of_max = mark == marks[MAX] if MAX in marks else mark != marks[MIN]
        if (run.trace.values[frame] > run.even_value) != is_of_max and not run.return_names_bound(frame):
            wrong.append(frame)
    return winners, wrong


def line_loses(run: RunEvidence) -> bool:
    """Whether each line has a value that is good for the other side, as where a line loses the game."""
    winners, wrong = leaves_with_lines(run)
    return bool(wrong) and len(wrong) == len(winners) and not is_estimate(run, wrong[0], winners)


def is_estimate(run: RunEvidence, frame: int, leaves: Iterable[int]) -> bool:
    """Whether a leaf may have an estimate: no depth is known to be left there, and `leaves` are not all as good."""
    if not isnan(run.depth[frame]) and run.depth_left(frame) > 0:
        return False
    return len({abs(run.trace.values[one] - run.even_value) for one in leaves}) > 1


def marks_of_sides(run: RunEvidence) -> dict[int, str]:
    """The mark that MAX and the mark that MIN puts on the board, as far as they are known and differ.

    Nothing unless each move puts one mark on a free cell, and each side always the same.
    """
    if run.boards is None:
        return {}
    placed = marks_by_kind(run.boards, run.trace.columns, np.array(run.inner_frames, np.int64))
    found = {side: placed.get(side, set()) for side in (MAX, MIN)}
    if any(len(marks) > 1 for marks in found.values()) or found[MAX] == found[MIN]:
        return {}
    return {side: next(iter(marks)) for side, marks in found.items() if marks}


def winners_by_lines(run: RunEvidence) -> dict[int, str]:
    """For each decided leaf the mark that has a line there, by the length of lines that fits the whole run.

    No position in which moves were tried has such a line, and each decided leaf has one of one mark.
    """
    boards = run.boards
    leaves = decided_leaves(run)
    if boards is None or not leaves:
        return {}
    root = boards.cells(run.first)
    inner = {cells for frame in islice(run.inner_frames, MAX_BOARDS) if (cells := boards.cells(frame)) is not None}
    for length in (3, 4, 5) if root is not None else ():
        if any(lines_of(cells, length, boards.empty_cell) for cells in inner):
            continue
        found: dict[int, str] = {}
        for frame in leaves[:MAX_BOARDS]:
            cells = boards.cells(frame)
            marks = {one.mark for one in lines_of(cells or ((),), length, boards.empty_cell)}
            if len(marks) == 1:
                found[frame] = marks.pop()
            elif run.trace.statuses[frame] == TERMINAL:
                break
        else:
            return found
    return {}


MAX_BOARDS = 500
"""Boards of one run in which lines are searched."""


@cache
def usual_length(columns: int, rows: int) -> int:
    """How many in a row win on boards of the size of a known game; 0 on others."""
    sizes = [one.grid.usual_size for one in GAMES.values() if one.grid is not None and one.grid.usual_size is not None]
    return next((length for *size, length in sizes if size in ([columns, rows], [rows, columns])), 0)


class Line(NamedTuple):
    """Cells in a row, column or diagonal that have one mark."""

    mark: str
    places: tuple[int, ...]
    """The numbers of the cells in reading order."""


@lru_cache(MAX_KEPT_BOARDS)
def lines_of(cells: Cells, length: int, empty: str) -> tuple[Line, ...]:
    """The rows, columns and diagonals of so many cells that one mark fills."""
    flat = [cell for row in cells for cell in row]
    lines = lines_on_board(len(cells[0]), len(cells), length)
    return tuple(Line(flat[one[0]], one) for one in lines if flat[one[0]] != empty and len({flat[n] for n in one}) == 1)


@cache
def lines_on_board(columns: int, rows: int, length: int) -> tuple[tuple[int, ...], ...]:
    """The numbers of the cells of each line of so many cells that a board has room for."""
    found: tuple[tuple[int, ...], ...] = line_tables(columns, rows, length)["LINES"]
    return found
