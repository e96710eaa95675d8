"""What badges say, and where they stand."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.union import CUT_IN_A, CUT_IN_B, ONLY_B, SAME, VALUE_DIFFERS, WINDOW_DIFFERS, Union
from plyscope.files.sources import load
from plyscope_window.pages.compare.badges import Legend, both_values, words_for
from plyscope_window.session.pair import SIGNS, verdict_name
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.qt


def union_of(source: str, first: dict[str, object], second: dict[str, object]) -> Union:
    return Union(Comparison(record(load(source), **first), record(load(source), **second)))  # type: ignore[arg-type]


def words_at(union: Union, *path: str) -> tuple[str, str]:
    return words_for(union, next(node for node in range(len(union)) if union.path(node) == list(path)))


def test_a_bound_beside_a_value_is_no_mistake() -> None:
    union = union_of("sample:tictactoe/hebrew", {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    assert words_at(union) == ("= same", "=")
    assert words_at(union, "a1") == ("= 1 · ≤1", "=")
    assert words_at(union, "a1", "c1") == ("cut in B", "B//")


def test_contradicting_values_are_marked() -> None:
    union = union_of("sample:tree/nine-leaves", {"algorithm": "minimax"}, {"algorithm": "minimax", "depth": 3})
    assert {int(verdict) for verdict in union.verdicts} == {SAME}
    story = "sample:connectfour/chapter-7-story"
    union = union_of(story, {"algorithm": "minimax", "depth": 2}, {"algorithm": "minimax", "depth": 4})
    differing = next(node for node in range(len(union)) if union.verdicts[node] == VALUE_DIFFERS)
    a, b = union.values_of(differing)
    assert a != b
    assert words_for(union, differing) == (f"≠ {a} · {b}".replace("-", "−"), "≠")
    only = next(node for node in range(len(union)) if union.verdicts[node] == ONLY_B)
    assert both_values(union, only) == ""
    assert words_for(union, only) == ("only B", "B")


def test_every_verdict_has_a_sign_and_a_word_of_its_own() -> None:
    assert len(set(SIGNS.values())) == len(SIGNS) == CUT_IN_B + 1
    assert len({verdict_name(verdict) for verdict in SIGNS}) == len(SIGNS)
    assert {SAME, VALUE_DIFFERS, WINDOW_DIFFERS, CUT_IN_A} < set(SIGNS)


def test_it_counts_every_node_and_wraps(qapp: QApplication) -> None:
    position = load("sample:tictactoe/hebrew")
    a, b = (record(position, algorithm=name) for name in ("minimax", "alphabeta"))
    legend = Legend(Union(Comparison(a, b)))
    assert [sign for _, sign, _, _ in legend.entries] == list(SIGNS.values())
    assert sum(number for _, _, _, number in legend.entries) == 8
    assert "cut in B: 2" in legend.accessibleName()
    assert legend.heightForWidth(300) > legend.heightForWidth(1500)
    legend.resize(400, 40)
    legend.grab()
