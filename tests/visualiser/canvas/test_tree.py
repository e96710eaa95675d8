"""The tree picture, by samples of its pixels: no golden images, which only say that something changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from plyscope.analysis.proof import proof
from plyscope.layout.detail import levels
from plyscope.layout.rows import STUB, Rows
from plyscope.layout.viewport import EDGE, View
from plyscope_window.canvas.atlas import MIN_WIDTH, TONES, tones
from plyscope_window.canvas.geometry import Style
from plyscope_window.canvas.gutter import GUTTER_WIDTH
from plyscope_window.canvas.near import Boards
from plyscope_window.canvas.strips import DIMMED_STRENGTH, pixel_of, shade_table
from plyscope_window.canvas.tree import PlyBands, TreePicture, font_in_glyph, shapes_of_frames, stubs_of
from plyscope_window.look.glyphs import DOWN, SQUARE, UP, shape_of_frame
from plyscope_window.look.theme import Current, mixed
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage

from tests.full_traces import Trace, record
from tests.visualiser.canvas.pixels import is_close, most_common

pytestmark = pytest.mark.qt


Mask = NDArray[np.bool_]


def picture_of(
    trace: Trace, light: Any, width: int = 1000, factor: float = 1.0, strong: Mask | None = None
) -> tuple[TreePicture, QImage, View]:
    rows = Rows(trace, strong=strong)
    view = View(rows.width, len(rows), width, 600).fitted().zoomed(factor, width / 3, 0)
    image = QImage(width, 600, QImage.Format.Format_RGB32)
    picture = TreePicture(trace, Boards(trace, Session(trace, "").board))
    picture.paint(image, rows, view, light, labels=True, fast=False)
    return picture, image, view


def value_colour(light: Any, shade: int) -> QColor:
    tone = int(tones(np.array([shade], np.int8))[0])
    colour: QColor = light.of_shade((tone - TONES // 2) / (TONES // 2))
    return colour


def test_only_strong_frames_keep_their_colours(pruned: Trace, light: Any) -> None:
    needs = proof(pruned).needs > 0
    picture, image, view = picture_of(pruned, light, strong=needs)
    style, looked_at = picture.style(view, labels=True), {False: 0, True: 0}
    for level in picture.levels:
        for place, width in enumerate(style.widths(level).tolist()):
            if width < MIN_WIDTH:
                continue
            frame = int(level.frames[place])
            centre = QPointF(float(level.centre[place]), style.y(view, level.ply))
            colour = most_common(image, centre, width * 0.3, width * 0.3)
            full = value_colour(light, int(level.row.shades[level.places[place]]))
            expected = full if needs[frame] else mixed(light.paper, full, DIMMED_STRENGTH)
            assert is_close(colour, expected), frame
            looked_at[bool(needs[frame])] += 1
    assert min(looked_at.values()) > 3


@pytest.mark.parametrize("factor", [1.0, 1.7, 3.0])
def test_every_glyph_has_the_colour_of_its_value(pruned: Trace, light: Any, factor: float) -> None:
    picture, image, view = picture_of(pruned, light, factor=factor)
    style = picture.style(view, labels=True)
    looked_at = 0
    for level in picture.levels:
        for place, width in enumerate(style.widths(level).tolist()):
            centre = QPointF(float(level.centre[place]), style.y(view, level.ply))
            inside = 20 < centre.x() < view.width - 20 and centre.y() < view.height - 20
            is_whole = level.left[place] >= 0 and level.right[place] <= view.width
            if width >= MIN_WIDTH and inside and is_whole:
                shade = int(level.row.shades[level.places[place]])
                colour = most_common(image, centre, width * 0.3, width * 0.3)
                assert is_close(colour, value_colour(light, shade)), int(level.frames[place])
                looked_at += 1
    assert looked_at > 10


def test_frames_too_small_for_a_glyph_are_bars_of_their_colour(light: Any) -> None:
    trace = record(f"tree:[{','.join(['1', '-1'] * 100)}]", "minimax")
    picture, image, view = picture_of(trace, light, width=800)
    style, level = picture.style(view, labels=True), picture.levels[1]
    assert style.widths(level).max() < MIN_WIDTH
    y = round(style.y(view, 1))
    for place in range(0, 200, 7):
        x = int(level.left[place] + level.spans[place] / 2)
        assert is_close(image.pixelColor(x, y), value_colour(light, int(level.row.shades[place])))


def test_the_edge_to_the_best_child_has_the_colour_of_its_value(pruned: Trace, light: Any) -> None:
    picture, image, view = picture_of(pruned, light)
    style, is_best = picture.style(view, labels=True), pruned.facts.is_best
    above, level = picture.levels[0], picture.levels[1]
    for place, frame in enumerate(level.frames.tolist()):
        start = QPointF(float(above.centre[0]), style.foot(view, 0))
        end = QPointF(float(level.centre[place]), style.head(view, 1))
        middle = image.pixelColor((start + (end - start) * 0.4).toPoint())
        if is_best[frame] and level.spans[place] >= 20:
            assert is_close(middle, value_colour(light, int(level.row.shades[place])), 12)


def test_pruned_moves_stand_at_the_end_of_their_frame(light: Any) -> None:
    trace = record("tree:[[5,8],[3,9,9,9]]")
    picture, _image, view = picture_of(trace, light)
    level = picture.levels[1]
    stubs = list(stubs_of(level, view))
    assert [(place, number) for place, number, _, _ in stubs] == [(1, 0), (1, 1), (1, 2)]
    right = float(level.right[1])
    width = view.scale * STUB
    assert [x for _, _, x, _ in stubs] == pytest.approx([right - width * away for away in (2.5, 1.5, 0.5)])


def test_shapes_say_whose_turn_it_is_and_where_the_search_stopped(pruned: Trace) -> None:
    frames = np.arange(len(pruned), dtype=np.int32)
    assert shapes_of_frames(pruned, frames).tolist() == [shape_of_frame(pruned, frame) for frame in frames.tolist()]
    assert set(shapes_of_frames(pruned, frames).tolist()) == {UP, DOWN, SQUARE}


def test_boards_are_drawn_where_there_is_room_and_only_for_games(by_hand: Trace, light: Any) -> None:
    picture, _, view = picture_of(by_hand, light)
    assert picture.style(view, labels=True).boards
    tree, _, close_up = picture_of(record("tree:[[5,8],[3,9]]"), light)
    assert not tree.style(close_up, labels=True).boards


def test_long_values_get_small_figures() -> None:
    assert font_in_glyph("1", 30).pixelSize() > font_in_glyph("−1000000", 30).pixelSize() >= 7


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("text", ["10", "−50", "≥−50"])
def test_a_value_keeps_within_its_glyph_at_every_size_of_text(
    text: str, scale: float, light: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtGui import QFontMetricsF

    monkeypatch.setattr(Current, "text_scale", scale)
    assert QFontMetricsF(font_in_glyph(text, 30)).horizontalAdvance(text) <= 28


def glyph_colour(canvas: Any, image: QImage, frame: int) -> QColor:
    """Most of what is painted in the middle of a frame's glyph."""
    canvas_style = canvas.tree.style(canvas.view, canvas.labels)
    ply = canvas.session.trace.plies[frame]
    span = canvas.session.rows.span(frame)
    x = (canvas.view.x_of(span[0]) + canvas.view.x_of(span[1])) / 2 + GUTTER_WIDTH
    return most_common(image, QPointF(x, canvas_style.y(canvas.view, ply)), 5, 5)


