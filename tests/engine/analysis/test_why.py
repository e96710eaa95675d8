"""The origin of every bound, and that the value of pruned moves cannot matter."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from itertools import pairwise
from math import inf, nextafter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.why import Side, why_bound, why_bound_at, why_cut, why_value
from plyscope.files.sources import load
from plyscope.model.declaration import Windows
from plyscope.model.steps import Moment, Steps
from plyscope.tracer.running import debug
from plyscope.usercode.reading import read_as_search

from tests import naive
from tests.examples import examples
from tests.full_traces import Cursor, Trace, record
from tests.places import RECURSION
from tests.random_recordings import POSITIONS, random_recording
from tests.recordings import as_lines
from tests.recordings import number as as_number
from tests.trees import as_text, inner_nested

WINDOWED = ("alphabeta", "negamax", "pvs")
VARIANTS = [(cut, fail) for cut in (">=", ">") for fail in ("soft", "hard")]
TREES = examples(80)


def recorded(tree: Any, side: str, algorithm: str, cut: str, fail: str) -> Trace:
    return record(load("tree:" + as_text(tree), max=side), algorithm, cut=cut, fail=fail)


# An alpha-beta of the tests' own, in which every bound carries the name of whoever set it


@dataclass(frozen=True)
class Named:
    """A bound with the numbers of the frame that owns it and of the child that set it; -1 for nobody."""

    value: float
    owner: int = -1
    child: int = -1
    is_made_up: bool = False
    """Next to the owner's real bound, as the end of a probe's window."""


class Naming:
    """Notes for each frame the bounds that it is called with, and for each cut the frame and the child."""

    def __init__(self, algorithm: str, cut: str, fail: str) -> None:
        self.probing, self.strict, self.hard = algorithm == "pvs", cut == ">", fail == "hard"
        self.bounds: list[tuple[Named, Named]] = []
        self.cuts: dict[int, int] = {}

    def probe(self, alpha: Named, beta: Named, maximizing: bool) -> Named:
        """The end of an empty window that is nobody's bound; but where it is the other end anyway, it is that."""
        asked, other = (alpha, beta) if maximizing else (beta, alpha)
        end = nextafter(asked.value, inf if maximizing else -inf)
        return other if end == other.value else Named(end, asked.owner, asked.child, True)

    def search(self, tree: Any, alpha: Named, beta: Named, maximizing: bool) -> float:
        me = len(self.bounds)
        self.bounds.append((alpha, beta))
        if not isinstance(tree, list):
            return tree + 0.0
        best = -inf if maximizing else inf
        for number, below in enumerate(tree):
            child = len(self.bounds)
            if self.probing and number:
                probe = self.probe(alpha, beta, maximizing)
                value = self.search(below, *((alpha, probe) if maximizing else (probe, beta)), not maximizing)
                if alpha.value < value < beta.value:
                    child = len(self.bounds)
                    value = self.search(below, alpha, beta, not maximizing)
            else:
                value = self.search(below, alpha, beta, not maximizing)
            best = max(best, value) if maximizing else min(best, value)
            if maximizing and best > alpha.value:
                alpha = Named(best, me, child)
            if not maximizing and best < beta.value:
                beta = Named(best, me, child)
            if alpha.value > beta.value if self.strict else alpha.value >= beta.value:
                self.cuts[me] = child
                break
        if not self.hard:
            return best
        return min(alpha.value, beta.value) if maximizing else max(alpha.value, beta.value)


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", WINDOWED)
@pytest.mark.parametrize(("cut", "fail"), VARIANTS)
@TREES
@given(tree=inner_nested, side=st.sampled_from(["first", "second"]))
def test_every_bound_has_the_owner_that_a_search_with_names_finds(
    algorithm: str, cut: str, fail: str, tree: Any, side: str
) -> None:
    trace = recorded(tree, side, algorithm, cut, fail)
    naming = Naming(algorithm, cut, fail)
    naming.search(tree, Named(-inf), Named(inf), side == "first")
    assert len(naming.bounds) == len(trace)
    for frame, bounds in enumerate(naming.bounds):
        for side_of_window, bound in zip(Side, bounds, strict=True):
            found = why_bound(trace, frame, side_of_window)
            assert (found.value, found.owner, found.child) == (bound.value, bound.owner, bound.child)
            assert (found.probe >= 0) == bound.is_made_up
    cuts = {frame: why_cut(trace, frame) for frame in range(len(trace))}
    assert {frame: found.child for frame, found in cuts.items() if found is not None} == naming.cuts


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", WINDOWED)
@pytest.mark.parametrize(("cut", "fail"), VARIANTS)
@TREES
@given(tree=inner_nested, side=st.sampled_from(["first", "second"]))
def test_the_named_bound_was_true_at_that_time(algorithm: str, cut: str, fail: str, tree: Any, side: str) -> None:
    trace = recorded(tree, side, algorithm, cut, fail)
    steps = Steps(trace)
    for frame in range(len(trace)):
        found = why_cut(trace, frame)
        assert (found is not None) == bool(trace.facts.cutoff[frame])
        if found is None:
            continue
        assert found.is_equal == (found.alpha == found.beta)
        assert found.alpha > found.beta or cut == ">="
        assert steps.at(found.step)[1:4] == (Moment.BACK, frame, found.child)
        origin = found.origin
        if origin.owner < 0:
            assert abs(origin.sure) == inf
            continue
        # The owner is above, moves for the side whose bound it is, and had the value before the frame was called.
        assert origin.owner in trace.ancestors(frame)[:-1]
        assert trace.kinds[origin.owner] == (origin.sure_side is Side.ALPHA)
        assert trace.values[origin.child] == origin.sure
        assert steps.at(origin.step)[1:4] == (Moment.BACK, origin.owner, origin.child)
        assert origin.step < steps.enter(frame)
        assert found.distance == trace.plies[frame] - trace.plies[origin.owner]
        if origin.probe < 0:
            assert trace.kinds[origin.owner] != trace.kinds[frame]
            assert origin.sure == (found.beta if trace.kinds[frame] else found.alpha)


