"""The findings in user code as cards below its canvas, in the real window."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.messages import Message
from plyscope.usercode.findings import Finding
from plyscope_window.look import theme
from plyscope_window.pages.usercode.usercode_page import UserCodePage
from plyscope_window.panels.findings import FindingsStrip

from tests.visualiser.driving import settle
from tests.visualiser.pages.usercode.running import opened, run

pytestmark = pytest.mark.qt

NAMES = ("strict_cut", "window_not_passed", "swapped_window")
"""One sample of each kind; the engine's tests go through all of them."""


def kind_of(name: str) -> str:
    return {"strict_cut": "waste", "window_not_passed": "waste"}.get(name, "bug")


def strip_of(window: Any, qtbot: Any) -> FindingsStrip:
    assert isinstance(window.page, UserCodePage)
    assert window.page.current is not None
    strip = window.page.current.findings
    assert strip is not None
    qtbot.waitUntil(lambda: strip.is_known)
    settle(window)
    return strip


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", NAMES)
def test_every_bug_has_a_card_that_leads_to_its_frame_and_marks_its_line(window: Any, qtbot: Any, name: str) -> None:
    session = run(window, qtbot, opened(window, f"sample:recursion/bugs/{name}"))
    strip = strip_of(window, qtbot)
    assert {card.found.kind for card in strip.cards} == {kind_of(name)}
    card = strip.cards[0]
    assert card.isVisible()
    session.go(session.cursor.last_step)
    card.show_me.click()
    assert session.cursor.step == card.found.step
    assert session.selected == card.found.frame
    source = window.docks.docks["source"].panel.text
    if card.found.kind == "bug" and card.found.line:
        assert card.found.line in source.wrong
    else:
        assert not source.wrong


@pytest.mark.full
def test_cards_that_do_not_fit_scroll_and_follow_the_theme(window: Any, qtbot: Any) -> None:
    run(window, qtbot, opened(window, "sample:recursion/fibonacci"))
    strip = strip_of(window, qtbot)
    assert not strip.isVisible(), "nothing was found"
    strip.fit()  # as the window does while nothing is found yet
    words = Message("a long sentence about what happened in this call " * 6)
    strip._show(([Finding("bug", str(place), place, 0, 1, words, words) for place in range(6)], None))
    settle(window)
    assert strip.isVisible()
    assert strip.cards[0].isVisible()
    assert 80 < strip.height() < window.page.height() / 2
    assert strip.verticalScrollBar().maximum() > 0
    window.actions_by_key["theme"].trigger()
    settle(window)
    assert theme.theme() is theme.DARK
    window.actions_by_key["theme"].trigger()
