"""The graph of a selection as networkx has it, to compare with what it reads from files."""

from __future__ import annotations

import networkx
from plyscope.export.graph import by_node, edge_columns, graph_facts, node_columns
from plyscope.export.selection import Selection


def expected_graph(selection: Selection) -> networkx.DiGraph[int]:
    """Nodes by their numbers, edges from parents to children, the facts of the recording on the graph itself."""
    graph: networkx.DiGraph[int] = networkx.DiGraph(**graph_facts(selection))
    for node, facts in by_node(node_columns(selection)):
        graph.add_node(node.number, **facts)
    for node, facts in by_node(edge_columns(selection, selection.batches())):
        graph.add_edge(node.parent, node.number, **facts)
    return graph
