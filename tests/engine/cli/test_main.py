"""The command before its commands: what happens while it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from plyscope.cli.commands import command_line
from plyscope.cli.main import MODULES_LOADED_ALONE
from plyscope.cli.running import run

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


@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("plyscope.cli.running", "solve"),
        ("click", "solve"),
        ("numpy", "solve"),
        ("plyscope.cli.commands", "play"),
        ("plyscope_window.app.commands", "play"),
    ],
)
def test_ctrl_c_while_it_starts_ends_it_quietly(name: str, command: str) -> None:
    environment = {**os.environ, "PYTHONPATH": SOURCE_ROOTS}
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_AT.format(name=name), command, "tree:[1,2]"],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize(("command", "module"), MODULES_LOADED_ALONE.items())
def test_a_command_that_is_loaded_alone_is_in_its_module(command: str, module: str) -> None:
    assert command_line.commands[command].callback.__module__ == f"plyscope.cli.{module}"  # type: ignore[union-attr]


def test_what_is_no_command_but_names_a_source_is_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[tuple[str, ...]] = []

    @click.command("open")
    @click.argument("sources", nargs=-1)
    def open_them(sources: tuple[str, ...]) -> None:
        opened.append(sources)

    file = tmp_path / "mine.toml"
    file.write_text('game = "tree"\nposition = "[1,2]"\n')
    monkeypatch.setitem(command_line.commands, "open", open_them)
    for words in (["tree:[1,2]"], ["sample:tree/textbook", "tictactoe:"], [str(file)]):
        assert run(command_line, words) == 0
        assert opened.pop() == tuple(words)
    assert run(command_line, ["solve", "tree:[1,2]"]) == 0
    assert not opened
    monkeypatch.delitem(command_line.commands, "open")
    capsys.readouterr()
    assert run(command_line, ["tree:[1,2]"]) == 2
    assert capsys.readouterr().err == "plyscope: tree:[1,2] is no command; to search it: plyscope solve 'tree:[1,2]'\n"


AT_EXIT = """
import atexit, threading, time
from plyscope.cli.main import main
def later():
    time.sleep(0.1)
    print("thread")
atexit.register(print, "at exit")
threading.Thread(target=later).start()
main()
"""


def test_threads_and_exit_functions_end_before_the_process() -> None:
    environment = {**os.environ, "PYTHONPATH": SOURCE_ROOTS}
    command = [sys.executable, "-c", AT_EXIT, "solve", "tree:[1,2"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (1, "thread\nat exit\n")
