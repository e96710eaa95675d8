"""What the panel that says why has on moves left out: a button for each, and what is known of its ghost."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from engine.explain import is_open_at
from engine.ghosts import ghost_sentence
from engine.why import why_cut
from visualiser.explaining.ghost_picture import GhostPicture
from visualiser.explaining.limits import FRAMES_AT_MOST, Stub
from visualiser.explaining.wiring import progress
from visualiser.flow import FlowLayout
from visualiser.panels.parts import Words, column
from visualiser.panels.why_parts import Button
from visualiser.session import Session
from visualiser.words import count, said, tr

MOST_MOVES = 12
"""Moves left out that have a button each."""


def has_left_out(session: Session, frame: int) -> bool:
    """Whether a frame that is open has been cut by now; of others all is told."""
    trace, step = session.trace, session.cursor.step
    if not trace.skips[frame] or not is_open_at(trace, frame, step):
        return bool(trace.skips[frame])
    cut = why_cut(trace, frame)
    return cut is None or cut.step <= step


class LeftOut(QWidget):
    """The moves that a frame has left out, each a button."""

    chosen = Signal(int)
    """A move."""

    def __init__(self) -> None:
        super().__init__()
        self.label = Words(quiet=True, wrapped=True)
        self.buttons = [Button(checkable=True) for _ in range(MOST_MOVES)]
        self._moves: list[int] = []
        row = QWidget()
        flow = FlowLayout(4)
        row.setLayout(flow)
        for place, button in enumerate(self.buttons):
            flow.addWidget(button)
            button.clicked.connect(lambda _=False, place=place: self.chosen.emit(self._moves[place]))
        layout = column(self, margin=0, spacing=4)
        layout.addWidget(self.label)
        layout.addWidget(row)

    def show_moves(self, session: Session, frame: int) -> None:
        trace = session.trace
        moves = trace.left_out_moves(frame) if has_left_out(session, frame) else []
        self.setVisible(bool(moves))
        self._moves = moves[:MOST_MOVES]
        if len(moves) > MOST_MOVES:
            self.label.setText(tr("{number} moves were left out; the first of them are:", number=count(len(moves))))
        else:
            self.label.setText(tr("Left out here:"))
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(self._moves))
            if place < len(self._moves):
                move = trace.position.game.move_text(self._moves[place])
                button.name(move, tr("Why was {move} left out, and what would have been there?", move=move))
                button.setChecked(self._moves[place] == session.left_out)


class SearchingPart(QWidget):
    """How far the search for several ghosts is, and the button that ends it."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.progress = Words(wrapped=True)
        self.stop = Button(tr("Search no more"), lambda: self.session.ghosts.stop() if self.session else None)
        layout = column(self, margin=0, spacing=4)
        layout.addWidget(self.progress)
        layout.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignLeading)

    def show_search(self, session: Session) -> None:
        self.session = session
        self.setVisible(session.ghosts.is_running and session.ghosts.asked > 1)
        self.progress.setText(progress(session))


class GhostPart(QWidget):
    """What would have been under a move that was left out: asked for, being searched, or found."""

    opened = Signal(object)
    """The recording of the ghost, to be opened in a tab of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.stub: Stub | None = None
        self.sentence = Words(wrapped=True)
        self.picture = GhostPicture()
        self.ask = Button(tr("What would have been there?"), self.search)
        self.further = Button(tr("Search further"), self.search_further)
        self.stop = Button(tr("Stop"), lambda: self.session.ghosts.stop() if self.session else None)
        self.open = Button(tr("Open this ghost"), self._open)
        self.hide_all = Button(tr("Hide the ghosts"), lambda: self.session.ghosts.show(False) if self.session else None)
        layout = column(self, margin=0)
        layout.addWidget(self.sentence)
        layout.addWidget(self.picture, 0, Qt.AlignmentFlag.AlignLeading)
        buttons = QWidget()
        flow = FlowLayout(6)
        buttons.setLayout(flow)
        for button in (self.ask, self.further, self.stop, self.open, self.hide_all):
            flow.addWidget(button)
        layout.addWidget(buttons)

    def show_stub(self, session: Session, stub: Stub | None) -> None:
        self.session, self.stub = session, stub
        self.setVisible(stub is not None)
        if stub is None:
            return
        ghosts = session.ghosts
        found, is_searched = ghosts.of(stub), ghosts.now == stub
        is_waiting = any(waiting == stub for waiting, _ in ghosts.waiting)
        if is_searched:
            self.sentence.setText(tr("Searching … {frames} frames so far", frames=count(ghosts.frames)))
        elif is_waiting:
            self.sentence.setText(tr("It is searched after the others."))
        else:
            self.sentence.setText("" if found is None else said(ghost_sentence(session.trace, found)))
        self.sentence.setVisible(bool(self.sentence.text()))
        is_whole = found is not None and found.trace.complete
        self.picture.show_ghost(found if is_whole else None, ghosts.rows.get(stub))
        is_busy = is_searched or is_waiting
        self.ask.setVisible(found is None and not is_busy)
        self.further.setVisible(found is not None and not is_whole and not is_busy and found.saved < FRAMES_AT_MOST)
        self.further.name(tr("Search on, up to {frames} frames", frames=count(FRAMES_AT_MOST)))
        self.stop.setVisible(is_busy)
        self.open.setVisible(found is not None and not is_busy)
        self.hide_all.setVisible(bool(ghosts.found) and ghosts.are_shown)

    def search(self) -> None:
        if self.session is not None and self.stub is not None:
            self.session.ghosts.search([self.stub])

    def search_further(self) -> None:
        if self.session is not None and self.stub is not None:
            self.session.ghosts.search([self.stub], FRAMES_AT_MOST)

    def _open(self) -> None:
        found = self.session.ghosts.found.get(self.stub) if self.session and self.stub else None
        if found is not None:
            self.opened.emit(found.trace)
