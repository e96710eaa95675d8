"""Pages for printing, read by the programs of Poppler: their size, their fonts and every word on them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

import plyscope_window.export  # noqa: F401  registers the painters
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection

from tests.full_traces import record
from tests.programs.needs import program, run

pytestmark = [pytest.mark.qt, pytest.mark.full]


NAMES = (
    'tree:[{"name":"ראשון","children":[{"name":"左上","value":3},{"name":"a<b & c","value":-2.5}]},'
    '{"name":"=1+1","children":[1,12]},7]'
)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    export(record(NAMES, "alphabeta"), tmp_path / "x.pdf", Extent(windows=True))
    return tmp_path / "x.pdf"


def test_one_page_as_large_as_the_drawing(page: Path) -> None:
    facts = dict(line.split(":", 1) for line in run(program("pdfinfo"), page).splitlines() if ":" in line)
    drawing = draw(Selection(record(NAMES, "alphabeta"), Extent(windows=True)))
    width, height = (float(word) for word in facts["Page size"].split() if word[0].isdigit())
    assert (width, height) == pytest.approx((drawing.width, drawing.height), abs=1)
    assert (facts["Pages"].strip(), facts["Creator"].strip()) == ("1", "Plyscope")


def test_every_font_is_in_it_and_says_its_letters(page: Path) -> None:
    lines = run(program("pdffonts"), page).splitlines()[2:]
    assert len(lines) >= 3
    for line in lines:
        embedded, _, unicode_map = line.split()[-5:-2]
        assert (embedded, unicode_map) == ("yes", "yes"), line


def test_every_word_can_be_searched_for(page: Path) -> None:
    words = run(program("pdftotext"), "-layout", page, "-")
    plain = words.translate(dict.fromkeys(range(8234, 8239)))
    for expected in ("ראשון", "左上", "a<b & c", "=1+1", "−2.5", "12", "7", "α", "β"):
        assert expected in plain, words


def test_it_is_made_of_lines_and_not_of_dots(page: Path) -> None:
    assert run(program("pdfimages"), "-list", page).splitlines()[2:] == []
