"""Finds the programs that read exported files; where one is missing, the test that wants it is skipped, and fails in
a run with PLYSCOPE_MUST_RUN=all.

Packages of npm are looked for in the folder that PLYSCOPE_NODE names, where `npm install --prefix FOLDER mermaid jsdom
speedscope` has put them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

NODE_FOLDER = Path(os.environ.get("PLYSCOPE_NODE", Path.home() / ".cache" / "plyscope-node"))


def program(name: str) -> str:
    """The path of an installed program."""
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


def node_package(name: str) -> Path:
    """The folder of an installed package of npm."""
    folder = NODE_FOLDER / "node_modules" / name
    if not folder.is_dir():
        pytest.skip(f"{name} is not installed: npm install --prefix {NODE_FOLDER} {name}")
    return folder


def run(*command: str | Path, text: str | None = None, folder: Path | None = None, seconds: int = 120) -> str:
    """What a program prints; the test fails with its complaint if it ends with one."""
    ended = subprocess.run(
        [str(part) for part in command], input=text, cwd=folder, capture_output=True, timeout=seconds,
        check=False, encoding="utf-8", errors="replace",
    )  # fmt: skip
    assert ended.returncode == 0, f"{command[0]}: {ended.stdout[-3000:]}{ended.stderr[-3000:]}"
    return ended.stdout
