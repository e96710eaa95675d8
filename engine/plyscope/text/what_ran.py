"""What ran at a step of user code: values that moved, tests with their numbers, how a loop was left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import isnan, nan
from typing import NamedTuple

from plyscope.messages import Message, Part, Strong, shortened, written
from plyscope.model.board_texts import number_in
from plyscope.model.declaration import MIN
from plyscope.model.facts_by_step import facts_at, lines_after
from plyscope.model.folding import Folded
from plyscope.model.recorded_bounds import COMPARISONS, OPPOSITES, Bounds
from plyscope.model.roles import ALPHA, BEST, BEST_OF_MIN, BETA, KEPT
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import Event, Fact, What
from plyscope.text.call_narration import with_end
from plyscope.text.references import bounded, node, pruned_nodes

MIRRORED_COMPARISONS = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}
SHOWN_SIGNS = {"<": "<", "<=": "≤", ">": ">", ">=": "≥", "==": "=", "!=": "≠"}
"""Comparisons as they are shown."""
MAX_VALUE_CHARS = 28
"""Characters of a value."""


class Test(NamedTuple):
    """A comparison made in the guard of an exit, with its numbers."""

    event: Event
    left: float
    right: float

    @property
    def holds(self) -> bool:
        """Whether the comparison came true."""
        return COMPARISONS[self.event.operator](self.left, self.right)

    @property
    def sign(self) -> str:
        """The operator that is true of the two numbers: the written one, or its opposite where the test failed."""
        return self.event.operator if self.holds else OPPOSITES[self.event.operator]


def tests_in(found: Sequence[Fact]) -> Iterator[Test]:
    """Iterate over the comparisons of two known numbers among facts."""
    for place, fact in enumerate(found):
        event = fact.event
        if event.what is not What.OPERAND or event.operator not in COMPARISONS:
            continue
        after = found[place + 1] if place + 1 < len(found) else fact
        is_right = after.event.guard == event.guard and after.event.name == event.against
        right = after.value if is_right else number_in(event.against)
        if not isnan(fact.value) and not isnan(right):
            yield Test(event, fact.value, right)


def value_before(trace: Trace, fact: Fact) -> float:
    """Return a name's value before a fact that assigns it; NaN where that is not known."""
    user_code = trace.user_code
    facts, frame = user_code.facts, int(user_code.facts.frame[fact.row])
    for row in reversed(facts.rows_of(frame).tolist()):
        event = facts.events[facts.event[row]]
        if row < fact.row and event.name == fact.event.name and event.what in (What.SET, What.AGAIN):
            return float(facts.value[row])
    return number_in(user_code.arguments(frame).get(fact.event.name, ""))


# In a sentence


def back_with_facts(trace: Trace, step: Step, before: Folded | None, after: Folded) -> Message:
    """Return the sentence for being back in user code: what a result changed, and how the guard's test went.

    Where executed lines follow, they say it.
    """
    values: dict[str, object] = {"child": node(trace, after.child, begins=True), "value": bounded(trace, after.child)}
    given = Message("{child} returns {value}", **values)
    if trace.judging(after.child) is not None:
        given = Message("{child} has the value {value}", **values)
    values = {"given": given}
    first, end = lines_after(trace, step)
    if first < end:
        return Message("{given}.", **values)
    parts = [*changes(trace, step, before, after), *outcome(trace, step, after)]
    if not parts:
        return Message("{given}.", **values)
    values["what"] = reduce(lambda one, other: Message("{one}; {other}", one=one, other=other), parts)
    if not after.is_cut:
        return Message("{given}: {what}.", **values)
    values["headline"] = Strong("Cut at {node}.", node=node(trace, step.frame))
    if trace.skips[step.frame] and not trace.has_several_cutoffs(step.frame):
        values["rest"] = pruned_nodes(trace, step.frame)
        return Message("{headline} {given}: {what}, so {rest} will not be tried.", **values)
    return Message("{headline} {given}: {what}.", **values)


