"""A call of a user's function before it is made: a template for it, and what is wrong with it.

The text of the file is read and nothing is run. Only certain errors are reported.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path

from plyscope.messages import Message
from plyscope.tracer.source_text import SourceFile, parsed_text
from plyscope.tracer.target.recursion import Function, is_property, reachable
from plyscope.tracer.target.syntax import children_of, walk

GAP = "…"
"""Stands in a template for what the user has to fill in."""
CACHES = ("cache", "lru_cache")
"""Decorators that leave the arguments of a function as they are."""
SUGGESTED_CALL = re.compile(r"plyscope debug \S+ (['\"])(.+?)\1(?:\s|$)", re.MULTILINE)


def template(source: SourceFile, name: str) -> str:
    """Return a call of a function with gaps for its arguments; for a nested function that of the outer one."""
    outermost = name.split(".")[0]
    function = source.functions.get(outermost)
    if function is not None:
        return f"{outermost}({gaps_for_arguments(function)})"
    function = method_of(source, name)
    if function is None:
        return f"{name}({GAP})"
    holder, _, method = function.name.rpartition(".")
    is_static = any(decorator_name(decorator) == "staticmethod" for decorator in decorators(function))
    is_of_class = any(decorator_name(decorator) == "classmethod" for decorator in decorators(function))
    if is_static or is_of_class:
        return f"{holder}.{method}({gaps_for_arguments(function, 0 if is_static else 1)})"
    maker = source.functions.get(f"{holder}.__init__")
    arguments = "" if is_property(function) else f"({gaps_for_arguments(function, 1)})"
    return f"{holder}({'' if maker is None else gaps_for_arguments(maker, 1)}).{method}{arguments}"


def method_of(source: SourceFile, name: str) -> Function | None:
    """Return the method with a name, or the one around it; None for no method."""
    parts = name.split(".")
    for length in range(1, len(parts) + 1):
        function = source.functions.get(".".join(parts[:length]))
        if function is not None:
            return function
    return None


def gaps_for_arguments(function: Function, first: int = 0) -> str:
    """Return the required arguments of a call as gaps, with names where they may have some."""
    given = function.node.args
    positional = [*given.posonlyargs, *given.args]
    needed = positional[first : len(positional) - len(given.defaults)]
    found = [GAP if one in given.posonlyargs else f"{one.arg}={GAP}" for one in needed]
    found += [
        f"{one.arg}={GAP}" for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default is None
    ]
    return ", ".join(found)


def decorators(function: Function) -> list[ast.expr]:
    """Return the decorators of a function."""
    return [] if isinstance(function.node, ast.Lambda) else function.node.decorator_list


def decorator_name(node: ast.expr) -> str:
    """Return the last name of a decorator, called or not."""
    if isinstance(node, ast.Call):
        return decorator_name(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def suggested_calls(text: str) -> list[str]:
    """Return the calls that a file suggests in its text, as our samples do in their first lines."""
    return [found[2] for found in SUGGESTED_CALL.finditer(text)]


MAX_OFFERED_CALLS = 5


def calls_to_offer(text: str) -> list[str]:
    """Return calls that lead to recursion: suggested ones, those in the text, else templates."""
    offered = [*suggested_calls(text), *calls_in(text)]
    if not offered:
        try:
            _, functions = parsed_text(text)
        except (SyntaxError, ValueError, RecursionError):
            return []
        source = SourceFile(Path(), text, functions)
        offered = [template(source, name) for name, one in functions.items() if one.is_recursive]
    return [*dict.fromkeys(offered)][:MAX_OFFERED_CALLS]


def calls_in(text: str) -> list[str]:
    """Return the calls in a text that lead to recursion and have arguments known at module level."""
    try:
        tree, functions = parsed_text(text)
    except (SyntaxError, ValueError, RecursionError):
        return []
    leading = {
        one.last_name
        for name, one in functions.items()
        if one.is_recursive or any(functions[other].is_recursive for other in reachable(name, functions))
    }
    body = [
        statement
        for statement in tree.body
        if not (isinstance(statement, ast.If) and "__name__" in ast.dump(statement.test))
    ]
    known = names_in(ast.unparse(ast.Module(body, [])))
    found = []
    for node in walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in leading:
            names = {part.id for part in walk(node) if isinstance(part, ast.Name)}
            is_known = known is not None and all(name in known or hasattr(builtins, name) for name in names)
            is_nested = any(isinstance(part, ast.Yield | ast.Await | ast.NamedExpr) for part in walk(node))
            if is_known and not is_nested:
                found.append(ast.unparse(node))
    return [*dict.fromkeys(found)]


# What is wrong with a call


def problem_with_call(source: SourceFile, call: str) -> Message | None:
    """Return what is certainly wrong with a call; None if nothing is."""
    call = call.strip()
    if not call:
        return Message("there is no call yet")
    if GAP in call:
        return Message("fill in what stands for {gap}", gap=GAP)
    try:
        tree = ast.parse(call, mode="eval")
    except SyntaxError as error:
        return Message(
            "Python does not understand this at column {column}: {reason}", column=error.offset or 1, reason=error.msg
        )
    except (ValueError, RecursionError, MemoryError) as error:
        return Message("Python does not understand this: {reason}", reason=str(error))
    properties = {function.last_name for function in source.functions.values() if is_property(function)}
    if not any(isinstance(node, ast.Call) or getattr(node, "attr", "") in properties for node in walk(tree)):
        return Message("this calls nothing: a call has brackets, as in {example}", example="fib(10)")
    return unknown_name(source, tree) or next(wrong_arguments(source, tree), None)


def can_be_run(call: str) -> bool:
    """Whether a call is an expression that Python can parse."""
    try:
        ast.parse(call.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def unknown_name(source: SourceFile, tree: ast.Expression) -> Message | None:
    """Return the complaint about a name in a call that the file does not define; None without one."""
    known = names_in(source.text)
    if known is None:
        return None
    bound = {node.id for node in walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    bound |= {node.arg for node in walk(tree) if isinstance(node, ast.arg)}
    for node in walk(tree):
        if not isinstance(node, ast.Name) or node.id in known or node.id in bound or hasattr(builtins, node.id):
            continue
        nested = next((name for name in source.functions if name.endswith(f".{node.id}")), None)
        if nested is not None:
            place = nested.rpartition(".")[0]
            return Message("{name} is nested in {place} and cannot be called by itself", name=node.id, place=place)
        from difflib import get_close_matches

        nearest = get_close_matches(node.id, known, 1)
        if nearest:
            return Message("the file has no name {name}; did you mean {nearest}?", name=node.id, nearest=nearest[0])
        return Message("the file has no name {name}", name=node.id)
    return None


def names_in(text: str) -> set[str] | None:
    """Return the global names of a file; None if only running it would tell."""
    found = {"__name__", "__file__", "__doc__"}
    for node in outside_functions(ast.parse(text)):
        if isinstance(node, ast.ImportFrom | ast.Import):
            names = {alias.asname or alias.name.split(".")[0] for alias in node.names}
            if "*" in names:
                return None
            found |= names
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Name) and node.id in ("globals", "exec", "vars", "locals", "setattr"):
            return None
    found |= {name for node in walk(ast.parse(text)) if isinstance(node, ast.Global) for name in node.names}
    return found


def outside_functions(node: ast.AST) -> Iterator[ast.AST]:
    """Iterate over the nodes executed when the file is loaded, without the bodies of functions."""
    for child in children_of(node):
        yield child
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from outside_functions(child)


def wrong_arguments(source: SourceFile, tree: ast.Expression) -> Iterator[Message]:
    """Iterate over complaints about missing or surplus arguments of calls of undecorated functions."""
    for node in walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        function = source.functions.get(node.func.id)
        is_plain = function is not None and all(
            decorator_name(decorator) in CACHES for decorator in decorators(function)
        )
        is_open = any(isinstance(argument, ast.Starred) for argument in node.args) or any(
            keyword.arg is None for keyword in node.keywords
        )
        if function is not None and is_plain and not is_open:
            found = argument_problem(function, node)
            if found is not None:
                yield found


def argument_problem(function: Function, call: ast.Call) -> Message | None:
    """Return the complaint about a call's arguments; None if they fit the function."""
    given = function.node.args
    positional = [*given.posonlyargs, *given.args]
    most = len(positional)
    if len(call.args) > most and given.vararg is None:
        return Message(
            "{name} takes {most} arguments and is given {count}",
            name=function.last_name,
            most=most,
            count=len(call.args),
        )
    by_name = {keyword.arg for keyword in call.keywords}
    known = {one.arg for one in (*given.args, *given.kwonlyargs)}
    for name in sorted(filter(None, by_name - known)):
        if given.kwarg is None:
            return Message("{name} has no parameter {parameter}", name=function.last_name, parameter=name)
    needed = [one.arg for one in positional[: most - len(given.defaults)]][len(call.args) :]
    needed += [one.arg for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True) if default is None]
    missing = [name for name in needed if name not in by_name]
    if missing:
        return Message("{name} needs {missing} too", name=function.last_name, missing=", ".join(missing))
    return None
