"""The cursor as `import plyscope` promises it: it says in a sentence what happens at its step."""

from __future__ import annotations

from plyscope.api.trace import Trace
from plyscope.messages import Message
from plyscope.model import cursor
from plyscope.text.narration import sentence
from plyscope.text.reasons import reason


class Cursor(cursor.Cursor):
    """A step of a trace, the ways to go to another one, and what happens there."""

    def __init__(self, trace: Trace) -> None:
        super().__init__(trace._recorded)

    @property
    def sentence(self) -> Message:
        """The step in plain words. It depends on the step alone."""
        return sentence(self.trace, self.now)

    @property
    def reason(self) -> Message | None:
        """Why what is pruned cannot matter, at the step of a cutoff; None elsewhere."""
        return reason(self.trace, self.now)
