"""The listing of a whole search is that of its steps, letter by letter."""

from __future__ import annotations

import pytest
from plyscope.files.sources import load
from plyscope.model.position import Outcomes, Position, Rules, State
from plyscope.model.steps import Steps
from plyscope.text.listing import as_text, listing
from plyscope.text.whole_listing import MAX_TEXTS, RepeatedTexts, repeats, whole_listing

from tests.full_traces import Trace, record
from tests.small_games import FUNCTIONS, PILE, TABLES, Pile

SEARCHES = {
    "minimax": ("tictactoe:X../.../...", "minimax", {"depth": 3}),
    "alpha-beta": ("tictactoe:.OO/XXO/.X. o", "alphabeta", {}),
    "the strict rule": ("connectfour:", "alphabeta", {"depth": 4, "cut": ">"}),
    "scores of lines": ("tictactoe:4,3,3 ..../..../....", "minimax", {"depth": 3, "score": "lines"}),
    "probes": ("hexline:random 7 3", "pvs", {"order": "center"}),
    "sums": ("hexline:random 6 3", "accumulate", {}),
    "answers of a table": ("connectfour:4453", "table", {"depth": 4}),
    "stopped": ("connectfour:", "negamax", {"depth": 4, "limit": 77}),
}


def step_by_step(trace: Trace, first: int, last: int) -> str:
    return "".join(line + "\n" for line in as_text(trace, listing(trace, first, last)))


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", SEARCHES)
def test_it_says_what_the_steps_say(name: str) -> None:
    source, algorithm, options = SEARCHES[name]
    trace = record(source, algorithm, **options)
    assert repeats(trace)
    steps = Steps(trace)
    for root in (0, 1, len(trace) // 3):
        leave = steps.leave(root)
        end = steps.count - 1 if leave is None else leave
        for last in (end, (steps.enter(root) + end) // 2, steps.enter(root)):
            assert "".join(whole_listing(trace, root, last)) == step_by_step(trace, steps.enter(root), last)


def chance(s: State) -> Outcomes:
    """The same moves of chance are not equally probable in all positions."""
    return {7: ((1, 0.5), (3, 0.5)), 5: ((1, 0.25), (3, 0.75))}.get(s[PILE], ())


def test_it_says_how_probable_a_move_of_chance_is_there() -> None:
    rules = Rules.of((*FUNCTIONS, chance), TABLES, alternates=False)
    trace = record(Position(Pile(rules), (8, 1, 0), 1), "expectimax", depth=2)
    assert repeats(trace)
    last = Steps(trace).count - 1
    assert "".join(whole_listing(trace, 0, last)) == step_by_step(trace, 0, last)


@pytest.mark.parametrize(
    ("source", "algorithm"), [("sample:tree/nine-leaves", "alphabeta"), ("tictactoe:XOX/OXO/...", "maxmin")]
)
def test_what_does_not_repeat_is_listed_step_by_step(source: str, algorithm: str) -> None:
    trace = record(load(source), algorithm)
    assert not repeats(trace)
    last = Steps(trace).count - 1
    assert "".join(whole_listing(trace, 0, last)) == step_by_step(trace, 0, last)


def test_no_more_texts_are_remembered_than_there_is_room_for() -> None:
    texts = RepeatedTexts(record("tictactoe:XOX/OX./..O x", "minimax"), 3)
    for number in range(MAX_TEXTS + 1):
        texts._remember(number, "")
    assert len(texts.texts) == 1
