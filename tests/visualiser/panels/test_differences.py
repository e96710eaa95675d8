"""The differences in the main window: what is listed, where a click leads, and that many rows are no slower."""

from __future__ import annotations

from time import process_time
from typing import Any

import pytest
from plyscope.analysis.differences import Differences
from plyscope_window.pages.compare.head import headline_content
from plyscope_window.panels.differences import PATH, SIZE
from PySide6.QtCore import Qt

from tests.visualiser.driving import panel, present_docks, table_in
from tests.visualiser.pages.compare.opened import HEBREW, STORY, compare, hebrew, settle_all

pytestmark = pytest.mark.qt


@pytest.fixture
def page(window: Any) -> Any:
    """Depth 4 against depth 5: some values differ, some windows, and most calls are in one alone."""
    return compare(window, STORY, {"algorithm": "alphabeta", "depth": 4}, {"algorithm": "pvs", "depth": 5})


@pytest.mark.full
def test_the_cutoff_of_the_hebrew_tutorial_is_its_one_difference(window: Any) -> None:
    hebrew(window)
    assert table_in(panel(window, "differences")) == [("pruned in alpha-beta", "[0,2] [2,2]", "1", "", "2")]


@pytest.mark.full
def test_the_differences_of_the_engine_are_listed_largest_first(window: Any, page: Any) -> None:
    found = Differences(page.pair.union)
    for section in (PATH, SIZE):
        panel(window, "differences").table.horizontalHeader().sectionClicked.emit(section)
    rows = table_in(panel(window, "differences"))[:40]
    sizes = [float(row[SIZE].replace(",", "")) for row in rows]
    assert sizes == [found.size_of(node) for node in found.chosen()[:40].tolist()]


def test_a_click_selects_the_node_in_both(window: Any, page: Any) -> None:
    dock = panel(window, "differences")
    dock.group.button(1).click()
    dock.go_to(5)
    settle_all(window)
    node = int(dock.model.rows[5])
    assert page.pair.node == node
    assert page.session.cursor.step == 0, "in the whole run it is only selected"
    assert dock.table.currentIndex().row() == 5


def test_columns_sort_in_both_directions(window: Any, page: Any) -> None:
    dock = panel(window, "differences")
    header = dock.table.horizontalHeader()
    header.sectionClicked.emit(PATH)
    nodes = dock.model.rows.tolist()
    assert nodes == sorted(nodes)
    assert header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
    header.sectionClicked.emit(PATH)
    assert dock.model.rows.tolist() == nodes[::-1]


def test_one_kind_of_difference_can_be_chosen(window: Any, page: Any) -> None:
    dock = panel(window, "differences")
    for place in range(1, dock.kind.count()):
        dock.kind.setCurrentIndex(place)
        dock.kind.activated.emit(place)
        kind = dock.kind.currentData()
        assert dock.model.rowCount() == page.pair.differences.count(kind) > 0
        assert {dock.kind_of(node) for node in dock.model.rows} == {kind}


@pytest.mark.full
def test_keys_go_from_one_difference_to_the_next(window: Any, page: Any) -> None:
    page.session.go(0)
    reached = []
    while window.actions_by_key["next_difference"].isEnabled() and len(reached) < 8:
        window.actions_by_key["next_difference"].trigger()
        settle_all(window)
        reached.append(page.pair.node)
    assert reached == page.pair.differences.nodes[:8].tolist()
    window.actions_by_key["previous_difference"].trigger()
    settle_all(window)
    assert page.pair.node == reached[-2]


def test_the_first_divergence_has_a_button(window: Any, page: Any) -> None:
    dock = panel(window, "differences")
    dock.first.click()
    settle_all(window)
    assert dock.explained.first.text.startswith("First difference\nAt step ")
    assert page.pair.leading.cursor.step == page.pair.comparison.first_divergence.step


def test_the_numbers_of_both_are_shown(window: Any) -> None:
    hebrew(window)
    dock = panel(window, "differences")
    dock.group.button(2).click()
    rows = {row[0]: row[1:] for row in dock.numbers.rows.rows}
    assert rows["calls"] == ("8", "6")
    assert rows["pruned"] == ("0", "1")
    assert rows["share of the full tree"] == ("100.0%", "75.0%")
    assert rows["move [0,2]"] == ("1, 5 calls", "≤1, 3 calls")


def test_of_rounds_both_those_compared_and_all_are_counted(window: Any) -> None:
    options = {"algorithm": "mtdf", "depth": 3}
    page = compare(window, "tictactoe:X../.O./..X", options, {"algorithm": "alphabeta", "depth": 3})
    dock = panel(window, "differences")
    dock.group.button(2).click()
    rows = {row[0]: row[1:] for row in dock.numbers.rows.rows}
    assert rows["calls"] == ("8", "91")
    assert rows["calls in all rounds"] == ("92", "91")
    head = headline_content(page.pair, is_whole=True)
    assert [bar.text for bar in head.bars] == ["8 of 92", "91"]
    assert "MTD(f) · probe 2 8 of 92" in head.text


def test_equal_recordings_have_no_divergence(window: Any) -> None:
    same = {"algorithm": "alphabeta"}
    compare(window, HEBREW, same, same)
    dock = panel(window, "differences")
    assert dock.explained.first.text == "First difference\nBoth made 6 calls with the same moves, windows and values."
    assert not dock.first.isEnabled()
    assert not window.actions_by_key["next_difference"].isEnabled()
    assert "same" in window.actions_by_key["first_divergence"].statusTip()


def test_without_a_comparison_a_sentence_names_the_key(window: Any) -> None:
    from plyscope_window.panels.differences import DifferencesPanel

    alone = DifferencesPanel()
    alone.attach(None)
    assert "Ctrl+M" in alone.nothing.text()


@pytest.mark.full
def test_twenty_thousand_rows_are_quick_to_sort_and_step(window: Any) -> None:
    page = compare(window, "sample:tictactoe/empty", {"algorithm": "pvs"}, {"algorithm": "alphabeta", "cut": ">"})
    dock = panel(window, "differences")
    assert dock.model.rowCount() > 20_000
    start = process_time()
    for section in range(5):
        dock.table.horizontalHeader().sectionClicked.emit(section)
        dock.table.viewport().repaint()
    assert (process_time() - start) / 5 < 0.3
    start = process_time()
    for step in range(1000, 1010):
        page.session.go(step)
        present_docks(window)
    assert (process_time() - start) / 10 < 0.6
