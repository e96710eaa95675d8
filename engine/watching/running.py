"""Runs somebody's file in a process of its own, within limits, and follows what it says while it runs.

The process writes a log into a file; however it comes to its end, and whatever it does before, all that has been
written by then is read. Nothing of it is kept here but rows and texts.
"""

from __future__ import annotations

import ast
import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from types import CodeType
from typing import IO

from engine.messages import InputError
from engine.trace import Trace
from engine.watching.caching import with_cache
from engine.watching.gathering import Enough, Gatherer
from engine.watching.inside.log import EXCEPTION, EXIT, RETURNED, BatchReader
from engine.watching.inside.placing import told_names
from engine.watching.inside.program import LOADING
from engine.watching.inside.recursion import Function
from engine.watching.inside.tracing import MOST_LINES, local_names
from engine.watching.making import make_trace
from engine.watching.own_code import Ended, OwnFunction
from engine.watching.own_text import OwnText, chosen, read_own_text

INSIDE = "plyscope_watching"
"""The name under which the watched process knows our package."""
START = """
import importlib.util, sys
folder, name, request = sys.argv[1:4]
spec = importlib.util.spec_from_file_location(name, folder + "/__init__.py", submodule_search_locations=[folder])
package = sys.modules[name] = importlib.util.module_from_spec(spec)
spec.loader.exec_module(package)
importlib.import_module(name + ".program").main(request)
"""
LOOK_EVERY = 0.02
"""Seconds between two looks at the log."""
PATIENCE = 0.3
"""Seconds that a program gets to say where it is, before it is ended."""

Progress = Callable[[int], object]
Heard = Callable[[str], object]


@dataclass(frozen=True)
class Limits:
    """What a watched program may use."""

    seconds: float = 60
    memory: int = 2 << 30
    """Bytes of address space."""
    frames: int = 10_000_000
    depth: int = 20_000
    """Levels of recursion that the program may set for itself; as long as it sets none, Python's own limit holds."""


def debug(
    path: str | Path,
    call: str,
    functions: Sequence[str] = (),
    limits: Limits | None = None,
    lines: bool | None = None,
    progress: Progress | None = None,
    heard: Heard | None = None,
    *,
    cached: bool = False,
    folder: Path | None = None,
) -> Trace:
    """Runs a call of somebody's file and records it.

    `lines` says whether executed lines are recorded too; None means those of the beginning. `progress` is called now
    and then with the number of calls so far, and ends the program by returning False; `heard` is told what is printed.
    `cached` runs the functions that are watched with a cache, whose text then is the recording's. A `folder` that is
    named holds all that happens, for `salvaging` where we are ended ourselves.
    """
    own = read_own_text(path)
    names = chosen(own, call, functions)
    if cached:
        own = with_cache(own, names)
    limits = limits or Limits()
    with contextlib.nullcontext(folder) if folder else tempfile.TemporaryDirectory(prefix="plyscope-") as place:
        run = OwnRun(own, call.strip(), names, limits, lines, Path(place))
        try:
            ended = run.follow(progress, heard)
        finally:
            run.end()
            run.log.close()
    return make_trace(
        run.gathered,
        run.functions,
        file=str(own.path),
        call=call.strip(),
        text=own.text,
        ended=ended,
        limit=limits.frames,
    )


def described(own: OwnText, name: str) -> OwnFunction:
    """A function as recordings name it."""
    function = own.functions[name]
    node = function.node
    code = code_of(compile(own.text, str(own.path), "exec"), function, "")
    variables = function.parameters if code is None else local_names(code)
    return OwnFunction(name, told_names(function), variables, node.lineno, node.end_lineno or node.lineno)


