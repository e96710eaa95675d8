"""Going through time in the real window: playing, breakpoints, bookmarks, and the next place of something."""

from __future__ import annotations

from functools import partial
from time import perf_counter, sleep
from typing import Any

import numpy as np
import pytest
from plyscope.model.marks import Bookmark, Breakpoint, On
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.visualiser.driving import Answers, disagreements, panel, session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.fixture
def session(window: Any) -> Any:
    return show(window, session_on("tictactoe:XO./.../..."))


def press(window: Any, key: str) -> int:
    """The step that a key leads to."""
    QTest.keySequence(window.canvas, key)
    settle(window)
    assert disagreements(window, window.session) == []
    return int(window.session.cursor.step)


def message_in(window: Any) -> str:
    return str(window.statusBar().currentMessage())


@pytest.mark.full
@pytest.mark.spread(4)
@pytest.mark.parametrize(
    "breakpoint",
    [Breakpoint(On.LINE, ""), Breakpoint(On.FRAME, "7"), Breakpoint(On.CONDITION, "cutoff"), Breakpoint(On.MOVE, "")],
    ids=["line", "frame", "condition", "move"],
)
def test_breakpoints_stop_a_run_both_ways(window: Any, session: Any, breakpoint: Breakpoint) -> None:
    cursor = session.cursor
    if breakpoint.on is On.LINE:
        session.go(3)
        breakpoint = Breakpoint(On.LINE, str(cursor.line))
        press(window, "F9")
        session.go(0)
    elif breakpoint.on is On.FRAME:
        session.select(7)
        press(window, "Shift+F9")
    elif breakpoint.on is On.MOVE:
        breakpoint = Breakpoint(On.MOVE, session.trace.move_text(2))
        session.toggle_breakpoint(breakpoint)
    else:
        session.toggle_breakpoint(breakpoint)
    settle(window)
    assert [one.target for one in cursor.marks.breakpoints] == [breakpoint.target]
    hits = [int(step) for step in cursor.hits(breakpoint) if step > 0][:6]
    assert [press(window, "F5") for _ in hits] == hits
    assert [press(window, "Ctrl+F5") for _ in hits[1:]] == hits[-2::-1]
    session.go(cursor.last_step)
    press(window, "F5")
    assert message_in(window) in ("This is the last step.", "No breakpoint is hit after this step.")


def test_a_disabled_breakpoint_does_not_stop_a_run(window: Any, session: Any) -> None:
    one = Breakpoint(On.FRAME, "7")
    session.toggle_breakpoint(one)
    session.change_breakpoint(one, Breakpoint(On.FRAME, "7", enabled=False))
    assert press(window, "F5") == 0
    assert message_in(window) == "No breakpoint is set."


def test_bookmarks_are_visited_in_order(window: Any, session: Any) -> None:
    for step in (50, 20, 90):
        session.go(step)
        press(window, "Ctrl+D")
    session.go(0)
    settle(window)
    assert [press(window, "F2") for _ in range(4)] == [20, 50, 90, 90]
    assert [press(window, "Shift+F2") for _ in range(2)] == [50, 20]
    press(window, "Ctrl+D")
    assert sorted(session.cursor.marks.bookmarks) == [50, 90]
    assert session.cursor.marks.bookmarks[50].note == "a note"


def test_in_the_list_of_bookmarks_a_key_writes_and_elsewhere_it_goes(window: Any, session: Any) -> None:
    session.set_bookmark(Bookmark(50))
    QTest.keySequence(window.canvas, "Alt+9")
    settle(window)
    bookmarks = panel(window, "bookmarks")
    bookmarks.table.setFocus()
    bookmarks.table.setCurrentIndex(bookmarks.model.index(0, 0))
    QTest.keySequence(bookmarks.table, "F2")
    assert session.cursor.step == 0
    editor = QApplication.focusWidget()
    QTest.keyClicks(editor, "half way")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle(window)
    assert session.cursor.marks.bookmarks[50].name == "half way"
    assert press(window, "F2") == 50


