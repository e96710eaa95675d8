"""What parameters are taken for, by name and by value, in many spellings; and that a person may say otherwise."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from plyscope.analysis.stats import summary
from plyscope.audit.verification import verify
from plyscope.files.trace_file import save_trace
from plyscope.model.board_texts import find_cells
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.roles import DEPTH, GIVEN_MAX, GIVEN_VIEW, IGNORE, Proposal
from plyscope.text.explanation import why_facts
from plyscope.tracer.running import debug
from plyscope.usercode.reading import as_plain_calls, read_as_search, with_proposal
from plyscope.usercode.role_recognition import recognise, why_no_search

from tests.engine.usercode.right_programs import RIGHT
from tests.full_traces import Trace
from tests.places import RECURSION

GAME = """
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def over(cells):
    for a, b, c in LINES:
        if cells[a] == cells[b] == cells[c] != '.':
            return 1 if cells[a] == 'X' else -1
    return None if '.' in cells else 0

def search(board, player):
    cells = flat(board)
    value = over(cells)
    if value is not None:
        return value
    values = [search(with_mark(cells, i, player), 'O' if player == 'X' else 'X') for i in range(9) if cells[i] == '.']
    return max(values) if player == 'X' else min(values)
"""

MAKING = {
    "list": ("return board", "return CELLS"),
    "text": ("return list(board)", "return ''.join(CELLS)"),
    "lines": (
        "return [c for c in board if c != '\\n']",
        "return '\\n'.join(''.join(CELLS[i:i + 3]) for i in (0, 3, 6))",
    ),
    "rows": ("return sum(board, [])", "return [CELLS[i:i + 3] for i in (0, 3, 6)]"),
    "tuples": ("return [c for row in board for c in row]", "return tuple(tuple(CELLS[i:i + 3]) for i in (0, 3, 6))"),
    "dict": (
        "return [board[y, x] for y in range(3) for x in range(3)]",
        "return {(i // 3, i % 3): c for i, c in enumerate(CELLS)}",
    ),
    "array": ("return [str(c) for c in board.flatten()]", "import numpy; return numpy.array(CELLS).reshape(3, 3)"),
    "object": ("return board.squares", "return Position(CELLS)"),
}


def recorded(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    return debug(path, call, lines=False)


@pytest.mark.spread(6)
@pytest.mark.parametrize("kind", MAKING)
def test_boards_of_every_kind_are_those_of_the_game(tmp_path: Path, kind: str) -> None:
    flat, make = MAKING[kind]
    text = (
        GAME
        + "class Position:\n    def __init__(self, squares):\n        self.level = 3\n        self.squares = squares\n"
    )
    text += f"def flat(board):\n    {flat}\n"
    text += "def with_mark(cells, i, mark):\n    CELLS = [*cells]\n    if i is not None:\n        CELLS[i] = mark\n"
    text += f"    {make}\n"
    trace = recorded(tmp_path, text, "search(with_mark('XO.XO....', None, None), 'X')")
    proposal = recognise(trace)
    assert proposal is not None
    assert proposal.roles["search"] == {"board": "board", "player": "side"}
    found = with_proposal(trace, proposal)
    verify(found)
    assert (found.position.game.name, str(found.position.fullest_text)) == ("tictactoe", "XO./XO./... x")
    assert (found.value, found.best_move, len(found)) == (1.0, "a1", len(trace))


def test_negamax(tmp_path: Path) -> None:
    text = (
        "def nega(heap, alpha, beta, color):\n    if heap == 0:\n        return -1\n    best = -9\n"
        "    for take in (1, 2, 3):\n        if take <= heap:\n"
        "            best = max(best, -nega(heap - take, -beta, -alpha, -color))\n"
        "            alpha = max(alpha, best)\n            if alpha >= beta:\n                break\n    return best\n"
    )
    trace = recorded(tmp_path, text, "nega(6, -9, 9, 1)")
    proposal = recognise(trace)
    assert proposal is not None
    assert (proposal.negated, proposal.max_texts) == (True, ("1",))
    found = with_proposal(trace, proposal)
    verify(found)
    assert found.column("kind")[:3].tolist() == [1, 0, 1]
    assert found.value == 1.0
    assert found.options == {"windows": "whole", "cut": ">="}


def test_windows_by_their_values_and_sides_by_ply(tmp_path: Path) -> None:
    text = (
        "from math import inf\nTREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]\n"
        "def go(node, p, q, deep=0):\n    if not isinstance(node, list):\n        return node\n"
        "    best = inf if deep % 2 else -inf\n    for one in node:\n        value = go(one, p, q, deep + 1)\n"
        "        if deep % 2:\n            best = min(best, value); q = min(q, best)\n"
        "        else:\n            best = max(best, value); p = max(p, best)\n"
        "        if p >= q:\n            break\n    return best\n"
    )
    trace = recorded(tmp_path, text, "go(TREE, -inf, inf)")
    proposal = recognise(trace)
    assert proposal is not None
    assert {"p": "alpha", "q": "beta"}.items() <= proposal.roles["go"].items()
    found = with_proposal(trace, proposal)
    assert (found.value, found.cutoffs) == (3.0, 2), "the second after the last move"
    assert found.column("kind")[:2].tolist() == [1, 0]


def test_a_worst_value_computed_from_the_player_makes_no_bound_of_him(tmp_path: Path) -> None:
    text = """
