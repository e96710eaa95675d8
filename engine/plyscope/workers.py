"""Several processes that share out tasks: each receives the next one when it has finished one.

    with Workers(do_tasks, settings, tasks, jobs=2) as workers:
        while not workers.is_done:
            result = workers.poll(0.1)            one result, or None

A task is given to another process where one has died. What is unfinished when the workers are closed is lost: tasks are
small, and the caller keeps every result as it comes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from plyscope.messages import InputError, Message
from plyscope.operating_system import usable_processors, use_processors
from plyscope.processes import RESULT, Child, Parent, Work

MAX_FAILURES = 3
"""Process failures, for any reason, after which the work is given up."""


def work_on_processors(work: Work, settings: Mapping[str, Any], processors: int, parent: Parent) -> None:
    """Do work in one of several processes, which together use no more processors than there are."""
    use_processors(processors)
    work(settings, parent)


class Workers:
    """Processes that do tasks, one after the other, and return a result for each."""

    def __init__(
        self, work: Work, settings: Mapping[str, Any], tasks: Iterable[Mapping[str, Any]], jobs: int | None = None
    ) -> None:
        """`work` is a function of the settings and the parent process, which does the tasks that it is sent."""
        self.work, self.settings = work, settings
        self.waiting = list(tasks)[::-1]
        self.jobs = jobs or usable_processors()
        self.failures = 0
        self._inbox: SimpleQueue[tuple[Child, str, Any]] = SimpleQueue()
        self._busy: dict[Child, Mapping[str, Any]] = {}

    @property
    def is_done(self) -> bool:
        """Whether all tasks have their results."""
        return not self.waiting and not self._busy

    def poll(self, timeout: float = 0.0) -> dict[str, Any] | None:
        """Give waiting tasks to free processes; return one result, if one arrives within the timeout."""
        while self.waiting and len(self._busy) < self.jobs:
            self._give(self._started())
        try:
            child, kind, answer = self._inbox.get(timeout=timeout) if timeout > 0 else self._inbox.get_nowait()
        except Empty:
            return None
        if kind != RESULT:
            self._replace(child, answer)
            return None
        self._busy.pop(child)
        if self.waiting:
            self._give(child)
        else:
            child.end()
        found: dict[str, Any] = answer
        return found

    def _started(self) -> Child:
        """Return a new process that waits for tasks."""
        child = Child()
        processors = usable_processors() // self.jobs
        child.begin(
            lambda kind, value: self._inbox.put((child, kind, value)),
            work_on_processors,
            self.work,
            self.settings,
            processors,
        )
        return child

    def _give(self, child: Child) -> None:
        """Send the next waiting task to a process."""
        task = self.waiting.pop()
        self._busy[child] = task
        child.send(task)

    def _replace(self, child: Child, reason: Message) -> None:
        """Give the task of a failed process to another one."""
        task = self._busy.pop(child, None)
        child.end()
        if task is None:
            return  # it had no task left
        self.failures += 1
        self.waiting.append(task)
        if self.failures >= MAX_FAILURES:
            raise InputError("the processes fail: {reason}", reason=reason)

    def close(self) -> None:
        """End all processes and drop the tasks that have no results."""
        for child in self._busy:
            child.end()
        self._busy.clear()
        self.waiting.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()
