"""A tree as plain TikZ: every place is given, so that TeX has nothing to work out and is done soon.

The looks are named styles and the shapes are short commands at the top, for those who want to change them. A unit is
six tenths of a point, which makes letters as large as in a footnote. Loops, shapes of libraries and nodes without
text would make it slower: a thousand nodes take less than ten seconds.

Small boards in TikZ: the empty board is one command, and each mark is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyscope.export.boards import CORNER_TO_CORNER, BoardDrawing, CellDrawing
from plyscope.export.drawing import STUB, UNDER, WIDE, Drawing, Edge, Figure, Look, Shape, drawn, height_of
from plyscope.export.extent import DARK, FEWER
from plyscope.export.node_texts import STYLES, Label, Role
from plyscope.export.palette import DISCS, PALE, PALETTES, Palette, mixed
from plyscope.export.selection import Selection
from plyscope.export.svg import TAKEN, shade_class, short, title
from plyscope.export.tex import commented, document, fragment, typeset
from plyscope.messages import InputError
from plyscope.model.position import FIRST

BOARD_UNIT = 0.6


def points(length: float) -> str:
    return f"{round(length * BOARD_UNIT, 2):g}pt"


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


UNIT = 0.6
"""Points for each unit of the drawing."""
LARGEST = 14_400
"""Points: no page of a PDF is larger."""
NEEDS = r"\usepackage{tikz}"
UNITS = (f"x={UNIT}pt", f"y=-{UNIT}pt", "line cap=round", "line join=round")


def pieces(selection: Selection) -> Iterator[str]:
    drawing = yield from drawn(selection)
    refuse_too_large(drawing)
    body = picture(selection, drawing)
    if selection.extent.fragment:
        lines = fragment([NEEDS], body)
    else:
        paper = [r"\pagecolor{plypaper}"] if selection.extent.theme == DARK else []
        body = [*colours(selection, drawing), *paper, *body]
        lines = document(r"\documentclass[tikz,border=0pt]{standalone}", [], body)
    yield commented(f"{title(selection)}, written by Plyscope") + "\n"
    for line in lines:
        yield line + "\n"


def refuse_too_large(drawing: Drawing) -> None:
    for size in (drawing.width, drawing.height):
        if size * UNIT > LARGEST:
            raise InputError(
                "no page of a PDF is over {most} cm, and this would be {size} cm: "
                "fewer plies ({plies}) or a subtree ({subtree}) will do",
                most=round(LARGEST / 72 * 2.54),
                size=round(size * UNIT / 72 * 2.54),
                **FEWER,
            )


def picture(selection: Selection, drawing: Drawing) -> list[str]:
    """The picture alone. A fragment brings its colours with it, a document has them at its beginning."""
    lines = [r"\begin{tikzpicture}[", *(f"  {line}," for line in [*UNITS, *looks(drawing)]), "]"]
    if selection.extent.fragment:
        lines += colours(selection, drawing)
    return [*lines, *commands(selection, drawing), *strokes(drawing), r"\end{tikzpicture}"]


def looks(drawing: Drawing) -> Iterator[str]:
    """The styles by their names."""
    yield from styles()
    board = first_board(drawing)
    if board is not None:
        yield from board_styles(board)


def commands(selection: Selection, drawing: Drawing) -> Iterator[str]:
    """The shapes by their names."""
    yield from shape_commands()
    board = first_board(drawing)
    if board is not None:
        yield from board_commands(board, PALETTES[selection.extent.theme], selection.trace.position.max_side)


def first_board(drawing: Drawing) -> BoardDrawing | None:
    """All boards of a drawing are of one game and one size."""
    return next((figure.board for figure in drawing.figures if figure.board), None)


def strokes(drawing: Drawing) -> Iterator[str]:
    """What is drawn, the edges first."""
    yield rf"\useasboundingbox (0,0) rectangle ({short(drawing.width)},{short(drawing.height)});"
    for edge in drawing.edges:
        yield from edge_lines(edge)
    for figure in drawing.figures:
        yield from figure_lines(figure)


def colours(selection: Selection, drawing: Drawing) -> list[str]:
    palette = PALETTES[selection.extent.theme]
    roles = ("paper", "card", "ink", "quiet", "edge", "hairline", "pruned", "now", "on_fill")
    named = {"ply" + role.replace("_", ""): getattr(palette, role) for role in roles}
    shades = {0} | {figure.shade for figure in drawing.figures} | {edge.shade for edge in drawing.edges}
    named |= {colour_name(shade): palette.of_shade(shade) for shade in sorted(shades)}
    return [rf"\definecolor{{{name}}}{{HTML}}{{{colour.removeprefix('#')}}}" for name, colour in named.items()]


def colour_name(shade: int) -> str:
    return "ply" + shade_class(shade)


def styles() -> Iterator[str]:
    """Lines first, then nodes, then texts."""
    yield "edge/.style={draw=plyedge,line width=0.8pt}"
    yield "best/.style={draw=#1,line width=2pt}"
    yield "future edge/.style={draw=plyhairline,line width=0.8pt}"
    yield "way/.style={draw=plynow,line width=6.6pt}"
    yield "open edge/.style={draw=plyink,line width=1.4pt}"
    yield "stub edge/.style={draw=plypruned,line width=0.8pt,dash pattern=on 2pt off 2pt,line cap=butt}"
    yield "severed/.style={draw=plyink,line width=0.8pt}"
    yield "open/.style={draw=plyink,fill=plycard,line width=1.3pt}"
    yield "future/.style={draw=plyhairline,fill=plycard,line width=0.8pt}"
    yield "stub/.style={draw=plypruned,fill=plypaper,line width=0.7pt,dash pattern=on 1.5pt off 1.2pt,line cap=butt}"
    yield (
        f"ghost/.style={{draw=plyquiet,fill=#1!{PALE * 100:.0f}!plypaper,line width=0.7pt,"
        "dash pattern=on 1.5pt off 1.2pt,line cap=butt}"
    )
    yield "now/.style={fill=plynow,rounded corners=4.8pt}"
    yield "every node/.style={inner sep=0pt,outer sep=0pt,font=\\sffamily}"
    for role, style in STYLES.items():
        size = short(style.size * UNIT)
        bold = "\\bfseries" if style.bold else ""
        font = f"font=\\sffamily{bold}\\fontsize{{{size}}}{{{size}}}\\selectfont"
        paper = ",fill=plypaper,inner sep=1pt" if role.value.endswith("move") and role is not Role.STUB_MOVE else ""
        yield f"{style_name(role)}/.style={{{font},text=ply{style.colour.replace('_', '')}{paper}}}"


def style_name(role: Role) -> str:
    return role.value.replace("-", " ")


def shape_commands() -> Iterator[str]:
    """Each takes a style and the middle; small ones are of pruned moves."""
    for small, look in (("", Look.DONE), ("small", Look.STUB)):
        for shape in (Shape.UP, Shape.DOWN):
            path = " -- ".join(f"++({short(x)},{short(y)})" for x, y in moves(triangle(shape, look)))
            yield rf"\def\ply{small}{shape.value}#1(#2){{\path[#1] (#2) {path} -- cycle;}}"
        side = height_of(Shape.SQUARE, look)
        yield (
            rf"\def\ply{small}square#1(#2){{\path[#1,rounded corners=1pt] (#2)"
            rf" ++({short(-side / 2)},{short(-side / 2)}) rectangle ++({short(side)},{short(side)});}}"
        )
        yield rf"\def\ply{small}circle#1(#2){{\path[#1] (#2) circle[radius={short(side / 2 * UNIT)}pt];}}"


def triangle(shape: Shape, look: Look) -> list[tuple[float, float]]:
    """Its corners round its middle, the one that points somewhere first."""
    wide, high = (STUB if look is Look.STUB else WIDE) / 2, height_of(shape, look) / 2
    down = high if shape is Shape.UP else -high
    return [(0.0, -down), (wide, down), (-wide, down)]


def moves(points: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """From each point to the next, beginning in the middle."""
    at = (0.0, 0.0)
    for point in points:
        yield point[0] - at[0], point[1] - at[1]
        at = point


def edge_lines(edge: Edge) -> Iterator[str]:
    way = f"({short(edge.x)},{short(edge.y)}) -- ({short(edge.to_x)},{short(edge.to_y)});"
    names = {Look.BEST: f"best={colour_name(edge.shade)}", Look.OPEN: "open edge", Look.FUTURE: "future edge",
             Look.STUB: "stub edge", Look.GHOST: "stub edge"}  # fmt: skip
    if edge.look is Look.OPEN:
        yield rf"\path[way] {way}"
    yield rf"\path[{names.get(edge.look, 'edge')}] {way}"
    if edge.look is Look.STUB:
        for x, y, to_x, to_y in edge.severed():
            yield rf"\path[severed] ({short(x)},{short(y)}) -- ({short(to_x)},{short(to_y)});"
    if edge.label is not None:
        yield label_line(edge.label)


def figure_lines(figure: Figure) -> Iterator[str]:
    if figure.is_now:
        half, top = max(22.0, (figure.board.width if figure.board else 0.0) / 2 + 4), figure.y - 21
        yield (
            rf"\path[now] ({short(figure.x - half)},{short(top)})"
            rf" rectangle ({short(figure.x + half)},{short(figure.bottom + 5)});"
        )
    if figure.board is not None:
        yield from board_lines(figure)
    look = {Look.DONE: "fill", Look.GHOST: "ghost"}.get(figure.look)
    style = f"{look}={colour_name(figure.shade)}" if look else figure.look.value
    small = "small" if figure.look is Look.STUB else ""
    yield rf"\ply{small}{figure.shape.value}{{{style}}}({short(figure.x)},{short(figure.y)})"
    for label in figure.labels:
        yield label_line(label)


def label_line(label: Label) -> str:
    """By the baseline: its middle or its beginning."""
    anchor = "base" if label.is_centred else "base west"
    size = f",font=\\sffamily\\bfseries\\fontsize{{{short(label.size * UNIT)}}}{{8}}\\selectfont" * bool(
        label.size and label.size != label.style.size
    )
    return (
        rf"\node[{style_name(label.role)},anchor={anchor}{size}] at ({short(label.x)},{short(label.y)})"
        rf" {{{typeset(label.text)}}};"
    )
