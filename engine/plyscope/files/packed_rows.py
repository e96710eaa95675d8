"""Reading a recording in packed rows: a line of JSON as its heading, and then rows of 40 or 48 bytes, an event each.

docs/formats.md describes the rows, and docs/plyscope.h writes them. Rows are read as they come and checked as columns,
many at once; only the first that is wrong is looked at by itself.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from math import inf, isfinite, isnan, nan
from sys import float_info
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from plyscope.files.draft import Draft
from plyscope.files.events import Events, Numbers, first_fault
from plyscope.files.json_values import MAX_DEPTH, placed, read_move
from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, LEFT_OUT, STATUS_NOT_GIVEN, TABLE, TAGS, TERMINAL
from plyscope.model.declaration import CHANCE
from plyscope.model.further_facts import EXACT_INTEGERS, Fact

ENTER, LEAVE, PRUNED, NUMBERS, TEXT = range(1, 6)
HEAD = [("event", "u1"), ("code", "u1"), ("ply", "<u2")]
MOVE_AND_NUMBERS = [("move", "S12"), ("a", "<f8"), ("b", "<f8"), ("c", "<f8")]
TAILS = {1: [], 2: [("depth", "<f4"), ("tags", "<u2"), ("flags", "<u2")]}
"""What stands at the end of a row, by versions."""
WITHOUT_MOVE = 1
"""The flag of a call that has no move, though it is not the root."""
TEXT_PARTS = np.dtype([("key", "<u8"), ("rest", "<u4")])
MIN_NORMAL_FLOAT = float_info.min
"""Infinite numbers whose bytes are in the wrong order are smaller."""
MAX_QUICK_MOVES = 10_000
"""Different moves that are looked up many at once."""
STATUSES = {
    1: (INNER, TERMINAL, HORIZON, TABLE, STATUS_NOT_GIVEN),
    2: (INNER, TERMINAL, HORIZON, TABLE, LEFT_OUT, STATUS_NOT_GIVEN),
}
PIECE_BYTES = 240 * 10_000
"""More than the buffers of files hold, so that rows are read past them."""

Rows = NDArray[np.void]


class MoveNumbers:
    """The numbers of moves' texts, looked up for many at once."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.by_text: dict[bytes, int] = {}
        self.keys, self.numbers = np.zeros(1, np.uint64), np.full(1, -1, np.int64)
        """Texts of up to eight bytes, as numbers in ascending order, and the numbers of these texts."""

    def of(self, texts: NDArray[np.bytes_], places: Numbers) -> Numbers:
        """Return the numbers of texts; new ones are numbered in the order of their places."""
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
        """Sort the known short texts for the next look-ups."""
        short = {int.from_bytes(text, "little"): number for text, number in self.by_text.items() if len(text) <= 8}
        keys = sorted(short)
        self.keys = np.array([0, *keys], np.uint64)
        self.numbers = np.array([-1, *(short[key] for key in keys)], np.int64)


