"""A tree as plain TikZ: every place is given, so that TeX has little to work out.

The looks are named styles and the shapes are short commands at the top, for those who want to change them; the empty
board is one command, and so is each mark. A unit is six tenths of a point, which makes letters as large as in a
footnote. Loops, shapes of libraries and nodes without text would make it slower: a thousand nodes take less than ten
seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from plyscope.export.boards import (
    CORE_RADIUS,
    CROSS_ARM,
    DISC_RADIUS,
    LAST_RING_RADIUS,
    RING_RADIUS,
    BoardColours,
    BoardDrawing,
    CellDrawing,
    Pen,
    draw_pieces,
    hexagon,
)
from plyscope.export.chess_pieces import PIECES, outlines
from plyscope.export.drawing import (
    Drawing,
    Edge,
    Figure,
    Look,
    Shape,
    corners,
    draw_in_parts,
    height_of,
    short,
)
from plyscope.export.extent import SMALLER_EXPORT_OPTIONS
from plyscope.export.links import Link
from plyscope.export.node_texts import STYLES, Label, Role
from plyscope.export.palette import DISCS, GHOST_SHARE, shade_name
from plyscope.export.selection import Selection
from plyscope.export.tex import document, file_of, fragment, paper, typeset
from plyscope.messages import InputError
from plyscope.model.position import FIRST, SECOND

UNIT = 0.6
"""Points for each unit of the drawing."""
MAX_PAGE = 14_400
"""Points: no page of a PDF is larger."""
NEEDS = r"\usepackage{tikz}"
UNITS = (f"x={UNIT}pt", f"y=-{UNIT}pt", "line cap=round", "line join=round")


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of the picture, and empty pieces for stopping; refuse too large a drawing."""
    drawing = yield from draw_in_parts(selection)
    refuse_too_large(drawing)
    body = picture(drawing, is_fragment=selection.extent.fragment)
    if selection.extent.fragment:
        lines = fragment([NEEDS], body)
    else:
        body = [*colours(drawing), *paper(selection.extent.theme), *body]
        lines = document(r"\documentclass[tikz,border=0pt]{standalone}", [], body)
    yield from file_of(selection.title, lines)


def refuse_too_large(drawing: Drawing) -> None:
    """Raise InputError for a picture larger than a page can be."""
    for size in (drawing.width, drawing.height):
        if size * UNIT > MAX_PAGE:
            raise InputError(
                "no page of a PDF is over {most} cm, and this would be {size} cm: "
                "fewer plies ({plies}) or a subtree ({subtree}) will do",
                most=round(MAX_PAGE / 72 * 2.54),
                size=round(size * UNIT / 72 * 2.54),
                **SMALLER_EXPORT_OPTIONS,
            )


def picture(drawing: Drawing, *, is_fragment: bool) -> list[str]:
    """Return the lines of the picture; a fragment brings its colours with it."""
    lines = [r"\begin{tikzpicture}[", *(f"  {line}," for line in [*UNITS, *styles(drawing)]), "]"]
    if is_fragment:
        lines += colours(drawing)
    return [*lines, *shape_commands(drawing), *drawing_lines(drawing), r"\end{tikzpicture}"]


def drawing_lines(drawing: Drawing) -> Iterator[str]:
    """Iterate over the lines that draw: links and edges, then nodes."""
    yield rf"\useasboundingbox (0,0) rectangle ({short(drawing.width)},{short(drawing.height)});"
    for link in drawing.links:
        yield from link_lines(link)
    for edge in drawing.edges:
        yield from edge_lines(edge)
    for figure in drawing.figures:
        yield from figure_lines(figure)


def colours(drawing: Drawing) -> list[str]:
    """Return the definitions of all colours, by roles and shades."""
    palette = drawing.palette
    roles = ("paper", "card", "ink", "quiet", "edge", "hairline", "pruned", "now", "on_fill")
    named = {"ply" + role.replace("_", ""): getattr(palette, role) for role in roles}
    shades = {0} | {figure.shade for figure in drawing.figures} | {edge.shade for edge in drawing.edges}
    named |= {colour_name(shade): palette.of_shade(shade) for shade in sorted(shades)}
    return [colour_definition(name, colour) for name, colour in named.items()]


def colour_definition(name: str, colour: str) -> str:
    """Return the line that defines a colour."""
    return rf"\definecolor{{{name}}}{{HTML}}{{{colour.removeprefix('#')}}}"


def colour_name(shade: int) -> str:
    """Return the name of a shade's colour."""
    return "ply" + shade_name(shade)


