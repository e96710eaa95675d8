"""Possible bugs in user code that searches a game, each with a frame of the recording that shows it.

Report a bug only with evidence from this run: the text is not judged, and a bug without an effect in the run is not
found. `CHECKS` lists the checks; each takes the evidence of a run and returns a bug or None. Checks of windows run in
an order, and only the first bug counts: windows that are passed on wrongly prove nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from math import isnan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model.board_texts import changes
from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import MAX, MIN, NO_SIDE, Windows
from plyscope.model.executed_lines import Executed
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, Proposal
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.usercode.boards import BoardColumn, boards_of
from plyscope.usercode.chosen_search import last_searches
from plyscope.usercode.result_values import argument_values, item_text

MAX_INNER_FRAMES = 20_000
"""Inner frames that are checked one by one."""


class Bug(NamedTuple):
    """A possible bug, and the first frame that shows it."""

    name: str
    frame: int
    sentence: Message


class RunEvidence:
    """A recording with its roles, and the windows and depths that its calls were given, as whole columns."""

    def __init__(self, trace: Trace, user_code: UserCode, proposal: Proposal) -> None:
        self.trace = trace
        self.user_code = user_code
        self.proposal = proposal
        roles = {
            role: {name: proposal.parameter(name, role) for name in proposal.roles} for role in (ALPHA, BETA, DEPTH)
        }
        self.alpha, self.beta, self.depth = (argument_values(trace, role, roles[role]) for role in (ALPHA, BETA, DEPTH))
        self.has_window = bool(np.any(~np.isnan(self.alpha) & ~np.isnan(self.beta)))
        self.first = int(user_code.has_caller)
        """The first frame that is a call: 1 where frame 0 stands for the caller of several calls."""

    def inner_frames(self) -> Iterator[int]:
        """The first frames with children."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        yield from (frame for frame in frames[:MAX_INNER_FRAMES].tolist() if frame >= self.first)

    @cached_property
    def same_side(self) -> NDArray[np.int64]:
        """The calls that move for the same side as their parent, where that is at least half of all calls."""
        kind, parent = self.trace.column("kind"), self.trace.column("parent")
        frames = np.flatnonzero((parent >= self.first) & (kind != NO_SIDE))
        same: NDArray[np.int64] = frames[kind[frames] == kind[parent[frames]]]
        return same if len(same) * 2 > len(frames) else same[:0]


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


def window_bug(run: RunEvidence) -> Bug | None:
    """The first bug with windows: windows that are passed on wrongly prove nothing else."""
    if not run.has_window or (run.proposal.negated and len(run.same_side)):
        return None
    checks = (swapped_window, window_not_turned, window_not_passed, strict_cut)
    return next((bug for check in checks if (bug := check(run)) is not None), None)


def swapped_window(run: RunEvidence) -> Bug | None:
    """A child is given its parent's β as α and its α as β."""
    frames, low, high = passed_windows(run)
    alpha, beta = run.alpha[frames], run.beta[frames]
    crossed = (alpha > beta) & ((alpha == high) | (beta == low)) & (alpha != low) & (beta != high)
    return at_window(run, frames[crossed], Message("α and β are swapped"), "window swapped")


def window_not_turned(run: RunEvidence) -> Bug | None:
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
    return at_window(run, frames[wrong], Message("α and β are not turned round"), "window not turned")


def at_window(run: RunEvidence, frames: NDArray[np.int64], what: Message, name: str) -> Bug | None:
    if not len(frames):
        return None
    frame = int(frames[0])
    sentence = Message(
        "{what}: frame {frame} is called with α = {alpha} and β = {beta}",
        what=what,
        frame=frame,
        alpha=float(run.alpha[frame]),
        beta=float(run.beta[frame]),
    )
    return Bug(name, frame, sentence)


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


