"""A board drawn once for all formats: described in plain numbers, then drawn by calls of a pen.

`describe_board` says where each cell's middle is and what is in the cell. `draw_board` calls a pen for every part, in
the order in which the parts lie on each other. Each format, and the window, is a pen of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import ceil, floor

from plyscope.export.chess_pieces import outlines
from plyscope.export.palette import Palette, mixed
from plyscope.model.board_texts import width_of
from plyscope.model.position import FIRST, Board, Cell

ROW_PITCH, CORNER_TO_CORNER = 0.866, 1.155
"""Hexagons that are one wide and stand on a corner: the distance of rows, and the height."""
MAX_CELL, MIN_CELL, BOARD_SIZE = 15.0, 8.0, 54.0
MIN_TEXT_LINE = 7.0
"""Limits of a cell's size on paper, of the lines of a text, and the size of a board from which they are chosen."""
DISC_RADIUS, CORE_RADIUS, LAST_RING_RADIUS = 0.38, 0.11, 0.47
"""Radii of a disc, of the dot in the first side's discs, and of the ring round the last disc, by the cell's size."""
LETTER_SIZE, LETTER_DOWN = 0.62, 0.22
"""The height of a text in a cell, and how far its baseline lies below the middle, by the cell's size."""
TEXT_PITCH, TEXT_SIZE, TEXT_DOWN, TEXT_MARGIN = 0.5, 0.82, 0.26, 0.3
"""Where the lines of a text are one apart: the distance of characters, their font's size, how far their baseline lies
below the middle, and the room around the text."""
CROSS_ARM = 0.27
"""From the middle of a cross to its ends, on each axis."""
RING_RADIUS = CROSS_ARM * 1.05
HEXAGON_WIDTH = 0.97
"""How wide a hexagon is drawn."""
LINE_OVERHANG = 0.33
"""How far the winning line reaches beyond the middles of its first and last cell, by the distance between cells."""
TAKEN_SHARE = 0.35
"""Share of a side's colour in a cell that the side has taken."""


@dataclass(frozen=True, slots=True)
class CellDrawing:
    """One cell of a drawn board; x and y are its middle."""

    x: float
    y: float
    owner: int
    is_last: bool
    is_winning: bool
    place: Cell
    """Its column and its row."""
    label: str = ""
    """The letter of a chess piece, or the text that stands in the cell."""
    is_left: bool = False
    """Whether the piece was left behind by an earlier call."""
    is_shaded: bool = False
    """Whether its ground is darker than that of others."""


@dataclass(frozen=True, slots=True)
class BoardDrawing:
    """A board in plain numbers; on paper its top left is at 0, 0."""

    shape: str
    pieces: str
    left: float
    top: float
    width: float
    height: float
    cell: float
    """The size of a cell."""
    columns: int
    rows: int
    cells: tuple[CellDrawing, ...]
    line: tuple[float, float, float, float] | None
    """Through the winning cells, from end to end."""
    winner: int
    """The side whose line it is; 0 without one."""

    @property
    def is_hexagonal(self) -> bool:
        return self.shape == "hex"

    @property
    def has_discs(self) -> bool:
        return self.pieces == "discs"

    @property
    def has_texts(self) -> bool:
        return self.pieces == "texts"

    @property
    def is_text(self) -> bool:
        return self.shape == "text"

    @property
    def is_chess(self) -> bool:
        return self.pieces == "chess"

    @property
    def is_shaded(self) -> bool:
        """Whether some of its cells have a darker ground."""
        return any(cell.is_shaded for cell in self.cells)

    @property
    def cell_width(self) -> float:
        """The width of a cell, whose size is its height."""
        return self.cell * TEXT_PITCH if self.is_text else self.cell

    @property
    def letter_size(self) -> float:
        """The font size of a text in a cell."""
        return self.cell * (TEXT_SIZE if self.is_text else LETTER_SIZE)

    @property
    def letter_down(self) -> float:
        """The distance of a text's baseline below the middle of its cell."""
        return self.cell * (TEXT_DOWN if self.is_text else LETTER_DOWN)

    @property
    def line_width(self) -> float:
        """The width of the strokes of crosses and rings on paper."""
        return max(1.0, self.cell * 0.1)

    @property
    def row_cells(self) -> list[list[CellDrawing | None]]:
        """The cells by rows from the top; None for places that are no cell."""
        rows: list[list[CellDrawing | None]] = [[None] * self.columns for _ in range(self.rows)]
        for cell in self.cells:
            column, row = cell.place
            rows[row][column] = cell
        return rows


def describe_on_paper(board: Board) -> BoardDrawing:
    """Return the drawing of a board below a node, in a size that suits all formats."""
    left, top, right, bottom = bounds(board)
    size = floor(2 * BOARD_SIZE / max(right - left, bottom - top)) / 2
    drawing = describe_board(board, max(MIN_TEXT_LINE if board.shape == "text" else MIN_CELL, min(MAX_CELL, size)))
    return replace(drawing, height=ceil(drawing.height))


