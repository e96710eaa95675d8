"""A game between any two players, move by move."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND
from plyscope.play.decision import Decision
from plyscope.play.game_session import Play, usual_players
from plyscope.play.players import PlayerFailed

from tests.engine.play.brains import BAD, write
from tests.full_traces import record

LIMIT = 30.0


def answer(play: Play) -> Decision:
    play.think()
    found = play.poll(LIMIT)
    assert found is not None
    return found


def test_a_person_against_the_brain_whose_game_it_is() -> None:
    assert usual_players("connectfour") == ("human", "tutorial-depth")
    assert usual_players("tictactoe") == ("notebook", "human"), "the computer is X, whoever starts"
    assert usual_players("connectfour", to_move=2) == ("human", "tutorial-depth"), "a brain plays its own side"
    assert usual_players("chess", to_move=2)[1] == usual_players("chess")[0] == "human"
    with Play(load("connectfour:"), *usual_players("connectfour"), seed=4) as play:
        assert play.is_persons_turn
        assert play.persons == [FIRST]
        play.move("4")
        assert not play.is_persons_turn
        assert play.clock.running == SECOND
        decision = answer(play)
        trace = record("connectfour:4", "tutorial-depth", seed=4)
        assert (play.game.moves, decision.move) == (["4", trace.best_move], trace.best_move)
        assert decision.trace is not None
        assert decision.trace.signature == trace.signature
        assert play.last_decision is decision
        assert play.clock.running == FIRST
        folder = Path(decision.trace_path).parent
        assert folder.is_dir()
    assert not folder.exists(), "nothing is left behind"


def test_clicks_and_refusals() -> None:
    with Play(load("connectfour:444444")) as play, pytest.raises(InputError, match="column 4 is full"):
        play.move("4")
    with Play(load("tictactoe:X../.O./...")) as play:
        with pytest.raises(InputError, match="square 5 is taken"):
            play.move("5")
        assert play.move("9") == "c1"


def test_taking_back_the_answer_too_and_forgetting_how_it_was_found() -> None:
    with Play(load("connectfour:"), "human", "tutorial-block", seed=1) as play:
        play.move("4")
        answer(play)
        play.move("3")
        answer(play)
        assert sorted(play.decisions) == [1, 3]
        assert play.take_back() == 2
        assert play.is_persons_turn
        play.move("1")
        assert sorted(play.decisions) == [1]
        assert play.take_back() == 1
        assert play.replay() == "1"


def test_ordered_to_move_and_stopped() -> None:
    with Play(load("connectfour:"), "alphabeta:depth=40", "human") as play:
        play.think()
        assert play.poll(0.5) is None
        play.move_now()
        found = play.poll(LIMIT)
        assert found is not None
        assert not found.complete
        assert len(play.game.moves) == 1
        play.move("4")
        play.think()
        assert play.is_thinking
        play.stop()
        assert not play.is_thinking
        assert len(play.game.moves) == 2
        play.think()
        assert play.take_back() == 1, "whoever takes back does not wait for an answer"
        assert not play.is_thinking


def test_a_hint_plays_nothing() -> None:
    with Play(load("connectfour:4,4,4 112233")) as play:
        play.ask_hint()
        hint = play.poll_hint(LIMIT)
        assert hint is not None
        assert hint.move == "4"
        assert play.game.moves == []


def test_a_machine_that_fails_leaves_the_game_as_it_stood(tmp_path: Path) -> None:
    with Play(load("connectfour:"), f"{write(tmp_path, 'bad', BAD)}:crashes", "human", seed=1) as play:
        play.think()
        with pytest.raises(PlayerFailed, match="ZeroDivisionError"):
            play.poll(LIMIT)
        assert play.game.moves == []
        assert play.move_randomly() in load("connectfour:").moves()


def test_giving_up() -> None:
    with Play(load("connectfour:"), "tutorial-depth", "human") as play:
        play.think()
        play.resign()
        assert play.ending is not None
        assert (play.ending.winner, play.is_thinking, play.clock.running) == (FIRST, False, 0)


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("source", "first", "second"),
    [
        ("tictactoe:X../.O./... x", "notebook", "alphabeta"),
        ("connectfour:", "tutorial-depth:depth=1", "tutorial-sum"),
        ("hexline:random 12 3", "hexline-project", "alphabeta:depth=2"),
    ],
)
def test_machines_play_whole_games_and_the_same_again(source: str, first: str, second: str) -> None:
    games = []
    for _ in range(2):
        with Play(load(source), first, second, seed=9) as play:
            while play.ending is None:
                answer(play)
            assert len(play.decisions) == len(play.game.moves)
            games.append(play.game.moves)
    assert games[0] == games[1]
