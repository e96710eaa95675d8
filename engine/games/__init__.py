"""The games: one file each, one line in the table.

tree         trees written by hand: named nodes, any number as a leaf
tree_text    reading such a tree: not a game
tree_newick  the same in Newick's notation
tree_gambit  the same as a file of Gambit
tictactoe    three by three squares, or any other size
connectfour  seven columns of six cells, or any other size
lines        what games of k in a row have in common: not a game
hexline      lines of one to three cells on hexagons; whoever takes the last cell loses
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.games import connectfour, hexline, tictactoe, tree
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
        GameEntry(
            "connectfour",
            connectfour.read,
            Message("four in a row on 7 columns of 6 cells, or k in a row on any other size"),
            Message("4453, the columns played, or rows from the top: ......./......./......./......./...Y.../.RRRY.."),
        ),
        GameEntry(
            "hexline",
            hexline.read,
            Message("lines of one to three cells on hexagons; whoever takes the last cell loses"),
            Message("..#/.1./#.. 2, or random N SEED for a start board of N free cells"),
        ),
    )
}


def find_game(name: str) -> GameEntry:
    if name not in GAMES:
        raise OptionError("{name} is not a game; the games are {games}", name=name, games=", ".join(GAMES))
    return GAMES[name]
