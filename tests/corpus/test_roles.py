"""No role of a program of the corpus is wrong: what the facts do not decide is not known."""

from __future__ import annotations

import pytest
from plyscope.model.roles import KEPT, MOVE, Proposal
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search

from tests.corpus.catalogue import Program, programs

OTHER_POSITIONS = (6, 13)
"""Some of the twenty; `benchmarks/corpus.py` takes them all."""
WINDOW = ("alpha", "beta", "best")
PLACES_NOT_FOUND = {("tree_window_object", "beta"): "another object's method compares it"}


def plain(text: str) -> str:
    return text.replace(" ", "")


def wrong_and_missing(program: Program, call: str) -> tuple[list[str], list[str]]:
    """The roles that a recording is read with and that are not true; and those of the window that it has none for."""
    trace = read_as_search(debug(program.path, call, lines=False), {})
    proposal = Proposal.of(trace)
    wrong, missing = list[str](), list[str]()
    for function in trace.user_code.functions[:-1] if proposal is not None else ():
        assert proposal is not None
        truth = program.roles.get(function.name.partition("@")[0].rpartition(".")[2])
        if truth is None:
            continue
        found = {MOVE if role == KEPT else role: place for role, place in proposal.places[function.name].items()}
        for role, place in found.items():
            # A parameter may hold the board, as self holds self.cells.
            due = plain(truth.get(role, ""))
            if plain(place) != due and not (role == "board" and due.startswith(f"{place}.")):
                wrong.append(f"{function.name}: {role} is {truth.get(role)}, not {place}")
        for role in WINDOW:
            if role in truth and role not in found and (program.name, role) not in PLACES_NOT_FOUND:
                missing.append(f"{function.name}: {role} is {truth[role]}")
    return wrong, missing


@pytest.mark.spread(24)
@pytest.mark.parametrize("program", programs(), ids=[one.name for one in programs()])
def test_no_role_is_wrong(program: Program) -> None:
    assert wrong_and_missing(program, "run(POSITIONS[0])") == ([], [])


@pytest.mark.full
@pytest.mark.parametrize("program", programs(), ids=[one.name for one in programs()])
def test_no_role_is_wrong_on_other_positions(program: Program) -> None:
    for position in OTHER_POSITIONS:
        assert wrong_and_missing(program, f"run(POSITIONS[{position}])")[0] == []


def test_sides_do_not_take_turns_by_plies_where_the_assignments_that_ran_say_otherwise() -> None:
    """In Kalah a side may move twice; on this position the values alone do not show it."""
    (program,) = (one for one in programs() if one.name == "kalah_max_min")
    proposal = Proposal.of(read_as_search(debug(program.path, "run(POSITIONS[15])", lines=False), {}))
    assert proposal is not None
    assert proposal.max_plies == -1
