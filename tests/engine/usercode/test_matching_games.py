"""Trees in lists stand on the game of trees; leaves in a table that is handed down are no board."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.text.listing import plays_move
from plyscope.usercode.chosen_search import best_move_of
from plyscope.usercode.findings import REMARK, findings
from plyscope.usercode.reference_check import compare_with_reference, why_not_compared

from tests.engine.tracer.searching import searched

ALPHABETA = """
def alphabeta(node, depth, alpha, beta, maximizing):
    if depth == 0 or not isinstance(node, (list, tuple)):
        return node
    best = -99 if maximizing else 99
    for child in node:
        value = alphabeta(child, depth - 1, alpha, beta, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
        if alpha >= beta:
            break
    return best
"""
TABLE = """
def minimax(depth, index, is_max, values):
    if depth == 3:
        return values[index]
    below = [minimax(depth + 1, 2 * index + i, not is_max, values) for i in (0, 1)]
    return max(below) if is_max else min(below)
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("tree", "side", "value", "frames", "pruned"),
    [
        ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", True, 3, 11, 2),
        ("((3, 12, 8), (2, 4, 6), (14, 5, 2))", False, 6, 11, 2),
        ("[[5, 5], [5, [1, 1]], 7.5]", True, 7.5, 7, 1),
    ],
)
def test_a_tree_in_lists(tmp_path: Path, tree: str, side: bool, value: float, frames: int, pruned: int) -> None:
    trace = searched(tmp_path, ALPHABETA, f"alphabeta({tree}, 9, -99, 99, {side})")
    verify(trace)
    assert (trace.position.game.name, trace.value, len(trace), trace.pruned) == ("tree", value, frames, pruned)
    assert findings(trace) == []
    facts = compare_with_reference(trace)
    assert (facts["same_value"], facts["same_move"], facts["first_divergence"]) == (True, True, None)


def test_items_that_are_equal_are_handed_on_one_after_the_other(tmp_path: Path) -> None:
    trace = searched(tmp_path, ALPHABETA, "alphabeta([[2, 2], [2, 2], 1], 9, -99, 99, True)")
    assert [trace.move_text(child) for child in trace.children(0)] == ["1", "2", "3"]


def test_a_table_of_leaves_is_no_board_that_is_not_undone(tmp_path: Path) -> None:
    trace = searched(tmp_path, TABLE, "minimax(0, 0, True, [3, 5, 2, 9, 12, 5, 23, 23])")
    assert trace.user_code.proposal is not None
    assert trace.user_code.proposal["roles"]["minimax"] == {"depth": "depth", "is_max": "side"}
    assert (trace.value, findings(trace)) == (12, [])


def test_calls_that_are_equal_are_no_second_look_at_a_move(tmp_path: Path) -> None:
    text = ALPHABETA.replace("node, depth", "depth").replace("child, depth - 1", "depth - 1")
    text = text.replace("depth == 0 or not isinstance(node, (list, tuple))", "depth == 0").replace(
        "return node", "return 1"
    )
    text = text.replace("for child in node", "for child in (1, 2)")
    trace = searched(tmp_path, text, "alphabeta(4, -1, 2, True)")
    assert trace.options["windows"] == "whole"


SLIDING = """
class Grid:
    def __init__(self, cells):
        self.cells = [row[:] for row in cells]

    def slide(self, direction):
        before = [row[:] for row in self.cells]
        turned = self.cells if direction < 2 else [list(column) for column in zip(*self.cells)]
        for at, row in enumerate(turned):
            tiles = [tile for tile in (row if direction % 2 else row[::-1]) if tile]
            for place in range(len(tiles) - 1):
                if tiles[place] == tiles[place + 1]:
                    tiles[place:place + 2] = [2 * tiles[place], 0]
            tiles = [tile for tile in tiles if tile] + [0] * sum(not tile for tile in row)
            tiles += [0] * (len(row) - len(tiles))
            turned[at] = tiles if direction % 2 else tiles[::-1]
        self.cells = turned if direction < 2 else [list(column) for column in zip(*turned)]
        return self.cells != before


def search(grid, depth, player):
    if depth == 0:
        return sum(row.count(0) for row in grid.cells)
    best = -1 if player else 99
    if player:
        for direction in range(4):
            after = Grid(grid.cells)
            if after.slide(direction):
                best = max(best, search(after, depth - 1, False))
        return best
    for y in range(4):
        for x in range(4):
            if not grid.cells[y][x]:
                after = Grid(grid.cells)
                after.cells[y][x] = 2
                best = min(best, search(after, depth - 1, True))
    return best
"""


