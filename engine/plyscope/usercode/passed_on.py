"""Which parameters of searching functions are one thing that is passed on from call to call, and how it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from plyscope.model.trace import Trace
from plyscope.usercode.function_facts import STEP, FunctionFacts

Parameter = tuple[str, str]
"""A function and its parameter."""


@dataclass
class PassedOn:
    """Parameters that are passed on as each other."""

    parameters: set[Parameter] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)
    """How they are passed on: as they are, by a step, or turned."""
    has_move: bool = False
    """Whether some call is given a move, or what is left after one."""


def passed_on(facts: Mapping[str, FunctionFacts]) -> list[PassedOn]:
    """The parameters of all functions in groups of what they are passed on as."""
    group = {(name, one): PassedOn({(name, one)}) for name, mine in facts.items() for one in mine.function.parameters}
    for name, mine in facts.items():
        for site in mine.sites:
            for parameter, value in site.arguments.items():
                taken = group.get((site.callee, parameter))
                read, way = mine.passed(value)
                if taken is None or not read:
                    if taken is not None and not mine.moved_over.isdisjoint(mine.terms_of(value)):
                        taken.has_move = True
                    continue
                given = group[name, read]
                given.ways.add(way)
                if given is not taken:
                    given.parameters |= taken.parameters
                    given.ways |= taken.ways
                    given.has_move |= taken.has_move
                    group.update(dict.fromkeys(taken.parameters, given))
    return list({id(one): one for one in group.values()}.values())


def is_counted(one: PassedOn) -> bool:
    return STEP in one.ways and not one.has_move


def is_turned(trace: Trace, one: PassedOn) -> bool:
    """Whether some call is given something else than the nearest call above it that was given one, and no move."""
    given, parent = trace.user_code.texts_given(dict(sorted(one.parameters))), np.maximum(trace.column("parent"), 0)
    above, texts = parent.copy(), given[parent]
    for _ in range(4):
        missing = (texts < 0) & (above > 0)
        above[missing] = parent[above[missing]]
        texts = given[above]
    known = (given >= 0) & (texts >= 0) & (np.arange(len(given)) > 0)
    return not one.has_move and bool(np.any(given[known] != texts[known]))
