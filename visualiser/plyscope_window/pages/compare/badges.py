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
from plyscope_window.pages.compare.colour_scale import Piece, form_width, paint_scale, scale_forms
from plyscope_window.session.pair import SIDE_OF, SIGNS, Pair, verdict_name
from plyscope_window.widgets.painting import Themed, paint_on_ground, smooth_painter
from plyscope_window.words import count, tr

BADGE_HEIGHT = 15.0
"""The least height of a badge, in pixels."""
MAX_BADGES = 400
"""The largest number of badges that are painted at once."""
MIN_SPAN = 17.0
"""Pixels that a frame needs to get a badge."""
ROOMY_PITCH = 2 * (BADGE_HEIGHT + 12)
"""The height of a block from which a badge stands over its words."""
MIN_PITCH = 34.0
"""Pixels from ply to ply from which there is room for badges beside glyphs."""


def both_values(union: Union, node: int) -> str:
    """Return both values of a node as `3 · ≤3`; empty where they read alike or a side has none."""
    a, b = union.values_of(node)
    return "" if a is None or b is None or a == b else f"{a} · {b}".replace("-", "−")


def badge_texts(union: Union, node: int) -> tuple[str, str]:
    """Return a badge's texts: sign and values, and the sign alone; both empty for what only one side calls."""
    verdict = int(union.verdicts[node])
    if verdict in SIDE_OF:
        return "", ""
    values, sign = both_values(union, node), SIGNS[verdict]
    return (f"{sign} {values}" if values else sign), sign


class Badge(NamedTuple):
    """A badge at its place: the middle of its left or right edge, and how much room it has."""

    node: int
    at: QPointF
    """The middle of the edge at which it begins or ends."""
    room: float
    """The width that there is for it, in pixels."""
    ends_here: bool = True
    """Whether the badge ends at its place rather than beginning there."""


def paint_badges(painter: QPainter, pair: Pair, badges: Iterable[Badge], theme: Theme) -> None:
    """Paint the badges whose verdict is known, leaving out each that would overlap the one before."""
    before = QRectF()
    for badge in badges:
        verdict = pair.verdict(badge.node)
        if verdict is None:
            continue
        long, short = badge_texts(pair.union, badge.node)
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
    """Paint the sign of a verdict with its text; for a call that one side alone has, the square of that side."""
    if verdict in SIDE_OF:
        size = min(area.width(), area.height()) - 2
        paint_half(painter, area.center(), size, is_right=SIDE_OF[verdict] == "b", colour=theme.ink, ground=theme.card)
        return
    is_strong = verdict == VALUE_DIFFERS
    line = QPen(theme.edge if verdict == SAME else theme.ink, 1.2)
    ink, fill = (theme.paper, theme.ink) if is_strong else (theme.ink, theme.card)
    paint_on_ground(painter, area, 4, text, painter.font(), ink, fill, line)


def badges_of_tree(picture: TreePicture, view: View, style: Style) -> Iterator[Badge]:
    """Yield the badges of a tree's visible glyphs: to the left where there is room, else over an empty corner."""
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
    """Yield the badges of an icicle's visible blocks, in the upper corner of those that are large enough."""
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
    """Return the width of the text in the middle of a block, in pixels."""
    words = f"{rows.trace.shown_move_to(frame)}  {short_value(rows.trace, frame)}"
    return QFontMetricsF(font(12)).horizontalAdvance(words)


GAP, EDGE, LINE = 18.0, 10.0, 22.0
"""Pixels between entries of the legend, at its ends, and from line to line at least."""


class Entry(NamedTuple):
    """One entry of the legend."""

    verdict: int
    words: str
    number: int


def legend_entries(pair: Pair) -> list[Entry]:
    """Return the legend's entries with the calls known to have each verdict; other windows only where there are any."""
    union, names = pair.union, pair.names
    counts = np.bincount(union.verdicts[pair.known_verdicts], minlength=len(VERDICTS)).tolist()
    entries = [Entry(verdict, verdict_name(verdict, names), counts[verdict]) for verdict in SIGNS]
    if not counts[WINDOW_DIFFERS]:
        entries = [entry for entry in entries if entry.verdict != WINDOW_DIFFERS]
    for only, cut in ((ONLY_A, CUT_IN_B), (ONLY_B, CUT_IN_A)):
        words = tr("only {name} calls it", name=names[SIDE_OF[only]])
        entries.append(Entry(only, words, counts[only] + counts[cut]))
    return entries


class Legend(Themed, QWidget):
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
        """Show how many calls have each verdict, as far as that is known at the steps of both."""
        entries = legend_entries(self.pair)
        if entries != self.entries:
            self.entries = entries
            texts = (tr("{what}: {number}", what=entry.words, number=count(entry.number)) for entry in entries)
            self.setAccessibleName(", ".join(texts))
            self._fit_height()
            self.update()

    def _layout(self, width: float) -> tuple[list[QPointF], list[Piece], QPointF]:
        """Return where the entries begin, the form of the colour scale that fits after them, and where it begins."""
        metrics = QFontMetricsF(font(12))
        x, y = EDGE, 0.0
        places: list[QPointF] = []
        for entry in self.entries:
            wide = self._sign_width + 8 + metrics.horizontalAdvance(f"{entry.words} {count(entry.number)}") + GAP
            if places and x + wide - GAP > width - EDGE:
                x, y = EDGE, y + self._line_height
            places.append(QPointF(x, y))
            x += wide
        scales = scale_forms(self.pair.shades)
        scale = next((scale for scale in scales if x + form_width(scale) <= width - EDGE), None)
        if scale is None and scales:
            x, y = EDGE, y + self._line_height
            scale = next((scale for scale in scales if x + form_width(scale) <= width - EDGE), scales[-1])
        return places, scale or [], QPointF(x, y)

    @property
    def _line_height(self) -> float:
        """The height of a line in pixels."""
        return max(LINE, QFontMetricsF(font(12)).height() + 6)

    @property
    def _sign_width(self) -> float:
        """The width of a sign in pixels."""
        return QFontMetricsF(font(12, bold=True)).height() + 3

    def _fit_height(self) -> None:
        """Take the height that the entries need in the present width."""
        self.setFixedHeight(self.heightForWidth(max(100, self.width())))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._layout(width)[2].y() + self._line_height + 8)

    def sizeHint(self) -> QSize:
        return QSize(400, self.heightForWidth(max(400, self.width())))

    def resizeEvent(self, event: object) -> None:
        self._fit_height()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colours = smooth_painter(self), theme()
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        plain, strong = font(12), font(12, bold=True)
        side = self._sign_width
        places, scale, scale_place = self._layout(self.width())
        for entry, place in zip(self.entries, places, strict=True):
            number = f" {count(entry.number)}"
            wide, more = (QFontMetricsF(one).horizontalAdvance(text) + 2
                          for one, text in ((plain, entry.words), (strong, number)))  # fmt: skip
            badge = QRectF(place.x(), place.y() + (self._line_height - side) / 2 + 3, side, side)
            text = QRectF(badge.right() + 6, place.y() + 3, wide, self._line_height)
            after = QRectF(text.right(), text.top(), more, self._line_height)
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

        x = self.width() - scale_place.x() - form_width(scale) if mirrored else scale_place.x()
        paint_scale(painter, scale, QPointF(x, scale_place.y() + 3), self._line_height)

    def apply_theme(self) -> None:
        self._fit_height()
        self.update()
