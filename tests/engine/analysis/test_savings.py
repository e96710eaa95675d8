"""What pruning saved, counted here call by call."""

from __future__ import annotations

import numpy as np
import pytest
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.savings import Savings
from plyscope.analysis.why import why_cut
from plyscope.files.sources import load

from tests.full_traces import record

PAIRS = [("alphabeta", "minimax"), ("minimax", "alphabeta"), ("alphabeta", "pvs")]


@pytest.mark.parametrize("source", ["sample:tree/textbook", "sample:tree/deep-cutoff", "tictactoe:XO./X.O/..."])
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_each_cutoff_saved_what_the_other_calls_below_it(source: str, first: str, second: str) -> None:
    a, b = (record(load(source), algorithm=name) for name in (first, second))
    comparison = Comparison(a, b)
    savings = Savings(comparison)
    traces, others = {"a": a, "b": b}, {"a": b, "b": a}
    partners = {"a": comparison.partners_b, "b": comparison.partners_a}
    found = [savings[place] for place in range(len(savings))]
    for one in found:
        trace, there = traces[one.side], others[one.side]
        cut = why_cut(trace, one.frame)
        assert cut is not None
        assert cut.step == one.step
        assert there.path(one.there) == trace.path(one.frame)
        pruned = set(trace.pruned_moves(one.frame))
        below = [child for child in there.children(one.there) if there.moves[child] in pruned]
        assert one.calls == sum(there.sizes[child] for child in below)
        assert all(partners[one.side][child] < 0 for child in below)
    if second == "minimax":
        assert sum(one.calls for one in found) == len(b) - len(a)
        assert len(found) == int(np.count_nonzero(a.facts.cutoff))


def test_they_are_sorted_by_time_and_by_size() -> None:
    a, b = (record(load("sample:tree/textbook"), algorithm=name) for name in ("alphabeta", "minimax"))
    savings = Savings(Comparison(a, b))
    assert [savings[place].step for place in savings.in_time] == [16, 28]
    assert [savings[place].calls for place in savings.by_size] == [2, 0]
    assert savings.happened(15, 99).tolist() == [False, False]
    assert savings.happened(16, 0).tolist() == [True, False]
    assert not savings.is_known(0, 16, 22)
    assert savings.is_known(0, 16, 23)


def test_a_cutoff_that_both_have_saves_nothing_of_the_other() -> None:
    traces = [record(load("sample:tree/textbook"), algorithm="alphabeta", cut=cut) for cut in (">=", ">")]
    savings = Savings(Comparison(*traces))
    assert len(savings) == 0