def changes(trace: Trace, step: Step, before: Folded | None, after: Folded) -> Iterator[Message]:
    """Iterate over the changes of best value and bounds; that nothing changed, if the best is known."""
    assert trace.recorded_bounds is not None
    frame = step.frame
    first = next(trace.recorded_bounds.after(frame, [trace.enter_of_call(frame)]))
    old: Folded | Bounds = first if before is None else before
    places = trace.recorded_bounds.proposal.places.get(trace.user_code.function_of(frame).name, {})
    best = (trace.kinds[frame] == MIN and places.get(BEST_OF_MIN)) or places.get(BEST, "")
    known = ((best, old.best, after.best), ("α", old.alpha, after.alpha), ("β", old.beta, after.beta))
    found = [(name, was, now) for name, was, now in known if name and not isnan(now) and was != now]
    if found:
        yield listed_messages([sentence_of_change(*change) for change in found])
    elif best and places.get(KEPT) in {one.event.name for one in facts_at(trace, step) if one.event.what is What.SET}:
        yield Message("the best value stays, and this move is kept")
    elif best and not ((site := trace.user_code.facts.site_of(step.child)) and site.is_returned):
        yield Message("nothing changes")


def sentence_of_change(name: str, was: float, now: float) -> Message:
    """Return `name: old → new`; `was` is NaN where the name had no value."""
    if isnan(was):
        return Message("{name}\u00a0=\u00a0{new}", name=name, new=written(now))
    return Message("{name}\u00a0{old}\u00a0→\u00a0{new}", name=name, old=written(was), new=written(now))


def outcome(trace: Trace, step: Step, after: Folded) -> Iterator[Message]:
    """Iterate over the tests that read a bound, and whether the loop goes on."""
    tests, found = list(tested(trace, step)), facts_at(trace, step)
    exits = [one.event.line for one in found if one.event.what is What.EXIT or is_early_return(one.event)]
    loops = [one.event.what for one in found if one.event.what in (What.ITEM, What.END)]
    ends = What.END in loops
    if tests and not exits and not ends:
        yield Message("{tests}, go on", tests=listed_messages(tests))
    elif tests:
        yield listed_messages(tests)
    if exits and not after.is_cut:
        yield Message("left at line {line}", line=trace.user_code.line_text(exits[0]))
    elif ends and not exits:
        yield Message("the loop ends") if loops[-1] is What.END else Message("the inner loop ends")


def is_early_return(event: Event) -> bool:
    """Whether a `return` leaves the function because of a test."""
    return event.what is What.RETURN and event.guard >= 0


def tested(trace: Trace, step: Step) -> Iterator[Message]:
    """Iterate over the comparisons with a bound, with MAX's numbers."""
    bounds = trace.recorded_bounds
    assert bounds is not None
    is_turned = bounds.is_turned(step.frame)
    for test in tests_in(facts_at(trace, step)):
        event, sign = test.event, test.sign
        roles = [bounds.events.role(event.function, name) for name in (event.name, event.against)]
        if not {ALPHA, BETA}.isdisjoint(roles):
            left, right = (
                bounds.seen_by_max(role, value, is_turned=is_turned)[1]
                for role, value in zip(roles, (test.left, test.right), strict=True)
            )
            yield Message(
                "{left} {sign} {right}",
                left=written(left),
                sign=SHOWN_SIGNS[MIRRORED_COMPARISONS[sign] if is_turned else sign],
                right=written(right),
            )


def listed_messages(parts: Sequence[Message]) -> Message:
    """Return messages as one, with commas between them."""
    return reduce(lambda one, other: Message("{one}, {other}", one=one, other=other), parts)


