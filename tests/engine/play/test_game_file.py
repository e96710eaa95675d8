"""Games in files."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load, samples_folder
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND
from plyscope.play.game_file import as_text, load_game, read_game, save_game, saved_game
from plyscope.play.game_session import Play
from plyscope.play.played_game import LATE, RESIGNED

from tests.engine.play.brains import GOOD, write

MINIMAL = 'game = "connectfour"\nstart = ""\nmoves = "4 4 5"\n'


def test_a_game_comes_back_as_it_was_left(tmp_path: Path) -> None:
    file = tmp_path / "a.plygame"
    with Play(load("hexline:random 12 3"), "human", "hexline-project", seed=5, limit=300) as play:
        play.move(play.game.legal_moves[3])
        play.clock.set((12.34, 5.0))
        save_game(saved_game(play, 'Title \x7f\n"quoted"', "notes"), file)
    found = load_game(file)
    assert (found.title, found.notes, found.limit, found.seconds) == ('Title \x7f\n"quoted"', "notes", 300, (12.3, 5))
    with found.play() as again:
        assert again.position.text == play.position.text
        assert [again.versions[side].text for side in (FIRST, SECOND)] == ["human", "hexline-project"]
        assert (again.seed, again.clock.spent(FIRST), again.clock.left(SECOND)) == (5, 12.3, 295)
        assert again.take_back() == 1
    with pytest.raises(InputError, match="--force replaces it"):
        save_game(found, file)


def test_the_notation_that_was_chosen_is_kept_and_that_of_the_prompt_needs_no_word() -> None:
    play = Play(load("tictactoe:").with_coordinates("[x,y]"), "human", "human", moves=["b2"])
    text = as_text(saved_game(play))
    assert 'coordinates = "[x,y]"' in text
    again = read_game(text).play()
    assert again.game.shown("b2") == "[1,1]"
    again.game.choose_coordinates("")
    assert "coordinates" not in as_text(saved_game(again))


def test_a_start_that_was_played_keeps_its_moves_and_a_starter_is_kept() -> None:
    with Play(load("connectfour:4453"), moves=("1",)) as play:
        assert 'start = "4453"\nmoves = "1"' in as_text(saved_game(play))
    with Play(load("tictactoe:......... o")) as play:
        assert 'start = ".../.../... o"' in as_text(saved_game(play))


@pytest.mark.parametrize(("how", "word"), [(RESIGNED, "resigned"), (LATE, "late")])
def test_how_it_ended_is_kept(how: str, word: str) -> None:
    found = read_game(f'{MINIMAL}{word} = "y"\n')
    ending = found.game.ending
    assert ending is not None
    assert (ending.how, ending.winner) == (how, FIRST)
    assert f'{word} = "y"' in as_text(found)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('game = "connectfour"\nstart = ""\n', "the key moves is missing"),
        (MINIMAL + "colour = 3\n", "colour is not a key"),
        (MINIMAL + 'seed = "3"\n', "seed has a value of the wrong type"),
        (MINIMAL + "seed = true\n", "wrong type"),
        (MINIMAL + "seed = 9223372036854775808\n", "a seed is"),
        (MINIMAL + "limit = -1\n", "limit is a number of seconds"),
        (MINIMAL + "limit = nan\n", "limit is a number of seconds"),
        (MINIMAL + "seconds = [1]\n", "seconds are two numbers"),
        (MINIMAL + 'seconds = [1, "2"]\n', "seconds are two numbers"),
        (MINIMAL + 'resigned = "x"\n', "x is not a side of connectfour"),
        (MINIMAL.replace("connectfour", "go"), "go is not a game"),
        (MINIMAL.replace("4 4 5", "4 9"), "move 2: 9 is not a legal move"),
        ("game = \n", "not a TOML file"),
        ("x = " + "[" * 10_000, "not a TOML file"),
    ],
)
def test_what_cannot_be_read_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_game(text)


def test_a_python_file_runs_only_at_the_users_request(tmp_path: Path) -> None:
    brain = write(tmp_path, "good", GOOD)
    text = f"{MINIMAL}second = '{brain}:choose'\n"
    with pytest.raises(InputError, match="only at your request"):
        read_game(text).play()
    with read_game(text).play(second=f"{brain}:choose") as play:
        play.think()
        assert play.poll(30) is not None


def test_a_missing_and_an_endless_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        load_game(tmp_path / "none.plygame")
    (tmp_path / "endless.plygame").write_bytes(b"#" * (1 << 21))
    with pytest.raises(InputError, match=r"endless\.plygame: the file is larger"):
        load_game(tmp_path / "endless.plygame")


def test_the_sample_games_can_be_played_on() -> None:
    files = sorted((samples_folder() / "games").glob("*.plygame"))
    assert len(files) >= 3
    for file in files:
        found = load_game(file)
        assert found.title
        found.play().close()


def test_a_newer_version_is_named_before_anything_else_is_read() -> None:
    with pytest.raises(InputError, match="a newer Plyscope, in format version 2"):
        read_game('version = 2\nsomething = "unknown"\n')
    assert read_game(f"version = 1\n{MINIMAL}").seed == 0
