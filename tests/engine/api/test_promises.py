"""What `import plyscope` promises, line by line; the command line is written on the same."""

from __future__ import annotations

import doctest
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import plyscope
import pytest
from plyscope.api import frame as api_frame
from plyscope.api import trace as api_trace

from tests.command_line import plyscope as plyscope_command

SOURCE = "tictactoe:.OO/XXO/.X. o"
PARAMETERS = {
    "algorithm": None,
    "depth": None,
    "cut": None,
    "fail": None,
    "order": None,
    "seed": None,
    "score": None,
    "limit": None,
    "seconds": None,
    "progress": None,
    "weights": None,
    "table_size": None,
    "star1": None,
    "simulations": None,
    "exploration": None,
}


def test_a_position_is_loaded_from_a_source_or_a_path(tmp_path: Path) -> None:
    position = plyscope.load(SOURCE, game=None, max="o")
    assert position.max == "o"
    assert position.moves() == ["a3", "a1", "c1"]
    (tmp_path / "board.txt").write_text(".OO/XXO/.X. o")
    assert plyscope.load(tmp_path / "board.txt", game="tictactoe").text == position.text
    assert issubclass(plyscope.InputError, ValueError)
    with pytest.raises(plyscope.InputError, match="both X and O"):
        plyscope.load("tictactoe:XXX/OOO/...")


def test_a_recording_says_what_was_found() -> None:
    seen: list[int] = []
    position = plyscope.load(SOURCE, max="o")
    trace = plyscope.record(
        position, algorithm="alphabeta", depth=None, cut=">=", fail="soft", order="given",
        seed=None, score=None, limit=None, progress=seen.append,
    )  # fmt: skip
    assert (trace.value, trace.bound, trace.interval, trace.best_move, trace.complete) == (
        1,
        "exact",
        (1, 1),
        "a3",
        True,
    )
    assert trace.pv[0] == "a3"
    assert len(trace) == len(trace.column("alpha"))
    for move, value, bound, frames in trace.root_moves:
        assert isinstance(move, str)
        assert value is None or isinstance(value, float)
        assert bound in ("exact", "at least", "at most", None)
        assert frames >= 1
    assert trace[0].path == []
    assert trace[1].path == [trace.root_moves[0][0]]
    assert plyscope.record(SOURCE).best_move == "a3", "a source works in place of a position"
    found = inspect.signature(plyscope.record).parameters
    assert {name: one.default for name, one in found.items() if name != "position"} == PARAMETERS


