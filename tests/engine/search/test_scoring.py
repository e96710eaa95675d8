"""What positions are worth where a search stops."""

from __future__ import annotations

import os
import threading
from math import inf
from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.files.sources import load
from plyscope.messages import InputError, OptionError
from plyscope.model.position import FIRST
from plyscope.search.scoring import MAX_WEIGHTS_BYTES, SCORINGS, bound_score, default_weights, features

from tests.full_traces import record


def score(source: str, name: str, max: str | None = None, **options: object) -> float | None:
    return record(load(source, max=max), "minimax", depth=0, score=name, **options).value  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("board", "value"),
    [
        ("", 0),
        (".../.X./...", 4),
        ("X../.../...", 3),
        (".X./.../...", 2),
        ("X../.O./...", -1),
        ("XOX/XOO/OXX", 0),
        ("XXX/OO./...", inf),
        ("OOO/XX./X..", -inf),
    ],
)
def test_open_lines(board: str, value: float) -> None:
    assert score(f"tictactoe:{board}", "lines") == value
    assert score(f"tictactoe:{board}", "lines", max="o") == -value + 0.0


@pytest.mark.parametrize("name", SCORINGS)
@pytest.mark.parametrize(
    ("source", "winner"),
    [
        ("tictactoe:XXX/OO./...", 1),
        ("tictactoe:OOO/XX./X..", -1),
        ("tictactoe:XOX/XOO/OXX", 0),
        ("connectfour:1212121", 1),
        ("hexline:11 1", 1),
        ("hexline:11 2", -1),
    ],
)
def test_every_evaluation_agrees_with_the_result_of_a_finished_game(name: str, source: str, winner: int | None) -> None:
    position = load(source)
    if winner is None or not SCORINGS[name].fits(position.game):
        return
    assert position.is_over
    value = score(source, name)
    assert value is not None
    assert (value > 0) - (value < 0) == winner
    other = score(source, name, max=position.game.sides[1])
    assert other == -value + 0.0


def test_results_weigh_as_their_names_say() -> None:
    for depth, expected in ((1, 2), (3, 4)):
        trace = record("tictactoe:XX./OO./...", "minimax", depth=depth, score="sooner")
        won = next(value for move, value, *_ in trace.root_moves if move == "c3")
        assert won == expected - 1
        deep = record("tictactoe:XX./OO./...", "minimax", depth=depth, score="ten-deep")
        assert next(value for move, value, *_ in deep.root_moves if move == "c3") == 10 * 10 ** (depth - 1)
    assert record("tictactoe:XXX/OO./...", score="ten").value == 10


def test_without_a_depth_what_is_left_is_counted_to_the_end_of_the_board() -> None:
    trace = record("tictactoe:XX./OO./...", "minimax", score="sooner")
    assert next(value for move, value, *_ in trace.root_moves if move == "c3") == 1 + 4
    assert trace.options["depth"] is None


def test_the_linear_evaluation_is_the_sum_of_its_features() -> None:
    """X on b2 and a3, O on a1: counted by hand."""
    source = "tictactoe:X../.X./O.. o"
    # Open for X alone: one X on row 3, column b and row 2; two on the long diagonal. For O: column c no, row 1, one O.
    weights = {"open-1": 0.0, "open-2": 0.0, "centre": 0.0}
    assert score(source, "linear", weights=weights | {"open-2": 1.0}) == 1
    assert score(source, "linear", weights=weights | {"open-1": 1.0}) == 3 - 1
    assert score(source, "linear", weights=weights | {"centre": 1.0}) == 1
    total = score(source, "linear", weights={"open-1": 0.5, "open-2": 4, "centre": 2})
    assert total == 2 * 0.5 + 1 * 4 + 1 * 2
    assert score(source, "linear", max="o", weights={"open-1": 0.5, "open-2": 4, "centre": 2}) == -total
    connect = load("connectfour:44")
    assert features(connect.game) == ["open-1", "open-2", "open-3", "centre"]
    assert list(default_weights(connect.game)) == features(connect.game)


