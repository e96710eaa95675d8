"""Saving, opening, and everything that can be wrong with a file."""

from __future__ import annotations

import io
import json
import os
import struct
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.audit.verification import check, verify
from plyscope.files.opening import open_trace
from plyscope.files.sources import load
from plyscope.files.trace_file import check_file, save_trace
from plyscope.files.zip_members import StoredArchive
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import COLUMNS
from plyscope.play.game_file import load_game
from plyscope.play.match_file import load_match
from plyscope.recording.plan import ALGORITHMS
from plyscope.search.scoring import read_weights_file
from plyscope.tracer.source_text import read_source_file

from tests.full_traces import Trace, record
from tests.trees import NOISY


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "x.plytrace"
    record(load("tictactoe:.OO/XXO/.X. o", max="o"), "alphabeta").save(path)
    return path


def open_completely(path: Path) -> Trace:
    """As a command does before it prints its first fact."""
    trace = Trace.open(path)
    check_file(StoredArchive(path))
    check(trace)
    return trace


@pytest.mark.parametrize(
    ("source", "moves"),
    [
        ("sample:hexline/three-left", ["1,0"]),
        ("hexline:..../#... 2", ["0,0", "1,1:2:2"]),
        ("tree:[[3,12,8],[2,4,6],[14,5,2]]", ["2"]),
        ("connectfour:445", ["4", "1"]),
        ("tictactoe:XO./.../...", ["c3"]),
    ],
)
def test_a_recording_of_a_position_reached_by_moves_comes_back(tmp_path: Path, source: str, moves: list[str]) -> None:
    """Hexline numbers its moves, and a tree its nodes, by the board that was read."""
    position = load(source).play(*moves)
    trace = record(position, depth=3)
    trace.save(tmp_path / "x.plytrace")
    again = open_completely(tmp_path / "x.plytrace")
    verify(again)
    assert again.signature == trace.signature == record(f"{position.game.name}:{position.text}", depth=3).signature
    assert again.position.text == trace.position.text == position.text


@pytest.mark.parametrize(
    "open_file", [load, Trace.open, record, load_game, load_match, read_source_file, read_weights_file]
)
def test_a_missing_file_is_bad_input_that_names_it(tmp_path: Path, open_file: Callable[[Any], object]) -> None:
    for name in ("missing.txt", "missing.toml", "missing.plytrace"):
        with pytest.raises(InputError, match=rf"{name}: .*([nN]o such file|cannot be read)"):
            open_file(str(tmp_path / name) if open_file is record else tmp_path / name)


@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("limit", [None, 5])
def test_a_trace_comes_back_as_it_was_saved(tmp_path: Path, algorithm: str, limit: int | None) -> None:
    game = getattr(ALGORITHMS[algorithm], "game", "tree" if ALGORITHMS[algorithm].stands_pat else "connectfour")
    source = {
        "tree": NOISY,
        "connectfour": "connectfour:4453",
        "tictactoe": "tictactoe:XO./.../...",
        "hexline": "hexline:..../#...",
    }
    depth = 2 if "depth" in ALGORITHMS[algorithm].reads else None
    trace = record(source[game], algorithm, depth=depth, limit=limit)
    path = tmp_path / "x.plytrace"
    save_trace(trace, path)
    again = open_completely(path)
    verify(again)
    for name in COLUMNS:
        assert again.column(name).tobytes() == trace.column(name).tobytes()
        assert again.column(name).dtype == trace.column(name).dtype
        assert not again.column(name).flags.writeable
    facts = ("value", "best_move", "pv", "root_moves", "complete", "limit", "made_by", "played", "text", "options")
    for name in (*facts, "signature"):
        assert getattr(again, name) == getattr(trace, name), name
    assert again.position.text == trace.position.text
    save_trace(again, tmp_path / "y.plytrace")
    assert (tmp_path / "y.plytrace").read_bytes() == path.read_bytes(), "equal traces are equal files"


def test_options_titles_and_weights_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "p.toml"
    file.write_text('game = "tictactoe"\nposition = "X../.O./..."\ntitle = "T – ת"\nnotes = "n"\n')
    trace = record(
        str(file), "negamax", depth=2, cut=">", fail="hard", order="random", seed=-5, score="linear",
        weights={"centre": 0.1},
    )  # fmt: skip
    save_trace(trace, tmp_path / "x.plytrace")
    again = open_completely(tmp_path / "x.plytrace")
    verify(again)
    assert again.options == trace.options
    assert (again.position.title, again.position.notes) == ("T – ת", "n")
    assert again.options["weights"]["centre"] == 0.1


