"""Which frames are drawn one by one: never more than there is room for, and never half of a family."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest
from plyscope.files.sources import load
from plyscope.games.random_trees import Constraints, random_tree
from plyscope.layout.detail import LEAST_ROOM, Level, levels
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import LARGEST_SCALE, View

from tests.full_traces import Trace, record

LEAVES = ",".join(["1"] * 1000)
MANY_BESIDE_A_LARGE_ONE = f"tree:[{LEAVES},{'[' + ','.join([f'[{LEAVES}]'] * 40) + ']'}]"

TRACES: dict[str, Callable[[], Trace]] = {
    "nine leaves": lambda: record(load("sample:tree/nine-leaves")),
    "tic-tac-toe": lambda: record("tictactoe:XO./.../..."),
    "cut short": lambda: record("tictactoe:XO./.../...", limit=60),
    "by chance": lambda: record("tree:" + random_tree(Constraints(depth=(2, 7), branching=(1, 5)), 3), "minimax"),
    "lopsided": lambda: record(MANY_BESIDE_A_LARGE_ONE, "minimax"),
    "one frame": lambda: record("tree:5"),
}


@pytest.fixture(scope="module", params=TRACES)
def rows(request: pytest.FixtureRequest) -> Rows:
    return Rows(TRACES[request.param]())


def looks(rows: Rows) -> Iterator[View]:
    """The whole tree, and fifty places at any size."""
    draw = random.Random(11)
    for width in (80, 700, 1600):
        whole = View(rows.width, len(rows), width, 600).fitted()
        yield whole
        for _ in range(50):
            factor = (LARGEST_SCALE / whole.scale) ** draw.random()
            yield whole.zoomed(factor, draw.random() * width, draw.random() * 600)


def in_sight(rows: Rows, view: View, frame: int) -> bool:
    span = rows.span(frame)
    assert span is not None
    return span[1] > view.x and span[0] < view.right


@pytest.mark.spread(3)
def test_every_frame_that_is_drawn_is_visible_and_inside_its_span(rows: Rows) -> None:
    for view in looks(rows):
        for level in levels(rows, view):
            assert len(level.places) > 0
            for place, frame in enumerate(level.frames.tolist()):
                span = rows.span(frame)
                assert span is not None
                assert in_sight(rows, view, frame)
                left, right = view.x_of(span[0]), view.x_of(span[1])
                assert (level.left[place], level.right[place]) == (pytest.approx(left), pytest.approx(right))
                assert level.centre[place] == pytest.approx((max(0, left) + min(view.width, right)) / 2)
                assert 0 <= level.centre[place] <= view.width


def test_no_more_frames_are_drawn_than_there_is_room_for(rows: Rows) -> None:
    for view in looks(rows):
        for level in levels(rows, view):
            # Two frames may reach beyond the window, to the left and to the right.
            assert len(level.places) <= 3 * view.width / LEAST_ROOM + 1


def test_the_children_of_an_opened_frame_are_all_drawn_and_no_others(rows: Rows) -> None:
    trace = rows.trace
    for view in looks(rows):
        drawn = levels(rows, view)
        assert [level.ply for level in drawn] == list(range(len(drawn)))
        assert drawn[0].frames.tolist() == [0]
        for above, level in zip(drawn, [*drawn[1:], None], strict=True):
            if above.ply + 1 == view.plies_near(2).stop:
                assert level is None, "it is far below the window"
                break
            opened = above.frames[above.opened].tolist()
            expected = [child for frame in opened for child in trace.children(frame) if in_sight(rows, view, child)]
            assert (level.frames.tolist() if level is not None else []) == expected


def test_every_frame_knows_its_parents_place(rows: Rows) -> None:
    for view in looks(rows):
        drawn = levels(rows, view)
        for above, level in pairwise(drawn):
            parents = np.array(rows.trace.column("parent"))[level.frames]
            assert above.frames[level.parents].tolist() == parents.tolist()


def test_children_are_counted(rows: Rows) -> None:
    def counts(level: Level) -> list[int]:
        return [len(list(rows.trace.children(frame))) for frame in level.frames.tolist()]

    for view in looks(rows):
        for level in levels(rows, view):
            assert level.children.tolist() == counts(level)


def test_magnified_everything_is_opened(rows: Rows) -> None:
    whole = View(rows.width, len(rows), 1000, 600).fitted()
    view = whole.zoomed(1e9, 0, 0)
    assert all((level.opened == (level.children > 0)).all() for level in levels(rows, view))


def test_a_frame_with_a_thousand_small_children_beside_a_large_one_is_not_opened_for_them() -> None:
    rows = Rows(record(MANY_BESIDE_A_LARGE_ONE, "minimax"))
    view = View(rows.width, len(rows), 400, 600, scale=0.2).within()
    assert view.x_of(2000) == pytest.approx(400)
    assert not levels(rows, view)[0].opened[0]


def test_plies_far_below_the_window_cost_nothing() -> None:
    tree = "1"
    for _ in range(300):
        tree = f"[{tree}]"
    rows = Rows(record(f"tree:{tree}", "minimax"))
    view = View(rows.width, len(rows), 800, 400).fitted()
    below = view.y_of(len(levels(rows, view)) - 1)
    assert view.height < below < view.height + 4 * view.pitch
