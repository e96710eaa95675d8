"""A comparison in the real window: two ways to look, who leads, and what survives what."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from typing import Any

import pytest
from plyscope.analysis.comparison import facts
from plyscope.analysis.union import BOUNDS_AGREE, CUT_IN_B, SAME
from plyscope_window.pages.compare import comparisons
from plyscope_window.pages.compare.badges import badge_texts
from plyscope_window.pages.compare.compare_page import MERGED, SIDE_BY_SIDE, STATISTICS
from plyscope_window.session.limits import Future
from plyscope_window.widgets.controls import ActionButton
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from tests.visualiser.driving import disagreements, present_docks, session_on, settle, show
from tests.visualiser.pages.compare.opened import HEBREW, STORY, compare, hebrew, settle_all

pytestmark = pytest.mark.qt


def press(window: Any, key: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(window.focusWidget() or window, key, modifiers)
    settle_all(window)


def paths_now(page: Any) -> dict[str, list[str]]:
    return {side: one.trace.path(one.cursor.frame) for side, one in page.pair.sides.items()}


def test_small_ones_open_as_one_tree_with_the_differences_alone(window: Any) -> None:
    page = compare(window, HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    assert window.page is page
    assert (page.look, window.canvas.mode, window.canvas.is_whole) == (MERGED, "tree", True)
    assert window.session is page.pair.sides["a"]
    seen = [key for key, dock in window.docks.docks.items() if dock.is_seen]
    assert seen == ["differences", "timeline"], "one can step from here"
    assert page.headline.head.sentence == "Alpha-beta made 6 of minimax’s 8 calls: 75 %. Same value, same move."
    assert page.headline.head.scope == "whole run"
    press(window, Qt.Key.Key_F11)
    assert page.headline.head.sentence == "So far both have made 2 calls."
    assert page.headline.head.scope == "up to step 1"
    assert page.scope.segments[0].text() == "Up to step 1"
    window.actions_by_key["hide_future"].trigger()
    shown = [segment for segment in page.scope.segments if not segment.isHidden()]
    assert [(segment.text(), segment.isChecked()) for segment in shown] == [
        ("Up to step 1", True),
        ("Whole run", False),
    ]
    window.actions_by_key["hide_future"].trigger()
    assert [key for key, dock in window.docks.docks.items() if dock.is_seen] == seen


def test_the_headline_is_one_line_of_good_size_in_a_narrow_page(window: Any) -> None:
    window.resize(1024, 700)
    page = compare(window, HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    head = page.headline
    for width in (634, 1200):
        head.resize(width, head.sizeHint().height())
        lines, size = head.fitted_lines(head.areas()[0])
        assert len(lines) == 1
        assert size >= 16
        upper, lower = (area.width() for area in head.areas())
        assert (upper > lower) is (width == 634), "the scope goes to the facts"
        assert not head.grab().isNull()


def test_cutoffs_say_whose_they_are_unless_the_other_search_never_cuts(window: Any) -> None:
    source = "tree:[[5,6],[5,9]]"
    both = compare(window, source, {"cut": ">="}, {"cut": ">"})
    words = [[piece.text for piece in fact] for fact in both.headline.head.facts]
    assert ["1", f" cutoff in {both.pair.names['a']}"] in words
    plain = compare(window, source, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    assert ["1", " cutoff"] in [[piece.text for piece in fact] for fact in plain.headline.head.facts]


def test_larger_ones_open_side_by_side_with_the_differences_in_front(window: Any) -> None:
    page = compare(window, STORY, {"algorithm": "minimax", "depth": 3}, {"algorithm": "alphabeta", "depth": 3})
    assert page.look == SIDE_BY_SIDE
    assert page.headline.head.sentence == "157 of 309 calls: 50.8 %. Same value. 18 cutoffs"
    assert window.docks.docks["differences"].is_seen
    assert disagreements(window, window.session) == []


def test_it_opens_at_the_step_and_in_the_view_of_the_recording(window: Any) -> None:
    session = show(window, session_on(STORY, "minimax", depth=2))
    session.go(17)
    window.canvas.set_mode("icicle")
    comparisons.compare(window, session.trace, session_on(STORY, "alphabeta", depth=2).trace)
    settle_all(window)
    page = comparisons.in_front(window)
    assert page.pair.sides["a"].cursor.step == 17
    assert {pane.canvas.mode for pane in page.panes.values()} == {"icicle"}
    assert page.pair.shows_whole


def test_the_dock_of_differences_is_there_with_comparisons_only(window: Any) -> None:
    show(window, session_on(HEBREW))
    assert not window.docks.docks["differences"].isVisible()
    hebrew(window)
    assert window.docks.docks["differences"].isVisible()
    window.next_tab(-1)
    settle(window)
    assert not window.docks.docks["differences"].isVisible()


def test_the_keys_that_step_move_both(window: Any) -> None:
    page = hebrew(window)
    for _ in range(4):
        press(window, Qt.Key.Key_F11)
    assert page.pair.sides["a"].cursor.step == page.pair.sides["b"].cursor.step == 4
    assert disagreements(window, window.session) == []
    press(window, Qt.Key.Key_End)
    assert page.pair.sides["b"].cursor.step == page.pair.sides["b"].cursor.last_step


def test_the_panels_show_the_side_with_the_keyboard(window: Any) -> None:
    page = hebrew(window)
    page.panes["b"].canvas.setFocus()
    settle_all(window)
    assert page.pair.leader == "b"
    assert window.session is page.pair.sides["b"]
    assert window.canvas is page.panes["b"].canvas
    press(window, Qt.Key.Key_F11)
    assert page.pair.sides["b"].cursor.step == 1
    assert disagreements(window, window.session) == []
    press(window, Qt.Key.Key_O)
    assert window.session is page.pair.sides["a"]
    assert page.panes["a"].canvas.hasFocus()


@pytest.mark.full
def test_it_names_calls_that_the_other_side_lacks(window: Any) -> None:
    page = hebrew(window)
    press(window, Qt.Key.Key_J)
    assert paths_now(page) == {"a": ["a1", "c1"], "b": ["a1"]}
    assert page.panes["b"].foot.words == "Alpha-beta never calls this: a cutoff prunes [2,2] at [0,2]"
    press(window, Qt.Key.Key_Home)
    assert "never" not in page.panes["b"].foot.words


@pytest.mark.full
@pytest.mark.spread(3)
@pytest.mark.parametrize("mode", ["focus", "tree", "icicle"])
def test_both_sides_share_mode_and_options(window: Any, mode: str) -> None:
    page = hebrew(window)
    window.canvas.set_mode(mode)
    settle_all(window)
    assert {pane.canvas.mode for pane in page.panes.values()} == {mode}
    window.actions_by_key["labels"].trigger()
    assert not any(pane.canvas.labels for pane in page.panes.values())
    press(window, Qt.Key.Key_O)
    window.actions_by_key["labels"].trigger()
    assert all(pane.canvas.labels for pane in page.panes.values())


@pytest.mark.full
def test_zooming_one_zooms_the_other(window: Any) -> None:
    page = compare(window, STORY, {"algorithm": "alphabeta", "depth": 3}, {"algorithm": "minimax", "depth": 3})
    window.canvas.set_mode("tree")
    settle_all(window)
    a, b = (page.panes[side].canvas for side in ("a", "b"))
    frame = list(a.session.trace.children(0))[2]
    a.show_subtree(frame)
    a.finish_easing()
    settle_all(window)
    a.repaint()
    partner = int(page.pair.link.partners["a"][frame])
    span = b.session.rows.span(partner)
    left, right = (b.view.x_of(unit) for unit in span)
    assert left == pytest.approx(0, abs=0.06 * b.view.width)
    assert right == pytest.approx(b.view.width, abs=0.06 * b.view.width)
    b.setFocus()
    settle_all(window)
    b.fit()
    b.finish_easing()
    settle_all(window)
    b.repaint()
    assert a.view.scale == pytest.approx(a.view.whole_scale)


@pytest.mark.full
@pytest.mark.spread(2)
@pytest.mark.parametrize("leader", ["a", "b"])
def test_the_merged_tree_is_drawn_at_every_step(window: Any, leader: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    page.pair.lead(leader)
    for mode in ("focus", "tree", "icicle"):
        window.canvas.set_mode(mode)
        settle_all(window)
        for step in range(page.session.cursor.last_step + 1):
            page.session.go(step)
            window.canvas.repaint()
            present_docks(window)
            assert disagreements(window, window.session) == [], mode
        assert page.session.side == leader


def test_the_badges_of_the_merged_tree_say_what_compare_counts(window: Any) -> None:
    page = hebrew(window)
    press(window, Qt.Key.Key_5)
    assert page.look == MERGED
    window.canvas.whole.max_nodes = 0
    window.canvas.lay_out()
    window.canvas.finish_easing()
    settle_all(window)
    window.canvas.repaint()
    union = page.pair.union
    said = Counter(int(union.verdicts[badge.node]) for badge in window.canvas.badges())
    counted = facts(page.pair.comparison)
    assert said == {SAME: counted["same"], BOUNDS_AGREE: counted["bounds_agree"], CUT_IN_B: counted["pruned_in_b"]}
    assert {badge_texts(union, badge.node)[0] for badge in window.canvas.badges()} == {"=", "≈ 1 · ≤1", ""}


def test_a_double_click_in_the_merged_tree_moves_both(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    page.pair.lead("b")
    window.canvas.set_mode("icicle")
    settle_all(window)
    window.canvas.repaint()
    rows, view = page.pair.merged.rows, window.canvas.view
    node = next(node for node in range(len(page.pair.union)) if page.pair.union.path(node) == ["a1", "c1"])
    start, end = rows.span(node)
    point = QPoint(round(view.x_of((start + end) / 2)) + 132, round(view.y_of(2)))
    QTest.mouseClick(window.canvas, Qt.MouseButton.LeftButton, pos=point)
    settle_all(window)
    assert page.pair.merged.selected == node
    assert paths_now(page) == {"a": [], "b": []}, "a click selects"
    QTest.mouseDClick(window.canvas, Qt.MouseButton.LeftButton, pos=point)
    settle_all(window)
    assert paths_now(page) == {"a": ["a1", "c1"], "b": ["a1"]}
    assert page.pair.leader == "a"
    assert window.session is page.pair.sides["a"]


def test_the_card_of_a_merged_node_has_both_values(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    node = next(node for node in range(len(page.pair.union)) if page.pair.union.path(node) == ["a1"])
    window.canvas.card.show_frame(page.pair.merged, node, QPoint(40, 40))
    lines = window.canvas.card.lines
    assert ("minimax", "1") in lines
    assert ("alpha-beta", "≤1") in lines
    assert ("compared", "bounds agree") in lines
    page.pair.sides["a"].go(1)
    window.canvas.card.show_frame(page.pair.merged, node, QPoint(40, 40))
    lines = window.canvas.card.lines
    assert lines == [("compared", "not known yet"), ("minimax", "not called yet"), ("alpha-beta", "not called yet")]


@pytest.mark.full
def test_differences_only_in_both_ways_to_look(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    press(window, Qt.Key.Key_D)
    assert len(page.pair.merged.rows[1]) == 1
    press(window, Qt.Key.Key_4)
    assert page.look == SIDE_BY_SIDE
    assert [len(row) for row in page.pair.sides["a"].rows.rows] == [1, 1, 1, 1]
    assert len(page.pair.sides["b"].rows) == 2
    press(window, Qt.Key.Key_D)
    assert len(page.pair.sides["a"].rows[1]) == 3


@pytest.mark.full
def test_commands_about_the_canvas_work_merged(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    window.canvas.set_mode("tree")
    page.session.go(7)
    for key in ("centre", "root", "zoom_subtree", "fit", "collapse", "unhide", "hide_future", "labels", "next_part"):
        window.actions_by_key[key].trigger()
        settle_all(window)
    assert page.session.selected == 0


@pytest.mark.full
def test_arrows_travel_through_the_merged_tree(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    settle_all(window)
    window.canvas.setFocus()
    seen = set()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        press(window, key)
        seen.add(page.pair.merged.selected)
        assert page.pair.node == page.pair.merged.selected
    assert len(seen) == 5


def test_it_survives_the_tabs_that_it_came_from(window: Any) -> None:
    session = show(window, session_on(HEBREW, "minimax"))
    source = window.page
    comparisons.compare(window, session.trace, session_on(HEBREW, "alphabeta").trace)
    settle_all(window)
    page = window.page
    assert window.close_page(source)
    settle_all(window)
    window.show_page(page)
    press(window, Qt.Key.Key_F11)
    assert page.pair.sides["b"].cursor.step == 1


@pytest.mark.full
def test_it_survives_theme_size_of_text_and_presentation(window: Any) -> None:
    page = hebrew(window)
    for look in ("merged", "side by side"):
        page.set_look(look)
        window.change_theme()
        window.scale_text(1.3)
        settle_all(window)
        window.present_or_not()
        settle_all(window)
        press(window, Qt.Key.Key_F11)
        window.present_or_not()
        window.scale_text(None)
        settle_all(window)
    assert page.pair.sides["a"].cursor.step == page.pair.sides["b"].cursor.step == 2


@pytest.mark.full
def test_closing_frees_what_it_held(window: Any) -> None:
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    settle_all(window)
    pair = weakref.ref(page.pair)
    assert window.close_page(page)
    del page
    show(window, session_on(HEBREW))
    settle_all(window)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    settle_all(window)
    gc.collect()
    assert pair() is None


@pytest.mark.full
def test_from_right_to_left(make_window: Any) -> None:
    QGuiApplication.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        window = make_window()
        page = hebrew(window)
        press(window, Qt.Key.Key_J)
        comparisons.in_front(window).set_look("merged")
        settle_all(window)
        window.grab()
        assert paths_now(page) == {"a": ["a1", "c1"], "b": ["a1"]}
    finally:
        QGuiApplication.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


@pytest.mark.full
def test_a_narrow_window_has_one_above_the_other_if_it_is_high(make_window: Any) -> None:
    window = make_window(1100, 1000)
    page = hebrew(window)
    for size, orientation in (
        ((1100, 1000), Qt.Orientation.Vertical),
        ((1100, 720), Qt.Orientation.Horizontal),
        ((1900, 1000), Qt.Orientation.Horizontal),
    ):
        window.resize(*size)
        settle_all(window)
        assert page.splitter.orientation() is orientation
        assert all(pane.canvas.geometry().bottom() < pane.foot.y() for pane in page.panes.values())


@pytest.mark.full
@pytest.mark.spread(5)
@pytest.mark.parametrize(
    ("source", "first", "second"),
    [
        (HEBREW, {"algorithm": "alphabeta"}, {"algorithm": "alphabeta", "cut": ">"}),
        (HEBREW, {"algorithm": "alphabeta", "order": "center"}, {"algorithm": "alphabeta", "order": "reverse"}),
        (STORY, {"algorithm": "minimax", "depth": 1}, {"algorithm": "minimax", "depth": 2}),
        (STORY, {"algorithm": "tutorial-max"}, {"algorithm": "tutorial-sum"}),
        (STORY, {"algorithm": "minimax", "depth": 3, "limit": 100}, {"algorithm": "pvs", "depth": 3}),
    ],
)
def test_searches_of_many_kinds_are_compared(window: Any, source: str, first: Any, second: Any) -> None:
    page = compare(window, source, first, second)
    for look in ("merged", "side by side"):
        page.set_look(look)
        for mode in ("tree", "icicle", "focus"):
            window.canvas.set_mode(mode)
            page.pair.show_future(Future.WHOLE)
            window.canvas.repaint()
            for step in range(0, page.session.cursor.last_step + 1, 1 + page.session.cursor.last_step // 6):
                page.session.go(step)
                window.canvas.repaint()
            settle_all(window)
            assert disagreements(window, window.session) == []
        page.lead_other()


@pytest.mark.full
def test_a_comparison_is_unchanged_after_switching_tabs(window: Any) -> None:
    page = hebrew(window)
    show(window, session_on(STORY, "alphabeta", depth=2))
    window.show_page(page)
    comparisons.in_front(window).set_look("merged")
    page.pair.lead("b")
    page.session.go(5)
    settle_all(window)
    window.next_tab(1)
    settle_all(window)
    assert window.session is not page.session
    window.next_tab(-1)
    settle_all(window)
    assert window.session is page.pair.sides["b"]
    assert (page.look, page.session.cursor.step) == (MERGED, 5)
    assert disagreements(window, window.session) == []


@pytest.mark.full
def test_the_bar_has_one_line_in_a_usual_window(make_window: Any) -> None:
    window = make_window(1280, 720)
    page = hebrew(window)
    comparisons.in_front(window).set_look("merged")
    settle_all(window)
    on_bar = [button for button in page.findChildren(ActionButton) if button.isVisible()]
    assert len(on_bar) == 9
    tops = {button.mapTo(page, QPoint(0, button.height() // 2)).y() for button in on_bar}
    assert max(tops) - min(tops) <= 1


@pytest.mark.full
def test_statistics_of_both_and_a_click_on_them(window: Any) -> None:
    page = hebrew(window)
    press(window, Qt.Key.Key_6)
    assert page.look == STATISTICS
    assert page.looks.currentWidget() is page.plots
    assert window.actions_by_key["compared_statistics"].isChecked()
    frames, _, cutoffs = page.plots.stack.views[:3]
    assert (frames.plot.title, cutoffs.plot.title) == ("Frames", "Cutoffs")
    assert [series.name for series in frames.plot.series] == ["minimax", "alpha-beta"]
    press(window, Qt.Key.Key_F11)
    assert page.pair.sides["a"].cursor.step == page.pair.sides["b"].cursor.step == 1
    cutoffs.choose(next(one for one in cutoffs.geometry_now.placed if one.series == 1))
    settle_all(window)
    assert page.look == SIDE_BY_SIDE, "where the frames can be seen"
    alphabeta = page.pair.sides["b"]
    assert window.session is alphabeta
    assert alphabeta.trace.facts.cutoff[alphabeta.cursor.frame]
    press(window, Qt.Key.Key_6)
    assert page.plots.stack.views[0] is frames, "what was counted is kept"
    assert not page.scope.isVisible(), "they are those of the whole run at every step"
    assert not page.filter.isVisible()
    press(window, Qt.Key.Key_5)
    assert page.look == MERGED
    assert page.scope.isVisible()
    assert page.filter.isVisible()


@pytest.mark.spread(4)
@pytest.mark.parametrize("width", [260, 380, 480, 640, 1200])
def test_what_the_headline_speaks_of_leaves_room_for_the_numbers_of_both(window: Any, width: int) -> None:
    from plyscope_window.pages.compare.head import EDGE, Headline

    headline = Headline(hebrew(window).pair)
    headline.resize(width, headline.sizeHint().height())
    _, lower = headline.areas()
    length = headline.bar_length(lower, 0.0)
    is_narrowed = lower.width() < width - 2 * EDGE
    if is_narrowed:
        assert headline.fixed_width_of_bars + 2 * length <= lower.width() + 1
    assert length == 0.0 or headline.fixed_width_of_bars + 2 * length <= lower.width() + 1
