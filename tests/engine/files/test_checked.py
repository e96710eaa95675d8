"""What was found sound is not derived again; what was changed is, whatever is remembered of the original."""

from __future__ import annotations

import random
import zipfile
from functools import partial
from pathlib import Path

import pytest
from plyscope.audit.verification import check, verify
from plyscope.files import checked
from plyscope.files.checked import MAX_SOUND_HASHES, check_once, counted_once, remember, remembered
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import check_file, save_trace
from plyscope.files.zip_members import StoredArchive
from plyscope.messages import InputError
from plyscope.model.columns import COLUMNS
from plyscope.model.marks import Marks
from plyscope.model.trace import Trace

from tests.command_line import plyscope
from tests.full_traces import record

HEBREW = record("tictactoe:.OO/XXO/.X. o", "alphabeta")


@pytest.fixture(autouse=True)
def laws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Trace]:
    """The recordings whose laws were checked; every recording is large enough to be remembered."""
    done: list[Trace] = []

    def counted(trace: Trace) -> None:
        done.append(trace)
        check(trace)

    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(checked, "check", counted)
    monkeypatch.setattr(checked, "MIN_REMEMBERED_FRAMES", 1)
    return done


def opened(path: Path, version: str = "1", *, again: bool = False) -> Trace:
    trace = open_trace(path)
    check_once(trace, version, again=again)
    return trace


def test_the_laws_are_checked_once_for_each_content_and_version(tmp_path: Path, laws: list[Trace]) -> None:
    save_trace(HEBREW, tmp_path / "a.plytrace")
    save_trace(HEBREW, tmp_path / "b.plytrace", marks=Marks(step=3))
    opened(tmp_path / "a.plytrace")
    for name in "aba":
        trace = opened(tmp_path / f"{name}.plytrace")
        assert trace.signature == HEBREW.signature
        assert trace.facts.position_table.states == HEBREW.facts.position_table.states
    assert len(laws) == 1
    opened(tmp_path / "a.plytrace", version="2")
    opened(tmp_path / "a.plytrace", again=True)
    assert len(laws) == 3


def test_a_small_recording_is_not_remembered(
    tmp_path: Path, laws: list[Trace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checked, "MIN_REMEMBERED_FRAMES", len(HEBREW) + 1)
    save_trace(HEBREW, tmp_path / "a.plytrace")
    opened(tmp_path / "a.plytrace")
    opened(tmp_path / "a.plytrace")
    assert (len(laws), remembered()) == (2, {})


def test_what_a_plugin_calls_legal_is_asked_every_time(tmp_path: Path, laws: list[Trace]) -> None:
    save_trace(record("nim:3,2", "minimax"), tmp_path / "a.plytrace")
    opened(tmp_path / "a.plytrace")
    opened(tmp_path / "a.plytrace")
    assert (len(laws), remembered()) == (2, {})


def repacked(path: Path, target: Path, column: str, frame: int, flip: int) -> None:
    """A copy of a trace file with one bit of a number changed, and the checksum that fits."""
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(target, "w") as copy:
        for info in source.infolist():
            content = bytearray(source.read(info))
            if info.filename == f"{column}.npy":
                width = HEBREW.column(column).itemsize
                content[len(content) - (len(HEBREW) - frame) * width + flip // 8 % width] ^= 1 << flip % 8
            copy.writestr(info.filename, bytes(content))


@pytest.mark.parametrize("column", COLUMNS)
def test_a_falsified_file_is_refused_whatever_is_known_of_the_original(tmp_path: Path, column: str) -> None:
    original, forged = tmp_path / "a.plytrace", tmp_path / "forged.plytrace"
    save_trace(HEBREW, original)
    opened(original)
    draw = random.Random(column)
    for _ in range(6):
        repacked(original, forged, column, draw.randrange(len(HEBREW)), draw.randrange(64))
        assert check_file(StoredArchive(forged)) != check_file(StoredArchive(original))
        with pytest.raises(InputError):
            opened(forged)
    assert len(remembered()) == 1, "the original"


def test_a_damaged_file_is_named_as_damaged_every_time(tmp_path: Path, laws: list[Trace]) -> None:
    path = tmp_path / "a.plytrace"
    save_trace(HEBREW, path)
    opened(path)
    content = path.read_bytes()
    path.write_bytes(content.replace(HEBREW.column("value").tobytes(), HEBREW.column("alpha").tobytes()))
    for _ in range(2):
        with pytest.raises(InputError, match=r"value\.npy does not match its checksum"):
            opened(path)
    assert len(laws) == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00" * 9, b"a" * 500_000, b"\n" * 9, b"{}", None])
def test_a_broken_list_is_ignored_and_written_anew(tmp_path: Path, laws: list[Trace], content: bytes | None) -> None:
    path = tmp_path / "a.plytrace"
    save_trace(HEBREW, path)
    folder = tmp_path / "state" / "cache"
    folder.mkdir(parents=True)
    if content is None:
        (folder / checked.SOUND_FILE).mkdir()
    else:
        (folder / checked.SOUND_FILE).write_bytes(content)
    opened(path)
    verify(opened(path))
    assert len(laws) == (2 if content is None else 1)


def test_the_list_is_bounded_and_forgets_the_oldest(tmp_path: Path) -> None:
    keys = [f"{number:064x}" for number in range(MAX_SOUND_HASHES + 2)]
    folder = tmp_path / "state" / "cache"
    folder.mkdir(parents=True)
    (folder / checked.SOUND_FILE).write_text("".join(f"{key} {0:016x}\n" for key in keys[:-2]))
    for key in (keys[-2], keys[-1], keys[-1]):
        remember(key, "0" * 16)
    assert list(remembered()) == keys[2:]


def test_what_was_counted_in_a_sound_recording_is_remembered(tmp_path: Path) -> None:
    path, calls = tmp_path / "a.plytrace", list[str]()
    save_trace(HEBREW, path)

    def count(name: str, value: object = 3) -> dict[str, object]:
        calls.append(name)
        return {"value": value}

    for name in ("a", "b", "a", "b"):
        assert counted_once(opened(path), name, partial(count, name)) == {"value": 3}
    assert calls == ["a", "b"]
    counted_once(opened(path, again=True), "a", lambda: count("again"))
    counted_once(HEBREW, "a", lambda: count("of no file"))
    counted_once(opened(path, "2"), "a", lambda: count("other version"))
    for _ in range(2):
        counted_once(opened(path), "c", lambda: count("not JSON", (1, 2)))
    assert calls[2:] == ["again", "of no file", "other version", "not JSON", "not JSON"]


@pytest.mark.parametrize("content", [b"\xff\n", b"a b c\n" * 100_000, b""])
def test_a_broken_list_of_counts_is_ignored(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.plytrace"
    save_trace(HEBREW, path)
    trace = opened(path)
    file = tmp_path / "state" / "cache" / checked.COUNTS_FILE
    file.write_bytes(content + f"{trace.checked_as} a {{".encode())
    assert counted_once(trace, "a", lambda: {"n": 1}) == {"n": 1}
    assert counted_once(trace, "a", dict) == {"n": 1}
    assert len(file.read_bytes()) <= checked.MAX_COUNTED_BYTES


def test_commands_print_the_same_from_what_is_remembered(tmp_path: Path) -> None:
    path = str(tmp_path / "a.plytrace")
    save_trace(HEBREW, Path(path))
    for command in (("solve", path), ("stats", path), ("solve", path, "--json"), ("stats", path, "--json")):
        first, second, derived = (plyscope(*command, *more) for more in ((), (), ("--verify",)))
        assert first.stdout == second.stdout == derived.stdout
