"""The outline: a valid tree model that fetches items on demand and follows the cursor."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.panels import outline
from plyscope_window.panels.outline import OutlineModel, OutlinePanel
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return OutlinePanel()


def test_the_model_passes_the_model_tester(open_session: Callable[[str], Any], qapp: Any) -> None:
    session = open_session("alpha-beta")
    model = OutlineModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    tester.setUseFetchMore(False)
    model.set_session(session)
    for frame in (0, 5, 300, 299, 12):
        assert model.frame_of(model.fetched_index(frame)) == frame
    assert tester.model() is model


def test_it_follows_the_cursor_and_fetches_only_siblings_of_the_path(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    trace = session.trace
    session.go_to_frame(300)
    assert panel.model.frame_of(panel.tree.currentIndex()) == 300
    path = trace.ancestors(300)
    assert all(panel.tree.isExpanded(panel.model.index_of(above)) for above in path[:-1])
    assert panel.model.fetched_count == 1 + sum(len(list(trace.children(above))) for above in path[:-1])


def test_what_only_the_cursor_expanded_is_collapsed_again(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    draw = random.Random(1)
    for _ in range(60):
        session.go(draw.randrange(session.cursor.last_step))
        path = set(session.trace.ancestors(session.selected)[:-1])
        opened = {frame for frame in panel.model._rows if panel.tree.isExpanded(panel.model.index_of(frame))}
        assert opened == path


def test_what_the_user_expanded_stays_expanded(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go_to_frame(1)
    panel.tree.expand(panel.model.index_of(5))
    session.go_to_frame(8)
    assert panel.tree.isExpanded(panel.model.index_of(5))
    assert not panel.tree.isExpanded(panel.model.index_of(1))


def test_a_long_walk_does_not_fetch_without_limit(panel: Any, shown: Callable[..., Any], monkeypatch: Any) -> None:
    monkeypatch.setattr(outline, "MAX_ITEMS", 100)
    session = shown("alpha-beta")
    for step in range(0, session.cursor.last_step, 7):
        session.go(step)
        assert panel.model.fetched_count < 200
        assert panel.model.frame_of(panel.tree.currentIndex()) == session.selected


def test_many_children_are_fetched_in_portions(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("wide")
    root = panel.model.index_of(0)
    panel.tree.expand(root)
    assert panel.model.rowCount(root) == 200
    panel.tree.verticalScrollBar().setValue(panel.tree.verticalScrollBar().maximum())
    assert panel.model.rowCount(root) == 400
    session.go_to_frame(2 * 430 + 1)
    assert panel.model.frame_of(panel.tree.currentIndex()) == 2 * 430 + 1


def test_selection_inspects_and_enter_goes_there(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("nine leaves")
    session.go_to_frame(1)
    place = panel.tree.visualRect(panel.model.index_of(5)).center()
    qtbot.mouseClick(panel.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (session.selected, session.cursor.frame) == (5, 1)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Down)
    assert (session.selected, session.cursor.frame) == (7, 1)
    qtbot.keyClick(panel.tree, Qt.Key.Key_Return)
    assert session.cursor.frame == 7


def test_items_have_accessible_sentences(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(4)

    def read(frame: int) -> str:
        panel.model.fetched_index(frame)
        return str(panel.model.data(panel.model.index_of(frame), Qt.ItemDataRole.AccessibleTextRole))

    assert read(2) == "B1, LEAF, value 9, calls: 1"
    assert read(1) == "B, MIN, value ≤9, calls: 2"
    assert read(3) == "B2, LEAF, not searched yet"
    assert read(0) == "A, MAX, no value yet, calls: 3"
