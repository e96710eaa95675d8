"""Work off the interface thread: whole columns that numpy sorts and sums, while the window stays fluid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal, Slot

from engine.messages import InputError


class Answer(QObject):
    """Brings what a piece of work found back into the interface thread."""

    done = Signal(object)
    refused = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.is_wanted = True


class Work(QRunnable):
    def __init__(self, function: Callable[[], Any], answer: Answer) -> None:
        super().__init__()
        self.function, self.answer = function, answer

    @Slot()
    def run(self) -> None:
        try:
            found = self.function()
        except InputError as error:
            self.answer.refused.emit(error)
        else:
            self.answer.done.emit(found)


PENDING: set[Answer] = set()
"""Answers that are awaited; Qt does not keep them alive by itself."""


def in_background(
    function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None] | None = None
) -> Answer:
    """Calls a function in another thread, and `then` with what it returns in this one.

    `otherwise` gets the InputError it may end with. Whoever loses interest sets `is_wanted` of the answer to False.
    """
    answer = Answer()
    PENDING.add(answer)

    def finish(call: Callable[[Any], None] | None, found: Any) -> None:
        PENDING.discard(answer)
        if answer.is_wanted and call is not None:
            call(found)

    answer.done.connect(lambda found: finish(then, found))
    answer.refused.connect(lambda error: finish(otherwise, error))
    QThreadPool.globalInstance().start(Work(function, answer))
    return answer


def wait_for_all(milliseconds: int = 30_000) -> bool:
    """Waits until nothing runs any more; for closing, and for tests."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)
