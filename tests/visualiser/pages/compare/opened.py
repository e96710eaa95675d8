"""A comparison opened in a real window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plyscope.files.sources import load
from plyscope_window.app.main_window import MainWindow
from plyscope_window.jobs.background import wait_for_all
from plyscope_window.pages.compare import comparisons
from plyscope_window.pages.compare.compare_page import SIDE_BY_SIDE, ComparisonPage

from tests.full_traces import record
from tests.visualiser.driving import settle

HEBREW = "sample:tictactoe/hebrew"
STORY = "sample:connectfour/chapter-7-story"


def compare(window: MainWindow, source: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> ComparisonPage:
    comparisons.compare(window, record(load(source), **first), record(load(source), **second))
    settle_all(window)
    return comparisons.in_front(window)


def hebrew(window: MainWindow, look: str = SIDE_BY_SIDE) -> ComparisonPage:
    """Minimax against alpha-beta on three free squares: one branch is cut."""
    page = compare(window, HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})
    page.set_look(look)
    settle_all(window)
    return page


def settle_all(window: MainWindow) -> None:
    settle(window)
    wait_for_all()
    settle(window)
