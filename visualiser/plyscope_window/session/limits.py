"""How much is shown: of the future, of what lies outside the proof, and how many ghosts there may be and how large.

Menus need these without loading what searches ghosts or finds proofs.
"""

from __future__ import annotations

from enum import Enum


class Future(Enum):
    """How what happens after the cursor's step is drawn."""

    OUTLINES = "outlines"
    HIDDEN = "hidden"
    WHOLE = "whole"
    """The whole run is shown as it ended, wherever the cursor is."""


class ShownPart(Enum):
    """Which part of two compared trees is shown."""

    ALL = "all"
    DIFFERENCES = "differences"
    PRUNED = "pruned"
    """What a cutoff in one of the two pruned, with everything above it."""


class OutsideProof(Enum):
    """How frames outside the proof are drawn."""

    SHOWN = "shown"
    DIMMED = "dimmed"
    HIDDEN = "hidden"


Stub = tuple[int, int]
"""A frame, and one of its pruned moves."""

DEFAULT_GHOST_SIZE, MAX_GHOST_SIZE = 50_000, 2_000_000
"""The limits of a search: at first, and when it is continued."""
MAX_GHOSTS_AT_ONCE = 400
"""The most pruned moves that are searched together."""
