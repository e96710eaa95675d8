"""The running game: machines think in the background, clocks run, hints arrive.

Nothing here waits. The process of a machine is started in another thread, and its answer is looked for now and
then; any other request interrupts it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Lock

from plyscope.messages import Message
from plyscope.play.deciding import Decision
from plyscope.play.game_session import Play
from plyscope.play.players import PlayerFailed
from PySide6.QtCore import QObject, QTimer, Signal

from plyscope_window.jobs.background import Answer, in_background

BETWEEN_LOOKS = 25
"""Milliseconds between two checks for an answer."""
BETWEEN_MOVES = 350
"""Milliseconds between the moves of two machines, so that one can follow."""
TICK = 250
"""Milliseconds between two looks at the clocks."""
MOVE, HINT, AGAIN = "move", "hint", "again"


class LiveGame(QObject):
    """One game, and the machine that thinks about it."""

    changed = Signal()
    """The board, whose turn it is, or whether a machine thinks."""
    played = Signal()
    """There is one more move on the board."""
    ticked = Signal()
    """Clocks, and the calls of the machine that thinks, have moved on."""
    found_again = Signal(int)
    """A machine has searched the position of one of its earlier moves again: the number of that move."""

    def __init__(self, play: Play, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.play = play
        self.hint: Decision | None = None
        """The hint for the current position."""
        self.trouble: Message | None = None
        """Why the machine has given no move."""
        self.undecided: dict[str, frozenset[str]] = {}
        """By the file of a decision: the moves for which the brain has None instead of a number."""
        self.is_paused = False
        """Whether the machine is paused by the user."""
        self._awaited = ""
        self._again = 0
        self._starting = False
        self._closed = False
        self._lock = Lock()
        self._asking: Answer | None = None
        self._afterwards: Callable[[], object] | None = None
        self._looks = QTimer(self, interval=BETWEEN_LOOKS)
        self._looks.timeout.connect(self._look)
        self._next = QTimer(self, interval=BETWEEN_MOVES, singleShot=True)
        self._next.timeout.connect(self.go_on)
        self._ticks = QTimer(self, interval=TICK)
        self._ticks.timeout.connect(self._tick)
        self._ticks.start()

    # How things stand

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is awaited: a move, a hint, or how a move was found."""
        return bool(self._awaited)

    @property
    def is_finding_hint(self) -> bool:
        return self._awaited == HINT

    @property
    def is_looking_again(self) -> bool:
        return self._awaited == AGAIN

    @property
    def machine_is_to_move(self) -> bool:
        return self.play.ending is None and not self.play.is_persons_turn

    # People

    def move(self, text: str) -> None:
        """A person's move; InputError where it is none. A hint that is being searched is dropped."""
        if self._awaited in (HINT, AGAIN) and text in self.play.game.legal_moves:
            self._interrupt(lambda: self._move(text))
        else:
            self._move(text)

    def _move(self, text: str) -> None:
        self.play.move(text)
        self._moved()

    def take_back(self) -> None:
        self._interrupt(self._take_back)

    def _take_back(self) -> None:
        self.play.take_back()
        # Two machines would go straight on; and a person may have taken back the machine's first move.
        self.is_paused = self.machine_is_to_move
        self._position_changed()

    def replay(self) -> None:
        """Replay the moves taken back, up to the next choice of a person."""
        self._interrupt(self._replay)

    def _replay(self) -> None:
        while self.play.replay() is not None:
            if self.play.is_persons_turn or not self.play.persons:
                break
        self.is_paused = self.machine_is_to_move and not self.play.persons
        self._position_changed()

    def resign(self) -> None:
        self._interrupt(self._resign)

    def _resign(self) -> None:
        if self.play.ending is None:
            self.play.resign()
        self.changed.emit()

    # Machines

    def go_on(self) -> None:
        """Begin the next turn: a machine thinks, or a person's clock runs."""
        self.is_paused, self.trouble = False, None
        if self._awaited or self._closed:
            return
        if self.machine_is_to_move:
            self._ask(MOVE, self.play.think)
        elif self.play.ending is None and self.play.game.moves:
            self.play.clock.start(self.play.game.side_to_move)
        self.changed.emit()

    def pause(self) -> None:
        """Pause the machine; it plays nothing."""
        self._interrupt(self._pause)

    def _pause(self) -> None:
        self.is_paused = self.machine_is_to_move
        if self.is_paused:
            self.play.clock.stop()
        self.changed.emit()

    def move_now(self) -> None:
        """Make the machine move at once."""
        if self._starting:
            self._afterwards = self.play.move_now
        else:
            self.play.move_now()

    def move_randomly(self) -> None:
        """A legal move in place of a machine that has failed."""
        self.trouble = None
        self.play.move_randomly()
        self._moved()

    def ask_hint(self) -> None:
        if not self._awaited and self.play.is_persons_turn:
            self._ask(HINT, self.play.ask_hint)
            self.changed.emit()

    def look_again(self, number: int) -> None:
        """How an earlier move was found: its machine searches again, in place of what it is doing now."""
        self._interrupt(lambda: self._look_again(number))

    def _look_again(self, number: int) -> None:
        self.is_paused, self._again = self.machine_is_to_move, number
        if self.is_paused:
            self.play.clock.stop()
        self._ask(AGAIN, lambda: self.play.think_again(number))
        self.changed.emit()

    # Asking

    def _ask(self, what: str, ask: Callable[[], None]) -> None:
        self._awaited, self._starting = what, True

        def start() -> Message | None:
            try:
                ask()
            except PlayerFailed as error:
                return error.reason
            finally:
                with self._lock:
                    self._starting = False
                    if self._closed:
                        self.play.close()
            return None

        self._asking = in_background(start, self._asked)

    def _asked(self, failure: Message | None) -> None:
        """The process has been started, and thinks."""
        self._asking = None
        afterwards, self._afterwards = self._afterwards, None
        if failure is not None:
            self._fail(failure)
        else:
            self._looks.start()
        if afterwards is not None:
            afterwards()

    def _look(self) -> None:
        try:
            found = self._poll()
        except PlayerFailed as error:
            self._fail(error.reason)
            return
        if found is None:
            return
        awaited = self._awaited
        self._stop_waiting()
        if awaited == MOVE:
            self._read(found)
            self._moved()
            return
        if awaited == HINT:
            self.hint = found
        else:
            self._read(found)
            self.found_again.emit(self._again)
        self.changed.emit()

    def _poll(self) -> Decision | None:
        if self.is_looking_again:
            return self.play.poll_again(self._again)
        return self.play.poll_hint() if self.is_finding_hint else self.play.poll()

    def _read(self, decision: Decision) -> None:
        """Find moves valued None in the recording; only the brains of Python 2 return None."""
        if not any(value == -inf for _, value, _, _ in decision.values) or not decision.trace_path:
            return

        def read() -> frozenset[str]:
            trace = decision.trace
            assert trace is not None
            return frozenset(trace.move_text(child) for child in trace.children(0) if trace.is_undecided(child))

        def show(found: frozenset[str]) -> None:
            if found and not self._closed:
                self.undecided[decision.trace_path] = found
                self.changed.emit()

        in_background(read, show, lambda _: None)

    def _fail(self, reason: Message) -> None:
        self._stop_waiting()
        self.trouble, self.is_paused = reason, self.machine_is_to_move
        self.play.clock.stop()
        self.changed.emit()

    def _stop_waiting(self) -> None:
        self._looks.stop()
        self._awaited = ""

    def _interrupt(self, then: Callable[[], object]) -> None:
        """Stop the machine, then do something else."""
        self._next.stop()
        if self._asking is not None:
            self._afterwards = lambda: self._stop_and(then)
        else:
            self._stop_and(then)

    def _stop_and(self, then: Callable[[], object]) -> None:
        self._stop_waiting()
        self.play.stop()
        then()

    # After a move

    def _moved(self) -> None:
        self.hint, self.trouble = None, None
        self.played.emit()
        self.changed.emit()
        if self.machine_is_to_move and not self.play.persons:
            self._next.start()
        else:
            self.go_on()

    def _position_changed(self) -> None:
        """Update after the board has changed without a move."""
        self.hint, self.trouble = None, None
        if not self.is_paused:
            self.go_on()
        self.changed.emit()

    # Clocks

    def _tick(self) -> None:
        clock = self.play.clock
        side = clock.running
        if side and clock.has_fallen(side) and self.play.ending is None:
            self._interrupt(lambda: self._lose_on_time(side))
        elif side or self._awaited:
            self.ticked.emit()

    def _lose_on_time(self, side: int) -> None:
        if self.play.ending is None:
            self.play.game.lose_on_time(side)
            self.play.clock.stop()
        self.changed.emit()

    # The end

    def close(self) -> None:
        """End all processes; one that is still starting is ended by the thread that starts it."""
        for timer in (self._looks, self._next, self._ticks):
            timer.stop()
        if self._asking is not None:
            self._asking.cancel()
        with self._lock:
            self._closed = True
            if self._starting:
                return
        self.play.close()
