"""Values as they are at a moment: copied at once, as cheaply as can be, and made into short texts later.

Numbers, None and truth values are kept as they are. Lists, tuples, dictionaries and sets of plain things become the
bytes that marshal writes, which is the fastest deep copy there is. Everything else is written out at once, as a list
of one text: no method of somebody's own class is called for that, since it might itself be what is watched.
"""

from __future__ import annotations

import contextlib
import marshal
import sys
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType
from typing import Any

PLAIN = frozenset({int, float, bool, type(None)})
"""Types whose values are kept as they are."""
NAMED = frozenset({FunctionType, BuiltinFunctionType, MethodType})
"""Types whose values go by a name."""
CONTAINERS = {list, tuple, dict, set, frozenset}
"""Types whose values are copied as bytes, for as long as that is worth it."""
EVERY_CONTAINER = frozenset(CONTAINERS)
MARSHAL_VERSION = 2
"""The last that does not look for objects it has met before, which takes longer than writing them twice."""
BYTES = ord("s")
"""Behind an s marshal writes bytes, and it takes an array of numpy, or one of its numbers, for bytes too. A byte is
looked for as a number, which is faster than as bytes."""
LONGEST_TEXT = 2000
"""Characters of one value."""
LONGEST_COPY = 8 * LONGEST_TEXT
"""Bytes of one value."""
MOST_ITEMS = 500
"""Of a list or a dictionary that is kept whole."""
DEEPEST = 6
"""Levels of lists in lists that are written out."""
PATIENCE = 1 << 26
"""Bytes that may be copied in vain before long values are cut short before they are copied."""

dumps, loads = marshal.dumps, marshal.loads
wasted = 0


def begin() -> None:
    """A new recording has its own patience."""
    global wasted
    wasted = 0
    CONTAINERS.update(EVERY_CONTAINER)


def keep(value: Any) -> Any:
    """A copy that nothing changes any more: a plain value, bytes to be read by `text_of`, or a list of one text."""
    kind = type(value)
    if kind in CONTAINERS and len(value) <= MOST_ITEMS:
        try:
            copied = dumps(value, 2)
        except ValueError:  # something in it is not plain
            return [written(value)]
        if BYTES not in copied and len(copied) <= LONGEST_COPY:
            return copied
        return kept_if_plain(value, copied)
    if kind in PLAIN:
        return value
    if kind is str and len(value) <= LONGEST_TEXT:
        return value
    return [written(value)]


def kept_if_plain(value: Any, copied: bytes) -> Any:
    """What may hold more than plain things, or is long; what is long too often is not copied any more."""
    global wasted
    if len(copied) > LONGEST_COPY:
        wasted += len(copied)
        if wasted > PATIENCE:
            CONTAINERS.clear()
        return [written(value)]
    return copied if is_plain(value) else [written(value)]


def is_plain(value: Any) -> bool:
    """Whether there is nothing but numbers, texts and containers of them, each of the very type."""
    kind = type(value)
    if kind in EVERY_CONTAINER:
        items = [*value.keys(), *value.values()] if kind is dict else value
        return all(map(is_plain, items))
    return kind in PLAIN or kind is str or kind is complex


def text_of(kept: Any) -> str:
    """The text of what `keep` has given."""
    kind = type(kept)
    if kind is bytes:
        return written(loads(kept))
    if kind is list:
        return str(kept[0])
    return written(kept)


def written(value: Any) -> str:
    """A value as Python writes it, shortened."""
    pieces: list[str] = []
    room = LONGEST_TEXT
    try:
        for piece in pieces_of(value, DEEPEST):
            pieces.append(piece)
            room -= len(piece)
            if room < 0:
                return "".join(pieces)[: LONGEST_TEXT - 1] + "…"
    except Exception as error:
        return f"<{type(value).__name__} that cannot be written: {type(error).__name__}>"
    return "".join(pieces)


