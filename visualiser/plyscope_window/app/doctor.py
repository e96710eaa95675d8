"""What is missing on a machine, and the command that fixes it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.util import find_spec

from plyscope import plugins
from plyscope.games import GAMES
from plyscope.messages import Message

WINDOW_PACKAGES = "libegl1 libgl1 libglib2.0-0 libxkbcommon0 libfontconfig1 libdbus-1-3"
X11_PACKAGES = "libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0"
"""Debian's packages: those that Qt's libraries need, and those for windows on X11."""


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    subject: Message
    is_well: bool
    detail: str
    fix: str = ""
    """The command that fixes it."""
    is_needed: bool = True
    """Whether Plyscope cannot do without it; else only some features need it."""


def examine() -> list[Finding]:
    """Make all checks."""
    return [
        python(),
        *packages(),
        window(),
        display(),
        graphviz(),
        quick_json(),
        *packages_of_games(),
        *plugin_findings(),
    ]


def python() -> Finding:
    """Check Python's version."""
    python_version = ".".join(map(str, sys.version_info[:3]))
    return Finding(Message("Python 3.11 or newer"), sys.version_info >= (3, 11), python_version)


def packages() -> list[Finding]:
    """Check the packages that the distribution asks for, by its own metadata."""
    try:
        required = [line for line in requires("plyscope") or [] if "extra ==" not in line]
    except PackageNotFoundError:
        return [Finding(Message("Plyscope installed"), False, "", f"{sys.executable} -m pip install -e .")]
    findings = []
    for line in required:
        name = line.partition(">")[0].partition("<")[0].partition("=")[0].strip()
        try:
            findings.append(Finding(Message("package {name}", name=name), True, version(name)))
        except PackageNotFoundError:
            fix = f'{sys.executable} -m pip install "{line}"'
            findings.append(Finding(Message("package {name}", name=name), False, "", fix))
    return findings


def window() -> Finding:
    """Check whether Qt can be loaded; in a process of its own, since a failed load cannot be tried again."""
    subject = Message("Qt's libraries, for the window")
    script = "import PySide6.QtWidgets, PySide6.QtSvg"
    process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    if process.returncode == 0:
        return Finding(subject, True, "")
    reason = process.stderr.strip().splitlines()[-1:] or ["it ended without a message"]
    return Finding(subject, False, reason[0], f"apt-get install -y {WINDOW_PACKAGES} {X11_PACKAGES}")


def display() -> Finding:
    """Check whether there is a display."""
    subject = Message("a display, for the window")
    if sys.platform != "linux":
        return Finding(subject, True, sys.platform, is_needed=False)
    shown = os.environ.get("WAYLAND_DISPLAY") or os.environ.get("DISPLAY") or ""
    return Finding(subject, bool(shown), shown, "" if shown else "xvfb-run -a plyscope", is_needed=False)


def graphviz() -> Finding:
    """Check for Graphviz, which lays out diagrams."""
    program = shutil.which("dot") or ("pygraphviz" if find_spec("pygraphviz") is not None else "")
    return optional(Message("Graphviz, for its layout of diagrams"), program, "dot")


def quick_json() -> Finding:
    """Check for msgspec, which reads JSON lines faster."""
    package = f"msgspec {version('msgspec')}" if find_spec("msgspec") is not None else ""
    subject = Message("msgspec, with which recordings of other programs are read from JSON lines three times as fast")
    return optional(subject, package, "fast")


def packages_of_games() -> list[Finding]:
    """Check for the packages that games of extras need."""
    return [
        optional(
            Message("the package {package}, for the game {game}", package=entry.package, game=entry.name),
            entry.package if entry.is_available else "",
            entry.extra,
        )
        for entry in GAMES.values()
        if entry.package
    ]


def optional(subject: Message, installed: str, extra: str) -> Finding:
    """The finding on what only some features need, an empty text where it is missing; an extra installs it."""
    fix = "" if installed else f"{sys.executable} -m pip install 'plyscope[{extra}]'"
    return Finding(subject, bool(installed), installed, fix, is_needed=False)


def plugin_findings() -> list[Finding]:
    """Check the plug-ins: what each adds, or why it could not be loaded."""
    plugins.load()
    findings = []
    for plugin in plugins.loaded():
        added = ", ".join(plugin.games + plugin.searches)
        detail = added if plugin.problem is None else str(plugin.problem)
        subject = Message("plug-in {source}", source=plugin.source)
        findings.append(Finding(subject, plugin.problem is None, detail, is_needed=False))
    return findings
