"""Every frame as a JSON object, by its number; after them the pruned moves, with numbers that go on from there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any

from engine.columns import INNER, OPEN
from engine.messages import plain_number
from engine.narrate import kind_name
from engine.stats import plain
from engine.trace import Trace

FORMAT, VERSION = "plyscope-tree", 1
STATUSES = ("inner", "terminal", "horizon", "open")


def pieces(trace: Trace) -> Iterator[str]:
    head = {
        "format": FORMAT,
        "version": VERSION,
        "game": trace.position.game.name,
        "position": trace.position.text,
        "max": trace.position.max,
        "algorithm": trace.search.name,
        "options": plain(dict(trace.options)),
        "complete": trace.complete,
    }
    yield json.dumps(head, ensure_ascii=False, indent=1)[:-2] + ',\n "nodes": [\n'
    separator = "  "
    for node in nodes(trace):
        yield separator + json.dumps(node, ensure_ascii=False)
        separator = ",\n  "
    yield "\n ]\n}\n"


def nodes(trace: Trace) -> Iterator[dict[str, Any]]:
    best, cutoff = trace.facts.is_best, trace.facts.cutoff
    for frame in range(len(trace)):
        yield {
            "id": frame,
            "parent": trace.parents[frame] if frame else None,
            "move": trace.move_text(frame) if frame else None,
            "name": name(trace, trace.moves[frame]),
            "kind": kind_name(trace.kinds[frame]).lower() or None,
            "status": STATUSES[trace.statuses[frame]],
            "alpha": None if trace.alphas[frame] == -inf else plain_number(trace.alphas[frame]),
            "beta": None if trace.betas[frame] == inf else plain_number(trace.betas[frame]),
            "value": None if trace.statuses[frame] == OPEN else plain_number(trace.values[frame]),
            "best": bool(best[frame]),
            "cutoff": bool(cutoff[frame]),
        }
    number = len(trace)
    for frame in range(len(trace)):
        if trace.statuses[frame] == INNER and trace.skips[frame]:
            for move in trace.left_out_moves(frame):
                yield pruned(trace, number, frame, move)
                number += 1


def pruned(trace: Trace, number: int, parent: int, move: int) -> dict[str, Any]:
    """A move that was never tried; it would have been a frame like its siblings."""
    return {
        "id": number,
        "parent": parent,
        "move": trace.position.game.move_text(move),
        "name": name(trace, move),
        "kind": kind_name(trace.kinds[parent + 1]).lower() or None,
        "status": "pruned",
        "alpha": None,
        "beta": None,
        "value": None,
        "best": False,
        "cutoff": False,
    }


def name(trace: Trace, move: int) -> str | None:
    """The name that a tree gives to the node a move leads to."""
    return trace.position.game.node_name(max(move, 0))
