"""The timeline: all steps across the panel, with the calls of each ply up to the cursor, which can be dragged.

The picture holds the plies of the whole run, averaged for each column of pixels; what lies after the cursor is painted
over at every step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import ceil, floor
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray
from plyscope.layout.rows import Ints, Row, Rows
from plyscope.model.columns import OPEN
from plyscope.model.cursor import Cursor
from plyscope.model.declaration import Windows
from plyscope.model.preorder import parts
from plyscope.model.steps import Steps
from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QRegion,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from plyscope_window.canvas.strips import Pixels, blended_pixels, pixel_of, pixels_of
from plyscope_window.jobs.background import Answer, in_background, later
from plyscope_window.look.call_colours import theme_for
from plyscope_window.look.theme import Theme, font, text_width, theme
from plyscope_window.panels.panel import Panel
from plyscope_window.session.session import Session
from plyscope_window.widgets.layouts import column_layout
from plyscope_window.widgets.painting import Themed, elided
from plyscope_window.words import count, tr

MAX_FOREGROUND_FRAMES = 300_000
"""The largest number of frames that are laid out along the steps in the interface thread."""
Steps64 = NDArray[np.int64]
"""Numbers of steps, ascending."""
Result = TypeVar("Result")
"""What a calculation gives."""


def counts_per_column(at: Steps64, count: int, columns: int) -> Steps64:
    """Return how many of these steps lie in each of `columns` columns of equal width; `count` is that of all steps."""
    edges = np.arange(columns + 1) * (count / columns)
    return np.asarray(np.diff(np.searchsorted(at, edges, "left")), np.int64)


class Calculation(Generic[Result]):
    """A result that is calculated once for a key; for a large recording in another thread."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.result: Result | None = None
        """None while unknown."""
        self.version = 0
        """A number that changes with `result`."""
        self._changed = changed
        self._key: object = None
        self._answer: Answer | None = None

    def start(self, key: object, frames: int, find: Callable[[], Result]) -> None:
        """Calculate the result, unless that has been done for the same key; `frames` is the size of the recording."""
        if key == self._key:
            return
        if self._answer is not None:
            self._answer.cancel()
            self._answer = None
        self._key = key
        if frames <= MAX_FOREGROUND_FRAMES:
            self._keep(find())
        else:
            self._answer = in_background(find, self._keep_and_tell)

    def clear(self) -> None:
        """Forget the result, and stop calculating it."""
        if self._answer is not None:
            self._answer.cancel()
        self.result = self._key = self._answer = None
        self.version += 1

    def _keep(self, result: Result) -> None:
        """Keep a result."""
        self.result, self._answer = result, None
        self.version += 1

    def _keep_and_tell(self, result: Result) -> None:
        """Keep a result of the other thread, and have it painted."""
        self._keep(result)
        self._changed()


HANDLE_HEIGHT = 13
"""Height of the topmost lane, for the scrubber's handle and the flags."""
MIN_CUTS_HEIGHT, MAX_CUTS_HEIGHT, MATCHES_HEIGHT, LANE_GAP, AXIS_GAP = 14, 24, 10, 2, 7
"""Heights of the lanes of cuts and of matches, of the gap below each, and of that above the axis."""
MAX_BAND_HEIGHT = 14.0
"""Height of a ply where there is room."""
SIDE_MARGIN = 10
"""The margin at both sides of the timeline, in pixels."""
TEXT_SIZE = 10.5
"""The size of its texts, in pixels."""
MIN_SEPARATED = 4.0
"""The least width of blocks that are separated by a line."""
SCALE_QUANTILE = 0.98
"""The quantile of the counts that has the full height, so that a few crowded columns do not hide the others."""
FLAG_WIDTH = 8.0
"""The width of a bookmark's flag, in pixels."""


class Tick(NamedTuple):
    """A number on the axis of steps."""

    text: str
    left: float
    right: float


