"""The facts of each node in tables and graphs: names and types are the same in every format of data."""

from __future__ import annotations

from math import inf, isnan
from typing import NamedTuple

from plyscope.export.selection import STATUSES, Node, Selection, State
from plyscope.messages import shown
from plyscope.model.declaration import kind_name


class NodeFacts(NamedTuple):
    """One node. None stands for what is absent or not known yet: an unbounded α or β, the value of a pruned move."""

    frame: int | None
    move: str | None
    ply: int
    kind: str | None
    status: str
    state: str
    alpha: float | None
    beta: float | None
    value: float | None
    bound: str | None
    best: bool
    cutoff: bool
    pruned: int
    size: int


FACTS = NodeFacts._fields


def facts_of(selection: Selection, node: Node) -> NodeFacts:
    """A pruned move is not a call: it has no frame, no window and no value."""
    trace, frame = selection.trace, node.frame
    move = shown(selection.move_text(node)) or None
    kind = kind_name(node.kind).lower() or None
    status = STATUSES[node.status]
    if node.is_stub:
        return NodeFacts(
            None, move, node.ply, kind, status, node.state.value, None, None, None, None, False, False, 0, 0
        )  # fmt: skip
    is_entered = node.state is not State.FUTURE
    alpha, beta, value = trace.alphas[frame], trace.betas[frame], trace.values[frame]
    has_value = node.is_known and not isnan(value)
    return NodeFacts(
        frame, move, node.ply, kind, status, node.state.value,
        alpha if is_entered and alpha > -inf else None,
        beta if is_entered and beta < inf else None,
        value if has_value else None,
        trace.bound_of(frame) if has_value else None,
        node.is_best, node.has_cutoff, trace.skips[frame], trace.sizes[frame],
    )  # fmt: skip
