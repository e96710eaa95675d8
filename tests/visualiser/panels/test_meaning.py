"""What the parameters and results of user code mean, shown and corrected in a panel of the real window."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope.layout.viewport import PLAIN_SCALE
from plyscope.model.roles import BOARD, DEPTH, IGNORE, MAX_SAID, VALUE, Proposal
from plyscope.usercode.given_roles import remembered
from plyscope_window.app.docks import VALUES
from plyscope_window.canvas.near import BOARD as BOARD_SIDE
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.panels.meaning import MeaningPanel, path_name, with_role
from PySide6.QtCore import QPointF

from tests.visualiser.driving import settle
from tests.visualiser.pages.usercode.running import opened, run, write

pytestmark = pytest.mark.qt

PAIRS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(board):
    for a, b, c in LINES:
        if board[a] != '.' and board[a] == board[b] == board[c]:
            return board[a]
    return None

def search(board, player):
    won = winner(board)
    if won or '.' not in board:
        return (1 if won == 'O' else -1 if won == 'X' else 0, board.count('.'))
    best = None
    for i in range(9):
        if board[i] == '.':
            board[i] = player
            reply = search(board, 'X' if player == 'O' else 'O')
            board[i] = '.'
            if player == 'O':
                if best is None or reply > best:
                    best = reply
            elif best is None or reply < best:
                best = reply
    return best
"""
CALL = "search(list('OX.XX....'), 'O')"


@pytest.fixture
def window(shared_window: Any) -> Any:
    return shared_window


def panel_of(window: Any) -> MeaningPanel:
    window.docks.toggle("meaning") if not window.docks.docks["meaning"].is_seen else None
    settle(window)
    panel = window.docks.docks["meaning"].panel
    assert isinstance(panel, MeaningPanel)
    return panel


def proposal_of(window: Any) -> Proposal:
    found = Proposal.read(window.session.trace.user_code)
    assert found is not None
    return found


def test_the_value_is_asked_for_previewed_chosen_and_remembered(window: Any, qtbot: Any, tmp_path: Path) -> None:
    file = write(tmp_path, PAIRS, "pairs.py")
    run(window, qtbot, opened(window, file), CALL)
    assert VALUES not in window.docks.subjects, "docks that show values are hidden"
    question = panel_of(window).question
    assert question is not None
    window.canvas.set_mode("tree")
    close = replace(window.canvas.view, scale=PLAIN_SCALE, given_pitch=80.0)
    style = window.canvas.tree.style(close, True)
    assert style.are_nodes, "boards stand in place of glyphs that would say nothing"
    assert style.foot(close, 0) < style.head(close, 1)
    middle = QPointF(100, style.y(close, 1))
    assert style.board_corner(middle) == middle - QPointF(BOARD_SIDE / 2, BOARD_SIDE / 2)
    assert {one.path for one in question.readings} == {"[0]", "[1]"}
    assert "no values are claimed" in question.note.text()
    question.readings[0].looked_at.emit("[0]")
    qtbot.waitUntil(lambda: "the root is worth" in question.note.text())
    preview = window.page.preview
    assert preview is not None
    assert not any(isnan(value) for value in preview.session.trace.values)
    assert all(isnan(value) for value in window.session.trace.values), "the recording itself is as it was"
    assert preview.isVisible()
    assert "the first item" in preview.banner.text()
    question.readings[0].left.emit()
    assert window.page.preview is None
    assert "no values are claimed" in question.note.text()
    before = window.session
    question.readings[0].click()
    qtbot.waitUntil(lambda: window.session is not before)
    wait_for_all()
    settle(window)
    assert proposal_of(window).item == "[0]"
    assert remembered(file) == {"search": {VALUE: "[0]"}}
    panel = panel_of(window)
    assert panel.question is None
    assert not window.canvas.tree.style(close, True).are_nodes
    assert panel.choices["search", VALUE].currentText() == path_name("[0]")
    assert VALUES in window.docks.subjects
    assert not window.docks.docks["window"].isVisible(), "a search without α and β has no window"


@pytest.mark.full
def test_roles_are_corrected_and_forgotten_again(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/alphabeta"))
    panel = panel_of(window)
    (function,) = {function for function, _ in panel.choices}
    depth = panel.choices[function, DEPTH]
    name = depth.currentData()
    assert name is not None
    before = window.session
    depth.setCurrentIndex(depth.findData(None))
    depth.activated.emit(depth.currentIndex())
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)
    assert proposal_of(window).roles[function][name] == IGNORE
    panel = panel_of(window)
    assert panel.choices[function, IGNORE].currentText() == name
    before = window.session
    panel.forget.click()
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)
    assert panel_of(window).choices[function, DEPTH].currentData() == name


@pytest.mark.full
def test_the_calls_in_which_max_moves_are_given_and_the_command_leads_there(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/alphabeta"))
    window.actions_by_key["own_meaning"].trigger()
    settle(window)
    assert window.docks.docks["meaning"].is_seen
    panel = panel_of(window)
    (choice,) = (one for (_, role), one in panel.choices.items() if role == MAX_SAID)
    kinds = window.session.trace.column("kind").tolist()
    assert choice.currentText() == "where the side is True"
    assert "different values" in panel.choices["alphabeta", DEPTH].toolTip()
    for word, expected in (("second", kinds), ("first", [1 - kind for kind in kinds])):
        before = window.session
        choice.setCurrentIndex(choice.findData(word))
        choice.activated.emit(choice.currentIndex())
        qtbot.waitUntil(lambda before=before: window.session is not before)
        settle(window)
        assert window.session.trace.column("kind").tolist() == expected
        choice = panel_of(window).choices["alphabeta", MAX_SAID]
        assert choice.currentData() == word
    before = window.session
    panel_of(window).forget.click()
    qtbot.waitUntil(lambda: window.session is not before)


def test_one_parameter_has_a_role_and_what_is_recognised_again_is_not_given() -> None:
    given = with_role({"f": {"a": BOARD}}, "f", "b", BOARD)
    assert given == {"f": {"b": BOARD}}
    assert with_role(given, "f", "b", None) == {}
    assert with_role({"f": {VALUE: "[0]"}}, "f", "b", IGNORE) == {"f": {VALUE: "[0]", "b": IGNORE}}
