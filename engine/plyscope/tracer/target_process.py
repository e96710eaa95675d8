"""Starting a target process: it runs user code, with the user's own folder first on its path and nothing of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import IO

from plyscope.operating_system import SESSIONS, own_session

Stream = int | IO[bytes] | None
PACKAGE = "plyscope_target"
"""The name of our package in a target process, so that a `plyscope` that the user imports is their own matter."""
START = """
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


def start_target(module: str, request: Path, python: str = sys.executable) -> subprocess.Popen[bytes]:
    """Starts a process in a session of its own, which runs `main` of a module of `target` with the path of a request.

    It has no input and its output is dropped. It is not in safe-path mode, which the processes that the user's program
    starts would inherit.
    """
    process = subprocess.Popen(
        command_of(module, request, python),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        **own_session(),
    )
    SESSIONS.guard(process.pid)
    return process


def start_program(
    request: Path, python: str, folder: Path, streams: tuple[Stream, Stream, Stream]
) -> subprocess.Popen[bytes]:
    """Starts a whole program in a folder, with its standard streams; None stands for one of ours."""
    stdin, stdout, stderr = streams
    process = subprocess.Popen(
        command_of("session", request, python), stdin=stdin, stdout=stdout, stderr=stderr, cwd=folder, **own_session()
    )
    SESSIONS.guard(process.pid)
    return process


def command_of(module: str, request: Path, python: str) -> list[str]:
    return [python, "-X", "utf8", "-c", START, PACKAGE, str(Path(__file__).parents[1]), module, str(request.absolute())]
