"""DOT, for Graphviz and all that reads its language, made by the package `graphviz`.

`dot` lays the tree out itself. Every node has its place in our own drawing too, which `dot` ignores and `neato -n`
keeps; a larger graph is written node by node, in the same memory whatever its size, and without places. Names stand on
the edges that lead to their nodes, that of the root beside it. Only that one and the labels of nodes with boards are
HTML: small tables, made from numbers, colours and a few signs.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from html import escape
from typing import Any, NamedTuple

from plyscope.export.boards import BoardColours, BoardDrawing, CellDrawing, LetterPen, draw_board
from plyscope.export.drawing import (
    PLY_PITCH,
    STUB_WIDTH,
    TRIANGLE_HEIGHT,
    TRIANGLE_WIDTH,
    Edge,
    Figure,
    Look,
    Parts,
    Shape,
    draw_in_parts,
    edge,
    height_of,
    is_shown,
    short,
)
from plyscope.export.links import Sources
from plyscope.export.node_texts import NAMES, Role
from plyscope.export.palette import DISCS, PALETTES, Palette, mixed
from plyscope.export.progress import BATCH
from plyscope.export.repeated import Known
from plyscope.export.selection import Node, Selection
from plyscope.messages import shown
from plyscope.model.position import FIRST, Cell

SHAPES = {Shape.UP: "triangle", Shape.DOWN: "invtriangle", Shape.SQUARE: "square", Shape.CIRCLE: "circle"}
POINTS_PER_INCH, FONT_SIZE = 72, 12.0
FONT_SCALE = 0.85
"""Text is smaller than in our own drawing: the fonts that replace Helvetica are wider."""
FONT_FACE = "Helvetica"
NODES = {"fixedsize": "true", "style": "filled", "fontname": FONT_FACE, "fontsize": "10.2", "penwidth": "0"}
EDGES = {"arrowhead": "none", "fontname": FONT_FACE, "fontsize": "11"}
FROM_BELOW = {"tailport": "s", "headport": "n"}
"""Where nodes have boards below them."""
GRAPH = {"ordering": "out", "nodesep": "0.12", "ranksep": "0.5", "outputorder": "edgesfirst"}


MAX_PLACED = 10_000
"""The largest number of nodes that have their places in our own drawing too."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the source of a graph with a place for every node; large ones are written node by node."""
    if len(selection) > MAX_PLACED:
        yield from pieces_one_by_one(selection)
        return
    drawing = yield from draw_in_parts(selection)
    palette = drawing.palette
    source = empty_graph(selection, palette, drawing.figures[0])
    figures = {figure.node.number: figure for figure in drawing.figures}
    for number, figure in figures.items():
        middle = figure.y if figure.board is None else (figure.y - TRIANGLE_HEIGHT / 2 + figure.bottom) / 2
        place = f"{short(figure.x)},{short(drawing.height - middle)}!"
        if number % BATCH == 0:
            yield ""
        source.node(f"n{number}", **node_looks(selection, figure, drawing.board_colours), pos=place)
    for line in sorted(drawing.edges, key=lambda line: line.number):
        if line.number % BATCH == 0:
            yield ""
        add_edge(source, line, figures[line.number], palette)
    for link in drawing.links:
        add_link(source, figures[link.number], link.source, palette)
    add_caption(source, drawing.figures[0], palette)
    yield from source


def pieces_one_by_one(selection: Selection) -> Iterator[str]:
    """Iterate over the source of a large graph: each node with the edge that leads to it."""
    lines, extent, is_given = Lines(selection), selection.extent, selection.given_moves.exists
    sources, end = Sources(selection), ""
    for node in selection.drawn():
        stored_by = sources.number(node)
        if not is_shown(node, extent, is_given=is_given):
            continue
        if not end:
            *head, end = lines.source
            yield from head
        yield lines.of(node, stored_by if node.is_known else -1)
    yield end


