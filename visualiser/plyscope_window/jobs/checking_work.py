"""Checking a trace file, as work of a process: the interpreter's lock of the window is not held by it for a moment."""

from __future__ import annotations

import os

from plyscope import __version__
from plyscope.files.checked import check_once
from plyscope.files.opening import open_trace
from plyscope.processes import Parent

NICENESS = 10
"""How much less urgent the check is for the system than the window, where there are few processors."""


def check_file_and_laws(path: str, _parent: Parent) -> None:
    """Check all bytes, and all laws where they are not known to hold; the work fails if something is wrong."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    check_once(open_trace(path), __version__)
