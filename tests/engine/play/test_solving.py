"""What positions are really worth."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.play.learning import Solver, reachable_positions

from tests.full_traces import record


def test_all_of_tic_tac_toe() -> None:
    """5,478 positions, of which 958 are finished (Schaefer, 2002); and the value of each as minimax has it."""
    start = load("tictactoe:")
    positions = list(reachable_positions(start))
    assert len(positions) == len({position.state for position in positions}) == 5478 - 958
    solver = Solver(start.game.rules)
    assert solver.value(list(start.state)) == 0
    for position in positions[:: len(positions) // 40]:
        assert solver.value(list(position.state)) == record(position, "minimax").value


@pytest.mark.parametrize(
    "source",
    [
        "connectfour:4,4,4 1122",
        "connectfour:5,4,4 11112222",
        "connectfour:5,4,4 112233",
        "hexline:.",
        "hexline:.../..#",
    ],
)
def test_against_alphabeta(source: str) -> None:
    position = load(source)
    assert Solver(position.game.rules).value(list(position.state)) == record(position, "alphabeta").value
