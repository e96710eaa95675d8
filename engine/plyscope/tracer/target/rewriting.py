"""A function whose own text tells of its calls: the syntax tree is changed before it becomes code, the file is not.

What tells stands in the function itself, at its beginning and at each `return`, so that a call that is watched stays
one call of Python's, in one frame:

    def fib(n):                                 def fib(n):
        if n < 2:                                   try:
            return n                                    'EVENTS'.append('ENTERED 0')
        return fib(n - 1) + fib(n - 2)                  'EVENTS'.append(n if 'TYPE'(n) is 'INT' else 'KEEP'(n))
                                                        if n < 2:
                                                            'EVENTS'.append(n if 'TYPE'(n) is 'INT' else …)
                                                            return n
                                                        result = fib(n - 1) + fib(n - 2)
                                                        'EVENTS'.append(result if 'TYPE'(result) is 'INT' else …)
                                                        return result
                                                    except 'BASE':
                                                        'RAISED'()
                                                        raise

Where that would change what the function does, `wrapping` has another way: for generators and coroutines, lambdas,
and where something may still happen after a `return`. Lines stay those of the file. What stands at the beginning has
the line of `def`, which no statement of a function has, and is so told from its own lines.
"""

from __future__ import annotations

import ast

from .injected_names import at_the_end, entering, leaving, spelled
from .module_boards import SCOPES, nodes_in
from .recursion import Function

RESULT = "__plyscope_result__"
"""The local variable that holds a result for as long as it takes to tell of it."""
Place = tuple[int, int, int, int]
NOWHERE: Place = (-1, -1, -1, -1)
SUSPENDING = (ast.Yield, ast.YieldFrom, ast.Await)
GUARDING = (ast.Try, ast.TryStar, ast.With)
WHOLE = "try:\n    pass\nexcept {BASE}:\n    {RAISED}()\n    raise"


def can_tell(node: ast.AST) -> bool:
    """Whether a function may be rewritten: it is a plain one that does something, and with a `return` it is over."""
    if not isinstance(node, ast.FunctionDef) or any(isinstance(one, SUSPENDING) for one in nodes_in(node)):
        return False
    if len(node.body) == 1 and ast.get_docstring(node, clean=False) is not None:
        return False
    guarding = (one for one in nodes_in(node) if isinstance(one, GUARDING))
    return not any(isinstance(inner, ast.Return) for one in guarding for inner in nodes_in(one))


def tell(function: Function, number: int, careful: bool) -> None:
    """Rewrites a function so that it tells of its calls, as the function of this number."""
    node = function.node
    assert isinstance(node, ast.FunctionDef)
    has_docstring = ast.get_docstring(node, clean=False) is not None
    docstring, body = node.body[:has_docstring], node.body[has_docstring:]
    line = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    is_in_one_line = bool(body) and body[0].lineno == line
    begin = made(
        entering(number, function.parameters, function.outside, 1 + is_in_one_line, careful), (line, 0, line, 0)
    )
    if is_in_one_line:
        # What tells has that line too. Another one between them makes it count once more, after the call is entered.
        begin += made("pass", (line + 1, 0, line + 1, 0))
    results = Results(careful)
    end = made(at_the_end(careful), NOWHERE)
    whole = made(spelled(WHOLE), NOWHERE)
    assert isinstance(whole[0], ast.Try)
    whole[0].body = [*begin, *(told for one in body for told in results.of(one)), *end]
    node.body = docstring + whole


class Results(ast.NodeTransformer):
    """Puts what tells of a result before each `return` of a function."""

    def __init__(self, careful: bool) -> None:
        self.careful = careful

    def of(self, node: ast.stmt) -> list[ast.stmt]:
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        here = place_of(node)
        constant = node.value or ast.Constant(None)
        if isinstance(constant, ast.Constant) and type(constant.value) in (int, bool, type(None)):
            return made(leaving(repr(constant.value), True, self.careful), here)
        statements = made(f"{RESULT} = 0\n{leaving(RESULT, False, self.careful)}", here)
        assert isinstance(statements[0], ast.Assign)
        assert node.value is not None
        statements[0].value = node.value
        return statements

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Functions and classes within have a `return` of their own."""
        return node if isinstance(node, SCOPES) else super().generic_visit(node)


def place_of(node: ast.stmt) -> Place:
    """The beginning of a statement; Python takes calls of methods to be in the line where they end."""
    return node.lineno, node.col_offset, node.lineno, node.col_offset


def made(text: str, place: Place) -> list[ast.stmt]:
    """Statements of ours, at a place of somebody's text."""
    statements = ast.parse(text).body
    for node in (inner for statement in statements for inner in ast.walk(statement)):
        if isinstance(node, ast.stmt | ast.expr | ast.excepthandler):
            node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = place
    return statements
