"""The application round the window: fonts, theme, and what happens when something goes wrong inside it."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Sequence
from ctypes import CDLL
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QTimer
from PySide6.QtWidgets import QApplication, QStyle, QWidget

from visualiser import fonts, rescue, theme
from visualiser.settings import FOLLOW_SYSTEM, Settings

if TYPE_CHECKING:
    from visualiser.main_window import MainWindow

Report = Callable[[type[BaseException], BaseException, TracebackType | None], None]
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
    from visualiser.main_window import MainWindow
    from visualiser.recording.recording import SPARE

    window = MainWindow(settings)
    keep_on_screen(window)
    window.show()
    sys.excepthook = report_to(window)

    def begin() -> None:
        SPARE.prepare()
        rescue.offer(window.documents)
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
            from visualiser.words import tr

            say(tr("Something went wrong inside Plyscope: {error}. What you recorded is kept.", error=repr(error)))

    return report
