"""Findings about windows: how α and β are passed on, narrowed and compared, and tables that ignore them.

They are checked in an order, and only the first counts: windows that are passed on wrongly prove nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.columns import HORIZON
from plyscope.model.declaration import MAX, NO_SIDE
from plyscope.model.roles import ALPHA, BETA, DEPTH
from plyscope.tracer.target.recursion import last_of
from plyscope.usercode.evidence import BUG, REMARK, WASTE, Finding, Folding, RunEvidence
from plyscope.usercode.search_text import FunctionText, line_of, names_in


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
    frames = np.flatnonzero((parent >= run.first) & ~np.isin(parent, run.scouting))
    if run.proposal.negated:
        kind = run.trace.column("kind")
        # Who moves again keeps the window.
        frames = frames[(function[frames] == function[parent[frames]]) & (kind[frames] != kind[parent[frames]])]
    above = parent[frames]
    frames, above = (one[run.alpha[above] < run.beta[above]] for one in (frames, above))
    if run.proposal.negated:
        total = run.proposal.total
        return PassedWindows(frames, total - run.beta[above], total - run.alpha[above])
    return PassedWindows(frames, run.alpha[above], run.beta[above])


def window_finding(run: RunEvidence) -> Finding | None:
    """The first finding about windows: windows that are passed on wrongly prove nothing else."""
    if not run.has_window or (run.proposal.negated and len(run.same_side)):
        return None
    checks = (swapped_window, window_not_turned, wrong_cut, window_not_passed, no_cut, hard_windows)
    return next((found for check in checks if (found := check(run)) is not None), None)


def swapped_window(run: RunEvidence) -> Finding | None:
    """A child is given its parent's β as α and its α as β."""
    frames, low, high = passed_windows(run)
    alpha, beta = run.alpha[frames], run.beta[frames]
    should = Message("α should be passed on as α, and β as β")
    if run.proposal.negated:
        should = turned_window(run)
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
    should = turned_window(run)
    return at_window(run, frames[wrong], Message("α and β are not turned round"), should, "window not turned")


def turned_window(run: RunEvidence) -> Message:
    """What a call should be given, where values are seen from the side to move."""
    if not run.proposal.total:
        return Message("the call should be given −β as its α and −α as its β")
    return Message("the call should be given {total} − β as its α and {total} − α as its β", total=run.proposal.total)


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


# Cutoffs


def wrong_cut(run: RunEvidence) -> Finding | None:
    """The test that leaves the loop fires although α < β, and the frame has more moves."""
    for frame in run.inner_frames():
        function = run.text.function_of(frame)
        if function is None or not run.has_given_window(frame):
            continue
        tests = cut_tests(run, function, frame)
        *_, last = (None, *run.folded(frame))
        if not tests or last is None or last.alpha >= last.beta:
            continue
        fired = [test for test, leave in tests if has_fired(run, frame, test, leave)]
        untried = run.has_untried(frame)
        is_unseen = all(line_of(leave) == line_of(test) for test, leave in tests) or not run.text.lines_run(frame)
        is_whole = len(tests) == len(function.exits) and is_unseen
        if not fired and is_whole and run.leaves_early(frame):
            fired = [test for test, _ in run.text.reached_by(frame, tests)]
        if not fired or untried is False or not (run.is_window_kept(frame) and run.is_explained(frame)):
            continue
        test = fired[-1].test
        bounds = run.text.bounds_of(frame)
        values = {"frame": frame, "alpha": last.alpha, "beta": last.beta}
        if compares(test, bounds):
            happened = Message(
                "the cut test is turned round: frame {frame} leaves its loop at α = {alpha} and β = {beta}", **values
            )
            name = "cut test turned round"
        else:
            happened = Message(
                "the cut compares the wrong bound: frame {frame} leaves its loop at α = {alpha} and β = {beta}",
                **values,
            )
            name = "cut with the wrong bound"
        should = Message("the loop should go on while α < β")
        return run.found(BUG, name, frame, line_of(test), happened, should, leaves=True)
    return None


