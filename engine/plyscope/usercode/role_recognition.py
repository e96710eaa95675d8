"""Recognises the roles of parameters and results, by their names and by their values in the run.

A name alone proves nothing: α and β must be numbers, boards must look like boards of one size, and a reading of the
sides must explain the results: calls return the largest or the smallest of the values below them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import Cells, marks_in
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, SIDE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import TracedFunction, UserCode
from plyscope.tracer.build_trace import number_in
from plyscope.tracer.target.module_boards import is_board_name
from plyscope.tracer.target.recursion import called_in, functions_in
from plyscope.usercode.result_values import Extremes, children_extremes, result_values

MAX_TEXTS = 300
"""Distinct values of a parameter that are examined."""
NAMES = {
    ALPHA: re.compile(r"^(alpha|alfa|a|α|low|lower|lo)\d*$", re.IGNORECASE),
    BETA: re.compile(r"^(beta|b|β|high|upper|hi)\d*$", re.IGNORECASE),
    DEPTH: re.compile(r"depth|tiefe|ply|plies|level|remaining|^d$", re.IGNORECASE),
    SIDE: re.compile(
        r"max|min|player|turn|side|colou?r|mark|who|mover|symbol|team|to_move|sign|spieler|is_?(ai|me|human|computer)",
        re.IGNORECASE,
    ),
}
SURE = 0.6
"""The share of the calls that must return what their side would."""
BELIED, ENOUGH = 0.3, 3
"""It only has the names of a search if `ENOUGH` calls or more can tell, and less than this share of them fits."""


def recognise(trace: Trace) -> Proposal | None:
    """The roles in a recording; None if it does not look like a search of a game."""
    if not trace.origin.is_user_code:
        return None
    user_code = trace.user_code
    functions = list(enumerate(user_code.functions[:-1]))
    roles = {function.name: roles_of(user_code, number, function) for number, function in functions}
    proposal = Proposal(roles=roles, kinds=kinds_by_name(user_code.functions[:-1]))
    has_window = any(ALPHA in mine.values() and BETA in mine.values() for mine in roles.values())
    has_board = any(BOARD in mine.values() for mine in roles.values())
    proposal, share = with_sides(trace, proposal)
    if not proposal.has_sides or not (has_window or has_board or share >= SURE):
        return None
    is_named = proposal.kinds or any(SIDE in mine.values() for mine in roles.values())
    if not has_window and share < BELIED and can_rewrite(trace, proposal):
        return None
    if not has_window and not is_named and share < SURE:
        return None
    return replace(proposal, marks=marks_in(list(some_boards(user_code, proposal))))


def can_rewrite(trace: Trace, proposal: Proposal) -> bool:
    """Whether enough calls have children that returned different numbers."""
    extremes = children_extremes(trace, result_values(trace, proposal.item))
    return int(np.count_nonzero(extremes.counts)) >= ENOUGH


def proposed(trace: Trace, roles: Mapping[str, Mapping[str, str]]) -> Proposal:
    """The proposal for roles that the user has chosen: sides, values and marks are recognised from the run."""
    user_code = trace.user_code
    named = Proposal(roles=roles, kinds=kinds_by_name(user_code.functions[:-1]))
    proposal, _ = with_sides(trace, named)
    return replace(proposal, marks=marks_in(list(some_boards(user_code, proposal))))


def kinds_by_name(functions: Sequence[TracedFunction]) -> Mapping[str, str]:
    """Functions whose names say for which side they move, where both sides have one."""
    found = {}
    for function in functions:
        name = function.name.rpartition(".")[2].lower()
        if ("max" in name) != ("min" in name):
            found[function.name] = "max" if "max" in name else "min"
    return found if set(found.values()) == {"max", "min"} else {}


def texts_of(user_code: UserCode, function: int, parameter: int) -> list[str]:
    """The first distinct values of a parameter, as texts."""
    numbers = user_code.argument_column(function, parameter)[1]
    distinct, first = np.unique(numbers, return_index=True)
    return [user_code.texts[number] for number in distinct[np.argsort(first)][:MAX_TEXTS]]


def roles_of(user_code: UserCode, number: int, function: TracedFunction) -> dict[str, str]:
    texts = {name: texts_of(user_code, number, place) for place, name in enumerate(function.parameters)}
    texts = {name: found for name, found in texts.items() if found}
    roles = window_roles(texts)
    depths = [name for name in texts if name not in roles and NAMES[DEPTH].search(name) and all_whole(texts[name])]
    if depths:
        # Where a constant limit is passed on too, the depth is the one that changes.
        roles[max(depths, key=lambda name: len(texts[name]))] = DEPTH
    boards = [
        name
        for name in texts
        if name not in roles and changes(texts[name], user_code) and all_boards(user_code, texts[name])
    ]
    boards.sort(key=lambda name: not is_board_name(name))
    if boards:
        roles[boards[0]] = BOARD
    sides = [
        name
        for name, found in texts.items()
        if name not in roles
        and name not in depths
        and len(found) <= 2
        and NAMES[SIDE].search(name)
        and "[" not in found[0]
    ]
    if sides:
        roles[max(sides, key=lambda name: len(texts[name]))] = SIDE
    return roles


def window_roles(texts: Mapping[str, list[str]]) -> dict[str, str]:
    """α and β by their names; else two numbers that are smallest and largest in the first call."""
    numbers = {name: [number_in(text) for text in found] for name, found in texts.items()}
    numbers = {name: found for name, found in numbers.items() if not np.isnan(found).any()}
    for low in numbers:
        for high in numbers:
            if low != high and NAMES[ALPHA].match(low) and NAMES[BETA].match(high):
                return {low: ALPHA, high: BETA}
    for low, lows in numbers.items():
        for high, highs in numbers.items():
            wide = lows[0] < 0 < highs[0] and lows[0] == -highs[0] and abs(highs[0]) >= 1
            if wide and lows[0] == min(lows) and highs[0] == max(highs) and len(lows) > 1 and len(highs) > 1:
                return {low: ALPHA, high: BETA}
    return {}


def all_whole(texts: Sequence[str]) -> bool:
    return all(re.fullmatch(r"-?[0-9]{1,6}(\.0)?|inf", text) for text in texts)


def changes(texts: Sequence[str], user_code: UserCode) -> bool:
    """Whether a parameter differs between calls, unlike a table of leaves that is passed on."""
    return len(texts) > 1 or user_code.calls == 1


def all_boards(user_code: UserCode, texts: Sequence[str]) -> bool:
    """Whether all texts are boards of one size."""
    from plyscope.model.board_texts import find_cells

    shapes = set()
    for text in texts[:50]:
        cells = find_cells(text)
        if cells is None:
            return False
        shapes.add((len(cells), len(cells[0])))
    return len(shapes) == 1


def some_boards(user_code: UserCode, proposal: Proposal) -> Iterator[Cells]:
    for number, function in enumerate(user_code.functions):
        name = proposal.parameter(function.name, BOARD)
        if name is None:
            continue
        numbers = np.unique(user_code.argument_column(number, function.parameters.index(name))[1])
        for one in numbers[:: max(1, len(numbers) // MAX_TEXTS)].tolist():
            cells = proposal.cells_of_text(user_code, one)
            if cells is not None:
                yield cells


# Sides and values


def with_sides(trace: Trace, proposal: Proposal) -> tuple[Proposal, float]:
    """The proposal with the sides and the item of results that is the value; and the share of the calls that fit it."""
    best, best_share = proposal, -1.0
    items = {item: result_values(trace, item) for item in (-1, 0, 1)}
    numeric = {item: float((~np.isnan(values)).mean()) for item, values in items.items()}
    for item, values in items.items():
        if not numeric[item] or numeric[item] < max(numeric.values()) - 0.1:
            continue
        extremes = children_extremes(trace, values)
        for found, share in side_candidates(trace, replace(proposal, item=item), extremes):
            if share > best_share + 0.02:
                best, best_share = found, share
    return best, best_share


def side_candidates(trace: Trace, proposal: Proposal, extremes: Extremes) -> Iterator[tuple[Proposal, float]]:
    user_code = trace.user_code
    groups = side_texts(user_code, proposal)
    if proposal.kinds:
        names = np.array([proposal.kinds.get(function.name, "") for function in user_code.functions])
        yield proposal, extremes.share(names[user_code.tables.function] == "max")
        return
    is_negated = negates_answers(trace.text, user_code)
    if groups is not None:
        numbers, texts = groups
        for chosen in () if is_negated else orders(proposal, texts):
            is_max = np.isin(numbers, [number for number, text in texts.items() if text in chosen])
            yield replace(proposal, max_texts=chosen), extremes.share(is_max)
        first = orders(proposal, texts)[0]
        yield replace(proposal, max_texts=first, negated=True), extremes.negated
        return
    if not any(BOARD in mine.values() or ALPHA in mine.values() for mine in proposal.roles.values()):
        return
    ply = trace.column("ply")
    for even in () if is_negated else (0, 1):
        share = extremes.share(ply % 2 == even)
        if share >= SURE:
            yield replace(proposal, max_plies=even), share
    if extremes.negated >= SURE or is_negated:
        yield replace(proposal, max_plies=0, negated=True), extremes.negated


def negates_answers(text: str, user_code: UserCode) -> bool:
    """Whether the code negates the result of a traced function, as negamax does.

    Values alone do not decide it: in a short run a negamax may return what a minimax would.
    """
    try:
        found = functions_in(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    called = [user_code.functions[number].name for number in np.unique(user_code.tables.function).tolist()]
    names = {name.rpartition(".")[2] for name in called}
    nodes = (node for name in called if name in found for node in ast.walk(found[name].node))
    negations = (node for node in nodes if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub))
    return any(not names.isdisjoint(called_in(negation.operand)) for negation in negations)


def orders(proposal: Proposal, texts: Mapping[int, str]) -> list[tuple[str, ...]]:
    """Which values of the side may mean MAX: what the parameter's name says, else every value."""
    names = [name for mine in proposal.roles.values() for name, role in mine.items() if role == SIDE]
    truth = {"True": True, "1": True, "False": False, "0": False}
    if names and "max" in names[0].lower() and all(text in truth for text in texts.values()):
        return [("True", "1")]
    if names and "min" in names[0].lower() and all(text in truth for text in texts.values()):
        return [("False", "0")]
    return [(text,) for text in sorted(texts.values(), key=lambda text: not is_first_side(text))]


def is_first_side(text: str) -> bool:
    """Whether a side is written as the side that begins usually is."""
    return number_in(text) == 1 or text.strip("'\"").upper() in ("TRUE", "X", "R", "MAX", "WHITE", "W")


def side_texts(user_code: UserCode, proposal: Proposal) -> tuple[NDArray[np.int64], dict[int, str]] | None:
    """For each frame the number of the text of its side, -1 if it has none; and these texts by number."""
    numbers = np.full(len(user_code.tables.function), -1, np.int64)
    for number, function in enumerate(user_code.functions):
        name = proposal.parameter(function.name, SIDE)
        if name is not None:
            frames, texts = user_code.argument_column(number, function.parameters.index(name))
            numbers[frames] = texts
    distinct = np.unique(numbers[numbers >= 0]).tolist()
    return (numbers, {number: user_code.texts[number] for number in distinct}) if distinct else None
