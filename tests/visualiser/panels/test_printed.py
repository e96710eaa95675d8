"""What a program has printed up to the cursor, in the main window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.session.limits import Future
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(window: Any) -> Any:
    show(window, user_code_session(user_code_trace("hanoi", "hanoi(3)")))
    window.docks.toggle("printed")
    settle(window)
    return window.docks.docks["printed"].panel


def lines(panel: Any) -> list[str]:
    return [panel.model.index(row, 0).data() for row in range(panel.model.rowCount())]


def test_the_output_grows_and_shrinks_with_the_cursor(window: Any, panel: Any) -> None:
    session = window.session
    assert lines(panel) == []
    assert panel.summary.text() == "Nothing has been printed so far."
    session.go(session.cursor.last_step)
    settle(window)
    whole = lines(panel)
    assert len(whole) == 7
    assert whole[0] == "disc 1: A to C"
    assert panel.summary.text() == "7 lines"
    for step in range(session.cursor.last_step, -1, -9):
        session.go(step)
        settle(window)
        assert lines(panel) == whole[: panel.printed.count_at(step)]
    session.go(0)
    session.show_future(Future.WHOLE)
    panel.present()
    assert lines(panel) == whole
    assert not any(panel.look(row).is_now for row in panel.model.rows)


def test_a_line_leads_to_its_step_and_is_marked_there(window: Any, panel: Any) -> None:
    session = window.session
    session.go(session.cursor.last_step)
    settle(window)
    QTest.mouseClick(
        panel.table.viewport(), Qt.MouseButton.LeftButton, pos=panel.table.visualRect(panel.model.index(3, 0)).center()
    )
    settle(window)
    assert session.trace.text.splitlines()[session.cursor.line - 1].strip().startswith("print(")
    assert len(lines(panel)) == 4
    assert [panel.look(panel.model.rows[row]).is_now for row in range(4)] == [False, False, False, True]
    session.act(lambda cursor: cursor.into())
    settle(window)
    assert not any(panel.look(panel.model.rows[row]).is_now for row in range(4))


def test_programs_without_output_and_searches_show_a_sentence(window: Any) -> None:
    show(window, user_code_session(user_code_trace("fibonacci", "fib(5)")))
    window.docks.toggle("printed")
    settle(window)
    panel = window.docks.docks["printed"].panel
    assert panel.summary.text() == "Nothing has been printed so far."
    window.session.go(window.session.cursor.last_step)
    settle(window)
    assert panel.summary.text() == "Nothing is printed in this run."
    show(window, session_on("sample:tree/textbook"))
    assert not window.docks.docks["printed"].isVisible()
    assert panel.pages.currentWidget() is panel.nothing
