"""Trees that somebody writes as lists in lists, and searches by handing on their items: the game that is its tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.files.sources import read_text
from plyscope.games import TREE
from plyscope.messages import InputError
from plyscope.model.declaration import MAX
from plyscope.model.position import Position
from plyscope.model.user_code import UserCode
from plyscope.tracer.build_trace import literal

Columns = Mapping[str, NDArray[Any]]
MOST_FRAMES = 100_000
"""Frames whose items are looked for; larger trees are not written by hand."""


def trees_of(user_code: UserCode, columns: Columns) -> Iterator[tuple[Position, NDArray[np.int32], list[str]]]:
    """The tree, which item each frame was handed, and what our game calls it; for each parameter that may be it."""
    if user_code.has_caller or len(columns["parent"]) > MOST_FRAMES:
        return
    for name in user_code.function_of(0).parameters:
        numbers = argument_numbers(user_code, name, len(columns["parent"]))
        root = literal(user_code.texts[int(numbers[0])]) if np.all(numbers >= 0) else None
        if not isinstance(root, list | tuple):
            continue
        items = items_handed(user_code, numbers, columns["parent"])
        position = None if items is None else tree_position(root)
        if position is not None and items is not None:
            texts = [str(item + 1) for item in range(int(items.max()) + 1)]
            yield position.with_max("mover" if columns["kind"][0] == MAX else "second"), items, texts


def argument_numbers(user_code: UserCode, name: str, frames: int) -> NDArray[np.int64]:
    """The number of the text that each frame was given for a parameter of that name; -1 where it has none."""
    numbers = np.full(frames, -1, np.int64)
    for number, function in enumerate(user_code.functions):
        if name in function.parameters:
            mine, texts = user_code.argument_column(number, function.parameters.index(name))
            numbers[mine] = texts
    return numbers


def items_handed(user_code: UserCode, numbers: NDArray[np.int64], parent: NDArray[Any]) -> NDArray[np.int32] | None:
    """Which item of what its parent was given each frame was; None where one was given anything else.

    Of equal items each is handed on once before one is again.
    """
    values = {number: literal(user_code.texts[number]) for number in np.unique(numbers).tolist()}
    items = np.full(len(numbers), -1, np.int32)
    used: dict[int, set[int]] = {}
    for frame in range(1, len(numbers)):
        above = int(parent[frame])
        whole, value = values[int(numbers[above])], values[int(numbers[frame])]
        same = [place for place, item in enumerate(whole) if item == value] if isinstance(whole, list | tuple) else []
        if not same or value is None:
            return None
        mine = used.setdefault(above, set())
        items[frame] = next((place for place in same if place not in mine), same[-1])
        mine.add(int(items[frame]))
    return items


def tree_position(root: Any) -> Position | None:
    try:
        return read_text(TREE, repr(root).replace("(", "[").replace(",)", "]").replace(")", "]"))
    except InputError:
        return None
