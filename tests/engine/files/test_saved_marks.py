"""Marks in trace files: what is written is read, what is forged is ignored, and the recording stays as it is."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from plyscope.audit.verification import check
from plyscope.files.saved_marks import marks_from_json, read_marks
from plyscope.files.sources import load
from plyscope.files.trace_file import check_file, save_trace
from plyscope.files.zip_members import StoredArchive
from plyscope.model.marks import Bookmark, Breakpoint, Marks, On

from tests.examples import examples, texts
from tests.full_traces import Cursor, Trace, record

HEBREW = record(load("tictactoe:.OO/XXO/.X. o", max="o"), "alphabeta")
TRACES = [
    HEBREW,
    record("tree:[[3,12,8],[2,4,6],[14,5,2]]"),
    record("connectfour:4453", depth=2),
    record("hexline:..../#...", depth=1),
    record("tictactoe:XO./.../...", limit=60),
]
SOME = Marks(
    [Breakpoint(On.CONDITION, "cutoff and ply >= 1", 2), Breakpoint(On.FRAME, "3", enabled=False)],
    {4: Bookmark(4, "כאן", 'look\n"here"')},
    {2},
    {1, 3},
    7,
)

numbers = st.integers(0, 2**40).map(str)
conditions = st.sampled_from(["leaf", "cutoff and not best", "(value > -1.5) or ply = 2", 'move == "b2"', "α ≥ β"])
targets = {On.FRAME: numbers, On.PLY: numbers, On.LINE: numbers, On.MOVE: texts(), On.CONDITION: conditions}


@st.composite
def marks_on(draw: st.DrawFn, trace: Trace) -> Marks:
    at = targets | {On.POSITION: st.sampled_from([trace.position.text, trace.position_at(len(trace) - 1).text])}
    steps, frames = st.integers(0, Cursor(trace).last_step), st.sets(st.integers(0, len(trace) - 1))
    breakpoints = st.sampled_from(list(On)).flatmap(
        lambda on: st.builds(Breakpoint, st.just(on), at[on], st.integers(0, 2**31 - 1), st.booleans())
    )
    bookmarks = draw(st.lists(st.builds(Bookmark, steps, texts(), texts()), unique_by=lambda one: one.step))
    by_step = {one.step: one for one in bookmarks}
    return Marks(draw(st.lists(breakpoints)), by_step, draw(frames), draw(frames), draw(steps))


@examples(150)
@given(data=st.data(), trace=st.sampled_from(TRACES))
def test_what_was_marked_is_read_back(data: st.DataObject, trace: Trace) -> None:
    marks = data.draw(marks_on(trace))
    read = marks_from_json(json.loads(json.dumps(marks.facts)), trace)
    assert read.marks == marks
    assert read.dropped is None


@pytest.mark.parametrize("marks", [SOME, Marks(), Marks(step=3), Marks(hidden={0})])
def test_marks_come_back_from_a_file(tmp_path: Path, marks: Marks) -> None:
    path = tmp_path / "x.plytrace"
    save_trace(HEBREW, path, marks=marks)
    again = Trace.open(path)
    check_file(StoredArchive(path))
    check(again)
    assert again.signature == HEBREW.signature
    assert read_marks(again).marks == marks
    assert read_marks(again).dropped is None


def test_a_file_without_marks_is_unchanged(tmp_path: Path) -> None:
    without, empty, marked = (tmp_path / f"{name}.plytrace" for name in ("without", "empty", "marked"))
    save_trace(HEBREW, without)
    save_trace(HEBREW, empty, marks=Marks())
    save_trace(HEBREW, marked, marks=SOME)
    assert empty.read_bytes() == without.read_bytes()
    with zipfile.ZipFile(without) as plain, zipfile.ZipFile(marked) as archive:
        assert archive.namelist() == [*plain.namelist(), "marks.json"]
        recording = marked.read_bytes()[: archive.getinfo("marks.json").header_offset]
    assert without.read_bytes().startswith(recording)


def with_marks(path: Path, *contents: bytes, kind: int = zipfile.ZIP_STORED) -> Trace:
    """The Hebrew recording with marks as somebody may have forged them."""
    save_trace(HEBREW, path)
    with zipfile.ZipFile(path, "a") as archive:
        for content in contents:
            archive.writestr("marks.json", content, kind)
    trace = Trace.open(path)
    check_file(StoredArchive(path))
    check(trace)
    return trace


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"3", b"null", b"\xff\xfe", b"[" * 200_000, b'{"step": ' + b"9" * 5000 + b"}", b'"\\ud800"'],
)
def test_invalid_marks_are_ignored_as_a_whole(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.plytrace"
    read = read_marks(with_marks(path, content))
    assert read.marks == Marks()
    assert "cannot be read" in str(read.dropped)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_marks_in_another_form_are_ignored(tmp_path: Path) -> None:
    path = tmp_path / "x.plytrace"
    for trace in (
        with_marks(path, b"{}", b"{}"),
        with_marks(path, b'{"step": 1}' + b" " * 9_000_000),
        with_marks(path, b'{"step": 1}' + b" " * 90_000_000, kind=zipfile.ZIP_DEFLATED),
    ):
        assert "cannot be read" in str(read_marks(trace).dropped)


@pytest.mark.full
def test_marks_with_any_bit_flipped_never_prevent_opening(tmp_path: Path) -> None:
    path = tmp_path / "x.plytrace"
    save_trace(HEBREW, path, marks=SOME)
    content = path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo("marks.json")
    refused = 0
    for place in range(info.header_offset, info.header_offset + 40 + info.file_size):
        damaged = bytearray(content)
        damaged[place] ^= 4
        path.write_bytes(damaged)
        trace = Trace.open(path)
        check_file(StoredArchive(path))
        refused += read_marks(trace).dropped is not None
    assert refused > info.file_size, "their checksum guards them"


def test_a_file_that_disappeared_still_has_its_marks(tmp_path: Path) -> None:
    save_trace(HEBREW, tmp_path / "x.plytrace", marks=SOME)
    trace = Trace.open(tmp_path / "x.plytrace")
    (tmp_path / "x.plytrace").unlink()
    assert read_marks(trace).marks == SOME
    assert read_marks(HEBREW).marks == Marks()


@pytest.mark.parametrize(
    ("found", "count"),
    [
        ({"step": -1}, 1),
        ({"step": 10**30}, 1),
        ({"step": True}, 1),
        ({"step": 1.0}, 1),
        ({"step": float("nan")}, 1),
        ({"breakpoints": None, "bookmarks": {}, "collapsed": 3, "hidden": "abc"}, 4),
        ({"collapsed": [0, len(HEBREW), -1, "1", None, float("nan"), [], 2**70]}, 7),
        ({"bookmarks": [{"step": 1}, {"step": 1, "name": "again"}, {"step": 99}, {}, [], {"step": 2, "name": 3}]}, 5),
        ({"bookmarks": [{"step": 1, "name": "\ud800"}]}, 1),
        ({"breakpoints": [{"on": "magic", "target": "1"}, {"on": [], "target": "1"}, {"on": "ply"}, {}, 1]}, 5),
        ({"breakpoints": [{"on": "ply", "target": target} for target in ("two", "-1", "1.0", "", 3)]}, 5),
        ({"breakpoints": [{"on": "ply", "target": "2", "passes": value} for value in (-1, 2**31, "1", 0.5)]}, 4),
        ({"breakpoints": [{"on": "ply", "target": "2", "enabled": 1}]}, 1),
        (
            {
                "breakpoints": [
                    {"on": "condition", "target": target}
                    for target in ("", "ply >", "import os", 'position == "chess"', "1+" * 5000 + "1 > 0", "(" * 900)
                ]
            },
            6,
        ),
        ({"breakpoints": [{"on": "position", "target": target} for target in ("", "XXX/OOO/...", "hello")]}, 3),
        ({"breakpoints": [{"on": "ply", "target": "2"}] * 1005}, 5),
    ],
)
def test_nonsense_is_ignored_and_counted(found: dict[str, Any], count: int) -> None:
    read = marks_from_json(found | {"from the future": [1]}, HEBREW)
    assert read.dropped is not None
    assert read.dropped.values == {"count": count}


def test_the_rest_is_kept_and_the_future_passed_over() -> None:
    found = SOME.facts | {"ghosts": [1, 2], "collapsed": [2, "x"]}
    found["breakpoints"] = [*found["breakpoints"], {"on": "wind", "target": "north"}]
    found["bookmarks"][0]["colour"] = "red"
    read = marks_from_json(found, HEBREW)
    assert read.marks == SOME
    assert str(read.dropped) == "some marks in the file make no sense here and are ignored: 2"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts(),
    lambda inner: st.lists(inner) | st.dictionaries(texts(), inner),
    max_leaves=10,
)
shaped = st.fixed_dictionaries(
    {},
    optional={
        "step": json_values,
        "collapsed": st.lists(json_values),
        "hidden": json_values,
        "bookmarks": st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(("step", "name"), json_values))),
        "breakpoints": st.lists(
            st.fixed_dictionaries(
                {"on": st.sampled_from([on.value for on in On]), "target": texts(max_size=20)},
                optional={"passes": json_values},
            )
        ),
    },
)


@examples(300, suppress_health_check=[HealthCheck.too_slow])
@given(found=json_values | shaped, trace=st.sampled_from(TRACES))
def test_forged_marks_never_raise_and_what_is_kept_works(found: object, trace: Trace) -> None:
    cursor = Cursor(trace)
    cursor.marks = marks_from_json(found, trace).marks
    cursor.go(cursor.marks.step)
    cursor.run()
    cursor.next_bookmark()
    assert marks_from_json(cursor.marks.facts, trace).dropped is None