def test_numpy_reads_the_file_and_columns_lie_at_multiples_of_64_bytes(saved: Path) -> None:
    trace = Trace.open(saved)
    with np.load(saved) as archive:
        for name in COLUMNS:
            assert np.array_equal(archive[name], trace.column(name), equal_nan=True)
    content = np.frombuffer(trace.archive.content, np.uint8)
    for name in COLUMNS:
        column = trace.column(name)
        assert np.shares_memory(column, content)
        assert (column.ctypes.data - content.ctypes.data) % 64 == 0


def test_an_existing_file_is_kept_without_force(saved: Path) -> None:
    before = saved.read_bytes()
    with pytest.raises(InputError, match="the file exists"):
        record("tree:5").save(saved, force=False)
    assert saved.read_bytes() == before
    record("tree:5").save(saved)
    assert saved.read_bytes() != before


def test_a_failed_save_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("tree:5")

    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("plyscope.files.trace_file.write_column", full)
    with pytest.raises(InputError, match="No space left"):
        save_trace(trace, tmp_path / "x.plytrace")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("place", ["", "missing/x.plytrace"])
def test_places_that_cannot_be_written_are_named(tmp_path: Path, place: str) -> None:
    with pytest.raises(InputError, match=r"directory|no such folder"):
        record("tree:5").save(tmp_path / place)


def test_a_file_that_is_no_trace_is_named(tmp_path: Path) -> None:
    for content in (b"", b"P", b"hello", b"PK", b"PK\x03\x04 something", os.urandom(500)):
        path = tmp_path / "x.plytrace"
        path.write_bytes(content)
        with pytest.raises(InputError) as error:
            Trace.open(path)
        assert str(path) in str(error.value)
    with pytest.raises(InputError, match="cannot be read"):
        Trace.open(tmp_path / "missing")
    with pytest.raises(InputError, match="cannot be read"):
        Trace.open(tmp_path)


def test_a_file_cut_short_anywhere_is_refused(saved: Path) -> None:
    content = saved.read_bytes()
    for length in range(0, len(content), 37):
        saved.write_bytes(content[:length])
        with pytest.raises(InputError):
            open_completely(saved)


@contextmanager
def flipped(path: Path, place: int, bits: int) -> Iterator[None]:
    """Flip bits of one byte of a file in place, which is much quicker than writing the file again."""
    with path.open("r+b", buffering=0) as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ bits]))
        yield
        file.seek(place)
        file.write(bytes([byte]))


@pytest.mark.parametrize(
    ("stride", "bits"), [(13, (0,)), pytest.param(1, (0, 7), marks=pytest.mark.full)], ids=["some", "all"]
)
def test_a_file_with_any_bit_flipped_is_refused_or_says_the_same(
    saved: Path, stride: int, bits: tuple[int, ...]
) -> None:
    """Flags and dates of the archive mean nothing to us; whatever does is guarded."""
    content, whole = saved.read_bytes(), open_completely(saved)
    expected = [whole.column(name).tobytes() for name in COLUMNS]
    places = range(0, len(content), stride)
    refused = 0
    for place in places:
        for bit in bits:
            with flipped(saved, place, 1 << bit):
                try:
                    again = open_completely(saved)
                except InputError:
                    refused += 1
                    continue
                assert [again.column(name).tobytes() for name in COLUMNS] == expected
            assert (again.position.text, again.options, again.text) == (
                whole.position.text,
                whole.options,
                whole.text,
            )
    assert refused > len(places) * len(bits) / 2


def rewritten(path: Path, change: dict[str, Any] | None = None, **members: bytes | None) -> None:
    """The file with another manifest, or with members replaced, added, or removed where None."""
    with zipfile.ZipFile(path) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(content["manifest.json"])
    manifest.update(change or {})
    manifest = {key: value for key, value in manifest.items() if value is not ...}
    content["manifest.json"] = json.dumps(manifest).encode()
    for name, data in members.items():
        member = name.replace("__", ".")
        content.pop(member, None)
        if data is not None:
            content[member] = data
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in content.items():
            archive.writestr(name, data)


