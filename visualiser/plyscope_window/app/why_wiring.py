"""What a session asks of the window when somebody wants to know why: another layout, a ghost in a tab, a word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

    from plyscope_window.app.documents import Documents
    from plyscope_window.session.session import Session


def wire(documents: Documents, session: Session) -> None:
    session.refused.connect(documents.window.say)
    session.told.connect(documents.window.say)
    session.menu_asked.connect(documents.window.show_frame_menu)
    session.recording_asked.connect(lambda trace: open_beside(documents, trace))
    session.layout_asked.connect(lambda: documents.lay_out(session))
    session.ghosts.changed.connect(documents.window.present_actions)
    session.ghosts.changed.connect(
        lambda: session.told.emit(session.ghosts.progress) if session.ghosts.asked > 1 else None
    )
    session.ghosts.rearranged.connect(session.layout_asked)
    session.ghosts.finished.connect(lambda: documents.window.say(searched(session)))
    session.proving.done.connect(documents.window.present_actions)
    session.ghosts.refused.connect(lambda message: documents.window.say(said(message)))


def unwire(session: Session) -> None:
    """Nobody shows the session any more."""
    session.refused.disconnect()
    session.told.disconnect()
    session.menu_asked.disconnect()
    session.recording_asked.disconnect()
    session.layout_asked.disconnect()
    session.ghosts.changed.disconnect()
    session.ghosts.refused.disconnect()
    session.ghosts.rearranged.disconnect()
    session.ghosts.finished.disconnect()
    session.ghosts.forget()


def report_progress(session: Session) -> None:
    """One ghost is searched too quickly for a report."""
    if session.ghosts.asked > 1:
        session.told.emit(session.ghosts.progress)


def searched(session: Session) -> str:
    """How many ghosts there are, and what all of them saved."""
    found = session.ghosts.found.values()
    saved = sum(ghost.saved for ghost in found)
    return tr(
        "Ghosts: {number}. Frames saved by leaving them out: {saved}", number=count(len(found)), saved=count(saved)
    )


def open_beside(documents: Documents, trace: Trace) -> None:
    """A recording that belongs to another one, in a tab. It can be made again, so nothing asks to save it."""
    from plyscope_window.pages.titles import title_of
    from plyscope_window.session.session import Session

    session = Session(trace, title_of(trace, None), None, documents)
    session.is_saved = True
    documents.show_session(session)