def window_not_passed(run: RunEvidence) -> Bug | None:
    """A bound that parents found, or were given, and that is never passed on to a child."""
    alpha, beta = (max(use.never for use in side) for side in bounds_passed(run))
    frame = min(alpha, beta) if min(alpha, beta) >= 0 else max(alpha, beta)
    if frame < 0:
        return None
    if (alpha >= 0 and beta >= 0) or is_always_widest(run):
        words = "α and β are not passed on: frame {frame} begins with the widest window, though its parent knew better"
    elif alpha >= 0:
        words = "α is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    else:
        words = "β is not passed on: frame {frame} begins with the widest one, though its parent knew better"
    return Bug("window not passed on", frame, Message(words, frame=frame))


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


def strict_cut(run: RunEvidence) -> Bug | None:
    """A frame goes on although α equals β, where the reference search cuts."""
    trace = run.trace
    if trace.options.get("cut") != ">" or trace.search.windows is Windows.NONE:
        return None
    for frame in run.inner_frames():
        folded = list(trace.folds(frame))
        for place, one in enumerate(folded[:-1]):
            if one.alpha == one.beta and not folded[place + 1].is_probe and trace.kinds[frame] != NO_SIDE:
                sentence = Message(
                    "the cut waits for α > β: frame {frame} goes on at α = β = {bound}, where >= would cut",
                    frame=frame,
                    bound=one.alpha,
                )
                return Bug("strict cut", frame, sentence)
    return None


MAX_COMPARED_FRAMES = 200
"""Frames whose children's boards are compared."""


def board_not_undone(run: RunEvidence) -> Bug | None:
    return left_on_childrens_boards(run) or left_on_shared_board(run)


def left_on_childrens_boards(run: RunEvidence) -> Bug | None:
    """The move of a child is still on the board when the next child begins.

    It shows on the boards that the children were given: each has all changes of the one before it.
    """
    boards = boards_of(run.trace, run.user_code, run.proposal)
    if boards is None:
        return None
    first = -1
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES):
        children = list(run.trace.children(frame))
        if len(children) < 2:
            continue
        # Moves that take several cells grow sometimes; moves that are never undone grow always.
        if not keeps_growing(boards, frame, children):
            return None
        first = children[1] if first < 0 else first
    if first < 0:
        return None
    sentence = Message(
        "the board is not undone: frame {frame} begins with the previous move still on the board", frame=first
    )
    return Bug("board not undone", first, sentence)


def keeps_growing(boards: BoardColumn, frame: int, children: Sequence[int]) -> bool:
    """Whether each child's board has all changes of the previous one, and more."""
    above = boards.cells(frame)
    before: set[tuple[int, int]] = set()
    for child in children:
        cells = boards.cells(child)
        if above is None or cells is None:
            return False
        changed = set(changes(above, cells))
        if not changed or not before < changed:
            return False
        before = changed
    return True


def left_on_shared_board(run: RunEvidence) -> Bug | None:
    """A board shared with the caller is changed when a call returns, and stays so until the caller returns.

    Executed lines show it, where they were recorded.
    """
    trace, user_code = run.trace, run.user_code
    executed = Executed(user_code, Steps(trace))
    for frame in islice(run.inner_frames(), MAX_COMPARED_FRAMES if len(executed) else 0):
        values = values_of_board(run, executed, frame)
        for child in trace.children(frame):
            before = executed.last_before_call(frame, executed.steps.enter_of_call(child))
            if before is None or before not in values or trace.sizes[child] == 1:
                continue
            rows = list(values)
            after = values[rows[min(rows.index(before) + 1, len(rows) - 1)]]
            shared = values[before] == given_board(run, child)
            if shared and after != values[before] and values[rows[-1]] not in (values[before], given_board(run, frame)):
                sentence = Message(
                    "the board is not undone: the move of frame {frame} is still on it afterwards", frame=child
                )
                return Bug("board not undone", child, sentence)
    return None


