"""Which calls of a recording are of one move, and what the moves are called where no game is known.

What ran decides which move a call is of: the item of the loop in which it stands, and what its caller holds there. A
text that is shortened names a move, and says nothing of which one it is: two moves may have the same name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.judged_values import items_of_calls
from plyscope.model.roles import IGNORE, MOVE, Proposal
from plyscope.model.user_code import UserCode
from plyscope.model.user_code_facts import UserCodeFacts

Columns = Mapping[str, NDArray[Any]]
Moves = tuple[NDArray[np.int32], list[str]]
"""For each frame the number of its move, -1 at the root; and the names of the moves."""
MAX_COMPARED = 100_000
"""Calls whose names are compared with those beside them."""


def calls_as_moves(user_code: UserCode, columns: Columns) -> tuple[NDArray[np.int32], list[str] | None]:
    """The call of each frame as its move; without names where no call is made twice by one frame."""
    moves = user_code.tables.call.astype("<i4")
    moves[0] = -1
    again = occurrences(moves, columns, user_code.facts, np.ones(len(moves), np.bool_))
    if not again.any():
        return moves, None
    return told_apart(moves, [user_code.label(frame) for frame in user_code.first_of_call.tolist()], again)


def moves_given(user_code: UserCode, columns: Columns, proposal: Proposal) -> Moves:
    """The move of each frame that was given one, as it was given; the call of the others."""
    given = whole_texts(user_code, proposal.texts_given(user_code, MOVE))
    distinct, which = np.unique(given, return_inverse=True)
    names = [user_code.texts[number] if number >= 0 else "" for number in distinct.tolist()]
    return named_moves(user_code, columns, which.reshape(-1), names, given)


def moves_of_callers(user_code: UserCode, columns: Columns, proposal: Proposal) -> Moves:
    """The move of each frame as its caller has it, the call of the others.

    Calls with different positions are of different moves, as those of two pieces that the inner of two loops moves by
    the same step, but for the calls in one item of a loop.
    """
    moves = whole_texts(user_code, user_code.tables.move)
    of_parent = columns["parent"].astype(np.int64) * (len(user_code.texts) + 1) + moves
    if len(np.unique(of_parent[moves >= 0])) == np.count_nonzero(moves >= 0):
        what = moves  # no frame has a move twice
    else:
        what = np.where(moves < 0, -1, positions_by_item(user_code, columns, proposal))
    keys = moves * (int(what.max()) + 2) + what
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    names = ["" if moves[frame] < 0 else user_code.move_of(frame) for frame in first.tolist()]
    return named_moves(user_code, columns, which.reshape(-1), names, what)


def positions_by_item(user_code: UserCode, columns: Columns, proposal: Proposal) -> NDArray[np.int64]:
    """For each frame a number of its position, as far as its arguments show it; that of the first call of its item.

    Only lists, tuples, texts and objects show it, of which those that are cut are taken for equal: a table changes from
    call to call, and a number or a flag may be a depth or say how a position is searched.
    """
    is_silent = [not (text.startswith(("[", "(", "'", '"')) or text.endswith(")")) for text in user_code.texts]
    tables, roles = user_code.tables, {name: dict(mine) for name, mine in proposal.roles.items()}
    for function in user_code.functions:
        roles.setdefault(function.name, {}).update(dict.fromkeys({"self"}.intersection(function.parameters), IGNORE))
    arguments = np.where(np.array([*is_silent, True])[tables.arguments], 0, tables.arguments)
    shown = replace(
        user_code,
        tables=replace(tables, arguments=arguments),
        texts=[""] * len(user_code.texts),
        proposal={"roles": roles},
    )
    found: NDArray[np.int64] = shown.position_keys.astype(np.int64)
    child, run, item = items_of_calls(user_code.facts, columns["parent"], columns["ply"])
    items = (run * (int(item.max(initial=0)) + 1) + item) * len(found) + columns["parent"][child]
    _, first, which = np.unique(items, return_index=True, return_inverse=True)
    found[child] = found[child][first][which.reshape(-1)]
    return found


def whole_texts(user_code: UserCode, numbers: NDArray[Any]) -> NDArray[np.int64]:
    """The numbers of texts, -1 for those that do not show all of a value, so that another may have the same."""
    hides = ["…" in text and not user_code.drawing(number) for number, text in enumerate(user_code.texts)]
    cut = np.array([*hides, True])  # index -1 stands for no text
    return np.where(cut[numbers], -1, numbers).astype(np.int64)


def named_moves(
    user_code: UserCode, columns: Columns, of_frame: NDArray[Any], names: Sequence[str], what: NDArray[np.int64]
) -> Moves:
    """The moves of a recording, by the number of each frame's move and a name for each number, empty for none.

    `what` is what each call leads to, or how its caller tells its move from others, -1 where that is not known. What
    several moves of one frame are called is the name of none: a move is then named by its first call in its frame.
    """
    parent = columns["parent"].astype(np.int64)
    shared = names_of_several(parent, what, of_frame, names)
    texts: dict[str, int] = {}
    numbers = [texts.setdefault(name, len(texts)) if name and name not in shared else -1 for name in names]
    moves, named = np.array(numbers, np.int64)[of_frame], list(texts)
    unnamed, first = np.flatnonzero(moves[1:] < 0) + 1, np.arange(len(moves))
    known = unnamed[what[unnamed] >= 0]
    keys = parent[known] * (len(names) + 1) + of_frame[known]
    _, at, which = np.unique(keys, return_index=True, return_inverse=True)
    first[known] = known[at][which.reshape(-1)]
    _, at, which = np.unique(user_code.tables.call[first[unnamed]], return_index=True, return_inverse=True)
    moves[unnamed] = len(named) + which.reshape(-1)
    named += [user_code.label(frame) for frame in first[unnamed][at].tolist()]
    # Of two calls whose moves are not known, equal calls of one frame are told apart all the same.
    is_call = (moves >= len(texts)) & (what < 0)
    moves[0] = -1
    return told_apart(moves, named, occurrences(moves, columns, user_code.facts, is_call))


def names_of_several(
    parent: NDArray[Any], what: NDArray[np.int64], of_frame: NDArray[Any], names: Sequence[str]
) -> set[str]:
    """The names of moves that several moves of one frame have, though they lead to different things."""
    known = list(dict.fromkeys(names))
    numbers = {name: number for number, name in enumerate(known)}
    of_move = np.array([numbers[name] for name in names], np.int64)
    frames = slice(1, MAX_COMPARED)
    rows = np.unique(np.stack([parent[frames], of_move[of_frame[frames]], what[frames]]), axis=1)
    is_beside = np.all(rows[:2, 1:] == rows[:2, :-1], axis=0)
    return {known[number] for number in rows[1, 1:][is_beside].tolist()}


def occurrences(
    moves: NDArray[Any], columns: Columns, facts: UserCodeFacts, is_alone: NDArray[np.bool_] | None = None
) -> NDArray[np.int64]:
    """For each frame how many other moves of its parent have the same number and come before it.

    They are those of other items in the same run of a loop: a call in the same item, or in another run, searches the
    same move again. A frame that is alone is the only call of its move.
    """
    found = np.zeros(len(moves), np.int64)
    keys = columns["parent"][1:].astype(np.int64) * (int(moves.max()) + 1) + moves[1:]
    keys[moves[1:] < 0] = -1
    order = np.argsort(keys, kind="stable")
    is_same = (np.diff(keys[order]) == 0) & (keys[order][1:] >= 0)
    if not is_same.any():
        return found
    among = order[np.append(is_same, False) | np.append(False, is_same)] + 1
    run, item = np.full(len(moves), -1), np.zeros(len(moves), np.int64)
    if is_alone is None or not is_alone[among].all():
        child, runs, items = items_of_calls(facts, columns["parent"], columns["ply"])
        run[child], item[child] = runs, items
    if is_alone is not None:
        run[is_alone], item[is_alone] = -1, np.flatnonzero(is_alone)
    among = among[np.lexsort((among, run[among], keys[among - 1]))]
    begins = np.append(True, (np.diff(keys[among - 1]) != 0) | (np.diff(run[among]) != 0))
    count = np.cumsum(np.append(False, np.diff(item[among]) != 0) & ~begins)
    found[among] = count - np.maximum.accumulate(np.where(begins, count, 0))
    return found


def told_apart(moves: NDArray[Any], names: list[str], before: NDArray[np.int64]) -> Moves:
    """Moves of which those with others of the same number before them in their frame get a number of their own."""
    later = np.flatnonzero(before)
    keys = moves[later].astype(np.int64) * (int(before.max()) + 1) + before[later]
    distinct, which = np.unique(keys, return_inverse=True)
    found = moves.astype("<i4")
    found[later] = len(names) + which.reshape(-1)
    return found, [*names, *(names[key // (int(before.max()) + 1)] for key in distinct.tolist())]
