"""A real window on an empty state folder, whose questions are answered by the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def beam() -> Iterator[Any]:
    """A beam search of a textbook's tree: one cutoff prunes two leaves, and two more moves are left out."""
    from plyscope import plugins
    from plyscope.search import SEARCHES

    from tests.full_traces import record
    from tests.places import PLUGIN_SEARCHES

    searches, loaded = dict(SEARCHES), dict(plugins._plugins)
    plugins.load([PLUGIN_SEARCHES / "beam.py"])
    yield record("tree:[[3,12,8],[2,4,6],[14,5,2]]", "beam")
    for table, kept in ((SEARCHES, searches), (plugins._plugins, loaded)):
        table.clear()
        table.update(kept)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def collector(qapp: Any) -> Iterator[Any]:
    """What collects cycles in the thread of the tests, as in the program."""
    from plyscope_window.jobs.collector import Collector

    made = Collector()
    yield made
    made.stop()


@pytest.fixture(autouse=True)
def collected(request: pytest.FixtureRequest) -> Iterator[None]:
    """What a test with Qt has left is collected after it, and no key is held any longer."""
    made = request.getfixturevalue("collector") if "qt" in request.keywords else None
    yield
    if made is not None:
        release_keys()
        made.collect()


def release_keys() -> None:
    """Make Qt forget Shift and Ctrl: after a click of a key with one of them it takes it as held, until the next event.

    What a view selects then depends on it.
    """
    from PySide6.QtCore import Qt
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QWidget

    QTest.keyRelease(QWidget(), Qt.Key.Key_Shift)


@pytest.fixture
def qtbot(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """pytest-qt's, with time for a busy machine where a test names none."""
    from tests.visualiser.driving import TIMEOUT_MS

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
def make_window(qtbot: Any, answers: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Makes windows that remember their settings in one folder; each is closed and deleted at the end."""
    from tests.visualiser.driving import windows

    with windows(tmp_path / "state") as make:
        yield make


def pytest_itemcollected(item: pytest.Item) -> None:
    """Have the window of a module made before its first test replaces anything."""
    is_own = item.get_closest_marker("own_window") is not None
    if isinstance(item, pytest.Function) and "window" in item.fixturenames and not is_own:
        item.fixturenames.insert(0, "window_of_module")


@pytest.fixture
def window(request: pytest.FixtureRequest) -> Any:
    """The window of the module; one of its own for a test that is marked so."""
    if request.node.get_closest_marker("own_window") is not None:
        return request.getfixturevalue("make_window")()
    return request.getfixturevalue("shared_window")


@pytest.fixture(scope="module")
def window_of_module(qapp: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One window for the tests of a module: opening one takes longer than most tests."""
    from tests.visualiser.driving import windows

    with windows(tmp_path_factory.mktemp("state")) as make:
        yield make()


@pytest.fixture
def shared_window(window_of_module: Any, answers: Any, qtbot: Any) -> Iterator[Any]:
    """The window of the module, with only the start page open before and after each test.

    It has the same docks, size and settings again; a test that changes anything else gets a window of its own.
    """
    from tests.visualiser.driving import close_pages, settings_kept

    window = window_of_module
    docks, chosen, size = window.docks, dict(window.docks.chosen), window.size()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    with settings_kept(window):
        yield window
        answers.save, answers.agrees = "discard", True
        close_pages(window)
    window.resize(size)
    for key, is_chosen in chosen.items():
        if docks.chosen[key] != is_chosen:
            docks._choose(key, is_chosen)
            docks.docks[key].setVisible(is_chosen)
