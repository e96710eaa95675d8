"""A trace is read from the file that was opened, whatever its name leads to from then on."""

from __future__ import annotations

import gc
import os
import random
import shutil
import sys
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import plyscope as api
import pytest
from plyscope.files import checked, zip_members
from plyscope.files.checked import check_once, counted_once
from plyscope.files.opening import open_trace
from plyscope.files.saved_marks import read_marks
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.model.marks import Marks
from plyscope.model.trace import Trace

from tests.full_traces import record

ONE, OTHER = (record(f"tree:{text}", "minimax") for text in ("[[3,12,8],[2,4,6]]", "[[9,7,1],[8,5,4]]"))
"""Two recordings whose files have equal sizes."""
HOOKS: list[Callable[[str], None]] = []
"""What is called with the path of each file that Python is about to open: an audit hook cannot be removed."""


def call_hooks(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and HOOKS and isinstance(arguments[0], str | os.PathLike):
        HOOKS[-1](os.fspath(arguments[0]))


sys.addaudithook(call_hooks)


@contextmanager
def before_opening(do: Callable[[str], None]) -> Iterator[None]:
    """Call a function before each opening of a file, but not for those that it opens itself."""

    def hook(path: str) -> None:
        HOOKS.clear()
        do(path)
        HOOKS.append(hook)

    HOOKS.append(hook)
    try:
        yield
    finally:
        HOOKS.clear()


@pytest.fixture(autouse=True)
def small_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two files, and a cache for recordings of any size."""
    monkeypatch.setenv("PLYSCOPE_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(checked, "MIN_REMEMBERED_FRAMES", 1)
    save_trace(ONE, tmp_path / "one", marks=Marks(step=1))
    save_trace(OTHER, tmp_path / "other", marks=Marks(step=2))


@pytest.fixture(params=[True, False], ids=["read", "mapped"])
def _in_both_ways(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr(zip_members, "MAX_READ_BYTES", 0)


def facts(trace: Trace, step: int) -> list[object]:
    """All that is said of a recording."""
    columns = [column.tobytes() for column in trace.columns.values()]
    return [*columns, trace.position.text, trace.signature, trace.value, step]


@pytest.mark.usefixtures("_in_both_ways")
def test_an_opening_never_mixes_two_files(tmp_path: Path) -> None:
    path, draw = tmp_path / "x.plytrace", random.Random(1)
    due = {"one": facts(ONE, 1), "other": facts(OTHER, 2)}
    seen = set[str]()

    def replace(opened: str) -> None:
        if opened == str(path):
            shutil.copy(tmp_path / draw.choice(["one", "other"]), tmp_path / "new")
            os.replace(tmp_path / "new", path)

    replace(str(path))
    for _ in range(400):
        with before_opening(replace):
            trace = open_trace(path)
            check_once(trace, "1")
            found = facts(trace, read_marks(trace).marks.step)
            value = counted_once(trace, "value", lambda trace=trace: {"value": trace.value})  # type: ignore[misc]
        assert found in due.values()
        assert value == {"value": trace.value}
        seen.add(next(name for name in due if due[name] == found))
    assert seen == {"one", "other"}


def test_a_file_that_was_read_may_be_changed_in_place(tmp_path: Path) -> None:
    trace = open_trace(tmp_path / "one")
    (tmp_path / "one").write_bytes((tmp_path / "other").read_bytes())
    check_once(trace, "1")
    assert facts(trace, read_marks(trace).marks.step) == facts(ONE, 1)


def test_that_a_mapped_file_was_changed_in_place_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zip_members, "MAX_READ_BYTES", 0)
    path = tmp_path / "one"
    trace = open_trace(path)
    os.utime(path, (1, 1))
    with pytest.raises(InputError, match="was changed while it was read"):
        check_once(trace, "1")


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="descriptors cannot be counted here")
def test_a_small_file_keeps_no_descriptor_and_a_large_one_a_single_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def open_descriptors() -> int:
        gc.collect()  # what earlier tests have left
        return len(os.listdir("/proc/self/fd"))

    before = open_descriptors()
    kept = [open_trace(tmp_path / "one") for _ in range(2_000)]
    assert open_descriptors() == before
    monkeypatch.setattr(zip_members, "MAX_READ_BYTES", 0)
    kept += [open_trace(tmp_path / "one") for _ in range(100)]
    assert open_descriptors() == before + 100


@pytest.mark.usefixtures("_in_both_ways")
def test_a_closed_trace_has_let_go_of_its_file(tmp_path: Path) -> None:
    with api.Trace.open(tmp_path / "one") as trace:
        assert (trace.value, trace.interval, len(trace)) == (3.0, (3.0, 3.0), 9)
        archive, frame = weakref.ref(trace._recorded.archive), trace[1]
    trace.close()
    assert repr(trace) == "<closed Trace>"
    with pytest.raises(AttributeError, match="the trace is closed"):
        _ = trace.value
    assert frame.value == 3.0
    del frame
    gc.collect()
    assert archive() is None
