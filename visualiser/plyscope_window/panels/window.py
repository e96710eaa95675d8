"""The window of the selected frame, and what is proved of its value: two lines on one scale.

The first has α and β as brackets, the second a heavy bar over the values that the true value may still have. What the
lines mean is written on them, in as many words as there is room for. Sentences below say which player is sure of its
bounds; they appear where the panel is high enough for the whole of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import floor, inf, isfinite, log10, nextafter

from plyscope.analysis.why import Side, why_bound_at
from plyscope.model.columns import LEAVES
from plyscope.model.declaration import MAX, Fold, Windows
from plyscope.model.facts_by_step import facts_at
from plyscope.model.intervals import UNBOUNDED_INTERVAL, Interval
from plyscope.model.roles import Proposal
from plyscope.model.stack import StackFrame
from plyscope.model.steps import Moment
from plyscope.model.trace import Trace
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from plyscope_window.look.theme import font, text_width, theme
from plyscope_window.panels.known import interval_text, side_or_end, value_range
from plyscope_window.panels.panel import Panel
from plyscope_window.panels.stack import move_names
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import STRETCH, column_layout, row_layout, scroll_area, widget_with
from plyscope_window.widgets.painting import smooth_painter
from plyscope_window.words import count_or_words, number, tr


def why_no_window(trace: Trace, here: StackFrame) -> str:
    """Return why a search has no window to show, as a sentence."""
    name = trace.origin.function_name(here.frame) or trace.search.name
    if trace.calls(here.frame).fold is Fold.SUM:
        return tr("{search} has no window here: it adds up every move.", search=name)
    proposal = Proposal.of(trace)
    if proposal is not None and not proposal.is_value_known:
        return tr("The value of {search} is not known, so that its window says nothing.", search=name)
    if trace.search.is_imported:
        return tr("The recording has no α and β for {search}.", search=name)
    return tr("{search} has no window: it tries every move, whatever the others gave.", search=name)


def cuts_only_above(trace: Trace) -> bool:
    """Whether the search cuts only where a value is above the bound, and not where it equals it."""
    return trace.options.get("cut") == ">"


def is_closed(trace: Trace, here: StackFrame) -> bool:
    """Whether no value fits between the bounds any more, by the search's own cut rule (≥ or >)."""
    if trace.search.windows is Windows.NONE:
        return False
    return here.alpha > here.beta if cuts_only_above(trace) else here.alpha >= here.beta


def is_probe(here: StackFrame) -> bool:
    """Whether the window holds no number between its bounds."""
    return here.alpha < here.beta <= nextafter(here.alpha, inf)


def has_met_bound(session: Session, here: StackFrame) -> bool:
    """Whether a program of the user's has left the frame by now because a value has met a bound."""
    trace, now = session.trace, session.cursor.now
    if trace.recorded_bounds is None or now.frame != here.frame:
        return False
    if now.moment is Moment.LEAVE:
        return trace.is_cutoff(here.frame)
    return any(fact.row in trace.recorded_bounds.cut_rows for fact in facts_at(trace, now))


def bound_sentences(session: Session, here: StackFrame) -> dict[Side, str]:
    """Return who owns each finite bound, and the move that set it, as sentences; none at a leaf."""
    if session.trace.statuses[here.frame] in LEAVES:
        return {}
    bounds = ((Side.ALPHA, here.alpha), (Side.BETA, here.beta))
    sentences = {side: bound_sentence(session, here, side) for side, value in bounds if abs(value) != inf}
    return {side: sentence for side, sentence in sentences.items() if sentence}


