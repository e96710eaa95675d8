"""The command learn, as somebody types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from plyscope.cli.commands import command_line
from plyscope.cli.running import run


@pytest.mark.full
def test_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "w.toml"
    arguments = ["learn", "tictactoe", "-o", str(file), "--match", "8", "--seed", "2"]
    assert run(command_line, [*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["weights"].keys() == {"open-1", "open-2", "centre"}
    assert found["fit"]["held_out"] >= 500
    assert found["match"]["games"] == 8
    assert found["helps"] in (True, False, None)
    before = file.read_bytes()
    assert run(command_line, arguments) == 1
    assert "the file exists" in capsys.readouterr().err
    assert run(command_line, [*arguments, "--force"]) == 0
    out, err = capsys.readouterr()
    assert "held out      904 positions" in out
    assert "score" in out
    assert err == ""
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["hexline"], 2, "hexline has no linear scoring"),
        (["connectfour", "--from", "solved"], 2, "more than 20 cells cannot be solved"),
        (["connectfour:5,4,4", "--positions", "100"], 1, "too few positions"),
        (["checkers"], 1, "no such file"),
        (["tictactoe", "--seed", str(1 << 63)], 2, "a seed is"),
    ],
)
def test_what_cannot_be_learned(
    tmp_path: Path, arguments: list[str], status: int, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command_line, ["learn", *arguments, "-o", str(tmp_path / "w.toml")]) == status
    out, err = capsys.readouterr()
    assert complaint in err
    assert (out, err.count("\n")) == ("", 1)
