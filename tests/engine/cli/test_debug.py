"""The command debug, as people type it."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from plyscope.cli import debug_session
from plyscope.cli.commands import command_line
from plyscope.cli.running import run
from plyscope.files.json_lines import read_lines

from tests.command_line import facts, plyscope, printed
from tests.engine.tracer.searching import minimax
from tests.full_traces import Trace
from tests.places import RECURSION, SOURCE_ROOTS


def debug(*words: str) -> tuple[int, str, str]:
    done = plyscope("debug", *words)
    return done.returncode, done.stdout, done.stderr


def test_facts_as_json() -> None:
    status, out, err = debug(str(RECURSION / "fibonacci.py"), "fib(10)", "--json")
    found: dict[str, Any] = json.loads(out)
    assert (status, err) == (0, "")
    expected = {"function": "fib", "call": "fib(10)", "result": "55", "frames": 177, "distinct": 11, "max_ply": 9}
    assert found | expected | {"complete": True} == found
    assert found["ended"] == {
        "how": "returned",
        "text": "55",
        "frame": -1,
        "line": 0,
        "elsewhere": False,
        "lines_ended": "",
        "unread": 0,
    }
    assert found["seconds"] > 0
    assert found["python"].startswith("Python 3.")


def test_a_recording_is_written_and_listed(tmp_path: Path) -> None:
    path = tmp_path / "f.plytrace"
    status, out, _ = debug(str(RECURSION / "fibonacci.py"), "fib(2)", "--no-lines", "-o", str(path))
    assert status == 0
    assert "177" not in out
    assert len(Trace.open(path)) == 3
    assert debug(str(RECURSION / "fibonacci.py"), "fib(2)", "-o", str(path))[0] == 1, "it is there"
    out, _ = printed("trace", str(path))
    assert [line.split(maxsplit=1)[1] for line in out.splitlines()] == [
        "fib(2)", "fib(1)", "return 1", "1 = fib(1)", "fib(0)", "return 0", "0 = fib(0)", "return 1",
    ]  # fmt: skip
    for command in ("stats", "why"):
        printed(command, str(path), *(["--frame", "0"] if command == "why" else []))


def test_a_search_is_compared_with_the_reference() -> None:
    call = "minimax([0, -1, -1, 1, 1, -1, 0, 1, 0], -1)"
    status, out, _ = debug(str(RECURSION / "notebook.py"), call, "--json", "--check")
    found = json.loads(out)
    assert status == 0
    assert (found["game"], found["value"], found["best_move"], found["bugs"]) == ("tictactoe", -1, "a3", [])
    assert found["check"]["same_value"]
    assert found["check"]["first_divergence"] is None
    plain = facts("debug", str(RECURSION / "notebook.py"), call, "--plain")
    assert "game" not in plain


def test_a_bug_is_named() -> None:
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    file = str(RECURSION / "bugs" / "strict_cut.py")
    assert "waste: a1 goes on with its loop, and its window (-1, -1) is closed (line 35)" in (debug(file, call)[2])
    found = facts("debug", file, call)
    assert (found["cutoffs"], found["pruned"]) == (0, 0), "its exit is seen, and never ran"


def test_the_python_is_named_before_it_runs(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def f(n):\n    return f(n - 1) if n else 0\n", encoding="utf-8")
    _, _, err = debug(str(file), "f(2)", "--python", sys.executable)
    assert err == f"plyscope: on Python {sys.version.split()[0]} ({sys.executable})\n"
    assert debug(str(file), "f(2)", "--python", "/nothing")[0] == 1


def test_findings_are_laws_at_lines() -> None:
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, {})"
    kinds = {
        "swapped_window": ("bugs", "bug", "pass", 27),
        "window_not_passed": ("waste", "waste", "pass", 27),
        "strict_cut": ("waste", "waste", "stay", 35),
    }
    for sample, (key, kind, name, line) in kinds.items():
        file = str(RECURSION / "bugs" / f"{sample}.py")
        found = facts("debug", file, call.format(False))
        assert {one: len(found[one]) for one in ("bugs", "waste", "remarks")} == {
            one: int(one == key) for one in ("bugs", "waste", "remarks")
        }
        found = found[key][0]
        assert (found[kind], found["line"]) == (name, line)
        assert found["sentence"] == f"{found['happened']} (line {line})"
        assert bool(found["should"]) is (name == "pass"), "only where the law gives one value"
        assert found["count"] > 0
        assert found["step"] > 0


def test_what_cannot_be_compared_is_no_error() -> None:
    file = str(RECURSION / "fibonacci.py")
    status, out, _ = debug(file, "fib(3)", "--check")
    assert status == 0
    assert "not compared: it is read as plain calls, and not as the search of a game" in out
    found = facts("debug", file, "fib(3)", "--check")
    assert (found["frames"], found["check"]["compared"]) == (5, False)


def test_infinite_values_are_words_in_json(tmp_path: Path) -> None:
    never_better = (RECURSION / "notebook.py").read_text(encoding="utf-8").replace("best = value", "max(best, value)")
    (tmp_path / "best.py").write_text(never_better.replace("-2 if", "float('-inf') if"), encoding="utf-8")
    call = "minimax([1, -1, 1, -1, 1, -1, 0, 0, 0], 1)"
    out = debug(str(tmp_path / "best.py"), call, "--check", "--json")[1]
    found = json.loads(out)
    assert found["result"] == found["value"] == found["check"]["value"][0] == "-inf"


def test_one_sentence_says_what_differs() -> None:
    call = "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)"
    sentences = {
        "alphabeta": "Same value and move. Your search makes the same 6 calls as alpha-beta.",
        "bugs/strict_cut": "Same value and move. Your search makes 8 calls where alpha-beta makes 6; ",
        "bugs/window_not_passed": "Same value and move. Your search makes 8 calls where alpha-beta makes 6; ",
    }
    for sample, sentence in sentences.items():
        found = facts("debug", str(RECURSION / f"{sample}.py"), call, "--check")
        why = "".join(one["sentence"] + "." for one in found["waste"])
        assert found["check"]["sentence"].startswith(sentence)
        assert not why or found["check"]["sentence"].endswith(f". Found in yours: {why}")


DEEPENING = """
def search(node, depth):
    return node if depth == 0 else max(-search(node + 1, depth - 1), -search(node - 1, depth - 1))

