"""What the root's value rests on, found once for each session, in the background.

A large recording takes a moment. A view that shows the proof requests it, and `changed` says when it has been found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import NONE, Ints
from plyscope.model.columns import INNER
from plyscope.model.declaration import MAX
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import in_background
from plyscope_window.session.limits import OutsideProof

if TYPE_CHECKING:
    from plyscope.analysis.proof import Proof
    from plyscope.messages import InputError, Message
    from plyscope.model.trace import Trace

VARIATION, CUT, ALL = "P", "C", "A"
"""The letters for the three kinds of nodes of a proof, as used after Knuth and Moore."""


class Proving(QObject):
    """The proof of one recording: not requested, being found, found, or impossible."""

    done = Signal()
    """It has been found, or it is known that there is none."""

    def __init__(self, trace: Trace) -> None:
        # No parent: work in the background may outlive the session.
        super().__init__()
        self.trace = trace
        self.found: Proof | None = None
        self.refusal: Message | None = None
        """Why there is none."""
        self.sentences: list[Message] = []
        """How much of the search was needed, and how good the move order was."""
        self.unneeded = NONE
        """The uppermost frames that do not belong to it."""
        self.outside = OutsideProof.SHOWN
        self._is_requested = False

    @property
    def is_shown(self) -> bool:
        """Whether the proof is shown, with everything else dimmed or hidden."""
        return self.outside is not OutsideProof.SHOWN

    @property
    def strong(self) -> NDArray[np.bool_] | None:
        """A mask of the frames that are not dimmed; None where none is dimmed."""
        return self.found.needs > 0 if self.found is not None and self.outside is OutsideProof.DIMMED else None

    @property
    def hidden(self) -> Ints:
        """The tops of the subtrees that are hidden."""
        return self.unneeded if self.outside is OutsideProof.HIDDEN else NONE

    @property
    def is_running(self) -> bool:
        return self._is_requested and self.found is None and self.refusal is None

    def request(self) -> None:
        """Find the proof, unless that was requested before."""
        if not self._is_requested:
            self._is_requested = True
            trace = self.trace
            in_background(lambda: found_in(trace), self._keep, self._refuse)

    def _keep(self, found: tuple[Proof, list[Message], Ints]) -> None:
        self.found, self.sentences, self.unneeded = found
        self.done.emit()

    def _refuse(self, error: InputError) -> None:
        self.refusal = error.message
        self.done.emit()

    def letter(self, frame: int) -> str:
        """The letter of a frame of the proof; empty for leaves off the variation and for frames outside the proof."""
        if self.found is None:
            return ""
        from plyscope.analysis.proof import AT_LEAST, AT_MOST, BOTH

        need = int(self.found.needs[frame])
        if need == BOTH:
            return VARIATION
        if not need or self.trace.statuses[frame] != INNER:
            return ""
        return CUT if need == (AT_LEAST if self.trace.kinds[frame] == MAX else AT_MOST) else ALL


def found_in(trace: Trace) -> tuple[Proof, list[Message], Ints]:
    """The proof, its sentences, and the uppermost frames that do not belong to it."""
    from plyscope.analysis.proof import proof
    from plyscope.text.explanation import facts_of_proof, proof_sentences

    found = proof(trace)
    parents_need = found.needs[np.maximum(trace.column("parent"), 0)]
    unneeded = np.flatnonzero((found.needs == 0) & (parents_need > 0))
    return found, proof_sentences(trace, facts_of_proof(trace, found)), unneeded.astype(np.int32)
