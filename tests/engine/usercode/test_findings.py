"""What is wrong with windows is named in negamax and in minimax, and nothing that is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.analysis.comparison import Comparison
from plyscope.model.roles import ALPHA, Proposal
from plyscope.text.compared import headline
from plyscope.tracer.running import Limits, debug
from plyscope.usercode.findings import BUG, REMARK, findings
from plyscope.usercode.reading import read_as_search

from tests.engine.tracer.searching import WINNER, minimax, negamax, searched
from tests.engine.usercode.faulty_programs import TWO_FUNCTIONS
from tests.engine.usercode.right_programs import LINES, SAME_MARK
from tests.full_traces import record

NEGAMAX_CALL = "Player().negamax([1, -1, 0, 0, 1, 0, 0, 0, -1], 9, -99, 99, 1)"
MINIMAX_CALL = "minimax([1, 0, -1, 0, -1, 0, 1, 0, 0], 1)"

AT_REST = """        if 0 not in grid:
            return 0
        if depth == 0:
            return self.rest(grid, alpha, beta, color)
"""
REST = """        if winner(grid) or 0 not in grid or grid.count(0) < 4:
            return color * winner(grid)
        for i in [at for at in range(9) if not grid[at]][:1]:
            grid[i] = color
            value = -self.rest(grid, -beta, -alpha, -color)
            grid[i] = 0
            if value >= beta:
                return value
        return value

"""


@pytest.mark.spread(6)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (negamax(), []),
        (negamax("-alpha, -beta"), ["pass"]),
        (negamax("alpha, beta"), ["pass"]),
        (negamax("-99, 99"), ["pass"]),
        (negamax("-99, -alpha"), ["pass"]),
        (negamax("-beta, 99"), ["pass"]),
        (negamax(cut=">"), ["stay"]),
        (negamax(side="color"), ["side"]),
        (negamax().replace("max(value, score)", "score"), ["fold"]),
    ],
)
def test_negamax(tmp_path: Path, text: str, said: list[str]) -> None:
    trace = searched(tmp_path, text, NEGAMAX_CALL)
    assert trace.user_code.proposal is not None
    assert trace.user_code.proposal["negated"], "a minus stands before the call, whatever the values look like"
    assert [bug.name for bug in findings(trace)] == said


@pytest.mark.spread(6, 3)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (minimax(), []),
        (minimax(cut="False"), ["stay"]),
        (minimax("beta, alpha"), ["pass"]),
        (minimax("alpha"), ["pass"]),
        (minimax("beta=beta"), ["pass"]),
        (minimax("-9, 9"), ["pass"]),
        (minimax(cut="alpha > beta"), ["stay"]),
    ],
)
def test_minimax(tmp_path: Path, text: str, said: list[str]) -> None:
    assert [bug.name for bug in findings(searched(tmp_path, text, MINIMAX_CALL))] == said


def test_a_search_at_rest_on_the_same_position_is_given_the_window_as_it_is(tmp_path: Path) -> None:
    text = negamax().replace("        if 0 not in grid or depth == 0:\n            return 0\n", AT_REST)
    text = text.replace("    def negamax", "    def rest(self, grid, alpha, beta, color):\n" + REST + "    def negamax")
    trace = searched(tmp_path, text, "Player().negamax([1, -1, 0, 0, 0, 0, 0, 0, 0], 3, -99, 98, 1)")
    assert {function.name for function in trace.user_code.functions} >= {"Player.negamax", "Player.rest"}
    assert not [bug for bug in findings(trace) if bug.name == "pass"]


RESTORED = (
    WINNER
    + """
def search(board, square, player):
    if square is not None:
        board[square] = -player
    if winner(board):
        return winner(board)
    values = []
    for i in [i for i in range(9) if not board[i]]:
        before = board[:]
        values.append(search(board, i, -player))
        board[:] = before
    return 0 if not values else max(values) if player == 1 else min(values)
