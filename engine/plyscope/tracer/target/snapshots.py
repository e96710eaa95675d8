"""Snapshots of values: copied at once, as cheaply as possible, and written as short texts later.

Numbers, None and truth values are kept as they are. Small containers of plain values become the bytes that marshal
writes, which is the fastest deep copy there is; of lists of integers or texts, the most common boards, the bytes are
made without it, since each call of it is an audit event, which takes twice as long as the copy. Everything else is
described: a walk of at most `MAX_TEXT` steps makes plain tuples of it, which are marshalled. So a snapshot takes a
bounded time and a bounded number of bytes whatever the value is: long, deep, cyclic, or with parts that it holds a
million times. What is held several times is described once, and its other places say where. No method of a user's class
is called, since it might itself be traced.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import struct
import sys
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import countOf
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType
from typing import Any

from .chess_objects import board_numbers, chess_text, fen_of

PLAIN = frozenset({int, float, bool, type(None)})
"""Types whose values are kept as they are."""
ATOMS = PLAIN | {str, complex}
"""Types whose values hold nothing else."""
NAMED = frozenset({FunctionType, BuiltinFunctionType, MethodType})
"""Types whose values are written by name."""
CONTAINERS = frozenset({list, tuple, dict, set, frozenset})
"""Types whose values are copied as bytes where they are small and plain."""
PLAIN_ITEMS = ATOMS | CONTAINERS
NUMBERS = PLAIN | {complex}
LISTED, PAIRED, TEXTUAL = (list, tuple, set, frozenset, deque), dict, (str, bytes, bytearray)
VIEWS = frozenset({type({}.keys()), type({}.values()), type({}.items())})
SAFE_MODULES = frozenset(
    {"fractions", "decimal", "datetime", "uuid", "pathlib", "array", "ipaddress", "zoneinfo", "re"}
)
SAFE_TYPES = frozenset({complex, range, memoryview, type(...), type(NotImplemented)})
"""Where types come from, and types, whose repr holds no other values and calls no code of the user."""
LOG_VERSION = 4
"""For the log: most of its items are the same few tuples, which are written and read once in each batch."""
MARSHAL_VERSION = 2
"""For numbers: the last version that does not look for repeated objects, so that equal values have equal bytes."""
COPY_VERSION = 4
"""For a value: what it holds several times is copied once."""
MAX_TEXT = 2000
"""Characters of one value."""
MAX_COPY_BYTES = 8 * MAX_TEXT
"""Bytes of one value."""
MAX_ITEMS = 500
"""Items of a container that is copied."""
TABLES, MAX_OF_TABLE = (dict, set, frozenset), 6
"""Types that are tables of a search where they are long, of which only so many items are described: they are passed to
each of its calls."""
MIN_TABLE, LONGEST_SQUARE = 30, 8
"""Items from which a container is a table unless its keys may be squares, and characters of the name of a square."""
MAX_NODES = 1000
"""Items of a container that is copied, with those of the containers in it."""
MAX_SETS = 4
"""Sets that hold containers, in a container that is copied: marshal sorts a set by the bytes of what it holds, which it
writes once more for that, so the time doubles with each such set around another."""
MAX_YIELDED, FEW_YIELDED = 100, 5
"""Values of a generator that are kept, and that are written without their number before them."""
MAX_LEVELS = 6
"""Levels of nested containers that are written."""
SHORT = frozenset({float, bool, type(None)})
"""Types whose values are short."""
REAL = frozenset({int, float, bool})
MAX_QUICK = 1 << 64
MAX_BITS = 4000
"""Bits of an integer that is written with its digits."""

dumps, loads = marshal.dumps, marshal.loads
PACK: dict[int, Callable[..., bytes]] = {}
"""By their number what packs integers."""
PACKED: dict[Any, bytes]
JOINED: dict[Any, bytes]
PACKED, JOINED = {list: b"\1", tuple: b"\2"}, {list: b"\3", tuple: b"\4"}
"""With what a copy of small integers, or of texts, begins; one that marshal has written begins with no control code."""
ROWS = b"\5"
"""With what the copy of a board of rows begins; behind it are the width, and the copy of its cells as one list."""
SEPARATOR = "\0"


def standard_library() -> frozenset[str]:
    """Return the names of the standard library's modules."""
    names: frozenset[str] | None = getattr(sys, "stdlib_module_names", None)
    if names is not None:
        return names
    folder = os.path.dirname(os.__file__)
    files = [name for place in (folder, os.path.join(folder, "lib-dynload")) for name in list_files(place)]
    return frozenset({*sys.builtin_module_names, *(name.partition(".")[0] for name in files)} - {"site-packages"})


