"""Recording in a notebook: what the magics record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import plyscope
import pytest
from plyscope.messages import InputError

from tests.places import RECURSION

CELL = """\
CACHE = {}
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def largest(numbers):
    return max(fib(one) for one in numbers)

answer = largest([3, 4])
"""

PROPERTY = """
class Tree:
    def __init__(self, *below):
        self.below = below
    @property
    def height(self):
        return 1 + max([one.height for one in self.below] or [0])
tree = Tree(Tree(), Tree())
"""


class Shell:
    """The part of a notebook's shell that the magics use."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {"__name__": "__main__"}
        self.magics: dict[tuple[str, str], Callable[..., plyscope.Trace]] = {}

    def register_magic_function(self, function: Callable[..., Any], kind: str, name: str) -> None:
        self.magics[kind, name] = function


@pytest.fixture
def shell() -> Shell:
    made = Shell()
    plyscope.load_ipython_extension(made)
    return made


def test_a_cell_is_recorded_with_its_source(shell: Shell) -> None:
    trace = shell.magics["cell", "plyscope"]("", CELL)
    assert shell.user_ns["answer"] == 3
    assert trace.text == CELL
    assert len(trace) == 1 + 5 + 9, "two calls below their caller"
    assert {one.name for one in trace._recorded.user_code.functions} >= {"fib"}
    assert trace._recorded.user_code.functions[0].line == 2
    assert len(trace._recorded.user_code.tables.line_number) > 0, "executed lines are recorded"


def test_a_line_records_functions_of_an_earlier_cell(shell: Shell) -> None:
    shell.magics["cell", "plyscope"]("", CELL)
    trace = shell.magics["line", "plyscope"]("fib(5)")
    assert (len(trace), trace[0].result) == (15, "5")
    assert trace.text == CELL


def test_methods_and_functions_behind_others_are_found(shell: Shell) -> None:
    cell = CELL + "\nclass Player:\n    def go(self, n):\n        return n and self.go(n - 1)\n\nPlayer().go(2)\n"
    shell.magics["cell", "plyscope"]("", cell.replace("answer = largest([3, 4])", ""))
    assert len(shell.magics["line", "plyscope"]("largest([2])")) == 3
    shell.user_ns["player"] = shell.user_ns["Player"]()
    assert len(shell.magics["line", "plyscope"]("player.go(3)")) == 4


def test_what_is_found_is_printed_as_it_is_asked_for(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    text = (RECURSION / "bugs" / "strict_cut.py").read_text(encoding="utf-8")
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    shell.magics["cell", "plyscope"]("--no-lines", f"{text}\n{call}\n")
    assert "waste: " in capsys.readouterr().out
    trace = shell.magics["line", "plyscope"](f"--check --role board=ignore --role beta=beta --lines {call}")
    assert "check: " in capsys.readouterr().out
    assert trace._recorded.user_code.proposal["roles"]["alphabeta"]["board"] == "ignore"
    assert len(trace._recorded.user_code.tables.line_step) > 0
    wrong = (("--chek f(1)", "--chek is no option"), (f"--role b {call}", "NAME=ROLE"), ("--check", "nothing"))
    for line, words in wrong:
        with pytest.raises(InputError, match=words):
            shell.magics["line", "plyscope"](line)


def test_a_property_is_recorded(shell: Shell) -> None:
    shell.magics["cell", "plyscope"]("", CELL + PROPERTY)
    assert len(shell.magics["line", "plyscope"]("tree.height")) == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "there is nothing to record"),
        ("1 +", "line 1: invalid syntax"),
        ("print('hello')", "no recursive function was called, so there is nothing to record"),
    ],
)
def test_what_cannot_be_recorded_is_said(shell: Shell, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint.replace("+", r"\+")):
        shell.magics["cell", "plyscope"]("", text)


def test_an_exception_of_the_cell_is_the_users(shell: Shell) -> None:
    with pytest.raises(ZeroDivisionError):
        shell.magics["cell", "plyscope"]("", CELL + "1 / 0\n")


@pytest.mark.full
def test_the_magics_in_ipython_itself(capsys: pytest.CaptureFixture[str]) -> None:
    ipython = pytest.importorskip("IPython.core.interactiveshell")
    shell = ipython.InteractiveShell.instance()
    try:
        shell.run_line_magic("load_ext", "plyscope")
        assert shell.run_cell("def fac(n):\n    return 1 if n < 2 else n * fac(n - 1)\n").success
        trace = shell.run_line_magic("plyscope", "fac(4)")
        assert (len(trace), trace[0].result) == (4, "24")
        assert "def fac(n):" in trace.text, "cells have no file, and their text is found all the same"
        html, _ = shell.display_formatter.format(trace)
        assert html["text/html"].startswith("<iframe")
        capsys.readouterr()
        assert not shell.run_cell("%plyscope len([1])").success
        shown = capsys.readouterr()
        lines = (shown.out + shown.err).strip().splitlines()
        assert lines == ["plyscope: no recursive function was called, so there is nothing to record"]
    finally:
        ipython.InteractiveShell.clear_instance()
