"""A sentence in plain words for every step. It depends on the step alone, not on how the user reached it.

`reasons` has the second line, which says why. Nothing is said that only later steps show.
"""

from __future__ import annotations

from math import inf, isinf, isnan, nextafter

from plyscope.analysis.grown_tree import GrownTree
from plyscope.analysis.rounds import bounds_after
from plyscope.analysis.why import Cut, Side, why_cut, window_met
from plyscope.messages import Message, Strong, probability, written
from plyscope.model.columns import AT_LEAST, AT_MOST, EXACT, HORIZON, INNER, LEAVES, LEFT_OUT, TABLE, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, NO_SIDE, Fold, Windows, has_side, kind_name
from plyscope.model.folding import Folded
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from plyscope.text.call_narration import call_sentence
from plyscope.text.references import (
    MAX_LISTED,
    best_value,
    bounded,
    calls_left_out,
    chooser,
    listed,
    move,
    node,
    number,
    pruned_node,
    pruned_nodes,
    setter,
    value_of,
    value_with_sign,
    with_bound,
)
from plyscope.text.simulated import (
    back_in_tree,
    beginning_grown,
    entering_grown,
    entering_simulated,
    leaving_grown,
    leaving_simulated,
)
from plyscope.text.unusual import back_from_aside, entering_without_move, with_changed_depth
from plyscope.text.what_ran import back_with_facts, before_line

MAX_OWNER_PLY = 500
"""The deepest ply at which the owner of a bound is looked for: the way up to it is as long."""
MAX_LISTED_VALUES = 4
"""Values of children that a sentence lists when their frame returns."""


def sentence(trace: Trace, step: Step) -> Message:
    """Return the sentence for a step."""
    if step.moment is Moment.LINE:
        return before_line(trace, step)
    if step.moment is not Moment.BACK and (judging := trace.judging(step.frame)) is not None:
        values = {"line": trace.user_code.line_text(judging.line), "move": node(trace, step.frame)}
        if step.moment is Moment.ENTER:
            return Message("Line {line} judges {move} without a call.", **values)
        return Message("Line {line} gives {move} the value {value}.", value=value_of(trace, step.frame), **values)
    if trace.is_plain_call(step.frame) or is_at_exception(trace, step):
        return call_sentence(trace, step)
    if step.moment is Moment.ENTER:
        return entering(trace, step.frame) if step.frame else beginning(trace)
    if step.moment is Moment.LEAVE:
        return leaving(trace, step.frame)
    before, after = trace.fold_at(step.frame, step.child)
    if trace.recorded_bounds is not None and not isnan(after.value):
        return back_with_facts(trace, step, before, after)
    return being_back(trace, step.frame, before, after)


def is_at_exception(trace: Trace, step: Step) -> bool:
    """Whether an exception leaves a call at a step."""
    ended = {Moment.LEAVE: step.frame, Moment.BACK: step.child}.get(step.moment)
    return ended is not None and trace.origin.is_user_code and trace.user_code.is_raised(ended)


# Entering


def beginning(trace: Trace) -> Message:
    """Return the sentence for the step that enters the root."""
    if isinstance(trace, GrownTree):
        return beginning_grown(trace)
    if trace.kinds[0] == CHANCE:
        return Message("The search begins with a move of chance.")
    if trace.kinds[0] == NO_SIDE:
        return Message("The search begins. The recording does not say whose move it is.")
    if trace.has_names:
        return beginning_at_node(trace, {"node": node(trace, 0)})
    side = trace.position.game.marks[trace.position.side_to_move - 1]
    if trace.facts.ends.finished[0]:
        return Message("The game is over, there is nothing to search.")
    if trace.ends_without_reason(0):
        return Message("The search begins.")
    if trace.statuses[0] in (TERMINAL, HORIZON):
        return Message("The search begins and goes no deeper than this position.")
    if trace.search.simulates:
        return Message("The search begins: {side} is to move, and games are played out.", side=side)
    if trace.calls(0).fold is Fold.SUM:
        return Message("The search begins: {side} is to move, and the values below are added up.", side=side)
    if trace.origin.callers and isnan(trace.values[0]):
        return Message("The search begins: {side} is to move.", side=side)
    if side in ("MAX", "MIN"):
        return beginning_of_side(trace)
    if trace.kinds[0] == MAX:
        return Message("The search begins: {side} is to move, and MAX takes the largest value.", side=side)
    return Message("The search begins: {side} is to move, and MIN takes the smallest value.", side=side)


