"""A drawing as SVG: small, because every shape stands in it once and looks come from classes, and easy to restyle.

Nothing in it is fetched from anywhere. Names are data and become text. Every node is a group with its own title, so
that a browser says what it is when one points at it, and a reader for the blind can read the tree.

The shapes of nodes and the style sheet of an SVG: each look is said once, by the name of its class.

Small boards as SVG. The empty board stands in the file once, and so does each mark; a board is a list of uses.

Numbers and names in SVG: short, and harmless.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import cos, inf, pi, sin

from plyscope.export.boards import CORNER_TO_CORNER, BoardDrawing, CellDrawing
from plyscope.export.drawing import (
    CUT_APART,
    CUT_HIGH,
    CUT_LEAN,
    SQUARE,
    UNDER,
    Drawing,
    Edge,
    Figure,
    Look,
    Shape,
    corners,
    drawn,
    height_of,
)
from plyscope.export.node_texts import STYLES, Label, Role
from plyscope.export.palette import DISCS, PALE, PALETTES, SHADES, Palette, mixed
from plyscope.export.selection import Selection, State
from plyscope.messages import Message, compact, shown
from plyscope.model.position import FIRST


def short(number: float) -> str:
    """To a tenth, beyond which nobody sees anything, in as few letters as can be."""
    whole = int(number)
    if whole == number:
        return str(whole)
    text = f"{number:.1f}"
    return text[:-2] if text[-1] == "0" else text


@lru_cache(10_000)
def escaped(text: str) -> str:
    """Names are data: whatever is in them is text, in an attribute too."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


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


FACES = 'Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans Hebrew","Noto Sans SC",sans-serif'
PALE_LABEL = frozenset({Role.MOVE, Role.BEST_MOVE, Role.OPEN_MOVE, Role.FUTURE_MOVE, Role.STUB_MOVE})
"""Texts on edges, round which the edge is painted over."""


def shape_elements(drawing: Drawing) -> Iterator[str]:
    """Each shape that there is, once, round 0, 0."""
    wanted = {shape_name(figure): figure for figure in drawing.figures}
    for name, figure in sorted(wanted.items()):
        yield shape_element(name, figure.shape, figure.look)
    if any(edge.look is Look.STUB for edge in drawing.edges):
        yield f'<path id="cut" d="{strokes(CUT_LEAN)}"/>'
        yield f'<path id="cut-left" d="{strokes(-CUT_LEAN)}"/>'


def strokes(lean: float) -> str:
    """Two across an edge, round the middle between them."""
    there = f"l{short(2 * lean)} {short(-2 * CUT_HIGH)}"
    return "".join(f"M{short(shift - lean)} {short(CUT_HIGH)}{there}" for shift in (-CUT_APART, CUT_APART))


def shape_name(figure: Figure) -> str:
    return f"small-{figure.shape.value}" if figure.look is Look.STUB else figure.shape.value


def shape_element(name: str, shape: Shape, look: Look) -> str:
    side = height_of(Shape.UP, look) if look is Look.STUB else SQUARE
    if shape is Shape.SQUARE:
        at, side_text = short(-side / 2), short(side)
        return f'<rect id="{name}" x="{at}" y="{at}" width="{side_text}" height="{side_text}" rx="3"/>'
    if shape is Shape.CIRCLE:
        return f'<circle id="{name}" r="{short(side / 2)}"/>'
    path = "L".join(f"{short(x)} {short(y)}" for x, y in corners(shape, look))
    return f'<path id="{name}" d="M{path}z"/>'


def style_sheet(drawing: Drawing, theme: str, max_side: int) -> str:
    """Every rule begins with the theme, so that pictures of both can stand in one page."""
    palette = PALETTES[theme]
    rules = [*line_rules(palette), *node_rules(drawing, palette), *text_rules(palette)]
    board = next((figure.board for figure in drawing.figures if figure.board), None)
    if board is not None:
        rules += board_style(board, palette, max_side)
    scope = f".plyscope.{theme}"
    return f"\n{scope}{{font-family:{FACES};font-variant-numeric:tabular-nums}}\n" + "".join(
        ",".join(f"{scope} {part}" for part in selector.split(",")) + f"{{{said}}}\n" for selector, said in rules
    )


def line_rules(palette: Palette) -> Iterable[tuple[str, str]]:
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


def node_rules(drawing: Drawing, palette: Palette) -> Iterator[tuple[str, str]]:
    yield ".now", f"fill:{palette.now}"
    yield "use", "stroke-linejoin:round"
    yield ".open", f"fill:{palette.card};stroke:{palette.ink};stroke-width:2.2"
    yield ".future", f"fill:{palette.card};stroke:{palette.hairline};stroke-width:1.3"
    yield ".stub", f"fill:{palette.paper};stroke:{palette.pruned};stroke-width:1.2;stroke-dasharray:2.5 2"
    shades = {figure.shade for figure in drawing.figures if figure.look in (Look.DONE, Look.GHOST)}
    if any(figure.look is Look.GHOST for figure in drawing.figures):
        yield ".ghost", f"fill-opacity:{PALE};stroke:{palette.quiet};stroke-width:1.2;stroke-dasharray:2.5 2"
    shades |= {edge.shade for edge in drawing.edges}
    for shade in sorted(shades):
        yield f".{shade_class(shade)}", f"fill:{palette.of_shade(shade)}"
        yield f".edges .{shade_class(shade)}", f"stroke:{palette.of_shade(shade)}"


