"""A flowchart for Mermaid, which many pages and editors draw from text.

Not all versions of Mermaid have triangles with text in them: MAX is a trapezium on its long side, MIN one on its short
side. Mermaid draws no more than 500 edges and 50,000 letters unless the page that it is in allows more, which a diagram
cannot. It has no edge that leaves the plies as they are: what stored an answer of the table stands below that. Boards
are lines of letters of one width.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.boards import NO_CELL, board_lines
from plyscope.export.drawing import Drawing, Edge, Figure, Look, Shape, draw
from plyscope.export.extent import SMALLER_EXPORT_OPTIONS
from plyscope.export.node_texts import NAMES, Label, Role
from plyscope.export.palette import shade_name
from plyscope.export.selection import Selection
from plyscope.messages import InputError, shown

MAX_CHARS, MAX_EDGES = 50_000, 500
SHAPES = {
    Shape.UP: ("[/", r"\]"),
    Shape.DOWN: ("[\\", "/]"),
    Shape.SQUARE: ("[", "]"),
    Shape.CIRCLE: ("((", "))"),
}
LINES = {Look.STUB: "-.-", Look.LEFT_OUT: "-.-", Look.GHOST: "-.-", Look.BEST: "==="}
CODES = str.maketrans({letter: f"#{ord(letter)};" for letter in '"#&<>`\\[]{}|*_~;'})
"""The characters that are special to Mermaid, to HTML or to Markdown, by their numbers as Mermaid writes them."""


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of the flowchart."""
    drawing = draw(selection)
    lines = ["flowchart TD", *class_lines(drawing)]
    lines += map(node_line, drawing.figures)
    parents = {figure.node.number: figure.node.parent for figure in drawing.figures}
    stubs = {
        figure.node.number: label
        for figure in drawing.figures
        for label in figure.labels
        if label.role is Role.STUB_MOVE
    }
    for edge in sorted(drawing.edges, key=lambda edge: edge.number):
        lines.append(edge_line(edge, parents[edge.number], edge.label or stubs.get(edge.number)))
    lines += [f"  n{link.number} -.-> n{link.source}" for link in drawing.links]
    text = "\n".join(lines) + "\n"
    refuse_too_large(len(text), len(drawing.edges) + len(drawing.links))
    yield text


def refuse_too_large(letters: int, edges: int) -> None:
    """Raise InputError for more characters or edges than Mermaid draws."""
    if letters > MAX_CHARS:
        raise InputError(
            "Mermaid draws {most} characters at most, not {count}: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            most=MAX_CHARS,
            count=letters,
            **SMALLER_EXPORT_OPTIONS,
        )
    if edges > MAX_EDGES:
        raise InputError(
            "Mermaid draws {most} edges at most, not {count}, with those to what the table had stored: "
            "fewer plies ({plies}) or a subtree ({subtree}) will do",
            most=MAX_EDGES,
            count=edges,
            **SMALLER_EXPORT_OPTIONS,
        )


def class_lines(drawing: Drawing) -> Iterator[str]:
    """Iterate over the definitions of all looks in the drawing."""
    font = ",font-family:monospace" * any(figure.board for figure in drawing.figures)
    for name, look in looks(drawing):
        yield f"  classDef {name} {look}{font}"
    if any(figure.is_now for figure in drawing.figures):
        yield f"  classDef now stroke:{drawing.palette.now},stroke-width:5px"


def looks(drawing: Drawing) -> Iterator[tuple[str, str]]:
    """Iterate over the names of looks and their style declarations."""
    palette = drawing.palette
    for shade in sorted({figure.shade for figure in drawing.figures if figure.look is Look.DONE}):
        fill = palette.of_shade(shade)
        yield shade_name(shade), f"fill:{fill},stroke:{fill},color:{palette.on_fill}"
    for shade in sorted({figure.shade for figure in drawing.figures if figure.look is Look.GHOST}):
        ghost = f"fill:{palette.pale_of_shade(shade)},stroke:{palette.quiet},color:{palette.ink}"
        yield f"ghost{shade_name(shade)}", f"{ghost},stroke-dasharray:4 3"
    there = {figure.look for figure in drawing.figures}
    if Look.OPEN in there:
        yield "open", f"fill:{palette.card},stroke:{palette.ink},color:{palette.ink},stroke-width:2px"
    if Look.FUTURE in there:
        yield "future", f"fill:{palette.card},stroke:{palette.hairline},color:{palette.quiet}"
    if there & {Look.STUB, Look.PRUNED}:
        yield "pruned", f"fill:{palette.paper},stroke:{palette.pruned},color:{palette.quiet},stroke-dasharray:4 3"


def node_line(figure: Figure) -> str:
    """Return the line of a node; the current one has a second line, with its class."""
    before, after = SHAPES[figure.shape]
    shade = shade_name(figure.shade)
    looks = {Look.DONE: shade, Look.STUB: "pruned", Look.GHOST: f"ghost{shade}"}
    now = f"\n  class n{figure.node.number} now" * figure.is_now
    look = looks.get(figure.look, figure.look.value)
    return f'  n{figure.node.number}{before}"{node_text(figure)}"{after}:::{look}{now}'


def node_text(figure: Figure) -> str:
    """Return a node's name, value and texts; Mermaid needs a text for every node."""
    labels = sorted(figure.labels, key=lambda label: label.role not in NAMES)
    lines = [coded(label.text) for label in labels if label.role not in (Role.MOVE, Role.STUB_MOVE)]
    if figure.board is not None:
        lines += ["#160;".join(map(coded, line.split(NO_CELL))) for line in board_lines(figure.board)]
    return "<br>".join(lines) or " "


def edge_line(edge: Edge, parent: int, label: Label | None) -> str:
    """Return the line of an edge."""
    text = "" if label is None else f'|"{coded(label.text)}"|'
    return f"  n{parent} {LINES.get(edge.look, '---')}{text} n{edge.number}"


def coded(text: str) -> str:
    """Return a text escaped so that it is taken literally."""
    text = shown(text).translate(CODES)
    return text.replace(". ", "#46; ").replace("- ", "#45; ").replace("+ ", "#43; ")
