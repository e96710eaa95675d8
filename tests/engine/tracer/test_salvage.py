"""Programs that end whoever watches them: what was recorded until then is read from their folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from plyscope.messages import InputError
from plyscope.recording.verification import verify
from plyscope.tracer.running import debug
from plyscope.tracer.salvage import salvaged

KILLER = (
    "import os, time\ndef dive(n):\n    if n == 0:\n        time.sleep(0.5)\n"
    "        os.system(f'kill -9 {os.getppid()}')\n        time.sleep(9)\n    return dive(n - 1)\n"
)


def test_a_program_that_kills_its_watcher_leaves_its_recording(tmp_path: Path) -> None:
    program, folder = tmp_path / "own.py", tmp_path / "run"
    program.write_text(KILLER, encoding="utf-8")
    folder.mkdir()
    watcher = (
        "import sys; from pathlib import Path; from plyscope.tracer.running import debug;"
        "debug(sys.argv[1], 'dive(7)', folder=Path(sys.argv[2]))"
    )
    done = subprocess.run([sys.executable, "-c", watcher, str(program), str(folder)], check=False)
    assert done.returncode == -9
    trace = salvaged(folder)
    verify(trace)
    assert (len(trace), trace.complete, trace.user_code.ended.how, trace.user_code.ended.frame) == (
        8,
        False,
        "killed",
        7,
    )
    assert trace.user_code.call == "dive(7)"


def test_a_run_that_came_to_its_end_is_salvaged_whole(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("def f(n):\n    return f(n - 1) if n else 5\n", encoding="utf-8")
    trace = debug(program, "f(3)", folder=tmp_path)
    assert salvaged(tmp_path).signature == trace.signature


def test_where_nothing_is_left_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing is left of the run"):
        salvaged(tmp_path)