def text_rules(palette: Palette) -> Iterator[tuple[str, str]]:
    """Which way a line runs follows from its first letter that has a direction."""
    yield "text", "text-anchor:middle;unicode-bidi:plaintext;white-space:pre"
    beside = ",".join(f".{role.value}" for role in (Role.BESIDE, Role.WINDOW, Role.NOTE))
    yield beside, "text-anchor:start"
    on_edges = ",".join(f".{role.value}" for role in sorted(PALE_LABEL, key=lambda role: role.value))
    yield on_edges, f"paint-order:stroke;stroke:{palette.paper};stroke-width:5;stroke-linejoin:round"
    for role, style in STYLES.items():
        weight = ";font-weight:600" if style.bold else ""
        yield f".{role.value}", f"font-size:{short(style.size)}px;fill:{getattr(palette, style.colour)}{weight}"


def shade_class(shade: int) -> str:
    """max3, min8, even: how good a value is, and for whom; SHADES is the best there is."""
    assert abs(shade) <= SHADES
    return f"max{shade}" if shade > 0 else f"min{-shade}" if shade < 0 else "even"


FIRST_STRONG, END_OF_ISOLATE = "\u2068", "\u2069"
"""Round a name of any script inside a line, so that it does not turn what stands beside it."""


def pieces(selection: Selection) -> Iterator[str]:
    drawing = yield from drawn(selection)
    yield from pieces_of(selection, drawing)


def pieces_of(selection: Selection, drawing: Drawing) -> Iterator[str]:
    theme = selection.extent.theme
    width, height = short(drawing.width), short(drawing.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plyscope {theme}" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" role="img">\n'
        f"<title>{escaped(title(selection))}</title>\n<desc>{escaped(described(selection))}</desc>\n"
        f"<style>{style_sheet(drawing, theme, selection.trace.position.max_side)}</style>\n"
        f"<defs>{''.join(shape_elements(drawing))}{''.join(board_symbols(drawing))}</defs>\n"
        f'<rect class="paper" width="{width}" height="{height}"/>\n<g class="edges">\n'
    )
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


def title(selection: Selection) -> str:
    position = selection.trace.position
    return shown(position.title or str(position)) or position.game.name


def described(selection: Selection) -> str:
    """The picture in a sentence."""
    trace = selection.trace
    return str(
        Message(
            "{search}: the value is {value} after {frames} frames; {count} nodes are drawn, as of step {step}",
            search=trace.search.name,
            count=len(selection),
            frames=len(trace),
            step=selection.step,
            value=trace.value_text(0) if selection.has_left(0) else "?",
        )
    )


def edge_element(edge: Edge) -> str:
    line = f"M{short(edge.x)} {short(edge.y)}L{short(edge.to_x)} {short(edge.to_y)}"
    if edge.look is Look.DONE:
        return f'<path d="{line}"/>\n'
    if edge.look is Look.STUB:
        x, y, lean = edge.cut()
        across = "cut" if lean > 0 else "cut-left"
        return f'<path class="stub" d="{line}"/><use class="cut" href="#{across}" x="{x}" y="{y}"/>\n'
    if edge.look is Look.GHOST:
        return f'<path class="ghost" d="{line}"/>\n'
    if edge.look is Look.OPEN:
        return f'<path class="way" d="{line}"/><path class="open" d="{line}"/>\n'
    kind = "future" if edge.look is Look.FUTURE else f"best {shade_class(edge.shade)}"
    return f'<path class="{kind}" d="{line}"/>\n'


def node_element(selection: Selection, figure: Figure) -> str:
    node = figure.node
    shape, place = shape_name(figure), f'x="{short(figure.x)}" y="{short(figure.y)}"'
    said = escaped(node_title(selection, figure))
    labels = "".join(map(text_element, figure.labels))
    if node.is_stub:
        return f'<g><title>{said}</title><use class="stub" href="#{shape}" {place}/>{labels}</g>\n'
    ring = board = ""
    if figure.is_now:
        x, y, width, height = map(short, figure.ring)
        ring = f'<rect class="now" x="{x}" y="{y}" width="{width}" height="{height}" rx="8"/>'
    if figure.board is not None:
        board = board_element(figure, figure.is_pale)
    kind = shade_class(figure.shade) if figure.look is Look.DONE else figure.look.value
    if figure.look is Look.GHOST:
        kind = f"ghost {shade_class(figure.shade)}"
    glyph = f'<use class="{kind}" href="#{shape}" {place}/>'
    name = f' id="f{node.frame}"' * (node.ghost is None)
    return f"<g{name}><title>{said}</title>{ring}{board}{glyph}{labels}</g>\n"


def node_title(selection: Selection, figure: Figure) -> str:
    """What a node is, in one line: its frame, move and value, and the window it was called with."""
    trace, node = selection.trace, figure.node
    move = shown(selection.move_text(node)) if node.move >= 0 else ""
    isolated = f"{FIRST_STRONG}{move}{END_OF_ISOLATE}" if move else ""
    if node.is_stub:
        return isolated
    if node.ghost is not None:
        return f"{isolated} · ({selection.value_text(node) or '?'})" * (node.state is not State.FUTURE) or isolated
    said = f"#{node.frame} {isolated}".rstrip()
    if node.state is State.FUTURE:
        return said
    if node.is_known:
        said = f"{said} · {selection.value_text(node)}"
    alpha, beta = trace.alphas[node.frame], trace.betas[node.frame]
    if alpha == -inf and beta == inf:
        return said
    return f"{said} · α {compact(alpha)} β {compact(beta)}"


def text_element(label: Label) -> str:
    smaller = ""
    if label.size and label.size != label.style.size:
        smaller = f' style="font-size:{short(label.size)}px"'
    place = f'x="{short(label.x)}" y="{short(label.y)}"'
    return f'<text class="{label.role.value}" {place}{smaller}>{escaped(label.text)}</text>'
