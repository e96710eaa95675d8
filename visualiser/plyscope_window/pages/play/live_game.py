"""The running game: machines think in the background, clocks run, hints arrive.

No call blocks. A machine's process is started in another thread and then polled for its answer; any other request
interrupts it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from threading import Lock

from plyscope.messages import Message
from plyscope.play.decision import Decision
from plyscope.play.game_session import Play
from plyscope.play.players import PlayerFailed
from PySide6.QtCore import QObject, Signal

from plyscope_window.jobs.background import Answer, in_background, later

POLL_MS = 25
"""Milliseconds between two checks for an answer."""
PAUSE_BETWEEN_MOVES_MS = 350
"""Milliseconds between the moves of two machines, so that the user can follow."""
CLOCK_MS = 250
"""Milliseconds between two updates of the clocks."""
MOVE, HINT, AGAIN = "move", "hint", "again"
"""What a machine is asked for: a move, a hint, or the search of an earlier move."""


class LiveGame(QObject):
    """A running game, with the machines that play in it."""

    changed = Signal()
    """Emitted when the board, the side to move or the machine's state has changed."""
    played = Signal()
    """Emitted after each move."""
    ticked = Signal()
    """Emitted when the clocks or the machine's number of calls have to be shown again."""
    searched_again = Signal(int)
    """The number of an earlier move whose position its machine has searched again."""

    def __init__(self, play: Play, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.play = play
        self.hint: Decision | None = None
        """The hint for the current position."""
        self.failure: Message | None = None
        """Why the machine has played no move."""
        self.undecided: dict[str, frozenset[str]] = {}
        """The moves that the brain valued None, by the file of the decision."""
        self.is_paused = False
        """Whether the machine is paused by the user."""
        self._request = ""
        self._searched_again = 0
        self._is_starting = False
        self._is_closed = False
        self._lock = Lock()
        self._start: Answer | None = None
        self._after_start: Callable[[], object] | None = None
        self._polling = later(self, self._take_answer, POLL_MS, repeats=True)
        self._next_move = later(self, self.go_on, PAUSE_BETWEEN_MOVES_MS)
        self._clock_timer = later(self, self._update_clocks, CLOCK_MS, repeats=True)
        self._clock_timer.start()

    # State

    @property
    def is_thinking(self) -> bool:
        """Whether a machine is at work: on a move, a hint, or a repeated search."""
        return bool(self._request)

    @property
    def is_finding_hint(self) -> bool:
        """Whether a hint is searched for."""
        return self._request == HINT

    @property
    def is_searching_again(self) -> bool:
        """Whether the search of an earlier move is repeated."""
        return self._request == AGAIN

    @property
    def machine_is_to_move(self) -> bool:
        """Whether the game goes on and a machine is to move."""
        return self.play.ending is None and not self.play.is_persons_turn

    # The user's actions

    def move(self, text: str) -> None:
        """Play a person's move; raise InputError if it is not legal. A running search for a hint is stopped."""
        if self._request in (HINT, AGAIN) and text in self.play.game.legal_moves:
            self._interrupt(lambda: self._move(text))
        else:
            self._move(text)

    def _move(self, text: str) -> None:
        """Play a person's move, when nothing else is at work."""
        self.play.move(text)
        self._after_move()

    def take_back(self) -> None:
        """Take back the last move of a person, and what was answered."""
        self._interrupt(self._take_back)

    def _take_back(self) -> None:
        """Take moves back, when nothing else is at work."""
        self.play.take_back()
        # Otherwise two machines would continue at once, and so would one whose first move was taken back.
        self.is_paused = self.machine_is_to_move
        self._after_change()

    def replay(self) -> None:
        """Replay the moves taken back, up to the next choice of a person; one move where only machines play."""
        self._interrupt(self._replay)

    def _replay(self) -> None:
        """Replay moves, when nothing else is at work."""
        while self.play.replay() is not None:
            if self.play.is_persons_turn or not self.play.persons:
                break
        self.is_paused = self.machine_is_to_move and not self.play.persons
        self._after_change()

    def resign(self) -> None:
        """Resign for the side to move."""
        self._interrupt(self._resign)

    def _resign(self) -> None:
        """Resign, when nothing else is at work."""
        if self.play.ending is None:
            self.play.resign()
        self.changed.emit()

    # Machines

    def go_on(self) -> None:
        """End a pause and begin the next turn unless a machine works: a machine thinks, or a person's clock runs."""
        self.is_paused, self.failure = False, None
        if self._request or self._is_closed:
            return
        if self.machine_is_to_move:
            self._start_request(MOVE, self.play.think)
        elif self.play.ending is None and self.play.game.moves:
            self.play.clock.start(self.play.game.side_to_move)
        self.changed.emit()

    def pause(self) -> None:
        """Stop the machine from thinking and playing until `go_on`."""
        self._interrupt(self._pause)

    def _pause(self) -> None:
        """Pause the machine, when nothing else is at work."""
        self.is_paused = self.machine_is_to_move
        if self.is_paused:
            self.play.clock.stop()
        self.changed.emit()

    def move_now(self) -> None:
        """Have the machine play the best move it has found so far."""
        if self._is_starting:
            self._after_start = self.play.move_now
        else:
            self.play.move_now()

    def move_randomly(self) -> None:
        """Play a random legal move in place of a machine that has failed."""
        self.failure = None
        self.play.move_randomly()
        self._after_move()

    def ask_hint(self) -> None:
        """Search for a hint for the person to move, unless a search is running."""
        if not self._request and self.play.is_persons_turn:
            self._start_request(HINT, self.play.ask_hint)
            self.changed.emit()

    def search_again(self, number: int) -> None:
        """Pause the game, and have the machine of an earlier move search again how it found it."""
        self._interrupt(lambda: self._search_again(number))

    def _search_again(self, number: int) -> None:
        """Repeat the search of an earlier move, when nothing else is at work."""
        self.is_paused, self._searched_again = self.machine_is_to_move, number
        if self.is_paused:
            self.play.clock.stop()
        self._start_request(AGAIN, lambda: self.play.think_again(number))
        self.changed.emit()

    # Requests to machines

    def _start_request(self, what: str, ask: Callable[[], None]) -> None:
        """Start a machine's work in another thread; `ask` starts its process."""
        self._request, self._is_starting = what, True

        def start() -> Message | None:
            try:
                ask()
            except PlayerFailed as error:
                return error.reason
            finally:
                with self._lock:
                    self._is_starting = False
                    if self._is_closed:
                        self.play.close()
            return None

        self._start = in_background(start, self._note_start)

    def _note_start(self, failure: Message | None) -> None:
        """Begin to poll a process that has been started, or report why it has not."""
        self._start = None
        after_start, self._after_start = self._after_start, None
        if failure is not None:
            self._note_failure(failure)
        else:
            self._polling.start()
        if after_start is not None:
            after_start()

    def _take_answer(self) -> None:
        """Take the answer of a machine, if it has come."""
        try:
            decision = self._poll()
        except PlayerFailed as error:
            self._note_failure(error.reason)
            return
        if decision is None:
            return
        request = self._request
        self._end_request()
        if request == MOVE:
            self._read_undecided(decision)
            self._after_move()
            return
        if request == HINT:
            self.hint = decision
        else:
            self._read_undecided(decision)
            self.searched_again.emit(self._searched_again)
        self.changed.emit()

    def _poll(self) -> Decision | None:
        """Return the decision that was asked for; None while there is none."""
        if self.is_searching_again:
            return self.play.poll_again(self._searched_again)
        return self.play.poll_hint() if self.is_finding_hint else self.play.poll()

    def _read_undecided(self, decision: Decision) -> None:
        """Read which moves a recording has valued None, in another thread; only brains for Python 2 do."""
        if not any(value == -inf for _, value, _, _ in decision.values) or not decision.trace_path:
            return

        def read() -> frozenset[str]:
            trace = decision.trace
            assert trace is not None
            return frozenset(trace.move_text(child) for child in trace.children(0) if trace.is_undecided(child))

        def show(found: frozenset[str]) -> None:
            if found and not self._is_closed:
                self.undecided[decision.trace_path] = found
                self.changed.emit()

        in_background(read, show, lambda _: None)

    def _note_failure(self, reason: Message) -> None:
        """Note why a machine has given no answer, and pause the game if it is to move."""
        self._end_request()
        self.failure, self.is_paused = reason, self.machine_is_to_move
        self.play.clock.stop()
        self.changed.emit()

    def _end_request(self) -> None:
        """Note that no machine is at work any more."""
        self._polling.stop()
        self._request = ""

    def _interrupt(self, then: Callable[[], object]) -> None:
        """Stop the machine, and then do something else."""
        self._next_move.stop()
        if self._start is not None:
            self._after_start = lambda: self._stop_then(then)
        else:
            self._stop_then(then)

    def _stop_then(self, then: Callable[[], object]) -> None:
        """Stop the machine that has been started, and then do something else."""
        self._end_request()
        self.play.stop()
        then()

    # After a move

    def _after_move(self) -> None:
        """Go on after a move: the next turn, or a pause between two machines."""
        self.hint, self.failure = None, None
        self.played.emit()
        self.changed.emit()
        if self.machine_is_to_move and not self.play.persons:
            self._next_move.start()
        else:
            self.go_on()

    def _after_change(self) -> None:
        """Go on after the board has changed without a move."""
        self.hint, self.failure = None, None
        if not self.is_paused:
            self.go_on()
        self.changed.emit()

    # Clocks

    def _update_clocks(self) -> None:
        """Update the clocks, and end the game of a side whose time is over."""
        clock = self.play.clock
        side = clock.running
        if side and clock.has_fallen(side) and self.play.ending is None:
            self._interrupt(lambda: self._lose_on_time(side))
        elif side or self._request:
            self.ticked.emit()

    def _lose_on_time(self, side: int) -> None:
        """End the game: a side has no time left."""
        if self.play.ending is None:
            self.play.game.lose_on_time(side)
            self.play.clock.stop()
        self.changed.emit()

    # Closing

    def close(self) -> None:
        """End all processes; the thread that starts one ends it if it is still starting."""
        for timer in (self._polling, self._next_move, self._clock_timer):
            timer.stop()
        if self._start is not None:
            self._start.cancel()
        with self._lock:
            self._is_closed = True
            if self._is_starting:
                return
        self.play.close()
