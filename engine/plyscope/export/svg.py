"""A drawing as SVG: small, since every shape is defined once and looks come from classes, and easy to restyle.

Nothing in it is fetched from anywhere. Names are data and become text. Every node is a group with its own title, so
that a browser says what the node is when one points at it, and a screen reader can read the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import inf

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
    draw_board,
    hexagon,
)
from plyscope.export.chess_pieces import PIECES, outlines
from plyscope.export.drawing import (
    CUT_LEAN,
    HALF_CUT_GAP,
    HALF_CUT_HEIGHT,
    SQUARE_SIZE,
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
from plyscope.export.links import Link
from plyscope.export.node_texts import STYLES, Label, Role
from plyscope.export.palette import DISCS, GHOST_SHARE, Palette, shade_name
from plyscope.export.selection import Selection, State
from plyscope.messages import Message, compact, shown
from plyscope.model.position import FIRST, SECOND

FACES = 'Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans Hebrew","Noto Sans SC",sans-serif'
ON_EDGES = frozenset({Role.MOVE, Role.BEST_MOVE, Role.OPEN_MOVE, Role.FUTURE_MOVE, Role.STUB_MOVE})
"""The roles of texts on edges, which have an outline in the paper's colour so that no edge runs through them."""
FIRST_STRONG, END_OF_ISOLATE = "\u2068", "\u2069"
"""Round a name of any script inside a line, so that it does not turn the text beside it."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the SVG file of a selection."""
    drawing = yield from draw_in_parts(selection)
    yield from pieces_of(selection, drawing)


def pieces_of(selection: Selection, drawing: Drawing) -> Iterator[str]:
    """Iterate over the SVG file of a finished drawing."""
    theme = selection.extent.theme
    width, height = short(drawing.width), short(drawing.height)
    symbols = "".join([*shape_elements(drawing), *(board_symbols(drawing.board) if drawing.board else ())])
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plyscope {theme}" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{escaped(selection.title)}</title>\n"
        f"<desc>{escaped(description(selection, len(drawing.figures)))}</desc>\n"
        f"<style>{style_sheet(drawing, theme)}</style>\n"
        f"<defs>{symbols}</defs>\n"
        f'<rect class="paper" width="{width}" height="{height}"/>\n'
    )
    if drawing.links:
        yield '<g class="links">\n' + "".join(map(link_element, drawing.links)) + "</g>\n"
    yield '<g class="edges">\n'
    for edge in drawing.edges:
        yield edge_element(edge)
    yield '</g>\n<g class="moves">\n'
    for edge in drawing.edges:
        if edge.label is not None:
            yield text_element(edge.label) + "\n"
    yield '</g>\n<g class="nodes">\n'
    for figure in drawing.figures:
        yield node_element(selection, figure)
    yield "</g>\n</svg>\n"


def description(selection: Selection, count: int) -> str:
    """Return a sentence about the picture, for screen readers."""
    trace = selection.trace
    return str(
        Message(
            "{search}: the value is {value} after {frames} frames; {count} nodes are drawn, as of step {step}",
            search=trace.search.name,
            count=count,
            frames=selection.last_entered + 1,
            step=selection.step,
            value=trace.value_text(0) if selection.has_left(0) else "?",
        )
    )


def edge_element(edge: Edge) -> str:
    """Return the SVG elements of an edge, by its look."""
    line = f"M{short(edge.x)} {short(edge.y)}L{short(edge.to_x)} {short(edge.to_y)}"
    if edge.look is Look.DONE:
        return f'<path d="{line}"/>\n'
    if edge.look is Look.STUB:
        x, y, lean = edge.cut()
        across = "cut" if lean > 0 else "cut-left"
        return f'<path class="stub" d="{line}"/><use class="cut" href="#{across}" x="{x}" y="{y}"/>\n'
    if edge.look is Look.LEFT_OUT:
        return f'<path class="ghost" style="stroke-dasharray:1 3" d="{line}"/>\n'
    if edge.look is Look.GHOST:
        return f'<path class="ghost" d="{line}"/>\n'
    if edge.look is Look.OPEN:
        return f'<path class="way" d="{line}"/><path class="open" d="{line}"/>\n'
    kind = "future" if edge.look is Look.FUTURE else f"best {shade_name(edge.shade)}"
    return f'<path class="{kind}" d="{line}"/>\n'


