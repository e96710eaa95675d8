"""The call stack: a row for each open frame, the running one first; in user code with its variables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from plyscope import load
from plyscope.model.steps import Moment
from plyscope.text.narration import sentence
from plyscope.tracer.running import debug
from plyscope_window.look import theme
from plyscope_window.look.theme import font
from plyscope_window.panels.stack import (
    ALPHA,
    BEST,
    BETA,
    MOVE,
    PLY,
    PROVED,
    SIDE,
    TRIED,
    VARIABLES,
    StackPanel,
    variable_parts,
    variables_text,
)
from plyscope_window.session.limits import Future
from plyscope_window.session.session import Session
from plyscope_window.widgets.table import PADDING, has_room
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest

from tests.full_traces import record
from tests.visualiser.driving import settle
from tests.visualiser.driving import show as show_in
from tests.visualiser.user_code_sessions import BOOM, trace_of_text, user_code_session, user_code_trace

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return StackPanel()


def row(panel: Any, number: int) -> list[str]:
    model = panel.model
    return [model.data(model.index(number, place)) for place in range(model.columnCount())]


def test_every_open_frame_has_a_row_with_its_variables(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(14)
    assert panel.model.rowCount() == len(session.stack) == 3
    assert row(panel, 0)[:8] == ["2", "C1", "LEAF", "7", "∞", "", "[−∞, ∞]", ""]
    assert row(panel, 1)[:8] == ["1", "C", "MIN", "7", "∞", "", "[−∞, ∞]", "0 of 3"]
    assert row(panel, 2)[:8] == ["0", "A", "MAX", "7", "∞", "7 from B", "[7, ∞]", "1 of 3"]
    session.go(15)
    assert row(panel, 0)[5] == "6"
    session.go(16)
    assert row(panel, 0)[5:8] == ["6 from C1", "[−∞, 6]", "1 of 3, 2 pruned"]
    assert panel.table.isColumnHidden(PLY), "the names say where a call is"
    session.show_future(Future.WHOLE)
    session.go(2)
    assert row(panel, 2)[7] == "0 of 3", "the root prunes nothing, in the whole run either"


def test_of_a_root_in_rounds_those_that_have_returned_are_counted(panel: Any, show: Callable[..., Any]) -> None:
    session = Session(record("tree:[[[0,1],[1,0]],[[1,0],[-1,-1]]]", algorithm="mtdf"), "probes")
    show(panel, session)
    for number, frame in enumerate(session.trace.rounds):
        session.go(session.cursor.steps.enter(frame))
        assert row(panel, 1)[TRIED] == str(number)


def test_moves_are_named_in_the_tooltip(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(5)
    tips = [panel.model.data(panel.model.index(place, TRIED), Qt.ItemDataRole.ToolTipRole) for place in range(3)]
    assert tips == [
        "No moves are tried here.", "1 of 3\nTried: B1\nTrying: B2\nLeft: B3", "0 of 3\nTrying: B\nLeft: C D"
    ]  # fmt: skip


def test_no_column_is_scrolled_out_of_a_narrow_panel(panel: Any, show: Callable[..., Any]) -> None:
    theme.use(theme.LIGHT)
    session = Session(record(load("sample:chess/mate-in-two")), "moves with captures")
    show(panel, session)
    session.go(47)
    columns = panel.model.columns
    for width, is_whole in ((350, False), (900, True)):
        panel.resize(width, 300)
        panel.table.fit()
        assert panel.table.horizontalHeader().length() <= panel.table.viewport().width(), width
        assert panel.table.isColumnHidden(PLY) is not is_whole
        tried = columns[TRIED]
        area = QRectF(0, 0, panel.table.columnWidth(TRIED), 20)
        assert has_room(area, tried.short(session.stack[-1]), tried.font_of(session.stack[-1])), width
        assert has_room(area, tried.text(session.stack[-1]), tried.font_of(session.stack[-1])) is is_whole
    assert tried.text(session.stack[-1]) == "1 of 13, 12 pruned"
    assert tried.tip_of(session.stack[-1]).startswith("1 of 13, 12 pruned\n")


def test_long_numbers_are_not_scrolled_out_of_a_narrow_panel(panel: Any, show: Callable[..., Any]) -> None:
    theme.use(theme.LIGHT)
    trace = record(load("tree:[[99999,-3400,0.5],[-99999,1200,0.3],[123456,-0.1,7]]"), algorithm="alphabeta")
    session = Session(trace, "long numbers")
    show(panel, session)
    session.go(16)
    panel.resize(400, 300)
    panel.table.fit()
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()
    assert panel.table.isColumnHidden(TRIED)
    assert not panel.table.isColumnHidden(PROVED)
    panel.resize(300, 300)
    panel.table.fit()
    assert panel.table.horizontalHeader().length() <= panel.table.viewport().width()
    assert panel.table.isColumnHidden(PROVED)
    panel.resize(900, 300)
    panel.table.fit()
    assert not panel.table.isColumnHidden(TRIED)
    # What is left out for want of room does not come back with a recording that has no such column.
    panel.resize(200, 300)
    panel.table.fit()
    assert panel.table.isColumnHidden(TRIED)
    panel.attach(Session(debug("sample:recursion/fibonacci", "fib(4)"), "a program"))
    panel.resize(900, 300)
    panel.table.fit()
    assert panel.table.isColumnHidden(TRIED)


def test_many_moves_are_not_all_named(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("wide")
    session.go(1)
    tip = panel.model.data(panel.model.index(1, TRIED), Qt.ItemDataRole.ToolTipRole)
    assert tip.endswith("and 425 more")


def test_a_click_and_arrows_inspect_a_frame_and_enter_goes_there(
    panel: Any, shown: Callable[..., Any], qtbot: Any
) -> None:
    session = shown("by hand")
    session.go(7)
    place = panel.table.visualRect(panel.model.index(2, 1)).center()
    qtbot.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert (session.inspected.ply, session.cursor.step) == (1, 7)
    assert panel.look(panel.model.rows[2]).is_chosen
    assert panel.look(panel.model.rows[0]).is_now
    qtbot.keyClick(panel.table, Qt.Key.Key_Down)
    assert (session.inspected.ply, session.cursor.step) == (0, 7)
    qtbot.keyClick(panel.table, Qt.Key.Key_Return)
    assert session.cursor.step == 0


def test_alpha_and_beta_are_hidden_without_a_window(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    show(panel, open_session("by hand"), width=420)
    assert [panel.table.isColumnHidden(place) for place in (PLY, ALPHA, BETA)] == [False, True, True]
    panel.attach(open_session("nine leaves"))
    assert [panel.table.isColumnHidden(place) for place in (ALPHA, BETA)] == [False, False]


def test_a_deep_stack_has_all_rows_and_paints_the_visible_ones(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("deep")
    session.go_to_frame(300)
    assert panel.model.rowCount() == 301
    assert row(panel, 300)[0] == "0"
    panel.table.scrollToBottom()
    panel.grab()


@pytest.mark.spread(3)
@pytest.mark.parametrize("source", ["alpha-beta", "by hand", "hexagons"])
def test_headings_are_not_cut_off_at_any_text_size(
    panel: Any, shown: Callable[..., Any], qtbot: Any, source: str
) -> None:
    shown(source, width=420)
    header = panel.table.horizontalHeader()
    try:
        for scale in (1.0, 1.21, 1.61, 2.0, 0.7):
            theme.use(theme.LIGHT)
            qtbot.wait(1)
            for place in range(header.count()):
                if not header.isSectionHidden(place):
                    heading = panel.model.columns[place].heading
                    whole = QFontMetrics(header.font()).horizontalAdvance(heading) + 2 * PADDING
                    assert header.sectionSize(place) >= whole, (scale, place)
            panel.resize(1000, 420)
            panel.table.fit()
            assert panel.table.columnWidth(SIDE) >= glyph_and_name(panel)
            panel.resize(420, 420)
    finally:
        theme.use(theme.LIGHT)


def glyph_and_name(panel: Any) -> int:
    """The room that a side takes: its glyph, and its name with the edges of a cell."""
    return 17 + QFontMetrics(font(12, bold=True)).horizontalAdvance("MAX") + 2 * PADDING


def test_a_double_click_goes_to_where_a_cell_was_set(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(16)
    announcements: list[str] = []
    session.announced.connect(announcements.append)
    frame = session.stack[1].frame
    tips = [panel.model.data(panel.model.index(0, place), Qt.ItemDataRole.ToolTipRole) for place in (ALPHA, BETA)]
    assert tips == [
        "α = 7 is what MAX is sure of at A: B set it at step 12.\nA double click goes there.",
        "β = 6 is what MIN is sure of at C: C1 set it at step 16.\nA double click goes there.",
    ]
    panel.table.doubleClicked.emit(panel.model.index(0, MOVE))
    assert (session.cursor.step, announcements) == (session.cursor.steps.enter(frame), [])
    session.go(16)
    panel.table.doubleClicked.emit(panel.model.index(0, ALPHA))
    assert (session.cursor.step, session.selected) == (12, 0), "the frame that owns α"
    assert announcements == ["B gives A 7, the largest so far: α rises from −∞ to 7."], "what happens at that step"
    session.go_back()
    assert (session.cursor.step, session.selected) == (16, frame)
    panel.table.doubleClicked.emit(panel.model.index(1, BEST))
    assert session.cursor.step == 12, "the root's best so far"


def test_the_context_menu_is_that_of_the_frame(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("nine leaves")
    session.go(16)
    requested: list[int] = []
    session.menu_requested.connect(lambda frame, place: requested.append(frame))
    panel.table.customContextMenuRequested.emit(QPoint(5, panel.table.rowHeight(0) + 4))
    assert requested == [session.selected] == [0]
    panel.table.setCurrentIndex(panel.model.index(0, 0))
    panel.table.customContextMenuRequested.emit(QPoint(-1, -1))
    assert requested == [0, session.stack[1].frame]


# Variables of user code


@pytest.fixture
def stack(window: Any) -> Any:
    """The panel in the window, with a recording of user code."""
    show_in(window, user_code_session(user_code_trace("hanoi", "hanoi(3)")))
    return window.docks.docks["stack"].panel


def variables_row(stack: Any, number: int) -> list[str]:
    return [stack.model.index(number, place).data() for place in (MOVE, VARIABLES)]


def test_every_open_call_shows_its_variables(window: Any, stack: Any) -> None:
    window.session.go_to_frame(2)
    settle(window)
    assert variables_row(stack, 2) == ["hanoi(3, 'A', 'C', 'B')", "discs = 3, source = 'A', target = 'C', spare = 'B'"]
    assert variables_row(stack, 0)[0].startswith("hanoi(1,")
    assert [stack.table.isColumnHidden(place) for place in (SIDE, BEST, TRIED, VARIABLES)] == [True, True, True, False]


def test_only_variables_that_a_line_changed_are_marked(window: Any, stack: Any) -> None:
    session, changed = window.session, set()
    while session.act(lambda cursor: cursor.into()):
        parts = variable_parts(session, session.stack[-1], 40)
        marked = {part.text for part in parts if part.is_marked}
        if session.cursor.now.moment is Moment.LINE:
            changed |= marked
        else:
            assert marked == ({parts[0].text} if session.cursor.now.moment is Moment.LEAVE else set())
        for waiting in session.stack[:-1]:
            assert not any(part.is_marked for part in variable_parts(session, waiting, 40))
    assert changed == {"before = 0", "before = 1", "before = 3"}
    assert "→ 7" in variables_text(session, session.stack[-1])


def test_keys_step_from_line_to_line(window: Any, stack: Any) -> None:
    session = window.session
    window.activateWindow()
    lines = []
    for _ in range(3):
        QTest.keySequence(window.canvas, "F12")
        assert session.cursor.frame == 0
        lines.append(session.cursor.line)
    assert lines == sorted(lines)
    QTest.keySequence(window.canvas, "Ctrl+F12")
    assert session.cursor.line == lines[1]
    QTest.keySequence(window.canvas, "F11")
    assert session.cursor.frame == 1
    QTest.keySequence(window.canvas, "Shift+F11")
    assert (session.cursor.frame, session.cursor.line) == (0, lines[1])


def test_an_exception_is_shown_where_it_happened(window: Any) -> None:
    session = show_in(window, user_code_session(trace_of_text(BOOM, "dig(3, [])")))
    session.go(session.cursor.last_step)
    settle(window)
    source = window.docks.docks["source"].panel
    assert session.cursor.line == source.text.now == 4
    assert "ValueError: nothing below zero" in source.text.values[4]
    assert session.cursor.frame == session.trace.user_code.ended.frame == 3
    assert "ValueError: nothing below zero" in str(sentence(session.trace, session.cursor.now))
    board = window.docks.docks["board"].panel
    assert "ValueError: nothing below zero" in board.ending.text()
    assert "line 4" in board.ending.text()
