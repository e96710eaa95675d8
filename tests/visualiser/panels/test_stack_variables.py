"""The call stack of somebody's own code: every open call with its variables, what a line changed marked."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.model.steps import Moment
from plyscope.text.narration import sentence
from plyscope_window.panels.stack import BEST, MOVE, SIDE, TRIED, VARIABLES, parts_of, variables_text
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle, show
from tests.visualiser.user_code_sessions import BOOM, trace_of_text, user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def stack(window: Any) -> Any:
    show(window, user_code_session(user_code_trace("hanoi", "hanoi(3)")))
    return window.docks.docks["stack"].panel


def row(stack: Any, number: int) -> list[str]:
    return [stack.model.index(number, place).data() for place in (MOVE, VARIABLES)]


def test_every_open_call_has_its_variables(window: Any, stack: Any) -> None:
    window.session.go_to_frame(2)
    settle(window)
    assert row(stack, 2) == ["hanoi(3, 'A', 'C', 'B')", "discs = 3, source = 'A', target = 'C', spare = 'B'"]
    assert row(stack, 0)[0].startswith("hanoi(1,")
    assert [stack.table.isColumnHidden(place) for place in (SIDE, BEST, TRIED, VARIABLES)] == [True, True, True, False]


def test_what_a_line_changed_is_marked_and_nothing_else(window: Any, stack: Any) -> None:
    session, seen = window.session, set()
    while session.act(lambda cursor: cursor.into()):
        parts = parts_of(session, session.stack[-1], 40)
        marked = {part.text for part in parts if part.is_marked}
        if session.cursor.now.moment is Moment.LINE:
            seen |= marked
        else:
            assert marked == ({parts[0].text} if session.cursor.now.moment is Moment.LEAVE else set())
        for waiting in session.stack[:-1]:
            assert not any(part.is_marked for part in parts_of(session, waiting, 40))
    assert seen == {"before = 0", "before = 1", "before = 3"}
    assert "→ 7" in variables_text(session, session.stack[-1])


def test_keys_step_from_line_to_line(window: Any, stack: Any) -> None:
    session = window.session
    window.activateWindow()
    lines = []
    for _ in range(3):
        QTest.keySequence(window.canvas, "F12")
        assert session.cursor.frame == 0
        lines.append(session.cursor.line)
    assert lines == sorted(lines)
    QTest.keySequence(window.canvas, "Ctrl+F12")
    assert session.cursor.line == lines[1]
    QTest.keySequence(window.canvas, "F11")
    assert session.cursor.frame == 1
    QTest.keySequence(window.canvas, "Shift+F11")
    assert (session.cursor.frame, session.cursor.line) == (0, lines[1])


def test_the_end_is_shown_where_it_happened(window: Any) -> None:
    session = show(window, user_code_session(trace_of_text(BOOM, "dig(3, [])")))
    session.go(session.cursor.last_step)
    settle(window)
    source = window.docks.docks["source"].panel
    assert session.cursor.line == source.text.now == 4
    assert "ValueError: nothing below zero" in source.text.values[4]
    assert session.cursor.frame == session.trace.user_code.ended.frame == 3
    assert "ValueError: nothing below zero" in str(sentence(session.trace, session.cursor.now))
    board = window.docks.docks["board"].panel
    assert "ValueError: nothing below zero" in board.ending.text()
    assert "line 4" in board.ending.text()
