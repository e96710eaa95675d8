"""Searches written a second time, as plainly as possible, with a log of everything that happens.

An oracle for the recorder: no numpy, no arithmetic on numbers of frames, nothing shared with the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any

Nested = float | list[Any]


@dataclass
class Call:
    """One call, with all that was known of it."""

    number: int
    parent: int
    move: int
    ply: int
    maximizing: bool
    alpha: float
    beta: float
    value: float = 0
    size: int = 1
    skipped: int = 0
    is_leaf: bool = False
    is_cutoff: bool = False


@dataclass
class Log:
    """Calls in the order they were made, and events in the order they happened."""

    calls: list[Call] = field(default_factory=list)
    events: list[tuple[str, int, int]] = field(default_factory=list)


def minimax(tree: Nested, maximizing: bool = True) -> float:
    if not isinstance(tree, list):
        return tree
    return (max if maximizing else min)(minimax(child, not maximizing) for child in tree)


def logged_minimax(tree: Nested, maximizing: bool = True) -> Log:
    return logged_alphabeta(tree, maximizing, fires=lambda alpha, beta: False, has_window=False)


def logged_alphabeta(
    tree: Nested,
    maximizing: bool = True,
    fires: Callable[[float, float], bool] = lambda alpha, beta: alpha >= beta,
    hard: bool = False,
    has_window: bool = True,
) -> Log:
    log = Log()

    def call(node: Nested, alpha: float, beta: float, maximizing: bool, parent: int, move: int, ply: int) -> Call:
        me = Call(len(log.calls), parent, move, ply, maximizing, alpha, beta)
        log.calls.append(me)
        log.events.append(("enter", me.number, -1))
        if not isinstance(node, list):
            me.value, me.is_leaf = node, True
        else:
            search_children(me, node, alpha, beta)
        me.size = len(log.calls) - me.number
        log.events.append(("leave", me.number, -1))
        return me

    def search_children(me: Call, node: list[Any], alpha: float, beta: float) -> None:
        low, high = alpha, beta
        best: float | None = None
        for place, child in enumerate(node):
            window = (alpha, beta) if has_window else (-inf, inf)
            answer = call(child, *window, not me.maximizing, me.number, place, me.ply + 1)
            log.events.append(("back", me.number, answer.number))
            value = answer.value
            if best is None or (value > best if me.maximizing else value < best):
                best = value
            if me.maximizing:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if fires(alpha, beta):
                me.is_cutoff, me.skipped = True, len(node) - place - 1
                break
        assert best is not None
        me.value = min(max(best, low), high) if hard else best

    call(tree, -inf, inf, maximizing, -1, -1, 0)
    return log
