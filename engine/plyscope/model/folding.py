"""How a frame makes its value from its children's, and how its α and β change with each child that returns.

It is one rule for all searches, by what each declares. Whatever shows α and β at a step reads them from here.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isinf, isnan, nan
from typing import NamedTuple

from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX, Fold, Windows
from plyscope.model.frames import Frames


class Folded(NamedTuple):
    """A frame after one more child has returned."""

    child: int
    value: float
    is_probe: bool
    """The move is searched again in full after this, so the value does not count."""
    is_better: bool
    alpha: float
    beta: float
    best: float
    """NaN while there is none."""
    best_child: int
    """-1 while no child has beaten the start value."""
    is_cut: bool


def folds(frames: Frames, frame: int) -> Iterator[Folded]:
    """Yield the state of a frame after each child that returned."""
    return map(Folded._make, states(frames, frame))


def states(frames: Frames, frame: int) -> Iterator[tuple[int, float, bool, bool, float, float, float, int, bool]]:
    """Yield the states as plain tuples with the fields of `Folded`, which take a third of the time to make."""
    maximizing = frames.kinds[frame] == MAX
    calls = frames.calls(frame)
    if calls.fold is Fold.LAST:
        yield from states_after_rounds(frames, frame)
        return
    if calls.fold is Fold.AVERAGE:
        yield from states_of_average(frames, frame)
        return
    sums = calls.fold is Fold.SUM
    chooses = calls.fold is Fold.BEST and not frames.has_no_number(frame)
    strict = frames.options.get("cut") == ">"
    windowed = frames.search.windows is not Windows.NONE
    alpha, beta = frames.window_at_first(frame)
    start = 0.0 if sums else frames.start_value(frame)
    best: float = start if start is not None else -inf if maximizing else inf
    if not chooses and not sums:
        best = nan
    best_child: int = -1
    recorded = frames.recorded_bounds
    if recorded is not None and not recorded.sets_best(frame) and not isnan(of_lines := recorded.start[frame]):
        best = of_lines
    if calls.fold is Fold.MEAN:
        yield from states_of_mean(frames, frame)
        return
    statuses, values, sizes = frames.statuses, frames.values, frames.sizes
    may_not_count, cut_by_passing = frames.searches_again or frames.has_asides, frames.cut_by_passing(frame)
    ran = None if recorded is None else recorded.after(frame, own_steps(frames, frame))
    is_known, is_lost = True, False  # the best value is lost once it may have taken what is no number
    if ran is not None:
        so_far = next(ran).best
        is_known = not chooses or not isnan(so_far) or follows_its_children(frames, frame, best)
        # What a name for the best value has not taken, or may not have taken where there is none, is no best.
        is_known &= not chooses or not isnan(so_far) or takes_all_results(frames, frame)
    # As `children`, one generator less.
    child, end = frame + 1, frame + sizes[frame]
    while child < end and statuses[child] != OPEN:
        value = values[child]
        counts = not may_not_count or frames.counts(child)
        probe = not counts and frames.is_probe(child)
        better, cut, best_before = False, False, best_child
        if sums and counts:
            best += value
        elif chooses and counts:
            better = value > best if maximizing else value < best
            better |= best_child < 0 and start is None and isinf(best) and value == value
            better |= recorded is not None and value == best and bool(recorded.is_taken[child])
            if better:
                best, best_child = value, child
            if windowed:
                if maximizing:
                    alpha = max(alpha, best)
                else:
                    beta = min(beta, best)
                cut = alpha > beta if strict else alpha >= beta
        elif cut_by_passing:
            cut = child + sizes[child] == end
        if ran is not None:
            now = next(ran)
            if windowed:
                alpha, beta, cut = now.alpha, now.beta, now.is_cut
            if chooses and not isnan(now.best):
                is_as_good = counts and value == now.best and bool(recorded and recorded.is_taken[child])
                better = now.is_better or is_as_good
                best = so_far = now.best
                best_child = -1 if now.is_passed else child if better else best_before
                is_known, is_lost = True, False
            elif chooses and (is_lost or not isnan(so_far) or is_unread(frames, child)):
                best, better, best_child, is_known, is_lost = nan, False, -1, False, True
            better &= is_known
        has_start = start is not None or (ran is not None and not isnan(so_far))
        has_best = is_known and (counts or best_child >= 0 or has_start)
        yield child, value, probe, better, alpha, beta, best if has_best else nan, best_child, cut
        child += sizes[child]


def follows_its_children(frames: Frames, frame: int, best: float) -> bool:
    """Whether a frame's value is the best of its start and its children's, or the end of its window next to that.

    If it is not, the frame did something else than choose the best, and what its best was is not known.
    """
    value, children = frames.values[frame], list(frames.children(frame))
    if not children or frames.statuses[frame] == OPEN or frames.statuses[children[-1]] == OPEN:
        return True
    choose = max if frames.kinds[frame] == MAX else min
    best = choose([best, *(frames.values[child] for child in children if frames.counts(child))])
    alpha, beta = frames.window_at_first(frame)
    return value in (best, min(max(best, alpha), beta))


def takes_all_results(frames: Frames, frame: int) -> bool:
    """Return whether the text folds each result of a frame where it is called, as in `max(search(c) for c in …)`.

    A result that is given to a name may be passed over, as that of an illegal move is.
    """
    recorded, facts = frames.recorded_bounds, frames.user_code.facts
    if recorded is None or recorded.sets_best(frame):
        return False
    sites = (facts.site_of(child) for child in frames.children(frame) if frames.judging(child) is None)
    return all(site is not None and (site.is_returned or facts.takes_result(site)) for site in sites)


def is_unread(frames: Frames, child: int) -> bool:
    """Whether a call of user code returned neither a number nor None, so that its caller's use of it is not known."""
    if not frames.has_no_number(child) or frames.user_code.is_raised(child):
        return False
    return not (frames.user_code.result(child) or "None").lstrip("([").startswith("None")


