"""Where in the results of user code the value is: decided by evidence of the run, or not known.

What the code compares or takes out of a result is its value; that alone suffices. Where it compares whole pairs or
lists, the first item is the value as long as first items decide: where a later item decided, both readings fit.
Without a comparison it is the part that follows the fold law: the largest or smallest of the children's, or their
negated extreme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from plyscope.messages import Message
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.roles import MAX_SAID, NO_VALUE, NOT_KNOWN, VALUE, Proposal
from plyscope.model.trace import Trace
from plyscope.usercode.function_facts import EACH, FunctionFacts
from plyscope.usercode.result_values import MISSING, Attributes, numeric_paths, parsed, part_of, steps_of

MAX_PARENTS = 5_000
"""Calls whose children's results are compared, and different results that are examined."""
CLEAR = 0.9
"""The share of the calls that must follow the fold law where it alone decides."""

Facts = Mapping[str, FunctionFacts]
Fit = Callable[[str], tuple[float, int]]
"""For a path, the share of the calls that follow the fold law, and how many calls are evidence."""


class Place(NamedTuple):
    """Where the value is."""

    item: str
    readings: tuple[str, ...] = ()
    """Where it is not known: the paths that fit."""
    items: Mapping[str, str] = MappingProxyType({})
    """The paths of functions where it is elsewhere."""
    is_compared: bool = False
    """Whether the text compares it."""


def value_place(trace: Trace, facts: Facts, given: Mapping[str, Mapping[str, str]], fit: Fit) -> Place:
    """Where the value is: what the user says, what the code compares, what follows the fold law."""
    said = {name: path_named(trace, name, roles[VALUE]) for name, roles in given.items() if VALUE in roles}
    if said:
        return Place(next(iter(said.values())), (), said, is_compared=True)
    functions = [one.name for one in trace.user_code.functions[:-1]]
    compared, tied = compared_paths(trace, facts, functions)
    if compared:
        place = Place(NOT_KNOWN, tied, is_compared=True) if tied else of_compared(trace, compared, fit)
        return place._replace(items=others(trace, facts, compared, place.item))
    fitting = {path: fit(path) for path in number_paths_of(trace)}
    clear = [path for path, (share, count) in fitting.items() if share >= CLEAR and count > 0]
    if len(clear) == 1 or (len(fitting) == 1 and not clear):
        # A result with one number has no other reading; whether it is that of a search at all, the fold law says.
        return Place(clear[0] if clear else next(iter(fitting)))
    return Place(NOT_KNOWN, tuple(clear))


def path_named(trace: Trace, function: str, name: str) -> str:
    """The path that the user means: 2 is an item, score a key or an attribute, result the whole, none nothing."""
    if name in ("result", "none"):
        return "" if name == "result" else NO_VALUE
    if steps_of(name):
        return name
    number = name.removeprefix("-")
    if number.isdigit():
        return f"[{name}]"
    has_attributes = any(isinstance(one, Attributes) for one in results_of(trace, [function]))
    return f".{name}" if has_attributes and name.isidentifier() else f"[{name!r}]"


def open_question(trace: Trace) -> Message | None:
    """What neither the text nor the run decides, and how to say it; None where all is decided."""
    proposal = Proposal.of(trace)
    if proposal is None or not proposal.asked:
        return None
    if proposal.asked == MAX_SAID:
        return Message(
            "it is not known which side is MAX: {readings} fit; say which it is, as in {example}",
            readings=" and ".join(proposal.readings),
            example=f"--role {MAX_SAID}={proposal.readings[0]}",
        )
    readings = list(proposal.readings)
    example = f"--role value={(readings or number_paths_of(trace) or ['0'])[0] or 'result'}"
    if readings:
        return Message(
            "the value is not known: {readings} fit; say which it is, as in {example}",
            readings=" and ".join(path or "the whole result" for path in readings),
            example=example,
        )
    return Message(
        "the value is not known: nothing in the text or the run says which part of a result it is; say it, as in "
        "{example}",
        example=example,
    )


def of_compared(trace: Trace, compared: dict[str, list[str]], fit: Fit) -> Place:
    """The part that is compared. Where several are, the fold law decides between them."""
    paths = list(dict.fromkeys(path for found in compared.values() for path in found))
    if all(len(found) == 1 for found in compared.values()):
        # Functions return their value in different places.
        counts = np.bincount(trace.user_code.tables.function)
        names = [one.name for one in trace.user_code.functions]
        most = max(compared, key=lambda name: int(counts[names.index(name)]))
        return Place(compared[most][0], is_compared=True)
    shares = {path: fit(path)[0] for path in paths}
    best = max(paths, key=lambda path: shares[path])
    rest = max((shares[path] for path in paths if path != best), default=0.0)
    if shares[best] >= CLEAR > rest:
        return Place(best, is_compared=True)
    return Place(NOT_KNOWN, tuple(paths), is_compared=True)


