"""Why the selected frame has its value, its α and its β, and why it was cut: sentences, each leading to its step.

They say what is known at the cursor's step. Following one explains the frame that it is about, as it is at the step to
which it leads; a button leads back. For the root, the panel also shows what the value of the whole run rests on; for a
pruned move, what its ghost would have returned.
"""

from __future__ import annotations

from collections.abc import Callable

from plyscope.analysis.why import why_cut
from plyscope.text.explanation import (
    Reason,
    cut_reasons,
    ghost_sentence,
    is_open_at,
    left_out_reasons,
    origin_reasons,
    returned_sentence,
)
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from plyscope_window.canvas.ghosts import GhostPicture
from plyscope_window.canvas.hover import frame_title, frame_title_at_step
from plyscope_window.jobs.background import later
from plyscope_window.panels.panel import Panel
from plyscope_window.session.limits import MAX_GHOST_SIZE, OutsideProof, Stub
from plyscope_window.session.session import Session
from plyscope_window.widgets.controls import Button
from plyscope_window.widgets.labels import Label
from plyscope_window.widgets.layouts import (
    PANEL_MARGIN,
    STRETCH,
    column_layout,
    flow_layout,
    row_layout,
    scroll_area,
    widget_with,
)
from plyscope_window.words import count, localized, tr

MIN_BUTTON_WIDTHS = 2.6
"""A row narrower than this many button widths has its button below the sentence."""


