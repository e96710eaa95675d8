"""The law of tables: what an earlier call has stored suits the window and the depth of the call that takes it."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence, Set
from math import isnan, nan

import numpy as np

from plyscope.messages import Message
from plyscope.model.columns import HORIZON
from plyscope.model.roles import ALPHA, BETA, DEPTH
from plyscope.tracer.target.syntax import last_of, nodes_in
from plyscope.usercode.evidence import BUG, Finding, RunEvidence
from plyscope.usercode.stored_results import kept_names


def table_misused(run: RunEvidence) -> Finding | None:
    """Return a bug of a leaf that returns an earlier call's value, though its window or depth differs; else None."""
    if not any({ALPHA, BETA, DEPTH} & set(given.values()) for given in run.proposal.roles.values()):
        return None
    calls_of_position: dict[tuple[int | str, ...], EarlierCalls] = {}
    trace, sizes = run.trace, run.trace.column("size")
    tables = kept_names(trace.text, run.functions).names
    for frame in range(run.first, min(len(trace), MAX_TABLE_FRAMES)):
        key, value = position_key(run, frame, tables), trace.values[frame]
        if key is None or isnan(value):
            continue
        earlier = calls_of_position.setdefault(key, EarlierCalls())
        if sizes[frame] > 1:
            earlier.add(frame, frame + int(sizes[frame]), value)
        elif value not in earlier.frames:
            earlier.evaluated.add((value, float(run.depth[frame])))
        elif earlier.end <= frame and not run.user_code.is_saved(frame):
            is_evaluated = not earlier.evaluated.isdisjoint({(value, float(run.depth[frame])), (value, nan)})
            misuse = None if is_evaluated else misuse_of_table(run, frame, earlier.frames[value])
            if misuse is not None:
                return misuse
    return None


class EarlierCalls:
    """The earlier calls of one position that have children, by their values."""

    def __init__(self) -> None:
        self.frames: dict[float, list[int]] = {}
        """By their values; not more than `MAX_EARLIER_CALLS` of each."""
        self.end = 0
        """The first frame by which all of them have returned."""
        self.evaluated: set[tuple[float, float]] = set()
        """The values of leaves that no search has found before, with their depths."""

    def add(self, frame: int, end: int, value: float) -> None:
        """Add a call with children, the first frame after it, and its value."""
        self.end = max(self.end, end)
        frames = self.frames.setdefault(value, [])
        if len(frames) < MAX_EARLIER_CALLS:
            frames.append(frame)
        else:
            frames[-1] = frame


MAX_EARLIER_CALLS = 50
"""Calls of one position with one value that are kept: the first ones and the last."""
MAX_TABLE_FRAMES = 100_000
"""Frames that are compared with earlier calls of the same position."""


def position_key(run: RunEvidence, frame: int, tables: Set[str]) -> tuple[int | str, ...] | None:
    """Return what two calls of one position share: all arguments but window and depth, and the side; None if not known.

    A dictionary in which results are kept, under a name among `tables`, is no part of that; nor are those of an object
    with the search as its method: they may be the table itself.
    """
    function = run.user_code.function_of(frame)
    given = run.proposal.roles.get(function.name, {})
    if not {ALPHA, BETA, DEPTH} & set(given.values()) or not holds_position(run, frame):
        return None
    numbers = zip(function.parameters, run.user_code.argument_numbers(frame), strict=True)
    return (
        int(run.user_code.tables.function[frame]),
        *(
            without_dictionaries(run.user_code.texts[number]) if name == "self" and name not in given else number
            for name, number in numbers
            if given.get(name) not in (ALPHA, BETA, DEPTH)
            and not (name in tables and run.user_code.texts[number].startswith("{"))
        ),
    )


