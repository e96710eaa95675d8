"""What is compiled computes as the interpreter does, to the last digit, or ends with an exception."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.games import GAMES
from plyscope.recording.lanes.program import NotCompilable, program_of
from plyscope.recording.plan import plan

GAME = """
from math import exp, floor, hypot, log, sqrt, tanh
from plyscope.games.entry import GameBase, GameEntry
from plyscope.messages import Message
from plyscope.model.position import Reading, Rules

TABLE, FLAG, INF = ((1, 2), (3, 4), (5, 6)), (0,), float("inf")
LARGE, WORDS = (4000000000000000000, 1), ("a", "b")

def last(number):
    return number % 2

def step(x, m):
    {step}

def moves(s):
    for m in range(3):
        yield {move}

def play(s, m):
    s[1] += 1
    s[0] = 3 - s[0]
    s[2 + s[1]] = step(s[1 + s[1]], int(m))

def undo(s, m):
    s[1] -= 1
    s[0] = 3 - s[0]

def is_over(s):
    return s[1] == 6

def outcome(s):
    return 1 - s[2 + s[1]] % 3 if s[1] == 6 else 0

def to_move(s):
    return s[0]

def longest(s):
    return 6 - s[1]

FUNCTIONS = (moves, play, undo, is_over, outcome, to_move, longest)
NAMES = "exp floor hypot log sqrt tanh TABLE FLAG INF LARGE WORDS last step"
RULES = Rules.of(FUNCTIONS, {{name: value for name, value in list(globals().items()) if name in NAMES.split()}})

class Steps(GameBase):
    name = "steps"
    sides = ("a", "b")
    marks = ("A", "B")

    def text(self, state):
        return " ".join(map(str, state))

    def move_text(self, number):
        return str(number)

    def find_states(self, text, root):
        return [tuple(map(int, text.split()))]

START = "1 0 1 0 0 0 0 0 0"
STEPS = GameEntry("steps", title=Message("Steps"), about=Message("steps"), notation=Message("numbers"),
    read=lambda text: Reading(Steps(RULES), list(map(int, (text or START).split()))), start=START)
