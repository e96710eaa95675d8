"""The bookmarks: their order, and how they are edited in place, gone to and removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.model.marks import Bookmark
from plyscope_window.panels.bookmarks import BookmarksPanel
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLineEdit

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return BookmarksPanel()


@pytest.fixture
def session(open_session: Callable[[str], Any]) -> Any:
    made = open_session("by hand")
    made.set_bookmark(Bookmark(9, "the way back", "compare with step 16"))
    made.set_bookmark(Bookmark(4))
    return made


def texts(panel: Any) -> list[tuple[str, str, str]]:
    model = panel.model
    return [tuple(model.data(model.index(row, place)) for place in range(3)) for row in range(model.rowCount())]


def test_bookmarks_are_sorted_and_unnamed_ones_show_their_step(
    panel: Any, session: Any, show: Callable[..., Any]
) -> None:
    show(panel, session)
    assert texts(panel)[0] == ("4", "a later step", "")
    session.go(4)
    panel.present()
    assert texts(panel) == [
        ("4", "O plays [0,2]: now MIN takes the smallest value.", ""),
        ("9", "the way back", "compare with step 16"),
    ]


def test_the_empty_list_names_the_key(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand")
    assert panel.hint.isVisible()
    assert "Ctrl+D" in panel.hint.text()
    session.toggle_bookmark()
    assert not panel.hint.isVisible()
    assert panel.table.isVisible()


def test_enter_and_double_click_go_to_a_bookmark(
    panel: Any, session: Any, show: Callable[..., Any], qtbot: Any
) -> None:
    show(panel, session)
    panel.table.setCurrentIndex(panel.model.index(1, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert session.cursor.step == 9
    place = panel.table.visualRect(panel.model.index(0, 1)).center()
    viewport = panel.table.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=place)
    assert session.cursor.step == 4


def test_names_and_notes_are_edited_in_place(panel: Any, session: Any, show: Callable[..., Any], qtbot: Any) -> None:
    show(panel, session)
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    qtbot.mouseClick(panel.rename_button, Qt.MouseButton.LeftButton)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    assert editor.text() == ""
    session.go(2)
    assert editor.isVisible()
    qtbot.keyClicks(editor, "second try")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: session.cursor.marks.bookmarks[4].name == "second try")
    panel.model.setData(panel.model.index(0, 2), "  why?  ")
    assert session.cursor.marks.bookmarks[4] == Bookmark(4, "second try", "why?")
    assert not session.is_saved


def test_tab_moves_from_the_name_to_the_note(panel: Any, session: Any, show: Callable[..., Any], qtbot: Any) -> None:
    show(panel, session)
    session.go(20)
    qtbot.mouseClick(panel.add_button, Qt.MouseButton.LeftButton)
    assert panel.table.currentIndex().row() == 2, "what was just set is chosen"
    panel.table.setFocus()
    panel.table.setCurrentIndex(panel.model.index(2, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_F2)
    for words, key in (("here", Qt.Key.Key_Tab), ("look again", Qt.Key.Key_Return)):
        field = next(one for one in panel.table.findChildren(QLineEdit) if one.isVisible())
        qtbot.keyClicks(field, words)
        qtbot.keyClick(field, key)
        qtbot.wait(1)
    assert session.cursor.marks.bookmarks[20] == Bookmark(20, "here", "look again")


def test_in_a_low_dock_the_buttons_stay_visible(panel: Any, session: Any, show: Callable[..., Any]) -> None:
    for step in range(10, 30):
        session.set_bookmark(Bookmark(step))
    show(panel, session, width=300, height=110)
    assert stays_usable(panel, [panel.add_button, panel.rename_button, panel.remove_button, panel.go_button])


def stays_usable(panel: Any, controls: list[Any]) -> bool:
    """Whether all of the controls and some rows of the list are inside the panel, and the list can be scrolled."""
    for control in controls:
        place = QRect(control.mapTo(panel, QPoint(0, 0)), control.size())
        assert panel.rect().contains(place), control.accessibleName()
        assert control.height() >= 20
        assert control.toolTip()
        assert control.focusPolicy(), "the keyboard comes to it"
        assert place.bottom() < panel.table.mapTo(panel, QPoint(0, 0)).y()
    bottom = panel.table.mapTo(panel, QPoint(0, panel.table.height())).y()
    assert bottom <= panel.height()
    assert panel.table.viewport().height() >= panel.table.rowHeight(0)
    return bool(panel.table.verticalScrollBar().maximum() > 0)


def test_bookmarks_are_removed(panel: Any, session: Any, show: Callable[..., Any], qtbot: Any) -> None:
    show(panel, session)
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    assert list(session.cursor.marks.bookmarks) == [9]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    qtbot.mouseClick(panel.remove_button, Qt.MouseButton.LeftButton)
    assert session.cursor.marks.bookmarks == {}
    assert panel.hint.isVisible()
