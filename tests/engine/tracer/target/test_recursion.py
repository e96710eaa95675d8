"""Which functions of a text are recursive, told without running it."""

from __future__ import annotations

import ast

import pytest
from plyscope.tracer.target.recursion import called_in, functions_in


def recursive(text: str) -> set[str]:
    return {name for name, found in functions_in(ast.parse(text)).items() if found.is_recursive}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "class A(X):\n def __init__(self): super().__init__(); B()\n"
            "class B(X):\n def __init__(self): super().__init__(); A()",
            {"A.__init__", "B.__init__"},
        ),
        (
            "class A(X):\n def __init__(self): super().__init__(); B()\n"
            "class B(X):\n def __init__(self): super().__init__()",
            set(),
        ),
        (
            "class X:\n def __init__(self): B()\nclass B(X):\n def __init__(self): super().__init__()",
            {"X.__init__", "B.__init__"},
        ),
        ("class A:\n def to_move(self, state): return state.to_move", set()),
        (
            "class Board:\n def play(self): return self\n def best(self): return self.play().best()\n"
            "class Window:\n def play(self): self.board.play(); self.board.best()",
            {"Board.best"},
        ),
        ("class A:\n def to_move(self, state): return state.to_move()", set()),
        ("class A:\n def depth(self, n): return n > self.depth and self.next.depth + 1", set()),
        ("class A:\n @property\n def depth(self): return self.next.depth + 1", {"A.depth"}),
        ("class A:\n def walk(self): return [1, *map(A.walk, self.children)]", {"A.walk"}),
        ("class A:\n def worth(self, s, p): return s.worth if p else -s.worth", set()),
        ("class A:\n def __init__(self): 1\nclass B(A):\n def __init__(self): A.__init__(self)", set()),
        ("class A:\n def f(self): return B.f(self)\nclass B(A):\n def f(self): return A.f(self)", {"A.f", "B.f"}),
        ("import pen\nclass A:\n def draw(self): self.ground()\n def ground(self): pen.draw.rect(1)", set()),
        ("import pen\nclass A:\n def draw(self, pen): pen and pen.draw()", {"A.draw"}),
        ("import pen\nclass A:\n def update(self): pen.display.update()", set()),
        (
            "import pen\nclass A:\n def update(self):\n  pen.display.update()\n  1 and self.display.update()",
            {"A.update"},
        ),
        (
            "import pen\nclass A:\n def draw(self): self.pen and self.pen.draw()\n def other(self): self.draw()",
            {"A.draw"},
        ),
        ("def f(n): return f(n - 1)", {"f"}),
        ("def f(n): return n", set()),
        ("def move(n): return start(n)\ndef start(n): return [move for move in n]", set()),
        ("def move(n): return start(n)\ndef start(n):\n for one in n: move(one)", {"move", "start"}),
        ("def f(me, n): return me(me, n - 1)", {"f"}),
        ("def f(n, me):\n for m in n: me(m, me=me)", {"f"}),
        ("def f(visit, n): return visit(n, visit)", set()),
        ("def f(n): return g(n)\ndef g(n): return h(n)\ndef h(n): return f(n)\ndef i(n): return f(n)", {"f", "g", "h"}),
        ("class A:\n def f(self): return self.f()\n def g(self): return self.f()", {"A.f"}),
        ("f = lambda n: n and f(n - 1)", {"f"}),
        ("def f(n):\n def g(m): return g(m - 1)\n return g(n)", {"f.g"}),
        ("def f(n):\n def g(m): return f(m - 1)\n return g(n)", {"f", "f.g"}),
        ("def f(n):\n def g(m):\n  yield -f(m - 1)\n return max(g(n))", {"f"}),
        ("def f(n):\n def g(m):\n  yield from g(m - 1)\n return max(g(n))", {"f.g"}),
        ("def f(n):\n def g(m):\n  yield from g(m - 1)\n  yield -f(m)\n return max(g(n))", {"f", "f.g"}),
        ("def f(n):\n yield from g(n)\ndef g(n):\n yield from f(n)", {"f", "g"}),
        ("def f(t): return list(map(f, t))", {"f"}),
        ("def f(n):\n f.calls += 1\n return n", set()),
        ("def f(n): return [f(m) for m in n]", {"f"}),
        ("def f():\n def f(): pass\n return f()", set()),
        ("async def f(): await f()", {"f"}),
        ("class A:\n def __init__(self): self.past = []\n def pop(self): return self.past.pop()", set()),
        ("def f(n):\n seen = {}\n return seen.get(n)\nclass A:\n def get(self): return f(self)", set()),
        (
            "class A:\n def __init__(self): self.left = None\n def add(self, n): return self.left and self.left.add(n)",
            {"A.add"},
        ),
        ("class A:\n def add(self, n):\n  for below in self.below: below.add(n)", {"A.add"}),
        ("class A:\n def f(self, n):\n  n = []\n  n and n.f()", {"A.f"}),
        ("f = lambda n: f(n)\ndef f(n): return n", {"f@1"}),
        ("step = partial(f, 1)\ndef f(k, n): return step(n - k)", {"f"}),
        ("saved = cache(f)\ndef f(n): return saved(n - 1)", {"f"}),
        (
            "OPS = {'+': add, '-': lambda t: go(t)}\ndef add(t): return go(t)\ndef go(t): return OPS[t[0]](t)",
            {"add", "go", "OPS.<lambda>"},
        ),
        ("table = {}\ndef f(n): return table['f'](n)\ntable['f'] = f", {"f"}),
        ("def f(n): return LAST\nLAST = f(3)", set()),
        ("def f(n):\n g = 3\n return g\ndef g(): return f(1)", set()),
        ("class A:\n def f(self): return super().f()\nclass B(A):\n def f(self): return super().f()", set()),
        ("class A:\n def f(self): return self.f()\nclass B(A):\n def f(self): return super().f()", {"A.f", "B.f"}),
        ("class A:\n def __init__(self): self.b = A()", {"A.__init__"}),
        ("class A:\n def __init__(self): self.b = type(self)()", {"A.__init__"}),
        ("class A:\n def __init__(self): self.b = B()\nclass B(A): pass", {"A.__init__"}),
        ("class A:\n def __init__(self, n): self.n = n\n def f(self): return A(self.n)", set()),
        ("class M(type):\n def __call__(cls): return cls()\nclass A(metaclass=M): pass", {"M.__call__"}),
        ("class A:\n def f(self, n): return self.g(n)\n g = partialmethod(f, 2)", {"A.f"}),
        (
            "@dispatch\ndef f(t): return 1\n@f.register\ndef _(t: list): return f(t)\n"
            "@f.register(dict)\ndef _(t): return f(t)",
            {"f", "_", "_@4"},
        ),
        (
            "def put(i): buttons[i].config(text='X')\ndef click(i): put(i)\n"
            "buttons = [tk.Button(root, command=lambda i=i: click(i)) for i in range(9)]",
            set(),
        ),
        (
            "def put(i): buttons[i].press()\ndef click(i): put(i)\n"
            "class Key:\n def __init__(self, command): self.press = command\n"
            "buttons = [Key(command=lambda i=i: click(i)) for i in range(9)]",
            {"put", "click", "buttons.<lambda>"},
        ),
        (
            "class Leaf:\n def count(self): return self.value\n"
            "class Node:\n def count(self): return sum(one.count() for one in self.below if one.below)\n"
            " def __init__(self): self.below = []\n",
            {"Node.count"},
        ),
        ("class A:\n def move(self, k):\n  self.board.move(k)\n  self.turn = -self.turn", set()),
        ("class A:\n def move(self, board):\n  if self.ai: k = 1\n  else: k = 2\n  board.move(k)\n  return k", set()),
        ("class A:\n def move(self, board):\n  if self.full: return\n  board.move(1)", {"A.move"}),
        ("class A:\n def move(self, board):\n  for k in board.free():\n   if board.ok(k): return board.move(k)", set()),
        ("class A:\n def sum(self, n):\n  for m in n.below:\n   n.sum(m)\ndef made(n): n.below = []", {"A.sum"}),
        ("class A:\n def sum(self): return self.n + self.rest.sum()\nclass B:\n def sum(self): return 0", {"A.sum"}),
        ("def f(n): return rules['a'](n)\nrules = dict(a=f)", {"f"}),
        ("if 1:\n def f(n): return f(n)\nelse:\n def f(n): return f(n)", {"f", "f@2"}),
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


