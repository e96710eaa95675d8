"""A whole small tree of numbers as a drawing: leaves evenly spaced, parents over the middle of their children.

The editor draws the tree that is being written by this, and cards show a tree's position by it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import isnan, nan
from string import ascii_uppercase

from plyscope.layout.tidy import evenly
from plyscope.model.position import Position
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from plyscope_window.look.glyphs import DIE, DOWN, SQUARE, UP, paint_glyph, text_area
from plyscope_window.look.theme import fitting_font, font, text_width, theme
from plyscope_window.words import count, number, tr

MAX_DRAWN_NODES, MAX_COUNTED_NODES = 200, 5_000
"""The largest number of nodes that is drawn on a card, and the largest that is counted."""
MAX_INNER_GLYPH = 13.0
"""The width up to which inner nodes are larger than crowded leaves."""
MIN_SENTENCE_HEIGHT = 60
"""The least height for a whole sentence, in pixels."""


@dataclass(frozen=True)
class Sketch:
    """The places of the nodes of a tree, which are numbered in preorder."""

    parents: Sequence[int]
    """-1 for the root."""
    plies: Sequence[int]
    xs: Sequence[float]
    """From the centre of the leftmost leaf, in units of the distance between leaves."""
    leaves: int
    chances: frozenset[int] = frozenset()
    """The nodes in which chance moves."""

    def shape(self, node: int, root_is_max: bool, is_leaf: bool) -> int:
        """The shape of a node: of a leaf, of chance, or of the side to move; chance takes no turn."""
        if is_leaf:
            return SQUARE
        if node in self.chances:
            return DIE
        turns, above = (0, self.parents[node]) if self.chances else (self.plies[node], -1)
        while above >= 0:
            turns += above not in self.chances
            above = self.parents[above]
        return UP if root_is_max == (turns % 2 == 0) else DOWN

    @property
    def deepest(self) -> int:
        """The number of plies below the root."""
        return max(self.plies)


def lay_out(parents: Sequence[int], chances: Collection[int] = ()) -> Sketch:
    """Find the places of nodes in preorder, by their parents."""
    plies, children = [0] * len(parents), list[list[int]]([] for _ in parents)
    for node, parent in enumerate(parents[1:], 1):
        plies[node] = plies[parent] + 1
        children[parent].append(node)
    return Sketch(parents, plies, *evenly(children), frozenset(chances))


def nodes_below(
    position: Position, limit: int, chances: set[int] | None = None
) -> tuple[list[int], list[float]] | None:
    """The parents and values (nan but at ends) of all nodes of a position in preorder; None where more than `limit`.

    The nodes in which chance moves are added to `chances`.
    """
    rules, state = position.game.rules, list(position.state)
    parents: list[int] = []
    numbers: list[float] = []
    waiting: list[tuple[int, list[int]]] = [(-1, state)]
    while waiting:
        parent, here = waiting.pop()
        node = len(parents)
        if node >= limit:
            return None
        parents.append(parent)
        is_over = rules.is_over(here)
        if chances is not None and rules.outcomes(here):
            chances.add(node)
        numbers.append(rules.outcome(here) if is_over else nan)
        for move in [] if is_over else reversed(list(rules.moves(here))):
            after = list(here)
            rules.play(after, move)
            waiting.append((node, after))
    return parents, numbers


def paint_tree_thumbnail(painter: QPainter, position: Position, area: QRectF, *, has_names: bool = False) -> None:
    """Paint the whole tree where it is small, with names of inner nodes if asked; else a sentence on its size."""
    painter.save()
    # Otherwise a minus sign would follow its number in a mirrored window.
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    chances = set[int]()
    parents, numbers = nodes_below(position, MAX_DRAWN_NODES, chances) or ([], [])
    sketch = lay_out(parents, chances) if parents else None
    if sketch is None or sketch.deepest > area.height() / 8:
        paint_summary(painter, position, area)
    else:
        places, glyph = paint_sketch(painter, sketch, numbers, area, position.side_to_move == position.max_side)
        names = sorted((sketch.plies[node], node) for node in {*parents} - {-1}) if has_names else []
        painter.setFont(font(11, bold=True))
        painter.setPen(theme().quiet)
        for (_, node), name in zip(names, ascii_uppercase, strict=False):
            side = QRectF(places[node].x() - glyph / 2 - 24, places[node].y() - glyph / 2, 20, glyph * 0.7)
            painter.drawText(side, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, name)
    painter.restore()


def paint_sketch(
    painter: QPainter, sketch: Sketch, numbers: Sequence[float], area: QRectF, root_is_max: bool
) -> tuple[list[QPointF], float]:
    """Paint a tree; return the middles of its nodes, and the width of a leaf's glyph."""
    slot = min(area.width() / sketch.leaves, 34.0)
    pitch = min(area.height() / (sketch.deepest + 1), 44.0)
    glyph = min(slot * 0.86, pitch * 0.62, 26.0)
    left = area.center().x() - slot * (sketch.leaves - 1) / 2
    top = area.center().y() - pitch * sketch.deepest / 2
    places = [QPointF(left + x * slot, top + ply * pitch) for x, ply in zip(sketch.xs, sketch.plies, strict=True)]
    painter.setPen(QPen(theme().edge, 1.0 if glyph >= 8 else 0.7))
    for node in range(1, len(places)):
        painter.drawLine(places[sketch.parents[node]], places[node])
    inner = set(sketch.parents)
    # There are fewer inner nodes than leaves, so that there is room for larger ones.
    larger = max(glyph, min(slot * 1.6, pitch * 0.6, MAX_INNER_GLYPH))
    for node, place in enumerate(places):
        shape = sketch.shape(node, root_is_max, node not in inner)
        width = larger if node in inner else glyph
        paint_glyph(painter, shape, place, width, theme().card, QPen(theme().ink, 1.3 if glyph >= 12 else 1.0))
        if shape == SQUARE and not isnan(numbers[node]):
            paint_number(painter, number(numbers[node]), text_area(shape, place, glyph), glyph * 0.8)
    return places, glyph


def paint_number(painter: QPainter, text: str, area: QRectF, room: float) -> None:
    """Paint a number inside a glyph, unless it would not fit or not be legible."""
    face = fitting_font(text, font(min(12, int(room))), room, font(8).pixelSize())
    if room >= 8 and text_width(face, text) <= room:
        painter.setFont(face)
        painter.setPen(theme().ink)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)


def paint_summary(painter: QPainter, position: Position, area: QRectF) -> None:
    """Write how many nodes and plies a tree has that is too large to be painted."""
    walked = nodes_below(position, MAX_COUNTED_NODES)
    if walked is None:
        text = tr("a tree of more than {nodes} nodes", nodes=count(MAX_COUNTED_NODES))
    elif area.height() < MIN_SENTENCE_HEIGHT:
        text = tr("nodes: {nodes}", nodes=count(len(walked[0])))
    else:
        text = tr(
            "a tree of {nodes} nodes, {plies} plies deep",
            nodes=count(len(walked[0])),
            plies=lay_out(walked[0]).deepest,
        )
    painter.setFont(font(12))
    painter.setPen(theme().quiet)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)
