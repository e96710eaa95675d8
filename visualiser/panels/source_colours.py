"""The colours of a search's text: what pygments finds in it, painted with few colours of the theme."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import NamedTuple

from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextDocument

from visualiser.theme import mixed, theme


class Piece(NamedTuple):
    """A stretch of a line that has a look of its own."""

    start: int
    length: int
    look: str


@lru_cache(maxsize=16)
def pieces(text: str) -> tuple[tuple[Piece, ...], ...]:
    """For each line the stretches that stand out. Pygments is loaded with the first text, not with the window."""
    token = import_module("pygments.token")
    looks = (
        (token.Comment, "quiet"),
        (token.String, "quiet"),
        (token.Keyword, "bold"),
        (token.Operator.Word, "bold"),
        (token.Name.Function, "strong"),
        (token.Number, "number"),
        (token.Name.Builtin, "number"),
    )
    lexer = import_module("pygments.lexers.python").PythonLexer(stripnl=False)
    lines: list[list[Piece]] = [[]]
    column = 0
    for found, words in lexer.get_tokens(text):
        look = next((name for kind, name in looks if found in kind), "")
        for place, part in enumerate(words.split("\n")):
            if place:
                lines.append([])
                column = 0
            if look and part.strip():
                lines[-1].append(Piece(column, len(part), look))
            column += len(part)
    return tuple(map(tuple, lines))


def dressed(look: str) -> QTextCharFormat:
    """How a stretch is set. Names that matter are darker than what explains them."""
    colours = theme()
    inks: dict[str, QColor] = {
        "quiet": colours.quiet,
        "bold": colours.ink,
        "strong": colours.ink,
        "number": mixed(colours.ink, colours.for_max, 0.75),
    }
    made = QTextCharFormat()
    made.setForeground(inks[look])
    if look in ("bold", "strong"):
        made.setFontWeight(QFont.Weight.Bold)
    return made


class Colours(QSyntaxHighlighter):
    """Puts the colours on a document that holds one search's text."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._text = ""

    def set_text(self, text: str) -> None:
        self._text = text

    def highlightBlock(self, text: str) -> None:
        number = self.currentBlock().blockNumber()
        lines = pieces(self._text)
        for piece in lines[number] if number < len(lines) else ():
            self.setFormat(piece.start, piece.length, dressed(piece.look))
