"""Limits, progress, cancelling, replayed blocks, repeated bytes."""

from __future__ import annotations

import sys
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.audit.verification import check, verify
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, INNER, MAX_SKIPPED, OPEN
from plyscope.model.steps import Steps
from plyscope.recording import record as recording
from plyscope.recording import recorder
from plyscope.recording.plan import ALGORITHMS, plan
from plyscope.recording.recorder import record_columns

from tests.examples import examples
from tests.full_traces import Trace, record
from tests.trees import NOISY

SOURCES = {
    "tree": "tree:[[3,12,8],[2,4,6],[14,5,2]]",
    "tictactoe": "tictactoe:XO./.../...",
    "connectfour": "connectfour:4,3,3 12",
    "hexline": "hexline:.../...",
}
# A search that deepens scores the inner nodes, too.
NUMBERED = 'tree:[{"value":3,"children":[3,12,8]},{"value":2,"children":[2,4,6]},{"value":9,"children":[14,5,2]}]'
SEARCHED = [
    (name, NOISY if search.stands_pat else NUMBERED if game == "tree" and search.rounds is not None else source)
    for name, search in ALGORITHMS.items()
    for game, source in SOURCES.items()
    if (not search.is_brain or game == search.game) and (not search.stands_pat or game == "tree")  # type: ignore[attr-defined]
]


@pytest.mark.spread(3)
@pytest.mark.parametrize(("algorithm", "source"), SEARCHED)
def test_every_recording_is_sound_and_repeats_to_the_byte(algorithm: str, source: str) -> None:
    trace, again = record(source, algorithm), record(source, algorithm)
    verify(trace)
    assert trace.complete
    for name, kind in COLUMNS.items():
        assert trace.column(name).dtype == kind
        assert trace.column(name).tobytes() == again.column(name).tobytes()
        assert not trace.column(name).flags.writeable
    assert trace.signature == again.signature


@pytest.mark.spread(4)
@pytest.mark.parametrize(("algorithm", "source"), SEARCHED)
def test_a_limit_leaves_just_so_many_rows_and_a_sound_recording(algorithm: str, source: str) -> None:
    whole = record(source, algorithm)
    for limit in {1, 2, 3, 5, 11, len(whole) // 2, len(whole) - 1} - {0, len(whole)}:
        if limit > len(whole):
            continue
        part = record(source, algorithm, limit=limit)
        assert_is_beginning(part, whole, limit)
    assert record(source, algorithm, limit=len(whole)).complete


def assert_is_beginning(part: Trace, whole: Trace, limit: int) -> None:
    assert (len(part), part.complete) == (limit, False)
    returned = [frame for frame in part.rounds if part.statuses[frame] != OPEN]
    assert (part.value is None) is (not returned), "only rounds that have returned are an answer"
    check(part)
    verify(part)
    is_open = part.column("status") == OPEN
    frames = np.flatnonzero(is_open)
    assert frames[0] == 0
    assert part.ancestors(int(frames[-1])) == frames.tolist(), "open frames are one path"
    assert np.all(np.isnan(part.column("value")[is_open]))
    assert np.all(part.column("skipped")[is_open] == 0)
    assert np.all(part.column("size")[is_open] == limit - frames)
    for name in COLUMNS:
        assert np.array_equal(part.column(name)[~is_open], whole.column(name)[:limit][~is_open]), name
        if name in ("parent", "move", "ply", "kind", "alpha", "beta"):
            assert np.array_equal(part.column(name), whole.column(name)[:limit]), name
    assert Steps(part).count == 3 * limit - 2 * len(frames)


def test_progress_is_reported_and_can_stop_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "REPORT_EVERY", 0.0)
    reports: list[int] = []

    def stop_late(frames: int) -> bool:
        reports.append(frames)
        return frames < 50_000

    trace = record("tictactoe:", "alphabeta", cut=">", order="killer", progress=stop_late)
    assert not trace.complete
    assert reports == sorted(reports)
    assert 50_000 <= len(trace) == reports[-1] < 60_000
    check(trace)
    reports.clear()
    replayed = record("tictactoe:", "minimax", progress=stop_late)
    assert not replayed.complete
    check(replayed)
    assert record("tictactoe:", "alphabeta", progress=lambda frames: None).complete


def test_a_search_that_is_to_stop_at_once_has_its_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorder, "REPORT_EVERY", 0.0)
    trace = record("tictactoe:", progress=lambda frames: False)
    assert not trace.complete
    assert trace.best_move == "a3"


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(OptionError, match="leaves nothing to record"):
        record("tictactoe:", limit=0)


