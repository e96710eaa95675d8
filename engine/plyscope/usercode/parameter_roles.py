"""The roles of parameters: α and β where their places are, then the depth, the board and the side.

What parameters are passed on as each other is one thing. What changes it from call to call and which tests ask for it
says what it is; a name only breaks a tie between several.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import BoardForm, find_cells, height_of_columns
from plyscope.model.declaration import MAX
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, SIDE
from plyscope.model.trace import Trace
from plyscope.model.user_code import TracedFunction, UserCode, is_cut
from plyscope.tracer.target.module_boards import is_board_name
from plyscope.usercode.board_forms import MAX_EXAMINED_BOARDS, cell_attribute
from plyscope.usercode.function_facts import PASSED_BY_STEP, PASSED_TURNED, FunctionFacts, TestedParameter, places_in

MAX_TEXTS = 300
"""Distinct values of a parameter that are examined."""
MAX_TRUTHS = 4
"""Values of a parameter of which only the truth is asked."""
NAME_PATTERNS = {
    DEPTH: re.compile(r"depth|tiefe|ply|plies|level|remaining|^d$", re.IGNORECASE),
    SIDE: re.compile(
        r"max|min|player|turn|side|colou?r|mark|who|mover|symbol|team|to_move|sign|spieler|is_?(ai|me|human|computer)",
        re.IGNORECASE,
    ),
}

Texts = Mapping[str, list[str]]
Parameter = tuple[str, str]
"""A function and its parameter."""


class ParameterRoles:
    """Finds the roles of parameters, of all functions of a recording."""

    def __init__(self, trace: Trace, facts: Mapping[str, FunctionFacts]) -> None:
        self.trace = trace
        self.user_code = trace.user_code
        self.facts = facts
        self.constants = {name for one in facts.values() for name in one.constants}
        self.groups = {parameter: one for one in parameter_groups(facts) for parameter in one.parameters}

    def of(
        self, number: int, function: TracedFunction, given: Mapping[str, str], places: Mapping[str, str]
    ) -> dict[str, str]:
        """The roles of a function's parameters: what the user has said, then what is found."""
        said = {name: role for name, role in given.items() if name in function.parameters}
        texts = {
            name: texts_of(self.user_code, number, place)
            for place, name in enumerate(function.parameters)
            if name not in said
        }
        texts = {name: found for name, found in texts.items() if found}
        window = {place: role for role, place in places.items() if role in (ALPHA, BETA) and role not in said.values()}
        roles = {name: role for name, role in window.items() if name in texts}
        free = {name: found for name, found in texts.items() if name not in roles}
        for role, find in ((DEPTH, self.depth_parameter), (BOARD, self.board_parameter), (SIDE, self.side_parameter)):
            name = None if role in said.values() else find(number, function, free)
            if name is not None:
                roles[name] = role
                del free[name]
        return roles | said

    def depth_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """The parameter for the depth: a test of it ends the recursion, and calls are given more or less of it.

        What is left of a heap after the move that is tried is a position, by whatever name. A number that all calls are
        given is the depth only if it has such a name, or if the text does nothing else with it than to end the
        recursion.
        """
        whole = [
            name for name, found in texts.items() if are_whole_numbers(found) and (function.name, name) in self.groups
        ]
        counted = [
            name for name in whole if changes_by_steps(one := self.groups[function.name, name]) and self.is_limit(one)
        ]
        if len(counted) > 1:
            # Where a constant limit is passed on too, the depth is the one that changes.
            counted = [name for name in counted if NAME_PATTERNS[DEPTH].search(name)]
        if counted:
            return counted[0] if len(counted) == 1 else None
        facts = self.facts.get(function.name)
        limits = {} if facts is None else {name: facts.limits_of(name) for name in whole if len(texts[name]) == 1}
        fixed = self.constant_parameters(number, function) | self.constants
        same = [name for name, found in limits.items() if any({*places_in(one)} <= fixed for one in found)]
        same = [
            name
            for name in same
            if NAME_PATTERNS[DEPTH].search(name) or (facts is not None and facts.only_ends_recursion(name))
        ]
        return same[0] if len(same) == 1 else None

    def constant_parameters(self, number: int, function: TracedFunction) -> set[str]:
        """The parameters of a function that are the same in all its calls."""
        columns = (self.user_code.argument_column(number, place)[1] for place in range(len(function.parameters)))
        return {name for name, texts in zip(function.parameters, columns, strict=True) if np.all(texts == texts[0])}

    def is_limit(self, one: ParameterGroup) -> bool:
        return any(name in self.facts[function].limit_parameters for function, name in one.parameters)

    def board_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """The parameter that is a board; of several the one that is called so. What else may be one leaves it open."""
        changing = {name: found for name, found in texts.items() if len(found) > 1 or self.user_code.calls == 1}
        boards = [name for name, found in changing.items() if are_boards(found)]
        if len(boards) > 1 or any(map(is_board_name, changing)):
            boards = [name for name in boards if is_board_name(name)]
        return boards[0] if len(boards) == 1 else None

    def side_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """The parameter for the side: its tests choose how values are compared, or calls are given its opposite.

        A parameter that is the same in all calls, as `me` in `state['player'] == me`, is not the side where something
        else in its tests changes, or where it is compared with what may change, as `board.turn`; in negamax it is where
        it has such a name and scales what is returned. Of two that swap their places, the side is the one whose mark is
        put on the board.
        """
        facts = self.facts.get(function.name)
        if facts is None:
            return None
        choosing = {} if facts.is_negamax else facts.tested_parameters
        sides = [
            name
            for name, found in texts.items()
            if (len(found) <= 2 or (len(found) <= MAX_TRUTHS and is_tested_for_truth(choosing.get(name))))
            and not any(one in found[0] for one in "[{")
            and not any(map(is_cut, found))
        ]
        decided = [
            name
            for name in sides
            if name in choosing
            and (len(texts[name]) > 1 or not choosing[name].beside & self.changing_names(number, function))
            and (len(texts[name]) > 1 or not choosing[name].compared)
        ]
        groups = {name: self.groups[function.name, name] for name in sides if (function.name, name) in self.groups}
        turned = [name for name, one in groups.items() if differs_from_caller(self.trace, one)]
        opposite = [name for name in turned if PASSED_TURNED in groups[name].ways]
        fixed = [
            name
            for name, one in groups.items()
            if not one.has_move and NAME_PATTERNS[SIDE].search(name) and facts.scales_results(name)
        ]
        others = turned or (fixed if facts.is_negamax and MAX in facts.directions else [])
        of_mover = {one for one in sides if facts.is_of_mover(one, is_number=are_whole_numbers(texts[one]))}
        for found in (decided, opposite, [one for one in others if one in of_mover]):
            if len(found) > 1:
                found = [name for name in found if len(texts[name]) > 1] or found
            if len(found) > 1:
                found = [one for one in found if one in of_mover]
            if len(found) > 1:
                found = [name for name in found if NAME_PATTERNS[SIDE].search(name)]
            if len(found) == 1:
                return found[0]
        return None

    def changing_names(self, number: int, function: TracedFunction) -> set[str]:
        """The parameters of a function that differ between its calls, and the names that it binds itself."""
        named = {*function.parameters, *(one.place for one in self.facts[function.name].assignments)}
        return named - self.constant_parameters(number, function) - {"self"}


