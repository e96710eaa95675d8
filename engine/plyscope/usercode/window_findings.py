"""Findings about windows: how α and β are passed on, narrowed and compared.

They are checked in an order, and only the first counts: windows that are passed on wrongly prove nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.declaration import MAX, NO_SIDE, Windows
from plyscope.model.roles import ALPHA, BETA
from plyscope.usercode.evidence import BUG, REMARK, WASTE, Finding, RunEvidence
from plyscope.usercode.search_text import names_in


class PassedWindows(NamedTuple):
    """The calls with a window below calls with a window, and the widest window that each may be given."""

    frames: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def passed_windows(run: RunEvidence) -> PassedWindows:
    """The windows as the code has them: in negamax a child's window is its parent's, negated and swapped.

    Negamax calls of another function are skipped: it may search the same position, as a quiescence search does.
    """
    parent, function = run.trace.column("parent"), run.user_code.tables.function
    frames = np.flatnonzero(parent >= run.first)
    if run.proposal.negated:
        frames = frames[function[frames] == function[parent[frames]]]
    above = parent[frames]
    frames, above = (one[run.alpha[above] < run.beta[above]] for one in (frames, above))
    if run.proposal.negated:
        return PassedWindows(frames, -run.beta[above], -run.alpha[above])
    return PassedWindows(frames, run.alpha[above], run.beta[above])


def window_finding(run: RunEvidence) -> Finding | None:
    """The first finding about windows: windows that are passed on wrongly prove nothing else."""
    if not run.has_window or (run.proposal.negated and len(run.same_side)):
        return None
    checks = (swapped_window, window_not_turned, window_not_passed, strict_cut)
    return next((found for check in checks if (found := check(run)) is not None), None)


def swapped_window(run: RunEvidence) -> Finding | None:
    """A child is given its parent's β as α and its α as β."""
    frames, low, high = passed_windows(run)
    alpha, beta = run.alpha[frames], run.beta[frames]
    should = Message("α should be passed on as α, and β as β")
    if run.proposal.negated:
        should = Message("the call should be given −β as its α and −α as its β")
    crossed = (alpha > beta) & ((alpha == high) | (beta == low)) & (alpha != low) & (beta != high)
    return at_window(run, frames[crossed], Message("α and β are swapped"), should, "window swapped")


def window_not_turned(run: RunEvidence) -> Finding | None:
    """Negamax passes α and β on as they are, and not as −β and −α."""
    if not run.proposal.negated:
        return None
    frames, low, high = passed_windows(run)
    parent = run.trace.column("parent")[frames]
    alpha, beta = run.alpha[frames], run.beta[frames]
    is_parents = (beta == run.beta[parent]) & (alpha >= run.alpha[parent])
    is_widest = (alpha == run.alpha[run.first]) & (beta == run.beta[run.first])
    outside = ((alpha < low) | (beta > high)) & ~is_widest
    wrong = outside & is_parents
    if np.count_nonzero(wrong) * 2 <= np.count_nonzero(outside):
        return None
    should = Message("the call should be given −β as its α and −α as its β")
    return at_window(run, frames[wrong], Message("α and β are not turned round"), should, "window not turned")


def at_window(run: RunEvidence, frames: NDArray[np.int64], what: Message, should: Message, name: str) -> Finding | None:
    if not len(frames):
        return None
    frame = int(frames[0])
    happened = Message(
        "{what}: frame {frame} is called with α = {alpha} and β = {beta}",
        what=what,
        frame=frame,
        alpha=float(run.alpha[frame]),
        beta=float(run.beta[frame]),
    )
    return run.found(BUG, name, frame, run.text.call_line(frame), happened, should)


# Not passed on


class BoundUse:
    """Whether any call was given a bound that was known by then, and the first call that was not."""

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
        """The first call without the bound, if no call was given it; else -1."""
        return -1 if self.has_passed else self.missed


def window_not_passed(run: RunEvidence) -> Finding | None:
    """A bound that parents found, or were given, and that is never passed on to a child."""
    uses = bounds_passed(run)
    missed = [max(use.never for use in side) for side in uses]
    frame = min((one for one in missed if one >= 0), default=-1)
    if frame < 0:
        return None
    bounds = (ALPHA, BETA) if min(missed) >= 0 else (ALPHA,) if missed[0] >= 0 else (BETA,)
    if all(given.never < 0 for _, given in uses) and not any(is_narrowed(run, frame, bound) for bound in bounds):
        return window_not_narrowed(run, frame, bounds)
    should = Message("the call should be given the best bound that its caller knows")
    if len(bounds) == 2 or is_always_widest(run):
        words = "α and β are not passed on: frame {frame} begins with the widest window, though its parent knew better"
    elif bounds == (ALPHA,):
        words = "α is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    else:
        words = "β is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    happened = Message(words, frame=frame)
    return run.found(WASTE, "window not passed on", frame, run.text.call_line(frame), happened, should)


