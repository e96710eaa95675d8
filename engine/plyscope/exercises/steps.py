"""One step of the algorithm: what an entry must be if the entries that it rests on are as the student has them.

A student who has made one mistake and goes on correctly has made one mistake. What was not answered is taken from the
key, or a window from what stands above it; what the key does not have, below a branch that should have been pruned, is
worth what plain minimax says. A window that is closed as its node is called is no premise: nothing would be searched.

The laws are those of the audit, held against entries in place of recorded calls. The audit itself wants every column of
a recording; of a student's entries half may be missing, and a page derives them in a browser.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan

from plyscope.exercises.calls import step_of
from plyscope.exercises.exercise import Exercise, Window
from plyscope.model.declaration import MAX

Ends = tuple[float | None, float | None]
"""The ends of a window as far as they were answered."""


@dataclass(frozen=True)
class Rules:
    """The rules by which a student searches: those of the exercise, or others by mistake."""

    cut: str | None
    is_hard: bool
    exchanged: frozenset[int] = frozenset()
    """The plies at which MIN takes the largest value, and MAX the smallest."""


class Steps:
    """The values and windows that follow, step by step, from a student's own entries."""

    def __init__(
        self,
        exercise: Exercise,
        values: Mapping[int, float],
        windows_in: Mapping[int, Ends],
        pruned: set[int],
        rules: Rules | None = None,
    ) -> None:
        self.exercise, self.tree, self.key = exercise, exercise.tree, exercise.key
        self.rules = rules or Rules(exercise.cut, exercise.is_hard)
        self.values, self.pruned, self.windows_in = dict(values), pruned, windows_in

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
        """Return a node's window for whatever follows from it: the student's ends, else those that follow from above.

        The root's is known beforehand, and a window that is closed on entry excuses nothing.
        """
        due = self.window_in(number)
        if number == 0:
            return due
        low, high = self.windows_in.get(number, (None, None))
        window = (due[0] if low is None else low, due[1] if high is None else high)
        return due if self.is_closed(window) else window

    # What an entry must be

    def value(self, number: int) -> float | None:
        """Return the value that follows from the children's; None where all are pruned, or no rule is known."""
        values = [self.value_of(child) for child in self.searched(number)]
        if not values:
            return None
        if self.exercise.is_of_calls:
            return step_of(self.exercise.folds, self.tree.nodes[number].ply, values)
        best: float = self._choice(number)(values)
        if self.rules.is_hard:
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
        """Return the windows that are right on return: by what the children, or the node itself, returned.

        After a cutoff the one before the last child is right too.
        """
        values, window = [self.value_of(child) for child in self.searched(number)], self.window_of(number)
        after = self._narrowed(number, window, values)
        found = [after, self._narrowed(number, window, values[:-1])] if self.is_closed(after) else [after]
        return [*found, self._narrowed(number, window, [self.values[number]])] if number in self.values else found

    def best(self) -> int | None:
        """Return the first child of the root that has its value; None without one."""
        children = self.searched(0)
        if not children:
            return None
        choice = self._choice(0)(map(self.value_of, children))
        return next(child for child in children if self.value_of(child) == choice)

    def pruned_at(self, number: int) -> set[int]:
        """Return the children that the cut test prunes by the student's own numbers."""
        window, children = self.window_of(number), self.tree.nodes[number].tried
        for place, child in enumerate(children):
            if child not in self.pruned:
                window = self._narrowed(number, window, [self.value_of(child)])
                if self.is_closed(window):
                    return set(children[place + 1 :])
        return set()

    def is_closed(self, window: Window) -> bool:
        """Whether a window is closed by the cut rule; never where an end is unknown."""
        low, high = window
        if isnan(low) or isnan(high) or self.rules.cut is None:
            return False
        return low > high if self.rules.cut == ">" else low >= high

    def own_end(self, number: int) -> int:
        """Return which end of its window a node's own side moves: 0 for α, 1 for β."""
        node = self.tree.nodes[number]
        return int((node.kind == MAX) == (node.ply in self.rules.exchanged))

    # Helpers

    def _choice(self, number: int) -> Callable[..., float]:
        """Return max or min, whichever the node's side takes."""
        return min if self.own_end(number) else max

    def _narrowed(self, number: int, window: Window, values: Sequence[float]) -> Window:
        """Return a window narrowed by children's values."""
        low, high = window
        return (low, min([high, *values])) if self.own_end(number) else (max([low, *values]), high)
