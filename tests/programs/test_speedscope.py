"""The published schema of speedscope's files holds for ours, and a stack machine runs through their events."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.files.sources import load
from plyscope.model.steps import Steps

from tests.full_traces import record
from tests.programs.needs import node_package

pytestmark = pytest.mark.full

jsonschema: Any = pytest.importorskip("jsonschema", reason="jsonschema is not installed")

SCHEMA = "dist/release/file-format-schema.json"
SOURCES = ["sample:tree/nine-leaves", "sample:tictactoe/hebrew", "sample:hexline/three-left", "tree:5"]


@pytest.mark.parametrize("limit", [None, 7])
@pytest.mark.parametrize("source", SOURCES)
def test_the_schema_holds(tmp_path: Path, source: str, limit: int | None) -> None:
    schema = json.loads((node_package("speedscope") / SCHEMA).read_text(encoding="utf-8"))
    path = tmp_path / "x.speedscope.json"
    export(record(load(source), "alphabeta", limit=limit), path)
    facts = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft7Validator(schema).validate(facts)
    assert facts["$schema"] == schema.get("$id", facts["$schema"])


def test_the_schema_would_notice(tmp_path: Path) -> None:
    schema = json.loads((node_package("speedscope") / SCHEMA).read_text(encoding="utf-8"))
    export(record("tree:[1,2]"), tmp_path / "x.speedscope.json")
    facts = json.loads((tmp_path / "x.speedscope.json").read_text(encoding="utf-8"))
    facts["profiles"][0]["events"][0]["type"] = "X"
    assert not jsonschema.Draft7Validator(schema).is_valid(facts)


def test_time_is_counted_in_steps(tmp_path: Path) -> None:
    trace = record("sample:tictactoe/hebrew")
    export(trace, tmp_path / "x.speedscope.json")
    facts = json.loads((tmp_path / "x.speedscope.json").read_text(encoding="utf-8"))
    profile = facts["profiles"][0]
    assert (profile["startValue"], profile["endValue"]) == (0, Steps(trace).count - 1)