@dataclass(frozen=True)
class Lanes:
    """The layout of a timeline of some size, in pixels."""

    left: int
    """Where the time axis begins."""
    width: int
    names: QRectF
    """The column of names: to the left of the time axis, or to the right in a mirrored window."""
    cuts: QRectF
    matches: QRectF
    """Empty while there is no search."""
    top: float
    """The top of the first ply."""
    ply_height: float
    """Height of a ply, which may be less than a pixel."""
    plies: int
    steps: int
    """How many steps there are."""
    ratio: float
    """Pixels of the screen for one of the window."""

    @property
    def slot(self) -> float:
        """Pixels per step."""
        return self.width / self.steps

    def x_of(self, step: float) -> float:
        """Return the x at which a step begins, and the one before ends."""
        return self.left + step * self.slot

    def pixel_at(self, step: float) -> float:
        """Return the x at which the pixel begins in which a step begins."""
        return floor(self.x_of(step) * self.ratio) / self.ratio

    def step_at(self, x: float) -> int:
        """Return the step at an x, within the recording."""
        return max(0, min(self.steps - 1, floor((x - self.left) / self.slot)))

    def y_of(self, ply: int) -> float:
        """Return the top of a ply, aligned to the pixels of the screen."""
        return self.top + round(ply * self.ply_height * self.ratio) / self.ratio

    @cached_property
    def tops(self) -> list[float]:
        """The tops of all plies, and the bottom of the last one."""
        return [self.y_of(ply) for ply in range(self.plies + 1)]

    @cached_property
    def bottom(self) -> float:
        """The bottom of the last ply."""
        return self.y_of(self.plies)

    def tick(self, step: int, face: QFont) -> Tick:
        """Return the number of a step, placed in the middle below it as far as the axis goes."""
        text = tr("step {step}", step=0) if step == 0 else count(step)
        wide = text_width(face, text)
        left = min(max(self.x_of(step + 0.5) - wide / 2, self.left), self.left + self.width - wide)
        return Tick(text, left, left + wide)

    @cached_property
    def ticks(self) -> list[Tick]:
        """The numbers on the axis that there is room for; that of the last step comes first."""
        face = font(TEXT_SIZE)
        widest = max(text_width(face, text) for text in (count(self.steps), tr("step {step}", step=0)))
        last = self.steps - 1
        steps = tick_steps(self.steps, int(self.width / (widest + 24)))
        return [self.tick(step, face) for step in dict.fromkeys([last, *steps])]


def lanes_in(
    width: int, height: int, ratio: float, plies: int, steps: int, *, has_matches: bool, mirrored: bool
) -> Lanes:
    """Return the layout in a size: room goes to the plies up to `MAX_BAND_HEIGHT`, then to a higher lane of cuts."""
    longest = max(text_width(font(TEXT_SIZE), text) for text in lane_names(plies))
    names = ceil(min(longest + 2, width / 4)) + 8
    across = max(40, width - names - 2 * SIDE_MARGIN)
    left = SIDE_MARGIN if mirrored else width - SIDE_MARGIN - across
    column = QRectF(left + across + 8 if mirrored else SIDE_MARGIN, 0, names - 8, height)
    matches = MATCHES_HEIGHT + LANE_GAP if has_matches else 0
    room = height - HANDLE_HEIGHT - MIN_CUTS_HEIGHT - LANE_GAP - matches - axis_room()
    each = min(MAX_BAND_HEIGHT, max(8.0, room) / plies)
    if each * ratio >= 3:
        each = int(each * ratio) / ratio
    spikes = MIN_CUTS_HEIGHT + min(MAX_CUTS_HEIGHT - MIN_CUTS_HEIGHT, max(0, int(room - each * plies)))
    cuts = QRectF(left, HANDLE_HEIGHT, across, spikes)
    lane = QRectF(left, cuts.bottom() + LANE_GAP, across, MATCHES_HEIGHT if has_matches else 0)
    top = cuts.bottom() + LANE_GAP + matches
    return Lanes(left, across, column, cuts, lane, top, each, plies, steps, ratio)


def axis_room() -> int:
    """Return the height of the axis: its numbers in the text size, and the gap above them."""
    return ceil(AXIS_GAP + QFontMetricsF(font(TEXT_SIZE)).height() + 1)


def lane_names(plies: int) -> list[str]:
    """Return the names beside the lanes: of cuts, matches, the first ply, the last one, and of all plies together."""
    first, last = tr("ply {ply}", ply=0), tr("ply {ply}", ply=plies - 1)
    return [tr("cuts"), tr("found"), first, last, tr("ply 0–{last}", last=plies - 1)]


