"""Where in the results of user code the value is: decided by evidence of the run, or not known.

It is the part of a result that is what the call kept last as its best value, which is recorded. Where nothing was
recorded of it, as with `max(values)`, the text may say where it puts the best value. Where it takes the best of whole
pairs, the first item is the value as long as first items decide: where a later item decided, both readings fit. Else
it is the part that follows the fold law: the largest or smallest of the children's, or their negated extreme.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from plyscope.messages import Message
from plyscope.model.board_texts import Record, value_of_text
from plyscope.model.roles import GIVEN_MAX, NO_VALUE, NOT_KNOWN, VALUE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import What
from plyscope.usercode.function_facts import FunctionFacts
from plyscope.usercode.result_values import numeric_paths, part_of, result_values, steps_of

MAX_RESULTS = 5_000
"""Different results that are examined."""
MAX_RECORDED_VALUES = 5_000
"""Recorded values that best ones took, which are compared with results."""
MIN_KEPT_SHARE = 0.5
"""The share of the calls with the best value in one part of their results that decides whatever the text says."""
MIN_FOLD_LAW_SHARE = 0.9
"""The share of the calls that must follow the fold law where it alone decides."""

Facts = Mapping[str, FunctionFacts]
FoldLawEvidence = Callable[[str], tuple[float, int]]
"""For a path, the share of the calls that follow the fold law, and how many calls are evidence."""


class ValuePlace(NamedTuple):
    """Where in the results the value is: a path, or the paths that may be it."""

    item: str
    readings: tuple[str, ...] = ()
    """Where it is not known: the paths that fit."""
    items: Mapping[str, str] = MappingProxyType({})
    """The paths of functions where it is elsewhere."""
    is_compared: bool = False
    """Whether the text compares it."""


def value_place(trace: Trace, facts: Facts, given: Mapping[str, Mapping[str, str]], fit: FoldLawEvidence) -> ValuePlace:
    """Where the value is: what the user says, what the code keeps as its best, what follows the fold law."""
    said = {name: path_named(trace, name, roles[VALUE]) for name, roles in given.items() if VALUE in roles}
    if said:
        return ValuePlace(next(iter(said.values())), (), said, is_compared=True)
    paths = {name: number_paths_of(trace, [name]) for name in facts}
    has_numbers = any(paths.values()) or not any(True for _ in results_of(trace, [*facts]))
    is_compared = has_numbers and any(one.directions or one.leaves_by_parameter for one in facts.values())
    kept = {name: path for name, one in facts.items() if (path := kept_path(trace, one, paths[name])) is not None}
    if not kept:
        every = number_paths_of(trace)
        pairs = [path for one in facts.values() for path in one.best_parts if path not in every]
        tied = [one for path in pairs for one in every if is_tied(trace, path + "[0]", one)]
        # A result with one number has no other reading; whether it is that of a search at all, the fold law says.
        clear = every if len(every) == 1 else [path for path in every if follows_fold_law(fit(path))]
        if pairs:
            # Objects have an order of their own, which need not be that of their number.
            ordered = [path for path in every if path.startswith(".") and fit(path)[0] == 1]
            clear = [f"{path}[0]" for path in pairs if f"{path}[0]" in every] + tied + ordered
        if len(clear) != 1:
            return ValuePlace(NOT_KNOWN, tuple(clear), {}, is_compared)
        return ValuePlace(clear[0], (), differing_paths(facts, paths, {}, clear[0]), is_compared)
    counts = np.bincount(trace.user_code.tables.function)
    names = [one.name for one in trace.user_code.functions]
    item = kept[max(kept, key=lambda name: int(counts[names.index(name)]))]
    return ValuePlace(item, (), differing_paths(facts, paths, kept, item), is_compared)


def follows_fold_law(found: tuple[float, int]) -> bool:
    """Whether enough calls follow the fold law for it to decide alone."""
    share, count = found
    return share >= MIN_FOLD_LAW_SHARE and count > 0


def kept_path(trace: Trace, function: FunctionFacts, paths: Sequence[str]) -> str | None:
    """The part of a function's results that is its best value: the one which it kept last in the largest share of its
    calls, else where the text puts it."""
    if len(paths) < 2 and not (paths and paths[0].startswith(".") and "" in function.best_parts):
        return paths[0] if paths and function.directions else None
    user_code, facts = trace.user_code, trace.user_code.facts
    names = {one.place for one in function.folds}
    numbers = [
        number
        for number, one in enumerate(facts.events)
        if user_code.functions[one.function].name == function.function.name
        and (one.what is What.RESULT or (one.what is What.SET and one.name in names))
    ]
    rows = np.flatnonzero(np.isin(facts.event, numbers) & ~np.isnan(facts.value))[:MAX_RECORDED_VALUES]
    kept: dict[str, dict[int, float]] = {}
    for row in rows.tolist():
        kept.setdefault(facts.events[facts.event[row]].name, {})[int(facts.frame[row])] = abs(float(facts.value[row]))
    results = {frame: value_of_text(user_code.result(frame) or "") for values in kept.values() for frame in values}
    shares: dict[str, tuple[float, int]] = {}
    for values in kept.values():
        for path in paths:
            count = sum(number_in(results[frame], path) in (value, -value) for frame, value in values.items())
            shares[path] = max(shares.get(path, (0.0, 0)), (count / len(values), count))
    best = max(shares.values(), default=(0.0, 0))
    # As many calls may keep another part as surely: α where MAX moves, and β where MIN does.
    found = [path for path, (share, count) in shares.items() if share == best[0] and count]
    if len(found) != 1 or best[0] < MIN_KEPT_SHARE:
        found = [path for path in paths if path in function.best_parts] or (found if best[1] else [])
    return found[0] if len(found) == 1 else None


def number_in(value: Any, path: str) -> float | None:
    """The number at a path of a result; None if there is none."""
    for step in steps_of(path):
        value = part_of(value, step)
    return value if type(value) in (int, float) else None


def is_tied(trace: Trace, path: str, other: str) -> bool:
    """Whether of several best children of one frame another item of whole pairs decides which is taken."""
    if path == other or not other.startswith(path[:-2]):
        return False
    value, beside = (result_values(trace, Proposal(item=one)) for one in (path, other))
    parent = trace.column("parent")
    best = np.flatnonzero((value == value[parent]) & (parent >= 0))
    different = np.unique(np.column_stack((parent[best], beside[best])), axis=0)[:, 0]
    return len(np.unique(different)) < len(different)


def path_named(trace: Trace, function: str, name: str) -> str:
    """The path that the user means: 2 is an item, score a key or an attribute, result the whole, none nothing."""
    if name in ("result", "none"):
        return "" if name == "result" else NO_VALUE
    if steps_of(name):
        return name
    number = name.removeprefix("-")
    if number.isdigit():
        return f"[{name}]"
    has_attributes = any(isinstance(one, Record) for one in results_of(trace, [function]))
    return f".{name}" if has_attributes and name.isidentifier() else f"[{name!r}]"


def open_question(trace: Trace) -> Message | None:
    """What neither the text nor the run decides, and how to say it; None where all is decided."""
    proposal = Proposal.of(trace)
    if proposal is None or not proposal.asked:
        return None
    if proposal.asked == GIVEN_MAX:
        return Message(
            "it is not known which side is MAX: {readings} fit; say which it is, as in {example}",
            readings=" and ".join(proposal.readings),
            example=f"--role {GIVEN_MAX}={proposal.readings[0]}",
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


def differing_paths(
    facts: Facts, paths: Mapping[str, Sequence[str]], kept: Mapping[str, str], item: str
) -> dict[str, str]:
    """The paths of the functions whose value is at another one than `item`, or who return no value at all."""
    found = {
        name: kept[name] if name in kept else path_of_returned_value(one, paths[name], item)
        for name, one in facts.items()
    }
    return {name: path for name, path in found.items() if path != item}


def path_of_returned_value(function: FunctionFacts, paths: Sequence[str], item: str) -> str:
    """The path of the value in the results of a function that has no best value of its own."""
    taken = {part for one in function.returns if (part := function.part_of_call(one)) is not None}
    if item in taken and "" in paths:
        return ""
    return item if item in paths and not taken - {""} else NO_VALUE


def number_paths_of(trace: Trace, functions: Sequence[str] = ()) -> list[str]:
    """The paths of all numbers in the results of some functions, or of all."""
    return numeric_paths(results_of(trace, functions or [one.name for one in trace.user_code.functions[:-1]]))


def results_of(trace: Trace, functions: Sequence[str]) -> Iterator[Any]:
    """The distinct results of some functions, the earliest first."""
    user_code = trace.user_code
    numbers = [n for n, one in enumerate(user_code.functions[:-1]) if one.name in functions]
    frames = np.isin(user_code.tables.function, numbers)
    frames[user_code.tables.raised] = False
    results, first = np.unique(user_code.tables.result[frames], return_index=True)
    for number in results[np.argsort(first)][:MAX_RESULTS].tolist():
        if number >= 0:
            yield value_of_text(user_code.texts[number])
