"""The program's key against the solver of these tests, and laws of marking, on random exercises and answers."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf, isfinite
from random import Random
from typing import Any

import pytest
from plyscope import load
from plyscope.exercises.answers import answers_from
from plyscope.exercises.exercise import ALL_POINTS, Exercise, exercise_from, exercise_of, points_from
from plyscope.exercises.marking import Marks, Outcome, mark, right_answers
from plyscope.messages import InputError

from tests.engine.exercises import solver
from tests.engine.exercises.solver import Setup

MAX_NODES = 60
"""Of a random tree here: larger ones show nothing new, and take longer."""


# Random exercises


def random_tree(random: Random, depth: int, branching: int, numbers: list[float], is_root: bool = True) -> Any:
    if depth == 0 or (not is_root and random.random() < 0.15):
        return random.choice(numbers)
    count = random.randint(1 if random.random() < 0.15 else 2, branching)
    return [random_tree(random, depth - 1, branching, numbers, is_root=False) for _ in range(count)]


def random_numbers(random: Random) -> list[float]:
    kind = random.random()
    if kind < 0.4:
        return [random.randint(-3, 3) for _ in range(5)]
    if kind < 0.8:
        return [random.randint(-20, 20) for _ in range(40)]
    return [random.randint(-40, 40) / 4 for _ in range(20)]


def random_exercise(random: Random) -> tuple[Any, Setup, Exercise]:
    tree: Any = []
    while not tree or len(solver.all_paths(tree)) > MAX_NODES:
        depth = random.randint(1, 4)
        tree = random_tree(random, depth, 4 if depth < 4 else 3, random_numbers(random))
    algorithm = random.choice(["alphabeta", "alphabeta", "negamax", "minimax"])
    setup = Setup(
        windowed=algorithm != "minimax",
        rule=random.choice([">=", ">"]),
        fail=random.choice(["soft", "hard"]),
        from_right=random.random() < 0.5,
        root_is_max=random.random() < 0.7,
        asks=("values", "windows", "pruned", "best") if algorithm != "minimax" else ("values", "best"),
    )
    if random.random() < 0.15:
        setup = replace(setup, asks=tuple(ask for ask in setup.asks if random.random() < 0.6) or ("values",))
    return tree, setup, exercise_on(tree, setup, algorithm)


def exercise_on(tree: Any, setup: Setup, algorithm: str = "alphabeta") -> Exercise:
    position = load(f"tree:{json.dumps(tree)}", max="first" if setup.root_is_max else "second")
    options = {"algorithm": algorithm, "order": "reverse" if setup.from_right else "given"}
    options |= {"cut": setup.rule, "fail": setup.fail} if setup.windowed else {}
    return exercise_of(position, options, setup.asks)


# Answers as students give them


def answers_of(tree: Any, found: solver.Solution) -> dict[str, Any]:
    """All answers that a solution says."""
    names = solver.names_of(tree)
    return {
        "values": {names[path]: value for path, value in found.values.items()},
        "windows_in": {names[path]: list(window) for path, window in found.windows_in.items()},
        "windows_out": {names[path]: list(windows[0]) for path, windows in found.windows_out.items()},
        "pruned": [names[path] for path in found.pruned],
        "best": names[found.best],
    }


def right(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    """The right answers; at cuts the window from before the update, now and then."""
    found = solver.solve(tree, setup)
    answers = answers_of(tree, found)
    names = solver.names_of(tree)
    for path, windows in found.windows_out.items():
        answers["windows_out"][names[path]] = list(random.choice(windows))
    return answers


def over_pruned(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    answers = right(tree, setup, random)
    names = solver.names_of(tree)
    answers["pruned"] += random.choices([name for path, name in names.items() if path], k=random.randint(1, 2))
    return answers


def under_pruned(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    answers = right(tree, setup, random)
    answers["pruned"] = [name for name in answers["pruned"] if random.random() < 0.5]
    return answers


def ends_swapped(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    """α and β taken for each other, everywhere or at some nodes."""
    answers = right(tree, setup, random)
    share = random.choice([1, 0.3])
    for part in ("windows_in", "windows_out"):
        answers[part] = {name: ends[::-1] if random.random() < share else ends for name, ends in answers[part].items()}
    return answers


def sides_swapped(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    return answers_of(tree, solver.solve(tree, replace(setup, root_is_max=not setup.root_is_max)))


def other_rule(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    return answers_of(tree, solver.solve(tree, replace(setup, rule=">" if setup.rule == ">=" else ">=")))


def other_mode(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    return answers_of(tree, solver.solve(tree, replace(setup, fail="hard" if setup.fail == "soft" else "soft")))


def other_direction(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    return answers_of(tree, solver.solve(tree, replace(setup, from_right=not setup.from_right)))


def one_mistake(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    """One node returns something else, and all that comes after it is done right."""
    node = random.choice(list(solver.solve(tree, setup).values))
    return answers_of(tree, solver.solve(tree, setup, {node: random.choice([-2, -1, 0, 1, 2, 5, -30, 30])}))


def noise(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    """Right and random entries, signs, and entries that nobody asked for."""
    answers = random.choice([right, one_mistake, other_rule])(tree, setup, random)
    names = list(solver.names_of(tree).values())
    numbers: list[Any] = [*solver.leaves_of(tree), 0, inf, -inf]
    for _ in range(random.randint(1, 6)):
        answers["values"][random.choice(names)] = random.choice(numbers)
        answers[random.choice(["windows_in", "windows_out"])][random.choice(names)] = random.choices(numbers, k=2)
    for name, value in list(answers["values"].items()):
        if random.random() < 0.3 and abs(value) < inf:
            answers["values"][name] = random.choice(["≤", "<=", "≥", ">= "]) + str(value)
    answers["pruned"] = random.choice([answers["pruned"], random.choices(names, k=random.randint(0, 5)), None])
    answers["best"] = random.choice([answers["best"], random.choice(names), None])
    return answers


def missing(tree: Any, setup: Setup, random: Random) -> dict[str, Any]:
    """Parts, entries and ends of windows that are missing or null."""
    answers = random.choice([right, one_mistake, sides_swapped])(tree, setup, random)
    for part in ("values", "windows_in", "windows_out"):
        answers[part] = {name: entry for name, entry in answers[part].items() if random.random() < 0.7}
    for part in ("windows_in", "windows_out"):
        for ends in answers[part].values():
            if random.random() < 0.3:
                ends[random.randrange(2)] = None
    return {part: entry for part, entry in answers.items() if random.random() < 0.8}


STUDENTS = (right, over_pruned, under_pruned, ends_swapped, sides_swapped, other_rule, other_mode, other_direction,
            one_mistake, noise, missing)  # fmt: skip


# Laws of marking


def as_json(value: Any) -> Any:
    """The infinities as the texts that files hold."""
    if isinstance(value, dict):
        return {name: as_json(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [as_json(entry) for entry in value]
    return {inf: "inf", -inf: "-inf"}.get(value, value) if isinstance(value, float) else value


def marked(exercise: Exercise, answers: dict[str, Any]) -> Marks:
    return mark(exercise, answers_from(json.loads(json.dumps(as_json({"exercise": exercise.id, **answers})))))


BLOCKS = [range(40), range(40, 150), *(range(first, first + 150) for first in range(150, 900, 150))]
"""Of the random exercises; only the first is quick."""


@pytest.mark.full
@pytest.mark.spread(len(BLOCKS))
@pytest.mark.parametrize("block", BLOCKS)
def test_the_key_is_the_solvers_and_no_entry_that_equals_it_is_charged(block: range) -> None:
    for seed in block:
        random = Random(f"marking {seed}")
        tree, setup, exercise = random_exercise(random)
        assert solver.names_of(tree)[solver.solve(tree, setup).best] == exercise.tree.nodes[exercise.key.best].name
        assert marked(exercise, right(tree, setup, random)).score == ALL_POINTS
        for student in STUDENTS:
            answers = student(tree, setup, random)
            marks = marked(exercise, answers)
            about = f"seed {seed}, {student.__name__}: {tree} {setup} {answers}"
            assert 0 <= marks.score <= ALL_POINTS, about
            for one in (*marks.values, *marks.windows):
                if one.given is not None and one.given.number == one.right and not one.given.sign:
                    assert one.outcome in (Outcome.RIGHT, Outcome.LOST), about
            if marks.misconception is None:
                assert sum(slip.points for slip in marks.slips) <= ALL_POINTS - marks.score + 0.1, about


def everything(seed: object) -> tuple[Any, Setup, Exercise]:
    """A random exercise that asks for all that there is under alpha-beta."""
    tree, setup, _ = random_exercise(Random(f"exactly {seed}"))
    setup = replace(setup, windowed=True, asks=Setup.asks)
    return tree, setup, exercise_on(tree, setup)


def slips(marks: Marks) -> list[tuple[str, str]]:
    return [(slip.law, slip.node) for slip in marks.slips]


@pytest.mark.spread(4, 2)
@pytest.mark.parametrize("seed", range(20))
def test_a_wrong_entry_is_one_slip_and_never_raises_the_mark(seed: int) -> None:
    tree, setup, exercise = everything(seed)
    found, names, key = solver.solve(tree, setup), solver.names_of(tree), answers_of(tree, solver.solve(tree, setup))
    for path, value in found.values.items():
        name = names[path]
        wrong = marked(exercise, {**key, "values": {**key["values"], name: value + 1}})
        assert slips(wrong)[:1] == [("fold", name)]
        assert wrong.score < ALL_POINTS
        for when, window in (("in", found.windows_in[path]), ("out", found.windows_out[path][0])):
            for place in (0, 1):
                ends = [window[0] - 0.5 if isfinite(window[0]) else 0.5, window[1]] if not place else [window[0], 99.5]
                wrong = marked(exercise, {**key, f"windows_{when}": {**key[f"windows_{when}"], name: ends}})
                assert slips(wrong)[0] == ({"in": "pass", "out": "narrow"}[when], name)
                assert wrong.score <= ALL_POINTS


@pytest.mark.spread(4)
@pytest.mark.parametrize("seed", range(40))
def test_one_mistake_is_one_slip(seed: int) -> None:
    """All that follows from it in single steps is earned, what it spares to a quarter."""
    tree, setup, exercise = everything(seed)
    if len(tree) == 1 or setup.fail == "hard":
        return
    for path, value in solver.solve(tree, setup).values.items():
        for mistake in (value - 1, value + 1, value + 7):
            marks = marked(exercise, answers_of(tree, solver.solve(tree, setup, {path: mistake})))
            assert slips(marks) == [("fold", solver.names_of(tree)[path])]


def figure(**asked: Any) -> Exercise:
    return exercise_on([[3, 12, 8], [2, 4, 6], [14, 5, 2]], Setup(**asked))


def test_all_pruned_is_marked_too() -> None:
    """The root has no edge; to list it, or all its moves, is to prune all its moves. Nothing follows from that."""
    for listed in (["A"], ["B", "C", "D"]):
        marks = marked(figure(), {"values": {"A": 2}, "pruned": listed, "best": "C"})
        assert (marks.pruned_too_much, marks.score) == (["B", "C", "D"], 0)


def test_nothing_is_earned_below_what_is_wrongly_pruned() -> None:
    key = right_answers(figure()).json
    marks = marked(figure(), {**key, "pruned": ["C"]})
    assert (marks.pruned_right, marks.pruned_too_much, marks.pruned_too_little) == (["C2", "C3"], ["C"], [])
    assert {ask: part.points for ask, part in marks.parts.items()} == {
        "values": 15, "windows": 18.75, "pruned": 0, "best": 10,
    }  # fmt: skip


def test_what_is_not_asked_for_is_not_read() -> None:
    marks = marked(figure(asks=("values",)), {"values": {"A": 3}, "pruned": ["B", "C"], "best": "D"})
    assert (marks.score, marks.out_of, marks.json["best_ok"]) == (25, 100, None)


def test_where_nothing_is_to_be_pruned_that_is_one_decision() -> None:
    exercise = exercise_on([[3, 5], [7, 9]], Setup())
    key = right_answers(exercise).json
    assert key["pruned"] == []
    assert marked(exercise, key).score == ALL_POINTS
    assert marked(exercise, {**key, "pruned": None}).parts["pruned"].points == 0
    assert marked(exercise, {**key, "pruned": ["C2"]}).parts["pruned"].points == 0


def test_the_questions_weigh_what_the_exercise_says() -> None:
    exercise = replace(figure(), points={"values": 60, "pruned": 0.5, "windows": 0.5, "best": 39})
    marks = marked(exercise, {"values": {"A": 3, "B": 3}})
    assert {ask: part.out_of for ask, part in marks.parts.items()} == {
        "values": 60, "windows": 0.5, "pruned": 0.5, "best": 39,
    }  # fmt: skip
    assert marks.score == 30
    assert exercise_from(exercise.json).points == exercise.points
    with pytest.raises(InputError, match="above 0"):
        points_from({"points": {"values": 0}})
