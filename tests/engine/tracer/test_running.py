"""Programs that misbehave: whatever they do, the recording so far is kept, and nothing here falls over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.columns import OPEN
from plyscope.model.executed_lines import Printed
from plyscope.tracer import running
from plyscope.tracer.calls_by_size import rows_by_size
from plyscope.tracer.ending import ending as ending_of
from plyscope.tracer.programs import program_of
from plyscope.tracer.running import debug, salvaged
from plyscope.tracer.session import Session
from plyscope.tracer.starting import Limits, StartedProgram
from plyscope.tracer.user_python import OURS

from tests.full_traces import Cursor, Trace

COUNT = "def count(n):\n    if n == 0:\n        return 0\n    return 1 + count(n - 1)\n"


def run(tmp_path: Path, text: str, call: str, **limits: float) -> Trace:
    path = tmp_path / "own.py"
    path.write_text(text, encoding="utf-8")
    trace = debug(path, call, limits=Limits(**{"seconds": 20, **limits}))  # type: ignore[arg-type]
    assert path.read_text(encoding="utf-8") == text, "the source is untouched"
    saved = tmp_path / "own.plytrace"
    save_trace(trace, saved)
    opened = Trace.open(saved)
    verify(opened)
    assert opened.signature == trace.signature
    return opened


def ending(body: str) -> str:
    """A recursion at whose bottom something happens."""
    body = "\n        ".join(body.splitlines())
    return f"import os, sys, signal, time\ndef dive(n):\n    if n == 0:\n        {body}\n    return dive(n - 1)\n"


def test_a_program_that_returns(tmp_path: Path) -> None:
    trace = run(tmp_path, COUNT, "count(5)")
    assert (len(trace), trace.value, trace.complete) == (6, 5.0, True)
    assert trace.user_code.ended.text == "5"
    assert trace.user_code.arguments(2) == {"n": "3"}
    assert trace.user_code.result(2) == "3"


def test_a_file_imports_from_the_current_folder_and_nothing_there_hides_the_standard_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A package without `__init__.py`, imported by its whole name as from the folder above it."""
    for name, text in {
        "game/rules/steps.py": "def less(n):\n    return n - 1\n",
        "game/players/one.py": "import queue\nfrom game.rules.steps import less\n"
        "def f(n):\n    return f(less(n)) if n else queue.Queue\n",
        "queue.py": "raise SystemExit('the wrong queue')\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert len(debug(tmp_path / "game/players/one.py", "f(3)")) == 4
    [row] = rows_by_size(tmp_path / "game/players/one.py", "f({n})", [3])
    assert row.seconds is not None
    session = Session(StartedProgram(program_of("game/players/one.py", "f(3)"), OURS))
    assert session.run().how == "returned"
    assert session.largest.frames == 4


def test_a_call_runs_in_the_folder_of_its_file_or_in_another(tmp_path: Path) -> None:
    text = "import os\ndef here(n):\n    return here(n - 1) if n else os.getcwd()\n"
    (tmp_path / "here.py").write_text(text, encoding="utf-8")
    (tmp_path / "data").mkdir()
    for cwd in (None, tmp_path / "data"):
        trace = debug(tmp_path / "here.py", "here(2)", cwd=cwd)
        assert trace.user_code.result(0) == repr(str(cwd or tmp_path))


@pytest.mark.full
def test_an_endless_loop_is_stopped_with_the_line_it_was_at(tmp_path: Path) -> None:
    trace = run(tmp_path, ending("while True:\n    pass"), "dive(3)", seconds=3)
    assert len(trace) == 4
    assert not trace.complete
    assert trace.user_code.ended.how == "limit"
    assert trace.user_code.ended.frame == 3
    assert trace.user_code.ended.line in (4, 5)


def test_a_loop_that_catches_everything_is_stopped_too(tmp_path: Path) -> None:
    body = "while True:\n    try:\n        time.sleep(9)\n    except BaseException:\n        pass"
    assert len(run(tmp_path, ending(body), "dive(3)", seconds=3)) == 4


def test_endless_recursion_ends_in_its_innermost_frame(tmp_path: Path) -> None:
    trace = run(tmp_path, "def down(n):\n    return down(n + 1)\n", "down(0)")
    assert 900 < len(trace) < 1100, "as deep as it goes unrecorded"
    assert trace.user_code.ended.how == "exception"
    assert "RecursionError" in trace.user_code.ended.text
    assert trace.user_code.ended.frame == len(trace) - 1
    assert trace.user_code.ended.line in (1, 2), "in the call itself, or on the way into the next"
    assert trace.statuses[len(trace) - 1] == 3


def test_an_exception_leaves_the_frames_on_its_way_open(tmp_path: Path) -> None:
    trace = run(tmp_path, ending("raise ValueError('deep down')"), "dive(4)")
    assert (trace.user_code.ended.how, trace.user_code.ended.text) == ("exception", "ValueError: deep down")
    assert (trace.user_code.ended.frame, trace.user_code.ended.line, len(trace)) == (4, 4, 5)


def test_an_exception_that_is_caught_ends_nothing(tmp_path: Path) -> None:
    text = (
        "def f(n):\n    if n == 0:\n        raise KeyError(n)\n    try:\n        return f(n - 1)\n"
        "    except KeyError:\n        return f(n - 2) if n > 1 else 7\n"
    )
    trace = run(tmp_path, text, "f(2)")
    assert trace.complete
    raised = trace.user_code.tables.raised.tolist()
    assert [trace.user_code.result(frame) for frame in raised][:1] == ["KeyError: 0"]


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("body", "how"),
    [
        ("sys.exit(3)", "exit"),
        ("os._exit(3)", "killed"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "killed"),
        ("import ctypes; ctypes.string_at(0)", "killed"),
        ("os.abort()", "killed"),
        ("raise KeyboardInterrupt", "exception"),
        ("os.kill(os.getppid(), signal.SIGKILL)", "exception"),
        ("os.killpg(0, signal.SIGKILL)", "exception"),
        ("x = [0] * 10\nwhile True: x = x + x", "exception"),
    ],
)
def test_sudden_ends(tmp_path: Path, body: str, how: str) -> None:
    waiting = "time.sleep(0.3)\n"
    trace = run(tmp_path, ending(waiting + body), "dive(20)", memory=1 << 29)
    assert (len(trace), trace.complete, trace.user_code.ended.how) == (21, False, how), trace.user_code.ended
    assert trace.user_code.ended.frame == 20


