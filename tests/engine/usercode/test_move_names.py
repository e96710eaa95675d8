"""Which calls are of one move, and the names of moves, where no game is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.trace import Trace
from plyscope.usercode.chosen_search import best_move_of

from tests.engine.tracer.searching import searched

NODES = """
class Node:
    def __init__(self, tree):
        self.value, self.below = (None, [Node(one) for one in tree]) if isinstance(tree, list) else (tree, [])
"""
MINIMAX = """
def {name}(node, is_max):
    if node.value is not None:
        return node.value
    values = []
    for below in node.below:
        values.append({name}(below, not is_max))
    return max(values) if is_max else min(values)
"""
ALPHABETA = """
def {name}(node, is_max, alpha=-99, beta=99):
    if node.value is not None:
        return node.value
    best = -99 if is_max else 99
    for below in node.below:
        value = {name}(below, not is_max, alpha, beta)
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
PROBING = """
def steps(at):
    return [("a move along the column", "to row", at + step) for step in (-1, 1, 2)]

def search(light, dark, depth, alpha, beta, sign):
    if depth == 0:
        return sign * (light * 3 % 5 - dark * 7 % 4)
    first = True
    for move in steps(light if sign > 0 else dark):
        after = (move[2], dark) if sign > 0 else (light, move[2])
        if first:
            value = -search(*after, depth - 1, -beta, -alpha, -sign)
            first = False
        else:
            value = -search(*after, depth - 1, -alpha - 1, -alpha, -sign)
            if alpha < value < beta:
                value = -search(*after, depth - 1, -beta, -alpha, -sign)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return alpha
"""
MADE_BELOW = """
def search(move, depth, is_max, board):
    if depth == 0:
        return sum((i + 1) * (-1) ** i for i, cell in enumerate(board) if cell == 1) - move
    after = list(board)
    after[move] = 1 if is_max else 2
    values = []
    for reply in [i for i, cell in enumerate(after) if cell == 9]:
        values.append(search(reply, depth - 1, not is_max, after))
    return max(values) if is_max else min(values)
"""
NOT_TAKEN_BACK = """
def search(board, is_max, depth):
    if depth == 0 or ' ' not in board:
        return sum(place * (mark == 'X') for place, mark in enumerate(board))
    best = -99 if is_max else 99
    for place in range(len(board)):
        if board[place] == ' ':
            board[place] = 'X' if is_max else 'O'
            value = search(board, not is_max, depth - 1)
            best = max(best, value) if is_max else min(best, value)
    return best
"""
DICE = """
def search(score, depth, is_max):
    if depth == 0:
        return score
    best = -99 if is_max else 99
    for throw in (1, 2):
        value = mean(score + throw, depth - 1, is_max)
        best = max(best, value) if is_max else min(best, value)
    return best

def mean(score, depth, is_max):
    total = 0
    for chance, after in ((0.5, score - 1), (0.25, score), (0.25, score + 3)):
        FOLD
    return total
"""

TWO_LOOPS = """
def search(places, depth, is_max):
    if depth == 0:
        return places[0] * 3 % 7 - places[1] * 5 % 11
    best = -99 if is_max else 99
    for piece in (0, 1):
        for step in (-1, 1):
            after = [*places]
            after[piece] += step
            value = search(after, depth - 1, not is_max)
            best = max(best, value) if is_max else min(best, value)
    return best
"""
DEEPENING = """
def search(places, depth, is_max):
    if depth <= 0:
        return places[0] * 3 % 7 - places[1] * 5 % 11
    for below in (*range(depth % 2, depth - 1, 2), depth - 1):
        best = -99 if is_max else 99
        for step in (-1, 1):
            value = search([*places[1:], places[0] + step], below, not is_max)
            best = max(best, value) if is_max else min(best, value)
    return best
"""


def moves_below(trace: Trace, frame: int = 0) -> list[str]:
    return [trace.move_text(child) for child in trace.children(frame)]


def edges_below(trace: Trace, frame: int = 0) -> int:
    return len({int(trace.moves[child]) for child in trace.children(frame)})


