"""Facts of searches are those that an independent instrument counts, and recording them changes nothing."""

from __future__ import annotations

import operator
from collections import Counter
from math import isnan, nan
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.model.user_code_facts import Event, UserCodeFacts, What

from tests.corpus.catalogue import Program, programs
from tests.corpus.instrument import FOLLOWED, observe
from tests.user_code import recorded

NUMBERS = (0, 7, 13)
"""Positions of each program."""
ALIASED = ("tree_explicit_nodes",)
"""Programs in which the instrument also watches functions that are not recursive."""
TIMED = ("hexapawn_clock",)
"""Programs that look at a clock."""
HIDDEN = {("tree_window_object", "beta")}
"""Values that the text of a function never reads."""
COMPARES = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
each_program = pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)


def facts_of(program: Program, number: int, guarded: bool = False) -> tuple[Any, UserCodeFacts, object]:
    trace, result = recorded(
        program.text, lambda names: names["run"](names["POSITIONS"][number]), str(program.path), guarded
    )
    return trace, trace.user_code.facts, result


def reads_bound(program: Program, facts: UserCodeFacts, row: int) -> bool:
    """Whether, of the comparisons that decided an exit, one reads a bound; so does a test without any."""
    event, operands = facts.events[facts.event[row]], facts.operands_of(row)
    bounds = {text for roles in program.roles.values() for role, text in roles.items() if role in ("alpha", "beta")}
    decided = []
    for at, one in enumerate(operands):
        if one.event.operator:
            right = number_in(one.event.against)
            right = operands[at + 1].value if isnan(right) and at + 1 < len(operands) else right
            if COMPARES[one.event.operator](one.value, right) == (event.what is not What.END):
                decided.append(one.event)
    return any(bound in f"{one.name} {one.against}" for one in decided for bound in bounds)


def number_in(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return nan


def is_exit(event: Event) -> bool:
    """Whether an event is the exit of a guard: of a loop, or of a function outside of one."""
    is_while = event.what is What.END and event.guard >= 0 and not event.name
    return event.guard >= 0 and (event.what is What.EXIT or (event.what is What.RETURN and event.loop < 0) or is_while)


@each_program
@pytest.mark.spread(27)
def test_exits_are_those_that_run(program: Program) -> None:
    for number in NUMBERS:
        seen = observe(program, number)
        _, facts, result = facts_of(program, number)
        assert result == seen.result
        counted: Counter[int] = Counter()
        inner = {one.line for one in facts.events if one.name in ("any", "all", "next") and one.what is What.EXIT}
        for row in facts.rows_with(What.EXIT, What.END, What.RETURN).tolist():
            event = facts.events[facts.event[row]]
            if is_exit(event):
                guard = facts.guards[event.guard]
                is_joined = event.what is What.END or any(word in guard.text for word in (" and ", " or "))
                is_around = guard.line in inner and event.name not in ("any", "all", "next")
                counted[guard.line] += not is_around and (not is_joined or reads_bound(program, facts, row))
        lines = program.marked("cut", "early", "own")
        assert {line: counted[line] for line in lines} == {line: seen.exits[line] for line in lines}


@each_program
@pytest.mark.spread(27, 4)
def test_values_are_those_that_names_take(program: Program) -> None:
    if program.name in ALIASED:
        return
    for number in NUMBERS:
        seen = observe(program, number, follows_values=True)
        trace, facts, _ = facts_of(program, number)
        code = trace.user_code
        frames = [one for one in range(1, len(trace)) if last_name(code.function_of(one).name) in program.roles]
        assert len(frames) == len(seen.calls)
        moved: dict[tuple[int, str], list[float]] = {}
        for call, _, role, value in seen.moved:
            moved.setdefault((call, role), []).append(value_of(value))
        for call, frame in enumerate(frames):
            arguments, roles = code.arguments(frame), program.roles[seen.calls[call][0]]
            for role in {*FOLLOWED} & roles.keys() - {one for name, one in HIDDEN if name == program.name}:
                text = roles[role]
                found = [number_in(arguments[text])] if text in arguments else []
                found += [
                    one.value
                    for one in facts.of_frame(frame)
                    if one.event.name == text and one.event.what in (What.SET, What.AGAIN)
                ]
                assert changes(found) == changes(moved.get((call, role), ()))


def last_name(name: str) -> str:
    return name.partition("@")[0].rpartition(".")[2]


def value_of(value: Any) -> float:
    return float(value) if type(value) in (int, float, bool) else nan


def changes(values: Any) -> list[str]:
    """Values without those that are equal to the one before."""
    texts = [str(value) for value in values]
    return [text for at, text in enumerate(texts) if not at or text != texts[at - 1]]


@each_program
@pytest.mark.spread(36, 9)
def test_facts_are_the_same_on_the_guarded_path_and_in_a_file(program: Program, tmp_path: Path) -> None:
    trace, facts, _ = facts_of(program, 0)
    _, guarded, _ = facts_of(program, 0, guarded=True)
    if program.name in TIMED:
        guarded = facts
    save_trace(trace, tmp_path / "recording.plytrace")
    loaded = open_trace(tmp_path / "recording.plytrace").user_code.facts
    for other in (guarded, loaded):
        assert (other.events, other.sites, other.guards) == (facts.events, facts.sites, facts.guards)
        for name in UserCodeFacts.TYPES:
            assert getattr(other, name).tobytes() == getattr(facts, name).tobytes()


@each_program
@pytest.mark.spread(18, 13)
def test_each_recursive_call_has_its_expression(program: Program) -> None:
    """The frames without one are called from elsewhere, by another name, or by a program's own caller."""
    trace, facts, _ = facts_of(program, 0)
    for frame, parent in enumerate(trace.parents):
        site = int(facts.site[frame]) if len(facts.site) else -1
        if site >= 0:
            assert facts.sites[site].callee == last_name(trace.user_code.function_of(frame).name)
            assert facts.sites[site].function == trace.user_code.tables.function[parent]
        elif program.name not in ("tree_map", "tree_next"):
            assert parent <= 0