class RowReader:
    """The reader of packed rows into a draft."""

    def __init__(self, names: tuple[str, ...], version: int) -> None:
        self.names = names
        """The names of further facts."""
        self.version = version
        self.row_type = np.dtype(HEAD + MOVE_AND_NUMBERS + TAILS[version])
        self.pruned_type = np.dtype([*HEAD, ("moves", "S12", 3), *TAILS[version]])
        self.text_type = np.dtype([*HEAD, ("text", "S36"), *TAILS[version]])
        self.is_status = np.isin(np.arange(256), STATUSES[version])
        self.draft = Draft(self.row_place)
        self.row = 0
        """How many rows have been read."""
        self.moves = MoveNumbers(self.draft)
        self.pruned = np.zeros(0, np.int64)
        """Moves that the innermost open call has pruned."""

    def row_place(self, number: int) -> Message:
        """Return the place of a row for an error message."""
        byte = (number - 1) * self.row_type.itemsize
        return Message("row {row} (byte {byte} of the rows)", row=number, byte=byte)

    def read(
        self, file: io.BufferedIOBase, *, is_live: bool, progress: Callable[[int], object] = lambda frames: True
    ) -> None:
        """Read to the end; half a row there is a fault, except in a live recording."""
        for piece in self._pieces(file, is_live):
            self._add(np.frombuffer(piece, self.row_type))
            if progress(len(self.draft)) is False:
                return

    def _pieces(self, file: io.BufferedIOBase, is_live: bool) -> Iterator[memoryview]:
        """Iterate over blocks of whole rows as they arrive, each in the same memory."""
        row_bytes = self.row_type.itemsize
        content, filled = memoryview(bytearray(PIECE_BYTES + row_bytes)), 0
        # What is in the file's buffer already comes by itself; `readinto1` would wait for more.
        first = file.read1(PIECE_BYTES)
        content[: len(first)] = first
        count = len(first)
        while count:
            filled += count
            end = filled - filled % row_bytes
            if end:
                yield content[:end]
            content[: filled - end] = content[end:filled]
            filled -= end
            count = file.readinto1(content[filled : filled + PIECE_BYTES])
        if filled and not is_live:
            complaint = InputError("the row has {count} of {most} bytes", count=filled, most=row_bytes)
            raise placed(self.row_place(self.row + 1), complaint)

    def _add(self, rows: Rows) -> None:
        """Add rows up to the first that is wrong; raise InputError for that one."""
        right = len(rows)
        read = self._read(rows)
        if read is None:
            right = first_fault(right, lambda count: self._read(rows[:count]) is not None)
            read = self._read(rows[:right])
        assert read is not None
        events, self.pruned = read
        added = self.draft.add(events)
        if added < len(events):
            raise self.draft.complaint(events, added)
        self.row += right
        if right < len(rows):
            try:
                self._refuse(rows[right : right + 1])
            except InputError as error:
                raise placed(self.row_place(self.row + 1), error) from None

    def _read(self, rows: Rows) -> tuple[Events, Numbers] | None:
        """Return rows as events, with their places; None where a row is wrong by itself.

        Beside them stand the moves that the innermost open call has pruned.
        """
        try:
            return self._events(rows)
        except (InputError, ValueError):
            return None

    def _events(self, rows: Rows) -> tuple[Events, Numbers]:
        """Return rows as events, with their places; raise ValueError for a wrong row."""
        event, code = (np.ascontiguousarray(rows[name]) for name in ("event", "code"))
        is_enter, is_left = event == ENTER, event == LEAVE
        is_call = is_enter | is_left
        moment = np.cumsum(is_call)
        opened = np.cumsum(is_enter.astype(np.int64) - is_left) + len(self.draft.stack)
        if not event.all() or event.max(initial=0) > TEXT or (opened < (event != LEAVE)).any():
            raise ValueError
        if (rows["ply"] != opened - ~is_left).any():
            raise ValueError
        enters, leaves = np.flatnonzero(is_enter), np.flatnonzero(is_left)
        statuses = code[leaves]
        alpha, beta, chance = (rows[name][enters] for name in "abc")
        is_tiny = [(np.abs(bound) < MIN_NORMAL_FLOAT) & (bound != 0) for bound in (alpha, beta)]
        if np.isnan(alpha).any() or np.isnan(beta).any() or (is_tiny[0] & is_tiny[1]).any():
            raise ValueError
        if (
            (code[enters] > CHANCE).any()
            or (chance <= 0).any()
            or (chance > 1).any()
            or not self.is_status[statuses].all()
        ):
            raise ValueError
        if (opened[enters] == 1).sum() > (len(self.draft) == 0):
            raise ValueError
        places = np.flatnonzero(event == PRUNED)
        # A call that begins may not follow pruned moves of the call above it.
        next_call = moment[places]
        if len(self.pruned):
            next_call = np.append(0, next_call)
        if not np.append(is_left[is_call], True)[next_call].all():
            raise ValueError
        counts = code[places].astype(np.int64)
        if (counts > 3).any() or not counts.all():
            raise ValueError
        pruned = rows.view(self.pruned_type)["moves"][places][np.arange(3) < counts[:, None]]
        depth, tags, has_no_move, calls = self._unusual(rows, enters, leaves)
        # The root's move is not read.
        moving = np.flatnonzero(~has_no_move)[int(len(self.draft) == 0) :]
        entered = enters[moving]
        texts = np.concatenate((rows["move"][entered], pruned))
        numbers = self.moves.of(texts, np.concatenate((entered, np.repeat(places, counts))))
        of_leaves = np.cumsum(is_left)[places]
        skipped = np.bincount(of_leaves, counts, len(leaves) + 1)[: len(leaves)].astype(np.int64)
        if len(skipped):
            skipped[0] += len(self.pruned)
        left_out = np.concatenate((self.pruned, numbers[len(entered) :]))
        move = np.full(len(enters), -1)
        move[moving] = numbers[: len(entered)]
        events = Events(
            self.row + 1 + np.flatnonzero(is_call),
            is_enter[is_call],
            {
                "move": move,
                "kind": code[enters],
                "alpha": alpha,
                "beta": beta,
                "probability": chance,
                "depth": depth,
                "tags": tags[enters],
            },
            {"value": rows["a"][leaves], "status": statuses, "skipped": skipped, "tags": tags[leaves], "calls": calls},
            left_out[: skipped.sum()],
            self._facts(rows, moment),
        )
        return events, left_out[len(events.pruned) :]

    def _unusual(self, rows: Rows, enters: Numbers, leaves: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Return the depths of new calls, the tags of all rows, which new calls have no move, and how many calls are
        left out."""
        if self.version == 1:
            nothing = np.zeros(len(enters), np.bool_)
            return np.full(len(enters), nan), np.zeros(len(rows), np.uint16), nothing, np.zeros(len(leaves))
        depth, tags, flags = rows["depth"][enters], rows["tags"], rows["flags"][enters]
        is_left_out, calls = rows["code"][leaves] == LEFT_OUT, rows["b"][leaves]
        if (depth == -inf).any() or (np.abs(depth[np.isfinite(depth)]) > MAX_DEPTH).any():
            raise ValueError
        if (
            (tags >= 1 << len(TAGS)).any()
            or (flags > WITHOUT_MOVE).any()
            or (rows["move"][enters][flags > 0] != b"").any()
        ):
            raise ValueError
        counts = calls[is_left_out]
        if not ((counts >= 1) & (counts <= EXACT_INTEGERS) & (counts == np.floor(counts))).all():
            raise ValueError
        has_no_move = flags == WITHOUT_MOVE
        has_no_move[: int(len(self.draft) == 0)] = False
        return depth, tags, has_no_move, np.where(is_left_out, calls, 0)

    def _facts(self, rows: Rows, moment: Numbers) -> list[tuple[int, int, str, Fact]]:
        """Return the further facts in rows, as `Events.facts` has them; raise ValueError for a wrong one."""
        found: list[tuple[int, int, Fact]] = []
        places = np.flatnonzero(rows["event"] == NUMBERS)
        for shift, column in enumerate("abc"):
            numbers = rows[column][places]
            given = ~np.isnan(numbers)
            codes = (rows["code"][places].astype(np.int64) + shift)[given]
            if not np.isfinite(numbers[given]).all():
                raise ValueError
            found.extend(zip(places[given].tolist(), codes.tolist(), numbers[given].tolist(), strict=True))
        places = np.flatnonzero(rows["event"] == TEXT)
        texts = rows.view(self.text_type)["text"][places].tolist()
        found.extend(zip(places.tolist(), rows["code"][places].tolist(), map(fact_text, texts), strict=True))
        if any(code >= len(self.names) for _, code, _ in found):
            raise ValueError
        moments = moment.tolist() if found else []
        found.sort(key=lambda one: one[0])
        return [(moments[place] - 1, moments[place], self.names[code], fact) for place, code, fact in found]

    def _refuse(self, rows: Rows) -> NoReturn:
        """Raise InputError for the first row that is wrong by itself."""
        [(event, code, ply, move, *numbers)] = rows.tolist()
        numbers, unusual = numbers[:3], numbers[3:]
        if not ENTER <= event <= TEXT:
            raise InputError("an event is a number from 1 to 5, not {found}", found=event)
        opened = len(self.draft.stack)
        if event != ENTER and not opened:
            raise InputError("no call is open")
        expected = opened - (event != ENTER)
        if ply != expected:
            raise InputError(
                "the ply is {ply}, and the calls that are open make it {expected}", ply=ply, expected=expected
            )
        if event == ENTER:
            self._refuse_call(code, move, *numbers, *unusual)
        if event == LEAVE and not self.is_status[code]:
            known = STATUSES[self.version]
            raise InputError("a status is {known}, not {found}", known=listed_numbers(known), found=code)
        if unusual:
            refuse_tags(unusual[1])
        if event == LEAVE:
            raise InputError(
                "calls is how many calls are left out, a whole number above 0, not {found}", found=f"{numbers[1]:g}"
            )
        if event == PRUNED:
            for text in rows.view(self.pruned_type)["moves"][0].tolist()[:code] if code <= 3 else ():
                move_text(text)
            raise InputError("a row has one to three pruned moves, not {found}", found=code)
        self._refuse_facts(
            code, numbers if event == NUMBERS else [fact_text(rows.view(self.text_type)["text"].tolist()[0])]
        )

    def _refuse_call(
        self,
        kind: int,
        move: bytes,
        alpha: float,
        beta: float,
        probability: float,
        depth: float = nan,
        tags: int = 0,
        flags: int = 0,
    ) -> NoReturn:
        """Raise InputError for the call in a row, by the first of its values that is wrong."""
        if kind > CHANCE:
            raise InputError("a kind is a number from 0 to 3, not {found}", found=kind)
        if len(self.draft) and not len(self.draft.stack):
            raise InputError("this is a second root, and a recording has one")
        if len(self.pruned):
            raise InputError("moves are pruned, and another one is tried after that")
        if isnan(alpha) or isnan(beta):
            raise InputError("α and β are numbers; what is unbounded is infinite")
        if 0 < abs(alpha) < MIN_NORMAL_FLOAT and 0 < abs(beta) < MIN_NORMAL_FLOAT:
            raise InputError("its numbers are not little-endian: the bytes of each stand in the wrong order")
        if depth == -inf or (isfinite(depth) and abs(depth) > MAX_DEPTH):
            raise InputError("depth is a number of at most {most}, not {found}", most=MAX_DEPTH, found=f"{depth:g}")
        refuse_tags(tags)
        if flags > WITHOUT_MOVE or (flags and move):
            raise InputError("the flag of a call is 0, or 1 where it has no move, not {found}", found=flags)
        if isnan(probability) or 0 < probability <= 1:
            move_text(move)
        raise InputError("probability is above 0 and at most 1, not {found}", found=str(probability))

    def _refuse_facts(self, code: int, facts: list[Fact]) -> NoReturn:
        """Raise InputError for the first further fact in a row that is wrong."""
        given = [number for number, fact in enumerate(facts, code) if not isinstance(fact, float) or not isnan(fact)]
        wrong = next(number for number in given if number >= len(self.names) or facts[number - code] in (inf, -inf))
        if wrong >= len(self.names):
            raise InputError(
                "there is no fact {number}; the heading names {count}", number=wrong, count=len(self.names)
            )
        raise InputError("{key} in x is beyond the range of numbers", key=self.names[wrong])


def refuse_tags(tags: int) -> None:
    """Raise InputError for tags beyond the known bits."""
    if tags >= 1 << len(TAGS):
        raise InputError("tags are the sum of bits below {most}, not {found}", most=1 << len(TAGS), found=tags)


def listed_numbers(codes: Sequence[int]) -> str:
    """Return codes as in a sentence: `1, 2 or 3`."""
    return f"{', '.join(map(str, codes[:-1]))} or {codes[-1]}"


def move_text(move: bytes) -> str:
    """Return the text of a move from its bytes."""
    try:
        return read_move(plain_text(move))
    except UnicodeDecodeError:
        raise InputError("a move is not UTF-8") from None


def fact_text(text: bytes) -> str:
    """Return the text of a further fact from its bytes."""
    try:
        return plain_text(text)
    except UnicodeDecodeError:
        raise InputError("a text is not UTF-8") from None


def plain_text(text: bytes) -> str:
    """Return bytes as text; raise InputError where something follows their end."""
    if b"\0" in text:
        raise InputError("a text goes on behind its end")
    return text.decode()