def values_of_board(run: RunEvidence, executed: Executed, frame: int) -> dict[int, int]:
    """The number of the board's text at each line that a call executed; empty if it has not returned."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    if name not in function.variables or run.trace.statuses[frame] == OPEN:
        return {}
    place = function.variables.index(name)
    return {row: executed.values(row)[place] for row in executed.rows_of(frame).tolist()}


def given_board(run: RunEvidence, frame: int) -> int:
    """The number of the text of the board that a call was given; -1 if it was given none."""
    function = run.user_code.function_of(frame)
    name = run.proposal.parameter(function.name, BOARD)
    return -1 if name is None else run.user_code.argument_numbers(frame)[function.parameters.index(name)]


def depth_not_decreased(run: RunEvidence) -> Bug | None:
    parent = run.trace.column("parent")
    frames = np.flatnonzero((parent >= run.first) & ~np.isnan(run.depth))
    frames = frames[~np.isnan(run.depth[parent[frames]])]
    if not len(frames) or not np.all(run.depth[frames] == run.depth[parent[frames]]):
        return None
    frame = int(frames[0])
    sentence = Message(
        "the depth is not decreased: frame {frame} is called with {depth}, like its parent",
        frame=frame,
        depth=float(run.depth[frame]),
    )
    return Bug("depth not decreased", frame, sentence)


def sides_not_alternating(run: RunEvidence) -> Bug | None:
    if not len(run.same_side):
        return None
    frame = int(run.same_side[0])
    side = "MAX" if run.trace.kinds[frame] == MAX else "MIN"
    sentence = Message(
        "the sides do not alternate: frame {frame} moves for {side}, like its parent", frame=frame, side=side
    )
    return Bug("sides not alternating", frame, sentence)


def undecided_leaf_is_none(run: RunEvidence) -> Bug | None:
    """A leaf that returns None, of a function that returns numbers elsewhere or has children."""
    results, function = run.user_code.tables.result, run.user_code.tables.function
    is_leaf = (run.trace.column("size") == 1) & (run.trace.column("status") != OPEN) & (results >= 0)
    searching = np.unique(function[~np.isnan(run.trace.column("value")) | (run.trace.column("size") > 1)])
    leaves = np.flatnonzero(is_leaf & np.isin(function, searching))
    for number in np.unique(results[leaves]).tolist():
        text = run.user_code.texts[number]
        value = text if run.proposal.item < 0 else item_text(text, run.proposal.item)
        if value == "None":
            frame = int(leaves[results[leaves] == number][0])
            sentence = Message(
                "an undecided leaf has the value None: frame {frame} returns {result}", frame=frame, result=text
            )
            return Bug("undecided leaf is None", frame, sentence)
    return None


def wrong_extreme(run: RunEvidence) -> Bug | None:
    """The root returns the largest value where its side takes the smallest, or the other way round."""
    trace, root = run.trace, 0
    searches = last_searches(
        {"parent": trace.column("parent")}, boards_of(trace, run.user_code, run.proposal) if run.first else None
    )
    found = {trace.values[child] for child in searches if not isnan(trace.values[child])}
    if len(found) < 2 or trace.kinds[root] not in (MAX, MIN) or trace.statuses[root] != INNER:
        return None
    taken = trace.values[root]
    if taken != (min(found) if trace.kinds[root] == MAX else max(found)):
        return None
    values = {"taken": taken, "side": "MAX" if trace.kinds[root] == MAX else "MIN"}
    if trace.kinds[root] == MAX:
        sentence = Message("the root moves for {side} and takes {taken}, the smallest value", **values)
    else:
        sentence = Message("the root moves for {side} and takes {taken}, the largest value", **values)
    return Bug("root takes the wrong extreme", root, sentence)


CHECKS: tuple[Callable[[RunEvidence], Bug | None], ...] = (
    window_bug,
    board_not_undone,
    depth_not_decreased,
    sides_not_alternating,
    undecided_leaf_is_none,
    wrong_extreme,
)


def bugs(trace: Trace) -> list[Bug]:
    """The possible bugs that a recording shows, one of each check at most."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return []
    run = RunEvidence(trace, trace.user_code, proposal)
    return [bug for bug in (check(run) for check in CHECKS) if bug is not None]
