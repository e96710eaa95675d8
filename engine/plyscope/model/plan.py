"""A plan: a search that is ready to run on a position, with its options checked and its free names bound.

`plyscope.recording.plan` makes plans; a trace keeps the one it was recorded by.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import inf
from typing import Any

from plyscope.model.declaration import CHANCE, MAX, MIN, Calls, Place, Search
from plyscope.model.position import Position, State


@dataclass(frozen=True)
class Plan:
    """A search that is ready to run on a position."""

    position: Position
    search: Search
    options: Mapping[str, Any]
    names: Mapping[str, Any]
    """The values of the free names in the search's text."""
    root: str
    """The name of the function that is called at the root."""
    arguments: Sequence[Any]
    """The arguments of that call."""
    depth: float
    """The depth it is called with; infinite where the search goes to the end of the game."""
    exchange: Callable[[tuple[int, ...]], tuple[int, ...]] | None = None
    """Exchanges the colours of a state, where the search's text is written for the other side; else None."""

    extremes: tuple[float, float] = (-inf, inf)
    """The least and the largest value that a position can have; infinite where the scoring has no such values."""
    begin: Callable[[], Mapping[str, Any]] | None = None
    """Returns the names that are new in every run, where a search learns, remembers or draws at random; else None."""

    @property
    def names_of_run(self) -> Mapping[str, Any]:
        """The values of the free names for one run, new ones for each run where the search needs them."""
        return self.names if self.begin is None else {**self.names, **self.begin()}

    @property
    def is_exchanged(self) -> bool:
        """Whether the search runs with the colours exchanged."""
        return self.exchange is not None

    def as_run(self, state: Sequence[int]) -> State:
        """Return a state as the running search has it: with the colours exchanged where the search runs so."""
        return list(state if self.exchange is None else self.exchange(tuple(state)))

    def calls_at(self, frame: int, kind: int) -> Calls:
        """Return the declared function that a frame of the recording is a call of."""
        return self.search.calls_at(frame, self.kind_in_text(kind))

    def kind_in_text(self, kind: int) -> int:
        """Return the kind that a frame of the recording has in the search's text."""
        return 1 - kind if self.is_exchanged else kind

    @property
    def root_kind(self) -> int:
        """The side that the root of the recording moves for: as its function says, or else the side to move."""
        if self.search.takes_chance and self.position.is_chance:
            return CHANCE
        mover = self.position.game.rules.to_move(self.as_run(self.position.state))
        moves_for = MAX if mover == self.position.max_side else MIN
        declared = self.search.root_calls(moves_for).kind
        kind = moves_for if declared is None else declared
        return 1 - kind if self.is_exchanged else kind

    def kind_of(self, state: Sequence[int]) -> int:
        """Return the side to move in a state, MAX or MIN, or CHANCE."""
        rules = self.position.game.rules
        if self.search.takes_chance and rules.outcomes(list(state)):
            return CHANCE
        return MAX if rules.to_move(list(state)) == self.position.max_side else MIN

    def offer(self, state: Sequence[int], depth_left: float = inf) -> Iterator[int]:
        """Return the moves that the search tries in a state, in its order, unless it learns that in the run.

        They are the legal ones; at depth 0 and below, where a search goes on there, the noisy ones.
        """
        name = "noisy" if self.search.stands_pat and depth_left <= 0 else "moves"
        moves: Iterator[int] = self.names[name](self.as_run(state))
        return moves

    def depth_left(self, ply: int, of_round: float | None = None) -> float:
        """Return the depth that a frame at a ply is called with, in a round by that of the round.

        A root of its own hands its depth on undiminished.
        """
        return (self.depth if of_round is None else of_round) - ply + (ply > 0 and self.begins_above)

    @cached_property
    def begins_above(self) -> bool:
        """Whether the root is a function of its own."""
        return any(calls.place is Place.ROOT for calls in self.search.calls)

    @cached_property
    def takes_depth(self) -> tuple[bool, ...]:
        """For each of the search's functions, whether it is given a depth: its parameter of that name."""
        parameters = parameters_in(self.search.text(self.options))
        return tuple("depth" in parameters.get(calls.function, ()) for calls in self.search.calls)

    @property
    def fallback_move(self) -> int | None:
        """The move that a brain plays if none is better than what it starts with; None where there is no such thing."""
        if "fallback" not in self.names:
            return None
        move: int = self.names["fallback"](self.as_run(self.position.state))
        return move

    def judge(self, state: Sequence[int], depth_left: float) -> float:
        """Return the score of a leaf at a remaining depth, from MAX's side; below 0, and with none (NaN), as at 0."""
        value: float = self.names["score"](self.as_run(state), max(0, depth_left))
        return (-value if self.is_exchanged else value) + 0.0


@lru_cache(maxsize=64)
def parameters_in(text: str) -> dict[str, tuple[str, ...]]:
    """Return the parameters of each function in a search's text."""
    functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return {one.name: tuple(parameter.arg for parameter in one.args.args) for one in functions}
