"""The process that measures."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import plyscope
from plyscope_window.jobs.recording_protocol import STOP
from plyscope_window.pages.growth.growth_request import Wanted

from tests.places import ROOT


def child() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "plyscope_window.pages.growth.growth_process"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def wanted(source: str, searches: tuple[str, ...], depths: tuple[int, int], limit: int = 10**7) -> bytes:
    return Wanted.of(plyscope.load(source), searches, depths, limit).line


def heard(out: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def test_it_says_what_it_measured() -> None:
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(wanted("tictactoe:", ("minimax", "alphabeta"), (1, 3)))
        process.stdin.flush()
        lines = heard(process.stdout.read())
        process.stdin.close()
    measured = [line["measured"] for line in lines if "measured" in line]
    assert [one["frames"] for one in measured if one["who"] == "minimax"] == [10, 82, 586]
    assert lines[-1] == {"ended": True}


def test_it_stops_when_it_is_told_to_and_when_nobody_is_there_any_more() -> None:
    for last_words in (f"{STOP}\n".encode(), b""):
        with child() as process:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(wanted("connectfour:", ("alphabeta",), (1, 40)))
            process.stdin.flush()
            first = [process.stdout.readline() for _ in range(4)]
            process.stdin.write(last_words)
            process.stdin.close()
            rest = process.stdout.read()
            assert process.wait(20) == 0
        lines = heard(b"".join(first) + rest)
        assert lines[-1] == {"ended": True}
        assert 0 < sum("measured" in line for line in lines) < 30


def test_what_cannot_be_measured_is_said() -> None:
    with child() as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(wanted("tree:[[1,2],[3,4]]", ("minimax",), (1, 3)))
        process.stdin.flush()
        (line,) = heard(process.stdout.read())
        process.stdin.close()
    assert "has no value of its own" in line["error"]["pattern"]
