"""What several calls do at the same time is read call by call."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from plyscope.model.user_code import TracedFunction
from plyscope.tracer.log_reader import CallOrder, RowBuilder
from plyscope.tracer.target.log import FACT, FIRST_KEY, LEFT, LINES_ENDED, MARKED, PRINTED, RAISED

A, B, C = FIRST_KEY, FIRST_KEY + 1, FIRST_KEY + 2


def in_order(*items: Any, depth: int = 0) -> list[Any]:
    call_order = CallOrder([1], depth)
    return call_order.in_order(items) + call_order.release(True)


def test_what_is_in_order_goes_through_at_once() -> None:
    call_order = CallOrder([1], 0)
    assert call_order.in_order([(0, A, 0), 5]) == [(0,), 5]
    assert call_order.in_order([(0, B, A), 6, (LEFT, B, 7)]) == [(0,), 6, 7]
    assert call_order.in_order([(LEFT, A, 8)]) == [8]
    assert call_order.release(True) == []


def test_siblings_stand_one_after_the_other() -> None:
    taking_turns = [(0, A, 0), 1, (0, B, 0), 2, (PRINTED, "a", A), (PRINTED, "b", B), (LEFT, B, 20), (LEFT, A, 10)]
    printed = [(PRINTED, "a", A), (PRINTED, "b", B)]
    assert in_order(*taking_turns) == [(0,), 1, *printed, 10, (0,), 2, 20], "printed text stays in the order of time"


def test_calls_of_a_call_that_waits_wait_too() -> None:
    mixed = [(0, A, 0), 1, (0, B, 0), 2, (0, C, B), 3, (LEFT, C, 30), (RAISED, "no", 4, B), (LEFT, A, 10)]
    assert in_order(*mixed) == [(0,), 1, 10, (0,), 2, (0,), 3, 30, (RAISED, "no", 4)]


def test_old_ones_have_depths_and_stay_without_a_key() -> None:
    assert in_order((0, A, 1), 1, 50, (LEFT, A, 10), depth=1) == [(0,), 1, 10, 50]


def test_who_is_gone_makes_no_calls() -> None:
    assert in_order((0, A, 0), 1, (LEFT, A, 10), (0, B, A), 2, (LEFT, B, 20)) == [(0,), 1, 10, (0,), 2, 20]


def test_what_never_ends_is_left_suspended() -> None:
    call_order = CallOrder([1], 0)
    ordered = call_order.in_order([(0, A, 0), 1, (0, B, A), 2, (0, C, 0), 3, (LEFT, A, 10)])
    assert ordered + call_order.release(False) == [(0,), 1, (0,), 2, ["…"], 10, (0,), 3], "the last one is still open"


def test_too_deep_a_recursion_leaves_all_that_is_below() -> None:
    raised = [(RAISED, "RecursionError", 3)]
    assert in_order((0, A, 0), 1, (0, B, A), 2, (0, C, B), 3, (*raised[0], A, 0)) == [
        (0,),
        1,
        (0,),
        2,
        (0,),
        3,
        *3 * raised,
    ]


def test_an_exception_that_comes_while_a_call_is_recorded_leaves_no_other_call() -> None:
    """The call has returned, or is not entered yet, as far as the log knows: its caller goes on."""
    rows = RowBuilder([TracedFunction("f", ("n",), ("n",), 1, 2)])
    rows.append([(0,), 1, (0,), 2, 20, (RAISED, "late", 3, -1, 2), (0,), 3, (RAISED, "early", 3, -1, 3), 30, 10])
    rows.finish(False, "10")
    assert [rows.texts[number] for number in rows.results[1:]] == ["10", "20", "30"]


@pytest.mark.parametrize("batches", [[7], [1, 2, 4], [3, 4]])
def test_the_lines_may_end_while_a_call_is_entered(batches: list[int]) -> None:
    items = [(0,), 1, (0,), (LINES_ENDED, "seconds"), 2, 20, 10]
    rows = RowBuilder([TracedFunction("f", ("n",), ("n",), 1, 2)])
    for begin, end in pairwise([0, *batches, len(items)]):
        rows.append(items[begin:end])
    rows.finish(False, "10")
    assert [rows.texts[number] for number in rows.results[1:]] == ["10", "20"]
    assert rows.lines_ended == "seconds"


def test_an_exception_closes_the_calls_that_could_not_record_it() -> None:
    rows = RowBuilder([TracedFunction("f", ("n",), ("n",), 1, 2)])
    rows.append([(0,), 1, (0,), 2, (0,), 3, (RAISED, "no", 3, -1, 2), (0,), 4, 40, 10])
    rows.finish(False, "10")
    assert [rows.texts[number] for number in rows.results[1:]] == ["10", "no", "no", "40"]
    assert list(rows.raised) == [3, 2]


def test_a_fact_and_its_value_may_stand_in_two_batches() -> None:
    items = [(0,), 5, (FACT, 2), 7, (FACT, 3), (MARKED, 4), 10]
    found = []
    for length in (1, 2, 3, len(items)):
        rows = RowBuilder([TracedFunction("f", ("n",), ("n",), 1, 2)])
        for at in range(0, len(items), length):
            rows.append(items[at : at + length])
        found.append((rows.fact_parts.tolist(), [str(value) for value in rows.fact_values], rows.results.tolist()))
    assert found == [found[-1]] * len(found)
    assert found[0][:2] == ([2, 3, 4], ["7.0", "nan", "nan"])
