"""Recordings from engines in other languages, live: JSON lines over a local socket, read as they arrive.

Nothing is run here. One program connects, writes a recording in the format of docs/formats.md, and closes; what has
arrived until then is the recording, complete or not. Only an explicit address admits programs on other machines.
"""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

from plyscope.files.imported_trace import make_trace_so_far
from plyscope.files.json_lines import LineReader, first_heading, numbered
from plyscope.messages import InputError, OptionError
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

LOCAL = "127.0.0.1"
POLL_SECONDS = 0.05
"""Seconds between two checks for the time limit and for a request to stop."""

NO_FRAMES = 0
"""The progress while nothing arrives."""

Progress = Callable[[int], object]


def address_of(text: str) -> tuple[str, int]:
    """HOST:PORT, or a port of this machine."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65_536):
        raise OptionError("{address} is not of the form PORT or HOST:PORT", address=text)
    return host.strip("[]") or LOCAL, int(port)


def listen_for(address: str, seconds: float = 60, progress: Progress | None = None) -> Trace:
    """The recording of the first program that connects."""
    host, port = address_of(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as server:
            return accept_from(server, seconds, progress)
    except OSError as error:
        raise InputError("{address}: {reason}", address=address, reason=error.strerror or str(error)) from error


def accept_from(server: socket.socket, seconds: float, progress: Progress | None = None) -> Trace:
    """The recording of the first program that connects to a listening socket."""
    until = monotonic() + seconds
    server.settimeout(POLL_SECONDS)
    while True:
        if monotonic() > until or (progress is not None and progress(0) is False):
            raise InputError("no program has connected")
        with suppress(TimeoutError):
            connection = server.accept()[0]
            break
    with connection, io.BufferedReader(TimedConnection(connection, until, progress)) as file:
        return read_live(file, progress)


class WholeLines(io.RawIOBase):
    """A stream without its last line if that is incomplete."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def readline(self, size: int | None = -1) -> bytes:
        line = self.file.readline(-1 if size is None else size)
        return line if line.endswith(b"\n") or len(line) == size else b""


class TimedConnection(io.RawIOBase):
    """A connection that is read until a time, or until `progress` returns False; then it is at its end."""

    def __init__(self, connection: socket.socket, until: float, progress: Progress | None) -> None:
        self.connection, self.until, self.progress = connection, until, progress
        self.connection.settimeout(POLL_SECONDS)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        while monotonic() <= self.until:
            with suppress(TimeoutError):
                return self.connection.recv_into(buffer)
            if self.progress is not None and self.progress(NO_FRAMES) is False:
                break
        return 0


def read_live(file: IO[bytes], progress: Progress | None = None) -> Trace:
    """Reads lines as they arrive. Where they stop or become invalid, the recording ends before that."""
    lines = numbered(cast("IO[bytes]", WholeLines(file)))
    heading = first_heading(lines)
    reader = LineReader(heading.version)

    def followed() -> Iterator[tuple[int, str]]:
        for one in lines:
            if progress is not None and progress(len(reader.draft)) is False:
                return
            yield one

    stopped_by = None
    try:
        with suppress(OSError):
            reader.read(followed())
    except InputError as error:
        stopped_by = error
    return make_trace_so_far(heading, reader.draft, stopped_by)
