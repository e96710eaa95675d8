"""A panel with a recording, which shows the cursor as in the main window; and one main window for a whole module."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.visualiser.panels.recordings import SOURCES


@pytest.fixture
def open_session(qapp: Any) -> Callable[[str], Any]:
    """Open a recording by its name in `SOURCES`."""
    from plyscope_window.look import theme
    from plyscope_window.session.session import Session

    theme.use(theme.LIGHT)
    return lambda name: Session(SOURCES[name](), name)


@pytest.fixture(scope="module")
def module_window(qapp: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A window that all tests of a module share: making and deleting one takes longer than most checks."""
    from plyscope_window.app.application import make_window
    from plyscope_window.jobs.job import SPARE
    from plyscope_window.look import fonts, theme
    from PySide6.QtTest import QTest

    from tests.visualiser.driving import delete

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLYSCOPE_STATE", str(tmp_path_factory.mktemp("state")))
        fonts.load()
        theme.use(theme.LIGHT)
        window = make_window()
        window.resize(1400, 900)
        window.show()
        window.activateWindow()
        assert QTest.qWaitForWindowActive(window, 60_000)
        yield window
        delete(window)
        SPARE.dismiss()
        theme.use(theme.LIGHT)


@pytest.fixture
def window(module_window: Any, answers: Any) -> Iterator[Any]:
    """The window of the module. After each test its tabs are closed, and its docks are shown or hidden as before."""
    from plyscope_window.jobs.background import wait_for_all

    docks = module_window.docks
    chosen = dict(docks.chosen)
    yield module_window
    answers.save, answers.agrees = "discard", True
    wait_for_all()
    while module_window.session is not None:
        module_window.close_tab()
    for key, is_chosen in chosen.items():
        if docks.chosen[key] != is_chosen:
            docks._choose(key, is_chosen)
            docks.docks[key].setVisible(is_chosen)
    wait_for_all()


@pytest.fixture
def show(qtbot: Any) -> Callable[[Any, Any], Any]:
    """Show a panel with a session, and keep it up to date as the main window does."""

    def shown(panel: Any, session: Any, width: int = 320, height: int = 420) -> Any:
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.attach(session)
        if session is not None:
            for signal in (session.moved, session.marked, session.search_changed):
                signal.connect(panel.present)
        panel.show()
        qtbot.waitExposed(panel)
        return panel

    return shown
