"""The calls that returned a sum or a mean of the results of their own calls: no side chooses there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from plyscope.model.roles import Proposal
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import Event, What, expression_of
from plyscope.tracer.target.syntax import last_of

ADDING_FUNCTIONS = frozenset({"sum", "fsum", "nansum", "mean", "fmean", "nanmean", "average"})
"""The last names of functions that return the sum or the mean of their arguments."""


def frames_that_add(user_code: UserCode, proposal: Proposal) -> NDArray[np.bool_]:
    """Return for each frame whether its value is a sum or a mean of results of calls.

    It is where the `return` that ran adds up results, or an assignment that ran to what this returns.
    """
    facts, adds = user_code.facts, np.zeros(len(user_code.tables.function), np.bool_)
    adding = [number for number, event in enumerate(facts.events) if event.from_call and adds_results(user_code, event)]
    for number, event in enumerate(facts.events if adding else ()):
        if event.what is What.RETURN:
            names = {*names_returned(user_code, event, proposal.path(user_code.functions[event.function].name))}
            sums = [at for at in adding if at == number or is_assignment_to(facts.events[at], event.function, names)]
            added = facts.frame[np.isin(facts.event, sums)]
            adds[np.intersect1d(added, facts.frame[facts.event == number])] = True
    return adds


def is_assignment_to(event: Event, function: int, names: set[str]) -> bool:
    """Whether an event is an assignment in a function to one of some names."""
    return event.what is What.SET and event.function == function and event.name in names


def adds_results(user_code: UserCode, event: Event) -> bool:
    """Whether an assignment or a `return` adds up results of calls: by `+=`, by a function such as `sum`, or as terms.

    Two terms have to differ in the results that they read: twice the same one is no sum.
    """
    if event.what is What.SET and event.operator:
        return event.operator == "+="
    value = expression_of(event.text) if event.what in (What.SET, What.RETURN) else None
    while (inner := without_factor(value)) is not None:
        value = inner
    if isinstance(value, ast.Call):
        return last_of(value.func) in ADDING_FUNCTIONS
    of_terms = [read for term in sum_terms(value) if (read := results_read_in(user_code, event, term))]
    return any(other != of_terms[0] for other in of_terms)


def results_read_in(user_code: UserCode, event: Event, term: ast.expr) -> set[str]:
    """Return the recursive calls and the names of results in a term of a sum, also the name that is assigned."""
    facts, sources, waiting = user_code.facts, set[str](), [term]
    callees = {site.callee for site in facts.sites if site.function == event.function}
    results = {kept.name for kept in facts.events if kept.function == event.function and kept.from_call} | {event.name}
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Call) and last_of(part.func) in callees:
            sources.add(ast.unparse(part))
        elif isinstance(part, ast.Name) and part.id in results:
            sources.add(part.id)
        else:
            waiting += [child for child in ast.iter_child_nodes(part) if isinstance(child, ast.expr)]
    return sources


def sum_terms(value: ast.expr | None) -> Iterator[ast.expr]:
    """Yield the terms of a sum; an expression that is no sum is its only term."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from sum_terms(value.left)
        yield from sum_terms(value.right)
    elif value is not None:
        yield value


def without_factor(value: ast.expr | None) -> ast.expr | None:
    """Return x of an expression such as n * x, x / n or -x; None for one of another form."""
    match value:
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.BinOp(op=ast.Div() | ast.FloorDiv(), left=inner):
            return inner
        case ast.BinOp(op=ast.Mult(), left=ast.Constant() | ast.Name() as factor, right=inner):
            return inner if isinstance(factor, ast.Constant) or not isinstance(inner, ast.Constant) else factor
        case ast.BinOp(op=ast.Mult(), left=inner):
            return inner
    return None


def names_returned(user_code: UserCode, event: Event, path: str) -> Iterator[str]:
    """Yield the names whose values a `return` returns at a path, as `total` in `return total / n, move`.

    Names that are assigned to these are among them: `total` in `mean = total / n`.
    """
    value = expression_of(event.text)
    item = re.fullmatch(r"\[(\d+)\]", path)
    if isinstance(value, ast.Tuple) and item is not None and int(item[1]) < len(value.elts):
        value = value.elts[int(item[1])]
    waiting, seen = [value], set[str]()
    while waiting:
        value = waiting.pop()
        while (inner := without_factor(value)) is not None:
            value = inner
        if isinstance(value, ast.Name) and value.id not in seen:
            seen.add(value.id)
            yield value.id
            waiting += [
                expression_of(other.text)
                for other in user_code.facts.events
                if is_assignment_to(other, event.function, {value.id})
            ]
