"""DOT, for Graphviz and all that reads its language, made by the package `graphviz`.

`dot` lays the tree out itself. Every node says where it stands in our own drawing too, which `dot` passes over and
`neato -n` keeps. No label is HTML, whatever is in a name, but for those with boards.

A node of Graphviz with its board: a small table, for a label of Graphviz's own kind of HTML.

What such a label holds is put together here from numbers, colours and a few signs; no name is in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from plyscope.export.boards import BoardDrawing, CellDrawing, board_rows
from plyscope.export.drawing import HIGH, STUB, WIDE, Edge, Figure, Look, Shape, drawn, height_of
from plyscope.export.node_texts import Role
from plyscope.export.palette import DISCS, PALETTES, Palette, mixed
from plyscope.export.progress import AT_ONCE
from plyscope.export.selection import Selection
from plyscope.export.svg import TAKEN, short, title
from plyscope.messages import shown
from plyscope.model.position import FIRST

SIGNS = {Shape.UP: "▲", Shape.DOWN: "▼", Shape.SQUARE: "■", Shape.CIRCLE: "●"}
"""What the shapes of nodes become inside a table."""
SIDE, BOARD_LETTERS = 13, 9
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
        text = (
            f'<FONT COLOR="{self.shade(ink)}" POINT-SIZE="{BOARD_LETTERS}">{sign}</FONT>' if cell.owner and sign else ""
        )
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


SHAPES = {Shape.UP: "triangle", Shape.DOWN: "invtriangle", Shape.SQUARE: "square", Shape.CIRCLE: "circle"}
INCH, LETTERS = 72, 12.0
SMALLER = 0.85
"""Than in our own drawing: the letters that are there where Helvetica is not are wider."""
FACE = "Helvetica"
NODES = {"fixedsize": "true", "style": "filled", "fontname": FACE, "fontsize": "10.2", "penwidth": "0"}
EDGES = {"arrowhead": "none", "fontname": FACE, "fontsize": "11"}
FROM_BELOW = {"tailport": "s", "headport": "n"}
"""Where nodes have boards below them."""
GRAPH = {"ordering": "out", "nodesep": "0.12", "ranksep": "0.5", "outputorder": "edgesfirst"}


def pieces(selection: Selection) -> Iterator[str]:
    import graphviz  # type: ignore[import-untyped]

    palette = PALETTES[selection.extent.theme]
    drawing = yield from drawn(selection)
    source = graphviz.Digraph(
        comment=shown(f"{title(selection)}, written by Plyscope"),
        graph_attr=GRAPH | {"bgcolor": palette.paper},
        node_attr=NODES,
        edge_attr=EDGES | {"color": palette.edge} | (FROM_BELOW if drawing.figures[0].board else {}),
    )  # fmt: skip
    figures = {figure.node.number: figure for figure in drawing.figures}
    for number, figure in figures.items():
        middle = figure.y if figure.board is None else (figure.y - HIGH / 2 + figure.bottom) / 2
        place = f"{short(figure.x)},{short(drawing.height - middle)}!"
        if number % AT_ONCE == 0:
            yield ""
        source.node(f"n{number}", **node_looks(selection, figure, palette), pos=place)
    for edge in sorted(drawing.edges, key=lambda edge: edge.number):
        child = figures[edge.number]
        if edge.number % AT_ONCE == 0:
            yield ""
        source.edge(f"n{child.node.parent}", f"n{edge.number}", **edge_looks(edge, child, palette))
    caption = beside(drawing.figures[0])
    if caption:
        source.attr(label=lines(caption), fontname=FACE, fontsize="11", fontcolor=palette.quiet)
    yield from source


def node_looks(selection: Selection, figure: Figure, palette: Palette) -> dict[str, str]:
    """A value that has no room in its node makes the node larger."""
    high = height_of(figure.shape, figure.look)
    wide = high if figure.shape in (Shape.SQUARE, Shape.CIRCLE) else STUB if figure.look is Look.STUB else WIDE
    large = [label.text for label in figure.labels if label.role is Role.BESIDE]
    small = [label for label in figure.labels if label.role in (Role.VALUE, Role.BOUND)]
    value = "".join([*(label.text for label in small), *large])
    if figure.board is not None:
        label = board_label(figure, value, palette, selection.trace.position.max_side)
        said = literal(tooltip(selection, figure))
        return {"label": label, "shape": "plain", "fixedsize": "false", "style": "", "tooltip": said}
    looks = {
        "label": literal(value),
        "shape": SHAPES[figure.shape],
        "width": f"{wide / INCH:.2f}",
        "height": f"{high / INCH:.2f}",
        "tooltip": literal(tooltip(selection, figure)),
    }
    if large:
        looks["fixedsize"] = "false"
    if small and small[0].letter_size != LETTERS:
        looks["fontsize"] = short(small[0].letter_size * SMALLER)
    return looks | colours(figure, palette)


def beside(figure: Figure) -> list[str]:
    """What is said of a node besides its value; it stands on the edge that leads there."""
    roles = (Role.STUB_MOVE, Role.WINDOW, Role.NOTE, Role.MORE)
    return [label.text for role in roles for label in figure.labels if label.role is role]


def lines(texts: list[str]) -> str:
    import graphviz

    # Spaces keep the words off the edge.
    quoted: str = graphviz.nohtml(r"\n".join(f" {literal(text)} " for text in texts))
    return quoted


def tooltip(selection: Selection, figure: Figure) -> str:
    """What a picture that can be pointed at says of a node."""
    node = figure.node
    what = "pruned" if node.is_stub else f"frame {node.frame}" if node.ghost is None else "left out"
    parts = [what, selection.move_text(node), selection.value_text(node)]
    return " · ".join(part for part in parts if part)


def colours(figure: Figure, palette: Palette) -> dict[str, str]:
    if figure.look is Look.DONE:
        looks = {"fillcolor": palette.of_shade(figure.shade), "fontcolor": palette.on_fill}
    elif figure.look is Look.STUB:
        looks = {"style": "solid", "color": palette.pruned, "penwidth": "1"}
    elif figure.look is Look.GHOST:
        looks = {"fillcolor": palette.pale_of_shade(figure.shade), "color": palette.quiet, "fontcolor": palette.ink}
        looks |= {"style": "filled,dashed", "penwidth": "1"}
    else:
        ink = palette.ink if figure.look is Look.OPEN else palette.hairline
        looks = {"fillcolor": palette.card, "color": ink, "fontcolor": palette.ink, "penwidth": "2"}
    return looks | ({"color": palette.now, "penwidth": "5"} if figure.is_now else {})


def edge_looks(edge: Edge, child: Figure, palette: Palette) -> dict[str, str]:
    told = ([] if edge.label is None else [edge.label.text]) + beside(child)
    looks = {"fontcolor": getattr(palette, edge.label.style.colour if edge.label else "quiet")}
    if told:
        looks["label"] = lines(told)
    if edge.look is Look.BEST:
        looks |= {"penwidth": "3", "color": palette.of_shade(edge.shade)}
    elif edge.look is Look.OPEN:
        looks |= {"penwidth": "2.4", "color": palette.ink}
    elif edge.look is Look.STUB:
        looks |= {"style": "dashed", "color": palette.pruned, "arrowhead": "noneteetee"}
    elif edge.look is Look.GHOST:
        looks |= {"style": "dashed", "color": palette.pruned}
    elif edge.look is Look.FUTURE:
        looks["color"] = palette.hairline
    return looks


def literal(text: str) -> str:
    """A text that says what it says: backslashes, angle brackets and the names of HTML's letters mean nothing in it."""
    import graphviz

    written: str = graphviz.escape(shown(text).replace("&", "&amp;"))
    return written
