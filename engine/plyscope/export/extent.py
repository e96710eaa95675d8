"""How much of a recording is written, as of which moment, what is said of each frame, and how it looks.

What the command line calls the fields of an Extent. In messages these are values: whoever has other names for them
puts those in their places.
"""

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
FEWER = {"plies": Message(OPTIONS["depth"]), "subtree": Message(OPTIONS["root"])}
"""What makes an export smaller, for messages that say so."""
SCALE = Message(OPTIONS["scale"])
LIGHT, DARK = THEMES = ("light", "dark")


@dataclass(frozen=True)
class Extent:
    """What is asked for. A form that has no use for one of these names it as unread, and it is then refused."""

    root: int = 0
    """The frame whose subtree is written."""
    depth: int | None = None
    """Plies below that frame; None for all."""
    path_to: int | None = None
    """Only the frames that are open while this one runs, with the moves beside them: what a person has in mind
    who asks how the search came here."""
    without: frozenset[int] = frozenset()
    """Frames that are left out, with all that is below them: those hidden on the canvas."""
    closed: frozenset[int] = frozenset()
    """Frames without what is below them: those collapsed on the canvas."""
    step: int | None = None
    """As of which step; None for the end."""
    all_steps: bool = False
    """All steps one after another, in one file or as many."""
    hides_future: bool = False
    """Whether what has not been searched yet at that step is left out, and not only pale."""
    stubs: bool = True
    """Whether pruned moves are written."""
    boards: bool = False
    windows: bool = False
    notes: Mapping[int, str] = field(default_factory=dict)
    """Words to be drawn beside frames."""
    ghosts: Mapping[tuple[int, int], Ghost] = field(default_factory=dict)
    """What was found under moves that a frame has left out: by the frame and the move."""
    theme: str = LIGHT
    fragment: bool = False
    """Only what goes into a document that is there already, not a document of its own."""
    scale: float = 1
    """Dots of a picture for every unit of the drawing."""


WHOLE = Extent()
