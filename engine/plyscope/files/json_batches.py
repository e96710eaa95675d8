"""Many lines of a recording at once: msgspec reads them into typed objects, and they become columns.

That is four times as fast as line by line; `json_lines` does without where msgspec, which comes with the extra `fast`,
is not installed. (orjson, which makes a dictionary of each line, would need twice as long.) The lines are checked as
columns too, as strictly as there; where anything may be wrong, or is unusual, nothing is added, and they are read one
by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain
from math import inf
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from plyscope.files import batches
from plyscope.files.batches import Batch, Nesting
from plyscope.files.draft import UNSAID, Draft
from plyscope.files.json_values import KINDS, STATUSES, read_facts, read_move
from plyscope.messages import InputError
from plyscope.model.columns import TABLE
from plyscope.model.declaration import NO_SIDE
from plyscope.model.further_facts import Fact
from plyscope.model.no_collection import no_collection

try:
    import msgspec
except ImportError:
    HAS_MSGSPEC = False
else:
    HAS_MSGSPEC = True
    UNSET = msgspec.UNSET
    Missing: TypeAlias = msgspec.UnsetType

    class Enter(msgspec.Struct, forbid_unknown_fields=True, gc=False, tag_field="ev", tag="enter"):
        """A line about a call that is entered. Moves of chance are read line by line."""

        id: int | str
        parent: int | str | Missing | None = UNSET
        move: int | str | Missing | None = UNSET
        kind: str | Missing | None = UNSET
        alpha: float | str | Missing | None = UNSET
        beta: float | str | Missing | None = UNSET
        x: dict[str, str | int | float | bool | None] | Missing | None = UNSET

    class Leave(msgspec.Struct, forbid_unknown_fields=True, gc=False, tag_field="ev", tag="leave"):
        """A line about a call that is left."""

        id: int | str
        value: float | str | None
        status: str | Missing | None = UNSET
        pruned: list[str | int] | Missing | None = UNSET
        x: dict[str, str | int | float | bool | None] | Missing | None = UNSET

    DECODER = msgspec.json.Decoder(Enter | Leave)
    SIDES: dict[Any, int] = {**KINDS, None: NO_SIDE, UNSET: NO_SIDE}
    ENDS: dict[Any, int] = {**STATUSES, None: UNSAID, UNSET: UNSAID}
    WORDS: dict[Any, float | None] = {"inf": inf, "-inf": -inf, UNSET: None}

Event: TypeAlias = "Enter | Leave"
NOTHING: tuple[()] = ()


class Unusual(Exception):
    """The lines are to be read one by one."""


@dataclass(slots=True)
class Known:
    """What is known of the lines before."""

    draft: Draft
    version: int
    counted: int = 0
    """How many of the first frames have their own number as id."""
    entered: int = 0
    """How many of these `by_id` has."""
    by_id: dict[str | int, int] = field(default_factory=dict)
    moves: dict[str | int, int] = field(default_factory=dict)
    """The numbers of the texts of moves, as moves are written in the file."""

    @property
    def frames(self) -> dict[str | int, int]:
        """The frames by their ids in the file."""
        if self.entered < self.counted:
            self.by_id.update((number, number) for number in range(self.entered, self.counted))
            self.entered = self.counted
        return self.by_id


def add_lines(known: Known, first: int, piece: bytes) -> bool:
    """Add lines, the first of which has that number, if all of them are right; return whether they were added."""
    if not HAS_MSGSPEC:
        return False
    texts = len(known.draft.texts)
    try:
        with no_collection():
            if add_events(known, first, parsed(piece), piece):
                return True
    except (Unusual, InputError, msgspec.MsgspecError, ValueError, OverflowError, KeyError, RecursionError):
        pass
    while len(known.draft.texts) > texts:
        known.draft.texts.popitem()
        known.moves.clear()
    return False


def parsed(piece: bytes) -> list[Event]:
    """The objects in lines of which each holds one.

    Each line begins and ends with a brace. So no object of a recording can go over two lines: between a brace that
    closes and one that opens there is nothing but a list, and only moves, which are no objects, stand in lists.
    """
    text = piece.strip(b"\r\n")
    count = text.count(b"\n") + 1
    brace = b"}\r\n{" if b"\r" in text else b"}\n{"
    if text.count(brace) != count - 1 or not (text.startswith(b"{") and text.endswith(b"}")):
        raise Unusual
    events: list[Event] = DECODER.decode_lines(text)
    if len(events) != count:
        raise Unusual
    return events


def add_events(known: Known, first: int, events: list[Event], piece: bytes) -> bool:
    draft = known.draft
    is_enter = [type(event) is Enter for event in events]
    enters: list[Enter] = [event for event in events if type(event) is Enter]
    leaves: list[Leave] = [event for event in events if type(event) is Leave]
    nesting = batches.nesting_of(draft, np.array(is_enter, np.bool_))
    if nesting is None:
        return False
    ids = [event.id for event in enters]
    parents = [event.parent for event in enters]
    check_ids(known, nesting, ids, parents, [event.id for event in leaves])
    kinds = [event.kind for event in enters]
    alphas, betas = [event.alpha for event in enters], [event.beta for event in enters]
    statuses = [event.status for event in leaves]
    written = [event.move for event in enters]
    pruned = [event.pruned for event in leaves]
    facts = [event.x for event in events]
    has_facts = set(map(type, facts)) != {Missing}
    batch = Batch(
        first + np.flatnonzero(nesting.is_enter),
        first + np.flatnonzero(~nesting.is_enter),
        *moves_and_kinds(known, written, pruned, events, kinds),
        bounds(alphas, -inf),
        bounds(betas, inf),
        numbers([event.value for event in leaves]),
        np.array(list(map(ENDS.__getitem__, statuses)), np.uint8),
        *pruned_numbers(known, pruned),
    )
    optional: tuple[list[Any], ...] = (parents, written, kinds, alphas, betas, statuses, pruned, facts)
    keys = len(events) * 2 + len(leaves) + sum(map(said, optional))
    check_keys(piece, keys, [*ids, *parents, *written], pruned, facts if has_facts else NOTHING)
    if known.version == 1 and (has_facts or (batch.status == TABLE).any()):
        return False
    further = facts_of(known, nesting, is_enter, facts) if has_facts else {}
    if not batches.add(draft, nesting, batch):
        return False
    add_ids(known, nesting.base, ids)
    for name, (frames, values) in further.items():
        draft.extend_facts(name, frames, values)
    return True


def said(column: Sequence[Any]) -> int:
    """How many items of a column stand in the file."""
    return len(column) - list(map(type, column)).count(Missing)


def check_keys(piece: bytes, keys: int, texts: Iterable[Any], pruned: Iterable[Any], facts: Iterable[Any]) -> None:
    """Refuse keys that occur twice: then there are more colons than keys and texts have."""
    objects = [x for x in facts if type(x) is dict]
    excess = piece.count(b":") - keys - sum(map(len, objects))
    if not excess:
        return
    more = chain.from_iterable(found for found in pruned if type(found) is list)
    pairs = chain.from_iterable(pair for x in objects for pair in x.items())
    if b"\\" in piece or excess != sum(text.count(":") for text in chain(texts, more, pairs) if type(text) is str):
        raise Unusual


def check_ids(
    known: Known, nesting: Nesting, ids: Sequence[str | int], parents: Sequence[Any], left: Sequence[str | int]
) -> None:
    """Check that ids are new, and that all others are those of the calls that they must be."""
    is_first = nesting.base == 0
    if is_first and parents[0] is not None and parents[0] is not UNSET:
        raise Unusual
    end = nesting.base + len(ids)
    parents = parents[is_first:]
    if known.counted == nesting.base and [*ids] == [*range(nesting.base, end)]:
        if left != nesting.left.tolist() or parents != nesting.parent[is_first:].tolist():
            raise Unusual
        return
    new = dict(zip(ids, range(nesting.base, end), strict=True))
    old = known.frames
    if len(new) < len(ids) or not old.keys().isdisjoint(new):
        raise Unusual
    if [new[name] if name in new else old[name] for name in left] != nesting.left.tolist():
        raise Unusual
    if [new[name] if name in new else old[name] for name in parents] != nesting.parent[is_first:].tolist():
        raise Unusual


def add_ids(known: Known, base: int, ids: Sequence[str | int]) -> None:
    """Note the ids of frames that have been added."""
    numbers = range(base, base + len(ids))
    if known.counted == base and [*ids] == [*numbers]:
        known.counted += len(ids)
    else:
        known.frames.update(zip(ids, numbers, strict=True))


def moves_and_kinds(
    known: Known, written: list[Any], pruned: list[Any], events: Iterable[Event], kinds: Iterable[Any]
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """The numbers of the moves that led to calls, and who moves in these."""
    is_first = not len(known.draft)
    found = [-1 if is_first else 0, *map(known.moves.get, written[is_first:])][not is_first :]
    if None in found or not known.moves.keys() >= set(chain.from_iterable(one for one in pruned if one)):
        number_moves(known, list(events)[is_first:])
        found[is_first:] = [known.moves[move] for move in written[is_first:]]
    return np.array(found, np.int64), np.array(list(map(SIDES.__getitem__, kinds)), np.uint8)


def number_moves(known: Known, events: Iterable[Event]) -> None:
    """Give numbers to texts of moves in the order in which the file has them."""
    for event in events:
        found: Iterable[Any] = (event.move,) if isinstance(event, Enter) else event.pruned or NOTHING
        for move in found:
            if move not in known.moves:
                known.moves[move] = known.draft.text_number(read_move(move))


def pruned_numbers(known: Known, pruned: list[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many moves each call left has pruned, and the numbers of these moves."""
    counts = [len(found) if found else 0 for found in pruned]
    numbers = list(map(known.moves.__getitem__, chain.from_iterable(found for found in pruned if found)))
    return np.array(counts, np.int64), np.array(numbers, np.int64)


