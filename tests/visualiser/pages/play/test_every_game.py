"""Every game is played in the window: to its end, with what people do wrong, and interrupted wherever they like."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.games import find_game, played_games
from plyscope.model.position import FIRST, Cell
from plyscope.play.deciding import decide
from plyscope.play.game_file import load_game
from plyscope.play.game_session import usual_players
from plyscope.play.players import read_version
from plyscope_window.pages.play import board as board_module
from plyscope_window.pages.play import play_page as page_module
from plyscope_window.pages.play.play_page import PlayPage
from plyscope_window.pages.trace_page import TracePage
from plyscope_window.widgets import questions
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from tests.visualiser.driving import delete
from tests.visualiser.pages.play.clicking import LEFT, begin, click, drag, press, wait_for_person

pytestmark = pytest.mark.qt


ENDLESS = "alphabeta:depth=60"
"""A search that takes hours on the largest board of most games."""
PLAYED = [
    entry.name for entry in played_games() if not entry.package and load(f"{entry.name}:").game.rules.chance is None
]
"""Those of packages are tried for themselves: their games can be of any length. Where chance moves too, no turns can be
counted; such a game has a test of its own."""

MACHINES = {"connectfour": "tutorial-block"}
"""Not the usual opponent."""
ENDINGS = {
    "tictactoe": {"Draw!!!", "AI(O) Wins! Human(X) Loses!", "Human(X) Wins! AI(O) Loses!"},
    "connectfour": {"YOU WIN!!!!", "GAME OVER", "TIE"},
}
"""Of the games that have sentences of their own for it."""


def endings(game: str) -> set[str]:
    marks = load(f"{game}:").game.marks
    return ENDINGS.get(game, {f"{mark} wins" for mark in marks})


def sizes(game: str) -> list[int]:
    """The length of the longest game times the number of moves, of each of the offered boards."""
    boards = find_game(game).offered_boards
    roots = [load(f"{game}:{board.text}{' 1' if board.is_random else ''}") for board in boards]
    return [(root.game.rules.longest(list(root.state)) or 0) * len(root.legal_moves()) for root in roots]


LARGE = [game for game in PLAYED if max(sizes(game)) > 200]
"""The games that offer a board which takes hours."""


def largest_board(game: str) -> int:
    return sizes(game).index(max(sizes(game)))


def against_machine(window: Any, game: str) -> Any:
    """A person who moves first against a machine that does not take hours."""
    first, second = usual_players(game)
    machine = MACHINES.get(game, second if first == "human" else "alphabeta")
    return begin(window, game, "human", machine, seed=4)


def play_cells(page: Any, cells: list[Cell]) -> None:
    if len(cells) == 1:
        click(page, cells[0])
    else:
        drag(page, [cells[0], cells[-1]])


def play_any(page: Any) -> None:
    """The longest of the legal moves, and of these the one after which the game can still last longest."""
    rules = page.position.game.rules

    def key(name: str) -> tuple[int, int]:
        return len(page.board.moves[name]), rules.longest(list(page.position.play(name).state)) or 0

    play_cells(page, sorted(page.board.moves[max(page.board.moves, key=key)]))


def impossible(page: Any) -> list[Cell]:
    """Cells of the board that nobody can take now."""
    owners = page.position.board().owners
    if page.board.takes_columns:
        return [(column, 2) for column in range(page.position.board().columns) if owners[column, 0]]
    taken = page.board.moves.values()
    return [cell for cell, owner in owners.items() if owner and frozenset({cell}) not in taken]


@pytest.mark.spread(4)
@pytest.mark.parametrize("game", PLAYED)
def test_a_whole_game_with_clicks_that_cannot_be(window: Any, qtbot: Any, game: str) -> None:
    page = against_machine(window, game)
    play = page.live.play
    refused = 0
    while play.ending is None:
        before = list(play.game.moves)
        QTest.mouseClick(page.board, LEFT, pos=QPoint(3, 3))
        for cell in impossible(page)[:2]:
            click(page, cell)
            refused += 1
            assert page.board.faults
            refusal = page.message_line.text()
            assert any(reason in refusal for reason in ("is taken", "is full", "there is no legal move"))
        assert play.game.moves == before
        play_any(page)
        assert len(play.game.moves) > len(before), "a click on its cell, or a drag over its line, makes the move"
        assert not page.board.faults
        wait_for_person(page, qtbot)
    assert refused > 2
    assert page.headline.text() in endings(game)
    assert page.sidebar.list.count() == len(play.game.moves) + 1
    click(page, next(iter(page.position.board().owners)))
    assert page.message_line.text() == "The game is over."
    press(page, "take_back")
    assert play.ending is None
    assert play.is_persons_turn


@pytest.mark.spread(4, 1)
@pytest.mark.parametrize("game", PLAYED)
def test_taking_back_and_playing_again(window: Any, qtbot: Any, game: str) -> None:
    page = against_machine(window, game)
    play = page.live.play
    for _ in range(2):
        play_any(page)
        wait_for_person(page, qtbot)
    whole = list(play.game.moves)
    for left in (2, 0):
        press(page, "take_back")
        assert play.game.moves == whole[:left]
        assert page.position.state == play.game.position.state
    assert not page.buttons.by_name["take_back"].isEnabled()
    for there in (2, 4):
        press(page, "replay")
        assert play.game.moves == whole[:there]
    assert not page.buttons.by_name["replay"].isEnabled()
    assert play.last_decision is not None, "what was thought of the moves is known again"


@pytest.mark.spread(5)
@pytest.mark.parametrize("game", PLAYED)
def test_hint_legal_moves_and_resigning(window: Any, qtbot: Any, game: str) -> None:
    page = against_machine(window, game)
    press(page, "hint")
    press(page, "move_now")
    qtbot.waitUntil(lambda: page.live.hint is not None)
    assert page.board.hint == page.board.moves[page.live.hint.move]
    play_cells(page, sorted(page.board.hint))
    wait_for_person(page, qtbot)
    assert not page.board.hint
    press(page, "legal")
    shown = page.live.play.game.position.shown_text
    assert all(f" {shown(move)}" in page.message_line.text() for move in page.live.play.game.legal_moves[:5])
    moves = list(page.live.play.game.moves)
    press(page, "resign")
    assert page.live.play.ending.winner != FIRST
    assert page.headline.text().endswith(" wins")
    assert page.live.play.game.moves == moves


@pytest.mark.spread(4, 2)
@pytest.mark.parametrize("game", PLAYED)
def test_an_unfinished_game_is_saved_walked_through_and_finished(
    window: Any, qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    path = tmp_path / "mine.plygame"
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: path)
    page = against_machine(window, game)
    play_any(page)
    wait_for_person(page, qtbot)
    positions = [position.state for position in page.live.play.game.positions]
    press(page, "save")
    assert [position.state for position in load_game(path).game.positions] == positions
    window.close_page(page)
    window.open_source(str(path))
    again = window.page
    assert isinstance(again, PlayPage)
    again.sidebar.list.setFocus()
    QTest.keyClick(again.sidebar.list, Qt.Key.Key_Home)
    seen = [again.position.state]
    for _ in positions[1:]:
        QTest.keyClick(again.sidebar.list, Qt.Key.Key_Down)
        seen.append(again.position.state)
    assert seen == positions
    while again.live.play.ending is None:
        play_any(again)
        wait_for_person(again, qtbot)
    assert again.headline.text() in endings(game)


@pytest.mark.spread(4, 3)
@pytest.mark.parametrize("game", LARGE)
def test_a_machine_that_would_think_for_hours_moves_now(window: Any, qtbot: Any, game: str) -> None:
    page = begin(window, game, ENDLESS, "human", board=largest_board(game))
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    press(page, "move_now")
    wait_for_person(page, qtbot)
    decision = page.live.play.last_decision
    assert len(page.live.play.game.moves) == 1
    assert not decision.complete
    # On a busy machine it may be told to move before its first root move has a value: then it draws one.
    shown = {row[0] for row in page.sidebar.bars.rows}
    assert shown == {move for move, *_ in decision.values}
    assert decision.move in shown or not shown


@pytest.mark.spread(4, 1)
@pytest.mark.parametrize("game", LARGE)
def test_the_window_is_closed_while_the_machine_thinks(make_window: Any, qtbot: Any, game: str) -> None:
    window = make_window()
    page = begin(window, game, ENDLESS, "human", board=largest_board(game))
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    process = page.live.play._players[FIRST]._child.process
    delete(window)
    assert process.wait(10) is not None


def test_a_game_with_a_die_is_played_by_clicks(window: Any, qtbot: Any) -> None:
    page = begin(window, "pig", "human", "expectimax:depth=2,score=lead", seed=4, board=2)
    play = page.live.play
    assert page.position.text == "20 0:0 first"
    while play.ending is None:
        before = len(play.game.moves)
        row = page.position.side_to_move - FIRST
        click(page, (1, row))
        assert "there is no legal move" in page.message_line.text()
        rolls = page.position.state[2] < 6 and "roll" in page.board.moves
        click(page, (2 if rolls else 0, row))
        assert [play.game.mover(number) for number in range(before, before + 1 + rolls)] == [FIRST, 0][: 1 + rolls]
        wait_for_person(page, qtbot)
    assert page.headline.text() in ("First wins", "Second wins")
    press(page, "take_back")
    assert play.is_persons_turn


def walk_to(page: Any, cell: Cell) -> None:
    """Brings the board's cursor to a cell by arrow keys."""
    board = page.board
    while board.cursor_cell[1] != cell[1] and not board.takes_columns:
        QTest.keyClick(board, Qt.Key.Key_Down if board.cursor_cell[1] < cell[1] else Qt.Key.Key_Up)
    while board.cursor_cell[0] != cell[0]:
        QTest.keyClick(board, Qt.Key.Key_Right if board.cursor_cell[0] < cell[0] else Qt.Key.Key_Left)


