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

from plyscope.games import TREE
from plyscope.messages import written
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
from plyscope.model.user_code import CallTexts, UserCode, move_text
from plyscope.model.user_code_facts import with_lines_before
from plyscope.tracer.target.caller_moves import sources
from plyscope.usercode.window_places import facts_of

Columns = dict[str, NDArray[Any]]

_CALLS_ALONE: WeakKeyDictionary[Trace, Trace] = WeakKeyDictionary()
"""For a recording with judged leaves the one of its calls alone."""


def with_judged_leaves(trace: Trace) -> Trace:
    """Return a recording read as a search with the leaves that its loops have judged as rows; itself without any."""
    proposal = Proposal.of(trace)
    if proposal is None or not proposal.is_value_known:
        return trace
    judged = judged_values(trace.user_code.facts, trace.column("parent"), trace.column("ply"))
    if not len(judged.rows):
        return trace
    leaves = JudgedLeaves(trace, proposal, judged)
    if trace.origin.move_texts is None:
        leaves = JudgedLeaves(trace, proposal, judged.part(leaves.moves_in_game >= 0))
    read = leaves.trace_with_leaves(pruned_beside_judged(trace, judged, leaves))
    _CALLS_ALONE[read] = trace
    return read


def calls_alone(trace: Trace) -> Trace:
    """Return a recording without the leaves that its loops have judged."""
    if not trace.origin.is_user_code or not len(trace.user_code.tables.judged):
        return trace
    if trace not in _CALLS_ALONE:
        _CALLS_ALONE[trace] = without_judged_leaves(trace)
    return _CALLS_ALONE[trace]


def without_judged_leaves(trace: Trace) -> Trace:
    """Return a recording with judged leaves, made anew from the rows of its calls."""
    judged, size = trace.user_code.tables.judged, trace.column("size")
    kept = np.ones(len(trace), np.bool_)
    kept[judged] = False
    frames, before = np.flatnonzero(kept), np.append(0, np.cumsum(~kept))
    columns = {name: trace.column(name)[kept] for name in COLUMNS}
    columns["parent"] = np.append(-1, columns["parent"][1:] - before[columns["parent"][1:]])
    columns["size"] = size[kept] - (before[frames + size[kept]] - before[frames])
    is_leaf = (columns["size"] == 1) & (columns["status"] == INNER)
    columns["status"] = np.where(is_leaf, TERMINAL, columns["status"])
    return rebuilt_trace(trace, columns, without_rows(trace.user_code, trace.column("ply")), trace.origin.move_texts)


def row_of_call(trace: Trace, frame: int) -> int:
    """Return the row of a call in a recording with judged leaves, from its number among the calls alone."""
    return Numbering.of(trace.user_code, trace.column("ply")).frame(frame) if frame >= 0 else frame


def step_with_leaves(trace: Trace, step: int) -> int:
    """Return the step of a recording with judged leaves, from the step among the calls alone."""
    call, row = Steps(calls_alone(trace)).place(step)
    steps = Steps(trace)
    if row >= 0:
        return steps.line(row)
    return steps.with_lines(Numbering.of(trace.user_code, trace.column("ply")).step(call))


