"""Temporary folders that do not outlive their process by much: what a killed one leaves, the next start removes.

A file in each folder is locked for as long as its process lives. A folder whose file can be locked is nobody's.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from types import TracebackType
from typing import IO, Self

from plyscope.operating_system import lock

PREFIX = "plyscope-"
OWNER = "owner"
"""The name of the locked file in each folder. It holds the number of its process, once it is locked."""
LOCK_SECONDS = 1.0
"""Seconds to wait for the lock while another process tries whether the folder is abandoned."""
swept_parents: set[str] = set()
"""The parent folders in which this process has removed the folders of killed processes."""


class TemporaryFolder:
    """A new folder for temporary files, among those of the system or in another folder."""

    def __init__(self, prefix: str = PREFIX, folder: Path | None = None) -> None:
        place = str(folder or tempfile.gettempdir())
        if place not in swept_parents:
            swept_parents.add(place)
            remove_abandoned(Path(place))
        self.path = Path(tempfile.mkdtemp(prefix=prefix, dir=place))
        owner = (self.path / OWNER).open("wb")
        self._finalize = weakref.finalize(self, remove, owner, self.path)
        self._removing = Lock()
        until = monotonic() + LOCK_SECONDS
        with suppress(OSError):
            while lock(owner) is False and monotonic() < until:
                sleep(LOCK_SECONDS / 100)
            owner.write(str(os.getpid()).encode())
            owner.flush()

    def remove(self) -> None:
        """Remove the folder; it is gone afterwards, even where another thread had begun to remove it."""
        with self._removing:
            self._finalize()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        self.remove()


def remove(owner: IO[bytes], path: Path) -> None:
    """Close the locked file and delete the folder."""
    owner.close()
    shutil.rmtree(path, ignore_errors=True)


def remove_abandoned(place: Path) -> None:
    """Delete the temporary folders in a place whose processes are gone."""
    with suppress(OSError):
        for owner in place.glob(f"{PREFIX}*/{OWNER}"):
            if is_abandoned(owner):
                shutil.rmtree(owner.parent, ignore_errors=True)


def is_abandoned(owner: Path) -> bool:
    """Whether the process of a folder is known to be gone; one that has just been made has an empty file."""
    try:
        with owner.open("r+b") as file:
            return lock(file) is True and bool(file.read())
    except OSError:
        return False
