"""What instrumented code calls to note the parts of a search that it comes to; see `search_parts`.

A fact is an item of the log that names the event, with the value behind it if it has one. Only numbers are values;
anything else is noted as None. No code of the user is called: an attribute is read where the object itself holds it,
and an item where its container is one of the language's own.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from .log import Log, identity
from .snapshots import plain_number

CONTAINERS = [[], (), range(1), "", {}, set(), frozenset(), {}.keys(), {}.values(), {}.items()]
SIZED = [*map(type, CONTAINERS)]
HINTED = [*(type(iter(one)) for one in CONTAINERS), type(reversed([])), type(reversed(range(1)))]
"""Iterators that know how many items are left."""
FIELD = type(namedtuple("Pair", "first").__dict__["first"])
"""The type of the fields of named tuples."""
MAX_KEYS = 16
"""Keys of a dictionary that is looked into."""
classes_of: Callable[[Any], tuple[Any, ...]] = type.__dict__["__mro__"].__get__
held_by: Callable[[Any], Mapping[str, Any]] = type.__dict__["__dict__"].__get__
"""The classes that one inherits from, and what a class holds; its metaclass is not asked."""


class NotedFacts:
    """The functions by which instrumented code notes facts in one log."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.events, self.guarded = log.events, log.guarded

    def note(self, item: Any, value: Any) -> Any:
        """Note a value, and return it."""
        kind = type(value)
        noted = value if kind is int or kind is float or kind is bool else plain_number(value)
        if self.guarded[0]:
            self.log.tell(sys._getframe(1), item, noted)
        else:
            self.events.extend((item, noted))  # at once: another thread writes what is there, and adds to it
        return value

    def tell(self, item: Any) -> None:
        """Notes that a part is reached, on the guarded path."""
        self.log.tell(sys._getframe(1), item)

    def tell_number(self, item: Any, value: Any) -> None:
        """Notes a value, on the guarded path."""
        self.log.tell(sys._getframe(1), item, number(value))

    def note_loop(self, item: Any, iterable: Any) -> Any:
        """Note how many items a loop has, if known without user code; return the iterable."""
        kind = type(iterable)
        length = len(iterable) if kind is list or kind is range or kind is tuple else length_of(iterable)
        if self.guarded[0]:
            self.log.tell(sys._getframe(1), item, length)
        else:
            self.events.extend((item, length))
        return iterable

    def note_path(self, item: Any, holder: Any, steps: tuple[Any, ...]) -> None:
        """Note the value of an attribute or item, some steps from an object."""
        value = number(value_at(holder, steps))
        if self.guarded[0]:
            self.log.tell(sys._getframe(1), item, value)
        else:
            self.events.extend((item, value))

    def note_shared(self, item: Any, read: Callable[[], Any], steps: tuple[Any, ...]) -> None:
        """Note the value of a name that other functions assign, and which may have none."""
        with suppress(NameError):
            self.log.tell(sys._getframe(1), item, number(value_at(read(), steps)))

    def note_test(self, if_true: Any, if_false: Any, value: Any) -> Any:
        """Note one of two parts by what `any` or `all` gave; return that value."""
        self.log.tell(sys._getframe(1), if_true if value else if_false)
        return value


def number(value: Any) -> Any:
    """Return a value as a number of the language; None if it is no number."""
    kind = type(value)
    return value if kind is int or kind is float or kind is bool else plain_number(value)


def length_of(iterable: Any) -> int | None:
    """Return how many items are to come; None where that is not known."""
    if type(iterable) is enumerate:
        iterable = iterable.__reduce__()[1][0]
    kind = type(iterable)
    if any(kind is one for one in SIZED):
        return len(iterable)
    return iterable.__length_hint__() if any(kind is one for one in HINTED) else None


def value_at(holder: Any, steps: tuple[Any, ...]) -> Any:
    """Return what is some steps away: attributes, indices or keys, one after the other; None if nothing is."""
    for step in steps:
        if type(step) is str:
            holder = attribute(holder, step)
            continue
        kind = type(holder)
        if type(step) is int:
            is_there = (kind is list or kind is tuple) and -len(holder) <= step < len(holder)
            holder = holder[step] if is_there else None
        else:
            is_plain = kind is dict and len(holder) <= MAX_KEYS and all(type(key) is str for key in holder)
            holder = holder.get(step[0]) if is_plain else None
    return holder


def attribute(holder: Any, name: str) -> Any:
    """Return an attribute held by an object itself, or a number held by its class; else None."""
    kind = type(holder)
    known = KNOWN.get((identity(kind), name))
    if known is None:
        if len(KNOWN) >= MAX_KNOWN:
            KNOWN.clear()
        known = KNOWN[identity(kind), name] = kind, place_of_attribute(kind, name)
    place = known[1]
    if place is HELD:
        held = object.__getattribute__(holder, "__dict__")
        if type(held) is dict and name in held:
            return held[name]
        return number(in_classes(classes_of(kind), name))
    if place is OF_CLASS:
        return number(in_classes(classes_of(holder), name))
    with suppress(AttributeError):
        return None if place is None else place.__get__(holder, kind)
    return None


KNOWN: dict[tuple[int, str], tuple[type, Any]] = {}
"""By the identity of a class and a name, the class itself, and where its objects hold an attribute of this name."""
MAX_KNOWN = 1000
HELD, OF_CLASS = "in the dictionary of the object", "in the class that the object is"


def place_of_attribute(kind: type, name: str) -> Any:
    """Return where objects of a class hold an attribute; None where that is not known.

    A class that answers for its attributes itself is not asked.
    """
    if kind is type:
        return OF_CLASS
    classes = classes_of(kind)
    if kind is not ModuleType and in_classes(classes, "__getattribute__") is not object.__getattribute__:
        return None
    found = in_classes(classes, name)
    if type(found) is MemberDescriptorType or type(found) is FIELD:
        return found
    if found is not None and in_classes(classes_of(type(found)), "__set__") is not None:
        return None
    has_dictionary = kind is ModuleType or type(in_classes(classes, "__dict__")) is GetSetDescriptorType
    return HELD if has_dictionary else None


def in_classes(classes: Iterable[Any], name: str) -> Any:
    """Return what the first of some classes holds under a name; None if none does."""
    return next((held[name] for held in map(held_by, classes) if name in held), None)
