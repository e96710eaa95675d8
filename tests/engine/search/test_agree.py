"""Every search against a plain one of the tests' own, and against all the others."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.search import SEARCHES

from tests import naive
from tests.examples import examples
from tests.full_traces import Trace, record
from tests.trees import as_text, nested

SOUND = sorted(
    name for name, search in SEARCHES.items() if name != "accumulate" and not search.simulates and not search.stands_pat
)
CUT_RULES = {">=": lambda alpha, beta: alpha >= beta, ">": lambda alpha, beta: alpha > beta}
TREES = examples(300)


def variants(algorithm: str) -> list[dict[str, str]]:
    choices = {"cut": (">=", ">"), "fail": ("soft", "hard")}
    read = [option for option in choices if option in SEARCHES[algorithm].reads]
    return [dict(zip(read, chosen, strict=True)) for chosen in product(*map(choices.__getitem__, read))]


@pytest.mark.spread(4, 1)
@pytest.mark.parametrize("algorithm", [name for name in SOUND if name != "deepening"])
@TREES
@given(tree=nested, side=st.sampled_from(["first", "second"]))
def test_every_search_finds_the_value_of_every_tree(algorithm: str, tree: Any, side: str) -> None:
    position = load("tree:" + as_text(tree), max=side)
    expected = naive.minimax(tree, side == "first")
    for options in variants(algorithm):
        trace = record(position, algorithm, **options)
        assert trace.value == expected
        assert trace.bound == "exact"
        verify(trace)


def assert_same_calls(trace: Trace, log: naive.Log) -> None:
    calls = log.calls
    assert trace.column("parent").tolist() == [call.parent for call in calls]
    assert trace.column("ply").tolist() == [call.ply for call in calls]
    assert trace.column("size").tolist() == [call.size for call in calls]
    assert trace.column("kind").tolist() == [call.maximizing for call in calls]
    assert trace.column("status").tolist() == [int(call.is_leaf) for call in calls]
    assert trace.column("alpha").tolist() == [call.alpha for call in calls]
    assert trace.column("beta").tolist() == [call.beta for call in calls]
    assert trace.column("value").tolist() == [call.value for call in calls]
    assert trace.column("skipped").tolist() == [call.skipped for call in calls]
    assert trace.facts.cutoff.tolist() == [call.is_cutoff for call in calls]
    ordinals = ordinal_of_child(trace)
    assert [ordinals[move] for move in trace.column("move").tolist()] == [call.move for call in calls]


def ordinal_of_child(trace: Trace) -> dict[int, int]:
    """Moves of a tree are numbers of nodes; here they become places among siblings."""
    tables = trace.position.game.rules.tables
    firsts, parents = tables["FIRST_CHILD"], tables["PARENT"]
    return {-1: -1, **{node: node - firsts[parents[node]] for node in range(1, len(parents))}}


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax"])
@pytest.mark.parametrize("cut", [">=", ">"])
@pytest.mark.parametrize("fail", ["soft", "hard"])
@TREES
@given(tree=nested, side=st.sampled_from(["first", "second"]))
def test_windows_values_and_cutoffs_are_those_of_a_plain_alphabeta(
    algorithm: str, cut: str, fail: str, tree: Any, side: str
) -> None:
    trace = record(load("tree:" + as_text(tree), max=side), algorithm, cut=cut, fail=fail)
    assert_same_calls(trace, naive.logged_alphabeta(tree, side == "first", CUT_RULES[cut], fail == "hard"))


@pytest.mark.spread(2)
@pytest.mark.parametrize("algorithm", ["minimax", "maxmin"])
@TREES
@given(tree=nested, side=st.sampled_from(["first", "second"]))
def test_full_searches_make_the_calls_of_a_plain_one(algorithm: str, tree: Any, side: str) -> None:
    trace = record(load("tree:" + as_text(tree), max=side), algorithm)
    assert_same_calls(trace, naive.logged_minimax(tree, side == "first"))


@TREES
@given(tree=nested.filter(lambda tree: "inf" not in as_text(tree)))
def test_accumulate_adds_all_leaves_up(tree: Any) -> None:
    def total(node: Any) -> float:
        return sum(map(total, node)) if isinstance(node, list) else float(node)

    trace = record("tree:" + as_text(tree), "accumulate")
    assert trace.value == total(tree)
    verify(trace)


def test_accumulate_refuses_to_add_infinities_of_both_signs() -> None:
    from plyscope.messages import InputError

    assert record("tree:[inf,1]", "accumulate").value == inf
    with pytest.raises(InputError, match="∞ and -∞"):
        record("tree:[inf,-inf]", "accumulate")


@cache
def minimax_value(source: str, **options: Any) -> float | None:
    return record(load(source, max=options.pop("max", None)), "minimax", **options).value


@pytest.mark.spread(9)
@pytest.mark.parametrize("algorithm", SOUND)
@pytest.mark.parametrize("order", ["given", "center", "reverse", "random", "best"])
@pytest.mark.parametrize("source", ["tictactoe:XO./.../...", "hexline:.../...", "connectfour:4,3,3 12"])
def test_the_order_of_moves_changes_the_work_and_never_the_value(algorithm: str, order: str, source: str) -> None:
    trace = record(source, algorithm, order=order)
    assert trace.value == minimax_value(source)
    verify(trace)


@pytest.mark.spread(11)
@pytest.mark.parametrize("algorithm", SOUND)
@pytest.mark.parametrize("score", ["result", "ten", "ten-deep", "sooner", "lines", "linear"])
@pytest.mark.parametrize("depth", [1, 2, 3, None])
def test_all_searches_agree_under_every_scoring_and_depth(algorithm: str, score: str, depth: int | None) -> None:
    for source, side in (("tictactoe:XO./.../...", "x"), ("tictactoe:X../.O./..X", "o")):
        position = load(source, max=side)
        expected = minimax_value(source, max=side, score=score, depth=depth)
        for options in variants(algorithm):
            trace = record(position, algorithm, score=score, depth=depth, **options)
            assert trace.value == expected
            verify(trace)
