"""Positions are edited, recorded, saved, opened, closed and recovered in the real window."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.model.marks import Bookmark, Breakpoint, On
from plyscope_window.app import application, canvas_commands, opening
from plyscope_window.app.opening import is_program
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages import trace_page
from plyscope_window.pages.editor.editor_page import (
    EditorPage,
    edit_position,
    edit_root,
    edit_selected,
    edit_text,
    new_position,
)
from plyscope_window.pages.record.recording_page import RecordingPage
from plyscope_window.pages.record.recording_page import record as start_recording
from plyscope_window.pages.start.start_page import StartPage
from plyscope_window.pages.trace_page import open_trace_file
from plyscope_window.pages.usercode.usercode_page import UserCodePage
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.full_traces import Trace, record
from tests.places import SOURCE_ROOTS
from tests.visualiser.driving import Answers, panel, session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_trace

pytestmark = pytest.mark.qt

HEBREW = "sample:tictactoe/hebrew"


def wait_for_recording(qtbot: Any, window: Any) -> Any:
    qtbot.waitUntil(lambda: window.session is not None)
    settle(window)
    return window.session


def progress_page(window: Any) -> RecordingPage:
    """The page of the recording that is being made, in front."""
    page = next(page for page in window.pages if isinstance(page, RecordingPage))
    window.show_page(page)
    return page


@pytest.mark.full
def test_a_pasted_program_is_shown_as_what_would_run(window: Any) -> None:
    text = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n\n\nprint(fib(5))\n"
    QGuiApplication.clipboard().setText(text)
    window.actions_by_key["paste"].trigger()
    assert isinstance(window.page, UserCodePage)
    assert window.page.form.text.toPlainText() == text
    assert window.page.request is None, "nothing has run"
    assert not any(is_program(other) for other in ("[[3,12,8],[2,4,6]]", "4453", ".OO/XXO/.X. o", "def f("))


def tab_titles(window: Any) -> list[str]:
    return [window.tabs.tabText(place) for place in range(window.tabs.count())]


# Recording


def test_a_sample_is_recorded_in_another_process_and_shown(qtbot: Any, window: Any) -> None:
    [start] = window.pages
    assert isinstance(start, StartPage)
    start.sample_chosen.emit("tictactoe/hebrew")
    _, held = window.pages
    assert isinstance(held, RecordingPage)
    assert held.recording.is_running
    assert window.page is start, "the progress of a small recording does not flash"
    session = wait_for_recording(qtbot, window)
    assert len(window.pages) == 2, "the recording stands where its progress stood"
    assert session.trace.signature == record(load(HEBREW)).signature
    assert window.windowTitle() == f"{session.title} – Plyscope"
    assert session.is_saved, "what was recorded in no time is not worth a question"
    assert window.actions_by_key["save"].isEnabled(), "but it is in no file yet"


def test_the_button_of_the_editor_records_what_stands_there(qtbot: Any, window: Any) -> None:
    edit_text(window, "tictactoe:.OO/XXO/.X. o")
    page = window.page
    assert isinstance(page, EditorPage)
    page.form.set_options({"algorithm": "minimax"})
    qtbot.mouseClick(page.record_button, Qt.MouseButton.LeftButton)
    session = wait_for_recording(qtbot, window)
    assert session.trace.search.name == "minimax"
    assert session.trace.position.text == load("tictactoe:.OO/XXO/.X. o").text
    assert page in window.pages, "the position is still there to be changed"


def test_an_option_is_changed_and_it_is_recorded_again(qtbot: Any, window: Any) -> None:
    first = show(window, session_on(HEBREW))
    QTest.keySequence(window.canvas, "Ctrl+R")
    page = window.page
    assert page.position.state == first.trace.position.state
    assert page.form.options["algorithm"] == first.trace.search.name
    page.form.set_options({**page.form.options, "algorithm": "negamax"})
    QTest.keySequence(page, "Ctrl+Return")
    second = wait_for_recording(qtbot, window)
    assert second is not first
    assert second.trace.search.name == "negamax"
    assert second.trace.value == first.trace.value


@pytest.mark.full
def test_moves_that_were_typed_are_still_there_when_it_is_recorded_again(
    qtbot: Any, window: Any, answers: Answers, tmp_path: Path
) -> None:
    start_recording(window, load("connectfour:5,4,4 33"), {"depth": 2})
    session = wait_for_recording(qtbot, window)
    edit_root(window, window.session)
    assert window.page.editor.text.toPlainText() == "5,4,4 33"
    assert window.page.editor.board.grid.owner((2, 3)) == 1
    path = tmp_path / "moves.plytrace"
    save_trace(session.trace, path)
    open_trace_file(window, path)
    edit_root(window, window.session)
    assert window.page.editor.text.toPlainText() == "5,4,4 33"
    window.show_page(window.pages[-2])
    window.session.go_to_frame(1)
    edit_selected(window, window.session)
    assert window.page.position.text == session.trace.position_at(1).text, "other moves have led there"


def test_it_records_from_a_frame(qtbot: Any, window: Any) -> None:
    session = show(window, session_on(HEBREW))
    session.go_to_frame(3)
    expected = session.trace.position_at(3)
    QTest.keySequence(window.canvas, "Ctrl+Shift+N")
    assert window.page.position.text == expected.text
    assert window.page.position.max_side == expected.max_side
    window.page.request_recording()
    deeper = wait_for_recording(qtbot, window)
    assert deeper.trace.position.text == expected.text
    assert deeper.trace.value == session.trace.values[3]


def test_a_position_is_pasted(window: Any, answers: Answers) -> None:
    QGuiApplication.clipboard().setText(" connectfour:4453\n")
    QTest.keySequence(window, "Ctrl+Shift+V")
    assert window.page.position.text == load("connectfour:4453").text
    pages = len(window.pages)
    QGuiApplication.clipboard().setText("  ")
    QTest.keySequence(window, "Ctrl+Shift+V")
    assert len(window.pages) == pages
    assert window.statusBar().currentMessage() == "There is no text to paste."


def test_a_pasted_text_that_is_no_position_is_reported(window: Any) -> None:
    edit_text(window, "XXXXX O")
    assert window.page.problem is not None
    assert not window.page.record_button.isEnabled()


def drop(window: Any, content: QMimeData) -> None:
    place = window.rect().center()
    action, button, plain = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entering = QDragEnterEvent(place, action, content, button, plain)
    QApplication.sendEvent(window, entering)
    assert entering.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(place), action, content, button, plain))


def test_files_and_texts_are_dropped_on_a_recording(qtbot: Any, window: Any, tmp_path: Path) -> None:
    show(window, session_on(HEBREW))
    path = tmp_path / "nine.plytrace"
    record("tree:[[9,8],[7,6]]").save(path)
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path))])
    drop(window, content)
    assert window.session.path == path
    content = QMimeData()
    content.setText("tree:[1,2]")
    drop(window, content)
    assert window.page.position.text == load("tree:[1,2]").text


def test_a_long_recording_is_stopped_and_kept(qtbot: Any, window: Any) -> None:
    start_recording(window, load("connectfour:"), {"depth": 30})
    page = progress_page(window)
    qtbot.waitUntil(lambda: page.recording.frames > 20_000)
    QTest.keyClick(window, Qt.Key.Key_F5)
    qtbot.mouseClick(page.cancel, Qt.MouseButton.LeftButton)
    session = wait_for_recording(qtbot, window)
    assert not session.trace.complete
    assert len(session.trace) >= 20_000
    assert "frames are kept" in window.statusBar().currentMessage()


def test_a_recording_that_is_being_made_is_thrown_away_only_when_sure(
    qtbot: Any, window: Any, answers: Answers
) -> None:
    recording = start_recording(window, load("connectfour:"), {"depth": 30})
    page = progress_page(window)
    qtbot.waitUntil(lambda: recording.frames > 0)
    answers.agrees = False
    window.close_page(page)
    assert page in window.pages
    assert recording.is_running
    answers.agrees = True
    window.close_page(page)
    assert page not in window.pages
    assert answers.last.startswith("A recording is still being made.")
    assert list((window.recovery.folder).iterdir()) == []


def test_a_position_that_cannot_be_recorded_is_reported(qtbot: Any, window: Any, answers: Answers) -> None:
    start_recording(window, load("tree:[1,2]"), {"algorithm": "magic"})
    qtbot.waitUntil(lambda: bool(answers.asked))
    assert "This cannot be recorded." in answers.last
    assert "magic" in answers.last
    assert len(window.pages) == 1


# Files that are no good


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("cut.plytrace", None, "This cannot be opened."),
        ("text.plytrace", b"not a recording", "This cannot be opened."),
        ("bad.toml", b"game = 'tictactoe'\nposition = 'XXXXX...O'\n", "This cannot be opened."),
        ("bad.json", b"{", "This cannot be opened."),
        ("gone.plytrace", b"", "This cannot be opened."),
    ],
)
def test_a_file_with_bad_content_is_reported(
    window: Any, answers: Answers, tmp_path: Path, name: str, content: bytes | None, complaint: str
) -> None:
    path = tmp_path / name
    if content is None:
        record("tree:[1,2]").save(path)
        content = path.read_bytes()[:-60]
    if name != "gone.plytrace":
        path.write_bytes(content)
    window.open_source(str(path))
    assert len(answers.asked) == 1
    assert answers.last.startswith(complaint)
    assert len(answers.last) > len(complaint) + 10, "it says what is wrong"
    assert len(window.pages) == 1
    assert window.settings.recent == []


def test_a_recording_of_another_program_is_read_and_shown(
    qtbot: Any, window: Any, answers: Answers, tmp_path: Path
) -> None:
    path = tmp_path / "plyscope.jsonl"
    lines = [
        '{"format":"plyscope-trace","version":1,"game":"nim","position":"2"}',
        '{"ev":"enter","id":1}',
        '{"ev":"enter","id":2,"parent":1,"move":"take 1"}',
        '{"ev":"leave","id":2,"value":-1}',
        '{"ev":"leave","id":1,"value":-1}',
    ]
    path.write_text("\n".join(lines[:-2]))
    window.open_source(str(path))
    session = wait_for_recording(qtbot, window)
    assert (len(session.trace), session.trace.complete) == (2, False)
    path.write_text("\n".join(lines))
    window.open_source(str(path))
    qtbot.waitUntil(lambda: window.session.trace.complete)
    assert window.session.title == "plyscope · imported"
    assert window.session.is_saved, "nothing is lost with the tab"
    assert not window.actions_by_key["record_again"].isEnabled(), "there is no such game here"
    path.write_text("\n".join([*lines, lines[-1]]))
    window.open_source(str(path))
    qtbot.waitUntil(lambda: "line 6: frame 1 returns a second time" in warnings_of(window))
    assert len(window.session.trace) == 2, "what stands before the fault is kept"


def warnings_of(window: Any) -> str:
    return " ".join(map(str, window.session.trace.position.warnings))


@pytest.mark.spread(2)
@pytest.mark.parametrize("is_large", [False, True])
def test_damage_inside_a_recording_is_found_while_it_is_shown(
    qtbot: Any, window: Any, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_large: bool
) -> None:
    """A large one is laid out in a thread first, and then checked by a process."""
    if is_large:
        monkeypatch.setattr(trace_page, "MAX_FRAMES_AT_ONCE", 1)
    path = tmp_path / "spoiled.plytrace"
    record(load("sample:tree/nine-leaves")).save(path)
    content = bytearray(path.read_bytes())
    place = content.find(b"NUMPY", content.find(b"value.npy")) + 150
    content[place] ^= 0x40
    path.write_bytes(content)
    window.open_source(str(path))
    qtbot.waitUntil(lambda: bool(answers.asked))
    assert "is damaged" in answers.last


# Saving and closing


def marked(window: Any) -> Any:
    session = show(window, session_on("sample:tictactoe/two-and-four"))
    session.go(40)
    session.set_bookmark(Bookmark(40, "Here", "a note"))
    session.toggle_breakpoint(Breakpoint(On.CONDITION, "value > 0"))
    session.select(9)
    canvas_commands.hide(window)
    settle(window)
    return session


def test_marks_step_and_what_is_hidden_come_back_from_a_file(window: Any, answers: Answers, tmp_path: Path) -> None:
    session = marked(window)
    step, shown = session.cursor.step, [len(row) for row in session.rows.rows]
    answers.to_save = tmp_path / "kept.plytrace"
    QTest.keySequence(window.canvas, "Ctrl+S")
    assert session.is_saved
    assert window.settings.recent == [answers.to_save]
    window.close_tab()
    assert answers.asked == ["ask_save_path"], "nothing is lost, so nothing is asked"
    window.open_source(str(answers.to_save))
    again = window.session
    assert again is not session
    assert again.trace.signature == session.trace.signature
    assert again.cursor.step == step
    assert again.cursor.marks.bookmarks == session.cursor.marks.bookmarks
    assert again.cursor.marks.breakpoints == session.cursor.marks.breakpoints
    assert again.cursor.marks.hidden == {9}
    assert [len(row) for row in again.rows.rows] == shown


def test_what_is_not_saved_has_a_star(window: Any, answers: Answers, tmp_path: Path) -> None:
    session = show(window, session_on(HEBREW))
    assert tab_titles(window)[-1] == session.title
    QTest.keySequence(window.canvas, "Ctrl+D")
    assert tab_titles(window)[-1] == f"{session.title} *"
    assert window.windowTitle() == f"{session.title} * – Plyscope"
    answers.to_save = tmp_path / "saved.plytrace"
    QTest.keySequence(window.canvas, "Ctrl+S")
    assert tab_titles(window)[-1] == session.title
    settle(window)
    assert window.actions_by_key["save"].toolTip() == "Everything is saved."
    QTest.keySequence(window.canvas, "F9")
    assert tab_titles(window)[-1] == f"{session.title} *"
    QTest.keySequence(window.canvas, "Ctrl+S")
    assert len(Trace.open(answers.to_save)) == len(session.trace), "the second time it asks for no name"
    assert answers.asked[1:] == ["ask_save_path"], "after the name of the bookmark"


@pytest.mark.parametrize("answer", ["save", "discard", "cancel"])
def test_closing_asks_what_is_to_become_of_it(window: Any, answers: Answers, tmp_path: Path, answer: str) -> None:
    session = marked(window)
    answers.save, answers.to_save = answer, tmp_path / "kept.plytrace"
    QTest.keySequence(window.canvas, "Ctrl+W")
    assert "has not been saved" in " ".join(answers.asked) or session.title in answers.asked[0]
    assert (window.session is session) == (answer == "cancel")
    assert answers.to_save.exists() == (answer == "save")
    left = [path.suffix for path in window.recovery.folder.iterdir()]
    assert (".json" in left) == (answer == "cancel"), "what is still shown is still looked after"


@pytest.mark.full
def test_a_new_position_is_of_the_game_in_front(window: Any) -> None:
    for source, game in ((None, "tictactoe"), ("tree:[1,2]", "tree"), ("connectfour:44", "connectfour")):
        if source is not None:
            edit_position(window, load(source))
        window.actions_by_key["new"].trigger()
        editor = window.page.editor
        assert editor.document.game == game
        assert editor.tree.canvas.hasFocus() if game == "tree" else editor.board.hasFocus(), "arrows work at once"
        assert not window.page.is_changed


@pytest.mark.full
def test_a_position_that_was_edited_is_asked_about_and_an_untouched_one_is_not(
    qtbot: Any, window: Any, answers: Answers
) -> None:
    answers.agrees = False
    for begin in (
        lambda: new_position(window, "connectfour"),
        lambda: edit_text(window, "tictactoe:.OO/XXO/.X. o"),
        lambda: edit_position(window, load("connectfour:44")),
    ):
        begin()
        window.close_page(window.page)
    assert answers.asked == []
    edit_text(window, "tictactoe:.OO/XXO/.X. o")
    page = window.page
    page.editor.text.setPlainText("X../.../...")
    window.close_page(page)
    assert page in window.pages
    assert answers.asked[-1].startswith("“New position: Tic-tac-toe” has been changed and not recorded.")
    window.close()
    assert window.isVisible(), "whoever quits is asked too"
    assert len(answers.asked) == 2
    page.editor.history.undo()
    assert not page.is_changed
    page.editor.text.setPlainText("X../.../...")
    page.request_recording()
    wait_for_recording(qtbot, window)
    window.close_page(page)
    assert page not in window.pages, "what was recorded is not lost"
    assert len(answers.asked) == 2
    edit_text(window, "tictactoe:.OO/XXO/.X. o")
    window.page.editor.choose_game("hexline")
    window.close_page(window.page)
    assert len(answers.asked) == 2, "to look at the start of another game is not to edit"
    edit_text(window, "tictactoe:.OO/XXO/.X. o")
    page = window.page
    page.editor.text.setPlainText("X../.../...")
    answers.agrees = True
    window.close_page(page)
    assert page not in window.pages


def test_saving_nowhere_keeps_the_tab(window: Any, answers: Answers) -> None:
    session = marked(window)
    answers.save, answers.to_save = "save", None
    assert not window.close_page(window.page)
    assert window.session is session


def test_a_write_error_is_reported(window: Any, answers: Answers, tmp_path: Path) -> None:
    session = marked(window)
    answers.to_save = tmp_path / "nowhere" / "x.plytrace"
    assert not window.page.save()
    assert answers.last.startswith("It could not be saved.")
    assert not session.is_saved


def test_the_window_closes_only_when_every_question_is_answered(window: Any, answers: Answers) -> None:
    first, second = marked(window), marked(window)
    answers.save = ["discard", "cancel"]
    assert not window.close()
    assert window.isVisible()
    assert len(answers.asked) == 2
    notes = [path for path in window.recovery.folder.iterdir() if path.suffix == ".json"]
    assert len(notes) == 2, "both are still shown, and both are still looked after"
    assert {first, second} <= {page.session for page in window.pages if hasattr(page, "session")}


@pytest.mark.full
def test_a_tab_that_is_closed_leaves_nothing_behind(window: Any) -> None:
    session = show(window, session_on("sample:tree/nine-leaves"))
    for step in range(10):
        session.go(step)
        settle(window)
    trace = weakref.ref(session.trace)
    kept = weakref.ref(session)
    del session
    window.close_tab()
    settle(window)
    QTest.qWait(20)
    gc.collect()
    assert kept() is None
    assert trace() is None
    assert len(window.pages) == 1


def test_closing_the_last_tab_leads_to_the_start_page(window: Any) -> None:
    window.close_tab()
    assert [type(page) for page in window.pages] == [StartPage]
    assert not window.toolbar.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.docks.values())


def test_panels_show_the_tab_in_front(window: Any) -> None:
    first = show(window, session_on(HEBREW))
    second = show(window, session_on("sample:tree/nine-leaves"))
    first.go(5)
    second.go(11)
    for session in (second, first, second):
        window.show_page(next(page for page in window.pages if getattr(page, "session", None) is session))
        settle(window)
        assert panel(window, "board").session is session
        assert window.transport.place.wordings[0].startswith(f"step {session.cursor.step} of")
        assert panel(window, "source").text.now == session.cursor.line
        assert f"so far {session.counts.calls} calls" in window.facts.text()
    first.go(7)
    assert window.transport.place.wordings[0].startswith("step 11 of"), "the one behind is not looked at"
    QTest.keySequence(window.canvas, "Ctrl+Shift+Tab")
    assert window.session is first


# After a crash

DYING = """
import os, sys, time
from PySide6.QtCore import QTimer
from plyscope_window.app.application import application, make_window
app = application()
from plyscope.files.sources import load
from plyscope.model.marks import Bookmark
from plyscope_window.look import theme
from plyscope_window.pages.record.recording_page import record
theme.use(theme.LIGHT)
window = make_window()
window.show()
record(window, load("connectfour:"), {"depth": 30})
started = time.time()
def look():
    page = window.page
    session = window.session
    if session is None:
        if page.recording.seconds > 1.1:
            page.recording.cancel()
        return
    session.go(1234)
    session.set_bookmark(Bookmark(1234, "Kept"))
    print(len(session.trace), flush=True)
    timer.stop()