def cut_tests(run: RunEvidence, function: FunctionText, frame: int) -> list[tuple[ast.If, ast.stmt]]:
    """The exits whose tests compare bounds and values of children with each other, and ask for the side at most.

    A test of one of them against a number may stop at a win, and one with a margin is another rule.
    """
    bounds = run.text.bounds_of(frame)
    values, side = bounds | function.results, run.side_parameter(frame) or ""
    known = {side, *run.text.constants}
    return [
        (test, leave)
        for test, leave in function.cut_tests(bounds)
        if all(
            all(map(partial(is_bare, values), (one.left, *one.comparators))) or names_in(one) <= known
            for one in ast.walk(test.test)
            if isinstance(one, ast.Compare)
        )
        and names_in(test.test) <= values | known | {"max", "min"}
    ]


def is_bare(values: frozenset[str], node: ast.expr) -> bool:
    """Whether an expression is one of some values, with a minus at most, or the largest or smallest of them."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return is_bare(values, node.operand)
    if isinstance(node, ast.Call):
        return last_of(node.func) in ("max", "min") and all(is_bare(values, one) for one in node.args)
    while isinstance(node, ast.Subscript):
        node = node.value
    return isinstance(node, ast.Name | ast.Attribute) and last_of(node) in values


def compares(test: ast.expr, bounds: frozenset[str]) -> bool:
    """Whether a test compares α with β themselves."""
    pairs = [one for one in ast.walk(test) if isinstance(one, ast.Compare)]
    return any(len({one.id for one in ast.walk(pair) if isinstance(one, ast.Name)} & bounds) == 2 for pair in pairs)


def has_fired(run: RunEvidence, frame: int, test: ast.If, leave: ast.stmt) -> bool:
    """Whether the recorded lines show that a test led out of the loop.

    On one line with its test, only a return as the last line shows it.
    """
    lines = run.text.lines_run(frame)
    if line_of(leave) == line_of(test):
        return isinstance(leave, ast.Return) and lines[-1:] == [line_of(leave)]
    return line_of(leave) in lines


def no_cut(run: RunEvidence) -> Finding | None:
    """A frame goes on with another move although α ≥ β."""
    equal: Finding | None = None
    for frame in run.inner_frames():
        if run.trace.kinds[frame] == NO_SIDE or not run.has_given_window(frame) or not run.is_explained(frame):
            continue
        folded = list(run.folded(frame))
        place = next((at for at, one in enumerate(folded[:-1]) if one.alpha >= one.beta), -1)
        if place < 0 or run.trace.alphas[frame] >= run.trace.betas[frame]:
            continue
        found = uncut(run, frame, folded[place].child, folded[place + 1].child, folded[place])
        if found is None:
            continue
        if found.kind == WASTE:
            return found
        equal = equal or found
    return equal


def uncut(run: RunEvidence, frame: int, child: int, following: int, now: Folding) -> Finding | None:
    """What lets a frame go on after a cut was due."""
    function = run.text.function_of(frame)
    tests = [] if function is None else function.cut_tests(run.text.bounds_of(frame))
    here = run.text.reached_by(frame, tests) if function is not None else []
    values = {"frame": frame, "following": following, "alpha": now.alpha, "beta": now.beta}
    inner = [leave for _, leave in here if function is not None and leaves_inner_loop(function, leave)]
    if inner:
        happened = Message(
            "break leaves only the inner loop: frame {frame} goes on with frame {following} at α = {alpha} and "
            "β = {beta}", **values
        )  # fmt: skip
        should = Message("after a cutoff the outer loop should end too")
        return run.found(WASTE, "break leaves only the inner loop", frame, line_of(inner[0]), happened, should)
    is_strict = any(isinstance(op, ast.Gt | ast.Lt) for test, _ in here for op in operators(test.test))
    if now.alpha == now.beta and (is_strict or (function is None and run.trace.options.get("cut") == ">")):
        happened = Message(
            "the cut waits for α > β: frame {frame} goes on at α = β = {bound}, where >= would cut",
            frame=frame, bound=now.alpha,
        )  # fmt: skip
        should = Message("with α ≥ β the value is the same, and fewer calls are made")
        return run.found(REMARK, "strict cut", frame, run.text.cut_line(frame), happened, should)
    happened = Message(
        "no cut where one is due: frame {frame} goes on with frame {following} at α = {alpha} and β = {beta}", **values
    )
    should = Message("the loop should end as soon as α ≥ β")
    names = run.text.bounds_of(frame)
    line = line_of(here[0][0].test) if here else run.text.update_line(frame, names) or run.text.call_line(following)
    return run.found(WASTE, "no cut where one is due", frame, line, happened, should)


def operators(test: ast.expr) -> list[ast.cmpop]:
    return [op for one in ast.walk(test) if isinstance(one, ast.Compare) for op in one.ops]


def leaves_inner_loop(function: FunctionText, leave: ast.stmt) -> bool:
    """Whether a break leaves a loop that stands in another loop of the function."""
    if not isinstance(leave, ast.Break):
        return False
    around = [one for one in function.around(leave) if isinstance(one, ast.For | ast.While)]
    return len(around) > 1


HARD_WINDOWS = "hard windows"


def hard_windows(run: RunEvidence) -> Finding | None:
    """A frame returns an end of its window although its children's values lie beyond."""
    trace = run.trace
    for frame in run.inner_frames():
        *_, last = (None, *run.folded(frame))
        value, alpha, beta = trace.values[frame], trace.alphas[frame], trace.betas[frame]
        if last is None or trace.kinds[frame] == NO_SIDE or not run.text.returns_bound(frame):
            continue
        if last.best != value and value == min(max(last.best, alpha), beta):
            happened = Message(
                "values are held in the window: frame {frame} returns {value}, although its best child has {best}",
                frame=frame, value=value, best=last.best,
            )  # fmt: skip
            should = Message("returning the best value itself says more about the position, and is as correct")
            line = run.text.return_line(frame)
            return run.found(REMARK, HARD_WINDOWS, frame, line, happened, should, leaves=True)
    return None