def others(trace: Trace, facts: Facts, compared: dict[str, list[str]], item: str) -> dict[str, str]:
    """The paths of the functions whose results are not compared, or whose value is elsewhere.

    A function has a value if it passes one on, or if a function with a value returns its result. Others return a move,
    a board or nothing of the kind.
    """
    if item == NOT_KNOWN:
        return {}
    known = {name: found[0] if len(found) == 1 else item for name, found in compared.items()}
    user_code = trace.user_code
    numbers = distinct_numbers(user_code.tables.function).tolist()
    names = [user_code.functions[number].name for number in numbers if number < len(user_code.functions) - 1]
    for _ in names:
        for name in names:
            paths = [known[name]] if name in known else number_paths_of(trace, [name])
            parts = (
                [(at, part) for at in paths for part in facts[name].returned(tuple(steps_of(at)))]
                if name in facts
                else []
            )
            for at, part in parts:
                if name not in known and known.get(part.callee) == part.path:
                    known[name] = at
                elif known.get(name) == at and part.callee not in known and EACH not in part.path:
                    known[part.callee] = part.path
    found = {name: known.get(name, NO_VALUE) for name in names}
    return {name: path for name, path in found.items() if path != item}


def compared_parts(facts: Facts, functions: Iterable[str]) -> dict[str, set[bool]]:
    """The compared parts of the results of some functions, and for each whether it is negated.

    Where no results are compared by their order, those that are compared with `==` count.
    """
    compared = [part for one in facts.values() for part in one.compared]
    found: dict[str, set[bool]] = {}
    for part in compared or [part for one in facts.values() for part in one.equated]:
        if part.callee in functions:
            found.setdefault(part.path, set()).add(part.is_negated)
    return found


def compared_paths(
    trace: Trace, facts: Facts, functions: Sequence[str]
) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """For each function the compared parts of its results that are numbers in this run.

    And, where later items of whole pairs decided a comparison, the paths of all items that did.
    """
    found: dict[str, list[str]] = {}
    tied: dict[str, None] = {}
    for function in functions:
        paths: list[str] = []
        for part in compared_parts(facts, [function]):
            if EACH not in part:
                mine = number_paths(trace, function, part)
                tied.update(dict.fromkeys(mine if len(mine) > 1 else ()))
                paths += mine
        if paths:
            found[function] = list(dict.fromkeys(paths))
    return found, tuple(tied)


def number_paths(trace: Trace, function: str, path: str) -> list[str]:
    """The path itself where numbers are compared; where pairs are, the items that decided a comparison."""
    values = [at(value, path) for value in results_of(trace, [function])]
    lists = [value for value in values if isinstance(value, list)]
    has_numbers = any(type(value) in (int, float) for value in values)
    if lists and not has_numbers:
        places = sorted({0} | deciding_items(trace, path))
        return [f"{path}[{place}]" for place in places if any(is_number(value, place) for value in lists)]
    return [path] if has_numbers or not values else []


def number_paths_of(trace: Trace, functions: Sequence[str] = ()) -> list[str]:
    """The paths of all numbers in the results of some functions, or of all."""
    return numeric_paths(results_of(trace, functions or [one.name for one in trace.user_code.functions[:-1]]))


def is_number(value: list[Any], place: int) -> bool:
    return len(value) > place and type(value[place]) in (int, float)


def deciding_items(trace: Trace, path: str) -> set[int]:
    """The places of the items that decided the comparisons of children's results as whole pairs or lists."""
    user_code = trace.user_code
    cache: dict[int, Any] = {}

    def result(frame: int) -> Any:
        number = int(user_code.tables.result[frame])
        if number not in cache:
            cache[number] = MISSING if number < 0 else at(parsed(user_code.texts[number]), path)
        return cache[number]

    found: set[int] = set()
    for parent in np.flatnonzero(trace.column("size") > 2)[:MAX_PARENTS].tolist():
        results = [one for one in map(result, trace.children(parent)) if isinstance(one, list) and one]
        if len(results) > 1:
            above = result(parent)
            found |= deciders(results, above[0] if isinstance(above, list) and above else MISSING)
    return found


def deciders(results: Sequence[list[Any]], taken: Any) -> set[int]:
    """The places that decided, if these are compared one by one and the best of them begins with `taken`."""
    ways = []
    for sign in (1, -1):
        best, places = results[0], set()
        for one in results[1:]:
            place = next((n for n, (a, b) in enumerate(zip(best, one, strict=False)) if a != b), -1)
            if place < 0:
                continue
            places.add(place)
            try:
                is_better = one[place] > best[place] if sign > 0 else one[place] < best[place]
            except TypeError:
                continue
            best = one if is_better else best
        if best[0] == taken:
            return places
        ways.append(places)
    return ways[0] | ways[1]


def results_of(trace: Trace, functions: Sequence[str]) -> Iterator[Any]:
    """The different results of some functions."""
    user_code = trace.user_code
    numbers = [n for n, one in enumerate(user_code.functions[:-1]) if one.name in functions]
    frames = np.isin(user_code.tables.function, numbers)
    frames[user_code.tables.raised] = False
    results, first = np.unique(user_code.tables.result[frames], return_index=True)
    for number in results[np.argsort(first)][:MAX_PARENTS].tolist():
        if number >= 0:
            yield parsed(user_code.texts[number])


def at(value: Any, path: str) -> Any:
    for step in steps_of(path):
        value = part_of(value, step)
    return value
