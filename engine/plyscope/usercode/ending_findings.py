"""Findings about the ends of games of lines: a line or a full board ends the game, and the search does not see it.

A board of the size of a known game is no evidence of its rules: one side alone may make lines, or diagonals may be
none, or a side without a move may lose. So all of it is a remark, with the `return` to which no call has come.
"""

from __future__ import annotations

import ast
from math import isnan
from typing import NamedTuple

import numpy as np

from plyscope.messages import Message
from plyscope.model.columns import OPEN
from plyscope.model.declaration import MAX, MIN
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.user_code_facts import Event, What, expression_of
from plyscope.usercode.boards import placed_mark
from plyscope.usercode.evidence import REMARK, Finding, RunEvidence
from plyscope.usercode.move_findings import fixed_number
from plyscope.usercode.value_findings import Line, lines_of, marks_of_sides, returns_start_value, usual_length

MAX_FRAMES = 1_000
"""Calls whose boards are looked at."""

LINE_ADVICE = Message("this is right where no such row ends the game; else the search should end there")
DRAW_ADVICE = Message("this is right where a side without a move loses; else the search should end there")


class Ends(NamedTuple):
    """The calls of a run whose boards are finished in a known game of lines, by the first line that each has."""

    seen: dict[int, Line]
    """Calls that end by a line, their only one, before the board is full, with a value that is good for one side."""
    unseen: dict[int, Line]
    """Calls that go on in spite of a line."""
    full: list[int]
    """Calls whose board is full and has no line."""


def ending_not_seen(run: RunEvidence) -> Finding | None:
    """A finished position goes on, or has the value that the best begins with, though the program knows such an end."""
    ends = ends_of(run)
    if ends is None or not (ends.unseen or ends.full):
        return None
    return line_goes_on(run, ends) or draw_without_return(run, ends)


def ends_of(run: RunEvidence) -> Ends | None:
    """The finished boards of a run; None where moves or ends speak against a game of lines, or nothing speaks for it.

    What comes after a finished position, at the horizon, from a table or from a bound speaks neither way.
    """
    trace, boards = run.trace, run.boards
    root = None if boards is None else boards.cells(run.first)
    length = 0 if root is None else usual_length(len(root[0]), len(root))
    if boards is None or root is None or not length or lines_of(root, length, boards.empty_cell):
        return None
    found, frame = Ends({}, {}, []), run.first - 1
    while (frame := frame + 1) < min(len(trace), MAX_FRAMES):
        cells, value, is_leaf = boards.cells(frame), trace.values[frame], trace.sizes[frame] == 1
        if trace.parents[frame] >= run.first and placed_mark(boards, trace.parents[frame], frame) is None:
            return None
        if is_leaf and (trace.statuses[frame] == OPEN or isnan(value) or run.depth_left(frame) <= 0):
            continue
        if cells is None:
            return None
        lines, is_full = lines_of(cells, length, boards.empty_cell), not any(boards.empty_cell in row for row in cells)
        if lines and not is_leaf:
            found.unseen[frame] = lines[0]
            frame += trace.sizes[frame] - 1
        elif is_leaf and is_full and not lines:
            found.full.append(frame)
        elif is_leaf and not is_full and (not lines or value == run.even_value):
            if not run.is_looked_up(frame) and not run.return_names_bound(frame):
                return None
        elif is_leaf and not is_full and len(lines) == 1:
            found.seen[frame] = lines[0]
    return found


def line_goes_on(run: RunEvidence, ends: Ends) -> Finding | None:
    """A line goes on, and another one ends the game, or there is a `return` for such an end to which no call comes.

    By other rules the line may be none: diagonals may not count, or the lines of one side alone.
    """
    for frame, line in ends.unseen.items():
        values = {"frame": frame, "mark": line.mark, "count": len(line.places)}
        event, marks = None, marks_of_sides(run)
        if marks and line.mark not in {one.mark for one in ends.seen.values()}:
            is_of_max = line.mark == marks[MAX] if MAX in marks else line.mark != marks[MIN]
            event = unused_return(run, frame, 1 if is_of_max else -1)
        if event is not None:
            happened = Message(
                "frame {frame} goes on although {mark} has {count} in a row, and no call comes to return {text}",
                text=event.text, **values,
            )  # fmt: skip
            return run.finding(REMARK, "leaf", frame, event.line, happened, LINE_ADVICE)
        for earlier, other in ends.seen.items():
            happened = Message(
                "frame {frame} goes on although {mark} has {count} in a row; another row, of {other}, ends frame "
                "{earlier}",
                other=other.mark, earlier=earlier, **values,
            )  # fmt: skip
            return run.finding(REMARK, "leaf", frame, run.return_line(earlier), happened, LINE_ADVICE)
    return None


def draw_without_return(run: RunEvidence, ends: Ends) -> Finding | None:
    """A full board has the value that the best begins with, beyond any win, and no call comes to `return` a draw."""
    won = [abs(run.trace.values[frame] - run.even_value) for frame in ends.seen]
    if ends.unseen or len({one.mark for one in ends.seen.values()}) < 2:
        return None
    beyond = (frame for frame in ends.full if abs(run.trace.values[frame] - run.even_value) > max(won))
    frame = next((one for one in beyond if returns_start_value(run, one)), -1)
    event = unused_return(run, frame, 0) if frame >= 0 else None
    if event is None:
        return None
    happened = Message(
        "the board of frame {frame} is full, and it returns {value}, with which its best value begins; no call comes "
        "to return {text}",
        frame=frame, value=run.value_in_code(frame), text=event.text,
    )  # fmt: skip
    return run.finding(REMARK, "leaf", frame, event.line, happened, DRAW_ADVICE, leaves=True)


def unused_return(run: RunEvidence, frame: int, sign: int) -> Event | None:
    """A `return` in a frame's function to which no call came, of a number good for MAX (1), MIN (-1) or neither (0)."""
    user_code, facts, proposal = run.user_code, run.user_code.facts, run.proposal
    item = proposal.path(user_code.function_of(frame).name)[1:-1]
    way = -1 if proposal.negated and run.trace.kinds[frame] != MAX else 1
    for number in sorted({*range(len(facts.events))}.difference(distinct_numbers(facts.event).tolist())):
        event: Event = facts.events[number]
        if event.what is What.RETURN and event.function == user_code.tables.function[frame]:
            node = expression_of(event.text)
            if isinstance(node, ast.Tuple | ast.List) and item.isdecimal():
                node = node.elts[int(item)]
            value = None if node is None else fixed_number(run, frame, node)
            if value is not None and way * np.sign(value - run.even_value) == sign:
                return event
    return None