def rebuilt_trace(trace: Trace, columns: Columns, user_code: UserCode, texts: Sequence[str] | None) -> Trace:
    """Return a recording made anew with other rows: its columns, user code, texts of moves and position."""
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
class JudgedLeaves:
    """The judged values of a recording of calls, with their places, moves and columns as leaves of the recording."""

    trace: Trace
    proposal: Proposal
    values: JudgedValues

    @cached_property
    def parents(self) -> NDArray[np.int64]:
        """Return for each leaf the frame in whose loop it was judged."""
        return self.trace.user_code.facts.frame[self.values.rows].astype(np.int64)

    @cached_property
    def steps_before(self) -> NDArray[np.int64]:
        """Return for each leaf the step that it follows, by the formulas for calls alone."""
        return np.asarray(self.trace.user_code.facts.step[self.values.rows], np.int64)

    @cached_property
    def lines(self) -> NDArray[np.int64]:
        """Return for each leaf how many executed lines come before it."""
        user_code, steps = self.trace.user_code, Steps(self.trace)
        facts, tables = user_code.facts, user_code.tables
        first, end = (np.searchsorted(tables.line_step, self.steps_before + more) for more in (0, 1))
        lines = np.asarray(end, np.int64)
        asked = {row: place for place, row in enumerate(self.values.rows.tolist())}
        for step in dict.fromkeys(self.steps_before[first < end].tolist()):
            start, stop = np.searchsorted(tables.line_step, [step, step + 1]).tolist()
            site = facts.site_of(steps.call_at(step)[2])
            numbers = tables.line_number[start:stop].tolist()
            for fact, before in with_lines_before(facts.after(step), numbers, 0 if site is None else site.line):
                if fact.row in asked:
                    lines[asked[fact.row]] = start + before
        return lines

    # Their moves

    @cached_property
    def texts(self) -> list[str]:
        """Return for each leaf the text of what its loop holds, as its move; empty where that is not known.

        It is read from the executed line that judges the leaf, or is a number that was recorded.
        """
        user_code, executed = self.trace.user_code, self.trace.executed
        events = [user_code.facts.events[event] for event in user_code.facts.event[self.values.item_rows].tolist()]
        line = [user_code.facts.events[event].line for event in user_code.facts.event[self.values.rows].tolist()]
        texts = []
        items = user_code.facts.value[self.values.item_rows].tolist()
        places = zip(self.parents.tolist(), line, self.lines.tolist(), strict=True)
        for event, item, (parent, judging_line, lines_before) in zip(events, items, places, strict=True):
            names = self.moves_of_loops.get((event.function, event.loop), "").strip("()").split(",")
            known: dict[str, int] = {}
            row = lines_before - 1
            if row >= 0 and executed.number(row) == judging_line and executed.frames[row] == parent:
                variables = user_code.functions[executed.functions[row]].variables
                known = dict(zip(variables, executed.values(row), strict=True))
            parts = [user_code.texts[at] for name in names if (at := known.get(name.strip(), -1)) >= 0]
            text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
            is_item = names == [event.name] and not isnan(item)
            texts.append(move_text(text) if len(parts) == len(names) else written(item) if is_item else "")
        return texts

    @cached_property
    def moves_of_loops(self) -> dict[tuple[int, int], str]:
        """The move as the calls in each loop have it, by the numbers of their function and loop: `move`, `(i, j)`.

        It is empty where they have several, or none; a text that cannot be read says it of no loop.
        """
        user_code, found = self.trace.user_code, dict[tuple[int, int], set[str]]()
        texts, callees = facts_of(self.trace), frozenset(one.callee for one in user_code.facts.sites)
        for number, function in enumerate(user_code.functions):
            if function.name in texts:
                calls = sources(texts[function.name].function.node, function.parameters, callees)
                by_line = {call.lineno: move for call, move, _ in calls}
                for site in user_code.facts.sites:
                    if site.function == number:
                        found.setdefault((number, site.loop), set()).add(by_line.get(site.line, ""))
        return {loop: moves.pop() if len(moves) == 1 else "" for loop, moves in found.items()}

    @cached_property
    def moves_by_text(self) -> dict[str, int]:
        """Return the moves of calls by the texts that their callers have for them; none if a text is two moves."""
        user_code, move = self.trace.user_code, self.trace.column("move")
        pairs = {(user_code.move_of(frame), int(move[frame])) for frame in range(1, len(self.trace))}
        by_text = {text: number for text, number in pairs if text}
        return by_text if len(by_text) == sum(bool(text) for text, _ in pairs) else {}

    @cached_property
    def moves(self) -> NDArray[np.int64]:
        """Return for each leaf its move: in the known game, or a number among the texts of moves."""
        return self.moves_in_game if self.trace.origin.move_texts is None else self.moves_without_game[0]

    @cached_property
    def moves_in_game(self) -> NDArray[np.int64]:
        """Return for each leaf its move on the positions of a known game; -1 where that is not known.

        It is the move that calls make by the same text, or by a number that counts in the same way. In a tree it is the
        item of the loop, where the calls show that.
        """
        trace = self.trace
        if trace.position.game.name == TREE:
            of_calls = items_of_calls(trace.user_code.facts, trace.column("parent"), trace.column("ply"))
            calls, _, items = (column.tolist() for column in of_calls)
            shown = [self.nth_move(trace.parents[child], item) for child, item in zip(calls, items, strict=True)]
            is_in_order = shown == [trace.moves[child] for child in calls]
            places = zip(self.parents.tolist(), self.values.numbers.tolist(), strict=True)
            moves = [self.nth_move(parent, number) if is_in_order else -1 for parent, number in places]
            return self.legal_only(np.array(moves, np.int64))
        known = self.moves_by_text
        shifts = {number - int(text) for text, number in known.items() if is_number(text)}
        shift = shifts.pop() if len(shifts) == 1 and len(known) > 1 else None
        numbers = [
            known.get(text, int(text) + shift if shift is not None and is_number(text) else -1) for text in self.texts
        ]
        return self.legal_only(np.array(numbers, np.int64))

    def nth_move(self, frame: int, number: int) -> int:
        """Return a move of a frame by its place among the legal ones; -1 where there are not so many."""
        moves = list(self.trace.position.game.rules.moves(list(self.trace.state(frame))))
        return moves[number] if number < len(moves) else -1

    def legal_only(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return moves of the leaves, -1 for those that are not legal or were tried before in their frame."""
        trace, legal_moves = self.trace, []
        tried = {frame: {trace.moves[child] for child in trace.children(frame)} for frame in self.parents.tolist()}
        legal = {frame: set(trace.position.game.rules.moves(list(trace.state(frame)))) for frame in tried}
        for parent, move in zip(self.parents.tolist(), moves.tolist(), strict=True):
            legal_moves.append(move if move in legal[parent] - tried[parent] else -1)
            tried[parent].add(move)
        return np.array(legal_moves, np.int64)

    @cached_property
    def moves_without_game(self) -> tuple[NDArray[np.int64], Sequence[str]]:
        """Return for each leaf its move where no game is known, -1 where moves are calls, and the texts of all moves.

        It is the move of calls with the same text; what has none is named by its line, and is a move of its own.
        """
        trace, facts, moves = self.trace, self.trace.user_code.facts, list[int]()
        texts, number_of_text = trace.origin.move_texts or (), self.moves_by_text
        if isinstance(texts, CallTexts):
            return np.full(len(self.parents), -1), texts
        all_texts, used = [*texts], dict[int, set[int]]()
        events = facts.event[self.values.rows].tolist()
        for parent, text, event in zip(self.parents.tolist(), self.texts, events, strict=True):
            used_here = used.setdefault(parent, {trace.moves[child] for child in trace.children(parent)})
            number = number_of_text.get(text, -1)
            if number < 0 or number in used_here:
                number = len(all_texts)
                all_texts.append(text or f"line {trace.user_code.line_text(facts.events[event].line)}")
                if text:
                    number_of_text.setdefault(text, number)
            used_here.add(number)
            moves.append(number)
        return np.array(moves, np.int64), tuple(all_texts)

    # As rows

    def trace_with_leaves(self, pruned: Mapping[int, Sequence[int]]) -> Trace:
        """Return the recording with the leaves as rows, and with other pruned moves in some of its frames."""
        trace, origin = self.trace, self.trace.origin
        assert isinstance(origin, TracedUserCode)
        ply, old = trace.column("ply"), {name: trace.column(name) for name in COLUMNS}
        numbering = numbering_of(
            self.steps_before, 3 * np.arange(len(trace), dtype=np.int64) - 2 * ply.astype(np.int64)
        )
        user_code = with_rows(trace.user_code, self.values.rows, self.lines, self.texts, numbering)
        value = trace.user_code.facts.value[self.values.rows]
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
        columns["size"] = preorder.sizes(columns["parent"], columns["ply"])
        above = columns["parent"][numbering.frames]
        columns["status"][above] = np.where(columns["status"][above] == OPEN, OPEN, INNER)
        moves_left = np.array([move for frame in sorted(left) for move in left[frame]], "<i4")
        trace = trace.with_beside(pruned_moves=moves_left)
        return rebuilt_trace(trace, columns, user_code, None if origin.texts is None else self.moves_without_game[1])

    @cached_property
    def kinds(self) -> NDArray[np.uint8]:
        """Return the leaves' sides: the other one than their parents', where calls show that sides alternate."""
        above = self.trace.column("kind")[self.parents]
        is_known = self.trace.facts.sides_alternate & (above <= MAX)
        return np.where(is_known, MAX + MIN - above, NO_SIDE).astype(np.uint8)

    @property
    def statuses(self) -> NDArray[np.uint8]:
        """Return for each leaf whether it is an end, a horizon leaf or from a table.

        In a known game its rules tell ends; else what is from no table is an end.
        """
        trace, facts = self.trace, self.trace.user_code.facts
        is_stored = np.array([reads_table(event.text, trace.text) for event in facts.events])
        statuses = np.where(is_stored[facts.event[self.values.rows]], TABLE, TERMINAL).astype(np.uint8)
        if trace.origin.move_texts is not None:
            return statuses
        rules = trace.position.game.rules
        for place, (parent, move) in enumerate(zip(self.parents.tolist(), self.moves.tolist(), strict=True)):
            state = list(trace.state(parent))
            rules.play(state, move)
            if statuses[place] != TABLE and not rules.is_over(state):
                statuses[place] = HORIZON
        return statuses


def pruned_beside_judged(trace: Trace, values: JudgedValues, leaves: JudgedLeaves) -> dict[int, list[int]]:
    """Return the pruned moves of the frames that have judged leaves, none of which is such a leaf.

    They are known of no frame where those of one are not: the move of a value that it has judged is not known, or no
    game says which moves it had and it has made no call.
    """
    parents, pruned = trace.user_code.facts.frame[values.rows], {}
    unknown = set(parents[~np.isin(values.rows, leaves.values.rows)].tolist())
    judged: dict[int, set[int]] = {}
    for parent, move in zip(leaves.parents.tolist(), leaves.moves.tolist(), strict=True):
        judged.setdefault(parent, set()).add(move)
    status, in_game = trace.column("status"), trace.origin.move_texts is None
    for frame in distinct_numbers(parents).tolist():
        moves: Sequence[int] = trace.pruned_moves(frame)
        if trace.facts.cutoff[frame] and in_game:
            tried = {trace.moves[child] for child in trace.children(frame)}
            moves = [move for move in trace.position.game.rules.moves(list(trace.state(frame))) if move not in tried]
        if trace.facts.cutoff[frame] and (frame in unknown or not (in_game or status[frame] == INNER)):
            return {frame: [] for frame in np.flatnonzero(trace.column("skipped")).tolist()}
        pruned[frame] = [move for move in moves if move not in judged.get(frame, ())]
    return pruned


def reads_table(text: str, program: str) -> bool:
    """Whether an expression reads an item of something to which the program assigns items, as a table."""
    names = set(re.findall(r"\b([^\W\d]\w*)\s*(?:\[|\.get\b|\.pop\b)", text))
    return any(re.search(rf"\b{name}\s*\[[^\n=]*\]\s*=(?!=)", program) for name in names)


def is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()
