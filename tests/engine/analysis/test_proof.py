"""The smallest proof, against one found by trying all, and against the formula for uniform trees."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope import Trace, record
from plyscope.analysis.proof import AT_LEAST, AT_MOST, BOTH, proof
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests import naive
from tests.examples import examples
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


@pytest.mark.spread(3)
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
    assert (found.frames, found.leaves, found.minimum) == (1, 1, 1)


def test_full_tictactoe() -> None:
    """The drawn game: both strategies together, out of 549,946 frames."""
    full, pruned = proof(record("tictactoe:", "minimax")), proof(record("tictactoe:"))
    assert full.frames < pruned.frames < 18_297
    assert full.minimum is None


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
