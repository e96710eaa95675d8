"""Node-link JSON, which networkx, D3 and many pages on the web read: one list of nodes and one of edges.

JSON has no infinities; here as everywhere they are the texts "inf" and "-inf".
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from plyscope.export.graph import Facts, edges, graph_facts, node_facts
from plyscope.export.selection import Selection
from plyscope.messages import plain_number


def pieces(selection: Selection) -> Iterator[str]:
    head = {"directed": True, "multigraph": False, "graph": graph_facts(selection)}
    yield json.dumps(head, ensure_ascii=False)[:-1] + ',\n"nodes": [\n'
    yield from lines(node_facts(selection, node) | {"id": node.number} for node in selection)
    yield '],\n"edges": [\n'
    by_source = sorted(edges(selection), key=lambda edge: edge[0])
    yield from lines(facts | {"source": source, "target": target} for source, target, facts in by_source)
    yield "]}\n"


def lines(items: Iterable[Facts]) -> Iterator[str]:
    """One item a line, so that a difference between two files can be read."""
    separator = ""
    for item in items:
        plain = {name: plain_number(value) if isinstance(value, float) else value for name, value in item.items()}
        yield separator + json.dumps(plain, ensure_ascii=False)
        separator = ",\n"
    if separator:
        yield "\n"
