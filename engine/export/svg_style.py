"""The shapes of nodes and the style sheet of an SVG: each look is said once, by the name of its class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.export.drawing import (
    CUT_APART,
    CUT_HIGH,
    CUT_LEAN,
    SQUARE,
    Drawing,
    Figure,
    Look,
    Shape,
    corners,
    height_of,
)
from engine.export.drawn_texts import STYLES, Role
from engine.export.palette import PALE, PALETTES, SHADES, Palette
from engine.export.svg_boards import board_style
from engine.export.svg_text import short

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