@dataclass(frozen=True)
class Band:
    """One ply along the steps."""

    line: Pixels
    """The colour of each column of pixels."""
    is_filled: NDArray[np.bool_]
    """Whether anything happens there."""
    borders: Ints
    """The columns in which a block ends, for blocks that are wide enough to be separated."""


def visible_bands(rows: Rows, steps: Steps, lanes: Lanes, theme: Theme) -> dict[int, Band]:
    """Return the band of each ply that has a row of pixels, which shows one of several plies where they are many."""
    bands, before = {}, -1
    edges = np.arange(round(lanes.width * lanes.ratio) + 1) / (lanes.slot * lanes.ratio)
    for ply in range(lanes.plies):
        top = round(lanes.y_of(ply) * lanes.ratio)
        if top != before:
            bands[ply] = ply_band(rows, steps, ply, edges, theme)
        before = top
    return bands


def ply_band(rows: Rows, steps: Steps, ply: int, edges: NDArray[np.float64], theme: Theme) -> Band:
    """Return the blocks of a ply, each from its enter to its leave, averaged in columns with these edges."""
    row, per_step = rows[ply], (len(edges) - 1) / edges[-1]
    at, places, lasted, ends = block_times(row, steps, ply, edges, per_step)
    units, busy = np.interp(edges, at, places), np.interp(edges, at, lasted)
    coverage = np.diff(busy) / np.diff(edges)
    _, shade = row.averages(units)
    line, is_filled = blended_pixels(rows, ply, units, coverage, shade, theme)
    borders = np.clip(np.rint(ends * per_step) - 1, 0, len(edges) - 2).astype(np.int32)
    return Band(line, is_filled, borders if len(borders) * MIN_SEPARATED <= len(edges) * 1.5 else borders[:0])


def block_times(
    row: Row, steps: Steps, ply: int, edges: NDArray[np.float64], per_step: float
) -> tuple[Steps64, Ints, Steps64, Steps64]:
    """Return samples of a ply near the edges of pixels: times, rows, and how long blocks have lasted by then.

    Last come the times at which blocks end that are wide enough to be separated, with so many pixels `per_step`. Whole
    columns of a large ply would take much memory, so that this goes through a part of it at a time.
    """
    size, status = steps.trace.column("size"), steps.trace.column("status")
    times, ends_of_wide, before = [], [], 0
    for part in parts(len(row)):
        frames = row.frames[part].astype(np.int64)
        enter = 3 * frames - 2 * ply
        begins = steps.all_with_lines(enter)
        ends = np.minimum(steps.all_with_lines(enter + 3 * size.take(frames).astype(np.int64) - 2) + 1, steps.count)
        ends[status.take(frames) == OPEN] = steps.count
        lasted = before + np.cumsum(ends - begins)
        near = np.searchsorted(begins, edges)
        near = np.unique(np.clip([near - 2, near - 1, near, near + 1], 0, len(frames) - 1))
        pairs = (begins, ends), (row.starts[part], row.ends[part]), (lasted - (ends - begins), lasted)
        times.append([np.stack([first[near], last[near]], 1).ravel() for first, last in pairs])
        ends_of_wide.append(ends[(ends - begins) * per_step >= MIN_SEPARATED])
        before = int(lasted[-1])
    at, places, lasted_until = (np.concatenate(columns) for columns in zip(*times, strict=True))
    return at, places, lasted_until, np.concatenate(ends_of_wide)


def paint_picture(
    image: QImage, lanes: Lanes, theme: Theme, bands: dict[int, Band], cuts: Steps64 | None, matches: Steps64 | None
) -> None:
    """Paint what stays while the cursor moves. Cuts and matches are None while they are unknown, or have marks."""
    image.fill(theme.paper)
    pixels = pixels_of(image)
    paint_bands(pixels, lanes, bands, theme)
    if cuts is not None:
        paint_spikes(pixels, cuts, lanes, lanes.cuts, theme, same_height=False)
    if matches is not None and lanes.matches.height():
        paint_spikes(pixels, matches, lanes, lanes.matches, theme, same_height=True)