"""
)


@pytest.mark.parametrize("lines", [None, False])
def test_marks_that_stay(tmp_path: Path, lines: bool | None) -> None:
    call = "Player().negamax([1, -1, 0, 0, 1, 0, 0, 0, -1], 9, -99, 99, 1)"
    found = findings(searched(tmp_path, negamax(undo="pass"), call, lines=lines))
    shown = [bug.frame for bug in found if bug.name == "restore"]
    assert shown == ([5] if lines is None else []), "it is the lines that show the lowest move that stays"


def test_a_call_that_leaves_its_mark_may_be_undone_by_its_caller(tmp_path: Path) -> None:
    trace = searched(tmp_path, RESTORED, "search([1, -1, 0, 0, 1, -1, 0, 0, 0], None, 1)")
    assert findings(trace) == []


HELPED = (
    WINNER
    + """
def gather(grid, at, free):
    if at == 9:
        return
    if not grid[at]:
        free.append(at)
    gather(grid, at + 1, free)

def search(grid, player):
    if winner(grid):
        return winner(grid)
    free, values = [], []
    gather(grid, 0, free)
    for i in free:
        grid[i] = player
        values.append(search(grid, -player))
        grid[i] = 0
    return 0 if not values else max(values) if player == 1 else min(values)
"""
)


def test_a_helper_that_returns_nothing_has_no_leaves(tmp_path: Path) -> None:
    call = "search([1, -1, 1, 0, -1, 0, 0, 1, 0], -1)"
    (tmp_path / "helped.py").write_text(HELPED)
    trace = read_as_search(debug(tmp_path / "helped.py", call, ["gather", "search"]))
    assert {function.name for function in trace.user_code.functions} >= {"gather", "search"}
    assert not [one for one in findings(trace) if "None" in str(one.sentence)]


IN_A_CLOSURE = (
    WINNER
    + """
def solve(board, player):
    table = {}

    def search(alpha, beta):
        nonlocal player
        key = tuple(board), player
        if key in table:
            return table[key]
        if winner(board) or 0 not in board:
            return player * winner(board)
        best = -9
        for i in [i for i in range(9) if not board[i]]:
            board[i], player = player, -player
            best = max(best, -search(-9, 9))
            board[i], player = 0, -player
        table[key] = best
        return best

    return search(-9, 9)
"""
)


def test_calls_whose_position_is_outside_are_not_taken_for_one(tmp_path: Path) -> None:
    trace = searched(tmp_path, IN_A_CLOSURE, "solve([1, -1, 1, 0, -1, 0, 0, 1, 0], -1)")
    assert not [one for one in findings(trace) if one.name == "hit"]


def test_nodes_of_trees_are_called_by_their_names_and_a_wrong_answer_is_no_agreement(tmp_path: Path) -> None:
    text = """
def search(node, alpha, beta, is_max):
    if not isinstance(node, list):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if best >= beta if is_max else best <= beta:
            break
    return best
"""
    trace = searched(tmp_path, text, "search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], -99, 99, True)")
    (bug,) = findings(trace)
    assert (bug.name, str(bug.sentence).partition(" ")[0]) == ("leave", "B")
    comparison = Comparison(trace, record("sample:tree/textbook", "alphabeta"))
    words = str(headline(comparison, {"a": "your search", "b": "alpha-beta"}))
    assert words.endswith("Your search returns 14, alpha-beta 3.")


GROWING = """
def search(board, {parameters}, is_max):
    if {test}:
        return len(board)
    values = []
    for mark in "XO":
        values.append(search(board + mark, {arguments}, not is_max))
    return max(values) if is_max else min(values)
"""
"""A game without an end, so that a depth alone ends the search."""


@pytest.mark.spread(5)
@pytest.mark.parametrize("test", ["depth == 0", "not depth", "depth <= 0 or len(board) == 5000"])
@pytest.mark.parametrize("bound", [Limits(frames=1000), Limits(seconds=3, frames=10**6)])
def test_a_depth_that_stays_until_a_limit(tmp_path: Path, test: str, bound: Limits) -> None:
    """No call returns, so that the run shows nothing else of a search: Python's stack or the limit of calls is used."""
    path = tmp_path / "own.py"
    path.write_text(GROWING.format(parameters="depth", test=test, arguments="depth"), encoding="utf-8")
    trace = read_as_search(debug(path, "search('', 2, True)", limits=bound))
    assert trace.user_code.proposal is None
    assert [(one.name, one.line) for one in findings(trace)] == [("depth", 7)]


