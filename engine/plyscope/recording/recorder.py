"""The recorder: runs a search and writes a row for every call of it. The only writer of recordings.

The search is instrumented from outside. Its own name, inside its own text, leads to a wrapper that records
the call and then makes it; `play` records the move, `moves` the legal moves. The search's text is
unchanged.

A row is packed when its call returns, for then all of it is known; until then the wrapper's local
variables hold it. Rows lie in chunks, which become columns at the end. Parent and ply are not written,
since they follow from the sizes (`derive`).

*Block replay.* Where a search declares that equal positions are searched in the same way, the frames below
a position that occurs again are not searched again: the list of row numbers is copied. The columns are the
same to the last bit, and full minimax is recorded in a fraction of the time it would take unrecorded.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf, nan
from mmap import mmap
from struct import Struct
from time import perf_counter
from types import CodeType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from plyscope.model import preorder
from plyscope.model.columns import COLUMNS, HORIZON, INNER, MAX_FRAMES, OPEN, TERMINAL
from plyscope.model.declaration import Calls, Search, Value, Windows
from plyscope.model.position import State
from plyscope.search.binding import run_text

ROW = Struct("<iidddHBB")
ROW_BYTES = ROW.size
MOVE = Struct("<i")
"""The first item of a row."""
ROW_TYPE = np.dtype(
    [(name, COLUMNS[name]) for name in ("move", "size", "alpha", "beta", "value", "skipped", "kind", "status")]
)
CHUNK_BITS = 15
IN_CHUNK = (1 << CHUNK_BITS) - 1
PAUSE = 4096
"""Rows between two readings of the clock."""
REPORT_EVERY = 0.05
"""Seconds between two reports of progress."""

Progress = Callable[[int], object]
"""Called now and then with the number of frames so far; the recording stops where it returns False."""


class Stop(Exception):
    """Ends a search from within: the limit is reached, or the caller has cancelled it."""


class RunState:
    """The state that the wrappers of one run share."""

    __slots__ = ("chunks", "frames", "limit", "next_report", "order", "pause", "pending", "progress", "rows", "tail")

    def __init__(self, limit: int, progress: Progress | None, shares_rows: bool) -> None:
        self.frames = 0
        self.pause = 0
        """The frame before which `look_up` must run: to make room, to report progress, or to stop."""
        self.pending = -1
        """The move that leads to the next call."""
        self.tail: Iterator[int] = iter(())
        """The legal moves of the current frame that the search has not taken yet."""
        self.chunks: list[mmap] = []
        self.order: array[int] | None = array("i") if shares_rows else None
        """Frame -> row where frames share rows; None where frame and row have the same number."""
        self.rows = 0
        """The rows written, where frames share them."""
        self.limit = limit
        self.progress = progress
        self.next_report = perf_counter() + REPORT_EVERY

    def look_up(self) -> None:
        """Makes room for the next rows, or ends the search."""
        if self.frames >= self.limit:
            raise Stop
        if self.progress is not None and perf_counter() >= self.next_report:
            if self.progress(self.frames) is False:
                raise Stop
            self.next_report = perf_counter() + REPORT_EVERY
        rows = self.frames if self.order is None else self.rows
        if rows >> CHUNK_BITS == len(self.chunks):
            # Anonymous memory goes back to the system as soon as it is closed.
            self.chunks.append(mmap(-1, ROW_BYTES << CHUNK_BITS))
        room = (len(self.chunks) << CHUNK_BITS) - rows
        self.pause = self.frames + min(PAUSE, room, self.limit - self.frames)

    def new_row(self) -> int:
        """A new row for the current frame, where rows are shared."""
        assert self.order is not None
        self.order.append(self.rows)
        self.rows += 1
        return self.rows - 1

    def replay(self, start: int, size: int) -> None:
        """Writes the frames of an earlier call once more; only the move that led to it may differ."""
        if self.frames >= self.pause:
            self.look_up()
        assert self.order is not None
        row, copy = self.order[start], self.new_row()
        source, target = (row & IN_CHUNK) * ROW_BYTES, (copy & IN_CHUNK) * ROW_BYTES
        chunk = self.chunks[copy >> CHUNK_BITS]
        chunk[target : target + ROW_BYTES] = self.chunks[row >> CHUNK_BITS][source : source + ROW_BYTES]
        MOVE.pack_into(chunk, target, self.pending)
        self.order.extend(self.order[start + 1 : start + size])
        self.frames += size
        # One row has been used up, however many frames it stands for.
        self.pause = min(self.pause + size - 1, self.limit)


def record_columns(
    search: Search,
    names: Mapping[str, Any],
    options: Mapping[str, Any],
    root: str,
    arguments: Sequence[Any],
    *,
    limit: int | None = None,
    progress: Progress | None = None,
    replay: bool = False,
) -> tuple[dict[str, NDArray[Any]], bool]:
    """Runs the search from a call of `root`; gives the columns, and whether it came to its end.

    The first argument is the state. It is copied, since a search that is stopped does not take its moves back.
    """
    note = RunState(MAX_FRAMES if limit is None else min(limit, MAX_FRAMES), progress, replay)
    wrapped = {
        "play": recording_play(names["play"], note),
        "moves": (recording_each_move if search.moves_unplayed else recording_moves)(names["moves"], note),
    }
    scope = run_text(search.text(options), search.file, {**names, **wrapped})
    for calls in search.calls:
        body = scope[calls.function]
        recorded = recording_calls(body, search, calls, names["is_over"], note)
        if note.order is not None:
            recorded = replaying_blocks(recorded, note)
        scope[calls.function] = recorded
    complete = True
    with room_for_recursion():
        try:
            scope[root](list(arguments[0]), *arguments[1:])
        except Stop:
            complete = False
    scope.clear()  # a scope and its functions hold each other, and with them all blocks that could be replayed
    return to_columns(note), complete


def recording_play(play: Callable[[State, int], None], note: RunState) -> Callable[[State, int], None]:
    def noted(s: State, move: int) -> None:
        note.pending = move
        play(s, move)

    return noted


def recording_moves(moves: Callable[[State], Iterator[int]], note: RunState) -> Callable[[State], Iterator[int]]:
    def noted(s: State) -> Iterator[int]:
        note.tail = offered = moves(s)
        return offered

    return noted


def recording_each_move(moves: Callable[[State], Iterator[int]], note: RunState) -> Callable[[State], Iterator[int]]:
    """`moves` for a search that calls itself without playing a move: the move of a call is the loop's current one."""

    def noted(s: State) -> Iterator[int]:
        for move in moves(s):
            note.pending = move
            yield move

    return noted