def paint_bands(pixels: Pixels, lanes: Lanes, bands: dict[int, Band], theme: Theme) -> None:
    """Paint the plies into the pixels of an image, with a gap between them where they are high enough."""
    left = round(lanes.left * lanes.ratio)
    gap = 1 if lanes.ply_height >= 3 else 0
    for ply, band in bands.items():
        first, end = (round(lanes.y_of(one) * lanes.ratio) for one in (ply, ply + 1))
        if first >= len(pixels):
            continue
        part = pixels[first : max(first + 1, end - gap), left : left + len(band.line)]
        part[:, band.is_filled[: part.shape[1]]] = band.line[: part.shape[1]][band.is_filled[: part.shape[1]]]
        part[:, band.borders[band.borders < part.shape[1]]] = pixel_of(theme.paper)


def paint_spikes(pixels: Pixels, at: Steps64, lanes: Lanes, lane: QRectF, theme: Theme, *, same_height: bool) -> None:
    """Paint a spike for each column with steps; its height shows their number unless all have the `same_height`."""
    counts = counts_per_column(at, lanes.steps, lanes.width)
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
    part[on] = pixel_of(theme.ink)


def paint_cut_marks(painter: QPainter, at: Iterable[int], lanes: Lanes, theme: Theme) -> None:
    """Paint a cut as two strokes in the middle of its step."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink, 1.6, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    y, high = lanes.cuts.bottom() - MIN_CUTS_HEIGHT / 2, 5.0
    for step in at:
        x = lanes.x_of(step + 0.5)
        for aside in (-2.5, 2.5):
            painter.drawLine(QPointF(x + aside - 2.5, y + high), QPointF(x + aside + 2.5, y - high))
    painter.restore()


def paint_names(painter: QPainter, lanes: Lanes, theme: Theme, *, has_cuts: bool) -> None:
    """Paint the names beside their lanes, from the top; one that would touch the one above is moved down or omitted."""
    face = font(TEXT_SIZE)
    cuts, matches, first, last, all_plies = lane_names(lanes.plies)
    height = QFontMetricsF(face).height() * 0.92
    labels = [(lanes.cuts.bottom() - MIN_CUTS_HEIGHT / 2, cuts)] if has_cuts else []
    if lanes.matches.height():
        labels.append((lanes.matches.center().y(), matches))
    begin = max(lanes.top + lanes.ply_height / 2, labels[-1][0] + height if labels else 0)
    end = lanes.bottom - lanes.ply_height / 2
    if lanes.ply_height >= height:
        labels += [(lanes.y_of(ply) + lanes.ply_height / 2, tr("ply {ply}", ply=ply)) for ply in range(lanes.plies)]
    elif lanes.plies == 1 or end >= begin + height:
        labels += [(begin, first), (end, last)][: lanes.plies]
    else:
        labels.append((max(begin, (lanes.top + lanes.bottom) / 2), all_plies))
    painter.setFont(face)
    painter.setPen(theme.quiet)
    side = Qt.AlignmentFlag.AlignLeft if lanes.names.left() > lanes.left else Qt.AlignmentFlag.AlignRight
    for y, text in labels:
        area = QRectF(lanes.names.left(), y - 10, lanes.names.width(), 20)
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, elided(text, face, area.width()))


def tick_steps(steps: int, fitting: int) -> list[int]:
    """Return round numbers of steps from 0 on, at most `fitting`, and the last step."""
    nice = (times * 10**power for power in range(19) for times in (1, 2, 4, 5))
    apart = next(step for step in nice if steps <= max(1, fitting) * step)
    return sorted({*range(0, steps, apart), steps - 1})


def ticks_beside(lanes: Lanes, now: int) -> list[Tick]:
    """Return the number of the cursor's step, which comes first, and those that have room beside it."""
    taken = [lanes.tick(now, font(TEXT_SIZE, bold=True))]
    for tick in lanes.ticks:
        if not any(tick.left < other.right + 10 and other.left - 10 < tick.right for other in taken):
            taken.append(tick)
    return taken


