"""The engine alone writes no pictures of dots; the command does."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.qt

ALONE = """
import plyscope, sys
try:
    plyscope.export(plyscope.record("tree:[1,2]"), sys.argv[1])
except plyscope.InputError as error:
    print(error)
assert not any(name.startswith("PySide6") for name in sys.modules)
"""


@pytest.mark.spread(3)
@pytest.mark.parametrize("ending", ["png", "pdf", "gif"])
def test_the_engine_alone_says_who_does_it(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"x.{ending}"
    done = subprocess.run([sys.executable, "-c", ALONE, str(path)], capture_output=True, text=True, check=True)
    assert done.stdout == f"{ending} is painted by the window: the command `plyscope` writes it\n"
    assert not path.exists()


@pytest.mark.full
def test_the_command_paints_without_a_display(tmp_path: Path) -> None:
    command = [Path(sys.executable).with_name("plyscope"), "export", "sample:tree/nine-leaves", "-o", "x.png"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env={"PATH": ""}, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "x.png\n", "")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
