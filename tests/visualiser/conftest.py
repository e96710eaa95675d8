"""A real window on an empty state folder, whose questions are answered by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

TIMEOUT_MS = 60_000
"""After this a test that waits has failed; a busy machine may need a while for what is done at once elsewhere."""


@pytest.fixture
def qtbot(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """pytest-qt's, with time for a busy machine where a test names none."""
    for name in ("waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive"):
        monkeypatch.setattr(qtbot, name, partial(getattr(qtbot, name), timeout=TIMEOUT_MS))
    return qtbot


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> Any:
    """What is answered to the window's questions, and which ones it asked."""
    from tests.visualiser.driving import Answers

    made = Answers()
    made.stand_in_for_the_person(monkeypatch)
    return made


@pytest.fixture
def make_window(
    qtbot: Any, answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Any]]:
    """Makes windows that remember what they are told in one folder; each is closed and deleted at the end."""
    from plyscope_window.app.application import make_window as new_window
    from plyscope_window.jobs.job import SPARE
    from plyscope_window.look import fonts, theme

    from tests.visualiser.driving import delete

    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    fonts.load()
    theme.use(theme.LIGHT)
    made: list[Any] = []

    def make(width: int = 1400, height: int = 900) -> Any:
        window = new_window()
        made.append(window)
        window.resize(width, height)
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        return window

    yield make
    answers.save, answers.agrees = "discard", True
    for window in made:
        delete(window)
    SPARE.dismiss()
    theme.use(theme.LIGHT)


@pytest.fixture
def window(make_window: Callable[..., Any]) -> Any:
    return make_window()


@pytest.fixture(scope="module")
def window_of_module(qapp: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One window for the tests of a module: opening one takes longer than most tests."""
    from plyscope_window.app.application import make_window as new_window
    from plyscope_window.jobs.job import SPARE
    from plyscope_window.look import fonts, theme
    from PySide6.QtTest import QTest

    from tests.visualiser.driving import Answers, delete

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path_factory.mktemp("state")))
        fonts.load()
        theme.use(theme.LIGHT)
        window = new_window()
        window.resize(1400, 900)
        window.show()
        assert QTest.qWaitForWindowExposed(window, TIMEOUT_MS)
        yield window
        Answers().stand_in_for_the_person(monkeypatch)
        delete(window)
        SPARE.dismiss()
        theme.use(theme.LIGHT)


@pytest.fixture
def shared_window(window_of_module: Any, answers: Any, qtbot: Any) -> Iterator[Any]:
    """The window of the module, with only the start page open before and after each test.

    A module whose tests change nothing but pages and recordings names this fixture `window`.
    """
    from tests.visualiser.driving import close_pages

    window = window_of_module
    close_pages(window)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield window
    answers.save, answers.agrees = "discard", True
    close_pages(window)
