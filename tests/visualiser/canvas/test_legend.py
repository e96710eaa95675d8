"""The legend has everything that is drawn, and its strip what the recording in front can have, where there is room."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.app.main_window import facts_text
from plyscope_window.canvas.legend import legend_entries
from plyscope_window.look import theme
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from PySide6.QtCore import QRectF

from tests.full_traces import Trace
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.user_code_sessions import user_code_trace

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


def keys(window: Any) -> set[str]:
    settle(window)
    return {entry.key for entry in window.page.legend.entries}


def test_the_strip_shows_what_the_recording_can_have(window: Any) -> None:
    window.resize(1600, 1000)
    show(window, session_on("sample:tree/textbook"))
    searched = keys(window)
    assert {"max", "min", "leaf", "pruned", "lower", "upper", "future"} <= searched
    assert not {"round", "ghost", "lantern", "times", "variation"} & searched
    window.canvas.set_option("future", Future.HIDDEN)
    window.canvas.set_mode("focus")
    window.present_actions()
    assert searched - keys(window) == {"future"}
    assert keys(window) - searched == {"lantern"}
    show(window, session_on("sample:tree/textbook", "minimax"))
    assert not {"pruned", "lower", "upper"} & keys(window)
    assert "MAX, MIN, leaf" in window.page.legend.accessibleName()


def test_moves_left_out_are_there_and_counted_where_a_rule_leaves_them_out(window: Any, beam: Trace) -> None:
    window.resize(1600, 1000)
    show(window, session_on("sample:tree/textbook"))
    assert "left-out" not in keys(window)
    assert "forward" not in str(facts_text(window.page.session))
    session = Session(beam, "a beam")
    show(window, session)
    assert "left-out" in keys(window)
    session.go(session.cursor.last_step)
    assert "2 pruned · 2 forward pruned" in str(facts_text(session))


def test_it_is_there_where_there_is_room_and_wanted(window: Any) -> None:
    window.resize(1600, 1000)
    show(window, session_on("sample:tree/textbook"))
    strip = window.page.legend
    assert strip.isVisible()
    places = [area for _, area in strip.places()]
    assert len(places) > 6
    assert all(QRectF(strip.rect()).contains(area) for area in places)
    window.actions_by_key["legend"].trigger()
    settle(window)
    assert not strip.isVisible()
    window.actions_by_key["legend"].trigger()
    settle(window)
    assert strip.isVisible()
    window.resize(1024, 700)
    settle(window)
    assert not strip.isVisible()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_every_mark_is_painted(qapp: Any, name: str) -> None:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QImage, QPainter

    theme.use(theme.THEMES[name])
    try:
        assert len({entry.key for entry in legend_entries()}) == len(legend_entries())
        for entry in legend_entries():
            picture = QImage(34, 24, QImage.Format.Format_RGB32)
            picture.fill(theme.theme().paper)
            painter = QPainter(picture)
            entry.paint(painter, QPointF(17, 12))
            painter.end()
            colours = {picture.pixel(x, y) for x in range(34) for y in range(24)}
            assert len(colours) > 1, entry.key
            assert entry.meaning
    finally:
        theme.use(theme.LIGHT)


def test_chance_is_a_circle_of_its_own(window: Any) -> None:
    show(window, session_on("sample:tree/star1"))
    assert "chance" in keys(window)
    assert "round" not in keys(window)


def test_of_a_program_it_has_what_programs_have(window: Any) -> None:
    from plyscope_window.session.session import Session

    window.resize(1600, 1000)
    show(window, Session(user_code_trace("fibonacci", "fib(4)"), "fib"))
    assert "round" in keys(window) or "max" in keys(window)
    assert "chance" not in keys(window)
    assert "times" in keys(window)
