"""Modules of the user's beside their program are theirs in every process that we start, whatever they are called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.play.match import prepare
from plyscope.play.match_workers import MatchRun
from plyscope.play.player_process import Player
from plyscope.play.players import read_version
from plyscope.tracer.calls_by_size import rows_by_size
from plyscope.tracer.running import debug

from tests.user_folder import NAMES, write_program


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write_program(tmp_path, monkeypatch)


def test_recording_user_code(program: Path) -> None:
    trace = debug(program, "f(3)")
    assert (len(trace), trace.user_code.ended.text) == (4, str(len(NAMES)))


def test_calls_against_n(program: Path) -> None:
    rows = list(rows_by_size(program, "f({n})", [1, 2]))
    assert [(row.calls, row.result) for row in rows] == [(2, str(len(NAMES))), (3, str(len(NAMES)))]
    assert all(row.seconds is not None for row in rows)


def test_playing(program: Path) -> None:
    start = load("connectfour:")
    player = Player(read_version(f"{program}:choose", start))
    try:
        assert player.choose(start, limit=60).move == "1"
    finally:
        player.end()


def test_matches(program: Path) -> None:
    match = prepare(load("tictactoe:"), f"{program}:choose", "alphabeta", 2)
    with MatchRun(match, [], 1) as run:
        lines = []
        while not run.is_done:
            line = run.poll(1)
            if line is not None:
                lines.append(line)
    assert [line["failure"] for line in lines] == [None, None]


def test_the_command_in_the_folder_of_the_program(program: Path) -> None:
    found = subprocess.run(
        [sys.executable, "-m", "plyscope", "debug", program.name, "f(3)", "--json"],
        cwd=program.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
    assert f'"result": "{len(NAMES)}"' in found.stdout
