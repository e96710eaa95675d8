"""The slips that people make in searches, named where a recording shows them.

Only what was recorded is looked at: a slip in a text that never did any harm in the run is not seen.

What slips are told by: a recording with its proposal, and the numbers that its calls were given.

Slips in how α and β are handed down, and in what is cut by them.

A slip with boards: what a try has put there stays.

Executed lines show it where they were recorded: a variable that a call and its caller share is another one when the
call has come back. Elsewhere it shows on the boards of the tries, each of which has all that the one before it has.
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
from plyscope.model.declaration import MAX, MIN, NOBODY, Windows
from plyscope.model.executed_lines import Executed
from plyscope.model.roles import ALPHA, BETA, BOARD, DEPTH, Proposal
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode
from plyscope.usercode.boards import BoardColumn, boards_of
from plyscope.usercode.chosen_search import last_tries
from plyscope.usercode.result_values import argument_values, item_text

MOST_LOOKED_AT = 20_000
"""Frames that are looked at one by one."""


class Bug(NamedTuple):
    """Something that a search should not do, and where it is seen first."""

    name: str
    frame: int
    sentence: Message


class Looking:
    """A recording with what the slips are told by."""

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
        """The first frame that is a call."""

    def inner_frames(self) -> Iterator[int]:
        """The frames with children, the first ones."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        yield from (frame for frame in frames[:MOST_LOOKED_AT].tolist() if frame >= self.first)

    @cached_property
    def same_side(self) -> NDArray[np.int64]:
        """The calls that move for the side that their parent moves for, where that is most of them."""
        kind, parent = self.trace.column("kind"), self.trace.column("parent")
        frames = np.flatnonzero((parent >= self.first) & (kind != NOBODY))
        same: NDArray[np.int64] = frames[kind[frames] == kind[parent[frames]]]
        return same if len(same) * 2 > len(frames) else same[:0]


