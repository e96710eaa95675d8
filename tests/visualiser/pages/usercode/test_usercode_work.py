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
from plyscope_window.pages.usercode.requests import CALL, RunRequest
from plyscope_window.pages.usercode.usercode_work import (
    Decision,
    RunEnded,
    RunProgress,
    listen_to_engine,
    run_user_code,
)

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


def run(program: Path, call: str, folder: Path, parent: ParentStub | None = None) -> Trace:
    """The recording of a call."""
    parent = parent or ParentStub()
    run_user_code(RunRequest(CALL, str(program), call), str(folder), parent)
    return Trace.open(parent.of(Decision)[-1].path)


def test_it_says_how_far_it_is_what_was_printed_and_where_the_recording_is(tmp_path: Path) -> None:
    parent = ParentStub()
    trace = run(SAMPLES / "hanoi.py", "hanoi(3)", tmp_path, parent)
    assert parent.of(RunProgress)[-1].calls == len(trace)
    printed = "".join(one.printed for one in parent.of(RunProgress))
    assert "".join(trace.user_code.printed).startswith(printed), "all of it, or it was over too soon"
    assert [one.frames for one in parent.of(Decision)] == [len(trace)] * 2
    assert [one.ended.how for one in parent.of(RunEnded)] == ["returned"]


def test_what_looks_like_a_search_is_read_as_one(tmp_path: Path) -> None:
    trace = run(SAMPLES / "alphabeta.py", "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)", tmp_path)
    assert (trace.position.game.name, trace.value, trace.cutoffs) == ("tictactoe", -1.0, 1)


def test_a_call_that_leads_through_other_files_is_one_recording(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text("def f(n):\n    print(n)\n    return f(n - 1) if n else 0\n", "utf-8")
    program, parent = tmp_path / "own.py", ParentStub()
    program.write_text("from deep import f\ndef g(n):\n    f(1)\n    return f(n)\n", "utf-8")
    trace = run(program, "g(3)", tmp_path, parent)
    assert trace.user_code.call == "f(3)"
    assert len(trace) == 4


def test_stopped_it_keeps_what_there_is(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n", "utf-8")
    parent = ParentStub(until=lambda result: isinstance(result, RunProgress) and result.calls > 0)
    assert not run(program, "f(900)", tmp_path, parent).complete


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
    assert delivered(run_user_code, RunRequest(CALL, str(program), "f(3)"), str(tmp_path)) == (DONE, None)
    assert Trace.open(tmp_path / "1.plytrace").user_code.ended.text == str(len(NAMES))


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
        run_user_code(RunRequest(CALL, str(program), "f(9)"), str(tmp_path), ParentStub())
    assert not (tmp_path / "1.plytrace").exists()
