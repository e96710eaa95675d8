"""The row index against a layout written a second time, frame by frame, and against sums pixel by pixel."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import load
from plyscope.layout.rows import LEAF, STUB, Rows, Shares
from plyscope.layout.shades import Shades

from tests.examples import examples
from tests.full_traces import Trace, record
from tests.trees import as_text, inner_nested

TRACES: dict[str, Callable[[], Trace]] = {
    "nine leaves": lambda: record(load("sample:tree/nine-leaves")),
    "deep cutoff": lambda: record(load("sample:tree/deep-cutoff")),
    "probed": lambda: record(load("sample:tree/probes"), "pvs"),
    "tic-tac-toe": lambda: record("tictactoe:XO./.X./..O"),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
    "one frame": lambda: record("tree:5"),
    "straight": lambda: record("tree:[[[[7]]]]", "minimax"),
}
Span = tuple[int, int]


@pytest.fixture(params=TRACES)
def trace(request: pytest.FixtureRequest) -> Trace:
    return TRACES[request.param]()


class Naive:
    """Every frame's span, and the span of its pruned moves, by walking the tree."""

    def __init__(self, trace: Trace, collapsed: Collection[int] = (), hidden: Collection[int] = ()) -> None:
        self.trace, self.collapsed, self.hidden = trace, collapsed, hidden
        self.spans: dict[int, Span] = {}
        self.stubs: dict[int, Span] = {}
        self._place(0, 0)

    def _place(self, frame: int, x: int) -> int:
        start = x
        is_shut = frame in self.collapsed
        children = [] if is_shut else [child for child in self.trace.children(frame) if child not in self.hidden]
        for child in children:
            x = self._place(child, x)
        if not children:
            x += LEAF
        end = x if is_shut else x + self.trace.skips[frame] * STUB
        self.spans[frame], self.stubs[frame] = (start, end), (x, end)
        return end

    def ply(self, ply: int) -> list[int]:
        return sorted(frame for frame in self.spans if self.trace.plies[frame] == ply)


def overlap(span: Span, begin: float, end: float) -> float:
    return max(0.0, min(span[1], end) - max(span[0], begin))


def check_spans(trace: Trace, collapsed: Collection[int] = (), hidden: Collection[int] = ()) -> tuple[Rows, Naive]:
    rows, naive = Rows(trace, collapsed, hidden), Naive(trace, collapsed, hidden)
    for frame in range(len(trace)):
        assert rows.span(frame) == naive.spans.get(frame), f"frame {frame}"
    assert rows.width == naive.spans[0][1]
    assert rows.hidden_count == len(trace) - len(naive.spans)
    for ply, row in enumerate(rows.rows):
        assert row.frames.tolist() == naive.ply(ply)
        for place, frame in enumerate(row.frames.tolist()):
            below = rows[ply + 1].frames if ply + 1 < len(rows) else np.empty(0, np.int32)
            children = below[row.first_child[place] : row.first_child[place + 1]].tolist()
            assert children == [child for child in naive.ply(ply + 1) if trace.parents[child] == frame]
    return rows, naive


def check_averages(rows: Rows, naive: Naive, edges: list[float]) -> None:
    """Every ply between every two edges: what is covered, how it is shaded, what was pruned."""
    for ply, row in enumerate(rows.rows):
        covered, shade = row.averages(np.array(edges))
        pruned = row.pruned_widths(np.array(edges))
        for place in range(len(edges) - 1):
            begin, end = edges[place], edges[place + 1]
            parts = [overlap(naive.spans[frame], begin, end) for frame in row.frames.tolist()]
            assert covered[place] == pytest.approx(sum(parts), abs=1e-6)
            shaded = sum(part * float(one) for part, one in zip(parts, row.shades, strict=True))
            if sum(parts) > 1e-6:
                assert shade[place] == pytest.approx(shaded / sum(parts), abs=1e-3)
            stubs = sum(overlap(naive.stubs[frame], begin, end) for frame in naive.ply(ply))
            assert (pruned[place] if pruned is not None else 0) == pytest.approx(stubs, abs=1e-6)


@examples(60)
@given(inner_nested, st.sampled_from(["minimax", "alphabeta"]), st.data())
def test_any_tree_with_any_frames_collapsed_and_hidden(tree: list[object], search: str, data: st.DataObject) -> None:
    trace = record(f"tree:{as_text(tree)}", search)
    frames = st.sets(st.integers(0, len(trace) - 1), max_size=3)
    collapsed, hidden = data.draw(frames), data.draw(frames) - {0}
    check_spans(trace)
    rows, naive = check_spans(trace, collapsed, hidden)
    inside = st.floats(-2, rows.width + 2, allow_subnormal=False)
    check_averages(rows, naive, sorted(data.draw(st.lists(inside, min_size=2, max_size=8))))


