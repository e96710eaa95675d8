"""A whole program in a tab of the real window: run, answered, stopped, its recordings listed, shown and saved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.usercode.requests import MODULE, TEXT, RunRequest
from plyscope_window.pages.usercode.usercode_commands import show_program
from plyscope_window.pages.usercode.usercode_page import UserCodePage
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle
from tests.visualiser.pages.usercode.running import write

pytestmark = pytest.mark.qt

ASKING = (
    "def f(n):\n    return f(n - 1) + n if n else 0\n\n"
    "while True:\n    answer = input('How many? ')\n    if not answer.isdigit():\n        break\n"
    "    print('that is', f(int(answer)))\nprint('bye')\n"
)


def begun(window: Any, qtbot: Any, request: RunRequest) -> UserCodePage:
    """A page on which a program runs."""
    page = show_program(window)
    page.form.show_request(request)
    qtbot.waitUntil(lambda: page.form.request_shown is not None)
    QTest.keyClick(page.form.target, Qt.Key.Key_Return)
    assert page.running is not None
    return page


def finished(window: Any, qtbot: Any, page: UserCodePage) -> None:
    qtbot.waitUntil(lambda: page.running is None)
    wait_for_all()
    settle(window)


def answered(qtbot: Any, page: UserCodePage, text: str, decisions: int) -> None:
    """Answers the program, and waits for the recording that follows."""
    qtbot.waitUntil(lambda: page.printed.toPlainText().endswith("How many? "))
    QTest.keyClicks(page.input.line, text)
    QTest.keyClick(page.input.line, Qt.Key.Key_Return)
    rows = page.list.decisions.rows
    qtbot.waitUntil(lambda: len(rows) == decisions and bool(rows[-1].decision.path))


@pytest.mark.full
def test_the_list_grows_while_the_program_is_answered(window: Any, qtbot: Any, tmp_path: Path, answers: Any) -> None:
    said: list[str] = []
    window.statusBar().messageChanged.connect(said.append)
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, ASKING, "asks.py"))))
    assert "It is running already." not in said, "Enter runs it once"
    assert page.input.line.hasFocus()
    assert page.list.decisions.next_words
    answered(qtbot, page, "3", 1)
    qtbot.waitUntil(lambda: page.current is not None)
    assert page.title == "Program: asks.py"
    assert page.session is not None
    assert page.session.trace.user_code.call == "f(3)"
    assert page.input.line.hasFocus()
    page.session.go(3)
    answered(qtbot, page, "5", 2)
    assert page.list.number == 1, "a new recording never changes the selection"
    assert page.session.cursor.step == 3
    assert [row.decision.frames for row in page.list.decisions.rows] == [4, 6]
    spoken = [page.list.decisions.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(2)]
    assert [text.partition(" gives ")[0] for text in spoken] == ["Decision 1: f(3),", "Decision 2: f(5),"]
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.session is not None and page.session.trace.user_code.call == "f(5)")
    assert page.list.hasFocus(), "the arrow keys go on in the list"
    assert window.session is page.session
    page.stop_button.click()
    finished(window, qtbot, page)
    assert page.state.text().startswith("stopped after")
    assert "that is 15" in page.printed.toPlainText()
    # What was typed cannot be repeated, so closing asks.
    answers.save, answers.folder = "save", tmp_path
    assert window.close_page(page)
    assert "2 recordings of Program: asks.py" in answers.asked
    assert {one.name for one in tmp_path.glob("*.plytrace")} == {"asks-1.plytrace", "asks-2.plytrace"}


@pytest.mark.full
def test_one_recording_is_saved_by_itself(window: Any, qtbot: Any, tmp_path: Path, answers: Any) -> None:
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, ASKING, "asks.py"))))
    answered(qtbot, page, "2", 1)
    qtbot.waitUntil(lambda: page.current is not None)
    QTest.keyClicks(page.input.line, "no")
    page.input.send.click()
    finished(window, qtbot, page)
    assert page.state.text().startswith("ended after")
    assert not page.is_saved
    answers.to_save = tmp_path / "two.plytrace"
    page.save_button.click()
    assert answers.to_save.exists()
    assert page.is_saved
    assert window.close_page(page)


@pytest.mark.full
def test_a_module_and_pasted_text_run_and_run_again(window: Any, qtbot: Any, tmp_path: Path) -> None:
    write(tmp_path, "import sys\ndef g(n):\n    return g(n - 1) if n else sys.argv[1]\nprint(g(4))\n", "amodule.py")
    request = RunRequest(MODULE, "amodule", arguments="'two words'", folder=str(tmp_path))
    page = begun(window, qtbot, request)
    finished(window, qtbot, page)
    qtbot.waitUntil(lambda: page.current is not None)
    assert page.printed.toPlainText() == "two words\n"
    assert page.is_saved, "it is repeated at once by running it again"
    page.again.click()
    assert page.list.decisions.rows == []
    finished(window, qtbot, page)
    assert [row.decision.frames for row in page.list.decisions.rows] == [5]
    window.close_page(page)
    page = begun(window, qtbot, RunRequest(TEXT, "def h(n):\n    return h(n - 1) if n else 7\nprint(h(2))\n"))
    finished(window, qtbot, page)
    assert page.printed.toPlainText() == "7\n"
    assert page.title == "Program: pasted text"


@pytest.mark.full
def test_a_program_without_recursion_says_so_and_one_that_fails_says_why(
    window: Any, qtbot: Any, tmp_path: Path
) -> None:
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, "print('x')\n1 / 0\n", "plain.py"))))
    finished(window, qtbot, page)
    assert "no recursive function" in page.hint.text()
    assert "ZeroDivisionError" in page.state.text()
    assert page.state.is_problem
    page.change.click()
    drawn = (
        "class A:\n    def draw(self, on):\n        return on and on.draw(0)\nfor _ in range(50):\n    A().draw(0)\n"
    )
    page.form.show_request(RunRequest(target=str(write(tmp_path, drawn, "drawn.py"))))
    qtbot.waitUntil(lambda: page.form.request_shown is not None)
    page.form.run.click()
    finished(window, qtbot, page)
    assert page.hint.text() == (
        "No function of the program, or of the files of its project that it imports by name, has called itself, "
        "so there is no recording."
    )
    page.change.click()
    page.form.show_request(RunRequest(target=str(write(tmp_path, "def f(:\n", "broken.py"))))
    qtbot.waitUntil(lambda: page.form.request_shown is not None)
    page.form.run.click()
    finished(window, qtbot, page)
    assert "SyntaxError" in page.state.text()


def test_what_will_run_is_shown_and_refused_before_it_runs(window: Any, qtbot: Any, tmp_path: Path) -> None:
    page = show_program(window)
    assert not page.form.run.isEnabled() or page.form.request_shown is None
    file = write(tmp_path, ASKING, "asks.py")
    page.form.show_request(RunRequest(target=str(file), arguments="--deep 3"))
    qtbot.waitUntil(lambda: page.form.request_shown is not None)
    facts = {name.text(): text.text().replace("\u200b", "") for name, text in page.form.rows if not name.isHidden()}
    assert facts["Command"].endswith(f"{file} --deep 3")
    assert facts["Folder"] == str(tmp_path)
    assert facts["Python"].startswith("Python 3.")
    page.form.python.setText(str(tmp_path / "no-python"))
    qtbot.waitUntil(lambda: not page.form.run.isEnabled())
    assert page.form.message.is_problem
    assert page.running is None


@pytest.mark.full
def test_what_a_program_prints_is_shown_while_it_is_busy(window: Any, qtbot: Any, tmp_path: Path) -> None:
    busy = "import time\ndef f(n):\n    return f(n - 1) if n else 0\nprint('begun', end='')\nf(2)\ntime.sleep(60)\n"
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, busy, "busy.py"))))
    qtbot.waitUntil(lambda: page.printed.toPlainText() == "begun")
    qtbot.waitUntil(lambda: page.current is not None)
    page.stop_button.click()
    finished(window, qtbot, page)
    assert [row.decision.frames for row in page.list.decisions.rows] == [3]
    assert not page.input.line.isEnabled()


@pytest.mark.full
def test_decisions_of_a_program_that_runs_are_offered_after_a_crash(window: Any, qtbot: Any, tmp_path: Path) -> None:
    from plyscope_window.jobs.recovery import Recovery

    slow = "import time\ndef f(n):\n    return f(n - 1) if n else 0\nf(2)\nf(3)\ntime.sleep(60)\n"
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, slow, "slow.py"))))
    qtbot.waitUntil(lambda: len(page.kept) == 1 and page.current is not None)
    other = Recovery(window.recovery.folder)
    assert other.recoverable() == [], "the window lives"
    locks = [page.running._lock, *(kept.lock for kept in [*page.kept.values(), *window.recovery._kept.values()])]
    for lock in locks:
        lock.unlock()
    assert {one.title for one in other.recoverable()} == {"f(2)", "f(3)"}
    other.release_offered()
    for lock in locks:
        assert lock.tryLock(0)
    page.stop_button.click()
    finished(window, qtbot, page)
    window.close_page(page)


@pytest.mark.full
def test_the_lines_of_one_call_are_recorded_on_request(window: Any, qtbot: Any, tmp_path: Path, answers: Any) -> None:
    """The program runs again for them; what was typed into it cannot be repeated."""
    text = "def f(n):\n    return f(n - 1) + n if n else 0\nf(3)\nf(4)\n"
    page = begun(window, qtbot, RunRequest(target=str(write(tmp_path, text, "lines.py"))))
    finished(window, qtbot, page)
    page.list.setFocus()
    QTest.keyClick(page.list, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.session is not None and page.session.trace.user_code.call == "f(4)")
    settle(window)
    assert page.current is not None
    session = page.current.session
    session.act(lambda cursor: cursor.go(3))
    frame = session.inspected.frame
    window.actions_by_key["own_lines"].trigger()
    qtbot.waitUntil(lambda: page.current is not None and page.current.session is not session)
    tables = page.current.session.trace.user_code.tables
    assert len(tables.line_step) == len(session.trace) - frame
    page.had_input = True
    window.actions_by_key["own_lines"].trigger()
    assert "cannot be repeated exactly" in window.statusBar().currentMessage()
    answers.save = "discard"
    window.close_page(page)
