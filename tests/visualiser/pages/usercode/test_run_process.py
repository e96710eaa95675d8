"""The process that has a program run, without a window."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from plyscope import Trace
from plyscope.tracer.running import Limits
from plyscope_window.pages.usercode.run_request import Wanted

from tests.places import ROOT

SAMPLES = ROOT / "samples" / "recursion"


def run(wanted: Wanted, orders: str = "", wait: bool = True) -> list[dict[str, Any]]:
    """What the process says; its orders end at once unless it is waited for."""
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "plyscope_window.pages.usercode.run_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(wanted.line.decode() + orders)
    process.stdin.flush()
    if not wait:
        process.stdin.close()
    said = [json.loads(line) for line in process.stdout]
    process.stdin.close()
    process.wait()
    process.stdout.close()
    return said


def test_it_says_how_far_it_is_what_was_printed_and_where_the_recording_is(tmp_path: Path) -> None:
    path, folder = tmp_path / "a.plytrace", tmp_path / "run"
    folder.mkdir()
    said = run(Wanted(str(SAMPLES / "hanoi.py"), "hanoi(3)", paths=(str(path),), folder=str(folder)))
    assert said[-1]["ended"] == str(path)
    assert not folder.exists()
    trace = Trace.open(path)
    told = [one for one in said if "calls" in one]
    assert told[-1]["calls"] == len(trace)
    heard = "".join(one["printed"] for one in told)
    assert "".join(trace.user_code.printed).startswith(heard), "all of it, or it was over too soon"
    assert {"reading": len(trace)} in said


def test_what_looks_like_a_search_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.plytrace"
    run(Wanted(str(SAMPLES / "alphabeta.py"), "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)", paths=(str(path),)))
    trace = Trace.open(path)
    assert (trace.position.game.name, trace.value, trace.cutoffs) == ("tictactoe", -1.0, 1)


@pytest.mark.parametrize(("orders", "wait"), [("stop\n", True), ("", False)])
def test_an_order_to_stop_and_a_window_that_is_gone_keep_what_there_is(tmp_path: Path, orders: str, wait: bool) -> None:
    program = tmp_path / "own.py"
    program.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n", "utf-8")
    path = tmp_path / "a.plytrace"
    # Where nothing can be said to anybody, nothing was called yet perhaps: a call is made before the order comes.
    said = run(Wanted(str(program), "f(900)", limits=Limits(seconds=20), paths=(str(path),)), orders, wait)
    assert path.exists() or "was called" in said[-1]["error"]["pattern"]
    assert not path.exists() or not Trace.open(path).complete


def test_what_cannot_be_run_is_said_in_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("def f(n):\n    return f(n - 1)\n1 / 0\n", "utf-8")
    said = run(Wanted(str(program), "f(9)", paths=(str(tmp_path / "a.plytrace"),)))
    assert "the file cannot be run" in said[-1]["error"]["pattern"]
    assert not (tmp_path / "a.plytrace").exists()
