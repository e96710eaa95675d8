"""The results of `why`, `proof` and `ghosts`, in sentences and as facts for JSON."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isinf, isnan
from typing import Any

from plyscope.analysis.ghosts import Ghost
from plyscope.analysis.grown_tree import GrownTree
from plyscope.analysis.proof import Proof, proof
from plyscope.analysis.why import Cut, Origin, Side, back, is_given, why_bound, why_bound_at, why_cut, why_value
from plyscope.messages import InputError, Message, Part, plain_number, probability, written
from plyscope.model.columns import HORIZON, LEAVES, LEFT_OUT, OPEN, TABLE, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, Fold, Windows, kind_name
from plyscope.model.steps import Steps
from plyscope.model.trace import Trace
from plyscope.text.audited import broken_here
from plyscope.text.references import calls_left_out, listed, node, number, pruned_node, setter, value_with_sign
from plyscope.text.simulated import choice_sentences, rounded, value_of_simulated
from plyscope.text.unusual import unusual


def proof_facts(trace: Trace) -> dict[str, Any] | None:
    """Return the proof of the root's value as facts; None where there is no value, or values are sums."""
    try:
        return facts_of_proof(trace, proof(trace))
    except InputError:
        return None


def facts_of_proof(trace: Trace, found: Proof) -> dict[str, Any]:
    """Return the counts and the variation of a proof as JSON prints them."""
    return {
        "frames": found.frames,
        "share": round(found.share, 6),
        "leaves": found.leaves,
        "minimum": found.minimum,
        "cut_nodes": len(found.cut_nodes),
        "all_nodes": len(found.all_nodes),
        "pv_nodes": len(found.variation),
        "variation": [
            trace.move_text(frame) for frame in found.variation.tolist() if frame and not trace.is_round(frame)
        ],
    }


def proof_sentences(trace: Trace, facts: dict[str, Any] | None) -> list[Message]:
    """Return the sentences about a proof from its `proof_facts`."""
    if facts is None:
        return []
    values: dict[str, object] = {
        "enough": f"{facts['frames']:,}",
        "frames": f"{len(trace):,}",
        "leaves": f"{facts['leaves']:,}",
        "visited": f"{trace.leaves:,}",
        "share": f"{facts['share']:.1%}",
        "value": trace.values[0],
    }
    found = [
        Message(
            "{enough} of the {frames} frames are enough to prove this value: "
            "{share}, with {leaves} of {visited} leaves.",
            **values,
        )
    ]
    bottom, top = trace.plan.extremes
    if trace.values[0] >= top:
        found.append(Message("They show that it is at least {value}, and no value is larger.", **values))
    elif trace.values[0] <= bottom:
        found.append(Message("They show that it is at most {value}, and no value is smaller.", **values))
    variation: list[str] = facts["variation"]
    if trace.pv and variation != trace.pv[: len(variation)]:
        found.append(
            Message(
                "They follow {moves}, which is worth as much as the moves that the search has chosen.",
                moves=" ".join(variation),
            )
        )
    if (least := facts["minimum"]) is not None:
        found += least_sentences(trace.leaves, least)
    return found


def least_sentences(visited: int, least: int) -> list[Message]:
    """Return how many leaves were visited beside the fewest that prove a uniform tree's value."""
    law = Message(
        "In this tree no proof has fewer than {least} leaves, and alpha-beta with the best move first everywhere "
        "visits just so many (Knuth and Moore).",
        least=f"{least:,}",
    )
    if visited <= least:
        return [law, Message("This search has visited no more.")]
    return [law, Message("This search has visited {times} times as many.", times=f"{visited / least:.2f}")]


@dataclass(frozen=True)
class Reason:
    """A sentence, with the step and the frame that it leads to."""

    sentence: Message
    step: int = -1
    """The step that it is about; -1 for none."""
    frame: int = -1
    """The frame that it is about; -1 for the explained frame itself."""


