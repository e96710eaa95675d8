"""Expectimax, plain and with Star1, held against a brute force in exact fractions on random trees and positions."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.analysis.ghosts import ghost
from plyscope.analysis.why import Side, why_bound
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.sources import read_text
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError, OptionError
from plyscope.model.columns import INNER
from plyscope.model.cursor import Cursor
from plyscope.model.declaration import CHANCE, MAX, MIN
from plyscope.model.position import Position
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.text.explanation import sentences
from plyscope.text.narration import sentence

from tests.full_traces import Trace as SavedTrace
from tests.small_games import pile

TREES, FALSIFICATIONS = 600, 1_000
Nested = Any


def random_tree(draw: random.Random, depth: int = 4) -> Nested:
    if depth == 0 or draw.random() < 0.2:
        return draw.randrange(-5, 6)
    children = [random_tree(draw, depth - 1) for _ in range(draw.randrange(1, 4))]
    if draw.random() < 0.5:
        return children
    weights = [draw.randrange(1, 8) for _ in children]
    return {"chance": [[weight / sum(weights), child] for weight, child in zip(weights, children, strict=True)]}


def tree(nested: Nested) -> Position:
    return read_text("tree", json.dumps(nested if isinstance(nested, (list, dict)) else [nested]))


def exact(position: Position, state: list[int] | None = None, depth: int | None = None) -> Fraction:
    """The value of a state by the definition."""
    rules, s = position.game.rules, list(position.state if state is None else state)
    if rules.is_over(s) or depth == 0:
        sign = 1 if position.max_side == 1 or not position.game.has_winner else -1
        return Fraction(rules.outcome(s)) * sign
    values = {}
    for move in list(rules.moves(s)):
        rules.play(s, move)
        values[move] = exact(position, s, None if depth is None else depth - 1)
        rules.undo(s, move)
    outcomes = rules.outcomes(s)
    if outcomes:
        return sum((Fraction(probability) * values[move] for move, probability in outcomes), Fraction(0))
    return (max if rules.to_move(s) == position.max_side else min)(values.values())


def searched(position: Position, **options: Any) -> Trace:
    return run(plan(position, {"algorithm": "expectimax", **options}))


def check_all(position: Position, **options: Any) -> None:
    plain, pruned = searched(position, **options), searched(position, star1=True, **options)
    value = exact(position, depth=options.get("depth"))
    moves = {move: number for move, number, *_ in plain.root_moves}
    for trace in (plain, pruned):
        verify(trace)
        assert trace.value == pytest.approx(float(value), abs=1e-12)
        if trace.best_move is not None:
            best = plain.value
            assert moves[trace.best_move] == pytest.approx(best, abs=1e-12)
    assert len(pruned) <= len(plain)
    assert not plain.pruned
    check_intervals(pruned)


def check_intervals(trace: Trace) -> None:
    """What is proved of a frame holds of its true value, at the end and as it was at each of its steps."""
    for frame in range(len(trace)):
        state, left = trace.state(frame), trace.plan.depth_left(trace.plies[frame])
        true = float(exact(trace.position, state, None if left == float("inf") else int(left)))
        low, high = trace.interval_of(frame)
        assert low - 1e-9 <= true <= high + 1e-9
        if trace.skips[frame] == 0 and trace.kinds[frame] == CHANCE and trace.statuses[frame] == INNER:
            assert all(low - 1e-9 <= true <= high + 1e-9 for low, high in trace.intervals.after_each(frame))


@pytest.mark.parametrize("block", [0, pytest.param(1, marks=pytest.mark.full)])
def test_random_trees_are_worth_what_a_brute_force_says(block: int) -> None:
    draw = random.Random(f"expectimax {block}")
    for _ in range(50 if block == 0 else TREES):
        check_all(tree(random_tree(draw)))


def test_positions_of_a_game_are_worth_what_a_brute_force_says() -> None:
    for count in range(1, 9):
        for max_side in (1, 2):
            for depth in (None, 2, 3):
                check_all(pile(count, max_side=max_side, with_chance=True), depth=depth)


def test_star1_prunes_and_orders_are_kept() -> None:
    draw = random.Random("order")
    pruned = frames = 0
    for _ in range(20):
        position = tree(random_tree(draw, 5))
        for order in ("given", "reverse", "random", "best"):
            if order == "best" and position.game.missing_number(position.state, None):
                continue
            trace = searched(position, star1=True, order=order)
            verify(trace)
            pruned, frames = pruned + trace.pruned, frames + len(searched(position, order=order)) - len(trace)
    assert pruned > 20
    assert frames > 20


@pytest.mark.full
def test_time_and_intervals_at_every_step() -> None:
    """Steps go both ways, the sentence is that of the step, and intervals only close in while a frame is open."""
    draw = random.Random("steps")
    for _ in range(40):
        for options in ({}, {"star1": True}):
            trace = searched(tree(random_tree(draw)), **options)
            cursor, before = Cursor(trace), dict[int, tuple[float, float]]()
            seen = []
            for step in range(cursor.steps.count):
                cursor.go(step)
                assert str(sentence(trace, cursor.now))
                for open_frame in cursor.stack:
                    low, high = open_frame.interval
                    old = before.get(open_frame.frame, (-float("inf"), float("inf")))
                    assert old[0] - 1e-9 <= low <= high + 1e-9 <= old[1] + 2e-9
                    before[open_frame.frame] = low, high
                seen.append([(one.frame, one.best, one.line, one.interval) for one in cursor.stack])
            for step in draw.sample(range(cursor.steps.count), min(20, cursor.steps.count)):
                cursor.go(step)
                again = [(one.frame, one.best, one.line) for one in cursor.stack]
                assert again == [one[:3] for one in seen[step]]


@pytest.mark.parametrize(
    ("star1", "count"),
    [(False, 200), *(pytest.param(star1, FALSIFICATIONS, marks=pytest.mark.full) for star1 in (False, True))],
)
def test_falsifications_are_refused(star1: bool, count: int) -> None:
    draw = random.Random(f"false {star1}")
    missed = 0
    for number in range(count):
        if number % 50 == 0:
            trace = searched(tree([random_tree(draw, 5), {"chance": [[0.5, 1], [0.5, [2, 3]]]}]), star1=star1)
        parts, frame = dict(trace.parts), draw.randrange(len(trace))
        name = draw.choice(["value", "alpha", "beta", "kind", "status", "skipped", "probability"])
        if name == "probability":
            outcomes = np.flatnonzero(~np.isnan(trace.origin.probabilities))
            column = trace.origin.probabilities.copy()
            column[draw.choice(outcomes.tolist())] += draw.choice([-1e-3, 1e-9, 0.2])
            parts["origin"] = replace(trace.origin, probabilities=column)
        else:
            column = trace.column(name).copy()
            change = draw.choice([1, 2]) if column.dtype.kind in "ui" else draw.choice([-1.0, 0.5, 1e-9])
            column[frame] = column[frame] + change if np.isfinite(column[frame]) else change
            parts["columns"] = {**trace.columns, name: column}
        try:
            verify(Trace(**{**parts, "claimed_signature": None}))
            missed += 1
        except InputError:
            pass
    assert missed == 0


def test_a_trace_file_keeps_the_probabilities(tmp_path: Path) -> None:
    trace = searched(tree([{"chance": [[0.25, 3], [0.75, [1, 5]]]}, 2]), star1=True)
    save_trace(trace, tmp_path / "a.plytrace")
    again = SavedTrace.open(tmp_path / "a.plytrace")
    verify(again)
    assert again.signature == trace.signature
    assert [again.chance_of(frame) for frame in range(len(again))] == [trace.chance_of(f) for f in range(len(trace))]
    assert list(again.column("kind")[:3]) == [MAX, CHANCE, MIN]


def test_every_window_below_chance_is_explained_truly() -> None:
    """A bound that comes from chance takes the mean out of its window; else it is the least or largest value."""
    draw, extreme, owned = random.Random("windows"), 0, 0
    for _ in range(150):
        trace = searched(tree(random_tree(draw, 5)), star1=True)
        bottom, top = trace.plan.extremes
        for frame in range(1, len(trace)):
            above = trace.parents[frame]
            if trace.kinds[above] != CHANCE:
                continue
            earlier = [child for child in trace.children(above) if child < frame]
            total = sum(Fraction(trace.chance_of(child) or 0) * Fraction(trace.values[child]) for child in earlier)
            chance = Fraction(trace.chance_of(frame) or 0)
            rest = 1 - chance - sum(Fraction(trace.chance_of(child) or 0) for child in earlier)
            for side, far, end in ((Side.ALPHA, top, trace.alphas[above]), (Side.BETA, bottom, trace.betas[above])):
                origin = why_bound(trace, frame, side)
                if origin.is_extreme:
                    assert origin.value == (bottom if side is Side.ALPHA else top)
                    extreme += 1
                    continue
                mean = float(total + chance * Fraction(origin.value) + rest * Fraction(far))
                assert mean == pytest.approx(end, abs=1e-12) or (mean < end if side is Side.ALPHA else mean > end)
                owned += 1
    assert min(extreme, owned) > 100


def test_a_cut_at_the_least_value_there_is_says_so() -> None:
    trace = searched(tree([2, {"chance": [[0.25, [-5, 7, 8]], [0.75, [5, 9]]]}]), star1=True)
    cut = next(frame for frame in range(len(trace)) if trace.skips[frame])
    said = list(map(str, sentences(trace, cut)))
    assert said[1:3] == ["α = -5 is the least value there is.", "β = 9 is the largest value there is."]
    assert said[-2:] == [
        "α is the least value there is: no value can be beyond it.",
        "The pruned moves (C2 C3) could not be better.",
    ]
    steps = range(Cursor(trace).last_step + 1)
    assert "Cut at C. C returns -5: nothing is better, so the leaves 7 and 8 cannot matter." in [
        str(sentence(trace, step)) for step in map(Cursor(trace).steps.at, steps)
    ]


def test_ghosts_are_searched_without_star1() -> None:
    draw = random.Random("ghosts")
    found = 0
    while found < 30:
        trace = searched(tree(random_tree(draw, 5)), star1=True)
        for frame in np.flatnonzero(trace.column("skipped")).tolist()[:2]:
            for move in trace.pruned_moves(frame):
                unseen = ghost(trace, frame, move)
                assert unseen.trace.search.name == "expectimax"
                assert "star1" not in unseen.trace.options
                after = trace.position_at(frame).after(move)
                assert unseen.value == pytest.approx(float(exact(after)), abs=1e-12)
                found += 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('[{"chance":[[0.5,3],[0.4,4]]}]', "byte 11 .*: the probabilities add up to 0.9, not to 1"),
        ('[{"chance":[[0,3],[1,4]]}]', "byte 13 .*: a probability is above 0 and at most 1, not 0"),
        ('[{"chance":[3,4]}]', "byte 12 .*: 3 where an outcome of chance, such as \\[0.5, 3\\] is expected"),
        ('[{"chance":[[1,3]],"children":[4]}]', "a node has children or chance, not both"),
        ('[{"chance":[]}]', "a list of children needs at least one"),
        ('[{"chance":[["x",3]]}]', "a probability is expected"),
    ],
)
def test_wrong_probabilities_are_refused_with_their_place(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        read_text("tree", text)


def test_a_tree_with_chance_reads_back() -> None:
    text = '[{"name":"roll","chance":[["1/3",3],["1/3",{"name":"x","value":2}],[0.3333333333333333,[4,5]]]},7]'
    position = read_text("tree", text)
    again = read_text("tree", position.text)
    assert again.text == position.text
    assert searched(again).value == 7


def test_star1_needs_finite_extremes() -> None:
    with pytest.raises(OptionError, match="star1 needs a least and a largest value"):
        searched(read_text("tree", '[{"chance":[[0.5,inf],[0.5,2]]},3]'), star1=True)
    with pytest.raises(OptionError, match="star1 needs a least and a largest value"):
        searched(pile(4, with_chance=True), star1=True, score="sooner")
    with pytest.raises(OptionError, match="the order killer is not learned where chance moves"):
        searched(pile(4, with_chance=True), star1=True, order="killer")


def test_without_chance_it_is_minimax() -> None:
    draw = random.Random("plain")
    for _ in range(40):
        nested = [[draw.randrange(9) for _ in range(3)] for _ in range(3)]
        position = read_text("tree", json.dumps(nested))
        assert searched(position).value == run(plan(position, {"algorithm": "minimax"})).value
        verify(searched(position, star1=True))


def test_the_option_is_printed_as_it_is_typed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["solve", 'tree:{"chance":[[0.5,1],[0.5,2]]}', "--star1"]) == 0
    assert "star1=yes" in capsys.readouterr().out
