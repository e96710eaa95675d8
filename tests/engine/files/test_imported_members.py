"""Imported recordings in trace files, and what can be wrong with them there."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.audit.verification import check, verify
from plyscope.files.imported_members import MEMBERS
from plyscope.files.saved_marks import read_marks
from plyscope.files.sources import load
from plyscope.files.trace_file import MANIFEST, MARKS, check_file, save_trace
from plyscope.files.zip_members import StoredArchive
from plyscope.messages import InputError
from plyscope.model.columns import COLUMNS

from tests import places
from tests.full_traces import Trace, record
from tests.recordings import as_lines


@pytest.fixture
def trace(tmp_path: Path) -> Trace:
    path = tmp_path / "x.jsonl"
    path.write_text(as_lines(record(load("sample:tree/nine-leaves")), game="none of ours"), encoding="utf-8")
    return Trace.open(path)


def test_the_members_are_those_that_the_manifest_names(trace: Trace, tmp_path: Path) -> None:
    save_trace(trace, tmp_path / "x.plytrace")
    with zipfile.ZipFile(tmp_path / "x.plytrace") as archive:
        manifest = json.loads(archive.read("manifest.json"))
        assert manifest["members"] == {"left_out.npy": 4, "moves.json": 3}
        assert json.loads(archive.read("moves.json")) == ["1", "2", "3"]
        with archive.open("left_out.npy") as file:
            assert np.load(file).tolist() == [1, 2, 1, 2]
    assert manifest["algorithm"] == "imported"
    assert manifest["text"] == ""
    assert read_marks(Trace.open(tmp_path / "x.plytrace")).dropped is None


def test_our_own_recordings_have_no_such_members(tmp_path: Path) -> None:
    record("tree:[1,2]").save(tmp_path / "x.plytrace")
    with zipfile.ZipFile(tmp_path / "x.plytrace") as archive:
        assert "members" not in json.loads(archive.read("manifest.json"))
        assert not {"left_out.npy", "moves.json"} & set(archive.namelist())


def opened(path: Path) -> Trace:
    trace = Trace.open(path)
    check_file(StoredArchive(path))
    check(trace)
    verify(trace)
    return trace


def rewritten(source: Path, target: Path, change: Callable[[dict[str, Any], dict[str, bytes]], object]) -> None:
    with zipfile.ZipFile(source) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members.pop("manifest.json"))
    change(manifest, members)
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("manifest.json", json.dumps(manifest))
        for name, content in members.items():
            archive.writestr(name, content)


def resized(content: bytes, numbers: list[int]) -> bytes:
    import io

    file = io.BytesIO()
    np.save(file, np.array(numbers, "<i4"))
    return file.getvalue()


CHANGES: list[tuple[str, Callable[[dict[str, Any], dict[str, bytes]], object], str]] = [
    ("not named", lambda m, f: m.pop("members"), "the manifest contradicts the members"),
    ("one not named", lambda m, f: m["members"].pop("moves.json"), "the manifest contradicts the members"),
    ("not there", lambda m, f: f.pop("moves.json"), "the manifest contradicts the members"),
    ("no count", lambda m, f: m["members"].update({"moves.json": "3"}), "the manifest contradicts the members"),
    ("no table", lambda m, f: m.update(members=[]), "the manifest contradicts the members"),
    ("other count", lambda m, f: m["members"].update({"moves.json": 2}), "moves.json should hold 2 texts"),
    ("no list", lambda m, f: f.update({"moves.json": b"{}"}), "moves.json should hold 3 texts"),
    ("no texts", lambda m, f: f.update({"moves.json": b'["1",2,"3"]'}), "moves.json should hold 3 texts"),
    ("no json", lambda m, f: f.update({"moves.json": b"[["}), "moves.json is not JSON"),
    ("deep", lambda m, f: f.update({"moves.json": b"[" * 100_000}), "moves.json is not JSON"),
    ("short", lambda m, f: m["members"].update({"left_out.npy": 3}), "left_out.npy should be a column of 3"),
    (
        "fewer",
        lambda m, f: (m["members"].update({"left_out.npy": 3}), f.update({"left_out.npy": resized(b"", [1, 2, 1])})),
        "4 moves are pruned, and the file names 3",
    ),
    (
        "beyond",
        lambda m, f: f.update({"left_out.npy": resized(b"", [1, 2, 1, 9])}),
        "a pruned move has no te",
    ),
    ("tried", lambda m, f: f.update({"left_out.npy": resized(b"", [1, 2, 0, 2])}), "frame 7: a pruned move of it"),
    ("swapped", lambda m, f: f.update({"left_out.npy": resized(b"", [2, 1, 1, 2])}), "the signature is"),
    ("renamed", lambda m, f: f.update({"moves.json": b'["1","2","4"]'}), "the signature is"),
    ("windows", lambda m, f: m["options"].update(windows="odd"), "the options in the manifest do not fit together"),
    ("cut", lambda m, f: m["options"].update(cut="<"), "the options in the manifest do not fit together"),
    ("more", lambda m, f: m["options"].update(depth=3), "the options in the manifest do not fit together"),
    ("other cut", lambda m, f: m["options"].update(cut=">"), "the signature is"),
    ("text", lambda m, f: m.update(text="def search(): pass"), "that an imported recording cannot have"),
    (
        "played",
        lambda m, f: m.update(played={"move": "1", "fallback": False}),
        "that an imported recording cannot have",
    ),
    ("ours", lambda m, f: m.update(algorithm="alphabeta"), "the manifest contradicts the members"),
]


@pytest.mark.parametrize(("change", "complaint"), [one[1:] for one in CHANGES], ids=[one[0] for one in CHANGES])
def test_what_is_wrong_is_named(
    trace: Trace, tmp_path: Path, change: Callable[[dict[str, Any], dict[str, bytes]], object], complaint: str
) -> None:
    save_trace(trace, tmp_path / "x.plytrace")
    rewritten(tmp_path / "x.plytrace", tmp_path / "same.plytrace", lambda manifest, members: None)
    assert opened(tmp_path / "same.plytrace").signature == trace.signature
    rewritten(tmp_path / "x.plytrace", tmp_path / "y.plytrace", change)
    with pytest.raises(InputError) as error:
        opened(tmp_path / "y.plytrace")
    assert complaint in str(error.value)


def test_verifying_finds_values_that_do_not_follow(trace: Trace, tmp_path: Path) -> None:
    columns = {name: trace.column(name).copy() for name in trace.columns}
    columns["value"][0] = 8
    wrong = Trace(columns, trace.plan, made_by="import", origin=trace.origin)
    check(wrong)
    with pytest.raises(InputError, match="frame 0: its value does not follow from its children"):
        verify(wrong)


def test_the_documentation_names_every_member_of_a_trace_file() -> None:
    page = (places.ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    members = {MANIFEST, MARKS, *(f"{name}.npy" for name in COLUMNS), *MEMBERS}
    assert [name for name in sorted(members) if f"`{name}`" not in page] == []
