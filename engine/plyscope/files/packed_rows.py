"""Reading a recording in packed rows: a line of JSON as its heading, and then rows of 40 bytes, an event each.

docs/formats.md describes the rows, and docs/plyscope.h writes them. Rows are read as they come and checked as columns,
many at once; where anything may be wrong, nothing is added, and they are read one by one, which says what is wrong.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from math import isfinite, isnan
from sys import float_info

import numpy as np
from numpy.typing import NDArray

from plyscope.files import batches
from plyscope.files.batches import Batch, Nesting, Numbers
from plyscope.files.draft import UNSAID, Draft
from plyscope.files.json_values import placed, read_move
from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, TABLE, TERMINAL
from plyscope.model.declaration import CHANCE
from plyscope.model.further_facts import Fact

ROW_BYTES = 40
ENTER, LEAVE, PRUNED, NUMBERS, TEXT = range(1, 6)
ROW = np.dtype(
    [("event", "u1"), ("code", "u1"), ("ply", "<u2"), ("move", "S12"), ("a", "<f8"), ("b", "<f8"), ("c", "<f8")]
)
PRUNED_ROW = np.dtype([("event", "u1"), ("code", "u1"), ("ply", "<u2"), ("moves", "S12", 3)])
TEXT_ROW = np.dtype([("event", "u1"), ("code", "u1"), ("ply", "<u2"), ("text", "S36")])
TEXT_PARTS = np.dtype([("key", "<u8"), ("rest", "<u4")])
TINY = float_info.min
"""Infinite numbers whose bytes are in the wrong order are smaller."""
MAX_QUICK_MOVES = 10_000
"""Different moves that are looked up many at once."""
STATUSES = (INNER, TERMINAL, HORIZON, TABLE, UNSAID)
IS_STATUS = np.isin(np.arange(256), STATUSES)
PIECE_BYTES = ROW_BYTES * 50_000
"""More than the buffers of files hold, so that rows are read past them."""

Rows = NDArray[np.void]
Facts = dict[str, tuple[list[int], list[Fact]]]


def row_place(number: int) -> Message:
    return Message("row {row} (byte {byte} of the rows)", row=number, byte=(number - 1) * ROW_BYTES)


class MoveNumbers:
    """The numbers of the texts of moves, of many at once."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.clear()

    def clear(self) -> None:
        self.by_text: dict[bytes, int] = {}
        self.keys, self.numbers = np.zeros(1, np.uint64), np.full(1, -1, np.int64)
        """Texts of up to eight bytes, as numbers in ascending order, and the numbers of these texts."""

    def of(self, texts: NDArray[np.bytes_], places: Numbers) -> Numbers:
        """The numbers of texts; new ones are numbered in the order of their places."""
        parts = np.ascontiguousarray(texts).view(TEXT_PARTS)
        found = np.minimum(np.searchsorted(self.keys, parts["key"]), len(self.keys) - 1)
        numbers = self.numbers[found]
        is_known = (parts["rest"] == 0) & (self.keys[found] == parts["key"]) & (numbers >= 0)
        if is_known.all():
            return numbers
        others = np.flatnonzero(~is_known)
        others = others[np.argsort(places[others], kind="stable")]
        unknown = texts[others].tolist()
        count = len(self.by_text)
        for text in unknown:
            if text not in self.by_text:
                self.by_text[text] = self.draft.text_number(move_text(text))
        numbers[others] = [self.by_text[text] for text in unknown]
        if count < len(self.by_text) < MAX_QUICK_MOVES:
            self._sort()
        return numbers

    def _sort(self) -> None:
        short = {int.from_bytes(text, "little"): number for text, number in self.by_text.items() if len(text) <= 8}
        keys = sorted(short)
        self.keys = np.array([0, *keys], np.uint64)
        self.numbers = np.array([-1, *(short[key] for key in keys)], np.int64)


