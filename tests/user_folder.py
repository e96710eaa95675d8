"""A user's program with modules beside it, and other modules of the same names in the current folder."""

from __future__ import annotations

from pathlib import Path

import pytest

NAMES = ("engine", "game", "games", "search", "board", "visualiser", "model", "tracer", "processes", "messages")
"""Names that a chess programmer would choose, and some of our own modules."""
PROGRAM = "\n".join(f"from {name} import {name}_value" for name in NAMES)
PROGRAM += f"""
def f(n):
    return f(n - 1) if n else sum([{", ".join(f"{name}_value" for name in NAMES)}])
def choose(position):
    assert f(0) == {len(NAMES)}
    return position.moves()[0]
"""


def write_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of the program; the current folder is another one."""
    folder, elsewhere = tmp_path / "program", tmp_path / "elsewhere"
    for place, value in ((folder, 1), (elsewhere, 1000)):
        place.mkdir()
        for name in NAMES:
            (place / f"{name}.py").write_text(f"{name}_value = {value}\n")
    (elsewhere / "json.py").write_text("raise SystemExit('a module of the current folder')\n")
    path = folder / "program.py"
    path.write_text(PROGRAM)
    monkeypatch.chdir(elsewhere)
    return path
