"""The order in which a search tries moves: a pure function of position, order and seed, or learned in the run.

So pruned moves can be named afterwards, and a repeated search gives the same recording. Outside a run, a learned order
offers the moves as the game lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from plyscope.messages import Message
from plyscope.model.position import FIRST, Game, Rules, State
from plyscope.model.shuffle import shuffled
from plyscope.search.learned_orders import LEARNED_ORDERS

Moves = Callable[[State], Iterator[int]]
Score = Callable[[State, float], float]

ORDERS = {
    "given": Message("as the game lists them"),
    "center": Message("the middle of the board first"),
    "reverse": Message("the game's list from its end"),
    "random": Message("shuffled anew in every position, by the seed"),
    "best": Message("the best static score first"),
    **LEARNED_ORDERS,
}


@dataclass(frozen=True)
class Ordered:
    """A game's moves in another order than its own, to be called as its `moves` are; and what the order is."""

    rules: Rules
    by: Callable[[Ordered, list[int], State], Iterable[int]]
    """One of the functions below."""
    keys: Callable[[int], float] | None = None
    """By what moves are sorted, if that depends on the move alone."""
    numbers: Sequence[int] | None = None
    """The numbers that moves can have; None where the game does not say."""
    seed: int = 0
    max_side: int = FIRST
    score: Score | None = None

    def __call__(self, s: State) -> Iterator[int]:
        moves = list(self.rules.moves(s))
        return iter(moves if self.rules.outcomes(s) else self.by(self, moves, s))


def by_keys(order: Ordered, moves: list[int], s: State) -> Iterable[int]:
    keys: Any = order.keys
    return sorted(moves, key=keys)


def reverse(order: Ordered, moves: list[int], s: State) -> Iterable[int]:
    return reversed(moves)


def shuffle(order: Ordered, moves: list[int], s: State) -> Iterable[int]:
    return shuffled(moves, order.seed, order.rules.key(s))


def best_first(order: Ordered, moves: list[int], s: State) -> Iterable[int]:
    play, undo, score = order.rules.play, order.rules.undo, order.score
    assert score is not None
    scores: dict[int, float] = {}
    for move in moves:
        play(s, move)
        scores[move] = score(s, 0)
        undo(s, move)
    return sorted(scores, key=scores.__getitem__, reverse=order.rules.to_move(s) == order.max_side)


def ordered_moves(order: str, game: Game, seed: int, max_side: int, score: Score) -> Moves:
    """The game's `moves`, in the requested order."""
    rules = game.rules
    choices: dict[str, Moves] = {
        "given": rules.moves,
        "center": Ordered(rules, by_keys, keys=game.distance_from_centre, numbers=game.move_numbers),
        "reverse": Ordered(rules, reverse),
        "random": Ordered(rules, shuffle, seed=seed),
        "best": Ordered(rules, best_first, max_side=max_side, score=score),
        **dict.fromkeys(LEARNED_ORDERS, rules.moves),
    }
    return choices[order]
