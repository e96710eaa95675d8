"""The laws of a search, as predicates over the columns of a recording, and the audit that holds it against them.

A law ties recorded facts together by what the search is. Its premises are recorded facts. What neither follows nor
contradicts is no deviation: of another program's recording only that is said which no reading of it excuses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.deviation import Deviation, Recorded, Weight
from plyscope.audit.effect import BEYOND, MET, OPEN, Effect, Floats, Mask, effect_of, has_tag
from plyscope.messages import Message
from plyscope.model.columns import INNER, TAGS, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE, Fold, Windows
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace

MEAN_TOLERANCE = 1e-6
"""How far a mean of outcomes may be from what another program has printed, relative to the mean where that is large."""
SUM_TOLERANCE = 1e-12
"""How far a mean may be from the exact one where it was summed up in floats; relative to it where it is large."""

Column = NDArray[Any]


class Breach(NamedTuple):
    """The frames in which a law is broken in one way."""

    way: str
    weight: Weight
    frames: Column
    on_leaving: bool
    """Whether it shows when the frame returns; else when it is called."""
    values: Callable[[int], tuple[Recorded, Recorded]]
    """What is recorded of a frame, and what is due."""


class Law(NamedTuple):
    """One law: its name, the sentence for a frame that breaks it, and the search for such frames."""

    name: str
    broken: Message
    """What is said of a frame that breaks it."""
    find: Callable[[Effect], Iterator[Breach]]


def can_be_audited(trace: Trace) -> bool:
    """Whether these laws apply: not to programs of users, which have laws of their own, nor to simulations."""
    return not trace.origin.is_user_code and not trace.search.simulates


def audit(trace: Trace) -> list[Deviation]:
    """Return all deviations, one for each law and way, by their first steps; none where no audit is possible."""
    if not can_be_audited(trace):
        return []
    effect, steps = effect_of(trace), Steps(trace)
    found = [
        deviation(law.name, breach, effect, steps) for law in LAWS for breach in law.find(effect) if len(breach.frames)
    ]
    return sorted(found, key=lambda one: (one.step, -one.frame))


def broken_by(trace: Trace, frame: int) -> list[Deviation]:
    """Return the deviations of one frame, in the order of `LAWS`."""
    effect, steps, broken = effect_of(trace), Steps(trace), list[Deviation]()
    for law in LAWS:
        for breach in law.find(effect):
            if frame in breach.frames:
                broken.append(deviation(law.name, breach._replace(frames=np.array([frame])), effect, steps))
    return broken


def deviation(law: str, found: Breach, effect: Effect, steps: Steps) -> Deviation:
    """Return the deviation that stands for a breach, with its first frame and the step where it shows."""
    frames = found.frames
    if found.on_leaving:
        ends = frames + effect.trace.column("size")[frames].astype(np.int64)
        # Of frames that end together the inner one returns first.
        frame = int(frames[np.lexsort((-frames, ends))[0]])
        step = steps.leave(frame)
    else:
        frame = int(frames.min())
        step = steps.enter(frame)
    recorded, due = found.values(frame)
    return Deviation(law, found.way, found.weight, frame, -1 if step is None else step, recorded, due, len(frames))


# What is looked at


def is_choice_of(effect: Effect) -> Mask:
    """For each frame whether it is a move among which its parent chooses, so that a window is due to it."""
    trace = effect.trace
    parent = np.maximum(trace.column("parent"), 0)
    chooses = (trace.facts.fold == Fold.BEST.place) & (trace.column("kind") <= MAX)
    found = chooses[parent] if trace.facts.aside is None else chooses[parent] & ~trace.facts.aside
    found[0] = False
    return np.asarray(found, np.bool_)


def window(effect: Effect, frame: int) -> Recorded:
    """Return α and β with which a frame was called."""
    return {"alpha": effect.trace.alphas[frame], "beta": effect.trace.betas[frame]}


def due_window(effect: Effect, frame: int) -> Recorded:
    """Return α and β in effect in the parent when a frame was called."""
    return {"alpha": float(effect.low[frame]), "beta": float(effect.high[frame])}


# The laws


def find_narrow(effect: Effect) -> Iterator[Breach]:
    """Find calls of imported searches whose window is weaker than the side's bound in effect, or stronger."""
    if not effect.trace.search.is_imported:
        return  # what it declares is the stricter law
    own_weaker, far_weaker, own_moved = weaker_window_ends(effect)
    frames = np.flatnonzero(own_weaker & ~far_weaker & own_moved)
    yield Breach(
        "weaker", Weight.WASTE, frames, False, lambda frame: (window(effect, frame), due_window(effect, frame))
    )
    trace = effect.trace
    if not effect.has_windows:
        return
    alpha, beta, parent = trace.column("alpha"), trace.column("beta"), np.maximum(trace.column("parent"), 0)
    largest = trace.column("kind")[parent] == MAX
    limit = np.where(
        largest, np.maximum(effect.low, effect.first_low[parent]), np.minimum(effect.high, effect.first_high[parent])
    )
    stronger = np.where(largest, alpha > limit, beta < limit) & (effect.closed == OPEN)
    stronger &= effect.differ(np.where(largest, alpha, beta), limit, parent)
    stronger &= is_choice_of(effect) & ~trace.facts.is_again & ~effect.probe_like & ~has_tag(trace, "probe")
    frames = np.flatnonzero(stronger & ~np.isnan(effect.best_before))
    yield Breach(
        "stronger", Weight.BUG, frames, False, lambda frame: (window(effect, frame), due_window(effect, frame))
    )


