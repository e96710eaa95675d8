"""What a call that makes several searches has chosen, found by what it gives back."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.usercode.boards import common_board
from plyscope.usercode.chosen_search import best_move_of, move_played, pieces_may_fall
from plyscope.usercode.findings import REMARK, findings
from plyscope.usercode.reference_check import compare_with_reference

from tests.engine.tracer.searching import WINNER, minimax, searched

CALLER = """
def best_move(board, pick):
    tried = {}
    for depth in (1, 2):
        for i in [i for i in range(9) if not board[i]]:
            tried[i] = minimax([*board[:i], -1, *board[i + 1:]], 1)
    square = pick(tried, key=tried.get)
    value, after = tried[square], [-1 if i == square else mark for i, mark in enumerate(board)]
    return RESULT
"""
KEYS = """
def search(board, player):
    cells = [board[key] for key in sorted(board)]
    won = winner(cells)
    if won or 0 not in cells:
        return won
    values = [search({**board, key: player}, -player) for key in board if not board[key]]
    return max(values) if player == 1 else min(values)

def best_move(board, pick):
    tried = {key: search({**board, key: -1}, 1) for key in board if not board[key]}
    return pick(tried, key=tried.get)
"""


@pytest.mark.spread(9)
@pytest.mark.parametrize(
    "result",
    [
        *("square", "square + 1", "divmod(square, 3)", "[*divmod(square, 3)]", "(value, square)"),
        *("(divmod(square, 3), value)", "{'score': value, 'move': square}", "after"),
    ],
)
def test_a_move_in_any_spelling(tmp_path: Path, result: str) -> None:
    text = minimax() + CALLER.replace("RESULT", result)
    # X has a1 and a2 and threatens; O wins at once or loses.
    call = "best_move([1, 1, 0, -1, -1, 0, 0, 1, -1], {pick})"
    right = searched(tmp_path, text, call.format(pick="min"))
    assert (move_played(right), right.value) == ("c3", -1.0)
    assert findings(right) == []
    assert (compare_with_reference(right)["same_value"], compare_with_reference(right)["value"]) == (True, [-1, -1])
    wrong = searched(tmp_path, text, call.format(pick="max"))
    assert (move_played(wrong), wrong.value) == ("a1", 1.0)
    assert [(one.kind, one.name) for one in findings(wrong)] == [(REMARK, "played")]


def test_a_value_alone(tmp_path: Path) -> None:
    text = minimax() + CALLER.replace("RESULT", "value * 1.0")
    wrong = searched(tmp_path, text, "best_move([1, 1, 0, -1, -1, 0, 0, 1, -1], max)")
    assert wrong.value == 1.0
    assert [(one.kind, one.name) for one in findings(wrong)] == [(REMARK, "played")]


def test_the_keys_of_a_board_that_is_a_dictionary(tmp_path: Path) -> None:
    text = minimax() + KEYS
    call = "best_move(dict(enumerate([1, 1, 0, -1, -1, 0, 0, 1, -1], 1)), {pick})"
    assert move_played(searched(tmp_path, text, call.format(pick="min"))) == "c3"
    wrong = searched(tmp_path, text, call.format(pick="max"))
    assert move_played(wrong) == "a1"
    assert [(one.kind, one.name) for one in findings(wrong)] == [(REMARK, "played")]


def test_of_equal_moves_the_best_is_the_one_that_was_chosen(tmp_path: Path) -> None:
    text = minimax() + CALLER.replace("RESULT", "divmod(square, 3), value").replace(
        "if not board[i]]", "if not board[i]][::-1]"
    )
    tie = searched(tmp_path, text, "best_move([1, -1, 1, 0, 0, 0, 1, 0, -1], min)")
    assert (tie.user_code.ended.text, move_played(tie), best_move_of(tie)) == ("((2, 1), 1)", "b1", "b1")
    # A worse move that was chosen is not called the best.
    wrong = searched(tmp_path, text, "best_move([1, 1, 0, -1, -1, 0, 0, 1, -1], max)")
    assert (move_played(wrong), best_move_of(wrong)) == ("a1", "c2")


def test_a_move_beside_its_value_is_no_row_and_column(tmp_path: Path) -> None:
    text = minimax() + CALLER.replace("RESULT", "square, value")
    trace = searched(tmp_path, text, "best_move([-1, 1, 0, 1, -1, -1, 0, 0, 1], min)")
    assert (trace.user_code.ended.text, move_played(trace), best_move_of(trace)) == ("(2, 0)", "2", "2")


@pytest.mark.parametrize(
    ("board", "places", "fallen"),
    [
        (("...", "...", "x.o"), [(0, 1), (1, 2), (2, 1)], True),
        (("x.o", "...", "..."), [(0, 1), (1, 0), (2, 1)], True),
        (("...", "...", "x.o"), [(0, 1), (0, 0), (2, 1)], False),
        (("...", "...", "x.o"), [(0, 1), (1, 1), (2, 1)], False),
        ((".....", "..x.."), [(0, 1), (1, 1), (2, 0), (3, 1), (4, 1)], True),
    ],
)
def test_pieces_that_fall(board: tuple[str, ...], places: list[tuple[int, int]], fallen: bool) -> None:
    """A board of any size, written from either end: a column then says where a piece comes to lie."""
    assert pieces_may_fall(tuple(map(tuple, board)), places, ".") is fallen


@pytest.mark.spread(3)
@pytest.mark.parametrize("result", ["None", "'well'", "(99, 99)", "print(square)"])
def test_what_says_nothing_is_not_taken_for_wrong(tmp_path: Path, result: str) -> None:
    trace = searched(
        tmp_path, minimax() + CALLER.replace("RESULT", result), "best_move([1, 1, 0, -1, -1, 0, 0, 1, -1], max)"
    )
    facts = compare_with_reference(trace)
    assert (move_played(trace), trace.value, facts["same_value"], facts["same_move"]) == (None, None, None, None)
    assert findings(trace) == []


def test_one_position_searched_more_than_once(tmp_path: Path) -> None:
    """As it is with windows that are guessed: the move is what the last of them has found."""
    text = minimax() + "\ndef twice(board):\n    minimax(board, -1, -1, 0)\n    return minimax(board, -1, -9, 9)\n"
    trace = searched(tmp_path, text, "twice([1, 1, 0, -1, -1, 0, 0, 1, -1])")
    assert (move_played(trace), trace.value) == ("2", -1.0)


INSIDE = """
from collections import namedtuple
State = namedtuple("State", "to_move cells")

