"""A recording for one who goes through it in the order of time: what was found out for one frame serves the next.

Steps can be looked up in any order elsewhere, and are then worked out from the root each time; in a recursion
ten thousand calls deep that is ten thousand moves for every step.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.model.folding import Folded
from plyscope.model.position import State
from plyscope.model.trace import Trace


class Walked(Trace):
    """The same recording; frames are asked for as a search enters and leaves them."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(
            trace.columns, trace.plan, complete=trace.complete, limit=trace.limit, made_by=trace.made_by,
            played=trace.played, text=trace.text, origin=trace.origin,
        )  # fmt: skip
        self._walks: dict[int, tuple[Iterator[Folded], Folded | None, Folded]] = {}
        """For each frame the folds to come, the last but one and the last."""
        self._way: list[tuple[int, State]] = [(0, list(self.position.state))]
        """The frames on the way to the one asked for last, with their positions."""

    def fold_at(self, frame: int, child: int) -> tuple[Folded | None, Folded]:
        walk = self._walks.get(frame)
        if walk is None or walk[2].child > child:
            folds = self.folds(frame)
            walk = folds, None, next(folds)
        folds, before, now = walk
        while now.child != child:
            before, now = now, next(folds)
        self._walks[frame] = folds, before, now
        return before, now

    def state(self, frame: int) -> State:
        if self.search.moves_unplayed:
            return list(self.position.state)
        states = self._way
        while not states[-1][0] <= frame < states[-1][0] + self.sizes[states[-1][0]]:
            states.pop()
        below = []
        while frame != states[-1][0]:
            below.append(frame)
            frame = self.parents[frame]
        for child in reversed(below):
            state = list(states[-1][1])
            self.position.game.rules.play(state, self.moves[child])
            states.append((child, state))
        return list(states[-1][1])
