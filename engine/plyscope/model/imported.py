"""The search of a recording that was not made by one of our searches: only the recording says what it did.

A recording made by another program has no text. One of user code has a text for people to read, but nothing declares
what that text does. Whether such a search passes windows on, searches moves again, and on what it cuts, is read from
the columns. Where a frame's side is known, the frame takes the best of its children.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import Message
from plyscope.model import preorder
from plyscope.model.columns import ASIDE
from plyscope.model.declaration import CHANCE, CUTS, MAX, MIN, NO_SIDE, Calls, Fold, Search, Windows
from plyscope.model.plan import Plan
from plyscope.model.position import Position
from plyscope.model.recorded_bounds import BoundEvents
from plyscope.model.roles import Proposal
from plyscope.model.user_code import UserCode

FUNCTION = "search"

Columns = Mapping[str, NDArray[Any]]
Mask = NDArray[np.bool_]


class ImportedSearch(Search):
    """A search of which only a recording is known."""

    @property
    def is_imported(self) -> bool:
        return True

    def text(self, options: Mapping[str, object]) -> str:
        return ""


CALLS = (
    Calls(FUNCTION, MAX, side="side"),
    Calls(FUNCTION, MIN, side="side"),
    Calls(FUNCTION, NO_SIDE, fold=Fold.NONE),
    Calls(FUNCTION, CHANCE, fold=Fold.NONE),
)
IMPORTED = ImportedSearch(
    "imported", "", CALLS, Message("a search by another program, of which there is a recording"), reads=frozenset()
)
USER_CODE = ImportedSearch(
    "own", "", CALLS, Message("user code, traced while it ran"), reads=frozenset(), spoken="your search"
)


def imported_plan(position: Position, options: Mapping[str, str], search: ImportedSearch = IMPORTED) -> Plan:
    """Return a plan that cannot be run: the options are all that is known of the search."""
    search = replace(search, windows=Windows(options["windows"]))
    return Plan(position, search, options, {"moves": position.game.rules.moves}, FUNCTION, (), inf)


def user_code_plan(position: Position, options: Mapping[str, str]) -> Plan:
    """Return the plan of a recording of user code, which cannot be run either."""
    return imported_plan(position, options, USER_CODE)


def user_code_options(columns: Columns, user_code: UserCode) -> dict[str, str]:
    """Return how user code passes windows down, and its cut rule: the comparison in its guards, where recorded."""
    options, proposal = shown_options(columns), Proposal.read(user_code)
    if proposal is None or not proposal.is_value_known or not user_code.facts.are_recorded:
        return options
    events = BoundEvents(user_code, proposal)
    if not events.has_window:
        return options
    windows = options["windows"] if options["windows"] != Windows.NONE.value else Windows.WHOLE.value
    return {"windows": windows} | ({} if events.rule is None else {"cut": events.rule})


def shown_options(columns: Columns, tags: NDArray[np.uint16] | None = None) -> dict[str, str]:
    """Return how windows are passed down, and by which rule the search cuts, as the columns show it.

    Where frames go on although even the strict test has fired, the search has no cut rule. Calls whose values are no
    values of their parents fire no test.
    """
    is_open = (columns["alpha"] == -inf) & (columns["beta"] == inf)
    probe = preorder.probes(columns["size"], columns["parent"], columns["move"])
    passed_over = probe | (columns["move"] < 0)
    if tags is not None:
        passed_over |= tags & ASIDE > 0
    rule = None if is_open.all() else cut_rule(columns, passed_over)
    if rule is None:
        return {"windows": Windows.NONE.value}
    return {"windows": (Windows.WHOLE if isnan(preorder.probe_width(columns)) else Windows.PROBE).value, "cut": rule}


def cut_rule(columns: Columns, passed_over: Mask) -> str | None:
    """Return the first rule under which no frame goes on after a cut, or None; calls `passed_over` cause none."""
    value, kind = columns["value"], columns["kind"]
    alpha, beta = columns["alpha"].copy(), columns["beta"].copy()
    rules = dict(zip(CUTS, (np.greater_equal, np.greater), strict=True))
    has_value = np.zeros(len(value), np.bool_)
    for above, children in preorder.siblings_by_block(columns["size"]):
        goes_on = above[has_value[above] & (kind[above] <= MAX)]
        bounds_of = alpha[goes_on], beta[goes_on]
        for rule, fires in list(rules.items()):
            if not np.any(fires(*bounds_of)):
                break  # nor does a stricter test
            del rules[rule]
        found = value[children]
        taken = ~np.isnan(found) & ~passed_over[children]
        above, found = above[taken], found[taken]
        has_value[above] = True
        largest = kind[above] == MAX
        for bounds, further, raised in ((alpha, np.maximum, largest), (beta, np.minimum, ~largest)):
            frames, values = above[raised], found[raised]
            bounds[frames] = further(bounds[frames], values)
    return next(iter(rules), None)