def pruned_paths(trace: Trace) -> set[tuple[str, ...]]:
    """Where moves were never tried, by the moves that lead there."""
    paths = set()
    tried = {tuple(trace.path(frame)) for frame in range(len(trace))}
    for frame in range(len(trace)):
        above = trace.path(frame)
        # In a search with probes a move may be pruned by the probe and tried by the search after it.
        paths |= {path for move in trace.pruned_texts(frame) if (path := (*above, move)) not in tried}
    return paths


def without_pruned(tree: Any, trace: Trace) -> Any:
    """The tree with every move that was pruned taken away, as if the rules forbade it."""
    paths = pruned_paths(trace)

    def rebuilt(node: Any, path: tuple[str, ...]) -> Any:
        if not isinstance(node, list):
            return node
        below = (((*path, str(number)), child) for number, child in enumerate(node, 1))
        return [rebuilt(child, where) for where, child in below if where not in paths]

    return rebuilt(tree, ())


def with_pruned_replaced(tree: Any, trace: Trace, draw: Any) -> Any:
    """The tree with every move that was pruned replaced by whatever is drawn."""
    paths = pruned_paths(trace)

    def rebuilt(node: Any, path: tuple[str, ...]) -> Any:
        if path in paths:
            return draw()
        if not isinstance(node, list):
            return node
        return [rebuilt(child, (*path, str(number))) for number, child in enumerate(node, 1)]

    return rebuilt(tree, ())


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", WINDOWED)
@pytest.mark.parametrize(("cut", "fail"), VARIANTS)
@TREES
@given(tree=inner_nested, side=st.sampled_from(["first", "second"]), data=st.data())
def test_pruned_moves_may_have_any_value(
    algorithm: str, cut: str, fail: str, tree: Any, side: str, data: st.DataObject
) -> None:
    trace = recorded(tree, side, algorithm, cut, fail)
    anything = st.sampled_from([inf, -inf, 100, -100, [100, -100], [-100, 100]]) | st.integers(-5, 5)
    changed = with_pruned_replaced(tree, trace, lambda: data.draw(anything))
    assert naive.minimax(changed, side == "first") == trace.value
    for extreme in (inf, -inf):
        changed = with_pruned_replaced(tree, trace, lambda extreme=extreme: extreme)
        assert naive.minimax(changed, side == "first") == trace.value


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", WINDOWED)
@pytest.mark.parametrize(("cut", "fail"), VARIANTS)
@TREES
@given(tree=inner_nested, side=st.sampled_from(["first", "second"]))
def test_pruned_moves_may_be_removed(algorithm: str, cut: str, fail: str, tree: Any, side: str) -> None:
    trace = recorded(tree, side, algorithm, cut, fail)
    smaller = without_pruned(tree, trace)
    assert naive.minimax(smaller, side == "first") == trace.value
    # And the search itself does the same without them, frame by frame.
    again = recorded(smaller, side, algorithm, cut, fail)
    assert (again.value, len(again)) == (trace.value, len(trace))


