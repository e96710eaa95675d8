"""A small tree shown whole: what stands where at which step, and that nothing of it is shown before it happens."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from plyscope import load
from plyscope.files.opening import open_trace
from plyscope.layout.whole_tree import MAX_NODES, whole_tree
from plyscope.usercode.reading import read_as_search
from plyscope_window.canvas.hover import stub_lines
from plyscope_window.canvas.overlay import open_value_text
from plyscope_window.canvas.whole import (
    MIN_NAME_PIXELS,
    NodeState,
    WholePainter,
    WholeView,
    ZoomAndShift,
    fitting_name,
    value_in_node,
)
from plyscope_window.look.theme import LIGHT, font
from plyscope_window.session.limits import Future
from plyscope_window.words import short_number
from PySide6.QtCore import QPointF, QRect, QSizeF
from PySide6.QtGui import QFontMetricsF, QImage, QPainter

from tests.full_traces import Trace, record
from tests.visualiser.user_code_sessions import trace_of_text

pytestmark = pytest.mark.qt

TEXTBOOK = "tree:[[3,12,8],[2,4,6],[14,5,2]]"
CUT = 16
"""The step at which the second MIN node is cut."""


@pytest.fixture
def textbook(canvas_of: Callable[..., Any]) -> Any:
    return canvas_of(record(load(TEXTBOOK)))


def painted(canvas: Any) -> dict[float, tuple[NodeState, str]]:
    """The state and the text of each leaf, by its given number or its place."""
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT,
            labels=True, hides_future=canvas.session.hides_future,
        )  # fmt: skip
        return {
            node.x: (state, on._appearance(node, state)[0])
            for node, state in zip(on.tree.nodes, on.states, strict=True)
            if not node.children
        }


def test_a_small_recording_opens_in_the_tree_view(session_of: Callable[..., Any], qtbot: Any, pruned: Trace) -> None:
    from plyscope_window.canvas.canvas import Canvas

    for trace, mode in ((record(load(TEXTBOOK)), "tree"), (pruned, "focus")):
        canvas = Canvas(session_of(trace))
        qtbot.addWidget(canvas)
        assert (canvas.mode, canvas.is_whole) == (mode, mode == "tree")


def test_given_leaves_carry_their_numbers_from_the_first_step_on(textbook: Any) -> None:
    textbook.session.go(0)
    assert [text for _, text in painted(textbook).values()] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert {state for state, _ in painted(textbook).values()} == {NodeState.FUTURE}
    textbook.session.go(textbook.session.cursor.last_step)
    leaves = painted(textbook)
    assert [text for _, text in leaves.values()] == ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    assert [x for x, (state, _) in leaves.items() if state is NodeState.PRUNED] == [4.5, 5.5]


def test_a_leaf_is_pruned_at_the_cut_and_not_before(textbook: Any) -> None:
    for step in range(textbook.session.cursor.last_step + 1):
        textbook.session.go(step)
        state = painted(textbook)[4.5][0]
        assert state is (NodeState.PRUNED if step >= CUT else NodeState.FUTURE), step


def test_the_whole_run_is_shown_as_it_ended_wherever_the_cursor_is(textbook: Any) -> None:
    textbook.session.go(0)
    textbook.set_option("future", Future.WHOLE)
    leaves = painted(textbook)
    assert leaves[4.5][0] is NodeState.PRUNED
    assert leaves[8.5][0] is NodeState.DONE


def test_what_is_under_a_point_is_what_is_drawn_there(textbook: Any) -> None:
    session, view = textbook.session, textbook.whole_view
    session.go(CUT)
    for node in view.tree.nodes:
        point = view.point(node)
        assert textbook.frame_at(point) == (node.frame if node.frame >= 0 else None)
        assert textbook.stub_move_at(point) == (None if node.frame >= 0 else (node.owner, node.move))
    session.go(CUT - 1)
    untried = next(node for node in view.tree.nodes if node.frame < 0)
    assert textbook.stub_at(view.point(untried)) is None, "that it will be pruned is not known yet"
    assert textbook.frame_at(QPointF(4, 4)) is None


def test_no_number_is_rounded_into_another(canvas_of: Callable[..., Any]) -> None:
    canvas = canvas_of(record(load("tree:[[99999,100000],[-3400,-3399]]")))
    canvas.session.go(canvas.session.cursor.last_step)
    texts = [value_in_node(canvas.session.trace, frame) for frame in range(len(canvas.session.trace))]
    assert {"99999", "100000", "−3400"} <= set(texts)
    view = canvas.whole_view
    canvas.session.go(4)
    assert open_value_text(canvas.session.stack[-1], unknown="") in ("", "≤99999")
    assert view.fits


def test_the_largest_tree_that_is_shown_whole_fits_beside_boards_in_a_small_window(qapp: Any) -> None:
    tree = whole_tree(record(load(f"tree:{[[1] * 8 for _ in range(7)]}"), algorithm="minimax"))
    assert tree is not None
    assert len(tree.nodes) == MAX_NODES
    assert WholeView(tree, QSizeF(480, 380), ZoomAndShift(), has_boards=False).fits


def test_zooming_shifts_nothing_away_and_fitting_brings_all_back(textbook: Any) -> None:
    before = textbook.whole_view.point(textbook.whole.tree.nodes[0])
    textbook.zoom(3, QPointF(400, 300))
    assert textbook.whole.moved.zoom == 3
    textbook._pan(QPointF(5000, 5000))
    view = textbook.whole_view
    assert view.left < textbook.width()
    assert view.top < textbook.height()
    textbook.fit()
    assert textbook.whole_view.point(textbook.whole.tree.nodes[0]) == before


def imported(tmp_path: Any, last: int) -> Trace:
    """A recording in another format, so that no leaf is given; only its last leaf differs."""
    nodes = [{"id": 0, "parent": None, "kind": "max", "status": "inner", "value": 5}]
    leaves = [[5, 8], [3, last]]
    for place, values in enumerate(leaves):
        parent = len(nodes)
        nodes.append({"id": parent, "parent": 0, "move": f"m{place}", "kind": "min", "status": "inner",
                      "value": min(values)})  # fmt: skip
        for number, value in enumerate(values):
            nodes.append({"id": len(nodes), "parent": parent, "move": f"n{number}", "kind": "max",
                          "status": "terminal", "value": value})  # fmt: skip
    nodes[0]["value"] = max(min(values) for values in leaves)
    path = tmp_path / f"{last}.json"
    path.write_text(json.dumps({"format": "plyscope-tree", "version": 1, "game": "hand", "position": "p",
                                "algorithm": "minimax", "options": {}, "nodes": nodes}))  # fmt: skip
    return open_trace(path)


def test_two_recordings_look_the_same_until_they_differ(tmp_path: Any, canvas_of: Callable[..., Any]) -> None:
    one, other = (canvas_of(imported(tmp_path, last)) for last in (9, 2))
    other.session.rows.shades = one.session.rows.shades  # The scale of colours is that of the whole recording.
    first = one.session.cursor.steps.leave(6)
    for step in range(first):
        pictures = []
        for canvas in (one, other):
            canvas.session.go(step)
            pictures.append(canvas.grab().toImage())
        assert pictures[0] == pictures[1], step
    for canvas in (one, other):
        canvas.session.go(canvas.session.cursor.last_step)
    assert one.grab().toImage() != other.grab().toImage()


def test_inner_nodes_of_a_wide_tree_are_larger_than_its_crowded_leaves(canvas_of: Callable[..., Any]) -> None:
    leaves = "[" + ",".join("[1,2,3,4,5]" for _ in range(8)) + "]"
    wide, small = canvas_of(record(load(f"tree:{leaves}"))).whole_view, canvas_of(record(load(TEXTBOOK))).whole_view
    assert wide.unit_of(1) > 1.5 * wide.unit_of(2)
    assert {small.unit_of(ply) for ply in range(3)} == {small.unit}


def test_a_long_number_lies_inside_its_triangle(canvas_of: Callable[..., Any]) -> None:
    from PySide6.QtGui import QFontMetricsF

    canvas = canvas_of(record(load("tree:[[-99999,3],[2,4]]")))
    canvas.session.go(canvas.session.cursor.last_step)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        node = canvas.whole_view.tree.nodes[1]
        on.unit = canvas.whole_view.unit_of(node.ply)
        width, size, stretch = on._fitted(on._shape(node), "−99999", node)
        text = QFontMetricsF(on.font(size / on.unit, bold=True)).horizontalAdvance("−99999") * stretch
    assert width * 0.6 >= text, "a triangle is about 0.6 of its width where the top of the text is"


def test_the_numbers_of_forty_crowded_leaves_are_legible_and_inside_their_squares(
    canvas_of: Callable[..., Any],
) -> None:
    canvas = canvas_of(record(load(f"tree:{[[3, 12, -8, 14, 10]] * 8}")), width=634, height=380)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        on.unit = on.view.unit_of(2)
        for node in on.tree.nodes:
            if node.children:
                continue
            text = short_number(node.given)
            width, size, stretch = on._fitted(on._shape(node), text, node)
            face = font(size, bold=True)
            assert face.pixelSize() >= 10, text
            assert QFontMetricsF(face).capHeight() < 2 * on._half_height(node) - 4, text
            assert QFontMetricsF(face).horizontalAdvance(text) * stretch < width < on.view.slot - 1, text


def test_pruned_inner_nodes_touch_nothing_beside_them(canvas_of: Callable[..., Any]) -> None:
    canvas = canvas_of(record(load("sample:kalah/three-in-turn")), width=640, height=560)
    canvas.session.go(canvas.session.cursor.last_step)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        row = sorted((node for node in on.tree.nodes if node.ply == 3), key=lambda node: node.x)
        on.unit = on.view.unit_of(3)
        halves = [on._fitted(on._shape(node), on._appearance(node, state)[0], node)[0] / 2
                  for node, state in ((node, on.states[on.tree.nodes.index(node)]) for node in row)]  # fmt: skip
        places = [on.view.point(node).x() for node in row]
    assert any(state is NodeState.PRUNED for state in on.states)
    for place in range(len(row) - 1):
        assert places[place] + halves[place] < places[place + 1] - halves[place + 1]


def test_a_name_that_has_to_be_cut_can_be_read(qapp: Any) -> None:
    usual = font(15, bold=True)
    assert fitting_name("Castle", usual, 200) == (usual, "Castle")
    face, shown = fitting_name("Castle", usual, 40)
    assert shown == "Castle"
    assert MIN_NAME_PIXELS <= face.pixelSize() < usual.pixelSize()
    face, shown = fitting_name("Advance the pawn on the queen's side", usual, 60)
    assert shown.startswith("Adv")
    assert shown.endswith("…")
    assert face.pixelSize() >= 11


def test_names_of_crowded_leaves_stand_in_two_rows_and_are_legible(canvas_of: Callable[..., Any]) -> None:
    names = "".join(f'{{"name":"steady{place}","value":{place}}},' for place in range(14)).strip(",")
    canvas = canvas_of(record(load(f'tree:{{"name":"start","children":[{names}]}}')), width=634, height=380)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        on.unit = on.view.unit_of(1)
        bottom = on.view.y_of(1) + 10
        face, rows = on._leaf_font(1, bottom)
        width = QFontMetricsF(face).horizontalAdvance("steady13")
        assert rows == 2
        assert face.pixelSize() >= 9
        assert on.view.slot < width < 2 * on.view.slot, "it lies below the name beside it"
        on._leaf_fonts.clear()
        assert on._leaf_font(1, canvas.height() - 5)[1] == 1, "there is no room for a second row"


def test_a_name_that_is_cut_to_a_letter_is_not_written(canvas_of: Callable[..., Any]) -> None:
    children = ",".join(f'{{"name":"Knight takes {place}","value":{place}}}' for place in range(40))
    position = load(f'tree:{{"name":"start","children":[{children}]}}')
    with_names, without = (canvas_of(record(position), width=634, height=380) for _ in range(2))
    without.labels = False
    view = with_names.whole_view
    y = round(view.y_of(1)) + 10
    rows = [canvas.grab().toImage().copy(QRect(80, y, 550, 30)) for canvas in (with_names, without)]
    assert rows[0] == rows[1]


def test_crowded_leaves_have_names_of_one_size_and_the_first_node_has_one_too(canvas_of: Callable[..., Any]) -> None:
    leaves = "[" + ",".join(f"[{','.join(str(value) for value in range(5))}]" for _ in range(8)) + "]"
    canvas = canvas_of(record(load(f"tree:{leaves}")), width=640, height=380)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        small = {node.ply: on._leaf_font(node.ply, 200)[0] for node in on.tree.nodes if not node.children}
        names = [on._name(node) for node in on.tree.nodes if not node.children]
        widths = [QFontMetricsF(small[2]).horizontalAdvance(name) for name in names]
        assert max(widths) - min(widths) < 8, "I1 is narrower than the others, and no larger"
        assert list(small) == [2]
    for ink, frame in ((LIGHT.quiet, 1),):
        node = canvas.whole_view.tree.nodes[canvas.whole_view.tree.by_frame[frame]]
        point, picture = canvas.whole_view.point(node), canvas.grab().toImage()
        beside = [picture.pixelColor(x, y) for x in range(int(canvas.whole_view.gutter) - 10, int(point.x()) - 24)
                  for y in range(int(point.y()) - 24, int(point.y()) + 4)]  # fmt: skip
        assert any(colour == ink for colour in beside), "B has its name, if partly in the gutter"


@pytest.mark.parametrize("width", [300, 480, 900])
def test_probabilities_of_one_die_do_not_cover_each_other(canvas_of: Callable[..., Any], width: int) -> None:
    canvas = canvas_of(record(load("pig:20"), "expectimax", depth=3, score="lead"))
    canvas.resize(width, 500)
    canvas.session.go(canvas.session.cursor.last_step)
    image = QImage(10, 10, QImage.Format.Format_RGB32)
    shown = 0
    with QPainter(image) as painter:
        on = WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        )
        for parent in (node for node in on.tree.nodes if node.children):
            rolled = [(on.tree.nodes[one], on.tree.nodes[one].chance, NodeState.DONE) for one in parent.children]
            if rolled[0][1] is None:
                continue
            places = [one for one in on.places_of_chances(rolled, QFontMetricsF(font(13))) if one is not None]
            assert all(left.right() <= right.left() + 1 for left, right in pairwise(places))
            shown += len(places)
    assert shown == 12 if width == 900 else 2 <= shown <= 12


LEFT_AT_A_WIN = """
def search(node, is_max, alpha, beta):
    if not isinstance(node, list):
        return node
    best = -99 if is_max else 99
    for child in node:
        value = search(child, not is_max, alpha, beta)
        if is_max:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if value == 9 * (1 if is_max else -1):
            break
        if alpha >= beta:
            break
    return best
