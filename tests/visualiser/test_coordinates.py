"""A chosen notation of squares stands in every view, panel, tooltip and copied text of a recording and a comparison."""

from __future__ import annotations

import re
from typing import Any

import pytest
from plyscope_window.pages.compare.comparisons import compare
from PySide6.QtGui import QImage

from tests.full_traces import record
from tests.visualiser.driving import session_on, settle, show
from tests.visualiser.test_time import things_seen

pytestmark = pytest.mark.qt

SOURCE = "tictactoe:X.O/OXX/..O"
SQUARE = re.compile(r"\b[a-c][1-3]\b")


def squares_seen(window: Any, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Where a square is called by file and rank."""
    seen = things_seen(window, window.session, monkeypatch)
    texts = {where: repr(what) for where, what in seen if not isinstance(what, QImage)}
    assert len(texts) > 100
    assert any("[1,0]" in text for text in texts.values())
    return {f"{where}: {SQUARE.sub('<<', text)[:300]}" for where, text in texts.items() if SQUARE.search(text)}


@pytest.mark.full
def test_nothing_of_a_recording_keeps_another_notation(shared_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window = shared_window
    session = show(window, session_on(SOURCE, "alphabeta"))
    window.choose_coordinates("[x,y]")
    try:
        session.go(session.cursor.last_step // 2)
        settle(window)
        assert squares_seen(window, monkeypatch) == set()
    finally:
        window.choose_coordinates("")


@pytest.mark.full
def test_nothing_of_a_comparison_keeps_another_notation(shared_window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    window = shared_window
    window.choose_coordinates("[x,y]")
    try:
        compare(window, record(SOURCE, "alphabeta"), record(SOURCE, "minimax"))
        settle(window)
        assert squares_seen(window, monkeypatch) == set()
    finally:
        window.choose_coordinates("")
