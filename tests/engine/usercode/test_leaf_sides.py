"""Whose turn it is at leaves is shown by their positions, and not by the ply."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.cli.debug import where_max_moves
from plyscope.model.declaration import MAX, MIN, NO_SIDE
from plyscope.model.roles import Proposal
from plyscope.usercode.leaf_sides import parts_in

from tests.engine.tracer.searching import searched

TWICE = """
class State:
    def __init__(self, heap, turn):
        self.heap, self.turn = heap, turn

def state_of(heap, turn):
    return STATE

def after(heap, turn, take):
    return state_of(heap - take, turn if heap - take == 5 else -turn)

def search(state, depth, alpha, beta):
    heap, turn = PARTS
    if depth == 0 or heap == 0:
        return (7 * heap * heap + 3 * heap) % 19 - 9
    if turn == 1:
        best = -99
        for take in (1, 2, 3):
            best = max(best, search(after(heap, turn, take), depth - 1, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = 99
        for take in (1, 2, 3):
            best = min(best, search(after(heap, turn, take), depth - 1, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best
"""


@pytest.mark.parametrize("is_shown", [True, False])
def test_a_leaf_has_the_side_that_its_position_shows(tmp_path: Path, is_shown: bool) -> None:
    """Who leaves a heap of 5 moves again, which only the last move of this search can do."""
    state = "State(heap, turn)" if is_shown else "[heap, turn]"
    text = TWICE.replace("STATE", state).replace("PARTS", "state.heap, state.turn" if is_shown else "state")
    trace = searched(tmp_path, text, "search(state_of(12, 1), 3, -99, 99)")
    proposal = Proposal.of(trace)
    assert proposal is not None
    turns = [
        MAX if trace.user_code.arguments(frame)["state"].endswith(("turn=1)", ", 1]")) else MIN
        for frame in range(len(trace))
    ]
    leaves = [frame for frame in range(len(trace)) if trace.sizes[frame] == 1]
    kinds = trace.column("kind").tolist()
    assert [kinds[frame] for frame in range(len(trace)) if frame not in leaves] == [
        turns[frame] for frame in range(len(trace)) if frame not in leaves
    ]
    assert [kinds[frame] for frame in leaves] == [turns[frame] if is_shown else NO_SIDE for frame in leaves]
    assert any(turns[frame] == turns[trace.parents[frame]] for frame in leaves), "some side moves twice"
    assert where_max_moves(trace, proposal) == "in the first call, and on every second ply above the leaves"


def test_what_stands_beside_a_board_is_a_part_of_its_position() -> None:
    assert dict(parts_in(([1, 2], "X"))) == {(1,): "X"}
    assert dict(parts_in({"board": [0], "state": {"cells": (), "turn": 1}})) == {("state", "turn"): 1}
    assert dict(parts_in([1, 2])) == {}
