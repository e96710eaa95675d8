"""What a fair lecturer gives for usual solutions, in per cent, on the textbook's tree and on one of 27 leaves."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from typing import Any

import pytest
from plyscope.exercises.exercise import exercise_from, task
from plyscope.exercises.marking import Marks

from tests.engine.exercises import solver
from tests.engine.exercises.solver import Setup
from tests.engine.exercises.test_against_solver import answers_of, exercise_on, marked

TEXTBOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
LARGE = [[[24, 19, 31], [32, 40, 23], [25, 2, 21]], [[13, 17, 27], [12, 39, 4], [30, 37, 33]],
         [[16, 6, 8], [11, 22, 1], [5, 26, 14]]]  # fmt: skip
TREES = (TEXTBOOK, LARGE)
SETUP = Setup()
WIDEST = [-inf, inf]


def key(tree: Any, setup: Setup = SETUP, **mistakes: float) -> dict[str, Any]:
    """The right answers, but for what named nodes return, and all that follows from that."""
    paths = {name: path for path, name in solver.names_of(tree).items()}
    return answers_of(tree, solver.solve(tree, setup, {paths[name]: value for name, value in mistakes.items()}))


def unpruned(tree: Any) -> dict[str, Any]:
    """The answers of one who searches everything, with the widest window everywhere."""
    everywhere = Setup(windowed=False)
    found = solver.solve(tree, everywhere)
    names = solver.names_of(tree)
    windows = {names[path]: WIDEST for path in found.values}
    return {**answers_of(tree, found), "windows_in": windows, "windows_out": windows, "pruned": []}


def own_bounds(tree: Any) -> dict[str, Any]:
    """The same, with each node's own bound on return."""
    answers, names = unpruned(tree), solver.names_of(tree)
    for path, value in solver.solve(tree, Setup(windowed=False)).values.items():
        answers["windows_out"] = {
            **answers["windows_out"],
            names[path]: [value, inf] if solver.is_max(path, SETUP) else [-inf, value],
        }
    return answers


def never_cut(tree: Any, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    with monkeypatch.context() as patched:
        patched.setattr(solver, "is_cut", lambda *_: False)
        return {**key(tree), "pruned": []}


def swapped(tree: Any) -> dict[str, Any]:
    answers = key(tree)
    for part in ("windows_in", "windows_out"):
        answers[part] = {name: list(reversed(ends)) for name, ends in answers[part].items()}
    return answers


def without_branch(tree: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The answers of one who strikes a branch below the root, and goes on rightly without it."""
    gone = {name: path for path, name in solver.names_of(tree).items()}[name]
    children = solver.children
    with monkeypatch.context() as patched:
        patched.setattr(solver, "children", lambda *given: [path for path in children(*given) if path != gone])
        answers = key(tree)
    return {**answers, "pruned": [*answers["pruned"], name]}


def at_random(tree: Any, seed: int) -> dict[str, Any]:
    random, names = Random(seed), list(solver.names_of(tree).items())
    inner = [name for path, name in names if isinstance(solver.node_at(tree, path), list)]
    numbers = [*solver.leaves_of(tree), inf, -inf]
    return {
        "values": {name: random.randint(0, 40) for name in inner},
        "windows_in": {name: random.choices(numbers, k=2) for name in inner},
        "windows_out": {name: random.choices(numbers, k=2) for name in inner},
        "pruned": [name for path, name in names if path and random.random() < 0.25],
        "best": random.choice([name for path, name in names if len(path) == 1]),
    }


def mark_of(tree: Any, answers: dict[str, Any], setup: Setup = SETUP) -> Marks:
    return marked(exercise_on(tree, setup), answers)


def near(*expected: float) -> Any:
    return [pytest.approx(one, abs=5) for one in expected]


def test_the_table_of_marks(monkeypatch: pytest.MonkeyPatch) -> None:
    def scores(answers: Any) -> list[float]:
        return [mark_of(tree, answers(tree)).score for tree in TREES]

    closed = {"values": {"A": 5}, "windows_in": {"A": [5, 5]}, "windows_out": {"A": [5, 5]}, "best": "B"}
    assert scores(lambda tree: key(tree, B=7 if tree is TEXTBOOK else 26)) == near(95, 95)
    # Of the larger tree a value weighs less: there the second slip is a missed cut.
    assert mark_of(TEXTBOOK, key(TEXTBOOK, C=4, D=5)).score == pytest.approx(90, abs=5)
    missed = key(LARGE, K=5)
    assert mark_of(LARGE, {**missed, "pruned": missed["pruned"][1:]}).score == pytest.approx(90, abs=5)
    assert scores(own_bounds) == near(50, 50)
    assert scores(unpruned) == near(40, 40)
    assert scores(lambda tree: never_cut(tree, monkeypatch)) == near(60, 60)
    assert scores(swapped) == near(90, 90)
    assert scores(lambda tree: key(tree, replace(SETUP, fail="hard"))) == near(95, 95)
    assert scores(lambda tree: without_branch(tree, "D", monkeypatch)) == near(65, 75)
    assert scores(lambda tree: {"pruned": ["B", "C", "D"]}) == [0, 0]
    assert scores(lambda tree: {"pruned": []}) == [0, 0]
    assert max(scores(lambda tree: {**closed, "pruned": ["B", "C", "D"]})) <= 10
    assert scores(lambda tree: key(tree, replace(SETUP, root_is_max=False))) == near(50, 50)
    assert max(scores(lambda tree: {part: unpruned(tree)[part] for part in ("windows_in", "windows_out")})) <= 12
    strict = [[5, 9, 7], [6, 5, 8], [9, 5, 3]]
    assert mark_of(strict, key(strict, replace(SETUP, rule=">"))).score == pytest.approx(90, abs=5)


def test_random_entries_earn_little() -> None:
    for tree in TREES:
        found = [mark_of(tree, at_random(tree, seed)).score for seed in range(40)]
        assert sum(found) / len(found) <= 10
        assert sum(one > 20 for one in found) <= 2


@pytest.mark.parametrize(
    ("answers", "name"),
    [
        (swapped, "swapped"),
        (lambda tree: key(tree, replace(SETUP, fail="hard")), "fail"),
        (lambda tree: key(tree, replace(SETUP, root_is_max=False)), "sides"),
    ],
)
def test_a_misconception_is_named(answers: Any, name: str) -> None:
    for tree in TREES:
        marks = mark_of(tree, answers(tree))
        assert marks.misconception is not None
        assert marks.misconception.name == name
        assert len(marks.slips) > 1, "it names several slips, and does not merge them"


def test_the_other_rule_is_right_where_the_exercise_says_so() -> None:
    strict = [[5, 9, 7], [6, 5, 8], [9, 5, 3]]
    for tree, other, rule in ((strict, replace(SETUP, rule=">"), "cut"), (LARGE, replace(SETUP, fail="hard"), "fail")):
        exercise = replace(exercise_on(tree, SETUP), any=(rule,))
        marks = marked(exercise, key(tree, other))
        assert (marks.score, marks.misconception, list(marks.slips)) == (100, None, [])
        assert any("which is right, too" in str(remark.text) for remark in marks.remarks)
        assert len(task(exercise)) == len(task(exercise_on(tree, SETUP))) + 1
        assert exercise_from(exercise.json) == exercise
