"""Two recordings in sentences: what one saved beside the other, where they first differ, and why each cut was safe.

The two are called by the names that they are given, never by letters: those are names of nodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isinf, isnan
from typing import Any, NamedTuple

import numpy as np

from plyscope.analysis.alignment import FORWARD, PRUNED
from plyscope.analysis.comparison import (
    BEYOND_ALL_STEPS,
    COMPATIBLE,
    CONTRADICTORY,
    EQUAL,
    Comparison,
    enters,
    facts,
    leaves,
)
from plyscope.analysis.linked_cursors import Link, Side, other
from plyscope.analysis.savings import Saving
from plyscope.analysis.stats import summary
from plyscope.analysis.why import Cut, why_cut
from plyscope.messages import Message, Part, Strong
from plyscope.model.columns import AT_LEAST, AT_MOST, BOUND_SIGNS, EXACT, OPEN
from plyscope.model.declaration import MAX, Fold, Windows
from plyscope.model.trace import Trace
from plyscope.text.narration import bound_after_cut, cut_sign
from plyscope.text.references import (
    bounded,
    by_path,
    chooser,
    listed,
    number,
    pruned_by_path,
    pruned_leaf,
    pruned_node,
    setter_by_path,
    value_of,
    with_bound,
)
from plyscope.text.search_names import names_of

MAX_LISTED_PRUNED, MAX_NAMED_PRUNED = 6, 3
"""Pruned moves that are listed, and those that a sentence names; of more, the others are counted."""
MAX_LISTED_VALUES = 8
"""Values of children that are listed."""

Names = dict[Side, str]


def beginning(name: str) -> str:
    """Return a name with a capital, as a sentence begins."""
    return name[:1].upper() + name[1:]


def shown_share(part: int, whole: int) -> str:
    """Return a share in percent: 84.6 %, 100 %."""
    percent = 100 * part / whole if whole else 0.0
    text = f"{percent:.1f}" if percent >= 0.1 or not part else f"{percent:.2g}"
    return f"{text.removesuffix('.0')} %"


# The headline


def headline(comparison: Comparison, names: Names, *, is_short: bool = False) -> Message:
    """Return how many calls one search made of the other's, and whether they agree; short without names."""
    sizes = {"a": len(comparison.a), "b": len(comparison.b)}
    less: Side = "b" if sizes["b"] < sizes["a"] else "a"
    more = other(less)
    values: dict[str, object] = {
        "less": beginning(names[less]),
        "more": names[more],
        "some": f"{sizes[less]:,}",
        "all": f"{sizes[more]:,}",
        "share": shown_share(sizes[less], sizes[more]),
        "result": result(comparison, names, is_short=is_short),
    }
    matched = len(comparison.alignment.frames_a)
    if sizes["a"] == sizes["b"] == matched:
        return Message("{same} {result}", same=same_moves_sentence(comparison, matched), **values)
    if is_short and (number_of_cuts := cutoffs(comparison)):
        values["cutoffs"] = f"{number_of_cuts:,}"
        if number_of_cuts == 1:
            return Message("{some} of {all} calls: {share}. {result} 1 cutoff", **values)
        return Message("{some} of {all} calls: {share}. {result} {cutoffs} cutoffs", **values)
    if is_short:
        return Message("{some} of {all} calls: {share}. {result}", **values)
    if comparison.a.leaves_out or comparison.b.leaves_out:
        return Message(
            "{less} has {some} calls in its recording, {more} {all}; a sample has not all that were made. {result}",
            **values,
        )
    if matched == sizes[less]:
        return Message("{less} made {some} of {more}’s {all} calls: {share}. {result}", **values)
    return Message("{less} made {some} calls, {more} {all}: {share}. {result}", **values)


def same_moves_sentence(comparison: Comparison, calls: int) -> Message:
    """Return the sentence for two searches that made the same moves."""
    return Message("Both made {calls} calls with {same}.", calls=f"{calls:,}", same=equal_features(comparison, calls))


