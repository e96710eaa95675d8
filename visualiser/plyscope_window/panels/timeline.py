"""The timeline: the whole recording across the panel, and a scrubber at the cursor to drag.

The picture holds what stays while the cursor moves: the lanes, the plies as bands, and the axis.
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
from plyscope.model.cursor import Cursor
from plyscope.model.steps import Moment, Step
from plyscope.model.trace import Trace
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from plyscope_window.canvas.gutter import paint_axis
from plyscope_window.canvas.overlay import happened
from plyscope_window.canvas.strips import Columns, Pixels, band, hatch, pixel, pixels_of
from plyscope_window.jobs.background import Answer, in_background
from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.theme import Theme, font, theme
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column
from plyscope_window.widgets.painting import RESTYLED, elided
from plyscope_window.words import count, tr

MAX_FOREGROUND_FRAMES = 300_000
"""The largest number of frames that are searched in the interface thread."""
Mask = NDArray[np.bool_]


def unit_of_step(trace: Trace, rows: Rows, step: Step) -> float:
    """The place of a step on the time axis, in units. It never decreases from step to step."""
    step = step.of_call
    if step.moment is Moment.ENTER:
        return begin_of(rows, step.frame)
    if step.moment is Moment.LEAVE or trace.fold_at(step.frame, step.child)[1].is_cut:
        return end_of(rows, step.frame)
    return end_of(rows, step.child)


def begin_of(rows: Rows, frame: int) -> float:
    """Where a frame begins, in units; for one that is not drawn, where the next one drawn begins."""
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
    """The last frame that begins at or before a unit, which is the deepest one there."""
    last = 0
    for row in rows.rows:
        place = int(np.searchsorted(row.starts, np.int32(min(max(unit, 0.0), rows.width)), "right")) - 1
        if place >= 0:
            last = max(last, int(row.frames[place]))
    return last


def ends_of(rows: Rows, chosen: Mask) -> Ints:
    """The units at which the chosen frames end, ascending; frames that never returned have no end."""
    ended = chosen & (rows.trace.column("status") != OPEN)
    return np.sort(np.concatenate([row.ends[ended[row.frames]] for row in rows.rows]))


def ends_per_column(ends: Ints, units: int, columns: int) -> NDArray[np.int64]:
    """The number of ends in each of so many columns of equal width.

    The edges get the type of `ends`, since searching mixed types is slow.
    """
    edges = np.floor(np.arange(columns + 1) * (units / columns)).astype(np.int32)
    edges[-1] = units
    return np.asarray(np.diff(np.searchsorted(ends, edges, "right")))


class Ends:
    """Where frames of one kind end, computed once; for a large recording in another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.units: Ints | None = None
        """None while unknown."""
        self.version = 0
        """A number that changes with `units`."""
        self._changed = changed
        self._rows: Rows | None = None
        self._key: object = None
        self._answer: Answer | None = None

    def find(self, rows: Rows, key: object, choose: Callable[[], Mask]) -> None:
        """Find the ends for a row index, unless that has been done for the same `key`."""
        if rows is self._rows and key is self._key:
            return
        self.clear()
        self._rows, self._key = rows, key
        if len(rows.trace) <= MAX_FOREGROUND_FRAMES:
            self.units = ends_of(rows, choose())
        else:
            self._answer = in_background(lambda: ends_of(rows, choose()), self._receive)

    def clear(self) -> None:
        if self._rows is None:
            return
        if self._answer is not None:
            self._answer.cancel()
        self.units = self._rows = self._key = self._answer = None
        self.version += 1

    def _receive(self, units: Ints) -> None:
        self.units, self._answer = units, None
        self.version += 1
        self._changed()


HANDLE = 13
"""Height of the topmost lane, for the scrubber's handle and the flags."""
MIN_CUTOFFS, MAX_CUTOFFS, MATCHES, GAP, AXIS = 12, 28, 10, 2, 25
"""Heights of the lanes of cutoffs and of matches, of the gap below each, and of the axis."""
MAX_BAND = 8.0
"""Height of a ply where there is room."""
MARGIN = 10
TEXT_SIZE = 10.5
MIN_SEPARATED = 4.0
"""The least width of blocks that are separated by a line."""
SCALE_QUANTILE = 0.98
"""The quantile of the counts that has the full height, so that a few crowded columns do not hide the others."""
FLAG = 8.0


