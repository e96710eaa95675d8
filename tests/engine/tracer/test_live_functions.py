"""Functions are known by their code, whatever they are called and wherever they lie."""

from __future__ import annotations

import ast

from plyscope.tracer.live_functions import function_of_code, functions_behind, objects_behind, source_of
from plyscope.tracer.target.recursion import functions_in

TEXT = """
def f(n): return f(n)
class A:
    @property
    def f(self): return self.f
g = lambda n: g(n - 1)
"""


def test_a_function_is_known_by_its_line() -> None:
    functions = functions_in(ast.parse(TEXT))
    scope: dict[str, object] = {"__name__": "theirs"}
    exec(compile(TEXT, "theirs.py", "exec"), scope)
    kinds = scope["f"], vars(scope["A"])["f"].fget, scope["g"]
    found = [function_of_code(functions, getattr(one, "__code__")) for one in kinds]  # noqa: B009 - of any object
    assert [one and one.name for one in found] == ["f", "A.f", "g"]


def test_what_has_no_text_is_not_found() -> None:
    assert functions_behind([ast, [len]], "ast") == []
    assert source_of("<string>") == ""


class Answering:
    def __getattribute__(self, name: str) -> object:
        raise AssertionError("somebody's own method is called")


def test_no_method_of_a_user_class_is_called() -> None:
    here = Answering()
    assert here in list(objects_behind([{"a": [here]}], __name__))
