"""A selection as a drawing in plain numbers: every picture of a tree is painted from it, so that all look alike.

The unit is a pixel of a screen, or a point of a printer. y grows downwards. Shape says the side, as in textbooks:
MAX points up, MIN points down, a square is where the search stopped. Colour says the value. Dashes and a severed
edge say pruned, and yellow says now.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import hypot, nan

from engine.columns import HORIZON, TERMINAL
from engine.export.board_drawing import BoardDrawing, draw_board
from engine.export.drawn_texts import BESIDE, LINE, MOVE_ABOVE, STYLES, Label, Role, Texts, known_so_far, texts_of
from engine.export.palette import SHADES
from engine.export.selection import Node, Selection, State
from engine.export.tidy import tidy
from engine.layout.rows import Shades
from engine.search.declaration import MAX, MIN

MARGIN = 20.0
GAP = 8.0
"""Between neighbours."""
WIDE, HIGH, SQUARE, STUB = 38.0, 33.0, 29.0, 15.0
"""A triangle, the side of a square, and the width of a stub's triangle."""
PITCH = 86.0
"""From ply to ply, where there are no boards."""
UNDER = 5.0
"""From a node to its board."""
LABEL_HIGH = 14.0
"""A line under or over a node."""
CAPITALS = 0.36
"""Half of the height of capital letters and digits, by their size: from the middle of a line to its baseline."""


class Shape(Enum):
    UP = "up"
    DOWN = "down"
    SQUARE = "square"
    CIRCLE = "circle"
    """Of a call that belongs to no side."""


class Look(Enum):
    """How a node or an edge is drawn."""

    DONE = "done"
    BEST = "best"
    """An edge only: its lower end gave the upper one its value."""
    OPEN = "open"
    """Called and not yet returned."""
    FUTURE = "future"
    STUB = "stub"


@dataclass(frozen=True, slots=True)
class Figure:
    """A node with all that is drawn at it."""

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
    def bottom(self) -> float:
        """Where what is below it begins."""
        under = 0.0 if self.board is None else UNDER + self.board.height
        return self.y + height_of(self.shape) / 2 + under


@dataclass(frozen=True, slots=True)
class Edge:
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

    def severed(self, share: float = 0.45) -> tuple[tuple[float, float, float, float], ...]:
        """The two short strokes across the edge of a pruned move."""
        away_x, away_y = self.to_x - self.x, self.to_y - self.y
        length = hypot(away_x, away_y) or 1.0
        step_x, step_y = away_x / length, away_y / length
        across_x, across_y = -step_y * 5 + step_x * 1.6, step_x * 5 + step_y * 1.6
        strokes = []
        for shift in (-2.0, 2.0):
            x, y = self.x + away_x * share + step_x * shift, self.y + away_y * share + step_y * shift
            strokes.append((x - across_x, y - across_y, x + across_x, y + across_y))
        return tuple(strokes)


@dataclass(frozen=True)
class Drawing:
    width: float
    height: float
    edges: list[Edge]
    """To be painted first: the best ones, and those to open calls, come last and so lie on top."""
    figures: list[Figure]


def draw(selection: Selection) -> Drawing:
    """Everything in its place."""
    extent = selection.extent
    if extent.all_steps and extent.hides_future:
        # What comes later is left out of each picture; but nothing may move from one to the next.
        selection = Selection(selection.trace, replace(extent, hides_future=False))
    parts = list(parts_of(selection))
    places = tidy(
        [part.node.parent for part in parts], [part.width for part in parts], 0.0, [part.more for part in parts]
    )
    pitch = PITCH + max(part.under for part in parts)
    top = MARGIN + parts[0].node.ply * -pitch + HIGH / 2 + (LABEL_HIGH if parts[0].texts.move else 0.0)
    figures = [part.figure(x + MARGIN, top + part.node.ply * pitch) for part, x in zip(parts, places, strict=True)]
    width = max(item.x + part.width / 2 + part.more for item, part in zip(figures, parts, strict=True))
    height = max(item.bottom + part.below for item, part in zip(figures, parts, strict=True))
    shown = [item for item in figures if not (extent.hides_future and item.node.state is State.FUTURE)]
    edges = [
        edge(figures[item.node.parent], item, parts[item.node.number].texts) for item in shown if item.node.parent >= 0
    ]
    return Drawing(width + MARGIN, height + MARGIN, sorted(edges, key=lambda line: ORDER.index(line.look)), shown)


