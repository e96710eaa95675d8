"""Work off the interface thread: whole columns that numpy sorts and sums, while the window stays fluid."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from plyscope.messages import InputError
from PySide6.QtCore import QObject, Qt, QThreadPool, Signal, Slot
from shiboken6 import isValid


class InterfaceThread(QObject):
    """Calls functions in the thread that it was made in, which is the one of the interface."""

    _called = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._called.connect(self._call, Qt.ConnectionType.QueuedConnection)

    def call(self, function: Callable[[], object]) -> None:
        """From any thread: calls a function soon. Where the application quits meanwhile, it is not called."""
        with suppress(RuntimeError):
            self._called.emit(function)

    @Slot(object)
    def _call(self, function: Callable[[], object]) -> None:
        function()


INTERFACE_THREAD: list[InterfaceThread] = []
"""Made when it is needed first; modules are imported before there is an application."""


def interface_thread() -> InterfaceThread:
    """To be asked for in the interface thread."""
    if not INTERFACE_THREAD:
        INTERFACE_THREAD.append(InterfaceThread())
    return INTERFACE_THREAD[0]


class Answer:
    """What a piece of work in another thread finds. Set `is_wanted` to False where it does not matter any more."""

    def __init__(self) -> None:
        self.is_wanted = True


PENDING: set[Answer] = set()
"""Answers that have not come yet."""


def in_background(
    function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None] | None = None
) -> Answer:
    """Calls a function in another thread, and `then` with what it returns in this one.

    `otherwise` is called with the InputError that it may end with.
    """
    answer = Answer()
    PENDING.add(answer)
    interface = interface_thread()

    def finish(call: Callable[[Any], None] | None, value: Any) -> None:
        PENDING.discard(answer)
        if answer.is_wanted and call is not None:
            call(value)

    def work() -> None:
        try:
            found = function()
        except InputError as error:
            refused = error  # Python forgets `error` at the end of this block
            interface.call(lambda: finish(otherwise, refused))
        else:
            interface.call(lambda: finish(then, found))

    # A function and not a QRunnable: PySide never deletes some of those.
    QThreadPool.globalInstance().start(work)
    return answer


def wait_for_all(milliseconds: int = 30_000) -> bool:
    """Waits until nothing runs any more; for closing, and for tests."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)


class LastQuestion:
    """Questions on behalf of a widget, of which only the last one counts, and none once the widget is gone."""

    def __init__(self, owner: QObject) -> None:
        self._owner = owner
        self._answers: list[Answer] = []

    def ask(
        self, function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None]
    ) -> None:
        self.forget()
        self._answers.append(in_background(function, self._while_alive(then), self._while_alive(otherwise)))

    def _while_alive(self, call: Callable[[Any], None]) -> Callable[[Any], None]:
        """The call, or nothing once Qt has deleted the widget.

        A function connected to `destroyed` would not do: Python may have cleared it before Qt emits the signal.
        """
        return lambda value: call(value) if isValid(self._owner) else None

    def forget(self) -> None:
        for answer in self._answers:
            answer.is_wanted = False

    @property
    def is_running(self) -> bool:
        """Whether a question is still being answered, even if its answer does not matter any more."""
        self._answers[:] = [answer for answer in self._answers if answer in PENDING]
        return bool(self._answers)
