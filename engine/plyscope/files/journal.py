"""A file that grows line by line: whatever happens, every line that was added is in it, and once.

The first line says what the file is of. What is added is on the disk before `add` returns. A process that was killed
while it wrote leaves half a line, without an end: that is cut off when the file is opened again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from plyscope.files.atomic import bytes_of
from plyscope.files.json_values import refuse_constant, refuse_newer
from plyscope.messages import InputError
from plyscope.operating_system import lock

MAX_JOURNAL_BYTES = 1024 * 1024 * 1024


class Journal:
    """A file that grows by lines, each written completely, with the lines it had when it was opened."""

    def __init__(
        self, path: Path, header: Mapping[str, Any], *, force: bool = False, free: tuple[str, ...] = ()
    ) -> None:
        """Continue a file that has this header, or begin one; any other file is refused, unless `force`.

        Facts named in `free` may differ: the file keeps its own.
        """
        self.path = path
        self.lines: list[dict[str, Any]] = []
        is_new = not path.exists()
        try:
            self._file = path.open("x+b" if is_new else "r+b")
        except OSError as error:
            raise InputError("{path}: cannot be written: {reason}", path=str(path), reason=error.strerror) from error
        try:
            if lock(self._file) is False:
                raise InputError("{path}: another process is writing it", path=str(path))
            self._go_on(header, b"" if force else self._file.read(MAX_JOURNAL_BYTES), free)
        except BaseException:
            with suppress(OSError):
                self._file.close()
            if is_new:
                with suppress(OSError):
                    path.unlink()
            raise

    def _go_on(self, header: Mapping[str, Any], content: bytes, free: tuple[str, ...]) -> None:
        """Read the whole lines of the file, and go on after them; begin anew where there are none."""
        first = line_of(header)
        whole = content.rfind(b"\n") + 1
        if whole == 0 and first.startswith(content):
            self._begin(first)
            return
        self.lines = read_lines(self.path, content[:whole], header, free)
        self._file.truncate(whole)
        self._file.seek(whole)

    def _begin(self, first: bytes) -> None:
        """Begin the file anew with its header."""
        self._file.seek(0)
        self._file.truncate()
        self._write(first)

    def add(self, *lines: Mapping[str, Any]) -> None:
        """Append lines and force them to the disk."""
        self._write(b"".join(map(line_of, lines)))

    def _write(self, line: bytes) -> None:
        """Write at the end and force it to the disk; raise InputError where that fails."""
        try:
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            path = str(self.path)
            raise InputError("{path}: cannot be written: {reason}", path=path, reason=error.strerror) from error

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def line_of(facts: Mapping[str, Any]) -> bytes:
    """Return facts as one line of JSON."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def read_lines(
    path: Path, content: bytes, header: Mapping[str, Any], free: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    """Return the lines after the header, which must equal `header` but for the facts named in `free`."""
    found = read_header(path, content)
    if found.get("format") != header["format"]:
        raise InputError("{path}: the file exists and is something else; --force replaces it", path=str(path))
    refuse_newer_journal(path, found, header["version"])
    lines = read_all(path, content)[1:]
    expected = json.loads(line_of(header))
    differing = [name for name in {**expected, **found} if name not in free and found.get(name) != expected.get(name)]
    if differing:
        raise InputError(
            "{path}: it was begun with other settings ({names}); --force starts over",
            path=str(path),
            names=", ".join(differing),
        )
    return lines


def read_all(path: Path, content: bytes) -> list[dict[str, Any]]:
    """Return every line as an object, the header first; raise InputError for a damaged line."""
    found: list[dict[str, Any]] = []
    for number, line in enumerate(content.splitlines(), 1):
        try:
            facts = json.loads(line, parse_constant=refuse_constant)
        except (ValueError, RecursionError):
            facts = None
        if not isinstance(facts, dict):
            if number == 1:
                raise InputError("{path}: the file exists and is something else; --force replaces it", path=str(path))
            raise InputError("{path}: line {line} is damaged", path=str(path), line=number)
        found.append(facts)
    return found or [{}]


def read_journal(path: Path, form: str, version: int) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a file's header and lines; half a line at its end is dropped."""
    content = bytes_of(path, MAX_JOURNAL_BYTES)
    content = content[: content.rfind(b"\n") + 1]
    header = read_header(path, content)
    if header.get("format") != form:
        raise InputError("{path}: this is not a file of that kind", path=str(path))
    refuse_newer_journal(path, header, version)
    return header, read_all(path, content)[1:]


def read_header(path: Path, content: bytes) -> dict[str, Any]:
    """Return the header in the first line without reading the others."""
    return read_all(path, content.partition(b"\n")[0])[0]


def refuse_newer_journal(path: Path, header: Mapping[str, Any], version: int) -> None:
    """Raise InputError for a file of a newer format version."""
    try:
        refuse_newer(header.get("version"), version)
    except InputError as error:
        raise error.inside(str(path)) from None
