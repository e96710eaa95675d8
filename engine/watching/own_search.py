"""The search of a recording of somebody's own code: it has a text, and nobody knows what the text does.

The text is kept for people to read. Where a step stands in it is told by `own_lines`, not by what a table declares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from engine.importing.imported_search import FUNCTION, IMPORTED, ImportedSearch
from engine.messages import Message
from engine.plan import Plan
from engine.position import Position
from engine.search.declaration import Windows

NAME = "own"


@dataclass(frozen=True)
class OwnSearch(ImportedSearch):
    """Somebody's own code."""


OWN = OwnSearch(
    NAME,
    "",
    IMPORTED.calls,
    Message("somebody's own code, watched while it ran"),
    reads=frozenset(),
)


def own_plan(position: Position, options: dict[str, str]) -> Plan:
    """It cannot be run again from here."""
    search = replace(OWN, windows=Windows(options["windows"]))
    return Plan(position, search, options, {"moves": position.game.rules.moves}, FUNCTION, (), inf)
