"""The leaves of a search in user code that it judges in the loop of their parent, without a call.

They are rows of the recording as it is read, each with the move that the loop holds. On the positions of a known game
that move has to be known; where it is not, the value stays a fact beside the calls. What is found in a program is found
among its calls alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf, isnan
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import shortened, written
from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, HORIZON, INNER, OPEN, TABLE, TERMINAL
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.imported import user_code_plan
from plyscope.model.judged_values import (
    JudgedValues,
    Numbering,
    items_of_calls,
    judged_values,
    numbering_of,
    with_rows,
    without_rows,
)
from plyscope.model.origin import TracedUserCode
from plyscope.model.recorded_game import RecordedGame, recorded_position
from plyscope.model.roles import Proposal
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.model.traced_game import traced_position
from plyscope.model.user_code import MAX_LABEL_CHARS, CallTexts, UserCode, move_text
from plyscope.model.user_code_facts import with_lines_before

Columns = dict[str, NDArray[Any]]

TREE = "tree"
"""The game whose moves are the items of lists."""

_CALLS: WeakKeyDictionary[Trace, Trace] = WeakKeyDictionary()
"""By recordings with such leaves those of their calls alone."""


def with_judged_leaves(trace: Trace) -> Trace:
    """A recording that is read as a search, with the leaves that its loops have judged."""
    proposal = Proposal.of(trace)
    if proposal is None or not proposal.is_value_known:
        return trace
    found = judged_values(trace.user_code.facts, trace.column("parent"), trace.column("ply"))
    if not len(found.rows):
        return trace
    leaves = Leaves(trace, proposal, found)
    if trace.origin.move_texts is None:
        leaves = Leaves(trace, proposal, found.part(leaves.moves_in_game >= 0))
    made = leaves.trace_with_leaves(pruned_beside_judged(trace, found, leaves))
    _CALLS[made] = trace
    return made


def calls_alone(trace: Trace) -> Trace:
    """A recording without the leaves that its loops have judged."""
    if not trace.origin.is_user_code or not len(trace.user_code.tables.judged):
        return trace
    if trace not in _CALLS:
        _CALLS[trace] = without_leaves(trace)
    return _CALLS[trace]


def without_leaves(trace: Trace) -> Trace:
    judged, size = trace.user_code.tables.judged, trace.column("size")
    kept = np.ones(len(trace), np.bool_)
    kept[judged] = False
    frames, before = np.flatnonzero(kept), np.append(0, np.cumsum(~kept))
    columns = {name: trace.column(name)[kept] for name in COLUMNS}
    columns["parent"] = np.append(-1, columns["parent"][1:] - before[columns["parent"][1:]])
    columns["size"] = size[kept] - (before[frames + size[kept]] - before[frames])
    is_leaf = (columns["size"] == 1) & (columns["status"] == INNER)
    columns["status"] = np.where(is_leaf, TERMINAL, columns["status"])
    return with_other_rows(trace, columns, without_rows(trace.user_code, trace.column("ply")), trace.origin.move_texts)


def row_of_call(trace: Trace, frame: int) -> int:
    """The row that a call has in a recording with judged leaves, by its number among the calls alone."""
    return Numbering.of(trace.user_code, trace.column("ply")).frame(frame) if frame >= 0 else frame


def step_with_leaves(trace: Trace, step: int) -> int:
    """The step of a recording with judged leaves that a step among the calls alone is."""
    call, row = Steps(calls_alone(trace)).place(step)
    steps = Steps(trace)
    if row >= 0:
        return steps.line(row)
    return steps.with_lines(Numbering.of(trace.user_code, trace.column("ply")).step(call))


def with_other_rows(trace: Trace, columns: Columns, user_code: UserCode, texts: Sequence[str] | None) -> Trace:
    """A recording with other rows."""
    origin = trace.origin
    assert isinstance(origin, TracedUserCode)
    if isinstance(texts, CallTexts):
        texts, columns["move"] = CallTexts(user_code), np.append(-1, user_code.tables.call[1:])
    columns = {name: np.ascontiguousarray(columns[name], kind) for name, kind in COLUMNS.items()}
    origin = replace(origin, texts=texts, user_code=user_code)
    position = trace.position
    if isinstance(position.game, RecordedGame):
        position = traced_position(recorded_position("own", user_code.call, "", columns, origin), origin)
    plan = user_code_plan(position, trace.options)
    return Trace(**{**trace.parts, "columns": columns, "plan": plan, "origin": origin, "claimed_signature": None})


@dataclass(frozen=True)
class Leaves:
    """The judged values of a recording of calls, and what they are as its leaves."""

    trace: Trace
    proposal: Proposal
    found: JudgedValues

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        return self.trace.user_code.facts.frame[self.found.rows].astype(np.int64)

    @cached_property
    def steps_before(self) -> NDArray[np.int64]:
        """The steps that they follow, by the formulas for calls alone."""
        return np.asarray(self.trace.user_code.facts.step[self.found.rows], np.int64)

    @cached_property
    def lines(self) -> NDArray[np.int64]:
        """For each how many executed lines come before it."""
        user_code, steps = self.trace.user_code, Steps(self.trace)
        facts, tables = user_code.facts, user_code.tables
        first, end = (np.searchsorted(tables.line_step, self.steps_before + more) for more in (0, 1))
        found = np.asarray(end, np.int64)
        asked = {row: place for place, row in enumerate(self.found.rows.tolist())}
        for step in dict.fromkeys(self.steps_before[first < end].tolist()):
            start, stop = np.searchsorted(tables.line_step, [step, step + 1]).tolist()
            site = facts.site_of(steps.call_at(step)[2])
            numbers = tables.line_number[start:stop].tolist()
            for fact, before in with_lines_before(facts.after(step), numbers, 0 if site is None else site.line):
                if fact.row in asked:
                    found[asked[fact.row]] = start + before
        return found

    # Their moves

    @cached_property
    def texts(self) -> list[str]:
        """What the loop of each holds, by the executed line that judges it, or as a number that was recorded; empty
        where that is not known."""
        user_code, executed = self.trace.user_code, self.trace.executed
        events = user_code.facts.event[self.found.item_rows].tolist()
        held = [user_code.facts.events[event].name.strip("()").split(",") for event in events]
        line = [user_code.facts.events[event].line for event in user_code.facts.event[self.found.rows].tolist()]
        found = []
        items = user_code.facts.value[self.found.item_rows].tolist()
        places = zip(self.parents.tolist(), line, self.lines.tolist(), strict=True)
        for names, item, (parent, number, row) in zip(held, items, places, strict=True):
            known: dict[str, int] = {}
            if row and executed.number(row - 1) == number and executed.frames[row - 1] == parent:
                variables = user_code.functions[executed.functions[row - 1]].variables
                known = dict(zip(variables, executed.values(row - 1), strict=True))
            parts = [user_code.texts[at] for name in names if (at := known.get(name.strip(), -1)) >= 0]
            text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
            found.append(move_text(text) if len(parts) == len(names) else "" if isnan(item) else written(item))
        return found

    @cached_property
    def moves_by_text(self) -> dict[str, int]:
        """The moves of calls by the texts that their callers have for them, where each text is one move."""
        user_code, move = self.trace.user_code, self.trace.column("move")
        pairs = {(user_code.move_of(frame), int(move[frame])) for frame in range(1, len(self.trace))}
        found = {text: number for text, number in pairs if text}
        return found if len(found) == sum(bool(text) for text, _ in pairs) else {}

    @cached_property
    def moves(self) -> NDArray[np.int64]:
        return self.moves_in_game if self.trace.origin.move_texts is None else self.moves_by_call[0]

    @cached_property
    def moves_in_game(self) -> NDArray[np.int64]:
        """For each its move on the positions of a known game; -1 where that is not known.

        It is the move that calls make by the same text, or by a number that counts in the same way. In a tree it is the
        item of the loop, where the calls show that.
        """
        trace = self.trace
        if trace.position.game.name == TREE:
            of_calls = items_of_calls(trace.user_code.facts, trace.column("parent"), trace.column("ply"))
            calls, _, items = (column.tolist() for column in of_calls)
            shown = [self.nth_move(trace.parents[child], item) for child, item in zip(calls, items, strict=True)]
            is_in_order = shown == [trace.moves[child] for child in calls]
            places = zip(self.parents.tolist(), self.found.numbers.tolist(), strict=True)
            found = [self.nth_move(parent, number) if is_in_order else -1 for parent, number in places]
            return self.legal_only(np.array(found, np.int64))
        known = self.moves_by_text
        shifts = {number - int(text) for text, number in known.items() if is_number(text)}
        shift = shifts.pop() if len(shifts) == 1 and len(known) > 1 else None
        numbers = [
            known.get(text, int(text) + shift if shift is not None and is_number(text) else -1) for text in self.texts
        ]
        return self.legal_only(np.array(numbers, np.int64))

    def nth_move(self, frame: int, number: int) -> int:
        """A move of a frame by its place among the legal ones; -1 where there are not so many."""
        moves = list(self.trace.position.game.rules.moves(list(self.trace.state(frame))))
        return moves[number] if number < len(moves) else -1

    def legal_only(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Moves, -1 for those that are not legal, or that a call or another value of the same frame has."""
        trace, found = self.trace, []
        tried = {one: {trace.moves[child] for child in trace.children(one)} for one in self.parents.tolist()}
        legal = {one: set(trace.position.game.rules.moves(list(trace.state(one)))) for one in tried}
        for parent, move in zip(self.parents.tolist(), moves.tolist(), strict=True):
            found.append(move if move in legal[parent] - tried[parent] else -1)
            tried[parent].add(move)
        return np.array(found, np.int64)

    @cached_property
    def moves_by_call(self) -> tuple[NDArray[np.int64], Sequence[str]]:
        """For each its move where no game is known, and the texts of all moves.

        It is the move of calls with the same text; what has none is named by its assignment, and is a move of its own.
        """
        trace, facts, found = self.trace, self.trace.user_code.facts, list[int]()
        texts, known = trace.origin.move_texts or (), self.moves_by_text
        if isinstance(texts, CallTexts):
            return np.full(len(self.parents), -1), texts
        every, used = [*texts], dict[int, set[int]]()
        events = facts.event[self.found.rows].tolist()
        for parent, text, event in zip(self.parents.tolist(), self.texts, events, strict=True):
            mine = used.setdefault(parent, {trace.moves[child] for child in trace.children(parent)})
            number = known.get(text, -1)
            if number < 0 or number in mine:
                number = len(every)
                every.append(text or shortened(facts.events[event].assignment, MAX_LABEL_CHARS))
                if text:
                    known.setdefault(text, number)
            mine.add(number)
            found.append(number)
        return np.array(found, np.int64), tuple(every)

    # As rows

    def trace_with_leaves(self, pruned: Mapping[int, Sequence[int]]) -> Trace:
        """The recording with these as rows, and with other pruned moves in some of its frames."""
        trace, origin = self.trace, self.trace.origin
        assert isinstance(origin, TracedUserCode)
        ply, old = trace.column("ply"), {name: trace.column(name) for name in COLUMNS}
        numbering = numbering_of(
            self.steps_before, 3 * np.arange(len(trace), dtype=np.int64) - 2 * ply.astype(np.int64)
        )
        user_code = with_rows(trace.user_code, self.found.rows, self.lines, self.texts, numbering)
        value = trace.user_code.facts.value[self.found.rows]
        is_turned = self.proposal.negated & (old["kind"][self.parents] == MIN)
        rows: dict[str, Any] = {
            "move": self.moves,
            "ply": ply[self.parents] + 1,
            "kind": self.kinds,
            "status": self.statuses,
            "alpha": -inf,
            "beta": inf,
            "value": np.where(is_turned, self.proposal.total - value, value) + 0.0,
            "size": 1,
            "skipped": 0,
            "parent": self.parents,
        }
        left = {frame: trace.pruned_moves(frame) for frame in np.flatnonzero(old["skipped"]).tolist()} | dict(pruned)
        old["skipped"] = np.zeros(len(trace), np.int64)
        for frame, moves in left.items():
            old["skipped"][frame] = len(moves)
        places = numbering.frames - np.arange(len(numbering.frames))
        columns = {name: np.insert(old[name], places, rows[name]) for name in COLUMNS}
        parent = columns["parent"].astype(np.int64)
        columns["parent"] = np.where(parent < 0, parent, parent + np.searchsorted(places, parent, "right"))
        columns["size"] = sizes_of(columns["parent"], columns["ply"])
        above = columns["parent"][numbering.frames]
        columns["status"][above] = np.where(columns["status"][above] == OPEN, OPEN, INNER)
        moves_left = np.array([move for frame in sorted(left) for move in left[frame]], "<i4")
        trace = trace.with_beside(pruned_moves=moves_left)
        return with_other_rows(trace, columns, user_code, None if origin.texts is None else self.moves_by_call[1])

    @cached_property
    def kinds(self) -> NDArray[np.uint8]:
        """Their sides: the other one than that of the parent, where that is so of every call."""
        kind, parent = self.trace.column("kind"), self.trace.column("parent")
        first = 1 + self.trace.user_code.has_caller
        alternates = bool(np.all(kind[first:] + kind[parent[first:]] == MAX + MIN))
        above = kind[self.parents]
        return np.where(alternates & (above <= MAX), MAX + MIN - above, NO_SIDE).astype(np.uint8)

    @property
    def statuses(self) -> NDArray[np.uint8]:
        """Whether the game is over there, by the rules of a known game; else leaves are ends, or come from a table."""
        trace, facts = self.trace, self.trace.user_code.facts
        is_stored = np.array([reads_table(one.text, trace.text) for one in facts.events])
        found = np.where(is_stored[facts.event[self.found.rows]], TABLE, TERMINAL).astype(np.uint8)
        if trace.origin.move_texts is not None:
            return found
        rules = trace.position.game.rules
        for place, (parent, move) in enumerate(zip(self.parents.tolist(), self.moves.tolist(), strict=True)):
            state = list(trace.state(parent))
            rules.play(state, move)
            if found[place] != TABLE and not rules.is_over(state):
                found[place] = HORIZON
        return found


