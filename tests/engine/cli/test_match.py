"""The command match, as somebody types it, and what happens when it is interrupted."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.command_line import check_refused, facts, printed
from tests.engine.play.brains import BAD, GOOD, write

CHEAP = ("match", "connectfour", "tutorial-block", "tutorial-random", "--openings", "random:3", "--seed", "4")
COMMAND = [sys.executable, "-c", "import sys; from plyscope.cli.running import run; "
           "from plyscope.cli.commands import command_line; sys.exit(run(command_line))"]  # fmt: skip
TIMEOUT = 60


def numbers(path: Path) -> list[int]:
    whole = path.read_bytes().rpartition(b"\n")[0]
    return [json.loads(line)["number"] for line in whole.splitlines()[1:]]


def test_what_is_printed() -> None:
    found = facts(*CHEAP, "--games", "10", "--jobs", "2")
    assert list(found)[:10] == [
        "game", "a", "b", "games", "wins", "draws", "losses", "score", "interval", "elo",
    ]  # fmt: skip
    assert found["games"] == found["wins"] + found["draws"] + found["losses"] == 10
    assert found["score"] == (found["wins"] + found["draws"] / 2) / 10
    assert found["interval"][0] < found["score"] <= found["interval"][1]
    assert found["failures"] == []
    out, err = printed(*CHEAP, "--games", "10", "--jobs", "1")
    assert f"score of A  {found['score']:.1%}, 95 % between" in out
    assert err == ""


@pytest.mark.full
def test_a_file_that_fails_is_named_with_its_reason(tmp_path: Path) -> None:
    bad, good = write(tmp_path, "bad", BAD), write(tmp_path, "good", GOOD)
    out, _ = printed("match", "tictactoe", f"{bad}:exits", good, "--games", "2")
    assert "lost for reasons other than the position" in out
    assert "its process ended with status 3" in out


@pytest.mark.full
def test_the_same_command_adds_what_is_missing_and_another_one_is_refused(tmp_path: Path) -> None:
    file, command = tmp_path / "m.plymatch", [*CHEAP, "--jobs", "1", "--games", "8"]
    whole = facts(*command, "-o", str(file))
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:4]) + lines[4][:20])
    again = facts(*command, "-o", str(file))
    assert sorted(numbers(file)) == list(range(8))
    for found in (whole, again):
        for name in "ab":
            del found["effort"][name]["seconds_per_move"]
    assert again == whole
    check_refused([*command[:-1], "9", "-o", str(file)], 1, "begun with other settings (games")
    assert facts(*command[:-1], "9", "-o", str(file), "--force")["games"] == 9


@pytest.mark.full
def test_disagreements(tmp_path: Path) -> None:
    file = tmp_path / "apart.txt"
    arguments = ("match", "tictactoe", "alphabeta:depth=1", "alphabeta", "--games", "2", "--disagreements", str(file))
    found = facts(*arguments)["disagreements"]
    assert found["differing"] == len(file.read_text().splitlines()) - 1 > 0
    check_refused(arguments, 1, "the file exists")


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (("match", "connectfour", "human", "minimax"), 2, "a match is for machines"),
        (("match", "tree:[1,2]", "minimax", "minimax"), 2, "tree is not played by two players"),
        (("match", "draughts", "minimax", "minimax"), 1, "there is no such file"),
        (("match", "connectfour", "minimax", "nobody"), 2, "nobody is not an algorithm"),
        (("match", "connectfour", "minimax", "minimax", "--games", "0"), 2, "range"),
        (("match", "connectfour", "minimax", "minimax", "--openings", "random:x"), 2, "random:k"),
        (("match", "connectfour", "minimax", "no.py"), 1, "no.py: cannot be read"),
        (("match", "connectfour", "tutorial-sum", "tutorial-sum", "-o", "/no/such/folder/m"), 1, "no such folder"),
    ],
)
def test_what_cannot_be_played(arguments: tuple[str, ...], status: int, complaint: str) -> None:
    check_refused(arguments, status, complaint)


def begin(file: Path, games: int) -> subprocess.Popen[str]:
    """A match that has finished some games and is far from its end."""
    process = subprocess.Popen(
        [*COMMAND, *CHEAP, "--games", str(games), "--jobs", "2", "-o", str(file), "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    ends = monotonic() + TIMEOUT
    while not file.exists() or len(numbers(file)) < 5:
        assert monotonic() < ends
        assert process.poll() is None
        sleep(0.02)
    return process


def children(process: int) -> list[int]:
    """The processes that belong to another, as the system lists them."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(pid) for pid, parent in (line.split() for line in listed.splitlines()) if int(parent) == process]


@pytest.mark.full
def test_killed_in_the_middle_no_game_is_lost_and_none_played_twice(tmp_path: Path) -> None:
    file = tmp_path / "m.plymatch"
    for _ in range(2):
        process = begin(file, 40)
        workers = children(process.pid)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        before = numbers(file)
        assert 5 <= len(before) < 40
        ends = monotonic() + TIMEOUT
        while any(Path(f"/proc/{worker}").exists() for worker in workers):
            assert monotonic() < ends, "workers outlive the match"
            sleep(0.05)
    kept = file.read_bytes().rpartition(b"\n")[0]
    found = facts(*CHEAP, "--games", "40", "-o", str(file))
    assert file.read_bytes().startswith(kept)
    assert sorted(numbers(file)) == list(range(40))
    alone = facts(*CHEAP, "--games", "40", "--jobs", "1")
    assert [found[name] for name in ("wins", "draws", "losses")] == [
        alone[name] for name in ("wins", "draws", "losses")
    ]


@pytest.mark.full
def test_interrupted_the_finished_games_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "m.plymatch"
    process = begin(file, 400)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT)
    assert process.returncode == 130
    found = json.loads(out)
    assert found["games"] == len(numbers(file)) >= 5
    assert not found["complete"]
    assert f"interrupted: {found['games']} games are kept" in err
