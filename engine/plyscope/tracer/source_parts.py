"""Recordings whose functions stand in several files: one text of all of them, and what the run proves of their group.

The texts of the files follow each other in the text of the recording, so that one number says where a line is;
`UserCode.files` has the way back. Which functions may call each other across files is read from the texts before they
run, and may be too many. When a recording is over, the functions that were open at once and called each other in a
cycle are its group, and calls of others are taken out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import INNER, OPEN, TERMINAL
from plyscope.model.user_code import CodeFile, Ended, TracedFunction, joined_files
from plyscope.model.user_code_facts import What, numbered_events
from plyscope.tracer.log_reader import RowBuilder
from plyscope.tracer.source_text import parsed_text
from plyscope.tracer.target.log import MAX_PARTS

Mask = NDArray[np.bool_]


class Source(NamedTuple):
    """A file of the program, with the functions in it that are traced."""

    path: str
    text: str


class Parts(NamedTuple):
    """The text of a recording's files and functions, with the first line of each file in it."""

    file: str
    """The file of the outermost call."""
    text: str
    files: tuple[CodeFile, ...]
    functions: tuple[TracedFunction, ...]
    """By their numbers, with lines of the text."""
    shifts: NDArray[np.int64]
    """By the number of a function, the lines before its file."""
    same: NDArray[np.int64]
    """By the number of a function, the first that is the same: a file may be loaded twice, once as `__main__`."""

    def in_text(self, rows: RowBuilder, ended: Ended) -> tuple[NDArray[np.int64], Ended]:
        """Return the lines of rows and of the end as lines of the whole text."""
        numbers = np.array(rows.line_numbers, np.int64)
        if not self.files:
            return numbers, ended
        numbers += self.shifts[np.array(rows.line_functions, np.int64)]
        if ended.line and ended.frame > 0:
            ended = ended._replace(line=ended.line + int(self.shifts[rows.functions[ended.frame]]))
        return numbers, ended


def parts_of(rows: RowBuilder, functions: Sequence[TracedFunction], sources: Sequence[Source]) -> Parts:
    """Return where the functions of rows are in one text of their files; `sources` are those of all functions."""
    distinct, first = np.unique(np.array(rows.functions[1:], np.int64), return_index=True)
    called = distinct[np.argsort(first)].tolist()
    texts = {sources[number].path: sources[number].text for number in called}
    main = sources[called[0]]
    if len({one.path for one in sources}) == 1:
        same = np.array([*range(len(functions)), -1], np.int64)
        return Parts(main.path, main.text, (), tuple(functions), np.zeros(len(functions), np.int64), same)
    text, files = joined_files(texts.items()) if len(texts) > 1 else (main.text, ())
    first_lines = {file.path: file.first_line for file in files} or {main.path: 1}
    shifts = np.array([first_lines.get(one.path, 1) - 1 for one in sources], np.int64)
    moved = [
        replace(one, line=one.line + shift, last_line=one.last_line + shift)
        if source.path in first_lines
        else replace(one, line=0, last_line=0)
        for one, source, shift in zip(functions, sources, shifts.tolist(), strict=True)
    ]
    named = named_as_in(text, moved) if files else moved
    return Parts(main.path, text, files, tuple(named), shifts, same_functions(functions, sources))


def same_functions(functions: Sequence[TracedFunction], sources: Sequence[Source]) -> NDArray[np.int64]:
    """Return for each function the first equal one; -1 at the end, for the caller of all."""
    places: dict[object, int] = {}
    same = [
        places.setdefault((source.path, one.name, one.line), number)
        for number, (one, source) in enumerate(zip(functions, sources, strict=True))
    ]
    return np.array([*same, -1], np.int64)


