"""Which of several searches an untraced caller has chosen, read from the caller's result.

A result may be a move, a score, both, or the board after the move, and squares may be numbered in several ways. A
result that can be read in several ways is read as the correct choice: report a bug only with evidence from this run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import islice
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.games import GAMES
from plyscope.model.board_texts import Cells, cells_in, changes, keys_of, value_of_text
from plyscope.model.columns import AT_LEAST, AT_MOST
from plyscope.model.declaration import MAX
from plyscope.model.folding import own_steps
from plyscope.model.roles import KEPT, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import What, expression_of
from plyscope.tracer.build_trace import literal
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.recursion import called_in
from plyscope.tracer.target.syntax import walk
from plyscope.usercode.boards import BoardColumn, boards_of
from plyscope.usercode.chess_boards import MOVE_PATTERN, move_between
from plyscope.usercode.function_facts import places_in
from plyscope.usercode.returned_numbers import MOVE, VALUE, number_kinds

Columns = Mapping[str, NDArray[Any]]


def last_searches(columns: Columns, boards: BoardColumn | None) -> list[int]:
    """Return the calls below the first frame; of several on one board, as in iterative deepening, the last."""
    children = np.flatnonzero(columns["parent"] == 0)
    children = children[children > 0]
    if boards is None:
        return [int(child) for child in children]
    return list({int(boards.numbers[child]): int(child) for child in children}.values())


def chosen_child(trace: Trace, columns: Columns, boards: BoardColumn | None) -> int:
    """Return the call whose move or value became the result of their caller; -1 if that cannot be known."""
    user_code = trace.user_code
    if not user_code.has_caller or user_code.ended.how != "returned" or boards is None:
        return -1
    above, result = boards.cells(0), literal(user_code.ended.text)
    searches = [child for child in last_searches(columns, boards) if not isnan(columns["value"][child])]
    if boards.fen and above is not None:
        moves = {move_between(above, cells): child for child in searches if (cells := boards.cells(child)) is not None}
        return next((moves[move] for move in MOVE_PATTERN.findall(user_code.ended.text) if move in moves), -1)
    if above is None or result is None or not searches:
        return -1
    values = {child: float(columns["value"][child]) for child in searches}
    by_caller = searches_by_callers_move(user_code, searches)
    result_key = tuple(result) if isinstance(result, list) else result
    if isinstance(result_key, tuple | str) and can_be_move(result_key) and result_key in by_caller:
        return by_caller[result_key]
    is_plain = isinstance(value_of_text(user_code.texts[int(boards.numbers[searches[0]])]), list | tuple | str | dict)
    first_numbers = (1, 0) if not is_plain or counts_from_one(user_code.call, trace.text) else (0,)
    readings = list(searches_by_name(user_code, boards, above, searches, first_numbers))
    # Of several readings with equal values the first counts.
    is_shifted = 1 in first_numbers and shifts_result_by_one(user_code.call, trace.text)
    readings = [*readings, by_caller] if is_shifted else [by_caller, *readings]
    may_be = number_kinds_of(trace, searches) if isinstance(result, int | float) else {MOVE, VALUE}
    meant = searches_meant(result, readings if MOVE in may_be else [], values if VALUE in may_be else {})
    if not is_plain and len({values[child] for child in meant}) > 1:
        return -1  # squares of an object may be numbered in any way
    # Of those that it may mean, the one with the best value for the side to move.
    sign = 1 if columns["kind"][0] == MAX else -1
    return max(meant, key=lambda child: sign * values[child], default=-1)


def number_kinds_of(trace: Trace, searches: Sequence[int]) -> Set[str]:
    """Return what the number that the caller of searches has returned may be: a move, a value, both or neither."""
    user_code = trace.user_code
    names = {user_code.function_of(child).name.rpartition(".")[2] for child in searches}
    are_numbers = all(isinstance(literal(user_code.result(child) or ""), int | float) for child in searches)
    return number_kinds(user_code.call, trace.text, names, return_numbers=are_numbers)


def searches_meant(result: Any, readings: Sequence[Mapping[Any, int]], values: Mapping[int, float]) -> list[int]:
    """Return the searches that a result may mean: by the whole, an item beside their value, items, or by value."""
    whole = [names[result] for names in readings if can_be_move(result) and result in names]
    cells = cells_in(result)
    if isinstance(result, list) and cells is None:
        return searches_meant(tuple(result), readings, values)
    whole += [names[cells] for names in readings if cells is not None and cells in names]
    items = list(items_in_result(result))
    by_item = [(item, names[item]) for names in readings for item in items if item in names]
    numbers = [item for item in items if isinstance(item, int | float)]
    by_both = [child for item, child in by_item if values[child] in [other for other in numbers if other is not item]]
    by_value = [child for child, value in values.items() if value == result]
    if whole or by_both:
        # What the caller calls a move, beside its value, is rather that than two numbers of a square.
        return [*by_both, *whole, *by_value]
    if by_item:
        return [child for _, child in by_item]
    return by_value


def can_be_move(value: Any) -> bool:
    """Whether a value can stand for a move: a number, a text, or a tuple of these."""
    return isinstance(value, str | int | float) or (isinstance(value, tuple) and all(map(can_be_move, value)))


def items_in_result(result: Any) -> Iterator[Any]:
    """Yield the items of a list, tuple or dictionary that can stand for moves, those of nested ones included."""
    values = result.values() if isinstance(result, dict) else result if isinstance(result, list | tuple) else ()
    for value in values:
        item = tuple(value) if isinstance(value, list) else value
        if can_be_move(item):
            yield item
        yield from items_in_result(item)


def searches_by_callers_move(user_code: UserCode, searches: Sequence[int]) -> dict[Any, int]:
    """Return the searches by the moves as their caller has them; nothing where it has one move for several."""
    by_move: dict[Any, int] = {}
    for child in searches:
        text = user_code.move_of(child)
        move = text if (value := literal(text)) is None else value
        move = tuple(move) if isinstance(move, list) else move
        if text and can_be_move(move):
            by_move[move] = child
    return by_move if len(by_move) == len(searches) else {}


def counts_from_one(call: str, text: str) -> bool:
    """Whether the called function adds or subtracts 1, as code does that numbers squares from 1, or cannot be read."""
    nodes = called_nodes(call, text)
    if nodes is None:
        return True
    # A slice after a square begins at the next one, however squares are numbered.
    in_slices = {id(part) for node in nodes if isinstance(node, ast.Slice) for part in walk(node)}
    sums = (
        node
        for node in nodes
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and id(node) not in in_slices
    )
    return any(isinstance(part, ast.Constant) and part.value == 1 for sum_ in sums for part in (sum_.left, sum_.right))


def shifts_result_by_one(call: str, text: str) -> bool:
    """Whether the called function adds or subtracts 1 in what it returns, or cannot be read."""
    nodes = called_nodes(call, text)
    returned = [node for node in nodes or () if isinstance(node, ast.Return)]
    return nodes is None or any(
        isinstance(one, ast.BinOp) and isinstance(part, ast.Constant) and part.value == 1
        for node in returned
        for one in walk(node)
        for part in (getattr(one, "left", None), getattr(one, "right", None))
    )


def called_nodes(call: str, text: str) -> list[ast.AST] | None:
    """Return the nodes of the functions that a call calls; None where it or the text cannot be read."""
    try:
        _, functions = parsed_text(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    try:
        called = set(called_in(ast.parse(call, mode="eval").body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        called = {call.partition("(")[0]}  # the label of a long call is no expression
    return [node for function in functions.values() if function.last_name in called for node in walk(function.node)]


def searches_by_name(
    user_code: UserCode, boards: BoardColumn, above: Cells, searches: Sequence[int], first_numbers: Sequence[int]
) -> Iterator[dict[Any, int]]:
    """Yield the searches by what a result may call them, one dictionary for each reading: by board, and by square."""
    after = {child: cells for child in searches if (cells := boards.cells(child)) is not None}
    yield {cells: child for child, cells in after.items()}
    changed = {child: changes(above, cells) for child, cells in after.items()}
    placed = {child: places[0] for child, places in changed.items() if len(places) == 1}
    keys = keys_of(user_code.texts[int(boards.numbers[searches[0]])], boards.proposal.board_form)
    if keys:
        yield {keys[place]: child for child, place in placed.items()}
        return
    width = len(above[0])
    may_fall = pieces_may_fall(above, list(placed.values()), boards.empty_cell)
    for first in first_numbers:
        yield {(y + first, x + first): child for child, (x, y) in placed.items()}
        yield {y * width + x + first: child for child, (x, y) in placed.items()}
        if may_fall:
            yield {x + first: child for child, (x, _) in placed.items()}


def pieces_may_fall(above: Cells, places: Sequence[tuple[int, int]], empty: str) -> bool:
    """Whether pieces may have fallen to their places: one in a column, with no free cell below.

    Either end of the columns may be the bottom, the same one for all.
    """
    if len({x for x, _ in places}) < len(places):
        return False
    rows = range(len(above))
    return any(all(y + down not in rows or above[y + down][x] != empty for x, y in places) for down in (1, -1))


def move_played(trace: Trace) -> str | None:
    """Return the move that the user's search has chosen; the best one of other recordings; None if nothing says it."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return trace.best_move
    child = played_child(trace, proposal)
    boards = boards_of(trace, proposal)
    return None if child < 0 or not is_named_by_cells(trace, boards, child) else trace.move_text(child)