def equal_features(comparison: Comparison, calls: int, step: int = BEYOND_ALL_STEPS) -> Message:
    """Return what is equal in the calls that both made first, up to a step, and what is not.

    Windows are compared where both searches have some, values as far as they have been returned; that they can both be
    true does not make them the same.
    """
    a, b = comparison.a, comparison.b
    frames_a, frames_b = (frames[:calls] for frames in (comparison.alignment.frames_a, comparison.alignment.frames_b))
    entered_a, entered_b = enters(a, frames_a), enters(b, frames_b)
    returned = (leaves(a, frames_a, entered_a) < step) & (leaves(b, frames_b, entered_b) < step)
    facts = [(Message("moves"), True)]
    if Windows.NONE not in (a.search.windows, b.search.windows):
        pairs = ((a.column(side)[frames_a], b.column(side)[frames_b]) for side in ("alpha", "beta"))
        facts.append((Message("windows"), all(np.array_equal(of_a, of_b) for of_a, of_b in pairs)))
    facts.append((Message("values"), bool((comparison.value_agreement[:calls][returned] == EQUAL).all())))
    found = Message("the same {same}", same=listed([name for name, is_same in facts if is_same]))
    if others := [name for name, is_same in facts if not is_same]:
        found = Message("{same}, but not the same {others}", same=found, others=listed(others))
    if not np.array_equal(entered_a, entered_b):
        found = Message("{same}, in another order", same=found)
    return found


def cutoffs(comparison: Comparison) -> int:
    """Return the number of cutoffs of the recording with fewer calls."""
    trace = comparison.b if len(comparison.b) < len(comparison.a) else comparison.a
    return int(trace.facts.cutoffs.sum())


def result(comparison: Comparison, names: Names, *, is_short: bool = False) -> Message:
    """Return whether both searches have the same value and the same move."""
    a, b = comparison.a, comparison.b
    unfinished = [names["a"]] * (not a.complete) + [names["b"]] * (not b.complete)
    if unfinished:
        return Message("{name} was cut short.", name=beginning(unfinished[0]))
    values = {"a": a.value_text(0), "b": b.value_text(0)}
    agreement = int(comparison.value_agreement[0])
    if agreement == CONTRADICTORY:
        return Message("Different values: {a} and {b}.", **values)
    if agreement == COMPATIBLE and a.values[0] != b.values[0]:
        # One of them may be wrong, though what its run proves is not: then its answer is what matters.
        answers = {"first": beginning(names["a"]), "second": names["b"], "value": a.values[0], "other": b.values[0]}
        return Message("{first} returns {value}, {second} {other}.", **answers)
    if agreement == COMPATIBLE:
        return Message("The values agree: {a} and {b}.", **values)
    if a.best_move != b.best_move:
        return Message("Same value, different moves.")
    return Message("Same value.") if is_short else Message("Same value, same move.")


def headline_so_far(names: Names, calls_a: int, calls_b: int) -> Message:
    """Return how many calls each of both has made by the steps shown."""
    values = {"first": beginning(names["a"]), "second": names["b"], "some": f"{calls_a:,}", "others": f"{calls_b:,}"}
    if calls_a == calls_b:
        return Message("So far both have made {some} calls.", **values)
    return Message("So far {first} has made {some} calls, {second} {others}.", **values | {"first": names["a"]})


# The first difference


class First(NamedTuple):
    """What one side does where the two recordings first differ."""

    side: Side
    step: int
    """The step of that side at which it happens."""
    sentence: Message


def first_difference(comparison: Comparison, link: Link, names: Names) -> list[First]:
    """Return what each side does where they first differ, the earlier first; empty where they never do."""
    first = comparison.first_divergence
    if first is None:
        return []
    if first.frame_a < 0 or first.frame_b < 0:
        return missing_in_one(link, names, "a" if first.frame_a >= 0 else "b", max(first.frame_a, first.frame_b))
    frames: dict[Side, int] = {"a": first.frame_a, "b": first.frame_b}
    say = {"value differs": returned, "window differs": called}.get(first.what, going_on)
    return [say(link, names, side, frames[side], step_of(link, side, first.step)) for side in ("a", "b")]


def step_of(link: Link, side: Side, step: int) -> int:
    """Return one side's number of a step in the calls that both have alike."""
    return link.steps[side].with_lines(step)


