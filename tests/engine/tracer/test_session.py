"""Whole programs: they run as Python runs them, and each outermost call of a recursive function is a recording."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from plyscope.messages import InputError
from plyscope.model.user_code import NO_PARTS
from plyscope.tracer import session as session_module
from plyscope.tracer import starting
from plyscope.tracer.ending import ending
from plyscope.tracer.programs import Program, module_of, needs_session, pasted_program, program_of, project_of
from plyscope.tracer.running import debug
from plyscope.tracer.session import Session
from plyscope.tracer.split_log import LogSplitter, Recording
from plyscope.tracer.starting import Limits, Options, StartedProgram
from plyscope.tracer.target.log import CUT, FUNCTIONS
from plyscope.tracer.user_python import OURS

FIB = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\n"


class Ran:
    """A program that was run to its end, with what it printed."""

    def __init__(self, program: Program, typed: str = "", **options: Any) -> None:
        streams = (subprocess.PIPE, subprocess.PIPE, subprocess.PIPE)
        self.began: list[int] = []
        self.session = Session(StartedProgram(program, OURS, Options(streams=streams, **options)), self.note)
        process = self.session.process
        self.output: list[bytes] = []
        assert process.stdin is not None
        process.stdin.write(typed.encode())
        process.stdin.close()
        readers = [
            threading.Thread(target=lambda stream=stream: self.output.append(stream.read()))
            for stream in (process.stdout, process.stderr)
        ]
        for reader in readers:
            reader.start()
        try:
            self.ended = self.session.run()
        finally:
            for reader in readers:
                reader.join()
            for stream in (process.stdout, process.stderr):
                assert stream is not None
                stream.close()

    def note(self, one: Recording) -> None:
        if one.ended is None:
            self.began.append(one.number)

    @property
    def printed(self) -> str:
        return b"".join(self.output).decode()

    @property
    def calls(self) -> list[tuple[str, str | None, int]]:
        return [(one.call, one.result, one.frames) for one in self.session.recordings]


def file_with(folder: Path, text: str, name: str = "own.py") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_runs_as_python_runs_it(tmp_path: Path) -> None:
    """As `__main__`, with its arguments, its input and its exit, in the folder where it was started."""
    text = f"""
import atexit, os, sys, threading
{FIB}
if __name__ == "__main__":
    print(sys.argv, os.getcwd(), __file__, sys.path[0], sys.modules["__main__"].fib is fib)
    atexit.register(print, "at exit")
    thread = threading.Thread(target=lambda: print("thread", fib(4)))
    thread.start()
    thread.join()
    for line in sys.stdin:
        print(fib(int(line)))
    sys.exit("that was all")
"""
    path = file_with(tmp_path / "inner", text)
    plain = subprocess.run(
        [sys.executable, str(path), "a", "--b"],
        input="3\n5\n",
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=False,
    )
    ran = Ran(program_of(str(path), "", ("a", "--b"), tmp_path), "3\n5\n")
    assert sorted(ran.printed.splitlines()) == sorted((plain.stdout + plain.stderr).splitlines())
    assert ran.session.process.returncode == plain.returncode == 1
    assert ran.ended.how == "exit"
    assert sorted(ran.calls) == [("fib(3)", "2", 5), ("fib(4)", "3", 9), ("fib(5)", "5", 15)]
    assert ran.began == [1, 2, 3]
    assert all(len(one.trace()) == one.frames for one in ran.session.recordings)


def test_an_exception_is_shown_as_python_shows_it(tmp_path: Path) -> None:
    text = "def down(n):\n    if n == 0:\n        raise ValueError('deep')\n    return down(n - 1)\n\ndown(2)\n"
    path = file_with(tmp_path, text)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    ran = Ran(program_of(str(path)))
    assert [line for line in plain.stderr.splitlines() if "^" not in line] == [
        line for line in ran.printed.splitlines() if "^" not in line
    ]
    assert (ran.ended.how, ran.ended.text, ran.ended.line) == ("exception", "ValueError: deep", 3)
    [one] = ran.session.recordings
    assert one.ended is not None
    assert (one.ended.how, one.ended.text, one.ended.line, one.frames) == ("exception", "ValueError: deep", 3, 3)


def test_an_exception_that_is_caught_ends_one_call(tmp_path: Path) -> None:
    text = f"{FIB}\ndef down(n):\n    return down(n - 1) if n else 1 // n\n\n"
    text += "for n in (1, 2):\n    try:\n        down(n)\n    except ZeroDivisionError:\n        print(fib(n + 2))\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))))
    found = [(one.call, one.ended and one.ended.how, one.frames) for one in ran.session.recordings]
    assert found == [
        ("down(1)", "exception", 2), ("fib(3)", "returned", 5), ("down(2)", "exception", 3), ("fib(4)", "returned", 9),
    ]  # fmt: skip


def test_endless_recursion_ends_one_call(tmp_path: Path) -> None:
    text = f"{FIB}\ndef down(n):\n    return down(n + 1)\n\n"
    text += "try:\n    down(0)\nexcept RecursionError:\n    print(fib(5))\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))), lines=False)
    first, second = ran.session.recordings
    assert first.ended is not None
    assert first.ended.text.startswith("RecursionError")
    assert 900 < first.frames < 1020
    assert (second.call, second.result) == ("fib(5)", "5")


def test_a_menu_is_no_recursion(tmp_path: Path) -> None:
    """Playing again by recursion, and asking again by it, keep calls open as long as the program runs."""
    text = f"""{FIB}
