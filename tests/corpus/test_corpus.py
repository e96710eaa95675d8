"""The corpus is what it says: its programs play well, the instrument counts right, and planted mistakes matter."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from typing import Any

import pytest

from tests.corpus.catalogue import FOLDER, GUARDS, LAWS, Program, programs
from tests.corpus.instrument import FOLLOWED, Seen, guards_of, observe
from tests.corpus.mistakes import KINDS, POSITIONS, Kind, first_change, planted
from tests.corpus.oracle import GAMES

MAX_CALLS = 3_000

each_program = pytest.mark.parametrize("program", programs(), ids=lambda program: program.name)


def named(name: str) -> Program:
    return next(program for program in programs() if program.name == name)


# The programs


def test_there_are_sixty_programs_with_a_table_of_truth_each() -> None:
    names = sorted(program.name for program in programs())
    assert names == sorted(path.stem for path in (FOLDER / "programs").glob("*.py"))
    assert len(names) >= 60


@pytest.mark.spread(4)
@each_program
def test_truth_speaks_of_what_is_in_the_program(program: Program) -> None:
    assert program.truth["game"] in GAMES
    assert {name for name, _ in program.functions} == {*program.roles}
    for name, roles in program.roles.items():
        nodes = [node for own, function in program.functions if own == name for node in ast.walk(function)]
        names = {node.id for node in nodes if isinstance(node, ast.Name)}
        names |= {node.arg for node in nodes if isinstance(node, ast.arg)}
        texts = " ".join(text for role, text in roles.items() if role != "fold")
        assert {*re.findall(r"\b(?<!['.])[^\W\d]\w*", texts)} <= names
    comments = [line for line, text in enumerate(program.text.splitlines(), 1) if "  # " in text and text.isascii()]
    assert [line for line in comments if line not in program.markers] == []
    assert guards_of(program).keys() == {*program.marked(*GUARDS)}
    windows = any("alpha" in roles or "beta" in roles for roles in program.roles.values())
    assert ("bound" in program.truth) == windows
    assert len(program.text.splitlines()) <= 95
    loaded = program.start()
    assert len(loaded["POSITIONS"]) == len(POSITIONS)


@each_program
@pytest.mark.spread(18)
def test_results_are_those_of_a_plain_search(program: Program) -> None:
    names = program.start()
    agreed = [program.agrees(position, names["run"](position)) for position in names["POSITIONS"]]
    assert all(agreed) == program.is_exact


@each_program
@pytest.mark.spread(18, 4)
def test_watching_changes_nothing_and_counts_the_same_again(program: Program) -> None:
    for number in POSITIONS[::5]:
        names = program.start()
        seen = observe(program, number, follows_values=True)
        again = observe(program, number, follows_values=True)
        assert seen.result == names["run"](names["POSITIONS"][number])
        assert seen == again
        assert 0 < len(seen.calls) <= MAX_CALLS
        assert len(seen.returns) == len(seen.calls)


@pytest.mark.full
def test_every_role_that_is_followed_has_a_value_somewhere() -> None:
    for program in programs():
        roles = {role for roles in program.roles.values() for role in roles if role in FOLLOWED}
        seen = observe(program, 0, follows_values=True)
        assert roles == {role for _, _, role, _ in seen.moved}, program.name


# The instrument


@each_program
@pytest.mark.spread(18, 7)
def test_counts_are_those_of_counters_in_the_text(program: Program) -> None:
    """A second count: each exit adds one by itself. Joined conditions and loops without an `if` are left to others."""
    places = {
        line: guard.node
        for line, guard in guards_of(program).items()
        if isinstance(guard.node, ast.If | ast.match_case) and not guard.operands
    }
    for number in POSITIONS[::5]:
        counted: Counter[int] = Counter()
        tree = ast.parse(program.text)
        for node in ast.walk(tree):
            line = node.pattern.lineno if isinstance(node, ast.match_case) else getattr(node, "lineno", 0)
            if isinstance(node, ast.If | ast.match_case) and line in places:
                node.body.insert(0, ast.parse(f"COUNTED[{line}] += 1").body[0])
        names: dict[str, Any] = {"__name__": __name__, "COUNTED": counted}
        exec(compile(ast.fix_missing_locations(tree), "counted", "exec"), names)
        names["run"](names["POSITIONS"][number])
        seen = observe(program, number)
        assert counted == Counter({line: seen.exits[line] for line in places if seen.exits[line]})


BY_HAND = """
POSITIONS = [[3, 5, 2, 9]]


