"""Which calls returned a sum or a mean of what their calls returned, by what ran: no side chooses there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from plyscope.model.roles import Proposal
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import Event, What
from plyscope.tracer.target.recursion import last_of
from plyscope.usercode.function_facts import expression_of

ADDING = frozenset({"sum", "fsum", "nansum", "mean", "fmean", "nanmean", "average"})
"""The last names of functions that add up what they are given."""


def frames_that_add(user_code: UserCode, proposal: Proposal) -> NDArray[np.bool_]:
    """For each frame whether its value adds up results: by the `return` that ran, or by an assignment that ran to what
    this returns."""
    facts, found = user_code.facts, np.zeros(len(user_code.tables.function), np.bool_)
    adding = [number for number, event in enumerate(facts.events) if event.from_call and adds_results(user_code, event)]
    for number, event in enumerate(facts.events if adding else ()):
        if event.what is What.RETURN:
            names = {*names_returned(user_code, event, proposal.path(user_code.functions[event.function].name))}
            sums = [one for one in adding if one == number or is_assigned(facts.events[one], event.function, names)]
            added = facts.frame[np.isin(facts.event, sums)]
            found[np.intersect1d(added, facts.frame[facts.event == number])] = True
    return found


def is_assigned(event: Event, function: int, names: set[str]) -> bool:
    return event.what is What.SET and event.function == function and event.name in names


def adds_results(user_code: UserCode, event: Event) -> bool:
    """Whether an assignment or a `return` adds up results of calls."""
    if event.what is What.SET and event.operator:
        return event.operator == "+="
    value = expression_of(event.text) if event.what in (What.SET, What.RETURN) else None
    while (inner := without_factor(value)) is not None:
        value = inner
    if isinstance(value, ast.Call):
        return last_of(value.func) in ADDING
    sources = [found for term in terms_of(value) if (found := sources_of(user_code, event, term))]
    return any(one != sources[0] for one in sources)


def sources_of(user_code: UserCode, event: Event, term: ast.expr) -> set[str]:
    """The recursive calls and the names of results that a term of a sum reads; the name itself that is assigned."""
    facts, found, waiting = user_code.facts, set[str](), [term]
    callees = {one.callee for one in facts.sites if one.function == event.function}
    results = {one.name for one in facts.events if one.function == event.function and one.from_call} | {event.name}
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Call) and last_of(one.func) in callees:
            found.add(ast.unparse(one))
        elif isinstance(one, ast.Name) and one.id in results:
            found.add(one.id)
        else:
            waiting += [child for child in ast.iter_child_nodes(one) if isinstance(child, ast.expr)]
    return found


def terms_of(value: ast.expr | None) -> Iterator[ast.expr]:
    """The terms of a sum; the whole expression where it is none."""
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
        yield from terms_of(value.left)
        yield from terms_of(value.right)
    elif value is not None:
        yield value


def without_factor(value: ast.expr | None) -> ast.expr | None:
    """What is multiplied, divided or negated in an expression; None where it is nothing of these."""
    match value:
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.BinOp(op=ast.Div() | ast.FloorDiv(), left=inner):
            return inner
        case ast.BinOp(op=ast.Mult(), left=ast.Constant() | ast.Name() as factor, right=inner):
            return inner if isinstance(factor, ast.Constant) or not isinstance(inner, ast.Constant) else factor
        case ast.BinOp(op=ast.Mult(), left=inner):
            return inner
    return None


def names_returned(user_code: UserCode, event: Event, path: str) -> Iterator[str]:
    """The names that the value of a `return` is, also by way of others: `total` of `return total / n, move`."""
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
                expression_of(one.text)
                for one in user_code.facts.events
                if is_assigned(one, event.function, {value.id})
            ]