@dataclass(frozen=True)
class Lanes:
    """The layout of a timeline of some size, in pixels."""

    left: int
    """Where the time axis begins."""
    width: int
    names: QRectF
    """The column of names: to the left of the time axis, or to the right in a mirrored window."""
    cutoffs: QRectF
    matches: QRectF
    """Empty while there is no search."""
    top: float
    """The top of the first ply."""
    band: float
    """Height of a ply, which may be less than a pixel."""
    plies: int
    units: int
    ratio: float

    @property
    def scale(self) -> float:
        """Pixels per unit."""
        return self.width / max(1, self.units)

    def x_of(self, unit: float) -> float:
        return self.left + unit * self.scale

    def unit_at(self, x: float) -> float:
        return (x - self.left) / self.scale

    def y_of(self, ply: int) -> float:
        """The top of a ply, aligned to the pixels of the screen."""
        return self.top + round(ply * self.band * self.ratio) / self.ratio

    @property
    def bottom(self) -> float:
        return self.y_of(self.plies)

    @property
    def view(self) -> View:
        """The view that shows the whole recording."""
        return View(self.units, self.plies, self.width, BOTTOM, 0.0, 0.0, self.scale)


def lanes_of(width: int, height: int, ratio: float, rows: Rows, *, has_matches: bool, mirrored: bool) -> Lanes:
    """Divide the room: first bands up to `MAX_BAND`, then higher spikes."""
    longest = max(QFontMetricsF(font(TEXT_SIZE)).horizontalAdvance(text) for text in names_of(len(rows)))
    names = ceil(min(longest + 2, width / 4)) + 8
    across = max(40, width - names - 2 * MARGIN)
    left = MARGIN if mirrored else width - MARGIN - across
    column = QRectF(left + across + 8 if mirrored else MARGIN, 0, names - 8, height)
    matches = MATCHES + GAP if has_matches else 0
    room = height - HANDLE - MIN_CUTOFFS - GAP - matches - AXIS
    each = min(MAX_BAND, max(8.0, room) / len(rows))
    if each * ratio >= 3:
        each = int(each * ratio) / ratio
    spikes = MIN_CUTOFFS + min(MAX_CUTOFFS - MIN_CUTOFFS, max(0, int(room - each * len(rows))))
    cutoffs = QRectF(left, HANDLE, across, spikes)
    lane = QRectF(left, cutoffs.bottom() + GAP, across, MATCHES if has_matches else 0)
    top = cutoffs.bottom() + GAP + matches
    return Lanes(left, across, column, cutoffs, lane, top, each, len(rows), rows.width, ratio)


def names_of(plies: int) -> list[str]:
    """The names beside the lanes: of cutoffs, of matches, and of the first and the last ply."""
    first, last = tr("ply {ply}", ply=0), tr("ply {ply}", ply=plies - 1)
    return [tr("cutoffs"), tr("found"), first, last, tr("ply 0–{last}", last=plies - 1)]


def paint_picture(
    image: QImage,
    rows: Rows,
    lanes: Lanes,
    theme: Theme,
    cutoffs: Ints | None,
    matches: Ints | None,
    flags: Iterable[float],
) -> None:
    """Paint everything but the veil and the scrubber. Cutoffs and matches are None while they are unknown."""
    image.fill(theme.paper)
    pixels = pixels_of(image)
    paint_bands(pixels, rows, lanes, theme_for(rows))
    if cutoffs is not None:
        paint_spikes(pixels, cutoffs, lanes, lanes.cutoffs, theme, same_height=False)
    if matches is not None and lanes.matches.height():
        paint_spikes(pixels, matches, lanes, lanes.matches, theme, same_height=True)
    painter = QPainter(image)
    painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
    painter.setPen(QPen(theme.hairline, 1))
    has_cutoffs = cutoffs is None or len(cutoffs) > 0
    for lane in (lanes.cutoffs if has_cutoffs else QRectF(), lanes.matches):
        if lane.height():
            painter.drawLine(QPointF(lane.left(), lane.bottom() + 0.5), QPointF(lane.right(), lane.bottom() + 0.5))
    paint_names(painter, lanes, theme, has_cutoffs=has_cutoffs)
    for x in flags:
        paint_flag(painter, x, lanes, theme)
    painter.translate(lanes.left, lanes.bottom + 5 - (BOTTOM - lanes.view.height + 10))
    paint_axis(painter, rows, lanes.view, theme)
    painter.end()


