"""An exercise in a tab of the real window, done by keyboard and by mouse."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.handed_in import key_path, known_exercises, marked_files
from plyscope.exercises.work import Box, Field, Verdict
from plyscope.files.sources import load
from plyscope_window.pages.exercise import kept_answers
from plyscope_window.pages.exercise.exercise_page import ExercisePage, Feedback, save_with_key
from plyscope_window.pages.exercise.results_dialog import ResultsDialog
from plyscope_window.widgets import questions
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import settle

pytestmark = pytest.mark.qt
TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
RIGHT = {
    "A": ("-inf", "inf"), "B": ("-inf", "inf", "-inf", "3", "3"), "C": ("3", "inf", "3", "2", "2"),
    "D": ("3", "inf", "3", "2", "2"),
}  # fmt: skip


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Two exercises of one kind, in one folder."""
    found = []
    for variant, tree in enumerate((TREE, "tree:[[4,12],[2,4]]"), 1):
        made = exercise_of(load(tree), {}, title="Monday", variant=variant, variants=2)
        found.append(tmp_path / f"exercise-{variant}.json")
        made.save(found[-1], force=False)
    return found


@pytest.fixture
def page(window: Any, files: list[Path]) -> ExercisePage:
    for kept in kept_answers.exercises_folder().glob("*"):
        kept.unlink()
    window.settings.remove("exercises/student")
    window.open_source(str(files[0]))
    page = window.page
    assert isinstance(page, ExercisePage)
    page.choose_feedback(Feedback.AT_ONCE)
    page.choose_order(False)
    page.tree.setFocus()
    return page


def key(page: ExercisePage, *keys: Any) -> None:
    for one in keys:
        target = page.tree.field if page.tree.box is not None else page.tree
        if isinstance(one, str):
            QTest.keyClicks(target, one)
        else:
            QTest.keyClick(target, one)


def node(page: ExercisePage, name: str) -> int:
    return page.exercise.tree.by_name[name]


def state(page: ExercisePage, name: str) -> Verdict | None:
    where, _, field = name.partition(".")
    return page.tree.verdicts.get(Box(node(page, where), Field(field)))


def fill_right(page: ExercisePage) -> None:
    """Answer everything by keyboard, in the order of the search."""
    for texts in RIGHT.values():
        for text in texts:
            key(page, text, Qt.Key.Key_Tab)
    for text in ("3", "inf", "3", "B"):
        key(page, text, Qt.Key.Key_Return)


def test_what_can_be_done_is_in_sight_in_a_small_window(page: ExercisePage, window: Any) -> None:
    window.resize(1024, 700)
    fill_right(page)
    settle(window)
    side = page.side
    assert side.area.verticalScrollBar().maximum() == 0
    for height in (700, 600):
        window.resize(1024, height)
        settle(window)
        for button in (side.ask_hint, side.save, side.hand_in, side.again, side.results):
            assert side.rect().contains(QRect(button.mapTo(side, QPoint()), button.size()))


def test_done_by_keyboard_and_marked_at_once(page: ExercisePage) -> None:
    assert page.tree.field.accessibleName() == "A, α as it is called"
    assert "A: what is α when it is called?" in page.question.words.text()
    fill_right(page)
    assert (page.marks.score, page.marks.out_of) == (60, 100)
    page.tree.go_to(node(page, "C2"))
    key(page, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space)
    assert page.marks.score == page.marks.out_of == 100
    assert page.side.points.score.text() == "100"
    assert not page.remarks.cards
    assert kept_answers.kept_results()[-1].score == 100


def test_a_box_is_marked_when_it_is_left(page: ExercisePage) -> None:
    key(page, "5")
    assert state(page, "A.in_alpha") is None
    key(page, Qt.Key.Key_Tab)
    assert state(page, "A.in_alpha") is Verdict.WRONG
    page.undo_or_redo(is_undo=True)
    assert state(page, "A.in_alpha") is None


