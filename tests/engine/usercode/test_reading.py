"""What is read of a program as of a search: the moves that it prunes, and where its games end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    several = next(frame for frame in range(len(trace)) if trace.facts.cutoffs[frame] > 1 and trace.skips[frame])
    steps = [step for step in map(Steps(trace).at, range(Steps(trace).count)) if step.frame == several]
    said = [str(line.message) for step in steps for line in lines_of(trace, step)]
    assert any(text.endswith(": cut") for text in said)
    assert not any("cut, without" in text for text in said), "at which of its cutoffs is not known"