def why_facts(trace: Trace, frame: int) -> dict[str, Any]:
    """Return why a frame has its value and window as JSON prints it; of the root also the proof."""
    source = why_value(trace, frame)
    cut = why_cut(trace, frame)
    is_done = trace.statuses[frame] != OPEN
    justified = proof_facts(trace) if frame == 0 else None
    found = [*sentences(trace, frame), *broken_here(trace, frame), *proof_sentences(trace, justified)]
    return {
        "frame": frame,
        "path": trace.path(frame),
        "kind": kind_name(trace.kinds[frame]).lower() or None,
        "value": plain_number(trace.values[frame]) if is_done else None,
        "bound": trace.bound_of(frame),
        "interval": [plain_number(end) for end in trace.interval_of(frame)],
        "alpha": None if trace.alphas[frame] == -inf else plain_number(trace.alphas[frame]),
        "beta": None if trace.betas[frame] == inf else plain_number(trace.betas[frame]),
        "value_from": None
        if source.child < 0
        else {
            "frame": source.child,
            "move": trace.move_text(source.child),
            "step": source.step,
            "source": source.source,
            "clipped": source.clipped,
        },
        "alpha_from": origin_facts(trace, why_bound(trace, frame, Side.ALPHA)),
        "beta_from": origin_facts(trace, why_bound(trace, frame, Side.BETA)),
        "cut": None if cut is None else cut_facts(trace, cut),
        **({"forward_pruned": trace.pruned_texts(frame)} if trace.prunes_forward(frame) else {}),
        "proof": justified,
        **({"choice": choice_facts(trace, frame)} if trace.search.simulates else {}),
        "sentences": [str(sentence) for sentence in found],
    }


def choice_facts(trace: Trace, frame: int) -> dict[str, Any] | None:
    """Return how a frame of a simulation chose its move; None where it played none."""
    if trace.sizes[frame] == 1 or trace.has_rounds(frame):
        return None
    name, rows = trace.game_at(frame).move_text, trace.simulations.choices(frame)
    return {
        "phase": str(trace.simulations.phase(frame).value),
        "move": trace.move_text(frame + 1),
        "moves": [
            {"move": name(move), "visits": visits, "mean": mean, "upper_bound": bound}
            for move, visits, mean, bound in rows
        ],
    }


def origin_facts(trace: Trace, origin: Origin) -> dict[str, Any] | None:
    """Return the frame and step that set a bound; None for the bound of the start.

    Where the bound in effect above was not handed down, it is of that bound, and `called` is the frame that was called
    with another one.
    """
    if origin.owner < 0 and origin.called < 0:
        return None
    is_set = origin.owner >= 0 and not origin.stands_pat
    return {
        "owner": None if origin.owner < 0 else origin.owner,
        "path": None if origin.owner < 0 else trace.path(origin.owner),
        "frame": origin.child if is_set else None,
        "move": trace.move_text(origin.child) if is_set else None,
        "step": None if origin.owner < 0 else origin.step,
        "sure": None if isnan(origin.sure) else plain_number(origin.sure),
        "probe": None if origin.probe < 0 else origin.probe,
        **({} if origin.called < 0 else {"called": origin.called}),
    }


def cut_facts(trace: Trace, cut: Cut) -> dict[str, Any]:
    """Return a cutoff as JSON prints it."""
    return {
        "frame": None if cut.child < 0 else cut.child,
        "move": None if cut.child < 0 else trace.move_text(cut.child),
        "step": cut.step,
        "alpha": plain_number(cut.alpha),
        "beta": plain_number(cut.beta),
        "by": origin_facts(trace, cut.origin),
        "depth": None if not cut.distance else "deep" if cut.is_deep else "shallow",
        "equal": cut.is_equal,
        "left_out": trace.pruned_texts(cut.frame),
    }


# In words


def sentences(trace: Trace, frame: int) -> list[Message]:
    """Return why a frame has its value and window, and why it was cut."""
    return [reason.sentence for reason in reasons(trace, frame)]


