"""A recording for one who goes through it in the order of time: no frame is folded from its start at every step."""

from __future__ import annotations

from collections.abc import Iterator

from engine.folding import Folded
from engine.trace import Trace


class Walked(Trace):
    """The same recording; the children of a frame are asked for one after the other."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(
            trace.columns, trace.plan, complete=trace.complete, limit=trace.limit, made_by=trace.made_by,
            played=trace.played, text=trace.text, imported=trace.imported,
        )  # fmt: skip
        self._walks: dict[int, tuple[Iterator[Folded], Folded | None, Folded]] = {}
        """For each frame the folds to come, the last but one and the last."""

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
