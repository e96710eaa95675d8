"""Which calls of a recording are of one move, and what the moves are called where no game is known.

What ran decides which move a call is of: the item of the loop in which it stands, and what its caller holds there. A
text that is shortened names a move, and says nothing of which one it is: two moves may have the same name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from sys import maxsize
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model.judged_values import items_of_calls
from plyscope.model.roles import IGNORE, MOVE, Proposal
from plyscope.model.user_code import MAX_LABEL_CHARS, UserCode
from plyscope.model.user_code_facts import UserCodeFacts

Columns = Mapping[str, NDArray[Any]]
Moves = tuple[NDArray[np.int32], list[str]]
"""For each frame the number of its move, -1 at the root; and the names of the moves."""
MAX_COMPARED_CALLS = 100_000
"""Calls whose moves' names are compared with those of their siblings."""
MAX_BEFORE_DIFFERENCE = 12
"""Characters that a label shows of what long calls have in common before they differ."""


def calls_as_moves(user_code: UserCode, columns: Columns) -> tuple[NDArray[np.int32], list[str] | None]:
    """Return the call of each frame as its move; no names where no frame makes one call twice."""
    moves = user_code.tables.call.astype("<i4")
    moves[0] = -1
    again = repeats_before(moves, columns, user_code.facts, np.ones(len(moves), np.bool_))
    if not again.any():
        return moves, None
    return with_repeats_apart(moves, [user_code.label(frame) for frame in user_code.first_of_call.tolist()], again)


def moves_given(user_code: UserCode, columns: Columns, proposal: Proposal) -> Moves:
    """Return the move of each frame as the parameter for the move has it; of frames without one, the call."""
    given = uncut_texts(user_code, proposal.texts_given(user_code, MOVE))
    distinct, which = np.unique(given, return_inverse=True)
    names = [user_code.texts[number] if number >= 0 else "" for number in distinct.tolist()]
    return named_moves(user_code, columns, which.reshape(-1), names, given)


def moves_of_callers(user_code: UserCode, columns: Columns, proposal: Proposal) -> Moves:
    """Return the move of each frame as its caller has it; of frames without one, the call.

    Calls with different positions are of different moves, as those of two pieces that the inner of two loops moves by
    the same step, but for the calls in one item of a loop.
    """
    moves = uncut_texts(user_code, user_code.tables.move)
    of_parent = columns["parent"].astype(np.int64) * (len(user_code.texts) + 1) + moves
    if len(np.unique(of_parent[moves >= 0])) == np.count_nonzero(moves >= 0):
        target = moves  # no frame has a move twice
    else:
        target = np.where(moves < 0, -1, positions_by_item(user_code, columns, proposal))
    keys = moves * (int(target.max()) + 2) + target
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    names = ["" if moves[frame] < 0 else user_code.move_of(frame) for frame in first.tolist()]
    return named_moves(user_code, columns, which.reshape(-1), names, target)


