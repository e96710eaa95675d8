"""α, β, the best value and cutoffs of user code are what ran, also where a law of search would say something else."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf, isnan
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.stats import by_ply, overall
from plyscope.audit.verification import verify
from plyscope.model.declaration import MAX, Windows
from plyscope.model.folding import Folded
from plyscope.model.roles import Proposal
from plyscope.model.steps import Steps
from plyscope.model.user_code_facts import NO_FACTS
from plyscope.text.listing import listing
from plyscope.usercode.reading import read_as_search, with_proposal

from tests.corpus.catalogue import Program, programs
from tests.corpus.instrument import observe
from tests.full_traces import Trace
from tests.user_code import recorded

ROOT, FIRST, SECOND = 1, 2, 5
"""The frames of [[3, 5], [2, 9]] and its two parts, below that of the caller."""
NEGAMAX = """
def negamax(tree, side, alpha, beta):
    if not isinstance(tree, list):
        return side * tree
    best = -99
    for child in tree:
        value = -negamax(child, -side, -beta, -alpha)
        best = max(best, value)
        alpha = max(alpha, value)
        if GUARD:
            break
    return best
"""


def read(text: str, call: str, **objects: Any) -> Trace:
    trace, _ = recorded(text, lambda names: eval(call, names | objects))
    made = read_as_search(trace, {})
    verify(made)
    return made


def folds_of(trace: Trace, frame: int) -> list[Folded]:
    return list(trace.folds(frame))


def test_numbers_of_the_side_to_move_are_turned_to_max() -> None:
    trace = read(NEGAMAX.replace("GUARD", "alpha >= beta"), "negamax([[3, 5], [2, 9]], 1, -99, 99)")
    assert trace.options == {"windows": "whole", "cut": ">="}
    first, second = folds_of(trace, FIRST)
    assert (first.alpha, first.beta, first.best) == (-99, 3, 3), "MIN has it, although the program says -3"
    assert (second.best_child, second.is_cut) == (first.best_child, False)
    assert [one.is_cut for one in folds_of(trace, SECOND)] == [True]
    assert trace.cutoffs == 1
    assert trace.is_cutoff(SECOND)


class Score(int):
    """A number with a move, of which nothing is asked."""

    def __repr__(self) -> str:
        raise AssertionError("a method of the user is called")

    def __rmul__(self, side: int) -> Score:
        return Score(side * int(self))

    def __neg__(self) -> Score:
        made = Score(-int(self))
        made.move = "a1"  # type: ignore[attr-defined]
        return made


@pytest.mark.parametrize("kind", [np.int64, np.float32, np.array, Score])
def test_numbers_of_other_classes_are_read_as_numbers(kind: Any) -> None:
    text = NEGAMAX.replace("GUARD", "alpha >= beta")
    plain = read(text, "negamax([[3, 5], [2, 9]], 1, -99, 99)")
    trace = read(text, "negamax([[KIND(3), KIND(5)], [KIND(2), KIND(9)]], 1, -99, 99)", KIND=kind)
    assert folds_of(trace, FIRST) == folds_of(plain, FIRST)
    assert folds_of(trace, SECOND) == folds_of(plain, SECOND)
    assert trace.cutoffs == 1


@pytest.mark.parametrize("unread", [Fraction(5), Decimal(5)])
def test_what_took_a_value_that_is_no_number_is_not_known(unread: Any) -> None:
    text = NEGAMAX.replace("GUARD", "alpha >= beta")
    trace = read(text, "negamax([[UNREAD, 3, 7], [2, 9]], 1, -99, 99)", UNREAD=unread)
    first, second, third = folds_of(trace, FIRST)
    assert isnan(first.best)
    assert (first.best_child, first.is_better) == (-1, False)
    assert (second.best, second.best_child) == (3, second.child)
    assert not third.is_better
    assert trace.search.windows is Windows.NONE, "what was given for a bound is no number"
    assert not any("? <" in str(line.message) for line in listing(trace))


def test_what_a_fold_without_a_name_makes_of_no_number_is_not_known() -> None:
    text = """
def search(tree, is_max):
    if not isinstance(tree, list):
        return tree
    return (max if is_max else min)(search(child, not is_max) for child in tree)
