"""Other operating systems, as far as their absence of names shows here: in this process, and in those it starts."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest
from plyscope.processes import PACKAGES

from tests.places import ROOT

WINDOWS, MACOS = "Windows", "macOS"
OS_NAMES = ("fork", "forkpty", "getpgrp", "getsid", "killpg", "register_at_fork", "sched_getaffinity", "setsid")
SIGNALS = ("SIGHUP", "SIGUSR1")
MODULES = ("fcntl", "resource")

WINDOWS_START = f"""
import faulthandler, os, signal, sys
for module, names in ((os, {OS_NAMES}), (signal, {SIGNALS}), (faulthandler, ("register",))):
    for name in names:
        vars(module).pop(name, None)
for name in {MODULES}:
    sys.modules[name] = None
"""
MACOS_START = """
import os, resource
vars(os).pop("sched_getaffinity", None)
set_limit = resource.setrlimit
def setrlimit(which, limits):
    if which == resource.RLIMIT_AS:
        raise ValueError("current limit exceeds maximum limit")
    set_limit(which, limits)
resource.setrlimit = setrlimit
import ctypes
def no_library(name):
    raise OSError("no such library")
ctypes.CDLL = no_library
"""


def simulate(system: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """From now on until the end of the test."""
    start = WINDOWS_START if system == WINDOWS else MACOS_START
    (folder / "sitecustomize.py").write_text(start)
    places = [str(folder), str(ROOT), *{str(Path(package).parent) for package in PACKAGES}]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(places))
    # Its temporary folders are not locked on Windows: the tests beside this one must not take them for left.
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    if system == WINDOWS:
        for name in OS_NAMES:
            monkeypatch.delattr(os, name)
        for name in SIGNALS:
            monkeypatch.delattr(signal, name)
        monkeypatch.delattr(faulthandler, "register")
        for name in MODULES:
            monkeypatch.setitem(sys.modules, name, None)
    else:
        import resource

        def refuse(which: int, limits: tuple[int, int]) -> None:
            raise ValueError("current limit exceeds maximum limit")

        monkeypatch.delattr(os, "sched_getaffinity")
        monkeypatch.setattr(resource, "setrlimit", refuse)
