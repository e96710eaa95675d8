"""The deviations that an audit finds, in sentences and as facts for JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from plyscope.audit.deviation import Deviation, Weight, of_weight
from plyscope.audit.laws import broken_by, can_be_audited
from plyscope.messages import Message, written
from plyscope.model.declaration import kind_name
from plyscope.model.trace import Trace
from plyscope.text.references import node

SENTENCES: Mapping[tuple[str, str], Message] = {
    ("narrow", "weaker"): Message(
        "{node} is called with {window} where {due} is in effect: what its parent has by then is not used"
    ),
    ("narrow", "stronger"): Message(
        "{node} is called with {window}, and its parent has only {due} by then: a value in between is lost"
    ),
    ("pass", "wider"): Message("{node} is called with {window} where {due} is in effect: that is not passed down"),
    ("pass", "declared"): Message("{node} is called with {window}, and by the declaration of the search it is {due}"),
    ("pass", "narrower"): Message(
        "{node} is called with {window} where {due} is in effect, and returns {value}, which does not lie inside it; "
        "its parent takes that as exact"
    ),
    ("pass", "turned"): Message(
        "{node} is called with {window}, turned round for the other side, and its value {value} is taken without that: "
        "one of the two is wrong"
    ),
    ("pass", "unturned"): Message(
        "{node} is called with {window}, which is not turned round, and its value {value} is taken turned round: one "
        "of the two is wrong"
    ),
    ("pass", "mean"): Message(
        "{node} is called with {window} and returns {value}, which is only a bound there; the mean counts it as exact"
    ),
    ("narrow", "set_weaker"): Message("{name} becomes {bound} in {node} after {value}, and {due} is in effect"),
    ("narrow", "set_stronger"): Message(
        "{name} becomes {bound} in {node} after {value}, and its values give only {due}: what lies between is lost"
    ),
    ("narrow", "kept"): Message("{node} still calls with {bound} for {name}, and {due} is in effect"),
    ("pass", "swapped"): Message(
        "{node} is called with {window}, whose ends are the wrong way round; {due} is in effect"
    ),
    ("restore", "bound"): Message("{name} of {node} is {bound} after a call, and was {due} before it"),
    ("own bound", "set"): Message("{node} moves {name}, the bound of the other side, from {due} to {bound}"),
    ("leave", "guard"): Message("{node} leaves its loop by a bound, and its window {window} is open"),
    ("stay", "loop"): Message("{node} goes on with its loop, and its window {window} is closed"),
    ("fold", "kept"): Message("{node} has {best} as its best value after {value}, and it is {due}"),
    ("fold", "start"): Message(
        "{node} returns {value}, with which its best value begins; the best of its children is {due}"
    ),
    ("fold", "start_bound"): Message(
        "{node} returns {value}, with which its best value begins; its children were held against that, and gave only "
        "bounds"
    ),
    ("fold", "answer"): Message("{node} returns {value}, and the best of its children is {due}"),
    ("answer", "answer"): Message("{node} returns {value}, and its best value is {due}"),
    ("answer", "null"): Message("{node} returns {value}, the bound of the other side, which nothing has reached"),
    ("played", "bound"): Message(
        "{node} keeps a move whose value {value} is only a bound, and no better than the best"
    ),
    ("leave", "open"): Message("{node} leaves {left} untried, and its window {window} is open"),
    ("leave", "no_windows"): Message(
        "{node} leaves {left} untried; the recording gives no windows, so it is not known why"
    ),
    ("leave", "at_extreme"): Message(
        "{node} leaves {left} untried with its window {window} open; no leaf of the recording is better than what it "
        "has"
    ),
    ("leave", "before_loop"): Message("{node} leaves {left} untried by a bound that was there before its first move"),
    ("stay", "closed"): Message("{node} is tried although the window {due} of its parent is closed"),
    ("fold", "best"): Message("{node} returns {value}, and the {extreme} of its children is {due}"),
    ("fold", "mean"): Message("{node} returns {value}, and the mean of its outcomes is {due}"),
    ("fold", "last"): Message("{node} returns {value}, and its last search has found {due}"),
    ("fold", "declared"): Message("{node} returns {value}, and by the declaration of the search it is {due}"),
    ("fold", "mate"): Message(
        "{node} returns {value}, its children give {due}: a mate may be worth one less with each move"
    ),
    ("leaf", "not_over"): Message("{node} is recorded as the end of the game, and by the rules it is not over"),
    ("leaf", "number"): Message("{node} returns {value}, and the leaf is {due}"),
    ("leaf", "order"): Message(
        "{node} returns {value}, which is not above all leaves with a worse end and below all with a better one"
    ),
    ("side", "rules"): Message("{kind} moves at {node}, and by the rules it is {due}"),
    ("tag", "null"): Message("{node}: the side to move passes"),
    ("tag", "stand_pat"): Message("{node} may return its static score without a move"),
    ("tag", "reduced"): Message("{node} is given less depth than its parent has left for it"),
    ("tag", "extended"): Message("{node} is given more depth than its parent has left for it"),
    ("tag", "research"): Message("{node} searches its move once more"),
    ("tag", "probe"): Message("{node} only asks whether its move beats a bound"),
    ("tag", "quiescence"): Message("{node} tries only noisy moves"),
    ("tag", "iid"): Message("{node} looks for a move to try first"),
    ("tag", "excluded"): Message("{node} is searched with a move excluded"),
    ("tag", "forward"): Message("{node} leaves moves out by a rule of its own, whatever the window"),
}
"""A sentence for each law and way, without a full stop."""


def deviation_sentence(trace: Trace, deviation: Deviation) -> Message:
    """Return the sentence for a deviation: what is recorded, and what is due."""
    pattern = SENTENCES[deviation.law, deviation.way].pattern
    recorded, due, frame = deviation.recorded, deviation.due, deviation.frame
    values: dict[str, object] = {"node": node(trace, frame, begins=pattern.startswith("{node}"))}
    if "alpha" in recorded:
        values["window"] = window_text(recorded)
    values |= {name: written(recorded[name]) for name in ("value", "bound", "best", "name") if name in recorded}
    if "left" in recorded:
        one, many = Message("1 move"), Message("{count} moves", count=recorded["left"])
        values["left"] = one if recorded["left"] == 1 else many
    values["due"] = window_text(due) if "alpha" in due else written(next(iter(due.values()), ""))
    if deviation.law == "stay":
        values["due"] = window_text(recorded)
    if deviation.law == "side":
        values |= {name: kind_name(int(one["kind"] or 0)) for name, one in (("kind", recorded), ("due", due))}
    if deviation.way == "best":
        values["extreme"] = Message("largest") if trace.kinds[frame] else Message("smallest")
    return Message(pattern, **values)


def broken_here(trace: Trace, frame: int) -> list[Message]:
    """Return the sentences for the laws that a frame of another program's recording breaks."""
    if not trace.search.is_imported or trace.origin.is_user_code:
        return []
    broken = [deviation for deviation in broken_by(trace, frame) if deviation.weight is not Weight.FLAG]
    return [Message("{sentence}.", sentence=deviation_sentence(trace, deviation)) for deviation in broken]


def window_text(ends: Mapping[str, Any]) -> str:
    """Return a window as text: α and β."""
    return f"({written(ends['alpha'])}, {written(ends['beta'])})"


def audit_facts(trace: Trace, deviations: Sequence[Deviation]) -> dict[str, Any]:
    """Return the deviations as JSON prints them, a list for each weight, and the remarks."""
    found: dict[str, Any] = {"frames": len(trace)}
    for weight in Weight:
        found[weight.value] = [
            deviation.facts(trace.path(deviation.frame)) | {"sentence": str(deviation_sentence(trace, deviation))}
            for deviation in of_weight(weight, deviations)
        ]
    return found | {"remarks": [str(message) for message in (*why_not_held(trace), *trace.position.warnings)]}


def why_not_held(trace: Trace) -> list[Message]:
    """Return why the laws are not checked for a recording; empty where they are."""
    if trace.search.simulates:
        return [Message("simulations are not held against the laws; with --verify they are drawn again")]
    if not can_be_audited(trace):
        return [Message("calls of a program are not held against the laws; debug has findings about them")]
    return []
