"""The process of one player: `python -m plyscope.play.player_process`.

It is told first whom it plays, and then positions:

    {"search": options}  or  {"file": path, "function": name, "memory": megabytes}     answers {"ready": true}
    {"position": text, "game": name, "max": side, "seed": n, "save": path or ""}       answers with a decision
    {"now": true}                                                                      move at once

A decision is {"move": text, …}; a failure {"failed": kind, "reason": a message's pattern and values}.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from plyscope.files.sources import read_text
from plyscope.files.trace_file import save_trace
from plyscope.model.position import Position
from plyscope.play.partner import listen_to_input, take_output
from plyscope.play.players import CRASH, ILLEGAL, MEMORY, Version

Choose = Callable[[Position, int, str], Mapping[str, Any]]


class Orders:
    """What the other side wants: questions in a row, and at any time that an answer be given at once."""

    def __init__(self) -> None:
        self.questions: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.move_now = False
        listen_to_input(self.hear)

    def hear(self, said: dict[str, Any]) -> None:
        if "now" in said:
            self.move_now = True
        else:
            self.move_now = False
            self.questions.put(said)


def failed(kind: str, pattern: str, **values: object) -> dict[str, Any]:
    return {"failed": kind, "reason": [pattern, {name: str(value) for name, value in values.items()}]}


def searching(options: Mapping[str, Any], orders: Orders, say: Callable[[Mapping[str, Any]], None]) -> Choose:
    """A player that is a search of ours."""
    from plyscope.messages import plain_number
    from plyscope.play.deciding import decide

    version = Version("", options)

    def told(depth: int, frames: int) -> bool:
        say({"depth": depth, "frames": frames})
        return not orders.move_now

    def choose(position: Position, seed: int, save: str) -> Mapping[str, Any]:
        found = decide(position, version, seed, told)
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

    return choose


def own_file(path: str, function: str, memory: int) -> Choose:
    """A player that is somebody's Python file."""
    limit_memory(memory)
    place = Path(path).resolve()
    sys.path.insert(0, str(place.parent))
    spec = importlib.util.spec_from_file_location("brain", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["brain"] = module
    spec.loader.exec_module(module)
    function_of_file = getattr(module, function)

    def choose(position: Position, seed: int, save: str) -> Mapping[str, Any]:
        random.seed(seed)
        move = function_of_file(position)
        if isinstance(move, int) and not isinstance(move, bool):
            move = str(move)  # a column is a number to most people
        if not isinstance(move, str):
            return failed(ILLEGAL, "it gave {given}, which is no move's text", given=repr(move)[:60])
        return {"move": str(move)[:200]}

    return choose


def limit_memory(megabytes: int) -> None:
    """Where the system can do that."""
    try:
        import resource
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))


def why_it_failed(error: BaseException, path: str) -> dict[str, Any]:
    if isinstance(error, MemoryError):
        return failed(MEMORY, "it needs more memory than it may have")
    said = "".join(traceback.format_exception_only(error)).strip().splitlines()
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename).name == path]
    what = said[-1][:300] if said else type(error).__name__
    if lines:
        return failed(CRASH, "line {line}: {error}", line=lines[-1], error=what)
    return failed(CRASH, "{error}", error=what)


def main() -> None:
    say = take_output()
    orders = Orders()
    whom = orders.questions.get()
    name = Path(whom.get("file", "")).name
    try:
        if "file" in whom:
            choose = own_file(whom["file"], whom["function"], whom["memory"])
        else:
            choose = searching(whom["search"], orders, say)
    except BaseException as error:  # whatever somebody's file does, there is an answer
        say(why_it_failed(error, name))
        return
    say({"ready": True})
    while True:
        question = orders.questions.get()
        try:
            position = read_text(question["game"], question["position"]).with_max(question["max"])
            say(choose(position, question["seed"], question["save"]))
        except BaseException as error:
            say(why_it_failed(error, name))


if __name__ == "__main__":
    main()
