"""The games of the corpus a second time, and a plain search of them: nothing is pruned, nothing is shared.

A game's position is a text (a number for an implicit tree, nested lists for an explicit one). `solve` gives the
value for the side that moves first in the game, and the moves that reach it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf
from typing import Any

State = Any
Children = list[tuple[Hashable, State]]


@dataclass(frozen=True)
class Game:
    """What a plain search needs. A state without children is over; `score` is the first side's, at a leaf."""

    read: Callable[[Any], State]
    mover: Callable[[State], int]
    """1: the first side; -1: the second side; 0: chance, each child as likely as the others."""
    children: Callable[[State], Children]
    score: Callable[[State], float]
    noisy: Callable[[State], Children] = lambda state: []
    """Moves that are searched beyond the depth, unless the score as it stands is better."""


@cache
def solve(
    game: Game, state: State, depth: float = inf, fold: str = "best", discount: float = 1
) -> tuple[Any, set[Hashable]]:
    """The value for the first side, and the moves that reach it, `depth` plies deep."""

    @cache
    def value(state: State, depth: float) -> Any:
        children = game.children(state)
        if not children:
            return game.score(state)
        if depth <= 0:
            return quiet(state)
        return joined(state, [discount * value(child, depth - (game.mover(child) != 0)) for _, child in children])

    def quiet(state: State) -> Any:
        return joined(state, [game.score(state), *(quiet(child) for _, child in game.noisy(state))])

    def joined(state: State, values: list[Any]) -> Any:
        if fold == "sum":
            return sum(values)
        if game.mover(state) == 0:
            return Fraction(sum(Fraction(value) for value in values), len(values))
        return max(values) if game.mover(state) > 0 else min(values)

    best = value(state, depth)
    return best, {move for move, child in game.children(state) if discount * value(child, depth - 1) == best}


# Tic-tac-toe: nine cells; X moves first.

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def row_of(board: str, side: str) -> bool:
    return any(all(board[cell] == side for cell in line) for line in LINES)


def tictactoe(score: Callable[[int, str], float]) -> Game:
    """`score` is told who has won, and the board."""

    def mover(board: str) -> int:
        return 1 if board.count("X") == board.count("O") else -1

    def winner(board: str) -> int:
        return row_of(board, "X") - row_of(board, "O")

    def children(board: str) -> Children:
        side = "X" if mover(board) > 0 else "O"
        if winner(board):
            return []
        return [(cell, board[:cell] + side + board[cell + 1 :]) for cell in range(9) if board[cell] == "."]

    return Game(str, mover, children, lambda board: score(winner(board), board))


# Nim: (heaps, mover). Who takes the last stone wins, or loses.


def nim(last_wins: bool) -> Game:
    def children(state: State) -> Children:
        heaps, mover = state
        return [
            ((place, number), ((*heaps[:place], heap - number, *heaps[place + 1 :]), -mover))
            for place, heap in enumerate(heaps)
            for number in range(1, heap + 1)
        ]

    return Game(
        lambda text: (tuple(map(int, text.split())), 1),
        lambda state: state[1],
        children,
        lambda state: -state[1] if last_wins else state[1],
    )


# A row of coins: (coins, mover, difference). A side takes the first or the last coin.


def coin_children(state: State) -> Children:
    coins, mover, lead = state
    if not coins:
        return []
    return [
        ("left", (coins[1:], -mover, lead + mover * coins[0])),
        ("right", (coins[:-1], -mover, lead + mover * coins[-1])),
    ]


COINS = Game(
    lambda text: (tuple(map(int, text.split())), 1, 0), lambda state: state[1], coin_children, lambda state: state[2]
)

# An implicit tree of three moves each and five plies: (seed, node, ply). Each leaf's number is scattered by the seed.


def hashed_leaf(state: State) -> int:
    seed, node, _ = state
    return int((node * node * 31 + node * (seed * 37 + 11)) % 41 - 20)


HASHED = Game(
    lambda seed: (seed, 0, 0),
    lambda state: 1 if state[2] % 2 == 0 else -1,
    lambda state: (
        [] if state[2] == 5 else [(move, (state[0], state[1] * 3 + 1 + move, state[2] + 1)) for move in range(3)]
    ),
    hashed_leaf,
)

# An explicit tree: (node, mover), where a node is a tuple of nodes or a number.


def frozen(node: Any) -> Any:
    return tuple(map(frozen, node)) if isinstance(node, list | tuple) else node


EXPLICIT = Game(
    lambda node: (frozen(node), 1),
    lambda state: state[1],
    lambda state: (
        [(place, (child, -state[1])) for place, child in enumerate(state[0])] if state[0].__class__ is tuple else []
    ),
    lambda state: state[0],
)

# Three in a row on four columns of four cells; the position is the columns that were played. The middle counts.