def grab(canvas: Any) -> QImage:
    canvas.finish_easing()
    image: QImage = canvas.grab().toImage()
    return image


def test_the_future_is_veiled_and_the_past_is_not(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    canvas = canvas_of(pruned)
    canvas.session.go(140)
    image = grab(canvas)
    entered = canvas.session.entered
    on_path = {frame.frame for frame in canvas.session.stack} | {canvas.session.cursor.now.child}
    for frame in set(range(1, len(pruned))) - on_path:
        shade = int(canvas.session.rows.shades.of_value(pruned.values[frame]) * 127)
        shown = glyph_colour(canvas, image, frame)
        if frame < entered:
            assert is_close(shown, value_colour(light, shade), 6), frame
        else:
            channels = (shown.red(), shown.green(), shown.blue())
            assert max(channels) - min(channels) <= 8, f"frame {frame} has a colour already"
            assert 0 <= light.paper.green() - shown.green() <= 50, f"frame {frame} is not pale"


@pytest.mark.parametrize("mode", ["large tree", "icicle", "focus"])
def test_nothing_can_be_read_in_the_future(canvas_of: Callable[..., Any], light: Any, mode: str) -> None:
    """Two recordings that differ in what is still to come look the same till then, to the last pixel."""
    one, other = (
        canvas_of(record(f"tree:[[5,8,2],[9,9,1],[{last},9,9]]", "minimax"), mode, 1100, 700) for last in (3, 7)
    )
    other.session.rows.shades = one.session.rows.shades  # The scale of colours is that of the whole recording.
    differs = one.session.cursor.steps.leave(10)
    for step in range(differs):
        pictures = []
        for canvas in (one, other):
            canvas.session.go(step)
            pictures.append(grab(canvas))
        assert pictures[0] == pictures[1], step
    for canvas in (one, other):
        canvas.session.go(differs + 2)
    assert grab(one) != grab(other)


def test_a_hidden_future_is_not_there_at_all(canvas_of: Callable[..., Any], pruned: Trace, light: Any) -> None:
    canvas = canvas_of(pruned)
    canvas.session.go(140)
    canvas.set_option("future", Future.HIDDEN)
    image = grab(canvas)
    for frame in range(canvas.session.entered, len(pruned)):
        assert glyph_colour(canvas, image, frame) == light.paper


def test_the_current_frame_has_a_yellow_halo_and_says_what_is_known(
    canvas_of: Callable[..., Any], pruned: Trace, light: Any
) -> None:
    canvas = canvas_of(pruned)
    for step in (0, 3, 140, 277):
        canvas.session.go(step)
        image = grab(canvas)
        frame = canvas.session.cursor.frame
        span, ply = canvas.session.rows.span(frame), pruned.plies[frame]
        x = (canvas.view.x_of(span[0]) + canvas.view.x_of(span[1])) / 2 + GUTTER_WIDTH
        style = canvas.tree.style(canvas.view, True)
        width = min(style.glyph, max(15.0, canvas.view.scale * (span[1] - span[0]) * 0.82))
        beside = QPointF(x + width / 2 + 3, style.y(canvas.view, ply) + 2)
        assert is_close(most_common(image, beside, 3, 3), light.now)
        hollow = canvas.session.stack[-1].value is None
        assert (glyph_colour(canvas, image, frame) == light.card) == hollow


def test_boards_on_the_path_stand_in_the_halo_and_no_line_runs_across_them(
    canvas_of: Callable[..., Any], by_hand: Trace, light: Any
) -> None:
    canvas = canvas_of(by_hand, "large tree", width=1400, height=560)
    canvas.session.go(0)
    resting = grab(canvas)
    canvas.session.go(11)
    image = grab(canvas)
    style, view = canvas.tree.style(canvas.view, True), canvas.view
    assert style.boards
    for open_frame in canvas.session.stack:
        span = canvas.session.rows.span(open_frame.frame)
        x = (view.x_of(span[0]) + view.x_of(span[1])) / 2 + GUTTER_WIDTH
        corner = style.board_corner(QPointF(x, style.y(view, open_frame.ply)))
        assert is_close(image.pixelColor(round(corner.x()) - 2, round(corner.y()) + 20), light.now)
        assert is_close(image.pixelColor(round(corner.x()) + 20, round(corner.y()) + 47), light.now)
        free = QPointF(corner.x() + 23, corner.y() + 23)
        assert not is_close(most_common(image, free, 20, 40), light.now)
        if open_frame.frame == 0:
            for x_in, y_in in ((8, 8), (23, 30), (40, 12)):
                place = (round(corner.x()) + x_in, round(corner.y()) + y_in)
                assert image.pixelColor(*place) == resting.pixelColor(*place)


LEAVES = [place % 5 - 2 for place in range(400)]


def painted(light: Any, tree: str, width: int) -> tuple[QImage, Rows, View]:
    rows = Rows(record(f"tree:{tree}", "minimax"))
    view = View(rows.width, len(rows), width, 300).fitted()
    image = QImage(width, 300, QImage.Format.Format_RGB32)
    image.fill(light.paper)
    style = Style.of(view, has_boards=False, labels=True)
    PlyBands(rows, view, light, 1.0, levels(rows, view), style).paint(image)
    return image, rows, view


def test_a_frame_a_pixel_has_its_own_colour_in_its_own_column(light: Any) -> None:
    edge = round(EDGE)
    image, rows, view = painted(light, f"[{','.join(map(str, LEAVES))}]", len(LEAVES) + 2 * edge)
    full = shade_table("light")[:, -1]
    y = round(view.y_of(1))
    for x, shade in enumerate(rows[1].shades.tolist()):
        assert image.pixel(x + edge, y) == int(full[shade + 128])
    assert image.pixelColor(200, round(view.y_of(0))) == light.paper, "the root is no band"


def test_a_band_fills_its_ply_and_fades_towards_the_frame_it_hangs_from(light: Any) -> None:
    image, _rows, view = painted(light, f"[{','.join(['2'] * 399)},-2]", 400)
    middle, edge = round(view.y_of(1)), round(view.y_of(1) - view.pitch / 2)
    column = [image.pixel(50, y) for y in range(edge + 2, round(view.y_of(1) + view.pitch / 2) - 2)]
    assert set(column) == {image.pixel(50, middle)}
    above = [image.pixelColor(50, y).red() for y in range(edge - 24, edge)]
    assert above == sorted(above, reverse=True)
    assert above[0] > above[-1]


def test_below_frames_that_are_opened_there_is_no_band(light: Any) -> None:
    image, _rows, view = painted(light, "[1,-1,1]", 400)
    assert {image.pixel(x, round(view.y_of(1))) for x in range(400)} == {int(pixel_of(light.paper))}


def test_a_closed_frame_beside_opened_ones_has_its_own_band(light: Any) -> None:
    image, rows, view = painted(light, f"[[{','.join(['-2'] * 200)}],[2,2],2]", 300)
    drawn = levels(rows, view)
    assert drawn[1].opened.tolist()[:2] == [False, True] or not drawn[1].opened.any()
    y, span = round(view.y_of(2)), rows.span(1)
    assert span is not None
    full = int(shade_table("light")[1, -1])
    inside = range(round(view.x_of(span[0])) + 1, round(view.x_of(span[1])) - 1)
    assert {image.pixel(x, y) for x in inside} == {full}
