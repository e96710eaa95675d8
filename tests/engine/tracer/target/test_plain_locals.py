"""A copy of all variables at once says of each what a copy of it alone says, whatever they hold."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from types import FrameType
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.tracer.target.log import LINE
from plyscope.tracer.target.plain_locals import MAX_BYTES, UNWRITABLE, PlainLocals, variables_in
from plyscope.tracer.target.snapshots import COPY_VERSION, dumps, keep, text_of

from tests import full_traces
from tests.examples import texts


class Piece(int):
    pass


class Row(list[Any]):
    pass


def cyclic() -> list[Any]:
    one: list[Any] = [1]
    one.append([one, one])
    return one


def branching(levels: int) -> list[Any]:
    one: list[Any] = [0]
    for _ in range(levels):
        one = [one, one]
    return one


atoms = st.none() | st.booleans() | st.integers() | st.integers(0, 1) | st.floats() | texts(max_size=8)
held = st.recursive(
    atoms | st.binary(max_size=3) | st.sampled_from([..., 99, 115, -13]) | st.complex_numbers(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.tuples(inner, inner)
        | st.dictionaries(atoms, inner, max_size=3)
        | st.frozensets(atoms, max_size=3)
        | inner.map(lambda one: [one, one])
        | inner.map(lambda one: ([one], one))
    ),
    max_leaves=8,
)


def texts_of(values: dict[str, Any]) -> dict[str, str]:
    return {name: text_of(kept) for name, kept in values.items()}


NAMES = st.sampled_from(["board", "scores", "pieces", "c", "s", "höhe", "棋盤"])


@pytest.mark.parametrize("is_learned", [True, False])
@given(local=st.dictionaries(NAMES, held, max_size=4))
def test_a_copy_that_is_taken_reads_as_if_each_variable_had_been_kept(local: dict[str, Any], is_learned: bool) -> None:
    plain, copied = PlainLocals(), dumps(local, COPY_VERSION)
    kept = {name: keep(value) for name, value in local.items()}
    if is_learned:
        plain.learn(0, copied, kept)
        assert (copied in plain.known) is not (0 in plain.mixed)
    else:
        assert plain.admits(copied, local) is (copied in plain.known)
    if copied in plain.known:
        assert texts_of(variables_in(copied)) == texts_of(kept)


SAME_BYTES = [b"a", bytearray(b"a"), array("b", b"a"), np.array([97], np.int8), memoryview(b"a")]
OTHERS = [Piece(1), Row([1]), (lambda: 0).__code__, ["x" * 10**5], "x" * 10**5, object()]


@pytest.mark.parametrize("value", [*SAME_BYTES, *OTHERS], ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("around", [lambda one: one, lambda one: [one], lambda one: [1, [one, one]]])
def test_a_copy_of_what_is_not_plain_and_small_is_never_taken(value: Any, around: Callable[[Any], Any]) -> None:
    plain, local = PlainLocals(), {"scores": around(value)}
    try:
        copied = dumps(local, COPY_VERSION)
    except UNWRITABLE:
        return
    assert not plain.admits(copied, local)
    plain.learn(0, copied, {name: keep(one) for name, one in local.items()})
    assert not plain.known
    assert plain.mixed == {0}


def test_sets_around_sets_are_kept_one_by_one_before_their_copies_take_long() -> None:
    plain, one, levels = PlainLocals(), frozenset({1}), 1
    while not plain.mixed:
        assert levels < 8
        local = {"x": one}
        copied = dumps(local, COPY_VERSION)
        if not plain.admits(copied, local):
            plain.learn(0, copied, {"x": keep(one)})
        one, levels = frozenset({one}), levels + 1
    assert levels > 2, "sets of numbers, and sets of these, are plain"


CHANGES: list[tuple[int, Callable[[], Any]]] = []
VALUES: list[Callable[[], Any]] = [
    *(lambda value=value: value for value in (0, 1, True, 1.0, 0.0, -0.0, None, "a", 1j, (1, True), 10**30)),
    *(lambda value=value: value for value in (*SAME_BYTES, Piece(1), "x" * 5000)),
    *(lambda: [0], lambda: [0, [1]], lambda: Row([0]), lambda: {"a": 1}, lambda: {1, 2}),
    *(cyclic, lambda: branching(40), lambda: [1.0, True]),
]


def change(board: list[Any], rows: list[list[Any]]) -> None:
    """Puts a value into one of the lists, or what was there before."""
    place, value = CHANGES.pop()
    target = (board, rows, rows[0] if rows and type(rows[0]) is list else board)[place % 3]
    target[place % len(target)] = value()


def changing(n: int) -> int:
    board: list[Any] = [0, 1, -1]
    rows: list[Any] = [[0, 1], [1, 0]]
    both: Any = board
    while CHANGES:
        change(board, rows)
        both = [board, board] if len(CHANGES) % 3 == 0 else board[0]
    del both
    return n and changing(n - 1)


def kept_by_a_copier_of_everything(changes: list[Any]) -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    code, before = changing.__code__, sys.gettrace()

    def follow(frame: FrameType, event: str, _: object) -> Any:
        if event == "line":
            found.append({name: text_of(keep(value)) for name, value in frame.f_locals.items()})
        return follow if frame.f_code is code else None

    CHANGES[:] = changes
    sys.settrace(follow)
    try:
        changing(1)
    finally:
        sys.settrace(before)
    return found


@given(st.lists(st.tuples(st.integers(0, 11), st.sampled_from(VALUES)), max_size=14))
def test_variables_that_change_in_any_way_are_recorded_as_they_are_before_each_line(changes: list[Any]) -> None:
    CHANGES[:] = changes
    with full_traces.watch(changing, lines=True) as tracing:
        changing(1)
    events = [event for event in tracing._log.take_unwritten() if type(event) is tuple and event[0] == LINE]
    assert [texts_of(variables_in(event[3])) for event in events] == kept_by_a_copier_of_everything(changes)


def search(board: list[int], player: int) -> int:
    best = -1
    for square in range(4):
        if board[square] == 0:
            board[square] = player
            best = max(best, -search(board, -player))
            board[square] = 0
    return best


def growing(n: int, table: dict[int, int]) -> int:
    table[n] = n
    return n and growing(n - 1, table)


def test_plain_variables_are_copied_at_once_and_a_table_until_it_is_long() -> None:
    with full_traces.watch(search, growing, lines=True) as tracing:
        search([0] * 4, 1)
        growing(700, {})
    rows = [event[3] for event in tracing._log.take_unwritten() if type(event) is tuple and event[0] == LINE]
    assert all(type(row) is bytes for row in rows if "board" in variables_in(row))
    assert 500 < max(len(row) for row in rows if type(row) is bytes) <= MAX_BYTES
    assert type(rows[-1]) is dict