def before_line(trace: Trace, step: Step) -> Message:
    """Return what the line before has changed, and which line is next; numbers are the program's."""
    user_code, executed = trace.user_code, trace.executed
    before, line = executed.before(step.row), executed.number(step.row)
    old = {} if before is None else {variable.name: variable.text for variable in executed.variables(before)}
    found = facts_at(trace, step)
    parts = [
        now_and_before(variable.name, old.get(variable.name), variable.text)
        for variable in executed.variables(step.row)
        if variable.changed and variable.text is not None
    ]
    parts += map(comparison, tests_in(found))
    for fact in found:
        if fact.row in cut_rows(trace):
            parts.append(cut_with_test(trace, step.frame, fact))
        elif fact.event.what is What.EXIT:
            parts.append(Message("the loop is left"))
    values: dict[str, object] = {"line": user_code.line_text(line)}
    sentence = Message("Line {line} is next.", **values)
    if parts and before is not None:
        values |= {"before": user_code.line_text(executed.number(before)), "what": listed_messages(parts)}
        sentence = Message("Line {before}: {what}. Line {line} is next.", **values)
    ended = user_code.ended
    if step.row == len(executed) - 1 and (step.frame, line) == (ended.frame, ended.line):
        return with_end(sentence, ended)
    return sentence


def comparison(test: Test) -> Message:
    """Return a comparison with its numbers: `3 ≥ 2`."""
    return Message(
        "{left} {sign} {right}", left=written(test.left), sign=SHOWN_SIGNS[test.sign], right=written(test.right)
    )


def cut_with_test(trace: Trace, frame: int, cut: Fact) -> Message:
    """Return the sentence for a cutoff with the comparisons before it, and the moves that it spares."""
    tests = [*map(comparison, tests_in(trace.user_code.facts.operands_of(cut.row)))]
    said = Message("cut, for {tests}", tests=listed_messages(tests)) if tests else Message("cut")
    if not trace.skips[frame] or trace.has_several_cutoffs(frame):
        return said
    return Message("{cut}, so {rest} will not be tried", cut=said, rest=pruned_nodes(trace, frame))


def now_and_before(name: str, old: str | None, new: str) -> Message:
    """Return a changed variable with its value, and the number that it was before."""
    if old is None or isnan(number_in(old)) or isnan(number_in(new)):
        return Message("{name} = {new}", name=name, new=Part(shortened(new, MAX_VALUE_CHARS), "code"))
    return sentence_of_change(name, number_in(old), number_in(new))


# Behind a line of the text


def behind_lines(trace: Trace, step: Step) -> Iterator[tuple[int, Message]]:
    """Iterate over the lines of a step, each with a remark on what ran there; numbers are the program's."""
    found = facts_at(trace, step)
    tests = {test.event: test for test in tests_in(found)}
    # Variables that a line has changed are recorded with the next one.
    variables = trace.user_code.function_of(step.frame).variables if step.moment is Moment.LINE else ()
    for fact in found:
        event = fact.event
        if event in tests:
            test = tests.pop(event)
            values = {"left": written(test.left), "sign": SHOWN_SIGNS[event.operator], "right": written(test.right)}
            yield event.line, Message("{left} {sign} {right}" if test.holds else "{left} {sign} {right}: no", **values)
        elif fact.row in cut_rows(trace):
            yield event.line, Message("cut")
        elif event.what is What.EXIT:
            yield event.line, Message("left")
        elif event.what in (What.SET, What.AGAIN) and not isnan(fact.value) and event.name not in variables:
            old = nan if event.name == target_of_call(trace, step) else value_before(trace, fact)
            if old != fact.value:
                yield event.line, sentence_of_change(event.name, old, fact.value)
            elif event.what is What.SET:
                yield event.line, Message("{name} {new}", name=event.name, new=written(fact.value))


def cut_rows(trace: Trace) -> frozenset[int]:
    """Return the rows of facts that are cutoffs."""
    return frozenset() if trace.recorded_bounds is None else trace.recorded_bounds.cut_rows


def target_of_call(trace: Trace, step: Step) -> str:
    """Return the name that takes the value of the returned call; empty without one."""
    site = trace.user_code.facts.site_of(step.last_child if step.moment is Moment.LINE else step.child)
    return "" if site is None else site.target
