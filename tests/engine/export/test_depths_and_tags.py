"""Depths and tags in tables and JSON: only where a recording has something unusual of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import plyscope
import pytest

from tests import full_traces
from tests.unusual import loaded, record


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


def test_they_are_columns_and_members_of_an_unusual_recording(tmp_path: Path) -> None:
    trace = record(plyscope.load("numbers:7 a 6"), "null-move", 4)
    full_traces.export(trace, tmp_path / "x.csv")
    full_traces.export(trace, tmp_path / "x.json")
    with (tmp_path / "x.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["frame"]]
    tree = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))
    nodes = [node for node in tree["nodes"] if node["status"] != "pruned"]
    assert tree["version"] == 3
    for frame, (row, node) in enumerate(zip(rows, nodes, strict=True)):
        assert float(row["depth"]) == node["depth"] == trace.depth_left(frame)
        assert tuple(row["tags"].split()) == tuple(node.get("tags", ())) == trace.tags_of(frame)
    assert any(node.get("tags") == ["null"] for node in nodes)


def test_a_usual_recording_has_none(tmp_path: Path) -> None:
    trace = full_traces.record("tictactoe:.OO/XXO/.X. o", algorithm="pvs")
    full_traces.export(trace, tmp_path / "x.csv")
    full_traces.export(trace, tmp_path / "x.json")
    assert not {"depth", "tags"} & {*(tmp_path / "x.csv").read_text(encoding="utf-8").splitlines()[0].split(",")}
    assert '"tags"' not in (tmp_path / "x.json").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["version"] == 1


def test_a_game_has_no_null_moves(tmp_path: Path) -> None:
    """A null move is no move of the game that a search explored: it is neither in Gambit's format nor in a list."""
    trace = record(plyscope.load("numbers:7 a 6"), "null-move", 4)
    full_traces.export(trace, tmp_path / "x.efg")
    assert "#1" not in (tmp_path / "x.efg").read_text(encoding="utf-8")
