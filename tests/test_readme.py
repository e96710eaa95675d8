"""The README tells the truth: its tour runs, its commands work, its counts are right."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path

from plyscope.brains import BRAINS
from plyscope.files.sources import sample_names
from plyscope.games import GAMES
from plyscope.search import SEARCHES
from plyscope.search.ordering import ORDERS
from plyscope.search.scoring import SCORINGS

from tests.places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_tour_runs() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert results.attempted > 10
    assert results.failed == 0


def test_the_commands_to_try_work(tmp_path: Path) -> None:
    commands = re.findall(r"^\.venv/bin/plyscope ?(.*?)(?:  +#.*)?$", README, re.MULTILINE)
    assert len(commands) == 19
    for command in commands:
        opens_window = command == "" or command.startswith("open ")
        script = "from plyscope_window.app.cli import main; main()"
        done = subprocess.run(
            [sys.executable, "-c", script, *shlex.split(command)],
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            env={"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", "PATH": "", "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=False,
        )
        if opens_window:
            assert (done.returncode, "no display" in done.stderr) == (1, True), done.stderr
        else:
            assert done.returncode == 0 or command == "doctor", (command, done.stderr)


def test_the_two_commands_of_a_fresh_machine_stand_alone() -> None:
    assert re.search(r"^python3 -m venv \.venv && \S+ -m pip install -e \. && \.venv/bin/plyscope demo$", README, re.M)
    assert re.search(r'^python3 -m venv .* install -e "\.\[test\]" && \.venv/bin/python -m pytest$', README, re.M)


def test_what_is_counted_in_words_is_there() -> None:
    words = {"Four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
    said = re.search(r"(\w+) games, (\w+) searches, (\w+) brains", README)
    assert said is not None
    assert [words[word] for word in said.groups()] == [len(GAMES), len(SEARCHES), len(BRAINS)]
    assert words[re.search(r"(\w+) orders of moves", README)[1]] == len(ORDERS)  # type: ignore[index]
    assert words[re.search(r"(\w+) scorings", README.replace("\n", " "))[1]] == len(SCORINGS)  # type: ignore[index]
    assert int(re.search(r"(\d+) sample positions", README)[1]) == len(sample_names())  # type: ignore[index]
    for name in (*SEARCHES, "notebook", "hexline-project", "tutorial-random", "tutorial-depth"):
        assert f"`{name}`" in README


def test_every_benchmark_is_told_of() -> None:
    scripts = {path.name for path in (ROOT / "benchmarks").glob("*.py")} - {"interleaved.py"}
    assert scripts == set(re.findall(r"`(\w+\.py)` \|", README))
