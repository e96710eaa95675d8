"""Values are kept as they are at the moment, and nobody's own methods are called for it."""

from __future__ import annotations

from collections import deque, namedtuple
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.tracer.target.snapshots import MAX_TEXT, keep, text_of


class Colour(Enum):
    RED = 1


@dataclass
class Board:
    cells: list[list[int]]
    turn: str = "X"


class Loud:
    def __init__(self) -> None:
        self.name = "loud"

    def __repr__(self) -> str:
        raise AssertionError("somebody's own method is called")

    __eq__ = __hash__ = __len__ = __repr__  # type: ignore[assignment]


class Answering:
    """Has an answer to whatever one asks."""

    def __init__(self) -> None:
        self.name = "answering"

    def __getattr__(self, name: str) -> Any:
        raise AssertionError("somebody's own method is called")

    def __getattribute__(self, name: str) -> Any:
        raise AssertionError("somebody's own method is called")

    def __lt__(self, other: object) -> bool:
        raise AssertionError("somebody's own method is called")


class Empty:
    pass


class Slots:
    __slots__ = ("board",)

    def __init__(self) -> None:
        self.board = "X.O"


Point = namedtuple("Point", "x y")

plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.integers(), inner, max_size=3) | st.tuples(inner),
    max_leaves=20,
)


@given(plain)
def test_plain_values_read_as_python_writes_them(value: Any) -> None:
    text = text_of(keep(value))
    assert text == repr(value) or "…" in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({3, 1, 2}, "{1, 2, 3}"),
        (set(), "set()"),
        ((1,), "(1,)"),
        (Colour.RED, "Colour.RED"),
        (Board([[1, 0], [0, 2]]), "Board(cells=[[1, 0], [0, 2]], turn='X')"),
        (Loud(), "Loud(name='loud')"),
        ([Loud()], "[Loud(name='loud')]"),
        (Answering(), "Answering(name='answering')"),
        ({Answering()}, "{Answering(name='answering')}"),
        (Empty(), "Empty()"),
        (Slots(), "Slots(board='X.O')"),
        (Point(1, 2), "Point(x=1, y=2)"),
        (Fraction(1, 3), "Fraction(1, 3)"),
        (deque([1]), "deque([1])"),
        (len, "<len>"),
        (b"ab", "b'ab'"),
        ([b"sss"], "[b'sss']"),
        (np.zeros((2, 2), int), "array([[0, 0], [0, 0]])"),
        (np.array(["X", "O"]), "array(['X', 'O'])"),
        (np.float64(1.5), "1.5"),
        ([1, np.int64(7)], "[1, 7]"),
        (np.bool_(True), "True"),
        (10**5000, "<integer of 16610 bits>"),
        (float("inf"), "inf"),
    ],
    ids=[str(number) for number in range(24)],
)
def test_other_values(value: Any, text: str) -> None:
    assert text_of(keep(value)) == text


def test_what_changes_later_does_not_change_what_was_kept() -> None:
    board = [[1, 2], {"a": [3]}]
    kept = keep(board)
    board[0].append(9)  # type: ignore[union-attr]
    board[1]["a"].clear()  # type: ignore[index, union-attr]
    assert text_of(kept) == "[[1, 2], {'a': [3]}]"
    array = np.zeros(2)
    kept = keep(array)
    array[0] = 5
    assert text_of(kept) == "array([0.0, 0.0])"


def test_long_and_endless_values_are_cut_short() -> None:
    endless: list[Any] = []
    endless.append(endless)
    for value in (list(range(10**6)), "x" * 10**6, endless, np.zeros((300, 300)), {n: n for n in range(10**5)}):
        assert len(text_of(keep(value))) <= MAX_TEXT + 10


def test_what_is_long_too_often_is_not_copied_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from plyscope.tracer.target import snapshots

    monkeypatch.setattr(snapshots, "MAX_WASTED_BYTES", 10_000)
    snapshots.reset()
    assert type(keep([1])) is bytes
    long = ["x" * 100] * 400
    assert type(keep(long)) is list
    assert type(keep([1])) is list
    assert text_of(keep([1])) == "[1]"
    snapshots.reset()
    assert type(keep([1])) is bytes