def test_tiles_that_slide_over_a_board_are_no_game_of_pieces_that_stay(tmp_path: Path) -> None:
    start = "[[0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 2], [0, 0, 0, 0]]"
    trace = searched(tmp_path, SLIDING, f"search(Grid({start}), 2, True)")
    why = why_not_compared(trace)
    assert why is not None
    assert why.pattern == "Plyscope recognises no game in the arguments of its calls"


LINES = """
def has_line(board, mark, size):
    rows = [range(at * size, at * size + size) for at in range(size)]
    columns = [range(at, size * size, size) for at in range(size)]
    diagonals = [range(0, size * size, size + 1), range(size - 1, size * size - 1, size - 1)]
    return any(all(board[at] == mark for at in line) for line in [*rows, *columns, *diagonals])


def mini_max(board, is_max, size):
    for mark, value in (("X", 1), ("O", -1)):
        if has_line(board, mark, size):
            return value
    if " " not in board:
        return 0
    values = []
    for at, cell in enumerate(board):
        if cell == " ":
            values.append(mini_max(board[:at] + ("X" if is_max else "O") + board[at + 1:], not is_max, size))
    return max(values) if is_max else min(values)
"""


def test_the_reason_why_a_board_is_not_compared_is_said(tmp_path: Path) -> None:
    assert why_not_compared(searched(tmp_path, LINES, "mini_max('XOXX O O ', False, 3)")) is None
    wrong_side = why_not_compared(searched(tmp_path, LINES, "mini_max('XOXX  O  ', True, 3)"))
    assert wrong_side is not None
    assert (wrong_side.values["due"], wrong_side.values["mover"]) == ("O", "X")
    larger = why_not_compared(searched(tmp_path, LINES, "mini_max('XOXOXOXOOXOX    ', True, 4)"))
    assert larger is not None
    assert (larger.values["columns"], larger.values["rows"]) == (4, 4)


CHESS = """
import chess

WORTH = [0, 1, 3, 3, 5, 9, 0]

def judged(board):
    return sum(WORTH[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values())

def minimax(board, depth):
    if depth == 0 or board.is_game_over():
        return judged(board)
    values = []
    for move in board.legal_moves:
        board.push(move)
        values.append(minimax(board, depth - 1))
        board.pop()
    return max(values) if board.turn else min(values)

def choose(board, depth):
    values = {}
    for move in list(board.legal_moves):
        board.push(move)
        values[move] = minimax(board, depth - 1)
        board.pop()
    return (max if board.turn else min)(values, key=values.get)
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize("function", ["minimax", "choose"])
def test_boards_of_the_package_chess_are_compared(tmp_path: Path, function: str) -> None:
    """They say themselves whose move it is; `choose` was given no board that is recorded."""
    pytest.importorskip("chess")
    trace = searched(tmp_path, CHESS, f"{function}(chess.Board('4k3/8/2p1p3/3n4/2P1P3/8/8/4K3 w - - 0 1'), 2)")
    facts = compare_with_reference(trace)
    assert (facts["compared"], facts["reference"], facts["frames"][0]) == (True, "minimax", facts["frames"][1])
    assert facts["frames"][0] == trace.user_code.calls


def test_a_null_move_is_no_move_of_the_reference(tmp_path: Path) -> None:
    pytest.importorskip("chess")
    null = """    values = []
    if depth > 1:
        board.push(chess.Move.null())
        values.append(minimax(board, depth - 1))
        board.pop()
"""
    text = CHESS.replace("    values = []\n", null, 1)
    why = why_not_compared(
        searched(tmp_path, text, "minimax(chess.Board('4k3/8/2p1p3/3n4/2P1P3/8/8/4K3 w - - 0 1'), 2)")
    )
    assert why is not None
    assert "null move" in why.pattern


TURNED = """
def flips(board, x, y, mark):
    found = []
    for dx, dy in [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]:
        line, i, j = [], x + dx, y + dy
        while 0 <= i < 4 and 0 <= j < 4 and board[j][i] not in (".", mark):
            line.append((i, j))
            i, j = i + dx, j + dy
        if 0 <= i < 4 and 0 <= j < 4 and board[j][i] == mark:
            found += line
    return found

