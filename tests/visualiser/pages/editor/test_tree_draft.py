from __future__ import annotations

import math

import plyscope
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import sample_names
from plyscope_window.look.glyphs import DIE, DOWN
from plyscope_window.pages.editor.tree_draft import TreeDraft, read_number

from tests import full_traces
from tests.trees import as_text, nested


@given(nested)
def test_a_tree_read_and_written_is_the_same_text(tree: object) -> None:
    text = plyscope.load(f"tree:{as_text(tree)}").text
    assert TreeDraft.of(text).text == text


@pytest.mark.parametrize("name", [name for name in sample_names() if name.startswith("tree/")])
def test_samples_with_names_and_static_values_too(name: str) -> None:
    text = plyscope.load(f"sample:{name}").text
    assert TreeDraft.of(text).text == text


@given(nested, st.lists(st.tuples(st.sampled_from(["add", "delete", "value"]), st.integers(0, 10_000)), max_size=12))
def test_whatever_is_drawn_is_a_tree(tree: object, edits: list[tuple[str, int]]) -> None:
    draft = TreeDraft.of(as_text(tree))
    for edit, place in edits:
        node = place % len(draft)
        if edit == "add":
            chosen = draft.add_child(node)
            assert not draft.nodes[chosen].children
        elif edit == "value":
            draft.set_value(node, str(place))
        elif node:
            chosen = draft.delete(node)
            assert 0 <= chosen < len(draft)
        assert len(draft) == full_traces.record(f"tree:{draft.text}", algorithm="minimax").column("parent").size


def test_a_leaf_hands_its_number_down_and_gets_it_back() -> None:
    draft = TreeDraft.of("[7,8]")
    child = draft.add_child(1)
    assert draft.text == "[[7],8]"
    draft.delete(child)
    assert draft.text == "[7,8]"


def test_names_of_siblings_differ() -> None:
    draft = TreeDraft.of("[1,2]")
    draft.rename(1, "a")
    with pytest.raises(plyscope.InputError, match="are called a"):
        draft.rename(2, "a")
    with pytest.raises(plyscope.InputError, match="are called 2"):
        draft.rename(1, "2")
    assert draft.name(1) == "a"


def test_nodes_are_called_as_in_a_recording_also_while_they_are_edited() -> None:
    draft = TreeDraft.of("[[3,[12,8]],[2,4]]")
    trace = full_traces.record(f"tree:{draft.text}", "minimax")
    assert [draft.name(node) for node in range(len(draft))] == [trace.name_of(node) for node in range(len(trace))]
    assert [draft.name(node) for node in range(len(draft))] == ["A", "B", "B1", "D", "D1", "D2", "C", "C1", "C2"]
    draft.rename(1, "left")
    assert draft.name(2) == "left1"
    draft.add_child(2)
    assert draft.name(2) == "C"


@pytest.mark.parametrize(("text", "value"), [("−3", -3.0), ("2,5", 2.5), ("∞", math.inf), ("-inf", -math.inf)])
def test_numbers_as_people_type_them(text: str, value: float) -> None:
    assert read_number(text) == value


@pytest.mark.parametrize("text", ["nan", "x", "1e999", "1_0", ""])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(plyscope.InputError):
        read_number(text)


def test_an_inner_node_may_have_a_number_and_lose_it() -> None:
    draft = TreeDraft.of("[[1,2],3]")
    draft.set_value(1, "5")
    assert draft.text == '[{"value":5,"children":[1,2]},3]'
    draft.set_value(1, "")
    assert draft.text == "[[1,2],3]"
    with pytest.raises(plyscope.InputError, match="a leaf needs a number"):
        draft.set_value(2, "")


def test_outcomes_stay_certain_together() -> None:
    draft = TreeDraft.of('[{"chance":[[0.5,3],[0.25,4],[0.25,[1,2]]]},7]')
    assert draft.sketch.shape(1, True, False) == DIE
    assert draft.sketch.shape(4, True, False) == DOWN, "chance takes no turn"
    draft.delete(2)
    assert draft.text == '[{"chance":[[0.5,4],[0.5,[1,2]]]},7]'
    draft.add_child(1)
    assert [node.probability for node in draft.nodes[1].children] == [1 / 3] * 3
    assert TreeDraft.of(draft.text).text == draft.text
