"""Whether a file is a recording by another program, decided from its name and its beginning."""

from __future__ import annotations

import io
import re
import sys
from os.path import exists, isdir, isfile
from pathlib import Path
from typing import IO, Any, cast

BEGINNING_BYTES = 65_536
"""Bytes read for that."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

FORMAT_ENTRY = re.compile(rb'"format"\s*:\s*"plyscope-(tree|trace|rows)"')


def is_recording(content: bytes) -> bool:
    """Whether a file that begins so says that it is a recording."""
    beginning = content[:BEGINNING_BYTES].removeprefix(BYTE_ORDER_MARK).lstrip()
    return beginning.startswith(b"{") and FORMAT_ENTRY.search(content[:BEGINNING_BYTES]) is not None


def says_tree(beginning: bytes) -> bool:
    """Whether a recording begins as a JSON tree, and not as JSON lines."""
    found = FORMAT_ENTRY.search(beginning)
    return found is not None and found[1] == b"tree"


def is_recording_file(source: str) -> bool:
    """Whether a source is a recording to import, by its name or content."""
    if source == "-":
        return is_recording(beginning_of_standard_input())
    path = Path(source)
    if path.suffix.lower() == ".jsonl":
        return exists(path) and not isdir(path)
    if path.suffix.lower() == ".toml" or not isfile(path):
        return False
    try:
        with path.open("rb") as file:
            return is_recording(file.read(BEGINNING_BYTES))
    except OSError:
        return False  # reading it will report the error


def beginning_of_standard_input() -> bytes:
    """Return the first bytes of standard input, which will be read again."""
    if sys.stdin is None:
        return b""
    stream = sys.stdin.buffer
    if stream.seekable():
        start = stream.tell()
        found = stream.read(BEGINNING_BYTES)
        stream.seek(start)
        return found
    beginning = b""
    while len(beginning) < BEGINNING_BYTES and not is_recording(beginning):
        # A program may write its heading piece by piece.
        line = stream.readline(BEGINNING_BYTES - len(beginning))
        beginning += line
        if not line or beginning.removeprefix(BYTE_ORDER_MARK).lstrip()[:1] not in (b"", b"{"):
            break
    sys.stdin = io.TextIOWrapper(io.BufferedReader(ReadAgain(beginning, stream, owner=sys.stdin)))
    return beginning


class ReadAgain(io.RawIOBase):
    """A stream whose beginning was read already and comes first again; `owner` is kept alive with it."""

    def __init__(self, beginning: bytes, stream: IO[bytes], owner: object = None) -> None:
        self.beginning, self.owner = beginning, owner
        self.stream = cast(io.BufferedIOBase, stream)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        found = self.beginning
        if not found:
            return self.stream.readinto1(buffer)
        count = min(len(found), len(buffer))
        buffer[:count], self.beginning = found[:count], found[count:]
        return count
