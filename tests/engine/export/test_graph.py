"""The graph of a selection: what each node says, and what it does not say where there is nothing."""

from __future__ import annotations

import re
import tracemalloc
from pathlib import Path
from typing import Any

import networkx
import pytest
from plyscope.export import csv_table, dot, export, gexf, graphml, json_tree, nested, repeated, text
from plyscope.export import selection as selection_module
from plyscope.export.drawing import spots_one_by_one
from plyscope.export.extent import Extent
from plyscope.export.graph import NODE_TYPES
from plyscope.export.node_facts import FACTS
from plyscope.export.selection import Selection
from plyscope.messages import InputError
from plyscope.text import whole_listing

from tests.engine.export.expected_graph import expected_graph
from tests.full_traces import record


def graph(source: str, algorithm: str = "alphabeta", **asked: Any) -> Any:
    return expected_graph(Selection(record(source, algorithm), Extent(**asked)))


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
    monkeypatch.setattr(Selection, "__len__", lambda self: 250_001)
    with pytest.raises(InputError, match=r"node-link can hold 250000 nodes at most.*--plies.*--subtree"):
        export(record("tree:[1,2]"), tmp_path / "x.node-link.json")


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_networkx_reads_the_graph_back(tmp_path: Path, suffix: str) -> None:
    trace = record("sample:tictactoe/hebrew")
    extent = Extent(boards=True, notes={1: '<a> & "b"'})
    export(trace, tmp_path / f"x.{suffix}", extent)
    graph: Any = getattr(networkx, f"read_{suffix}")(tmp_path / f"x.{suffix}", node_type=int)
    expected = expected_graph(Selection(trace, extent))
    assert {node: {**facts, "viz": None} for node, facts in graph.nodes(data=True)} == {
        node: {**facts, "viz": None} for node, facts in expected.nodes(data=True)
    }
    assert {edge: {**facts, "id": None} for edge, facts in graph.edges.items()} == {
        edge: {**facts, "id": None} for edge, facts in expected.edges.items()
    }


def test_every_fact_of_a_node_has_its_type() -> None:
    assert set(NODE_TYPES) == {*FACTS, "label", "board", "note"}


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_progress_is_reported_node_by_node(tmp_path: Path, suffix: str) -> None:
    trace = record("sample:tictactoe/hebrew", "minimax")
    reported: list[int] = []
    export(trace, tmp_path / f"x.{suffix}", progress=reported.append)
    assert len(reported) > 2 * len(trace), "a piece for every node and for every edge"

    def stop(number: int) -> None:
        if number > len(trace) / 2:
            raise InputError("stopped")

    with pytest.raises(InputError, match="stopped"):
        export(trace, tmp_path / f"y.{suffix}", progress=stop)
    assert [path.name for path in tmp_path.iterdir()] == [f"x.{suffix}"]


PLACES = re.compile(r' pos="[^"]*"|<viz:position [^>]*>')
ORDERS: dict[str, Extent] = {
    "as it is": Extent(),
    "boards": Extent(boards=True, notes={0: "root", 2: "second"}, theme="dark"),
    "a part": Extent(root=1, depth=2),
    "a path": Extent(path_to=4, without=frozenset([1])),
    "a step": Extent(step=9),
}


@pytest.mark.parametrize("extent", ORDERS.values(), ids=ORDERS)
@pytest.mark.parametrize("source", ["sample:tictactoe/hebrew", "sample:tree/nine-leaves"])
def test_a_graph_too_large_to_be_laid_out_says_the_same(
    source: str, extent: Extent, monkeypatch: pytest.MonkeyPatch
) -> None:
    trace = record(source)

    def lines_of(module: Any) -> list[str]:
        text = "".join(module.pieces(Selection(trace, extent)))
        return sorted(PLACES.sub("", text).split("\n"))

    before = lines_of(gexf), lines_of(dot)
    monkeypatch.setattr(gexf, "MAX_LAID_OUT", 0)
    monkeypatch.setattr(dot, "MAX_PLACED", 0)
    assert (lines_of(gexf), lines_of(dot)) == before


BELOW_PRUNED = "tree:[[3,12,8],[2,[4,5],6],[14,5,[[2,1],3]]]"


@pytest.mark.parametrize("laid_out", [gexf.MAX_LAID_OUT, 0])
@pytest.mark.parametrize("extent", [Extent(), Extent(step=20, hides_future=True), Extent(root=5)])
@pytest.mark.parametrize("source", [BELOW_PRUNED, "sample:tictactoe/hebrew"])
def test_every_node_but_the_root_of_a_gexf_has_an_edge_from_above(
    source: str, extent: Extent, laid_out: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also below a pruned move, where the tree is given, and at a step whose future is hidden."""
    monkeypatch.setattr(gexf, "MAX_LAID_OUT", laid_out)
    export(record(source), tmp_path / "x.gexf", extent)
    graph = networkx.read_gexf(tmp_path / "x.gexf", node_type=int)
    ply = {node: int(facts["ply"]) for node, facts in graph.nodes(data=True)}
    assert all(ply[below] == ply[above] + 1 for above, below in graph.edges)
    assert sorted(degree for _, degree in graph.in_degree) == [0] + [1] * (len(graph) - 1)
    if source == BELOW_PRUNED and extent == Extent():
        assert len(graph) == 19, "17 that the search has called or left, and the two leaves below one of them"


def test_nodes_written_one_by_one_have_places_of_their_own() -> None:
    selection = Selection(record("sample:tree/nine-leaves"), Extent())
    spots = list(spots_one_by_one(selection))
    places = [(spot.y, spot.x) for spot in spots if not spot.node.is_stub]
    assert len(set(places)) == len(places)
    below = {number: [spot.x for spot in spots if spot.node.parent == number] for number in range(len(spots))}
    assert all(spots[number].x <= max(found) for number, found in below.items() if found)


@pytest.mark.full
@pytest.mark.parametrize("module", [graphml, gexf, dot, csv_table, nested, text, json_tree])
def test_it_needs_no_more_memory_for_a_larger_graph(module: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written is forgotten. The recording is in memory, and so are two facts of each frame, a byte each."""
    monkeypatch.setattr(gexf, "MAX_LAID_OUT", 0)
    monkeypatch.setattr(dot, "MAX_PLACED", 0)
    monkeypatch.setattr(selection_module, "BLOCK", 128)
    for remembering in (whole_listing, repeated):
        monkeypatch.setattr(remembering, "MAX_TEXTS", 64)
    trace = record("connectfour:", "minimax", depth=4)

    def peak(root: int) -> int:
        selection = Selection(trace, Extent(root=root))
        len(selection)
        tracemalloc.start()
        for _ in module.pieces(selection):
            pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    peak(0)
    first = next(iter(trace.children(0)))
    assert peak(0) - peak(first) < 60 * (len(trace) - trace.sizes[first]), (peak(0), peak(first))