def search(heap, player):
    if heap == 0:
        return -player
    best = -2 * player
    for take in range(1, min(heap, 3) + 1):
        value = search(heap - take, -player)
        best = max(best, value) if player == 1 else min(best, value)
    return best
"""
    proposal = Proposal.of(read_as_search(recorded(tmp_path, text, "search(5, 1)")))
    assert proposal is not None
    assert (proposal.roles["search"]["player"], proposal.max_texts) == ("side", ("1",))


def test_a_result_that_depends_on_the_side_is_no_bound(tmp_path: Path) -> None:
    text = """
def outcome(side, cells):
    if cells[0] == cells[1] != 0:
        return side * cells[0]
    return -2 if 0 in cells else 0

def search(side, cells):
    best = outcome(side, cells)
    if best != -2:
        return best
    best = -1
    for i in range(len(cells)):
        if cells[i] == 0:
            cells[i] = side
            value = -search(-side, cells)
            if value > best:
                best = value
            cells[i] = 0
    return best
"""
    proposal = Proposal.of(read_as_search(recorded(tmp_path, text, "search(-1, [0, 1, 0, 0, -1])")))
    assert proposal is not None
    assert "alpha" not in proposal.roles["search"].values()


def test_a_depth_ends_the_search_whichever_way_it_is_scored(tmp_path: Path) -> None:
    text = """
def search(heap, depth, is_first):
    is_over = heap == 0
    if depth == 0 or is_over:
        if is_over:
            return -9 if is_first else 9
        else:
            return heap
    values = [search(heap - take, depth - 1, not is_first) for take in range(1, min(heap, 3) + 1)]
    return max(values) if is_first else min(values)
