"""Trees in Newick's notation, against a second small reader and against strings whose meaning is known."""

from __future__ import annotations

import re
from math import inf
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import load
from plyscope.messages import InputError

from tests.full_traces import record
from tests.trees import as_text, inner_nested


@pytest.mark.parametrize(
    ("newick", "ours"),
    [
        ("((3,12,8),(2,4,6),(14,5,2))MAX;", '{"name":"MAX","children":[[3,12,8],[2,4,6],[14,5,2]]}'),
        ("(1,2); second", "[1,2] second"),
        ("(1,2);\nfirst\n", "[1,2]"),
        ("3;", "3"),
        ("(:1,:2.5);", "[1,2.5]"),
        ("(a:1,b:-2)c:3;", '{"name":"c","value":3,"children":[{"name":"a","value":1},{"name":"b","value":-2}]}'),
        ("((1,2)3,4);", '[{"value":3,"children":[1,2]},4]'),
        ("('3':1,'it''s':2);", '[{"name":"3","value":1},{"name":"it\'s","value":2}]'),
        ("( 1 [one, (or] , [a [b] c] 2 ) ;", "[1,2]"),
        ("(1e2,-1E-1,+5,.5,5.,inf,-inf);", "[100,-0.1,5,0.5,5,inf,-inf]"),
        ("('':1,x_y:2);", '[1,{"name":"x_y","value":2}]'),
        ("(" * 999 + "1" + ")" * 999 + ";", "[" * 999 + "1" + "]" * 999),
    ],
)
def test_what_is_read(newick: str, ours: str) -> None:
    assert load(f"tree:{newick}").text == ours


@pytest.mark.parametrize(
    ("newick", "complaint"),
    [
        ("(a,b);", "byte 1 (line 1, column 2): the leaf a has no value: write a number behind a colon"),
        ("(1,2)", "column 6): a tree in parentheses ends with a semicolon; in brackets, as in [[3,5],[2,9]], it"),
        ("(1,2) 3 4", "column 9): 4 where a semicolon is expected"),
        ("((1,2);", "column 7): ; where a comma or a closing parenthesis is expected"),
        ("(1,\n 2 3);", "line 2, column 4): 3 where a comma or a closing parenthesis is expected"),
        ("(1,,2);", "column 4): , where a leaf, which is a number or name:number is expected"),
        ("();", "column 2): ) where a leaf"),
        (";", "column 1): ; where a leaf"),
        ("(a:x,2);", "column 4): x where a number is expected"),
        ("(a:nan,2);", "column 4): nan is not a value; write a number, inf or -inf"),
        ("(a:,2);", "column 4): , where a number is expected"),
        ("(a:'1',2);", "column 4): '1' where a number is expected"),
        ("(1,2); 3", "column 8): 3 after the end of the tree"),
        ("(1,2);(3,4);", "column 7): ( after the end of the tree"),
        ("('a:1,2);", "column 2): a text that does not end"),
        ("(1[,2);", "column 3): a comment that does not end"),
        ("(1],2);", "column 3): a character that does not belong here"),
        ("(a:1,a:2);", "column 1): two children of one node are called a"),
        ("('2':1,5);", "column 1): two children of one node are called 2"),
        ("(1e999,2);", "1e999 is beyond the range of numbers"),
        ("(" * 1001 + "1" + ")" * 1001 + ";", "column 1001): the tree is more than 1000 levels deep"),
    ],
)
def test_refusals_are_reported_with_their_place(newick: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        load(f"tree:{newick}")
    assert complaint in str(error.value)


def test_lengths_beside_values_are_passed_over_with_one_word() -> None:
    position = load("tree:(3:1,4:1);")
    assert position.text == "[3,4]"
    assert [str(warning) for warning in position.warnings] == [
        "numbers behind a colon are passed over where the label is a number already"
    ]
    assert "more digits than a number can hold" in str(load("tree:(0.10000000000000000001);").warnings[0])


def as_newick(tree: Any) -> str:
    return f"({','.join(map(as_newick, tree))})" if isinstance(tree, list) else str(tree)


@given(inner_nested)
def test_a_nested_list_means_the_same_in_newick(tree: Any) -> None:
    assert load(f"tree:{as_newick(tree)};").text == load(f"tree:{as_text(tree)}").text


letters = st.characters(categories=("L", "P", "Zs"))
names = st.text(letters, min_size=1).filter(str.strip)  # without digits no name is another child's number
named = st.recursive(
    st.tuples(names, st.integers(-9, 9)),
    lambda below: st.tuples(names, st.lists(below, min_size=1, max_size=3, unique_by=lambda node: node[0].strip())),
    max_leaves=12,
)


def with_names(node: Any) -> str:
    name, below = node
    label = "'" + name.replace("'", "''") + "'"
    return f"{label}:{below}" if isinstance(below, int) else f"({','.join(map(with_names, below))}){label}"


def reread(text: str) -> Any:
    """A second reader: a few lines that turn the notation into Python's own."""
    found: list[Any] = [[]]
    for sign, label, length in re.findall(r"([(),;])|(?:'((?:[^']|'')*)')?(?::(-?\d+))?", text):
        if sign == "(":
            found.append([])
        elif sign == ")":
            below = found.pop()
            found[-1].append(["", below])
        elif label or length:
            name = label.replace("''", "'").strip()
            if length:
                found[-1].append([name, int(length)])
            else:
                found[-1][-1][0] = name
    return found[0][0]


def as_ours(position: Any) -> Any:
    game, tables = position.game, position.game.rules.tables

    def below(node: int) -> Any:
        first, count = tables["FIRST_CHILD"][node], tables["CHILDREN"][node]
        if count:
            return [game.names[node], [below(child) for child in range(first, first + count)]]
        return [game.names[node], int(tables["NUMBER"][node])]

    return below(0)


@given(named)
def test_names_and_numbers_are_those_of_a_second_reader(tree: Any) -> None:
    text = with_names(tree) + ";"
    assert as_ours(load(f"tree:{text}")) == reread(text)


def test_infinities_play_along() -> None:
    assert record("tree:((inf,1),(-inf,2));").value == 1
    assert load("tree:(x:inf);").game.rules.outcome([1, 2]) == inf