def test_forks_say_nothing_and_are_gone_afterwards(tmp_path: Path) -> None:
    text = (
        "import os, time\ndef f(n):\n    if n == 0:\n        return 1\n    if os.fork() == 0:\n        f(n - 1)\n"
        f"        time.sleep(1)\n        open({str(tmp_path / 'late')!r}, 'w').close()\n        os._exit(0)\n"
        "    return f(n - 1)\n"
    )
    trace = run(tmp_path, text, "f(3)")
    assert len(trace) == 4
    assert trace.value == 1
    time.sleep(1.3)
    assert not (tmp_path / "late").exists()


def test_a_program_that_forks_without_end_is_held_back(tmp_path: Path) -> None:
    trace = run(
        tmp_path, "import os\ndef f(n):\n    os.fork()\n    return f(n - 1) if n else 0\n", "f(500)", seconds=10
    )
    assert "PermissionError" in trace.user_code.ended.text


def test_closing_standard_output_and_printing_megabytes(tmp_path: Path) -> None:
    text = (
        "import os, sys\ndef f(n):\n    print('x' * 100_000)\n    if n == 5:\n        sys.stdout.close(); os.close(1)\n"
        "    return f(n - 1) if n else 'done'\n"
    )
    trace = run(tmp_path, text, "f(100)")
    assert len(trace) == 101
    assert trace.complete
    assert trace.user_code.result(100) == "'done'"
    assert 1_000_000 < sum(map(len, trace.user_code.printed)) < 1_100_000
    cursor = Cursor(trace)
    cursor.go(Printed(trace.user_code, cursor.steps).line(0, 5).step)
    assert cursor.line == 3


def test_closing_every_file_keeps_what_was_written_before(tmp_path: Path) -> None:
    trace = run(tmp_path, ending("time.sleep(0.3); os.closerange(3, 200); return 1"), "dive(5)")
    assert len(trace) == 6


def test_a_crash_deep_down_in_c(tmp_path: Path) -> None:
    text = (
        "import sys\nsys.setrecursionlimit(10**6)\nimport time\n"
        "def f(n):\n    if n == 60:\n        time.sleep(0.3)\n        import ctypes; ctypes.memset(0, 1, 1)\n"
        "    return max([n + 1], key=f)\n"
    )
    trace = run(tmp_path, text, "f(0)")
    assert len(trace) >= 2


