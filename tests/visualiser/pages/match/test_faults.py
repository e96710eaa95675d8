"""What is wrong with a match, field by field."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from plyscope_window.pages.match.match_request import Settings, field_problems

from tests.engine.play.brains import GOOD, write

FINE = Settings("tictactoe", ".../.../...", "x", "alphabeta:depth=2", "notebook", 4, "random:2")


def said(settings: Settings, path: Path, *, replaces: bool = False) -> dict[str, str]:
    return {field: str(message) for field, message in field_problems(settings, str(path), replaces=replaces).items()}


def test_nothing_is_wrong_with_a_match_that_can_begin(tmp_path: Path) -> None:
    path = tmp_path / "m.plymatch"
    assert said(FINE, path) == {}
    assert said(replace(FINE, a=write(tmp_path, "good", GOOD), openings=None), path) == {}
    path.touch()
    assert said(FINE, path, replaces=True) == {}
    assert "this file exists" in said(FINE, path)["file"]


def test_every_field_has_its_own_fault(tmp_path: Path) -> None:
    found = said(replace(FINE, a="alphabeta:depth=x", b="human", openings="random:x"), tmp_path / "no" / "m.plymatch")
    assert found["a"] == "alphabeta:depth=x: depth is a whole number, not x"
    assert found["b"] == "a match is for machines"
    assert "random:k" in found["openings"]
    assert "no such folder" in found["file"]
    assert said(replace(FINE, a=""), tmp_path / "m.txt").keys() == {"a", "file"}
    assert "cannot be read" in said(replace(FINE, b=str(tmp_path / "none.py")), tmp_path / "m.plymatch")["b"]
    openings = tmp_path / "openings.txt"
    openings.write_text("XX./.../...\nXXX/OO./...\n")
    assert "line 1" in said(replace(FINE, openings=str(openings)), tmp_path / "m.plymatch")["openings"]
    assert said(FINE, Path()).keys() == {"file"}


def test_too_many_moves_by_chance(tmp_path: Path) -> None:
    assert "the game is over too often" in said(replace(FINE, openings="random:9"), tmp_path / "m.plymatch")["openings"]
