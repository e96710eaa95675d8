"""The source: marked lines, the values behind them, and breakpoints in the margin."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from plyscope.model.marks import Breakpoint, On
from plyscope.tracer.programs import program_of
from plyscope.tracer.session import Session as ProgramSession
from plyscope.tracer.starting import Options, StartedProgram
from plyscope.tracer.user_python import OURS
from plyscope_window.app.screenshot import run_event_loop
from plyscope_window.panels.breakpoints import description
from plyscope_window.panels.source import SourcePanel
from plyscope_window.session.session import Session
from plyscope_window.widgets.source_text import styled_parts, wrapped_value
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage

pytestmark = pytest.mark.qt


@pytest.fixture
def panel(qapp: Any) -> Any:
    return SourcePanel()


def test_the_running_line_the_callers_and_the_values_are_shown(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand")
    session.go(8)
    text = panel.text
    lines = session.trace.text.splitlines()
    assert text.document().blockCount() == len(lines), "lines keep their numbers"
    text.fold(False)
    assert text.toPlainText().split() == session.trace.text.split()
    text.fold(True)
    assert "import" not in text.toPlainText()
    assert lines[text.now - 1].strip() == "min_score, _ = min(s, depth - 1)"
    assert {lines[line - 1].strip() for line in text.callers} == {
        "min_score, _ = min(s, depth - 1)",
        "max_score, _ = max(s, depth - 1)",
    }
    assert text.values[text.now] == "= [1,0,0]"
    assert text.values[text.now + 1] == "1 > −2"


def test_the_line_of_an_inspected_caller_is_shown(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand", height=120)
    session.go(6)
    assert panel.text.inspected == 0
    session.select(2)
    assert session.trace.text.splitlines()[panel.text.inspected - 1].strip() == "max_score, _ = max(s, depth - 1)"
    shown = [line.number for line in panel.text.visible_lines()]
    assert panel.text.inspected in shown


@pytest.mark.parametrize("height", [130, 160, 400])
def test_the_running_line_is_always_visible(height: int, panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand", height=height)
    for step in range(session.cursor.last_step + 1):
        session.go(step)
        places = {line.number: line.area for line in panel.text.visible_lines()}
        assert panel.text.now in places
        assert places[panel.text.now].bottom() <= panel.text.viewport().height() + 1


def test_the_whole_function_of_the_running_call_is_visible_where_there_is_room(
    panel: Any, shown: Callable[..., Any]
) -> None:
    session = shown("alpha-beta", width=420, height=520)
    places = set()
    for step in range(60):
        session.go(step)
        shown = {line.number for line in panel.text.visible_lines()
                 if line.area.bottom() <= panel.text.viewport().height() + 1}  # fmt: skip
        assert shown >= set(range(12, 29)), step
        places.add(panel.text.verticalScrollBar().value())
    assert len(places) == 1, "and the text does not scroll"


def test_long_lines_go_on_below_and_are_copied_as_they_are_written(panel: Any, shown: Callable[..., Any]) -> None:
    shown("alpha-beta", width=340, height=400)
    text = panel.text
    assert text.horizontalScrollBar().maximum() == 0
    block = text.document().findBlockByNumber(17)
    assert block.lineCount() > 1
    text.selectAll()
    copied = text.createMimeDataFromSelection().text()
    assert "        value = alphabeta(s, depth - 1, alpha, beta, not maximizing)" in copied.splitlines()


def test_repainting_changed_lines_gives_the_whole_picture(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("by hand", width=420, height=260)
    last = session.cursor.last_step
    for number in range(0, last, 8):
        session.go(number * 5 % last)
        if number % 56 == 0:
            panel.toggle_breakpoint(session.cursor.line)
        if number % 40 == 0:
            session.select(session.stack[0].frame)
        run_event_loop()
        on_screen = panel.screen().grabWindow(panel.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        assert on_screen == panel.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_a_click_in_the_margin_toggles_a_breakpoint(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("by hand")
    session.go(3)
    margin = panel.text.margin
    area = {line.number: line.area for line in panel.text.visible_lines()}[20]
    for expected in ([Breakpoint(On.LINE, "20")], []):
        qtbot.mouseClick(margin, Qt.MouseButton.LeftButton, pos=QPoint(8, int(area.center().y())))
        assert session.cursor.marks.breakpoints == expected
        assert panel.text.breakpoints == dict.fromkeys((20 for _ in expected), True)
    assert margin.tip_at(QPoint(8, int(area.center().y()))).endswith("line 20.")


def test_values_never_cover_code(panel: Any, shown: Callable[..., Any]) -> None:
    for width in (200, 420, 700):
        shown("alpha-beta", width=width)
        text = panel.text
        view, beside = text.viewport().geometry(), text.value_margin.geometry()
        assert view.right() < beside.left()
        assert 0 < beside.width() <= max(128, 0.31 * text.width())
        assert beside.right() <= text.width()


def test_a_value_takes_the_rows_of_its_code_and_what_is_cut_can_be_hovered(
    panel: Any, shown: Callable[..., Any]
) -> None:
    metrics = panel.text.fontMetrics()
    width = metrics.horizontalAdvance("side = False,")
    assert wrapped_value("side = False, child = 3", metrics, width, 2) == ["side = False,", "child = 3"]
    assert wrapped_value("x = 3", metrics, width, 3) == ["x = 3"]
    one = wrapped_value("side = False, child = 3", metrics, width, 1)
    assert len(one) == 1
    assert one[0].endswith("…")
    whole = metrics.horizontalAdvance("best ∞ → −99999")
    assert wrapped_value("best ∞ → −99999", metrics, whole * 4 // 5, 1) == ["best ∞ → −99999"], "it becomes narrower"
    assert wrapped_value("C: α −3400, β ∞", metrics, width, 2) == ["C: α −3400,", "β ∞"], "β keeps its value"
    assert wrapped_value("α −∞ · β ∞ · MAX", metrics, width, 2) == ["α −∞ · β ∞", "MAX"]
    session = shown("by hand")
    session.go(6)
    line = next(line for line in panel.text.visible_lines() if line.number in panel.text.values)
    place = line.area.center().toPoint()
    assert panel.text.value_margin.tip_at(place) == panel.text.values[line.number]


def test_a_cut_has_its_test_and_its_break_at_work(panel: Any, shown: Callable[..., Any]) -> None:
    session = shown("alpha-beta")
    trace, steps = session.trace, session.cursor.steps
    cut = next(frame for frame in range(len(trace)) if trace.is_cutoff(frame) and trace.skips[frame])
    session.go(steps.leave(cut) - 1)
    assert (panel.text.at_work, panel.text.run >= {18, 19}) == ({26, 27}, True)
    panel.resize(320, 170)
    session.go(steps.leave(cut))
    session.go(steps.leave(cut) - 1)
    shown = {line.number for line in panel.text.visible_lines()
             if line.area.bottom() <= panel.text.viewport().height() + 1}  # fmt: skip
    assert shown >= {26, 27}, "and in view, however low the panel is"


def test_syntax_colours_are_cached_and_cover_the_text(qapp: Any) -> None:
    found = styled_parts('def f(x):\n    """Says."""\n    return 1  # one\n')
    looks = [[(piece.start, piece.length, piece.style) for piece in line] for line in found]
    assert looks[0] == [(0, 3, "bold"), (4, 1, "strong")]
    assert (4, 11, "quiet") in looks[1]
    assert looks[2] == [(4, 6, "bold"), (11, 1, "number"), (14, 5, "quiet")]


def test_pygments_is_not_loaded_with_the_panel() -> None:
    code = "import sys, plyscope_window.panels.source; print('pygments' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"


def test_a_text_without_steps_has_no_line_for_a_breakpoint(panel: Any) -> None:
    panel.text.set_source("a = 1\nb = 2\n", frozenset())
    assert panel.text.why_no_breakpoint(1) == "No step stands in this text."


@pytest.mark.full
def test_no_breakpoint_is_set_at_a_line_without_steps(panel: Any, shown: Callable[..., Any], qtbot: Any) -> None:
    session = shown("alpha-beta", height=900)
    refusals: list[str] = []
    session.refused.connect(refusals.append)
    stood = set()
    for step in range(session.cursor.last_step + 1):
        session.go(step)
        stood.add(session.cursor.line)
    assert stood <= panel.text.with_steps
    assert all(len(session.cursor.hits(Breakpoint(On.LINE, str(line)))) for line in panel.text.with_steps & stood)
    lines = session.trace.text.splitlines()
    dead = next(place for place, line in enumerate(lines, 1) if line.strip() == "if alpha >= beta:")
    area = {line.number: line.area for line in panel.text.visible_lines()}[dead]
    spot = QPoint(8, int(area.center().y()))
    qtbot.mouseClick(panel.text.margin, Qt.MouseButton.LeftButton, pos=spot)
    assert session.cursor.marks.breakpoints == []
    assert refusals == [panel.text.why_no_breakpoint(dead)] == [panel.text.margin.tip_at(spot)]
    assert refusals[0].startswith(f"No step stands at line {dead}; line ")


def test_a_recording_without_source_shows_a_sentence(
    panel: Any, open_session: Callable[[str], Any], show: Callable[..., Any]
) -> None:
    session = open_session("imported")
    show(panel, session)
    for step in (0, 5, session.cursor.last_step):
        session.go(step)
        assert panel.pages.currentWidget() is panel.nothing
    assert panel.nothing.text().startswith("This recording comes from another program")
    panel.attach(None)
    assert panel.nothing.text().startswith("Open a recording")
    panel.attach(open_session("nine leaves"))
    assert panel.pages.currentWidget() is panel.body


def test_line_numbers_are_those_of_python(panel: Any, qapp: Any) -> None:
    """Separators that end a line only for Qt are replaced, so that line numbers match."""
    panel.text.set_source("a = 1\nb = '\u2029 \u2028'\nc = 3\n", frozenset())
    blocks = panel.text.document()
    assert [blocks.findBlockByNumber(line).text() for line in range(3)] == ["a = 1", "b = '   '", "c = 3"]


def test_higher_lines_of_another_script_are_fully_visible(panel: Any, qapp: Any) -> None:
    text = panel.text
    panel.resize(400, 300)
    text.resize(400, 203)
    text.show()
    text.set_source("def f():\n" + "    # 極大極小搜尋\n" * 60, frozenset())
    for line in (*range(1, 60), *range(60, 0, -1)):
        text.show_step(line, 0, frozenset(), {}, {})
        area = next(shown_line.area for shown_line in text.visible_lines() if shown_line.number == line)
        assert area.top() + 0.5 >= 0
        assert area.bottom() <= text.viewport().height()


def test_each_file_of_a_program_has_a_tab(tmp_path: Any, qapp: Any) -> None:
    """The tab of the running line's file comes to the front, and a click in the margin means a line of that file."""
    (tmp_path / "a.py").write_text(
        "import b\ndef f(n):\n    return b.g(n - 1) if n else 0\nif __name__ == '__main__':\n    f(4)\n"
    )
    (tmp_path / "b.py").write_text("def g(n):\n    import a\n    return a.f(n - 1) if n else 1\n")

    program = ProgramSession(
        StartedProgram(program_of(str(tmp_path / "a.py")), OURS, Options(streams=(subprocess.DEVNULL,) * 3))
    )
    program.run()
    session = Session(program.largest.trace(), "two files")
    source = SourcePanel()
    source.resize(400, 300)
    source.attach(session)
    assert [source.files.tabText(at) for at in range(source.files.count())] == ["a.py", "b.py"]
    seen: set[tuple[str, int]] = set()
    for step in range(session.cursor.last_step + 1):
        session.go(step)
        source.present()
        seen.add((source.files.tabText(source.files.currentIndex()), source.text.now))
    assert seen == {("a.py", 2), ("a.py", 3), ("b.py", 1), ("b.py", 2), ("b.py", 3)}
    source.files.setCurrentIndex(1)
    assert source.text.toPlainText().startswith("def g(n):")
    source.toggle_breakpoint(3)
    [one] = session.cursor.marks.breakpoints
    assert int(one.target) == session.trace.user_code.line_named("b.py:3")
    assert description(one, session.trace) == "line 3 of b.py"
    source.present()
    assert source.text.breakpoints == {3: True}
    source.files.setCurrentIndex(0)
    assert source.text.breakpoints == {}
    source.attach(None)


def test_a_breakpoint_stands_between_the_bar_and_the_number(panel: Any, shown: Callable[..., Any]) -> None:
    shown("by hand", width=390)
    margin = panel.text.margin
    plain = margin.grab().toImage()
    line = next(one for one in panel.text.visible_lines() if one.number in panel.text.with_steps)
    panel.text.breakpoints = {line.number: True}
    dotted = margin.grab().toImage()
    rows = range(round(line.area.top()), round(line.area.top() + panel.text.row_height))
    changed = {x for x in range(plain.width()) for y in rows if plain.pixelColor(x, y) != dotted.pixelColor(x, y)}
    ground = plain.pixelColor(plain.width() - 1, rows[0])
    number = {x for x in range(5, plain.width()) for y in rows if plain.pixelColor(x, y) != ground}
    assert min(changed) >= 4, "the bar of the running line is as wide"
    assert max(changed) < min(number)
