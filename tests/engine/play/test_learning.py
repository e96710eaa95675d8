"""A course of learning, and that it can be interrupted anywhere."""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path

import pytest
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.play.learning import SELF_PLAY, SOLVED, Course, Settings, verdict
from plyscope.play.players import read_version
from plyscope.search.scoring import read_weights

from tests.full_traces import record

SOLVING = Settings(load("tictactoe:"), SOLVED, 1, 1, 10, 3)
PLAYING = Settings(load("connectfour:5,4,4"), SELF_PLAY, 240, 1, 8, 3)


def learned(settings: Settings, path: Path, interrupted_after: tuple[int, ...] = ()) -> bytes:
    for steps in interrupted_after:
        with Course(settings, path, jobs=2) as course:
            all_steps = course.steps()
            taken = list(islice(all_steps, steps))
            all_steps.close()
        assert len(taken) == steps
        assert not path.exists()
    with Course(settings, path, jobs=2) as course:
        assert bool(course.begun) == bool(interrupted_after)
        for done, total, _ in course.steps():
            assert 0 <= done <= total
    assert [one.name for one in path.parent.iterdir()] == [path.name], "the working file is gone"
    return path.read_bytes()


@pytest.mark.full
@pytest.mark.parametrize(("settings", "stops"), [(SOLVING, (20,)), (PLAYING, (40, 90))])
def test_the_same_seed_gives_the_same_bytes_wherever_one_stopped(
    tmp_path: Path, settings: Settings, stops: tuple[int, ...]
) -> None:
    files = []
    for number, after in enumerate([(), stops]):
        (tmp_path / str(number)).mkdir()
        files.append(learned(settings, tmp_path / str(number) / "w.toml", after))
    assert files[0] == files[1]
    facts = tomllib.loads(files[0].decode())
    assert facts["learned"]["held_out"] >= 500
    assert facts["match"]["games"] == settings.match_games


def test_the_file_is_read_as_weights_and_as_a_player(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    learned(SOLVING, path)
    facts = tomllib.loads(path.read_text())["learned"]
    assert facts["log_loss_fitted"] < facts["log_loss_knowing_nothing"]
    start = load("tictactoe:")
    weights = tomllib.loads(path.read_text())["weights"]
    assert read_weights(str(path), start.game) == weights
    assert read_version(f"{path}:depth=2", start).options["weights"] == weights
    assert record(start, "alphabeta", depth=2, score="linear", weights=path).options["weights"] == weights


def test_other_settings_do_not_go_on_with_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "w.toml"
    with Course(SOLVING, path) as course:
        list(islice(course.steps(), 2))
    other = Settings(SOLVING.start, SOLVED, 1, 1, 10, 4)
    with pytest.raises(InputError, match="other settings"):
        Course(other, path)
    with Course(SOLVING, path, force=True) as course:
        assert course.begun > 0, "to replace the weights is not to throw away what was done for them"
    with Course(other, path, force=True) as course:
        assert course.begun == 0


@pytest.mark.parametrize("source", ["tree:[1,2]", "hexline:..."])
def test_games_without_lines_have_nothing_to_learn(tmp_path: Path, source: str) -> None:
    with pytest.raises(OptionError, match="has no linear scoring"):
        Course(Settings(load(source), SOLVED, 1, 1, 0), tmp_path / "w.toml")


def test_the_verdict_needs_the_whole_interval_on_one_side() -> None:
    assert [verdict({"interval": interval}) for interval in ([0.51, 0.6], [0.4, 0.49], [0.4, 0.6], None)] == [
        True, False, None, None,
    ]  # fmt: skip
