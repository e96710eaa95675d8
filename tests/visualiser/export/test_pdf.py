"""Pages for printing; what is in them is asked of other programs in tests/programs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from plyscope import record
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope_window.export import pdf

pytestmark = pytest.mark.qt


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
