"""The facts of each node in tables and graphs: names and types are the same in every format of data."""

from __future__ import annotations

from math import inf, isnan
from typing import NamedTuple

from plyscope.export.selection import STATUSES, Node, Selection, State
from plyscope.messages import shown
from plyscope.model.declaration import kind_name
from plyscope.model.further_facts import PREFIX, Fact


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


def further_columns(selection: Selection) -> list[str]:
    """The names of what another program has added, as tables and graphs have them."""
    origin = selection.trace.origin
    chance = ["probability"] if origin.probabilities is not None else []
    return [*chance, *(f"{PREFIX}{name}" for name in origin.further_facts.names)]


def further_facts(selection: Selection, node: Node) -> dict[str, Fact]:
    """The probability of a node's move, and what another program has added to a frame that is no future."""
    if node.state is State.FUTURE:
        return {}
    chance = selection.chance(node)
    found: dict[str, Fact] = {} if chance is None else {"probability": chance}
    if node.is_stub or node.ghost is not None:
        return found
    trace = selection.trace
    return found | {f"{PREFIX}{name}": fact for name, fact in trace.origin.further_facts.of(node.frame).items()}


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
