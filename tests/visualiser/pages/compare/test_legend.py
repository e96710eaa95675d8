"""The legend: every sign with its count, in as many lines as it takes."""

from __future__ import annotations

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.analysis.comparison import Comparison
from plyscope.analysis.union import Union
from plyscope.files.sources import load
from plyscope_window.pages.compare.legend import Legend
from plyscope_window.session.pair import SIGNS
from PySide6.QtWidgets import QApplication

pytestmark = pytest.mark.qt


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
