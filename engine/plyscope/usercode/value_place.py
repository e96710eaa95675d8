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
from plyscope.usercode.result_values import numeric_paths, part_at, path_steps, result_values

MAX_RESULTS = 5_000
"""Distinct results that are searched for numbers."""
MAX_RECORDED_VALUES = 5_000
"""Recorded values of best ones that are compared with results."""
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
    """Return where the value is: as the user says, as the code keeps its best, or as the fold law says."""
    given_paths = {name: path_given(trace, name, roles[VALUE]) for name, roles in given.items() if VALUE in roles}
    if given_paths:
        return ValuePlace(next(iter(given_paths.values())), (), given_paths, is_compared=True)
    paths = {name: number_paths_of(trace, [name]) for name in facts}
    has_numbers = any(paths.values()) or not any(True for _ in distinct_results(trace, [*facts]))
    is_compared = has_numbers and any(
        function.directions or function.leaves_by_parameter for function in facts.values()
    )
    kept = {
        name: path for name, function in facts.items() if (path := kept_path(trace, function, paths[name])) is not None
    }
    if not kept:
        all_paths = number_paths_of(trace)
        pairs = [path for function in facts.values() for path in function.best_parts if path not in all_paths]
        tied = [other for path in pairs for other in all_paths if breaks_ties(trace, path + "[0]", other)]
        # A result with one number has no other reading; whether it is that of a search at all, the fold law says.
        fitting = all_paths if len(all_paths) == 1 else [path for path in all_paths if follows_fold_law(fit(path))]
        if pairs:
            # Objects have an order of their own, which need not be that of their number.
            ordered = [path for path in all_paths if path.startswith(".") and fit(path)[0] == 1]
            fitting = [f"{path}[0]" for path in pairs if f"{path}[0]" in all_paths] + tied + ordered
        if len(fitting) != 1:
            return ValuePlace(NOT_KNOWN, tuple(fitting), {}, is_compared)
        return ValuePlace(fitting[0], (), differing_paths(facts, paths, {}, fitting[0]), is_compared)
    counts = np.bincount(trace.user_code.tables.function)
    names = [function.name for function in trace.user_code.functions]
    item = kept[max(kept, key=lambda name: int(counts[names.index(name)]))]
    return ValuePlace(item, (), differing_paths(facts, paths, kept, item), is_compared)


def follows_fold_law(evidence: tuple[float, int]) -> bool:
    """Whether the share and number of calls that follow the fold law are enough for it to decide alone."""
    share, count = evidence
    return share >= MIN_FOLD_LAW_SHARE and count > 0


def kept_path(trace: Trace, function: FunctionFacts, paths: Sequence[str]) -> str | None:
    """Return the path in a function's results of its best value; None where that is not known.

    It is the part that it kept last in the largest share of its calls, else where the text puts the best value.
    """
    if len(paths) < 2 and not (paths and paths[0].startswith(".") and "" in function.best_parts):
        return paths[0] if paths and function.directions else None
    user_code, facts = trace.user_code, trace.user_code.facts
    names = {fold.place for fold in function.folds}
    numbers = [
        number
        for number, event in enumerate(facts.events)
        if user_code.functions[event.function].name == function.function.name
        and (event.what is What.RESULT or (event.what is What.SET and event.name in names))
    ]
    rows = np.flatnonzero(np.isin(facts.event, numbers) & ~np.isnan(facts.value))[:MAX_RECORDED_VALUES]
    kept: dict[str, dict[int, float]] = {}
    for row in rows.tolist():
        kept.setdefault(facts.events[facts.event[row]].name, {})[int(facts.frame[row])] = abs(float(facts.value[row]))
    results = {frame: value_of_text(user_code.result(frame) or "") for values in kept.values() for frame in values}
    shares: dict[str, tuple[float, int]] = {}
    for values in kept.values():
        for path in paths:
            count = sum(number_at_path(results[frame], path) in (value, -value) for frame, value in values.items())
            shares[path] = max(shares.get(path, (0.0, 0)), (count / len(values), count))
    best = max(shares.values(), default=(0.0, 0))
    # As many calls may keep another part as surely: α where MAX moves, and β where MIN does.
    best_paths = [path for path, (share, count) in shares.items() if share == best[0] and count]
    if len(best_paths) != 1 or best[0] < MIN_KEPT_SHARE:
        best_paths = [path for path in paths if path in function.best_parts] or (best_paths if best[1] else [])
    return best_paths[0] if len(best_paths) == 1 else None


def number_at_path(value: Any, path: str) -> float | None:
    """Return the number at a path of a result; None if there is none."""
    part = part_at(value, path)
    return part if type(part) in (int, float) else None


def breaks_ties(trace: Trace, path: str, other: str) -> bool:
    """Whether of several best children of one frame another item of whole pairs decides which is taken."""
    if path == other or not other.startswith(path[:-2]):
        return False
    value, beside = (result_values(trace, Proposal(item=item)) for item in (path, other))
    parent = trace.column("parent")
    best = np.flatnonzero((value == value[parent]) & (parent >= 0))
    different = np.unique(np.column_stack((parent[best], beside[best])), axis=0)[:, 0]
    return len(np.unique(different)) < len(different)


def path_given(trace: Trace, function: str, name: str) -> str:
    """Return the path that the user means: `2` is an item, `score` a key or an attribute, `result` the whole.

    `none` says that it returns no value.
    """
    if name in ("result", "none"):
        return "" if name == "result" else NO_VALUE
    if path_steps(name):
        return name
    number = name.removeprefix("-")
    if number.isdigit():
        return f"[{name}]"
    has_attributes = any(isinstance(result, Record) for result in distinct_results(trace, [function]))
    return f".{name}" if has_attributes and name.isidentifier() else f"[{name!r}]"


def open_question(trace: Trace) -> Message | None:
    """Return what neither the text nor the run decides, and how to say it; None where all is decided."""
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
    """Return the paths of the functions whose value is at another one than `item`, or who return no value."""
    path_of_function = {
        name: kept[name] if name in kept else path_of_returned_value(function, paths[name], item)
        for name, function in facts.items()
    }
    return {name: path for name, path in path_of_function.items() if path != item}


def path_of_returned_value(function: FunctionFacts, paths: Sequence[str], item: str) -> str:
    """Return the path of the value in results of a function without an own best: the whole, `item`, or NO_VALUE."""
    taken = {part for exit_ in function.returns if (part := function.part_of_call(exit_)) is not None}
    if item in taken and "" in paths:
        return ""
    return item if item in paths and not taken - {""} else NO_VALUE


def number_paths_of(trace: Trace, functions: Sequence[str] = ()) -> list[str]:
    """Return the paths of all numbers in the results of some functions, or of all."""
    names = functions or [function.name for function in trace.user_code.functions[:-1]]
    return numeric_paths(distinct_results(trace, names))


def distinct_results(trace: Trace, functions: Sequence[str]) -> Iterator[Any]:
    """Yield the distinct results of some functions, the earliest first, up to `MAX_RESULTS`."""
    user_code = trace.user_code
    numbers = [number for number, function in enumerate(user_code.functions[:-1]) if function.name in functions]
    frames = np.isin(user_code.tables.function, numbers)
    frames[user_code.tables.raised] = False
    results, first = np.unique(user_code.tables.result[frames], return_index=True)
    for number in results[np.argsort(first)][:MAX_RESULTS].tolist():
        if number >= 0:
            yield value_of_text(user_code.texts[number])
