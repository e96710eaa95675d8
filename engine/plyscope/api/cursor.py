"""The cursor as `import plyscope` promises it: it says in a sentence what happens at its step."""

from __future__ import annotations

from plyscope.messages import Message
from plyscope.model import cursor
from plyscope.text.narration import sentence


class Cursor(cursor.Cursor):
    """A step of a trace, the ways to go to another one, and what happens there."""

    @property
    def sentence(self) -> Message:
        """The step in plain words. It depends on the step alone."""
        return sentence(self.trace, self.now)