def test_recordings_lie_as_a_walk_through_them_says(trace: Trace) -> None:
    rows, naive = check_spans(trace)
    for columns in (1, 7, 50):
        check_averages(rows, naive, np.linspace(-1, rows.width + 1, columns + 1).tolist())


def test_hiding_and_collapsing_random_frames(trace: Trace) -> None:
    rng = random.Random(5)
    for _ in range(6):
        chosen = [rng.randrange(len(trace)) for _ in range(4)]
        rows, naive = check_spans(trace, chosen[:2], [frame for frame in chosen[2:] if frame])
        check_averages(rows, naive, np.linspace(0, rows.width, 12).tolist())


def check_stages(trace: Trace, collapsed: Collection[int] = (), hidden: Collection[int] = ()) -> None:
    """Every stage knows where all frames lie, as the whole layout does, and the last one is like it."""
    whole, before = Rows(trace, collapsed, hidden), None
    for rows in Rows(trace, collapsed, hidden, in_stages=True).stages():
        assert (rows.depth, rows.width, rows.plies) == (len(whole), whole.width, whole.plies)
        assert rows.is_of_same_layout(before) == (before is not None)
        rows._spans.clear()
        for frame in range(len(trace)):
            assert rows.span(frame) == whole.span(frame), f"frame {frame} with {len(rows)} rows"
            if whole.span(frame) is not None and frame not in collapsed:
                assert rows.children(frame) == whole.children(frame)
        for ply, row in enumerate(rows.rows):
            for name, column in vars(row).items():
                assert np.array_equal(column, vars(whole[ply])[name]), f"{name} of ply {ply}"
        assert before is None or len(rows) > len(before)
        before = rows
    assert before is not None
    assert before.is_complete
    assert len(before) == len(whole)


