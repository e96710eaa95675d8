"""Measuring, as the window sees it: a process that is told what is wanted, and says what it found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal

from engine.growth import Measured
from visualiser.growing.wanted import Wanted
from visualiser.working import Working


class Measuring(Working):
    """Measures once."""

    module = "visualiser.growing.child"
    trying = Signal(str, int, int)
    """The search that runs, its depth, and its frames so far."""
    measured = Signal(object)
    """A `Measured`."""

    def start(self, wanted: Wanted) -> None:
        self.begin(wanted.line)

    def hear(self, facts: Mapping[str, Any]) -> bool:
        match facts:
            case {"trying": who, "depth": depth, "frames": frames}:
                self.trying.emit(who, depth, frames)
            case {"measured": measured}:
                self.measured.emit(Measured(**measured))
            case _:
                return False
        return True