def styles(drawing: Drawing) -> Iterator[str]:
    """Iterate over the styles of lines, nodes, texts and boards."""
    yield "edge/.style={draw=plyedge,line width=0.8pt}"
    yield "best/.style={draw=#1,line width=2pt}"
    yield "future edge/.style={draw=plyhairline,line width=0.8pt}"
    yield "way/.style={draw=plynow,line width=6.6pt}"
    yield "open edge/.style={draw=plyink,line width=1.4pt}"
    yield "stub edge/.style={draw=plypruned,line width=0.8pt,dash pattern=on 2pt off 2pt,line cap=butt}"
    yield "link/.style={draw=plyquiet,line width=0.7pt,dash pattern=on 2.4pt off 1.8pt,line cap=butt}"
    yield "severed/.style={draw=plyink,line width=0.8pt}"
    yield "open/.style={draw=plyink,fill=plycard,line width=1.3pt}"
    yield "future/.style={draw=plyhairline,fill=plycard,line width=0.8pt}"
    yield "stub/.style={draw=plypruned,fill=plypaper,line width=0.7pt,dash pattern=on 1.5pt off 1.2pt,line cap=butt}"
    yield (
        f"ghost/.style={{draw=plyquiet,fill=#1!{GHOST_SHARE * 100:.0f}!plypaper,line width=0.7pt,"
        "dash pattern=on 1.5pt off 1.2pt,line cap=butt}"
    )
    yield "now/.style={fill=plynow,rounded corners=4.8pt}"
    yield "every node/.style={inner sep=0pt,outer sep=0pt,font=\\sffamily}"
    for role, style in STYLES.items():
        size = short(style.size * UNIT)
        bold = "\\bfseries" if style.bold else ""
        font = f"font=\\sffamily{bold}\\fontsize{{{size}}}{{{size}}}\\selectfont"
        ground = ",fill=plypaper,inner sep=1pt" if role.value.endswith("move") and role is not Role.STUB_MOVE else ""
        yield f"{style_name(role)}/.style={{{font},text=ply{style.colour.replace('_', '')}{ground}}}"
    if drawing.board is not None:
        yield from board_styles(drawing.board)


def style_name(role: Role) -> str:
    """Return the name of a text role's style."""
    return role.value.replace("-", " ")


def shape_commands(drawing: Drawing) -> Iterator[str]:
    """Iterate over the commands for shapes, which take a style and a middle, and those for boards."""
    for small, look in (("", Look.DONE), ("small", Look.STUB)):
        for shape in (Shape.UP, Shape.DOWN):
            path = " -- ".join(f"++({short(x)},{short(y)})" for x, y in steps_between(corners(shape, look)))
            yield rf"\def\ply{small}{shape.value}#1(#2){{\path[#1] (#2) {path} -- cycle;}}"
        side = height_of(Shape.SQUARE, look)
        yield (
            rf"\def\ply{small}square#1(#2){{\path[#1,rounded corners=1pt] (#2)"
            rf" ++({short(-side / 2)},{short(-side / 2)}) rectangle ++({short(side)},{short(side)});}}"
        )
        yield rf"\def\ply{small}circle#1(#2){{\path[#1] (#2) circle[radius={short(side / 2 * UNIT)}pt];}}"
    if drawing.board is not None:
        yield from board_commands(drawing.board, drawing.board_colours)


