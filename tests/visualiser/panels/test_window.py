"""The window of α and β: its sentences, and the places of values on the line."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

import pytest
from plyscope.analysis.why import Side
from plyscope.usercode.reading import read_as_search
from plyscope_window.panels.window import LineValues, Scale, WindowPanel, bound_sentences, remarks_on_window
from plyscope_window.session.session import Session

from tests.full_traces import record
from tests.visualiser.user_code_sessions import trace_of_text

pytestmark = pytest.mark.qt


def words_at(trace: Any, step: int, frame: int | None = None) -> tuple[str, tuple[str, ...]]:
    session = Session(trace, "")
    session.go(step)
    if frame is not None:
        session.select(frame)
    here = session.inspected
    return remarks_on_window(session, here)[0], tuple(bound_sentences(session, here).values())


def test_the_window_is_explained_with_the_frames_that_set_its_bounds(qapp: Any) -> None:
    trace = record("tree:[[9,8,7],[6,5,4],[3,2,1]]")
    assert words_at(trace, 0)[1] == ()
    assert words_at(trace, 4)[1] == ("MIN has 9 at B, from B1.",)
    assert words_at(trace, 13) == ("only values above 7 matter", ("MAX has 7 at A, from B.",))
    assert words_at(trace, 16)[1] == ("MAX has 7 at A, from B.", "MIN has 6 at C, from C1.")
    assert words_at(trace, 16, frame=0) == ("only values above 7 matter", ("MAX has 7 at A, from B.",))
    assert words_at(trace, 14) == ("the value counts, whatever the window", ())


def test_the_strict_rule_does_not_cut_at_equal_bounds(qapp: Any) -> None:
    trace = record("tree:[[9,8,7],[7,5,4]]", cut=">")
    assert words_at(trace, 16)[0].startswith("α = β goes on")
    assert words_at(trace, 19)[0].startswith("α > β: closed")


def test_a_probe_asks_one_question(qapp: Any) -> None:
    trace = record("tree:[[5,8],[6,9]]", "pvs")
    probe = next(frame for frame in trace.children(0) if trace.is_probe(frame))
    assert words_at(trace, 3 * probe - 2)[0] == "a probe: is it more than 5?"


def test_searches_without_a_window_say_so(show: Callable[..., Any]) -> None:
    for algorithm, words in (("minimax", "tries every move"), ("accumulate", "adds up every move")):
        panel = show(WindowPanel(), Session(record("tree:[1,2]", algorithm), ""))
        assert panel.headline.isVisible()
        assert words in panel.headline.text()


def test_the_panel_shows_the_line_only_where_there_is_a_window(
    open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("nine leaves")
    panel = show(WindowPanel(), session)
    session.go(4)
    assert panel.line.isVisible()
    assert (panel.line.marks.alpha, panel.line.marks.beta, panel.line.marks.best) == (-inf, 9, 9)
    assert "β 9" in panel.line.accessibleDescription()
    panel.attach(open_session("by hand"))
    assert not panel.line.isVisible()


def test_what_the_lines_mean_is_written_on_them(show: Callable[..., Any]) -> None:
    session = Session(record(FIGURE), "")
    panel = show(WindowPanel(), session)
    found = {}
    for step in (0, 4, 16):
        session.go(step)
        panel.present()
        found[step] = (panel.line.marks.on_window[0], panel.line.marks.on_proof[0])
    assert found == {
        0: ("open: no value is ruled out yet", "nothing is proved yet"),
        4: ("only values below 3 matter", "B is at most 3"),
        16: ("α ≥ β: closed, nothing inside", "C is at most 2, whatever C2 and C3 are"),
    }
    assert (panel.heading, panel.heading_remark) == ("α–β at C", "MIN, ply 1")


def test_a_low_panel_shows_the_whole_of_both_lines_and_no_part_of_a_sentence(show: Callable[..., Any]) -> None:
    session = Session(record(FIGURE), "")
    panel = show(WindowPanel(), session)
    session.go(16)
    for height, is_seen in ((112, False), (400, True), (112, False)):
        panel.resize(370, height)
        assert panel.bound_rows[Side.ALPHA].isVisible() == is_seen
        assert panel.line.mapTo(panel, panel.line.rect().bottomLeft()).y() < height


def test_a_click_goes_to_where_a_bound_was_set_and_another_back(
    open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("nine leaves")
    panel = show(WindowPanel(), session)
    session.go(16)
    frame = session.inspected.frame
    assert not panel.back.isVisible()
    panel.bound_rows[Side.ALPHA].button.click()
    assert session.cursor.step == 12, "the root is back with 7"
    assert session.selected == session.inspected.frame == 0, "the owner of the bound"
    assert panel.back.isVisible()
    panel.back.click()
    assert session.cursor.step == 16
    assert session.selected == frame
    assert not panel.back.isVisible()


def test_a_click_on_an_open_frame_shows_its_window(
    open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("nine leaves")
    panel = show(WindowPanel(), session)
    session.go(16)
    for frame, heading in ((0, "α–β at A"), (5, "α–β at C"), (1, "α–β at C"), (9, "α–β at C")):
        session.select(frame)
        panel.present()
        assert panel.heading == heading, frame


FIGURE = "tree:[[3,12,8],[2,4,6],[14,5,2]]"


@pytest.mark.parametrize(
    ("source", "options", "step", "words"),
    [
        (FIGURE, {}, 0, "Nothing is proved of the value so far."),
        (FIGURE, {}, 4, "Proved: the value is at most 3."),
        (FIGURE, {}, 12, "Proved: the value is at least 3."),
        (FIGURE, {}, 30, "Proved: the value is 3."),
        (FIGURE, {"fail": "hard"}, 29, "Returned 3, proved [2, 2]."),
        (FIGURE, {"algorithm": "minimax"}, 4, "Proved: the value is at most 3."),
        (FIGURE, {"algorithm": "accumulate"}, 4, ""),
        ("tictactoe:.OO/XXO/.X. o", {}, 0, "Nothing is proved of the value so far."),
    ],
)
def test_the_panel_says_what_is_proved(
    source: str, options: dict[str, Any], step: int, words: str, show: Callable[..., Any]
) -> None:
    session = Session(record(source, **options), "")
    panel = show(WindowPanel(), session)
    session.go(step)
    assert panel.proof.text() == words


def test_window_and_proof_are_two_lines_on_one_scale(show: Callable[..., Any]) -> None:
    session = Session(record(FIGURE), "")
    panel = show(WindowPanel(), session)
    session.go(16)
    marks = panel.line.marks
    assert (marks.alpha, marks.beta, marks.called, marks.proved) == (3, 2, (3, inf), (-inf, 2))
    assert panel.line.accessibleDescription() == "α 3, β 2, best so far 2, proved [−∞, 2]"


@pytest.mark.parametrize("highest", [1.0, 0.3, 7e7, 3e-4])
def test_ticks_are_round_numbers(highest: float, qapp: Any) -> None:
    for low in (0.0, -highest):
        for width in range(150, 900, 50):
            ticks = Scale(LineValues(-inf, inf, None, low, highest, False), width).ticks(40.0)
            assert all(float(f"{tick:.4g}") == tick for tick in ticks)


@pytest.mark.parametrize(
    ("low", "high"), [(-1.0, 1.0), (0.0, 0.0), (-1e308, 1.7e308), (5.0, 5.0000001), (-10000.0, 3.0)]
)
def test_values_are_placed_in_order_on_the_line(low: float, high: float, qapp: Any) -> None:
    scale = Scale(LineValues(-inf, inf, None, low, high, False), 240)
    places = [scale.x_of(value) for value in (-inf, low, high, inf)]
    assert places == sorted(places)
    assert 0 <= places[0] < places[-1] <= 240
    ticks = scale.ticks(40)
    assert ticks == sorted(ticks)
    assert 1 <= len(ticks) <= 8
    assert all(scale.left - 1 <= scale.x_of(tick) <= scale.right + 1 for tick in ticks)


def test_a_bound_far_from_all_values_leaves_the_line_to_the_values(qapp: Any) -> None:
    far, infinite = (Scale(LineValues(-end, end, 1, -1, 1, False), 240) for end in (10_000, inf))
    for value in (-1, 0, 1):
        assert far.x_of(value) == infinite.x_of(value)
    assert (far.x_of(-10_000), far.x_of(10_000)) == (infinite.x_of(-inf), infinite.x_of(inf))


def test_a_closed_window_has_its_brackets_crossed(qapp: Any) -> None:
    scale = Scale(LineValues(7, 6, 6, 1, 9, True), 240)
    assert scale.x_of(6) < scale.x_of(7)


def test_at_the_depth_limit_the_side_to_move_is_named(qapp: Any, show: Callable[..., Any]) -> None:
    session = Session(record("tictactoe:XO./.../...", depth=2), "two plies")
    panel = show(WindowPanel(), session)
    session.go_to_frame(list(session.trace.statuses).index(2))
    assert panel.heading_remark == "MAX, not searched, ply 2"


AIMA = """
def max_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    v = float("-inf")
    for child in tree:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(tree, alpha, beta):
    if not isinstance(tree, list):
        return tree
    v = float("inf")
    for child in tree:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""


def test_the_bounds_of_user_code_are_those_that_it_set(show: Callable[..., Any]) -> None:
    """It returns before α is raised or β is lowered, so that the window is open when it is cut."""
    trace = read_as_search(trace_of_text(AIMA, "max_value([[3, 5], [2, 9]], -99, 99)"))
    session = Session(trace, "")
    panel = show(WindowPanel(), session)
    step = next(n for n in range(session.cursor.last_step) if session.cursor.steps.at(n).child == 5)
    shown = []
    for moment in range(step, step + 4):
        session.go(moment)
        panel.present()
        marks = panel.line.marks
        shown.append((marks.alpha, marks.beta, marks.best, marks.on_window[0].startswith("cut")))
    assert shown == [(3, 99, None, False), (3, 99, 2, False), (3, 99, 2, False), (3, 99, 2, True)]
