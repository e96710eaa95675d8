"""The timeline: navigation by mouse, wheel and keys, and how the past and the future are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.visualiser.panels.recordings import SOURCES, recording

pytestmark = pytest.mark.qt

CUT_SHORT_OR_WHOLE = ("by hand", "nine leaves", "alpha-beta", "probed", "sum", "cut short", "one frame")


@pytest.fixture
def shown(qapp: Any, open_session: Callable[[str], Any], show: Callable[..., Any]) -> Callable[..., Any]:
    """A timeline of a recording, with its row index."""
    from plyscope.layout.rows import Rows
    from plyscope_window.panels.timeline import TimelinePanel

    def made(name: str = "alpha-beta", width: int = 900, height: int = 150, hidden: tuple[int, ...] = ()) -> Any:
        session = open_session(name)
        panel = show(TimelinePanel(), session, width, height)
        session.lay_out(Rows(session.trace, hidden=hidden))
        return panel

    return made


def lanes_of(panel: Any) -> Any:
    return panel.line.lanes(panel.session.rows)


def place(panel: Any, unit: float, ply: int = 0) -> Any:
    """The point of a unit in the band of a ply."""
    from PySide6.QtCore import QPoint

    lanes = lanes_of(panel)
    return QPoint(round(lanes.x_of(unit)), round(lanes.y_of(ply) + lanes.band / 2))


def click(qtbot: Any, panel: Any, point: Any) -> None:
    from PySide6.QtCore import Qt

    qtbot.mouseClick(panel.line, Qt.MouseButton.LeftButton, pos=point)


def press(qtbot: Any, panel: Any, key: str, modifier: str = "NoModifier") -> int:
    from PySide6.QtCore import Qt

    qtbot.keyClick(panel.line, getattr(Qt.Key, f"Key_{key}"), getattr(Qt.KeyboardModifier, modifier))
    return int(panel.session.cursor.step)


def turn_wheel(panel: Any, turned: int, modifier: str = "NoModifier") -> int:
    from PySide6.QtCore import QPoint, QPointF, Qt
    from PySide6.QtGui import QWheelEvent
    from PySide6.QtWidgets import QApplication

    middle = QPointF(panel.line.rect().center())
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
        getattr(Qt.KeyboardModifier, modifier), Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.line, event)
    return int(panel.session.cursor.step)


def pixels(panel: Any) -> Any:
    """The picture as rows of pixels, without the ring of the focus."""
    from plyscope_window.canvas.strips import pixels_of

    panel.line.clearFocus()
    image = panel.line.grab().toImage().convertToFormat(panel.line._image.format())
    return pixels_of(image).copy()


def test_before_the_layout_is_finished_a_sentence_is_shown(
    qapp: Any, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
    from plyscope.layout.rows import Rows
    from plyscope_window.panels.timeline import TimelinePanel
    from PySide6.QtCore import QPoint

    session = open_session("nine leaves")
    panel = show(TimelinePanel(), session, 600, 120)
    panel.grab()
    click(qtbot, panel, QPoint(400, 60))
    assert session.cursor.step == 0
    session.lay_out(Rows(session.trace))
    panel.grab()
    click(qtbot, panel, QPoint(400, 60))
    assert session.cursor.step > 0


@pytest.mark.parametrize("name", CUT_SHORT_OR_WHOLE)
def test_a_click_goes_to_the_deepest_frame_there(name: str, shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown(name)
    rows, cursor = panel.session.rows, panel.session.cursor
    begins = {frame: rows.span(frame)[0] for frame in range(len(panel.session.trace))}
    lanes = lanes_of(panel)
    for x in range(lanes.left + 1, lanes.left + lanes.width, 23):
        click(qtbot, panel, place(panel, lanes.unit_at(x)))
        expected = max(frame for frame, begin in begins.items() if begin <= lanes.unit_at(x))
        assert cursor.step == cursor.steps.enter(expected)


def test_clicks_beyond_the_ends_go_to_the_first_and_last_step(shown: Callable[..., Any], qtbot: Any) -> None:
    from PySide6.QtCore import QPoint

    panel = shown()
    lanes, cursor = lanes_of(panel), panel.session.cursor
    click(qtbot, panel, QPoint(lanes.left + lanes.width + 2, 60))
    assert cursor.step == cursor.last_step
    click(qtbot, panel, QPoint(2, 60))
    assert cursor.step == 0


def test_a_drag_moves_the_cursor_once_per_turn_of_the_event_loop(shown: Callable[..., Any], qtbot: Any) -> None:
    from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
    from PySide6.QtGui import QMouseEvent

    panel = shown()
    cursor, rows, moves = panel.session.cursor, panel.session.rows, []
    panel.session.moved.connect(lambda: moves.append(cursor.step))
    qtbot.mousePress(panel.line, Qt.MouseButton.LeftButton, pos=place(panel, rows.width * 0.2))
    assert len(moves) == 1
    left = Qt.MouseButton.LeftButton
    for share in (0.3, 0.5, 0.7, 0.6):
        point = QPointF(place(panel, rows.width * share) + QPoint(0, 300))
        event = QMouseEvent(
            QEvent.Type.MouseMove, point, panel.line.mapToGlobal(point), left, left, Qt.KeyboardModifier.NoModifier
        )
        QCoreApplication.sendEvent(panel.line, event)
    assert len(moves) == 1
    qtbot.waitUntil(lambda: len(moves) == 2)
    there = panel.line.step_at(QPointF(place(panel, rows.width * 0.6)), rows)
    assert cursor.step == there
    qtbot.mouseRelease(panel.line, left, pos=place(panel, rows.width * 0.6))
    assert len(moves) == 2


def test_a_drag_that_ends_in_the_same_turn_moves_the_cursor(shown: Callable[..., Any], qtbot: Any) -> None:
    from PySide6.QtCore import QPointF, Qt

    panel = shown()
    start, end = (place(panel, panel.session.rows.width * share) for share in (0.2, 0.8))
    qtbot.mousePress(panel.line, Qt.MouseButton.LeftButton, pos=start)
    panel.line._dragged_to = QPointF(end)
    panel.line._jumping.start()
    qtbot.mouseRelease(panel.line, Qt.MouseButton.LeftButton, pos=end)
    assert panel.session.cursor.step == panel.line.step_at(QPointF(end), panel.session.rows)


def test_the_wheel_steps_and_with_shift_steps_over(shown: Callable[..., Any]) -> None:
    from plyscope import Cursor

    panel = shown()
    assert turn_wheel(panel, -120) == 1
    assert turn_wheel(panel, -60) == 1
    assert turn_wheel(panel, -60) == 2
    assert turn_wheel(panel, 240) == 0
    assert turn_wheel(panel, 120) == 0
    apart = Cursor(panel.session.trace)
    apart.over()
    assert turn_wheel(panel, -120, "ShiftModifier") == apart.step
    apart.back_over()
    assert turn_wheel(panel, 120, "ShiftModifier") == apart.step


def test_keys_move_the_cursor(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    last = panel.session.cursor.last_step
    far = last // 100
    assert far > 1
    assert press(qtbot, panel, "Right") == 1
    assert press(qtbot, panel, "Right", "ControlModifier") == 1 + far
    assert press(qtbot, panel, "PageDown") == 1 + 2 * far
    assert press(qtbot, panel, "Left") == 2 * far
    assert press(qtbot, panel, "Left", "ControlModifier") == far
    assert press(qtbot, panel, "PageUp") == 0
    assert press(qtbot, panel, "Left") == 0
    assert press(qtbot, panel, "End") == last
    assert press(qtbot, panel, "Home") == 0
    assert press(qtbot, panel, "Up") == 0


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("hidden", [(), (1,), (2, 5)])
def test_later_steps_never_lie_further_left(name: str, hidden: tuple[int, ...]) -> None:
    from plyscope.layout.rows import Rows
    from plyscope.model.steps import Steps
    from plyscope_window.panels.timeline import unit_of_step

    trace = recording(name)
    rows, steps = Rows(trace, hidden=[frame for frame in hidden if frame < len(trace)]), Steps(trace)
    units = [unit_of_step(trace, rows, steps.at(step)) for step in range(min(2000, steps.count))]
    assert all(0 <= unit <= rows.width for unit in units)
    assert units == sorted(units)


def test_the_lanes_of_the_future_are_empty(shown: Callable[..., Any]) -> None:
    from plyscope_window.canvas.overlay import happened
    from plyscope_window.look.theme import theme
    from plyscope_window.session.limits import Future
    from PySide6.QtGui import QColor

    panel = shown()
    session, lanes = panel.session, lanes_of(panel)
    session.go(session.cursor.last_step)
    whole = pixels(panel)
    session.go(session.cursor.last_step // 2)
    now, end = pixels(panel), lanes.left + lanes.width - 8
    here = round(panel.line.x_of_step(session.cursor.step, session.rows, lanes))
    open_starts = {frame.ply: session.rows.span(frame.frame)[0] for frame in session.stack if frame.value is None}
    for ply, unit in enumerate(happened(session, session.rows)):
        y, edge = round(lanes.y_of(ply) + lanes.band / 2), round(lanes.x_of(unit))
        known = round(lanes.x_of(open_starts[ply])) if ply in open_starts else edge
        past = [x for x in range(lanes.left, min(known, end)) if abs(x - here) > 8]
        assert all(QColor(int(now[y, x])) == theme().edge for x in range(known + 1, edge - 8)), "still open"
        future = [x for x in range(edge + 1, end) if abs(x - here) > 8]
        assert (now[y, past] == whole[y, past]).all()
        assert {QColor(int(colour)).name() for colour in now[y, future]} <= {theme().band.name()}
    row = round(lanes.cutoffs.bottom()) - 2
    assert (now[row, lanes.left : here - 8] == whole[row, lanes.left : here - 8]).all()
    assert (now[row, here + 8 :] != whole[row, here + 8 :]).any()
    session.future = Future.HIDDEN
    hidden = pixels(panel)
    assert (hidden[round(lanes.top) : round(lanes.bottom), here + 8 : end] == whole[1, 1]).all()


def test_cutoffs_are_drawn_where_their_frames_end(shown: Callable[..., Any]) -> None:
    from plyscope_window.panels.timeline import ends_per_column

    panel = shown("nine leaves")
    session, lanes = panel.session, lanes_of(panel)
    ends = [session.rows.span(frame)[1] for frame in np.flatnonzero(session.trace.facts.cutoff)]
    assert ends
    assert panel.line.cutoffs.units.tolist() == sorted(ends)
    columns = ends_per_column(panel.line.cutoffs.units, lanes.units, lanes.width)
    assert columns.sum() == len(ends)
    assert set(np.flatnonzero(columns)) == {int(np.ceil(end * lanes.scale)) - 1 for end in ends}
    session.go(session.cursor.last_step)
    picture = pixels(panel)
    dark = picture[round(lanes.cutoffs.top()) + 2, lanes.left + int(np.ceil(ends[0] * lanes.scale)) - 1]
    assert dark == 0xFF1E2227


@pytest.mark.parametrize(("name", "is_cut"), [("nine leaves", True), ("by hand", False)])
def test_without_cutoffs_there_is_no_lane_for_them(name: str, is_cut: bool, shown: Callable[..., Any]) -> None:
    panel = shown(name)
    lanes, picture = lanes_of(panel), pixels(panel)
    names = picture[round(lanes.cutoffs.top()) : round(lanes.cutoffs.center().y()) + 6, : lanes.left - 4]
    line = picture[round(lanes.cutoffs.bottom()), lanes.left + 20 : lanes.left + lanes.width // 2]
    paper = picture[-1, 0]
    assert (bool((names != paper).any()), bool((line != paper).any())) == (is_cut, is_cut)


def test_cutoffs_of_a_large_recording_come_from_another_thread(
    shown: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    from plyscope_window.panels import timeline

    panel = shown()
    expected = panel.line.cutoffs.units.tolist()
    monkeypatch.setattr(timeline, "MAX_FOREGROUND_FRAMES", 10)
    session = panel.session
    panel.attach(None)
    panel.attach(session)
    assert panel.line.cutoffs.units is None
    panel.grab()
    qtbot.waitUntil(lambda: panel.line.cutoffs.units is not None)
    assert panel.line.cutoffs.units.tolist() == expected


def test_matches_have_a_lane_and_can_be_clicked(shown: Callable[..., Any], qtbot: Any) -> None:
    from PySide6.QtCore import QPoint

    panel = shown()
    session = panel.session
    assert lanes_of(panel).matches.height() == 0
    session.seek("ply = 1 and value > 0")
    lanes = lanes_of(panel)
    assert lanes.matches.height() > 0
    assert 0 < len(session.matches) == len(panel.line.matches.units)
    for step in session.matches.tolist():
        x = round(panel.line.x_of_step(step, session.rows, lanes))
        click(qtbot, panel, QPoint(x, round(lanes.matches.center().y())))
        assert session.cursor.step == step
    drawn = pixels(panel)[round(lanes.matches.bottom()) - 2, lanes.left : lanes.left + lanes.width]
    assert (drawn == 0xFF1E2227).any()
    session.seek("")
    assert lanes_of(panel).matches.height() == 0
    assert panel.line.matches.units is None


def test_a_bookmark_is_a_flag_that_can_be_clicked(shown: Callable[..., Any], qtbot: Any) -> None:
    from plyscope.model.marks import Bookmark
    from PySide6.QtCore import QPoint, QPointF

    panel = shown()
    session = panel.session
    before = pixels(panel)
    step = session.cursor.last_step // 2
    session.set_bookmark(Bookmark(step, "look here"))
    after = pixels(panel)
    lanes = lanes_of(panel)
    x = round(panel.line.x_of_step(step, session.rows, lanes))
    changed = np.flatnonzero((before != after).any(axis=0))
    assert x - 3 <= changed.min() <= changed.max() <= x + 9
    assert panel.line.tooltip_at(QPointF(x + 2, 4)) == "look here"
    click(qtbot, panel, QPoint(x + 3, 4))
    assert session.cursor.step == step
    session.go(0)
    session.remove_bookmark(step)
    assert (pixels(panel) == before).all()


def test_a_step_does_not_redraw_the_picture(shown: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from plyscope_window.look import theme
    from plyscope_window.panels import timeline

    panel = shown()
    panel.grab()
    drawn: list[int] = []
    paint = timeline.paint_picture
    monkeypatch.setattr(timeline, "paint_picture", lambda *all: (drawn.append(1), paint(*all)))
    for step in (5, 90, 17):
        panel.session.go(step)
        panel.grab()
    assert drawn == []
    panel.resize(800, 150)
    panel.grab()
    theme.use(theme.DARK)
    panel.grab()
    assert len(drawn) == 2


def test_time_runs_from_left_to_right_in_a_mirrored_window(shown: Callable[..., Any], qtbot: Any) -> None:
    from PySide6.QtCore import Qt

    panel = shown()
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    lanes, cursor = lanes_of(panel), panel.session.cursor
    assert lanes.names.left() >= lanes.left + lanes.width
    assert lanes.names.right() <= panel.line.width()
    early, late = (place(panel, panel.session.rows.width * share) for share in (0.1, 0.9))
    click(qtbot, panel, early)
    first = cursor.step
    click(qtbot, panel, late)
    assert first < cursor.step
    assert press(qtbot, panel, "Left") == cursor.step
    assert press(qtbot, panel, "Home") == 0


@pytest.mark.parametrize("size", [(200, 70), (200, 170), (1600, 70), (1600, 400)])
@pytest.mark.parametrize("name", SOURCES)
def test_lanes_do_not_overlap_at_any_size(name: str, size: tuple[int, int], shown: Callable[..., Any]) -> None:
    panel = shown(name, *size)
    panel.session.seek("value > 0")
    lanes = lanes_of(panel)
    panel.grab()
    assert lanes.left >= 0
    assert lanes.left + lanes.width <= size[0]
    assert lanes.cutoffs.bottom() <= lanes.matches.top()
    assert lanes.matches.bottom() <= lanes.top < lanes.bottom <= size[1] - 20
    assert lanes.band <= 8
    assert panel.minimumSizeHint().height() <= 70 <= panel.sizeHint().height()


def test_it_has_an_accessible_name_and_description(shown: Callable[..., Any]) -> None:
    from PySide6.QtCore import Qt

    panel = shown()
    assert panel.line.accessibleName() == "Timeline"
    assert panel.line.focusPolicy() == Qt.FocusPolicy.StrongFocus
    panel.session.go(12)
    last = f"{panel.session.cursor.last_step:,}"
    assert panel.line.accessibleDescription() == f"step 12 of {last}"


def test_another_recording_replaces_the_first(shown: Callable[..., Any], open_session: Callable[[str], Any]) -> None:
    from plyscope.layout.rows import Rows

    panel = shown()
    first, second = panel.session, open_session("nine leaves")
    panel.attach(second)
    assert panel.line.cutoffs.units is None
    first.lay_out(Rows(first.trace))
    assert panel.line.cutoffs.units is None
    second.lay_out(Rows(second.trace))
    assert len(panel.line.cutoffs.units) == second.trace.cutoffs
    panel.attach(None)
    assert panel.pages.currentWidget() is panel.nothing
