"""A sentence in plain words for every step. It depends on the step alone, not on how the user reached it."""

from __future__ import annotations

from math import isnan

from plyscope.messages import Message
from plyscope.model.columns import HORIZON, LEAVES, TABLE, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, NO_SIDE, Fold, Windows, has_side, kind_name
from plyscope.model.folding import Folded
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.text.call_narration import call_sentence


def sentence(trace: Trace, step: Step) -> Message:
    if step.moment is Moment.LINE or trace.is_plain_call(step.frame):
        return call_sentence(trace, step)
    if step.moment is Moment.ENTER:
        return entering(trace, step.frame) if step.frame else beginning(trace)
    if step.moment is Moment.LEAVE:
        return leaving(trace, step.frame)
    before, after = trace.fold_at(step.frame, step.child)
    return being_back(trace, step.frame, before, after)


def beginning(trace: Trace) -> Message:
    if trace.kinds[0] == CHANCE:
        return Message("The search begins with a move of chance.")
    if trace.kinds[0] == NO_SIDE:
        return Message("The search begins. The recording does not say whose move it is.")
    side = trace.position.game.marks[trace.position.side_to_move - 1]
    if trace.statuses[0] == TERMINAL:
        return Message("The game is over, there is nothing to search.")
    if trace.statuses[0] == HORIZON:
        return Message("The search begins and goes no deeper than this position.")
    if trace.calls(0).fold is Fold.SUM:
        return Message("The search begins: {side} is to move, and the values below are added up.", side=side)
    if trace.kinds[0] == MAX:
        return Message("The search begins: {side} is to move, and MAX wants the largest value.", side=side)
    return Message("The search begins: {side} is to move, and MIN wants the smallest value.", side=side)


