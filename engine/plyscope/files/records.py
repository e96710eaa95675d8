"""Small objects in JSON: dataclasses as objects, named tuples as lists. They are read without trust."""

from __future__ import annotations

from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

Record = TypeVar("Record")


@cache
def types_of(kind: Any) -> dict[str, Any]:
    """Return the types of a record's fields by their names."""
    return get_type_hints(kind)


def read_record(kind: type[Record], content: object) -> Record:
    """Return a dataclass or named tuple from its JSON; ValueError for values of other types.

    What has a default may be missing. Further keys of an object, as of other versions, are ignored.
    """
    types = types_of(kind)  # type: ignore[arg-type]
    if issubclass(kind, tuple) and isinstance(content, list) and len(content) <= len(types):
        content = dict(zip(types, content, strict=False))
    elif issubclass(kind, tuple) or not isinstance(content, dict):
        raise ValueError(f"no {kind.__name__}")
    try:
        return kind(**{name: read_value(types[name], value) for name, value in content.items() if name in types})
    except TypeError as error:
        raise ValueError(f"a part of {kind.__name__} is missing") from error


def read_value(kind: Any, value: Any) -> Any:
    """Return a value of a type from its JSON: plain, a union, an enumeration, a list or a record; else ValueError."""
    if type(value) is kind:
        return value
    if get_origin(kind) in (list, tuple):
        if not isinstance(value, list):
            raise ValueError("no list")
        return get_origin(kind)(read_value(get_args(kind)[0], item) for item in value)
    if is_dataclass(kind) or hasattr(kind, "_fields"):
        return read_record(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    kinds = (kind, *get_args(kind))
    if type(value) not in kinds and not (type(value) is int and float in kinds):
        raise ValueError(f"no {kind}")
    return value
