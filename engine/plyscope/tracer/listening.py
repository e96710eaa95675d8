"""Recordings from engines in other languages, live: JSON lines over a local socket, read as they arrive.

Nothing is run here. One program connects, writes a recording in the format of docs/formats.md, and closes; what has
arrived until then is the recording, complete or not. Only an explicit address admits programs on other machines.
"""

from __future__ import annotations

import io
import socket
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError, OptionError
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer as Buffer

LOCAL = "127.0.0.1"
POLL_SECONDS = 0.05
"""Seconds between two checks for the time limit and for a request to stop."""

Progress = Callable[[int], object]
"""Is given the number of frames so far, after lines that came together and again while nothing arrives."""


def address_of(text: str) -> tuple[str, int]:
    """Return host and port of HOST:PORT, or of a port of this machine; raise OptionError for any other text."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdigit() and int(port) < 65_536):
        raise OptionError("{address} is not of the form PORT or HOST:PORT", address=text)
    return host.strip("[]") or LOCAL, int(port)


def listen_for(address: str, seconds: float = 60, progress: Progress | None = None) -> Trace:
    """Return what the first program that connects to an address records in so many seconds; an error without one."""
    host, port = address_of(address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.create_server((host, port), family=family) as server:
            return accept_from(server, seconds, progress)
    except OSError as error:
        raise InputError("{address}: {reason}", address=address, reason=error.strerror or str(error)) from error


def accept_from(server: socket.socket, seconds: float, progress: Progress | None = None) -> Trace:
    """Return what the first program that connects to a socket records in so many seconds; an error without one."""
    until = monotonic() + seconds
    server.settimeout(POLL_SECONDS)
    while True:
        if monotonic() > until or (progress is not None and progress(0) is False):
            raise InputError("no program has connected")
        with suppress(TimeoutError):
            connection = server.accept()[0]
            break
    timed = TimedConnection(connection, until, progress or (lambda frames: True))
    with connection, io.BufferedReader(timed) as file:
        return read_lines(file, is_live=True, progress=timed.hand_on)


class TimedConnection(io.RawIOBase):
    """A connection that ends at a time, or when `progress` returns False."""

    def __init__(self, connection: socket.socket, until: float, progress: Progress) -> None:
        self.connection, self.until, self.progress = connection, until, progress
        self.frames = 0
        self.connection.settimeout(POLL_SECONDS)

    def hand_on(self, frames: int) -> object:
        """Report the number of frames, which is reported again while nothing arrives."""
        self.frames = frames
        return self.progress(frames)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Buffer) -> int:
        while monotonic() <= self.until:
            with suppress(TimeoutError):
                return self.connection.recv_into(buffer)
            if self.progress(self.frames) is False:
                break
        return 0
