"""Opening recordings: every byte of ours is looked at while the picture stands, those of others are read first.

And games, matches and programs, which are no search to be recorded either.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from plyscope.files.opening import open_trace
from plyscope.files.recognition import is_recording_file

from plyscope_window.jobs.background import in_background
from plyscope_window.words import said, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.app.documents import Documents


TRACE_ENDING, GAME_ENDING, MATCH_ENDING = ".plytrace", ".plygame", ".plymatch"
PROGRAM_ENDING, PROGRAMS = ".py", "sample:recursion/"
LONG = 1 << 25
"""Bytes of a recording of own code from which on reading its texts may take a moment."""


def open_at_once(documents: Documents, source: str) -> bool:
    """Opens a recording, a game, a match, a program; False where it is a position to be searched."""
    path = Path(source)
    if is_recording_file(source):
        open_imported(documents, path)
    elif path.suffix == TRACE_ENDING and takes_long(path):
        open_large(documents, path)
    elif path.suffix == TRACE_ENDING:
        documents.open_trace(path)
    elif path.suffix == GAME_ENDING:
        from plyscope_window.pages.play.game_files import open_game

        open_game(documents.window, path)
    elif path.suffix == MATCH_ENDING:
        from plyscope_window.pages.match.match_commands import open_match

        open_match(documents.window, path)
    elif path.suffix == PROGRAM_ENDING or source.startswith(PROGRAMS):
        from plyscope_window.pages.usercode.usercode_commands import show_user_code

        show_user_code(documents.window, source)
    else:
        return False
    return True


def takes_long(path: Path) -> bool:
    """Whether there is more to be read of a recording than numpy finds where it lies."""
    from plyscope.files.user_code_members import has_user_code

    return path.is_file() and path.stat().st_size > LONG and has_user_code(path)


def open_large(documents: Documents, path: Path) -> None:
    """Opens a recording in another thread; the window stays what it is until that is done."""
    documents.window.say(tr("Opening {name}…", name=path.name))
    in_background(
        lambda: opened(path),
        lambda trace: show_large(documents, path, trace),
        documents.cannot_be_opened,
    )


def show_large(documents: Documents, path: Path, trace: Trace) -> None:
    documents.window.statusBar().clearMessage()
    documents.show_opened(path, trace)


def opened(path: Path) -> Trace:
    """A recording, with what its first picture needs; in another thread."""
    from plyscope.model.recorded_game import RecordedGame

    trace = open_trace(path)
    if isinstance(trace.position.game, RecordedGame):
        trace.position.game.tree.find_all()
    return trace


def check_all(path: Path, trace: Trace) -> None:
    """Every byte, and every law; in another thread."""
    from plyscope.files.trace_file import check_file
    from plyscope.recording.verification import check

    check_file(path)
    check(trace)


def open_imported(documents: Documents, path: Path) -> None:
    """Somebody else's recording in a tab. All of it has to be read before any of it can be shown; in another thread."""

    in_background(
        lambda: open_trace(path), lambda trace: show_imported(documents, path, trace), documents.cannot_be_opened
    )


def show_imported(documents: Documents, path: Path, trace: Trace) -> None:
    """It has no trace file yet, but nothing is lost with its tab."""
    from plyscope_window.pages.titles import title_of
    from plyscope_window.session.session import Session

    session = Session(trace, title_of(trace, path), None, documents)
    session.is_saved = True
    documents.window.settings.add_recent(path)
    documents.show_session(session)
    for warning in trace.position.warnings:
        documents.window.say(said(warning))


def search_of(trace: Trace) -> dict[str, Any]:
    """The search of a recording as it would be asked for; nothing where it is none of ours."""
    if trace.search.is_imported:
        return {}
    return {"algorithm": trace.search.name, **trace.options}
