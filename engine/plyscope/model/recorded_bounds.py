"""α, β and the best value of user code as the program set them, and the exits that its bounds caused.

Everything is read from the facts of the recording, by the places that the roles name; numbers are turned to MAX's side
here. A cutoff is an exit whose guard holds a value against the bound that the side must not pass, with or without moves
left. The `break` of a loop in another one ends neither the other nor the call, so that a frame may have several.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise, takewhile
from math import inf, isclose, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.model.columns import INNER
from plyscope.model.declaration import CUTS, MAX, MIN
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.preorder import Column
from plyscope.model.roles import ALPHA, BEST, BEST_OF_MIN, BETA, KEPT, NO_VALUE, NOT_KNOWN, Proposal
from plyscope.model.source_lines import text_lines
from plyscope.model.user_code import UserCode, is_inside
from plyscope.model.user_code_facts import MAX_WHOLE, Event, Site, What, expression_of

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
TEST, PASSING = re.compile(r"\s*(if|elif)\b"), re.compile(r"\bcontinue\b")
"""The beginning of a line with a test, and what passes an item of a loop over."""
ROUNDING = 1e-14
"""How much windows next to each other may differ by rounding: the ends of a null window are handed down and back."""
CONSTANT = re.compile(r"[-+]?(float\(.*\)|(\w+\.)?inf\w*|[\d._]+(e\d+)?)", re.IGNORECASE)
"""The text of a number that stands in the program as it is."""
BY_KEY = re.compile(r"\bkey=(lambda|itemgetter|attrgetter|operator\.|\w+\.get\b)")
"""What gives max or min a part of a result to compare."""
FLAG, WHILE, WORD = re.compile(r"\s*(\w+)\s*=\s*(True|False)\b"), re.compile(r"\s*while\b"), re.compile(r"\w+")
"""What sets a flag, the beginning of a loop that may ask for one, and a name."""
BLOCK = re.compile(r"\s*(async\s+)?(def|for|while|class)\b")
"""The beginning of a line that begins a loop or a function."""
OPPOSITES = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
"""The comparison that holds where another one does not."""


def without_rounding(bound: float, *known: float) -> float:
    """Return the known bound that a bound is but for rounding, such as `-(-alpha - 1) - 1`; else the bound."""
    return next((one for one in known if isclose(bound, one, rel_tol=ROUNDING, abs_tol=ROUNDING)), bound)


class Comparison(NamedTuple):
    """A comparison with a bound in the guard of an exit, as it holds then."""

    left: Event
    operator: str
    closes: frozenset[str]
    """The bounds that a value has met where it holds: α, β, or both."""


@dataclass(frozen=True)
class BoundEvents:
    """The events of user code that set α, β or the best value, and the exits that a bound decides on."""

    user_code: UserCode
    proposal: Proposal

    @cached_property
    def _roles_by_name(self) -> list[dict[str, str]]:
        """For each function the roles of places of α, β and best; no bound is what the user says is something else."""
        found = []
        for function in self.user_code.functions:
            places, roles = self.proposal.places.get(function.name, {}), self.proposal.roles.get(function.name, {})
            others = {name for name in function.parameters if roles.get(name) not in (ALPHA, BETA)}
            known = [role for role in places if role == BEST or (role in (ALPHA, BETA) and places[role] not in others)]
            found.append({places[role]: role for role in known})
        return found

    @property
    def has_window(self) -> bool:
        """Whether the text has α and β, neither of which the user has said to be something else."""
        places = [self.proposal.places.get(function.name, {}) for function in self.user_code.functions]
        named = [role for one in places for role in (ALPHA, BETA) if one.get(role)]
        known = [role for one in self._roles_by_name for role in one.values() if role != BEST]
        return len(named) == len(known) and {ALPHA, BETA} <= set(known)

    def has_both(self, function: int) -> bool:
        """Whether a function has α and β; one with null windows has but one of them, a nested one may have neither."""
        return {ALPHA, BETA} <= set(self._roles_by_name[function].values())

    def knows_window(self, function: int) -> bool:
        """Whether all that moves α, β and the best value of a function's calls is recorded as theirs.

        A nested function may move them, and a call may be given the best value so far.
        """
        roles, functions = self._roles_by_name[function], self.user_code.functions
        is_given = any(roles.get(name) == BEST for name in functions[function].parameters)
        inside = f"{functions[function].name}."
        is_moved = any(
            event.what is What.SET and event.name in roles and functions[event.function].name.startswith(inside)
            for event in self.user_code.facts.events
        )
        return self.has_both(function) and not is_given and not is_moved

    @cached_property
    def roles(self) -> dict[int, str]:
        """The events that say what α, β or the best value is, by their numbers."""
        return {
            number: role
            for number, event in enumerate(self.user_code.facts.events)
            if event.what in (What.SET, What.AGAIN) and (role := self.role(event.function, event.name)) is not None
        }

    def role(self, function: int, name: str) -> str | None:
        """Return whether a name of a function is α, β or the best value; None for another name."""
        return self._roles_by_name[function].get(name)

    @cached_property
    def best_events(self) -> dict[tuple[int, bool], frozenset[int]]:
        """The events that set the best value of a function's calls, by the function and whether MIN moves: the two
        sides may have a name each."""
        found = {}
        for number, function in enumerate(self.user_code.functions):
            places = self.proposal.places.get(function.name, {})
            for is_min, name in enumerate((places.get(BEST), places.get(BEST_OF_MIN) or places.get(BEST))):
                found[number, bool(is_min)] = frozenset(
                    place
                    for place, event in enumerate(self.user_code.facts.events)
                    if event.function == number and event.name == name and event.what in (What.SET, What.AGAIN)
                )
        return found

    def at_entry(self, role: str) -> tuple[Column, Column]:
        """Return the calls whose bound is no argument but an attribute, item or shared name, and its value at entry."""
        facts = self.user_code.facts
        again = [
            number for number, one in self.roles.items() if one == role and facts.events[number].what is What.AGAIN
        ]
        rows = np.flatnonzero(np.isin(facts.event, again))
        rows = rows[np.argsort(facts.frame[rows], kind="stable")]
        rows = rows[np.diff(facts.frame[rows], prepend=-1) > 0]
        return facts.frame[rows], facts.value[rows]

    @cached_property
    def exits(self) -> dict[int, list[Comparison]]:
        """The exits that a bound decides on, by the numbers of their events."""
        events = self.user_code.facts.events
        found = {number: list(self._comparisons(events[number])) for number in self.leaving}
        return {number: comparisons for number, comparisons in found.items() if comparisons}

    @property
    def leaving(self) -> list[int]:
        """The events with a guard that leave a loop or the function, by their numbers."""
        return [
            number
            for number, event in enumerate(self.user_code.facts.events)
            if event.guard >= 0
            and (event.what in (What.EXIT, What.RETURN) or (event.what is What.END and not event.holds))
        ]

    def _comparisons(self, leaving: Event) -> Iterator[Comparison]:
        """Yield the comparisons in the guard of an exit that say that a value has met a bound."""
        facts, roles = self.user_code.facts, self._roles_by_name[leaving.function]
        holds = leaving.holds != facts.guards[leaving.guard].text.startswith("not ")
        for event in facts.events:
            if event.what is not What.OPERAND or event.guard != leaving.guard or event.operator not in OPPOSITES:
                continue
            sign = event.operator if holds else OPPOSITES[event.operator]
            low, high = (event.against, event.name) if sign in (">", ">=") else (event.name, event.against)
            bounds = {ALPHA, BETA} & {roles.get(low), roles.get(high)}
            is_value = not CONSTANT.fullmatch(event.against)  # `alpha == -inf` asks whether there was a move
            meets = roles.get(high) == ALPHA or roles.get(low) == BETA or (sign == "==" and is_value)
            if bounds and meets and sign != "!=":
                yield Comparison(event, sign, frozenset(bounds))

    @cached_property
    def sees_every_cut(self) -> bool:
        """Whether each guard that compares with a bound is that of a cutoff.

        In Star1 it compares with a name of its own that is computed from one; a mistake may compare with the bound
        that the value has not met.
        """
        facts = self.user_code.facts
        callees = re.compile(rf"\b({'|'.join(re.escape(site.callee) for site in facts.sites) or '$'})\s*\(")
        derived = {
            (event.function, event.name)
            for event in facts.events
            if event.what is What.SET and self.reads_bound(event) and not callees.search(event.text)
        }
        roles = enumerate(self._roles_by_name)
        bounds = {(function, name) for function, named in roles for name, role in named.items() if role != BEST}
        guards = {number: facts.events[number].guard for number in self.leaving}
        compared = {
            event.guard
            for event in facts.events
            if event.what is What.OPERAND
            and event.operator in ("<", "<=", ">", ">=")
            and not (derived | bounds).isdisjoint([(event.function, event.name), (event.function, event.against)])
        }
        # Of a negamax, whose values are all its own side's, a test against α alone may hold one of the other side.
        beside = {number for number, one in self.exits.items() if all(BETA not in each.closes for each in one)}
        seen = self.exits.keys() - (beside if self.proposal.negated else set())
        return all(number in seen for number, guard in guards.items() if guard in compared)

    def reads_bound(self, event: Event) -> bool:
        """Whether an event gives a name without a role a value that is computed from a bound."""
        return self.names_bound(event.function, event.text) and event.name not in self._roles_by_name[event.function]

    def names_bound(self, function: int, text: str) -> bool:
        """Whether a part of a function's text names α or β."""
        bounds = [name for name, role in self._roles_by_name[function].items() if role in (ALPHA, BETA)]
        return any(re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text) for name in bounds)

    def is_only_tried(self, site: Site) -> bool:
        """Whether a call stands before a loop whose calls give their results to the same name, which nothing else has
        read until then but a test."""
        facts, name = self.user_code.facts, site.target
        after = [one for one in facts.sites if (one.function, one.target) == (site.function, name) and one.loop >= 0]
        line = min((one.line for one in after if one.line > site.line), default=0)
        reads = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
        return bool(site.loop < 0 and name and line) and not any(
            event.what is What.SET and event.function == site.function and reads.search(event.text)
            for event in facts.events
            if site.line < event.line < line
        )

    @property
    def rule(self) -> str | None:
        """The cut rule that the text has: `>=`, or `>`; None where it has none, or both."""
        strict = {all(one.operator in ("<", ">") for one in met) for met in self.exits.values() if met}
        return CUTS[strict.pop()] if len(strict) == 1 else None

    def rows_of_exits(self, kind: Column) -> list[int]:
        """Return the rows of the facts that are exits at which a value has met the bound of the other side."""
        facts, found = self.user_code.facts, list[int]()
        for number, comparisons in self.exits.items():
            guard = facts.events[number].guard
            operands = [one for one in facts.events if one.what is What.OPERAND and one.guard == guard]
            is_compound = len(operands) > 2
            rows = np.flatnonzero(facts.event == number)
            sides = kind[facts.frame[rows]]
            for side in distinct_numbers(sides).tolist():
                against = {MAX: {BETA}, MIN: {BETA} if self.proposal.negated else {ALPHA}}.get(side, {ALPHA, BETA})
                fitting = [one for one in comparisons if one.closes & against]
                mine = rows[sides == side].tolist() if fitting else []
                found += [row for row in mine if not is_compound or self._holds(row, fitting)]
        return sorted(found)

    def _holds(self, row: int, comparisons: list[Comparison]) -> bool:
        """Whether one of some comparisons in the guard of an exit holds by the numbers that were compared."""
        operands = self.user_code.facts.operands_of(row)
        numbers = {fact.event: (fact.value, after.value) for fact, after in pairwise(operands)}
        return any(COMPARISONS[one.operator](*numbers.get(one.left, (nan, nan))) for one in comparisons)


