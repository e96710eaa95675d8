"""What is left behind by windows that are no more, and what must never be touched."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from time import time
from typing import Any

import pytest
from plyscope.files.atomic import replacing
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.marks import Bookmark, Marks
from plyscope_window.jobs.recording_job import Recording
from plyscope_window.jobs.recovery import MAX_SAVING_SECONDS, Kept, Recovery
from plyscope_window.session.session import Session

from tests.full_traces import Trace, record

pytestmark = pytest.mark.qt

TRACE = record(load("sample:tictactoe/hebrew"))
MARKED = Marks(bookmarks={3: Bookmark(3, "here")}, step=5)


@pytest.fixture
def recovery(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recovery:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return Recovery(tmp_path / "recovery")


def recorded(recovery: Recovery, title: str = "A title", seconds: float = 2.0) -> Kept:
    """A recording as a window has it that is alive."""
    kept = recovery.place(title)
    save_trace(TRACE, kept.path)
    recovery.recorded(kept, kept.path, seconds)
    return kept


def die(*all_kept: Kept) -> None:
    """What the system does for a window that dies."""
    for kept in all_kept:
        assert kept.lock is not None
        kept.lock.unlock()


def marked_session(path: Path | None = None) -> Session:
    session = Session(TRACE, "Marked", path)
    session.cursor.marks.bookmarks[3] = MARKED.bookmarks[3]
    session.go(MARKED.step)
    session.mark()
    return session


def test_a_recording_is_found_when_its_window_has_died(recovery: Recovery) -> None:
    kept = recorded(recovery)
    assert recovery.recoverable() == [], "not while it lives"
    die(kept)
    [found] = recovery.recoverable()
    assert (found.title, found.frames, found.is_complete, found.marks, found.source) == (
        "A title",
        8,
        True,
        Marks(),
        None,
    )
    assert Trace.open(found.path).signature == TRACE.signature
    assert abs(found.when - time()) < 60
    assert recovery.recoverable() == [found], "looking changes nothing"
    recovery.forget(found)
    assert recovery.recoverable() == []
    assert list(recovery.folder.iterdir()) == []


def test_marks_that_are_in_no_file_come_back(recovery: Recovery) -> None:
    kept = recorded(recovery, seconds=0.01)
    session = marked_session()
    assert recovery.adopt(session, kept)
    recovery.keep(session)
    die(kept)
    [found] = recovery.recoverable()
    assert (found.title, found.marks) == ("Marked", MARKED)


def test_what_was_recorded_in_no_time_is_not_offered(recovery: Recovery) -> None:
    die(recorded(recovery, seconds=0.9))
    assert recovery.recoverable() == []
    assert list(recovery.folder.iterdir()) == []


def test_marks_on_a_persons_file_are_kept_and_the_file_is_never_touched(recovery: Recovery, tmp_path: Path) -> None:
    user_code = tmp_path / "mine.plytrace"
    save_trace(TRACE, user_code)
    before = user_code.read_bytes()
    session = marked_session(user_code)
    recovery.keep(session)
    die(recovery._kept[session])
    [found] = recovery.recoverable()
    assert (found.path, found.source, found.marks) == (user_code, user_code, MARKED)
    session.cursor.marks = Marks()
    session.go(0)
    recovery.keep(session)
    [found] = recovery.recoverable()
    assert found.marks == Marks(), "taking all marks away is a change too"
    recovery.forget(found)
    assert user_code.read_bytes() == before
    assert recovery.recoverable() == []


def test_a_session_from_elsewhere_is_kept_whole(recovery: Recovery) -> None:
    session = marked_session()
    recovery.keep(session)
    die(recovery._kept[session])
    [found] = recovery.recoverable()
    assert (found.frames, found.marks) == (8, MARKED)


@pytest.mark.parametrize("how", ["released", "saved"])
def test_saved_and_discarded_recordings_are_not_kept(recovery: Recovery, how: str) -> None:
    kept = recorded(recovery)
    session = marked_session()
    recovery.adopt(session, kept)
    recovery.keep(session)
    if how == "released":
        recovery.release(session)
        recovery.release(session)
    else:
        session.is_saved = True
        recovery.keep(session)
    assert list(recovery.folder.iterdir()) == []


def test_only_one_window_takes_what_was_left(recovery: Recovery) -> None:
    die(recorded(recovery))
    [found] = recovery.recoverable()
    other = Recovery(recovery.folder)
    session = marked_session()
    assert other.recoverable() == [], "the first window is offering it"
    assert not other.adopt(session, found)
    recovery.release_offered()
    assert other.recoverable() == [found], "the user has put it off there"
    assert other.adopt(session, found)
    assert recovery.recoverable() == []
    assert not recovery.adopt(marked_session(), found)
    recovery.forget(found)
    assert found.path.exists(), "it is shown in the other window"
    other.keep(session)
    other.release(session)
    assert list(recovery.folder.iterdir()) == []


def test_a_full_disk_sends_the_recording_elsewhere(recovery: Recovery) -> None:
    kept = recovery.place("Moved")
    first, second = kept.paths
    save_trace(TRACE, second)
    assert first != second
    die(kept)
    [found] = recovery.recoverable()
    assert found.path == second
    recovery.forget(found)
    assert not second.exists()


def test_a_child_that_is_still_saving_is_not_disturbed(recovery: Recovery) -> None:
    kept = recovery.place("Soon")
    die(kept)
    (recovery.folder / f".{kept.path.name}.123.tmp").write_bytes(b"half")
    assert recovery.recoverable() == []
    save_trace(TRACE, kept.path)
    assert len(recovery.recoverable()) == 1, "of which nobody knows how long it took"


def test_what_a_killed_child_has_half_written_goes_with_its_recording(recovery: Recovery) -> None:
    kept, other = recovery.place("Half"), recovery.place("Other")
    for path in kept.paths:
        with replacing(other.path, force=True) as whole, suppress(InputError), replacing(path, force=False) as half:
            half.write_bytes(b"half")
            whole.write_bytes(b"whole")
            recovery.drop(kept)
            assert not half.exists()
            assert whole.exists(), "another child is still writing it"


def test_what_nobody_wants_is_cleared_away(recovery: Recovery) -> None:
    recovery.folder.mkdir()
    old = MAX_SAVING_SECONDS + 9
    names = {
        "old.lock": old, ".old.plytrace.1.tmp": old, "empty.json": old, "orphan.plytrace": 0.0,
        "new.lock": 0.0, ".new.plytrace.1.tmp": 0.0, "new.json": 0.0, "something.else": old,
    }  # fmt: skip
    for name, age in names.items():
        (recovery.folder / name).write_text("{}")
        os.utime(recovery.folder / name, (time() - age, time() - age))
    assert recovery.recoverable() == []
    left = {path.name for path in recovery.folder.iterdir()}
    assert left - {"new.lock"} == {".new.plytrace.1.tmp", "new.json", "something.else"}


@pytest.mark.parametrize(
    "note",
    [
        "",
        "[]",
        "3",
        "{}",
        '{"source": 3}',
        '{"source": "/nowhere"}',
        '{"source": null, "title": 1}',
        "[" * 100_000,
        "\0",
    ],
)
def test_notes_that_cannot_be_read_are_passed_over(recovery: Recovery, note: str) -> None:
    die(recorded(recovery, "Well"), spoiled := recorded(recovery))
    assert spoiled.note is not None
    spoiled.note.write_text(note)
    assert [found.title for found in recovery.recoverable()] == ["Well"]
    assert spoiled.path.exists(), "a newer Plyscope may know better"


def test_a_damaged_recording_is_not_offered(recovery: Recovery) -> None:
    kept = recorded(recovery)
    die(kept)
    kept.path.write_bytes(kept.path.read_bytes()[:-9])
    assert recovery.recoverable() == []


def test_without_a_folder_it_records_all_the_same_and_says_so_once(
    qtbot: Any, recovery: Recovery, tmp_path: Path
) -> None:
    recovery.folder.write_text("no folder")
    said = []
    recovery.failed.connect(said.append)
    assert recovery.recoverable() == []
    recording = Recording(recovery)
    with qtbot.waitSignal(recording.finished) as finished:
        recording.record(load("tree:[1,2]"), {})
    assert len(finished.args[0]) == 3
    session = marked_session(tmp_path / "x.plytrace")
    recovery.keep(session)
    recovery.release(session)
    assert len(said) == 1
    assert str(recovery.folder) in str(said[0])
    assert recording.kept is not None
    recovery.drop(recording.kept)
    assert list((tmp_path / "temporary").iterdir()) == []


def test_a_disk_too_full_for_a_note_is_reported(recovery: Recovery, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = recorded(recovery)
    session = marked_session()
    recovery.adopt(session, kept)
    said = []
    recovery.failed.connect(said.append)

    def full(*arguments: object, **others: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    recovery.keep(session)
    recovery.keep(session)
    assert ["No space left on device" in str(message) for message in said] == [True]
    assert recovery.place("Another").note is None


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home folder with the data folder of an earlier version."""
    monkeypatch.delenv("PLYSCOPE_STATE", raising=False)
    monkeypatch.setattr("plyscope_window.jobs.recovery.earlier_folder", lambda: tmp_path / "data")
    monkeypatch.setattr("plyscope_window.jobs.recovery.state_folder", lambda: tmp_path / "state")
    return tmp_path


