"""The tasks of a batch done by the processes of a dask.distributed scheduler, wherever they are.

They must have Plyscope installed, and plug-ins under the same paths. The scheduler gives a task to another process
where one has died; a task has a key of its own, so that its result counts once.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Self

from plyscope.batch.measuring import done_elsewhere
from plyscope.messages import InputError

RETRIES = 3
"""The number of times that a task is tried again whose process has failed."""
CONNECT_TIMEOUT = 10
"""Seconds to wait for the scheduler's answer."""


class ClusterRun:
    """The tasks of a batch in the hands of a scheduler, with the interface of `Workers`."""

    def __init__(self, address: str, settings: Mapping[str, Any], tasks: Iterable[Mapping[str, Any]]) -> None:
        try:
            from distributed import Client
        except ImportError:
            raise InputError('--cluster needs dask.distributed: pip install "plyscope[cluster]"') from None
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is said in one line
        try:
            self.client = Client(address, timeout=CONNECT_TIMEOUT, set_as_default=False)
        except Exception as error:  # which one it is differs by address and version
            reason = str(error) or type(error).__name__
            raise InputError("there is no scheduler at {address}: {reason}", address=address, reason=reason) from error
        self._done: SimpleQueue[Any] = SimpleQueue()
        self._waiting = {
            self.client.submit(done_elsewhere, settings, task, pure=False, retries=RETRIES) for task in tasks
        }
        for future in list(self._waiting):
            future.add_done_callback(self._done.put)

    @property
    def is_done(self) -> bool:
        """Whether all tasks have their results."""
        return not self._waiting

    def poll(self, timeout: float) -> dict[str, Any] | None:
        """Return one result; None if none arrives within the timeout; raise InputError for a task that failed."""
        try:
            future = self._done.get(timeout=timeout)
        except Empty:
            return None
        if future.status in ("error", "cancelled"):
            error = future.exception() if future.status == "error" else future.status
            raise InputError("the cluster cannot do a task: {reason}", reason=str(error))
        try:
            result: dict[str, Any] = future.result(timeout=timeout)
        except TimeoutError:  # its process has died with the result, and the scheduler has it done again
            self._done.put(future)
            return None
        self._waiting.discard(future)
        return result

    def close(self) -> None:
        """Cancel the tasks without results, and leave the scheduler."""
        self.client.cancel(list(self._waiting), force=True)
        self.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.close()
