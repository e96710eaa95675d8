"""Measuring growth as work of a process."""

from __future__ import annotations

import plyscope
import pytest
from plyscope.analysis.growth import Measured
from plyscope.files.sources import PositionText
from plyscope.messages import InputError
from plyscope.tracer.starting import Limits
from plyscope_window.pages.growth.growth_work import SizeMeasured, SizeProgress, measure_growth, measure_sizes

from tests.children import ParentStub
from tests.places import ROOT

FIBONACCI = str(ROOT / "samples" / "recursion" / "fibonacci.py")


def position(source: str) -> PositionText:
    return PositionText.of(plyscope.load(source))


def test_it_sends_what_it_measured() -> None:
    parent = ParentStub()
    measure_growth(position("tictactoe:"), ("minimax", "alphabeta"), (1, 3), 10**7, parent)
    assert [one.frames for one in parent.of(Measured) if one.who == "minimax"] == [10, 82, 586]


def test_stopped_it_measures_no_further() -> None:
    parent = ParentStub(until=lambda result: len(parent.of(Measured)) == 3)
    measure_growth(position("connectfour:"), ("alphabeta",), (1, 40), 10**7, parent)
    assert len(parent.of(Measured)) == 3


def test_what_cannot_be_measured_is_refused() -> None:
    with pytest.raises(InputError, match="has no value of its own"):
        measure_growth(position("tree:[[1,2],[3,4]]"), ("minimax",), (1, 3), 10**7, ParentStub())


def test_calls_are_counted_for_each_n_without_a_cache_and_with_one() -> None:
    parent = ParentStub()
    measure_sizes(FIBONACCI, "fib({n})", range(4, 6), (False, True), Limits(), parent)
    rows = [(one.cached, one.row.n, one.row.calls) for one in parent.of(SizeMeasured)]
    assert rows == [(False, 4, 9), (False, 5, 15), (True, 4, 7), (True, 5, 9)]


def test_a_call_that_is_stopped_is_discarded() -> None:
    parent = ParentStub(until=lambda result: isinstance(result, SizeProgress))
    measure_sizes(FIBONACCI, "fib(25 + {n})", range(3), (False,), Limits(), parent)
    assert parent.of(SizeMeasured) == []
