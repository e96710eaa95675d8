"""Processes that tests start by the hundred, forked from one that has already imported what they begin with.

A process of user code, or one of ours that waits for its work, imports the same modules each time, and that takes
longer than what most tests have it do. Here one process a kind has done that: it forks, at the top of the same code,
and the fork gets its arguments, folder, environment, streams and session of its own and runs the rest. The first of a
kind starts as it does for a user, as do all where the system has no `pidfd_open` and in tests marked `own_start`,
which are about processes.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import IO, Any

from plyscope import processes
from plyscope.tracer import target_process

FORK_SERVER = Path(__file__).with_name("fork_server.py")
WAITS = f"""
fork_server = {{}}
with open({str(FORK_SERVER)!r}, encoding="utf-8") as file:
    exec(compile(file.read(), file.name, "exec"), fork_server)
sys.argv = fork_server["next_arguments"](ORDERS)
del file, fork_server
"""
"""Waits, in the process that forks, and goes on in each fork with its arguments; the orders come through ORDERS."""
KINDS = {
    target_process.START_CODE: (target_process.START_CODE.replace("main(request)", f"{WAITS}main(sys.argv[-1])"), 3),
    processes.START: (processes.START.replace("serve(sys.argv", f"{WAITS}serve(sys.argv"), 1),
}
"""By the code of a process: that of the one that forks it, and how many arguments are the same for all its forks."""
IMPORTED = ("numpy", "plyscope.play.player_process", "plyscope.recording.record")
"""What most of our processes import for their work."""
DIED = -signal.SIGKILL
"""The status of a process whose end nobody has told."""

is_allowed = True
"""Whether processes are forked in this test."""
_seen: Counter[tuple[Any, ...]] = Counter()
_servers: dict[tuple[Any, ...], Server] = {}
_lock = Lock()


class Server:
    """A process that forks."""

    def __init__(self, options: list[str], code: str, arguments: list[str], environment: dict[str, str]) -> None:
        self.orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self.process = subprocess.Popen(
                [*options, code.replace("ORDERS", str(theirs.fileno())), *arguments, ""],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=environment,
                start_new_session=True,
            )

    def end(self) -> None:
        self.orders.close()
        self.process.wait()


class Forked:
    """A forked process, with as much of `Popen` as is used of one."""

    def __init__(self, server: Server, request: dict[str, Any], streams: tuple[Any, Any, Any], buffering: int) -> None:
        self.args, self.returncode = request["arguments"], None
        theirs, ours = zip(*(self._ends(number, stream) for number, stream in enumerate(streams)), strict=True)
        self.stdin, self.stdout, self.stderr = (
            None if end is None else os.fdopen(end, "rb" if number else "wb", buffering)
            for number, end in enumerate(ours)
        )
        status, told = os.pipe()
        self._status: IO[bytes] | None = os.fdopen(status, "rb", 0)
        self._lock = Lock()
        socket.send_fds(server.orders, [json.dumps(request).encode()], [*theirs, told])
        for end in (*theirs, told):
            os.close(end)
        self.pid = int(self._status.readline() or 0)
        if not self.pid:
            raise OSError("the process that forks is gone")

    @staticmethod
    def _ends(number: int, stream: Any) -> tuple[int, int | None]:
        """The end of a stream for the process, and ours if it is a pipe."""
        if stream == subprocess.PIPE:
            reading, writing = os.pipe()
            return (writing, reading) if number else (reading, writing)
        if stream == subprocess.DEVNULL:
            return os.open(os.devnull, os.O_RDWR), None
        return os.dup(number if stream is None else stream if isinstance(stream, int) else stream.fileno()), None

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        until = None if timeout is None else monotonic() + timeout
        while self.returncode is None:
            left = 0.05 if until is None else min(max(until - monotonic(), 0), 0.05)
            with self._lock:
                if self._status is not None and is_readable(self._status, left):
                    self.returncode = int(self._status.readline() or DIED)
                    self._status = self._status.close()
            if self.returncode is None and until is not None and monotonic() >= until:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def is_readable(stream: IO[bytes], seconds: float) -> bool:
    """Whether there is something to be read, or the end, within some time; its number may be above 1023."""
    waiting = select.poll()
    waiting.register(stream, select.POLLIN)
    return bool(waiting.poll(seconds * 1000))


class Forking:
    """Stands for the module `subprocess` where a process of a known kind is started."""

    _popen = subprocess.Popen

    def __getattr__(self, name: str) -> Any:
        return getattr(subprocess, name)

    def Popen(self, command: list[str], **options: Any) -> Any:  # noqa: N802
        server = self._server(command, options)
        if server is None:
            return subprocess.Popen(command, **options)
        environment = dict(os.environ if options.get("env") is None else options["env"])
        at = command.index("-c") + 1
        request = {
            "arguments": ["-c", *command[at + 1 :]],
            "folder": str(options.get("cwd") or os.getcwd()),
            "environment": environment,
            "imports": [*IMPORTED, *command[at + 2 :]] if command[at] == processes.START else [],
        }
        streams = options.get("stdin"), options.get("stdout"), options.get("stderr")
        return Forked(server, request, streams, options.get("bufsize", -1))

    def _server(self, command: list[str], options: dict[str, Any]) -> Server | None:
        """What forks such a process; None where it is to start as it does for a user."""
        if not is_allowed or subprocess.Popen is not self._popen or command[0] != sys.executable or "-c" not in command:
            return None
        at = command.index("-c") + 1
        streams = [options.get(name) for name in ("stdin", "stdout", "stderr")]
        numbers = [number if stream is None else stream for number, stream in enumerate(streams)]
        if command[at] not in KINDS or any(isinstance(one, int) and one >= 0 and os.isatty(one) for one in numbers):
            return None
        code, count = KINDS[command[at]]
        environment = os.environ if options.get("env") is None else options["env"]
        settings = sorted(item for item in environment.items() if item[0].startswith("PYTHON"))
        arguments = command[at + 1 : at + 1 + count]
        kind = (*command[: at + 1], *arguments, *map("=".join, settings))
        with _lock:
            _seen[kind] += 1
            if _seen[kind] > 1 and kind not in _servers:
                _servers[kind] = Server(command[:at], code, arguments, dict(environment))
            return _servers.get(kind)


def install() -> None:
    """Have these processes forked from now on, where the system can."""
    if hasattr(os, "pidfd_open"):
        forking: Any = Forking()
        target_process.subprocess = processes.subprocess = forking
        atexit.register(end)


def end() -> None:
    """End what forks: its time counts as that of the tests."""
    while _servers:
        _servers.popitem()[1].end()
