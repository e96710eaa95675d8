"""One step of the algorithm: what an entry must be if the entries that it rests on are as the student has them.

A student who has made one mistake and goes on correctly has made one mistake. What was not answered is taken from the
key; what the key does not have, below a branch that should have been pruned, is worth what plain minimax says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import isnan

from plyscope.exercises.calls import step_of
from plyscope.exercises.exercise import Exercise, Window
from plyscope.model.declaration import MAX

Ends = tuple[float | None, float | None]
"""The ends of a window as far as they were answered."""


class Steps:
    """The values and windows that follow, step by step, from a student's own entries."""

    def __init__(
        self, exercise: Exercise, values: Mapping[int, float], windows_in: Mapping[int, Ends], pruned: set[int]
    ) -> None:
        self.exercise, self.tree, self.key = exercise, exercise.tree, exercise.key
        self.values, self.windows_in, self.pruned = values, windows_in, pruned
        self.cut, self.is_hard = exercise.cut, exercise.is_hard

    def searched(self, number: int) -> list[int]:
        """Return the children that the student has not pruned, in the order of the search."""
        return [child for child in self.tree.nodes[number].tried if child not in self.pruned]

    def value_of(self, number: int) -> float:
        """Return a node's value for whatever follows from it: given, or the student's, else the right one."""
        given = self.tree.nodes[number].given
        if given is not None:
            return given
        answered = self.values.get(number)
        if answered is not None:
            return answered
        return self.key.values[number] if number in self.key.values else self.tree.minimax(number)

    def window_of(self, number: int) -> Window:
        """Return a node's window for whatever follows from it: the student's ends, else the right ones."""
        right = self.key.windows_in.get(number)
        low, high = self.windows_in.get(number, (None, None))
        if right is None:
            # Below a branch that should have been pruned there is no key; the window follows from above.
            right = self.window_in(number)
        return right[0] if low is None else low, right[1] if high is None else high

    # What an entry must be

    def value(self, number: int) -> float | None:
        """Return the value that follows from the children's; None where all are pruned, or no rule is known."""
        values = [self.value_of(child) for child in self.searched(number)]
        if not values:
            return None
        if self.exercise.is_of_calls:
            return step_of(self.exercise.folds, self.tree.nodes[number].ply, values)
        best: float = self._choice(number)(values)
        if self.is_hard:
            low, high = self.window_of(number)
            best = min(max(best, low), high)
        return best

    def window_in(self, number: int) -> Window:
        """Return the window with which a node is called, from the parent's window and earlier children."""
        parent = self.tree.nodes[number].parent
        if parent < 0:
            return self.key.windows_in[0]
        before = []
        for child in self.searched(parent):
            if child == number:
                break
            before.append(self.value_of(child))
        return self._narrowed(parent, self.window_of(parent), before)

    def windows_out(self, number: int) -> list[Window]:
        """Return the right windows on return; after a cutoff also the one before the last child."""
        values, window = [self.value_of(child) for child in self.searched(number)], self.window_of(number)
        after = self._narrowed(number, window, values)
        before = self._narrowed(number, window, values[:-1])
        return [after, before] if self._is_cut(after) and before != after else [after]

    def best(self) -> int | None:
        """Return the first child of the root that has its value; None without one."""
        children = self.searched(0)
        if not children:
            return None
        choice = self._choice(0)(map(self.value_of, children))
        return next(child for child in children if self.value_of(child) == choice)

    def is_pruned(self, number: int) -> bool:
        """Whether the cut test fires at an earlier sibling by the student's own numbers."""
        parent = self.tree.nodes[number].parent
        window, values = self.window_of(parent), []
        for child in self.tree.nodes[parent].tried:
            if child == number:
                return False
            values.append(self.value_of(child))
            if self._is_cut(self._narrowed(parent, window, values)):
                return True
        return False

    # Helpers

    def _choice(self, number: int) -> Callable[..., float]:
        """Return max or min, whichever the node's side takes."""
        return max if self.tree.nodes[number].kind == MAX else min

    def _narrowed(self, number: int, window: Window, values: list[float]) -> Window:
        """Return a window narrowed by children's values."""
        low, high = window
        if self.tree.nodes[number].kind == MAX:
            return max([low, *values]), high
        return low, min([high, *values])

    def _is_cut(self, window: Window) -> bool:
        """Whether a window is closed by the exercise's cut rule; never where an end is unknown."""
        low, high = window
        if isnan(low) or isnan(high):
            return False
        return low > high if self.cut == ">" else low >= high
