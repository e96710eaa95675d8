"""Frames: the frozen columns of a recording, and what one row says of its frame.

A row is a frame, in preorder. `trace` adds what frames made of their children, and the facts of the whole.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from math import inf, isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError, probability
from plyscope.model import preorder
from plyscope.model.columns import (
    ASIDE,
    COLUMNS,
    HORIZON,
    INNER,
    LEAVES,
    LEFT_OUT,
    OPEN,
    TABLE,
    TAG_BITS,
    TAGS,
    TERMINAL,
)
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE, Asked, Calls, Fold, Windows
from plyscope.model.further_facts import CALLS
from plyscope.model.means import Means, Units, means, units
from plyscope.model.origin import OUR_SEARCH, Imported, Origin, TracedUserCode
from plyscope.model.plan import Plan
from plyscope.model.position import Game, Position, State
from plyscope.model.recorded_bounds import Bounds, RecordedBounds
from plyscope.model.roles import Proposal
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import Event


def read_only(column: NDArray[Any]) -> NDArray[Any]:
    """Make a column read-only, and return a view of it, which then cannot be made writable again."""
    column.flags.writeable = False
    return column.view()


CACHED_STATES, CACHED_OFFERS = 500, 4000
"""How many frames' states are kept, and how many frames' legal moves."""
MAX_CACHED_MOVES = 100
"""Legal moves of a frame up to which they are kept."""


class Frames:
    """The calls of one search. They never change."""

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
        origin: Origin = OUR_SEARCH,
    ) -> None:
        self._states: dict[int, tuple[int, ...]] = {}
        """States computed before, on the way too: the next one needed is usually close to one of them."""
        self._offered: dict[int, tuple[int, ...]] = {}
        """Legal moves found before: every frame on a stack needs those of all above it."""
        self._columns = {name: read_only(column) for name, column in columns.items()}
        self.plan = plan
        self.position = plan.position
        self.search = plan.search
        self.options = plan.options
        self.complete = complete
        self.limit = limit
        self.made_by = made_by
        """How the columns came about: `search`, `block replay` where blocks were copied, or the importer's name."""
        self.played = dict(played) if played is not None else None
        """For a brain: the move it plays, and whether that was its fallback."""
        self.text = plan.search.text(plan.options) if text is None else text
        """The text of the search as it ran."""
        self.claimed_signature = claimed_signature
        """What the file says its signature is."""
        self.coordinates = self.own_coordinates
        """The notation in which moves are shown, which may be changed: no column depends on it."""
        self.origin = origin
        """Where the recording comes from, with what stands beside its columns."""
        # Reading a single number is several times faster from a memoryview than from an array.
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
        """Return a column, read-only, by its name in trace files."""
        return self._columns[name]

    @property
    def columns(self) -> Mapping[str, NDArray[Any]]:
        """The columns of the recording by their names in trace files, read-only."""
        return self._columns

    @property
    def parts(self) -> dict[str, Any]:
        """The arguments of the constructor: a recording made of the same parts is equal to this one."""
        return {
            "columns": self._columns,
            "plan": self.plan,
            "complete": self.complete,
            "limit": self.limit,
            "made_by": self.made_by,
            "played": self.played,
            "text": self.text,
            "claimed_signature": self.claimed_signature,
            "origin": self.origin,
        }

    # One frame

    def calls(self, frame: int) -> Calls:
        """Return the declaration of the function that the frame is a call of."""
        return self._calls[int(frame > 0)][self.kinds[frame]]

    def function_name(self, frame: int) -> str:
        """Return the name of the function that the frame is a call of."""
        return self.origin.function_name(frame) or self.calls(frame).function

    @cached_property
    def _calls(self) -> tuple[dict[int, Calls], dict[int, Calls]]:
        """At the root and below it, kind -> function; for the kinds that there are."""
        below = self.column("kind")[1:]
        kinds = [kind for kind in range(CHANCE + 1) if (below == kind).any()]
        at_root = {self.kinds[0]: self.plan.calls_at(0, self.kinds[0])}
        return at_root, {kind: self.plan.calls_at(1, kind) for kind in kinds}

    @cached_property
    def _starts(self) -> list[dict[int, float | None]]:
        """At the root and below it, kind -> what the first child must beat, where no side may stand pat."""
        return [{kind: self.declared_start(calls) for kind, calls in place.items()} for place in self._calls]

    def children(self, frame: int) -> Iterator[int]:
        """Yield the children of a frame, in the order of their calls."""
        child, end = frame + 1, frame + self.sizes[frame]
        while child < end:
            yield child
            child += self.sizes[child]

    @cached_property
    def searches_again(self) -> bool:
        """Whether a move may be searched once more: after a probe, with another depth, or as a program likes."""
        return self.search.windows is Windows.PROBE or self.origin.depths is not None or self.search.is_imported

    @cached_property
    def has_asides(self) -> bool:
        """Whether there may be calls whose values are no values of their parents."""
        declared = any(calls.without_move for calls in self.search.calls)
        return declared or self.origin.tags is not None or self.passed_over is not None

    @cached_property
    def passed_over(self) -> NDArray[np.bool_] | None:
        """Whether each call without a move does not count though no tag says so; None where all count.

        In another program's recording these are all calls without a move beside siblings with moves, else all but the
        last, which answers for the frame.
        """
        if not self.search.is_imported or self.origin.is_user_code:
            return None
        move, parent = self.column("move"), self.column("parent")
        plain = 1 + np.flatnonzero(move[1:] < 0)
        if self.origin.tags is not None:
            plain = plain[self.origin.tags[plain] & ASIDE == 0]
        last = np.zeros(len(move), np.int32)
        last[parent[plain]] = plain  # the last one is written last
        last[parent[1:][move[1:] >= 0]] = 0
        found = np.zeros(len(move), np.bool_)
        found[plain] = last[parent[plain]] != plain
        return found if found.any() else None

    def enter_of_call(self, frame: int) -> int:
        """Return the step at which a frame is entered, counted without executed lines."""
        return 3 * frame - 2 * self.plies[frame]

    def back_of_call(self, frame: int) -> int:
        """Return the step at which a frame's parent has its value, counted without executed lines."""
        return 3 * (frame + self.sizes[frame]) - 2 * self.plies[frame] - 1

    def is_probe(self, frame: int) -> bool:
        """Whether the same move is searched again in the next sibling."""
        if not self.searches_again or self.moves[frame] < 0:
            return False
        parent, following = self.parents[frame], frame + self.sizes[frame]
        return following < parent + self.sizes[parent] and self.moves[following] == self.moves[frame]

    def is_again(self, frame: int) -> bool:
        """Whether the frame searches a move in full after a probe of it."""
        if not self.searches_again or self.moves[frame] < 0 or frame == self.parents[frame] + 1:
            return False
        return self.moves[self.sibling_before(frame)] == self.moves[frame]

    def is_deeper_again(self, frame: int) -> bool:
        """Whether the frame searches a move once more, with more depth than the time before."""
        if self.origin.depths is None or not self.is_again(frame):
            return False
        return self.depth_left(frame) > self.depth_left(self.sibling_before(frame))

    def sibling_before(self, frame: int) -> int:
        """Return the frame that its parent called before a frame, which is not the first."""
        before = frame - 1
        while self.parents[before] != self.parents[frame]:
            before = self.parents[before]
        return before

    def is_probing(self, frame: int) -> bool:
        """Whether the frame is called with the empty window of a probe: the first move of a frame never is."""
        if self.search.windows is not Windows.PROBE or self.moves[frame] < 0:
            return False
        if self.search.is_imported:  # what a program probes, and with which windows, is its own affair
            return self.betas[frame] - self.alphas[frame] <= self.probe_width and not self.is_again(frame)
        first = self.first_try(self.parents[frame])
        return self.moves[first] != self.moves[frame] and not self.is_again(frame)

    @cached_property
    def probe_width(self) -> float:
        """The width of the widest window with which a move is probed; NaN where none is."""
        return preorder.probe_width({name: self.column(name) for name in COLUMNS})

    def first_try(self, frame: int) -> int:
        """Return the first child of a frame that is for a move; -1 where there is none."""
        child, end = frame + 1, frame + self.sizes[frame]
        while child < end and self.moves[child] < 0:
            child += self.sizes[child]
        return child if child < end else -1

    # What is unusual about a call

    def given_tags(self, frame: int) -> int:
        """Return the tags that are recorded or declared, and do not follow from other facts, as bits."""
        bits = 0 if self.origin.tags is None else int(self.origin.tags[frame])
        if frame > 0 and self.moves[frame] < 0 and not bits & TAG_BITS["null"]:
            bits |= TAG_BITS.get(self.calls(frame).without_move, 0)
        return bits

    def is_aside(self, frame: int) -> bool:
        """Whether a call's value is no value of its parent: a null move, a look for the move to try first."""
        if not self.has_asides:
            return False
        return bool(self.given_tags(frame) & ASIDE) or (self.passed_over is not None and bool(self.passed_over[frame]))

    def passes(self, frame: int) -> bool:
        """Whether the side passed its turn before the call."""
        return self.origin.tags is not None and bool(self.origin.tags[frame] & TAG_BITS["null"])

    def counts(self, frame: int) -> bool:
        """Whether a call counts for its parent's value: it is not aside, and its move is not searched again."""
        return not (self.is_aside(frame) or self.is_probe(frame))

    def searches_of_moves(self, frame: int) -> dict[int, int]:
        """Return the moves that a frame has tried, each with the last child that searched it, without calls aside."""
        return {self.moves[child]: child for child in self.children(frame) if not self.is_aside(child)}

    def cut_by_passing(self, frame: int) -> bool:
        """Whether a frame returned since its bound is reached even though its side passed its turn."""
        if self.origin.tags is None or self.statuses[frame] != INNER:
            return False
        children = [*self.children(frame)]
        reaches = self.values[frame] >= self.betas[frame]
        if self.kinds[frame] != MAX:
            reaches = self.values[frame] <= self.alphas[frame]
        return reaches and self.is_aside(children[-1]) and any(map(self.passes, children))

    def depth_step(self, frame: int) -> float:
        """Return how much more depth a call was given than its parent's less one; 0 if not known."""
        if self.origin.depths is None or self.moves[frame] < 0:
            return 0
        parent = self.parents[frame]
        more = self.depth_left(frame) - self.depth_left(parent) + (parent > 0 or not self.plan.begins_above)
        return 0 if isnan(more) else more

    def tags_of(self, frame: int) -> tuple[str, ...]:
        """Return the names of a call's tags: recorded, declared, or following from other facts."""
        bits, step = self.given_tags(frame), self.depth_step(frame)
        found = {name for name, bit in TAG_BITS.items() if bits & bit}
        if step:
            found.add("reduced" if step < 0 else "extended")
        if not self.search.is_imported:
            found |= {"probe"} if self.is_probe(frame) or self.is_probing(frame) else set()
            found |= {"research"} if self.is_again(frame) else set()
            found |= {"stand_pat"} if self.static_score(frame) is not None else set()
            found |= {"quiescence"} if self.search.stands_pat and self.depth_left(frame) <= 0 else set()
        return tuple(name for name in TAGS if name in found)

    # Rounds: frames without a move, in which the root's position is searched once more

    @cached_property
    def rounds(self) -> Sequence[int]:
        """The rounds in which the root's position is searched, in their order; most searches have none."""
        return () if self.search.rounds is None else tuple(self.children(0))

    def is_round(self, frame: int) -> bool:
        """Whether the frame searches the root's position once more."""
        return frame > 0 and self.moves[frame] < 0 and self.parents[frame] == 0 and self.search.rounds is not None

    def has_rounds(self, frame: int) -> bool:
        """Whether the frame tries no moves, but searches its position in rounds."""
        return frame == 0 and self.search.rounds is not None and self.statuses[0] not in LEAVES

    def round_number(self, frame: int) -> int:
        """Return the number of the round that a frame is or belongs to, from 1; 0 for the root, and without rounds."""
        return bisect_right(self.rounds, frame)

    @cached_property
    def asked(self) -> Sequence[Asked]:
        """The declared arguments of each round that was run; the declaration may expect fewer rounds than there are."""
        declared = self.search.rounds
        if declared is None or not self.rounds:
            return ()
        values = (self.values[frame] for frame in self.rounds)
        return tuple(islice(declared.asked(self.plan.depth, values), len(self.rounds)))

    def depth_of_round(self, number: int) -> float:
        """Return the depth that a round is called with, counted from 1; 0 stands for the root."""
        return self.asked[min(number, len(self.asked)) - 1].depth if number and self.asked else self.plan.depth

    def has_narrow_window(self, frame: int) -> bool:
        """Whether the frame is called with a window that leaves values out."""
        return self.alphas[frame] > -inf or self.betas[frame] < inf

    def fails_low(self, frame: int) -> bool:
        """Whether a round's value does not beat its window's finite bound for the side to move: α for MAX, β for MIN.

        None of its moves is then better than the others.
        """
        alpha, beta, value = self.alphas[frame], self.betas[frame], self.values[frame]
        return -inf < alpha >= value if self.kinds[frame] == MAX else inf > beta <= value

    def depth_left(self, frame: int) -> float:
        """Return the depth that a frame was called with, recorded or by the law of the search; NaN without one."""
        if self.origin.depths is not None:
            return float(self.origin.depths[frame])
        if not self.plan.takes_depth[self.search.calls.index(self.calls(frame))]:
            return nan
        return self.plan.depth_left(self.plies[frame], self.depth_of_round(self.round_number(frame)))

    def moves_made(self, frame: int) -> int:
        """Return how many moves lead from the root to the frame."""
        return self.plies[frame] - (self.round_number(frame) > 0)

    def last_move(self, frame: int) -> int | None:
        """Return the move that made the frame's position; None where that is the root's, or no move was played."""
        move = self.moves[frame]
        return None if move < 0 or self.search.moves_unplayed else move

    def play_to(self, state: State, child: int) -> None:
        """Turn the state of a frame into that of its child, in place."""
        rules = self.position.game.rules
        if self.moves[child] >= 0 and not self.search.moves_unplayed:
            rules.play(state, self.moves[child])
        elif rules.pass_turn is not None and self.passes(child):
            rules.pass_turn(state)

    def static_score(self, frame: int) -> float | None:
        """Return the score that a frame's side has by standing pat; None where it must move."""
        scores = self.origin.static_scores
        return None if scores is None or isnan(scores[frame]) else float(scores[frame])

    def stood_pat(self, frame: int) -> bool:
        """Whether standing pat was enough for a cutoff, so that the frame's noisy moves were not tried."""
        return self.statuses[frame] == HORIZON and self.skips[frame] > 0

    def start_value(self, frame: int) -> float | None:
        """Return what a child of a frame must beat; None where any child will do."""
        scores = self.origin.static_scores
        if scores is None or isnan(scores[frame]):
            return self._starts[int(frame > 0)][self.kinds[frame]]
        return float(scores[frame])

    def window_at_first(self, frame: int) -> tuple[float, float]:
        """Return the window at a frame's first move: standing pat may have moved its side's bound."""
        alpha, beta = self.alphas[frame], self.betas[frame]
        recorded = self.recorded_at_first(frame)
        if recorded is not None and self.search.windows is not Windows.NONE:
            return recorded.alpha, recorded.beta
        static = None if self.origin.static_scores is None else self.static_score(frame)
        if static is None or self.search.windows is Windows.NONE:
            return alpha, beta
        return (max(alpha, static), beta) if self.kinds[frame] == MAX else (alpha, min(beta, static))

    def recorded_at_first(self, frame: int) -> Bounds | None:
        """Return the recorded α, β and best value of user code at a frame's first move, or None.

        A leaf that the loop above it has judged has what that loop has then.
        """
        if self.recorded_bounds is None:
            return None
        holder = frame if self.judging(frame) is None else self.parents[frame]
        return next(self.recorded_bounds.after(holder, [self.enter_of_call(frame)]))

    @cached_property
    def recorded_bounds(self) -> RecordedBounds | None:
        """α, β and the best value as user code has set them; None where that was not recorded."""
        if not self.origin.is_user_code or not self.user_code.facts.are_recorded:
            return None
        proposal = Proposal.read(self.user_code)
        if proposal is None or not proposal.is_value_known:
            return None
        return RecordedBounds(self.columns, self.user_code, proposal)

    def declared_start(self, calls: Calls) -> float | None:
        """Return what a child must beat in every frame of a function; None where the search declares no such thing."""
        if not calls.start:
            return None
        start = float(self.plan.names.get(calls.start, calls.start))
        return -start if self.plan.is_exchanged else start

    def chance_of(self, frame: int) -> float | None:
        """Return the probability of the move to a frame; None where a side has made it."""
        chances = self.origin.probabilities
        return None if chances is None or isnan(chances[frame]) else float(chances[frame])

    @cached_property
    def units(self) -> Units | None:
        """The units in which the outcomes of chance are summed, in a search of ours that takes means; else None."""
        chances = self.origin.probabilities
        if chances is None or all(calls.fold is not Fold.MEAN for calls in self.search.calls):
            return None
        return units(self.columns, chances, self.plan.extremes)

    @cached_property
    def means(self) -> Means | None:
        """The means and windows of the frames of chance, in a search of ours that takes means; else None."""
        if self.units is None:
            return None
        return means(self.columns, self.units, self.plan.extremes, cuts=self.search.windows is Windows.STAR1)

    def chance_after(self, frame: int, move: int) -> float | None:
        """Return the probability of a move in a frame, tried or pruned; None where a side makes it."""
        rules = self.position.game.rules
        if rules.chance is None or self.kinds[frame] != CHANCE:
            return None
        return dict(rules.outcomes(list(self.state(frame)))).get(move)

    def is_plain_call(self, frame: int) -> bool:
        """Whether the frame is a call of user code of which nothing is known but arguments and result."""
        return self.origin.is_user_code and self.kinds[frame] == NO_SIDE

    def judging(self, frame: int) -> Event | None:
        """Return the assignment in a loop of user code that judged a leaf without a call; None for every call."""
        is_judged = self.origin.is_user_code and self.user_code.is_judged(frame)
        return self.user_code.judging(frame) if is_judged else None

    def calls_among(self, first: int, end: int) -> int:
        """Return how many of the frames from `first` up to `end` are calls, and not leaves that a loop has judged."""
        return end - first - (self.user_code.judged_among(first, end) if self.origin.is_user_code else 0)

    def is_named_by_call(self, frame: int) -> bool:
        """Whether a frame of user code is named by its call, for want of a move."""
        if not self.origin.is_user_code or not frame or self.judging(frame) is not None:
            return False
        return self.move_text(frame).startswith(f"{self.user_code.function_of(frame).called_name}(")

    def has_no_number(self, frame: int) -> bool:
        """Whether the frame has returned something that is not a number; only user code and imports do."""
        return self.statuses[frame] != OPEN and isnan(self.values[frame])

    def has_result_without_value(self, frame: int) -> bool:
        """Whether it is recorded what a frame returned, of which no number is known to be its value."""
        is_raised = self.origin.is_user_code and self.user_code.is_raised(frame)
        return self.has_no_number(frame) and bool(self.origin.result_text(frame)) and not is_raised

    # Moves and positions

    def move_text(self, frame: int) -> str:
        """Return the move that led to the frame; empty at the root, a number such as `#2` where there is no move."""
        if self.moves[frame] < 0:
            return f"#{self.number_without_move(frame)}" if frame else ""
        return self.game_at(self.parents[frame]).move_text(self.moves[frame])

    def number_without_move(self, frame: int) -> int:
        """Return the number of a frame among its parent's calls without a move, counted from 1."""
        if self.is_round(frame):
            return self.round_number(frame)
        before = (child for child in self.children(self.parents[frame]) if child <= frame)
        return sum(self.moves[child] < 0 for child in before)

    def game_at(self, frame: int) -> Game:
        """Return the game as it writes the moves of a frame."""
        game = self.position.game
        # Most games write a move alike everywhere: then no state is needed, which takes long to find.
        return game.at(self.state(frame)) if game.texts_vary else game

    def shown_move(self, frame: int, move: int) -> str:
        """Return a move of a frame as it is shown, in the notation that was chosen."""
        known, key = self._shown_moves, (frame if self.position.game.texts_vary else 0, move, self.coordinates)
        text = known.get(key)
        if text is None:
            if len(known) >= CACHED_STATES:
                known.clear()
            text = known[key] = self.game_at(frame).shown_move(move, self.coordinates)
        return text

    @cached_property
    def _shown_moves(self) -> dict[tuple[int, int, str], str]:
        """The texts of the moves that were shown last, by frame where that matters, move and notation."""
        return {}

    @property
    def own_coordinates(self) -> str:
        """The notation that the position's file names, else that of the page which the search comes from."""
        of_page = self.search.coordinates
        return self.position.coordinates or (of_page if of_page in self.position.game.coordinates else "")

    def choose_coordinates(self, name: str) -> None:
        """Show the moves in a notation of the game from now on; raise OptionError where it has none such."""
        self.coordinates = self.position.with_coordinates(name).coordinates

    def shown_text(self, text: str) -> str:
        """Return a move's text in the chosen notation; as it is where none is chosen, or it means no move."""
        move = self.position.game.read_move(text, self.position.state) if self.coordinates else None
        return text if move is None else self.shown_move(0, move)

    def shown_move_to(self, frame: int) -> str:
        """Return the move that led to the frame as it is shown; empty at the root, `#2` where there is no move."""
        move = self.moves[frame]
        return self.move_text(frame) if move < 0 else self.shown_move(self.parents[frame], move)

    def shown_path(self, frame: int) -> list[str]:
        """Return the moves from the root to the frame as they are shown."""
        return [self.shown_move_to(above) for above in self.ancestors(frame)[1:]]

    def edge_text(self, frame: int) -> str:
        """Return the text on the edge to a frame: its move, and the probability where chance makes that."""
        chance = self.chance_of(frame)
        move = self.shown_move_to(frame)
        return move if chance is None else f"{probability(chance)} · {move}"

    def ancestors(self, frame: int) -> list[int]:
        """Return the frames from the root down to the frame itself."""
        if not 0 <= frame < len(self):
            raise IndexError(f"there is no frame {frame}")
        path = []
        while frame >= 0:
            path.append(frame)
            frame = self.parents[frame]
        return path[::-1]

    def path(self, frame: int) -> list[str]:
        """Return the moves from the root to the frame, in the game's own notation."""
        return [self.move_text(above) for above in self.ancestors(frame)[1:]]

    def state(self, frame: int) -> State:
        """Return the position of a frame, in the game's own numbers; the root's where moves are not played."""
        if not 0 <= frame < len(self):
            raise IndexError(f"there is no frame {frame}")
        if self.search.moves_unplayed:
            return list(self.position.state)
        kept, played, above = self._states, [], frame
        while above and above not in kept:
            played.append(above)
            above = self.parents[above]
        state, rules = list(kept[above] if above else self.position.state), self.position.game.rules
        for called in reversed(played):
            self.play_to(state, called)
            if len(kept) >= CACHED_STATES:
                self._states = kept = {}
            kept[called] = rules.key(state)
        return state if rules.is_flat else list(rules.key(state))

    @cached_property
    def has_names(self) -> bool:
        """Whether the game names its states as textbooks do."""
        return self.position.game.name_of(self.position.state) is not None

    def name_of(self, frame: int) -> str | None:
        """Return the name of the frame's node; None for a call without a move, and in games without such names."""
        # Most games have no names: then no state is needed, which deep in a recursion takes long to find.
        if not self.has_names:
            return None
        if frame == 0:
            return self.position.game.name_of(self.position.state)
        if self.moves[frame] < 0:
            return None
        if self.search.moves_unplayed:
            return self.name_of_move(self.parents[frame], self.moves[frame])
        return self.position.game.name_of(self.state(frame))

    def name_of_move(self, frame: int, move: int) -> str | None:
        """Return the name of the node that a move of a frame leads to, pruned or not, or None."""
        if not self.has_names:
            return None
        state = list(self.state(frame))
        self.position.game.rules.play(state, move)
        return self.position.game.name_of(state)

    def short_name(self, frame: int) -> str:
        """Return the name of a frame's node, else the move that led to it; empty for a root without a name."""
        return self.name_of(frame) or self.shown_move_to(frame)

    def short_name_of_move(self, frame: int, move: int) -> str:
        """Return the name of the node that a legal move of a frame leads to, else the move as it is shown."""
        return self.name_of_move(frame, move) or self.shown_move(frame, move)

    def pruned_names(self, frame: int) -> list[str]:
        """Return the pruned moves of a frame, each as the name of its node or as it is shown."""
        return [self.short_name_of_move(frame, move) for move in self.pruned_moves(frame)]

    def position_at(self, frame: int) -> Position:
        """Return the position of a frame."""
        if self.search.moves_unplayed:
            return self.position
        return self.position.at(tuple(self.state(frame)))

    def offered(self, frame: int, state: State | None = None) -> list[int]:
        """Return the moves that the search may try in a frame, in its order unless it learns that.

        They are the legal ones, below the horizon the noisy ones; none where rounds search the position.
        `state` is that of the frame, if it is at hand.
        """
        if self.statuses[frame] == TERMINAL or self.has_rounds(frame):
            return []
        if frame in self._offered:
            return list(self._offered[frame])
        # Only a search that goes on below its horizon needs the depth, which takes a moment to find.
        depth = self.depth_left(frame) if self.search.stands_pat else inf
        moves = list(self.plan.offer(self.state(frame) if state is None else state, depth))
        if len(self._offered) >= CACHED_OFFERS:
            self._offered = {}
        if len(moves) <= MAX_CACHED_MOVES:
            self._offered[frame] = tuple(moves)
        return moves

    def pruned_moves(self, frame: int) -> list[int]:
        """Return the pruned moves of a frame, in the order in which they would have been tried.

        Where the order is learned, nobody knows that: they are in the order of the game.
        """
        count = self.skips[frame]
        if not count:
            return []
        if isinstance(self.origin, Imported):
            end = self._pruned_ends[frame]
            return [int(move) for move in self.origin.pruned_moves[end - count : end]]
        tried = {self.moves[child] for child in self.children(frame)}
        return [move for move in self.offered(frame) if move not in tried]

    @cached_property
    def _pruned_ends(self) -> Sequence[int]:
        """The place behind each frame's pruned moves in the column of all pruned moves."""
        return np.cumsum(self.column("skipped"), dtype=np.int64).data

    def kind_below(self, frame: int) -> int:
        """Return the kind of a frame's first child; where it has none, that of the other side."""
        if self.sizes[frame] > 1:
            return self.kinds[frame + 1]
        return {MAX: MIN, MIN: MAX}.get(self.kinds[frame], self.kinds[frame])

    def kind_after(self, frame: int, move: int, usual: int) -> int:
        """Return the kind that a frame would have after a move of another; the `usual` one where sides alternate."""
        rules = self.position.game.rules
        if rules.alternates or self.search.is_imported:
            return usual
        state = self.state(frame)
        rules.play(state, move)
        return self.plan.kind_of(state)

    def pruned_texts(self, frame: int) -> list[str]:
        """Return the pruned moves of a frame in the game's own notation."""
        return list(map(self.game_at(frame).move_text, self.pruned_moves(frame)))

    # Calls that are not in the recording, of which it is a sample

    @cached_property
    def leaves_out(self) -> bool:
        """Whether the recording is a sample: calls below some frames are not in it."""
        return bool((self.column("status") == LEFT_OUT).any())

    @property
    def left_out_calls(self) -> int:
        """The number of calls of its frames that are not in the recording."""
        known = self.origin.further_facts.as_numbers(CALLS, len(self))[self.column("status") == LEFT_OUT]
        return int(np.nansum(known))

    def calls_left_out(self, frame: int) -> int:
        """Return how many calls below a frame are not in the recording."""
        return int(np.nan_to_num(self.origin.further_facts.as_numbers(CALLS, len(self))[frame]))

    # All together

    @property
    def user_code(self) -> UserCode:
        """The calls, lines and printed text of a recording of user code; raise InputError for any other recording."""
        if not isinstance(self.origin, TracedUserCode):
            raise InputError("this is no recording of user code")
        return self.origin.user_code

    @property
    def format_version(self) -> int:
        """The first version of our formats that has all that is in the recording.

        Version 2 has answers of a table, frames without a move and static scores; chance and further facts, which only
        other programs' recordings have; and of user code the moves of callers and functions in several files. Version 3
        has depths and tags of calls, calls without a move that are no rounds, frames whose calls are left out, and of
        user code values that its loops have judged.
        """
        is_unmoved = self.search.rounds is None and not self.origin.is_user_code and (self.column("move")[1:] < 0).any()
        if self.origin.depths is not None or self.origin.tags is not None or is_unmoved or self.leaves_out:
            return 3
        if isinstance(self.origin, TracedUserCode):
            user_code = self.origin.user_code
            if len(user_code.tables.judged):
                return 3
            return 2 if len(user_code.tables.move) or user_code.files else 1
        if self.origin.probabilities is not None or self.origin.further_facts.names:
            return 2
        if not self.search.is_imported:
            is_wider = self.search.has_table or self.search.rounds is not None or self.search.stands_pat
            return 2 if is_wider else 1
        is_wider = (self.column("kind") == CHANCE).any() or (self.column("status") == TABLE).any()
        return 2 if is_wider else 1

    @cached_property
    def signature(self) -> str:
        """A hash of what was searched, how, and all that was recorded: equal for equal searches."""
        from hashlib import blake2b

        digest = blake2b(digest_size=8)
        identity = [self.position.game.name, self.position.text, self.position.max, self.search.name, self.options]
        digest.update(json.dumps(identity, sort_keys=True, ensure_ascii=False).encode())
        for name, column in self._columns.items():
            digest.update(name.encode())
            digest.update(column.data)
        digest.update(self.origin.digest)
        return digest.hexdigest()
