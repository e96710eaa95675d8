"""What recordings of user code are said to prove: never more than their calls show."""

from __future__ import annotations

from math import inf
from pathlib import Path
from subprocess import DEVNULL

import pytest
from plyscope.analysis.stats import by_ply
from plyscope.files.opening import open_trace
from plyscope.files.trace_file import save_trace
from plyscope.model.columns import HORIZON, INNER
from plyscope.model.position import FIRST, Rules
from plyscope.text.explanation import why_facts
from plyscope.tracer.programs import program_of
from plyscope.tracer.running import debug
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import read_as_search, with_proposal
from plyscope.usercode.role_recognition import recognise

from tests.engine.usercode.right_programs import RIGHT
from tests.full_traces import Trace
from tests.places import RECURSION

LEAVES = "[[[3, 12], [8, 1]], [[2, 4], [6, 9]], [[14, 5], [2, 7]]]"
MINIMAX = """
def search(node, maximizing):
    if not isinstance(node, list):
        return node
    best = None
    for child in node:
        value = search(child, not maximizing)
        if best is None or (value > best if maximizing else value < best):
            best = value
    return best
"""
BOUNDS_IN_A_PAIR = """
def search(node, bounds, maximizing):
    if not isinstance(node, list):
        return node
    best = float("-inf") if maximizing else float("inf")
    for child in node:
        value = search(child, bounds, not maximizing)
        best = max(best, value) if maximizing else min(best, value)
        bounds = (max(bounds[0], best), bounds[1]) if maximizing else (bounds[0], min(bounds[1], best))
        if bounds[0] >= bounds[1]:
            break
    return best
"""
DISCOUNTED = MINIMAX.replace("    return best\n", "    return best * 0.5\n")


def read(path: Path, call: str) -> Trace:
    trace = debug(path, call, lines=False)
    proposal = recognise(trace)
    assert proposal is not None
    return with_proposal(trace, proposal)


def written(folder: Path, text: str, call: str) -> Trace:
    (folder / "program.py").write_text(text, encoding="utf-8")
    return read(folder / "program.py", call)


@pytest.mark.parametrize("call", ["alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"])
def test_no_call_that_was_cut_is_exact(call: str) -> None:
    trace = read(RECURSION / "alphabeta.py", call)
    cut = trace.facts.cutoff.nonzero()[0].tolist()
    assert cut
    assert all(trace.bound_of(frame) != "exact" for frame in cut)
    assert not (trace.intervals.has_bound("exact") & trace.facts.cutoff).any()


def test_plain_minimax_is_exact(tmp_path: Path) -> None:
    trace = written(tmp_path, MINIMAX, f"search({LEAVES}, True)")
    assert (trace.value, trace.bound, trace.interval) == (8, "exact", (8, 8))


def test_moves_may_be_left_where_a_loop_ends_early_and_no_window_is_known(tmp_path: Path) -> None:
    trace = written(tmp_path, BOUNDS_IN_A_PAIR, f"search({LEAVES}, (-100, 100), True)")
    inner = (trace.column("status") == INNER).nonzero()[0].tolist()
    if trace.search.windows.value == "none" and not trace.position.game.rules.knows_all:
        assert all(trace.bound_of(frame) != "exact" for frame in inner)
    else:
        cut = trace.facts.cutoff.nonzero()[0].tolist()
        assert all(trace.bound_of(frame) != "exact" for frame in cut)


LEFT_EARLY = """
KIDS = {'A': 'BC', 'B': 'DE', 'C': 'FG'}
VALUES = {'D': -1, 'E': 0, 'F': -1, 'G': 1}

def search(node, is_max, alpha, beta):
    if node in VALUES:
        return VALUES[node]
    for child in KIDS[node]:
        if child == FORCED:
            return search(child, not is_max, alpha, beta)
    best = -500 if is_max else 500
    for child in KIDS[node]:
        value = search(child, not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if GUARD:
            break
    return best
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("forced", "guard", "found"),
    [
        ("''", "alpha >= beta", (0, "exact", (0, 0))),
        ("'C'", "alpha >= beta", (1, "at most", (-inf, 1))),  # the first move, worth 0, was never tried
        ("''", "not is_max and best <= beta", (0, "at most", (-inf, 0))),  # MIN tries one move
    ],
)
def test_a_loop_that_is_left_for_another_reason_than_a_cut_may_leave_moves(
    tmp_path: Path, forced: str, guard: str, found: tuple[float, str, tuple[float, float]]
) -> None:
    text = LEFT_EARLY.replace("FORCED", forced).replace("GUARD", guard)
    trace = written(tmp_path, text, "search('A', False, -100, 100)")
    assert (trace.value, trace.bound, trace.interval) == found


def test_a_value_that_its_children_do_not_explain_proves_nothing(tmp_path: Path) -> None:
    trace = written(tmp_path, DISCOUNTED, f"search({LEAVES}, True)")
    assert (trace.bound, trace.interval) == (None, (-float("inf"), float("inf")))


@pytest.mark.parametrize("name", ["a memo dictionary", "lru_cache", "a table with bound flags"])
def test_a_stored_result_proves_nothing(name: str, tmp_path: Path) -> None:
    program = RIGHT[name]
    trace = written(tmp_path, program.game + program.text, program.calls[0])
    stored = trace.facts.is_leaf & ~trace.facts.is_proved_leaf
    assert stored.any()
    assert all(trace.bound_of(frame) is None for frame in stored.nonzero()[0].tolist())


PLACES = """
MOVES = {"root": ["left", "right"], "left": ["both", 8], "right": ["both", 7], "both": [3, 9]}