"""
    proposal = Proposal.of(read_as_search(recorded(tmp_path, text, "search(5, 3, True)")))
    assert proposal is not None
    assert proposal.roles["search"]["depth"] == DEPTH


def test_what_adds_numbers_up_on_a_board_in_a_colour_is_no_search(tmp_path: Path) -> None:
    text = (
        "def fill(grid, x, y, color):\n    if not (0 <= x < 3 and 0 <= y < 3) or grid[y][x]:\n        return 0\n"
        "    grid[y][x] = color\n"
        "    return 1 + sum(fill(grid, x + i, y + j, color) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1)))\n"
    )
    trace = recorded(tmp_path, text, "fill([[0, 0, 1], [1, 0, 0], [0, 0, 1]], 0, 0, 7)")
    assert (trace.user_code.result(0), recognise(trace)) == ("6", None)


def test_a_person_may_say_otherwise(tmp_path: Path) -> None:
    text = (
        "def value(node, hi, lo):\n    if not isinstance(node, list):\n        return node\n"
        "    values = [value(one, hi, not lo) for one in node]\n    return max(values) if lo else min(values)\n"
    )
    trace = recorded(tmp_path, text, "value([[3, 12], [2, 4]], 0, True)")
    recognised = recognise(trace)
    assert recognised is not None
    assert recognised.roles == {"value": {"lo": "side"}}, "its tests choose between max and min"
    said = Proposal(roles={"value": {"lo": "side"}}, max_texts=("True",))
    found = with_proposal(trace, said)
    verify(found)
    assert found.column("kind").tolist() == [1, 0, 1, 1, 0, 1, 1]
    assert (found.value, found.best_child(0)) == (3.0, 1)
    again = with_proposal(found, replace(said, max_texts=("False",)))
    assert again.column("kind").tolist() == [0, 1, 0, 0, 1, 0, 0]


def test_what_was_read_one_way_may_be_read_another_way_and_not_at_all(tmp_path: Path) -> None:
    """Nothing is run again: whatever a recording has been taken for, all that it was made of is still there."""
    trace = debug(RECURSION / "alphabeta.py", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    found = recognise(trace)
    assert found is not None
    once = with_proposal(trace, found)
    assert once.position.game.name == "tictactoe"
    assert as_plain_calls(once).signature == trace.signature
    assert with_proposal(once, found).signature == once.signature
    roles = {name: role for name, role in found.roles["alphabeta"].items() if role != "alpha"}
    other = with_proposal(once, replace(found, roles={"alphabeta": roles}))
    assert other.search.windows.value == "none"
    assert with_proposal(other, found).signature == once.signature


def test_sides_follow_from_the_roles_and_answers_that_the_user_gives() -> None:
    trace = debug(RECURSION / "alphabeta.py", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    found = recognise(trace)
    assert found is not None
    assert recognise(with_proposal(trace, found)) == found
    no_side = recognise(trace, {"alphabeta": {"maximizing": IGNORE, "depth": DEPTH}})
    assert no_side is not None
    kinds = with_proposal(trace, found).column("kind").tolist()
    as_run = with_proposal(trace, no_side).column("kind").tolist()
    assert {*zip(as_run, kinds, strict=True)} - {(NO_SIDE, MAX), (NO_SIDE, MIN)} == {(MAX, MAX), (MIN, MIN)}
    by_ply = read_as_search(trace, {"alphabeta": {"maximizing": IGNORE, GIVEN_MAX: "second"}})
    assert by_ply.column("kind").tolist() == kinds
    assert by_ply.position.game.name == "tictactoe"
    turned = read_as_search(trace, {"alphabeta": {GIVEN_MAX: "True"}})
    assert turned.column("kind").tolist() == [1 - kind for kind in kinds] or "True" in found.max_texts
    unknown = recognise(trace, {"alphabeta": {GIVEN_MAX: "unknown"}})
    assert unknown is not None
    assert not unknown.has_sides
    for by, negated in (("max", False), ("mover", True)):
        seen = recognise(trace, {"alphabeta": {GIVEN_VIEW: by}})
        assert seen is not None
        assert seen.negated is negated


def test_a_proposal_is_kept_in_files(tmp_path: Path) -> None:
    text = (RECURSION / "alphabeta.py").read_text(encoding="utf-8")
    trace = recorded(tmp_path, text, "best_move(list('X...O....'), 2)")
    proposal = recognise(trace)
    assert proposal is not None
    save_trace(with_proposal(trace, proposal), tmp_path / "own.plytrace")
    opened = Trace.open(tmp_path / "own.plytrace")
    verify(opened)
    kept = Proposal.read(opened.user_code)
    assert kept is not None
    assert kept.roles == proposal.roles
    assert kept.game == "tictactoe"


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[1, 2, 3]", None),
        ("[0, 0, 0, 1]", 2),
        ("[[0, 1], [1]]", None),
        ("'X.O/.../...'", 3),
        ("array([[0, 0, 0], [1, 1, 1]])", 2),
        ("Game(turn='X', board=[['', 'R'], ['', '']])", 2),
        ("{0: ' ', 1: 'X', 2: ' ', 3: 'O'}", 2),
        ("<function>", None),
        ("[['long words', 'x'], ['y', 'z']]", None),
        ("[" * 400, None),
    ],
)
def test_what_looks_like_a_board(text: str, rows: int | None) -> None:
    cells = find_cells(text)
    assert (None if cells is None else len(cells)) == rows


TAKING_TURNS = (
    GAME.replace("def search(board, player)", "def computer(board)")
    .replace(
        "    values = [",
        "    values = [answer(with_mark(cells, i, 'X')) for i in range(9) if cells[i] == '.']\n    _ = [",
    )
    .partition("    _ = [")[0]
    + "    best = -9\n    for value in values:\n        if value > best:\n            best = value\n    return best\n"
)
BOARDS = (
    "def flat(board):\n    return list(board)\n"
    "def with_mark(cells, i, mark):\n    return ''.join(mark if i == n else c for n, c in enumerate(cells))\n"
)


def test_two_functions_take_turns_whatever_their_names(tmp_path: Path) -> None:
    answer = "def answer" + TAKING_TURNS.partition("def computer")[2]
    answer = answer.replace("answer(with", "computer(with").replace("'X')) for", "'O')) for")
    answer = answer.replace("best = -9", "best = 9").replace("value > best", "value < best")
    trace = recorded(tmp_path, TAKING_TURNS + answer + BOARDS, "computer('.OXXXO.O.')")
    proposal = recognise(trace)
    assert proposal is not None
    assert proposal.kinds == {"computer": "max", "answer": "min"}
    found = with_proposal(trace, proposal)
    assert (found.position.game.name, found.value) == ("tictactoe", 1.0)


def test_a_truth_value_with_which_the_largest_is_taken_either_way_is_no_known_side(tmp_path: Path) -> None:
    text = """
