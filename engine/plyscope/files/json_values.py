"""What may stand in the JSON of a recording: names of frames, moves, numbers. Readers add the place to complaints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf, isinf, nan
from typing import Any

from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, TERMINAL
from plyscope.model.declaration import MAX, MIN, NO_SIDE

KINDS = {"max": MAX, "min": MIN}
STATUSES = {"inner": INNER, "terminal": TERMINAL, "horizon": HORIZON}
UNBOUNDED = {"alpha": -inf, "beta": inf}

Item = Mapping[str, Any]


class BadConstant(ValueError):
    """NaN or an infinity, which JSON does not have."""


def refuse_constant(text: str) -> float:
    raise BadConstant(text)


DECODER = json.JSONDecoder(parse_constant=refuse_constant)


def placed(place: Message, error: InputError) -> InputError:
    """The error with its place before it."""
    return InputError("{place}: {complaint}", place=place, complaint=error.message)


def unreadable(error: ValueError | RecursionError) -> InputError:
    """Why something is no JSON that can be read, where its place is all that is to be added."""
    if isinstance(error, json.JSONDecodeError):
        return InputError("this is not JSON: {reason}", reason=error.msg)
    if isinstance(error, BadConstant):
        return InputError("{found} is no JSON; what is no number is null", found=str(error))
    if isinstance(error, RecursionError):
        return InputError("this is nested too deeply")
    return InputError("a number has too many digits")


def refuse_unknown_keys(found: Item, keys: frozenset[str]) -> None:
    for key in found:
        if key not in keys:
            known = ", ".join(sorted(keys))
            raise InputError("{key} is not a key here; the keys are {keys}", key=key[:60], keys=known)


def refuse_newer(version: object, known: int) -> None:
    """Complains of a file of a newer format version. This is checked first: all else may look damaged to us."""
    if isinstance(version, int) and version > known:
        raise InputError(
            "written by a newer Plyscope, in format version {version}; this one reads version {known}",
            version=version,
            known=known,
        )


def read_version(found: Item, format: str, version: int) -> None:
    """The format must be the expected one, in a version that is read here."""
    if found.get("format") != format:
        raise InputError("format is {expected}, not {found}", expected=format, found=written(found.get("format")))
    number = found.get("version")
    if type(number) is not int or number < 1:
        raise InputError("version is a whole number, not {found}", found=written(number))
    refuse_newer(number, version)


def read_text(found: Item, key: str, *, may_be_empty: bool = True) -> str:
    text = found.get(key)
    if type(text) is not str:
        raise InputError("{key} is a text, not {found}", key=key, found=written(text))
    if not may_be_empty and not text.strip():
        raise InputError("{key} is empty", key=key)
    refuse_half_letters(text)
    return text


def read_name(found: Item, key: str) -> str | int:
    """The name that the file gives to a frame: a whole number or a text."""
    name = found.get(key)
    if type(name) is int or type(name) is str:
        return name
    raise InputError("{key} is a whole number or a text, not {found}", key=key, found=written(name))


def read_move(found: object) -> str:
    """Moves are texts; a whole number is as good as its digits."""
    if type(found) is int and abs(found) < 10**15:
        return str(found)
    if type(found) is not str or not found.strip():
        raise InputError("a move is a text that is not empty, not {found}", found=written(found))
    if not found.isascii():
        refuse_half_letters(found)
    return found


def read_kind(found: Item) -> int:
    kind = found.get("kind")
    if kind is None:
        return NO_SIDE
    if type(kind) is str and kind in KINDS:
        return KINDS[kind]
    raise InputError("kind is max, min or null, not {found}", found=written(kind))


def read_bound(found: Item, key: str) -> float:
    """α or β; unbounded where it is null."""
    bound = found.get(key)
    return UNBOUNDED[key] if bound is None else read_number(bound, key)


def read_value(found: Item) -> float:
    """A value; NaN where it is no number."""
    value = found.get("value")
    return nan if value is None else read_number(value, "value")


def read_number(found: object, key: str) -> float:
    if type(found) is float or type(found) is int:
        try:
            value = float(found)
        except OverflowError:
            value = inf
        if isinf(value):
            raise InputError("{key} is beyond the range of numbers", key=key)
        return value
    if found == "inf" or found == "-inf":
        return float(str(found))
    raise InputError("{key} is a number, null, inf or -inf, not {found}", key=key, found=written(found))


def refuse_half_letters(text: str) -> None:
    """Lone surrogates can be written in JSON, but UTF-8 cannot encode them."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "a text has half a character in it: {text}", text=text[:60].encode("ascii", "backslashreplace").decode()
        ) from error


def written(found: object) -> str:
    """What stands in the file, shortened."""
    return json.dumps(found)[:60]
