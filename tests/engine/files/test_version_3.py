"""Version 3 of recordings of other programs: depths, tags, and calls without a move."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.audit.deviation import Weight
from plyscope.audit.laws import audit
from plyscope.audit.verification import verify
from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError
from plyscope.model.trace import Trace

from tests import full_traces
from tests.full_traces import Trace as SavedTrace
from tests.places import ROOT


def example() -> list[str]:
    """The lines of the example in the documentation."""
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    return next(part for part in page.split("```json\n") if '"tags":["null"]' in part).partition("```")[0].splitlines()


def read(lines: list[str]) -> Trace:
    return read_lines(BytesIO("\n".join(lines).encode()))


def facts(trace: Trace) -> list[tuple[Any, ...]]:
    return [(trace.moves[frame] < 0, trace.depth_left(frame), trace.tags_of(frame)) for frame in range(len(trace))]


def test_the_example_of_the_documentation_is_read_and_comes_back_from_every_form(tmp_path: Path) -> None:
    trace = read(example())
    assert (trace.complete, trace.position.warnings, trace.format_version) == (True, (), 3)
    assert facts(trace) == [(True, 4, ("forward",)), (True, 1, ("null",)), (False, 3, ())]
    assert trace.facts.counts.tolist() == [True, False, True]
    assert (trace.pv, trace.pruned, trace.forward_pruned, trace.cutoffs) == (["e4"], 0, 2, 0)
    assert {(one.way, one.weight) for one in audit(trace)} == {("null", Weight.FLAG), ("forward", Weight.FLAG)}
    verify(trace)
    SavedTrace.save(trace, tmp_path / "x.plytrace")  # type: ignore[arg-type]
    full_traces.export(trace, tmp_path / "x.json")
    for name in ("x.plytrace", "x.json"):
        again = full_traces.Trace.open(tmp_path / name)
        assert (facts(again), again.signature) == (facts(trace), trace.signature)


@pytest.mark.parametrize(
    ("line", "old", "new", "complaint"),
    [
        (1, '"version":3', '"version":2', "line 2: depth is of version 3, and the file says that it is of version 2"),
        (2, '"depth":4', '"depth":"deep"', 'line 2: depth is a number of at most 16777216, inf or null, not "deep"'),
        (2, '"depth":4', '"depth":1e99', "line 2: depth is a number of at most 16777216, inf or null, not 1e+99"),
        (3, '["null"]', '"null"', 'line 3: tags is a list of words, not "null"'),
        (3, '["null"]', '["nul"]', 'line 3: "nul" is not a tag; the tags are null, stand_pat, reduced'),
        (3, '["null"]', "[[]]", "line 3: [] is not a tag; the tags are null, stand_pat, reduced"),
        (7, '["forward"]', "[7]", "line 7: 7 is not a tag; the tags are null, stand_pat, reduced"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(line: int, old: str, new: str, complaint: str) -> None:
    lines = example()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    try:
        [said] = map(str, read(lines).position.warnings)
    except InputError as error:
        said = str(error)
    assert complaint in said


def test_the_last_of_the_calls_on_a_position_answers_for_it() -> None:
    """Rounds of deepening: the value is that of the last one, although an earlier one had more."""
    lines = ['{"format":"plyscope-trace","version":3,"game":"g","position":"p"}', '{"ev":"enter","id":0,"kind":"max"}']
    for number, value in ((1, 9), (2, 4)):
        round_of = {"ev": "enter", "id": number, "parent": 0, "move": None, "kind": "max", "depth": number}
        move = {"ev": "enter", "id": f"m{number}", "parent": number, "move": "a", "kind": "min", "depth": number - 1}
        left = [{"ev": "leave", "id": name, "value": value} for name in (f"m{number}", number)]
        lines += [json.dumps(one) for one in (round_of, move, *left)]
    lines.append('{"ev":"leave","id":0,"value":4}')
    trace = read(lines)
    assert (trace.value, audit(trace)) == (4, [])
    assert trace.best_child(0) == 3
    wrong = read([*lines[:-1], '{"ev":"leave","id":0,"value":9}'])
    assert [(one.law, one.way, one.frame) for one in audit(wrong)] == [("fold", "last", 0)]


def test_a_pass_in_a_game_without_one_leaves_no_boards() -> None:
    lines = [
        '{"format":"plyscope-trace","version":3,"game":"tictactoe","position":"........."}',
        '{"ev":"enter","id":0,"kind":"max"}',
        '{"ev":"enter","id":1,"parent":0,"move":null,"kind":"min","tags":["null"]}',
        '{"ev":"leave","id":1,"value":0}',
        '{"ev":"enter","id":2,"parent":0,"move":"b2","kind":"min"}',
        '{"ev":"leave","id":2,"value":0,"status":"horizon"}',
        '{"ev":"leave","id":0,"value":0}',
    ]
    trace = read(lines)
    assert trace.complete
    [warning] = map(str, trace.position.warnings)
    assert "a side passes its turn, and tictactoe has no rule for that" in warning
    looked = read([line.replace('"kind":"min","tags":["null"]', '"kind":"max","tags":["iid"]') for line in lines])
    assert (looked.position.warnings, looked.position.game.name, looked.state(1)) == ((), "tictactoe", looked.state(0))
