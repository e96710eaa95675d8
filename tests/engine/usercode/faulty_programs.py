"""Programs in the manner of those that people publish, and the faults that each can have.

`FAULTY` is a table: the finding, the program, the text that is right, the text that has the fault, and the line that
the finding shall name, by how it begins. The fault is made wherever the right text stands, for a depth or limit, and
else once.
"""

from __future__ import annotations

from typing import NamedTuple

ROW_COLUMN_SCORE = """
from math import inf as infinity

HUMAN = -1
COMP = +1

def wins(state, player):
    win_state = [
        [state[0][0], state[0][1], state[0][2]], [state[1][0], state[1][1], state[1][2]],
        [state[2][0], state[2][1], state[2][2]], [state[0][0], state[1][0], state[2][0]],
        [state[0][1], state[1][1], state[2][1]], [state[0][2], state[1][2], state[2][2]],
        [state[0][0], state[1][1], state[2][2]], [state[2][0], state[1][1], state[0][2]],
    ]
    return [player, player, player] in win_state

def empty_cells(state):
    return [[x, y] for x, row in enumerate(state) for y, cell in enumerate(row) if cell == 0]

def evaluate(state):
    if wins(state, COMP):
        score = +1
    elif wins(state, HUMAN):
        score = -1
    else:
        score = 0
    return score

def minimax(state, depth, player):
    if player == COMP:
        best = [-1, -1, -infinity]
    else:
        best = [-1, -1, +infinity]
    if depth == 0 or wins(state, HUMAN) or wins(state, COMP):
        return [-1, -1, evaluate(state)]
    for cell in empty_cells(state):
        x, y = cell[0], cell[1]
        state[x][y] = player
        score = minimax(state, depth - 1, -player)
        state[x][y] = 0
        score[0], score[1] = x, y
        if player == COMP:
            if score[2] > best[2]:
                best = score
        else:
            if score[2] < best[2]:
                best = score
    return best
"""
CLASS = """
class TicTacToe:
    def __init__(self, text):
        self.board = list(text)

    def winner(self):
        for a, b, c in [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]:
            if self.board[a] != ' ' and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None

    def minimax(self, depth, alpha, beta, is_maximizing):
        winner = self.winner()
        if winner == 'X':
            return 1
        if winner == 'O':
            return -1
        if ' ' not in self.board or depth == 0:
            return 0
        if is_maximizing:
            best_score = -2
            for i in range(9):
                if self.board[i] == ' ':
                    self.board[i] = 'X'
                    score = self.minimax(depth - 1, alpha, beta, False)
                    self.board[i] = ' '
                    best_score = max(best_score, score)
                    alpha = max(alpha, best_score)
                    if alpha >= beta:
                        break
            return best_score
        else:
            lowest = 2
            for i in range(9):
                if self.board[i] == ' ':
                    self.board[i] = 'O'
                    score = self.minimax(depth - 1, alpha, beta, True)
                    self.board[i] = ' '
                    lowest = min(lowest, score)
                    beta = min(beta, lowest)
                    if beta <= alpha:
                        break
            return lowest
"""
CONNECT = """
import math

ROWS, COLUMNS = 4, 4
PLAYER, AI = 1, 2

def open_row(board, col):
    for r in range(ROWS - 1, -1, -1):
        if board[r][col] == 0:
            return r
    return None

def winning_move(board, piece):
    for r in range(ROWS):
        for c in range(COLUMNS):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(r + k * down, c + k * right) for k in range(3)]
                if all(0 <= y < ROWS and 0 <= x < COLUMNS and board[y][x] == piece for y, x in cells):
                    return True
    return False

def valid_locations(board):
    return [col for col in range(COLUMNS) if board[0][col] == 0]

def minimax(board, depth, alpha, beta, maximizing_player):
    locations = valid_locations(board)
    if winning_move(board, AI):
        return (None, 1000)
    if winning_move(board, PLAYER):
        return (None, -1000)
    if not locations or depth == 0:
        return (None, 0)
    column = locations[0]
    if maximizing_player:
        value = -math.inf
        for col in locations:
            row = open_row(board, col)
            b_copy = [line[:] for line in board]
            b_copy[row][col] = AI
            new_score = minimax(b_copy, depth - 1, alpha, beta, False)[1]
            if new_score > value:
                value = new_score
                column = col
            alpha = max(alpha, value)
            if alpha >= beta:
                break
        return column, value
    else:
        value = math.inf
        for col in locations:
            row = open_row(board, col)
            b_copy = [line[:] for line in board]
            b_copy[row][col] = PLAYER
            new_score = minimax(b_copy, depth - 1, alpha, beta, True)[1]
            if new_score < value:
                value = new_score
                column = col
            beta = min(beta, value)
            if alpha >= beta:
                break
        return column, value
"""
NEGAMAX = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
TABLE = {}

