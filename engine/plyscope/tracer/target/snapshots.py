"""Snapshots of values: copied at once, as cheaply as possible, and written as short texts later.

Numbers, None and truth values are kept as they are. Lists, tuples, dictionaries and sets of plain values become the
bytes that marshal writes, which is the fastest deep copy there is. Everything else is written at once, as a list of
one text; no method of a user's class is called for that, since it might itself be traced.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import sys
from collections.abc import Iterator, Mapping
from types import BuiltinFunctionType, FunctionType, MemberDescriptorType, MethodType
from typing import Any

PLAIN = frozenset({int, float, bool, type(None)})
"""Types whose values are kept as they are."""
NAMED = frozenset({FunctionType, BuiltinFunctionType, MethodType})
"""Types whose values are written by name."""
CONTAINERS = {list, tuple, dict, set, frozenset}
"""Types whose values are copied as bytes, until `MAX_WASTED_BYTES` were copied in vain."""
EVERY_CONTAINER = frozenset(CONTAINERS)
MARSHAL_VERSION = 2
"""The last version that does not look for repeated objects, which takes longer than writing them twice."""
BYTES = ord("s")
"""The code of bytes in marshal, which writes a numpy array or number as bytes too. Searching for a number is faster
than searching for bytes."""
MAX_TEXT = 2000
"""Characters of one value."""
MAX_COPY_BYTES = 8 * MAX_TEXT
"""Bytes of one value."""
MAX_ITEMS = 500
"""Items of a container that is kept whole."""
MAX_LEVELS = 6
"""Levels of nested containers that are written."""
MAX_WASTED_BYTES = 1 << 26
"""Bytes that may be copied in vain; after that containers are written, shortened, instead of copied."""


def standard_library() -> frozenset[str]:
    """The names of the modules of the standard library; before Python 3.10 they are read from its folder."""
    names: frozenset[str] | None = getattr(sys, "stdlib_module_names", None)
    if names is not None:
        return names
    folder = os.path.dirname(os.__file__)
    files = [name for place in (folder, os.path.join(folder, "lib-dynload")) for name in list_files(place)]
    return frozenset({*sys.builtin_module_names, *(name.partition(".")[0] for name in files)} - {"site-packages"})


def list_files(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


STANDARD_LIBRARY = standard_library()

dumps, loads = marshal.dumps, marshal.loads
wasted = 0


def reset() -> None:
    """Starts a new recording: no bytes have been copied in vain."""
    global wasted
    wasted = 0
    CONTAINERS.update(EVERY_CONTAINER)


def keep(value: Any) -> Any:
    """A copy that nothing changes any more: a plain value, bytes for `text_of`, or a list of one text."""
    kind = type(value)
    if kind in CONTAINERS and len(value) <= MAX_ITEMS:
        try:
            copied = dumps(value, 2)
        except ValueError:  # something in it is not plain
            return [written(value)]
        if BYTES not in copied and len(copied) <= MAX_COPY_BYTES:
            return copied
        return kept_if_plain(value, copied)
    if kind in PLAIN:
        return value
    if kind is str and len(value) <= MAX_TEXT:
        return value
    return [written(value)]


def kept_if_plain(value: Any, copied: bytes) -> Any:
    """Keeps a container that may hold more than plain values, or is long; long ones too often end the copying."""
    global wasted
    if len(copied) > MAX_COPY_BYTES:
        wasted += len(copied)
        if wasted > MAX_WASTED_BYTES:
            CONTAINERS.clear()
        return [written(value)]
    return copied if is_plain(value) else [written(value)]


def is_plain(value: Any) -> bool:
    """Whether a value holds only numbers, texts and containers of them, each of exactly such a type."""
    kind = type(value)
    if kind in EVERY_CONTAINER:
        items = [*value.keys(), *value.values()] if kind is dict else value
        return all(map(is_plain, items))
    return kind in PLAIN or kind is str or kind is complex


def text_of(kept: Any) -> str:
    """The text of a value that `keep` returned."""
    kind = type(kept)
    if kind is bytes:
        return written(loads(kept))
    if kind is list:
        return str(kept[0])
    return written(kept)


def written(value: Any) -> str:
    """A value as Python writes it, shortened."""
    pieces: list[str] = []
    room = MAX_TEXT
    try:
        for piece in pieces_of(value, MAX_LEVELS):
            pieces.append(piece)
            room -= len(piece)
            if room < 0:
                return "".join(pieces)[: MAX_TEXT - 1] + "…"
    except Exception as error:
        return f"<{type(value).__name__} that cannot be written: {type(error).__name__}>"
    return "".join(pieces)


def pieces_of(value: Any, levels: int) -> Iterator[str]:
    kind = type(value)
    if kind is int:
        yield str(value) if value.bit_length() < 4000 else f"<integer of {value.bit_length()} bits>"
    elif kind is str or kind is bytes or kind is bytearray:
        yield repr(value[:MAX_TEXT])
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
        yield repr(value)[:MAX_TEXT] if is_safe(kind) else f"{kind.__name__}()"
    else:
        yield from pieces_of_object(value, kind.__name__, levels)


def is_safe(kind: type) -> bool:
    """Whether its repr is no user code, and says more than an address."""
    method: Any = kind.__repr__
    if method is object.__repr__:
        return False
    home = getattr(method, "__module__", None)
    return home is None or home in STANDARD_LIBRARY


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
    """The items of a set in sorted order, where plain ones can be sorted, so that equal sets have equal texts."""
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
    """A numpy array as lists, its corner only where it is large; a single numpy number as a number."""
    if not hasattr(value, "ndim") or not hasattr(value, "tolist"):
        yield repr(value)[:MAX_TEXT]
    elif value.ndim == 0:
        yield from pieces_of(value.item(), levels)
    else:
        for _ in range(value.ndim):
            if value.size <= MAX_ITEMS:
                break
            value = value[:20].swapaxes(0, -1)
        items = value.tolist()
        yield f"array({items!r})" if value.dtype.kind in "biuf" else f"array({written(items)})"


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes that an object itself holds, found without calling any of its methods."""
    found: dict[str, Any] = {}
    with contextlib.suppress(AttributeError):
        found |= object.__getattribute__(value, "__dict__")
    for kind in type(value).__mro__:
        for name, slot in kind.__dict__.items():
            if type(slot) is MemberDescriptorType and kind.__module__ not in STANDARD_LIBRARY:
                with contextlib.suppress(AttributeError):
                    found.setdefault(name, slot.__get__(value))
    if issubclass(type(value), tuple):
        found |= dict(zip(getattr(type(value), "_fields", ()), value))
    return found


def pieces_of_object(value: Any, name: str, levels: int) -> Iterator[str]:
    yield f"{name}("
    for place, (attribute, item) in enumerate(attributes_of(value).items()):
        yield f", {attribute}=" if place else f"{attribute}="
        yield from pieces_of(item, levels - 1)
    yield ")"
