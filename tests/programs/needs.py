"""What the tests of foreign programs need, in one table; a test whose need is not met is skipped with the reason, and
fails in a run with PLYSCOPE_MUST_RUN=all.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PROGRAMS = {
    "dot": "graphviz",
    "neato": "graphviz",
    "xmllint": "libxml2-utils",
    "rsvg-convert": "librsvg2-bin",
    "pdfinfo": "poppler-utils",
    "pdffonts": "poppler-utils",
    "pdftotext": "poppler-utils",
    "pdftoppm": "poppler-utils",
    "pdflatex": "texlive-pictures texlive-latex-recommended",
    "lualatex": "texlive-luatex texlive-pictures",
    "chromium": "chromium",
    "node": "nodejs",
}
"""Programs, and Debian's packages that bring them."""
OTHER_NAMES = {"chromium": ("chromium-browser", "google-chrome", "chrome")}
NODE_PACKAGES = ("mermaid", "jsdom", "speedscope")
NODE_FOLDER = Path(os.environ.get("PLYSCOPE_NODE", Path.home() / ".cache" / "plyscope-node"))
"""Where `npm install --prefix FOLDER mermaid jsdom speedscope` has put the packages for Node."""
NOT_IN_TEX = re.compile(r"File `(?!part)([^']+)' not found|Font (\S+?)=.* not loadable: Metric \(TFM\)")
"""What LaTeX says of a class, a package or a font that is not installed. The tests call files of their own part.*."""


def find_program(name: str) -> str | None:
    return next((found for known in (name, *OTHER_NAMES.get(name, ())) if (found := shutil.which(known))), None)


def program(name: str) -> str:
    """The path of an installed program."""
    path = find_program(name)
    if path is None:
        pytest.skip(f"{name} is not installed: apt install {PROGRAMS[name]}")
    return path


def node_package(name: str) -> Path:
    """The folder of an installed package of Node."""
    assert name in NODE_PACKAGES
    folder = NODE_FOLDER / "node_modules" / name
    if not folder.is_dir():
        pytest.skip(f"{name} is not installed: npm install --prefix {NODE_FOLDER} {name}")
    return folder


def run(*command: str | Path, text: str | None = None, folder: Path | None = None, seconds: int = 120) -> str:
    """What a program prints; the test fails with its complaint if it ends with an error."""
    ended = subprocess.run(
        [str(part) for part in command], input=text, cwd=folder, capture_output=True, timeout=seconds,
        check=False, encoding="utf-8", errors="replace",
    )  # fmt: skip
    assert ended.returncode == 0, f"{command[0]}: {ended.stdout[-3000:]}{ended.stderr[-3000:]}"
    return ended.stdout


def run_latex(engine: str, name: str, folder: Path) -> str:
    """Sets a document, and returns the log. Many machines have a part of TeX: where the document needs a file that is
    not installed, the test is skipped.
    """
    command = [program(engine), "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", name]
    ended = subprocess.run(command, cwd=folder, capture_output=True, timeout=240, check=False, errors="replace")
    log = (folder / name).with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    missing = NOT_IN_TEX.search(log)
    if ended.returncode and missing:
        pytest.skip(f"{engine} has no {missing[1] or missing[2]}: apt install texlive-latex-extra texlive-pictures")
    assert ended.returncode == 0, ended.stdout[-3000:]
    return log
