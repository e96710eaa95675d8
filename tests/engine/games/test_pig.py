"""Pig: bounds of the game's true value, its rules against OpenSpiel's, texts, and what is refused."""

from __future__ import annotations

import random
from functools import lru_cache

import plyscope
import pytest
from plyscope.audit.verification import verify
from plyscope.games import GAMES
from plyscope.messages import InputError, OptionError
from plyscope.play.move_input import cells_of_moves

from tests import full_traces

NAME = "pig"
NEAR = 1e-9
"""How near the iteration comes to the true values."""


@lru_cache
def true_values(target: int) -> dict[tuple[int, int, int], float]:
    """The chance to win of the side to move, by both scores and the turn's total: its own score first.

    Values are iterated until they stand, sums of both scores from the largest down: a turn never lowers a score.
    """
    chances = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}
    for total in range(2 * target - 2, -1, -1):
        pairs = [(i, total - i) for i in range(target) if 0 <= total - i < target]
        change = 1.0
        while change > 1e-12:
            change = 0.0
            for i, j in pairs:
                lost = 1 - chances[j, i, 0]
                for k in range(target - i - 1, -1, -1):
                    rolls = (1.0 if i + k + face >= target else chances[i, j, k + face] for face in range(2, 7))
                    new = max(1 - chances[j, i + k, 0], (lost + sum(rolls)) / 6)
                    change = max(change, abs(new - chances[i, j, k]))
                    chances[i, j, k] = new
    return chances


def true_value(target: int, own: int, other: int, total: int) -> float:
    """1 for a win and -1 for a loss, for the side to move. With the target in reach it holds and wins."""
    return 1.0 if own + total >= target else 2 * true_values(target)[own, other, total] - 1


@pytest.mark.parametrize(("target", "count"), [(8, 6), pytest.param(20, 60, marks=pytest.mark.full)])
def test_both_scorings_of_the_horizon_bracket_the_values_of_iteration(target: int, count: int) -> None:
    """The bounds close in with the depth, and a move whose bounds are above those of the other is the true one."""
    draw, certain = random.Random(target), 0
    for number in range(count):
        own, other, total = (draw.choice([0, *range(2, target)]) for _ in range(3)) if number else (0, 0, 0)
        total = total if own + total < target else 0
        true, hold = true_value(target, own, other, total), -true_value(target, other, own + total, 0)
        before = (-1.0, 1.0)
        for depth in (3, 5, 6) if count < 10 else (3, 5, 6, 8):
            source = f"{NAME}:{target} {own}:{other} +{total}"
            low, high = (
                full_traces.record(source, depth=depth, score=score, star1=depth % 2 == 1 or None)
                for score in ("pessimist", "optimist")
            )
            verify(low)
            assert before[0] - NEAR <= low.value <= true + NEAR, (source, depth)
            assert true - NEAR <= high.value <= before[1] + NEAR, (source, depth)
            before = low.value, high.value
            least, most = ({move: value for move, value, *_ in trace.root_moves} for trace in (low, high))
            if depth % 2 == 0 and least["roll"] > most["hold"] + NEAR:
                certain += 1
                assert hold < true - NEAR, source
            elif depth % 2 == 0 and least["hold"] > most["roll"] + NEAR:
                certain += 1
                assert hold == pytest.approx(true), source
    assert certain > count // 4


@pytest.mark.full
def test_rules_and_values_are_those_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    theirs, draw = pyspiel.load_game("pig(winscore=20)"), random.Random(5)
    for _ in range(60):
        position, state = plyscope.load(f"{NAME}:20"), theirs.new_initial_state()
        while not position.is_over:
            if position.is_chance:
                chances = [[one for _, one in outcomes] for outcomes in (position.outcomes(), state.chance_outcomes())]
                assert chances[0] == chances[1]
                number = draw.randrange(6)
                position = position.play(str(number + 1))
                state.apply_action(state.chance_outcomes()[number][0])
            else:
                assert state.current_player() == position.side_to_move - 1
                assert position.moves() == [("roll", "hold")[action] for action in state.legal_actions()]
                number = draw.choice([action for action in (0, 0, 1) if action in state.legal_actions()])
                position = position.play(("roll", "hold")[number])
                state.apply_action(number)
            assert position.is_over == state.is_terminal()
        assert state.returns()[0] == position.game.rules.outcome(list(position.state))
        actions = state.history()[: draw.randrange(8, 14)]
        played = plyscope.load(f"openspiel:pig(winscore=20) {' '.join(map(str, actions))}")
        position, state = plyscope.load(f"{NAME}:20"), theirs.new_initial_state()
        for action in actions:
            position = position.play(str(action + 1) if position.is_chance else ("roll", "hold")[action])
        ours, other = (full_traces.record(one, "expectimax", depth=4) for one in (position, played))
        assert (ours.value, len(ours)) == (other.value, len(other))


