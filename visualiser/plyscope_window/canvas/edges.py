"""The lines of the tree view from callers to their calls, drawn many at once; those to best children in colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, cast

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.detail import Level
from plyscope.layout.viewport import View
from plyscope.model.facts import Facts
from PySide6.QtCore import QLineF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from shiboken6 import wrapInstance

from plyscope_window.canvas.atlas import TONES, tones
from plyscope_window.canvas.strips import DIMMED_STRENGTH
from plyscope_window.look.theme import Theme, mixed

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]
VALUE_ROOM = 20.0
"""Pixels from which a value is written on a frame, and the edge to a best child is thick."""

BEST_EDGE_WIDTH = 3.2
"""The width of an edge to a best child where it is thick, in pixels."""


class EdgeEnds(Protocol):
    """An object that knows where edges begin and end."""

    def foot(self, view: View, ply: int) -> float: ...

    def head(self, view: View, ply: int) -> float: ...


def paint_edges(
    painter: QPainter, parts: Iterable[Level], levels: Sequence[Level], facts: Facts, view: View, style: EdgeEnds,
    theme: Theme, saved: Mask | None = None,
) -> None:  # fmt: skip
    """Paint the edges to the frames of some levels: grey to dimmed ones, dashed to results from a cache."""
    to_saved: list[Floats] = []
    plain: dict[bool, list[Floats]] = {False: [], True: []}
    for level in parts:
        if level.ply == 0:
            continue
        lines = lines_to_level(level, levels, view, style)
        best = facts.are_best(level.frames) & (not level.is_pale)
        is_saved = np.zeros(len(lines), np.bool_) if saved is None else saved[level.frames]
        to_saved.append(lines[is_saved])
        plain[level.is_pale].append(lines[~best & ~is_saved])
        paint_best_edges(painter, level, lines, best, theme)
    draw_lines(painter, plain[True], mixed(theme.paper, theme.edge, DIMMED_STRENGTH))
    draw_lines(painter, plain[False], theme.edge)
    draw_lines(painter, to_saved, theme.edge, dashed=True)


def lines_to_level(level: Level, levels: Sequence[Level], view: View, style: EdgeEnds) -> Floats:
    """The lines from the level above to the frames of a level, which is below the root."""
    above = levels[level.ply - 1]
    lines = np.empty((len(level.places), 4))
    lines[:, 0], lines[:, 1] = above.centre[level.parents], style.foot(view, above.ply)
    lines[:, 2], lines[:, 3] = level.centre, style.head(view, level.ply)
    return lines


def paint_best_edges(painter: QPainter, level: Level, lines: Floats, best: Mask, theme: Theme) -> None:
    """Paint the edges to best children in the colours of their values; thick where there is room."""
    tone = tones(level.row.shades[level.places])
    has_room = level.spans >= VALUE_ROOM
    for number in np.unique(tone[best]).tolist():
        colour = theme.of_shade((number - TONES // 2) / (TONES // 2))
        chosen = best & (tone == number)
        draw_lines(painter, [lines[chosen & ~has_room]], colour)
        draw_lines(painter, [lines[chosen & has_room]], colour, BEST_EDGE_WIDTH)


def draw_lines(
    painter: QPainter, parts: list[Floats], colour: QColor, width: float = 1, *, dashed: bool = False
) -> None:
    """Paint all lines in one call with an opaque pen; anything else is slow."""
    parts = [part for part in parts if len(part)]
    if parts:
        lines = with_horizontal_ends(np.concatenate(parts), width)
        line = Qt.PenStyle.DashLine if dashed else Qt.PenStyle.SolidLine
        painter.setPen(QPen(colour, width, line, Qt.PenCapStyle.FlatCap))
        painter.drawLines(cast(QLineF, wrapInstance(lines.ctypes.data, QLineF)), len(lines))


def with_horizontal_ends(lines: Floats, width: float) -> Floats:
    """Lines downwards, so much shorter that the corners of their ends do not lie beyond the given ends.

    An end is cut across its line. What a step covers of an edge ends level, above the glyph that it leads to, and a
    corner below would tell early whether the edge is to be thick.
    """
    across, down = np.abs(lines[:, 2] - lines[:, 0]), lines[:, 3] - lines[:, 1]
    steep = np.hypot(across, np.maximum(down - width, 0))
    corner = np.where(down > 2 * width, width / 2 * across / np.maximum(steep, 1e-9), 0.0)
    return np.ascontiguousarray(np.column_stack([lines[:, 0], lines[:, 1] + corner, lines[:, 2], lines[:, 3] - corner]))