def won(board):
    for a, b, c in LINES:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return 0

def negamax(board, depth, alpha, beta, color):
    first_alpha = alpha
    key = (tuple(board), depth)
    if key in TABLE:
        kind, stored = TABLE[key]
        if kind == 0 or (kind > 0 and stored >= beta) or (kind < 0 and stored <= alpha):
            return stored
    if won(board):
        return color * won(board)
    if depth == 0 or 0 not in board:
        return 0
    value = -99
    for move in range(9):
        if board[move] == 0:
            board[move] = color
            value = max(value, -negamax(board, depth - 1, -beta, -alpha, -color))
            board[move] = 0
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    TABLE[key] = (1 if value >= beta else -1 if value <= first_alpha else 0, value)
    return value
"""
NIM = """
class Nim:
    TAKES = (1, 2, 3)

    def __init__(self):
        self.seen = {}

    def search(self, heap, depth, low, high, player):
        key = (heap, player, depth, low, high)
        if key in self.seen:
            return self.seen[key]
        if heap == 0:
            return -1
        if depth == 0:
            return 0
        best = -2
        for take in self.TAKES:
            if take > heap:
                break
            result = -self.search(heap - take, depth - 1, -high, -low, -player)
            if result > best:
                best = result
            if best > low:
                low = best
            if low >= high:
                break
        self.seen[key] = best
        return best
"""
STONES = """
memo = {}

def minimax(stones, depth, alpha, beta, is_max):
    state = (stones, depth, is_max, alpha, beta)
    if state in memo:
        return memo[state]
    if stones == 0:
        return -1 if is_max else 1
    if depth == 0:
        return 0
    scores = []
    for take in (1, 2, 3):
        if take <= stones:
            score = minimax(stones - take, depth - 1, alpha, beta, not is_max)
            scores.append(score)
            if is_max:
                alpha = max(alpha, score)
            else:
                beta = min(beta, score)
            if beta <= alpha:
                break
    memo[state] = max(scores) if is_max else min(scores)
    return memo[state]
"""
WINDOWLESS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def result(b):
    return next((b[x] for x, y, z in LINES if b[x] and b[x] == b[y] == b[z]), 0)

def best_score(b, p):
    if result(b):
        return result(b) * p
    top = -10
    for i in range(9):
        if not b[i]:
            b[i] = p
            s = -best_score(b, -p)
            b[i] = 0
            if s > top:
                top = s
    return top if 0 in b else 0
"""
ONE_NEGAMAX = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def negamax(b, p):
    q = 'O' if p == 'X' else 'X'
    if any(b[x] == b[y] == b[z] == q for x, y, z in LINES):
        return -1
    if '.' not in b:
        return 0
    return max(-negamax(b[:i] + p + b[i + 1:], q) for i in range(9) if b[i] == '.')
"""
TWO_FUNCTIONS = """
import random

def leaf(n):
    return random.Random(n).randint(-9, 9)

def max_value(n, d):
    if d == 0:
        return leaf(n)
    return max(min_value(3 * n + k, d - 1) for k in range(3))

