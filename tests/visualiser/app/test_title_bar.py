"""The bars above panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plyscope_window.app.application import make_window
from plyscope_window.look.theme import font
from plyscope_window.pages.trace_page import show_session
from plyscope_window.session.session import Session
from PySide6.QtWidgets import QApplication

from tests.full_traces import record

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


@pytest.fixture(scope="module")
def window(qapp: Any) -> Iterator[Any]:
    made = make_window()
    made.resize(1280, 1000)
    made.show()
    session = Session(record("tree:[[3,12,8],[2,4,6],[14,5,2]]"), "the figure")
    session.is_saved = True
    show_session(made, session)
    session.go(16)
    made.docks.arrange()
    settle()
    yield made
    made.close()


def settle() -> None:
    for _ in range(8):
        QApplication.processEvents()


def test_a_dock_of_its_own_has_its_title_in_capitals_and_what_its_panel_says(window: Any) -> None:
    source, bounds = window.docks.docks["source"].bar, window.docks.docks["window"].bar
    assert source.title.text() == "SOURCE"
    assert source.isAncestorOf(window.docks.docks["source"].panel.folding)
    assert (bounds.title.text(), bounds.remark.text()) == ("α–β at C", "MIN, ply 1"), "no capital of α, which is an A"


def test_titles_alone_have_their_letters_apart(window: Any) -> None:
    title = window.docks.docks["source"].bar.title
    assert title.font().letterSpacing() > 0
    assert title.font().pixelSize() == font(11.5).pixelSize()
    assert font(11.5, bold=True).letterSpacing() == 0


def test_among_tabs_the_tab_is_the_title(window: Any) -> None:
    stack = window.docks.docks["stack"]
    assert window.tabifiedDockWidgets(stack)
    assert stack.bar.height() == 0
    for one in window.tabifiedDockWidgets(stack):
        one.hide()
    settle()
    assert stack.bar.height() > 10
    assert stack.bar.title.text() == "CALL STACK"


def test_a_button_closes_a_dock(window: Any) -> None:
    source = window.docks.docks["source"]
    source.bar._close.click()
    assert not source.isVisible()
    assert not window.docks.chosen["source"]
