"""Means of chance against a value iteration in fractions: values, best moves, ties, and what is called exact.

The oracle reads the trees that it has drawn itself, and knows the scores of pig; it shares nothing with the engine but
the moves of the games.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import inf, nextafter
from typing import Any

import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import read_text
from plyscope.messages import InputError
from plyscope.model.declaration import MAX
from plyscope.model.fractions import exact
from plyscope.model.position import Position, State
from plyscope.recording.plan import find_scoring, plan
from plyscope.recording.record import run
from plyscope.search.scoring import bound_score

from tests import full_traces
from tests.engine.games.test_pig import NAME
from tests.full_traces import Cursor, Trace

Nested = Any
Score = Callable[[State], Fraction]


def drawn_tree(draw: random.Random, depth: int) -> Nested:
    """A tree with chance, in which ties are frequent: few different leaves, and probabilities that are fractions."""
    if depth == 0 or draw.random() < 0.2:
        return draw.choice(
            [str(draw.randrange(-3, 4)), str(Fraction(draw.randrange(-30, 31), 10).limit_denominator(10))]
        )
    children = [drawn_tree(draw, depth - 1) for _ in range(draw.randrange(1, 4))]
    if draw.random() < 0.5:
        return children
    weights = [draw.randrange(1, draw.choice([2, 4, 8])) if len(children) > 1 else 1 for _ in children]
    return [(Fraction(weight, sum(weights)), child) for weight, child in zip(weights, children, strict=True)]


def worth(tree: Nested, is_max: bool) -> Fraction:
    """The value of a tree. Chance takes no turn."""
    if isinstance(tree, str):
        return Fraction(tree)
    if isinstance(tree[0], tuple):
        return sum((chance * worth(child, is_max) for chance, child in tree), Fraction(0))
    return (max if is_max else min)(worth(child, not is_max) for child in tree)


def as_json(tree: Nested) -> Any:
    if isinstance(tree, str):
        return float(Fraction(tree))
    if isinstance(tree[0], tuple):
        return {"chance": [[str(chance), as_json(child)] for chance, child in tree]}
    return list(map(as_json, tree))


def below(tree: Nested, is_max: bool, path: list[str]) -> tuple[Nested, bool]:
    """The part of a tree at the end of a path, and whether MAX is to move there."""
    for number in path:
        child = tree[int(number) - 1]
        is_of_chance = isinstance(child, tuple)
        tree, is_max = (child[1], is_max) if is_of_chance else (child, not is_max)
    return tree, is_max


def pig_worth(position: Position, state: list[int], depth: int, target: int) -> Fraction:
    """The value of a position of pig by the scoring `lead`; states as the game has them."""
    rules = position.game.rules
    if rules.is_over(state):
        return Fraction(1 if state[0] >= target else -1)
    if depth == 0:
        first, second, total, turn, _ = state
        first, second = (first + total, second) if turn == 1 else (first, second + total)
        return Fraction(min(first, target) - min(second, target), target)
    found, is_rolling, is_first = [], bool(state[4]), state[3] == 1
    for move in list(rules.moves(state)):
        rules.play(state, move)
        found.append(pig_worth(position, state, depth - 1, target))
        rules.undo(state, move)
    return sum(found, Fraction(0)) / 6 if is_rolling else (max if is_first else min)(found)


def check(trace: Trace, values: list[Fraction], *, cuts: bool) -> None:
    """Compare every frame of a recording, and every interval at every step, with the true values of the frames."""
    verify(trace)
    assert (trace.value, trace.bound_of(0)) == (float(values[0]), "exact")
    for frame, value in enumerate(values):
        low, high = trace.interval_of(frame)
        assert low <= float(value) <= high
        found, read_as = trace.values[frame], trace.bound_of(frame)
        assert found == float(value) if read_as == "exact" else cuts
        assert read_as != "at least" or float(value) >= found
        assert read_as != "at most" or float(value) <= found
    cursor = Cursor(trace)
    for step in range(cursor.last_step + 1):
        cursor.go(step)
        for one in cursor.stack:
            assert one.interval[0] <= float(values[one.frame]) <= one.interval[1]


def check_best_move(trace: Trace, moves: list[str], values: list[Fraction]) -> int:
    """The first of the best moves is the one that is played; return how many are equally good."""
    best = (max if trace.kinds[0] == MAX else min)(values)
    assert trace.best_move == moves[values.index(best)]
    return values.count(best)


@pytest.mark.parametrize("trees", [30, pytest.param(200, marks=pytest.mark.full)])
def test_values_moves_and_what_is_exact_on_trees_are_those_of_fractions(trees: int) -> None:
    draw, ties = random.Random(f"means {trees}"), 0
    for _ in range(trees):
        tree = [drawn_tree(draw, 3 if trees < 100 else 4) for _ in range(3)]
        tree += [tree[0]] * draw.randrange(2)
        is_max = draw.random() < 0.5
        position = read_text("tree", json.dumps(as_json(tree)) + ("" if is_max else " second"))
        for star1 in (False, True):
            trace = full_traces.record(position, "expectimax", star1=star1)
            places = [below(tree, is_max, trace.path(frame)) for frame in range(len(trace))]
            check(trace, [worth(*place) for place in places], cuts=star1)
            ties += check_best_move(trace, position.moves(), [worth(child, not is_max) for child in tree]) > 1
    assert ties > trees // 8


@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.full)])
def test_values_moves_and_what_is_exact_in_pig_are_those_of_fractions(count: int) -> None:
    draw, ties, found = random.Random(f"pig {count}"), 0, 0
    while found < count:
        target, depth = draw.choice([10, 20, 30, 100]), draw.randrange(1, 4)
        scores = [draw.choice([0, *range(2, target)]) for _ in range(2)]
        # Twenty points in the turn are where roll and hold are worth the same.
        total = draw.choice([0, 20, 20, draw.randrange(2, target)])
        side = draw.randrange(2)
        if scores[side] + total >= target:
            continue
        text = f"{target} {scores[0]}:{scores[1]} +{total} {('first', 'second')[side]}"
        position = plyscope.load(f"{NAME}:{text}")
        found += 1
        for star1 in (False, True):
            trace = full_traces.record(position, "expectimax", depth=depth, score="lead", star1=star1)
            lefts = [depth - trace.plies[frame] for frame in range(len(trace))]
            states = [list(trace.state(frame)) for frame in range(len(trace))]
            values = [pig_worth(position, state, left, target) for state, left in zip(states, lefts, strict=True)]
            check(trace, values, cuts=star1)
            after = [list(position.play(move).state) for move in position.moves()]
            worths = [pig_worth(position, state, depth - 1, target) for state in after]
            ties += check_best_move(trace, position.moves(), worths) > 1
    assert ties > count // 10


def test_a_mean_of_nothing_is_nothing_and_the_first_of_equal_moves_is_played() -> None:
    """0.1 + 0.2 - 0.3 is 5.55e-17 in floats."""
    zero = '{"chance":[["1/3",0.1],["1/3",0.2],["1/3",-0.3]]}'
    trace = full_traces.record(read_text("tree", f"[0,{zero}]"), "expectimax")
    assert (trace.value, trace.bound_of(0), trace.best_move) == (0, "exact", "1")
    trace = full_traces.record(read_text("tree", f"[{zero},0]"), "expectimax", star1=True)
    assert (trace.value, trace.bound_of(0), trace.best_move) == (0, "exact", "1")


@pytest.mark.parametrize("star1", [False, True])
@pytest.mark.parametrize(
    "chance",
    [
        "[0.3333333333,5],[0.3333333333,2],[0.3333333334,3]",  # ten digits: nobody knows whether thirds are meant
        "[0.14285714,1],[0.85714286,2]",
        "[0.3333333333333,5],[0.6666666666666,2]",  # they do not add up to 1
    ],
)
def test_without_a_common_denominator_nothing_is_called_exact(chance: str, star1: bool) -> None:
    trace = full_traces.record(read_text("tree", f'[{{"chance":[{chance}]}},-9]'), "expectimax", star1=star1)
    verify(trace)
    assert [trace.bound_of(frame) for frame in (0, 1)] == [None, None]
    low, high = trace.interval_of(0)
    assert low < trace.value < high
    assert high - low < 1e-9
    # What does not hang on the mean is as sure as it was.
    better = full_traces.record(read_text("tree", f'[{{"chance":[{chance}]}},9]'), "expectimax", star1=star1)
    assert (better.value, better.bound_of(0)) == (9, "exact")


@pytest.mark.parametrize("trees", [20, pytest.param(400, marks=pytest.mark.full)])
def test_recordings_with_sums_of_floats_verify_and_call_no_wrong_value_exact(trees: int) -> None:
    """Earlier versions recorded them: the same searches, with floats for probabilities and scores."""
    draw, other = random.Random(f"floats {trees}"), 0
    for number in range(trees):
        tree = [drawn_tree(draw, 4) for _ in range(3)]
        position = read_text("tree", json.dumps(as_json(tree)))
        if number % 4 == 0:
            position, tree = plyscope.load(f"{NAME}:20 {draw.randrange(2, 9)}:10 +{draw.randrange(2, 9)} first"), []
        rules = position.game.rules
        for star1 in (False, True):
            options = {"depth": None if tree else 4, "score": "result" if tree else "lead", "star1": star1}
            made = plan(position, {"algorithm": "expectimax", **options})
            function = find_scoring(options["score"], position.game).function
            floats = {
                "chance": lambda s, rules=rules: iter(rules.outcomes(s)),
                "score": bound_score(function, position.game, position.max_side),
                "bottom": made.extremes[0],
                "top": made.extremes[1],
            }
            trace = run(replace(made, names={**made.names, **floats}))
            verify(Trace(**{**trace.parts, "plan": made}))
            for frame in range(len(trace)):
                if tree:
                    value = worth(*below(tree, True, trace.path(frame)))
                else:
                    value = pig_worth(position, list(trace.state(frame)), 4 - trace.plies[frame], 20)
                low, high = trace.interval_of(frame)
                assert low <= float(value) <= high
                assert trace.bound_of(frame) != "exact" or trace.values[frame] == float(value)
                other += not star1 and trace.values[frame] != float(value)
    assert other > trees // 4


def test_a_falsified_mean_is_found_and_not_called_exact() -> None:
    trace = full_traces.record(read_text("tree", '[{"chance":[["1/3",1],["2/3",2]]},0]'), "expectimax")
    assert [trace.bound_of(frame) for frame in (0, 1)] == ["exact", "exact"]
    for wrong in (nextafter(trace.values[1], inf), trace.values[1] + 1e-9):
        column = trace.column("value").copy()
        column[:2] = wrong
        false = Trace(**{**trace.parts, "columns": {**trace.columns, "value": column}, "claimed_signature": None})
        assert all(false.bound_of(frame) != "exact" for frame in (0, 1))
    with pytest.raises(InputError, match="frame 1: its value does not follow from its children"):
        verify(false)


def test_a_number_stands_for_the_fraction_next_to_it() -> None:
    draw = random.Random(3)
    for _ in range(2000):
        number = Fraction(draw.randrange(-(10**6), 10**6), draw.randrange(1, 10**6))
        assert exact(float(number)) == number
    assert (exact(inf), exact(-inf), exact(3.0), type(exact(3.0))) == (inf, -inf, 3, int)
    odd = 0.1234567890123
    assert exact(odd) == Fraction(odd)
