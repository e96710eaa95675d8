"""The games: one file each, one line in the table. Nothing outside this package asks for a game by its name.

board_names   the names of columns, rows and squares on and beside a board
chess         chess, whose rules are those of the package of that name, an extra
connectfour   connect four, on seven by six cells or any other size: discs drop in columns, k in a row wins
entry         what a game says about itself, and what all games have in common
counts        a board whose cells hold numbers
grid          a board that is edited cell by cell
hexline       hexline: on a board of hexagons, a move takes one, two or three free cells in a straight line
kalah         kalah: stones are sown from pits, and a last stone in one's own store gives another move
lines         lines of k cells on a board of squares: what tic-tac-toe and connect four have in common
openspiel     the games of OpenSpiel, an extra
pig           pig: a die is rolled again and again, until the side holds or loses what it has rolled
random_trees  random trees for practice, as deep, as wide and with as many cuts as requested
tictactoe     tic-tac-toe, on three by three squares or any other size: X and O in turn, k in a row wins
tree          a tree written by hand: a game that is nothing but its tree, with any numbers at the leaves
tree_chance   a tree in some of whose nodes chance moves
tree_gambit   reading a tree from a game file of Gambit (`.efg`)
tree_levels   a tree level by level, and reading one quickly that is plain JSON
tree_names    names of the nodes of a tree, as in textbooks
tree_newick   reading a tree in Newick's notation: `((3,12,8),(2,4,6))MAX;`
tree_text     reading the text of a tree: nested lists of numbers, or JSON objects
"""

from __future__ import annotations

from plyscope.games import chess, connectfour, hexline, kalah, openspiel, pig, tictactoe, tree
from plyscope.games.entry import GameEntry
from plyscope.messages import OptionError

GAMES: dict[str, GameEntry] = {
    entry.name: entry
    for entry in (
        tree.ENTRY,
        tictactoe.ENTRY,
        connectfour.ENTRY,
        hexline.ENTRY,
        kalah.ENTRY,
        pig.ENTRY,
        chess.ENTRY,
        openspiel.ENTRY,
    )
}
"""Every game by its name. Plug-ins add theirs behind these."""

TREE = tree.ENTRY.name
"""The game of trees in nested lists, which a file without the name of a game holds."""
EDITED_FIRST = tictactoe.ENTRY.name
"""The game of a new position, where none is named."""
PLAYED_FIRST = connectfour.ENTRY.name
"""The game that a form for a new game begins with."""


def find_game(name: str) -> GameEntry:
    """Return the game of a name; raise OptionError where there is none."""
    if name not in GAMES:
        raise OptionError("{name} is not a game; the games are {games}", name=name, games=", ".join(GAMES))
    return GAMES[name]


def available_games() -> list[GameEntry]:
    """Return the games whose packages are installed."""
    return [entry for entry in GAMES.values() if entry.is_available]


def offered_games() -> list[GameEntry]:
    """Return the games in the order in which the window offers them: the one that is edited first, first."""
    return sorted(available_games(), key=lambda entry: entry.name != EDITED_FIRST)


def played_games() -> list[GameEntry]:
    """Return the games that two players play against each other."""
    return [entry for entry in available_games() if entry.manner is not None]


def sit_opposite(game: str) -> bool:
    """Whether the sides sit at opposite edges of the board, so that it can be turned."""
    return game in GAMES and GAMES[game].sit_opposite


def pieces_fall(game: str) -> bool:
    """Whether a move is a column, in which a piece falls to the lowest free cell."""
    grid = GAMES[game].grid if game in GAMES else None
    return grid is not None and grid.falls