def steps_between(points: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Iterate over the differences between neighbouring points, the first from 0, 0."""
    at = (0.0, 0.0)
    for point in points:
        yield point[0] - at[0], point[1] - at[1]
        at = point


def edge_lines(edge: Edge) -> Iterator[str]:
    """Iterate over the lines that draw an edge."""
    way = f"{point_text((edge.x, edge.y))} -- {point_text((edge.to_x, edge.to_y))};"
    names = {Look.BEST: f"best={colour_name(edge.shade)}", Look.OPEN: "open edge", Look.FUTURE: "future edge",
             Look.STUB: "stub edge", Look.GHOST: "stub edge",
             Look.LEFT_OUT: "stub edge,dash pattern=on 0.6pt off 2pt"}  # fmt: skip
    if edge.look is Look.OPEN:
        yield rf"\path[way] {way}"
    yield rf"\path[{names.get(edge.look, 'edge')}] {way}"
    if edge.look is Look.STUB:
        for x, y, to_x, to_y in edge.severed():
            yield rf"\path[severed] {point_text((x, y))} -- {point_text((to_x, to_y))};"
    if edge.label is not None:
        yield label_line(edge.label)


def link_lines(link: Link) -> Iterator[str]:
    """Iterate over the lines that draw a link."""
    first, second = map(point_text, link.cubic)
    yield rf"\path[link] {point_text(link.start)} .. controls {first} and {second} .. {point_text(link.end)};"
    yield rf"\path[fill=plyquiet] {' -- '.join(map(point_text, link.head))} -- cycle;"


def point_text(point: tuple[float, float]) -> str:
    """Return a point in brackets."""
    return f"({short(point[0])},{short(point[1])})"


def figure_lines(figure: Figure) -> Iterator[str]:
    """Iterate over the lines that draw a node."""
    if figure.is_now:
        half, top = max(22.0, (figure.board.width if figure.board else 0.0) / 2 + 4), figure.y - 21
        yield (
            rf"\path[now] ({short(figure.x - half)},{short(top)})"
            rf" rectangle ({short(figure.x + half)},{short(figure.bottom + 5)});"
        )
    if figure.board is not None:
        yield from board_lines(figure, figure.board)
    look = {Look.DONE: "fill", Look.GHOST: "ghost"}.get(figure.look)
    plain = "stub" if figure.look is Look.PRUNED else figure.look.value
    style = f"{look}={colour_name(figure.shade)}" if look else plain
    small = "small" if figure.look is Look.STUB else ""
    yield rf"\ply{small}{figure.shape.value}{{{style}}}({short(figure.x)},{short(figure.y)})"
    for label in figure.labels:
        yield label_line(label)


def label_line(label: Label) -> str:
    """Return the line that sets a label, by its baseline's middle or beginning."""
    anchor = "base" if label.is_centred else "base west"
    size = f",font=\\sffamily\\bfseries\\fontsize{{{short(label.size * UNIT)}}}{{8}}\\selectfont" * bool(
        label.size and label.size != label.style.size
    )
    return (
        rf"\node[{style_name(label.role)},anchor={anchor}{size}] at ({short(label.x)},{short(label.y)})"
        rf" {{{typeset(label.text)}}};"
    )


class EmptyBoardPen(Pen):
    """The pen for the command that draws the empty board."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def frame(self, board: BoardDrawing) -> None:
        corner = f"({short(board.width)},{short(board.height)})"
        self.parts.append(rf"\path[grid,rounded corners=1pt] (0,0) rectangle {corner};")

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        lines = [f"({short(x)},1) -- ++(0,{short(board.height - 2)})" for x in across]
        lines += [f"(1,{short(y)}) -- ++({short(board.width - 2)},0)" for y in down]
        self.parts.append(rf"\path[grid] {' '.join(lines)};")

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        if board.is_hexagonal:
            self.parts.append(rf"\plycell{{grid}}{point_text((cell.x, cell.y))}")
        elif board.has_discs:
            self.parts.append(rf"\plydisc{{fill=plyhole}}{point_text((cell.x, cell.y))}")

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.parts.append(rf"\plycell{{fill=plydark}}{point_text((cell.x, cell.y))}")


class PiecesPen(Pen):
    """The pen for the pieces on an empty board, a line for each cell."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._cell: CellDrawing | None = None

    def add(self, cell: CellDrawing, command: str) -> None:
        """Add a command at a cell, on the line of that cell."""
        if cell is self._cell:
            self.lines[-1] += command + point_text((cell.x, cell.y))
        else:
            self.lines.append(command + point_text((cell.x, cell.y)))
        self._cell = cell

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.add(cell, rf"\plycell{{fill=plytint{cell.owner}}}")

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        rim = "line width=1pt" if cell.is_last else "line width=0.5pt"
        self.add(cell, rf"\plycell{{fill=plytaken{cell.owner},draw=plyside{cell.owner},{rim}}}")

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        command = r"\plymarkone" if cell.owner == FIRST else r"\plymarktwo"
        self.add(cell, f"{command}{{{f'plyside{cell.owner}' if is_hot else 'plyquiet'}}}")

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        fill, line = ("plywhite", "plyblack") if cell.owner == FIRST else ("plyblack", "plywhite")
        self.add(cell, rf"\plypiece{cell.label}{{fill={fill},draw={line},line width={length_text(board.cell * 0.03)}}}")

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        size = length_text(board.letter_size)
        family = r"\ttfamily" if board.is_text else r"\sffamily\bfseries"
        font = rf"{family}\fontsize{{{size}}}{{{size}}}\selectfont"
        place = f"({short(cell.x)},{short(cell.y + board.letter_down)})"
        self.lines.append(
            rf"\node[anchor=base,inner sep=0pt,text=plyink,font={font}] at {place} {{{typeset(cell.label)}}};"
        )

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.add(cell, r"\plylast")

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        side = cell.owner
        self.add(cell, rf"\plydisc{{fill=plydisc{side},draw=plyrim{side},line width=0.5pt}}")
        if side == FIRST:
            self.add(cell, rf"\plycore{{fill=plyrim{side}}}")

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        colour = "plyink" if board.has_discs else f"plyside{board.winner}"
        self.lines.append(rf"\path[line={colour}] {point_text(line[:2])} -- {point_text(line[2:])};")


def board_styles(board: BoardDrawing) -> Iterator[str]:
    """Iterate over the styles that boards need."""
    yield "grid/.style={draw=plyhairline,fill=plycard,line width=0.5pt}"
    yield f"mark/.style={{draw=#1,line width={length_text(board.line_width)}}}"
    yield f"line/.style={{draw=#1,line width={length_text(board.line_width * 1.3)}}}"


def board_commands(board: BoardDrawing, colours: BoardColours) -> Iterator[str]:
    """Iterate over the definitions of sides' colours, the empty board, and the pieces in cells."""
    for side in (FIRST, SECOND):
        named = {"side": colours.side(side), "tint": colours.tint(side), "taken": colours.taken(side)}
        named |= {"disc": DISCS[side - 1].fill, "rim": DISCS[side - 1].outline}
        yield from (colour_definition(f"ply{name}{side}", value) for name, value in named.items())
    yield colour_definition("plyhole", colours.hole)
    if board.is_chess or board.has_texts:
        yield colour_definition("plytint0", colours.tint(0))
    if board.is_shaded:
        yield colour_definition("plydark", colours.dark_square)
    if board.is_chess:
        for name, colour in zip(("plywhite", "plyblack"), colours.palette.of_piece(True), strict=True):
            yield colour_definition(name, colour)
        yield from (piece_command(letter, board.cell) for letter in PIECES)
    size, reach = board.cell, board.cell * CROSS_ARM
    yield rf"\def\plycell#1(#2){{{cell_path(board)}}}"
    yield (
        rf"\def\plymarkone#1(#2){{\path[mark=#1] (#2) ++({short(-reach)},{short(-reach)}) -- ++({short(2 * reach)},"
        rf"{short(2 * reach)}) (#2) ++({short(-reach)},{short(reach)}) -- ++({short(2 * reach)},{short(-2 * reach)});}}"
    )
    yield rf"\def\plymarktwo#1(#2){{\path[mark=#1] (#2) circle[radius={length_text(size * RING_RADIUS)}];}}"
    yield rf"\def\plydisc#1(#2){{\path[#1] (#2) circle[radius={length_text(size * DISC_RADIUS)}];}}"
    yield rf"\def\plycore#1(#2){{\path[#1] (#2) circle[radius={length_text(size * CORE_RADIUS)}];}}"
    last = length_text(size * LAST_RING_RADIUS)
    yield rf"\def\plylast(#1){{\path[draw=plyink,line width=0.6pt] (#1) circle[radius={last}];}}"
    empty = EmptyBoardPen()
    empty.empty_board(board)
    yield r"\def\plyboard{" + "".join(empty.parts) + "}"


def piece_command(letter: str, size: float) -> str:
    """Return the command that draws a chess piece about a point."""
    paths = (
        " -- ".join(f"([shift={{({short(x * size)},{short(y * size)})}}]#2)" for x, y in outline) + " -- cycle"
        for outline in outlines(letter)
    )
    return rf"\def\plypiece{letter}#1(#2){{\path[#1] {' '.join(paths)};}}"


def cell_path(board: BoardDrawing) -> str:
    """Return the path of a cell's ground, as a command's body."""
    if not board.is_hexagonal:
        gap = 0.0 if board.is_chess or board.is_text else 0.5
        wide, high = board.cell_width - 2 * gap, board.cell - 2 * gap
        start, size = f"{short(-wide / 2)},{short(-high / 2)}", f"{short(wide)},{short(high)}"
        return rf"\path[#1] (#2) ++({start}) rectangle ++({size});"
    corners = (f"([shift={{({short(x)},{short(y)})}}]#2)" for x, y in hexagon(board.cell))
    return rf"\path[#1] {' -- '.join(corners)} -- cycle;"


def length_text(length: float) -> str:
    """Return a length in pt."""
    return f"{round(length * UNIT, 2):g}pt"


def board_pieces(board: BoardDrawing) -> list[str]:
    """Return the lines that draw the pieces of a board."""
    pen = PiecesPen()
    draw_pieces(board, pen)
    return pen.lines


def board_lines(figure: Figure, board: BoardDrawing) -> Iterator[str]:
    """Iterate over the lines that draw a node's board."""
    pale = ",opacity=0.35" * figure.is_pale
    yield rf"\begin{{scope}}[shift={{{point_text(figure.board_at)}}}{pale}]\plyboard"
    yield from board_pieces(board)
    yield r"\end{scope}"
