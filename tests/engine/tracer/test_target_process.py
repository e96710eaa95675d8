"""What a traced program has started ends with it where it, or what traces it, is killed; else it may go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest
from plyscope.operating_system import SessionGuard

from tests.engine.test_operating_system import is_running

TIMEOUT = 60
PROGRAM = """
import os, subprocess, sys, time

def f(n):
    return f(n - 1) + 1 if n else 0

def started(seconds):
    sleeping = [sys.executable, "-c", "import time; time.sleep(600)"]
    # No part of the output of this program, and the second in a group of its own, as a shell does it.
    first = subprocess.Popen(sleeping, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    second = subprocess.Popen(
        sleeping, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=lambda: os.setpgid(0, 0)
    )
    f(3)
    with open("numbers.part", "w") as file:
        file.write(f"{os.getpid()} {first.pid} {second.pid}")
    os.rename("numbers.part", "numbers")
    time.sleep(seconds)

if __name__ == "__main__":
    started(float(sys.argv[1]))
"""


@pytest.fixture
def numbers(tmp_path: Path) -> Iterator[Callable[[], list[int]]]:
    """The numbers of the program's process and of the two that it starts, once they are there."""
    found: list[int] = []

    def read() -> list[int]:
        wait_until((tmp_path / "numbers").exists)
        found[:] = map(int, (tmp_path / "numbers").read_text().split())
        return found

    yield read
    for process in found[1:]:
        with suppress(OSError):
            os.kill(process, signal.SIGKILL)


def debug(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    program = folder / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "plyscope", "debug", str(program), *arguments]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def wait_until(is_so: Callable[[], bool]) -> None:
    until = monotonic() + TIMEOUT
    while not is_so():
        assert monotonic() < until
        sleep(0.02)


@pytest.mark.spread(6)
@pytest.mark.parametrize("victim", ["tracer", "target"])
@pytest.mark.parametrize("arguments", [("started(600)",), ("--", "600")], ids=["call", "program"])
def test_what_a_killed_program_has_started_ends(
    tmp_path: Path, numbers: Callable[[], list[int]], victim: str, arguments: tuple[str, ...]
) -> None:
    tracer = debug(tmp_path, *arguments)
    target, *others = numbers()
    os.kill(tracer.pid if victim == "tracer" else target, signal.SIGKILL)
    tracer.wait(TIMEOUT)
    wait_until(lambda: not any(map(is_running, [target, *others])))


def test_what_a_program_has_started_may_outlive_it(tmp_path: Path, numbers: Callable[[], list[int]]) -> None:
    assert debug(tmp_path, "--", "0").wait(TIMEOUT) == 0
    target, *others = numbers()
    assert [is_running(one) for one in (target, *others)] == [False, True, True]


def test_the_guard_ends_the_sessions_that_are_not_released() -> None:
    guard = SessionGuard()
    sessions = [subprocess.Popen(["sleep", "600"], start_new_session=True) for _ in range(3)]
    try:
        for one in sessions:
            guard.guard(one.pid)
        guard.release(sessions[0].pid)
        guard.end(sessions[1].pid)
        assert sessions[1].wait(TIMEOUT) == -signal.SIGKILL
        assert sessions[2].poll() is None
        guard.close()
        assert sessions[2].wait(TIMEOUT) == -signal.SIGKILL
        assert sessions[0].poll() is None
    finally:
        guard.close()
        for one in sessions:
            one.kill()
            one.wait()
