"""TikZ: every node and edge of the drawing, in its place; a part that TeX cannot hold is refused."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from plyscope.export import export
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.selection import Selection
from plyscope.export.svg import short
from plyscope.messages import InputError

from tests.engine.export.written import written_as
from tests.full_traces import record

SHAPE = re.compile(r"^\\ply(?:small)?(?:up|down|square|circle)\{[^}]*\}\(([0-9.]+),([0-9.]+)\)$", re.MULTILINE)


written = partial(written_as, "tikz")


@pytest.mark.parametrize("source", ["sample:tree/nine-leaves", "sample:tictactoe/hebrew", "sample:hexline/three-left"])
def test_every_node_stands_where_the_drawing_has_it(source: str) -> None:
    figures = draw(Selection(record(source), Extent())).figures
    assert SHAPE.findall(written(source)) == [(short(figure.x), short(figure.y)) for figure in figures]


def test_edges_and_looks() -> None:
    text = written("sample:tree/nine-leaves")
    assert text.count(r"\path[stub edge]") == text.count(r"\plysquare{stub}") == 4
    assert text.count(r"\path[severed]") == 8
    assert text.count(r"\path[best=") == 4
    assert r"\plysquare{fill=plymax8}" in text
    assert r"\plydown{fill=plymin8}" in text


def test_a_step() -> None:
    text = written("sample:tree/nine-leaves", step=2)
    assert text.count(r"\path[now]") == 1
    assert text.count("{open}(") == 3
    assert "{future}(" in text


def test_a_fragment_has_no_document_round_it() -> None:
    text = written("sample:tree/nine-leaves", fragment=True)
    assert "documentclass" not in text
    assert "begin{document}" not in text
    assert "%   \\usepackage{tikz}" in text


def test_a_page_larger_than_pdf_allows_is_refused(tmp_path: Path) -> None:
    wide = "tree:[" + ",".join(["1"] * 1500) + "]"
    with pytest.raises(InputError, match=r"no page of a PDF is over 508 cm, and this would be \d+ cm"):
        export(record(wide, "minimax"), tmp_path / "x.tex")
    assert list(tmp_path.iterdir()) == []
