"""What badges say, and where they stand."""

from __future__ import annotations

import pytest
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.union import ONLY_B, SAME, VALUE_DIFFERS, VERDICTS, Union
from plyscope.files.sources import load
from plyscope_window.pages.compare.badges import Legend, badge_texts, both_values
from plyscope_window.pages.compare.colour_scale import scale_forms
from plyscope_window.session.limits import Future
from plyscope_window.session.pair import SIDE_OF, SIGNS, Pair, Prepared, Side, verdict_name
from PySide6.QtWidgets import QApplication

from tests.full_traces import record

pytestmark = pytest.mark.qt


def union_of(source: str, first: dict[str, object], second: dict[str, object]) -> Union:
    return Union(Comparison(record(load(source), **first), record(load(source), **second)))  # type: ignore[arg-type]


def words_at(union: Union, *path: str) -> tuple[str, str]:
    return badge_texts(union, next(node for node in range(len(union)) if union.path(node) == list(path)))


def test_a_bound_beside_a_value_is_no_mistake() -> None:
    union = union_of("sample:tictactoe/hebrew", {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    assert words_at(union) == ("=", "=")
    assert words_at(union, "a1") == ("≈ 1 · ≤1", "≈")
    assert words_at(union, "a1", "c1") == ("", "")


def test_contradicting_values_are_marked() -> None:
    union = union_of("sample:tree/nine-leaves", {"algorithm": "minimax"}, {"algorithm": "minimax", "depth": 3})
    assert {int(verdict) for verdict in union.verdicts} == {SAME}
    story = "sample:connectfour/chapter-7-story"
    union = union_of(story, {"algorithm": "minimax", "depth": 2}, {"algorithm": "minimax", "depth": 4})
    differing = next(node for node in range(len(union)) if union.verdicts[node] == VALUE_DIFFERS)
    a, b = union.values_of(differing)
    assert a != b
    assert badge_texts(union, differing) == (f"≠ {a} · {b}".replace("-", "−"), "≠")
    only = next(node for node in range(len(union)) if union.verdicts[node] == ONLY_B)
    assert both_values(union, only) == ""
    assert badge_texts(union, only) == ("", "")


def test_every_verdict_has_a_sign_or_the_square_of_a_side() -> None:
    assert {*SIGNS} | {*SIDE_OF} == {*VERDICTS}
    assert not {*SIGNS} & {*SIDE_OF}
    assert len(set(SIGNS.values())) == len(SIGNS)
    names: dict[Side, str] = {"a": "this", "b": "that"}
    assert len({verdict_name(verdict, names) for verdict in VERDICTS}) == len(VERDICTS)


def test_it_counts_every_node_and_wraps(qapp: QApplication) -> None:
    position = load("sample:tictactoe/hebrew")
    a, b = (record(position, algorithm=name) for name in ("minimax", "alphabeta"))
    pair = Pair(Prepared.of(a, b), ("minimax", "alpha-beta"))
    legend = Legend(pair)
    assert [(entry.words, entry.number) for entry in legend.entries] == [
        ("same", 5), ("bounds agree", 1), ("value differs", 0), ("only minimax calls it", 2),
        ("only alpha-beta calls it", 0),
    ]  # fmt: skip
    assert "only minimax calls it: 2" in legend.accessibleName()
    assert legend.heightForWidth(300) > legend.heightForWidth(1500)
    legend.resize(400, 40)
    legend.grab()
    forms = [[piece.text for piece in scale] for scale in scale_forms(pair.shades)]
    assert forms[2] == [forms[1][1], "", forms[1][3]]
    assert [len(form) for form in forms] == [8, 5, 3]
    assert legend._layout(4000)[1] == scale_forms(pair.shades)[0]
    pair.sides["a"].go(0)
    pair.show_future(Future.OUTLINES)
    legend.present()
    assert sum(entry.number for entry in legend.entries) == 0
