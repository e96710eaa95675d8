from __future__ import annotations

from itertools import pairwise
from typing import Any

import plyscope
import pytest
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.look.theme import font, text_width
from plyscope_window.pages.editor.editor_page import EditorPage
from plyscope_window.pages.editor.tree_editor import LEAST_NUMBER, SQUARE_SHARE, TreeCanvas
from plyscope_window.words import number
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog

from tests import full_traces

pytestmark = pytest.mark.qt


@pytest.fixture
def page(qtbot: Any) -> EditorPage:
    made = EditorPage(plyscope.load("tree:[[3,5],[2,9]]"))
    qtbot.addWidget(made)
    made.resize(1100, 700)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.editor.tree.canvas.setFocus()
    return made


@pytest.fixture
def canvas(page: EditorPage) -> TreeCanvas:
    return page.editor.tree.canvas


def keys(qtbot: Any, widget: Any, *pressed: Any) -> None:
    for key in pressed:
        if isinstance(key, str):
            qtbot.keyClicks(widget, key)
        else:
            qtbot.keyClick(widget, key)


def text(page: EditorPage) -> str:
    return page.editor.text.toPlainText()


def test_arrows_go_to_parents_children_and_neighbours(page: EditorPage, canvas: TreeCanvas, qtbot: Any) -> None:
    assert canvas.draft is not None
    down, right, up, left = Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left
    for pressed, name in (
        ((down, down), "B1"), ((right, right), "C1"), ((up,), "C"), ((left,), "B"), ((left, up, up), "A"),
    ):  # fmt: skip
        keys(qtbot, canvas, *pressed)
        assert canvas.draft.name(canvas.selected) == name
        assert canvas.accessibleDescription().startswith(f"{name}: ")


def test_a_leaf_gets_the_number_that_is_typed(page: EditorPage, canvas: TreeCanvas, qtbot: Any) -> None:
    keys(qtbot, canvas, Qt.Key.Key_Down, Qt.Key.Key_Down, "7")
    keys(qtbot, canvas.field, "1", Qt.Key.Key_Return)
    assert text(page) == "[[71,5],[2,9]]"
    keys(qtbot, canvas, "-")
    keys(qtbot, canvas.field, "4", Qt.Key.Key_Tab, "6", Qt.Key.Key_Return)
    assert text(page) == "[[-4,6],[2,9]]"


def test_escape_leaves_the_number_and_nonsense_is_refused(page: EditorPage, canvas: TreeCanvas, qtbot: Any) -> None:
    keys(qtbot, canvas, Qt.Key.Key_Down, Qt.Key.Key_Down, "7")
    keys(qtbot, canvas.field, "7x", Qt.Key.Key_Return)
    assert canvas.field.isVisible()
    assert "is not a value" in page.editor.notice.text
    assert page.editor.notice.is_problem
    keys(qtbot, canvas.field, Qt.Key.Key_Escape)
    assert not canvas.field.isVisible()
    assert not page.editor.notice.is_problem
    assert text(page) == "[[3,5],[2,9]]"


def test_nodes_are_added_deleted_and_named_and_all_of_it_undone(
    page: EditorPage, canvas: TreeCanvas, qtbot: Any
) -> None:
    keys(qtbot, canvas, "+")
    assert text(page) == "[[3,5],[2,9],0]"
    keys(qtbot, canvas, Qt.Key.Key_Insert)
    assert text(page) == "[[3,5],[2,9],[0]]"
    keys(qtbot, canvas, Qt.Key.Key_F2)
    keys(qtbot, canvas.field, "end", Qt.Key.Key_Return)
    assert text(page) == '[[3,5],[2,9],[{"name":"end","value":0}]]'
    keys(qtbot, canvas, Qt.Key.Key_Up, Qt.Key.Key_Delete)
    assert text(page) == "[[3,5],[2,9]]"
    for _ in range(4):
        qtbot.keyClick(canvas, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert text(page) == "[[3,5],[2,9]]"
    assert not page.editor.history.can_undo
    assert page.editor.history.can_redo


def test_the_root_stays(page: EditorPage, canvas: TreeCanvas, qtbot: Any) -> None:
    keys(qtbot, canvas, Qt.Key.Key_Delete)
    assert text(page) == "[[3,5],[2,9]]"
    assert "root cannot be deleted" in page.editor.notice.text


def test_a_click_chooses_and_a_double_click_opens_the_number(page: EditorPage, canvas: TreeCanvas, qtbot: Any) -> None:
    assert canvas._plan is not None
    place = canvas._plan.places[5].toPoint()
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert canvas.selected == 5
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert canvas.field.text() == "2"


def test_a_tree_that_breaks_off_stays_drawn_but_cannot_be_edited(page: EditorPage, canvas: TreeCanvas) -> None:
    page.editor.text.setPlainText("[[3,5],[2,")
    assert canvas.is_stale
    assert not page.editor.tree_bar.add.isEnabled()
    canvas.add_child()
    assert text(page) == "[[3,5],[2,"
    page.editor.history.undo()
    assert not canvas.is_stale


def test_two_thousand_nodes_are_drawn(page: EditorPage, canvas: TreeCanvas) -> None:
    page.editor.text.setPlainText("[" + ",".join(["[" + ",".join("12345678") + "]"] * 220) + "]")
    assert canvas.draft is not None
    assert len(canvas.draft) == 1981
    assert not canvas.is_stale
    assert not canvas.grab().isNull()


def test_leaves_grow_with_their_numbers(page: EditorPage, canvas: TreeCanvas) -> None:
    usual = canvas._plan.widths[2]
    page.editor.text.setPlainText("[[99999,-3400],[4,123456789012]]")
    plan = canvas._plan
    leaves = [node for node, one in enumerate(plan.draft.nodes) if not one.children]
    face = font(LEAST_NUMBER, bold=True)
    for node in leaves:
        assert text_width(face, number(plan.draft.nodes[node].number)) < plan.widths[node] * SQUARE_SHARE
    for left, right in pairwise(leaves):
        apart = plan.places[right].x() - plan.places[left].x()
        assert apart > (plan.widths[left] + plan.widths[right]) / 2 * SQUARE_SHARE
    assert plan.widths[leaves[2]] == usual, "a short one stays as it is"


def test_a_random_tree_is_taken_over_with_its_cuts(page: EditorPage, qtbot: Any) -> None:
    bar = page.editor.tree_bar
    bar.random.click()
    dialog = bar.dialog
    assert dialog is not None
    dialog.cuts.setValue(2)
    dialog.seed.setValue(5)
    qtbot.waitUntil(dialog.use.isEnabled)
    dialog.done(QDialog.DialogCode.Accepted)
    assert full_traces.record(f"tree:{text(page)}", algorithm="alphabeta").cutoffs == 2
    page.editor.history.undo()
    assert text(page) == "[[3,5],[2,9]]"


def test_constraints_that_no_tree_fulfils_are_refused_in_the_dialog(page: EditorPage, qtbot: Any) -> None:
    bar = page.editor.tree_bar
    bar.random.click()
    dialog = bar.dialog
    assert dialog is not None
    dialog.form.named["depth"].control.low.setValue(5)
    qtbot.waitUntil(lambda: dialog.notice.is_problem)
    assert not dialog.use.isEnabled()
    assert "must rise" in dialog.notice.text
    dialog.reject()
    assert wait_for_all()