def is_tested_for_truth(tested: TestedParameter | None) -> bool:
    """Whether a test asks whether a parameter is true, as `if is_max`: it may be given a colour first, then truths."""
    return tested is not None and {"True"} in (tested.max_texts, tested.min_texts)


def texts_of(user_code: UserCode, function: int, parameter: int) -> list[str]:
    """The first distinct values of a parameter, as texts."""
    numbers = user_code.argument_column(function, parameter)[1]
    distinct, first = np.unique(numbers, return_index=True)
    return [user_code.texts[number] for number in distinct[np.argsort(first)][:MAX_TEXTS]]


def are_whole_numbers(texts: Sequence[str]) -> bool:
    """Whether all texts are whole numbers, or infinite."""
    return all(re.fullmatch(r"-?[0-9]{1,6}(\.0)?|inf", text) for text in texts)


def are_boards(texts: Sequence[str]) -> bool:
    """Whether all texts are boards of one size."""
    shapes = set()
    height = height_of_columns(texts)
    form = BoardForm(attribute=cell_attribute(texts[:MAX_EXAMINED_BOARDS]), height=height)
    for text in texts[:MAX_EXAMINED_BOARDS]:
        cells = find_cells(text, form)
        if cells is None:
            return False
        shapes.add((len(cells), len(cells[0])))
    return len(shapes) == 1


# What is passed on


@dataclass
class ParameterGroup:
    """Parameters of functions that are passed on as each other, such as `depth` as `depth` and `d`."""

    parameters: set[Parameter] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)
    """How they are passed on: as they are, by a step, or turned."""
    has_move: bool = False
    """Whether some call is given a move, or what is left after one."""


def parameter_groups(facts: Mapping[str, FunctionFacts]) -> list[ParameterGroup]:
    """The parameters of all functions, grouped by being passed on as each other."""
    group = {
        (name, one): ParameterGroup({(name, one)}) for name, mine in facts.items() for one in mine.function.parameters
    }
    for name, mine in facts.items():
        for site in mine.sites:
            for parameter, value in site.arguments.items():
                taken = group.get((site.callee, parameter))
                read, way = mine.passed_parameter(value)
                if taken is None or not read:
                    if taken is not None and not mine.move_names.isdisjoint(mine.terms_of(value)):
                        taken.has_move = True
                    continue
                given = group[name, read]
                given.ways.add(way)
                if given is not taken:
                    given.parameters |= taken.parameters
                    given.ways |= taken.ways
                    given.has_move |= taken.has_move
                    group.update(dict.fromkeys(taken.parameters, given))
    return list({id(one): one for one in group.values()}.values())


def changes_by_steps(one: ParameterGroup) -> bool:
    """Whether a number is added to or taken off these parameters in calls, and no move."""
    return PASSED_BY_STEP in one.ways and not one.has_move


def differs_from_caller(trace: Trace, one: ParameterGroup) -> bool:
    """Whether some call is given something else than the nearest call above it that was given one, and no move."""
    given = trace.user_code.texts_given(dict(sorted(one.parameters)))
    above = given_above(given, trace.column("parent"))
    known = (given >= 0) & (above >= 0)
    return not one.has_move and bool(np.any(given[known] != above[known]))


def given_above(given: NDArray[np.int64], parent: NDArray[np.int32]) -> NDArray[np.int64]:
    """For each frame what the nearest call above it was given, as a nested function has no side; -1 without one."""
    above = parent.astype(np.int64)
    for _ in range(4):
        above = np.where((above > 0) & (given[above] < 0), parent[above], above)
    return np.where(above < 0, -1, given[above])