def pieces_of(value: Any, levels: int) -> Iterator[str]:
    kind = type(value)
    if kind is int:
        yield str(value) if value.bit_length() < 4000 else f"<integer of {value.bit_length()} bits>"
    elif kind is str or kind is bytes or kind is bytearray:
        yield repr(value[:LONGEST_TEXT])
    elif levels == 0:
        yield "…"
    elif kind in (list, tuple, set, frozenset):
        yield from pieces_of_items(value, kind, levels)
    elif kind is dict:
        yield from pieces_of_dict(value, levels)
    elif type(kind).__name__ == "EnumType" or type(kind).__name__ == "EnumMeta":
        yield f"{kind.__name__}.{value._name_}"
    elif kind in NAMED or issubclass(kind, type):
        yield f"<{value.__qualname__}>"
    elif kind.__module__ == "numpy":
        yield from pieces_of_array(value, levels)
    elif kind.__module__ in ("fractions", "decimal", "datetime") or not attributes_of(value):
        yield repr(value)[:LONGEST_TEXT] if is_safe(kind) else f"{kind.__name__}()"
    else:
        yield from pieces_of_object(value, kind.__name__, levels)


def is_safe(kind: type) -> bool:
    """Whether its repr is not somebody's own code, and says more than where it lies."""
    own: Any = kind.__repr__
    if own is object.__repr__:
        return False
    home = getattr(own, "__module__", None)
    return home is None or home in sys.stdlib_module_names


def pieces_of_items(value: Any, kind: type, levels: int) -> Iterator[str]:
    opening, closing = ("[", "]") if kind is list else ("(", ")") if kind is tuple else ("{", "}")
    if not value and kind in (set, frozenset):
        yield f"{kind.__name__}()"
        return
    yield opening
    items = value if kind in (list, tuple) else ordered(value)
    for place, item in enumerate(items):
        if place:
            yield ", "
        yield from pieces_of(item, levels - 1)
    yield "," + closing if kind is tuple and len(value) == 1 else closing


def ordered(items: Any) -> list[Any]:
    """The items of a set in an order that does not depend on chance, where plain ones have one."""
    try:
        return sorted(items) if all(map(is_plain, items)) else list(items)
    except TypeError:
        return list(items)


def pieces_of_dict(value: Mapping[Any, Any], levels: int) -> Iterator[str]:
    yield "{"
    for place, (key, item) in enumerate(value.items()):
        if place:
            yield ", "
        yield from pieces_of(key, levels - 1)
        yield ": "
        yield from pieces_of(item, levels - 1)
    yield "}"


def pieces_of_array(value: Any, levels: int) -> Iterator[str]:
    """An array of numpy as lists, its shortened corner where it is large; a single number of numpy as a number."""
    if not hasattr(value, "ndim") or not hasattr(value, "tolist"):
        yield repr(value)[:LONGEST_TEXT]
    elif value.ndim == 0:
        yield from pieces_of(value.item(), levels)
    else:
        for _ in range(value.ndim):
            if value.size <= MOST_ITEMS:
                break
            value = value[:20].swapaxes(0, -1)
        items = value.tolist()
        yield f"array({items!r})" if value.dtype.kind in "biuf" else f"array({written(items)})"


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes that an object itself holds, found without a word of its own about them."""
    found: dict[str, Any] = {}
    with contextlib.suppress(AttributeError):
        found |= object.__getattribute__(value, "__dict__")
    for kind in type(value).__mro__:
        for name, slot in kind.__dict__.items():
            if type(slot) is MemberDescriptorType and kind.__module__ not in sys.stdlib_module_names:
                with contextlib.suppress(AttributeError):
                    found.setdefault(name, slot.__get__(value))
    if issubclass(type(value), tuple):
        found |= dict(zip(getattr(type(value), "_fields", ()), value, strict=False))
    return found


def pieces_of_object(value: Any, name: str, levels: int) -> Iterator[str]:
    yield f"{name}("
    for place, (attribute, item) in enumerate(attributes_of(value).items()):
        yield f", {attribute}=" if place else f"{attribute}="
        yield from pieces_of(item, levels - 1)
    yield ")"
