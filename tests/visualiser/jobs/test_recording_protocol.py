from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from plyscope.files.sources import load, sample_names
from plyscope.messages import InputError, Message
from plyscope.recording.plan import plan
from plyscope_window.jobs.recording_protocol import Request, line_of, lines_from, message_facts, message_from, roughly

names = st.text("abcdefgh", min_size=1)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
messages = st.recursive(
    st.builds(lambda pattern, values: Message(pattern, **values), st.text(), st.dictionaries(names, scalars)),
    lambda inner: st.builds(lambda pattern, value: Message(pattern, here=value), st.text(), inner),
)


@given(messages)
def test_a_message_crosses_over_whole(message: Message) -> None:
    assert message_from(json.loads(line_of(message_facts(message)))) == message


def test_a_message_with_something_else_in_it_is_said_the_same() -> None:
    message = Message("{what} and {where}", what=[1, 2], where=Path("/x"))
    assert str(message_from(json.loads(line_of(message_facts(message))))) == str(message)


def test_a_complaint_can_be_translated_on_the_other_side() -> None:
    with pytest.raises(InputError) as refused:
        load("tictactoe:XXX/OOO/...")
    inner = refused.value.message
    error = refused.value.inside("x.toml")
    crossed = message_from(json.loads(line_of(message_facts(error.message))))
    german = {inner.pattern: "so geht das nicht", error.message.pattern: "{place} – {complaint}"}
    assert crossed.text(lambda pattern: german[pattern]) == "x.toml – so geht das nicht"


@pytest.mark.parametrize("source", [f"sample:{name}" for name in sample_names()])
def test_a_position_crosses_over_whole(source: str) -> None:
    position = load(source)
    crossed = Request.from_line(Request.of(position, {}, (Path("x"),)).line).searched
    for attribute in ("text", "state", "max_side", "title", "notes", "options"):
        assert getattr(crossed, attribute) == getattr(position, attribute), attribute
    assert plan(crossed, {}).options == plan(position, {}).options


def test_options_cross_over_as_they_were_asked_for(tmp_path: Path) -> None:
    asked: dict[str, Any] = {
        "algorithm": "pvs",
        "depth": 2,
        "order": None,
        "score": "linear",
        "weights": {"centre": 0.1},
    }
    position = load("tictactoe:")
    request = Request.from_line(Request.of(position, asked, (tmp_path,), limit=7, ask_at=None).line)
    assert plan(request.searched, request.options).options == plan(position, asked).options
    assert (request.limit, request.ask_at, request.paths) == (7, None, [str(tmp_path)])
    by_file = Request.from_line(Request.of(position, {"weights": tmp_path / "w.toml"}, ()).line)
    assert by_file.options == {"weights": str(tmp_path / "w.toml")}


@pytest.mark.parametrize("lines", [[b"one"], [b"", b"x" * 300_000, b"go on", b""]])
def test_lines_are_found_in_what_arrives_in_pieces(lines: list[bytes], tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"\n".join(lines) + b"\nhalf a line")
    with path.open("rb") as file:
        assert list(lines_from(file.fileno())) == lines
        assert os.read(file.fileno(), 1) == b""


@pytest.mark.parametrize(
    ("frames", "text"),
    [(7.9, "8"), (549946.0, "549,946"), (3.66e6, "3.7 million"), (5.9e9, "5.9·10⁹"), (2.8e16, "2.8·10¹⁶")],
)
def test_estimates_are_spoken_roughly(frames: float, text: str) -> None:
    assert str(roughly(frames)) == text