def code_of(code: CodeType, function: Function, inside: str) -> CodeType | None:
    """The code of a function among those that stand in another's, or in a file's."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            name = inside + inner.co_name
            is_lambda = inner.co_name == "<lambda>" and inner.co_firstlineno == function.node.lineno
            if name == function.name or (is_lambda and isinstance(function.node, ast.Lambda)):
                return inner
            found = code_of(inner, function, f"{name}.")
            if found is not None:
                return found
    return None


class OwnRun:
    """One run of somebody's program."""

    def __init__(
        self, own: OwnText, call: str, names: Sequence[str], limits: Limits, lines: bool | None, folder: Path
    ) -> None:
        self.own = own
        self.limits = limits
        self.functions = [described(own, name) for name in names]
        self.gathered = Gatherer(self.functions, limits.frames)
        self.faults = folder / "faults"
        request = {
            "file": str(own.path),
            "text": own.text,
            "call": call,
            "functions": {name: number for number, name in enumerate(names)},
            "seconds": limits.seconds,
            "memory": limits.memory,
            "depth": limits.depth,
            "lines": lines is not False,
            "most_lines": MOST_LINES if lines is None else 100 * MOST_LINES,
            "log": str(folder / "log"),
            "faults": str(self.faults),
        }
        (folder / "log").touch()
        (folder / "request").write_text(json.dumps(request), encoding="utf-8")
        self.log: IO[bytes] = (folder / "log").open("rb")
        self.reader = BatchReader(self.log)
        self.began = monotonic()
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-X", "utf8", "-c", START),
                *(str(Path(__file__).parent / "inside"), INSIDE, str(folder / "request")),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )

    def follow(self, progress: Progress | None, heard: Heard | None = None) -> Ended:
        """Reads along until the program ends, or is ended; says how."""
        stopped: Ended | None = None
        told = 0
        try:
            while self.process.poll() is None and stopped is None:
                self.read()
                if heard is not None and told < len(self.gathered.printed):
                    heard("".join(self.gathered.printed[told:]))
                    told = len(self.gathered.printed)
                if monotonic() - self.began > self.limits.seconds:
                    stopped = Ended("limit", "seconds")
                elif progress is not None and progress(len(self.gathered)) is False:
                    stopped = Ended("interrupted", "")
                sleep(LOOK_EVERY)
        except Enough:
            stopped = Ended("limit", "frames")
        except KeyboardInterrupt:
            stopped = Ended("interrupted", "")
        if stopped is not None:
            self.ask_where()
        self.end()
        try:
            self.read()
        except Enough:
            stopped = stopped or Ended("limit", "frames")
        return self.ended(stopped)

    def read(self) -> None:
        for batch in self.reader.batches():
            self.gathered.take(batch)

    def ask_where(self) -> None:
        """Has the program write down at which line it is; that works whatever it does."""
        if hasattr(signal, "SIGUSR1") and self.process.poll() is None:
            with contextlib.suppress(OSError):
                self.process.send_signal(signal.SIGUSR1)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(PATIENCE)

    def end(self) -> None:
        """Ends the program and all that it has started."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.process.kill()
        self.process.wait()

    def ended(self, stopped: Ended | None) -> Ended:
        gathered = self.gathered
        said = gathered.ended
        if said is not None and said[0] == LOADING:
            raise InputError(
                "{path}: line {line}: the file cannot be run: {reason}",
                path=str(self.own.path),
                line=said[2],
                reason=said[1],
            )
        is_done = stopped is None and said is not None and said[0] == RETURNED
        gathered.finish(said is not None and said[0] in (EXCEPTION, EXIT), said[1] if said and is_done else None)
        if stopped is None and said is not None:
            how, text, line = said
            if how == RETURNED:
                return Ended(how, text)
            frame, raised, at = gathered.origin
            own_line = at if raised == text and frame else line
            return Ended(how, text, frame if raised == text else gathered.innermost, own_line)
        stopped = stopped or Ended("killed", how_killed(self.process.returncode))
        return Ended(stopped.how, stopped.text, gathered.innermost, self.line_of_fault())

    def line_of_fault(self) -> int:
        """The innermost line of the program's own file, where it could write that down."""
        try:
            text = self.faults.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return 0
        found = re.search(rf'File "{re.escape(str(self.own.path))}", line ([0-9]+)', text)
        return int(found[1]) if found else 0


def how_killed(status: int) -> str:
    """What became of a process that did not say how it ended."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