def test_edges_by_click_and_what_is_said_of_them(page: ExercisePage, window: Any) -> None:
    start, end = page.tree.places.edge_ends(node(page, "D3"))
    QTest.mouseClick(page.tree, Qt.MouseButton.LeftButton, pos=((start + end) / 2).toPoint())
    assert page.work.state.pruned == {node(page, "D3")}
    assert str(page.remarks.cards[0].title) == "Pruned too much: D3"
    assert node(page, "D3") in page.tree.ringed
    QTest.keyClick(page.tree, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert not page.remarks.cards
    page.tree.strike_or_restore(0)
    assert "root" in window.statusBar().currentMessage()


def test_boxes_by_click(page: ExercisePage) -> None:
    box = Box(node(page, "C"), Field.VALUE)
    QTest.mouseClick(page.tree, Qt.MouseButton.LeftButton, pos=page.tree.places.box_area(box).center().toPoint())
    assert page.tree.box == box
    assert page.tree.field.geometry().contains(page.tree.places.box_area(box).center().toPoint())
    point = page.tree.places.point(node(page, "B1")).toPoint()
    QTest.mouseClick(page.tree, Qt.MouseButton.LeftButton, pos=QPoint(point))
    assert (page.tree.node, page.tree.box) == (node(page, "B1"), None)


def test_arrows_move_in_the_tree(page: ExercisePage) -> None:
    key(page, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down)
    assert page.work.name(page.tree.node) == "C1"
    key(page, Qt.Key.Key_Left, Qt.Key.Key_Up)
    assert page.work.name(page.tree.node) == "B"


def test_as_the_search_goes(page: ExercisePage, window: Any) -> None:
    page.choose_order(True)
    assert page.order_actions[True].isChecked()
    box = Box(node(page, "D"), Field.VALUE)
    QTest.mouseClick(page.tree, Qt.MouseButton.LeftButton, pos=page.tree.places.box_area(box).center().toPoint())
    assert page.tree.box != box
    assert "has not come to D yet" in window.statusBar().currentMessage()
    key(page, "-inf", Qt.Key.Key_Tab, "inf", Qt.Key.Key_Tab, "3", Qt.Key.Key_Tab)
    box = Box(0, Field.IN_BETA)
    QTest.mouseClick(page.tree, Qt.MouseButton.LeftButton, pos=page.tree.places.box_area(box).center().toPoint())
    assert "has passed A" in window.statusBar().currentMessage()
    key(page, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace, Qt.Key.Key_Backspace)
    assert page.tree.box == box, "an empty box goes back to the one before it, and that to A's β"


def test_as_the_search_goes_all_is_done_by_keys(page: ExercisePage) -> None:
    page.choose_order(True)
    for name, texts in RIGHT.items():
        key(page, texts[0], Qt.Key.Key_Tab, texts[1], Qt.Key.Key_Tab)
        if name == "C":
            key(page, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_Space)
            assert page.work.state.pruned == {node(page, "C2"), node(page, "C3")}
            key(page, Qt.Key.Key_Tab)
        for text in texts[2:]:
            key(page, text, Qt.Key.Key_Tab)
    for text in ("3", "inf", "3", "B"):
        key(page, text, Qt.Key.Key_Return)
    assert page.marks.score == page.marks.out_of == 100
    assert page.is_solved


def test_feedback_at_the_end_and_never(page: ExercisePage) -> None:
    page.choose_feedback(Feedback.AT_END)
    key(page, "5", Qt.Key.Key_Tab)
    assert not page.tree.verdicts
    assert page.side.points.of.text() == "of 21 boxes answered"
    page.side.mark.click()
    assert state(page, "A.in_alpha") is Verdict.WRONG
    page.choose_feedback(Feedback.NEVER)
    assert not page.tree.verdicts
    assert not page.side.ask_hint.isEnabled()


def test_a_wrong_entry_says_why_where_the_keyboard_is(page: ExercisePage) -> None:
    page.tree.go_to(node(page, "B"), Field.VALUE)
    key(page, "12", Qt.Key.Key_Tab)
    page.tree.go_to(node(page, "B"), Field.VALUE)
    title, text = str(page.remarks.cards[0].title), str(page.remarks.cards[0].text)
    assert (title, "B is MIN and returns the smallest" in text) == ("B: 12 is wrong", True)
    assert page.tree.field.accessibleDescription() == f"wrong {text}"
    key(page, Qt.Key.Key_Tab)
    assert not page.remarks.cards


def test_a_test_shows_no_marks_and_no_hints(window: Any, page: ExercisePage, tmp_path: Path) -> None:
    path = tmp_path / "test.json"
    exercise_of(load(TREE), {}, feedback="never").save(path, force=False)
    window.open_source(str(path))
    test = window.page
    test.tree.setFocus()
    key(test, "5", Qt.Key.Key_Tab, "?")
    test.choose_feedback(Feedback.AT_ONCE)
    test.mark_all()
    assert (test.feedback, test.shows_marks, dict(test.tree.verdicts)) == (Feedback.NEVER, False, {})
    assert test.side.hint.isHidden()
    assert not test.feedback_actions[Feedback.AT_ONCE].isEnabled()
    assert test.marks.out_of == 0, "the key is not even worked out"
    assert not kept_answers.kept_results()


def test_calls_are_worked_through_without_their_key(window: Any, page: ExercisePage, tmp_path: Path) -> None:
    source = 'calls:["fib(2)", [["fib(1)", 1], ["fib(0)", 0]]]'
    made = Exercise(source, "fib", {}, ("values",), code="def fib(n): ...", results={"A": 1.0})
    save_with_key(made, tmp_path / "fib.json")
    window.open_source(str(tmp_path / "fib.json"))
    assert window.page.shows_marks
    window.close_page(window.page)
    key_path(tmp_path / "fib.json").unlink()
    window.open_source(str(tmp_path / "fib.json"))
    calls = window.page
    calls.tree.setFocus()
    key(calls, "1", Qt.Key.Key_Return)
    assert calls.work.answers().values["A"].number == 1
    assert (calls.feedback, calls.frame) == (Feedback.NEVER, -1)
    assert calls.side.program.toPlainText() == "def fib(n): ..."


def test_hints_level_by_level_and_giving_up(page: ExercisePage) -> None:
    page.tree.go_to(node(page, "C"), Field.VALUE)
    key(page, "?")
    hint = page.side.hint
    assert hint.title.text() == "Hint for C, 1 of 3"
    assert hint.text.text() == "C is MIN: it returns the smallest of what C1, C2 and C3 return."
    hint.next.click()
    hint.next.click()
    assert "C, the value that it returns: ≤2" in hint.text.text()
    assert not hint.next.isVisible()
    assert hint.show_answer.text() == "Show C"
    hint.show_answer.click()
    assert state(page, "C.value") is Verdict.GIVEN_UP
    assert page.work.state.pruned == {node(page, "C2"), node(page, "C3")}
    assert page.side.points.score.text() == "0"
    page.tree.go_to(node(page, "D3"))
    key(page, "?")
    assert "as soon as α ≥ β" in hint.text.text()


def test_answers_are_kept_by_student(page: ExercisePage, window: Any, files: list[Path]) -> None:
    key(page, "5", Qt.Key.Key_Tab)
    page.side.student.setText("Dana")
    page.side.student.editingFinished.emit()
    window.close_page(page)
    window.open_source(str(files[0]))
    again = window.page
    assert again.work.student == "Dana"
    assert again.work.text(Box(0, Field.IN_ALPHA)) == "5"
    again.side.student.setText("Noam")
    again.side.student.editingFinished.emit()
    assert not again.work.is_begun
    again.side.student.setText("Dana")
    again.side.student.editingFinished.emit()
    assert again.work.is_begun


def test_variants_and_watching(page: ExercisePage, window: Any) -> None:
    assert page.place.text() == "Exercise 1 of 2"
    assert not page.previous.isEnabled()
    page.next.click()
    other = window.page
    assert other.exercise.variant == 2
    assert page not in window.pages
    other.tree.go_to(node(other, "C"))
    other.watch.trigger()
    assert window.session is not None
    assert window.session.trace is other.exercise.trace
    assert window.session.cursor.frame == other.exercise.key.frames[node(other, "C")]
    recording = window.page
    window.show_page(other)
    other.watch.trigger()
    assert window.page is recording


def test_handed_in_marked_by_the_command_and_in_the_results(
    page: ExercisePage, window: Any, files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.side.student.setText("=Dana")
    page.side.student.editingFinished.emit()
    fill_right(page)
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: tmp_path / "answers" / "dana.json")
    (tmp_path / "answers").mkdir()
    page.side.hand_in.click()
    written = json.loads((tmp_path / "answers" / "dana.json").read_text())
    assert written["pruned"] == []
    assert written["student"] == "=Dana"
    marks = list(marked_files(known_exercises(tmp_path), [tmp_path / "answers"]))
    assert [one.marks.score for one in marks] == [60]
    page.side.results.click()
    dialog = window.findChild(ResultsDialog)
    assert [(one.student, one.score, one.out_of) for one in dialog.results] == [("=Dana", 60, 100)]
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: tmp_path / "results.csv")
    dialog.export.click()
    rows = list(csv.DictReader((tmp_path / "results.csv").read_text().splitlines()))
    assert rows[0]["score"] == "60"
    assert not rows[0]["student"].startswith("=")
    dialog.close()


