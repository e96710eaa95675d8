"""The documents as tests read them: the commands in their code blocks, and running those."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.places import ROOT, SOURCE_ROOTS


def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands(text: str) -> list[str]:
    """The arguments of every `plyscope …` line in a code block that names no language, without its comment."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    blocks = [block for language, block in fenced if not language]
    return re.findall(r"^(?:\.venv/bin/)?plyscope\b ?(.*?)(?: +#.*)?$", "\n".join(blocks), re.MULTILINE)


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, without a display."""
    return subprocess.run(
        [sys.executable, "-m", "plyscope", *shlex.split(command)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env={
            "PYTHONPATH": SOURCE_ROOTS,
            "PYTHONUTF8": "1",
            "PATH": "",
            "HOME": str(folder),
            "QT_QPA_PLATFORM": "offscreen",
        },
        capture_output=True,
        text=True,
        check=False,
    )


def check(command: str, folder: Path) -> str:
    """Runs a command of a document and gives what it prints; one that opens the window says that it cannot."""
    done = run(command, folder)
    if command.split(" ")[0] in ("", "open"):
        assert (done.returncode, "no display" in done.stderr) == (1, True), (command, done.stderr)
    else:
        assert done.returncode == 0 or command == "doctor", (command, done.stderr)
    return done.stdout
