from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Generic, TypeVar

T = TypeVar("T", int, float)
WIDTH: Final[int] = 3


class Side(Enum):
    LEFT = "left"
    RIGHT = "right"


@dataclass
class Node(Generic[T]):
    value: T
    children: list[Node[T]] = field(default_factory=list)
    side: Side = Side.LEFT


def build(depth: int, value: int = 1) -> Node[int]:
    sides: tuple[Side, ...] = tuple(Side)
    if depth == 0:
        return Node(value)
    return Node(value, [build(depth - 1, WIDTH * value + i) for i in range(WIDTH)], sides[depth % 2])


def alpha_beta(node: Node[T], alpha: float = float("-inf"), beta: float = float("inf"), maximize: bool = True) -> float:
    if not node.children:
        return (node.value * 7919) % 31
    best: float = float("-inf") if maximize else float("inf")
    for child in node.children:
        score: float = alpha_beta(child, alpha, beta, not maximize)
        best = max(best, score) if maximize else min(best, score)
        alpha, beta = (max(alpha, best), beta) if maximize else (alpha, min(beta, best))
        if beta <= alpha:
            break
    return best