@pytest.mark.parametrize("limit", ["3", 2.5, True])
def test_a_limit_is_a_whole_number(limit: object) -> None:
    with pytest.raises(OptionError, match="a limit is a whole number of frames"):
        record("tictactoe:", limit=limit)  # type: ignore[arg-type]
    assert len(record("tree:[1,2]", limit=10**30)) == 3


REPLAYED: list[tuple[str, dict[str, object]]] = [
    *(
        ("tictactoe:X../.../...", {"algorithm": name})
        for name, search in ALGORITHMS.items()
        if search.repeats and not search.stands_pat
    ),
    *(
        ("tictactoe:X../.../...", {"algorithm": name, "cut": cut, "fail": fail, "order": "random"})
        for name in ("alphabeta", "negamax", "pvs")
        for cut, fail in ((">=", "hard"), (">", "soft"))
    ),
    ("connectfour:5,4,4 ", {"algorithm": "alphabeta", "depth": 6, "score": "lines", "order": "best"}),
    ("connectfour:5,4,4 ", {"algorithm": "pvs", "depth": 6, "score": "lines"}),
    ("kalah:3,2", {"algorithm": "alphabeta", "depth": 7}),
    ("chess:4k3/8/2p5/3p4/8/8/3Q1PPP/6K1 w - - 0 1", {"algorithm": "quiescence", "depth": 2, "score": "material"}),
    ("chess:4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", {"algorithm": "quiescence-minimax", "depth": 2, "score": "material"}),
    ("pig:20 10:18 +6 first", {"algorithm": "expectimax", "depth": 4, "score": "pessimist"}),
    ("pig:20 10:18 +6 first", {"algorithm": "expectimax", "depth": 5, "score": "pessimist", "star1": True}),
]


@pytest.mark.spread(4)
@pytest.mark.parametrize(("source", "options"), REPLAYED)
@pytest.mark.parametrize("limit", [None, 1000, 1])
def test_replayed_blocks_are_the_same_to_the_last_bit(
    source: str, options: dict[str, object], limit: int | None
) -> None:
    honest, replayed = columns_twice(source, options, limit)
    for name in COLUMNS:
        assert honest[name].tobytes() == replayed[name].tobytes(), name


def columns_twice(source: str, options: dict[str, object], limit: int | None = None) -> list[dict[str, Any]]:
    """Those of a search that makes every call, and of one that replays blocks."""
    ready = plan(load(source), options)
    given_names = (ready.search, ready.names, ready.options, ready.root, ready.arguments)
    rules = ready.position.game.rules
    return [record_columns(*given_names, limit=limit, replay=key).columns for key in (None, rules.key)]


@pytest.mark.parametrize(("most", "least"), [(16, 0.0), (256, 0.0), (16, inf)])
def test_blocks_that_are_forgotten_change_nothing(monkeypatch: pytest.MonkeyPatch, most: int, least: float) -> None:
    """Where too many are known, and where they do not pay."""
    monkeypatch.setattr(recorder, "TRIED_BLOCKS", 8)
    monkeypatch.setattr(recorder, "MAX_BLOCKS", most)
    monkeypatch.setattr(recorder, "MIN_COPIED_SHARE", least)
    known: list[int] = []
    remember = recorder.Blocks.remember

    def watched(blocks: recorder.Blocks, *args: Any) -> None:
        remember(blocks, *args)
        known.append(len(blocks.known))

    monkeypatch.setattr(recorder.Blocks, "remember", watched)
    honest, replayed = columns_twice("connectfour:5,4,4 ", {"algorithm": "alphabeta", "depth": 8})
    for name in COLUMNS:
        assert honest[name].tobytes() == replayed[name].tobytes(), name
    assert max(known) < most
    assert (known[-1] == 0) is (least == inf)


