"""Why programs of the corpus, which are right, have their bounds and cuts: nothing is said that did not run."""

from __future__ import annotations

from math import isnan

import pytest
from plyscope.analysis.why import Side, is_given, why_bound, why_cut
from plyscope.text.explanation import sentences
from plyscope.tracer.running import Limits, debug
from plyscope.usercode.reading import read_as_search

from tests.corpus.catalogue import programs

PROGRAMS = {
    "ttt_chinese": 4,
    "ttt_nested_functions": 4,
    "tree_aima_pair": 42,
    "tree_any_bound": 42,
    "tree_bound_in_call": 42,
    "tree_next": 42,
    "tree_sibling_recursion": None,
    "tree_window_object": None,
    "connect_null_window": 3,
}
"""Programs that move no bound before they leave, hand down their best value, or have one bound, with their cutoffs;
None where no exit is seen to be guarded by a bound."""


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_cut_is_told_by_what_met_the_bound_and_a_bound_by_what_was_in_effect(name: str) -> None:
    program = next(one for one in programs() if one.name == name)
    trace = read_as_search(debug(program.path, "run(POSITIONS[0])", limits=Limits(frames=1_000), lines=False), {})
    cuts = [cut for frame in range(len(trace)) if (cut := why_cut(trace, frame)) is not None]
    assert (len(cuts), trace.cutoffs) == (PROGRAMS[name] or 0, PROGRAMS[name])
    assert all(cut.alpha >= cut.beta for cut in cuts)
    for frame in range(len(trace)):
        for side in (one for one in Side if is_given(trace, frame, one)):
            origin = why_bound(trace, frame, side)
            assert origin.called < 0 or isnan(origin.sure), sentences(trace, frame)
