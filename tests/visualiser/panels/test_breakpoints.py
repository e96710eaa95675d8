"""The breakpoints: how they are added, refused, disabled, changed, counted and removed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.model.marks import Breakpoint, On
from plyscope_window.jobs.background import PENDING_ANSWERS
from plyscope_window.panels.breakpoints import BreakpointsPanel
from PySide6.QtCore import Qt

from tests.visualiser.panels.test_bookmarks import stays_usable

pytestmark = pytest.mark.qt

WHAT, HITS, PASSES = range(3)
"""The columns."""


@pytest.fixture
def panel(qapp: Any) -> Any:
    return BreakpointsPanel()


def add(panel: Any, on: On, target: str, qtbot: Any) -> None:
    panel.kind.setCurrentIndex(list(On).index(on))
    panel.target.setText(target)
    qtbot.keyClick(panel.target, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)


def test_breakpoints_of_each_kind_are_added_and_counted(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    assert panel.hint.isVisible()
    targets = {
        On.FRAME: "3",
        On.PLY: "1",
        On.MOVE: "a3",
        On.POSITION: ".OO/XXO/OX.",
        On.LINE: "27",
        On.CONDITION: "leaf and value == 1",
    }
    for on, target in targets.items():
        add(panel, on, target, qtbot)
    assert session.cursor.marks.breakpoints == [Breakpoint(on, target) for on, target in targets.items()]
    assert not panel.hint.isVisible()
    shown = [[panel.model.data(panel.model.index(row, place)) for place in (WHAT, HITS)] for row in range(6)]
    for step in (0, 6, session.cursor.last_step):
        session.go(step)
        panel.present()
        hits = [panel.model.data(panel.model.index(row, HITS)) for row in range(6)]
        reached = [session.cursor.hits(one) <= step for one in session.cursor.marks.breakpoints]
        assert hits == [str(int(one.sum())) for one in reached]
    assert shown[0][0] == "frame 3"
    assert shown[5][0] == "leaf and value == 1"


def test_in_a_low_dock_the_fields_stay_visible(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("by hand")
    for ply in range(12):
        session.toggle_breakpoint(Breakpoint(On.PLY, str(ply)))
    show(panel, session, width=300, height=110)
    assert stays_usable(panel, [panel.kind, panel.target, panel.add_button, panel.remove_button])


def test_an_invalid_breakpoint_is_refused_with_a_message(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    add(panel, On.CONDITION, "value >", qtbot)
    assert panel.error.isVisible()
    assert "condition" in panel.error.text()
    add(panel, On.LINE, "nine", qtbot)
    assert "nine" in panel.error.text()
    assert session.cursor.marks.breakpoints == []
    panel.target.setText("9")
    assert not panel.error.isVisible()


def test_the_same_breakpoint_is_not_set_twice(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    add(panel, On.LINE, "27", qtbot)
    add(panel, On.LINE, "27", qtbot)
    assert len(session.cursor.marks.breakpoints) == 1
    assert panel.error.text() == "There is such a breakpoint already."


def test_a_breakpoint_is_disabled_changed_and_removed(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    add(panel, On.LINE, "27", qtbot)
    model, marks = panel.model, session.cursor.marks
    panel.table.setCurrentIndex(model.index(0, WHAT))
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert marks.breakpoints == [Breakpoint(On.LINE, "27", enabled=False)]
    model.setData(model.index(0, WHAT), Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert marks.breakpoints == [Breakpoint(On.LINE, "27")]
    model.setData(model.index(0, PASSES), 3)
    model.setData(model.index(0, PASSES), -3)
    assert marks.breakpoints == [Breakpoint(On.LINE, "27", passes=0)]
    model.setData(model.index(0, PASSES), 2)
    assert session.act(lambda cursor: cursor.run())
    assert session.cursor.step == session.cursor.hits(Breakpoint(On.LINE, "27"))[2]
    assert not session.is_saved
    panel.table.setCurrentIndex(model.index(0, WHAT))
    qtbot.keyClick(panel.table, Qt.Key.Key_Delete)
    assert marks.breakpoints == []
    assert not panel.remove_button.isEnabled()


def test_counts_for_a_previous_recording_are_dropped(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    session = open_session("by hand")
    session.toggle_breakpoint(Breakpoint(On.PLY, "1"))
    show(panel, session)
    panel.attach(open_session("nine leaves"))
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)
    assert panel._hits == {}
