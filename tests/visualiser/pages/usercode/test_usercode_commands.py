"""The window's commands for somebody's own code."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.trace_file import save_trace
from plyscope.tracer.running import debug
from plyscope.usercode.reading import with_proposal
from plyscope.usercode.role_recognition import recognise
from plyscope_window.app.opening import show_start
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.pages.trace_page import open_trace_file
from plyscope_window.pages.usercode.requests import FILE
from plyscope_window.pages.usercode.usercode_page import UserCodePage
from PySide6.QtTest import QTest

from tests.full_traces import Trace
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.pages.usercode.running import SAMPLES, ended, opened, run, write

pytestmark = pytest.mark.qt


PLAIN = {"alphabeta": dict.fromkeys(("board", "depth", "alpha", "beta", "maximizing"), "ignore")}
"""Said of all parameters, so that a recording is read as plain calls."""


COMMANDS = ("run_own", "own_meaning", "own_reference")


def saved(path: Path, sample: str, call: str) -> Trace:
    trace = debug(SAMPLES / f"{sample}.py", call)
    proposal = recognise(trace)
    trace = trace if proposal is None else with_proposal(trace, proposal)
    save_trace(trace, path)
    return trace


def reasons(window: Any) -> list[str]:
    window.present_actions()
    return [window.actions_by_key[key].toolTip() for key in COMMANDS if not window.actions_by_key[key].isEnabled()]


def test_the_start_page_leads_there(window: Any) -> None:
    page = window.page
    assert isinstance(page, StartPage)
    page.program_button.click()
    settle(window)
    assert isinstance(window.page, UserCodePage)
    assert window.page.form.request.kind == FILE


@pytest.mark.full
def test_a_click_on_a_sample_program_runs_the_call_that_it_suggests(window: Any, qtbot: Any) -> None:
    show_start(window)
    window.page.program_chosen.emit("recursion/merge_sort")
    qtbot.waitUntil(lambda: window.session is not None)
    assert window.session.trace.user_code.call == "merge_sort([5, 2, 4, 7, 1, 3, 2, 6])"
    assert len(window.session.trace) == 15


@pytest.mark.full
def test_a_command_that_cannot_act_says_why(window: Any, qtbot: Any) -> None:
    assert reasons(window) == ["No recording is open."] * 3
    show(window, session_on("sample:tictactoe/hebrew"))
    assert reasons(window) == ["This is not a recording of user code."] * 3
    run(window, qtbot, opened(window, "sample:recursion/fibonacci"), "fib(3)")
    assert reasons(window) == ["It has no boards of a game that could be searched here."]


@pytest.mark.full
def test_a_recording_out_of_a_file_shows_what_would_run_and_does_not_run_it(
    window: Any, qtbot: Any, tmp_path: Path
) -> None:
    path = tmp_path / "own.plytrace"
    saved(path, "alphabeta", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    open_trace_file(window, path)
    settle(window)
    assert reasons(window) == []
    QTest.keySequence(window.canvas, "F7")
    settle(window)
    page = window.page
    assert isinstance(page, UserCodePage)
    assert page.running is None
    assert page.form.path == SAMPLES / "alphabeta.py"
    assert page.form.call.text() == "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    QTest.keySequence(page, "F7")
    assert ended(window, qtbot, page).trace.value == -1


@pytest.mark.full
def test_a_file_that_is_gone_cannot_be_run_again(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = write(tmp_path, "def f(n):\n    return f(n - 1) if n else 0\n")
    recording = tmp_path / "own.plytrace"
    save_trace(debug(path, "f(3)"), recording)
    path.unlink()
    open_trace_file(window, recording)
    settle(window)
    window.actions_by_key["run_own"].trigger()
    settle(window)
    assert "cannot be read" in window.page.form.message.text()


@pytest.mark.full
def test_a_recording_from_a_file_that_is_read_again_can_be_saved_again(
    window: Any, qtbot: Any, tmp_path: Path, answers: Any
) -> None:
    from plyscope_window.pages.usercode.usercode_commands import read_with

    path = tmp_path / "own.plytrace"
    saved(path, "alphabeta", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    open_trace_file(window, path)
    session = window.session
    session.toggle_bookmark()
    settle(window)
    read_with(window, session, PLAIN)
    wait_for_all()
    settle(window)
    made = window.session
    assert made is not session
    assert made.trace.position.game.name == "own"
    assert made.cursor.marks.bookmarks == session.cursor.marks.bookmarks
    assert not made.is_saved
    answers.to_save = tmp_path / "other.plytrace"
    assert window.page.save()
    assert Trace.open(answers.to_save).signature == made.trace.signature


@pytest.mark.full
def test_a_recording_and_a_page_that_are_closed_leave_nothing_behind(window: Any, qtbot: Any) -> None:
    from plyscope_window.pages.usercode.usercode_commands import read_with

    page = opened(window, "sample:recursion/bugs/swapped_window")
    session = run(window, qtbot, page)
    read_with(window, session, PLAIN)
    wait_for_all()
    settle(window)
    gone = [weakref.ref(session), weakref.ref(window.session), weakref.ref(window.session.trace), weakref.ref(page)]
    del session
    window.close_page(page)
    del page
    settle(window)
    QTest.qWait(20)
    gc.collect()
    assert [one() for one in gone] == [None] * 4