def deepen(limit):
    for depth in range(1, limit + 1):
        value = search(0, depth)
    return value
"""


def test_several_searches_of_one_call_are_counted(tmp_path: Path) -> None:
    here, beside = tmp_path / "deepening.py", tmp_path / "call_it.py"
    here.write_text(DEEPENING, encoding="utf-8")
    beside.write_text("from deepening import deepen", encoding="utf-8")
    assert re.search(r"outermost calls +3\n", debug(str(here), "deepen(3)")[1])
    assert "outermost calls" not in debug(str(here), "search(0, 3)")[1]
    assert "recording 3 of 3" in debug(str(beside), "deepen(3)")[2]


def test_a_caller_is_a_frame_in_all_counts(tmp_path: Path) -> None:
    here, kept = tmp_path / "deepening.py", tmp_path / "kept.plytrace"
    here.write_text(DEEPENING, encoding="utf-8")
    status, out, _ = debug(str(here), "deepen(3)", "-o", str(kept))
    assert status == 0
    counted = json.loads(printed("stats", str(kept), "--json")[0])
    frames, max_ply = counted["frames"], counted["by_ply"][-1]["ply"]
    assert (frames, max_ply) == (len(Trace.open(kept)), 4) == (26, 4)
    for said in (r"frames +26", r"calls +25", r"outermost calls +3", r"max ply +4"):
        assert re.search(said + r"\n", out)
    assert re.search(r"MAX moves +in the outermost calls, and on every second ply\n", out)
    assert "\ncalls" not in debug(str(here), "search(0, 3)")[1]


def test_all_functions_that_a_call_reaches_are_named(tmp_path: Path) -> None:
    text = """
def tree(depth):
    return [tree(depth - 1), tree(depth - 1)] if depth else 3

def search(node, is_max):
    return (max if is_max else min)(search(one, not is_max) for one in node) if isinstance(node, list) else node
