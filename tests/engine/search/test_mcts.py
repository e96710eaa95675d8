"""Monte Carlo tree search against one of the tests' own, visit for visit; what it counts at a step; what is refused."""

from __future__ import annotations

import hashlib
import json
import math
import random
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from plyscope.audit.verification import verify
from plyscope.cli.main import run_command
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError, written
from plyscope.model.columns import INNER, OPEN
from plyscope.model.declaration import CHANCE
from plyscope.model.position import Position
from plyscope.model.simulations import Phase
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.text.listing import listing

from tests import full_traces
from tests.engine.search.test_rounds import random_tree

SOURCES = (
    "tictactoe:X../.O./...",
    "connectfour:5,4,3 33",
    "hexline:random 8 2",
    "nim:3,4,2",
    "kalah:",
    "pig:8",
    "tree:[[1,[2,-3]],[3,[4,5]],7]",
    'tree:[{"chance":[[0.25,3],[0.75,[1,5]]]},2,[{"chance":[[0.5,1],[0.5,[2,3]]]},4]]',
)
NEEDS_DEPTH = ("kalah:", "pig:8")
Moves = tuple[int, ...]
Tree = dict[Moves, list[float]]


def numbers(seed: int, state: tuple[int, ...]) -> Iterator[int]:
    """SplitMix64, as formats.md describes it."""
    data = struct.pack(f"<{len(state)}q", *state)
    digest = hashlib.blake2b(data, key=f"roll out{seed}".encode(), digest_size=8).digest()
    word, mask = struct.unpack("<Q", digest)[0], 2**64 - 1
    while True:
        word = (word + 0x9E3779B97F4A7C15) & mask
        z = word
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def independent(position: Position, count: int, c: float, seed: int, depth: float) -> tuple[Tree, list[Any]]:
    """Visits and sum by path, and the moves of every simulation: a loop over paths, without recursion or nodes."""
    rules, words = position.game.rules, numbers(seed, position.state)
    tree: Tree = {(): [0, 0.0]}
    played = []
    for _ in range(count):
        state, path, inside, at = list(position.state), [], [()], ()
        in_tree = True
        while not rules.is_over(state) and len(path) < depth:
            moves = list(rules.moves(state))
            outcomes = rules.outcomes(state)
            known = tree_moves(tree, at) if in_tree else []
            if outcomes:
                left = (next(words) >> 11) / 2**53
                move = outcomes[-1][0]
                for one, chance in outcomes:
                    left -= chance
                    if left < 0:
                        move = one
                        break
            elif not in_tree:
                move = moves[next(words) % len(moves)]
            elif len(known) < len(moves):
                move = next(one for one in moves if one not in known)
            else:
                sign = 1 if rules.to_move(state) == position.max_side else -1
                bounds = {}
                for one in known:
                    n, total = tree[*at, one]
                    bounds[one] = sign * (total / n) + c * math.sqrt(math.log(tree[at][0]) / n)
                move = max(known, key=bounds.__getitem__)
            path.append(move)
            if in_tree:
                at = (*at, move)
                in_tree = at in tree
                inside.append(at)
            rules.play(state, move)
        result = rules.outcome(state) if rules.is_over(state) else 0.0
        if position.max_side != 1 and position.game.has_winner:
            result = -result
        for one in inside:
            entry = tree.setdefault(one, [0, 0.0])
            entry[0] += 1
            entry[1] += result
        played.append((path, result))
    return tree, played


def tree_moves(tree: Tree, at: Moves) -> list[int]:
    """The moves below a path, in the order in which they came into the tree."""
    return [path[-1] for path in tree if len(path) == len(at) + 1 and path[:-1] == at]


