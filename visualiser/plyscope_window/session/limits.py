"""How many ghosts there may be and how large, and what can be done with frames outside the proof.

Menus need these without loading what searches ghosts or finds proofs.
"""

from __future__ import annotations

from enum import Enum


class OutsideProof(Enum):
    """How frames outside the proof are drawn."""

    SHOWN = "shown"
    DIMMED = "dimmed"
    HIDDEN = "hidden"


Stub = tuple[int, int]
"""A frame, and one of its pruned moves."""

DEFAULT_FRAMES, MAX_FRAMES = 50_000, 2_000_000
"""The limits of a search: at first, and when it is continued."""
MAX_AT_ONCE = 400
"""The most pruned moves that are searched together."""