def missing_in_one(link: Link, names: Names, side: Side, frame: int) -> list[First]:
    """Return what both sides do where only one of them calls a frame."""
    trace, there, name = link.traces[side], other(side), names[side]
    step = link.steps[side].enter(frame)
    values: dict[str, object] = {"step": f"{step:,}", "name": name, "node": by_path(trace, frame)}
    calls = First(side, step, Message("At step {step} {name} goes on to {node}.", **values))
    parent = link.nearest(side, frame)[0]
    cut = int(link.partners[side][parent])
    left, reason = link.steps[there].leave(cut), link.reason_missing(side, frame)
    if left is None or reason not in (PRUNED, FORWARD):
        why = link.why_missing(side, frame, beginning(names[there]))
        return [calls, First(there, 0, Message("{why}.", why=why))]
    if reason == FORWARD:
        values = {"step": f"{left:,}", "name": names[there], "node": by_path(trace, frame)}
        return [First(there, left, Message("At step {step} {name} has left out {node}.", **values)), calls]
    values = {"step": f"{left - 1:,}", "name": names[there], "place": place_of(link.traces[there], cut)}
    return [First(there, left - 1, Message("At step {step} {name} cuts {place}.", **values)), calls]


def returned(link: Link, names: Names, side: Side, frame: int, step: int) -> First:
    """Return that one side returns a value from a frame, at `step` if that is left open: its half of a difference."""
    trace = link.traces[side]
    left = link.steps[side].leave(frame)
    values: dict[str, object] = {"name": names[side], "node": by_path(trace, frame), "value": bounded(trace, frame)}
    left = step if left is None else left
    return First(side, left, Message("At step {step} {name} returns {value} from {node}.", step=f"{left:,}", **values))


def called(link: Link, names: Names, side: Side, frame: int, step: int) -> First:
    """Return that one side calls a frame with a window, as its half of the first difference."""
    trace = link.traces[side]
    values: dict[str, object] = {"name": names[side], "node": by_path(trace, frame)}
    values |= {"alpha": trace.alphas[frame], "beta": trace.betas[frame], "step": f"{step:,}"}
    return First(side, step, Message("At step {step} {name} calls {node} with α {alpha} and β {beta}.", **values))


def going_on(link: Link, names: Names, side: Side, frame: int, step: int) -> First:
    """Return which node a side goes on to at a step, as its half of a difference about another frame."""
    trace = link.traces[side]
    frame = link.steps[side].at(min(step, link.steps[side].count - 1)).of_call.frame
    values: dict[str, object] = {"step": f"{step:,}", "name": names[side], "node": by_path(trace, frame)}
    return First(side, step, Message("At step {step} {name} goes on to {node}.", **values))


def calls_before_difference(comparison: Comparison, link: Link) -> Message | None:
    """Return how many calls both made before they first differ; None where they never do."""
    first = comparison.first_divergence
    if first is None or first.step == 0:
        return None
    steps = link.steps["a"]
    calls = steps.last_entered(steps.with_lines(min(first.step, steps.of_calls) - 1)) + 1
    if calls == 1:
        return Message("Until then both had called the root alone.")
    # Until then the same frames were called, so that the pairs are these frames.
    same = equal_features(comparison, calls, first.step)
    return Message("Until then both made {calls} calls with {same}.", calls=f"{calls:,}", same=same)


def difference_sentences(comparison: Comparison, names: Names) -> list[Message]:
    """Return the sentences about the first difference; none where there is none."""
    link = Link(comparison)
    halves, until = first_difference(comparison, link, names), calls_before_difference(comparison, link)
    return [half.sentence for half in halves] + ([] if until is None else [until])


# All of it


def comparison_facts(comparison: Comparison, seconds: Sequence[float | None] = (None, None)) -> dict[str, Any]:
    """Return the comparison as JSON prints it, with the seconds that each search took, where known."""
    a, b = comparison.a, comparison.b
    names = english_names(a, b)
    return {
        "a": summary(a, seconds[0]),
        "b": summary(b, seconds[1]),
        "headline": str(headline(comparison, names)),
        "first_difference": " ".join(map(str, difference_sentences(comparison, names))),
        **facts(comparison),
    }


def english_names(a: Trace, b: Trace) -> Names:
    """Return the names of two recordings in English, for the command line and for JSON."""
    first, second = names_of(a, b)
    return {"a": str(first), "b": str(second)}


# One cutoff


@dataclass(frozen=True)
class CutText:
    """A title and paragraphs about one cutoff."""

    title: Message
    paragraphs: list[Message]


def cut_text(comparison: Comparison, saving: Saving, names: Names, *, is_known: bool) -> CutText:
    """Return the text about one cutoff; `is_known` once the other recording has returned from the frame."""
    trace = comparison.a if saving.side == "a" else comparison.b
    there = comparison.b if saving.side == "a" else comparison.a
    cut = why_cut(trace, saving.frame)
    title = cut_title(trace, saving, is_known=is_known)
    if cut is None:
        return CutText(title, [])
    if not cut.pruned:
        return CutText(title, [last_move_cut(trace, cut)])
    found = [Message("Pruned: {moves}.", moves=pruned_with_numbers(trace, saving.frame)), safety_sentence(trace, cut)]
    if is_known and there.statuses[saving.there] != OPEN:
        found.append(value_in_other(comparison, saving, names))
    return CutText(title, found)