def check(position: Position, count: int, c: float, seed: int, depth: int | None = None) -> Trace:
    options: dict[str, Any] = {"simulations": count, "exploration": c, "seed": seed, "depth": depth}
    trace = full_traces.record(position, algorithm="mcts", **options)
    position = trace.position  # read again, on a board of its own
    expected, played = independent(position, count, c, seed, math.inf if depth is None else depth)
    tree = trace.simulations
    paths = [tuple(trace.moves[frame] for frame in tree.path(number)) for number in range(len(tree.nodes))]
    found = {path: [node.visits(), node.totals[-1]] for path, node in zip(paths, tree.nodes, strict=True)}
    assert found == expected
    assert list(found) == list(expected)
    for simulation, (path, result) in zip(trace.rounds, played, strict=True):
        assert list(trace.moves[simulation + 1 : simulation + trace.sizes[simulation]]) == path
        assert set(trace.values[simulation : simulation + trace.sizes[simulation]]) == {result}
    assert trace.value == expected[()][1] / count
    first = {path[0]: entry[0] for path, entry in expected.items() if len(path) == 1}
    if position.is_chance:
        assert trace.best_move is None, "chance moves, nobody chooses"
    else:
        assert first[position.find_move(str(trace.best_move))] == max(first.values())
    assert sum(first.values()) == count
    return trace


@pytest.mark.parametrize("source", SOURCES)
def test_visit_for_visit_as_an_independent_implementation(source: str) -> None:
    for max_side in ("first", "second"):
        position = load(source).with_max(max_side)
        verify(check(position, 60, 1.4, 5, 6 if source in NEEDS_DEPTH else None))
    verify(check(load(source), 40, 0.0, -3, 2 if "tree" not in source else None))


@pytest.mark.full
def test_two_thousand_trees_and_positions_as_an_independent_implementation() -> None:
    draw = random.Random("mcts")
    for number in range(2000):
        if number % 2:
            text = random_tree(draw, draw.randrange(1, 6)).replace('"inf"', "9").replace('"-inf"', "-9")
            position = load(f"tree:{text}").with_max(draw.choice(("first", "second")))
        else:
            position = load(draw.choice(SOURCES[:6]))
            for _ in range(draw.randrange(5)):
                if position.is_over:
                    break
                position = position.after(draw.choice(position.legal_moves()))
        if position.is_over:
            continue
        depth = draw.randrange(1, 6)
        if position.game.is_given:
            depth = 99
        verify(check(position, draw.randrange(1, 60), draw.choice((0.0, 0.5, 1.4)), draw.randrange(-9, 9), depth))


def test_the_tree_grows_as_one_steps_and_shows_what_the_search_knows() -> None:
    trace = full_traces.record(SOURCES[0], algorithm="mcts", simulations=40, seed=2)
    tree, cursor = trace.simulations, full_traces.Cursor(trace)
    before = 0
    for step in range(cursor.last_step + 1):
        nodes = [number for number in tree.preorder(0, step) if tree.nodes[number].visits(step)]
        assert len(nodes) >= before
        before = len(nodes)
    assert before == len(tree.nodes) <= 41
    for frame in range(1, len(trace)):
        if trace.statuses[frame] != INNER or tree.phase(frame) is not Phase.SELECT:
            continue
        choices = tree.choices(frame)
        assert max(choices, key=lambda choice: choice[3])[0] == trace.moves[frame + 1]
        step = cursor.steps.enter(frame)
        number = tree.node_of[frame]
        for move, visits, mean, bound in choices:
            node = tree.nodes[tree.nodes[number].children[move]]
            assert (visits, mean) == (node.visits(step), node.mean(step))
            above = sum(choice[1] for choice in choices) + (number != 0)
            sign = 1 if trace.kinds[frame] else -1
            assert bound == sign * mean + 1.4 * math.sqrt(math.log(above) / visits)
    assert trace.bound is None
    assert trace.interval == (-math.inf, math.inf)
    assert not trace.column("skipped").any()


