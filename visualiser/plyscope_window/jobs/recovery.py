"""What is kept so that a crash, or a kill of the window, loses nothing that took over a second to record.

A recording is made into a file of the recovery folder and shown from there. Beside it are a note, which says what it is
and holds the marks that are in no file yet, and a lock, which a running window holds. A recording with a note and
without a lock is offered at the next start; one without a note is deleted.

Sessions that were opened from a file have a note alone, for their marks.

The recordings of a program that runs are saved by another process, in a folder that the window holds the lock of. Those
that a window had not taken from there when it crashed are offered like its own.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import time
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from plyscope.files.atomic import unfinished, write_file
from plyscope.messages import InputError, Message
from plyscope.model.marks import Marks
from PySide6.QtCore import QLockFile, QObject, Signal

from plyscope_window.settings import earlier_folder, state_folder

if TYPE_CHECKING:
    from plyscope.model.cursor import Cursor
    from plyscope.model.trace import Trace

MIN_KEPT_SECONDS = 1.0
"""Seconds of recording from which a recording is kept; a shorter one is quickly repeated."""
RUN_FOLDER_PREFIX = "program-"
"""How the names of folders for the recordings of running programs begin."""
MAX_SAVING_SECONDS = 3600.0
"""Seconds after which no process of a window that crashed is still saving."""


class Recoverable(Protocol):
    """What recovery reads of a session."""

    title: str
    path: Path | None
    is_saved: bool
    trace: Trace
    cursor: Cursor


@dataclass
class Kept:
    """A recording or a session that would be recovered after a crash."""

    title: str
    recorded: Path | None = None
    """The recording in the recovery folder; None for a session of a file of the user's."""
    source: Path | None = None
    """The file that the user opened, or saved to."""
    seconds: float | None = None
    """How long recording took; None while it is being recorded."""
    note: Path | None = None
    """The note beside the recording; None if the recovery folder cannot be used."""
    lock: QLockFile | None = None

    @property
    def path(self) -> Path:
        """The trace file."""
        path = self.recorded or self.source
        assert path is not None
        return path

    @property
    def paths(self) -> tuple[Path, ...]:
        """The paths for the recording: its own, and another one in case that disk is full."""
        return (self.path,) if self.note is None else recording_paths(self.note)


@dataclass(frozen=True)
class Recovered:
    """A recording or a session left by a window that crashed."""

    path: Path
    """The trace file to open."""
    title: str
    when: float
    """When it was last written, in seconds since 1970."""
    frames: int
    is_complete: bool
    marks: Marks
    source: Path | None
    """The file of the user's whose marks were not saved; None where the recording itself was not."""
    note: Path
    search: str
    """The algorithm, by its name; empty for user code."""


