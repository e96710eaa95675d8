"""Correct searches of the kinds that people write beyond the plain ones: tables, orders, null windows, early returns.

Each is a text without its game, and the calls that run it. `TICTACTOE` and `NIM` are the games.
"""

from __future__ import annotations

from typing import NamedTuple

LINES = """
import functools
import math
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def free(board):
    return [i for i in range(9) if board[i] == 0]
"""
TICTACTOE = (
    LINES
    + """
def winner(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return board[a]
    return 0
"""
)
NIM = """
import functools

TAKES = (1, 3, 4)
"""
FEW = "[1, -1, 1, -1, 0, 0, 0, 0, 0]"
"""Five free cells, MAX to move."""
MORE = "[1, 0, -1, 0, -1, 0, 0, 0, 0]"
"""Six free cells, MAX to move, for searches that cut or remember."""
THREAT = "[1, -1, 0, 0, -1, 0, 1, 0, 0]"


class RightProgram(NamedTuple):
    """A correct search: its game, its text and its calls."""

    game: str
    text: str
    calls: tuple[str, ...]


LAST_VALUE = """
def declared_first(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    value = -100
    for child in node:
        value = -declared_first(child, -beta, -alpha, -sign)
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return alpha

def with_else(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    value = -100
    for child in node:
        value = -with_else(child, -beta, -alpha, -sign)
        if value >= beta:
            break
        alpha = max(alpha, value)
    else:
        return alpha
    return value

def either(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    value = -100
    for child in node:
        value = -either(child, -beta, -alpha, -sign)
        if value >= beta:
            break
        alpha = max(alpha, value)
    if value >= beta:
        return value
    return alpha

def with_illegal_moves(node, alpha, beta, sign):
    if isinstance(node, int):
        return -999 if node % 5 == 0 else sign * node
    for child in node:
        value = -with_illegal_moves(child, -beta, -alpha, -sign)
        if value == 999:
            continue
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha
"""
COLLECTED = """
def negated(node, sign):
    if isinstance(node, int):
        return sign * node
    values = []
    for child in node:
        values.append(negated(child, -sign))
    return -min(values)

def later_is_worse(node, is_max):
    if isinstance(node, int):
        return node
    scores = {}
    for place, child in enumerate(node):
        scores[place] = later_is_worse(child, not is_max)
        scores[place] -= place
    return max(scores.values()) if is_max else min(scores.values())

def own_view(node, is_max):
    if isinstance(node, int):
        return node
    values = []
    for child in node:
        value = own_view(child, not is_max)
        values.append(value if is_max else -value)
    if is_max:
        return max(values)
    return -max(values)

def twice(node, depth, is_max):
    if isinstance(node, int):
        return node
    if depth <= 0:
        return 60
    scores = {}
    for place, child in enumerate(node):
        scores[place] = twice(child, depth - 2, not is_max)
    for place in sorted(scores, key=scores.get):
        scores[place] = twice(node[place], depth - 1, not is_max)
    return max(scores.values()) if is_max else min(scores.values())

def null_windows(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    values = []
    for place, child in enumerate(node):
        values.append(-null_windows(child, -beta if place == 0 else -alpha - 1, -alpha, -sign))
        if place and alpha < values[-1] < beta:
            values[-1] = -null_windows(child, -beta, -alpha, -sign)
        alpha = max(alpha, values[-1])
        if alpha >= beta:
            break
    return max(values)

def legal_alone(node, is_max):
    if isinstance(node, int):
        return 999 if node % 5 == 0 else node
    values = []
    for child in node:
        values.append(legal_alone(child, not is_max))
        if values[-1] == 999:
            values.pop()
    return max(values) if is_max else min(values)
"""
CONVERTED = """
def discount_window(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * float(node)
    best = -1000.0
    for c in node:
        v = -0.5 * discount_window(c, -2 * beta, -2 * alpha, -sign)
        best = max(best, v)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def extra_turn_gain(n, alpha, beta):
    # take 1 or 2 of n; an even rest pays 1 and the same side moves again
    best = None
    for k in (1, 2):
        if k <= n:
            if (n - k) % 2 == 0:
                v = 1 + extra_turn_gain(n - k, alpha - 1, beta - 1)
            else:
                v = -extra_turn_gain(n - k, -beta, -alpha)
            best = v if best is None else max(best, v)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return 0 if best is None else best

def gain_shift_minimax(node, a, b, mx):
    # a node is a list of (gain of the mover, child)
    best = -99 if mx and node else 99 if node else 0
    for g, c in node:
        g = g if mx else -g
        v = g + gain_shift_minimax(c, a - g, b - g, not mx)
        if mx:
            best = max(best, v)
            a = max(a, best)
        else:
            best = min(best, v)
            b = min(b, best)
        if a >= b:
            break
    return best

def step_cost(n, a, b):
    # each move costs its mover 1
    if n == 0:
        return -20
    best = -99
    for k in (1, 2, 3):
        if k <= n:
            v = -step_cost(n - k, -b - 1, -a - 1) - 1
            best = max(best, v)
            a = max(a, v)
            if a >= b:
                break
    return best

def nearer_zero(v): return v - (v > 0) + (v < 0)
def farther_from_zero(v): return v + (v > 0) - (v < 0)
def decay_window(n, a, b):
    # a win loses 1 with each ply: what a ply earlier is v, is nearer_zero(v) here
    if n == 0:
        return -100
    a, b = farther_from_zero(a), farther_from_zero(b)
    best = -1000
    for k in (1, 2, 3):
        if k > n:
            break
        best = max(best, -decay_window(n - k, -b, -max(a, best)))
        if best >= b:
            break
    return nearer_zero(best)

def closed_window(node, a, b, sign):
    # the window is all values from a to b, both included
    if isinstance(node, int):
        return sign * node
    best = a - 1
    for c in node:
        v = -closed_window(c, -b, -(best + 1), -sign)
        if v > best:
            best = v
        if best > b:
            break
    return best

def window_width(node, a, width, sign):
    # the window is a and a + width
    if isinstance(node, int):
        return sign * node
    best, b = a, a + width
    for c in node:
        v = -window_width(c, -b, b - best, -sign)
        best = max(best, v)
        if best >= b:
            break
    return best

def window_turned_by_callee(node, a, b, sign):
    # takes its caller's window and turns it itself
    if isinstance(node, int):
        return sign * node
    a, b = -b, -a
    best = -1000
    for c in node:
        best = max(best, -window_turned_by_callee(c, a, b, -sign))
        a = max(a, best)
        if a >= b:
            break
    return best

def window_turned_in_place(node, a, b, sign):
    if isinstance(node, int):
        return sign * node
    for c in node:
        a, b = -b, -a
        v = -window_turned_in_place(c, a, b, -sign)
        a, b = -b, -a
        if v > a:
            a = v
        if a >= b:
            break
    return a

def names_in_the_others_view(node, a, b, sign):
    # na, nb: the window as the other side sees it
    if isinstance(node, int):
        return sign * node
    best, na, nb = -1000, -b, -a
    for c in node:
        v = -names_in_the_others_view(c, na, nb, -sign)
        if v > best:
            best = v
        if -v < nb:
            nb = -v
        if na >= nb:
            break
    return best

class S:
    lo, hi = -1000, 1000
    def search(self, node, sign):
        if isinstance(node, int):
            return sign * node
        lo, hi, best = self.lo, self.hi, -1000
        for c in node:
            self.lo, self.hi = -hi, -max(lo, best)
            best = max(best, -self.search(c, -sign))
            if best >= hi:
                break
        self.lo, self.hi = lo, hi
        return best
"""
REBOUND = """
from contextlib import nullcontext
from itertools import accumulate

def for_binds_alpha(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    best = -1000
    for c in node:
        v = -for_binds_alpha(c, -beta, -alpha, -sign)
        best = max(best, v)
        for alpha in [max(alpha, v)]:
            pass
        if alpha >= beta:
            break
    return best

def with_binds_alpha(node, a, b, sign):
    if isinstance(node, int):
        return sign * node
    best = -1000
    for c in node:
        v = -with_binds_alpha(c, -b, -a, -sign)
        best = max(best, v)
        with nullcontext(max(a, v)) as a:
            pass
        if a >= b:
            break
    return best

def case_binds_alpha(node, a, b, sign):
    if isinstance(node, int):
        return sign * node
    best = -1000
    for c in node:
        v = -case_binds_alpha(c, -b, -a, -sign)
        best = max(best, v)
        match max(a, v):
            case a:
                pass
        if a >= b:
            break
    return best

def for_binds_best(node, alpha, beta, sign):
    if isinstance(node, int):
        return sign * node
    for best in accumulate((-for_binds_best(c, -beta, -alpha, -sign) for c in node), max):
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best

def dict_rebuilt(node, a, b, sign):
    if isinstance(node, int):
        return {'v': sign * node}
    r = {'v': -1000, 'a': a}
    for c in node:
        v = -dict_rebuilt(c, -b, -r['a'], -sign)['v']
        if v > r['v']:
            r |= {'v': v}
        r = {**r, 'a': max(r['a'], v)}
        if r['a'] >= b:
            break
    return r

def dict_update(node, a, b, sign):
    if isinstance(node, int):
        return {'v': sign * node}
    r = {'v': -1000, 'a': a}
    for i, c in enumerate(node):
        v = -dict_update(c, -b, -r['a'], -sign)['v']
        if v > r['v']:
            r.update(v=v, move=i)
        r['a'] = max(r['a'], v)
        if r['a'] >= b:
            break
    return r
"""
SEARCHED_AGAIN = """
def research_in_while_true(node, a, b, sign):
    if isinstance(node, int):
        return sign * node
    hi = b
    for c in node:
        while True:
            v = -research_in_while_true(c, -hi, -a, -sign)
            if hi < b and a < v:
                hi = b
            else:
                break
        if v >= b:
            return b
        a = max(a, v)
        hi = a + 1
    return a

def widening_loop_of_child(node, a, b, mx):
    if isinstance(node, int):
        return node
    for c in node:
        for r in (1, 5, 2000):
            lo, hi = max(a, -r), min(b, r)
            if lo >= hi:
                continue
            v = widening_loop_of_child(c, lo, hi, not mx)
            if lo < v < hi or v <= lo == a or v >= hi == b:
                break
        if mx:
            a = max(a, v)
        else:
            b = min(b, v)
        if a >= b:
            break
    return a if mx else b

def root_widens_itself(node, a, b, sign, root=False):
    if isinstance(node, int):
        return sign * node
    if root:
        lo, hi = -3, 3
        while True:
            v = root_widens_itself(node, lo, hi, sign)
            if v <= lo:
                lo -= 20
            elif v >= hi:
                hi += 20
            else:
                return v
    best = -1000
    for c in node:
        best = max(best, -root_widens_itself(c, -b, -max(a, best), -sign))
        if best >= b:
            break
    return best

def lmr_while_cut(node, depth, a, b, sign):
    if isinstance(node, int) or depth <= 0:
        return sign * (node if isinstance(node, int) else 4)
    best = -1000
    for n, c in enumerate(node):
        less, hi = (1, a + 1) if n else (0, b)
        while True:
            v = -lmr_while_cut(c, depth - 1 - less, -hi, -a, -sign)
            if v <= a:
                break
            if less:
                less = 0
            elif hi < b and v < b:
                hi = b
            else:
                break
        best, a = max(best, v), max(a, v)
        if a >= b:
            break
    return best

def gains(s):
    return [(s * 7 + i * 13 + s // 3 + 5 * (s % 4)) % 6 for i in range(3)]
def probe_above_alpha(s, d, a, b, score):
    # a move gains g for its mover; a window of 4 first, above what is sure
    if d == 0:
        return score
    best = -999
    for i, g in enumerate(gains(s)):
        lo = max(a, best)
        v = -probe_above_alpha(3 * s + i + 1, d - 1, -min(b, lo + 4), -lo, -score - g)
        if v >= lo + 4 and lo + 4 < b:
            v = -probe_above_alpha(3 * s + i + 1, d - 1, -b, -v + 1, -score - g)
        best = max(best, v)
        if best >= b:
            break
    return best
"""
UNUSUAL_RESULTS = """
import asyncio

def none_unknown_depth(node, depth, mx):
    # None: not known at this depth
    if isinstance(node, int):
        return node
    if depth == 0:
        return None
    values = [none_unknown_depth(c, depth - 1, not mx) for c in node]
    if None in values:
        return None
    return max(values) if mx else min(values)

async def await_max(node, a, b, sign):
    if isinstance(node, int):
        return sign * node
    best = -1000
    for c in node:
        best = max(best, -await await_max(c, -b, -max(a, best), -sign))
        if best >= b:
            break
    return best

tt = {}
def etc_get(s, d, a, b):
    if d == 0:
        return s - 5
    kids = [(s * 3 + k) % 11 for k in (1, 2, 5)]
    for c in kids:
        e = tt.get((c, d - 1))
        if e and -e[1] >= b:
            return -e[1]
    best, x = -99, a
    for c in kids:
        best = max(best, -etc_get(c, d - 1, -b, -x))
        x = max(x, best)
        if x >= b:
            break
    tt[s, d] = (-99 if best <= a else best, 99 if best >= b else best)
    return best
"""
CELLS_WITH_NOTES = """
class Small:
    def __init__(self):
        self.cells = [[0, 0], [0, 0]]
        self.winner = None

    def place(self, row, column, mark):
        self.cells[row][column] = mark
        self.winner = mark if self.cells[0][0] == self.cells[1][1] == mark else 0

class Board:
    def __init__(self):
        self.board = [[Small(), Small()], [Small(), Small()]]

def search(board, depth, high):
    smalls = [*board.board[0], *board.board[1]]
    if depth == 0:
        return sum((i + 1) * sum(map(sum, small.cells)) for i, small in enumerate(smalls))
    best = -99 if high else 99
    for move in range(16):
        small, row, column = smalls[move // 4], move // 2 % 2, move % 2
        if small.cells[row][column] == 0:
            small.place(row, column, 1 if high else -1)
            value = search(board, depth - 1, not high)
            small.cells[row][column] = 0
            best = max(best, value) if high else min(best, value)
    return best
"""
MARKED_START = """
def search(node):
    if isinstance(node, int):
        return node
    best = 9
    for child in node:
        value = -search(child)
        if best < value or best == 9:
            best = value
    return best

def flagged(node):
    if isinstance(node, int):
        return node
    best, first = 0, True
    for child in node:
        value = -flagged(child)
        if first or value > best:
            best, first = value, False
    return best

def counted(node, alpha, beta, high):
    if isinstance(node, int):
        return node
    best = 0
    for n, child in enumerate(node):
        value = counted(child, alpha, beta, not high)
        if n == 0:
            best = value
        elif high:
            best = max(best, value)
        else:
            best = min(best, value)
        if high:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if beta <= alpha:
            break
    return best
"""
BEST_OF_THE_REST = """
def search(node, alpha, beta):
    if isinstance(node, int):
        return node, None
    move = None
    second = float('-inf')
    for place, child in enumerate(node):
        value = -search(child, -beta, -alpha)[0]
        if value >= beta:
            return value, place
        if value > alpha:
            alpha = value
            move = place
        elif value > second:
            second = value
    return alpha, move
"""
THIRDS = """
def scout(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree / 3
    best = -50.0
    for place, part in enumerate(tree):
        lowest = -beta if place == 0 else -alpha - 1
        value = -scout(part, lowest, -alpha)
        if place > 0 and alpha < value < beta:
            value = -scout(part, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""

BOUND_FLAGS = """
TABLE = {}

