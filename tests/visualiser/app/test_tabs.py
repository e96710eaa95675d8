"""Tabs keep room for their titles, and say in full what they hold."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope_window.app.tabs import VISIBLE_LETTERS, tab_tooltip
from plyscope_window.pages.editor.editor_page import edit_text
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


HEBREW = "sample:tictactoe/hebrew"


@pytest.mark.full
def test_a_title_of_usual_length_is_never_shortened(window: Any) -> None:
    for number in range(12):
        session = session_on("sample:tree/nine-leaves")
        session.title = chr(ord("a") + number) * VISIBLE_LETTERS
        show(window, session)
    bar = window.tabs.tabBar()
    for place in range(1, bar.count()):
        needed = bar.fontMetrics().horizontalAdvance(bar.tabText(place)) + bar.iconSize().width()
        assert bar.tabRect(place).width() >= needed, "the bar scrolls instead"


@pytest.mark.full
def test_a_long_title_shrinks_only_that_far(window: Any) -> None:
    for number in range(12):
        session = session_on("sample:tree/nine-leaves")
        session.title = f"{number}: " + "a rather long title of a position " * 3
        show(window, session)
    settle(window)
    bar = window.tabs.tabBar()
    metrics = bar.fontMetrics()
    widths = {bar.tabRect(place).width() for place in range(1, bar.count())}
    title = bar.tabText(1)
    assert min(widths) >= metrics.horizontalAdvance(title[:VISIBLE_LETTERS])
    assert max(widths) < metrics.horizontalAdvance(title)


def tip(window: Any, place: int) -> str:
    """What is to be read in the tooltip of a tab."""
    document = QTextDocument()
    document.setHtml(window.tabs.tabToolTip(place))
    return document.toPlainText()


def test_the_tooltip_has_the_whole_title_and_the_source(window: Any, tmp_path: Path) -> None:
    session = show(window, session_on(HEBREW))
    assert tip(window, 1) == f"{session.title}\n{session.trace.position}"
    path = tmp_path / "kept.plytrace"
    session.saved_as(path)
    assert tip(window, 1) == f"{session.title}\n{path}"
    edit_text(window, "connectfour:44")
    assert tip(window, 2).endswith(str(window.page.position))
    window.page.editor.text.setPlainText("445")
    assert tip(window, 2).startswith(window.page.title)


def test_what_a_file_says_is_not_taken_for_markup(window: Any) -> None:
    session = session_on(HEBREW)
    session.title = "<b>bold</b> & more"
    show(window, session)
    assert tip(window, 1).startswith(session.title)


def test_an_endless_position_is_shortened(window: Any) -> None:
    show(window, session_on("sample:tree/nine-leaves"))
    assert "…" not in tab_tooltip(window.page, "nine")
    show(window, session_on(f"tree:{list(range(1000))}"))
    assert len(tab_tooltip(window.page, "thousand")) < 400


def test_the_button_closes_its_own_tab(qtbot: Any, window: Any) -> None:
    first = show(window, session_on(HEBREW))
    second = show(window, session_on("sample:tree/nine-leaves"))
    bar = window.tabs.tabBar()
    button = bar.tabButton(1, bar.ButtonPosition.RightSide)
    assert button.iconSize() == QSize(12, 12)
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert first.title not in [bar.tabText(place) for place in range(bar.count())]
    assert window.session is second


def texts(window: Any) -> list[str]:
    return [window.tabs.tabText(place) for place in range(1, window.tabs.count())]


def test_tabs_of_one_title_are_told_apart(window: Any, tmp_path: Path) -> None:
    nine = "Nine leaves in order · alphabeta"
    for options in ({}, {"cut": ">"}, {"cut": ">"}):
        show(window, session_on("sample:tree/nine-leaves", **options))
    assert texts(window) == [f"{nine} · cut >=", f"{nine} · cut >", f"{nine} · cut > (2)"]
    assert window.windowTitle() == f"{nine} · cut > (2) – Plyscope"
    window.close_tab()
    window.close_tab()
    assert texts(window) == [nine], "alone, it needs no more than its title"
    show(window, session_on("sample:tree/nine-leaves"))
    assert texts(window) == [nine, f"{nine} (2)"]
    for place, folder in ((1, "monday"), (2, "tuesday")):
        session = window.tabs.widget(place).session
        session.path = tmp_path / folder / "homework.plytrace"
        session.title_changed.emit()
    assert texts(window) == [f"{nine} · monday", f"{nine} · tuesday"]


def test_a_page_behind_does_not_make_the_window_larger(qapp: Any) -> None:
    """Else the transport is below the screen once a program has been run."""
    from plyscope_window.app.tabs import Tabs
    from PySide6.QtWidgets import QWidget

    tabs, high = Tabs(), QWidget()
    tabs.addTab(QWidget(), "low")
    high.setMinimumHeight(2000)
    before = tabs.minimumSizeHint().height()
    tabs.addTab(high, "high")
    assert tabs.minimumSizeHint().height() == before < 200
