"""Where distinct calls lie: laws that hold for every graph of calls."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.equal_calls import fold
from plyscope.layout.folded_calls import Folded, Grid, lay_out

from tests import full_traces
from tests.examples import examples


def below(n: int, steps: tuple[int, ...]) -> int:
    return 1 + sum(below(n - step, steps) for step in steps if step <= n)


def again(n: int) -> int:
    if n == 0:
        return 0
    try:
        return again(n)
    except RecursionError:
        return again(n - 1)


def folded(n: int, steps: tuple[int, ...]) -> Folded:
    with full_traces.watch(below) as watched:
        below(n, steps)
    return lay_out(watched.trace, fold(watched.trace))


@examples(40)
@given(st.integers(0, 9), st.sets(st.integers(1, 4), min_size=1, max_size=3))
def test_every_edge_leads_down_and_bends_in_every_layer_that_it_passes(n: int, steps: set[int]) -> None:
    found = folded(n, tuple(sorted(steps)))
    assert found.omitted == 0
    for edge in found.edges:
        first, last = found.layers[edge.caller], found.layers[edge.called]
        assert [layer for _, layer in edge.bends] == list(range(first + 1, last))
        assert last > first
    assert dict.fromkeys(range(found.depth + 1), 0).keys() == set(found.layers.values())


@examples(40)
@given(st.integers(0, 9), st.sets(st.integers(1, 4), min_size=1, max_size=3))
def test_nothing_lies_on_anything_else(n: int, steps: set[int]) -> None:
    found = folded(n, tuple(sorted(steps)))
    places = [(found.layers[call], found.xs[call]) for call in found.calls]
    places += [(layer, x) for edge in found.edges for x, layer in edge.bends]
    for (layer, x), (other, beside) in pairwise(sorted(places)):
        assert layer != other or beside - x > 1 - 1e-9
    assert min(x for _, x in places) >= -1e-9


def test_calls_that_lead_back_to_themselves_lie_by_ply() -> None:
    import sys

    depth = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        with full_traces.watch(again) as watched:
            again(2)
    finally:
        sys.setrecursionlimit(depth)
    graph = fold(watched.trace)
    found = lay_out(watched.trace, graph)
    assert len(found.calls) == len(graph)
    assert any(found.layers[edge.called] <= found.layers[edge.caller] for edge in found.edges)


def test_of_very_many_calls_the_nearest_are_there() -> None:
    with full_traces.watch(below) as watched:
        below(9, (1, 2))
    found = lay_out(watched.trace, fold(watched.trace), most=4)
    assert len(found.calls) == 4
    assert found.omitted == 6
    plies = watched.trace.column("ply")[fold(watched.trace).first]
    assert max(plies[list(found.calls)]) <= 3


def test_an_empty_grid_has_no_places() -> None:
    assert Grid([], {}).settle() == {}
