"""Running a user's program as work of a process."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, sleep
from typing import Any

import pytest
from plyscope.messages import InputError
from plyscope.processes import DONE, RESULT, Child
from plyscope.tracer.starting import Limits
from plyscope_window.jobs.recording_work import Saved
from plyscope_window.pages.usercode.requests import RunRequest
from plyscope_window.pages.usercode.usercode_work import CallProgress, Reading, listen_to_engine, run_program

from tests.children import ParentStub
from tests.full_traces import Trace
from tests.places import ROOT
from tests.user_folder import NAMES, write_program

LINES = """{"format":"plyscope-trace","version":1,"game":"matches","position":"5"}
{"ev":"enter","id":0,"kind":"max"}
{"ev":"enter","id":1,"parent":0,"move":"take 1","kind":"min"}
{"ev":"leave","id":1,"value":1,"status":"terminal"}
{"ev":"leave","id":0,"value":1,"status":"inner"}"""
SAMPLES = ROOT / "samples" / "recursion"


def test_it_says_how_far_it_is_what_was_printed_and_where_the_recording_is(tmp_path: Path) -> None:
    path, folder, parent = tmp_path / "a.plytrace", tmp_path / "run", ParentStub()
    folder.mkdir()
    run_program(RunRequest(str(SAMPLES / "hanoi.py"), "hanoi(3)"), (str(path),), str(folder), parent)
    assert [saved.path for saved in parent.of(Saved)] == [str(path)]
    assert not folder.exists()
    trace = Trace.open(path)
    assert parent.of(CallProgress)[-1].calls == len(trace)
    printed = "".join(one.printed for one in parent.of(CallProgress))
    assert "".join(trace.user_code.printed).startswith(printed), "all of it, or it was over too soon"
    assert Reading(len(trace)) in parent.results


def test_what_looks_like_a_search_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.plytrace"
    request = RunRequest(str(SAMPLES / "alphabeta.py"), "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    run_program(request, (str(path),), "", ParentStub())
    trace = Trace.open(path)
    assert (trace.position.game.name, trace.value, trace.cutoffs) == ("tictactoe", -1.0, 1)


def test_stopped_it_keeps_what_there_is(tmp_path: Path) -> None:
    program, path = tmp_path / "own.py", tmp_path / "a.plytrace"
    program.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n", "utf-8")
    parent = ParentStub(until=lambda result: isinstance(result, CallProgress) and result.calls > 0)
    run_program(RunRequest(str(program), "f(900)", limits=Limits(seconds=60)), (str(path),), "", parent)
    assert not Trace.open(path).complete


def delivered(work: Callable[..., object], *args: object, begun: Callable[[], None] = lambda: None) -> tuple[str, Any]:
    """The last word of a process that does some work."""
    child, inbox = Child(), SimpleQueue[tuple[str, Any]]()
    child.begin(lambda *received: inbox.put(received), work, *args)
    begun()
    kind, value = inbox.get(timeout=60)
    while kind == RESULT:
        kind, value = inbox.get(timeout=60)
    return kind, value


def test_modules_beside_the_program_are_the_users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = write_program(tmp_path, monkeypatch)
    path = tmp_path / "a.plytrace"
    assert delivered(run_program, RunRequest(str(program), "f(3)"), (str(path),), "") == (DONE, None)
    assert Trace.open(path).user_code.ended.text == str(len(NAMES))


def test_listening_looks_into_no_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_program(tmp_path, monkeypatch)
    path, port = tmp_path / "a.plytrace", free_port()
    last = delivered(listen_to_engine, str(port), 60.0, (str(path),), begun=lambda: send_lines(port, LINES))
    assert last == (DONE, None)
    assert len(Trace.open(path)) == 2


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


def send_lines(port: int, lines: str) -> None:
    """As an engine does: it tries until a process listens."""
    until = monotonic() + 60
    while monotonic() < until:
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)) as engine:
            engine.sendall(lines.encode() + b"\n")
            return
        sleep(0.05)


def test_what_cannot_be_run_is_said_in_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("def f(n):\n    return f(n - 1)\n1 / 0\n", "utf-8")
    with pytest.raises(InputError, match="the file cannot be run"):
        run_program(RunRequest(str(program), "f(9)"), (str(tmp_path / "a.plytrace"),), "", ParentStub())
    assert not (tmp_path / "a.plytrace").exists()
