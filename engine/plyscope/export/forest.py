r"""A tree for the LaTeX package `forest`, which lays it out itself: a source to edit by hand, for papers and exercises.

A node is one line, in brackets inside the brackets of its parent, so that one can be added or removed without moving
the others. TeX does the layout, and is slow beyond a few hundred nodes.
"""

from __future__ import annotations

from collections.abc import Iterator

from plyscope.export.boards import BoardDrawing
from plyscope.export.drawing import BOARD_GAP, Drawing, Edge, Figure, Look, Shape, draw
from plyscope.export.links import Link
from plyscope.export.node_texts import Role, width_of
from plyscope.export.palette import GHOST_SHARE
from plyscope.export.selection import Selection
from plyscope.export.tex import document, file_of, fragment, paper, typeset
from plyscope.export.tikz import (
    UNIT,
    UNITS,
    board_commands,
    board_pieces,
    board_styles,
    colour_name,
    colours,
)

NEEDS = [r"\usepackage{forest}", r"\usetikzlibrary{shapes.geometric}"]
CLASS = r"\documentclass[border=4pt]{standalone}"
SHAPES = {Shape.UP: "max", Shape.DOWN: "min", Shape.SQUARE: "leaf", Shape.CIRCLE: "no side"}
STYLES = r"""\forestset{
  triangle/.style={regular polygon, regular polygon sides=3, minimum size=10.5mm,
    content format={\hbox to 0pt{\hss\forestoption{content}\hss}}},
  max/.style={triangle},
  min/.style={triangle, shape border rotate=180},
  leaf/.style={rectangle, rounded corners=0.5mm, minimum size=6mm},
  no side/.style={circle, minimum size=7mm},
  value/.style={fill=#1, text=plyonfill},
  open/.style={draw=plyink, line width=1pt, text=plyink},
  now/.style={draw=plynow, line width=2.4pt},
  future/.style={draw=plyhairline, text=plyquiet},
  not yet/.style={future, dashed, minimum size=5mm},
  pruned/.style={draw=plypruned, dashed, minimum size=5mm, edge={plypruned, dashed}},
  given/.style={draw=plypruned, dashed, text=plyquiet, font=\sffamily\scriptsize, edge={plypruned, dashed}},
  ghost/.style={draw=plyquiet, dashed, fill=#1!GHOST!plypaper, text=plyink, edge={plypruned, dashed}},
  best/.style={edge={draw=#1, line width=1.6pt}},
  way/.style={edge={draw=plyink, line width=1.2pt, preaction={draw=plynow, line width=5pt}}},
  pale edge/.style={edge=plyhairline},
  beside/.style={label={[plyink, inner sep=1pt, align=left, xshift=1.5mm, font=\sffamily\tiny]right:{#1}}},
  name/.style={label={[plyink, inner sep=1pt, xshift=-1mm, font=\sffamily\bfseries\scriptsize]165:{#1}}},
  pale name/.style={label={[plyquiet, inner sep=1pt, xshift=-1mm, font=\sffamily\scriptsize]165:{#1}}},
  below/.style={label={[plyquiet, inner sep=1pt, font=\sffamily\tiny]below:{#1}}},
  move/.style={edge label={node[pos=0.6, fill=plypaper, inner sep=1pt, text=plyquiet, font=\sffamily\scriptsize]{#1}}},
  cut/.style={edge label={node[pos=0.45, sloped, text=plyink, font=\scriptsize]{$/\!/$}}},
  severed/.style={edge label={node[pos=0.45, sloped, text=plyink, font=\scriptsize]{$/\!/$}}, below={#1}},
  pruned move/.style={edge label={node[pos=0.33, sloped, text=plyink, font=\scriptsize]{$/\!/$}
    node[pos=0.65, fill=plypaper, inner sep=1pt, text=plyquiet, font=\sffamily\scriptsize]{#1}}},
}""".replace("GHOST", f"{GHOST_SHARE * 100:.0f}")
BESIDE_ROLES = (Role.BESIDE, Role.GIVEN_BESIDE, Role.WINDOW, Role.NOTE)
SMALL_FONT_SIZE, FONT_SIZE, NODE_WIDTH, LEAF_WIDTH = 5.0, 7.0, 24.0, 17.0
"""Points: the letters of what stands beside a node, those of moves, how wide a node is, and how wide a leaf."""
BOARD_SCALE = 0.6


