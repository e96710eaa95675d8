"""A selection as a drawing in plain numbers, from which every picture of a tree is made, so that all look alike.

The unit is a pixel of a screen, or a point of a printer. y grows downwards. The shape of a node says the side, as in
textbooks: MAX points up, MIN points down, and the search stops at a square. Its colour says the value. Dashes and a
severed edge mean pruned, and yellow means now.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import compress
from math import ceil, nan
from typing import NamedTuple

import numpy as np

from plyscope.export.boards import BoardColours, BoardDrawing, describe_on_paper
from plyscope.export.extent import Extent
from plyscope.export.links import Link, Sources, link
from plyscope.export.node_texts import (
    LINE_PITCH,
    MOVE_RISE,
    STYLES,
    Label,
    Role,
    Texts,
    is_leaf,
    known_so_far,
    texts_of,
)
from plyscope.export.palette import PALETTES, SHADES, Palette
from plyscope.export.progress import collected, result_of
from plyscope.export.selection import Node, Selection, State
from plyscope.layout.shades import Shades
from plyscope.layout.tidy import tidy
from plyscope.model.columns import LEFT_OUT, TABLE
from plyscope.model.declaration import MAX, MIN

MARGIN = 20.0
NEIGHBOUR_GAP = 8.0
"""The distance between neighbours."""
TRIANGLE_WIDTH, TRIANGLE_HEIGHT, SQUARE_SIZE, STUB_WIDTH, STUB_HEIGHT = 38.0, 34.0, 28.0, 16.0, 14.0
"""A triangle, the side of a square, and a stub's triangle."""
PLY_PITCH = 86.0
"""The distance from ply to ply without boards."""
TEXT_GAP = 6.0
"""The distance from a node to the texts beside it."""
NAME_RISE = 10.0
"""How far the middle of an inner node's name is above the middle of the node."""
MAX_EDGE_SLOPE, MAX_STRETCH = 6.0, 260.0
"""How far an edge may go to the side for one down before the next ply is moved down, and how far that is moved."""
BOARD_GAP = 5.0
"""The distance from a node to its board."""
LABEL_HEIGHT = 14.0
"""The height of a line under or over a node."""
HALF_CAPITAL_HEIGHT = 0.36
"""Half of the height of capital letters and digits, by their size: from the middle of a line to its baseline."""


HALF_CUT_HEIGHT, CUT_LEAN, HALF_CUT_GAP = 5.0, 2.5, 2.0
"""Half of the height of a stroke across a severed edge, how far it leans, and half of what is between the two."""


@dataclass(frozen=True)
class Room:
    """The distances that a drawing keeps: larger drawings on slides leave less."""

    pitch: float = PLY_PITCH
    margin: float = MARGIN


USUAL, TIGHT = Room(), Room(62.0, 4.0)


class Shape(Enum):
    """The shape of a node: MAX up, MIN down, a leaf, or no side."""

    UP = "up"
    DOWN = "down"
    SQUARE = "square"
    CIRCLE = "circle"
    """The size of a call that belongs to no side."""


class Look(Enum):
    """How a node or an edge is drawn."""

    DONE = "done"
    BEST = "best"
    """An edge only: its lower end gave the upper one its value."""
    OPEN = "open"
    """Called and not yet returned."""
    FUTURE = "future"
    STUB = "stub"
    LEFT_OUT = "left out"
    """An edge only: to a move that a rule of the search has left out, and no cutoff."""
    PRUNED = "pruned"
    """A node only: a pruned move or a node below one, where the position gives them; as large as the others."""
    GHOST = "ghost"
    """A node or an edge under a pruned move, searched afterwards; an edge to a given node there, or to what a table has
    answered."""


