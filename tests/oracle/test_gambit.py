"""An independent library reads the same files of Gambit: players, moves, ends and values are the same."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope.model.position import Position

from tests.full_traces import record
from tests.places import ROOT

pytestmark = pytest.mark.full

pyspiel: Any = pytest.importorskip("pyspiel", reason="open_spiel is not installed; pip install '.[oracle]' brings it")


class Writer:
    """Random games of two players who take turns, written as Gambit writes them."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.sets = {1: 0, 2: 0}
        self.outcomes = 0

    def game(self) -> str:
        lines = ['EFG 2 R "random" { "one" "two" }', '"a comment"', ""]
        return "\n".join([*lines, *self.node(self.draw.choice([1, 2]), self.draw.randint(1, 5))]) + "\n"

    def node(self, player: int, depth: int) -> list[str]:
        if depth == 0 or self.draw.random() < 0.15:
            self.outcomes += 1
            value = self.draw.choice([self.draw.randint(-9, 9), self.draw.randint(-90, 90) / 8])
            return [f't "" {self.outcomes} "" {{ {value}, {-value} }}']
        self.sets[player] += 1
        moves = [f"m{number}" for number in range(self.draw.randint(1, 4))]
        quoted = " ".join(f'"{move}"' for move in moves)
        lines = [f'p "" {player} {self.sets[player]} "" {{ {quoted} }} 0']
        for _ in moves:
            lines += self.node(3 - player, depth - 1)
        return lines


def same_tree(position: Position, state: Any) -> float:
    """Goes through both and gives the value for the first player, by the other library's rules."""
    assert position.is_over == state.is_terminal()
    if state.is_terminal():
        value = float(state.returns()[0])
        assert position.game.rules.outcome(list(position.state)) == value
        return value
    assert position.side_to_move == state.current_player() + 1
    actions = state.legal_actions()
    assert position.moves() == [state.action_to_string(action) for action in actions]
    values = [
        same_tree(position.after(move), state.child(action))
        for move, action in zip(position.legal_moves(), actions, strict=True)
    ]
    return max(values) if state.current_player() == 0 else min(values)


@pytest.mark.parametrize("seed", range(60))
def test_random_games(tmp_path: Path, seed: int) -> None:
    text = Writer(seed).game()
    path = tmp_path / "game.efg"
    path.write_text(text, encoding="utf-8")
    position = load(path)
    value = same_tree(position, pyspiel.load_efg_game(text).new_initial_state())
    for algorithm in ("minimax", "alphabeta", "pvs"):
        assert record(position, algorithm).value == value


def test_the_sample() -> None:
    path = ROOT / "samples" / "imports" / "textbook.efg"
    state = pyspiel.load_efg_game(path.read_text(encoding="utf-8")).new_initial_state()
    assert record(load(path)).value == same_value(state) == 3


def same_value(state: Any) -> float:
    if state.is_terminal():
        return float(state.returns()[0])
    values = [same_value(state.child(action)) for action in state.legal_actions()]
    return max(values) if state.current_player() == 0 else min(values)