def describe_board(
    board: Board, size: float, at: tuple[float, float] = (0.0, 0.0), *, is_turned: bool = False
) -> BoardDrawing:
    """Return the drawing of a board with cells of a size, its top left at a point, or seen from the other side."""
    left, top, right, bottom = extent = bounds(board)
    wide, high = cell_width(board) * size, cell_height(board) * size
    placed = {
        cell: (at[0] + (x - left) * size + wide / 2, at[1] + (y - top) * size + high / 2)
        for cell in board.owners
        for x, y in [turned(corner(cell, board.shape), board, extent) if is_turned else corner(cell, board.shape)]
    }
    winning = board.winning_line if len(board.winning_line) > 1 else ()
    return BoardDrawing(
        board.shape, board.pieces, *at, (right - left) * size, (bottom - top) * size, size, board.columns,
        board.rows,
        tuple(
            CellDrawing(
                placed[cell][0] + (wide / 2 if board.shape == "text" and is_wide(board.labels.get(cell, "")) else 0),
                placed[cell][1], owner, cell in board.last_move, cell in winning, cell, board.labels.get(cell, ""),
                cell in board.left, cell in board.shaded,
            )
            for cell, owner in board.owners.items()
        ),
        line_through(placed[winning[0]], placed[winning[-1]], len(winning)) if winning else None,
        board.owners[winning[0]] if winning else 0,
    )  # fmt: skip


def is_wide(label: str) -> bool:
    """Whether a cell's character takes two columns of fixed width."""
    return label != "" and width_of(label[0]) > 1


def bounds(board: Board) -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of a board's cells, of a text with its margin, in units of a cell."""
    corners = [corner(cell, board.shape) for cell in board.owners]
    across, down = [x for x, _ in corners], [y for _, y in corners]
    margin = TEXT_MARGIN if board.shape == "text" else 0.0
    right, bottom = max(across) + cell_width(board), max(down) + cell_height(board)
    return min(across) - margin, min(down) - margin, right + margin, bottom + margin


def corner(cell: Cell, shape: str) -> tuple[float, float]:
    """Return the top left of a cell, in units of a cell; odd rows of hexagons are half a cell to the right."""
    column, row = cell
    if shape == "hex":
        return column + (0.5 if row % 2 else 0.0), row * ROW_PITCH
    return (column * TEXT_PITCH, row) if shape == "text" else (column, row)


def turned(at: tuple[float, float], board: Board, extent: tuple[float, float, float, float]) -> tuple[float, float]:
    """Return the top left of a cell on the board turned by half a circle; `extent` are its bounds."""
    left, top, right, bottom = extent
    return left + right - cell_width(board) - at[0], top + bottom - cell_height(board) - at[1]


def cell_width(board: Board) -> float:
    """Return the width of a board's cells, in units of a cell."""
    return TEXT_PITCH if board.shape == "text" else 1.0


def cell_height(board: Board) -> float:
    """Return the height of a board's cells, in units of a cell."""
    return CORNER_TO_CORNER if board.shape == "hex" else 1.0


def line_through(start: tuple[float, float], end: tuple[float, float], cells: int) -> tuple[float, float, float, float]:
    """Return the winning line from a little before its first cell to a little beyond its last."""
    x, y = ((to - at) / max(1, cells - 1) * LINE_OVERHANG for at, to in zip(start, end, strict=True))
    return start[0] - x, start[1] - y, end[0] + x, end[1] + y


def hexagon(size: float) -> list[tuple[float, float]]:
    """Return the corners of a hexagon about its middle, the top one first."""
    wide, high = size * HEXAGON_WIDTH / 2, size * HEXAGON_WIDTH * CORNER_TO_CORNER / 2
    return [(0.0, -high), (wide, -high / 2), (wide, high / 2), (0.0, high), (-wide, high / 2), (-wide, -high / 2)]


class Pen:
    """The pen of one format: draws the parts of a board, and skips those that its format lacks."""

    empties_first = True
    """Whether every cell is drawn empty before any piece; else only cells on which nothing stands, in their turn."""

    def empty_board(self, board: BoardDrawing) -> None:
        """Draw the empty board: ground, grid and empty cells."""
        if not board.is_hexagonal:
            self.frame(board)
            for cell in board.cells:
                if cell.is_shaded:
                    self.dark_square(board, cell)
            if not board.is_chess and not board.has_discs and not board.is_text:
                size = board.cell
                self.grid(board, [n * size for n in range(1, board.columns)], [n * size for n in range(1, board.rows)])
        if self.empties_first:
            for cell in board.cells:
                self.free_cell(board, cell)

    def frame(self, board: BoardDrawing) -> None:
        """Draw a rectangle behind a board of squares or discs."""

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        """Draw the lines between squares, by their distances from the left and from the top."""

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the ground of a shaded cell, such as a dark square of a chess board."""

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw a chess piece; `chess_pieces` has its outlines."""

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the text in a cell of a board of texts."""

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw an empty cell: a hexagon or a round hole. Squares need nothing but the grid."""

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the ground of a cell that the last move changed: under a mark, a text, or a chess piece."""

    def left_behind(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the ground of a cell that the last move's piece has left."""

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None: ...

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        """Draw a cross for the first side, a ring for the second; in the side's colour only if `is_hot`."""

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the ring behind the last disc."""

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw a disc in its side's colour, the first side's with a dot in it."""

    def last_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        """Draw the outline of the last move over the edges of its neighbours."""

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None: ...


