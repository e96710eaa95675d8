"""Depths and tags in tables and JSON: only where a recording has something unusual of them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from io import StringIO

import plyscope
import pytest

from tests import full_traces
from tests.engine.export.written import written_as
from tests.unusual import loaded, record


@pytest.fixture(autouse=True)
def plugin() -> Iterator[None]:
    with loaded():
        yield


def test_they_are_columns_and_members_of_an_unusual_recording() -> None:
    trace = record(plyscope.load("numbers:7 a 6"), "null-move", 4)
    rows = [row for row in csv.DictReader(StringIO(written_as("csv", trace), newline="")) if row["frame"]]
    tree = json.loads(written_as("json", trace))
    nodes = [node for node in tree["nodes"] if node["status"] != "pruned"]
    assert tree["version"] == 3
    for frame, (row, node) in enumerate(zip(rows, nodes, strict=True)):
        assert float(row["depth"]) == node["depth"] == trace.depth_left(frame)
        assert tuple(row["tags"].split()) == tuple(node.get("tags", ())) == trace.tags_of(frame)
    assert any(node.get("tags") == ["null"] for node in nodes)


def test_a_usual_recording_has_none() -> None:
    trace = full_traces.record("tictactoe:.OO/XXO/.X. o", algorithm="pvs")
    tree = written_as("json", trace)
    assert not {"depth", "tags"} & {*written_as("csv", trace).splitlines()[0].split(",")}
    assert '"tags"' not in tree
    assert json.loads(tree)["version"] == 1


def test_a_game_has_no_null_moves() -> None:
    """A null move is no move of the game that a search explored: it is neither in Gambit's format nor in a list."""
    trace = record(plyscope.load("numbers:7 a 6"), "null-move", 4)
    assert "#1" not in written_as("efg", trace)
