"""A trace: one finished recording, with what every frame made of its children, and the facts of the whole.

Steps are in `steps`, facts about every frame at once in `facts`. `plyscope.api` adds saving and opening.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, pairwise, takewhile
from math import isnan, nan
from operator import attrgetter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import shortened, written
from plyscope.model.columns import BOUND_SIGNS, HORIZON, INNER, LEAVES, OPEN, TAG_BITS, TERMINAL
from plyscope.model.declaration import MAX, MIN
from plyscope.model.executed_lines import Executed
from plyscope.model.facts import FramesWithFacts
from plyscope.model.folding import Folded, folds
from plyscope.model.intervals import Interval, Intervals, bound
from plyscope.model.position import State
from plyscope.model.shared_objects import SharedObjects
from plyscope.model.simulations import Simulations
from plyscope.model.steps import Steps

MAX_KEPT_FRAMES, MAX_KEPT_CHILDREN = 500, 20_000
"""How many frames keep their states after each child, and up to how many children a frame is kept."""
child_of = attrgetter("child")
MAX_RESULT_LENGTH = 24
"""Characters of a result of user code that is shown in place of a value."""


class Trace(FramesWithFacts):
    """One recording of one search."""

    archive: Any = None
    """The opened trace file that it is read from, a `StoredArchive`; None for any other recording."""
    checked_as = ""
    """The hash of the file that it was opened from, if that was verified; else empty."""

    def column(self, name: str) -> NDArray[Any]:
        """Return a column, read-only, by its name in trace files, or `depth` or `tags` (bits by `TAGS`)."""
        if name == "depth":
            return self.facts.depth_left
        return self.facts.tags if name == "tags" else super().column(name)

    @cached_property
    def executed(self) -> Executed:
        """The executed lines of user code."""
        return Executed(self.user_code, Steps(self))

    # What a frame made of its children

    def folds(self, frame: int) -> Iterator[Folded]:
        """Yield the states of the frame after each child that returned."""
        kept = self._kept_folds(frame)
        return folds(self, frame) if kept is None else iter(kept)

    def fold_at(self, frame: int, child: int) -> tuple[Folded | None, Folded]:
        """Return the state of a frame before and after a child's value came back."""
        before, found = None, self._kept_folds(frame)
        if found is not None:
            place = bisect_left(found, child, key=child_of)
            before, found = (found[place - 1] if place else None), found[place : place + 1]
        for folded in folds(self, frame) if found is None else found:
            if folded.child == child:
                return before, folded
            before = folded
        raise IndexError(f"frame {frame} has never been back from {child}")

    def fold_before(self, frame: int, child: int) -> Folded | None:
        """Return the state of a frame when it called a child; None where that was its first."""
        kept = self._kept_folds(frame)
        if kept is not None:
            place = bisect_left(kept, child, key=child_of)
            return kept[place - 1] if place else None
        before = None
        for folded in takewhile(lambda folded: folded.child < child, folds(self, frame)):
            before = folded
        return before

    @cached_property
    def _folds(self) -> dict[int, Sequence[Folded] | None]:
        """The states of the frames asked for last; None for a frame with too many children to be kept."""
        return {}

    def _kept_folds(self, frame: int) -> Sequence[Folded] | None:
        """Return the states of a frame after each child, kept from the last time; None where there are too many."""
        kept = self._folds
        if frame in kept:
            return kept[frame]
        found = tuple(islice(folds(self, frame), MAX_KEPT_CHILDREN + 1))
        if len(kept) >= MAX_KEPT_FRAMES or len(found) > MAX_KEPT_CHILDREN // MAX_KEPT_FRAMES:
            self._folds = kept = {}
        kept[frame] = found if len(found) <= MAX_KEPT_CHILDREN else None
        return kept[frame]

    def best_child(self, frame: int) -> int:
        """Return the child that gave the frame its value; -1 where none did."""
        child = -1
        for folded in self.folds(frame):
            child = folded.best_child
        if child < 0 or self.facts.is_of_no_child[frame]:
            return -1
        child = self.facts.told_by_result(frame, child)
        return self._best_of_last_round(frame, child) if child >= 0 and frame < self.origin.callers else child

    def _best_of_last_round(self, frame: int, best: int) -> int:
        """Return the best child of a caller by what it has searched last, as with the largest depth; by all, `best`.

        -1 where the last searches of its moves are no round of all, as where the time was over before that was done.
        """
        last = sorted(self.searches_of_moves(frame).values())
        searches = [child for child in self.children(frame) if self.counts(child)]
        if searches == last:
            return best
        values = [self.values[child] for child in last]
        if not last or len(searches) % len(last) or searches[-len(last) :] != last or any(map(isnan, values)):
            return -1
        most = max(values) if self.kinds[frame] == MAX else min(values)
        as_good, recorded = [child for child in last if self.values[child] == most], self.recorded_bounds
        taken = [child for child in as_good if recorded is not None and recorded.is_taken[child]]
        return [*as_good[:1], *taken][-1]

    def best_move_variable(self, frame: int, best_child: int) -> str | None:
        """Return a frame's local variable for the best move; before one is found, at a brain's root its fallback."""
        if best_child >= 0:
            return self.move_text(best_child)
        drawn = self.plan.fallback_move if frame == 0 else None
        return None if drawn is None else self.game_at(frame).move_text(drawn)

    @cached_property
    def carried_moves(self) -> Mapping[int, int]:
        """Frame -> the move that it tries first, as it is on the principal variation of the round before."""
        found: dict[int, int] = {}
        for (before, frame), asked in zip(pairwise(self.rounds), self.asked[1:], strict=False):
            for move in self.line_from(before) if asked.tries_line else ():
                found[frame] = self.moves[move]
                frame += 1
                if self.sizes[frame - 1] == 1 or self.moves[frame] != self.moves[move]:
                    break
        return found

    def carried_line(self, frame: int) -> list[int]:
        """Return the frames of the line of the round before, of which a round tries the moves first; else none."""
        if not self.is_round(frame) or frame not in self.carried_moves:
            return []
        return self.line_from(self.rounds[self.round_number(frame) - 2])

    def line_from(self, frame: int) -> list[int]:
        """Return the frames of the best moves from a frame on: its principal variation."""
        line = []
        while (frame := self.best_child(frame)) >= 0:
            line.append(frame)
        return line

    def offered(self, frame: int, state: State | None = None) -> list[int]:
        """Return the moves that the search may try in a frame, in its order: that carried from the last round first."""
        moves, first = super().offered(frame, state), self.carried_moves.get(frame)
        return moves if first is None else [first, *(move for move in moves if move != first)]

    def is_cutoff(self, frame: int) -> bool:
        """Whether the cut test fired in the frame, with or without moves left to prune."""
        if self.recorded_bounds is not None:
            return bool(self.recorded_bounds.cutoff[frame])
        if self.stood_pat(frame):
            return True
        return self.statuses[frame] == INNER and any(folded.is_cut for folded in self.folds(frame))

    def has_several_cutoffs(self, frame: int) -> bool:
        """Whether a program has left several loops of the frame because of a bound: which moves it has pruned is known,
        and not at which of these."""
        return self.recorded_bounds is not None and bool(self.facts.cutoffs[frame] > 1)

    @property
    def may_prune_forward(self) -> bool:
        """Whether moves may be left out by a rule of the search."""
        tags = self.origin.tags
        return self.search.prunes_forward or (tags is not None and bool(np.any(tags & TAG_BITS["forward"])))

    def prunes_forward(self, frame: int) -> bool:
        """Whether moves of the frame were left out by a rule of the search, and not by a cutoff."""
        tags = self.origin.tags
        by_rule = self.search.prunes_forward or (tags is not None and bool(tags[frame] & TAG_BITS["forward"]))
        return by_rule and self.skips[frame] > 0 and not self.is_cutoff(frame)

    def passes_over_moves(self, frame: int) -> bool:
        """Return whether moves that the frame has not tried were left by a rule of the search, or by user code where
        no bound is seen to decide on an exit, and not by a cutoff."""
        return not self.is_cutoff(frame) if self.origin.is_user_code else self.prunes_forward(frame)

    # A frame's value, for people

    def is_unproved_leaf(self, frame: int) -> bool:
        """Whether a call of user code without calls may have its value from a table, or from a search elsewhere."""
        is_leaf = self.statuses[frame] in (TERMINAL, HORIZON)
        return is_leaf and self.origin.is_user_code and not self.facts.is_proved_leaf[frame]

    def ends_without_reason(self, frame: int) -> bool:
        """Whether it is not known why a call of user code made no calls: its depth may have been over, or it raised."""
        if self.origin.is_user_code and self.user_code.is_raised(frame):
            return self.statuses[frame] in LEAVES
        return self.statuses[frame] == HORIZON and not self.facts.ends.at_horizon[frame]

    def bound_of(self, frame: int) -> str | None:
        """Return how the frame's value is to be read: `exact`, `at least` or `at most`; None without a proof."""
        return self.intervals.bound_of(frame)

    def interval_of(self, frame: int) -> Interval:
        """Return the two numbers between which the frame's true value is proved to lie, which may be infinite."""
        return self.intervals.of(frame)

    def value_text(self, frame: int) -> str:
        """Return the frame's value as people read it: 3, ≥3, ≤3; None where a brain's code returns None."""
        if self.is_undecided(frame):
            return "None"
        if isnan(self.values[frame]) and (result := self.origin.result_text(frame)) is not None:
            return shortened(result or "?", MAX_RESULT_LENGTH)
        sign = BOUND_SIGNS.get(self.bound_of(frame) or "", "")
        return sign + written(self.values[frame])

    def is_undecided(self, frame: int) -> bool:
        """Whether a brain written for Python 2 got None here, which is below every number there.

        So min() of None and numbers is None, while max() prefers any number, even the -∞ it starts from.
        """
        if not self.search.undecided_is_none:
            return False
        if self.statuses[frame] != INNER:
            return self.statuses[frame] == HORIZON
        takes_smallest = self.kinds[frame] == (MAX if self.plan.is_exchanged else MIN)
        return takes_smallest and any(self.is_undecided(child) for child in self.children(frame))

    def best_text(self, best: float, best_child: int) -> str:
        """Return the best value so far as people read it; None where a brain's code has None."""
        return "None" if best_child >= 0 and self.is_undecided(best_child) else written(best)

    # The whole

    @property
    def value(self) -> float | None:
        """The root's value for MAX; None where the recording was cut short before any was found."""
        if self.search.simulates and self.statuses[0] == OPEN:
            return self.simulations.nodes[0].mean()
        value = self.values[self.answer if isnan(self.values[0]) else 0]
        return None if isnan(value) else value

    @property
    def bound(self) -> str | None:
        """How the root's value is to be read: `exact`, `at least` or `at most`; None where nothing proves it."""
        return bound(nan if self.value is None else self.value, self.interval)

    @property
    def interval(self) -> Interval:
        """What the recording proves about the root's true value: it lies between these two, which may be infinite."""
        return self.interval_of(0)

    @property
    def best_move(self) -> str | None:
        """The root's best move; for a brain the move it plays; so far, where the recording was cut short."""
        if self.played is not None:
            move: str | None = self.played["move"]
            return move
        if self.search.simulates:
            return next(iter(self.pv), None)
        best = self.best_child(self.answer)
        return self.move_text(best) if best >= 0 and not self.is_named_by_call(best) else None

    @property
    def answer(self) -> int:
        """The frame that answers for the root: the root, or of its rounds the one whose move is played."""
        return max(0, self.best_child(0)) if self.rounds and not self.search.simulates else 0

    @cached_property
    def simulations(self) -> Simulations:
        """The tree that the rounds have grown, where these are simulations."""
        return Simulations(self)

    @property
    def pv(self) -> list[str]:
        """The principal variation: the best move, the best answer to it, and so on.

        In the tree of simulations these are the moves that were visited most. A call that makes no move is not among
        them, and they end where a move has no name but that of its call.
        """
        if self.search.simulates:
            nodes = self.simulations.nodes
            return [self.move_text(nodes[node].frames[0]) for node in self.simulations.line()]
        found = list[str]()
        for frame in self.line_from(self.answer):
            if not self.is_named_by_call(frame):
                found.append(self.move_text(frame))
            elif self.kinds[frame] != self.kinds[self.parents[frame]]:
                break
        return found

    @property
    def root_moves(self) -> list[tuple[str, float | None, str | None, int]]:
        """Move, value, bound and frames of each move tried at the root, in the order searched.

        Where the root was searched in rounds, they are those of the round whose move is played.
        A move searched twice has its last value; one that was cut short has none. Simulations are summed by their
        first move.
        """
        if self.search.simulates:
            return self._simulated_moves
        rows: dict[int, tuple[str, float | None, str | None, int]] = {}
        answer = self.answer
        if self.has_rounds(answer):
            return []
        for child in self.children(answer):
            if self.is_aside(child):
                continue
            frames = rows[self.moves[child]][3] if self.moves[child] in rows else 0
            rows[self.moves[child]] = (
                self.move_text(child),
                None if self.statuses[child] == OPEN else self.values[child],
                self.bound_of(child),
                frames + self.sizes[child],
            )
        return list(rows.values())

    @property
    def _simulated_moves(self) -> list[tuple[str, float | None, str | None, int]]:
        """Move, mean, None and frames of the simulations that begin with each move at the root."""
        nodes, name = self.simulations.nodes, self.game_at(0).move_text
        found = (nodes[child] for child in self.simulations.children(0))
        return [(name(node.move), node.mean(), None, sum(self.sizes[frame] for frame in node.frames)) for node in found]

    @cached_property
    def shared_objects(self) -> SharedObjects:
        """The arguments of user code that are the same objects as in calls above."""
        return SharedObjects(self.text, self.user_code, self.parents)

    def take_as_checked(self, signature: str) -> None:
        """Take the signature that was found when the same bytes were checked, and every move for legal."""
        self.signature = signature
        self.facts.moves_are_legal = True

    @cached_property
    def intervals(self) -> Intervals:
        """What the recording proves of the true value of each frame."""
        return Intervals(self, self.facts)

    @property
    def leaves(self) -> int:
        """The number of frames at which the search stopped: finished positions, and the horizon."""
        return int(np.count_nonzero(self.facts.is_leaf))

    @property
    def pruned(self) -> int | None:
        """The number of legal moves that cutoffs left untried; None where that is not known."""
        if not self.facts.knows_pruned:
            return None
        return int(self.column("skipped").sum(dtype=np.int64)) - self.forward_pruned

    @property
    def forward_pruned(self) -> int:
        """The number of legal moves that the search has left out by a rule of its own."""
        return int(self.column("skipped")[self.facts.forward_pruned].sum(dtype=np.int64))

    @property
    def cutoffs(self) -> int | None:
        """How often the test for a cutoff held; None where that is not known."""
        return int(self.facts.cutoffs.sum()) if self.facts.knows_cuts else None

    def with_beside(self, **beside: Any) -> Trace:
        """Return the recording with more beside its columns, by the names in its origin."""
        return Trace(**{**self.parts, "origin": replace(self.origin, **beside)})

    def with_depths(self, depths: NDArray[np.float32] | None) -> Trace:
        """Return the recording with the depths that its calls were given, where they do not follow by the law."""
        follows = depths is None or (self.facts.follow_law(depths) and not self.facts.repeats_calls)
        return self if follows else self.with_beside(depths=depths)

    def with_passes(self, passed: NDArray[np.bool_] | None) -> Trace:
        """Return the recording with the calls before which a side passed its turn."""
        if passed is None or not passed.any():
            return self
        return self.with_beside(tags=passed.astype(np.uint16) * np.uint16(TAG_BITS["null"]))

    def with_untried(self) -> Trace:
        """Return the recording in which frames that returned before their first move leave all moves untried."""
        aside, size = self.facts.aside, self.column("size")
        if aside is None:
            return self
        goes_on = np.zeros(len(self), np.bool_)
        goes_on[self.column("parent")[1:][~aside[1:]]] = True
        returned = np.flatnonzero((self.column("status") == INNER) & ~goes_on & (size > 1))
        table, skipped, counts = self.facts.position_table, self.column("skipped").copy(), dict[int, int]()
        for frame, place in zip(returned.tolist(), table.of_frame[returned].tolist(), strict=True):
            if place not in counts:
                counts[place] = len(self.offered(frame))
            skipped[frame] = counts[place]
        return Trace(**{**self.parts, "columns": {**self.columns, "skipped": skipped}})

    def with_static_scores(self) -> Trace:
        """Return the recording, with the scores of standing pat where the search goes on below its horizon."""
        if not self.search.stands_pat:
            return self
        return self.with_beside(static_scores=self.facts.static_scores)

    def with_chances(self) -> Trace:
        """Return the recording, with the probabilities of the moves of chance as its game gives them."""
        if not self.search.takes_chance or self.position.game.rules.chance is None:
            return self
        return self.with_beside(probabilities=self.facts.chances)

    def with_played(self, played: Mapping[str, Any]) -> Trace:
        """Return the recording of a brain, with the move that it plays."""
        return Trace(**{**self.parts, "played": played})
