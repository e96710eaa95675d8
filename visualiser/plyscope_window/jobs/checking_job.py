"""Checking a trace file while it is shown, in a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from plyscope.messages import InputError, Message

from plyscope_window.jobs.checking_work import check_file_and_laws
from plyscope_window.jobs.job import Job


class CheckingJob(Job):
    """The check of one file: `report` is told what is wrong with it, `otherwise` that no process could find out."""

    def __init__(self, report: Callable[[InputError], None], otherwise: Callable[[], object]) -> None:
        super().__init__(check_file_and_laws)
        self._report, self._otherwise = report, otherwise
        self._has_begun = False

    def check(self, path: Path) -> None:
        """Begin to check a file."""
        self.start(str(path))
        self._has_begun = self.is_running

    def fail(self, message: Message) -> None:
        """Report what is wrong with the file, or that the check could not begin."""
        if self._has_begun:
            self._report(InputError("{complaint}", complaint=message))
        else:
            self._otherwise()

    def die(self, message: Message) -> None:
        """Tell that the process could not find out."""
        self._otherwise()
