"""Rewrites a function so that its own code records its calls: the syntax tree is changed, the file is not.

The recording statements stand in the function itself, at its beginning and at each `return`, so that a traced call
stays one Python call in one frame:

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

Where that would change what the function does, `wrappers` puts a function around it instead: for generators,
coroutines and lambdas, and where code can still run after a `return`. Line numbers stay those of the file. Statements
at the beginning have the line of `def`, which no statement of the function has, so they can be told from its own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from .caller_moves import Source, called_name, sources
from .injected_names import (
    NOT_FOLLOWED,
    UNWIND,
    end_statements,
    enter_statements,
    leave_statements,
    leaving_move,
    with_placeholders,
)
from .recursion import Function
from .rewritable import GUARDING
from .search_parts import SearchParts, last_evaluated, tell_behind
from .syntax import SCOPES, walk

RESULT = "__plyscope_result__"
"""The local variable that holds a result while it is recorded."""
Place = tuple[int, int, int, int]
NOWHERE: Place = (-1, -1, -1, -1)
MAX_AROUND = 4
"""Parameters of the caller that are passed with a move, so that a move can be written as its board has it."""
WHOLE = """
try:
    pass
except {BASE}:
    try:
        {RAISED}()
    except {OUT_OF_STACK}:
        {UNRECORDED}[{FIRST}] = True
    raise
"""
"""Where no stack is left to record an exception, it is recorded further out: by a call that it leaves too, or where it
may be caught. The exception stays as it is."""
MAY_CATCH = """
try:
    try:
        pass
    except {OUT_OF_STACK}:
        {UNRECORDED}[{FIRST}] = True
        raise
except {BASE}:
    try:
        {WAITING}[{FIRST}].clear()
        {FORGET}()
    except {OUT_OF_STACK}:
        {UNRECORDED}[{FIRST}] = True
    raise
"""
"""Stands around statements whose exceptions may be caught: a call among them may have had wrong arguments, or no stack,
so that it never began and took nothing. What waits is deleted first: from Python 3.12 on, that needs no stack. A call
that had no stack for its line to be traced ends without any statement of ours, at some places in Python 3.11.
"""


def rewrite(function: Function, number: int, guarded: bool) -> None:
    """Rewrite a function, in place, so that it records its calls under a number."""
    node = function.node
    assert isinstance(node, ast.FunctionDef)
    parts = SearchParts(function, number, guarded) if function.is_search else None
    calls = calls_with_moves(function)
    if parts is not None:
        parts.instrument()
    mark_moves(function, calls)
    forget_failed_calls(function)
    has_docstring = ast.get_docstring(node, clean=False) is not None
    docstring, body = node.body[:has_docstring], node.body[has_docstring:]
    line = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    is_in_one_line = bool(body) and body[0].lineno == line
    lines = NOT_FOLLOWED if function.is_root else 1 + is_in_one_line
    begin = generated_statements(
        enter_statements(number, function.parameters, function.outside, lines, guarded, function.takes_move),
        (line, 0, line, 0),
    )
    if is_in_one_line:
        # The recording statements have that line too. One on another line makes it count again after the enter.
        begin += generated_statements("pass", (line + 1, 0, line + 1, 0))
    results = Results(guarded)
    end = generated_statements(end_statements(guarded), NOWHERE)
    whole = generated_statements(with_placeholders(WHOLE), NOWHERE)
    assert isinstance(whole[0], ast.Try)
    whole[0].body = [*begin, *(statements for statement in body for statements in results.of(statement)), *end]
    node.body = docstring + whole


def calls_with_moves(function: Function) -> list[tuple[Source, list[str]]]:
    """Return the calls that leave a move, each with parameters by which it can be written."""
    node = function.node
    if not (function.takes_move or function.leaves_move):
        return []
    around = [parameter for parameter in function.parameters if parameter in read_names(node)][:MAX_AROUND]
    calls = sources(node, function.parameters, function.calling)
    return [((call, move, is_inner), around if move and not is_inner else []) for call, move, is_inner in calls]


def mark_moves(function: Function, calls: Sequence[tuple[Source, list[str]]]) -> None:
    """Change calls, in place, so that they leave their moves."""
    key = function.takes_move or function.leaves_move
    for (call, move, _), around in calls:
        function_called = ast.unparse(call.func) if isinstance(call.func, ast.Name) else ""
        put = generated_statements(leaving_move(key, function_called, move, around), place_of(last_evaluated(call)))[0]
        assert isinstance(put, ast.Expr)
        tell_behind(call, put.value)


def forget_failed_calls(function: Function) -> None:
    """Have a function forget what it noted of a recursive call that failed before it began."""
    names = {*function.calling, *function.children}
    for node in walk(function.node):
        if not isinstance(node, (*GUARDING, ast.AsyncWith)):
            continue
        calls = (one for part in node.body for one in walk(part) if isinstance(one, ast.Call))
        if any(called_name(call) in names for call in calls):
            around = generated_statements(with_placeholders(MAY_CATCH), NOWHERE)
            assert isinstance(around[0], ast.Try)
            inner = around[0].body[0]
            assert isinstance(inner, ast.Try)
            around[0].handlers[0].body[-1:-1] = generated_statements(with_placeholders(UNWIND), NOWHERE)
            inner.body, node.body = node.body, around


def read_names(node: ast.AST) -> set[str]:
    """Return the names that a function reads and never deletes."""
    found = [part for part in walk(node) if isinstance(part, ast.Name)]
    deleted = {name.id for name in found if isinstance(name.ctx, ast.Del)}
    return {name.id for name in found if isinstance(name.ctx, ast.Load)} - deleted


class Results(ast.NodeTransformer):
    """The transformer that records the result before each `return` of a function."""

    def __init__(self, guarded: bool) -> None:
        self.guarded = guarded

    def of(self, node: ast.stmt) -> list[ast.stmt]:
        """Return the statements that replace one."""
        found = self.visit(node)
        return found if isinstance(found, list) else [found]

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        here = place_of(node)
        constant = node.value or ast.Constant(None)
        if isinstance(constant, ast.Constant) and type(constant.value) in (int, bool, type(None)):
            return generated_statements(leave_statements(repr(constant.value), True, self.guarded), here)
        statements = generated_statements(f"{RESULT} = 0\n{leave_statements(RESULT, False, self.guarded)}", here)
        assert isinstance(statements[0], ast.Assign)
        assert node.value is not None
        statements[0].value = node.value
        return statements

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Does not enter nested functions and classes: their `return` is not this function's."""
        return node if isinstance(node, SCOPES) else super().generic_visit(node)


def place_of(node: ast.stmt | ast.expr) -> Place:
    """Return the beginning of a node; Python attributes method calls to the line where they end."""
    return node.lineno, node.col_offset, node.lineno, node.col_offset


def generated_statements(text: str, place: Place) -> list[ast.stmt]:
    """Return generated statements with the line numbers of a place in the user's text."""
    statements = ast.parse(text).body
    for node in (inner for statement in statements for inner in walk(statement)):
        if isinstance(node, (ast.stmt, ast.expr, ast.excepthandler)):
            node.lineno, node.col_offset, node.end_lineno, node.end_col_offset = place
    return statements