# Tables


def table_misused(run: RunEvidence) -> Finding | None:
    """A leaf returns what an earlier call of the same position returned, though its window or depth differs."""
    seen: dict[tuple[int | str, ...], EarlierCalls] = {}
    trace, sizes = run.trace, run.trace.column("size")
    for frame in range(run.first, min(len(trace), MAX_TABLE_FRAMES)):
        key, value = position_key(run, frame), trace.values[frame]
        if key is None or isnan(value):
            continue
        earlier = seen.setdefault(key, EarlierCalls())
        if sizes[frame] > 1:
            earlier.add(frame, frame + int(sizes[frame]), value)
        elif value not in earlier.frames:
            earlier.evaluated.add((value, float(run.depth[frame])))
        elif earlier.end <= frame and not run.user_code.is_saved(frame):
            is_evaluated = not earlier.evaluated.isdisjoint({(value, float(run.depth[frame])), (value, nan)})
            found = None if is_evaluated else misused(run, frame, earlier.frames[value])
            if found is not None:
                return found
    return None


class EarlierCalls:
    """The calls of a position that have children."""

    def __init__(self) -> None:
        self.frames: dict[float, list[int]] = {}
        """By their values; not more than `MAX_EARLIER` of each."""
        self.end = 0
        """The first frame by which all of them have returned."""
        self.evaluated: set[tuple[float, float]] = set()
        """The values of leaves that no search has found before, with their depths."""

    def add(self, frame: int, end: int, value: float) -> None:
        self.end = max(self.end, end)
        found = self.frames.setdefault(value, [])
        if len(found) < MAX_EARLIER:
            found.append(frame)
        else:
            found[-1] = frame


MAX_EARLIER = 50
MAX_TABLE_FRAMES = 100_000
"""Frames that are compared with earlier calls of the same position."""


