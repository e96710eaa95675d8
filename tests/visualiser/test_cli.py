"""The command before its commands: what happens while it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

INTERRUPTED_AT = """
import sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from visualiser.cli import main
main()
"""


@pytest.mark.parametrize("name", ["engine.cli.running", "click", "engine.cli.commands", "visualiser.commands", "numpy"])
def test_ctrl_c_while_it_starts_ends_it_quietly(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent.parent)}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT.format(name=name), "solve", "tree:[1,2]"],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
