"""The outline: a true tree model, filled where one looks, that follows the cursor."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    from plyscope_window.panels.outline import OutlinePanel

    return OutlinePanel()


def test_the_model_keeps_qts_rules(open_session: Callable[[str], Any], qapp: Any) -> None:
    from plyscope_window.panels.outline import OutlineModel
    from PySide6.QtTest import QAbstractItemModelTester

    session = open_session("alpha-beta")
    model = OutlineModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tester.setUseFetchMore(False)
    model.set_session(session)
    for frame in (0, 5, 300, 299, 12):
        assert model.frame_of(model.reach(frame)) == frame
    assert tester.model() is model


def test_it_follows_the_cursor_and_fills_no_more_than_the_siblings_of_the_path(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("alpha-beta")
    show(panel, session)
    trace = session.trace
    session.go_to_frame(300)
    assert panel.model.frame_of(panel.tree.currentIndex()) == 300
    path = trace.ancestors(300)
    assert all(panel.tree.isExpanded(panel.model.index_of(above)) for above in path[:-1])
    assert panel.model.filled == 1 + sum(len(list(trace.children(above))) for above in path[:-1])


def test_what_only_the_cursor_opened_is_closed_behind_it(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("alpha-beta")
    show(panel, session)
    chance = random.Random(1)
    for _ in range(60):
        session.go(chance.randrange(session.cursor.last_step))
        path = set(session.trace.ancestors(session.selected)[:-1])
        opened = {frame for frame in panel.model._rows if panel.tree.isExpanded(panel.model.index_of(frame))}
        assert opened == path


def test_what_a_person_opened_stays_open(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("nine leaves")
    show(panel, session)
    session.go_to_frame(1)
    panel.tree.expand(panel.model.index_of(5))
    session.go_to_frame(8)
    assert panel.tree.isExpanded(panel.model.index_of(5))
    assert not panel.tree.isExpanded(panel.model.index_of(1))


def test_a_long_walk_does_not_fill_it_for_ever(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any], monkeypatch: Any
) -> None:
    from plyscope_window.panels import outline

    monkeypatch.setattr(outline, "MAX_ITEMS", 100)
    session = open_session("alpha-beta")
    show(panel, session)
    for step in range(0, session.cursor.last_step, 7):
        session.go(step)
        assert panel.model.filled < 200
        assert panel.model.frame_of(panel.tree.currentIndex()) == session.selected


def test_large_fans_come_in_portions(panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]) -> None:
    session = open_session("wide")
    show(panel, session)
    root = panel.model.index_of(0)
    panel.tree.expand(root)
    assert panel.model.rowCount(root) == 200
    panel.tree.verticalScrollBar().setValue(panel.tree.verticalScrollBar().maximum())
    assert panel.model.rowCount(root) == 400
    session.go_to_frame(2 * 430 + 1)
    assert panel.model.frame_of(panel.tree.currentIndex()) == 2 * 430 + 1


def test_selecting_looks_and_enter_goes(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    from PySide6.QtCore import Qt

    session = open_session("nine leaves")
    show(panel, session)
    session.go_to_frame(1)
    place = panel.tree.visualRect(panel.model.index_of(5)).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (session.selected, session.cursor.frame) == (5, 1)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    assert (session.selected, session.cursor.frame) == (7, 1)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert session.cursor.frame == 7


def test_items_are_read_aloud_as_far_as_they_are_known(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    from PySide6.QtCore import Qt

    session = open_session("nine leaves")
    show(panel, session)
    session.go(4)

    def read(frame: int) -> str:
        panel.model.reach(frame)
        return str(panel.model.data(panel.model.index_of(frame), Qt.ItemDataRole.AccessibleTextRole))

    assert read(2) == "1, END, value 9, calls: 1"
    assert read(1) == "1, MIN, value ≤9, calls: 2"
    assert read(3) == "2, END, not searched yet"
    assert read(0) == "start, MAX, no value yet, calls: 3"
