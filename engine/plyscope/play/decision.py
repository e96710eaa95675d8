"""A decision: the move that a player has chosen, and how it was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from plyscope.messages import Message

if TYPE_CHECKING:
    from plyscope.model.trace import Trace

RootMove = tuple[str, float | None, str | None, int]


@dataclass(frozen=True)
class Decision:
    """The move that a player has chosen, and what its search found."""

    move: str
    values: tuple[RootMove, ...] = ()
    """Move, value for MAX, bound and frames of each move that was tried, as in `Trace.root_moves`."""
    calls: int | None = None
    """The frames of the search, its root among them; None where they cannot be counted."""
    depth: int | None = None
    """The depth of the search; None to the end of the game, or where it is unknown."""
    complete: bool = True
    """Whether the search was finished."""
    seconds: float = 0.0
    remark: Message | None = None
    """Why this move was played, where it is not the player's own choice."""
    trace_path: str = ""
    """The file with the recording of a player in another process."""
    recorded: Trace | None = None

    @property
    def count(self) -> int | None:
        """The number of calls below the root, as the notebook counts."""
        return None if self.calls is None else self.calls - 1

    @property
    def trace(self) -> Trace | None:
        """The recording of the search, its file opened anew each time; None without one."""
        if self.recorded is None and self.trace_path:
            from plyscope.files.opening import open_trace

            return open_trace(self.trace_path)
        return self.recorded