def npy(array: np.ndarray[Any, Any]) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"format": "something"}, "not a trace file"),
        ({"version": 4}, "written by a newer Plyscope, in format version 4; this one reads version 3"),
        ({"version": 0}, "damaged"),
        ({"version": True}, "damaged: version"),
        ({"version": "1"}, "damaged: version"),
        ({"frames": ...}, "damaged: frames is missing"),
        ({"frames": 7}, "should be a column of 7"),
        ({"frames": 0}, "0 frames"),
        ({"frames": 2**40}, "frames"),
        ({"frames": 6.0}, "damaged: frames"),
        ({"position": "XXX/OOO/..."}, "both X and O"),
        ({"max": "q"}, "q is no side"),
        ({"algorithm": "magic"}, "recorded with magic"),
        ({"algorithm": "minimax"}, "does not read the option cut"),
        ({"options": {"depth": -1}}, "a depth is a whole number"),
        ({"options": {}}, "options"),
        ({"options": []}, "damaged: options"),
        ({"options": {"cut": "<"}}, "cut is one of"),
        ({"text": "import os"}, "the text in the manifest is not that of alphabeta"),
        ({"text": "def alphabeta("}, "the text in the manifest"),
        ({"text": "def alphabeta(s): pass"}, "the text in the manifest"),
        ({"text": "(" * 50_000}, "the text in the manifest"),
        ({"text": "x" * 200_000}, "the text in the manifest"),
        ({"complete": False}, "disagree whether it is complete"),
        ({"signature": "0" * 16}, "the signature is"),
        ({"played": 3}, "damaged: played"),
    ],
)
def test_a_manifest_that_lies_is_refused(saved: Path, change: dict[str, Any], complaint: str) -> None:
    rewritten(saved, change)
    with pytest.raises(InputError) as error:
        open_completely(saved)
    assert complaint in str(error.value)


FRAMES = 6


@pytest.mark.parametrize(
    ("members", "complaint"),
    [
        ({"value__npy": None}, "value.npy is missing"),
        ({"manifest__json": None}, "manifest.json is missing"),
        ({"evil__pickle": b"x"}, "evil.pickle does not belong"),
        ({"value__npy": b"x"}, "value.npy is not a column"),
        ({"value__npy": b""}, "value.npy is not a column"),
        ({"value__npy": npy(np.zeros(FRAMES, "f4"))}, "should be a column of 6"),
        ({"value__npy": npy(np.zeros(5, "f8"))}, "should be a column of 6"),
        ({"value__npy": npy(np.zeros((2, 3), "f8"))}, "value.npy is not a column"),
        ({"value__npy": npy(np.zeros(FRAMES, ">f8"))}, "should be a column of 6"),
        ({"value__npy": npy(np.zeros(FRAMES, "f8"))[:-1]}, "another size than its header says"),
        ({"value__npy": npy(np.zeros(FRAMES, "f8")) + b"x"}, "another size than its header says"),
        ({"value__npy": npy(np.zeros(FRAMES, "f8"))}, "the signature is"),
        ({"manifest__json": b"{"}, "the manifest is not JSON"),
        ({"manifest__json": b"[" * 100_000}, "the manifest is not JSON"),
        ({"manifest__json": b'{"format": NaN}'}, "the manifest is not JSON"),
        ({"manifest__json": b"[]"}, "not a trace file"),
        ({"manifest__json": b"\xff\xfe"}, "the manifest is not JSON"),
    ],
)
def test_members_that_are_wrong_are_named(saved: Path, members: dict[str, bytes | None], complaint: str) -> None:
    rewritten(saved, **members)
    with pytest.raises(InputError) as error:
        open_completely(saved)
    assert complaint in str(error.value)


def test_columns_are_read_wherever_they_lie(saved: Path, tmp_path: Path) -> None:
    """In another program's zip file, with something before it, and with the file itself before it."""
    before, content = open_completely(saved), saved.read_bytes()
    others = [tmp_path / f"{number}.plytrace" for number in range(3)]
    others[0].write_bytes(content)
    rewritten(others[0])
    others[1].write_bytes(b"PK" + b"x" * 61 + content)
    others[2].write_bytes(content + content)
    for other in others:
        after = open_completely(other)
        verify(after)
        assert not np.shares_memory(after.column("value"), np.frombuffer(after.archive.content, np.uint8))
        assert (after.signature, list(after.values), after.pv) == (before.signature, list(before.values), before.pv)


def forged(path: Path, trace: Trace, manifest: dict[str, Any], **columns: tuple[int, int]) -> None:
    """A trace with single numbers and entries of the manifest changed, and a signature that agrees with it."""
    changed = {name: trace.column(name).copy() for name in COLUMNS}
    for name, (frame, number) in columns.items():
        changed[name][frame] = number
    save_trace(Trace(changed, trace.plan, complete=trace.complete, played=trace.played), path)
    rewritten(path, manifest)


BRAIN = record("connectfour:4,4,3 1", "tutorial-depth", depth=2)
LINEAR = record("tictactoe:XO.......", depth=1, score="linear")


@pytest.mark.parametrize(("column", "frame", "number"), [("kind", 0, 1), ("kind", 0, 9), ("move", 5, 2**31 - 1)])
def test_a_forged_number_is_refused_though_the_signature_agrees(
    tmp_path: Path, column: str, frame: int, number: int
) -> None:
    forged(tmp_path / "x.plytrace", BRAIN, {}, **{column: (frame, number)})
    with pytest.raises(InputError, match=f"damaged: frame {frame}: "):
        open_completely(tmp_path / "x.plytrace")