@pytest.mark.full
def test_blocks_that_do_not_pay_are_no_longer_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few positions of Kalah come again; those of connect four do."""
    monkeypatch.setattr(recorder, "TRIED_BLOCKS", 512)
    made: list[recorder.Blocks] = []

    class Kept(recorder.Blocks):
        def __init__(self, run: recorder.RunState) -> None:
            super().__init__(run)
            made.append(self)

    monkeypatch.setattr(recorder, "Blocks", Kept)
    record("kalah:6,4", "alphabeta", depth=9)
    record("connectfour:", "alphabeta", depth=9)
    assert [blocks.pay for blocks in made] == [False, True]


@pytest.mark.parametrize("beside", [1000, 0.5, "x"])
def test_a_state_may_hold_more_than_small_numbers(beside: object) -> None:
    ready = plan(load("tictactoe:X../.../..."), {"algorithm": "alphabeta"})
    state, *others = ready.arguments
    given_names = (ready.search, ready.names, ready.options, ready.root, [[*state, beside], *others])
    honest, replayed = (record_columns(*given_names, replay=key).columns for key in (None, tuple))
    for name in COLUMNS:
        assert honest[name].tobytes() == replayed[name].tobytes(), name


def test_only_positions_that_come_again_are_replayed() -> None:
    assert record("tictactoe:", "minimax").made_by == "block replay"
    assert record("tictactoe:", "alphabeta").made_by == "block replay"
    assert record(SOURCES["tree"], "minimax").made_by == "search"


@pytest.mark.parametrize("options", [{"order": "killer"}, {"order": "history"}, {"algorithm": "table"}])
def test_what_depends_on_earlier_calls_is_not_replayed(options: dict[str, Any]) -> None:
    assert record("tictactoe:X../.../...", **{"algorithm": "alphabeta", **options}).made_by == "search"


def test_chunks_of_rows_join_without_a_seam() -> None:
    """More rows than a chunk holds, and open frames that reach from one chunk into another."""
    trace = record("tictactoe:", "alphabeta", cut=">", fail="hard", limit=3 * (recorder.IN_CHUNK + 1))
    check(trace)
    verify(trace)


def test_a_search_that_fails_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    ready = plan(load("tictactoe:"), {})
    before = sys.getrecursionlimit()
    broken = {**ready.names, "score": lambda s, depth: 1 / 0}
    with pytest.raises(ZeroDivisionError):
        recording.run(type(ready)(**{**vars(ready), "names": broken}))
    assert sys.getrecursionlimit() == before


sizes = st.recursive(st.just([1]), lambda trees: st.lists(trees, min_size=1, max_size=4).map(
    lambda children: [1 + sum(child[0] for child in children), *(size for child in children for size in child)]
), max_leaves=40)  # fmt: skip


@examples(300)
@given(sizes)
def test_parents_and_plies_follow_from_sizes(size: list[int]) -> None:
    parents, plies = [-1] * len(size), [0] * len(size)
    for frame in range(len(size)):
        for later in range(frame + 1, frame + size[frame]):
            parents[later] = frame
            plies[later] += 1
    column = np.array(size, "<i4")
    assert preorder.parents(column).tolist() == parents
    assert preorder.plies(column).tolist() == plies


def test_plies_are_right_beyond_one_block(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("tictactoe:", "alphabeta")
    monkeypatch.setattr(preorder, "FRAMES_IN_BLOCK", 1000)
    assert np.array_equal(preorder.plies(trace.column("size")), trace.column("ply"))
    assert np.count_nonzero(trace.column("status") == INNER) == np.count_nonzero(trace.column("size") > 1)


@pytest.mark.skipif(sys.platform != "linux", reason="counts the pages that the system has given")
def test_memory_of_frames_is_not_asked_for_again_and_again() -> None:
    import resource

    ready = plan(load("connectfour:"), {"depth": 6})

    def pages_at(calls_above: int) -> int:
        """Pages for a recording that begins below so many calls: the frames of its leaves lie elsewhere each time."""
        if calls_above:
            return pages_at(calls_above - 1)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
        recording.run(ready, replays=False)
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

    pages_at(0)
    assert max(pages_at(calls_above) for calls_above in range(0, 160, 5)) < 250


def search_with_moves(moves: list[Any]) -> None:
    """Search a game in which each position has these moves, whatever they are, and is worth 0."""
    ready = plan(load("tictactoe:"), {"depth": 2})
    rules = {"moves": lambda s: iter(moves), "play": lambda s, move: None, "undo": lambda s, move: None}
    names = {**ready.names, **rules, "is_over": lambda s: False, "score": lambda s, depth: 0.0}
    record_columns(ready.search, names, ready.options, ready.root, ready.arguments)


@pytest.mark.parametrize("move", [0.5, 4_000_000_000])
def test_a_move_that_a_column_cannot_hold_is_named(move: Any) -> None:
    with pytest.raises(InputError, match=f"a move is a whole number up to 2147483647, not {move}"):
        search_with_moves([move])


def test_more_pruned_moves_than_a_column_can_hold_are_named() -> None:
    with pytest.raises(InputError, match=f"more than {MAX_SKIPPED} moves of one position are left untried"):
        search_with_moves(list(range(70_000)))
