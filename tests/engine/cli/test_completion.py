"""Completion in the shell, as the shell asks for it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
from plyscope.cli.commands import command_line
from plyscope.cli.completion import candidates_of, complete, prefix_kept
from plyscope.cli.running import COMPLETION

from tests.places import SOURCE_ROOTS

FREE = {"'call(…)'", "GAME", "[COMMAND]"}
"""Arguments in which nothing can be offered."""


def offered(line: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What bash is given for a line, in which the cursor stands at the end."""
    monkeypatch.setenv("COMP_LINE", line)
    monkeypatch.setenv("COMP_BREAKS", " \t\n\"'><=;|&(:")
    complete(command_line, COMPLETION, "bash_complete")
    return [answer.partition(",")[2] for answer in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("line", "among"),
    [
        ("plyscope so", "solve"),
        ("plyscope help so", "solve"),
        ("plyscope solve tic", "tictactoe:"),
        ("plyscope solve sample:tree/te", "tree/textbook"),
        ("plyscope solve x --algorithm alph", "alphabeta"),
        ("plyscope solve x --game=ti", "tictactoe"),
        ("plyscope solve x --order ", "center"),
        ("plyscope export x --as gra", "graphml"),
        ("plyscope play tic", "tictactoe"),
        ("plyscope play tictactoe: --first hu", "human"),
        ("plyscope compare tictactoe: mini", "minimax"),
        ("plyscope debug sample:recursion/fibonacci_", "recursion/fibonacci_cached"),
    ],
)
def test_what_is_begun_is_completed(
    line: str, among: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert among in offered(line, monkeypatch, capsys)


def test_files_are_offered_beside_names(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COMP_LINE", "plyscope solve my")
    complete(command_line, COMPLETION, "bash_complete")
    assert capsys.readouterr().out == "file,my\n"


def test_bash_keeps_the_part_before_a_character_that_breaks_words() -> None:
    assert prefix_kept("sample:tree/te", ":=") == "sample:"
    assert prefix_kept("alphabeta:depth=4", ":=") == "alphabeta:depth="
    assert prefix_kept("sample:tree/te", "=") == ""


def test_every_argument_of_every_command_is_completed_or_free() -> None:
    forgotten = [
        f"{name} {parameter.metavar or parameter.human_readable_name}"
        for name, command in command_line.commands.items()
        for parameter in command.params
        if isinstance(parameter, click.Argument)
        and candidates_of(parameter) is None
        and not isinstance(parameter.type, click.Path | click.Choice)
        and parameter.metavar not in FREE
    ]
    assert forgotten == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_printed(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    if shell == "bash" and shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    assert complete(command_line, COMPLETION, f"{shell}_source") == 0
    assert "_PLYSCOPE_COMPLETE" in capsys.readouterr().out


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_understands_its_script(tmp_path: Path) -> None:
    """The script is sourced, and completes a name with a colon and a file with a blank in its name."""
    command = tmp_path / "plyscope"
    command.write_text(
        f"#!/bin/sh\nexec '{sys.executable}' -c 'import sys; from plyscope.cli.running import run; "
        'from plyscope.cli.commands import command_line; sys.exit(run(command_line))\' "$@"\n'
    )
    command.chmod(0o755)
    (tmp_path / "my position.toml").touch()
    script = """
        compopt() { :; }
        source <(_PLYSCOPE_COMPLETE=bash_source plyscope) 2>/dev/null
        for COMP_LINE in 'plyscope solve sample:tree/text' 'plyscope solve my'; do
            COMP_POINT=${#COMP_LINE}; _plyscope_completion plyscope; echo "${COMPREPLY[*]}"
        done
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "PYTHONPATH": SOURCE_ROOTS},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "tree/textbook\nmy\\ position.toml\n", done.stderr
