"""Opening a recording, ours or another program's, which is recognised by its name or its beginning."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import IO

from plyscope import plugins
from plyscope.files.json_lines import read_lines
from plyscope.files.json_tree import read_json_tree
from plyscope.files.recognition import BEGINNING_BYTES, ReadAgain, is_recording_file, says_tree
from plyscope.files.trace_file import open_trace_file
from plyscope.messages import InputError
from plyscope.model.trace import Trace


def open_trace(path: str | Path) -> Trace:
    """Open a trace file, checking only what takes the same time at any size; `verify` does the rest.

    A recording that another program has written is read as a whole, and checked as a whole.
    """
    if is_recording_file(str(path)):
        return read_recording(str(path))
    plugins.load()
    return open_trace_file(Path(path))


def read_recording(source: str) -> Trace:
    """Return the recording of another program; InputError says what is wrong, and where."""
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed")
        return read_stream(sys.stdin.buffer, "standard input")
    try:
        with Path(source).open("rb", buffering=1 << 20) as file:
            return read_stream(file, source)
    except OSError as error:
        raise InputError(
            "{path}: cannot be read: {reason}", path=source, reason=error.strerror or str(error)
        ) from error


def read_stream(file: IO[bytes], place: str) -> Trace:
    """Return the recording in a stream, JSON tree or lines; `place` names it in errors."""
    beginning = file.read(BEGINNING_BYTES)
    whole = io.BufferedReader(ReadAgain(beginning, file), 1 << 20)
    try:
        return read_json_tree(whole) if says_tree(beginning) else read_lines(whole)
    except InputError as error:
        raise error.inside(place) from None