"""


def test_what_a_program_leaves_at_an_exit_of_its_own_is_not_severed(
    canvas_of: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """B leaves a move at a win of MIN, C is cut by α, and the root leaves one at a win of MAX."""
    trace = read_as_search(trace_of_text(LEFT_AT_A_WIN, "search([[3, -9, 5], [-99, 4], 9, 7], True, -99, 99)"), {})
    cut = [frame for frame in range(len(trace)) if trace.facts.cutoff[frame]]
    assert (len(cut), trace.pruned, trace.parents[cut[0]]) == (1, 1, 0)
    canvas = canvas_of(trace)
    canvas.session.go(canvas.session.cursor.last_step)
    severed = list[object]()
    monkeypatch.setattr("plyscope_window.canvas.whole.paint_slashes", lambda *given: severed.append(given))
    image = QImage(400, 300, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        WholePainter(
            painter, canvas.session, canvas.whole_view, canvas.whole.boards, LIGHT, labels=True, hides_future=False
        ).paint()  # fmt: skip
    assert len(severed) == 1
    by_owner = {frame: dict(stub_lines(trace, frame)) for frame in (0, 1, cut[0])}
    assert ["left out by" in one for one in by_owner.values()] == [True, True, False]
    assert "pruned" not in by_owner[0]
    assert by_owner[cut[0]]["pruned"] == "1 in all"
