"""Rounds: a root that searches its position several times, looked at one search after the other.

What is compared with other recordings is the round whose move is played, as a recording of its own: there the root's
moves are moves, and the frames stand at the same plies as in a search without rounds.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from plyscope.model.declaration import Place, Search
from plyscope.model.intervals import Intervals
from plyscope.model.origin import OUR_SEARCH, Hits, SearchWithTable
from plyscope.model.trace import Trace


class Round(Trace):
    """One round of a recording, as a recording of its own; what it has proved is what it proved in the whole one."""

    def __init__(self, whole: Trace, frame: int) -> None:
        self.whole, self.number = whole, whole.round_number(frame)
        part = slice(frame, frame + whole.sizes[frame])
        columns = {name: whole.column(name)[part].copy() for name in whole.columns}
        columns["parent"] -= frame
        columns["parent"][0] = -1
        columns["ply"] -= whole.plies[frame]
        search = without_rounds(whole.search)
        root = search.root_calls(whole.kinds[frame]).function
        plan = replace(whole.plan, search=search, root=root, depth=whole.plan.depth_of_round(self.number))
        hits = whole.origin.hits
        here = (hits.frames >= part.start) & (hits.frames < part.stop) & (hits.sources >= frame)
        pairs = np.stack([hits.frames[here], hits.sources[here]], axis=1).reshape(-1) - frame
        origin = SearchWithTable(Hits(pairs.astype(np.int32))) if search.has_table else OUR_SEARCH
        super().__init__(columns, plan, made_by=whole.made_by, text=whole.text, origin=origin)
        self.coordinates = whole.coordinates
        low, high = (ends[part] for ends in whole.intervals.columns)
        self.intervals = KnownIntervals(self, low, high)


class KnownIntervals(Intervals):
    """What a round has proved, partly by what rounds before it had stored in a table."""

    def __init__(self, trace: Round, low: np.ndarray, high: np.ndarray) -> None:
        super().__init__(trace, trace.facts)
        self.columns = low, high


def without_rounds(search: Search) -> Search:
    """A search that begins with what is called in each round."""
    below = (calls for calls in search.calls if calls.place is not Place.ROOT)
    return replace(search, calls=tuple(replace(calls, place=Place.ANYWHERE) for calls in below))


def answering(trace: Trace) -> Trace:
    """The round that answers for a root, as a recording of its own; any other recording as it is."""
    return Round(trace, trace.answer) if trace.answer > 0 else trace