def test_recursion_through_c_until_the_stack_or_the_limit_ends(tmp_path: Path) -> None:
    text = "import sys\nsys.setrecursionlimit(10**6)\ndef f(n):\n    return max([n + 1], key=f)\n"
    trace = run(tmp_path, text, "f(0)", depth=12_000)
    assert len(trace) > 400
    assert not trace.complete
    assert trace.user_code.ended.how in ("killed", "exception")


def test_limits_of_calls_and_of_memory(tmp_path: Path) -> None:
    trace = run(tmp_path, "def f(n):\n    return f(n - 1) + f(n - 1) if n else 1\n", "f(20)", frames=1000)
    assert len(trace) == 1000
    assert (trace.user_code.ended.how, trace.user_code.ended.text) == ("limit", "frames")


def test_a_limit_of_calls_holds_for_a_short_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "POLL_SECONDS", 1.5)
    trace = run(tmp_path, "def f(n):\n    return f(n - 1) + f(n - 1) if n else 1\n", "f(5)", frames=10)
    assert (len(trace), trace.user_code.ended.how, trace.user_code.ended.text) == (10, "limit", "frames")


FAST = (
    "def calls(n):\n"
    "    left, right = (n - 1) // 2, n - 1 - (n - 1) // 2\n"
    "    return 1 + (calls(left) if left else 0) + (calls(right) if right else 0)\n"
)


@pytest.mark.full
def test_a_program_that_is_faster_than_its_reader_is_stopped_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log may be far ahead of what was read of it: only for some seconds is it read on, here for none."""
    monkeypatch.setattr(running, "STOP_SECONDS", 0.0)
    path = tmp_path / "own.py"
    path.write_text(FAST, encoding="utf-8")
    asked: list[int] = []

    def progress(calls: int) -> bool:
        if calls > 300_000:
            asked.append(calls)
        return not asked

    trace = debug(path, "calls(90_000_000)", lines=False, limits=Limits(seconds=600), progress=progress)
    assert trace.user_code.ended.how == "interrupted"
    assert len(asked) == 1
    assert asked[0] <= len(trace) <= asked[0] + running.PIECE_ITEMS


def test_a_program_that_is_faster_than_its_reader_is_never_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []
    send = subprocess.Popen.send_signal
    monkeypatch.setattr(subprocess.Popen, "send_signal", lambda self, sign: (sent.append(sign), send(self, sign)))
    path = tmp_path / "own.py"
    path.write_text(FAST, encoding="utf-8")
    trace = debug(path, "calls(300_000)", lines=False)
    assert (len(trace), trace.value, trace.complete) == (300_000, 300_000.0, True)
    assert [sign for sign in sent if sign != signal.SIGKILL] == []


def test_a_log_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A limit on the size of files does what a full disk does."""
    path = tmp_path / "own.py"
    limited = "import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, (60_000, -1))\n"
    path.write_text(limited + FAST, encoding="utf-8")
    trace = debug(path, "calls(3_000_000)", lines=False)
    assert 100 < len(trace) < 100_000
    assert (trace.user_code.ended.how, trace.user_code.ended.text) == ("limit", "disk")
    assert "Stopped since the log could not be written" in str(ending_of(trace))


