"""The slips that people make in searches, named where a recording shows them.

Only what was recorded is looked at: a slip in a text that never did any harm in the run is not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from math import isnan
from typing import NamedTuple

import numpy as np

from engine.columns import INNER, OPEN
from engine.messages import Message
from engine.search.declaration import MAX, MIN, NOBODY, Windows
from engine.trace import Trace
from engine.watching.boards import BoardColumn, boards_of, changes
from engine.watching.own_code import OwnCode
from engine.watching.own_values import argument_values, item_text
from engine.watching.proposal import ALPHA, BETA, DEPTH, Proposal

MOST_LOOKED_AT = 20_000
"""Frames that are looked at one by one."""


class Slip(NamedTuple):
    """Something that a search should not do, and where it is seen first."""

    name: str
    frame: int
    sentence: Message


class Looking:
    """A recording with what the slips are told by."""

    def __init__(self, trace: Trace, own: OwnCode, proposal: Proposal) -> None:
        self.trace = trace
        self.own = own
        self.proposal = proposal
        roles = {
            role: {name: proposal.parameter(name, role) for name in proposal.roles} for role in (ALPHA, BETA, DEPTH)
        }
        self.alpha, self.beta, self.depth = (argument_values(trace, role, roles[role]) for role in (ALPHA, BETA, DEPTH))
        self.has_window = bool(np.any(~np.isnan(self.alpha) & ~np.isnan(self.beta)))
        self.first = int(own.has_caller)
        """The first frame that is a call."""

    def inner_frames(self) -> Iterator[int]:
        """The frames with children, the first ones."""
        frames = np.flatnonzero(self.trace.column("size") > 1)
        yield from (frame for frame in frames[:MOST_LOOKED_AT].tolist() if frame >= self.first)


def slips(trace: Trace) -> list[Slip]:
    """The slips that a recording shows, each once."""
    own = trace.own
    proposal = Proposal.read(own) if own is not None else None
    if own is None or proposal is None:
        return []
    looking = Looking(trace, own, proposal)
    looks: tuple[Callable[[Looking], Slip | None], ...] = (
        swapped_window,
        strict_cut,
        window_not_passed,
        board_not_undone,
        depth_not_decreased,
        sides_not_alternating,
        undecided_none,
        wrong_extreme,
    )
    return [slip for slip in (look(looking) for look in looks) if slip is not None]


def swapped_window(at: Looking) -> Slip | None:
    """A child is given its parent's β as α and its α as β."""
    if not at.has_window or at.proposal.negated:
        return None
    parent = at.trace.column("parent")
    frames = np.flatnonzero((at.alpha > at.beta) & (parent >= 0))
    frames = frames[at.alpha[parent[frames]] < at.beta[parent[frames]]]
    if not len(frames):
        return None
    frame = int(frames[0])
    return Slip(
        "window swapped",
        frame,
        Message(
            "α and β are swapped: frame {frame} is called with α = {alpha} and β = {beta}",
            frame=frame,
            alpha=float(at.alpha[frame]),
            beta=float(at.beta[frame]),
        ),
    )


def strict_cut(at: Looking) -> Slip | None:
    """A frame goes on although α has reached β; the reference would have left it."""
    trace = at.trace
    if trace.options.get("cut") != ">" or trace.search.windows is Windows.NONE or is_not_narrowed(at) >= 0:
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


def is_not_narrowed(at: Looking) -> int:
    """A child that should have had a narrower window than the widest and had not, where none has one; else -1."""
    trace, first = at.trace, at.first
    if not at.has_window:
        return -1
    same = (at.alpha == at.alpha[first]) & (at.beta == at.beta[first])
    mirrored = (at.alpha == -at.beta[first]) & (at.beta == -at.alpha[first])
    if not np.all((same | mirrored)[first:]):
        return -1
    low, high = float(trace.alphas[first]), float(trace.betas[first])
    for frame in at.inner_frames():
        for folded in list(trace.folds(frame))[:-1]:
            # A bound that is no better than the widest, or that cuts at once, is handed down by nobody.
            if low < folded.best < high and trace.kinds[frame] != NOBODY:
                return folded.child + trace.sizes[folded.child]
    return -1