class Template(NamedTuple):
    """The lines of a node with gaps for its numbers."""

    head: str
    """Of the node, between its number and that of its frame."""
    tail: str
    edge: str
    """Behind the numbers of the edge that leads to it; empty at the root."""
    link: str
    """Likewise of the link to the node that has stored its value."""


class Lines:
    """The lines of nodes, made once for all nodes that differ in their numbers alone."""

    def __init__(self, selection: Selection) -> None:
        self.selection, self.trace, self.parts = selection, selection.trace, Parts(selection)
        self.colours = BoardColours(PALETTES[selection.extent.theme], self.trace.position.max_side)
        self.root = self.parts.of(next(selection.drawn())).figure(0, 0)
        self.source = empty_graph(selection, self.colours.palette, self.root)
        add_caption(self.source, self.root, self.colours.palette)
        self.known = Known[Template]()

    def of(self, node: Node, stored_by: int) -> str:
        """Return the lines of a node, of the edge to it, and of the link to the node that stored its value."""
        key = self.key(node)
        template = self.known.get(key) or self.known.keep(key, self.template(node))
        frame = "" if node.is_stub or node.ghost is not None else node.frame
        from_parent = f"\tn{node.parent} -> n{node.number}{template.edge}" if template.edge else ""
        to_source = f"\tn{node.number} -> n{stored_by}{template.link}" if stored_by >= 0 else ""
        return f"\tn{node.number}{template.head}{frame}{template.tail}{from_parent}{to_source}"

    def key(self, node: Node) -> Hashable:
        """Return all that a node's lines depend on, apart from the numbers of node and frame."""
        selection, extent, frame = self.selection, self.selection.extent, node.frame
        trace, shown_move, chance = selection.trace_of(node), selection.shown_move(node), selection.chance(node)
        looks = (
            node.parent < 0, node.ghost is not None, node.given, node.move, node.kind, node.status, node.state,
            node.is_best, node.is_known, shown_move, chance, selection.name(node),
        )  # fmt: skip
        if node.is_stub:
            return looks
        value = (trace.values[frame], selection.value_text(node)) if node.is_known else selection.given_number(node)
        return (
            *looks, value, frame == 0, self.parts.so_far.get(frame), extent.notes.get(frame),
            trace.sizes[frame] if node.is_closed else None,
            (trace.alphas[frame], trace.betas[frame], trace.sizes[frame] > 1) if extent.windows else None,
            tuple(trace.state(frame)) if extent.boards and selection.has_boards else None,
        )  # fmt: skip

    def template(self, node: Node) -> Template:
        """Return the lines of a node with gaps for its numbers."""
        part, source, palette = self.parts.of(node), self.source, self.colours.palette
        figure = part.figure(0, PLY_PITCH + self.root.bottom)
        source.body.clear()
        source.node(f"n{node.number}", **node_looks(self.selection, figure, self.colours))
        if node.parent >= 0:
            add_edge(source, edge(self.root, figure, part.texts), figure, palette)
        add_link(source, figure, node.number, palette)
        line, *edges, link = source.body
        head, mark, tail = line.removeprefix(f"\tn{node.number}").partition(f' tooltip="frame {node.frame}')
        return Template(
            head + mark.removesuffix(str(node.frame)), tail,
            "".join(edges).removeprefix(f"\tn{node.parent} -> n{node.number}"),
            link.removeprefix(f"\tn{node.number} -> n{node.number}"),
        )  # fmt: skip


def empty_graph(selection: Selection, palette: Palette, root: Figure) -> Any:
    """Return a graph without nodes, with the looks that all nodes and edges share."""
    import graphviz  # type: ignore[import-untyped]

    return graphviz.Digraph(
        comment=shown(f"{selection.title}, written by Plyscope"),
        graph_attr=GRAPH | {"bgcolor": palette.paper},
        node_attr=NODES,
        edge_attr=EDGES | {"color": palette.edge} | (FROM_BELOW if root.board else {}),
    )  # fmt: skip


