"""The command before its commands: what happens while it starts."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.places import SOURCE_ROOTS

INTERRUPTED_AT = """
import sys
class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupting())
from plyscope.cli.main import main
main()
"""


@pytest.mark.parametrize(
    "name", ["plyscope.cli.running", "click", "plyscope.cli.commands", "plyscope_window.app.commands", "numpy"]
)
def test_ctrl_c_while_it_starts_ends_it_quietly(name: str) -> None:
    environment = {**os.environ, "PYTHONPATH": SOURCE_ROOTS}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT.format(name=name), "solve", "tree:[1,2]"],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