@pytest.mark.parametrize("module", [api_frame, api_trace])
def test_examples_are_what_is_printed(module: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    results = doctest.testmod(module)
    assert results.attempted >= 10
    assert results.failed == 0


def test_frames_hold_what_the_columns_do() -> None:
    trace = plyscope.record(SOURCE)
    for name, read in (("value", "value"), ("alpha", "alpha"), ("beta", "beta"), ("ply", "ply"), ("depth", "depth")):
        assert [getattr(frame, read) for frame in trace] == trace.column(name).tolist()
    assert [-1 if frame.parent is None else frame.parent.number for frame in trace] == trace.column("parent").tolist()
    assert sorted(child.number for frame in trace for child in frame.children) == [*range(1, len(trace))]
    assert trace[-1] in trace
    assert trace[-1] != plyscope.record(SOURCE)[-1], "the call of another recording is another one"
    assert {frame.alpha for frame in plyscope.record(SOURCE, "minimax")} == {None}, "it has no window"
    with pytest.raises(IndexError, match="there is no frame 99: the recording has 6"):
        trace[99]


def flagged(tree: Any, alpha: float, beta: float, is_max: bool) -> Any:
    if not isinstance(tree, list):
        return tree
    best, is_done = -99 if is_max else 99, False
    for child in tree:
        if is_done:
            continue
        value = flagged(child, alpha, beta, not is_max)
        best = max(best, value) if is_max else min(best, value)
        alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
        is_done = alpha >= beta
    return best


def test_what_is_not_known_of_a_frame_is_none() -> None:
    def shout(n: int) -> str:
        return "!" if n == 0 else "a" + shout(n - 1)

    with plyscope.watch(shout) as watched:
        shout(2)
    first = watched.trace[0]
    assert (first.value, first.depth, first.alpha, first.result) == (None, None, None, "'aa!'")
    assert "cut short" not in repr(first)
    with plyscope.watch(flagged) as watched:
        flagged([[3, 12, 8], [2, 4, 6], [14, 5, 2]], -99, 99, True)
    second = watched.search[5]
    assert (second.path, second.is_cutoff, second.pruned) == (["2"], None, None), "no exit shows that it was cut"


def test_what_is_not_promised_is_said_to_go() -> None:
    trace = plyscope.record(SOURCE)
    with pytest.warns(DeprecationWarning, match=r"Trace.path is .*; use trace\[number\].path"):
        assert trace.path(1) == ["a3"]
    with pytest.warns(DeprecationWarning, match="Trace.is_round is not promised and goes with the next version$"):
        assert not trace.is_round(0)
    with pytest.raises(AttributeError, match="a trace has no sizzle"):
        assert trace.sizzle


def test_columns_are_read_only_arrays() -> None:
    column = plyscope.record(SOURCE).column("alpha")
    assert isinstance(column, np.ndarray)
    with pytest.raises(ValueError, match="read-only"):
        column[0] = 1
    with pytest.raises(plyscope.InputError, match=r"no column vlaue; there are: parent .* value"):
        plyscope.record(SOURCE).column("vlaue")


def test_a_trace_is_saved_and_opened(tmp_path: Path) -> None:
    trace = plyscope.record(SOURCE)
    trace.save(tmp_path / "x.plytrace")
    again = plyscope.Trace.open(tmp_path / "x.plytrace")
    assert type(again) is type(trace) is plyscope.Trace
    assert again.signature == trace.signature


def test_a_cursor_goes_through_it() -> None:
    trace = plyscope.record(SOURCE)
    cursor = plyscope.Cursor(trace)
    assert cursor.step == 0
    assert cursor.into()
    assert cursor.step == 1
    assert cursor.over()
    assert cursor.out()
    assert cursor.back()
    assert cursor.stack[0].frame == 0
    assert isinstance(cursor.sentence, plyscope.Message)
    cursor.first()
    before = cursor.step
    assert not cursor.back(), "a command at its end changes nothing"
    assert cursor.step == before


def test_it_is_exported_and_compared(tmp_path: Path) -> None:
    a, b = (plyscope.record(SOURCE, algorithm) for algorithm in ("minimax", "alphabeta"))
    with pytest.raises(plyscope.InputError, match="there is no recording to write"):
        plyscope.export([], tmp_path / "x.html")
    assert plyscope.export((a, b), tmp_path / "x.html") == [tmp_path / "x.html"]
    plyscope.export(b, tmp_path / "x.svg")
    assert (tmp_path / "x.svg").read_text().startswith("<svg")
    facts = plyscope.compare(a, b)
    assert {"a", "b", "matched", "same", "by_ply", "first_divergence"} <= facts.keys()
    json.dumps(facts, allow_nan=False)


def test_functions_are_traced_in_their_own_process() -> None:
    def count(n: int) -> int:
        return n and count(n - 1)

    with plyscope.watch(count) as tracing:
        count(3)
    assert isinstance(tracing.trace, plyscope.Trace)
    assert len(tracing.trace) == 4


SEVERAL_CUTOFFS = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for row in (tree[:2], tree[2:]):
        for child in row:
            value = search(child, not is_max, alpha, beta)
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


def test_cutoffs_are_counted_and_not_their_frames(tmp_path: Path) -> None:
    program, kept = tmp_path / "rows.py", tmp_path / "rows.plytrace"
    program.write_text(SEVERAL_CUTOFFS, encoding="utf-8")
    call = "search([[5, 6], [2, 9, 7, 8], [2, 9]], True, -99, 99)"
    assert plyscope_command("debug", str(program), call, "-o", str(kept)).returncode == 0
    trace = plyscope.Trace.open(kept)
    assert (trace.cutoffs, [frame.is_cutoff for frame in trace].count(True)) == (3, 2)
    said = inspect.getdoc(plyscope.Trace.cutoffs)
    assert said is not None
    assert "several cutoffs in one frame" in said
    out = plyscope_command("stats", str(kept)).stdout
    assert re.search(r"cutoffs +3\n", out)
    assert re.search(r"frames with a cutoff +2\n", out)


def test_everything_that_is_promised_is_listed() -> None:
    assert dir(plyscope) == sorted(plyscope.__all__)
    for name in plyscope.__all__:
        assert getattr(plyscope, name) is not None


def test_what_only_reads_positions_and_plays_loads_no_numpy() -> None:
    program = "import sys, plyscope; plyscope.load('tictactoe:'); sys.exit('numpy' in sys.modules)"
    program = f"import plyscope.cli.commands, plyscope.play.game_session; {program}"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