def bound_sentence(session: Session, here: StackFrame, side: Side) -> str:
    """Return who is sure of a bound; empty where no move has set it, or it is not the one that was in effect above."""
    trace, is_max = session.trace, side is Side.ALPHA
    bound = why_bound_at(trace, here.frame, side, session.cursor.step)
    if bound.child < 0 or bound.probe >= 0 or bound.called >= 0:
        return ""
    child, ply = trace.short_name(bound.child), trace.plies[bound.owner]
    values = {"value": number(bound.value), "move": child, "ply": ply}
    name = trace.name_of(bound.owner)
    if name is not None:
        values |= {"name": name, "child": child}
        if is_max:
            return tr("MAX has {value} at {name}, from {child}.", **values)
        return tr("MIN has {value} at {name}, from {child}.", **values)
    if bound.owner == here.frame:
        if is_max:
            return tr("MAX has {value} here, with {move}.", **values)
        return tr("MIN has {value} here, with {move}.", **values)
    if is_max:
        return tr("MAX is sure of {value} at ply {ply}, with {move}.", **values)
    return tr("MIN is sure of {value} at ply {ply}, with {move}.", **values)


def judging_line_text(trace: Trace, here: StackFrame) -> str:
    """Return the line that has judged a leaf without a call; empty for every call."""
    judging = trace.judging(here.frame)
    if judging is None:
        return ""
    return tr("judged in line {line}", line=count_or_words(trace.user_code.line_text(judging.line)))


def proof_sentence(trace: Trace, here: StackFrame) -> str:
    """Return what is proved of the true value of a frame by now; empty where it has no side that chooses."""
    low, high = here.interval
    bottom, top = trace.plan.extremes
    values = {"low": number(low), "high": number(high), "value": number(here.value)}
    if trace.calls(here.frame).fold not in (Fold.BEST, Fold.LAST):
        return ""
    if here.value is not None and not low <= here.value <= high:
        return tr("Returned {value}, proved [{low}, {high}].", **values)
    if low == high:
        return tr("Proved: the value is {low}.", **values)
    if low == bottom and high == top:
        return tr("Nothing is proved of the value so far.") if here.value is None else tr("The value is not proved.")
    if low == bottom:
        return tr("Proved: the value is at most {high}.", **values)
    if high == top:
        return tr("Proved: the value is at least {low}.", **values)
    return tr("Proved: the value is between {low} and {high}.", **values)


def remarks_on_window(session: Session, here: StackFrame) -> tuple[str, ...]:
    """Return what the window of a frame means, in texts from the longest to the shortest."""
    trace, values = session.trace, {"alpha": number(here.alpha), "beta": number(here.beta)}
    if trace.statuses[here.frame] in LEAVES:
        return (tr("the value counts, whatever the window"), tr("the value counts"))
    if is_closed(trace, here):
        sign = ">" if cuts_only_above(trace) else "≥"
        return (tr("α {sign} β: closed, nothing inside", sign=sign), tr("closed"))
    if has_met_bound(session, here):
        return (tr("cut: a value has met the bound"), tr("cut"))
    if here.alpha == here.beta:
        return (tr("α = β goes on: it cuts only where α > β"), tr("cuts only where α > β"), "α = β")
    if is_probe(here):
        above = session.stack[here.ply - 1] if here.ply else here
        if above.kind == MAX:
            return (tr("a probe: is it more than {alpha}?", **values), tr("a probe"))
        return (tr("a probe: is it less than {beta}?", **values), tr("a probe"))
    if here.alpha == -inf and here.beta == inf:
        return (tr("open: no value is ruled out yet"), tr("open"))
    if here.beta == inf:
        return (tr("only values above {alpha} matter", **values), tr("above {alpha}", **values))
    if here.alpha == -inf:
        return (tr("only values below {beta} matter", **values), tr("below {beta}", **values))
    return (tr("only values between {alpha} and {beta} matter", **values), tr("between {alpha} and {beta}", **values))


