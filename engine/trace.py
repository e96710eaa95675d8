"""A trace: one finished recording, as frozen columns, and the plain facts that can be read from them.

A row is a frame, in preorder. What takes more than a look at a row or its children stands elsewhere:
steps in `steps`, whole-column facts in `derive`, files in `tracefile`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from math import inf, isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.columns import HORIZON, INNER, OPEN, TERMINAL
from engine.folding import Folded, folds
from engine.messages import written
from engine.plan import Plan
from engine.position import Position, State
from engine.search.declaration import MAX, MIN, Calls, Windows

if TYPE_CHECKING:
    from engine.facts import Facts

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


class Trace:
    """One recording of one search. Nothing in it changes any more."""

    def __init__(
        self,
        columns: Mapping[str, NDArray[Any]],
        plan: Plan,
        *,
        complete: bool = True,
        limit: int | None = None,
        made_by: str = "search",
        played: Mapping[str, Any] | None = None,
        text: str | None = None,
        claimed_signature: str | None = None,
    ) -> None:
        self._columns = dict(columns)
        for column in self._columns.values():
            column.flags.writeable = False
        self.plan = plan
        self.position = plan.position
        self.search = plan.search
        self.options = plan.options
        self.complete = complete
        self.limit = limit
        self.made_by = made_by
        """How the columns came about: `search`, or `block replay` where blocks were copied."""
        self.played = dict(played) if played is not None else None
        """For a brain: the move it really plays, and whether that was its fallback."""
        self.text = plan.search.text(plan.options) if text is None else text
        """The text of the search as it ran."""
        self.claimed_signature = claimed_signature
        """What the file says its signature is."""
        # One number of a column is read several times as fast from a memoryview as from the array.
        self.sizes: Sequence[int] = self._columns["size"].data
        self.parents: Sequence[int] = self._columns["parent"].data
        self.moves: Sequence[int] = self._columns["move"].data
        self.kinds: Sequence[int] = self._columns["kind"].data
        self.statuses: Sequence[int] = self._columns["status"].data
        self.values: Sequence[float] = self._columns["value"].data
        self.alphas: Sequence[float] = self._columns["alpha"].data
        self.betas: Sequence[float] = self._columns["beta"].data
        self.plies: Sequence[int] = self._columns["ply"].data
        self.skips: Sequence[int] = self._columns["skipped"].data

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
        return self._calls[frame > 0, self.kinds[frame]]

    @cached_property
    def _calls(self) -> dict[tuple[bool, int], Calls]:
        """Below the root or at it, and kind -> function; for the kinds that there are."""
        kinds = ((frame, int(kind)) for frame in (0, 1) for kind in np.unique(self.column("kind")[frame:]))
        return {
            (frame > 0, kind): self.plan.calls_at(frame, kind)
            for frame, kind in kinds
            if frame or kind == self.kinds[0]
        }

    def children(self, frame: int) -> Iterator[int]:
        child, end = frame + 1, frame + self.sizes[frame]
        while child < end:
            yield child
            child += self.sizes[child]

    def is_probe(self, frame: int) -> bool:
        """Whether the same move is searched again in the next sibling."""
        return self.facts.probe is not None and bool(self.facts.probe[frame])

    def is_again(self, frame: int) -> bool:
        """Whether the frame searches a move in full after a probe of it."""
        return self.search.windows is Windows.PROBE and bool(self.facts.is_again[frame])

    def start_value(self, calls: Calls) -> float | None:
        """What a child must beat in a frame of this function; None where any child will do."""
        if not calls.start:
            return None
        start = float(self.plan.names.get(calls.start, calls.start))
        return -start if self.plan.turned else start

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

    def value_text(self, frame: int) -> str:
        """The frame's value as people read it: 3, ≥3, ≤3; None where a brain's code has nothing better to say."""
        if self.is_undecided(frame):
            return "None"
        sign = {AT_LEAST: "≥", AT_MOST: "≤"}.get(self.bound(frame) or "", "")
        return sign + written(self.values[frame])

    def is_undecided(self, frame: int) -> bool:
        """Whether a brain written for Python 2 got None here, which is below every number there.

        So min() of a None and numbers is None, while max() prefers any number, even the -∞ it starts from.
        """
        if not self.search.undecided_is_none:
            return False
        if self.statuses[frame] != INNER:
            return self.statuses[frame] == HORIZON
        takes_smallest = self.kinds[frame] == (MAX if self.plan.turned else MIN)
        return takes_smallest and any(self.is_undecided(child) for child in self.children(frame))

    def best_text(self, best: float, best_child: int) -> str:
        """The best value so far as people read it, and as a brain's code has it."""
        return "None" if best_child >= 0 and self.is_undecided(best_child) else written(best)

    def folds(self, frame: int) -> Iterator[Folded]:
        """How the frame took in the values of its children, one after the other, as far as they returned."""
        return folds(self, frame)

    def fold_at(self, frame: int, child: int) -> tuple[Folded | None, Folded]:
        """How things stood in a frame before and after it took in a child's value."""
        before = None
        for folded in self.folds(frame):
            if folded.child == child:
                return before, folded
            before = folded
        raise IndexError(f"frame {frame} has never been back from {child}")

    def best_child(self, frame: int) -> int:
        """The child that gave the frame its value; -1 where none did."""
        child = -1
        for folded in self.folds(frame):
            child = folded.best_child
        return child

    def best_move_variable(self, frame: int, best_child: int) -> str | None:
        """The best move as a frame's code has it: before any is better, a brain's root has drawn one."""
        if best_child >= 0:
            return self.move_text(best_child)
        drawn = self.plan.fallback_move if frame == 0 else None
        return None if drawn is None else self.position.game.move_text(drawn)

    def is_cutoff(self, frame: int) -> bool:
        """Whether the cut test fired in the frame, with or without moves left to leave out."""
        return self.statuses[frame] == INNER and any(folded.is_cut for folded in self.folds(frame))

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

    def offered(self, frame: int) -> list[int]:
        """The legal moves of a frame, in the order in which the search takes them."""
        if self.statuses[frame] == TERMINAL:
            return []
        return list(self.plan.offer(self.state(frame)))

    def left_out_moves(self, frame: int) -> list[int]:
        """The moves that a cut left out of a frame, in the order in which they would have been tried."""
        count = self.skips[frame]
        offered = self.offered(frame) if count else []
        return offered[len(offered) - count :]

    def left_out(self, frame: int) -> list[str]:
        """The same as texts."""
        return [self.position.game.move_text(move) for move in self.left_out_moves(frame)]

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
            move: str | None = self.played["move"]
            return move
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
    def root_moves(self) -> list[tuple[str, float | None, str | None, int]]:
        """Move, value, bound and frames of each move tried at the root, in the order searched.

        A move searched twice has its last value; one that was cut short has none.
        """
        rows: dict[int, tuple[str, float | None, str | None, int]] = {}
        for child in self.children(0):
            frames = rows[self.moves[child]][3] if self.moves[child] in rows else 0
            rows[self.moves[child]] = (
                self.move_text(child),
                None if self.statuses[child] == OPEN else self.values[child],
                self.bound(child),
                frames + self.sizes[child],
            )
        return list(rows.values())

    @cached_property
    def facts(self) -> Facts:
        """Whole columns that follow from the recording."""
        from engine.facts import Facts

        return Facts(self)

    @property
    def leaves(self) -> int:
        """Frames at which the search stopped: finished positions, and the horizon."""
        return int(np.count_nonzero(self.facts.is_leaf))

    @property
    def pruned(self) -> int:
        """Legal moves that were never tried."""
        return int(self.column("skipped").sum(dtype=np.int64))

    @property
    def cutoffs(self) -> int:
        return int(np.count_nonzero(self.facts.cutoff))

    @cached_property
    def signature(self) -> str:
        """A short proof of identity: the same search gives the same signature, and nothing else does."""
        digest = blake2b(digest_size=8)
        identity = [self.position.game.name, self.position.text, self.position.max, self.search.name, self.options]
        digest.update(json.dumps(identity, sort_keys=True, ensure_ascii=False).encode())
        for name, column in self._columns.items():
            digest.update(name.encode())
            digest.update(column.data)
        return digest.hexdigest()

    def with_played(self, played: Mapping[str, Any]) -> Trace:
        """The same recording of a brain, with the move that it plays."""
        return Trace(
            self._columns,
            self.plan,
            complete=self.complete,
            limit=self.limit,
            made_by=self.made_by,
            played=played,
            text=self.text,
        )

    def save(self, path: str | Path, *, force: bool = True) -> None:
        """Writes a trace file; an existing one is replaced, in one go, unless `force` is false."""
        from engine.tracefile import save

        save(self, Path(path), force=force)

    @staticmethod
    def open(path: str | Path) -> Trace:
        """Opens a trace file. What costs the same at any size is checked; `verify.check` does the rest."""
        from engine.tracefile import open_trace

        return open_trace(Path(path))
