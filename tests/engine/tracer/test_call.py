"""Calls before they are made: templates, and what is said of calls that will not work."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from plyscope.files.sources import samples_folder
from plyscope.tracer.call import can_be_run, problem_with_call, suggested_calls, template
from plyscope.tracer.source_text import SourceFile, read_source_file

TEXT = """
from functools import cache
import math as m

LIMIT = 3

def fib(n, seen=None, *, loud=False):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

@cache
def cached(n):
    return n if n < 2 else cached(n - 1)

def odd_decorator(function):
    return lambda: function(3)

@odd_decorator
def shown(n):
    return n

def solve(board, depth):
    def go(left):
        return go(left - 1) if left else 0
    return go(depth)

square = lambda n: square(n - 1) if n else 0

class Player:
    def __init__(self, name, strength=1):
        self.name = name

    def minimax(self, board, depth):
        return self.minimax(board, depth - 1) if depth else 0

    @staticmethod
    def still(n):
        return Player.still(n - 1) if n else 0

    @classmethod
    def made(cls, n):
        return cls.made(n - 1) if n else 0

class Bare:
    def go(self, n, /, step):
        return self.go(n - 1, step) if n else 0

    @property
    def height(self):
        return 1 + max(one.height for one in self.below)

BARE = Bare()
"""


@pytest.fixture
def source(tmp_path: Path) -> SourceFile:
    path = tmp_path / "own.py"
    path.write_text(TEXT, encoding="utf-8")
    return read_source_file(path)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("fib", "fib(n=…)"),
        ("solve", "solve(board=…, depth=…)"),
        ("solve.go", "solve(board=…, depth=…)"),
        ("square", "square(n=…)"),
        ("Player.minimax", "Player(name=…).minimax(board=…, depth=…)"),
        ("Player.still", "Player.still(n=…)"),
        ("Player.made", "Player.made(n=…)"),
        ("Bare.go", "Bare().go(…, step=…)"),
        ("Bare.height", "Bare().height"),
    ],
)
def test_a_template_has_a_gap_for_every_argument_that_must_be_given(source: SourceFile, name: str, call: str) -> None:
    assert template(source, name) == call
    assert "…" not in call or str(problem_with_call(source, call)) == "fill in what stands for …"
    filled = call.replace("…", "1")
    assert problem_with_call(source, filled) is None, "filled in it is a call that nothing can be said against"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        ("", "there is no call yet"),
        ("fib(10", "Python does not understand this at column 4: '(' was never closed"),
        ("fib 10", "Python does not understand this at column"),
        ("fib", "this calls nothing: a call has brackets, as in fib(10)"),
        ("fob(10)", "the file has no name fob; did you mean fib?"),
        ("nothing_like_it(10)", "the file has no name nothing_like_it"),
        ("go(3)", "go is nested in solve and cannot be called by itself"),
        ("fib()", "fib needs n too"),
        ("solve(1)", "solve needs depth too"),
        ("solve(1, 2, 3)", "solve takes 2 arguments and is given 3"),
        ("fib(1, wide=3)", "fib has no parameter wide"),
        ("cached()", "cached needs n too"),
    ],
)
def test_problems_with_a_call_are_reported(source: SourceFile, call: str, words: str) -> None:
    assert str(problem_with_call(source, call)).startswith(words)


@pytest.mark.parametrize(
    "call",
    [
        "fib(10)", "fib(n=10, loud=True)", "fib(*[3])", "fib(**{'n': 3})", "shown()", "square(m.floor(LIMIT))",
        "[fib(n) for n in range(3)]", "(lambda k: fib(k))(3)", "Player('a').minimax([], 3)", "sum(map(fib, range(9)))",
        "(n := fib(3)) + n", "cached(3)", "len(Player)", "print(fib(3), __name__)", "BARE.height",
    ],
)  # fmt: skip
def test_what_may_work_is_not_complained_about(source: SourceFile, call: str) -> None:
    assert problem_with_call(source, call) is None
    assert can_be_run(call)


def test_names_of_unknown_origin_are_accepted(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    for text in ("from math import *\n", "globals()['f'] = len\n", "exec('f = len')\n"):
        path.write_text(text, encoding="utf-8")
        assert problem_with_call(read_source_file(path), "f(3)") is None


def test_every_sample_proposes_a_call_that_nothing_is_wrong_with() -> None:
    paths = sorted((samples_folder() / "recursion").rglob("*.py"))
    assert len(paths) == 21
    for path in paths:
        source = read_source_file(path)
        calls = suggested_calls(source.text)
        assert calls, path
        for call in calls:
            assert problem_with_call(source, call) is None, (path, call)


def test_calls_are_read_out_of_what_a_file_says_of_itself() -> None:
    text = inspect.cleandoc(
        """Try:  plyscope debug a.py 'f([" ", 1])'
                 plyscope debug a.py "g('x')"       549,946 calls
        """
    )
    assert suggested_calls(text) == ['f([" ", 1])', "g('x')"]
    assert suggested_calls("nothing of the kind") == []


def test_only_what_python_cannot_read_cannot_be_run() -> None:
    assert not can_be_run("fib(")
    assert not can_be_run("fib(n=…")
    assert not can_be_run("x = 3")
    assert can_be_run("fob(3)")
