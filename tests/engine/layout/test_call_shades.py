"""Equal calls have equal shades, and the most frequent ones have each their own."""

from __future__ import annotations

import numpy as np
from plyscope.layout.rows import Rows
from plyscope.layout.shades import STEPS, CallShades, shades_of_trace

from tests import full_traces
from tests.engine.model.test_steps import fib


def test_equal_calls_have_equal_shades_and_single_ones_none() -> None:
    with full_traces.watch(fib) as watched:
        fib(12)
    trace = watched.trace
    user_code = trace.user_code
    shades = shades_of_trace(trace)
    assert isinstance(shades, CallShades)
    found = shades.of_frames(trace, None)
    for call in range(user_code.distinct):
        frames = np.flatnonzero(user_code.tables.call == call)
        assert len(set(found[frames].tolist())) == 1
        assert (found[frames[0]] == 0) == (len(frames) == 1)
        assert shades.of_frame(trace, int(frames[0])) == found[frames[0]] / 127
    most = np.argsort(-user_code.times_called, kind="stable")[: 2 * STEPS]
    assert len({int(shades.of_call[call]) for call in most}) == 2 * STEPS
    assert np.array_equal(Rows(trace, shades=shades)[0].shades, found[:1])


def test_searches_keep_the_shades_of_their_values() -> None:
    assert not isinstance(shades_of_trace(full_traces.record("tree:[1,[2,3]]")), CallShades)
