"""The graph of a selection: what each node says, and what it does not say where there is nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx
import pytest
from plyscope import record
from plyscope.export import export
from plyscope.export.extent import Extent
from plyscope.export.graph import graph_of
from plyscope.export.selection import Selection
from plyscope.messages import InputError


def graph(source: str, algorithm: str = "alphabeta", **asked: Any) -> Any:
    return graph_of(Selection(record(source, algorithm), Extent(**asked)))


def test_what_a_node_says() -> None:
    nodes = graph("sample:tree/nine-leaves").nodes
    assert nodes[0] == {
        "frame": 0, "ply": 0, "kind": "max", "status": "inner", "state": "done", "value": 7.0, "bound": "exact",
        "best": False, "cutoff": False, "pruned": 0, "size": 9, "label": "= 7",
    }  # fmt: skip
    assert nodes[5]["label"] == "2 = ≤6"
    assert nodes[7] == {
        "move": "2", "ply": 2, "kind": "max", "status": "pruned", "state": "done", "best": False, "cutoff": False,
        "pruned": 0, "size": 0, "label": "2",
    }  # fmt: skip


def test_what_an_edge_says() -> None:
    edges = graph("sample:tree/nine-leaves").edges
    assert edges[0, 1] == {"move": "1", "best": True, "pruned": False}
    assert edges[5, 7] == {"move": "2", "best": False, "pruned": True}


def test_boards_and_notes() -> None:
    nodes = graph("sample:tictactoe/hebrew", boards=True, notes={1: "a\u0000b"}).nodes
    assert nodes[1]["note"] == "a\\x00b"
    assert "/" in nodes[1]["board"]


@pytest.mark.parametrize("suffix", ["graphml", "gexf", "node-link.json"])
def test_the_same_recording_gives_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    trace = record("sample:tictactoe/hebrew")
    contents = []
    for name in ("a", "b"):
        export(trace, tmp_path / f"{name}.{suffix}")
        contents.append((tmp_path / f"{name}.{suffix}").read_bytes())
    assert contents[0] == contents[1]
    assert b"202" not in contents[0].replace(b"2023", b""), "no date but that of the schema"


def test_too_large_a_graph_is_refused_before_any_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Selection, "__len__", lambda self: 50_001)
    with pytest.raises(InputError, match=r"graphml can hold 50000 nodes at most.*--plies.*--subtree"):
        export(record("tree:[1,2]"), tmp_path / "x.graphml")


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_what_networkx_reads_is_the_graph_it_would_have_written_itself(tmp_path: Path, suffix: str) -> None:
    trace = record("tictactoe:XO./.../...")
    export(trace, tmp_path / f"ours.{suffix}", boards=True)
    read, write = getattr(networkx, f"read_{suffix}"), getattr(networkx, f"write_{suffix}")
    expected = graph_of(Selection(trace, Extent(boards=True)))
    write(expected, tmp_path / "theirs")
    ours, theirs = read(tmp_path / f"ours.{suffix}"), read(tmp_path / "theirs")
    assert set(ours.edges) == set(theirs.edges)
    for node, told in theirs.nodes(data=True):
        assert {name: value for name, value in ours.nodes[node].items() if name != "viz"} == told
    for edge, told in theirs.edges.items():
        assert {**ours.edges[edge], "id": ""} == {**told, "id": ""}


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_one_hears_how_far_it_is_all_the_time(tmp_path: Path, suffix: str) -> None:
    trace = record("tictactoe:XO./.../...")
    heard: list[int] = []
    export(trace, tmp_path / f"x.{suffix}", progress=heard.append)
    assert len(heard) > 3 * len(trace), "for every node it hears of node, element and edge"

    def enough(number: int) -> None:
        if number > 2 * len(trace):
            raise InputError("enough")

    with pytest.raises(InputError, match="enough"):
        export(trace, tmp_path / f"y.{suffix}", progress=enough)
    assert [path.name for path in tmp_path.iterdir()] == [f"x.{suffix}"]
