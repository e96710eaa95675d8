"""What is unusual about a call and no mistake, in plain words: a null move, less depth than usual, a look ahead."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from plyscope.messages import Message, Strong, written
from plyscope.model.columns import TAG_BITS
from plyscope.model.declaration import MAX, kind_name
from plyscope.model.folding import Folded
from plyscope.model.trace import Trace
from plyscope.text.references import bounded, node, number, pruned_nodes

TAG_NAMES: Mapping[str, Message] = {
    "null": Message("null move"),
    "stand_pat": Message("may stand pat"),
    "reduced": Message("reduced"),
    "extended": Message("extended"),
    "research": Message("searched again"),
    "probe": Message("probe"),
    "quiescence": Message("only noisy moves"),
    "iid": Message("look ahead"),
    "excluded": Message("without one of its moves"),
    "forward": Message("moves left out"),
}
"""What the tags of a call are called."""


def unusual(trace: Trace, frame: int) -> list[Message]:
    """Return the tags of a call in words, and its depth where that is not the usual one."""
    given, step, depth = trace.given_tags(frame), trace.depth_step(frame), trace.depth_left(frame)
    found = [name for tag, name in TAG_NAMES.items() if given & TAG_BITS[tag]]
    if not step or not isfinite(step):
        return found
    values = {"depth": written(depth), "usual": written(depth - step)}
    if step < 0:
        return [*found, Message("reduced: depth {depth} instead of {usual}", **values)]
    return [*found, Message("extended: depth {depth} instead of {usual}", **values)]


def with_changed_depth(trace: Trace, frame: int, sentence: Message) -> Message:
    """Return the sentence for a call, extended by its depth where that is not the usual one."""
    step = trace.depth_step(frame)
    if not step or not isfinite(step):
        return sentence
    depth = trace.depth_left(frame)
    values = {"sentence": sentence, "depth": written(depth), "usual": written(depth - step)}
    if step < 0:
        return Message("{sentence} It is reduced: depth {depth} instead of {usual}.", **values)
    return Message("{sentence} It is extended: depth {depth} instead of {usual}.", **values)


def entering_without_move(trace: Trace, frame: int) -> Message:
    """Return the sentence for a call before which no move was made."""
    tags, values = trace.tags_of(frame), dict[str, object](side=kind_name(trace.kinds[trace.parents[frame]]))
    depth = trace.depth_left(frame)
    values["depth"] = Message("with depth {depth}", depth=written(depth)) if isfinite(depth) else Message("in full")
    if "null" in tags:
        return Message("A null move: {side} passes its turn, and the position is searched {depth}.", **values)
    if "iid" in tags:
        return Message("A look ahead: the same position is searched {depth}; its value does not count here.", **values)
    if "excluded" in tags:
        return Message(
            "The same position is searched {depth}, without one of its moves; its value does not count here.", **values
        )
    return Message("No move is made: the same position is searched {depth}.", **values)


def back_from_aside(trace: Trace, frame: int, after: Folded) -> Message:
    """Return the sentence for being back from a call whose value does not count for the frame."""
    values: dict[str, object] = {"child": node(trace, after.child, begins=True), "value": bounded(trace, after.child)}
    if not after.is_cut:
        return Message("{child} gives {value}, which is no value of a move.", **values)
    is_max = trace.kinds[frame] == MAX
    bound = trace.betas[frame] if is_max else trace.alphas[frame]
    values |= {
        "headline": Strong("Cut at {node}.", node=node(trace, frame)),
        "name": "β" if is_max else "α",
        "bound": number(bound, frame),
        "rest": pruned_nodes(trace, frame),
    }
    is_enough = after.value >= bound if is_max else after.value <= bound
    if not is_enough or not trace.skips[frame]:
        return Message("{headline} {child} gives {value}, and no move is tried.", **values)
    return Message("{headline} {child} gives {value}, which reaches {name} {bound}: {rest} are not tried.", **values)