def test_the_name_of_a_bookmark_is_requested(window: Any, session: Any, answers: Answers) -> None:
    session.go(20)
    answers.bookmark = None
    press(window, "Ctrl+D")
    assert session.cursor.marks.bookmarks == {}
    answers.bookmark = ("Here", "")
    press(window, "Ctrl+D")
    assert session.cursor.marks.bookmarks[20].name == "Here"


def test_return_takes_the_proposed_name(qapp: Any) -> None:
    from plyscope_window.widgets import questions
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication, QWidget

    parent = QWidget()

    def agree(typed: str) -> None:
        dialog = QApplication.activeModalWidget()
        if dialog is None or dialog.focusWidget() is None:
            return
        timer.stop()
        QTest.keyClicks(dialog.focusWidget(), typed)
        QTest.keyClick(dialog.focusWidget(), "\r")

    for typed, expected in (("", ("A step", "")), ("Mine", ("Mine", ""))):
        timer = QTimer(parent, interval=20)
        timer.timeout.connect(partial(agree, typed))
        timer.start()
        assert questions.ask_bookmark(parent, "A step") == expected


def test_commands_have_their_reverse(window: Any, session: Any) -> None:
    for forwards, backwards in (("X", "Shift+X"), ("B", "Shift+B"), ("A", "Shift+A")):
        session.go(0)
        steps = [press(window, forwards) for _ in range(5)]
        assert steps == sorted(set(steps)), f"{forwards} goes on"
        assert [press(window, backwards) for _ in range(4)] == steps[-2::-1]


def test_it_goes_where_the_search_cuts(window: Any, session: Any) -> None:
    steps = session.cursor.steps
    cut = [int(steps.leaves()[frame]) - 1 for frame in np.flatnonzero(session.trace.facts.cutoff)]
    assert [press(window, "X") for _ in range(6)] == sorted(cut)[:6]


@pytest.mark.full
def test_back_and_forward_through_visited_steps(window: Any, session: Any) -> None:
    for step in (30, 7, 99):
        session.go(step)
    settle(window)
    assert [press(window, "Alt+Left") for _ in range(3)] == [7, 30, 0]
    assert [press(window, "Alt+Right") for _ in range(3)] == [30, 7, 99]


def test_to_the_return_of_a_frame_and_to_its_position(window: Any, session: Any) -> None:
    session.go_to_frame(5)
    settle(window)
    assert press(window, "Ctrl+Shift+R") == session.cursor.steps.leave(5)
    occurs = {}
    for frame in range(len(session.trace)):
        occurs.setdefault(session.trace.position_at(frame).text, []).append(frame)
    first, second = next(frames for frames in occurs.values() if len(frames) > 1)[:2]
    session.go(session.cursor.steps.leave(first))
    settle(window)
    assert press(window, "S") == session.cursor.steps.enter(second)
    assert press(window, "Shift+S") <= session.cursor.steps.leave(first)
    assert session.cursor.frame == first


def test_going_to_a_step_by_number(window: Any, session: Any, answers: Answers) -> None:
    answers.step = 123
    assert press(window, "Ctrl+G") == 123
    answers.step = None
    assert press(window, "Ctrl+G") == 123


def test_it_plays_both_ways_and_pauses(qtbot: Any, window: Any, session: Any) -> None:
    window.transport.set_speed(100)
    QTest.keySequence(window.canvas, "F6")
    assert window.actions_by_key["play"].isChecked()
    qtbot.waitUntil(lambda: session.cursor.step > 10)
    QTest.keySequence(window.canvas, "Space")
    stood = session.cursor.step
    QTest.qWait(60)
    assert session.cursor.step == stood
    settle(window)
    assert not window.actions_by_key["play"].isChecked()
    assert disagreements(window, session) == []
    QTest.keySequence(window.canvas, "Shift+Space")
    qtbot.waitUntil(lambda: session.cursor.step == 0)
    qtbot.waitUntil(lambda: window.stepping.direction == 0)


