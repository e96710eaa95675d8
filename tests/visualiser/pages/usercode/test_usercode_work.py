"""Running a user's program as work of a process."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope import Trace
from plyscope.messages import InputError
from plyscope.tracer.running import Limits
from plyscope_window.jobs.recording_work import Saved
from plyscope_window.pages.usercode.run_request import RunRequest
from plyscope_window.pages.usercode.usercode_work import CallProgress, Reading, run_program

from tests.children import Told
from tests.places import ROOT

SAMPLES = ROOT / "samples" / "recursion"


def test_it_says_how_far_it_is_what_was_printed_and_where_the_recording_is(tmp_path: Path) -> None:
    path, folder, parent = tmp_path / "a.plytrace", tmp_path / "run", Told()
    folder.mkdir()
    run_program(RunRequest(str(SAMPLES / "hanoi.py"), "hanoi(3)"), (str(path),), str(folder), parent)
    assert [saved.path for saved in parent.of(Saved)] == [str(path)]
    assert not folder.exists()
    trace = Trace.open(path)
    assert parent.of(CallProgress)[-1].calls == len(trace)
    printed = "".join(one.printed for one in parent.of(CallProgress))
    assert "".join(trace.user_code.printed).startswith(printed), "all of it, or it was over too soon"
    assert Reading(len(trace)) in parent.results


def test_what_looks_like_a_search_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "a.plytrace"
    request = RunRequest(str(SAMPLES / "alphabeta.py"), "alphabeta(list('.OOXXO.X.'), 9, -2, 2, False)")
    run_program(request, (str(path),), "", Told())
    trace = Trace.open(path)
    assert (trace.position.game.name, trace.value, trace.cutoffs) == ("tictactoe", -1.0, 1)


def test_stopped_it_keeps_what_there_is(tmp_path: Path) -> None:
    program, path = tmp_path / "own.py", tmp_path / "a.plytrace"
    program.write_text("import time\ndef f(n):\n    time.sleep(0.01)\n    return f(n - 1) if n else 0\n", "utf-8")
    parent = Told(until=lambda result: isinstance(result, CallProgress) and result.calls > 0)
    run_program(RunRequest(str(program), "f(900)", limits=Limits(seconds=60)), (str(path),), "", parent)
    assert not Trace.open(path).complete


def test_what_cannot_be_run_is_said_in_one_sentence(tmp_path: Path) -> None:
    program = tmp_path / "own.py"
    program.write_text("def f(n):\n    return f(n - 1)\n1 / 0\n", "utf-8")
    with pytest.raises(InputError, match="the file cannot be run"):
        run_program(RunRequest(str(program), "f(9)"), (str(tmp_path / "a.plytrace"),), "", Told())
    assert not (tmp_path / "a.plytrace").exists()