def after(board, x, y, mark):
    turned = [row[:] for row in board]
    for i, j in [*flips(board, x, y, mark), (x, y)]:
        turned[j][i] = mark
    return turned

def minimax(board, depth, mark):
    moves = [(x, y) for y in range(4) for x in range(4) if board[y][x] == "." and flips(board, x, y, mark)]
    if depth == 0 or not moves:
        return sum(row.count("X") - row.count("O") for row in board)
    values = [minimax(after(board, x, y, mark), depth - 1, "O" if mark == "X" else "X") for x, y in moves]
    return max(values) if mark == "X" else min(values)
"""


def test_a_move_that_turns_others_is_the_square_that_was_placed(tmp_path: Path) -> None:
    trace = searched(tmp_path, TURNED, "minimax([list(row) for row in ('....', '.OX.', '.XO.', '....')], 2, 'X')")
    assert [trace.move_text(child) for child in trace.children(0)] == ["b4", "a3", "d2", "c1"]


def test_a_call_is_no_move(tmp_path: Path) -> None:
    """`count(2, True)` stands for a move that is not known; none is said to be played or best."""
    text = """
from random import Random

LEAVES = Random(1)

def count(depth, is_max):
    if not depth:
        return LEAVES.randint(-9, 9)
    values = [count(depth - 1, not is_max), count(depth - 1, not is_max)]
    return max(values) if is_max else min(values)
"""
    trace = searched(tmp_path, text, "count(3, True)")
    assert best_move_of(trace) is None
    assert not any(plays_move(trace, frame) for frame in range(len(trace)))


@pytest.mark.parametrize(("mark", "game"), [("1 if is_max else 2", "tictactoe"), ("1", "own")])
def test_both_sides_with_one_mark_are_another_game(tmp_path: Path, mark: str, game: str) -> None:
    text = f"""
def minimax(board, depth, is_max):
    if board[0] and (board[0] == board[1] == board[2] or board[0] == board[3] == board[6]):
        return 1 if board[0] == 1 else -1
    if depth == 0:
        return 0
    free = [i for i in range(9) if board[i] == 0]
    values = [minimax(board[:i] + [{mark}] + board[i + 1:], depth - 1, not is_max) for i in free]
    return max(values) if is_max else min(values)
"""
    assert searched(tmp_path, text, "minimax([1, 1, 0, 1, 0, 2, 0, 2, 2], 2, True)").position.game.name == game


OTHER_GAMES = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def line(board, lines):
    return next((board[x] for x, y, z in lines if board[x] and board[x] == board[y] == board[z]), 0)

def any_cell(board):
    return [i for i in range(9) if board[i] == 0]

def lowest(board):
    return [i for i in any_cell(board) if i > 5 or board[i + 3]]

def search(board, is_max, moves=any_cell, lines=LINES, depth=9):
    won = line(board, lines)
    if won or depth == 0 or not moves(board):
        return won
    after = (board[:i] + [1 if is_max else -1] + board[i + 1:] for i in moves(board))
    values = [search(one, not is_max, moves, lines, depth - 1) for one in after]
    return max(values) if is_max else min(values)

def fill(board, is_max):
    if 0 not in board:
        return line(board, LINES)
    values = [fill(board[:i] + [1 if is_max else -1] + board[i + 1:], not is_max) for i in any_cell(board)]
    return max(values) if is_max else min(values)
"""
OPEN_BOARD = "[1, -1, 0, 0, 1, 0, 0, -1, 0]"


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (f"search({OPEN_BOARD}, True)", ""),
        (f"search({OPEN_BOARD}, True, depth=2)", "no win of this run says which"),
        (f"search({OPEN_BOARD}, True, lines=LINES[:6])", "not all of its moves and results"),
        (f"search({OPEN_BOARD}, True, lines=LINES[3:6], depth=1)", "no win of this run says which"),
        ("search([1, 1, 0, 1, -1, 0, 0, -1, -1], True, lines=LINES[3:6], depth=1)", "not all of its moves and results"),
        ("search([0, 0, 0, 0, 0, -1, 1, 1, -1], True, lowest)", "not all of its moves and results"),
        ("search([1, -1, 1, -1, 1, -1, -1, 0, 0], True, lines=[])", "not all of its moves and results"),
        ("fill([1, -1, 0, -1, 1, 0, 0, 1, -1], True)", "no win of this run says which"),
        ("search([0] * 9, True, depth=2)", "no win of this run says which"),
    ],
)
def test_a_board_of_nine_cells_is_tic_tac_toe_where_the_run_shows_it(tmp_path: Path, call: str, reason: str) -> None:
    trace = searched(tmp_path, OTHER_GAMES, call, lines=False)
    assert trace.position.game.name == ("own" if reason else "tictactoe")
    assert [one for one in findings(trace) if one.kind != REMARK] == []
    why = str(why_not_compared(trace)) if reason else ""
    assert reason in why


