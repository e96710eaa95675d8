"""What the window calls the games and their sides."""

from __future__ import annotations

from plyscope_window.words import tr

PLAYED = ("tictactoe", "connectfour", "hexline")
"""The games that one plays against somebody, in the order in which they are offered."""


def game_names() -> dict[str, str]:
    """Every game's name, in the order in which they are offered."""
    return {
        "tictactoe": tr("Tic-tac-toe"),
        "tree": tr("Tree"),
        "connectfour": tr("Connect four"),
        "hexline": tr("Hexline"),
    }


def side_names(game: str) -> tuple[str, str]:
    names = {
        "tictactoe": (tr("X"), tr("O")),
        "connectfour": (tr("Red"), tr("Yellow")),
        "hexline": (tr("Player 1"), tr("Player 2")),
    }
    return names.get(game, (tr("First"), tr("Second")))
