"""Playing through the steps, and running to the next place of a kind: a breakpoint, a cutoff, a new best value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plyscope.model.marks import Breakpoint, On
from PySide6.QtCore import QElapsedTimer, QObject, Signal

from plyscope_window.jobs.background import in_background, later
from plyscope_window.words import localized, tr

if TYPE_CHECKING:
    from plyscope.model.cursor import Cursor

    from plyscope_window.session.session import Session

SPEEDS = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 1000.0)
"""Steps per second."""
MIN_INTERVAL_MS = 16
"""The least time between two pictures; faster playing takes several steps at once."""
MAX_DELAY_MS = 250
"""How late a picture may be while the speed is kept; longer delays are not caught up."""
MAX_FOREGROUND_FRAMES = 200_000
"""The largest recording whose columns are computed at once instead of in the background."""


class Stepping(QObject):
    """The commands that move the cursor of the session in front."""

    message = Signal(str)
    """A text for the status bar: what was found, or that there is nothing."""
    playing_changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.session: Session | None = None
        self.speed = 2.0
        self.direction = 0
        """1 while playing, -1 while playing backwards, else 0."""
        self._clock = QElapsedTimer()
        """Measures the time since the last step of playing."""
        self._fraction = 0.0
        """The part of a step that was too small to be taken."""
        self._timer = later(self, self._tick, repeats=True)

    def attach(self, session: Session | None) -> None:
        """Move the cursor of this session from now on."""
        self.stop()
        self.session = session

    # One command

    def do(self, command: Callable[[Cursor], bool], nothing: str = "") -> None:
        """Stop playing, and carry out a command of the cursor; where it changes nothing, show the message `nothing`."""
        self.stop()
        if self.session is not None and not self.session.act(command) and nothing:
            self.message.emit(nothing)

    # Playing

    def play(self, direction: int = 1) -> None:
        """Start playing in a direction, anew if the cursor is at its end; stop if that is being done."""
        if self.direction == direction:
            self.stop()
        elif self.session is not None:
            at_end = self.session.cursor.step == (self.session.cursor.last_step if direction > 0 else 0)
            if at_end:
                self.session.go(0 if direction > 0 else self.session.cursor.last_step)
            self.direction = direction
            self._start()
            self.playing_changed.emit()

    def stop(self) -> None:
        """Stop playing."""
        if self.direction:
            self.direction = 0
            self._timer.stop()
            self.playing_changed.emit()

    def set_speed(self, speed: float) -> None:
        """Set how many steps a second are played."""
        self.speed = speed
        if self.direction:
            self._start()

    def _start(self) -> None:
        """Begin to measure the time at which steps are due."""
        self._fraction = 0.0
        self._clock.start()
        self._timer.start(max(MIN_INTERVAL_MS, round(1000 / self.speed)))

    def _tick(self) -> None:
        """Take as many steps as time has passed for: where pictures take long, there are fewer of them."""
        self._fraction += self.speed * min(self._clock.restart(), self._timer.interval() + MAX_DELAY_MS) / 1000
        steps = round(self._fraction)
        self._fraction -= steps
        if steps and not self._go(steps * self.direction):
            self.stop()

    def _go(self, steps: int) -> bool:
        """Move the cursor by some steps, to the next breakpoint at most; False where playing ends."""
        if self.session is None:
            return False
        cursor = self.session.cursor
        target, stop = cursor.step + steps, cursor.next_stop(forwards=steps > 0)
        is_hit = stop is not None and abs(stop - cursor.step) <= abs(steps)
        if stop is not None and is_hit:
            target = stop
        return self.session.act(lambda cursor: cursor.go(target)) and not is_hit

    # Running to the next place of a kind

    def run(self, *, forwards: bool) -> None:
        """Run to the next breakpoint that is enabled, or the previous one."""
        breakpoints = self.session.cursor.marks.breakpoints if self.session is not None else []
        self._with_hits(
            [breakpoint for breakpoint in breakpoints if breakpoint.enabled],
            lambda cursor: cursor.run() if forwards else cursor.run_back(),
            tr("No breakpoint is hit after this step.") if forwards else tr("No breakpoint is hit before this step."),
        )

    def to_cut(self, *, forwards: bool) -> None:
        """Go to the next cutoff, or the previous one."""
        from plyscope.model.cursor import find_cut

        self._go_to(
            lambda cursor: find_cut(cursor, forwards=forwards),
            tr("Nothing is cut after this step.") if forwards else tr("Nothing is cut before this step."),
        )

    def to_new_best(self, *, forwards: bool) -> None:
        """Go to the next step at which a frame has a new best move, or the previous one."""
        from plyscope.model.cursor import find_change, is_new_best

        self._go_to(
            lambda cursor: find_change(cursor, is_new_best, forwards=forwards),
            tr("No best move is found after this step.") if forwards else tr("No best move is found before this step."),
        )

    def to_change(self, *, forwards: bool) -> None:
        """Go to the next step at which α or β changes, or the previous one."""
        from plyscope.model.cursor import changes_window, find_change

        self._go_to(
            lambda cursor: find_change(cursor, changes_window, forwards=forwards),
            tr("Neither α nor β changes near after this step.")
            if forwards
            else tr("Neither α nor β changes near before this step."),
        )

    def _go_to(self, find: Callable[[Cursor], int | None], nothing: str) -> None:
        """Go to the step that `find` returns; where it returns None, show the message `nothing`."""

        def command(cursor: Cursor) -> bool:
            step = find(cursor)
            return step is not None and cursor.go(step)

        self.do(command, nothing)

    def to_return(self) -> None:
        """Go to the step at which the selected frame returns, or else the running one."""
        if self.session is None:
            return
        leave = self.session.cursor.steps.leave(self.session.chosen)
        if leave is None:
            self.message.emit(tr("The recording was cut short before this frame returned."))
        else:
            self.do(lambda cursor: cursor.go(leave), tr("This frame returns at this step."))

    def to_same_position(self, *, forwards: bool) -> None:
        """Go to the next frame with the position of the running one, or the previous one."""
        if self.session is None:
            return
        trace, frame = self.session.trace, self.session.cursor.frame
        breakpoint = Breakpoint(On.POSITION, trace.position.game.text(trace.state(frame)))
        self._with_hits(
            [breakpoint],
            lambda cursor: cursor.go_among(cursor.hits(breakpoint), forwards=forwards),
            tr("This position does not occur after this step.")
            if forwards
            else tr("This position does not occur before this step."),
        )

    def _with_hits(self, breakpoints: list[Breakpoint], command: Callable[[Cursor], bool], nothing: str) -> None:
        """Carry out a command that needs whole columns, computed in the background first for a large recording."""
        session = self.session
        if session is None:
            return
        if len(session.trace) <= MAX_FOREGROUND_FRAMES:
            self.do(command, nothing)
            return
        self.stop()
        self.message.emit(tr("Searching …"))

        def find() -> None:
            for breakpoint in breakpoints:
                session.cursor.hits(breakpoint)

        def carry_out(_: None) -> None:
            self.message.emit("" if session.act(command) else nothing)

        in_background(find, carry_out, lambda error: self.message.emit(localized(error.message)))

    def to_hit(self, *, forwards: bool) -> None:
        """Go to the next match of the find bar, or the previous one."""
        if self.session is not None and self.session.matching is not None:
            matches = self.session.matches
            nothing = tr("No match after this step.") if forwards else tr("No match before this step.")
            self.do(lambda cursor: cursor.go_among(matches, forwards=forwards), nothing)

    def run_to(self, frame: int) -> None:
        """Go to the step that enters a frame; from there, to that at which it returns."""
        self.stop()
        if self.session is not None and not self.session.travel_to(frame):
            self.message.emit(tr("It is here already."))
