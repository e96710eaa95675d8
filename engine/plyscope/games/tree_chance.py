"""A tree in some of whose nodes chance moves: it takes no turn there, and the side to move is the one after it.

A node of chance is written as `{"chance": [[0.5, child], …]}`, each child with its probability.
"""

from __future__ import annotations

from math import fsum

from plyscope.model.position import Outcomes, State

PARENT: list[int] = []
OUTCOMES: list[Outcomes] = []
"""The children of each node that chance leads to, with their probabilities; none where a side moves."""
NODE, TURN = 0, 1
TOLERANCE = 1e-9
"""The largest error of the sum of a node's probabilities: thirds cannot be written exactly."""


def play(s: State, child: int) -> None:
    if not OUTCOMES[s[NODE]]:
        s[TURN] = 3 - s[TURN]
    s[NODE] = child


def undo(s: State, child: int) -> None:
    s[NODE] = PARENT[child]
    if not OUTCOMES[s[NODE]]:
        s[TURN] = 3 - s[TURN]


def chance(s: State) -> Outcomes:
    return OUTCOMES[s[NODE]]


def add_up(probabilities: list[float]) -> bool:
    """Whether probabilities add up to one."""
    return abs(fsum(probabilities) - 1) <= TOLERANCE
