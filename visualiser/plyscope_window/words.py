"""Translation of the texts of the window, and the form of numbers in them."""

from __future__ import annotations

import re

from plyscope.messages import Message, written
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

NEGATIVE = re.compile(r"-(?=∞)|(?<![^\s(\u2066\u2068])(?<!\w\()-(?=\d)")
"""The sign of a number that stands by itself: the one in a move, a name, a call or an option is left as it is."""


class LocalizedText(str):
    """A text that is translated already and can be inserted into another sentence unchanged."""


def tr(text: str, **values: object) -> str:
    """Translate a sentence of the window, and fill its named places with values, numbers as the window writes them."""
    translated = QCoreApplication.translate("window", text)
    if not values:
        return LocalizedText(with_fixed_end(translated))
    texts = {name: value if isinstance(value, LocalizedText) else written(value) for name, value in values.items()}
    if QGuiApplication.isRightToLeft():
        whole = translated.format(**{name: isolated(value) for name, value in texts.items()})
        return LocalizedText(isolated(whole))
    return LocalizedText(translated.format(**texts))


def with_fixed_end(text: str) -> str:
    """Keep the … or ? at the end of a text there in a layout from right to left, which would move it."""
    is_mirrored = QGuiApplication.isRightToLeft()
    return f"\u2068{text}\u2069" if is_mirrored and text.endswith(("…", "?")) else text


def isolated(text: str) -> str:
    """Isolate a text with digits, so that it keeps its own direction in a layout from right to left."""
    return f"\u2068{text}\u2069" if any(letter.isdigit() for letter in text) else text


def from_left(text: str) -> str:
    """A text that reads from left to right in every language, such as a position or a signed number."""
    if not QGuiApplication.isRightToLeft():
        return text
    return LocalizedText(f"\u2066{text if isinstance(text, LocalizedText) else written(text)}\u2069")


def localized(message: Message) -> str:
    """Return a sentence of the engine in the user's language."""
    return minus(message.text(in_language))


def localized_sentence(message: Message) -> str:
    """Return a sentence of the engine with a capital at its beginning, unless that is a name or a number: a1."""
    text = localized(message)
    return text if message.pattern.startswith("{") else sentence_case(text)


def count_or_words(amount: int | Message) -> str:
    """Return a count, or a sentence of the engine that stands for one, in the user's language."""
    return localized(amount) if isinstance(amount, Message) else count(amount)


def in_language(pattern: str) -> str:
    """Return a pattern of the engine, its places not yet filled, in the user's language."""
    return QCoreApplication.translate("engine", pattern)


def sentence_case(text: str) -> str:
    """A text with a capital at its beginning; but α and β stay as they are: as capitals they would read A and B."""
    return text if text[:1] in "αβ" else text[:1].upper() + text[1:]


def minus(text: str) -> str:
    """Replace the hyphens before numbers by minus signs, which are as wide as a plus and do not break a line."""
    return NEGATIVE.sub("−", text) if "-" in text else text


def number(value: float | None) -> str:
    """Return a value as the window writes it; a dot for None, which is a value not known yet."""
    return "·" if value is None else written(float(value)).replace("-", "−", 1)


def two_decimals(value: float | None) -> str:
    """Return a mean or a bound to two decimals, to compare it with others; a dot for None."""
    return "·" if value is None else minus(f"{value:.2f}")


def short_number(value: float) -> str:
    """Return a value in few letters, for nodes and cells of tables: numbers of many digits are rounded."""
    text = number(value)
    return number(float(f"{value:.3g}") if abs(value) < 1 else round(value, 2)) if "." in text[:-6] else text


def count(amount: int) -> str:
    """A count with separated thousands."""
    return f"{amount:,}"


def one_or_many(amount: int, one: str, many: str) -> str:
    """Return the text about one thing, or that about many with their number in place of `{count}`."""
    return one if amount == 1 else LocalizedText(many.replace("{count}", count(amount)))
