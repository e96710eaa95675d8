"""Marking by examples that a person can check: the figure of the textbook, and one student's answers to it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from plyscope import load
from plyscope.exercises.answers import Entry, answers_from, code_of, read_code
from plyscope.exercises.exercise import Exercise, exercise_from, exercise_of
from plyscope.exercises.marking import Marks, Outcome, mark, right_answers
from plyscope.messages import InputError

from tests.documents import text_of

FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.fixture(scope="module")
def figure() -> Exercise:
    return exercise_of(load(FIGURE), {})


def marked(exercise: Exercise, **changed: Any) -> Marks:
    """The marks of the right answers with some of them changed."""
    answers = {**right_answers(exercise).json}
    for key, value in changed.items():
        answers[key] = {**answers[key], **value} if isinstance(value, dict) else value
    return mark(exercise, answers_from(answers))


def test_the_right_answers_earn_every_point(figure: Exercise) -> None:
    marks = marked(figure)
    assert (marks.score, marks.out_of) == (100, 100)
    assert {ask: part.points for ask, part in marks.parts.items()} == {
        "values": 20, "windows": 30, "pruned": 40, "best": 10,
    }  # fmt: skip
    assert marks.json["best_ok"] is True
    assert not marks.remarks


def test_a_step_from_wrong_answers_earns_its_point(figure: Exercise) -> None:
    """D3 is pruned too much: D then returns 5, which is right from there on. A is still open."""
    answers = {
        "exercise": figure.id,
        "values": {"B": 3, "C": "<=2", "D": 5},
        "windows_in": {"A": ["-inf", "inf"], "B": ["-inf", "inf"], "C": [3, "inf"], "D": [3, "inf"]},
        "windows_out": {"B": ["-inf", 3], "C": [3, 2], "D": [3, 5]},
        "pruned": ["C2", "C3", "D3"],
        "best": None,
    }
    marks = mark(figure, answers_from(answers))
    assert [(slip.law, slip.node) for slip in marks.slips] == [("leave", "D")]
    assert marks.score == 15 + 26.3 + 20
    assert [one.node for one in marks.values if one.outcome is Outcome.FOLLOWS] == ["D"]
    assert marks.pruned_too_much == ["D3"]
    assert not marks.pruned_too_little
    assert marks.json["best_ok"] is None


THIRD, SIXTH = 1 / 3, 1 / 6


def as_shown(answers: Any) -> Any:
    """Answers as one copies them from a picture, with six digits."""
    if isinstance(answers, dict):
        return {name: as_shown(one) for name, one in answers.items()}
    if isinstance(answers, list):
        return list(map(as_shown, answers))
    return float(f"{answers:.6g}") if isinstance(answers, float) else answers


def test_what_is_copied_from_the_picture_is_the_number_that_it_shows() -> None:
    exercise = exercise_of(load(f"tree:[[{THIRD},1],[{SIXTH},0.5]]"), {})
    answers = right_answers(exercise).json
    assert answers["values"] == {"A": THIRD, "B": THIRD, "C": SIXTH}
    copied = {**as_shown(answers), "values": {"A": 0.333333, "B": "0,33333333", "C": "<=0.166667"}}
    assert copied["windows_out"]["B"] == ["-inf", 0.333333]
    marks = mark(exercise, answers_from(copied))
    assert marks.score == marks.out_of
    assert [one.given for one in marks.values] == [Entry(THIRD), Entry(THIRD), Entry(SIXTH, "≤")]
    assert marked(exercise, values={"B": 0.33333}).slips, "five digits"
    assert marked(exercise, values={"B": 0.333334}).slips


def test_a_number_of_the_tree_means_itself() -> None:
    exercise = exercise_of(load(f"tree:[[{THIRD},1],[0.333333,0.5]]"), {})
    assert [exercise.meant(one) for one in (0.333333, 0.3333333, 0.5)] == [0.333333, THIRD, 0.5]
    alike = exercise_of(load(f"tree:[[{1 - 2 / 3},1],[{THIRD},0.5]]"), {})
    assert [alike.meant(one) for one in (0.333333, 1 - 2 / 3, THIRD)] == [1 - 2 / 3, 1 - 2 / 3, THIRD]


@pytest.mark.parametrize("beta", [2, "inf"])
def test_at_a_cut_both_windows_are_right(figure: Exercise, beta: object) -> None:
    """Some books return before they update α or β, others after."""
    assert marked(figure, windows_out={"C": [3, beta]}).score == 100


def test_a_wrong_end_counts_where_the_key_has_infinity(figure: Exercise) -> None:
    marks = marked(figure, windows_in={"C": [3, 20]})
    assert [(slip.law, slip.node) for slip in marks.slips] == [("pass", "C")]
    assert marks.parts["windows"].points == pytest.approx(30 * 8 / 9)


def test_a_branch_of_the_other_rule_is_wrong_with_a_remark() -> None:
    strict = exercise_of(load("tree:[[3,5],[3,9]]"), {"cut": ">"})
    marks = marked(strict, pruned=["C2"])
    assert marks.pruned_too_much == ["C2"]
    assert [(remark.node, remark.right_under) for remark in marks.remarks] == [("C2", ">=")]
    loose = exercise_of(load("tree:[[3,5],[3,9]]"), {})
    marks = marked(loose, pruned=[])
    assert marks.pruned_too_little == ["C2"]
    assert [(remark.node, remark.right_under) for remark in marks.remarks] == [("C2", ">")]


def test_another_best_move_of_equal_value_is_right_with_a_remark() -> None:
    exercise = exercise_of(load("tree:[[3,5],[4,3],[1,2]]"), {"algorithm": "minimax"})
    assert exercise.asks == ("values", "best")
    marks = marked(exercise, best="C")
    assert marks.json["best_ok"] is True
    assert [remark.node for remark in marks.remarks] == ["C"]
    assert marked(exercise, best="D").json["best_ok"] is False


def test_a_listed_node_covers_its_subtree_and_listed_children_their_parent() -> None:
    exercise = exercise_of(load("tree:[[[3,4],[5,6]],[[1,2],[7,8]]]"), {})
    names = right_answers(exercise).pruned
    assert names is not None
    [top] = [name for name in names if exercise.tree.nodes[exercise.tree.by_name[name]].children]
    below = [exercise.tree.nodes[child].name for child in exercise.tree.nodes[exercise.tree.by_name[top]].children]
    others = [name for name in names if name != top]
    assert marked(exercise, pruned=[*others, top, *below]).score == marked(exercise).score
    assert marked(exercise, pruned=[*others, *below]).score == marked(exercise).score
    assert marked(exercise, pruned=[*others, below[0]]).pruned_too_little == [top]


def test_entries_inside_a_wrongly_pruned_branch_are_lost() -> None:
    exercise = exercise_of(load("tree:[[3,5],[7,9]]"), {})
    marks = marked(exercise, pruned=["C"])
    assert marks.pruned_too_much == ["C"]
    assert {one.node for one in (*marks.values, *marks.windows) if one.outcome is Outcome.LOST} == {"C"}


def test_a_code_holds_the_answers(figure: Exercise) -> None:
    answers = right_answers(figure, "דנה")
    assert read_code(code_of(answers)) == answers
    with pytest.raises(InputError, match="damaged"):
        read_code(code_of(answers)[:-6])


def test_a_large_game_is_refused_before_it_is_searched() -> None:
    with pytest.raises(InputError, match="200 nodes"):
        exercise_of(load("connectfour:4453"), {})


@pytest.mark.parametrize(
    ("source", "options"),
    [
        ("tictactoe:.OO/XXO/.X. o", {}),
        ("tictactoe:.OO/XXO/.X. o", {"algorithm": "minimax"}),
        ("connectfour:4453", {"depth": 2, "score": "lines"}),
        ("hexline:.../... 1", {"depth": 1}),
        ('tree:{"name":"Start","children":[{"name":"left","children":[{"name":"x","value":3},{"value":5}]},3]}', {}),
    ],
)
def test_exercises_on_games_have_names_and_a_key(source: str, options: dict[str, Any]) -> None:
    exercise = exercise_of(load(source), options)
    assert marked(exercise).score == marked(exercise).out_of > 0
    again = exercise_from(exercise.json)
    assert (again.id, again.key) == (exercise.id, exercise.key)
    assert len(again.tree.by_name) == len(again.tree.nodes)


def test_the_exercise_and_the_answers_of_the_documents_can_be_read() -> None:
    formats, guide = (text_of(f"docs/{name}.md") for name in ("formats", "guide"))
    [found] = [block for block in re.findall(r"```json\n(.*?)```", formats, re.S) if "plyscope-exercise" in block]
    [answers] = re.findall(r'```json\n(\{"exercise".*?)```', guide, re.S)
    marks = mark(exercise_from(json.loads(found)), answers_from(json.loads(answers)))
    assert marks.score == 10 + 3.8 + 40 + 10


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"version": 2}, "newer"),
        ({"id": "0123456789"}, "has been changed"),
        ({"source": "sample:tree/textbook"}, "the position itself"),
        ({"source": 5}, "a text"),
        ({"options": {"coordinates": True}}, "a text"),
        ({"options": {"weights": "file"}}, "holds its weights"),
        ({"asks": ["names"]}, "asks is a list"),
        ({"variant": -1}, "variant is a whole number"),
        ({"answers": 1}, "answers is not a key"),
    ],
)
def test_an_exercise_that_cannot_be_read_says_why(changed: dict[str, Any], reason: str, figure: Exercise) -> None:
    with pytest.raises(InputError, match=reason):
        exercise_from({**figure.json, **changed})
