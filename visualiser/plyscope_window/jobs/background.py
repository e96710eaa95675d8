"""Work off the interface thread: whole columns that numpy sorts and sums, while the window stays responsive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, partial
from typing import Any

from plyscope.messages import InputError
from PySide6.QtCore import QObject, Qt, QThreadPool, QTimer, Signal, Slot
from shiboken6 import isValid


class InterfaceThread(QObject):
    """An object that calls functions in the thread it was made in, which is the interface thread."""

    _called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._called.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def call(self, function: Callable[[], object]) -> None:
        """Have a function called in the interface thread soon, from any thread; not if the application quits before."""
        with suppress(RuntimeError):
            self._called.emit(function)

    @Slot(object)
    def _call(self, function: Callable[[], object]) -> None:
        """Call a function that another thread has sent here."""
        function()


@cache
def interface_thread() -> InterfaceThread:
    """The only such object, made by the first request, which comes from the interface thread."""
    return InterfaceThread()


def later(owner: QObject, run: Callable[[], object], ms: int = 0, *, repeats: bool = False) -> QTimer:
    """A timer that runs a function so many milliseconds after it is started, or again and again.

    With 0 it runs once all events that have come by now are done.
    """
    timer = QTimer(owner, interval=ms, singleShot=not repeats)
    timer.timeout.connect(run)
    return timer


class Answer:
    """What work in another thread will return; once it is cancelled, nobody is told."""

    def __init__(self) -> None:
        self.is_cancelled = False

    def cancel(self) -> None:
        """Have nobody told when the work is done."""
        self.is_cancelled = True


PENDING_ANSWERS: set[Answer] = set()
"""Answers that have not come yet."""


def in_background(
    function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None] | None = None
) -> Answer:
    """Call a function in another thread, and `then` in this one with the value that it returns.

    If the function raises InputError, `otherwise` is called with the error instead.
    """
    answer = Answer()
    PENDING_ANSWERS.add(answer)
    interface = interface_thread()

    def finish(call: Callable[[Any], None] | None, value: Any) -> None:
        PENDING_ANSWERS.discard(answer)
        if call is not None and not answer.is_cancelled:
            call(value)

    def work() -> None:
        try:
            result = function()
        except InputError as error:
            refused = error  # Python forgets `error` at the end of this block
            interface.call(lambda: finish(otherwise, refused))
        else:
            interface.call(lambda: finish(then, result))

    # A function and not a QRunnable: PySide never deletes some of those.
    QThreadPool.globalInstance().start(work)
    return answer


def each_in_background(function: Callable[[], Iterator[Any]], then: Callable[[Any], None]) -> Answer:
    """Call a function in another thread, and `then` in this one with each value that its iterator gives.

    The work ends with the value that is being made when the answer is cancelled, or with InputError.
    """
    answer = Answer()
    PENDING_ANSWERS.add(answer)
    interface = interface_thread()

    def deliver(value: Any) -> None:
        if not answer.is_cancelled:
            then(value)

    def work() -> None:
        with suppress(InputError):
            for value in function():
                if answer.is_cancelled:
                    break
                interface.call(partial(deliver, value))
        interface.call(lambda: PENDING_ANSWERS.discard(answer))

    QThreadPool.globalInstance().start(work)
    return answer


def wait_for_all(milliseconds: int = 30_000) -> bool:
    """Wait until no work is running; False after the time limit."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)


class LastQuestion:
    """Work on behalf of a widget: each question cancels the one before, and a deleted widget gets no answer."""

    def __init__(self, owner: QObject) -> None:
        self._owner = owner
        self._answers: list[Answer] = []

    def ask(
        self, function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None]
    ) -> None:
        """Call a function in another thread, and `then` with what it returns or `otherwise` with its InputError."""
        self.forget()
        self._answers.append(in_background(function, self._while_alive(then), self._while_alive(otherwise)))

    def _while_alive(self, call: Callable[[Any], None]) -> Callable[[Any], None]:
        """A function that does the same, and nothing once Qt has deleted the widget.

        A function connected to `destroyed` would not do: Python may have cleared it before Qt emits the signal.
        """
        return lambda value: call(value) if isValid(self._owner) else None

    def forget(self) -> None:
        """Cancel the question that is being answered."""
        for answer in self._answers:
            answer.cancel()

    @property
    def is_running(self) -> bool:
        """Whether work is still running, even if it was cancelled."""
        self._answers[:] = [answer for answer in self._answers if answer in PENDING_ANSWERS]
        return bool(self._answers)