def test_what_was_tried_may_not_be_worth_anything() -> None:
    """The same replacement at a place that was not pruned does change the value, so the test above can fail."""
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    trace = recorded(tree, "first", "alphabeta", ">=", "soft")
    assert with_pruned_replaced(tree, trace, lambda: -100) == [[3, 12, 8], [2, -100, -100], [14, 5, 2]]
    assert naive.minimax([[3, 12, 8], [2, 4, 6], [14, 5, 4]], True) != trace.value


def test_a_deep_cut_names_the_root() -> None:
    trace = record("sample:tree/deep-cutoff")
    cuts = [found for frame in range(len(trace)) if (found := why_cut(trace, frame)) is not None]
    assert [(cut.frame, cut.is_deep, cut.distance, cut.origin.owner, cut.origin.child) for cut in cuts] == [
        (2, False, 1, 0, 1),
        (4, True, 3, 0, 1),
    ]
    assert [(cut.alpha, cut.beta, cut.is_equal, cut.pruned) for cut in cuts] == [(5, 3, False, 1)] * 2


def test_a_cut_at_infinity_has_no_owner() -> None:
    trace = record("tree:[inf,3]")
    found = why_cut(trace, 0)
    assert found is not None
    assert (found.origin.owner, found.origin.step, found.distance, found.is_equal) == (-1, -1, 0, True)


@pytest.mark.parametrize("algorithm", [*WINDOWED, "minimax", "maxmin"])
@TREES
@given(tree=inner_nested, side=st.sampled_from(["first", "second"]), fail=st.sampled_from(["soft", "hard"]))
def test_a_value_comes_from_a_frame_that_found_it(algorithm: str, tree: Any, side: str, fail: str) -> None:
    position = load("tree:" + as_text(tree), max=side)
    trace = record(position, algorithm, **({"fail": fail} if algorithm in WINDOWED else {}))
    for frame in range(len(trace)):
        found = why_value(trace, frame)
        assert trace.values[found.source] == trace.values[frame]
        assert frame in trace.ancestors(found.source)
        assert found.child == trace.best_child(frame)
        if found.child < 0:
            continue
        assert Steps(trace).back(found.child) == found.step
        assert found.clipped == (trace.values[found.child] != trace.values[frame])
        ends = (trace.alphas[found.source], trace.betas[found.source])
        assert trace.sizes[found.source] == 1 or trace.values[frame] in ends or algorithm == "maxmin"


@pytest.mark.parametrize("algorithm", WINDOWED)
@TREES
@given(tree=inner_nested, cut=st.sampled_from([">=", ">"]))
def test_at_every_step_the_bounds_of_the_whole_stack_have_owners(algorithm: str, tree: Any, cut: str) -> None:
    trace = recorded(tree, "first", algorithm, cut, "soft")
    cursor = Cursor(trace)
    for step in range(cursor.last_step + 1):
        cursor.go(step)
        for frame in cursor.stack:
            for side, value in ((Side.ALPHA, frame.alpha), (Side.BETA, frame.beta)):
                found = why_bound_at(trace, frame.frame, side, step)
                assert found.value == value
                assert found.step <= step
                raised = value != (trace.alphas if side is Side.ALPHA else trace.betas)[frame.frame]
                assert (found.owner == frame.frame) == raised


