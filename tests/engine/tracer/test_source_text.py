"""Methods that Python calls by itself are watched where a call comes to nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from plyscope.messages import InputError
from plyscope.tracer.programs import program_of
from plyscope.tracer.source_text import definitions_alone, functions_to_trace, read_source_file

TEXT = """
class Tree:
    def __len__(self): return 1 + sum(len(one) for one in self.below)
    def __iter__(self):
        for one in self.below: yield from one
    def __getitem__(self, at): return self.below[at[0]][at[1:]]
    def __call__(self, f): return [one(f) for one in self.below]
    def __eq__(self, other): return self.below == other.below
    def __add__(self, n): return Tree(one + n for one in self.below)
    def __bool__(self): return True
T = Tree()
class Board:
    def __len__(self): return len(self.cells)
    def go(self, n): return self.go(n - 1) if len(self) else n
def size(tree): return len(tree)
"""


@pytest.mark.parametrize(
    ("call", "names"),
    [
        ("len(T)", {"Tree.__len__"}),
        ("T[1, 2]", {"Tree.__getitem__"}),
        ("T == T", {"Tree.__eq__"}),
        ("T + 1", {"Tree.__add__"}),
        ("T(abs)", {"Tree.__call__"}),
        ("Board().go(3)", {"Board.go"}),
        ("size(T)", {"Tree.__len__"}),
    ],
)
def test_methods_behind_operators(tmp_path: Path, call: str, names: set[str]) -> None:
    path = tmp_path / "own.py"
    path.write_text(TEXT, encoding="utf-8")
    source = read_source_file(path)
    assert source.recursive == ["Board.go"], "none of them names itself"
    found = set(functions_to_trace(source, call, ()))
    assert names <= found
    assert "Tree.__bool__" not in found, "it asks nothing of others"
    assert ("Tree.__getitem__" in found) == ("[" in call)


def test_what_calls_nothing_of_the_kind(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def size(board): return abs(board)\n", encoding="utf-8")
    source = read_source_file(path)
    assert functions_to_trace(source, "size(3)", ()) == ["size"]
    with pytest.raises(InputError, match="calls itself"):
        functions_to_trace(source, "abs(3)", ())


@pytest.mark.parametrize("read", [read_source_file, program_of])
def test_what_is_no_file_of_text_is_refused_in_one_line(tmp_path: Path, read: Callable[[str], object]) -> None:
    (tmp_path / "binary.py").write_bytes(b"\x80\xff")
    (tmp_path / "null.py").write_bytes(b"x = 1\0")
    reasons = [(".", "a folder"), ("binary.py", "no text"), ("null.py", "null bytes"), ("no.py", "No such")]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.py")
        reasons.append(("pipe.py", "a pipe"))
    for name, reason in reasons:
        with pytest.raises(InputError, match=reason):
            read(str(tmp_path / name))


def test_what_a_property_reads_is_traced(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "class T:\n    def __init__(self, *below):\n        self.below = below\n    @property\n    def height(self):\n"
        "        return 1 + max([one.height for one in self.below] or [0])\n",
        encoding="utf-8",
    )
    assert functions_to_trace(read_source_file(path), "T(T()).height", ()) == ["T.height"]


def test_definitions_alone_stand_in_their_lines() -> None:
    text = (
        "import sys; sys.setrecursionlimit(9)\nn = int(input('é?')); k = 3\ndef f():\n    return input()\n"
        "é = 1; f(\n); y = 2\nfor i in f():\n    f()\nfrom math import inf\n"
    )
    assert definitions_alone(text).split("\n") == [
        "import sys; sys.setrecursionlimit(9)", "pass; k = 3", "def f():", "    return input()",
        "é = 1; ", "pass; y = 2", "", "pass", "from math import inf", "",
    ]  # fmt: skip