def pruned_beside_judged(trace: Trace, found: JudgedValues, leaves: Leaves) -> dict[int, list[int]]:
    """The pruned moves of the frames that have judged values, none of which is one.

    They are known of no frame where those of one are not: the move of a value that it has judged is not known, or no
    game says which moves it had and it has made no call.
    """
    parents, pruned = trace.user_code.facts.frame[found.rows], {}
    unknown = set(parents[~np.isin(found.rows, leaves.found.rows)].tolist())
    judged: dict[int, set[int]] = {}
    for parent, move in zip(leaves.parents.tolist(), leaves.moves.tolist(), strict=True):
        judged.setdefault(parent, set()).add(move)
    status, in_game = trace.column("status"), trace.origin.move_texts is None
    for frame in distinct_numbers(parents).tolist():
        moves: Sequence[int] = trace.pruned_moves(frame)
        if trace.facts.cutoff[frame] and in_game:
            tried = {trace.moves[child] for child in trace.children(frame)}
            moves = [one for one in trace.position.game.rules.moves(list(trace.state(frame))) if one not in tried]
        if trace.facts.cutoff[frame] and (frame in unknown or not (in_game or status[frame] == INNER)):
            return {frame: [] for frame in np.flatnonzero(trace.column("skipped")).tolist()}
        pruned[frame] = [one for one in moves if one not in judged.get(frame, ())]
    return pruned


def reads_table(text: str, program: str) -> bool:
    """Whether an expression reads something that the program gives items to: what it has stored there before."""
    names = set(re.findall(r"\b([^\W\d]\w*)\s*(?:\[|\.get\b|\.pop\b)", text))
    return any(re.search(rf"\b{name}\s*\[[^\n=]*\]\s*=(?!=)", program) for name in names)


def is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def sizes_of(parent: NDArray[Any], ply: NDArray[Any]) -> NDArray[np.int32]:
    """The sizes of the subtrees of frames, by their parents and plies."""
    size = np.ones(len(parent), np.int32)
    for frames in preorder.levels(ply, from_deepest=True):
        if frames[0]:
            np.add.at(size, parent[frames], size[frames])
    return size
