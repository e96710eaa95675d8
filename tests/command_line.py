"""The command line within the process of the tests: what a command prints and returns needs no process of its own.

Signals, closed streams, terminals and what is imported when do need one; `COMMAND` starts it.
"""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from contextlib import chdir, nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from plyscope.cli.main import run_command

from tests.places import SOURCE_ROOTS

COMMAND = [sys.executable, "-m", "plyscope"]
ENVIRONMENT = {**os.environ, "PYTHONPATH": SOURCE_ROOTS, "PYTHONUTF8": "1"}
"""For commands in a process of their own, and for the processes that a command starts."""


def stream(content: str = "") -> io.TextIOWrapper:
    """A stream such as the standard ones, with the bytes below the text."""
    return io.TextIOWrapper(io.BufferedRandom(io.BytesIO(content.encode())), encoding="utf-8", write_through=True)  # type: ignore[arg-type]


def content_of(written: io.TextIOWrapper) -> str:
    written.flush()
    written.seek(0)
    return written.read()


def children_of(process: int) -> list[int]:
    """The processes that a process has started and that have not been waited for; on Linux only."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def plyscope(*arguments: str, folder: Path | None = None, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command in a folder, as `plyscope ARGUMENTS` does; return what it printed and its exit status."""
    out, err = stream(), stream()
    terminations = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with (
            chdir(folder) if folder is not None else nullcontext(),
            patch.object(sys, "stdin", stream(stdin)),
            patch.dict(os.environ, ENVIRONMENT),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            status = run_command(list(arguments or ["open"]))
    finally:
        for number, handler in terminations.items():
            signal.signal(number, handler)
    return subprocess.CompletedProcess(list(arguments), status, content_of(out), content_of(err))


def printed(*arguments: str, status: int = 0, folder: Path | None = None) -> tuple[str, str]:
    """What a command prints, beside its result too, when it ends with a status."""
    done = plyscope(*arguments, folder=folder)
    assert done.returncode == status, done.stderr
    return done.stdout, done.stderr


def facts(*arguments: str, status: int = 0, folder: Path | None = None) -> Any:
    """What a command prints as JSON, in which nothing is NaN or infinite."""
    out, _ = printed(*arguments, "--json", status=status, folder=folder)
    return json.loads(out, parse_constant=lambda text: pytest.fail(text))


def check_refused(arguments: Iterable[str], status: int, complaint: str, folder: Path | None = None) -> None:
    """Check that a command is refused in one line and prints nothing else."""
    out, err = printed(*arguments, status=status, folder=folder)
    assert err.startswith("plyscope: ")
    assert complaint in err
    assert (out, err.count("\n")) == ("", 1)