def test_a_turn_and_its_end() -> None:
    position = plyscope.load(f"{NAME}:20")
    assert position.text == "20 0:0 first"
    rolled = position.play("roll")
    assert (rolled.to_move, "".join(rolled.moves()), rolled.text) == ("chance", "123456", "20 0:0 rolls first")
    assert rolled.play("5", "roll", "6").text == "20 0:0 +11 first"
    assert rolled.play("5", "roll", "1").text == "20 0:0 second"
    assert rolled.play("5", "hold").text == "20 5:0 second"
    won = rolled.play("6", "roll", "6", "roll", "6", "roll", "2", "hold")
    assert (won.text, won.is_over, won.game.rules.outcome(list(won.state))) == ("20 20:0 second", True, 1)


def test_what_the_notes_of_the_samples_say() -> None:
    def moves(name: str, text: str = "", **options: object) -> dict[str, float]:
        position = plyscope.load(f"sample:{name}")
        trace = full_traces.record(plyscope.load(f"{NAME}:{text}") if text else position, **position.options | options)
        return {move: round(value, 4) for move, value, *_ in trace.root_moves}

    assert moves("pig/hold-at-20") == {"roll": 0.2083, "hold": 0.21}
    assert moves("pig/hold-at-20", "100 40:40 +20") == {"roll": 0.2, "hold": 0.2}
    assert [max(found, key=lambda move: found[move]) for found in (
        moves("pig/hold-at-20", "100 40:40 +19"),
        moves("pig/hold-at-20", depth=4),
        moves("pig/too-late-to-hold", depth=2),
        moves("pig/too-late-to-hold"),
    )] == ["roll", "roll", "hold", "roll"]  # fmt: skip
    assert moves("pig/too-late-to-hold", depth=6) == {"roll": 0.3541, "hold": -0.4278}
    assert moves("pig/between-two-bounds")["roll"] == 0.5556
    plain = moves("pig/between-two-bounds", score="optimist")
    assert plain == {"roll": 0.7222, "hold": -0.6667}
    traces = [full_traces.record(plyscope.load("sample:pig/between-two-bounds"), star1=star1) for star1 in (None, True)]
    assert [len(trace) for trace in traces] == [137, 71]


@pytest.mark.full
def test_the_true_value_that_a_note_says() -> None:
    assert round(true_value(20, 10, 18, 6), 4) == 0.6025


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "20 first 3:4",
            "a position of pig is a target, as in 100, or also scores, the total of the turn and its side, as in "
            "100 34:51 +12 first; not 20 first 3:4",
        ),
        ("0", "a target is from 1 to 1000, not 0"),
        ("5000 1:1", "a target is from 1 to 1000, not 5000"),
        ("20 1:4", "a score of 1 is not possible: a roll of 1 does not count"),
        ("20 26:4", "26 points are too many: a side that has 20 holds"),
        ("20 12:4 +14", "26 points are too many: a side that has 20 holds"),
        ("20 12:4 +8 rolls", "20 points are too many: a side that has 20 holds"),
        ("20 20:21", "both sides have 20 or more, but the game ends with the first"),
        ("20 20:7 +4", "a side has 20 or more, so that the game is over and nobody rolls"),
        ("20 20:7 first", "a side has 20 or more, so that the game is over and nobody rolls"),
    ],
)
def test_what_is_no_position(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as caught:
        GAMES[NAME].read(text)
    assert str(caught.value) == complaint


def test_searches_need_a_depth_and_know_chance() -> None:
    with pytest.raises(OptionError, match=r"^a depth is needed: how long a game of pig can be is not known$"):
        full_traces.record(f"{NAME}:")
    with pytest.raises(OptionError, match=r"^alphabeta is for games without chance$"):
        full_traces.record(f"{NAME}:", "alphabeta", depth=2)


def test_a_click_on_the_die_rolls_and_one_on_the_score_holds() -> None:
    position = plyscope.load(f"{NAME}:20 3:7 +5 second")
    assert cells_of_moves(position) == {"roll": frozenset({(2, 1)}), "hold": frozenset({(0, 1)})}
    board = position.play("roll", "1").board(8 * 5 + 1)
    assert (board.labels[2, 1], board.labels[1, 0], board.labels[1, 1]) == ("1", "0", "")
