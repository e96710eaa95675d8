"""What may stand in the JSON of a recording: names of frames, moves, numbers. Readers add the place to complaints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import inf, isinf, nan
from typing import Any

from plyscope.messages import InputError, Message
from plyscope.model.columns import HORIZON, INNER, LEFT_OUT, TABLE, TAG_BITS, TERMINAL
from plyscope.model.declaration import CHANCE, MAX, MIN, NO_SIDE
from plyscope.model.further_facts import CALLS, EXACT_INTEGERS, FACT_NAME, Fact

KINDS = {"max": MAX, "min": MIN, "chance": CHANCE}
STATUSES = {"inner": INNER, "terminal": TERMINAL, "horizon": HORIZON, "table": TABLE, "left_out": LEFT_OUT}
VERSION = 3
"""The version of both formats that is read here."""
NEWER_KEYS = {"x": 2, "probability": 2, "depth": 3, "tags": 3, "calls": 3}
"""The keys that only later versions have, with the first of these."""
NEWER_WORDS = {("kind", "chance"): 2, ("status", "table"): 2, ("status", "left_out"): 3}
"""Likewise words, with the keys that they stand at."""
FIRST_WITHOUT_MOVES = 3
"""The first version in which calls below the root may have no move."""
MAX_DEPTH = 1 << 24
"""Larger whole numbers are not all numbers of the type of depths."""
MAX_FACT_LENGTH = 10_000
"""Characters of a text, or of a name, in further facts."""
UNBOUNDED = {"alpha": -inf, "beta": inf}

Item = Mapping[str, Any]


class BadConstant(ValueError):
    """Raised for NaN or an infinity, which JSON does not have."""


def refuse_constant(text: str) -> float:
    """Raise `BadConstant`, for the JSON decoder."""
    raise BadConstant(text)


def refuse_repeated_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dictionary; raise InputError for a key that occurs twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise InputError("{key} occurs twice", key=next(key for key in keys if keys.count(key) > 1))
    return found


DECODER = json.JSONDecoder(parse_constant=refuse_constant)


def decode_strictly(text: str) -> Any:
    """Return the value that a text writes. An object in which a key occurs twice does not say what its writer means."""
    try:
        return json.loads(text, parse_constant=refuse_constant, object_pairs_hook=refuse_repeated_keys)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise unreadable(error) from error


def placed(place: Message, error: InputError) -> InputError:
    """Return the error with its place in front."""
    return InputError("{place}: {complaint}", place=place, complaint=error.message)


def unreadable(error: ValueError | RecursionError) -> InputError:
    """Return the error for text that is no readable JSON."""
    if isinstance(error, json.JSONDecodeError):
        return InputError("this is not JSON: {reason}", reason=error.msg)
    if isinstance(error, BadConstant):
        return InputError("{found} is no JSON; what is no number is null", found=str(error))
    if isinstance(error, RecursionError):
        return InputError("this is nested too deeply")
    return InputError("a number has too many digits")


def refuse_unknown_keys(item: Item, keys: frozenset[str]) -> None:
    """Raise InputError for a key that is not among the known ones."""
    for key in item:
        if key not in keys:
            known = ", ".join(sorted(keys))
            raise InputError("{key} is not a key here; the keys are {keys}", key=key[:60], keys=known)


def refuse_newer(version: object, known: int) -> None:
    """Raise InputError for a file of a newer format version; to be checked before anything else."""
    if isinstance(version, int) and version > known:
        raise InputError(
            "written by a newer Plyscope, in format version {version}; this one reads version {known}",
            version=version,
            known=known,
        )


def check_format(item: Item, format: str, version: int) -> None:
    """Raise InputError for another format, or for a version that is not read here."""
    if item.get("format") != format:
        raise InputError("format is {expected}, not {found}", expected=format, found=written(item.get("format")))
    number = item.get("version")
    if type(number) is not int or number < 1:
        raise InputError("version is a whole number, not {found}", found=written(number))
    refuse_newer(number, version)


def read_text(item: Item, key: str, *, may_be_empty: bool = True) -> str:
    """Return the text of a key; raise InputError for any other value."""
    text = item.get(key)
    if type(text) is not str:
        raise InputError("{key} is a text, not {found}", key=key, found=written(text))
    if not may_be_empty and not text.strip():
        raise InputError("{key} is empty", key=key)
    refuse_half_letters(text)
    return text


def read_name(item: Item, key: str) -> str | int:
    """Return the id that the file gives to a frame: a whole number or a text."""
    name = item.get(key)
    if type(name) is int or type(name) is str:
        return name
    raise InputError("{key} is a whole number or a text, not {found}", key=key, found=written(name))


def read_move(value: object) -> str:
    """Return the text of a move; a whole number stands for its digits."""
    if type(value) is int and abs(value) < 10**15:
        return str(value)
    if type(value) is not str or not value.strip():
        raise InputError("a move is a text that is not empty, not {found}", found=written(value))
    if not value.isascii():
        refuse_half_letters(value)
    return value


def read_kind(item: Item) -> int:
    """Return the code of the side to move; NO_SIDE where it is not given."""
    kind = item.get("kind")
    if kind is None:
        return NO_SIDE
    if type(kind) is str and kind in KINDS:
        return KINDS[kind]
    raise InputError("kind is max, min, chance or null, not {found}", found=written(kind))


def read_status(item: Item, statuses: Mapping[str, int] = STATUSES) -> int | None:
    """Return the status code; None where it is not given."""
    status = item.get("status")
    if status is None:
        return None
    if type(status) is str and status in statuses:
        return statuses[status]
    raise InputError("status is one of {known}, not {found}", known=", ".join(statuses), found=written(status))


def refuse_newer_words(item: Item, version: int) -> None:
    """Raise InputError for keys and words that only a newer version than the file's has."""
    words = {key: first for key, first in NEWER_KEYS.items() if key in item}
    words |= {word: first for (key, word), first in NEWER_WORDS.items() if item.get(key) == word}
    for word, first in words.items():
        if first > version:
            raise InputError(
                "{word} is of version {first}, and the file says that it is of version {version}",
                word=word,
                first=first,
                version=version,
            )