def weaker_window_ends(effect: Effect) -> tuple[Mask, Mask, Mask]:
    """For each frame whether its window is wider than due at its parent's own end, at the other end, and whether the
    own end had moved since the parent was called."""
    trace = effect.trace
    alpha, beta, parent = trace.column("alpha"), trace.column("beta"), np.maximum(trace.column("parent"), 0)
    largest = trace.column("kind")[parent] == MAX
    if not effect.has_windows:
        nothing = np.zeros(len(trace), np.bool_)
        return nothing, nothing, nothing
    is_due = is_choice_of(effect) & (effect.closed == OPEN)
    below = (alpha < effect.low) & effect.differ(alpha, effect.low, parent)
    above = (beta > effect.high) & effect.differ(beta, effect.high, parent)
    moved = np.where(largest, effect.low != alpha[parent], effect.high != beta[parent])
    return is_due & np.where(largest, below, above), is_due & np.where(largest, above, below), moved


def find_pass(effect: Effect) -> Iterator[Breach]:
    """Find calls whose window is wider than the one in effect, or narrower and used for an exact value.

    A search that declares how it passes windows gives each call just that.
    """
    if not effect.trace.search.is_imported:
        low, high, frames = declared_windows(effect)

        def declared(frame: int) -> tuple[Recorded, Recorded]:
            return window(effect, frame), {"alpha": float(low[frame]), "beta": float(high[frame])}

        yield Breach("declared", Weight.BUG, frames, False, declared)
        return
    own_weaker, far_weaker, own_moved = weaker_window_ends(effect)
    frames = np.flatnonzero((own_weaker | far_weaker) & ~(own_weaker & ~far_weaker & own_moved))
    yield Breach("wider", Weight.WASTE, frames, False, lambda frame: (window(effect, frame), due_window(effect, frame)))
    frames = np.flatnonzero(used_as_exact(effect) | unproved_answers(effect))

    def values(frame: int) -> tuple[Recorded, Recorded]:
        return window(effect, frame) | {"value": effect.trace.values[frame]}, due_window(effect, frame)

    yield Breach("narrower", Weight.BUG, frames, False, values)
    if effect.trace.origin.probabilities is not None:
        frames = np.flatnonzero(bounds_in_means(effect))
        yield Breach("mean", Weight.BUG, frames, False, lambda frame: (values(frame)[0], {}))