def cut_title(trace: Trace, saving: Saving, *, is_known: bool) -> Message:
    """Return the title for a cutoff: where it is, and how many calls it saved."""
    values: dict[str, object] = {"place": place_of(trace, saving.frame), "calls": f"{saving.calls:,}"}
    if not is_known:
        return Message("Cut {place}", **values)
    if not saving.calls:
        return Message("Cut {place}: nothing saved", **values)
    if saving.calls == 1:
        return Message("Cut {place}: 1 call saved", **values)
    return Message("Cut {place}: {calls} calls saved", **values)


def place_of(trace: Trace, frame: int) -> Message:
    """Return where a frame is: at a named node, else after the moves that lead there."""
    if frame == 0 or trace.name_of(frame) is not None:
        return Message("at {node}", node=by_path(trace, frame))
    return Message("after {moves}", moves=by_path(trace, frame))


def pruned_with_numbers(trace: Trace, frame: int) -> object:
    """Return the pruned moves of a frame in words, leaves with their given numbers."""
    moves = trace.pruned_moves(frame)
    items: list[object] = []
    for move in moves[:MAX_LISTED_PRUNED]:
        leaf, name = pruned_leaf(trace, frame, move), pruned_node(trace, frame, move)
        items.append(name if leaf is None else Message("{node} {value}", node=name, value=leaf))
    if len(moves) > MAX_LISTED_PRUNED:
        items.append(Message("{count} more", count=len(moves) - MAX_LISTED_PRUNED))
    return listed(items) if items else Message("moves that are not recorded")


def whatever_pruned(trace: Trace, frame: int) -> Message:
    """Return the part `whatever … is` that names the pruned moves of a frame."""
    moves = trace.pruned_moves(frame)
    if len(moves) == 1:
        return Message("whatever {moves} is", moves=pruned_by_path(trace, frame, moves[0]))
    if not 0 < len(moves) <= MAX_NAMED_PRUNED:
        return Message("whatever the {count} pruned moves are", count=trace.skips[frame])
    return Message("whatever {moves} are", moves=listed([pruned_by_path(trace, frame, move) for move in moves]))


def folded_at(trace: Trace, cut: Cut) -> object:
    """Return what a frame is worth after its cut: at most 2."""
    if cut.child < 0:
        return bounded(trace, cut.frame)
    after = trace.fold_at(cut.frame, cut.child)[1]
    return with_bound(bound_after_cut(trace, cut.frame, after), number(after.best, after.best_child))


def last_move_cut(trace: Trace, cut: Cut) -> Message:
    """Return the sentence for a cutoff after the last move, which prunes nothing."""
    values: dict[str, object] = {
        "child": by_path(trace, cut.child, begins=True),
        "relation": BOUND_SIGNS.get(trace.bound_of(cut.child) or "", "="),
        "value": value_of(trace, cut.child),
        "node": by_path(trace, cut.frame, begins=True),
        "alpha": cut.alpha,
        "sign": cut_sign(trace),
        "beta": cut.beta,
        "result": bounded(trace, cut.frame),
    }
    if trace.bound_of(cut.frame) == EXACT:
        return Message(
            "{child} {relation} {value} was the last move: {alpha} {sign} {beta} holds, but no move is left. "
            "{node} is exactly {result}.",
            **values,
        )
    return Message(
        "{child} {relation} {value} was the last move: {alpha} {sign} {beta} holds, but no move is left. "
        "{node} is {result}.",
        **values,
    )