def test_the_button_says_what_playing_does_here(window: Any, session: Any) -> None:
    tip = window.actions_by_key["play"].toolTip
    assert tip() == "Play (F6, Space)"
    press(window, "End")
    assert tip() == "Play again from the start (F6, Space)"
    assert window.actions_by_key["play_back"].toolTip().startswith("Play backwards (")
    window.stepping.play(1)
    assert session.cursor.step == 0
    assert tip() == "Pause (F6, Space)"
    window.stepping.play(1)
    press(window, "Home")
    assert window.actions_by_key["play_back"].toolTip().startswith("Play backwards again from the end (")


def test_a_step_by_hand_stops_the_playing(qtbot: Any, window: Any, session: Any) -> None:
    window.stepping.play(1)
    assert press(window, "F11") == 1
    assert window.stepping.direction == 0


def test_the_stack_is_inspected_by_keys(window: Any, session: Any) -> None:
    session.go(60)
    settle(window)
    frames = [one.frame for one in session.stack]
    assert len(frames) > 2
    press(window, "Alt+Up")
    assert session.inspected.frame == frames[-2]
    press(window, "Alt+Down")
    assert session.inspected.frame == frames[-1]
    assert session.cursor.step == 60


def test_a_message_about_a_step_disappears_with_it(window: Any, session: Any) -> None:
    press(window, "Ctrl+F11")
    assert message_in(window) == "This is the first step."
    press(window, "F11")
    assert message_in(window) == ""


def test_a_recording_that_was_cut_short_says_so(window: Any) -> None:
    session = show(window, session_on("tictactoe:XO./.../...", limit=60))
    assert "(cut short)" in window.tabs.tabText(window.tabs.currentIndex())
    press(window, "End")
    assert session.cursor.step == session.cursor.last_step
    assert "cut short" in message_in(window)
    assert window.actions_by_key["into"].toolTip() == "The recording was cut short here."
    press(window, "P")
    assert message_in(window) == ""


def test_commands_without_a_place_to_go_to_are_off(window: Any, session: Any) -> None:
    session.seek("cutoff")
    session.go(int(session.matches[-1]))
    settle(window)
    assert not window.actions_by_key["next_hit"].isEnabled()
    assert window.actions_by_key["previous_hit"].isEnabled()
    session.go(int(session.matches[0]))
    settle(window)
    assert window.actions_by_key["next_hit"].isEnabled()
    assert not window.actions_by_key["previous_hit"].isEnabled()
    session.go(session.cursor.steps.leave(session.cursor.frame))
    settle(window)
    assert not window.actions_by_key["to_return"].isEnabled()
    session.go(1)
    settle(window)
    assert not window.actions_by_key["same_position_before"].isEnabled()


@pytest.mark.full
def test_playing_keeps_its_speed_where_pictures_take_long(qtbot: Any, window: Any) -> None:
    session = show(window, session_on("sample:tictactoe/empty", "alphabeta"))
    session.moved.connect(lambda: sleep(0.05))
    window.transport.set_speed(1000)
    start, begun = perf_counter(), session.cursor.step
    window.stepping.play(1)
    qtbot.waitUntil(lambda: perf_counter() - start > 1)
    window.stepping.stop()
    rate = (session.cursor.step - begun) / (perf_counter() - start)
    assert 400 < rate < 1100


@pytest.mark.full
def test_to_return_is_about_the_running_frame_and_never_leads_back(window: Any, session: Any) -> None:
    """Also where the eyes are on a child whose value has just come, and which has returned before."""
    steps = session.cursor.steps
    for step in range(0, session.cursor.last_step, 293):
        session.go(step)
        settle(window)
        running = session.cursor.frame
        if steps.leave(running) != step:
            assert press(window, "Ctrl+Shift+R") == steps.leave(running) > step
    back = next(step for step in range(session.cursor.last_step) if steps.at(step).child >= 0)
    session.go(back)
    session.select(0)
    settle(window)
    assert press(window, "Ctrl+Shift+R") == steps.leave(0), "what somebody has selected is meant"
