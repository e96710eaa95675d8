"""Random exercises have exactly what was requested, by the count of the tests' own solver; no request that can be
fulfilled is refused as impossible."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from plyscope.exercises.making import (
    Request,
    most_cuts,
    random_exercise,
    refuse_impossible,
    variants,
)
from plyscope.games.random_trees import Constraints
from plyscope.messages import InputError

from tests.command_line import check_refused
from tests.engine.exercises import solver
from tests.engine.exercises.solver import Setup


def setup_of(request: Request) -> Setup:
    return Setup(request.algorithm != "minimax", request.cut, request.fail, request.order == "reverse")


def solved(exercise: Any, request: Request) -> tuple[Any, solver.Solution]:
    tree = json.loads(exercise.source.removeprefix("tree:"))
    return tree, solver.solve(tree, setup_of(request))


def depths(tree: Any) -> int:
    return 1 + max(map(depths, tree)) if isinstance(tree, list) else 0


def check_shape(tree: Any, shape: Constraints) -> None:
    leaves = solver.leaves_of(tree)
    assert shape.depth[0] <= depths(tree) <= shape.depth[1]
    assert all(shape.values[0] <= leaf <= shape.values[1] for leaf in leaves)
    inner = [node for node in (solver.node_at(tree, path) for path in solver.all_paths(tree)) if isinstance(node, list)]
    assert all(shape.branching[0] <= len(node) <= shape.branching[1] for node in inner)
    assert not shape.distinct or len(set(leaves)) == len(leaves)


def random_request(random: Random, **counts: Any) -> Request:
    depth = random.randint(1, 4)
    low = random.choice([-9, 0])
    shape = Constraints(
        depth=(random.randint(1, depth), depth),
        branching=random.choice([(2, 2), (2, 3)] if depth == 4 else [(2, 2), (2, 3), (3, 3), (1, 4)]),
        values=(low, low + random.choice([0, 3, 20, 90])),
    )
    return Request(
        shape,
        algorithm=random.choice(["alphabeta", "negamax"]),
        cut=random.choice([">=", ">"]),
        fail=random.choice(["soft", "hard"]),
        order=random.choice(["given", "reverse"]),
        **counts,
    )


def fulfillable(random: Random, seed: int) -> Request:
    """A request that some tree fulfils: it asks for what a tree of its shape has."""
    while True:
        request = random_request(random)
        if request.shape.values[1] - request.shape.values[0] >= 81 and random.random() < 0.5:
            request = replace(request, shape=replace(request.shape, distinct=True))
        _, found = solved(random_exercise(request, seed), request)
        prunes = len(found.pruned)
        kind = random.choice(["prunes", "cutoffs", "both", "deep"])
        if kind != "deep":
            return replace(
                request,
                prunes=prunes if kind != "cutoffs" else None,
                cutoffs=found.cutoffs if kind != "prunes" else None,
            )
        if found.deep_cutoffs and prunes:
            return replace(request, deep_cutoff=True)


@pytest.mark.parametrize("block", [0, pytest.param(1, marks=pytest.mark.full)])
def test_random_exercises_have_what_was_requested(block: int) -> None:
    for seed in range(40) if block == 0 else range(40, 500):
        request = fulfillable(Random(f"requests {seed}"), seed)
        tree, found = solved(random_exercise(request, seed + 1000), request)
        check_shape(tree, request.shape)
        assert request.prunes in (None, len(found.pruned)), f"{request}: {tree}"
        assert request.cutoffs in (None, found.cutoffs), f"{request}: {tree}"
        assert not request.deep_cutoff or (found.deep_cutoffs and found.pruned), f"{request}: {tree}"


def test_the_same_seed_gives_the_same_exercise_and_variants_differ() -> None:
    request = Request(Constraints((2, 3), (2, 3), (0, 99), distinct=True), prunes=3)
    thirty = variants(request, 7, 30)
    assert [one.id for one in thirty] == [one.id for one in variants(request, 7, 30)]
    assert len({one.source for one in thirty}) == 30
    assert [one.variant for one in thirty] == list(range(1, 31))
    assert len({len(one.key.values) for one in thirty}) == 1, "equally hard"
    assert not {one.id for one in thirty} & {one.id for one in variants(request, 8, 30)}, "for another class"
    assert all(len(solved(one, request)[1].pruned) == 3 for one in thirty)


# What no tree can have


def all_trees(depth: int, widths: tuple[int, ...], values: tuple[int, ...]) -> Iterator[Any]:
    """All trees that are at most so deep, and have so many children."""
    below = list(all_trees(depth - 1, widths, values)) if depth > 1 else []
    for width in widths:
        yield from map(list, product([*values, *below], repeat=width))


SMALL = [
    (1, (2, 3), (0, 1)),
    (2, (2,), (0, 1, 2)),
    (2, (2, 3), (0, 1)),
    (3, (2,), (0, 1)),
    pytest.param(2, (1, 2, 3), (0, 1), marks=pytest.mark.full),
    pytest.param(2, (3,), (0, 1, 2), marks=pytest.mark.full),
    pytest.param(3, (2,), (0, 1, 2), marks=pytest.mark.full),
]


def is_refused(request: Request) -> bool:
    try:
        refuse_impossible(request)
    except InputError:
        return True
    return False


@pytest.mark.parametrize("cut", [">=", ">"])
@pytest.mark.parametrize(("depth", "widths", "values"), SMALL)
def test_nothing_that_exists_is_refused_as_impossible(
    depth: int, widths: tuple[int, ...], values: tuple[int, ...], cut: str
) -> None:
    """And at these sizes the largest number of each that exists is the limit."""
    found = [solver.solve(tree, Setup(rule=cut)) for tree in all_trees(depth, widths, values)]
    there = {(len(one.pruned), one.cutoffs) for one in found}
    shape = Constraints((depth, depth), (min(widths), max(widths)), (min(values), max(values)))
    for prunes, cutoffs in there:
        assert not is_refused(Request(shape, prunes, cutoffs, cut=cut))
    prunes, cutoffs = (max(counts) for counts in zip(*there, strict=True))
    most = [most_cuts(depth, max(widths), is_moves=is_moves)[0] for is_moves in (True, False)]
    assert most == [prunes, cutoffs]
    assert is_refused(Request(shape, prunes=prunes + 1, cut=cut))
    assert is_refused(Request(shape, cutoffs=cutoffs + 1, cut=cut))


@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_nothing_that_random_deep_trees_have_is_refused(fail: str) -> None:
    random = Random(fail)

    def tree(depth: int) -> Any:
        return [tree(depth - 1) for _ in range(random.randint(2, 3))] if depth else random.randint(0, 9)

    for _ in range(200):
        found = solver.solve(tree(4), Setup(fail=fail))
        shape = Constraints((4, 4), (2, 3), (0, 9))
        assert not is_refused(Request(shape, len(found.pruned), found.cutoffs, fail=fail))


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"prunes": 5}, "4 at most"),
        ({"cutoffs": 3}, "2 at most"),
        ({"prunes": 3, "cutoffs": 1}, "2 moves at most"),
        ({"deep_cutoff": True}, "a depth of 4"),
        ({"algorithm": "minimax", "prunes": 1}, "minimax prunes nothing"),
        ({"cut": ">", "prunes": 1, "shape": Constraints((2, 2), (3, 3), (5, 5))}, "never exceeds"),
        ({"deep_cutoff": True, "prunes": 0, "shape": Constraints((4, 4), (2, 2))}, "prunes a move"),
    ],
)
def test_what_is_impossible_is_refused_with_the_reason(changed: dict[str, Any], reason: str) -> None:
    shape = Constraints((2, 2), (3, 3), (0, 20))
    with pytest.raises(InputError, match=reason):
        random_exercise(Request(**{"shape": shape, **changed}), 1)


@pytest.mark.parametrize(
    "option", ["--variants=3", "--seed=1", "--distinct", "--deep-cutoff", "--branching=2", "--cutoffs=1"]
)
def test_what_shapes_random_trees_is_refused_for_a_source(option: str, tmp_path: Path) -> None:
    complaint = f"{option.partition('=')[0]} is for --random trees, not for a SOURCE"
    check_refused(["exercise", "make", "tree:[[3,12],[9,8]]", option, "-o", "made"], 2, complaint, tmp_path)
    assert not (tmp_path / "made").exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--algorithm", "table"], "table is no search for exercises"),
        (["--algorithm", "pvs"], "pvs is no search for exercises"),
        (["--order", "killer"], "an order that is learned while the search runs is not for exercises"),
    ],
)
def test_what_nobody_does_by_hand_is_refused(options: list[str], reason: str, tmp_path: Path) -> None:
    check_refused(["exercise", "make", "tree:[[3,12],[9,8]]", *options, "-o", "made"], 1, reason, tmp_path)
