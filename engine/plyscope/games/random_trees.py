"""Random trees for practice, as deep, as wide and with as many cuts as requested.

Trees are drawn from the seed, one after another, until one fulfils the constraints. So that this is quick, the
cuts are counted here, by an alpha-beta search without a recorder. The same seed gives the same tree everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from operator import ge, gt
from typing import NamedTuple

from plyscope.messages import InputError, Message
from plyscope.model.shuffle import random_below, random_words

Tree = int | list["Tree"]
"""A leaf's number, or the children of an inner node."""

MAX_DEPTH, MAX_CHILDREN, MAX_VALUE = 12, 20, 1_000_000
"""The largest depth, number of children, and distance of a value from 0."""
MAX_NODES = 2_000
"""Nodes of a tree: larger trees are of no use for practice."""
MAX_DRAWN = 1_500_000
"""Nodes that are drawn before the search for a tree is given up. It does not depend on time, so that the same request
has the same answer on every machine."""


@dataclass(frozen=True)
class Constraints:
    """Requirements of a random tree. A range is the smallest and the largest number that may occur."""

    depth: tuple[int, int] = (2, 3)
    """Plies from the root to a leaf; not every leaf need be equally deep."""
    branching: tuple[int, int] = (2, 3)
    values: tuple[int, int] = (0, 9)
    cuts: int | None = None
    """The number of frames in which alpha-beta cuts under the rule >=, each pruning a move; None: any number."""
    cut_above: bool = False
    """At least one cut is made above the last inner ply, and prunes more than a leaf."""
    distinct: bool = False
    """No two leaves are worth the same."""


class Cut(NamedTuple):
    """A node in which alpha-beta stopped, and the moves that it pruned."""

    ply: int
    pruned: list[Tree]
    is_deep: bool
    """Whether it is cut by a bound from three plies above or more, and by nothing nearer."""


def random_tree(constraints: Constraints, seed: int) -> str:
    """Return the text of a tree that fulfils the constraints; raise InputError where none was found."""
    check(constraints)
    drawn = tried = 0
    while drawn < MAX_DRAWN:
        words = random_words(seed, [tried], "random tree")
        tried += 1
        tree, nodes = draw(constraints, words)
        drawn += nodes + 10
        if tree is not None and fulfils(tree, constraints):
            return write(tree)
    raise InputError(
        "none of {tried} random trees has {requirement}; allow more depth, more children or another seed",
        tried=tried,
        requirement=requirement(constraints),
    )


def requirement(constraints: Constraints) -> Message:
    """Return the requirement that makes a tree hard to find, in words."""
    if constraints.cuts is not None and constraints.cut_above:
        return Message("{cuts} as its number of cuts and one of them above the leaves", cuts=constraints.cuts)
    if constraints.cuts is not None:
        return Message("{cuts} as its number of cuts", cuts=constraints.cuts)
    if constraints.cut_above:
        return Message("a cut above the leaves")
    return Message("leaves that all differ") if constraints.distinct else Message("few enough nodes")


def check(constraints: Constraints) -> None:
    """Raise InputError for constraints that no tree can fulfil."""
    check_range("depth", constraints.depth, 1, MAX_DEPTH)
    check_range("children", constraints.branching, 1, MAX_CHILDREN)
    check_range("values", constraints.values, -MAX_VALUE, MAX_VALUE)
    (shallowest, deepest), fewest = constraints.depth, constraints.branching[0]
    fewest_leaves = fewest**shallowest
    if fewest_leaves > MAX_NODES:
        raise InputError("such a tree has at least {leaves} leaves, more than one can look at", leaves=fewest_leaves)
    lowest, highest = constraints.values
    if constraints.distinct and fewest_leaves > highest - lowest + 1:
        raise InputError(
            "at least {leaves} leaves cannot all differ between {lowest} and {highest}",
            leaves=fewest_leaves,
            lowest=lowest,
            highest=highest,
        )
    if constraints.cuts is not None and constraints.cuts < 0:
        raise InputError("the number of cuts is 0 or more, not {cuts}", cuts=constraints.cuts)
    if constraints.cut_above and constraints.cuts == 0:
        raise InputError("no cut at all, and one above the leaves: both cannot be")
    if constraints.cut_above and deepest < 3:
        raise InputError("a cut above the leaves needs a depth of 3 at least")


