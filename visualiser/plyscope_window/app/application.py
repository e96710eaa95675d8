"""The application round the window: fonts, theme, and what happens when something goes wrong inside it.

After a crash: what a window that is no more has left behind is offered, and opened with its marks.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from ctypes import CDLL
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from plyscope.files.opening import open_trace
from plyscope.messages import InputError
from PySide6.QtCore import QDateTime, QLocale, QSize, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from plyscope_window import look
from plyscope_window.look import fonts, theme
from plyscope_window.pages.titles import title_of
from plyscope_window.settings import FOLLOW_SYSTEM, Settings
from plyscope_window.widgets import questions
from plyscope_window.words import count, said, tr

if TYPE_CHECKING:
    from plyscope_window.app.documents import Documents
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.jobs.recovery import Recovered


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

    from plyscope_window.session.session import Session

    try:
        trace = open_trace(one.path)
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


Report = Callable[[type[BaseException], BaseException, TracebackType | None], None]
ICON = Path(look.__file__).with_name("plyscope.svg")
MMAP_THRESHOLD, LARGE = -3, 1 << 20
"""What mallopt calls the size from which memory comes from the system by itself; and that size in bytes."""


def application(arguments: Sequence[str] = ()) -> QApplication:
    """The one application, with its fonts and its theme."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    made = QApplication(["plyscope", *arguments])
    made.setApplicationName("plyscope")
    made.setApplicationDisplayName("Plyscope")
    made.setDesktopFileName("plyscope")
    made.setWindowIcon(QIcon(str(ICON)))
    fonts.load()
    give_memory_back()
    return made


def give_memory_back() -> None:
    """Large columns go back to the system as soon as they are done with, where the C library can be told so.

    Otherwise it keeps what was freed for later, which at millions of frames is half as much again.
    """
    if sys.platform == "linux":
        mallopt = getattr(CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(MMAP_THRESHOLD, LARGE)


def dress(settings: Settings) -> None:
    """The theme and the text size that the person chose, or those of the desktop."""
    name = settings.text("theme", FOLLOW_SYSTEM)
    chosen = theme.THEMES.get(name) or theme.system_theme()
    theme.use(chosen, settings.number("text_scale", 1.0, 0.7, 2.0))


def open_window(sources: Sequence[str] = (), then: Callable[[MainWindow], object] | None = None) -> int:
    """Shows the window on some sources, and gives the exit status when it is closed; `then` is done in it."""
    made = application()
    settings = Settings()
    dress(settings)
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.jobs.job import SPARE

    window = MainWindow(settings)
    keep_on_screen(window)
    window.show()
    sys.excepthook = report_to(window)

    def begin() -> None:
        SPARE.prepare()
        offer(window.documents)
        for source in sources:
            window.documents.open_source(source)
        if then is not None:
            then(window)

    QTimer.singleShot(0, begin)
    return made.exec()


def keep_on_screen(window: QWidget) -> None:
    """No window begins larger than the screen it opens on: its lower edge would be out of reach."""
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    window.resize(window.size().boundedTo(window.screen().availableSize() - QSize(0, title)))


def report_to(window: object) -> Report:
    """A mistake of ours is said in the window and on standard error; the window stays open."""

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        say = getattr(window, "say", None)
        if say is not None:
            from plyscope_window.words import tr

            say(tr("Something went wrong inside Plyscope: {error}. What you recorded is kept.", error=repr(error)))

    return report