def list_files(folder: str) -> list[str]:
    """Return the names of a folder's files; none if it cannot be read."""
    try:
        return os.listdir(folder)
    except OSError:
        return []


STANDARD_LIBRARY = standard_library()


def keep(value: Any) -> Any:
    """Return an unchanging copy of a value, plain or as bytes, which `text_of` writes."""
    kind = type(value)
    if kind in CONTAINERS:
        try:
            size = len(value)
            if size > MAX_ITEMS:
                return [described(value)]
            if size and (kind is list or kind is tuple):  # most boards
                first = type(value[0])
                if first is int and countOf(map(type, value), int) == size:
                    return PACKED[kind] + (PACK.get(size) or packer(size))(*value)
                copied = None
                if first is str and countOf(map(type, value), str) == size:
                    copied = joined_bytes(value, JOINED[kind])
                elif first is list and kind is list:
                    copied = rows_copied(value)
                if copied is not None:
                    return copied
        except struct.error:  # an integer is too large
            pass
        try:
            if is_small(value, kind):
                is_flat = (kind is list or kind is tuple) and NUMBERS.issuperset(map(type, value))
                copied = dumps(value, MARSHAL_VERSION if is_flat else COPY_VERSION)
                if len(copied) <= MAX_COPY_BYTES:
                    return copied
        except (ValueError, RuntimeError):  # nested too deeply, or changed by another thread meanwhile
            pass
        return [described(value)]
    if kind in PLAIN:
        return value
    if kind is str and len(value) <= MAX_TEXT:
        return value
    return [described(value)]


def joined_bytes(texts: Sequence[str], begin: bytes) -> bytes | None:
    """Return texts as bytes after a beginning; None where they are too long or hold the separator."""
    if sum(map(len, texts)) > MAX_TEXT:
        return None
    whole = SEPARATOR.join(texts)
    is_clear = whole.count(SEPARATOR) == len(texts) - 1
    return begin + whole.encode("utf-8", "surrogatepass") if is_clear else None


def rows_copied(rows: list[list[Any]]) -> bytes | None:
    """Return a board of rows as bytes; None unless of integers or of texts."""
    count, width = len(rows), len(rows[0])
    is_board = 0 < count * width <= MAX_ITEMS and countOf(map(type, rows), list) == count
    if not is_board or countOf(map(len, rows), width) != count:
        return None
    cells = [*chain.from_iterable(rows)]
    size, before = len(cells), ROWS + width.to_bytes(2, "big")
    if countOf(map(type, cells), int) == size:
        return before + PACKED[list] + (PACK.get(size) or packer(size))(*cells)
    return joined_bytes(cells, before + JOINED[list]) if countOf(map(type, cells), str) == size else None


def packer(size: int) -> Callable[..., bytes]:
    """Return a function that packs so many integers."""
    PACK[size] = found = struct.Struct(f"{size}i").pack
    return found


def copied_value(copied: bytes) -> Any:
    """Return the value that was copied as bytes."""
    begin, content = copied[:1], copied[1:]
    if begin == ROWS:
        width, cells = int.from_bytes(content[:2], "big"), copied_value(content[2:])
        return [cells[at : at + width] for at in range(0, len(cells), width)]
    for kind in (list, tuple):
        if begin == PACKED[kind]:
            return kind(struct.unpack(f"{len(content) // 4}i", content))
        if begin == JOINED[kind]:
            return kind(content.decode("utf-8", "surrogatepass").split(SEPARATOR))
    return loads(copied)


