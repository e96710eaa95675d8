"""The command play: whole games typed into a terminal, in the manner of the documents."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest
from plyscope.cli import play as playing
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.files.sources import samples_folder
from plyscope.play.game_session import Play

from tests.command_line import children_of
from tests.engine.cli.test_match import COMMAND
from tests.engine.play.brains import BAD, write
from tests.full_traces import Trace

THREAT = "connectfour:......./......./......./......./.....Y./..YRRR."
STORY = "connectfour:......./......./......./..R..../..R..../R.RYYY."
BEFORE_A_TIE = "connectfour:54712566226127126621574377157631535333444"
BEFORE_A_WIN = "connectfour:56755545234364172257133416714221164723736"
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> object:
    def play(answers: str, *arguments: str, status: int = 0) -> tuple[str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(answers))
        assert run(command_line, ["play", *arguments]) == status
        return capsys.readouterr()

    return play


def test_the_notebook_as_it_prints_itself(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("N\n5\n3\n4\n8\n", "tictactoe")
    assert out.startswith("Computer: X VS. You: O\nPlay first (Y/N) :")
    counts = [int(line.split()[1]) for line in out.splitlines() if line.startswith("Count:")]
    assert counts == [549_945, 7331, 197, 13, 1]
    assert "Enter O's position [1 to 9]: " in out
    assert "X  X  O\nO  O  X\nX  O  X" in out
    assert out.endswith("Draw!!!\n")


def test_an_illegal_move_does_not_end_the_game(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("y\n5\n5\n1\nfoo\n\n0\n10\n3\n", "tictactoe")
    assert out.count("Illegal Move!") == 5
    assert "Illegal Move! 5 cannot be played: square 5 is taken" in out
    assert out.count("Count:") == 2


def test_who_starts_is_asked_until_it_is_said_and_not_where_a_player_is_named(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("maybe\ny\nquit\n", "tictactoe")
    assert out.count("Play first (Y/N)") == 2
    assert out.count(" VS. ") == 1
    assert "O plays" not in out, "the person starts"
    out, _ = typed("quit\n", "tictactoe", "--first", "human")
    assert "Play first" not in out
    assert out.startswith("Computer: O VS. You: X\n\n")
    assert "O plays" not in out


def test_undo_takes_back_errors_name_help_and_resigning_is_confirmed(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("undo\nxx\nresign\nn\nresign\ny\n", "connectfour", "--seed", "1")
    assert "there is nothing to take back" in out
    assert out.count("Illegal Move!") == 1
    assert "Type help for the commands." in out
    assert out.count("Resign (Y/N)") == 2
    assert out.endswith("R resigns, Y wins\n")


def test_the_notebook_wins_where_one_lets_it(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("N\n5\n4\n", "tictactoe")
    assert out.endswith("AI(X) Wins! Human(O) Loses!\n")
    out, _ = typed("1\n5\n2\n6\n3\n", "tictactoe", "--first", "human", "--second", "human")
    assert out.endswith("Human(X) Wins! Human(O) Loses!\n")


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("arguments", "answers", "ending"),
    [
        ((THREAT, "--second", "tutorial-max", "--seed", "3"), "7\n", "YOU WIN!!!!"),
        ((STORY, "--second", "tutorial-depth"), "", "GAME OVER"),
        ((BEFORE_A_TIE, "--second", "tutorial-depth"), "", "TIE"),
        ((BEFORE_A_WIN, "--first", "tutorial-depth", "--second", "human"), "6\n", "YOU WIN!!!!"),
        ((BEFORE_A_WIN, "--first", "human", "--second", "tutorial-depth"), "", "GAME OVER"),
        ((BEFORE_A_WIN, "--first", "human", "--second", "human"), "6\n", "Y wins"),
    ],
)
def test_the_three_endings_of_the_tutorial(typed, arguments: tuple[str, ...], answers: str, ending: str) -> None:  # type: ignore[no-untyped-def]
    out, err = typed(answers, *arguments)
    assert out.endswith(f"\n{ending}\n")
    assert err == ""


def test_hexline(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("9,9\n0,0:3:2\n1,0:2:3\n", "hexline:..../.##.")
    assert "Computer: Player 2 VS. You: Player 1: the side that takes the last cell loses" in out
    assert "    0   1   2   3\n 0  .   .   .   .\n 1    .           ." in out
    assert out.count("Illegal Move!") == 2
    assert "Player 2 plays" in out


def test_a_hint_is_what_a_search_would_play(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("Y\nhint\nquit\n", "tictactoe")
    assert "is what alpha-beta would play" in out


def test_chess_is_numbered_judged_by_material_and_hinted_in_its_unit(typed) -> None:  # type: ignore[no-untyped-def]
    pytest.importorskip("chess", reason="the extra chess is not installed")
    machine = ("--algorithm", "alphabeta", "--depth", "1")
    out, _ = typed("hint\nd4\nquit\n", "chess:4k3/8/8/3p4/4P3/8/3P4/4K3 w - - 0 7", *machine)
    assert "Black plays 7… dxe4" in out, "a pawn is taken, and not the first legal move made"
    assert "exd5 is what alpha-beta would play" in out
    assert " hundredths of a pawn\n" in out


def test_help_back_again_moves_values_trace_save_and_resign(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    trace, game = tmp_path / "a.plytrace", tmp_path / "a.plygame"
    answers = ["help", "values", "back", "4", "moves", "values", f"trace {trace}", "back", "again", "again",
               f"save {game}", f"save {game}", "save x.txt", "resign", "y"]  # fmt: skip
    out, _ = typed("\n".join(answers) + "\n", "connectfour", "--depth", "1", "--seed", "1")
    assert "takes back your last move" in out
    assert "no machine has moved yet" in out
    assert "there is nothing to take back" in out
    assert "there is nothing to replay" in out
    assert "R, your column [1 to 7]: 1 2 3 4 5 6 7\n" in out
    assert "the file exists; --force replaces it" in out
    assert "the name of a game's file ends in .plygame" in out
    assert out.endswith("R resigns, Y wins\n")
    assert Trace.open(trace).search.name == "tutorial-depth"
    saved = game.read_text()
    assert 'second = "tutorial-depth:depth=1"' in saved
    assert 'moves = "4 ' in saved
    out, _ = typed("quit\n", str(game))
    assert "R\n" in out or "R " in out
    assert "your column" in out


def test_the_game_is_saved_when_it_is_left(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "a.plygame"
    typed("4\n", "connectfour", "--save", str(file))
    assert 'moves = "4 ' in file.read_text()
    _, err = typed("4\n", "connectfour", "--save", str(file), status=1)
    assert "the file exists" in err


def test_machines_play_alone(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("", "tictactoe:X../.O./... x", "--first", "alphabeta", "--second", "minimax")
    assert out.endswith("Draw!!!\n")
    assert out.count("Count:") == 7


def test_a_failure_of_a_file_is_reported_and_a_random_move_played(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out, err = typed("4\n", "connectfour", "--second", f"{write(tmp_path, 'bad', BAD)}:crashes")
    assert "bad.py:crashes has failed: line 3: ZeroDivisionError" in err
    assert "at random" in out


@pytest.mark.full
def test_a_machine_that_takes_too_long_is_ordered_to_move(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("4\n", "connectfour", "--second", "alphabeta:depth=40", "--time", "0.5")
    assert out.count("Y plays") == 1
    bad = write(tmp_path, "bad", BAD)
    out, _ = typed("4\n", "connectfour", "--second", f"{bad}:loops", "--time", "0.5")
    assert "ordered to move at once: a random legal move" in out


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (("connectfour", "--first", "nobody"), 2, "nobody is not an algorithm"),
        (("tree:[1,2]",), 2, "tree is not played by two players"),
        (("tictactoe", "--depth", "3"), 2, "notebook does not read the option depth"),
        (("connectfour", "--first", "human", "--second", "minimax", "--depth", "3"), 2, "write options with the name"),
        (("nothing.plygame",), 1, "cannot be read"),
        (("draughts",), 1, "there is no such file"),
        (("connectfour", "--seed", str(1 << 70)), 2, "a seed is"),
    ],
)
def test_what_cannot_be_played(typed, arguments: tuple[str, ...], status: int, complaint: str) -> None:  # type: ignore[no-untyped-def]
    out, err = typed("", *arguments, status=status)
    assert complaint in err
    assert (out, err.count("\n")) == ("", 1)


def test_a_sample_game_goes_on(typed) -> None:  # type: ignore[no-untyped-def]
    folder = samples_folder() / "games"
    out, _ = typed("7\n", str(folder / "chapter-4-does-not-defend.plygame"))
    assert out.endswith("YOU WIN!!!!\n")
    out, _ = typed("6\n", str(folder / "last-disc.plygame"))
    assert out.endswith("YOU WIN!!!!\n")


def begun(*arguments: str) -> subprocess.Popen[bytes]:
    """A game in a process of its own that has shown its board and asked the machine, if that is the first to move."""
    process = subprocess.Popen(
        [*COMMAND, "play", "connectfour", *arguments], env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    while process.stdout.readline() != b"1 2 3 4 5 6 7\n":
        assert process.poll() is None
    while "--first" in arguments and not children_of(process.pid):
        sleep(0.02)
    return process


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("arguments", "presses"), [((), 1), pytest.param(("--first", "alphabeta:depth=40"), 2, marks=LINUX)]
)
def test_ctrl_c_leaves_the_game_and_keeps_what_is_to_be_saved(
    tmp_path: Path, arguments: tuple[str, ...], presses: int
) -> None:
    file = tmp_path / "a.plygame"
    process = begun(*arguments, "--save", str(file))
    os.kill(process.pid, signal.SIGINT)
    if presses == 2:
        assert process.stdout is not None
        while b"R plays" not in process.stdout.readline():
            assert process.poll() is None
        os.kill(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, b"")
    assert file.exists()
    assert json.dumps("human") in file.read_text()


@pytest.mark.full
@LINUX
def test_ctrl_c_makes_a_machine_that_thinks_move_at_once() -> None:
    process = begun("--first", "alphabeta:depth=40,order=center")
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(b"quit\n", timeout=30)
    assert (process.returncode, err) == (0, b"")
    assert b"R plays 4\n" in out


def test_a_game_for_the_window_is_handed_over(typed, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    shown = []

    def show(play: Play, path: Path | None) -> int:
        shown.append(([version.text for version in play.versions.values()], play.seed, path))
        return 0

    monkeypatch.setitem(playing.SHOWN_IN, "window", show)
    file = str(samples_folder() / "games" / "last-disc.plygame")
    asked = ("--algorithm", "alphabeta", "--depth", "3", "--seed", "5")
    assert typed("", "tictactoe", *asked, "--window") == ("", ""), "nobody is asked who starts"
    typed("", file, "--window")
    assert shown[0] == (["alphabeta:depth=3", "human"], 5, None)
    assert shown[1][2] == Path(file)
    _, said = typed("", "tictactoe", "--window", "--time", "1", status=2)
    assert "the window has buttons for that" in said
    monkeypatch.setattr(playing, "SHOWN_IN", {})
    _, said = typed("", "hexline", "--window", status=1)
    assert "there is no window here" in said


def test_moves_are_answered_in_the_notation_that_is_asked_for(typed) -> None:  # type: ignore[no-untyped-def]
    out, _ = typed("n\nmoves\n[1,1]\n", "tictactoe", "--first", "alphabeta:depth=1")
    assert "X plays 1\n" in out
    assert "[1 to 9]: 2 3 4 5 6 7 8 9\n" in out
    out, _ = typed("n\n5\n", "tictactoe", "--first", "alphabeta:depth=1", "--coordinates", "x,y")
    assert "X plays [0,0]\n" in out
    assert "O, your move, such as [1,0]: " in out
