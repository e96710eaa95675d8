"""The timeline: navigation by mouse, wheel and keys, and how the past and the future are drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from plyscope.layout.rows import Rows
from plyscope.model.marks import Bookmark
from plyscope_window.canvas.strips import pixels_of
from plyscope_window.panels import timeline
from plyscope_window.panels.timeline import TimelinePanel, counts_per_column, tick_steps, visible_bands
from plyscope_window.session.limits import Future
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.full_traces import Cursor
from tests.visualiser.panels.recordings import SOURCES, recording

pytestmark = pytest.mark.qt

CUT_SHORT_OR_WHOLE = ("by hand", "nine leaves", "alpha-beta", "probed", "sum", "cut short", "one frame")


def theme() -> Any:
    from plyscope_window.look import theme

    return theme.theme()


@pytest.fixture
def shown(qapp: Any, open_session: Callable[[str], Any], show: Callable[..., Any]) -> Callable[..., Any]:
    """A timeline of a recording, with its row index."""

    def made(name: str = "alpha-beta", width: int = 900, height: int = 150, hidden: tuple[int, ...] = ()) -> Any:
        session = open_session(name)
        panel = show(TimelinePanel(), session, width, height)
        session.lay_out(Rows(session.trace, hidden=hidden))
        return panel

    return made


def lanes_of(panel: Any) -> Any:
    return panel.line.lanes(panel.session.rows)


def place(panel: Any, step: float, ply: int = 0) -> Any:
    """The point of the middle of a step in the band of a ply."""
    lanes = lanes_of(panel)
    return QPoint(round(lanes.x_of(step + 0.5)), round(lanes.y_of(ply) + lanes.ply_height / 2))


def click(qtbot: Any, panel: Any, point: Any) -> None:
    qtbot.mouseClick(panel.line, Qt.MouseButton.LeftButton, pos=point)


def press(qtbot: Any, panel: Any, key: str, modifier: str = "NoModifier") -> int:
    qtbot.keyClick(panel.line, getattr(Qt.Key, f"Key_{key}"), getattr(Qt.KeyboardModifier, modifier))
    return int(panel.session.cursor.step)


def turn_wheel(panel: Any, turned: int, modifier: str = "NoModifier") -> int:
    middle = QPointF(panel.line.rect().center())
    event = QWheelEvent(
        middle, middle, QPoint(), QPoint(0, turned), Qt.MouseButton.NoButton,
        getattr(Qt.KeyboardModifier, modifier), Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(panel.line, event)
    return int(panel.session.cursor.step)


def pixels(panel: Any) -> Any:
    """The picture as rows of pixels, without the ring of the focus."""
    panel.line.clearFocus()
    image = panel.line.grab().toImage().convertToFormat(panel.line._image.format())
    return pixels_of(image).copy()


def test_before_the_layout_is_finished_a_sentence_is_shown(
    qapp: Any, open_session: Callable[[str], Any], show: Callable[..., Any], qtbot: Any
) -> None:
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
def test_a_click_goes_to_the_step_there(name: str, shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown(name)
    lanes, cursor = lanes_of(panel), panel.session.cursor
    for x in range(lanes.left + 1, lanes.left + lanes.width, 23):
        click(qtbot, panel, QPoint(x, round(lanes.top) + 1))
        assert cursor.step == int((x - lanes.left) * cursor.steps.count / lanes.width)


def test_clicks_beyond_the_ends_go_to_the_first_and_last_step(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    lanes, cursor = lanes_of(panel), panel.session.cursor
    click(qtbot, panel, QPoint(lanes.left + lanes.width + 2, 60))
    assert cursor.step == cursor.last_step
    click(qtbot, panel, QPoint(2, 60))
    assert cursor.step == 0


def test_a_drag_moves_the_cursor_once_per_turn_of_the_event_loop(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    cursor, rows, moves = panel.session.cursor, panel.session.rows, []
    panel.session.moved.connect(lambda: moves.append(cursor.step))
    qtbot.mousePress(panel.line, Qt.MouseButton.LeftButton, pos=place(panel, cursor.last_step * 0.2))
    assert len(moves) == 1
    left = Qt.MouseButton.LeftButton
    for share in (0.3, 0.5, 0.7, 0.6):
        point = QPointF(place(panel, cursor.last_step * share) + QPoint(0, 300))
        event = QMouseEvent(
            QEvent.Type.MouseMove, point, panel.line.mapToGlobal(point), left, left, Qt.KeyboardModifier.NoModifier
        )
        QCoreApplication.sendEvent(panel.line, event)
    assert len(moves) == 1
    qtbot.waitUntil(lambda: len(moves) == 2)
    there = panel.line.step_at(QPointF(place(panel, cursor.last_step * 0.6)), rows)
    assert cursor.step == there
    qtbot.mouseRelease(panel.line, left, pos=place(panel, cursor.last_step * 0.6))
    assert len(moves) == 2


def test_a_drag_that_ends_in_the_same_turn_moves_the_cursor(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    start, end = (place(panel, panel.session.cursor.last_step * share) for share in (0.2, 0.8))
    qtbot.mousePress(panel.line, Qt.MouseButton.LeftButton, pos=start)
    panel.line._dragged_to = QPointF(end)
    panel.line._jumping.start()
    qtbot.mouseRelease(panel.line, Qt.MouseButton.LeftButton, pos=end)
    assert panel.session.cursor.step == panel.line.step_at(QPointF(end), panel.session.rows)


def test_the_wheel_steps_and_with_shift_steps_over(shown: Callable[..., Any]) -> None:
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


@pytest.mark.spread(4)
@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("hidden", [(), (1,), (2, 5)])
def test_a_call_lasts_from_its_enter_to_its_leave(
    name: str, hidden: tuple[int, ...], shown: Callable[..., Any]
) -> None:
    panel = shown(name, 1600, hidden=tuple(frame for frame in hidden if frame < len(recording(name))))
    session, lanes = panel.session, lanes_of(panel)
    rows, steps = session.rows, session.cursor.steps
    bands = visible_bands(rows, steps, lanes, theme())
    for ply, band in list(bands.items())[:8]:
        busy = np.zeros(steps.count + 1, np.int64)
        for frame in rows[ply].frames.tolist():
            left = steps.leave(frame)
            busy[steps.enter(frame) : steps.count if left is None else left + 1] = 1
        edges = np.arange(len(band.line) + 1) * steps.count / len(band.line)
        lasted = np.concatenate([[0], np.cumsum(busy[:-1])])
        share = np.diff(np.interp(edges, np.arange(steps.count + 1), lasted)) / np.diff(edges)
        assert (band.is_filled == (np.rint(share * 63) > 0)).all()


def test_the_lanes_of_the_future_are_empty(shown: Callable[..., Any]) -> None:
    panel = shown()
    session, lanes = panel.session, lanes_of(panel)
    session.go(session.cursor.last_step)
    whole = pixels(panel)
    session.go(session.cursor.last_step // 2)
    now, end = pixels(panel), lanes.left + lanes.width - 8
    here = round(lanes.x_of(session.cursor.step))
    open_at = {frame.ply: session.cursor.steps.enter(frame.frame) for frame in session.stack if frame.value is None}
    for ply in range(lanes.plies):
        y = round(lanes.y_of(ply) + lanes.ply_height / 2) - 1
        begin = round(lanes.x_of(open_at[ply])) if ply in open_at else here
        past = list(range(lanes.left, min(begin, here) - 8))
        assert (now[y, past] == whole[y, past]).all()
        assert all(QColor(int(now[y, x])) == theme().edge for x in range(begin + 1, here - 8)), "still open"
        assert {QColor(int(colour)).name() for colour in now[y, here + 8 : end]} <= {theme().band.name()}
    row = round(lanes.cuts.bottom()) - 2
    assert (now[row, lanes.left : here - 8] == whole[row, lanes.left : here - 8]).all()
    assert (now[row, here + 8 :] != whole[row, here + 8 :]).any()
    session.future = Future.HIDDEN
    hidden = pixels(panel)
    assert (hidden[round(lanes.top) : round(lanes.bottom), here + 8 : end] == whole[1, 1]).all()
    session.future = Future.WHOLE
    shown_whole = pixels(panel)
    row = round(lanes.y_of(1) + lanes.ply_height / 2)
    assert (shown_whole[row, here + 8 : end] == whole[row, here + 8 : end]).all()


def test_cuts_are_marked_at_their_steps(shown: Callable[..., Any]) -> None:
    panel = shown("nine leaves")
    session, lanes = panel.session, lanes_of(panel)
    steps = session.cursor.steps
    cuts = [steps.leave(frame) - 1 for frame in np.flatnonzero(session.trace.facts.cutoff)]
    assert panel.line.cuts.result.tolist() == sorted(cuts)
    columns = counts_per_column(panel.line.cuts.result, steps.count, lanes.width)
    assert columns.sum() == len(cuts)
    lane = slice(round(lanes.cuts.top()), round(lanes.cuts.bottom()) - 1)
    session.go(cuts[0] - 1)
    before = pixels(panel)
    session.go(session.cursor.last_step)
    after = pixels(panel)
    changed = np.flatnonzero((before[lane] != after[lane]).any(axis=0))
    for cut in cuts:
        assert (abs(changed - lanes.x_of(cut + 0.5)) < 3).any()
    assert (before[lane, lanes.left : lanes.left + 30] == before[1, lanes.left]).all()


@pytest.mark.parametrize(("name", "has_windows"), [("nine leaves", True), ("by hand", False)])
def test_only_a_search_with_a_window_has_a_lane_for_cuts(
    name: str, has_windows: bool, shown: Callable[..., Any]
) -> None:
    panel = shown(name)
    lanes, picture = lanes_of(panel), pixels(panel)
    names = picture[round(lanes.cuts.top()) : round(lanes.cuts.bottom()), : lanes.left - 4]
    assert bool((names != picture[-1, 0]).any()) == has_windows


def test_a_large_recording_is_laid_out_in_another_thread(
    shown: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, qtbot: Any
) -> None:
    panel = shown()
    panel.grab()
    expected, bands = panel.line.cuts.result.tolist(), panel.line.bands.result
    monkeypatch.setattr(timeline, "MAX_FOREGROUND_FRAMES", 10)
    session = panel.session
    panel.attach(None)
    panel.attach(session)
    assert panel.line.cuts.result is None
    panel.grab()
    qtbot.waitUntil(lambda: panel.line.cuts.result is not None and panel.line.bands.result is not None)
    assert panel.line.cuts.result.tolist() == expected
    assert all((panel.line.bands.result[ply].line == band.line).all() for ply, band in bands.items())


def test_numbers_of_steps_are_never_rounded_and_never_touch() -> None:
    assert tick_steps(32, 9) == [0, 4, 8, 12, 16, 20, 24, 28, 31]
    assert tick_steps(1, 9) == [0]
    assert tick_steps(19_800_000, 5) == [0, 4_000_000, 8_000_000, 12_000_000, 16_000_000, 19_799_999]
    assert all(len(tick_steps(steps, 7)) <= 8 for steps in range(1, 3000, 7))


def test_matches_have_a_lane_and_can_be_clicked(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    session = panel.session
    assert lanes_of(panel).matches.height() == 0
    session.seek("ply = 1 and value > 0")
    lanes = lanes_of(panel)
    assert lanes.matches.height() > 0
    assert len(session.matches) > 0
    for step in session.matches.tolist():
        click(qtbot, panel, QPoint(round(lanes.x_of(step + 0.5)), round(lanes.matches.center().y())))
        assert session.cursor.step == step
    session.go(session.cursor.last_step)
    drawn = pixels(panel)[round(lanes.matches.bottom()) - 2, lanes.left : lanes.left + lanes.width]
    assert (drawn == 0xFF1E2227).any()
    session.seek("")
    assert lanes_of(panel).matches.height() == 0


def test_a_bookmark_is_a_flag_that_can_be_clicked(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    session = panel.session
    before = pixels(panel)
    step = session.cursor.last_step // 2
    session.set_bookmark(Bookmark(step, "look here"))
    after = pixels(panel)
    lanes = lanes_of(panel)
    x = round(lanes.x_of(step + 0.5))
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


@pytest.mark.spread(3)
@pytest.mark.parametrize("name", CUT_SHORT_OR_WHOLE)
def test_a_step_paints_only_where_it_changes_anything(name: str, shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown(name)
    line, session = panel.line, panel.session
    qtbot.waitExposed(panel)
    areas: list[int] = []

    class Paints(QObject):
        def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802
            if event.type() is QEvent.Type.Paint:
                areas.append(sum(one.width() * one.height() for one in event.region()))
            return False

    def painted() -> QImage:
        QApplication.processEvents()
        picture: QImage = line.screen().grabWindow(panel.winId()).toImage()
        return picture.convertToFormat(QImage.Format.Format_RGB32)

    last, paints = session.cursor.last_step, Paints()
    painted()
    for step in (*range(1, min(40, last)), last, max(0, last - 1), last // 2, min(last, last // 2 + 1), last // 3, 0):
        session.begin_at(step)
        panel.present()
        line.installEventFilter(paints)
        on_screen = painted()
        line.removeEventFilter(paints)
        assert on_screen == panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32), step
    if last > 100:
        assert min(areas) < line.width() * line.height() / 4


def test_time_runs_from_left_to_right_in_a_mirrored_window(shown: Callable[..., Any], qtbot: Any) -> None:
    panel = shown()
    panel.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    lanes, cursor = lanes_of(panel), panel.session.cursor
    assert lanes.names.left() >= lanes.left + lanes.width
    assert lanes.names.right() <= panel.line.width()
    early, late = (place(panel, panel.session.cursor.last_step * share) for share in (0.1, 0.9))
    click(qtbot, panel, early)
    first = cursor.step
    click(qtbot, panel, late)
    assert first < cursor.step
    assert press(qtbot, panel, "Left") == cursor.step
    assert press(qtbot, panel, "Home") == 0


@pytest.mark.spread(5)
@pytest.mark.parametrize("size", [(200, 70), (200, 170), (1600, 70), (1600, 400)])
@pytest.mark.parametrize("name", SOURCES)
def test_lanes_do_not_overlap_at_any_size(name: str, size: tuple[int, int], shown: Callable[..., Any]) -> None:
    panel = shown(name, *size)
    panel.session.seek("value > 0")
    lanes = lanes_of(panel)
    panel.grab()
    assert lanes.left >= 0
    assert lanes.left + lanes.width <= size[0]
    assert lanes.cuts.bottom() <= lanes.matches.top()
    assert lanes.matches.bottom() <= lanes.top < lanes.bottom <= size[1] - 20
    assert lanes.ply_height <= 14
    assert panel.minimumSizeHint().height() <= 70 <= panel.sizeHint().height()


def test_it_has_an_accessible_name_and_description(shown: Callable[..., Any]) -> None:
    panel = shown()
    assert panel.line.accessibleName() == "Timeline"
    assert panel.line.focusPolicy() == Qt.FocusPolicy.StrongFocus
    panel.session.go(12)
    last = f"{panel.session.cursor.last_step:,}"
    assert panel.line.accessibleDescription() == f"step 12 of {last}"


def test_another_recording_replaces_the_first(shown: Callable[..., Any], open_session: Callable[[str], Any]) -> None:
    panel = shown()
    first, second = panel.session, open_session("nine leaves")
    panel.attach(second)
    assert panel.line.cuts.result is None
    first.lay_out(Rows(first.trace))
    assert panel.line.cuts.result is None
    second.lay_out(Rows(second.trace))
    assert len(panel.line.cuts.result) == second.trace.cutoffs
    panel.attach(None)
    assert panel.pages.currentWidget() is panel.nothing