WRAPPER = """
def call({parameters}):
    me = note.frames
    if me >= note.pause:
        note.look_up()
    note.frames = me + 1
    row = {row}
    move, tail = note.pending, note.tail
    value, skipped, status = nan, 0, OPEN
    try:
        returned = body({parameters})
        value = {value}
        if note.frames - me == 1:
            status = TERMINAL if is_over(s) else HORIZON
        else:
            status = INNER
            for _ in note.tail:
                skipped += 1
        note.pending, note.tail = move, tail
    finally:
        pack_into(
            chunks[row >> CHUNK_BITS], (row & IN_CHUNK) * ROW_BYTES,
            move, note.frames - me, {alpha}, {beta}, value, skipped, {kind}, status,
        )
    return returned
"""
"""Written out for each function and compiled, as dataclasses are: a wrapper that takes any arguments and
looks up what they mean would add a tenth to the time of every recording."""


def recording_calls(
    body: Callable[..., Any], search: Search, calls: Calls, is_over: Callable[[State], bool], note: RunState
) -> Callable[..., Any]:
    """The function, made to write a row for each of its calls, with everything seen from MAX's side."""
    parameters = body.__code__.co_varnames[: body.__code__.co_argcount]
    has_window = search.windows is not Windows.NONE
    expressions = {
        "parameters": ", ".join(parameters),
        "row": "me" if note.order is None else "note.new_row()",
        "kind": str(calls.kind) if calls.kind is not None else f"{calls.side} > 0",
        "value": "returned[0]" if calls.value is Value.FIRST_ITEM else "returned",
        "alpha": "alpha" if has_window else "-inf",
        "beta": "beta" if has_window else "inf",
    }
    if calls.value is Value.NEGATED:
        turned = {"value": "-returned"}
        if has_window:
            turned |= {"alpha": "-beta", "beta": "-alpha"}
        for name, expression in turned.items():
            expressions[name] = f"{expressions[name]} if {calls.side} > 0 else {expression}"
    scope: dict[str, Any] = {
        "body": body,
        "is_over": is_over,
        "note": note,
        "chunks": note.chunks,
        "pack_into": ROW.pack_into,
        "ROW_BYTES": ROW_BYTES,
        "CHUNK_BITS": CHUNK_BITS,
        "IN_CHUNK": IN_CHUNK,
        "INNER": INNER,
        "TERMINAL": TERMINAL,
        "HORIZON": HORIZON,
        "OPEN": OPEN,
        "inf": inf,
        "nan": nan,
    }
    exec(compiled(WRAPPER.format_map(expressions)), scope)
    recorded: Callable[..., Any] = scope["call"]
    return recorded


