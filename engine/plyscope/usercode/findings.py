"""Findings in user code that searches a game: where what ran and a law of the search part.

`audit.own_code` holds the laws of values and windows against recorded facts; the roles of a recording say which name is
which. What boards, sides, leaves and depths show is checked here too: `CHECKS` lists these checks; each takes the
evidence of a run and returns a finding or None. What has no effect in the run is not found.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from plyscope.audit.deviation import Deviation, Weight
from plyscope.audit.own_code import Names, OwnRun, deviations
from plyscope.messages import Message, written
from plyscope.model.declaration import MAX, MIN
from plyscope.model.roles import ALPHA, BEST, BEST_OF_MIN, BETA, KEPT, SIDE, Proposal
from plyscope.model.trace import Trace
from plyscope.model.user_code_facts import What
from plyscope.text.audited import deviation_sentence, window_text
from plyscope.usercode.added_results import frames_that_add
from plyscope.usercode.ending_findings import ending_not_seen
from plyscope.usercode.evidence import BUG, REMARK, WASTE, Finding, RunEvidence
from plyscope.usercode.function_facts import places_in
from plyscope.usercode.judged_leaves import calls_alone, row_of_call, step_with_leaves
from plyscope.usercode.move_findings import (
    board_not_undone,
    depth_not_decreased,
    depth_stays_until_limit,
    loop_ends_at_once,
    side_same_in_all_calls,
    sides_not_alternating,
    stopped_at_limit,
    with_named_depths,
)
from plyscope.usercode.result_values import numbers_of, result_values
from plyscope.usercode.table_findings import table_misused
from plyscope.usercode.value_findings import (
    minus_missing,
    undecided_leaf_is_none,
    worse_move,
    wrong_extreme,
    wrong_leaf,
)
from plyscope.usercode.window_places import facts_of, fold_directions

__all__ = ["BUG", "REMARK", "WASTE", "Finding", "finding_sentence", "findings", "findings_of_kind"]

KINDS = {Weight.BUG: BUG, Weight.WASTE: WASTE, Weight.FLAG: REMARK}
CHECKS: tuple[Callable[[RunEvidence], Finding | None], ...] = (
    board_not_undone,
    depth_not_decreased,
    sides_not_alternating,
    side_same_in_all_calls,
    undecided_leaf_is_none,
    wrong_leaf,
    ending_not_seen,
    minus_missing,
    wrong_extreme,
    worse_move,
    table_misused,
    loop_ends_at_once,
)
IDENTITY = (ast.Is, ast.IsNot)
FRAME_PLACES = {"frame", "before", "parent", "following", "earlier", "top"}
"""The places of sentences at which the number of a frame stands."""


_FOUND: WeakKeyDictionary[Trace, list[Finding]] = WeakKeyDictionary()


def findings(trace: Trace) -> list[Finding]:
    """What a recording shows, worked out once: its bugs, or waste and remarks where there is none."""
    if trace not in _FOUND:
        calls = calls_alone(trace)
        found = _findings_in(calls)
        _FOUND[trace] = found if calls is trace else [numbered_with_leaves(trace, one) for one in found]
    return _FOUND[trace]


def numbered_with_leaves(trace: Trace, finding: Finding) -> Finding:
    """A finding among the calls of a recording, in the numbers that it has beside leaves judged without a call."""
    message = finding.happened
    frames = {
        place: value for place, value in message.values.items() if place in FRAME_PLACES and isinstance(value, int)
    }
    moved = {place: row_of_call(trace, frame) for place, frame in frames.items()}
    return finding._replace(
        frame=row_of_call(trace, finding.frame),
        step=step_with_leaves(trace, finding.step),
        happened=Message(message.pattern, **message.values | moved),
    )


def _findings_in(trace: Trace) -> list[Finding]:
    """The findings in a recording of calls, those of the laws before those of `CHECKS`; bugs alone if there are any."""
    proposal = Proposal.of(trace)
    if proposal is None:
        return findings_without_roles(trace)
    evidence = RunEvidence(trace, proposal)
    found = [with_names(trace, one) for one in (check(evidence) for check in CHECKS) if one is not None]
    # The laws turn a window by a sign: of values that add up to another total than 0, as chances do, they say nothing.
    if trace.user_code.facts.are_recorded and proposal.is_value_known and not proposal.total:
        named = {one.line for one in found}
        # Which of sign and window is wrong may be known there.
        deviated = [one for one in deviations(own_run(trace, proposal)) if one.way != "turned" or one.line not in named]
        found = [*(finding_of(trace, one) for one in deviated), *found]
    # Wrong values make wrong windows: what they waste proves nothing.
    return [one._replace(place=trace.user_code.place(one.line)) for one in findings_of_kind(BUG, found) or found]


def findings_without_roles(trace: Trace) -> list[Finding]:
    """What shows where no search is recognised: a run that was stopped may have returned no value yet."""
    if not trace.origin.is_user_code:
        return []
    evidence = RunEvidence(trace, with_named_depths(trace))
    checks = [loop_ends_at_once, *([depth_stays_until_limit] if stopped_at_limit(trace) else [])]
    found = [one for one in (check(evidence) for check in checks) if one is not None]
    return [with_names(trace, one)._replace(place=trace.user_code.place(one.line)) for one in found]


def findings_of_kind(kind: str, found: list[Finding]) -> list[Finding]:
    return [one for one in found if one.kind == kind]


SENTENCES_BY_KIND = {BUG: "possible bug: {sentence}", WASTE: "waste: {sentence}", REMARK: "remark: {sentence}"}


def finding_sentence(kind: str, facts: Mapping[str, Any]) -> Message:
    """A finding as one sentence: what happened, and what is due where that is one thing."""
    said = Message(SENTENCES_BY_KIND[kind], sentence=facts["sentence"])
    return Message("{said}; {should}", said=said, should=facts["should"]) if facts["should"] else said


def finding_of(trace: Trace, deviation: Deviation) -> Finding:
    """The finding that a deviation is, with the window or value that was due as its advice."""
    due = deviation.due
    should = None
    if "alpha" in due:
        should = Message("the window {window} is due", window=window_text(due))
    elif due:
        should = Message("{value} is due", value=written(next(iter(due.values()))))
    return Finding(
        KINDS[deviation.weight],
        deviation.law,
        deviation.frame,
        deviation.step,
        deviation.line,
        deviation_sentence(trace, deviation),
        should,
        frames=deviation.count,
    )


def with_names(trace: Trace, finding: Finding) -> Finding:
    """The finding with frames called as on screen, where the nodes of the tree have names."""
    message = finding.happened
    frames = {place: value for place, value in message.values.items() if place in FRAME_PLACES}
    names = {place: trace.name_of(frame) for place, frame in frames.items() if isinstance(frame, int)}
    named = {place: name for place, name in names.items() if name}
    return finding._replace(happened=Message(message.pattern, **message.values | named))


# The run as the program wrote it


def own_run(trace: Trace, proposal: Proposal) -> OwnRun:
    """The recording with the names that its roles say, and the values that these have when a call begins."""
    user_code = trace.user_code
    names = [names_of(proposal, function.name) for function in user_code.functions]
    alpha, beta = (entry_values(trace, [getattr(one, role) for one in names]) for role in (ALPHA, BETA))
    kind = trace.column("kind")
    takes = np.where(kind == MAX, 1, np.where(kind == MIN, -1, 0)).astype(np.int8)
    if proposal.negated:
        takes[:] = 1
    elif proposal.max_plies >= 0:
        takes[:] = 0  # a side may move twice
    traced, texts = {function.name for function in user_code.functions}, facts_of(trace)
    # The names of a nested function are those of a call of the outer one, and move in both.
    nested = [n for n, function in enumerate(user_code.functions) if function.name.rpartition(".")[0] in traced]
    is_own = ~np.isin(user_code.tables.function, nested)
    is_own[: user_code.has_caller] = False
    is_own &= ~frames_that_add(user_code, proposal)
    # What such a function holds is turned round by itself: the laws read values as they are held.
    turned = [n for n, one in enumerate(user_code.functions) if one.name in texts and texts[one.name].turned_places]
    is_own &= ~np.isin(user_code.tables.function, turned)
    takes = np.where(is_own, np.where(takes == 0, fold_directions(trace, proposal), takes), 0).astype(np.int8)
    of_min = entry_values(trace, [one.best_of_min or one.best for one in names])
    best = np.where(takes < 0, of_min, entry_values(trace, [one.best for one in names]))
    values, tests = result_values(trace, proposal), tests_around(trace)
    return OwnRun(
        trace,
        user_code.facts,
        user_code.tables.function,
        names,
        alpha,
        beta,
        best,
        values,
        user_code.facts.result_signs(trace.column("parent"), trace.column("ply"), trace.column("size")),
        takes,
        proposal.negated,
        {assigned: test.lineno for assigned, test in tests.items()},
        frozenset(assigned for assigned, test in tests.items() if is_order(test)),
        {loop.lineno: loop.end_lineno or 0 for loop in loops_of(trace)},
        worst_values(values[trace.column("size") == 1], is_negated=proposal.negated),
    )


def worst_values(leaves: NDArray[np.float64], *, is_negated: bool) -> tuple[float, float]:
    """The largest and the smallest value of leaves; where each is that of its own side, also of their opposites."""
    known = leaves[~np.isnan(leaves)]
    both = np.concatenate((known, -known)) if is_negated else known
    return float(both.max(initial=-np.inf)), float(both.min(initial=np.inf))


def names_of(proposal: Proposal, function: str) -> Names:
    """The names in a function that have roles, and the place of the value in the tuples it returns, else -1."""
    places, path = proposal.places.get(function, {}), proposal.path(function)
    is_item = path.startswith("[") and path[1:-1].isdecimal()
    alpha, beta, best, of_min, kept, side = (
        places.get(role, "") for role in (ALPHA, BETA, BEST, BEST_OF_MIN, KEPT, SIDE)
    )
    return Names(alpha, beta, best, of_min, kept, side, int(path[1:-1]) if is_item else -1)


def entry_values(trace: Trace, names: list[str]) -> NDArray[np.float64]:
    """For each frame the value that a name of its function has on entry; NaN where that is not known.

    It is an argument, a part of one, or what was noted of an attribute, item or global before anything was called.
    """
    user_code, facts = trace.user_code, trace.user_code.facts
    values = np.full(len(trace), np.nan)
    for number, (function, name) in enumerate(zip(user_code.functions, names, strict=True)):
        for place, parameter in enumerate(function.parameters):
            path = name.removeprefix(parameter)
            if name.startswith(parameter) and path[:1] in ("", "[", "."):
                frames, texts = user_code.argument_column(number, place)
                values[frames] = numbers_of(user_code, texts, path)
    noted = [one.what is What.AGAIN and one.name == names[one.function] for one in facts.events]
    entered = 3 * np.arange(len(trace), dtype=np.int64) - 2 * trace.column("ply").astype(np.int64)
    rows = np.flatnonzero(np.array([*noted, False])[facts.event])
    rows = rows[facts.step[rows] == entered[facts.frame[rows]]]
    values[facts.frame[rows]] = facts.value[rows]
    return values


def loops_of(trace: Trace) -> Iterator[ast.stmt]:
    """Iterate over the loops around assignments in the functions of a program, one as often as it has some."""
    for one in facts_of(trace).values():
        for made in one.assignments:
            yield from (loop for loop in made.loops if isinstance(loop, ast.stmt))


def is_order(test: ast.expr) -> bool:
    """Whether a test asks which of two values is larger, and nothing else."""
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)


def tests_around(trace: Trace) -> Mapping[tuple[int, str], ast.expr]:
    """For assignments, by line and name, the innermost test around them that compares the name.

    Whether it is None decides on no value.
    """
    found = {}
    for one in facts_of(trace).values():
        for made in one.assignments:
            around = [each.test for each in made.conditions if each.is_around and made.place in places_in(each.test)]
            tests = [one for one in around if not (isinstance(one, ast.Compare) and isinstance(one.ops[0], IDENTITY))]
            if tests and isinstance(made.statement, ast.stmt):
                found[made.line, made.place] = tests[-1]
    return found
