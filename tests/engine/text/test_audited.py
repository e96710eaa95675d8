"""The deviations of a recording in sentences: a log with a mistake of each kind, and what is said of it."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from plyscope.audit.laws import audit
from plyscope.files.json_lines import read_lines
from plyscope.model.trace import Trace
from plyscope.text.audited import audit_facts
from plyscope.text.explanation import sentences, why_facts

LINES: list[dict[str, Any]] = [
    {"format": "plyscope-trace", "version": 1, "game": "toy", "position": "start"},
    {"ev": "enter", "id": 0, "kind": "max"},
    {"ev": "enter", "id": 1, "parent": 0, "move": "a", "kind": "min"},
    {"ev": "leave", "id": 1, "value": 3},
    {"ev": "enter", "id": 2, "parent": 0, "move": "b", "kind": "min", "alpha": 3},
    {"ev": "enter", "id": 3, "parent": 2, "move": "x", "kind": "max", "alpha": 3},
    {"ev": "leave", "id": 3, "value": 5},
    {"ev": "enter", "id": 4, "parent": 2, "move": "y", "kind": "max", "alpha": 3, "beta": 5},
    {"ev": "leave", "id": 4, "value": 9},
    {"ev": "leave", "id": 2, "value": 5},
    {"ev": "leave", "id": 0, "value": 5},
]


def log(**changed: dict[str, Any]) -> Trace:
    """The log, which follows all laws, with other entries in some lines: `line_8={"value": 1}`."""
    lines = [line | changed.get(f"line_{number}", {}) for number, line in enumerate(LINES, 1)]
    return read_lines(BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode()))


CASES = [
    ({}, []),
    ({"line_11": {"value": 4}}, ["The root returns 4, and the largest of its children is 5"]),
    ({"line_10": {"value": 9}, "line_11": {"value": 9}}, ["b returns 9, and the smallest of its children is 5"]),
    ({"line_10": {"pruned": ["z"]}}, ["b leaves 1 move untried, and its window (3, 5) is open"]),
    (
        {"line_5": {"alpha": None}, "line_6": {"alpha": None}, "line_8": {"alpha": None}},
        ["b is called with (-∞, ∞) where (3, ∞) is in effect: what its parent has by then is not used"],
    ),
    ({"line_8": {"alpha": None}}, ["y is called with (-∞, 5) where (3, 5) is in effect: that is not passed down"]),
    (
        {"line_8": {"beta": 4.5}},
        ["y is called with (3, 4.5), and its parent has only (3, 5) by then: a value in between is lost"],
    ),
    (
        {"line_7": {"value": 2}, "line_8": {"alpha": 1, "beta": 2}, "line_10": {"value": 2}, "line_11": {"value": 3}},
        ["y is tried although the window (3, 2) of its parent is closed"],
    ),
]


@pytest.mark.parametrize(("changed", "said"), CASES)
def test_each_mistake_is_said_in_a_sentence(changed: dict[str, Any], said: list[str]) -> None:
    facts = audit_facts(trace := log(**changed), audit(trace))
    found = [one["sentence"] for name in ("bugs", "waste", "flags") for one in facts[name]]
    assert found == said
    assert json.loads(json.dumps(facts, allow_nan=False)) == facts


def test_why_says_what_is_wrong_with_a_frame_and_no_reason_that_is_none() -> None:
    trace = log(line_11={"value": 4})
    assert str(sentences(trace, 0)[0]) == "Its value 4 is not that of its best child: b gave 5, at step 12."
    assert "The root returns 4, and the largest of its children is 5." in why_facts(trace, 0)["sentences"]
    assert not any("returns" in said for said in why_facts(trace, 2)["sentences"])
