"""What of the timeline stays while the cursor moves: the lanes, the plies as bands, the axis and the names.

Between moments and places on the timeline: x grows with time, and a row index says which frame is where.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Ints, Row, Rows
from plyscope.layout.viewport import BOTTOM, View
from plyscope.model.columns import OPEN
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPen, QPolygonF

from plyscope_window.canvas.gutter import paint_axis
from plyscope_window.canvas.strips import Columns, Pixels, band, hatch, pixel, pixels_of
from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.theme import Theme, font, theme
from plyscope_window.session.session import Session
from plyscope_window.widgets.painting import elided
from plyscope_window.words import tr

LARGE = 300_000
"""Frames from which on whole columns are looked through in another thread."""
Mask = NDArray[np.bool_]


def unit_of_step(trace: Trace, rows: Rows, step: Step) -> float:
    """Up to where the search has come at a step, in units. It never goes back as the steps go on."""
    step = step.of_call
    if step.moment is Moment.ENTER:
        return begin_of(rows, step.frame)
    if step.moment is Moment.LEAVE or trace.fold_at(step.frame, step.child)[1].is_cut:
        return end_of(rows, step.frame)
    return end_of(rows, step.child)


def begin_of(rows: Rows, frame: int) -> float:
    """Where a frame begins; one that is not shown stands where the next one shown begins."""
    begin = rows.width
    for row in rows.rows:
        place = int(np.searchsorted(row.frames, np.int32(frame)))
        if place < len(row):
            begin = min(begin, int(row.starts[place]))
    return float(begin)


def end_of(rows: Rows, frame: int) -> float:
    span = rows.span(frame)
    return float(span[1]) if span is not None else begin_of(rows, frame + rows.trace.sizes[frame])


def frame_at(rows: Rows, unit: float) -> int:
    """The last frame that begins at or before a point, which is the deepest one there."""
    last = 0
    for row in rows.rows:
        place = int(np.searchsorted(row.starts, np.int32(min(max(unit, 0.0), rows.width)), "right")) - 1
        if place >= 0:
            last = max(last, int(row.frames[place]))
    return last


def ends_of(rows: Rows, chosen: Mask) -> Ints:
    """Where the chosen frames end, ascending; those that never returned have no end."""
    ended = chosen & (rows.trace.column("status") != OPEN)
    return np.sort(np.concatenate([row.ends[ended[row.frames]] for row in rows.rows]))


def per_column(ends: Ints, units: int, columns: int) -> NDArray[np.int64]:
    """How many of them fall to each of so many columns, which share all units between them.

    The points get the type of what is searched: mixing is slow.
    """
    edges = np.floor(np.arange(columns + 1) * (units / columns)).astype(np.int32)
    edges[-1] = units
    return np.asarray(np.diff(np.searchsorted(ends, edges, "right")))


class Ends:
    """Where frames of one kind end, found once; of a large recording in another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.units: Ints | None = None
        """None while it is not known."""
        self.version = 0
        """Another number whenever `units` is something else."""
        self._changed = changed
        self._rows: Rows | None = None
        self._reason: object = None
        self._answer: Answer | None = None

    def turn_to(self, rows: Rows, reason: object, choose: Callable[[], Mask]) -> None:
        """Finds them for a row index, unless it has done so for the same `reason`."""
        if rows is self._rows and reason is self._reason:
            return
        self.forget()
        self._rows, self._reason = rows, reason
        if len(rows.trace) <= LARGE:
            self.units = ends_of(rows, choose())
        else:
            self._answer = in_background(lambda: ends_of(rows, choose()), self._take)

    def forget(self) -> None:
        if self._rows is None:
            return
        if self._answer is not None:
            self._answer.is_wanted = False
        self.units = self._rows = self._reason = self._answer = None
        self.version += 1

    def _take(self, units: Ints) -> None:
        self.units, self._answer = units, None
        self.version += 1
        self._changed()


