"""Work off the interface thread: whole columns that numpy sorts and sums, while the window stays fluid."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from plyscope.messages import InputError
from PySide6.QtCore import QObject, QThreadPool, Signal, SignalInstance, Slot


class Answer(QObject):
    """Brings what a piece of work found back into the interface thread."""

    done = Signal(object)
    refused = Signal(object)

    def __init__(self, then: Callable[[Any], None], otherwise: Callable[[InputError], None] | None) -> None:
        super().__init__()
        self.is_wanted = True
        self._then, self._otherwise = then, otherwise
        # Methods and not functions: Qt would keep a function for ever, and all that it knows of with it.
        self.done.connect(self._finish)
        self.refused.connect(self._refuse)

    @Slot(object)
    def _finish(self, found: Any) -> None:
        self._tell(self._then, found)

    @Slot(object)
    def _refuse(self, error: InputError) -> None:
        self._tell(self._otherwise, error)

    def _tell(self, call: Callable[[Any], None] | None, what: Any) -> None:
        PENDING.discard(self)
        if self.is_wanted and call is not None:
            call(what)


PENDING: set[Answer] = set()
"""Answers that are awaited; Qt does not keep them alive by itself."""


def in_background(
    function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None] | None = None
) -> Answer:
    """Calls a function in another thread, and `then` with what it returns in this one.

    `otherwise` gets the InputError it may end with. Whoever loses interest sets `is_wanted` of the answer to False.
    """
    answer = Answer(then, otherwise)
    PENDING.add(answer)

    def work() -> None:
        try:
            found = function()
        except InputError as error:
            tell(answer.refused, error)
        else:
            tell(answer.done, found)

    # A function and not a QRunnable: PySide never lets go of some of those.
    QThreadPool.globalInstance().start(work)
    return answer


def tell(signal: SignalInstance, *what: object) -> None:
    """Says what came of it; whoever quits meanwhile does not hear it."""
    with suppress(RuntimeError):
        signal.emit(*what)


def wait_for_all(milliseconds: int = 30_000) -> bool:
    """Waits until nothing runs any more; for closing, and for tests."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)