def add_edge(source: Any, edge: Edge, child: Figure, palette: Palette) -> None:
    """Add the edge to a node."""
    source.edge(f"n{child.node.parent}", f"n{edge.number}", **edge_looks(edge, child, palette))


def add_link(source: Any, figure: Figure, stored_by: int, palette: Palette) -> None:
    """Add the link to the node that stored a value, drawn below both without moving them.

    Round the bottoms of boards Graphviz finds no way for it, so there it says itself where it begins and ends.
    """
    port = "s" if figure.board is None else "_"
    looks = {"constraint": "false", "style": "dashed", "color": palette.quiet, "penwidth": "1.2"}
    looks |= {"arrowhead": "normal", "arrowsize": "0.6", "tailport": port, "headport": port}
    source.edge(f"n{figure.node.number}", f"n{stored_by}", **looks)


def add_caption(source: Any, root: Figure, palette: Palette) -> None:
    """Add the texts beside the root below the graph, since no edge leads to it."""
    caption = texts_beside(root)
    if caption:
        source.attr(label=label_lines(caption), fontname=FONT_FACE, fontsize="11", fontcolor=palette.quiet)


def node_looks(selection: Selection, figure: Figure, board_colours: BoardColours) -> dict[str, str]:
    """Return the attributes of a node; one whose value does not fit is made larger."""
    high = height_of(figure.shape, figure.look)
    wide = (
        high
        if figure.shape in (Shape.SQUARE, Shape.CIRCLE)
        else STUB_WIDTH
        if figure.look is Look.STUB
        else TRIANGLE_WIDTH
    )
    large = [label.text for label in figure.labels if label.role in (Role.BESIDE, Role.GIVEN_BESIDE)]
    small = [label for label in figure.labels if label.role in (Role.VALUE, Role.BOUND, Role.GIVEN)]
    names = [label for label in figure.labels if label.role in NAMES]
    value = "".join([*(label.text for label in small), *large])
    title = literal(tooltip(selection, figure))
    if figure.board is not None:
        label = board_label(figure, value, board_colours)
        return {"label": label, "shape": "plain", "fixedsize": "false", "style": "", "tooltip": title}
    looks = {
        "label": literal(value),
        "shape": SHAPES[figure.shape],
        "width": f"{wide / POINTS_PER_INCH:.2f}",
        "height": f"{high / POINTS_PER_INCH:.2f}",
        "tooltip": title,
    }
    if names and figure.node.parent < 0:
        # An outer label has the colour of the inner one, unless it is HTML.
        colour = getattr(board_colours.palette, names[0].style.colour)
        looks["xlabel"] = f'<<FONT COLOR="{colour}">{escape(shown(names[0].text))}</FONT>>'
    if large:
        looks["fixedsize"] = "false"
    if small and small[0].letter_size != FONT_SIZE:
        looks["fontsize"] = short(small[0].letter_size * FONT_SCALE)
    return looks | colour_attributes(figure, board_colours.palette)


def texts_beside(figure: Figure) -> list[str]:
    """Return the texts of a node other than its value, which go on the edge that leads to it."""
    names = NAMES if figure.node.parent >= 0 else ()
    roles = (*names, Role.STUB_MOVE, Role.WINDOW, Role.NOTE, Role.MORE)
    return [label.text for role in roles for label in figure.labels if label.role is role]


def label_lines(texts: list[str]) -> str:
    """Return texts as the lines of one label."""
    import graphviz

    # Spaces keep the words off the edge.
    quoted: str = graphviz.nohtml(r"\n".join(f" {literal(text)} " for text in texts))
    return quoted


def tooltip(selection: Selection, figure: Figure) -> str:
    """Return the text that interactive pictures show for a node."""
    node = figure.node
    what = "pruned" if node.is_stub else f"frame {node.frame}" if node.ghost is None else "ghost"
    parts = [what, selection.name(node) or selection.shown_move(node), selection.value_text(node)]
    return " · ".join(part for part in parts if part)