def value(state):
    cells = [state.cells.get((row, column), 0) for row in (1, 2, 3) for column in (1, 2, 3)]
    won = winner(cells)
    if won or 0 not in cells:
        return won
    values = [value(after(state, move)) for move in moves(state)]
    return max(values) if state.to_move == 1 else min(values)

def moves(state):
    return [(row, column) for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) not in state.cells]

def after(state, move):
    return State(-state.to_move, {**state.cells, move: state.to_move})

def choose(state):
    return max(moves(state), key=lambda move: value(after(state, move)))
"""


def test_squares_of_an_object_are_not_read_as_if_they_began_at_0(tmp_path: Path) -> None:
    """(2, 1) is a square whether rows begin at 0 or at 1."""
    call = "choose(State(1, {(1, 1): 1, (1, 2): -1, (2, 2): 1, (3, 3): -1}))"
    trace = searched(tmp_path, WINNER + INSIDE, call)
    assert trace.user_code.ended.text == "(2, 1)"
    assert not findings(trace)
    assert move_played(trace) in (None, "a2")


OBJECTS = """
from enum import Enum

class Cell(Enum):
    X, O, E = "X", "O", " "

class Board:
    def __init__(self, cells, turn):
        self.cells, self.turn = cells, turn

    def put(self, at):
        after = self.cells[:at] + [self.turn] + self.cells[at + 1:]
        return Board(after, Cell.O if self.turn is Cell.X else Cell.X)

    def free(self):
        return [at for at, cell in enumerate(self.cells) if cell is Cell.E]

    def has_line(self):
        c = self.cells
        lines = (c[0:3], c[3:6], c[6:9], c[0::3], c[1::3], c[2::3], c[0::4], c[2:7:2])
        return any(one[0] is not Cell.E and one[0] is one[1] is one[2] for one in lines)

def value_of(board, is_max, side):
    if board.has_line():
        return -1 if board.turn is side else 1
    if not board.free():
        return 0
    values = [value_of(board.put(at), not is_max, side) for at in board.free()]
    return max(values) if is_max else min(values)

def best_square(board):
    best, found = -9, None
    for at in board.free():
        value = value_of(board.put(at), False, board.turn)
        if value > best:
            best, found = value, at
    return found
