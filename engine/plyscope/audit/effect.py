"""The window in effect at each call, and what each frame makes of its children: what laws are held against.

All of it follows from recorded facts, wrong ones too: the window on entry, and the values of the children that had
returned by then. A child counts for its parent's value unless it only tried something out: a null move, a search for
a move to try first, a search with a move excluded, a probe whose move is searched again.

Engines let the value of a mate fall by one with each move, so that the shortest mate is preferred. Where a call does
so, and whether its bounds are shifted alike, no log says: from the size of a mate on, one more or one less is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import INNER, TAG_BITS
from plyscope.model.declaration import MAX, Fold, Windows
from plyscope.model.trace import Trace

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
Columns = Mapping[str, NDArray[Any]]

ALL_FRAMES = slice(None)
"""All frames."""
OPEN, MET, BEYOND = 0, 1, 2
"""How a window stands: α is below β, has met it, is beyond it."""


@dataclass(frozen=True)
class Effect:
    """For each frame the window in effect when it was called, and what its children give together."""

    trace: Trace
    counts: Mask
    """Whether the frame counts for its parent's value."""
    low: Floats
    """α in effect in the frame's parent when it was called; that of the root on entry."""
    high: Floats
    """Likewise β."""
    best_before: Floats
    """What the parent had by then of the children that count, or starts from; NaN before the first."""
    closed: NDArray[np.uint8]
    """How the parent's window stood when the frame was called, `OPEN` before any child that counts has returned."""
    first_low: Floats
    """The stronger of the frame's own α and the one that its first child was called with: an engine can raise it before
    its loop, by a static score, a table or the distance to mate. A later child that is called with a weaker bound shows
    that it was not."""
    first_high: Floats
    """Likewise β."""
    alpha: Floats
    """The frame's α when its last child had returned."""
    beta: Floats
    rank: NDArray[np.int32]
    """Which child of its parent a frame is, from 0."""
    best: Floats
    """What the frame's children give together; NaN where none counts, or a value of theirs is not known."""

    @cached_property
    def probe_like(self) -> Mask:
        """Whether a frame's window has no room for a value: it asks whether a bound is beaten."""
        alpha, beta = self.trace.column("alpha"), self.trace.column("beta")
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            is_next = np.nextafter(alpha, inf) == beta
            is_whole = (beta - alpha == 1) & (alpha == np.floor(alpha))
        return np.asarray(is_next | is_whole | (alpha == beta), np.bool_)

    @cached_property
    def mate_size(self) -> Floats:
        """For each frame the size above which its values can be mates that fall towards zero with each move.

        Of the frames whose best child is larger than that, more are worth one less than this child than the same. Roots
        and rounds, which often have a loop of their own, and values next to an end of the window show neither where
        some fall; and quiescence may do otherwise than the search above it. Nothing falls where nobody wins.
        """
        game = self.trace.position.game
        if game.rules.knows_all and not game.has_winner:
            return np.full(len(self.trace), inf)
        trace, value, best = self.trace, self.trace.column("value"), self.best
        with np.errstate(invalid="ignore"):
            takes = (trace.facts.fold == Fold.BEST.place) & (value != 0)
            falls = takes & (np.abs(value - best) == 1) & (np.abs(value) < np.abs(best))
            if falls.any():
                takes &= trace.column("move") >= 0
                for end in (trace.column("alpha"), trace.column("beta"), self.first_low, self.first_high):
                    takes &= ~(np.abs(value - end) <= 1)
            stays, falls = takes & (value == best), takes & falls
        is_quiescence, found = has_tag(trace, "quiescence"), np.zeros(len(trace))
        for some in (is_quiescence, ~is_quiescence):
            found[some] = size_where_values_fall(np.abs(best[stays & some]), np.abs(best[falls & some]))
        return found

    def differ(self, recorded: Floats, due: Floats, frames: NDArray[Any] | slice = ALL_FRAMES) -> Mask:
        """Whether recorded and due values of some frames differ by more than a mate's distance explains."""
        with np.errstate(invalid="ignore"):
            is_mate = np.minimum(np.abs(recorded), np.abs(due)) > self.mate_size[frames]
            return np.asarray((recorded != due) & ~(is_mate & (np.abs(recorded - due) == 1)), np.bool_)

    @cached_property
    def has_windows(self) -> bool:
        """Whether any frame of the recording has a finite α or β."""
        alpha, beta = self.trace.column("alpha"), self.trace.column("beta")
        return bool(np.isfinite(alpha).any() or np.isfinite(beta).any())


def size_where_values_fall(stays: Floats, falls: Floats) -> float:
    """Return the size above which more values fall by one, as those of mates do, than stay the same."""
    least = falls.min(initial=inf)
    contested = np.concatenate((falls, stays[stays >= least]))
    sizes, place = np.unique(contested, return_inverse=True)
    votes = np.where(np.arange(len(contested)) < len(falls), 1, -1)
    more = np.bincount(place, votes, len(sizes))[::-1].cumsum()[::-1]  # of this size and above
    return float(max(stays[stays < least].max(initial=0), sizes[more <= 0].max(initial=0)))


