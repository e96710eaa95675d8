"""What can be said of somebody else's search: nothing but what its recording shows.

It has no text, and its one function goes by no name of its own. Whether it hands windows down, searches moves
again, and on what it cuts, is read off the columns. Where a frame's side is known, it makes the best of its children.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model import preorder
from plyscope.model.declaration import CUTS, MAX, MIN, NOBODY, Calls, Fold, Search, Windows
from plyscope.model.plan import Plan
from plyscope.model.position import Position

NAME = "imported"
FUNCTION = "search"

Columns = Mapping[str, NDArray[Any]]
Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class ImportedSearch(Search):
    """A search of which there is a recording, and no text."""

    @property
    def is_imported(self) -> bool:
        return True

    def text(self, options: Mapping[str, object]) -> str:
        return ""


IMPORTED = ImportedSearch(
    NAME,
    "",
    (
        Calls(FUNCTION, MAX, side="side"),
        Calls(FUNCTION, MIN, side="side"),
        Calls(FUNCTION, NOBODY, fold=Fold.NONE),
    ),
    Message("somebody else's search, of which there is a recording"),
    reads=frozenset(),
)


def imported_plan(position: Position, options: Mapping[str, str]) -> Plan:
    """A search on a position of which its options are all that is known. It cannot be run."""
    search = replace(IMPORTED, windows=Windows(options["windows"]))
    return Plan(position, search, options, {"moves": position.game.rules.moves}, FUNCTION, (), inf)


def shown_options(columns: Columns) -> dict[str, str]:
    """How windows are handed down, and on what the search cuts.

    Where frames go on although even the strict test has fired, no cut rule is at work.
    """
    is_open = (columns["alpha"] == -inf) & (columns["beta"] == inf)
    probe = preorder.probes(columns["size"], columns["parent"], columns["move"])
    rule = None if is_open.all() else cut_rule(columns, probe)
    if rule is None:
        return {"windows": Windows.NONE.value}
    return {"windows": (Windows.PROBE if probe.any() else Windows.WHOLE).value, "cut": rule}


def cut_rule(columns: Columns, probe: Mask) -> str | None:
    """The first of the rules under which no frame goes on after a cut."""
    value, kind = columns["value"], columns["kind"]
    alpha, beta = columns["alpha"].copy(), columns["beta"].copy()
    rules = dict(zip(CUTS, (np.greater_equal, np.greater), strict=True))
    heard = np.zeros(len(value), np.bool_)
    for above, children in preorder.siblings(columns["size"]):
        for rule, fires in list(rules.items()):
            if np.any(fires(alpha[above], beta[above]) & heard[above] & (kind[above] <= MAX)):
                del rules[rule]
        taken = ~np.isnan(value[children]) & ~probe[children]
        above, children = above[taken], children[taken]
        heard[above] = True
        largest = kind[above] == MAX
        alpha[above] = np.where(largest, np.maximum(alpha[above], value[children]), alpha[above])
        beta[above] = np.where(largest, beta[above], np.minimum(beta[above], value[children]))
    return next(iter(rules), None)