"""


@pytest.fixture(autouse=True)
def tables() -> Iterator[None]:
    """The game of a test is gone after it."""
    yield
    GAMES.pop("steps", None)


def ready(step: str, move: str = "m") -> Any:
    """A search of a game that need not be usable: plug-ins that are not would be refused before."""
    names: dict[str, Any] = {}
    exec(GAME.format(step=step, move=move), names)
    GAMES["steps"] = names["STEPS"]
    return plan(load("steps:"), {"algorithm": "minimax"})


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ("return pow(x, m)", "step uses pow, which is not compiled"),
        ("return hash((x, m)) % 9", "step uses hash, which is not compiled"),
        ("print(x); return x", "step uses print, which is not compiled"),
        ("return x << m", "step uses <<, which makes large numbers"),
        ("return x + LARGE[m % 2] % 7", "LARGE holds numbers above"),
        ("return x + (4000000000000000000, 1, 2)[m] % 7", "step uses numbers above"),
        ("return x + len(WORDS)", "WORDS is no table of numbers"),
        ("return floor(hypot(x, m))", "it uses hypot, which is neither a number nor a table nor a function"),
        ("return x + nothing", "step uses nothing, which is not defined"),
    ],
)
def test_what_is_refused_by_its_code(step: str, reason: str) -> None:
    with pytest.raises(NotCompilable, match=reason):
        program_of(ready(step))


SAME = (
    "return (x - 7 * m) // -3 + (x - m) % -5 + (m - x) % 7 - (m - x) // 4",
    "return (x * 12345 + m >> m + 1) % 100003 - 50000",
    "return ~x + (x > 3) + (m == 2) * 3 + (not x)",
    "return int((x - 5.5) % (m - 1.5) * 8 + (x - 20.25) // (m + 0.3)) % 100",
    "return round((x % 99) / 2) + round(m * 2.5) + int(-x % 7 / 2)",
    "return floor(tanh((x - 20) / 13) * 1e6) % 1000 + m",
    "return sum([a * 3 for a in range(x % 5 + m)]) % 1000 + sum(TABLE[m])",
    "a = [0] * 3 + [m]; a[m] = x; a.sort(reverse=True); return a[m] * 7",
    "return x + 1 if x % 7 in {1, 3, 5} or m in TABLE[x % 3] else m",
)
ENDS = (
    "return x * 5000 + m",
    "x += x * 70000; x *= x; return x",
    "return x - (x + m) * 70000 * 70000 if m == 2 else x",
    "return int((x + 1.5) * 1e9 * (m + 1))",
    "return int(INF if x > 9 else 1.0) + x * 2 + m",
    "return x + m + (1 if sqrt(5 - x - m) > 2 else 0)",
    "return x + m + (1 if exp((x + m) * 99) > 2 else 0)",
    "return x + (2 >> (m - x % 3))",
    "return 9 // (x % 3) + x + m",
    "return TABLE[x][m % 2]",
)
REFUSED = (
    "t = 0\n    for one in TABLE[m] + TABLE[x % 3]:\n        t = t * 2 + one\n    return t",
    "return x + len(TABLE[m] * 2)",
    "return x + (2 if TABLE[x % 3] > TABLE[m] else 1)",
    "return x + (2 if m in TABLE else 1)",
    "return x + (1 if FLAG else 2)",
    "a = [3, 1, 2, 5, 4, x % 9]; a.sort(key=last); return a[m]",
    "t = 0\n    for one in {x % 97 * 8, m * 1000}:\n        t = t * 3 + one\n    return t % 99",
    "return x + (1 if sum([0.1] * 10) == 1.0 else 0)",
    "f = lambda a: [a * 4000000] * 2\n    return len(list(map(f, [x])))",
)


def compiled(made: Any) -> dict[str, Any]:
    pytest.importorskip("numba", reason="the extra fast is not installed")
    from plyscope.recording.lanes.compiled import CompiledSearch

    columns: dict[str, Any] = CompiledSearch(program_of(made)).run(10**6, lambda frames: True)[0]
    return columns


@pytest.mark.full
@pytest.mark.parametrize("step", SAME)
def test_what_is_compiled_gives_the_same(step: str) -> None:
    from plyscope.recording.record import run

    made = ready(step)
    interpreted = run(made, lane="interpreted").columns
    found = compiled(made)
    assert {name: column.tobytes() for name, column in interpreted.items()} == {
        name: column.tobytes() for name, column in found.items()
    }


@pytest.mark.full
@pytest.mark.parametrize("step", ENDS)
def test_what_is_not_exact_ends_with_an_exception(step: str) -> None:
    with pytest.raises((OverflowError, ValueError, IndexError, ZeroDivisionError)):
        compiled(ready(step))


@pytest.mark.full
@pytest.mark.parametrize("step", REFUSED)
def test_what_means_something_else_is_not_compiled(step: str) -> None:
    errors = pytest.importorskip("numba.core.errors", reason="the extra fast is not installed")
    with pytest.raises(errors.NumbaError):
        compiled(ready(step))


@pytest.mark.full
def test_a_move_that_a_column_cannot_hold() -> None:
    errors = pytest.importorskip("numba.core.errors", reason="the extra fast is not installed")
    with pytest.raises(OverflowError):
        compiled(ready("return x + m % 2", "m + 2000000000 + 2000000000"))
    with pytest.raises(errors.NumbaError):
        compiled(ready("return x + m % 2", "m + 0.5"))


@pytest.mark.parametrize(
    ("move", "reason"),
    [("m + 0.5", "a move is a whole number up to 2147483647, not 0.5"), ("m + 4000000000", "not 4000000000")],
)
def test_a_move_that_a_column_cannot_hold_is_named(move: str, reason: str) -> None:
    from plyscope import InputError
    from plyscope.recording.record import run

    with pytest.raises(InputError, match=reason):
        run(ready("return x + m % 2", move), lane="interpreted")


def test_more_pruned_moves_than_a_column_can_hold_are_named() -> None:
    from plyscope import InputError
    from plyscope.recording import recorder
    from plyscope.recording.record import run

    many = ready("return m % 2 * 2", "from range(70_000)")
    wide = plan(many.position, {"algorithm": "alphabeta", "depth": 2, "score": "result"})
    with pytest.raises(InputError, match=f"more than {recorder.MAX_SKIPPED} moves of one position are left untried"):
        run(wide, lane="interpreted")
