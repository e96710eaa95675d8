"""What goes out comes in again: recordings written as JSON or as JSON lines have the same columns when read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.stats import statistics
from plyscope.audit.verification import check, verify
from plyscope.export import export
from plyscope.files import fitting
from plyscope.files.sources import load
from plyscope.files.trace_file import check_file, save_trace
from plyscope.files.zip_members import StoredArchive
from plyscope.model.columns import COLUMNS
from plyscope.recording.plan import ALGORITHMS
from plyscope.text.explanation import why_facts
from plyscope.text.listing import as_text, listing, step_facts

from tests.examples import examples
from tests.full_traces import Cursor, Trace, compare, record
from tests.recordings import as_lines
from tests.trees import NOISY, nested
from tests.trees import as_text as tree_text

BEST = ("minimax", "alphabeta", "negamax", "pvs")
CUTTING = {"alphabeta", "negamax", "pvs"}


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)


def through_lines(trace: Trace, folder: Path, **heading: str) -> Trace:
    path = folder / "x.jsonl"
    path.write_text(as_lines(trace, **heading), encoding="utf-8")
    return Trace.open(path)


def through_json(trace: Trace, folder: Path) -> Trace:
    path = folder / "x.json"
    export(trace, path)
    return Trace.open(path)


def through_file(trace: Trace, folder: Path) -> Trace:
    save_trace(trace, folder / "x.plytrace")
    again = Trace.open(folder / "x.plytrace")
    check_file(StoredArchive(folder / "x.plytrace"))
    check(again)
    save_trace(again, folder / "y.plytrace")
    assert (folder / "x.plytrace").read_bytes() == (folder / "y.plytrace").read_bytes()
    return again


def same(trace: Trace, other: Trace, *, but: tuple[str, ...] = ()) -> None:
    for name in COLUMNS:
        if name not in but:
            assert trace.column(name).dtype == other.column(name).dtype, name
            assert np.array_equal(trace.column(name), other.column(name), equal_nan=name == "value"), name
    assert other.complete == trace.complete
    for frame in range(len(trace)):
        assert other.move_text(frame) == trace.move_text(frame)
        assert other.pruned_texts(frame) == trace.pruned_texts(frame)


def everything_works(trace: Trace) -> None:
    """Steps, sentences, stacks, listing, statistics, reasons."""
    verify(trace)
    cursor = Cursor(trace)
    facts = list(step_facts(trace, 0, cursor.last_step))
    assert len(facts) == cursor.last_step + 1
    assert all(fact["sentence"] and fact["line"] == 0 for fact in facts)
    assert len(list(as_text(trace, listing(trace)))) >= len(facts)
    assert statistics(trace)["frames"] == len(trace)
    for frame in range(len(trace)):
        assert why_facts(trace, frame)["sentences"]
    assert compare(trace, trace)["first_divergence"] is None
    for breakpoint in ("cutoff", "MAX and leaf", "value > 0", 'move == "1"'):
        cursor.run_to(breakpoint)


searches = st.tuples(st.sampled_from(BEST), st.sampled_from([">=", ">"]), st.sampled_from(["soft", "hard"]))


@examples(150)
@given(tree=nested, search=searches, limit=st.none() | st.integers(1, 20))
@pytest.mark.full
def test_trees_come_back_from_lines(folder: Path, tree: Any, search: tuple[str, str, str], limit: int | None) -> None:
    algorithm, cut, fail = search
    options = {"cut": cut, "fail": fail} if algorithm in CUTTING else {}
    trace = record("tree:" + tree_text(tree), algorithm, limit=limit, **options)  # type: ignore[arg-type]
    imported = through_lines(trace, folder)
    same(trace, imported)
    everything_works(imported)
    assert (imported.value, imported.best_move, imported.pv) == (trace.value, trace.best_move, trace.pv)
    same(imported, through_file(imported, folder))
    unknown = through_lines(trace, folder, game="none of ours")
    same(trace, unknown, but=("move",))
    everything_works(unknown)
    assert unknown.pv == trace.pv
    same(unknown, through_file(unknown, folder))
    for one in (imported, unknown):
        assert through_json(one, folder).signature == one.signature
    assert through_lines(unknown, folder).signature == unknown.signature


@examples(100)
@given(tree=nested, algorithm=st.sampled_from([*BEST, "maxmin"]), limit=st.none() | st.integers(1, 20))
def test_trees_come_back_from_json(folder: Path, tree: Any, algorithm: str, limit: int | None) -> None:
    trace = record("tree:" + tree_text(tree), algorithm, limit=limit)
    again = through_json(trace, folder)
    same(trace, again)
    assert again.signature == trace.signature
    assert again.text == trace.text, "it is our own search, and has its source"


SOURCES = {
    "tictactoe": "tictactoe:XO./.X./O..",
    "connectfour": "connectfour:3,3,3 12",
    "hexline": "hexline:....",
    "tree": NOISY,
}


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("limit", [None, 7])
def test_every_search_and_brain_comes_back_from_json(tmp_path: Path, algorithm: str, limit: int | None) -> None:
    game = getattr(ALGORITHMS[algorithm], "game", "tree" if ALGORITHMS[algorithm].stands_pat else "hexline")
    trace = record(SOURCES[game], algorithm, limit=limit)
    again = through_json(trace, tmp_path)
    same(trace, again)
    assert (again.signature, again.played, again.options) == (trace.signature, trace.played, trace.options)
    verify(again)


@pytest.mark.spread(5)
@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:hexline/three-left", "connectfour:4453", "tictactoe:XO./.X./O.."]
)
@pytest.mark.parametrize("order", ["given", "reverse", "random"])
def test_boards_come_back_from_lines_in_any_order_of_moves(tmp_path: Path, source: str, order: str) -> None:
    trace = record(load(source), "alphabeta", depth=3, order=order)
    imported = through_lines(trace, tmp_path)
    same(trace, imported)
    everything_works(imported)
    same(imported, through_file(imported, tmp_path))
    facts = compare(trace, imported)
    assert facts["same"] + facts["bounds_agree"] == len(trace), "of a search by another program less is proved"
    unknown = through_lines(trace, tmp_path, game="none of ours")
    everything_works(unknown)
    same(unknown, through_file(unknown, tmp_path))


def test_pairs_of_a_position_and_a_move_may_need_large_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("connectfour:4453", "alphabeta", depth=3)
    small = through_lines(trace, tmp_path)
    monkeypatch.setattr(fitting, "MAX_MOVE", 0)
    large = through_lines(trace, tmp_path)
    assert large.signature == small.signature
    same(trace, large)


def test_weights_and_titles(tmp_path: Path) -> None:
    trace = record("tictactoe:X../.../...", depth=2, score="linear", weights={"centre": 2.5})
    assert through_json(trace, tmp_path).signature == trace.signature
