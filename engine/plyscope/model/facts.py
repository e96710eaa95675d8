"""Whole columns that follow from a recording: one entry for each frame. Found when first asked for, then kept."""

from __future__ import annotations

from functools import cached_property
from math import isinf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model import preorder
from plyscope.model.board_texts import Record, value_of_text
from plyscope.model.columns import ASIDE, HORIZON, INNER, OPEN, STATUS_NOT_GIVEN, TAG_BITS, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE, Fold, Windows
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.distinct_positions import PASS, PositionTable, find_positions
from plyscope.model.folding import states_after_rounds
from plyscope.model.frames import Frames
from plyscope.model.leaf_ends import Ends, ends_of
from plyscope.model.recorded_bounds import RecordedBounds
from plyscope.model.recorded_game import RecordedGame

Mask = NDArray[np.bool_]


class Facts:
    """Facts about every frame of one recording."""

    def __init__(self, frames: Frames) -> None:
        self.frames = frames
        self.moves_are_legal = False
        """Whether it is known that every move is legal, so that it need not be looked up again."""

    @cached_property
    def is_leaf(self) -> Mask:
        """Whether the search stopped at a frame, at a finished position or at the horizon."""
        status = self.frames.column("status")
        return np.asarray((status == TERMINAL) | (status == HORIZON), np.bool_)

    @cached_property
    def is_proved_leaf(self) -> Mask:
        """Whether a frame is a leaf with a value of its own: user code had not stored it, and no bound ended it."""
        stored = self.frames.origin.stored_values(self.frames.columns)
        own = self.is_leaf if stored is None else self.is_leaf & ~stored
        recorded = self.frames.recorded_bounds
        return own if recorded is None else own & ~recorded.ends_before_moves

    @cached_property
    def passes_moves_over(self) -> bool:
        """Whether some frame of user code has left moves because of a bound, other than by a cutoff after a move."""
        recorded = self.frames.recorded_bounds
        return recorded is not None and bool(recorded.ends_before_moves.any() or self.has_passed_over.any())

    @cached_property
    def has_passed_over(self) -> Mask:
        """Whether each frame's loop took an item without a call, where a test that reads a bound may do that."""
        recorded = self.frames.recorded_bounds
        if recorded is None:
            return np.zeros(len(self.frames), np.bool_)
        return recorded.passes_moves_over(self.frames.text)

    @cached_property
    def open_frames(self) -> int:
        """The number of frames that were open when the recording was cut short."""
        return int(np.count_nonzero(self.frames.column("status") == OPEN))

    @cached_property
    def deepest(self) -> int:
        """The ply of the deepest frame."""
        return int(self.frames.column("ply").max())

    @cached_property
    def kinds(self) -> frozenset[int]:
        """The kinds of frames that the recording has."""
        kind = self.frames.column("kind")
        parts = [*preorder.parts(len(kind))]
        return frozenset(
            code for code in (MIN, MAX, NO_SIDE, CHANCE) if any((kind[part] == code).any() for part in parts)
        )

    @cached_property
    def sides_alternate(self) -> bool:
        """Whether each call, but for those of a caller of several searches, is of the other side than its caller."""
        kind, parent = self.frames.column("kind"), self.frames.column("parent")
        below = parent >= self.frames.origin.callers
        return bool(np.all(kind[below] + kind[parent[below]] == MAX + MIN))

    @cached_property
    def round_number(self) -> NDArray[np.int32]:
        """The number of the round that each frame is or belongs to, from 1; 0 for the root, and without rounds."""
        numbers = np.zeros(len(self.frames), np.int32)
        rounds = np.array(self.frames.rounds, np.int64)
        numbers[1:] = np.repeat(np.arange(1, len(rounds) + 1), self.frames.column("size")[rounds]) if len(rounds) else 0
        return numbers

    @cached_property
    def depth_left(self) -> NDArray[np.float32]:
        """The depth that each frame was called with: as recorded, else by the law; NaN where it has none."""
        recorded = self.frames.origin.depths
        if recorded is not None:
            return recorded
        found = np.empty(len(self.frames), np.float32)
        for part in preorder.parts(len(found)):
            found[part] = self.depth_by_law(part)
        found.flags.writeable = False
        return found

    def depth_by_law(self, part: slice) -> NDArray[np.float32]:
        """Return the depth that frames are to be called with: that of their round, one less with each ply below it."""
        frames, plan = self.frames, self.frames.plan
        ply = frames.column("ply")[part].astype(np.float32)
        begins = np.array([frames.depth_of_round(number) for number in range(len(frames.rounds) + 1)], np.float32)
        found = begins[self.round_number[part] if len(begins) > 1 else 0] - ply + ((ply > 0) & plan.begins_above)
        if not all(plan.takes_depth):
            found[~np.array(plan.takes_depth)[self._functions(part)]] = np.nan
        return np.asarray(found, np.float32)

    def follow_law(self, depths: NDArray[np.float32]) -> bool:
        """Whether recorded depths are those that the calls are to have by the law."""
        return all(
            np.array_equal(self.depth_by_law(part), depths[part], equal_nan=True)
            for part in preorder.parts(len(depths))
        )

    @property
    def repeats_calls(self) -> bool:
        """Whether a move is searched again with the window that it had, where no depth has a limit.

        With one it would have had less depth before, as late move reductions give it; less than ∞ is ∞.
        """
        frames = self.frames
        if frames.search.simulates or not isinf(frames.plan.depth):
            return False
        size, parent, move, alpha, beta = map(frames.column, ("size", "parent", "move", "alpha", "beta"))
        first = np.flatnonzero(preorder.probes(size, parent, move))
        again = first + size[first]
        return bool(((alpha[first] == alpha[again]) & (beta[first] == beta[again])).any())

    @cached_property
    def function(self) -> NDArray[np.int8]:
        """The function that each frame is a call of, by its place in the declaration."""
        return self._functions_of(self.frames.column("kind"), has_root=True)

    def _functions(self, part: slice) -> NDArray[np.int8]:
        """Return the function of each frame of a part, by its place in the declaration."""
        return self._functions_of(self.frames.column("kind")[part], has_root=part.start == 0)

    def _functions_of(self, kind: NDArray[np.uint8], *, has_root: bool) -> NDArray[np.int8]:
        """Return the functions that frames of these kinds are calls of; the root may be the first of them."""
        plan = self.frames.plan
        if len(plan.search.calls) == 1:
            return np.zeros(len(kind), np.int8)
        codes = (MIN, MAX, NO_SIDE, CHANCE) if plan.search.is_imported or plan.search.takes_chance else (MIN, MAX)
        below = np.array([plan.search.calls.index(plan.calls_at(1, code)) for code in codes], np.int8)
        function: NDArray[np.int8] = below[kind]
        if has_root:
            function[0] = plan.search.calls.index(plan.calls_at(0, int(kind[0])))
        return function

    def start_values(self, frames: NDArray[np.int64], function: NDArray[np.int8]) -> NDArray[np.float64]:
        """Return what a child must beat in frames that are calls of these functions; NaN where any will do."""
        declared = map(self.frames.declared_start, self.frames.search.calls)
        start = np.array([np.nan if one is None else one for one in declared])[function]
        static = self.frames.origin.static_scores
        return start if static is None else np.where(np.isnan(static[frames]), start, static[frames])

    @cached_property
    def stood_pat(self) -> Mask:
        """Whether a side stood pat in each frame, so that its noisy moves were not tried."""
        return np.asarray((self.frames.column("status") == HORIZON) & (self.frames.column("skipped") > 0), np.bool_)

    @cached_property
    def ends(self) -> Ends:
        """Why the search has stopped at each leaf, as far as that is known."""
        origin = self.frames.origin
        user_code = self.frames.user_code if origin.is_user_code else None
        return ends_of(self.frames.column("status"), user_code, has_rules=origin.move_texts is None)

    @cached_property
    def known_status(self) -> NDArray[np.uint8]:
        """The status of each frame; `STATUS_NOT_GIVEN` of a leaf of which it is not known why the search stopped."""
        status = self.frames.column("status")
        if not self.frames.origin.is_user_code:
            return status
        found = np.where(self.is_leaf, np.where(self.ends.at_horizon, HORIZON, STATUS_NOT_GIVEN), status)
        return np.where(self.ends.finished, TERMINAL, found).astype(np.uint8)

    @cached_property
    def cutoff(self) -> Mask:
        """Whether a frame was cut off: its cut test fired, by a child's value, standing pat or a passed turn."""
        if self.frames.search.windows is Windows.NONE:
            return np.zeros(len(self.frames), np.bool_)
        if self.frames.recorded_bounds is not None:
            return self.frames.recorded_bounds.cutoff
        cut = preorder.cutoffs(self.frames.columns, self.frames.options.get("cut") == ">", self.uncounted)
        cut &= self.fold != Fold.LAST.place  # searches of the frame's own position are no moves to leave out
        if self.cut_by_passing is not None:
            cut |= self.cut_by_passing
        if (found := self.frames.means) is not None:
            cut |= (self.frames.column("status") != OPEN) & (found.fails_low | found.fails_high)
        return cut | self.stood_pat

    @cached_property
    def cutoffs(self) -> NDArray[Any]:
        """How often each frame's cut test fired: more than once where a program goes on after a loop that it left."""
        recorded = self.frames.recorded_bounds
        if recorded is None or self.frames.search.windows is Windows.NONE:
            return self.cutoff
        return np.bincount(recorded.facts.frame[recorded.cutoffs], minlength=len(self.frames))

    @cached_property
    def forward_pruned(self) -> Mask:
        """Whether moves of each frame were left out by a rule of the search: it was not cut, and returned."""
        frames, tags = self.frames, self.frames.origin.tags
        if not frames.search.prunes_forward and tags is None:
            return np.zeros(len(frames), np.bool_)
        found = (frames.column("skipped") > 0) & ~self.cutoff
        if not frames.search.prunes_forward and tags is not None:
            found &= tags & TAG_BITS["forward"] > 0
        return np.asarray(found, np.bool_)

    @property
    def chances(self) -> NDArray[np.float64]:
        """The probability of the move to each frame, by the rules of its game; NaN where a side has made it."""
        frames, table = self.frames, self.position_table
        rules, parent, move = frames.position.game.rules, frames.column("parent"), frames.column("move")
        found = np.full(len(frames), np.nan)
        of_chance = np.flatnonzero(np.append(False, frames.column("kind")[parent[1:]] == CHANCE) & (move >= 0))
        outcomes: dict[int, dict[int, float]] = {}
        for child, position in zip(of_chance.tolist(), table.of_frame[parent[of_chance]].tolist(), strict=True):
            if position not in outcomes:
                outcomes[position] = dict(rules.outcomes(list(table.states[position])))
            found[child] = outcomes[position].get(int(move[child]), np.nan)
        return found

    @property
    def static_scores(self) -> NDArray[np.float64]:
        """The score of each unfinished frame at depth 0 and below, from MAX's side; NaN for all other frames."""
        found = np.full(len(self.frames), np.nan)
        goes_on = np.flatnonzero((self.depth_left <= 0) & (self.frames.column("status") != TERMINAL))
        table, scores = self.position_table, dict[int, float]()
        for frame, position in zip(goes_on.tolist(), table.of_frame[goes_on].tolist(), strict=True):
            if position not in scores:
                scores[position] = self.frames.plan.judge(table.states[position], 0)
            found[frame] = scores[position]
        return found

    def prepare(self) -> None:
        """Compute ahead what pictures read of single frames; in a large recording this takes a moment."""
        _ = self.cutoff

    @cached_property
    def fold(self) -> NDArray[np.int8]:
        """How each frame makes its value from its children's, as a place in `FOLDS`.

        Of another program's recording: a side takes the best of its moves, chance their mean, and a frame whose calls
        make no move has searched its own position, so that the last one answers for it.
        """
        folds = np.array([calls.fold.place for calls in self.frames.search.calls], np.int8)[self.function]
        if not self.frames.search.is_imported or self.frames.origin.is_user_code:
            return folds
        kind, parent, size = (self.frames.column(name) for name in ("kind", "parent", "size"))
        folds[kind == CHANCE] = Fold.MEAN.place
        is_answered, move = np.zeros(len(folds), np.bool_), self.frames.column("move")
        aside = np.zeros(len(folds), np.bool_) if self.aside is None else self.aside
        is_answered[parent[1:][(move[1:] < 0) & ~aside[1:]]] = True
        folds[is_answered & (size > 1) & (kind != NO_SIDE)] = Fold.LAST.place
        return folds

    @cached_property
    def probe(self) -> Mask | None:
        """Whether the same move is searched again in the next sibling; None where that never happens."""
        if not self.frames.searches_again:
            return None
        return preorder.probes(self.frames.column("size"), self.frames.column("parent"), self.frames.column("move"))

    @cached_property
    def is_again(self) -> Mask:
        """Whether the frame searches a move in full after a probe of it."""
        again = np.zeros(len(self.frames), np.bool_)
        if self.probe is not None:
            probes = np.flatnonzero(self.probe)
            again[probes + self.frames.column("size")[probes]] = True
        return again

    @cached_property
    def given_tags(self) -> NDArray[np.uint16] | None:
        """The tags that are recorded or declared, and do not follow from other facts; None where there are none."""
        frames = self.frames
        if not frames.has_asides:
            return None
        bits = np.zeros(len(frames), np.uint16) if frames.origin.tags is None else frames.origin.tags.copy()
        unmoved = 1 + np.flatnonzero((frames.column("move")[1:] < 0) & (bits[1:] & TAG_BITS["null"] == 0))
        declared = [TAG_BITS.get(calls.without_move, 0) for calls in frames.search.calls]
        bits[unmoved] |= np.array(declared, np.uint16)[self.function[unmoved]]
        return bits

    @cached_property
    def aside(self) -> Mask | None:
        """Whether each call's value is no value of its parent; None where there is no such call.

        In another program's recording that is so, too, of a call without a move where the parent has tried moves.
        """
        given = self.given_tags
        aside = None if given is None else np.asarray(given & ASIDE > 0, np.bool_)
        if aside is not None and self.frames.passed_over is not None:
            aside |= self.frames.passed_over
        return None if aside is None or not aside.any() else aside

    @cached_property
    def uncounted(self) -> Mask | None:
        """Whether each call does not count for its parent's value; None where all do."""
        if self.aside is None or self.probe is None:
            return self.probe if self.aside is None else self.aside
        return self.aside | self.probe

    @property
    def counts(self) -> Mask:
        """Whether each call counts for its parent's value: it is not aside, and its move is not searched again."""
        return np.ones(len(self.frames), np.bool_) if self.uncounted is None else ~self.uncounted

    @cached_property
    def is_move(self) -> Mask:
        """Whether each call tries a move, for the last time: it counts, and in user code it is no null move."""
        recorded = self.frames.recorded_bounds
        return self.counts if recorded is None else self.counts & ~recorded.tried_aside

    @cached_property
    def cut_by_passing(self) -> Mask | None:
        """Whether each frame returned as its bound is reached though its side passed; None where no side passed."""
        frames, tags = self.frames, self.frames.origin.tags
        passed = () if tags is None else np.flatnonzero(tags & TAG_BITS["null"])
        if not len(passed):
            return None
        assert self.aside is not None
        size, parent = frames.column("size"), frames.column("parent")
        asides = np.flatnonzero(self.aside)
        found, is_last = np.zeros(len(frames), np.bool_), np.zeros(len(frames), np.bool_)
        found[parent[passed]] = True
        is_last[parent[asides[asides + size[asides] == parent[asides] + size[parent[asides]]]]] = True
        value = frames.column("value")
        is_max = frames.column("kind") == MAX
        reaches = np.where(is_max, value >= frames.column("beta"), value <= frames.column("alpha"))
        is_last |= self.fold == Fold.LAST.place  # a search of the same position has verified it
        return np.asarray(found & is_last & reaches & (frames.column("status") == INNER), np.bool_)

    @cached_property
    def depth_step(self) -> NDArray[np.float32] | None:
        """How much more depth each call was given than its parent's less one; None where all follow by the law.

        It is 0 where that is not known.
        """
        frames, depth = self.frames, self.frames.origin.depths
        if depth is None:
            return None
        parent = np.maximum(frames.column("parent"), 0)
        with np.errstate(invalid="ignore"):  # ∞ less ∞
            more = depth - depth[parent] + ((parent > 0) | (not frames.plan.begins_above))
        return np.where((frames.column("move") < 0) | np.isnan(more), np.float32(0), more)

    @cached_property
    def tags(self) -> NDArray[np.uint16]:
        """The tags of each call, recorded, declared, or following from other facts, as bits by `TAGS`."""
        frames = self.frames
        tags = np.zeros(len(frames), np.uint16) if self.given_tags is None else self.given_tags.copy()
        if self.depth_step is not None:
            tags[self.depth_step < 0] |= TAG_BITS["reduced"]
            tags[self.depth_step > 0] |= TAG_BITS["extended"]
        if frames.search.is_imported:
            return tags
        if self.probe is not None:
            tags[self.probe | self.is_probing] |= TAG_BITS["probe"]
            tags[self.is_again] |= TAG_BITS["research"]
        if frames.search.stands_pat:
            tags[self.depth_left <= 0] |= TAG_BITS["quiescence"]
        if (static := frames.origin.static_scores) is not None:
            tags[~np.isnan(static)] |= TAG_BITS["stand_pat"]
        return tags

    @property
    def is_probing(self) -> Mask:
        """Whether a call has the empty window of a probe: all moves of a frame but the first, unless searched again."""
        frames = self.frames
        if frames.search.windows is not Windows.PROBE:
            return np.zeros(len(frames), np.bool_)
        parent, move = np.maximum(frames.column("parent"), 0), frames.column("move")
        return np.asarray((move >= 0) & (move[self.first_try[parent]] != move) & ~self.is_again, np.bool_)

    @property
    def first_try(self) -> NDArray[np.int32]:
        """The first child of each frame that is for a move; -1 where there is none."""
        first = np.full(len(self.frames), -1, np.int32)
        moving = np.flatnonzero(self.frames.column("move") >= 0)[::-1]
        first[self.frames.column("parent")[moving]] = moving  # the first one is written last
        return first

    @property
    def knows_cuts(self) -> bool:
        """Whether it is known which frames were cut.

        It is not where moves were pruned and no window says why, and of user code not where no search was read, or
        where it has α and β, or exits, and none of these is seen to be guarded by a bound, or one is guarded by what a
        bound gives.
        """
        has_windows = self.frames.search.windows is not Windows.NONE
        if (recorded := self.frames.recorded_bounds) is not None:
            events = recorded.events
            seen = bool(events.exits) and events.sees_every_cut and not recorded.hides_cuts(self.frames.text)
            return seen or not (has_windows or self.frames.user_code.facts.guards)
        if self.frames.origin.is_user_code:
            return has_windows
        return has_windows or not self.frames.search.is_imported or not self.frames.column("skipped").any()

    @property
    def knows_windows(self) -> bool:
        """Whether it is known what windows are passed down: user code that none is read of may have one all the same,
        unless it is read as a search and no test guards an exit."""
        is_given = self.frames.search.windows is not Windows.NONE
        return is_given or not self.frames.origin.is_user_code or self.knows_cuts

    @property
    def knows_tried(self) -> bool:
        """Whether it is known which moves were tried, and none may have been by calls of another recording."""
        elsewhere = self.frames.origin.searches_elsewhere
        return elsewhere is None or not bool(np.any(elsewhere & (self.frames.column("status") == INNER)))

    @property
    def knows_pruned(self) -> bool:
        """Whether it is known how many moves were pruned.

        An imported recording that names none may have some, and so may user code unless it is known that nothing was
        cut.
        """
        if not self.knows_tried or self.passes_moves_over:
            return False
        if self.frames.origin.is_user_code and (not self.knows_cuts or not self.cutoff.any()):
            return self.knows_cuts
        return not self.frames.search.is_imported or bool(self.frames.column("skipped").any())

    @property
    def knows_first_cuts(self) -> bool:
        """Whether it is known which frames the first move cut: not where a loop is left that has called nothing."""
        is_called = self.frames.recorded_bounds is None or not (self.cutoff & (self.frames.column("size") == 1)).any()
        return self.knows_cuts and is_called

    @cached_property
    def first_move_cut(self) -> Mask:
        """Whether the first move that each frame tried caused its first cutoff, however often it was searched."""
        size = self.frames.column("size")
        cut = np.flatnonzero(self.cutoff & (size > 1))
        if self.cut_by_passing is not None:
            cut = cut[~self.cut_by_passing[cut]]
        last, recorded = cut + 1, self.frames.recorded_bounds
        while (is_passed := ~self.is_move[last] & (last + size[last] < cut + size[cut])).any():
            last[is_passed] += size[last[is_passed]]
        cut, last = cut[self.is_move[last]], last[self.is_move[last]]
        fired, following = np.zeros(len(self.frames), np.bool_), last + size[last]
        if recorded is not None:
            back = 3 * following.astype(np.int64) - 2 * self.frames.column("ply")[last].astype(np.int64) - 1
            fired[cut[recorded.first_exit[cut] == back]] = True
        else:
            fired[cut[following == cut + size[cut]]] = True
        return fired

    @cached_property
    def is_best(self) -> Mask:
        """Whether each frame gave its parent the value it has."""
        best = np.zeros(len(self.frames), np.bool_)
        for part in preorder.parts(len(self.frames)):
            found = self._best_children(np.arange(part.start, part.stop))
            best[found[found >= 0]] = True
        return best

    def are_best(self, frames: NDArray[np.int32]) -> Mask:
        """Return whether each of some frames gave its parent the value it has, without looking at all others."""
        if "is_best" in self.__dict__:
            return np.asarray(self.is_best[frames], np.bool_)
        parents = distinct_numbers(self.frames.column("parent")[frames]).astype(np.int64)
        found = self._best_children(parents[parents >= 0])
        return np.isin(frames, found[found >= 0])

    def _best_children(self, parents: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the child that gave its value to each of these frames, which ascend; -1 where none did."""
        parents = parents[self.frames.column("size")[parents] > 1]
        kind, has_root = self.frames.column("kind")[parents], not all(parents[:1])
        function = self._functions_of(kind, has_root=has_root)
        start, chooses = self.start_values(parents, function), np.ones(len(parents), np.bool_)
        for number, calls in enumerate(self.frames.search.calls):
            chooses[function == number] = calls.fold is Fold.BEST
        chooses &= ~np.isnan(self.frames.column("value")[parents]) | (self.frames.column("status")[parents] == OPEN)
        recorded, excluded = self.frames.recorded_bounds, self.uncounted
        if recorded is not None:
            excluded = ~self.is_move
            start = np.where(np.isnan(start), recorded.start[parents], start)
        found = preorder.best_children(self.frames.columns, parents[chooses], start[chooses], excluded)
        if recorded is not None:
            found = self._last_taken(found, np.flatnonzero(recorded.is_taken & self.counts))
            found = self._told_by_results(found, recorded)
            found = np.where(self.is_of_no_child[parents[chooses]], -1, found)
        if has_root and self.frames.has_rounds(0) and not self.frames.search.simulates:
            answers = [state[7] for state in states_after_rounds(self.frames, 0)]
            found = np.append(found, answers[-1:]).astype(np.int64)
        return found

    @cached_property
    def is_of_no_child(self) -> Mask:
        """Whether each frame of user code has returned what none of its calls gave, and no name keeps its best value.

        So does one that takes the mean of what they gave. An end of its window it may return for any of them.
        """
        frames, recorded = self.frames, self.frames.recorded_bounds
        value, parent = frames.column("value"), frames.column("parent")[1:].astype(np.int64)
        found = np.zeros(len(frames), np.bool_)
        if recorded is None:
            return found
        found[:] = (frames.column("size") > 1) & ~np.isnan(value) & ~recorded.keeps_best
        found &= (value != frames.column("alpha")) & (value != frames.column("beta"))
        found[parent[value[1:] == value[parent]]] = False
        return found | self._hands_on_another(recorded)

    def _hands_on_another(self, recorded: RecordedBounds) -> Mask:
        """Whether each frame hands on an object that is not, or not only, that of its first child of the same value.

        Objects have an order of their own, so that their numbers do not tell which of them a frame has chosen.
        """
        found = np.zeros(len(self.frames), np.bool_)
        functions, tables = recorded.events.user_code.functions, recorded.events.user_code.tables
        paths = [recorded.proposal.path(function.name) for function in functions]
        is_object = np.array([path.startswith(".") for path in paths], np.bool_)[tables.function]
        value, parent = self.frames.column("value"), self.frames.column("parent").astype(np.int64)
        children = np.flatnonzero((value == value[parent]) & is_object[parent] & (parent >= 0))
        is_same = tables.result[children] == tables.result[parent[children]]
        above, first = np.unique(parent[children], return_index=True)
        count = np.bincount(parent[children[is_same]], minlength=len(found))[above]
        if 2 * np.count_nonzero(count) > len(above):  # else it makes objects of its own
            found[above[(count != 1) | ~is_same[first]]] = True
        return found

    def _last_taken(self, best: NDArray[np.int64], taken: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return best children, or in their place the last sibling that is as good where a program has taken it."""
        parent, value = self.frames.column("parent"), self.frames.column("value")
        known = best[best >= 0]
        by_parent = dict(zip(parent[known].tolist(), known.tolist(), strict=True))
        for child in taken[np.isin(parent[taken], parent[known])].tolist():
            first = by_parent[int(parent[child])]
            if child > first and value[child] == value[first]:
                by_parent[int(parent[child])] = child
        return np.array([by_parent[int(parent[child])] if child >= 0 else -1 for child in best.tolist()], np.int64)

    def _told_by_results(self, best: NDArray[np.int64], recorded: RecordedBounds) -> NDArray[np.int64]:
        """Return best children, changed in place for frames that return more than a value: there the result tells."""
        if recorded.returns_more.any():
            for place in np.flatnonzero(recorded.returns_more[self.frames.column("parent")[best]] & (best >= 0)):
                best[place] = self.told_by_result(int(self.frames.column("parent")[best[place]]), int(best[place]))
        return best

    def told_by_result(self, frame: int, first: int) -> int:
        """Return a frame's best child; of several equal ones that whose move its result names, -1 if it names none.

        It is the `first` of them where the result is a number, or names none and the text says which was taken.
        """
        recorded, value = self.frames.recorded_bounds, self.frames.column("value")
        if recorded is None or not recorded.returns_more[frame]:
            return first
        below = np.flatnonzero(self.frames.column("parent")[frame : frame + self.frames.column("size")[frame]] == frame)
        equal = [child for child in (below + frame).tolist() if value[child] == value[first] and self.counts[child]]
        result = value_of_text(recorded.events.user_code.result(frame) or "")
        items = result.attributes if isinstance(result, Record) else result
        if len(equal) < 2 or not isinstance(items, dict | list | tuple):
            return first
        names = {str(item) for item in (items.values() if isinstance(items, dict) else items)}
        moves = {child: int(self.frames.column("move")[child]) for child in equal}
        game = self.frames.position.game
        named = [child for child, move in moves.items() if move >= 0 and game.move_text(move) in names]
        function = int(recorded.events.user_code.tables.function[frame])
        return named[0] if len(named) == 1 else first if function in recorded.say_which_of_equals else -1

    def has_tag(self, name: str) -> Mask:
        """Return for each frame whether its call has this tag; raise InputError where there is no such tag."""
        if name not in TAG_BITS:
            raise InputError("{name} is not a tag; the tags are {names}", name=name, names=", ".join(TAG_BITS))
        return np.asarray(self.tags & TAG_BITS[name] > 0, np.bool_)

    def has_move(self, text: str) -> Mask:
        """Return for each frame whether its move has this text, as it is written here or as a user may type it."""
        game = self.frames.position.game
        if game.texts_vary:
            return self._has_move_of(text)
        distinct = [int(move) for move in distinct_numbers(self.frames.column("move")) if move >= 0]
        named = [move for move in distinct if game.move_text(move) == text]
        meant = None if named else game.read_move(text, self.frames.position.state)
        return np.isin(self.frames.column("move"), named if meant is None else [meant])

    def _has_move_of(self, text: str) -> Mask:
        """Return for each frame whether its move has this text, where that depends on the position."""
        frames, table = self.frames, self.position_table
        above = table.of_frame[frames.column("parent")[1:]]
        meant = np.full(len(table.states), -1, np.int64)
        for position in distinct_numbers(above).tolist():
            move = frames.position.game.read_move(text, table.states[position])
            meant[position] = -1 if move is None else move
        moves = frames.column("move")[1:]
        return np.append(False, (moves >= 0) & (moves == meant[above]))

    @cached_property
    def position_table(self) -> PositionTable:
        """The distinct positions of the recording, and the position of each frame; moves are played for it."""
        root = self.frames.position
        if self.frames.search.moves_unplayed:
            self.refuse_illegal_moves_at_root()
            return PositionTable([root.state], np.zeros(len(self.frames), np.int32), {root.state: 0})
        if isinstance(root.game, RecordedGame):
            return root.game.tree.positions
        columns = self.frames.column("parent"), self.moves_and_passes, self.frames.column("ply")
        return find_positions(root.state, root.game.rules, *columns, are_legal=self.moves_are_legal)

    @property
    def moves_and_passes(self) -> NDArray[np.int32]:
        """The move that led to each frame, PASS where the side passed its turn, and -1 where it has none."""
        move, tags = self.frames.column("move"), self.frames.origin.tags
        if tags is None or self.frames.position.game.rules.pass_turn is None:
            return move
        return np.where(tags & TAG_BITS["null"] > 0, PASS, move).astype(np.int32)

    def refuse_illegal_moves_at_root(self) -> None:
        """Raise InputError unless every frame's move is legal at the root, for a search that plays no moves."""
        legal = self.frames.position.legal_moves()
        wrong = ~np.isin(self.frames.column("move")[1:], legal)
        if wrong.any():
            raise InputError("damaged: frame {frame}: its move is not legal", frame=int(np.argmax(wrong)) + 1)

    @property
    def knows_positions(self) -> bool:
        """Whether frames stand on positions of a known game; not in a search that plays no moves."""
        return not self.frames.search.moves_unplayed and self.frames.origin.move_texts is None

    @cached_property
    def is_repeated(self) -> Mask:
        """Whether an earlier frame stood on the position of each frame."""
        table = self.position_table
        first = np.empty(len(table.states), np.int64)
        # Written backwards, so that the earliest frame of a position is the one that stays.
        first[table.of_frame[::-1]] = np.arange(len(table.of_frame) - 1, -1, -1)
        repeated = np.ones(len(table.of_frame), np.bool_)
        repeated[first] = False
        return repeated

    def has_position(self, text: str) -> Mask:
        """Return for each frame whether it stands on this position, of either side where the text names none."""
        table = self.position_table
        root = self.frames.position
        numbers = [table.numbers.get(state, -1) for state in root.game.find_states(text, root.state)]
        return np.isin(table.of_frame, numbers)


class FramesWithFacts(Frames):
    """The columns of a recording, and the facts about them, found once."""

    @cached_property
    def facts(self) -> Facts:
        """Whole columns that follow from the recording."""
        return Facts(self)