def read_depth(item: Item) -> float:
    """Return the depth that a call was given; NaN where none is."""
    depth = item.get("depth")
    if depth is None:
        return nan
    if (type(depth) in (int, float) and abs(depth) <= MAX_DEPTH) or depth == "inf":
        return float(depth)
    raise InputError(
        "depth is a number of at most {most}, inf or null, not {found}", most=MAX_DEPTH, found=written(depth)
    )


def read_tags(item: Item) -> int:
    """Return the tags of a call as bits; 0 where none are given."""
    tags = item.get("tags")
    if tags is None:
        return 0
    if type(tags) is not list:
        raise InputError("tags is a list of words, not {found}", found=written(tags))
    bits = 0
    for tag in tags:
        if type(tag) is not str or tag not in TAG_BITS:
            raise InputError("{name} is not a tag; the tags are {names}", name=written(tag), names=", ".join(TAG_BITS))
        bits |= TAG_BITS[tag]
    return bits


def read_probability(item: Item) -> float:
    """Return the probability of a move of chance; NaN where none is given."""
    if item.get("probability") is None:
        return nan
    number = read_number(item.get("probability"), "probability")
    if not 0 < number <= 1:
        raise InputError("probability is above 0 and at most 1, not {found}", found=written(item["probability"]))
    return number


def read_facts(item: Item) -> dict[str, Fact]:
    """Return the further facts of a call by name: numbers, texts, true or false; null is dropped."""
    facts = item.get("x")
    if facts is None:
        return {}
    if type(facts) is not dict:
        raise InputError("x is an object of further facts, not {found}", found=written(facts))
    for name, fact in facts.items():
        if FACT_NAME.fullmatch(name) is None:
            raise InputError("a name in x has letters, digits and _ only, not {found}", found=written(name))
        if fact is not None and type(fact) not in (str, int, float, bool):
            raise InputError("{key} in x is a number, a text, true or false", key=name)
        if type(fact) is str and len(fact) > MAX_FACT_LENGTH:
            raise InputError("{key} in x has more than {most} characters", key=name, most=MAX_FACT_LENGTH)
        if type(fact) is str:
            refuse_half_letters(fact)
    return {name: fact for name, fact in facts.items() if fact is not None}


def check_calls(item: Item) -> None:
    """Raise InputError unless a call left out says how many calls are below it."""
    calls = item.get(CALLS)
    if type(calls) is not int or not 0 < calls <= EXACT_INTEGERS:
        raise InputError(
            "calls is how many calls are left out, a whole number above 0, not {found}", found=written(calls)
        )


def read_bound(item: Item, key: str) -> float:
    """Return α or β; infinite where it is null."""
    bound = item.get(key)
    return UNBOUNDED[key] if bound is None else read_number(bound, key)


def read_value(item: Item) -> float:
    """Return a value; NaN where it is null."""
    value = item.get("value")
    return nan if value is None else read_number(value, "value")


def read_number(content: object, key: str) -> float:
    """Return a number, or an infinity written as a text."""
    if type(content) is float or type(content) is int:
        try:
            value = float(content)
        except OverflowError:
            value = inf
        if isinf(value):
            raise InputError("{key} is beyond the range of numbers", key=key)
        return value
    if content == "inf" or content == "-inf":
        return float(str(content))
    raise InputError("{key} is a number, null, inf or -inf, not {found}", key=key, found=written(content))


def refuse_half_letters(text: str) -> None:
    """Raise InputError for lone surrogates, which UTF-8 cannot encode."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "a text has half a character in it: {text}", text=text[:60].encode("ascii", "backslashreplace").decode()
        ) from error


def written(value: object) -> str:
    """Return a value of the file as an error message shows it, shortened."""
    return json.dumps(value)[:60]
