"""Whether a file is a recording by another program, decided from its name and its beginning."""

from __future__ import annotations

import re
import sys
from os.path import exists, isdir, isfile
from pathlib import Path

BEGINNING = 65_536
"""Bytes read for that."""

SAYS_FORMAT = re.compile(rb'"format"\s*:\s*"plyscope-(tree|trace|rows)"')


def is_recording(content: bytes) -> bool:
    """Whether a file that begins so, or a file with this content, says that it is a recording."""
    beginning = content[:BEGINNING].removeprefix(b"\xef\xbb\xbf").lstrip()
    return beginning.startswith(b"{") and SAYS_FORMAT.search(content[:BEGINNING]) is not None


def says_tree(beginning: bytes) -> bool:
    """Whether it is the JSON of a tree of frames rather than lines of JSON."""
    found = SAYS_FORMAT.search(beginning)
    return found is not None and found[1] == b"tree"


def is_recording_file(source: str) -> bool:
    """Whether a source is a recording to import, by its name or by its content."""
    if source == "-":
        return is_recording(beginning_of_standard_input())
    path = Path(source)
    if path.suffix.lower() == ".jsonl":
        return exists(path) and not isdir(path)
    if path.suffix.lower() == ".toml" or not isfile(path):
        return False
    try:
        with path.open("rb") as file:
            return is_recording(file.read(BEGINNING))
    except OSError:
        return False  # reading it will report the error


def beginning_of_standard_input() -> bytes:
    """The first bytes of standard input, without consuming them."""
    if sys.stdin is None:
        return b""
    stream = sys.stdin.buffer
    if stream.seekable():
        start = stream.tell()
        found = stream.read(BEGINNING)
        stream.seek(start)
        return found
    peek = getattr(stream, "peek", None)
    return b"" if peek is None else bytes(peek(BEGINNING))
