"""A solver and marker of exercises that knows nothing of the program.

It is written from the rules of the books and of the marking alone, as plain recursion on nested lists: a number is a
leaf, a list is an inner node, the root is MAX unless the setup says otherwise. A node is its path, the tuple of places
that lead to it; only what is handed in and handed back speaks of names.
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
    intervals: dict = field(default_factory=dict)
    """What each visited node proves about its true value."""
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
        found.intervals[path] = (node, node)
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
    found.intervals[path] = interval(tree, path, setup, found)
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


def interval(tree, path, setup, found):
    """The least and the largest true value that what was searched below a node leaves possible."""
    tried = [found.intervals[child] for child in children(tree, path, setup) if child in found.intervals]
    lows, highs = zip(*tried, strict=True)
    is_whole = len(tried) == len(node_at(tree, path))
    if is_max(path, setup):
        return max(lows), max(highs) if is_whole else inf
    return min(lows) if is_whole else -inf, min(highs)


def minimax(tree, path, setup):
    node = node_at(tree, path)
    if not isinstance(node, list):
        return node
    return (max if is_max(path, setup) else min)(minimax(tree, child, setup) for child in children(tree, path, setup))


def leaves_of(tree):
    return [value for child in tree for value in leaves_of(child)] if isinstance(tree, list) else [tree]


# Marking


def covered_by(tree, listed):
    """A listed node covers its subtree; a node all of whose children are listed is listed.

    The root has no edge to strike: where it is listed, all edges below it are.
    """
    covered = {path for path in all_paths(tree) if any(path[: len(one)] == one for one in listed)}
    for path in reversed(all_paths(tree)):
        below = node_at(tree, path)
        if isinstance(below, list) and all((*path, place) in covered for place in range(len(below))):
            covered.add(path)
    return covered - {()}


def tops(paths):
    return {path for path in paths if path[:-1] not in paths}


class Marker:
    """Marks the answers of one student."""

    def __init__(self, tree, setup, answers):
        self.tree, self.setup, self.answers = tree, setup, answers
        self.names = names_of(tree)
        self.paths = {name: path for path, name in self.names.items()}
        self.key = solve(tree, setup)
        self.right_pruned = covered_by(tree, self.key.pruned)
        listed = answers.get("pruned") if "pruned" in setup.asks else None
        self.is_pruned_answered = listed is not None
        self.pruned = self.right_pruned
        if listed is not None:
            self.pruned = covered_by(tree, [self.paths[name] for name in listed])
        self.leaves = leaf_values(tree)
        self.given_values = self.given("values") if "values" in setup.asks else {}
        is_asked = "windows" in setup.asks
        self.given_in = self.given("windows_in") if is_asked else {}
        self.given_out = self.given("windows_out") if is_asked else {}

    def given(self, part):
        return {self.paths[name]: read(value) for name, value in (self.answers.get(part) or {}).items()}

    # The entries that a step rests on: the student's own, else the key's

    def value(self, path):
        if path in self.leaves:
            return self.leaves[path]
        own = self.given_values.get(path)
        if own is not None:
            return own[0]
        # The key has no value for a node that it prunes: there it is the value that the tree gives it.
        return self.key.values[path] if path in self.key.values else minimax(self.tree, path, self.setup)

    def window(self, path):
        own = self.given_in.get(path) or (None, None)
        return tuple(end[0] if end else known for end, known in zip(own, self.key.windows_in[path], strict=True))

    def searched(self, path):
        return [child for child in children(self.tree, path, self.setup) if child not in self.pruned]

    # One step of the algorithm

    def value_that_follows(self, path):
        values = [self.value(child) for child in self.searched(path)]
        if not values:
            return None
        best = (max if is_max(path, self.setup) else min)(values)
        if self.setup.windowed and self.setup.fail == "hard":
            alpha, beta = self.window(path)
            best = min(max(best, alpha), beta)
        return best

    def window_in_that_follows(self, path):
        if not path:
            return -inf, inf
        earlier = []
        for child in self.searched(path[:-1]):
            if child == path:
                break
            earlier.append(child)
        return self.narrowed(path[:-1], earlier)

    def windows_out_that_follow(self, path):
        searched = self.searched(path)
        after, before = self.narrowed(path, searched), self.narrowed(path, searched[:-1])
        return [after, before] if is_cut(self.setup.rule, *after) else [after]

    def narrowed(self, path, tried):
        """The window of a node after some of its children."""
        alpha, beta = self.window(path)
        for child in tried:
            value = self.value(child)
            if is_max(path, self.setup):
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
        return alpha, beta

    # The marks

    def counted(self):
        """The nodes asked about, without those in a branch that was wrongly pruned."""
        return [path for path in self.key.values if path not in self.pruned]

    def marks(self):
        values = self.value_marks() if "values" in self.setup.asks else {}
        windows = self.window_marks() if "windows" in self.setup.asks else {}
        entries = [*values.values(), *windows.values()]
        too_much, too_little, points, out_of = self.pruned_marks()
        best_ok, best_points = self.best_mark()
        other = Setup(**{**vars(self.setup), "rule": ">" if self.setup.rule == ">=" else ">="})
        under_other = covered_by(self.tree, solve(self.tree, other).pruned) if self.setup.windowed else set()
        return {
            "score": sum(ok or consequential for *_, ok, consequential in entries) + points + best_points,
            "out_of": len(entries) + out_of + ("best" in self.setup.asks),
            "values": values,
            "windows": windows,
            "pruned_too_much": {self.names[path] for path in too_much},
            "pruned_too_little": {self.names[path] for path in too_little},
            "right_under_other": {self.names[path] for path in too_much if path in under_other},
            "best_ok": best_ok,
            "best_points": best_points,
        }

    def value_marks(self):
        found = {}
        for path in self.counted():
            given, right = self.given_values.get(path), self.key.values[path]
            ok = given is not None and given[0] == right and self.sign_ok(path, given[1])
            follows = given is not None and given[0] != right and given[0] == self.value_that_follows(path)
            found[self.names[path]] = (given and given[0], right, ok, follows)
        return found

    def sign_ok(self, path, sign):
        """A bound that the search proves: ≤2 where the true value is at most 2."""
        low, high = self.key.intervals[path]
        value = self.key.values[path]
        return {"": True, "≤": high <= value, "≥": low >= value}[sign]

    def window_marks(self):
        found = {}
        for path in self.counted():
            for when, own, rights, follows in (
                ("in", self.given_in, [self.key.windows_in[path]], [self.window_in_that_follows(path)]),
                ("out", self.given_out, self.key.windows_out[path], self.windows_out_that_follow(path)),
            ):
                for side, end in enumerate(("alpha", "beta")):
                    given = (own.get(path) or (None, None))[side]
                    number = given and given[0]
                    ok = given is not None and number in [right[side] for right in rights]
                    consequential = given is not None and not ok and number in [window[side] for window in follows]
                    found[self.names[path], when, end] = (number, rights[0][side], ok, consequential)
        return found

    def pruned_marks(self):
        if "pruned" not in self.setup.asks:
            return set(), set(), 0, 0
        right = tops(self.right_pruned)
        if not self.is_pruned_answered:
            return set(), set(), 0, len(right)
        too_much = tops(self.pruned - self.right_pruned)
        too_little = tops(self.right_pruned - self.pruned)
        points = max(0, sum(path in self.pruned for path in right) - len(too_much))
        return too_much, too_little, points, len(right)

    def best_mark(self):
        name = self.answers.get("best")
        if "best" not in self.setup.asks or name is None:
            return None, 0
        path = self.paths[name]
        if len(path) == 1 and minimax(self.tree, path, self.setup) == minimax(self.tree, (), self.setup):
            return True, 1
        candidates = self.searched(())
        values = {child: self.value(child) for child in candidates}
        if not candidates:
            return False, 0
        best = (max if self.setup.root_is_max else min)(values.values())
        first = next(child for child in candidates if values[child] == best)
        return False, int(path == first)


def read(value):
    """An entry as a number and a sign; of a window both its ends."""
    if value is None:
        return None
    if isinstance(value, list):
        return tuple(map(read, value))
    if isinstance(value, str):
        sign = "≤" if value[:1] == "≤" or value[:2] == "<=" else "≥" if value[:1] == "≥" or value[:2] == ">=" else ""
        return float(value.lstrip("≤≥<>=")), sign
    return value, ""


def mark(tree, setup, answers):
    """The marks as the program's result says them, the listed entries by their names."""
    return Marker(tree, setup, answers).marks()
