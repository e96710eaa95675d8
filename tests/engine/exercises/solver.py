"""A solver of exercises that knows nothing of the program.

It is written from the rules of the books alone, as plain recursion on nested lists: a number is a leaf, a list is an
inner node, the root is MAX unless the setup says otherwise. A node is its path, the tuple of places that lead to it;
only what is handed in and handed back speaks of names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf


@dataclass(frozen=True)
class Setup:
    """The search that an exercise asks for."""

    windowed: bool = True
    """Alpha-beta; else plain minimax."""
    rule: str = ">="
    fail: str = "soft"
    from_right: bool = False
    root_is_max: bool = True
    asks: tuple = ("values", "windows", "pruned", "best")


@dataclass
class Solution:
    """The right answers, by paths."""

    values: dict = field(default_factory=dict)
    """Of visited inner nodes, as the windows are."""
    windows_in: dict = field(default_factory=dict)
    windows_out: dict = field(default_factory=dict)
    """The window on return; at a cut the one before the update too."""
    visited: list = field(default_factory=list)
    """In the order of the calls, leaves too."""
    pruned: list = field(default_factory=list)
    """Every move that is never tried, without what lies below it."""
    best: tuple = ()
    cutoffs: int = 0
    deep_cutoffs: int = 0
    mistakes: dict = field(default_factory=dict)


# The tree


def node_at(tree, path):
    return node_at(tree[path[0]], path[1:]) if path else tree


def all_paths(tree, path=()):
    """Every node, parents first."""
    found = [path]
    if isinstance(tree, list):
        for place, child in enumerate(tree):
            found += all_paths(child, (*path, place))
    return found


def is_max(path, setup):
    return (len(path) % 2 == 0) == setup.root_is_max


def children(tree, path, setup):
    """The children of a node in the order of the search."""
    places = range(len(node_at(tree, path)))
    return [(*path, place) for place in (reversed(places) if setup.from_right else places)]


def letters(number):
    """A, B … Z, AA, AB …"""
    return (letters(number // 26 - 1) if number >= 26 else "") + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26]


def names_of(tree):
    """Inner nodes have letters, level by level; a leaf is named by its parent and its place."""
    level, count, names = [()], 0, {}
    while level:
        below = []
        for path in level:
            if isinstance(node_at(tree, path), list):
                names[path] = letters(count)
                count += 1
                below += [(*path, place) for place in range(len(node_at(tree, path)))]
            else:
                names[path] = f"{names[path[:-1]]}{path[-1] + 1}"
        level = below
    return names


# The search


def is_cut(rule, low, high):
    return low >= high if rule == ">=" else low > high


def solve(tree, setup, mistakes=None):
    """Run the search. `mistakes` maps nodes to what they return instead: a student who errs there and goes on."""
    found = Solution(mistakes=mistakes or {})
    search(tree, (), -inf, inf, setup, found, own_best=None)
    found.best = best_of(children(tree, (), setup), {**leaf_values(tree), **found.values}, found, setup)
    return found


def leaf_values(tree):
    return {path: node_at(tree, path) for path in all_paths(tree) if not isinstance(node_at(tree, path), list)}


def best_of(candidates, values, found, setup):
    """The first searched whose value is the largest of the root, or the smallest where it is MIN."""
    searched = [path for path in candidates if path in found.visited]
    best = (max if setup.root_is_max else min)(values[path] for path in searched)
    return next(path for path in searched if values[path] == best)


def search(tree, path, alpha, beta, setup, found, own_best):
    """What a call returns. `own_best` is the best value that the parent has from its own children, if it has any."""
    found.visited.append(path)
    node = node_at(tree, path)
    if not isinstance(node, list):
        return node
    first_alpha, first_beta = alpha, beta
    best, left = None, children(tree, path, setup)
    windows = [(alpha, beta)]
    while left:
        child = left.pop(0)
        value = search(tree, child, alpha, beta, setup, found, best)
        if is_max(path, setup):
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        windows.append((alpha, beta))
        if setup.windowed and is_cut(setup.rule, alpha, beta):
            found.cutoffs += 1
            found.deep_cutoffs += not explained_by_parent(path, best, own_best, setup)
            found.windows_out[path] = windows[:-3:-1]
            found.pruned += left
            break
    else:
        found.windows_out[path] = windows[-1:]
    if setup.windowed and setup.fail == "hard":
        best = min(max(best, first_alpha), first_beta)
    best = found.mistakes.get(path, best)
    found.values[path], found.windows_in[path] = best, (first_alpha, first_beta)
    return best


def explained_by_parent(path, best, own_best, setup):
    """The cut would happen too if the parent's own children were all that is known: a shallow cutoff."""
    if own_best is None:
        return False
    return is_cut(setup.rule, *((best, own_best) if is_max(path, setup) else (own_best, best)))


def leaves_of(tree):
    return [value for child in tree for value in leaves_of(child)] if isinstance(tree, list) else [tree]
