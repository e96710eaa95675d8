"""TOML files of ours as tables: which keys there are, of which types, and which have to be there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from plyscope.messages import InputError, Message


def parse_toml(text: str) -> dict[str, Any]:
    """Return a TOML text as a table; raise InputError if it is none."""
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError("not a TOML file: {reason}", reason=str(error)) from error


def check_keys(
    table: Mapping[str, Any], keys: Mapping[str, type | tuple[type, ...]], required: Iterable[str], owner: Message
) -> None:
    """Raise InputError for unknown, missing or wrongly typed keys of a table; `owner` says of what."""
    for key, value in table.items():
        if key not in keys:
            known = ", ".join(keys)
            raise InputError("{key} is not a key of {owner}; the keys are {keys}", key=key, owner=owner, keys=known)
        if not isinstance(value, keys[key]) or (isinstance(value, bool) and keys[key] is not bool):
            raise InputError("{key} has a value of the wrong type: {value}", key=key, value=repr(value)[:60])
    for key in required:
        if key not in table:
            raise InputError("the key {key} is missing", key=key)