def position_key(run: RunEvidence, frame: int) -> tuple[int | str, ...] | None:
    """What two calls of one position share: all arguments but window and depth, and the side.

    Of an object with the search as its method, dictionaries are no part of that: they may be the table itself.
    """
    function = run.user_code.function_of(frame)
    given = run.proposal.roles.get(function.name, {})
    if not {ALPHA, BETA, DEPTH} & set(given.values()) or not knows_position(run, frame):
        return None
    numbers = zip(function.parameters, run.user_code.argument_numbers(frame), strict=True)
    return (
        int(run.user_code.tables.function[frame]),
        *(
            without_tables(run.user_code.texts[number]) if name == "self" and name not in given else number
            for name, number in numbers
            if given.get(name) not in (ALPHA, BETA, DEPTH)
        ),
    )


def knows_position(run: RunEvidence, frame: int) -> bool:
    """Whether the arguments of a call hold its position: nothing else that it reads changes, but the table itself."""
    function, outside = run.text.function_of(frame), run.user_code.depends_on
    if function is None or outside is None:
        return False
    return all(name.rpartition(".")[2] in function.tables for name in outside)


DICTIONARY = re.compile(r"\{(?:[^{}]*:[^{}]*)?\}")


def without_tables(text: str) -> str:
    """The text of an object with an ellipsis for each of its dictionaries."""
    while (shorter := DICTIONARY.sub("…", text)) != text:
        text = shorter
    return text


def misused(run: RunEvidence, frame: int, earlier: Sequence[int]) -> Finding | None:
    trace = run.trace
    line = run.text.table_line(frame)
    if not line:
        return None
    depth = run.depth[frame]
    if not isnan(depth) and all(run.depth[one] != depth and is_cut_short(run, one) for one in earlier):
        less = [one for one in earlier if abs(run.depth_left(one)) < abs(run.depth_left(frame))]
        if len(less) == len(earlier):
            happened = Message(
                "the table ignores the depth: frame {frame} with depth {depth} returns {value}, what frame {earlier} "
                "found with depth {other}",
                frame=frame, depth=depth, value=trace.values[frame], earlier=less[-1], other=run.depth[less[-1]],
            )  # fmt: skip
            should = Message("a stored value should only be used if it was searched at least as deep")
            return run.found(BUG, "table ignores the depth", frame, line, happened, should, leaves=True)
    if not run.has_given_window(frame) or run.text.is_look_up_tested(frame, line):
        return None
    value, possible = trace.values[frame], possible_values(run)
    is_low = all(value >= trace.betas[one] for one in earlier) and max(possible) > value < trace.betas[frame]
    is_high = all(value <= trace.alphas[one] for one in earlier) and min(possible) < value > trace.alphas[frame]
    if not (is_low or is_high) or any(trace.skips[one] == 0 and not run.is_bound(one) for one in earlier):
        return None
    happened = Message(
        "the table ignores the window: frame {frame} returns {value}, which frame {earlier} found as a bound for "
        "another window",
        frame=frame, value=value, earlier=earlier[-1],
    )  # fmt: skip
    should = Message("a stored bound should only be used if it lies beyond the window, and else narrow it")
    return run.found(BUG, "table ignores the window", frame, line, happened, should, leaves=True)


def possible_values(run: RunEvidence) -> set[float]:
    """The values of this run, and those that the text gives to leaves."""
    values = run.trace.column("value")
    found = set(values[~np.isnan(values)].tolist())
    numbers = run.text.leaf_numbers
    return found | numbers | ({run.proposal.total - one for one in numbers} if run.proposal.negated else set())


def is_cut_short(run: RunEvidence, frame: int) -> bool:
    """Whether a search stopped at its depth somewhere below a frame."""
    below = slice(frame, frame + run.trace.sizes[frame])
    leaf = run.trace.column("size")[below] == 1
    return bool(np.any(leaf & ((run.trace.column("status")[below] == HORIZON) | (run.depth[below] <= 0))))
