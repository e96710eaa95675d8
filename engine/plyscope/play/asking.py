"""A player is asked for a move, in a process of its own, and can be told to move at once.

Whatever a player's file does, here it is a move or a `PlayerFailed` with the reason: an error, a move that is
not legal, a process that ends or that never ends, memory. After a failure the next question starts a new process.
"""

from __future__ import annotations

from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from plyscope.messages import InputError, Message
from plyscope.model.position import Position
from plyscope.model.shuffle import below, random_words
from plyscope.play.deciding import Decision
from plyscope.play.partner import Inbox, Partner
from plyscope.play.players import CRASH, ILLEGAL, TIME, PlayerFailed, Version

CHILD = "plyscope.play.player_process"
MEMORY = 1024
"""Megabytes that somebody's file may use."""
LOADING = 20.0
"""Seconds that it may take to be loaded."""
GRACE = 3.0
"""Seconds that a search may take to hear that it is to move; a file hears nothing."""


class Asked:
    """One player. `ask` it, then `poll` until there is a decision; or `choose`, which does both."""

    def __init__(self, version: Version, *, memory: int = MEMORY) -> None:
        self.version = version
        self.memory = memory
        self.progress = (0, 0)
        """The depth that is being searched, and the frames so far."""
        self._inbox: Inbox = SimpleQueue()
        self._partner: Partner | None = None
        self._question: tuple[Position, int, str] | None = None
        self._is_loading = False
        self._began = 0.0
        self._told_at = inf

    @property
    def is_thinking(self) -> bool:
        return self._question is not None

    @property
    def seconds(self) -> float:
        """How long it has been thinking; being loaded is not thinking."""
        return perf_counter() - self._began if self.is_thinking and not self._is_loading else 0.0

    def start(self) -> None:
        """Starts the process, unless it runs; returns at once."""
        if self._partner is not None:
            return
        self._partner = Partner(CHILD, self._inbox)
        self._is_loading, self._began = True, perf_counter()
        version = self.version
        if version.is_file:
            path = str(Path(version.path).resolve())
            self._partner.say({"file": path, "function": version.function, "memory": self.memory})
        else:
            self._partner.say({"search": dict(version.options)})

    def load(self) -> None:
        """Starts the process and waits until the player is loaded."""
        self.start()
        while self._is_loading:
            said = self._hear(LOADING)
            if said is not None and "ready" not in said:
                self._fail(said)
            self._loaded(said is not None)

    def _loaded(self, is_ready: bool) -> None:
        """It is ready, or has been given time enough."""
        if is_ready:
            self._is_loading, self._began = False, perf_counter()
        elif perf_counter() - self._began > LOADING:
            self.end()
            raise PlayerFailed(TIME, Message("it was not loaded within {limit} seconds", limit=LOADING))

    def ask(self, position: Position, seed: int = 0, save: Path | None = None) -> None:
        """Asks for a move, and returns at once. Where `save` is said, a search leaves its recording there."""
        assert not self.is_thinking, "one question at a time"
        self.start()
        assert self._partner is not None
        self._question = position, seed, "" if save is None else str(save)
        self._told_at, self.progress = inf, (0, 0)
        if not self._is_loading:
            self._began = perf_counter()
        question = {"game": position.game.name, "position": position.text, "max": position.max}
        self._partner.say({**question, "seed": seed, "save": self._question[2]})

    def poll(self, timeout: float = 0.0) -> Decision | None:
        """The decision, if it comes within so many seconds."""
        assert self._question is not None, "nothing was asked"
        ends = perf_counter() + timeout
        while True:
            said = self._hear(min(ends, self._patience()) - perf_counter())
            if said is not None and "frames" in said:
                self.progress = int(said["depth"]), int(said["frames"])
            elif said is not None and "ready" not in said:
                return self._decision(said)
            elif self._is_loading:
                self._loaded(said is not None)
            if perf_counter() >= self._patience():
                return self._instead(Message("told to move at once: a random legal move"))
            if said is None and perf_counter() >= ends:
                return None

    def _patience(self) -> float:
        """Until when an answer is waited for, where one was wanted at once."""
        return self._told_at + (LOADING if self._is_loading else GRACE)

    def choose(self, position: Position, seed: int = 0, limit: float | None = None) -> Decision:
        """Asks and waits, as long as `limit` allows; a player that is too slow is ended, and has failed."""
        self.ask(position, seed)
        while True:
            found = self.poll(60.0 if limit is None else max(0.0, limit - self.seconds))
            if found is not None:
                return found
            if limit is not None and self.seconds >= limit:
                self.end()
                raise PlayerFailed(TIME, Message("it took longer than {limit} seconds for a move", limit=limit))

    def move_now(self) -> None:
        """It is to play the best that it has found so far; a file that has found nothing plays by chance."""
        if self._partner is not None and self.is_thinking:
            self._partner.say({"now": True})
            self._told_at = -inf if self.version.is_file else perf_counter()

    def end(self) -> None:
        """Ends the process, and with it any thinking."""
        if self._partner is not None:
            self._partner.end()
        self._partner, self._question = None, None
        self._inbox = SimpleQueue()

    def _hear(self, timeout: float) -> dict[str, Any] | None:
        """What is said within so many seconds; that the process has ended is said as a failure."""
        try:
            _, said = self._inbox.get(timeout=max(0.0, timeout)) if timeout > 0 else self._inbox.get_nowait()
        except Empty:
            return None
        if said is not None:
            return said
        assert self._partner is not None
        status = self._partner.status
        return {"failed": CRASH, "reason": ["its process ended with status {status}", {"status": str(status)}]}

    def _decision(self, said: dict[str, Any]) -> Decision:
        assert self._question is not None
        (position, _, _), seconds = self._question, self.seconds
        if not isinstance(said.get("move"), str):
            self._fail(said)
        try:
            move = position.game.move_text(position.find_move(said["move"]))
        except InputError as error:
            self._question = None
            raise PlayerFailed(ILLEGAL, error.message) from error
        self._question = None
        return Decision(
            move,
            tuple((one, None if value is None else float(value), bound, n) for one, value, bound, n in said["values"])
            if "values" in said
            else (),
            said.get("calls"),
            said.get("depth"),
            said.get("complete", True),
            seconds,
            trace_path=said.get("trace", ""),
        )

    def _instead(self, remark: Message) -> Decision:
        """A legal move by chance, for a player that has none to give; its process is ended."""
        assert self._question is not None
        (position, seed, _), seconds = self._question, self.seconds
        self.end()
        return Decision(random_move(position, seed), complete=False, seconds=seconds, remark=remark)

    def _fail(self, said: dict[str, Any]) -> None:
        self.end()
        reason = said.get("reason")
        if isinstance(reason, list) and len(reason) == 2 and isinstance(reason[1], dict):
            raise PlayerFailed(str(said.get("failed")), Message(str(reason[0]), **reason[1]))
        raise PlayerFailed(CRASH, Message("it answered with something that is no answer"))


def random_move(position: Position, seed: int) -> str:
    """A legal move, drawn from the seed and the position."""
    moves = position.moves()
    return moves[below(len(moves), random_words(seed, position.state, "instead"))]
