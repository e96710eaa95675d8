"""The roles of parameters: α and β where their places are, then the depth, the board and the side.

What parameters are passed on as each other is one thing. What changes it from call to call and which tests ask for it
says what it is; a name only breaks a tie between several.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import BoardForm, find_cells, height_of_columns
from plyscope.model.declaration import MAX, MIN
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, SIDE
from plyscope.model.trace import Trace
from plyscope.model.user_code import TracedFunction, UserCode, is_cut
from plyscope.tracer.target.module_boards import is_board_name
from plyscope.usercode.board_forms import MAX_EXAMINED_BOARDS, cell_attribute
from plyscope.usercode.function_facts import PASSED_BY_STEP, PASSED_TURNED, FunctionFacts, TestedParameter, places_in
from plyscope.usercode.result_values import numbers_of

MAX_PARAMETER_TEXTS = 300
"""Distinct values of a parameter that are examined."""
MAX_TRUTH_TEXTS = 4
"""Distinct values of a parameter of which only the truth is tested, if it is the one for the side."""
NAME_PATTERNS = {
    DEPTH: re.compile(r"depth|tiefe|ply|plies|level|remaining|^d$", re.IGNORECASE),
    SIDE: re.compile(
        r"max|min|player|turn|side|colou?r|mark|who|mover|symbol|team|to_move|sign|spieler|is_?(ai|me|human|computer)",
        re.IGNORECASE,
    ),
}

Texts = Mapping[str, list[str]]
"""For each parameter of a function its distinct values, as texts."""
Parameter = tuple[str, str]
"""The names of a function and of its parameter."""


class ParameterRoles:
    """Finds the roles of the parameters of a recording's functions."""

    def __init__(self, trace: Trace, facts: Mapping[str, FunctionFacts]) -> None:
        self.trace = trace
        self.user_code = trace.user_code
        self.facts = facts
        self.constants = {name for function in facts.values() for name in function.constants}
        self.groups: Mapping[Parameter, ParameterGroup] = {
            parameter: group for group in parameter_groups(facts) for parameter in group.parameters
        }

    def of(
        self, number: int, function: TracedFunction, given: Mapping[str, str], places: Mapping[str, str]
    ) -> dict[str, str]:
        """Return the roles of a function's parameters: those that the user gives, then those that are recognised."""
        by_user = {name: role for name, role in given.items() if name in function.parameters}
        texts = {
            name: parameter_texts(self.user_code, number, place)
            for place, name in enumerate(function.parameters)
            if name not in by_user
        }
        texts = {name: values for name, values in texts.items() if values}
        window = {places[role]: role for role in (ALPHA, BETA) if role in places and role not in by_user.values()}
        roles = {name: role for name, role in window.items() if name in texts}
        free = {name: values for name, values in texts.items() if name not in roles}
        for role, find in ((DEPTH, self.depth_parameter), (BOARD, self.board_parameter), (SIDE, self.side_parameter)):
            name = None if role in by_user.values() else find(number, function, free)
            if name is not None:
                roles[name] = role
                del free[name]
        return roles | by_user

    def depth_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """Return the parameter for the depth: a test of it ends the recursion, and calls change it by steps.

        What is left of a heap after the move that is tried is a position, by whatever name. A number that all calls are
        given is the depth only if it has such a name, or if the text does nothing else with it than to end the
        recursion.
        """
        numeric = [
            name for name, values in texts.items() if are_whole_numbers(values) and (function.name, name) in self.groups
        ]
        groups = {name: self.groups[function.name, name] for name in numeric}
        stepped = [
            name
            for name, group in groups.items()
            if changes_by_steps(group) and self.ends_recursion(group) and not turns_back(self.trace, group)
        ]
        assigned = {name for name, group in groups.items() if self.is_assigned(group)}
        called_depth = {name for name in numeric if NAME_PATTERNS[DEPTH].search(name)}
        if len(stepped) > 1 or (called_depth & assigned and not called_depth.issuperset(stepped)):
            # Where a constant limit is passed on too, the depth is the one that changes. Where a function counts its
            # depth itself, another number may be that of the player.
            stepped = [name for name in stepped if name in called_depth]
        if stepped:
            return stepped[0] if len(stepped) == 1 else None
        facts = self.facts.get(function.name)
        limits = {} if facts is None else {name: facts.limits_of(name) for name in numeric if len(texts[name]) == 1}
        fixed = self.constant_parameters(number, function) | self.constants
        fixed_limits = [name for name, tests in limits.items() if any({*places_in(test)} <= fixed for test in tests)]
        fixed_limits = [
            name
            for name in fixed_limits
            if facts is not None
            and name not in assigned
            and (NAME_PATTERNS[DEPTH].search(name) or facts.only_ends_recursion(name))
        ]
        return fixed_limits[0] if len(fixed_limits) == 1 else None

    def constant_parameters(self, number: int, function: TracedFunction) -> set[str]:
        """Return the parameters of a function that are the same in all its calls."""
        columns = (self.user_code.argument_column(number, place)[1] for place in range(len(function.parameters)))
        return {name for name, texts in zip(function.parameters, columns, strict=True) if np.all(texts == texts[0])}

    def ends_recursion(self, group: ParameterGroup) -> bool:
        """Whether a test of one of these parameters ends the recursion."""
        return any(name in self.facts[function].limit_parameters for function, name in group.parameters)

    def is_assigned(self, group: ParameterGroup) -> bool:
        """Whether a function gives one of these parameters another value itself."""
        return any(
            name == assignment.place
            for function, name in group.parameters
            for assignment in self.facts[function].assignments
        )

    def board_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """Return the parameter that is a board; of several the one with such a name, None where that is open."""
        changing = {name: values for name, values in texts.items() if len(values) > 1 or self.user_code.calls == 1}
        boards = [name for name, values in changing.items() if are_boards(values)]
        if len(boards) > 1 or any(map(is_board_name, changing)):
            boards = [name for name in boards if is_board_name(name)]
        return boards[0] if len(boards) == 1 else None

    def side_parameter(self, number: int, function: TracedFunction, texts: Texts) -> str | None:
        """Return the parameter for the side: tests of it choose between comparisons, or calls are given its opposite.

        A parameter that is the same in all calls, as `me` in `state['player'] == me`, is not the side where something
        else in its tests changes, or where it is compared with what may change, as `board.turn`; in negamax it is where
        it has such a name and scales what is returned. Of two that swap their places, the side is the one whose mark is
        put on the board. Where a test of it leaves larger values in both branches, one of which may be the mistake, the
        side has its name or is what the mover puts. Where each side has functions of its own, what differs between the
        calls of one and is not tested is no side.
        """
        facts = self.facts.get(function.name)
        if facts is None:
            return None
        choosing = {} if facts.is_negamax else facts.tested_parameters
        sides = [
            name
            for name, values in texts.items()
            if (len(values) <= 2 or (len(values) <= MAX_TRUTH_TEXTS and is_tested_for_truth(choosing.get(name))))
            and not any(bracket in values[0] for bracket in "[{")
            and not any(map(is_cut, values))
        ]
        of_mover = {name for name in sides if facts.is_of_mover(name, is_number=are_whole_numbers(texts[name]))}
        decided = [
            name
            for name in sides
            if name in choosing
            and (choosing[name].chooses or name in of_mover or NAME_PATTERNS[SIDE].search(name))
            and (len(texts[name]) > 1 or not choosing[name].beside & self.changing_names(number, function))
            and (len(texts[name]) > 1 or not choosing[name].compared)
        ]
        groups = {name: self.groups[function.name, name] for name in sides if (function.name, name) in self.groups}
        turned = [name for name, group in groups.items() if differs_from_caller(self.trace, group)]
        opposite = [name for name in turned if PASSED_TURNED in groups[name].ways]
        fixed = [
            name
            for name, group in groups.items()
            if not group.has_move and NAME_PATTERNS[SIDE].search(name) and facts.scales_results(name)
        ]
        others = turned or (fixed if facts.is_negamax and MAX in facts.directions else [])
        if self.has_functions_of_sides and facts.directions:
            opposite, others = ([name for name in names if len(texts[name]) == 1] for names in (opposite, others))
        for names in (decided, opposite, [name for name in others if name in of_mover]):
            if len(names) > 1:
                names = [name for name in names if len(texts[name]) > 1] or names
            if len(names) > 1:
                names = [name for name in names if name in of_mover]
            if len(names) > 1:
                names = [name for name in names if NAME_PATTERNS[SIDE].search(name)]
            if len(names) == 1:
                return names[0]
        return None

    @cached_property
    def has_functions_of_sides(self) -> bool:
        """Whether some functions take the largest results and others the smallest, and none takes both."""
        directions = {frozenset(function.directions) for function in self.facts.values()}
        return {frozenset({MAX}), frozenset({MIN})} <= directions and frozenset({MAX, MIN}) not in directions

    def changing_names(self, number: int, function: TracedFunction) -> set[str]:
        """Return the parameters of a function that differ between its calls, and the names that it binds itself."""
        named = {*function.parameters, *(assignment.place for assignment in self.facts[function.name].assignments)}
        return named - self.constant_parameters(number, function) - {"self"}


