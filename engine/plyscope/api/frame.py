"""A frame as `import plyscope` promises it: one call of a recording, with what it was given and what it found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from plyscope.model import trace
from plyscope.model.columns import OPEN
from plyscope.model.declaration import Windows


class Frame:
    """One call of a recorded search. Two are equal that are the same call of the same recording.

    >>> import plyscope
    >>> trace = plyscope.record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    >>> second = trace[5]
    >>> second
    <Frame 5: 2, value ≤2>
    >>> second.number, second.function, second.move, second.path, second.ply, second.depth
    (5, 'alphabeta', '2', ['2'], 1, inf)
    >>> second.alpha, second.beta, second.value, second.bound, second.interval
    (3.0, inf, 2.0, 'at most', (-inf, 2.0))
    >>> second.is_cutoff, second.pruned, second.children, second.parent, second.tags
    (True, ['2', '3'], [<Frame 6: 2 1, value 2>], <Frame 0: the root, value 3>, ())
    >>> def factorial(n):
    ...     return n * factorial(n - 1) if n else 1
    >>> with plyscope.watch(factorial) as watched:
    ...     assert factorial(4) == 24
    >>> [(call.arguments, call.result) for call in watched.trace[:2]]
    [({'n': '4'}, '24'), ({'n': '3'}, '6')]
    """

    __slots__ = ("_recorded", "number")

    def __init__(self, recorded: trace.Trace, number: int) -> None:
        self._recorded = recorded
        self.number = number
        """Its place in the order in which calls were made; the root's is 0."""

    def __repr__(self) -> str:
        is_open = self._recorded.statuses[self.number] == OPEN
        value = "cut short" if is_open else f"value {self._recorded.value_text(self.number)}"
        return f"<Frame {self.number}: {' '.join(self.path) or 'the root'}, {value}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Frame):
            return NotImplemented
        return self._recorded is other._recorded and self.number == other.number

    def __hash__(self) -> int:
        return hash((id(self._recorded), self.number))

    @property
    def function(self) -> str:
        """The function that was called."""
        return self._recorded.function_name(self.number)

    @property
    def parent(self) -> Frame | None:
        """The call that made this one; None for the root."""
        return None if self.number == 0 else Frame(self._recorded, self._recorded.parents[self.number])

    @property
    def children(self) -> Sequence[Frame]:
        """The calls that it made, in order."""
        return [Frame(self._recorded, child) for child in self._recorded.children(self.number)]

    @property
    def move(self) -> str | None:
        """The move by which it was reached; None for the root."""
        return self._recorded.move_text(self.number) or None

    @property
    def path(self) -> Sequence[str]:
        """The moves from the root to it."""
        return self._recorded.path(self.number)

    @property
    def ply(self) -> int:
        """How many calls are around it; 0 for the root."""
        return self._recorded.plies[self.number]

    @property
    def depth(self) -> float | None:
        """The depth that it was given: how many plies below it may be searched; None where it was given none."""
        depth = self._recorded.depth_left(self.number)
        return None if isnan(depth) else depth

    @property
    def alpha(self) -> float | None:
        """α as the call was given it; None where the search has none."""
        return self._bound(self._recorded.alphas)

    @property
    def beta(self) -> float | None:
        """β as the call was given it; None where the search has none."""
        return self._bound(self._recorded.betas)

    def _bound(self, column: Sequence[float]) -> float | None:
        """Return the frame's entry of a column of bounds; None where the search has no windows."""
        return None if self._recorded.search.windows is Windows.NONE else column[self.number]

    @property
    def value(self) -> float | None:
        """The value that it returned, for MAX; None where it was cut short or returned no number."""
        value = self._recorded.values[self.number]
        return None if isnan(value) else value

    @property
    def arguments(self) -> Mapping[str, str]:
        """What a function of your own was given, by parameter and as text; empty for a search of Plyscope's."""
        origin = self._recorded.origin
        return self._recorded.user_code.arguments(self.number) if origin.is_user_code else {}

    @property
    def result(self) -> str | None:
        """What a function of your own returned, as text; None for a search of Plyscope's, and where it raised."""
        origin = self._recorded.origin
        return self._recorded.user_code.result(self.number) if origin.is_user_code else None

    @property
    def bound(self) -> str | None:
        """How its value is to be read: `exact`, `at least` or `at most`; None where nothing proves it."""
        return self._recorded.bound_of(self.number)

    @property
    def interval(self) -> tuple[float, float]:
        """What the recording proves: its true value lies between these two, which may be infinite."""
        return self._recorded.interval_of(self.number)

    @property
    def pruned(self) -> Sequence[str] | None:
        """The legal moves that it never tried, by a cutoff or a rule of the search; None where that is not known."""
        return self._recorded.pruned_texts(self.number) if self._recorded.facts.knows_pruned else None

    @property
    def is_cutoff(self) -> bool | None:
        """Whether the test for a cutoff held in it, with or without moves left; None where that is not known."""
        return self._recorded.is_cutoff(self.number) if self._recorded.facts.knows_cuts else None

    @property
    def tags(self) -> Sequence[str]:
        """What is unusual about it, such as `null`, `reduced` or `research`."""
        return self._recorded.tags_of(self.number)
