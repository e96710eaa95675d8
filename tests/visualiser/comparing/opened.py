"""A comparison opened in a real window."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.recording import record
from engine.sources import load
from tests.visualiser.driving import settle
from visualiser.background import wait_for_all
from visualiser.comparing.page import ComparisonPage
from visualiser.main_window import MainWindow

HEBREW = "sample:tictactoe/hebrew"
STORY = "sample:connectfour/chapter-7-story"


def compare(window: MainWindow, source: str, first: Mapping[str, Any], second: Mapping[str, Any]) -> ComparisonPage:
    window.comparisons.compare(record(load(source), **first), record(load(source), **second))
    settle_all(window)
    return window.comparisons.page


def hebrew(window: MainWindow) -> ComparisonPage:
    """Minimax against alpha-beta on three free squares: one branch is cut."""
    return compare(window, HEBREW, {"algorithm": "minimax"}, {"algorithm": "alphabeta"})


def settle_all(window: MainWindow) -> None:
    settle(window)
    wait_for_all()
    settle(window)