def is_small(value: Any, kind: type) -> bool:
    """Whether a container that is short itself holds only plain values, limited in all, and no container twice."""
    items = value if kind is not dict else [*value, *value.values()]
    types = set(map(type, items))
    if types <= ATOMS:
        return str not in types or sum([len(part) for part in items if type(part) is str]) <= MAX_COPY_BYTES
    waiting, known, room, letters, sets = [value], set(), MAX_NODES, MAX_COPY_BYTES, MAX_SETS
    while waiting:
        one = waiting.pop()
        items = [*one, *one.values()] if type(one) is dict and len(one) <= room else one
        room -= len(items)
        if room < 0:
            return False
        types = set(map(type, items))
        if not types <= PLAIN_ITEMS:
            return False
        if str in types:
            letters -= sum(len(item) for item in items if type(item) is str)
            if letters < 0:
                return False
        if not types <= ATOMS:
            sets -= type(one) in (set, frozenset)
            if id(one) in known or sets < 0:
                return False
            known.add(id(one))
            waiting += [item for item in items if type(item) in CONTAINERS]
    return True


def text_of(kept: Any) -> str:
    """Return the text of a value that `keep` returned."""
    kind = type(kept)
    if kind is bytes:
        value = copied_value(kept)
        return quick_text(value) or written(value)
    if kind is list:
        return kept[0] if type(kept[0]) is str else text_of_description(loads(kept[0]))
    return written(kept)


def quick_text(value: Any) -> str:
    """Return the text of a plain list or board; empty where it takes more to write it."""
    rows = value if type(value) is list and value and type(value[0]) in (list, tuple) else (value,)
    is_quick = all(type(row) in (list, tuple) and ATOMS.issuperset(map(type, row)) for row in rows)
    try:
        text = repr(value) if is_quick else ""
    except ValueError:  # an integer with too many digits
        return ""
    return text if len(text) <= MAX_TEXT else ""


def written(value: Any) -> str:
    """Return a value as Python writes it, shortened."""
    found = described(value)
    return found if type(found) is str else text_of_description(loads(found))


def described(value: Any) -> Any:
    """Return the description of a value as bytes; a text that says why if there is none."""
    return describe(value)[0]


def describe(value: Any) -> tuple[Any, bool]:
    """Return a value's description, and whether that holds all of its state."""
    if "chess" in sys.modules:
        numbers = board_numbers(value)
        if numbers is not None:
            board: Any = (CHESS, type(value).__name__, numbers)
            return dumps(board, MARSHAL_VERSION), True
    found = Description()
    try:
        return dumps(found.of(value, MAX_LEVELS), COPY_VERSION), found.is_whole and found.room >= 0
    except Exception as error:
        return f"<{type(value).__name__} that cannot be written: {type(error).__name__}>", False


YIELDS = "it yields "
"""Begins the result of a generator, which is thereby no text of Python, so that nothing takes it for a value."""


