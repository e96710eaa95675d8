"""Slips in how α and β are handed down, and in what is cut by them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.messages import Message
from engine.search.declaration import MAX, NOBODY, Windows
from engine.watching.looking import Looking, Slip


class Handed(NamedTuple):
    """The calls that were given a window by a call that was given one, and what they might have been given at most."""

    frames: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def handed_down(at: Looking) -> Handed:
    """As the text has them: where it negates, a child's window is its parent's turned round.

    A call of another function there may be one for the same position, as one that only looks at captures is.
    """
    parent, function = at.trace.column("parent"), at.own.tables.function
    frames = np.flatnonzero(parent >= at.first)
    if at.proposal.negated:
        frames = frames[function[frames] == function[parent[frames]]]
    above = parent[frames]
    frames, above = (one[at.alpha[above] < at.beta[above]] for one in (frames, above))
    if at.proposal.negated:
        return Handed(frames, -at.beta[above], -at.alpha[above])
    return Handed(frames, at.alpha[above], at.beta[above])


def window_slip(at: Looking) -> Slip | None:
    """The first slip with windows that there is: what is handed down wrongly is not fit to tell of anything else."""
    if not at.has_window or (at.proposal.negated and len(at.same_side)):
        return None
    looks = (swapped_window, window_not_turned, window_not_passed, strict_cut)
    return next((slip for look in looks if (slip := look(at)) is not None), None)


def swapped_window(at: Looking) -> Slip | None:
    """A child is given its parent's β as α and its α as β."""
    frames, low, high = handed_down(at)
    alpha, beta = at.alpha[frames], at.beta[frames]
    crossed = (alpha > beta) & ((alpha == high) | (beta == low)) & (alpha != low) & (beta != high)
    return at_window(at, frames[crossed], Message("α and β are swapped"), "window swapped")


def window_not_turned(at: Looking) -> Slip | None:
    """Negamax hands α and β down as they are, and not as −β and −α."""
    if not at.proposal.negated:
        return None
    frames, low, high = handed_down(at)
    parent = at.trace.column("parent")[frames]
    alpha, beta = at.alpha[frames], at.beta[frames]
    parents_own = (beta == at.beta[parent]) & (alpha >= at.alpha[parent])
    is_widest = (alpha == at.alpha[at.first]) & (beta == at.beta[at.first])
    outside = ((alpha < low) | (beta > high)) & ~is_widest
    wrong = outside & parents_own
    if np.count_nonzero(wrong) * 2 <= np.count_nonzero(outside):
        return None
    return at_window(at, frames[wrong], Message("α and β are not turned round"), "window not turned")


def at_window(at: Looking, frames: NDArray[np.int64], what: Message, name: str) -> Slip | None:
    if not len(frames):
        return None
    frame = int(frames[0])
    sentence = Message(
        "{what}: frame {frame} is called with α = {alpha} and β = {beta}",
        what=what,
        frame=frame,
        alpha=float(at.alpha[frame]),
        beta=float(at.beta[frame]),
    )
    return Slip(name, frame, sentence)


# Not passed on


class Evidence:
    """Whether calls were told of a bound when it was known, and the first one that was not."""

    def __init__(self) -> None:
        self.has_passed = False
        self.missed = -1

    def add(self, child: int, *, passed: bool) -> None:
        if passed:
            self.has_passed = True
        elif self.missed < 0:
            self.missed = child

    @property
    def never(self) -> int:
        """The first call that was not told, where none was."""
        return -1 if self.has_passed else self.missed


def window_not_passed(at: Looking) -> Slip | None:
    """A bound that parents have found, or were given, and that no child is ever told of."""
    alpha, beta = (max(evidence.never for evidence in side) for side in bounds_told(at))
    frame = min(alpha, beta) if min(alpha, beta) >= 0 else max(alpha, beta)
    if frame < 0:
        return None
    if (alpha >= 0 and beta >= 0) or is_always_widest(at):
        words = "α and β are not passed on: frame {frame} begins with the widest window, though its parent knew better"
    elif alpha >= 0:
        words = "α is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    else:
        words = "β is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    return Slip("window not passed on", frame, Message(words, frame=frame))


def is_always_widest(at: Looking) -> bool:
    """Whether all calls have the window of the first, or that one turned round."""
    low, high = at.alpha[at.first], at.beta[at.first]
    same = (at.alpha == low) & (at.beta == high)
    turned = (at.alpha == -high) & (at.beta == -low)
    return bool(np.all((same | turned)[at.first :]))


def bounds_told(at: Looking) -> tuple[tuple[Evidence, Evidence], tuple[Evidence, Evidence]]:
    """For α and for β as calls were given them: of what a parent has found, and of what it was given itself."""
    trace = at.trace
    found, given = (Evidence(), Evidence()), (Evidence(), Evidence())
    low, high = float(trace.alphas[at.first]), float(trace.betas[at.first])
    for frame in at.inner_frames():
        if trace.kinds[frame] == NOBODY:
            continue
        side = int(trace.kinds[frame] != MAX)
        alpha, beta = trace.alphas[frame], trace.betas[frame]
        for child in children_with_windows(at, frame):
            turned = int(at.proposal.negated and trace.kinds[child] != MAX)
            if alpha > low:
                given[turned].add(child, passed=trace.alphas[child] >= alpha)
            if beta < high:
                given[1 - turned].add(child, passed=trace.betas[child] <= beta)
        for child in after_better(at, frame):
            turned = int(at.proposal.negated and trace.kinds[child] != MAX)
            passed = trace.betas[child] < beta if side else trace.alphas[child] > alpha
            found[side ^ turned].add(child, passed=passed)
    return (found[0], given[0]), (found[1], given[1])


def children_with_windows(at: Looking, frame: int) -> Iterator[int]:
    function, is_any = at.own.tables.function, not at.proposal.negated
    return (
        child
        for child in at.trace.children(frame)
        if not np.isnan(at.alpha[child]) and (is_any or function[child] == function[frame])
    )


def after_better(at: Looking, frame: int) -> Iterator[int]:
    """The children that begin when their parent has found a better bound than it was given, and that does not cut."""
    trace = at.trace
    told = set(children_with_windows(at, frame))
    for folded in trace.folds(frame):
        following = folded.child + trace.sizes[folded.child]
        if following in told and trace.alphas[frame] < folded.best < trace.betas[frame]:
            yield following


def strict_cut(at: Looking) -> Slip | None:
    """A frame goes on although α has reached β; the reference would have left it."""
    trace = at.trace
    if trace.options.get("cut") != ">" or trace.search.windows is Windows.NONE:
        return None
    for frame in at.inner_frames():
        folded = list(trace.folds(frame))
        for place, one in enumerate(folded[:-1]):
            if one.alpha == one.beta and not folded[place + 1].is_probe and trace.kinds[frame] != NOBODY:
                sentence = Message(
                    "the cut waits for α > β: frame {frame} goes on at α = β = {bound}, where >= would cut",
                    frame=frame,
                    bound=one.alpha,
                )
                return Slip("strict cut", frame, sentence)
    return None
