"""How many ghosts there may be, and how large. Known without loading what searches them: menus need no more.

What becomes of all that the root's value does not rest on. Known without loading what finds that out.
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
MOST_AT_ONCE = 400
"""Moves left out, up to which all of them are searched at once."""
