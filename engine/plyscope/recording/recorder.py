"""The recorder: runs a search and writes a row for every call of it. The only writer of recordings.

The search is instrumented from outside; its text is unchanged. In the scope in which it runs, its own name refers
to a wrapper that makes the call and records it, `play` and `moves` to wrappers that store the move and the legal moves.

A row is packed when its call returns, for then all of it is known; until then the wrapper's local
variables hold it. Rows are stored in chunks, which become columns at the end. Parent and ply are not written,
since they follow from the sizes.

*Block replay.* Where a search declares that equal calls do the same, the frames below a call that occurs again, of an
equal position and with equal arguments, are not searched again: the list of row numbers is copied. The columns are the
same bit for bit, and full minimax is recorded in a fraction of the time that it would take unrecorded. Alpha-beta gains
less, since the window must be equal, too; where hardly any call occurs again, no more are looked for.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf, nan
from mmap import mmap
from struct import Struct
from time import perf_counter
from types import CodeType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from plyscope.messages import InputError
from plyscope.model import preorder
from plyscope.model.columns import (
    COLUMNS,
    DEPTHS,
    HORIZON,
    INNER,
    MAX_FRAMES,
    MAX_MOVE,
    MAX_SKIPPED,
    OPEN,
    TABLE,
    TERMINAL,
)
from plyscope.model.declaration import CHANCE, Calls, Search, Value, Windows
from plyscope.model.distinct_positions import PASS
from plyscope.model.position import Key, State
from plyscope.search.binding import calls_with_moves_alone, parameters_of, run_text
from plyscope.search.transpositions import Place, TranspositionTable

ROW = Struct("<iidddfHBB")
ROW_BYTES = ROW.size
MOVE = Struct("<i")
"""The move, which is the first item of a row."""
DEPTH = "depth"
"""The item of a row that is no column: the depth that the call was given."""
ROW_TYPE = np.dtype(
    [
        (name, {**COLUMNS, DEPTH: DEPTHS}[name])
        for name in ("move", "size", "alpha", "beta", "value", DEPTH, "skipped", "kind", "status")
    ]
)
CHUNK_BITS = 15
IN_CHUNK = (1 << CHUNK_BITS) - 1
CHECKPOINT_EVERY = 4096
"""Frames between two checkpoints at most: a checkpoint reads the clock."""
REPORT_EVERY = 0.05
"""Seconds between two reports of progress."""
MAX_BLOCKS = 1 << 17
"""The most blocks that are remembered for replay, at about 400 bytes each."""
TRIED_BLOCKS = 1 << 14
"""With so many blocks remembered it is known whether calls occur again."""
MIN_COPIED_SHARE = 1 / 8
"""Copied frames for each searched one below which remembering blocks is given up."""

FRAME_SLOTS = 1 << 16
"""Words of a Python frame below a search; as many again are free behind it, enough for about five hundred plies."""

Progress = Callable[[int], object]
"""Called regularly with the number of frames so far; returning False stops the recording."""


STOPPED = object()
"""The answer of a search that was stopped before its end."""


class Stop(Exception):
    """Raised inside a search to end it: the limit is reached, or progress was answered with False."""


class RunState:
    """The state shared by the wrappers of one run."""

    __slots__ = (
        "chunks",
        "frames",
        "hits",
        "limit",
        "next_checkpoint",
        "next_report",
        "order",
        "pending",
        "progress",
        "rows",
        "sources",
        "table",
        "tail",
    )

    def __init__(
        self, limit: int, progress: Progress | None, shares_rows: bool, table: TranspositionTable | None
    ) -> None:
        self.frames = 0
        self.next_checkpoint = 0
        """The frame before which `checkpoint` must run."""
        self.pending = -1
        """The move that leads to the next call; -1 where it has none, PASS where the side passes."""
        self.tail: Iterable[Any] = ()
        """The legal moves of the current frame that the search has not taken yet."""
        self.chunks: list[mmap] = []
        self.order: array[int] | None = array("i") if shares_rows else None
        """Frame -> row where frames share rows; None where frame and row have the same number."""
        self.rows = 0
        """The rows written, where frames share them."""
        self.limit = limit
        self.progress = progress
        self.next_report = perf_counter() + REPORT_EVERY
        self.table = table
        self.sources: dict[Place, int] = {}
        """The frame that has stored what is at a place of the table."""
        self.hits = array("i")
        """Frames that the table has answered, each followed by the frame that had stored the answer."""

    def checkpoint(self) -> None:
        """Report progress and make room for the next rows, or end the search by `Stop`, once there is a root."""
        if self.frames >= self.limit:
            raise Stop
        if self.progress is not None and self.frames and perf_counter() >= self.next_report:
            if self.progress(self.frames) is False:
                raise Stop
            self.next_report = perf_counter() + REPORT_EVERY
        rows = self.frames if self.order is None else self.rows
        if rows >> CHUNK_BITS == len(self.chunks):
            # Anonymous memory goes back to the system as soon as it is closed.
            self.chunks.append(mmap(-1, ROW_BYTES << CHUNK_BITS))
        room = (len(self.chunks) << CHUNK_BITS) - rows
        self.next_checkpoint = self.frames + min(CHECKPOINT_EVERY, room, self.limit - self.frames)

    def status_by_table(self, frame: int, depth: float) -> int:
        """Return the status of a frame that tried no moves on an unfinished position; note it if the table answered."""
        if depth == 0:
            return HORIZON
        assert self.table is not None
        self.hits.extend((frame, self.sources[self.table.place]))
        return TABLE

    def replay(self, start: int, size: int) -> None:
        """Copy the frames of an earlier call to the end; only the move that led to it may differ."""
        if self.frames >= self.next_checkpoint:
            self.checkpoint()
        assert self.order is not None
        row, copy = self.order[start], self.rows
        self.rows = copy + 1
        source, target = (row & IN_CHUNK) * ROW_BYTES, (copy & IN_CHUNK) * ROW_BYTES
        chunk = self.chunks[copy >> CHUNK_BITS]
        chunk[target : target + ROW_BYTES] = self.chunks[row >> CHUNK_BITS][source : source + ROW_BYTES]
        MOVE.pack_into(chunk, target, self.pending)
        self.order.append(copy)
        self.order.extend(self.order[start + 1 : start + size])
        self.frames += size
        # The whole block takes one new row, so the next checkpoint moves on by the other frames.
        self.next_checkpoint = min(self.next_checkpoint + size - 1, self.limit)


class Recorded(NamedTuple):
    """The columns of a run, the answer of the search, and what stands beside the columns."""

    columns: dict[str, NDArray[Any]]
    answer: Any
    """What the root returned, or STOPPED."""
    hits: NDArray[np.int32]
    """Frames that a table has answered, each followed by the frame that had stored the answer."""
    depths: NDArray[np.float32]
    """The depth that each call was given; NaN where its function has no such parameter."""
    passed: NDArray[np.bool_]
    """Whether the side passed its turn before the call."""


def record_columns(
    search: Search,
    names: Mapping[str, Any],
    options: Mapping[str, Any],
    root: str,
    arguments: Sequence[Any],
    *,
    limit: int | None = None,
    progress: Progress | None = None,
    replay: Callable[[Sequence[int]], Key] | None = None,
) -> Recorded:
    """Run the search from a call of `root` and return its columns; blocks are replayed by the key `replay`.

    The first argument is the state. It is copied, since a search that is stopped does not undo its moves.
    """
    most = MAX_FRAMES if limit is None else min(limit, MAX_FRAMES)
    run = RunState(most, progress, replay is not None, names["table"] if search.has_table else None)
    wrapped: dict[str, Callable[..., Any]] = {
        **recording_play(names, run, is_nested=search.picks_moves),
        **({"chance": recording_moves(names["chance"], run)} if search.takes_chance else {}),
        "moves": (recording_each_move if search.moves_unplayed else recording_moves)(names["moves"], run),
    }
    if search.stands_pat:
        wrapped["noisy"] = recording_moves(names["noisy"], run)
    if "moves_from" in names:
        wrapped["moves_from"] = recording_moves_from(names["moves_from"], run)
    text = search.text(options)
    if not calls_with_moves_alone(text, search.file):
        wrapped["undo"] = recording_pending(names["undo"], run, -1)
    if "pass_turn" in names:
        wrapped["pass_turn"] = recording_pending(names["pass_turn"], run, PASS)
        wrapped["undo_pass"] = recording_pending(names["undo_pass"], run, -1)
    scope = run_text(text, search.file, {**names, **wrapped})
    wrap_calls(scope, search, names, run, replay)
    with room_for_recursion():
        try:
            answer = call_with_room(scope[root], list(arguments[0]), *arguments[1:])
        except Stop:
            answer = STOPPED
        except struct.error as error:
            raise unfit(search, run.pending, str(error)) from error
    scope.clear()  # a scope and its functions form a cycle, which would keep all blocks for replay alive
    columns = to_columns(run)
    passed = columns["move"] == PASS
    columns["move"][passed] = -1
    return Recorded(
        {name: columns[name] for name in COLUMNS}, answer, np.array(run.hits, np.int32), columns[DEPTH], passed
    )


def wrap_calls(
    scope: dict[str, Any],
    search: Search,
    names: Mapping[str, Any],
    run: RunState,
    replay: Callable[[Sequence[int]], Key] | None,
) -> None:
    """Put wrappers that record their calls in place of the functions of a search."""
    for calls in search.calls:
        if calls.kind == CHANCE:
            continue  # the same function is declared once more, for the sides
        body = scope[calls.function]
        recorded = recording_calls(body, search, calls, names, run)
        if replay is not None:
            recorded = replaying_blocks(recorded, run, replay, parameters_of(body)[1:])
        scope[calls.function] = recorded


def unfit(search: Search, move: object, complaint: str) -> InputError:
    """Return the error of a call that no row can hold, for its value or depth, its move, or its pruned moves."""
    if "float" in complaint:
        return InputError("{search} returns, or takes as a depth, something that is not a number", search=search.name)
    if not isinstance(move, int) or not -MAX_MOVE <= move <= MAX_MOVE:
        return InputError("a move is a whole number up to {most}, not {move}", most=MAX_MOVE, move=str(move))
    return too_many_untried()


def too_many_untried() -> InputError:
    """Return the error of a position of which too many moves are left untried."""
    return InputError("more than {most} moves of one position are left untried", most=MAX_SKIPPED)


def recording_play(names: Mapping[str, Any], run: RunState, *, is_nested: bool) -> dict[str, Callable[..., None]]:
    """Return wrappers of `play`, and of `undo` where moves may be played and taken back before a call."""
    play, undo, made = names["play"], names["undo"], [-1]

    def recorded(s: State, move: int) -> None:
        run.pending = move
        play(s, move)

    def recorded_nested(s: State, move: int) -> None:
        made.append(move)
        recorded(s, move)

    def recorded_undo(s: State, move: int) -> None:
        made.pop()
        run.pending = made[-1]
        undo(s, move)

    return {"play": recorded_nested, "undo": recorded_undo} if is_nested else {"play": recorded}


def recording_pending(change: Callable[..., None], run: RunState, pending: int) -> Callable[..., None]:
    """Return a wrapper of `undo`, `pass_turn` or `undo_pass`; the next call follows `pending`: no move, or a pass."""

    def recorded(*args: Any) -> None:
        change(*args)
        run.pending = pending

    return recorded


def recording_moves(moves: Callable[[State], Iterator[Any]], run: RunState) -> Callable[[State], Iterator[Any]]:
    """Return a wrapper of `moves`, `noisy` or `chance` that keeps the moves that are left in `run.tail`."""

    def recorded(s: State) -> Iterator[Any]:
        run.tail = offered = moves(s)
        return offered

    return recorded


def recording_moves_from(
    moves_from: Callable[[State, Sequence[int]], Iterator[int]], run: RunState
) -> Callable[[State, Sequence[int]], Iterator[int]]:
    """Return a wrapper of `moves_from` that keeps the moves that are left in `run.tail`."""

    def recorded(s: State, line: Sequence[int]) -> Iterator[int]:
        run.tail = offered = moves_from(s, line)
        return offered

    return recorded


def recording_each_move(moves: Callable[[State], Iterator[int]], run: RunState) -> Callable[[State], Iterator[int]]:
    """Return a wrapper of `moves` for a search that does not play: the current move leads to the next call."""

    def recorded(s: State) -> Iterator[int]:
        for move in moves(s):
            run.pending = move
            yield move

    return recorded


WRAPPER = """
def call({parameters}):
    frame = run.frames
    if frame >= run.next_checkpoint:
        run.checkpoint()
    run.frames = frame + 1
    row = {row}{before}
    move, tail = run.pending, run.tail
    run.pending = -1
    value, skipped, status = nan, 0, OPEN
    try:
        returned = body({parameters})
        value = {value}
        if run.frames - frame == 1:
            status = TERMINAL if is_over(s) else {unfinished}{stood_pat}
        else:
            status = INNER{stored}
            for _ in run.tail if run.tail is not tail else ():
                skipped += 1
        run.pending, run.tail = move, tail
    finally:
        pack_into(
            chunks[row >> CHUNK_BITS], (row & IN_CHUNK) * ROW_BYTES,
            move, run.frames - frame, {alpha}, {beta}, value, {depth}, skipped, {kind}, status,
        )
    return returned