def declared_windows(effect: Effect) -> tuple[Floats, Floats, Column]:
    """Return α and β that each call is due by the search's declaration, and the calls with another window."""
    trace, alpha, beta = effect.trace, effect.trace.column("alpha"), effect.trace.column("beta")
    low, high = np.full(len(trace), -np.inf), np.full(len(trace), np.inf)
    parent, windows = np.maximum(trace.column("parent"), 0), trace.search.windows
    if windows is not Windows.NONE:
        low, high = effect.low.copy(), effect.high.copy()
    if windows is Windows.PROBE:
        is_probing = (effect.rank > 0) & trace.facts.is_probing
        if trace.facts.depth_step is not None:
            is_probing |= (effect.rank > 0) & repeats_probe(trace)
        largest = trace.column("kind")[parent] == MAX
        with np.errstate(over="ignore", under="ignore"):  # nextafter of ∞ and of 0
            low, high = (
                np.where(is_probing & ~largest, np.nextafter(high, -np.inf), low),
                np.where(is_probing & largest, np.nextafter(low, np.inf), high),
            )
    is_outcome = trace.column("kind")[parent] == CHANCE
    low[is_outcome], high[is_outcome] = -np.inf, np.inf
    if windows is Windows.STAR1 and (means := trace.means) is not None:
        bottom, top = trace.plan.extremes
        low = np.where(is_outcome, np.maximum(means.low, bottom), low)
        high = np.where(is_outcome, np.minimum(means.high, top), high)
    same = np.where(
        is_outcome,
        equals_within_rounding(alpha, low) & equals_within_rounding(beta, high),
        (alpha == low) & (beta == high),
    )
    is_due = (trace.column("parent") >= 0) & ((trace.column("parent") > 0) | (not trace.has_rounds(0)))
    if trace.facts.aside is not None:
        is_due &= ~trace.facts.aside
    return low, high, np.flatnonzero(is_due & ~same)


def repeats_probe(trace: Trace) -> Mask:
    """For each frame whether it searches a move again with an empty window after a probe of another depth."""
    alpha, beta, depth = trace.column("alpha"), trace.column("beta"), trace.facts.depth_left
    is_repeated = np.zeros(len(trace), np.bool_)
    probes = np.flatnonzero(trace.facts.probe) if trace.facts.probe is not None else np.zeros(0, np.int64)
    again = probes + trace.column("size")[probes]
    with np.errstate(over="ignore", under="ignore"):  # nextafter of ∞ and of 0
        is_empty = np.nextafter(alpha[again], np.inf) == beta[again]
    is_repeated[again] = is_empty & ((depth[again] != depth[probes]) | np.isinf(depth[again]))
    return is_repeated


def equals_within_rounding(found: Floats, due: Floats) -> Mask:
    """For each pair whether the numbers are equal but for rounding: older recordings hold means as sums of floats."""
    return np.isclose(found, due, rtol=SUM_TOLERANCE, atol=SUM_TOLERANCE)


def used_as_exact(effect: Effect) -> Mask:
    """For each frame whether its parent returned as exact a value that its too narrow window makes a bound."""
    trace = effect.trace
    if not effect.has_windows:
        return np.zeros(len(trace), np.bool_)
    alpha, beta, value = (trace.column(name) for name in ("alpha", "beta", "value"))
    parent = np.maximum(trace.column("parent"), 0)
    largest = trace.column("kind")[parent] == MAX
    low, high = np.maximum(effect.low, effect.first_low[parent]), np.minimum(effect.high, effect.first_high[parent])
    with np.errstate(invalid="ignore"):
        before = effect.best_before
        is_better = np.isnan(before) | np.where(largest, value > before, value < before)
        at_least = (beta < high) & (value >= beta) & (value < high) & effect.differ(beta, high, parent)
        at_most = (alpha > low) & (value <= alpha) & (value > low) & effect.differ(alpha, low, parent)
    is_inside = (value > alpha[parent]) & (value < beta[parent]) & (value == trace.column("value")[parent])
    is_used = is_choice_of(effect) & effect.counts & is_better & is_inside
    return np.asarray(is_used & (at_least | at_most), np.bool_)


def unproved_answers(effect: Effect) -> Mask:
    """For each frame whether its parent answers with its value although that is a bound that nothing proves exact.

    Another search of the position with the same depth may prove it, from the other side. The first such search may have
    its window from a table, or from another bound that the parent had before it.
    """
    trace = effect.trace
    alpha, beta, value = (trace.column(name) for name in ("alpha", "beta", "value"))
    parent, depths = np.maximum(trace.column("parent"), 0), trace.origin.depths
    is_round = (trace.facts.fold == Fold.LAST.place)[parent] & ~has_tag(trace, "null", "iid", "excluded")
    is_round &= (trace.column("move") < 0) & ~np.isnan(value)
    is_round[0] = False
    rounds = np.flatnonzero(is_round)
    answer = np.zeros(len(trace), np.int64)
    answer[parent[rounds]] = rounds
    if depths is not None:
        depth, due = depths[rounds], depths[answer[parent[rounds]]]
        rounds = rounds[(depth == due) | (np.isnan(depth) & np.isnan(due))]
    lower, upper = np.full(len(trace), -np.inf), np.full(len(trace), np.inf)
    for proved, further, ends in (
        (lower, np.maximum, rounds[value[rounds] > alpha[rounds]]),
        (upper, np.minimum, rounds[value[rounds] < beta[rounds]]),
    ):
        further.at(proved, parent[ends], value[ends])
    is_answer = np.zeros(len(trace), np.bool_)
    is_answer[answer[parent[rounds]]] = True
    with np.errstate(invalid="ignore"):
        is_inside = (value > alpha[parent]) & (value < beta[parent]) & (value == value[parent])
        is_proved = (lower[parent] >= value) & (upper[parent] <= value)
    return np.asarray(is_answer & (effect.rank > 0) & is_inside & ~is_proved, np.bool_)


