"""The window of the frame that is looked at: α and β on a number line, and what they mean right now."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QScrollArea, QWidget

from engine.search.declaration import Windows
from engine.trace import Trace
from engine.why import Side, why_bound_at
from visualiser.panels.known import side_of
from visualiser.panels.number_line import Marks, NumberLine
from visualiser.panels.parts import SessionPanel, Words, column
from visualiser.panels.why_parts import Button
from visualiser.panels.window_words import is_closed, meaning
from visualiser.session import Session
from visualiser.words import tr

REACH: WeakKeyDictionary[Trace, tuple[float, float]] = WeakKeyDictionary()
"""The least and the largest value of each trace, found once."""
SAMPLE = 100_000


def reach_of(trace: Trace) -> tuple[float, float]:
    """Between which values the recording's values lie; of a large one, those of a sample of its frames."""
    if trace not in REACH:
        values = trace.column("value")
        sample = values[:: max(1, len(values) // SAMPLE)]
        sample = sample[np.isfinite(sample)]
        REACH[trace] = (float(sample.min()), float(sample.max())) if len(sample) else (0.0, 0.0)
    return REACH[trace]


class BoundRow(QWidget):
    """Who has set a bound, and the way there."""

    asked = Signal(Side)

    def __init__(self, side: Side) -> None:
        super().__init__()
        self.words = Words(quiet=True, wrapped=True)
        self.button = Button("→", lambda: self.asked.emit(side))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.button.name("→", tr("To the step at which {bound} was set", bound=side.value))

    def show_words(self, words: str) -> None:
        self.words.setText(words)
        self.button.setAccessibleDescription(words)
        self.setVisible(bool(words))


class WindowPanel(SessionPanel):
    """α and β, the best so far, and a sentence."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording to see which values still matter at a step."))
        self.where = Words(pixels=11, quiet=True)
        self.line = NumberLine()
        self.headline = Words(bold=True, wrapped=True)
        self.reasons = {side: BoundRow(side) for side in Side}
        self.back = Button(tr("Back to where I was"), self.go_back)
        inside = QWidget()
        layout = column(inside)
        for widget in (self.where, self.line, self.headline, *self.reasons.values()):
            layout.addWidget(widget)
        layout.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeading)
        for row in self.reasons.values():
            row.asked.connect(self.follow)
        layout.addStretch(1)
        column(self.body, margin=0).addWidget(scrolling(inside))

    def show_session(self, session: Session) -> None:
        here, trace = session.inspected, session.trace
        self.where.setText(tr("ply {ply} · {side}", ply=here.ply, side=side_of(trace, here)))
        has_window = trace.search.windows is not Windows.NONE
        self.line.setVisible(has_window)
        if has_window:
            low, high = reach_of(trace)
            best = here.value if here.value is not None else here.best if here.tried else None
            self.line.show_marks(Marks(here.alpha, here.beta, best, low, high, is_closed(trace, here)))
        found = meaning(session, here)
        self.headline.setText(found.headline)
        for side, row in self.reasons.items():
            row.show_words(found.reasons.get(side, ""))
        self.back.setVisible(session.has_way_back)

    def follow(self, side: Side) -> None:
        """To whoever set the bound, with the eyes on the frame that is shown."""
        session = self.session
        if session is not None:
            frame = session.inspected.frame
            if frame != session.selected:
                session.inspect(frame)
            session.follow_reason(why_bound_at(session.trace, frame, side, session.cursor.step).step)

    def go_back(self) -> None:
        if self.session is not None:
            self.session.go_back()


def scrolling(inside: QWidget) -> QScrollArea:
    """A widget in an area that scrolls downwards where there is too little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(inside)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.viewport().setAutoFillBackground(False)
    inside.setAutoFillBackground(False)
    return area
