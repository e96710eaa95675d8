"""The proof of a session: asked for once, found in the background, and the same as the engine's."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.analysis.proof import proof
from plyscope.files.sources import load
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.session.session import ALL, CUT, VARIATION, Proving, proof_of

from tests.full_traces import record

pytestmark = pytest.mark.qt


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "pvs"])
def test_the_letters_are_those_of_the_proof(qapp: Any, algorithm: str) -> None:
    trace = record("tictactoe:XO./.X./..O", algorithm)
    proving = Proving(trace)
    assert proving.letter(0) == "", "nobody has asked yet"
    proving._keep(proof_of(trace))
    expected = proof(trace)
    for letter, frames in ((VARIATION, expected.variation), (CUT, expected.cut_nodes), (ALL, expected.all_nodes)):
        assert {frame for frame in range(len(trace)) if proving.letter(frame) == letter} == set(frames.tolist())


def test_what_is_unneeded_is_all_else_by_its_uppermost_frames(qapp: Any) -> None:
    trace = record("tictactoe:XO./.X./..O", "minimax")
    found, _, unneeded = proof_of(trace)
    covered: list[int] = []
    for top in unneeded:
        covered += range(top, top + trace.sizes[top])
    assert sorted(covered) == [frame for frame in range(len(trace)) if not found.needs[frame]]


def test_the_proof_is_found_once_and_announced(qtbot: Any) -> None:
    proving = Proving(record("tree:[[3,12,8],[2,4,6]]"))
    with qtbot.waitSignal(proving.done):
        proving.request()
        assert proving.is_running
    assert not proving.is_running
    assert proving.sentences
    with qtbot.assertNotEmitted(proving.done, wait=50):
        proving.request()
    wait_for_all()


def test_where_there_is_no_proof_the_reason_is_given(qtbot: Any) -> None:
    proving = Proving(record(load("tree:[1,2]"), "accumulate"))
    with qtbot.waitSignal(proving.done):
        proving.request()
    assert proving.proof is None
    assert "adds values up" in str(proving.refusal)