def positions_by_item(user_code: UserCode, columns: Columns, proposal: Proposal) -> NDArray[np.int64]:
    """Return for each frame a number of its position, from its arguments; in one item of a loop, of the first call.

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
    positions: NDArray[np.int64] = shown.position_keys.astype(np.int64)
    child, run, item = items_of_calls(user_code.facts, columns["parent"], columns["ply"])
    items = (run * (int(item.max(initial=0)) + 1) + item) * len(positions) + columns["parent"][child]
    _, first, which = np.unique(items, return_index=True, return_inverse=True)
    positions[child] = positions[child][first][which.reshape(-1)]
    return positions


def uncut_texts(user_code: UserCode, numbers: NDArray[Any]) -> NDArray[np.int64]:
    """Return numbers of texts, -1 for those that are cut or hide a part, so that another value may have the same."""
    hides = ["…" in text and not user_code.drawing(number) for number, text in enumerate(user_code.texts)]
    cut = np.array([*hides, True])  # index -1 stands for no text
    return np.where(cut[numbers], -1, numbers).astype(np.int64)


def named_moves(
    user_code: UserCode, columns: Columns, of_frame: NDArray[Any], names: Sequence[str], target: NDArray[np.int64]
) -> Moves:
    """Return the moves of a recording, from the number of each frame's move and a name for each number.

    A number without a name has an empty one. `target` is what each call leads to, or how its caller tells its move from
    others, -1 where that is not known. A name that several moves of one frame would have names none of them: such a
    move is named by its calls in its frame.
    """
    parent = columns["parent"].astype(np.int64)
    ambiguous = ambiguous_names(parent, target, of_frame, names)
    texts: dict[str, int] = {}
    numbers = [texts.setdefault(name, len(texts)) if name and name not in ambiguous else -1 for name in names]
    moves, all_names = np.array(numbers, np.int64)[of_frame], list(texts)
    unnamed, first = np.flatnonzero(moves[1:] < 0) + 1, np.arange(len(moves))
    known = unnamed[target[unnamed] >= 0]
    keys = parent[known] * (len(names) + 1) + of_frame[known]
    _, at, which = np.unique(keys, return_index=True, return_inverse=True)
    first[known] = known[at][which.reshape(-1)]
    _, which = np.unique(user_code.tables.call[first[unnamed]], return_inverse=True)
    moves[unnamed] = len(all_names) + which.reshape(-1)
    by_move = unnamed[np.argsort(which.reshape(-1), kind="stable")]
    ends = np.cumsum(np.bincount(which.reshape(-1))).tolist()
    all_names += labels_apart(user_code, [by_move[i:j].tolist() for i, j in pairwise([0, *ends])])
    # Of two calls whose moves are not known, equal calls of one frame are told apart all the same.
    is_call = (moves >= len(texts)) & (target < 0)
    moves[0] = -1
    return with_repeats_apart(moves, all_names, repeats_before(moves, columns, user_code.facts, is_call))


def labels_apart(user_code: UserCode, calls: Sequence[Sequence[int]]) -> list[str]:
    """Return the labels of moves by their calls; of long ones that would read the same, from where they differ."""
    labels = [user_code.shared_label(of_move) for of_move in calls]
    same: dict[str, list[int]] = {}
    for number, label in enumerate(labels):
        if label.endswith("…)"):
            same.setdefault(label, []).append(number)
    alike = [numbers for numbers in same.values() if len(numbers) > 1]
    whole = {number: user_code.shared_label(calls[number], maxsize) for numbers in alike for number in numbers}
    while alike:
        numbers, same = alike.pop(), {}
        first, last = (extreme(whole[number] for number in numbers) for extreme in (min, max))
        differ = next(
            (at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first)
        )
        for number in numbers:
            same.setdefault(label_from(whole[number], differ - MAX_BEFORE_DIFFERENCE), []).append(number)
        if labels[numbers[0]] in same:
            continue  # what is recorded of them is cut, or their name leaves no room
        for label, of_label in same.items():
            for number in of_label:
                labels[number] = label
        alike += [numbers for numbers in same.values() if len(numbers) > 1]
    return labels


def label_from(call: str, begin: int) -> str:
    """Return a call as it is written, shortened to what stands from one place among its arguments on."""
    name, _, arguments = call.partition("(")
    shown = begin - len(name) - 1
    text = f"{name}(…{arguments[shown:]}" if shown > 0 else call
    return text if len(text) <= MAX_LABEL_CHARS else text[: MAX_LABEL_CHARS - 2] + "…)"


def ambiguous_names(
    parent: NDArray[Any], target: NDArray[np.int64], of_frame: NDArray[Any], names: Sequence[str]
) -> set[str]:
    """Return the names that several moves of one frame have, though they lead to different positions."""
    known = list(dict.fromkeys(names))
    numbers = {name: number for number, name in enumerate(known)}
    of_move = np.array([numbers[name] for name in names], np.int64)
    frames = slice(1, MAX_COMPARED_CALLS)
    rows = np.unique(np.stack([parent[frames], of_move[of_frame[frames]], target[frames]]), axis=1)
    is_beside = np.all(rows[:2, 1:] == rows[:2, :-1], axis=0)
    return {known[number] for number in rows[1, 1:][is_beside].tolist()}


def repeats_before(
    moves: NDArray[Any], columns: Columns, facts: UserCodeFacts, is_alone: NDArray[np.bool_] | None = None
) -> NDArray[np.int64]:
    """Return for each frame how many other moves of its parent with the same number come before it.

    They are those of other items in the same run of a loop: a call in the same item, or in another run, searches the
    same move again. A frame that is alone is the only call of its move.
    """
    counts = np.zeros(len(moves), np.int64)
    keys = columns["parent"][1:].astype(np.int64) * (int(moves.max()) + 1) + moves[1:]
    keys[moves[1:] < 0] = -1
    order = np.argsort(keys, kind="stable")
    is_same = (np.diff(keys[order]) == 0) & (keys[order][1:] >= 0)
    if not is_same.any():
        return counts
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
    counts[among] = count - np.maximum.accumulate(np.where(begins, count, 0))
    return counts


def with_repeats_apart(moves: NDArray[Any], names: list[str], before: NDArray[np.int64]) -> Moves:
    """Return moves with a number of their own for those with others of the same number before them in their frame."""
    repeats = np.flatnonzero(before)
    keys = moves[repeats].astype(np.int64) * (int(before.max()) + 1) + before[repeats]
    distinct, which = np.unique(keys, return_inverse=True)
    own_numbers = moves.astype("<i4")
    own_numbers[repeats] = len(names) + which.reshape(-1)
    return own_numbers, [*names, *(names[key // (int(before.max()) + 1)] for key in distinct.tolist())]
