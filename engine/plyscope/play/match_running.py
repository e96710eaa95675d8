"""A match, played by several processes.

    with Run(match, jobs=2) as run:
        while not run.is_done:
            line = run.poll(0.1)            one finished game, or None

Each process is given the next game when it has finished one. What is not finished when the run is closed is not
played; the next run of the same match, given what there is, plays it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from plyscope.messages import InputError
from plyscope.play.match import Match
from plyscope.play.partner import Inbox, Partner

WORKER = "plyscope.play.match_process"
DEATHS = 3
"""Processes that may die over one game, for whatever reason, before the match is given up."""


def usual_jobs() -> int:
    """As many processes as there are processors for us."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


class Workers:
    """Processes that are given tasks, one after the other, and give an answer to each."""

    def __init__(self, settings: Mapping[str, Any], tasks: Iterable[Mapping[str, Any]], jobs: int) -> None:
        self.settings = settings
        self.waiting = list(tasks)[::-1]
        self.jobs = jobs
        self.deaths = 0
        self._inbox: Inbox = SimpleQueue()
        self._busy: dict[Partner, Mapping[str, Any]] = {}

    @property
    def is_done(self) -> bool:
        return not self.waiting and not self._busy

    def poll(self, timeout: float = 0.0) -> dict[str, Any] | None:
        """One answer, if there is one within so many seconds."""
        while self.waiting and len(self._busy) < self.jobs:
            partner = Partner(WORKER, self._inbox)
            partner.say(self.settings)
            self._give(partner)
        try:
            partner, said = self._inbox.get(timeout=timeout) if timeout > 0 else self._inbox.get_nowait()
        except Empty:
            return None
        if not said:
            self._bury(partner)
            return None
        self._busy.pop(partner)
        if self.waiting:
            self._give(partner)
        else:
            partner.end()
        return said

    def _give(self, partner: Partner) -> None:
        task = self.waiting.pop()
        self._busy[partner] = task
        partner.say(task)

    def _bury(self, partner: Partner) -> None:
        """Its task is given to another one."""
        task = self._busy.pop(partner, None)
        partner.end()
        if task is None:
            return  # it had nothing to do any more
        self.deaths += 1
        self.waiting.append(task)
        if self.deaths >= DEATHS:
            raise InputError(
                "the processes that play the games die, the last one with status {status}", status=partner.status
            )

    def close(self) -> None:
        for partner in self._busy:
            partner.end()
        self._busy.clear()
        self.waiting.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()


class Run(Workers):
    """The games of a match that are still to be played."""

    def __init__(self, match: Match, played: Iterable[Mapping[str, Any]] = (), jobs: int | None = None) -> None:
        tasks = [match.task(number) for number in match.left(played)]
        super().__init__(match.settings, tasks, jobs or usual_jobs())