HANDLE = 13
"""Height of the lane above all, for the handle and the flags."""
CUTS, TALLEST_CUTS, HITS, GAP, AXIS = 12, 28, 10, 2, 25
BAND = 8.0
"""Height of a ply, where there is room."""
MARGIN = 10
LETTERS = 10.5
EDGE_ROOM = 4.0
"""From this width on, blocks are told apart by a line between them."""
USUAL = 0.98
"""The share of columns with cutoffs that set the scale: a few crowded ones would make all others vanish."""
FLAG = 8.0


@dataclass(frozen=True)
class Lanes:
    """What goes where in a timeline of some size, in pixels."""

    left: int
    """Where time begins."""
    width: int
    names: QRectF
    """The column of names, left of it or, where people read from the right, right of it."""
    cuts: QRectF
    hits: QRectF
    """Empty while nothing is looked for."""
    top: float
    """Of the first ply."""
    band: float
    """Height of a ply; may be less than a pixel."""
    plies: int
    units: int
    ratio: float

    @property
    def scale(self) -> float:
        """Pixels a unit."""
        return self.width / max(1, self.units)

    def x_of(self, unit: float) -> float:
        return self.left + unit * self.scale

    def unit_at(self, x: float) -> float:
        return (x - self.left) / self.scale

    def y_of(self, ply: int) -> float:
        """The top of a ply, on the border of a pixel of the screen."""
        return self.top + round(ply * self.band * self.ratio) / self.ratio

    @property
    def bottom(self) -> float:
        return self.y_of(self.plies)

    @property
    def view(self) -> View:
        """All of the recording, whatever its size."""
        return View(self.units, self.plies, self.width, BOTTOM, 0.0, 0.0, self.scale)


def lanes_of(width: int, height: int, ratio: float, rows: Rows, *, hits: bool, mirrored: bool) -> Lanes:
    """Shares out the room: bands as high as they may be, then higher spikes."""
    longest = max(QFontMetricsF(font(LETTERS)).horizontalAdvance(text) for text in names_of(len(rows)))
    names = ceil(min(longest + 2, width / 4)) + 8
    across = max(40, width - names - 2 * MARGIN)
    left = MARGIN if mirrored else width - MARGIN - across
    column = QRectF(left + across + 8 if mirrored else MARGIN, 0, names - 8, height)
    found = HITS + GAP if hits else 0
    room = height - HANDLE - CUTS - GAP - found - AXIS
    each = min(BAND, max(8.0, room) / len(rows))
    if each * ratio >= 3:
        each = int(each * ratio) / ratio
    spikes = CUTS + min(TALLEST_CUTS - CUTS, max(0, int(room - each * len(rows))))
    cuts = QRectF(left, HANDLE, across, spikes)
    lane = QRectF(left, cuts.bottom() + GAP, across, HITS if hits else 0)
    top = cuts.bottom() + GAP + found
    return Lanes(left, across, column, cuts, lane, top, each, len(rows), rows.width, ratio)


def names_of(plies: int) -> list[str]:
    """The names beside the lanes: of cutoffs, of what was found, and of the first and the last ply."""
    first, last = tr("ply {ply}", ply=0), tr("ply {ply}", ply=plies - 1)
    return [tr("cut-offs"), tr("found"), first, last, tr("ply 0–{last}", last=plies - 1)]


def paint_picture(
    image: QImage, rows: Rows, lanes: Lanes, theme: Theme, cuts: Ints | None, hits: Ints | None, flags: Iterable[float]
) -> None:
    """Everything but the veil and the scrubber. Cutoffs and hits are None while they are not known."""
    image.fill(theme.paper)
    pixels = pixels_of(image)
    paint_bands(pixels, rows, lanes, theme_for(rows))
    if cuts is not None:
        paint_spikes(pixels, cuts, lanes, lanes.cuts, theme, alike=False)
    if hits is not None and lanes.hits.height():
        paint_spikes(pixels, hits, lanes, lanes.hits, theme, alike=True)
    painter = QPainter(image)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setPen(QPen(theme.hairline, 1))
    has_cuts = cuts is None or len(cuts) > 0
    for lane in (lanes.cuts if has_cuts else QRectF(), lanes.hits):
        if lane.height():
            painter.drawLine(QPointF(lane.left(), lane.bottom() + 0.5), QPointF(lane.right(), lane.bottom() + 0.5))
    paint_names(painter, lanes, theme, cuts=has_cuts)
    for x in flags:
        paint_flag(painter, x, lanes, theme)
    painter.translate(lanes.left, lanes.bottom + 5 - (BOTTOM - lanes.view.height + 10))
    paint_axis(painter, rows, lanes.view, theme)
    painter.end()


