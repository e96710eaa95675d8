"""The games: one file each, one line in the table.

tree         trees written by hand: named nodes, any number as a leaf
tictactoe    three by three squares, or any other size
lines        what games of k in a row have in common: not a game
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.games import tictactoe, tree
from engine.messages import Message, OptionError
from engine.position import Reading


@dataclass(frozen=True)
class GameEntry:
    """One line of the table: how to read the game's positions, and what to say of it."""

    name: str
    read: Callable[[str], Reading]
    about: Message
    notation: Message


GAMES = {
    entry.name: entry
    for entry in (
        GameEntry(
            "tree",
            tree.read,
            Message("a tree written by hand, with any numbers as leaves"),
            Message("[[9,8,7],[6,5,4],[3,2,1]], or JSON with name, children and value"),
        ),
        GameEntry(
            "tictactoe",
            tictactoe.read,
            Message("three in a row on 3 by 3 squares, or k in a row on any other size"),
            Message(".OO/XXO/.X. o, or with columns, rows and length before it: 4,3,3 ..../..../...."),
        ),
    )
}


def find_game(name: str) -> GameEntry:
    if name not in GAMES:
        raise OptionError("{name} is not a game; the games are {games}", name=name, games=", ".join(GAMES))
    return GAMES[name]