timer = QTimer(interval=50)
timer.timeout.connect(look)
timer.start()
app.exec()
"""


def killed_window(state: Path) -> int:
    """A window with an unsaved recording that took over a second is killed; says how many frames it had."""
    environment = {**os.environ, "PLYSCOPE_STATE": str(state), "QT_QPA_PLATFORM": "offscreen"}
    environment["PYTHONPATH"] = SOURCE_ROOTS
    with subprocess.Popen([sys.executable, "-c", DYING], stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        frames = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        process.wait()
    return frames


@pytest.mark.full
def test_a_killed_window_loses_nothing(make_window: Callable[[], Any], answers: Answers, tmp_path: Path) -> None:
    frames = killed_window(tmp_path / "state")
    window = make_window()
    answers.recovered = "later"
    application.offer_recovery(window)
    assert window.session is None
    answers.recovered = "open"
    application.offer_recovery(window)
    session = window.session
    assert len(session.trace) == frames
    assert session.cursor.step == 1234
    assert session.cursor.marks.bookmarks[1234].name == "Kept"
    assert not session.is_saved
    assert tab_titles(window)[-1].endswith(" *")
    asked = len(answers.asked)
    application.offer_recovery(window)
    assert len(answers.asked) == asked, "it is shown, so there is nothing to offer"
    answers.save = "discard"
    window.close_page(window.page)
    assert list(window.recovery.folder.iterdir()) == []


@pytest.mark.full
def test_discarded_recordings_are_deleted(make_window: Callable[[], Any], answers: Answers, tmp_path: Path) -> None:
    killed_window(tmp_path / "state")
    window = make_window()
    answers.recovered = "discard"
    application.offer_recovery(window)
    assert window.session is None
    assert list(window.recovery.folder.iterdir()) == []


@pytest.mark.full
def test_one_chooses_what_is_recovered(make_window: Callable[[], Any], answers: Answers, tmp_path: Path) -> None:
    from plyscope_window.widgets.questions import RecoveredDialog

    killed_window(tmp_path / "state")
    window = make_window()
    [left] = window.recovery.recoverable()
    words = application.description(left)
    assert f"calls: {left.frames:,}" in words
    assert words.count(left.search) == 1
    dialog = RecoveredDialog(window, [words, "another"])
    assert dialog.checked == [0, 1]
    dialog.list.item(0).setCheckState(Qt.CheckState.Unchecked)
    assert dialog.checked == [1]
    dialog.list.item(1).setCheckState(Qt.CheckState.Unchecked)
    assert not dialog.opens.isEnabled()
    dialog.reject()
    assert dialog.decision == "later"


def test_a_recording_that_is_being_made_can_be_thrown_away(window: Any, answers: Answers) -> None:
    recording = start_recording(window, load("connectfour:"), {"depth": 30})
    page = progress_page(window)
    page.discard.click()
    assert "still being made" in answers.last
    assert page not in window.pages
    assert not recording.is_running
    assert list(window.recovery.folder.iterdir()) == []


def test_recording_again_is_called_so_and_nothing_can_be_undone(window: Any) -> None:
    session = show(window, session_on(HEBREW))
    edit_root(window, window.session)
    assert tab_titles(window)[-1] == f"Again: {session.title}"
    for begin in (lambda: new_position(window, "connectfour"), lambda: edit_text(window, "tree:[1,2]")):
        begin()
        assert not window.page.editor.history.can_undo


def test_no_ghost_is_searched_for_a_window_that_is_closed(make_window: Callable[[], Any], answers: Answers) -> None:
    """It would keep the program from ending, and tell a window that is no more."""
    window = make_window()
    session = show(window, session_on("sample:tictactoe/empty", "alphabeta"))
    answers.save = "discard"
    ended: list[str] = []
    session.ghosts.finished.connect(lambda: ended.append("ghosts"))
    session.ghosts.search(session.ghosts.stubs()[:1], limit=2_000_000)
    assert session.ghosts.is_running
    window.close()
    assert wait_for_all(5_000)
    QApplication.processEvents()
    assert session.ghosts.waiting == []
    assert ended == []


def test_a_large_recording_of_user_code_is_read_while_the_window_stays_alive(
    qtbot: Any, window: Any, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fib.plytrace"
    save_trace(user_code_trace("fibonacci", "fib(10)"), path)
    monkeypatch.setattr(trace_page, "BACKGROUND_BYTES", 0)
    window.open_source(str(path))
    assert window.session is None
    assert window.statusBar().currentMessage() == "Opening fib.plytrace…"
    qtbot.waitUntil(lambda: window.session is not None)
    assert (len(window.session.trace), window.session.path) == (177, path)
    assert window.statusBar().currentMessage() == ""
    assert window.settings.recent[0] == path


def test_a_large_recording_that_is_damaged_is_refused(
    qtbot: Any, window: Any, answers: Answers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "fib.plytrace"
    save_trace(user_code_trace("fibonacci", "fib(10)"), path)
    content = path.read_bytes()
    path.write_bytes(content.replace(b"own_result", b"own_rexult"))
    monkeypatch.setattr(trace_page, "BACKGROUND_BYTES", 0)
    window.open_source(str(path))
    qtbot.waitUntil(lambda: bool(answers.asked))
    assert answers.last.startswith("This cannot be opened.")
    assert window.session is None


def test_a_pasted_list_that_is_a_board_and_a_tree_is_asked_about(
    window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked: list[dict[str, str]] = []
    answers = iter(["tictactoe", "tree", None])

    def answer(_: object, games: dict[str, str]) -> str | None:
        asked.append(games)
        return next(answers)

    monkeypatch.setattr(opening.questions, "ask_game_of_text", answer)
    for game in ("tictactoe", "tree"):
        opening.show_text(window, " [0,-1,-1,1,1,-1,0,1,0] ")
        assert window.page.editor.document.game == game
    before = len(window.pages)
    path = tmp_path / "board.txt"
    path.write_text("[0,-1,-1,1,1,-1,0,1,0]", encoding="utf-8")
    window.open_source(str(path))
    assert len(window.pages) == before, "no game was chosen"
    assert asked == [{"tree": "Tree", "tictactoe": "Tic-tac-toe"}] * 3
    opening.show_text(window, "[3,1,2]")
    assert window.page.editor.document.game == "tree"


FEN = "8/8/8/8/8/5k2/8/6K1 w - - 0 1"
GAME_IN_PGN = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 *\n'


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (FEN, f"chess:{FEN}"),
        ("position startpos", "chess:rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("..#/.1./#.. 2", "hexline:..#/.1./#.. 2"),
        ("0 4 4 4/4 4 4 0 south", "kalah:0 4 4 4/4 4 4 0 south"),
        ('game = "hexline"\nposition = ".."\n', "hexline:.. 1"),
    ],
)
def test_a_text_that_is_pasted_or_dropped_opens_the_game_whose_form_it_has(
    window: Any, text: str, position: str
) -> None:
    if position.startswith("chess"):
        pytest.importorskip("chess", reason="the extra chess is not installed")
    QGuiApplication.clipboard().setText(text)
    QTest.keySequence(window, "Ctrl+Shift+V")
    assert str(window.page.position) == position
    content = QMimeData()
    content.setText(text)
    drop(window, content)
    assert str(window.page.position) == position


def test_a_text_without_a_game_is_refused_and_one_with_a_mistake_is_shown(window: Any, answers: Answers) -> None:
    pages = len(window.pages)
    opening.show_text(window, "Hello, world")
    assert answers.last.startswith("This cannot be opened. no game has a position that is written so")
    assert len(window.pages) == pages
    opening.show_text(window, "XXX/OOO/...")
    assert (window.page.editor.document.game, window.page.problem is None) == ("tictactoe", False)


def test_a_played_game_is_walked_through_and_searched_from_any_of_its_moves(
    qtbot: Any, window: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("chess", reason="the extra chess is not installed")
    opening.show_text(window, GAME_IN_PGN)
    assert window.page.live.play.game.moves == ["e4", "e5", "Nf3"]
    assert (window.page.title, window.page.is_saved) == ("Play: A – B", True)
    path = tmp_path / "games.pgn"
    path.write_text(GAME_IN_PGN + "\n" + GAME_IN_PGN.replace("Nf3", "Nc3"), encoding="utf-8")
    asked: list[list[str]] = []
    chosen = iter([2, None])

    def answer(_: object, titles: list[str]) -> int | None:
        asked.append(list(titles))
        return next(chosen)

    monkeypatch.setattr(opening.questions, "ask_which", answer)
    window.open_source(str(path))
    assert window.page.live.play.game.moves == ["e4", "e5", "Nc3"]
    assert window.settings.recent[0] == path
    page, pages = window.page, len(window.pages)
    window.open_source(str(path))
    assert (len(window.pages), asked) == (pages, [["A – B", "A – B"]] * 2)
    page.show_move(1)
    window.show_page(page)
    page.record_or_run()
    assert isinstance(window.page, EditorPage), "a depth must be chosen first"
    assert window.page.position.text == load("chess:e4").text
