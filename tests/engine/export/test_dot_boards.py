"""Tables for Graphviz: as XML they are well formed, and the cells say what is on the board."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from plyscope import record
from plyscope.export.dot import SIGNS, board_label
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "source", ["sample:tictactoe/hebrew", "sample:hexline/three-left", "sample:connectfour/chapter-5-block"]
)
def test_a_row_for_each_row_and_a_cell_for_each_cell(source: str, theme: str) -> None:
    trace = record(source, depth=1)
    for figure in draw(Selection(trace, Extent(boards=True, step=3, theme=theme))).figures:
        board = figure.board
        if board is None:
            continue
        label = board_label(figure, "<3", PALETTES[theme], trace.position.max_side)
        table = ElementTree.fromstring(label[1:-1])
        head, below = table.findall("TR")
        assert "".join(head.itertext()) == f"{SIGNS[figure.shape]} <3"
        rows = below.findall("TD/TABLE/TR")
        assert len(rows) == board.rows
        for row in rows:
            widths = [int(cell.get("COLSPAN", "1")) for cell in row]
            assert sum(widths) == (2 * board.columns + 1 if board.shape == "hex" else board.columns)
        signs = [text for row in rows for text in row.itertext()]
        full = [cell for cell in board.cells if cell.owner and not (board.pieces == "discs" and cell.owner == 2)]
        assert len(signs) == len(full)
        assert ("BGCOLOR" in table.attrib) == figure.is_now
