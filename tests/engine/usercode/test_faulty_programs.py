"""Each fault of programs in the manner of published ones is named with its line, in two styles or more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, WASTE, findings
from plyscope.usercode.reading import read_as_search

from tests.engine.usercode.faulty_programs import FAULTY, PROGRAMS, Faulty


@pytest.mark.spread(8)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_without_a_fault_is_not_accused(tmp_path: Path, name: str) -> None:
    text, call = PROGRAMS[name]
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    found = findings(read_as_search(debug(path, call)))
    assert [str(one.sentence) for one in found if one.kind in (BUG, WASTE)] == []


def numbered_faults() -> Iterator[ParameterSet]:
    seen = Counter[str]()
    for one in FAULTY:
        place = f"{one.finding} in {one.program}"
        yield pytest.param(one, id=f"{place} {seen[place]}")
        seen[place] += 1


@pytest.mark.spread(8)
@pytest.mark.parametrize("one", list(numbered_faults()))
def test_a_fault_is_named_with_its_line(tmp_path: Path, one: Faulty) -> None:
    right, call = PROGRAMS[one.program]
    assert one.right in right
    text = right.replace(one.right, one.wrong, -1 if one.finding == "depth" else 1)
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    found = findings(read_as_search(debug(path, one.call or call)))
    lines = [text.splitlines()[bug.line - 1].strip() for bug in found if bug.name == one.finding and bug.line]
    assert any(line.startswith(one.line) for line in lines), [(bug.name, bug.line) for bug in found]


def test_each_fault_is_in_two_programs() -> None:
    assert min(Counter(one.finding for one in FAULTY).values()) > 1
