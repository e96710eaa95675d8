"""Graphviz draws the graph: without a warning, children in the order searched, names as they are."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import WHOLE, Extent
from plyscope.export.selection import Selection

from tests.full_traces import Trace, record
from tests.programs.needs import program

pytestmark = pytest.mark.full

NAMES = (
    'tree:[{"name":"a&amp;<b>","children":[3,{"name":"אב \\"12\\"","value":12345}]},'
    '{"name":"<x>","children":[-0.123456789,4]},{"name":"\\\\N\\\\l","children":[7,2,{"name":"}","value":-2}]}]'
)
SOURCES = ["sample:tree/nine-leaves", "sample:tictactoe/hebrew", "sample:hexline/three-left", NAMES, "tree:5"]


def drawn(trace: Trace, folder: Path, *command: str, **asked: Any) -> str:
    """What Graphviz makes of it. Whatever it complains about is a mistake of ours, but that fonts are missing."""
    export(trace, folder / "x.dot", **asked)
    ended = subprocess.run([program(command[0]), *command[1:], str(folder / "x.dot")], capture_output=True, timeout=60)
    assert ended.returncode == 0
    assert ended.stderr.decode() == ""
    return ended.stdout.decode()


def graph(trace: Trace, folder: Path, **asked: Any) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads(drawn(trace, folder, "dot", "-Tjson0", **asked))
    return facts


def place(node: dict[str, Any]) -> tuple[float, float]:
    x, y = node["pos"].removesuffix("!").split(",")
    return float(x), float(y)


@pytest.mark.parametrize("source", SOURCES)
def test_children_stand_in_the_order_searched(tmp_path: Path, source: str) -> None:
    trace = record(source)
    facts = graph(trace, tmp_path)
    nodes = list(Selection(trace, WHOLE))
    assert [node["name"] for node in facts["objects"]] == [f"n{node.number}" for node in nodes]
    assert sorted((edge["tail"], edge["head"]) for edge in facts.get("edges", [])) == sorted(
        (node.parent, node.number) for node in nodes[1:]
    )
    for parent in nodes:
        children = [place(facts["objects"][node.number]) for node in nodes if node.parent == parent.number]
        assert children == sorted(children)
        assert all(y < place(facts["objects"][parent.number])[1] for _, y in children)


@pytest.mark.parametrize("boards", [False, True])
def test_what_the_table_had_stored_is_pointed_at_and_no_node_changes_its_ply(tmp_path: Path, boards: bool) -> None:
    trace = record("sample:tictactoe/same-board")
    facts = graph(trace, tmp_path, boards=boards)
    links = [edge for edge in facts["edges"] if edge.get("constraint") == "false"]
    assert len(links) == len(trace.origin.hits.frames) == 11
    nodes = list(Selection(trace, WHOLE))
    rows = {node.number: place(facts["objects"][node.number])[1] for node in nodes if not node.is_stub}
    for one in rows:
        for other in rows:
            assert (nodes[one].ply < nodes[other].ply) == (rows[one] - rows[other] > 20)


def test_names_and_values_are_text_as_it_is(tmp_path: Path) -> None:
    trace = record(NAMES)
    svg = ElementTree.fromstring(drawn(trace, tmp_path, "dot", "-Tsvg", notes={1: "see <b>\\N</b> &lt;"}))
    texts = [
        (element.text or "").strip().replace("\u00a0", " ") for element in svg.iter("{http://www.w3.org/2000/svg}text")
    ]
    for name in ("a&amp;<b>", 'אב "12"', "<x>", "\\N\\l", "}", "12.3k", "see <b>\\N</b> &lt;"):
        assert name in texts
    titles = [element.get("{http://www.w3.org/1999/xlink}title") for element in svg.iter()]
    assert "pruned · }" in titles


@pytest.mark.parametrize("step", [0, 4, 9, 14])
def test_any_step(tmp_path: Path, step: int) -> None:
    trace = record("sample:tictactoe/hebrew")
    facts = graph(trace, tmp_path, step=step, windows=True, hides_future=step == 9, theme="dark")
    assert sum(node.get("penwidth") == "5" for node in facts["objects"]) == 1


@pytest.mark.parametrize("source", SOURCES)
def test_our_own_places_are_kept_by_neato(tmp_path: Path, source: str) -> None:
    trace = record(source)
    facts = json.loads(drawn(trace, tmp_path, "neato", "-n", "-Tjson0"))
    figures = draw(Selection(trace, Extent())).figures
    places = [place(node) for node in facts["objects"]]
    for node, figure in zip(places, figures, strict=True):
        # Graphviz moves the whole drawing into its corner.
        assert node[0] - places[0][0] == pytest.approx(figure.x - figures[0].x, abs=0.2)
        assert places[0][1] - node[1] == pytest.approx(figure.y - figures[0].y, abs=0.2)


@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:hexline/three-left", "sample:connectfour/chapter-5-block"]
)
@pytest.mark.parametrize("step", [None, 4])
def test_boards_are_tables_with_a_cell_for_each_of_theirs(tmp_path: Path, source: str, step: int | None) -> None:
    trace = record(source, depth=2)
    drawn(trace, tmp_path, "neato", "-n", "-Tjson0", boards=True, depth=1, step=step)
    svg = ElementTree.fromstring(drawn(trace, tmp_path, "dot", "-Tsvg", boards=True, depth=1, step=step))
    groups = [
        group for group in svg.iter("{http://www.w3.org/2000/svg}g")
        if group.get("class") == "node"
    ]  # fmt: skip
    figures = draw(Selection(trace, Extent(boards=True, depth=1, step=step))).figures
    assert len(groups) == len(figures)
    for group, figure in zip(groups, figures, strict=True):
        texts = [element.text or "" for element in group.iter("{http://www.w3.org/2000/svg}text")]
        if figure.board is None:
            assert figure.node.is_stub
            continue
        assert texts[0][0] in "▲▼■●"
        marks = [cell for cell in figure.board.cells if cell.owner]
        if figure.board.pieces == "discs":
            assert texts[1:] == ["●"] * sum(cell.owner == 1 for cell in marks)
        else:
            rows = sorted(marks, key=lambda cell: (cell.place[1], cell.place[0]))
            assert texts[1:] == ["X" if cell.owner == 1 else "O" for cell in rows]


def test_ghosts_are_dashed_behind_the_cut(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    facts = graph(trace, tmp_path, ghosts={stub: ghost(trace, *stub) for stub in stubs})
    pale = [node for node in facts["objects"] if node.get("style") == "filled,dashed"]
    assert [node["label"] for node in pale] == ["5", "4", "2", "1"]
    assert all(node["tooltip"].startswith("ghost · ") for node in pale)
