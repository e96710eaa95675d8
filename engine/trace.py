"""A trace: one finished recording, as frozen columns, and the plain facts that can be read from them.

A row is a frame, in preorder. What takes more than a look at a row or its children stands elsewhere:
steps in `steps`, whole-column facts in `derive`, files in `tracefile`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from math import inf, isnan
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import derive
from engine.columns import HORIZON, INNER, OPEN, TERMINAL
from engine.position import Position, State
from engine.search.declaration import MAX, MIN, Calls, Fold, Search, Windows

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


@dataclass(frozen=True)
class Folded:
    """A frame at the moment in which it has taken in one more child's value."""

    child: int
    value: float
    is_probe: bool
    """The move is searched again in full after this; the value is not taken in."""
    is_better: bool
    alpha: float
    beta: float
    best: float
    best_child: int
    """-1 where no child has beaten what the frame started from."""
    is_cut: bool


class Trace:
    """One recording of one search. Nothing in it changes any more."""

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        position: Position,
        search: Search,
        options: Mapping[str, Any],
        *,
        complete: bool = True,
        limit: int | None = None,
        made_by: str = "search",
        played: Mapping[str, Any] | None = None,
        text: str | None = None,
    ) -> None:
        self._columns = dict(columns)
        for column in self._columns.values():
            column.flags.writeable = False
        self.position = position
        self.search = search
        self.options = dict(options)
        self.complete = complete
        self.limit = limit
        self.made_by = made_by
        """How the columns came about: `search`, or `block replay` where blocks were copied."""
        self.played = dict(played) if played is not None else None
        """For a brain: the move it really plays, and whether that was its fallback."""
        self.text = search.text(options) if text is None else text
        """The text of the search as it ran."""
        # One number of a column is read several times as fast from a memoryview as from the array.
        self.sizes = memoryview(self._columns["size"])
        self.parents = memoryview(self._columns["parent"])
        self.moves = memoryview(self._columns["move"])
        self.kinds = memoryview(self._columns["kind"])
        self.statuses = memoryview(self._columns["status"])
        self.values = memoryview(self._columns["value"])
        self.alphas = memoryview(self._columns["alpha"])
        self.betas = memoryview(self._columns["beta"])
        self.plies = memoryview(self._columns["ply"])
        self.skips = memoryview(self._columns["skipped"])

    def __len__(self) -> int:
        return len(self._columns["size"])

    def column(self, name: str) -> NDArray[Any]:
        """One column, read-only, by the names that trace files use."""
        return self._columns[name]

    @property
    def columns(self) -> Mapping[str, NDArray[Any]]:
        return self._columns

    # One frame

    def calls(self, frame: int) -> Calls:
        """The function that the frame is a call of."""
        return self.search.calls_at(frame, self.kinds[frame])

    def children(self, frame: int) -> Iterator[int]:
        child, end = frame + 1, frame + self.sizes[frame]
        while child < end:
            yield child
            child += self.sizes[child]

    def is_probe(self, frame: int) -> bool:
        """Whether the same move is searched again in the next sibling."""
        if self.search.windows is not Windows.PROBE:
            return False
        parent = self.parents[frame]
        following = frame + self.sizes[frame]
        return (
            parent >= 0
            and following < parent + self.sizes[parent]
            and self.moves[following] == self.moves[frame]
        )

    def start_value(self, frame: int) -> float | None:
        """What a child of the frame must beat; None where any child will do."""
        start = self.calls(frame).start
        if not start:
            return None
        if start in ("lowest", "highest"):
            bound = self.start_bounds[start == "highest"]
            return bound
        return float(start)

    @cached_property
    def start_bounds(self) -> tuple[float, float]:
        return bounds_of_scores(self.options.get("score"), self.position.game.has_winner)

    def bound(self, frame: int) -> str | None:
        """How the frame's value is to be read against its window; None where it has none."""
        if self.statuses[frame] == OPEN:
            return None
        if self.statuses[frame] != INNER:
            return EXACT
        value = self.values[frame]
        if value >= self.betas[frame] != inf:
            return AT_LEAST
        if value <= self.alphas[frame] != -inf:
            return AT_MOST
        return EXACT

    def folds(self, frame: int) -> Iterator[Folded]:
        """How the frame took in the values of its children, one after the other, as far as they returned."""
        maximizing = self.kinds[frame] == MAX
        sums = self.calls(frame).fold is Fold.SUM
        strict = self.options.get("cut") == ">"
        windowed = self.search.windows is not Windows.NONE
        alpha, beta = self.alphas[frame], self.betas[frame]
        start = 0.0 if sums else self.start_value(frame)
        best = start if start is not None else -inf if maximizing else inf
        best_child = -1
        for child in self.children(frame):
            if self.statuses[child] == OPEN:
                return
            value = self.values[child]
            probe = self.is_probe(child)
            better = cut = False
            if sums:
                best += value
            elif not probe:
                better = value > best if maximizing else value < best
                better |= best_child < 0 and start is None
                if better:
                    best, best_child = value, child
                if windowed:
                    alpha, beta = (max(alpha, best), beta) if maximizing else (alpha, min(beta, best))
                    cut = alpha > beta if strict else alpha >= beta
            yield Folded(child, value, probe, better, alpha, beta, best, best_child, cut)

    def best_child(self, frame: int) -> int:
        """The child that gave the frame its value; -1 where none did."""
        best = -1
        for folded in self.folds(frame):
            best = folded.best_child
        return best

    def is_cutoff(self, frame: int) -> bool:
        """Whether the cut test fired in the frame, with or without moves left to leave out."""
        last = None
        for last in self.folds(frame):
            pass
        return last is not None and last.is_cut and self.statuses[frame] == INNER

    # Moves and positions

    def move_text(self, frame: int) -> str:
        """The move that led to the frame; empty at the root."""
        return self.position.game.move_text(self.moves[frame]) if frame else ""

    def ancestors(self, frame: int) -> list[int]:
        """The frames from the root down to the frame itself."""
        path = []
        while frame >= 0:
            path.append(frame)
            frame = self.parents[frame]
        return path[::-1]

    def path(self, frame: int) -> list[str]:
        """The moves from the root to the frame."""
        return [self.move_text(above) for above in self.ancestors(frame)[1:]]

    def state(self, frame: int) -> State:
        """The position of a frame, in the game's own numbers."""
        state = list(self.position.state)
        if self.search.moves_unplayed:
            return state
        for above in self.ancestors(frame)[1:]:
            self.position.game.rules.play(state, self.moves[above])
        return state

    def position_at(self, frame: int) -> Position:
        if self.search.moves_unplayed:
            return self.position
        return self.position.after(*(self.moves[above] for above in self.ancestors(frame)[1:]))

    # The whole

    @property
    def value(self) -> float | None:
        """The root's value for MAX; None where the recording was cut short."""
        value = self.values[0]
        return None if isnan(value) else value

    @property
    def best_move(self) -> str | None:
        """The root's best move; for a brain the move it plays; so far, where the recording was cut short."""
        if self.played is not None:
            return str(self.played["move"])
        best = self.best_child(0)
        return self.move_text(best) if best >= 0 else None

    @property
    def pv(self) -> list[str]:
        """The principal variation: the best move, the best answer to it, and so on."""
        moves = []
        frame = self.best_child(0)
        while frame >= 0:
            moves.append(self.move_text(frame))
            frame = self.best_child(frame)
        return moves

    @property
    def root_moves(self) -> list[tuple[str, float, str | None, int]]:
        """Move, value, bound and frames of each move tried at the root, in the order searched."""
        rows: dict[int, tuple[str, float, str | None, int]] = {}
        for child in self.children(0):
            frames = rows[self.moves[child]][3] if self.moves[child] in rows else 0
            rows[self.moves[child]] = (
                self.move_text(child),
                self.values[child],
                self.bound(child),
                frames + self.sizes[child],
            )
        return list(rows.values())

    @property
    def leaves(self) -> int:
        """Frames at which the search stopped: finished positions, and the horizon."""
        status = self.column("status")
        return int(np.count_nonzero((status == TERMINAL) | (status == HORIZON)))

    @property
    def pruned(self) -> int:
        """Legal moves that were never tried."""
        return int(self.column("skipped").sum(dtype=np.int64))

    @cached_property
    def cutoff(self) -> NDArray[np.bool_]:
        """For each frame, whether the cut test fired in it."""
        if self.search.windows is Windows.NONE:
            return np.zeros(len(self), np.bool_)
        return derive.cutoffs(self._columns, self.options.get("cut") == ">", self.probes)

    @cached_property
    def probes(self) -> NDArray[np.bool_] | None:
        """For each frame, whether its move is searched again in the next sibling; None where none ever is."""
        if self.search.windows is not Windows.PROBE:
            return None
        return derive.probes(self.column("size"), self.column("parent"), self.column("move"))

    @property
    def cutoffs(self) -> int:
        return int(np.count_nonzero(self.cutoff))

    @cached_property
    def signature(self) -> str:
        """A short proof of identity: the same search gives the same signature, and nothing else does."""
        digest = blake2b(digest_size=8)
        identity = [self.position.game.name, self.position.text, self.position.max, self.search.name, self.options]
        digest.update(json.dumps(identity, sort_keys=True, ensure_ascii=False).encode())
        for name, column in self._columns.items():
            digest.update(name.encode())
            digest.update(np.ascontiguousarray(column).data)
        return digest.hexdigest()

    def save(self, path: str | Path, *, force: bool = True) -> None:
        """Writes a trace file; an existing one is replaced, in one go, unless `force` is false."""
        from engine.tracefile import save

        save(self, Path(path), force=force)

    @staticmethod
    def open(path: str | Path) -> Trace:
        """Opens a trace file. What costs the same at any size is checked; `verify.check` does the rest."""
        from engine.tracefile import open_trace

        return open_trace(Path(path))


def bounds_of_scores(score: object, has_winner: bool) -> tuple[float, float]:
    """Two numbers beyond every score: -2 and 2 for won, drawn and lost, else the infinities."""
    return (-2.0, 2.0) if score == "result" and has_winner else (-inf, inf)