class Bounds(NamedTuple):
    """α, β and the best value of a frame at some step, from MAX's side."""

    alpha: float
    beta: float
    best: float
    """NaN where it is not recorded."""
    is_cut: bool
    is_better: bool
    """Whether the best value was set to another one at that step, before the next item of a loop."""
    is_passed: bool
    """Whether it was so in a next item, which calls nothing: then it is no call's."""


class RecordedBounds:
    """α, β and the best value of each frame of one recording, after each child; NaN: it took what is no number."""

    def __init__(self, columns: Mapping[str, Column], user_code: UserCode, proposal: Proposal) -> None:
        self.columns, self.facts = columns, user_code.facts
        self.events, self.proposal = BoundEvents(user_code, proposal), proposal

    @cached_property
    def _exits(self) -> list[int]:
        """The rows at which a bound ends a loop or the call, ascending; where no move was tried, as at a hit in a
        table, none is left out."""
        is_inner = self.columns["status"][self.facts.frame] == INNER
        is_in_loop = np.array([event.loop >= 0 for event in self.facts.events], np.bool_)[self.facts.event]
        tries, left = is_inner | is_in_loop, self.events.rows_of_exits(self.columns["kind"])
        repeated = self._of_one_move(np.array(left, np.int64))
        return [row for row in left if tries[row] and row not in repeated]

    def _of_one_move(self, rows: NDArray[np.int64]) -> set[int]:
        """Return which of some exits leave a loop that searches one move again: its value is taken behind the loop."""
        facts, events = self.facts, self.facts.events
        setting = [number for number in self.events.roles if events[number].from_call]
        begins = {(one.function, one.loop): one.line for one in events if one.what is What.LOOP}
        # A loop that takes values before it is left is one over moves.
        taken = {(events[number].function, events[number].line) for number in setting}
        may_repeat = [
            one.loop >= 0
            and all(
                (one.function, line) not in taken
                for line in range(begins.get((one.function, one.loop), one.line), one.line)
            )
            for one in events
        ]
        rows = rows[np.array([*may_repeat, False])[facts.event[rows]]]
        if not len(rows):
            return set()
        order = np.argsort(facts.frame, kind="stable")
        stops = {What.ITEM, What.LOOP, What.RETURN, What.END}
        is_set = np.isin(facts.event[order], setting)
        is_stop = np.array([one.what in stops for one in events])[facts.event[order]]
        place = np.empty(len(order), np.int64)
        place[order] = np.arange(len(order))
        known = np.flatnonzero(is_set | is_stop)
        following = known[np.minimum(np.searchsorted(known, place[rows], "right"), len(known) - 1)]
        is_taken = is_set[following] & (following > place[rows]) & (facts.frame[order[following]] == facts.frame[rows])
        return {*rows[is_taken].tolist()}

    @cached_property
    def cut_rows(self) -> frozenset[int]:
        """The rows of the facts that are exits of cutoffs."""
        return frozenset(self._exits)

    @cached_property
    def cutoffs(self) -> Column:
        """For each cutoff the row of its last exit, ascending: a `break` may leave a loop, and the one around it next.

        Exits between which no item of a loop is taken are one cutoff.
        """
        is_item = np.array([event.what is What.ITEM for event in self.facts.events], np.bool_)[self.facts.event]
        is_exit = np.zeros(len(self.facts), np.bool_)
        is_exit[self._exits] = True
        order = np.argsort(self.facts.frame, kind="stable")
        rows, taken = order[is_exit[order]], np.cumsum(is_item[order])[is_exit[order]]
        goes_on = (np.diff(self.facts.frame[rows], append=-1) == 0) & (np.diff(taken, append=-1) == 0)
        return np.sort(rows[~goes_on])

    @cached_property
    def first_exit(self) -> Column:
        """For each frame the step that its first cutoff follows, by the formulas for calls alone; -1 without any."""
        found = np.full(len(self.columns["value"]), -1)
        found[self.facts.frame[self._exits[::-1]]] = self.facts.step[self._exits[::-1]]  # what is written last, holds
        return found

    @cached_property
    def tried_aside(self) -> NDArray[np.bool_]:
        """For each call whether it only tries something before the moves, as the search after a null move does."""
        facts, size, ply = self.facts, self.columns["size"], self.columns["ply"].astype(np.int64)
        is_only_tried = np.array([*map(self.events.is_only_tried, facts.sites), False], np.bool_)[facts.site]
        taking = [number for number in self.events.roles if facts.events[number].from_call]
        back = 3 * (np.arange(len(size)) + size) - 2 * ply - 1
        return np.asarray(is_only_tried & ~np.isin(back, facts.step[np.isin(facts.event, taking)]), np.bool_)

    @property
    def cutoff(self) -> NDArray[np.bool_]:
        """For each frame whether it has a cutoff."""
        return np.asarray(self.first_exit >= 0, np.bool_)

    @cached_property
    def ends_before_moves(self) -> NDArray[np.bool_]:
        """For each frame without a call whether a bound ended it: it may have moves, and be worth more or less.

        So ends a side that stands pat, and one whose estimate is far beyond its window.
        """
        found = np.zeros(len(self.columns["value"]), np.bool_)
        found[self.facts.frame[self.events.rows_of_exits(self.columns["kind"])]] = True
        return np.asarray(found & (self.columns["status"] != INNER), np.bool_)

    def passes_moves_over(self, text: str) -> NDArray[np.bool_]:
        """For each frame whether its loop took an item without a call, where a test that reads a bound may do that.

        So it may where a loop asks for a flag that such a test has set, and its items are not known.
        """
        facts, size, ply = self.facts, len(self.columns["value"]), self.columns["ply"].astype(np.int64)
        found = np.zeros(size, np.bool_)
        for number, flags in self._flags(text).items():
            function = self.events.user_code.functions[number]
            body = text_lines(text)[function.line - 1 : function.last_line]
            if any(WHILE.match(line) and not flags.isdisjoint(WORD.findall(line)) for line in body):
                found |= (self.events.user_code.tables.function == number) & (self.columns["size"] > 1)
        loops = self._loops_that_pass_over(text)
        if not loops:
            return found
        is_item = [one.what is What.ITEM and (one.function, one.loop) in loops for one in facts.events]
        items = np.flatnonzero(np.array(is_item)[facts.event])
        items = items[np.lexsort((items, facts.step[items], facts.frame[items]))]
        span = 3 * size + 1
        keys = facts.frame[items].astype(np.int64) * span + facts.step[items]
        asked = self.columns["parent"][1:].astype(np.int64) * span + 3 * np.arange(1, size) - 2 * ply[1:] - 1
        has_call = np.zeros(len(items), np.bool_)
        places = np.searchsorted(keys, asked, "right") - 1
        has_call[places[places >= 0]] = True
        found[facts.frame[items[~has_call]]] = True
        return found

    def hides_cuts(self, text: str) -> bool:
        """Whether an exit stands below a test against a bound with another test between: what that decided is lost."""
        lines, facts, compares = text_lines(text), self.facts, re.compile(r"[<>]")
        for number in self.events.leaving:
            if number in self.events.exits:
                continue
            guard = facts.guards[facts.events[number].guard]
            line = next(iter(lines[guard.line - 1 : guard.line]), "")
            for above in reversed(lines[: guard.line - 1]):
                if above.strip() and is_inside(above, line):
                    line = above
                    if BLOCK.match(line):
                        break
                    if TEST.match(line) and compares.search(line) and self.events.names_bound(guard.function, line):
                        return True
        return False

    def _flags(self, text: str) -> dict[int, set[str]]:
        """For each function the names that are True or False since a bound was reached: a later test of one says so."""
        found: dict[int, set[str]] = {}
        for number, function in enumerate(self.events.user_code.functions):
            body = text_lines(text)[max(0, function.line - 1) : function.last_line]
            for place, line in enumerate(body):
                around = next((one for one in reversed(body[:place]) if one.strip() and is_inside(one, line)), "")
                flag = FLAG.match(line)
                if flag and TEST.match(around) and self.events.names_bound(number, around):
                    found.setdefault(number, set()).add(flag[1])
        return found

    def _loops_that_pass_over(self, text: str) -> set[tuple[int, int]]:
        """The loops with calls in which a test that reads a bound stands before all of them, and may pass them over.

        It is that of a `continue`, or the first call is inside of it.
        """
        lines, found, flags = text_lines(text), set[tuple[int, int]](), self._flags(text)
        begins = {(one.function, one.loop): one.line for one in self.facts.events if one.what is What.LOOP}
        for loop in {(one.function, one.loop) for one in self.facts.sites} & begins.keys():
            first = min(one.line for one in self.facts.sites if (one.function, one.loop) == loop)
            before = lines[begins[loop] : first - 1]
            for place, line in enumerate(before):
                inside = [*takewhile(partial(is_inside, line), [*before[place + 1 :], *lines[first - 1 : first]])]
                is_around = place + 1 + len(inside) > len(before)
                may_pass_over = is_around or PASSING.search(" ".join([line, *inside]))
                is_told = not flags.get(loop[0], set()).isdisjoint(WORD.findall(line))
                if TEST.match(line) and may_pass_over and (is_told or self.events.names_bound(loop[0], line)):
                    found.add(loop)
        return found

    @cached_property
    def may_leave_moves(self) -> NDArray[np.bool_]:
        """For each frame whether one of its loops was left early, by a bound or for another reason.

        How many moves were left then is not known. Of a loop in another one, the moves of the inner one are, but where
        it searches one move again.
        """
        is_exit = np.array([event.what is What.EXIT for event in self.facts.events], np.bool_)[self.facts.event]
        rows = np.flatnonzero(is_exit)
        left = np.setdiff1d(rows, [*self._of_one_move(rows)], assume_unique=True)
        found = np.zeros(len(self.columns["value"]), np.bool_)
        found[self.facts.frame[left]] = found[self.facts.frame[self._exits]] = True
        return found

    def after(self, frame: int, steps: Iterable[int], end: int = -1) -> Iterator[Bounds]:
        """Yield what a frame has after some of its steps, which ascend and are counted by the formulas for calls alone.

        Nothing is read from the row `end` on.
        """
        is_turned = self.is_turned(frame)
        now = {ALPHA: float(self.columns["alpha"][frame]), BETA: float(self.columns["beta"][frame]), BEST: nan}
        rows = (row for row in self.facts.rows_of(frame).tolist() if row < end or end < 0)
        row, best_events = next(rows, -1), self._best_events(frame)
        for step in steps:
            is_cut = is_better = is_passed = is_next = False
            while row >= 0 and self.facts.step[row] <= step:
                is_cut |= row in self.cut_rows
                event, value = int(self.facts.event[row]), float(self.facts.value[row])
                is_next |= self.facts.step[row] == step and self.facts.events[event].what is What.ITEM
                role = BEST if event in best_events else self.events.roles.get(event)
                role = None if role == BEST and event not in best_events else role
                # A bound that was too large to be noted exactly may be so still.
                if role is not None and (value == value or role == BEST or not MAX_WHOLE < abs(now[role]) < inf):
                    role, value = self.seen_by_max(role, value, is_turned=is_turned)
                    is_other = role == BEST and value != now[BEST]
                    is_better, is_passed = is_better or (is_other and not is_next), is_passed or (is_other and is_next)
                    now[role or ""] = value
                row = next(rows, -1)
            yield Bounds(now[ALPHA], now[BETA], now[BEST], is_cut, is_better, is_passed)

    @cached_property
    def start(self) -> NDArray[np.float64]:
        """For each frame the best value that its lines have set before its first call; NaN where they set none.

        Where no name keeps the best, that is its own bound, if the frame has returned just that.
        """
        facts, kind = self.facts, self.columns["kind"]
        found = np.full(len(kind), nan)
        enter = 3 * np.arange(len(kind)) - 2 * self.columns["ply"].astype(np.int64)
        by_role = {role: [number for number, one in self.events.roles.items() if one == role] for role in (ALPHA, BETA)}
        of_best = frozenset().union(*self.events.best_events.values())
        rows = np.flatnonzero(np.isin(facts.event, [*by_role[ALPHA], *by_role[BETA], *of_best]))
        rows = rows[facts.step[rows] == enter[facts.frame[rows]]]
        frame, event, is_min = facts.frame[rows], facts.event[rows], kind[facts.frame[rows]] == MIN
        is_best, function = np.zeros(len(rows), np.bool_), self.events.user_code.tables.function[frame]
        for (number, of_min), events in self.events.best_events.items():
            is_best |= np.isin(event, [*events]) & (function == number) & (is_min == of_min)
        is_turned = is_min & self.proposal.negated
        value = np.where(is_turned, self.proposal.total - facts.value[rows], facts.value[rows]) + 0.0
        has_alpha = (kind[frame] == MAX) | is_turned  # the program's own bound is its α
        is_own = np.where(has_alpha, np.isin(event, by_role[ALPHA]), np.isin(event, by_role[BETA]))
        is_own &= ~is_best & ~self.keeps_best[frame] & (value == self.columns["value"][frame])
        found[frame[is_best | is_own]] = value[is_best | is_own]  # what is written last, holds
        # What a frame has not kept is a mark that it had no value yet.
        given, least = self.columns["value"], np.where(kind == MIN, -1, 1)
        found[least * given < least * found] = nan
        return found

    @cached_property
    def _taking_and_keeping(self) -> tuple[list[int], list[int]]:
        """The events that assign a result to the best value as it stands, and those that keep a move."""
        plain, events = (ast.Name, ast.Subscript, ast.Attribute, ast.Tuple, ast.List), self.facts.events
        of_best = frozenset().union(*self.events.best_events.values())
        taking = [
            one for one in of_best if events[one].from_call and isinstance(expression_of(events[one].text), plain)
        ]
        functions, places = self.events.user_code.functions, self.proposal.places
        kept = [places.get(function.name, {}).get(KEPT, "") for function in functions]
        sets = [number for number, one in enumerate(events) if one.what is What.SET]
        return taking, [number for number in sets if events[number].name == kept[events[number].function]]

    @cached_property
    def returns_more(self) -> NDArray[np.bool_]:
        """For each frame whether it returns more than a value, as a pair of value and move."""
        functions = self.events.user_code.functions
        has_path = [self.proposal.path(function.name) not in ("", NOT_KNOWN, NO_VALUE) for function in functions]
        return np.array(has_path, np.bool_)[self.events.user_code.tables.function]

    @cached_property
    def say_which_of_equals(self) -> frozenset[int]:
        """The functions whose assignments say which result is taken, or a key by which Python takes the first of them.

        Not those that take the largest of pairs.
        """
        taking = {self.facts.events[one].function for numbers in self._taking_and_keeping for one in numbers}
        return frozenset(taking | {one.function for one in self.facts.events if BY_KEY.search(one.text)})

    @cached_property
    def is_taken(self) -> NDArray[np.bool_]:
        """For each frame whether its caller has assigned its result to the best value, not by `max`, or kept its move.

        So it takes one that is as good as the best so far, where it compares with `>=`. One no better than an end
        of its own window may be worse. What a caller that is not traced has chosen, it has taken too.
        """
        size, ply = self.columns["size"].astype(np.int64), self.columns["ply"].astype(np.int64)
        back = 3 * (np.arange(len(size)) + size) - 2 * ply - 1
        value, alpha, beta = (self.columns[name] for name in ("value", "alpha", "beta"))
        is_inside = (alpha < value) & (value < beta)
        taking = [number for numbers in self._taking_and_keeping for number in numbers]
        found = np.asarray(is_inside & np.isin(back, self.facts.step[np.isin(self.facts.event, taking)]), np.bool_)
        if (chosen := self.proposal.chosen_row(self.columns["parent"])) >= 0:
            found[chosen] = True
        return found

    def _best_events(self, frame: int) -> frozenset[int]:
        """Return the events that set the best value in a frame's function, as MAX or MIN, which the frame is."""
        function = int(self.events.user_code.tables.function[frame])
        return self.events.best_events[function, bool(self.columns["kind"][frame] == MIN)]

    def sets_best(self, frame: int) -> bool:
        """Return whether a name keeps the best value of such a frame, so that what it takes is recorded."""
        return bool(self._best_events(frame))

    @cached_property
    def keeps_best(self) -> NDArray[np.bool_]:
        """For each frame whether a name keeps its best value."""
        named = {key for key, events in self.events.best_events.items() if events}
        pairs = zip(self.events.user_code.tables.function.tolist(), (self.columns["kind"] == MIN).tolist(), strict=True)
        return np.fromiter((pair in named for pair in pairs), np.bool_, len(self.columns["kind"]))

    def is_turned(self, frame: int) -> bool:
        """Whether the program has the frame's numbers from MIN's side."""
        return self.proposal.negated and bool(self.columns["kind"][frame] == MIN)

    def seen_by_max(self, role: str | None, value: float, *, is_turned: bool) -> tuple[str | None, float]:
        """Return the role and the value of a number as MAX sees them: of MIN's numbers α is β, and negated."""
        if is_turned:
            role, value = {ALPHA: BETA, BETA: ALPHA}.get(role or "", role), self.proposal.total - value
        return role, value + 0.0