def window_not_narrowed(run: RunEvidence, frame: int, bounds: Sequence[str]) -> Finding:
    """Each call passes on the window that it was given, whatever its children have returned."""
    parent = run.trace.parents[frame]
    values = {"frame": frame, "parent": parent}
    if len(bounds) == 2:
        happened = Message(
            "neither α nor β is narrowed: frame {frame} is given the window of frame {parent} as it was", **values
        )
        should = Message("MAX should raise α to its best value, and MIN should lower β to its best value")
    elif bounds == (ALPHA,):
        happened = Message("α is never raised: frame {frame} is given the α of frame {parent} as it was", **values)
        should = Message("α should be raised to the best value found so far")
    else:
        happened = Message("β is never lowered: frame {frame} is given the β of frame {parent} as it was", **values)
        should = Message("β should be lowered to the best value found so far")
    line = run.text.update_line(parent, [run.bound_name(parent, one) for one in bounds]) or run.text.call_line(frame)
    return run.found(WASTE, "window never narrowed", frame, line, happened, should)


def is_narrowed(run: RunEvidence, child: int, bound: str) -> bool:
    """Whether the function that called a frame assigns to a bound, or calls with more than the bound itself."""
    parent = run.trace.parents[child]
    function, call, name = run.text.function_of(parent), run.text.call_of(child), run.bound_name(parent, bound)
    if function is None or call is None or name is None:
        return run.trace.alphas[child] != run.trace.alphas[parent] or run.trace.betas[child] != run.trace.betas[parent]
    names = [names_in(value) for value in (*call.args, *(one.value for one in call.keywords))]
    if not any(name in used for used in names):
        return True
    return any(function.results & names_in(value) - {name} for value, _ in function.assigned(name))


def is_always_widest(run: RunEvidence) -> bool:
    """Whether all calls have the window of the first, or that one negated and swapped."""
    low, high = run.alpha[run.first], run.beta[run.first]
    same = (run.alpha == low) & (run.beta == high)
    turned = (run.alpha == -high) & (run.beta == -low)
    return bool(np.all((same | turned)[run.first :]))


def bounds_passed(run: RunEvidence) -> tuple[tuple[BoundUse, BoundUse], tuple[BoundUse, BoundUse]]:
    """For α and for β of the calls: how bounds that a parent found were used, and those that it was given."""
    trace = run.trace
    found, given = (BoundUse(), BoundUse()), (BoundUse(), BoundUse())
    low, high = float(trace.alphas[run.first]), float(trace.betas[run.first])
    for frame in run.inner_frames():
        if trace.kinds[frame] == NO_SIDE:
            continue
        side = int(trace.kinds[frame] != MAX)
        alpha, beta = trace.alphas[frame], trace.betas[frame]
        for child in children_with_windows(run, frame):
            turned = int(run.proposal.negated and trace.kinds[child] != MAX)
            if alpha > low:
                given[turned].add(child, passed=trace.alphas[child] >= alpha)
            if beta < high:
                given[1 - turned].add(child, passed=trace.betas[child] <= beta)
        for child in after_better(run, frame):
            turned = int(run.proposal.negated and trace.kinds[child] != MAX)
            passed = trace.betas[child] < beta if side else trace.alphas[child] > alpha
            found[side ^ turned].add(child, passed=passed)
    return (found[0], given[0]), (found[1], given[1])


def children_with_windows(run: RunEvidence, frame: int) -> Iterator[int]:
    function, is_any = run.user_code.tables.function, not run.proposal.negated
    return (
        child
        for child in run.trace.children(frame)
        if not np.isnan(run.alpha[child]) and (is_any or function[child] == function[frame])
    )


def after_better(run: RunEvidence, frame: int) -> Iterator[int]:
    """The children that begin after their parent found a better bound than it was given, without a cutoff."""
    trace = run.trace
    windowed = set(children_with_windows(run, frame))
    for folded in trace.folds(frame):
        following = folded.child + trace.sizes[folded.child]
        if following in windowed and trace.alphas[frame] < folded.best < trace.betas[frame]:
            yield following


def strict_cut(run: RunEvidence) -> Finding | None:
    """A frame goes on although α equals β, where the reference search cuts."""
    trace = run.trace
    if trace.options.get("cut") != ">" or trace.search.windows is Windows.NONE:
        return None
    for frame in run.inner_frames():
        folded = list(trace.folds(frame))
        for place, one in enumerate(folded[:-1]):
            if one.alpha == one.beta and not folded[place + 1].is_probe and trace.kinds[frame] != NO_SIDE:
                happened = Message(
                    "the cut waits for α > β: frame {frame} goes on at α = β = {bound}, where >= would cut",
                    frame=frame,
                    bound=one.alpha,
                )
                should = Message("with α ≥ β the value is the same, and fewer calls are made")
                return run.found(REMARK, "strict cut", frame, run.text.cut_line(frame), happened, should)
    return None
