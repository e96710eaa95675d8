"""Games in which sides do not alternate: the searches ask whose move it is, or refuse."""

from __future__ import annotations

import pytest
from plyscope.messages import InputError, OptionError
from plyscope.model.declaration import MAX, MIN
from plyscope.model.position import State
from plyscope.model.trace import Trace
from plyscope.recording.plan import plan
from plyscope.recording.record import run
from plyscope.recording.verification import verify
from plyscope.search import SEARCHES

from tests.small_games import Pile, outcome, pile, play, to_move

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
