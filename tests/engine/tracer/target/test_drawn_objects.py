"""Positions that draw themselves by a `__str__` of their own, and classes that are not asked to."""

from __future__ import annotations

import random
import time
from collections import namedtuple
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from plyscope.model.traced_game import TracedGame
from plyscope.tracer.running import debug
from plyscope.tracer.target import drawn_objects
from plyscope.tracer.target.drawn_objects import MAX_COLUMNS, MAX_LINES, DrawnObjects, bounded, muted


class Grid:
    def __init__(self, cells: str = "X.O") -> None:
        self.cells = list(cells)
        self.asked = 0

    def __str__(self) -> str:
        return "\n".join(self.cells)


class Counting(Grid):
    def __str__(self) -> str:
        self.cells.append("!")
        return super().__str__()


class Setting(Grid):
    def __str__(self) -> str:
        self.asked += 1
        return "x"


class Random(Grid):
    def __str__(self) -> str:
        return random.choice(self.cells)


class Sleeping(Grid):
    def __str__(self) -> str:
        time.sleep(100)
        return "x"


class Endless(Grid):
    def __str__(self) -> str:
        while True:
            len(self.cells)


class Raising(Grid):
    def __str__(self) -> str:
        raise SystemExit


class Reading(Grid):
    def __str__(self) -> str:
        return input()


CALLED: list[str] = []


class Noting(Grid):
    def __str__(self) -> str:
        CALLED.append("drawn")
        return "x"


class Ending(Grid):
    def __del__(self) -> None:
        CALLED.append("ended")


class Guessing(Grid):
    def __getattr__(self, name: str) -> int:
        CALLED.append(name)
        raise AttributeError(name)


class Copied(Grid):
    def __deepcopy__(self, _memo: object) -> Copied:
        CALLED.append("copied")
        return self


class Printing(Grid):
    def __str__(self) -> str:
        print("drawn")
        return "+".join(self.cells)


class Lines(Grid):
    __str__ = object.__str__

    def __repr__(self) -> str:
        return "\n".join(self.cells)


class Written(Lines):
    def __repr__(self) -> str:
        return f"Written({''.join(self.cells)!r})"


class Player:
    def __init__(self) -> None:
        self.name = Grid("no board")
        self.board = Grid()


@dataclass
class Data:
    cells: str = "X.O"


Pair = namedtuple("Pair", "one other")


def text_of(value: Any) -> str | None:
    kept = DrawnObjects(muted).keep(value)
    return kept[1] if type(kept) is list and len(kept) > 1 else None


def test_an_object_draws_itself_by_its_own_text() -> None:
    assert text_of(Grid()) == "X\n.\nO"
    assert text_of(Lines()) == "X\n.\nO", "a __repr__ of several lines is a drawing"
    assert text_of(Written()) is None, "how an object is written is none"
    assert text_of(Player()) == "X\n.\nO", "that of its board"
    for value in (Data(), Pair(1, 2), 7, [Grid()], Grid, ValueError("x"), Path("x")):
        assert text_of(value) is None, value


@pytest.mark.parametrize(
    "kind", [Counting, Setting, Random, Sleeping, Endless, Raising, Reading, Noting, Ending, Guessing, Copied]
)
def test_a_text_that_may_do_harm_is_not_asked_for(kind: type[Grid], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_objects, "MAX_TRIAL_SECONDS", 0.02)
    CALLED.clear()
    value = kind()
    assert text_of(value) is None
    assert (value.cells, value.asked, CALLED) == (["X", ".", "O"], 0, []), "the object is as it was"


def test_what_is_printed_meanwhile_is_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    assert text_of(Printing()) == "X+.+O"
    assert capsys.readouterr().out == ""


def test_an_object_is_asked_again_when_it_has_changed() -> None:
    asked: list[str] = []
    objects, grid = DrawnObjects(muted), Grid()
    objects.keep(grid)
    drawing = objects._drawings[Grid]
    assert drawing is not None

    def counted(value: Any) -> object:
        asked.append("".join(value.cells))
        return drawing(value)

    objects._drawings[Grid] = counted
    for _ in range(3):
        objects.keep(grid)
    grid.cells[1] = "X"
    assert objects.keep(grid)[1] == "X\nX\nO"
    assert objects.keep(Grid())[1] == "X\n.\nO"
    assert asked == ["XXO"]


def test_no_text_is_taken_when_the_time_is_used_up() -> None:
    objects = DrawnObjects(muted)
    known = objects.keep(Grid())
    objects.seconds_left = -1.0
    assert objects.keep(Grid()) == known
    assert objects.keep(Grid("OOO"))[1] == drawn_objects.NOT_TAKEN


def test_texts_are_bounded() -> None:
    lines = bounded("\n\x1b[31m" + "x" * 100 + "\x1b[0m\n" * 100).split("\n")
    assert (len(lines), len(lines[0])) == (1, MAX_COLUMNS)
    assert len(bounded("x\n" * 100).split("\n")) == MAX_LINES
    assert bounded("\n a\tb \n\n") == " a  b"


PROGRAM = """
class Peg:
    def __init__(self, holes):
        self.holes = holes
        self.asked = 0

    def __str__(self):
        print("drawn")
        return "o" * count(self.holes) + "\\n" + "." * 3


def count(n):
    return 0 if n == 0 else 1 + count(n - 1)


def solve(board, depth):
    if depth == 0:
        return count(board.holes)
    board.holes += 1
    found = max(solve(board, depth - 1) for _ in range(2))
    board.holes -= 1
    return found
"""


def test_a_run_has_the_drawings_of_its_positions_and_nothing_else_of_them(tmp_path: Path) -> None:
    file = tmp_path / "peg.py"
    file.write_text(PROGRAM, encoding="utf-8")
    plain = debug(str(file), "solve(Peg(1), 2)", ["solve"])
    both = debug(str(file), "solve(Peg(1), 2)", ["solve", "count"])
    counted = [one.name for one in both.user_code.functions]
    calls = [counted[number] for number in both.user_code.tables.function.tolist()]
    assert calls.count("solve") == len(plain) == 7
    assert calls.count("count") == 4 * 4, "those of drawings are not recorded"
    assert not plain.user_code.printed
    game = plain.position.game
    assert isinstance(game, TracedGame)
    assert [game.drawing(frame) for frame in range(3)] == ["o\n...", "oo\n...", "ooo\n..."]
    board = game.board(plain.state(1), 0)
    assert (board.shape, board.columns, board.rows, board.last_move) == ("text", 3, 2, {(1, 0)})
    assert game.diagram(plain.state(1)) == "oo/..."


def test_an_object_outside_of_the_functions_draws_itself(tmp_path: Path) -> None:
    file = tmp_path / "peg.py"
    text = PROGRAM.replace("def solve(board, depth)", "def solve(depth)").replace("solve(board, depth", "solve(depth")
    file.write_text(f"{text}\nboard = Peg(1)\n")
    game = debug(str(file), "solve(2)", ["solve"]).position.game
    assert isinstance(game, TracedGame)
    assert [game.drawing(frame) for frame in range(3)] == ["o\n...", "oo\n...", "ooo\n..."]
