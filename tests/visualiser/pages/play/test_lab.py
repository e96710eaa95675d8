"""The tutorial's brains on one position: what the documents' own code was found to say, in Python 2.7."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.model.position import Position
from plyscope_window.app.opening import show_start
from plyscope_window.look.theme import font, theme
from plyscope_window.pages.compare.comparisons import comparison_in
from plyscope_window.pages.play import lab as lab_page
from plyscope_window.pages.play import play_commands
from plyscope_window.pages.play.lab import MIN_STRIP_WIDTH, SUBJECTS, Finding, LabPage, ask_brain, paint_strip
from plyscope_window.pages.trace_page import TracePage
from plyscope_window.widgets.table import PADDING
from PySide6.QtCore import QItemSelectionModel, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter
from PySide6.QtTest import QTest

from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


NONE, LOW = ["None"] * 7, ["−∞"] * 7
STORY = {
    ("tutorial-dummy", None): [*["None"] * 6, "−10"],
    ("tutorial-max", 1): [*["None"] * 6, "−10"],
    ("tutorial-block", 1): ["10", "10", "−∞", "10", "10", "10", "−10"],
    ("tutorial-sum", 1): ["10", "10", "0", "10", "10", "10", "−10"],
    ("tutorial-sum", 3): ["270", "270", "−60", "270", "270", "270", "−10"],
    ("tutorial-depth", 2): ["50", "50", "−60", "50", "50", "50", "−1000"],
    ("tutorial-depth", 3): ["810", "810", "−600", "810", "810", "810", "−10000"],
}
STORY_PLAYS = {
    "tutorial-dummy": "7", "tutorial-max": "7", "tutorial-block": "3", ("tutorial-sum", 1): "7",
    ("tutorial-sum", 3): "3", "tutorial-depth": "7",
}  # fmt: skip
NO_DEFENCE = {
    ("tutorial-dummy", None): NONE,
    ("tutorial-max", 1): NONE,
    ("tutorial-max", 3): LOW,
    ("tutorial-block", 1): [*["10"] * 6, "−∞"],
    ("tutorial-block", 3): [*["10"] * 6, "−∞"],
    ("tutorial-sum", 1): [*["10"] * 6, "0"],
    ("tutorial-depth", 3): [*["1360"] * 6, "0"],
}
OPEN_THREE = {
    ("tutorial-block", 1): LOW,
    ("tutorial-block", 3): ["10", "10", "−∞", "10", "10", "−∞", "10"],
    ("tutorial-sum", 3): ["360", "240", "120", "360", "360", "120", "240"],
    ("tutorial-depth", 3): ["360", "240", "120", "360", "360", "120", "240"],
    ("tutorial-depth", 2): ["0"] * 7,
}


FINDINGS: dict[tuple[str, str, int | None, int], Finding] = {}


def find_once(position: Position, brain: str, depth: int | None, seed: int) -> Finding:
    """What a brain plays, searched once for all tests: it is the same each time."""
    key = (position.text, brain, depth, seed)
    if key not in FINDINGS:
        FINDINGS[key] = ask_brain(position, brain, depth, seed)
    return FINDINGS[key]


@pytest.fixture(autouse=True)
def _findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab_page, "ask_brain", find_once)


@pytest.fixture
def lab(window: Any, qtbot: Any) -> Any:
    page = play_commands.show_lab(window)
    wait(page, qtbot)
    return page


def wait(page: Any, qtbot: Any) -> None:
    qtbot.waitUntil(lambda: not page.is_asking)


def values(page: Any, subject: tuple[str, int | None]) -> list[str]:
    line = next(place for place, (_, *rest) in enumerate(SUBJECTS) if tuple(rest) == subject)
    return [page.findings[line].values[name] for name in page.columns]


def cell(page: Any, line: int, place: int) -> str:
    return page.table.rows.index(line, place).data()


@pytest.mark.full
@pytest.mark.spread(3)
@pytest.mark.parametrize(
    ("sample", "expected"),
    [("chapter-7-story", STORY), ("chapter-4-no-defence", NO_DEFENCE), ("chapter-5-open-three", OPEN_THREE)],
)
def test_the_values_of_the_document(lab: Any, qtbot: Any, sample: str, expected: dict[Any, list[str]]) -> None:
    from plyscope.files.sources import load

    lab.show_position(load(f"sample:connectfour/{sample}"))
    wait(lab, qtbot)
    for subject, target in expected.items():
        assert values(lab, subject) == target, subject


def test_the_story_of_the_chapters_in_one_table(lab: Any) -> None:
    for line, (_, brain, depth) in enumerate(SUBJECTS):
        target = STORY_PLAYS.get((brain, depth), STORY_PLAYS.get(brain))
        if target is not None:
            assert lab.findings[line].played == target, (brain, depth)
            assert cell(lab, line, 2) == target
            assert cell(lab, line, 2 + int(target)).startswith("▸")


@pytest.mark.full
@pytest.mark.spread(5)
@pytest.mark.parametrize("seed", range(1, 6))
def test_chapter_four_does_not_defend_whatever_the_order(lab: Any, qtbot: Any, seed: int) -> None:
    lab.choice.setCurrentIndex(1)
    lab.seed.setValue(seed)
    wait(lab, qtbot)
    for line, (_, brain, _) in enumerate(SUBJECTS):
        if brain == "tutorial-max":
            assert lab.findings[line].played != "7"
            assert cell(lab, line, 2).endswith("(random)")
        elif brain in ("tutorial-block", "tutorial-sum", "tutorial-depth"):
            assert lab.findings[line].played == "7"


@pytest.mark.full
def test_two_trees_side_by_side(window: Any, lab: Any) -> None:
    assert not lab.compare_button.isEnabled()
    flags = QItemSelectionModel.SelectionFlag
    for line in (6, 7):
        lab.table.selectionModel().select(lab.table.model().index(line, 0), flags.Select | flags.Rows)
    assert lab.compare_button.isEnabled()
    lab.compare_button.click()
    settle(window)
    comparison = comparison_in(window.page)
    assert comparison is not None
    traces = [side.trace for side in comparison.pair.sides.values()]
    assert [trace.options["depth"] for trace in traces] == [1, 3]


@pytest.mark.full
def test_a_line_opens_its_tree_by_key(window: Any, lab: Any) -> None:
    for _ in SUBJECTS:
        QTest.keyClick(lab.table, Qt.Key.Key_Down)
    assert lab.open_button.isEnabled()
    QTest.keyClick(lab.table, Qt.Key.Key_Return)
    settle(window)
    assert isinstance(window.page, TracePage)
    assert window.session.trace is lab.findings[9].trace


def test_positions_that_the_brains_cannot_play_are_refused(lab: Any) -> None:
    before = lab.position
    for text, said in (("4", ""), ("", "Red’s move"), ("41414", ""), ("4141414", "over"), ("9", "9")):
        lab.text.setText(text)
        QTest.keyClick(lab.text, Qt.Key.Key_Return)
        if said:
            assert said in lab.message_line.text()
    assert lab.position is not before
    assert lab.position.text


@pytest.mark.full
def test_the_lab_takes_the_position_in_front(window: Any, qtbot: Any) -> None:
    session = show(window, session_on("connectfour:44455", "alphabeta", depth=2))
    window.activateWindow()
    QTest.keySequence(window.canvas, "Ctrl+Shift+B")
    page = window.page
    assert isinstance(page, LabPage)
    assert page.position.text == session.trace.position.text
    window.close_page(page)
    settle(window)


@pytest.mark.full
def test_brains_can_be_read_in_a_small_window(window: Any, lab: Any) -> None:
    window.resize(1000, 620)
    settle(window)
    names = [cell(lab, line, 0) for line in range(len(SUBJECTS))]
    assert lab.table.columnWidth(0) >= max(map(QFontMetrics(font(13)).horizontalAdvance, names)) + 2 * PADDING
    assert lab.table.columnWidth(len(lab.columns) + 4) >= MIN_STRIP_WIDTH
    rows = lab.table.verticalHeader()
    assert rows.length() <= lab.table.viewport().height() < rows.length() + len(SUBJECTS), "they share the height"
    assert not lab.table.horizontalScrollBar().isVisible()
    assert lab.board.width() >= 200


def test_every_brain_shows_its_tree_and_columns_stand_below_each_other(lab: Any) -> None:
    for line, found in lab.findings.items():
        assert len(found.blocks) == len(found.trace)
        tops = {block.left: block for block in found.blocks if block.ply == 1}
        assert sorted(tops) == pytest.approx([column / 7 for column in range(7)])
        for column in lab.columns:
            block = tops[sorted(tops)[int(column) - 1]]
            value = found.values[column]
            assert (block.shade is None) == (value == "None")
            if block.shade is not None:
                assert (block.shade < 0) == value.startswith("−"), (line, column, value)


def test_a_strip_paints_its_calls(lab: Any) -> None:
    blocks = lab.findings[7].blocks
    picture = QImage(706, 60, QImage.Format.Format_RGB32)
    picture.fill(theme().paper)
    painter = QPainter(picture)
    paint_strip(painter, QRectF(picture.rect()), blocks, 2, 7)
    painter.end()

    def colour(ply: int, share: float) -> QColor:
        return picture.pixelColor(round(6 + share * 696), round(2 + (ply + 0.4) * 11.2))

    assert colour(1, 0.5 / 7) == theme().of_shade(1)
    assert colour(0, 0.5) == theme().of_shade(blocks[0].shade)
    assert colour(4, 6.5 / 7) != theme().of_shade(0), "below a win there is nothing"


def test_a_lab_that_is_there_is_turned_to(lab: Any, window: Any) -> None:
    show_start(window)
    assert window.page is not lab
    assert play_commands.show_lab(window) is window.page is lab
    show(window, session_on("sample:connectfour/chapter-7-story"))
    other = play_commands.show_lab(window)
    assert other is not lab, "another position has a lab of its own"
    assert play_commands.show_lab(window) is other, "a lab in front is the lab"
