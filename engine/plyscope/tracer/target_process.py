"""Starting a target process: it runs user code, with the user's own folder first on its path and nothing of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from plyscope.operating_system import SESSIONS, own_session

Stream = int | IO[bytes] | None
NOWHERE = (subprocess.DEVNULL, subprocess.DEVNULL, subprocess.DEVNULL)
"""The standard streams of a process that has no input and whose output is dropped."""
PACKAGE = "plyscope_target"
"""The name of our package in a target process, so that a `plyscope` that the user imports is their own matter."""
START_CODE = """
import sys
if sys.path[:1] == [""]:
    del sys.path[0]
at_start = {*sys.modules}
import importlib, types
name, folder, module, request = sys.argv[1:]
package = sys.modules[name] = types.ModuleType(name)
package.__path__, package.at_start = [folder], at_start
writes_nothing, sys.dont_write_bytecode = sys.dont_write_bytecode, True
main = importlib.import_module(f"{name}.tracer.target.{module}").main
sys.dont_write_bytecode = writes_nothing
del importlib, types, name, folder, module, package, writes_nothing, at_start
main(request)
"""
"""Imports a module of `target` from where it is, without the rest of the engine or anything of the current folder."""


def start_target(
    module: str,
    request: Path,
    python: str = sys.executable,
    folder: Path | None = None,
    streams: tuple[Stream, Stream, Stream] = NOWHERE,
) -> subprocess.Popen[bytes]:
    """Start a process, in its own session, that runs `main` of a module of `target` on a request.

    A whole program is started in its folder, and writes bytecode as it always does; of the streams None stands for one
    of ours. It is not in safe-path mode, which the processes that the user's program starts would inherit.
    """
    stdin, stdout, stderr = streams
    process = subprocess.Popen(
        [
            python,
            "-X",
            "utf8",
            "-c",
            START_CODE,
            PACKAGE,
            str(Path(__file__).parents[1]),
            module,
            str(request.absolute()),
        ],
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        cwd=folder,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"} if folder is None else None,
        **own_session(),
    )
    SESSIONS.guard(process.pid)
    return process