"""
    path = tmp_path / "built.py"
    path.write_text(text, encoding="utf-8")
    assert re.search(r"function +tree, search\n", debug(str(path), "search(tree(2), True)")[1])


def test_a_limit_is_no_failure(tmp_path: Path) -> None:
    status, out, err = debug(str(RECURSION / "fibonacci.py"), "fib(20)", "--limit", "100", "--json")
    found = json.loads(out)
    assert (status, found["frames"], found["complete"], found["ended"]["how"]) == (0, 100, False, "limit")
    assert "Stopped at the limit of 100 calls, in fib(" in err


@pytest.mark.parametrize(
    ("words", "status", "complaint"),
    [
        (["nothing.py", "f(1)"], 1, "cannot be read"),
        (["sample:recursion/nothing", "f(1)"], 1, "there is no sample recursion/nothing"),
        (["sample:../engine/__init__", "f(1)"], 1, "there is no sample"),
        ([], 2, "debug needs a file"),
        ([str(RECURSION / "fibonacci.py")], 1, "that it imports by name; give it a call: fib(10)"),
        ([str(RECURSION / "fibonacci.py"), "-m", "json"], 2, "either a file or -m MODULE"),
        ([str(RECURSION / "fibonacci.py"), "fib(3)", "--function", "foo"], 1, "there is no function foo"),
        ([str(RECURSION / "fibonacci.py"), "fib(3)", "-o", "x.txt"], 2, "ends in .plytrace"),
        ([str(RECURSION / "fibonacci.py"), "fob(3)"], 1, "fob(3): the file has no name fob; did you mean fib?"),
        ([str(RECURSION / "fibonacci.py"), "fib()"], 1, "fib(): fib needs n too"),
        ([str(RECURSION / "fibonacci.py"), "fib("], 1, "does not understand this at column 4"),
        (["--listen", "x"], 2, "PORT or HOST:PORT"),
    ],
)
def test_complaints(words: list[str], status: int, complaint: str) -> None:
    found, _, err = debug(*words)
    lines = [line for line in err.splitlines() if not line.startswith("plyscope: on Python ")]
    assert (found, len(lines)) == (status, 1)
    assert complaint in lines[0]


BY_PATH = """
import importlib.util
spec = importlib.util.spec_from_file_location("fib", "fib.py")
fib = importlib.util.module_from_spec(spec)
spec.loader.exec_module(fib)
print(fib.fib(3))
"""
BY_RUNPY = "import runpy; print(runpy.run_path('fib.py')['fib'](3))"


@pytest.mark.parametrize("text", [BY_PATH, BY_RUNPY])
def test_files_that_are_loaded_by_their_path_are_not_spoken_of(text: str, tmp_path: Path) -> None:
    (tmp_path / "fib.py").write_text("def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n", "utf-8")
    (tmp_path / "by_path.py").write_text(text, encoding="utf-8")
    done = plyscope("debug", "by_path.py", folder=tmp_path)
    assert done.returncode == 1
    said = done.stderr.splitlines()[-1]
    assert "has called no recursive function of its own, or of the files of its project that it imports by name" in said


def test_interrupting_keeps_what_there_is(tmp_path: Path) -> None:
    path, begun = tmp_path / "own.py", tmp_path / "begun"
    path.write_text(
        "import time\ndef f(n):\n    time.sleep(0.01)\n"
        "    if n == 890: open('begun', 'w').close()\n    return f(n - 1) if n else 0\n",
        encoding="utf-8",
    )
    command = "import sys; from plyscope.cli.commands import command_line; from plyscope.cli.running import run; "
    command += "sys.exit(run(command_line))"
    process = subprocess.Popen(
        [sys.executable, "-c", command, "debug", str(path), "f(900)", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    while not begun.exists() and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    found = json.loads(out)
    assert process.returncode == 130
    assert found["ended"]["how"] == "interrupted"
    assert 5 < found["frames"] < 900
    assert b"Stopped by you in f(" in err


def test_a_value_of_none_and_a_win_worth_more_are_explained(tmp_path: Path) -> None:
    """A draw is a value too; and 100 where the reference has 1 is the same, which is said beside the numbers."""
    file = tmp_path / "own.py"
    file.write_text(minimax().replace("return winner(board)", "return 100 * winner(board)"), encoding="utf-8")
    call = "minimax([{marks}, 0, 0, 0, {last}], 1, -999, 999)"
    out = debug(str(file), call.format(marks="1, -1, 1, -1, 1", last=-1), "--check")[1]
    assert "alpha, beta, board; player is the side" in out
    assert re.search(r"^value, theirs +1$", out, re.MULTILINE)
    assert re.search(r"^same value +True$", out, re.MULTILINE)
    drawn = debug(str(file), call.format(marks="1, -1, 0, 0, -1", last=1))[1]
    assert re.search(r"^value +0$", drawn, re.MULTILINE)


SIDED = """
def search(node, player):
    if not isinstance(node, list):
        return node
    values = [search(child, not SIDE) for child in node]
    return max(values) if SIDE else min(values)