def colour_attributes(figure: Figure, palette: Palette) -> dict[str, str]:
    """Return the colour attributes of a node."""
    if figure.look is Look.DONE:
        looks = {"fillcolor": palette.of_shade(figure.shade), "fontcolor": palette.on_fill}
    elif figure.look is Look.STUB:
        looks = {"style": "solid", "color": palette.pruned, "penwidth": "1"}
    elif figure.look is Look.PRUNED:
        looks = {"style": "dashed", "color": palette.pruned, "penwidth": "1", "fontcolor": palette.quiet}
    elif figure.look is Look.GHOST:
        looks = {"fillcolor": palette.pale_of_shade(figure.shade), "color": palette.quiet, "fontcolor": palette.ink}
        looks |= {"style": "filled,dashed", "penwidth": "1"}
    else:
        ink = palette.ink if figure.look is Look.OPEN else palette.hairline
        looks = {"fillcolor": palette.card, "color": ink, "fontcolor": palette.ink, "penwidth": "2"}
        looks |= {"fontcolor": palette.quiet} if figure.look is Look.FUTURE else {}
    return looks | ({"color": palette.now, "penwidth": "5"} if figure.is_now else {})


def edge_looks(edge: Edge, child: Figure, palette: Palette) -> dict[str, str]:
    """Return the attributes of an edge, with the texts beside the node it leads to."""
    texts = ([] if edge.label is None else [edge.label.text]) + texts_beside(child)
    named = [label for label in child.labels if label.role in NAMES]
    first = edge.label or next(iter(named), None)
    looks = {"fontcolor": getattr(palette, first.style.colour if first else "quiet")}
    if texts:
        looks["label"] = label_lines(texts)
    if edge.look is Look.BEST:
        looks |= {"penwidth": "3", "color": palette.of_shade(edge.shade)}
    elif edge.look is Look.OPEN:
        looks |= {"penwidth": "2.4", "color": palette.ink}
    elif edge.look is Look.STUB:
        looks |= {"style": "dashed", "color": palette.pruned, "arrowhead": "noneteetee"}
    elif edge.look is Look.LEFT_OUT:
        looks |= {"style": "dotted", "color": palette.pruned}
    elif edge.look is Look.GHOST:
        looks |= {"style": "dashed", "color": palette.pruned}
    elif edge.look is Look.FUTURE:
        looks["color"] = palette.hairline
    return looks


def literal(text: str) -> str:
    """Return a text with backslashes, angle brackets and HTML entities escaped."""
    import graphviz

    written: str = graphviz.escape(shown(text).replace("&", "&amp;"))
    return written


SIGNS = {Shape.UP: "▲", Shape.DOWN: "▼", Shape.SQUARE: "■", Shape.CIRCLE: "●"}
"""What the shapes of nodes become inside a table."""
CELL_SIZE, CELL_FONT_SIZE = 13, 9
"""Points: a cell, and the letter in it."""
PALE_SHARE = 0.65
"""How near to the paper's colour nodes are drawn that the search has not reached yet or never will."""


def board_label(figure: Figure, value: str, colours: BoardColours) -> str:
    """Return a node's sign and value above its board, as a label in Graphviz's HTML."""
    board, palette = figure.board, colours.palette
    assert board is not None
    ground, ink, rim = node_colours(figure, palette)
    head = f'<TD BGCOLOR="{ground}"><FONT COLOR="{ink}">{SIGNS[figure.shape]} {escape(value)}</FONT></TD>'
    now = f' BGCOLOR="{palette.now}" CELLPADDING="3"' * figure.is_now
    dashed = ' STYLE="dashed"' * (figure.look is Look.GHOST)
    table = "".join(board_table(board, colours, figure.is_pale))
    return (
        f'<<TABLE BORDER="1" COLOR="{rim}"{dashed}{now} CELLBORDER="0" CELLSPACING="0">'
        f"<TR>{head}</TR><TR><TD>{table}</TD></TR></TABLE>>"
    )


