"""The one table: what is declared of its columns is what can be read, copied, edited and chosen."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope_window.look import theme
from plyscope_window.widgets.table import TRAILING, Column, RowLook, Table
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

pytestmark = pytest.mark.qt


@pytest.fixture
def table(qtbot: Any) -> Table:
    names: dict[int, str] = {}
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
