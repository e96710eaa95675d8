"""Counting the lines of play of a length: the published way to check the rules of a game."""

from __future__ import annotations

from plyscope.model.position import Reading


def perft(reading: Reading, plies: int) -> int:
    rules, state = reading.game.rules, reading.state
    if plies == 0:
        return 1
    if rules.is_over(state):
        return 0
    total = 0
    for move in list(rules.moves(state)):
        rules.play(state, move)
        total += perft(reading, plies - 1)
        rules.undo(state, move)
    return total
