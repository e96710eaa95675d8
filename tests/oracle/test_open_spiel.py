"""An independent library plays the same games: values, moves and ends, on hundreds of positions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.model.position import Position

from tests.full_traces import record

pytestmark = pytest.mark.full

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed; pip install '.[oracle]' brings it")

POSITIONS = 160


def same_state(position: Position, state: Any) -> None:
    """Whose move it is, whether it is over and for whom, and which moves there are."""
    assert position.is_over == state.is_terminal()
    if state.is_terminal():
        assert position.game.rules.outcome(list(position.state)) == state.returns()[0]
    else:
        assert position.side_to_move == state.current_player() + 1
        assert position.legal_moves() == state.legal_actions()


def random_pairs(source: str, game: str, least: int, most: int) -> list[tuple[Position, Any]]:
    """The same random positions in both libraries, compared at every move on the way."""
    draw, pairs = random.Random(f"{game} {POSITIONS}"), []
    while len(pairs) < POSITIONS:
        position, state = load(source), pyspiel.load_game(game).new_initial_state()
        for _ in range(draw.randint(least, most)):
            if state.is_terminal():
                break
            action = draw.choice(state.legal_actions())
            state.apply_action(action)
            position = position.after(action)
            same_state(position, state)
        pairs.append((position, state))
    return pairs


def true_value(state: Any, known: dict[str, float]) -> float:
    """The value for the first side, by the other library's rules and a plain search over them."""
    if state.is_terminal():
        return float(state.returns()[0])
    key = str(state)
    if key not in known:
        values = [true_value(state.child(action), known) for action in state.legal_actions()]
        known[key] = max(values) if state.current_player() == 0 else min(values)
    return known[key]


def test_tictactoe() -> None:
    known: dict[str, float] = {}
    for position, state in random_pairs("tictactoe:", "tic_tac_toe", 0, 9):
        expected = true_value(state, known)
        for algorithm in ("minimax", "alphabeta", "pvs"):
            assert record(position, algorithm).value == expected


def test_connect_four_near_the_end() -> None:
    for position, state in random_pairs("connectfour:", "connect_four", 30, 42):
        expected = true_value(state, {})
        for algorithm in ("alphabeta", "negamax", "pvs"):
            assert record(position, algorithm).value == expected


def test_connect_four_by_the_librarys_own_alphabeta() -> None:
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    game = pyspiel.load_game("connect_four")
    for position, state in random_pairs("connectfour:", "connect_four", 4, 20)[:40]:
        if state.is_terminal():
            continue
        depth = 4
        value, _ = alpha_beta_search(
            game, state=state, maximum_depth=depth, value_function=lambda s: 0, maximizing_player_id=0
        )
        assert record(position, depth=depth).value == value