def node_colours(figure: Figure, palette: Palette) -> tuple[str, str, str]:
    """Return the colours of a node with a board: ground of its value, the value, and the outline."""
    if figure.look is Look.DONE:
        ground = palette.of_shade(figure.shade)
        return ground, palette.on_fill, ground
    if figure.look is Look.GHOST:
        return palette.pale_of_shade(figure.shade), palette.ink, palette.quiet
    if figure.look is Look.OPEN:
        return palette.card, palette.ink, palette.ink
    return palette.card, palette.hairline, palette.hairline


class TablePen(LetterPen):
    """The pen for a board as an HTML-like table: grounds of cells, letters, rims of the last discs."""

    def __init__(self, colours: BoardColours, is_pale: bool) -> None:
        super().__init__()
        self.colours, self.is_pale = colours, is_pale
        self.grounds: dict[Cell, str] = {}
        self.inks: dict[Cell, str] = {}
        """The colours of letters that are not in ink."""
        self.with_rims: set[Cell] = set()

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.grounds.setdefault(cell.place, self.colours.hole if board.has_discs else self.colours.palette.card)

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.grounds[cell.place] = self.colours.taken(cell.owner)

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        if is_hot and not board.is_hexagonal:
            self.grounds[cell.place] = self.colours.tint(cell.owner)
        super().mark(board, cell, is_hot)
        self.inks[cell.place] = self.colours.side(cell.owner) if is_hot else self.colours.palette.quiet

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.grounds[cell.place] = self.colours.tint(cell.owner)

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.grounds[cell.place] = self.colours.dark_square

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.with_rims.add(cell.place)

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        disc = DISCS[cell.owner - 1]
        self.grounds[cell.place] = disc.fill
        if cell.owner == FIRST:
            super().disc(board, cell)
            self.inks[cell.place] = disc.outline

    def shade(self, colour: str) -> str:
        """Return a colour, paler on pale boards."""
        return mixed(colour, self.colours.palette.paper, PALE_SHARE) if self.is_pale else colour

    def element(self, board: BoardDrawing, cell: CellDrawing | None) -> str:
        """Return a cell of the table; a hexagon takes two columns, so that rows can be half a cell apart."""
        wide, high = (CELL_SIZE // 2, CELL_SIZE - 2) if board.is_text else (CELL_SIZE, CELL_SIZE)
        size = ' COLSPAN="2"' * board.is_hexagonal + f' WIDTH="{wide}" HEIGHT="{high}"'
        if cell is None:
            return f"<TD{size}></TD>"
        rim = f' BORDER="1" COLOR="{self.shade(self.colours.palette.ink)}"' * (cell.place in self.with_rims)
        sign, ink = escape(self.letters.get(cell.place, "")), self.inks.get(cell.place, self.colours.palette.ink)
        face = ' FACE="Courier"' * board.is_text
        text = f'<FONT COLOR="{self.shade(ink)}" POINT-SIZE="{CELL_FONT_SIZE}"{face}>{sign}</FONT>' if sign else ""
        return f'<TD{size} BGCOLOR="{self.shade(self.grounds[cell.place])}"{rim}>{text}</TD>'


def board_table(board: BoardDrawing, colours: BoardColours, is_pale: bool) -> Iterator[str]:
    """Iterate over the lines of a board's table."""
    pen = TablePen(colours, is_pale)
    draw_board(board, pen)
    lines = "" if board.is_hexagonal else f' BGCOLOR="{pen.shade(colours.palette.hairline)}"'
    apart = "0" if board.is_text else "1"
    yield f'<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="{apart}" CELLPADDING="0"{lines}>'
    half = f'<TD WIDTH="{CELL_SIZE // 2}" HEIGHT="{CELL_SIZE}"></TD>'
    for number, row in enumerate(board.row_cells):
        cells = [pen.element(board, cell) for cell in row]
        if board.is_hexagonal:
            cells.insert(0 if number % 2 else len(cells), half)
        yield f"<TR>{''.join(cells)}</TR>"
    yield "</TABLE>"