def has_tag(trace: Trace, *names: str) -> Mask:
    """For each frame whether it has one of these tags."""
    return np.asarray(trace.facts.tags & sum(TAG_BITS[name] for name in names) > 0, np.bool_)


def effect_of(trace: Trace) -> Effect:
    """Compute the windows in effect: fold all first children at once, then all second ones, and so on."""
    columns = trace.columns
    value, kind = columns["value"], columns["kind"]
    count, counts, fold = len(trace), trace.facts.counts, trace.facts.fold
    chances = trace.origin.probabilities
    alpha, beta = columns["alpha"].copy(), columns["beta"].copy()
    raise_by_static_scores(trace, alpha, beta)
    given_low, given_high, first_low, first_high = alpha.copy(), beta.copy(), alpha.copy(), beta.copy()
    falls_back, rises_back = np.zeros(count, np.bool_), np.zeros(count, np.bool_)
    low, high, best_before = alpha.copy(), beta.copy(), np.full(count, np.nan)
    closed = np.zeros(count, np.uint8)
    best = trace.facts.start_values(np.arange(count), trace.facts.function)
    best[(fold == Fold.SUM.place) | (fold == Fold.MEAN.place)] = 0.0
    # A static score counts like a child that has returned: it can close the window before the first move.
    has_child, is_unknown = has_static_score(trace), np.zeros(count, np.bool_)
    maximizing, number = kind == MAX, np.zeros(count)
    chooses = (fold == Fold.BEST.place) & (kind <= MAX)
    rank = np.zeros(count, np.int32)
    effect = Effect(trace, counts, low, high, best_before, closed, first_low, first_high, alpha, beta, rank, best)
    # A static score can narrow the window of a frame's first child until it has no room.
    may_narrow = ~effect.probe_like, effect.probe_like | has_tag(trace, "stand_pat")
    for place, (above, children) in enumerate(preorder.siblings(columns["size"])):
        rank[children] = place
        low[children], high[children], best_before[children] = alpha[above], beta[above], best[above]
        met, beyond = alpha[above] >= beta[above], alpha[above] > beta[above]
        closed[children] = np.where(has_child[above], np.where(beyond, BEYOND, np.where(met, MET, OPEN)), OPEN)
        counted = counts[children]
        above, children = above[counted], children[counted]
        first = ~has_child[above] & (may_narrow[0][children] | may_narrow[1][above]) & chooses[above]
        begun, begins = above[first], children[first]
        first_low[begun] = np.maximum(first_low[begun], columns["alpha"][begins])
        first_high[begun] = np.minimum(first_high[begun], columns["beta"][begins])
        falls_back[above] |= columns["alpha"][children] < first_low[above]
        rises_back[above] |= columns["beta"][children] > first_high[above]
        found = value[children]
        is_unknown[above] |= np.isnan(found)
        has_child[above] |= ~np.isnan(found)
        how, so_far = fold[above], best[above]
        largest = maximizing[above]
        with np.errstate(invalid="ignore", over="ignore"):
            chosen = np.where(largest, np.fmax(so_far, found), np.fmin(so_far, found))
            taken = np.select(
                [how == Fold.BEST.place, how == Fold.SUM.place, how == Fold.MEAN.place, how == Fold.AVERAGE.place],
                [
                    chosen,
                    so_far + found,
                    so_far + (np.nan if chances is None else chances[children] * found),
                    (np.where(np.isnan(so_far), 0, so_far) * number[above] + found) / (number[above] + 1),
                ],
                found,
            )
        best[above] = taken
        number[above] += 1
        narrows = chooses[above] & ~np.isnan(taken)
        raised, lowered = above[narrows & largest], above[narrows & ~largest]
        alpha[raised] = np.maximum(alpha[raised], best[raised])
        beta[lowered] = np.minimum(beta[lowered], best[lowered])
    first_low[falls_back], first_high[rises_back] = given_low[falls_back], given_high[rises_back]
    best[is_unknown | (columns["status"] != INNER) | (fold == Fold.NONE.place)] = np.nan
    return effect


def raise_by_static_scores(trace: Trace, alpha: Floats, beta: Floats) -> None:
    """Narrow α and β, in place, by the static scores of frames whose side may stand pat."""
    static, maximizing, may_stand = trace.origin.static_scores, trace.column("kind") == MAX, has_static_score(trace)
    if static is None:
        return
    raised, lowered = may_stand & maximizing, may_stand & ~maximizing
    alpha[raised] = np.maximum(alpha[raised], static[raised])
    beta[lowered] = np.minimum(beta[lowered], static[lowered])


def has_static_score(trace: Trace) -> Mask:
    """For each frame whether its side may stand pat there."""
    static, kind = trace.origin.static_scores, trace.column("kind")
    if static is None or trace.search.windows is Windows.NONE:
        return np.zeros(len(trace), np.bool_)
    return np.asarray(~np.isnan(static) & (kind <= MAX), np.bool_)
