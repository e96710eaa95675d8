"""Which Python runs a user's program: theirs, so that it finds the packages that they have installed for it.

The one that is asked for, else that of the active virtual environment, else the nearest `.venv` at or above the file,
else ours. It needs none of our packages.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from shutil import which
from typing import NamedTuple

from plyscope.messages import InputError

OLDEST_VERSION = (3, 9)
START_SECONDS = 20
"""Seconds that a Python may take to say its version."""
PRINT_VERSION = "import sys; print('%d.%d.%d' % sys.version_info[:3])"


class UserPython(NamedTuple):
    """An interpreter and its version."""

    path: str
    version: str

    @property
    def is_newer(self) -> bool:
        """Whether it may understand syntax that our Python does not."""
        return tuple(map(int, self.version.split(".")[:2])) > sys.version_info[:2]

    def __str__(self) -> str:
        return f"Python {self.version} ({self.path})"


OURS = UserPython(sys.executable, ".".join(map(str, sys.version_info[:3])))


def python_for(file: Path | None, requested: str | None = None) -> UserPython:
    """Return the Python that runs a file: requested, the nearest environment's, or ours."""
    if requested is not None:
        path = requested if os.path.isdir(requested) else which(requested) or requested
        return checked_python(interpreter_in(Path(path)) or path)
    folder = Path.cwd() if file is None else file.absolute().parent
    active = os.environ.get("VIRTUAL_ENV")
    places = [*([Path(active)] if active else ()), *(place / ".venv" for place in (folder, *folder.parents))]
    found = next(filter(None, map(interpreter_in, places)), None)
    return OURS if found is None or is_ours(found) else checked_python(found)


def interpreter_in(folder: Path) -> str | None:
    """Return the interpreter of a virtual environment; None where there is none."""
    names = ("Scripts/python.exe",) if os.name == "nt" else ("bin/python", "bin/python3")
    return next((str(folder / name) for name in names if (folder / name).is_file()), None)


def is_ours(path: str) -> bool:
    """Whether it is an interpreter of the environment that we run in."""
    return os.path.realpath(Path(path).parents[1]) == os.path.realpath(sys.prefix)


@lru_cache(maxsize=16)
def checked_python(path: str) -> UserPython:
    """Return an interpreter with its version; raise InputError if it cannot be traced."""
    try:
        done = subprocess.run(
            [path, "-I", "-S", "-c", PRINT_VERSION],
            capture_output=True,
            text=True,
            timeout=START_SECONDS,
            stdin=subprocess.DEVNULL,
        )
        version = done.stdout.strip()
        numbers = tuple(map(int, version.split(".")))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError("{path}: this Python cannot be started: {reason}", path=path, reason=reason) from error
    except (ValueError, subprocess.TimeoutExpired) as error:
        raise InputError("{path}: this is no Python that can be used", path=path) from error
    if numbers[:2] < OLDEST_VERSION:
        raise InputError(
            "{path} is Python {version}; programs are recorded on 3.9 or newer", path=path, version=version
        )
    return UserPython(path, version)
