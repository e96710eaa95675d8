"""What the parameters and results of user code mean: recognised by `usercode`, and changed by the user.

A proposal is a value. It is written into trace files with the recording that was read with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from plyscope.model.board_texts import BoardForm, Cells, find_cells
from plyscope.model.origin import Origin, TracedUserCode
from plyscope.model.position import FIRST, SECOND
from plyscope.model.user_code import Column, UserCode

ALPHA, BETA, DEPTH, SIDE, BOARD, MOVE, IGNORE = "alpha", "beta", "depth", "side", "board", "move", "ignore"
ROLES = (ALPHA, BETA, DEPTH, SIDE, BOARD, MOVE, IGNORE)
BEST, BEST_OF_MIN, KEPT = "best", "best of min", "kept"
"""The roles of the best value so far, and of the move that is kept with it; no parameter has them."""
VALUE = "value"
"""The key of the user's answer which part of a result is the value."""
GIVEN_MAX = "max"
"""The key of the user's answer where MAX moves: the value of the side there, or one of the words below."""
FIRST_CALL, SECOND_CALL, BY_NAME, NO_SIDES = "first", "second", "by-name", "unknown"
"""MAX moves in the first call and on every second ply; one ply below; in functions with its name; it is not known."""
GIVEN_VIEW, BY_MAX, BY_MOVER = "seen-by", "max", "mover"
"""The key of the user's answer from whose side values are seen, and the two answers; no parameter has this name."""
GIVEN_NAMES = (VALUE, GIVEN_MAX, GIVEN_VIEW)
"""The keys of the user's answers that are not the roles of parameters."""
AS_FOLDED = "as folded"
"""The side of a function that takes larger values in some calls and smaller ones in others: what each has run says it.
"""
NOT_KNOWN = "?"
"""The path of the value where the run does not decide it: then no frame has a value."""
NO_VALUE = "-"
"""The path of the value in the results of a function that returns none, but a move or a board."""

REQUIRED_KEYS = frozenset(
    {"roles", "kinds", "max_texts", "max_plies", "item", "negated", "marks", "game", "position", "max_name"}
)
"""Keys that every stored proposal has; older ones name the value by its number, -1 for the whole result."""


class Recording(Protocol):
    """A recording with its origin, from which a proposal is read."""

    @property
    def origin(self) -> Origin: ...