def played_child(trace: Trace, proposal: Proposal) -> int:
    """Return the call after the move that the user's search has chosen; -1 if nothing says it."""
    if not trace.origin.callers:
        return child_of_kept_move(trace, proposal, 0)
    boards, chosen = boards_of(trace, proposal), proposal.chosen_row(trace.column("parent"))
    # A caller may search the root position itself: then what that search keeps is the move.
    is_root = boards is not None and chosen >= 0 and boards.cells(chosen) == boards.cells(0)
    return child_of_kept_move(trace, proposal, chosen) if is_root else chosen


def child_of_kept_move(trace: Trace, proposal: Proposal, frame: int) -> int:
    """Return the child whose move a frame has kept last; else the one that gave the frame its value."""
    kept = child_kept_last(trace, proposal, frame)
    return kept if kept >= 0 else trace.best_child(frame)


def child_kept_last(trace: Trace, proposal: Proposal, frame: int) -> int:
    """Return the child whose move a frame has kept last; -1 where no name keeps one."""
    facts, places = trace.user_code.facts, proposal.places
    kept = [
        event.what is What.SET
        and event.name == places.get(trace.user_code.functions[event.function].name, {}).get(KEPT)
        for event in facts.events
    ]
    rows = [row for row in facts.rows_of(frame).tolist() if kept[facts.event[row]]]
    steps = zip(trace.children(frame), islice(own_steps(trace, frame), 1, None), strict=False)
    returned = [child for child, step in steps if rows and step <= facts.step[rows[-1]]]
    return returned[-1] if returned else -1


