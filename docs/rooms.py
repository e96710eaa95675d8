"""Draws docs/rooms.svg: the rooms of the engine and of the window, and which of them imports which.

python docs/rooms.py

A room stands above those that it imports. Where it imports a room by way of another one as well, only that way has
arrows. Graphviz lays it out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import graphviz
import networkx

PAGE = Path(__file__).with_name("rooms.svg")
TOPS = {"plyscope": "engine", "plyscope_window": "visualiser"}
PAPER, INK, ENGINE, WINDOW = "#ffffff", "#2b2f36", "#e9eef6", "#f3ece1"


def imported(path: Path) -> Iterator[list[str]]:
    """The parts of the full names that a file imports, anywhere in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ([*node.module.split("."), one.name] for one in node.names)
        elif isinstance(node, ast.Import):
            yield from (one.name.split(".") for one in node.names)


def rooms() -> networkx.DiGraph:
    """The rooms, by the names that the architecture page has for them, with an arrow for each import."""
    graph = networkx.DiGraph()
    for top, folder in TOPS.items():
        source = PAGE.parents[1] / folder / top
        graph.add_nodes_from((top, path.stem) for path in source.iterdir() if is_room(path))
    for top, name in list(graph):
        path = PAGE.parents[1] / TOPS[top] / top / name
        for file in path.rglob("*.py") if path.is_dir() else [path.with_suffix(".py")]:
            graph.add_edges_from(((top, name), tuple(one[:2])) for one in imported(file) if tuple(one[:2]) in graph)
    graph.remove_edges_from(list(networkx.selfloop_edges(graph)))
    return graph


def is_room(path: Path) -> bool:
    """Whether it is a package, or a module that stands beside the packages."""
    return (path / "__init__.py").is_file() or (path.suffix == ".py" and not path.stem.startswith("__"))


def arrows() -> set[tuple[str, str]]:
    """The arrows that are drawn, by the titles of rooms."""
    reduced = networkx.transitive_reduction(rooms())
    return {(title(*one), title(*other)) for one, other in reduced.edges}


def title(top: str, name: str) -> str:
    return name if top == "plyscope" else f"window {name}"


def drawing() -> str:
    """The picture, as SVG."""
    made = graphviz.Digraph(
        graph_attr={"bgcolor": PAPER, "ranksep": "0.35", "nodesep": "0.2"},
        node_attr={"shape": "box", "style": "filled,rounded", "fontname": "sans-serif", "fontsize": "12", "color": INK},
        edge_attr={"color": INK, "arrowsize": "0.6"},
    )
    for top, name in sorted(rooms()):
        made.node(title(top, name), fillcolor=ENGINE if top == "plyscope" else WINDOW)
    made.edges(sorted(arrows()))
    return str(made.pipe("svg", encoding="utf-8"))


if __name__ == "__main__":
    PAGE.write_text(drawing(), encoding="utf-8")
