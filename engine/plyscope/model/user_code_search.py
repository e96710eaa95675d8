"""The search of a recording of somebody's own code: it has a text, and nobody knows what the text does.

The text is kept for people to read. Where a step stands in it is told by `own_lines`, not by what a table declares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from plyscope.messages import Message
from plyscope.model.declaration import Windows
from plyscope.model.imported import FUNCTION, IMPORTED, ImportedSearch
from plyscope.model.plan import Plan
from plyscope.model.position import Position

NAME = "own"


@dataclass(frozen=True)
class UserCodeSearch(ImportedSearch):
    """Somebody's own code."""


USER_CODE = UserCodeSearch(
    NAME,
    "",
    IMPORTED.calls,
    Message("somebody's own code, watched while it ran"),
    reads=frozenset(),
)


def user_code_plan(position: Position, options: dict[str, str]) -> Plan:
    """It cannot be run again from here."""
    search = replace(USER_CODE, windows=Windows(options["windows"]))
    return Plan(position, search, options, {"moves": position.game.rules.moves}, FUNCTION, (), inf)
