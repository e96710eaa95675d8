"""A drawing as SVG: small, because every shape stands in it once and looks come from classes, and easy to restyle.

Nothing in it is fetched from anywhere. Names are data and become text. Every node is a group with its own title, so
that a browser says what it is when one points at it, and a reader for the blind can read the tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from engine.export.drawing import Drawing, Edge, Figure, Look, drawn
from engine.export.drawn_texts import Label
from engine.export.selection import Selection, State
from engine.export.svg_boards import board_element, board_symbols
from engine.export.svg_style import shade_class, shape_elements, shape_name, style_sheet
from engine.export.svg_text import escaped, short
from engine.messages import Message, compact, shown

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
