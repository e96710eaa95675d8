"""The ghosts of one session: what would have been under pruned moves, searched on request.

They live as long as the session and are not part of the recording. Searches run one after another outside the
interface thread; each reports its progress and can be stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from plyscope.analysis.ghosts import Ghost, drawn_by_frames, ghost
from plyscope.layout.rows import STUB, Rows
from plyscope.layout.shades import shades_of_trace
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import in_background, later
from plyscope_window.session.limits import DEFAULT_GHOST_SIZE, MAX_GHOSTS_AT_ONCE, Stub
from plyscope_window.words import count, tr

if TYPE_CHECKING:
    from plyscope.messages import InputError, Message
    from plyscope.model.trace import Trace

    from plyscope_window.jobs.background import Answer

PROGRESS_MS = 120
"""The time between two reports of progress."""


class Ghosts(QObject):
    """The ghosts found so far, and the search for more."""

    changed = Signal()
    """A ghost was found, a search has progressed, or the ghosts are shown or hidden."""
    rearranged = Signal()
    """The set of ghosts drawn in the tree has changed."""
    finished = Signal()
    """Every requested ghost has been searched."""
    refused = Signal(object)
    """A message: why a move cannot be searched."""

    def __init__(self, trace: Trace) -> None:
        # No parent: work in the background may outlive the session.
        super().__init__()
        self.trace = trace
        self.found: dict[Stub, Ghost] = {}
        self.rows: dict[Stub, Rows] = {}
        """The row index of each, for drawing."""
        self.are_shown = True
        self.waiting: list[tuple[Stub, int]] = []
        """Moves still to be searched, with the limit of each."""
        self.current: Stub | None = None
        """The move being searched."""
        self.frames = 0
        """How many frames of it have been searched."""
        self.requested = 0
        """How many searches were requested since the queue was last empty."""
        self._answer: Answer | None = None
        self._is_stopped = False
        self._progress_timer = later(self, self.changed.emit, PROGRESS_MS, repeats=True)

    @property
    def progress(self) -> str:
        """The sentence that says how far a search for several ghosts has come."""
        values = {"done": count(self.done), "requested": count(self.requested), "frames": count(self.frames)}
        return tr("Ghosts searched: {done} of {requested}. The current one has {frames} frames so far.", **values)

    @property
    def is_running(self) -> bool:
        """Whether a ghost is being searched."""
        return self.current is not None

    @property
    def done(self) -> int:
        """How many of the requested searches are finished."""
        return self.requested - len(self.waiting) - (self.current is not None)

    def of(self, stub: Stub) -> Ghost | None:
        """The ghost of a pruned move, if it has been searched and ghosts are shown."""
        return self.found.get(stub) if self.are_shown else None

    def stubs(self, top: int = 0, has_pruned: Callable[[int], bool] = lambda frame: True) -> list[Stub]:
        """The pruned moves of a frame and of all below it, up to one more than are searched together.

        `has_pruned` says of which frames it is known that they have pruned moves.
        """
        stubs: list[Stub] = []
        end = top + self.trace.sizes[top]
        for frame in (top + np.flatnonzero(self.trace.column("skipped")[top:end])).tolist():
            if has_pruned(frame):
                stubs += [(frame, move) for move in self.trace.pruned_moves(frame)]
            if len(stubs) > MAX_GHOSTS_AT_ONCE:
                break
        return stubs

    def drawn(self) -> dict[Stub, Rows]:
        """The row indexes of the ghosts that are drawn in the tree frame by frame: small ones, and not too many."""
        return {stub: self.rows[stub] for stub in drawn_by_frames(self.found)} if self.are_shown else {}

    def rooms(self) -> tuple[dict[int, tuple[int, ...]], int]:
        """The widths of the pruned moves of each frame with a ghost drawn in the tree, and the deepest ply of those."""
        drawn, plies = self.drawn(), 0
        rooms: dict[int, tuple[int, ...]] = {}
        for (frame, _), rows in drawn.items():
            plies = max(plies, self.trace.plies[frame] + 1 + len(rows))
            if frame not in rooms:
                moves = self.trace.pruned_moves(frame)
                rooms[frame] = tuple(drawn[frame, move].width if (frame, move) in drawn else STUB for move in moves)
        return rooms, plies

    # Searching

    def search(self, stubs: list[Stub], limit: int = DEFAULT_GHOST_SIZE) -> None:
        """Show the ghosts, and search pruned moves up to a limit of frames, but for those already searched so far."""
        if not self.are_shown:
            self.show(True)
        waiting = {stub for stub, _ in self.waiting} | {self.current}
        new = [stub for stub in stubs if stub not in waiting and not self._is_enough(stub, limit)]
        self.waiting += [(stub, limit) for stub in new]
        self.requested += len(new)
        self._search_next()
        self.changed.emit()

    def _is_enough(self, stub: Stub, limit: int) -> bool:
        """Whether a pruned move has been searched to its end or up to this limit."""
        known = self.found.get(stub)
        return known is not None and (known.trace.complete or known.saved >= limit)

    def _search_next(self) -> None:
        """Search the pruned move that has waited the longest, unless one is being searched."""
        if self.current is not None:
            return
        if not self.waiting:
            self._progress_timer.stop()
            self.requested = 0
            return
        stub, limit = self.waiting.pop(0)
        self.current, self.frames, self._is_stopped = stub, 0, False
        self._progress_timer.start()
        trace = self.trace
        # One scale for the recording and for all its ghosts: what lies beyond it has the full colour.
        shades = shades_of_trace(trace)

        def search() -> tuple[Ghost, Rows]:
            searched = ghost(trace, *stub, limit, self._count)
            return searched, Rows(searched.trace, shades=shades)

        self._answer = in_background(search, self._keep, self._refuse)

    def _count(self, frames: int) -> bool:
        """Count the frames searched so far; False stops the search. The search calls this in its own thread."""
        self.frames = frames
        return not self._is_stopped

    def _keep(self, searched: tuple[Ghost, Rows]) -> None:
        """Keep a ghost that has been searched, and search the next one."""
        ghost, rows = searched
        stub = (ghost.frame, ghost.move)
        self.found[stub], self.rows[stub] = ghost, rows
        self.current = None
        self._search_next()
        self.changed.emit()
        if not self.is_running:
            self.rearranged.emit()
            self.finished.emit()

    def _refuse(self, error: InputError) -> None:
        """Tell why a pruned move cannot be searched, and drop those that wait."""
        message: Message = error.message
        self.current, self.waiting = None, []
        self._search_next()
        self.changed.emit()
        self.refused.emit(message)

    def stop(self) -> None:
        """Stop searching; what has been found of the current ghost is kept."""
        self.waiting = []
        self._is_stopped = True
        self.changed.emit()

    def abandon(self) -> None:
        """Abandon all searches: the session is being closed."""
        self.stop()
        if self._answer is not None:
            self._answer.cancel()

    # Showing

    def show(self, are_shown: bool) -> None:
        """Show the ghosts, or hide them."""
        self.are_shown = are_shown
        self.changed.emit()
        self.rearranged.emit()