def draw_board(board: BoardDrawing, pen: Pen) -> None:
    """Draw a board with a pen: the empty board, the pieces, and the winning line."""
    pen.empty_board(board)
    draw_pieces(board, pen)


def draw_pieces(board: BoardDrawing, pen: Pen) -> None:
    """Draw the pieces and the winning line with a pen, without the empty board."""
    for cell in board.cells:
        if cell.is_left:
            pen.left_behind(board, cell)
        if board.is_chess or board.has_texts:
            if cell.is_last:
                pen.tint(board, cell)
            if cell.label:
                (pen.piece if board.is_chess else pen.letter)(board, cell)
            continue
        if not cell.owner:
            if not pen.empties_first:
                pen.free_cell(board, cell)
            continue
        if board.has_discs:
            if cell.is_last:
                pen.last_ring(board, cell)
            pen.disc(board, cell)
            continue
        if board.is_hexagonal:
            pen.taken_hexagon(board, cell)
        elif cell.is_last:
            pen.tint(board, cell)
        pen.mark(board, cell, cell.is_last or cell.is_winning or board.is_hexagonal)
    for cell in board.cells:
        if cell.is_last and cell.owner and board.is_hexagonal:
            pen.last_hexagon(board, cell)
    if board.line is not None:
        pen.winning_line(board, board.line)


@dataclass(frozen=True)
class BoardColours:
    """The colours of boards on paper, by the palette and by which side is MAX."""

    palette: Palette
    max_side: int

    @property
    def hole(self) -> str:
        """The colour of an empty place for a disc."""
        return mixed(self.palette.card, self.palette.hairline, 0.55)

    def side(self, side: int) -> str:
        """Return the colour of a side."""
        return self.palette.of_side(side == self.max_side)

    def tint(self, side: int) -> str:
        """Return the pale colour of a side, for grounds."""
        return self.palette.tint_of_side(side == self.max_side) if side else self.palette.even_tint

    @property
    def dark_square(self) -> str:
        """The colour of dark squares."""
        return mixed(self.palette.card, self.palette.hairline, 0.75)

    def taken(self, side: int) -> str:
        """Return the colour of a hexagon that a side has taken."""
        return mixed(self.palette.card, self.side(side), TAKEN_SHARE)

    def taken_rim(self, side: int) -> str:
        """Return the colour of that hexagon's outline."""
        return mixed(self.tint(side), self.side(side), 0.45)

    def line(self, board: BoardDrawing) -> str:
        """Return the colour of the winning line; on discs not the side's, which would be hard to see."""
        return self.palette.ink if board.has_discs else self.side(board.winner)


def piece_outlines(board: BoardDrawing, cell: CellDrawing) -> list[list[tuple[float, float]]]:
    """Return the polygons of the chess piece in a cell, in their places."""
    size = board.cell
    return [[(cell.x + x * size, cell.y + y * size) for x, y in outline] for outline in outlines(cell.label)]


FREE_CELL, NO_CELL = "·", "\u00a0"
"""The characters of a free cell, and of a place that is not a cell: one that no program merges with other spaces."""


class LetterPen(Pen):
    """The pen for text in a font of fixed width: crosses and rings, full discs and empty ones, letters of chess pieces,
    the first side's as capitals."""

    def __init__(self) -> None:
        self.letters: dict[Cell, str] = {}

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        self.letters[cell.place] = "X" if cell.owner == FIRST else "O"

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.letters[cell.place] = "●" if cell.owner == FIRST else "○"

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.letters[cell.place] = cell.label if cell.owner == FIRST else cell.label.lower()

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.letters[cell.place] = cell.label


def board_lines(board: BoardDrawing) -> list[str]:
    """Return the board as lines of text; odd rows of hexagons are half a cell to the right."""
    pen = LetterPen()
    draw_board(board, pen)
    if board.is_text:
        return [text_line(pen.letters, row, board.columns) for row in range(board.rows)]
    wide = max(map(len, pen.letters.values()), default=1)
    return [
        NO_CELL * (board.is_hexagonal and number % 2)
        + " ".join((pen.letters.get(cell.place, FREE_CELL) if cell else NO_CELL).rjust(wide, NO_CELL) for cell in row)
        for number, row in enumerate(board.row_cells)
    ]


def text_line(letters: Mapping[Cell, str], row: int, columns: int) -> str:
    """Return one row as text; a wide character takes the place behind it too."""
    places = range(columns)
    wide = {column + 1 for column in places if is_wide(letters.get((column, row), ""))}
    return "".join(letters.get((column, row), NO_CELL) for column in places if column not in wide)
