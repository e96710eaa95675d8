"""Node-link JSON, which networkx, D3 and many pages on the web read: one list of nodes and one of edges.

JSON has no infinities; here as everywhere they are the texts "inf" and "-inf".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from plyscope.export.graph import Facts, by_node, edge_columns, graph_facts, node_columns
from plyscope.export.selection import Selection
from plyscope.messages import plain_number


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the graph as networkx writes it, with empty pieces while it is built."""
    from networkx import DiGraph
    from networkx.readwrite.json_graph import node_link_data

    graph: DiGraph[int] = DiGraph()
    graph.graph.update(graph_facts(selection))
    for node, facts in by_node(node_columns(selection)):
        graph.add_node(node.number, **facts)
        yield ""
    for node, facts in by_node(edge_columns(selection, selection.batches())):
        graph.add_edge(node.parent, node.number, **facts)
    data = node_link_data(graph, edges="edges")
    head = {name: data[name] for name in ("directed", "multigraph", "graph")}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ',\n"nodes": [\n'
    yield from lines(data["nodes"])
    yield '],\n"edges": [\n'
    yield from lines(data["edges"])
    yield "]}\n"


def lines(items: Iterable[Facts]) -> Iterator[str]:
    """Iterate over the items as JSON, one a line."""
    separator = ""
    for item in items:
        plain = {name: plain_number(value) if isinstance(value, float) else value for name, value in item.items()}
        yield separator + json.dumps(plain, ensure_ascii=False)
        separator = ",\n"
    if separator:
        yield "\n"
