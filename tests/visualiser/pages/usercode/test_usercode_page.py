"""Somebody's own code in a tab of the real window: chosen, called, run, stopped, run again."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from plyscope.model.user_code import Ended
from plyscope.tracer.starting import Limits
from plyscope_window.jobs.job import RUNNING_JOBS
from plyscope_window.pages.trace_page import TracePage
from plyscope_window.pages.usercode.usercode_page import UserCodePage, ended_text
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.visualiser.driving import delete, settle
from tests.visualiser.pages.usercode.running import SAMPLES, ended, opened, run, write

pytestmark = pytest.mark.qt


SLOW = "import time\ndef f(n):\n    print('n is', n)\n    time.sleep(0.02)\n    return f(n - 1) if n else 0\n"


def words(page: UserCodePage) -> str:
    """What is said of a run beside the form or above its recording, without the places where a line may break."""
    rows = [part.text() for pair in page.form.rows if not pair[0].isHidden() for part in pair]
    return "\n".join([*rows, page.form.warning.text(), page.hint.text()]).replace("\u200b", "")


# Choosing


def test_the_page_begins_with_programs_that_come_along(window: Any) -> None:
    QTest.keySequence(window, "Ctrl+Shift+O")
    settle(window)
    page = window.page
    assert isinstance(page, UserCodePage)
    names = {card.path.name for card in page.chooser.cards}
    assert names == {path.name for path in SAMPLES.rglob("*.py")}
    assert len(names) == 21
    card = next(card for card in page.chooser.cards if card.path.name == "fibonacci.py")
    assert card.call == "fib(10)"
    card.click()
    assert page.form.call.text() == "fib(10)"
    assert page.title == "Your code: fibonacci.py"
    page.others.click()
    assert page.starts.currentWidget() is page.chooser


def test_functions_are_listed_those_that_call_themselves_first(window: Any, tmp_path: Path) -> None:
    text = (
        "def plain(a):\n    return a\n\n"
        "class Player:\n    def minimax(self, n):\n        return self.minimax(n - 1)\n\n"
        "def solve(n):\n    def go(k):\n        return go(k - 1)\n    return go(n)\n\n"
        "def even(n):\n    return odd(n - 1)\n\ndef odd(n):\n    return even(n - 1)\n"
    )
    page = opened(window, write(tmp_path, text))
    functions = page.form.functions.rows
    rows = [tuple(functions.index(row, place).data() for place in range(3)) for row in range(functions.rowCount())]
    assert rows == [
        ("Player.minimax(self, n)", "calls itself", "5"),
        ("solve.go(k)", "calls itself", "9"),
        ("even(n)", "calls itself through odd", "13"),
        ("odd(n)", "calls itself through even", "16"),
        ("plain(a)", "", "1"),
        ("solve(n)", "", "8"),
    ]
    assert page.form.functions.ticked == ("Player.minimax", "solve.go", "even", "odd")
    assert page.form.source_view.callers == {5, 6, 9, 10, 13, 14, 16, 17}
    assert page.form.source_view.values[13] == "calls itself through odd"


def test_a_click_on_a_function_writes_a_call_and_a_click_on_its_tick_does_not(window: Any, tmp_path: Path) -> None:
    page = opened(window, write(tmp_path, "def f(board, depth):\n    return f(board, depth - 1)\n"))
    assert page.form.call.text() == ""
    functions = page.form.functions
    row = functions.visualRect(functions.rows.index(0, 0))
    left, middle = Qt.MouseButton.LeftButton, row.center()
    QTest.mouseClick(functions.viewport(), left, pos=middle)
    assert page.form.call.text() == "f(board=…, depth=…)"
    assert page.form.call.selectedText() == "…"
    assert "fill in what stands for …" in page.form.message.text()
    assert not page.form.run.isEnabled()
    QTest.keyClicks(page.form.call, "'XO'")
    assert page.form.call.text() == "f(board='XO', depth=…)"
    tick = row.topLeft()
    tick.setX(tick.x() + 10)
    tick.setY(middle.y())
    QTest.mouseClick(functions.viewport(), left, pos=tick)
    assert functions.ticked == ()
    assert page.form.call.text() == "f(board='XO', depth=…)", "what was typed is not lost by a tick"


def test_what_is_wrong_with_a_call_is_said_beside_it(window: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    for call, said, can_run in (
        ("fib(", "Python does not understand this", False),
        ("fob(3)", "did you mean fib?", True),
        ("fib()", "fib needs n too", True),
        ("", "", False),
        ("fib(3)", "", True),
    ):
        page.form.call.setText(call)
        problem = page.form.form.problems.get("call", "")
        assert said in problem
        assert bool(problem) == bool(said)
        assert page.form.run.isEnabled() == can_run


def test_what_will_run_is_said_before_it_runs(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    page.form.form["seconds"] = 7
    page.form.form["lines"] = False
    qtbot.waitUntil(lambda: "7 seconds, 2,048 MiB" in words(page))
    said = words(page)
    for part in (
        str(SAMPLES / "fibonacci.py"), "fib(10)", "Folder", sys.executable,
        "10,000,000 calls", "20,000 levels", "the calls of fib, and no executed lines", "It can do to your files",
    ):  # fmt: skip
        assert part in said, part
    request = page.form.request
    assert (request.lines, request.limits) == (False, Limits(seconds=7))


def test_programs_come_by_dropping_them_and_by_name_and_have_one_tab(window: Any, tmp_path: Path) -> None:
    path = write(tmp_path, SLOW)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPointF(9, 9), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    window.dropEvent(drop)
    page = window.page
    assert isinstance(page, UserCodePage)
    assert page.form.path == path
    assert opened(window, path) is page
    assert window.settings.recent[0] == path
    assert opened(window, "sample:recursion/bugs/strict_cut") is not page


def test_a_file_that_is_no_python_is_shown_with_the_line_where_that_is(window: Any, tmp_path: Path) -> None:
    path = write(tmp_path, "def f(n):\n    return f(n - 1)\n\ndef g(: pass\n")
    page = opened(window, path)
    assert "line 4: this is not Python" in page.form.message.text().replace("\u200b", "")
    assert page.form.source_view.inspected == 4
    assert not page.form.run.isEnabled()


def test_a_file_that_is_not_there_is_refused(window: Any, answers: Any, tmp_path: Path) -> None:
    window.open_source("sample:recursion/nothing")
    assert "there is no sample" in answers.last
    window.open_source(str(tmp_path / "gone.py"))
    assert isinstance(window.page, UserCodePage)
    assert "cannot be read" in window.page.form.message.text()


# Running


def test_a_run_becomes_a_recording_in_a_tab(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    session = run(window, qtbot, page)
    assert (len(session.trace), session.trace.value) == (177, 55.0)
    assert session.title == "fib(10) · fibonacci.py"
    assert session.cursor.step == 0
    assert window.statusBar().currentMessage() == "fib(10) returned 55."
    assert not RUNNING_JOBS
    assert window.page is page
    assert page.title == session.title
    assert page.column.isHidden(), "there is no list of one"
    page.show_form()
    assert window.session is None
    page.form.back.click()
    assert window.session is session


@pytest.mark.full
def test_a_presentation_shows_the_recording_alone(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    run(window, qtbot, page, "fib(4)")
    for is_alone in (True, False):
        window.actions_by_key["presentation"].trigger()
        settle(window)
        assert page.head.isHidden() == is_alone
        assert page.current is not None
        assert page.current.isVisible()


def test_the_usual_limits_hold_for_a_file_that_is_opened(window: Any, tmp_path: Path) -> None:
    window.settings.set("limits/seconds", 5)
    assert opened(window, write(tmp_path, SLOW)).form.request.limits.seconds == 5
    window.settings.remove("limits/seconds")


@pytest.mark.full
def test_while_it_runs_calls_time_and_what_is_printed_are_shown_and_stopping_keeps_what_there_is(
    window: Any, qtbot: Any, tmp_path: Path
) -> None:
    page = opened(window, write(tmp_path, SLOW))
    page.form.call.setText("f(900)")
    page.form.run.click()
    qtbot.waitUntil(lambda: page._calls > 15)
    assert "Running f(900) · calls so far: " in page.hint.text()
    assert "running, " in page.state.text()
    assert "n is 900\nn is 899\n" in page.printed.toPlainText()
    page.stop_button.click()
    session = ended(window, qtbot, page)
    assert 15 < len(session.trace) < 900
    assert not session.trace.complete
    assert session.cursor.step == session.cursor.last_step, "where it was stopped"
    assert "Stopped by you in f(" in window.statusBar().currentMessage()
    assert "".join(session.trace.user_code.printed).startswith("n is 900\nn is 899\n")


@pytest.mark.spread(9)
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('deep down')", "ValueError: deep down – at line 4, in dive(0)."),
        ("return dive(n)", "Endless recursion, or a very deep one"),
        ("sys.exit(3)", "The program ended itself"),
        ("time.sleep(0.4); os._exit(3)", "The process was ended (exit status 3) in dive(0)"),
        ("while True: pass", "Stopped at the limit of time, in dive(0), at line 4."),
        ("time.sleep(0.4); os.kill(os.getpid(), 9)", "The process was ended (SIGKILL) in dive(0)"),
        ("os.kill(os.getppid(), 9)", "PermissionError"),
        ("x = [0] * 10**11", "The memory that is allowed was used up"),
        ("time.sleep(0.4); import ctypes; ctypes.string_at(0)", "The process was ended (SIGSEGV) in dive(0)"),
    ],
)
def test_whatever_a_program_does_its_recording_is_opened_with_where_it_ended(
    window: Any, qtbot: Any, tmp_path: Path, body: str, said: str
) -> None:
    path = write(
        tmp_path, f"import os, sys, time\ndef dive(n):\n    if n == 0:\n        {body}\n    return dive(n - 1)\n"
    )
    page = opened(window, path)
    page.form.form["seconds"] = 2
    session = run(window, qtbot, page, "dive(3)")
    assert len(session.trace) >= 4
    assert not session.trace.complete
    assert said in window.statusBar().currentMessage()
    assert session.cursor.frame == session.trace.user_code.ended.frame
    assert page.change.isEnabled()


@pytest.mark.full
def test_a_program_that_kills_its_tracer_loses_nothing(window: Any, qtbot: Any, tmp_path: Path) -> None:
    body = "time.sleep(0.5)\n        os.system(f'kill -9 {os.getppid()}')\n        time.sleep(9)"
    text = f"import os, time\ndef dive(n):\n    if n == 0:\n        {body}\n    return dive(n - 1)\n"
    page = opened(window, write(tmp_path, text))
    session = run(window, qtbot, page, "dive(5)")
    assert len(session.trace) == 6
    assert "together with the process that was tracing it" in window.statusBar().currentMessage()
    assert not RUNNING_JOBS


@pytest.mark.full
def test_megabytes_that_are_printed_do_not_hold_the_window_up(window: Any, qtbot: Any, tmp_path: Path) -> None:
    text = "def f(n):\n    for _ in range(1000):\n        print('x' * 500)\n    return f(n - 1) if n else 0\n"
    page = opened(window, write(tmp_path, text))
    session = run(window, qtbot, page, "f(20)")
    assert len(session.trace) == 21
    assert page.printed.blockCount() <= 501


@pytest.mark.full
def test_a_line_that_never_ends_does_not_hold_the_window_up(window: Any, qtbot: Any, tmp_path: Path) -> None:
    text = "def f(n):\n    print('x' * 50_000, end='', flush=True)\n    return f(n - 1) if n else 0\n"
    page = opened(window, write(tmp_path, text))
    session = run(window, qtbot, page, "f(15)")
    assert len(session.trace) == 16
    assert len(page.printed.toPlainText()) <= 401


@pytest.mark.full
def test_what_never_calls_anything_is_said_and_can_be_tried_again(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    run(window, qtbot, page, "fob(3)")
    assert window.page is page
    assert "NameError" in words(page)
    page.change.click()
    assert run(window, qtbot, page, "fib(3)").trace.value == 2


@pytest.mark.full
def test_closing_a_tab_while_a_program_runs_asks_first(window: Any, qtbot: Any, answers: Any, tmp_path: Path) -> None:
    page = opened(window, write(tmp_path, SLOW))
    page.form.call.setText("f(900)")
    page.run()
    qtbot.waitUntil(lambda: page._calls > 2)
    answers.agrees = False
    window.close_tab()
    assert window.page is page
    assert "still running" in answers.last
    answers.agrees = True
    window.close_tab()
    assert not RUNNING_JOBS
    assert page not in window.pages
    assert not list((tmp_path / "state" / "recovery").glob("*.plytrace"))


@pytest.mark.full
def test_a_window_that_is_closed_ends_what_runs(make_window: Any, qtbot: Any, tmp_path: Path) -> None:
    window = make_window()
    page = opened(window, write(tmp_path, SLOW))
    page.form.call.setText("f(900)")
    page.run()
    qtbot.waitUntil(lambda: page._calls > 2)
    delete(window)
    assert not RUNNING_JOBS


# Again


@pytest.mark.full
def test_one_key_runs_it_again_after_the_file_was_changed(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "fib.py"
    shutil.copy(SAMPLES / "fibonacci.py", path)
    page = opened(window, path)
    first = run(window, qtbot, page, "fib(5)")
    path.write_text(path.read_text("utf-8").replace("n - 2", "n - 2 + 0"), "utf-8")
    qtbot.waitUntil(lambda: "has changed" in page.form.notice.text())
    assert "n - 2 + 0" in page.form.source_view.toPlainText()
    assert page.form.call.text() == "fib(5)"
    count = len(window.pages)
    QTest.keySequence(page.canvas, "F7")
    again = ended(window, qtbot, page)
    assert again is not first
    assert "n - 2 + 0" in again.trace.text
    assert not page.form.notice.text()
    assert len(window.pages) == count, "the recording of the run before has made room"


@pytest.mark.full
def test_a_program_that_writes_itself_anew_is_shown_as_it_ran_until_it_has(
    window: Any, qtbot: Any, tmp_path: Path
) -> None:
    go_on = tmp_path / "go on"
    text = (
        "def f(n):\n    if n == 0:\n        open(__file__, 'a').write('# more')\n"
        f"        while not __import__('os').path.exists({str(go_on)!r}): __import__('time').sleep(0.02)\n"
        "    return f(n - 1) if n else 5\n"
    )
    path = write(tmp_path, text)
    page = opened(window, path)
    page.form.call.setText("f(2)")
    page.run()
    qtbot.waitUntil(lambda: path.read_text("utf-8").endswith("# more"))
    go_on.touch()
    assert ended(window, qtbot, page).trace.text == text
    qtbot.waitUntil(lambda: page.form.source_view.toPlainText().endswith("# more"))
    assert "has changed" in page.form.notice.text()


def test_editors_that_put_another_file_in_its_place_are_noticed_too(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = write(tmp_path, SLOW)
    page = opened(window, path)
    for number in (1, 2):
        write(tmp_path, SLOW + f"# {number}\n", "new.py").replace(path)
        qtbot.waitUntil(lambda n=number: f"# {n}" in page.form.source_view.toPlainText())


@pytest.mark.full
def test_a_recording_with_marks_is_kept(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    first = run(window, qtbot, page, "fib(4)")
    first.toggle_bookmark()
    page.show_form()
    second = run(window, qtbot, page, "fib(5)")
    assert window.session is second
    assert [one.session for one in window.pages if isinstance(one, TracePage)] == [first]


@pytest.mark.full
def test_the_call_and_the_limits_of_a_file_are_there_the_next_time(make_window: Any, qtbot: Any) -> None:
    window = make_window()
    page = opened(window, "sample:recursion/fibonacci")
    page.form.form["seconds"] = 9
    page.form.form["frames"] = 5000
    page.form.form["lines"] = True
    run(window, qtbot, page, "fib(7)")
    delete(window)
    window = make_window()
    QTest.keySequence(window, "Ctrl+Shift+O")
    card = window.page.chooser.cards[0]
    assert (card.path.name, card.call) == ("fibonacci.py", "fib(7)")
    card.click()
    request = window.page.form.request
    assert (request.call, request.lines, request.limits) == ("fib(7)", True, Limits(seconds=9, frames=5000))


@pytest.mark.full
def test_the_limit_of_calls_and_executed_lines_hold(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    page.form.form["frames"] = 100
    page.form.form["lines"] = False
    session = run(window, qtbot, page)
    assert len(session.trace) == 100
    assert not len(session.trace.user_code.tables.line_step)
    assert "Stopped at the limit of 100 calls" in window.statusBar().currentMessage()


@pytest.mark.full
def test_the_whole_way_by_keys(window: Any, qtbot: Any) -> None:
    page = opened(window, "sample:recursion/fibonacci")
    assert QApplication.focusWidget() is page.form.call
    page.form.call.selectAll()
    QTest.keyClicks(page.form.call, "fib(6)")
    QTest.keyClick(page.form.call, Qt.Key.Key_Return)
    assert ended(window, qtbot, page).trace.value == 8


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("SystemExit: 3", "ended by itself with exit status 3"),
        ("SystemExit: no board", "ended by itself: no board"),
        ("SystemExit", "ended by itself"),
    ],
)
def test_a_number_with_which_a_program_ends_is_its_exit_status(text: str, said: str) -> None:
    assert ended_text(Ended("exit", text)) == said
