"""A program that looks for strategies: whoever ignores the tree's numbers gets no more than 20 % on average.

Such a student knows the shape alone, and hands in the same answers for every tree of it: the key of an imaginary tree,
whole or in parts, with strokes in a usual pattern. The best on some trees are tried on others.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest
from plyscope.exercises.exercise import Exercise

from tests.engine.exercises import solver
from tests.engine.exercises.solver import Setup
from tests.engine.exercises.test_against_solver import answers_of, exercise_on, marked

WIDEST = [float("-inf"), float("inf")]
MOST = 20


def filled(depth: int, number: Callable[[], int]) -> Any:
    """A tree with three children everywhere."""
    return [filled(depth - 1, number) for _ in range(3)] if depth else number()


def imaginary_tree(depth: int, random: Random) -> Any:
    one, other, rising = random.randint(0, 20), random.randint(0, 20), count(random.randint(0, 10))
    numbers = [lambda: one, lambda: random.choice([one, other]), lambda: random.randint(0, 20), lambda: next(rising)]
    return filled(depth, random.choice(numbers))


def strategy(depth: int, random: Random) -> dict[str, Any]:
    """Answers that do not depend on the tree."""
    tree = imaginary_tree(depth, random)
    answers = answers_of(tree, solver.solve(tree, Setup(rule=random.choice([">=", ">"]))))
    names = [(path, name) for path, name in solver.names_of(tree).items() if path]
    above_leaves = [name for path, name in names if len(path) == depth - 1]
    match random.randrange(5):
        case 0:
            answers["values"] = {}
        case 1:
            answers["values"] = {name: one for name, one in answers["values"].items() if name not in above_leaves[1:]}
        case 2:
            answers["windows_in"] = answers["windows_out"] = {}
        case 3:
            answers["windows_in"] = answers["windows_out"] = dict.fromkeys(answers["values"], WIDEST)
    match random.randrange(6):
        case 0:
            answers["pruned"] = []
        case 1:
            first = random.randint(1, 2)
            answers["pruned"] = [name for path, name in names if path[-1] >= first and any(path[:-1])]
        case 2:
            answers["pruned"] = [name for _, name in names if random.random() < 0.25]
    return answers


def exercises(depth: int, random: Random, number: int) -> list[Exercise]:
    """Exercises on random trees that have a cut."""
    found: list[Exercise] = []
    while len(found) < number:
        tree = filled(depth, lambda: random.randint(0, 20))
        if solver.solve(tree, Setup()).pruned:
            found.append(exercise_on(tree, Setup()))
    return found


def mean(answers: dict[str, Any], some: list[Exercise]) -> float:
    return sum(marked(exercise, answers).score for exercise in some) / len(some)


@pytest.mark.parametrize("depth", [2, pytest.param(3, marks=pytest.mark.full)])
def test_no_strategy_that_ignores_the_tree_gets_more_than_a_fifth(depth: int) -> None:
    random = Random(f"strategies {depth}")
    known, fresh = exercises(depth, random, 8), exercises(depth, random, 40)
    tried = sorted((strategy(depth, random) for _ in range(150)), key=lambda answers: -mean(answers, known))
    for answers in tried[:6]:
        assert mean(answers, fresh) <= MOST, answers
