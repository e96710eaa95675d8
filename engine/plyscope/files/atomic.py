"""Whole files: read at once, and written in one go or not at all. If that goes wrong, the old file stays unchanged."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from glob import escape
from pathlib import Path

from plyscope.messages import InputError

MAX_NAME_CHARS = 24
"""How much of a file's name its temporary file has in its own: a name may be as long as the system allows."""


class FileThereError(InputError):
    """The error for a file that exists and would be replaced."""


def bytes_of(path: str | Path, most: int = -1) -> bytes:
    """Return the bytes of a file, or its first `most`; InputError says why it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read(most)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("{path}: cannot be read: {reason}", path=str(path), reason=reason) from error


def check_writable(path: Path | None, *, force: bool) -> None:
    """Raise InputError, before any work, for a file that cannot or must not be written; None is no file."""
    if path is None:
        return
    target = target_of(path)
    if os.path.isdir(target):
        raise InputError("{path}: this is a directory", path=str(path))
    if not os.path.isdir(target.parent):
        raise InputError("{path}: there is no such folder to write into", path=str(path))
    if os.path.lexists(target) and not os.path.isfile(target):
        raise InputError("{path}: this is not a regular file, and is not replaced", path=str(path))
    if os.path.lexists(path) and not force:
        raise FileThereError("{path}: the file exists; --force replaces it", path=str(path))


def numbered(path: Path, number: int) -> Path:
    """Return the name of one of several files: NAME-3.plytrace for the third."""
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def target_of(path: Path) -> Path:
    """Return the file that a path leads to through links; in a cycle of links one of them."""
    try:
        return Path(os.path.realpath(path))
    except ValueError as error:
        raise InputError("{path}: cannot be written: {reason}", path=str(path), reason=str(error)) from error


@contextmanager
def replacing(path: Path, *, force: bool) -> Iterator[Path]:
    """Give a temporary file beside the file, which replaces it on success and is removed on failure."""
    check_writable(path, force=force)
    target = target_of(path)
    temporary = target.with_name(f".{target.name[:MAX_NAME_CHARS]}.{os.urandom(8).hex()}.tmp")
    try:
        yield temporary
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise InputError("{path}: cannot be written: {reason}", path=str(path), reason=error.strerror) from error
    finally:
        temporary.unlink(missing_ok=True)


def unfinished(path: Path) -> Iterator[Path]:
    """Iterate over the temporary files beside a file that killed processes have left."""
    return path.parent.glob(f".{escape(path.name[:MAX_NAME_CHARS])}.*.tmp")


def write_file(path: Path, content: str | bytes, *, force: bool) -> None:
    """Write a file atomically, a text in UTF-8."""
    with replacing(path, force=force) as temporary:
        temporary.write_bytes(content.encode() if isinstance(content, str) else content)


def write_json(path: Path, value: object, *, force: bool) -> None:
    """Write an object as a JSON file, atomically."""
    write_file(path, json.dumps(value, ensure_ascii=False, indent=1) + "\n", force=force)
