"""What only some operating systems have: each branch, and that no other module names any of it."""

from __future__ import annotations

import ast
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace

import pytest
from plyscope import operating_system as system
from plyscope.files.sources import load
from plyscope.play.player_process import Player
from plyscope.play.players import read_version
from plyscope.tracer.running import debug

from tests.engine.play.brains import GOOD, write
from tests.places import ROOT
from tests.simulated_systems import MACOS, WINDOWS, simulate

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
UNIX_ONLY = {
    "fcntl", "fork", "forkpty", "getpgrp", "getsid", "killpg", "msvcrt", "prctl", "register_at_fork", "resource",
    "sched_getaffinity", "setrlimit", "setsid", "start_new_session",
    "SIGHUP", "SIGKILL", "SIGUSR1",
}  # fmt: skip
MAY_NAME = re.compile("|".join([*UNIX_ONLY, "/proc"]))
"""Only a text in which one of these stands is worth parsing."""


def named(path: Path) -> set[str]:
    """The names that a module imports or uses, and the beginnings of its paths."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                found |= {alias.name for alias in names}
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                found.add(name)
            case ast.Constant(value=str(text)) if text.startswith("/proc"):
                found.add(text)
    return found


def test_nothing_that_only_some_systems_have_is_named_elsewhere() -> None:
    paths = [path for top in ("engine", "visualiser") for path in sorted((ROOT / top).rglob("*.py"))]
    found = {
        str(path.relative_to(ROOT)): wrong
        for path in paths
        if path.name != "operating_system.py"
        and MAY_NAME.search(path.read_text(encoding="utf-8"))
        and (wrong := {name for name in named(path) if name in UNIX_ONLY or name.startswith("/proc")})
    }
    assert found == {}


@pytest.fixture(params=[None, WINDOWS, MACOS])
def simulated(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str | None:
    """This system, and others."""
    found: str | None = request.param
    if found is not None:
        simulate(found, monkeypatch, tmp_path)
    return found


def test_a_process_is_ended_everywhere(simulated: str | None) -> None:
    process = subprocess.Popen(SLEEP, **system.own_session())
    assert process.poll() is None
    system.end_session(process)
    assert process.returncode == -signal.SIGKILL
    system.end_session(process)


def test_a_process_is_asked_where_that_is_possible(simulated: str | None) -> None:
    process = subprocess.Popen(SLEEP, **system.own_session())
    try:
        if simulated == WINDOWS:
            assert not system.request_traceback(process)
        else:
            assert system.request_traceback(process)
    finally:
        system.end_session(process)


def test_limits_are_set_as_far_as_there_are_any(monkeypatch: pytest.MonkeyPatch) -> None:
    limits: dict[int, tuple[int, int]] = {}
    monkeypatch.setattr(resource, "setrlimit", lambda which, both: limits.update({which: both}))
    monkeypatch.setattr(resource, "getrlimit", lambda which: (-1, 1000 if which == resource.RLIMIT_CPU else -1))
    assert system.limit_memory(1 << 20)
    assert system.limit_processor_time(5)
    assert limits == {resource.RLIMIT_AS: (1 << 20, -1), resource.RLIMIT_CPU: (5, 1000)}
    assert system.limit_processor_time(5000)
    assert limits[resource.RLIMIT_CPU] == (1000, 1000), "no higher than the system allows"
    assert not system.set_limit("RLIMIT_OF_ANOTHER_SYSTEM", 1)


@pytest.mark.parametrize("other", [WINDOWS, MACOS])
def test_a_limit_that_a_system_does_not_know_is_no_error(
    other: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    simulate(other, monkeypatch, tmp_path)
    assert not system.limit_memory(1 << 30)
    system.limit_files(1 << 30)
    system.enlarge_stack()
    system.call_after_fork(lambda: None)
    assert system.is_in_own_session(os.getpid())
    assert system.usable_processors() >= 1


def test_how_a_process_was_killed() -> None:
    assert [system.how_killed(status) for status in (3, -9, -200)] == ["exit status 3", "SIGKILL", "signal 200"]


def test_a_file_is_locked_once(tmp_path: Path) -> None:
    with (tmp_path / "x").open("wb") as first, (tmp_path / "x").open("rb") as second:
        assert system.lock(first)
        assert system.lock(second) is False


def test_a_file_is_locked_on_windows_beyond_its_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked: list[int] = []

    def locking(descriptor: int, mode: int, size: int) -> None:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        if place in locked:
            raise PermissionError
        locked.append(place)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    with (tmp_path / "x").open("w+b") as file:
        file.write(b"text")
        assert system.lock(file) is None, "neither of the two: then there is no lock"
        monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=1))  # type: ignore[arg-type]
        assert system.lock(file)
        assert system.lock(file) is False
        assert file.tell() == 4
    assert locked == [system.LOCKED_BYTE]


def test_user_code_is_recorded_everywhere(simulated: str | None, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("def f(n):\n    return f(n - 1) + 1 if n else 0\n")
    trace = debug(program, "f(5)")
    assert (len(trace), trace.complete) == (6, True)


PARENT = """
import subprocess, sys
child = "from plyscope.operating_system import die_with_parent as watch; watch(); import time; time.sleep(600)"
process = subprocess.Popen([sys.executable, "-c", child], start_new_session=True)
print(process.pid, flush=True)
import time; time.sleep(1)
"""


def test_a_child_ends_with_its_parent_everywhere(simulated: str | None) -> None:
    started = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, check=True)
    child = int(started.stdout)
    until = monotonic() + 60
    while is_running(child):
        assert monotonic() < until, "the child outlives its parent"
        sleep(0.05)


def test_on_windows_a_child_ends_what_it_has_started_when_its_parent_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulate(WINDOWS, monkeypatch, tmp_path)
    with (tmp_path / "sitecustomize.py").open("a") as file:
        file.write("import ctypes\ndel ctypes.CDLL\n")  # no library to ask
    asked = tmp_path / "asked"
    command = tmp_path / "taskkill"
    command.write_text(f'#!/bin/sh\necho "$@" > {asked}.new\nmv {asked}.new {asked}\n')
    command.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    started = subprocess.run([sys.executable, "-c", PARENT], capture_output=True, text=True, check=True)
    until = monotonic() + 60
    while not asked.exists():
        assert monotonic() < until, "the child is gone, and nothing has ended what it may have started"
        sleep(0.05)
    assert asked.read_text().split() == ["/F", "/T", "/PID", started.stdout.strip()]


def is_running(process: int) -> bool:
    """Whether a process is there and has not ended; one that nobody has waited for is still listed."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_player_of_a_file_plays_everywhere(simulated: str | None, tmp_path: Path) -> None:
    start = load("connectfour:")
    player = Player(read_version(write(tmp_path, "good", GOOD), start))
    try:
        assert player.choose(start, limit=60).move == "1"
    finally:
        player.end()