@lru_cache(maxsize=64)
def compiled(wrapper: str) -> CodeType:
    return compile(wrapper, "<recorder>", "exec")


def replaying_blocks(recorded: Callable[..., Any], note: RunState) -> Callable[..., Any]:
    """The recorded function, made to copy the frames of a call that was made before."""
    blocks: dict[object, tuple[int, int, Any]] = {}

    def call(s: State, *args: Any) -> Any:
        try:
            key: object = bytes(s), args  # smaller than a tuple, and its hash is kept
        except ValueError:  # a number above 255
            key = tuple(s), args
        known = blocks.get(key)
        if known is not None:
            start, size, returned = known
            if note.frames + size <= note.limit:
                note.replay(start, size)
                return returned
        start = note.frames
        returned = recorded(s, *args)
        size = note.frames - start
        if size > 1:
            blocks[key] = (start, size, returned)
        return returned

    return call


@contextmanager
def room_for_recursion() -> Iterator[None]:
    """Enough for the deepest tree that can be read, at two Python calls a ply."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 10_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def to_columns(note: RunState) -> dict[str, NDArray[Any]]:
    """Chunks of packed rows as columns; each chunk is given back as soon as it has been read."""
    count = note.frames if note.order is None else note.rows
    read = {name: np.empty(count, COLUMNS[name]) for name in ROW_TYPE.names or ()}
    for start in range(0, count, 1 << CHUNK_BITS):
        chunk = note.chunks[start >> CHUNK_BITS]
        rows = np.frombuffer(chunk, ROW_TYPE)[: count - start]
        for name, column in read.items():
            column[start : start + len(rows)] = rows[name]
        del rows
        chunk.close()
    if note.order is not None:
        read = {name: unshared(column, np.frombuffer(note.order, np.int32)) for name, column in read.items()}
        note.order = None
    for name in ("alpha", "beta", "value"):
        read[name] += 0.0  # so that -0.0 becomes 0.0
    read["parent"] = preorder.parents(read["size"])
    read["ply"] = preorder.plies(read["size"])
    return {name: read[name] for name in COLUMNS}


def unshared(column: NDArray[Any], row_of: NDArray[np.int32]) -> NDArray[Any]:
    """A column with an entry for every frame, made from one with an entry for every row, where frames share rows."""
    filled = np.empty(len(row_of), column.dtype)
    for frames in preorder.blocks(len(row_of)):
        part = slice(frames[0], frames[-1] + 1)
        filled[part] = column[row_of[part]]
    return filled