def link_element(link: Link) -> str:
    """Return the element of a link."""
    start, bend, end = (f"{short(x)} {short(y)}" for x, y in (link.start, link.bend, link.end))
    return f'<path d="M{start}Q{bend} {end}"/><path class="head" d="{polygon(link.head)}"/>\n'


def node_element(selection: Selection, figure: Figure) -> str:
    """Return the element of a node with its texts and board."""
    node = figure.node
    shape, place = shape_name(figure), f'x="{short(figure.x)}" y="{short(figure.y)}"'
    title = escaped(node_title(selection, figure))
    labels = "".join(map(text_element, figure.labels))
    if node.is_stub:
        kind = "future" if figure.look is Look.FUTURE else "stub"
        return f'<g><title>{title}</title><use class="{kind}" href="#{shape}" {place}/>{labels}</g>\n'
    ring = board = ""
    if figure.is_now:
        x, y, width, height = map(short, figure.ring)
        ring = f'<rect class="now" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>'
    if figure.board is not None:
        board = board_element(figure, figure.board)
    kind = shade_name(figure.shade) if figure.look is Look.DONE else figure.look.value
    if figure.look is Look.GHOST:
        kind = f"ghost {shade_name(figure.shade)}"
    glyph = f'<use class="{kind}" href="#{shape}" {place}/>'
    name = f' id="f{node.frame}"' * (node.ghost is None)
    return f"<g{name}><title>{title}</title>{ring}{board}{glyph}{labels}</g>\n"


def node_title(selection: Selection, figure: Figure) -> str:
    """Return a node's tooltip: frame, move, value and window."""
    trace, node = selection.trace, figure.node
    move = shown(selection.name(node) or (selection.shown_move(node) if node.move >= 0 else ""))
    isolated = f"{FIRST_STRONG}{move}{END_OF_ISOLATE}" if move else ""
    if node.is_stub:
        number = selection.given_number(node)
        return isolated if number is None else f"{isolated} · ({compact(number)})"
    if node.ghost is not None:
        return f"{isolated} · ({selection.value_text(node) or '?'})" * (node.state is not State.FUTURE) or isolated
    title = f"#{node.frame} {isolated}".rstrip()
    if node.state is State.FUTURE:
        return title
    if node.is_known:
        title = f"{title} · {selection.value_text(node)}"
    alpha, beta = trace.alphas[node.frame], trace.betas[node.frame]
    if alpha == -inf and beta == inf:
        return title
    return f"{title} · α {compact(alpha)} β {compact(beta)}"


def text_element(label: Label) -> str:
    """Return the element of a label."""
    smaller = ""
    if label.size and label.size != label.style.size:
        smaller = f' style="font-size:{short(label.size)}px"'
    place = f'x="{short(label.x)}" y="{short(label.y)}"'
    return f'<text class="{label.role.value}" {place}{smaller}>{escaped(label.text)}</text>'


@lru_cache(10_000)
def escaped(text: str) -> str:
    """Return a text escaped for XML, attributes included."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def shape_elements(drawing: Drawing) -> Iterator[str]:
    """Iterate over the shapes of a drawing, each once and about 0, 0."""
    shapes = {shape_name(figure): figure for figure in drawing.figures}
    for name, figure in sorted(shapes.items()):
        yield shape_element(name, figure.shape, figure.look)
    if any(edge.look is Look.STUB for edge in drawing.edges):
        yield f'<path id="cut" d="{strokes(CUT_LEAN)}"/>'
        yield f'<path id="cut-left" d="{strokes(-CUT_LEAN)}"/>'


def strokes(lean: float) -> str:
    """Return the path of the two strokes across a cut edge, about their middle."""
    there = f"l{short(2 * lean)} {short(-2 * HALF_CUT_HEIGHT)}"
    return "".join(f"M{short(shift - lean)} {short(HALF_CUT_HEIGHT)}{there}" for shift in (-HALF_CUT_GAP, HALF_CUT_GAP))


def shape_name(figure: Figure) -> str:
    """Return the id of a node's shape."""
    return f"small-{figure.shape.value}" if figure.look is Look.STUB else figure.shape.value


