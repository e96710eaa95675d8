"""The focus view: where the path and its siblings stand, at every step and in every size."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import hypot
from typing import Any

import numpy as np
import pytest
from plyscope.layout.rows import Rows
from plyscope_window.canvas.focus_layout import GLYPH_WIDTH, MAX_SCALE, MIN_SLOT, max_fan_size
from plyscope_window.canvas.pictures import STAMP_CACHE
from plyscope_window.canvas.strips import DIMMED_STRENGTH
from plyscope_window.look.theme import Current, mixed
from plyscope_window.session.limits import Future
from PySide6.QtCore import QPointF, QSizeF, Qt
from PySide6.QtGui import QImage

from tests.full_traces import Trace, record
from tests.visualiser.canvas.pixels import is_close, most_common
from tests.visualiser.user_code_sessions import user_code_trace

pytestmark = pytest.mark.qt


SIZES = [(420, 300), (1000, 640), (1900, 1100)]


def steps(canvas: Any, most: int = 40) -> range:
    count = canvas.session.cursor.steps.count
    return range(0, count, max(1, count // most))


def drawn(canvas: Any, step: int) -> list[Any]:
    canvas.session.go(step)
    canvas.grab()
    nodes: list[Any] = canvas.focus.nodes
    return nodes


@pytest.mark.spread(3)
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("name", ["pruned", "wide", "by_hand"])
def test_all_nodes_are_inside_the_window_and_apart(
    canvas_of: Callable[..., Any], request: pytest.FixtureRequest, name: str, width: int, height: int
) -> None:
    canvas = canvas_of(request.getfixturevalue(name), "focus", width, height)
    for step in steps(canvas):
        nodes = drawn(canvas, step)
        size = canvas.focus_size
        for node in nodes:
            assert node.slot / 2 <= node.point.x() <= size.width() - node.slot / 2
        for before, node in pairwise(nodes):
            if before.ply == node.ply:
                assert node.point.x() - before.point.x() >= min(before.slot, node.slot) * 0.99
        current = next(node for node in nodes if node.item.frame == canvas.session.cursor.frame)
        assert 0 <= current.point.y() <= size.height()


def test_path_and_siblings_are_drawn_and_nothing_else(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    canvas = canvas_of(pruned, "focus")
    for step in steps(canvas, 100):
        shown = [node.item.frame for node in drawn(canvas, step) if node.item.kind == "frame"]
        path = [open_frame.frame for open_frame in canvas.session.stack]
        assert shown == [0, *(child for frame in path for child in pruned.children(frame))]


def test_a_node_is_found_where_it_is_drawn(canvas_of: Callable[..., Any], pruned: Trace) -> None:
    for width, height in SIZES:
        canvas = canvas_of(pruned, "focus", width, height)
        for zoom in (1.0, 1.8):
            canvas.zoom(zoom)
            for step in steps(canvas, 12):
                for node in drawn(canvas, step):
                    place = node.point * canvas.focus_scale
                    found = canvas.frame_at(QPointF(place))
                    meant = {
                        "frame": node.item.frame,
                        "above": node.item.frame,
                        "bundle": node.item.first,
                        "stub": None,
                    }
                    assert found == meant[node.item.kind]
        assert canvas.frame_at(QPointF(2, height - 2)) is None


def test_a_bundle_leads_to_its_first_frame(canvas_of: Callable[..., Any], wide: Trace) -> None:
    canvas = canvas_of(wide, "focus", 900, 600)
    canvas.session.go_to_frame(2 * 40 + 1)
    canvas.grab()
    bundles = [node for node in canvas.focus.nodes if node.item.kind == "bundle"]
    assert len(bundles) >= 3
    for node in bundles:
        assert canvas.frame_at(node.point * canvas.focus_scale) == node.item.first


def test_a_hundred_and_fifty_children_stay_legible(canvas_of: Callable[..., Any], wide: Trace) -> None:
    canvas = canvas_of(wide, "focus", 1000, 640)
    for place in (0, 40, 90, 149):
        canvas.session.go_to_frame(2 * place + 1)
        canvas.grab()
        fan = [node for node in canvas.focus.nodes if node.ply == 1]
        assert sum(node.item.count for node in fan) == 150
        assert min(node.slot for node in fan) >= GLYPH_WIDTH
        shown = {node.item.frame for node in fan if node.item.kind == "frame"}
        near = {2 * other + 1 for other in range(max(0, place - 3), min(150, place + 4))}
        assert near | {1, 181} <= shown


def test_hidden_frames_are_not_drawn_and_collapsed_ones_have_no_children(
    canvas_of: Callable[..., Any], pruned: Trace
) -> None:
    child = list(pruned.children(0))[1]
    canvas = canvas_of(pruned, "focus", hidden={child}, collapsed={1})
    canvas.session.go_to_frame(3)
    canvas.grab()
    shown = [node.item.frame for node in canvas.focus.nodes if node.item.kind == "frame"]
    assert shown == [0, *(frame for frame in pruned.children(0) if frame != child)]


def test_a_step_is_painted_once_where_no_lantern_has_to_be_made(canvas_of: Callable[..., Any]) -> None:
    canvas = canvas_of(record("tree:[5,8,3,7]"), "focus", 900, 600)
    for step in range(canvas.session.cursor.steps.count):
        drawn(canvas, step)
        assert canvas.focus.is_finished


def test_a_small_tree_is_enlarged_and_no_step_changes_that(canvas_of: Callable[..., Any], by_hand: Trace) -> None:
    canvas = canvas_of(by_hand, "focus", 1200, 900)
    seen = set()
    for step in range(canvas.session.cursor.steps.count):
        drawn(canvas, step)
        seen.add((canvas.focus_scale, canvas.focus.pitch))
    assert len(seen) == 1
    assert canvas.focus_scale == MAX_SCALE
    canvas.resize(1200, 400)
    assert canvas.focus_scale == 1


def test_it_is_not_enlarged_so_far_that_its_widest_fan_is_squeezed(canvas_of: Callable[..., Any], wide: Trace) -> None:
    assert canvas_of(wide, "focus", 1000, 900).focus_scale == 1
    large = canvas_of(wide, "focus", 1900, 900)
    assert large.focus_scale > 1.4
    assert min(node.slot for node in drawn(large, 240)) >= MIN_SLOT
    assert canvas_of(record("tree:[[1,2,3,4,5,6,7],[1,2]]", "minimax"), "focus", 800, 900).focus_scale < MAX_SCALE
    assert max_fan_size(Rows(wide)) == 150
    assert max_fan_size(Rows(record("tree:[[5,8],[3,9,9,9]]"))) == 4


def test_the_wheel_enlarges_and_fitting_undoes_it(canvas_of: Callable[..., Any], by_hand: Trace) -> None:
    canvas = canvas_of(by_hand, "focus")
    whole = canvas.focus_scale
    for _ in range(3):
        canvas.zoom(1.25)
    assert canvas.focus_scale == pytest.approx(whole * 1.25**3)
    for _ in range(30):
        canvas.zoom(1.25)
    assert canvas.focus_scale == pytest.approx(whole * 2.5)
    canvas.fit()
    assert canvas.focus_scale == whole


def test_what_was_entered_has_its_colour_and_what_was_not_is_empty(
    canvas_of: Callable[..., Any], pruned: Trace, light: Any
) -> None:
    canvas = canvas_of(pruned, "focus", 1000, 640)
    for step in (0, 40, 140, 270):
        nodes = drawn(canvas, step)
        image: QImage = canvas.grab().toImage()
        for node in nodes:
            place = node.point * canvas.focus_scale
            if node.item.kind != "frame" or not 20 < place.y() < 620:
                continue
            colour = most_common(image, QPointF(place), 6, 6)
            frame = node.item.frame
            stack = {open_frame.frame: open_frame for open_frame in canvas.session.stack}
            if frame >= canvas.session.entered:
                assert is_close(colour, light.paper)
            elif frame in stack and stack[frame].value is None:
                assert colour in (light.card, light.ink)
            else:
                value = canvas.session.rows.shades.of_value(pruned.values[frame])
                assert is_close(colour, light.of_shade(value)) or colour == light.on_fill


def test_the_current_frame_is_yellow(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    canvas = canvas_of(pruned, "focus", 1000, 640)
    for step in steps(canvas, 10):
        nodes = drawn(canvas, step)
        current = next(node for node in nodes if node.item.frame == canvas.session.cursor.frame)
        corner = (current.point + QPointF(-16, 0)) * canvas.focus_scale
        assert is_close(most_common(canvas.grab().toImage(), corner, 2, 2), light.now)


def test_a_hidden_future_is_not_drawn(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    canvas = canvas_of(pruned, "focus", 1000, 640)
    canvas.session.go(40)
    canvas.set_option("future", Future.HIDDEN)
    image = canvas.grab().toImage()
    for node in canvas.focus.nodes:
        if node.item.kind == "frame" and node.item.frame >= canvas.session.entered:
            assert most_common(image, QPointF(node.point * canvas.focus_scale), 24, 24) == light.paper


def test_lanterns_and_boards_all_come_after_a_while(canvas_of: Callable[..., Any], pruned: Trace, qtbot: Any) -> None:
    canvas = canvas_of(pruned, "focus", 1900, 1100)
    canvas.session.go(140)
    qtbot.waitUntil(lambda: canvas.grab() is not None and canvas.focus.is_finished)


def test_it_is_drawn_left_to_right_in_every_language(canvas_of: Callable[..., Any], pruned: Trace, qtbot: Any) -> None:
    canvas = canvas_of(pruned, "focus")
    canvas.session.go(40)
    qtbot.waitUntil(lambda: canvas.grab() is not None and canvas.focus.is_finished)
    usual = canvas.grab().toImage()
    canvas.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert canvas.grab().toImage() == usual


@pytest.mark.parametrize(
    ("tree", "options"), [("5", {}), ("[[[[7]]]]", {}), ("[[9,8,7],[6,[5,1],4],[3,2,1]]", {"search": "pvs"})]
)
def test_odd_trees_are_drawn_at_every_step(canvas_of: Callable[..., Any], tree: str, options: dict[str, str]) -> None:
    canvas = canvas_of(record(f"tree:{tree}", options.get("search", "minimax")), "focus", 600, 400)
    for step in range(canvas.session.cursor.steps.count):
        assert drawn(canvas, step)[0].item.frame == 0
    assert canvas.focus_size == QSizeF(canvas.size()) / canvas.focus_scale


def finished(canvas: Any) -> QImage:
    """The picture when nothing is left for later."""
    for _ in range(200):
        canvas.finish_easing()
        image: QImage = canvas.grab().toImage()
        if canvas.focus.is_finished:
            return image
    raise AssertionError("the picture is never finished")


@pytest.fixture
def long_calls() -> Trace:
    """Calls whose texts are wider than there is room for."""
    return user_code_trace("merge_sort", "merge_sort([5, 2, 4, 7, 1, 3, 2, 6])", lines=False)


@pytest.mark.spread(12, 4)
@pytest.mark.parametrize(("width", "height", "zoom"), [(1000, 640, 1.0), (700, 330, 1.0), (1000, 640, 1.3)])
@pytest.mark.parametrize("name", ["pruned", "wide", "by_hand", "long_calls"])
def test_what_is_stamped_looks_as_it_would_drawn_anew(
    canvas_of: Callable[..., Any], request: pytest.FixtureRequest, name: str, width: int, height: int, zoom: float
) -> None:
    canvas = canvas_of(request.getfixturevalue(name), "focus", width, height)
    canvas.zoom(zoom)
    last = canvas.session.cursor.steps.count - 1
    walk = [*range(min(45, last)), last, last - 1, last // 2, last // 2 + 1, last // 2 - 1, 0]
    for step in walk:
        canvas.session.go(step)
        after_a_step = finished(canvas)
        STAMP_CACHE.clear()
        assert finished(canvas) == after_a_step, step


@pytest.mark.full
def test_nodes_that_show_the_same_are_drawn_once(canvas_of: Callable[..., Any]) -> None:
    canvas = canvas_of(record("connectfour:", "minimax", depth=3), "focus", 1000, 640)

    def drawn() -> int:
        return sum(key[0] == canvas.focus.drawn._number for key in STAMP_CACHE._stamps)

    entered = {}
    for step in range(300):
        canvas.session.go(step)
        canvas.grab()
        entered[step] = canvas.session.entered, drawn()
    frames, stamps = (after - before for before, after in zip(entered[200], entered[299], strict=True))
    assert 2 * stamps < frames


@pytest.fixture(scope="module")
def deep() -> Trace:
    """A path of fifteen plies, with a second move on each of them."""
    tree = "1"
    for ply in range(14):
        tree = f"[{tree},[{ply},3]]"
    return record(f"tree:{tree}", "minimax")


@pytest.mark.spread(4)
@pytest.mark.parametrize("height", [200, 300, 465, 640, 1100])
def test_nothing_is_cut_in_two_and_the_running_frame_is_in_sight(
    canvas_of: Callable[..., Any], deep: Trace, height: int
) -> None:
    canvas = canvas_of(deep, "focus", 700, height)
    for step in range(height % 3, canvas.session.cursor.steps.count, 3):
        nodes = drawn(canvas, step)
        high = canvas.focus_size.height()
        for node in nodes:
            assert 14 <= node.point.y() <= high - 14
        shown = [node.item.frame for node in nodes if node.item.kind == "frame"]
        running = canvas.session.cursor.frame
        assert running in shown
        assert set(deep.children(running)) <= set(shown)
        upper = nodes[0].item
        path = [open_frame.frame for open_frame in canvas.session.stack]
        if upper.kind == "above":
            assert upper.frame == path[upper.count - 1]
            assert upper.count >= 2
            assert not set(path[: upper.count]) & set(shown)
        assert set(path[upper.count :] if upper.kind == "above" else path) <= set(shown)


def test_the_note_for_the_plies_above_leads_there(canvas_of: Callable[..., Any], deep: Trace, light: Any) -> None:
    canvas = canvas_of(deep, "focus", 700, 300)
    canvas.session.go_to_frame(10)
    note = drawn(canvas, canvas.session.cursor.step)[0]
    assert (note.item.kind, note.item.count) == ("above", note.item.frame + 1)
    assert canvas.frame_at(note.point * canvas.focus_scale) == note.item.frame
    ground = most_common(canvas.grab().toImage(), (note.point + QPointF(-42, 0)) * canvas.focus_scale, 3, 10)
    assert is_close(ground, light.now)


def test_lanterns_of_the_future_have_no_colours_of_values(
    canvas_of: Callable[..., Any], pruned: Trace, light: Any
) -> None:
    canvas = canvas_of(pruned, "focus", 1000, 640)
    canvas.session.go(1)
    image = finished(canvas)
    later = [node for node in canvas.focus.nodes if node.item.frame > 1 and pruned.sizes[node.item.frame] > 1]
    assert len(later) >= 3
    for node in later:
        area = (node.point + QPointF(0, 26)) * canvas.focus_scale
        assert strongest_colour(image, area, 40, 50) <= 14
    canvas.session.go(canvas.session.cursor.last_step)
    image = finished(canvas)
    assert any(strongest_colour(image, (n.point + QPointF(0, 26)) * canvas.focus_scale, 40, 50) > 90 for n in later)


def strongest_colour(image: QImage, centre: QPointF, across: float, down: float) -> int:
    """How far from grey the most colourful pixel near a point is."""
    strongest = 0
    for x in range(round(centre.x() - across / 2), round(centre.x() + across / 2)):
        for y in range(round(centre.y() - down / 2), round(centre.y() + down / 2)):
            colour = image.pixelColor(x, y)
            channels = (colour.red(), colour.green(), colour.blue())
            strongest = max(strongest, max(channels) - min(channels))
    return strongest


def test_pale_siblings_keep_little_of_their_colours(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    canvas = canvas_of(pruned, "focus")
    session = canvas.session
    strong = np.arange(len(pruned)) % 2 == 0
    session.go(session.cursor.last_step)
    session.lay_out(Rows(pruned, strong=strong))
    for _ in range(3):
        image = canvas.grab().toImage()
    looked_at = set()
    for node in canvas.focus.nodes:
        if node.item.kind == "frame" and node.ply == 1:
            full = light.of_shade(session.rows.shades.of_value(pruned.values[node.item.frame]))
            expected = full if strong[node.item.frame] else mixed(light.paper, full, DIMMED_STRENGTH)
            middle = node.point * canvas.focus_scale
            assert is_close(most_common(image, middle, *2 * (GLYPH_WIDTH * 0.4,)), expected, by=6), node.item.frame
            looked_at.add(bool(strong[node.item.frame]))
    assert looked_at == {True, False}


def test_the_text_size_enlarges_the_canvas(canvas_of: Callable[..., Any], pruned: Trace, monkeypatch: Any) -> None:
    canvas = canvas_of(pruned, "focus", 900, 600)
    canvas.session.go(40)
    before = canvas.focus_scale
    canvas.grab()
    usual = {node.item.frame: node.point * before for node in canvas.focus.nodes if node.item.kind == "frame"}
    monkeypatch.setattr(Current, "text_scale", 1.5)
    assert canvas.focus_scale == pytest.approx(1.5 * before)
    canvas.grab()
    frame = canvas.session.cursor.frame
    node = next(node for node in canvas.focus.nodes if node.item.frame == frame and node.item.kind == "frame")
    assert canvas.frame_at(node.point * canvas.focus_scale) == frame
    assert usual
    assert Current.text_scale == 1.5, "painting leaves the text size as it was"


def test_a_ring_is_at_its_node_at_every_text_size(
    canvas_of: Callable[..., Any], pruned: Trace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Current, "text_scale", 1.5)
    canvas = canvas_of(pruned, "focus", 900, 600)
    canvas.session.go(40)
    before = finished(canvas)
    still_open = {one.frame for one in canvas.session.stack}
    node = next(node for node in canvas.focus.nodes if node.item.kind == "frame" and node.item.frame not in still_open)
    canvas.session.select(node.item.frame)
    after, middle = finished(canvas), node.point * canvas.focus_scale
    changed = [QPointF(x, y) for x in range(900) for y in range(600) if before.pixel(x, y) != after.pixel(x, y)]
    assert changed
    assert max(hypot(one.x() - middle.x(), one.y() - middle.y()) for one in changed) < 22 * canvas.focus_scale


@pytest.mark.parametrize(("mode", "module"), [("focus", "focus"), ("large tree", "tree")])
def test_only_what_a_cutoff_prunes_is_severed(
    mode: str, module: str, canvas_of: Callable[..., Any], beam: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib import import_module

    painted: list[str] = []
    canvas = canvas_of(beam, mode)
    canvas.session.go(canvas.session.cursor.steps.enter(5))
    for name in ("paint_severed", "paint_left_out"):
        where = import_module(f"plyscope_window.canvas.{module}")
        monkeypatch.setattr(where, name, lambda *_, name=name: painted.append(name))
    canvas.session.go(canvas.session.cursor.last_step)
    if mode == "focus":
        canvas.session.select(4)
    canvas.grab()
    assert "paint_left_out" in painted
    if mode == "large tree":
        assert sorted(painted) == ["paint_left_out"] * 2 + ["paint_severed"] * 2