def reasons(trace: Trace, frame: int, step: int | None = None) -> list[Reason]:
    """Return why a frame has its value and window, and why it was cut, with places; at a `step`, as far as by then."""
    found = origin_reasons(trace, frame, step)
    cut = why_cut(trace, frame)
    if cut is not None and (step is None or cut.step <= step):
        found += cut_reasons(trace, cut)
    return found + left_out_reasons(trace, frame, step)


def left_out_reasons(trace: Trace, frame: int, step: int | None = None) -> list[Reason]:
    """Return which moves a frame has left out by a rule of its search; nothing where it has none, or by a `step`."""
    left = Steps(trace).leave(frame)
    if not trace.prunes_forward(frame) or left is None or (step is not None and left > step):
        return []
    return [Reason(forward_pruning_sentence(trace, frame))]


def forward_pruning_sentence(trace: Trace, frame: int) -> Message:
    """Return that the search left out moves by a rule of its own, which no window justifies."""
    values: dict[str, object] = {"moves": " ".join(trace.pruned_names(frame))}
    if trace.values[frame] == trace.plan.extremes[trace.kinds[frame] == MAX]:
        return Message("The search left out {moves} by a rule of its own; none of them can be better.", **values)
    if trace.kinds[frame] == MAX:
        return Message("The search left out {moves} by a rule of its own: one of them may be worth more.", **values)
    return Message("The search left out {moves} by a rule of its own: one of them may be worth less.", **values)


def origin_reasons(trace: Trace, frame: int, step: int | None = None) -> list[Reason]:
    """Return where the value, α and β of a frame come from; without a window the value alone.

    Of a frame that is entered after the step there is nothing to say but this.
    """
    if step is not None and (entered := Steps(trace).enter(frame)) > step:
        return [Reason(Message("It has not been entered yet."), entered, frame)]
    now = step if step is not None and is_open_at(trace, frame, step) else None
    value = value_reason(trace, frame) if now is None else value_reason_at(trace, frame, now)
    if trace.search.simulates:
        is_chosen = step is None or Steps(trace).enter(min(frame + 1, len(trace) - 1)) <= step
        return [value, *map(Reason, choice_sentences(trace, frame) if is_chosen else ())]
    about = unusual_reasons(trace, frame)
    if trace.search.windows is Windows.NONE or trace.judging(frame) is not None:
        return [value, *about]
    sides = [side for side in Side if is_given(trace, frame, side)]
    bounds = [why_bound(trace, frame, side) if now is None else why_bound_at(trace, frame, side, now) for side in sides]
    return [value, *(Reason(bound_sentence(trace, bound), bound.step, bound.owner) for bound in bounds), *about]


def unusual_reasons(trace: Trace, frame: int) -> list[Reason]:
    """Return what the tags of a call say, as reasons."""
    found = unusual(trace, frame)
    return [Reason(Message("About this call: {tags}.", tags=listed(found)))] if found else []


def is_open_at(trace: Trace, frame: int, step: int) -> bool:
    """Whether a frame has been entered and not left by a step."""
    steps = Steps(trace)
    left = steps.leave(frame)
    return steps.enter(frame) <= step and (left is None or step < left)


def returned_sentence(trace: Trace, frame: int) -> Message:
    """Return what a frame has returned, and at which step."""
    left = Steps(trace).leave(frame)
    if trace.has_no_number(frame) and trace.origin.result_text(frame) is None:
        return Message("It returned at step {step}.", step=left)
    return Message("It returned {value} at step {step}.", value=value_with_sign(trace, frame), step=left)


def frame_text(trace: Trace, frame: int) -> object:
    """Return a frame in words: by its node's name, else by its number and path."""
    if (name := trace.name_of(frame)) is not None:
        return name
    if frame == 0:
        return Message("the root")
    return Message("frame {frame} ({path})", frame=frame, path=" ".join(trace.shown_path(frame)))


def value_reason(trace: Trace, frame: int) -> Reason:
    """Return where a frame's value comes from; it leads to the frame that had the number first."""
    if (stored_by := trace.origin.hits.source(frame)) >= 0:
        return Reason(value_sentence(trace, frame), Steps(trace).leave(stored_by) or 0, stored_by)
    source = why_value(trace, frame)
    if source.child < 0:
        return Reason(value_sentence(trace, frame))
    return Reason(value_sentence(trace, frame), source.step, source.source if source.source != frame else source.child)


