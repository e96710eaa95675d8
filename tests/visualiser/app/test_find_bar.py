"""The find bar counts what a condition hits, and leads from one hit to the next."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from plyscope.model.conditions import parse
from plyscope.model.marks import On
from plyscope_window.app import find_bar
from plyscope_window.app.opening import show_start
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton

from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def session(window: Any) -> Any:
    return show(window, session_on("tictactoe:XO./.../..."))


def ask(qtbot: Any, window: Any, condition: str) -> None:
    QTest.keySequence(window.canvas, "Ctrl+F")
    field = window.find_bar.field
    assert field.hasFocus()
    field.clear()
    QTest.keyClicks(field, condition)
    qtbot.waitUntil(lambda: not window.find_bar.is_waiting)
    settle(window)


@pytest.mark.spread(2)
@pytest.mark.parametrize("condition", ["cutoff", "ply >= 2 and MAX", "value > 0", "terminal or leaf", 'move == "b2"'])
def test_it_counts_the_hits(qtbot: Any, window: Any, session: Any, condition: str) -> None:
    ask(qtbot, window, condition)
    matching = int(np.count_nonzero(parse(condition).matches(session.trace)))
    assert matching > 0
    assert window.find_bar.message_line.text() == "no match so far"
    session.go(session.cursor.last_step // 2)
    leaves = session.cursor.steps.leaves()[np.flatnonzero(parse(condition).matches(session.trace))]
    known = np.count_nonzero(leaves <= session.cursor.step)
    assert window.find_bar.message_line.text() == f"{known} matches so far"
    session.go(session.cursor.last_step)
    assert window.find_bar.message_line.text() == f"{matching} matches"
    assert np.array_equal(session.matching, parse(condition).matches(session.trace))


def test_keys_lead_from_hit_to_hit_and_back(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "cutoff")
    session.keep_matches("cutoff", (session.matches[:40], session.matching))
    steps = [int(step) for step in session.matches]
    been = []
    for _ in steps:
        QTest.keySequence(window.find_bar.field, "F3")
        been.append(session.cursor.step)
    assert been == steps
    QTest.keySequence(window.find_bar.field, "F3")
    assert session.cursor.step == steps[-1]
    assert window.statusBar().currentMessage() == "No match after this step."
    for step in reversed(steps[:-1]):
        QTest.keySequence(window.find_bar.field, "Shift+F3")
        assert session.cursor.step == step
    session.go(0)
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert session.cursor.step == steps[0]
    window.find_bar.next.click()
    assert session.cursor.step == steps[1]
    window.find_bar.previous.click()
    assert session.cursor.step == steps[0]


def test_a_bad_condition_says_why(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "ply >")
    words = window.find_bar.message_line.text()
    assert len(words) > 10
    assert window.find_bar.message_line.width() <= 160 < 300 < window.find_bar.field.width()
    assert window.statusBar().currentMessage() == window.find_bar.message_line.toolTip()
    assert session.matching is None
    ask(qtbot, window, "cutoff")
    assert window.find_bar.message_line.text() == "no match so far"
    ask(qtbot, window, "cutoff and")
    ask(qtbot, window, "cutoff")
    assert window.find_bar.message_line.text() == "no match so far", "the condition before is found again"


def test_a_bad_condition_moves_nothing_and_leaves_nothing_marked(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "cutoff")
    session.go(0)
    ask(qtbot, window, "cutoff and")
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Return)
    assert session.cursor.step == 0
    assert session.matching is None
    assert not window.find_bar.next.isEnabled()
    assert window.find_bar.field.text() == "cutoff and"
    assert window.find_bar.message_line.text().startswith("the condition is not"), "what is wrong, and not where"
    before = window.find_bar.field.grab().toImage()
    window.find_bar._underline(None)
    assert window.find_bar.field.grab().toImage() != before, "its place was underlined"


def test_one_key_keeps_a_condition_as_a_breakpoint_at_which_playing_stops(
    qtbot: Any, window: Any, session: Any
) -> None:
    ask(qtbot, window, "cutoff")
    QTest.keySequence(window.find_bar.field, "F9")
    (kept,) = session.cursor.marks.breakpoints
    assert (kept.on, kept.target) == (On.CONDITION, "cutoff")
    first = int(session.cursor.hits(kept)[0])
    session.go(0)
    window.stepping.set_speed(1000)
    window.stepping.play()
    qtbot.waitUntil(lambda: not window.stepping.direction)
    assert session.cursor.step == first
    QTest.keySequence(window.find_bar.field, "F9")
    assert not session.cursor.marks.breakpoints


def test_a_complaint_goes_with_what_it_is_about(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "ply >")
    assert window.statusBar().currentMessage()
    QTest.keyClicks(window.find_bar.field, " ")
    assert window.statusBar().currentMessage() == ""
    assert window.find_bar.message_line.text() == ""
    for leave in (lambda: show(window, session_on("sample:tree/nine-leaves")), lambda: show_start(window)):
        window.show_page(window.pages[1])
        ask(qtbot, window, "ply >")
        assert window.statusBar().currentMessage()
        leave()
        assert window.statusBar().currentMessage() == ""
        assert window.find_bar.message_line.text() == ""
    window.say("Something else")
    window.show_page(window.pages[1])
    assert window.statusBar().currentMessage() == "Something else"


def test_no_hits_and_nothing_looked_for(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "ply > 50")
    assert window.find_bar.message_line.text() == "no match so far"
    session.go(session.cursor.last_step)
    assert window.find_bar.message_line.text() == "no matches"
    assert not window.actions_by_key["next_hit"].isEnabled()
    ask(qtbot, window, "")
    assert window.find_bar.message_line.text() == ""
    assert session.matching is None


def test_a_condition_that_is_taken_back_is_no_longer_looked_for(
    window: Any, session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    bar, cancelled = window.find_bar, list[str]()
    monkeypatch.setattr(find_bar, "MAX_FOREGROUND_FRAMES", 0)
    answer = SimpleNamespace(cancel=lambda: cancelled.append(bar.field.text()))
    monkeypatch.setattr(find_bar, "in_background", lambda *_: answer)
    bar.field.setText("cutoff")
    bar.seek()
    assert bar.message_line.text() == "Searching…"
    bar.field.setText("")
    bar.seek()
    assert (cancelled, bar.is_searching, bar.message_line.text()) == ([""], False, "")


def test_every_recording_has_its_own_condition(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "cutoff")
    show(window, session_on("sample:tree/nine-leaves"))
    assert window.find_bar.field.text() == ""
    [button] = window.find_bar.field.findChildren(QToolButton)
    qtbot.waitUntil(lambda: not button.isVisible() or button.property("opacity") == 0)
    ask(qtbot, window, "leaf")
    QTest.keySequence(window.canvas, "Ctrl+Shift+Tab")
    assert window.session is session
    assert window.find_bar.field.text() == "cutoff"


def test_escape_leads_back_to_the_tree(qtbot: Any, window: Any, session: Any) -> None:
    ask(qtbot, window, "cutoff")
    QTest.keyClick(window.find_bar.field, Qt.Key.Key_Escape)
    assert window.canvas.hasFocus()
