"""What becomes of all that the root's value does not rest on. Known without loading what finds that out."""

from __future__ import annotations

from enum import Enum


class Rest(Enum):
    SHOWN = "shown"
    PALE = "pale"
    LEFT_AWAY = "left away"
