"""The second line of a step: why what its sentence says is so. Steps that explain themselves have none."""

from __future__ import annotations

from math import isinf, isnan

from plyscope.analysis.why import Cut, Origin, Side, is_given, why_bound, why_cut
from plyscope.messages import Message, Part
from plyscope.model.columns import AT_LEAST, AT_MOST, LEAVES, OPEN
from plyscope.model.declaration import MAX, MIN, Fold, Value, Windows, has_side
from plyscope.model.folding import Folded
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.text.narration import MAX_OWNER_PLY, bound_after_cut, cut_sign
from plyscope.text.references import best_value, chooser, node, number, setter, side_at


def reason(trace: Trace, step: Step) -> Message | None:
    """Return why the sentence of a step holds, and at the end why the recording ends; None where neither is said."""
    if step.moment is Moment.LINE or trace.is_plain_call(step.frame):
        return None
    found, end = reason_of_step(trace, step), end_of_recording(trace, step)
    if found is None or end is None:
        return end if found is None else found
    return Message("{reason} {end}", reason=found, end=end)


def reason_of_step(trace: Trace, step: Step) -> Message | None:
    """Return the reason for a step, apart from the end of the recording; None without one, or where it is far down."""
    if step.moment is Moment.ENTER:
        return window_reason(trace, step.frame)
    if step.moment is Moment.LEAVE:
        return bound_value_reason(trace, step.frame)
    before, after = trace.fold_at(step.frame, step.child)
    if (
        trace.is_aside(after.child)
        or isnan(after.best)
        or after.is_probe
        or trace.calls(step.frame).fold is not Fold.BEST
    ):
        return None
    if trace.plies[step.frame] > MAX_OWNER_PLY:
        return None
    if after.is_cut:
        cut = why_cut(trace, step.frame)
        return None if cut is None else safety_reason(trace, cut, after)
    return consequence(trace, step.frame, before, after)


def end_of_recording(trace: Trace, step: Step) -> Message | None:
    """Return, at the last step of a recording that was cut short, that it ends there; else None."""
    last = step.frame if step.child < 0 else step.child + trace.sizes[step.child] - 1
    if trace.complete or last != len(trace) - 1 or trace.statuses[step.frame] != OPEN:
        return None
    if trace.limit is not None and len(trace) >= trace.limit:
        return Message("The recording ends here, at its limit of {count} calls.", count=trace.limit)
    return Message("The recording ends here: the search was stopped.")


# On entering


def window_reason(trace: Trace, frame: int) -> Message | None:
    """Return where the window comes from with which a frame is called; None for leaves, far down, or without one."""
    if trace.search.windows is Windows.NONE or trace.plies[frame] > MAX_OWNER_PLY:
        return None
    if trace.statuses[frame] in LEAVES or not has_side(trace.kinds[frame]):
        return None
    if line := trace.carried_line(frame):
        moves = " ".join(map(trace.shown_move_to, line))
        before = node(trace, trace.rounds[trace.round_number(frame) - 2])
        return Message("First it tries the line that {before} has found: {moves}.", before=before, moves=moves)
    sides = [side for side in Side if is_given(trace, frame, side)]
    reasons = [bound_reason(trace, why_bound(trace, frame, side)) for side in sides]
    return (
        Message("{alpha} {beta}", alpha=reasons[0], beta=reasons[1]) if len(reasons) > 1 else next(iter(reasons), None)
    )


def bound_reason(trace: Trace, origin: Origin) -> Message:
    """Return which side has set an end of a window, and by which move."""
    values: dict[str, object] = {"name": origin.side.value, "value": origin.value}
    if origin.called >= 0:
        values["node"] = node(trace, origin.called)
        if isnan(origin.sure):
            return Message("{name} {value} is what {node} was called with.", **values)
        return Message(
            "{name} {value} is what {node} was called with, and {sure} was in effect above it.",
            sure=origin.sure,
            **values,
        )
    if origin.probe >= 0:
        return Message("{name} {value} stands right next to the bound that the probe asks about.", **values)
    if origin.is_extreme and origin.side is Side.ALPHA:
        return Message("α {value}: that is the least value there is.", **values)
    if origin.is_extreme:
        return Message("β {value}: that is the largest value there is.", **values)
    if origin.mean >= 0:
        values["owner"] = chooser(trace, origin.mean)
        return Message("{name} {value}: beyond it the mean at {owner} leaves its window.", **values)
    if origin.round >= 0:
        return Message("{name} is {value} from the start of {round}.", round=node(trace, origin.round), **values)
    if origin.owner < 0 and isinf(origin.value):
        if origin.side is Side.ALPHA:
            return Message("α {value}: MAX has nothing yet.", **values)
        return Message("β {value}: MIN has nothing yet.", **values)
    if origin.owner < 0:
        return Message("{name} is {value} from the start.", **values)
    values |= {"owner": chooser(trace, origin.owner), "setter": setter(trace, origin)}
    return Message("{name} {value}: {owner} already has it from {setter}.", **values)