def remarks_on_proof(trace: Trace, here: StackFrame) -> tuple[str, ...]:
    """Return what is proved of a frame's true value, in texts from the longest to the shortest; none without a side."""
    low, high = here.interval
    bottom, top = trace.plan.extremes
    name = trace.name_of(here.frame)
    values = {"name": name, "low": number(low), "high": number(high), "value": number(here.value)}
    if trace.calls(here.frame).fold not in (Fold.BEST, Fold.LAST):
        return ()
    if here.value is not None and not low <= here.value <= high:
        return (tr("returned {value}, proved [{low}, {high}]", **values), tr("returned {value}", **values))
    if low == bottom and high == top and low != high:
        return (tr("nothing is proved yet"),) if here.value is None else (tr("the value is not proved"),)
    if low == high:
        short, long = tr("exactly {low}", **values), tr("{name} is {low}", **values)
    elif low == bottom:
        short, long = tr("at most {high}", **values), tr("{name} is at most {high}", **values)
    elif high == top:
        short, long = tr("at least {low}", **values), tr("{name} is at least {low}", **values)
    else:
        short = tr("{low} to {high}", **values)
        long = tr("{name} is between {low} and {high}", **values)
    if name is None:
        return (short,)
    left = [move_names(trace, here.frame).get(move, move) for move in here.left] if is_closed(trace, here) else []
    if len(left) == 1:
        return (tr("{claim}, whatever {move} is", claim=long, move=left[0]), long, short)
    if 2 <= len(left) <= MAX_NAMED_MOVES:
        whole = tr("{claim}, whatever {moves} and {last} are", claim=long, moves=", ".join(left[:-1]), last=left[-1])
        return (whole, long, short)
    return (long, short)


MAX_NAMED_MOVES = 4
"""The largest number of moves that are named on a line."""
MAX_MINIMUM_HEIGHT = 150
"""The largest minimum height of the panel, in pixels: with large text it scrolls."""


ARROW_ROOM = 26.0
"""Room at both ends of the line for the arrows of infinite bounds."""


@dataclass(frozen=True)
class LineValues:
    """The values on the number lines, and the texts on them."""

    alpha: float
    beta: float
    best: float | None
    low: float
    high: float
    """The range of the recording's values. The line always shows all of it, so that it stays fixed while one steps."""
    closed: bool
    called: Interval = UNBOUNDED_INTERVAL
    """The window that the frame was called with."""
    judged: str = ""
    """Where a leaf was judged for which there was no call: its window is that of the loop above it."""
    proved: Interval = UNBOUNDED_INTERVAL
    extremes: Interval = UNBOUNDED_INTERVAL
    """The values that are possible where nothing is proved."""
    name: str = ""
    """The name of the frame, where it has one."""
    on_window: tuple[str, ...] = ()
    on_proof: tuple[str, ...] = ()
    """What is written on the two lines: the first text that there is room for."""


class Scale:
    """The scale of the number line: from values to x coordinates."""

    def __init__(self, marks: LineValues, width: float) -> None:
        apart = marks.high - marks.low or max(1.0, abs(marks.low) * 0.5)
        shown = (marks.alpha, marks.beta, marks.best, *marks.proved)
        finite = [value for value in shown if value is not None and isfinite(value)]
        near = [value for value in finite if marks.low - apart <= value <= marks.high + apart]
        self.low, self.high = min([marks.low, *near]), max([marks.high, *near])
        if self.low == self.high:
            self.low, self.high = max(self.low - apart, -1.7e308), min(self.high + apart, 1.7e308)
        self.left, self.right = ARROW_ROOM, max(ARROW_ROOM + 1, width - ARROW_ROOM)

    def x_of(self, value: float) -> float:
        """Return the x of a value; beyond both ends lie the infinite ones, and bounds that are far from all values."""
        if value > self.high:
            return self.right + ARROW_ROOM * 0.6
        if value < self.low:
            return self.left - ARROW_ROOM * 0.6
        # Halved before they are subtracted, since the whole range may be beyond what a float can hold.
        share = (value / 2 - self.low / 2) / (self.high / 2 - self.low / 2)
        return self.left + (self.right - self.left) * share

    def ticks(self, room: float) -> list[float]:
        """Return round numbers within the scale, as many as there is room for; `room` is the width of a number."""
        span = self.high / 2 - self.low / 2
        fitting = max(1, int((self.right - self.left) / room))
        rough = span / fitting * 2
        if not isfinite(rough) or rough <= 0 or span > 1e300:
            return [self.low, self.high]
        power = 10.0 ** floor(log10(rough))
        step = next((power * times for times in (1, 2, 5, 10) if power * times >= rough * 0.999), power * 10)
        first = floor(self.low / step)
        # Three times 0.2 is a little more than 0.6.
        digits = -floor(log10(step) + 1e-9)
        numbers = [round((first + place) * step, digits) for place in range(fitting + 3)]
        return [0.0 + value for value in numbers if self.low - step * 1e-6 <= value <= self.high + step * 1e-6]


