"""The calls that are made more than once, in the main window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.look.theme import font
from plyscope_window.session.limits import Future
from plyscope_window.widgets.table import PADDING
from PySide6.QtGui import QFontMetrics

from tests.visualiser.driving import settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(window: Any) -> Any:
    session = show(window, user_code_session(user_code_trace("fibonacci", "fib(10)")))
    session.go(session.cursor.last_step)
    window.docks.toggle("equal_calls")
    settle(window)
    return window.docks.docks["equal_calls"].panel


def cells(panel: Any, row: int) -> list[str]:
    return [panel.model.index(row, place).data() for place in range(panel.model.columnCount())]


@pytest.mark.full
def test_the_most_frequent_calls_come_first(panel: Any) -> None:
    assert panel.summary.text() == "177 calls, 11 of them different."
    assert panel.model.rowCount() == 9
    assert [cells(panel, row) for row in range(3)] == [
        ["fib(1)", "55", "1"],
        ["fib(2)", "34", "1"],
        ["fib(0)", "34", "0"],
    ]


def test_calls_are_counted_up_to_the_step(window: Any, panel: Any) -> None:
    session = window.session
    session.go(0)
    settle(window)
    assert (panel.summary.text(), panel.model.rowCount()) == ("So far: 1 call.", 0)
    assert panel.hint.isVisible(), "headings without rows say nothing"
    session.go_to_frame(12)
    settle(window)
    assert not panel.hint.isVisible()
    assert panel.summary.text() == "So far: 13 calls, 11 of them different."
    assert [cells(panel, row) for row in range(panel.model.rowCount())] == [["fib(2)", "2", "1"], ["fib(1)", "2", "1"]]
    session.show_future(Future.WHOLE)
    panel.present()
    assert cells(panel, 0) == ["fib(1)", "55", "1"]


def test_each_click_goes_to_the_next_time_the_call_is_made(window: Any, panel: Any) -> None:
    session, visited = window.session, []
    session.go(0)
    session.show_future(Future.WHOLE)
    panel.present()
    for _ in range(34):
        panel.table.chosen.emit(1)
        visited.append(session.cursor.frame)
        assert session.trace.user_code.label(session.cursor.frame) == "fib(2)"
    assert visited == sorted(set(visited))
    panel.table.chosen.emit(1)
    assert session.cursor.frame == visited[0]
    settle(window)
    assert [panel.look(panel.model.rows[row]).is_now for row in range(3)] == [False, True, False]


def test_saved_calls_are_counted(window: Any) -> None:
    show(window, user_code_session(user_code_trace("fibonacci_cached", "fib(20)")))
    window.docks.toggle("equal_calls")
    window.session.go(window.session.cursor.last_step)
    settle(window)
    panel = window.docks.docks["equal_calls"].panel
    assert panel.summary.text() == "39 calls, 21 of them different; 18 were saved by a cache."


def test_counts_of_millions_are_abbreviated(window: Any, panel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    user_code = window.session.trace.user_code
    many = user_code.times_called * 23_457
    monkeypatch.setattr(type(user_code), "times_called_by", lambda self, frames: many)
    panel.show_session(window.session)
    assert [panel.short_times_text(panel.model.rows[row]) for row in range(2)] == ["1.29M", "797,538"]
    assert panel.times_text(panel.model.rows[0]) == "1,290,135", "the tooltip shows the whole number"
    width = QFontMetrics(font(13, bold=True)).horizontalAdvance("797,538")
    assert panel.table.columnWidth(1) >= width + 2 * PADDING
    call = QFontMetrics(font(13, fixed=True)).horizontalAdvance("fib(1)")
    assert panel.table.columnWidth(0) >= call + 2 * PADDING + 16
