"""Sentences about simulations: how each move was chosen, what the tree counts, and what the search makes of it."""

from __future__ import annotations

from bisect import bisect_right

from plyscope.analysis.grown_tree import GrownTree
from plyscope.messages import Message, Part, Strong, written
from plyscope.model.columns import LEAVES
from plyscope.model.simulations import Phase
from plyscope.model.trace import Trace
from plyscope.text.references import move, node

MAX_CHOICES = 12
"""Moves whose upper bounds a sentence lists."""


def rounded(value: float) -> str:
    """Return a mean or bound as text with two decimals."""
    return written(round(value, 2))


def entering_simulated(trace: Trace, frame: int) -> Message:
    """Return the sentence for a move of a simulation: selected, new in the tree, or random."""
    parent = trace.parents[frame]
    values: dict[str, object] = {"move": node(trace, frame), "side": trace.position_at(parent).mover}
    if trace.has_names:
        values["side"] = node(trace, parent, begins=True)
    phase = trace.simulations.phase(parent)
    if phase is Phase.ROLL_OUT:
        return Message("{side} plays {move}, drawn at random.", **values)
    if phase is Phase.EXPAND:
        return Message("{side} plays {move}: the tree grows by it.", **values)
    values["bound"] = rounded(bound_of_move(trace, frame))
    return Message("{side} plays {move}, selected with the largest upper bound, {bound}.", **values)


def bound_of_move(trace: Trace, frame: int) -> float:
    """Return the upper bound with which a frame's move was selected."""
    choices = trace.simulations.choices(trace.parents[frame])
    return next(bound for number, _, _, bound in choices if number == trace.moves[frame])


def leaving_simulated(trace: Trace, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for a frame of a simulation, or the root, that returns."""
    if frame:
        return Message("{node} passes up {value}.", **values)
    nodes, line = trace.simulations.nodes, trace.simulations.line()
    values |= {"headline": Strong("The search is over."), "count": len(trace.rounds)}
    if not line:
        return Message("{headline} {node} returns {value}, the mean of {count} simulations.", **values)
    values["visits"] = nodes[line[0]].visits()
    values["best"] = move(trace.shown_move_to(nodes[line[0]].frames[0]))
    return Message(
        "{headline} {node} returns {value}, the mean of {count} simulations: {best} was visited most, {visits} times.",
        **values,
    )


def back_in_tree(trace: Trace, child: int, values: dict[str, object]) -> Message:
    """Return the sentence for a node of the tree that counts the result of a simulation."""
    tree = trace.simulations
    number = tree.node_of.get(child)
    if number is None:
        return Message("{child} gives {value}, which is passed up.", **values)
    counted = tree.nodes[number]
    visits = bisect_right(counted.frames, child)
    values |= {"visits": visits, "mean": rounded(counted.totals[visits - 1] / visits)}
    if trace.is_round(child) and visits == 1:
        return Message("{child} gives {value}: that is the value so far.", **values)
    if trace.is_round(child):
        return Message("{child} gives {value}: the mean of {visits} simulations is {mean}.", **values)
    if visits == 1:
        return Message("{child} gives {value}: its first visit is counted.", **values)
    return Message("{child} gives {value}: it was visited {visits} times, with the mean {mean}.", **values)


def beginning_grown(trace: GrownTree) -> Message:
    """Return the sentence for the root of the tree that simulations have grown."""
    return Message("This is the tree that {count} simulations have grown.", count=trace.visits(0))


def entering_grown(trace: GrownTree, frame: int) -> Message:
    """Return the sentence for entering a node of the grown tree."""
    values = {"move": node(trace, frame, begins=True), "count": trace.visits(frame)}
    if trace.visits(frame) == 1:
        return Message("{move} was visited by one simulation.", **values)
    return Message("{move} was visited by {count} simulations.", **values)


def leaving_grown(trace: GrownTree, frame: int, values: dict[str, object]) -> Message:
    """Return the sentence for leaving a node of the grown tree: its value and visits."""
    values["count"] = trace.visits(frame)
    if trace.visits(frame) == 1:
        return Message("{node} is worth {value}, the result of its simulation.", **values)
    return Message("{node} is worth {value}, the mean of {count} simulations.", **values)


def value_of_simulated(trace: Trace, frame: int, value: Part) -> Message:
    """Return where the value of a returned frame of a simulation comes from."""
    if isinstance(trace, GrownTree):
        return leaving_grown(trace, frame, {"node": node(trace, frame, begins=True), "value": value})
    if trace.has_rounds(frame):
        return Message("Its value {value} is the mean of {count} simulations.", value=value, count=len(trace.rounds))
    last = frame
    while trace.sizes[last] > 1:
        last += 1
    return Message("Its value {value} is the result of the simulation, from frame {frame}.", value=value, frame=last)


def choice_sentences(trace: Trace, frame: int) -> list[Message]:
    """Return why a frame of a simulation has played its move."""
    if trace.statuses[frame] in LEAVES or trace.sizes[frame] == 1 or trace.has_rounds(frame):
        return []
    values: dict[str, object] = {"move": node(trace, frame + 1)}
    phase = trace.simulations.phase(frame)
    if phase is Phase.DRAW:
        return [Message("Chance has made {move}: it was drawn by its probability.", **values)]
    if phase is Phase.ROLL_OUT:
        return [Message("It played {move} at random: what is below the tree is only rolled out.", **values)]
    if phase is Phase.EXPAND:
        return [Message("It played {move} because that was the first of its moves that was not in the tree.", **values)]
    choices = sorted(trace.simulations.choices(frame), key=lambda choice: -choice[3])
    found = [Message("It selected {move}, whose upper confidence bound was the largest then.", **values)]
    listed = ", ".join(
        f"{trace.shown_move(frame, number)} {rounded(bound)} ({visits} × {rounded(mean)})"
        for number, visits, mean, bound in choices[:MAX_CHOICES]
    )
    values |= {"choices": listed, "visits": sum(choice[1] for choice in choices)}
    found.append(Message("Upper bounds, each with visits × mean: {choices}.", **values))
    return found