def paint_bands(pixels: Pixels, rows: Rows, lanes: Lanes, theme: Theme) -> None:
    """One band for each ply. Where there are more plies than pixels, each pixel shows one of those it stands for."""
    columns, left = Columns(lanes.view, lanes.ratio), round(lanes.left * lanes.ratio)
    bounds = [round(lanes.y_of(ply) * lanes.ratio) for ply in range(lanes.plies + 1)]
    gap = 1 if lanes.band >= 3 else 0
    before = -1
    for ply, row in enumerate(rows.rows):
        first, last = bounds[ply], max(bounds[ply] + 1, bounds[ply + 1] - gap)
        if first == before or first >= len(pixels):
            continue
        before = first
        line, filled = band(rows, ply, columns, theme)
        part = pixels[first:last, left : left + columns.count]
        shown = filled[: part.shape[1]]
        part[:, shown] = line[: part.shape[1]][shown]
        hatch(part, line[: part.shape[1]], theme)
        part[:, borders(row, lanes, part.shape[1])] = pixel(theme.paper)


def borders(row: Row, lanes: Lanes, count: int) -> Ints:
    """The columns of pixels in which one block ends, where they are wide enough to be counted."""
    if len(row) * EDGE_ROOM > lanes.width * 1.5:
        return np.empty(0, np.int32)
    scale = lanes.scale * lanes.ratio
    wide = (row.ends - row.starts) * lanes.scale >= EDGE_ROOM
    return np.asarray(np.clip(np.rint(row.ends[wide] * scale) - 1, 0, count - 1), np.int32)


def paint_spikes(pixels: Pixels, ends: Ints, lanes: Lanes, lane: QRectF, theme: Theme, *, alike: bool) -> None:
    """A spike for each column in which something is, as high as there is much of it unless all are `alike`."""
    counts = per_column(ends, lanes.units, lanes.width)
    some = counts > 0
    if not some.any():
        return
    usual = max(1.0, float(np.quantile(counts[some], USUAL)))
    shares = np.where(some, 1.0 if alike else np.clip(counts / usual, 0.12, 1.0), 0.0)
    if np.count_nonzero(some) * 8 < len(shares):
        shares[1:] = np.maximum(shares[1:], shares[:-1])
    first, last = round(lane.top() * lanes.ratio), round(lane.bottom() * lanes.ratio)
    left = round(lanes.left * lanes.ratio)
    part = pixels[first:last, left : left + round(lanes.width * lanes.ratio)]
    across = np.minimum((np.arange(part.shape[1]) / lanes.ratio).astype(np.intp), lanes.width - 1)
    inset = round(2 * lanes.ratio) if alike else 0
    down = np.arange(len(part), 0, -1)[:, None]
    on = down <= np.rint(shares[across] * (len(part) - inset))[None, :]
    part[on] = pixel(theme.ink)


