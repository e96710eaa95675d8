"""What is seen of one tree is shown of the other: found again by paths, at several places and sizes."""

from __future__ import annotations

import pytest
from plyscope.analysis.comparison import Comparison
from plyscope.files.sources import load
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from plyscope_window.pages.compare.side import aligned_view

from tests.full_traces import record

WIDE, HIGH = 600.0, 500.0


@pytest.fixture(scope="module")
def two() -> tuple[Rows, Rows, Comparison]:
    position = load("sample:tictactoe/empty")
    a, b = (record(position, algorithm=name, depth=5) for name in ("minimax", "alphabeta"))
    return Rows(a), Rows(b), Comparison(a, b)


def view_of(rows: Rows) -> View:
    return View(rows.width, len(rows), WIDE, HIGH).fitted()


def test_all_of_one_is_all_of_the_other(two: tuple[Rows, Rows, Comparison]) -> None:
    a, b, comparison = two
    assert aligned_view(a, b, comparison.partners_a, view_of(a), view_of(b)) == view_of(b)


@pytest.mark.parametrize("move", range(9))
def test_a_subtree_across_the_window_lies_across_the_other(two: tuple[Rows, Rows, Comparison], move: int) -> None:
    a, b, comparison = two
    frame = list(a.trace.children(0))[move]
    start, end = a.span(frame) or (0, 0)
    view = aligned_view(a, b, comparison.partners_a, view_of(a).showing(start, end, 1), view_of(b))
    partner = b.span(int(comparison.partners_a[frame]))
    assert partner is not None
    left, right = view.x_of(partner[0]), view.x_of(partner[1])
    assert left == pytest.approx(0, abs=30)
    assert right == pytest.approx(WIDE, abs=30)


def test_the_middle_stays_in_the_middle_during_panning(two: tuple[Rows, Rows, Comparison]) -> None:
    """Of what both have: a frame in the middle of one window is in the other's."""
    a, b, comparison = two
    view, place = view_of(b), 0
    for frame in b[3].frames[::7].tolist():
        span, there = b.span(frame), a.span(int(comparison.partners_b[frame]))
        assert span is not None
        assert there is not None
        looked = view.showing(*span, 3).scaled(view.whole_scale * 9, WIDE / 2, HIGH / 2)
        other = aligned_view(b, a, comparison.partners_b, looked, view_of(a))
        middle = other.x_of((there[0] + there[1]) / 2)
        assert -WIDE < middle < 2 * WIDE
        place += 1
    assert place > 3


def test_a_subtree_of_one_side_is_represented_by_a_common_ancestor(two: tuple[Rows, Rows, Comparison]) -> None:
    a, b, comparison = two
    missing = int(comparison.alignment.branches_a.frames[5])
    parent = a.trace.parents[missing]
    start, end = a.span(missing) or (0, 0)
    view = aligned_view(a, b, comparison.partners_a, view_of(a).showing(start, end, 2), view_of(b))
    span = b.span(int(comparison.partners_a[parent]))
    assert span is not None
    assert view.x_of(span[0]) < WIDE
    assert view.x_of(span[1]) > 0