class Yielded:
    """The values that a generator yields, written as its result: `it yields 1, 2, 3`."""

    __slots__ = ("count", "end", "first")

    def __init__(self) -> None:
        self.count = 0
        self.first: list[Any] = []
        """The first values, as they are kept."""
        self.end = ""
        """What became of it after the last value."""

    def note(self, value: Any) -> None:
        """Add a yielded value."""
        self.count += 1
        if self.count <= MAX_YIELDED:
            self.first.append(keep(value))

    def with_end(self, returned: Any) -> Yielded:
        """Add what the generator returns at its end; return itself."""
        if returned is not None:
            self.end = f"; it returns {text_of(keep(returned))}"
        return self

    def kept(self) -> list[str]:
        """Return it as results are kept."""
        values = ", ".join(map(text_of, self.first)) + ", …" * (self.count > MAX_YIELDED)
        number = f"{self.count:,} values: " if self.count > FEW_YIELDED else ""
        return [cut_text(cut_text(f"{YIELDS}{number}{values or 'nothing'}", MAX_TEXT // 2) + self.end, MAX_TEXT)]


# Descriptions: plain values stand for themselves, all others are tuples that begin with one of these.

ITEMS, PAIRS, OBJECT, SAME, TEXT, CUT, CHESS = range(7)
"""(ITEMS, number, opening, closing, items), (PAIRS, number, opening, closing, keys and values),
(OBJECT, number, name, names and values), (SAME, number), (TEXT, text), (CUT,), (CHESS, name, numbers)"""
NOWHERE = 0
"""The number of a part that nothing refers to."""
BRACKETS = {list: ("[", "]"), tuple: ("(", ")"), set: ("{", "}"), frozenset: ("{", "}"), dict: ("{", "}")}


class Description:
    """The walk through one value; what it meets is numbered, for references."""

    def __init__(self) -> None:
        self.room = MAX_TEXT
        """Characters of the text that are left, at least; each step of the walk takes one or more of them."""
        self.is_whole = True
        """Whether nothing was cut, and no object hides what it holds."""
        self.numbers: dict[int, int] = {}

    def of(self, value: Any, levels: int) -> Any:
        """Return the description of a value, so many levels deep."""
        kind = type(value)
        self.room -= 1
        if self.room < 0:
            return (CUT,)
        if kind is int:
            return value if value.bit_length() < MAX_BITS else (TEXT, f"<integer of {value.bit_length()} bits>")
        if kind in ATOMS and kind is not str:
            return value
        if kind in TEXTUAL:
            self.room -= len(value)
            return value[:MAX_TEXT] if kind is str else (TEXT, repr(value[:MAX_TEXT]))
        if levels == 0:
            self.is_whole = False
            return (CUT,)
        if kind is tuple and 0 < len(value) < self.room // 2 and is_of_short_numbers(value):
            self.room -= 2 * len(value)
            return (ITEMS, NOWHERE, "(", ")" if len(value) > 1 else ",)", value)
        if kind in ORDINARY:
            return self.of_object(value, kind, object.__getattribute__(value, "__dict__"), levels)
        if kind in NAMED_TUPLES:
            return self.of_named_tuple(value, kind, levels)
        if issubclass(kind, (*LISTED, PAIRED)) and not (issubclass(kind, tuple) and "_fields" in dir_of(kind)):
            return self.of_container(value, kind, levels)
        return self.of_other(value, kind, levels)

    def of_named_tuple(self, value: Any, kind: type, levels: int) -> Any:
        """Return the description of a named tuple; one that cannot change is walked through once."""
        found = UNCHANGING.get(id(value))
        if found is not None and levels > 1 and found[1] < self.room:
            _, size, may_repeat, parts = found
            same = self.same(value, may_repeat)
            if same is not None:
                return same
            self.room -= size
            return (OBJECT, len(self.numbers), kind.__name__, parts)
        fields, has_more = NAMED_TUPLES[kind]
        held = object.__getattribute__(value, "__dict__") if has_more else {}
        before = self.room
        items = tuple(tuple.__iter__(value))  # the class may have an `__iter__` of its own
        made = self.of_object(value, kind, {**held, **dict(zip(fields, items))}, levels)
        if self.room > 0 and levels > 1 and made[0] == OBJECT and not held and is_unchanging(items):
            if len(UNCHANGING) > MAX_ITEMS:
                UNCHANGING.clear()
            UNCHANGING[id(value)] = value, before - self.room, ATOMS.issuperset(map(type, items)), made[3]
        return made

    def of_container(self, value: Any, kind: type, levels: int) -> Any:
        """Return the description of a container or a subclass's instance, without calling its methods."""
        base = next(one for one in (*LISTED, PAIRED) if issubclass(kind, one))
        size = base.__len__(value)
        if not size and base in (set, frozenset):
            return (TEXT, f"{kind.__name__}()")
        opening, closing = BRACKETS.get(base, ("[", "]"))
        if kind is not base or base is deque:
            opening, closing = self.around(value, kind, opening, closing)
        if kind is tuple and size == 1:
            closing = ",)"
        is_table = base in TABLES and is_table_of_search(value, base, size)
        if base is dict:
            pairs = islice(dict.items(value), MAX_OF_TABLE if is_table else self.room // 4 + 1)
            parts: Iterable[Any] = chain.from_iterable(pairs)
            code = PAIRS
        else:
            parts, code = islice(base.__iter__(value), MAX_OF_TABLE if is_table else self.room // 2 + 1), ITEMS
            if base in (set, frozenset):
                parts = sorted_if_plain(list(parts))
        found = list(parts)
        same = self.same(value, base in (tuple, frozenset) or all(type(part) in ATOMS for part in found))
        if same is not None:
            return same
        number, items = len(self.numbers), self.inner(found, levels)
        if is_table:
            self.is_whole = False
            items = items if items[-1] == (CUT,) else (*items, (CUT,))
        return (code, number, opening, closing, items)

    def around(self, value: Any, kind: type, opening: str, closing: str) -> tuple[str, str]:
        """Return what is written around the items of a subclass's container."""
        if kind is defaultdict:
            factory = value.default_factory
            name = repr(factory) if isinstance(factory, type) else "…" if factory is not None else "None"
            return f"defaultdict({name}, {opening}", f"{closing})"
        if kind is OrderedDict and not len(value):
            return "OrderedDict(", ")"
        return f"{kind.__name__}({opening}", f"{closing})"

    def inner(self, values: Iterable[Any], levels: int) -> tuple[Any, ...]:
        """Return the descriptions of values inside another one."""
        found: list[Any] = []
        for value in values:
            kind = type(value)
            if self.room <= 0:
                found.append((CUT,))
                break
            if (
                kind in SHORT
                or (kind is int and -MAX_QUICK < value < MAX_QUICK)
                or (kind is str and len(value) < MAX_TEXT)
            ):
                self.room -= len(value) + 1 if kind is str else 2
                found.append(value)
            else:
                found.append(self.of(value, levels - 1))
        return tuple(found)

    def same(self, value: Any, may_repeat: bool) -> Any:
        """Return the reference to an object met before; None for a new one, which is numbered, or if it may repeat."""
        if id(value) in self.numbers:
            return None if may_repeat else (SAME, self.numbers[id(value)])
        self.numbers[id(value)] = len(self.numbers) + 1
        return None

    def of_other(self, value: Any, kind: Any, levels: int) -> Any:
        """Return the description of a value of any other class."""
        if is_enumeration(kind):
            return (TEXT, f"{kind.__name__}.{value._name_}")
        if kind in NAMED or issubclass(kind, type):
            return (TEXT, f"<{value.__qualname__}>")
        if kind.__module__ == "numpy":
            return self.of_array(value, levels)
        if kind.__module__ in SAFE_MODULES or kind in SAFE_TYPES:
            return (TEXT, repr(value)[:MAX_TEXT])
        if kind in VIEWS:
            items = self.inner(islice(value, self.room + 1), levels)
            return (ITEMS, 0, f"{kind.__name__}([", "])", items)
        if "chess" in sys.modules:
            numbers = board_numbers(value)
            if numbers is not None:
                return (CHESS, kind.__name__, tuple(numbers))
            chess = chess_text(value)
            if chess:
                return (TEXT, chess)
        attributes = attributes_of(value)
        if not attributes and issubclass(kind, BaseException):
            items = self.inner(islice(value.args, self.room + 1), levels)
            return (ITEMS, 0, f"{kind.__name__}(", ")", items)
        number = plain_number(value)
        if number is not None:
            return self.of(number, levels)
        if not attributes and issubclass(kind, str):
            return str.__str__(value)[:MAX_TEXT]
        if len(ORDINARY) + len(NAMED_TUPLES) > MAX_ITEMS:
            ORDINARY.clear()
            SLOTS.clear()
            NAMED_TUPLES.clear()
        if not slots_of(kind) and not issubclass(kind, (tuple, BaseException, int, float, str)):
            if "__dict__" in dir_of(kind):
                ORDINARY.add(kind)
        elif issubclass(kind, tuple) and is_named_tuple(kind):
            NAMED_TUPLES[kind] = tuple(kind._fields), "__dict__" in dir_of(kind)
        return self.of_object(value, kind, attributes, levels)

    def of_object(self, value: Any, kind: type, attributes: dict[str, Any], levels: int) -> Any:
        """Return the description of an object by its attributes, or the reference to it if it was met before."""
        same = self.same(value, ATOMS.issuperset(map(type, attributes.values())))
        if same is not None:
            return same
        if not attributes:
            self.is_whole = False
        self.room -= len(kind.__name__)
        parts = chain.from_iterable(attributes.items())
        return (OBJECT, len(self.numbers), kind.__name__, self.inner(parts, levels))

    def of_array(self, value: Any, levels: int) -> Any:
        """Return the description of a numpy array as lists, of a large one its corner."""
        if not hasattr(value, "ndim") or not hasattr(value, "tolist"):
            return (TEXT, repr(value)[:MAX_TEXT])
        if value.ndim == 0:
            number = plain_number(value)
            return (TEXT, repr(value)[:MAX_TEXT]) if number is None else self.of(number, levels)
        for _ in range(value.ndim):
            if value.size <= MAX_ITEMS:
                break
            self.is_whole = False
            value = value[:20].swapaxes(0, -1)
        items = value.tolist()
        text = repr(items) if value.dtype.kind in "biuf" else written(items)
        return (TEXT, f"array({text})")


def plain_number(value: Any) -> Any:
    """Return a number of numpy or a subclass as one of the language; None for others.

    A member of an enumeration is none: it is written by its name.
    """
    kind: Any = type(value)
    if value is None or kind is tuple or kind is str or kind is list:
        return None  # as moves are, of which most are asked
    if issubclass(kind, (int, float)):
        if is_enumeration(kind):
            return None
        return int.__pos__(value) if issubclass(kind, int) else float.__pos__(value)
    found = value.item() if is_of_numpy(kind) and getattr(value, "ndim", -1) == 0 else None
    return found if type(found) in PLAIN else None


def is_enumeration(kind: type) -> bool:
    """Whether a class is an enumeration."""
    return type(kind).__name__ in ("EnumType", "EnumMeta")


def is_of_numpy(kind: type) -> bool:
    """Whether a class is numpy's own, without code of the user."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and vars(numpy).get(NAME_OF_CLASS(kind)) is kind


NAME_OF_CLASS: Callable[[type], str] = type.__dict__["__name__"].__get__
"""Reads the name of a class; its metaclass is not asked."""


def is_unchanging(value: tuple[Any, ...]) -> bool:
    """Whether a tuple holds only plain values, and tuples of short numbers."""
    return all(type(item) in ATOMS or (type(item) is tuple and item and is_of_short_numbers(item)) for item in value)


def is_of_short_numbers(value: tuple[Any, ...]) -> bool:
    """Whether a tuple holds only numbers of limited size."""
    return REAL.issuperset(map(type, value)) and min(value) > -MAX_QUICK and max(value) < MAX_QUICK


def is_table_of_search(value: Any, base: Any, size: int) -> bool:
    """Whether a dictionary or set is too long for a board, or its key names no square."""
    if size > MAX_ITEMS or size <= MIN_TABLE:
        return size > MAX_ITEMS
    key = next(iter(base.__iter__(value)))
    if type(key) is tuple:
        return len(key) > 3 or not all(type(item) in PLAIN for item in key)
    return len(key) > LONGEST_SQUARE if type(key) is str else type(key) not in PLAIN


def sorted_if_plain(items: list[Any]) -> list[Any]:
    """Return a set's items sorted where they are plain, so that equal sets have equal texts."""
    try:
        return sorted(items) if all(map(is_sortable, items)) else items
    except TypeError:  # None among numbers
        return sorted(items, key=kind_and_value) if ATOMS.issuperset(map(type, items)) else items


def kind_and_value(value: Any) -> tuple[str, Any]:
    """Return the key by which plain values of several types are sorted."""
    return type(value).__name__, value if type(value) in (int, str) else repr(value)


def is_sortable(value: Any) -> bool:
    """Whether a value is plain, or a tuple of such, so that comparing calls no user code."""
    return type(value) in ATOMS or (type(value) is tuple and all(type(item) in ATOMS for item in value))


UNCHANGING: dict[int, tuple[Any, int, bool, tuple[Any, ...]]] = {}
"""Named tuples that nothing can change, by identity: themselves, the room that they take, whether they may be repeated,
and the descriptions of their parts."""
NAMED_TUPLES: dict[type, tuple[tuple[str, ...], bool]] = {}
"""Classes of named tuples with their fields, and whether their objects may hold more."""
ORDINARY: set[type] = set()
"""Classes whose objects hold nothing but the dictionary of their attributes."""
SLOTS: dict[type, list[tuple[str, MemberDescriptorType]]] = {}
"""The slots of classes, which are looked for once."""


def is_named_tuple(kind: Any) -> bool:
    """Whether a class is a named tuple, whose objects have at most a dictionary beside."""
    fields = kind._fields if "_fields" in dir_of(kind) else None
    return type(fields) is tuple and all(type(field) is str for field in fields) and not slots_of(kind)


def slots_of(kind: type) -> list[tuple[str, MemberDescriptorType]]:
    """Return the slots of a class and its bases by name, without those of the standard library."""
    if kind not in SLOTS:
        SLOTS[kind] = [
            (name, slot)
            for base in kind.__mro__
            if base.__module__ not in STANDARD_LIBRARY
            for name, slot in base.__dict__.items()
            if type(slot) is MemberDescriptorType
        ]
    return SLOTS[kind]


@lru_cache(MAX_ITEMS)
def dir_of(kind: type) -> set[str]:
    """Return the names that a class and its bases define."""
    return {name for base in kind.__mro__ for name in base.__dict__}


def attributes_of(value: Any) -> dict[str, Any]:
    """Return the attributes that an object holds, found without calling its methods."""
    found: dict[str, Any] = {}
    with contextlib.suppress(AttributeError):
        found |= object.__getattribute__(value, "__dict__")
    for name, slot in slots_of(type(value)):
        with contextlib.suppress(AttributeError):
            found.setdefault(name, slot.__get__(value))
    kind: Any = type(value)
    if issubclass(kind, tuple) and "_fields" in dir_of(kind):
        found |= dict(zip(kind._fields, tuple.__iter__(value)))
    return found


def text_of_description(description: Any) -> str:
    """Return the text of a description, shortened."""
    writer = Writer()
    with contextlib.suppress(Full):
        writer.write(description, "")
    return cut_text("".join(writer.pieces), MAX_TEXT)


def cut_text(text: str, longest: int) -> str:
    """Return a text, cut with an ellipsis where it is too long."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


class Full(Exception):
    """Raised when the text is as long as it may be."""


class Writer:
    """The writer of a description as text."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.room = MAX_TEXT
        self.paths: dict[int, str] = {}
        """Where each numbered part stands."""

    def add(self, piece: str) -> None:
        """Add a piece; raise Full where there is no room."""
        self.pieces.append(piece)
        self.room -= len(piece)
        if self.room < 0:
            raise Full

    def write(self, one: Any, path: str) -> None:
        """Write a description; `path` is what references to it are called."""
        if type(one) is not tuple:
            self.add(repr(one))
        elif one[0] == CUT:
            self.add("…")
        elif one[0] == TEXT:
            self.add(one[1])
        elif one[0] == CHESS:
            self.add(f"{one[1]}({fen_of(one[2])!r})")
        elif one[0] == SAME:
            self.add(f"<the same as {self.paths.get(one[1]) or 'the whole'}>")
        else:
            self.paths.setdefault(one[1], path)
            if one[0] == ITEMS:
                self.write_items(one, path)
            else:
                self.write_pairs(one, path)

    def write_items(self, one: Any, path: str) -> None:
        """Write the description of items."""
        before = one[2]
        for place, item in enumerate(one[4]):
            if type(item) is tuple:
                self.add(before)
                self.write(item, f"{path}[{place}]")
            else:
                self.add(before + repr(item))
            before = ", "
        self.add(one[3] if one[4] else one[2] + one[3])

    def write_pairs(self, one: Any, path: str) -> None:
        """Write the description of pairs, or of an object's attributes."""
        is_object = one[0] == OBJECT
        before, parts = f"{one[2]}(" if is_object else one[2], one[-1]
        for place in range(0, len(parts), 2):
            key = parts[place]
            if key == (CUT,):
                self.add(f"{before}…")
                break
            if type(key) is not tuple:
                name = str(key) if is_object else repr(key)
            else:
                name = text_of_description(key)
            self.add(f"{before}{name}=" if is_object else f"{before}{name}: ")
            if place + 1 < len(parts):
                self.write(parts[place + 1], f"{path}.{name}" if is_object else f"{path}[{name}]")
            before = ", "
        closing = ")" if is_object else one[3]
        self.add(closing if parts else before + closing)
