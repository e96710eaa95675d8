"""Recordings that are a sample: calls whose own calls are left out, in every form, and what is said of that."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from plyscope.analysis.stats import summary
from plyscope.audit.deviation import Weight
from plyscope.audit.laws import audit
from plyscope.audit.verification import verify
from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError
from plyscope.model.columns import LEFT_OUT
from plyscope.model.conditions import parse
from plyscope.model.further_facts import MAX_FACTS
from plyscope.model.steps import Steps
from plyscope.text.explanation import value_sentence
from plyscope.text.narration import sentence

from tests.full_traces import Trace, export
from tests.places import ROOT

HEADING = {"format": "plyscope-trace", "version": 3, "game": "pebbles", "position": "7"}
LINES: list[dict[str, Any]] = [
    HEADING,
    {"ev": "enter", "id": 0, "kind": "max", "alpha": -9, "beta": 9, "depth": 3},
    {"ev": "enter", "id": 1, "parent": 0, "move": "a", "kind": "min", "alpha": -9, "beta": 9, "depth": 2},
    {"ev": "leave", "id": 1, "value": 3, "status": "left_out", "calls": 12},
    {"ev": "enter", "id": 2, "parent": 0, "move": "b", "kind": "min", "alpha": 3, "beta": 9, "depth": 2},
    {"ev": "enter", "id": 3, "parent": 2, "move": "c", "kind": "max", "alpha": 3, "beta": 9, "depth": 1},
    {"ev": "leave", "id": 3, "value": 1, "status": "left_out", "calls": 1},
    {"ev": "leave", "id": 2, "value": 1, "pruned": ["d"]},
    {"ev": "leave", "id": 0, "value": 3},
]


def read(lines: list[dict[str, Any]]) -> Trace:
    return read_lines(io.BytesIO("\n".join(map(json.dumps, lines)).encode()))


def is_a_sample(trace: Trace) -> None:
    assert trace.column("status").tolist() == [0, LEFT_OUT, 0, LEFT_OUT]
    assert [trace.origin.further_facts.of(frame) for frame in range(4)] == [{}, {"calls": 12}, {}, {"calls": 1}]
    assert (trace.left_out_calls, trace.format_version, trace.leaves, trace.complete) == (13, 3, 0, True)


def test_it_comes_back_from_every_form(tmp_path: Path) -> None:
    (tmp_path / "sample.jsonl").write_text("\n".join(map(json.dumps, LINES)), encoding="utf-8")
    trace = Trace.open(tmp_path / "sample.jsonl")
    is_a_sample(trace)
    verify(trace)
    trace.save(tmp_path / "sample.plytrace")
    again = Trace.open(tmp_path / "sample.plytrace")
    is_a_sample(again)
    verify(again)
    export(trace, tmp_path / "sample.json")
    tree = Trace.open(tmp_path / "sample.json")
    is_a_sample(tree)
    assert again.signature == trace.signature == tree.signature


def test_lines_are_the_same_one_by_one() -> None:
    """Blank lines between the others are looked at one by one."""
    lines = "\n\n".join(map(json.dumps, LINES)).encode()
    assert read_lines(io.BytesIO(lines)).signature == read(LINES).signature


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"calls": 0}, "calls is how many calls are left out, a whole number above 0, not 0"),
        ({"calls": None}, "calls is how many calls are left out, a whole number above 0, not null"),
        ({"calls": 1.5}, "a whole number above 0, not 1.5"),
        ({"calls": True}, "a whole number above 0, not true"),
        ({"status": "horizon"}, "calls stands only where the status is left_out"),
        ({"pruned": ["b"]}, "moves are pruned, and none was tried"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(changed: dict[str, Any], complaint: str) -> None:
    warning = str(read([*LINES[:3], LINES[3] | changed, *LINES[4:]]).position.warnings[-1])
    assert warning.startswith("line 4: ")
    assert complaint in warning


def test_it_has_no_calls_in_the_file() -> None:
    lines = [*LINES[:5], {"ev": "enter", "id": 3, "parent": 2, "move": "c"}, {"ev": "leave", "id": 3, "value": 1}]
    lines.append({"ev": "leave", "id": 2, "value": 1, "status": "left_out", "calls": 2})
    assert "line 8: the frame is a leaf, and has tried moves" in str(read(lines).position.warnings[-1])


@pytest.mark.parametrize("version", [1, 2])
def test_earlier_versions_refuse_it(version: int) -> None:
    lines: list[dict[str, Any]] = [
        HEADING | {"version": version},
        {"ev": "enter", "id": 0},
        {"ev": "leave", "id": 0, "value": 3, "status": "left_out"},
    ]
    said = f"line 3: left_out is of version 3, and the file says that it is of version {version}"
    assert str(read(lines).position.warnings[-1]).startswith(said)


def test_nodes_say_how_many_are_left_out(tmp_path: Path) -> None:
    export(read(LINES), tmp_path / "sample.json")
    found = json.loads((tmp_path / "sample.json").read_text(encoding="utf-8"))
    assert [node["status"] for node in found["nodes"]] == ["inner", "left_out", "inner", "left_out", "pruned"]
    del found["nodes"][1]["x"]
    (tmp_path / "sample.json").write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(InputError, match="calls is how many calls are left out"):
        Trace.open(tmp_path / "sample.json")


def test_what_is_said_of_it() -> None:
    trace = read(LINES)
    steps = Steps(trace)
    said = [str(sentence(trace, steps.at(number))) for number in range(steps.count)]
    assert sum("Its 12 calls are not in the recording." in one for one in said) == 1
    assert sum("Its call is not in the recording." in one for one in said) == 1
    assert str(value_sentence(trace, 1)) == "It returned 3. Its 12 calls are not in the recording."
    facts = summary(trace)
    assert (facts["left_out_calls"], facts["leaves"]) == (13, 0)
    assert parse("left_out").frames(trace).tolist() == [1, 3]


def test_it_proves_nothing() -> None:
    trace = read(LINES)
    assert trace.intervals.of(1) == trace.intervals.of(3) == (float("-inf"), float("inf"))


def search(random: Random, depth: int, alpha: float, beta: float, side: int) -> tuple[float, list[Any]]:
    """An alpha-beta of its own on a random tree: the value, and the calls that were made."""
    if depth == 0:
        return random.randrange(-9, 10), []
    best, calls = -99.0 * side, list[Any]()
    for number in range(3):
        value, below = search(random, depth - 1, alpha, beta, -side)
        calls.append((f"m{number}", alpha, beta, value, below))
        best = max(best, value) if side > 0 else min(best, value)
        alpha, beta = (max(alpha, best), beta) if side > 0 else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best, calls


def count(calls: list[Any]) -> int:
    return sum(1 + count(below) for *_, below in calls)


def sampled(calls: list[Any], parent: int, ply: int, every: int, seen: list[int]) -> Iterator[dict[str, Any]]:
    """The lines of calls; of those at ply 2 only every few have their own calls with them."""
    for move, alpha, beta, value, below in calls:
        seen[0] += 1
        number = seen[0]
        kind, left_out = ("max", "min")[ply % 2], bool(below) and ply == 2 and number % every > 0
        bounds = {"alpha": alpha, "beta": beta}
        yield {"ev": "enter", "id": number, "parent": parent, "move": move, "kind": kind, **bounds}
        if not left_out:
            yield from sampled(below, number, ply + 1, every, seen)
        end = {"status": "left_out", "calls": count(below)} if left_out else {} if below else {"status": "horizon"}
        yield {"ev": "leave", "id": number, "value": value, **end}
        seen[1] += count(below) * left_out


@pytest.mark.parametrize("seed", range(5))
def test_the_laws_hold_of_what_a_sample_holds(seed: int) -> None:
    value, calls = search(Random(seed), 5, -99, 99, 1)
    seen = [0, 0]
    lines = [*sampled(calls, 0, 1, 3, seen)]
    root = {"ev": "enter", "id": 0, "kind": "max", "alpha": -99, "beta": 99}
    trace = read([HEADING, root, *lines, {"ev": "leave", "id": 0, "value": value}])
    assert (trace.complete, trace.value) == (True, value)
    assert 0 < trace.left_out_calls == seen[1] == 1 + count(calls) - len(trace)
    assert [found for found in audit(trace) if found.weight in (Weight.BUG, Weight.WASTE)] == []


def test_the_example_of_the_documentation_is_read() -> None:
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = next(part for part in page.split("```json\n") if '"status":"left_out"' in part).partition("```")[0]
    trace = read_lines(io.BytesIO(example.encode()))
    verify(trace)
    assert (trace.complete, trace.position.warnings, trace.left_out_calls) == (True, (), 81342)


@pytest.mark.parametrize("first", [0, 1])
def test_how_many_calls_are_left_out_counts_among_the_names(first: int) -> None:
    """Whichever comes first: a trace file with more names than are read would not open again."""
    facts = {f"n{number}": number for number in range(MAX_FACTS)}
    lines = [dict(line) for line in LINES]
    lines[[1, 4][first]]["x"] = facts
    trace = read(lines)
    assert not trace.complete
    assert len(trace.origin.further_facts.names) <= MAX_FACTS
    assert "different names in x" in str(trace.position.warnings[0])
