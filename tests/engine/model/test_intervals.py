"""What a recording is said to prove, against a plain recursion over its frames and against true values.

The oracle shares nothing with the engine but the recorded calls: it asks the tree for the legal moves, and knows of the
future only what has been entered by a step.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope import load
from plyscope.model import intervals
from plyscope.model.columns import OPEN, TABLE
from plyscope.model.conditions import parse
from plyscope.model.declaration import CHANCE, CUTS, MAX
from plyscope.recording.plan import FAIL_MODES, plan
from plyscope.recording.record import run
from plyscope.search import SEARCHES

from tests import naive
from tests.engine.search.test_expectimax import random_tree as chance_tree
from tests.engine.search.test_expectimax import tree as chance_position
from tests.engine.search.test_quiescence import noisy_tree
from tests.examples import examples
from tests.full_traces import Cursor, Trace, record
from tests.recordings import as_lines
from tests.trees import as_text, nested

SOUND = sorted(
    name for name, search in SEARCHES.items() if name != "accumulate" and not search.simulates and not search.stands_pat
)
CHOICES = {"cut": CUTS, "fail": FAIL_MODES}
READ = {name: [option for option in CHOICES if option in SEARCHES[name].reads] for name in SOUND}
VARIANTS = [
    (name, dict(zip(READ[name], chosen, strict=True)))
    for name in SOUND
    for chosen in product(*(CHOICES[option] for option in READ[name]))
]
IN_ROUNDS = {name: search.rounds.depths(4) for name, search in SEARCHES.items() if search.rounds is not None}
"""The depths of the rounds in which a search to depth 4 searches its root."""
DEEPENING = {name for name, depths in IN_ROUNDS.items() if len(depths) > 1}
PROBING = IN_ROUNDS.keys() - DEEPENING
ON_TREES = [(name, options) for name, options in VARIANTS if name not in DEEPENING]
"""Those that need no numbers at inner nodes."""
FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"

Interval = tuple[float, float]
Left = Callable[[Trace, int, int, int], bool]
"""Whether a frame may have moves that it has not entered by a step, of which it has entered so many."""


def node_at(tree: Any, trace: Trace, frame: int) -> Any:
    """The part of the tree that a frame stands on."""
    for child in trace.path(frame):
        if child.startswith("#"):
            continue  # a frame without a move
        tree = tree[int(child) - 1]
    return tree


def enter_of(trace: Trace, frame: int) -> int:
    return 3 * frame - 2 * trace.plies[frame]


def leave_of(trace: Trace, frame: int) -> float:
    return inf if trace.statuses[frame] == OPEN else enter_of(trace, frame) + 3 * trace.sizes[frame] - 2


def proved(trace: Trace, frame: int, step: float, left: Left, scale: Interval, probes: bool) -> Interval:
    """The definition, word by word: [L, U] of a frame at a step."""
    left_at = leave_of(trace, frame)
    step = min(step, left_at)
    if trace.statuses[frame] in (1, 2):
        value = trace.values[frame]
        if left_at > step:
            return scale
        if not trace.skips[frame]:
            return value, value
        return (value, scale[1]) if trace.kinds[frame] == MAX else (scale[0], value)  # it stood pat
    if trace.statuses[frame] == TABLE:
        source = trace.origin.hits.source(frame)
        return proved(trace, source, leave_of(trace, source), left, scale, probes) if left_at <= step else scale
    if frame == 0 and trace.search.rounds is not None:
        return proved_in_rounds(trace, step, left, scale)
    moves: dict[int, Interval] = {}
    last = -1
    for child in trace.children(frame):
        if enter_of(trace, child) > step:
            break
        low, high = proved(trace, child, step, left, scale, probes)
        move = trace.moves[child]
        if probes and move == last:
            low, high = max(low, moves[move][0]), min(high, moves[move][1])
        moves[move], last = (low, high), move
    if trace.kinds[frame] == CHANCE:
        outcomes = trace.position.game.rules.outcomes(trace.state(frame))
        ends = [(chance, moves.get(move, scale)) for move, chance in outcomes]
        return sum(chance * low for chance, (low, _) in ends), sum(chance * high for chance, (_, high) in ends)
    found = list(moves.values())
    if trace.static_score(frame) is not None:
        found.append((trace.static_score(frame),) * 2)
    if left(trace, frame, int(min(step, 10**9)), len(moves)):
        found.append(scale)
    side = max if trace.kinds[frame] else min
    return side(low for low, _ in found), side(high for _, high in found)


def proved_in_rounds(trace: Trace, step: float, left: Left, scale: Interval) -> Interval:
    """The same of a root without moves: what all probes prove together, or what the last search proves."""
    found = [scale]
    for child in trace.children(0):
        if enter_of(trace, child) <= step and trace.search.name in PROBING:
            low, high = proved(trace, child, step, left, scale, False)
            found.append((max(low, found[-1][0]), min(high, found[-1][1])))
        elif leave_of(trace, child) < step:
            found.append(proved(trace, child, step, left, scale, False))
    return found[-1]


def checked_at_every_step(trace: Trace, left: Left, scale: Interval, probes: bool) -> None:
    """Compare all open frames at all steps, and all frames at the end."""
    cursor = Cursor(trace)
    last = cursor.last_step
    forwards = list(range(last + 1))
    for step in [*forwards, *forwards[:: max(1, last // 7)]]:
        cursor.go(step)
        path = trace.ancestors(cursor.frame)
        expected = [proved(trace, frame, step, left, scale, probes) for frame in path]
        for place in range(1, len(path)):
            before = path[place] - 1
            while trace.parents[before] != path[place - 1] and before > path[place - 1]:
                before = trace.parents[before]
            if probes and before > path[place - 1] and trace.moves[before] == trace.moves[path[place]]:
                probe = proved(trace, before, step, left, scale, probes)
                expected[place] = max(expected[place][0], probe[0]), min(expected[place][1], probe[1])
        assert cursor.intervals == expected, step
        assert [cursor.interval_of(frame) for frame in path] == expected
    low, high = trace.intervals.columns
    for frame in range(len(trace)):
        own = proved(trace, frame, last, left, scale, probes)
        assert own[0] <= low[frame] <= high[frame] <= own[1]
        if not probes or trace.search.windows.value != "probe":
            assert (low[frame], high[frame]) == own, frame
        assert trace.bound_of(frame) == reading(trace.values[frame], (low[frame], high[frame]))


def reading(value: float, interval: Interval) -> str | None:
    low, high = interval
    if low == value == high:
        return "exact"
    return "at least" if low >= value else "at most" if high <= value else None


def legal_moves_left(tree: Any) -> Left:
    return lambda trace, frame, step, entered: entered < len(node_at(tree, trace, frame))


@examples(60)
@given(tree=nested, side=st.sampled_from(["first", "second"]), limit=st.integers(1, 40) | st.none())
def test_every_claim_is_true_and_as_strong_as_the_frames_allow(tree: Any, side: str, limit: int | None) -> None:
    position = load("tree:" + as_text(tree), max=side)
    for algorithm, options in ON_TREES:
        trace = record(position, algorithm, limit=limit, **options)
        checked_at_every_step(trace, legal_moves_left(tree), (-inf, inf), probes=algorithm == "pvs")
        low, high = trace.intervals.columns
        for frame in range(len(trace)):
            value = naive.minimax(node_at(tree, trace, frame), trace.kinds[frame] == 1)
            assert low[frame] <= value <= high[frame], (algorithm, options, frame)
        if trace.complete:
            assert (trace.interval, trace.bound) == ((trace.value, trace.value), "exact")


@pytest.mark.parametrize("trees", [8, pytest.param(500, marks=pytest.mark.full)])
@pytest.mark.parametrize("algorithm", ["expectimax", "star1", "quiescence", "quiescence-minimax"])
def test_chance_and_standing_pat_prove_what_the_definition_says(algorithm: str, trees: int) -> None:
    """At every step of every open frame, and of every frame at the end; also where the recording is cut short."""
    draw = random.Random(f"{algorithm} {trees}")
    for _ in range(trees):
        if algorithm.startswith("quiescence"):
            position, options = noisy_tree(draw, 4), {"algorithm": algorithm, "depth": draw.randrange(4)}
        else:
            nested = {"chance": [[0.25, chance_tree(draw)], [0.75, chance_tree(draw)]]}
            position, options = chance_position([nested, 3]), {"algorithm": "expectimax", "star1": algorithm == "star1"}
        trace = run(plan(position, options), draw.choice((None, None, 5, 20)))

        def left(trace: Trace, frame: int, step: int, entered: int) -> bool:
            return entered < len(trace.offered(frame))

        cursor, scale = Cursor(trace), trace.plan.extremes
        for step in range(cursor.last_step + 1):
            cursor.go(step)
            expected = [proved(trace, frame, step, left, scale, False) for frame in trace.ancestors(cursor.frame)]
            assert np.array(cursor.intervals) == pytest.approx(np.array(expected), abs=1e-9), step
        for frame in range(len(trace)):
            expected = proved(trace, frame, cursor.last_step, left, scale, False)
            assert trace.interval_of(frame) == pytest.approx(expected, abs=1e-9), frame


@pytest.mark.parametrize("limit", [None, 300])
@pytest.mark.parametrize("name", [*SOUND, "quiescence", "star1"])
def test_a_frame_by_itself_proves_what_it_does_among_all(
    name: str, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Single frames of a large recording are derived by themselves."""
    monkeypatch.setattr(intervals, "MAX_SHARE_DERIVED_ALONE", inf)
    draw = random.Random(1)
    options: dict[str, Any] = {"algorithm": name, "depth": 4}
    position = load("connectfour:5,4,3 ")
    if name == "quiescence":
        position = noisy_tree(draw, 5)
    elif name in ("star1", "expectimax"):
        chance = {"chance": [[0.25, chance_tree(draw)], [0.75, chance_tree(draw)]]}
        position, options = chance_position([chance, 3]), {"algorithm": "expectimax", "star1": name == "star1"}
    trace = run(plan(position, options), limit)
    alone = [trace.interval_of(frame) for frame in range(len(trace))]
    assert alone == list(zip(*(ends.tolist() for ends in trace.intervals.columns), strict=True))


