"""Values are kept as they are at the moment, and nobody's own methods are called for it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, IntEnum
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.tracer.target.snapshots import MAX_TEXT, keep, loads, plain_number, text_of

from tests.examples import texts


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
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts(max_size=20),
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


def shared(doublings: int) -> list[Any]:
    one: list[Any] = [0]
    for _ in range(doublings):
        one = [one, one]
    return one


def cyclic_graph() -> dict[str, Any]:
    nodes: list[dict[str, Any]] = [{} for _ in range(4)]
    for node in nodes:
        node.update(zip("abcd", nodes, strict=True))
    return nodes[0]


class Node:
    def __init__(self, parent: Node | None, levels: int) -> None:
        self.parent = parent
        self.value = levels
        self.below = [Node(self, levels - 1) for _ in range(4)] if levels else []


def deep() -> list[Any]:
    one: list[Any] = []
    for _ in range(100_000):
        one = [one]
    return one


def test_equal_sets_have_equal_texts_in_whatever_order_they_were_filled() -> None:
    filled = [8, False, None, "a"], [False, 8, "a", None]  # 8 and False ask for the same place
    one, other = map(set[Any], filled)
    assert one == other
    assert [*map(repr, one)] != [*map(repr, other)]
    assert text_of(keep(one)) == text_of(keep(other)) == "{None, False, 8, 'a'}"


def sets_in_sets(levels: int) -> frozenset[Any]:
    one: frozenset[Any] = frozenset()
    for level in range(levels):
        one = frozenset([(one, level)])
    return one


LARGE = {
    "shared": lambda: shared(26),
    "shared in a tuple": lambda: (shared(40), 1),
    "shared in a deque": lambda: deque([shared(40)]),
    "shared in an error": lambda: ValueError(shared(40)),
    "shared in a view": lambda: {1: shared(40)}.values(),
    "shared in a default dictionary": lambda: defaultdict(list, {1: shared(40)}),
    "cyclic": cyclic_graph,
    "with parents": lambda: Node(None, 6),
    "long texts": lambda: ["x" * 10**6] * 400,
    "a long text": lambda: "x" * 10**7,
    "wide and deep": lambda: [[[0] * 400] * 400 for _ in range(400)],
    "a large dictionary": lambda: {n: [n] for n in range(10**5)},
    "deep": deep,
    "sets in sets": lambda: sets_in_sets(24),
    "sets in sets in a list": lambda: [1, sets_in_sets(24)],
    "a large integer": lambda: [1 << 10**7],
}


@pytest.mark.parametrize("name", LARGE)
def test_a_snapshot_takes_bounded_time_and_memory_whatever_the_value_is(name: str) -> None:
    value = LARGE[name]()
    began = process_time()
    for _ in range(20):
        kept = keep(value)
    text = text_of(kept)
    assert process_time() - began < 2
    assert sum(map(len, kept if isinstance(kept, list) else [kept])) < 3_000_000
    assert len(text) <= MAX_TEXT


def test_what_is_in_several_places_is_written_once() -> None:
    row = [[1], [2]]
    assert text_of(keep([row, row])) == "[[[1], [2]], <the same as [0]>]"
    flat = [0, 0]
    assert text_of(keep([flat, flat])) == "[[0, 0], [0, 0]]"
    endless: list[Any] = [1]
    endless.append(endless)
    assert text_of(keep(endless)) == "[1, <the same as the whole>]"
    root = Node(None, 1)
    assert text_of(keep(root)).startswith(
        "Node(parent=None, value=1, below=[Node(parent=<the same as the whole>, value=0, below=[]), "
    )
    child = text_of(keep(root.below[1]))
    assert "below=[Node(parent=<the same as .parent>, value=0, below=[]), <the same as the whole>, " in child
    graph = text_of(keep(cyclic_graph()))
    assert graph.startswith(
        "{'a': <the same as the whole>, 'b': {'a': <the same as the whole>, 'b': <the same as ['b']>"
    )


def test_classes_derived_from_containers_and_numbers_are_written_by_their_content() -> None:
    class Row(list):  # type: ignore[type-arg]
        def __iter__(self) -> Any:
            raise AssertionError("a method of the user is called")

    class Score(int):
        def __repr__(self) -> str:
            raise AssertionError("a method of the user is called")

    assert text_of(keep(Row([1, 2]))) == "Row([1, 2])"
    assert text_of(keep(Score(5))) == "5"
    assert text_of(keep(defaultdict(int, {1: 2}))) == "defaultdict(<class 'int'>, {1: 2})"
    assert text_of(keep(Counter("aab"))) == "Counter({'a': 2, 'b': 1})"
    assert text_of(keep({1: 2}.keys())) == "dict_keys([1])"
    assert text_of(keep(ValueError("no", 1))) == "ValueError('no', 1)"


def test_a_number_of_a_class_of_its_own_is_one_of_the_language() -> None:
    class Meta(type):
        def __getattribute__(cls, name: str) -> Any:
            raise AssertionError("the class of a class is asked")

    class Score(int, metaclass=Meta):
        def __init__(self, number: int) -> None:
            self.move = "a1"

        def __getattribute__(self, name: str) -> Any:
            raise AssertionError("a method of the user is called")

        __pos__ = __int__ = __index__ = __float__ = __getattribute__  # type: ignore[assignment]

    class Real(float):
        pass

    class Level(IntEnum):
        HIGH = 5

    numbers = Score(5), Real(0.5), np.int8(7), np.float32(0.5), np.bool_(True), np.array(3), np.uint64(2**64 - 1)
    found = [plain_number(one) for one in numbers]
    assert found == [5, 0.5, 7, 0.5, True, 3, 2**64 - 1]
    assert {*map(type, found)} <= {int, float, bool}
    others = Level.HIGH, Fraction(5), Decimal(5), np.longdouble(5), np.array([5]), np.str_("5"), 5j, "5", [5], None
    assert {plain_number(one) for one in others} == {None}


def test_nothing_of_a_class_derived_from_a_tuple_is_called() -> None:
    class Pair(tuple[int, ...]):
        def __iter__(self) -> Any:
            raise AssertionError

        def __len__(self) -> int:
            raise AssertionError

    class Point(namedtuple("Point", "x y")):
        def __iter__(self) -> Any:
            raise AssertionError

    assert text_of(keep(Pair((1, 2)))) == "Pair((1, 2))"
    assert text_of(keep([Point(1, 2), Point(3, 4)])) == "[Point(x=1, y=2), Point(x=3, y=4)]"


def test_only_the_beginning_of_a_long_table_is_described() -> None:
    table = {number: number for number in range(600)}
    assert text_of(keep(table)) == "{0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, …}"
    assert text_of(keep(set(table))) == "{0, 1, 2, 3, 4, 5, …}"
    by_positions = {("x" * 9, number): number for number in range(40)}
    assert text_of(keep([by_positions, object()])).count("xxxxxxxxx") == 6
    squares = {(number // 10, number % 10): [number] for number in range(100)}
    assert "(9, 9): [99]" in text_of(keep([squares, object()])), "a board has all of its squares"
    assert len(loads(keep([table, object()])[0])) < 500


Entry = namedtuple("Entry", "board flags")


class Table:
    def __init__(self, entry: Any) -> None:
        self.found = {(entry, 1): Point(1, 2), (entry, 2): Point(1, 2)}
        self.last = entry


def test_a_named_tuple_that_nothing_can_change_reads_the_same_each_time() -> None:
    """It is walked through once, and its text is that of an equal one."""
    first, equal = Entry("." * 120, (True, False)), Entry("." * 120, (True, False))
    texts = {text_of(keep(Table(one))) for one in (first, first, equal, first)}
    assert len(texts) == 1
    assert texts.pop().count("<the same as") == 2
    assert text_of(keep([first, 1])) == text_of(keep([Entry("." * 120, (True, False)), 1]))


def test_a_named_tuple_with_something_in_it_that_changes_is_read_anew() -> None:
    entry = Entry("..", [1])
    before = text_of(keep((entry, 1)))
    entry.flags.append(2)
    assert (before, text_of(keep((entry, 1)))) == (
        "(Entry(board='..', flags=[1]), 1)",
        "(Entry(board='..', flags=[1, 2]), 1)",
    )


@pytest.mark.parametrize(
    "value",
    [
        [0, -1, 2**31 - 1, -(2**31)],
        [2**31],
        (7,),
        [0, True],
        [0, 1.0],
        [""],
        ["", "X", "\ud800", "♔"],
        ("a\0b", "c"),
        ["X", None],
        [[1, 2], [3, 4]],
        [[1, 2], [3]],
        [[1], [True]],
        [["X", ""], [" ", "O"]],
        [["\0"]],
        [[], []],
        [[2**31]],
        [(1, 2), [3, 4]],
        [[[1]]],
    ],
    ids=str,
)
def test_small_containers_are_written_as_python_writes_them(value: Any) -> None:
    assert text_of(keep(value)) == repr(value)