"""


def test_empty_cells_of_any_name(tmp_path: Path) -> None:
    """The boards are those of objects, the free cells have a name of the program's, and the move is its number."""
    call = "best_square(Board([Cell.X, Cell.O, Cell.X, Cell.X, Cell.E, Cell.O, Cell.E, Cell.E, Cell.O], Cell.X))"
    trace = searched(tmp_path, OBJECTS, call)
    assert (trace.position.game.name, trace.value, move_played(trace)) == ("tictactoe", 1.0, "a1")
    facts = compare_with_reference(trace)
    assert (facts["same_value"], facts["same_move"], facts["same_calls"]) == (True, True, True)
    assert facts["frames"] == [trace.user_code.calls] * 2, "the caller of several searches is counted nowhere"


COLUMNS = """
def drop(board, column, mark):
    rows = [row[:] for row in board]
    row = max(row for row in range(6) if rows[row][column] == " ")
    rows[row][column] = mark
    return rows

def estimate(board):
    return sum(row[3] == "x" for row in board) - sum(row[3] == "o" for row in board)

def search(board, depth, mark):
    if depth == 0:
        return estimate(board)
    values = [search(drop(board, at, mark), depth - 1, "o" if mark == "x" else "x") for at in range(7)]
    return max(values) if mark == "x" else min(values)

def choose(board, depth, mark):
    values = {}
    for column in reversed(range(7)):
        values[column] = search(drop(board, column, mark), depth - 1, "o" if mark == "x" else "x")
    best = max(values, key=values.get)
    return best, values[best]
"""


def test_the_number_of_a_column_is_the_callers_own(tmp_path: Path) -> None:
    """Counted from 0, although the text subtracts 1 elsewhere; and estimates are not compared."""
    trace = searched(tmp_path, COLUMNS, "choose([[' '] * 7 for _ in range(6)], 2, 'x')")
    assert trace.position.game.name == "connectfour"
    assert (trace.user_code.ended.text, move_played(trace)) == ("(3, 0)", "4")
    facts = compare_with_reference(trace)
    assert facts["own_estimates"]
    assert "not compared" in facts["sentence"]


KEEPING = """
NODES = {"A": ["B", "C", "D"], "B": [3, 5], "C": [2, 9], "D": [3, 4]}

def search(node, is_max, alpha=-99, beta=99):
    if isinstance(node, int):
        return node
    best, move = -99 if is_max else 99, None
    for child in NODES[node]:
        value = search(child, not is_max, WINDOW)
        if is_max:
            KEEP
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
"""
LATER = """
            best = max(best, value)
            if value == best:
                move = child"""


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("keep", "window", "best"),
    [
        ("best, move = (value, child) if value > best else (best, move)", "-99, 99", "B"),
        ("if value > best:\n                best, move = value, child", "-99, 99", "B"),
        ("if value >= best:\n                best, move = value, child", "-99, 99", "D"),
        (LATER.strip(), "-99, 99", "D"),
        # The last of them is only known to be no better: it is kept by mistake.
        ("if value >= best:\n                best, move = value, child", "alpha, beta", "B"),
    ],
)
def test_of_equal_moves_the_best_is_the_one_that_is_kept(tmp_path: Path, keep: str, window: str, best: str) -> None:
    text = KEEPING.replace("KEEP", keep).replace("WINDOW", window)
    trace = searched(tmp_path, text, "search('A', True)")
    assert (trace.value, best_move_of(trace)) == (3.0, best)


UNLIKE_CHILDREN = """
TREE = [[3, 5], [7, 8], [1, 9]]

def hard(node, depth, alpha, beta):
    if depth == 0:
        return node
    for child in node:
        value = -hard(child, depth - 1, -beta, -alpha)
        if value >= beta:
            return beta
        if value > alpha:
            alpha = value
    return alpha

def fading(node, is_max):
    if isinstance(node, int):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = fading(child, not is_max)
        best = max(best, value) if is_max else min(best, value)
    return best * 0.5

def negamax(n, window=None):
    best, kept = -9, None
    for k in (1, 4, 12):
        if k == n:
            return 9, k
        if k > n:
            break
        if window is not None:
            low, high = window
            window = -high, min(-best, -low)
        value, _ = negamax(n - k, window)
        value = -value
        if value > best:
            best, kept = value, k
    return best, kept
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("call", "value", "best"),
    [
        ("hard(TREE, 2, -99, 99)", 7, "2"),
        ("hard(TREE, 2, 50, 60)", 50, None),  # all of them are at most 50
        ("fading(TREE, True)", 1.75, "2"),
        ("negamax(9)", 9, "4"),
        ("negamax(12)", 9, None),  # it takes all twelve, without a call
    ],
)
def test_a_value_that_no_child_has_given_is_no_child_s(
    tmp_path: Path, call: str, value: float, best: str | None
) -> None:
    trace = searched(tmp_path, UNLIKE_CHILDREN, call)
    assert (trace.value, best_move_of(trace)) == (value, best)


def test_the_smaller_of_negated_values_is_the_larger_one(tmp_path: Path) -> None:
    """`min(-best, -low)` turns the window of a negamax, and is no choice of MIN's."""
    trace = searched(tmp_path, UNLIKE_CHILDREN, "negamax(9)")
    assert [trace.values[child] for child in trace.children(0)] == [-9.0, 9.0]