class Handed(NamedTuple):
    """The calls that were given a window by a call that was given one, and what they might have been given at most."""

    frames: NDArray[np.int64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def handed_down(at: Looking) -> Handed:
    """As the text has them: where it negates, a child's window is its parent's turned round.

    A call of another function there may be one for the same position, as one that only looks at captures is.
    """
    parent, function = at.trace.column("parent"), at.user_code.tables.function
    frames = np.flatnonzero(parent >= at.first)
    if at.proposal.negated:
        frames = frames[function[frames] == function[parent[frames]]]
    above = parent[frames]
    frames, above = (one[at.alpha[above] < at.beta[above]] for one in (frames, above))
    if at.proposal.negated:
        return Handed(frames, -at.beta[above], -at.alpha[above])
    return Handed(frames, at.alpha[above], at.beta[above])


def window_bug(at: Looking) -> Bug | None:
    """The first slip with windows that there is: what is handed down wrongly is not fit to tell of anything else."""
    if not at.has_window or (at.proposal.negated and len(at.same_side)):
        return None
    looks = (swapped_window, window_not_turned, window_not_passed, strict_cut)
    return next((bug for look in looks if (bug := look(at)) is not None), None)


def swapped_window(at: Looking) -> Bug | None:
    """A child is given its parent's β as α and its α as β."""
    frames, low, high = handed_down(at)
    alpha, beta = at.alpha[frames], at.beta[frames]
    crossed = (alpha > beta) & ((alpha == high) | (beta == low)) & (alpha != low) & (beta != high)
    return at_window(at, frames[crossed], Message("α and β are swapped"), "window swapped")


def window_not_turned(at: Looking) -> Bug | None:
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


def at_window(at: Looking, frames: NDArray[np.int64], what: Message, name: str) -> Bug | None:
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
    return Bug(name, frame, sentence)


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


def window_not_passed(at: Looking) -> Bug | None:
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
    return Bug("window not passed on", frame, Message(words, frame=frame))


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
    function, is_any = at.user_code.tables.function, not at.proposal.negated
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


def strict_cut(at: Looking) -> Bug | None:
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
                return Bug("strict cut", frame, sentence)
    return None


LOOKED_INTO = 200
"""Frames whose tries are compared."""


def board_not_undone(at: Looking) -> Bug | None:
    return left_on_boards_of_tries(at) or left_on_shared_board(at)


def left_on_boards_of_tries(at: Looking) -> Bug | None:
    """What a child has put on the board is still there when the next one begins."""
    boards = boards_of(at.trace, at.user_code, at.proposal)
    if boards is None:
        return None
    first = -1
    for frame in islice(at.inner_frames(), LOOKED_INTO):
        children = list(at.trace.children(frame))
        if len(children) < 2:
            continue
        # Moves that take several cells grow now and then; what is never undone grows always.
        if not keeps_growing(boards, frame, children):
            return None
        first = children[1] if first < 0 else first
    if first < 0:
        return None
    sentence = Message(
        "the board is not undone: frame {frame} begins with what the move before it has left there", frame=first
    )
    return Bug("board not undone", first, sentence)


def keeps_growing(boards: BoardColumn, frame: int, children: Sequence[int]) -> bool:
    """Whether each child's board has all changes of the one before it, and more."""
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


def left_on_shared_board(at: Looking) -> Bug | None:
    """What a call was given is another thing when it has come back, and stays so until its caller returns."""
    trace, user_code = at.trace, at.user_code
    executed = Executed(user_code, Steps(trace))
    for frame in islice(at.inner_frames(), LOOKED_INTO if len(executed) else 0):
        values = values_of_board(at, executed, frame)
        for child in trace.children(frame):
            before = executed.last_before_call(frame, executed.steps.enter_of_call(child))
            if before is None or before not in values or trace.sizes[child] == 1:
                continue
            rows = list(values)
            after = values[rows[min(rows.index(before) + 1, len(rows) - 1)]]
            shared = values[before] == given_board(at, child)
            if shared and after != values[before] and values[rows[-1]] not in (values[before], given_board(at, frame)):
                sentence = Message(
                    "the board is not undone: what frame {frame} has put on it is still there afterwards", frame=child
                )
                return Bug("board not undone", child, sentence)
    return None


def values_of_board(at: Looking, executed: Executed, frame: int) -> dict[int, int]:
    """The number of the board's text at each line that a call executed; nothing where it has not returned."""
    function = at.user_code.function_of(frame)
    name = at.proposal.parameter(function.name, BOARD)
    if name not in function.variables or at.trace.statuses[frame] == OPEN:
        return {}
    place = function.variables.index(name)
    return {row: executed.values(row)[place] for row in executed.rows_of(frame).tolist()}


def given_board(at: Looking, frame: int) -> int:
    """The number of the text of the board that a call was given; -1 where it was given none."""
    function = at.user_code.function_of(frame)
    name = at.proposal.parameter(function.name, BOARD)
    return -1 if name is None else at.user_code.argument_numbers(frame)[function.parameters.index(name)]


def bugs(trace: Trace) -> list[Bug]:
    """The slips that a recording shows, each once."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return []
    looking = Looking(trace, trace.user_code, proposal)
    looks: tuple[Callable[[Looking], Bug | None], ...] = (
        window_bug,
        board_not_undone,
        depth_not_decreased,
        sides_not_alternating,
        undecided_none,
        wrong_extreme,
    )
    return [bug for bug in (look(looking) for look in looks) if bug is not None]


def depth_not_decreased(at: Looking) -> Bug | None:
    parent = at.trace.column("parent")
    frames = np.flatnonzero((parent >= at.first) & ~np.isnan(at.depth))
    frames = frames[~np.isnan(at.depth[parent[frames]])]
    if not len(frames) or not np.all(at.depth[frames] == at.depth[parent[frames]]):
        return None
    frame = int(frames[0])
    sentence = Message(
        "the depth is not decreased: frame {frame} is called with {depth}, like its parent",
        frame=frame,
        depth=float(at.depth[frame]),
    )
    return Bug("depth not decreased", frame, sentence)


def sides_not_alternating(at: Looking) -> Bug | None:
    if not len(at.same_side):
        return None
    frame = int(at.same_side[0])
    side = "MAX" if at.trace.kinds[frame] == MAX else "MIN"
    sentence = Message(
        "the sides do not alternate: frame {frame} moves for {side}, like its parent", frame=frame, side=side
    )
    return Bug("sides not alternating", frame, sentence)


def undecided_none(at: Looking) -> Bug | None:
    """A leaf that is worth None, of a function that is worth a number elsewhere or goes on itself."""
    results, function = at.user_code.tables.result, at.user_code.tables.function
    is_leaf = (at.trace.column("size") == 1) & (at.trace.column("status") != OPEN) & (results >= 0)
    searching = np.unique(function[~np.isnan(at.trace.column("value")) | (at.trace.column("size") > 1)])
    leaves = np.flatnonzero(is_leaf & np.isin(function, searching))
    for number in np.unique(results[leaves]).tolist():
        text = at.user_code.texts[number]
        value = text if at.proposal.item < 0 else item_text(text, at.proposal.item)
        if value == "None":
            frame = int(leaves[results[leaves] == number][0])
            sentence = Message(
                "an undecided leaf is worth None: frame {frame} returns {result}", frame=frame, result=text
            )
            return Bug("undecided leaf is None", frame, sentence)
    return None


def wrong_extreme(at: Looking) -> Bug | None:
    """The root takes the largest value where its side wants the smallest, or the other way round."""
    trace, root = at.trace, 0
    tries = last_tries(
        {"parent": trace.column("parent")}, boards_of(trace, at.user_code, at.proposal) if at.first else None
    )
    values = {trace.values[child] for child in tries if not isnan(trace.values[child])}
    if len(values) < 2 or trace.kinds[root] not in (MAX, MIN) or trace.statuses[root] != INNER:
        return None
    taken = trace.values[root]
    if taken != (min(values) if trace.kinds[root] == MAX else max(values)):
        return None
    values_said = {"taken": taken, "side": "MAX" if trace.kinds[root] == MAX else "MIN"}
    if trace.kinds[root] == MAX:
        sentence = Message("the root moves for {side} and takes {taken}, the smallest value", **values_said)
    else:
        sentence = Message("the root moves for {side} and takes {taken}, the largest value", **values_said)
    return Bug("root takes the wrong extreme", root, sentence)
