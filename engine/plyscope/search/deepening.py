"""Iterative deepening: alpha-beta to depth 1, then to depth 2, and so on; the line found last is tried first.

Whenever it is stopped, it has the answer of the last depth that it has finished. Searching again costs little, for each
depth takes several times as long as the one before, and good moves that are tried first prune more (Slate and Atkin,
1977).
"""

from math import inf

from plyscope.model.position import State
from plyscope.search.names import is_over, moves_from, play, score, undo


def deepening(s: State, depth: float, maximizing: bool) -> tuple[float, list[int]]:
    if is_over(s) or depth == 0:
        return score(s, depth), []
    value, line = 0.0, list[int]()
    for depth_now in range(1, int(depth) + 1):
        value, line = alphabeta(s, depth_now, -inf, inf, maximizing, line)
    return value, line


def alphabeta(
    s: State, depth: float, alpha: float, beta: float, maximizing: bool, line: list[int]
) -> tuple[float, list[int]]:
    if is_over(s) or depth == 0:
        return score(s, depth), []
    best, best_line = -inf if maximizing else inf, list[int]()
    for move in moves_from(s, line):
        play(s, move)
        rest = line[1:] if line[:1] == [move] else []
        value, below = alphabeta(s, depth - 1, alpha, beta, not maximizing, rest)
        undo(s, move)
        if not best_line or (value > best if maximizing else value < best):
            best, best_line = value, [move, *below]
        if maximizing:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best, best_line