@dataclass(frozen=True, slots=True)
class Part:
    """A node that has not found its place yet."""

    node: Node
    texts: Texts
    board: BoardDrawing | None
    shade: int

    @property
    def half(self) -> float:
        """Half of the node and its board, whichever is wider."""
        return max(glyph_width(self.node), self.board.width if self.board else 0.0) / 2

    @property
    def width(self) -> float:
        return max(2 * self.half, self.texts.width) + GAP

    @property
    def more(self) -> float:
        """What it needs on the right besides."""
        return max(0.0, self.texts.right(self.half) + GAP - self.width / 2)

    @property
    def under(self) -> float:
        return self.board.height + UNDER if self.board else 0.0

    @property
    def below(self) -> float:
        """What is written under it."""
        return LABEL_HIGH if self.texts.more or self.node.is_stub else 0.0

    def figure(self, x: float, y: float) -> Figure:
        shape, look = shape_of(self.node), look_of(self.node)
        labels = tuple(self.labels(x, y, shape, look))
        is_now = self.node.state is State.NOW
        return Figure(self.node, x, y, shape, look, self.shade, is_now, labels, self.board)

    def labels(self, x: float, y: float, shape: Shape, look: Look) -> Iterator[Label]:
        texts, half_high = self.texts, height_of(shape, look) / 2
        if texts.value and texts.value_size:
            middle = y + {Shape.UP: 5.5, Shape.DOWN: -5.5}.get(shape, 0.0)
            size = texts.value_size
            yield Label(x, middle + size * CAPITALS, texts.value, texts.value_role, size=size)
        if texts.move and self.node.is_stub:
            yield Label(x, y + half_high + LABEL_HIGH - 2, texts.move, texts.move_role)
        elif texts.move and self.node.parent < 0:
            yield Label(x, y - half_high - 7, texts.move, texts.move_role)
        for line, (text, role) in enumerate(texts.aside):
            left = x + self.half + BESIDE
            yield Label(left, y - half_high + 9 + line * LINE, text, role, is_centred=False)
        if texts.more:
            yield Label(x, y + half_high + self.under + LABEL_HIGH - 2, texts.more, Role.MORE)


def parts_of(selection: Selection) -> Iterator[Part]:
    shades, so_far = Shades.of(selection.trace), known_so_far(selection)
    for node in selection:
        board = selection.board(node) if selection.extent.boards else None
        value = selection.trace.values[node.frame] if node.is_known else nan
        yield Part(
            node, texts_of(selection, node, so_far), draw_board(board) if board else None,
            round(shades.of_value(value) * SHADES),
        )  # fmt: skip


ORDER = (Look.FUTURE, Look.STUB, Look.DONE, Look.BEST, Look.OPEN)


def edge(parent: Figure, child: Figure, texts: Texts) -> Edge:
    """From the bottom of a node to the top of its child, with the move on it."""
    x, y, to_x, to_y = parent.x, parent.bottom, child.x, child.y - height_of(child.shape, child.look) / 2
    look = Look.BEST if child.node.is_best else child.look
    label = None
    if texts.move and look is not Look.STUB:
        label_y = to_y - MOVE_ABOVE
        label_x = x + (to_x - x) * (label_y - y) / (to_y - y)
        label = Label(label_x, label_y + STYLES[texts.move_role].size * CAPITALS, texts.move, texts.move_role)
    return Edge(x, y, to_x, to_y, look, child.shade, child.node.number, label)


def shape_of(node: Node) -> Shape:
    if node.status in (TERMINAL, HORIZON):
        return Shape.SQUARE
    return {MAX: Shape.UP, MIN: Shape.DOWN}.get(node.kind, Shape.CIRCLE)


def look_of(node: Node) -> Look:
    if node.is_stub:
        return Look.STUB
    if node.state is State.FUTURE:
        return Look.FUTURE
    return Look.DONE if node.is_known else Look.OPEN


def glyph_width(node: Node) -> float:
    return STUB if node.is_stub else SQUARE if shape_of(node) is Shape.SQUARE else WIDE


def height_of(shape: Shape, look: Look = Look.DONE) -> float:
    if look is Look.STUB:
        return STUB * HIGH / WIDE
    return HIGH if shape in (Shape.UP, Shape.DOWN) else SQUARE


def corners(shape: Shape, width: float = WIDE) -> Iterator[tuple[float, float]]:
    """Of a triangle, round its middle."""
    high = width * HIGH / WIDE / 2 * (1 if shape is Shape.UP else -1)
    yield from ((0.0, -high), (width / 2, high), (-width / 2, high))
