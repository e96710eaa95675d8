"""The note on a position can be read while its recording is shown, also after saving."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plyscope.files.trace_file import save_trace
from plyscope_window.pages.trace_page import open_trace_file

from tests.visualiser.driving import session_on, settle, show

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


@pytest.mark.full
def test_a_note_is_read_on_a_click_also_after_saving(window: Any, tmp_path: Path) -> None:
    session = show(window, session_on("sample:tictactoe/four-by-three"))
    note = session.trace.position.notes
    assert window.note.button.isVisible()
    window.note.button.click()
    assert "One more column" in window.note.sheet.text.text()
    window.note.sheet.close()
    path = tmp_path / "noted.plytrace"
    save_trace(session.trace, path)
    open_trace_file(window, path)
    settle(window)
    assert window.note.note == note


def test_without_a_note_there_is_no_button(window: Any) -> None:
    show(window, session_on("tictactoe:XO./.../..."))
    assert not window.note.button.isVisible()
