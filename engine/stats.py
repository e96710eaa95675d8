"""Counting: the facts of a whole recording, as `solve`, `stats` and JSON tell them."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Any

import numpy as np

from engine.columns import HORIZON, TERMINAL
from engine.cursor import Cursor
from engine.messages import plain_number
from engine.narrate import kind_name
from engine.search.declaration import NOBODY
from engine.steps import Steps
from engine.trace import Trace


def summary(trace: Trace, seconds: float | None = None) -> dict[str, Any]:
    """What a search found, and what it cost."""
    facts: dict[str, Any] = {
        "game": trace.position.game.name,
        "position": trace.position.text,
        "to_move": trace.position.to_move if trace.kinds[0] != NOBODY else None,
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": plain(dict(trace.options)),
        "depth": trace.options.get("depth"),
        "value": None if trace.value is None else plain_number(trace.value),
        "bound": trace.bound(0),
        "best_move": trace.best_move,
        "pv": trace.pv,
        "frames": len(trace),
        "leaves": trace.leaves,
        "cutoffs": trace.cutoffs,
        "pruned": trace.pruned,
        "complete": trace.complete,
        "root_moves": [
            {"move": move, "value": None if value is None else plain_number(value), "bound": bound, "frames": frames}
            for move, value, bound, frames in trace.root_moves
        ],
    }
    if trace.played is not None and trace.played["fallback"]:
        facts["fallback"] = True
    if seconds is not None:
        facts["seconds"] = round(seconds, 6)
    return facts


def plain(options: dict[str, Any]) -> dict[str, Any]:
    """Options with numbers that JSON can hold."""
    return {
        name: {key: plain_number(weight) for key, weight in value.items()} if isinstance(value, dict) else value
        for name, value in options.items()
    }


def by_ply(trace: Trace) -> list[dict[str, int]]:
    """Frames, leaves, cutoffs and pruned moves of each ply."""
    ply = trace.column("ply")
    plies = int(ply.max()) + 1
    status = trace.column("status")

    def count(mask: Any) -> list[int]:
        return [int(number) for number in np.bincount(ply[mask], minlength=plies)]

    columns = {
        "frames": count(np.ones(len(trace), np.bool_)),
        "finished": count(status == TERMINAL),
        "horizon": count(status == HORIZON),
        "cutoffs": count(trace.facts.cutoff),
        # A cutoff prunes moves that lead to the next ply.
        "pruned": [0, *map(int, np.bincount(ply, weights=trace.column("skipped"), minlength=plies))][:plies],
    }
    return [{"ply": number, **{name: column[number] for name, column in columns.items()}} for number in range(plies)]


def endings(trace: Trace) -> dict[str, int]:
    """How the finished games among the frames have ended, by winner."""
    game = trace.position.game
    if not game.has_winner:
        return {}
    table = trace.facts.position_table
    finished = np.bincount(table.of_frame[trace.column("status") == TERMINAL], minlength=len(table.states))
    counts = {game.sides[0]: 0, game.sides[1]: 0, "draw": 0}
    for number in np.flatnonzero(finished):
        outcome = game.rules.outcome(list(table.states[number]))
        winner = "draw" if outcome == 0 else game.sides[0 if outcome > 0 else 1]
        counts[winner] += int(finished[number])
    return counts


def statistics(trace: Trace) -> dict[str, Any]:
    return {
        **summary(trace),
        "steps": Steps(trace).count,
        "signature": trace.signature,
        "made_by": trace.made_by,
        "endings": endings(trace),
        "positions": len(trace.facts.position_table.states),
        "by_ply": by_ply(trace),
    }


def step_facts(trace: Trace, first: int, last: int) -> Iterator[dict[str, Any]]:
    """Each step with what the running frame knows in it."""
    cursor = Cursor(trace)
    for number in range(first, last + 1):
        cursor.go(number)
        now, top = cursor.now, cursor.stack[-1]
        yield {
            "step": number,
            "moment": now.moment.value,
            "frame": now.frame,
            "child": now.child if now.child >= 0 else None,
            "ply": top.ply,
            "function": top.function,
            "kind": kind_name(top.kind).lower() or None,
            "move": top.move or None,
            "path": trace.path(now.frame),
            "position": trace.position.game.text(trace.state(now.frame)),
            "alpha": None if top.alpha == -inf else plain_number(top.alpha),
            "beta": None if top.beta == inf else plain_number(top.beta),
            "best": None if top.best is None else plain_number(top.best),
            "best_move": top.best_move,
            "value": None if top.value is None else plain_number(top.value),
            "child_value": plain_number(trace.values[now.child]) if now.child >= 0 else None,
            "line": top.line,
            "sentence": str(cursor.sentence),
        }