"""
TWO = """
def highest(node):
    if not isinstance(node, list):
        return node
    return max(lowest(child) for child in node)

def lowest(node):
    if not isinstance(node, list):
        return node
    return min(highest(child) for child in node)
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize(
    ("text", "call", "said"),
    [
        (SIDED.replace("SIDE", "player"), "search([[3, 12], [2, 8]], True)", "where player is True"),
        (SIDED.replace("SIDE", "player == 'X'").replace("not player == 'X'", "'O' if player == 'X' else 'X'"),
         "search([[3, 12], [2, 8]], 'X')", "where player is 'X'"),
        (TWO, "highest([[3, 12], [2, 8]])", "in highest"),
        ("def dig(n):\n    return n and 1 + dig(n - 1)\n", "dig(3)", None),
    ],
)  # fmt: skip
def test_it_says_where_max_moves(tmp_path: Path, text: str, call: str, said: str | None) -> None:
    file = tmp_path / "own.py"
    file.write_text(text, encoding="utf-8")
    found = re.findall(r"^MAX moves +(.*)$", debug(str(file), call)[1], re.MULTILINE)
    assert found == ([] if said is None else [said])


GAME = """
import sys

def count(n):
    return 1 + count(n - 1) if n else 0

if __name__ == "__main__":
    print("hello", *sys.argv[1:])
    for line in sys.stdin:
        count(int(line))
"""


@pytest.mark.full
def test_a_program_is_recorded_call_by_call(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(GAME, encoding="utf-8")
    command = [sys.executable, "-m", "plyscope", "debug", "game.py"]

    def run_with(*words: str) -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "PYTHONPATH": SOURCE_ROOTS}
        return subprocess.run(
            [*command, *words], input="3\n5\n", capture_output=True, text=True, cwd=tmp_path, env=environment
        )

    done = run_with("--json", "-o", "game.plytrace", "--", "you", "-o")
    found = json.loads(done.stdout)
    assert done.stderr == "hello you -o\n", "what the program prints is not part of the JSON"
    keys = ("call", "result", "frames", "complete", "file")
    assert [tuple(one[key] for key in keys) for one in found["recordings"]] == [
        ("count(3)", "3", 4, True, "game-1.plytrace"),
        ("count(5)", "5", 6, True, "game-2.plytrace"),
    ]
    assert (found["program"], found["ended"]["how"], found["not_kept"]) == ("game.py", "returned", 0)
    assert len(Trace.open(tmp_path / "game-2.plytrace")) == 6
    again = run_with("-o", "game.plytrace")
    assert (again.returncode, "game-1.plytrace" in again.stderr) == (1, True), "a file is not replaced"
    listed = run_with("--no-lines")
    assert listed.stdout.startswith("hello\n")
    assert re.search(r"2 +count\(5\) +5 +6", listed.stdout)


