"""The canvas as a person uses it: pointer, wheel, keys, modes, and what changes while it is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope.layout.rows import Rows
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.look.theme import Current
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication

from tests.full_traces import Trace

pytestmark = pytest.mark.qt

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def place_of(canvas: Any, frame: int) -> QPoint:
    """Where a frame can be clicked."""
    span = canvas.session.rows.span(frame)
    left, right = max(0.0, canvas.view.x_of(span[0])), min(canvas.view.width, canvas.view.x_of(span[1]))
    return QPointF((left + right) / 2 + GUTTER_WIDTH, canvas.view.y_of(canvas.session.trace.plies[frame])).toPoint()


def turn(canvas: Any, place: QPoint, notches: int, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    event = QWheelEvent(
        QPointF(place), QPointF(canvas.mapToGlobal(place)), QPoint(), QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton, modifiers, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(canvas, event)


def double_click(qtbot: Any, canvas: Any, place: QPoint) -> None:
    """As it comes from a mouse: the first click is a click."""
    qtbot.mouseClick(canvas, LEFT, pos=place)
    qtbot.mouseDClick(canvas, LEFT, pos=place)
    qtbot.mouseRelease(canvas, LEFT, pos=place)


# Pointer


@pytest.mark.parametrize("mode", ["tree", "icicle"])
def test_a_click_selects_the_frame_that_is_hit_and_moves_nothing(
    canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace, mode: str
) -> None:
    canvas = canvas_of(pruned, mode)
    canvas.session.go(40)
    before = canvas.view
    for frame in range(0, len(pruned), 9):
        with qtbot.assertNotEmitted(canvas.entered):
            qtbot.mouseClick(canvas, LEFT, pos=place_of(canvas, frame))
        assert (canvas.session.selected, canvas.session.cursor.step, canvas.view) == (frame, 40, before)


def test_a_click_beside_the_tree_asks_for_nothing(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    with qtbot.assertNotEmitted(canvas.entered):
        qtbot.mouseClick(canvas, LEFT, pos=QPoint(40, 100))
        qtbot.mouseClick(canvas, LEFT, pos=QPoint(500, canvas.height() - 3))


def test_a_click_in_the_focus_view_selects_a_sibling(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned, "focus")
    canvas.session.go(40)
    canvas.grab()
    node = canvas.focus.nodes[-1]
    qtbot.mouseClick(canvas, LEFT, pos=(node.point * canvas.focus_scale).toPoint())
    assert (canvas.session.selected, canvas.session.cursor.step) == (node.item.frame, 40)


@pytest.mark.parametrize("mode", ["tree", "icicle"])
def test_a_double_click_travels_to_the_frame(
    canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace, mode: str
) -> None:
    canvas = canvas_of(pruned, mode)
    for frame in (next(pruned.children(0)), 30):
        with qtbot.waitSignal(canvas.entered) as caught:
            double_click(qtbot, canvas, place_of(canvas, frame))
        assert caught.args == [frame]


def test_a_double_click_beside_the_tree_means_no_frame_clicked_before(
    canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace
) -> None:
    canvas = canvas_of(pruned)
    qtbot.mouseClick(canvas, LEFT, pos=place_of(canvas, 30))
    before = canvas.view
    double_click(qtbot, canvas, QPoint(40, 100))
    canvas.finish_easing()
    assert canvas.view == before


@pytest.mark.parametrize("mode", ["tree", "icicle"])
@pytest.mark.parametrize("frame", [1, 30, 60, 92])
def test_the_wheel_zooms_about_the_pointer(canvas_of: Callable[..., Any], pruned: Trace, mode: str, frame: int) -> None:
    canvas = canvas_of(pruned, mode)
    place = place_of(canvas, frame)
    unit = canvas.view.unit_at(place.x() - GUTTER_WIDTH)
    for notches in (1, 1, 2, 3, -2, 1):
        before = canvas.view.scale
        turn(canvas, place, notches)
        canvas.finish_easing()
        assert (canvas.view.scale > before) == (notches > 0)
        assert canvas.view.unit_at(place.x() - GUTTER_WIDTH) == pytest.approx(unit)
        assert canvas.frame_at(QPointF(place)) is not None
    turn(canvas, place, -50)
    canvas.finish_easing()
    assert canvas.view == canvas.view.fitted()


def test_turns_of_the_wheel_add_up_while_it_is_still_moving(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    before = canvas.view.scale
    for _ in range(4):
        turn(canvas, QPoint(500, 300), 1)
    canvas.finish_easing()
    assert canvas.view.scale == pytest.approx(before * 1.25**4)


def test_with_shift_the_wheel_pans(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(6)
    canvas.finish_easing()
    before = canvas.view
    turn(canvas, QPoint(500, 300), -1, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.view.x == pytest.approx(before.x + 120 / before.scale)
    assert canvas.view.scale == before.scale


def test_dragging_pans_and_is_no_click(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(6)
    canvas.finish_easing()
    unit = canvas.view.unit_at(500 - GUTTER_WIDTH)
    with qtbot.assertNotEmitted(canvas.entered):
        qtbot.mousePress(canvas, LEFT, pos=QPoint(500, 300))
        qtbot.mouseMove(canvas, QPoint(450, 300))
        qtbot.mouseMove(canvas, QPoint(420, 300))
        qtbot.mouseRelease(canvas, LEFT, pos=QPoint(420, 300))
    assert canvas.view.unit_at(420 - GUTTER_WIDTH) == pytest.approx(unit)


def test_taking_hold_of_a_view_on_its_way_stops_it(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(6)
    canvas._show_view(canvas.view.zoomed(2, 300, 0))
    held = canvas.view
    qtbot.wait(220)
    assert canvas.view == held


def test_the_right_button_selects_and_asks_for_a_menu(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    step = canvas.session.cursor.step
    place = place_of(canvas, 30)
    with qtbot.waitSignal(canvas.menu_requested) as caught:
        qtbot.mouseClick(canvas, RIGHT, pos=place)
    assert caught.args == [30, canvas.mapToGlobal(place)]
    assert (canvas.session.selected, canvas.session.cursor.step) == (30, step)


# Keys


def test_arrows_travel_and_return_goes_there(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    session = canvas.session
    children = list(pruned.children(0))

    def press(key: Any) -> int:
        qtbot.keyClick(canvas, key)
        selected: int = session.selected
        return selected

    assert press(Qt.Key.Key_Up) == 0
    assert press(Qt.Key.Key_Down) == pruned.best_child(0)
    session.select(children[0])
    assert [press(Qt.Key.Key_Right) for _ in children] == [*children[1:], children[-1]]
    assert press(Qt.Key.Key_Left) == children[-2]
    assert press(Qt.Key.Key_Up) == 0
    session.select(42)
    with qtbot.waitSignal(canvas.entered) as caught:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert caught.args == [42]
    assert session.cursor.step == 0


def test_from_a_leaf_there_is_no_way_down(canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    leaf = next(frame for frame in range(len(pruned)) if pruned.sizes[frame] == 1)
    canvas.session.select(leaf)
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.session.selected == leaf


def test_the_menu_key_asks_for_the_menu_of_the_selected_frame(
    canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace
) -> None:
    canvas = canvas_of(pruned)
    canvas.session.select(12)
    for reason, expected in ((QContextMenuEvent.Reason.Keyboard, [12]), (QContextMenuEvent.Reason.Mouse, [])):
        asked: list[int] = []
        canvas.menu_requested.connect(lambda frame, _place, asked=asked: asked.append(frame))
        QApplication.sendEvent(canvas, QContextMenuEvent(reason, QPoint(5, 5), canvas.mapToGlobal(QPoint(5, 5))))
        assert asked == expected


# What is shown


def test_changing_the_mode_emits_a_signal_and_repaints(
    canvas_of: Callable[..., Any], qtbot: Any, pruned: Trace
) -> None:
    canvas = canvas_of(pruned, "focus")
    pictures = [canvas.grab().toImage()]
    for mode in ("tree", "icicle", "focus"):
        with qtbot.waitSignal(canvas.mode_changed) as caught:
            canvas.set_mode(mode)
        assert caught.args == [mode]
        pictures.append(canvas.grab().toImage())
    assert pictures[0] == pictures[3]
    assert pictures[0] != pictures[1] != pictures[2]
    with qtbot.assertNotEmitted(canvas.mode_changed):
        canvas.set_mode("focus")


def test_another_size_keeps_the_whole_tree_whole(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    for width, height in ((500, 300), (1400, 900), (320, 200)):
        canvas.resize(width, height)
        assert (canvas.view.width, canvas.view.height) == (max(60, width - GUTTER_WIDTH), height)
        assert canvas.view == canvas.view.fitted()
        assert not canvas.grab().isNull()


@pytest.mark.parametrize("mode", ["large tree", "icicle"])
def test_the_text_size_enlarges_all_that_is_drawn(
    canvas_of: Callable[..., Any], pruned: Trace, mode: str, monkeypatch: Any
) -> None:
    small = canvas_of(pruned, mode, 800, 480)
    small.session.go(40)
    monkeypatch.setattr(Current, "text_scale", 1.5)
    large = canvas_of(pruned, mode, 1200, 720)
    large.session.go(40)
    assert (large.view.width, large.view.height) == (800 - GUTTER_WIDTH, 480)
    for frame in range(len(pruned)):
        place = place_of(large, frame)
        assert large.frame_at(QPointF(place) * 1.5) == frame
    monkeypatch.setattr(Current, "text_scale", 1.0)
    usual = small.grab().toImage()
    monkeypatch.setattr(Current, "text_scale", 1.5)
    enlarged = large.grab().toImage().scaled(usual.size(), mode=Qt.TransformationMode.SmoothTransformation)
    grey = QImage.Format.Format_Grayscale8
    one, other = (bytes(image.convertToFormat(grey).constBits()) for image in (usual, enlarged))
    unlike = sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True))
    assert unlike < 0.01 * len(one), "the picture of the usual size, enlarged"


@pytest.mark.parametrize("mode", ["large tree", "icicle"])
def test_enlarged_the_future_is_the_same_in_every_painting(
    canvas_of: Callable[..., Any], pruned: Trace, mode: str, monkeypatch: Any
) -> None:
    monkeypatch.setattr(Current, "text_scale", 1.5)
    canvas = canvas_of(pruned, mode, 900, 600)
    canvas.session.go(40)
    first = canvas.grab().toImage()
    assert canvas.grab().toImage() == first, "the picture of the future is kept from one painting to the next"


def test_a_new_text_size_changes_the_view_at_once(
    canvas_of: Callable[..., Any], pruned: Trace, monkeypatch: Any
) -> None:
    canvas = canvas_of(pruned, "icicle", 900, 600)
    monkeypatch.setattr(Current, "text_scale", 1.5)
    QApplication.sendEvent(canvas, QEvent(QEvent.Type.FontChange))
    assert (canvas.view.width, canvas.view.height) == (600 - GUTTER_WIDTH, 400)
    assert canvas.view == canvas.view.fitted()


def test_another_size_while_it_moves_is_not_forgotten(canvas_of: Callable[..., Any], pruned: Trace, qtbot: Any) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(4)
    canvas.resize(700, 500)
    qtbot.waitUntil(lambda: not canvas._easing.isActive())
    assert (canvas.view.width, canvas.view.height) == (700 - GUTTER_WIDTH, 500)


def test_the_cursor_is_followed_unless_that_is_switched_off(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(8, QPointF(GUTTER_WIDTH, 0))
    canvas.finish_easing()
    for frame in (90, 3, 50):
        canvas.session.go_to_frame(frame)
        canvas.finish_easing()
        span = canvas.session.rows.span(frame)
        assert 0 <= canvas.view.x_of((span[0] + span[1]) / 2) <= canvas.view.width
        assert 0 <= canvas.view.y_of(pruned.plies[frame]) <= canvas.view.height
    canvas.set_option("follow", False)
    before = canvas.view
    canvas.session.go_to_frame(90)
    canvas.finish_easing()
    assert canvas.view == before


def test_hidden_frames_vanish_and_come_back(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned)
    hidden = next(pruned.children(0))
    below = set(range(hidden, hidden + pruned.sizes[hidden]))

    def drawn() -> set[int]:
        canvas.finish_easing()
        canvas.grab()
        return {frame for level in canvas.tree.levels for frame in level.frames.tolist()}

    assert below <= drawn()
    whole = canvas.view
    canvas.session.lay_out(Rows(pruned, hidden={hidden}))
    assert not below & drawn()
    assert canvas.view.units < whole.units
    canvas.session.lay_out(Rows(pruned))
    assert below <= drawn()
    assert canvas.view == whole


def test_another_layout_while_it_moves_is_not_forgotten(
    canvas_of: Callable[..., Any], pruned: Trace, qtbot: Any
) -> None:
    canvas = canvas_of(pruned)
    canvas.zoom(4)
    canvas.session.lay_out(Rows(pruned, collapsed={1}))
    qtbot.waitUntil(lambda: not canvas._easing.isActive())
    assert canvas.view.units == canvas.session.rows.width


@pytest.mark.parametrize("mode", ["tree", "icicle", "focus"])
def test_every_step_can_be_painted_in_every_mode_with_frames_hidden(
    canvas_of: Callable[..., Any], pruned: Trace, mode: str
) -> None:
    canvas = canvas_of(pruned, mode, hidden={2, 50}, collapsed={60})
    for step in range(0, canvas.session.cursor.steps.count, 5):
        canvas.session.go(step)
        canvas.finish_easing()
        assert not canvas.grab().isNull()


def test_before_the_tree_is_laid_out_it_says_so(light: Any, qtbot: Any, pruned: Trace) -> None:
    from plyscope_window.canvas.canvas import Canvas
    from plyscope_window.session.session import Session

    canvas = Canvas(Session(pruned, "a recording"))
    qtbot.addWidget(canvas)
    canvas.resize(600, 400)
    canvas.show()
    image = canvas.grab().toImage()
    words = {image.pixel(x, y) for x in range(200, 400) for y in range(180, 220)}
    assert len(words) > 1
    assert canvas.frame_at(QPointF(300, 200)) is None
    rows = Rows(pruned)
    canvas.session.lay_out(rows)
    canvas.set_mode("tree")
    assert canvas.view.units == rows.width


def test_found_frames_are_ringed(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    for mode in ("tree", "focus"):
        canvas = canvas_of(pruned, mode)
        before = canvas.grab().toImage()
        canvas.session.seek("value = 1")
        assert canvas.grab().toImage() == before, "nothing has returned yet"
        canvas.session.seek("")
        canvas.session.go(canvas.session.cursor.last_step)
        before = canvas.grab().toImage()
        canvas.session.seek("value = 1")
        assert canvas.grab().toImage() != before
        canvas.session.seek("")
        assert canvas.grab().toImage() == before


def test_a_step_does_not_redraw_the_picture(
    canvas_of: Callable[..., Any], pruned: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = canvas_of(pruned)
    canvas.grab()
    painted: list[int] = []
    monkeypatch.setattr(canvas.tree, "paint", lambda *_args, **_options: painted.append(1))
    for step in (1, 2, 60, 200):
        canvas.session.go(step)
        canvas.grab()
    assert painted == []
    canvas.set_option("labels", False)
    canvas.grab()
    assert painted == [1]


def test_another_theme_repaints_everything(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    from plyscope_window.look import theme

    canvas = canvas_of(pruned)
    canvas.grab()
    theme.use(theme.DARK)
    try:
        image = canvas.grab().toImage()
        assert image.pixelColor(GUTTER_MIDDLE, 5) == theme.DARK.paper
        assert image.pixelColor(canvas.width() - 3, 3) == theme.DARK.paper
    finally:
        theme.use(theme.LIGHT)


GUTTER_MIDDLE = round(GUTTER_WIDTH / 2)
