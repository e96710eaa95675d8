"""Why a frame was cut, as an arrow: from the frame to the child that set the bound, and on to the bound's owner.

Where a table has answered a frame, a dashed one leads to the frame that had stored the answer.

The arrow is one quadratic curve from the rim of one glyph to the rim of another. Forty short lines with round joints
would take too long for a step, so the visible part of the curve is drawn as one curve again; points on it serve only
to find that part, and to find free places for text beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, islice
from math import hypot
from typing import TYPE_CHECKING

from plyscope.analysis.why import Side, why_cut
from plyscope.model.steps import Steps
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen, QPolygonF

from plyscope_window.look.glyphs import round_pen
from plyscope_window.look.theme import Current, Theme, font
from plyscope_window.widgets.painting import elided, paint_on_ground
from plyscope_window.words import number, tr

if TYPE_CHECKING:
    from plyscope_window.canvas.places import Place, Places
    from plyscope_window.session.session import Session

CURVE_SAMPLES, TRIM_SAMPLES = 40, 80
"""Points on a curve, not counting the first; and the parts of it in which its visible ends are looked for."""
BEND_SHARE, MIN_BEND_PIXELS = 0.2, 72.0
"""How far a curve is bent aside: as a share of its length, and the least in pixels, so that it clears the siblings
between.
"""
BEND_FACTORS = (1.0, 1.6, 2.4, 3.4)
"""How much further it may be bent to go around what is in its way."""
OUTLINE_COST, SAMPLE_STRIDE, MIN_VISIBLE_LENGTH = 0.3, 3, 44.0
"""What it costs to cover an outline, where a glyph costs 1; from how many points of a curve one is looked at; and the
length in pixels from which an arrow is seen to lead somewhere.
"""
ARROWHEAD_ROOM = 4.0
"""How far from the edge of an area a curve ends, so that there is room for an arrowhead."""

Point = tuple[float, float]


class Curve:
    """A curve between two places, bent to one side of the straight line, `bend` times as far as usual."""

    def __init__(self, start: Place, end: Place, side: int, bend: float = 1.0) -> None:
        (x, y), (to_x, to_y) = (start.point.x(), start.point.y()), (end.point.x(), end.point.y())
        length = hypot(to_x - x, to_y - y) or 1.0
        aside = side * bend * max(BEND_SHARE * length, min(MIN_BEND_PIXELS, 0.8 * length)) / length
        self._ends = (x, y), (to_x, to_y)
        self._control = ((x + to_x) / 2 - (to_y - y) * aside, (y + to_y) / 2 + (to_x - x) * aside)
        self._first = self._exit_parameter(start, 4.0, range(TRIM_SAMPLES + 1)) or 0.4
        self._last = self._exit_parameter(end, 5.0, range(TRIM_SAMPLES, -1, -1)) or 0.6

    def _exit_parameter(self, place: Place, gap: float, ways: Iterable[int]) -> float | None:
        """The first parameter of a way along the curve that is outside of a place; None from the middle on."""
        (x, y), reach = (place.point.x(), place.point.y()), place.reach + gap
        for way in ways:
            here = self._blossom(way / TRIM_SAMPLES, way / TRIM_SAMPLES)
            if hypot(here[0] - x, here[1] - y) > reach and not place.ground.contains(*here):
                return way / TRIM_SAMPLES if abs(way / TRIM_SAMPLES - 0.5) > 0.1 else None
        return None

    def _parameter(self, sample: int) -> float:
        """The parameter of the curve, from 0 to 1, of one of its points."""
        return self._first + (self._last - self._first) * sample / CURVE_SAMPLES

    def _blossom(self, first: float, second: float) -> Point:
        """A point of the curve where both parameters are equal, else the control point of the part between them."""
        (x, y), (to_x, to_y) = self._ends
        begin, end = (1 - first) * (1 - second), first * second
        middle = 1 - begin - end
        return begin * x + middle * self._control[0] + end * to_x, begin * y + middle * self._control[1] + end * to_y

    def at(self, sample: int) -> Point:
        """One of the curve's points, by its number up to CURVE_SAMPLES."""
        time = self._parameter(sample)
        return self._blossom(time, time)

    def points(self) -> list[Point]:
        """The points of the curve between the rims of its ends."""
        return [self.at(sample) for sample in range(CURVE_SAMPLES + 1)]

    def part(self, first: int, last: int) -> QPainterPath:
        """The curve from one of its points to another, as a path."""
        path = QPainterPath(QPointF(*self.at(first)))
        bend = self._blossom(self._parameter(first), self._parameter(last))
        path.quadTo(QPointF(*bend), QPointF(*self.at(last)))
        return path


