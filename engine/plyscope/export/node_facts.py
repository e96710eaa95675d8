"""The facts of each node in tables and graphs: names and types are the same in every format of data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf, isnan

import numpy as np
from numpy.typing import NDArray

from plyscope.export.repeated import Texts
from plyscope.export.selection import STATUSES, Node, Selection, State
from plyscope.messages import shown
from plyscope.model.columns import STATUS_NOT_GIVEN
from plyscope.model.declaration import kind_name
from plyscope.model.further_facts import PREFIX, Fact
from plyscope.model.trace import Trace

Column = list[Fact | None]

FACTS = (
    "frame", "move", "ply", "kind", "status", "state", "alpha", "beta", "value", "bound", "best", "cutoff", "pruned",
    "size",
)  # fmt: skip


def further_columns(selection: Selection) -> list[str]:
    """Return the names of the columns that only some recordings have: chances, depths, tags, and further facts."""
    origin = selection.trace.origin
    chance = ["probability"] if origin.probabilities is not None else []
    depth = ["depth"] if origin.depths is not None else []
    tags = ["tags"] if origin.depths is not None or selection.trace.has_asides else []
    return [*chance, *depth, *tags, *(f"{PREFIX}{name}" for name in origin.further_facts.names)]


def further_facts(selection: Selection, node: Node) -> dict[str, Fact]:
    """Return what these columns hold for a node: probability, depth, tags, further facts; nothing of a future one."""
    if node.state is State.FUTURE:
        return {}
    chance = selection.chance(node)
    found: dict[str, Fact] = {} if chance is None else {"probability": chance}
    if node.is_stub or node.ghost is not None:
        return found
    trace = selection.trace
    found |= given_facts(trace, node.frame)
    return found | {f"{PREFIX}{name}": fact for name, fact in trace.origin.further_facts.of(node.frame).items()}


def given_facts(trace: Trace, frame: int) -> dict[str, Fact]:
    """Return the depth that a call was given and its tags in words, as far as they are recorded."""
    found: dict[str, Fact] = {}
    if trace.origin.depths is not None and not isnan(depth := trace.depth_left(frame)):
        found["depth"] = depth
    if (trace.origin.depths is not None or trace.has_asides) and (tags := trace.tags_of(frame)):
        found["tags"] = " ".join(tags)
    return found


class NodeFacts:
    """The facts of nodes in columns by name.

    None stands for what is absent or not known yet: an unbounded α or β, the value of a pruned move. A pruned move is
    not a call: it has no frame, no window and no value.
    """

    def __init__(self, selection: Selection) -> None:
        self.selection, self.trace = selection, selection.trace
        self.moves = Texts(lambda move: shown(self.trace.position.game.move_text(move)))

    def of(self, nodes: Sequence[Node]) -> dict[str, Column]:
        """Return the columns for some nodes, an entry for each."""
        columns = dict(zip(Node._fields, zip(*nodes, strict=True), strict=True))
        frames = np.array(columns["frame"])
        is_call = frames >= 0
        is_entered = is_call & np.array([state is not State.FUTURE for state in columns["state"]])
        calls = np.maximum(frames, 0)
        alpha, beta, value, skipped, size = (
            self.trace.column(name)[calls] for name in ("alpha", "beta", "value", "skipped", "size")
        )
        has_value = is_call & np.array(columns["is_known"]) & ~np.isnan(value)
        is_own = is_call & np.array([ghost is None for ghost in columns["ghost"]])
        statuses = np.where(is_own, self.trace.facts.known_status[calls], columns["status"])
        kinds = {kind: kind_name(kind).lower() or None for kind in set(columns["kind"])}
        states = {state: state.value for state in set(columns["state"])}
        return {
            "frame": known(frames.tolist(), is_call),
            "move": [text or None for text in self.move_texts(nodes)],
            "ply": list(columns["ply"]),
            "kind": [kinds[kind] for kind in columns["kind"]],
            "status": [status_word(status) for status in statuses.tolist()],
            "state": [states[state] for state in columns["state"]],
            "alpha": known(alpha.tolist(), is_entered & (alpha > -inf)),
            "beta": known(beta.tolist(), is_entered & (beta < inf)),
            "value": known(value.tolist(), has_value),
            "bound": known(self.trace.intervals.bounds_of(calls), has_value),
            "best": list(columns["is_best"]),
            "cutoff": known(columns["has_cutoff"], ~is_own | self.trace.facts.knows_cuts),
            "pruned": known(np.where(is_call, skipped, 0).tolist(), ~is_own | self.trace.facts.knows_pruned),
            "size": np.where(is_call, size, 0).tolist(),
        }

    def move_texts(self, nodes: Sequence[Node]) -> list[str]:
        """Return the moves that lead to the nodes."""
        if self.trace.position.game.texts_vary:
            return [shown(self.selection.move_text(node)) for node in nodes]
        return [self.moves[node.move] if node.move >= 0 else shown(self.selection.move_text(node)) for node in nodes]


def status_word(status: int) -> str | None:
    """Return the word for a status, None where the recording does not say why the search stopped there."""
    return None if status == STATUS_NOT_GIVEN else STATUSES[status]


def known(column: Iterable[Fact | None], is_known: NDArray[np.bool_]) -> Column:
    """Return a column with None for what is not known."""
    return [fact if has_fact else None for fact, has_fact in zip(column, is_known.tolist(), strict=True)]
