"""The room that texts take at a node."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from plyscope.export.node_texts import shortened, width_of, wrapped

from tests.examples import texts


@given(texts(max_size=30), st.floats(10, 200))
def test_what_is_shortened_has_room_and_is_the_beginning(text: str, room: float) -> None:
    short = shortened(text, 12, room)
    assert short == text or (short.endswith("…") and text.startswith(short[:-1]))
    assert width_of(short, 12) <= max(room, width_of("…", 12)) + 1e-6
    if width_of(text, 12) <= room:
        assert short == text


@given(st.lists(st.text("abc ", min_size=1, max_size=12)), st.integers(1, 4))
def test_lines_keep_to_their_number_and_width(words: list[str], lines: int) -> None:
    text = " ".join(words)
    found = wrapped(text, 10, 80, lines)
    assert len(found) <= lines
    assert all(width_of(line, 10) <= 80 + 1e-6 for line in found)
    if not any("…" in line for line in found):
        assert " ".join(found) == " ".join(text.split())


def test_chinese_is_as_wide_as_high_and_marks_take_no_room() -> None:
    assert width_of("左上", 10) == 20
    assert width_of("e\u0301", 10) == width_of("e", 10)
    assert width_of("1", 10) < width_of("W", 10) < width_of("左", 10)