def visible_indices(points: Sequence[Point], area: QRectF) -> range:
    """The longest run of points that lie inside an area, by their indices."""
    left, right = area.left() + ARROWHEAD_ROOM, area.right() - ARROWHEAD_ROOM
    top, bottom = area.top() + ARROWHEAD_ROOM, area.bottom() - ARROWHEAD_ROOM
    inside = [left <= x <= right and top <= y <= bottom for x, y in points]
    runs = (list(run) for is_inside, run in groupby(range(len(points)), inside.__getitem__) if is_inside)
    longest = max(runs, key=len, default=[])
    return range(longest[0], longest[-1] + 1) if longest else range(0)


def part_between_names(seen: range, points: Sequence[Point], start: Place, end: Place) -> range:
    """The points of an arrow that do not strike out the names at its ends."""
    first = next((place for place in seen if not start.name.contains(*points[place])), seen.stop)
    last = next((place for place in reversed(seen) if not end.name.contains(*points[place])), seen.start)
    return range(first, last + 1)


LABEL_PLACES = (0.5, 0.4, 0.6, 0.3, 0.7)
"""Where along the arrow its label may stand; the first that is free."""
MAX_OBSTACLES, MAX_CLEARANCE = 300, 48.0
"""The most glyphs that are kept clear, and the distance in pixels from which they are no obstacle."""
LABEL_SHIFTS = (0.0, -0.15, 0.15, -0.3, 0.3, -0.5, 0.5, -0.8, 0.8)
"""How far from its middle a label beside an arrow may stand, as shares of its width."""
DROP_SHARE = 0.7
"""How much further down it may stand, as a share of its height."""
MAX_COVERED_SHARE, LABEL_GAP, LABEL_REACH = 0.6, 7.0, 160.0
"""The share of an arrow that its label may cover, the label's distance from an arrow that it stands beside, and how far
around glyphs are in its way.
"""
GAP_REDUCTION = 4.0
"""Pixels by which a label below an arrow may stand nearer than usual."""
NUMBER_COST = 5
"""How many times more it counts where a label covers the number of a glyph."""
MARK_COST = 20
"""What it costs a label to cover the strokes of the cut, in points of its own arrow."""


@dataclass(frozen=True)
class Arrow:
    """What one arrow shows."""

    frame: int
    """The frame that was cut."""
    child: int
    """The child that set the bound."""
    owner: int
    label: str
    far_label: str
    """The text at the edge of the window where the other end is out of sight."""
    is_dashed: bool = False
    names_owner: bool = False
    """Whether the label says which frame owns the bound, so that it need not be marked."""