def min_value(n, d):
    if d == 0:
        return leaf(n)
    return min(max_value(3 * n + k, d - 1) for k in range(3))
"""
TWO_METHODS = """
class Heap:
    def maximize(self, heap, alpha, beta):
        if heap == 0:
            return -1
        v = -9
        for k in (1, 2):
            if k <= heap:
                v = max(v, self.minimize(heap - k, alpha, beta))
                if v >= beta:
                    return v
                alpha = max(alpha, v)
        return v

    def minimize(self, heap, alpha, beta):
        if heap == 0:
            return 1
        v = 9
        for k in (1, 2):
            if k <= heap:
                v = min(v, self.maximize(heap - k, alpha, beta))
                if v <= alpha:
                    return v
                beta = min(beta, v)
        return v
"""
ON_ONE_LINE = """
import random

def ev(n):
    return random.Random(n * 7).randint(-20, 20)

def ab(n, d, lo, hi, up):
    if not d: return ev(n)
    v = float('-inf') if up else float('inf')
    for k in range(3):
        w = ab(3 * n + k + 1, d - 1, lo, hi, not up)
        if up: v = max(v, w); lo = max(lo, v)
        else: v = min(v, w); hi = min(hi, v)
        if lo >= hi: return v
    return v
"""
HARD = """
def search(node, depth, alpha, beta, sign):
    if depth == 0:
        return sign * (node * node * 31 % 41 - 20)
    for child in range(3 * node + 1, 3 * node + 4):
        value = -search(child, depth - 1, -beta, -alpha, -sign)
        if value >= beta:
            return beta
        if value > alpha:
            alpha = value
    return alpha
"""
TWO_PLAYERS = """
def mine(heap):
    if heap == 0:
        return -1
    value = float('-inf')
    for take in (1, 2, 3):
        if take <= heap:
            value = max(value, yours(heap - take))
    return value

def yours(heap):
    if heap == 0:
        return 1
    value = float('inf')
    for take in (1, 2, 3):
        if take <= heap:
            value = min(value, mine(heap - take))
    return value
"""
SCORES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def minimax(board, mark):
    for line in LINES:
        if len({board[cell] for cell in line}) == 1 and board[line[0]] != ' ':
            return 1 if board[line[0]] == 'X' else -1
    scores = {}
    for cell in [cell for cell in range(9) if board[cell] == ' ']:
        board[cell] = mark
        scores[cell] = minimax(board, 'O' if mark == 'X' else 'X')
        board[cell] = ' '
    if not scores:
        return 0
    if mark == 'X':
        return max(scores.values())
    return min(scores.values())

def best_cell(board, mark):
    scores = dict()
    for cell in range(9):
        if board[cell] == ' ':
            board[cell] = mark
            scores[cell] = minimax(board, 'O' if mark == 'X' else 'X')
            board[cell] = ' '
    cell = max(scores, key=scores.get) if mark == 'X' else min(scores, key=scores.get)
    return cell
"""
RESULTS = """
class Nim:
    def search(self, heap, first):
        if heap == 0:
            return {'score': -1 if first else 1, 'take': None}
        results = {}
        for take in (1, 2, 3):
            if take <= heap:
                results[take] = self.search(heap - take, not first)['score']
        best = max(results, key=results.get) if first else min(results, key=results.get)
        return {'score': results[best], 'take': best}
"""
GUARD_FIRST = """
def search(node, depth, alpha, beta, is_max):
    if depth == 0:
        return node * node * 31 % 41 - 20
    if is_max:
        best = -50
        for child in range(3 * node + 1, 3 * node + 4):
            if best >= beta:
                break
            best = max(best, search(child, depth - 1, max(alpha, best), beta, False))
        return best
    best = 50
    for child in range(3 * node + 1, 3 * node + 4):
        if best <= alpha:
            break
        best = min(best, search(child, depth - 1, alpha, min(beta, best), True))
    return best
"""
SOONEST = """
def search(heap, ply, alpha, beta):
    if heap == 0:
        return ply - 100
    best = ply - 100
    for take in (1, 2, 3):
        if take > heap:
            break
        best = max(best, -search(heap - take, ply + 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
BY_PLIES = ON_ONE_LINE.replace(", not up)", ")").replace(", up)", ")").replace("if up", "if d % 2 == 0")
SCORED_BY_HELPER = """
def scored(sign, node):
    return sign * (node * node * 31 % 41 - 20)