def seen_as(tree: Any, trace: Trace, frame: int, unseen: float) -> Any:
    """The part of a tree below a frame, with one value in place of everything that its frames have not returned."""
    if trace.statuses[frame] != 0 and trace.statuses[frame] != OPEN:
        return trace.values[frame]
    children = {int(trace.move_text(child)) - 1: child for child in trace.children(frame)}
    node = node_at(tree, trace, frame)
    return [
        seen_as(tree, trace, children[place], unseen) if place in children else unseen for place in range(len(node))
    ]


@examples(40)
@given(tree=nested, limit=st.integers(1, 40) | st.none())
def test_both_ends_are_the_true_value_for_some_unseen_leaves(tree: Any, limit: int | None) -> None:
    """With the smallest values in place of all that was not seen, a frame is worth L, with the largest U."""
    position = load("tree:" + as_text(tree))
    for algorithm, options in ON_TREES:
        trace = record(position, algorithm, limit=limit, **options)
        if algorithm == "pvs" or algorithm in PROBING:
            continue  # a move that is searched twice has two frames for each node below it
        for frame in range(len(trace)):
            ends = [naive.minimax(seen_as(tree, trace, frame, end), trace.kinds[frame] == 1) for end in (-inf, inf)]
            assert trace.interval_of(frame) == tuple(ends)