# On returning


def bound_value_reason(trace: Trace, frame: int) -> Message | None:
    """Return why the value of a frame is only a bound; None where it is exact."""
    bound = trace.bound_of(frame)
    is_leaf = trace.statuses[frame] in LEAVES and not trace.stood_pat(frame)
    if bound not in (AT_LEAST, AT_MOST) or is_leaf or not trace.skips[frame]:
        return None
    values: dict[str, object] = {"node": node(trace, frame, begins=True)}
    if trace.prunes_forward(frame) and bound == AT_LEAST:
        return Message("{node} may be worth more: the moves left out are not searched.", **values)
    if trace.prunes_forward(frame):
        return Message("{node} may be worth less: the moves left out are not searched.", **values)
    if trace.skips[frame] == 1 and bound == AT_LEAST:
        return Message("{node} may be worth more: the pruned move is not searched.", **values)
    if trace.skips[frame] == 1:
        return Message("{node} may be worth less: the pruned move is not searched.", **values)
    if bound == AT_LEAST:
        return Message("{node} may be worth more: the pruned moves are not searched.", **values)
    return Message("{node} may be worth less: the pruned moves are not searched.", **values)


def consequence(trace: Trace, frame: int, before: Folded | None, after: Folded) -> Message | None:
    """Return what a child's value means for the moves that follow; None where it changes nothing for them."""
    maximizing = trace.kinds[frame] == MAX
    values: dict[str, object] = {
        "node": chooser(trace, frame),
        "child": node(trace, after.child, begins=True),
        "value": best_value(trace, after.best, after.best_child),
    }
    if not after.is_better:
        bound = trace.bound_of(after.child)
        if maximizing and bound == AT_MOST:
            return Message("{child} may be worth even less: that would not help {node} either.", **values)
        if not maximizing and bound == AT_LEAST:
            return Message("{child} may be worth even more: that would not help {node} either.", **values)
        return None
    if trace.search.windows is Windows.NONE or not is_raised(trace, frame, before, after):
        return None
    if maximizing:
        return Message("From now on only more than {value} helps {node}.", **values)
    return Message("From now on only less than {value} helps {node}.", **values)


def is_raised(trace: Trace, frame: int, before: Folded | None, after: Folded) -> bool:
    """Whether a child's value has moved the bound of the frame's own side."""
    if trace.kinds[frame] == MAX:
        return after.alpha != (before.alpha if before else trace.window_at_first(frame)[0])
    return after.beta != (before.beta if before else trace.window_at_first(frame)[1])


# At a cutoff


def safety_reason(trace: Trace, cut: Cut, after: Folded) -> Message | None:
    """Return why the pruned moves cannot matter, with the test; None for user code."""
    test = None if trace.recorded_bounds is not None else cut_test_text(trace, cut)
    bound = bound_after_cut(trace, cut.frame, after)
    is_handed_down = cut.origin.owner >= 0 > cut.origin.called
    if not is_handed_down or cut.origin.probe >= 0 or not cut.pruned or bound is None:
        return test
    why = refusal_reason(trace, cut, bound)
    return why if test is None else Message("{reason} {test}", reason=why, test=test)


def refusal_reason(trace: Trace, cut: Cut, bound: str) -> Message:
    """Return why the owner of the bound does not let the game come to the frame."""
    value: object = number(cut.alpha if trace.kinds[cut.frame] == MAX else cut.beta, cut.child)
    if bound == AT_LEAST:
        value = Message("{value} or above", value=value)
    elif bound == AT_MOST:
        value = Message("{value} or below", value=value)
    values = {"side": side_at(trace, cut.origin.owner), "node": node(trace, cut.frame), "value": value}
    if cut.is_equal:
        return Message("{side} gains nothing from {node}: whatever follows, {node} stays at {value}.", **values)
    if cut.is_deep:
        return Message("{side} will not let it come to {node}: whatever follows, {node} stays at {value}.", **values)
    return Message("{side} will not choose {node}: whatever follows, {node} stays at {value}.", **values)


def cut_test_text(trace: Trace, cut: Cut) -> Message:
    """Return the cut test with its numbers from MAX's view, whatever the code's view is."""
    values: dict[str, object] = {"alpha": cut.alpha, "sign": cut_sign(trace), "beta": cut.beta}
    if "break" not in trace.text or trace.origin.is_user_code:
        return Message("The test: α {alpha} {sign} β {beta}.", **values)
    values["code"] = Part("break", "code")
    if trace.calls(cut.frame).value is Value.NEGATED and trace.kinds[cut.frame] == MIN:
        return Message("In the code, seen from MAX: α {alpha} {sign} β {beta}, so {code}.", **values)
    return Message("In the code: α {alpha} {sign} β {beta}, so {code}.", **values)