def holds_position(run: RunEvidence, frame: int) -> bool:
    """Whether the arguments of a call hold its position: nothing else that it reads changes, but the table itself."""
    function, outside = run.functions.get(run.user_code.function_of(frame).name), run.user_code.depends_on
    if function is None or outside is None:
        return False
    return all(name.rpartition(".")[2] in function.tables for name in outside)


DICTIONARY_PATTERN = re.compile(r"\{(?:[^{}]*:[^{}]*)?\}")


def without_dictionaries(text: str) -> str:
    """Return the text of an object with an ellipsis for each of its dictionaries."""
    while (shorter := DICTIONARY_PATTERN.sub("…", text)) != text:
        text = shorter
    return text


def misuse_of_table(run: RunEvidence, frame: int, earlier: Sequence[int]) -> Finding | None:
    """Return a bug where a stored value was searched less deeply, or is a bound for another window; else None."""
    trace = run.trace
    line = run.return_line(frame)
    if not line or not run.is_looked_up(frame):
        return None
    depth = run.depth[frame]
    if not isnan(depth) and all(run.depth[call] != depth and is_cut_short(run, call) for call in earlier):
        less = [call for call in earlier if abs(run.depth_left(call)) < abs(run.depth_left(frame))]
        if len(less) == len(earlier):
            happened = Message(
                "the table ignores the depth: frame {frame} with depth {depth} returns {value}, what frame {earlier} "
                "found with depth {other}",
                frame=frame, depth=depth, value=trace.values[frame], earlier=less[-1], other=run.depth[less[-1]],
            )  # fmt: skip
            should = Message("a stored value should only be used if it was searched at least as deep")
            return run.finding(BUG, "hit", frame, line, happened, should, leaves=True)
    if isnan(run.alpha[frame]) or isnan(run.beta[frame]):
        return None
    value, possible = trace.values[frame], possible_values(run)
    is_low = all(value >= trace.betas[call] for call in earlier) and max(possible) > value < trace.betas[frame]
    is_high = all(value <= trace.alphas[call] for call in earlier) and min(possible) < value > trace.alphas[frame]
    if not (is_low or is_high):
        return None
    values: dict[str, object] = {"frame": frame, "value": value, "earlier": earlier[-1]}
    pattern = (
        "the table ignores the window: frame {frame} returns {value}, which frame {earlier} found as a bound for "
        "another window"
    )
    if len(stored := lines_that_store(run, frame)) == 1:
        # What kind of bound was stored is not recorded: the mistake may be in either line.
        pattern, values["stored"] = pattern + "; it was stored in line {stored}", run.user_code.line_text(stored.pop())
    happened = Message(pattern, **values)
    should = Message("a bound should be stored as the bound that it is, and used only where it lies beyond the window")
    return run.finding(BUG, "hit", frame, line, happened, should, leaves=True)


def lines_that_store(run: RunEvidence, frame: int) -> set[int]:
    """Return the lines in which the function of a frame gives results to an item of what it looks up."""
    function = run.functions[run.user_code.function_of(frame).name]
    return {
        node.lineno
        for node in nodes_in(function.function.node)
        if isinstance(node, ast.Assign) and function.is_valued(node.value)
        for target in node.targets
        if isinstance(target, ast.Subscript) and last_of(target.value) in function.tables
    }


def possible_values(run: RunEvidence) -> set[float]:
    """Return the values of this run, and those that the text gives to leaves."""
    values = run.trace.column("value")
    returned = set(values[~np.isnan(values)].tolist())
    numbers = {number for function in run.functions.values() for number in function.leaf_numbers}
    return returned | numbers | ({run.proposal.total - number for number in numbers} if run.proposal.negated else set())


def is_cut_short(run: RunEvidence, frame: int) -> bool:
    """Whether a search stopped at its depth somewhere below a frame."""
    below = slice(frame, frame + run.trace.sizes[frame])
    leaf = run.trace.column("size")[below] == 1
    return bool(np.any(leaf & ((run.trace.column("status")[below] == HORIZON) | (run.depth[below] <= 0))))
