"""The process that compiles a program and records it from the start, while the interpreter already works.

It is killed as soon as nobody waits for it: while it compiles it could not stop by itself. The columns travel as a file
in its temporary folder, which the parent process maps before that folder is removed.
"""

from __future__ import annotations

import gc
import os
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError, Message
from plyscope.model.columns import COLUMNS
from plyscope.processes import DIED, DONE, FAILED, Child, Pace, Parent
from plyscope.recording.lanes.program import Program

KEEP, TAKEN = "keep", "taken"
"""The orders to stop and deliver what there is, and to end, since that was taken."""
COLUMNS_FILE = "columns"


class Recording(NamedTuple):
    """The number of frames so far: it has compiled the search, and records it."""

    frames: int


class Finished(NamedTuple):
    """The file of the columns, one behind the other, and what the search has returned."""

    path: str
    frames: int
    answer: Any
    is_complete: bool


@dataclass
class Recorded:
    """The columns of a search, what it has returned, and whether it came to its end."""

    columns: dict[str, NDArray[Any]]
    answer: Any
    is_complete: bool
    hits: Any = None
    """What a table has answered; a search with a table is not compiled."""
    depths: Any = None
    """The depth that each call was given; of a compiled search it follows by the law."""
    passed: Any = None
    """Whether the side passed its turn before the call, which no compiled search does."""


class CompiledRun:
    """A compiled search in a process of its own."""

    def __init__(self, program: Program, limit: int) -> None:
        self.frames = 0
        """Those that it has reported; 0 while it compiles."""
        self.recorded: Recorded | None = None
        self.problem: Message | None = None
        """Why it has failed."""
        self.ended = Event()
        self._child = Child()
        self._child.begin(self._deliver, record_compiled, program, limit)

    def _deliver(self, kind: str, value: Any) -> None:
        if kind in (FAILED, DIED):
            self.problem = value
        if isinstance(value, Recording):
            self.frames = value.frames
        if isinstance(value, Finished):
            try:
                self.recorded = Recorded(read_columns(value), value.answer, value.is_complete)
            except OSError as error:
                self.problem = Message("{reason}", reason=error.strerror or str(error))
            self._child.send(TAKEN)
        if kind in (FAILED, DIED, DONE) or isinstance(value, Finished):
            self.ended.set()

    def keep(self) -> None:
        """Stop it, and wait for what it has recorded until now."""
        self._child.send(KEEP)
        self.ended.wait()

    def end(self) -> None:
        self._child.end()


def record_compiled(program: Program, limit: int, parent: Parent) -> None:
    """The work of the process."""
    import tempfile

    parent.end_at_once()
    # A compiler makes very many objects that stay, and this process ends soon.
    gc.disable()
    from plyscope.recording.lanes.compiled import CompiledSearch, NumbaError

    pace = Pace()

    def check(count: int) -> bool:
        if pace.is_due:
            parent.send(Recording(count))
        return not parent.has_order

    try:
        columns, answer, is_complete = CompiledSearch(program).run(limit, check)
    except NumbaError as error:
        raise InputError("numba cannot compile it: {reason}", reason=first_reason(str(error))) from error
    path = Path(tempfile.gettempdir(), COLUMNS_FILE)
    write_columns(columns, path)
    parent.send(Finished(str(path), len(columns["parent"]), answer, is_complete))
    while parent.next_order() == KEEP:
        pass


def first_reason(text: str) -> str:
    """The first line of a compiler's long complaint that says something."""
    lines = [line.strip() for line in text.splitlines()]
    return next((line for line in lines if line and not line.startswith("Failed in nopython mode")), "no reason given")


def write_columns(columns: dict[str, NDArray[Any]], path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        for name in sorted(COLUMNS, key=lambda name: -columns[name].itemsize):
            data = columns[name].view(np.uint8)
            while len(data):
                data = data[file.write(data.data) :]


def read_columns(finished: Finished) -> dict[str, NDArray[Any]]:
    """The columns of a file that may be removed afterwards; the widest come first, so that all are aligned."""
    if os.name == "posix":
        content: NDArray[Any] = np.asarray(np.memmap(finished.path, np.uint8, "c"))
    else:
        content = np.fromfile(finished.path, np.uint8)
    found, start = {}, 0
    for name, kind in sorted(COLUMNS.items(), key=lambda item: -np.dtype(item[1]).itemsize):
        end = start + finished.frames * np.dtype(kind).itemsize
        found[name] = content[start:end].view(kind)
        start = end
    return {name: found[name] for name in COLUMNS}