def bounds_in_means(effect: Effect) -> Mask:
    """For each frame whether it is an outcome of chance that returned a bound, which the mean takes for a value.

    Where the mean is at or beyond that end of its own window, it is a bound itself, as in Star1 (Ballard, 1983); and
    an end at the largest or the least value there is, which Star1 has too, leaves nothing beyond it.
    """
    trace = effect.trace
    alpha, beta, value = (trace.column(name) for name in ("alpha", "beta", "value"))
    parent = np.maximum(trace.column("parent"), 0)
    is_outcome = (trace.column("kind")[parent] == CHANCE) & (trace.column("parent") >= 0)
    bottom, top = extremes_of_leaves(trace)
    mean, room = value[parent], MEAN_TOLERANCE * np.maximum(1, np.abs(value[parent]))
    with np.errstate(invalid="ignore"):
        at_most = (value <= alpha) & (alpha > bottom) & (mean > alpha[parent] + room)
        at_least = (value >= beta) & (beta < top) & (mean < beta[parent] - room)
    cut = trace.column("skipped")[parent] > 0
    is_leaf = trace.facts.is_leaf
    return np.asarray(is_outcome & (at_most | at_least) & ~cut & ~is_leaf & is_mean(effect)[parent], np.bool_)


def extremes_of_leaves(trace: Trace) -> tuple[float, float]:
    """Return the least and the largest value of a leaf in the recording; infinite where no leaf has one."""
    leaves = trace.column("value")[trace.facts.is_leaf]
    return (float(np.nanmin(leaves)), float(np.nanmax(leaves))) if np.isfinite(leaves).any() else (-np.inf, np.inf)


def is_mean(effect: Effect) -> Mask:
    """For each frame whether it returned what its children give together, within rounding: at chance, the mean."""
    value = effect.trace.column("value")
    with np.errstate(invalid="ignore"):
        near = np.abs(value - effect.best) <= MEAN_TOLERANCE * np.maximum(1, np.abs(effect.best))
    return np.asarray(near | (value == effect.best), np.bool_)


def null_cut(effect: Effect) -> Mask:
    """For each frame whether a null move in it returned a value on or outside the far end of its window."""
    trace = effect.trace
    found = np.zeros(len(trace), np.bool_)
    passes = np.flatnonzero(has_tag(trace, "null") & ~np.isnan(trace.column("value")))
    above, value = trace.column("parent")[passes], trace.column("value")[passes]
    largest = trace.column("kind")[above] == MAX
    end = np.where(largest, trace.column("beta")[above], trace.column("alpha")[above])
    found[above[np.where(largest, value >= end, value <= end) | ~effect.differ(value, end, above)]] = True
    return found


