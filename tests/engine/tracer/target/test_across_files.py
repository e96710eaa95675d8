"""Functions that call each other across the files of a project are found by their texts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from plyscope.tracer.target.across_files import ImportedFiles, is_below

CALLS_BACK = "import a\ndef g(n):\n    return a.f(n - 1)\n"


def groups(folder: Path, **texts: str) -> list[set[str]]:
    """The groups that `a.py` and the files it imports have, as file.function."""
    for name, text in texts.items():
        place = (folder / name).with_suffix(".py")
        place.parent.mkdir(exist_ok=True)
        place.write_text(text)
    files = ImportedFiles(lambda path: is_below(path, str(folder.resolve())), [str(folder)])
    files.add(str(folder / "a.py"), ast.parse(texts["a"]))
    found: dict[int, set[str]] = {}
    for (path, name), number in files.groups.items():
        found.setdefault(number, set()).add(f"{Path(path).relative_to(folder.resolve()).with_suffix('')}.{name}")
    return list(found.values())


@pytest.mark.parametrize(
    "text",
    [
        "from b import g\ndef f(n):\n    return g(n) if n else 0\n",
        "from b import g as other\ndef f(n):\n    return other(n) if n else 0\n",
        "from b import *\ndef f(n):\n    return g(n) if n else 0\n",
        "import b\ndef f(n):\n    return b.g(n) if n else 0\n",
        "import b as other\ndef f(n):\n    return other.g(n) if n else 0\n",
        "def f(n):\n    from b import g\n    return g(n) if n else 0\n",
    ],
)
def test_a_function_refers_to_one_that_it_imports(tmp_path: Path, text: str) -> None:
    assert groups(tmp_path, a=text, b=CALLS_BACK) == [{"a.f", "b.g"}]


def test_a_package_passes_names_on(tmp_path: Path) -> None:
    texts = {
        "a": "from p import g\ndef f(n):\n    return g(n) if n else 0\n",
        "p/__init__": "from .b import g\n",
        "p/b": "import a\nfrom . import c\ndef g(n):\n    return c.h(n)\n",
        "p/c": "from a import f\ndef h(n):\n    return f(n - 1)\n",
    }
    found = groups(tmp_path, **texts)
    assert found == [{"a.f", "p/b.g", "p/c.h"}]


def test_an_override_in_another_file_is_called_by_its_base(tmp_path: Path) -> None:
    base = "class Player:\n    def search(self, n):\n        return max(self.step(n - i) for i in (1, 2))\n"
    other = "from b import Player\nclass Greedy(Player):\n    def step(self, n):\n        return self.search(n)\n"
    assert groups(tmp_path, a=other, b=base) == [{"a.Greedy.step", "b.Player.search"}]


def test_methods_of_objects_that_are_passed_on(tmp_path: Path) -> None:
    search = (
        "from b import Evaluator\nclass Search:\n    def minimax(self, n):\n        return self.eval.quiet(self, n)\n"
    )
    evaluate = "class Evaluator:\n    def quiet(self, search, n):\n        return search.minimax(n - 1) if n else 0\n"
    assert groups(tmp_path, a=search, b=evaluate) == [{"a.Search.minimax", "b.Evaluator.quiet"}]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (
            "from b import each\ndef f(n):\n    return -each(n, f)\n",
            "def each(n, visit):\n    return max(visit(n - i) for i in (1, 2))\n",
            {"a.f", "b.each"},
        ),
        (
            "import b\ndef f(n):\n    return b.each(n, key=lambda m: g(m))\ndef g(n):\n    return f(n - 1)\n",
            "def each(n, key):\n    return through(key, n)\ndef through(do, n):\n    return max([n], key=do)\n",
            {"a.f", "a.g", "b.through", "b.each"},
        ),
        (
            "from b import Search\ndef rate(search, n):\n    return search.go(n - 1) if n else 0\nSearch(rate).go(3)\n",
            "class Search:\n    def __init__(self, rate):\n        self.how = rate\n"
            "    def go(self, n):\n        return self.how(self, n)\n",
            {"a.rate", "b.Search.go"},
        ),
    ],
)
def test_a_function_that_is_passed_to_another_file_is_called_there(
    tmp_path: Path, one: str, other: str, expected: set[str]
) -> None:
    assert groups(tmp_path, a=one, b=other) == [expected]


def test_an_object_of_a_class_of_another_file_is_a_board(tmp_path: Path) -> None:
    board = "class Board:\n    def put(self, n):\n        self.n = n\n    def __str__(self):\n        return 'x'\n"
    search = "def f(n):\n    board.put(n)\n    return f(n - 1) if n else 0\n"
    (tmp_path / "b.py").write_text(board)
    for at, (first, line) in enumerate(
        [
            ("from b import Board", "board = Board()"),
            ("import b", "board = b.Board()"),
            ("from b import *", "board = Board()"),
        ]
    ):
        files = ImportedFiles(lambda path: is_below(path, str(tmp_path.resolve())), [str(tmp_path)])
        path = tmp_path / f"a{at}.py"
        assert files.add(str(path), ast.parse(f"{first}\n{line}\n{search}"))["f"].outside == ("board",), first


ALIKE = [
    (
        "from b import each\ndef f(n):\n    return each(n, g) if n else f(n - 1)\ndef g(n):\n    return n\n",
        "def each(n, visit):\n    return visit(n)\n",
    ),
    ("from b import g\ndef f(n):\n    return g(n) + f(n - 1)\n", "def g(n):\n    return g(n - 1) if n else 0\n"),
    (
        "from b import Stack\ndef f(s):\n    return s.pop()\n",
        "from a import f\nclass Stack:\n    def pop(self):\n        return f(self.items)\n",
    ),
    (
        "from b import P\nclass Game:\n    def update(self):\n        self.player.update()\n",
        "class P:\n    def update(self):\n        self.weapon.update()\n",
    ),
    (
        "import pygame\nfrom b import P\ndef f(n):\n    pygame.draw(n)\n",
        "from a import f\nclass P:\n    def draw(self):\n        f(1)\n",
    ),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_are_alike_make_no_group(tmp_path: Path, one: str, other: str) -> None:
    assert groups(tmp_path, a=one, b=other) == []


def test_a_dialogue_across_files_is_no_group(tmp_path: Path) -> None:
    menu = "import b\ndef main():\n    if input() == 'y':\n        b.play()\n"
    assert groups(tmp_path, a=menu, b="import a\ndef play():\n    a.main()\n") == []


def test_what_is_installed_is_no_part_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "site-packages").mkdir()
    (tmp_path / "site-packages" / "b.py").touch()
    assert not is_below(str(tmp_path / "site-packages" / "b.py"), str(tmp_path.resolve()))
    assert not is_below(__file__, str(tmp_path.resolve()))
