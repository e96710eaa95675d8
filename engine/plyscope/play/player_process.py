"""A player in a process of its own: it chooses moves on request, and can be made to move at once.

Whatever a player's file does, the result is a move or a `PlayerFailed` with the reason: an error, an illegal move,
a process that ends or hangs, memory. After a failure the next request starts a new process.

The process sends {"ready": true} when the player is loaded, {"depth": n, "frames": n} while it searches, and then a
decision {"move": text, …} or a failure {"failed": kind, "reason": [pattern, values]}. None of it is trusted.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import traceback
from collections.abc import Callable, Mapping
from math import inf
from pathlib import Path
from queue import Empty, SimpleQueue
from time import perf_counter
from typing import Any

from plyscope.files.sources import read_text
from plyscope.messages import InputError, Message, plain_number
from plyscope.model.position import Position
from plyscope.model.shuffle import random_below, random_words
from plyscope.operating_system import limit_memory
from plyscope.play.decision import Decision
from plyscope.play.players import CRASH, ILLEGAL, MEMORY, TIME, PlayerFailed, Version
from plyscope.processes import NO_ANSWER, RESULT, Child, Parent

MEMORY_LIMIT = 1024
"""Megabytes that a player's file may use."""
LOADING_TIMEOUT = 20.0
"""Seconds for loading a player."""
MOVE_NOW_TIMEOUT = 3.0
"""Seconds for a search to answer after the order to move at once; a file cannot receive the order."""
MOVE_NOW = "move now"
"""The order to play the best move found so far; all other orders are requests for a move."""


