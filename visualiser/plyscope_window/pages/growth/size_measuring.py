"""The runs of one measurement: they are waited for in another thread, and what they found is told here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from plyscope.messages import InputError
from plyscope.tracer.calls_by_size import rows_by_size
from plyscope.tracer.running import Limits
from PySide6.QtCore import QCoreApplication, QObject, Signal, Slot

from plyscope_window.jobs.background import in_background, tell


@dataclass(frozen=True)
class Wanted:
    """What is to be measured."""

    file: str
    call: str
    """With {n} where the number goes."""
    first: int
    last: int
    cached: bool
    """Whether everything is measured a second time, with a cache."""
    limits: Limits

    @property
    def ways(self) -> tuple[bool, ...]:
        """Without a cache, and with one."""
        return (False, True) if self.cached else (False,)


class Measuring(QObject):
    """Measures once. Ends with `ended` or `failed`."""

    measured = Signal(bool, object)
    """Whether with a cache, and a `Row`."""
    trying = Signal(int, int)
    """n, and its calls so far."""
    ended = Signal()
    failed = Signal(object)

    def __init__(self, wanted: Wanted) -> None:
        super().__init__()
        self.wanted = wanted
        self.is_wanted = True
        application = QCoreApplication.instance()
        assert application is not None
        application.aboutToQuit.connect(self.stop)

    def start(self) -> None:
        in_background(self._measure, self._end, self._fail)

    @Slot()
    def stop(self) -> None:
        """No further; what was found is there already. The process that runs is ended."""
        self.is_wanted = False

    def _measure(self) -> None:
        """In the other thread."""
        wanted, at = self.wanted, self.wanted.first

        def goes_on(calls: int) -> bool:
            tell(self.trying, at, calls)
            return self.is_wanted

        for cached in wanted.ways:
            sizes = range(wanted.first, wanted.last + 1)
            for row in rows_by_size(wanted.file, wanted.call, sizes, wanted.limits, goes_on, cached=cached):
                if not self.is_wanted:
                    return
                at = row.n + 1
                tell(self.measured, cached, row)

    def _end(self, found: Any) -> None:
        self.ended.emit()

    def _fail(self, error: InputError) -> None:
        self.failed.emit(error.message)
