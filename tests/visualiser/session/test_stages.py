"""A large recording is laid out in stages, in another thread: what can be done meanwhile, and what it all ends as.

The thread waits before each stage until the test lets it go on, as a very slow one would.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import Semaphore
from typing import Any

import numpy as np
import pytest
from plyscope_window.app import canvas_commands
from plyscope_window.canvas.canvas_state import MODES
from plyscope_window.jobs.background import PENDING_ANSWERS, wait_for_all
from plyscope_window.pages import trace_page
from plyscope_window.pages.trace_page import lay_out, show_session
from plyscope_window.session.session import Session
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.full_traces import Trace, record
from tests.visualiser.driving import panel, settle

pytestmark = pytest.mark.qt


class Stages:
    """The thread that lays out, held back before each stage."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, frames: int) -> None:
        self._may_go_on = Semaphore(0)
        of_session, gate = Session.row_stages, self._may_go_on

        def slowly(session: Session) -> Iterator[Any]:
            stages = of_session(session)
            while True:
                gate.acquire()
                try:
                    yield next(stages)
                except StopIteration:
                    return

        monkeypatch.setattr(Session, "row_stages", slowly)
        monkeypatch.setattr(trace_page, "MAX_FRAMES_AT_ONCE", 1)
        monkeypatch.setattr("plyscope.layout.rows.STAGE", frames)

    def make(self, number: int) -> None:
        self._may_go_on.release(number)

    def finish(self, qtbot: Any, session: Session) -> None:
        self.make(100)
        qtbot.waitUntil(lambda: session.is_laid_out)
        self.end()

    def end(self) -> None:
        """No thread is left that waits, and none has left anything to be done."""
        self.make(100)
        assert wait_for_all()


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stages]:
    made = Stages(monkeypatch, 60)
    yield made
    made.end()


@pytest.fixture(scope="module")
def pruned() -> Trace:
    return record("tictactoe:XO./.../..X")


def opened(qtbot: Any, window: Any, trace: Trace, stages: Stages) -> Session:
    """A recording of which only the first stage is there."""
    session = Session(trace, "large")
    show_session(window, session)
    assert session.rows is None
    stages.make(1)
    qtbot.waitUntil(lambda: session.rows is not None)
    assert not session.is_laid_out
    return session


def pictures(window: Any) -> list[QImage]:
    """Canvas and timeline as they are now, with all lanterns, of which each painting makes a few."""
    window.canvas.finish_easing()
    settle(window)
    window.canvas.card.hide()
    for _ in range(20):
        window.canvas.has_time = True
        window.canvas.grab()
    return [widget.grab().toImage() for widget in (window.canvas, panel(window, "timeline").line)]


def do_everything(window: Any, session: Session, step: int) -> None:
    """What one does in a recording: step, zoom, find, click, follow the arrows, go far down."""
    canvas = window.canvas
    canvas.setFocus()
    session.go(step)
    QTest.keyClick(canvas, Qt.Key.Key_F11)
    session.seek("value > 0")
    canvas.zoom(2.0)
    canvas.finish_easing()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up):
        QTest.keyClick(canvas, key)
    for x in range(150, canvas.width(), 90):
        QTest.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(x, canvas.height() // 2))
        canvas.show_card(QPoint(x, canvas.height() // 2))
    session.select(session.cursor.frame)
    canvas.show_subtree(session.cursor.frame)
    canvas.finish_easing()
    canvas.fit()
    canvas.finish_easing()
    window.page.grab()


@pytest.mark.full
@pytest.mark.spread(3, 1)
@pytest.mark.parametrize("mode", MODES)
def test_everything_works_between_the_stages_and_the_picture_ends_as_that_of_a_whole_layout(
    window: Any, qtbot: Any, stages: Stages, pruned: Trace, mode: str
) -> None:
    session = opened(qtbot, window, pruned, stages)
    window.canvas.set_mode(mode)
    deepest = int(np.argmax(pruned.column("ply")))
    layouts = session.layouts
    for step in (3, session.cursor.steps.enter(deepest)):
        do_everything(window, session, step)
    stages.make(1)
    qtbot.waitUntil(lambda: session.layouts > layouts)
    do_everything(window, session, session.cursor.steps.enter(deepest))
    view = window.canvas.view
    stages.finish(qtbot, session)
    assert window.canvas.view == view
    grown = pictures(window)
    session.lay_out(session.make_rows())
    assert pictures(window) == grown


def test_steps_show_the_same_in_the_focus_view_before_the_last_stage(
    window: Any, qtbot: Any, stages: Stages, pruned: Trace
) -> None:
    session = opened(qtbot, window, pruned, stages)
    deepest = int(np.argmax(pruned.column("ply")))
    shown = []
    for _ in range(2):
        shown.append([])
        for step in range(session.cursor.steps.enter(deepest) - 3, session.cursor.steps.enter(deepest) + 4):
            session.go(step)
            window.canvas.grab()
            shown[-1].append([(node.item, node.point) for node in window.canvas.focus.nodes])
        stages.finish(qtbot, session)
    assert shown[0] == shown[1]


def test_closing_the_tab_ends_the_layout_after_the_stage_that_is_being_made(
    window: Any, qtbot: Any, stages: Stages, pruned: Trace
) -> None:
    session = opened(qtbot, window, pruned, stages)
    window.close_tab()
    assert window.session is not session
    layouts, pending = session.layouts, len(PENDING_ANSWERS)
    assert pending
    stages.end()
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)
    assert session.layouts == layouts
    assert not session.is_laid_out


def test_a_new_layout_replaces_one_that_is_being_made(window: Any, qtbot: Any, stages: Stages, pruned: Trace) -> None:
    session = opened(qtbot, window, pruned, stages)
    session.select(1)
    canvas_commands.hide(window)
    lay_out(session)
    stages.finish(qtbot, session)
    assert session.rows.span(1) is None
    qtbot.waitUntil(lambda: not PENDING_ANSWERS)
    assert session.rows.span(1) is None
    assert session.rows.hidden_count == pruned.sizes[1]


@pytest.mark.full
def test_half_a_million_frames_end_as_a_whole_layout(window: Any, qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    trace = record("tictactoe:", "minimax")
    stages = Stages(monkeypatch, 30_000)
    session = opened(qtbot, window, trace, stages)
    window.canvas.set_mode("tree")
    do_everything(window, session, 400_000)
    stages.finish(qtbot, session)
    for mode in MODES:
        window.canvas.set_mode(mode)
        wait_for_all()
        grown = pictures(window)
        rows = session.rows
        stages.make(100)
        session.lay_out(session.make_rows())
        assert not session.rows.is_of_same_layout(rows)
        wait_for_all()
        assert pictures(window) == grown, mode
