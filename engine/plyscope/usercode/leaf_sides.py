"""Whose turn it is at leaves, where plies or folds say whose turn it is in calls: in minimax on boards that know it.

What a call takes from those below shows its side. A leaf takes nothing, and a side may have moved twice before it. So
a leaf has a side only where a part of what calls are given, as `state.turn`, tells the sides of all calls with others
below them apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import Record, value_of_text
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.roles import AS_FOLDED, GIVEN_MAX, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code import ROLES_BESIDE_POSITION

MAX_READ_TEXTS = 5_000
"""Distinct values of a parameter that are read; of more it is not known whose turn they show."""
MIN_CALLS_OF_EACH_SIDE = 2
"""The calls of each side, with others below them, that a part has to tell apart."""
MAX_LEVELS = 2
"""How deep a part may lie: the turn of a state in a game is at the second level."""


def set_sides_of_leaves(columns: Mapping[str, NDArray[Any]], trace: Trace, proposal: Proposal) -> None:
    """Set the sides of leaves to what their arguments show, else to none, where plies or folds say the other sides."""
    is_given = any(GIVEN_MAX in roles for roles in proposal.given.values())
    by_call = proposal.max_plies >= 0 or AS_FOLDED in proposal.kinds.values()
    if not by_call or proposal.negated or proposal.max_texts or is_given:
        return
    leaves = columns["size"] == 1
    sides = sides_shown(columns["kind"], leaves, trace, proposal)
    columns["kind"][leaves] = sides[leaves]


def sides_shown(
    kind: NDArray[np.uint8], leaves: NDArray[np.bool_], trace: Trace, proposal: Proposal
) -> NDArray[np.uint8]:
    """Return the side of each frame that parts of its arguments show; none where no part does, or two disagree."""
    user_code, found = trace.user_code, np.full(len(kind), NO_SIDE, np.uint8)
    disputed = np.zeros(len(kind), np.bool_)
    for number, function in enumerate(user_code.functions):
        roles = proposal.roles.get(function.name, {})
        for place, name in enumerate(function.parameters):
            frames, texts = user_code.argument_column(number, place)
            distinct, which = np.unique(texts, return_inverse=True)
            if roles.get(name) in ROLES_BESIDE_POSITION or not 1 < len(distinct) <= MAX_READ_TEXTS:
                continue
            parts = [dict(parts_in(value_of_text(user_code.texts[text]))) for text in distinct.tolist()]
            for key in parts[0]:
                values = [one.get(key) for one in parts]
                is_first = np.array([value == values[0] for value in values])[which.reshape(-1)]
                if len({*values}) != 2:
                    continue
                shown = tuple(kind[frames[~leaves[frames] & (is_first == mine)]] for mine in (True, False))
                both = {tuple({*one.tolist()}) for one in shown}
                if both == {(MAX,), (MIN,)} and min(map(len, shown)) >= MIN_CALLS_OF_EACH_SIDE:
                    sides = np.where(is_first, shown[0][0], shown[1][0])
                    disputed[frames] |= (found[frames] != NO_SIDE) & (found[frames] != sides)
                    found[frames] = sides
    found[disputed] = NO_SIDE
    return found


def parts_in(value: Any, level: int = 1) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield the parts of a position that stand beside its board, with their places: attributes, and items beside lists.

    The cells of a board are none: what stands on one is no sign of whose turn it is.
    """
    parts: list[tuple[Any, Any]] = []
    if isinstance(value, Record):
        parts = [*enumerate(value.items), *value.attributes.items()]
    elif isinstance(value, dict) and any(isinstance(one, dict | list | tuple | Record) for one in value.values()):
        parts = [*value.items()]
    elif isinstance(value, list | tuple) and any(isinstance(one, dict | list | tuple | Record) for one in value):
        parts = [*enumerate(value)]
    for name, part in parts:
        if isinstance(part, str | int | float | None):
            yield (name,), part
        elif level < MAX_LEVELS:
            yield from (((name, *inner), one) for inner, one in parts_in(part, level + 1))
