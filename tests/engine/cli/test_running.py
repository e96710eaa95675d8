"""Ctrl+C at any moment, and streams that are closed: each command in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click
import pytest
from plyscope.audit.verification import verify
from plyscope.cli.running import run_group
from plyscope.messages import InputError

from tests.command_line import COMMAND, ENVIRONMENT
from tests.full_traces import Trace, record

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and pipes are those of Unix")

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"

INTERRUPTED_IN = """
import signal
from importlib import import_module
from plyscope.cli.main import main
module = import_module({module!r})
inner = module.{function}
def interrupting(*arguments, **named):
    module.{function} = inner
    signal.raise_signal(signal.SIGINT)
    return inner(*arguments, **named)
module.{function} = interrupting
main()
"""
"""Ctrl+C comes as a function is called for the first time."""


def interrupted_in(place: str, *arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    module, function = place.split(":")
    script = INTERRUPTED_IN.format(module=module, function=function)
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True, text=True, cwd=folder, env=ENVIRONMENT, check=False,
    )  # fmt: skip


def shell(command: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A command line in which `plyscope` is ours."""
    line = command.replace("plyscope", f"{sys.executable} -m plyscope")
    return subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, cwd=folder, env=ENVIRONMENT, check=False
    )  # fmt: skip


@pytest.mark.spread(8, 3)
@pytest.mark.parametrize(
    ("place", "arguments"),
    [
        ("plyscope.export.json_tree:nodes", ["export", "t.plytrace", "-o", "x.json"]),
        ("plyscope.export.json_tree:text_of", ["export", TREE, "-o", "x.json"]),
        ("plyscope.audit.verification:check_tree", ["stats", "t.plytrace"]),
        ("plyscope.files.trace_file:check_file", ["stats", "t.plytrace"]),
        ("plyscope.audit.verification:verify_scores", ["stats", "t.plytrace", "--verify"]),
        ("plyscope.audit.verification:verify_scores", ["solve", TREE, "--verify"]),
        ("plyscope.cli.search:compare_with_minimax", ["solve", TREE, "--check"]),
        ("plyscope.recording.estimate:estimated_positions", ["record", TREE, "-o", "x.plytrace"]),
    ],
)
def test_ctrl_c_ends_what_cannot_be_kept_at_once(tmp_path: Path, place: str, arguments: list[str]) -> None:
    record(TREE).save(tmp_path / "t.plytrace")
    done = interrupted_in(place, *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert [path.name for path in tmp_path.iterdir()] == ["t.plytrace"]


@pytest.mark.spread(2)
@pytest.mark.parametrize("place", ["plyscope.files.trace_file:write_column", "plyscope.files.trace_file:manifest_of"])
def test_ctrl_c_while_a_recording_is_saved_does_not_cost_it(tmp_path: Path, place: str) -> None:
    done = interrupted_in(place, "record", TREE, "-o", "t.plytrace", folder=tmp_path)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("t.plytrace: 11 frames")
    assert [path.name for path in tmp_path.iterdir()] == ["t.plytrace"]
    verify(Trace.open(tmp_path / "t.plytrace"))


def test_ctrl_c_while_a_recording_is_verified_does_not_cost_it_either(tmp_path: Path) -> None:
    arguments = ["record", TREE, "-o", "t.plytrace", "--verify"]
    done = interrupted_in("plyscope.audit.verification:verify_scores", *arguments, folder=tmp_path)
    assert (done.returncode, done.stderr) == (130, "plyscope: interrupted: the recording is kept, and not verified\n")
    verify(Trace.open(tmp_path / "t.plytrace"))


def test_ctrl_c_too_late_to_stop_anything_is_no_interruption(tmp_path: Path) -> None:
    """It comes when the search has ended and its columns are being put together."""
    done = interrupted_in("plyscope.recording.recorder:to_columns", "solve", TREE, folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "frames     11\n" in done.stdout
    assert "complete" not in done.stdout


def test_a_second_ctrl_c_ends_even_the_saving(tmp_path: Path) -> None:
    script = INTERRUPTED_IN.format(module="plyscope.files.trace_file", function="write_column")
    twice = "signal.raise_signal(signal.SIGINT)\n    "
    done = subprocess.run(
        [sys.executable, "-c", script.replace(twice, twice * 2), "record", TREE, "-o", "t.plytrace"],
        capture_output=True, text=True, cwd=tmp_path, env=ENVIRONMENT, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.spread(9)
@pytest.mark.parametrize(
    ("command", "reader"),
    [
        ("trace tictactoe:XO.......", "head -1"),
        ("trace tictactoe:XO.......", "true"),
        ("stats tictactoe:XO.......", "true"),
        ("solve tree:[1]", "true"),
        ("samples", "head -1"),
        ("export --help", "true"),
        ("games --json", "head -1"),
    ],
)
def test_a_closed_pipe_is_no_failure(command: str, reader: str) -> None:
    done = shell(f"plyscope {command} | {reader} >&2; exit ${{PIPESTATUS[0]}}")
    assert done.returncode == 0
    assert done.stderr.count("\n") <= 1
    assert "Traceback" not in done.stderr
    assert "plyscope:" not in done.stderr


@pytest.mark.spread(8)
@pytest.mark.parametrize(
    ("command", "status", "output"),
    [
        ("plyscope solve tree:[1] >&-", 0, ""),
        ("plyscope --help >&-", 0, ""),
        ("plyscope games >&-", 0, ""),
        ("plyscope solve tree:[1] --json >&- 2>&-", 0, ""),
        ("plyscope solve nothing 2>&-", 1, ""),
        ("plyscope solve nothing >&- 2>&- <&-", 1, ""),
        ("plyscope record tree:[1] -o t.plytrace >&- 2>&- <&- && plyscope stats t.plytrace >/dev/null", 0, ""),
        ("plyscope solve - <&- 2>&1", 1, "plyscope: standard input is closed\n"),
    ],
)
def test_streams_may_be_closed_from_the_start(tmp_path: Path, command: str, status: int, output: str) -> None:
    done = shell(command, tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (status, output, "")


def test_an_error_is_short_and_names_a_path_once(tmp_path: Path) -> None:
    for source in ("a" * 5000 + ".txt", "tree:[" + "1," * 5000):
        done = subprocess.run(
            [*COMMAND, "solve", source], capture_output=True, text=True, cwd=tmp_path, env=ENVIRONMENT, check=False
        )
        assert done.returncode == 1
        assert len(done.stderr) < 320
    error = InputError("x.txt: line {line}", line=1)
    assert str(error.inside("x.txt")) == "x.txt: line 1"
    assert str(error.inside("y.txt")) == "y.txt: x.txt: line 1"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_a_full_disk_is_named() -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [*COMMAND, "solve", TREE, "--json"], stdout=full, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT,
            check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "plyscope: standard output: No space left on device\n")


def test_too_little_memory_is_said_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    @click.command()
    def greedy() -> None:
        raise MemoryError

    group = click.Group("plyscope", commands={"greedy": greedy})
    assert run_group(group, ["greedy"]) == 1
    assert capsys.readouterr().err == "plyscope: there is not enough memory; --limit ends a recording earlier\n"
