"""The games: one file each, one line in the table.

connectfour   connect four, on seven by six cells or any other size: discs drop in columns, k in a row wins
hexline       hexline: on a board of hexagons, a move takes one, two or three free cells in a straight line
lines         lines of k cells on a board of squares: what tic-tac-toe and connect four have in common
random_trees  random trees to practise on: as deep and as wide as one asks, with as many cuts as one asks
tictactoe     tic-tac-toe, on three by three squares or any other size: X and O in turn, k in a row wins
tree          a tree written by hand: a game that is nothing but its tree, with any numbers at the leaves
tree_gambit   reading a game of Gambit, an `.efg` file, where it is a tree of ours: two players, perfect
tree_newick   reading a tree in Newick's notation: `((3,12,8),(2,4,6))MAX;`, as programs for family trees write
tree_text     reading the text of a tree: nested lists of numbers, or JSON objects with name, children and
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from plyscope.games import connectfour, hexline, tictactoe, tree
from plyscope.messages import Message, OptionError
from plyscope.model.position import Reading


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