def search(node, depth, low, high, sign):
    if depth == 0:
        return scored(sign, node)
    best = -50
    for child in range(3 * node + 1, 3 * node + 4):
        best = max(best, -search(child, depth - 1, -high, -low, -sign))
        low = max(low, best)
        if low >= high:
            break
    return best
"""
CALLED_IN_GENERATOR = """
def search(node, depth, sign, alpha, beta):
    if depth == 0:
        return sign * (node * node * 31 % 41 - 20)
    best = -50

    def values():
        nonlocal alpha, best
        for child in range(3 * node + 1, 3 * node + 4):
            value = -search(child, depth - 1, -sign, -beta, -alpha)
            best = max(best, value)
            alpha = max(alpha, value)
            yield value

    refutation = next((value for value in values() if value >= beta), None)
    return best if refutation is None else refutation
"""
REFUSING = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def put(board, cell, mark):
    if board[cell] != ' ':
        raise ValueError('the cell is taken')
    board[cell] = mark

def minimax(board, mark):
    for line in LINES:
        if len({board[cell] for cell in line}) == 1 and board[line[0]] != ' ':
            return 1 if board[line[0]] == 'X' else -1
    values = []
    for cell in [cell for cell in range(9) if board[cell] == ' ']:
        put(board, cell, mark)
        value = minimax(board, 'O' if mark == 'X' else 'X')
        board[cell] = ' '
        values.append(value)
    return 0 if not values else max(values) if mark == 'X' else min(values)
"""
COLUMNS = """
def won(columns):
    grid = {(x, y): piece for x, column in enumerate(columns) for y, piece in enumerate(column)}
    for (x, y), piece in grid.items():
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            if all(grid.get((x + k * dx, y + k * dy)) == piece for k in range(3)):
                return piece
    return None

def search(columns, depth, is_max):
    winner = won(columns)
    if winner is not None:
        return 1 if winner == 'R' else -1
    free = [x for x in range(4) if len(columns[x]) < 4]
    if not free or depth == 0:
        return 0
    values = []
    for x in free:
        columns[x].append('R' if is_max else 'Y')
        values.append(search(columns, depth - 1, not is_max))
        columns[x].pop()
    return max(values) if is_max else min(values)
"""
HALVES = """
def largest(row, alpha, beta):
    if len(row) == 1:
        return row[0]
    best, half = -99, len(row) // 2
    for part in (row[:half], row[half:]):
        best = max(best, smallest(part, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def smallest(row, alpha, beta):
    if len(row) == 1:
        return row[0]
    best, half = 99, len(row) // 2
    if alpha < beta:
        left = largest(row[:half], alpha, beta)
        right = largest(row[half:], alpha, beta)
        best = min(left, right, best)
        beta = min(best, beta)
    return best
"""