def pieces(selection: Selection) -> Iterator[str]:
    """Iterate over the lines of the source."""
    drawing = draw(selection)
    setting = [*colours(drawing), *STYLES.splitlines(), *board_setting(drawing)]
    body = [
        r"\begin{forest}",
        tree_options(drawing),
        *node_lines(drawing),
        *map(link_line, drawing.links),
        r"\end{forest}",
    ]
    if selection.extent.fragment:
        # The ends of lines would be spaces before the tree.
        lines = fragment(NEEDS, [*(f"{line}%" for line in setting), *body])
    else:
        lines = document(CLASS, [*NEEDS, *setting, *paper(selection.extent.theme)], body)
    yield from file_of(selection.title, lines)


def board_setting(drawing: Drawing) -> Iterator[str]:
    """Iterate over the commands that draw boards, and the style that puts one below its node."""
    board = drawing.board
    if board is None:
        return
    yield r"\tikzset{" + ", ".join(board_styles(board)) + "}"
    yield from board_commands(board, drawing.board_colours)
    low = f"label distance={(board.height + BOARD_GAP) * UNIT:.1f}pt"
    left, down = board.width / 2 * UNIT, BOARD_GAP * UNIT
    scope = rf"{','.join(UNITS)}, shift={{([shift={{(-{left:.1f}pt,-{down:.1f}pt)}}].south)}}"
    yield r"\forestset{"
    yield rf"  under/.style={{label={{[plyquiet, inner sep=1pt, font=\sffamily\tiny, {low}]below:{{#1}}}}}},"
    yield rf"  board/.style={{tikz+={{\begin{{scope}}[{scope}]\plyboard #1\end{{scope}}}}}},"
    yield rf"  pale board/.style={{tikz+={{\begin{{scope}}[{scope}, opacity=0.35]\plyboard #1\end{{scope}}}}}},"
    yield "}"


def under_boards(board: BoardDrawing) -> str:
    """Return the setting by which edges begin below the boards."""
    high = (board.height + BOARD_GAP) * UNIT
    return (
        rf", edge path={{\noexpand\path[\forestoption{{edge}}] (!u.parent anchor) ++(0pt,-{high:.1f}pt)"
        r" -- (.child anchor)\forestoption{edge label};}"
    )


def tree_options(drawing: Drawing) -> str:
    """Return the options of all nodes, which are further apart where texts stand beside them."""
    beside = [label.text for figure in drawing.figures for label in figure.labels if label.role in BESIDE_ROLES]
    moves = [edge.label.text for edge in drawing.edges if edge.label]
    apart = max((width_of(text, SMALL_FONT_SIZE) * 1.1 + 14 for text in beside), default=8.0)
    # Where moves stand, edges are nearer to one another than their ends are.
    apart = max([apart, *((width_of(text, FONT_SIZE) + 4) / BOARD_SCALE - NODE_WIDTH for text in moves)])
    board, high, path = drawing.board, 0.0, ""
    if board is not None:
        high, path = (board.height + BOARD_GAP) * UNIT, under_boards(board)
        apart = max(apart, board.width * UNIT + 5 - LEAF_WIDTH)
    return (
        "for tree={inner sep=0pt, font=\\sffamily\\bfseries\\scriptsize, edge=plyedge, parent anchor=south,"
        f" child anchor=north, s sep={apart:.0f}pt, l sep={31 + high:.0f}pt{path}}}"
    )


