"""Orders of moves that are learned while a search runs: moves that have pruned others are tried first elsewhere.

    killer   the two moves that last pruned others at the same ply
    history  the moves of the side by how much they have pruned so far, a cut counting the more the higher it is

The search's text is unchanged. It plays and takes back the moves that `moves` has offered; from that alone follows how
far it got in each position, and so which move pruned the others. A cut after the last move prunes nothing and teaches
nothing. What is learned is of one run: the same search gives the same recording.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from plyscope.messages import Message
from plyscope.model.position import Rules, State

LEARNED_ORDERS = {
    "killer": Message("the moves first that last pruned others at the same ply"),
    "history": Message("the moves first that have pruned most so far"),
}
KILLERS = 2
"""Moves that are remembered at each ply."""


@dataclass
class Offer:
    """The moves that were offered in a position on the way to the current one."""

    side: int
    moves: list[int]
    tried: int = 0
    """How many of them have been played."""


class LearnedOrder:
    """An order of moves that is learned in one run, and the moves offered on the way from the root."""

    def __init__(self, name: str, plies: float) -> None:
        """`plies` is the height of the tree below the root, which is what a cut is weighed by."""
        self._is_history = name == "history"
        self._plies = plies
        self._killers: dict[int, list[int]] = {}
        self._weights: dict[tuple[int, int], float] = {}
        self._offers: list[Offer] = []

    def offer(self, ply: int, side: int, moves: Sequence[int], first: int | None = None) -> list[int]:
        """Return the legal moves of a position just entered at a ply, as learned up to here; learn from those left.

        One move may be `first` whatever was learned.
        """
        while len(self._offers) > ply:
            self._learn(self._offers.pop(), len(self._offers))
        if self._is_history:
            ordered = sorted(moves, key=lambda move: -self._weights.get((side, move), 0))
        else:
            killers = [move for move in self._killers.get(ply, ()) if move in moves]
            ordered = [*killers, *(move for move in moves if move not in killers)]
        if first is not None:
            ordered = first_of_all(first, ordered)
        self._offers.append(Offer(side, ordered))
        return ordered

    def try_moves(self, ply: int, count: int = 1) -> None:
        """Note that so many more of the moves that were offered at a ply are played."""
        self._offers[ply].tried += count

    def _learn(self, offer: Offer, ply: int) -> None:
        """Learn from a position that the search has left, if the last move that was tried pruned others."""
        if not 0 < offer.tried < len(offer.moves):
            return
        move = offer.moves[offer.tried - 1]
        if self._is_history:
            self._weights[offer.side, move] = self._weights.get((offer.side, move), 0) + max(self._plies - ply, 1) ** 2
        else:
            known = self._killers.get(ply, [])
            self._killers[ply] = [move, *(one for one in known if one != move)][:KILLERS]


def first_of_all(first: int, moves: Sequence[int]) -> list[int]:
    """Return the moves in their order, but one of them first."""
    return [first, *(move for move in moves if move != first)]


def learned_order(name: str, rules: Rules, root: Sequence[int], depth: float) -> LearnedOrder:
    """Return a learned order of a name with nothing learned, for a search from a root to a depth."""
    longest = rules.longest(list(root))
    return LearnedOrder(name, depth if longest is None else min(depth, longest))


def learning_names(name: str, rules: Rules, root: Sequence[int], depth: float) -> Mapping[str, Callable[..., Any]]:
    """Return `moves`, `noisy`, `play` and `undo` for one run of a search, which learn an order."""
    order = learned_order(name, rules, root, depth)
    ply = 0

    def moves(s: State) -> Iterator[int]:
        return iter(order.offer(ply, rules.to_move(s), list(rules.moves(s))))

    def moves_from(s: State, line: Sequence[int]) -> Iterator[int]:
        return iter(order.offer(ply, rules.to_move(s), list(rules.moves(s)), *line[:1]))

    def noisy(s: State) -> Iterator[int]:
        return iter(order.offer(ply, rules.to_move(s), list(rules.noisy(s))))

    def play(s: State, move: int) -> None:
        nonlocal ply
        order.try_moves(ply)
        ply += 1
        rules.play(s, move)

    def undo(s: State, move: int) -> None:
        nonlocal ply
        ply -= 1
        rules.undo(s, move)

    return {"moves": moves, "moves_from": moves_from, "noisy": noisy, "play": play, "undo": undo}