def search(values, bound):
    i = 0
    while i < len(values) and values[i] < bound:  # cut
        i += 1
    if not values or values[0] >= bound:  # cut
        return i
    for value in values:
        if value >= bound: break  # cut
    for value in values:
        if value >= bound: return value  # cut
    if bound < 0: return 0  # early
    return i


def folded(values, bound):
    any(value >= bound for value in values)  # cut
    all(value < bound for value in values)  # cut
    next((value - 5 for value in values if value >= bound), None)  # cut
    match bound:
        case 5 if values[1] >= bound:  # cut
            return values
    return []


def run(values):
    for bound in (1, 5, 9, 10):
        search(values, bound), folded(values, bound)
    search([], 1)
"""


def test_each_form_of_exit_is_counted() -> None:
    roles = {name: {"alpha": "none", "beta": "bound"} for name in ("search", "folded")}
    seen = observe(Program("by_hand", BY_HAND, {"roles": roles}), 0)
    lines = {line: text.strip() for line, text in enumerate(BY_HAND.splitlines(), 1)}
    counts = {lines[line].partition("  # ")[0]: count for line, count in seen.exits.items() if count}
    assert counts == {
        # Bounds 1, 5 and 9 are reached; at 10 the values are at an end, and so they are at once without any.
        "while i < len(values) and values[i] < bound:": 3,
        "if not values or values[0] >= bound:": 1,
        "if value >= bound: break": 2,
        "if value >= bound: return value": 2,
        "any(value >= bound for value in values)": 3,
        "all(value < bound for value in values)": 3,
        "next((value - 5 for value in values if value >= bound), None)": 3,
        "case 5 if values[1] >= bound:": 1,
    }


def test_the_same_search_in_other_words_makes_the_same_cutoffs() -> None:
    """Nine ways to write one search, soft and hard, on the same trees."""
    names = (
        *("tree_bound_in_call", "tree_bound_in_call_pair", "tree_next", "tree_any_bound", "tree_for_else"),
        *("tree_exception", "tree_objects", "tree_list_of_bounds", "tree_dict_of_bounds", "tree_window_object"),
    )
    for number in POSITIONS[::7]:
        seen = [(observe(named(name), number), named(name)) for name in names]
        assert len({(len(run.calls), run.count(program, "cut")) for run, program in seen}) == 1


def test_windows_and_values_are_what_a_reader_finds() -> None:
    """The first path of the first tree: bounds come down, and the last leaf's value is the first to move one."""
    seen: Seen = observe(named("tree_exception"), 0, follows_values=True)
    assert seen.calls[0] == ("search", -1000, 1000)
    assert seen.calls[5] == ("search", -1000, 1000)
    assert seen.callers[:7] == [-1, 0, 1, 2, 3, 4, 4]
    leaf = (121 * 121 * 31 + 121 * 11) % 41 - 20
    assert seen.returns[0] == (5, -leaf)
    moved = [(role, value) for call, _, role, value in seen.moved if call == 4]
    assert moved[:5] == [("alpha", -1000), ("beta", 1000), ("best", -1000), ("best", leaf), ("alpha", leaf)]


# The mistakes


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.spread(8)
def test_each_kind_of_mistake_matters_in_two_programs(kind: Kind) -> None:
    found = set()
    for program in programs():
        if any(first_change(mistake) is not None for mistake in planted(program, [kind])):
            found.add(program.name)
        if len(found) == 2:
            return
    pytest.fail(f"only in {found}")


def test_mistakes_stand_where_they_say() -> None:
    assert len(KINDS) >= 25
    assert {law for kind in KINDS for law in kind.laws} == {*LAWS}
    for program in programs()[::18]:
        for mistake in planted(program):
            ast.parse(mistake.text)
            before, after = program.text.split("\n"), mistake.text.split("\n")
            differing = [line for line, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]]
            assert differing == [mistake.lines[0]]
            assert {*mistake.laws} <= {*LAWS}


@each_program
@pytest.mark.full
def test_waste_costs_no_value(program: Program) -> None:
    positions = program.start()["POSITIONS"]
    for mistake in planted(program):
        if mistake.is_waste and program.is_exact:
            for number in POSITIONS[::5]:
                assert program.agrees(positions[number], observe(program, number, mistake.text).result)


@pytest.mark.full
def test_a_program_runs_by_the_number_of_a_position(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    for program in programs():
        monkeypatch.setattr(sys, "argv", [program.name, "3"])
        names: dict[str, Any] = {"__name__": "__main__"}
        exec(compile(program.text, str(program.path), "exec"), names)
        assert capsys.readouterr().out == f"{names['run'](names['POSITIONS'][3])}\n"
