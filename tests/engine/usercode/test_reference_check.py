"""Somebody's own searches against ours: the same, or where they part."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest
from plyscope.analysis.stats import statistics
from plyscope.messages import InputError
from plyscope.tracer.running import debug
from plyscope.usercode.findings import BUG, findings
from plyscope.usercode.reading import with_proposal
from plyscope.usercode.reference_check import (
    calls_sentence,
    compare_with_reference,
    reference_options,
    reference_position,
)
from plyscope.usercode.role_recognition import recognise

from tests.engine.tracer.searching import searched
from tests.engine.usercode.right_programs import RIGHT, THREAT
from tests.full_traces import Trace
from tests.places import RECURSION


def read(name: str, call: str) -> Trace:
    trace = debug(RECURSION / f"{name}.py", call, lines=False)
    proposal = recognise(trace)
    return trace if proposal is None else with_proposal(trace, proposal)


def test_a_strict_cut_parts_from_the_reference_where_that_cuts() -> None:
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    sound = compare_with_reference(read("alphabeta", call))
    assert sound["first_divergence"] is None
    strict = compare_with_reference(read("bugs/strict_cut", call))
    assert (strict["same_value"], strict["reference"]) == (True, "alphabeta")
    assert strict["frames"][0] > strict["frames"][1]
    assert strict["first_divergence"] is not None


def test_the_reference_looks_as_deep_as_the_search_did() -> None:
    assert reference_options(read("alphabeta", "alphabeta(list('.........'), 2, -2, 2, True)")) == {
        "algorithm": "alphabeta",
        "depth": 2,
    }
    assert reference_options(read("notebook", "minimax([0, -1, -1, 1, 1, -1, 0, 1, 0], -1)")) == {
        "algorithm": "minimax"
    }


def test_what_is_of_no_game_of_ours_has_no_reference() -> None:
    with pytest.raises(InputError, match="of no game"):
        reference_position(read("fibonacci", "fib(5)"))


def test_the_position_of_a_search_with_impossible_moves_is_known() -> None:
    trace = read("bugs/sides_not_alternating", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, True)")
    assert trace.position.game.name == "own"
    position = reference_position(trace)
    assert (position.game.name, position.text, position.to_move) == ("tictactoe", ".OO/XXO/.X. x", "x")
    facts = compare_with_reference(trace)
    assert (facts["aligned"], facts["same_value"]) == (False, False), "both sides have helped one of them to win"
    assert facts["value"] == [1, -1]


def test_a_tree_whose_leaves_are_judged_without_a_call_has_no_reference(tmp_path: Path) -> None:
    text = """