def best_move_of(trace: Trace) -> str | None:
    """Return the best move: of several that are as good the one that the user's search has chosen, else the first.

    None where no move has a name but that of its call, and where nothing shows which one gave the root its value.
    """
    best, proposal = trace.best_child(trace.answer), Proposal.of(trace)
    if proposal is None or best < 0 or trace.is_named_by_call(best):
        return None
    if not trace.origin.callers and not is_best_known(trace, best):
        taken = child_taken_last(trace, proposal) if returns_tracked_name(trace, proposal) else -1
        return trace.move_text(taken) if taken >= 0 else None
    recorded = trace.recorded_bounds
    if not trace.origin.callers and recorded is not None and recorded.returns_more[0]:
        return trace.move_text(best)  # what it returns beside the value has told it, if anything has
    played = played_child(trace, proposal)
    values, bounds = trace.values, trace.bound_of
    is_as_good = played >= 0 and values[played] == values[best] and bounds(played) == bounds(best)
    return trace.move_text(played if is_as_good else best)


def child_taken_last(trace: Trace, proposal: Proposal) -> int:
    """Return the child whose move or value the first call has taken last; -1 where that is not known."""
    kept, recorded = child_kept_last(trace, proposal, 0), trace.recorded_bounds
    if kept >= 0 or recorded is None:
        return kept
    best = [now.best for now in recorded.after(0, own_steps(trace, 0))]
    taken = [
        child
        for child, before, after in zip(trace.children(0), best, best[1:], strict=False)
        if after != before and not isnan(after)
    ]
    return taken[-1] if taken else -1


def is_best_known(trace: Trace, best: int) -> bool:
    """Whether the root has the value of its best child, and not a bound on which all of its moves may lie."""
    failed = AT_MOST if trace.kinds[0] == MAX else AT_LEAST
    return trace.values[best] == trace.values[0] and trace.bound != failed


def returns_tracked_name(trace: Trace, proposal: Proposal) -> bool:
    """Whether the first call returns a name that its search tracks: a bound, its best value or its kept move."""
    facts = trace.user_code.facts
    returned = [fact.event for fact in facts.of_frame(0) if fact.event.what is What.RETURN]
    tracked = {*proposal.places.get(trace.user_code.function_of(0).name, {}).values()}
    value = expression_of(returned[-1].text) if returned else None
    return value is not None and not tracked.isdisjoint(places_in(value))


def is_named_by_cells(trace: Trace, boards: BoardColumn | None, frame: int) -> bool:
    """Whether a frame's move has a name in a known game, or changes cells of the board that it can be named by."""
    if trace.position.game.name in GAMES:
        return True
    above, cells = (None, None) if boards is None else (boards.cells(int(trace.parents[frame])), boards.cells(frame))
    return above is not None and cells is not None and bool(changes(above, cells))