def negamax(board, alpha, beta, color):
    alpha_given = alpha
    key = (tuple(board), color)
    if key in TABLE:
        value, flag = TABLE[key]
        if flag == 'exact':
            return value
        if flag == 'lower' and value >= beta:
            return value
        if flag == 'upper' and value <= alpha:
            return value
    if winner(board) != 0:
        return color * winner(board)
    if not free(board):
        return 0
    best = -math.inf
    for move in free(board):
        board[move] = color
        score = -negamax(board, -beta, -alpha, -color)
        board[move] = 0
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    if best <= alpha_given:
        TABLE[key] = (best, 'upper')
    elif best >= beta:
        TABLE[key] = (best, 'lower')
    else:
        TABLE[key] = (best, 'exact')
    return best
"""
NARROWED_BY_TABLE = """
EXACT, LOWER, UPPER = 0, 1, 2

class Engine:
    def __init__(self):
        self.table = {}

    def search(self, board, depth, alpha, beta, color):
        alpha_orig = alpha
        entry = self.table.get((tuple(board), color))
        if entry is not None and entry['depth'] >= depth:
            if entry['flag'] == EXACT:
                return entry['value']
            elif entry['flag'] == LOWER:
                alpha = max(alpha, entry['value'])
            else:
                beta = min(beta, entry['value'])
            if alpha >= beta:
                return entry['value']
        if winner(board):
            return winner(board) * color
        if depth == 0 or 0 not in board:
            return 0
        value = -100
        for i in range(9):
            if board[i] == 0:
                board[i] = color
                value = max(value, -self.search(board, depth - 1, -beta, -alpha, -color))
                board[i] = 0
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        if value <= alpha_orig:
            flag = UPPER
        elif value >= beta:
            flag = LOWER
        else:
            flag = EXACT
        self.table[(tuple(board), color)] = {'value': value, 'depth': depth, 'flag': flag}
        return value
"""
FLAGS_BY_SIDE = """
cache = {}

def alphabeta(board, depth, alpha, beta, maximizing):
    key = (str(board), depth, maximizing)
    if key in cache:
        kind, stored = cache[key]
        if kind == 'E':
            return stored
        if kind == 'L' and stored >= beta:
            return stored
        if kind == 'U' and stored <= alpha:
            return stored
    won = winner(board)
    if won or not free(board) or depth == 0:
        return won
    a, b = alpha, beta
    if maximizing:
        best = -10
        for move in free(board):
            board[move] = 1
            best = max(best, alphabeta(board, depth - 1, a, b, False))
            board[move] = 0
            a = max(a, best)
            if a >= b:
                break
    else:
        best = 10
        for move in free(board):
            board[move] = -1
            best = min(best, alphabeta(board, depth - 1, a, b, True))
            board[move] = 0
            b = min(b, best)
            if a >= b:
                break
    kind = 'U' if best <= alpha else 'L' if best >= beta else 'E'
    cache[key] = (kind, best)
    return best
"""
MEMO = """
memo = {}

def minimax(board, player):
    key = (tuple(board), player)
    if key in memo:
        return memo[key]
    if winner(board) != 0:
        return winner(board)
    if not free(board):
        return 0
    scores = []
    for move in free(board):
        board[move] = player
        scores.append(minimax(board, -player))
        board[move] = 0
    memo[key] = max(scores) if player == 1 else min(scores)
    return memo[key]
"""
CACHED = """
@functools.lru_cache(maxsize=None)
def minimax(board, is_max):
    if winner(board):
        return winner(board)
    if 0 not in board:
        return 0
    values = [minimax(board[:i] + ((1 if is_max else -1),) + board[i + 1:], not is_max) for i in free(board)]
    return max(values) if is_max else min(values)
