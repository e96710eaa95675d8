"""The slips that people make in searches, named where a recording shows them.

Only what was recorded is looked at: a slip in a text that never did any harm in the run is not seen.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isnan

import numpy as np

from engine.columns import INNER, OPEN
from engine.messages import Message
from engine.search.declaration import MAX, MIN
from engine.trace import Trace
from engine.watching.board_slips import board_not_undone
from engine.watching.boards import boards_of
from engine.watching.chosen import last_tries
from engine.watching.looking import Looking, Slip
from engine.watching.own_values import item_text
from engine.watching.proposal import Proposal
from engine.watching.window_slips import window_slip


def slips(trace: Trace) -> list[Slip]:
    """The slips that a recording shows, each once."""
    own = trace.own
    proposal = Proposal.read(own) if own is not None else None
    if own is None or proposal is None:
        return []
    looking = Looking(trace, own, proposal)
    looks: tuple[Callable[[Looking], Slip | None], ...] = (
        window_slip,
        board_not_undone,
        depth_not_decreased,
        sides_not_alternating,
        undecided_none,
        wrong_extreme,
    )
    return [slip for slip in (look(looking) for look in looks) if slip is not None]


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
    if not len(at.same_side):
        return None
    frame = int(at.same_side[0])
    side = "MAX" if at.trace.kinds[frame] == MAX else "MIN"
    sentence = Message(
        "the sides do not alternate: frame {frame} moves for {side}, like its parent", frame=frame, side=side
    )
    return Slip("sides not alternating", frame, sentence)


def undecided_none(at: Looking) -> Slip | None:
    """A leaf that is worth None, of a function that is worth a number elsewhere or goes on itself."""
    results, function = at.own.tables.result, at.own.tables.function
    is_leaf = (at.trace.column("size") == 1) & (at.trace.column("status") != OPEN) & (results >= 0)
    searching = np.unique(function[~np.isnan(at.trace.column("value")) | (at.trace.column("size") > 1)])
    leaves = np.flatnonzero(is_leaf & np.isin(function, searching))
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
    tries = last_tries({"parent": trace.column("parent")}, boards_of(trace, at.own, at.proposal) if at.first else None)
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
    return Slip("root takes the wrong extreme", root, sentence)