class Spot(NamedTuple):
    """The place of a node and its colour, which is all that a graph needs of a drawing."""

    node: Node
    x: float
    y: float
    look: Look
    shade: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A node in its place with all that is drawn at it."""

    node: Node
    x: float
    y: float
    """Its middle."""
    shape: Shape
    look: Look
    shade: int
    """The value's colour, as palettes know it."""
    is_now: bool
    labels: tuple[Label, ...]
    board: BoardDrawing | None
    """Its top is in the middle under the node."""

    @property
    def spot(self) -> Spot:
        return Spot(self.node, self.x, self.y, self.look, self.shade)

    @property
    def is_pale(self) -> bool:
        """Whether the search has not reached it by the step, or never will."""
        return self.look in (Look.FUTURE, Look.GHOST)

    @property
    def bottom(self) -> float:
        """The y below the node and its board, where edges to its children begin."""
        under = 0.0 if self.board is None else BOARD_GAP + self.board.height
        return self.y + height_of(self.shape) / 2 + under

    @property
    def board_at(self) -> tuple[float, float]:
        """The top left of the node's board."""
        assert self.board is not None
        return self.x - self.board.width / 2, self.y + height_of(self.shape) / 2 + BOARD_GAP

    @property
    def ring(self) -> tuple[float, float, float, float]:
        """The rectangle behind the node where the cursor is, with its board: left, top, width, height."""
        half = max(TRIANGLE_WIDTH / 2 + 3, (self.board.width if self.board else 0.0) / 2 + 4)
        top = self.y - TRIANGLE_HEIGHT / 2 - 5
        return self.x - half, top, 2 * half, self.bottom + 5 - top


@dataclass(frozen=True, slots=True)
class Edge:
    """A line from a node to a child, with the move on it."""

    x: float
    y: float
    to_x: float
    to_y: float
    look: Look
    shade: int
    number: int
    """Of the node that it leads to."""
    label: Label | None
    """The move; that of a stub stands under it."""

    def severed(self) -> tuple[tuple[float, float, float, float], ...]:
        """Return the two short strokes across the edge to a pruned move, by their ends."""
        x, y, lean = self.cut()
        return tuple(
            (x + shift - lean, y + HALF_CUT_HEIGHT, x + shift + lean, y - HALF_CUT_HEIGHT)
            for shift in (-HALF_CUT_GAP, HALF_CUT_GAP)
        )

    def cut(self) -> tuple[int, int, float]:
        """Return the middle of those strokes, above the move on the edge, and their lean."""
        share = 0.6 if self.label is None else 0.42
        x, y = self.x + (self.to_x - self.x) * share, self.y + (self.to_y - self.y) * share
        return round(x), round(y), CUT_LEAN if self.to_x >= self.x else -CUT_LEAN


@dataclass(frozen=True)
class Drawing:
    """A tree in plain numbers: figures, edges, links, and the colours of all of it."""

    width: float
    height: float
    edges: list[Edge]
    """To be painted before the figures. Edges to best moves and to open calls come last, and so lie on top."""
    figures: list[Figure]
    links: list[Link]
    """To be painted before everything else."""
    board_colours: BoardColours

    @property
    def palette(self) -> Palette:
        return self.board_colours.palette

    @property
    def board(self) -> BoardDrawing | None:
        """The first board; all boards of a drawing are of one game and one size."""
        return next((figure.board for figure in self.figures if figure.board), None)


def short(number: float) -> str:
    """Return a number rounded to a tenth, in as few characters as possible."""
    whole = int(number)
    if whole == number:
        return str(whole)
    text = f"{number:.1f}"
    return text[:-2] if text[-1] == "0" else text


def draw(selection: Selection, room: Room = USUAL) -> Drawing:
    """Return the drawing of a selection."""
    return result_of(draw_in_parts(selection, room))