def ask():
    answer = input()
    if not answer:
        return ask()
    return answer

def play():
    print(fib(int(ask())))
    if input("again? ") == "y":
        play()

play()
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))), "\n4\ny\n\n5\nn\n")
    assert ran.ended.how == "returned"
    assert ran.calls == [("fib(4)", "3", 9), ("fib(5)", "5", 15)]


GAME_BY_RECURSION = """
def lowest(pile, high):
    if pile == 0:
        return -1 if high else 1
    values = [lowest(pile - take, not high) for take in (1, 2) if take <= pile]
    return max(values) if high else min(values)

def play(pile, first):
    if pile == 0:
        return print("over")
    values = [lowest(pile - take, False) for take in (1, 2) if take <= pile]
    return play(pile - values.index(max(values)) - 1, not first)
"""


def test_turns_that_call_the_next_one_are_no_part_of_their_searches(tmp_path: Path) -> None:
    file = file_with(tmp_path, GAME_BY_RECURSION)
    ran = Ran(program_of(str(file), "play(3, True)"))
    assert ran.calls == [
        (f"lowest({pile}, False)", result, frames)
        for pile, result, frames in ((2, "-1", 4), (1, "-1", 2), (1, "-1", 2), (0, "1", 1))
    ]
    trace = debug(file, "play(3, True)")
    assert (len(trace) - 1, len(list(trace.children(0)))) == (9, 4), "the call itself is no frame of the search"


def test_each_group_has_its_own_recordings(tmp_path: Path) -> None:
    text = """
def even(n):
    return True if n == 0 else odd(n - 1)

def odd(n):
    return False if n == 0 else even(n - 1)

def halves(n):
    even(n)
    return 1 + halves(n // 2) if n else 0

halves(4)
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))))
    assert ran.calls == [
        ("halves(4)", "3", 4), ("even(4)", "True", 5), ("even(2)", "True", 3), ("even(1)", "False", 2),
        ("even(0)", "True", 1),
    ]  # fmt: skip
    assert ran.session.recordings[1].inside is ran.session.recordings[0]


STARTED_BY_A_NAMESAKE = """
class Judge:
    def evaluate(self, n):
        return n * 7 % 11

class Search:
    judge = Judge()

    def evaluate(self, n):
        if n < 0:
            raise ValueError(n)
        return self.largest(n, 2)

    def largest(self, n, depth):
        if depth == 0:
            return self.judge.evaluate(n)
        return max(-self.largest(3 * n + move, depth - 1) for move in (1, 2))
"""


def test_a_method_that_only_starts_a_search_is_no_call_of_it(tmp_path: Path) -> None:
    calls = 'print("one"); Search().evaluate(1); Search().evaluate(4)'
    ran = Ran(program_of(str(file_with(tmp_path, STARTED_BY_A_NAMESAKE + calls))))
    assert ran.calls == [("largest(1, 2)", "3", 7), ("largest(4, 2)", "1", 7)]
    [once, *_] = [recording.trace() for recording in ran.session.recordings]
    assert (len(once), once.column("ply").max(), once.user_code.label(0)) == (7, 2, "largest(1, 2)")
    asked = Ran(program_of(str(file_with(tmp_path, STARTED_BY_A_NAMESAKE)), "Search().evaluate(1)"))
    assert asked.session.largest.frames == 7


NESTED_SEARCHES = """
def quiet(n, depth):
    return n if depth == 0 else max([quiet(n + 1, depth - 1), -quiet(n - 1, depth - 1)])

def search(n, depth):
    return quiet(n, 4) if depth == 0 else max(-search(n + 1, depth - 1), -search(n - 1, depth - 1))
"""


def test_a_search_within_another_is_a_part_of_that_one(tmp_path: Path) -> None:
    ran = Ran(program_of(str(file_with(tmp_path, NESTED_SEARCHES)), "search(0, 2)"))
    assert [one.frames for one in ran.session.recordings] == [7, 31, 31, 31, 31]
    assert ran.session.largest.call == "search(0, 2)"


def test_threads_have_calls_of_their_own(tmp_path: Path) -> None:
    text = f"""
import threading
{FIB}
barrier = threading.Barrier(2)

def work(n):
    barrier.wait()
    fib(n)

threads = [threading.Thread(target=work, args=(n,)) for n in (9, 10)]
for one in threads: one.start()
for one in threads: one.join()
fib(3)
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))))
    assert sorted(ran.calls) == [("fib(10)", "55", 177), ("fib(3)", "2", 5), ("fib(9)", "34", 109)]
    for one in ran.session.recordings:
        assert one.trace().user_code.result(0) == one.result


def test_a_limit_of_frames_ends_the_recording_of_a_call(tmp_path: Path) -> None:
    text = f"{FIB}\nprint([fib(n) for n in (5, 12, 6)])\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))), limits=Limits(frames=100, memory=0))
    assert ran.printed == "[5, 144, 8]\n"
    assert ran.ended.how == "returned"
    assert ran.calls == [("fib(5)", "5", 15), ("fib(12)", None, 100), ("fib(6)", "8", 25)]
    ended = ran.session.recordings[1].ended
    assert ended is not None
    assert (ended.how, ended.text) == ("limit", "frames")