def entering(trace: Trace, frame: int) -> Message:
    game = trace.position.game
    parent = trace.parents[frame]
    if (chance := trace.chance_of(frame)) is not None:
        return Message("Chance makes {move}, with probability {chance}.", move=trace.move_text(frame), chance=chance)
    if not (has_side(trace.kinds[frame]) and has_side(trace.kinds[parent])):
        return entering_unsided(trace, frame)
    side = game.marks[game.rules.to_move(trace.state(parent)) - 1]
    values: dict[str, object] = {"side": side, "move": trace.move_text(frame), "kind": kind_name(trace.kinds[frame])}
    if trace.statuses[frame] == TERMINAL:
        return finished(trace, frame, values)
    if trace.search.moves_unplayed:
        return Message("{side} evaluates {move} without playing it.", **values)
    if trace.statuses[frame] == HORIZON:
        return Message("{side} plays {move}: the search goes no deeper than this.", **values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{side} plays {move}: now the values below are added up.", **values)
    if trace.search.windows is Windows.NONE:
        if trace.kinds[frame] == MAX:
            return Message("{side} plays {move}: now MAX looks for the largest value.", **values)
        return Message("{side} plays {move}: now MIN looks for the smallest value.", **values)
    values |= {"alpha": trace.alphas[frame], "beta": trace.betas[frame]}
    if trace.is_again(frame):
        return Message("{move} again, in full: {kind} searches between α = {alpha} and β = {beta}.", **values)
    if trace.search.windows is Windows.PROBE and frame != parent + 1:
        values["bound"] = trace.alphas[frame] if trace.kinds[parent] == MAX else trace.betas[frame]
        return Message("{side} plays {move}: a probe only tests whether it is better than {bound}.", **values)
    return Message("{side} plays {move}: {kind} searches between α = {alpha} and β = {beta}.", **values)


def entering_unsided(trace: Trace, frame: int) -> Message:
    """A call for which the recording names no side."""
    values = {"move": trace.move_text(frame), "alpha": trace.alphas[frame], "beta": trace.betas[frame]}
    if trace.statuses[frame] in LEAVES:
        return Message("{move} is tried: the search goes no deeper than this.", **values)
    if trace.search.windows is Windows.NONE:
        return Message("{move} is tried: the search goes on below it.", **values)
    return Message("{move} is tried: the search goes on between α = {alpha} and β = {beta}.", **values)


def finished(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    game = trace.position.game
    outcome = game.rules.outcome(trace.state(frame))
    if not game.has_winner:
        return Message("{side} plays {move}: a leaf worth {value}.", value=outcome, **values)
    if outcome == 0:
        return Message("{side} plays {move}: the game is drawn.", **values)
    return Message("{side} plays {move}: {winner} has won.", winner=game.marks[0 if outcome > 0 else 1], **values)


def leaving(trace: Trace, frame: int) -> Message:
    status, value = trace.statuses[frame], trace.value_text(frame)
    if isnan(trace.values[frame]):
        return Message("The call returns, and the recording gives no number as its value.")
    if status == TERMINAL and not trace.position.game.has_winner:
        return Message("This is a leaf: the value is {value}.", value=value)
    if status == TERMINAL:
        return Message("The game is over here: the value is {value}.", value=value)
    if trace.is_undecided(frame) and status == HORIZON:
        return Message("The search stops here without a winner, and the code returns None.")
    if status == HORIZON:
        return Message("The search goes no deeper: the position is scored {value}.", value=value)
    if status == TABLE:
        return Message("A table holds the value {value}: nothing is searched here.", value=value)
    if trace.kinds[frame] == CHANCE:
        return Message("The mean of the outcomes is {value}.", value=value)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("Every move has been tried: the sum is {value}.", value=value)
    if frame == 0 and trace.played is not None and trace.played["fallback"]:
        return Message(
            "No move is better than {value}, so {move} is played, drawn at random.", value=value, move=trace.best_move
        )
    skipped = trace.skips[frame]
    if skipped == 1:
        return Message("One move is pruned: the value is {value}.", value=value)
    if skipped > 1:
        return Message("{count} moves are pruned: the value is {value}.", count=skipped, value=value)
    return Message("Every move has been tried: the value is {value}.", value=value)


def being_back(trace: Trace, frame: int, before: Folded | None, after: Folded) -> Message:
    maximizing = trace.kinds[frame] == MAX
    values: dict[str, object] = {
        "move": trace.move_text(after.child),
        "value": trace.value_text(after.child),
        "best": trace.best_text(after.best, after.best_child),
        "kind": kind_name(trace.kinds[frame]),
    }
    if isnan(after.value):
        return Message("{move} gives no number.", **values)
    if isnan(after.best):
        return Message("{move} gives {value}.", **values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{move} adds {value}: the sum is now {best}.", **values)
    if after.is_probe:
        return Message("{move} gives {value}: it is better, and must be searched again in full.", **values)
    if after.is_cut:
        return cutting(trace, frame, after, values)
    if not after.is_better:
        if maximizing:
            return Message("{move} gives {value}, which is not more than {best}: nothing changes.", **values)
        return Message("{move} gives {value}, which is not less than {best}: nothing changes.", **values)
    alpha, beta = (before.alpha, before.beta) if before else (trace.alphas[frame], trace.betas[frame])
    values["old"] = alpha if maximizing else beta
    if trace.search.windows is Windows.NONE:
        return Message("{move} gives {value}, the best so far for {kind}.", **values)
    if maximizing and after.alpha != alpha:
        return Message("{move} gives {value}: α rises from {old} to {best}.", **values)
    if not maximizing and after.beta != beta:
        return Message("{move} gives {value}: β falls from {old} to {best}.", **values)
    if maximizing:
        return Message("{move} gives {value}, the best here, but not more than α = {old}.", **values)
    return Message("{move} gives {value}, the best here, but not less than β = {old}.", **values)


def cutting(trace: Trace, frame: int, after: Folded, values: dict[str, object]) -> Message:
    """A cutoff: the value that one side is sure of meets the value that the other side is sure of."""
    values |= {"alpha": after.alpha, "beta": after.beta, "count": trace.skips[frame]}
    values["sign"] = ">" if trace.options.get("cut") == ">" else "≥"
    if trace.skips[frame] == 0:
        return Message("{move} gives {value}: {alpha} {sign} {beta} cuts here, but no move remains.", **values)
    if trace.skips[frame] == 1:
        return Message("{move} gives {value}: {alpha} {sign} {beta}, so the one remaining move is pruned.", **values)
    return Message("{move} gives {value}: {alpha} {sign} {beta}, so the {count} remaining moves are pruned.", **values)