def draw_in_parts(selection: Selection, room: Room = USUAL) -> Generator[str, None, Drawing]:
    """Yield empty pieces while drawing, at which an export can be stopped; return the drawing.

    Positions are the same at every step, so that steps can be compared; only a single picture without the future
    leaves no room for it.
    """
    extent, trace = selection.extent, selection.trace
    is_whole = not extent.hides_future or extent.all_steps
    if extent.ghosts and not extent.all_steps:
        has_cut = selection.have_cut(np.array([frame for frame, _ in extent.ghosts]))
        extent = replace(extent, ghosts=dict(compress(extent.ghosts.items(), has_cut)))
        selection = Selection(trace, extent)
    if is_whole:
        selection = Selection(trace, replace(extent, hides_future=False))
    parts = yield from collected(parts_of(selection))
    final_parts = parts
    if is_whole and not selection.at_end:
        final_parts = yield from collected(parts_of(Selection(trace, replace(extent, hides_future=False, step=None))))
    places = tidy(
        [part.node.parent for part in parts],
        [part.width for part in final_parts],
        0.0,
        [part.more for part in final_parts],
    )
    rows = row_places(final_parts, places, room.pitch)
    top = room.margin + TRIANGLE_HEIGHT / 2 + (LABEL_HEIGHT if parts[0].texts.move else 0.0)
    figures = yield from collected(
        part.figure(round(x + room.margin), top + rows[part.node.ply - parts[0].node.ply])
        for part, x in zip(parts, places, strict=True)
    )
    width = max(item.x + part.width / 2 + part.more for item, part in zip(figures, final_parts, strict=True))
    height = max(item.bottom + part.below for item, part in zip(figures, final_parts, strict=True))
    links = list(links_of(selection, figures, room.pitch - TRIANGLE_HEIGHT))
    height = max([height, *(drawn.bottom for drawn in links)])
    links = [drawn for drawn in links if figures[drawn.number].node.is_known]
    shown = [item for item in figures if is_shown(item.node, extent, is_given=selection.given_moves.exists)]
    edges = yield from collected(
        edge(figures[item.node.parent], item, parts[item.node.number].texts) for item in shown if item.node.parent >= 0
    )
    edges.sort(key=lambda line: EDGE_PAINTING_ORDER.index(line.look))
    colours = BoardColours(PALETTES[extent.theme], trace.position.max_side)
    return Drawing(width + room.margin, height + room.margin, edges, shown, links, colours)


def links_of(selection: Selection, figures: list[Figure], gap: float) -> Iterator[Link]:
    """Iterate over the links from answers of a table to the nodes that stored them, where both are drawn."""
    sources = Sources(selection)
    for figure in figures:
        source = sources.number(figure.node)
        if source >= 0:
            stored_by = figures[source]
            yield link(figure.node.number, (figure.x, figure.bottom), source, (stored_by.x, stored_by.bottom), gap)


FRAME_PITCH = 24.0
"""How wide the place of a frame is in a drawing that is written as it is made."""


def spots_one_by_one(selection: Selection) -> Iterator[Spot]:
    """Iterate over the nodes in the order searched, with places in a drawing of any size.

    No place depends on what comes later, so that nothing has to be kept: a node is over the middle of the frames of its
    subtree, and all plies are equally far apart.
    """
    trace, extent, is_given = selection.trace, selection.extent, selection.given_moves.exists
    top, shades, under = trace.plies[extent.root], Shades.of(trace), 0.0
    path: list[tuple[int, int]] = []
    """The numbers of nodes and their x, from the root to the last one."""
    for node in selection.drawn():
        while path and path[-1][0] != node.parent:
            path.pop()
        x = round(place_one_by_one(selection, node, path[-1][1] if path else 0.0))
        path.append((node.number, x))
        if extent.boards and not under and (board := selection.board(node)):
            under = describe_on_paper(board).height + BOARD_GAP
        y = round(MARGIN + TRIANGLE_HEIGHT / 2 + (node.ply - top) * (PLY_PITCH + (0.0 if node.is_stub else under)))
        if is_shown(node, extent, is_given=is_given):
            value = selection.trace_of(node).values[node.frame] if node.is_known else nan
            yield Spot(node, x, y, look_of(node), round(shades.of_value(value) * SHADES))


def place_one_by_one(selection: Selection, node: Node, above: float) -> float:
    """Return the x of a node; pruned moves are after the subtree of their frame's last child."""
    if node.is_stub or node.ghost is not None:
        return above + FRAME_PITCH / 2
    return MARGIN + (node.frame - selection.extent.root + selection.trace.sizes[node.frame] / 2) * FRAME_PITCH


def is_shown(node: Node, extent: Extent, *, is_given: bool) -> bool:
    """Whether a node is drawn: not the future where the extent hides it, nor ghosts of moves not pruned yet."""
    is_secret = node.ghost is not None and node.frame > 0 and not is_given
    return node.state is not State.FUTURE or not (extent.hides_future or is_secret)