@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("parameters", "test", "arguments", "given"),
    [
        ("depth", "depth == 0", "depth - 1", "900"),
        ("depth", "depth == 0", "depth - 1 + (len(board) < 950)", "3"),  # extensions
        ("depth", "depth == 0", "depth + 0", "3"),  # the text does not say that it is handed on
        ("ply, max_depth", "ply == max_depth", "ply + 1, max_depth", "0, 900"),
        ("ply, max_depth", "ply == max_depth", "ply + (len(board) > 950), max_depth", "0, 3"),
        ("depth", "len(board) == 950", "depth", "3"),  # it ends nothing
        ("depth", "depth == 0 and len(board) == 950", "depth", "0"),  # a search at rest
        ("level", "level == 0", "level", "3"),  # it may be a setting
    ],
)
def test_other_reasons_why_a_limit_is_reached(
    tmp_path: Path, parameters: str, test: str, arguments: str, given: str
) -> None:
    path = tmp_path / "own.py"
    path.write_text(GROWING.format(parameters=parameters, test=test, arguments=arguments), encoding="utf-8")
    trace = read_as_search(debug(path, f"search('', {given}, True)", limits=Limits(frames=800)))
    assert trace.user_code.ended.how == "limit"
    assert [one for one in findings(trace) if one.kind != REMARK] == []


def test_a_limit_that_is_reached_between_two_searches(tmp_path: Path) -> None:
    path, text = tmp_path / "own.py", GROWING.format(parameters="depth", test="depth == 0", arguments="depth - 1")
    path.write_text(f"{text}\ndef deepened():\n    return [search('', 2, True) for _ in range(9)]\n", encoding="utf-8")
    trace = read_as_search(debug(path, "deepened()", limits=Limits(frames=4 * 7)))
    assert (trace.user_code.ended.text, trace.user_code.ended.frame) == ("frames", 0)
    assert findings(trace) == []


WITH_MOVE = """
from random import random

def judged(numbers):
    return sum(numbers[::2]) - sum(numbers[1::2])

def search(numbers, depth, is_max):
    if depth == 0 or len(numbers) == 1:
        return judged(numbers), None
    best, best_move = (-99 if is_max else 99), None
    for i in range(len(numbers)):
        value, _ = search(numbers[:i] + numbers[i + 1:], depth - 1, not is_max)
        {kept}
    return {returned}
"""
BETTER = "if value > best if is_max else value < best:\n            best = value\n"
RIGHT_MOVE = f"{BETTER}            best_move = i"


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("kept", "returned", "line"),
    [
        (RIGHT_MOVE, "best, best_move", 0),
        (f"{BETTER}        best_move = i", "best, best_move", 15),
        (f"{BETTER}        if value < 99:\n            best_move = i", "best, best_move", 16),
        (f"{BETTER}        last = i", "best, last", 0),  # it may say where to go on
        (f"{BETTER}        if value <= best and random() >= 0:\n            best_move = i", "best, best_move", 0),
        (f"{BETTER}        if value > best - 100:\n            best_move = i", "best, best_move", 0),  # nearly as good
        (f"{BETTER}            best_move = i + 1", "best, best_move", 0),  # counted from 1
        (f"{BETTER}        best_move = best_move or i", "best, best_move", 0),  # the first one
        (f"{BETTER}        if len(numbers) == 5:\n            best_move = i", "best, best_move", 0),
        (f"{RIGHT_MOVE}\n    easy_move = i", "best, easy_move", 0),
    ],
)
@pytest.mark.parametrize("is_max", [True, False])
def test_a_move_beside_the_best_value(tmp_path: Path, kept: str, returned: str, line: int, is_max: bool) -> None:
    trace = searched(tmp_path, WITH_MOVE.format(kept=kept, returned=returned), f"search([3, 9, 1, 7, 5], 2, {is_max})")
    assert [one.line for one in findings(trace) if one.name == "played"] == [line] * bool(line)


