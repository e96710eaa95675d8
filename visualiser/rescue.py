"""After a crash: what a window that is no more has left behind is offered, and opened with its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.messages import InputError
from visualiser import questions
from visualiser.words import said, tr

if TYPE_CHECKING:
    from visualiser.documents import Documents
    from visualiser.recording.recovery import Recovered

NAMED = 8
"""Recordings that the question names."""


def offer(documents: Documents) -> None:
    """Brings back what was left behind, or throws it away, or asks again at the next start."""
    recovery = documents.recovery
    found = recovery.recoverable()
    if not found:
        return
    names = "\n".join(one.title for one in found[:NAMED])
    answer = questions.what_to_do_with_recovered(documents.window, len(found), names)
    for one in found:
        if answer == "open":
            reopen(documents, one)
        elif answer == "discard":
            recovery.forget(one)


def reopen(documents: Documents, one: Recovered) -> None:
    from engine.trace import Trace
    from visualiser.session import Session

    try:
        trace = Trace.open(one.path)
    except InputError as error:
        documents.window.say(said(error.message))
        return
    session = Session(trace, one.title, one.source, documents)
    session.is_saved = False
    if not documents.recovery.adopt(session, one):
        documents.window.say(tr("Another window has opened “{title}” meanwhile.", title=one.title))
        return
    session.cursor.marks = one.marks
    session.begin_at(one.marks.step)
    documents.show_session(session)
