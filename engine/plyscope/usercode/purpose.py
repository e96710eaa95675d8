"""Whether a text means its player to choose badly: an easy opponent, one who loses on purpose, a cooperating side.

No run tells a wrong choice from one that is meant to be weak. It is a mistake where the text calls what it takes the
best, and neither says nor chooses by a setting that it is something else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from plyscope.model.roles import SIDE
from plyscope.tracer.source_text import parsed_text
from plyscope.usercode.evidence import RunEvidence
from plyscope.usercode.parameter_roles import NAMES
from plyscope.usercode.search_text import FunctionText, is_choice_test, names_in

BEST = re.compile(r"best|optim|perfect|mini?_?max|nega_?max|alpha_?beta", re.IGNORECASE)
"""Names that say that the best is taken."""
WEAK = re.compile(
    r"mis[eè]re|easy|easiest|beginner|novice|dumb|stupid|fool|weak|blunder|suicid|co-?operat|help_?mate|handicap|sabotage"
    r"|on purpose|deliberate|intentional|difficulty",
    re.IGNORECASE,
)
"""Words for a player who does not take the best."""
LOSING = re.compile(rf"{WEAK.pattern}|worst|anti|(?<![a-z])los(e|es|er|ing)(?![a-z])", re.IGNORECASE)
"""The same, with words that the evaluation of an ordinary search has too; they count in names, and at the root."""


def is_meant_weak(run: RunEvidence, frame: int) -> bool:
    """Whether the function of a frame is meant to take what is not the best for its side."""
    name = run.user_code.function_of(frame).name
    function = run.text.functions.get(name)
    if function is None:
        return False
    given = set(run.proposal.roles.get(name, {}))
    settings = frozenset(set(run.user_code.function_of(frame).parameters) - given - {"self"})
    says = LOSING.search(f"{name} {doc_of(function.node)}") or WEAK.search(source(run, function.node))
    return bool(says) or chooses_by(function, settings)


def root_is_meant_weak(run: RunEvidence) -> bool:
    """Whether what chose at the root is meant to take what is not the best."""
    if not run.first:
        function = run.text.function_of(0)
        return is_meant_weak(run, 0) or (function is not None and bool(LOSING.search(source(run, function.node))))
    if LOSING.search(run.user_code.call):
        return True
    return any(LOSING.search(source(run, one.node)) or chooses_by(one) for one in run.text.callers)


def root_says_best(run: RunEvidence) -> bool:
    """Whether what chose at the root is called the best, or the root is itself a call of the search."""
    if not run.first:
        return True
    name = run.user_code.call.partition("(")[0]
    texts = [name, *(" ".join(names_written(one)) for one in run.text.callers)]
    return any(BEST.search(one) for one in texts)


def names_written(function: FunctionText) -> Iterator[str]:
    """The name of a function and the names that it gives to what calls have returned."""
    yield getattr(function.node, "name", "")
    yield from function.results


def source(run: RunEvidence, node: ast.AST) -> str:
    """The lines of a function, with its comments; of a method, with the name of its class."""
    known = parsed_text(run.trace.text)[1]
    name = next((name for name, one in known.items() if one.node is node), "")
    lines = run.trace.text.splitlines()[getattr(node, "lineno", 1) - 1 : getattr(node, "end_lineno", 0)]
    return "\n".join([name, *lines])


def doc_of(node: ast.AST) -> str:
    return ast.get_docstring(node) or "" if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) else ""


def chooses_by(function: FunctionText, settings: Iterable[str] | None = None) -> bool:
    """Whether a test that is none of the side decides between two ways of choosing.

    `settings` are the names that it may be of; without them it is any name but those of sides.
    """
    for node in function.nodes:
        if isinstance(node, ast.If):
            body: Sequence[ast.AST] = node.body
            other: Sequence[ast.AST] = node.orelse or following(function, node)
        elif isinstance(node, ast.IfExp):
            body, other = [node.body], [node.orelse]
        else:
            continue
        if chooses(function, body) and chooses(function, other) and is_setting(function, node.test, settings):
            return True
    return False


def following(function: FunctionText, node: ast.If) -> list[ast.stmt]:
    """What comes after an `if` whose body leaves the function."""
    if not isinstance(node.body[-1], ast.Return | ast.Continue):
        return []
    above = function.above[node]
    block = next((one for one in (getattr(above, "body", []), getattr(above, "orelse", [])) if node in one), [])
    return list(block[block.index(node) + 1 :])


def chooses(function: FunctionText, nodes: Iterable[ast.AST]) -> bool:
    """Whether statements choose among the results of calls: by an order, by max, min or sorting."""
    for node in nodes:
        for one in ast.walk(node):
            if isinstance(one, ast.Compare) and is_choice_test(one, function):
                return True
            is_call = isinstance(one, ast.Call) and isinstance(one.func, ast.Name | ast.Attribute)
            if is_call and names_in(one) & function.results and names_in(one) & {"max", "min", "sorted", "sort"}:
                return True
    return False


def is_setting(function: FunctionText, test: ast.expr, settings: Iterable[str] | None) -> bool:
    """Whether a test, or a part of it, is of settings alone."""
    if isinstance(test, ast.BoolOp):
        return any(is_setting(function, one, settings) for one in test.values)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return is_setting(function, test.operand, settings)
    names = names_in(test) - {"self"}
    if not names or names & function.results or any(isinstance(one, ast.Call) for one in ast.walk(test)):
        return False
    if settings is not None:
        return names <= set(settings)
    return not any(NAMES[SIDE].search(one) for one in names)
