"""The application round the window: fonts and theme, errors, and recordings to recover after a crash."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from ctypes import CDLL
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from plyscope.messages import InputError
from plyscope.operating_system import end_on_termination
from PySide6.QtCore import QDateTime, QLocale, QSize, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from plyscope_window import look
from plyscope_window.look import fonts, theme
from plyscope_window.settings import FOLLOW_SYSTEM, Settings
from plyscope_window.widgets import questions
from plyscope_window.words import count, localized, tr

if TYPE_CHECKING:
    from plyscope_window.app.main_window import MainWindow
    from plyscope_window.jobs.recovery import Recovered, Recovery
    from plyscope_window.pages.page import Host


def offer_recovery(host: Host) -> None:
    """Offer the recordings left by a window that crashed: open, discard, or ask later."""
    recovered = host.recovery.recoverable()
    if not recovered:
        return
    answer, chosen = questions.ask_about_recovered(host, [description(recording) for recording in recovered])
    for recording in (recovered[place] for place in chosen):
        if answer == "open":
            show_recovered(host, recording)
        elif answer == "discard":
            host.recovery.forget(recording)
    host.recovery.release_offered()


def description(recovered: Recovered) -> str:
    """The line for a recording that can be recovered: title, size, and when it was last written."""
    when = QLocale().toString(QDateTime.fromSecsSinceEpoch(int(recovered.when)), QLocale.FormatType.ShortFormat)
    # A recording that was shown in a tab has the tab's title, which names the search already.
    title, search = recovered.title, recovered.search
    title = title if search in title else tr("{name} · {search}", name=title, search=search)
    values = {"title": title, "calls": count(recovered.frames), "when": when}
    if not recovered.is_complete:
        return tr("{title} · calls: {calls}, cut short · {when}", **values)
    return tr("{title} · calls: {calls} · {when}", **values)


def show_recovered(host: Host, recovered: Recovered) -> None:
    """Open a recovered recording with its marks; only say so where it cannot be read or another window has it."""
    from plyscope.files.opening import open_trace

    from plyscope_window.pages.trace_page import recording_title, show_session
    from plyscope_window.session.session import Session

    try:
        trace = open_trace(recovered.path)
    except InputError as error:
        host.say(localized(error.message))
        return
    session = Session(trace, recording_title(trace, recovered.source), recovered.source, host)
    session.is_saved = False
    if not host.recovery.adopt(session, recovered):
        host.say(tr("Another window has opened “{title}” meanwhile.", title=recovered.title))
        return
    session.cursor.marks = recovered.marks
    session.begin_at(recovered.marks.step)
    show_session(host, session)


Report = Callable[[type[BaseException], BaseException, TracebackType | None], None]
"""A function that is called with an exception that nobody handled, as sys.excepthook is."""
ICON_FILE = Path(look.__file__).with_name("plyscope.svg")
"""The icon of the application."""
MMAP_THRESHOLD, MAPPED_BLOCK_BYTES = -3, 1 << 20
"""The parameter of mallopt for the size from which a block is mapped separately; and that size in bytes."""


def application() -> QApplication:
    """Qt's application, made on first use with its fonts, icon and memory settings."""
    existing = QApplication.instance()
    if isinstance(existing, QApplication):
        return existing
    qt_application = QApplication(["plyscope"])
    qt_application.setApplicationName("plyscope")
    qt_application.setApplicationDisplayName("Plyscope")
    qt_application.setDesktopFileName("plyscope")
    qt_application.setWindowIcon(QIcon(str(ICON_FILE)))
    fonts.load()
    return_freed_memory()
    return qt_application


def return_freed_memory() -> None:
    """Have the C library return the memory of large columns to the system as soon as they are freed.

    Otherwise it keeps freed memory for later, which at millions of frames is half as much again.
    """
    if sys.platform == "linux":
        mallopt = getattr(CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(MMAP_THRESHOLD, MAPPED_BLOCK_BYTES)


def apply_theme(settings: Settings) -> None:
    """Apply the theme and text size of the settings; the desktop's theme where they name none."""
    name = settings.text("theme", FOLLOW_SYSTEM)
    chosen = theme.THEMES.get(name) or theme.system_theme()
    theme.use(chosen, settings.number("text_scale", 1.0, 0.7, 2.0))


def make_window(settings: Settings | None = None, recovery: Recovery | None = None) -> MainWindow:
    """Make a window with all commands."""
    from plyscope_window.app.actions import actions
    from plyscope_window.app.main_window import MainWindow

    return MainWindow(actions(), settings, recovery)


def open_window(sources: Sequence[str], then: Callable[[MainWindow], object] | None) -> int:
    """Run the application with a window on some sources, and `then` on it; return the exit status."""
    qt_application = application()
    end_on_termination()  # while Qt waits, Python runs no handler; what is unsaved is offered at the next start
    settings = Settings()
    apply_theme(settings)
    from plyscope_window.jobs.collector import Collector
    from plyscope_window.jobs.job import SPARE_PROCESS

    collector = Collector(qt_application)
    window = make_window(settings)
    keep_on_screen(window)
    window.show()
    sys.excepthook = report_to(window)

    def begin() -> None:
        SPARE_PROCESS.prepare()
        collector.set_aside()
        offer_recovery(window)
        for source in sources:
            window.open_source(source)
        if then is not None:
            then(window)

    QTimer.singleShot(0, begin)
    return qt_application.exec()


def keep_on_screen(window: QWidget) -> None:
    """Limit the window to the screen, so that its lower edge is reachable."""
    title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight)
    window.resize(window.size().boundedTo(window.screen().availableSize() - QSize(0, title)))


def report_to(window: Host) -> Report:
    """The function that shows an unhandled error in the window and prints it; the window stays open."""

    def report(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace)
        window.say(tr("Something went wrong inside Plyscope: {error}. What you recorded is kept.", error=repr(error)))

    return report