@pytest.mark.spread(4, 2)
@pytest.mark.parametrize("game", PLAYED)
def test_a_screen_reader_gets_every_move_of_a_game_by_keys(
    window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    received: list[str] = []
    monkeypatch.setattr(page_module, "announce", lambda widget, words: received.append(words))
    page = against_machine(window, game)
    play = page.live.play
    assert page.board.hasFocus()
    while play.ending is None:
        cells = max((sorted(cells) for cells in page.board.moves.values()), key=len)
        for cell in cells:
            walk_to(page, cell)
            if page.board.takes_lines:
                QTest.keyClick(page.board, Qt.Key.Key_Space)
        QTest.keyClick(page.board, Qt.Key.Key_Return)
        wait_for_person(page, qtbot)
    said = [page.sidebar.list.item(row).text() for row in range(1, page.sidebar.list.count())]
    assert [words for words in received if words in said] == said
    assert received[-1] == page.headline.text()
    assert page.headline.text() in endings(game)


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("game", "there"),
    [("tictactoe", "square 6: free"), ("connectfour", "Column 5: 0 of 6 discs"), ("hexline", ": free")],
)
def test_a_screen_reader_gets_the_cell_at_the_cursor(
    window: Any, monkeypatch: pytest.MonkeyPatch, game: str, there: str
) -> None:
    page = begin(window, game, "human", "human", seed=4)
    received: list[str] = []
    monkeypatch.setattr(board_module, "announce", lambda widget, words: received.append(words))
    before = page.board.cursor_cell
    QTest.keyClick(page.board, Qt.Key.Key_Right)
    assert page.board.cursor_cell != before
    assert received == [page.board.accessibleDescription()]
    QTest.keyClick(page.board, Qt.Key.Key_Left)
    assert len(received) == 2
    assert received[0].endswith(there)


