"""Node-link JSON, which networkx, D3 and many pages on the web read: one list of nodes and one of edges.

JSON has no infinities; here as everywhere they are the texts "inf" and "-inf", and what is not there is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from plyscope.export.graph import empty_graph, growing
from plyscope.export.selection import Selection
from plyscope.messages import plain_number


def pieces(selection: Selection) -> Iterator[str]:
    from networkx.readwrite.json_graph import node_link_data

    graph = empty_graph(selection)
    yield from growing(graph, selection)
    told = node_link_data(graph, edges="edges")
    head = {name: told[name] for name in ("directed", "multigraph", "graph")}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ',\n"nodes": [\n'
    yield from lines(told["nodes"])
    yield '],\n"edges": [\n'
    yield from lines(told["edges"])
    yield "]}\n"


def lines(items: list[dict[str, object]]) -> Iterator[str]:
    """One item a line, so that a difference between two files can be read."""
    for place, item in enumerate(items):
        told = {name: plain_number(value) if isinstance(value, float) else value for name, value in item.items()}
        yield json.dumps(told, ensure_ascii=False) + (",\n" if place + 1 < len(items) else "\n")