def check_range(what: str, given: tuple[int, int], least: int, most: int) -> None:
    """Raise InputError unless a range rises and lies within limits."""
    low, high = given
    if not least <= low <= high <= most:
        raise InputError(
            "the range of {what} goes from {low} to {high}; it must rise and lie between {least} and {most}",
            what=what,
            low=low,
            high=high,
            least=least,
            most=most,
        )


def draw(constraints: Constraints, words: Iterator[int]) -> tuple[Tree | None, int]:
    """Return a random tree of the right shape, and how many nodes were drawn; no tree where it grew too large."""
    (shallowest, deepest), (fewest, most) = constraints.depth, constraints.branching
    root: list[Tree] = []
    level, nodes = [root], 1
    leaves: list[list[Tree]] = []
    # Some leaves lie above the bottom; at least one path reaches it.
    bottom = shallowest + random_below(deepest - shallowest + 1, words)
    for ply in range(1, bottom + 1):
        next_level: list[list[Tree]] = []
        for node in level:
            for _ in range(fewest + random_below(most - fewest + 1, words)):
                nodes += 1
                is_leaf = ply == bottom or (ply >= shallowest and len(next_level) > 0 and random_below(3, words) == 0)
                child: list[Tree] = []
                (leaves if is_leaf else next_level).append(child)
                node.append(child)
        if nodes > MAX_NODES:
            return None, nodes
        level = next_level
    numbers = draw_numbers(constraints, len(leaves), words)
    if numbers is None:
        return None, nodes
    return with_numbers(root, iter(numbers)), nodes


def draw_numbers(constraints: Constraints, count: int, words: Iterator[int]) -> list[int] | None:
    """Return a random number for every leaf; None where there are not so many different ones."""
    lowest, highest = constraints.values
    span = highest - lowest + 1
    if not constraints.distinct:
        return [lowest + random_below(span, words) for _ in range(count)]
    if count > span:
        return None
    chosen: dict[int, None] = {}
    for bound in range(span - count, span):
        # Floyd, 1987: every choice of different numbers is equally likely, and one draw a number is enough.
        number = random_below(bound + 1, words)
        chosen[bound if number in chosen else number] = None
    numbers = [lowest + number for number in chosen]
    for last in range(count - 1, 0, -1):
        other = random_below(last + 1, words)
        numbers[last], numbers[other] = numbers[other], numbers[last]
    return numbers


def with_numbers(shape: list[Tree], numbers: Iterator[int]) -> Tree:
    """Return the tree with a number for every empty list."""
    if not shape:
        return next(numbers)
    return [with_numbers(child, numbers) for child in shape if isinstance(child, list)]


def fulfils(tree: Tree, constraints: Constraints) -> bool:
    """Whether a tree has the cuts that were asked for."""
    if constraints.cuts is None and not constraints.cut_above:
        return True
    cuts = cuts_of(tree)
    if not all(cut.pruned for cut in cuts):
        return False
    if constraints.cuts is not None and len(cuts) != constraints.cuts:
        return False
    last_inner_ply = height(tree) - 1
    return not constraints.cut_above or any(
        cut.ply < last_inner_ply and any(isinstance(child, list) for child in cut.pruned) for cut in cuts
    )


def cuts_of(tree: Tree, rule: str = ">=", fail: str = "soft", order: str = "given") -> list[Cut]:
    """Return the cutoffs of alpha-beta on a tree, found without a recording, which would take longer."""
    cuts: list[Cut] = []
    is_cut = ge if rule == ">=" else gt

    def value_of(tree: Tree, ply: int, parent: float, alpha: float, beta: float) -> float:
        """Return the value of a node and add the cuts below it; `parent` is the best value so far of the node above."""
        if not isinstance(tree, list):
            return tree
        is_max, low, high = ply % 2 == 0, alpha, beta
        best = -inf if is_max else inf
        children = tree[::-1] if order == "reverse" else tree
        for tried, child in enumerate(children, 1):
            value = value_of(child, ply + 1, best, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if is_cut(alpha, beta):
                is_shallow = is_cut(best, parent) if is_max else is_cut(parent, best)
                cuts.append(Cut(ply, children[tried:], not is_shallow))
                break
        return best if fail == "soft" else min(max(best, low), high)

    value_of(tree, 0, inf, -inf, inf)
    return cuts


def height(tree: Tree) -> int:
    """Return the plies from a node to its deepest leaf."""
    return 1 + max(map(height, tree)) if isinstance(tree, list) else 0


def write(tree: Tree) -> str:
    """Return the text of a tree."""
    return "[" + ",".join(map(write, tree)) + "]" if isinstance(tree, list) else str(tree)
