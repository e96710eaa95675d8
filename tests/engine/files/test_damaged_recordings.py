"""Whatever somebody does to a recording: it is read, and then everything works, or it is refused in one line."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.analysis.stats import statistics
from plyscope.audit.laws import audit
from plyscope.audit.verification import check
from plyscope.export import export
from plyscope.files.opening import read_stream
from plyscope.files.sources import load
from plyscope.files.trace_file import save_trace
from plyscope.messages import InputError
from plyscope.text.audited import audit_facts
from plyscope.text.listing import as_text, listing

from tests.examples import examples, texts
from tests.full_traces import Cursor, Trace, record
from tests.recordings import as_lines

TRACES = [record("tree:[[5,8,7],[6,[9,-1],8],[3,2,1]]", "pvs"), record(load("sample:tictactoe/hebrew"), "alphabeta")]
LINES = [as_lines(trace) for trace in TRACES] + [as_lines(TRACES[0], game="none of ours")]


def read(content: bytes) -> Trace | None:
    refusal = ""
    try:
        return read_stream(BytesIO(content), "x")
    except InputError as error:
        refusal = str(error)
    assert refusal.startswith("x: ")
    assert "\n" not in refusal
    return None


def everything_works(trace: Trace | None, folder: Path) -> None:
    if trace is None:
        return
    check(trace)
    found = audit(trace)
    assert json.loads(json.dumps(audit_facts(trace, found), allow_nan=False))["frames"] == len(trace)
    cursor = Cursor(trace)
    for step in range(cursor.last_step + 1):
        cursor.go(step)
        assert str(cursor.sentence)
        assert cursor.stack
    assert list(as_text(trace, listing(trace)))
    assert statistics(trace)["frames"] == len(trace)
    save_trace(trace, folder / "x.plytrace")
    again = Trace.open(folder / "x.plytrace")
    check(again)
    assert audit(again) == found
    assert again.signature == trace.signature


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("damaged")


scalars = st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | texts(max_size=3)
anything = (
    scalars | st.lists(scalars, max_size=3) | st.sampled_from(["max", "min", "inf", "inner", "terminal", "1", "a3"])
)


@pytest.mark.full
@examples(400)
@given(
    text=st.sampled_from(LINES),
    changes=st.lists(
        st.tuples(
            st.integers(0, 40),
            st.sampled_from(
                ["id", "parent", "move", "kind", "alpha", "beta", "value", "status", "pruned", "ev", "game"]
            ),
            anything,
        ),
        max_size=3,
    ),
    moved=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), max_size=2),
)
def test_lines_with_other_values_or_in_another_order(
    folder: Path, text: str, changes: list[tuple[int, str, Any]], moved: list[tuple[int, int]]
) -> None:
    lines = [json.loads(line) for line in text.splitlines()]
    for number, key, value in changes:
        lines[number % len(lines)][key] = value
    for source, target in moved:
        lines.insert(target % len(lines), lines.pop(source % len(lines)))
    everything_works(read("\n".join(map(json.dumps, lines)).encode()), folder)


@examples(200)
@given(
    text=st.sampled_from(LINES),
    places=st.lists(st.tuples(st.integers(0, 3000), st.binary(max_size=3), st.integers(0, 5)), min_size=1, max_size=3),
)
def test_bytes_that_are_replaced(folder: Path, text: str, places: list[tuple[int, bytes, int]]) -> None:
    content = text.encode()
    for place, inserted, removed in places:
        place %= len(content) or 1
        content = content[:place] + inserted + content[place + removed :]
    everything_works(read(content), folder)


@examples(300)
@given(
    which=st.integers(0, 1),
    is_ours=st.booleans(),
    changes=st.lists(
        st.tuples(
            st.integers(0, 40),
            st.sampled_from(["id", "parent", "move", "kind", "alpha", "beta", "value", "status", "best", "cutoff"]),
            anything | st.sampled_from(["open", "pruned"]),
        ),
        max_size=3,
    ),
)
def test_nodes_with_other_values(folder: Path, which: int, is_ours: bool, changes: list[tuple[int, str, Any]]) -> None:
    export(TRACES[which], folder / "x.json")
    found = json.loads((folder / "x.json").read_text(encoding="utf-8"))
    if not is_ours:
        found["algorithm"] = "my-engine"
    for number, key, value in changes:
        found["nodes"][number % len(found["nodes"])][key] = value
    trace = read(json.dumps(found).encode())
    everything_works(trace, folder)
    if is_ours and trace is not None:
        assert trace.signature == TRACES[which].signature, "a recording of ours is just what our search does"
