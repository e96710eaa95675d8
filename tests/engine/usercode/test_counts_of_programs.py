"""What is counted of programs that search one move again, try a null move, or return an end of their window."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.analysis.stats import by_ply, overall
from plyscope.model.declaration import MAX, MIN
from plyscope.text.explanation import sentences
from plyscope.tracer.running import debug
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search

from tests.engine.usercode.right_programs import RIGHT
from tests.full_traces import Trace

NULL_MOVE = """
WORTH = {'0': -20, '1': -5, '2': 4}

def worth(path):
    return sum(WORTH.get(move, 0) * (2 if place % 2 else -3) for place, move in enumerate(path)) % 17 - 8

def search(path, depth, alpha, beta, may_pass=True):
    if depth <= 0:
        return worth(path)
    if may_pass and path:
        value = -search(path + '-', depth - 2, -beta, -beta + 1, False)
        if value >= beta:
            return value
    best = -99
    for move in '012':
        value = -search(path + move, depth - 1, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            CUTS.append((path, move))
            break
    return best

CUTS = []
search('', 4, -99, 99)
"""
STAND_PAT = """
WORTH = {'a': 7, 'b': -9}
CAPTURES = {'a': ['b'], 'b': []}

def quiesce(node, alpha, beta):
    stand = WORTH[node]
    if stand >= beta:
        return beta
    alpha = max(alpha, stand)
    for child in CAPTURES[node]:
        value = -quiesce(child, -beta, -alpha)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha
"""
NO_MOVES = """
MOVES = {'r': ['a', 'b'], 'a': ['c'], 'b': [], 'c': 3}

def search(node, depth, alpha, beta):
    if depth == 0:
        return MOVES[node]
    for child in MOVES[node]:
        value = -search(child, depth - 1, -beta, -alpha)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha
"""
NESTED_EXIT = """
def search(n, depth, last, alpha, beta):
    if depth == 0:
        return n * 7 % 11
    best = None
    for move in (2, 1, 0, 3):
        value = -search(n * 3 + move, depth - 1, last, -beta, -alpha)
        if value >= beta:
            if depth == last:
                return move
            else:
                return beta
        if value > alpha:
            alpha, best = value, move
    if depth == last:
        if alpha == -float('inf'):
            return None
        return best
    return alpha
"""
LESS_WITH_EACH_PLY = """
MOVES = {'r': ['a'], 'a': ['b1', 'b2'], 'b1': ['c'], 'b2': ['d', 'e'], 'c': 1, 'd': 1, 'e': -1}

def search(node, alpha, beta, is_max):
    if isinstance(MOVES[node], int):
        return MOVES[node]
    best = -99 if is_max else 99
    for child in MOVES[node]:
        if is_max:
            best = max(best, search(child, alpha, beta, False) - 0.1)
            alpha = max(alpha, best)
        else:
            best = min(best, search(child, alpha, beta, True))
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
FURTHER_TURNS = """
def moves(n):
    return [m for m in (1, 2) if m <= n]

def negamax(n, depth, alpha, beta):
    TURNS.append((n, depth, PLAYER[0], alpha, beta))
    if n == 0 or depth == 0:
        return n % 3 if depth == 0 else -1
    best = -9
    for m in moves(n):
        left = n - m
        again = left > 0 and left % 2 == 0
        sign = 1 if again else -1
        low, high = (alpha, beta) if again else (-beta, -alpha)
        PLAYER[0] *= sign
        value = RESULT
        PLAYER[0] *= sign
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best

PLAYER, TURNS = [1], []
"""


def recorded(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    return read_as_search(debug(path, call))


@pytest.mark.parametrize(
    ("call", "cutoffs"), [("research_in_while_true", 1), ("lmr_while_cut", 1), ("probe_above_alpha", 37)]
)
def test_a_loop_that_searches_one_move_again_is_left_by_no_cutoff(tmp_path: Path, call: str, cutoffs: int) -> None:
    _, text, calls = RIGHT["loops that search one move again"]
    trace = recorded(tmp_path, text, next(one for one in calls if one.startswith(call)))
    assert int(trace.facts.cutoffs.sum()) == cutoffs
    assert trace.kinds[0] == MAX


def test_a_loop_that_searches_one_move_again_leaves_no_move(tmp_path: Path) -> None:
    _, text, calls = RIGHT["loops that search one move again"]
    trace = recorded(tmp_path, text, next(one for one in calls if one.startswith("lmr_while_cut")))
    assert [(trace.values[frame], trace.bound_of(frame)) for frame in (0, 1)] == [(6, "exact"), (3, "exact")]


@pytest.mark.parametrize(
    "result",
    [
        "sign * negamax(left, depth - 1, low, high)",
        "negamax(left, depth - 1, low, high) * sign",
        "negamax(left, depth - 1, low, high) if again else -negamax(left, depth - 1, low, high)",
    ],
)
def test_who_moves_again_is_seen_by_the_signs_of_results(tmp_path: Path, result: str) -> None:
    text = FURTHER_TURNS.replace("RESULT", result)
    trace = recorded(tmp_path, text, "negamax(7, 4, -9, 9)")
    scope: dict[str, Any] = {}
    exec(text + "\nnegamax(7, 4, -9, 9)", scope)
    assert trace.kinds.tolist() == [MAX if player > 0 else MIN for _, _, player, _, _ in scope["TURNS"]]
    assert not trace.facts.sides_alternate
    windows = [(a, b) if player > 0 else (-b, -a) for _, _, player, a, b in scope["TURNS"]]
    assert [*zip(trace.alphas.tolist(), trace.betas.tolist(), strict=True)] == windows
    assert (trace.value, trace.bound, findings(trace)) == (0, "exact", [])


def test_a_null_move_is_no_move(tmp_path: Path) -> None:
    trace = recorded(tmp_path, NULL_MOVE, "search('', 4, -99, 99)")
    scope: dict[str, list[tuple[str, str]]] = {}
    exec(NULL_MOVE, scope)
    first = sum(move == "0" for _, move in scope["CUTS"])
    facts = overall(by_ply(trace))
    assert 0 < first < len(scope["CUTS"]) < facts["cut_frames"]
    assert facts["first_move_cuts"] == first


@pytest.mark.parametrize(
    ("text", "call", "frame"),
    [(STAND_PAT, "quiesce('a', -99, 5)", 0), (NO_MOVES, "search('r', 2, -99, 99)", 3)],
)
def test_a_leaf_that_returns_an_end_of_its_window_proves_nothing(
    tmp_path: Path, text: str, call: str, frame: int
) -> None:
    trace = recorded(tmp_path, text, call)
    assert trace.is_unproved_leaf(frame)
    assert trace.bound_of(frame) is None


def test_a_value_that_is_made_of_a_result_is_no_end_of_the_window(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LESS_WITH_EACH_PLY, "search('r', -99, 99, True)")
    assert (trace.values[4], trace.betas[4]) == (0.9, 0.9)
    assert trace.bound_of(4) is None
    assert not any("hard search" in str(one) for one in sentences(trace, 4))


def test_a_parameter_that_is_an_index_is_no_side(tmp_path: Path) -> None:
    text = """
MOVES = {'r': ['a', 'b'], 'a': -3, 'b': -2}
length = [0] * 9

def search(node, alpha, beta, depth, ply):
    length[ply] = ply
    if depth <= 0:
        return MOVES[node]
    best = -99
    for child in MOVES[node]:
        value = -search(child, -beta, -alpha, depth - 1, ply + 1)
        if value > best:
            best = value
            length[ply] = length[ply + 1]
            if value > alpha:
                alpha = value
                if value >= beta:
                    break
    return best
"""
    trace = recorded(tmp_path, text, "search('r', -99, 99, 1, 0)")
    assert (trace.kinds[0], trace.values[0]) == (MAX, 3)


def test_a_method_of_the_objects_own_binds_no_bound(tmp_path: Path) -> None:
    text = """
class Node:
    def __init__(self, tree, is_max, alpha, beta):
        self.tree, self.is_max, self.best, self.seen = tree, is_max, None, 0
        self.alpha = alpha
        self.beta = beta

    def update(self):
        self.seen += 1

    def value(self):
        if isinstance(self.tree, int):
            return self.tree
        for tree in self.tree:
            self.update()
            value = Node(tree, not self.is_max, self.alpha, self.beta).value()
            if self.is_max:
                if self.best is None or value > self.best:
                    self.best = value
                self.alpha = max(self.alpha, value)
            else:
                if self.best is None or value < self.best:
                    self.best = value
                self.beta = min(self.beta, value)
            if self.alpha >= self.beta:
                break
        return self.best
"""
    trace = recorded(tmp_path, text, "Node([[3, 5], [2, 9], [1, 4]], True, -99, 99).value()")
    assert int(trace.facts.cutoffs.sum()) == 2
    assert trace.user_code.proposal["places"]["Node.value"]["alpha"] == "self.alpha"


def test_cutoffs_are_not_known_where_another_test_stands_between_the_bound_and_the_exit(tmp_path: Path) -> None:
    path = tmp_path / "nested.py"
    path.write_text(NESTED_EXIT)
    trace = read_as_search(debug(path, "search(1, 2, 2, -float('inf'), float('inf'))"))
    assert (trace.cutoffs, trace.pruned) == (None, None)
    path.write_text(
        NESTED_EXIT.replace(
            "        if value > alpha", "        if alpha >= beta:\n            return 9\n        if value > alpha"
        )
    )
    trace = read_as_search(debug(path, "search(1, 3, 3, -99, 99)"))
    assert (trace.cutoffs, trace.pruned) == (None, None), "of two exits one is seen"
