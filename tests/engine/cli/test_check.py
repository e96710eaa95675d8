"""The command check, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import full_traces
from tests.command_line import facts, printed

LINES = """\
{"format":"plyscope-trace","version":1,"game":"toy","position":"start"}
{"ev":"enter","id":0,"kind":"max"}
{"ev":"enter","id":1,"parent":0,"move":"a","kind":"min"}
{"ev":"leave","id":1,"value":3}
{"ev":"enter","id":2,"parent":0,"move":"b","kind":"min","beta":7}
{"ev":"leave","id":2,"value":5}
{"ev":"leave","id":0,"value":5}
"""
SEARCH = "def largest(node):\n    return node if isinstance(node, int) else max(largest(one) for one in node)\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text(LINES, encoding="utf-8")
    return path


def said(*arguments: str, status: int = 0) -> list[str]:
    return printed("check", *arguments, status=status)[0].splitlines()


def test_a_recording_without_deviations_takes_one_line() -> None:
    assert said("sample:tree/textbook") == ["no deviation in 11 frames"]
    found = facts("check", "sample:tree/textbook")
    assert (found["bugs"], found["waste"], found["flags"], found["remarks"]) == ([], [], [], [])


def test_bugs_alone_decide_the_exit_status(log: Path) -> None:
    (wasted,) = said(str(log))
    assert wasted.startswith("waste: b is called with")
    assert wasted.endswith("(narrow; frame 2, step 4, moves b)")
    log.write_text(LINES.replace('"id":0,"value":5', '"id":0,"value":1'), encoding="utf-8")
    assert [line.partition(":")[0] for line in said(str(log), status=4)] == ["bug", "waste"]
    found = facts("check", str(log), status=4)
    (bug,) = found["bugs"]
    assert (bug["frame"], bug["path"], bug["recorded"], bug["due"]) == (0, [], {"value": 1}, {"value": 5})


def test_what_the_laws_are_not_about_is_not_said_to_follow_them(tmp_path: Path) -> None:
    assert "not held against the laws" in "".join(said("tictactoe:", "--algorithm", "mcts"))
    (tmp_path / "own.py").write_text(SEARCH, encoding="utf-8")
    trace, recorded = str(tmp_path / "own.plytrace"), tmp_path / "own.py"
    printed("debug", str(recorded), "largest([1, [3, 2]])", "-o", trace)
    (why,) = said(trace)
    assert "not held against the laws" in why
    assert facts("check", trace)["remarks"] == [why]
    assert full_traces.Trace.open(trace).value == 3
