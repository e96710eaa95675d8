"""What each node of the merged tree is in the two recordings: small badges with a sign and words, and their legend.

The words give both values where they read differently: `3 · ≤3` is no mistake, since a bound of 3 allows a 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from plyscope.analysis.union import (
    CUT_IN_A,
    CUT_IN_B,
    ONLY_A,
    ONLY_B,
    SAME,
    VALUE_DIFFERS,
    VERDICTS,
    WINDOW_DIFFERS,
    Union,
)
from plyscope.layout.rows import Rows
from plyscope.layout.viewport import View
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.canvas.geometry import Style, block_edges, seen_blocks
from plyscope_window.canvas.tree import TreePicture
from plyscope_window.look.glyphs import UP, paint_half, shape_of_frame, short_value
from plyscope_window.look.theme import Theme, font, theme
from plyscope_window.pages.compare.colour_scale import Piece, paint_scale, scales_of, width_of
from plyscope_window.session.pair import SIDE_OF, SIGNS, Pair, verdict_name
from plyscope_window.widgets.painting import paint_on_ground
from plyscope_window.words import count, tr

BADGE_HEIGHT = 15.0
MAX_BADGES = 400
MIN_SPAN = 17.0
"""Pixels that a frame needs to get a badge."""
ROOMY_PITCH = 2 * (BADGE_HEIGHT + 12)
"""The height of a block from which a badge stands over its words."""
MIN_PITCH = 34.0
"""Pixels from ply to ply from which there is room for badges beside glyphs."""


def both_values(union: Union, node: int) -> str:
    """The values in both, where they read differently; empty where they do not, or one is not there."""
    a, b = union.values_of(node)
    return "" if a is None or b is None or a == b else f"{a} · {b}".replace("-", "−")


def words_for(union: Union, node: int) -> tuple[str, str]:
    """What a badge says where there is room, and where there is little; nothing of what only one side calls."""
    verdict = int(union.verdicts[node])
    if verdict in SIDE_OF:
        return "", ""
    values, sign = both_values(union, node), SIGNS[verdict]
    return (f"{sign} {values}" if values else sign), sign


class Badge(NamedTuple):
    """A badge at its place: the middle of its left or right edge, and how much room it has."""

    node: int
    at: QPointF
    room: float
    ends_here: bool = True
    """Whether the badge ends at its place rather than beginning there."""


def paint_badges(painter: QPainter, pair: Pair, badges: Iterable[Badge], theme: Theme) -> None:
    """One after the other; one that would overlap the previous one is not painted, nor one that is not known yet."""
    before = QRectF()
    for badge in badges:
        verdict = pair.verdict(badge.node)
        if verdict is None:
            continue
        long, short = words_for(pair.union, badge.node)
        painter.setFont(font(10, bold=True))
        metrics = QFontMetricsF(painter.font())
        text = long if metrics.horizontalAdvance(long) + 10 <= badge.room else short
        high = max(BADGE_HEIGHT, metrics.height() + 1)
        wide = max(high, metrics.horizontalAdvance(text) + 8) if text else high
        left = badge.at.x() - wide if badge.ends_here else badge.at.x()
        area = QRectF(left, badge.at.y() - high / 2, wide, high)
        if not area.intersects(before):
            paint_sign(painter, area, verdict, text, theme)
            before = area


def paint_sign(painter: QPainter, area: QRectF, verdict: int, text: str, theme: Theme) -> None:
    """A badge: the square of the side that alone has a call, filled where values differ."""
    if verdict in SIDE_OF:
        size = min(area.width(), area.height()) - 2
        paint_half(painter, area.center(), size, is_right=SIDE_OF[verdict] == "b", colour=theme.ink, ground=theme.card)
        return
    is_strong = verdict == VALUE_DIFFERS
    line = QPen(theme.edge if verdict == SAME else theme.ink, 1.2)
    ink, fill = (theme.paper, theme.ink) if is_strong else (theme.ink, theme.card)
    paint_on_ground(painter, area, 4, text, painter.font(), ink, fill, line)


def badges_of_tree(picture: TreePicture, view: View, style: Style) -> Iterator[Badge]:
    """To the left of each glyph where there is room, or else over the corner that its shape leaves empty."""
    for level in picture.levels:
        y = style.y(view, level.ply)
        if view.pitch < MIN_PITCH or not -view.pitch < view.y_of(level.ply) < view.height + view.pitch:
            continue
        widths = style.widths(level)
        for place in (level.spans >= MIN_SPAN).nonzero()[0].tolist():
            x, wide, frame = float(level.centre[place]), float(widths[place]), int(level.frames[place])
            room = x - max(0.0, float(level.left[place])) - wide / 2 - 4
            if room >= BADGE_HEIGHT + 6:
                yield Badge(frame, QPointF(x - wide / 2 - 4, y), room)
            else:
                up = shape_of_frame(picture.trace, frame) == UP
                yield Badge(frame, QPointF(x - wide * 0.18, y + (-0.3 if up else 0.42) * wide), 0)


def badges_of_icicle(rows: Rows, view: View) -> Iterator[Badge]:
    """In the upper corner of each block that is wide and high enough."""
    if view.pitch < 2 * BADGE_HEIGHT + 4:
        return
    for ply, frames, _, left, right in seen_blocks(rows, view):
        top, _ = block_edges(view, ply)
        for place in (right - left >= 2 * MIN_SPAN).nonzero()[0].tolist():
            start = max(0.0, float(left[place]))
            frame, room = int(frames[place]), min(view.width, float(right[place])) - start - 6
            if room >= BADGE_HEIGHT:
                # In a low block the badge must not lie on the words in the middle.
                room = room if view.pitch >= ROOMY_PITCH else (room - words_width(rows, frame)) / 2
                yield Badge(frame, QPointF(start + 3, top + BADGE_HEIGHT / 2 + 3), room, ends_here=False)


def words_width(rows: Rows, frame: int) -> float:
    """How wide what stands in a block is."""
    words = f"{rows.trace.shown_move_to(frame)}  {short_value(rows.trace, frame)}"
    return QFontMetricsF(font(12)).horizontalAdvance(words)


GAP, EDGE, LINE = 18.0, 10.0, 22.0


class Entry(NamedTuple):
    """One entry of the legend."""

    verdict: int
    words: str
    number: int


def entries_of(pair: Pair) -> list[Entry]:
    """How many calls stand how in the two, as far as that is known."""
    union, names = pair.union, pair.names
    counts = np.bincount(union.verdicts[pair.known_verdicts], minlength=len(VERDICTS)).tolist()
    found = [Entry(verdict, verdict_name(verdict, names), counts[verdict]) for verdict in SIGNS]
    if not counts[WINDOW_DIFFERS]:
        found = [entry for entry in found if entry.verdict != WINDOW_DIFFERS]
    for only, cut in ((ONLY_A, CUT_IN_B), (ONLY_B, CUT_IN_A)):
        words = tr("only {name} calls it", name=names[SIDE_OF[only]])
        found.append(Entry(only, words, counts[only] + counts[cut]))
    return found


class Legend(QWidget):
    """Signs with their words and counts, and the colour scale of both, in as many lines as it takes."""

    def __init__(self, pair: Pair) -> None:
        super().__init__()
        self.pair = pair
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setToolTip(
            tr(
                "How each call stands in both. Where calls are too small for a sign, a line below them is the stronger "
                "the more of them differ."
            )
        )
        self.entries: list[Entry] = []
        self.present()

    def present(self) -> None:
        """Count what is known at the steps of both."""
        entries = entries_of(self.pair)
        if entries != self.entries:
            self.entries = entries
            said = (tr("{what}: {number}", what=entry.words, number=count(entry.number)) for entry in entries)
            self.setAccessibleName(", ".join(said))
            self._fit()
            self.update()

    def _places(self, width: float) -> list[QPointF]:
        """Where each entry begins."""
        return self._layout(width)[0]

    def _layout(self, width: float) -> tuple[list[QPointF], list[Piece], QPointF]:
        """The same, and the form of the colour scale and where it begins: in the last line, if any form fits there."""
        metrics = QFontMetricsF(font(12))
        x, y = EDGE, 0.0
        places: list[QPointF] = []
        for entry in self.entries:
            wide = self._sign_width + 8 + metrics.horizontalAdvance(f"{entry.words} {count(entry.number)}") + GAP
            if places and x + wide - GAP > width - EDGE:
                x, y = EDGE, y + self._line
            places.append(QPointF(x, y))
            x += wide
        scales = scales_of(self.pair.shades)
        found = next((scale for scale in scales if x + width_of(scale) <= width - EDGE), None)
        if found is None and scales:
            x, y = EDGE, y + self._line
            found = next((scale for scale in scales if x + width_of(scale) <= width - EDGE), scales[-1])
        return places, found or [], QPointF(x, y)

    @property
    def _line(self) -> float:
        return max(LINE, QFontMetricsF(font(12)).height() + 6)

    @property
    def _sign_width(self) -> float:
        return QFontMetricsF(font(12, bold=True)).height() + 3

    def _fit(self) -> None:
        self.setFixedHeight(self.heightForWidth(max(100, self.width())))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._layout(width)[2].y() + self._line + 8)

    def sizeHint(self) -> QSize:
        return QSize(400, self.heightForWidth(max(400, self.width())))

    def resizeEvent(self, event: object) -> None:
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = QPainter(self), theme()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        plain, strong = font(12), font(12, bold=True)
        side = self._sign_width
        for entry, place in zip(self.entries, self._places(self.width()), strict=True):
            number = f" {count(entry.number)}"
            wide, more = (QFontMetricsF(one).horizontalAdvance(text) + 2
                          for one, text in ((plain, entry.words), (strong, number)))  # fmt: skip
            badge = QRectF(place.x(), place.y() + (self._line - side) / 2 + 3, side, side)
            text = QRectF(badge.right() + 6, place.y() + 3, wide, self._line)
            after = QRectF(text.right(), text.top(), more, self._line)
            if mirrored:
                badge.moveRight(self.width() - badge.left())
                text.moveRight(badge.left() - 6)
                after.moveRight(text.left())
            painter.setFont(strong)
            paint_sign(painter, badge, entry.verdict, SIGNS.get(entry.verdict, ""), colours)
            for area, face, words in ((text, plain, entry.words), (after, strong, number)):
                painter.setFont(face)
                painter.setPen(colours.ink if entry.number else colours.quiet)
                painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)

        _, scale, place = self._layout(self.width())
        x = self.width() - place.x() - width_of(scale) if mirrored else place.x()
        paint_scale(painter, scale, QPointF(x, place.y() + 3), self._line)

    def changeEvent(self, event: object) -> None:
        self._fit()
        self.update()
