"""Every frame as a JSON object, by its number; after them the pruned moves, with numbers above all frames."""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import inf
from typing import Any

from engine.columns import OPEN
from engine.export.selection import STATUSES, Node, Selection
from engine.messages import plain_number
from engine.narrate import kind_name
from engine.stats import plain
from engine.trace import Trace

FORMAT, VERSION = "plyscope-tree", 1


def pieces(selection: Selection) -> Iterator[str]:
    trace = selection.trace
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
    for node in nodes(selection):
        yield separator + json.dumps(node, ensure_ascii=False)
        separator = ",\n  "
    yield "\n ]\n}\n"


def nodes(selection: Selection) -> Iterator[dict[str, Any]]:
    """The frames as they come; then the pruned moves, which are never so many that they could not wait."""
    trace, extent = selection.trace, selection.extent
    waiting: list[tuple[Node, int]] = []
    frames: list[int] = []
    for node in selection:
        frames.append(node.frame)
        if node.is_stub:
            waiting.append((node, frames[node.parent]))
            continue
        fields = frame_fields(selection, node)
        if extent.step is not None:
            fields["state"] = node.state.value
        if extent.boards and selection.has_boards:
            fields["board"] = selection.board_text(node)
        if node.frame in extent.notes:
            fields["note"] = extent.notes[node.frame]
        yield fields
    waiting.sort(key=lambda stub: stub[1])
    for number, (node, parent) in enumerate(waiting, len(trace)):
        yield pruned(trace, number, parent, node)


def frame_fields(selection: Selection, node: Node) -> dict[str, Any]:
    trace, frame = selection.trace, node.frame
    return {
        "id": frame,
        "parent": trace.parents[frame] if node.parent >= 0 else None,
        "move": trace.move_text(frame) if frame else None,
        "name": name(trace, node.move),
        "kind": kind_name(node.kind).lower() or None,
        "status": STATUSES[node.status],
        "alpha": None if trace.alphas[frame] == -inf else plain_number(trace.alphas[frame]),
        "beta": None if trace.betas[frame] == inf else plain_number(trace.betas[frame]),
        "value": plain_number(trace.values[frame]) if node.is_known and node.status != OPEN else None,
        "best": node.is_best,
        "cutoff": node.has_cutoff,
    }


def pruned(trace: Trace, number: int, parent: int, node: Node) -> dict[str, Any]:
    """A move that was never tried; it would have been a frame like its siblings."""
    return {
        "id": number,
        "parent": parent,
        "move": trace.position.game.move_text(node.move),
        "name": name(trace, node.move),
        "kind": kind_name(node.kind).lower() or None,
        "status": STATUSES[node.status],
        "alpha": None,
        "beta": None,
        "value": None,
        "best": False,
        "cutoff": False,
    }


def name(trace: Trace, move: int) -> str | None:
    """The name that a tree gives to the node a move leads to."""
    return trace.position.game.node_name(max(move, 0))
