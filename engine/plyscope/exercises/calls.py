"""Exercises on calls of user code: the calls as a tree, with what the innermost ones return.

The source of such an exercise is `calls:` and JSON. A call is a list of two: its text, and the list of the calls that
it makes, or the number that it returns where it makes none: `calls:["fib(2)", [["fib(1)", 1], ["fib(0)", 0]]]`. So the
file holds no answers, and nothing is run to open it or to mark it. What the calls return is in the key beside it, which
`check` reads; a student who has no key works through it without marks.

What a call does with the results of its calls is not known. Where the sum, the product, the largest or the smallest
of them, or the largest and the smallest by turns, explains every value of the run, a student's step by it is one step.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import isfinite, prod
from textwrap import dedent
from typing import Any

from plyscope.exercises.tree import MAX_NODES, ExerciseTree, Node, give_names, too_large, tree_of_calls
from plyscope.files.json_values import decode_strictly, read_number, refuse_half_letters
from plyscope.messages import InputError, plain_number, shortened
from plyscope.model.declaration import NO_SIDE
from plyscope.model.source_lines import text_lines
from plyscope.model.trace import Trace

PREFIX = "calls:"
MAX_CALL_CHARS = 200
"""Characters of a call's text."""

Fold = Callable[[int, Sequence[float]], float]
"""What a call returns, by its ply and the results of the calls that it makes."""
FOLDS: Mapping[str, Fold] = {
    "sum": lambda ply, values: sum(values),
    "product": lambda ply, values: prod(values),
    "largest": lambda ply, values: max(values),
    "smallest": lambda ply, values: min(values),
    "largest first, then smallest": lambda ply, values: min(values) if ply % 2 else max(values),
    "smallest first, then largest": lambda ply, values: max(values) if ply % 2 else min(values),
}


# From a recording


def source_and_values(trace: Trace) -> tuple[str, dict[str, float]]:
    """Return the source of the exercise on recorded calls, and their results; raise InputError where there is none."""
    if not trace.complete:
        raise InputError("the recording was cut short: it does not hold what all calls return")
    tree = tree_of_calls(trace)
    values = {}
    for node in tree.nodes:
        value = trace.values[node.move]
        if not isfinite(value):
            result = shortened(trace.origin.result_text(node.move) or "", 40)
            raise InputError("{call} returns {result}: an exercise needs numbers", call=node.label, result=result)
        if node.children:
            values[node.name] = value
    return PREFIX + json.dumps(written_call(tree, 0), ensure_ascii=False), values


def code_of(trace: Trace) -> str:
    """Return the text of the functions that were called, to be read beside the exercise."""
    functions = {trace.user_code.function_of(frame) for frame in range(len(trace))}
    lines = text_lines(trace.text)
    spans = sorted({(function.line, function.last_line) for function in functions if function.line})
    return "\n\n".join(dedent("\n".join(lines[first - 1 : last])).strip() for first, last in spans)


def written_call(tree: ExerciseTree, number: int) -> list[Any]:
    """Return a call as the source's JSON: its text, with its result or its calls."""
    node = tree.nodes[number]
    if node.given is not None:
        return [node.label, plain_number(node.given)]
    return [node.label, [written_call(tree, child) for child in node.children]]


# From the text


def tree_of_text(source: str) -> ExerciseTree:
    """Return the tree of the calls in a source."""
    nodes, calls = [Node(-1, NO_SIDE, 0, 0)], [decode_strictly(source.removeprefix(PREFIX))]
    for number, call in enumerate(calls):
        node = nodes[number]
        node.label, made = read_call(call)
        if not isinstance(made, list):
            node.given = read_number(made, node.label)
            continue
        for below in made:
            node.children.append(len(nodes))
            nodes.append(Node(number, NO_SIDE, node.ply + 1, len(nodes)))
            calls.append(below)
            if len(nodes) > MAX_NODES:
                raise too_large()
        node.tried = list(node.children)
    give_names(nodes, [""] * len(nodes))
    return ExerciseTree(nodes)


def read_call(call: object) -> tuple[str, Any]:
    """Return a call's text, and its result or the list of its calls."""
    if not isinstance(call, list) or len(call) != 2 or type(call[0]) is not str or call[1] == []:
        raise InputError("a call is a list of its text and of what it calls, or the number that it returns")
    refuse_half_letters(call[0])
    return shortened(call[0], MAX_CALL_CHARS), call[1]


# One step of the recursion


def folds_of(tree: ExerciseTree, values: Mapping[int, float]) -> list[Fold]:
    """Return the rules, such as sum or maximum, by which every result follows from those below it."""

    def value(number: int) -> float:
        given = tree.nodes[number].given
        return values[number] if given is None else given

    return [
        fold
        for fold in FOLDS.values()
        if all(
            fold(node.ply, list(map(value, node.children))) == values[number]
            for number, node in enumerate(tree.nodes)
            if node.children
        )
    ]


def step_of(folds: Sequence[Fold], ply: int, values: Sequence[float]) -> float | None:
    """Return the result that follows from those of the calls below; None if unknown or not unique."""
    found = {fold(ply, values) for fold in folds}
    return found.pop() if len(found) == 1 else None
