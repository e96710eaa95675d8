"""The moves at the root, as far as they are known at the cursor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope_window.panels.root_moves import RootMovesPanel
from PySide6.QtCore import Qt

pytestmark = pytest.mark.qt

MOVE, VALUE, EFFORT, CALLS = range(4)
"""The columns."""


@pytest.fixture
def panel(qapp: Any) -> Any:
    return RootMovesPanel()


def rows(panel: Any) -> list[tuple[str, str, str]]:
    model = panel.model
    return [
        tuple(model.data(model.index(row, place)) for place in (MOVE, VALUE, CALLS)) for row in range(model.rowCount())
    ]


def test_only_what_is_known_at_the_cursor_is_shown(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    assert rows(panel) == [("B", "·", ""), ("C", "·", ""), ("D", "·", "")]
    session.go(4)
    assert rows(panel) == [("B", "≤9", "2"), ("C", "·", ""), ("D", "·", "")]
    assert (panel.running.text, panel.table.currentIndex().row()) == ("1", 0)
    session.go(12)
    assert rows(panel)[0] == ("B", "7", "4")
    assert panel.is_best(panel.model.rows[0])
    session.cursor.last()
    panel.present()
    assert rows(panel) == [("B", "7", "4"), ("C", "≤6", "2"), ("D", "≤3", "2")]
    assert panel.running is None


def test_a_move_that_was_probed_counts_once_with_all_its_calls(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("probed")
    session.go(session.cursor.last_step)
    trace = session.trace
    assert [row[0] for row in rows(panel)] == ["B", "C", "D"]
    assert [int(row[2]) for row in rows(panel)] == [frames for _, _, _, frames in trace.root_moves]
    assert len(panel.model.rows[1].frames) == 2


def test_a_move_never_searched_is_listed_without_a_target(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("cut short")
    session.go(session.cursor.last_step)
    assert [row.text for row in panel.model.rows] == session.trace.position.moves()
    unsearched = next(place for place, row in enumerate(panel.model.rows) if not row.frames)
    before = session.cursor.step
    panel.table.chosen.emit(unsearched)
    assert session.cursor.step == before


def test_a_click_selects_a_move_and_a_double_click_and_enter_go_there(
    panel: Any, shown: Callable[..., Any], qtbot: Any
) -> None:
    session = shown("nine leaves")
    place = panel.table.visualRect(panel.model.index(1, 0)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (session.cursor.step, session.selected) == (0, 5)
    qtbot.mouseDClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert session.cursor.frame == 5
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert (session.cursor.frame, session.selected) == (5, 7)
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert session.cursor.frame == 7


def test_bars_shorter_than_their_heading_are_hidden(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(12)
    table = panel.table
    place = [column.heading for column in table.rows.columns].index("effort")
    for wide, is_hidden in ((400, False), (180, True), (170, True), (400, False)):
        panel.resize(wide, 300)
        table.resize(wide, 200)
        assert table.isColumnHidden(place) is is_hidden, wide
