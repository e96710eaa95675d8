"""Mermaid's own parser reads the flowchart: every node, every edge, and names that say what they said."""

from __future__ import annotations

import html
import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.export import EXPORTERS, export

from tests.full_traces import Trace, record
from tests.programs.needs import NODE_FOLDER, node_package, program, run

pytestmark = pytest.mark.full

HERE = Path(__file__).parent
NAMES = (
    'tree:[{"name":"a_b%&amp;<b>x","children":[3,{"name":"אב \\"12\\"","value":12345}]},'
    '{"name":"1. e4 |[x]","children":[-0.5,4]},'
    '{"name":"`end` #35;","children":[7,2,{"name":"--> x","value":-2}]}]'
)


def read(trace: Trace, folder: Path, **asked: Any) -> dict[str, Any]:
    node_package("jsdom"), node_package("mermaid")
    export(trace, folder / "x.mmd", **asked)
    said = run(program("node"), HERE / "reads_mermaid.mjs", NODE_FOLDER, folder / "x.mmd")
    facts: dict[str, Any] = json.loads(said)
    return facts


def plain(text: str) -> str:
    """What Mermaid will show of a text: it keeps letters that were written as numbers in a form of its own."""
    return html.unescape(text.replace("ﬂ°°", "&#").replace("¶ß", ";"))


def test_a_small_tree(tmp_path: Path) -> None:
    facts = read(record("sample:tree/nine-leaves"), tmp_path)
    assert facts["diagramType"].startswith("flowchart")
    shapes = [(node["text"], node["type"]) for node in facts["nodes"]]
    assert shapes[:3] == [("A<br>7", "trapezoid"), ("B<br>7", "inv_trapezoid"), ("B1<br>9", "square")]
    assert [(edge["start"], edge["end"], edge["text"], edge["stroke"]) for edge in facts["edges"]] == [
        ("n0", "n1", "", "thick"), ("n1", "n2", "", "normal"), ("n1", "n3", "", "normal"),
        ("n1", "n4", "", "thick"), ("n0", "n5", "", "normal"), ("n5", "n6", "", "thick"),
        ("n5", "n7", "", "dotted"), ("n5", "n8", "", "dotted"), ("n0", "n9", "", "normal"),
        ("n9", "n10", "", "thick"), ("n9", "n11", "", "dotted"), ("n9", "n12", "", "dotted"),
    ]  # fmt: skip
    assert {node["id"] for node in facts["nodes"] if "pruned" in node["classes"]} == {"n7", "n8", "n11", "n12"}


def test_names_stay_as_they_are(tmp_path: Path) -> None:
    trace = record(NAMES)
    facts = read(trace, tmp_path, notes={1: "- a note; of <i>mine</i>"})
    found = [part for one in (*facts["nodes"], *facts["edges"]) for part in plain(one["text"]).split("<br>")]
    for name in ("a_b%&amp;<b>x", 'אב "12"', "1. e4 |[x]", "`end` #35;", "--> x"):
        assert name in found
    assert plain(facts["nodes"][1]["text"]) == "a_b%&amp;<b>x<br>3<br>- a note; of <i>mine</i>"


@pytest.mark.parametrize("step", [0, 4, 9])
def test_any_step(tmp_path: Path, step: int) -> None:
    facts = read(record("sample:tictactoe/hebrew"), tmp_path, step=step, windows=True)
    assert sum("now" in node["classes"] for node in facts["nodes"]) == 1


def test_the_limits_are_those_of_mermaid(tmp_path: Path) -> None:
    facts = read(record("tree:[1,2]"), tmp_path)
    assert EXPORTERS["mmd"].max_nodes == facts["maxEdges"] + 1
    assert facts["maxTextSize"] == 50_000
    wide = read(record("tree:[" + ",".join(["1"] * 500) + "]", "minimax"), tmp_path)
    assert len(wide["edges"]) == 500


def test_what_the_table_had_stored_is_pointed_at(tmp_path: Path) -> None:
    facts = read(record("sample:tictactoe/same-board"), tmp_path)
    tree = {node["id"] for node in facts["nodes"]} - {"n0"}
    edges = [edge for edge in facts["edges"] if edge["type"] == "arrow_point"]
    assert len(edges) == 11
    assert {edge["stroke"] for edge in edges} == {"dotted"}
    assert sorted(edge["end"] for edge in facts["edges"] if edge not in edges) == sorted(tree)


def test_boards_are_lines_of_letters(tmp_path: Path) -> None:
    facts = read(record("sample:tictactoe/hebrew"), tmp_path, boards=True)
    assert plain(facts["nodes"][0]["text"]) == "1<br>· O O<br>X X O<br>· X ·"
    discs = read(record("connectfour:44", depth=1), tmp_path, boards=True)
    assert plain(discs["nodes"][0]["text"]).split("<br>")[-2:] == ["· · · ○ · · ·", "· · · ● · · ·"]
    hexes = read(record("sample:hexline/three-left", depth=1), tmp_path, boards=True)
    assert hexes["nodes"]


def test_ghosts_have_a_look_of_their_own(tmp_path: Path) -> None:
    trace = record("sample:tree/nine-leaves")
    stubs = [(frame, move) for frame in range(len(trace)) for move in trace.pruned_moves(frame)]
    facts = read(trace, tmp_path, ghosts={stub: ghost(trace, *stub) for stub in stubs})
    ghosts = [node for node in facts["nodes"] if any(name.startswith("ghost") for name in node["classes"])]
    assert [node["text"] for node in ghosts] == ["C2<br>5", "C3<br>4", "D2<br>2", "D3<br>1"]
    assert sum(edge["stroke"] == "dotted" for edge in facts["edges"]) == 4