def value_reason_at(trace: Trace, frame: int, step: int) -> Reason:
    """Return the best value of an open frame at a step, and where it comes from."""
    if trace.has_rounds(frame) and trace.search.simulates and (count := trace.simulations.nodes[0].visits(step)):
        mean = rounded(trace.simulations.nodes[0].totals[count - 1] / count)
        return Reason(Message("So far the mean of {count} simulations is {mean}.", count=count, mean=mean))
    if trace.statuses[frame] in LEAVES or trace.calls(frame).fold not in (Fold.BEST, Fold.LAST):
        return Reason(Message("It has not returned yet: it has no value."))
    best = None
    for folded in trace.folds(frame):
        if back(trace, folded.child) > step:
            break
        best = folded
    static = trace.static_score(frame)
    if static is not None and (best is None or best.best_child < 0):
        value = number(static, frame)
        return Reason(Message("It has not returned yet. Best so far is standing pat with {value}.", value=value))
    if best is None:
        return Reason(Message("It has not returned yet, and no child has returned so far."))
    if best.best_child < 0:
        return Reason(Message("It has not returned yet, and no child has been good enough so far."))
    child, at = best.best_child, back(trace, best.best_child)
    values: dict[str, object] = {"move": node(trace, child), "step": at, "value": value_with_sign(trace, child)}
    if trace.has_rounds(frame):
        sentence = Message("It has not returned yet. So far {move} answers, with {value}, since step {step}.", **values)
        return Reason(sentence, at, child)
    sentence = Message("It has not returned yet. Best so far is {move} with {value}, since step {step}.", **values)
    return Reason(sentence, at, child)


def value_sentence(trace: Trace, frame: int) -> Message:
    """Return why a frame has its value: a leaf's score, its best child, or what stands in place of them."""
    status, value = trace.statuses[frame], value_with_sign(trace, frame)
    if status == OPEN:
        return Message("The recording stops in this frame: it has no value.")
    if trace.has_no_number(frame):
        if not trace.has_result_without_value(frame):
            return Message("The recording gives no number as the value of this frame.")
        pattern = "{node} returned {value}; no number in that is known to be its value."
        return Message(pattern, node=node(trace, frame, begins=True), value=value)
    if (judging := trace.judging(frame)) is not None:
        line = trace.user_code.line_text(judging.line)
        return Message("Line {line} has judged it without a call: it is worth {value}.", line=line, value=value)
    if trace.is_unproved_leaf(frame):
        pattern = "{node} returns {value}, without a recorded call: whether it is worth that is not known."
        if (elsewhere := trace.origin.searches_elsewhere) is not None and elsewhere[frame]:
            pattern = (
                "{node} returns {value}, for which it calls another search: whether it is worth that is not known."
            )
        return Message(pattern, node=node(trace, frame, begins=True), value=value)
    if status == TERMINAL and not trace.position.game.has_winner:
        return Message(
            "{node} is a leaf: its own number is {value}.", node=node(trace, frame, begins=True), value=value
        )
    if status == TERMINAL:
        return Message("The game is over here: the position itself is worth {value}.", value=value)
    if status == HORIZON:
        return value_at_horizon(trace, frame, value)
    if (stored_by := trace.origin.hits.source(frame)) >= 0:
        return Message(
            "The table held {value}, and nothing was searched here: {place} had searched the same position with as "
            "much depth left.",
            value=value,
            place=frame_text(trace, stored_by),
        )
    if status == LEFT_OUT:
        return Message("It returned {value}. {left_out}", value=value, left_out=calls_left_out(trace, frame))
    if status == TABLE:
        return Message("A table held the value {value}: nothing was searched here.", value=value)
    if trace.search.simulates or isinstance(trace, GrownTree):
        return value_of_simulated(trace, frame, value)
    if trace.kinds[frame] == CHANCE and trace.is_cutoff(frame):
        return Message("Its value {value} is the end of its window that the mean cannot come back from.", value=value)
    if trace.kinds[frame] == CHANCE:
        return Message("Its value {value} is the mean of its outcomes, by their probabilities.", value=value)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("Its value {value} is the sum of all its children.", value=value)
    if trace.calls(frame).fold is Fold.NONE:
        return Message("Its value is {value}; the recording does not say where it comes from.", value=value)
    source = why_value(trace, frame)
    values: dict[str, object] = {"value": value, "step": source.step, "source": frame_text(trace, source.source)}
    if source.child < 0:
        return value_of_start(trace, frame, values)
    values["move"] = node(trace, source.child, begins=source.clipped)
    if source.clipped:
        values["child"] = value_with_sign(trace, source.child)
        return Message(
            "{move} gave {child} at step {step}, which is outside the window: "
            "a hard search returns the end of the window, {value}.",
            **values,
        )
    if trace.values[source.child] != trace.values[frame]:
        values["child"] = value_with_sign(trace, source.child)
        pattern = "Its value {value} is not that of its best child: {move} gave {child}, at step {step}."
        return Message(pattern, **values)
    if trace.has_rounds(frame):
        return value_of_rounds(trace, values)
    if source.source == source.child:
        return Message("Its value {value} was given by {move}, at step {step}.", **values)
    return Message("Its value {value} was given by {move}, at step {step}; the number comes from {source}.", **values)