def test_a_layout_in_stages_is_the_whole_layout_in_the_end(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(6)
    for frames in (1, 4, 1000):
        monkeypatch.setattr("plyscope.layout.rows.STAGE", frames)
        check_stages(trace)
        chosen = [rng.randrange(len(trace)) for _ in range(3)]
        check_stages(trace, chosen[:1], [frame for frame in chosen[1:] if frame])


def test_many_frames_are_laid_out_block_by_block(monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("tictactoe:XO./.X./..O")
    whole = Rows(trace)
    monkeypatch.setattr("plyscope.model.preorder.FRAMES_IN_BLOCK", 7)
    for row, other in zip(Rows(trace).rows, whole.rows, strict=True):
        assert all(np.array_equal(column, vars(other)[name]) for name, column in vars(row).items())


def test_the_root_cannot_be_hidden_and_the_nearest_frame_shown_stands_for_a_hidden_one(trace: Trace) -> None:
    assert Rows(trace, hidden=[0]).hidden_count == 0
    rows = Rows(trace, collapsed=[0])
    assert len(rows) == 1
    assert rows.width == LEAF
    assert {rows.nearest_shown(frame) for frame in range(len(trace))} == {0}


def test_cuts_leave_room_for_pruned_moves() -> None:
    trace = record(load("sample:tree/nine-leaves"))
    rows = Rows(trace)
    assert sum(trace.skips) > 0
    assert rows.width == LEAF * sum(trace.sizes[frame] == 1 for frame in range(len(trace))) + STUB * sum(trace.skips)


def test_every_point_belongs_to_the_frame_whose_span_covers_it(trace: Trace) -> None:
    rows, naive = Rows(trace), Naive(trace)
    for ply, row in enumerate(rows.rows):
        for x in np.arange(-1.5, rows.width + 1.5, 0.25).tolist():
            covering = [place for place, frame in enumerate(naive.ply(ply)) if overlap(naive.spans[frame], x, x + 1e-9)]
            assert row.place_at(x) == (covering[0] if covering else -1)
        assert row.place_at(1e12) == -1


def test_places_are_found_by_frame(trace: Trace) -> None:
    rows = Rows(trace)
    for row in rows.rows:
        standing = row.frames.tolist()
        assert [row.place(frame) for frame in standing] == list(range(len(row)))
        assert all(row.place(frame) == -1 for frame in range(-1, len(trace) + 1) if frame not in standing)


def test_an_index_says_how_much_memory_it_takes() -> None:
    rows = Rows(record("tictactoe:XO./.X./..O"))
    columns = [column for row in rows.rows for column in vars(row).values() if isinstance(column, np.ndarray)]
    # That no frame of the lowest ply has children is one number for all of them.
    repeated = rows[len(rows) - 1].first_child
    assert rows.bytes == sum(column.nbytes for column in columns) - repeated.nbytes > 0


# Shades


def test_in_a_game_zero_is_even() -> None:
    shades = Shades.of(record("tictactoe:XO./.X./..O"))
    assert shades == Shades(0.0, 1.0)
    assert [shades.of_value(value) for value in (-inf, -1, 0, 0.5, 1, inf, nan)] == [-1, -1, 0, 0.5, 1, 1, 0]


@pytest.mark.parametrize(
    ("tree", "middle"), [("[3,12,8]", 7.5), ("[-3,12]", 0), ("[-9,-5]", -7), ("[4,4]", 0), ("[0,8]", 0), ("inf", 0)]
)
def test_where_all_values_lie_on_one_side_the_middle_of_them_is_even(tree: str, middle: float) -> None:
    assert Shades.of(record(f"tree:{tree}", "minimax")).middle == middle


def test_one_value_far_out_does_not_set_the_scale() -> None:
    leaves = ",".join(str(value) for value in [*range(-50, 51), 1000])
    shades = Shades.of(record(f"tree:[{leaves}]", "minimax"))
    assert 40 <= shades.reach <= 50
    assert shades.of_value(1000) == 1


def test_shades_of_frames_are_those_of_their_values(trace: Trace) -> None:
    shades, rows = Shades.of(trace), Rows(trace)
    for row in rows.rows:
        expected = [round(shades.of_value(trace.values[frame]) * 127) for frame in row.frames.tolist()]
        assert row.shades.tolist() == expected


def test_unneeded_frames_are_not_shown_and_leave_no_note() -> None:
    trace = record("tictactoe:XO./.X./..O")
    plain, without = Rows(trace, hidden={5}), Rows(trace, hidden={5}, unneeded=np.array([20, 40], np.int32))
    assert (plain.noted, without.noted) == ({5}, {5})
    for frame in range(len(trace)):
        if without.span(frame) is not None:
            assert without.children(frame) == [c for c in trace.children(frame) if c not in (5, 20, 40)]
    for frame in range(len(trace)):
        is_below = any(top <= frame < top + trace.sizes[top] for top in (20, 40))
        assert (without.span(frame) is None) == (is_below or plain.span(frame) is None)


def test_pruned_moves_may_be_given_room() -> None:
    trace = record("tictactoe:XO./.X./..O")
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame] == 3)
    plain, roomy = Rows(trace), Rows(trace, rooms={frame: (STUB, 6, 4)}, plies=40)
    assert roomy.width == plain.width + 6 + 4 - 2 * STUB
    assert (plain.plies, roomy.plies) == (len(plain), 40)
    row, place = roomy[trace.plies[frame]], roomy[trace.plies[frame]].place(frame)
    end = int(row.ends[place])
    found = [row.stub_at(place, end - 11 + unit + 0.5) for unit in range(11)]
    assert found == [0] + [1] * 6 + [2] * 4
    assert row.stub_at(place, end - 11.5) == row.stub_at(place, end + 0.5) == -1
    assert row.stub_widths(place) == (STUB, 6, 4)
    # Whatever comes after it is moved by as much, whatever is above it is wider by as much, and all else stays.
    for other in range(len(trace)):
        before, after = plain.span(other), roomy.span(other)
        assert before is not None
        assert after is not None
        is_above = other <= frame < other + trace.sizes[other]
        is_later = other >= frame + trace.sizes[frame]
        assert after == (before[0] + 8 * is_later, before[1] + 8 * (is_later or is_above))
    # What pixels show of the pruned moves grows with them.
    edges = np.linspace(0, roomy.width, 7)
    assert row.pruned_widths(edges) is not None
    assert sum(row.pruned_widths(edges)) == sum(sum(row.stub_widths(number)) for number in range(len(row)))


def test_room_below_what_is_not_shown_is_no_room() -> None:
    trace = record("tictactoe:XO./.X./..O")
    frame = next(frame for frame in range(len(trace)) if trace.skips[frame] == 3)
    for put_away in ({"hidden": {frame}}, {"collapsed": {frame}}, {"unneeded": np.array([frame], np.int32)}):
        assert Rows(trace, rooms={frame: (9, 9, 9)}, **put_away).width == Rows(trace, **put_away).width


@pytest.mark.parametrize("units", [1.0, 7.3, 40.0])
def test_the_share_of_every_piece(units: float) -> None:
    trace = record("tictactoe:XO./.X./...", "alphabeta")
    rows = Rows(trace)
    marked = np.arange(len(trace)) % 3 == 0
    shares = Shares(rows.rows, marked)
    edges = np.arange(0, rows.width + units, units)
    for ply, row in enumerate(rows.rows):
        fine = np.full(rows.width * 10, np.nan)
        for frame, start, end in zip(row.frames, row.starts, row.ends, strict=True):
            fine[start * 10 : end * 10] = marked[frame]
        found = shares.between(ply, edges)
        for place in range(len(edges) - 1):
            piece = fine[round(edges[place] * 10) : round(edges[place + 1] * 10)]
            there = piece[~np.isnan(piece)]
            assert found[place] == pytest.approx(there.mean() if len(there) else 0.0, abs=0.02)
