"""How much of a recording is written, as of which step, what is shown of each frame, and the looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from plyscope.messages import Message

if TYPE_CHECKING:
    from plyscope.analysis.ghosts import Ghost

OPTIONS = {
    "root": "--subtree",
    "depth": "--plies",
    "path_to": "--path",
    "step": "--step",
    "all_steps": "--all-steps",
    "hides_future": "--hide-future",
    "stubs": "--no-stubs",
    "boards": "--boards",
    "windows": "--windows",
    "notes": "--notes",
    "ghosts": "--ghosts",
    "theme": "--theme",
    "fragment": "--fragment",
    "scale": "--scale",
}
"""The options of the command line for the fields of an Extent. In messages they are values, which the dialog of the
window replaces by the names of its own fields."""
SMALLER_EXPORT_OPTIONS = {"plies": Message(OPTIONS["depth"]), "subtree": Message(OPTIONS["root"])}
"""The options that make an export smaller, for messages that suggest them."""
SCALE = Message(OPTIONS["scale"])
LIGHT, DARK = THEMES = ("light", "dark")


@dataclass(frozen=True)
class Extent:
    """What an export writes: which frames, at which step, with which texts and looks."""

    root: int = 0
    """The frame whose subtree is exported."""
    depth: int | None = None
    """Plies below that frame; None for all."""
    path_to: int | None = None
    """Only the frames on the way to this one, and their siblings: how the search came here."""
    without: frozenset[int] = frozenset()
    """Frames that are not exported, nor their subtrees: those hidden on the canvas."""
    closed: frozenset[int] = frozenset()
    """Frames exported without their subtrees: those collapsed on the canvas."""
    step: int | None = None
    """The step whose state is shown; None for the last."""
    all_steps: bool = False
    """All steps one after another, in one file or in a file each."""
    hides_future: bool = False
    """Whether frames not searched yet at that step are hidden, not only pale."""
    stubs: bool = True
    """Whether pruned moves are written."""
    boards: bool = False
    windows: bool = False
    notes: Mapping[int, str] = field(default_factory=dict)
    """Texts beside frames."""
    ghosts: Mapping[tuple[int, int], Ghost] = field(default_factory=dict)
    """Searches of pruned moves, by the frame and the move."""
    theme: str = LIGHT
    fragment: bool = False
    """Fragment only (no document around it)."""
    scale: float = 1
    """Pixels per unit of the drawing."""


WHOLE = Extent()
