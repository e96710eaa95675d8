"""Starts a call of a file, or a whole program, in a target process, and ends it.

It imports little: while the process starts, its caller can load what reads the log, which takes as long.
"""

from __future__ import annotations

import ast
import json
import signal
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple, Self

from plyscope.messages import InputError
from plyscope.model.source_lines import text_lines
from plyscope.operating_system import end_session
from plyscope.temporary import TemporaryFolder
from plyscope.tracer.programs import Program
from plyscope.tracer.source_text import SourceFile, functions_to_trace, parsed_text, read_source_file
from plyscope.tracer.target.line_tracing import MAX_LINES, MAX_LINES_OF_EACH, MAX_LINES_REQUESTED
from plyscope.tracer.target.log import FAULT_BYTES
from plyscope.tracer.target_process import Stream, start_target
from plyscope.tracer.user_python import UserPython

CACHE_DECORATOR = '@__import__("functools").cache'


def with_cache(source: SourceFile, names: Sequence[str]) -> SourceFile:
    """Return the text with a cache around some functions; raise InputError for a lambda."""
    lines = [*text_lines(source.text)]
    places = []
    for name in names:
        node = source.functions[name].node
        if isinstance(node, ast.Lambda):
            raise InputError("{name} is a lambda, and no cache can stand above it", name=name)
        places.append((node.lineno, node.col_offset))
    for line, indent in sorted(places, reverse=True):
        lines.insert(line - 1, f"{' ' * indent}{CACHE_DECORATOR}")
    text = "\n".join([*lines, ""])
    return source._replace(text=text, functions=parsed_text(text)[1])


@dataclass(frozen=True)
class Limits:
    """What a traced program may use."""

    seconds: float = 60
    memory: int = 2 << 30
    """Address space in bytes."""
    frames: int = 10_000_000
    depth: int = 20_000
    """The recursion limit that the program may set; Python's default applies as long as it sets none."""


class Options(NamedTuple):
    """How a call or program is recorded."""

    limits: Limits = Limits(memory=0)
    """The limits of a call; of a program the seconds and frames of each recorded call. A memory of 0 is not limited."""
    lines: bool | None = None
    """Whether executed lines are recorded; None means the first `MAX_LINES_OF_EACH`, of a single call `MAX_LINES`."""
    functions: tuple[str, ...] = ()
    """The functions to trace; without any, the recursive ones."""
    modules: tuple[str, ...] = ()
    """Modules outside of the project that are traced too."""
    streams: tuple[Stream, Stream, Stream] = (None, None, None)
    """Standard input, output and error output of the program; None for ours."""
    lines_of: tuple[int, int] | None = None
    """Record the lines of one call only, with those of the calls below it: the number of its recording, and its own in
    it, from 0 on."""


class StartedCall:
    """A target process for one call; on exit it is ended with all it started, and its log removed."""

    def __init__(
        self,
        program: Program,
        python: UserPython,
        options: Options,
        *,
        cached: bool = False,
        folder: Path | None = None,
    ) -> None:
        """See `running.debug`. The log is kept in a folder that is given."""
        source = read_source_file(program.file)
        names = functions_to_trace(source, program.call, options.functions)
        self.are_requested = bool(options.functions)
        """Whether the functions to trace were named, so that all their calls are kept."""
        self.source = with_cache(source, names) if cached else source
        self.call, self.limits = program.call.strip(), options.limits
        self._temporary: TemporaryFolder | None = None
        if folder is None:
            self._temporary = TemporaryFolder()
            folder = self._temporary.path
        self.folder = folder
        facts = {
            **program.request,
            "text": self.source.text if cached else program.text,
            "cwd": str(program.folder),
            "call": self.call,
            "functions": {name: number for number, name in enumerate(names)},
            "lines_of": None if options.lines_of is None else options.lines_of[1],
        }
        request = written_request(self.folder, facts, options.limits, options.lines, MAX_LINES)
        self.began = monotonic()
        self.process = start_target("program", request, python.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: TracebackType | None) -> None:
        if self.process.poll() is None:
            end_session(self.process)
        if self._temporary is not None:
            self._temporary.remove()


class StartedProgram:
    """The process of a whole program and the folder of its log, for a `Session` to read.

    Any thread may call `interrupt` and `stop`.
    """

    def __init__(
        self, program: Program, python: UserPython, options: Options | None = None, folder: Path | None = None
    ) -> None:
        """`folder` is where the log is kept while the program runs, in a folder of its own."""
        options = options or Options()
        self.program, self.python, self.options = program, python, options
        self.folder = TemporaryFolder(folder=folder)
        facts = {
            **program.request,
            "functions": list(options.functions),
            "modules": list(options.modules),
            "lines_of": options.lines_of,
        }
        most_lines = MAX_LINES if program.call else MAX_LINES_OF_EACH
        request = written_request(self.folder.path, facts, options.limits, options.lines, most_lines)
        self.is_interrupted = self.is_stopped = False
        self.process = start_target("session", request, python.path, program.folder, options.streams)

    def interrupt(self) -> None:
        """Send the program what Ctrl+C sends."""
        self.is_interrupted = True
        with suppress(OSError):
            self.process.send_signal(signal.SIGINT)

    def stop(self) -> None:
        """Ask the session that reads the log to end the program; what was recorded is kept."""
        self.is_stopped = True


def written_request(
    folder: Path, facts: Mapping[str, Any], limits: Limits, lines: bool | None, most_lines: int
) -> Path:
    """Write the request to a target and an empty log; return the request's path.

    There is no room for that once the disk is full. `most_lines` are recorded where nobody has asked for lines.
    """
    log, fault, request = folder / "log", folder / "fault", folder / "request"
    fault.write_bytes(b" " * FAULT_BYTES)
    log.touch()
    whole = {
        **facts,
        "seconds": limits.seconds,
        "memory": limits.memory,
        "depth": limits.depth,
        "lines": lines is not False,
        "most_lines": most_lines if lines is None else MAX_LINES_REQUESTED,
        "log": str(log),
        "faults": str(folder / "faults"),
        "fault": str(fault),
    }
    request.write_text(json.dumps(whole), encoding="utf-8")
    return request