class Arrows:
    """The arrow of the selected frame, from the step on at which it was cut. It is found once for each step."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._found: tuple[tuple[int, int, bool], Arrow | None] | None = None

    def now(self) -> Arrow | None:
        """The arrow of the selected frame; None where it was not cut, not yet cut, or no frame owns the bound."""
        session = self.session
        key = (session.selected, session.cursor.step, session.shows_whole)
        if self._found is None or self._found[0] != key:
            self._found = (key, self._to_source() or self._to_bound())
        return self._found[1]

    def _to_source(self) -> Arrow | None:
        """The arrow from a frame that the table has answered by now to the one that stored that; None for none."""
        session, trace = self.session, self.session.trace
        source = trace.origin.hits.source(session.selected)
        if source < 0:
            return None
        answered = Steps(trace).leave(session.selected)
        if answered is None or (answered > session.cursor.step and not session.shows_whole):
            return None
        path = " ".join(trace.shown_path(source))
        label = tr("stored {value}", value=trace.value_text(source))
        return Arrow(session.selected, source, source, label, tr("stored by {path}", path=path), True, True)

    def _to_bound(self) -> Arrow | None:
        """The arrow from a frame that was cut by now to the child that set the bound; None for none."""
        session, trace = self.session, self.session.trace
        cut = why_cut(trace, session.selected)
        if cut is None or cut.origin.owner < 0 or cut.origin.called >= 0:
            return None
        if cut.step > session.cursor.step and not session.shows_whole:
            return None
        sure = cut.origin.sure_side
        setter = cut.origin.owner if cut.origin.stands_pat else cut.origin.child
        name = "α" if sure is Side.ALPHA else "β"
        path = " ".join(trace.shown_path(setter))
        values = {"name": name, "value": number(cut.origin.sure), "path": path}
        label = tr("{name} = {value}", **values)
        owner, child = trace.name_of(cut.origin.owner), trace.name_of(setter)
        if cut.origin.stands_pat:
            label = tr("{name} = {value} by standing pat", **values)
        elif owner and child:
            label = tr("{owner} has {value} from {child}", owner=owner, value=values["value"], child=child)
        return Arrow(
            cut.frame,
            setter,
            cut.origin.owner,
            label,
            tr("set by {path}", **values),
            names_owner=bool(owner and child),
        )


def paint_arrow(painter: QPainter, arrow: Arrow, places: Places, theme: Theme) -> bool:
    """Paint the visible part of an arrow between two frames; return whether anything was painted."""
    start, end, owner = places.of(arrow.frame), places.of(arrow.child), places.of(arrow.owner)
    if start is None or end is None or start.point == end.point:
        return False
    start, end, is_near = limited_ends(start, end, places.area)
    others = nearby_glyphs(places, start, end)
    curve = least_covering_curve(start, end, others, places)
    points = curve.points()
    seen = visible_indices(points, places.area)
    is_far = not is_near or not seen or seen[-1] != CURVE_SAMPLES
    seen = part_between_names(seen, points, start, end)
    if len(seen) < 2:
        return False
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if (
        places.links_owner
        and not arrow.names_owner
        and owner is not None
        and owner.is_itself
        and end.is_itself
        and places.area.contains(end.point)
    ):
        paint_line_to_owner(painter, end, owner, theme)
    line = curve.part(seen[0], seen[-1])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    scale = Current.text_scale
    painter.strokePath(line, round_pen(theme.paper, 6.5 * scale))
    drawn = round_pen(theme.ink, 2.2 * scale)
    if arrow.is_dashed:
        drawn.setDashPattern([3.0, 2.4])
    painter.strokePath(line, drawn)
    tip = QPointF(*points[seen[-1]])
    paint_arrowhead(painter, QPointF(*points[seen[-2]]), tip, theme)
    middle = label_middle(arrow, [points[place] for place in seen], others, places)
    if is_far and not arrow.names_owner:
        ground = pill_area(arrow.far_label, tip, places.area)
        paint_pill(painter, arrow.far_label, tip, places.area, theme)
        if ground.intersects(pill_area(arrow.label, middle, places.area)):
            return True
    paint_pill(painter, arrow.label, middle, places.area, theme)
    return True


def least_covering_curve(start: Place, end: Place, others: list[Point], places: Places) -> Curve:
    """The curve that covers the fewest glyphs and is long enough to be seen."""
    box = QRectF(start.point, end.point).normalized()
    room = max(BEND_FACTORS) * max(MIN_BEND_PIXELS, BEND_SHARE * hypot(box.width(), box.height()))
    around = box.adjusted(-room, -room, room, room)
    drawn = (place for _, place in islice(places.drawn(), MAX_OBSTACLES) if around.contains(place.point))
    glyphs = [
        (place.point.x(), place.point.y(), place.reach, OUTLINE_COST if place.is_pale else 1.0)
        for place in drawn
        if place.point not in (start.point, end.point)
    ]

    def cost(way: tuple[float, int]) -> tuple[float, float, float]:
        bend, side = way
        curve = Curve(start, end, side, bend)
        points = [curve.at(sample) for sample in range(0, CURVE_SAMPLES + 1, SAMPLE_STRIDE)]
        covered = sum(
            weight
            for x, y in points
            for at, top, reach, weight in glyphs
            if abs(x - at) < reach and abs(y - top) < reach
        )
        outside = sum(not places.area.contains(*point) for point in points)
        short = max(0.0, 1 - hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) / MIN_VISIBLE_LENGTH)
        # Of two free ways the lower one is taken: names stand above.
        x, y = curve.at(CURVE_SAMPLES // 2)
        return covered + 2 * outside + 4 * short + 0.6 * (bend - 1), -clearance((x, y), others), -y

    bend, side = min(((bend, side) for bend in BEND_FACTORS for side in (1, -1)), key=cost)
    return Curve(start, end, side, bend)


def label_middle(arrow: Arrow, points: list[Point], others: list[Point], places: Places) -> QPointF:
    """The middle of an arrow's label: on the arrow, or above or below a short one that it would cover."""
    text = arrow.label
    on_it = max((points[int(len(points) * part)] for part in LABEL_PLACES), key=lambda point: clearance(point, others))
    ground = pill_area(text, QPointF(*on_it), places.area)
    covered = sum(ground.contains(*point) for point in points)
    if covered <= MAX_COVERED_SHARE * len(points):
        return QPointF(*on_it)
    x, height = points[len(points) // 2][0], ground.height() / 2 + LABEL_GAP * Current.text_scale
    top, bottom = min(y for _, y in points) - height, max(y for _, y in points) + height
    heights = top, bottom - GAP_REDUCTION * Current.text_scale, bottom, bottom + ground.height() * DROP_SHARE
    beside = [(x + aside * ground.width(), y) for aside in LABEL_SHIFTS for y in heights]
    glyphs = glyph_areas_in(places, ground.adjusted(-LABEL_REACH, -LABEL_REACH, LABEL_REACH, LABEL_REACH))
    # Of the strokes only those that the arrow is about: other cuts may not have happened yet.
    marks = [stub.mark for stub in islice(places.stubs(), MAX_OBSTACLES) if stub.frame == arrow.frame]

    def cost(point: Point) -> float:
        area = pill_area(text, QPointF(*point), places.area)
        shared = [area.intersected(part) for glyph in glyphs for part in (glyph, *[number_area(glyph)] * NUMBER_COST)]
        hidden = sum(area.contains(*other) for other in points)
        hidden += MARK_COST * sum(area.intersects(mark) for mark in marks)
        far = hypot(point[0] - x, point[1] - points[len(points) // 2][1])
        return sum(part.width() * part.height() for part in shared) + hidden * area.height() + 2 * far

    return QPointF(*min(beside, key=cost))


def number_area(glyph: QRectF) -> QRectF:
    """The part of a glyph in which its number stands."""
    aside, above = glyph.width() * 0.25, glyph.height() * 0.2
    return glyph.adjusted(aside, above, -aside, -above)


def glyph_areas_in(places: Places, around: QRectF) -> list[QRectF]:
    """The areas of the glyphs of frames and of pruned moves in an area."""
    drawn = ((place.point, place.reach) for _, place in islice(places.drawn(), MAX_OBSTACLES))
    stubs = ((stub.point, stub.glyph / 2) for stub in islice(places.stubs(), MAX_OBSTACLES))
    near = [(point, reach) for point, reach in (*drawn, *stubs) if around.contains(point)]
    return [QRectF(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach) for point, reach in near]


def nearby_glyphs(places: Places, start: Place, end: Place) -> list[Point]:
    """The middles of the glyphs that an arrow or its label might cover."""
    box = (
        QRectF(start.point, end.point)
        .normalized()
        .adjusted(-MAX_CLEARANCE, -MAX_CLEARANCE, MAX_CLEARANCE, MAX_CLEARANCE)
    )
    room = max(MIN_BEND_PIXELS, BEND_SHARE * hypot(box.width(), box.height()))
    box = box.adjusted(-room, -room, room, room)
    drawn = (place.point for _, place in islice(places.drawn(), MAX_OBSTACLES))
    return [(point.x(), point.y()) for point in drawn if box.contains(point)]


def limited_ends(start: Place, end: Place, area: QRectF) -> tuple[Place, Place, bool]:
    """The ends of an arrow, the far one a few windows away at most; and whether the second is where it was."""
    way = end.point - start.point
    length, most = hypot(way.x(), way.y()), 3 * (area.width() + area.height())
    if length <= most:
        return start, end, True
    if area.contains(start.point):
        return start, replace(end, point=start.point + way * (most / length)), False
    return replace(start, point=end.point - way * (most / length)), end, True


def clearance(point: Point, others: list[Point]) -> float:
    """The distance of a point to the nearest of others, up to MAX_CLEARANCE, from which all are equally good."""
    x, y = point
    return min(
        min((hypot(x - other_x, y - other_y) for other_x, other_y in others), default=MAX_CLEARANCE), MAX_CLEARANCE
    )


def paint_line_to_owner(painter: QPainter, child: Place, owner: Place, theme: Theme) -> None:
    """Paint a dotted line from a child to the frame that its value went to, with a ring round that owner."""
    dots = round_pen(theme.ink, 1.8)
    dots.setDashPattern([1.0, 2.4])
    painter.setPen(dots)
    way = owner.point - child.point
    length = hypot(way.x(), way.y()) or 1.0
    painter.drawLine(
        child.point + way * (min(length * 0.4, child.reach + 4) / length),
        owner.point - way * (min(length * 0.4, owner.reach + 7) / length),
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = (owner.glyph or owner.reach) + 6
    painter.drawEllipse(owner.point, ring, ring)


def paint_arrowhead(painter: QPainter, before: QPointF, tip: QPointF, theme: Theme) -> None:
    """Paint the head of an arrow that comes from one point to another."""
    way = tip - before
    length = hypot(way.x(), way.y()) or 1.0
    along = way / length
    across = QPointF(-along.y(), along.x())
    painter.setPen(round_pen(theme.paper, 2))
    painter.setBrush(theme.ink)
    scale = Current.text_scale
    base = tip - along * 8 * scale
    painter.drawPolygon(QPolygonF([tip + along * 3, base + across * 5.5 * scale, base - across * 5.5 * scale]))


def pill_area(text: str, middle: QPointF, area: QRectF) -> QRectF:
    """The area of a text in a frame about a middle, moved into the visible area."""
    metrics = QFontMetricsF(font(12, bold=True))
    width, height = min(area.width() - 8, metrics.horizontalAdvance(text) + 18), metrics.height() + 5
    x = min(max(middle.x() - width / 2, area.left() + 4), area.right() - width - 4)
    y = min(max(middle.y() - height / 2, area.top() + 4), area.bottom() - height - 4)
    return QRectF(x, y, width, height)


def paint_pill(painter: QPainter, text: str, middle: QPointF, area: QRectF, theme: Theme) -> None:
    """Paint a text in a frame about a middle, moved into the visible area."""
    face, ground = font(12, bold=True), pill_area(text, middle, area)
    shown = elided(text, face, ground.width() - 8, Qt.TextElideMode.ElideMiddle)
    paint_on_ground(painter, ground, ground.height() / 2, shown, face, theme.ink, theme.card, QPen(theme.ink, 1.2))
