"""Engines in other languages: their lines are read as they come."""

from __future__ import annotations

import shutil
import socket
import subprocess
from math import inf, nan
from pathlib import Path
from struct import pack
from threading import Event, Thread

import pytest
from plyscope.messages import InputError
from plyscope.tracer.listening import accept_from, address_of, listen_for

from tests.full_traces import Trace
from tests.places import RECURSION

HEADING = '{"format":"plyscope-trace","version":1,"game":"matches","position":"5"}\n'


def frames_of(matches: int) -> int:
    """By the rule of the game itself: each call is one, and those for one and two matches fewer."""
    return 1 + (frames_of(matches - 1) if matches else 0) + (frames_of(matches - 2) if matches > 1 else 0)


def check(trace: Trace) -> None:
    assert (len(trace), trace.value, trace.best_move, trace.complete) == (frames_of(5), 1.0, "take 2", True)


def listened(run: list[str] | None, said: bytes = b"", seconds: float = 10) -> Trace:
    """What a program that is given the port has sent, or a person has said."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]

        def speak() -> None:
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(said)

        process = subprocess.Popen([*run, str(port)]) if run else None
        thread = Thread(target=speak) if run is None else None
        if thread is not None:
            thread.start()
        try:
            return accept_from(server, seconds)
        finally:
            if process is not None:
                process.wait()
            if thread is not None:
                thread.join()


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_the_writer_in_javascript() -> None:
    check(listened(["node", str(RECURSION / "writer.js")]))


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_the_writer_in_c(tmp_path: Path) -> None:
    program = tmp_path / "writer"
    subprocess.run(["cc", "-Wall", "-Werror", str(RECURSION / "writer.c"), "-o", str(program)], check=True)
    lines = subprocess.run([str(program)], check=True, capture_output=True).stdout
    path = tmp_path / "c.jsonl"
    path.write_bytes(lines)
    check(Trace.open(path))
    check(listened(None, lines))


def test_what_breaks_off_is_kept_so_far() -> None:
    said = HEADING + '{"ev":"enter","id":0}\n{"ev":"enter","id":1,"parent":0,"move":"a"}\n{"ev":"lea'
    trace = listened(None, said.encode())
    assert (len(trace), trace.complete) == (2, False)
    trace = listened(None, said.encode() + b"\n")
    assert (len(trace), trace.complete) == (2, False)
    assert str(trace.position.warnings[-1]).startswith("line 4: column ")


@pytest.mark.parametrize(
    "said",
    [
        HEADING.encode() + b'{"ev":"enter","id":0}\n',
        HEADING.replace("plyscope-trace", "plyscope-rows").encode() + pack("<BBH12s3d", 1, 0, 0, b"", -inf, inf, nan),
    ],
    ids=["lines", "rows"],
)
def test_what_has_come_is_told_before_more_comes_and_until_then(said: bytes) -> None:
    counts: list[int] = []
    is_told = Event()

    def progress(frames: int) -> None:
        counts.append(frames)
        if counts[-2:] == [1, 1]:
            is_told.set()

    def speak(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(said)
            is_told.wait(10)

    with socket.create_server(("127.0.0.1", 0)) as server:
        thread = Thread(target=speak, args=(server.getsockname()[1],))
        thread.start()
        trace = accept_from(server, 20, progress)
        thread.join()
    assert (len(trace), is_told.is_set()) == (1, True)
    assert counts == sorted(counts)


def test_no_program_connects() -> None:
    with pytest.raises(InputError, match="no program has connected"):
        listen_for("0", 0.2)


def test_addresses() -> None:
    assert address_of("4711") == ("127.0.0.1", 4711)
    assert address_of("example.org:80") == ("example.org", 80)
    with pytest.raises(InputError, match="PORT or HOST:PORT"):
        address_of("here")