@pytest.mark.spread(4)
@pytest.mark.parametrize(
    ("end", "status", "said"),
    [
        ("raise SystemExit(3)", 3, "the program ended with exit status 3: SystemExit: 3 at line 4"),
        ("raise SystemExit('no move')", 1, "exit status 1: SystemExit: no move at line 4"),
        ("raise ValueError('no')", 1, "the program ended with exit status 1: ValueError: no at line 4"),
        ("raise SystemExit", 0, None),
        ("raise SystemExit(0)", 0, None),
    ],
)
def test_a_program_that_ends_badly_is_said_to(
    tmp_path: Path, end: str, status: int, said: str | None, capfd: pytest.CaptureFixture[str]
) -> None:
    program = tmp_path / "own.py"
    program.write_text(f"def down(n):\n    return n if n == 0 else down(n - 1)\ndown(2)\n{end}\n", encoding="utf-8")
    assert run(command_line, ["debug", str(program)]) == 0
    shown = capfd.readouterr().err
    assert said in shown if said is not None else "exit status" not in shown
    assert run(command_line, ["debug", str(program), "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["exit_status"] == status


def test_findings_that_were_not_looked_for_are_null(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    text = "def search(n, is_max):\n    if n == 0:\n        return -1 if is_max else 1\n"
    text += "    values = [search(n - k, not is_max) for k in (1, 2) if k <= n]\n"
    text += "    return max(values) if is_max else min(values)\n"
    program.write_text(f"{text}for n in range(1, 23):\n    search(n % 5 + 2, True)\n", encoding="utf-8")
    found = [one["bugs"] for one in facts("debug", str(program))["recordings"]]
    assert (len(found), found.count(None), found.count([])) == (22, 2, 20)


def test_ctrl_c_ends_a_program_and_keeps_its_recordings(tmp_path: Path) -> None:
    text = GAME.replace("    for line", "    count(2)\n    print('up', flush=True)\n    for line")
    (tmp_path / "game.py").write_text(text, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "plyscope", "debug", "game.py", "--json"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": SOURCE_ROOTS},
    )
    assert process.stderr is not None
    assert [process.stderr.readline() for _ in range(2)] == [b"hello\n", b"up\n"]
    process.send_signal(signal.SIGINT)
    # Input stays open until the end: without it the program would end by itself.
    assert process.stdout is not None
    out, err = process.stdout.read(), process.stderr.read()
    process.communicate()
    assert (process.returncode, b"KeyboardInterrupt" in err) == (130, True)
    found = json.loads(out)
    assert (found["ended"]["how"], [one["call"] for one in found["recordings"]]) == ("interrupted", ["count(2)"])


def test_ctrl_c_while_recordings_are_saved_keeps_those_that_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.py").write_text("def f(n):\n    return n and f(n - 1)\n\nfor n in (3, 4, 5):\n    f(n)\n")
    save = debug_session.save_trace

    def save_and_interrupt(*arguments: Any, **options: Any) -> None:
        save(*arguments, **options)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(debug_session, "save_trace", save_and_interrupt)
    _, _, err = debug(str(tmp_path / "game.py"), "-o", str(tmp_path / "x.plytrace"))
    assert "stopped: 1 recordings are saved" in err
    assert [path.name for path in tmp_path.glob("*.plytrace")] == ["x-1.plytrace"]


def test_a_call_into_another_file_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "counting.py").write_text(GAME, encoding="utf-8")
    file = tmp_path / "own.py"
    file.write_text("import counting\ndef go():\n    return counting.count(2), counting.count(4)\n", encoding="utf-8")
    found = facts("debug", str(file), "go()")
    assert (found["function"], found["call"], found["frames"]) == ("count", "count(4)", 5)
    assert [one["call"] for one in found["recordings"]] == ["count(2)", "count(4)"]


def test_calls_that_stand_in_the_file_are_offered(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(f"{GAME}\ndef main():\n    count(7)\n    n = 1\n    count(n)\n", encoding="utf-8")
    _, _, err = debug(str(file), "cuont(2)")
    assert "did you mean count?" in err
    assert err.endswith("in the file: count(7)\n")


def test_a_file_that_asks_for_input_when_it_is_loaded_offers_its_definitions(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text("def count(n):\n    return n and count(n - 1)\nn = 3; print(count(int(input('?'))))\n", "utf-8")
    status, _, err = debug(str(file), "count(n)")
    assert (status, "line 3 asks for input" in err, "--definitions" in err) == (1, True, True)
    found = facts("debug", str(file), "count(n)", "--definitions")
    assert (found["call"], found["frames"]) == ("count(n)", 4)
    assert debug(str(file), "--definitions")[0] == 2, "only a call needs no more than these"


SIDES = """
def best_of(pile, who):
    if pile == 0:
        return -1 if who == "me" else 1
    values = [best_of(pile - take, "you" if who == "me" else "me") for take in (1, 2, 3) if take <= pile]
    return min(values) if who == "me" else min(values)

for start in (3, 4):
    print(best_of(start, "me"))
"""


@pytest.mark.spread(2)
@pytest.mark.parametrize("is_module", [False, True])
def test_each_recording_of_a_session_is_compared_and_its_roles_are_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_module: bool
) -> None:
    (tmp_path / "sides.py").write_text(SIDES, encoding="utf-8")
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    what = ["-m", "sides"] if is_module else ["sides.py"]

    def run_with(*more: str) -> subprocess.CompletedProcess[str]:
        return plyscope("debug", *what, "--check", "--no-lines", "--role", "max=me", *more, folder=tmp_path)

    found = json.loads(run_with("--json", "--role", "who=side").stdout)
    assert [set(one) >= {"bugs", "waste", "remarks", "check"} for one in found["recordings"]] == [True, True]
    roles = json.loads((tmp_path / "state" / "roles.json").read_text(encoding="utf-8"))
    assert list(roles.values()) == [{"max": "me", "who": "side"}]
    said = run_with()
    assert "in 1, 2: check: not compared" in said.stderr
    assert "has a parameter nobody" in run_with("--role", "nobody=board", "-o", "kept.plytrace").stderr
    assert len([*tmp_path.glob("kept-*.plytrace")]) == 2, "a wrong role loses no recording"


def test_what_ends_a_recording_that_comes_live_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    heading = b'{"format":"plyscope-trace","version":1,"game":"g","position":"p","max":"first"}\n'
    root = b'{"ev":"enter","id":0,"parent":null,"move":null,"kind":"max"}\n'
    wrong = read_lines(io.BytesIO(heading + root + b'{"ev":"leave","id":0,"value":NaN}\n'), is_live=True)
    monkeypatch.setattr("plyscope.tracer.listening.listen_for", lambda *_: wrong)
    status, out, err = debug("--listen", "4711")
    assert status == 0
    assert "frames" in out
    assert err == (
        "plyscope: warning: line 3: NaN is no JSON; what is no number is null; the recording ends there, in frame 0\n"
    )


SEARCHING_CHESS = """
def quiet(board):
    best = len(board.piece_map())
    for move in board.generate_legal_captures():
        board.push(move)
        best = max(best, -quiet(board)[0])
        board.pop()
    return best, None


def search(board, depth):
    if depth == 0:
        return quiet(board)
    best, chosen = -99, None
    for move in board.legal_moves:
        board.push(move)
        value = -search(board, depth - 1)[0]
        board.pop()
        if value > best:
            best, chosen = value, move
    return best, chosen
"""


def test_calls_of_a_copy_of_the_package_chess_are_not_recorded(tmp_path: Path) -> None:
    chess = pytest.importorskip("chess")
    fen = "8/8/4k3/8/3p4/2R5/4K3/8 w - - 0 1"
    (tmp_path / "searching.py").write_text(SEARCHING_CHESS, encoding="utf-8")
    start = f"import chess, searching\n\ndef go():\n    return searching.search(chess.Board({fen!r}), 2)\n"
    (tmp_path / "start.py").write_text(start, encoding="utf-8")
    shutil.copytree(Path(chess.__file__).parent, tmp_path / "chess")
    facts = json.loads(plyscope("debug", "start.py", "go()", "--json", folder=tmp_path).stdout)
    board, calls = chess.Board(fen), 1
    for move in board.legal_moves:
        board.push(move)
        calls += 1 + board.legal_moves.count()
        board.pop()
    assert {one["function"] for one in facts["recordings"]} == {"search", "quiet"}
    assert (facts["function"], facts["frames"], facts["max_ply"], facts["complete"]) == ("search", calls, 2, True)