"""
"""Source generated and compiled for each function, as dataclasses do: a wrapper that takes any arguments and
looks up what they mean would add a tenth to the time of every recording."""

STOOD_PAT = """
            for _ in run.tail if status == HORIZON else ():
                skipped += 1"""
"""In a search that goes on below its horizon: a frame that stands pat leaves the noisy moves that it was offered."""


def recording_calls(
    body: Callable[..., Any], search: Search, calls: Calls, names: Mapping[str, Any], run: RunState
) -> Callable[..., Any]:
    """Return a wrapper of a function that writes a row for each call, with values from MAX's side."""
    parameters = parameters_of(body)
    has_window = search.windows is not Windows.NONE
    expressions = {
        "parameters": ", ".join(parameters),
        "row": "frame" if run.order is None else "run.rows; run.rows = row + 1; next_in_order(row)",
        "before": f"; kind = CHANCE if is_chance(s) else {calls.side} > 0" if search.takes_chance else "",
        "kind": "kind" if search.takes_chance else str(calls.kind) if calls.kind is not None else f"{calls.side} > 0",
        "unfinished": "run.status_by_table(frame, depth)" if search.has_table else "HORIZON",
        "stood_pat": STOOD_PAT if search.stands_pat else "",
        "stored": "; run.sources[run.table.place] = frame" if "store" in body.__code__.co_names else "",
        "value": "returned[0]" if calls.value is Value.FIRST_ITEM else "returned",
        "alpha": "alpha" if has_window and "alpha" in parameters else "-inf",
        "beta": "beta" if has_window and "beta" in parameters else "inf",
        "depth": "depth" if "depth" in parameters else "nan",
    }
    if calls.value is Value.NEGATED:
        turned = {"value": "-returned", "alpha": f"-{expressions['beta']}", "beta": f"-{expressions['alpha']}"}
        for name, expression in turned.items():
            expressions[name] = f"{expressions[name]} if {calls.side} > 0 else {expression}"
    scope: dict[str, Any] = {
        "body": body,
        "is_over": names["is_over"],
        "is_chance": names.get("is_chance"),
        "CHANCE": CHANCE,
        "run": run,
        "chunks": run.chunks,
        "next_in_order": None if run.order is None else run.order.append,
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
    """Return the code of a wrapper's text, kept for the next run of the search."""
    return compile(wrapper, "<recorder>", "exec")


def replaying_blocks(
    recorded: Callable[..., Any], run: RunState, key_of: Callable[[Sequence[int]], Key], parameters: Sequence[str]
) -> Callable[..., Any]:
    """Return a wrapper of the recorded function that copies the frames of an equal earlier call.

    The `parameters` are those after the state. At depth 0 there is nothing below that would be worth looking for.
    """
    blocks = Blocks(run)
    known_blocks, remember = blocks.known, blocks.remember
    is_flat = key_of is tuple
    depth_at = parameters.index("depth") if "depth" in parameters else None

    def call(s: State, *args: Any) -> Any:
        if (depth_at is not None and args[depth_at] == 0) or not blocks.pay:
            return recorded(s, *args)
        telling = s if is_flat else key_of(s)
        try:
            key: object = bytes(telling), args  # smaller than a tuple, and its hash is cached
        except (ValueError, TypeError):  # a number above 255, or what a plug-in has beside whole numbers
            key = tuple(telling), args
        known = known_blocks.get(key)
        if known is not None:
            start, size, returned = known
            if run.frames + size <= run.limit:
                run.replay(start, size)
                return returned
        start = run.frames
        returned = recorded(s, *args)
        size = run.frames - start
        if size > 1 and blocks.pay:
            remember(key, (start, size, returned))
        return returned

    return call


class Blocks:
    """The remembered calls of a function that have frames below them, for replay."""

    def __init__(self, run: RunState) -> None:
        self._run = run
        self.known: dict[object, tuple[int, int, Any]] = {}
        """State and arguments -> the first frame, the number of frames, and what was returned."""
        self.pay = True
        """Whether calls occur again often enough."""
        self._room = TRIED_BLOCKS

    def remember(self, key: object, block: tuple[int, int, Any]) -> None:
        """Remember a call's frames; when full, take more room, forget small ones, or give up where few occur again."""
        self.known[key] = block
        if len(self.known) < self._room:
            return
        searched = self._run.rows
        if self._run.frames - searched < MIN_COPIED_SHARE * searched:
            self.pay = False
            self.known.clear()
        elif self._room < MAX_BLOCKS:
            self._room *= 2
        else:
            self._forget_smaller_half()

    def _forget_smaller_half(self) -> None:
        """Forget the smaller half of the blocks, which save least when they are copied."""
        kept = sorted(self.known.items(), key=lambda item: item[1][1])[len(self.known) // 2 :]
        self.known.clear()
        self.known.update(kept)


@contextmanager
def room_for_recursion() -> Iterator[None]:
    """Raise the recursion limit for the deepest tree that can be read, at two Python calls per ply."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 10_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def call_with_room(function: Callable[..., Any], *args: Any) -> Any:
    """Call a function with a piece of memory below it in which the frames of all its calls lie."""
    return function(*args)


# CPython gets the memory of its frames in pieces of 16 kB, asks the system for the next one when a call does not fit,
# and gives it back when that call returns. Where a search happens to cross such an end in its leaves, that would take
# longer than the search. A frame that is itself larger than a piece gets one of twice its size.
call_with_room.__code__ = call_with_room.__code__.replace(co_stacksize=FRAME_SLOTS)


def to_columns(run: RunState) -> dict[str, NDArray[Any]]:
    """Return the columns of the packed rows, with the depths; each chunk is freed once it has been read."""
    count = run.frames if run.order is None else run.rows
    read = {name: np.empty(count, ROW_TYPE[name]) for name in ROW_TYPE.names or ()}
    for start in range(0, count, 1 << CHUNK_BITS):
        chunk = run.chunks[start >> CHUNK_BITS]
        rows = np.frombuffer(chunk, ROW_TYPE)[: count - start]
        for name, column in read.items():
            column[start : start + len(rows)] = rows[name]
        del rows
        chunk.close()
    if run.order is not None:
        read = {name: unshared(column, np.frombuffer(run.order, np.int32)) for name, column in read.items()}
        run.order = None
    for name in ("alpha", "beta", "value"):
        read[name] += 0.0  # so that -0.0 becomes 0.0
    read["parent"] = preorder.parents(read["size"])
    read["ply"] = preorder.plies(read["size"])
    return read


def unshared(column: NDArray[Any], row_of: NDArray[np.int32]) -> NDArray[Any]:
    """Return a column with an entry per frame, from one with an entry per row, where frames share rows."""
    filled = np.empty(len(row_of), column.dtype)
    for part in preorder.parts(len(row_of)):
        filled[part] = column[row_of[part]]
    return filled