def window_not_passed(at: Looking) -> Slip | None:
    frame = is_not_narrowed(at)
    if frame < 0:
        return None
    sentence = Message(
        "α and β are not passed on: frame {frame} begins with the widest window, though its parent knew better",
        frame=frame,
    )
    return Slip("window not passed on", frame, sentence)


def board_not_undone(at: Looking) -> Slip | None:
    """What a child has put on the board is still there when the next one begins."""
    boards = boards_of(at.trace, at.own, at.proposal)
    if boards is None:
        return None
    first = -1
    for frame in islice(at.inner_frames(), 200):
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
    return Slip("board not undone", first, sentence)


def keeps_growing(boards: BoardColumn, frame: int, children: Sequence[int]) -> bool:
    """Whether each child's board has all changes of the one before it, and more."""
    above = boards.cells(frame)
    before: set[tuple[int, int]] = set()
    for child in children:
        cells = boards.cells(child)
        if above is None or cells is None:
            return False
        changed = set(changes(above, cells))
        if before and not before < changed:
            return False
        before = changed
    return True


def depth_not_decreased(at: Looking) -> Slip | None:
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
    return Slip("depth not decreased", frame, sentence)


def sides_not_alternating(at: Looking) -> Slip | None:
    kind, parent = at.trace.column("kind"), at.trace.column("parent")
    frames = np.flatnonzero((parent >= at.first) & (kind != NOBODY))
    same = frames[kind[frames] == kind[parent[frames]]]
    if len(same) * 2 <= len(frames) or not len(same):
        return None
    frame = int(same[0])
    side = "MAX" if kind[frame] == MAX else "MIN"
    sentence = Message(
        "the sides do not alternate: frame {frame} moves for {side}, like its parent", frame=frame, side=side
    )
    return Slip("sides not alternating", frame, sentence)


def undecided_none(at: Looking) -> Slip | None:
    """A leaf that is worth None."""
    results = at.own.tables.result
    leaves = np.flatnonzero((at.trace.column("size") == 1) & (at.trace.column("status") != OPEN) & (results >= 0))
    for number in np.unique(results[leaves]).tolist():
        text = at.own.texts[number]
        value = text if at.proposal.item < 0 else item_text(text, at.proposal.item)
        if value == "None":
            frame = int(leaves[results[leaves] == number][0])
            sentence = Message(
                "an undecided leaf is worth None: frame {frame} returns {result}", frame=frame, result=text
            )
            return Slip("undecided leaf is None", frame, sentence)
    return None


def wrong_extreme(at: Looking) -> Slip | None:
    """The root takes the largest value where its side wants the smallest, or the other way round."""
    trace, root = at.trace, 0
    values = {child: trace.values[child] for child in trace.children(root) if not isnan(trace.values[child])}
    if len(set(values.values())) < 2 or trace.kinds[root] not in (MAX, MIN):
        return None
    largest, smallest = max(values.values()), min(values.values())
    wrong = smallest if trace.kinds[root] == MAX else largest
    taken = chosen_value(at, values) if at.first else trace.values[root]
    if taken != wrong or (not at.first and trace.statuses[root] != INNER):
        return None
    values_said = {"taken": taken, "side": "MAX" if trace.kinds[root] == MAX else "MIN"}
    if trace.kinds[root] == MAX:
        sentence = Message("the root moves for {side} and takes {taken}, the smallest value", **values_said)
    else:
        sentence = Message("the root moves for {side} and takes {taken}, the largest value", **values_said)
    return Slip("root takes the wrong extreme", root, sentence)


def chosen_value(at: Looking, values: dict[int, float]) -> float | None:
    """The value of the move that the call has given as its result; None where nobody knows which move that is."""
    boards = boards_of(at.trace, at.own, at.proposal)
    above = boards.cells(0) if boards is not None else None
    if boards is None or above is None:
        return None
    result = at.own.ended.text
    for child, value in values.items():
        cells = boards.cells(child)
        changed = [] if cells is None else changes(above, cells)
        if len(changed) == 1:
            x, y = changed[0]
            names = {f"({y}, {x})", f"[{y}, {x}]"} | ({str(x)} if len(above) == 6 else {str(y * len(above[0]) + x)})
            if result in names:
                return value
    return None