"""
    trace = read(text, "search([[UNREAD, 4], [6, 9]], True)", UNREAD=Fraction(5))
    found = folds_of(trace, FIRST)
    assert all(isnan(one.best) and one.best_child < 0 and not one.is_better for one in found)
    assert [one.best for one in folds_of(trace, SECOND)] == [6, 6]


@pytest.mark.parametrize(
    ("guard", "rule"),
    [
        ("alpha >= beta", ">="),
        ("beta <= alpha", ">="),
        ("alpha > beta", ">"),
        ("not alpha < beta", ">="),
        ("value >= beta or len(tree) > 50", ">="),
        ("beta < value or value == beta", ">="),
        ("len(tree) > 50", None),
    ],
)
def test_the_cut_rule_is_the_comparison_in_the_guard(guard: str, rule: str | None) -> None:
    trace = read(NEGAMAX.replace("GUARD", guard), "negamax([[3, 5], [2, 9], [1, 4]], 1, -99, 99)")
    assert trace.options.get("cut") == rule
    assert trace.cutoffs == (None if rule is None else 2), "an exit that reads no bound may hide one"


def test_a_bound_that_moves_the_wrong_way_is_shown_as_it_moved() -> None:
    """β follows the largest value here, so that it never falls, and no loop is left."""
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = max(beta, best)
        if alpha >= beta:
            break
    return best
"""
    trace = read(text, "search([[3, 5], [2, 9]], True, -99, 99)")
    assert trace.cutoffs == 0
    assert {one.beta for frame in (FIRST, SECOND) for one in folds_of(trace, frame)} == {99}
    assert [one.alpha for one in folds_of(trace, ROOT)] == [3, 3]


def test_bounds_in_a_list_are_those_that_the_call_began_with() -> None:
    text = """
def search(tree, is_max, bounds):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for child in tree:
        value = search(child, not is_max, bounds[:])
        if is_max:
            best = max(best, value)
            bounds[0] = max(bounds[0], best)
        else:
            best = min(best, value)
            bounds[1] = min(bounds[1], best)
        if bounds[0] >= bounds[1]:
            break
    return best
"""
    trace = read(text, "search([[3, 5], [2, 9]], True, [-99, 99])")
    assert trace.options == {"windows": "whole", "cut": ">="}
    assert trace.column("alpha")[ROOT:].tolist() == [-99, -99, -99, -99, 3, 3]
    assert trace.cutoffs == 1


def test_the_end_of_a_loop_is_a_cutoff_only_where_a_bound_decided() -> None:
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    place = 0
    while place < len(tree) and alpha < beta:
        value = search(tree[place], not is_max, alpha, beta)
        place += 1
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    return best
"""
    trace = read(text, "search([[3, 5], [2, 9], [7, 8]], True, -99, 99)")
    inner = [frame for frame in range(ROOT, len(trace)) if trace.sizes[frame] > 1]
    assert [trace.is_cutoff(frame) for frame in inner] == [False, False, True, False]


def test_a_break_out_of_the_inner_loop_is_a_cutoff_though_others_are_tried() -> None:
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for row in (tree[:2], tree[2:]):
        for child in row:
            value = search(child, not is_max, alpha, beta)
            if is_max:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if alpha >= beta:
                break
    return best
"""
    trace = read(text, "search([[5, 6], [2, 9, 7, 8], [2, 9]], True, -99, 99)")
    inner = [frame for frame in range(ROOT, len(trace)) if trace.sizes[frame] > 1]
    assert [trace.is_cutoff(frame) for frame in inner] == [False, False, True, True]
    assert trace.facts.cutoffs[inner].tolist() == [0, 0, 2, 1], "both rows of the first are left"
    assert (trace.cutoffs, overall(by_ply(trace))["cut_frames"], trace.pruned) == (3, 2, None)
    assert trace.facts.first_move_cut[inner].tolist() == [False, False, True, True]
    assert len(Steps(trace).cuts()) == 3
    recorded_bounds = trace.recorded_bounds
    assert recorded_bounds is not None
    assert recorded_bounds.may_leave_moves[inner].tolist() == [False, False, True, True]
    assert [one.is_cut for one in folds_of(trace, inner[2])] == [True, True]


def test_leaving_the_outer_loop_too_is_one_cutoff() -> None:
    text = """
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    best = -99 if is_max else 99
    for row in (tree[:2], tree[2:]):
        for child in row:
            value = search(child, not is_max, alpha, beta)
            best = max(best, value) if is_max else min(best, value)
            alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))
            if alpha >= beta:
                break
        if alpha >= beta:
            break
    return best
"""
    trace = read(text, "search([[5, 6], [2, 9, 7, 8], [2, 9]], True, -99, 99)")
    inner = [frame for frame in range(ROOT, len(trace)) if trace.sizes[frame] > 1]
    assert (trace.cutoffs, trace.facts.cutoffs[inner].tolist()) == (2, [0, 0, 1, 1])