def test_after_the_limit_of_calls_nothing_returns_any_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read with the call that was one too many is not to be followed by what was written later."""
    monkeypatch.setattr(running, "PIECE_ITEMS", 50)
    path = tmp_path / "own.py"
    path.write_text(FAST, encoding="utf-8")
    whole = debug(path, "calls(5000)", lines=False)
    trace = debug(path, "calls(5000)", lines=False, limits=Limits(frames=1234))
    assert len(trace) == 1234
    ends = [frame + whole.sizes[frame] for frame in range(1234)]
    assert [status == OPEN for status in trace.statuses] == [end > 1234 or end == 1234 for end in ends]


def test_cancelling_keeps_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n", encoding="utf-8")
    trace = debug(path, "f(900)", progress=lambda frames: frames < 20)
    assert trace.user_code.ended.how == "interrupted"
    assert 20 <= len(trace) < 900


def test_what_cannot_be_run_is_refused_in_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    for text, call, words in [
        ("def f(:\n", "f(1)", "line 1: this is not Python"),
        ("x = 1\n", "f(1)", "calls itself"),
        (COUNT + "1 / 0\n", "count(1)", "line 5: the file cannot be run: ZeroDivisionError"),
        (COUNT + "raise SystemExit\n", "count(1)", "cannot be run"),
        (COUNT, "count(", "is no call"),
        (COUNT, "len('x')", "was called"),
    ]:
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=words):
            debug(path, call)


def test_input_is_closed_and_the_file_is_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("NAME = 'found'\n", encoding="utf-8")
    text = "import helper, os\ndef f(n):\n    return f(n - 1) if n else helper.NAME + str(__name__)\n"
    trace = run(tmp_path, text, "f(1)")
    assert trace.user_code.result(0) == "'foundown'"
    assert Path.cwd() != tmp_path
    assert os.getcwd()


def test_modules_beside_the_file_come_before_all_others(tmp_path: Path) -> None:
    names = ("engine", "game", "search", "board", "visualiser", "plyscope", "plyscope_window")
    for name in names:
        (tmp_path / f"{name}.py").write_text(f"NAME = 'my {name}'\n", encoding="utf-8")
    modules = ", ".join(names)
    text = f"import {modules}\ndef f(n):\n    return f(n - 1) if n else [one.NAME for one in ({modules})]\n"
    trace = run(tmp_path, text, "f(1)")
    assert trace.user_code.result(0) == str([f"my {name}" for name in names])


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    "body",
    [
        "os._exit(3)",
        "os.abort()",
        "signal.raise_signal(signal.SIGKILL)",
        "import ctypes; ctypes.memset(0, 1, 1)",
        "os.execv('/bin/true', ['true'])",
        "os.closerange(3, 200)\nreturn 1",
        "for number in range(3, 12):\n    try: os.write(number, b'theirs')\n    except OSError: pass\nreturn 1",
    ],
)
def test_the_beginning_is_kept_at_once(tmp_path: Path, body: str) -> None:
    assert len(run(tmp_path, ending(body), "dive(5)")) == 6


def test_what_others_write_into_the_log_is_passed_over(tmp_path: Path) -> None:
    body = "for number in range(3, 12):\n    try: os.write(number, b'PLY' * 999)\n    except OSError: pass\nreturn 7"
    trace = run(tmp_path, ending(body), "dive(5)")
    assert (len(trace), trace.value, trace.complete) == (6, 7.0, True)


@pytest.mark.spread(2)
@pytest.mark.parametrize("lines", [False, True])
def test_threads_that_take_turns_and_that_do_not(tmp_path: Path, lines: bool) -> None:
    """Calls at the same time stand one after the other."""
    path = tmp_path / "own.py"
    path.write_text(
        "import threading\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n"
        "def at_once():\n    threads = [threading.Thread(target=f, args=(14,)) for _ in range(4)]\n"
        "    for one in threads: one.start()\n    for one in threads: one.join()\n    return 'done'\n"
        "def in_turn():\n    found = []\n    for n in (3, 4):\n"
        "        one = threading.Thread(target=lambda: found.append(f(n)))\n        one.start()\n        one.join()\n"
        "    return found\n",
        encoding="utf-8",
    )
    trace = debug(path, "at_once()", lines=lines)
    verify(trace)
    assert trace.complete
    assert [trace.column("size")[child] for child in trace.children(0)] == 4 * [1219]
    trace = debug(path, "in_turn()", lines=lines)
    assert (len(trace), trace.complete, trace.user_code.ended.text) == (1 + 5 + 9, True, "[3, 5]")


def test_too_deep_a_recursion_that_is_caught(tmp_path: Path) -> None:
    """At the very bottom there is no room for telling of anything; what comes later stands in its place."""
    text = (
        "def f(n):\n    return f(n + 1)\ndef g(n):\n    return g(n - 1) + 1 if n else 0\n"
        "def main():\n    try:\n        f(0)\n    except RecursionError:\n        return g(3)\n"
    )
    trace = run(tmp_path, text, "main()")
    user_code = trace.user_code
    assert (trace.complete, user_code.ended.text) == (True, "3")
    assert [user_code.label(child) for child in trace.children(0)] == ["f(0)", "g(3)"]
    assert [user_code.result(child) for child in trace.children(0)][1] == "3"
    assert "RecursionError" in str(user_code.result(1))


def test_bytes_are_printed_too(tmp_path: Path) -> None:
    text = (
        "import sys\ndef f(n):\n    sys.stdout.buffer.write('ä\\n'.encode())\n    print('ö', end='')\n"
        "    return f(n - 1) if n else sys.stdout.encoding\n"
    )
    user_code = run(tmp_path, text, "f(1)").user_code
    assert "".join(user_code.printed) == "ä\nöä\nö"
    assert user_code.ended.text == "'utf-8'"


def test_the_call_is_traced_if_it_reaches_no_recursion(tmp_path: Path) -> None:
    text = COUNT + "def once(n):\n    return n + 1\ndef begin(n):\n    return count(n)\n"
    user_code = run(tmp_path, text, "once(1)").user_code
    assert user_code.label(0) == "once(1)"
    assert len(run(tmp_path, text, "begin(3)")) == 4, "of what leads to a recursion the recursion is recorded"


def test_a_recursion_is_as_deep_as_untraced(tmp_path: Path) -> None:
    for text in ("def f(n):\n    return f(n + 1)\n", "f = lambda n: f(n + 1)\n"):
        assert abs(len(run(tmp_path, text, "f(0)")) - 998) < 10
    limit = "import sys\nsys.setrecursionlimit(300)\n"
    assert abs(len(run(tmp_path, limit + "def f(n):\n    return f(n + 1)\n", "f(0)")) - 298) < 10


def test_the_beginning_begins_when_the_file_is_loaded(tmp_path: Path) -> None:
    slow = "import time\ntime.sleep(0.4)\n"
    assert len(run(tmp_path, slow + ending("import ctypes; ctypes.memset(0, 1, 1)"), "dive(5)")) == 6


def test_a_signal_handler_may_call_a_traced_function(tmp_path: Path) -> None:
    text = (
        "import signal\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\ndef main():\n"
        "    times = []\n    def ring(*_):\n        times.append(f(3))\n"
        "        signal.setitimer(signal.ITIMER_REAL, 0.001 if len(times) < 4 else 0)\n"
        "    signal.signal(signal.SIGALRM, ring)\n    signal.setitimer(signal.ITIMER_REAL, 0.001)\n"
        "    while len(times) < 4:\n        f(9)\n    return times\n"
    )
    trace = run(tmp_path, text, "main()")
    assert (trace.user_code.ended.text, trace.complete) == ("[3, 3, 3, 3]", True)
    calls = [trace.user_code.label(frame) for frame in range(len(trace))]
    of_main = calls.count("main()")
    assert of_main == (calls.count("f(9)") > 1), "where main calls f once, the recursion is what is recorded"
    assert (len(calls) - of_main - 4 * 5) % 109 == 0


@pytest.mark.full
def test_what_is_forked_keeps_nothing(tmp_path: Path) -> None:
    """However many calls it makes: its memory does not fill up, once all code that it runs is in memory."""
    text = (
        "import os, resource\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\n"
        "def peak():\n    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "def main():\n    f(12)\n    child = os.fork()\n    if child == 0:\n"
        "        f(16)\n        before = peak()\n        f(24)\n"
        "        os._exit(peak() - before > 6 << 10)\n"
        "    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])\n"
    )
    trace = run(tmp_path, text, "main()")
    assert (len(trace), trace.user_code.ended.text) == (465, "0")


def test_a_file_in_a_package(tmp_path: Path) -> None:
    """It may import what lies beside it in either way."""
    inner = tmp_path / "outer" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        (folder / "__init__.py").write_text("", encoding="utf-8")
    (inner / "halves.py").write_text("def half(n):\n    return n // 2\n", encoding="utf-8")
    (inner.parent / "limits.py").write_text("LEAST = 1\n", encoding="utf-8")
    text = (
        "from .halves import half\nfrom ..limits import LEAST\nimport halves\nfrom outer.inner import halves as same\n"
        "def log2(n):\n    return 0 if n <= LEAST else 1 + log2(half(n))\n"
    )
    (inner / "own.py").write_text(text, encoding="utf-8")
    trace = debug(inner / "own.py", "(log2(9), __name__)")
    assert (len(trace), trace.user_code.ended.text) == (4, "(3, 'outer.inner.own')")


@pytest.mark.parametrize("end", ["1 / 0", "sys.exit(3)", "os._exit(3)"])
def test_an_end_after_the_only_traced_call(tmp_path: Path, end: str) -> None:
    text = f"import os, sys\ndef f(n):\n    return n and f(n - 1)\ndef main():\n    f(2)\n    {end}\n"
    trace = run(tmp_path, text, "main()")
    user_code = trace.user_code
    assert (len(trace), user_code.has_caller, trace.complete) == (4, True, False)
    assert user_code.ended.frame == 0


def test_a_program_ends_what_it_has_started(tmp_path: Path) -> None:
    text = (
        "import os, signal, time\ndef f(n):\n    return n and f(n - 1)\ndef main():\n    child = os.fork()\n"
        "    if child == 0:\n        time.sleep(60)\n        os._exit(0)\n"
        "    os.kill(child, signal.SIGTERM)\n    return f(2), os.waitpid(child, 0)[1] == signal.SIGTERM\n"
    )
    trace = run(tmp_path, text, "main()")
    assert (len(trace), trace.user_code.ended.text) == (3, "(0, True)")
    assert str(ending_of(trace)).endswith("Calls in other processes are not recorded.")
    with pytest.raises(InputError, match=r"traced functions \(f\) was called, unless in other processes"):
        run(tmp_path, text.replace("f(2)", "f is None"), "main()")


KILLER = (
    "import os, time\ndef dive(n):\n    if n == 0:\n        time.sleep(0.5)\n"
    "        os.system(f'kill -9 {os.getppid()}')\n        time.sleep(9)\n    return dive(n - 1)\n"
)


def test_a_program_that_kills_its_tracer_leaves_its_recording(tmp_path: Path) -> None:
    program, folder = tmp_path / "own.py", tmp_path / "run"
    program.write_text(KILLER, encoding="utf-8")
    folder.mkdir()
    watcher = (
        "import sys; from pathlib import Path; from plyscope.tracer.running import debug;"
        "debug(sys.argv[1], 'dive(7)', folder=Path(sys.argv[2]))"
    )
    done = subprocess.run([sys.executable, "-c", watcher, str(program), str(folder)], check=False)
    assert done.returncode == -9
    trace = salvaged(folder)
    verify(trace)
    assert (len(trace), trace.complete, trace.user_code.ended.how, trace.user_code.ended.frame) == (
        8,
        False,
        "killed",
        7,
    )
    assert trace.user_code.call == "dive(7)"


def test_a_run_that_came_to_its_end_is_salvaged_whole(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("def f(n):\n    return f(n - 1) if n else 5\n", encoding="utf-8")
    trace = debug(program, "f(3)", folder=tmp_path)
    assert salvaged(tmp_path).signature == trace.signature


def test_a_lost_log_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="nothing is left of the run"):
        salvaged(tmp_path)


WRITING = (
    "import marshal, os, struct, zlib\n"
    "{content}\n"
    "def f(n):\n"
    "    for number in range(3, 12):\n"
    "        try:\n            os.write(number, CONTENT)\n        except OSError:\n            pass\n"
    "    return n if n < 1 else f(n - 1)\n"
)
FORGED = "BODY = marshal.dumps({items}, 2)\nCONTENT = struct.pack('<4sII', b'PLYW', len(BODY), zlib.crc32(BODY)) + BODY"


@pytest.mark.spread(3)
@pytest.mark.parametrize(
    "content",
    [
        "CONTENT = b'garbage PLYW' + bytes([255] * 8) * 20",
        "CONTENT = b'PLYW' + bytes(12)",
        FORGED.format(items="[(99,)]"),
        FORGED.format(items="[(-1,), (-4, 1), (-5,), (-2,), {}, (1.5,), ((),), (0, 5), 7]"),
        FORGED.format(items="{}"),
    ],
)
def test_a_program_that_writes_into_its_own_log(tmp_path: Path, content: str) -> None:
    """The recording has what was written before that, or between; nothing fails."""
    path = tmp_path / "own.py"
    path.write_text(WRITING.format(content=content), encoding="utf-8")
    try:
        trace = debug(path, "f(20)", limits=Limits(seconds=20))
    except InputError as error:
        assert "called" in str(error) or "contradicts itself" in str(error)  # noqa: PT017
        return
    verify(trace)
    assert trace.complete == (trace.user_code.ended.how == "returned")
    if trace.complete:
        assert (len(trace), trace.value) == (21, 0.0)


def test_a_file_that_never_ends_loading_is_to_be_run_as_a_program(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text("def f(n):\n    return n and f(n - 1)\n\nwhile True:\n    pass\n")
    with pytest.raises(InputError, match="run it as a program, without a call"):
        debug(tmp_path / "game.py", "f(3)", limits=Limits(seconds=0.5))
