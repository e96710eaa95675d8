"""Trees that are read a level at a time: the same as node by node, or left to the reader that says what is wrong."""

from __future__ import annotations

import gc
import random
from math import isnan

import pytest
from plyscope.games.tree import read
from plyscope.games.tree_levels import Levels, levels_of, read_levels
from plyscope.games.tree_text import read_tree
from plyscope.messages import InputError

PIECES = [
    *"[]{},:-07é \n",
    *("inf", "1e400", "0.1", "null", " second", "Infinity", "12345678901234567890"),
    *('"name"', '"value"', '"children"', '"a"', '"1"', '"inf"', '"é"', '"\\ud800"', '"\\x"'),
]


def comparable(levels: Levels) -> tuple[object, ...]:
    numbers = [None if isnan(number) else number for number in levels.numbers]
    return levels.children, numbers, [str(number) for number in numbers], levels.names, levels.sizes


def check(text: str) -> bool:
    """Whether the text is read quickly; it must be read as it is node by node, and refused where that refuses it."""
    quickly = read_levels(text)
    try:
        root, turn, warnings = read_tree(text)
    except InputError:
        assert quickly is None, text
        return False
    if quickly is None:
        return False
    levels, quick_turn, quick_warnings = quickly
    assert comparable(levels) == comparable(levels_of(root)), text
    assert (quick_turn, list(map(str, quick_warnings))) == (turn, list(map(str, warnings))), text
    return True


@pytest.mark.parametrize(
    "text",
    [
        "[[9,8,7],[6,5,4],[3,2,1]] second",
        "-0",
        "[inf,-inf,0.5,-0.0,[inf]]",
        '["inf",{"value":"-inf"},{"children":[1,2],"value":3,"name":"é"}]',
        '[{"name":"12345678901234567890","value":12345678901234567890},0.30000000000000004, 1E2]',
        "[" * 500 + "1" + "]" * 500,
    ],
)
def test_plain_json_is_read_quickly(text: str) -> None:
    assert check(text)


@pytest.mark.parametrize(
    "text",
    ["[" * 999 + '{"value":1}' + "]" * 999, "[" * 1000 + '{"value":1}' + "]" * 1000, "[" * 1001 + "1" + "]" * 1001],
)
def test_depth_is_limited_as_node_by_node(text: str) -> None:
    check(text)


def mutated(text: str, draw: random.Random) -> str:
    for _ in range(draw.randrange(1, 4)):
        at = draw.randrange(len(text) + 1)
        end = at + draw.choice((0, 0, 1, 1, 3))
        text = text[:at] + draw.choice((*PIECES, "")) + text[end:]
    return text


def random_text(draw: random.Random, depth: int) -> str:
    if not depth or draw.random() < 0.2:
        return draw.choice(("1", "-2.5", "inf", "1e3", '{"value":4}', '{"name":"b","value":0.1}', '"-inf"'))
    children = ",".join(random_text(draw, depth - 1) for _ in range(draw.randrange(1, 4)))
    return draw.choice(("[%s]", "[%s]", '{"children":[%s]}', '{"value":1,"children":[%s],"name":"c"}')) % children


@pytest.mark.full
def test_changed_texts_are_read_or_refused_as_node_by_node() -> None:
    draw = random.Random(1)
    quick = 0
    for _ in range(3_000):
        text = random_text(draw, 3)
        quick += check(text)
        check(mutated(text, draw))
    assert quick > 1_000


def test_the_collector_of_cycles_is_left_as_it_was() -> None:
    # Tests with Qt in the same process have switched it off: the last change is back to what it was.
    for change in (gc.disable, gc.enable) if gc.isenabled() else (gc.enable, gc.disable):
        change()
        was_enabled = gc.isenabled()
        read_levels("[1,2]")
        read_levels("[1,2")
        assert gc.isenabled() == was_enabled


def test_heights_and_places_of_children_follow_from_the_levels() -> None:
    tables = read("[1,[2,[3]],[4]]").game.rules.tables
    assert tables["FIRST_CHILD"] == [1, 4, 4, 6, 7, 7, 8, 8]
    assert tables["PARENT"] == [0, 0, 0, 0, 2, 2, 3, 5]
    assert tables["HEIGHT"] == [3, 0, 2, 1, 0, 1, 0, 0]
