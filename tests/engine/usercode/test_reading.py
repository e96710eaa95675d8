"""What is read of a program as of a search: the moves that it prunes, and where its games end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.so_far import SoFar
from plyscope.analysis.stats import by_ply
from plyscope.export.extent import Extent
from plyscope.export.json_tree import nodes
from plyscope.export.selection import Selection
from plyscope.model.conditions import parse
from plyscope.model.steps import Steps
from plyscope.text.listing import lines_of
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search

from tests.full_traces import Trace

INNER_BREAK = """LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
UNTRIED = []

def won(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."), None)

def search(cells, is_max, alpha, beta):
    if won(cells):
        return 1 if won(cells) == "x" else -1
    if "." not in cells:
        return 0
    free, cuts = cells.count("."), 0
    best = -9 if is_max else 9
    for row in range(3):
        for column in range(3):
            if cells[3 * row + column] != ".":
                continue
            cells[3 * row + column] = "x" if is_max else "o"
            value = search(cells, not is_max, alpha, beta)
            cells[3 * row + column] = "."
            free -= 1
            if is_max:
                best, alpha = max(best, value), max(alpha, value)
            else:
                best, beta = min(best, value), min(beta, value)
            if beta <= alpha:
                cuts += 1
                break
    UNTRIED.append((cuts, free))
    return best
"""


UP_TO_A_LIMIT = """
LAST = 2
WORTH = [4, -2, 7, 1, 0, -6, 3, 5, -1]

def over(path):
    return len(path) == 9

def search(path, count, is_max):
    if over(path):
        return 0
    if count == LAST:
        return WORTH[3 * path[0] + path[1]]
    values = []
    for step in range(3):
        values.append(search(path + (step,), count + 1, not is_max))
    return max(values) if is_max else min(values)
"""
DOWN_OR_OVER = """
def over(path):
    return len(path) > 1 and path[-1] == path[-2]

def search(path, depth, is_max):
    if TEST:
        return 7 * sum(path) % 5 - 2
    values = [search(path + (step,), depth - 1, not is_max) for step in range(3)]
    return max(values) if is_max else min(values)
"""
WITH_TABLE = """
KNOWN = {}

def search(left, depth, is_max):
    if depth == 0:
        return 0
    if left <= 0:
        return -1 if is_max else 1
    if (left, is_max) in KNOWN:
        return KNOWN[left, is_max]
    best = -9 if is_max else 9
    for take in (1, 2):
        value = search(left - take, depth - 1, not is_max)
        best = max(best, value) if is_max else min(best, value)
    KNOWN[left, is_max] = best
    return best
"""


def read(tmp_path: Path, text: str, call: str) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text)
    return read_as_search(debug(path, call), {})


def test_moves_that_an_inner_loop_leaves_are_pruned(tmp_path: Path) -> None:
    call, names = 'search(list("xo..x...."), False, -9, 9)', dict[str, Any]()
    exec(INNER_BREAK, names)
    eval(call, names)
    cuts, untried = zip(*names["UNTRIED"], strict=True)
    trace = read(tmp_path, INNER_BREAK, call)
    assert trace.position.game.name == "tictactoe"
    assert (trace.cutoffs, trace.pruned) == (sum(cuts), sum(untried))
    assert int(trace.facts.cutoff.sum()) == sum(map(bool, cuts)) < sum(cuts)
    cut_steps, so_far = Steps(trace).cuts(), SoFar(trace, Steps(trace))
    asked = cut_steps[:: len(cut_steps) // 20].tolist()
    happened = [int(np.sum(cut_steps <= step)) for step in asked]
    assert [so_far.at(step).cutoffs for step in asked] == happened
    assert sum(row["cutoffs"] for row in by_ply(trace, step=asked[9])) == happened[9]
    several = next(frame for frame in range(len(trace)) if trace.facts.cutoffs[frame] > 1 and trace.skips[frame])
    steps = [step for step in map(Steps(trace).at, range(Steps(trace).count)) if step.frame == several]
    said = [str(line.message) for step in steps for line in lines_of(trace, step)]
    assert any(text.endswith(": cut") for text in said)
    assert not any("cut, without" in text for text in said), "at which of its cutoffs is not known"


def ends(trace: Trace) -> list[tuple[int, int | None, int | None]]:
    """For each ply with leaves how many there are, how many are said to be finished, and at the horizon."""
    return [(row["leaves"], row["finished"], row["horizon"]) for row in by_ply(trace) if row["leaves"]]


def test_a_limit_that_the_depth_counts_up_to_is_the_horizon(tmp_path: Path) -> None:
    trace = read(tmp_path, UP_TO_A_LIMIT, "search((), 0, True)")
    assert ends(trace) == [(9, None, 9)]
    assert len(parse("horizon").frames(trace)) == 9
    assert not len(parse("terminal").frames(trace))
    objects = "".join(nodes(Selection(trace, Extent())))
    assert objects.count('"status": "horizon"') == 9


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("depth == 0 or over(path)", [(3, None, 0), (18, None, 18)]),
        ("over(path) or depth == 0", [(3, None, 0), (18, None, None)]),
        ("depth <= 0 or over(path)", [(3, None, 0), (18, None, 18)]),
        ("not depth > 0 or over(path)", [(3, None, 0), (18, None, 18)]),
        ("over(path) or len(path) + depth == len(path)", [(3, None, None), (18, None, None)]),
    ],
)
def test_the_depth_of_the_call_says_which_part_of_a_test_held(
    tmp_path: Path, test: str, expected: list[tuple[int, int | None, int | None]]
) -> None:
    """The calls after two equal steps are over; it is not known whether one that is as deep as it may go is so, too."""
    trace = read(tmp_path, DOWN_OR_OVER.replace("TEST", test), "search((), 3, True)")
    assert ends(trace) == expected


def test_what_a_table_gives_is_neither_finished_nor_at_the_horizon(tmp_path: Path) -> None:
    trace = read(tmp_path, WITH_TABLE, "search(7, 4, True)")
    hits = [10, 15, 17]
    assert [trace.user_code.label(frame) for frame in hits] == [
        "search(3, 1, False)", "search(4, 2, True)", "search(2, 1, False)",
    ]  # fmt: skip
    assert not {*hits} & {*parse("horizon or terminal").frames(trace).tolist()}
    rows = by_ply(trace)
    assert [row["horizon"] for row in rows] == [0, 0, 0, 0, 8]
    assert [row["finished"] for row in rows] == [0, 0, None, None, None]
