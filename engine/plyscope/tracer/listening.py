"""Engines in other languages, live: JSON lines over a local socket, read as they come.

Nothing is run here. One program connects and writes a recording as docs/formats.md says, and closes; what has come
until then is the recording, complete or not. Nobody from another machine is let in unless an address is given for it.
"""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import monotonic
from typing import IO, TYPE_CHECKING, cast

from plyscope.files.importing.build_trace import make_trace
from plyscope.files.importing.json_lines import LineReader, line_place, numbered, read_heading
from plyscope.files.importing.json_values import placed
from plyscope.messages import InputError, OptionError
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

LOCAL = "127.0.0.1"
OFTEN = 0.05
"""Seconds between two looks at whether somebody has lost patience."""

SILENT = 0
"""Frames that have come, as far as is known of somebody who says nothing."""

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
    """The same from a socket that listens already."""
    until = monotonic() + seconds
    server.settimeout(OFTEN)
    while True:
        if monotonic() > until or (progress is not None and progress(0) is False):
            raise InputError("nobody has connected")
        with suppress(TimeoutError):
            connection = server.accept()[0]
            break
    with connection, io.BufferedReader(Patient(connection, until, progress)) as file:
        return read_live(file, progress)


class WholeLines(io.RawIOBase):
    """A stream without its last line where that breaks off in the middle."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def readline(self, size: int | None = -1) -> bytes:
        line = self.file.readline(-1 if size is None else size)
        return line if line.endswith(b"\n") or len(line) == size else b""


class Patient(io.RawIOBase):
    """A connection that is read until a time, or until nobody wants more; who says no more by then has said all."""

    def __init__(self, connection: socket.socket, until: float, progress: Progress | None) -> None:
        self.connection, self.until, self.progress = connection, until, progress
        self.connection.settimeout(OFTEN)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        while monotonic() <= self.until:
            with suppress(TimeoutError):
                return self.connection.recv_into(buffer)
            if self.progress is not None and self.progress(SILENT) is False:
                break
        return 0


def read_live(file: IO[bytes], progress: Progress | None = None) -> Trace:
    """Reads lines as they come. Where they stop in the middle, or make no sense any more, what came before stands."""
    lines = numbered(cast("IO[bytes]", WholeLines(file)))
    number, line = next(lines, (1, ""))
    try:
        heading = read_heading(line)
    except InputError as error:
        raise placed(line_place(number), error) from None
    reader = LineReader()

    def followed() -> Iterator[tuple[int, str]]:
        for one in lines:
            if progress is not None and progress(len(reader.draft)) is False:
                return
            yield one

    with suppress(OSError):
        reader.read(followed())
    return make_trace(heading, reader.draft)