def negamax(node, depth, alpha, beta):
    best = -1000
    for child in node:
        score = child if depth == 1 else -negamax(child, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""
    program = tmp_path / "judged.py"
    program.write_text(text, encoding="utf-8")
    trace = debug(program, "negamax([[-3, -12], [-2, -4]], 2, -1000, 1000)", lines=False)
    facts = compare_with_reference(with_proposal(trace, recognise(trace)))
    assert not facts["compared"]
    assert "no value of its own" in facts["sentence"]


def test_the_last_of_equal_moves_is_another_one_that_is_as_good(tmp_path: Path) -> None:
    game, text, calls = RIGHT["the last of equal moves whose values are exact"]
    facts = compare_with_reference(searched(tmp_path, game + text, calls[0]))
    assert (facts["same_move"], facts["best_moves"]) == (True, ["1", "2"])
    assert facts["best_move"] == ["2", "1"]
    assert facts["sentence"].startswith("Same value, and another move that is as good.")


MATES = """
import chess

def search(board, depth, is_white):
    if board.is_checkmate():
        return -float('inf') if is_white else float('inf')
    if depth == 0 or not any(board.legal_moves):
        return 0
    best = -float('inf') if is_white else float('inf')
    for move in board.legal_moves:
        board.push(move)
        value = search(board, depth - 1, not is_white)
        board.pop()
        if is_white:
            best = max(best, value)
        else:
            best = min(best, value)
    return best

def deepen(fen):
    board, values = chess.Board(fen), {}
    for depth in (0, 1):
        for move in list(board.legal_moves):
            board.push(move)
            values[move] = search(board, depth, False)
            board.pop()
    return max(values, key=values.get).uci()
"""


def test_a_mate_may_count_as_infinity(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    facts = compare_with_reference(searched(tmp_path, MATES, "deepen('6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1')"))
    assert facts["value"] == [inf, 1.0]
    assert facts["sentence"].startswith("Same value and move.")


QUIET = """
import chess

def quiet(board, depth, is_white):
    stand = sum(len(board.pieces(piece, True)) - len(board.pieces(piece, False)) for piece in range(1, 7)) + 0.5
    if depth == 0:
        return stand
    taking = [move for move in board.legal_moves if board.is_capture(move)]
    if not taking:
        return stand
    values = []
    for move in taking:
        board.push(move)
        values.append(quiet(board, depth - 1, not is_white))
        board.pop()
    return max(values) if is_white else min(values)
"""


def test_a_quiescence_search_of_chess_has_values_of_its_own(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    call = "quiet(chess.Board('4k3/8/2q1r3/3b4/1n1N4/2R5/4Q3/4K2R w - - 0 1'), 3, True)"
    facts = compare_with_reference(searched(tmp_path, QUIET, call))
    assert facts["sentence"].startswith("Values and moves are not compared: your search estimates positions")


def test_a_random_order_of_moves_is_said(tmp_path: Path) -> None:
    game, text, _ = RIGHT["shuffled moves"]
    facts = compare_with_reference(searched(tmp_path, game + text, f"minimax({THREAT}, 1)"))
    assert (facts["same_value"], facts["same_move"]) == (True, True)
    line = next(n for n, one in enumerate((game + text).splitlines(), 1) if "shuffle" in one)
    assert facts["shuffled"] == line
    assert facts["sentence"].startswith("Same value")
    assert facts["sentence"].endswith(f"are tried in another order; line {line} draws an order at random.")


def test_a_random_choice_that_orders_no_moves_is_no_reason(tmp_path: Path) -> None:
    game, text, _ = RIGHT["shuffled moves"]
    drawn = text.replace("random.shuffle(moves)", "kept = random.choice(moves)\n    spare = random.sample(moves, 1)")
    facts = compare_with_reference(searched(tmp_path, game + drawn, f"minimax({THREAT}, 1)"))
    assert (facts["shuffled"], facts["same_calls"]) == (None, True)


CUTTING = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    best, place, is_over = -999 if is_max else 999, 0, False
    LOOP
            value = search(child, alpha, beta, not is_max)
            place += 1
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                is_over = True
    return best
"""
CUTS = {
    "a flag": "for child in node:\n        if not is_over:",
    "a test round the call": "for child in node:\n        if alpha < beta:",
    "the condition of the loop": "while place < len(node) and alpha < beta:\n        for child in [node[place]]:",
}


@pytest.mark.spread(3)
@pytest.mark.parametrize("way", CUTS)
def test_calls_are_the_same_however_the_program_leaves_out_the_others(tmp_path: Path, way: str) -> None:
    call = "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], -999, 999, True)"
    trace = searched(tmp_path, CUTTING.replace("LOOP", CUTS[way]), call)
    facts = compare_with_reference(trace)
    assert (facts["same_calls"], facts["pruned"][1]) == (True, 2)
    assert facts["sentence"] == "Same value and move. Your search makes the same 11 calls as alpha-beta."
    counted = statistics(trace)
    known = 2 if way == "the condition of the loop" else None
    assert (counted["pruned"], facts["pruned"][0]) == (known, known)
    assert (trace.cutoffs is None) == (known is None)
    assert counted["by_ply"][2]["pruned"] == known


def test_equal_calls_of_other_values_are_said_apart(tmp_path: Path) -> None:
    text = CUTTING.replace("LOOP", CUTS["a flag"]).replace("    return best", "    return best + 1")
    facts = compare_with_reference(searched(tmp_path, text, "search([3, 12], -999, 999, True)"))
    assert facts["same_calls"]
    assert facts["sentence"] == (
        "Your search returns 13 where alpha-beta returns 12. Your search makes the same 3 calls as alpha-beta; "
        "the first to return another value is the root."
    )


def test_the_first_difference_is_not_told_as_the_cause_of_the_others() -> None:
    parting = {"what": "order differs", "path": ["a1", "b2"]}
    facts = {"frames": [10, 9], "reference": "alphabeta", "same_calls": False, "window": None, "shuffled": None}
    said = str(calls_sentence(facts | {"first_divergence": parting}, []))
    assert said.startswith(
        "Your search makes 10 calls where alpha-beta makes 9; they first differ where the moves of a1 "
    )


ORDERED = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def search(b, depth, alpha, beta, is_max):
    for mark, worth in (("X", 100), ("O", -100)):
        if any(all(b[i] == mark for i in line) for line in LINES):
            return worth
    if " " not in b:
        return 0
    if depth == 0:
        return ESTIMATE
    best = -999 if is_max else 999
    for i in (4, 0, 8, 2, 6, 1, 3, 5, 7):
        if b[i] != " ":
            continue
        b[i] = "X" if is_max else "O"
        value = search(b, depth - 1, alpha, beta, not is_max)
        b[i] = " "
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


def test_another_order_is_that_of_the_node_whose_moves_it_is(tmp_path: Path) -> None:
    text = ORDERED.replace("ESTIMATE", "0")
    facts = compare_with_reference(searched(tmp_path, text, "search(list('X O X  O '), 9, -999, 999, True)"))
    assert facts["first_divergence"] == {"path": [], "what": "order differs"}
    assert "they first differ where the moves of the root are tried in another order." in facts["sentence"]


def test_calls_that_depend_on_estimates_are_not_compared(tmp_path: Path) -> None:
    text = ORDERED.replace("ESTIMATE", "sum((i % 3 + 1) * (b[i] == 'X') - (b[i] == 'O') for i in range(9))")
    facts = compare_with_reference(searched(tmp_path, text, "search(list('X O X  O '), 4, -999, 999, True)"))
    assert (facts["own_estimates"], facts["same_calls"], facts["frames"][1]) == (True, None, None)
    assert facts["sentence"].endswith("which of them alpha-beta makes depends on these values.")


WILD = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def over(board):
    return any(board[a] == board[b] == board[c] != '.' for a, b, c in LINES)

def solve(board, first):
    if over(board):
        return -1 if first else 1
    if '.' not in board:
        return 0
    values = [solve(board[:i] + mark + board[i + 1:], not first) for i in range(9) if board[i] == '.' for mark in 'XO']
    return max(values) if first else min(values)
"""
CORNERS = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6), (0, 2, 6, 8)]

def minimax(board, player):
    for mark in 'XO':
        if any(all(board[i] == mark for i in line) for line in LINES):
            return 1 if mark == 'X' else -1
    free = [i for i in range(9) if board[i] == ' ']
    if not free:
        return 0
    values = []
    for i in free:
        board[i] = player
        values.append(minimax(board, 'O' if player == 'X' else 'X'))
        board[i] = ' '
    return max(values) if player == 'X' else min(values)
"""
LINE_LOSES = CORNERS.replace(", (0, 2, 6, 8)]", "]").replace("1 if mark == 'X' else -1", "-1 if mark == 'X' else 1")


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("text", "call", "why"),
    [
        (WILD, "solve('XXOO.O...', True)", "its boards look like Tic-tac-toe, but not all of its moves and results"),
        (
            CORNERS,
            "minimax(list('X XOO X  '), 'O')",
            "its boards look like Tic-tac-toe, but not all of its moves and results",
        ),
        (LINE_LOSES, "minimax(list('X XOO X  '), 'O')", "the side with a line gets the worse value"),
    ],
)
def test_another_game_on_the_same_board_is_not_compared(tmp_path: Path, text: str, call: str, why: str) -> None:
    trace = searched(tmp_path, text, call)
    assert [one for one in findings(trace) if one.kind == BUG] == []
    assert compare_with_reference(trace)["sentence"].startswith(f"not compared: {why}")


FAIL_HARD = """
def search(node, alpha, beta, is_max):
    if isinstance(node, int):
        return node
    for child in node:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    return alpha if is_max else beta
"""
TESTING = """
def test(node, gamma, side):
    if isinstance(node, int):
        return side * node
    best = -1000
    for child in node:
        if best >= gamma:
            break
        best = max(best, -test(child, -gamma, -side))
    return best
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("text", "call", "is_same", "bound", "said"),
    [
        (
            FAIL_HARD,
            "search([[9, 7], [2, 4]], -5, 5, True)",
            True,
            "at least",
            "called with (-5, 5), says at least 5, and",
        ),
        (
            FAIL_HARD,
            "search([[9, 7], [2, 4]], 8, 20, True)",
            True,
            "at most",
            "called with (8, 20), says at most 8, and",
        ),
        (
            FAIL_HARD,
            "search([[9, 7], [2, 4]], 5, 8, True)",
            True,
            None,
            "Same value and move. It makes 6 calls in its window",
        ),
        (
            FAIL_HARD,
            "search([[9, 7], [2, 4]], -99, 99, True)",
            True,
            None,
            "Same value and move. Your search makes the same 6",
        ),
        (
            FAIL_HARD.replace("alpha if", "alpha + 9 if"),
            "search([[9, 7], [2, 4]], -5, 5, True)",
            False,
            "at least",
            "where",
        ),
        (TESTING, "test([[9, 7], [8, 9]], 5, 1)", True, "at least", "says at least 7, and alpha-beta returns 8"),
        (TESTING, "test([[9, 7], [2, 4]], 8, 1)", True, None, "Same value."),
        (TESTING, "test([[9, 7, 5], [2, 4]], 8, 1)", True, "at most", "says at most 7, and alpha-beta returns 5"),
    ],
)
def test_a_value_on_or_beyond_the_window_is_compared_as_a_bound(
    tmp_path: Path, text: str, call: str, is_same: bool, bound: str | None, said: str
) -> None:
    facts = compare_with_reference(searched(tmp_path, text, call))
    assert (facts["same_value"], facts["bound"]) == (is_same, bound)
    assert said in facts["sentence"]