def test_what_an_earlier_version_left_behind_is_moved_and_offered(qtbot: Any, home: Path) -> None:
    earlier = Recovery(home / "data" / "recovery")
    dead, living = recorded(earlier, "dead"), recorded(earlier, "living")
    die(dead)
    recovery = Recovery()
    assert recovery.folder == home / "state" / "recovery"
    [found] = recovery.recoverable()
    assert (found.title, found.path.parent) == ("dead", recovery.folder)
    assert Trace.open(found.path).signature == TRACE.signature
    assert living.path.exists(), "a living window keeps what it looks after"
    die(living)
    assert [one.title for one in recovery.recoverable()] == ["living", "dead"]
    assert not (home / "data").exists()


def test_a_note_is_json_with_the_marks_as_a_trace_file_has_them(recovery: Recovery) -> None:
    session = marked_session()
    kept = recorded(recovery)
    recovery.adopt(session, kept)
    recovery.keep(session)
    assert kept.note is not None
    assert json.loads(kept.note.read_text()) == {
        "title": "Marked",
        "source": None,
        "seconds": 2.0,
        "marks": MARKED.facts,
    }


def test_recordings_that_a_window_had_not_taken_from_a_running_program_are_offered(
    recovery: Recovery, tmp_path: Path
) -> None:
    from plyscope.tracer.running import debug

    (tmp_path / "own.py").write_text("def f(n):\n    return f(n - 1) if n else 0\n", encoding="utf-8")
    trace = debug(tmp_path / "own.py", "f(3)")
    folder, lock = recovery.run_folder()
    assert lock is not None
    save_trace(trace, folder / "1.plytrace")
    (folder / "2.plytrace").write_bytes(b"half of a rec")
    assert recovery.recoverable() == [], "not while the window lives"
    lock.unlock()
    [found] = recovery.recoverable()
    assert (found.title, found.frames) == ("f(3)", 4)
    assert [one.name for one in folder.iterdir()] == ["2.plytrace"], "another process may still be writing it"
    save_trace(trace, folder / "2.plytrace", force=True)
    assert len(recovery.recoverable()) == 2
    assert folder.exists()
    os.utime(folder, (time() - 2 * MAX_SAVING_SECONDS,) * 2)
    assert len(recovery.recoverable()) == 2
    assert not folder.exists()