class RowReader:
    """The reader of rows, which become rows of a draft."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        """The names of further facts."""
        self.draft = Draft(row_place)
        self.row = 0
        """How many rows have been read."""
        self.moves = MoveNumbers(self.draft)
        self.pruned: list[str] = []
        """Moves that the innermost open call has pruned."""

    def read(
        self, file: io.BufferedIOBase, *, is_live: bool, progress: Callable[[int], object] = lambda frames: True
    ) -> None:
        """Read to the end; half a row there is a fault, but not of a live recording."""
        for piece in self._pieces(file, is_live):
            rows = np.frombuffer(piece, ROW)
            if len(rows) < batches.SMALLEST or not self._add(rows):
                self._add_one_by_one(piece)
            self.row += len(rows)
            if progress(len(self.draft)) is False:
                return

    def _pieces(self, file: io.BufferedIOBase, is_live: bool) -> Iterator[memoryview]:
        """Whole rows as they come, each time in the same memory.

        What belongs to a call stands in one piece with the call, as far as possible.
        """
        content, filled = memoryview(bytearray(2 * (PIECE_BYTES + ROW_BYTES))), 0
        # What is in the file's buffer already comes by itself; `readinto1` would wait for more.
        first = file.read1(PIECE_BYTES)
        content[: len(first)] = first
        count = len(first)
        while count:
            filled += count
            end = filled - filled % ROW_BYTES
            while end and content[end - ROW_BYTES] not in (ENTER, LEAVE) and filled - end < PIECE_BYTES:
                end -= ROW_BYTES
            if end:
                yield content[:end]
            content[: filled - end] = content[end:filled]
            filled -= end
            count = file.readinto1(content[filled : filled + PIECE_BYTES])
        whole = filled - filled % ROW_BYTES
        if whole:
            yield content[:whole]
        if filled > whole and not is_live:
            complaint = InputError("the row has {count} of {most} bytes", count=filled - whole, most=ROW_BYTES)
            raise placed(row_place(self.row + 1), complaint)

    # Many rows at once

    def _add(self, rows: Rows) -> bool:
        """Add rows if all of them are right; return whether they were added."""
        texts = len(self.draft.texts)
        try:
            if not self.pruned and self._add_columns(rows):
                return True
        except (InputError, ValueError):
            pass
        while len(self.draft.texts) > texts:
            self.draft.texts.popitem()
            self.moves.clear()
        return False

    def _add_columns(self, rows: Rows) -> bool:
        event, code, ply = (np.ascontiguousarray(rows[name]) for name in ("event", "code", "ply"))
        is_call = (event == ENTER) | (event == LEAVE)
        calls = np.flatnonzero(is_call)
        if not len(calls) or event.max() > TEXT or not event.all():
            return False
        is_enter = event[calls] == ENTER
        nesting = batches.nesting_of(self.draft, is_enter)
        if nesting is None or (ply[calls] != nesting.level - 1).any():
            return False
        enters, leaves = calls[is_enter], calls[~is_enter]
        kinds, statuses = code[enters], code[leaves]
        if (kinds > CHANCE).any() or not np.isnan(rows["c"][enters]).all() or not IS_STATUS[statuses].all():
            return False
        before = np.cumsum(is_call)
        others = np.flatnonzero(event >= NUMBERS)
        frames = self._innermost(nesting, before[others], ply[others])
        if frames is None:
            return False
        places = np.flatnonzero(event == PRUNED)
        following = before[places]
        is_left = np.append(~nesting.is_enter, False)[following]
        if not is_left.all() or (ply[places] != ply[calls[following]]).any():
            return False
        counts, places, pruned = self._pruned_of(rows, nesting, places, following)
        is_first = int(nesting.base == 0)
        entered = enters[is_first:]
        texts = np.concatenate((rows["move"][entered], pruned))
        numbers = self.moves.of(texts, np.concatenate((entered, places)))
        facts = self._facts_of(rows, others, frames)
        batch = Batch(
            self.row + 1 + enters,
            self.row + 1 + leaves,
            np.concatenate((np.full(is_first, -1), numbers[: len(entered)])),
            kinds,
            rows["a"][enters],
            rows["b"][enters],
            rows["a"][leaves],
            statuses,
            counts,
            numbers[len(entered) :],
        )
        if not self.draft.has_room_for_facts(facts) or not batches.add(self.draft, nesting, batch):
            return False
        for name, (of, values) in facts.items():
            self.draft.extend_facts(name, of, values)
        return True

    def _innermost(self, nesting: Nesting, before: Numbers, ply: Numbers) -> Numbers | None:
        """The innermost open call at each of the other rows; `before` says how many calls stand before it."""
        depths = nesting.level - ~nesting.is_enter
        depth = np.concatenate(([len(self.draft.stack)], depths))[before]
        if (depth < 1).any() or (depth - 1 != ply).any():
            return None
        return nesting.innermost(depth, before)

    def _pruned_of(
        self, rows: Rows, nesting: Nesting, places: Numbers, following: Numbers
    ) -> tuple[Numbers, Numbers, NDArray[np.bytes_]]:
        """How many moves each call left has pruned, and these moves with their rows.

        `places` are the rows of pruned moves, and `following` the returns that come next, as calls.
        """
        counts = rows["code"][places].astype(np.int64)
        if (counts > 3).any() or not counts.all():
            raise InputError("unusual")
        numbers = (np.cumsum(~nesting.is_enter) - 1)[following]
        skipped = np.bincount(numbers, counts, len(nesting.left)).astype(np.int64)
        is_given = np.arange(3) < counts[:, None]
        return skipped, np.repeat(places, counts), rows.view(PRUNED_ROW)["moves"][places][is_given]

    def _facts_of(self, rows: Rows, others: Numbers, innermost: Numbers) -> Facts:
        """Further facts by name: the frames that have one, and what it is."""
        if not len(others):
            return {}
        frames = dict(zip(others.tolist(), innermost.tolist(), strict=True))
        found: list[tuple[int, int, Fact]] = []
        places = np.flatnonzero(rows["event"] == NUMBERS)
        for shift, column in enumerate("abc"):
            numbers = rows[column][places]
            given = ~np.isnan(numbers)
            codes = (rows["code"][places].astype(np.int64) + shift)[given]
            if not np.isfinite(numbers[given]).all():
                raise InputError("unusual")
            found.extend(zip(places[given].tolist(), codes.tolist(), numbers[given].tolist(), strict=True))
        places = np.flatnonzero(rows["event"] == TEXT)
        texts = rows.view(TEXT_ROW)["text"][places].tolist()
        found.extend(zip(places.tolist(), rows["code"][places].tolist(), map(fact_text, texts), strict=True))
        facts: Facts = {}
        for place, code, fact in sorted(found, key=lambda one: one[0]):
            if code >= len(self.names):
                raise InputError("unusual")
            of, values = facts.setdefault(self.names[code], ([], []))
            of.append(frames[place])
            values.append(fact)
        return facts

    # One by one

    def _add_one_by_one(self, piece: memoryview) -> None:
        rows = np.frombuffer(piece, ROW)
        moves, texts = rows.view(PRUNED_ROW)["moves"].tolist(), rows.view(TEXT_ROW)["text"].tolist()
        for place, row in enumerate(rows.tolist()):
            at = self.row + place + 1
            try:
                event, code, ply, move, *numbers = row
                self._check_ply(event, ply)
                if event == ENTER:
                    self._enter(at, code, move, *numbers)
                elif event == LEAVE:
                    self._leave(at, code, numbers[0])
                elif event == PRUNED:
                    self._prune(code, moves[place])
                else:
                    self._add_facts(code, numbers if event == NUMBERS else [fact_text(texts[place])])
            except InputError as error:
                raise placed(row_place(at), error) from None

    def _check_ply(self, event: int, ply: int) -> None:
        if not ENTER <= event <= TEXT:
            raise InputError("an event is a number from 1 to 5, not {found}", found=event)
        count = len(self.draft.stack)
        if event != ENTER and not count:
            raise InputError("no call is open")
        expected = count if event == ENTER else count - 1
        if ply != expected:
            raise InputError(
                "the ply is {ply}, and the calls that are open make it {expected}", ply=ply, expected=expected
            )

    def _enter(self, at: int, kind: int, move: bytes, alpha: float, beta: float, probability: float) -> None:
        draft = self.draft
        if kind > CHANCE:
            raise InputError("a kind is a number from 0 to 3, not {found}", found=kind)
        if not draft.stack and len(draft):
            raise InputError("this is a second root, and a recording has one")
        if self.pruned:
            raise InputError("moves are pruned, and another one is tried after that")
        if isnan(alpha) or isnan(beta):
            raise InputError("α and β are numbers; what is unbounded is infinite")
        if 0 < abs(alpha) < TINY and 0 < abs(beta) < TINY:
            raise InputError("its numbers are not little-endian: the bytes of each stand in the wrong order")
        if not isnan(probability) and not 0 < probability <= 1:
            raise InputError("probability is above 0 and at most 1, not {found}", found=str(probability))
        number = draft.text_number(move_text(move)) if draft.stack else -1
        draft.enter(at, number, kind, alpha, beta, probability)

    def _leave(self, at: int, status: int, value: float) -> None:
        if status not in STATUSES:
            raise InputError("a status is 0, 1, 2, 4 or 255, not {found}", found=status)
        self.draft.leave(at, value, None if status == UNSAID else status, self.pruned)
        self.pruned = []

    def _prune(self, count: int, moves: list[bytes]) -> None:
        if not 1 <= count <= len(moves):
            raise InputError("a row has one to three pruned moves, not {found}", found=count)
        self.pruned.extend(map(move_text, moves[:count]))

    def _add_facts(self, code: int, facts: list[Fact]) -> None:
        for number, fact in enumerate(facts, code):
            if isinstance(fact, float) and isnan(fact):
                continue
            if number >= len(self.names):
                raise InputError(
                    "there is no fact {number}; the heading names {count}", number=number, count=len(self.names)
                )
            if isinstance(fact, float) and not isfinite(fact):
                raise InputError("{key} in x is beyond the range of numbers", key=self.names[number])
            self.draft.add_facts(self.draft.stack[-1], {self.names[number]: fact})


def move_text(move: bytes) -> str:
    try:
        return read_move(plain_text(move))
    except UnicodeDecodeError:
        raise InputError("a move is not UTF-8") from None


def fact_text(text: bytes) -> str:
    try:
        return plain_text(text)
    except UnicodeDecodeError:
        raise InputError("a text is not UTF-8") from None


def plain_text(text: bytes) -> str:
    if b"\0" in text:
        raise InputError("a text goes on behind its end")
    return text.decode()
