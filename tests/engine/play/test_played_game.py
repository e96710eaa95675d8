"""A game as it is played."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND
from plyscope.play.played_game import DRAWN, LATE, RESIGNED, WON, PlayedGame

TIE = "547125662261271266215743771576315353334444"
WON_BY_THE_LAST_DISC = "567555452343641722571334167142211647237366"


def test_moves_positions_and_the_end() -> None:
    game = PlayedGame(load("tictactoe:"), ["5", "b3", "1", "c3"])
    assert game.moves == ["b2", "b3", "a3", "c3"], "in the game's own form"
    assert [position.text[:11] for position in game.positions][-1] == str(game.position.text)[:11]
    assert game.ending is None
    assert game.play("c1") == "c1"
    assert game.ending is not None
    assert (game.ending.how, game.ending.winner, str(game.ending.message)) == (WON, FIRST, "X wins")
    assert game.legal_moves == []
    with pytest.raises(InputError, match="the game is over"):
        game.play("a1")


def test_a_full_board_is_a_tie_and_a_row_with_the_last_disc_a_win() -> None:
    tied = PlayedGame(load("connectfour:"), TIE).ending
    assert tied is not None
    assert (tied.how, tied.winner) == (DRAWN, 0)
    won = PlayedGame(load("connectfour:"), WON_BY_THE_LAST_DISC).ending
    assert won is not None
    assert (won.how, won.winner) == (WON, SECOND)


def test_taken_back_and_played_again() -> None:
    game = PlayedGame(load("connectfour:"), "4453")
    assert game.take_back(3) == 3
    assert (game.moves, game.undone) == (["4"], ["4", "5", "3"])
    assert [game.replay(), game.replay()] == ["4", "5"]
    assert game.play("3") == "3"
    assert game.undone == [], "the same move as before is like playing it again"
    game.take_back(2)
    game.play("1")
    assert game.undone == [], "another move makes the old ones forgotten"
    assert game.replay() is None
    assert game.take_back(99) == 3
    assert game.position.state == game.start.state


def test_back_to_a_sides_own_choice() -> None:
    game = PlayedGame(load("connectfour:"), "4453")
    assert game.take_back_to(FIRST) == 2
    assert game.moves == ["4", "4"]
    game.play("1")
    assert game.take_back_to(FIRST) == 1
    assert game.take_back_to(SECOND) == 1
    assert game.take_back_to(SECOND) == 0
    assert game.moves == ["4"]


def test_giving_up_and_going_on_after_all() -> None:
    game = PlayedGame(load("connectfour:"), "44")
    game.resign(FIRST)
    assert game.ending is not None
    assert (game.ending.how, game.ending.winner) == (RESIGNED, SECOND)
    assert str(game.ending.message) == "R resigns, Y wins"
    with pytest.raises(InputError, match="over already"):
        game.resign(SECOND)
    with pytest.raises(InputError, match="the game is over"):
        game.play("1")
    game.take_back(0)
    game.lose_on_time(SECOND)
    assert game.ending is not None
    assert (game.ending.how, game.ending.winner) == (LATE, FIRST)
    game.take_back()
    assert game.ending is None
