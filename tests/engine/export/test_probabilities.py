"""The probabilities on edges, also of outcomes that were pruned."""

from __future__ import annotations

from plyscope.export.extent import Extent
from plyscope.export.selection import Selection

from tests.full_traces import record


def test_pruned_outcomes_have_their_probability() -> None:
    selection = Selection(record("sample:tree/star1"), Extent())
    nodes = list(selection)
    outcomes = [(node.is_stub, selection.chance(node)) for node in nodes if selection.chance(node) is not None]
    assert outcomes == [(False, 0.5), (True, 0.25), (True, 0.25), (False, 0.5), (False, 0.5)]