KING = """
def moves(board):
    at = board.index(6)
    return [(at, at + step) for step in (-8, -1, 1, 8) if 0 <= at + step < 64]

def search(board, depth, is_max):
    if depth == 0:
        return sum(at * at * cell for at, cell in enumerate(board))
    values = []
    for start, end in moves(board):
        after = board[:]
        after[start], after[end] = 0, 6
        values.append(search(after, depth - 1, not is_max))
    return max(values) if is_max else min(values)
"""


@pytest.mark.full
def test_a_move_on_one_list_of_cells_is_named_by_their_numbers(tmp_path: Path) -> None:
    """Cell 4 is e1 for a chess player and e8 for one who reads from the top."""
    trace = searched(tmp_path, KING, "search([0] * 4 + [6] + [0] * 59, 1, True)")
    assert (trace.value, best_move_of(trace)) == (144.0 * 6, "4 12")


ROOK = """
def start():
    return [["", "", "", ""], ["", "R", "", ""], ["", "", "", ""], ["", "", "", ""]]

def moves(board):
    at = [(r, c) for r in range(4) for c in range(4) if board[r][c]]
    return [((r, c), (r + up, c + side)) for r, c in at for up, side in ((1, 0), (0, 1))]

def search(board, depth, is_max):
    if depth == 0:
        return sum(9 * r + c for r in range(4) for c in range(4) if board[r][c])
    values = []
    for (r, c), (y, x) in moves(board):
        board[r][c], board[y][x] = "", "R"
        values.append(search(board, depth - 1, not is_max))
        board[r][c], board[y][x] = "R", ""
    return max(values) if is_max else min(values)

"""
PRINTED = "def show(board):\n    for row in reversed(board):\n        print(row)\n"


@pytest.mark.parametrize(("more", "best"), [("", "(1, 1) (2, 1)"), (PRINTED, "b2 b3")])
def test_a_move_up_or_down_is_named_by_indices_unless_the_top_is_known(tmp_path: Path, more: str, best: str) -> None:
    trace = searched(tmp_path, ROOK + more, "search(start(), 1, True)")
    assert (trace.value, best_move_of(trace)) == (19.0, best)


def test_the_board_before_moves_is_known_where_each_changes_one_cell() -> None:
    boards = [tuple(map(tuple, rows)) for rows in (("Xo", "OX"), ("XO", "oX"))]
    assert common_board([(("X", "O"), ("0", "X")), (("X", "0"), ("O", "X"))]) == (("X", "0"), ("0", "X"))
    assert common_board(boards) is None, "a move turns marks beside the one that it places"


HEAPS = """
def moves(heaps):
    return [(place, take) for place, size in enumerate(heaps) for take in range(1, size + 1)]

def search(heaps):
    best = -1
    for place, take in moves(heaps):
        left = heaps[:place] + (heaps[place] - take,) + heaps[place + 1:]
        best = max(best, -search(left))
    return best
"""
NESTED = HEAPS.replace(
    "place, take in moves(heaps):", "place, size in enumerate(heaps):\n      for take in range(1, size + 1):"
)


@pytest.mark.spread(2)
@pytest.mark.parametrize(("text", "best"), [(HEAPS, "(0, 3)"), (NESTED, None)])
def test_a_cell_that_several_moves_change_names_none_of_them(tmp_path: Path, text: str, best: str | None) -> None:
    """All three of heap 0 have to be taken; the inner loop has only their number, which other heaps have too."""
    trace = searched(tmp_path, text, "search((3, 1, 1, 1, 1))")
    assert (trace.value, best_move_of(trace)) == (1.0, best)