def node_lines(drawing: Drawing) -> Iterator[str]:
    """Iterate over the nodes as nested brackets, each before its children, which are indented."""
    edges = {edge.number: edge for edge in drawing.edges}
    ends = {number for link in drawing.links for number in (link.number, link.source)}
    open_nodes: list[int] = []
    """The nodes whose brackets are open, the root first."""
    line = ""
    for figure in drawing.figures:
        number = figure.node.number
        if open_nodes:
            ended = len(open_nodes) - 1 - open_nodes.index(figure.node.parent)
            yield line + "]" * ended
            del open_nodes[len(open_nodes) - ended :]
        open_nodes.append(number)
        options = ", ".join(
            [*node_options(figure, edges.get(number)), *([f"alias=n{number}"] if number in ends else ())]
        )
        line = "  " * len(open_nodes) + f"[{{{value_of(figure)}}}, {options}"
    yield line + "]" * len(open_nodes)


def link_line(link: Link) -> str:
    """Return the arrow of a link, flat below both nodes, drawn after the tree."""
    side = "-" if link.end[0] < link.start[0] else ""
    back = "" if side else "-"
    way = f".. controls +({side}8mm,-6mm) and +({back}8mm,-6mm) .. ([xshift={back}1.2mm]n{link.source}.south)"
    return rf"\draw[plyquiet, dashed, line width=0.6pt, -latex] ([xshift={side}1.2mm]n{link.number}.south) {way};"


def value_of(figure: Figure) -> str:
    """Return the text in a node."""
    return "".join(typeset(label.text) for label in figure.labels if label.role in (Role.VALUE, Role.BOUND, Role.GIVEN))


def node_options(figure: Figure, edge: Edge | None) -> Iterator[str]:
    """Iterate over the options of one node: its shape, look, and texts."""
    yield SHAPES[figure.shape]
    if figure.look is Look.DONE:
        yield f"value={colour_name(figure.shade)}"
    elif figure.look is Look.GHOST:
        yield f"ghost={colour_name(figure.shade)}"
    elif figure.look is Look.STUB and edge is not None and edge.look is Look.FUTURE:
        yield "not yet"
    else:
        yield {Look.STUB: "pruned", Look.PRUNED: "given"}.get(figure.look, figure.look.value)
    if figure.is_now:
        yield "now"
    if edge is not None and edge.look is Look.FUTURE:
        yield "pale edge"
    texts = {role: [typeset(label.text) for label in figure.labels if label.role is role] for role in Role}
    beside = [text for role in BESIDE_ROLES for text in texts[role]]
    if beside:
        yield "beside={" + r"\\".join(beside) + "}"
    if edge is not None and edge.look is Look.BEST:
        yield f"best={colour_name(edge.shade)}"
    if edge is not None and edge.look is Look.OPEN:
        yield "way"
    if edge is not None and edge.look is Look.LEFT_OUT:
        yield "edge={plypruned, dotted}"
    if edge is not None and edge.label is not None:
        style = "pruned move" if edge.look is Look.STUB else "move"
        yield f"{style}={{{typeset(edge.label.text)}}}"
    if figure.board is not None:
        yield "pale " * figure.is_pale + "board={" + "".join(board_pieces(figure.board)) + "}"
    is_cut = edge is not None and edge.look is Look.STUB
    if is_cut and figure.look is Look.PRUNED and edge is not None and edge.label is None:
        yield "cut"
    yield from (f"name={{{text}}}" for text in texts[Role.NAME])
    yield from (f"pale name={{{text}}}" for text in texts[Role.PALE_NAME])
    yield from (f"below={{{text}}}" for text in texts[Role.LEAF_NAME])
    yield from (f"{'severed' if is_cut else 'below'}={{{text}}}" for text in texts[Role.STUB_MOVE])
    yield from (f"{'under' if figure.board else 'below'}={{{text}}}" for text in texts[Role.MORE])
