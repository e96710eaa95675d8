"""How many ghosts there may be and how large, and what can be done with frames outside the proof.

Menus need these without loading what searches ghosts or finds proofs.
"""

from __future__ import annotations

from enum import Enum


class Rest(Enum):
    SHOWN = "shown"
    PALE = "pale"
    LEFT_AWAY = "left away"


Stub = tuple[int, int]
"""A frame, and a move that it has left out."""

FRAMES_AT_FIRST, FRAMES_AT_MOST = 50_000, 2_000_000
"""Where a search stops: the first time, and when somebody wants it to go on."""
MAX_AT_ONCE = 400
"""Moves left out, up to which all of them are searched at once."""
