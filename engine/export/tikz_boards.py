r"""Small boards in TikZ: the empty board is one command, and each mark is one."""

from __future__ import annotations

from collections.abc import Iterator

from engine.export.board_drawing import CORNER_TO_CORNER, BoardDrawing, CellDrawing
from engine.export.drawing import UNDER, Figure, height_of
from engine.export.palette import DISCS, Palette, mixed
from engine.export.svg_boards import TAKEN
from engine.export.svg_text import short
from engine.position import FIRST

UNIT = 0.6


def points(length: float) -> str:
    return f"{round(length * UNIT, 2):g}pt"


def board_styles(board: BoardDrawing) -> Iterator[str]:
    thin = max(1.0, board.cell * 0.1)
    yield "grid/.style={draw=plyhairline,fill=plycard,line width=0.5pt}"
    yield f"mark/.style={{draw=#1,line width={points(thin)}}}"
    yield f"line/.style={{draw=#1,line width={points(thin * 1.3)}}}"


def board_commands(board: BoardDrawing, palette: Palette, max_side: int) -> Iterator[str]:
    """The colours of both sides, the empty board from its top left, and what can stand in a cell."""
    for side in (FIRST, 3 - FIRST):
        colour, tint = palette.of_side(side == max_side), palette.tint_of_side(side == max_side)
        named = {"side": colour, "tint": tint, "taken": mixed(palette.card, colour, TAKEN)}
        named |= {"disc": DISCS[side - 1].fill, "rim": DISCS[side - 1].outline}
        for name, value in named.items():
            yield rf"\definecolor{{ply{name}{side}}}{{HTML}}{{{value.removeprefix('#')}}}"
    yield rf"\definecolor{{plyhole}}{{HTML}}{{{mixed(palette.card, palette.hairline, 0.55).removeprefix('#')}}}"
    half, reach = board.cell / 2, board.cell * 0.27
    yield rf"\def\plycell#1(#2){{{cell_path(board, half)}}}"
    yield (
        rf"\def\plymarkone#1(#2){{\path[mark=#1] (#2) ++({short(-reach)},{short(-reach)}) -- ++({short(2 * reach)},"
        rf"{short(2 * reach)}) (#2) ++({short(-reach)},{short(reach)}) -- ++({short(2 * reach)},{short(-2 * reach)});}}"
    )
    yield rf"\def\plymarktwo#1(#2){{\path[mark=#1] (#2) circle[radius={points(reach * 1.05)}];}}"
    yield rf"\def\plydisc#1(#2){{\path[#1] (#2) circle[radius={points(board.cell * 0.38)}];}}"
    yield rf"\def\plycore#1(#2){{\path[#1] (#2) circle[radius={points(board.cell * 0.11)}];}}"
    yield rf"\def\plylast(#1){{\path[draw=plyink,line width=0.6pt] (#1) circle[radius={points(board.cell * 0.47)}];}}"
    yield r"\def\plyboard{" + "".join(empty_board(board)) + "}"


def cell_path(board: BoardDrawing, half: float) -> str:
    if board.shape != "hex":
        start, side = short(0.5 - half), short(2 * half - 1)
        return rf"\path[#1] (#2) ++({start},{start}) rectangle ++({side},{side});"
    high, wide = half * CORNER_TO_CORNER * 0.97, half * 0.97
    corners = [(0.0, -high), (wide, -high / 2), (wide, high / 2), (0.0, high), (-wide, high / 2), (-wide, -high / 2)]
    return r"\path[#1] " + " -- ".join(f"([shift={{({short(x)},{short(y)})}}]#2)" for x, y in corners) + " -- cycle;"


def empty_board(board: BoardDrawing) -> Iterator[str]:
    places = [f"({short(cell.x)},{short(cell.y)})" for cell in board.cells]
    if board.shape == "hex":
        yield from (rf"\plycell{{grid}}{place}" for place in places)
        return
    yield rf"\path[grid,rounded corners=1pt] (0,0) rectangle ({short(board.width)},{short(board.height)});"
    if board.pieces == "discs":
        yield from (rf"\plydisc{{fill=plyhole}}{place}" for place in places)
        return
    lines = [
        f"({short(column * board.cell)},1) -- ++(0,{short(board.height - 2)})" for column in range(1, board.columns)
    ]
    lines += [f"(1,{short(row * board.cell)}) -- ++({short(board.width - 2)},0)" for row in range(1, board.rows)]
    yield rf"\path[grid] {' '.join(lines)};"


def board_lines(figure: Figure) -> Iterator[str]:
    board = figure.board
    assert board is not None
    x, y = figure.x - board.width / 2, figure.y + height_of(figure.shape) / 2 + UNDER
    pale = ",opacity=0.35" if figure.is_pale else ""
    yield rf"\begin{{scope}}[shift={{({short(x)},{short(y)})}}{pale}]\plyboard"
    yield from board_marks(board)
    yield r"\end{scope}"


def board_marks(board: BoardDrawing) -> Iterator[str]:
    """What stands on the empty board."""
    for cell in board.cells:
        if cell.owner:
            yield "".join(cell_marks(board, cell))
    if board.line is not None:
        colour = "plyink" if board.pieces == "discs" else f"plyside{board.winner}"
        start_x, start_y, end_x, end_y = map(short, board.line)
        yield rf"\path[line={colour}] ({start_x},{start_y}) -- ({end_x},{end_y});"


def cell_marks(board: BoardDrawing, cell: CellDrawing) -> Iterator[str]:
    place, side = f"({short(cell.x)},{short(cell.y)})", cell.owner
    if board.pieces == "discs":
        if cell.is_last:
            yield rf"\plylast{place}"
        yield rf"\plydisc{{fill=plydisc{side},draw=plyrim{side},line width=0.5pt}}{place}"
        if side == FIRST:
            yield rf"\plycore{{fill=plyrim{side}}}{place}"
        return
    if board.shape == "hex":
        rim = "line width=1pt" if cell.is_last else "line width=0.5pt"
        yield rf"\plycell{{fill=plytaken{side},draw=plyside{side},{rim}}}{place}"
    elif cell.is_last:
        yield rf"\plycell{{fill=plytint{side}}}{place}"
    is_hot = cell.is_last or cell.is_winning or board.shape == "hex"
    name = "one" if side == FIRST else "two"
    yield rf"\plymark{name}{{{f'plyside{side}' if is_hot else 'plyquiet'}}}{place}"
