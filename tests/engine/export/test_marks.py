"""Drawings and boards as marks: for paper they have the same texts in the same places, in other looks."""

from __future__ import annotations

from plyscope.export.boards import BoardColours, describe_on_paper, draw_board
from plyscope.export.drawing import draw
from plyscope.export.extent import Extent
from plyscope.export.marks import BoardMarks, Box, DrawingMarks, Stroke, Text, placed
from plyscope.export.palette import PALETTES
from plyscope.export.selection import Selection
from plyscope.worksheets.tree_marks import PrintedMarks

from tests.full_traces import record

TINT = "#FFF0BF"


def test_on_paper_the_same_is_written_in_the_same_places() -> None:
    drawing = draw(Selection(record("sample:tictactoe/same-board"), Extent(step=80)))
    shown, printed = ([*marks] for marks in (DrawingMarks(drawing).marks(), PrintedMarks(drawing, TINT).marks()))
    texts = [[mark[:5] for mark in marks if isinstance(mark, Text)] for marks in (shown, printed)]
    assert texts[0] == texts[1]
    assert {mark.fill for mark in printed if isinstance(mark, Box | Stroke)} <= {"", "#FFFFFF", "#1B1D21", TINT}


def test_a_pale_board_has_no_colour_of_the_board_itself() -> None:
    board = describe_on_paper(record("sample:tictactoe/hebrew").position.board())
    pens = [BoardMarks(BoardColours(PALETTES["light"], 1), is_pale=is_pale) for is_pale in (False, True)]
    for pen in pens:
        draw_board(board, pen)
    colours = [{mark.colour for mark in pen.marks} - {"#FFFFFF"} for pen in pens]
    assert len(pens[0].marks) == len(pens[1].marks)
    assert not colours[0] & colours[1]


def test_marks_in_another_size_keep_the_width_of_their_lines() -> None:
    marks = [Text(1, 2, "a", 10), Stroke(((0, 0), (1, 2)), 0.7), Box(1, 2, 3, 4, 0.7, 2)]
    assert placed(marks, 10, 20, 2) == [
        Text(12, 24, "a", 20),
        Stroke(((10, 20), (12, 24)), 0.7),
        Box(12, 24, 6, 8, 0.7, 4),
    ]
