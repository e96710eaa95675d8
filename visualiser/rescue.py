"""After a crash: what a window that is no more has left behind is offered, and opened with its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from engine.messages import InputError
from visualiser import questions
from visualiser.titles import title_of
from visualiser.words import count, said, tr

if TYPE_CHECKING:
    from visualiser.documents import Documents
    from visualiser.recording.recovery import Recovered


def offer(documents: Documents) -> None:
    """Brings back what was left behind, or throws it away, or asks again at the next start."""
    recovery = documents.recovery
    found = recovery.recoverable()
    if not found:
        return
    wish, chosen = questions.what_to_do_with_recovered(documents.window, [described(one) for one in found])
    for one in (found[place] for place in chosen):
        if wish == "open":
            reopen(documents, one)
        elif wish == "discard":
            recovery.forget(one)


def described(one: Recovered) -> str:
    """What it is, how large, and from when."""
    when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(one.when)), QLocale.FormatType.ShortFormat)
    # What was shown in a tab already is called as the tab was, by its search too.
    title = one.title if one.search in one.title else tr("{name} · {search}", name=one.title, search=one.search)
    values = {"title": title, "calls": count(one.frames), "when": when}
    if not one.is_complete:
        return tr("{title} · calls: {calls}, cut short · {when}", **values)
    return tr("{title} · calls: {calls} · {when}", **values)


def reopen(documents: Documents, one: Recovered) -> None:
    from engine.trace import Trace
    from visualiser.session import Session

    try:
        trace = Trace.open(one.path)
    except InputError as error:
        documents.window.say(said(error.message))
        return
    session = Session(trace, title_of(trace, one.source), one.source, documents)
    session.is_saved = False
    if not documents.recovery.adopt(session, one):
        documents.window.say(tr("Another window has opened “{title}” meanwhile.", title=one.title))
        return
    session.cursor.marks = one.marks
    session.begin_at(one.marks.step)
    documents.show_session(session)
