"""Small objects in JSON: dataclasses as objects, named tuples as lists. They are read without trust."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


@cache
def types_of(kind: Any) -> dict[str, Any]:
    """The types of the fields of a record, by their names."""
    return get_type_hints(kind)


def read_record(kind: type[Record], found: object) -> Record:
    """A dataclass or a named tuple from its JSON; ValueError unless the values are of the types of its fields.

    What has a default may be missing. Further keys of an object, as of other versions, are ignored.
    """
    types = types_of(kind)  # type: ignore[arg-type]
    if issubclass(kind, tuple) and isinstance(found, list) and len(found) <= len(types):
        found = dict(zip(types, found, strict=False))
    elif issubclass(kind, tuple) or not isinstance(found, dict):
        raise ValueError(f"no {kind.__name__}")
    try:
        return kind(**{name: read_value(types[name], value) for name, value in found.items() if name in types})
    except TypeError as error:
        raise ValueError(f"a part of {kind.__name__} is missing") from error


def read_value(kind: Any, found: Any) -> Any:
    """A value of a type: plain, one of several types, an enumeration, a list of values, or a record."""
    if type(found) is kind:
        return found
    if get_origin(kind) in (list, tuple):
        if not isinstance(found, list):
            raise ValueError("no list")
        return get_origin(kind)(read_value(get_args(kind)[0], item) for item in found)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return read_record(kind, found)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(found)
    kinds = (kind, *get_args(kind))
    if type(found) not in kinds and not (type(found) is int and float in kinds):
        raise ValueError(f"no {kind}")
    return found
