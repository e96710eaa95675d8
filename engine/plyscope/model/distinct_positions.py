"""Which frames stand on which position: the distinct positions of a trace, found without playing every move.

Ply by ply, each pair of a position and a move is played once, however many frames share it. Full minimax on
tic-tac-toe has 549,946 frames but 16,167 such pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import compress, islice, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model.distinct_numbers import distinct_numbers
from plyscope.model.no_collection import no_collection
from plyscope.model.position import Rules
from plyscope.model.preorder import Column, levels

PASS = -2
"""The move of a frame before which the side passed its turn."""
PAIRS_IN_CHUNK = 1 << 18
"""Frames looked up in one call of numpy, which blocks all other threads meanwhile."""
MAX_KEY_SPAN_PER_KEY = 4
"""Keys are counted in a table, and not sorted, where it has at most this many entries for each of them."""


class PositionTable(NamedTuple):
    """The distinct positions of a trace."""

    states: list[tuple[int, ...]]
    of_frame: NDArray[np.int32]
    """Frame -> its position's place in `states`."""
    numbers: dict[tuple[int, ...], int]


def refuse_illegal_moves(
    root: tuple[int, ...], rules: Rules, parent: Column, move: Column, ply: Column, size: Column
) -> None:
    """Raise InputError for the first illegal move; moves to frames that have no children are looked up, not played."""
    find_positions(root, rules, parent, move, ply, size > 1)


@no_collection()
def find_positions(
    root: tuple[int, ...],
    rules: Rules,
    parent: Column,
    move: Column,
    ply: Column,
    played: NDArray[np.bool_] | None = None,
    *,
    are_legal: bool = False,
) -> PositionTable:
    """Return the distinct positions of all frames; raise InputError for an illegal move, unless all are known as legal.

    A frame that is not `played` is only checked for a legal move, and has no position of its own.
    """
    table = PositionTable([root], np.zeros(len(parent), np.int32), {root: 0})
    fewest = int(move.min(initial=0))
    span = int(move.max(initial=0)) - fewest + 1
    for frames in islice(levels(ply), 1, None):
        pairs = np.empty(len(frames), np.int64)
        for some in chunks(len(frames)):
            pairs[some] = table.of_frame[parent[frames[some]]].astype(np.int64) * span + (
                move[frames[some]].astype(np.int64) - fewest
            )
        distinct, places = numbered(pairs)
        positions, moves = (found.tolist() for found in np.divmod(distinct, span))
        moves = [played_move + fewest for played_move in moves]
        wrong = None if are_legal else first_illegal(table.states, rules, positions, moves)
        if wrong is not None:
            frame = int(frames[pairs == distinct[wrong]][0])
            raise InputError("damaged: frame {frame}: its move is not legal", frame=frame)
        if played is None:
            reached = np.array(positions_after(table, rules, positions, moves), np.int32)
        else:
            is_played = np.zeros(len(distinct), np.bool_)
            for some in chunks(len(frames)):
                is_played[places[some][played[frames[some]]]] = True
            chosen = is_played.tolist()
            reached = np.zeros(len(distinct), np.int32)
            reached[is_played] = positions_after(table, rules, compress(positions, chosen), compress(moves, chosen))
        for some in chunks(len(frames)):
            table.of_frame[frames[some]] = reached[places[some]]
    return table


def first_illegal(states: list[tuple[int, ...]], rules: Rules, positions: list[int], moves: list[int]) -> int | None:
    """Return the place of the first move that is not legal in its position, of pairs sorted by position, or None."""
    starts = np.flatnonzero(np.diff(positions, prepend=-1)).tolist()
    for start, end in pairwise([*starts, len(positions)]):
        state, tried = list(states[positions[start]]), moves[start:end]
        is_over = rules.is_over(state)
        if not is_over and end - start == 1 and tried[0] in rules.moves(state):
            continue  # most often after a cutoff: the other moves need not be made
        legal = set() if is_over else set(rules.moves(state))
        legal |= {-1} if is_over or rules.may_pass is None or not rules.may_pass(state) else {-1, PASS}
        if not legal.issuperset(tried):
            wrong = [place for place in range(start, end) if moves[place] not in legal]
            if wrong:
                return wrong[0]
    return None


def positions_after(table: PositionTable, rules: Rules, positions: Iterable[int], moves: Iterable[int]) -> list[int]:
    """Return the number of the position after each pair; a new position is added to the table."""
    states, numbers, play, key_of = table.states, table.numbers, rules.play, rules.key
    pass_turn = rules.pass_turn
    reached, count = [], len(states)
    for position, move in zip(positions, moves, strict=True):
        if move < 0 and (move != PASS or pass_turn is None):
            reached.append(position)  # a frame without a move stands on its parent's position
            continue
        state = list(states[position])
        if move < 0 and pass_turn is not None:
            pass_turn(state)
        else:
            play(state, move)
        key = key_of(state)
        number = numbers.setdefault(key, count)
        if number == count:
            states.append(key)
            count += 1
        reached.append(number)
    return reached


def numbered(keys: NDArray[np.int64] | NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return the distinct keys, ascending, and for each key its place among them."""
    lowest = int(keys.min())
    width = int(keys.max()) - lowest + 1
    places = np.empty(len(keys), np.int32)
    if width > MAX_KEY_SPAN_PER_KEY * (len(keys) + PAIRS_IN_CHUNK):
        distinct = distinct_numbers(keys).astype(np.int64)
        for some in chunks(len(keys)):
            places[some] = np.searchsorted(distinct, keys[some])
        return distinct, places
    place_of = np.zeros(width, np.int32)
    for some in chunks(len(keys)):
        place_of[keys[some] - lowest] = 1
    distinct = np.flatnonzero(place_of)
    place_of[distinct] = np.arange(len(distinct), dtype=np.int32)
    for some in chunks(len(keys)):
        places[some] = place_of[keys[some] - lowest]
    return distinct + lowest, places


def chunks(count: int) -> Iterator[slice]:
    """Yield the slices of a long column, one chunk each."""
    return (slice(start, start + PAIRS_IN_CHUNK) for start in range(0, count, PAIRS_IN_CHUNK))