def search(node, moved=False):
    if isinstance(node, int):
        return node
    best = search(node[0], not moved)
    for child in node[1:]:
        if moved:
            best = max(best, search(child, not moved))
        else:
            best = max(best, search(child, not moved))
    return best
"""
    proposal = recognise(recorded(tmp_path, text, "search([[3, 5], [2, 9]])"))
    assert proposal is None or proposal.asked == GIVEN_MAX


@pytest.mark.spread(3)
@pytest.mark.parametrize("board", ["XO.XO....", "X.O.X..O.", ".OOXXO.X."])
def test_where_both_branches_take_the_largest_x_is_max(tmp_path: Path, board: str) -> None:
    text = GAME.replace("min(values)", "max(values)") + BOARDS
    proposal = recognise(recorded(tmp_path, text, f"search({board!r}, 'X')"))
    assert proposal is not None
    assert (proposal.max_texts, proposal.roles["search"]["player"]) == (("'X'",), "side")


def test_a_negamax_that_asks_for_equal_values(tmp_path: Path) -> None:
    text = (
        "def outcome(heap):\n    if heap == 0:\n        return -1\n    for take in (1, 2, 3):\n"
        "        if take <= heap and -outcome(heap - take) == 1:\n            return 1\n    return -1\n"
    )
    trace = recorded(tmp_path, text, "outcome(7)")
    said = recognise(trace, {"outcome": {"heap": "depth"}})
    assert said is not None
    assert (said.negated, said.item) == (True, "")


FOLDS = {
    "reduce with a helper": (
        "reduce(better if who == 1 else worse, [value(child, -who) for child in node])",
        "value([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1)",
    ),
    "reduce with a lambda": (
        "reduce((lambda a, b: a if a > b else b) if who == 1 else lambda a, b: a if a < b else b, "
        "(value(child, -who) for child in node))",
        "value([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1)",
    ),
    "reduce with max": (
        "reduce(max if who == 1 else min, map(lambda child: value(child, -who), node))",
        "value([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1)",
    ),
    "max of map": (
        "(max if who == 1 else min)(map(lambda child: value(child, -who), node))",
        "value([[3, 12, 8], [2, 4, 6], [14, 5, 2]], 1)",
    ),
}


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", FOLDS)
def test_folds_without_a_loop_are_searches(tmp_path: Path, name: str) -> None:
    fold, call = FOLDS[name]
    text = f"""
from functools import reduce

def better(a, b):
    return a if a > b else b

def worse(a, b):
    return a if a < b else b

def value(node, who):
    if not isinstance(node, list):
        return node
    return {fold}
"""
    trace = read_as_search(recorded(tmp_path, text, call))
    assert (trace.position.game.name, trace.value, trace.best_move) == ("tree", 3, "1")


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("name", "roles"),
    [
        ("a heap that is what remains", {"is_max": "side"}),
        ("estimates with few cells left", {"board": "board", "is_max": "side"}),
        ("weights called alpha and beta", {"board": "board", "depth": "depth", "is_max": "side"}),
    ],
)
def test_names_alone_give_no_roles(tmp_path: Path, name: str, roles: dict[str, str]) -> None:
    game, text, calls = RIGHT[name]
    proposal = Proposal.of(read_as_search(recorded(tmp_path, game + text, calls[0])))
    assert proposal is not None
    assert [dict(mine) for mine in proposal.roles.values()] == [roles]


def test_angles_called_alpha_and_beta_are_no_search(tmp_path: Path) -> None:
    text = """
def branch(length, alpha, beta, depth):
    if depth == 0:
        return length
    longer = branch(length * 0.7, alpha + 0.3, beta, depth - 1)
    return max(longer, branch(length * 0.6, alpha, beta - 0.3, depth - 1))
"""
    assert recognise(recorded(tmp_path, text, "branch(10, 0.1, 0.9, 4)")) is None


ADDING = """
def total(numbers, is_max):
    if len(numbers) == 1:
        return numbers[0] if numbers[0] > 2 or is_max else -numbers[0]
    found = 0
    for i in range(len(numbers)):
        found += {share}total(numbers[:i] + numbers[i + 1:], not is_max)
    return found
