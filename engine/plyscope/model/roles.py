"""What the parameters of somebody's search mean: proposed by `recognising`, and free to be changed by a person.

A proposal is a value. It is written into trace files with the recording that it was applied to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any

from plyscope.messages import OptionError
from plyscope.model.board_texts import Cells, find_cells
from plyscope.model.position import FIRST, SECOND
from plyscope.model.trace import Trace
from plyscope.model.user_code import UserCode

ALPHA, BETA, DEPTH, SIDE, BOARD = "alpha", "beta", "depth", "side", "board"
ROLES = (ALPHA, BETA, DEPTH, SIDE, BOARD)


@dataclass(frozen=True)
class Proposal:
    """What a recording of somebody's own code is taken for."""

    roles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """For each function, which of its parameters means what."""
    kinds: Mapping[str, str] = field(default_factory=dict)
    """Functions that always move for the same side: max or min."""
    max_texts: tuple[str, ...] = ()
    """What the parameter for the side is given where MAX moves."""
    max_plies: int = -1
    """Where nothing but the ply tells the side: 0 if MAX moves on even plies, 1 if on odd ones."""
    item: int = -1
    """Which item of the result is the value, a dictionary counted by its values; -1 where it is the result itself."""
    negated: bool = False
    """Whether values and windows are those of whoever moves, as in negamax."""
    marks: Mapping[str, int] = field(default_factory=dict)
    """Whose the cells of the board are, by their texts."""
    game: str = ""
    """The game of ours that it is; empty where it is none."""
    position: str = ""
    max_name: str = ""
    """Who MAX is in that game."""

    @property
    def has_sides(self) -> bool:
        return bool(self.kinds or self.max_texts or self.max_plies >= 0)

    def parameter(self, function: str, role: str) -> str | None:
        """The parameter of a function that has a role."""
        return next((name for name, has in self.roles.get(function, {}).items() if has == role), None)

    def with_role(self, function: str, parameter: str, role: str | None) -> Proposal:
        """The same with a parameter that means something else, or nothing."""
        if role is not None and role not in ROLES:
            raise OptionError("{role} is no role; the roles are {roles}", role=role, roles=" ".join(ROLES))
        mine = {name: has for name, has in self.roles.get(function, {}).items() if has != role and name != parameter}
        if role is not None:
            mine[parameter] = role
        return replace(self, roles={**self.roles, function: mine})

    def cells(self, user_code: UserCode, frame: int) -> Cells | None:
        """The board that a frame was given."""
        function = user_code.function_of(frame)
        name = self.parameter(function.name, BOARD)
        if name is None or name not in function.parameters:
            return None
        number = user_code.argument_numbers(frame)[function.parameters.index(name)]
        return self.cells_of_text(user_code, number)

    def cells_of_text(self, user_code: UserCode, number: int) -> Cells | None:
        if number not in self._cells:
            self._cells[number] = find_cells(user_code.texts[number])
        return self._cells[number]

    @cached_property
    def _cells(self) -> dict[int, Cells | None]:
        return {}

    # In trace files

    @property
    def written(self) -> dict[str, Any]:
        return asdict(self) | {"max_texts": list(self.max_texts)}

    @staticmethod
    def of(trace: Trace) -> Proposal | None:
        """What a recording is taken for; None where it is none of user code, or taken for nothing but calls."""
        return Proposal.read(trace.user_code) if trace.origin.is_user_code else None

    @staticmethod
    def read(user_code: UserCode) -> Proposal | None:
        """The proposal in a recording; None where there is none that makes sense."""
        said = user_code.proposal
        if said is None or said.keys() != Proposal().written.keys():
            return None
        empty = Proposal().written
        if any(type(said[name]) is not type(value) for name, value in empty.items()):
            return None
        roles_are_well = all(isinstance(mine, dict) for mine in said["roles"].values())
        marks_are_well = all(mark in (0, FIRST, SECOND) for mark in said["marks"].values())
        if not roles_are_well or not marks_are_well:
            return None
        return Proposal(**{**said, "max_texts": tuple(map(str, said["max_texts"]))})