def test_what_is_not_recorded_is_found_by_the_law() -> None:
    trace = read(NEGAMAX.replace("GUARD", "alpha >= beta"), "negamax([[3, 5], [2, 9]], 1, -99, 99)")
    assert trace.recorded_bounds is not None
    proposal = Proposal.of(trace)
    assert proposal is not None
    trace_without = trace.with_beside(user_code=replace(trace.user_code, facts=NO_FACTS))
    older = with_proposal(trace_without, proposal)
    assert older.recorded_bounds is None
    assert older.cutoffs == trace.cutoffs
    assert not any(isnan(one.best) for one in folds_of(older, ROOT))


NOT_SEEN = {"tree_window_object": "its guard is a method", "race_star1": "its bounds are names of their own"}
NO_WAY = {"tree_explicit_nodes", "coins_shifted_window"}
"""Programs of which another recursion is recorded, or that are not read as searches."""


READ = [program for program in programs() if program.name not in NO_WAY]


@pytest.mark.parametrize("program", READ, ids=lambda program: program.name)
@pytest.mark.spread(16)
def test_cutoffs_are_those_of_an_independent_instrument(program: Program) -> None:
    trace, _ = recorded(program.text, lambda names: names["run"](names["POSITIONS"][0]))
    made = read_as_search(trace, {})
    if not made.origin.is_search:
        return
    if program.name in NOT_SEEN:
        assert not made.facts.knows_cuts
        return
    seen = observe(program, 0)
    ran, early = (seen.count(program, kind) for kind in ("cut", "early"))
    if made.cutoffs is None:
        assert not ran
        return
    assert ran <= made.cutoffs <= ran + early
    assert made.cutoffs == sum(made.is_cutoff(frame) for frame in range(len(made)))


@pytest.mark.full
def test_one_bound_of_a_null_window_is_drawn_and_its_values_are_bounds() -> None:
    program = next(program for program in programs() if program.name == "connect_null_window")
    trace, _ = recorded(program.text, lambda names: names["run"](names["POSITIONS"][1]))
    made = read_as_search(trace, {})
    frames = [frame for frame in range(len(made)) if made.user_code.function_of(frame).name == "zw"]
    assert frames
    for frame in frames:
        beta = float(made.user_code.arguments(frame)["beta"])
        given = (-inf, beta) if made.kinds[frame] == MAX else (-beta, inf)
        assert (made.alphas[frame], made.betas[frame]) == given
        assert made.bound_of(frame) != "exact"


def test_a_bound_that_no_value_reaches_stays_as_it_was_given() -> None:
    """A table narrows the window on entry; a bound that it sets anew is no wider than the one that was passed."""
    program = next(program for program in programs() if program.name == "reversi_table")
    trace, _ = recorded(program.text, lambda names: names["run"](names["POSITIONS"][1]))
    made = read_as_search(trace, {})
    windows = [(made.window_at_first(frame), made.alphas[frame], made.betas[frame]) for frame in range(len(made))]
    assert any(beta < inf for _, _, beta in windows)
    assert all(first[0] >= alpha and first[1] <= beta for first, alpha, beta in windows)


def test_where_no_value_is_read_no_number_of_cutoffs_is_said() -> None:
    """Positions are returned and compared as objects, and one loop is left because of such a comparison."""
    text = """
class Node:
    def __init__(self, score, *children):
        self.score, self.children = score, children

    def __le__(self, other):
        return self.score <= other.score

def search(node, is_max, beta=None):
    if not node.children:
        return node
    best = node.children[0]
    for child in node.children:
        found = search(child, not is_max, best)
        if is_max and beta is not None and beta <= found:
            return found
        best = found
    return best
"""
    trace = read(text, "search(Node(0, Node(1, Node(2, Node(7), Node(5)), Node(3))), True)")
    assert len(trace) > 5
    assert (trace.cutoffs, trace.pruned) == (None, None)


@pytest.mark.parametrize("guard", ["value >= alpha", "value <= beta"])
def test_a_guard_that_compares_with_the_wrong_bound_leaves_the_cutoffs_unknown(guard: str) -> None:
    """MIN leaves its loop by a bound that its value has not met: whether that is a cutoff is not decided."""
    text = f"""
def search(tree, is_max, alpha, beta):
    if not isinstance(tree, list):
        return tree
    value = -99 if is_max else 99
    for child in tree:
        if is_max:
            value = max(value, search(child, False, alpha, beta))
            alpha = max(alpha, value)
            if value >= beta:
                break
        else:
            value = min(value, search(child, True, alpha, beta))
            beta = min(beta, value)
            if {guard}:
                break
    return value
"""
    assert read(text, "search([[6, 5], [3, 7], [2, 1]], True, -99, 99)").cutoffs is None
    right = text.replace(guard, "value <= alpha")
    assert read(right, "search([[6, 5], [3, 7], [2, 1]], True, -99, 99)").cutoffs == 2