class Player:
    """One player. Call `ask`, then `poll` until there is a decision; or `choose`, which does both."""

    def __init__(self, version: Version, *, memory: int = MEMORY_LIMIT) -> None:
        self.version = version
        self.memory = memory
        self.progress = (0, 0)
        """The depth that is being searched, and the frames so far."""
        self._inbox: SimpleQueue[tuple[str, Any]] = SimpleQueue()
        self._child: Child | None = None
        self._question: tuple[Position, int, str] | None = None
        self._is_loading = False
        self._began = 0.0
        self._hurried_at = inf
        """The time of the order to move at once."""

    @property
    def is_thinking(self) -> bool:
        return self._question is not None

    @property
    def seconds(self) -> float:
        """Seconds of thinking, without loading."""
        return perf_counter() - self._began if self.is_thinking and not self._is_loading else 0.0

    def start(self) -> None:
        """Start the process, unless it runs; return at once."""
        if self._child is not None:
            return
        inbox = self._inbox
        self._child = Child(is_trusted=False)
        self._is_loading, self._began = True, perf_counter()
        version = self.version
        if version.is_file:
            path = str(Path(version.path).resolve())
            self._child.begin(lambda *received: inbox.put(received), play_file, path, version.function, self.memory)
        else:
            self._child.begin(lambda *received: inbox.put(received), play_search, dict(version.options))

    def load(self) -> None:
        """Start the process and wait until the player is loaded."""
        self.start()
        while self._is_loading:
            answer = self._receive(LOADING_TIMEOUT)
            if answer is not None and "ready" not in answer:
                self._fail(answer)
            self._check_loaded(answer is not None)

    def _check_loaded(self, is_ready: bool) -> None:
        """Take note that the player is loaded, or fail after the timeout."""
        if is_ready:
            self._is_loading, self._began = False, perf_counter()
        elif perf_counter() - self._began >= LOADING_TIMEOUT:
            self.end()
            raise PlayerFailed(TIME, Message("it was not loaded within {limit} seconds", limit=LOADING_TIMEOUT))

    def ask(self, position: Position, seed: int = 0, save: Path | None = None) -> None:
        """Request a move, and return at once. With `save`, a search saves its recording there."""
        assert not self.is_thinking, "one request at a time"
        self.start()
        assert self._child is not None
        self._question = position, seed, "" if save is None else str(save)
        self._hurried_at, self.progress = inf, (0, 0)
        if not self._is_loading:
            self._began = perf_counter()
        question = {"game": position.game.name, "position": position.text, "max": position.max}
        self._child.send({**question, "seed": seed, "save": self._question[2]})

    def poll(self, timeout: float = 0.0) -> Decision | None:
        """Return the decision once it has arrived, a random one at the deadline; None after the timeout.

        Raise PlayerFailed for a failure.
        """
        assert self._question is not None, "no move was requested"
        ends = perf_counter() + timeout
        while True:
            loaded_by = self._began + LOADING_TIMEOUT if self._is_loading else inf
            answer = self._receive(min(ends, loaded_by, self._deadline()) - perf_counter())
            if answer is not None and "frames" in answer:
                self.progress = int(answer["depth"]), int(answer["frames"])
            elif answer is not None and "ready" not in answer:
                return self._decision(answer)
            elif self._is_loading:
                self._check_loaded(answer is not None)
            if perf_counter() >= self._deadline():
                return self._random_decision(Message("ordered to move at once: a random legal move"))
            if answer is None and perf_counter() >= ends:
                return None

    def _deadline(self) -> float:
        """Return when an answer to the order to move at once is due."""
        return self._hurried_at + (LOADING_TIMEOUT if self._is_loading else MOVE_NOW_TIMEOUT)

    def choose(self, position: Position, seed: int = 0, limit: float | None = None) -> Decision:
        """Return a move within `limit` seconds; a slower player is ended and has failed."""
        self.ask(position, seed)
        while True:
            found = self.poll(60.0 if limit is None else max(0.0, limit - self.seconds))
            if found is not None:
                return found
            if limit is not None and self.seconds >= limit:
                self.end()
                raise PlayerFailed(TIME, Message("it took longer than {limit} seconds for a move", limit=limit))

    def move_now(self) -> None:
        """Order the best move found so far; a file, which has none, gets a random one."""
        if self._child is not None and self.is_thinking:
            self._child.send(MOVE_NOW)
            self._hurried_at = -inf if self.version.is_file else perf_counter()

    def end(self) -> None:
        """End the process, and forget what it was asked."""
        if self._child is not None:
            self._child.end()
        self._child, self._question = None, None
        self._inbox = SimpleQueue()

    def _receive(self, timeout: float) -> dict[str, Any] | None:
        """Return what arrives within the timeout, None if nothing does; the end of the process is a failure."""
        try:
            kind, value = self._inbox.get(timeout=timeout) if timeout > 0 else self._inbox.get_nowait()
        except Empty:
            return None
        if kind == RESULT:
            return value if isinstance(value, dict) else {}
        assert self._child is not None
        if value is NO_ANSWER:
            return {}
        status = self._child.status
        return {"failed": CRASH, "reason": ["its process ended with status {status}", {"status": str(status)}]}

    def _decision(self, answer: dict[str, Any]) -> Decision:
        """Return the decision in an answer, which ends the question; raise PlayerFailed for an illegal move."""
        assert self._question is not None
        (position, _, _), seconds = self._question, self.seconds
        if not isinstance(answer.get("move"), str):
            self._fail(answer)
        try:
            move = position.here.move_text(position.find_move(answer["move"]))
        except InputError as error:
            self._question = None
            raise PlayerFailed(ILLEGAL, error.message) from error
        self._question = None
        values = answer.get("values", ())
        return Decision(
            move,
            tuple((one, None if value is None else float(value), bound, n) for one, value, bound, n in values),
            answer.get("calls"),
            answer.get("depth"),
            answer.get("complete", True),
            seconds,
            trace_path=answer.get("trace", ""),
        )

    def _random_decision(self, remark: Message) -> Decision:
        """Return a random legal move for a player that has given none; its process is ended."""
        assert self._question is not None
        (position, seed, _), seconds = self._question, self.seconds
        self.end()
        return Decision(random_move(position, seed), complete=False, seconds=seconds, remark=remark)

    def _fail(self, answer: dict[str, Any]) -> None:
        """End the process, and raise PlayerFailed with the reason in an answer."""
        self.end()
        reason = answer.get("reason")
        if isinstance(reason, list) and len(reason) == 2 and isinstance(reason[1], dict):
            raise PlayerFailed(str(answer.get("failed")), Message(str(reason[0]), **reason[1]))
        raise PlayerFailed(CRASH, NO_ANSWER)