class ReasonRow(QWidget):
    """One sentence, and the button that goes to the step where it happened."""

    clicked = Signal(object)
    """The reason."""

    def __init__(self) -> None:
        super().__init__()
        self.sentence = Label(wrapped=True)
        self.button = Button()
        self.reason: Reason | None = None
        self.button.clicked.connect(self._request)
        self._row = row_layout(
            (self.sentence, 1), (self.button, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading), spacing=8
        )
        self.setLayout(self._row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the button below the sentence where there is too little room beside it."""
        super().resizeEvent(event)
        is_narrow = self.width() < MIN_BUTTON_WIDTHS * self.button.sizeHint().width()
        direction = QBoxLayout.Direction.TopToBottom if is_narrow else QBoxLayout.Direction.LeftToRight
        if self._row.direction() != direction:
            self._row.setDirection(direction)
            self._row.setSpacing(3 if is_narrow else 8)

    def _request(self) -> None:
        """Request to go to the step of the reason."""
        if self.reason is not None:
            self.clicked.emit(self.reason)

    def show_reason(self, reason: Reason | None, step: int) -> None:
        """Show a reason, or hide the row; a button leads to its step, unless that is the cursor's."""
        self.reason = reason
        self.setVisible(reason is not None)
        if reason is not None:
            words = localized(reason.sentence)
            self.sentence.setText(words)
            self.button.setVisible(reason.step not in (-1, step))
            self.button.name(tr("Go to step {step}", step=count(reason.step)))
            self.button.setAccessibleDescription(words)


class ProofPart(QWidget):
    """The facts of the proof, and the buttons that dim or hide every frame outside it."""

    def __init__(self, is_on_screen: Callable[[], bool]) -> None:
        super().__init__()
        self.session: Session | None = None
        self._is_on_screen = is_on_screen
        self.heading = Label(tr("The whole run"), bold=True)
        self.facts = Label(wrapped=True)
        self.dim = Button(tr("Dim the rest"), lambda: self._show(OutsideProof.DIMMED), checkable=True)
        self.hide_others = Button(tr("Hide the rest"), lambda: self._show(OutsideProof.HIDDEN), checkable=True)
        self.legend = Label(pixels=11, quiet=True, wrapped=True)
        self.legend.setText(
            tr("P: on the principal variation. C: one reply is enough here (CUT). A: all replies are needed (ALL).")
        )
        # A large recording takes a while, so the proof is requested only once the panel has been visible for a moment.
        self._request_timer = later(self, self._request)
        self.choice = widget_with(flow_layout(self.dim, self.hide_others, spacing=4))
        self.setLayout(column_layout(self.heading, self.facts, self.choice, self.legend, spacing=6))

    def show_proof(self, session: Session, *, is_at_root: bool) -> None:
        """Show the proof at the root; at other frames only while the rest of the tree is dimmed or hidden.

        It is about the whole run: before its end the proof is shown only on request.
        """
        self.session = session
        proving = session.proving
        self.setVisible(is_at_root or proving.is_shown)
        if self.isHidden():
            return
        self._request_timer.start()
        if proving.refusal is not None:
            words = tr("There is no proof of the result: {reason}.", reason=localized(proving.refusal))
        elif proving.proof is None:
            words = tr("Looking for what the result rests on …")
        elif session.known_step < session.cursor.last_step and not proving.is_shown:
            words = tr("What the result rests on is known when there is one.")
        else:
            words = "\n".join(localized(sentence) for sentence in proving.sentences)
        self.facts.setText(words)
        self.choice.setVisible(proving.proof is not None)
        self.dim.setChecked(proving.outside is OutsideProof.DIMMED)
        self.hide_others.setChecked(proving.outside is OutsideProof.HIDDEN)
        self.legend.setVisible(proving.is_shown and proving.proof is not None)

    def _request(self) -> None:
        """Request the proof, if the panel is still on the screen."""
        if self.session is not None and self.isVisible() and self._is_on_screen():
            self.session.proving.request()

    def _show(self, outside: OutsideProof) -> None:
        """Dim or hide the frames outside the proof; a second click shows them again."""
        if self.session is not None:
            self.session.show_proof(OutsideProof.SHOWN if self.session.proving.outside is outside else outside)


MAX_MOVE_BUTTONS = 12
"""Pruned moves that have a button each."""


class PrunedMoves(QWidget):
    """A button for each pruned move of a frame."""

    chosen = Signal(int)
    """A move."""

    def __init__(self) -> None:
        super().__init__()
        self.label = Label(quiet=True, wrapped=True)
        self.buttons = [Button(checkable=True) for _ in range(MAX_MOVE_BUTTONS)]
        self._moves: list[int] = []
        for place, button in enumerate(self.buttons):
            button.clicked.connect(lambda _=False, place=place: self.chosen.emit(self._moves[place]))
        self.setLayout(column_layout(self.label, widget_with(flow_layout(*self.buttons, spacing=4)), spacing=4))

    def show_moves(self, session: Session, frame: int) -> None:
        """Show a button for each move that a frame has pruned by the cursor's step."""
        trace = session.trace
        moves = trace.pruned_moves(frame) if session.has_pruned(frame) else []
        self.setVisible(bool(moves))
        self._moves = moves[:MAX_MOVE_BUTTONS]
        if len(moves) > MAX_MOVE_BUTTONS:
            self.label.setText(tr("{number} moves were pruned; the first of them are:", number=count(len(moves))))
        else:
            self.label.setText(tr("Pruned here:"))
        for place, button in enumerate(self.buttons):
            button.setVisible(place < len(self._moves))
            if place < len(self._moves):
                move = trace.short_name_of_move(frame, self._moves[place])
                button.name(move, tr("Why was {move} pruned, and what would have been under it?", move=move))
                button.setChecked(self._moves[place] == session.pruned_move)


class SearchingPart(QWidget):
    """The progress of a search for several ghosts, and the button that stops it."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.progress = Label(wrapped=True)
        self.stop = Button(tr("Stop searching"), lambda: self.session.ghosts.stop() if self.session else None)
        self.setLayout(column_layout(self.progress, (self.stop, 0, Qt.AlignmentFlag.AlignLeading), spacing=4))

    def show_search(self, session: Session) -> None:
        """Show the progress while several ghosts are searched."""
        self.session = session
        self.setVisible(session.ghosts.is_running and session.ghosts.requested > 1)
        self.progress.setText(session.ghosts.progress)


class GhostPart(QWidget):
    """What would have been below a pruned move: not searched, being searched, or found."""

    opened = Signal(object)
    """The recording of the ghost, to be opened in a tab of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.stub: Stub | None = None
        self.sentence = Label(wrapped=True)
        self.picture = GhostPicture()
        self.search_button = Button(tr("Search what was pruned"), self.search)
        self.search_more = Button(tr("Search further"), self.search_deeper)
        self.stop = Button(tr("Stop"), lambda: self.session.ghosts.stop() if self.session else None)
        self.open = Button(tr("Open this ghost"), self._open)
        self.hide_all = Button(tr("Hide the ghosts"), lambda: self.session.ghosts.show(False) if self.session else None)
        buttons = widget_with(
            flow_layout(self.search_button, self.search_more, self.stop, self.open, self.hide_all, spacing=6)
        )
        self.setLayout(
            column_layout(self.sentence, (self.picture, 0, Qt.AlignmentFlag.AlignLeading), buttons, spacing=6)
        )

    def show_stub(self, session: Session, stub: Stub | None) -> None:
        """Show what is known of the ghost of a pruned move; hide the part for None."""
        self.session, self.stub = session, stub
        self.setVisible(stub is not None)
        if stub is None:
            return
        ghosts = session.ghosts
        ghost, is_searched = ghosts.of(stub), ghosts.current == stub
        is_waiting = any(waiting == stub for waiting, _ in ghosts.waiting)
        if is_searched:
            self.sentence.setText(tr("Searching … {frames} frames so far", frames=count(ghosts.frames)))
        elif is_waiting:
            self.sentence.setText(tr("It is searched after the others."))
        else:
            self.sentence.setText("" if ghost is None else localized(ghost_sentence(session.trace, ghost)))
        self.sentence.setVisible(bool(self.sentence.text()))
        is_whole = ghost is not None and ghost.trace.complete
        self.picture.show_ghost(ghost if is_whole else None, ghosts.rows.get(stub))
        is_busy = is_searched or is_waiting
        self.search_button.setVisible(ghost is None and not is_busy)
        self.search_more.setVisible(ghost is not None and not is_whole and not is_busy and ghost.saved < MAX_GHOST_SIZE)
        self.search_more.name(tr("Search on, up to {frames} frames", frames=count(MAX_GHOST_SIZE)))
        self.stop.setVisible(is_busy)
        self.open.setVisible(ghost is not None and not is_busy)
        self.hide_all.setVisible(bool(ghosts.found) and ghosts.are_shown)

    def search(self) -> None:
        """Search what was pruned."""
        if self.session is not None and self.stub is not None:
            self.session.ghosts.search([self.stub])

    def search_deeper(self) -> None:
        """Search the ghost again with the largest limit of frames."""
        if self.session is not None and self.stub is not None:
            self.session.ghosts.search([self.stub], MAX_GHOST_SIZE)

    def _open(self) -> None:
        """Request that the ghost is opened in a tab of its own."""
        ghost = self.session.ghosts.found.get(self.stub) if self.session and self.stub else None
        if ghost is not None:
            self.opened.emit(ghost.trace)


MAX_REASONS = 8
"""The largest number of reasons that are shown."""


class WhyPanel(Panel):
    """The reasons of one frame."""

    def __init__(self) -> None:
        super().__init__(tr("Open a recording, and select a frame to see why it is worth what it is worth."))
        self.frame = 0
        self.title = Label(bold=True, wrapped=True)
        self.when = Label(pixels=11, quiet=True, wrapped=True)
        self.back = Button(tr("Back to where I was"), self.go_back)
        self.rows = [ReasonRow() for _ in range(MAX_REASONS)]
        self.proof = ProofPart(self._is_on_screen)
        self.moves = PrunedMoves()
        self.ghost = GhostPart()
        self.searching = SearchingPart()
        inside = widget_with(column_layout(
            self.title, self.when, self.back, self.searching, self.ghost, *self.rows, self.moves, self.proof, STRETCH,
            margins=PANEL_MARGIN, spacing=8,
        ))  # fmt: skip
        self.area = scroll_area(inside)
        self.body.setLayout(column_layout(self.area))
        for row in self.rows:
            row.clicked.connect(self.follow)
        self.moves.chosen.connect(self._select_pruned)
        self.ghost.opened.connect(lambda trace: self.session.recording_requested.emit(trace) if self.session else None)

    def attach(self, session: Session | None) -> None:
        """Show another recording, or none, and follow its ghosts and its proof."""
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
        """Show the cursor. Where the button with the keyboard has disappeared, another one gets the keyboard."""
        had_keyboard = self._has_keyboard
        super().present()
        if had_keyboard and not self._has_keyboard:
            self.take_keyboard()

    @property
    def _has_keyboard(self) -> bool:
        """Whether a widget of the panel has the keyboard."""
        focus = self.window().focusWidget()
        return focus is not None and self.isAncestorOf(focus)

    def _is_on_screen(self) -> bool:
        """Whether any of the panel is on the screen. Qt calls a panel behind another tab visible, too."""
        return not self.visibleRegion().isEmpty()

    def show_session(self, session: Session) -> None:
        """Show the reasons of the selected frame as they are known at the cursor's step."""
        frame = self.frame = session.selected
        self.title.setText(self._title_text(session))
        self.when.setText(self._state_text(session))
        self.when.setVisible(bool(self.when.text()))
        self.back.setVisible(session.can_go_back)
        reasons: list[Reason | None] = [*self._reasons(session)]
        reasons += [None] * (MAX_REASONS - len(reasons))
        for row, reason in zip(self.rows, reasons, strict=True):
            row.show_reason(reason, session.cursor.step)
        self.proof.show_proof(session, is_at_root=frame == 0)
        self.moves.show_moves(session, frame)
        self.searching.show_search(session)
        self.ghost.show_stub(session, None if session.pruned_move is None else (frame, session.pruned_move))

    def _reasons(self, session: Session) -> list[Reason]:
        """Return the reasons of the selected frame, those of its cut first; for a pruned move, why it was left out."""
        trace, frame, step = session.trace, session.selected, session.known_step
        cut = why_cut(trace, frame)
        of_cut = [] if cut is None or cut.step > step else cut_reasons(trace, cut)
        left_out = left_out_reasons(trace, frame, step)
        if session.pruned_move is not None and (of_cut or left_out):
            return [*of_cut, *left_out]
        return [*of_cut, *origin_reasons(trace, frame, step), *left_out]

    def _title_text(self, session: Session) -> str:
        """Return the title: the selected frame, or the pruned move and what pruned it."""
        trace, frame = session.trace, session.selected
        if session.pruned_move is not None:
            move = trace.short_name_of_move(frame, session.pruned_move)
            if trace.passes_over_moves(frame):
                return tr("{move} was left out by {title}", move=move, title=frame_title(trace, frame))
            return tr("{move} was pruned by {title}", move=move, title=frame_title(trace, frame))
        return tr("{title}, frame {frame}", title=frame_title_at_step(session, frame), frame=count(frame))

    def _state_text(self, session: Session) -> str:
        """Return when the selected frame returned, and what; or that it is open."""
        trace, frame, step = session.trace, session.selected, session.known_step
        if is_open_at(trace, frame, step):
            return tr("It is open at this step: this is what is known by now.")
        return localized(returned_sentence(trace, frame)) if session.has_returned(frame) else ""

    # Navigation

    def take_keyboard(self) -> None:
        """Give the keyboard to the first button, or to the area where there is none, and show the reasons' top."""
        button = next((button for button in self.findChildren(Button) if button.isVisible()), None)
        if button is None:
            super().take_keyboard()
        else:
            button.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.area.verticalScrollBar().setValue(0)

    def follow(self, reason: Reason) -> None:
        """Go to the step of a reason, with the frame selected that it is about."""
        if self.session is not None:
            self.session.follow_reason(reason.step, reason.frame)
            self.present()

    def go_back(self) -> None:
        """Go back to where the user was before following a reason."""
        if self.session is not None:
            self.session.go_back()
            self.present()

    def _select_pruned(self, move: int) -> None:
        """Select a pruned move of the frame, to explain it."""
        if self.session is not None:
            self.session.select_pruned(self.frame, move)
            self.present()