"""
DEEPENING = """
def negamax(board, depth, alpha, beta, color):
    if winner(board) != 0:
        return color * winner(board) * (10 + depth)
    if depth == 0 or not free(board):
        return 0
    best = -99
    for move in free(board):
        board[move] = color
        best = max(best, -negamax(board, depth - 1, -beta, -alpha, -color))
        board[move] = 0
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def deepen(board, color):
    found = None
    for depth in range(1, 6):
        best = -99
        for move in free(board):
            board[move] = color
            value = -negamax(board, depth, -99, -best, -color)
            board[move] = 0
            if value > best:
                best, found = value, move
    return found
"""
SORTED = """
def estimate(board, move):
    return (3, 2, 3, 2, 4, 2, 3, 2, 3)[move]

def best_value(board, alpha, beta, maximizing):
    result = winner(board)
    if result != 0 or not free(board):
        return result
    moves = sorted(free(board), key=lambda move: estimate(board, move), reverse=True)
    if maximizing:
        value = -math.inf
        for move in moves:
            board[move] = 1
            value = max(value, best_value(board, alpha, beta, False))
            board[move] = 0
            if value >= beta:
                return value
            alpha = max(alpha, value)
        return value
    value = math.inf
    for move in moves:
        board[move] = -1
        value = min(value, best_value(board, alpha, beta, True))
        board[move] = 0
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
"""
SHUFFLED = """
def minimax(board, turn):
    if winner(board) != 0:
        return winner(board), None
    moves = free(board)
    if not moves:
        return 0, None
    random.shuffle(moves)
    best_score, best_move = None, None
    for move in moves:
        board[move] = turn
        score, _ = minimax(board, -turn)
        board[move] = 0
        if best_score is None or (score > best_score if turn == 1 else score < best_score):
            best_score, best_move = score, move
    return best_score, best_move
"""
CHOSEN = """
def minimax(board, turn):
    if winner(board) != 0:
        return [winner(board), -1]
    if not free(board):
        return [0, -1]
    results = []
    for move in free(board):
        board[move] = turn
        results.append([minimax(board, -turn)[0], move])
        board[move] = 0
    if turn == 1:
        best = max(result[0] for result in results)
    else:
        best = min(result[0] for result in results)
    return random.choice([result for result in results if result[0] == best])
"""
EARLY_WIN = """
def minimax(board, is_maximizing):
    if winner(board) != 0:
        return winner(board)
    if not free(board):
        return 0
    if is_maximizing:
        best = -2
        for move in free(board):
            board[move] = 1
            score = minimax(board, False)
            board[move] = 0
            if score == 1:
                return 1
            best = max(best, score)
        return best
    best = 2
    for move in free(board):
        board[move] = -1
        score = minimax(board, True)
        board[move] = 0
        if score == -1:
            return -1
        best = min(best, score)
    return best
"""
WIN_AT_ONCE = """
def solve(board, color):
    if not free(board):
        return 0
    for move in free(board):
        board[move] = color
        won = winner(board) == color
        board[move] = 0
        if won:
            return 1
    best = -1
    for move in free(board):
        board[move] = color
        value = -solve(board, -color)
        board[move] = 0
        if value > best:
            best = value
        if best == 1:
            break
    return best
"""
QUIESCENCE = """
def open_lines(board):
    total = 0
    for line in LINES:
        marks = [board[i] for i in line]
        if -1 not in marks:
            total += marks.count(1)
        if 1 not in marks:
            total -= marks.count(-1)
    return total

def threats(board, color):
    found = []
    for line in LINES:
        marks = [board[i] for i in line]
        if abs(sum(marks)) == 2 and 0 in marks:
            found.append(line[marks.index(0)])
    return list(dict.fromkeys(found))

def quiesce(board, alpha, beta, color):
    if winner(board):
        return 100 * color * winner(board)
    stand_pat = color * open_lines(board)
    if stand_pat >= beta:
        return beta
    alpha = max(alpha, stand_pat)
    for move in threats(board, color):
        board[move] = color
        score = -quiesce(board, -beta, -alpha, -color)
        board[move] = 0
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha

def search(board, depth, alpha, beta, color):
    if winner(board):
        return 100 * color * winner(board)
    if not free(board):
        return 0
    if depth == 0:
        return quiesce(board, alpha, beta, color)
    for move in free(board):
        board[move] = color
        score = -search(board, depth - 1, -beta, -alpha, -color)
        board[move] = 0
        if score >= beta:
            return beta
        if score > alpha:
            alpha = score
    return alpha
"""
NEGATED_LATER = """
def grade(board, alpha, beta, color):
    if winner(board) != 0:
        return {'grade': color * winner(board), 'move': None}
    if not free(board):
        return {'grade': 0, 'move': None}
    best, choice = -9, None
    for move in free(board):
        board[move] = color
        reply = grade(board, -beta, -alpha, -color)
        board[move] = 0
        if -reply['grade'] > best:
            best, choice = -reply['grade'], move
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return {'grade': best, 'move': choice}
"""
TAKEN_FROM_ZERO = """
def gain(board, alpha, beta, color):
    if winner(board) != 0:
        return color * winner(board)
    best = 0 if not free(board) else -9
    for move in free(board):
        board[move] = color
        won = 0 - gain(board, -beta, -alpha, -color)
        board[move] = 0
        best = max(best, won)
        alpha = max(alpha, won)
        if alpha >= beta:
            break
    return best
"""
SMALLEST_NEGATED = """
def outlook(board, alpha, beta, color):
    if winner(board) != 0:
        return color * winner(board)
    if not free(board):
        return 0
    theirs = 9
    for move in free(board):
        board[move] = color
        theirs = min(theirs, outlook(board, -beta, -alpha, -color))
        board[move] = 0
        alpha = max(alpha, -theirs)
        if alpha >= beta:
            break
    return -theirs
"""
SIGN_OF_SIDE = """
def value(board, alpha, beta, is_max):
    if winner(board) != 0:
        return winner(board)
    if not free(board):
        return 0
    side = 1 if is_max else -1
    best = -9
    for move in free(board):
        board[move] = side
        best = max(best, side * value(board, alpha, beta, not is_max))
        board[move] = 0
        if is_max:
            alpha = max(alpha, best)
        else:
            beta = min(beta, -best)
        if alpha >= beta:
            break
    return side * best
"""
FOR_ONE_PLAYER = """
class Game:
    def __init__(self, board, mover):
        self.board, self.mover = board, mover

    def play(self, move):
        self.board[move] = self.mover
        self.mover = -self.mover

    def take_back(self, move):
        self.board[move] = 0
        self.mover = -self.mover

game = Game([1, 0, -1, 0, -1, 0, 0, 0, 0], 1)

def worth(depth, alpha, beta, me):
    if depth == 0 or winner(game.board) != 0 or not free(game.board):
        return me * winner(game.board)
    if game.mover == me:
        for move in free(game.board):
            game.play(move)
            alpha = max(alpha, worth(depth - 1, alpha, beta, me))
            game.take_back(move)
            if alpha >= beta:
                break
        return alpha
    for move in free(game.board):
        game.play(move)
        beta = min(beta, worth(depth - 1, alpha, beta, me))
        game.take_back(move)
        if alpha >= beta:
            break
    return beta

def chosen(depth, me):
    alpha, choice = -9, None
    for move in free(game.board):
        game.play(move)
        value = worth(depth - 1, alpha, 9, me)
        game.take_back(move)
        if value > alpha:
            alpha, choice = value, move
    return choice, alpha
"""
BOUNDS_OF_MOVER = """
def reach(board, is_max, own, other):
    if winner(board) != 0:
        return winner(board)
    if not free(board):
        return 0
    for move in free(board):
        board[move] = 1 if is_max else -1
        found = reach(board, not is_max, other, own)
        board[move] = 0
        if is_max:
            own = max(own, found)
            if own >= other:
                break
        else:
            own = min(own, found)
            if own <= other:
                break
    return own
"""
PVS = """
def pvs(board, alpha, beta, color):
    if winner(board) != 0:
        return color * winner(board)
    if not free(board):
        return 0
    first = True
    for move in free(board):
        board[move] = color
        if first:
            score = -pvs(board, -beta, -alpha, -color)
            first = False
        else:
            score = -pvs(board, -alpha - 1, -alpha, -color)
            if alpha < score < beta:
                score = -pvs(board, -beta, -score, -color)
        board[move] = 0
        alpha = max(alpha, score)
        if alpha >= beta:
            break
    return alpha
"""
SCOUT = """
def scout(board, depth, alpha, beta, color):
    if winner(board) != 0:
        return color * winner(board) * (depth + 1)
    if depth == 0 or 0 not in board:
        return 0
    best = -math.inf
    b = beta
    for n, move in enumerate(free(board)):
        board[move] = color
        t = -scout(board, depth - 1, -b, -max(alpha, best), -color)
        if t > max(alpha, best) and t < beta and n > 0:
            t = -scout(board, depth - 1, -beta, -t, -color)
        board[move] = 0
        best = max(best, t)
        if best >= beta:
            return best
        b = max(alpha, best) + 1
    return best
"""
MTD = """
TABLE = {}

def alphabeta(board, alpha, beta, player):
    key = (tuple(board), player)
    low, high = TABLE.get(key, (-math.inf, math.inf))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    alpha, beta = max(alpha, low), min(beta, high)
    if winner(board) != 0 or not free(board):
        g = winner(board)
    elif player == 1:
        g, a = -math.inf, alpha
        for move in free(board):
            if g >= beta:
                break
            board[move] = 1
            g = max(g, alphabeta(board, a, beta, -1))
            board[move] = 0
            a = max(a, g)
    else:
        g, b = math.inf, beta
        for move in free(board):
            if g <= alpha:
                break
            board[move] = -1
            g = min(g, alphabeta(board, alpha, b, 1))
            board[move] = 0
            b = min(b, g)
    if g <= alpha:
        TABLE[key] = (low, g)
    elif g >= beta:
        TABLE[key] = (g, high)
    else:
        TABLE[key] = (g, g)
    return g