def value_of_start(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a value that no child gave: a cutoff by a null move, standing pat, or the start value."""
    if trace.cut_by_passing(frame):
        return Message("It returned {value} after a null move, which proves nothing of its moves.", **values)
    if trace.static_score(frame) is not None:
        return Message("No noisy move is better than standing pat, which is worth {value}.", **values)
    recorded = trace.recorded_bounds
    if recorded is not None and recorded.start[frame] != trace.values[frame]:
        return Message("Its value is {value}; the recording does not say where it comes from.", **values)
    return Message("No child has beaten {value}, from which the search starts.", **values)


def value_at_horizon(trace: Trace, frame: int, value: Part) -> Message:
    """Return the sentence for a position that the search judged without going on."""
    if trace.stood_pat(frame):
        return Message("Standing pat is worth {value}: no noisy move was tried.", value=value)
    if trace.ends_without_reason(frame):
        return Message("It returned {value}, without a call below it.", value=value)
    return Message("The search goes no deeper: the position was judged to be worth {value}.", value=value)


def value_of_rounds(trace: Trace, values: dict[str, object]) -> Message:
    """Return the sentence for a root in rounds: its value is that of the last round."""
    values["last"] = node(trace, trace.rounds[-1])
    if trace.answer == trace.rounds[-1]:
        return Message("Its value {value} is that of its last search, {last}.", **values)
    return Message(
        "Its value {value} is that of its last search, {last}; the move to play was found in {move}.", **values
    )


def bound_sentence(trace: Trace, origin: Origin) -> Message:
    """Return which frame set a bound, and at which step."""
    values: dict[str, object] = {"name": origin.side.value, "value": origin.value, "sure": origin.sure}
    if origin.probe >= 0:
        values["probe"] = frame_text(trace, origin.probe)
    if origin.is_extreme and origin.side is Side.ALPHA:
        return Message("α = {value} is the least value there is.", **values)
    if origin.is_extreme:
        return Message("β = {value} is the largest value there is.", **values)
    if origin.mean >= 0:
        values["place"] = frame_text(trace, origin.mean)
        return Message(
            "{name} = {value}: with an outcome worth that, the mean at {place} leaves its window, whatever the "
            "outcomes after it are worth.",
            **values,
        )
    if origin.round >= 0:
        return Message("{name} = {value} is what {round} begins with.", round=node(trace, origin.round), **values)
    if origin.called >= 0:
        return called_with(trace, origin, values)
    if origin.owner < 0:
        if origin.probe >= 0:
            return Message(
                "{name} = {value} stands right next to {sure}: {probe} only tests whether it can be beaten.", **values
            )
        if origin.value != (-inf if origin.side is Side.ALPHA else inf):
            return Message("{name} = {value} is what the search began with.", **values)
        if origin.side is Side.ALPHA:
            return Message("α = {value}: MAX is not sure of anything yet.", **values)
        return Message("β = {value}: MIN is not sure of anything yet.", **values)
    values |= {
        "owner": frame_text(trace, origin.owner),
        "move": setter(trace, origin),
        "step": origin.step,
        "kind": kind_name(trace.kinds[origin.owner]) or kind_name(MAX if origin.side is Side.ALPHA else MIN),
    }
    if origin.probe >= 0:
        return Message(
            "{name} = {value} stands right next to {sure}, which {kind} is sure of at {owner}, "
            "set by {move} at step {step}: {probe} only tests whether it can be beaten.",
            **values,
        )
    if origin.stands_pat and trace.origin.is_user_code:
        return Message("{name} = {value} was set at {owner}, and not by the value of a move.", **values)
    if origin.stands_pat:
        return Message(
            "{name} = {value} is what {kind} is sure of at {owner} by standing pat, since step {step}.", **values
        )
    return Message("{name} = {value} is what {kind} is sure of at {owner}: {move} set it at step {step}.", **values)


def called_with(trace: Trace, origin: Origin, values: dict[str, object]) -> Message:
    """Return that a frame was called with a bound, and which one above was not handed down."""
    values["called"] = frame_text(trace, origin.called)
    if isnan(origin.sure):
        return Message("{name} = {value} is what {called} was called with.", **values)
    if origin.owner < 0:
        return Message(
            "{name} = {value} is what {called} was called with. In effect above it was {sure}, "
            "which was not handed down.",
            **values,
        )
    values |= {"owner": frame_text(trace, origin.owner), "move": setter(trace, origin), "step": origin.step}
    return Message(
        "{name} = {value} is what {called} was called with. In effect above it was {sure}, set at {owner} by {move} "
        "at step {step}, which was not handed down.",
        **values,
    )


def cut_reasons(trace: Trace, cut: Cut) -> list[Reason]:
    """Return why a frame was cut: the bounds that met, the distance to the owner, the pruned moves."""
    if trace.kinds[cut.frame] == CHANCE:
        return chance_reasons(trace, cut)
    if cut.child >= 0 and trace.is_aside(cut.child):
        child = node(trace, cut.child, begins=True)
        gave = Message(
            "{child} gave {value}, and no move was tried after it.",
            child=child,
            value=value_with_sign(trace, cut.child),
        )
        return [Reason(gave, cut.step, cut.child)]
    side, other = ("MAX", "MIN") if trace.kinds[cut.frame] == MAX else ("MIN", "MAX")
    values: dict[str, object] = {
        "move": Message("standing pat") if cut.child < 0 else node(trace, cut.child),
        "step": cut.step,
        "alpha": cut.alpha,
        "beta": cut.beta,
        "reached": number(cut.alpha if side == "MAX" else cut.beta, cut.child),
        "side": side,
        "other": other,
        "name": cut.origin.side.value,
        "owner": frame_text(trace, cut.origin.owner) if cut.origin.owner >= 0 else "",
        "setter": setter(trace, cut.origin) if cut.origin.owner >= 0 else "",
        "distance": cut.distance,
        "round": node(trace, cut.origin.round) if cut.origin.round >= 0 else "",
        "called": frame_text(trace, cut.origin.called) if cut.origin.called >= 0 else "",
        "count": cut.pruned,
        "moves": " ".join(trace.pruned_names(cut.frame)),
    }
    if cut.alpha < cut.beta:
        return [Reason(Message("Cut at step {step}, after {move}.", **values), cut.step, cut.child)]
    alpha, beta = trace.alphas[cut.frame], trace.betas[cut.frame]
    if trace.origin.is_user_code and alpha >= beta:
        values |= {"alpha": alpha, "beta": beta}
        pattern = "Cut at step {step}, after {move}: the call began with a closed window, α = {alpha} and β = {beta}."
        return [Reason(Message(pattern, **values), cut.step, cut.child)]
    is_last = cut.child < 0 or cut.child + trace.sizes[cut.child] == cut.frame + trace.sizes[cut.frame]
    return [
        Reason(
            reason_of_met_bound(cut, values, is_user_code=trace.origin.is_user_code),
            cut.step,
            cut.frame if cut.child < 0 else cut.child,
        ),
        Reason(reason_of_owner(cut, values), cut.origin.step, cut.origin.owner),
        *(
            [Reason(reason_of_safety(cut, side, values))]
            if cut.pruned or (is_last and trace.facts.knows_pruned)
            else []
        ),
    ]


def chance_reasons(trace: Trace, cut: Cut) -> list[Reason]:
    """Return why the mean of outcomes cannot come back into the window."""
    is_low = cut.origin.side is Side.ALPHA
    values: dict[str, object] = {
        "move": node(trace, cut.child),
        "value": value_with_sign(trace, cut.child),
        "chance": probability(trace.chance_of(cut.child)),
        "step": cut.step,
        "end": trace.plan.extremes[is_low],
        "bound": trace.values[cut.frame],
        "moves": " ".join(trace.pruned_names(cut.frame)),
    }
    reached = Message("Cut at step {step}: {move} is worth {value}, with probability {chance}.", **values)
    if cut.pruned == 0:
        rest = Message("It was the last move: nothing was pruned.")
    elif is_low:
        rest = Message(
            "Even if all of the pruned ({moves}) are worth {end}, the mean is not above α {bound}.", **values
        )
    else:
        rest = Message(
            "Even if all of the pruned ({moves}) are worth {end}, the mean is not below β {bound}.", **values
        )
    above = Reason(bound_sentence(trace, cut.origin), cut.origin.step, cut.origin.owner)
    return [Reason(reached, cut.step, cut.child), above, Reason(rest)]


def reason_of_met_bound(cut: Cut, values: dict[str, object], *, is_user_code: bool) -> Message:
    """Return which bound a cutoff met; in user code the other bound need not have moved."""
    if cut.child < 0 and cut.is_equal:
        return Message("Cut at step {step}: {side} has {reached} here by standing pat, so α meets β.", **values)
    if cut.child < 0:
        return Message(
            "Cut at step {step}: {side} has {reached} here by standing pat, so α = {alpha} is beyond β = {beta}.",
            **values,
        )
    if cut.is_equal and is_user_code:
        return Message("Cut at step {step}: with {move}, {side} has reached {reached} here, which is {name}.", **values)
    if cut.is_equal:
        return Message("Cut at step {step}: with {move}, {side} has reached {reached} here, so α meets β.", **values)
    if is_user_code:
        return Message(
            "Cut at step {step}: with {move}, {side} has reached {reached} here, beyond {name} = {bound}.",
            bound=cut.beta if cut.origin.side is Side.BETA else cut.alpha,
            **values,
        )
    return Message(
        "Cut at step {step}: with {move}, {side} has reached {reached} here, so α = {alpha} is beyond β = {beta}.",
        **values,
    )


def reason_of_owner(cut: Cut, values: dict[str, object]) -> Message:
    """Return who owns the bound that a cutoff met, and why it holds there."""
    if cut.origin.is_extreme and cut.origin.side is Side.ALPHA:
        return Message("α is the least value there is: no value can be beyond it.", **values)
    if cut.origin.is_extreme:
        return Message("β is the largest value there is: no value can be beyond it.", **values)
    if cut.origin.mean >= 0:
        return Message(
            "{name} comes from the chance frame above: with this value its mean leaves its window.", **values
        )
    if cut.origin.round >= 0:
        return Message("{name} is what {round} began with: it does not ask what lies beyond.", **values)
    if cut.origin.called >= 0:
        return Message("{name} is what {called} was called with.", **values)
    if cut.origin.owner < 0 and isinf(cut.origin.value):
        return Message("{name} still has its initial value: no value can be beyond it.", **values)
    if cut.origin.owner < 0:
        return Message("{name} is what the search began with.", **values)
    if cut.origin.probe >= 0:
        return Message("The probe is decided; the bound that it tested was set at {owner}.", **values)
    if cut.is_deep:
        return Message("The cut is deep: {name} was set {distance} plies above, at {owner}.", **values)
    return Message("The cut is shallow: {name} was set by the parent, {owner}.", **values)


def reason_of_safety(cut: Cut, side: str, values: dict[str, object]) -> Message:
    """Return why the moves that a cutoff pruned cannot matter."""
    if cut.pruned == 0:
        return Message("It was the last move: nothing was pruned.")
    is_from_above = cut.origin.owner >= 0 > cut.origin.called
    if not is_from_above and cut.origin.round < 0 and cut.origin.mean < 0 and not isinf(cut.origin.value):
        if side == "MAX":
            return Message("Whatever the pruned moves ({moves}) are worth, MAX gets {reached} or more here.", **values)
        return Message("Whatever the pruned moves ({moves}) are worth, MIN gets {reached} or less here.", **values)
    if not is_from_above and (cut.origin.mean < 0 or cut.origin.is_extreme):
        if cut.origin.round >= 0:
            return Message("The pruned moves ({moves}) could not change the answer.", **values)
        return Message("The pruned moves ({moves}) could not be better.", **values)
    if cut.origin.probe >= 0 or cut.origin.mean >= 0:
        return Message("The pruned moves ({moves}) could not change the result.", **values)
    if side == "MAX":
        return Message(
            "Whatever the pruned moves ({moves}) are worth, MAX gets {reached} or more here, "
            "and MIN can have {beta} or less at {owner}, with {setter}.",
            **values,
        )
    return Message(
        "Whatever the pruned moves ({moves}) are worth, MIN gets {reached} or less here, "
        "and MAX can have {alpha} or more at {owner}, with {setter}.",
        **values,
    )


def ghost_sentence(trace: Trace, found: Ghost) -> Message:
    """Return a pruned move's value, why it changes nothing, and how many frames the cut saved."""
    cut = why_cut(trace, found.frame)
    values: dict[str, object] = {
        "move": pruned_node(trace, found.frame, found.move, begins=found.value is not None),
        "saved": found.saved,
    }
    if found.value is None:
        return Message("What {move} would have been worth is not known yet; frames so far: {saved}.", **values)
    values["value"] = written(found.value)
    if cut is not None and (cut.origin.probe >= 0 or cut.origin.round >= 0):
        return Message(
            "{move} would have been worth {value}; what the probe asks was answered before. "
            "Frames without pruning: {saved}.",
            **values,
        )
    if cut is None or cut.origin.owner < 0 or cut.origin.called >= 0:
        return Message("{move} would have been worth {value}. Frames without pruning: {saved}.", **values)
    side, other = ("MAX", "MIN") if trace.kinds[found.frame] == MAX else ("MIN", "MAX")
    values |= {
        "side": side,
        "other": other,
        "reached": written(value_at_cutoff(cut, side)),
        "bound": written(cut.origin.sure),
    }
    values["owner"] = frame_text(trace, cut.origin.owner)
    if is_better(found.value, value_at_cutoff(cut, side), side):
        return Message(
            "{move} would have been worth {value}, even better for {side} than the {reached} it already had here. "
            "But {other} is sure of {bound} at {owner} and does not need this line. "
            "Frames without pruning: {saved}.",
            **values,
        )
    return Message(
        "{move} would have been worth {value}, no better for {side} than the {reached} it already had here; "
        "and {other}, sure of {bound} at {owner}, does not need this line. Frames without pruning: {saved}.",
        **values,
    )


def value_at_cutoff(cut: Cut, side: str) -> float:
    """Return the value that a side had for certain at the cutoff: its own bound."""
    return cut.alpha if side == "MAX" else cut.beta


def is_better(value: float, than: float, side: str) -> bool:
    """Whether a value is strictly better than another for a side."""
    return value > than if side == "MAX" else value < than
