"""Values that a loop of user code has judged without a call: where they stand among its calls.

A program may score a child in the loop of its parent, `v = score(child)`, and call itself for the others. Such a value
is a recorded fact, and a leaf of its loop: a row without a call among the rows of the calls, entered at the fact that
gives the value. What counts calls leaves these rows out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from plyscope.messages import written
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.preorder import Column
from plyscope.model.user_code import UserCode, numbered_by_first
from plyscope.model.user_code_facts import Event, UserCodeFacts, What

DELIMITERS = (What.LOOP, What.ITEM, What.END, What.EXIT, What.RETURN)
"""The kinds of events that begin or end a round of a loop."""


class Rounds:
    """The facts of a recording sorted by frame, and the rounds of the loops that they belong to."""

    def __init__(self, facts: UserCodeFacts, parent: Column, ply: Column) -> None:
        self.facts = facts
        self.order = np.argsort(facts.frame, kind="stable")
        self.event = facts.event[self.order].astype(np.int64)
        frame = facts.frame[self.order].astype(np.int64)
        what = np.array([int(one.what) for one in facts.events] or [0])
        self.is_delimiter = np.isin(what[self.event], DELIMITERS)
        begins = self.is_delimiter | (np.diff(frame, prepend=-1) != 0)
        self.round = np.cumsum(begins) - 1
        """For each fact its round: what follows a delimiter up to the next one."""
        self.first = np.flatnonzero(begins)
        """For each round the place of its first fact."""
        self.end = np.append(self.first[1:], len(frame))
        items = np.cumsum(what[self.event] == What.ITEM)
        self.item = items - np.maximum.accumulate(np.where(what[self.event] == What.LOOP, items, 0)) - 1
        """For each fact how many items of its loop were taken before the last one, where no loop is within another."""
        span = int(facts.step.max(initial=0)) + 2
        child = np.flatnonzero(facts.site >= 0)
        child = child[child > 0]
        entered = 3 * child - 2 * ply[child].astype(np.int64)
        place = np.searchsorted(frame * span + facts.step[self.order], parent[child].astype(np.int64) * span + entered)
        known = (place > 0) & (frame[place - 1] == parent[child])
        self.child, self.call_place = child[known], place[known]
        """The calls that stand in rounds, and for each how many facts come before it."""
        self.call_round = self.round[self.call_place - 1]


class JudgedValues(NamedTuple):
    """The judged values of a recording, in the order of time: which facts give them, and for which items."""

    rows: Column
    """The facts that give them."""
    item_rows: Column
    """For each the fact that begins its round: an item of the loop is taken."""
    numbers: Column
    """For each which item of the loop it is of, from 0."""

    def part(self, which: Column) -> JudgedValues:
        """Return the judged values at some places."""
        return JudgedValues(*(column[which] for column in self))


def judged_values(facts: UserCodeFacts, parent: Column, ply: Column) -> JudgedValues:
    """Return the judged values of a recording: a name that takes results of calls in its loop takes another value.

    There is no call for it in that round, and what becomes of it is what becomes of the results: a value that a call
    replaces, or that the round leaves as it is, is none.
    """
    nothing = JudgedValues(*[np.zeros(0, np.int64)] * 3)
    folded = {(one.function, one.target) for one in facts.sites if one.fold or not one.target}
    targets = sorted({(one.function, one.target) for one in facts.sites if one.loop >= 0} - folded)
    if not targets or not len(facts):
        return nothing
    numbers = {target: number for number, target in enumerate(targets)}
    of_event = np.array([numbers.get((one.function, one.name), -1) if gives_value(one) else -1 for one in facts.events])
    of_site = np.array([numbers.get((one.function, one.target), -1) if one.loop >= 0 else -1 for one in facts.sites])
    rounds = Rounds(facts, parent, ply)
    target = of_event[rounds.event]
    sets = np.flatnonzero((target >= 0) & ~np.isnan(facts.value[rounds.order]))
    if not len(sets):
        return nothing
    key = rounds.round[sets] * len(targets) + target[sets]
    called = of_site[facts.site[rounds.child]]
    call_key, call_place = (column[called >= 0] for column in (rounds.call_round, rounds.call_place))
    call_key = call_key * len(targets) + called[called >= 0]
    after_call, leads_on = consequences(facts, rounds, targets, call_key // len(targets), call_place)
    # A value that a call replaces is one to begin with; of several in a round the last one counts.
    in_order = np.lexsort((call_place, call_key))
    span = len(rounds.round) + 1
    following = np.searchsorted((call_key * span + call_place)[in_order], key * span + sets, "right")
    is_replaced = np.append(call_key[in_order], -1)[following] == key
    begins_with = np.isin(rounds.event[sets], distinct_numbers(rounds.event[sets[is_replaced]]))
    loops = {(one.function, one.target, one.loop) for one in facts.sites}
    fits = np.array(
        [[one.what is What.ITEM and (*target, one.loop) in loops for target in targets] for one in facts.events]
    )
    is_in_loop = fits[rounds.event[rounds.first[rounds.round[sets]]], target[sets]]
    is_judged = is_in_loop & ~begins_with & ~np.isin(key, call_key) & leads_on[target[sets]]
    is_judged[np.delete(np.arange(len(key)), len(key) - 1 - np.unique(key[::-1], return_index=True)[1])] = False
    sets = sets[is_judged]
    count = np.append(0, np.cumsum(after_call[rounds.event]))
    goes_on = count[rounds.end[rounds.round[sets]]] > count[sets + 1]
    taken = np.isin(rounds.event[sets], distinct_numbers(rounds.event[sets[goes_on]]))
    sets = sets[taken]
    rows = rounds.order[sets]
    in_time = np.argsort(rows)
    found = JudgedValues(rows, rounds.order[rounds.first[rounds.round[sets]]], rounds.item[sets])
    return found.part(in_time)


def items_of_calls(facts: UserCodeFacts, parent: Column, ply: Column) -> tuple[Column, Column, Column]:
    """Return the calls that stand in loops, for each a number of the run of its loop, and its item there, from 0."""
    rounds = Rounds(facts, parent, ply)
    loops = sorted({(one.function, one.loop) for one in facts.sites if one.loop >= 0})
    number = {loop: place for place, loop in enumerate(loops)}
    of_call = np.array([number.get((one.function, one.loop), -1) for one in facts.sites])[facts.site[rounds.child]]
    run, item = np.full(len(rounds.child), -1), np.full(len(rounds.child), -1)
    for loop, place in number.items():
        begins, taken = (
            np.array([one.what is what and (one.function, one.loop) == loop for one in facts.events])[rounds.event]
            for what in (What.LOOP, What.ITEM)
        )
        runs, items = np.cumsum(begins), np.cumsum(taken)
        items -= np.maximum.accumulate(np.where(begins, items, 0)) + 1
        mine = of_call == place
        last = rounds.call_place[mine] - 1
        run[mine], item[mine] = runs[last] * len(loops) + place, items[last]
    return rounds.child[run >= 0], run[run >= 0], item[run >= 0]


def consequences(
    facts: UserCodeFacts, rounds: Rounds, targets: list[tuple[int, str]], call_round: Column, call_place: Column
) -> tuple[Column, Column]:
    """Return for each event whether it follows calls in their rounds, and for each target whether one reads it."""
    first_call = np.full(len(rounds.first), len(rounds.round))
    np.minimum.at(first_call, call_round, call_place)
    follows = (np.arange(len(rounds.round)) >= first_call[rounds.round]) & ~rounds.is_delimiter
    found = np.zeros(len(facts.events), np.bool_)
    found[distinct_numbers(rounds.event[follows])] = True
    made = [event for event, is_there in zip(facts.events, found.tolist(), strict=True) if is_there]
    return found, np.array([any(reads_name(event, *target) for event in made) for target in targets])


def gives_value(event: Event) -> bool:
    """Whether an event sets a name to another value than what it makes of its old one; it may be negated."""
    is_turned = event.operator == "*=" or event.text == f"-{event.name}"
    is_plain = not event.operator and event.name not in re.findall(r"[^\W\d]\w*", event.text)
    return event.what is What.SET and (is_turned or is_plain)


def reads_name(event: Event, function: int, name: str) -> bool:
    """Whether an event sets another name by reading this name of a function."""
    is_other = event.what is What.SET and event.function == function and event.name != name
    return is_other and re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", event.text) is not None


class Numbering(NamedTuple):
    """The numbers of frames and steps among calls alone, and where judged values are rows as well."""

    frames: Column
    """The rows of the judged values, in the order of time."""
    after: Column
    """For each the step that it follows, by the formulas for calls alone."""

    @staticmethod
    def of(user_code: UserCode, ply: Column) -> Numbering:
        """Return the numbering of a recording with judged values as rows, of the given plies."""
        frames = user_code.tables.judged.astype(np.int64)
        return Numbering(frames, 3 * frames - 2 * ply[frames].astype(np.int64) - 3 * np.arange(len(frames)) - 1)

    def frame(self, frame: int) -> int:
        """Return the row of a call, by its number among calls alone."""
        return frame + int(np.searchsorted(self.frames - np.arange(len(self.frames)), frame, "right"))

    def call(self, frame: int) -> int:
        """Return the number of a call among calls alone, by its row."""
        return frame - int(np.searchsorted(self.frames, frame))

    def step(self, step: int) -> int:
        """Return a step with judged values as rows, by its number among calls alone."""
        return step + 3 * int(np.searchsorted(self.after, step))


def numbering_of(after: Column, enters: Column) -> Numbering:
    """Return the numbering with a judged value after each of these steps; `enters` are those of the calls."""
    return Numbering(np.searchsorted(enters, after, "right") + np.arange(len(after)), after)


def with_rows(user_code: UserCode, rows: Column, lines: Column, moves: Sequence[str], numbering: Numbering) -> UserCode:
    """Return user code with judged values as rows, entered at these rows of the facts, after so many `lines` each."""
    tables, facts, frames = user_code.tables, user_code.facts, numbering.frames
    places = frames - np.arange(len(frames))
    texts = {text: number for number, text in reversed([*enumerate(user_code.texts)])}
    results = [texts.setdefault(written(float(value)), len(texts)) for value in facts.value[rows].tolist()]
    of_moves = [texts.setdefault(text, len(texts)) if text else -1 for text in moves]
    call = np.insert(tables.call.astype(np.int64), places, len(tables.call) + np.arange(len(frames)))

    def moved(found: Column) -> Column:
        """Return the rows of calls, by their numbers among calls alone."""
        return found + np.searchsorted(places, found, "right")

    def later(steps: Column, order: Column, among: Column) -> Column:
        """Return steps of calls with those of judged values counted, which are in the order of `among`."""
        first, last = (np.searchsorted(numbering.after, steps, side) for side in ("left", "right"))
        return steps + 3 * np.clip(np.searchsorted(among, order, "right"), first, last)

    made = replace(
        tables,
        function=np.insert(tables.function, places, len(user_code.functions) - 1),
        call=numbered_by_first(call),
        result=np.insert(tables.result, places, results),
        saved=moved(tables.saved),
        raised=moved(tables.raised),
        printed_step=later(tables.printed_step, tables.printed_line, lines),
        line_step=later(tables.line_step, np.arange(len(tables.line_step)), lines),
        move=np.insert(tables.move, places, of_moves) if len(tables.move) else tables.move,
        judged=frames.astype("<i4"),
        judging=rows,
    )
    ended = user_code.ended
    return replace(
        user_code,
        tables=made,
        texts=(*user_code.texts, *list(texts)[len(user_code.texts) :]),
        ended=ended._replace(frame=int(moved(np.array(ended.frame))) if ended.frame >= 0 else -1),
        facts=replace(
            facts,
            step=later(facts.step, np.arange(len(facts)), rows),
            frame=moved(facts.frame),
            site=np.insert(facts.site, places, -1),
        ),
    )


def without_rows(user_code: UserCode, ply: Column) -> UserCode:
    """Return user code with its calls alone, without the rows of judged values, of a recording with these plies."""
    tables, facts, judged = user_code.tables, user_code.facts, user_code.tables.judged
    if not len(judged):
        return user_code
    backs = 3 * (judged + 1) - 2 * ply[judged].astype(np.int64) - 1

    def moved(found: Column) -> Column:
        """Return the numbers of calls among calls alone, by their rows."""
        return found - np.searchsorted(judged, found)

    def earlier(steps: Column) -> Column:
        """Return steps of calls without those of judged values."""
        return steps - 3 * np.searchsorted(backs, steps, "right")

    made = replace(
        tables,
        function=np.delete(tables.function, judged),
        call=numbered_by_first(np.delete(tables.call, judged)),
        result=np.delete(tables.result, judged),
        saved=moved(tables.saved),
        raised=moved(tables.raised),
        printed_step=earlier(tables.printed_step),
        line_step=earlier(tables.line_step),
        move=np.delete(tables.move, judged) if len(tables.move) else tables.move,
        judged=judged[:0],
        judging=tables.judging[:0],
    )
    ended = user_code.ended
    return replace(
        user_code,
        tables=made,
        ended=ended._replace(frame=int(moved(np.array(ended.frame))) if ended.frame >= 0 else -1),
        facts=replace(facts, step=earlier(facts.step), frame=moved(facts.frame), site=np.delete(facts.site, judged)),
    )