class Recovery(QObject):
    """The recovery folder, as one window sees it."""

    failed = Signal(object)
    """Why nothing can be kept for recovery, as a Message; emitted once."""

    def __init__(self, folder: Path | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder = folder or state_folder() / "recovery"
        earlier = earlier_folder() if folder is None else None
        self._earlier = earlier / "recovery" if earlier is not None else self.folder
        self._kept: dict[Recoverable, Kept] = {}
        self._offered: dict[Path, QLockFile] = {}
        """The locks of what is offered to the user: no other window offers it meanwhile."""
        self._has_failed = False

    # While a recording is made and shown

    def place(self, title: str) -> Kept:
        """Reserve a place for a new recording: in the recovery folder, or among the temporary files if that fails."""
        name = uuid4().hex
        first, second = recording_paths(self.folder / f"{name}.json")
        kept = Kept(title, recorded=first)
        if not self._start_keeping(kept, name):
            kept.recorded = second
        return kept

    def run_folder(self) -> tuple[Path, QLockFile | None]:
        """A folder for the recordings of a program that runs, and its lock; a temporary one without, if need be."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            folder = Path(tempfile.mkdtemp(prefix=RUN_FOLDER_PREFIX, dir=self.folder))
        except OSError:
            return Path(tempfile.mkdtemp(prefix="plyscope-")), None
        return folder, locked(folder / "run.json")

    def recorded(self, kept: Kept, path: Path, seconds: float) -> None:
        """Note where a finished recording is, and how long it took."""
        kept.recorded, kept.seconds = path, seconds
        self._write(kept)

    def adopt(self, session: Recoverable, record: Kept | Recovered) -> bool:
        """Keep a session for recovery from now on; False if another window has taken it."""
        if isinstance(record, Recovered):
            kept = Kept(record.title, None if record.source else record.path, record.source, note=record.note)
            kept.lock = self._offered.pop(record.note, None) or locked(record.note)
            if kept.lock is None:
                return False
            record = kept
        self._kept[session] = record
        return True

    def keep(self, session: Recoverable) -> None:
        """Write the marks of a session to its note, or release it if it is saved. Fast enough for every change."""
        if session.is_saved:
            self.release(session)
            return
        kept = self._kept.get(session)
        if kept is None:
            kept = self._begin(session)
        kept.title, kept.source = session.title, session.path or kept.source
        self._write(kept, replace(session.cursor.marks, step=session.cursor.step))

    def release(self, session: Recoverable) -> None:
        """Stop keeping a session that has been saved or discarded."""
        kept = self._kept.pop(session, None)
        if kept is not None:
            self.drop(kept)

    def drop(self, kept: Kept) -> None:
        """Remove what was kept, but for a file of the user's, and unlock it.

        The note goes first: a recording without a note would be deleted anyway.
        """
        if kept.note is not None:
            remove(kept.note)
        for path in kept.paths if kept.recorded is not None else ():
            remove(path)
            for temporary in unfinished(path):
                remove(temporary)
        if kept.lock is not None:
            kept.lock.unlock()
            kept.lock = None

    def _begin(self, session: Recoverable) -> Kept:
        """Begin to keep a session that was not recorded here: the marks of a user's file, else the recording too."""
        from plyscope.files.trace_file import save_trace

        if session.path is not None:
            kept = Kept(session.title, source=session.path)
            self._start_keeping(kept, uuid4().hex)
        else:
            kept = self.place(session.title)
            try:
                save_trace(session.trace, kept.path)
            except InputError as error:
                self._report(error.message)
        self._kept[session] = kept
        return kept

    def _start_keeping(self, kept: Kept, name: str) -> bool:
        """Lock and write the note of something to be kept; False, and reported, if the folder cannot be used."""
        note = self.folder / f"{name}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            self._report(reason_of(error))
            return False
        kept.lock = locked(note)
        if kept.lock is None:
            self._report(Message("{path}: cannot be written", path=str(self.folder)))
            return False
        kept.note = note
        if not self._write(kept):
            kept.lock.unlock()
            kept.note = kept.lock = None
            return False
        return True

    def _write(self, kept: Kept, marks: Marks | None = None) -> bool:
        """Write a note, with the marks of its session; False, and reported, if that fails."""
        if kept.note is None:
            return False
        facts = {
            "title": kept.title,
            "source": str(kept.source) if kept.recorded is None else None,
            "seconds": kept.seconds,
            "marks": marks.facts if marks is not None else None,
        }
        try:
            write_file(kept.note, json.dumps(facts), force=True)
        except InputError as error:
            self._report(error.message)
            return False
        return True

    def _report(self, reason: Message) -> None:
        """Tell the user, once, why nothing can be kept for recovery."""
        if not self._has_failed:
            self._has_failed = True
            self.failed.emit(Message("if the window crashes, what is not saved will be lost: {reason}", reason=reason))

    def _move_earlier(self) -> None:
        """Move to this folder what an earlier version kept in another one, except what a running window keeps."""
        source = self._earlier
        if source == self.folder or not source.is_dir():
            return
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            for note in source.glob("*.json"):
                move_note(note, self.folder)
            delete_leftovers(list(source.iterdir()))
        except OSError as error:
            self._report(reason_of(error))
        with suppress(OSError):
            source.rmdir()
            source.parent.rmdir()

    # After a crash

    def recoverable(self) -> list[Recovered]:
        """Offer what crashed windows have left, the latest first; what is not worth keeping is deleted."""
        self.release_offered()
        self._move_earlier()
        for folder in sorted(self.folder.glob(f"{RUN_FOLDER_PREFIX}*")):
            self._take_from(folder)
        try:
            files = [Path(entry.path) for entry in os.scandir(self.folder)]
        except FileNotFoundError:
            return []
        except OSError as error:
            self._report(reason_of(error))
            return []
        delete_leftovers(files)
        recovered = [one for note in files if note.suffix == ".json" for one in recovered_by(note, self._offered)]
        return sorted(recovered, key=lambda recording: -recording.when)

    def _take_from(self, run: Path) -> None:
        """Take over the recordings in the folder of a run whose window has crashed.

        The process that saves them may still do so for a moment: what it adds is found at the next start.
        """
        from plyscope.files.opening import open_trace

        is_old = age(run) > MAX_SAVING_SECONDS
        lock = locked(run / "run.json")
        if lock is None:
            return
        for path in sorted(run.glob("[0-9]*.plytrace")):
            try:
                kept = self.place(open_trace(path).user_code.call)
                shutil.move(path, kept.path)
                self.recorded(kept, kept.path, MIN_KEPT_SECONDS)
            except (InputError, OSError):
                continue
            if kept.lock is not None:
                kept.lock.unlock()
        lock.unlock()
        if is_old:
            shutil.rmtree(run, ignore_errors=True)

    def release_offered(self) -> None:
        """Let other windows offer what the user has neither opened nor discarded in this one."""
        for lock in self._offered.values():
            lock.unlock()
        self._offered.clear()

    def forget(self, recovered: Recovered) -> None:
        """Delete what the user does not want to recover."""
        recorded = None if recovered.source else recovered.path
        lock = self._offered.pop(recovered.note, None) or locked(recovered.note)
        if lock is not None:
            self.drop(Kept(recovered.title, recorded, recovered.source, note=recovered.note, lock=lock))


def reason_of(error: OSError) -> Message:
    """The message of an error of the file system, with its path."""
    return Message("{path}: {reason}", path=error.filename or "", reason=error.strerror or str(error))


def recording_paths(note: Path) -> tuple[Path, Path]:
    """The two paths at which the recording of a note may be: beside it, and among the temporary files."""
    name = f"{note.stem}.plytrace"
    return note.with_name(name), Path(tempfile.gettempdir()) / f"plyscope-{name}"


def locked(note: Path) -> QLockFile | None:
    """The lock beside a note, acquired; None if a running window has it, or the folder is not writable."""
    lock = QLockFile(str(note.with_suffix(".lock")))
    lock.setStaleLockTime(0)  # a window may run for days; a lock is stale when its process is gone
    return lock if lock.tryLock(0) else None


def move_note(note: Path, folder: Path) -> None:
    """Move a note and the recording beside it, unless a running window keeps them.

    The note goes first and is locked at both places until the recording is there too: a recording without a note,
    or a note without a recording, would be cleared away.
    """
    target = folder / note.name
    old, new = locked(note), locked(target)
    if old is not None and new is not None:
        shutil.move(note, target)
        recording, _ = recording_paths(note)
        if recording.exists():
            shutil.move(recording, recording_paths(target)[0])
    for lock in (old, new):
        if lock is not None:
            lock.unlock()


def remove(path: Path) -> None:
    """Remove a file. One that cannot be removed now is found again at the next start."""
    try:
        path.unlink(missing_ok=True)
    except OSError:
        return


def delete_leftovers(files: list[Path]) -> None:
    """Delete the recordings that have no note, and files that were not finished an hour ago."""
    notes = {path.stem for path in files if path.suffix == ".json"}
    for path in files:
        is_without_note = path.suffix == ".plytrace" and path.stem not in notes
        is_unfinished = path.suffix == ".tmp" or (path.suffix == ".lock" and path.stem not in notes)
        if is_without_note or (is_unfinished and age(path) > MAX_SAVING_SECONDS):
            remove(path)


def age(path: Path) -> float:
    """Seconds since a file was last written; 0 if that cannot be read."""
    try:
        return time() - path.stat().st_mtime
    except OSError:
        return 0.0


def recovered_by(note: Path, offered: dict[Path, QLockFile]) -> Iterator[Recovered]:
    """The recording that a note describes, if no running window has it; one not worth keeping is deleted."""
    lock = locked(note)
    if lock is None:
        return
    try:
        facts = json.loads(note.read_text(encoding="utf-8"))
        recovered = recovered_from(facts, note)
        if recovered.source is None and recovered.marks == Marks() and was_quick(facts["seconds"]):
            remove(note)
            remove(recovered.path)
        else:
            offered[note] = lock
            yield recovered
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        # The process may still be saving; after an hour it is not.
        if age(note) > MAX_SAVING_SECONDS and not any(path.exists() for path in recording_paths(note)):
            remove(note)
    finally:
        if note not in offered:
            lock.unlock()


def was_quick(seconds: float | None) -> bool:
    """Whether a recording took so little time that it is quickly made again."""
    return seconds is not None and seconds < MIN_KEPT_SECONDS


def recovered_from(facts: dict[str, Any], note: Path) -> Recovered:
    """Read what a note says, and its recording, to be offered to the user."""
    # Imported here, because the window starts faster without it.
    from plyscope.files.opening import open_trace
    from plyscope.files.saved_marks import marks_from_json

    source = Path(facts["source"]) if facts["source"] is not None else None
    first, second = recording_paths(note)
    path = source or (first if first.exists() else second)
    trace = open_trace(path)
    return Recovered(
        path,
        str(facts["title"]),
        note.stat().st_mtime if source else max(note.stat().st_mtime, path.stat().st_mtime),
        len(trace),
        trace.complete,
        marks_from_json(facts["marks"], trace).marks if facts["marks"] is not None else Marks(),
        source,
        note,
        "" if trace.origin.is_user_code else trace.search.name,
    )