def test_chance_draws_and_nobody_chooses() -> None:
    drawn = '{"chance": [["1/6", [1, 5]], ["5/6", [2, {"chance": [[0.5, 3], [0.5, -1]]}]]]}'
    trace = full_traces.record(f"tree:{drawn}", algorithm="mcts", simulations=40, seed=2)
    tree = trace.simulations
    assert (trace.best_move, trace.pv) == (None, [])
    cursor = full_traces.Cursor(trace)
    while cursor.into():
        last = cursor.sentence
    assert str(last) == f"The search is over. A returns {written(trace.value)}, the mean of 40 simulations."
    for number in range(1, len(tree.nodes)):
        is_outcome = trace.chance_of(tree.nodes[number].frames[0]) is not None
        assert (tree.upper_bound(number) is None) == is_outcome
    for frame in range(1, len(trace)):
        if trace.kinds[frame] == CHANCE:
            assert tree.phase(frame) is Phase.DRAW
    assert "probability" not in "".join(map(str, listing(trace)))
    below = full_traces.record(f"tree:[4, {drawn}]", algorithm="mcts", simulations=40, seed=2)
    assert below.pv == ["1"] or below.pv == ["2"], "the line ends where chance moves"


def test_a_limit_leaves_the_answer_of_the_simulations_that_are_finished(tmp_path: Path) -> None:
    whole = full_traces.record("tictactoe:", algorithm="mcts", simulations=30, seed=4)
    for limit in (1, 2, 3, *(frame + shift for frame in whole.rounds[1:9] for shift in (0, 1, 4))):
        trace = full_traces.record("tictactoe:", algorithm="mcts", simulations=30, seed=4, limit=limit)
        verify(trace)
        results = [trace.values[frame] for frame in trace.rounds if trace.statuses[frame] != OPEN]
        assert trace.value == (sum(results) / len(results) if results else None)
        assert trace.statuses[0] == OPEN
        assert (trace.best_move is None) == (not results)
        trace.save(tmp_path / f"{limit}.plytrace")
        again = full_traces.Trace.open(tmp_path / f"{limit}.plytrace")
        verify(again)
        assert (again.signature, again.value, again.pv) == (trace.signature, trace.value, trace.pv)


def test_the_same_seed_gives_the_same_bytes_and_another_one_others() -> None:
    made = [full_traces.record(SOURCES[1], algorithm="mcts", simulations=30, seed=seed).signature for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]


# What is refused


def changed(trace: Trace, rng: random.Random) -> Trace:
    """The recording with one thing in it that cannot be."""
    columns = {name: trace.column(name).copy() for name in trace.columns}
    frames = list(range(1, len(trace)))
    frame = rng.choice(frames)
    match rng.randrange(7):
        case 0:
            columns["value"][rng.choice([0, *frames])] += rng.choice((1, -1, 0.5))
        case 1:
            columns["alpha"][frame] = rng.choice((-0.25, 5.0))
        case 2:
            columns["kind"][frame] ^= 1
        case 3:
            below = [one for one in frames if columns["move"][one] >= 0]
            columns["move"][rng.choice(below)] += rng.choice((1, 2))
        case 4:
            columns["status"][frame] = (columns["status"][frame] + rng.randrange(1, 5)) % 5
        case 5:
            columns["skipped"][rng.choice([0, *frames])] += 1
        case _:
            columns["size"][frame] += rng.choice((1, -1))
    return Trace(columns, trace.plan, origin=trace.origin)


def refuses(source: str, times: int) -> None:
    rng = random.Random(times)
    depth = 6 if source in NEEDS_DEPTH else None
    trace = full_traces.record(source, algorithm="mcts", simulations=30, seed=1, depth=depth)
    verify(trace)
    for _ in range(times):
        with pytest.raises(InputError, match="damaged"):
            verify(changed(trace, rng))


def test_what_cannot_be_is_refused() -> None:
    refuses(SOURCES[0], 40)


@pytest.mark.full
@pytest.mark.parametrize("source", SOURCES)
def test_a_thousand_things_that_cannot_be_are_refused(source: str) -> None:
    refuses(source, 1000)