def mtdf(board, player, guess):
    g, lower, upper = guess, -2, 2
    while lower < upper:
        beta = g + 1 if g == lower else g
        g = alphabeta(board, beta - 1, beta, player)
        if g < beta:
            upper = g
        else:
            lower = g
    return g
"""
FAIL_HARD = """
def alphabeta(board, alpha, beta, maximizing):
    if winner(board) or 0 not in board:
        return winner(board)
    if maximizing:
        for move in free(board):
            board[move] = 1
            score = alphabeta(board, alpha, beta, False)
            board[move] = 0
            if score >= beta:
                return beta
            if score > alpha:
                alpha = score
        return alpha
    for move in free(board):
        board[move] = -1
        score = alphabeta(board, alpha, beta, True)
        board[move] = 0
        if score <= alpha:
            return alpha
        if score < beta:
            beta = score
    return beta
"""
FAIL_SOFT = """
def negamax(board, alpha, beta, color):
    if winner(board) or 0 not in board:
        return winner(board) * color
    best = -9
    for move in free(board):
        board[move] = color
        score = -negamax(board, -beta, -max(alpha, best), -color)
        board[move] = 0
        if score > best:
            best = score
            if best >= beta:
                return best
    return best
"""
BOUNDS_IN_THE_CALL = """
def max_value(board, alpha, beta):
    if winner(board) or not free(board):
        return winner(board)
    v = -math.inf
    for move in free(board):
        board[move] = 1
        v = max(v, min_value(board, alpha, beta))
        board[move] = 0
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(board, alpha, beta):
    if winner(board) or not free(board):
        return winner(board)
    v = math.inf
    for move in free(board):
        board[move] = -1
        v = min(v, max_value(board, alpha, beta))
        board[move] = 0
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""
ASPIRATION = """
def negamax(board, depth, alpha, beta, color):
    if winner(board):
        return color * winner(board) * (10 + depth)
    if depth == 0 or not free(board):
        return 0
    for move in free(board):
        board[move] = color
        value = -negamax(board, depth - 1, -beta, -alpha, -color)
        board[move] = 0
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha

def aspire(board, color):
    value = 0
    for depth in range(1, 6):
        low, high = value - 2, value + 2
        value = negamax(board, depth, low, high, color)
        if value <= low or value >= high:
            value = negamax(board, depth, -99, 99, color)
    return value
"""
LINE_LOSES = """
def has_line(board, mark):
    return any(all(board[i] == mark for i in line) for line in LINES)

def minimax(board, turn):
    if has_line(board, 1):
        return -1
    if has_line(board, -1):
        return 1
    if not free(board):
        return 0
    values = []
    for move in free(board):
        board[move] = turn
        values.append(minimax(board, -turn))
        board[move] = 0
    return max(values) if turn == 1 else min(values)
"""
WINNER_LOSES = """
def decided(board):
    for a, b, c in LINES:
        if board[a] != 0 and board[a] == board[b] == board[c]:
            return True
    return False

def search(board, player):
    if decided(board):
        winner = -player
        return -1 if winner == 1 else 1
    if not free(board):
        return 0
    values = []
    for move in free(board):
        board[move] = player
        values.append(search(board, -player))
        board[move] = 0
    return max(values) if player == 1 else min(values)
"""
FOLDED_ELSEWHERE = """
def fold(board, values):
    return max(values) if sum(board) == 0 else min(values)

def value(board):
    if winner(board) or not free(board):
        return winner(board)
    mark = 1 if sum(board) == 0 else -1
    return fold(board, [value(board[:i] + [mark] + board[i + 1:]) for i in free(board)])
"""
PICKED = """
class Node:
    def __init__(self, board, mark):
        self.board, self.mark = board, mark

    def children(self):
        for i in free(self.board):
            yield i, Node(self.board[:i] + [self.mark] + self.board[i + 1:], -self.mark)

    def best(self):
        if winner(self.board) or not free(self.board):
            return winner(self.board), None
        choose = max if self.mark == 1 else min
        return choose(((child.best()[0], i) for i, child in self.children()), key=lambda pair: pair[0])
"""
FORCED = """
def threats(board, color):
    return [i for line in LINES for i in line if board[i] == 0 and sum(board[j] for j in line) == 2 * color]

def negamax(board, color):
    if winner(board):
        return color * winner(board)
    if not free(board):
        return 0
    for move in free(board):
        if move in threats(board, color) + threats(board, -color):
            board[move] = color
            value = -negamax(board, -color)
            board[move] = 0
            return value
    best = -2
    for move in free(board):
        board[move] = color
        best = max(best, -negamax(board, -color))
        board[move] = 0
    return best
"""
OBSTACLES = """
def over(board):
    return any(all(board[i] == 'X' for i in line) for line in LINES)

def search(board, mine):
    if over(board):
        return 1 if mine else -1
    values = []
    for i in range(9):
        if board[i] == '.':
            board[i] = 'X'
            values.append(search(board, not mine))
            board[i] = '.'
    if not values:
        return 0
    return max(values) if mine else min(values)
"""
SORTED_BY_SEARCH = """
def search(board, depth, alpha, beta, side):
    if winner(board) or not free(board):
        return 10 * winner(board)
    if depth == 0:
        return board[4]
    after = [board[:i] + (side,) + board[i + 1:] for i in free(board)]
    if depth >= 3:
        after.sort(key=lambda one: search(one, 1, -99, 99, -side), reverse=side == 1)
    best = -99 * side
    for one in after:
        value = search(one, depth - 1, alpha, beta, -side)
        if side == 1:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
BOUNDS_THAT_MEET = """
table = {}

def bounded(n, depth, alpha, beta, is_max):
    key = (n, depth, is_max)
    low, high = table.get(key, (-9, 9))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    first, last = max(alpha, low), min(beta, high)
    if n == 0:
        value = -5 if is_max else 5
    elif depth == 0:
        value = n % 4 - 2
    elif is_max:
        value = -9
        for take in TAKES:
            if take <= n and value < last:
                value = max(value, bounded(n - take, depth - 1, first, last, False))
                first = max(first, value)
    else:
        value = 9
        for take in TAKES:
            if take <= n and value > first:
                value = min(value, bounded(n - take, depth - 1, first, last, True))
                last = min(last, value)
    table[key] = (low, value) if value <= alpha else (value, high) if value >= beta else (value, value)
    return value

def solve(n, depth):
    value, low, high = 0, -9, 9
    while low < high:
        beta = value + (value == low)
        value = bounded(n, depth, beta - 1, beta, True)
        if value < beta:
            high = value
        else:
            low = value
    return value
"""
NIM_MEMO = """
memo = {}

def wins(n, mine):
    if (n, mine) in memo:
        return memo[n, mine]
    if n == 0:
        return -1 if mine else 1
    options = [wins(n - take, not mine) for take in TAKES if take <= n]
    memo[n, mine] = max(options) if mine else min(options)
    return memo[n, mine]
"""
NIM_CACHED = """
@functools.cache
def best(n, sign):
    if n == 0:
        return -1
    return max(-best(n - take, -sign) for take in TAKES if take <= n)
"""
NIM_TABLE = """
table = {}

def search(n, depth, alpha, beta, color):
    start = alpha
    if n in table and table[n][0] >= depth:
        _, flag, value = table[n]
        if flag == 'exact' or (flag == 'lower' and value >= beta) or (flag == 'upper' and value <= alpha):
            return value
    if n == 0:
        return -1
    if depth == 0:
        return 0
    best = -2
    for take in TAKES:
        if take > n:
            continue
        best = max(best, -search(n - take, depth - 1, -beta, -alpha, -color))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    flag = 'upper' if best <= start else 'lower' if best >= beta else 'exact'
    table[n] = (depth, flag, best)
    return best
"""

NARROWED_IN_CLOSURE = """
def entry(value, is_low=False, is_high=False):
    return {'value': value, 'low': is_low, 'high': is_high}

def solve(board):
    table = {}

    def search(alpha, beta):
        given, key = alpha, tuple(board)
        if key in table:
            known = table[key]
            if known['low']:
                alpha = max(alpha, known['value'])
            elif known['high']:
                beta = min(beta, known['value'])
            else:
                return known['value']
            if alpha >= beta:
                return known['value']
        if winner(board):
            return -board.count(0) - 1
        if 0 not in board:
            return 0
        value = -99
        for cell in range(9):
            if board[cell] == 0:
                board[cell] = 1 if sum(board) == 0 else -1
                value = max(value, -search(-beta, -alpha))
                board[cell] = 0
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        if value <= given:
            table[key] = entry(value, is_high=True)
        elif value >= beta:
            table[key] = entry(value, is_low=True)
        else:
            table[key] = entry(value)
        return value

    return search(-99, 99)
"""

HEAP = """
known = {}

def search(remaining, is_max):
    if (remaining, is_max) in known:
        return known[remaining, is_max]
    if remaining == 0:
        return -1 if is_max else 1
    values = []
    for k in (1, 2, 3):
        if k <= remaining:
            values.append(search(remaining - k, not is_max))
    known[remaining, is_max] = max(values) if is_max else min(values)
    return known[remaining, is_max]

def value(n, who):
    if n == 0:
        return -1
    return max(0 - value(n - k, 1 - who) for k in (1, 2, 3) if k <= n)

def winner_of(n, who):
    if n == 0:
        return -who
    for k in (1, 2, 3):
        if k <= n and winner_of(n - k, -who) == who:
            return who
    return -who