@pytest.mark.full
def test_a_limit_of_time_counts_no_waiting(tmp_path: Path) -> None:
    text = f"""
import time
{FIB}
def patient(n):
    time.sleep(0.4)
    return patient(n - 1) if n else "done"

def busy(n):
    while n < 2 and time.process_time() < until:
        pass
    return n if n < 2 else busy(n - 1) + busy(n - 2)

print(patient(1))
until = time.process_time() + 0.8
print(busy(16))
print(fib(6))
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))), limits=Limits(seconds=0.1, memory=0), lines=False)
    assert ran.printed.split() == ["done", "987", "8"]
    (first, second, third) = ran.session.recordings
    assert (first.result, third.result, third.frames) == ("'done'", "8", 25)
    assert second.ended is not None
    assert (second.ended.how, second.ended.text) == ("limit", "seconds")
    assert 0 < second.frames < 3193
    assert len(second.trace()) == second.frames


@pytest.mark.spread(2)
@pytest.mark.parametrize("thread", [False, True])
def test_after_a_limit_the_next_outermost_call_is_recorded_and_no_inner_one(tmp_path: Path, thread: bool) -> None:
    """Whatever the call that has reached the limit calls further on, also of other groups, and in other threads."""
    text = f"""
import threading, time
def helper(n):
    return 0 if n == 0 else helper(n - 1)

def search(n):
    if n < 2:
        while time.process_time() < until:
            sum(range(10_000))
        return n + helper(2)
    return search(n - 1) + search(n - 2)

def long():
    global until
    until = time.process_time() + 0.5
    print(search(12))
    print(search(4))

if {thread}:
    one = threading.Thread(target=long)
    one.start()
    one.join()
else:
    long()
print(search(5))
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))), limits=Limits(seconds=0.15, memory=0))
    assert ran.printed.split() == ["144", "3", "5"]
    first, *others = [one for one in ran.session.recordings if one.function == "search"]
    assert first.ended is not None
    assert (first.call, first.ended.how, first.ended.text) == ("search(12)", "limit", "seconds")
    assert [(one.call, one.result, one.frames) for one in others] == [("search(4)", "3", 9), ("search(5)", "5", 15)]
    assert all(len(one.trace().user_code.tables.line_step) for one in others)
    assert sum(one.seconds for one in others) < first.seconds


@pytest.mark.full
def test_work_of_a_call_that_has_reached_its_limit_is_no_outermost_call(tmp_path: Path) -> None:
    """Work that is submitted before the limit and after it, and done when other calls are recorded again."""
    text = """
import threading, time
from concurrent.futures import ThreadPoolExecutor

pool, gate = ThreadPoolExecutor(1), threading.Event()

def later(n):
    gate.wait(60)
    return search(n)

def search(n, busy=0.0):
    if busy:
        pool.submit(later, 2)
        began = time.process_time()
        while time.process_time() - began < busy:
            pass
        pool.submit(later, 3)
    return search(n - 1) + 1 if n else 0

search(4, 0.4)
search(6)
gate.set()
pool.submit(search, 5).result()
search(7)
"""
    ran = Ran(program_of(str(file_with(tmp_path, text))), limits=Limits(seconds=0.15, memory=0))
    first, *others = ran.session.recordings
    assert first.ended is not None
    assert (first.call, first.ended.how, first.ended.text) == ("search(4, 0.4)", "limit", "seconds")
    assert [(one.call, one.result) for one in others] == [
        ("search(6, 0.0)", "6"),
        ("search(5, 0.0)", "5"),
        ("search(7, 0.0)", "7"),
    ]


def test_each_limit_is_called_what_it_is(tmp_path: Path) -> None:
    ran = Ran(program_of(str(file_with(tmp_path, f"{FIB}\nfib(9)\n"))), limits=Limits(frames=20, memory=0))
    [one] = ran.session.recordings
    assert one.ended is not None
    for text, sentence in (
        ("frames", "20 calls"),
        ("seconds", "of time"),
        ("size", "of recorded data"),
        ("plies", "deep"),
    ):
        one._ended = one.ended._replace(text=text)
        assert sentence in str(ending(one.trace()))


def test_short_old_recordings_go_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "MAX_RECORDINGS", 6)
    text = f"{FIB}\nfor n in (9, 2, 3, 4, 2, 2, 5, 2, 2): fib(n)\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))))
    kept = [one.call for one in ran.session.recordings]
    assert len(kept) == 6
    assert "fib(9)" in kept
    assert kept[-1] == "fib(2)"
    assert ran.session.not_kept == 3


def test_stopping_keeps_the_recordings(tmp_path: Path) -> None:
    path = file_with(tmp_path, f"{FIB}\nfib(6)\nprint(1, flush=True)\nimport time\ntime.sleep(600)\n")
    session = Session(
        StartedProgram(program_of(str(path)), OURS, Options(streams=(subprocess.DEVNULL, subprocess.PIPE, None)))
    )
    assert session.process.stdout is not None
    assert session.process.stdout.readline() == b"1\n"
    began = time.monotonic()
    threading.Timer(0.1, session.stop).start()
    assert session.run().how == "interrupted"
    session.process.stdout.close()
    assert time.monotonic() - began < 120
    assert [(one.call, one.result) for one in session.recordings] == [("fib(6)", "8")]


