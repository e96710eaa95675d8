"""Which functions of a text are recursive, told without running it."""

from __future__ import annotations

import ast

import pytest

from engine.watching.inside.recursion import called_in, functions_in


def recursive(text: str) -> set[str]:
    return {name for name, found in functions_in(ast.parse(text)).items() if found.is_recursive}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("def f(n): return f(n - 1)", {"f"}),
        ("def f(n): return n", set()),
        ("def f(n): return g(n)\ndef g(n): return h(n)\ndef h(n): return f(n)\ndef i(n): return f(n)", {"f", "g", "h"}),
        ("class A:\n def f(self): return self.f()\n def g(self): return self.f()", {"A.f"}),
        ("f = lambda n: n and f(n - 1)", {"f"}),
        ("def f(n):\n def g(m): return g(m - 1)\n return g(n)", {"f.g"}),
        ("def f(n):\n def g(m): return f(m - 1)\n return g(n)", {"f", "f.g"}),
        ("def f(t): return list(map(f, t))", {"f"}),
        ("def f(n):\n f.calls += 1\n return n", set()),
        ("def f(n): return [f(m) for m in n]", {"f"}),
        ("def f():\n def f(): pass\n return f()", set()),
        ("async def f(): await f()", {"f"}),
        ("class A:\n def __init__(self): self.past = []\n def pop(self): return self.past.pop()", set()),
        ("def f(n):\n seen = {}\n return seen.get(n)\nclass A:\n def get(self): return f(self)", set()),
        ("class A:\n def __init__(self): self.left = None\n def add(self, n): return self.left.add(n)", {"A.add"}),
        ("class A:\n def add(self, n):\n  for below in self.below: below.add(n)", {"A.add"}),
        ("class A:\n def f(self, n):\n  n = []\n  n.f()", {"A.f"}),
        ("def f(x):\n class B:\n  def g(self): return f(self)\n return B().g()", {"f", "f.B.g"}),
    ],
)
def test_recursive_functions(text: str, names: set[str]) -> None:
    assert recursive(text) == names


def test_groups_and_calls() -> None:
    found = functions_in(ast.parse("def f(): f()\ndef g(): g()\ndef h(a, /, b, *c, d, **e): f()"))
    assert found["f"].group != found["g"].group
    assert found["h"].calls == {"f"}
    assert found["h"].parameters == ("a", "b", "c", "d", "e")
    assert list(called_in(ast.parse("Game(g(1)).best(3)", mode="eval").body)) == ["best", "Game", "g"]
