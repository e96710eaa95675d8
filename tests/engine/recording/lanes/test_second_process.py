"""The columns on their way between processes, and the end of the second process when the first is stopped or killed."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from plyscope import Trace, record
from plyscope.audit.verification import verify
from plyscope.recording.lanes.second_process import Finished, first_reason, read_columns, write_columns

from tests.command_line import ENVIRONMENT, children_of

LONG = ("record", "connectfour:", "--depth", "14", "--lane", "compiled")


def test_columns_travel_as_a_file(tmp_path: Path) -> None:
    trace = record("tictactoe:XO./.../...", limit=101)
    columns = {name: column.copy() for name, column in trace.columns.items()}
    write_columns(columns, tmp_path / "columns")
    found = read_columns(Finished(str(tmp_path / "columns"), 101, None, False))
    (tmp_path / "columns").unlink()
    for name, column in columns.items():
        assert found[name].dtype == column.dtype
        assert np.array_equal(found[name], column, equal_nan=name == "value")


def test_a_complaint_of_the_compiler_in_one_line() -> None:
    text = "Failed in nopython mode pipeline (step: x)\n\nNo implementation of function len\n\nFile it.py"
    assert first_reason(text) == "No implementation of function len"
    assert first_reason("") == "no reason given"


def begun(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """A command that compiles, as soon as its second process is there; and the number of that."""
    pytest.importorskip("numba", reason="the extra fast is not installed")
    command = subprocess.Popen(
        [sys.executable, "-m", "plyscope", *LONG, "-o", "t.plytrace"],
        cwd=folder, env=ENVIRONMENT, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    while command.poll() is None:
        if found := children_of(command.pid):
            return command, found[0]
        time.sleep(0.01)
    raise AssertionError(command.stderr.read() if command.stderr is not None else "")


def wait_until_gone(process: int) -> None:
    while True:
        try:
            if ") Z " in Path(f"/proc/{process}/stat").read_text():
                return
        except FileNotFoundError:
            return
        time.sleep(0.01)


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_ctrl_c_while_it_compiles_keeps_the_first_frames(tmp_path: Path) -> None:
    command, second = begun(tmp_path)
    command.send_signal(signal.SIGINT)
    _, errors = command.communicate()
    wait_until_gone(second)
    assert command.returncode == 130
    assert errors == "plyscope: interrupted: 5000 frames are kept\n"
    trace = Trace.open(tmp_path / "t.plytrace")
    assert (len(trace), trace.complete) == (5000, False)
    verify(trace)


@pytest.mark.full
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_parent_takes_it_along(tmp_path: Path) -> None:
    command, second = begun(tmp_path)
    command.kill()
    command.communicate()
    wait_until_gone(second)
    assert not (tmp_path / "t.plytrace").exists()