def random_move(position: Position, seed: int) -> str:
    """Return a legal move drawn from the seed and the position."""
    moves = position.moves()
    return moves[random_below(len(moves), random_words(seed, position.state, "instead"))]


# In the process of the player

Choose = Callable[[Position, int, str], Mapping[str, Any]]


def play_search(options: Mapping[str, Any], parent: Parent) -> None:
    """Answer requests for moves by a search, in a player's process."""
    from plyscope.files.trace_file import save_trace
    from plyscope.play.deciding import decide

    version = Version("", options)

    def report(depth: int, frames: int) -> bool:
        parent.send({"depth": depth, "frames": frames})
        return not parent.has_order  # during a search the only order is to move now

    def choose(position: Position, seed: int, save: str) -> Mapping[str, Any]:
        found = decide(position, version, seed, report)
        if save and found.recorded is not None:
            save_trace(found.recorded, save)
        values = [
            [move, None if value is None else plain_number(value), bound, n] for move, value, bound, n in found.values
        ]
        return {
            "move": found.move,
            "values": values,
            "calls": found.calls,
            "depth": found.depth,
            "complete": found.complete,
            "trace": save,
        }

    answer_questions(lambda: choose, "", parent)


def play_file(path: str, function: str, memory: int, parent: Parent) -> None:
    """Answer requests for moves by a user's file, in a player's process. Its folder comes first on the path."""
    limit_memory(memory << 20)

    def load() -> Choose:
        function_of_file = getattr(load_file(Path(path)), function)

        def choose(position: Position, seed: int, _save: str) -> Mapping[str, Any]:
            random.seed(seed)
            move = function_of_file(position)
            if isinstance(move, int) and not isinstance(move, bool):
                move = str(move)  # users often return a column as a number
            if not isinstance(move, str):
                return failure(ILLEGAL, "it returned {given}, which is not the text of a move", given=repr(move)[:60])
            return {"move": str(move)[:200]}

        return choose

    answer_questions(load, Path(path).name, parent)


def load_file(path: Path) -> object:
    """Return the module of a user's file."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location("brain", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["brain"] = module
    spec.loader.exec_module(module)
    return module


def answer_questions(load: Callable[[], Choose], file: str, parent: Parent) -> None:
    """Answer requests one after the other; whatever a user's file does, there is an answer."""
    parent.end_at_once()
    try:
        choose = load()
    except BaseException as error:
        parent.send(why_it_failed(error, file))
        return
    parent.send({"ready": True})
    for question in parent.orders():
        if not isinstance(question, dict):
            continue  # an order to move now that came too late
        try:
            position = read_text(question["game"], question["position"]).with_max(question["max"])
            parent.send(choose(position, question["seed"], question["save"]))
        except BaseException as error:
            parent.send(why_it_failed(error, file))


def failure(kind: str, pattern: str, **values: object) -> dict[str, Any]:
    """Return the answer for a failure."""
    return {"failed": kind, "reason": [pattern, {name: str(value) for name, value in values.items()}]}


def why_it_failed(error: BaseException, file: str) -> dict[str, Any]:
    """Return the answer for an exception of a user's file, with its line."""
    if isinstance(error, MemoryError):
        return failure(MEMORY, "it needs more memory than allowed")
    text = "".join(traceback.format_exception_only(error)).strip().splitlines()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == file]
    reason = text[-1][:300] if text else type(error).__name__
    if lines:
        return failure(CRASH, "line {line}: {error}", line=lines[-1], error=reason)
    return failure(CRASH, "{error}", error=reason)
