"""Whole games by clicks, in a tab of the real window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND
from plyscope.play.game_file import load_game
from plyscope_window.pages.play import play_commands
from plyscope_window.pages.play.board import MOTION
from plyscope_window.pages.play.play_page import PlayPage
from plyscope_window.pages.trace_page import TracePage
from plyscope_window.widgets import questions
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.full_traces import record
from tests.visualiser.driving import delete, session_on, settle, show
from tests.visualiser.pages.play.clicking import begin, click, drag, press, row_of, wait_for_person

pytestmark = pytest.mark.qt


THINKS_LONG = "alphabeta:depth=40"


def test_tictactoe_by_squares_ends_in_the_notebooks_draw(window: Any, qtbot: Any) -> None:
    page = begin(window, "tictactoe", "notebook", "human")
    counts = []
    for square in ("b2", "b3", "a1", "c2", None):
        wait_for_person(page, qtbot)
        counts.append(page.live.play.last_decision.count)
        if square is None or page.live.play.ending is not None:
            break
        legal = page.live.play.game.legal_moves
        target = square if square in legal else legal[0]
        (cell,) = page.board.moves[target]
        click(page, cell)
    assert counts[0] == 549_945, "what the notebook prints"
    while page.live.play.ending is None:
        wait_for_person(page, qtbot)
        if page.live.play.ending is None:
            (cell,) = page.board.moves[page.live.play.game.legal_moves[0]]
            click(page, cell)
    assert page.headline.text() in ("Draw!!!", "AI(X) Wins! Human(O) Loses!")


def test_settings_that_give_no_position_begin_no_game(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    page = play_commands.show_play(window, "tictactoe")

    def refuse(_seed: int) -> Any:
        raise InputError("no such board")

    monkeypatch.setattr(page.setup.start_field, "position", refuse)
    page.setup.seed.setValue(7)
    assert page.setup.problem.text() == "no such board"
    page.setup.begin.click()
    assert page.live is None, "the position before is not played in its place"
    assert page.setup.problem.text() == "no such board"


@pytest.mark.full
def test_the_person_begins_at_tictactoe_and_squares_have_numbers(window: Any, qtbot: Any) -> None:
    page = begin(window, "tictactoe", "notebook", "human", starts=SECOND)
    assert page.live.play.is_persons_turn
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_5)
    wait_for_person(page, qtbot)
    assert page.live.play.game.moves == ["b2", "a3"], "the document: after O at 5 the notebook plays 1"
    assert page.live.play.decisions[1].count == 55_504


@pytest.mark.full
def test_connectfour_by_columns_and_the_three_endings(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "tutorial-random", seed=5)
    for _ in range(21):
        wait_for_person(page, qtbot)
        if page.live.play.ending is not None:
            break
        column = 0 if "1" in page.live.play.game.legal_moves and len(page.live.play.game.moves) < 8 else 1
        legal = page.live.play.game.legal_moves
        click(page, (int(legal[min(column, len(legal) - 1)]) - 1, 3))
    play = page.live.play
    assert play.ending is not None
    expected = {FIRST: "YOU WIN!!!!", SECOND: "GAME OVER", 0: "TIE"}[play.ending.winner]
    assert page.headline.text() == expected
    click(page, (0, 0))
    assert page.message_line.text() == "The game is over."


@pytest.mark.parametrize(
    ("moves", "last", "said"), [("4 1 4 1 4 1", 4, "Red wins"), ("4 1 4 1 2 1 2", 1, "Yellow wins")]
)
def test_between_two_people_nobody_is_you(window: Any, moves: str, last: int, said: str) -> None:
    page = begin(window, "connectfour", "human", "human")
    for move in moves.split():
        click(page, (int(move) - 1, 0))
    assert page.headline.text() in ("Red to move", "Yellow to move")
    click(page, (last - 1, 0))
    assert page.headline.text() == said
    assert len(page.position.board().winning_line) == 4


def test_a_win_with_the_last_disc_is_no_tie(window: Any, qtbot: Any) -> None:
    window.open_source("samples/games/last-disc.plygame")
    page = window.page
    assert isinstance(page, PlayPage)
    assert len(page.live.play.game.moves) == 41
    page.board.setFocus()
    QTest.keyClick(page.board, Qt.Key.Key_6)
    assert page.headline.text() == "YOU WIN!!!!"


def test_a_disc_falls_shortly_unless_nothing_is_to_move(
    window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = begin(window, "connectfour", "human", "human")
    monkeypatch.setattr(MOTION, "is_allowed", True)
    click(page, (3, 0))
    assert page.board._falling is not None
    page.board.grab()
    qtbot.waitUntil(lambda: page.board._falling is None)
    monkeypatch.setattr(MOTION, "is_allowed", False)
    click(page, (3, 0))
    assert page.board._falling is None


@pytest.mark.full
def test_hexline_by_dragging_to_its_end(window: Any, qtbot: Any) -> None:
    page = begin(window, "hexline", "human", "hexline-project", seed=4)
    longest = 0
    for _ in range(12):
        wait_for_person(page, qtbot)
        if page.live.play.ending is not None:
            break
        move = max(page.live.play.game.legal_moves, key=lambda text: len(page.board.moves[text]))
        cells = row_of(page, move)
        longest = max(longest, len(cells))
        # A quick hand goes from end to end in one go; the cells between are gathered all the same.
        drag(page, [cells[0], cells[-1]])
    assert longest == 3
    play = page.live.play
    assert play.ending is not None
    assert play.ending.winner == play.game.side_to_move, "whoever took the last cell has lost"
    assert not any(owner == 0 for owner in play.position.board().owners.values())


def test_lines_that_are_none_are_refused_with_the_reason(window: Any, qtbot: Any) -> None:
    page = play_commands.show_play(window)
    page.setup.start_field.play_from(load("hexline:..../..../...."))
    page.setup.sides[2].set_who("human")
    page.setup.begin.click()
    drag(page, [(0, 0), (1, 0), (2, 0), (3, 0)])
    assert "too many" in page.message_line.text()
    assert page.board.faults == {(0, 0), (1, 0), (2, 0), (3, 0)}
    drag(page, [(0, 0), (1, 0), (1, 1)])
    assert "not a straight line" in page.message_line.text()
    drag(page, [(0, 0), (1, 0), (0, 0)])
    assert page.live.play.game.moves == ["0,0"], "whoever goes back lets go of a cell"
    click(page, (0, 0))
    assert "0,0 is taken" in page.message_line.text()
    drag(page, [(1, 0), (2, 0), (3, 0)])
    assert len(page.live.play.game.moves) == 2


def test_clicks_that_cannot_be_change_nothing(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    for _ in range(6):
        click(page, (2, 5))
    click(page, (2, 5))
    assert "column 3 is full" in page.message_line.text()
    assert len(page.live.play.game.moves) == 6
    QTest.keyClick(page.board, Qt.Key.Key_9)
    assert len(page.live.play.game.moves) == 6
    assert page.message_line.text()
    QTest.mouseClick(page.board, Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert len(page.live.play.game.moves) == 6
    page.typed.setText("nonsense")
    QTest.keyClick(page.typed, Qt.Key.Key_Return)
    assert "nonsense" in page.message_line.text()
    page.typed.setText("1")
    QTest.keyClick(page.typed, Qt.Key.Key_Return)
    assert len(page.live.play.game.moves) == 7
    assert page.typed.text() == ""


def test_while_the_machine_thinks_one_cannot_move_but_can_hurry_or_stop_it(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", THINKS_LONG, "human")
    assert page.live.is_thinking
    click(page, (3, 0))
    assert page.message_line.text() == "It is the machine’s turn."
    assert page.live.play.game.moves == []
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    press(page, "pause")
    assert not page.live.is_thinking
    assert page.headline.text() == f"Red: {THINKS_LONG} is waiting"
    assert page.live.play.game.moves == []
    press(page, "go_on")
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    press(page, "move_now")
    qtbot.waitUntil(lambda: len(page.live.play.game.moves) == 1)
    assert not page.live.play.last_decision.complete
    assert "made to move early" in page.sidebar.counted.text()


@pytest.mark.full
def test_take_back_and_replay_also_while_the_machine_thinks(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "tutorial-depth", seed=2)
    click(page, (3, 0))
    wait_for_person(page, qtbot)
    answer = page.live.play.game.moves[1]
    press(page, "take_back")
    assert page.live.play.game.moves == []
    assert page.live.play.is_persons_turn
    press(page, "replay")
    qtbot.waitUntil(lambda: page.live.play.is_persons_turn)
    assert page.live.play.game.moves == ["4", answer]
    press(page, "take_back")
    click(page, (3, 0))
    QTest.keyClick(page.board, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: not page.live.is_thinking)
    assert page.live.play.game.moves == []
    assert page.headline.text() == "Red: your move"


@pytest.mark.full
def test_a_hint_is_shown_and_not_played(window: Any, qtbot: Any) -> None:
    page = play_commands.show_play(window)
    page.setup.start_field.play_from(load("connectfour:4,4,4 112233"))
    page.setup.begin.click()
    press(page, "hint")
    qtbot.waitUntil(lambda: page.live.hint is not None)
    assert page.message_line.text().startswith("Alpha-beta would play 4: value")
    assert page.board.hint == {(3, 3)}
    assert page.live.play.game.moves == []
    click(page, (3, 0))
    assert page.headline.text() == "YOU WIN!!!!"
    assert not page.board.hint


def test_a_button_that_goes_leaves_the_keyboard_to_the_board(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    page.buttons.by_name["hint"].setFocus()
    QTest.keyClick(page.buttons.by_name["hint"], Qt.Key.Key_Space)
    assert page.live.is_finding_hint
    assert page.board.hasFocus(), "the next press of Space must not resign"
    press(page, "move_now")
    qtbot.waitUntil(lambda: page.live.hint is not None)


def test_a_move_does_not_wait_for_the_hint(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    press(page, "hint")
    click(page, (3, 0))
    qtbot.waitUntil(lambda: page.live.play.game.moves == ["4"])
    assert not page.live.is_thinking


def test_there_is_nothing_to_take_back_before_one_has_moved(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", THINKS_LONG, "human")
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    QTest.keyClick(page.board, Qt.Key.Key_Backspace)
    assert page.message_line.text() == "Nothing has been played yet."
    assert page.live.is_thinking, "the machine is not disturbed"


def test_resigning(window: Any, qtbot: Any) -> None:
    page = begin(window, "tictactoe", "human", THINKS_LONG.replace("40", "9"))
    press(page, "resign")
    assert page.live.play.ending.winner == SECOND
    assert page.message_line.text() == "X has resigned."
    assert not page.buttons.by_name["resign"].isEnabled()
    press(page, "take_back")
    assert page.live.play.ending is None


def test_legal_moves_on_request(window: Any, qtbot: Any) -> None:
    page = play_commands.show_play(window)
    page.setup.start_field.play_from(load("tictactoe:XOX/.O./..."))
    page.setup.sides[1].set_who("human")
    page.setup.begin.click()
    press(page, "legal")
    assert page.message_line.text() == "Legal moves: 4 6 7 8 9"
    press(page, "legal")
    assert "Legal" not in page.message_line.text()


def test_one_click_opens_the_recording_of_the_very_decision_at_its_root(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "tutorial-depth", seed=7)
    click(page, (3, 0))
    wait_for_person(page, qtbot)
    bars = page.sidebar.bars
    target = record("connectfour:4", "tutorial-depth", seed=7)
    assert bars.rows == tuple(target.root_moves)
    assert bars.played == target.best_move
    assert f"{len(target):,} calls ({len(target) - 1:,} below the root)" in page.sidebar.counted.text()
    assert "played" in bars.accessibleDescription()
    page.sidebar.open_button.click()
    qtbot.waitUntil(lambda: isinstance(window.page, TracePage))
    session = window.session
    assert session.trace.signature == target.signature
    assert (session.selected, session.cursor.frame) == (0, 0)
    assert session.cursor.step == session.cursor.last_step, "where the move is decided"
    window.close_page(page)
    settle(window)
    session.go(session.cursor.last_step)
    assert session.trace.best_move == target.best_move, "it can be read after the game is gone"


def test_what_is_none_in_the_tutorials_code_is_none_in_the_window(window: Any, qtbot: Any) -> None:
    page = play_commands.show_play(window)
    page.setup.start_field.play_from(load("sample:connectfour/chapter-3-story"))
    page.setup.sides[2].set_who("tutorial-dummy")
    page.setup.begin.click()
    qtbot.waitUntil(lambda: bool(page.sidebar.bars.undecided))
    bars = page.sidebar.bars
    texts = {row[0]: bars.value_text_of(row) for row in bars.rows}
    assert texts == {**dict.fromkeys("123456", "None"), "7": "−10"}


def test_the_moves_so_far_can_be_walked(window: Any, qtbot: Any) -> None:
    page = begin(window, "connectfour", "human", "tutorial-block", seed=7)
    for _ in range(2):
        click(page, (3, 0))
        wait_for_person(page, qtbot)
    page.sidebar.list.setFocus()
    QTest.keyClick(page.sidebar.list, Qt.Key.Key_Home)
    assert page.position.text == load("connectfour:").text
    assert page.message_line.text() == "The board after 0 of 4 moves."
    click(page, (0, 0))
    assert "earlier position" in page.message_line.text()
    QTest.keyClick(page.sidebar.list, Qt.Key.Key_Down)
    QTest.keyClick(page.sidebar.list, Qt.Key.Key_Down)
    assert page.position.state == page.live.play.game.positions[2].state
    assert page.sidebar.decided.text().startswith("2. Yellow")
    QTest.keyClick(page.sidebar.list, Qt.Key.Key_End)
    click(page, (0, 0))
    assert page.live.play.game.moves[4] == "1"


@pytest.mark.full
def test_a_game_is_saved_and_opened_again(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "mine.plygame"
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: path)
    page = begin(window, "connectfour", "human", "tutorial-depth", seed=7)
    click(page, (3, 0))
    wait_for_person(page, qtbot)
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Play: Connect four *"
    QTest.keySequence(page.board, "Ctrl+S")
    assert window.tabs.tabText(window.tabs.currentIndex()) == "Play: Connect four"
    moves = page.live.play.game.moves
    assert load_game(path).game.moves == moves
    assert load_game(path).second == "tutorial-depth"
    window.close_page(page)
    window.open_source(str(path))
    again = window.page
    assert isinstance(again, PlayPage)
    assert again.live.play.game.moves == moves
    click(again, (3, 0))
    wait_for_person(again, qtbot)
    assert len(again.live.play.game.moves) == 4


def test_taking_back_and_giving_up_are_to_be_saved_too(window: Any, answers: Any, tmp_path: Path) -> None:
    page = begin(window, "connectfour", "human", "human")
    click(page, (0, 0))
    press(page, "take_back")
    assert page.is_saved, "nothing has happened that could be lost"
    page.path = tmp_path / "mine.plygame"
    for what, star in (("move", True), ("save", False), ("take_back", True), ("save", False), ("resign", True)):
        if what == "move":
            click(page, (0, 0))
        elif what == "save":
            QTest.keySequence(page.board, "Ctrl+S")
        else:
            press(page, what)
        assert page.is_saved is not star, what
        assert window.tabs.tabText(window.tabs.currentIndex()).endswith("*") is star, what
    answers.save = "save"
    assert window.close_page(page)
    ending = load_game(tmp_path / "mine.plygame").game.ending
    assert ending is not None
    assert ending.how == "resigned"


def test_what_cannot_be_opened_says_so(window: Any, answers: Any, tmp_path: Path) -> None:
    path = tmp_path / "bad.plygame"
    path.write_text("game = 3")
    window.open_source(str(path))
    assert "cannot be opened" in answers.last


def test_a_python_file_runs_only_if_the_user_agrees(window: Any, answers: Any, tmp_path: Path, qtbot: Any) -> None:
    file, ran = tmp_path / "brain.py", tmp_path / "ran"
    file.write_text(f"open({str(ran)!r}, 'w').close()\n\ndef choose(position):\n    return '4'\n")
    path = tmp_path / "theirs.plygame"
    path.write_text(f'game = "connectfour"\nstart = ""\nmoves = ""\nfirst = "{file}:choose"\nsecond = "human"\n')
    answers.agrees = False
    window.open_source(str(path))
    assert "Python file" in answers.last
    assert window.page.live.play.persons == [FIRST, SECOND]
    answers.agrees = True
    window.open_source(str(path))
    press(window.page, "go_on")
    wait_for_person(window.page, qtbot)
    assert window.page.live.play.game.moves == ["4"]
    assert ran.exists()
    assert window.page.sidebar.counted.text().endswith("its calls cannot be counted")


def test_a_random_move_replaces_that_of_a_failed_machine(window: Any, tmp_path: Path, qtbot: Any) -> None:
    file = tmp_path / "bad.py"
    file.write_text("def choose(position):\n    return 1 / 0\n")
    page = begin(window, "connectfour", f"{file}:choose", "human")
    qtbot.waitUntil(lambda: page.live.failure is not None)
    assert "ZeroDivisionError" in page.message_line.text()
    press(page, "random")
    assert len(page.live.play.game.moves) == 1
    assert page.live.play.is_persons_turn


@pytest.mark.full
def test_two_machines_play_a_whole_game_and_can_be_paused(window: Any, qtbot: Any) -> None:
    page = begin(window, "tictactoe", "alphabeta:depth=2", "alphabeta:depth=1")
    qtbot.waitUntil(lambda: len(page.live.play.game.moves) >= 1)
    press(page, "pause")
    moves = list(page.live.play.game.moves)
    qtbot.wait(600)
    assert page.live.play.game.moves == moves
    press(page, "go_on")
    qtbot.waitUntil(lambda: page.live.play.ending is not None)
    assert page.live.play.persons == []


def test_a_clock_that_falls_ends_the_game(window: Any, qtbot: Any) -> None:
    page = begin(window, "tictactoe", "human", "human")
    play = page.live.play
    click(page, (0, 0))
    play.clock.limit = 0.01
    qtbot.waitUntil(lambda: play.ending is not None)
    assert play.ending.winner == FIRST
    assert "no time left" in page.message_line.text()


@pytest.mark.spread(2)
@pytest.mark.parametrize("after", [0, 400])
def test_closing_while_the_machine_thinks(make_window: Any, qtbot: Any, after: int) -> None:
    window = make_window()
    page = begin(window, "connectfour", THINKS_LONG, "human")
    if after:
        qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    live = page.live
    player = live.play._players[FIRST]
    delete(window)
    assert player._child is None, "its process is gone"


def test_a_game_that_is_not_saved_is_not_lost_unasked(window: Any, answers: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    assert window.close_page(page)
    assert answers.asked == []
    page = begin(window, "connectfour", "human", "human")
    click(page, (0, 0))
    answers.save = "cancel"
    assert not window.close_page(page)
    assert "Connect four" in answers.last
    answers.save = "discard"
    assert window.close_page(page)


def test_another_game_does_not_throw_this_one_away_unasked(window: Any, answers: Any) -> None:
    page = begin(window, "connectfour", "human", "human")
    click(page, (0, 0))
    press(page, "new")
    assert page.is_asking
    QTest.keyClick(page, Qt.Key.Key_Backspace)
    answers.agrees = False
    page.setup.begin.click()
    assert "not been saved" in answers.last
    assert page.live.play.game.moves == ["1"]
    page.setup.back.click()
    assert not page.is_asking
    assert page.headline.text() == "Yellow to move"
    press(page, "new")
    answers.agrees = True
    page.setup.begin.click()
    assert page.live.play.game.moves == []


@pytest.mark.full
def test_two_machines_can_be_closed_while_they_think(make_window: Any, qtbot: Any) -> None:
    window = make_window()
    page = begin(window, "connectfour", THINKS_LONG, THINKS_LONG)
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    players = list(page.live.play._players.values())
    delete(window)
    assert [player._child for player in players] == [None, None]


def test_by_keys_alone(window: Any, qtbot: Any) -> None:
    page = begin(window, "hexline", "human", "human", seed=4)
    page.board.setFocus()
    move = next(text for text, cells in page.board.moves.items() if len(cells) == 2)
    for cell in row_of(page, move):
        while page.board.cursor_cell[1] != cell[1]:
            QTest.keyClick(page.board, Qt.Key.Key_Down if page.board.cursor_cell[1] < cell[1] else Qt.Key.Key_Up)
        while page.board.cursor_cell[0] != cell[0]:
            QTest.keyClick(page.board, Qt.Key.Key_Right if page.board.cursor_cell[0] < cell[0] else Qt.Key.Key_Left)
        QTest.keyClick(page.board, Qt.Key.Key_Space)
        assert page.board.accessibleDescription() == f"{cell[0]},{cell[1]}: free, chosen"
    QTest.keyClick(page.board, Qt.Key.Key_Return)
    assert page.live.play.game.moves == [move]


def test_a_displayed_position_can_be_played_on(window: Any) -> None:
    show(window, session_on("sample:tictactoe/hebrew"))
    window.activateWindow()
    QTest.keySequence(window.canvas, "Ctrl+Shift+P")
    page = window.page
    assert isinstance(page, PlayPage)
    assert page.position.text == load("sample:tictactoe/hebrew").text
    assert not page.setup.starts.isEnabled()
    page.setup.sides[1].set_who("human")
    page.setup.begin.click()
    assert page.live.play.game.start.text == load("sample:tictactoe/hebrew").text


def test_what_is_wrong_with_a_player_is_said_before_the_game(window: Any) -> None:
    page = play_commands.show_play(window, "connectfour")
    page.setup.sides[2].set_who("hexline-project")
    page.setup.begin.click()
    assert page.live is None
    assert page.setup.problem.isVisible()
    click(page, (0, 0))
    assert "press Begin" in page.message_line.text()
    page.setup.sides[2].set_who("alphabeta:depht=3")
    assert "depht" in page.setup.sides[2].about.text()
    page.setup.swap.click()
    assert page.setup.sides[1].who == "alphabeta:depht=3"


@pytest.mark.full
def test_chance_moves_by_itself_and_stands_in_the_list(window: Any, qtbot: Any) -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    page = play_commands.show_play(window)
    page.setup.start_field.play_from(load("openspiel:pig(winscore=12)"))
    assert page.setup.sides[SECOND].who == "expectimax:depth=4"
    page.setup.seed.setValue(3)
    page.setup.begin.click()
    assert page._play_text("roll")
    lines = [page.sidebar.list.item(number).text() for number in range(page.sidebar.list.count())]
    assert lines == ["the start", "1. First roll", "2. chance: Roll_4"]
    assert page.move_count == 2
    page.run_command("take_back")
    assert page.live.play.game.moves == []
    page.run_command("replay")
    assert page.live.play.game.moves == ["roll", "Roll_4"]
    assert page.live.play.is_persons_turn
