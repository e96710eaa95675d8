"""Stand-ins for the parent process, so that work can be tested where it is, and work that misbehaves."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from plyscope import plugins
from plyscope.messages import InputError
from plyscope.processes import STOP, Parent


class ParentStub(Parent):
    """A parent that keeps what it is sent, and stops the work when a condition holds of that."""

    def __init__(self, until: Callable[[Any], bool] = lambda result: False) -> None:
        self.results: list[Any] = []
        self.until = until
        super().__init__(self._keep)

    def _keep(self, kind: str, result: Any) -> None:
        self.results.append(result)
        if self.until(result):
            self.stop()

    def listen_for(self, *orders: object) -> None:
        """Orders that it has given already."""
        for order in orders:
            self._orders.put(order)

    def of(self, kind: type) -> list[Any]:
        """The results of one type."""
        return [result for result in self.results if isinstance(result, kind)]


def echo(words: list[str], parent: Parent) -> None:
    for word in words:
        parent.send(word)


def wait_for_orders(parent: Parent) -> None:
    """Says that it is there, sends back its orders, and when it is stopped says so."""
    parent.send("ready")
    while (order := parent.next_order()) != STOP:
        parent.send(order)
    parent.send("stopped")


def leave_files(parent: Parent) -> None:
    """Makes a temporary file in a folder, sends its path, and waits to be stopped or killed."""
    path = Path(tempfile.mkdtemp(prefix="plyscope-")) / "log"
    path.touch()
    parent.send(str(path))
    parent.next_order()


def be_killed(parent: Parent) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def exit_with_words(parent: Parent) -> None:
    print("what it left behind", file=sys.stderr, flush=True)
    os._exit(3)


def refuse(what: str, parent: Parent) -> None:
    raise InputError("{what} cannot be done", what=what)


def fail(error: Exception, parent: Parent) -> None:
    raise error


def print_much(parent: Parent) -> None:
    print("printed" * 1000)
    os.write(1, b"written")
    parent.send([name for name in sys.modules if "PySide6" in name])


def send_plugins(parent: Parent) -> None:
    parent.send(plugins.loaded_paths())


def send_installed(parent: Parent) -> None:
    """Sends the games of installed plug-ins, and whether this process has looked for them itself."""
    games = [game for plugin in plugins.loaded() for game in plugin.games]
    parent.send((games, "importlib.metadata" in sys.modules))


def sleep_at_once_ended(parent: Parent) -> None:
    parent.end_at_once()
    parent.send(os.getpid())
    time.sleep(600)