def bounds(column: list[Any], unbounded: float) -> NDArray[np.float64]:
    found = numbers(column)
    found[np.isnan(found)] = unbounded
    return found


def numbers(column: list[Any]) -> NDArray[np.float64]:
    """Numbers, NaN for null; an infinity is a text, and otherwise a number beyond the range of floats."""
    kinds = set(map(type, column))
    if not kinds & {str, Missing}:
        result = np.array(column, np.float64)
        if np.isinf(result).any():
            raise Unusual
        return result
    places = [place for place, number in enumerate(column) if type(number) is str]
    result = numbers([number if type(number) is float else None for number in column])
    result[places] = [WORDS[column[place]] for place in places]
    return result


def facts_of(
    known: Known, nesting: Nesting, is_enter: Iterable[bool], column: Iterable[Any]
) -> dict[str, tuple[list[int], list[Fact]]]:
    """Further facts by name: the frames that have one, and what it is."""
    found: dict[str, tuple[list[int], list[Fact]]] = {}
    entered, left = iter(range(nesting.base, nesting.base + len(nesting.parent))), iter(nesting.left.tolist())
    for enters, facts in zip(is_enter, column, strict=True):
        frame = next(entered) if enters else next(left)
        if not facts:
            continue
        for name, fact in read_facts({"x": facts}).items():
            frames, values = found.setdefault(name, ([], []))
            frames.append(frame)
            values.append(fact)
    if not known.draft.has_room_for_facts(found):
        raise Unusual
    return found