def own_steps(frames: Frames, frame: int) -> Iterator[int]:
    """Yield the step at which a frame is entered and those at which it is back from a child, without lines between."""
    yield frames.enter_of_call(frame)
    yield from map(frames.back_of_call, frames.children(frame))


def states_of_mean(
    frames: Frames, frame: int
) -> Iterator[tuple[int, float, bool, bool, float, float, float, int, bool]]:
    """Yield the states of a frame of chance after each outcome; the best so far is the mean of the outcomes so far."""
    alpha, beta, means = frames.alphas[frame], frames.betas[frame], frames.means
    assert means is not None
    fails = bool(means.fails_low[frame] or means.fails_high[frame])
    end = frame + frames.sizes[frame]
    for child in frames.children(frame):
        if frames.statuses[child] == OPEN:
            return
        is_cut = fails and child + frames.sizes[child] == end
        yield child, frames.values[child], False, False, alpha, beta, float(means.so_far[child]), -1, is_cut


def states_of_average(
    frames: Frames, frame: int
) -> Iterator[tuple[int, float, bool, bool, float, float, float, int, bool]]:
    """Yield the states of a root after each of its simulations; the best so far is their mean, of no child."""
    alpha, beta, total = frames.alphas[frame], frames.betas[frame], 0.0
    for number, child in enumerate(frames.children(frame), 1):
        if frames.statuses[child] == OPEN:
            return
        value = frames.values[child]
        total += value
        yield child, value, False, False, alpha, beta, total / number, -1, False


def states_after_rounds(
    frames: Frames, frame: int
) -> Iterator[tuple[int, float, bool, bool, float, float, float, int, bool]]:
    """Yield the states of a frame after each round that searched its position: the last round stands for all.

    One that failed low, for the side to move, has no best move: the move to play is that of the last one of its depth
    that did not, if there was one.
    """
    alpha, beta = frames.alphas[frame], frames.betas[frame]
    best_child = -1
    for child in frames.children(frame):
        if frames.statuses[child] == OPEN:
            return
        value = frames.values[child]
        is_of_depth = best_child >= 0 and frames.depth_left(child) == frames.depth_left(best_child)
        is_better = not is_of_depth or not frames.fails_low(child) or frames.fails_low(best_child)
        if is_better:
            best_child = child
        yield child, value, False, is_better, alpha, beta, value, best_child, False
