"""The stories of docs/contributing.md: its files are written as they stand there, and its commands run."""

from __future__ import annotations

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from plyscope import plugins
from plyscope.games import GAMES
from plyscope.search import SEARCHES

from tests.places import ROOT

CONTRIBUTING = (ROOT / "docs" / "contributing.md").read_text(encoding="utf-8")
FILES = ("race.py", "two_functions.py", "two.py")
"""The names that the text gives its blocks of Python, in that order."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files of the stories; what a story loads is gone after it."""
    before = [dict(GAMES), dict(SEARCHES)]
    monkeypatch.setattr(plugins, "_plugins", dict(plugins._plugins))
    for name, content in zip(FILES, re.findall(r"```python\n(.*?)```", CONTRIBUTING, re.DOTALL), strict=True):
        assert f"`{name}`" in CONTRIBUTING
        (tmp_path / name).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    for table, kept in zip((GAMES, SEARCHES), before, strict=True):
        table.clear()
        table.update(kept)


def commands(section: str) -> list[list[str]]:
    text = CONTRIBUTING.partition(f"## {section}\n")[2].partition("\n## ")[0]
    return [shlex.split(line)[1:] for line in re.findall(r"^plyscope .*$", text, re.MULTILINE)]


@pytest.mark.qt
@pytest.mark.parametrize(
    ("section", "printed"),
    [
        ("Add a game", ["best move  +2", "race.plytrace", "6 b", "A, your move", "A won       10", "race.py"]),
        ("Add a search", ["value      7", "Same value, same move"]),
    ],
)
def test_the_story_runs(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    section: str,
    printed: list[str],
) -> None:
    from plyscope.cli.running import run
    from plyscope_window.app.commands import command_line

    for command, expected in zip(commands(section), printed, strict=True):
        monkeypatch.setattr("sys.stdin", io.StringIO("+2\nquit\n"))
        assert run(command_line, command) == 0, command
        assert expected in capsys.readouterr().out, command