def imported(lines: str) -> Trace:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.jsonl"
        path.write_text(lines, encoding="utf-8")
        return Trace.open(path)


def fired(trace: Trace, frame: int) -> bool:
    """Whether the cut test fired after the last child."""
    alpha, beta = trace.alphas[frame], trace.betas[frame]
    for child in trace.children(frame):
        following = child + trace.sizes[child]
        if following < frame + trace.sizes[frame] and trace.moves[following] == trace.moves[child]:
            continue
        if trace.kinds[frame]:
            alpha = max(alpha, trace.values[child])
        else:
            beta = min(beta, trace.values[child])
    return alpha > beta if trace.options.get("cut") == ">" else alpha >= beta


@pytest.mark.full
@examples(40)
@given(tree=nested, limit=st.integers(1, 40) | st.none(), names_pruned=st.booleans(), known=st.booleans())
def test_imported_recordings_claim_nothing_that_their_calls_do_not_show(
    tree: Any, limit: int | None, names_pruned: bool, known: bool
) -> None:
    position = load("tree:" + as_text(tree))
    for algorithm, options in ON_TREES:
        if algorithm in PROBING:
            continue  # its frames without a move are moves of no game
        ours = record(position, algorithm, limit=limit, **options)
        text = as_lines(ours) if known else as_lines(ours, game="pebbles", position="3", max="first")
        if not names_pruned:
            text = "\n".join(line.partition(', "pruned"')[0].rstrip("}") + "}" for line in text.splitlines()) + "\n"
        trace = imported(text)
        has_windows = trace.search.windows.value != "none"

        def left(trace: Trace, frame: int, step: int, entered: int, has_windows: bool = has_windows) -> bool:
            """Only the rules, a list of pruned moves and a cutoff say that moves are left; while it is open, rules."""
            if known and entered < len(node_at(tree, trace, frame)):
                return True
            if step < leave_of(trace, frame):
                return not known
            return bool(trace.skips[frame]) or (has_windows and fired(trace, frame))

        checked_at_every_step(trace, left, (-inf, inf), probes=False)
        low, high = trace.intervals.columns
        for frame in range(len(trace)):
            value = naive.minimax(node_at(tree, ours, frame), ours.kinds[frame] == 1)
            if names_pruned or known or has_windows or algorithm in ("minimax", "maxmin"):
                assert low[frame] <= value <= high[frame], (algorithm, options, frame)


