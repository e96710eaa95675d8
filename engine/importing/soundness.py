"""What contradicts itself in an imported recording, found in whole columns.

A value that no way of making the best of the children explains is a contradiction: soft or hard, at either end of
the window. Whatever else a search may do, we believe it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine import derive
from engine.columns import INNER
from engine.messages import Message
from engine.search.declaration import MAX

Columns = Mapping[str, NDArray[Any]]
Mask = NDArray[np.bool_]


class Contradiction(NamedTuple):
    """What is wrong with a frame, and whether that is seen when it returns rather than when it is entered."""

    frame: int
    on_leaving: bool
    message: Message


def unexplained_values(columns: Columns) -> tuple[Mask, NDArray[np.float64]]:
    """Frames that return what their children cannot explain, and the best of every frame's children."""
    value, alpha, beta = (columns[name] for name in ("value", "alpha", "beta"))
    probe = derive.probes(columns["size"], columns["parent"], columns["move"])
    best = derive.best_values(columns, probe)
    raised, lowered = np.fmax(best, alpha), np.fmin(best, beta)
    explained = (value == best) | (value == raised) | (value == lowered) | (value == np.fmin(raised, beta))
    # Children without a number may have been worth anything.
    unknown = np.isnan(value)
    is_sure = np.ones(len(value), np.bool_)
    is_sure[columns["parent"][1:][unknown[1:] & ~probe[1:]]] = False
    checked = (columns["status"] == INNER) & (columns["kind"] <= MAX) & ~unknown & is_sure
    return np.asarray(checked & ~explained, np.bool_), best


def first_contradiction(columns: Columns) -> Contradiction | None:
    """The value that is wrong first, as frames return."""
    is_wrong, best = unexplained_values(columns)
    wrong = np.flatnonzero(is_wrong)
    if not len(wrong):
        return None
    ends = wrong + columns["size"][wrong].astype(np.int64)
    # Of frames that end together the inner one returns first.
    frame = int(wrong[np.lexsort((-wrong, ends))[0]])
    values = {"value": float(columns["value"][frame]), "best": float(best[frame])}
    if columns["kind"][frame] == MAX:
        message = Message("the value is {value}, and the largest of its children is {best}", **values)
    else:
        message = Message("the value is {value}, and the smallest of its children is {best}", **values)
    return Contradiction(frame, True, message)