def row_places(parts: list[Part], places: list[float], pitch: float) -> list[float]:
    """Return the y of each ply; plies are further apart where edges reach far to the side."""
    first = parts[0].node.ply
    plies = max(part.node.ply for part in parts) - first
    under, reach = [0.0] * (plies + 1), [0.0] * (plies + 1)
    for part, x in zip(parts, places, strict=True):
        row = part.node.ply - first
        under[row] = max(under[row], part.under)
        if row:
            reach[row - 1] = max(reach[row - 1], abs(x - places[part.node.parent]))
    rows = [0.0]
    for row in range(plies):
        steeper = min(MAX_STRETCH, max(0.0, reach[row] / MAX_EDGE_SLOPE - (pitch - TRIANGLE_HEIGHT)))
        rows.append(rows[-1] + pitch + ceil(under[row] + steeper))
    return rows


class Part:
    """A node with its texts and board, before it has its place."""

    def __init__(self, node: Node, texts: Texts, board: BoardDrawing | None, shade: int) -> None:
        self.node, self.texts, self.board, self.shade = node, texts, board, shade
        self.half = max(glyph_width(node), board.width if board else 0.0) / 2
        """Half of the node and its board, whichever is wider."""
        left = texts.left(self.half + TEXT_GAP)
        self.width = 2 * max(self.half, texts.width / 2, left) + NEIGHBOUR_GAP
        self.more = max(0.0, texts.right(self.half + TEXT_GAP) + NEIGHBOUR_GAP - self.width / 2)
        """More room that it needs on the right."""
        self.under = self.board.height + BOARD_GAP if self.board else 0.0
        has_name_below = bool(texts.name) and texts.name_role is Role.LEAF_NAME
        has_move_below = texts.move_role is Role.STUB_MOVE
        self.below = LABEL_HEIGHT * (bool(texts.more) + has_move_below + has_name_below)
        """The height of what is written under it."""

    def figure(self, x: float, y: float) -> Figure:
        """Return the figure of the node at a place."""
        shape, look = shape_of(self.node), look_of(self.node)
        labels = tuple(self.labels(x, y, shape, look))
        is_now = self.node.state is State.NOW
        return Figure(self.node, x, y, shape, look, self.shade, is_now, labels, self.board)

    def labels(self, x: float, y: float, shape: Shape, look: Look) -> Iterator[Label]:
        """Iterate over the texts of the node at a place."""
        texts, half_high = self.texts, height_of(shape, look) / 2
        if texts.value and texts.value_size:
            middle = y + {Shape.UP: 5.5, Shape.DOWN: -5.5}.get(shape, 0.0)
            size = texts.value_size
            yield Label(x, middle + round(size * HALF_CAPITAL_HEIGHT, 1), texts.value, texts.value_role, size=size)
        if texts.name:
            yield self.name_label(x, y, half_high)
        if texts.move and texts.move_role is Role.STUB_MOVE:
            yield Label(x, y + half_high + LABEL_HEIGHT - 2, texts.move, texts.move_role)
        elif texts.move and self.node.parent < 0:
            yield Label(x, y - half_high - 7, texts.move, texts.move_role)
        for line, (text, role) in enumerate(texts.aside):
            yield Label(x + self.half + TEXT_GAP, y - half_high + 9 + line * LINE_PITCH, text, role, is_centred=False)
        if texts.more:
            yield Label(x, y + half_high + self.under + self.below - 2, texts.more, Role.MORE)

    def name_label(self, x: float, y: float, half_high: float) -> Label:
        """Return the name's label, to the left of an inner node or below a leaf."""
        name, role = self.texts.name, self.texts.name_role
        if role is Role.LEAF_NAME:
            return Label(x, y + half_high + self.under + LABEL_HEIGHT - 2, name, role)
        middle = x - self.half - TEXT_GAP - self.texts.name_width / 2
        return Label(round(middle, 1), y - NAME_RISE + round(STYLES[role].size * HALF_CAPITAL_HEIGHT, 1), name, role)


