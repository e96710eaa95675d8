"""Who plays, as it is typed."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.play.players import PERSON, read_version
from plyscope.search.scoring import default_weights

START = load("connectfour:")


def test_a_person_a_search_and_a_brain() -> None:
    assert read_version("human", START) == PERSON
    assert PERSON.is_person
    search = read_version("alphabeta:depth=4,order=center", START)
    assert search.options == {"algorithm": "alphabeta", "depth": 4, "order": "center"}
    assert not search.is_person
    assert not search.is_file


def test_a_file_of_weights_is_alphabeta_with_the_linear_scoring(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text("[weights]\ncentre = 7\n")
    version = read_version(f"{file}:depth=3", START)
    expected = {"depth": 3, "score": "linear", "weights": {**default_weights(START.game), "centre": 7}}
    assert version.options == {"algorithm": "alphabeta", **expected}
    file.write_text("[weights]\ncentre = 8\n")
    assert version.options["weights"]["centre"] == 7, "read once and for all"
    with pytest.raises(OptionError, match="score is set by the file"):
        read_version(f"{file}:score=lines", START)


def test_a_python_file_and_its_function(tmp_path: Path) -> None:
    file = tmp_path / "brain.py"
    file.write_text("raise SystemExit\n")
    version = read_version(f"{file}:pick", START)
    assert (version.path, version.function, version.is_file) == (str(file), "pick", True)
    assert read_version(str(file), START).function == "choose"
    before = version.digest
    file.write_text("raise SystemExit(1)\n")
    assert read_version(str(file), START).digest != before


@pytest.mark.parametrize(
    ("game", "who", "complaint"),
    [
        ("connectfour:", "nobody", "nobody is not an algorithm"),
        ("connectfour:", "notebook", "notebook only plays tictactoe"),
        ("connectfour:", "tutorial-depth:order=best", "does not read the option order"),
        ("connectfour:", "alphabeta:seed=1", "only read when the order is random"),
        ("connectfour:", "/no/such.py", "cannot be read"),
        ("connectfour:", "/no/such.toml", "cannot be read"),
        ("tree:[1,2]", "minimax", "tree is not played by two players"),
        ("hexline:...", "alphabeta:score=lines", "does not fit hexline"),
    ],
)
def test_what_cannot_play_is_refused_at_once(game: str, who: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_version(who, load(game))


def test_a_seed_goes_to_players_with_random_choices() -> None:
    seeded = {
        who: read_version(who, START).seeded(7).get("seed")
        for who in ("alphabeta:depth=1", "pvs:order=random", "pvs:order=random,seed=3", "tutorial-depth")
    }
    assert seeded == {
        "alphabeta:depth=1": None,
        "pvs:order=random": 7,
        "pvs:order=random,seed=3": 3,
        "tutorial-depth": 7,
    }
