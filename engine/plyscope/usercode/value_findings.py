"""Findings about values: of leaves, and of what a frame makes of its children's."""

from __future__ import annotations

from math import isnan

import numpy as np

from plyscope.messages import Message
from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.usercode.boards import boards_of
from plyscope.usercode.chosen_search import last_searches
from plyscope.usercode.evidence import BUG, Finding, RunEvidence
from plyscope.usercode.result_values import item_text


def undecided_leaf_is_none(run: RunEvidence) -> Finding | None:
    """A leaf that returns None, of a function that returns numbers elsewhere or has children."""
    results, function = run.user_code.tables.result, run.user_code.tables.function
    is_leaf = (run.trace.column("size") == 1) & (run.trace.column("status") != OPEN) & (results >= 0)
    searching = np.unique(function[~np.isnan(run.trace.column("value")) | (run.trace.column("size") > 1)])
    leaves = np.flatnonzero(is_leaf & np.isin(function, searching))
    for number in np.unique(results[leaves]).tolist():
        text = run.user_code.texts[number]
        value = item_text(text, run.proposal.item)
        if value == "None":
            frame = int(leaves[results[leaves] == number][0])
            happened = Message(
                "an undecided leaf has the value None: frame {frame} returns {result}", frame=frame, result=text
            )
            should = Message("every leaf should return a number, such as 0 for a position that is not decided")
            line = run.text.return_line(frame)
            return run.found(BUG, "undecided leaf is None", frame, line, happened, should)
    return None


def wrong_extreme(run: RunEvidence) -> Finding | None:
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
        happened = Message("the root moves for {side} and takes {taken}, the smallest value", **values)
        should = Message("MAX should take the largest value")
    else:
        happened = Message("the root moves for {side} and takes {taken}, the largest value", **values)
        should = Message("MIN should take the smallest value")
    return run.found(BUG, "root takes the wrong extreme", root, run.text.caller_line(), happened, should)
