"""A match that goes on, as the window sees it: a process that plays, and says how each game went."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal

from visualiser.matching.wanted import Wanted
from visualiser.working import Working


class Ongoing(Working):
    """Plays once, or asks once."""

    module = "visualiser.matching.child"
    begun = Signal(object)
    """The header of the match: everything is well, and its file is open."""
    game_over = Signal(object)
    """A game, as the line of the file."""
    asked = Signal(int, int)
    """Positions that were put to both, and all there are."""
    differs = Signal(object)
    """A position in which they play differently, and what each plays."""

    def start(self, wanted: Wanted) -> None:
        self.begin(wanted.line)

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"begun": header}:
                self.begun.emit(header)
            case {"game": line}:
                self.game_over.emit(line)
            case {"asked": number, "of": all_of_them}:
                self.asked.emit(number, all_of_them)
            case {"differs": answer}:
                self.differs.emit(answer)
            case _:
                return False
        return True