@dataclass(frozen=True)
class Proposal:
    """A reading of user code as a search of a game: the roles of names, where the value is, and who is MAX."""

    roles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each function, the roles of its parameters."""
    places: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each function the places of α, β, best, the kept move, depth, side and board by these roles, as the text has
    them: `alpha`, `self.beta`, `window[0]`. A role that is not decided has none."""
    stored: Mapping[str, list[int]] = field(default_factory=dict)
    """For each function the lines of the `return`s that may give what an earlier call has found."""
    ends: Mapping[str, list[Any]] = field(default_factory=dict)
    """For each function the lines of `return`s with the parts of the test that says whether no depth was left, see
    `leaf_ends`."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Functions that always move for the same side, max or min; or `AS_FOLDED`."""
    max_texts: tuple[str, ...] = ()
    """The values of the parameter for the side where MAX moves."""
    max_plies: int = -1
    """Where only the ply determines the side: 0 if MAX moves on even plies, 1 if on odd ones; else -1."""
    item: str = ""
    """The path of the value in a result, as Python writes it: [2], ['score'], .value; empty if it is the whole result,
    `NOT_KNOWN` where the run does not decide it."""
    items: Mapping[str, str] = field(default_factory=dict)
    """The paths of functions whose value is elsewhere; `NO_VALUE` for those whose results have none."""
    readings: tuple[str, ...] = ()
    """What fits where the user is asked: the paths that the value may have, or the values of the side that may be MAX.
    """
    given: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each function what the user has said of its parameters, and under `VALUE` of its value."""
    negated: bool = False
    """Whether values and windows are seen from the side to move, as in negamax."""
    total: float = 0.0
    """What the values of one position from both sides add up to, where they are seen from the side to move: 0 in
    negamax, 1 where they are chances of winning."""
    marks: Mapping[str, int] = field(default_factory=dict)
    """The owners of the board's cells, by their texts."""
    form: Mapping[str, str] = field(default_factory=dict)
    """How its boards are written: `BoardForm`."""
    game: str = ""
    """The known game that it searches; empty if it is none."""
    position: str = ""
    max_name: str = ""
    """Who MAX is in that game."""
    chosen: int = -1
    """Which of its calls the caller of several has chosen, by their order from 0; -1 where that is not known."""

    @property
    def has_sides(self) -> bool:
        """Whether it is known where MAX moves."""
        return bool(self.kinds or self.max_texts or self.max_plies >= 0)

    @property
    def is_value_known(self) -> bool:
        """Whether it is known where in a result the value is."""
        return self.item != NOT_KNOWN

    @property
    def asked(self) -> str:
        """The key of the answer that the user is asked for, since the run does not decide it, or an empty text."""
        return VALUE if not self.is_value_known else GIVEN_MAX if self.readings else ""

    def chosen_row(self, parent: Column) -> int:
        """Return the row of the call that the caller of several has chosen; -1 where that is not known."""
        children = np.flatnonzero(parent[1:] == 0) + 1
        return int(children[self.chosen]) if 0 <= self.chosen < len(children) else -1

    def path(self, function: str) -> str:
        """Return the path of the value in the results of a function."""
        return self.items.get(function, self.item)

    def parameter(self, function: str, role: str) -> str | None:
        """Return the parameter of a function that has a role, or None."""
        return next((name for name, has in self.roles.get(function, {}).items() if has == role), None)

    def texts_given(self, user_code: UserCode, role: str) -> Column:
        """Return for each frame the number of the text that it was given for a role; -1 where it was given none."""
        return user_code.texts_given({name: self.parameter(name, role) for name in self.roles})

    def cells(self, user_code: UserCode, frame: int) -> Cells | None:
        """Return the board that a frame was given, or None."""
        function = user_code.function_of(frame)
        name = self.parameter(function.name, BOARD)
        if name is None or name not in function.parameters:
            return None
        number = user_code.argument_numbers(frame)[function.parameters.index(name)]
        return self.cells_of_text(user_code, number)

    def cells_of_text(self, user_code: UserCode, number: int) -> Cells | None:
        """Return the board in a text of the recording, by its number; None if it is none."""
        known = self._cells
        if number not in known:
            known[number] = find_cells(user_code.texts[number], self.board_form)
        return known[number]

    @cached_property
    def board_form(self) -> BoardForm:
        """How the program writes its boards."""
        return BoardForm.read(self.form)

    @cached_property
    def _cells(self) -> dict[int, Cells | None]:
        return {}

    # In trace files

    @property
    def written(self) -> dict[str, Any]:
        """The proposal as trace files hold it."""
        return asdict(self) | {"max_texts": list(self.max_texts), "readings": list(self.readings)}

    @staticmethod
    def of(recording: Recording) -> Proposal | None:
        """Return the proposal that a recording was read with; None for plain calls, and other recordings."""
        origin = recording.origin
        return Proposal.read(origin.user_code) if isinstance(origin, TracedUserCode) else None

    @staticmethod
    def read(user_code: UserCode) -> Proposal | None:
        """Return the proposal stored in a recording; None if there is no valid one."""
        stored = user_code.proposal
        empty = Proposal().written
        if stored is None or not stored.keys() <= empty.keys() or not stored.keys() >= REQUIRED_KEYS:
            return None
        stored = {**empty, **stored}
        if type(stored["item"]) is int:
            stored["item"] = "" if stored["item"] < 0 else f"[{stored['item']}]"
        if any(type(stored[name]) is not type(value) for name, value in empty.items()):
            return None
        if any(not isinstance(mine, dict) for name in ("roles", "places", "given") for mine in stored[name].values()):
            return None
        if any(type(path) is not str for path in stored["items"].values()):
            return None
        if any(mark not in (0, FIRST, SECOND) for mark in stored["marks"].values()):
            return None
        lists = {name: tuple(map(str, stored[name])) for name in ("max_texts", "readings")}
        return Proposal(**{**stored, **lists})