TRIED_AT_ALL_DEPTHS = """
TREE = {"r": "abc", "a": "de", "b": "fg", "c": "hi", "d": "xy", "e": "yz", "f": "xz", "g": "zy", "h": "yx", "i": "xy"}
LEAVES = {"x": 3, "y": -2, "z": 5}

def search(node, depth, alpha, beta, ply):
    if ply:
        alpha = max(alpha, ply - 90)
        beta = min(beta, 89 - ply)
        if alpha >= beta:
            return alpha
    if depth <= 0 or node not in TREE:
        return LEAVES.get(node, ply)
    if depth >= 3:
        value = -search(node, depth - 2, -beta, 1 - beta, ply + 1)
        if value >= beta:
            return value
    best = -100
    for child in TREE[node]:
        value = -search(child, depth - 1, -beta, -alpha, ply + 1)
        if value > best:
            best = value
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_null_move_that_does_not_reach_beta_is_no_child(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(TRIED_AT_ALL_DEPTHS, encoding="utf-8")
    trace = read_as_search(debug(path, "search('r', 3, -100, 100, 0)", lines=False))
    assert trace.value is not None
    assert findings(trace) == []


def test_a_null_move_that_moves_alpha_is_named_at_its_call_alone(tmp_path: Path) -> None:
    text = TRIED_AT_ALL_DEPTHS.replace("    best = -100\n", "        alpha = max(alpha, value)\n    best = -100\n")
    (path := tmp_path / "own.py").write_text(text.replace("return best", "return alpha"), encoding="utf-8")
    found = findings(read_as_search(debug(path, "search('r', 3, -100, 100, 0)", lines=False)))
    assert [(one.name, text.splitlines()[one.line - 1].strip()) for one in found] == [
        ("pass", "value = -search(node, depth - 2, -beta, 1 - beta, ply + 1)")
    ]


SIDE_IN_THE_GAME = """
class Game:
    def __init__(self, heap, mover="A"):
        self.heap, self.mover = heap, mover

def search(game, alpha, beta):
    if game.heap == 0:
        return -1 if game.mover == "A" else 1
    best = float("-inf") if game.mover == "A" else float("inf")
    for take in range(1, min(game.heap, 3) + 1):
        value = search(Game(game.heap - take, "B" if game.mover == "A" else "A"), alpha, beta)
        if game.mover == "A":
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if CUT:
            break
    return best
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("cut", "said"), [("alpha >= beta", []), ("alpha <= beta", ["leave"]), ("alpha > beta", ["stay"])]
)
def test_the_assignments_that_ran_say_which_side_moves(tmp_path: Path, cut: str, said: list[str]) -> None:
    path = tmp_path / "own.py"
    path.write_text(SIDE_IN_THE_GAME.replace("CUT", cut), encoding="utf-8")
    trace = read_as_search(debug(path, "search(Game(7), -9, 9)", lines=False))
    assert [bug.name for bug in findings(trace)] == said


def test_the_call_that_is_given_a_wrong_window_is_named(tmp_path: Path) -> None:
    trace = searched(tmp_path, negamax("-alpha, -beta"), NEGAMAX_CALL)
    (bug,) = findings(trace)
    assert trace.parents[bug.frame] == 0


NOT_TURNED_ROUND = """
def search(node, alpha, beta):
    if isinstance(node, int):
        return node
    best = -99
    for child in node:
        best = max(best, -search(child, alpha, beta))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_bound_from_a_window_on_the_wrong_side_is_taken_for_no_better_value(tmp_path: Path) -> None:
    """C has the window of another side; that it is at most -2 says nothing where 3 is the best so far."""
    trace = searched(tmp_path, NOT_TURNED_ROUND, "search([[3, 12], [2, 4]], -99, 99)")
    (bug,) = findings(trace)
    assert (bug.kind, bug.name, bug.line) == (BUG, "pass", 7)
    values = {name: str(value) for name, value in bug.happened.values.items()}
    assert (values["window"], values["value"]) == ("(3, 99)", "-2"), "both as the program has them"


WITHOUT_WINDOW = """
def solve(node):
    best = -9
    for child in node:
        best = max(best, -search(child, -9, 9))
    return best

