"""Processes that are talked to in lines of JSON, through their standard input and output.

What they print where they should not is thrown away, and so is what is no line of ours: it arrives as an empty
answer. They die with us: their input ends, and a thread of theirs waits for just that. A press of Ctrl+C is
meant for us and does not reach them.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

ROOT = Path(__file__).parents[2]
"""Where the package stands."""

LARGEST_LINE = 4 * 1024 * 1024
PATIENCE = 5.0
"""Seconds that a killed process may take to be gone."""

Inbox = SimpleQueue[tuple["Partner", dict[str, Any] | None]]
"""Who has said something, and what; None when it will say no more."""


class Partner:
    """A process at the other end of the line."""

    def __init__(self, module: str, inbox: Inbox) -> None:
        places = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, places)), "PYTHONUTF8": "1"},
            start_new_session=True,
        )
        self.inbox = inbox
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for said in lines_from(stream):
                self.inbox.put((self, said))
        self.inbox.put((self, None))

    def say(self, facts: Mapping[str, Any]) -> None:
        """Nobody may be listening any more; that is heard of in the inbox."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):
            self.process.stdin.write(line_of(facts))
            self.process.stdin.flush()

    @property
    def status(self) -> int | None:
        """How the process has ended, once it is gone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.process.wait(PATIENCE)
        return None

    def end(self) -> None:
        """Kills the process and all that it may have started."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(PATIENCE)
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):
            self.process.stdin.close()


def line_of(facts: Mapping[str, Any]) -> bytes:
    return json.dumps(facts).encode() + b"\n"


def lines_from(stream: IO[bytes]) -> Iterator[dict[str, Any]]:
    """What is said, line by line, until there is nothing more to come."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(LARGEST_LINE):
            try:
                said = json.loads(line)
            except (ValueError, RecursionError):
                said = {}
            yield said if isinstance(said, dict) else {}


# At the other end


def take_output() -> Callable[[Mapping[str, Any]], None]:
    """Keeps standard output for our lines alone; what others print from now on leads nowhere."""
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return lambda facts: write_all(kept, line_of(facts))


def write_all(place: int, data: bytes) -> None:
    """Nobody listens any more: then there is nobody to work for either."""
    while data:
        try:
            data = data[os.write(place, data) :]
        except OSError:
            leave()


def listen_to_input(hear: Callable[[dict[str, Any]], object]) -> None:
    """Hears what is said in a thread; the process ends with its input, whatever it is busy with."""
    stream = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)

    def listen() -> None:
        for said in lines_from(stream):
            hear(said)
        leave()

    Thread(target=listen, daemon=True).start()


def leave() -> None:
    """Ends this process, and with it what somebody's file may have started."""
    if hasattr(os, "killpg") and os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(0)