def test_more_or_fewer_simulations_are_refused() -> None:
    trace = full_traces.record(SOURCES[0], algorithm="mcts", simulations=9)
    for count, reason in ((8, "the search had its answer before it"), (10, "returns before the search has its answer")):
        other = plan(trace.position, {"algorithm": "mcts", "simulations": count})
        with pytest.raises(InputError, match=reason):
            verify(Trace(trace.columns, other))


def test_bad_options_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    position = load("tictactoe:")
    for options, reason in (
        ({"simulations": 0}, "simulations are a whole number from 1"),
        ({"exploration": -0.5}, "exploration is a number from 0"),
        ({"exploration": math.inf}, "exploration is a number from 0"),
        ({"exploration": math.nan}, "exploration is a number from 0"),
        ({"depth": -1}, "a depth is a whole number"),
        ({"order": "killer"}, "never cuts"),
    ):
        with pytest.raises(OptionError, match=reason):
            plan(position, {"algorithm": "mcts", **options})
    with pytest.raises(OptionError, match="a leaf of this tree is infinite"):
        plan(load("tree:[inf,[1,2]]"), {"algorithm": "mcts"})
    with pytest.raises(OptionError, match="does not read the option simulations"):
        plan(position, {"algorithm": "minimax", "simulations": 5})
    for arguments in (["--check"], ["--simulations", "0"], ["--exploration", "-1"]):
        assert run_command(["solve", "tictactoe:", "--algorithm", "mcts", *arguments]) in (1, 2)
        assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.full
def test_every_command_takes_simulations(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for source in (SOURCES[0], SOURCES[-1]):
        path, options = tmp_path / f"{len(source)}.plytrace", ["--algorithm", "mcts", "--simulations", "12"]
        assert run_command(["record", source, *options, "-o", str(path)]) == 0
        capsys.readouterr()
        assert run_command(["solve", str(path), "--verify", "--json"]) == 0
        facts = json.loads(capsys.readouterr().out)
        assert facts["simulations"]["finished"] == sum(row["visits"] for row in facts["simulations"]["moves"]) == 12
        assert run_command(["stats", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["tree"][0]["visits"] == 12
        trace = full_traces.Trace.open(path)
        for frame in (0, 1, 2, trace.rounds[-1] + 1, len(trace) - 1):
            assert run_command(["why", str(path), "--frame", str(frame)]) == 0
        assert "no proof" not in capsys.readouterr().out
        assert run_command(["trace", str(path)]) == 0
        for kind in ("svg", "tex", "json", "html", "txt", "csv", "dot", "speedscope.json"):
            assert run_command(["export", str(path), "-o", str(tmp_path / f"x.{kind}"), "--force"]) == 0, kind
        cursor, told = full_traces.Cursor(trace), list[str]()
        while cursor.into():
            told.append(str(cursor.sentence))
        assert any("the tree grows by it" in sentence for sentence in told)
        assert "visited most" in told[-1]
        assert run_command(["compare", source, "mcts:simulations=12,exploration=0.5", "mcts:seed=4"]) == 0
    assert run_command(["compare", SOURCES[0], "mcts", "minimax"]) == 0
    assert run_command(["match", "tictactoe:", "mcts:simulations=20", "mcts:simulations=5", "--games", "4"]) == 0
    assert run_command(["growth", SOURCES[0], "mcts:simulations=9", "--depths", "1-3"]) == 0


def test_compared_is_the_tree_that_has_grown() -> None:
    trace = full_traces.record(SOURCES[0], algorithm="mcts", simulations=50)
    facts = full_traces.compare(trace, full_traces.record(SOURCES[0], algorithm="minimax"))
    assert facts["a"]["frames"] == facts["matched"] == len(trace.simulations.nodes)
    assert facts["only_a"] == facts["pruned_in_a"] == 0
    assert facts["a"]["best_move"] == trace.best_move
    assert np.isclose(facts["a"]["value"], trace.value)
