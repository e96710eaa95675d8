"""Why a search has stopped at its leaves: the game is over there, or no depth was left.

A program of the user's ends calls by tests of its own. Whether the game is over is known by the rules of a known game
alone. No depth was left where the `return` that ran stands below a test of the depth, and the depth that the call was
given fulfils it; the parts of such tests stand in the proposal. All else is not known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.board_texts import number_in
from plyscope.model.columns import HORIZON, TERMINAL
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import What

Mask = NDArray[np.bool_]
Part = tuple[str, float | str] | None
"""A part of a test: how the depth compares with a number or a parameter; None where the part does not read it."""
COMPARISONS = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal, "==": np.equal}
NOT_KNOWN, NO, YES, MAYBE_OVER = -1, 0, 1, 2
"""Whether no depth was left; there may have been a test before that one which holds when the game is over."""


class Ends(NamedTuple):
    """For each frame why the search has stopped there; what a frame that is no leaf is not is known."""

    finished: Mask
    at_horizon: Mask
    knows_finished: Mask
    knows_horizon: Mask


def ends_of(status: NDArray[Any], user_code: UserCode | None, *, has_rules: bool) -> Ends:
    """Return the ends of a recording's leaves, by their statuses where it is not of user code."""
    finished, is_leaf = status == TERMINAL, (status == TERMINAL) | (status == HORIZON)
    if user_code is None:
        known = np.ones(len(status), np.bool_)
        return Ends(finished, status == HORIZON, known, known)
    ran_out = without_depth(user_code)
    if has_rules:
        at_horizon = (status == HORIZON) & (ran_out > NO)
        return Ends(finished, at_horizon, np.ones(len(status), np.bool_), ~is_leaf | finished | (ran_out != NOT_KNOWN))
    is_known = (ran_out == NO) | (ran_out == YES)
    return Ends(np.zeros(len(status), np.bool_), is_leaf & (ran_out == YES), ~is_leaf, ~is_leaf | is_known)


def without_depth(user_code: UserCode) -> NDArray[np.int8]:
    """Return for each frame whether it returned since no depth was left: NOT_KNOWN, NO, YES or MAYBE_OVER."""
    facts, proposal = user_code.facts, user_code.proposal or {}
    found = np.full(len(user_code.tables.function), NOT_KNOWN, np.int8)
    rows = facts.rows_with(What.RETURN)
    for number, function in enumerate(user_code.functions):
        roles = proposal.get("roles", {}).get(function.name, {})
        depth = next((name for name, role in roles.items() if role == "depth"), "")
        returns = proposal.get("ends", {}).get(function.name, ())
        read = {part[1] for _, parts in returns for part in parts if part and isinstance(part[1], str)}
        read |= {depth} if returns else set()
        numbers = {name: arguments_as_numbers(user_code, number, name) for name in read}
        for line, parts in returns:
            is_there = [one.what is What.RETURN and (one.function, one.line) == (number, line) for one in facts.events]
            frames = facts.frame[rows[np.array(is_there, np.bool_)[facts.event[rows]]]]
            here = {name: values[frames] for name, values in numbers.items()}
            found[frames] = fulfilled(parts, here, here[depth])
    return found


def fulfilled(parts: Sequence[Part], numbers: Mapping[str, NDArray[np.float64]], depth: NDArray[np.float64]) -> Any:
    """Return for some frames NOT_KNOWN, NO, YES or MAYBE_OVER: whether the depth fulfils a part of a return's test."""
    found, is_open, others = np.full(len(depth), NO, np.int8), np.ones(len(depth), np.bool_), 0
    for part in parts:
        if part is None:
            others += 1
            continue
        limit = numbers[part[1]] if isinstance(part[1], str) else np.full(len(depth), part[1])
        is_number = ~np.isnan(depth) & ~np.isnan(limit)
        holds = is_number & COMPARISONS[part[0]](depth, limit)
        found[is_open & holds] = MAYBE_OVER if others else YES
        found[is_open & ~is_number] = NOT_KNOWN
        is_open &= is_number & ~holds
    if parts and not others:  # a part holds where the call returned
        found[is_open] = NOT_KNOWN
    return found


def arguments_as_numbers(user_code: UserCode, function: int, parameter: str) -> NDArray[np.float64]:
    """Return for every frame of the recording the number it was given for a function's parameter; NaN for all else."""
    frames, texts = user_code.argument_column(function, user_code.functions[function].parameters.index(parameter))
    found = np.full(len(user_code.tables.function), np.nan)
    numbers = {number: number_in(user_code.texts[number]) for number in set(texts.tolist())}
    found[frames] = [numbers[number] for number in texts.tolist()]
    return found