def beginning_of_side(trace: Trace) -> Message:
    """Return the sentence for the root of an unknown game: which values its side takes."""
    if trace.kinds[0] == MAX:
        return Message("The search begins: MAX takes the largest value.")
    return Message("The search begins: MIN takes the smallest value.")


def beginning_at_node(trace: Trace, values: dict[str, object]) -> Message:
    """Return the sentence for the root of a tree whose nodes have names."""
    if trace.statuses[0] == TERMINAL:
        return Message("{node} is a leaf: there is nothing to search.", **values)
    if trace.ends_without_reason(0):
        return Message("The search begins at {node}.", **values)
    if trace.statuses[0] == HORIZON:
        return Message("The search begins at {node} and goes no deeper.", **values)
    if trace.search.simulates:
        return Message("The search begins at {node}, from which games are played out.", **values)
    if trace.calls(0).fold is Fold.SUM:
        return Message("The search begins at {node}, where the values below are added up.", **values)
    if trace.kinds[0] == MAX:
        return Message("The search begins at {node}, where MAX takes the largest value.", **values)
    return Message("The search begins at {node}, where MIN takes the smallest value.", **values)


def entering(trace: Trace, frame: int) -> Message:
    """Return the sentence for a call below the root."""
    if trace.is_round(frame):
        return entering_round(trace, frame)
    if trace.moves[frame] < 0:
        return entering_without_move(trace, frame)
    return with_changed_depth(trace, frame, entering_by_move(trace, frame))