def test_what_is_read_after_stopping_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log may be far ahead of us, as after a million short calls: it is not read to its end."""
    monkeypatch.setattr(session_module, "SECONDS_AFTER_STOP", 0.0)
    monkeypatch.setattr(session_module, "PIECE_ITEMS", 700)
    program = program_of(str(file_with(tmp_path, f"{FIB}\nwhile True:\n    fib(9)\n")))
    session = Session(StartedProgram(program, OURS))
    assert session.run(lambda calls: calls < 5000).how == "interrupted"
    assert session.calls < 6000
    (*over, last) = session.recordings
    assert {(one.call, one.result, one.frames) for one in over} == {("fib(9)", "34", 109)}
    assert last.result in ("34", None)
    assert last.frames <= 109


def test_a_program_that_was_over_before_it_was_stopped_was_not_ended_by_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its calls, those that are not read are counted."""
    monkeypatch.setattr(session_module, "SECONDS_AFTER_STOP", 0.0)
    monkeypatch.setattr(session_module, "PIECE_ITEMS", 700)
    program = program_of(str(file_with(tmp_path, f"{FIB}\nfor _ in range(50):\n    fib(9)\n")))
    session = Session(StartedProgram(program, OURS))
    session.process.wait()
    ended = session.run(lambda calls: not calls)
    assert (ended.how, 0 < session.calls < session.calls + ended.unread) == ("returned", True)
    assert session.calls + ended.unread == 50 * 109
    assert (session.recordings[-1].ended or ended).how in ("returned", "interrupted")


def test_the_log_of_an_interrupted_program_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "SECONDS_AFTER_INTERRUPT", 0.0)
    monkeypatch.setattr(session_module, "PIECE_ITEMS", 200)
    program = program_of(str(file_with(tmp_path, f"{FIB}\nwhile True:\n    fib(3)\n")))
    session = Session(StartedProgram(program, OURS, Options(streams=(None, None, subprocess.DEVNULL))))

    def falls_behind(calls: int) -> None:
        if not session.started.is_interrupted and calls:
            time.sleep(0.2)
            session.interrupt()
            session.process.wait()

    assert session.run(falls_behind).how == "interrupted"
    (*over, last) = session.recordings
    assert {(one.call, one.result, one.frames) for one in over} <= {("fib(3)", "2", 5)}
    assert last.result in ("2", None)


def test_an_interrupt_while_a_file_is_loaded_is_no_fault_of_the_file(tmp_path: Path) -> None:
    path = file_with(tmp_path, f"{FIB}\nimport time\nprint(1, flush=True)\ntime.sleep(60)\n")
    session = Session(
        StartedProgram(
            program_of(str(path), "fib(3)"), OURS, Options(streams=(subprocess.DEVNULL, subprocess.PIPE, None))
        )
    )
    assert session.process.stdout is not None
    assert session.process.stdout.readline() == b"1\n"
    session.interrupt()
    assert session.run().how == "interrupted"
    session.process.stdout.close()


def test_what_a_window_calls_again_and_again_to_draw_itself_is_no_recursion(tmp_path: Path) -> None:
    text = (
        "class Piece:\n    def draw(self):\n        pass\n\n\nclass Board:\n    def __init__(self):\n"
        "        self.pieces = [Piece(), Piece()]\n    def draw(self):\n        for piece in self.pieces:\n"
        "            piece.draw()\n\n\nboard = Board()\n"
    )
    few = Ran(program_of(str(file_with(tmp_path, f"{text}board.draw()\n"))))
    many = Ran(program_of(str(file_with(tmp_path, f"{text}for _ in range(30):\n    board.draw()\n"))))
    assert (len(few.calls) > 0, many.calls) == (True, [])


def test_an_interrupt_is_the_programs_own(tmp_path: Path) -> None:
    text = f"{FIB}\nimport time\ntry:\n    print(1, flush=True)\n    time.sleep(60)\nexcept KeyboardInterrupt:\n"
    text += "    print(fib(7))\n"
    path = file_with(tmp_path, text)
    session = Session(
        StartedProgram(program_of(str(path)), OURS, Options(streams=(subprocess.DEVNULL, subprocess.PIPE, None)))
    )
    assert session.process.stdout is not None
    assert session.process.stdout.readline() == b"1\n"
    session.interrupt()
    assert session.run().how == "returned"
    assert session.process.stdout.read() == b"13\n"
    session.process.stdout.close()
    assert [one.call for one in session.recordings] == ["fib(7)"]


# Other files, modules, notebooks, tests, pasted text


def test_other_files_of_the_project_are_recorded(tmp_path: Path) -> None:
    """Each with its own text; what is installed only when it is named."""
    file_with(tmp_path, "", "pyproject.toml")
    file_with(tmp_path, FIB, "lib/numbers_of.py")
    file_with(tmp_path, "", "lib/__init__.py")
    file_with(tmp_path, FIB.replace("fib", "other"), ".venv/lib/python3/site-packages/installed.py")
    main = "import sys\nsys.path += [{root!r}, {root!r} + '/.venv/lib/python3/site-packages']\n"
    main += "from lib.numbers_of import fib\nfrom installed import other\nprint(fib(4), other(5))\n"
    path = file_with(tmp_path, main.format(root=str(tmp_path)), "scripts/main.py")
    assert project_of(path) == tmp_path
    ran = Ran(program_of(str(path)))
    assert ran.printed == "3 5\n"
    assert ran.calls == [("fib(4)", "3", 9)]
    [one] = ran.session.recordings
    assert one.source.path == str(tmp_path / "lib/numbers_of.py")
    assert one.trace().text == FIB
    assert [call for call, _, _ in Ran(program_of(str(path)), modules=("installed",)).calls] == ["fib(4)", "other(5)"]


