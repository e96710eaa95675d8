"""Making exercises in the window: of what is in front, or of random trees."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.cli.main import run_command
from plyscope.exercises.exercise import read_exercise
from plyscope_window.pages.exercise.exercise_page import ExercisePage
from plyscope_window.pages.exercise.make_dialog import RANDOM, MakeDialog
from plyscope_window.widgets import questions
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, show

pytestmark = pytest.mark.qt


def dialog_of(window: Any) -> MakeDialog:
    window.actions_by_key["make_exercise"].trigger()
    found = [dialog for dialog in window.findChildren(MakeDialog) if dialog.isVisible()]
    assert len(found) == 1
    return found[0]


def make(window: Any, qtbot: Any, dialog: MakeDialog) -> ExercisePage:
    dialog.make.click()
    qtbot.waitUntil(lambda: isinstance(window.page, ExercisePage))
    page = window.page
    assert isinstance(page, ExercisePage)
    return page


@pytest.mark.full
def test_of_the_recording_in_front(
    window: Any, qtbot: Any, answers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(window, session_on("tictactoe:XO./OX./XO. x", "alphabeta", cut=">", depth=2))
    dialog = dialog_of(window)
    assert not dialog.is_random
    assert (dialog.cut.currentData(), dialog.search_depth.value()) == (">", 2)
    exercise = make(window, qtbot, dialog).exercise
    assert exercise.source.startswith("tictactoe:")
    assert (exercise.cut, exercise.options["depth"]) == (">", 2)
    # It has no file yet; once it is begun, closing its tab asks.
    page = window.page
    page.work.prune(1)
    answers.save = "save"
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: tmp_path / "mine.json")
    window.close_page(page)
    assert read_exercise(tmp_path / "mine.json").id == exercise.id


def test_random_variants_are_written_and_opened(window: Any, qtbot: Any, answers: Any, tmp_path: Path) -> None:
    dialog = dialog_of(window)
    assert dialog.source.currentData() == RANDOM
    answers.folder = tmp_path / "monday"
    dialog.variants.setValue(3)
    assert "Choose the folder" in dialog.notice.text
    dialog.prunes.setValue(3)
    dialog.forms.boxes["tex"].setChecked(True)
    page = make(window, qtbot, dialog)
    assert page.place.text() == "Exercise 1 of 3"
    assert len(page.exercise.tree.tops_of(set(page.exercise.key.pruned))) == 3
    assert (tmp_path / "monday" / "worksheets.tex").is_file()
    # The same folder again is asked about.
    answers.agrees = False
    dialog = dialog_of(window)
    dialog.folder.setText(str(tmp_path / "monday"))
    dialog.variants.setValue(3)
    dialog.seed.setValue(9)
    dialog.make.click()
    qtbot.waitUntil(lambda: dialog.notice.is_problem)
    assert "already" in dialog.notice.text
    answers.agrees = True
    dialog.make.click()
    qtbot.waitUntil(lambda: window.page is not page and window.page.exercise.id != page.exercise.id)


def test_what_cannot_be_made_is_said(window: Any, qtbot: Any) -> None:
    dialog = dialog_of(window)
    dialog.prunes.setValue(9)
    dialog.make.click()
    qtbot.waitUntil(lambda: dialog.notice.is_problem)
    assert "4 at most" in dialog.notice.text
    dialog.algorithm.setCurrentIndex(dialog.algorithm.findData("minimax"))
    assert dialog.asked.value == ("values", "best")
    assert not dialog.cut.isEnabled()
    for box in dialog.asked.boxes.values():
        box.setChecked(False)
    dialog.make.click()
    assert "Tick at least one" in dialog.notice.text
    dialog.reject()


def test_of_the_calls_of_a_program(window: Any, qtbot: Any, tmp_path: Path) -> None:
    program = tmp_path / "fib.py"
    program.write_text("def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n")
    recording = tmp_path / "fib.plytrace"
    assert run_command(["debug", str(program), "fib(3)", "-o", str(recording)]) == 0
    window.open_source(str(recording))
    dialog = dialog_of(window)
    assert dialog.is_of_calls
    assert not dialog.algorithm.isEnabled()
    dialog.folder.setText(str(tmp_path / "calls"))
    page = make(window, qtbot, dialog)
    assert page.path == tmp_path / "calls" / "exercise.json"
    assert not page.watch.isEnabled()
    field = page.tree.field
    for text in ("1", "2"):
        field.setText("")
        QTest.keyClicks(field, text)
        page.show_next_hint()
        QTest.keyClick(field, Qt.Key.Key_Return)
    assert page.tree.verdicts
    assert page.marks.score == page.marks.out_of == 100