"""


@pytest.mark.parametrize(("share", "adds"), [("", True), ("0.5 * ", False)])
def test_values_that_are_added_up_are_called_so(tmp_path: Path, share: str, adds: bool) -> None:
    path = tmp_path / "own.py"
    path.write_text(ADDING.format(share=share), encoding="utf-8")
    why = why_no_search(read_as_search(debug(path, "total([4, 1, 7], True)")))
    assert (why is not None and "adds up" in why.pattern) is adds


LARGEST = """
def best(node, alpha, beta):
    if not isinstance(node, list):
        return [None, node]
    found, kept = -99, None
    for place, child in enumerate(node):
        value = best(child, alpha, beta)[1]
        found = max(found, value)
        alpha = max(alpha, value)
        if alpha >= beta:
            break
        kept = place
    return [kept, found]
"""


def test_the_largest_of_parts_of_results_is_called_so(tmp_path: Path) -> None:
    trace = read_as_search(recorded(tmp_path, LARGEST, "best([[3, 5], [6, 9], [1, 2]], -99, 99)"))
    said = "each call whose value is known has the largest of the values below it, and no second side is known"
    assert (Proposal.of(trace), str(why_no_search(trace))) == (None, said)
    assert trace.user_code.result(0) == "[2, 9]"
    # Nothing says that it passes down no window, nor that it returned no number.
    assert not trace.facts.knows_windows
    assert summary(trace)["options"] == {"windows": None}
    sentences = why_facts(trace, 0)["sentences"]
    assert sentences[0] == "The root returned [2, 9]; no number in that is known to be its value."


def test_results_of_which_no_part_is_kept_are_called_so(tmp_path: Path) -> None:
    text = LARGEST.replace("[1]\n        found = max(found, value)", "\n        found = better(found, value)")
    text = text.replace("max(alpha, value)", "max(alpha, value[1])").replace("-99, None", "[0, -99], None")
    text = text.replace("return [kept, found]", "return [kept, len(node) + min(0, found[1])]")
    text += "\ndef better(one, other):\n    return max(one, other, key=lambda pair: pair[1])\n"
    trace = read_as_search(recorded(tmp_path, text, "best([[3, 5], [6, 9], [1, 2]], -99, 99)"))
    assert str(why_no_search(trace)) == "which part of what its calls return is the value is not known"


BOUNDS_THAT_ARE_NO_NUMBERS = """
from decimal import Decimal
from fractions import Fraction

class Player:
    def __init__(self, exact):
        self.exact, self.bounds = exact, [exact(-99), exact(99)]

    def search(self, node, is_max):
        if not isinstance(node, list):
            return self.exact(node) / 4
        before = [*self.bounds]
        best = self.exact(-99 if is_max else 99)
        for child in node:
            value = self.search(child, not is_max)
            if is_max:
                best = max(best, value)
                self.bounds[0] = max(self.bounds[0], best)
            else:
                best = min(best, value)
                self.bounds[1] = min(self.bounds[1], best)
            if self.bounds[0] >= self.bounds[1]:
                break
        self.bounds = before
        return best

def search(node, bounds, exact, is_max):
    if not isinstance(node, list):
        return exact(node) / 4
    best = exact(-99 if is_max else 99)
    for child in node:
        value = search(child, [*bounds], exact, not is_max)
        if is_max:
            best = max(best, value)
            bounds[0] = max(bounds[0], best)
        else:
            best = min(best, value)
            bounds[1] = min(bounds[1], best)
        if bounds[0] >= bounds[1]:
            break
    return best
"""


@pytest.mark.spread(5)
@pytest.mark.parametrize(("exact", "places"), [("Fraction", [{"best": "best", "side": "is_max"}]), ("Decimal", None)])
@pytest.mark.parametrize(
    "call", ["search(TREE, [EXACT(-99), EXACT(99)], EXACT, True)", "search(TREE, [-99, 99], EXACT, True)",
             "Player(EXACT).search(TREE, True)"]
)  # fmt: skip
def test_bounds_in_a_list_that_are_no_numbers_are_no_infinite_window(
    tmp_path: Path, exact: str, places: list[dict[str, str]] | None, call: str
) -> None:
    call = call.replace("EXACT", exact).replace("TREE", "[[3, 12], [8, 2], [14, 5]]")
    trace = read_as_search(recorded(tmp_path, BOUNDS_THAT_ARE_NO_NUMBERS, call), {})
    proposal = Proposal.read(trace.user_code)
    assert (proposal and [*proposal.places.values()]) == places
    assert (trace.options["windows"], trace.cutoffs, trace.pruned) == ("none", None, None)
