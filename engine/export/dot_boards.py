"""A node of Graphviz with its board: a small table, for a label of Graphviz's own kind of HTML.

What such a label holds is put together here from numbers, colours and a few signs; no name is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from engine.export.board_drawing import BoardDrawing, CellDrawing
from engine.export.board_rows import board_rows
from engine.export.drawing import Figure, Look, Shape
from engine.export.palette import DISCS, Palette, mixed
from engine.export.svg_boards import TAKEN
from engine.position import FIRST

SIGNS = {Shape.UP: "▲", Shape.DOWN: "▼", Shape.SQUARE: "■", Shape.CIRCLE: "●"}
"""What the shapes of nodes become inside a table."""
SIDE, LETTERS = 13, 9
"""Points: a cell, and the letter in it."""
PALE = 0.65
"""How near to the paper the colours are of what is no part of the search yet, or ever."""


def board_label(figure: Figure, value: str, palette: Palette, max_side: int) -> str:
    """The sign of the node with its value, and the board below it, as Graphviz writes a label in HTML."""
    board = figure.board
    assert board is not None
    ground, ink, rim = node_colours(figure, palette)
    head = f'<TD BGCOLOR="{ground}"><FONT COLOR="{ink}">{SIGNS[figure.shape]} {escape(value)}</FONT></TD>'
    now = f' BGCOLOR="{palette.now}" CELLPADDING="3"' * figure.is_now
    dashed = ' STYLE="dashed"' * (figure.look is Look.GHOST)
    table = "".join(table_of(Cells(board, palette, max_side, figure.is_pale)))
    return (
        f'<<TABLE BORDER="1" COLOR="{rim}"{dashed}{now} CELLBORDER="0" CELLSPACING="0">'
        f"<TR>{head}</TR><TR><TD>{table}</TD></TR></TABLE>>"
    )


def node_colours(figure: Figure, palette: Palette) -> tuple[str, str, str]:
    """The ground of its value, the value itself, and the line round all of it."""
    if figure.look is Look.DONE:
        ground = palette.of_shade(figure.shade)
        return ground, palette.on_fill, ground
    if figure.look is Look.GHOST:
        return palette.pale_of_shade(figure.shade), palette.ink, palette.quiet
    if figure.look is Look.OPEN:
        return palette.card, palette.ink, palette.ink
    return palette.card, palette.hairline, palette.hairline


class Cells:
    """The cells of one board, in colours."""

    def __init__(self, board: BoardDrawing, palette: Palette, max_side: int, is_pale: bool) -> None:
        self.board, self.palette, self.max_side, self.is_pale = board, palette, max_side, is_pale

    def shade(self, colour: str) -> str:
        return mixed(colour, self.palette.paper, PALE) if self.is_pale else colour

    def of(self, cell: CellDrawing) -> str:
        """A cell of the table."""
        board, palette = self.board, self.palette
        side = palette.of_side(cell.owner == self.max_side)
        ground, ink, sign = palette.card, palette.quiet, "X" if cell.owner == FIRST else "O"
        if board.pieces == "discs":
            ground = mixed(palette.card, palette.hairline, 0.55)
            if cell.owner:
                disc = DISCS[cell.owner - 1]
                ground, ink, sign = disc.fill, disc.outline, "●" if cell.owner == FIRST else ""
        elif board.shape == "hex" and cell.owner:
            ground, ink = mixed(palette.card, side, TAKEN), side
        elif cell.is_last or cell.is_winning:
            ground, ink = palette.tint_of_side(cell.owner == self.max_side), side
        rim = f' BORDER="1" COLOR="{self.shade(palette.ink)}"' * (cell.is_last and board.pieces == "discs")
        text = f'<FONT COLOR="{self.shade(ink)}" POINT-SIZE="{LETTERS}">{sign}</FONT>' if cell.owner and sign else ""
        return f'<TD{self.wide} HEIGHT="{SIDE}" BGCOLOR="{self.shade(ground)}"{rim}>{text}</TD>'

    @property
    def wide(self) -> str:
        """A hexagon is as wide as two columns of the table, so that rows can stand half a cell apart."""
        return f' COLSPAN="2" WIDTH="{SIDE}"' if self.board.shape == "hex" else f' WIDTH="{SIDE}"'


def table_of(cells: Cells) -> Iterator[str]:
    board, palette = cells.board, cells.palette
    lines = "" if board.shape == "hex" else f' BGCOLOR="{cells.shade(palette.hairline)}"'
    yield f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="1" CELLPADDING="0"{lines}>'
    half = f'<TD WIDTH="{SIDE // 2}" HEIGHT="{SIDE}"></TD>'
    for number, row in enumerate(board_rows(board)):
        shown = [cells.of(cell) if cell else f'<TD{cells.wide} HEIGHT="{SIDE}"></TD>' for cell in row]
        if board.shape == "hex":
            shown.insert(0 if number % 2 else len(shown), half)
        yield f"<TR>{''.join(shown)}</TR>"
    yield "</TABLE>"
