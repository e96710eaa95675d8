"""The command export: what it writes, and what it refuses before any work."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.export import _painters
from plyscope.files.trace_file import save_trace
from plyscope.model.marks import Bookmark, Marks
from plyscope.model.steps import Steps

from tests.command_line import check_refused
from tests.full_traces import record

TREE = "sample:tree/nine-leaves"


def export(*words: str | Path) -> int:
    return run(command_line, ["export", *map(str, words)])


def test_parts_and_steps_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.json"
    assert export(TREE, "-o", path, "--subtree", "1") == 0
    nodes = json.loads(path.read_text(encoding="utf-8"))["nodes"]
    assert [(node["id"], node["parent"]) for node in nodes] == [(1, None), (2, 1), (3, 1), (4, 1)]
    assert export(TREE, "-o", path, "--force", "--plies", "1", "--step", "12", "--hide-future") == 0
    nodes = json.loads(path.read_text(encoding="utf-8"))["nodes"]
    assert [(node["id"], node["value"], node["state"]) for node in nodes] == [(0, None, "now"), (1, 7, "done")]
    assert export(TREE, "-o", path, "--force", "--no-stubs") == 0
    assert "pruned" not in {node["status"] for node in json.loads(path.read_text(encoding="utf-8"))["nodes"]}
    assert capsys.readouterr().out.splitlines() == [str(path)] * 3


def test_a_format_can_be_named_where_the_suffix_does_not(tmp_path: Path) -> None:
    assert export(TREE, "-o", tmp_path / "table", "--as", "csv") == 0
    with (tmp_path / "table").open(encoding="utf-8", newline="") as file:
        assert len(list(csv.reader(file))) == 1 + 9 + 4


def test_a_handout_has_the_steps_around_cutoffs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.html"
    assert export(TREE, "-o", path, "--around", "cutoffs") == 0
    assert "Cut at " in path.read_text(encoding="utf-8")
    assert capsys.readouterr().out.splitlines() == [str(path)]
    assert export("no such source", "-o", path, "--around", "cutoffs") == 1
    assert "the file exists" in capsys.readouterr().err, "which is said before any search"


def test_every_step_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(TREE, "-o", tmp_path / "s.svg", "--all-steps", "--plies", "1") == 0
    trace = record(TREE)
    steps = Steps(trace)
    own = {steps.enter(0), steps.leave(0)}
    own |= {moment(child) for child in trace.children(0) for moment in (steps.enter, steps.leave, steps.back)}
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(f"s-{step:04}.svg" for step in own)
    assert capsys.readouterr().out == f"{tmp_path}/s-0000.svg … s-0025.svg: {len(own)} files\n"


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["x.txt", "--boards"], 2, "txt does not support --boards"),
        (["x.json", "--theme", "light"], 2, "json does not support --theme"),
        (["x.csv", "--all-steps"], 2, "csv does not support --all-steps"),
        (["x.svg", "--fragment"], 2, "svg does not support --fragment"),
        (["x.svg", "--notes"], 2, "--notes needs a trace file, and this is not one"),
        (["x.svg", "--step", "3", "--all-steps"], 2, "one step or all steps, not both"),
        (["x.svg", "--as", "foo"], 2, "there is no export to foo; there is txt"),
        (["x.svg", "--step", "26"], 1, "there is no step 26, the last is 25"),
        (["x.svg", "--subtree", "9"], 1, "there is no frame 9, the last is 8"),
        (["x.svg", "--subtree", "5", "--path", "1"], 1, "frame 1 is not in the exported part, frames 5 to 6"),
        (["x.svg", "--subtree", "5", "--step", "3", "--hide-future"], 1, "frame 5 has not begun at step 3"),
        (["x.png"], 1, "png is painted by the window: the command `plyscope` writes it"),
        (["x.foo"], 1, "there is no export to .foo"),
        (["no/x.svg"], 1, "there is no such folder to write into"),
        (["x.svg", "--plies", "-1"], 2, "-1 is not in the range"),
        (["x.tex", "--steps", "26"], 1, "26 is no step; the last one is 25"),
        (["x.tex", "--steps", "1", "--around", "cutoffs"], 2, "give one of them"),
        (["x.tex", "--steps", "1", "--boards"], 2, "a handout takes no other options"),
        (["x.svg", "--steps", "1"], 2, "a handout is written as .html, .pdf, .tex, and this is x.svg"),
        (["no/x.tex", "--steps", "1"], 1, "there is no such folder to write into"),
    ],
)
def test_refusals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], status: int, complaint: str
) -> None:
    monkeypatch.delitem(_painters, "png", raising=False)
    check_refused(["export", TREE, "-o", *words], status, complaint, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_tree_too_large_for_a_format_is_refused_with_advice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export("tictactoe:", "-o", tmp_path / "x.svg") == 1
    said = capsys.readouterr().err
    assert "svg can hold 20000 nodes at most, not 25227: fewer plies (--plies) or a subtree" in said
    assert export("tictactoe:", "-o", tmp_path / "x.svg", "--plies", "2") == 0


def test_notes_of_bookmarks_are_drawn(tmp_path: Path) -> None:
    trace = record(TREE)
    marks = Marks(bookmarks={3: Bookmark(3, "here", "this leaf <first>")})
    save_trace(trace, tmp_path / "t.plytrace", marks=marks)
    assert export(tmp_path / "t.plytrace", "-o", tmp_path / "x.svg", "--notes") == 0
    assert ">this leaf &lt;first&gt;</text>" in (tmp_path / "x.svg").read_text(encoding="utf-8")


def test_what_was_pruned_says_what_it_would_have_been_worth(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(TREE, "-o", tmp_path / "x.svg", "--ghosts") == 0
    root = ElementTree.fromstring((tmp_path / "x.svg").read_text(encoding="utf-8"))
    titles = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert [title.split()[-1] for title in titles if title.endswith(")")] == ["(5)", "(4)", "(2)", "(1)"]
    assert export("tictactoe:", "-o", tmp_path / "y.svg", "--depth", "6", "--ghosts") == 1
    assert "pruned moves are too many to search, the limit is 400" in capsys.readouterr().err
    assert export("tictactoe:XO./.../..O", "-o", tmp_path / "z.svg", "--plies", "3", "--ghosts") == 0


def test_the_help_lists_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    assert export("--help") == 0
    help_text = capsys.readouterr().out
    for form in ("txt ", "json ", "svg ", "png ", "pdf ", "gif ", "csv "):
        assert f"\n    {form}" in help_text
