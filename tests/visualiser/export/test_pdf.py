"""Pages for printing, and worksheets, read back; more is asked of other programs in tests/programs."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from plyscope import load
from plyscope.exercises.exercise import exercise_of
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.model.marks import Bookmark
from plyscope.worksheets.worksheet import worksheet
from plyscope_window.export import pdf
from plyscope_window.widgets import questions

from tests.full_traces import record
from tests.visualiser.driving import session_on, settle, show

pytestmark = [pytest.mark.qt, pytest.mark.own_window]


def test_one_page_as_large_as_the_drawing(tmp_path: Path) -> None:
    trace = record("sample:tictactoe/hebrew")
    export(trace, tmp_path / "x.pdf", Extent(boards=True))
    content = (tmp_path / "x.pdf").read_bytes()
    drawing = draw(Selection(trace, Extent(boards=True)))
    [box] = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", content)
    assert [float(side) for side in box] == pytest.approx([drawing.width, drawing.height], abs=1)


def test_a_page_is_never_larger_than_programs_know(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "MAX_PAGE", 100.0)
    export(record("sample:tictactoe/hebrew"), tmp_path / "x.pdf")
    [box] = re.findall(rb"/MediaBox \[0 0 ([0-9.]+) ([0-9.]+)\]", (tmp_path / "x.pdf").read_bytes())
    assert max(float(side) for side in box) == pytest.approx(100, abs=1)


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_a_key_reads_back_from_its_pdf(qapp: Any, tmp_path: Path) -> None:
    exercise = exercise_of(load("tree:[[3,12,8],[2,4,6],[14,5,2]]"), {}, title="Three times three leaves")
    pages = worksheet(exercise, with_key=True).pages
    path = tmp_path / "key.pdf"
    path.write_bytes(pdf.painted([*pages, *pages]))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("\f") == 2, "two pages"
    assert text.count("Three times three leaves") == 2
    assert "C2, C3" in text
    assert "2 or ∞" in text


@pytest.mark.full
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
