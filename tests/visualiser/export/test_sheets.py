"""Worksheets as PDF, read back."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import load
from plyscope.exercises.exercise import exercise_of
from plyscope.model.marks import Bookmark
from plyscope.worksheets.worksheet import worksheet
from plyscope_window.export.sheets import painted
from plyscope_window.widgets import questions

from tests.visualiser.driving import session_on, settle, show

pytestmark = pytest.mark.qt


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_a_key_reads_back_from_its_pdf(qapp: Any, tmp_path: Path) -> None:
    exercise = exercise_of(load("tree:[[3,12,8],[2,4,6],[14,5,2]]"), {}, title="Three times three leaves")
    pages = worksheet(exercise, with_key=True).pages
    path = tmp_path / "key.pdf"
    path.write_bytes(painted([*pages, *pages]))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("\f") == 2, "two pages"
    assert text.count("Three times three leaves") == 2
    assert "C2, C3" in text
    assert "2 or ∞" in text


def test_bookmarked_steps_become_a_handout(
    window: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answers: Any
) -> None:
    session = show(window, session_on("sample:tictactoe/hebrew"))
    command = window.actions_by_key["handout"]
    assert not command.isEnabled()
    assert command.toolTip().endswith("No bookmark is set.")
    for step in (4, 7):
        session.set_bookmark(Bookmark(step))
    settle(window)
    path = tmp_path / "handout.html"
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: path)
    command.trigger()
    text = path.read_text(encoding="utf-8")
    assert "steps 4, 7 of 22" in text
    assert "# → [1,0,0]" in text
    monkeypatch.setattr(questions, "ask_new_path", lambda *_: tmp_path / "handout.doc")
    command.trigger()
    assert "a handout is written as" in answers.last
