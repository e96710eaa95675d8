"""The laws against what ran in programs: nothing is said of right ones, and planted mistakes at their lines alone."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import ceil
from pathlib import Path

import pytest
from plyscope.tracer.running import Limits, debug
from plyscope.usercode.findings import REMARK, Finding, findings
from plyscope.usercode.reading import read_as_search

from tests.corpus.catalogue import Program, programs
from tests.corpus.mistakes import KINDS, first_change, planted

LIMITS = Limits(frames=4_000)
NAMED_ALWAYS = (
    *("bound_goes_too_far", "window_is_swapped", "window_is_turned_but_not_negated", "guard_compares_with_itself"),
    *("guard_is_turned_round", "guard_reads_the_other_bound", "guard_is_never_true", "other_bound_is_returned"),
    *("window_is_negated_but_not_turned", "window_is_not_passed", "best_starts_at_zero", "bounds_are_shared"),
)
"""Kinds of mistakes of which the facts leave no doubt."""
OTHER_POSITIONS = (9, 18)
"""Some of the twenty; `benchmarks.corpus` takes them all."""
TRIED = 12
"""Programs with each kind of mistake, taken evenly from those that it fits."""
PROGRAMS = [pytest.param(program, id=program.name) for program in programs()]


def found_in(path: Path, position: int) -> list[Finding]:
    trace = read_as_search(debug(path, f"run(POSITIONS[{position}])", lines=False, limits=LIMITS))
    return [one for one in findings(trace) if one.kind != REMARK]


def lines_of_waste(program: Program) -> set[int]:
    return {line for line, words in program.markers.items() if any(word.startswith("waste") for word in words)}


@pytest.mark.spread(40)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_right_program_is_not_accused(program: Program) -> None:
    found = found_in(program.path, 4)
    assert [str(one.sentence) for one in found if one.line not in lines_of_waste(program)] == []


@pytest.mark.full
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_right_program_is_not_accused_on_other_positions(program: Program) -> None:
    for position in OTHER_POSITIONS:
        found = found_in(program.path, position)
        assert [str(one.sentence) for one in found if one.line not in lines_of_waste(program)] == []


@pytest.mark.full
@pytest.mark.spread(12, 4)
@pytest.mark.parametrize("kind", NAMED_ALWAYS)
def test_a_planted_mistake_is_named_at_its_line(tmp_path: Path, kind: str) -> None:
    (entry,) = (one for one in KINDS if one.name == kind)
    said = Counter[bool]()
    mistakes = [mistake for program in programs() for mistake in islice(planted(program, [entry]), 1)]
    for mistake in mistakes[:: ceil(len(mistakes) / TRIED)]:
        program, position = mistake.program, first_change(mistake)
        if position is None:
            continue
        path = tmp_path / program.path.name
        path.write_text(mistake.text, encoding="utf-8")
        found = {(one.name, one.line) for one in found_in(path, position)}
        said[any((law, line) in found for law in mistake.laws for line in mistake.lines)] += 1
        assert {line for _, line in found} <= {*mistake.lines, *lines_of_waste(program)}
    assert said[True] > said[False]
