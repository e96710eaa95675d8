"""Questions that are answered off the interface thread, of which only the last one counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from plyscope.messages import InputError
from PySide6.QtCore import QObject

from plyscope_window.jobs.background import PENDING, Answer, in_background


class LastQuestion:
    """Asks on behalf of a widget. A stale answer is not told, nor is any once the widget is gone."""

    def __init__(self, owner: QObject) -> None:
        self._asked: list[Answer] = []
        asked = self._asked
        owner.destroyed.connect(lambda: forget(asked))

    def ask(
        self, function: Callable[[], Any], then: Callable[[Any], None], otherwise: Callable[[InputError], None]
    ) -> None:
        self.forget()
        self._asked.append(in_background(function, then, otherwise))

    def forget(self) -> None:
        forget(self._asked)

    @property
    def is_at_work(self) -> bool:
        """Whether a question is still being answered, be the answer wanted or not."""
        self._asked[:] = [answer for answer in self._asked if answer in PENDING]
        return bool(self._asked)


def forget(asked: list[Answer]) -> None:
    for answer in asked:
        answer.is_wanted = False