PROGRAMS = {
    "both halves": (HALVES, "largest([2, 4, 3, 12, 1, 5, 14, 8], -99, 99)"),
    "row, column, score": (ROW_COLUMN_SCORE, "minimax([[1, 0, -1], [0, -1, 0], [0, 0, 1]], 5, COMP)"),
    "class": (CLASS, "TicTacToe('X O OX   ').minimax(9, -2, 2, True)"),
    "connect": (
        CONNECT,
        "minimax([[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 1, 2], [1, 2, 2, 1]], 5, -math.inf, math.inf, True)",
    ),
    "negamax": (NEGAMAX, "negamax([1, 0, -1, 0, -1, 0, 0, 0, 1], 9, -99, 99, 1)"),
    "stones": (STONES, "minimax(9, 9, -2, 2, True)"),
    "nim": (NIM, "Nim().search(8, 9, -2, 2, 1)"),
    "windowless": (WINDOWLESS, "best_score([1, -1, 0, 0, -1, 0, 1, 0, 0], -1)"),
    "one negamax": (ONE_NEGAMAX, "negamax('X.OOX.X.O', 'X')"),
    "on one line": (ON_ONE_LINE, "ab(0, 4, float('-inf'), float('inf'), True)"),
    "class, n": (CLASS.replace("depth", "n"), "TicTacToe('X O OX   ').minimax(9, -2, 2, True)"),
    "negamax, rest": (NEGAMAX.replace("depth", "rest"), "negamax([1, 0, -1, 0, -1, 0, 0, 0, 1], 9, -99, 99, 1)"),
    "by plies": (BY_PLIES, "ab(0, 4, float('-inf'), float('inf'))"),
    "hard": (HARD, "search(0, 4, -50, 50, 1)"),
    "two players": (TWO_PLAYERS, "mine(7)"),
    "scores by moves": (SCORES, "minimax(list('XO   X O '), 'X')"),
    "the move of scores": (SCORES, "best_cell(list('XO   X O '), 'X')"),
    "results by moves": (RESULTS, "Nim().search(7, True)"),
    "guard first": (GUARD_FIRST, "search(0, 4, -50, 50, True)"),
    "soonest": (SOONEST, "search(7, 0, -100, 100)"),
    "scored by a helper": (SCORED_BY_HELPER, "search(0, 4, -50, 50, 1)"),
    "called in a generator": (CALLED_IN_GENERATOR, "search(0, 4, 1, -50, 50)"),
    "refusing": (REFUSING, "minimax(list('XOXXOO   '), 'O')"),
    "columns": (COLUMNS, "search([['R'], ['Y'], ['R', 'Y'], []], 4, True)"),
    "two functions": (TWO_FUNCTIONS, "max_value(4, 3)"),
    "two methods": (TWO_METHODS, "Heap().maximize(7, -9, 9)"),
}
"""The programs with the calls that run them."""


class Faulty(NamedTuple):
    """A program with one fault."""

    finding: str
    program: str
    right: str
    wrong: str
    line: str
    """How the line begins that the finding names: the first such line behind the place of the fault."""
    call: str = ""
    """The call, where the program's own does not show the fault."""


