"""Deep and large recordings, and that nothing in a trace file of somebody's own code is taken on trust."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from plyscope.audit.verification import verify
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.tracer.running import debug
from plyscope.tracer.starting import Limits

from tests import full_traces
from tests.full_traces import Trace

DEEP = "import sys\nsys.setrecursionlimit(15_000)\ndef down(n):\n    return 0 if n == 0 else 1 + down(n - 1)\n"
WIDE = "def f(n):\n    return f(n - 1) + f(n - 2) if n > 1 else n\n"


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("deep")
    (folder / "deep.py").write_text(DEEP, encoding="utf-8")
    path = folder / "deep.plytrace"
    save_trace(debug(folder / "deep.py", "down(10_000)"), path)
    return path


@pytest.mark.full
def test_ten_thousand_deep(deep: Path) -> None:
    trace = Trace.open(deep)
    verify(trace)
    assert (len(trace), trace.value, int(trace.column("ply").max())) == (10_001, 10_000, 10_000)
    cursor = full_traces.Cursor(trace)
    cursor.go_to_frame(10_000)
    assert len(cursor.stack) == 10_001
    assert str(cursor.sentence) == "down(0) is called."
    cursor.last()
    assert str(cursor.sentence) == "down(10000) returns 10000."


@pytest.mark.full
def test_many_calls_take_little_memory(tmp_path: Path) -> None:
    """Half a million here; what is kept of a call is a few numbers, so that ten times as many take ten times that."""
    path = tmp_path / "wide.py"
    path.write_text(WIDE, encoding="utf-8")
    trace = debug(path, "f(26)", lines=False)
    assert len(trace) == 392_835
    user_code = trace.user_code
    assert (user_code.distinct, len(user_code.texts) < 60) == (27, True)
    kept = sum(column.nbytes for column in (*trace.columns.values(), *user_code.tables.columns.values()))
    assert kept / len(trace) < 70


def test_a_limit_of_depth_holds_for_programs_that_set_their_own(tmp_path: Path) -> None:
    path = tmp_path / "deep.py"
    path.write_text(DEEP, encoding="utf-8")
    trace = debug(path, "down(10_000)", limits=Limits(depth=500))
    assert "RecursionError" in trace.user_code.ended.text
    assert 400 < len(trace) < 600


@pytest.mark.parametrize(
    "member", [f"own_{name}" for name in ("function.npy", "arguments.npy", "texts.json", "call.npy", "line_step.npy")]
)
def test_damaged_members_are_refused(deep: Path, tmp_path: Path, member: str) -> None:
    path = tmp_path / "damaged.plytrace"
    with zipfile.ZipFile(deep) as source, zipfile.ZipFile(path, "w") as target:
        for info in source.infolist():
            content = source.read(info)
            if info.filename == member:
                content = content[:-8] + (b"\xff" * 8 if member.endswith("npy") else b'"a"\n,,]]')
            target.writestr(info, content)
    with pytest.raises(InputError, match="damaged"):
        verify(Trace.open(path))


def test_a_manifest_that_says_something_else_is_refused(deep: Path, tmp_path: Path) -> None:
    for key, value in [("functions", [["f"]]), ("ended", 3), ("file", None), ("proposal", [])]:
        path = tmp_path / "changed.plytrace"
        with zipfile.ZipFile(deep) as source, zipfile.ZipFile(path, "w") as target:
            for info in source.infolist():
                content = source.read(info)
                if info.filename == "manifest.json":
                    manifest = json.loads(content)
                    manifest["own"][key] = value
                    content = json.dumps(manifest).encode()
                target.writestr(info, content)
        with pytest.raises(InputError, match="damaged"):
            verify(Trace.open(path))


def test_calls_whose_arguments_are_cut_are_not_called_equal(tmp_path: Path) -> None:
    """The boards differ behind the end of what is kept of their texts."""
    program = tmp_path / "own.py"
    program.write_text(
        "def walk(board, n):\n    return n and max(walk([*board[:-1], n], n - 1), walk([*board[:-1], -n], n - 1))\n"
    )
    long, short = (debug(program, f"walk([0] * {size}, 2)", lines=False) for size in (1000, 100))
    assert (len(long), long.user_code.distinct, short.user_code.distinct) == (7, 7, 5)
    table = debug(program, "walk([{(n, (n,)) for n in range(90)}, 0], 2)", lines=False).user_code
    assert (table.texts[table.argument_numbers(1)[0]][-6:], table.distinct_calls) == ("…}, 2]", None)
    assert (long.user_code.distinct_calls, short.user_code.distinct_calls) == (None, 5), "equal ones are not known"
