"""The icons: one line drawing each, on a grid of 24, and how they come into Qt in the colours of the theme.

painting  paints an icon in any size, density, state and theme
"""

from __future__ import annotations

from PySide6.QtGui import QIcon

from plyscope_window.look.icons.painting import Engine

NAMES = (
    # Steps through time, and the same backwards.
    "first", "back", "play-back", "pause", "play", "forward", "last",
    "step-into", "step-over", "step-out", "back-into", "back-over", "back-out", "run", "run-back",
    "next-cut", "next-best", "next-change", "to-return", "same-position", "go-to-step", "undo", "redo",
    # Marks and finding.
    "breakpoint", "breakpoint-off", "bookmark", "bookmark-add", "find", "find-next", "find-previous",
    # The view of the tree.
    "fit", "centre", "follow", "zoom-in", "zoom-out", "labels", "hide", "unhide", "collapse", "expand",
    "hide-future", "focus-view", "tree-view", "icicle-view",
    # Files and recordings.
    "open", "save", "save-as", "record", "record-again", "new", "close", "recent",
    "paste", "copy", "export", "compare",
    # The window and its panels.
    "settings", "theme", "presentation", "help", "keyboard",
    "board", "code", "stack", "timeline", "list", "outline",
    # Signs, shapes of nodes, and editing.
    "warning", "error", "info", "max", "min", "leaf", "add", "remove", "edit", "random",
)  # fmt: skip
"""The names of all icons."""


def icon(name: str) -> QIcon:
    """An icon in the ink of the theme that is in use when it is painted."""
    if name not in NAMES:
        raise KeyError(f"there is no icon {name!r}")
    return QIcon(Engine(name))
