"""What positions are really worth: read to the end of the game, every position once."""

from __future__ import annotations

from engine.position import FIRST, Rules, State


class Solver:
    """Values for the first side: 1, 0 or -1. It keeps every position that it has seen."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.known: dict[bytes, int] = {}

    def value(self, state: State) -> int:
        rules, key = self.rules, bytes(state)
        found = self.known.get(key)
        if found is not None:
            return found
        if rules.is_over(state):
            best = int(rules.outcome(state))
        else:
            sign = 1 if rules.to_move(state) == FIRST else -1
            best = -sign
            for move in rules.moves(state):
                rules.play(state, move)
                value = self.value(state)
                rules.undo(state, move)
                if value * sign > best * sign:
                    best = value
                    if best == sign:  # there is nothing better than a win
                        break
        self.known[key] = best
        return best
