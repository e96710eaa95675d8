"""How large a search will be, found out off the interface thread while one goes on editing.

A question is asked a moment after the last edit. One is answered at a time, since an estimate cannot be stopped; the
answer to an outdated question is discarded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyscope.model.declaration import Windows
from plyscope.model.position import Position
from plyscope.recording.estimate import Fitted, fit
from PySide6.QtCore import QObject, QTimer, Signal

from plyscope_window.jobs.background import LastQuestion
from plyscope_window.words import count, localized, tr

DELAY_MS = 300
"""Milliseconds without an edit until the size is estimated."""

SUPERSCRIPT = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Question = tuple[Position, Mapping[str, Any]]


class SizeEstimate(QObject):
    estimated = Signal(str)
    """The size as a text; empty until it is known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._question: Question | None = None
        self._asked = LastQuestion(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._begin)

    def ask(self, position: Position, options: Mapping[str, Any]) -> None:
        self.forget()
        self._question = (position, dict(options))
        self._timer.start()

    def forget(self) -> None:
        """Discard the answer to the last request."""
        self._timer.stop()
        self._question = None
        self._asked.forget()
        self.estimated.emit("")

    def _begin(self) -> None:
        if self._question is None:
            return
        if self._asked.is_running:
            # The last request is still running; this one waits.
            self._timer.start()
            return
        position, options = self._question
        self._asked.ask(
            lambda: fit(position, options),
            lambda fitted: self.estimated.emit(size_in_words(fitted)),
            lambda error: self.estimated.emit(localized(error.message)),
        )


def size_in_words(fitted: Fitted) -> str:
    frames = rounded(fitted.frames)
    if fitted.whole is not None:
        return tr(
            "A search to the end of the game takes about {whole} calls; searched to depth {depth}, about {frames}.",
            whole=rounded(fitted.whole),
            depth=fitted.plan.options["depth"],
            frames=frames,
        )
    if fitted.plan.search.windows is not Windows.NONE:
        # Only the tree was counted, and what the cuts leave of it is found when it is searched.
        return tr("At most about {frames} calls.", frames=frames)
    return tr("About {frames} calls.", frames=frames)


def rounded(frames: float) -> str:
    """The estimated number of calls as a text."""
    if frames < 1e6:
        return count(round(frames))
    if frames < 1e9:
        return tr("{millions} million", millions=f"{frames / 1e6:,.1f}")
    digits, power = f"{frames:.0e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(SUPERSCRIPT)}"