def find_leave(effect: Effect) -> Iterator[Breach]:
    """Find frames that left moves untried although the window was open, and no declared rule left them."""
    trace = effect.trace
    if not trace.search.is_imported:
        yield from left_against_declaration(effect)
        return
    columns, largest = trace.columns, trace.column("kind") == MAX
    has_left = (columns["status"] == INNER) & (columns["skipped"] > 0) & (columns["kind"] <= MAX)
    has_left &= (trace.facts.fold == Fold.BEST.place) & ~has_tag(trace, "forward") & ~null_cut(effect)
    low, high = np.maximum(effect.alpha, effect.first_low), np.minimum(effect.beta, effect.first_high)
    with np.errstate(invalid="ignore"):
        returned_end = np.where(largest, columns["value"] >= high, columns["value"] <= low)
    is_open = has_left & (low < high) & effect.differ(low, high) & ~(returned_end & has_tag(trace, "stand_pat"))
    is_open &= ~np.isnan(effect.best)

    def values(frame: int) -> tuple[Recorded, Recorded]:
        ends: Recorded = {"alpha": float(low[frame]), "beta": float(high[frame])}
        return {**ends, "left": trace.skips[frame]}, {}

    if not effect.has_windows:
        yield Breach("no_windows", Weight.FLAG, np.flatnonzero(is_open), True, values)
        return
    bottom, top = extremes_of_leaves(trace)
    at_end = np.where(largest, effect.best == top, effect.best == bottom)
    yield Breach("at_extreme", Weight.FLAG, np.flatnonzero(is_open & at_end), True, values)
    yield Breach("open", Weight.BUG, np.flatnonzero(is_open & ~at_end), True, values)
    before = has_left & ~is_open & (effect.alpha < effect.beta) & effect.differ(effect.alpha, effect.beta)
    yield Breach("before_loop", Weight.FLAG, np.flatnonzero(before), True, values)


def left_against_declaration(effect: Effect) -> Iterator[Breach]:
    """Find frames of our own searches that left moves without a cut by their rule."""
    trace, kind = effect.trace, effect.trace.column("kind")
    is_cut = effect.alpha > effect.beta if trace.options.get("cut") == ">" else effect.alpha >= effect.beta
    is_cut &= trace.search.windows is not Windows.NONE
    if trace.facts.cut_by_passing is not None:
        is_cut |= trace.facts.cut_by_passing
    if (means := trace.means) is not None:
        is_cut = np.where(kind == CHANCE, means.fails_low | means.fails_high, is_cut)
    left = (
        (trace.column("skipped") > 0) & (trace.column("status") == INNER) & ~is_cut & (not trace.search.prunes_forward)
    )

    def values(frame: int) -> tuple[Recorded, Recorded]:
        ends: Recorded = {"alpha": float(effect.alpha[frame]), "beta": float(effect.beta[frame])}
        return {**ends, "left": trace.skips[frame]}, {}

    yield Breach("open", Weight.BUG, np.flatnonzero(left), True, values)


def find_stay(effect: Effect) -> Iterator[Breach]:
    """Find calls made although the window of the parent was closed."""
    trace = effect.trace
    if not effect.has_windows or (trace.search.windows is Windows.NONE and not trace.search.is_imported):
        return
    if trace.search.is_imported:
        size = effect.mate_size
        met = (trace.column("skipped") > 0) & (effect.alpha == effect.beta) & (np.abs(effect.alpha) <= size)
        cuts_where_met = bool((met & (trace.column("status") == INNER)).any())
        parent = np.maximum(trace.column("parent"), 0)
        is_sure = (np.abs(effect.low) <= size[parent]) | effect.differ(effect.low, effect.high, parent)
    else:
        cuts_where_met, is_sure = trace.options.get("cut") == ">=", np.ones(len(trace), np.bool_)
    is_late = is_choice_of(effect) & is_sure & (effect.closed >= (MET if cuts_where_met else BEYOND))
    if (means := trace.means) is not None:
        is_late |= means.after_cut
    yield Breach("closed", Weight.WASTE, np.flatnonzero(is_late), False, lambda frame: (due_window(effect, frame), {}))


def find_fold(effect: Effect) -> Iterator[Breach]:
    """Find frames that return neither what their children give together nor an end of the window."""
    trace, best = effect.trace, effect.best
    if not trace.search.is_imported:
        yield from folded_against_declaration(effect)
        return
    value, fold = trace.column("value"), trace.facts.fold
    checked = (trace.column("status") == INNER) & ~np.isnan(value) & ~np.isnan(best)
    if trace.origin.probabilities is not None:
        checked &= (fold != Fold.MEAN.place) | has_all_outcomes(trace)
    wrong = unexplained = checked & ~has_explained_value(effect, np.equal)
    if unexplained.any():
        wrong = unexplained & ~has_explained_value(effect, lambda one, due: ~effect.differ(one, due))

    def values(frame: int) -> tuple[Recorded, Recorded]:
        return {"value": float(value[frame])}, {"value": float(best[frame])}

    for way, of_way in (("best", Fold.BEST), ("mean", Fold.MEAN), ("last", Fold.LAST)):
        yield Breach(way, Weight.BUG, np.flatnonzero(wrong & (fold == of_way.place)), True, values)
    yield Breach("mate", Weight.FLAG, np.flatnonzero(unexplained & ~wrong), True, values)