def tree_of(position: Any, depth: int) -> Any:
    """A position of a game with a winner as a tree of numbers: won, drawn or lost for MAX, and 0 at the horizon."""
    if position.is_over:
        outcome = position.game.rules.outcome(list(position.state))
        return float(outcome if position.max_side == 1 else -outcome)
    if not depth:
        return 0.0
    return [tree_of(position.play(move), depth - 1) for move in position.moves()]


@pytest.mark.full
@pytest.mark.spread(3, 1)
@pytest.mark.parametrize(("score", "top"), [("result", 1.0), ("ten", 10.0)])
@pytest.mark.parametrize(("text", "depth"), [("XO./.X./..O x", 3), (".OO/XXO/.X. o", 9), ("XOX/OX./... o", 2)])
def test_a_scoring_with_extremes_ends_the_scale(score: str, top: float, text: str, depth: int) -> None:
    position = load(f"tictactoe:{text}")
    tree = tree_of(position, depth)
    moves = {}

    def left(trace: Trace, frame: int, step: int, entered: int) -> bool:
        if frame not in moves:
            moves[frame] = len(trace.position_at(frame).moves())
        return entered < moves[frame]

    for algorithm, options in VARIANTS:
        for limit in (20, None):
            moves.clear()
            trace = record(position, algorithm, depth=depth, score=score, limit=limit, **options)
            checked_at_every_step(trace, left, (-top, top), probes=algorithm == "pvs")
            value = top * naive.minimax(tree, trace.kinds[0] == 1)
            if algorithm not in DEEPENING or trace.complete:
                assert trace.interval[0] <= value <= trace.interval[1]


def test_the_figure_of_the_textbook_leaf_by_leaf() -> None:
    """Russell and Norvig, figure 5.5 of the third edition: what is known of the root and of the node below it."""
    cursor = Cursor(record(FIGURE))
    found = []
    while cursor.into():
        if cursor.now.moment.value == "back":
            found.append((cursor.trace.path(cursor.now.child), cursor.intervals))
    assert found == [
        (["1", "1"], [(-inf, inf), (-inf, 3)]),
        (["1", "2"], [(-inf, inf), (-inf, 3)]),
        (["1", "3"], [(3, inf), (3, 3)]),
        (["1"], [(3, inf)]),
        (["2", "1"], [(3, inf), (-inf, 2)]),
        (["2"], [(3, inf)]),
        (["3", "1"], [(3, 14), (-inf, 14)]),
        (["3", "2"], [(3, 5), (-inf, 5)]),
        (["3", "3"], [(3, 3), (2, 2)]),
        (["3"], [(3, 3)]),
    ]  # fmt: skip
    trace = cursor.trace
    assert [trace.value_text(frame) for frame in trace.children(0)] == ["3", "≤2", "2"]
    assert (trace.bound, trace.interval) == ("exact", (3, 3))


def test_the_strict_rule_looks_at_no_less() -> None:
    trace = record(FIGURE, cut=">")
    assert [trace.value_text(frame) for frame in trace.children(0)] == ["3", "≤2", "2"]


def test_a_hard_search_returns_an_end_of_its_window_and_proves_more() -> None:
    trace = record(FIGURE, fail="hard")
    third = list(trace.children(0))[2]
    assert (trace.values[third], trace.interval_of(third), trace.bound_of(third)) == (3, (2, 2), "at most")


def test_conditions_ask_for_what_is_proved() -> None:
    trace = record(FIGURE)
    third = list(trace.children(0))[2]
    assert parse("exact").matches(trace)[third]
    assert parse("at_most").matches(trace).nonzero()[0].tolist() == [list(trace.children(0))[1]]
    assert not parse("at_least").matches(trace).any()


@pytest.mark.parametrize(
    ("source", "options", "interval"),
    [
        ("tictactoe:.OO/XXO/.X. o", {}, (-1, -1)),
        ("tictactoe:", {"limit": 3}, (-1, 1)),
        ("tictactoe:", {"score": "ten", "limit": 3}, (-10, 10)),
        ("tictactoe:", {"score": "sooner", "limit": 3}, (-inf, inf)),
        ("tictactoe:", {"algorithm": "maxmin", "limit": 3}, (-1, 1)),
        ("tictactoe:", {"algorithm": "notebook", "limit": 3}, (-1, 1)),
        ("tree:[3,[1,2]]", {"algorithm": "minimax", "limit": 2}, (3, inf)),
        ("tree:[3,[1,2]]", {"algorithm": "accumulate"}, (6, 6)),
        ("tree:[3,[1,2]]", {"algorithm": "accumulate", "limit": 2}, (-inf, inf)),
    ],
)
def test_the_root_of_a_recording(source: str, options: dict[str, Any], interval: tuple[float, float]) -> None:
    assert record(source, **options).interval == interval