def paint_bands(pixels: Pixels, rows: Rows, lanes: Lanes, theme: Theme) -> None:
    """Paint a band for each ply. Where there are more plies than pixels, each pixel shows one of its plies."""
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
    """The columns of pixels in which a block ends, for blocks that are wide enough to be separated."""
    if len(row) * MIN_SEPARATED > lanes.width * 1.5:
        return np.empty(0, np.int32)
    scale = lanes.scale * lanes.ratio
    wide = (row.ends - row.starts) * lanes.scale >= MIN_SEPARATED
    return np.asarray(np.clip(np.rint(row.ends[wide] * scale) - 1, 0, count - 1), np.int32)


def paint_spikes(pixels: Pixels, ends: Ints, lanes: Lanes, lane: QRectF, theme: Theme, *, same_height: bool) -> None:
    """Paint a spike for each column with ends; its height shows their number unless all have the `same_height`."""
    counts = ends_per_column(ends, lanes.units, lanes.width)
    some = counts > 0
    if not some.any():
        return
    full = max(1.0, float(np.quantile(counts[some], SCALE_QUANTILE)))
    shares = np.where(some, 1.0 if same_height else np.clip(counts / full, 0.12, 1.0), 0.0)
    if np.count_nonzero(some) * 8 < len(shares):
        shares[1:] = np.maximum(shares[1:], shares[:-1])
    first, last = round(lane.top() * lanes.ratio), round(lane.bottom() * lanes.ratio)
    left = round(lanes.left * lanes.ratio)
    part = pixels[first:last, left : left + round(lanes.width * lanes.ratio)]
    across = np.minimum((np.arange(part.shape[1]) / lanes.ratio).astype(np.intp), lanes.width - 1)
    inset = round(2 * lanes.ratio) if same_height else 0
    down = np.arange(len(part), 0, -1)[:, None]
    on = down <= np.rint(shares[across] * (len(part) - inset))[None, :]
    part[on] = pixel(theme.ink)


def paint_names(painter: QPainter, lanes: Lanes, theme: Theme, *, has_cutoffs: bool) -> None:
    """Paint the names beside their lanes, from the top; one that would touch the one above is moved down or omitted."""
    face = font(TEXT_SIZE)
    cutoffs, matches, first, last, all_plies = names_of(lanes.plies)
    height = QFontMetricsF(face).height() * 0.92
    labels = [(lanes.cutoffs.center().y(), cutoffs)] if has_cutoffs else []
    if lanes.matches.height():
        labels.append((lanes.matches.center().y(), matches))
    begin = max(lanes.top + lanes.band / 2, labels[-1][0] + height if labels else 0)
    end = lanes.bottom - lanes.band / 2
    if lanes.plies == 1 or end >= begin + height:
        labels += [(begin, first), (end, last)][: lanes.plies]
    else:
        labels.append((max(begin, (lanes.top + lanes.bottom) / 2), all_plies))
    painter.setFont(face)
    painter.setPen(theme.quiet)
    side = Qt.AlignmentFlag.AlignLeft if lanes.names.left() > lanes.left else Qt.AlignmentFlag.AlignRight
    for y, text in labels:
        area = QRectF(lanes.names.left(), y - 10, lanes.names.width(), 20)
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided(text, face, area.width()))


