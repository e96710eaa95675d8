"""What the parameters and results of user code mean, shown and corrected in a panel of the real window."""

from __future__ import annotations

from dataclasses import replace
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from plyscope.layout.viewport import PLAIN_SCALE
from plyscope.model.roles import BOARD, DEPTH, GIVEN_MAX, IGNORE, VALUE, Proposal
from plyscope.tracer.running import debug
from plyscope.tracer.source_text import read_source_file
from plyscope.usercode.given_roles import function_keys_of_file, remembered_roles
from plyscope.usercode.reading import read_as_search
from plyscope_window.app.docks import VALUES
from plyscope_window.canvas.near import BOARD_SIDE
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.panels.meaning import FactLine, MeaningPanel, max_text, result_part_name, with_given_role
from PySide6.QtCore import QPointF, Qt

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
SAME = """
def search(heap, player, me=2):
    if heap == 0:
        return 0
    values = [search(heap - take, 3 - player) for take in (1, 2) if take <= heap]
    return max(values) if player == me else min(values)
"""
CALL = "search(list('OX.XX....'), 'O')"


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


def facts_in(panel: MeaningPanel) -> list[tuple[str, str]]:
    return [fact for line in panel.findChildren(FactLine) for fact in line.facts]


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
    first, second = question.cards
    assert [one.reading.given for one in question.cards] == [{"search": {VALUE: path}} for path in ("[0]", "[1]")]
    qtbot.waitUntil(lambda: first.read_trace is not None and second.read_trace is not None)
    assert "Root: −1" in first.outcome.text()
    assert "Root: 1" in second.outcome.text()
    assert all("player is 'O'" in one.accessibleDescription() for one in question.cards)
    first.setFocus()
    preview = window.page.current.preview
    assert preview is not None
    assert not any(isnan(value) for value in preview.session.trace.values)
    assert all(isnan(value) for value in window.session.trace.values), "the recording itself is as it was"
    assert preview.isVisible()
    assert "the first item" in preview.banner.text()
    qtbot.keyClick(first, Qt.Key.Key_Escape)
    assert window.page.current.preview is None
    before = window.session
    qtbot.keyClick(first, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session is not before)
    wait_for_all()
    settle(window)
    assert proposal_of(window).item == "[0]"
    assert remembered_roles(function_keys_of_file(read_source_file(file))) == {"search": {VALUE: "[0]"}}
    panel = panel_of(window)
    assert panel.question is None
    assert not window.canvas.tree.style(close, True).are_nodes
    assert ("value", result_part_name("[0]")) in facts_in(panel)
    assert VALUES in window.docks.subjects
    assert not window.docks.docks["window"].isVisible(), "a search without α and β has no window"
    before = window.session
    panel.undo[0].click()
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)
    assert panel_of(window).question is not None
    assert remembered_roles(function_keys_of_file(read_source_file(file))) == {}


@pytest.mark.full
def test_the_arrow_keys_go_from_card_to_card(window: Any, qtbot: Any, tmp_path: Path) -> None:
    run(window, qtbot, opened(window, write(tmp_path, SAME, "same.py")), "search(4, 2)")
    question = panel_of(window).question
    assert question is not None
    first, second = question.cards
    assert question.words.text() == "Which value of player is MAX?"
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert second.hasFocus()
    qtbot.keyClick(second, Qt.Key.Key_Left)
    assert first.hasFocus()
    qtbot.waitUntil(lambda: "Root: 0" in second.outcome.text())
    before = window.session
    second.click()
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)
    assert ("MAX moves", "where player is 2") in facts_in(panel_of(window))


def correct(window: Any, qtbot: Any, role: str, answer: object) -> None:
    """Say in the form what has a role."""
    panel = panel_of(window)
    panel.other.click()
    form = panel.correction
    assert form is not None
    assert form.role.hasFocus()
    for choice, data in ((form.role, role), (form.answer, answer)):
        choice.setCurrentIndex(choice.findData(data))
        choice.activated.emit(choice.currentIndex())
    before = window.session
    qtbot.keyClick(form.answer, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)


@pytest.mark.full
def test_one_role_is_corrected_and_taken_back(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/alphabeta"))
    assert ("depth", "depth") in facts_in(panel_of(window))
    correct(window, qtbot, DEPTH, None)
    assert proposal_of(window).roles["alphabeta"]["depth"] == IGNORE
    panel = panel_of(window)
    assert "depth" not in dict(facts_in(panel))
    (undo,) = panel.undo
    assert "depth" in undo.toolTip()
    before = window.session
    undo.click()
    qtbot.waitUntil(lambda: window.session is not before)
    settle(window)
    assert ("depth", "depth") in facts_in(panel_of(window))


@pytest.mark.full
def test_the_calls_in_which_max_moves_are_given_and_the_command_leads_there(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/alphabeta"))
    window.actions_by_key["own_meaning"].trigger()
    settle(window)
    assert window.docks.docks["meaning"].is_seen
    kinds = window.session.trace.column("kind").tolist()
    assert "is True" in dict(facts_in(panel_of(window)))["MAX moves"]
    for word, expected in (("second", kinds), ("first", [1 - kind for kind in kinds])):
        correct(window, qtbot, GIVEN_MAX, word)
        assert window.session.trace.column("kind").tolist() == expected
        assert len(panel_of(window).undo) == 1
    panel = panel_of(window)
    panel.other.click()
    qtbot.keyClick(panel.correction, Qt.Key.Key_Escape)
    assert panel.other.hasFocus()
    assert not panel.correction.isVisible()


def test_one_parameter_has_a_role_and_what_is_recognised_again_is_not_given() -> None:
    given = with_given_role({"f": {"a": BOARD}}, "f", "b", BOARD)
    assert given == {"f": {"b": BOARD}}
    assert with_given_role(given, "f", "b", None) == {}
    assert with_given_role({"f": {VALUE: "[0]"}}, "f", "b", IGNORE) == {"f": {VALUE: "[0]", "b": IGNORE}}


def test_the_side_may_stand_on_the_board_alone() -> None:
    pytest.importorskip("chess")
    path = Path(__file__).parents[2] / "corpus" / "programs" / "chess_alphabeta.py"
    trace = read_as_search(debug(path, "search(chess.Board(POSITIONS[1]), 2, -9999, 9999)"))
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert max_text(trace, proposal).endswith("where White moves")
