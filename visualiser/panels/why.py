"""Why the selected frame has its value, its α and its β, and why it was cut: sentences, each with the way to its step.

Whoever follows one keeps the frame in view, and finds the way back beside it. Of the root it is also said what its
value rests on; of a move that was left out, what would have been there.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.explain import Reason, cut_reasons, is_open_at, origins
from engine.why import why_cut
from visualiser.canvas.hover import title_of
from visualiser.panels.parts import SessionPanel, Words, column
from visualiser.panels.why_parts import Button, ReasonRow
from visualiser.panels.why_root import ProofPart
from visualiser.panels.why_stubs import GhostPart, LeftOut, SearchingPart
from visualiser.panels.window import scrolling
from visualiser.session import Session
from visualiser.words import count, tr

MOST_REASONS = 7


class WhyPanel(SessionPanel):
    """The reasons of one frame."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording, and select a frame to see why it is worth what it is worth."))
        self.frame = 0
        self.title = Words(bold=True, wrapped=True)
        self.when = Words(pixels=11, quiet=True, wrapped=True)
        self.back = Button(tr("Back to where I was"), self.go_back)
        self.rows = [ReasonRow() for _ in range(MOST_REASONS)]
        self.proof = ProofPart(self._is_seen)
        self.moves = LeftOut()
        self.ghost = GhostPart()
        self.searching = SearchingPart()
        inside = QWidget()
        layout = column(inside, spacing=8)
        for widget in (
            self.title,
            self.when,
            self.back,
            self.searching,
            self.ghost,
            *self.rows,
            self.moves,
            self.proof,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        column(self.body, margin=0).addWidget(scrolling(inside))
        for row in self.rows:
            row.asked.connect(self.follow)
        self.moves.chosen.connect(self._choose)
        self.ghost.opened.connect(lambda trace: self.session.recording_asked.emit(trace) if self.session else None)

    def attach(self, session: Session | None) -> None:
        if self.session is not None:
            self.session.ghosts.changed.disconnect(self.present)
            self.session.proving.done.disconnect(self.present)
        if session is not None:
            session.ghosts.changed.connect(self.present)
            session.proving.done.connect(self.present)
        for part in (self.ghost, self.proof, self.searching):
            part.session = None
        super().attach(session)

    # Showing

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.present()

    def present(self) -> None:
        """A button that has the keyboard may go with its sentence; then another one gets it."""
        had_keyboard = self._has_keyboard
        super().present()
        if had_keyboard and not self._has_keyboard:
            self.take_keyboard()

    @property
    def _has_keyboard(self) -> bool:
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _is_seen(self) -> bool:
        """Whether any of it is on the screen. Behind another tab a panel counts as visible."""
        return not self.visibleRegion().isEmpty()

    def show_session(self, session: Session) -> None:
        frame = self.frame = session.selected
        self.title.setText(self._title(session))
        self.when.setText(self._when(session))
        self.when.setVisible(bool(self.when.text()))
        self.back.setVisible(session.has_way_back)
        found: list[Reason | None] = [*self._reasons(session)]
        found += [None] * (MOST_REASONS - len(found))
        for row, reason in zip(self.rows, found, strict=True):
            row.show_reason(reason)
        self.proof.show_proof(session, is_asked=frame == 0)
        self.moves.show_moves(session, frame)
        self.searching.show_search(session)
        self.ghost.show_stub(session, None if session.left_out is None else (frame, session.left_out))

    def _reasons(self, session: Session) -> list[Reason]:
        """The cut first, where there has been one; of a move that was left out, the cut alone."""
        trace, frame, step = session.trace, session.selected, session.cursor.step
        cut = why_cut(trace, frame)
        if cut is None or (session.left_out is None and cut.step > step and is_open_at(trace, frame, step)):
            return origins(trace, frame, step)
        of_cut = cut_reasons(trace, cut)
        return of_cut if session.left_out is not None else [*of_cut, *origins(trace, frame, step)]

    def _title(self, session: Session) -> str:
        trace, frame = session.trace, session.selected
        if session.left_out is not None:
            move = trace.position.game.move_text(session.left_out)
            return tr("{move} was left out by {title}", move=move, title=title_of(trace, frame))
        return tr("{title}, frame {frame}", title=title_of(trace, frame), frame=count(frame))

    def _when(self, session: Session) -> str:
        """How the frame stands to the cursor."""
        trace, frame, step = session.trace, session.selected, session.cursor.step
        entered = session.cursor.steps.enter(frame)
        if entered > step:
            return tr("It is entered later, at step {step}.", step=count(entered))
        if is_open_at(trace, frame, step):
            return tr("It is open at this step: this is what is known by now.")
        return ""

    # Going

    def take_keyboard(self) -> None:
        """To the first way that leads anywhere; where there is none, to the area, which scrolls."""
        button = next((one for one in self.findChildren(Button) if one.isVisible()), None)
        if button is None:
            super().take_keyboard()
        else:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def follow(self, step: int) -> None:
        """To where a sentence happened."""
        if self.session is not None:
            self.session.follow_reason(step)
            self.present()

    def go_back(self) -> None:
        if self.session is not None:
            self.session.go_back()
            self.present()

    def _choose(self, move: int) -> None:
        if self.session is not None:
            self.session.select_left_out(self.frame, move)
            self.present()