def entering_by_move(trace: Trace, frame: int) -> Message:
    """Return the sentence for a call that a move leads to."""
    parent = trace.parents[frame]
    if (chance := trace.chance_of(frame)) is not None:
        share = probability(chance)
        return Message("Chance makes {move}, with probability {chance}.", move=node(trace, frame), chance=share)
    if isinstance(trace, GrownTree):
        return entering_grown(trace, frame)
    if trace.search.simulates and trace.statuses[frame] not in LEAVES:
        return entering_simulated(trace, frame)
    if trace.kinds[frame] == CHANCE and trace.search.takes_chance:
        return entering_chance(trace, frame)
    if not (has_side(trace.kinds[frame]) and has_side(trace.kinds[parent])):
        return entering_unsided(trace, frame)
    if trace.has_names:
        return entering_node(trace, frame, {"parent": node(trace, parent), "node": node(trace, frame)})
    game = trace.position.game
    side = game.marks[game.rules.to_move(trace.state(parent)) - 1]
    if trace.is_named_by_call(frame):
        return entering_node(trace, frame, {"parent": side, "node": node(trace, frame)})
    values: dict[str, object] = {"side": side, "move": node(trace, frame)}
    if trace.is_unproved_leaf(frame):
        return Message("{side} plays {move}: no call below it is recorded.", **values)
    if trace.ends_without_reason(frame):
        return Message("{side} plays {move}.", **values)
    if trace.statuses[frame] == TERMINAL:
        return finished(trace, frame, values)
    if trace.static_score(frame) is not None:
        return Message("{side} plays {move}: {rest}", rest=below_horizon(trace, frame), **values)
    if trace.search.moves_unplayed:
        return Message("{side} evaluates {move} without playing it.", **values)
    if trace.statuses[frame] == HORIZON:
        return Message("{side} plays {move}: the search goes no deeper than this.", **values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{side} plays {move}: now the values below are added up.", **values)
    if trace.is_again(frame):
        if trace.is_deeper_again(frame):
            return Message("{side} plays {move} again, with depth {depth}.", depth=trace.depth_left(frame), **values)
        return Message("{side} plays {move} again, to search it in full.", **values)
    if trace.is_probing(frame):
        values["bound"] = probed_bound(trace, frame)
        return Message("{side} plays {move}: a probe only tests whether it is better than {bound}.", **values)
    if trace.kinds[frame] == MAX:
        return Message("{side} plays {move}: now MAX takes the largest value.", **values)
    return Message("{side} plays {move}: now MIN takes the smallest value.", **values)


def entering_round(trace: Trace, frame: int) -> Message:
    """Return the sentence for a round, which searches the root's position once more."""
    declared, number = trace.search.rounds, trace.round_number(frame)
    assert declared is not None
    depth = trace.depth_left(frame)
    values = {"number": number, "depth": depth, "alpha": trace.alphas[frame], "beta": trace.betas[frame]}
    return Message(declared.about.pattern, **values)


def entering_node(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a call in a tree whose nodes have names."""
    if trace.is_unproved_leaf(frame):
        return Message("{parent} tries {node}: no call below it is recorded.", **values)
    if trace.ends_without_reason(frame):
        return Message("{parent} tries {node}.", **values)
    if trace.statuses[frame] == TERMINAL:
        value = number(trace.position.game.rules.outcome(trace.state(frame)), frame)
        return Message("{parent} tries {node}, a leaf with the value {value}.", value=value, **values)
    if trace.static_score(frame) is not None:
        return Message("{parent} tries {node}: {rest}", rest=below_horizon(trace, frame), **values)
    if trace.statuses[frame] == HORIZON:
        return Message("{parent} tries {node}: the search goes no deeper than this.", **values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{parent} tries {node}: now the values below are added up.", **values)
    if trace.is_again(frame):
        if trace.is_deeper_again(frame):
            return Message("{parent} tries {node} again, with depth {depth}.", depth=trace.depth_left(frame), **values)
        return Message("{parent} tries {node} again, to search it in full.", **values)
    if trace.is_probing(frame):
        values["bound"] = probed_bound(trace, frame)
        return Message("{parent} tries {node}: a probe only tests whether it is better than {bound}.", **values)
    if trace.kinds[frame] == MAX:
        return Message("{parent} tries {node}, where MAX takes the largest value.", **values)
    return Message("{parent} tries {node}, where MIN takes the smallest value.", **values)


def below_horizon(trace: Trace, frame: int) -> Message:
    """Return what a frame does at depth 0 and below, where its side may stand pat."""
    if trace.statuses[frame] == HORIZON and not trace.skips[frame]:
        return Message("there is no noisy move, and the search goes no deeper.")
    static, count = trace.static_score(frame), len(trace.offered(frame))
    values: dict[str, object] = {"side": kind_name(trace.kinds[frame]), "value": number(static or 0.0, frame)}
    if trace.statuses[frame] == HORIZON:
        return Message("{side} stands pat, although there are noisy moves.", **values)
    if count == 1:
        return Message("{side} may stand pat with {value}, or make the noisy move.", **values)
    return Message("{side} may stand pat with {value}, or make one of {count} noisy moves.", count=count, **values)


def entering_chance(trace: Trace, frame: int) -> Message:
    """Return the sentence for a move of a side after which chance moves."""
    position = trace.position_at(trace.parents[frame])
    values: dict[str, object] = {"side": position.mover, "move": node(trace, frame)}
    if trace.has_names:
        values["side"] = node(trace, trace.parents[frame])
        if trace.statuses[frame] == HORIZON:
            return Message("{side} tries {move}: the search goes no deeper than this.", **values)
        return Message("{side} tries {move}, where chance moves: its value is the mean of the outcomes.", **values)
    if trace.statuses[frame] == HORIZON:
        return Message("{side} plays {move}: the search goes no deeper than this.", **values)
    return Message("{side} plays {move}: now chance moves, and the mean of the outcomes counts.", **values)


def is_probing(trace: Trace, frame: int) -> bool:
    """Whether the frame is called with the empty window of a probe; a first child never is."""
    parent = trace.parents[frame]
    is_empty = trace.betas[frame] <= nextafter(trace.alphas[frame], inf)
    return trace.search.windows is Windows.PROBE and is_empty and frame != parent + 1 and not trace.is_again(frame)


def probed_bound(trace: Trace, frame: int) -> Message:
    """Return the bound that a probed move has to beat."""
    if trace.kinds[trace.parents[frame]] == MAX:
        return Message("α {alpha}", alpha=trace.alphas[frame])
    return Message("β {beta}", beta=trace.betas[frame])


def entering_unsided(trace: Trace, frame: int) -> Message:
    """Return the sentence for a call whose side the recording does not name."""
    values = {"move": node(trace, frame, begins=True)}
    if trace.ends_without_reason(frame):
        return Message("{move} is tried.", **values)
    if trace.statuses[frame] in LEAVES:
        return Message("{move} is tried: the search goes no deeper than this.", **values)
    return Message("{move} is tried: the search goes on below it.", **values)


def finished(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a move that ends the game."""
    game = trace.position.game
    outcome = game.rules.outcome(trace.state(frame))
    if not game.has_winner:
        return Message("{side} plays {move}: a leaf with the value {value}.", value=number(outcome, frame), **values)
    if outcome == 0:
        return Message("{side} plays {move}: the game is drawn.", **values)
    return Message("{side} plays {move}: {winner} has won.", winner=game.marks[0 if outcome > 0 else 1], **values)


# Leaving


def leaving(trace: Trace, frame: int) -> Message:
    """Return the sentence for a frame that returns."""
    status = trace.statuses[frame]
    if trace.has_result_without_value(frame):
        value = value_with_sign(trace, frame)
        return Message("The call returns {value}, and no number in that is known to be its value.", value=value)
    if isnan(trace.values[frame]):
        return Message("The call returns, and the recording gives no number as its value.")
    values: dict[str, object] = {"node": node(trace, frame, begins=True), "value": value_of(trace, frame)}
    if isinstance(trace, GrownTree):
        return leaving_grown(trace, frame, values)
    if status in LEAVES:
        return leaving_leaf(trace, frame, values)
    if trace.search.simulates:
        return leaving_simulated(trace, frame, values)
    if trace.kinds[frame] == CHANCE and trace.is_cutoff(frame):
        values["end"] = "α" if trace.values[frame] == trace.alphas[frame] else "β"
        return Message("{node} returns {end} {value}: the mean cannot come back into the window.", **values)
    if trace.kinds[frame] == CHANCE:
        return Message("{node} returns {value}, the mean of its outcomes.", **values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{node} returns {value}, the sum of its moves.", **values)
    if frame == 0 and trace.played is not None and trace.played["fallback"]:
        values["move"] = move(trace.played["move"])
        return Message("No move is better than {value}, so {move} is played, drawn at random.", **values)
    values["value"] = bounded(trace, frame)
    if frame == 0:
        return leaving_root(trace, values)
    if (best := trace.best_child(frame)) >= 0 and trace.values[best] != trace.values[frame]:
        values |= {"value": value_of(trace, frame), "best": bounded(trace, best)}
        if trace.recorded_bounds is not None and not is_end_of_window(trace, frame):
            return Message("{node} returns {value}; the best of its calls gave {best}.", **values)
        return Message("{node} returns {value}, the end of its window: its best move gave {best}.", **values)
    pruned = trace.pruned_moves(frame)
    if trace.prunes_forward(frame):
        values["moves"] = pruned_names(trace, frame, pruned)
        return Message("{node} returns {value}; its search has left out {moves}.", **values)
    if len(pruned) == 1:
        return Message("{node} returns {value}: {move} is pruned.", move=pruned_node(trace, frame, pruned[0]), **values)
    if pruned:
        values["moves"] = pruned_names(trace, frame, pruned)
        return Message("{node} returns {value}: {moves} are pruned.", **values)
    return leaving_tried(trace, frame, values)


def is_end_of_window(trace: Trace, frame: int) -> bool:
    """Whether user code returns a bound of its window that is not its best value too."""
    *_, last = trace.folds(frame)
    value = trace.values[frame]
    return value in (trace.alphas[frame], trace.betas[frame]) and value != last.best


def leaving_leaf(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a frame that returns without having tried a move."""
    status = trace.statuses[frame]
    if trace.is_unproved_leaf(frame):
        return Message("{node} returns {value}, without a recorded call.", **values)
    if status == TERMINAL and trace.has_names:
        return Message("{node} returns {value}, its own number.", **values)
    if status == TERMINAL and not trace.position.game.has_winner:
        return Message("{node} is a leaf: it returns {value}.", **values)
    if status == TERMINAL:
        return Message("The game is over here: the value is {value}.", **values)
    if (source := trace.origin.hits.source(frame)) >= 0:
        values |= {"value": bounded(trace, frame), "frame": source}
        return Message("The table holds {value}, from frame {frame}: nothing is searched here.", **values)
    if status == LEFT_OUT:
        return Message("{node} returns {value}. {left_out}", **values, left_out=calls_left_out(trace, frame))
    if status == TABLE:
        return Message("A table holds the value {value}: nothing is searched here.", **values)
    if trace.stood_pat(frame):
        return standing_pat(trace, frame, values)
    if trace.is_undecided(frame):
        return Message("The search stops here without a winner, and the code returns None.")
    if trace.ends_without_reason(frame):
        return Message("{node} returns {value}.", **values)
    if trace.has_names:
        return Message("{node} returns {value}, its own number: the search goes no deeper.", **values)
    return Message("The search goes no deeper: the position is scored {value}.", **values)


def standing_pat(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a side that takes the static score and tries no further move."""
    values |= {"value": bounded(trace, frame), "rest": pruned_nodes(trace, frame)}
    if trace.skips[frame] > MAX_LISTED:
        values["rest"] = Message("its {count} noisy moves", count=trace.skips[frame])
    cut = why_cut(trace, frame) if trace.plies[frame] <= MAX_OWNER_PLY else None
    if cut is None or cut.origin.owner < 0:
        return Message("{node} stands pat and returns {value}, so {rest} cannot matter.", **values)
    values |= {"owner": chooser(trace, cut.origin.owner), "setter": setter(trace, cut.origin)}
    values["bound"] = number(cut.origin.sure, cut.origin.child)
    return Message(
        "{node} stands pat and returns {value}: {owner} already has {bound} from {setter}, so {rest} cannot matter.",
        **values,
    )


def leaving_root(trace: Trace, values: dict[str, object]) -> Message:
    """Return the sentence for the end of the search."""
    values["headline"] = Strong("The search is over.")
    if (best := trace.best_child(trace.answer)) < 0 and trace.static_score(0) is not None:
        return Message("{headline} {node} returns {value}: no noisy move is better than standing pat.", **values)
    if best < 0:
        return Message("{headline} {node} returns {value}.", **values)
    return Message("{headline} {node} returns {value}: {best} is best.", best=node(trace, best), **values)


def leaving_tried(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a frame that returns after its last move."""
    best = trace.best_child(frame)
    if best < 0 and trace.static_score(frame) is not None:
        return Message("{node} returns {value}: no noisy move is better than standing pat.", **values)
    if has_unknown_moves(trace, frame) and trace.is_cutoff(frame):
        return Message("{node} returns {value} after the cut.", **values)
    if trace.is_round(frame) and trace.fails_low(frame):
        return Message("{node} returns {value}.", **values)
    if trace.is_round(frame) and best >= 0:
        values["best"] = node(trace, best)
        return Message("{node} returns {value}, with {best}.", **values)
    children = list(trace.searches_of_moves(frame).values())
    if (static := trace.static_score(frame)) is not None:
        values |= {"best": node(trace, best), "static": number(static, frame)}
        return Message("{node} returns {value}, from {best}: better than the {static} of standing pat.", **values)
    if len(children) == 1 or best < 0 or trace.calls(frame).fold is not Fold.BEST:
        return Message("{node} returns {value}.", **values)
    if len(children) > MAX_LISTED_VALUES:
        values |= {"count": len(children), "best": node(trace, best)}
        if trace.kinds[frame] == MAX:
            return Message("{node} returns {value}, the largest of {count} values, from {best}.", **values)
        return Message("{node} returns {value}, the smallest of {count} values, from {best}.", **values)
    values["values"] = listed([value_with_sign(trace, child) for child in children])
    if trace.kinds[frame] == MAX:
        return Message("{node} returns {value}, the largest of {values}.", **values)
    return Message("{node} returns {value}, the smallest of {values}.", **values)


def pruned_names(trace: Trace, frame: int, pruned: list[int]) -> object:
    """Return the pruned moves in words, many by their count."""
    if len(pruned) > MAX_LISTED:
        return Message("the other {count} moves", count=len(pruned))
    return listed([pruned_node(trace, frame, number) for number in pruned])


# Back with a child's value


def being_back(trace: Trace, frame: int, before: Folded | None, after: Folded) -> Message:
    """Return the sentence for a frame that goes on with a child's result."""
    if trace.calls(frame).fold is Fold.MEAN:
        return adding_outcome(trace, frame, after)
    if trace.is_aside(after.child) and not isnan(after.value):
        return back_from_aside(trace, frame, after)
    if after.is_cut and not isnan(after.value):
        return cutting(trace, frame, after)
    child, maximizing = after.child, trace.kinds[frame] == MAX
    values: dict[str, object] = {
        "child": node(trace, child, begins=True),
        "node": chooser(trace, frame),
        "value": bounded(trace, child),
        "best": best_value(trace, after.best, after.best_child),
    }
    if isnan(after.value):
        if trace.has_result_without_value(child):
            return Message("{child} gives no number that is known to be its value.", **values)
        return Message("{child} gives no number.", **values)
    if trace.search.simulates:
        return back_in_tree(trace, child, values)
    if isnan(after.best):
        return Message("{child} gives {value}.", **values)
    if trace.has_rounds(frame):
        return back_from_round(trace, after, values)
    if trace.calls(frame).fold is Fold.SUM:
        return Message("{child} adds {value}: the sum is now {best}.", **values)
    if after.is_probe:
        values["bound"] = probed_bound(trace, child)
        if trace.is_deeper_again(child + trace.sizes[child]):
            return Message(
                "{child} gives {node} {value}, better than {bound}: it is searched with more depth.", **values
            )
        if not is_probing(trace, child):
            return Message("{child} gives {node} {value}: it is searched again.", **values)
        return Message("{child} gives {node} {value}, better than {bound}: it is searched in full.", **values)
    if not after.is_better:
        return not_better(trace, frame, after, values)
    alpha, beta = (before.alpha, before.beta) if before else trace.window_at_first(frame)
    values |= {"old": alpha if maximizing else beta, "new": after.alpha if maximizing else after.beta}
    if trace.search.windows is Windows.NONE:
        if maximizing:
            return Message("{child} gives {node} {value}, the largest so far.", **values)
        return Message("{child} gives {node} {value}, the smallest so far.", **values)
    if maximizing and after.alpha != alpha:
        return Message("{child} gives {node} {value}, the largest so far: α rises from {old} to {new}.", **values)
    if not maximizing and after.beta != beta:
        return Message("{child} gives {node} {value}, the smallest so far: β falls from {old} to {new}.", **values)
    if maximizing:
        return Message("{child} gives {node} {value}, the largest so far, but not more than α {old}.", **values)
    return Message("{child} gives {node} {value}, the smallest so far, but not less than β {old}.", **values)


def adding_outcome(trace: Trace, frame: int, after: Folded) -> Message:
    """Return the sentence for chance, which adds an outcome by its probability."""
    values: dict[str, object] = {
        "child": node(trace, after.child, begins=True),
        "node": node(trace, frame),
        "chance": probability(trace.chance_of(after.child)),
        "value": bounded(trace, after.child),
        "total": written(after.best),
    }
    if not after.is_cut:
        return Message("{child} gives {value}, which counts {chance} times: the sum is now {total}.", **values)
    values["headline"] = Strong("Cut at {node}.", node=values["node"])
    # The value that the frame returns is the end of the window that the mean has left.
    is_low = trace.means is not None and bool(trace.means.fails_low[frame])
    values |= {"alpha": trace.alphas[frame], "beta": trace.betas[frame], "end": trace.plan.extremes[is_low]}
    if not trace.skips[frame] and is_low:
        return Message("{headline} {child} gives {value}: the mean is not above α {alpha}.", **values)
    if not trace.skips[frame]:
        return Message("{headline} {child} gives {value}: the mean is not below β {beta}.", **values)
    if is_low:
        return Message(
            "{headline} {child} gives {value}: even if every other outcome is worth {end}, "
            "the mean is not above α {alpha}.",
            **values,
        )
    return Message(
        "{headline} {child} gives {value}: even if every other outcome is worth {end}, the mean is not below β {beta}.",
        **values,
    )


def back_from_round(trace: Trace, after: Folded, values: dict[str, object]) -> Message:
    """Return what a round has found, and what is known with those before it."""
    if trace.alphas[after.child] < after.value < trace.betas[after.child] or not trace.has_narrow_window(after.child):
        if trace.best_child(after.child) < 0:
            return Message("{child} gives {value}: that is the answer so far.", **values)
        values["move"] = node(trace, trace.best_child(after.child))
        return Message("{child} gives {value}, with {move}: that is the answer so far.", **values)
    low, high = bounds_after(trace, after.child)
    (bottom, top), values = trace.plan.extremes, values | {"low": low, "high": high, "what": Message("the value")}
    if len({asked.depth for asked in trace.asked}) > 1:
        values["what"] = Message("the value at depth {depth}", depth=trace.depth_left(after.child))
    if low == high:
        return Message("{child} gives {value}: {what} is {low}.", **values)
    if low == bottom:
        return Message("{child} gives {value}: {what} is {high} or less.", **values)
    if high == top:
        return Message("{child} gives {value}: {what} is {low} or more.", **values)
    return Message("{child} gives {value}: {what} lies from {low} to {high}.", **values)


def not_better(trace: Trace, frame: int, after: Folded, values: dict[str, object]) -> Message:
    """Return the sentence for a child's value that changes nothing."""
    maximizing = trace.kinds[frame] == MAX
    if after.best_child < 0 and trace.static_score(frame) is not None:
        if maximizing:
            return Message("{child} gives {node} {value}, not more than the {best} of standing pat.", **values)
        return Message("{child} gives {node} {value}, not less than the {best} of standing pat.", **values)
    if after.best_child < 0:
        if maximizing:
            return Message("{child} gives {node} {value}, not more than the {best} it starts from.", **values)
        return Message("{child} gives {node} {value}, not less than the {best} it starts from.", **values)
    values["from"] = node(trace, after.best_child)
    if maximizing:
        return Message("{child} gives {node} {value}, not more than the {best} from {from}: nothing changes.", **values)
    return Message("{child} gives {node} {value}, not less than the {best} from {from}: nothing changes.", **values)


# Cutoffs


def cutting(trace: Trace, frame: int, after: Folded) -> Message:
    """Return the sentence for a cutoff: the value of one side meets that of the other."""
    values: dict[str, object] = {
        "headline": Strong("Cut at {node}.", node=node(trace, frame)),
        "claim": claim_after_cut(trace, frame, after),
    }
    if trace.skips[frame]:
        values["rest"] = pruned_nodes(trace, frame)
    elif has_unknown_moves(trace, frame):
        values["rest"] = Message("what was left, if anything,")
    cut = why_cut(trace, frame) if trace.plies[frame] <= MAX_OWNER_PLY else None
    if cut is None:
        return cutting_far_down(trace, frame, after, values)
    if cut.origin.called >= 0:
        return cutting_at_the_call(cut, values)
    if cut.origin.owner < 0:
        return cutting_at_the_start(cut, values)
    values |= {"owner": chooser(trace, cut.origin.owner), "setter": setter(trace, cut.origin)}
    values["bound"] = number(cut.origin.sure, cut.origin.child)
    if cut.origin.probe >= 0:
        return answering_probe(cut, values)
    if "rest" not in values:
        return Message(
            "{headline} {claim}, and {owner} already has {bound} from {setter}: but no move is left to prune.", **values
        )
    return Message("{headline} {claim}: {owner} already has {bound} from {setter}, so {rest} cannot matter.", **values)


def cutting_far_down(trace: Trace, frame: int, after: Folded, values: dict[str, object]) -> Message:
    """Return the sentence for a cutoff so deep that the owner of the bound is not looked for."""
    alpha, beta = window_met(trace, frame, after)
    values |= {"alpha": alpha, "sign": cut_sign(trace), "beta": beta}
    if "rest" not in values:
        return Message("{headline} {claim}, and α {alpha} {sign} β {beta}: but no move is left to prune.", **values)
    if trace.search.is_imported:
        return Message("{headline} {claim}, and α {alpha} {sign} β {beta}, so {rest} will not be tried.", **values)
    return Message("{headline} {claim}, and α {alpha} {sign} β {beta}, so {rest} cannot matter.", **values)


def cut_sign(trace: Trace) -> str:
    """Return the comparison of the cut rule: ≥ or >."""
    return ">" if trace.options.get("cut") == ">" else "≥"


def has_unknown_moves(trace: Trace, frame: int) -> bool:
    """Whether a frame without listed pruned moves may have some: another program's, in an unknown game."""
    if not trace.search.is_imported:
        return False
    if not trace.position.game.rules.knows_all:
        return True
    return not set(trace.offered(frame)) <= {trace.moves[child] for child in trace.children(frame)}


def cutting_at_the_call(cut: Cut, values: dict[str, object]) -> Message:
    """Return the sentence for a cutoff at a bound of the call that is not the one in effect above."""
    values |= {"name": cut.origin.side.value, "end": cut.origin.value}
    if "rest" not in values:
        return Message("{headline} {claim}, which meets {name} {end}: but no move is left to prune.", **values)
    return Message("{headline} {claim}, which meets {name} {end}, so {rest} will not be tried.", **values)


def answering_probe(cut: Cut, values: dict[str, object]) -> Message:
    """Return the sentence for a cutoff at the end of a probe's window."""
    if not cut.pruned:
        return Message("{headline} {claim}, and {owner} has {bound} from {setter}: that answers the probe.", **values)
    return Message(
        "{headline} {claim}, and {owner} has {bound} from {setter}: that answers the probe, so {rest} cannot matter.",
        **values,
    )


def cutting_at_the_start(cut: Cut, values: dict[str, object]) -> Message:
    """Return the sentence for a cutoff at a bound of the start, or one that follows from a mean."""
    bound = cut.beta if cut.origin.side is Side.BETA else cut.alpha
    values |= {"bound": bound, "name": cut.origin.side.value}
    if cut.origin.is_extreme and "rest" not in values:
        return Message("{headline} {claim}: nothing is better, but no move is left to prune.", **values)
    if cut.origin.mean >= 0 and not cut.origin.is_extreme and "rest" not in values:
        return Message("{headline} {claim}: enough for chance above it, but no move is left to prune.", **values)
    if cut.origin.mean >= 0 and not cut.origin.is_extreme:
        return Message(
            "{headline} {claim}: with {name} {bound}, chance above it has left its window, so {rest} cannot matter.",
            **values,
        )
    if "rest" not in values:
        return Message(
            "{headline} {claim}, and {name} is {bound} from the start: but no move is left to prune.", **values
        )
    if not isinf(bound) and not cut.origin.is_extreme:
        return Message(
            "{headline} {claim}, and {name} is {bound} from the start, so {rest} will not be tried.", **values
        )
    return Message("{headline} {claim}: nothing is better, so {rest} cannot matter.", **values)


def claim_after_cut(trace: Trace, frame: int, after: Folded) -> Message:
    """Return what a frame returns after a cut; a hard search returns the end of the window."""
    bound, best = bound_after_cut(trace, frame, after), number(after.best, after.best_child)
    values = {"node": node(trace, frame, begins=True), "value": with_bound(bound, best)}
    if trace.options.get("fail") == "hard":
        return Message("{node} is {value}", **values)
    return Message("{node} returns {value}", **values)


def bound_after_cut(trace: Trace, frame: int, after: Folded) -> str | None:
    """Return whether the value after a cut is a lower or an upper bound; None if exact."""
    if trace.statuses[frame] == INNER:
        return trace.bound_of(frame)
    bound = trace.bound_of(after.best_child)
    mine = AT_LEAST if trace.kinds[frame] == MAX else AT_MOST
    return mine if bound in (EXACT, mine) else None