@pytest.mark.spread(4)
@pytest.mark.parametrize("text", [MINIMAX, ALPHABETA])
@pytest.mark.parametrize(
    "tree", ["[[3, 9], [3, 9], [1, 2]]", "[5, 5, 3]", "[[[[7, 1], 4], 3], [[[7, 8], 4], 3], [[1]]]"]
)
@pytest.mark.parametrize("name", ["f", "the_search_of_a_node_whose_name_leaves_no_room_for_its_arguments"])
def test_moves_whose_texts_are_equal_are_as_many_as_the_loop_has_tried(
    tmp_path: Path, text: str, tree: str, name: str
) -> None:
    trace = searched(tmp_path, NODES + text.format(name=name), f"{name}(Node({tree}), True)")
    game = trace.position.game
    for frame in range(len(trace)):
        assert edges_below(trace, frame) == len(list(trace.children(frame)))
        below = [game.read_move(name, trace.state(frame)) for name in moves_below(trace, frame)]
        assert {int(trace.moves[child]) for child in trace.children(frame)} >= {*below}


def test_the_length_of_a_name_decides_no_value(tmp_path: Path) -> None:
    tree, proved = "[[[1, 2], [0, -1]], [[7, 8], [5, 4]]]", []
    for name in ("f", "the_search_of_a_node_whose_name_leaves_no_room_for_its_arguments"):
        trace = searched(tmp_path, NODES + ALPHABETA.format(name=name), f"{name}(Node({tree}), False)")
        proved.append([trace.interval_of(frame) for frame in range(len(trace))])
    assert proved[0] == proved[1]


def test_a_move_without_a_name_is_named_by_its_own_calls(tmp_path: Path) -> None:
    trace = searched(tmp_path, PROBING, "search(4, 4, 3, -99, 99, 1)")
    calls = [trace.user_code.label(frame) for frame in range(len(trace))]
    for parent in range(len(trace)):
        of_position: dict[tuple[str, ...], set[str]] = {}
        for child in trace.children(parent):
            of_position.setdefault(tuple(calls[child].split(", ")[:2]), set()).add(trace.move_text(child))
            # A call that searches the same position again is of the move of the probe before it.
            for own, named in zip(calls[child].split(", "), trace.move_text(child).split(", "), strict=True):
                assert named in (own, "…"), "a name says nothing that is not true of each call"
            assert trace.is_named_by_call(child)
        assert all(len(names) == 1 for names in of_position.values())
    assert edges_below(trace) == 3 < len(list(trace.children(0)))
    assert best_move_of(trace) is None


def test_a_move_that_the_called_function_makes_is_named_as_its_caller_has_it(tmp_path: Path) -> None:
    trace = searched(tmp_path, MADE_BELOW, "search(0, 2, False, [9, 9, 9, 9, 9, 9])")
    assert moves_below(trace) == ["1", "2", "3", "4", "5"]
    values = {trace.move_text(child): trace.values[child] for child in trace.children(0)}
    assert best_move_of(trace) == min(values, key=values.__getitem__)


def test_a_move_that_is_not_taken_back_is_no_part_of_the_next(tmp_path: Path) -> None:
    assert moves_below(searched(tmp_path, NOT_TAKEN_BACK, "search(list('XOXOXO   '), True, 1)")) == ["6", "7", "8"]


@pytest.mark.parametrize(
    "fold",
    [
        "total += chance * search(after, depth, not is_max)",
        "value = search(after, depth, not is_max); total += value * chance",
    ],
)
def test_a_probability_is_no_move(fold: str, tmp_path: Path) -> None:
    trace = searched(tmp_path, DICE.replace("FOLD", fold), "search(0, 1, True)")
    assert moves_below(trace, 1) == ["0", "1", "4"]


def test_steps_of_two_pieces_are_two_moves_and_a_move_searched_again_is_one(tmp_path: Path) -> None:
    trace = searched(tmp_path, TWO_LOOPS, "search([0, 0], 2, True)")
    assert [edges_below(trace, frame) for frame in range(2)] == [4, 4]
    assert [trace.values[child] for child in trace.children(0)] == [-2, -3, -3, -10]
    assert trace.interval == (-2, -2)
    again = searched(tmp_path, DEEPENING, "search([0, 0], 3, True)")
    assert moves_below(again) == ["-1", "1"] * 2
    assert edges_below(again) == 2


def test_long_calls_are_named_from_where_they_differ(tmp_path: Path) -> None:
    text = TWO_LOOPS.replace("for piece in (0, 1)", "for piece in (-2, -1)")
    trace = searched(tmp_path, text, f"search({[0] * 40}, 2, True)")
    assert moves_below(trace) == [
        "search(…0, 0, 0, 0, -1, 0], 1, False)",
        "search(…0, 0, 0, 0, 1, 0], 1, False)",
        "search(…0, 0, 0, 0, 0, -1], 1, False)",
        "search(…0, 0, 0, 0, 0, 1], 1, False)",
    ]
    assert len({*moves_below(trace, 1)}) == 4
