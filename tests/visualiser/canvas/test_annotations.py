"""Answers drawn over the views: seen in the pixels, in every view and both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope_window.canvas.strips import pixels_of
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.session.limits import OutsideProof
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.full_traces import Trace, record
from tests.visualiser.canvas.test_places import places_in

pytestmark = pytest.mark.qt

MODES = ("focus", "tree", "icicle")


@pytest.fixture(scope="module")
def deep() -> Trace:
    return record(load("sample:tree/deep-cutoff"))


def differs(canvas: Any, change: Callable[[], object]) -> int:
    """In how many pixels the canvas looks different after a change."""
    before = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    change()
    after = canvas.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    return int((pixels_of(before) != pixels_of(after))[::2, ::2].sum())


@pytest.mark.spread(3)
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_arrow_is_drawn_and_can_be_turned_off(
    canvas_of: Callable[..., Any], deep: Trace, mode: str, name: str
) -> None:
    from plyscope_window.look import theme

    canvas = canvas_of(deep, mode)
    theme.use(theme.THEMES[name])
    canvas.session.go(9)
    canvas.session.select(4)
    assert differs(canvas, lambda: canvas.set_option("shows_why", False)) > 50
    theme.use(theme.LIGHT)


def test_the_arrow_is_found_once_for_a_step(
    canvas_of: Callable[..., Any], deep: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    from plyscope_window.canvas import arrows

    asked = []
    monkeypatch.setattr(arrows, "why_cut", lambda trace, frame: asked.append(frame))
    canvas = canvas_of(deep, "tree")
    canvas.session.go(9)
    canvas.session.select(4)
    asked.clear()
    for _ in range(5):
        canvas.grab()
    assert asked in ([], [4])


@pytest.mark.parametrize("mode", MODES)
def test_the_proof_has_letters(canvas_of: Callable[..., Any], deep: Trace, mode: str) -> None:
    canvas = canvas_of(deep, mode)
    canvas.session.go(canvas.session.cursor.last_step)
    canvas.session.proving.request()
    wait_for_all()
    QTest.qWait(1)
    assert differs(canvas, lambda: setattr(canvas.session.proving, "outside", OutsideProof.DIMMED)) > 20


@pytest.mark.parametrize("mode", ["focus", "tree"])
def test_a_ghost_is_drawn_where_the_move_was_pruned(canvas_of: Callable[..., Any], pruned: Trace, mode: str) -> None:
    canvas = canvas_of(pruned, mode, width=2400, height=1400)
    session = canvas.session
    frame = next(frame for frame in range(len(pruned)) if pruned.skips[frame])
    session.go(session.cursor.steps.leave(frame))
    stub = (frame, pruned.pruned_moves(frame)[0])
    if mode == "tree":
        canvas.show_subtree(frame)
        canvas.finish_easing()
    session.ghosts.search([stub])
    wait_for_all()
    QTest.qWait(1)
    assert stub in session.ghosts.found
    assert differs(canvas, lambda: session.ghosts.show(False)) > 30
    assert differs(canvas, lambda: session.ghosts.show(True)) > 30


@pytest.mark.parametrize("mode", ["focus", "tree"])
def test_a_click_on_a_pruned_move_selects_it_without_a_step(
    canvas_of: Callable[..., Any], pruned: Trace, mode: str
) -> None:
    canvas = canvas_of(pruned, mode, width=2400, height=1400)
    session = canvas.session
    frame = next(frame for frame in range(len(pruned)) if pruned.skips[frame])
    session.go(session.cursor.steps.leave(frame))
    if mode == "tree":
        canvas.show_subtree(frame)
        canvas.finish_easing()
    places, on_canvas = places_in(canvas)
    stub = next(stub for stub in places.stubs() if stub.frame == frame)
    entered: list[int] = []
    canvas.entered.connect(entered.append)
    step = session.cursor.step
    QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=on_canvas(stub.point).toPoint())
    assert (session.selected, session.pruned_move) == (frame, stub.move)
    assert (entered, session.cursor.step) == ([], step)
    asked: list[int] = []
    canvas.menu_requested.connect(lambda frame, place: asked.append(frame))
    session.select(0)
    QTest.mouseClick(canvas, Qt.MouseButton.RightButton, pos=on_canvas(stub.point).toPoint())
    assert (asked, session.pruned_move) == ([frame], stub.move)


def test_the_card_of_a_pruned_move_has_the_sentence_and_the_picture(
    canvas_of: Callable[..., Any], pruned: Trace
) -> None:
    from plyscope.text.explanation import ghost_sentence
    from plyscope_window.words import localized

    canvas = canvas_of(pruned, "focus", width=2400, height=1000)
    session = canvas.session
    frame = next(frame for frame in range(len(pruned)) if pruned.skips[frame])
    session.go(session.cursor.steps.leave(frame))
    move = pruned.pruned_moves(frame)[0]
    canvas.card.show_stub(session, frame, pruned.pruned_texts(frame)[0], QPointF(200, 200).toPoint())
    before = canvas.card.height()
    assert canvas.card.words == ""
    session.ghosts.search([(frame, move)])
    wait_for_all()
    QTest.qWait(1)
    canvas.card.show_stub(session, frame, pruned.pruned_texts(frame)[0], QPointF(200, 200).toPoint())
    assert canvas.card.words == localized(ghost_sentence(pruned, session.ghosts.found[frame, move]))
    assert canvas.card.height() > before + 20
    assert not canvas.card.grab().isNull()