def paint_axis(painter: QPainter, lanes: Lanes, ticks: list[Tick], theme: Theme, seen: QRegion) -> None:
    """Paint the numbers of steps below the lanes; that of the cursor stands out, and others give way to it."""
    plain, bold = font(TEXT_SIZE), font(TEXT_SIZE, bold=True)
    baseline = lanes.bottom + AXIS_GAP + QFontMetricsF(plain).ascent()
    painter.setFont(bold)
    painter.setPen(theme.ink)
    for place, tick in enumerate(ticks):
        if place == 1:
            painter.setFont(plain)
            painter.setPen(theme.quiet)
        if seen.intersects(QRect(floor(tick.left) - 2, floor(lanes.bottom), ceil(tick.right - tick.left) + 4, 100)):
            painter.drawText(QPointF(tick.left, baseline), tick.text)


def paint_flag(painter: QPainter, x: float, lanes: Lanes, theme: Theme) -> None:
    """Paint a bookmark: a flag that points to the right, or to the left where there is no room."""
    direction = 1 if x + FLAG_WIDTH < lanes.left + lanes.width + SIDE_MARGIN else -1
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.ink, 1.4))
    painter.drawLine(QPointF(x, 1), QPointF(x, HANDLE_HEIGHT - 1))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.ink)
    painter.drawPolygon(QPolygonF([QPointF(x, 1), QPointF(x + FLAG_WIDTH * direction, 4), QPointF(x, 7)]))
    painter.restore()


def paint_torn_edge(painter: QPainter, lanes: Lanes, theme: Theme) -> None:
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


def paint_open_frames(painter: QPainter, session: Session, lanes: Lanes, now: float) -> None:
    """Paint the open frames, which have no value yet, in the colour of edges up to the cursor."""
    for open_frame in session.stack:
        if open_frame.value is not None or open_frame.ply >= lanes.plies:
            continue
        left, top = lanes.pixel_at(session.cursor.steps.enter(open_frame.frame)), lanes.y_of(open_frame.ply)
        high = max(1 / lanes.ratio, lanes.y_of(open_frame.ply + 1) - top - (1 if lanes.ply_height >= 3 else 0))
        painter.fillRect(QRectF(left, top, now - left, high), theme().edge)


MIN_NOW_WIDTH = 7.0
"""The least width of the band at the cursor's step."""
NOW_OPACITY = 0.28
"""The opacity of the band at the cursor's step."""


def paint_now(painter: QPainter, step: int, lanes: Lanes) -> None:
    """Paint the cursor's step as a band, with a dark core that is seen on any colour, and a handle above."""
    x, wide = lanes.x_of(step + 0.5), max(MIN_NOW_WIDTH, lanes.slot)
    foot = lanes.bottom + 4
    colour = QColor(theme().grip)
    colour.setAlphaF(NOW_OPACITY)
    painter.fillRect(QRectF(x - wide / 2, HANDLE_HEIGHT, wide, foot - HANDLE_HEIGHT), colour)
    core = min(theme().ink, theme().paper, key=QColor.lightness)
    begin = lanes.cuts.bottom()
    painter.fillRect(QRectF(x - 1, begin, 2, foot - begin), core if theme().name == "light" else theme().ink)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme().ink)
    corners = ((-6, 1), (6, 1), (6, 7), (0, HANDLE_HEIGHT), (-6, 7))
    painter.drawPolygon(QPolygonF([QPointF(x + right, down) for right, down in corners]))


MIN_HEIGHT, MAX_HEIGHT = 70, 170
"""The least and the largest height of the timeline, in pixels."""
WHEEL_NOTCH = 120
"""The angle of one notch of a wheel, in eighths of a degree."""
CUT_MARK_WIDTH = 14
"""Pixels that the mark of a cut needs."""
CLICK_REACH = 5
"""How far a click may be from a match, in pixels."""


class TimelinePanel(Panel):
    """The whole run. A click moves the cursor there."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see its whole run, from the first call to the last."))
        self.line = Timeline()
        self.body.setLayout(column_layout(self.line))
        self.setFocusProxy(self.line)

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and paint it when it has been laid out."""
        if self.session is not None:
            self.session.laid_out.disconnect(self.present)
        if session is not None:
            session.laid_out.connect(self.present)
        self.line.set_session(session)
        super().attach(session)

    def show_session(self, session: Session) -> None:
        """Show the cursor's step on the timeline."""
        self.line.present()

    def sizeHint(self) -> QSize:
        return self.line.sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(120, MIN_HEIGHT)