def shape_element(name: str, shape: Shape, look: Look) -> str:
    """Return the element that defines a shape."""
    side = height_of(Shape.UP, look) if look is Look.STUB else SQUARE_SIZE
    if shape is Shape.SQUARE:
        at, side_text = short(-side / 2), short(side)
        return f'<rect id="{name}" x="{at}" y="{at}" width="{side_text}" height="{side_text}" rx="3"/>'
    if shape is Shape.CIRCLE:
        return f'<circle id="{name}" r="{short(side / 2)}"/>'
    return f'<path id="{name}" d="{polygon(corners(shape, look))}"/>'


def style_sheet(drawing: Drawing, theme: str) -> str:
    """Return the CSS rules, each for its theme, so that pictures of both can stand in one page."""
    palette = drawing.palette
    rules = [*line_rules(palette), *node_rules(drawing, palette), *text_rules(palette)]
    if drawing.links:
        rules += link_rules(palette)
    if drawing.board is not None:
        rules += board_style(drawing.board, drawing.board_colours)
    scope = f".plyscope.{theme}"
    return f"\n{scope}{{font-family:{FACES};font-variant-numeric:tabular-nums}}\n" + "".join(
        ",".join(f"{scope} {part}" for part in selector.split(",")) + f"{{{declarations}}}\n"
        for selector, declarations in rules
    )


def line_rules(palette: Palette) -> Iterable[tuple[str, str]]:
    """Return the rules for the paper and edges: selectors and declarations."""
    return [
        (".paper", f"fill:{palette.paper}"),
        (".edges path", f"fill:none;stroke:{palette.edge};stroke-width:1.3;stroke-linecap:round"),
        (".edges .best", "stroke-width:3.2"),
        (".edges .future", f"stroke:{palette.hairline}"),
        (".edges .way", f"stroke:{palette.now};stroke-width:11"),
        (".edges .open", f"stroke:{palette.ink};stroke-width:2.4"),
        (".edges .stub", f"stroke:{palette.pruned};stroke-dasharray:3 3;stroke-linecap:butt"),
        (".edges .ghost", f"stroke:{palette.pruned};stroke-dasharray:3 3;stroke-linecap:butt"),
        (".cut", f"stroke:{palette.ink};stroke-width:1.4"),
    ]


def link_rules(palette: Palette) -> Iterable[tuple[str, str]]:
    """Return the rules for links: selectors and declarations."""
    return [
        (".links path", f"fill:none;stroke:{palette.quiet};stroke-width:1.2;stroke-dasharray:4 3"),
        (".links .head", f"fill:{palette.quiet};stroke:none"),
    ]


def node_rules(drawing: Drawing, palette: Palette) -> Iterator[tuple[str, str]]:
    """Iterate over the rules for nodes: selectors and declarations."""
    yield ".now", f"fill:{palette.now}"
    yield "use", "stroke-linejoin:round"
    yield ".open", f"fill:{palette.card};stroke:{palette.ink};stroke-width:2.2"
    yield ".future", f"fill:{palette.card};stroke:{palette.hairline};stroke-width:1.3"
    yield ".stub", f"fill:{palette.paper};stroke:{palette.pruned};stroke-width:1.2;stroke-dasharray:2.5 2"
    shades = {figure.shade for figure in drawing.figures if figure.look in (Look.DONE, Look.GHOST)}
    if any(figure.look is Look.GHOST for figure in drawing.figures):
        yield ".ghost", f"fill-opacity:{GHOST_SHARE};stroke:{palette.quiet};stroke-width:1.2;stroke-dasharray:2.5 2"
    shades |= {edge.shade for edge in drawing.edges}
    for shade in sorted(shades):
        yield f".{shade_name(shade)}", f"fill:{palette.of_shade(shade)}"
        yield f".edges .{shade_name(shade)}", f"stroke:{palette.of_shade(shade)}"