def test_steps_are_numbered_with_executed_lines() -> None:
    trace = read_as_search(debug(RECURSION / "alphabeta.py", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"))
    steps = Steps(trace)
    assert steps.count > steps.of_calls
    for frame in range(len(trace)):
        cut, value = why_cut(trace, frame), why_value(trace, frame)
        origins = [why_bound_at(trace, frame, side, steps.count) for side in Side]
        for child, step in ((value.child, value.step), *((one.child, one.step) for one in origins)):
            assert child < 0 or step == steps.back(child)
        assert cut is None or cut.step == steps.back(cut.child)
    cursor = Cursor(trace)
    for step in range(0, steps.count, 7):
        cursor.go(step)
        found = [why_bound_at(trace, one.frame, side, step) for one in cursor.stack for side in Side]
        assert all(one.step <= step for one in found)


def test_searches_without_windows_and_sums_have_nothing_to_name() -> None:
    for algorithm in ("minimax", "accumulate"):
        trace = record("tree:[[1,2],[3,4]]", algorithm)
        assert all(why_cut(trace, frame) is None for frame in range(len(trace)))
        assert all(why_bound(trace, frame, side).owner == -1 for frame in range(len(trace)) for side in Side)
    assert why_value(trace, 0).child == -1


def test_a_recording_that_was_cut_short_is_explained_as_far_as_it_goes() -> None:
    trace = record("tictactoe:", limit=500)
    for frame in range(len(trace)):
        found = why_value(trace, frame)
        assert (found.child < 0) or trace.parents[found.child] == frame
        for side in Side:
            assert why_bound(trace, frame, side).step < Steps(trace).count
    assert why_value(trace, 0).child == -1


# Windows that another program has passed


def bounds_in_effect(trace: Trace, child: int) -> tuple[float, float]:
    """α and β of the caller of a frame when it called it, by what its earlier children have returned.

    A move that is searched again counts by its last search.
    """
    parent = trace.parents[child]
    tried = [other for other in trace.children(parent) if other <= child]
    last = [other for other, following in pairwise(tried) if trace.moves[other] != trace.moves[following]]
    before = [trace.values[other] for other in last]
    alpha, beta = trace.alphas[parent], trace.betas[parent]
    return (max([alpha, *before]), beta) if trace.kinds[parent] == 1 else (alpha, min([beta, *before]))


def falsified(trace: Trace, draw: random.Random) -> str:
    """The recording as another program would print it, with some windows of its own."""
    lines = [json.loads(line) for line in as_lines(trace).splitlines()]
    for line in lines:
        if line.get("ev") == "enter" and draw.random() < 0.15:
            low, high = sorted(draw.choice((-inf, -3, -2, -1, 0, 1, 2, 3, inf)) for _ in range(2))
            line["alpha"], line["beta"] = (
                (None if low == -inf else as_number(low)),
                (None if high == inf else as_number(high)),
            )
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("logs") / "log.jsonl"


@pytest.mark.full
@examples(600)
@given(draw=st.randoms(use_true_random=False))
def test_the_origin_of_a_bound_is_true_whatever_windows_were_passed(log: Path, draw: random.Random) -> None:
    trace = random_recording(draw, (*WINDOWED, "minimax"), draw.choice(POSITIONS[:2])(draw))
    log.write_text(falsified(trace, draw))
    found = Trace.open(log)
    if found.search.windows is Windows.NONE:
        return
    for frame in range(len(found)):
        for place, side in enumerate(Side):
            bounds = found.alphas if side is Side.ALPHA else found.betas
            origin, above = why_bound(found, frame, side), frame
            assert origin.value == bounds[frame]
            if origin.probe >= 0:
                assert trace.search.name == "pvs"
                low, high = found.alphas[origin.probe], found.betas[origin.probe]
                assert high == nextafter(low, inf)
                continue
            # Up to where the bound was set, or was not handed down, every frame had it from the one above.
            while above and bounds_in_effect(found, above)[place] == bounds[frame] == bounds[found.parents[above]]:
                above = found.parents[above]
            if above == 0:
                assert (origin.owner, origin.called) == (-1, -1)
                continue
            parent, due = found.parents[above], bounds_in_effect(found, above)[place]
            if due == bounds[frame]:
                assert (origin.owner, origin.called, found.parents[origin.child]) == (parent, -1, parent)
                assert (found.values[origin.child], origin.sure) == (due, due)
            else:
                assert (origin.called, origin.sure) == (above, due)
                assert origin.owner < 0 or found.values[origin.child] == due
            if origin.owner >= 0:
                step = Steps(found).at(origin.step)
                assert (step.moment, step.frame, step.child) == (Moment.BACK, origin.owner, origin.child)