def columns_of(played: str) -> dict[tuple[int, int], int]:
    board: dict[tuple[int, int], int] = {}
    for number, letter in enumerate(played):
        column = int(letter)
        board[column, sum(place[0] == column for place in board)] = 1 if number % 2 == 0 else -1
    return board


def row_of_three(played: str) -> int:
    board = columns_of(played)
    for (x, y), side in board.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if board.get((x + dx, y + dy)) == side == board.get((x + 2 * dx, y + 2 * dy)):
                return side
    return 0


def connect_children(played: str) -> Children:
    if row_of_three(played):
        return []
    return [(column, played + str(column)) for column in range(4) if played.count(str(column)) < 4]


def connect_score(played: str) -> int:
    middle = sum(side for (x, _), side in columns_of(played).items() if x in (1, 2))
    return 100 * row_of_three(played) or (0 if len(played) == 16 else middle)


CONNECT = Game(str, lambda played: 1 if len(played) % 2 == 0 else -1, connect_children, connect_score)

# Hexapawn: nine cells and the side to move, "bp......p w". White moves up. A side without a move has lost.


def pawn_children(text: str) -> Children:
    board, side = text.split()
    found: Children = []
    home, step, other = (0, -3, "b") if side == "w" else (6, 3, "w")
    if any(board[cell] == "w" for cell in (0, 1, 2)) or any(board[cell] == "b" for cell in (6, 7, 8)):
        return []
    for cell in range(9):
        if board[cell] != side or home <= cell < home + 3:
            continue
        for aside in (-1, 0, 1):
            goal = cell + step + aside
            if 0 <= cell % 3 + aside < 3 and board[goal] == (other if aside else "."):
                after = list(board)
                after[cell], after[goal] = ".", side
                found.append(((cell, goal), "".join(after) + " " + other))
    return found


def pawn_score(text: str) -> int:
    board, side = text.split()
    if "w" in board[:3]:
        return 1
    if "b" in board[6:]:
        return -1
    if pawn_children(text):
        return 0
    return -1 if side == "w" else 1


HEXAPAWN = Game(str, lambda text: 1 if text[-1] == "w" else -1, pawn_children, pawn_score)


def soonest(game: Game, worth: int) -> Game:
    """The game where a win counts `worth` less the plies that were played up to it."""
    return Game(
        lambda text: (game.read(text), 0),
        lambda state: game.mover(state[0]),
        lambda state: [(move, (child, state[1] + 1)) for move, child in game.children(state[0])],
        lambda state: game.score(state[0]) * (worth - state[1]),
    )


# Kalah with three houses: (eight places, mover). Places 3 and 7 are the stores. Who ends in the store moves again.


def kalah_children(state: State) -> Children:
    seeds, mover = state
    mine, store, theirs = (range(3), 3, 7) if mover > 0 else (range(4, 7), 7, 3)
    if not any(seeds[0:3]) or not any(seeds[4:7]):
        return []
    found: Children = []
    for house in mine:
        if not seeds[house]:
            continue
        after = list(seeds)
        hand, place, after[house] = after[house], house, 0
        while hand:
            place = (place + 1) % 8
            if place != theirs:
                after[place] += 1
                hand -= 1
        if place in mine and after[place] == 1 and after[6 - place]:
            after[store] += 1 + after[6 - place]
            after[place] = after[6 - place] = 0
        found.append((house, (tuple(after), mover if place == store else -mover)))
    return found


KALAH = Game(
    lambda text: (tuple(map(int, text.split()[:8])), 1 if text[-1] == "A" else -1),
    lambda state: state[1],
    kalah_children,
    lambda state: sum(state[0][:4]) - sum(state[0][4:]) if not kalah_children(state) else state[0][3] - state[0][7],
)

# A heap from which a side takes one, two or three; who takes the last one wins.

HEAP = Game(
    lambda number: (number, 1),
    lambda state: state[1],
    lambda state: [(take, (state[0] - take, -state[1])) for take in (1, 2, 3) if take <= state[0]],
    lambda state: 0 if state[0] else -state[1],
)

# A race to eight with dice: (own, other's, who, die). A side takes a steady die (1 or 3) or a wild one (0 or 4).

DICE = {"steady": (1, 3), "wild": (0, 4)}


def dice_children(state: State) -> Children:
    first, second, mover, die = state
    if max(first, second) >= 8:
        return []
    if not die:
        return [(name, (first, second, mover, name)) for name in DICE]
    return [(number, (first + number * (mover > 0), second + number * (mover < 0), -mover, "")) for number in DICE[die]]


RACE = Game(
    lambda text: (*map(int, text.split()), 1, ""),
    lambda state: 0 if state[3] else state[2],
    dice_children,
    lambda state: 16 * (state[0] >= 8) - 16 * (state[1] >= 8) or state[0] - state[1],
)

