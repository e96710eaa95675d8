"""The laws: nothing is said of searches that are right, and each planted mistake is named at its first frame.

The falsified recordings are foreign ones: columns, and nothing that declares what the search does. What should be found
is worked out frame by frame here, with plain loops.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from math import inf
from typing import Any

import numpy as np
import plyscope
import pytest
from plyscope.audit.deviation import Deviation, Weight, of_weight
from plyscope.audit.laws import LAWS, audit
from plyscope.files.json_lines import read_lines
from plyscope.messages import InputError
from plyscope.model.columns import HORIZON, INNER, TERMINAL
from plyscope.model.declaration import CHANCE
from plyscope.model.imported import imported_plan, shown_options
from plyscope.model.origin import Imported
from plyscope.model.recorded_game import recorded_position
from plyscope.model.trace import Trace
from plyscope.recording.plan import ALGORITHMS
from plyscope.text.audited import SENTENCES

from tests import full_traces

SOURCES = (
    "sample:tree/textbook",
    "tictactoe:X../.O./...",
    "connectfour:4453",
    "pig:12",
    "kalah:3,2",
    "hexline:../.1/#. 2",
)
WAYS = ({}, {"cut": ">"}, {"fail": "hard"}, {"order": "best"}, {"limit": 300})


def mistakes(trace: Trace) -> list[Deviation]:
    return [one for one in audit(trace) if one.weight is not Weight.FLAG]


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("source", SOURCES)
def test_our_own_searches_break_no_law(source: str) -> None:
    recorded = 0
    for name in ALGORITHMS:
        for options in WAYS:
            try:
                trace = full_traces.record(source, algorithm=name, **{"depth": 3, "limit": 3_000} | options)
            except InputError:
                continue  # a search that does not read the option, or not for this game
            assert mistakes(trace) == [], (name, options)
            recorded += 1
    assert recorded > 5


def foreign(trace: Trace, **changed: np.ndarray) -> Trace:
    """A recording as another program would have written it: its columns and no more, on a game that nobody knows."""
    columns = {name: changed.get(name, trace.column(name)).copy() for name in trace.columns}
    pruned = [number for frame in range(len(trace)) for number in trace.pruned_moves(frame)]
    texts = tuple(f"m{number}" for number in range(200))
    beside = Imported(np.array(pruned, np.int32), texts, probabilities=trace.origin.probabilities)
    position = recorded_position("a game", "start", "first", columns, beside)
    return Trace(columns, imported_plan(position, shown_options(columns)), origin=beside)


def random_trace(draw: random.Random, algorithm: str = "alphabeta", **options: Any) -> Trace:
    def node(depth: int) -> object:
        return draw.randrange(-20, 20) if not depth else [node(depth - 1) for _ in range(draw.choice((2, 3, 4)))]

    return full_traces.record(f"tree:{json.dumps(node(4))}", algorithm=algorithm, **options)


def children(trace: Trace, frame: int) -> Iterator[int]:
    child = frame + 1
    while child < frame + int(trace.column("size")[frame]):
        yield child
        child += int(trace.column("size")[child])


def window_due(trace: Trace, child: int) -> tuple[float, float]:
    """The window in effect when a child was called, by plain loops."""
    frame = int(trace.column("parent")[child])
    low, high = float(trace.column("alpha")[frame]), float(trace.column("beta")[frame])
    for one in children(trace, frame):
        if one == child:
            break
        value = float(trace.column("value")[one])
        low, high = (max(low, value), high) if trace.column("kind")[frame] == 1 else (low, min(high, value))
    return low, high


@pytest.mark.spread(3)
@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax", "pvs", "minimax"])
@pytest.mark.parametrize("fail", ["soft", "hard"])
def test_nothing_is_said_of_foreign_recordings_that_are_right(algorithm: str, fail: str) -> None:
    draw = random.Random(f"{algorithm} {fail}")
    options = {} if algorithm == "minimax" else {"fail": fail}
    for _ in range(30):
        trace = random_trace(draw, algorithm, **options)
        assert audit(foreign(trace)) == []


def falsified_value(draw: random.Random, trace: Trace) -> tuple[dict[str, np.ndarray], tuple[str, int]] | None:
    """A value that the children do not give, of the only frame that is wrong then."""
    value = trace.column("value").copy()
    inner = [frame for frame in range(len(trace)) if trace.statuses[frame] == INNER]
    frame = 0 if draw.random() < 0.3 else draw.choice(inner)
    parent = trace.parents[frame]
    best = [trace.values[child] for child in children(trace, frame)]
    value[frame] = draw.choice([best[0] + 100.5, best[0] - 100.5])
    if parent >= 0 and (value[frame] < 0) != (trace.kinds[parent] == 1):
        return None  # the parent would have taken it
    return {"value": value}, ("fold", frame)


def falsified_by_one(draw: random.Random, trace: Trace) -> tuple[dict[str, np.ndarray], tuple[str, int]] | None:
    """A value one nearer to zero, as that of a mate is, where another frame takes one as large as it stands."""
    value = trace.column("value").copy()
    inside = [
        frame
        for frame in range(1, len(trace))
        if trace.statuses[frame] == INNER
        and all(abs(value[frame] - end) > 1 for end in (trace.alphas[frame], trace.betas[frame]))
    ]
    frame = draw.choice(inside or [0])
    larger = [other for other in inside if other != frame and abs(value[other]) >= abs(value[frame])]
    parent, old = trace.parents[frame], value[frame]
    if not larger or abs(old) < 2 or value[parent] == old or frame + trace.sizes[frame] < parent + trace.sizes[parent]:
        return None
    value[frame] -= 1 if old > 0 else -1
    gained = value[frame] - value[parent]
    return None if (gained if trace.kinds[parent] == 1 else -gained) > 0 else ({"value": value}, ("fold", frame))


def falsified_window(draw: random.Random, trace: Trace) -> tuple[dict[str, np.ndarray], tuple[str, int]] | None:
    """A call that gets the whole range where its parent has a bound."""
    alpha, beta = trace.column("alpha").copy(), trace.column("beta").copy()
    leaves = [frame for frame in range(1, len(trace)) if trace.sizes[frame] == 1]
    frame = draw.choice(leaves)
    low, high = window_due(trace, frame)
    if (low, high) == (-inf, inf):
        return None
    parent = trace.parents[frame]
    own, moved = (low, trace.alphas[parent]) if trace.kinds[parent] == 1 else (high, trace.betas[parent])
    far = high if trace.kinds[parent] == 1 else low
    alpha[frame], beta[frame] = -inf, inf
    return {"alpha": alpha, "beta": beta}, ("narrow" if own != moved and abs(far) == inf else "pass", frame)


def falsified_cut(draw: random.Random, trace: Trace) -> tuple[dict[str, np.ndarray], tuple[str, int]] | None:
    """Moves left where the window is open."""
    frames = [
        frame
        for frame in range(len(trace))
        if trace.statuses[frame] == INNER
        and not trace.skips[frame]
        and trace.alphas[frame] < trace.values[frame]
        and trace.values[frame] < trace.betas[frame]
    ]
    leaves = [trace.values[frame] for frame in range(len(trace)) if trace.sizes[frame] == 1]
    frames = [frame for frame in frames if trace.values[frame] not in (max(leaves), min(leaves))]
    if not frames:
        return None
    frame, skipped = draw.choice(frames), trace.column("skipped").copy()
    skipped[frame] = 1
    return {"skipped": skipped}, ("leave", frame)


def falsified_stay(draw: random.Random, trace: Trace) -> tuple[dict[str, np.ndarray], tuple[str, int]] | None:
    """One more move that is tried after a cutoff, and changes no value."""
    cut = [frame for frame in range(len(trace)) if trace.statuses[frame] == INNER and trace.skips[frame]]
    if not cut:
        return None
    frame = draw.choice(cut)
    late, is_max = frame + trace.sizes[frame], trace.kinds[frame] == 1
    worse = trace.values[frame] - 1 if is_max else trace.values[frame] + 1
    ends = {name: float(trace.column(name)[frame]) for name in ("alpha", "beta")}
    ends["alpha" if is_max else "beta"] = trace.values[frame]
    leaf = {"parent": frame, "move": 199, "ply": trace.plies[frame] + 1, "kind": 1 - trace.kinds[frame]}
    leaf |= {"status": TERMINAL, "value": worse, "size": 1, "skipped": 0} | ends
    columns = {name: np.insert(trace.column(name), late, leaf[name]) for name in trace.columns}
    columns["parent"][columns["parent"] >= late] += 1
    while frame >= 0:
        columns["size"][frame] += 1
        frame = trace.parents[frame]
    return columns, ("stay", late)


@pytest.mark.parametrize("times", [25, pytest.param(1_000, marks=pytest.mark.full)])
@pytest.mark.parametrize(
    "falsified", [falsified_value, falsified_by_one, falsified_window, falsified_cut, falsified_stay]
)
def test_a_planted_mistake_is_named_at_its_frame(falsified: Any, times: int) -> None:
    draw, tried = random.Random(falsified.__name__), 0
    while tried < times:
        trace = random_trace(draw)
        found = falsified(draw, trace)
        if found is None:
            continue
        changed, (law, frame) = found
        wrong = foreign(trace, **changed)
        first = {(one.law, one.frame) for one in audit(wrong) if one.weight is not Weight.FLAG}
        assert (law, frame) in first
        assert {at for name, at in first if name == law} == {frame}
        tried += 1


def on_its_game(trace: Trace, **changed: np.ndarray) -> Trace:
    """A recording as another program would have written it, on a game whose rules are known."""
    columns = {name: changed.get(name, trace.column(name)).copy() for name in trace.columns}
    pruned = [number for frame in range(len(trace)) for number in trace.pruned_moves(frame)]
    beside = Imported(np.array(pruned, np.int32), None)
    return Trace(columns, imported_plan(trace.position, shown_options(columns)), origin=beside)


def random_position(draw: random.Random) -> plyscope.Position:
    """A tic-tac-toe position after a few moves, which is not over."""
    position = plyscope.load("tictactoe:")
    for _ in range(draw.randrange(3, 6)):
        state = list(position.state)
        position.game.rules.play(state, draw.choice(position.legal_moves()))
        position = replace(position, state=tuple(state), as_played="")
        if position.is_over:
            return random_position(draw)
    return position


@pytest.mark.parametrize("times", [30, pytest.param(1_000, marks=pytest.mark.full)])
def test_a_wrong_side_is_named(times: int) -> None:
    draw = random.Random(11)
    for _ in range(times):
        trace = full_traces.record(random_position(draw), depth=2)
        frames = [frame for frame in range(len(trace)) if trace.statuses[frame] == HORIZON]
        if not frames:
            continue
        frame, kind = draw.choice(frames), trace.column("kind").copy()
        kind[frame] = 1 - kind[frame]
        [bug] = mistakes(on_its_game(trace, kind=kind))
        assert (bug.law, bug.frame, bug.recorded, bug.due) == (
            "side",
            frame,
            {"kind": kind[frame]},
            {"kind": 1 - kind[frame]},
        )


@pytest.mark.parametrize("times", [15, pytest.param(1_000, marks=pytest.mark.full)])
def test_an_end_that_is_none_and_a_win_that_counts_as_a_loss_are_named(times: int) -> None:
    draw, named = random.Random(12), 0
    while named < times:
        trace = full_traces.record(random_position(draw), algorithm="minimax")
        assert mistakes(on_its_game(trace)) == []
        ends = [frame for frame in range(len(trace)) if trace.statuses[frame] == TERMINAL]
        won = [frame for frame in ends if trace.values[frame] == 1]
        before = [frame for frame in ends if trace.values[frame] < 1]
        if not won or not before or before[0] > won[-1]:
            continue
        frame, value = won[-1], trace.column("value").copy()
        value[frame] = -2
        found = mistakes(on_its_game(trace, value=value))
        assert ("leaf", "order", frame) in [(one.law, one.way, one.frame) for one in found]
        cut_short = full_traces.record(trace.position, algorithm="minimax", depth=1)
        status = cut_short.column("status").copy()
        horizon = np.flatnonzero(status == HORIZON)
        if len(horizon):
            status[horizon[0]] = TERMINAL
            found = mistakes(on_its_game(cut_short, status=status))
            assert ("leaf", "not_over", horizon[0]) in [(one.law, one.way, one.frame) for one in found]
        named += 1


def chance_tree(draw: random.Random, plies: int = 4) -> object:
    if plies < 4 and (not plies or draw.random() < 0.15):
        return draw.randrange(-9, 10)
    if plies < 4 and draw.random() < 0.4:
        shares = [draw.randrange(1, 4) for _ in range(draw.choice((2, 3)))]
        return {"chance": [[f"{share}/{sum(shares)}", chance_tree(draw, plies - 1)] for share in shares]}
    return [chance_tree(draw, plies - 1) for _ in range(draw.choice((2, 3)))]


@pytest.mark.spread(4)
@pytest.mark.parametrize("times", [40, pytest.param(1_000, marks=pytest.mark.full)])
@pytest.mark.parametrize("star1", [False, True])
def test_of_foreign_means_wrong_ones_alone_are_named(star1: bool, times: int) -> None:
    """Star1 gives an outcome the window beyond which the mean leaves its own: a mean of such bounds is a bound."""
    draw, tried = random.Random(f"means {star1}"), 0
    while tried < times:
        options = {"star1": True} if star1 else {}
        trace = full_traces.record(f"tree:{json.dumps(chance_tree(draw))}", algorithm="expectimax", **options)
        assert mistakes(foreign(trace)) == []
        kind, parent = trace.column("kind"), trace.column("parent")
        means = [frame for frame in range(1, len(trace)) if kind[frame] == CHANCE and kind[parent[frame]] != CHANCE]
        means = [frame for frame in means if trace.statuses[frame] == INNER and not trace.skips[frame]]
        if not means:
            continue
        frame, value = draw.choice(means), trace.column("value").copy()
        value[frame] += draw.choice((-0.517, 0.271, 1.013))  # no bound lies so far from a mean of whole numbers
        named = {(one.law, one.way) for one in mistakes(foreign(trace, value=value)) if one.frame == frame}
        assert ("fold", "mean") in named
        tried += 1


def test_a_mean_of_values_that_are_only_bounds_is_named_at_the_outcome() -> None:
    """A window handed down through chance as if it were a side: 0 is sure, and x is only known to be at most -1."""
    lines = [
        '{"format":"plyscope-trace","version":2,"game":"g","position":"p"}',
        '{"ev":"enter","id":0,"kind":"max"}',
        '{"ev":"enter","id":1,"parent":0,"move":"a","kind":"min"}',
        '{"ev":"leave","id":1,"value":0,"status":"terminal"}',
        '{"ev":"enter","id":2,"parent":0,"move":"b","kind":"chance","alpha":0}',
        '{"ev":"enter","id":3,"parent":2,"move":"x","kind":"min","alpha":0,"probability":0.5}',
        '{"ev":"enter","id":4,"parent":3,"move":"y","kind":"max","alpha":0}',
        '{"ev":"leave","id":4,"value":-1,"status":"terminal"}',
        '{"ev":"leave","id":3,"value":-1,"pruned":["z"]}',
        '{"ev":"enter","id":5,"parent":2,"move":"w","kind":"min","alpha":0,"probability":0.5}',
        '{"ev":"leave","id":5,"value":9,"status":"terminal"}',
        '{"ev":"leave","id":2,"value":4}',
        '{"ev":"leave","id":0,"value":4}',
    ]
    (found,) = mistakes(read_lines(BytesIO("\n".join(lines).encode())))
    assert (found.law, found.way, found.frame) == ("pass", "mean", 3)


def test_a_call_after_the_window_has_closed_is_waste() -> None:
    """Alpha-beta under the strict rule goes on where α meets β, which is no waste; beyond that it is."""
    draw, found = random.Random(7), 0
    for _ in range(80):
        trace = random_trace(draw, cut=">")
        late = [
            child
            for frame in range(len(trace))
            for child in children(trace, frame)
            if (due := window_due(trace, child))[0] == due[1] and child != frame + 1
        ]
        cuts_where_met = any(
            trace.skips[frame] and trace.values[frame] in (trace.alphas[frame], trace.betas[frame])
            for frame in range(len(trace))
        )
        assert not cuts_where_met
        assert audit(foreign(trace)) == []
        if late:
            alpha, beta = (trace.column(name).copy() for name in ("alpha", "beta"))
            frame = trace.parents[late[0]]
            # As if the parent's bound had been one stricter, so that α is beyond β and not only met.
            if trace.kinds[frame] == 1 and abs(beta[frame]) < inf:
                beta[frame] -= 0.5
            elif trace.kinds[frame] == 0 and abs(alpha[frame]) < inf:
                alpha[frame] += 0.5
            else:
                continue
            stays = [one for one in audit(foreign(trace, alpha=alpha, beta=beta)) if one.law == "stay"]
            assert [one.frame for one in stays] == [late[0]]
            found += 1
    assert found > 5


def test_every_law_has_a_sentence_for_each_way_and_no_other() -> None:
    of_user_code = {"restore", "own bound", "answer", "played"}
    assert {law for law, _ in SENTENCES} == {law.name for law in LAWS} | of_user_code


def test_a_static_score_may_leave_a_window_of_one_point() -> None:
    lines = [
        '{"format":"plyscope-trace","version":3,"game":"g","position":"p"}',
        '{"ev":"enter","id":0,"kind":"min","alpha":3,"beta":9,"tags":["stand_pat"]}',
        '{"ev":"enter","id":1,"parent":0,"move":"a","kind":"max","alpha":3,"beta":4}',
        '{"ev":"leave","id":1,"value":4}',
        '{"ev":"leave","id":0,"value":4}',
    ]
    assert mistakes(read_lines(BytesIO("\n".join(lines).encode()))) == []
    without = "\n".join(lines).replace(',"tags":["stand_pat"]', "")
    assert [(one.law, one.frame) for one in mistakes(read_lines(BytesIO(without.encode())))] == [("pass", 1)]


def test_values_that_fall_towards_a_mate_are_flagged() -> None:
    """Three calls one after the other each return one less than the best below, above everything else: a mate."""
    heading = '{"format":"plyscope-trace","version":1,"game":"g","position":"p"}'

    def enter(number: int, parent: int | None, move: str | None, kind: str) -> str:
        return json.dumps({"ev": "enter", "id": number, "parent": parent, "move": move, "kind": kind})

    lines = [
        heading,
        enter(0, None, None, "max"),
        *(enter(ply, ply - 1, "a", "min" if ply % 2 else "max") for ply in (1, 2, 3)),
        '{"ev":"leave","id":3,"value":1000}',
        enter(4, 2, "b", "min"),
        '{"ev":"leave","id":4,"value":5}',
        *(f'{{"ev":"leave","id":{ply},"value":{997 + ply}}}' for ply in (2, 1, 0)),
    ]
    found = audit(read_lines(BytesIO("\n".join(lines).encode())))
    assert [(one.way, one.weight, one.count) for one in found] == [("mate", Weight.FLAG, 3)]
    one_wrong = read_lines(BytesIO("\n".join(lines).replace('"value":998', '"value":990').encode()))
    assert [(one.law, one.frame) for one in of_weight(Weight.BUG, audit(one_wrong))][:1] == [("fold", 1)]
    # A mate is worth less the farther away it is, never more.
    grows = read_lines(BytesIO("\n".join(lines).replace('"value":997', '"value":999').encode()))
    assert [(one.law, one.frame) for one in of_weight(Weight.BUG, audit(grows))] == [("fold", 0)]
