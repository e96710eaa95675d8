"""Where recordings of other programs may stand on a command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.recognition import beginning_of_standard_input, is_recording_file
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests.command_line import plyscope
from tests.full_traces import Trace, record
from tests.places import ROOT
from tests.recordings import as_lines


def printed(*arguments: str, folder: Path, stdin: str = "") -> str:
    done = plyscope(*arguments, folder=folder, stdin=stdin)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    trace = record(load("sample:tree/nine-leaves"))
    (tmp_path / "known.jsonl").write_text(as_lines(trace), encoding="utf-8")
    (tmp_path / "unknown.jsonl").write_text(as_lines(trace, game="none of ours"), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("name", ["known.jsonl", "unknown.jsonl"])
def test_a_recording_can_replace_a_trace_anywhere(folder: Path, name: str) -> None:
    facts = json.loads(printed("solve", name, "--json", folder=folder))
    assert (facts["value"], facts["best_move"], facts["frames"], facts["pruned"]) == (7, "1", 9, 4)
    assert facts["algorithm"] == "imported"
    assert "seconds" not in facts
    assert json.loads(printed("stats", name, "--json", "--verify", folder=folder))["steps"] == 26
    assert ("play B" if name == "known.jsonl" else "play 1") in printed("trace", name, folder=folder)
    assert len(json.loads(printed("trace", name, "--json", folder=folder))["steps"]) == 26
    assert json.loads(printed("why", name, "--frame", "5", "--json", folder=folder))["cut"]["left_out"] == ["2", "3"]
    assert json.loads(printed("compare", name, name, "--json", folder=folder))["same"] == 9
    printed("export", name, "-o", "x.txt", folder=folder)
    printed("export", name, "-o", "x.json", folder=folder)
    assert json.loads(printed("solve", "x.json", "--json", folder=folder)) == facts
    printed("record", name, "-o", "x.plytrace", folder=folder)
    assert json.loads(printed("solve", "x.plytrace", "--json", folder=folder)) == facts


def test_standard_input_may_be_a_recording_or_a_tree(folder: Path) -> None:
    text = (folder / "unknown.jsonl").read_text(encoding="utf-8")
    assert json.loads(printed("solve", "-", "--json", folder=folder, stdin=text))["value"] == 7
    printed("export", "known.jsonl", "-o", "x.json", folder=folder)
    tree = (folder / "x.json").read_text(encoding="utf-8")
    assert json.loads(printed("stats", "-", "--json", folder=folder, stdin=tree))["frames"] == 9
    assert json.loads(printed("solve", "-", "--json", folder=folder, stdin="((1,2),(3,4));"))["value"] == 3
    efg = (ROOT / "samples" / "imports" / "textbook.efg").read_text(encoding="utf-8")
    assert (
        json.loads(printed("solve", "-", "--game", "tree", "--json", folder=folder, stdin=efg))["best_move"] == "left"
    )


def test_what_is_wrong_is_one_line_with_file_and_line(folder: Path) -> None:
    text = (folder / "known.jsonl").read_text(encoding="utf-8")
    (folder / "bad.jsonl").write_text(text.replace('"value": 7.0', '"value": "seven"'), encoding="utf-8")
    (folder / "bad.nwk").write_text("(1,\n(a,2));")
    (folder / "cut.jsonl").write_text("".join(text.splitlines(keepends=True)[:9]))
    for arguments, complaint in (
        (("solve", "bad.nwk"), "plyscope: bad.nwk: byte 5 (line 2, column 2): the leaf a has no value"),
        (("solve", "gone.jsonl"), "plyscope: gone.jsonl: there is no such file"),
    ):
        done = plyscope(*arguments, folder=folder)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
        assert done.stderr.startswith(complaint)
    done = plyscope("solve", "bad.jsonl", folder=folder)
    assert (done.returncode, done.stderr.count("\n")) == (0, 1), "what stands before the fault is kept"
    assert 'line 9: value is a number, null, inf or -inf, not "seven"' in done.stderr
    done = plyscope("solve", "-", folder=folder, stdin=text.replace('"ev"', '"ve"', 1))
    assert (done.returncode, done.stderr.startswith("plyscope: standard input: line 2: ")) == (1, True)
    assert plyscope("solve", "known.jsonl", "--depth", "3", folder=folder).returncode == 2
    assert json.loads(printed("solve", "cut.jsonl", "--json", folder=folder))["complete"] is False


def test_a_recording_is_no_position(folder: Path) -> None:
    with pytest.raises(InputError, match="this is a recording, not a position"):
        load(folder / "known.jsonl")
    record("tree:[1,2]").save(folder / "own.plytrace")
    with pytest.raises(InputError, match=r"own\.plytrace: this is a recording, not a position"):
        load(folder / "own.plytrace")


def test_warnings_are_printed_beside_the_result(folder: Path) -> None:
    text = (folder / "known.jsonl").read_text(encoding="utf-8").replace('"move": "3"', '"move": "x"')
    (folder / "odd.jsonl").write_text(text, encoding="utf-8")
    done = plyscope("solve", "odd.jsonl", folder=folder)
    assert done.returncode == 0
    assert "plyscope: warning: there are no boards: line 15: x is not a legal move of tree" in done.stderr


@pytest.mark.parametrize(
    ("name", "content", "is_recording"),
    [
        ("x.jsonl", "", True),
        ("x.json", '{"format": "plyscope-tree"', True),
        ("x", '\ufeff {"version":1,"format":"plyscope-trace"}', True),
        ("x.json", '{"children":[1,2]}', False),
        ("x.json", '[{"name":"\\"format\\":\\"plyscope-tree\\"","value":1}]', False),
        ("x.toml", '{"format": "plyscope-tree"', False),
        ("x.json", '{"format": "something else"}', False),
        ("x.txt", "X../.../...", False),
    ],
)
def test_recordings_are_recognised(tmp_path: Path, name: str, content: str, is_recording: bool) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert is_recording_file(str(tmp_path / name)) is is_recording
    assert not is_recording_file(str(tmp_path / "gone.jsonl"))
    assert not is_recording_file("tree:[1,2]")


def test_standard_input_is_looked_at_and_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO(b'{"format":"plyscope-trace"} and more')

    monkeypatch.setattr("sys.stdin", Stdin)
    assert is_recording_file("-")
    assert Stdin.buffer.read() == b'{"format":"plyscope-trace"} and more'
    monkeypatch.setattr("sys.stdin", None)
    assert beginning_of_standard_input() == b""


@pytest.mark.parametrize(
    ("pieces", "is_recording"),
    [
        ([b'{"for', b'mat":"plysc', b'ope-trace"}\nmore'], True),
        ([b"{\n", b' "format": "plyscope-tree"', b"}"], True),
        ([b"{", b'"value":3}'], False),
        ([b"tictactoe:", b"XO."], False),
        ([], False),
    ],
)
def test_a_pipe_may_bring_the_beginning_in_pieces(
    monkeypatch: pytest.MonkeyPatch, pieces: list[bytes], is_recording: bool
) -> None:
    left = iter(pieces)

    class Pieces(io.RawIOBase):
        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            piece = next(left, b"")
            buffer[: len(piece)] = piece
            return len(piece)

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(Pieces())))
    assert is_recording_file("-") is is_recording
    assert sys.stdin.buffer.read() == b"".join(pieces)


@pytest.mark.parametrize("path", sorted((ROOT / "samples" / "imports").iterdir()), ids=lambda path: path.name)
def test_every_sample_is_read(path: Path) -> None:
    if path.suffix == ".jsonl":
        expected = {"subtraction": (1, "take 1"), "dice": (0.375, "roll")}[path.stem]
        assert (Trace.open(path).value, Trace.open(path).best_move) == expected
    else:
        assert record(load(path)).value == 3