def paint_flag(painter: QPainter, x: float, lanes: Lanes, theme: Theme) -> None:
    """Paint a bookmark: a flag that points to the right, or to the left where there is no room."""
    direction = 1 if x + FLAG < lanes.left + lanes.width + MARGIN else -1
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink, 1.4))
    painter.drawLine(QPointF(x, 1), QPointF(x, HANDLE - 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawPolygon(QPolygonF([QPointF(x, 1), QPointF(x + FLAG * direction, 4), QPointF(x, 7)]))
    painter.restore()


def paint_torn(painter: QPainter, lanes: Lanes, theme: Theme) -> None:
    """Paint the right end of a recording that was cut short: a torn edge with a label."""
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
    painter.setFont(font(TEXT_SIZE))
    label = tr("cut short")
    wide = painter.fontMetrics().horizontalAdvance(label) + 8
    ground = QRectF(right - wide, lanes.bottom + 7, wide, 16)
    painter.fillRect(ground, theme.paper)
    painter.drawText(ground, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, label)
    painter.restore()


def paint_unfinished(painter: QPainter, session: Session, rows: Rows, lanes: Lanes, now: float) -> None:
    """Paint the open frames, and the torn edge of an incomplete recording."""
    paint_open(painter, session, rows, lanes, now)
    if not session.trace.complete and not session.hides_future:
        paint_torn(painter, lanes, theme())


def paint_open(painter: QPainter, session: Session, rows: Rows, lanes: Lanes, now: float) -> None:
    """Paint the open frames, which have no value yet, in the colour of edges up to the cursor."""
    for open_frame in session.stack:
        span = rows.span(open_frame.frame)
        if span is None or open_frame.value is not None:
            continue
        left, top = lanes.x_of(span[0]), lanes.y_of(open_frame.ply)
        high = lanes.y_of(open_frame.ply + 1) - top - (1 if lanes.band >= 3 else 0)
        painter.fillRect(QRectF(left, top, lanes.x_of(min(now, span[1])) - left, high), theme().edge)


def paint_scrubber(painter: QPainter, x: float, lanes: Lanes) -> None:
    """Paint the scrubber: a line in the colour of grips, with a dark core for contrast on any colour."""
    foot = lanes.bottom + 4
    painter.fillRect(QRectF(x - 3, 6, 6, foot - 6), theme().grip)
    core = min(theme().ink, theme().paper, key=QColor.lightness)
    painter.fillRect(QRectF(x - 1, 6, 2, foot - 6), core)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().ink)
    corners = ((-6, 1), (6, 1), (6, 7), (0, HANDLE), (-6, 7))
    painter.drawPolygon(QPolygonF([QPointF(x + right, down) for right, down in corners]))


MIN_HEIGHT, MAX_HEIGHT = 70, 170
NOTCH = 120
"""The angle of one notch of a wheel, in eighths of a degree."""
REACH = 5
"""How far a click may be from a match, in pixels."""


class TimelinePanel(Panel):
    """The whole run. A click moves the cursor there."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see its whole run, from the first call to the last."))
        self.line = Timeline()
        column(self.body, margin=0).addWidget(self.line)
        self.setFocusProxy(self.line)

    def attach(self, session: Session | None) -> None:
        if self.session is not None:
            self.session.laid_out.disconnect(self.present)
        if session is not None:
            session.laid_out.connect(self.present)
        self.line.set_session(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        self.line.present()

    def sizeHint(self) -> QSize:
        return self.line.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, MIN_HEIGHT)


class Timeline(QWidget):
    """The run of one session. Clicks, drags, the wheel and keys move the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.cutoffs, self.matches = Ends(self.update), Ends(self.update)
        self._image: QImage | None = None
        self._drawn_for: tuple[object, ...] = ()
        """Whether the future was hidden when it was drawn; None after the picture has changed."""
        self._turned = 0
        self._dragged_to: QPointF | None = None
        self._jumping = QTimer(self, interval=0, singleShot=True)
        self._jumping.timeout.connect(self._follow_drag)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Timeline"))

    def set_session(self, session: Session | None) -> None:
        """Show another recording, and drop what was kept of the previous one."""
        self.session = session
        self.cutoffs.clear()
        self.matches.clear()
        self._image, self._drawn_for, self._dragged_to = None, (), None

    def present(self) -> None:
        """Show the cursor, the matches and the bookmarks."""
        session = self.session
        if session is None:
            return
        rows, found = session.rows, session.found
        if rows is not None:
            self.cutoffs.find(rows, session.trace, lambda: session.trace.facts.cutoff)
            if found is None:
                self.matches.clear()
            else:
                self.matches.find(rows, found, lambda: found)
        cursor = session.cursor
        self.setAccessibleDescription(
            tr("step {step} of {last}", step=count(cursor.step), last=count(cursor.last_step))
        )
        self.update()

    # Places

    def lanes(self, rows: Rows) -> Lanes:
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        assert self.session is not None
        has_matches = self.session.found is not None
        return lanes_of(
            self.width(), self.height(), self.devicePixelRatioF(), rows, has_matches=has_matches, mirrored=is_mirrored
        )

    def x_of_step(self, step: int, rows: Rows, lanes: Lanes) -> float:
        assert self.session is not None
        return lanes.x_of(unit_of_step(self.session.trace, rows, self.session.cursor.steps.at(step)))

    def flags(self, rows: Rows, lanes: Lanes) -> dict[int, float]:
        """The x of each bookmark, by its step."""
        assert self.session is not None
        last = self.session.cursor.last_step
        steps = [step for step in self.session.cursor.marks.bookmarks if 0 <= step <= last]
        return {step: self.x_of_step(step, rows, lanes) for step in steps}

    def step_at(self, point: QPointF, rows: Rows) -> int:
        """The step that a click goes to: that of a bookmark or a match there, else of the frame that begins there."""
        assert self.session is not None
        lanes, cursor = self.lanes(rows), self.session.cursor
        if point.y() < HANDLE:
            for step, x in self.flags(rows, lanes).items():
                if x - 3 <= point.x() <= x + FLAG:
                    return step
        if lanes.matches.height() and lanes.matches.top() <= point.y() <= lanes.matches.bottom():
            match = self._match_near(point.x(), rows, lanes)
            if match is not None:
                return match
        unit = lanes.unit_at(point.x())
        if unit <= 0:
            return 0
        return cursor.last_step if unit >= rows.width else cursor.steps.enter(frame_at(rows, unit))

    def _match_near(self, x: float, rows: Rows, lanes: Lanes) -> int | None:
        """The step of the match within reach of an x that is nearest to it in time; None for none."""
        assert self.session is not None
        steps, matches = self.session.cursor.steps, self.session.matches
        first, middle, last = (frame_at(rows, lanes.unit_at(x + away)) for away in (-REACH, 0, REACH))
        end = steps.enter(last + 1) if last + 1 < len(rows.trace) else steps.count
        begin, beyond = np.searchsorted(matches, (steps.enter(first), end))
        near = matches[begin:beyond]
        return int(near[np.argmin(np.abs(near - steps.enter(middle)))]) if len(near) else None

    # Painting

    def sizeHint(self) -> QSize:
        rows = self.session.rows if self.session is not None else None
        bands = MAX_BAND * (len(rows) if rows is not None else 9)
        return QSize(640, int(min(MAX_HEIGHT, max(MIN_HEIGHT, HANDLE + MIN_CUTOFFS + GAP + bands + AXIS))))

    def minimumSizeHint(self) -> QSize:
        return QSize(120, MIN_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        session = self.session
        if session is None or session.rows is None:
            painter.fillRect(self.rect(), theme().paper)
            painter.setFont(font(13))
            painter.setPen(theme().quiet)
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("Laying out the timeline …"))
        else:
            lanes = self.lanes(session.rows)
            painter.drawImage(QPointF(0, 0), self._picture(session, session.rows, lanes))
            x = self.x_of_step(session.cursor.step, session.rows, lanes)
            self._paint_veil(painter, session, session.rows, lanes, x)
            paint_scrubber(painter, x, lanes)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().for_max, 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _picture(self, session: Session, rows: Rows, lanes: Lanes) -> QImage:
        """The cached picture, redrawn where it is out of date."""
        bookmarks = tuple(session.cursor.marks.bookmarks)
        key = (rows, self.size(), lanes, theme().name, self.cutoffs.version, self.matches.version, bookmarks)
        if self._image is None or self._drawn_for != key:
            ratio = self.devicePixelRatioF()
            wide, high = round(self.width() * ratio), round(self.height() * ratio)
            if self._image is None or (self._image.width(), self._image.height()) != (wide, high):
                self._image = QImage(wide, high, QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(ratio)
            flags = self.flags(rows, lanes).values()
            paint_picture(self._image, rows, lanes, theme(), self.cutoffs.units, self.matches.units, flags)
            self._drawn_for = key
        return self._image

    def _paint_veil(self, painter: QPainter, session: Session, rows: Rows, lanes: Lanes, x: float) -> None:
        """Empty the lanes to the right of the cursor, ply by ply: nothing of the future can be read there."""
        if session.shows_whole:
            return
        right = lanes.left + lanes.width
        for lane in (lanes.cutoffs, lanes.matches):
            painter.fillRect(QRectF(x, lane.top(), right - x + 1, lane.height()), theme().paper)
        veil = theme().paper if session.hides_future else theme().band
        edges = happened(session, rows)
        begin = 0
        for ply in range(1, len(edges) + 1):
            if ply < len(edges) and edges[ply] == edges[begin]:
                continue
            left, top = lanes.x_of(edges[begin]), lanes.y_of(begin)
            if left < right:
                painter.fillRect(QRectF(left, top, right - left, lanes.y_of(ply) - top), veil)
            begin = ply
        paint_unfinished(painter, session, rows, lanes, edges[-1])

    # Pointer

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragged_to = event.position()
            self._follow_drag()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow a drag. Many moves may come in one turn of the event loop; only the last one matters."""
        if event.buttons() & Qt.MouseButton.LeftButton and self._dragged_to is not None:
            self._dragged_to = QPointF(event.position().x(), self.height())
            self._jumping.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._jumping.isActive():
            self._jumping.stop()
            self._follow_drag()
        self._dragged_to = None

    def _follow_drag(self) -> None:
        session = self.session
        if session is not None and session.rows is not None and self._dragged_to is not None:
            session.go(self.step_at(self._dragged_to, session.rows))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step forwards for notches towards the user, backwards for others; with Shift, step over calls."""
        turned = event.angleDelta()
        self._turned += turned.y() or turned.x()
        notches = int(self._turned / NOTCH)
        self._turned -= notches * NOTCH
        over = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.session is not None and notches:
            self.session.act(lambda cursor: walk(cursor, -notches, over=over))
        event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tooltip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tooltip_at(self, point: QPointF) -> str:
        if self.session is None or self.session.rows is None:
            return ""
        step = self.step_at(point, self.session.rows)
        bookmark = self.session.cursor.marks.bookmarks.get(step)
        if bookmark is not None and point.y() < HANDLE:
            return bookmark.name or tr("Bookmark at step {step}", step=count(step))
        frame = self.session.cursor.steps.at(step).frame
        return tr("A click goes to step {step}, in call {call}.", step=count(step), call=count(frame))

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move a step; Ctrl with arrows, and Page keys, a hundredth of the run; Home and End go to its ends."""
        step = self.step_for(event)
        if step is None:
            super().keyPressEvent(event)
        elif self.session is not None:
            self.session.go(step)

    def step_for(self, event: QKeyEvent) -> int | None:
        """The step that a key goes to; None for any other key."""
        if self.session is None:
            return None
        cursor, key, control = self.session.cursor, Qt.Key(event.key()), Qt.KeyboardModifier.ControlModifier
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if modifiers not in (Qt.KeyboardModifier.NoModifier, control):
            return None
        far = max(1, cursor.last_step // 100)
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        if direction is not None:
            return cursor.step + direction * (far if modifiers == control else 1)
        ends = {
            Qt.Key.Key_PageUp: cursor.step - far,
            Qt.Key.Key_PageDown: cursor.step + far,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: cursor.last_step,
        }
        return ends.get(key) if modifiers == Qt.KeyboardModifier.NoModifier else None

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.update()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (*RESTYLED, QEvent.Type.LayoutDirectionChange):
            self._drawn_for = ()
            self.update()
        super().changeEvent(event)


def walk(cursor: Cursor, steps: int, *, over: bool) -> bool:
    """Go so many steps forwards, or backwards for a negative number; return whether the cursor has moved."""
    one = (cursor.over if over else cursor.into) if steps > 0 else (cursor.back_over if over else cursor.back)
    has_moved = False
    for _ in range(abs(steps)):
        has_moved |= one()
    return has_moved
