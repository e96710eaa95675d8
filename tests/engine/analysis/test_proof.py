"""A proof, against a checker that knows the rules alone, against the smallest one and against Knuth and Moore."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, product
from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.proof import AT_LEAST, AT_MOST, BOTH, proof
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.columns import INNER, TABLE

from tests import naive
from tests.examples import examples
from tests.full_traces import Trace, record
from tests.random_recordings import extremes, random_recording
from tests.trees import as_text

TREES = examples(250)
finite = st.recursive(
    st.integers(-3, 3), lambda children: st.lists(children, min_size=1, max_size=3), max_leaves=12
).filter(lambda tree: isinstance(tree, list))
SOUND = [
    ("minimax", {}),
    ("maxmin", {}),
    *((name, {"cut": cut}) for name in ("alphabeta", "negamax", "pvs") for cut in (">=", ">")),
    ("pvs", {"fail": "hard"}),
]

Set = frozenset[int]


def moves_of(trace: Trace, frame: int) -> list[list[int]]:
    """The children by move: a move that was searched twice has two."""
    groups: dict[int, list[int]] = {}
    for child in trace.children(frame):
        groups.setdefault(trace.moves[child], []).append(child)
    return list(groups.values())


def proofs(trace: Trace, frame: int, at_least: bool) -> set[Set]:
    """All sets of frames that show that a frame is worth at least, or at most, what the root is."""
    root, value = trace.values[0], trace.values[frame]
    if trace.sizes[frame] == 1:
        holds = value >= root if at_least else value <= root
        return {frozenset({frame})} if holds else set()
    of_moves = [
        {found for child in move for found in proofs(trace, child, at_least)} for move in moves_of(trace, frame)
    ]
    if bool(trace.kinds[frame]) == at_least:
        return {found | {frame} for some in of_moves for found in some}
    if trace.skips[frame]:
        return set()
    return {frozenset({frame}).union(*chosen) for chosen in product(*of_moves)}


def count_proofs(tree: Any) -> int:
    """Not more proofs than this have to be tried in one direction."""
    if not isinstance(tree, list):
        return 1
    total, sum_ = 1, 0
    for child in tree:
        total *= count_proofs(child)
        sum_ += count_proofs(child)
    return max(total, sum_)


@pytest.mark.spread(9, 3)
@pytest.mark.parametrize(("algorithm", "options"), SOUND)
@TREES
@given(tree=finite.filter(lambda tree: count_proofs(tree) <= 12), side=st.sampled_from(["first", "second"]))
def test_no_smaller_proof_is_to_be_found(algorithm: str, options: dict[str, Any], tree: Any, side: str) -> None:
    trace = record(load("tree:" + as_text(tree), max=side), algorithm, **options)
    found = proof(trace)
    both = product(proofs(trace, 0, True), proofs(trace, 0, False))
    assert found.frames == min(len(low | high) for low, high in both)
    assert_justified(trace, found.needs.tolist())


def test_a_probe_and_the_search_after_it_can_each_show_one_half() -> None:
    trace = record("tree:[-3,[[[[-2,-2,-2,3]],3],[[[-2,-1,0,1],-3],3]]]", "pvs")
    needs = proof(trace).needs.tolist()
    twice = [(move[0], move[1]) for frame in range(len(trace)) for move in moves_of(trace, frame) if len(move) == 2]
    assert {AT_LEAST, AT_MOST} in [{needs[probe], needs[again]} for probe, again in twice]
    both = product(proofs(trace, 0, True), proofs(trace, 0, False))
    assert sum(map(bool, needs)) == min(len(low | high) for low, high in both) == 12
    assert_justified(trace, needs)


def assert_justified(trace: Trace, needs: list[int]) -> None:
    """Each needed frame is shown by needed children or by its own value, and nothing is needed for nothing."""
    root, used = trace.values[0], {0}
    for frame, need in enumerate(needs):
        for bit in (AT_LEAST, AT_MOST):
            if not need & bit:
                continue
            if trace.sizes[frame] == 1:
                assert trace.values[frame] >= root if bit == AT_LEAST else trace.values[frame] <= root
                continue
            shown = [[child for child in move if needs[child] & bit] for move in moves_of(trace, frame)]
            used |= {child for move in shown for child in move}
            if bool(trace.kinds[frame]) == (bit == AT_LEAST):
                assert any(shown)
            else:
                assert all(shown)
                assert trace.skips[frame] == 0
    assert used == {frame for frame, need in enumerate(needs) if need}


def uniform(branching: int, depth: int, numbers: Any) -> Any:
    return [uniform(branching, depth - 1, numbers) for _ in range(branching)] if depth else next(numbers)


@pytest.mark.parametrize(("algorithm", "options"), SOUND)
@examples(60)
@given(b=st.integers(1, 4), d=st.integers(1, 4), data=st.data())
def test_in_uniform_trees_a_proof_has_as_many_leaves_as_knuth_and_moore_say(
    algorithm: str, options: dict[str, Any], b: int, d: int, data: st.DataObject
) -> None:
    numbers = data.draw(st.lists(st.integers(-9, 9), min_size=b**d, max_size=b**d))
    tree = uniform(b, d, iter(numbers))
    trace = record("tree:" + as_text(tree), algorithm, **options)
    found = proof(trace)
    assert found.minimum == b ** ((d + 1) // 2) + b ** (d // 2) - 1
    assert found.leaves == found.minimum <= trace.leaves
    assert naive.minimax(tree, True) == trace.value


@pytest.mark.parametrize(("b", "d"), [(2, 2), (3, 3), (2, 5), (4, 2)])
def test_with_the_best_order_alphabeta_visits_nothing_else(b: int, d: int) -> None:
    """All leaves are worth the same, so that every first move is a best one."""
    trace = record("tree:" + as_text(uniform(b, d, iter([0] * b**d))))
    found = proof(trace)
    assert (found.frames, found.share, found.leaves) == (len(trace), 1, trace.leaves)


def test_the_kinds_of_nodes() -> None:
    found = proof(record("tree:[[3,12,8],[2,4,6],[14,5,2]]"))
    assert found.needs.tolist() == [BOTH, BOTH, BOTH, AT_LEAST, AT_LEAST, AT_MOST, AT_MOST, AT_MOST, 0, 0, AT_MOST]
    assert (found.variation.tolist(), found.cut_nodes.tolist(), found.all_nodes.tolist()) == ([0, 1, 2], [5, 7], [])
    assert (found.frames, found.leaves, found.minimum) == (9, 5, 5)
    deep = proof(record("tree:[[[1,2],[3,4]],[[5,6],[7,8]]]"))
    assert (deep.cut_nodes.tolist(), deep.all_nodes.tolist()) == ([1, 11], [2])


def test_half_a_proof_is_enough_for_infinity() -> None:
    found = proof(record("tree:[[1,inf],[inf,inf]]"))
    assert (found.frames, found.minimum, found.variation.tolist()) == (4, None, [])
    assert proof(record("tree:[[-inf,1]]")).needs.tolist() == [AT_MOST, AT_MOST, AT_MOST]


def test_a_root_without_a_move_justifies_itself() -> None:
    found = proof(record("tree:[3]", depth=None))
    assert (found.frames, found.leaves, found.minimum) == (2, 1, 1)
    found = proof(record("tictactoe:XXX/OO./..."))
    assert (found.frames, found.leaves, found.minimum) == (1, 1, None)


def test_full_tictactoe() -> None:
    """The drawn game: both strategies together, out of 549,946 frames."""
    full, pruned = proof(record("tictactoe:", "minimax")), proof(record("tictactoe:"))
    assert full.frames < pruned.frames < 18_297
    assert full.minimum is None


@pytest.mark.parametrize(
    ("source", "options", "frames", "leaves"),
    [("sample:tictactoe/hebrew", {}, 2, 1), ("connectfour:112233", {"depth": 1}, 2, 1)],
)
def test_the_largest_score_is_proved_from_below_alone(
    source: str, options: dict[str, Any], frames: int, leaves: int
) -> None:
    found = proof(record(source, **options))
    assert (found.frames, found.leaves, found.minimum) == (frames, leaves, None)


def test_where_moves_lead_to_the_same_positions_a_table_does_with_fewer_leaves_than_knuth_and_moore_say() -> None:
    assert proof(record("connectfour:", depth=5)).minimum is None
    assert record("connectfour:", "table", depth=5).leaves == 271 < 7**3 + 7**2 - 1


class Checker:
    """What some frames of a recording prove together with the rules of its game; all other frames may be anything."""

    def __init__(self, trace: Trace, frames: set[int]) -> None:
        self.trace, self.frames, self.ends = trace, frames, extremes(trace)
        self.known: dict[int, tuple[float, float]] = {}
        self.by_position: dict[Any, list[int]] = {}
        for frame in frames:
            self.by_position.setdefault(self.key(frame), []).append(frame)

    def key(self, frame: int) -> Any:
        rules = self.trace.position.game.rules
        return (*rules.key(self.trace.state(frame)),), self.trace.depth_left(frame)

    def interval(self, frame: int) -> tuple[float, float]:
        if frame not in self.frames:
            return self.ends
        if frame not in self.known:
            self.known[frame] = self.found(frame)
        return self.known[frame]

    def found(self, frame: int) -> tuple[float, float]:
        trace, (bottom, top) = self.trace, self.ends
        value, is_max = trace.values[frame], trace.kinds[frame] == 1
        if trace.statuses[frame] == TABLE:
            before = [other for other in self.by_position[self.key(frame)] if other < frame]
            return meet([self.interval(other) for other in before if trace.statuses[other] == INNER], self.ends)
        if trace.sizes[frame] == 1 and trace.skips[frame]:
            return (value, top) if is_max else (bottom, value)
        if trace.sizes[frame] == 1:
            return value, value
        children = list(trace.children(frame))
        if trace.moves[children[0]] < 0:
            return meet(
                [self.interval(child) for child in children[0 if trace.search.name == "mtdf" else -1 :]], self.ends
            )
        of_moves = dict.fromkeys(self.legal(frame), self.ends)
        for child in children:
            move = trace.moves[child]
            of_moves[move] = meet([of_moves[move], self.interval(child)], self.ends)
        start = trace.start_value(frame)
        ends = [*of_moves.values(), *([] if start is None else [(start, start)])]
        best = max if is_max else min
        return best(low for low, _ in ends), best(high for _, high in ends)

    def legal(self, frame: int) -> list[int]:
        rules, state = self.trace.position.game.rules, list(self.trace.state(frame))
        goes_on = self.trace.search.stands_pat and self.trace.depth_left(frame) <= 0
        return list((rules.noisy if goes_on else rules.moves)(state))


def meet(some: list[tuple[float, float]], ends: tuple[float, float]) -> tuple[float, float]:
    return max([low for low, _ in some] + [ends[0]]), min([high for _, high in some] + [ends[1]])


@pytest.mark.spread(3)
@examples(1500)
@given(draw=st.randoms(use_true_random=False))
@pytest.mark.full
def test_the_frames_of_a_proof_prove_the_value(draw: random.Random) -> None:
    """And where no proof is found all frames together do not prove it."""
    trace = random_recording(draw)
    try:
        frames = set(np.flatnonzero(proof(trace).needs).tolist())
    except InputError:
        assert not trace.complete or Checker(trace, set(range(len(trace)))).interval(0) != (trace.value, trace.value)
        return
    assert Checker(trace, frames).interval(0) == (trace.value, trace.value)


def certifies(
    tree: Any, seen: set[int], value: float, leaves: Iterator[int], is_max: bool = True
) -> tuple[float, float]:
    """The interval of a tree of which some leaves are seen, by their numbers in the order of the text."""
    if not isinstance(tree, list):
        return (tree, tree) if next(leaves) in seen else (-inf, inf)
    ends = [certifies(child, seen, value, leaves, not is_max) for child in tree]
    best = max if is_max else min
    return best(low for low, _ in ends), best(high for _, high in ends)


def best_first(tree: Any, is_max: bool = True) -> Any:
    if not isinstance(tree, list):
        return tree
    ordered = [best_first(child, not is_max) for child in tree]
    return sorted(ordered, key=lambda child: naive.minimax(child, not is_max), reverse=is_max)


def count_leaves(tree: Any) -> int:
    return sum(map(count_leaves, tree)) if isinstance(tree, list) else 1


@examples(300)
@given(draw=st.randoms(use_true_random=False), algorithm=st.sampled_from(["alphabeta", "minimax", "table", "mtdf"]))
def test_no_proof_has_fewer_leaves_than_is_said(draw: random.Random, algorithm: str) -> None:
    """Also where the pruned part of a tree is not like the rest of it."""
    b, d = draw.choice(((1, 3), (2, 1), (2, 2), (2, 3), (3, 2)))
    tree = uniform(b, d, iter(lambda: draw.randrange(-2, 3), None))
    if draw.random() < 0.3:
        tree[-1] = draw.choice((tree[-1][:1], draw.randrange(3))) if d > 1 else tree[-1]
    trace = record("tree:" + as_text(tree), algorithm)
    least = proof(trace).minimum
    shapes = {len(path) for path in paths(tree)}
    assert (least is None) == (len(shapes) > 1 or count_leaves(tree) != b**d)
    if least is None:
        return
    value, count = naive.minimax(tree), count_leaves(tree)
    sizes = [size for size in range(count + 1) for seen in combinations(range(count), size)
             if certifies(tree, set(seen), value, iter(range(count))) == (value, value)]  # fmt: skip
    assert min(sizes) == least
    assert len([call for call in naive.logged_alphabeta(best_first(tree)).calls if call.is_leaf]) == least


def paths(tree: Any, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    if not isinstance(tree, list):
        yield path
        return
    for place, child in enumerate(tree):
        yield from paths(child, (*path, place))


@pytest.mark.parametrize(
    ("source", "options", "complaint"),
    [
        ("tictactoe:", {"limit": 50}, "has not come to its end"),
        ("tree:[1,2]", {"algorithm": "accumulate"}, "accumulate adds values up"),
    ],
)
def test_what_has_no_proof_is_refused(source: str, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        proof(record(source, **options))
