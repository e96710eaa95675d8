"""Starting a target process: it runs user code, with the user's own folder first on its path and nothing of ours."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from plyscope.operating_system import own_session

PACKAGE = "plyscope_target"
"""The name of our package in a target process, so that a `plyscope` that the user imports is their own matter."""
START = """
import sys
if sys.path[:1] == [""]:
    del sys.path[0]
import importlib, types
name, folder, module, request = sys.argv[1:]
package = sys.modules[name] = types.ModuleType(name)
package.__path__ = [folder]
importlib.import_module(f"{name}.tracer.target.{module}").main(request)
"""
"""Imports a module of `target` from where it is, without the rest of the engine or anything of the current folder."""


def start_target(module: str, request: Path, python: str = sys.executable) -> subprocess.Popen[bytes]:
    """Starts a process in a session of its own, which runs `main` of a module of `target` with the path of a request.

    It is not in safe-path mode, which the processes that the user's program starts would inherit.
    """
    return subprocess.Popen(
        [
            *(python, "-X", "utf8", "-c", START),
            *(PACKAGE, str(Path(__file__).parents[1]), module, str(request)),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        **own_session(),
    )
