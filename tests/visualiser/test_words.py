"""Numbers in sentences that run from right to left keep together; and which sentences begin with a capital."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from plyscope.messages import Message
from plyscope_window.words import localized_sentence, minus, sentence_case, tr
from PySide6.QtCore import Qt

pytestmark = pytest.mark.qt


@pytest.fixture
def mirrored(qapp: Any) -> Iterator[None]:
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    yield
    qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_numbers_are_isolated_where_one_reads_from_the_right(mirrored: None) -> None:
    assert tr("{share} % of {what}", share="45", what="all") == "\u2068\u206845\u2069 % of all\u2069"
    assert tr("Recordings ({patterns})", patterns="*.plytrace") == "Recordings (*.plytrace)"


def test_else_they_stand_as_they_are(qapp: Any) -> None:
    assert tr("{share} %", share="45") == "45 %"


def test_a_number_has_a_real_minus_and_a_name_its_hyphen() -> None:
    assert minus("α rises from -3 to 2.5: -∞ was below -0.1") == "α rises from −3 to 2.5: −∞ was below −0.1"
    assert minus("its window (-6, -6) is closed") == "its window (−6, −6) is closed"
    assert minus("\u2068-3\u2069") == "\u2068−3\u2069"
    for text in ("O-O", "same-board-2", "--depth 2", "4-5", "fib(-1)"):
        assert minus(text) == text


def test_no_greek_letter_becomes_a_capital_that_reads_as_the_name_of_a_node() -> None:
    assert sentence_case("β is never lowered") == "β is never lowered"
    assert sentence_case("α rises") == "α rises"
    assert sentence_case("frame B is cut") == "Frame B is cut"
    assert sentence_case("") == ""


def test_a_sentence_begins_with_a_capital_and_a_move_with_its_own_letter(qapp: Any) -> None:
    assert localized_sentence(Message("{frame} goes on with its loop", frame="a1")) == "a1 goes on with its loop"
    assert localized_sentence(Message("the search starts at {frame}", frame="a1")) == "The search starts at a1"