def safety_sentence(trace: Trace, cut: Cut) -> Message:
    """Return why the moves that a cut pruned cannot matter."""
    values: dict[str, object] = {
        "lead": Strong("Why it was safe."),
        "child": Message("standing pat") if cut.child < 0 else by_path(trace, cut.child),
        "sign": "=" if cut.child < 0 else BOUND_SIGNS.get(trace.bound_of(cut.child) or "", "="),
        "value": value_of(trace, cut.frame if cut.child < 0 else cut.child),
        "node": by_path(trace, cut.frame),
        "claim": folded_at(trace, cut),
        "rest": whatever_pruned(trace, cut.frame),
    }
    if cut.origin.called >= 0:
        values |= {"lead": Strong("Why it was cut."), "name": cut.origin.side.value, "bound": cut.origin.value}
        return Message(
            "{lead} After {child} {sign} {value}, {node} is {claim}. It was called with {name} {bound}, and another "
            "bound was in effect above.",
            **values,
        )
    if cut.origin.owner < 0:
        bound = cut.beta if trace.kinds[cut.frame] == MAX else cut.alpha
        if isinf(bound):
            return Message(
                "{lead} After {child} {sign} {value}, {node} is {claim}. No value is better, {rest}.", **values
            )
        values |= {"bound": bound, "name": cut.origin.side.value}
        return Message(
            "{lead} After {child} {sign} {value}, {node} is {claim}. {name} was {bound} from the start: "
            "beyond it nothing matters, {rest}.",
            **values,
        )
    values |= {
        "owner": chooser(trace, cut.origin.owner),
        "bound": number(cut.origin.sure, cut.origin.child),
        "setter": setter_by_path(trace, cut.origin),
        "wants": Message("the largest") if trace.kinds[cut.origin.owner] == MAX else Message("the smallest"),
    }
    values["so"] = consequence(cut, values)
    if cut.origin.probe >= 0:
        return Message(
            "{lead} After {child} {sign} {value}, {node} is {claim}. {owner} had {bound} from {setter} and only asked "
            "whether this is better: that is answered, {rest}.",
            **values,
        )
    return Message(
        "{lead} After {child} {sign} {value}, {node} is {claim}. {owner} had {bound} from {setter}. {owner} takes "
        "{wants}, so {so}, {rest}.",
        **values,
    )


def consequence(cut: Cut, values: dict[str, object]) -> Message:
    """Return what a cut means for the owner of the bound."""
    if cut.is_equal:
        return Message("{node} cannot improve that", **values)
    if cut.is_deep:
        return Message("the game does not come to {node}", **values)
    return Message("{node} cannot be chosen", **values)


def value_in_other(comparison: Comparison, saving: Saving, names: Names) -> Message:
    """Return the value the other recording has of moves pruned here, and whether that agrees."""
    trace = comparison.a if saving.side == "a" else comparison.b
    there = comparison.b if saving.side == "a" else comparison.a
    values: dict[str, object] = {
        "lead": Strong("What was there."),
        "other": beginning(names[other(saving.side)]),
        "this": names[saving.side],
        "node": by_path(there, saving.there),
        "value": bounded(there, saving.there),
        "fold": folding(there, saving.there),
        "claim": bounded(trace, saving.frame),
    }
    if there.facts.cutoff[saving.there] and there.skips[saving.there]:
        return Message("{lead} {other} cut here as well: {node} is {value}.", **values)
    pair = int(np.searchsorted(comparison.alignment.frames_a, saving.frame if saving.side == "a" else saving.there))
    agreement = int(comparison.value_agreement[pair])
    if agreement == CONTRADICTORY:
        return Message("{lead} {other} looked: {node} = {fold}. That is not {claim}, as {this} had said.", **values)
    if trace.bound_of(saving.frame) in (AT_LEAST, AT_MOST) and there.bound_of(saving.there) == EXACT:
        return Message("{lead} {other} looked: {node} = {fold}. That is {claim}, as {this} had said.", **values)
    if agreement == COMPATIBLE:
        return Message(
            "{lead} {other} looked: {node} is {value}. {this} had said {claim}: both can be true.",
            **values | {"this": beginning(names[saving.side])},
        )
    return Message("{lead} {other} looked: {node} = {fold}, the same.", **values)


def folding(trace: Trace, frame: int) -> object:
    """Return how a value follows from the children: `min(2, 4, 6) = 2`; of many the value alone."""
    value = bounded(trace, frame)
    children = list(trace.children(frame))
    moves = {trace.moves[child] for child in children}
    if not 0 < len(children) == len(moves) <= MAX_LISTED_VALUES or trace.calls(frame).fold is not Fold.BEST:
        return value
    if any(isnan(trace.values[child]) for child in children):
        return value
    texts: list[object] = [Part(trace.value_text(child)) for child in children]
    values = texts[0]
    for text in texts[1:]:
        values = Message("{values}, {value}", values=values, value=text)
    name = "max" if trace.kinds[frame] == MAX else "min"
    return Message("{name}({values}) = {value}", name=name, values=values, value=value)
