"""A program that is stopped at any moment leaves a recording that is true, or none; and no other files."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from plyscope.audit.verification import verify
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.columns import OPEN
from plyscope.tracer.build_trace import trace_of
from plyscope.tracer.running import debug

from tests.full_traces import Trace
from tests.places import SOURCE_ROOTS

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are those of Unix")

FIB = "def fib(n):\n    if n < 2:\n        return n\n    return fib(n - 1) + fib(n - 2)\n"
LOGGED = 20_000
"""Bytes of the log that hold some calls."""
LOOKED_AT = 60_000
"""Calls at which the quick suite looks, of the hundreds of thousands of a long run."""


@cache
def fib(n: int) -> int:
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def check_results(trace: Trace, looked_at: int | None = None) -> None:
    """Every argument, result and child that is recorded is that of the program.

    With a number it looks at about so many calls, and at all that were open at the end.
    """
    verify(trace)
    user_code = trace.user_code
    first, step = int(user_code.has_caller), 1 if looked_at is None else 1 + len(trace) // looked_at
    still_open = np.flatnonzero(np.asarray(trace.statuses) == OPEN).tolist()
    for frame in {*range(first, len(trace), step), *still_open} - {*range(first)}:
        n = int(user_code.arguments(frame)["n"])
        calls = [int(user_code.arguments(child)["n"]) for child in trace.children(frame)]
        expected = [n - 1, n - 2] if n > 1 else []
        if trace.statuses[frame] == OPEN:
            assert calls == expected[: len(calls)], frame
        else:
            assert (user_code.result(frame), calls) == (str(fib(n)), expected), frame


def wait_for_calls(folder: Path, process: subprocess.Popen[str]) -> None:
    """Until something is recorded: the log of the target, in a temporary folder, has grown."""
    while not any(path.is_file() and path.stat().st_size > LOGGED for path in folder.rglob("*")):
        assert process.poll() is None
        time.sleep(0.05)


def interrupted(
    folder: Path, n: int, number: int, seconds: float | None = None, *, looked_at: int | None = None
) -> int:
    """The exit status of `plyscope debug`, which receives a signal after a time or when it has recorded something.

    Its recording, if there is one, is checked.
    """
    temporary = folder / "temporary"
    temporary.mkdir()
    (folder / "fib.py").write_text(FIB, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "plyscope", "debug", "fib.py", f"fib({n})", "-o", "t.plytrace"],
        cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": SOURCE_ROOTS, "TMPDIR": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )  # fmt: skip
    if seconds is None:
        wait_for_calls(temporary, process)
    else:
        time.sleep(seconds)
    process.send_signal(number)
    errors = process.communicate(timeout=60)[1]
    has_begun = "__main__.py" in errors  # before that it is Python that starts, and says where it was
    assert "Traceback" not in errors or not has_begun, errors
    assert list(temporary.iterdir()) == []
    assert {path.name for path in folder.iterdir()} <= {"fib.py", "t.plytrace", "temporary"}
    if (folder / "t.plytrace").exists():
        trace = Trace.open(folder / "t.plytrace")
        check_results(trace, looked_at)
        assert trace.complete or process.returncode
    return process.returncode


def interrupt_often(tmp_path: Path, rounds: int, seed: int) -> None:
    """Interrupt the command at random moments by each of the signals.

    Whatever the signal was, CPython ends as by SIGINT where the exception that we make of it has passed through `exec`
    of a text, as in the standard library's dataclasses: the interpreter remembers it, although it was handled.
    """
    draw = random.Random(seed)
    for place in range(rounds):
        folder = tmp_path / str(place)
        folder.mkdir()
        number = (signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)[place % 5]
        status = interrupted(folder, 22, number, draw.uniform(0.4, 2.5))
        assert status in (0, 1, 128 + number, -number, -signal.SIGINT), status


@pytest.mark.full
def test_interrupts_at_two_hundred_random_moments(tmp_path: Path) -> None:
    interrupt_often(tmp_path, 200, 500)


@pytest.mark.parametrize(
    ("name", "status", "looked_at"),
    [
        ("SIGTERM", 143, LOOKED_AT),
        *(pytest.param(*one, None, marks=pytest.mark.full) for one in (("SIGINT", 130), ("SIGHUP", 129))),
    ],
)
def test_an_interrupt_keeps_the_recording(tmp_path: Path, name: str, status: int, looked_at: int | None) -> None:
    """A long run: there is something to keep, whichever signal ends it. Other quick tests send the other two."""
    assert interrupted(tmp_path, 40, signal.Signals[name], looked_at=looked_at) == status
    assert (tmp_path / "t.plytrace").exists()


@pytest.mark.full
def test_a_closed_terminal_keeps_the_recordings_of_a_program(tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    (tmp_path / "fib.py").write_text(f"{FIB}while True:\n    fib(12)\n", encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "plyscope", "debug", "fib.py", "-o", "t.plytrace"],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": SOURCE_ROOTS, "TMPDIR": str(temporary)},
    )  # fmt: skip
    wait_for_calls(temporary, process)
    process.send_signal(signal.SIGHUP)
    errors = process.communicate(timeout=60)[1]
    assert "Traceback" not in errors, errors
    assert process.returncode == 129
    assert list(temporary.iterdir()) == []
    check_results(Trace.open(tmp_path / "t-1.plytrace"))


@pytest.mark.full
def test_ctrl_c_while_the_log_is_read_is_looked_at_between_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where `debug` is called from Python: it comes at random moments, in the middle of rows too."""
    path = tmp_path / "fib.py"
    path.write_text(FIB, encoding="utf-8")
    began = time.monotonic()
    debug(path, "fib(18)")
    seconds = time.monotonic() - began
    draw = random.Random(1)
    before = signal.signal(signal.SIGALRM, lambda _number, _frame: signal.raise_signal(signal.SIGINT))
    kept = 0
    try:
        for turn in range(60):
            if kept and turn >= 6:
                break
            # The longer nothing is kept, the busier is the machine, and the later may the moment be.
            signal.setitimer(signal.ITIMER_REAL, seconds * draw.uniform(0.2, 1.2 + 0.1 * turn))
            try:
                trace = debug(path, "fib(18)")
                signal.setitimer(signal.ITIMER_REAL, 0)
            except InputError:
                continue
            check_results(trace)
            kept += trace.user_code.ended.how == "interrupted"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert kept


def test_a_recording_that_contradicts_itself_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "fib.py"
    path.write_text(FIB, encoding="utf-8")
    trace = debug(path, "fib(5)")
    save_trace(trace, tmp_path / "t.plytrace")
    columns = {name: trace.column(name).copy() for name in trace.columns}
    columns["size"][1] = 3
    with pytest.raises(InputError, match="contradicts itself and is not kept: damaged: frame 2"):
        trace_of(columns, trace.user_code, FIB, None)
