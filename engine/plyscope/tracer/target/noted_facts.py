"""What instrumented code calls to note the parts of a search that it comes to; see `search_parts`.

A fact is an item of the log that names the event, with the value behind it if it has one. Only exact numbers of the
language are values; anything else is noted as None. No code of the user is called: an attribute is read where the
object itself holds it, and an item where its container is one of the language's own.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from types import GetSetDescriptorType, MemberDescriptorType, ModuleType
from typing import Any

from .log import Log

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
    """The functions that instrumented code calls, for one log."""

    def __init__(self, log: Log) -> None:
        self.log = log
        self.events, self.guarded = log.events, log.guarded

    def note(self, item: Any, value: Any) -> Any:
        """Notes a value, and returns it."""
        kind = type(value)
        noted = value if kind is int or kind is float or kind is bool else None
        if self.guarded[0]:
            self.log.tell(sys._getframe(1), item, noted)
        else:
            self.events.extend((item, noted))  # at once: another thread writes what is there, and adds to it
        return value

    def mark(self, item: Any) -> None:
        """Notes that a part is reached."""
        if self.guarded[0]:
            self.log.tell(sys._getframe(1), item)
        else:
            self.events.append(item)

    def note_loop(self, item: Any, iterable: Any) -> Any:
        """Notes how many items a loop has, as far as that is known without asking the user's code."""
        self.log.tell(sys._getframe(1), item, length_of(iterable))
        return iterable

    def note_path(self, item: Any, holder: Any, steps: tuple[Any, ...]) -> None:
        """Notes the value of an attribute or item, some steps away from what a name stands for."""
        self.log.tell(sys._getframe(1), item, number(value_at(holder, steps)))

    def note_shared(self, item: Any, read: Callable[[], Any], steps: tuple[Any, ...]) -> None:
        """The same for a name that other functions assign, which may have no value."""
        with suppress(NameError):
            self.log.tell(sys._getframe(1), item, number(value_at(read(), steps)))

    def note_test(self, if_true: Any, if_false: Any, value: Any) -> Any:
        """Notes one of two parts, by what `any` or `all` gave."""
        self.log.tell(sys._getframe(1), if_true if value else if_false)
        return value


def number(value: Any) -> Any:
    """A value if it is an exact number of the language, else None."""
    kind = type(value)
    return value if kind is int or kind is float or kind is bool else None


def length_of(iterable: Any) -> int | None:
    """How many items are to come; None where it is not known."""
    if type(iterable) is enumerate:
        iterable = iterable.__reduce__()[1][0]
    kind = type(iterable)
    if any(kind is one for one in SIZED):
        return len(iterable)
    return iterable.__length_hint__() if any(kind is one for one in HINTED) else None


def value_at(holder: Any, steps: tuple[Any, ...]) -> Any:
    """What stands some steps away: an index of a list or tuple, `[key` of a dictionary, or `.name` of an object."""
    for step in steps:
        kind = type(holder)
        if type(step) is int:
            is_there = (kind is list or kind is tuple) and -len(holder) <= step < len(holder)
            holder = holder[step] if is_there else None
        elif step[0] == "[":
            is_plain = kind is dict and len(holder) <= MAX_KEYS and all(type(key) is str for key in holder)
            holder = holder.get(step[1:]) if is_plain else None
        else:
            holder = attribute(holder, step[1:])
    return holder


def attribute(holder: Any, name: str) -> Any:
    """An attribute that an object itself holds, or a number that its class holds for it; None for anything else.

    A class that answers for its attributes itself is not asked: what it would say is not known.
    """
    kind = type(holder)
    if kind is type:
        return number(in_classes(classes_of(holder), name))
    classes = classes_of(kind)
    if kind is not ModuleType and in_classes(classes, "__getattribute__") is not object.__getattribute__:
        return None
    found = in_classes(classes, name)
    if type(found) is MemberDescriptorType or type(found) is FIELD:
        with suppress(AttributeError):
            return found.__get__(holder, kind)
        return None
    if found is not None and in_classes(classes_of(type(found)), "__set__") is not None:
        return None
    if type(in_classes(classes, "__dict__")) is GetSetDescriptorType or kind is ModuleType:
        held = object.__getattribute__(holder, "__dict__")
        if type(held) is dict and name in held:
            return held[name]
    return number(found)


def in_classes(classes: Iterable[Any], name: str) -> Any:
    """What the first of some classes holds under a name; None if none of them does."""
    return next((held[name] for held in map(held_by, classes) if name in held), None)
