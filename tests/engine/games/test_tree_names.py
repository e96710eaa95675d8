"""The names of a tree's nodes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from plyscope.games import tree
from plyscope.games.tree_names import MAX_NAMED_NODES, names_of_nodes
from plyscope.model.position import Position

from tests.trees import as_text, nested


def names(text: str) -> list[str | None]:
    game = tree.read(text).game
    return [game.name_of([node, 1]) for node in range(len(game.rules.tables["PARENT"]))]


def test_inner_nodes_have_letters_and_leaves_the_letter_of_the_parent_and_a_place() -> None:
    assert names("[[3,12,8],[2,4,6],[14,5,2]]") == [
        *"ABCD",
        *(f"{node}{place}" for node in "BCD" for place in (1, 2, 3)),
    ]
    assert names("[[[1,2],3],4,[5]]") == ["A", "B", "A2", "C", "D", "B2", "C1", "D1", "D2"]
    assert names("7") == ["A"]


def test_the_letters_go_on_after_z() -> None:
    found = names("[" + ",".join(["[1]"] * 30) + "]")
    assert found[25:31] == ["Z", "AA", "AB", "AC", "AD", "AE"]


def test_a_node_keeps_its_own_name_where_no_other_has_it() -> None:
    twice = '{"name":"L","children":[3]},{"children":[4,{"name":"L","value":5}]}'
    text = '{"name":"top","children":[{"name":"left","children":[1,2]},' + twice + "]}"
    assert names(text) == ["top", "left", "B", "C", "left1", "left2", "B1", "C1", "C2"]


def test_names_given_by_the_author_are_given_to_no_other_node() -> None:
    text = '[[1,2],{"name":"A","children":[3]},{"name":"B","children":[4]},{"name":"C1","value":6}]'
    assert names(text) == ["C", "D", "A", "B", "C1", "D1", "D2", "A1", "B1"]
    assert names('[[1,2],{"name":"B1","value":3}]') == ["A", "B", "B1", "B.1", "B2"]
    assert names('[{"name":"n1","children":[1]},{"name":"n","children":[2]}]') == ["A", "n1", "n", "n1.1", "n.1"]


@given(nested)
def test_no_two_nodes_of_a_tree_have_the_same_name(given: object) -> None:
    found = names(as_text(given))
    assert None not in found
    assert len(set(found)) == len(found)


@given(st.lists(st.sampled_from(["", "", "A", "B", "B1", "B.1", "C", "1"]), min_size=9, max_size=9))
def test_no_own_name_is_given_twice(own: list[str]) -> None:
    found = names_of_nodes(own, [0, 0, 0, 0, 1, 1, 2, 2, 3], [3, 2, 2, 1, 0, 0, 0, 0, 0])
    assert len(set(found)) == 9
    assert all(name == found[node] for node, name in enumerate(own) if name and own.count(name) == 1)


def test_a_tree_of_very_many_nodes_has_no_names() -> None:
    assert names("[" + ",".join("1" for _ in range(MAX_NAMED_NODES)) + "]")[:2] == [None, None]


def test_games_with_boards_have_no_names() -> None:
    from plyscope.games import tictactoe

    reading = tictactoe.read("")
    assert Position(reading.game, tuple(reading.state)).game.name_of(reading.state) is None
