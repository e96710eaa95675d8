"""What the panel says of pruning: of the whole run, and only what is known at a step."""

from __future__ import annotations

from typing import Any

import pytest
from plyscope.files.sources import load
from plyscope_window.pages.compare.badges import Legend
from plyscope_window.pages.compare.head import headline_content
from plyscope_window.pages.compare.merged import card_lines
from plyscope_window.panels.savings import CUTS_AT_ONCE, ExplanationView
from plyscope_window.session.limits import Future
from plyscope_window.session.pair import Pair, Prepared

from tests.full_traces import record

pytestmark = pytest.mark.qt

TEXTBOOK = "sample:tree/textbook"


def explained(source: str, *names: str, **options: Any) -> ExplanationView:
    a, b = (record(load(source), algorithm=name, **options) for name in names)
    found = ExplanationView()
    found.set_pair(Pair(Prepared.of(a, b), ("alpha-beta", "minimax")))
    return found


def cuts(column: ExplanationView) -> list[str]:
    return [block.text for block in column.cuts if not block.isHidden()]


def test_it_answers_what_pruning_saved(qapp: Any) -> None:
    column = explained(TEXTBOOK, "alphabeta", "minimax")
    assert column.question.text() == "WHAT DID PRUNING SAVE, AND WHY WAS IT SAFE?"
    assert column.first.text == (
        "First difference\nAt step 16 alpha-beta cuts at C. At step 17 minimax goes on to C2. "
        "Until then both made 7 calls with the same moves and values."
    )
    assert cuts(column) == [
        "Cut at C: 2 calls saved\n"
        "Pruned: C2 4 and C3 6.\n"
        "Why it was safe. After C1 = 2, C is at most 2. A had 3 from B. A takes the largest, so C cannot be chosen, "
        "whatever C2 and C3 are.\n"
        "What was there. Minimax looked: C = min(2, 4, 6) = 2. That is at most 2, as alpha-beta had said.",
        "Cut at D: nothing saved\n"
        "D3 = 2 was the last move: 3 ≥ 2 holds, but no move is left. D is exactly 2.",
    ]  # fmt: skip
    assert column.table.rows == [("0", 1, 1), ("1", 3, 3), ("2", 7, 9), ("all", 11, 13)]
    assert column.selected.isHidden()


def test_it_says_only_what_has_happened(qapp: Any) -> None:
    column = explained(TEXTBOOK, "alphabeta", "minimax")
    pair = column.pair
    assert pair is not None
    pair.leading.go(15)
    column.present()
    assert column.first.text == "First difference\nSo far they have not parted."
    assert cuts(column) == []
    assert not column.no_cuts.isHidden()
    pair.leading.go(16)
    column.present()
    assert column.first.text.endswith("At step 16 alpha-beta cuts at C. Until then both made 7 calls with "
                                      "the same moves and values.")  # fmt: skip
    assert [text.splitlines()[0] for text in cuts(column)] == ["Cut at C"]
    assert "What was there" not in cuts(column)[0]
    pair.leading.go(17)
    column.present()
    assert [text.splitlines()[0] for text in cuts(column)] == ["Cut at C: 2 calls saved"]
    assert "What was there" in cuts(column)[0]
    assert column.table.rows[-1] == ("all", 7, 9)
    pair.show_future(Future.WHOLE)
    column.present()
    assert len(cuts(column)) == 2


def test_a_selected_node_is_explained_in_both(qapp: Any) -> None:
    column = explained(TEXTBOOK, "alphabeta", "minimax")
    pair = column.pair
    assert pair is not None
    node = next(node for node in range(len(pair.union)) if pair.union.name_of(node) == "C")
    pair.select_node(node)
    column.present()
    assert column.selected.text == (
        "C: bounds agree\nAlpha-beta returned at most 2 at step 17, after 2 calls.\n"
        "Minimax returned 2 at step 23, after 4 calls."
    )
    pair.select_node(node + 2)
    column.present()
    assert column.selected.text == (
        "C2: pruned in alpha-beta\nAlpha-beta never calls this: a cutoff prunes C2 at C\nMinimax returned 4 at step 18."
    )


def test_a_block_leads_to_its_cut(qapp: Any) -> None:
    column = explained(TEXTBOOK, "alphabeta", "minimax")
    pair = column.pair
    assert pair is not None
    column.cuts[1].go.click()
    assert (pair.leader, pair.leading.cursor.step, pair.shows_whole) == ("a", 28, False)
    asked: list[bool] = []
    pair.other_leaves_requested.connect(lambda: asked.append(True))
    column.cuts[0].other_leaves.click()
    assert asked == [True]


def test_of_many_cuts_those_that_saved_most_come_first(qapp: Any) -> None:
    column = explained("sample:connectfour/chapter-7-story", "alphabeta", "minimax", depth=3)
    assert len(cuts(column)) == CUTS_AT_ONCE
    assert not column.more.isHidden()
    column.more.click()
    saved = [block.saving.calls for block in column.cuts if block.saving is not None]
    assert saved == sorted(saved, reverse=True)
    assert len(cuts(column)) == 18
    assert column.more.isHidden()
    assert all(block.other_leaves.isHidden() for block in column.cuts)


def said(pair: Pair, column: ExplanationView, legend: Legend) -> list[object]:
    """Everything that is said of the two at a step."""
    column.present()
    legend.present()
    blocks = [column.selected, column.first, *column.cuts, column.no_cuts, column.plies]
    cards = [card_lines(pair, node) for node in range(len(pair.union))]
    texts = [block.text for block in blocks if not block.isHidden()]
    return [headline_content(pair).text, texts, column.table.rows, legend.entries, cards]


def test_nothing_is_said_of_what_comes_after_the_step(qapp: Any) -> None:
    """The third subtree is another one in the second pair: until it is entered, both pairs say the same."""
    pairs = [
        Pair(Prepared.of(*(record(f"tree:[[3,12,8],[2,4,6],{last}]", name) for name in ("alphabeta", "minimax"))),
             ("alpha-beta", "minimax"))
        for last in ("[14,5,2]", "[1,0,9]")
    ]  # fmt: skip
    columns, legends = [ExplanationView(), ExplanationView()], [Legend(pair) for pair in pairs]
    for pair, column in zip(pairs, columns, strict=True):
        column.set_pair(pair)
    first = pairs[0].leading.trace
    third = next(frame for frame in first.children(0) if first.name_of(frame) == "D")
    entered = pairs[0].leading.cursor.steps.enter(third)
    for step in range(entered + 1):
        both = []
        for pair, column, legend in zip(pairs, columns, legends, strict=True):
            pair.leading.go(step)
            pair.show_future(Future.OUTLINES)
            both.append(said(pair, column, legend))
        assert both[0] == both[1], step
    assert entered > 17