HEX = """
NEAR = {i: [j for j in range(9) if (j % 3 - i % 3, j // 3 - i // 3) in STEPS] for i in range(9)}

def joins(board, mark):
    reached = [i for i in (range(3) if mark == 1 else range(0, 9, 3)) if board[i] == mark]
    for i in reached:
        reached += [j for j in NEAR[i] if board[j] == mark and j not in reached]
    return any(i > 5 if mark == 1 else i % 3 == 2 for i in reached)

def alphabeta(board, depth, alpha, beta, is_max):
    if joins(board, 1) or joins(board, 2):
        return 10 if joins(board, 1) else -10
    if depth == 0:
        return sum(board[i] == 1 for i in NEAR[4]) - sum(board[i] == 2 for i in NEAR[4])
    best = -99 if is_max else 99
    for i in range(9):
        if not board[i]:
            value = alphabeta(board[:i] + [1 if is_max else 2] + board[i + 1:], depth - 1, alpha, beta, not is_max)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
    return best
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize("stones", ["[2, 0, 0, 0, 1, 0, 0, 0, 0]", "[0] * 9"])
def test_hex_with_pruned_moves_says_what_is_not_known(tmp_path: Path, stones: str) -> None:
    text = f"STEPS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]{HEX}"
    trace = searched(tmp_path, text, f"alphabeta({stones}, 3, -99, 99, True)", lines=False)
    assert trace.pruned
    assert (trace.position.game.name, findings(trace)) == ("own", [])
    assert "Tic-tac-toe" in str(why_not_compared(trace))


EDGES_OR_LINES = """
NEAR = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, -1), (-1, 1)]

def connects(board, mark):
    reached = [(i // 3, i % 3) for i in range(9) if board[i] == mark and (i // 3 if mark == "X" else i % 3) == 0]
    for row, column in reached:
        if (row if mark == "X" else column) == 2:
            return True
        for down, right in NEAR:
            one = row + down, column + right
            is_there = 0 <= one[0] < 3 and 0 <= one[1] < 3 and board[one[0] * 3 + one[1]] == mark
            if is_there and one not in reached:
                reached.append(one)
    return False

def has_line(board, mark):
    lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
    return any(all(board[at] == mark for at in line) for line in lines)

def search(board, player):
    for mark, value in (("X", 1), ("O", -1)):
        if WINS(board, mark):
            return value
    if "." not in board:
        return 0
    values = []
    for i in range(9):
        if board[i] == ".":
            board[i] = player
            values.append(search(board, "O" if player == "X" else "X"))
            board[i] = "."
    return max(values) if player == "X" else min(values)
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("wins", "board", "player", "game"),
    [
        ("connects", "..OX..OXX", "O", "own"),
        ("connects", "OOXX.OX..", "X", "own"),
        ("connects", "O.OXXO..X", "X", "own"),
        ("has_line", "O.OXXO..X", "X", "tictactoe"),
        ("has_line", "XO..X..OO", "X", "tictactoe"),
        ("has_line", "XOXOX.O.O", "X", "own"),  # one line wins at once, as in Hex
    ],
)
def test_a_run_that_may_be_of_hex_on_nine_cells_is_said_to_be_neither(
    tmp_path: Path, wins: str, board: str, player: str, game: str
) -> None:
    trace = searched(tmp_path, EDGES_OR_LINES.replace("WINS", wins), f"search(list({board!r}), {player!r})")
    assert trace.position.game.name == game
    why = why_not_compared(trace)
    unclear = "it may be Tic-tac-toe or another game on such boards: no win of this run says which"
    assert (why and str(why)) == (unclear if game == "own" else None)
