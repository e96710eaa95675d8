"""What the engine says: a message is an English pattern with named places, and what goes into them.

A message becomes text only at the edge. `str(message)` is English; the window and the command line pass
a translator, which gets the pattern and gives it back in another language. No sentence is glued together
from pieces, so that every language can put its words in its own order.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any, Literal, NamedTuple, Self

Translator = Callable[[str], str]
UNITS = ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"))
LARGEST = 1e18
"""The first number that is too large for the letters of `UNITS`."""
MAX_DENOMINATOR = 1_000
"""The largest denominator of a probability that is written as a fraction."""
POWER = re.compile(r"e(?:\+|(-))0*(\d+)")


def in_english(pattern: str) -> str:
    """Return the pattern as it is: the translator that every message has by default."""
    return pattern


def shortened(text: str, longest: int) -> str:
    """Return the text in at most `longest` characters; where it was longer its last character is an ellipsis."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


class Part(NamedTuple):
    """A piece of a message for display: plain words, words that stand out, code, or the value of a node.

    A value says whose it is, so that it can be drawn in that node's colour.
    """

    text: str
    style: Literal["plain", "strong", "code", "value"] = "plain"
    frame: int = -1
    """The frame that a value belongs to; -1 for none."""
    move: int = -1
    """The pruned move of that frame whose value it is; -1 where it is the frame's own."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class PlaceName:
    """The name of a square or other place on a board, which depends on the notation that the reader has chosen."""

    in_notation: Callable[[str], str]
    """The name in a notation; empty for the game's usual one."""

    def __str__(self) -> str:
        return self.in_notation("")