DEEPENING = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def search(b, side, depth, alpha, beta):
    other = "O" if side == "X" else "X"
    if any(b[x] == b[y] == b[z] == other for x, y, z in LINES):
        return -10
    if depth == 0 or " " not in b:
        return 0
    for i in range(9):
        if b[i] == " ":
            b[i] = side
            value = -search(b, other, depth - 1, -beta, -alpha)
            b[i] = " "
            if value >= beta:
                return beta
            alpha = max(alpha, value)
    return alpha

def deepen(b):
    value = 0
    for depth in range(1, 5):
        found = search(b, "X", depth, value - 1, value + 1)
        if not value - 1 < found < value + 1:
            found = search(b, "X", depth, -100, 100)
        value = found
    return value

def choose(b):
    values = {}
    for i in range(9):
        if b[i] == " ":
            b[i] = "X"
            values[i] = -search(b, "O", 3, -100, 100)
            b[i] = " "
    return max(values, key=values.get)
"""


def test_a_loop_that_searches_one_position_again_is_no_node_of_the_game(tmp_path: Path) -> None:
    deepening = searched(tmp_path, DEEPENING, "deepen(list('XO  X   O'))")
    assert (deepening.kinds[0], best_move_of(deepening)) == (NO_SIDE, None)
    assert {deepening.kinds[child] for child in deepening.children(0)} == {MAX}
    assert all(deepening.move_text(child).startswith("search(") for child in deepening.children(0))
    assert "searched one position several times" in compare_with_reference(deepening)["sentence"]
    choosing = searched(tmp_path, DEEPENING, "choose(list('XO  X   O'))")
    assert (choosing.kinds[0], {choosing.kinds[child] for child in choosing.children(0)}) == (MAX, {MIN})


COUNTING = """
class Search:
    def __init__(self):
        self.nodes, self.board = 0, [0, 0, 0, 0]

    def search(self, b, side, depth):
        self.nodes += 1
        if depth == 0 or 0 not in b:
            return sum((i + 1) * cell for i, cell in enumerate(b)) * side
        best = -99
        for i in range(len(b)):
            if b[i] == 0:
                b[i] = side
                best = max(best, -self.search(b, -side, depth - 1))
                b[i] = 0
        return best

    def on_own_board(self, side, depth):
        self.nodes += 1
        if depth == 0 or 0 not in self.board:
            return sum((i + 1) * cell for i, cell in enumerate(self.board)) * side
        best = -99
        for i in range(len(self.board)):
            if self.board[i] == 0:
                self.board[i] = side
                best = max(best, -self.on_own_board(-side, depth - 1))
                self.board[i] = 0
        return best

def deepen(b):
    searching = Search()
    for depth in (1, 2):
        value = searching.search(b, 1, depth)
    return value

def deepen_on_own_board():
    searching = Search()
    for depth in (1, 2):
        value = searching.on_own_board(1, depth)
    return value
"""
WITH_TABLE = """
TABLE = {}

def search(n, depth, alpha, beta, is_max):
    low, high = TABLE.get((n, depth), (-99, 99))
    if low >= beta:
        return low
    if high <= alpha:
        return high
    if depth == 0:
        return (7 * n * n + 3 * n) % 19 - 9
    best, a, b = (-99, alpha, beta) if is_max else (99, alpha, beta)
    for k in (1, 2, 3):
        if is_max:
            best = max(best, search(n + k, depth - 1, a, beta, False))
            a = max(a, best)
            if best >= beta:
                break
        else:
            best = min(best, search(n + k, depth - 1, alpha, b, True))
            b = min(b, best)
            if best <= alpha:
                break
    TABLE[n, depth] = (low, best) if best <= alpha else (best, high) if best >= beta else (best, best)
    return best

def mtdf(n, depth, guess):
    low, high = -99, 99
    while low < high:
        beta = guess + 1 if guess == low else guess
        guess = search(n, depth, beta - 1, beta, True)
        if guess < beta:
            high = guess
        else:
            low = guess
    return guess
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("text", "call"),
    [(COUNTING, "deepen([0, 0, 0, 0])"), (COUNTING, "deepen_on_own_board()"), (WITH_TABLE, "mtdf(0, 3, 5)")],
)
def test_what_an_object_counts_or_a_table_keeps_is_no_move_of_a_caller(tmp_path: Path, text: str, call: str) -> None:
    trace = searched(tmp_path, text, call)
    below = {trace.kinds[child] for child in trace.children(0)}
    assert (trace.kinds[0], below, best_move_of(trace)) == (NO_SIDE, {MAX}, None)