def has_explained_value(effect: Effect, is_same: Callable[[Floats, Floats], Mask]) -> Mask:
    """For each frame whether it returns its best child's value, an end of its window, or another declared value."""
    trace, best, value = effect.trace, effect.best, effect.trace.column("value")
    alpha, beta, low, high = trace.column("alpha"), trace.column("beta"), effect.first_low, effect.first_high
    largest = trace.column("kind") == MAX
    with np.errstate(invalid="ignore"):
        rises = np.abs(value) > np.abs(best)  # which no mate does on its way up
        found = is_same(value, best) & ~rises
        for end_low, end_high in ((alpha, beta), (low, high)):
            for due in (np.fmax(best, end_low), np.fmin(best, end_high), np.fmin(np.fmax(best, end_low), end_high)):
                found |= is_same(value, due) & ~(rises & (due == best))
        better = np.where(largest, value >= best, value <= best)
        # A static score that the side may stand by is at most the bound that it has raised before its first move.
        raised = np.where(largest, low > alpha, high < beta)
        within = np.where(largest, value <= np.fmax(best, low), value >= np.fmin(best, high))
        at_end = np.where(largest, value >= beta, value <= alpha) | is_same(value, np.where(largest, beta, alpha))
    found |= better & has_tag(trace, "stand_pat") & (within | ~raised)
    found |= null_cut(effect) & at_end
    found |= (trace.facts.fold == Fold.MEAN.place) & ((trace.column("skipped") > 0) | is_mean(effect))
    return np.asarray(found, np.bool_)


def folded_against_declaration(effect: Effect) -> Iterator[Breach]:
    """Find frames of our own searches whose value is not the declared fold of their children."""
    trace, value, due = effect.trace, effect.trace.column("value"), effect.best.copy()
    of_chance = trace.column("kind") == CHANCE
    if trace.options.get("fail") == "hard":
        due = np.clip(due, trace.column("alpha"), trace.column("beta"))
    if (means := trace.means) is not None:
        due = np.where(of_chance, means.total, due)
        due = np.where(of_chance & means.fails_high, trace.column("beta"), due)
        due = np.where(of_chance & means.fails_low, trace.column("alpha"), due)
    same = (value == due) | (of_chance & equals_within_rounding(value, due))
    wrong = (trace.column("status") == INNER) & ~same
    if trace.facts.cut_by_passing is not None:
        wrong &= ~trace.facts.cut_by_passing
    frames = np.flatnonzero(wrong)
    yield Breach(
        "declared", Weight.BUG, frames, True, lambda at: ({"value": float(value[at])}, {"value": float(due[at])})
    )


def has_all_outcomes(trace: Trace) -> Mask:
    """For each frame whether the probabilities of its tried outcomes add up to 1."""
    chances = trace.origin.probabilities
    assert chances is not None
    outcomes = np.flatnonzero(~np.isnan(chances))
    sums = np.bincount(trace.column("parent")[outcomes], chances[outcomes], len(trace))
    return np.asarray(np.abs(sums - 1) <= MEAN_TOLERANCE, np.bool_)


def find_side(effect: Effect) -> Iterator[Breach]:
    """Find frames in which the wrong side is to move."""
    trace = effect.trace
    kind, parent = trace.column("kind"), np.maximum(trace.column("parent"), 0)
    expected = expected_kinds(trace)
    if expected is None:
        return
    wrong = (kind != expected) & (kind != NO_SIDE) & (expected != NO_SIDE)
    wrong &= trace.column("status") != TERMINAL  # at the end nobody moves, and programs differ in whom they name
    # Sides that alternate are wrong only once: below a frame of the wrong side they go on from there.
    if trace.position.game.rules.alternates:
        wrong[1:] &= ~wrong[parent[1:]]
    frames = np.flatnonzero(wrong)
    yield Breach("rules", Weight.BUG, frames, False, lambda at: ({"kind": int(kind[at])}, {"kind": int(expected[at])}))