def text_rules(palette: Palette) -> Iterator[tuple[str, str]]:
    """Iterate over the rules for texts; a line's direction follows its first strong letter."""
    yield "text", "text-anchor:middle;unicode-bidi:plaintext;white-space:pre"
    beside = ",".join(f".{role.value}" for role in (Role.BESIDE, Role.GIVEN_BESIDE, Role.WINDOW, Role.NOTE))
    yield beside, "text-anchor:start"
    on_edges = ",".join(f".{role.value}" for role in sorted(ON_EDGES, key=lambda role: role.value))
    yield on_edges, f"paint-order:stroke;stroke:{palette.paper};stroke-width:5;stroke-linejoin:round"
    for role, style in STYLES.items():
        weight = ";font-weight:600" if style.bold else ""
        yield f".{role.value}", f"font-size:{short(style.size)}px;fill:{getattr(palette, style.colour)}{weight}"


class SvgSymbols(Pen):
    """The pen that draws the empty board, as a symbol for every board of a drawing."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def grid(self, board: BoardDrawing, across: list[float], down: list[float]) -> None:
        lines = [f"M{short(x)} 1v{short(board.height - 2)}" for x in across]
        lines += [f"M1 {short(y)}h{short(board.width - 2)}" for y in down]
        self.parts.append(f'<path d="{"".join(lines)}"/>')

    def free_cell(self, board: BoardDrawing, cell: CellDrawing) -> None:
        x, y = short(cell.x), short(cell.y)
        if board.is_hexagonal:
            self.parts.append(f'<use href="#cell" x="{x}" y="{y}"/>')
        elif board.has_discs:
            self.parts.append(f'<circle cx="{x}" cy="{y}" r="{short(board.cell * DISC_RADIUS)}"/>')

    def dark_square(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.parts.append(f'<use class="dark" href="#cell" x="{short(cell.x)}" y="{short(cell.y)}"/>')


class SvgPen(Pen):
    """The pen that draws a board by symbols; classes give their colours."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def use(self, cell: CellDrawing, look: str, symbol: str) -> None:
        """Add a symbol at a cell, with a class for its look."""
        self.parts.append(f'<use class="{look}" href="#{symbol}" x="{short(cell.x)}" y="{short(cell.y)}"/>')

    def empty_board(self, board: BoardDrawing) -> None:
        if not board.is_hexagonal:
            self.parts.append('<use class="card" href="#frame"/>')
        self.parts.append(f'<use class="{"hole" if board.has_discs else "grid"}" href="#cells"/>')

    def tint(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(cell, f"tint{cell.owner}", "cell")

    def taken_hexagon(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(cell, f"taken{cell.owner}" + " fresh" * cell.is_last, "cell")

    def mark(self, board: BoardDrawing, cell: CellDrawing, is_hot: bool) -> None:
        self.use(cell, f"hot side{cell.owner}" if is_hot else "mark", f"mark{cell.owner}")

    def piece(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(cell, f"piece{cell.owner}", f"piece{cell.label}")

    def letter(self, board: BoardDrawing, cell: CellDrawing) -> None:
        x, y = short(cell.x), short(cell.y + board.letter_down)
        self.parts.append(f'<text class="letter" x="{x}" y="{y}">{escaped(cell.label)}</text>')

    def last_ring(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(cell, "last", "last")

    def disc(self, board: BoardDrawing, cell: CellDrawing) -> None:
        self.use(cell, f"side{cell.owner}", f"disc{cell.owner}")

    def winning_line(self, board: BoardDrawing, line: tuple[float, float, float, float]) -> None:
        x, y, to_x, to_y = map(short, line)
        self.parts.append(f'<path class="line side{board.winner}" d="M{x} {y}L{to_x} {to_y}"/>')


def board_symbols(board: BoardDrawing) -> Iterator[str]:
    """Iterate over the symbols that all boards of a drawing share.

    Colours come from the elements that use them: browsers do not match rules for the inside of a symbol by the place
    where it is used.
    """
    size, reach = board.cell, board.cell * CROSS_ARM
    if not board.is_hexagonal:
        yield f'<rect id="frame" width="{short(board.width)}" height="{short(board.height)}" rx="2"/>'
    if board.has_discs:
        core = f'<circle r="{short(size * CORE_RADIUS)}" fill="currentColor" stroke="none"/>'
        yield f'<g id="disc1"><circle r="{short(size * DISC_RADIUS)}"/>{core}</g>'
        yield f'<circle id="disc2" r="{short(size * DISC_RADIUS)}"/>'
        yield f'<circle id="last" r="{short(size * LAST_RING_RADIUS)}"/>'
    else:
        there, back = short(2 * reach), short(-2 * reach)
        cross = f"M{short(-reach)} {short(-reach)}l{there} {there}M{short(-reach)} {short(reach)}l{there} {back}"
        yield f'<path id="mark1" d="{cross}"/>'
        yield f'<circle id="mark2" r="{short(size * RING_RADIUS)}"/>'
        outline = polygon(hexagon(size)) if board.is_hexagonal else rectangle(board)
        yield f'<path id="cell" d="{outline}"/>'
    if board.is_chess:
        for letter in PIECES:
            paths = "".join(polygon([(x * size, y * size) for x, y in one]) for one in outlines(letter))
            yield f'<path id="piece{letter}" d="{paths}"/>'
    empty = SvgSymbols()
    empty.empty_board(board)
    yield f'<g id="cells">{"".join(empty.parts)}</g>'


def rectangle(board: BoardDrawing) -> str:
    """Return the path of a cell's ground about its middle, leaving room for grid lines."""
    gap = not (board.is_chess or board.is_text)
    wide, high = board.cell_width - gap, board.cell - gap
    return f"M{short(-wide / 2)} {short(-high / 2)}h{short(wide)}v{short(high)}h{short(-wide)}z"


def polygon(corners: Iterable[tuple[float, float]]) -> str:
    """Return the path through corners, closed."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in corners) + "z"


def board_element(figure: Figure, board: BoardDrawing) -> str:
    """Return the element of a node's board."""
    x, y = figure.board_at
    pen = SvgPen()
    draw_board(board, pen)
    pale = ' class="pale"' * figure.is_pale
    return f'<g transform="translate({short(x)} {short(y)})"{pale}>{"".join(pen.parts)}</g>'


def board_style(board: BoardDrawing, colours: BoardColours) -> Iterator[tuple[str, str]]:
    """Iterate over the rules for boards: selectors and declarations."""
    palette = colours.palette
    yield ".card", f"fill:{palette.card};stroke:{palette.hairline}"
    yield ".grid", f"fill:{palette.card};stroke:{palette.hairline};stroke-width:.8"
    yield ".hole", f"fill:{colours.hole}"
    yield ".pale", "opacity:.35"
    yield ".mark,.hot", f"fill:none;stroke-width:{short(board.line_width)};stroke-linecap:round"
    yield ".mark", f"stroke:{palette.quiet}"
    yield ".line", f"fill:none;stroke-width:{short(board.line_width * 1.3)};stroke-linecap:round"
    for side in (FIRST, SECOND):
        yield f".tint{side}", f"fill:{colours.tint(side)}"
        yield f".taken{side}", f"fill:{colours.taken(side)};stroke:{colours.taken_rim(side)}"
        yield f".taken{side}.fresh", f"stroke:{colours.side(side)};stroke-width:1.6"
        if board.has_discs:
            disc = DISCS[side - 1]
            yield f".side{side}", f"fill:{disc.fill};stroke:{disc.outline};stroke-width:.8;color:{disc.outline}"
            yield f".line.side{side}", f"stroke:{palette.ink}"
        else:
            yield f".side{side}", f"stroke:{colours.side(side)}"
    if board.is_chess or board.has_texts:
        yield ".tint0", f"fill:{colours.tint(0)}"
    if board.has_texts:
        look = "font-family:monospace" if board.is_text else "font-weight:600"
        yield ".letter", f"fill:{palette.ink};font-size:{short(board.letter_size)}px;text-anchor:middle;{look}"
    if board.is_shaded:
        yield ".dark", f"fill:{colours.dark_square};stroke:none"
    if board.is_chess:
        width = short(max(0.4, board.cell * 0.03))
        for side in (FIRST, SECOND):
            fill, line = palette.of_piece(side == FIRST)
            yield f".piece{side}", f"fill:{fill};stroke:{line};stroke-width:{width};stroke-linejoin:round"
    yield ".last", f"fill:{palette.card};stroke:{palette.ink};stroke-width:1"