DRIVER = """
from searching import search

def orders(n):
    return 1 if n == 0 else sum(orders(n - 1) for _ in range(4))

def go(n):
    orders(n)
    return search(n)
"""


def test_a_helper_of_the_driver_does_not_hide_the_search_that_it_imports(tmp_path: Path) -> None:
    file_with(
        tmp_path,
        "def search(n):\n    return 0 if n == 0 else max(-search(n - 1) for _ in (1, 2))\n",
        "searching.py",
    )
    path = file_with(tmp_path, DRIVER)
    for call in ("go(3)", "search(3)"):
        assert needs_session(program_of(str(path), call))
        ran = Ran(program_of(str(path), call))
        assert (ran.session.largest.call, ran.session.largest.frames) == ("search(3)", 15)
    assert not needs_session(program_of(str(path), "orders(3)")), "the helper alone is asked for"


def test_a_call_reaches_other_files(tmp_path: Path) -> None:
    file_with(tmp_path, FIB, "numbers_of.py")
    path = file_with(tmp_path, "import numbers_of\nnumbers_of.fib(9)\ndef go(n):\n    return numbers_of.fib(n)\n")
    assert needs_session(program_of(str(path), "go(4)"))
    ran = Ran(program_of(str(path), "go(4)"))
    assert ran.calls == [("fib(4)", "3", 9)], "what was called while the file was loaded is not recorded"
    assert ran.ended.text == "3"
    broken = file_with(tmp_path, "import numbers_of\n1 / 0\ndef go(n):\n    return numbers_of.fib(n)\n", "broken.py")
    with pytest.raises(InputError, match="line 2: the file cannot be run: ZeroDivisionError"):
        Ran(program_of(str(broken), "go(4)"))


