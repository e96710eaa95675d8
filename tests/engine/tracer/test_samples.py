"""The samples of recursion: what is known of each, and that its recorded result is that of the plain run."""

from __future__ import annotations

import re
import runpy
from functools import cache
from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.files.trace_file import save_trace
from plyscope.model.executed_lines import Printed
from plyscope.tracer.calls_by_size import rows_by_size
from plyscope.tracer.running import debug
from plyscope.tracer.target.snapshots import keep, text_of
from plyscope.usercode.findings import findings
from plyscope.usercode.reading import with_proposal
from plyscope.usercode.reference_check import compare_with_reference
from plyscope.usercode.role_recognition import recognise

from tests import full_traces
from tests.full_traces import Trace
from tests.places import RECURSION

TRY = re.compile(r"plyscope debug \S+ (['\"])(.*?)\1$", re.MULTILINE)


@cache
def tried(name: str) -> tuple[Trace, str]:
    """The recording of the call that the sample's docstring tries, and that call; recorded once for all tests."""
    path = RECURSION / f"{name}.py"
    text = path.read_text(encoding="utf-8")
    found = TRY.search(text)
    assert found is not None
    trace = debug(path, found[2])
    assert path.read_text(encoding="utf-8") == text
    return trace, found[2]


@cache
def searched(name: str) -> Trace:
    trace, _ = tried(name)
    proposal = recognise(trace)
    assert proposal is not None
    found = with_proposal(trace, proposal)
    verify(found)
    return found


@pytest.mark.spread(8)
@pytest.mark.parametrize("path", sorted(RECURSION.rglob("*.py")), ids=lambda path: path.stem)
def test_results_are_those_of_the_plain_run(path: Path, tmp_path: Path) -> None:
    name = path.relative_to(RECURSION).with_suffix("").as_posix()
    trace, call = tried(name)
    plain = text_of(keep(eval(call, runpy.run_path(str(path)))))
    user_code = trace.user_code
    assert (user_code.ended.how, user_code.ended.text, trace.complete) == ("returned", plain, True)
    save_trace(trace, tmp_path / "own.plytrace")
    verify(Trace.open(tmp_path / "own.plytrace"))


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("name", "frames", "distinct"),
    [
        ("fibonacci", 177, 11),
        ("fibonacci_cached", 19, 11),
        ("merge_sort", 15, 14),  # 2 n - 1, and one number is there twice
        ("hanoi", 15, 9),
        ("subsets", 4, 4),
        ("permutations", 16, 8),  # 1 + 3 + 6 + 6, of 2^3 sets
        ("queens", 153, 1 + 6),
    ],
)
def test_counts(name: str, frames: int, distinct: int) -> None:
    trace, _ = tried(name)
    assert len(trace) == frames
    if name != "queens":
        assert trace.user_code.distinct == distinct


@pytest.mark.full
def test_fibonacci_from_0_to_12_and_20() -> None:
    """Values are the sequence, and F(n) makes 2 F(n + 1) - 1 calls."""
    rows = list(rows_by_size(RECURSION / "fibonacci.py", "fib({n})", range(13)))
    values = [int(row.result) for row in rows]
    assert values[:10] == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    assert all(here + there == above for here, there, above in zip(values, values[1:], values[2:], strict=False))
    assert [row.calls for row in rows[:-1]] == [2 * above - 1 for above in values[1:]]
    assert rows[10].calls == 177
    assert [row.distinct for row in rows] == [1, 1, *range(3, 14)]
    [large] = rows_by_size(RECURSION / "fibonacci.py", "fib({n})", [20])
    assert (large.calls, large.distinct, large.result) == (21_891, 21, "6765")
    cached = list(rows_by_size(RECURSION / "fibonacci_cached.py", "fib({n})", [10, 20]))
    assert [row.calls for row in cached] == [19, 39]


def test_what_hanoi_prints_is_kept_with_its_step() -> None:
    trace, _ = tried("hanoi")
    user_code = trace.user_code
    assert "".join(user_code.printed).count("\n") == 7
    cursor = full_traces.Cursor(trace)
    printed = Printed(user_code, cursor.steps)
    first = printed.line(0, cursor.last_step).step
    cursor.go(first)
    assert cursor.line == 13
    assert printed.at(first) == "disc 1: A to C\n"
    assert (printed.at(first - 1), printed.count_at(first - 1), printed.count_at(first)) == ("", 0, 1)


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("name", "game", "frames"),
    [
        ("notebook", "tictactoe", 8),
        ("max_min", "tictactoe", 8),
        ("alphabeta", "tictactoe", 6),
        ("deep_copy", "connectfour", 400),
    ],
)
def test_searches_stand_on_their_game_and_agree_with_the_reference(name: str, game: str, frames: int) -> None:
    trace = searched(name)
    assert (trace.position.game.name, len(trace)) == (game, frames)
    assert findings(trace) == []
    facts = compare_with_reference(trace)
    assert facts["same_value"]
    assert facts["same_move"]
    assert facts["first_divergence"] is None
    assert facts["frames"] == [frames, frames]


def test_the_listing_of_the_hebrew_page() -> None:
    """Its eight calls, as a person has worked them out."""
    trace = searched("max_min")
    assert trace.column("parent").tolist() == [-1, 0, 0, 2, 3, 2, 5, 0]
    assert trace.column("kind").tolist() == [1, 0, 0, 1, 0, 1, 0, 1 - 1]
    assert trace.column("value").tolist() == [1.0] * 8


def test_an_alpha_beta_on_an_array() -> None:
    trace = searched("numpy_alphabeta")
    assert trace.options == {"windows": "whole", "cut": ">="}
    assert findings(trace) == []
    board = trace.position_at(1).game.board((1, 0))
    assert (board.columns, board.rows) == (3, 2)
    assert sum(1 for owner in board.owners.values() if owner) == 1


def test_pruned_moves_are_known() -> None:
    trace = searched("alphabeta")
    assert (trace.cutoffs, trace.pruned, trace.pruned_texts(2)) == (1, 1, ["c1"])


BUGS = {
    "swapped_window": "pass",
    "strict_cut": "stay",
    "window_not_passed": "pass",
    "board_not_undone": "restore",
    "depth_not_decreased": "depth",
    "sides_not_alternating": "side",
    "undecided_none": "leaf",
    "root_takes_max": "played",
}


def test_every_bug_has_a_sample() -> None:
    assert {path.stem for path in (RECURSION / "bugs").glob("*.py")} == BUGS.keys()


@pytest.mark.spread(2)
@pytest.mark.parametrize("name", BUGS)
def test_bugs_are_named(name: str) -> None:
    assert [bug.name for bug in findings(searched(f"bugs/{name}"))] == [BUGS[name]]


@pytest.mark.parametrize("name", ["fibonacci", "merge_sort", "hanoi", "queens", "subsets", "permutations", "knapsack"])
def test_what_is_no_search_is_taken_for_none(name: str) -> None:
    assert recognise(tried(name)[0]) is None