class Entry:
    def __init__(self):
        self.value, self.is_done = 0, False

def search(place, table, is_max):
    if place not in MOVES:
        return place
    HIT
    values = [search(one, table, not is_max) for one in MOVES[place]]
    best = max(values) if is_max else min(values)
    KEEP
    return best

def kept(table, place, best):
    table[place] = best
"""
STORED_LATER = {
    "an object that is changed later": (
        "entry = table.get(place)\n    if entry and entry.is_done:\n        return entry.value\n"
        "    entry = table[place] = Entry()",
        "entry.value, entry.is_done = best, True",
    ),
    "a list that is changed later": (
        "found = table.get(place)\n    if found and found[0] is not None:\n        return found[0]\n"
        "    row = [None]\n    table[place] = row",
        "row[0] = best",
    ),
    "an entry that another function makes": (
        "if place in table:\n        value = table[place]\n        return value",
        "kept(table, place, best)",
    ),
    "an entry of setdefault": (
        "entry = table.setdefault(place, {})\n    if 'value' in entry:\n        return entry['value']",
        "entry['value'] = best",
    ),
}


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", STORED_LATER)
def test_what_a_table_in_an_argument_gives_proves_nothing(name: str, tmp_path: Path) -> None:
    hit, keep = STORED_LATER[name]
    trace = written(tmp_path, PLACES.replace("HIT", hit).replace("KEEP", keep), "search('root', {}, True)")
    proved = trace.facts.is_proved_leaf
    assert [trace.values[frame] for frame in proved.nonzero()[0].tolist()] == [3, 9, 8, 7]
    (again,) = (trace.facts.is_leaf & ~proved).nonzero()[0].tolist()
    assert (trace.values[again], trace.bound_of(again)) == (9, None)


def true_value(rules: Rules, state: tuple[int, ...], max_side: int, known: dict[tuple[int, ...], float]) -> float:
    """Won, drawn or lost for MAX, by plain minimax."""
    if state not in known:
        found = []
        for move in [] if rules.is_over(list(state)) else list(rules.moves(list(state))):
            after = list(state)
            rules.play(after, move)
            found.append(true_value(rules, tuple(after), max_side, known))
        outcome = rules.outcome(list(state)) * (1 if max_side == FIRST else -1)
        side = max if rules.to_move(list(state)) == max_side else min
        known[state] = side(found) if found else outcome
    return known[state]


QUICK = (
    "a table with flags for both sides", "a memo dictionary", "lru_cache", "iterative deepening",
    "early return of a win", "NegaScout", "MTD(f)", "fail-hard", "early return of a cut", "aspiration windows",
    "bounds that meet",
)  # fmt: skip
"""Programs that the quick suite takes, one for each way to leave moves or to store results."""


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    "name",
    [name if name in QUICK else pytest.param(name, marks=pytest.mark.full) for name in RIGHT if "line" not in name],
)
def test_no_right_program_is_said_to_prove_what_is_false(name: str, tmp_path: Path) -> None:
    """Where a program of tic-tac-toe searches to the end and says 1, 0 and -1, its values are those of the game."""
    program = RIGHT[name]
    for call in program.calls[-1:]:
        (tmp_path / "program.py").write_text(program.game + program.text, encoding="utf-8")
        trace = debug(tmp_path / "program.py", call, lines=False)
        proposal = recognise(trace)
        trace = trace if proposal is None else with_proposal(trace, proposal)
        assert not (trace.intervals.has_bound("exact") & trace.facts.cutoff).any()
        game, values = trace.position.game, trace.column("value")
        leaves = trace.facts.is_proved_leaf
        if game.name != "tictactoe" or not set(values[leaves].tolist()) <= {-1.0, 0.0, 1.0}:
            continue
        if (trace.column("status")[leaves] == HORIZON).any():
            continue  # the depth is limited
        low, high = trace.intervals.columns
        known: dict[tuple[int, ...], float] = {}
        for frame in range(len(trace)):
            value = true_value(game.rules, tuple(trace.state(frame)), trace.position.max_side, known)
            assert low[frame] <= value <= high[frame], (call, frame)


LEFT_BY_A_FLAG = """
def search(node, maximizing, alpha, beta):
    if not isinstance(node, list):
        return node
    best, place, is_cut = (-99 if maximizing else 99), 0, False
    while place < len(node) and not is_cut:
        value = search(node[place], not maximizing, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        is_cut = alpha >= beta
        place += 1
    return best
"""
BOTH_ENDS_RETURNED = """
def search(node, maximizing, alpha, beta):
    if not isinstance(node, list):
        return node, node
    for child in node:
        low, high = search(child, not maximizing, alpha, beta)
        if maximizing:
            alpha = high if high > alpha else alpha
        else:
            beta = low if low < beta else beta
        if alpha >= beta:
            break
    return alpha, beta
"""
EQUAL_POSITIONS = """
def search(piles, maximizing, depth, alpha, beta):
    if depth == 0:
        return sum(piles) % 7
    best = -99 if maximizing else 99
    for place in range(len(piles)):
        taken = tuple(sorted(piles[:place] + piles[place + 1 :] + (2 * piles[place] + 1,)))
        value = search(taken, not maximizing, depth - 1, alpha, beta)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""


def test_a_recording_without_a_known_cut_rule_is_opened_again(tmp_path: Path) -> None:
    (tmp_path / "flag.py").write_text(LEFT_BY_A_FLAG, encoding="utf-8")
    trace = read(tmp_path / "flag.py", f"search({LEAVES}, True, -99, 99)")
    assert trace.options == {"windows": "whole"}
    save_trace(trace, tmp_path / "flag.plytrace")
    assert open_trace(tmp_path / "flag.plytrace").options == trace.options


def test_the_ends_of_a_window_are_no_one_part_of_the_results(tmp_path: Path) -> None:
    (tmp_path / "ends.py").write_text(BOTH_ENDS_RETURNED, encoding="utf-8")
    trace = read(tmp_path / "ends.py", f"search({LEAVES}, True, -15, 15)")
    assert findings(trace) == []
    assert trace.value is None


def test_another_item_with_an_equal_position_is_no_search_in_full(tmp_path: Path) -> None:
    (tmp_path / "piles.py").write_text(EQUAL_POSITIONS, encoding="utf-8")
    trace = read(tmp_path / "piles.py", "search((1, 1, 3, 3), True, 3, -99, 99)")
    assert trace.options == {"windows": "whole", "cut": ">="}


OTHERS = """
KIDS = {'A': 'BCD', 'B': 'EF', 'C': 'GH', 'D': 'IJ'}
VALUES = {'E': 3, 'F': 5, 'G': 6, 'H': 4, 'I': 1, 'J': 9}

def beats(node, bound, is_max):
    if node in VALUES:
        return VALUES[node] > bound
    return (any if is_max else all)(beats(one, bound, not is_max) for one in KIDS[node])

def best(node, is_max):
    if node in VALUES:
        return VALUES[node]
    found = best(KIDS[node][0], not is_max)
    for one in KIDS[node][1:]:
        if beats(one, found if is_max else found - 1, not is_max) == is_max:
            found = (max if is_max else min)(found, best(one, not is_max))
    return found

def settled(node, low, high):
    stand = VALUES.get(node, 2)
    if stand >= high:
        return high
    low = max(low, stand)
    for one in KIDS.get(node, ''):
        low = max(low, -settled(one, -high, -low))
    return low

def search(node, depth, low, high):
    if depth == 0:
        return settled(node, low, high) + 0
    for one in KIDS[node]:
        value = -search(one, depth - 1, -high, -low)
        if value >= high:
            return high
        low = max(low, value)
    return low
"""


def run(folder: Path, text: str) -> Trace:
    """The first recording of a program, in which calls of other groups are in recordings of their own."""
    (folder / "program.py").write_text(text, encoding="utf-8")
    streams = (DEVNULL,) * 3
    program = program_of(str(folder / "program.py"), "", folder=folder)
    session = Session(StartedProgram(program, OURS, Options(streams=streams)))
    session.run()
    return Trace(**read_as_search(session.recordings[0].trace()).parts)


def test_moves_that_another_search_tried_leave_values_open(tmp_path: Path) -> None:
    trace = run(tmp_path, OTHERS + "best('A', True)\n")
    # D was tried by `beats` alone: the value is right, and these calls do not show it.
    assert [trace.user_code.label(child) for child in trace.children(0)] == ["best('B', False)", "best('C', False)"]
    assert (trace.value, trace.bound, trace.pruned, by_ply(trace)[0]["tried"]) == (4, None, None, None)
    assert why_facts(trace, 0)["proof"] is None


def test_what_another_search_returns_for_a_window_is_no_number_of_the_leaf(tmp_path: Path) -> None:
    trace = run(tmp_path, OTHERS + "search('A', 1, -9, 1)\n")
    assert (trace.value, trace.bound) == (-2, None)
    leaves = [*trace.children(0)]
    assert trace.user_code.label(leaves[0]) == "search('B', 0, -1, 9)"
    assert why_facts(trace, leaves[0])["sentences"][0] == (
        "B returns -2, for which it calls another search: whether it is worth that is not known."
    )
    # The moves below the leaves are not of this search, and all of its own are known.
    assert by_ply(trace)[0]["tried"] == 3
    save_trace(trace, tmp_path / "quiet.plytrace")
    assert open_trace(tmp_path / "quiet.plytrace").bound is None
    # In one recording with the other search, the leaves are none.
    whole = written(tmp_path, OTHERS, "search('A', 1, -9, 1)")
    assert not whole.origin.searches_elsewhere.any()
