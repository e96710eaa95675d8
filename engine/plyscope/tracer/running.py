"""Runs somebody's file in a process of its own, within limits, and follows what it says while it runs.

The process writes a log into a file; however it comes to its end, and whatever it does before, all that has been
written by then is read. Nothing of it is kept here but rows and texts.

Somebody's text with a cache on some of its functions, as `functools.cache` right above them would have it.

The file on the disk stays as it is; what runs is a copy of its text.
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Any

from plyscope.messages import InputError
from plyscope.model.trace import Trace
from plyscope.model.user_code import Ended, TracedFunction
from plyscope.tracer.build_trace import make_trace
from plyscope.tracer.live_functions import codes_in, function_of_code
from plyscope.tracer.log_reader import Enough, Gatherer
from plyscope.tracer.source_text import SourceFile, chosen, read_source_file
from plyscope.tracer.target.instrumentation import told_names
from plyscope.tracer.target.line_tracing import MOST_LINES, local_names
from plyscope.tracer.target.log import EXCEPTION, EXIT, RETURNED, BatchReader
from plyscope.tracer.target.program import LOADING
from plyscope.tracer.target.recursion import functions_in

CACHE = '@__import__("functools").cache'


def with_cache(source: SourceFile, names: Sequence[str]) -> SourceFile:
    """The text with a cache on the functions of these names."""
    lines = source.text.splitlines(keepends=True)
    places = []
    for name in names:
        node = source.functions[name].node
        if isinstance(node, ast.Lambda):
            raise InputError("{name} is a lambda, and no cache can stand above it", name=name)
        places.append((node.lineno, node.col_offset))
    for line, indent in sorted(places, reverse=True):
        lines.insert(line - 1, f"{' ' * indent}{CACHE}\n")
    text = "".join(lines)
    return replace(source, text=text, functions=functions_in(ast.parse(text)))


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
WRITTEN_AWAY = 0.03
"""Seconds after which what it had done by then is written away."""
STOPPING = 1.0
"""Seconds that are spent on what was written until somebody stopped it."""
AT_ONCE = 20_000
"""Items of the log that are read without looking at anything else."""
FAR_AHEAD, NEAR = 1 << 20, 1 << 18
"""Bytes of the log that wait to be read: a program that is farther ahead is held until they are no more than these."""

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
    source = read_source_file(path)
    names = chosen(source, call, functions)
    if cached:
        source = with_cache(source, names)
    limits = limits or Limits()
    with contextlib.nullcontext(folder) if folder else tempfile.TemporaryDirectory(prefix="plyscope-") as place:
        run = TargetRun(source, call.strip(), names, limits, lines, Path(place))
        try:
            ended = run.follow(progress, heard)
        finally:
            run.end()
            run.log.close()
    return make_trace(
        run.gathered,
        run.functions,
        file=str(source.path),
        call=call.strip(),
        text=source.text,
        ended=ended,
        limit=limits.frames,
    )


def described(source: SourceFile, name: str) -> TracedFunction:
    """A function as recordings name it."""
    function = source.functions[name]
    node = function.node
    codes = codes_in(compile(source.text, str(source.path), "exec"))
    code = next((one for one in codes if function_of_code({name: function}, one) is not None), None)
    variables = function.parameters if code is None else local_names(code)
    return TracedFunction(name, told_names(function), variables, node.lineno, node.end_lineno or node.lineno)


class TargetRun:
    """One run of somebody's program."""

    def __init__(
        self, source: SourceFile, call: str, names: Sequence[str], limits: Limits, lines: bool | None, folder: Path
    ) -> None:
        self.source = source
        self.limits = limits
        self.functions = [described(source, name) for name in names]
        self.gathered = Gatherer(self.functions, limits.frames)
        self.faults = folder / "faults"
        self.is_behind = False
        """Whether the program had done more, when it ended, than is kept."""
        request = {
            "file": str(source.path),
            "text": source.text,
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
        self.pieces = self.written()
        self.began = monotonic()
        self.held, self.held_since = 0.0, 0.0
        """Seconds for which the program has been held, and since when it is; 0 where it is not."""
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-X", "utf8", "-c", START),
                *(str(Path(__file__).parent / "target"), INSIDE, str(folder / "request")),
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

        def look() -> Ended | None:
            """Why it is to be ended; None where it goes on."""
            nonlocal told
            self.hold_or_let_go()
            if heard is not None and told < len(self.gathered.printed):
                heard("".join(self.gathered.printed[told:]))
                told = len(self.gathered.printed)
            if self.seconds > self.limits.seconds:
                return Ended("limit", "seconds")
            is_wanted = progress is None or progress(len(self.gathered)) is not False
            return None if is_wanted else Ended("interrupted", "")

        try:
            while self.process.poll() is None and stopped is None:
                stopped = self.read(look) or look()
                if stopped is None:
                    sleep(LOOK_EVERY)
        except Enough:
            stopped = Ended("limit", "frames")
        except KeyboardInterrupt:
            stopped = Ended("interrupted", "")
        if stopped is not None:
            self.ask_where()
        self.end()
        return self.ended(self.read_rest(stopped))

    def read(self, look: Callable[[], Ended | None] = lambda: None) -> Ended | None:
        """Reads what has been written; `look` is asked in between, and ends it by saying why."""
        for piece in self.pieces:
            self.gathered.take(piece)
            stopped = look()
            if stopped is not None:
                return stopped
        self.pieces = self.written()
        return None

    def written(self) -> Iterator[list[Any]]:
        """What is in the log and has not been read, in pieces that are read quickly."""
        for batch in self.reader.batches():
            for start in range(0, len(batch), AT_ONCE):
                yield batch[start : start + AT_ONCE]

    def read_rest(self, stopped: Ended | None) -> Ended | None:
        """Reads what was still written; whoever has stopped it does not wait for all of that. Says how it ended."""
        if stopped is not None and stopped.text == "frames":
            self.is_behind = True  # what follows the last call that is kept makes no sense without the next
            return stopped
        until = monotonic() + STOPPING if stopped is not None and stopped.how == "interrupted" else inf
        cut = Ended("interrupted", "")
        try:
            self.is_behind = self.read(lambda: cut if monotonic() > until else None) is cut
        except Enough:
            stopped, self.is_behind = stopped or Ended("limit", "frames"), True
        return stopped

    @property
    def seconds(self) -> float:
        """For how long it has run; not while it was held."""
        now = monotonic()
        return now - self.began - self.held - (now - self.held_since if self.held_since else 0.0)

    def hold_or_let_go(self) -> None:
        """A program that is faster than its reader waits: else there would be far more to be read when it is over."""
        if not hasattr(signal, "SIGSTOP"):
            return
        waiting = os.fstat(self.log.fileno()).st_size - self.log.tell()
        if not self.held_since and waiting > FAR_AHEAD and self.process.poll() is None:
            self.held_since = monotonic()
            self.process.send_signal(signal.SIGSTOP)
        elif self.held_since and waiting < NEAR:
            self.let_go()

    def let_go(self) -> None:
        if self.held_since:
            self.held += monotonic() - self.held_since
            self.held_since = 0.0
            with contextlib.suppress(OSError):
                self.process.send_signal(signal.SIGCONT)

    def ask_where(self) -> None:
        """Has the program write down at which line it is; that works whatever it does."""
        # Before there is this file, it would not know what it is asked.
        if hasattr(signal, "SIGUSR1") and self.process.poll() is None and self.faults.exists():
            with contextlib.suppress(OSError):
                self.process.send_signal(signal.SIGUSR1)
            self.let_go()
            until = monotonic() + PATIENCE
            while monotonic() < until and self.process.poll() is None and not self.faults.stat().st_size:
                sleep(PATIENCE / 100)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(WRITTEN_AWAY)

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
                path=str(self.source.path),
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
        line = 0 if self.is_behind else self.line_of_fault()
        return Ended(stopped.how, stopped.text, gathered.innermost, line)

    def line_of_fault(self) -> int:
        """The innermost line of the program's own file, where it could write that down."""
        try:
            text = self.faults.read_text(encoding="utf-8", errors="replace")
        except OSError:
            return 0
        found = re.search(rf'File "{re.escape(str(self.source.path))}", line ([0-9]+)', text)
        return int(found[1]) if found else 0


def how_killed(status: int) -> str:
    """What became of a process that did not say how it ended."""
    if status >= 0:
        return f"exit status {status}"
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"signal {-status}"