def named_as_in(text: str, functions: Sequence[TracedFunction]) -> list[TracedFunction]:
    """Return functions with their names in a text of several files, where names may recur."""
    try:
        _, found = parsed_text(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [*functions]
    names = {(one.node.lineno, one.last_name): name for name, one in found.items()}
    return [
        replace(
            function, name=names.get((function.line, function.name.partition("@")[0].rpartition(".")[2]), function.name)
        )
        for function in functions
    ]


# What the run proves


def cycle_in(rows: RowBuilder, same: NDArray[np.int64]) -> set[int]:
    """Return the functions that called each other in a cycle: the outermost call's, else those with most calls.

    `same` has of each function the first that is the same.
    """
    functions = same[np.array(rows.functions, np.int64)]
    parents = preorder.parents(np.array(rows.sizes, np.int32))
    is_called = parents >= 1
    pairs = np.unique(np.stack([functions[parents[is_called]], functions[is_called]], axis=1), axis=0).tolist()
    reached: dict[int, set[int]] = {}
    for caller, called in pairs:
        reached.setdefault(caller, set()).add(called)
    for middle in list(reached):
        for others in reached.values():
            if middle in others:
                others |= reached[middle]
    cycles = {one: {other for other in reached[one] if one in reached.get(other, ())} for one in reached}
    cycles = {one: others for one, others in cycles.items() if others}
    if not cycles:
        return set()
    root = int(functions[1])
    counts = np.bincount(functions[1:])
    return cycles.get(root) or max(cycles.values(), key=lambda others: int(counts[[*others]].sum()))


def without_starter(rows: RowBuilder, same: NDArray[np.int64], ended: Ended) -> tuple[RowBuilder, Ended]:
    """Return the rows without an outermost call that only starts the search below it.

    From the text alone it may belong to the group: its function is called as something that the search calls, such as
    a method of another class. It has no loop, was called once, and made one call, of a function with a loop.
    """
    if rows.roots > 1 or len(rows) < 2 or rows.sizes[2] != rows.sizes[1] - 1 or statuses_of(rows)[1] == OPEN:
        return rows, ended
    functions = same[np.array(rows.functions, np.int64)]
    starter = int(functions[1])
    others = {*functions[2:].tolist()}
    if starter in others or has_loop(rows, rows.functions[1]) or not has_loop(rows, rows.functions[2]):
        return rows, ended
    return only_of(rows, others, same, ended)


def has_loop(rows: RowBuilder, function: int) -> bool:
    """Whether a function has a loop with recursive calls."""
    events, _, _ = numbered_events(0, 0, *rows.known_functions[function].parts)
    return any(event.what is What.LOOP for event in events)


def only_of(rows: RowBuilder, cycle: set[int], same: NDArray[np.int64], ended: Ended) -> tuple[RowBuilder, Ended]:
    """Return the rows without calls of other functions; calls below those move up.

    If the outermost call is taken out, the caller of what is left stands for it, with its result.
    """
    all_functions, sizes = np.array(rows.functions, np.int64), np.array(rows.sizes, np.int64)
    kept = np.isin(same[all_functions], [*cycle])
    kept[0] = True
    if kept.all():
        return rows, ended
    before = np.concatenate([[0], np.cumsum(kept)])
    places = np.flatnonzero(kept)
    new = copy(rows)
    made: Any = new
    around = places.copy()
    if statuses_of(rows)[0] == OPEN and not kept[1]:
        around[0] = 1
    statuses = statuses_of(rows)[around]
    made.sizes = before[places + sizes[places]] - before[places]
    made.statuses = (
        np.where(statuses == OPEN, OPEN, np.where(made.sizes > 1, INNER, TERMINAL)).astype(np.uint8).tobytes()
    )
    made.functions, made.results = all_functions[places], np.array(rows.results)[around]
    made.moves = np.array(rows.moves)[places]
    site_functions = np.array(rows.sites)[places] // MAX_PARTS
    is_known = (site_functions >= 0) & np.isin(same[site_functions], [*cycle])
    made.sites = np.where(is_known, np.array(rows.sites)[places], -1)
    counts = np.array([0, *(len(function.parameters) for function in rows.known_functions)])[all_functions + 1]
    made.arguments = np.array(rows.arguments)[np.repeat(kept, counts)]
    for name in ("saved", "raised"):
        column = np.array(getattr(rows, name), np.int64)
        setattr(new, name, before[column[kept[column]]])
    # Steps: each call that is taken out was one step when it began and two when it ended.
    plies = preorder.plies(np.array(rows.sizes, np.int32)).astype(np.int64)
    enters = 3 * np.arange(len(sizes)) - 2 * plies
    is_out, is_closed = ~kept, statuses_of(rows) != OPEN
    began, over = np.sort(enters[is_out]), np.sort((enters - 1 + 3 * sizes)[is_out & is_closed])

    def without(steps: NDArray[np.int64]) -> NDArray[np.int64]:
        found: NDArray[np.int64] = (
            steps - np.searchsorted(began, steps, "right") - 2 * np.searchsorted(over, steps, "right")
        )
        return found

    has_fact = kept[np.array(rows.fact_frames, np.int64)]
    made.fact_steps = without(np.array(rows.fact_steps, np.int64)[has_fact])
    made.fact_parts, made.fact_values = np.array(rows.fact_parts)[has_fact], np.array(rows.fact_values)[has_fact]
    made.fact_frames = before[np.array(rows.fact_frames, np.int64)[has_fact]]
    line_functions = np.array(rows.line_functions, np.int64)
    has_line = np.isin(same[line_functions], [*cycle])
    widths = np.array([len(names) for names in rows.variables] or [0])[line_functions]
    made.line_steps = without(np.array(rows.line_steps, np.int64)[has_line])
    made.line_numbers = np.array(rows.line_numbers)[has_line]
    made.line_functions = line_functions[has_line]
    made.line_values = np.array(rows.line_values)[np.repeat(has_line, widths)]
    made.printed_steps = without(np.array(rows.printed_steps, np.int64))
    made.printed_lines = np.concatenate([[0], np.cumsum(has_line)])[np.array(rows.printed_lines, np.int64)]
    return new, end_within(ended, kept, sizes, before)


def statuses_of(rows: RowBuilder) -> NDArray[np.uint8]:
    return np.frombuffer(bytes(rows.statuses), np.uint8)


def end_within(ended: Ended, kept: Mask, sizes: NDArray[np.int64], before: NDArray[np.int64]) -> Ended:
    """Return the end as seen in the nearest kept call, without a line of another one."""
    if ended.frame < 0:
        return ended
    if kept[ended.frame]:
        return ended._replace(frame=int(before[ended.frame]))
    earlier = np.flatnonzero(kept[: ended.frame])
    around = earlier[earlier + sizes[earlier] > ended.frame][-1]
    return ended._replace(frame=int(before[around]), line=0)
