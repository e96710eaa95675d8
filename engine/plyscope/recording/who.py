"""Reading a search or player as typed: a name, perhaps with options, as in `alphabeta:depth=4,order=center`."""

from __future__ import annotations

from typing import Any

from plyscope.messages import OptionError

NUMBERS = ("depth", "seed", "table_size", "simulations")
DECIMALS = ("exploration", "seconds")
FLAGS = ("star1",)
"""Options that are switched on: by the name alone, or with yes or no."""
WORDS = ("cut", "fail", "order", "score", "weights")


def read_who(text: str) -> dict[str, Any]:
    """Return the options in the text of a search or player; its name is the option `algorithm`."""
    name, _, options = text.strip().partition(":")
    given: dict[str, Any] = {"algorithm": name.strip()}
    if not given["algorithm"]:
        raise OptionError("{who}: the name is missing", who=text or "''")
    for key, value in pairs(text, options):
        if key in given:
            raise OptionError("{who}: {option} is given twice", who=text, option=key)
        if key in FLAGS:
            given[key] = flag(text, key, value)
        elif key in DECIMALS:
            given[key] = decimal(text, key, value)
        else:
            given[key] = number(text, key, value) if key in NUMBERS else unquoted(value)
    return given


def pairs(text: str, options: str) -> list[tuple[str, str]]:
    """Return names and values of options; refuse unknown ones. A piece without = belongs to the weights before it."""
    found: list[tuple[str, str]] = []
    for piece in options.split(",") if options.strip() else []:
        key, equals, value = (part.strip() for part in piece.partition("="))
        if (key in NUMBERS + DECIMALS + WORDS and equals) or key in FLAGS:
            found.append((key, value))
        elif found and found[-1][0] == "weights":
            found[-1] = ("weights", f"{found[-1][1]},{piece.strip()}")
        else:
            raise OptionError(
                "{who}: {piece} is not an option; write name=value, where name is one of {names}",
                who=text,
                piece=piece.strip() or "''",
                names=", ".join(NUMBERS + DECIMALS + WORDS + FLAGS),
            )
    return found


def flag(text: str, key: str, value: str) -> bool:
    """Return whether an option is switched on; raise OptionError unless it says nothing, yes or no."""
    if value not in ("", "yes", "no"):
        raise OptionError("{who}: {option} is yes or no, not {value}", who=text, option=key, value=value)
    return value != "no"


def number(text: str, key: str, value: str) -> int:
    """Return an option that is a whole number; raise OptionError where it is none."""
    try:
        return int(unquoted(value))
    except ValueError:
        raise OptionError("{who}: {option} is a whole number, not {value}", who=text, option=key, value=value) from None


def decimal(text: str, key: str, value: str) -> float:
    """Return an option that is a number; raise OptionError where it is none."""
    try:
        return float(unquoted(value))
    except ValueError:
        raise OptionError("{who}: {option} is a number, not {value}", who=text, option=key, value=value) from None


def unquoted(value: str) -> str:
    """Return the text without the quotation marks around it, if it has any."""
    if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
        return value[1:-1]
    return value