def paint_names(painter: QPainter, lanes: Lanes, theme: Theme, *, cuts: bool) -> None:
    """Names beside their lanes, from above; one that would touch the one before is moved down or left out."""
    face = font(LETTERS)
    cut_offs, found, first, last, all_plies = names_of(lanes.plies)
    height = QFontMetricsF(face).height() * 0.92
    wanted = [(lanes.cuts.center().y(), cut_offs)] if cuts else []
    if lanes.hits.height():
        wanted.append((lanes.hits.center().y(), found))
    begin = max(lanes.top + lanes.band / 2, wanted[-1][0] + height if wanted else 0)
    end = lanes.bottom - lanes.band / 2
    if lanes.plies == 1 or end >= begin + height:
        wanted += [(begin, first), (end, last)][: lanes.plies]
    else:
        wanted.append((max(begin, (lanes.top + lanes.bottom) / 2), all_plies))
    painter.setFont(face)
    painter.setPen(theme.quiet)
    side = Qt.AlignmentFlag.AlignLeft if lanes.names.left() > lanes.left else Qt.AlignmentFlag.AlignRight
    for y, text in wanted:
        area = QRectF(lanes.names.left(), y - 10, lanes.names.width(), 20)
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided(text, face, area.width()))


def paint_flag(painter: QPainter, x: float, lanes: Lanes, theme: Theme) -> None:
    """A bookmark: a flag on a pole, which flies in the direction of time while there is room."""
    way = 1 if x + FLAG < lanes.left + lanes.width + MARGIN else -1
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink, 1.4))
    painter.drawLine(QPointF(x, 1), QPointF(x, HANDLE - 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawPolygon(QPolygonF([QPointF(x, 1), QPointF(x + FLAG * way, 4), QPointF(x, 7)]))
    painter.restore()


def paint_torn(painter: QPainter, lanes: Lanes, theme: Theme) -> None:
    """The right end of a recording that was cut short: torn off, and said so."""
    right, high = lanes.left + lanes.width, lanes.bottom - lanes.top
    teeth = max(2, round(high / 6))
    edge = [QPointF(right - (1 if tooth % 2 else 7), lanes.top + high * tooth / teeth) for tooth in range(teeth + 1)]
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.paper)
    painter.drawPolygon(QPolygonF([*edge, QPointF(right + 2, lanes.bottom), QPointF(right + 2, lanes.top)]))
    painter.setPen(QPen(theme.ink, 1.2))
    painter.drawPolyline(QPolygonF(edge))
    painter.setFont(font(LETTERS))
    said = tr("cut short")
    wide = painter.fontMetrics().horizontalAdvance(said) + 8
    ground = QRectF(right - wide, lanes.bottom + 7, wide, 16)
    painter.fillRect(ground, theme.paper)
    painter.drawText(ground, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, said)
    painter.restore()


def paint_unfinished(painter: QPainter, session: Session, rows: Rows, lanes: Lanes, now: float) -> None:
    """What has no end by now, and what never came to one."""
    paint_open(painter, session, rows, lanes, now)
    if not session.trace.complete and not session.hides_future:
        paint_torn(painter, lanes, theme())


def paint_open(painter: QPainter, session: Session, rows: Rows, lanes: Lanes, now: float) -> None:
    """Frames that are still open have no value yet: up to now they are drawn in the colour of edges."""
    for open_frame in session.stack:
        span = rows.span(open_frame.frame)
        if span is None or open_frame.value is not None:
            continue
        left, top = lanes.x_of(span[0]), lanes.y_of(open_frame.ply)
        high = lanes.y_of(open_frame.ply + 1) - top - (1 if lanes.band >= 3 else 0)
        painter.fillRect(QRectF(left, top, lanes.x_of(min(now, span[1])) - left, high), theme().edge)


def paint_scrubber(painter: QPainter, x: float, lanes: Lanes) -> None:
    """A line as one takes hold of it, with a dark core, which is seen where the grip's colour is not."""
    foot = lanes.bottom + 4
    painter.fillRect(QRectF(x - 3, 6, 6, foot - 6), theme().grip)
    core = min(theme().ink, theme().paper, key=QColor.lightness)
    painter.fillRect(QRectF(x - 1, 6, 2, foot - 6), core)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().ink)
    corners = ((-6, 1), (6, 1), (6, 7), (0, HANDLE), (-6, 7))
    painter.drawPolygon(QPolygonF([QPointF(x + right, down) for right, down in corners]))