def test_a_name_is_asked_for_once_and_enter_presses_buttons(
    page: ExercisePage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: tmp_path / "nobody.json")
    page.side.student.setText("")
    for is_written in (False, True):
        page.side.hand_in.setFocus()
        QTest.keyClick(page.side.hand_in, Qt.Key.Key_Return)
        assert (tmp_path / "nobody.json").exists() == is_written


def test_start_again_can_be_undone(page: ExercisePage) -> None:
    key(page, "5", Qt.Key.Key_Tab)
    page.side.again.click()
    assert not page.work.is_begun
    assert page.attempt == 2
    page.undo.click()
    assert page.work.is_begun


def test_small_views_scroll_to_the_keyboard(page: ExercisePage) -> None:
    page.view.resize(300, 200)
    page.tree.go_to(node(page, "D"), Field.VALUE)
    area = page.tree.places.box_area(page.tree.box)
    visible = page.tree.visibleRegion().boundingRect()
    assert visible.contains(area.center().toPoint())


def test_right_to_left_the_tree_keeps_its_order(page: ExercisePage, window: Any) -> None:
    window.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    page.resize(page.width() - 1, page.height())
    for name in ("C2", "B1", "D3"):
        page.tree.strike_or_restore(node(page, name))
    page.tree.go_to(0)
    QTest.qWait(1)
    lefts = {page.work.name(card.card.node): card.x() for card in page.remarks.shown}
    assert list(lefts) == ["B1", "D3"]
    assert lefts["B1"] < lefts["D3"]
    window.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