def test_weights_are_given_as_pairs_as_a_mapping_or_as_a_file(tmp_path: Path) -> None:
    file = tmp_path / "w.toml"
    file.write_text('title = "w"\n[weights]\ncentre = 3\n"open-1" = -0.5\n')
    for given in ("centre=3,open-1=-0.5", {"centre": 3, "open-1": -0.5}, file, str(file)):
        weights = record("tictactoe:", depth=1, score="linear", weights=given).options["weights"]
        assert weights == {"open-1": -0.5, "open-2": 5.0, "centre": 3.0}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("centre", "cannot be read"),
        ("centre=", "is not of the form name=number"),
        ("centre=x", "is not of the form name=number"),
        ("corner=1", "corner is not a feature of tictactoe; the features are open-1, open-2, centre"),
        ("open-3=1", "open-3 is not a feature"),
        ("centre=nan", "which is no number"),
        ("centre=inf", "which is no number"),
        ({"centre": "3"}, "which is no number"),
        ({"centre": True}, "which is no number"),
        ({"centre": 10**400}, "beyond the range of numbers"),
        ([1], "numbers by the names of features, not [1]"),
        (5, "numbers by the names of features, not 5"),
        ("centre=" + "x" * 5000, "is not of the form name=number"),
    ],
)
def test_weights_that_are_wrong_are_refused(given: object, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        record("tictactoe:", score="linear", weights=given)  # type: ignore[arg-type]
    assert complaint in str(error.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "there is no table"),
        ("weights = 3", "there is no table"),
        ("[weights]\ncorner = 1", "corner is not a feature"),
        ("[weights]\ncentre = nan", "which is no number"),
        ("[weights]\ncentre = " + "9" * 400, "beyond the range of numbers"),
        ("x", "not a file of weights"),
        ("\xff", "not a file of weights"),
        ("a = " + "[" * 10_000, "not a file of weights"),
        ("#" * (MAX_WEIGHTS_BYTES + 1), "larger than 1048576 bytes"),
    ],
)
def test_files_of_weights_that_are_wrong_are_refused(tmp_path: Path, content: str, complaint: str) -> None:
    """That is bad data, and the file is named."""
    file = tmp_path / "w.toml"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(InputError) as error:
        record("tictactoe:", score="linear", weights=str(file))
    assert not isinstance(error.value, OptionError)
    assert str(error.value).startswith(f"{file}: ")
    assert complaint in str(error.value)


@pytest.mark.skipif(os.name != "posix", reason="pipes are those of Unix")
def test_weights_may_come_through_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_text, args=("[weights]\ncentre = 7\n",))
    writer.start()
    options = record("tictactoe:", depth=1, score="linear", weights=tmp_path / "pipe").options
    writer.join()
    assert options["weights"]["centre"] == 7


@pytest.mark.parametrize("depth", [25, 30, 100, 300])
def test_scores_of_any_depth_are_the_same_for_the_search_and_for_its_recording(depth: int) -> None:
    """Ten to the power of 30 is beyond the whole numbers that a float can tell apart."""
    for cut in (">=", ">"):
        for fail in ("soft", "hard"):
            trace = record("tictactoe:XO.......", "pvs", score="ten-deep", depth=depth, cut=cut, fail=fail)
            verify(trace)
            assert trace.value == float(10 * 10 ** (depth - 5))
    assert isinstance(ten_deep_of("tictactoe:XXX/OO./...", depth), float)


def ten_deep_of(source: str, depth: int) -> float:
    position = load(source)
    return bound_score(SCORINGS["ten-deep"].function, position.game, FIRST)(list(position.state), depth)


def test_a_scoring_fits_its_games_only() -> None:
    fitting = {
        "tree:[1]": {"result"},
        "tictactoe:": {"result", "ten", "ten-deep", "sooner", "lines", "linear"},
        "connectfour:4,4,4 ": {"result", "ten", "ten-deep", "sooner", "lines", "linear"},
        "hexline:..": {"result", "ten", "ten-deep", "sooner", "hexline-project"},
    }
    for source, names in fitting.items():
        for name in SCORINGS:
            if name in names:
                assert record(source, score=name, depth=0 if source != "tree:[1]" else None) is not None
            else:
                with pytest.raises(OptionError, match="does not fit"):
                    record(source, score=name)


def test_a_depth_that_scores_cannot_hold_is_refused() -> None:
    with pytest.raises(OptionError, match="goes to depth 300 at most, not 301"):
        record("tictactoe:", score="ten-deep", depth=301)
    with pytest.raises(OptionError, match="at most, not 676"):
        record("tictactoe:26,26,5 ", score="ten-deep")
    with pytest.raises(OptionError, match="at most, not 301"):
        record("connectfour:", "tutorial-depth", depth=301)
    assert record("connectfour:4,4,3 1122", "tutorial-depth", depth=300, limit=1000) is not None