def parts_of(selection: Selection) -> Iterator[Part]:
    """Iterate over the parts of all nodes that are drawn."""
    return map(Parts(selection).of, selection.drawn())


class Parts:
    """The maker of parts, which looks up once what all nodes of a selection share."""

    def __init__(self, selection: Selection) -> None:
        self.selection = selection
        self.shades, self.so_far = Shades.of(selection.trace), known_so_far(selection)

    def of(self, node: Node) -> Part:
        """Return the part of a node."""
        selection = self.selection
        board = selection.board(node) if selection.extent.boards else None
        value = selection.trace_of(node).values[node.frame] if node.is_known else nan
        return Part(
            node, texts_of(selection, node, self.so_far), describe_on_paper(board) if board else None,
            round(self.shades.of_value(value) * SHADES),
        )  # fmt: skip


EDGE_PAINTING_ORDER = (Look.FUTURE, Look.GHOST, Look.LEFT_OUT, Look.STUB, Look.DONE, Look.BEST, Look.OPEN)


def edge(parent: Figure, child: Figure, texts: Texts) -> Edge:
    """Return the edge from the bottom of a node to the top of its child, with the move on it."""
    x, y, to_x, to_y = parent.x, parent.bottom, child.x, child.y - height_of(child.shape, child.look) / 2
    look = Look.BEST if child.node.is_best else Look.OPEN if child.is_now else child.look
    if child.node.state is State.FUTURE:
        look = Look.FUTURE  # it is not known yet that this move will be pruned
    elif child.node.given is not None:
        look = Look.STUB if child.node.given.is_cut else Look.GHOST
    elif child.node.ghost is not None:
        look = Look.GHOST if child.node.frame else Look.STUB
    elif look is Look.DONE and child.node.status in (TABLE, LEFT_OUT):
        look = Look.GHOST
    if look is Look.STUB and child.node.is_left_out:
        look = Look.LEFT_OUT
    label = None
    if texts.move and texts.move_role is not Role.STUB_MOVE:
        label_y = to_y - MOVE_RISE
        label_x = x + (to_x - x) * (label_y - y) / (to_y - y)
        lower = round(STYLES[texts.move_role].size * HALF_CAPITAL_HEIGHT)
        label = Label(round(label_x), label_y + lower, texts.move, texts.move_role)
    return Edge(x, y, to_x, to_y, look, child.shade, child.node.number, label)


def shape_of(node: Node) -> Shape:
    """Return a node's shape: a leaf, MAX, MIN, or no side."""
    if is_leaf(node):
        return Shape.SQUARE
    return {MAX: Shape.UP, MIN: Shape.DOWN}.get(node.kind, Shape.CIRCLE)


def look_of(node: Node) -> Look:
    """Return how a node looks by its state at the step."""
    if node.is_stub and node.given is None:
        return Look.STUB
    if node.is_stub and node.state is not State.FUTURE:
        return Look.PRUNED
    if node.state is State.FUTURE:
        return Look.FUTURE
    if node.ghost is not None:
        return Look.GHOST
    return Look.DONE if node.is_known else Look.OPEN


def glyph_width(node: Node) -> float:
    """Return the width of a node's shape."""
    return (
        STUB_WIDTH if look_of(node) is Look.STUB else SQUARE_SIZE if shape_of(node) is Shape.SQUARE else TRIANGLE_WIDTH
    )


def height_of(shape: Shape, look: Look = Look.DONE) -> float:
    """Return the height of a shape, smaller for a pruned move."""
    if look is Look.STUB:
        return STUB_HEIGHT
    return TRIANGLE_HEIGHT if shape in (Shape.UP, Shape.DOWN) else SQUARE_SIZE


def corners(shape: Shape, look: Look) -> tuple[tuple[float, float], ...]:
    """Return the corners of a triangle about its middle."""
    wide, high = (STUB_WIDTH / 2, STUB_HEIGHT / 2) if look is Look.STUB else (TRIANGLE_WIDTH / 2, TRIANGLE_HEIGHT / 2)
    if shape is Shape.DOWN:
        high = -high
    return (0.0, -high), (wide, high), (-wide, high)
