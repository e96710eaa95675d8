"""Correct searches in many styles give no bug and no waste, and each fault is found with its line."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.roles import ALPHA, BETA, Proposal
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, WASTE, Finding, findings
from plyscope.usercode.reading import read_as_search

from tests.engine.usercode.programs import FAULTS, Program, programs, without_fault
from tests.full_traces import Trace


def recorded(tmp_path: Path, program: Program) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(program.text, encoding="utf-8")
    trace = debug(path, program.call)
    assert trace.user_code.ended.how == "returned", f"{program.recipe.title}\n{trace.user_code.ended}"
    return read_as_search(trace)


def accusations(tmp_path: Path, made: list[Program]) -> list[str]:
    found = []
    for program in made:
        wrong = [one for one in findings(recorded(tmp_path, program)) if one.kind in (BUG, WASTE)]
        found += [f"{program.recipe.title}: {one.sentence}" for one in wrong]
    return found


def is_seen(tmp_path: Path, program: Program) -> bool:
    """Whether a fault changes a value of the run, or the calls that it makes."""
    right, wrong = (recorded(tmp_path, one) for one in (without_fault(program), program))
    return any(right.column(name).tolist() != wrong.column(name).tolist() for name in ("size", "value"))


def is_read(program: Program, trace: Trace) -> bool:
    """Whether a program is read as a search, with its window where it has one."""
    proposal = Proposal.of(trace)
    if proposal is None or not proposal.is_value_known:
        return False
    windows = [{ALPHA, BETA} <= set(mine.values()) for mine in proposal.roles.values() if mine]
    return not program.recipe.windows or all(windows)


def is_one_sided(program: Program) -> bool:
    """Whether a function that should call its other half calls itself: what runs is a correct search of one side."""
    return (program.recipe.fault, program.recipe.style) == ("player not switched", "two functions")


def found_fault(tmp_path: Path, program: Program) -> Finding | None:
    laws = FAULTS[program.recipe.fault][1]
    found = [one for one in findings(recorded(tmp_path, program)) if one.name in laws]
    return next((one for one in found if one.line in program.lines), found[0] if found else None)


def misses(tmp_path: Path, fault: str, seed: int, count: int) -> tuple[int, list[str]]:
    """How many programs with a fault are named with a right line, and those of which the run shows it that are not."""
    named, missed = 0, []
    for program in programs(seed, count, fault):
        found = found_fault(tmp_path, program)
        if found is not None and found.line in program.lines:
            named += 1
        elif found is not None:
            missed.append(f"{program.recipe.title}: line {found.line}, not of {sorted(program.lines)}")
        elif is_one_sided(program):
            continue
        elif is_read(program, recorded(tmp_path, program)) and is_seen(tmp_path, program):
            missed.append(f"{program.recipe.title}: {program.call}")
    return named, missed


def test_correct_programs_are_not_accused(tmp_path: Path) -> None:
    assert accusations(tmp_path, programs(1, 8)) == []


@pytest.mark.full
def test_hundreds_of_correct_programs_are_not_accused(tmp_path: Path) -> None:
    assert accusations(tmp_path, programs(2, 400)) == []


SELDOM_SHOWN = ("table ignores the window", "table ignores the depth")
"""Faults that change calls where most values are right: few programs have a witness."""


OPEN_TO_DOUBT = ("leaf of the wrong side",)
"""Where all lines of a run have the worse value, a line may lose the game."""


@pytest.mark.spread(16, 10)
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault not in SELDOM_SHOWN])
def test_faults_are_named_with_their_lines(tmp_path: Path, fault: str) -> None:
    named, missed = misses(tmp_path, fault, 3, 3)
    assert named
    assert missed == [] or fault in OPEN_TO_DOUBT


MANY = 12
"""Programs with each fault."""


@pytest.mark.full
@pytest.mark.parametrize("fault", FAULTS)
def test_many_faults_are_named_with_their_lines(tmp_path: Path, fault: str) -> None:
    named, missed = misses(tmp_path, fault, 4, MANY)
    assert named
    assert missed == [] or fault in (*SELDOM_SHOWN, *OPEN_TO_DOUBT)
