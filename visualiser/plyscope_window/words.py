"""Every word that the window says goes through here, so that it can be said in another language."""

from __future__ import annotations

from plyscope.messages import Message, written
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication


class Told(str):
    """What has been through here already: it may be part of another sentence as it is."""


def tr(text: str, **values: object) -> str:
    """A sentence of the window in the person's language; named places are filled in afterwards."""
    translated = QCoreApplication.translate("window", text)
    if not values:
        return Told(translated)
    put = {name: value if isinstance(value, Told) else written(value) for name, value in values.items()}
    if QGuiApplication.layoutDirection() == Qt.LayoutDirection.RightToLeft:
        whole = translated.format(**{name: isolated(value) for name, value in put.items()})
        return Told(isolated(whole))
    return Told(translated.format(**put))


def isolated(text: str) -> str:
    """What has digits in it, kept together and in its own direction where the layout runs from right to left."""
    return f"\u2068{text}\u2069" if any(letter.isdigit() for letter in text) else text


def from_left(text: str) -> str:
    """What reads from the left in every language, such as a position, or a number with its sign."""
    if QGuiApplication.layoutDirection() != Qt.LayoutDirection.RightToLeft:
        return text
    return Told(f"\u2066{text if isinstance(text, Told) else written(text)}\u2069")


def said(message: Message) -> str:
    """A sentence of the engine in the person's language."""
    return minus(message.text(in_language))


def in_language(pattern: str) -> str:
    """A pattern of the engine in the person's language."""
    return QCoreApplication.translate("engine", pattern)


def minus(text: str) -> str:
    """Negative numbers with a real minus sign, which is as wide as a plus and does not break a line."""
    return text.replace("-∞", "−∞") if "-∞" in text else text


def number(value: float | None) -> str:
    """A value as the window writes it; a dot where there is none yet."""
    return "·" if value is None else written(float(value)).replace("-", "−", 1)


def count(amount: int) -> str:
    """A count with its thousands apart."""
    return f"{amount:,}"
