"""What it takes to drive a window: answers to its questions, recordings to show, and what is to be seen of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from plyscope.files.sources import load
from plyscope.text.narration import sentence
from plyscope_window.app.application import make_window
from plyscope_window.app.main_window import MainWindow
from plyscope_window.app.opening import show_start
from plyscope_window.app.transport import place_words
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.jobs.job import SPARE_PROCESS
from plyscope_window.look import fonts, theme
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.pages.trace_page import recording_title, show_session
from plyscope_window.session.session import Session
from plyscope_window.widgets import questions
from plyscope_window.words import localized
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from tests.full_traces import record

TIMEOUT_MS = 60_000
"""After this a test that waits has failed; a busy machine may need a while for what is done at once elsewhere."""


@dataclass
class Answers:
    """Stands in for the person whenever the window asks something."""

    save: str | list[str] = "discard"
    """One answer for all, or one after the other."""
    agrees: bool = True
    to_open: list[Path] = field(default_factory=list)
    to_save: Path | None = None
    folder: Path | None = None
    step: int | None = None
    recovered: str = "open"
    bookmark: tuple[str, str] | None = ("A name", "a note")
    nothing: None = None
    asked: list[str] = field(default_factory=list)
    """The questions, and what the window said."""

    def stand_in_for_the_person(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def answer(name: str, what: str) -> None:
            def ask(parent: object, *words: object, **others: object) -> object:
                self.asked.append(" ".join(word for word in words if isinstance(word, str)) or name)
                reply = getattr(self, what)
                if name == "ask_about_recovered":
                    assert isinstance(words[0], list)
                    return reply, list(range(len(words[0])))
                return reply.pop(0) if name == "ask_to_save" and isinstance(reply, list) else reply

            monkeypatch.setattr(questions, name, ask)

        for name, what in (
            ("ask_to_save", "save"), ("confirm", "agrees"), ("ask_open_paths", "to_open"),
            ("ask_save_path", "to_save"), ("ask_folder", "folder"), ("ask_step", "step"), ("warn", "nothing"),
            ("ask_about_recovered", "recovered"), ("ask_bookmark", "bookmark"),
        ):  # fmt: skip
            answer(name, what)

    @property
    def last(self) -> str:
        return self.asked[-1] if self.asked else ""


def session_on(source: str, algorithm: str = "", **options: Any) -> Session:
    """A recording made on the spot."""
    arguments = {"algorithm": algorithm} if algorithm else {}
    trace = record(load(source), **arguments, **options)
    session = Session(trace, recording_title(trace, None))
    session.is_saved = True
    return session


def show(window: MainWindow, session: Session) -> Session:
    show_session(window, session)
    settle(window)
    return session


def settle(window: MainWindow) -> None:
    """Everything that waits for the next turn of the event loop has been done."""
    QTest.qWait(1)
    present_docks(window)
    QCoreApplication.processEvents()


def present_docks(window: MainWindow) -> None:
    """All panels show the cursor's step, without waiting for a picture first."""
    window.docks._later.stop()
    for dock in window.docks.docks.values():
        dock.present()


@contextmanager
def windows(state: Path) -> Iterator[Callable[..., MainWindow]]:
    """Makes windows that keep settings and state in one folder; in the end each is deleted without a question."""
    made: list[MainWindow] = []

    def make(width: int = 1400, height: int = 900) -> MainWindow:
        window = make_window()
        made.append(window)
        window.resize(width, height)
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window, TIMEOUT_MS)
        return window

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYSCOPE_STATE", str(state))
        fonts.load()
        theme.use(theme.LIGHT)
        yield make
        Answers().stand_in_for_the_person(patch)
        for window in made:
            delete(window)
        SPARE_PROCESS.dismiss()
        theme.use(theme.LIGHT)


def delete(window: MainWindow) -> None:
    """Closes a window without a question, and deletes it with all that it holds."""
    if not shiboken6.isValid(window):
        return
    window.close()
    wait_for_all()
    QCoreApplication.processEvents()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def close_pages(window: MainWindow) -> None:
    """Closes every page and dialog without a question; the start page is left, a new one where it was changed."""
    window.stepping.stop()
    window.transport.set_speed(2.0)
    window.say("")
    for dialog in window.findChildren(QDialog):
        dialog.close()
    kept = [page for page in window.pages if isinstance(page, StartPage) and not page.filter.text()]
    for page in window.pages:
        if page not in kept:
            window.close_page(page)
    show_start(window)
    for page in window.pages:
        if isinstance(page, StartPage):
            # Its cards take longer than most tests. They are made when it is shown again.
            page._timer.stop()
    QCoreApplication.processEvents()
    wait_for_all()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@contextmanager
def settings_kept(window: MainWindow) -> Iterator[None]:
    """What is remembered in the meantime is forgotten."""
    store = window.settings._store
    before = {key: store.value(key) for key in store.allKeys()}
    yield
    store.clear()
    for key, value in before.items():
        store.setValue(key, value)


def panel(window: MainWindow, key: str) -> Any:
    found = window.docks.docks[key].panel
    assert found is not None, f"{key} has not been shown"
    return found


def cursor_facts(session: Session) -> tuple[object, ...]:
    """The cursor's own account of a step."""
    cursor = session.cursor
    return cursor.step, cursor.stack, localized(sentence(cursor.trace, cursor.now)), cursor.line, cursor.position.text


def seen(window: MainWindow) -> dict[str, object]:
    """What the views show, in words, of the step they stand at. Only what can be seen counts."""
    facts: dict[str, object] = {"transport": window.transport.place.wordings[0]}
    for key, dock in window.docks.docks.items():
        if dock.is_seen and key in READERS:
            facts[key] = READERS[key](dock.panel)
    return facts


def expected(window: MainWindow, session: Session) -> dict[str, object]:
    """What the views should show of the cursor's step, as far as that can be said from outside."""
    cursor, inspected = session.cursor, session.inspected
    return {
        "transport": place_words(session)[0],
        "board": f"ply {inspected.ply}",
        "source": cursor.line,
        "stack": [one.frame for one in cursor.stack],
        "steps": cursor.step,
        "timeline": f"step {cursor.step:,} of {cursor.last_step:,}",
    }


def disagreements(window: MainWindow, session: Session) -> list[str]:
    """Views that show another step than the cursor's."""
    found, target = seen(window), expected(window, session)
    return [
        f"{key}: {found[key]!r} and not {target[key]!r}" for key in target if key in found and found[key] != target[key]
    ]


def labels_in(panel: Any) -> list[str]:
    from PySide6.QtWidgets import QLabel

    return [label.text() for label in panel.findChildren(QLabel)]


def table_in(panel: Any) -> list[tuple[str, ...]]:
    model = panel.table.model()
    rows, columns = model.rowCount(), model.columnCount()
    return [tuple(str(model.index(row, place).data() or "") for place in range(columns)) for row in range(rows)]


READERS: dict[str, Any] = {
    "board": lambda panel: panel.ply.text(),
    "window": labels_in,
    "root_moves": table_in,
    "source": lambda panel: panel.text.now,
    "stack": lambda panel: [one.frame for one in panel.model.rows[::-1]],
    "steps": lambda panel: int(panel.list.at),
    "statistics": lambda panel: None,
    "timeline": lambda panel: panel.line.accessibleDescription(),
}