@pytest.mark.full
@pytest.mark.spread(5)
@pytest.mark.parametrize("game", PLAYED)
def test_a_move_out_of_a_file_is_searched_again_by_one_click(
    window: Any, qtbot: Any, tmp_path: Path, game: str
) -> None:
    source = find_game(game).start if find_game(game).random is None else "...../...../#####"
    start = load(f"{game}:{source}")
    machine = MACHINES.get(game, next(who for who in usual_players(game) if who != "human"))
    found = decide(start, read_version(machine, start), 5).recorded
    assert found is not None
    path = tmp_path / "theirs.plygame"
    path.write_text(
        f'game = "{game}"\nstart = "{source}"\nmoves = "{found.best_move}"\n'
        f'first = "{machine}"\nsecond = "human"\nseed = 5\n'
    )
    window.open_source(str(path))
    page = window.page
    assert "not known" in page.sidebar.counted.text()
    page.sidebar.open_button.click()
    qtbot.waitUntil(lambda: isinstance(window.page, TracePage))
    assert window.session.trace.signature == found.signature
    assert window.session.cursor.step == window.session.cursor.last_step
    assert page.live.play.game.moves == [found.best_move]
    assert page.sidebar.bars.played == found.best_move
    assert page.live.play.is_persons_turn
    window.show_page(page)
    assert not page.buttons.by_name["take_back"].isEnabled(), "the person has not moved yet"
    play_any(page)
    assert len(page.live.play.game.moves) == 2
    press(page, "take_back")
    qtbot.waitUntil(lambda: page.live.play.game.moves == [found.best_move])


@pytest.mark.full
def test_a_move_does_not_wait_for_a_repeated_search(window: Any, qtbot: Any, tmp_path: Path) -> None:
    path = tmp_path / "theirs.plygame"
    path.write_text(
        'game = "connectfour"\nstart = ""\nmoves = "4"\nfirst = "alphabeta:depth=40"\nsecond = "human"\nseed = 5\n'
    )
    window.open_source(str(path))
    page = window.page
    page.sidebar.open_button.click()
    assert page.headline.text() == "Searching again…"
    assert not page.sidebar.open_button.isEnabled()
    press(page, "pause")
    qtbot.waitUntil(lambda: page.headline.text() == "Yellow: your move")
    page.sidebar.open_button.click()
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    play_any(page)
    assert len(page.live.play.game.moves) == 2
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    page.sidebar.open_button.click()
    assert page.headline.text() == "Searching again…", "in place of the move that it was thinking about"
    qtbot.waitUntil(lambda: page.live.play.progress[1] > 0)
    press(page, "move_now")
    qtbot.waitUntil(lambda: isinstance(window.page, TracePage))
    assert page.live.is_paused
    assert len(page.live.play.game.moves) == 2
