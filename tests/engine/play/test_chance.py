"""Games in which chance moves by itself, from the seed of the game."""

from __future__ import annotations

from collections import Counter

import pytest
from plyscope.analysis.growth import usual_searches
from plyscope.batch import batch
from plyscope.files.sources import load
from plyscope.model.shuffle import drawn, random_words
from plyscope.play.game_file import as_text, read_game, saved_game
from plyscope.play.game_session import Play, usual_players
from plyscope.play.match import prepare
from plyscope.play.match_workers import Machine, play_game
from plyscope.play.played_game import PlayedGame

PIG = "openspiel:pig(winscore=8)"
SEARCH = "expectimax:depth=2"


def test_outcomes_are_drawn_as_often_as_their_probability_says() -> None:
    words = random_words(1, [])
    found = Counter(drawn([(7, 0.5), (8, 0.25), (9, 0.25)], words) for _ in range(4000))
    assert set(found) == {7, 8, 9}
    assert abs(found[7] - 2000) < 150
    assert abs(found[8] - 1000) < 150


@pytest.mark.full
def test_chance_moves_after_a_person_and_is_taken_back_with_the_move_before_it() -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    with Play(load(PIG), seed=3) as play:
        play.move("roll")
        moves = play.game.moves
        assert len(moves) == 2
        assert [play.game.mover(number) for number in range(2)] == [1, 0]
        assert play.last_by_machine(2) is None
        assert play.take_back() == 2
        assert play.replay() == "roll"
        assert play.game.moves == moves, "the same seed and the same moves give the same game"
        again = read_game(as_text(saved_game(play))).play()
        assert again.game.moves == moves
        again.close()
    with Play(load(f"{PIG} 0"), *usual_players("openspiel", has_chance=True), seed=3) as play:
        assert not play.position.is_chance, "chance has the first move"
        assert play.game.mover(0) == 0
        assert play.take_back() == 0


@pytest.mark.full
def test_expectimax_grows_and_is_searched_in_batches_where_none_is_named() -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    position = load(PIG)
    searches = usual_searches(position)
    assert searches == ("expectimax", "expectimax:star1=yes")
    assert [task["search"] for task in batch.prepare([(PIG, position)], (), (1, 2), 1000).tasks] == list(searches)


@pytest.mark.full
def test_a_match_rolls_the_same_dice_for_both_sides_of_an_opening() -> None:
    pytest.importorskip("pyspiel", reason="the extra openspiel is not installed")
    match = prepare(load(PIG), SEARCH, SEARCH, 2, seed=5)
    machines = {name: Machine(match.settings, name) for name in ("a", "b")}
    lines = [play_game(match.task(number), match.settings, machines) for number in range(2)]
    assert lines[0]["moves"] == lines[1]["moves"]
    game = PlayedGame(match.start, lines[0]["moves"].split())
    by_chance = [number for number in range(len(game.moves)) if game.mover(number) == 0]
    assert by_chance
    assert lines[0]["a"]["moves"] + lines[0]["b"]["moves"] == len(game.moves) - len(by_chance)
    assert game.ending is not None
