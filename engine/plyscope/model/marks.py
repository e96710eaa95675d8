"""Marks that a user sets on a recording: breakpoints, bookmarks, collapsed and hidden frames.

They are never part of the recording. Where breakpoints stop is in `breakpoints`, how marks are kept in trace
files in `saved_marks`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class On(Enum):
    """What a breakpoint stops at: entering a frame, reaching a line, or leaving a frame that fulfils a condition."""

    FRAME = "frame"
    PLY = "ply"
    MOVE = "move"
    POSITION = "position"
    LINE = "line"
    CONDITION = "condition"


@dataclass(frozen=True)
class Breakpoint:
    """A breakpoint. It skips the first `passes` hits of the recording."""

    on: On
    target: str
    """A number for frame, ply and line; else a text."""
    passes: int = 0
    enabled: bool = True


@dataclass(frozen=True)
class Bookmark:
    """A step with a name and a note."""

    step: int
    name: str = ""
    note: str = ""


@dataclass
class Marks:
    """All marks on one recording."""

    breakpoints: list[Breakpoint] = field(default_factory=list)
    bookmarks: dict[int, Bookmark] = field(default_factory=dict)
    collapsed: set[int] = field(default_factory=set)
    """Frames that are drawn without what lies below them."""
    hidden: set[int] = field(default_factory=set)
    """Frames that are not drawn at all, nor what lies below them."""
    step: int = 0
    """The step of the cursor when the marks were saved."""

    def toggle_bookmark(self, step: int, name: str = "", note: str = "") -> bool:
        """Set a bookmark or remove it; return whether there is one now."""
        if step in self.bookmarks:
            del self.bookmarks[step]
            return False
        self.bookmarks[step] = Bookmark(step, name, note)
        return True

    def toggle_breakpoint(self, breakpoint: Breakpoint) -> bool:
        """Set a breakpoint or remove an equal one; return whether there is one now."""
        if breakpoint in self.breakpoints:
            self.breakpoints.remove(breakpoint)
            return False
        self.breakpoints.append(breakpoint)
        return True

    @property
    def facts(self) -> dict[str, Any]:
        """The marks as JSON values, in an order that depends on nothing else."""
        return {
            "step": self.step,
            "breakpoints": [
                {"on": one.on.value, "target": one.target, "passes": one.passes, "enabled": one.enabled}
                for one in self.breakpoints
            ],
            "bookmarks": [
                {"step": one.step, "name": one.name, "note": one.note}
                for one in sorted(self.bookmarks.values(), key=lambda one: one.step)
            ],
            "collapsed": sorted(self.collapsed),
            "hidden": sorted(self.hidden),
        }

    @property
    def text(self) -> str:
        """The marks as a trace file holds them; empty where nothing is marked."""
        return "" if self == Marks() else json.dumps(self.facts, ensure_ascii=False, separators=(",", ":"))
