"""What a game says of itself."""

from __future__ import annotations

import random

import pytest
from plyscope.files.sources import load
from plyscope.play.game_session import Play
from plyscope_window.pages.play.game_messages import headline_text, message_below
from plyscope_window.pages.play.live_game import LiveGame
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.qt


def drawn_moves() -> list[str]:
    """A game of connect four on a small board that nobody wins."""
    for seed in range(1000):
        draw, position, moves = random.Random(seed), load("connectfour:4,4,4"), list[str]()
        while not position.is_over:
            moves.append(draw.choice(position.moves()))
            position = position.play(moves[-1])
        if position.game.rules.outcome(list(position.state)) == 0:
            return moves
    raise AssertionError("no game was drawn")


@pytest.mark.parametrize(
    ("first", "second", "moves", "said"),
    [
        ("human", "tutorial-depth", "4141414", "YOU WIN!!!!"),
        ("human", "tutorial-depth", "41412121", "GAME OVER"),
        ("tutorial-depth", "human", "4141414", "GAME OVER"),
        ("human", "human", "4141414", "Red wins"),
    ],
)
def test_the_tutorials_endings(qapp: QApplication, first: str, second: str, moves: str, said: str) -> None:
    live = LiveGame(Play(load("connectfour:"), first, second, moves=list(moves)))
    assert headline_text(live) == said
    live.close()


def test_a_full_board_is_a_tie(qapp: QApplication) -> None:
    live = LiveGame(Play(load("connectfour:4,4,4"), "human", "tutorial-random", moves=drawn_moves()))
    assert headline_text(live) == "TIE"
    live.close()


def test_before_a_game_one_is_asked_who_plays(qapp: QApplication) -> None:
    assert headline_text(None) == "Who plays?"
    assert "who plays" in message_below(None, 0, None)


@pytest.mark.parametrize(
    ("source", "said"),
    [("tictactoe:", "Click a square"), ("connectfour:", "Click a column"), ("hexline:..../....", "Drag over")],
)
def test_how_one_moves_is_said(qapp: QApplication, source: str, said: str) -> None:
    live = LiveGame(Play(load(source)))
    assert message_below(live, 0, None).startswith(said)
    assert message_below(live, 0, live.play.game.legal_moves).startswith("Legal moves: ")
    live.close()
