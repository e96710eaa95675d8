"""Sizes that are estimated before a search is made."""

from __future__ import annotations

from math import inf

import pytest
from plyscope.files.sources import load
from plyscope.recording.estimate import MAX_FRAMES_WITHOUT_DEPTH, estimated_positions, fit
from plyscope.recording.record import run

from tests.full_traces import record


def test_a_full_tree_is_estimated_within_a_quarter() -> None:
    by_ply = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    for estimated, true in zip(estimated_positions(load("tictactoe:"), inf), by_ply, strict=True):
        assert abs(estimated - true) <= true / 4


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("source", "algorithm"),
    [
        ("connectfour:", "minimax"),
        ("connectfour:", "alphabeta"),
        ("tictactoe:4,4,4 ", "pvs"),
        ("hexline:random 20 1", "alphabeta"),
    ],
)
def test_where_the_whole_is_too_much_a_depth_is_set(source: str, algorithm: str) -> None:
    position = load(source)
    fitted = fit(position, {"algorithm": algorithm})
    depth = fitted.plan.options["depth"]
    assert fitted.whole is not None
    assert fitted.whole > MAX_FRAMES_WITHOUT_DEPTH >= fitted.frames
    assert 0 < depth < position.game.rules.longest(list(position.state))
    again = fit(position, {"algorithm": algorithm})
    assert again.plan.options == fitted.plan.options, "the same question has the same answer"


def test_an_estimated_depth_is_really_of_that_size() -> None:
    fitted = fit(load("tictactoe:4,4,4 "), {"algorithm": "minimax"})
    frames = len(run(fitted.plan))
    assert fitted.frames / 2 < frames < fitted.frames * 2


def test_small_searches_and_requested_depths_are_unchanged() -> None:
    assert fit(load("tictactoe:"), {}).plan.options["depth"] is None
    assert fit(load("tree:[[1,2],[3]]"), {}).whole is None
    asked = fit(load("connectfour:"), {"depth": 20})
    assert (asked.plan.options["depth"], asked.whole) == (20, None)
    assert fit(load("connectfour:"), {"algorithm": "tutorial-depth"}).plan.options["depth"] == 3
    assert record("hexline:.", depth=0).complete
    assert fit(load("tictactoe:XXX/OO./..."), {}).frames == 1