TWO_SEARCHES = """
def probe(state, depth, limit):
    if depth == 0:
        return worth(state, depth)
    return any(-probe(state + one, depth - 1, -limit) >= limit for one in (1, 2))
def full(state, depth, low, high):
    if depth == 0:
        return END
    for one in (1, 2):
        if HERE:
            low = max(low, -full(state + one, depth - 1, -high, -low))
    return low
def settle(state, low, high):
    for one in (1, 2):
        low = max(low, -settle(state + one, -high, -low))
    return low
def worth(state, depth):
    return state and max(worth(state - 1, depth), worth(state - 2, depth))
"""


@pytest.mark.parametrize(
    ("here", "together"),
    [
        ("-probe(state + one, depth - 1, -low) > low", {"full", "probe"}),
        ("-probe(limit=-low, state=state + one, depth=depth - 1) > low", {"full", "probe"}),
        ("-settle(state + one, -high, -low) > low", {"full", "settle"}),
        ("probe(state + one, 1, low)", {"full"}),  # another search, of another depth
        ("worth(state + one, depth - 1) > low", {"full"}),  # it judges, and goes no deeper
    ],
)
def test_a_search_that_stands_in_for_another_one_is_of_its_group(here: str, together: set[str]) -> None:
    found = functions_in(ast.parse(TWO_SEARCHES.replace("HERE", here).replace("END", "settle(state, 0, 9)")))
    assert {name for name, one in found.items() if one.group == found["full"].group} == together
    assert all(one.is_recursive for one in found.values())


@pytest.mark.parametrize(
    ("end", "together"),
    [
        ("settle(state, low, high)", {"full", "settle"}),
        ("settle(high=high, low=low, state=state)", {"full", "settle"}),
        ("worth(state, depth)", {"full"}),
        ("max(low, settle(state, low, high))", {"full"}),
    ],
)
def test_a_search_that_goes_on_with_the_same_window_is_of_the_group_of_its_caller(end: str, together: set[str]) -> None:
    found = functions_in(ast.parse(TWO_SEARCHES.replace("HERE", "True").replace("END", end)))
    assert {name for name, one in found.items() if one.group == found["full"].group} == together