@pytest.mark.parametrize(
    ("trace", "change", "complaint"),
    [
        *(
            (BRAIN, {"played": played}, "played in the manifest is not a choice")
            for played in (
                None, {}, {"move": "1"}, {"fallback": True}, {"move": 1, "fallback": True},
                {"move": "1", "fallback": 0}, {"move": "1", "fallback": True, "full_column": 3},
                {"move": "1", "fallback": True, "more": 1},
            )
        ),
        (LINEAR, {"played": {"move": "1", "fallback": False}}, "played in the manifest is not a choice"),
        *(
            (LINEAR, {"options": {**LINEAR.options, "weights": weights}}, "the weights in the manifest")
            for weights in ([1], 5, "centre=3", None)
        ),
        (LINEAR, {"options": {**LINEAR.options, "weights": {"centre": 10**400}}}, "beyond the range"),
        (LINEAR, {"options": {**LINEAR.options, "depth": -1}}, "a depth is a whole number"),
        (LINEAR, {"max": "q"}, "q is no side"),
    ],
)  # fmt: skip
def test_a_forged_manifest_is_bad_data_and_no_wrong_usage(
    tmp_path: Path, trace: Trace, change: dict[str, Any], complaint: str
) -> None:
    path = tmp_path / "x.plytrace"
    forged(path, trace, change)
    with pytest.raises(InputError) as error:
        Trace.open(path)
    assert not isinstance(error.value, OptionError)
    assert str(error.value).startswith(f"{path}: ")
    assert complaint in str(error.value)


def test_no_other_file_is_read_because_a_trace_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    weights = tmp_path / "w.toml"
    weights.write_text("[weights]\ncentre = 2\n")
    forged(tmp_path / "x.plytrace", LINEAR, {"options": {**LINEAR.options, "weights": str(weights)}})
    monkeypatch.setattr("plyscope.search.scoring.read_weights_file", lambda path: pytest.fail(f"{path} was read"))
    with pytest.raises(InputError, match="the weights in the manifest are not a table of numbers"):
        Trace.open(tmp_path / "x.plytrace")


def test_an_object_array_is_never_unpickled(saved: Path) -> None:
    class Bomb:
        def __reduce__(self) -> Any:
            return os.abort, ()

    file = io.BytesIO()
    np.save(file, np.array([Bomb()] * FRAMES, dtype=object), allow_pickle=True)
    rewritten(saved, value__npy=file.getvalue())
    with pytest.raises(InputError, match="should be a column"):
        Trace.open(saved)


def test_compressed_members_are_refused_before_they_are_unpacked(saved: Path) -> None:
    """A small file that would unfold into gigabytes is not unfolded."""
    with zipfile.ZipFile(saved) as archive:
        content = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(saved, "w") as archive:
        for name, data in content.items():
            kind = zipfile.ZIP_DEFLATED if name == "value.npy" else zipfile.ZIP_STORED
            archive.writestr(name, data + bytes(10**7) if name == "value.npy" else data, kind)
    with pytest.raises(InputError, match=r"value\.npy is not stored as it is"):
        Trace.open(saved)


def test_a_directory_that_lies_about_a_size_is_refused(saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    entry = content.index(b"PK\x01\x02")
    content[entry + 20 : entry + 28] = struct.pack("<II", 2**31, 2**31)
    saved.write_bytes(content)
    with pytest.raises(InputError):
        open_completely(saved)


def test_repeated_members_are_refused(saved: Path) -> None:
    with zipfile.ZipFile(saved, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("manifest.json", b"{}")
    with pytest.raises(InputError, match="is in it twice"):
        Trace.open(saved)


def test_opening_says_where_it_went_wrong(saved: Path) -> None:
    rewritten(saved, {"version": 9})
    with pytest.raises(InputError) as error:
        Trace.open(saved)
    assert str(error.value).startswith(f"{saved}: ")


def test_a_newer_version_is_named_before_anything_else_is_read(tmp_path: Path) -> None:
    path = tmp_path / "newer.plytrace"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hits.npy", "columns that nobody knows yet")
        archive.writestr("manifest.json", json.dumps({"format": "plyscope-trace", "version": 4}))
    with pytest.raises(InputError, match="a newer Plyscope, in format version 4"):
        open_trace(path)


@pytest.mark.parametrize("key", ["options", "played", "complete", "game"])
def test_a_manifest_without_an_entry_is_damaged(saved: Path, tmp_path: Path, key: str) -> None:
    path = tmp_path / "without.plytrace"
    with zipfile.ZipFile(saved) as old, zipfile.ZipFile(path, "w") as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == "manifest.json":
                manifest = json.loads(content)
                del manifest[key]
                content = json.dumps(manifest).encode()
            new.writestr(info, content)
    with pytest.raises(InputError, match=f"damaged: {key} is missing"):
        Trace.open(path)
