"""The JSON that is exported, read again: whole, changed by hand, and written by others."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from plyscope.export import export
from plyscope.files.json_tree import read_json_tree
from plyscope.messages import InputError
from plyscope.model.origin import OUR_SEARCH

from tests.full_traces import Trace, record

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
Change = Callable[[dict[str, Any]], object]


def exported(folder: Path, trace: Trace) -> dict[str, Any]:
    export(trace, folder / "x.json")
    found: dict[str, Any] = json.loads((folder / "x.json").read_text(encoding="utf-8"))
    return found


def read(folder: Path, content: object, name: str = "x.json") -> Trace:
    (folder / name).write_text(json.dumps(content) if isinstance(content, dict) else str(content), encoding="utf-8")
    return Trace.open(folder / name)


def refused(folder: Path, content: object) -> str:
    with pytest.raises(InputError) as error:
        read(folder, content)
    said = str(error.value)
    assert said.startswith(f"{folder / 'x.json'}: ")
    return said.removeprefix(f"{folder / 'x.json'}: ")


def foreign(found: dict[str, Any]) -> dict[str, Any]:
    """As another program would write it."""
    return {**found, "algorithm": "my-engine", "options": {}}


def test_our_own_search_comes_back_with_its_source(tmp_path: Path) -> None:
    trace = record(TREE, "alphabeta")
    again = read(tmp_path, exported(tmp_path, trace))
    assert (again.signature, again.text, again.search.name) == (trace.signature, trace.text, "alphabeta")
    assert again.origin is OUR_SEARCH


def test_another_search_is_imported(tmp_path: Path) -> None:
    trace = record(TREE, "alphabeta")
    again = read(tmp_path, foreign(exported(tmp_path, trace)))
    assert again.search.is_imported
    assert again.options == {"windows": "whole", "cut": ">="}
    assert [again.pruned_texts(frame) for frame in range(len(again))] == [
        trace.pruned_texts(frame) for frame in range(len(trace))
    ]


def test_nodes_may_go_by_any_names_and_stand_level_by_level(tmp_path: Path) -> None:
    found = foreign(exported(tmp_path, record(TREE, "minimax")))
    levels: dict[int, int] = {}
    for node in found["nodes"]:
        levels[node["id"]] = 0 if node["parent"] is None else levels[node["parent"]] + 1
    found["nodes"].sort(key=lambda node: levels[node["id"]])
    for node in found["nodes"]:
        node["id"] = f"n{node['id']}"
        node["parent"] = None if node["parent"] is None else f"n{node['parent']}"
    again = read(tmp_path, found)
    assert again.column("value").tolist() == record(TREE, "minimax").column("value").tolist()


def test_the_nodes_may_come_first_and_need_few_keys(tmp_path: Path) -> None:
    nodes = [{"id": 0, "parent": None, "value": 1}, {"id": 1, "parent": 0, "move": "a", "value": 1}]
    content = {"nodes": nodes, "format": "plyscope-tree", "version": 1, "game": "go", "position": ""}
    trace = read(tmp_path, content)
    assert (len(trace), trace.value, str(trace.position)) == (2, 1, "go:")


CHANGES: list[tuple[str, Change, str]] = [
    ("node key", lambda t: t["nodes"][3].update(vlaue=5), "line 1, column 666: vlaue is not a key here"),
    ("key", lambda t: t.update(extra=5), "extra is not a key here"),
    ("version", lambda t: t.update(version=4), "written by a newer Plyscope, in format version 4"),
    ("no version", lambda t: t.pop("version"), "version is a whole number, not null"),
    ("no game", lambda t: t.pop("game"), "game is a text, not null"),
    ("no nodes", lambda t: t.pop("nodes"), "nodes is missing"),
    ("empty", lambda t: t.update(nodes=[]), "there are no nodes"),
    ("list", lambda t: t["nodes"].append(5), "a node is a JSON object, not 5"),
    ("id twice", lambda t: t["nodes"][3].update(id=2), "the id 2 was given to another node before"),
    ("own parent", lambda t: t["nodes"][3].update(parent=3), "the parent 3 does not come before it"),
    ("later parent", lambda t: t["nodes"][3].update(parent=9), "the parent 9 does not come before it"),
    ("second root", lambda t: t["nodes"][3].update(parent=None), "this is a second root"),
    ("part", lambda t: t["nodes"][0].update(move="a"), "the root has a move: this is part of a recording"),
    (
        "status",
        lambda t: t["nodes"][3].update(status="cut"),
        "status is one of inner, terminal, horizon, table, left_out, open, pruned",
    ),
    ("best", lambda t: t["nodes"][3].update(best="yes"), 'best is true or false, not "yes"'),
    ("window", lambda t: t["nodes"][3].update(alpha=5, beta=1), "node 3: α = 5 is larger than β = 1"),
    ("inner leaf", lambda t: t["nodes"][2].update(status="inner"), "node 2: the frame is inner, and has tried no move"),
    ("leaf", lambda t: t["nodes"][1].update(status="terminal"), "node 1: the frame is a leaf, and has tried moves"),
    ("open", lambda t: t["nodes"][2].update(status="open"), "it comes after the frame at which the recording was cut"),
    ("open root", lambda t: t["nodes"][0].update(status="open"), "complete is true, and the nodes say otherwise"),
    ("incomplete", lambda t: t.update(complete=False), "complete is false, and the nodes say otherwise"),
    (
        "open, with pruned moves",
        lambda t: t["nodes"].__delitem__(slice(7, 11)) or [t["nodes"][at].update(status="open") for at in (0, 5)],
        "node 5: moves of it are pruned, and it has not returned",
    ),
    ("pruned root", lambda t: t["nodes"][0].update(status="pruned"), "was pruned, so it has no children"),
    ("tried", lambda t: t["nodes"][-1].update(move="1"), "the move 1 is pruned, and was tried"),
]


@pytest.mark.parametrize(("change", "complaint"), [one[1:] for one in CHANGES], ids=[one[0] for one in CHANGES])
def test_contradictions_are_reported_with_their_node(tmp_path: Path, change: Change, complaint: str) -> None:
    found = foreign(exported(tmp_path, record(TREE, "alphabeta")))
    change(found)
    assert complaint in refused(tmp_path, found)


OWN_CHANGES: list[tuple[str, Change, str]] = [
    ("leaf", lambda t: t["nodes"][3].update(value=13), "node 3: this is not what alphabeta does: its value is not its"),
    ("window", lambda t: t["nodes"][3].update(alpha=1), "node 3: this is not what alphabeta does: its window is not"),
    ("side", lambda t: t["nodes"][3].update(kind="min"), "node 3: this is not what alphabeta does: it moves for the w"),
    (
        "stop",
        lambda t: t["nodes"][3].update(status="horizon"),
        "node 3: this is not what alphabeta does: its status does not fit",
    ),
    ("best", lambda t: t["nodes"][2].update(best=False), "node 2: best should be true"),
    ("cutoff", lambda t: t["nodes"][1].update(cutoff=True), "node 1: cutoff should be false"),
    ("stub", lambda t: t["nodes"].pop(), "its tried and pruned moves are not all legal moves"),
    (
        "order",
        lambda t: t["nodes"][-1].update(move="2") or t["nodes"][-2].update(move="3"),
        "the pruned moves are 2 3",
    ),
    ("move", lambda t: t["nodes"][2].update(move="9"), "node 2: 9 is not a legal move of tree"),
]


@pytest.mark.parametrize(("change", "complaint"), [one[1:] for one in OWN_CHANGES], ids=[one[0] for one in OWN_CHANGES])
def test_a_file_that_says_it_is_ours_must_be_what_our_search_does(
    tmp_path: Path, change: Change, complaint: str
) -> None:
    found = exported(tmp_path, record(TREE, "alphabeta"))
    change(found)
    assert complaint in refused(tmp_path, found)


@pytest.mark.parametrize(
    ("change", "is_ours"),
    [
        (lambda t: t["options"].update(depth=9), True),
        (lambda t: t["options"].pop("order"), False),
        (lambda t: t["options"].update(order="sideways"), False),
        (lambda t: t["options"].update(weights="/etc/passwd"), False),
        (lambda t: t.pop("options"), False),
    ],
)
def test_it_is_ours_only_with_all_of_its_options(tmp_path: Path, change: Change, is_ours: bool) -> None:
    found = exported(tmp_path, record(TREE, "alphabeta"))
    change(found)
    assert read(tmp_path, found).search.is_imported is not is_ours


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('{"format":"plyscope-tree",\n "version" 1}', "line 2, column 12: this is not JSON: : is missing"),
        ('{"format":"plyscope-tree",\n "nodes":[{"id":0},\n  {"id":]}', "line 3, column 9: this is not JSON"),
        ('{"format":"plyscope-tree","nodes":[{"id":0} {"id":1}]}', "column 45: this is not JSON: , is missing"),
        ('{"format":"plyscope-tree","nodes":[{"id":0}', "this is not JSON: , is missing"),
        ('{"format":"plyscope-tree","version":NaN}', "line 1, column 37: NaN is no JSON"),
        ('{"format":"plyscope-tree","version":1,"version":1}', "column 48: version occurs twice"),
        ('{"format":"plyscope-tree","nodes":[]} x', "column 39: there is text after the end"),
        ('{"format":"plyscope-tree","options":' + "[" * 100_000, "this is nested too deeply"),
        ('{"format":"plyscope-tree","nodes":[{"id":0,"value":' + "9" * 5000 + "}]}", "a number has too many digits"),
    ],
)
def test_invalid_json_is_reported_with_line_and_column(tmp_path: Path, content: str, complaint: str) -> None:
    assert complaint in refused(tmp_path, content)


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_bytes(b'{"format":"plyscope-tree","game":"\xff"}')
    with pytest.raises(InputError, match="byte 34 is not UTF-8"):
        Trace.open(tmp_path / "x.json")


def test_a_deep_tree_needs_no_recursion(tmp_path: Path) -> None:
    trace = record("tree:" + "[" * 1000 + "7" + "]" * 1000, "minimax")
    assert read(tmp_path, foreign(exported(tmp_path, trace))).value == 7


@pytest.mark.parametrize("version_first", [True, False])
def test_a_newer_version_is_named_before_anything_else_is_read(version_first: bool) -> None:
    rest = {"format": "plyscope-tree", "nodes": [{"id": 0, "children": "elsewhere"}], "extra": None}
    content = {"version": 4, **rest} if version_first else {**rest, "version": 4}
    with pytest.raises(InputError, match="a newer Plyscope, in format version 4"):
        read_json_tree(BytesIO(json.dumps(content).encode()))
