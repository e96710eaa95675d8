"""What a match is, and that its games follow from that."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError
from plyscope.play.match import Match, prepare

from tests.engine.play.brains import write

START = load("connectfour:")


def match(**changed: object) -> Match:
    settings: dict[str, object] = {"openings_named": "random:3", "seed": 5} | changed
    return prepare(START, "tutorial-block", "tutorial-sum", 20, **settings)  # type: ignore[arg-type]


def test_two_games_share_an_opening_with_sides_swapped() -> None:
    tasks = [match().task(number) for number in range(20)]
    for even, odd in zip(tasks[::2], tasks[1::2], strict=True):
        assert (even["opening"], even["seeds"]) == (odd["opening"], odd["seeds"])
        assert (even["first"], odd["first"]) == ("a", "b")
    assert len({task["opening"] for task in tasks}) == 10
    assert len({task["seeds"]["a"] for task in tasks}) == 10
    assert all(task["seeds"]["a"] != task["seeds"]["b"] for task in tasks)


def test_all_follows_from_the_seed() -> None:
    assert match().task(7) == match().task(7)
    assert match().task(7) != match(seed=6).task(7)
    assert match().header == match().header
    assert match().header != match(seconds=3.0).header


def test_what_is_left_to_play() -> None:
    assert match().left([{"number": 3}, {"number": 0}]) == [1, 2, *range(4, 20)]
    for wrong in ([{"number": 3}, {"number": 3}], [{"number": 20}], [{}]):
        with pytest.raises(InputError, match="a repeated game, or one that is not of this match"):
            match().left(wrong)


def test_the_header_knows_a_file_that_has_changed(tmp_path: Path) -> None:
    headers = []
    for text in ("def choose(position): return '1'", "def choose(position): return '2'"):
        brain = write(tmp_path, "brain", text)
        headers.append(prepare(START, brain, "tutorial-sum", 2).header)
    assert headers[0] != headers[1]


@pytest.mark.parametrize(
    ("a", "complaint"),
    [
        ("human", "a match is for machines"),
        ("{folder}/broken.py", "broken.py: .*SyntaxError"),
        ("{folder}/slow.py:other", "no attribute 'other'"),
    ],
)
def test_what_cannot_play_is_reported_before_the_first_game(tmp_path: Path, a: str, complaint: str) -> None:
    write(tmp_path, "broken", "def choose(:")
    write(tmp_path, "slow", "def choose(position): pass")
    with pytest.raises(InputError, match=complaint):
        prepare(START, a.format(folder=tmp_path), "tutorial-sum", 2)


def test_a_game_that_is_over_is_no_start() -> None:
    with pytest.raises(InputError, match="the game is over"):
        prepare(load("connectfour:1212121"), "tutorial-block", "tutorial-sum", 2)
