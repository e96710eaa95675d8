"""Small boards as SVG. The empty board stands in the file once, and so does each mark; a board is a list of uses."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from engine.export.board_drawing import CORNER_TO_CORNER, BoardDrawing, CellDrawing
from engine.export.drawing import UNDER, Drawing, Figure, height_of
from engine.export.palette import DISCS, Palette, mixed
from engine.export.svg_text import short
from engine.position import FIRST

TAKEN = 0.35
"""How much of a side's colour a cell has that the side has taken."""


def board_symbols(drawing: Drawing) -> Iterator[str]:
    """What all boards of the drawing have in common; they are of one game, so they are of one size.

    Colours come from whoever uses them: browsers do not look for rules about what is inside by where it is used.
    """
    board = next((figure.board for figure in drawing.figures if figure.board), None)
    if board is None:
        return
    size, reach = board.cell, board.cell * 0.27
    if board.shape != "hex":
        width, height = short(board.width), short(board.height)
        yield f'<rect id="frame" width="{width}" height="{height}" rx="2"/>'
    if board.pieces == "discs":
        core = f'<circle r="{short(size * 0.11)}" fill="currentColor" stroke="none"/>'
        yield f'<g id="disc1"><circle r="{short(size * 0.38)}"/>{core}</g>'
        yield f'<circle id="disc2" r="{short(size * 0.38)}"/>'
        yield f'<circle id="last" r="{short(size * 0.47)}"/>'
    else:
        there, back = short(2 * reach), short(-2 * reach)
        cross = f"M{short(-reach)} {short(-reach)}l{there} {there}M{short(-reach)} {short(reach)}l{there} {back}"
        yield f'<path id="mark1" d="{cross}"/>'
        yield f'<circle id="mark2" r="{short(reach * 1.05)}"/>'
        cell = hexagon(size * 0.97) if board.shape == "hex" else square(size - 1)
        yield f'<path id="cell" d="{cell}"/>'
    empty = "".join(empty_cells(board))
    yield f'<g id="cells">{empty}</g>'


def empty_cells(board: BoardDrawing) -> Iterator[str]:
    """Hexagons, round holes, or the lines between squares."""
    size, places = board.cell, [(short(cell.x), short(cell.y)) for cell in board.cells]
    if board.shape == "hex":
        yield from (f'<use href="#cell" x="{x}" y="{y}"/>' for x, y in places)
    elif board.pieces == "discs":
        yield from (f'<circle cx="{x}" cy="{y}" r="{short(size * 0.38)}"/>' for x, y in places)
    else:
        lines = [f"M{short(column * size)} 1v{short(board.height - 2)}" for column in range(1, board.columns)]
        lines += [f"M1 {short(row * size)}h{short(board.width - 2)}" for row in range(1, board.rows)]
        grid = "".join(lines)
        yield f'<path d="{grid}"/>'


def square(side: float) -> str:
    """Round its middle."""
    return f"M{short(-side / 2)} {short(-side / 2)}h{short(side)}v{short(side)}h{short(-side)}z"


def hexagon(width: float) -> str:
    """Standing on a corner, round its middle."""
    radius = width * CORNER_TO_CORNER / 2
    corners = [(radius * sin(pi / 3 * turn), -radius * cos(pi / 3 * turn)) for turn in range(6)]
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in corners) + "z"


def board_element(figure: Figure, is_pale: bool) -> str:
    board = figure.board
    assert board is not None
    x, y = figure.x - board.width / 2, figure.y + height_of(figure.shape) / 2 + UNDER
    pale = ' class="pale"' if is_pale else ""
    parts = [f'<g transform="translate({short(x)} {short(y)})"{pale}>']
    if board.shape != "hex":
        parts.append('<use class="card" href="#frame"/>')
    cells = "hole" if board.pieces == "discs" else "grid"
    parts.append(f'<use class="{cells}" href="#cells"/>')
    parts += [use for cell in board.cells if cell.owner for use in cell_uses(board, cell)]
    if board.line is not None:
        start_x, start_y, end_x, end_y = map(short, board.line)
        parts.append(f'<path class="line side{board.winner}" d="M{start_x} {start_y}L{end_x} {end_y}"/>')
    return "".join(parts) + "</g>"


def cell_uses(board: BoardDrawing, cell: CellDrawing) -> Iterator[str]:
    place = f'x="{short(cell.x)}" y="{short(cell.y)}"'
    side = f"side{cell.owner}"
    if board.pieces == "discs":
        if cell.is_last:
            yield f'<use class="last" href="#last" {place}/>'
        yield f'<use class="{side}" href="#disc{cell.owner}" {place}/>'
        return
    if board.shape == "hex":
        fresh = " fresh" if cell.is_last else ""
        yield f'<use class="taken{cell.owner}{fresh}" href="#cell" {place}/>'
    elif cell.is_last:
        yield f'<use class="tint{cell.owner}" href="#cell" {place}/>'
    hot = f"hot {side}" if cell.is_last or cell.is_winning or board.shape == "hex" else "mark"
    yield f'<use class="{hot}" href="#mark{cell.owner}" {place}/>'


def board_style(board: BoardDrawing, palette: Palette, max_side: int) -> Iterator[tuple[str, str]]:
    """Selectors and what they say."""
    thin = max(1.0, board.cell * 0.1)
    yield ".card", f"fill:{palette.card};stroke:{palette.hairline}"
    yield ".grid", f"fill:{palette.card};stroke:{palette.hairline};stroke-width:.8"
    yield ".hole", f"fill:{mixed(palette.card, palette.hairline, 0.55)}"
    yield ".pale", "opacity:.35"
    yield ".mark,.hot", f"fill:none;stroke-width:{short(thin)};stroke-linecap:round"
    yield ".mark", f"stroke:{palette.quiet}"
    yield ".line", f"fill:none;stroke-width:{short(thin * 1.3)};stroke-linecap:round"
    for side in (FIRST, 3 - FIRST):
        colour, tint = palette.of_side(side == max_side), palette.tint_of_side(side == max_side)
        yield f".tint{side}", f"fill:{tint}"
        yield f".taken{side}", f"fill:{mixed(palette.card, colour, TAKEN)};stroke:{mixed(tint, colour, 0.45)}"
        yield f".taken{side}.fresh", f"stroke:{colour};stroke-width:1.6"
        if board.pieces == "discs":
            disc = DISCS[side - 1]
            said = f"fill:{disc.fill};stroke:{disc.outline};stroke-width:.8;color:{disc.outline}"
            yield f".side{side}", said
            yield f".line.side{side}", f"stroke:{palette.ink}"
        else:
            yield f".side{side}", f"stroke:{colour}"
    yield ".last", f"fill:{palette.card};stroke:{palette.ink};stroke-width:1"