FAULTY = [
    Faulty("leaf", "row, column, score", "score = +1\n", "score = -1\n", "return [-1, -1, evaluate"),
    Faulty("leaf", "class", "            return -1\n", "            return 1\n", "return 1"),
    Faulty("leaf", "connect", "(None, 1000)", "(None, -1000)", "return (None, -1000)"),
    Faulty("leaf", "negamax", "return color * won(board)", "return won(board)", "return won"),
    Faulty("fold", "row, column, score", "-1, -infinity]", "-1, 0]", "best = [-1, -1, 0]"),
    Faulty("fold", "class", "lowest = 2", "lowest = 0", "lowest = 0"),
    Faulty("fold", "connect", "value = math.inf\n", "value = 0\n", "value = 0"),
    Faulty("fold", "negamax", "value = -99", "value = 0", "value = 0"),
    Faulty(
        "fold",
        "row, column, score",
        "score[2] < best[2]",
        "score[2] > best[2]",
        "if score[2] > ",
    ),
    Faulty("fold", "class", "min(lowest, score)", "max(lowest, score)", "lowest = max"),
    Faulty("leave", "class", "if beta <= alpha", "if beta >= alpha", "if beta >= alpha"),
    Faulty("leave", "connect", "alpha >= beta", "alpha <= beta", "if alpha <= beta"),
    Faulty("leave", "nim", "if low >= high", "if low <= high", "if low <= high"),
    Faulty("leave", "class", "if alpha >= beta", "if best_score >= alpha", "if best_score >= alpha"),
    Faulty("leave", "connect", "if alpha >= beta", "if value >= alpha", "if value >= alpha"),
    Faulty(
        "depth",
        "row, column, score",
        "depth - 1",
        "depth",
        "score = minimax",
        "minimax([[1, 0, -1], [0, -1, 0], [0, 0, 1]], 2, COMP)",
    ),
    Faulty(
        "depth",
        "class",
        "depth - 1, alpha, beta",
        "depth, alpha, beta",
        "score = self.minimax",
        "TicTacToe('X O OX   ').minimax(2, -2, 2, True)",
    ),
    Faulty(
        "depth",
        "connect",
        "depth - 1",
        "depth",
        "new_score = minimax",
        "minimax([[0, 0, 0, 0], [1, 0, 0, 0], [2, 0, 1, 2], [1, 2, 2, 1]], 2, -math.inf, math.inf, True)",
    ),
    Faulty(
        "depth",
        "class, n",
        "n - 1, alpha, beta",
        "n, alpha, beta",
        "score = self.minimax",
        "TicTacToe('X O OX   ').minimax(2, -2, 2, True)",
    ),
    Faulty(
        "depth",
        "negamax, rest",
        "rest - 1",
        "rest",
        "value = max",
        "negamax([1, 0, -1, 0, -1, 0, 0, 0, 1], 2, -99, 99, 1)",
    ),
    Faulty(
        "depth",
        "negamax, rest",
        "rest - 1",
        "\n                rest",
        "rest, -beta",
        "negamax([1, 0, -1, 0, -1, 0, 0, 0, 1], 2, -99, 99, 1)",
    ),
    Faulty(
        "side",
        "row, column, score",
        "-player)\n        state",
        "player)\n        state",
        "score = minimax",
    ),
    Faulty("side", "class", "alpha, beta, False)", "alpha, beta, True)", "score = self.minimax"),
    Faulty("side", "class", "alpha, beta, True)", "alpha, beta, False)", "score = self.minimax"),
    Faulty("side", "class", "alpha, beta, True)", "alpha, beta, is_maximizing)", "score = self.minimax"),
    Faulty("side", "negamax", "-alpha, -color)", "-alpha, color)", "value = max"),
    Faulty("side", "negamax", "-alpha, -color)", "-alpha,\n                color)", "color)"),
    Faulty("restore", "row, column, score", "        state[x][y] = 0\n", "        pass\n", "score = minimax"),
    Faulty(
        "restore",
        "class",
        "beta, True)\n                    self.board[i] = ' '",
        "beta, True)\n                    pass",
        "score = self.minimax",
    ),
    Faulty("restore", "refusing", "        board[cell] = ' '\n", "", "value = minimax"),
    Faulty("restore", "columns", "        columns[x].pop()\n", "", "values.append(search"),
    Faulty("fold", "negamax", "value, -negamax(", "value, negamax(", "value = max"),
    Faulty("leave", "on one line", "lo >= hi", "hi >= lo", "if hi >= lo"),
    Faulty("fold", "windowless", "s = -best_score", "s = best_score", "s = best_score"),
    Faulty("fold", "both halves", "min(left, right, best)", "min(max(left, right), best)", "best = min(max"),
    Faulty("fold", "one negamax", "max(-negamax", "max(negamax", "return max(negamax"),
    Faulty("answer", "hard", "return beta", "return -alpha", "return -alpha"),
    Faulty("answer", "hard", "return beta", "return -beta", "return -beta"),
    Faulty("answer", "hard", "    return alpha", "    return value", "return value"),
    Faulty("answer", "nim", "high:\n                break", "high:\n                return -low", "return -low"),
    Faulty(
        "answer", "class", "beta:\n                        break", "beta: return -alpha", "if alpha >= beta: return"
    ),
    Faulty(
        "answer", "two methods", "beta:\n                    return v", "beta: return -beta", "if v >= beta: return"
    ),
    Faulty("fold", "by plies", "v = max(v, w)", "v = w", "if d % 2 == 0: v = w"),
    Faulty("fold", "windowless", "            if s > top:\n                top = s", "            top = s", "top = s"),
    Faulty("fold", "two players", "max(value, yours(heap - take))", "yours(heap - take)", "value = yours"),
    Faulty("fold", "two players", "min(value, mine(heap - take))", "mine(heap - take)", "value = mine"),
    Faulty(
        "fold",
        "row, column, score",
        "if score[2] > best[2]:\n                best = score",
        "best = score",
        "best = score",
    ),
    Faulty("fold", "two players", "min(value, mine(", "max(value, mine(", "value = max(value, mine"),
    Faulty("narrow", "hard", "alpha = value", "alpha = value + 1", "alpha = value + 1"),
    Faulty("fold", "hard", "alpha = value", "pass", "value = -search"),
    Faulty("leave", "guard first", "best >= beta", "best <= beta", "if best <= beta"),
    Faulty("leave", "guard first", "best <= alpha", "alpha <= alpha", "if alpha <= alpha"),
    Faulty("fold", "guard first", "best = 50", "best = 0", "best = 0", "search(0, 4, -50, 50, False)"),
    Faulty("fold", "soonest", "    best = ply - 100", "    best = 100 - ply", "best = 100 - ply"),
    Faulty("side", "scored by a helper", "-low, -sign)", "-low, sign)", "best = max"),
    Faulty("side", "called in a generator", "depth - 1, -sign", "depth - 1, sign", "value = -search"),
    Faulty("side", "two functions", "max(min_value", "max(max_value", "return max(max_value"),
    Faulty("side", "two methods", "self.maximize", "self.minimize", "v = min(v, self.minimize"),
    Faulty("fold", "nim", "result = -self", "result = self", "result = self"),
    Faulty("pass", "negamax", "-beta, -alpha", "alpha, beta", "value = max"),
    Faulty("pass", "nim", "-high, -low", "low, high", "result = -self"),
    Faulty("pass", "negamax", "-beta, -alpha", "-alpha, -beta", "value = max"),
    Faulty("pass", "class", "alpha, beta, False)", "beta, alpha, False)", "score = self.minimax"),
    Faulty(
        "hit",
        "negamax",
        "if kind == 0 or (kind > 0 and stored >= beta) or (kind < 0 and stored <= alpha)",
        "if True",
        "return stored",
    ),
    Faulty(
        "hit",
        "nim",
        "depth, low, high)\n",
        "depth)\n",
        "return self.seen",
    ),
    Faulty(
        "hit",
        "stones",
        "depth, is_max, alpha",
        "is_max, alpha",
        "return memo[state]",
        "minimax(10, 6, -2, 2, True)",
    ),
    Faulty("hit", "stones", "is_max, alpha, beta)", "is_max)", "return memo[state]"),
    Faulty(
        "hit",
        "nim",
        "player, depth, low, high)\n",
        "player, low, high)\n",
        "return self.seen",
        "Nim().search(10, 6, -2, 2, 1)",
    ),
    Faulty("narrow", "class", "beta = min(beta, lowest)", "pass", "score = self.minimax"),
    Faulty("narrow", "connect", "beta = min(beta, value)", "pass", "new_score ="),
    Faulty("pass", "class", "alpha, beta, False)", "-2, 2, False)", "score = self.minimax"),
    Faulty("pass", "nim", "-high, -low,", "-2, 2,", "result = -self"),
    Faulty("stay", "class", "if alpha >= beta:\n                        break", "pass", "score = self.minimax"),
    Faulty("stay", "nim", "if low >= high:\n                break", "pass", "result = -self"),
    Faulty("stay", "class", "alpha >= beta", "alpha > beta", "if alpha > beta"),
    Faulty("stay", "connect", "alpha >= beta", "alpha > beta", "if alpha > beta"),
]
"""Each finding in programs of two styles or more."""