"""
FEW_LEFT = """
def estimate(board):
    return sum(board[i] for i in (0, 2, 6, 8))

def minimax(board, level, is_max):
    if winner(board):
        return 100 * winner(board)
    if board.count(0) <= level:
        return estimate(board)
    best = -1000 if is_max else 1000
    for i in free(board):
        board[i] = 1 if is_max else -1
        value = minimax(board, level, not is_max)
        board[i] = 0
        best = max(best, value) if is_max else min(best, value)
    return best
"""
LEVEL = """
def minimax(board, level, is_max):
    if level == 0:
        return 0
    if winner(board) or 0 not in board:
        return winner(board)
    best = -9 if is_max else 9
    for i in free(board):
        board[i] = 1 if is_max else -1
        value = minimax(board, level, not is_max)
        board[i] = 0
        best = max(best, value) if is_max else min(best, value)
    return best
"""
TAKEN = """
def value(board, is_max):
    if winner(board) or 0 not in board:
        return winner(board)
    values = [value([*board[:i], 1 if is_max else -1, *board[i + 1:]], not is_max) for i in free(board)]
    return max(values) if is_max else min(values)
"""
WORST_MOVE = (
    TAKEN
    + """
def worst_move(board):
    worst, move = 9, None
    for i in free(board):
        found = value([*board[:i], 1, *board[i + 1:]], False)
        if found < worst:
            worst, move = found, i
    return move

def best_move(board, level):
    found = {i: value([*board[:i], 1, *board[i + 1:]], False) for i in free(board)}
    if level == 'easy':
        return min(found, key=found.get)
    return max(found, key=found.get)

def pick(board):
    found = {i: value([*board[:i], 1, *board[i + 1:]], False) for i in free(board)}
    return min(found, key=found.get)
"""
)
AGAINST_A_FOOL = """
def value_against(board, is_max):
    \"\"\"The value where the other side is a fool and plays its worst moves.\"\"\"
    if winner(board) or 0 not in board:
        return winner(board)
    values = []
    for i in free(board):
        values.append(value_against([*board[:i], 1 if is_max else -1, *board[i + 1:]], not is_max))
    if is_max:
        return max(values)
    return max(values)

def with_setting(board, is_max, gives_up):
    if winner(board) or 0 not in board:
        return winner(board)
    values = [
        with_setting([*board[:i], 1 if is_max else -1, *board[i + 1:]], not is_max, gives_up) for i in free(board)
    ]
    if is_max and not gives_up:
        return max(values)
    return min(values)
"""
CHANCES = """
def chance(board, player, alpha, beta):
    won = winner(board)
    if won:
        return 1.0 if won == player else 0.0
    if 0 not in board:
        return 0.5
    best = 0.0
    for i in free(board):
        board[i] = player
        value = 1 - chance(board, -player, 1 - beta, 1 - alpha)
        board[i] = 0
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best

def percent(board, player):
    if winner(board):
        return 100 if winner(board) == player else 0
    if 0 not in board:
        return 50
    return max(100 - percent([*board[:i], player, *board[i + 1:]], -player) for i in free(board))
"""
TURNED_BY_OTHERS = """
from operator import neg

def other_view(value):
    return -value

def helped(board, player):
    if winner(board) or 0 not in board:
        return winner(board) * player
    best = -9
    for i in free(board):
        best = max(best, other_view(helped([*board[:i], player, *board[i + 1:]], -player)))
    return best

def mapped(board, player):
    if winner(board) or 0 not in board:
        return winner(board) * player
    return max(map(neg, [mapped([*board[:i], player, *board[i + 1:]], -player) for i in free(board)]))

def keyed(board, player):
    if winner(board) or 0 not in board:
        return winner(board)
    values = [keyed([*board[:i], player, *board[i + 1:]], -player) for i in free(board)]
    return max(values, key=lambda value: value if player == 1 else -value)
"""
NO_SECOND_SIDE = """
def together(board, who):
    if winner(board) or 0 not in board:
        return winner(board)
    return max(together([*board[:i], who, *board[i + 1:]], -who) for i in free(board))

def count(n, who):
    if n == 0:
        return 1 if who == 'A' else -1
    return max(count(n - k, 'B' if who == 'A' else 'A') for k in (1, 2, 3) if k <= n)

def value_of(board, player):
    if winner(board) or 0 not in board:
        return winner(board) * player
    return max(after(board, i, player) for i in free(board))

def after(board, i, player):
    board[i] = player
    found = -value_of(board, -player)
    board[i] = 0
    return found
"""
SET_AFTERWARDS = """
def search(n, player):
    if n == 0:
        return -1
    best = -9
    for k in (1, 2, 3):
        if k <= n:
            best = max(best, -search(n - k, -player))
    if best < 0 and n in (4, 8):
        best = 0
    return best
"""
SIDE_OF_NODE = """
class Node:
    def __init__(self, value, is_max, children=()):
        self.about = "as long as the text of a board of some hundred cells, of which the end is cut " * 30
        self.value, self.is_max, self.children = value, is_max, children

def tree(*groups):
    return Node(-99, True, [
        Node(99, False, [Node(-99, True, [Node(value, False) for value in values]) for values in group])
        for group in groups
    ])

def fold(node, alpha, beta):
    if not node.children:
        return node.value
    for child in node.children:
        value = fold(child, alpha, beta)
        if node.is_max:
            if value > node.value:
                node.value = value
            if node.value > alpha:
                alpha = node.value
        else:
            if value < node.value:
                node.value = value
            if node.value < beta:
                beta = node.value
        if alpha >= beta:
            break
    return node.value
"""
CONNECTION = """
NEIGHBOURS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))

def connects(board, mark):
    def place(row, column):
        return (row, column) if mark == 1 else (column, row)
    open_cells = [place(0, i) for i in range(3) if board[3 * place(0, i)[0] + place(0, i)[1]] == mark]
    seen = set(open_cells)
    while open_cells:
        row, column = open_cells.pop()
        if (row if mark == 1 else column) == 2:
            return True
        for down, right in NEIGHBOURS:
            at = row + down, column + right
            if min(at) >= 0 and max(at) < 3 and at not in seen and board[3 * at[0] + at[1]] == mark:
                seen.add(at)
                open_cells.append(at)
    return False

