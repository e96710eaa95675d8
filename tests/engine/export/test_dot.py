"""The source for Graphviz."""

from __future__ import annotations

from functools import partial
from xml.etree import ElementTree

import pytest
from plyscope.export.boards import BoardColours
from plyscope.export.dot import SIGNS, board_label, literal
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection

from tests.engine.export.written import written_as
from tests.full_traces import record

written = partial(written_as, "dot")


def test_shapes_say_the_side_and_dashes_say_pruned() -> None:
    text = written("sample:tree/nine-leaves")
    assert [text.count(f"shape={shape} ") for shape in ("triangle", "invtriangle", "square")] == [1, 3, 9]
    assert text.count("arrowhead=noneteetee") == 4
    assert text.count("style=dashed") == 8
    assert text.count("penwidth=3") == 4
    assert "ordering=out" in text
    assert text.count("pos=") == 13


def test_no_label_is_html_and_no_backslash_means_anything() -> None:
    assert str(literal("\\N&lt;")) == "\\\\N&amp;lt;"
    text = written('tree:[{"name":"<b>","value":1},{"name":"\\"];x","value":2}]')
    assert 'label=" <b> "' in text
    assert r'label=" \"];x "' in text


def test_windows_and_notes_stand_on_the_edge_and_those_of_the_root_below() -> None:
    text = written("sample:tree/nine-leaves", windows=True, notes={0: "root", 1: "first"})
    assert r'n0 -> n1 [label=" B \n α −∞ \n β ∞ \n first "' in text
    assert r'label=" α −∞ \n β ∞ \n root "' in text


def test_a_value_without_room_makes_its_node_larger() -> None:
    assert written("tree:[-123.4567,2]").count("fixedsize=false") == 1


def test_the_same_recording_gives_the_same_text() -> None:
    assert written("sample:tictactoe/hebrew") == written("sample:tictactoe/hebrew")


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
        label = board_label(figure, "<3", BoardColours(PALETTES[theme], trace.position.max_side))
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