DEEPER = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def minimax(b, depth, maximizing):
    for mark, worth in (("X", 1), ("O", -1)):
        if any(b[x] == b[y] == b[z] == mark for x, y, z in LINES):
            return worth
    free = [i for i in range(9) if b[i] == "."]
    if not free or depth == 0:
        return 0
    values = []
    for i in free:
        b[i] = "X" if maximizing else "O"
        values.append(minimax(b, depth - 1, not maximizing))
        b[i] = "."
    return max(values) if maximizing else min(values)

def choose(b, searches):
    for depth in range(4):
        best, move = -2, None
        for i in range(9):
            if b[i] == "." and searches > 0:
                b[i] = "X"
                value = minimax(b, depth, False)
                b[i] = "."
                searches -= 1
                if value > best:
                    best, move = value, i
    return best, move
"""


@pytest.mark.parametrize(("searches", "depths", "line"), [(99, [0, -1, -1, -1], ["c3", "a2"]), (15, [0, -1, -1], [])])
def test_of_deeper_and_deeper_searches_the_last_is_the_answer(
    tmp_path: Path, searches: int, depths: list[int], line: list[str]
) -> None:
    """X is lost, which the first depth does not see; a depth that was not finished does not show the best move."""
    trace = searched(tmp_path, DEEPER, f"choose(list('OO..X.O.X'), {searches})")
    children = list(trace.children(0))
    assert [trace.values[child] for child in children[::4]][: len(depths)] == depths
    assert trace.best_child(0) == (children[-4] if line else -1)
    assert (trace.pv, trace.best_move) == (line, line[0] if line else None)


MOVE_AT_ROOT = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def minimax(b, depth, maximizing):
    for mark, worth in (("X", 10 - depth), ("O", depth - 10)):
        if any(b[x] == b[y] == b[z] == mark for x, y, z in LINES):
            return worth
    if " " not in b:
        return 0
    scores = {}
    for i in range(9):
        if b[i] == " ":
            b[i] = "X" if maximizing else "O"
            scores[i] = minimax(b, depth + 1, not maximizing)
            b[i] = " "
    if depth == 0:
        return RESULT
    return max(scores.values()) if maximizing else min(scores.values())
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("result", "value"), [("max(scores, key=scores.get)", None), ("max(scores.values())", 7.0), ("99", 99.0)]
)
def test_a_move_that_the_first_call_returns_is_not_its_value(tmp_path: Path, result: str, value: float | None) -> None:
    trace = searched(tmp_path, MOVE_AT_ROOT.replace("RESULT", result), "minimax(list('XO  X   O'), 0, True)")
    assert (trace.value, trace.position.game.name) == (value, "tictactoe")
    facts = compare_with_reference(trace)
    assert facts["same_calls"]
    assert (facts["same_value"] is None) == (value is None)


@pytest.mark.parametrize(
    ("result", "side"), [("value", MAX), ("'the left one' if left == value else 'the right one'", NO_SIDE)]
)
def test_for_whom_a_caller_chooses_is_known_by_what_it_gives_back_alone(tmp_path: Path, result: str, side: int) -> None:
    text = (
        "def choose(tree):\n    left, right = min_value(tree.left), min_value(tree.right)\n"
        f"    value = max(left, right)\n    return {result}\n"
    )
    for name, other, best in (("max_value", "min_value", "max"), ("min_value", "max_value", "min")):
        text += (
            f"def {name}(tree):\n    if tree.left is None:\n        return tree.value\n"
            f"    return {best}({other}(tree.left), {other}(tree.right))\n"
        )
    text += (
        "class Tree:\n    def __init__(self, value, *below):\n"
        "        self.value, (self.left, self.right) = value, below or (None, None)\n"
        "LEAVES = [Tree(value) for value in (3, 5, 2, 9)]\n"
        "ROOT = Tree(0, Tree(0, *LEAVES[:2]), Tree(0, *LEAVES[2:]))\n"
    )
    trace = searched(tmp_path, text, "choose(ROOT)")
    assert trace.user_code.has_caller
    assert trace.column("kind")[:2].tolist() == [side, MIN]
