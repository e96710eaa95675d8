"""The commands as a person types them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from plyscope.cli import options as search_options
from plyscope.cli.running import ProgressReport
from plyscope.files.sources import program_paths, sample_names
from plyscope.games import GAMES

from tests.command_line import COMMAND, ENVIRONMENT, check_refused, facts, plyscope
from tests.places import GOLDEN

TREE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


def test_without_a_command_the_window_opens() -> None:
    done = subprocess.run(COMMAND, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert "no display" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_help_names_the_commands() -> None:
    for arguments in (["--help"], ["-h"]):
        done = plyscope(*arguments)
        assert (done.returncode, done.stderr) == (0, "")
        for command in (
            "demo",
            "solve",
            "record",
            "trace",
            "stats",
            "growth",
            "compare",
            "why",
            "export",
            "games",
            "algorithms",
            "samples",
            "doctor",
        ):
            assert f"\n  {command} " in done.stdout
    assert plyscope("--version").stdout.startswith("plyscope, version 0.")


def test_solve_prints_value_move_and_cost() -> None:
    done = plyscope("solve", TREE)
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "value      3\n",
        "best move  B (move 1)\n",
        "line       B B1 (moves 1 1)\n",
        "frames     11\n",
        "cutoffs    2\n",
        "pruned     2\n",
        "at most",
    ):
        assert words in done.stdout
    found = facts("solve", TREE, "--check")
    assert (found["value"], found["pv"], found["check"]["agrees"]) == (3, ["1", "1"], True)
    assert found["check"]["frames"] == 13
    assert isinstance(found["seconds"], float)


def test_solve_takes_every_option() -> None:
    options = "--algorithm negamax --depth 2 --max o --cut > --fail hard --order random --seed 3 --score linear"
    found = facts("solve", "tictactoe:X../.O./...", *options.split(), "--weights", "centre=2", "--limit", "100000")
    assert (found["max"], found["depth"], found["options"]["weights"]["centre"]) == ("o", 2, 2)
    assert found["options"]["cut"] == ">"
    assert facts("solve", "X../.O./...", "--game", "tictactoe")["to_move"] == "x"


def test_a_sample_is_solved_with_the_options_of_its_file_unless_others_are_given() -> None:
    assert facts("solve", "sample:tictactoe/hebrew")["algorithm"] == "maxmin"
    assert facts("solve", "sample:tictactoe/hebrew", "--algorithm", "alphabeta")["frames"] == 6
    assert facts("solve", "sample:connectfour/chapter-4-no-defence")["fallback"] is True


def test_a_recording_is_made_opened_verified_and_counted(tmp_path: Path) -> None:
    recorded = facts("record", "tictactoe:", "-o", "t.plytrace", "--verify", folder=tmp_path)
    assert recorded["frames"] == 18297
    solved = facts("solve", "t.plytrace", "--verify", folder=tmp_path)
    assert {key: solved[key] for key in ("value", "pv", "frames")} == {
        key: recorded[key] for key in ("value", "pv", "frames")
    }
    counted = facts("stats", "t.plytrace", folder=tmp_path)
    assert (counted["signature"], counted["steps"]) == (recorded["signature"], 3 * 18297 - 1)
    assert "verified: 18297 frames" in plyscope("stats", "t.plytrace", "--verify", folder=tmp_path).stderr
    again = plyscope("record", "tictactoe:", "-o", "t.plytrace", folder=tmp_path)
    assert again.returncode == 1
    assert "the file exists; --force replaces it" in again.stderr
    assert plyscope("record", "tree:[1]", "-o", "t.plytrace", "--force", folder=tmp_path).returncode == 0
    assert facts("stats", "t.plytrace", folder=tmp_path)["frames"] == 2
    assert [path.name for path in tmp_path.iterdir()] == ["t.plytrace"]


def test_trace_writes_the_listing() -> None:
    golden = GOLDEN / "hebrew.maxmin.txt"
    done = plyscope("trace", "sample:tictactoe/hebrew")
    assert (done.returncode, done.stdout) == (0, golden.read_text(encoding="utf-8"))
    part = plyscope("trace", "sample:tictactoe/hebrew", "--from", "4", "--to", "6").stdout.splitlines()
    assert part[0].split()[0] == "4"
    assert part[-1].strip() == "winner == O"
    found = facts("trace", TREE, "--from", "13", "--to", "15")
    assert [step["step"] for step in found["steps"]] == [13, 14, 15]
    assert (found["frames"], found["from"], found["to"]) == (11, 13, 15)


def test_stats_by_ply() -> None:
    done = plyscope("stats", TREE)
    assert "games ended" not in done.stdout
    assert done.stdout.splitlines()[-2].split() == ["2", "7", "0", "7", "0", "0", "2", "2.70", "0"]
    assert "x 131,184, o 77,904, draw 46,080" in plyscope("stats", "tictactoe:", "--algorithm", "minimax").stdout


def test_the_lists() -> None:
    assert [game["name"] for game in facts("games")] == list(GAMES)
    found = {row["name"]: row for row in facts("algorithms")}
    assert found["alphabeta"]["reads"] == ["cut", "depth", "fail", "order", "score", "seed", "weights"]
    about = found["notebook"]["about"]
    assert found["notebook"] == {"name": "notebook", "about": about, "brain": True, "reads": []}
    samples = {row["name"]: row for row in facts("samples")}
    assert sorted(samples) == sorted([*sample_names(), *program_paths()])
    assert samples["recursion/fibonacci"]["call"] == "fib(10)"
    assert samples["tree/textbook"]["position"] == "[[3,12,8],[2,4,6],[14,5,2]]"
    for command in ("games", "algorithms", "samples"):
        assert plyscope(command).stdout.count("\n") > 5


def test_the_demo_prints_and_writes_and_can_be_run_again(tmp_path: Path) -> None:
    for _ in range(2):
        done = plyscope("demo", folder=tmp_path)
        assert done.returncode == 0, done.stderr
    assert "22      return [1,0,0]" in done.stdout
    assert "549,946" in done.stdout
    assert "18,297" in done.stdout
    written = sorted(path.name for path in (tmp_path / "plyscope-demo").iterdir())
    assert written == [
        "full.json", "full.svg", "full.txt", "pruned.json", "pruned.svg", "pruned.txt",
        "trace.json", "trace.plytrace", "trace.svg", "trace.txt",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "status", "complaint"),
    [
        (["solve"], 2, "Missing argument 'SOURCE'"),
        (["sovle"], 2, "No such command 'sovle'; did you mean solve?"),
        (["qqq"], 2, "No such command 'qqq'."),
        (["solve", "tictactoe:", "--dpeth", "3"], 2, "No such option"),
        (["solve", "tictactoe:", "--depth", "three"], 2, "not a valid integer"),
        (["solve", "tictactoe:", "--depth", "-1"], 2, "a depth is a whole number"),
        (["solve", "tictactoe:", "--limit", "0"], 2, "0 is not in the range"),
        (["solve", "tictactoe:", "--algorithm", "magic"], 2, "magic is not an algorithm"),
        (["solve", "tictactoe:", "--algorithm", "minimax", "--cut", ">"], 2, "minimax does not read the option cut"),
        (["solve", "tictactoe:", "--game", "checkers"], 2, "checkers is not a game"),
        (["solve", "tictactoe:", "--max", "q"], 2, "q is no side"),
        (["solve", "connectfour:", "--check"], 2, "--check would take plain minimax about"),
        (["solve", "connectfour:", "--algorithm", "tutorial-max", "--check"], 2, "is a brain"),
        (["solve", "tictactoe:XXX/OOO/..."], 1, "both X and O have 3 in a row"),
        (["solve", "nowhere.toml"], 1, "nowhere.toml: there is no such file"),
        (["solve", "."], 1, "this is a directory"),
        (["solve", "tree:[1,,2]"], 1, "byte 3"),
        (["record", "tree:[1]"], 2, "Missing option '-o'"),
        (["record", "tree:[1]", "-o", "no/such/x.plytrace"], 1, "there is no such folder"),
        (["record", "tree:[1]", "-o", "x.txt"], 2, "x.txt: the name of a recording ends in .plytrace"),
        (["solve", "tree:[1,2]", "--algorithm", "accumulate", "--check"], 2, "accumulate adds values"),
        (["solve", ""], 1, "the source is empty"),
        (["solve", "hexline:random 12 --5"], 1, "two whole numbers"),
        (["trace", "tree:[1]", "--from", "9"], 2, "there are no such steps; the steps are 0 to 4"),
        (["trace", "tree:[1]", "--from", "3", "--to", "2"], 2, "there are no such steps"),
        (["stats", "missing.plytrace"], 1, "missing.plytrace: cannot be read"),
    ],
)
def test_what_is_wrong_ends_in_one_line_and_writes_nothing(
    tmp_path: Path, arguments: list[str], status: int, complaint: str
) -> None:
    check_refused(arguments, status, complaint, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_recording_is_refused_before_the_first_fact(tmp_path: Path) -> None:
    plyscope("record", TREE, "-o", "t.plytrace", folder=tmp_path)
    path = tmp_path / "t.plytrace"
    content = bytearray(path.read_bytes())
    content[-2000] ^= 1
    path.write_bytes(content)
    for command in (["solve"], ["trace"], ["stats"], ["export", "-o", "x.json"]):
        done = plyscope(*command, "t.plytrace", folder=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert "t.plytrace: damaged" in done.stderr
        assert done.stderr.count("t.plytrace") == 1


def test_search_options_come_too_late_for_a_recording(tmp_path: Path) -> None:
    plyscope("record", TREE, "-o", "t.plytrace", folder=tmp_path)
    done = plyscope("solve", "t.plytrace", "--depth", "1", folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, "plyscope: --depth is for searching, and this is a recording\n")


def test_a_limit_is_a_warning_and_not_a_failure() -> None:
    done = plyscope("solve", "tictactoe:", "--limit", "100", "--json")
    assert (done.returncode, json.loads(done.stdout)["complete"]) == (0, False)
    assert done.stderr == "plyscope: warning: stopped at the limit of 100 frames\n"


def test_the_limit_that_nobody_asked_for_says_which_depth_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search_options, "DEFAULT_FRAME_LIMIT", 1000)
    done = plyscope("solve", "connectfour:", "--algorithm", "minimax", "--depth", "6", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["complete"], found["frames"]) == (3, False, 1000)
    assert found["fits"] == {"depth": 3, "frames": 400}
    *_, warning, offer = done.stderr.splitlines()
    assert warning == "plyscope: warning: stopped at the limit of 1000 frames"
    assert offer == "plyscope: depth 3 fits, with about 400 frames: --depth 3"
    assert plyscope("solve", "connectfour:", "--algorithm", "minimax", "--depth", "3").returncode == 0


def test_a_depth_set_by_the_estimate_is_reported() -> None:
    done = plyscope("solve", "tictactoe:5,5,5 ", "--algorithm", "minimax", "--limit", "1000", "--json")
    assert "searched to depth 4" in done.stderr
    assert json.loads(done.stdout)["depth"] == 4


def test_warnings_about_a_position_are_printed() -> None:
    done = plyscope("solve", "tree:[12345678901234567890,1]", "--json")
    assert done.returncode == 0
    assert "warning: byte 1: 12345678901234567890 has more digits" in done.stderr


def test_names_from_a_file_cannot_write_to_the_terminal() -> None:
    done = plyscope("solve", 'tree:[{"name":"a\\u001b[31m[bold]\\u202e","value":1}]')
    assert "a\\x1b[31m[bold]\\u202e" in done.stdout
    assert "\x1b" not in done.stdout


def test_standard_input_is_read() -> None:
    for options in ([], ["--check"]):
        assert json.loads(plyscope("solve", "-", "--json", *options, stdin="[[1,2],[3,4]]").stdout)["value"] == 3


def test_a_closed_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m plyscope trace tictactoe: | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.startswith("    0  alphabeta(")


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
def test_ctrl_c_keeps_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = ProgressReport.__call__

    def interrupting(progress: ProgressReport, frames: int) -> bool:
        if frames > 1000:
            signal.raise_signal(signal.SIGINT)
        return report(progress, frames)

    monkeypatch.setattr(ProgressReport, "__call__", interrupting)
    done = plyscope("record", "connectfour:", "--depth", "30", "-o", "t.plytrace", folder=tmp_path)
    assert done.returncode == 130
    assert "interrupted: " in done.stderr
    found = facts("stats", "t.plytrace", folder=tmp_path)
    assert found["complete"] is False
    assert found["frames"] > 1000


def test_an_output_that_cannot_say_everything_still_says_it() -> None:
    environment = {**ENVIRONMENT, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run([*COMMAND, "trace", TREE], capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0
    assert "\\u03b1=-\\u221e" in done.stdout


def test_squares_are_shown_in_the_chosen_notation_and_json_keeps_its_own(tmp_path: Path) -> None:
    search = ("tictactoe:.OO/XXO/.X. o", "--max", "o")
    assert "best move  [0,0]" in plyscope("solve", *search, "--coordinates", "x,y").stdout
    assert facts("solve", *search, "--coordinates", "x,y")["best_move"] == "a3"
    kept = tmp_path / "t.plytrace"
    assert plyscope("record", *search, "-o", str(kept)).returncode == 0
    assert "a3 = O" in plyscope("trace", str(kept)).stdout
    assert "0,0 = O" in plyscope("trace", str(kept), "--coordinates", "row,column").stdout
    for source, complaint in ((str(kept), "yx is not a notation of tictactoe"), (TREE, "tree has one notation")):
        refused = plyscope("trace", source, "--coordinates", "yx")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert complaint in refused.stderr


def test_plain_calls_have_no_max(tmp_path: Path) -> None:
    (tmp_path / "fib.py").write_text(
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n", encoding="utf-8"
    )
    kept = tmp_path / "fib.plytrace"
    assert plyscope("debug", str(tmp_path / "fib.py"), "fib(4)", "-o", str(kept)).returncode == 0
    said = [line.split() for line in plyscope("solve", str(kept)).stdout.splitlines()]
    assert ["value", "3"] in said
    assert not [line for line in said if line[:1] == ["MAX"]]
