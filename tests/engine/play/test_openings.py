"""Positions that the games of a match begin from."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.play.match import openings

START = load("connectfour:")


def test_without_any_all_games_begin_at_the_start() -> None:
    assert [position.text for position in openings(None, START, 50, 0)] == [START.text]


def test_random_moves_differ_and_are_reproducible() -> None:
    found = openings("random:4", START, 200, 7)
    assert len({position.state for position in found}) == 200
    assert all(sum(map(bool, position.state[:42])) == 4 for position in found)
    assert [one.text for one in found] == [one.text for one in openings("random:4", START, 200, 7)]
    assert found[0].text != openings("random:4", START, 200, 8)[0].text
    assert [one.text for one in found[:20]] == [one.text for one in openings("random:4", START, 20, 7)]


def test_where_there_are_too_few_some_come_twice() -> None:
    found = openings("random:1", load("tictactoe:"), 30, 0)
    assert len(found) == 30
    assert len({position.state for position in found}) == 9


def test_no_opening_is_the_end_of_a_game() -> None:
    found = openings("random:7", load("tictactoe:"), 60, 0)
    assert not any(position.is_over for position in found)
    with pytest.raises(OptionError, match="the game is over too often"):
        openings("random:9", load("tictactoe:"), 1, 0)


def test_a_file_of_positions(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(
        "# all of them\n4453\n\nconnectfour:44 # the middle\n......./......./......./......./......./R......\n"
    )
    assert [sum(map(bool, one.state[:42])) for one in openings(str(file), START, 9, 0)] == [4, 2, 1]
    assert len(openings(str(file), START, 2, 0)) == 2
    hexline = tmp_path / "hexline.txt"
    hexline.write_text("##../.1.. 2 # a board may begin with the sign of a comment\n")
    assert openings(str(hexline), load("hexline:..."), 9, 0)[0].text == "##../.1.. 2"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("4453\n99\n", r"openings\.txt: line 2: move 1 is '9'"),
        ("tictactoe:.........\n", "line 1: this is a position of tictactoe, not of connectfour"),
        ("1212121\n", "line 1: the game is over in it"),
        ("# nothing\n", "the file has no positions"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_text(text)
    with pytest.raises(InputError, match=complaint):
        openings(str(file), START, 9, 0)


@pytest.mark.parametrize("named", ["random:", "random:x", "random:-1", "/no/such/file"])
def test_what_is_neither_a_file_nor_a_number_of_moves(named: str) -> None:
    with pytest.raises(InputError):
        openings(named, START, 1, 0)
