"""Games in which sides do not alternate: the searches ask whose move it is, or refuse."""

from __future__ import annotations

import random
from typing import Any

import pytest
from plyscope.audit.verification import verify
from plyscope.messages import InputError, OptionError
from plyscope.model.declaration import MAX, MIN, Windows
from plyscope.model.position import Position, State
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.search import SEARCHES
from plyscope.search.learned_orders import LEARNED_ORDERS

from tests.small_games import Pile, outcome, pile, play, thicket, to_move

ASKING = [search.name for search in SEARCHES.values() if search.asking and not search.stands_pat]


def value(s: State, max_side: int) -> float:
    if s[0] == 0:
        return outcome(s) if max_side == 1 else -outcome(s)
    below = []
    for move in range(1, min(3, s[0]) + 1):
        after = list(s)
        play(after, move)
        below.append(value(after, max_side))
    return max(below) if to_move(s) == max_side else min(below)


@pytest.mark.parametrize("algorithm", ASKING)
def test_a_side_may_move_again(algorithm: str) -> None:
    for count in range(1, 9):
        for max_side in (1, 2):
            position = pile(count, max_side=max_side)
            trace = run(plan(position, {"algorithm": algorithm}))
            assert trace.value == value(list(position.state), max_side)
            verify(trace)
            movers = [position.game.rules.to_move(trace.state(frame)) for frame in range(len(trace))]
            assert list(trace.kinds) == [MAX if mover == max_side else MIN for mover in movers]
            low, high = trace.intervals.columns
            # Of rounds that go deeper and deeper, only the last one sees the end of the game.
            whole = range((trace.rounds or (0,))[-1], len(trace))
            assert all(low[frame] <= value(trace.state(frame), max_side) <= high[frame] for frame in whole)


def worth(position: Position, state: State, depth: float, known: dict[tuple[int, float], float]) -> float:
    """The value of a place to a depth by the definition: its number at the horizon, else the best that its side has."""
    rules, key = position.game.rules, (state[0], depth)
    if key not in known:
        if depth == 0 or rules.is_over(state):
            known[key] = rules.outcome(state)
        else:
            below = [worth(position, [place], depth - 1, known) for place in rules.moves(state)]
            known[key] = max(below) if rules.to_move(state) == position.max_side else min(below)
    return known[key]


def random_options(algorithm: str, draw: random.Random) -> dict[str, Any]:
    """Some options that a search reads; an order is learned where it cuts."""
    search = SEARCHES[algorithm]
    learns = search.windows is not Windows.NONE and not search.takes_chance
    choices = {
        "order": ("given", "reverse", "random", "best", *(LEARNED_ORDERS if learns else ())),
        "cut": (">=", ">"),
        "fail": ("soft", "hard"),
        "table_size": (None, 1, 7),
    }
    return {name: draw.choice(values) for name, values in choices.items() if name in search.reads}


@pytest.mark.parametrize("count", [40, pytest.param(600, marks=pytest.mark.full)])
@pytest.mark.parametrize("algorithm", ASKING)
def test_value_move_and_intervals_against_brute_force(algorithm: str, count: int) -> None:
    draw, again, hits = random.Random(f"{algorithm} {count}"), 0, 0
    for _ in range(count):
        position, known = thicket(draw), dict[tuple[int, float], float]()
        depth = draw.randrange(6)
        options = random_options(algorithm, draw)
        trace = run(plan(position, {"algorithm": algorithm, "depth": depth, **options}))
        verify(trace)
        true = worth(position, list(position.state), depth, known)
        assert (trace.value, trace.interval, trace.bound) == (true, (true, true), "exact"), options
        if trace.best_move is not None:
            assert worth(position, [int(trace.best_move)], depth - 1, known) == true
        for frame in range(bool(trace.rounds), len(trace)):
            true = worth(position, trace.state(frame), trace.depth_left(frame), known)
            assert all(low <= true <= high for low, high in trace.intervals.after_each(frame)), (options, frame)
            low, high = trace.interval_of(frame)
            assert low <= true <= high, (options, frame)
        again += sum(trace.kinds[frame] == trace.kinds[trace.parents[frame]] for frame in range(1, len(trace)))
        hits += len(trace.origin.hits.frames)
    assert again > count
    assert (hits > count / 5) is SEARCHES[algorithm].has_table


def test_only_the_text_of_these_games_changes() -> None:
    for name in ASKING:
        asked = plan(pile(4), {"algorithm": name})
        text = asked.search.text(asked.options)
        assert "max_to_move(s)" in text
        assert "not maximizing" not in text
        assert "max_to_move" not in SEARCHES[name].text({})


def test_a_wrong_side_is_found() -> None:
    trace = run(plan(pile(5), {"algorithm": "minimax"}))
    for frame in (0, 1, len(trace) - 1):
        kinds = trace.column("kind").copy()
        kinds[frame] = 1 - kinds[frame]
        with pytest.raises(InputError, match=r"wrong side|does not follow"):
            verify(Trace(**{**trace.parts, "columns": {**trace.columns, "kind": kinds}}))


@pytest.mark.parametrize("algorithm", ["negamax", "pvs", "maxmin", "accumulate"])
def test_searches_that_change_sides_refuse(algorithm: str) -> None:
    with pytest.raises(OptionError, match=f"{algorithm} needs sides that move in turn; in pile a side may move again"):
        plan(pile(4), {"algorithm": algorithm})


def test_searches_without_chance_refuse() -> None:
    position = pile(4, with_chance=True)
    assert isinstance(position.game, Pile)
    for search in SEARCHES.values():
        if not search.takes_chance:
            with pytest.raises(OptionError, match=f"{search.name} is for games without chance"):
                plan(position, {"algorithm": search.name})
