"""The ghosts of a session: searched one after the other, as far as asked for, and as the engine searches them."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.layout.shades import shades_of_trace
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.session.ghosts import Ghosts

from tests.full_traces import record

pytestmark = pytest.mark.qt


def test_all_of_a_small_tree(qtbot: Any) -> None:
    trace = record("tictactoe:XO./.X./..O")
    ghosts = Ghosts(trace)
    stubs = ghosts.stubs()
    assert len(stubs) == trace.pruned > 3
    with qtbot.waitSignal(ghosts.finished):
        ghosts.search(stubs)
    assert set(ghosts.found) == set(ghosts.rows) == set(stubs)
    for stub in stubs:
        assert ghosts.found[stub].value == ghost(trace, *stub).value
    assert (ghosts.is_running, ghosts.waiting, ghosts.requested) == (False, [], 0)


def test_nothing_is_searched_twice_and_more_of_it_on_request(qtbot: Any) -> None:
    trace = record("tictactoe:")
    frame = next(frame for frame in range(len(trace)) if trace.plies[frame] == 4 and trace.skips[frame])
    stub = (frame, trace.pruned_moves(frame)[0])
    ghosts = Ghosts(trace)
    with qtbot.waitSignal(ghosts.finished):
        ghosts.search([stub, stub], limit=5)
    assert (ghosts.found[stub].saved, ghosts.found[stub].value) == (5, None)
    ghosts.search([stub], limit=5)
    assert not ghosts.is_running
    with qtbot.waitSignal(ghosts.finished):
        ghosts.search([stub])
    assert ghosts.found[stub].trace.complete
    ghosts.search([stub])
    assert not ghosts.is_running


def test_a_search_can_be_stopped(qtbot: Any) -> None:
    trace = record("connectfour:", "alphabeta", depth=9, limit=200_000)
    frame = min(trace.column("skipped").nonzero()[0].tolist(), key=trace.plies.__getitem__)
    stubs = [(frame, move) for move in trace.pruned_moves(frame)]
    ghosts = Ghosts(trace)
    ghosts.search(stubs, limit=2_000_000)
    qtbot.waitUntil(lambda: ghosts.frames > 0)
    assert ghosts.current == stubs[0]
    with qtbot.waitSignal(ghosts.finished):
        ghosts.stop()
    assert list(ghosts.found) == stubs[:1]
    assert not ghosts.found[stubs[0]].trace.complete


def test_hidden_ghosts_are_kept(qtbot: Any) -> None:
    trace = record("tree:[[3,12],[2,4,6]]")
    ghosts = Ghosts(trace)
    stub = ghosts.stubs()[0]
    with qtbot.waitSignal(ghosts.finished):
        ghosts.search([stub])
    ghosts.show(False)
    assert ghosts.of(stub) is None
    ghosts.show(True)
    assert ghosts.of(stub) is not None


def test_a_refused_search_emits_the_reason(qtbot: Any) -> None:
    trace = record("tree:[[3,12],[2,4,6]]")
    ghosts = Ghosts(trace)
    with qtbot.waitSignal(ghosts.refused) as signal:
        ghosts.search([(0, 0)])
    assert "has not pruned" in str(signal.args[0])
    assert not ghosts.is_running


def test_an_abandoned_search_reports_nothing(qtbot: Any) -> None:
    ghosts = Ghosts(record("tree:[[3,12],[2,4,6]]"))
    ghosts.search(ghosts.stubs())
    ghosts.abandon()
    with qtbot.assertNotEmitted(ghosts.finished, wait=100):
        wait_for_all()
    assert not ghosts.found


def test_ghosts_have_the_colours_of_the_recording(qtbot: Any) -> None:
    """4 and 6 lie near MIN's end of 2 to 14, though each is all that its own search has seen."""
    trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    ghosts = Ghosts(trace)
    with qtbot.waitSignal(ghosts.finished):
        ghosts.search(ghosts.stubs())
    scale = shades_of_trace(trace)
    assert [rows.shades for rows in ghosts.rows.values()] == [scale, scale]
    assert all(scale.of_value(found.value or 0.0) < 0 for found in ghosts.found.values())
