"""The one table: what is declared of its columns is what can be read, copied, edited and chosen."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope_window.look import theme
from plyscope_window.widgets.table import SPARE_WIDTH, TRAILING, Column, RowLook, Table
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.qt


@pytest.fixture
def table(qtbot: Any) -> Table:
    names: dict[int, str] = {}
    theme.use(theme.theme())
    made = Table(
        (
            Column("number", str, TRAILING),
            Column("name", lambda row: names.get(row, "none"), value=names.get, write=names.__setitem__),
        ),
        "Numbers",
        look=lambda row: RowLook(is_now=row == 2),
    )
    qtbot.addWidget(made)
    made.set_rows([1, 2, 3])
    made.show()
    return made


def test_rows_are_read_edited_copied_and_chosen(table: Table, qtmodeltester: Any) -> None:
    qtmodeltester.check(table.rows)
    assert table.rows.setData(table.rows.index(1, 1), "two")
    assert not table.rows.setData(table.rows.index(1, 0), "two")
    table.go_to_row(1)
    QTest.keySequence(table, "Ctrl+C")
    assert QGuiApplication.clipboard().text() == "2\ttwo"
    chosen: list[int] = []
    table.chosen.connect(chosen.append)
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert chosen == [1]


def test_the_current_row_stays_while_rows_come_and_go(table: Table) -> None:
    table.go_to_row(1)
    for rows in ([1, 2, 3, 4, 5], [1, 2], [1, 2, 3]):
        table.show_rows(rows)
        assert table.current_row == 2
        table.grab()


def test_a_step_lays_out_only_the_columns_that_change_also_where_the_last_one_is_hidden(table: Table) -> None:
    """Qt gives the last visible column what room is left; a column that does not fit keeps its width, and scrolls."""
    words = dict.fromkeys(range(3), "a word")
    texts = ("first", str), ("second", lambda row: words[row]), ("third", str)
    table.resize(500, 200)
    table.set_rows(range(3), [Column(name, text) for name, text in texts])
    table.setColumnHidden(2, True)
    table.show_rows(range(3))
    table.grab()
    resized: list[int] = []
    table.horizontalHeader().sectionResized.connect(lambda place, _before, _after: resized.append(place))
    table.show_rows(range(3))
    table.grab()
    assert resized == []
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()
    words[1] = "words " * 100
    table.show_rows(range(3))
    table.grab()
    assert table.columnWidth(1) > table.viewport().width()
    words[1] = "a word"
    table.show_rows(range(3))
    table.grab()
    assert table.columnWidth(0) + table.columnWidth(1) == table.viewport().width()


def test_only_visible_rows_of_a_million_are_computed(table: Table) -> None:
    computed: list[int] = []
    table.set_rows(range(1_000_000), (Column("number", lambda row: str(computed.append(row) or row)),))
    table.grab()
    assert len(computed) < 500


def test_headings_stay_smaller_than_rows_at_every_size_of_text(table: Table) -> None:
    table.show()
    for scale in (1.5, 1.0):
        theme.use(theme.theme(), scale)
        assert table.horizontalHeader().font().pixelSize() == round(12 * scale)
        assert table.font().pixelSize() == theme.font(13).pixelSize()


def test_columns_give_way_in_turn_and_come_back(qtbot: Any) -> None:
    long = "twelve of thirteen and more"
    columns = [
        Column("ply", str, is_spare=True),
        Column("tried", lambda row: long, short=lambda row: "12"),
        Column("name", lambda row: long, is_elastic=True),
        Column("last", str),
    ]
    table = Table(columns, "numbers")
    qtbot.addWidget(table)
    table.set_rows([1, 2, 3])
    table.show()

    def widths(width: int) -> list[int]:
        table.resize(width + table.width() - table.viewport().width(), 200)
        table.fit()
        return [0 if table.isColumnHidden(place) else table.columnWidth(place) for place in range(len(columns))]

    wide = widths(900)
    last = table.heading_width(3)
    whole = sum(wide[:3]) + last
    tight = widths(whole - 12)
    assert tight[1] < wide[1], "the space between columns goes first"
    assert tight[0] > 0
    without = widths(whole - 40)
    assert without[0] == 0, "then a spare column"
    assert without[1:3] == [one - SPARE_WIDTH for one in wide[1:3]]
    short = widths(whole - wide[0] - 80)
    assert short[1] < without[1], "then a text that can be shortened"
    assert short[2] == without[2]
    narrow = widths(whole - wide[0] - wide[1])
    assert narrow[2] < without[2], "an elastic column last"
    assert table.horizontalHeader().length() <= table.viewport().width()
    assert widths(900) == wide


def test_texts_of_rows_that_show_the_same_are_measured_once(table: Table) -> None:
    read: list[int] = []

    def text(row: int) -> str:
        read.append(row)
        return "x" * row

    table.shown_in = lambda row: row
    table.set_rows([1, 2, 3], [Column("length", text), Column("last", str)])
    before = table.columnWidth(0)
    read.clear()
    table.fit()
    assert read == []
    table.rows.replace([1, 2, 30])
    table.fit()
    assert read == [30]
    assert table.columnWidth(0) > before


def test_only_rows_that_look_different_are_painted_again(table: Table, qtbot: Any) -> None:
    shown, looks = {row: str(row) for row in range(6)}, dict.fromkeys(range(6), RowLook())
    table.shown_in, table.look = shown.get, looks.__getitem__
    table.set_rows(range(6), [Column("name", shown.__getitem__), Column("last", lambda row: "")])
    table.resize(300, 400)
    table.show()
    painted: list[int] = []
    paint_row = table._paint_row
    table._paint_row = lambda painter, number, *rest: painted.append(number) or paint_row(painter, number, *rest)

    def after_showing_again() -> list[int]:
        painted.clear()
        table.show_rows(range(6))
        QApplication.processEvents()
        on_screen = table.screen().grabWindow(table.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
        found = sorted(set(painted))
        assert on_screen == table.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
        return found

    qtbot.waitExposed(table)
    assert after_showing_again() == [0, 1, 2, 3, 4, 5]
    assert after_showing_again() == []
    shown[2] = "two"
    # Qt paints a line of pixels more.
    assert after_showing_again() == [2, 3]
    looks[5] = RowLook(is_now=True)
    assert after_showing_again() == [5]
    table.shown_in = lambda row: None
    assert after_showing_again() == [0, 1, 2, 3, 4, 5], "nothing is known of them"


@pytest.mark.parametrize("rows", [[1, 2, 3, 4, 5], [1]])
def test_more_rows_and_fewer_are_painted_once(table: Table, qtbot: Any, rows: list[int]) -> None:
    qtbot.waitExposed(table)
    QApplication.processEvents()
    painted: list[int] = []
    paint_row = table._paint_row
    table._paint_row = lambda painter, number, *rest: painted.append(number) or paint_row(painter, number, *rest)
    table.show_rows(rows)
    for _ in range(4):
        QApplication.processEvents()
    assert painted == list(range(len(rows)))


def test_the_ground_of_a_row_reaches_beyond_the_last_column(table: Table, qtbot: Any) -> None:
    """Where the column that stretches is hidden, the others leave room."""
    shown, looks = {row: str(row) for row in range(3)}, dict.fromkeys(range(3), RowLook())
    table.shown_in, table.look = shown.get, looks.__getitem__
    table.set_rows(range(3), [Column("name", shown.__getitem__), Column("effort", lambda row: "", stretches=True)])
    table.setColumnHidden(1, True)
    table.resize(300, 200)
    qtbot.waitExposed(table)
    table.show_rows(range(3))
    QApplication.processEvents()
    looks[1] = RowLook(is_now=True)
    table.show_rows(range(3))
    QApplication.processEvents()
    assert table.columnWidth(0) < table.viewport().width() - 20
    on_screen = table.screen().grabWindow(table.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)
    assert on_screen == table.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
