"""Handouts: each step with its code and its board, all of it on the paper."""

from __future__ import annotations

from pathlib import Path

import pytest
from plyscope.export.marks import Box, Stroke, Text
from plyscope.export.node_texts import width_of
from plyscope.messages import InputError, OptionError
from plyscope.model.trace import Trace
from plyscope.worksheets.handout import handout, steps_around_cutoffs, steps_of, write_handout
from plyscope.worksheets.pages import MARGIN, PAGE_HEIGHT, PAGE_WIDTH, Sheet

from tests.full_traces import record

WIDE_TREE = "tree:[[3,12,8,4,9],[2,4,6,7,1],[14,5,2,8,3],[5,7,9,1,2],[6,4,3,8,9]]"


@pytest.fixture(scope="module")
def hebrew() -> Trace:
    return record("sample:tictactoe/hebrew")


def texts_of(sheet: Sheet) -> list[str]:
    return [mark.text for page in sheet.pages for mark in page.marks if isinstance(mark, Text)]


def test_a_step_has_its_code_with_values_its_sentence_and_its_board(hebrew: Trace) -> None:
    sheet = handout(hebrew, [6, 7])
    texts = texts_of(sheet)
    assert "def min(s, depth):" in texts
    assert "# → [1,0,0]" in texts
    assert "The game is over here: the value is 1." in texts
    assert "[2,2]: the end" in texts
    crosses = [
        mark for page in sheet.pages for mark in page.marks if isinstance(mark, Stroke) and len(mark.points) == 2
    ]
    assert len(crosses) >= 2 * 2 * 3, "three crosses of two strokes on each of two boards"


def test_steps_are_a_list(hebrew: Trace) -> None:
    assert steps_of("7,0,2-4", hebrew) == [0, 2, 3, 4, 7]
    for wrong in ("", "a", "5-2", "0-99", "-1"):
        with pytest.raises(InputError, match="is no step"):
            steps_of(wrong, hebrew)


def test_the_steps_around_a_cutoff_are_those_of_its_cut() -> None:
    trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    steps = steps_around_cutoffs(trace)
    assert steps == [15, 16, 17, 27, 28, 29]
    texts = texts_of(handout(trace, steps))
    assert any(text.startswith("Cut at C.") for text in texts)
    with pytest.raises(InputError, match="nothing is cut"):
        steps_around_cutoffs(record("tree:[[3,12],[9,8]]", "minimax"))


def test_a_tree_has_its_picture_beside_the_code_and_a_wide_one_above_it() -> None:
    small = texts_of(handout(record("tree:[[3,12,8],[2,4,6],[14,5,2]]"), [0, 16]))
    assert "Tree" in small
    assert [small.count(name) for name in ("B1", "D3", "14", "≤2")] == [2, 2, 2, 1]
    texts = texts_of(handout(record(WIDE_TREE), [0]))
    assert ("Tree" in texts, "Open calls" in texts, texts.count("F5")) == (False, True, 1)
    large = texts_of(handout(record(f"tree:[{WIDE_TREE[5:]},{WIDE_TREE[5:]},{WIDE_TREE[5:]}]"), [0]))
    assert "Open calls" in large
    assert "B" not in large


def test_what_the_table_had_stored_is_pointed_at_from_the_answer_on() -> None:
    trace = record("tree:[[11,4,13],[9,8,14],[11,13,9]]", "mtdf")
    for step, arrows in ((41, 0), (42, 1), (69, 2), (72, 3)):
        marks = [mark for mark in handout(trace, [step]).pages[0].marks if isinstance(mark, Stroke)]
        assert sum(mark.dashes is not None and len(mark.points) > 20 for mark in marks) == arrows
        assert sum(mark.closed and mark.width == 0 for mark in marks) == arrows


def test_a_pruned_leaf_is_severed_at_the_step_of_the_cut_and_no_earlier() -> None:
    trace = record("tree:[[3,12,8],[2,4,6],[14,5,2]]")
    dashed = [
        sum(isinstance(mark, Box) and mark.dashes is not None for mark in handout(trace, [step]).pages[0].marks)
        for step in (15, 16, 17)
    ]
    assert dashed == [0, 2, 2]


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize(
    "source", [WIDE_TREE, "sample:tictactoe/hebrew", "sample:tree/deep-cutoff", "hexline:random 6 1"]
)
def test_everything_stands_on_the_paper_and_no_step_is_torn(source: str) -> None:
    trace = record(source, "alphabeta", depth=None if "tree:" in source or "tree/" in source else 3)
    sheet = handout(trace, range(30))
    for page in sheet.pages:
        for mark in page.marks:
            match mark:
                case Text():
                    width = len(mark.text) * mark.size * 0.6 if mark.fixed else width_of(mark.text, mark.size)
                    left = mark.x - {"left": 0, "center": width / 2, "right": width}[mark.align]
                    assert left > MARGIN / 2, mark
                    assert left + width < PAGE_WIDTH - MARGIN / 2, mark
                    assert mark.y < PAGE_HEIGHT
                case Stroke():
                    assert all(0 < x < PAGE_WIDTH and 0 < y < PAGE_HEIGHT for x, y in mark.points)
                case Box():
                    assert mark.y + mark.high < PAGE_HEIGHT - 40


def test_the_file_says_the_form(hebrew: Trace, tmp_path: Path) -> None:
    write_handout(hebrew, [4, 5], tmp_path / "handout.html", force=False)
    write_handout(hebrew, [4, 5], tmp_path / "handout.tex", force=False)
    page = (tmp_path / "handout.html").read_text(encoding="utf-8")
    assert page.count("<svg") == 1
    assert "def min(s, depth):" in page
    assert r"\begin{tikzpicture}" in (tmp_path / "handout.tex").read_text(encoding="utf-8")
    with pytest.raises(OptionError, match="handout is written as"):
        write_handout(hebrew, [4, 5], tmp_path / "handout.doc", force=False)