def is_tested_for_truth(tested: TestedParameter | None) -> bool:
    """Whether a test asks only whether a parameter is true, as `if is_max`.

    It may be given a colour first, then truths.
    """
    return tested is not None and {"True"} in (tested.max_texts, tested.min_texts)


def parameter_texts(user_code: UserCode, function: int, parameter: int) -> list[str]:
    """Return the first distinct values of a parameter, as texts."""
    numbers = user_code.argument_column(function, parameter)[1]
    distinct, first = np.unique(numbers, return_index=True)
    return [user_code.texts[number] for number in distinct[np.argsort(first)][:MAX_PARAMETER_TEXTS]]


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
    """Return the parameters of all functions, grouped by being passed on as each other."""
    group = {
        (name, parameter): ParameterGroup({(name, parameter)})
        for name, caller in facts.items()
        for parameter in caller.function.parameters
    }
    for name, caller in facts.items():
        for site in caller.sites:
            for parameter, value in site.arguments.items():
                taken_by = group.get((site.callee, parameter))
                passed, way = caller.passed_parameter(value)
                if taken_by is None or not passed:
                    if taken_by is not None and not caller.move_names.isdisjoint(caller.terms_of(value)):
                        taken_by.has_move = True
                    continue
                given_by = group[name, passed]
                given_by.ways.add(way)
                if given_by is not taken_by:
                    given_by.parameters |= taken_by.parameters
                    given_by.ways |= taken_by.ways
                    given_by.has_move |= taken_by.has_move
                    group.update(dict.fromkeys(taken_by.parameters, given_by))
    return list({id(one): one for one in group.values()}.values())


