"""The variables of a frame, between each two of its children: its window, its best value, its best move.

A frame that waits for a child has the variables from before that child; a frame that is back from one, or that is
about to return, those from after it. So two numbers a frame say it all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isnan

from engine.export.breathing import AT_ONCE
from engine.export.page.pool import Pool
from engine.layout.shades import Shades
from engine.messages import written
from engine.trace import Trace

Variables = tuple[int, int, int, int]
"""α, β and the best value by their numbers among the numbers; the best move by its number among the words."""


class Numbers:
    """Every number that a variable can have, as people read it and as a colour shows it. The first is none at all."""

    def __init__(self, trace: Trace) -> None:
        self.shades = Shades.of(trace)
        self.pool: Pool[tuple[str, float]] = Pool(("", 0.0))

    def number(self, value: float | None) -> int:
        if value is None or isnan(value):
            return 0
        return self.pool.number((written(value), round(self.shades.of_value(value), 3)))


class VariableColumns:
    """For each frame of the page: its variables when it begins and ends, and its parent's before and after it."""

    def __init__(self, trace: Trace, frames: Sequence[int], words: Pool[str]) -> None:
        self.trace, self.words = trace, words
        self.numbers = Numbers(trace)
        self.pool: Pool[Variables] = Pool((0, 0, 0, 0))
        self._places = {frame: place for place, frame in enumerate(frames)}
        self.first = [0] * len(frames)
        self.last = [0] * len(frames)
        self.before = [0] * len(frames)
        self.after = [0] * len(frames)
        self.probes = [False] * len(frames)
        """Of which frames the value is not taken in, since the move is searched again."""
        self.cuts = [False] * len(frames)
        """After which frames their parents were left."""

    def read(self) -> Iterator[str]:
        """Works them out, with an empty piece now and then."""
        for frame, place in self._places.items():
            self._read(frame, place, self._places)
            if place % AT_ONCE == 0:
                yield ""

    def _read(self, frame: int, place: int, places: dict[int, int]) -> None:
        trace = self.trace
        start = trace.start_value(trace.calls(frame))
        now = self._variables(frame, trace.alphas[frame], trace.betas[frame], start, -1)
        self.first[place] = now
        folds = trace.folds(frame)
        for child in trace.children(frame):
            at = places.get(child)
            if at is not None:
                self.before[at] = self.after[at] = now
            folded = next(folds, None)
            if folded is None:
                continue
            now = self._variables(frame, folded.alpha, folded.beta, folded.best, folded.best_child)
            if at is not None:
                self.after[at], self.probes[at], self.cuts[at] = now, folded.is_probe, folded.is_cut
        self.last[place] = now

    def _variables(self, frame: int, alpha: float, beta: float, best: float | None, best_child: int) -> int:
        number = self.numbers.number
        best_move = self.trace.best_move_variable(frame, best_child) or ""
        return self.pool.number((number(alpha), number(beta), number(best), self.words.number(best_move)))
