"""networkx and xmllint read the graphs back: every node, every edge, every fact and its type."""

from __future__ import annotations

import json
from math import inf, isinf
from pathlib import Path
from typing import Any

import networkx
import pytest
from plyscope.export import export
from plyscope.export.extent import WHOLE
from plyscope.export.selection import Selection

from tests.engine.export.expected_graph import expected_graph
from tests.full_traces import Trace, record
from tests.programs.needs import program, run

pytestmark = pytest.mark.full

NAMES = (
    'tree:[{"name":"<b>&\\"","children":[3,inf]},{"name":"אב","children":[-inf,4]},'
    '{"name":"a\\u0001\\u202e","value":0.1}]'
)
SOURCES = [
    (NAMES, "alphabeta"),
    (NAMES, "pvs"),
    ("sample:tictactoe/hebrew", "alphabeta"),
    ("sample:hexline/three-left", "minimax"),
]


@pytest.fixture(params=SOURCES, ids=lambda param: f"{param[0][:24]} {param[1]}")
def trace(request: pytest.FixtureRequest) -> Trace:
    source, algorithm = request.param
    return record(source, algorithm)


def same(graph: networkx.DiGraph[int], expected: networkx.DiGraph[int], *also: str) -> None:
    """Nodes and edges with all their facts; a form may have no place for some of them, or add its own."""
    assert list(graph.nodes) == list(expected.nodes)
    for node, facts in expected.nodes(data=True):
        read = {name: value for name, value in graph.nodes[node].items() if name not in also}
        assert read == facts
        assert {name: type(value) for name, value in read.items()} == {n: type(v) for n, v in facts.items()}
    assert sorted(graph.edges) == sorted(expected.edges)
    for parent, child, facts in expected.edges(data=True):
        assert {n: v for n, v in graph.edges[parent, child].items() if n not in ("id", *also)} == facts


def test_graphml(tmp_path: Path, trace: Trace) -> None:
    export(trace, tmp_path / "x.graphml")
    expected = expected_graph(Selection(trace, WHOLE))
    graph = networkx.read_graphml(tmp_path / "x.graphml", node_type=int)
    same(graph, expected)
    assert graph.graph.items() >= expected.graph.items()


def test_gexf(tmp_path: Path, trace: Trace) -> None:
    export(trace, tmp_path / "x.gexf")
    same(networkx.read_gexf(tmp_path / "x.gexf", node_type=int), expected_graph(Selection(trace, WHOLE)), "viz")


def test_gexf_says_where_nodes_stand(tmp_path: Path, trace: Trace) -> None:
    export(trace, tmp_path / "x.gexf")
    graph: Any = networkx.read_gexf(tmp_path / "x.gexf", node_type=int)
    places = {node: facts["viz"]["position"] for node, facts in graph.nodes(data=True)}
    for parent, child in graph.edges:
        assert places[child]["y"] < places[parent]["y"]
    for node in graph:
        below = [places[child]["x"] for child in sorted(graph.successors(node))]
        assert below == sorted(below)
        assert not below or below[0] - 0.1 <= places[node]["x"] <= below[-1] + 0.1


def test_node_link(tmp_path: Path, trace: Trace) -> None:
    export(trace, tmp_path / "x.node-link.json")
    facts = json.loads((tmp_path / "x.node-link.json").read_text(encoding="utf-8"), parse_constant=pytest.fail)
    for node in facts["nodes"]:
        for name in ("alpha", "beta", "value"):
            if name in node:
                node[name] = float(node[name])
    graph = networkx.node_link_graph(facts, edges="edges")
    expected = expected_graph(Selection(trace, WHOLE))
    same(graph, expected)
    assert graph.graph == expected.graph


def test_it_is_the_tree_of_the_recording(trace: Trace) -> None:
    graph: Any = expected_graph(Selection(trace, WHOLE))
    assert networkx.is_arborescence(graph)
    assert len(graph) == len(trace) + trace.pruned
    frames = {facts["frame"]: node for node, facts in graph.nodes(data=True) if "frame" in facts}
    for frame, node in frames.items():
        facts = graph.nodes[node]
        assert facts["value"] == trace.values[frame]
        assert facts.get("alpha", -inf) == trace.alphas[frame]
        assert facts.get("beta", inf) == trace.betas[frame]
        above = [graph.nodes[parent]["frame"] for parent in graph.predecessors(node)]
        assert above == [trace.parents[frame]] * (frame > 0)


def test_infinite_values_are_values() -> None:
    graph: Any = expected_graph(Selection(record(NAMES, "minimax"), WHOLE))
    assert {facts["value"] for _, facts in graph.nodes(data=True) if isinf(facts["value"])} == {inf, -inf}


@pytest.mark.parametrize("suffix", ["graphml", "gexf"])
def test_xmllint_finds_nothing_to_complain_about(tmp_path: Path, trace: Trace, suffix: str) -> None:
    path = tmp_path / f"x.{suffix}"
    export(trace, path)
    assert run(program("xmllint"), "--noout", path) == ""
    assert "inf<" not in path.read_text(encoding="utf-8"), "XML Schema's infinity is INF"
