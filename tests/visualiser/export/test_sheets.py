"""Worksheets as PDF, read back."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import load
from plyscope.exercises.exercise import exercise_of
from plyscope.worksheets.worksheet import worksheet
from plyscope_window.export.sheets import painted


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext is not installed")
def test_a_key_reads_back_from_its_pdf(tmp_path: Path) -> None:
    exercise = exercise_of(load("tree:[[3,12,8],[2,4,6],[14,5,2]]"), {}, title="Three times three leaves")
    pages = worksheet(exercise, with_key=True).pages
    path = tmp_path / "key.pdf"
    path.write_bytes(painted([*pages, *pages]))
    text = subprocess.run(["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True).stdout
    assert text.count("\f") == 2, "two pages"
    assert text.count("Three times three leaves") == 2
    assert "C2, C3" in text
    assert "2 or ∞" in text