def test_a_call_runs_in_the_folder_that_is_given(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("def f(n):\n    return n\n", encoding="utf-8")
    assert program_of(str(path), "f(1)").folder == tmp_path
    assert program_of(str(path), "f(1)", (), tmp_path.parent).folder == tmp_path.parent


def test_a_module_runs_as_python_runs_it(tmp_path: Path) -> None:
    file_with(tmp_path, "", "game/__init__.py")
    file_with(tmp_path, FIB, "game/numbers_of.py")
    main = "import sys\nfrom .numbers_of import fib\nprint(__name__, __package__, sys.argv[1:], fib(5))\n"
    file_with(tmp_path, main, "game/__main__.py")
    ran = Ran(module_of("game", ("x",), tmp_path))
    assert ran.printed == "__main__ game ['x'] 5\n"
    assert ran.calls == [("fib(5)", "5", 15)]
    assert "No module named nothing" in Ran(module_of("nothing", (), tmp_path)).printed


def notebook(folder: Path, *cells: str) -> Path:
    made = [{"cell_type": "markdown", "source": ["# Title"]}]
    made += [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    return file_with(folder, json.dumps({"cells": made, "nbformat": 4}), "own.ipynb")


def test_the_cells_of_a_notebook_run_in_order(tmp_path: Path) -> None:
    path = notebook(
        tmp_path,
        "%matplotlib inline\nimport math\nfiles = !ls",
        FIB,
        "%%time\ntext = '''\n%d\n'''\nfib(6)",
        "%%bash\necho no",
        "print(text % fib(3))",
    )
    program = program_of(str(path))
    assert program.magics == (
        "%matplotlib inline (cell 1)",
        "files = !ls (cell 1)",
        "%%time (cell 3)",
        "%%bash (cell 4)",
    )
    ran = Ran(program)
    assert ran.printed.split() == ["8", "2"]
    assert ran.calls == [("fib(6)", "8", 25), ("fib(3)", "2", 5)]
    trace = ran.session.recordings[0].trace()
    assert trace.text.splitlines()[trace.user_code.functions[0].line - 1] == "def fib(n):"


def test_a_function_of_a_cell_is_called(tmp_path: Path) -> None:
    """A cell that asks for input fails, and the next one goes on: only its functions are needed."""
    path = notebook(tmp_path, FIB, "fib(int(input()))", "def go():\n    return fib(4)")
    ran = Ran(program_of(str(path), "go()"))
    assert ran.calls == [("fib(4)", "3", 9)]
    assert "cell 2 has failed, the next one goes on: EOFError" in ran.printed


@pytest.mark.full
def test_tests_run_through_pytest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # those of the tests take longer than the program
    file_with(tmp_path, FIB, "numbers_of.py")
    tests = "import numbers_of\n\ndef test_one():\n    assert numbers_of.fib(5) == 5\n\ndef test_two():\n    assert 0\n"
    path = file_with(tmp_path, tests, "test_own.py")
    ran = Ran(program_of(f"{path}::test_one", "", (), tmp_path))
    assert "1 passed" in ran.printed
    assert ran.calls == [("fib(5)", "5", 15)]
    assert Ran(program_of(f"{path}::test_two", "", (), tmp_path)).session.process.returncode == 1


def test_pasted_text_runs(tmp_path: Path) -> None:
    ran = Ran(pasted_program(f"{FIB}print(fib(5), __name__)\n", folder=tmp_path))
    assert ran.printed == "5 __main__\n"
    assert ran.calls == [("fib(5)", "5", 15)]
    assert ran.session.recordings[0].trace().text.startswith(FIB)
    assert Ran(pasted_program(FIB, "fib(4)", folder=tmp_path)).calls == [("fib(4)", "3", 9)]


def test_functions_can_be_named(tmp_path: Path) -> None:
    text = f"{FIB}\ndef twice(n):\n    return 2 * n\n\nfib(3)\ntwice(2)\ntwice(3)\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))), functions=("twice",))
    assert ran.calls == [("twice(2)", "4", 1), ("twice(3)", "6", 1)]


def test_a_single_call_counts_where_the_function_calls_itself_elsewhere(tmp_path: Path) -> None:
    text = f"{FIB}\nclass Tk:\n    def update(self):\n        self.after(self.update)\n"
    text += "    def after(self, f):\n        pass\n\n"
    path = file_with(tmp_path, f"{text}Tk().update()\nTk().update()\nfib(1)\nfib(2)\n")
    assert Ran(program_of(str(path))).calls == [("fib(1)", "1", 1), ("fib(2)", "1", 3)]


def test_a_log_that_cannot_be_written_is_said_and_the_program_goes_on(tmp_path: Path) -> None:
    """A limit on the size of files does what a full disk does; nothing of ours stops the program."""
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (60_000, -1))\n"
    path = tmp_path / "own.py"
    path.write_text(f"{limited}{FIB}print(fib(20), fib(21))\n")
    run = Ran(program_of(str(path)))
    assert run.printed == "6765 10946\n"
    assert run.ended.how == "returned"
    assert run.session.log_ended is not None
    assert "could not be written" in str(run.session.log_ended)
    [one] = run.session.recordings
    assert one.ended is not None
    assert (one.ended.how, one.ended.text) == ("limit", "disk")


FIB_DESCRIBED = ("fib", ("n",), ("n",), 1, 2, NO_PARTS, 0, False)


def test_a_log_at_its_limit_is_said() -> None:
    splitter = LogSplitter(100, lambda one: None, lambda one: None)
    splitter.append([(FUNCTIONS, "f.py", FIB, [FIB_DESCRIBED]), (0,), 5, (0,), 4, (CUT, "log")])
    assert splitter.is_full


def test_each_recording_has_lines_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Up to a limit for all of them together; an exception ends a recording as a result does."""
    monkeypatch.setattr(starting, "MAX_LINES_OF_EACH", 100)
    path = tmp_path / "own.py"
    error = "def boom(n):\n    if n == 0:\n        raise ValueError\n    return boom(n - 1)\n"
    calls = "for k in range(4):\n    fib(9)\n    wait()\n    fib(3)\n"
    calls += "try:\n    boom(90)\nexcept ValueError:\n    pass\nwait()\n"
    wait = "import time\ndef wait():\n    time.sleep(0.2)\n    print()\n"
    path.write_text(f"{wait}{FIB}{error}{calls}for k in range(8):\n    fib(9)\n    wait()\n")
    found = [one.trace().user_code for one in Ran(program_of(str(path))).session.recordings]
    lines = [(len(one.tables.line_step), one.ended.lines_ended) for one in found]
    assert lines[:9] == [(100, "rows"), (5, "")] * 4 + [(100, "rows")]
    assert lines[9] == (100, "rows")
    assert lines[-1] == (0, "session")
    assert "earlier recordings" in str(ending(Ran(program_of(str(path))).session.recordings[-1].trace()))


DECISIONS = """
def search(board, depth):
    if depth == 0 or None not in board:
        return sum(cell or 0 for cell in board)
    values = []
    for cell in range(len(board)):
        if board[cell] is None:
            board[cell] = -1 if depth % 2 else 1
            values.append(search(board, depth - 1))
            board[cell] = None
    return min(values) if depth % 2 else max(values)

def choose(board):
    best, found = -9, None
    for cell in range(len(board)):
        if board[cell] is None:
            board[cell] = 1
            value = search(board, 1)
            board[cell] = None
            if value > best:
                best, found = value, cell
    return found

def play():
    board = [None, -1, None, None]
    while None in board:
        board[choose(board)] = 1
        if None in board:
            board[board.index(None)] = -1

play()
"""


def test_the_calls_of_one_decision_are_one_recording(tmp_path: Path) -> None:
    ran = Ran(program_of(str(file_with(tmp_path, DECISIONS))))
    assert ran.calls == [
        ("choose([None, -1, None, None])", "0", 9),
        ("choose([1, -1, -1, None])", "3", 1),
    ]
    first = ran.session.recordings[0].trace()
    assert first.user_code.has_caller
    assert [first.user_code.move_of(frame) for frame in first.children(0)] == ["0", "2", "3"]
    assert ran.began == [1, 2]
    assert {one.function for one in ran.session.recordings} == {"search"}


def test_python_ends_as_after_any_program(tmp_path: Path) -> None:
    """A file that is left open is written, and what is left of objects is deleted."""
    text = "import sys\nclass Left:\n    def __del__(self):\n        print('deleted', down(2))\n"
    text += f"def down(n):\n    return n and down(n - 1)\nleft = Left()\nout = open({str(tmp_path / 'out')!r}, 'w')\n"
    ran = Ran(program_of(str(file_with(tmp_path, f"{text}out.write('kept')\ndown(3)\nsys.exit(4)\n"))))
    assert (ran.printed, (tmp_path / "out").read_text(), ran.session.process.returncode) == ("deleted 0\n", "kept", 4)


@pytest.mark.parametrize("lines", [False, None], ids=["calls alone", "lines too"])
def test_a_call_that_was_watched_lets_go_of_what_it_was_given(tmp_path: Path, lines: bool | None) -> None:
    text = "import time\nclass Given:\n    def __del__(self):\n        print('gone')\n"
    text += "def down(given, n):\n    time.sleep(0.1)\n    return n and down(given, n - 1)\n"
    text += "for _ in range(3):\n    down(Given(), 1)\n    print('after')\n"
    ran = Ran(program_of(str(file_with(tmp_path, text))), lines=lines)
    assert ran.printed == 3 * "gone\nafter\n"


CATCHES = "    except RecursionError:\n        found = 7\n"
CAUGHT = {
    "in a statement": f"def down(n):\n    try:\n        found = down(n + 1)\n{CATCHES}",
    "before a return": f"def down(n):\n    try:\n        return down(n + 1)\n{CATCHES}",
    "below a helper": "def step(n):\n    return down(n + 1)\n"
    f"def down(n):\n    try:\n        found = step(n)\n{CATCHES}",
    "by a context": "from contextlib import suppress\n"
    "def down(n):\n    found = 7\n    with suppress(RecursionError):\n        found = down(n + 1)\n",
    "some calls above": "def down(n):\n    if n % 50:\n        return down(n + 1)\n"
    f"    try:\n        found = down(n + 1)\n{CATCHES}",
}
"""Where a function catches that no stack was left."""


@pytest.mark.spread(2)
@pytest.mark.parametrize("text", CAUGHT.values(), ids=CAUGHT)
def test_calls_that_had_no_stack_to_record_their_end_are_over(tmp_path: Path, text: str) -> None:
    """What is recorded after them is of the calls that go on."""
    text += "    return found\n"
    text += (
        "def fold(n):\n    return 0 if n == 0 else 1 + fold(n - 1)\nprint(down(0))\nprint(down(0))\nprint(fold(3))\n"
    )
    ran = Ran(program_of(str(file_with(tmp_path, text))))
    assert ran.printed == "7\n7\n3\n"
    assert [call[:2] for call in ran.calls] == [("down(0)", "7"), ("down(0)", "7"), ("fold(3)", "3")]
    assert ran.calls[-1][2] == 4
    trace = ran.session.recordings[0].trace()
    assert trace.complete
    assert [trace.parents[frame] for frame in range(len(trace))] == [*range(-1, len(trace) - 1)], "one within the other"


def test_a_module_of_the_program_hides_one_that_we_use(tmp_path: Path) -> None:
    file_with(tmp_path, "def count(n):\n    return n and count(n - 1) + 1\n", "copy.py")
    file_with(tmp_path, "from .rules import GAME\n", "json/__init__.py")
    file_with(tmp_path, "GAME = 'own'\n", "json/rules.py")
    ran = Ran(program_of(str(file_with(tmp_path, "import copy, json\nprint(copy.count(3), json.GAME)\n"))))
    assert ran.printed == "3 own\n"
    assert ran.calls == [("count(3)", "3", 4)]


@pytest.mark.parametrize(
    "broken", ["def down(n):\n    return down(n - 1) if n else 1 / 0\n\ndown(1)\n", "print 'no'\n"]
)
def test_a_traceback_has_no_frames_of_the_loader(tmp_path: Path, broken: str) -> None:
    file_with(tmp_path, broken, "broken.py")
    text = "import traceback\ntry:\n    import broken\nexcept SyntaxError:\n    traceback.print_exc()\n    raise\n"
    text += "except ZeroDivisionError as error:\n    traceback.print_exc()\n    raise ValueError\n"
    path = file_with(tmp_path, text)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    ran = Ran(program_of(str(path)))
    assert [line for line in plain.stderr.splitlines() if "^" not in line] == [
        line for line in ran.printed.splitlines() if "^" not in line
    ]


SHOWN = """
import functools, traceback

class Own(Exception):
    def __str__(self):
        print("asked")
        return "own"

def fail(n):
    if n == 0:
        raise Own(n)
    return fail(n - 1)

def walk(n):
    yield n
    yield from walk(n - 1) if n else iter([1 / n])

short = lambda n: short(n - 1) if n else 1 / n

@functools.cache
def kept(n):
    return kept(n[0])

def endless(n):
    return endless(n + 1)

for call in (lambda: fail(2), lambda: list(walk(1)), lambda: short(1), lambda: kept([1]), lambda: endless(0)):
    try:
        call()
    except Own:
        print("caught")
    except Exception:
        traceback.print_exc()
"""


def test_what_a_program_shows_of_an_exception_has_nothing_of_ours(tmp_path: Path) -> None:
    """Nor is it asked for its text. Only how deep endless recursion comes is not quite the same."""
    path = file_with(tmp_path, SHOWN)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    ran = Ran(program_of(str(path)), lines=False)
    shown, expected = (
        sorted(line for line in text.splitlines() if "Previous line" not in line and "^^" not in line)
        for text in (ran.printed, plain.stdout + plain.stderr)
    )
    assert shown == expected


WARNED = """
import sys

def down(n):
    assert (n, "always")
    return 0 if n is 0 else down(n - 1)

out, sys.stdout = sys.stdout, None
down(2)
sys.stdout = sys.__stdout__
print("last", out is sys.stdout, sys.stdout.name, sys.stderr.name, sys.stdout.errors, list(globals()))
"""


def test_streams_names_and_warnings_are_those_of_python(tmp_path: Path) -> None:
    path = file_with(tmp_path, WARNED)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=False)
    ran = Ran(program_of(str(path)))
    assert sorted(ran.printed.splitlines()) == sorted((plain.stdout + plain.stderr).splitlines())


IN_TASKS = """
import asyncio

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

def winner(board):
    return next((board[a] for a, b, c in LINES if board[a] != "." and board[a] == board[b] == board[c]), None)

async def minimax(board, player, turns):
    if winner(board) or "." not in board:
        return {"X": 1, "O": -1, None: 0}[winner(board)]
    if turns:
        await asyncio.sleep(0)
    free = [at for at in range(9) if board[at] == "."]
    after = [board[:at] + [player] + board[at + 1:] for at in free]
    other = "O" if player == "X" else "X"
    if turns == "gathered":
        values = await asyncio.gather(*(minimax(one, other, turns) for one in after))
    else:
        values = [await minimax(one, other, turns) for one in after]
    return max(values) if player == "X" else min(values)

async def fib(n):
    return n if n < 2 else await fib(n - 1) + await fib(n - 2)

def plain(n):
    return n if n < 2 else plain(n - 1) + plain(n - 2)

async def walk(n):
    yield n
    if n:
        async for one in walk(n - 1):
            yield one

async def stuck(n, forever):
    if n == 0 and forever:
        await asyncio.get_running_loop().create_future()
    return 0 if n == 0 else await stuck(n - 1, forever)

async def main():
    board = list("XOXOX....")
    print(await minimax(board, "O", ""), await minimax(board, "O", "gathered"))
    tasks = [asyncio.create_task(minimax(list(text), "X", "one")) for text in ("XOXOX.O..", "XO.XO..X.")]
    print(await asyncio.gather(*tasks, fib(4)))
    print(await asyncio.gather(asyncio.to_thread(plain, 4), asyncio.to_thread(plain, 5)))
    print([one async for one in walk(2)])
    task = asyncio.create_task(stuck(2, True))
    await asyncio.sleep(0)
    task.cancel()
    print(isinstance((await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError))
    stuck(1, True).close()
    print(await stuck(1, False))

if __name__ == "__main__":
    asyncio.run(main())
"""


def test_each_task_of_an_event_loop_has_recordings_of_its_own(tmp_path: Path) -> None:
    path = file_with(tmp_path, IN_TASKS)
    plain = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    ran = Ran(program_of(str(path)))
    assert ran.printed == plain.stdout
    found = [(one.function, one.result, one.frames) for one in ran.session.recordings]
    assert sorted(found[5:7]) == [("plain", "3", 9), ("plain", "5", 15)], "threads begin in any order"
    assert [*found[:5], *found[7:]] == [
        ("minimax", "1", 41), ("minimax", "1", 41), ("minimax", "1", 12), ("minimax", "1", 44), ("fib", "3", 9),
        ("walk", "it yields 2, 1, 0", 3), ("stuck", None, 3), ("stuck", "0", 2),
    ]  # fmt: skip


@pytest.mark.full
def test_a_limit_ends_the_recording_of_a_call_whose_tasks_take_turns(tmp_path: Path) -> None:
    """Each task counts for the call that waits for it; that the limit ends one call keeps none of the later ones."""
    text = """
import asyncio, time

async def search(n):
    if n > 0:
        return sum(await asyncio.gather(*(search(n - 1) for _ in range(3))))
    while is_busy and time.process_time() < START + 1.5:
        for _ in range(2000):
            sum(range(100))
        await asyncio.sleep(0)
    return 1

is_busy, START = "few" not in __file__, time.process_time()

async def main():
    global is_busy
    print(await search(2))
    is_busy = False
    print(await search(1))

asyncio.run(main())
"""
    ran = Ran(program_of(str(file_with(tmp_path, text, "few.py"))), limits=Limits(frames=5, memory=0), lines=False)
    first, second = ran.session.recordings
    assert first.ended is not None
    assert (first.ended.how, first.ended.text, first.frames, len(first.trace())) == ("limit", "frames", 5, 5)
    assert (second.call, second.result, second.frames) == ("search(1)", "3", 4)
    ran = Ran(program_of(str(file_with(tmp_path, text))), limits=Limits(seconds=0.1, memory=0), lines=False)
    first, second = ran.session.recordings
    assert first.ended is not None
    assert (first.call, first.ended.how, first.ended.text) == ("search(2)", "limit", "seconds")
    assert first.frames == 13
    assert (second.call, second.result, second.frames) == ("search(1)", "3", 4)


@pytest.mark.full
def test_a_coroutine_that_is_called_is_run(tmp_path: Path) -> None:
    """Also in a notebook, whose cells may wait for one; no line of ours stands in a traceback."""
    text = "import asyncio\nasync def down(n):\n    await asyncio.sleep(0)\n    return 1 // n + (await down(n - 1))\n"
    plain = subprocess.run(
        [sys.executable, "-c", f"{text}\nasyncio.run(down(1))"], capture_output=True, text=True, check=False
    )
    ran = Ran(program_of(str(file_with(tmp_path, f"{text}\nasyncio.run(down(1))"))))
    assert ran.printed.count(", in down") == plain.stderr.count(", in down") == 2
    assert "<plyscope>" not in ran.printed
    right = text.replace("1 // n + (await down(n - 1))", "await down(n - 1) if n else n")
    path = notebook(tmp_path, right, "await down(2)")
    ran = Ran(program_of(str(path)))
    assert (ran.printed.split(), ran.calls) == (["0"], [("down(2)", "0", 3)])
    for call in ("down(1)", "await down(1)"):
        ran = Ran(program_of(str(path), call))
        assert ("down(1)", "0", 2) in ran.calls
