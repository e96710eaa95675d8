"""A sentence is written whole, whatever the room: smaller before it is cut, and without its reason before that."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.look.theme import LIGHT, Current
from plyscope_window.widgets.sentence import (
    MAX_LINES,
    SENTENCE_SIZES,
    SHORT_LINE_SHARE,
    Piece,
    Sentence,
    broken_lines,
    evenly_broken_lines,
    is_right_to_left,
    line_width,
    tokens_of,
    visual_order,
)
from PySide6.QtCore import Qt

pytestmark = pytest.mark.qt

CUT = [
    Piece("Cut at C.", is_strong=True),
    Piece(" C returns at most "),
    Piece("2", fill=LIGHT.for_min, ink=LIGHT.on_fill),
    Piece(": A already has "),
    Piece("3", fill=LIGHT.for_min, ink=LIGHT.on_fill),
    Piece(" from B, so the leaves cannot matter."),
]
REASON = [Piece("MAX at A will not choose C: whatever follows, C stays at 2 or below.")]


@pytest.fixture
def shown(qtbot: Any) -> Any:
    sentence = Sentence()
    qtbot.addWidget(sentence)
    sentence.show_pieces(CUT, REASON)
    return sentence


def texts(lines: list[list[Any]]) -> str:
    return " ".join("".join(token.piece.text for token in line) for line in lines)


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
@pytest.mark.parametrize("width", [380, 560, 760, 1100, 1800])
def test_the_sentence_is_whole_at_every_width(shown: Any, monkeypatch: Any, width: int, scale: float) -> None:
    monkeypatch.setattr(Current, "text_scale", scale)
    shown.resize(width, shown.sizeHint().height())
    lines, size, reason, _ = shown.fitted()
    assert texts(lines) == "".join(piece.text for piece in CUT)
    assert len(lines) <= MAX_LINES
    assert not (reason and len(lines) == MAX_LINES), "the reason goes first"
    if width >= 1800:
        assert size == SENTENCE_SIZES[0]
        assert texts([reason]) == REASON[0].text
    assert not shown.grab().isNull()


def test_no_word_or_two_are_left_on_a_line_of_their_own() -> None:
    tokens, helped = tokens_of(CUT, 22), 0
    for width in range(300, 900, 7):
        plain, even = broken_lines(tokens, width), evenly_broken_lines(tokens, width)
        assert len(even) == len(plain)
        assert texts(even) == texts(plain)
        assert all(line_width(line) <= width for line in even)
        helped += len(plain) > 1 and line_width(plain[-1]) < SHORT_LINE_SHARE * width <= line_width(even[-1])
    assert helped > 3


def test_a_box_stays_with_what_follows_it() -> None:
    lines = broken_lines(tokens_of(CUT, 22), 300)
    assert all(line and not line[0].is_space and not line[-1].is_space for line in lines)
    assert not any(texts([line]).startswith(":") for line in lines)


def test_a_reader_hears_the_sentence_and_its_reason(shown: Any) -> None:
    assert shown.accessibleName() == "".join(piece.text for piece in CUT) + " " + REASON[0].text


def test_most_letters_say_in_which_direction_a_sentence_is_read(shown: Any) -> None:
    assert is_right_to_left("3 ו-4 נגזמים")
    assert is_right_to_left("C מחזיר לכל היותר 2")
    assert not is_right_to_left("C2 and ג")
    shown.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    shown.show_pieces([Piece("נגזמים 4 ענפים")], [])
    assert not shown.grab().isNull()


def test_from_the_right_a_formula_keeps_its_order_and_the_mark_after_it_follows_the_sentence() -> None:
    line = tokens_of([Piece("בקוד: α 3 ≥ β 2, ולכן C1 = "), Piece("2", fill=LIGHT.for_min), Piece(".")], 14)
    assert "".join(token.piece.text for token in visual_order(line, 14)) == ".C1 = 2 ולכן ,α 3 ≥ β 2 בקוד:"
    line = tokens_of([Piece("אצל C. C נגזם: C2 "), Piece("4", fill=LIGHT.for_min), Piece(" לא")], 14)
    assert "".join(token.piece.text for token in visual_order(line, 14)) == "לא 4 C2 נגזם: C .C אצל"


def test_chinese_is_broken_without_spaces_but_never_before_a_mark(shown: Any) -> None:
    pieces = [
        Piece("在C处剪枝：C最多返回"),
        Piece("2", fill=LIGHT.for_min),
        Piece("，而A已有3，所以其余的叶子不再重要。"),
    ]
    shown.show_pieces(pieces, [])
    for width in range(160, 700, 20):
        shown.resize(width, 80)
        lines, *_ = shown.fitted()
        assert all(line_width(line) <= width for line in lines)
        assert not any(line[0].piece.text[0] in "，：。" for line in lines)


def test_lines_of_a_small_font_come_closer_and_stay_in_the_middle(shown: Any) -> None:
    usual, small = shown._rows(SENTENCE_SIZES[0]), shown._rows(SENTENCE_SIZES[-3])
    assert small[1].y() - small[0].y() < 0.75 * (usual[1].y() - usual[0].y())
    middles = [(rows[0].center().y() + rows[1].center().y()) / 2 for rows in (usual, small)]
    assert middles[0] == pytest.approx(middles[1])