# Reversi on sixteen cells and the side to move, x first. A side without a move passes.


def turned(board: str, cell: int, side: str) -> list[int]:
    """The discs that are turned over where `side` plays on a cell."""
    found: list[int] = []
    if board[cell] != ".":
        return found
    for dx in (-1, 0, 1):
        for dy in (-1, 0, 1):
            x, y, line = cell % 4 + dx, cell // 4 + dy, []
            while 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] not in (".", side):
                line.append(4 * y + x)
                x, y = x + dx, y + dy
            if 0 <= x < 4 and 0 <= y < 4 and board[4 * y + x] == side:
                found += line
    return found


def reversi_children(text: str) -> Children:
    board, side = text.split()
    other = "o" if side == "x" else "x"
    found: Children = []
    for cell in range(16):
        discs = turned(board, cell, side)
        if discs:
            after = [side if place == cell or place in discs else board[place] for place in range(16)]
            found.append((cell, "".join(after) + " " + other))
    if not found and any(turned(board, cell, other) for cell in range(16)):
        return [("pass", board + " " + other)]
    return found


REVERSI = Game(
    str,
    lambda text: 1 if text[-1] == "x" else -1,
    reversi_children,
    lambda text: text[:16].count("x") - text[:16].count("o"),
)

# Domineering: four columns and three rows, and the side to move: V places upright dominoes, H level ones.


def domino_children(text: str) -> Children:
    board, side = text.split()
    step, other = (4, "H") if side == "V" else (1, "V")
    found: Children = []
    for cell in range(12):
        far = cell + step
        if far < 12 and (step == 4 or cell % 4 < 3) and board[cell] == board[far] == ".":
            after = "".join("#" if place in (cell, far) else board[place] for place in range(12))
            found.append((cell, after + " " + other))
    return found


DOMINOES = Game(
    str,
    lambda text: 1 if text[-1] == "V" else -1,
    domino_children,
    lambda text: 0 if domino_children(text) else -1 if text[-1] == "V" else 1,
)

# Dots and boxes with two boxes and seven lines: (drawn lines, mover, lead). Who closes a box moves again.

BOXES = ({0, 2, 3, 5}, {1, 3, 4, 6})


def box_children(state: State) -> Children:
    drawn, mover, lead = state
    found: Children = []
    for line in range(7):
        if line not in drawn:
            closed = sum(line in box and box <= drawn | {line} for box in BOXES)
            found.append((line, (drawn | {line}, mover if closed else -mover, lead + mover * closed)))
    return found


DOTS = Game(
    lambda text: (frozenset(map(int, text.split())), 1, 0),
    lambda state: state[1],
    box_children,
    lambda state: state[2],
)

# Chess, by the rules of python-chess; white is the first side. A capture is noisy.

PIECES = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
MATE = 1000


@cache
def chess_children(fen: str, noisy: bool = False) -> Children:
    import chess

    board = chess.Board(fen)
    found: Children = []
    for move in board.legal_moves:
        if noisy and not board.is_capture(move):
            continue
        board.push(move)
        found.append((move.uci(), board.fen()))
        board.pop()
    return found


@cache
def chess_score(fen: str) -> int:
    import chess

    board = chess.Board(fen)
    if board.is_checkmate():
        return -MATE if board.turn else MATE
    if board.is_stalemate():
        return 0
    placed = fen.split()[0]
    return sum(worth * (placed.count(piece.upper()) - placed.count(piece)) for piece, worth in PIECES.items())


def chess_game(quiescence: bool) -> Game:
    return Game(
        str,
        lambda fen: 1 if fen.split()[1] == "w" else -1,
        chess_children,
        chess_score,
        (lambda fen: chess_children(fen, noisy=True)) if quiescence else (lambda fen: []),
    )


GAMES: dict[str, Game] = {
    "tictactoe": tictactoe(lambda winner, board: winner),
    "tictactoe times ten": tictactoe(lambda winner, board: 10 * winner),
    "tictactoe soonest": tictactoe(lambda winner, board: winner * (1 + board.count("."))),
    "nim": nim(last_wins=True),
    "misere nim": nim(last_wins=False),
    "coins": COINS,
    "hashed tree": HASHED,
    "explicit tree": EXPLICIT,
    "connect": CONNECT,
    "hexapawn": HEXAPAWN,
    "hexapawn soonest": soonest(HEXAPAWN, 100),
    "kalah": KALAH,
    "heap": HEAP,
    "race": RACE,
    "reversi": REVERSI,
    "dominoes": DOMINOES,
    "dots": DOTS,
    "chess": chess_game(quiescence=False),
    "chess captures": chess_game(quiescence=True),
}