class ShownStep(NamedTuple):
    """What the timeline shows at a step."""

    apart_from_step: tuple[object, ...]
    """All that is painted which does not depend on the step."""
    step: int
    still_open: dict[int, float]
    """The open frames, each with the x at which it was entered."""
    lanes: Lanes
    ticks: list[Tick]
    """The numbers on the axis, that of the step first."""


class Timeline(Themed, QWidget):
    """The run of one session. Clicks, drags, the wheel and keys move the cursor."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.cuts: Calculation[Steps64] = Calculation(self.update)
        self.bands: Calculation[dict[int, Band]] = Calculation(self.update)
        self._image: QImage | None = None
        self._drawn_for: tuple[object, ...] = ()
        """What the picture was drawn for; empty where it has to be drawn again."""
        self._lanes: tuple[tuple[object, ...], Lanes] | None = None
        """The layout, and what it was made for."""
        self._shown: ShownStep | None = None
        """What was shown last; None where that may not be what was painted since."""
        self._turned = 0
        self._dragged_to: QPointF | None = None
        self._jumping = later(self, self._follow_drag)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Timeline"))

    def set_session(self, session: Session | None) -> None:
        """Show another recording, and drop what was kept of the previous one."""
        self.session = session
        self.cuts.clear()
        self.bands.clear()
        self._image, self._drawn_for, self._dragged_to, self._shown = None, (), None, None

    def present(self) -> None:
        """Show the cursor, the matches and the bookmarks. A step paints only where it changes anything."""
        session = self.session
        if session is None:
            return
        trace, steps = session.trace, session.cursor.steps
        if session.is_laid_out and trace.search.windows is not Windows.NONE:
            self.cuts.start(trace, len(trace), steps.cuts)
        cursor = session.cursor
        self.setAccessibleDescription(
            tr("step {step} of {last}", step=count(cursor.step), last=count(cursor.last_step))
        )
        before, self._shown = self._shown, self._state_now(session)
        if before is None or self._shown is None or before.apart_from_step != self._shown.apart_from_step:
            self.update()
        else:
            self.update(self._changed_region(before, self._shown))

    def _state_now(self, session: Session) -> ShownStep | None:
        """Return what is painted at the cursor's step; None at the end of a recording, and before it is laid out."""
        cursor, rows = session.cursor, session.rows
        if rows is None or cursor.step == cursor.last_step:
            return None
        lanes, steps = self.lanes(rows), cursor.steps
        apart = (
            rows, lanes, theme().name, self.cuts.version, self.bands.version, id(session.matches_known_at),
            session.future, tuple(self.flag_places(lanes).items()),
        )  # fmt: skip
        still_open = (frame.frame for frame in session.stack if frame.value is None)
        return ShownStep(
            apart, cursor.step, {frame: lanes.pixel_at(steps.enter(frame)) for frame in still_open}, lanes,
            ticks_beside(lanes, cursor.step),
        )  # fmt: skip

    def _changed_region(self, before: ShownStep, now: ShownStep) -> QRegion:
        """Return where two steps look different: about both cursors, and from calls open at only one of them."""
        lanes, region = now.lanes, QRegion()
        across = [lanes.x_of(shown.step + 0.5) for shown in (before, now)]
        reach = CUT_MARK_WIDTH + max(MIN_NOW_WIDTH, lanes.slot)
        calls = before.still_open.items() ^ now.still_open.items()
        left = floor(min(*across, *(x for _, x in calls)) - reach)
        region += QRect(left, 0, ceil(max(across) + reach) - left, self.height())
        top = floor(lanes.bottom)
        for tick in {before.ticks[0], now.ticks[0], *(set(before.ticks[1:]) ^ set(now.ticks[1:]))}:
            region += QRect(floor(tick.left) - 2, top, ceil(tick.right - tick.left) + 4, self.height() - top)
        return region

    # Places

    def lanes(self, rows: Rows) -> Lanes:
        """Return the layout at the present size, which is kept."""
        assert self.session is not None
        size = self.width(), self.height(), self.devicePixelRatioF(), rows.depth, self.session.cursor.steps.count
        has_matches = self.session.matching is not None
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        key = (*size, has_matches, is_mirrored)
        if self._lanes is None or self._lanes[0] != key:
            self._lanes = key, lanes_in(*size, has_matches=has_matches, mirrored=is_mirrored)
        return self._lanes[1]

    def flag_places(self, lanes: Lanes) -> dict[int, float]:
        """Return the x of each bookmark, by its step."""
        assert self.session is not None
        last = self.session.cursor.last_step
        return {step: lanes.x_of(step + 0.5) for step in self.session.cursor.marks.bookmarks if 0 <= step <= last}

    def step_at(self, point: QPointF, rows: Rows) -> int:
        """Return the step that a click goes to: that of a bookmark or a match there, else the one whose place it is."""
        lanes = self.lanes(rows)
        if point.y() < HANDLE_HEIGHT:
            for step, x in self.flag_places(lanes).items():
                if x - 3 <= point.x() <= x + FLAG_WIDTH:
                    return step
        if lanes.matches.height() and lanes.matches.top() <= point.y() <= lanes.matches.bottom():
            match = self.nearest_match(point.x(), lanes)
            if match is not None:
                return match
        return lanes.step_at(point.x())

    def nearest_match(self, x: float, lanes: Lanes) -> int | None:
        """Return the step of the match nearest to an x within reach; None for none."""
        assert self.session is not None
        matches, middle = self.session.matches, lanes.step_at(x)
        begin, beyond = np.searchsorted(matches, (lanes.step_at(x - CLICK_REACH), lanes.step_at(x + CLICK_REACH) + 1))
        near = matches[begin:beyond]
        return int(near[np.argmin(np.abs(near - middle))]) if len(near) else None

    # Painting

    def sizeHint(self) -> QSize:
        rows = self.session.rows if self.session is not None else None
        bands = MAX_BAND_HEIGHT * (rows.depth if rows is not None else 9)
        return QSize(
            640, int(min(MAX_HEIGHT, max(MIN_HEIGHT, HANDLE_HEIGHT + MIN_CUTS_HEIGHT + LANE_GAP + bands + axis_room())))
        )

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
            lanes, shown = self.lanes(session.rows), self._shown
            if shown is not None and (shown.step, shown.lanes) != (session.cursor.step, lanes):
                self._shown = None
            painter.drawImage(QPointF(0, 0), self._picture(session, session.rows, lanes))
            self._paint_step(painter, session, lanes, event.region())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme().ink, 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 6, 6)
        painter.end()

    def _picture(self, session: Session, rows: Rows, lanes: Lanes) -> QImage:
        """Return the kept picture, redrawn where it is out of date. The plies are empty until they are laid out."""
        theme = theme_for(rows)
        if rows.is_complete:
            self.bands.start(
                (rows, lanes, theme.name),
                len(rows.trace),
                lambda: visible_bands(rows, session.cursor.steps, lanes, theme),
            )
        matches = None if session.matching is None else session.matches_known_at
        key = (rows, self.size(), lanes, theme.name, self.cuts.version, self.bands.version, id(matches))
        if self._image is None or self._drawn_for != key:
            ratio = self.devicePixelRatioF()
            wide, high = round(self.width() * ratio), round(self.height() * ratio)
            if self._image is None or (self._image.width(), self._image.height()) != (wide, high):
                self._image = QImage(wide, high, QImage.Format.Format_RGB32)
            self._image.setDevicePixelRatio(ratio)
            cuts = None if self._has_cut_marks(lanes) else self.cuts.result
            paint_picture(self._image, lanes, theme, self.bands.result or {}, cuts, matches)
            painter = QPainter(self._image)
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
            for lane in (lanes.cuts, lanes.matches):
                if lane.height():
                    painter.fillRect(QRectF(lane.left(), lane.bottom(), lane.width(), 1), theme.hairline)
            paint_names(painter, lanes, theme, has_cuts=session.trace.search.windows is not Windows.NONE)
            painter.end()
            self._drawn_for = key
        return self._image

    def _has_cut_marks(self, lanes: Lanes) -> bool:
        """Whether there is room for a mark at each cut."""
        return self.cuts.result is not None and len(self.cuts.result) * CUT_MARK_WIDTH <= lanes.width

    def _paint_step(self, painter: QPainter, session: Session, lanes: Lanes, seen: QRegion) -> None:
        """Paint what changes with the step: lanes that are empty after it, marks of cuts, axis and cursor."""
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        now = session.cursor.step
        known = session.known_step
        cuts = self.cuts.result
        if not session.shows_whole:
            self._paint_veil(painter, session, lanes)
            paint_open_frames(painter, session, lanes, lanes.x_of(now + 1))
        for x in self.flag_places(lanes).values():
            paint_flag(painter, x, lanes, theme())
        if not session.trace.complete and known == session.cursor.last_step:
            paint_torn_edge(painter, lanes, theme())
        ticks = ticks_beside(lanes, now) if self._shown is None else self._shown.ticks
        paint_axis(painter, lanes, ticks, theme(), seen)
        paint_now(painter, now, lanes)
        if cuts is not None and self._has_cut_marks(lanes):
            paint_cut_marks(painter, cuts[: np.searchsorted(cuts, known, "right")].tolist(), lanes, theme())

    def _paint_veil(self, painter: QPainter, session: Session, lanes: Lanes) -> None:
        """Empty the lanes after the cursor's step: nothing of the future can be read there."""
        x, right = lanes.pixel_at(session.cursor.step + 1), lanes.left + lanes.width
        for lane in (lanes.cuts, lanes.matches):
            painter.fillRect(QRectF(x, lane.top(), right - x + 1, lane.height()), theme().paper)
        veil = theme().paper if session.hides_future else theme().band
        painter.fillRect(QRectF(x, lanes.top, right - x + 1, lanes.bottom - lanes.top), theme().paper)
        gap = 1 if lanes.ply_height >= 3 else 0
        for top, bottom in pairwise(lanes.tops) if gap else [(lanes.top, lanes.bottom)]:
            painter.fillRect(QRectF(x, top, right - x, bottom - top - gap), veil)

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
        """Go to the step where the pointer was dragged."""
        session = self.session
        if session is not None and session.rows is not None and self._dragged_to is not None:
            session.go(self.step_at(self._dragged_to, session.rows))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Step forwards for notches towards the user, backwards for others; with Shift, step over calls."""
        turned = event.angleDelta()
        self._turned += turned.y() or turned.x()
        notches = int(self._turned / WHEEL_NOTCH)
        self._turned -= notches * WHEEL_NOTCH
        over = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self.session is not None and notches:
            self.session.act(lambda cursor: move_cursor(cursor, -notches, over=over))
        event.accept()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.tooltip_at(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def tooltip_at(self, point: QPointF) -> str:
        """Return the name of the bookmark at a point, or the step to which a click there goes."""
        if self.session is None or self.session.rows is None:
            return ""
        step = self.step_at(point, self.session.rows)
        bookmark = self.session.cursor.marks.bookmarks.get(step)
        if bookmark is not None and point.y() < HANDLE_HEIGHT:
            return bookmark.name or tr("Bookmark at step {step}", step=count(step))
        return tr("A click goes to step {step}.", step=count(step))

    # Keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move a step; Ctrl with arrows, and Page keys, a hundredth of the run; Home and End go to its ends."""
        step = self.step_for_key(event)
        if step is None:
            super().keyPressEvent(event)
        elif self.session is not None:
            self.session.go(step)

    def step_for_key(self, event: QKeyEvent) -> int | None:
        """Return the step that a key goes to; None for any other key."""
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

    def apply_theme(self) -> None:
        self._drawn_for, self._lanes = (), None
        self.update()


def move_cursor(cursor: Cursor, steps: int, *, over: bool) -> bool:
    """Step forwards, or backwards for a negative number, `over` calls or into them; return whether the cursor moved."""
    move = (cursor.over if over else cursor.into) if steps > 0 else (cursor.back_over if over else cursor.back)
    has_moved = False
    for _ in range(abs(steps)):
        has_moved |= move()
    return has_moved
