"""The graph of a selection as networkx has it, to compare with what it reads from files."""

from __future__ import annotations

import networkx
from plyscope.export.graph import edges, graph_facts, node_facts
from plyscope.export.selection import Selection


def expected_graph(selection: Selection) -> networkx.DiGraph[int]:
    """Nodes by their numbers, edges from parents to children, the facts of the recording on the graph itself."""
    graph: networkx.DiGraph[int] = networkx.DiGraph(**graph_facts(selection))
    for node in selection:
        graph.add_node(node.number, **node_facts(selection, node))
    for source, target, facts in edges(selection):
        graph.add_edge(source, target, **facts)
    return graph