SIDE_MARGIN = 14
"""The margins of the panel at both sides, in pixels."""
BRACKET_HEIGHT = 19.0
"""The height of a bracket."""
MAX_CAPTIONS_SHARE = 0.4
"""The share of the width that the captions beside the lines may take."""


class NumberLine(QWidget):
    """The number lines of window and proof. They run from left to right in every language, as numbers do."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: LineValues | None = None
        self._room = 0.0
        """The width of the lines, without the captions beside them."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Window of α and β, and what is proved"))

    def show_marks(self, marks: LineValues) -> None:
        """Show the window and what is proved."""
        self.marks = marks
        self.setAccessibleDescription(
            tr(
                "α {alpha}, β {beta}, best so far {best}, proved {proved}",
                alpha=number(marks.alpha),
                beta=number(marks.beta),
                best=number(marks.best),
                proved=interval_text(marks.proved),
            )
        )
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, int(self._proof_y + QFontMetricsF(font(11)).height() + 10))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.marks is None:
            return
        painter = smooth_painter(self, is_from_left=True)
        marks = self.marks
        beside = self._paint_captions(painter, marks)
        painter.translate(beside, 0)
        self._room = self.width() - beside
        scale, y = Scale(marks, self._room), self._window_y
        self._paint_between(painter, scale, marks, y)
        self._paint_line(painter, y)
        self._paint_bracket(painter, scale.x_of(marks.alpha), y, 1, theme().for_max)
        self._paint_bracket(painter, scale.x_of(marks.beta), y, -1, theme().for_min)
        self._paint_names(painter, scale, marks, y)
        self._paint_remark_on_window(painter, scale, marks, y)
        self._paint_line(painter, self._proof_y)
        self._paint_ticks(painter, scale, self._proof_y)
        colour = theme().edge if marks.proved == marks.extremes else theme().ink
        self._paint_proved(painter, scale, marks.proved, self._proof_y, colour)
        self._paint_remark_on_proof(painter, scale, marks, self._proof_y)

    @property
    def _window_y(self) -> float:
        """The y of the line of the window: the names of the brackets have room above it."""
        return QFontMetricsF(font(12.5, bold=True)).height() + BRACKET_HEIGHT + 2

    @property
    def _proof_y(self) -> float:
        """The y of the line of the proof: a caption and a remark stand between the two."""
        return self._window_y + QFontMetricsF(font(12, bold=True)).height() + 24

    def _paint_remark(self, painter: QPainter, text: str, left: float, y: float) -> None:
        """Paint a remark above a line, from this x."""
        face = font(12, bold=True)
        painter.setFont(face)
        painter.setPen(theme().ink)
        metrics = QFontMetricsF(face)
        area = QRectF(left, y - metrics.height() - 4, metrics.horizontalAdvance(text) + 2, metrics.height())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_remark_on_window(self, painter: QPainter, scale: Scale, marks: LineValues, y: float) -> None:
        """Write what the window means beside the brackets, or between them while it is open."""
        start, end = sorted((scale.x_of(marks.alpha), scale.x_of(marks.beta)))
        areas = [(end + 14, self._room), (0.0, start - 14)]
        if not marks.closed:
            areas.insert(0, (start + 12, end - 12))
        for text in marks.on_window:
            wide = text_width(font(12, bold=True), text)
            for first, last in areas:
                if last - first >= wide:
                    self._paint_remark(painter, text, first if first else last - wide, y)
                    return

    def _paint_remark_on_proof(self, painter: QPainter, scale: Scale, marks: LineValues, y: float) -> None:
        """Write what is proved above its line: after the end of the bar if there is room."""
        face = font(12, bold=True)
        text = next((remark for remark in marks.on_proof if text_width(face, remark) <= self._room), "")
        wide = text_width(face, text)
        low, high = (scale.x_of(value) for value in marks.proved)
        preferred = high + 12 if isfinite(marks.proved[1]) else low + 12 if isfinite(marks.proved[0]) else 12
        self._paint_remark(painter, text, max(0.0, min(preferred, self._room - wide)), y - 2)

    def _paint_captions(self, painter: QPainter, marks: LineValues) -> float:
        """Write beside the lines which is the window and which is proved; return the width of the captions."""
        proved = interval_text(marks.proved)
        if marks.name:
            proved = tr("{name} in {interval}", name=marks.name, interval=proved)
        called = f"({number(marks.called[0])}, {number(marks.called[1])})"
        captions = (
            (tr("Window"), marks.judged or tr("called {window}", window=called), self._window_y),
            (tr("Proved"), proved, self._proof_y),
        )
        bold, plain = QFontMetricsF(font(12, bold=True)), QFontMetricsF(font(11))
        widths = [max(bold.horizontalAdvance(name), plain.horizontalAdvance(text)) for name, text, _ in captions]
        wide = min(max(widths), self.width() * MAX_CAPTIONS_SHARE)
        for name, text, y in captions:
            lines = ((name, bold, theme().ink, y - bold.height()), (text, plain, theme().quiet, y))
            for words, metrics, colour, top in lines:
                painter.setFont(font(12, bold=True) if metrics is bold else font(11))
                painter.setPen(colour)
                area = QRectF(0, top, wide + 1, metrics.height())
                words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, wide)
                painter.drawText(area, Qt.AlignmentFlag.AlignLeft, words)
        return wide + 10

    def _paint_proved(self, painter: QPainter, scale: Scale, proved: Interval, y: float, colour: QColor) -> None:
        """Paint a heavy bar over the values that are possible: dots at its ends, and arrows where it has none."""
        start, end = (scale.x_of(value) for value in proved)
        painter.setPen(QPen(colour, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawLine(QPointF(start, y), QPointF(end, y))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        for x, value, direction in ((start, proved[0], 1), (end, proved[1], -1)):
            if isfinite(value):
                painter.drawEllipse(QPointF(x, y), 5, 5)
            else:
                tip = x - 8 * direction
                corners = [QPointF(x, y - 6), QPointF(tip, y), QPointF(x, y + 6)]
                painter.drawPolygon(QPolygonF(corners))

    def _paint_between(self, painter: QPainter, scale: Scale, marks: LineValues, y: float) -> None:
        """Paint the values that still matter as a band; where none do, hatch between the crossed brackets."""
        start, end = sorted((scale.x_of(marks.alpha), scale.x_of(marks.beta)))
        area = QRectF(start, y - BRACKET_HEIGHT + 3, end - start, BRACKET_HEIGHT - 3)
        if not marks.closed:
            painter.fillRect(area, theme().even_tint)
        elif area.width() > 1:
            painter.setClipRect(area)
            painter.setPen(QPen(theme().hairline, 1))
            for x in range(int(area.left()) - 16, int(area.right()) + 16, 6):
                painter.drawLine(QPointF(x, area.bottom()), QPointF(x + 14, area.top()))
            painter.setClipping(False)

    def _paint_line(self, painter: QPainter, y: float) -> None:
        """Paint a number line with an arrow at both ends."""
        painter.setPen(QPen(theme().edge, 1.2))
        painter.drawLine(QPointF(4, y), QPointF(self._room - 4, y))
        for x, direction in ((3.0, 1), (self._room - 3.0, -1)):
            painter.drawPolyline(
                QPolygonF([QPointF(x + 5 * direction, y - 3.5), QPointF(x, y), QPointF(x + 5 * direction, y + 3.5)])
            )

    def _paint_ticks(self, painter: QPainter, scale: Scale, y: float) -> None:
        """Paint round numbers below a line."""
        colours, metrics = theme(), QFontMetricsF(font(11))
        room = max(metrics.horizontalAdvance(number(value)) for value in (scale.low, scale.high)) + 18
        painter.setFont(font(11))
        for value in scale.ticks(room):
            x = scale.x_of(value)
            painter.setPen(QPen(colours.edge, 1.2))
            painter.drawLine(QPointF(x, y - 3), QPointF(x, y + 3))
            painter.setPen(colours.quiet)
            text = metrics.elidedText(number(value), Qt.TextElideMode.ElideRight, self._room / 2)
            wide = metrics.horizontalAdvance(text)
            left = max(0.0, min(x - wide / 2, self._room - wide))
            painter.drawText(QRectF(left, y + 5, wide + 1, metrics.height()), Qt.AlignmentFlag.AlignLeft, text)

    def _paint_bracket(self, painter: QPainter, x: float, y: float, direction: int, colour: QColor) -> None:
        """Paint the bracket of a bound, open to the right (1) or to the left (-1)."""
        painter.setPen(QPen(colour, 2.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        top = y - BRACKET_HEIGHT
        corners = [QPointF(x + 6 * direction, top), QPointF(x, top), QPointF(x, y + 1)]
        painter.drawPolyline(QPolygonF(corners))

    def _paint_names(self, painter: QPainter, scale: Scale, marks: LineValues, y: float) -> None:
        """Paint the names of both brackets: that of the lower one before it, that of the higher one after it."""
        face = font(12.5, bold=True)
        metrics = QFontMetricsF(face)
        painter.setFont(face)
        painter.setPen(theme().ink)
        texts = []
        for name, value in sorted((("α", marks.alpha), ("β", marks.beta)), key=lambda bound: (bound[1], bound[0])):
            text = metrics.elidedText(f"{name} {number(value)}", Qt.TextElideMode.ElideRight, self._room / 2 - 6)
            texts.append((text, metrics.horizontalAdvance(text), scale.x_of(value)))
        (low, low_wide, low_x), (high, high_wide, high_x) = texts
        left = max(0.0, low_x - low_wide + 4)
        right = min(max(high_x - 4, left + low_wide + 8), self._room - high_wide)
        left = max(0.0, min(left, right - low_wide - 8))
        for text, x, wide in ((low, left, low_wide), (high, right, high_wide)):
            area = QRectF(x, y - BRACKET_HEIGHT - 2 - metrics.height(), wide + 2, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)


class BoundRow(QWidget):
    """A sentence on who set a bound, and a button that goes there."""

    clicked = Signal(Side)
    """The side whose bound is to be followed."""

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.words = Label(quiet=True, wrapped=True)
        self.button = Button("→", lambda: self.clicked.emit(side))
        self.setLayout(row_layout((self.words, 1), (self.button, 0, Qt.AlignmentFlag.AlignTop)))
        self.button.name("→", tr("To the step at which {bound} was set", bound=side.value))

    def show_sentence(self, words: str) -> None:
        """Show who set the bound; empty where there is nothing to say."""
        self.words.setText(words)
        self.button.setAccessibleDescription(words)

    def height_in(self, width: int) -> int:
        """Return the height that the row needs in a width."""
        button = self.button.sizeHint()
        return max(button.height(), self.words.heightForWidth(width - button.width() - 6))


class WindowPanel(Panel):
    """The number lines, and below them where there is room the sentences."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see which values still matter at a step."))
        self.line = NumberLine()
        self.headline = Label(bold=True, wrapped=True)
        self.proof = Label(bold=True, wrapped=True)
        self.bound_rows = {side: BoundRow(side) for side in Side}
        self.back = Button(tr("Back to where I was"), self.go_back)
        for row in self.bound_rows.values():
            row.clicked.connect(self.follow)
        inside = widget_with(column_layout(
            self.line, self.headline, *self.bound_rows.values(), self.proof,
            (self.back, 0, Qt.AlignmentFlag.AlignLeading), STRETCH, margins=(SIDE_MARGIN, 4, SIDE_MARGIN, 4), spacing=6,
        ))  # fmt: skip
        self.body.setLayout(column_layout(scroll_area(inside)))

    def show_session(self, session: Session) -> None:
        """Show the window of the inspected frame, and what is proved of its value."""
        here, trace = session.inspected, session.trace
        name = trace.name_of(here.frame) or ""
        self.heading = tr("α–β at {name}", name=name) if name else ""
        self.heading_remark = tr("{side}, ply {ply}", ply=here.ply, side=side_or_end(trace, here))
        has_window = trace.search.windows is not Windows.NONE
        self.line.setVisible(has_window)
        if has_window:
            self.line.show_marks(self._line_values(session, here, name))
        self.headline.setText("" if has_window else why_no_window(trace, here))
        reasons = bound_sentences(session, here) if has_window else {}
        for side, row in self.bound_rows.items():
            row.show_sentence(reasons.get(side, ""))
        self.proof.setText(proof_sentence(trace, here))
        self._show_fitting_rows()

    def _line_values(self, session: Session, here: StackFrame, name: str) -> LineValues:
        """Return the values and texts of the number lines for a frame."""
        trace = session.trace
        low, high = value_range(trace)
        best = here.value if here.value is not None else here.best if here.tried else None
        return LineValues(
            here.alpha, here.beta, best, low, high, is_closed(trace, here),
            (trace.alphas[here.frame], trace.betas[here.frame]), judging_line_text(trace, here), here.interval,
            trace.plan.extremes, name,
            remarks_on_window(session, here), remarks_on_proof(trace, here),
        )  # fmt: skip

    def _show_fitting_rows(self) -> None:
        """Show the way back and, below a number line, the sentences that fit whole; without a line, all of them."""
        has_line = not self.line.isHidden()
        for label in (self.headline, self.proof):
            label.setVisible(not has_line and bool(label.text()))
        room = self.height() - self.line.sizeHint().height() - 12
        can_go_back = self.session is not None and self.session.can_go_back
        needed = self.back.sizeHint().height() + 6 if can_go_back else 0
        self.back.setVisible(can_go_back)
        wide = max(60, self.width() - 2 * SIDE_MARGIN)
        for row in self.bound_rows.values():
            needed += row.height_in(wide) + 6
            row.setVisible(bool(row.words.text()) and (needed <= room or not has_line))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.session is not None:
            self._show_fitting_rows()

    def minimumSizeHint(self) -> QSize:
        """Room for both number lines: they are what the panel is for."""
        usual = super().minimumSizeHint()
        return QSize(usual.width(), max(usual.height(), min(MAX_MINIMUM_HEIGHT, self.line.sizeHint().height() + 8)))

    def follow(self, side: Side) -> None:
        """Go to where a bound was set, with the frame selected that owns it."""
        session = self.session
        if session is not None:
            bound = why_bound_at(session.trace, session.inspected.frame, side, session.cursor.step)
            session.follow_reason(bound.step, bound.owner)

    def go_back(self) -> None:
        """Go back to where the user was before following a bound."""
        if self.session is not None:
            self.session.go_back()
