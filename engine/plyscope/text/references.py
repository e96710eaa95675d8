"""How sentences refer to nodes, moves and values: by names where the game has them, else by moves.

A number alone always is a value. A move whose text has no letter is written "move 4", and a count has its noun.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from typing import TYPE_CHECKING

from plyscope.messages import Message, Part, written
from plyscope.model.columns import AT_LEAST, AT_MOST
from plyscope.model.declaration import kind_name
from plyscope.model.trace import Trace

if TYPE_CHECKING:
    from plyscope.analysis.why import Origin

MAX_LISTED = 3
"""Moves, leaves or values that a sentence lists; of more it says how many there are."""


def node(trace: Trace, frame: int, *, begins: bool = False) -> object:
    """Return a frame for a sentence: its node's name, or the move that led to it."""
    if (name := trace.name_of(frame)) is not None:
        return name
    if frame == 0:
        return Message("The root") if begins else Message("the root")
    if trace.is_round(frame):
        return round_name(trace, frame, begins=begins)
    if trace.moves[frame] < 0:
        return name_without_move(trace, frame, begins=begins)
    return move(trace.shown_move_to(frame), begins=begins)


def by_path(trace: Trace, frame: int, *, begins: bool = False) -> object:
    """Return a frame for a sentence: its node's name, or all the moves that lead to it."""
    if frame == 0 or trace.name_of(frame) is not None:
        return node(trace, frame, begins=begins)
    return moves(trace.shown_path(frame), begins=begins)


def pruned_by_path(trace: Trace, frame: int, number: int) -> object:
    """Return the node after a frame's move, tried or not: by name, or by all the moves that lead to it."""
    name = trace.name_of_move(frame, number)
    return moves([*trace.shown_path(frame), trace.shown_move(frame, number)]) if name is None else name


def moves(texts: Sequence[str], *, begins: bool = False) -> object:
    """Return moves for a sentence, one after the other, marked as no values."""
    text = " ".join(texts)
    if len(texts) == 1 or text.startswith("[") or any(map(str.isalpha, text)):
        return move(text, begins=begins)
    return Message("Moves {moves}", moves=text) if begins else Message("moves {moves}", moves=text)


def round_name(trace: Trace, frame: int, *, begins: bool = False) -> Message:
    """Return a round for a sentence: which search of the root's position it is."""
    declared, number = trace.search.rounds, trace.round_number(frame)
    assert declared is not None
    named = declared.begins if begins else declared.name
    return Message(named.pattern, number=number, depth=trace.depth_left(frame))


def name_without_move(trace: Trace, frame: int, *, begins: bool = False) -> Message:
    """Return a call without a move for a sentence: by its tags, or by its number among its parent's calls."""
    tags = trace.tags_of(frame)
    if "null" in tags:
        return Message("The null move") if begins else Message("the null move")
    if "iid" in tags:
        return Message("The look ahead") if begins else Message("the look ahead")
    number = trace.number_without_move(frame)
    return Message("Call #{number}", number=number) if begins else Message("call #{number}", number=number)


def calls_left_out(trace: Trace, frame: int) -> Message:
    """Return that a frame has made calls which the recording does not have."""
    count = trace.calls_left_out(frame)
    if count == 1:
        return Message("Its call is not in the recording.")
    return Message("Its {count} calls are not in the recording.", count=count)


def pruned_node(trace: Trace, frame: int, number: int, *, begins: bool = False) -> object:
    """Return the node after a frame's move, tried or not: by name, or by the move."""
    name = trace.name_of_move(frame, number)
    return move(trace.shown_move(frame, number), begins=begins) if name is None else name


@lru_cache(4_096)
def move(text: str, *, begins: bool = False) -> object:
    """Return a move's text for a sentence, marked as no value."""
    if text.startswith("[") or any(map(str.isalpha, text)):
        return text
    return Message("Move {move}", move=text) if begins else Message("move {move}", move=text)


def chooser(trace: Trace, frame: int) -> object:
    """Return who chooses among a frame's moves: its named node, else the side to move."""
    name = trace.name_of(frame)
    return (kind_name(trace.kinds[frame]) or node(trace, frame)) if name is None else name


def setter(trace: Trace, origin: Origin) -> object:
    """Return what has set a bound of its owner: a child, or standing pat."""
    return Message("standing pat") if origin.stands_pat else node(trace, origin.child)


def setter_by_path(trace: Trace, origin: Origin) -> object:
    """Return what has set a bound, as `setter` does, a child by its whole path."""
    return Message("standing pat") if origin.stands_pat else by_path(trace, origin.child)


def side_at(trace: Trace, frame: int) -> object:
    """Return the side to move in a frame, with the name of the node if it has one."""
    name = trace.name_of(frame)
    if name is None:
        return kind_name(trace.kinds[frame])
    return Message("{side} at {node}", side=kind_name(trace.kinds[frame]), node=name)


def value_of(trace: Trace, frame: int) -> Part:
    """Return a frame's value for a sentence, its bound left aside."""
    return Part(trace.value_text(frame).lstrip("≥≤"), "value", frame)


def value_with_sign(trace: Trace, frame: int) -> Part:
    """Return a frame's value for a sentence, with ≤ or ≥ for a bound."""
    return Part(trace.value_text(frame), "value", frame)


def bounded(trace: Trace, frame: int) -> object:
    """Return a frame's value for a sentence: `at least 3` for a bound."""
    return with_bound(trace.bound_of(frame), value_of(trace, frame))


def with_bound(bound: str | None, value: Part) -> object:
    """Return a value for a sentence with its bound in words: `at most 3`."""
    if bound == AT_LEAST:
        return Message("at least {value}", value=value)
    if bound == AT_MOST:
        return Message("at most {value}", value=value)
    return value


def best_value(trace: Trace, best: float, best_child: int) -> Part:
    """Return the best value so far for a sentence, as belonging to the child that gave it."""
    return Part(trace.best_text(best, best_child), "value", best_child)


def number(value: float, frame: int) -> Part:
    """Return a number for a sentence, as belonging to a frame."""
    return Part(written(value), "value", frame)


def listed(items: Sequence[object]) -> object:
    """Return items for a sentence, one after the other."""
    if len(items) < 2:
        return items[0]
    first = reduce(lambda before, item: Message("{items}, {item}", items=before, item=item), items[:-1])
    return Message("{items} and {last}", items=first, last=items[-1])


def pruned_nodes(trace: Trace, frame: int) -> object:
    """Return a frame's pruned moves for a sentence: leaves by their numbers, a few by name, many by count."""
    moves = trace.pruned_moves(frame)
    if len(moves) > MAX_LISTED:
        return Message("the other {count} moves", count=len(moves))
    leaves = [pruned_leaf(trace, frame, number) for number in moves]
    numbers = [leaf for leaf in leaves if leaf is not None]
    if len(numbers) < len(moves):
        return listed([pruned_node(trace, frame, number) for number in moves])
    if len(numbers) == 1:
        return Message("the leaf {value}", value=numbers[0])
    return Message("the leaves {values}", values=listed(numbers))


def pruned_leaf(trace: Trace, frame: int, number: int) -> Part | None:
    """Return the given number of a pruned leaf; None for any other move."""
    if not trace.has_names:
        return None
    rules, state = trace.position.game.rules, list(trace.state(frame))
    rules.play(state, number)
    return Part(written(rules.outcome(state)), "value", frame, number) if rules.is_over(state) else None
