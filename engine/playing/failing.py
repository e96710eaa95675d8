"""What a player can do wrong, each with a reason that a person can read."""

from __future__ import annotations

from engine.messages import Message

CRASH, ILLEGAL, MEMORY, TIME = "crash", "illegal", "memory", "time"
"""Kinds of failure: its code failed or its process ended; no legal move; too much memory; too long."""


class PlayerFailed(Exception):
    """A player has given no move."""

    def __init__(self, kind: str, reason: Message) -> None:
        super().__init__(str(reason))
        self.kind = kind
        self.reason = reason