def changes_by_steps(group: ParameterGroup) -> bool:
    """Whether calls add a number to these parameters or take one off, and give them no move."""
    return PASSED_BY_STEP in group.ways and not group.has_move


def turns_back(trace: Trace, group: ParameterGroup) -> bool:
    """Whether a group's numbers rise from some call to the next below it and fall from another, as players do."""
    given = trace.user_code.texts_given(dict(sorted(group.parameters)))
    above = given_above(given, trace.column("parent"))
    known = (given >= 0) & (above >= 0)
    steps = np.unique(np.stack([given[known], above[known]]), axis=1)
    below, before = (numbers_of(trace.user_code, one) for one in steps)
    return bool(np.any(below > before) and np.any(below < before))


def differs_from_caller(trace: Trace, group: ParameterGroup) -> bool:
    """Whether a group never given a move has another value in some call than in the nearest call above that has one."""
    given = trace.user_code.texts_given(dict(sorted(group.parameters)))
    above = given_above(given, trace.column("parent"))
    known = (given >= 0) & (above >= 0)
    return not group.has_move and bool(np.any(given[known] != above[known]))


def given_above(given: NDArray[np.int64], parent: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return for each frame the value that the nearest call above it was given, of five at most; -1 where none was.

    That need not be its caller, as a nested function has no side.
    """
    above = parent.astype(np.int64)
    for _ in range(4):
        above = np.where((above > 0) & (given[above] < 0), parent[above], above)
    return np.where(above < 0, -1, given[above])