def search(node, alpha, beta):
    if isinstance(node, int):
        return node
    if len(node) == 1:
        return solve(node)
    best = -9
    for child in node:
        best = max(best, -search(child, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_frame_without_a_window_has_none_to_pass_on(tmp_path: Path) -> None:
    assert not findings(searched(tmp_path, WITHOUT_WINDOW, "solve([[1, [2, 3]], [[4], [5, 6]], [[3, 4], 7]])"))


MOVES_ONCE = """
def search(heaps, is_max):
    if not heaps:
        return 0
    if is_max:
        return max(heaps[i] + search(heaps[:i] + heaps[i + 1:], False) for i in range(len(heaps)))
    best = 99
    for i in range(len(heaps)):
        best = min(best, search(heaps[:i] + heaps[i + 1:], False) - heaps[i])
    return best
"""


def test_a_side_may_move_several_times(tmp_path: Path) -> None:
    found = findings(searched(tmp_path, MOVES_ONCE, "search([3, 1, 2], True)"))
    assert [(one.kind, one.name) for one in found] == [(REMARK, "side")]
    assert [(one.kind, one.name) for one in findings(searched(tmp_path, MOVES_ONCE, "search([3, 1, 2], False)"))] == [
        (REMARK, "side")
    ]
    text = TWO_FUNCTIONS.replace("max(min_value", "max(max_value")
    found = findings(searched(tmp_path, text, "max_value(4, 3)"))
    assert [(one.kind, one.name, one.line) for one in found] == [(REMARK, "side", 10)]


def test_what_is_named_as_the_side_and_the_same_in_all_calls_may_be_a_setting(tmp_path: Path) -> None:
    (found,) = findings(searched(tmp_path, LINES + SAME_MARK, "negamax([1, 0, 1, 0, 0, 0, 1, 0, 0], 1, -2, 2)"))
    assert (found.kind, found.name, found.happened.values["name"]) == (REMARK, "side", "mark")


def test_a_bound_that_falls_back_is_named_once_where_it_is_set(tmp_path: Path) -> None:
    """α is 9 when the frame begins, and 5 for the last two of its calls."""
    text = """
def search(tree, alpha, beta, is_max):
    if not isinstance(tree, list):
        return tree
    best = -1000 if is_max else 1000
    for child in tree:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            alpha = best
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
    (found,) = findings(searched(tmp_path, text, "search([[9, 10], [[5, 4, 6], 20]], -100, 100, True)"))
    assert (found.name, found.line) == ("narrow", 10)


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("        return best", "the loop in line 6 ends after its first turn, by return without a test: 2 items are"),
        ("        break", "the loop in line 6 ends after its first turn, by break without a test: 2 items are"),
        ("        if len(tree) == 2:\n            break", ""),
        ("        if child == tree[0]:\n            continue\n        break", ""),
        ("        if best == -99:\n            continue\n        break", ""),
        ("        try:\n            break\n        except ValueError:\n            best += 0", ""),
    ],
)
def test_a_loop_that_ends_at_once_without_a_test(tmp_path: Path, end: str, said: str) -> None:
    text = f"""
def search(tree, is_max):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, not is_max)
        best = max(best, value) if is_max else min(best, value)
{end}
    return best
"""
    found = findings(searched(tmp_path, text, "search([[3, 5], [2, 9]], True)"))
    assert [str(one.happened)[: len(said)] for one in found] == [said] * bool(said)


@pytest.mark.parametrize(("returned", "lines"), [("beta", []), ("alpha", [14])])
def test_the_bound_of_the_other_side_is_no_answer_of_an_open_window(
    tmp_path: Path, returned: str, lines: list[int]
) -> None:
    """The bounds hold the best values, and MIN returns one or the other at the end."""
    text = f"""
def search(tree, alpha, beta, is_max):
    if not isinstance(tree, list):
        return tree
    for child in tree:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if alpha >= beta:
            break
    if not is_max:
        return {returned}
    return alpha
"""
    found = findings(searched(tmp_path, text, "search([[3, 5], [2, 9], [7, 4]], -100, 100, True)"))
    assert [(one.name, one.line) for one in found] == [("answer", line) for line in lines]


@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("first", "rest", "said"),
    [
        ("-scout(part, -beta, -alpha)", "-scout(part, -alpha - 1, -alpha)", []),
        ("scout(part, -beta, -alpha)", "-scout(part, -alpha - 1, -alpha)", [("pass", 8, "")]),
        ("-scout(part, -beta, -alpha)", "scout(part, -alpha - 1, -alpha)", [("pass", 10, "")]),
        ("scout(part, -beta, -alpha)", "scout(part, -beta, -alpha)", [("pass", 8, ""), ("pass", 10, "")]),
        ("-scout(part, alpha, beta)", "-scout(part, -alpha - 1, -alpha)", [("pass", 8, "the window")]),
    ],
)
def test_where_a_minus_is_missing_no_window_is_said_to_be_due(
    tmp_path: Path, first: str, rest: str, said: list[tuple[str, int, str]]
) -> None:
    """Where the sign of one call does not fit its window, the window is no cure; one mistake is named once."""
    text = f"""
def scout(tree, alpha, beta):
    if not isinstance(tree, list):
        return -tree
    best = -100
    for place, part in enumerate(tree):
        if place == 0:
            value = {first}
        else:
            value = {rest}
            if alpha < value < beta:
                value = -scout(part, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best
"""
    call = "scout([[[3, 5], [2, 9]], [[7, 4], [1, 8]], [[6, 2], [5, 5]]], -100, 100)"
    found = findings(searched(tmp_path, text, call))
    assert [(one.name, one.line) for one in found] == [one[:2] for one in said]
    assert [str(one.should or "")[:10] for one in found] == [due for *_, due in said]


def test_a_minus_that_is_missing_everywhere_is_named_once(tmp_path: Path) -> None:
    text = negamax().replace("-self.negamax", "self.negamax")
    assert text != negamax()
    found = findings(searched(tmp_path, text, NEGAMAX_CALL))
    assert [one.name for one in found] == ["fold"]


def test_a_bound_that_is_there_and_moves_the_wrong_way_is_named_where_it_is_set(tmp_path: Path) -> None:
    text = """
def search(tree, alpha, beta, is_max):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            if alpha is not None:
                alpha = min(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
    call = "search([[[3, 5], [6, 9]], [[1, 2], [7, 4]], [[5, 6], [9, 8]]], -99, 99, True)"
    assert {one.line for one in findings(searched(tmp_path, text, call))} == {11}


def test_a_bound_that_moves_the_wrong_way_turns_no_window_round(tmp_path: Path) -> None:
    """MIN moves alpha in place of beta; its own exit and the call of the other function say that it is alpha."""
    text = """
def max_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    value = -9999
    for child in tree:
        value = max(value, min_value(child, alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value

def min_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    value = 9999
    for child in tree:
        value = min(value, max_value(child, alpha, beta))
        if value <= alpha:
            return value
        alpha = min(alpha, value)
    return value

def start(tree):
    return max(min_value(child, -9999, 9999) for child in tree)
"""
    trace = searched(tmp_path, text, "start([[[6, 5], [3, 7]], [[2, 1], [0, 3]]])")
    proposal = Proposal.of(trace)
    assert proposal is not None
    assert proposal.places["min_value"][ALPHA] == "alpha"
    assert {one.line for one in findings(trace)} <= {18, 21}


@pytest.mark.parametrize(("taken", "said"), [("min", []), ("max", [14])])
def test_the_best_of_a_comprehension_may_be_that_of_any_of_its_calls(
    tmp_path: Path, taken: str, said: list[int]
) -> None:
    """The other side takes its best value in a loop, by the same name."""
    text = """
def search(node, is_max):
    if isinstance(node, int):
        return node
    if is_max:
        best = -100
        for child in node:
            value = search(child, False)
            if value > best:
                best = value
        return best

    # MIN
    best = TAKEN(search(child, True) for child in node)
    return best
"""
    (tmp_path / "both.py").write_text(text.replace("TAKEN", taken), encoding="utf-8")
    trace = read_as_search(debug(tmp_path / "both.py", "search([[3, 12], [8, 2]], True)"), {})
    assert [one.line for one in findings(trace)] == said


FLAGS_EXCHANGED = """
TREE = {'a0': ['b1', 'b0', 'b2'],
        'a1': ['b0', 'b2', 'b3'],
        'a2': ['b2', 'b0', 'b3'],
        'b0': ['c2', 'c1', 'c3'],
        'b1': ['c2', 'c1', 'c3'],
        'b2': ['c2', 'c0', 'c3'],
        'b3': ['c2', 'c1', 'c0'],
        'c0': ['d2', 'd4', 'd3'],
        'c1': ['d1', 'd4', 'd3'],
        'c2': ['d3', 'd5', 'd0'],
        'c3': ['d3', 'd4', 'd2'],
        'r': ['a0', 'a2', 'a1']}
LEAVES = {'d0': 5, 'd1': 9, 'd2': 1, 'd3': 5, 'd4': 3, 'd5': -7}
TABLE = {}
EXACT, LOWER, UPPER = 0, 1, 2


def search(node, depth, alpha, beta):
    first = alpha
    if node in TABLE and TABLE[node][1] >= depth:
        value, _, flag = TABLE[node]
        if flag == EXACT:
            return value
        if flag == LOWER:
            alpha = max(alpha, value)
        elif flag == UPPER:
            beta = min(beta, value)
        if alpha >= beta:
            return value
    if node in LEAVES:
        return LEAVES[node]
    best = -99
    for child in TREE[node]:
        best = max(best, -search(child, depth - 1, -beta, -alpha))
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    flag = LOWER if best <= first else UPPER if best >= beta else EXACT
    TABLE[node] = best, depth, flag
    return best
"""


def test_of_a_wrong_kind_of_bound_in_a_table_both_lines_are_named(tmp_path: Path) -> None:
    """A value at or below α is stored as a lower bound: the line that reads it is right."""
    (tmp_path / "table.py").write_text(FLAGS_EXCHANGED, encoding="utf-8")
    (found,) = findings(read_as_search(debug(tmp_path / "table.py", "search('r', 9, -99, 99)"), {}))
    assert (found.name, found.line) == ("hit", 30)
    assert "it was stored in line 40 (line 30)" in str(found.sentence)
    right = FLAGS_EXCHANGED.replace("LOWER if best <= first else UPPER", "UPPER if best <= first else LOWER")
    (tmp_path / "table.py").write_text(right, encoding="utf-8")
    assert findings(read_as_search(debug(tmp_path / "table.py", "search('r', 9, -99, 99)"), {})) == []


IN_AN_ARGUMENT = """
KIDS = {"right": ["one", "two"], "one": [5, 8], "two": [9]}

def search(node, is_max, alpha, beta, seen):
    if node not in KIDS:
        return node
    if KEY in seen:
        return seen[KEY]
    best = -99 if is_max else 99
    for one in KIDS[node]:
        value = search(one, not is_max, alpha, beta, seen)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    seen[KEY] = best
    return best

def paired(node, is_max, alpha, beta, seen):
    return search(node, is_max, alpha, beta, seen), search(node, is_max, -99, 99, seen)
"""


@pytest.mark.parametrize(
    ("key", "count"),
    [
        ("node", 1),  # 5 of `one` is only what it is at least: it is worth 8
        ("node, alpha, beta", 0),
    ],
)
def test_a_table_in_an_argument_that_ignores_the_window(tmp_path: Path, key: str, count: int) -> None:
    path = tmp_path / "own.py"
    path.write_text(IN_AN_ARGUMENT.replace("KEY", f"({key})"), encoding="utf-8")
    trace = read_as_search(debug(path, "paired('right', False, -99, 5, {})", lines=False))
    said = [str(one.sentence) for one in findings(trace) if one.name == "hit"]
    assert len(said) == count
    assert all("the table ignores the window" in one for one in said)


def test_a_return_of_which_only_the_beginning_is_kept_is_no_error(tmp_path: Path) -> None:
    name = "table_of_values_that_were_found_before_this_call_was_made"
    text = f"""
def search(stones, depth, is_max, {name}):
    if (stones, depth, is_max) in {name}:
        return {name}[stones, depth, is_max] if {name} else {name}.get((stones, depth, is_max))
    if depth == 0:
        return stones % 7
    values = [search(one, depth - 1, not is_max, {name}) for one in (stones * 2 % 11, stones * 3 % 11)]
    {name}[stones, depth, is_max] = max(values) if is_max else min(values)
    return {name}[stones, depth, is_max]
"""
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    findings(read_as_search(debug(path, "search(1, 5, True, {})")))
