"""What the listing, sentences and *Why?* say of programs is what ran in them, and in the program's own numbers."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest
from plyscope.analysis.stats import by_ply, overall
from plyscope.analysis.why import Side, why_bound, why_cut
from plyscope.cli.debug import where_max_moves
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.roles import Proposal
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.text.explanation import sentences
from plyscope.text.listing import listing
from plyscope.text.narration import sentence
from plyscope.text.reasons import window_reason
from plyscope.tracer.running import debug
from plyscope.usercode.chosen_search import best_move_of
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search
from plyscope.usercode.reference_check import compare_with_reference

from tests.engine.export.written import written_as
from tests.engine.usercode.right_programs import MARKED_START

WORTH = """
def worth(n):
    return (n * n * 7 + 3 * n) % 19 - 9

"""
NEGAMAX = """
def search(n, depth, alpha, beta, color):
    if depth == 0:
        return color * worth(n)
    best = -50
    for k in (1, 2, 3):
        best = max(best, -search(n * 4 + k, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
OBJECTS = """
class Node:
    def __init__(self, score, kids=()):
        self.score, self.kids = score, list(kids)

    def __lt__(self, other):
        return self.score < other.score

    def __gt__(self, other):
        return self.score > other.score


def search(node, depth, player):
    if depth == 0 or not node.kids:
        return node
    best = node.kids[0]
    for child in node.kids:
        if player == 1:
            best = max(best, search(child, depth - 1, 2))
        else:
            best = min(best, search(child, depth - 1, 1))
    return best


TREE = Node(0, [Node(4, [Node(1), Node(7)]), Node(8, [Node(4), Node(9)])])
"""
NULL_WINDOWS = """
def search(n, depth, alpha, beta, color):
    if depth == 0:
        return color * worth(n)
    best = -50
    for k in (1, 2, 3):
        value = -search(n * 4 + k, depth - 1, -alpha - 1, -alpha, -color)
        if alpha < value < beta:
            value = -search(n * 4 + k, depth - 1, -beta, -alpha, -color)
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
NEAREST_MATE = """
def search(n, depth, alpha, beta, color, ply):
    alpha = max(alpha, -20 + ply)
    beta = min(beta, 19 - ply)
    if depth == 0:
        return color * worth(n)
    for k in (1, 2, 3):
        value = -search(n + k, depth - 1, -beta, -alpha, -color, ply + 1)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha
"""
LAST_OF_EQUALS = """
def search(n, depth, is_max):
    if depth == 0:
        return n % 2, None
    best, move = (-99 if is_max else 99), None
    for k in (1, 2, 3, 4):
        value, _ = search(n * 5 + k, depth - 1, not is_max)
        if value >= best if is_max else value <= best:
            best, move = value, k
    return best, move
"""
STANDING = """
def search(n, depth, alpha, beta, color):
    stand = color * worth(n)
    if stand >= beta:
        return beta
    alpha = max(alpha, stand)
    if depth == 0:
        return alpha
    for k in (1, 2, 3):
        if (n + k) % 3:
            value = -search(n + k, depth - 1, -beta, -alpha, -color)
            if value >= beta:
                return beta
            alpha = max(alpha, value)
    return alpha
"""
JUDGED_AS_WON = """
def search(places, depth, alpha, beta):
    if depth == 0:
        return sum(places) % 7 - 3
    best = -50
    for i in range(3):
        if places[i] == 1:
            value = 40
        else:
            after = places[:i] + (places[i] // 2 + i,) + places[i + 1:]
            value = -search(after, depth - 1, -beta, -alpha)
        if value > best:
            best = value
        if best > alpha:
            alpha = best
        if alpha >= beta:
            break
    return best
"""
CALLERS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(board):
    return next((board[x] for x, y, z in LINES if board[x] and board[x] == board[y] == board[z]), 0)

def search(board, depth, side):
    if winner(board) or 0 not in board or depth == 0:
        return winner(board)
    best = -2 if side == 1 else 2
    for square in range(9):
        if board[square] == 0:
            board[square] = side
            value = search(board, depth - 1, -side)
            board[square] = 0
            if side == 1:
                best = max(best, value)
            else:
                best = min(best, value)
    return best

def last_of_equals(board, depth):
    best, move = -10, None
    for square in range(9):
        if board[square] == 0:
            board[square] = 1
            value = search(board, depth - 1, -1)
            board[square] = 0
            if value >= best:
                best, move = value, square
    return move

def count_safe(board, depth):
    found = 0
    for square in range(9):
        if board[square] == 0:
            board[square] = 1
            found += search(board, depth - 1, -1) >= 0
            board[square] = 0
    return found
"""
DEEPENED = """
def search(node, depth, alpha, beta):
    if isinstance(node, int) or depth == 0:
        return node if isinstance(node, int) else 0
    best = -99
    for child in node:
        best = max(best, -search(child, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def deepen(node, limit):
    for depth in range(1, limit + 1):
        value = search(node, depth, -99, 99)
    return value

def best_of_moves(node, depth):
    return max(-search(child, depth - 1, -99, 99) for child in node)
"""
NESTED_LOOPS = """
def search(board, player, alpha, beta, depth):
    best = -99
    for i in range(2):
        for j in range(2):
            if board[i][j] == 0:
                board[i][j] = player
                if depth == 0:
                    value = player * (3 * board[0][0] + 2 * board[0][1] - board[1][0] + 5 * board[1][1])
                else:
                    value = -search(board, -player, -beta, -alpha, depth - 1)
                board[i][j] = 0
                best = max(best, value)
                alpha = max(alpha, value)
                if alpha >= beta:
                    return best
    return best
"""
AT_REST = """
def at_rest(node, alpha, beta):
    score = sum(node) if isinstance(node, list) else node
    if score >= beta or not isinstance(node, list):
        return score
    for child in node:
        score = max(score, -at_rest(child, -beta, -alpha))
    return score

def search(node, height, alpha, beta, is_max):
    if height == 0:
        return at_rest(node, alpha, beta)
    for child in node:
        value = -search(child, height - 1, -beta, -alpha, not is_max)
        if value >= beta:
            return value
        alpha = max(value, alpha)
    return alpha
"""
FLAG = """
def search(n, depth, alpha, beta, found):
    if depth == 0:
        return {"alpha": alpha, "worth": n * 5 % 7}
    for child in (n + 1, n * 2):
        if found:
            alpha = max(alpha, search(child, depth - 1, alpha, beta, False)["alpha"])
        else:
            alpha = max(alpha, chance(child, depth, alpha, beta))
        if alpha >= beta:
            break
    return {"alpha": alpha, "worth": n * 5 % 7}

def chance(n, depth, alpha, beta):
    for k in (0, 3):
        two = search(n + k, depth - 1, alpha, beta, True)
        four = search(n + k + 1, depth - 1, alpha, beta, True)
        beta = min(beta, two["worth"] * 0.9 + four["worth"] * 0.1)
        if alpha >= beta:
            break
    return beta
"""
TWO_FUNCTIONS = """
def root_of(n):
    return n if n < 3 else root_of(n // 2)

def worth(n):
    return n * 7 % 11 - 5

def top(n, left, alpha, beta):
    move = None
    for child in (2 * n, 2 * n + 1, 3 * n):
        if left <= 0:
            value = worth(child) + root_of(child)
        else:
            (reply, value) = low(child, left - 1, alpha, beta)
        if value > alpha:
            (move, alpha) = (child, value)
        if alpha >= beta:
            return (move, alpha)
    return (move, alpha)

def low(n, left, alpha, beta):
    move = None
    for child in (2 * n, 2 * n + 1, 3 * n):
        if left <= 0:
            value = worth(child) + root_of(child)
        else:
            (reply, value) = top(child, left - 1, alpha, beta)
        if value < beta:
            (move, beta) = (child, value)
        if alpha >= beta:
            return (move, beta)
    return (move, beta)
"""
STOPPED = """
class Stop(Exception):
    pass

left = [6]

def top(n, depth):
    left[0] -= 1
    if left[0] < 0:
        raise Stop
    if depth == 0:
        return n * 7 % 5
    return max(low(2 * n + k, depth - 1) for k in (0, 1))

def low(n, depth):
    left[0] -= 1
    if left[0] < 0:
        raise Stop
    if depth == 0:
        return n * 7 % 5
    return min(top(2 * n + k, depth - 1) for k in (0, 1))

def run(depth):
    best = None
    try:
        for d in range(1, depth):
            best = top(1, d)
    except Stop:
        return best
"""
FIRST_IS_PROBED = """
def search(node, alpha, beta):
    if isinstance(node, int):
        return node
    for number, child in enumerate(node):
        if number == 0:
            value = -search(child, -alpha - 1, -alpha)
            if alpha < value < beta:
                value = -search(child, -beta, -alpha)
        else:
            value = -search(child, -beta, -alpha)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""
PART_OF_A_MOVE = """
def search(n, alpha, beta, depth):
    if depth == 0:
        return n * 7 % 11 + 20
    best = -1
    for found in [(n * 3 + move, move) for move in (0, 1, 2)]:
        score = -search(found[0], -beta, -alpha, depth - 1)
        if score >= beta:
            return score
        if score > alpha:
            alpha, best = score, found[1]
    if depth == 2:
        return best
    return alpha
"""
PLACE_OF_THE_BEST = """
def search(n, depth):
    if depth == 0:
        return n * 7 % 11 + 20
    values = [search(n * 3 + move, depth - 1) for move in (0, 1, 2)]
    if depth == 3:
        best = [place for place in range(3) if values[place] == max(values)]
        return best[0] + 5
    return min(values) if depth == 2 else max(values)
"""
NODES_THAT_KNOW_THE_MOVER = """
class Node:
    def __init__(self, number, mover, moves=(1, 2, 3)):
        self.number, self.mover, self.moves = number, mover, moves

    def after(self, move):
        if move == 3 and self.number % 2 == 0:  # the other side has no move: one side moves twice
            return Node(self.number * 3 + move, self.mover, (1,))
        return Node(self.number * 3 + move, 3 - self.mover)


def minimax(node, me, depth):
    if depth == 0:
        return node.number * 37 % 101
    best = -999 if node.mover == me else 999
    if node.mover == me:
        for move in node.moves:
            score = minimax(node.after(move), me, depth - 1)
            if score > best:
                best = score
        return best
    for move in node.moves:
        score = minimax(node.after(move), me, depth - 1)
        if score < best:
            best = score
    return best


def choose(depth):
    return max((1, 2, 3), key=lambda move: minimax(Node(move, 2), 1, depth - 1))
"""
AGENTS = """
def value(moves, depth, agent):
    if agent >= 3:
        agent = 0
        depth += 1
    if depth == 2:
        return sum((place + 2) * move for place, move in enumerate(moves)) % 11
    if agent == 0:
        return maximizer(moves, depth, agent)
    return minimizer(moves, depth, agent)


def maximizer(moves, depth, agent):
    best = -99
    for move in (1, 2):
        best = max(best, value(moves + (move,), depth, agent + 1))
    return best


def minimizer(moves, depth, agent):
    best = 99
    for move in (1, 2):
        best = min(best, value(moves + (move,), depth, agent + 1))
    return best
"""
ONE_FUNCTION_OF_AGENTS = """
def legal(agent):
    return (0, 1, 2)


def search(moves, depth, agent):
    if agent == 3:
        agent = 0
        depth += 1
    if depth == 1:
        return float(sum((place + 2) * move for place, move in enumerate(moves)) % 11)
    if agent == 0:
        best = ("none", -99.0)
        for move in legal(agent):
            if move == 0:
                continue
            found = search(moves + (move,), depth, agent + 1)
            if type(found) is not float:
                found = found[1]
            if found > best[1]:
                best = (move, found)
        return best
    best = ("none", 99.0)
    for move in legal(agent):
        if move == 0:
            continue
        found = search(moves + (move,), depth, agent + 1)
        if type(found) is not float:
            found = found[1]
        if found < best[1]:
            best = (move, found)
    return best
"""
MOVER_IN_THE_STATE = """
def play(state, pit):
    pits, mover = list(state[:-1]), state[-1]
    stones, pits[pit] = pits[pit], 0
    while stones:
        pit = (pit + 1) % 6
        if pit != (2 if mover else 5):
            pits[pit] += 1
            stones -= 1
    return tuple(pits) + (mover if pit in (2, 5) else 1 - mover,)


def search(state, alpha, beta, depth):
    pits = [pit for pit in ((3, 4) if state[-1] else (0, 1)) if state[pit]]
    if depth == 0 or not pits:
        return state[2] - state[5], None
    values = []
    for pit in pits:
        value, _ = search(play(state, pit), alpha, beta, depth - 1)
        values.append(value)
        if state[-1] == 0:
            if beta is not None and value > beta:
                break
            if alpha is None or value > alpha:
                alpha = value
        else:
            if alpha is not None and value < alpha:
                break
            if beta is None or value < beta:
                beta = value
    if state[-1] == 0:
        value = max(values)
    else:
        value = min(values)
    return value, pits[values.index(value)]
"""
DROPPED_INTO_SHARED_COLUMNS = """
def score(board):
    for x in range(4):
        for y in range(3):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                cells = [(x + step * dx, y + step * dy) for step in range(3)]
                if all(a < 4 and 0 <= b < 3 for a, b in cells):
                    row = "".join(board[a][b] for a, b in cells)
                    if row in ("XXX", "OOO"):
                        return 1 if row == "XXX" else -1
    return None if any("." in column for column in board) else 0


def drop(board, column, piece):
    board = board[:]
    for row in (2, 1, 0):
        if board[column][row] == ".":
            board[column][row] = piece
            break
    return board


def search(board, ours):
    if score(board) is not None:
        return score(board)
    best = -2 if ours else 2
    for column in range(4):
        if "." in board[column]:
            value = search(drop(board, column, "X" if ours else "O"), not ours)
            best = max(best, value) if ours else min(best, value)
    return best
"""
LAST_OF_EQUALS_BY_ITS_MOVE = """
def search(n, depth, high):
    if depth == 0:
        return n % 2, n
    best, best_move = (-9, None) if high else (9, None)
    for move in (3 * n, 3 * n + 1, 3 * n + 2):
        value = search(move, depth - 1, not high)[0]
        best = max(best, value) if high else min(best, value)
        if best == value:
            best_move = move
    return best, best_move
"""
LARGEST_OF_PAIRS = """
LEAVES = {"aa": 1, "ab": 1, "ac": 0, "ba": 2, "bb": 2, "bc": 1, "ca": 2, "cb": 3, "cc": 3}


def search(node, depth, high):
    if depth == 0:
        return LEAVES[node], None
    results = [(search(node + move, depth - 1, not high)[0], move) for move in "abc"]
    CHOICE
"""
EQUAL_TO_A_BOUND = """
LEAVES = {"aa": 3, "ab": 4, "ac": 5, "ba": 3, "bb": 1, "bc": 0, "ca": 2, "cb": 9, "cc": 9}


def search(node, depth, alpha, beta, high):
    if depth == 0:
        return LEAVES[node], None
    best, chosen = (-99 if high else 99), None
    for move in "abc":
        value = search(node + move, depth - 1, alpha, beta, not high)[0]
        if (value >= best) if high else (value < best):
            best, chosen = value, move
        if high:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best, chosen
"""
FLAG_IN_PLACE_OF_BREAK = """
def search(node, alpha, beta, high, depth):
    if depth == 0:
        return {9: 1, 10: 2, 11: 3, 12: 1, 13: -4, 14: 0}.get(node, 0)
    cut, value, move = False, (-99 if high else 99), 0
    LOOP
        value = (max if high else min)(value, search(3 * node + move, alpha, beta, not high, depth - 1))
        if high:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            cut = True
        NEXT
    return value
"""
LIST_OF_EQUALS = """
def search(node, depth, high):
    if depth == 0:
        return node % 2, node
    best, kept = (-9, []) if high else (9, [])
    for move in (3 * node, 3 * node + 1, 3 * node + 2):
        value = search(move, depth - 1, not high)[0]
        if value == best:
            kept.append(move)
        elif value > best if high else value < best:
            best, kept = value, [move]
    return best, kept[-1]
"""
NUMBERS_AT_LEAVES = """
def search(n, depth, high):
    if depth == 0:
        return n * 7 % 11
    best = (None, -99 if high else 99)
    for move in (1, 2, 3):
        found = search(3 * n + move, depth - 1, not high)
        if type(found) is tuple:
            found = found[1]
        if (high and found > best[1]) or (not high and found < best[1]):
            best = (move, found)
    return best
"""
BESIDE_ALPHABETA = """
def minimax(node, depth, maximizing):
    if depth == 0:
        return node * 7 % 11
    best = -99 if maximizing else 99
    for move in (1, 2, 3):
        score = minimax(node * 3 + move, depth - 1, not maximizing)
        if maximizing:
            best = max(best, score)
        else:
            best = min(best, score)
    return best

def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0:
        return node * 7 % 11
    best = -99 if maximizing else 99
    for move in (1, 2, 3):
        score = alphabeta(node * 3 + move, depth - 1, alpha, beta, not maximizing)
        if maximizing:
            best, alpha = max(best, score), max(alpha, score)
        else:
            best, beta = min(best, score), min(beta, score)
        if alpha >= beta:
            break
    return best
"""
TWO_MINS = """
def largest(node, depth):
    if depth == 0:
        return node * 7 % 11
    best = -99
    for move in (1, 2):
        best = max(best, smallest(node * 2 + move, depth, 1))
    return best

def smallest(node, depth, ghost):
    best = 99
    for move in (1, 2):
        if ghost == 2:
            best = min(best, largest(node * 2 + move, depth - 1))
        else:
            best = min(best, smallest(node * 2 + move, depth, ghost + 1))
    return best
"""
PASSED_ON = """
def max_value(node, depth):
    if depth == 0:
        return node * 7 % 11
    best = -99
    for move in (1, 2, 3):
        best = max(best, min_value(node * 3 + move, depth, 1))
    return best

def min_value(node, depth, ghost):
    if ghost == 2:
        return max_value(node, depth - 1)
    best = 99
    for move in (1, 2, 3):
        best = min(best, min_value(node * 3 + move, depth, ghost + 1))
    return best
"""
REDUCED = """
def search(n, depth, alpha, beta, color):
    if depth <= 0:
        return color * worth(n)
    best = -50
    for k in (1, 2, 3):
        value = -search(n * 4 + k, depth - 2, -beta, -alpha, -color)
        if value > alpha:
            value = -search(n * 4 + k, depth - 1, -beta, -alpha, -color)
        best, alpha = max(best, value), max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
FUTILITY = """
def search(n, depth, alpha, beta, color):
    if depth == 0:
        return color * worth(n)
    best = -99
    for k in (1, 2, 3):
        SKIP
        value = -search(n + k, depth - 1, -beta, -alpha, -color)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
SOFT_STANDING = """
def search(n, depth, alpha, beta, color):
    best = color * worth(n)
    if best >= beta or depth == 0:
        return best
    alpha = max(alpha, best)
    for k in (1, 2, 3):
        value = -search(n * 4 + k, depth - 1, -beta, -alpha, -color)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
OPPONENT = """
def search(node, depth, alpha, beta, opponent):
    if depth == 0:
        return -node if opponent else node
    for child in node:
        alpha = max(alpha, -search(child, depth - 1, -beta, -alpha, not opponent))
        if alpha >= beta:
            break
    return alpha
"""
WON = """
INF = float('inf')
def search(piles, player):
    if sum(piles) == 0:
        return -INF if player == 0 else INF
    for at, count in enumerate(piles):
        for take in range(1, count + 1):
            value = search([*piles[:at], count - take, *piles[at + 1:]], 1 - player)
            if value == (INF if player == 0 else -INF):
                return value
    return value
"""
WINDOW_OBJECT = """
class Window:
    def __init__(self, lower, upper):
        self.lower, self.upper = lower, upper
    def __lt__(self, score):
        return self.upper <= score
    def __neg__(self):
        return Window(-self.upper, -self.lower)

def search(node, window):
    if isinstance(node, int):
        return node
    best = -99
    for child in node:
        score = -search(child, -window)
        if score > window:
            return score
        best = max(best, score)
        window.lower = max(window.lower, score)
    return best
"""
ONE_BOUND = """
def search(node, limit):
    if isinstance(node, int):
        return node
    best = -99
    for child in node:
        best = max(best, -search(child, best))
        if -best <= limit:
            break
    return best
"""
COIN = """
def search(n, depth, is_max):
    if depth == 0:
        return worth(n)
    values = []
    for k in (1, 2, 3):
        heads = search(n * 4 + k, depth - 1, not is_max)
        tails = search(n * 4, depth - 1, not is_max)
        values.append((heads + tails) / 2)
    return max(values) if is_max else min(values)
"""


def true_value(n: int, depth: int, color: int) -> int:
    """Return the value of the tree below `FUTILITY` and `LAST_OF_EQUALS` from MAX's side, without any bound."""
    if depth == 0:
        return (n * n * 7 + 3 * n) % 19 - 9
    return (max if color > 0 else min)(true_value(n + k, depth - 1, -color) for k in (1, 2, 3))


def recorded(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(WORTH + text, encoding="utf-8")
    return read_as_search(debug(path, call))


def lines_of(trace: Trace) -> list[str]:
    return [str(line.message) for line in listing(trace)]


def test_the_mark_of_a_bound_is_that_of_the_number_beside_it(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NEGAMAX, "search(1, 3, -50, 50, 1)")
    returns = [line for line in lines_of(trace) if "(it is at" in line]
    bounds = [frame for frame in range(len(trace)) if trace.bound_of(frame) in ("at least", "at most")]
    # Both sides leave their moves for a value that is at least what they return, as they see it.
    assert len(returns) == len(bounds) > 1
    assert all("(it is at least that)" in line for line in returns)


def test_a_call_is_written_with_its_own_arguments(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NULL_WINDOWS, "search(1, 3, -50, 50, 1)")
    calls = [line for line in lines_of(trace) if "search(α" in line]
    assert len(calls) == len(trace)
    assert all(line.endswith(trace.user_code.label(frame)) for frame, line in enumerate(calls))


def test_a_bound_that_a_line_of_a_program_sets_is_of_no_standing_pat(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NEAREST_MATE, "search(0, 3, -50, 50, 1, 0)")
    said = [str(one) for frame in range(len(trace)) for one in sentences(trace, frame)]
    assert any("is what frame 1 (1) was called with" in one for one in said), said[:9]
    assert not any("standing pat" in one for one in said)


def test_a_move_that_is_as_good_and_was_taken_is_the_best(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LAST_OF_EQUALS, "search(1, 3, True)")
    user_code = trace.user_code
    inner = [frame for frame in range(len(trace)) if trace.sizes[frame] > 1]
    moves = [user_code.result(frame).strip("()").split(", ")[1] for frame in inner]
    assert [trace.move_text(trace.best_child(frame)) for frame in inner] == moves
    assert set(trace.facts.is_best.nonzero()[0].tolist()) == {trace.best_child(frame) for frame in inner}
    assert not any("1 > 1" in line or "0 < 0" in line for line in lines_of(trace))


def test_who_compares_strictly_keeps_the_first_of_equals(tmp_path: Path) -> None:
    text = LAST_OF_EQUALS.replace(">=", ">").replace("<=", "<")
    trace = recorded(tmp_path, text, "search(1, 3, True)")
    for frame in [frame for frame in range(len(trace)) if trace.sizes[frame] > 1]:
        values = [trace.values[child] for child in trace.children(frame)]
        first = values.index(trace.values[frame]) + 1
        assert trace.move_text(trace.best_child(frame)) == str(first)


def test_a_value_that_no_call_gave_is_of_no_move(tmp_path: Path) -> None:
    trace = recorded(tmp_path, STANDING, "search(0, 4, -50, 50, 1)")
    best = trace.best_child(0)
    assert (trace.values[best], trace.sizes[best] > 1, trace.best_child(best)) == (trace.value, True, -1)
    trace = recorded(tmp_path, JUDGED_AS_WON, "search((1, 2, 3), 3, -50, 50)")
    assert (trace.value, trace.best_child(0)) == (40, -1)
    assert not trace.facts.is_best[[*trace.children(0)]].any()


@pytest.mark.parametrize(
    "skip",
    [
        "if depth == 1 and k != 2 and color * worth(n) + 3 <= alpha: continue",
        "if depth == 1 and k != 2 and color * worth(n) + 3 <= alpha:\n            continue",
        "pass",
    ],
)
def test_moves_that_a_bound_passes_over_leave_a_value_open(tmp_path: Path, skip: str) -> None:
    trace = recorded(tmp_path, FUTILITY.replace("SKIP", skip), "search(0, 5, -99, 99, 1)")
    proved = dict[int, bool]()
    for frame in range(len(trace)):
        n, depth, *_, color = (int(trace.user_code.texts[at]) for at in trace.user_code.argument_numbers(frame))
        low, high = trace.intervals.of(frame)
        proved[frame] = low <= true_value(n, depth, color) <= high
    assert all(proved.values())
    assert (trace.bound == "exact") == (skip == "pass")


def test_a_leaf_that_a_bound_has_ended_proves_nothing(tmp_path: Path) -> None:
    trace = recorded(tmp_path, SOFT_STANDING, "search(1, 3, -50, 50, 1)")
    depths = [int(trace.user_code.texts[trace.user_code.argument_numbers(frame)[1]]) for frame in range(len(trace))]
    ended = [frame for frame, depth in enumerate(depths) if depth and trace.sizes[frame] == 1]
    assert ended
    assert all(trace.bound_of(frame) is None for frame in ended)
    assert trace.pruned is None


def test_a_truth_value_of_which_the_text_says_nothing_is_that_of_the_first_call(tmp_path: Path) -> None:
    trace = recorded(tmp_path, OPPONENT, "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 2, -99, 99, False)")
    assert (trace.kinds[0], trace.value, trace.bound) == (MAX, 3, "exact")
    assert [trace.values[leaf] for leaf in trace.facts.is_leaf.nonzero()[0].tolist()] == [3, 12, 8, 2, 14, 5, 2]


def test_a_value_without_end_is_no_bound_of_itself(tmp_path: Path) -> None:
    trace = recorded(tmp_path, WON, "search([1, 2, 2], 0)")
    assert {trace.bound_of(frame) for frame in range(len(trace)) if trace.sizes[frame] > 1} == {None}
    assert trace.intervals.bounds_of(np.arange(len(trace))) == [trace.bound_of(frame) for frame in range(len(trace))]


def test_no_end_of_a_window_is_told_that_is_not_read(tmp_path: Path) -> None:
    trace = recorded(tmp_path, WINDOW_OBJECT, "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], Window(-64, 64))")
    reasons = [window_reason(trace, frame) for frame in range(len(trace)) if trace.sizes[frame] > 1]
    assert not any("∞" in str(one) for one in reasons if one is not None)
    assert any(reasons)


def test_a_test_against_the_bound_of_the_other_side_counts_no_cutoffs(tmp_path: Path) -> None:
    trace = recorded(tmp_path, ONE_BOUND, "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], -99)")
    assert (trace.value, trace.cutoffs, trace.pruned) == (3, None, None)
    assert not any("α" in line or "β" in line for line in lines_of(trace))


def test_a_mean_of_what_calls_gave_is_of_none_of_them(tmp_path: Path) -> None:
    trace = recorded(tmp_path, COIN, "search(1, 3, True)")
    assert trace.kinds[0] == MAX
    inner = [frame for frame in range(len(trace)) if trace.sizes[frame] > 1]
    given = [
        frame for frame in inner if any(trace.values[child] == trace.values[frame] for child in trace.children(frame))
    ]
    assert 0 < len(given) < len(inner)
    assert [frame for frame in inner if trace.best_child(frame) >= 0] == given


def test_of_equal_moves_that_which_a_caller_has_returned_is_the_best(tmp_path: Path) -> None:
    trace = recorded(tmp_path, CALLERS, "last_of_equals([1, -1, 1, 0, -1, 0, 0, 1, -1], 2)")
    children = list(trace.children(0))
    assert [trace.values[child] for child in children] == [0, 0, 0]
    assert trace.user_code.ended.text == "6"
    assert trace.best_child(0) == children[2]
    assert trace.facts.is_best[children].tolist() == [False, False, True]
    assert trace.best_move == best_move_of(trace) == "6"
    assert "was given by move 6," in " ".join(map(str, sentences(trace, 0)))


def test_a_caller_that_counts_takes_no_largest_value(tmp_path: Path) -> None:
    trace = recorded(tmp_path, CALLERS, "count_safe([1, -1, 1, 0, -1, 0, 0, 1, -1], 2)")
    assert trace.kinds[0] == MAX
    assert str(sentence(trace, Steps(trace).at(0))) == "The search begins: MAX is to move."


@pytest.mark.parametrize(("text", "windows"), [(REDUCED, "whole"), (NULL_WINDOWS, "probe")])
def test_only_a_narrower_window_makes_a_move_that_is_searched_again_a_probe(
    tmp_path: Path, text: str, windows: str
) -> None:
    trace = recorded(tmp_path, text, "search(1, 4, -99, 99, 1)")
    assert trace.facts.probe is not None
    assert trace.facts.probe.any()
    assert trace.options["windows"] == windows


@pytest.mark.parametrize(("call", "first"), [("deepen", MAX), ("best_of_moves", MIN)])
def test_max_moves_first_also_below_a_caller_that_makes_no_move(tmp_path: Path, call: str, first: int) -> None:
    trace = recorded(tmp_path, DEEPENED, f"{call}([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 2)")
    assert {trace.kinds[child] for child in trace.children(0)} == {first}
    assert trace.values[[*trace.children(0)][-1]] == (3 if first == MAX else 2)


def test_leaves_of_two_loops_are_named_by_both(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NESTED_LOOPS, "search([[0, 0], [0, 0]], 1, -99, 99, 1)")
    names = [[trace.move_text(child) for child in trace.children(frame)] for frame in trace.children(0)]
    assert names == [["b2", "a1", "b1"], ["a2", "a1", "b1"], ["a2"], ["a2", "b2", "a1"]]
    assert trace.pv == ["b1", "a2"]


def test_what_a_search_at_rest_returns_is_the_value_of_its_caller_and_of_its_side(tmp_path: Path) -> None:
    trace = recorded(tmp_path, AT_REST, "search([[3, 5], [2, 9]], 1, -99, 99, True)")
    assert [trace.kinds[frame] for frame in range(4)] == [MAX, MIN, MIN, MAX]
    assert [trace.values[frame] for frame in range(4)] == [-8, -8, -8, 3]
    assert trace.best_child(1) == 2
    assert "No child has beaten" not in " ".join(map(str, sentences(trace, 1)))
    assert trace.pv == ["[3, 5]"], "a call that makes no move is none"


def test_a_flag_with_the_largest_values_behind_both_of_its_values_is_no_side(tmp_path: Path) -> None:
    trace = recorded(tmp_path, FLAG, "search(7, 2, -99, 99, False)")
    roles = {} if (proposal := Proposal.of(trace)) is None else proposal.roles
    assert not any("side" in one.values() for one in roles.values())


def test_a_node_that_is_called_with_two_numbers_is_no_side(tmp_path: Path) -> None:
    trace = recorded(tmp_path, TWO_FUNCTIONS, "top(1, 2, -99, 99)")
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert proposal.roles["low"] == {"alpha": "alpha", "beta": "beta", "left": "depth"}
    names = {trace.user_code.function_of(frame).name for frame in range(len(trace))}
    assert names == {"top", "low"}, "what follows a chain makes no moves"


def test_which_cutoffs_the_first_move_caused_is_not_known_where_moves_call_nothing(tmp_path: Path) -> None:
    trace = recorded(tmp_path, TWO_FUNCTIONS, "top(1, 2, -99, 99)")
    assert trace.cutoffs
    assert overall(by_ply(trace))["first_move_cut_rate"] is None


def test_a_call_that_an_exception_has_ended_returns_nothing(tmp_path: Path) -> None:
    trace = recorded(tmp_path, STOPPED, "run(3)")
    raised = [frame for frame in range(len(trace)) if trace.user_code.is_raised(frame)]
    assert len(raised) == 3
    assert sum("raises Stop" in line for line in lines_of(trace)) == 6
    assert not any("return Stop" in line or "Stop =" in line for line in lines_of(trace))
    steps = Steps(trace)
    for frame in raised:
        assert "does not return: Stop" in str(sentence(trace, steps.at(steps.leave(frame))))
        assert "a leaf" not in str(sentence(trace, steps.at(steps.enter(frame))))


def test_exports_say_nothing_of_cutoffs_that_are_not_known(tmp_path: Path) -> None:
    trace = recorded(tmp_path, ONE_BOUND, "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], -99)")
    assert (trace.cutoffs, trace.pruned) == (None, None)
    rows = csv.DictReader(written_as("csv", trace).splitlines())
    assert {(row["cutoff"], row["pruned"]) for row in rows} == {("", "")}
    assert {node["cutoff"] for node in json.loads(written_as("json", trace))["nodes"]} == {None}


def test_only_what_has_a_narrow_window_is_said_to_be_a_probe(tmp_path: Path) -> None:
    trace = recorded(tmp_path, FIRST_IS_PROBED, "search([[3, 5, 2], [2, 9, 1], [4, 6, 8]], -99, 99)")
    steps, children = Steps(trace), list(trace.children(0))
    said = ["a probe" in str(sentence(trace, steps.at(steps.enter(child)))) for child in children]
    assert said == [trace.betas[child] - trace.alphas[child] == 1 for child in children] == [True, False, False, False]


def test_a_bound_that_stood_before_the_first_move_is_set_by_none(tmp_path: Path) -> None:
    trace = recorded(tmp_path, STANDING, "search(1, 4, -50, 50, 1)")
    steps, said = Steps(trace), list[str]()
    for frame in range(1, len(trace)):
        said += [f"{sentence(trace, steps.at(steps.enter(frame)))}", *map(str, sentences(trace, frame))]
        for side in Side:
            origin = why_bound(trace, frame, side)
            assert origin.child < frame, "no move that is tried later has set it"
    assert any("is what" in one for one in said)


@pytest.mark.parametrize(("taken", "returned"), [("found[1]", "1"), ("10 * found[1]", "10")])
def test_what_the_first_call_returns_in_place_of_its_value_is_none(tmp_path: Path, taken: str, returned: str) -> None:
    text = PART_OF_A_MOVE.replace("score, found[1]", f"score, {taken}")
    trace = recorded(tmp_path, text, "search(1, -99, 99, 2)")
    assert trace.user_code.result(0) == returned
    assert trace.value is None
    assert "no number in that is known to be its value" in " ".join(map(str, sentences(trace, 0)))


def test_what_the_first_call_makes_of_the_place_of_the_best_is_no_value(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PLACE_OF_THE_BEST, "search(1, 3)")
    assert trace.user_code.result(0) == "6"
    assert trace.value is None


@pytest.mark.parametrize("call", ["search([[2, -1], [1, -2]])", "flagged([[2, -1], [1, -2], [3, -5]])"])
def test_a_mark_for_no_value_yet_is_beaten_by_the_first_value(tmp_path: Path, call: str) -> None:
    trace = recorded(tmp_path, MARKED_START, call)
    assert trace.value == -1
    assert trace.best_child(0) == 1
    assert trace.facts.is_best[1]
    assert "Its value -1 was given by" in " ".join(map(str, sentences(trace, 0)))


def test_a_function_that_has_not_run_leaves_no_moves(tmp_path: Path) -> None:
    trace = recorded(tmp_path, BESIDE_ALPHABETA, "minimax(1, 2, True)")
    assert {trace.bound_of(frame) for frame in range(len(trace))} == {"exact"}


@pytest.mark.parametrize("depth", [1, 2])
def test_where_a_side_moves_twice_what_ran_says_the_sides(tmp_path: Path, depth: int) -> None:
    trace = recorded(tmp_path, TWO_MINS, f"largest(1, {depth})")
    names = [trace.user_code.function_of(frame).name for frame in range(len(trace))]
    sides = dict(zip(range(len(trace)), trace.column("kind").tolist(), strict=True))
    inner = [frame for frame in sides if trace.sizes[frame] > 1]
    assert [sides[frame] for frame in inner] == [MAX if names[frame] == "largest" else MIN for frame in inner]
    assert trace.interval == (trace.value, trace.value)


def test_of_two_players_in_turn_the_second_is_no_max(tmp_path: Path) -> None:
    trace = recorded(tmp_path, ONE_FUNCTION_OF_AGENTS, "search((), 0, 0)")
    agent = [int(trace.user_code.label(frame).rpartition(", ")[2][:-1]) % 3 for frame in range(len(trace))]
    inner = np.flatnonzero(trace.column("size") > 1).tolist()
    assert [trace.kinds[frame] for frame in inner] == [MIN if agent[frame] else MAX for frame in inner]
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert "agent" not in proposal.roles["search"], "the function counts its depth itself"
    assert not findings(trace)


def test_a_result_that_is_returned_at_once_changes_something(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PASSED_ON, "max_value(1, 1)")
    steps, said = Steps(trace), list[str]()
    for child in range(1, len(trace)):
        if trace.user_code.function_of(child).name == "max_value":
            said.append(str(sentence(trace, steps.at(steps.back(child) or 0))))
    assert len(said) == 9
    assert not any("nothing changes" in one for one in said)


def test_an_object_was_given_by_the_child_that_returned_it(tmp_path: Path) -> None:
    trace = read_as_search(recorded(tmp_path, OBJECTS, "search(TREE, 2, 1)"), {"search": {"value": ".score"}})
    givers = {frame: trace.best_child(frame) for frame in (0, 1, 4)}
    assert givers == {0: -1, 1: 2, 4: 5}, "the root returns what no call has: the first child itself, worth 4"
    assert np.flatnonzero(trace.facts.is_best).tolist() == [2, 5]


def test_a_side_that_moves_twice_is_no_other_by_its_ply(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NODES_THAT_KNOW_THE_MOVER, "choose(3)")
    mover = [trace.user_code.label(frame).partition("mover=")[2][:1] for frame in range(len(trace))]
    assert {mover[frame] for frame in np.flatnonzero(trace.column("kind") == MAX).tolist()} <= {"", "1"}
    assert {mover[frame] for frame in np.flatnonzero(trace.column("kind") == MIN).tolist()} <= {"2"}


def test_a_number_that_starts_again_is_no_depth(tmp_path: Path) -> None:
    trace = recorded(tmp_path, AGENTS, "value((), 0, 0)")
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert all("agent" not in roles for roles in proposal.roles.values())


def test_a_number_among_pairs_is_the_value(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NUMBERS_AT_LEAVES, "search(1, 2, True)")
    leaves = np.flatnonzero(trace.column("size") == 1).tolist()
    assert [trace.values[frame] for frame in leaves] == [3, 10, 6, 2, 9, 5, 1, 8, 4]
    assert (trace.value, trace.interval) == (3, (3, 3))


def test_the_best_of_min_begins_with_what_min_was_given(tmp_path: Path) -> None:
    call = "search((1, 2, 0, 3, 1, 0, 0), None, None, 3)"
    trace = read_as_search(recorded(tmp_path, MOVER_IN_THE_STATE, call), {"search": {"value": "[0]"}})
    assert trace.value == -1
    assert not findings(trace)


def test_boards_of_any_size_are_compared_with_no_game(tmp_path: Path) -> None:
    call = "search([[*'.XO'], [*'..X'], [*'.OX'], [*'.OO']], True)"
    trace = recorded(tmp_path, DROPPED_INTO_SHARED_COLUMNS, call)
    assert [one.name for one in findings(trace)] == ["restore"]
    assert not compare_with_reference(trace)["compared"]


@pytest.mark.parametrize("text", [LAST_OF_EQUALS_BY_ITS_MOVE, LIST_OF_EQUALS])
def test_of_equal_moves_the_one_that_is_kept_is_best(tmp_path: Path, text: str) -> None:
    trace = recorded(tmp_path, text, "search(1, 2, True)")
    assert (trace.user_code.result(0), best_move_of(trace)) == ("(0, 5)", "5")
    assert trace.move_text(trace.best_child(0)) == "5"
    assert [trace.move_text(child) for child in np.flatnonzero(trace.facts.is_best)] == ["10", "14", "5", "16"]


@pytest.mark.parametrize(
    ("choice", "giver"),
    [
        ("return max(results) if high else min(results)", "b"),
        ("return (max if high else min)(results, key=str)", "b"),
        ("return max(results, key=lambda one: one[0]) if high else min(results)", "a"),
        (
            "top = (max if high else min)(results)[0]; kept = results[0]\n"
            "    for one in results:\n        if one[0] == top: kept = one\n    return kept",
            "b",
        ),
        ("top = (max if high else min)(results)[0]; return [one for one in results if one[0] == top][-1]", "b"),
    ],
)
def test_of_equal_moves_the_one_that_the_result_names_is_best(tmp_path: Path, choice: str, giver: str) -> None:
    trace = recorded(tmp_path, LARGEST_OF_PAIRS.replace("CHOICE", choice), "search('', 2, False)")
    assert (trace.user_code.result(0), trace.user_code.result(1)) == ("(1, 'a')", f"(1, '{giver}')")
    assert trace.move_text(trace.best_child(1)) == giver
    givers = [child for child in np.flatnonzero(trace.facts.is_best).tolist() if trace.parents[child] == 1]
    assert [trace.move_text(child) for child in givers] == [giver]


def test_a_move_that_is_kept_for_a_bound_is_no_equal_best(tmp_path: Path) -> None:
    trace = recorded(tmp_path, EQUAL_TO_A_BOUND, "search('', 2, -99, 99, True)")
    assert (trace.user_code.result(0), best_move_of(trace)) == ("(3, 'b')", "b")
    [found] = findings(trace)
    assert (found.name, found.line) == (
        "played",
        trace.text.splitlines().index("            best, chosen = value, move") + 1,
    )


@pytest.mark.parametrize(
    ("loop", "following"),
    [
        ("while move < 3 and not cut:", "move += 1"),
        ("for move in range(3):\n        if cut:\n            continue", "pass"),
    ],
)
def test_calls_that_a_flag_cut_are_not_exact(tmp_path: Path, loop: str, following: str) -> None:
    text = FLAG_IN_PLACE_OF_BREAK.replace("LOOP", loop).replace("NEXT", following)
    trace = recorded(tmp_path, text, "search(1, -99, 99, True, 2)")
    children = list(trace.children(0))
    assert [len(list(trace.children(child))) for child in children] == [3, 1, 1]
    assert [trace.bound_of(child) for child in children[1:]] == ["at most", "at most"], "4 is worth -4, 5 at most 0"


def test_a_move_that_loses_like_all_others_may_be_kept(tmp_path: Path) -> None:
    text = EQUAL_TO_A_BOUND.replace('"ac": 5', '"ac": 3').replace(
        '"bb": 1, "bc": 0, "ca": 2', '"bb": 3, "bc": 9, "ca": 3'
    )
    trace = recorded(tmp_path, text, "search('', 2, -99, 99, True)")
    assert (trace.user_code.result(0), trace.bound_of(list(trace.children(0))[-1])) == ("(3, 'c')", "at most")
    assert not findings(trace)


RETURNS_NUMBER = """
def search(n, depth, high):
    if depth == 0:
        return {9: 5, 10: 4, 11: 3, 12: 2, 13: 4, 14: 3, 15: 1, 16: 0, 17: 2}[n]
    values = [search(3 * n + move, depth - 1, not high) for move in range(3)]
    return max(values) if high else min(values)

def choose(n):
    best, kept = -99, None
    for move in range(3):
        value = search(3 * n + move, 1, True)
        if value > best:
            best, kept = value, RESULT
    return kept
"""


@pytest.mark.parametrize(("order", "result", "side"), [(">", "move + 2", NO_SIDE), ("<", "value", MIN)])
def test_a_number_that_is_no_value_gives_its_caller_no_side(tmp_path: Path, order: str, result: str, side: int) -> None:
    text = RETURNS_NUMBER.replace("RESULT", result).replace("value > best", f"value {order} best")
    trace = recorded(tmp_path, text.replace("-99", "-99" if order == ">" else "99"), "choose(1)")
    assert ([trace.values[child] for child in trace.children(0)], trace.user_code.ended.text) == ([5, 4, 2], "2")
    assert trace.kinds[0] == side


AVERAGES_FIRST = """
def search(n, depth, high, averaging):
    if depth == 3:
        return n * 7 % 10
    below = [3 * n + move for move in range(3)]
    if averaging:
        total = 0
        for m in below:
            total += search(m, depth + 1, not high, False)
        return total / 3
    best = -99 if high else 99
    for m in below:
        value = search(m, depth + 1, not high, True)
        best = max(best, value) if high else min(best, value)
    return best
"""


def test_no_side_moves_in_calls_that_all_take_the_mean(tmp_path: Path) -> None:
    trace = recorded(tmp_path, AVERAGES_FIRST, "search(1, 0, True, True)")
    sides = {(trace.user_code.arguments(frame)["high"], trace.kinds[frame]) for frame in range(len(trace))}
    assert sides == {("True", NO_SIDE), ("False", MIN)}
    assert where_max_moves(trace, Proposal.of(trace)) is None


CAPPED = """
def search(pos, gamma, depth):
    if depth == 0:
        return (pos * 7919 + 13) % 201 - 100
    best = -999
    for move in (1, 2, 3):
        cap = pos % 61 + 30
        if cap < gamma: best = max(best, cap); break
        score = min(cap, -search(pos * 3 + move, 1 - gamma, depth - 1))
        best = max(best, score)
        if best >= gamma:
            break
    return best
"""


def test_a_cut_names_the_best_that_met_the_bound_and_not_what_the_move_gave(tmp_path: Path) -> None:
    trace = recorded(tmp_path, CAPPED, "search(1, 20, 4)")
    cut = why_cut(trace, 7)
    assert cut is not None
    assert (trace.values[7], trace.values[cut.child], cut.beta) == (-72, -98, -72), "capped at 72 for the mover"


PARTLY_WRITTEN = """
class Board:
    def __init__(self, size):
        self.turn, self.config = "black", [["" for _ in range(size)] for _ in range(8)]
        self.pieces = [Piece(x, self) for x in range(2)]

class Piece:
    def __init__(self, x, board):
        self.x, self.board = x, board

def search(move, board, depth, high):
    if depth == 0:
        return move[1]
    values = [search((piece, move[1] * 2 + piece.x), board, depth - 1, not high) for piece in board.pieces]
    return max(values) if high else min(values)

def start(size):
    board = Board(size)
    return search((board.pieces[0], 1), board, 2, True)
"""


def test_a_word_beside_a_board_that_is_cut_off_is_no_board(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PARTLY_WRITTEN, "start(200)")
    assert trace.user_code.arguments(0)["move"].startswith("(Piece(x=0, board=Board(turn='black', config=[[")
    assert Proposal.of(trace).roles["search"].get("move") != "board"


ROUNDS = """
class Agent:
    def __init__(self, depth):
        self.depth = depth

    def minimax(self, board, agent, depth):
        if depth == self.depth or 0 not in board:
            return sum(cell * place for place, cell in enumerate(board)) % 11, None
        if agent == 0:
            return self.maxValue(board, depth, agent)
        return self.minValue(board, depth, agent)

    def maxValue(self, board, depth, agent):
        best, kept = -99, None
        for place in range(6):
            if board[place] == 0:
                after = board[:place] + (1,) + board[place + 1:]
                next_agent, next_depth = agent + 1, depth
                if next_agent == 2:
                    next_agent = 0
                    next_depth += 1
                value = self.minimax(after, next_agent, next_depth)[0]
                if value > best:
                    best, kept = value, place
        return best, kept

    def minValue(self, board, depth, agent):
        best, kept = 99, None
        for place in range(6):
            if board[place] == 0:
                after = board[:place] + (2,) + board[place + 1:]
                next_agent, next_depth = agent + 1, depth
                if next_agent == 2:
                    next_agent = 0
                    next_depth += 1
                value = self.minimax(after, next_agent, next_depth)[0]
                if value < best:
                    best, kept = value, place
        return best, kept
"""


def test_what_differs_in_a_function_of_one_side_is_not_the_side(tmp_path: Path) -> None:
    roles = Proposal.of(recorded(tmp_path, ROUNDS, "Agent(2).minimax((0,) * 6, 0, 0)")).roles
    assert roles["Agent.minimax"]["agent"] == "side"
    assert "side" not in {roles[name].get("depth") for name in ("Agent.maxValue", "Agent.minValue")}
