"""Chess in the window: pieces are dragged or clicked from square to square."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("chess", reason="the extra chess is not installed")

from plyscope_window.pages.editor.editor_page import edit_text
from plyscope_window.pages.play import play_commands
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.visualiser.pages.play.clicking import begin, click, drag, wait_for_person

pytestmark = pytest.mark.qt

E2, E4, E7, E5, G1, F3, D5 = (4, 6), (4, 4), (4, 1), (4, 3), (6, 7), (5, 5), (3, 3)


def test_a_piece_is_dragged_or_clicked_to_its_square(shared_window: Any) -> None:
    page = begin(shared_window, "chess", "human", "human")
    play = page.live.play
    drag(page, [E2, (4, 5), E4])
    assert play.position.text.startswith("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b")
    click(page, E7)
    assert page.board.selection == [E7]
    click(page, E5)
    assert page.board.selection == []
    assert len(play.game.moves) == 2
    assert [page.sidebar.list.item(row).text() for row in (1, 2)] == ["1. e4", "1… e5"]
    drag(page, [G1, (5, 6), D5])
    assert len(play.game.moves) == 2, "a knight does not go there"
    assert page.board.faults == {G1, D5}
    drag(page, [G1, (6, 6), F3])
    assert play.position.text == "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"


def test_who_plays_black_sees_black_below(shared_window: Any, qtbot: Any) -> None:
    page = begin(shared_window, "chess", "alphabeta:depth=1", "human")
    wait_for_person(page, qtbot)
    plan = page.board.plan()
    assert page.buttons.by_name["turn"].isChecked()
    assert plan.centre(E7).y() > plan.centre(E2).y()
    assert plan.centre(D5).x() > plan.centre(E7).x()
    drag(page, [E7, E5])
    assert page.live.play.game.moves[1] == "e5", "the piece under the pointer is the one that moves"


def test_where_black_is_to_move_the_person_plays_black_and_sees_it_below(window: Any) -> None:
    edit_text(window, "chess:8/8/4k3/8/4P3/4K3/8/8 b - - 0 1")
    page = play_commands.show_play(window)
    assert [page.setup.sides[side].who for side in (1, 2)][1] == "human"
    page.setup.begin.click()
    assert page.live.play.persons == [2]
    assert page.board.is_turned
    QTest.keyClick(page, Qt.Key.Key_F)
    assert not page.board.is_turned


def test_the_board_is_turned_by_hand_until_another_game_begins(shared_window: Any) -> None:
    page = begin(shared_window, "chess", "human", "human")
    board = page.board
    assert not board.is_turned
    QTest.keyClick(board, Qt.Key.Key_F)
    assert board.is_turned
    board.cursor_cell = E2
    QTest.keyClick(board, Qt.Key.Key_Down)
    assert board.cursor_cell == (4, 5), "the key goes to the square that lies below on the screen"
    QTest.keyClick(board, Qt.Key.Key_Right)
    assert board.cursor_cell == (3, 5)
    drag(page, [E2, E4])
    assert board.is_turned, "it stays turned after a move"
    page.run_command("new")
    assert not board.is_turned, "a game that is prepared is seen from the first side"
    page.go_back()
    assert board.is_turned
    page.run_command("new")
    page.setup.begin.click()
    assert not board.is_turned


def test_other_boards_are_not_turned(shared_window: Any) -> None:
    page = begin(shared_window, "connectfour", "human", "human")
    assert not page.buttons.by_name["turn"].isVisible()
    QTest.keyClick(page.board, Qt.Key.Key_F)
    assert not page.board.is_turned