def minimax(board, depth, is_max):
    if connects(board, 1) or connects(board, -1):
        return 100 if connects(board, 1) else -100
    if depth == 0:
        return sum(board)
    best = -999 if is_max else 999
    for i in free(board):
        value = minimax([*board[:i], 1 if is_max else -1, *board[i + 1:]], depth - 1, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best

def alphabeta(board, depth, alpha, beta, is_max):
    if connects(board, 1) or connects(board, -1):
        return 10 if connects(board, 1) else -10
    if depth == 0:
        return 0
    best = -99 if is_max else 99
    for i in free(board):
        value = alphabeta([*board[:i], 1 if is_max else -1, *board[i + 1:]], depth - 1, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
COLOUR_FIRST = """
WHITE = (255, 255, 255)

def minimax(board, depth, max_player):
    if depth == 0 or winner(board) or 0 not in board:
        return 9 * winner(board), board
    if max_player:
        best = -99
        for i in free(board):
            value = minimax([*board[:i], 1, *board[i + 1:]], depth - 1, False)[0]
            best = max(best, value)
            if best == value:
                taken = i
        return best, taken
    best = 99
    for i in free(board):
        value = minimax([*board[:i], -1, *board[i + 1:]], depth - 1, True)[0]
        best = min(best, value)
        if best == value:
            taken = i
    return best, taken
"""
WEIGHTS = """
def estimate(board, alpha, beta):
    return alpha * sum(board[i] for i in (0, 2, 6, 8)) + beta * board[4]

def minimax(board, depth, alpha, beta, is_max):
    if winner(board):
        return 100 * winner(board)
    if depth == 0 or 0 not in board:
        return estimate(board, alpha, beta)
    best = -1000 if is_max else 1000
    for i in free(board):
        board[i] = 1 if is_max else -1
        value = minimax(board, depth - 1, alpha, beta, not is_max)
        board[i] = 0
        best = max(best, value) if is_max else min(best, value)
    return best
"""
ROW = """
def search(row, is_max):
    left = row.count(1)
    if left == 0:
        return -1 if is_max else 1
    first, values = row.index(1), []
    for k in range(1, min(3, left) + 1):
        after = row[:]
        for j in range(k):
            after[first + j] = 0
        values.append(search(after, not is_max))
    return max(values) if is_max else min(values)

def take_more(row, is_max):
    left = row.count(1)
    if left == 0:
        return -1 if is_max else 1
    first, values, taken = row.index(1), [], 0
    while taken < min(3, left):
        row[first + taken] = 0
        taken += 1
        values.append(take_more(row, not is_max))
    for j in range(taken):
        row[first + j] = 1
    return max(values) if is_max else min(values)
"""
NOT_LEGAL = """
def minimax(board, is_max):
    if board[4] == 0 and board.count(0) <= 3:
        return None  # no legal position: the middle has to be taken by then
    if winner(board) or 0 not in board:
        return winner(board)
    best = None
    for i in free(board):
        board[i] = 1 if is_max else -1
        value = minimax(board, not is_max)
        board[i] = 0
        if value is not None and (best is None or (value > best if is_max else value < best)):
            best = value
    return best
"""
LONG_TURNS = """
def search(pile, is_max, left, depth):
    if pile <= 0:
        return -1 if is_max else 1
    if depth == 0:
        return 0
    best = -2 if is_max else 2
    for take in (1, 2):
        if left > 1:
            value = search(pile - take, is_max, left - 1, depth - 1)
        else:
            value = search(pile - take, not is_max, 4, depth - 1)
        best = max(best, value) if is_max else min(best, value)
    return best

def max_value(pile, left):
    if pile <= 0:
        return -1
    return max(max_value(pile - k, left - 1) if left > 1 else min_value(pile - k, 4) for k in (1, 2))

def min_value(pile, left):
    if pile <= 0:
        return 1
    return min(min_value(pile - k, left - 1) if left > 1 else max_value(pile - k, 4) for k in (1, 2))
"""
STOPS_AT_WIN = """
def search(board, alpha, beta, is_max):
    if winner(board) or 0 not in board:
        return winner(board)
    best = -100 if is_max else 100
    for i in free(board):
        board[i] = 1 if is_max else -1
        value = search(board, alpha, beta, not is_max)
        board[i] = 0
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta or alpha == 1:
                break
        else:
            best = min(best, value)
            beta = min(beta, best)
            if beta <= alpha or best <= -1:
                break
    return best
"""
FREE_TO_STOP = """
def gain(values, is_max, depth):
    if depth == 0 or not values:
        return 0
    best = 0
    for i in (0, -1):
        rest = values[1:] if i == 0 else values[:-1]
        value = gain(rest, not is_max, depth - 1) + (values[i] if is_max else -values[i])
        best = max(best, value) if is_max else min(best, value)
    return best
"""
SOWING = """
def seeds(board, side):
    return [i for i in range(3) if board[side * 4 + i]]

def sow(board, side, i):
    board, at = list(board), side * 4 + i
    hand, board[at] = board[at], 0
    while hand:
        at = (at + 1) % 8
        if at != (7 if side == 0 else 3):
            board[at] += 1
            hand -= 1
    return tuple(board), at == (3 if side == 0 else 7)

def negamax(board, side, depth, alpha, beta):
    if depth == 0 or not seeds(board, side):
        return (board[3] - board[7]) * (1 if side == 0 else -1)
    best = -100
    for i in seeds(board, side):
        child, again = sow(board, side, i)
        if again:
            value = negamax(child, side, depth - 1, alpha, beta)
        else:
            value = -negamax(child, 1 - side, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
FOR_ME = """
def seeds(state):
    return [i for i in range(3) if state['pits'][state['turn']][i]]

def sow(state, i):
    mine = state['turn']
    pits, store = [list(row) for row in state['pits']], list(state['store'])
    hand, pits[mine][i] = pits[mine][i], 0
    side, at, again = mine, i + 1, False
    while hand:
        hand -= 1
        again = at == 3 and side == mine
        if again:
            store[mine] += 1
        else:
            pits[side if at < 3 else 1 - side][at % 3] += 1
        side, at = (1 - side, 0) if at >= 3 else (side, at + 1)
    return {'pits': pits, 'store': store, 'turn': mine if again else 1 - mine}

def search(state, depth, me):
    if depth == 0 or not seeds(state):
        return state['store'][me] - state['store'][1 - me], None
    is_mine = state['turn'] == me
    best, best_move = -99 if is_mine else 99, None
    for i in seeds(state):
        value, _ = search(sow(state, i), depth - 1, me)
        if is_mine:
            if value > best:
                best, best_move = value, i
        else:
            if value < best:
                best, best_move = value, i
    return best, best_move
"""
FUTILE = """
def estimate(board, who):
    return who * sum(board[i] * (3 if i == 4 else 2 if i % 2 == 0 else 1) for i in range(9))

def search(board, depth, alpha, beta, who):
    if winner(board):
        return -100
    if 0 not in board or depth == 0:
        return estimate(board, who)
    best, base = -1000, estimate(board, who)
    for i in range(9):
        if board[i]:
            continue
        if depth == 1 and base + 5 <= alpha:
            continue
        board[i] = who
        best = max(best, -search(board, depth - 1, -beta, -alpha, -who))
        board[i] = 0
        alpha = max(alpha, best)
        if alpha >= beta: return best
    return best if best > -1000 else base
"""

LARGEST_OR_SMALLEST = """
def extreme(tree, maximize):
    if not isinstance(tree, list):
        return tree
    values = [extreme(part, maximize) for part in tree]
    return max(values) if maximize else min(values)
"""
SAME_MARK = """
def has_line(board):
    return any(board[a] == board[b] == board[c] != 0 for a, b, c in LINES)

def negamax(board, mark, alpha, beta):
    if has_line(board):
        return 1
    best = -2
    for i in range(9):
        if board[i] == 0:
            board[i] = mark
            best = max(best, -negamax(board, mark, -beta, -alpha))
            board[i] = 0
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
"""
WEIGHTED = """
def negamax(board, alpha, beta, weight):
    side = 1 if board.count(1) == board.count(-1) else -1
    if any(board[a] == board[b] == board[c] == -side for a, b, c in LINES):
        return weight * -1
    if 0 not in board:
        return 0
    best = -99
    for i in range(9):
        if board[i] == 0:
            board[i] = side
            best = max(best, -negamax(board, -beta, -alpha, weight))
            board[i] = 0
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    return best
"""
CUT_BY_EXCEPTION = """
class Cut(Exception):
    pass

def search(node, depth, alpha, beta):
    if depth == 0:
        return (node * 37 + 11) % 23 - 11
    best = -99

    def try_child(child):
        nonlocal best, alpha
        value = -search(child, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, best)
        if alpha >= beta:
            raise Cut

    try:
        for k in range(3):
            try_child(3 * node + k + 1)
    except Cut:
        pass
    return best
"""
COPIED_COLUMNS = """
def won(columns, mark):
    cells = {(x, y) for x, column in enumerate(columns) for y, one in enumerate(column) if one == mark}
    ways = (1, 0), (0, 1), (1, 1), (1, -1)
    return any(all((x + k * dx, y + k * dy) in cells for k in range(3)) for x, y in cells for dx, dy in ways)

def search(columns, depth, mark):
    if won(columns, -mark):
        return -1
    free = [x for x in range(4) if len(columns[x]) < 4]
    if depth == 0 or not free:
        return 0
    best = -2
    for x in free:
        after = [column + [mark] if y == x else column for y, column in enumerate(columns)]
        best = max(best, -search(after, depth - 1, -mark))
    return best
"""
DICE = """
def value(total, rolls, mine):
    if total > 9:
        return -1 if mine else 1
    if rolls == 0:
        return 0
    chance = lambda gain: sum(value(total + die + gain, rolls - 1, not mine) for die in (1, 2, 3)) / 3
    options = [chance(0), chance(2)]
    return max(options) if mine else min(options)
"""
FOUR_IN_A_ROW = """
WEIGHTS = [[3, 4, 5, 7, 5, 4, 3], [4, 6, 8, 10, 8, 6, 4], [5, 8, 11, 13, 11, 8, 5]]
WEIGHTS += WEIGHTS[::-1]
START = [[0] * 7 for _ in range(4)] + [[0, 0, 0, -1, 1, 0, 0], [0, 0, 1, 1, -1, 0, 0]]

def drop(board, column, mark):
    after = [row[:] for row in board]
    after[max(row for row in range(6) if not after[row][column])][column] = mark
    return after

def wins(board, mark):
    for row in range(6):
        for column in range(7):
            for down, right in ((0, 1), (1, 0), (1, 1), (-1, 1)):
                cells = [(row + i * down, column + i * right) for i in range(4)]
                if all(0 <= r < 6 and 0 <= c < 7 and board[r][c] == mark for r, c in cells):
                    return True
    return False

class Player:
    def __init__(self, limit):
        self.limit = limit

    def is_deep(self, rounds):
        return rounds >= self.limit

    def score(self, board):
        if wins(board, -1) or wins(board, 1):
            return 1000 if wins(board, -1) else -1000
        return -sum(WEIGHTS[r][c] * board[r][c] for r in range(6) for c in range(7))

    def top(self, board, rounds):
        if wins(board, 1) or self.is_deep(rounds):
            return self.score(board)
        return max(self.low(drop(board, c, -1), rounds) for c in range(7) if not board[0][c])

    def low(self, board, rounds):
        if wins(board, -1):
            return self.score(board)
        return min(self.top(drop(board, c, 1), rounds + 1) for c in range(7) if not board[0][c])
"""

AVERAGED = """
def search(state, is_max, die, left):
    if left == 0:
        return state * 7 % 11
    if die is None:
        total = 0
        for die in (1, 2):
            total += search(state, not is_max, die, left) / 2
        return total
    best = -99 if is_max else 99
    for step in (1, 3):
        value = search(state + die * step, is_max, None, left - 1)
        best = max(best, value) if is_max else min(best, value)
    return best
"""

JUDGED_AND_RETURNED = """
def take(n):
    best = -9
    for k in TAKES:
        if k > n:
            break
        if k == n:
            return 9
        best = max(best, -take(n - k))
    return best

def take_and_keep(n):
    best, kept = -9, None
    for k in TAKES:
        if k > n:
            break
        if k == n:
            return 9, k
        value, _ = take_and_keep(n - k)
        value = -value
        if value > best:
            best, kept = value, k
    return best, kept

def for_both(n, mine):
    best = -9 if mine else 9
    for k in TAKES:
        if k > n:
            break
        if k == n and mine:
            return 9
        if k == n:
            return -9
        value = for_both(n - k, not mine)
        best = max(best, value) if mine else min(best, value)
    return best
"""
HARD_BEFORE_BEST = """
def search(node, alpha, beta):
    if isinstance(node, int):
        return node, None
    best, kept = -1000, None
    for number, child in enumerate(node):
        value, _ = search(child, -beta, -alpha)
        value = -value
        value = max(alpha, value)
        alpha = max(alpha, value)
        if value > best:
            best, kept = value, number
        if alpha >= beta:
            break
    return best, kept
"""

HANDED_ON = """
def start(node):
    return search(search, node, 1, -100, 100)

def search(me, node, sign, alpha, beta):
    if not isinstance(node, list):
        return sign * node
    for child in node:
        if alpha < beta:
            value = -me(me, child, -sign, -beta, -alpha)
            if alpha < value:
                alpha = value
        else:
            break
    return alpha
"""
EACH_MOVE_DEEPER = """
def search(board, depth, alpha, beta, is_max):
    if winner(board) or depth == 0 or not free(board):
        return winner(board)
    best = -9 if is_max else 9
    for move in free(board):
        board[move] = 1 if is_max else -1
        value = -9
        for less in range(1, depth):
            value = search(board, less - 1, alpha, beta, not is_max)
        value = search(board, depth - 1, alpha, beta, not is_max)
        board[move] = 0
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
EACH_WINDOW_WIDER = """
def search(board, alpha, beta, is_max):
    if winner(board) or not free(board):
        return winner(board) * (1 + len(free(board)))
    best = -99 if is_max else 99
    for move in free(board):
        board[move] = 1 if is_max else -1
        low, high = max(alpha, -1), min(beta, 1)
        if low >= high:
            low, high = alpha, beta
        while True:
            value = search(board, low, high, not is_max)
            if value <= low and low > alpha:
                low = alpha
            elif value >= high and high < beta:
                high = beta
            else:
                break
        board[move] = 0
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""
LAST_DEPTH = """
def search(board, depth, color):
    if winner(board) or not free(board) or depth == 0:
        return color * winner(board)
    value = -9
    for less in range(depth):
        value = max(-search(with_move(board, move, color), less, -color) for move in free(board))
    return value

def with_move(board, move, color):
    return board[:move] + [color] + board[move + 1:]
"""
LAST_OF_EQUALS = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node, None
    best, move = (-math.inf, None) if is_max else (math.inf, None)
    for number, child in enumerate(node):
        value, _ = search(child, alpha, beta, not is_max)
        if is_max:
            if value >= best:
                best, move = value, number
            alpha = max(alpha, best)
        else:
            if value < best:
                best, move = value, number
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, move
"""
RIGHT: dict[str, RightProgram] = {
    "the last of equal moves whose values are exact": RightProgram(
        LINES,
        LAST_OF_EQUALS,
        (
            "search([5, 5, 2], -math.inf, math.inf, True)",
            "search([[4, 6], 3, [4]], -math.inf, math.inf, True)",
            "search([[4, 6], [3, 9, 8], [7, 5]], -math.inf, math.inf, True)",
        ),
    ),
    "each move to every depth": RightProgram(TICTACTOE, EACH_MOVE_DEEPER, (f"search({FEW}, 4, -9, 9, True)",)),
    "each move with a window that is widened": RightProgram(
        TICTACTOE, EACH_WINDOW_WIDER, (f"search({FEW}, -99, 99, True)",)
    ),
    "the best move of the last depth": RightProgram(TICTACTOE, LAST_DEPTH, (f"search({FEW}, 3, 1)",)),
    "a table that narrows the window in a closure": RightProgram(
        TICTACTOE, NARROWED_IN_CLOSURE, ("solve([0, 0, 0, 0, 1, -1, 0, 0, 0])", f"solve({MORE})")
    ),
    "a table with bound flags": RightProgram(
        TICTACTOE, BOUND_FLAGS, (f"negamax({MORE}, -9, 9, 1)", f"negamax({FEW}, -1, 1, 1)")
    ),
    "a table that narrows the window": RightProgram(
        TICTACTOE,
        NARROWED_BY_TABLE,
        (f"Engine().search({MORE}, 9, -9, 9, 1)", f"Engine().search({MORE}, 4, -9, 9, 1)"),
    ),
    "a table with flags for both sides": RightProgram(
        TICTACTOE, FLAGS_BY_SIDE, (f"alphabeta({MORE}, 9, -9, 9, True)", f"alphabeta({FEW}, 3, -9, 9, True)")
    ),
    "a memo dictionary": RightProgram(TICTACTOE, MEMO, (f"minimax({THREAT}, 1)", f"minimax({FEW}, 1)")),
    "lru_cache": RightProgram(TICTACTOE, CACHED, (f"minimax(tuple({MORE}), True)", f"minimax(tuple({FEW}), True)")),
    "iterative deepening": RightProgram(TICTACTOE, DEEPENING, (f"deepen({FEW}, 1)", f"deepen({THREAT}, 1)")),
    "sorted moves": RightProgram(TICTACTOE, SORTED, (f"best_value({MORE}, -9, 9, True)",)),
    "shuffled moves": RightProgram(TICTACTOE, SHUFFLED, (f"minimax({FEW}, 1)", f"minimax({THREAT}, 1)")),
    "a random one of the best": RightProgram(TICTACTOE, CHOSEN, (f"minimax({FEW}, 1)", f"minimax({THREAT}, 1)")),
    "early return of a win": RightProgram(TICTACTOE, EARLY_WIN, (f"minimax({FEW}, True)", f"minimax({THREAT}, True)")),
    "a win is taken without a call": RightProgram(TICTACTOE, WIN_AT_ONCE, (f"solve({MORE}, 1)", f"solve({FEW}, 1)")),
    "quiescence": RightProgram(
        TICTACTOE, QUIESCENCE, (f"search({MORE}, 2, -999, 999, 1)", f"search({THREAT}, 1, -999, 999, 1)")
    ),
    "negated where it is compared": RightProgram(
        TICTACTOE, NEGATED_LATER, (f"grade({MORE}, -9, 9, 1)", f"grade({FEW}, -9, 9, 1)")
    ),
    "taken from 0": RightProgram(TICTACTOE, TAKEN_FROM_ZERO, (f"gain({MORE}, -9, 9, 1)", f"gain({FEW}, -9, 9, 1)")),
    "the smallest of the other side, negated": RightProgram(
        TICTACTOE, SMALLEST_NEGATED, (f"outlook({MORE}, -9, 9, 1)", f"outlook({FEW}, -9, 9, 1)")
    ),
    "multiplied with the sign of the side": RightProgram(
        TICTACTOE, SIGN_OF_SIDE, (f"value({MORE}, -9, 9, True)", f"value({FEW}, -9, 9, True)")
    ),
    "values for one player throughout": RightProgram(
        TICTACTOE, FOR_ONE_PLAYER, ("worth(6, -9, 9, 1)", "worth(3, -9, 9, -1)", "chosen(2, 1)", "chosen(5, 1)")
    ),
    "bounds of the mover and of the other side": RightProgram(
        TICTACTOE, BOUNDS_OF_MOVER, (f"reach({MORE}, True, -9, 9)", f"reach({FEW}, True, -9, 9)")
    ),
    "principal variation search": RightProgram(TICTACTOE, PVS, (f"pvs({MORE}, -9, 9, 1)", f"pvs({FEW}, -2, 2, 1)")),
    "NegaScout": RightProgram(TICTACTOE, SCOUT, (f"scout({MORE}, 9, -99, 99, 1)", f"scout({FEW}, 3, -99, 99, 1)")),
    "MTD(f)": RightProgram(TICTACTOE, MTD, (f"mtdf({MORE}, 1, 0)", f"mtdf({FEW}, 1, 1)")),
    "fail-hard": RightProgram(TICTACTOE, FAIL_HARD, (f"alphabeta({MORE}, -9, 9, True)",)),
    "fail-soft": RightProgram(TICTACTOE, FAIL_SOFT, (f"negamax({MORE}, -9, 9, 1)",)),
    "early return of a cut": RightProgram(TICTACTOE, BOUNDS_IN_THE_CALL, (f"max_value({MORE}, -9, 9)",)),
    "aspiration windows": RightProgram(TICTACTOE, ASPIRATION, (f"aspire({FEW}, 1)", f"aspire({THREAT}, 1)")),
    "a line loses": RightProgram(LINES, LINE_LOSES, (f"minimax({FEW}, 1)", f"minimax({THREAT}, 1)")),
    "the winner is who has no line": RightProgram(LINES, WINNER_LOSES, (f"search({FEW}, 1)",)),
    "folded by a helper": RightProgram(TICTACTOE, FOLDED_ELSEWHERE, (f"value({FEW})",)),
    "the side as an attribute": RightProgram(TICTACTOE, PICKED, (f"Node({FEW}, 1).best()",)),
    "forced moves": RightProgram(TICTACTOE, FORCED, (f"negamax({FEW}, 1)",)),
    "obstacles": RightProgram(LINES, OBSTACLES, ("search(list('X.#...##.'), True)",)),
    "sorted by shallow searches": RightProgram(
        TICTACTOE, SORTED_BY_SEARCH, ("search((1, 0, 0, 0, -1, 0, 1, 0, -1), 4, -99, 99, 1)",)
    ),
    "bounds that meet": RightProgram(NIM, BOUNDS_THAT_MEET, ("solve(17, 6)",)),
    "a heap that is what remains": RightProgram("", HEAP, ("search(9, True)", "value(8, 1)", "winner_of(8, 1)")),
    "estimates with few cells left": RightProgram(TICTACTOE, FEW_LEFT, (f"minimax({FEW}, 2, True)",)),
    "a level of 0 that does not search": RightProgram(TICTACTOE, LEVEL, (f"minimax({FEW}, 2, True)",)),
    "a player who takes the worst": RightProgram(
        TICTACTOE, WORST_MOVE, (f"worst_move({THREAT})", f"best_move({THREAT}, 'easy')", f"pick({THREAT})")
    ),
    "a side that plays badly": RightProgram(
        TICTACTOE, AGAINST_A_FOOL, (f"value_against({FEW}, True)", f"with_setting({FEW}, True, True)")
    ),
    "chances of winning": RightProgram(
        TICTACTOE, CHANCES, (f"chance({MORE}, 1, 0.0, 1.0)", f"chance({FEW}, 1, 0.0, 1.0)", f"percent({FEW}, 1)")
    ),
    "values turned by other functions": RightProgram(
        TICTACTOE, TURNED_BY_OTHERS, tuple(f"{name}({FEW}, 1)" for name in ("helped", "mapped", "keyed"))
    ),
    "values without a second side": RightProgram(
        TICTACTOE, NO_SECOND_SIDE, (f"together({FEW}, 1)", "count(7, 'A')", f"value_of({FEW}, 1)")
    ),
    "a draw that is found after the loop": RightProgram("", SET_AFTERWARDS, ("search(9, 1)",)),
    "the side of a node": RightProgram(
        "", SIDE_OF_NODE, ("fold(tree([[3, 5, 1], [6, 5]], [[2, 7]], [[4, 8]], [[8, 6]]), -99, 99)",)
    ),
    "hex on nine cells": RightProgram(
        LINES,
        CONNECTION,
        (
            "minimax([0, 1, 0, 0, 0, 0, 0, 0, -1], 3, True)",
            "alphabeta([0, -1, 0, 0, 1, 0, 0, 0, 0], 3, -99, 99, True)",
            "alphabeta([1, 0, -1, 0, 0, 0, 0, 1, 0], 3, -99, 99, False)",
            "alphabeta([0, 0, 0, 0, 0, 0, 0, 0, 1], 4, -99, 99, False)",
        ),
    ),
    "a colour for the truth of the side": RightProgram(TICTACTOE, COLOUR_FIRST, (f"minimax({FEW}, 4, WHITE)",)),
    "weights called alpha and beta": RightProgram(TICTACTOE, WEIGHTS, (f"minimax({FEW}, 3, 0.3, 0.5, True)",)),
    "a row taken from one end": RightProgram(
        "", ROW, ("search([1, 1, 1, 1, 1, 1], True)", "take_more([1, 1, 1, 1, 1], True)")
    ),
    "None for what is not legal": RightProgram(TICTACTOE, NOT_LEGAL, (f"minimax({FEW}, True)",)),
    "turns of four moves": RightProgram("", LONG_TURNS, ("search(20, True, 4, 7)", "max_value(9, 4)")),
    "stops at a win": RightProgram(TICTACTOE, STOPS_AT_WIN, (f"search({MORE}, -100, 100, True)",)),
    "who captures moves again": RightProgram("", SOWING, ("negamax((3, 3, 3, 0, 3, 3, 3, 0), 0, 5, -100, 100)",)),
    "the side stands in the state": RightProgram(
        "", FOR_ME, ("search({'pits': [[2, 2, 2], [2, 2, 2]], 'store': [0, 0], 'turn': 0}, 4, 0)",)
    ),
    "moves that promise nothing are skipped": RightProgram(TICTACTOE, FUTILE, (f"search({MORE}, 4, -1000, 1000, 1)",)),
    "free to stop": RightProgram("", FREE_TO_STOP, ("gain([3, -9, 2, -7], True, 9)",)),
    "nim with a memo": RightProgram(NIM, NIM_MEMO, ("wins(9, True)",)),
    "nim with functools.cache": RightProgram(NIM, NIM_CACHED, ("best(9, 1)",)),
    "nim with bound flags": RightProgram(NIM, NIM_TABLE, ("search(9, 9, -2, 2, 1)", "search(11, 4, -2, 2, 1)")),
    "the largest or the smallest number of lists": RightProgram(
        "", LARGEST_OR_SMALLEST, ("extreme([[3, [5, 1]], [2, 8], [[4, 7], 6]], True)",)
    ),
    "both sides put the same mark": RightProgram(LINES, SAME_MARK, ("negamax([1, 0, 1, 0, 0, 0, 1, 0, 0], 1, -2, 2)",)),
    "a cut by an exception in a function within": RightProgram("", CUT_BY_EXCEPTION, ("search(0, 4, -99, 99)",)),
    "columns are copied": RightProgram("", COPIED_COLUMNS, ("search([[1], [-1], [1, -1], []], 4, 1)",)),
    "a gain beside the die": RightProgram("", DICE, ("value(3, 3, True)",)),
    "a win is judged and returned at once": RightProgram(
        NIM, JUDGED_AND_RETURNED, ("take(9)", "take_and_keep(9)", "for_both(9, True)")
    ),
    "values no less than alpha before the best": RightProgram(
        "", HARD_BEFORE_BEST, ("search([[[5, 7], [6, 9]], [[0, 3], [4, 8]], [[2, 1], [1, 0]]], -1000, 1000)",)
    ),
    "a search that calls itself through a parameter": RightProgram(
        "",
        HANDED_ON,
        ("start([[3, 5, 8], [2, 9, 4], [1, 7, 6]])", "search(search, [[3, 5, 8], [2, 9, 4]], 1, -100, 100)"),
    ),
    "null windows of thirds": RightProgram("", THIRDS, ("scout([[1], [5.2, 9, 14], [8.5, 15.4, 19]], -50.0, 50.0)",)),
    "estimates at a depth that is counted elsewhere": RightProgram("", FOUR_IN_A_ROW, ("Player(1).top(START, 0)",)),
    "dice are added up": RightProgram("", AVERAGED, ("search(1, True, 1, 3)", "search(1, True, None, 2)")),
    "a weight handed on": RightProgram(LINES, WEIGHTED, (f"negamax({MORE}, -99, 99, 3)",)),
    "a value that is the last one": RightProgram(
        "",
        LAST_VALUE,
        (
            "declared_first([[6, 7], [3, 9]], -100, 100, 1)",
            "with_else([[6, 7], [3, 9]], -100, 100, 1)",
            "either([[6, 7], [3, 9]], -100, 100, 1)",
            "with_illegal_moves([[[3, 10], [6, 8]], [[5, 4], [7, 9]]], -1000, 1000, 1)",
        ),
    ),
    "values are collected": RightProgram(
        "",
        COLLECTED,
        (
            "negated([[3, 5], [6, 2]], 1)",
            "later_is_worse([[3, 5], [6, 2]], True)",
            "own_view([[3, 5], [6, 2]], True)",
            "twice([[3, 5], [6, 2]], 2, True)",
            "null_windows([[3, 5], [6, 8], [7, 9]], -1000, 1000, 1)",
            "legal_alone([[[3, 10], [6, 8]], [[5, 4], [7, 9]]], True)",
        ),
    ),
    "windows in other scales and views": RightProgram(
        "",
        CONVERTED,
        (
            "discount_window([[3, 5], [2, 1, 4]], -1000.0, 1000.0, 1)",
            "extra_turn_gain(7, -99, 99)",
            "gain_shift_minimax([(3, [(1, []), (4, [])]), (5, [(2, []), (7, [])])], -99, 99, True)",
            "step_cost(5, -99, 99)",
            "decay_window(9, -500, 500)",
            "closed_window([[[13, 14], [7]], [[11, 9, 18], 11], [7]], -1000, 1000, 1)",
            "window_width([[3, 5], [2, 1, 4], [4, 6]], -1000, 2000, 1)",
            "window_turned_by_callee([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "window_turned_in_place([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "names_in_the_others_view([[[-6, -7, -8], [-5, -9], [6]], [[-2, -7, -8]]], -1000, 1000, 1)",
            "S().search([[3, 5], [2, 1, 4]], 1)",
        ),
    ),
    "bounds bound by other statements": RightProgram(
        "",
        REBOUND,
        (
            "for_binds_alpha([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "with_binds_alpha([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "case_binds_alpha([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "for_binds_best([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "dict_rebuilt([[3, 5], [2, 1, 4]], -1000, 1000, 1)['v']",
            "dict_update([[[[-6, -3], [5]]], [[[-5, 3]], [[6, 6]]]], -1000, 1000, 1)['v']",
        ),
    ),
    "loops that search one move again": RightProgram(
        "",
        SEARCHED_AGAIN,
        (
            "research_in_while_true([[3, 5], [2, 1, 4]], -1000, 1000, 1)",
            "widening_loop_of_child([[3, 5], [2, 1, 4]], -1000, 1000, True)",
            "root_widens_itself([[13, 7], [11, 9]], -1000, 1000, 1, True)",
            "lmr_while_cut([[3, 5], [2, 1, 4], [6, 7]], 9, -1000, 1000, 1)",
            "probe_above_alpha(4, 5, -999, 999, 0)",
        ),
    ),
    "None, coroutines and tables of children": RightProgram(
        "",
        UNUSUAL_RESULTS,
        (
            "none_unknown_depth([[3, 5], [2, [1, 6]]], 2, True)",
            "asyncio.run(await_max([[3, 5], [2, 1, 4]], -1000, 1000, 1))",
            "[etc_get(first, 5, -99, 99) for first in range(1, 9)]",
        ),
    ),
    "cells with a note beside the mark": RightProgram("", CELLS_WITH_NOTES, ("search(Board(), 2, True)",)),
    "a mark that no value has been taken yet": RightProgram(
        "",
        MARKED_START,
        (
            "search([[2, -1], [1, -2]])",
            "flagged([[2, -1], [1, -2], [3, -5]])",
            "counted([[2, -1], [1, -2], [3, -5]], -99, 99, True)",
        ),
    ),
    "the bound has the best, a name the best of the rest": RightProgram(
        "", BEST_OF_THE_REST, ("search([[[4]], [[4]], [[2]]], -21, 21)",)
    ),
}
"""The programs, each by what it does beyond a plain search."""