class Message:
    """A pattern such as "row {row} has {count} squares" with its values; a value may be a message or a part too."""

    __slots__ = ("pattern", "values")

    def __init__(self, pattern: str, /, **values: object) -> None:
        self.pattern = pattern
        self.values = values

    def text(self, translate: Translator = in_english) -> str:
        """Return the message as text, with its pattern put into another language by `translate`."""
        pattern, put = translate(self.pattern), {}
        for name in placeholder_names(pattern):
            value = self.values[name]
            if isinstance(value, str):
                put[name] = shown(value)
            elif isinstance(value, Part):
                put[name] = shown(value.text)
            else:
                put[name] = value.text(translate) if isinstance(value, Message) else written(value)
        return pattern.format(**put)

    def in_notation(self, notation: str) -> Message:
        """Return the message with the squares and other places on a board named in a notation."""
        values = {
            name: value.in_notation(notation) if isinstance(value, Message | PlaceName) else value
            for name, value in self.values.items()
        }
        return type(self)(self.pattern, **values)

    def parts(self, translate: Translator = in_english) -> list[Part]:
        """Return the text of the message in styled pieces, in the order of the language."""
        found: list[Part] = []
        for part in self._pieces(translate):
            if found and found[-1].style == part.style != "value":
                found[-1] = part._replace(text=found[-1].text + part.text)
            elif part.text:
                found.append(part)
        return found

    def _pieces(self, translate: Translator) -> Iterator[Part]:
        """Yield the text between placeholders and the values in them, nested messages included; some may be empty."""
        for words, name, _, _ in Formatter().parse(translate(self.pattern)):
            yield Part(words)
            value = self.values[name] if name else ""
            if isinstance(value, Message):
                yield from value._pieces(translate)
            elif isinstance(value, Part):
                yield value._replace(text=shown(value.text))
            else:
                yield Part(written(value))

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Message({self.pattern!r}, {self.values!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and (self.pattern, self.values) == (other.pattern, other.values)

    def __hash__(self) -> int:
        return hash(str(self))


@lru_cache(10_000)
def placeholder_names(pattern: str) -> tuple[str, ...]:
    """Return the names of the placeholders in a pattern, each once; a message may have values for others, too."""
    return tuple({name: None for _, name, _, _ in Formatter().parse(pattern) if name})


class Strong(Message):
    """A message whose plain words stand out in the sentence that it is part of."""

    __slots__ = ()

    def _pieces(self, translate: Translator) -> Iterator[Part]:
        """Yield the text of the message in pieces, with its plain words in the style that stands out."""
        for part in super()._pieces(translate):
            yield part._replace(style="strong") if part.style == "plain" else part


class InputError(ValueError):
    """The input cannot be used; `message` says what is wrong and where."""

    places: tuple[tuple[int, int], ...] = ()
    """The cells of a board that are at fault, where it is certain cells: columns and rows, from 0 at the top left."""

    def __init__(self, pattern: str, /, **values: object) -> None:
        self.message = Message(pattern, **values)
        super().__init__(str(self.message))

    def at(self, places: Iterable[tuple[int, int]]) -> Self:
        """Set the cells of the board that are at fault, and return this error."""
        self.places = tuple(places)
        return self

    def in_notation(self, notation: str) -> InputError:
        """Return the error with the squares and other places on a board named in a notation."""
        message = self.message.in_notation(notation)
        if message == self.message:
            return self
        error = type(self)(message.pattern, **message.values)
        error.__cause__ = self
        return error.at(self.places)

    def inside(self, place: str) -> InputError:
        """Return the error with the name of the file or source that it was found in before its message, once."""
        if str(self.message).startswith(f"{shown(place)}: "):
            return self
        error = type(self)("{place}: {complaint}", place=shown(place), complaint=self.message)
        error.__cause__ = self
        return error.at(self.places)


class OptionError(InputError):
    """An option is unknown, malformed, or not read by what was chosen: wrong usage rather than bad data."""

    def of_data(self) -> InputError:
        """Return the error as one of bad data rather than of wrong usage, where the option stands in a file."""
        return InputError("{complaint}", complaint=self.message)


def written(value: object) -> str:
    """Return a value as people write it: 3 and not 3.0, ∞ and not inf, with control characters escaped.

    The next number above 7 that a float can hold, which makes the empty windows of a probe, is written 7⁺.
    """
    return number_text(value) if isinstance(value, float) else shown(str(value))


DIGITS = 6
"""Significant digits of a number whose full text would be too long to read in a sentence."""


@lru_cache(4_096)
def number_text(value: float) -> str:
    """Return a number as people write it, rounded where it has more digits than people read.

    A rounded number has `DIGITS` digits, and all before the point; files have them all. Sentences have the same few
    numbers again and again, so that they are kept.
    """
    if math.isnan(value):
        return "?"
    text = shortest(value)
    if has_more_digits(value):
        below, above = shortest(math.nextafter(value, -math.inf)), shortest(math.nextafter(value, math.inf))
        nearby = min(below + "⁺", above + "⁻", key=len)
        digits = max(DIGITS, len(str(int(abs(value)))) if abs(value) < 1e16 else 0)
        return nearby if len(nearby) < 10 else shortest(float(f"{value:.{digits}g}"))
    return text


def has_more_digits(value: float) -> bool:
    """Whether the full text of a finite number has more digits than people read."""
    return math.isfinite(value) and (len(shortest(value)) > 15 or 0 < abs(value) < 1e-300)


def shortest(value: float) -> str:
    """Return the shortest text from which the number can be read back; an infinity as ∞ or -∞."""
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    return str(int(value)) if value.is_integer() and abs(value) < 1e16 else repr(value)


@lru_cache(10_000)
def compact(value: float) -> str:
    """Return a number in few letters for small places: 12.3k, 4.56M; smaller ones rounded.

    What is larger than all names, or so small that it would become a zero, is written with its power of ten.
    """
    text = written(value)
    if math.isfinite(value) and abs(value) >= 10_000:
        size = abs(float(f"{value:.3g}"))
        unit, letter = next((unit, letter) for unit, letter in UNITS if size >= unit)
        text = f"{value / unit:.3g}{letter}" if size < LARGEST else f"{value:.3g}"
    elif math.isfinite(value) and len(text) > 5:
        text = written(round(value, 1)) if abs(value) >= 1 else written(float(f"{value:.2g}"))
    return POWER.sub(r"e\1\2", text).replace("-", "−")


def probability(value: float | None) -> str:
    """Return a probability as people write it: 0.25, but 1/3 where a fraction is shorter than its decimals."""
    if value is None:
        return "?"
    text = written(value)
    fraction = Fraction(value).limit_denominator(MAX_DENOMINATOR)
    if len(text) > 4 and abs(float(fraction) - value) < 1e-12:
        return f"{fraction.numerator}/{fraction.denominator}"
    return text if len(text) <= 4 else compact(float(f"{value:.2g}"))


def shown(text: str) -> str:
    """Return a text from outside with all characters escaped that would move the cursor or reorder the line."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def plain_number(value: float) -> int | float | str | None:
    """Return a number as JSON can hold it: infinities as "inf" and "-inf", NaN as None, whole floats as integers."""
    if math.isnan(value):
        return None
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else value


def plain_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return options with numbers that JSON can hold."""
    return {
        name: {key: plain_number(weight) for key, weight in value.items()} if isinstance(value, dict) else value
        for name, value in options.items()
    }


def option_text(value: object) -> str:
    """Return an option's value as it is typed; yes for an option that is only switched on."""
    return "yes" if value is True else str(value)


SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def roughly(frames: float) -> Message:
    """Return an estimated number of frames: in full below a million, then as 2.5 million or 1.2·10¹¹."""
    if frames < 1e6:
        return Message("{count}", count=f"{frames:,.0f}")
    if frames < 1e9:
        return Message("{count} million", count=f"{frames / 1e6:,.1f}")
    digits, exponent = f"{frames:.1e}".split("e+")
    return Message("{count}", count=f"{digits}·10{str(int(exponent)).translate(SUPERSCRIPTS)}")
