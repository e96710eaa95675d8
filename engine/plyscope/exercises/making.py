"""Random exercises: trees with exactly as many pruned moves or cutoffs as requested, under the rule asked about.

Trees are drawn from the seed, one after another, until one has what is asked for. What no tree of the shape can have is
refused with the reason; else, after so many tries, it is said how many.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from plyscope.exercises.exercise import Exercise, exercise_of
from plyscope.exercises.tree import MAX_NODES, too_large
from plyscope.files.sources import load
from plyscope.games.random_trees import Constraints, Cut, Tree, check, cuts_of, draw, write
from plyscope.messages import InputError
from plyscope.model.shuffle import random_words

SEED_STEP = 1_000_003
"""Between the seeds of variants."""
MAX_TRIES = 20_000
"""Trees that are drawn for one exercise. The number does not depend on time, so that every machine finds the same."""
TREES_FOR_EACH = 700
"""Trees that are drawn at most for each variant, until enough of them are equally hard."""
MIN_DEEP_CUTOFF_PLIES = 3
"""Plies that lie at least between a deep cutoff and the ancestor whose bound makes it."""


@dataclass(frozen=True)
class Request:
    """What a random exercise shall have: its shape, search, and number of cuts."""

    shape: Constraints = field(default_factory=lambda: Constraints(depth=(2, 2), branching=(3, 3)))
    prunes: int | None = None
    """Moves that are pruned; None for any number."""
    cutoffs: int | None = None
    """Frames in which the cut test fires, after the last move too; None for any number."""
    deep_cutoff: bool = False
    """One cutoff prunes a move by a bound from three plies above or more, and by nothing nearer."""
    algorithm: str = "alphabeta"
    cut: str = ">="
    fail: str = "soft"
    order: str = "given"

    @property
    def options(self) -> dict[str, Any]:
        """The options of its search."""
        options = {"algorithm": self.algorithm, "order": self.order}
        return options if self.algorithm == "minimax" else {**options, "cut": self.cut, "fail": self.fail}


def random_exercise(request: Request, seed: int, **about: Any) -> Exercise:
    """Return an exercise that fulfils the request; raise InputError where none can or none is found."""
    return exercise_on(random_tree(request, seed), request, **about)


def exercise_on(tree: Tree, request: Request, **about: Any) -> Exercise:
    """Return the exercise on a tree."""
    return exercise_of(load(f"tree:{write(tree)}"), request.options, **about)


def random_tree(request: Request, seed: int) -> Tree:
    """Return a tree that fulfils the request; raise InputError where none can or none is found."""
    check(request.shape)
    refuse_impossible(request)
    fitting = 0
    for tried in range(MAX_TRIES):
        tree, nodes = draw(request.shape, random_words(seed, [tried], "exercise"))
        if tree is None or nodes > MAX_NODES:
            continue
        fitting += 1
        if fulfils(tree, request):
            return tree
    if not fitting:
        raise too_large()
    raise InputError(
        "none of {tried} random trees has what is asked for; allow more depth, more children or another seed",
        tried=fitting,
    )


def fulfils(tree: Tree, request: Request) -> bool:
    """Whether a tree has the requested pruned moves and cutoffs."""
    if request.prunes is None and request.cutoffs is None and not request.deep_cutoff:
        return True
    cuts = cuts_in(tree, request)
    return (
        request.prunes in (None, sum(len(cut.pruned) for cut in cuts))
        and request.cutoffs in (None, len(cuts))
        and (not request.deep_cutoff or any(cut.is_deep and cut.pruned for cut in cuts))
    )


def cuts_in(tree: Tree, request: Request) -> list[Cut]:
    """Return the cuts of the search on a tree."""
    return [] if request.algorithm == "minimax" else cuts_of(tree, request.cut, request.fail, request.order)


def difficulty(tree: Tree, request: Request) -> tuple[int, int, int, int]:
    """Return what makes trees equally hard: inner nodes, those that are called, shallow and deep cuts."""
    cuts = [cut for cut in cuts_in(tree, request) if cut.pruned]
    called = inner_nodes(tree) - sum(inner_nodes(pruned) for cut in cuts for pruned in cut.pruned)
    deep = sum(cut.is_deep for cut in cuts)
    return inner_nodes(tree), called, len(cuts) - deep, deep


def inner_nodes(tree: Tree) -> int:
    """Return the number of inner nodes of a tree."""
    return 1 + sum(map(inner_nodes, tree)) if isinstance(tree, list) else 0


# What no tree can have


def refuse_impossible(request: Request) -> None:
    """Raise InputError for a request that no tree can fulfil."""
    shape = request.shape
    for name, number in (("pruned moves", request.prunes), ("cutoffs", request.cutoffs)):
        if number is not None and number < 0:
            raise InputError("the number of {what} is 0 or more, not {number}", what=name, number=number)
    if request.algorithm == "minimax":
        if request.prunes or request.cutoffs or request.deep_cutoff:
            raise InputError("minimax prunes nothing")
        return
    deepest, widest = shape.depth[1], shape.branching[1]
    if request.deep_cutoff and deepest <= MIN_DEEP_CUTOFF_PLIES:
        raise InputError("a deep cutoff needs a depth of {least} at least", least=MIN_DEEP_CUTOFF_PLIES + 1)
    if request.deep_cutoff and (request.prunes == 0 or request.cutoffs == 0):
        raise InputError("a deep cutoff prunes a move, so that neither cutoffs nor pruned moves can be 0")
    if request.cut == ">" and shape.values[0] == shape.values[1] and (request.prunes or request.cutoffs):
        raise InputError("where all leaves are equal α never exceeds β, so that nothing is cut under the rule α > β")
    for name, number, limit in (
        ("pruned moves", request.prunes, most_cuts(deepest, widest, is_moves=True)[0]),
        ("cutoffs", request.cutoffs, most_cuts(deepest, widest, is_moves=False)[0]),
    ):
        if number is not None and number > limit:
            raise InputError(
                "no tree of depth {depth} with {children} children has {number} {what}: {most} at most",
                depth=deepest, children=widest, number=number, what=name, most=limit,
            )  # fmt: skip
    if request.cutoffs is not None and (request.prunes or 0) > request.cutoffs * (widest - 1):
        raise InputError("with {children} children a cutoff prunes {each} moves at most: {cutoffs} prune no {prunes}",
                         children=widest, each=widest - 1, cutoffs=request.cutoffs, prunes=request.prunes)  # fmt: skip


@cache
def most_cuts(
    depth: int, children: int, *, is_moves: bool, is_max: bool = True, has_alpha: bool = False, has_beta: bool = False
) -> tuple[int, int]:
    """Return the most pruned moves, or cutoffs, of a node and below, and the same if it is not cut.

    A node is cut only where the other side has a bound, which its first child sets: the nodes on the way to the first
    leaf never are. A child that is cut returns nothing better than its parent has, so that the parent is not cut there.
    """
    if depth == 0:
        return 0, 0
    before = own = 0
    for place in range(1, children + 1):
        bounds = with_bound(is_max, has_alpha, has_beta, place > 1)
        any_way, uncut = most_cuts(
            depth - 1, children, is_moves=is_moves, is_max=not is_max, has_alpha=bounds[0], has_beta=bounds[1]
        )
        if has_beta if is_max else has_alpha:
            own = max(own, before + uncut + (children - place if is_moves else 1))
        before += any_way
    return max(own, before), before


def with_bound(is_max: bool, has_alpha: bool, has_beta: bool, is_later: bool) -> tuple[bool, bool]:
    """Return which ends of a child's window are finite: after the first child the own side's is."""
    return (has_alpha or is_later, has_beta) if is_max else (has_alpha, has_beta or is_later)


def variants(request: Request, seed: int, count: int, **about: Any) -> list[Exercise]:
    """Return `count` numbered exercises, all different and equally hard; raise InputError where there are fewer.

    Their seeds are far apart, so that the next seed gives another class other exercises.
    """
    alike: dict[object, dict[str, Tree]] = {}
    for attempt in range(count * TREES_FOR_EACH):
        tree = random_tree(request, seed + attempt * SEED_STEP)
        found = alike.setdefault(difficulty(tree, request), {})
        found.setdefault(write(tree), tree)
        if len(found) == count:
            break
    else:
        most = max(map(len, alike.values()))
        raise InputError(
            "there are only {found} different exercises of this kind that are equally hard; allow more", found=most
        )
    made = [exercise_on(tree, request, **about) for tree in found.values()]
    return made if count == 1 else [replace(one, variant=place, variants=count) for place, one in enumerate(made, 1)]
