"""The command learn, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.command_line import check_refused, facts, printed


@pytest.mark.full
def test_the_report(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    arguments = ["learn", "tictactoe", "-o", str(file), "--match", "8", "--seed", "2"]
    found = facts(*arguments)
    assert found["weights"].keys() == {"open-1", "open-2", "centre"}
    assert found["fit"]["held_out"] >= 500
    assert found["match"]["games"] == 8
    assert found["helps"] in (True, False, None)
    before = file.read_bytes()
    check_refused(arguments, 1, "the file exists")
    out, err = printed(*arguments, "--force")
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
        (["draughts"], 1, "no such file"),
        (["tictactoe", "--seed", str(1 << 63)], 2, "a seed is"),
    ],
)
def test_what_cannot_be_learned(tmp_path: Path, arguments: list[str], status: int, complaint: str) -> None:
    check_refused(["learn", *arguments, "-o", str(tmp_path / "w.toml")], status, complaint)