def expected_kinds(trace: Trace) -> Column | None:
    """Return who is to move in each frame by the rules of the game; None where these do not say it."""
    position, kind = trace.position, trace.column("kind")
    if trace.search.is_brain or trace.search.moves_unplayed:
        return None
    if not position.game.rules.knows_all:
        return None
    if position.game.rules.alternates:
        stays = (trace.column("move") < 0) & ~has_tag(trace, "null")
        above = kind[np.maximum(trace.column("parent"), 0)]
        expected = np.where(stays | (above > MAX), above, 1 - np.minimum(above, MAX))
        expected[0] = MAX if position.side_to_move == position.max_side else MIN
        return np.asarray(expected, np.int64)
    table = trace.facts.position_table
    return np.array([trace.plan.kind_of(state) for state in table.states])[table.of_frame]


def find_leaf(effect: Effect) -> Iterator[Breach]:
    """Find leaves of other programs that are no end of the game, or whose values contradict its outcomes."""
    trace = effect.trace
    if not trace.search.is_imported or not trace.position.game.rules.knows_all or not trace.facts.knows_positions:
        return
    rules, table, value = trace.position.game.rules, trace.facts.position_table, trace.column("value")
    ends = np.flatnonzero(trace.column("status") == TERMINAL)
    over = {number: bool(rules.is_over(list(table.states[number]))) for number in np.unique(table.of_frame[ends])}
    is_over = np.array([over[number] for number in table.of_frame[ends].tolist()], np.bool_)
    yield Breach("not_over", Weight.BUG, ends[~is_over], True, lambda frame: ({"value": trace.values[frame]}, {}))
    ends = ends[is_over & ~np.isnan(value[ends])]
    if not len(ends):
        return
    first = 1.0 if trace.position.max_side == 1 else -1.0
    outcome = {number: float(rules.outcome(list(table.states[number]))) for number in np.unique(table.of_frame[ends])}
    sign = first if trace.position.game.has_winner else 1.0
    due = np.array([outcome[number] for number in table.of_frame[ends].tolist()]) * sign
    if not trace.position.game.has_winner:
        wrong = ends[due != value[ends]]
        numbers = dict(zip(ends.tolist(), due.tolist(), strict=True))
        yield Breach(
            "number", Weight.BUG, wrong, True, lambda at: ({"value": trace.values[at]}, {"value": numbers[at]})
        )
        return
    yield Breach(
        "order", Weight.BUG, ends[out_of_order(due, value[ends])], True, lambda at: ({"value": trace.values[at]}, {})
    )


def out_of_order(outcome: Column, value: Column) -> Mask:
    """For each leaf whether an earlier one with a worse outcome is worth as much, or with a better one as little."""
    wrong = np.zeros(len(value), np.bool_)
    for result in np.unique(outcome):
        worse = np.maximum.accumulate(np.where(outcome < result, value, -np.inf))
        better = np.minimum.accumulate(np.where(outcome > result, value, np.inf))
        wrong |= (outcome == result) & ((value <= worse) & (worse > -np.inf) | (value >= better) & (better < np.inf))
    return wrong


def find_tags(effect: Effect) -> Iterator[Breach]:
    """Find calls with tags to be mentioned: those that the search does not declare as usual."""
    by_declaration = () if effect.trace.search.is_imported else ("stand_pat", "research", "probe", "quiescence")
    for name in (tag for tag in TAGS if tag not in by_declaration):
        found = effect.trace.facts.forward_pruned if name == "forward" else has_tag(effect.trace, name)
        frames = np.flatnonzero(found)
        yield Breach(name, Weight.FLAG, frames, False, lambda frame: (depth_of(effect.trace, frame), {}))


def depth_of(trace: Trace, frame: int) -> Recorded:
    """Return the depth that a call was given as a recorded value; empty where it is not known."""
    depth = float(trace.depth_left(frame))
    return {} if np.isnan(depth) or np.isinf(depth) else {"depth": depth}


LAWS = (
    Law("narrow", Message("its window is not the one its parent has by then"), find_narrow),
    Law("pass", Message("its window is not the one its parent passes down"), find_pass),
    Law("leave", Message("it prunes moves without a cutoff"), find_leave),
    Law("stay", Message("it comes after a cutoff"), find_stay),
    Law("fold", Message("its value does not follow from its children"), find_fold),
    Law("leaf", Message("its value does not fit the end of the game"), find_leaf),
    Law("side", Message("it moves for the wrong side"), find_side),
    Law("tag", Message("it is unusual"), find_tags),
)
"""The one table of laws."""
